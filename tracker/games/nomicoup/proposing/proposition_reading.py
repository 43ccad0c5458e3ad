"""Propositions as they are written: the changes that a message proposes, each bound to the rules that it names, and what else its words say."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from tracker.mechanics.chat.carrying import Refused, refuse, require, rule
from tracker.mechanics.chat_text import plain, without_invisible
from tracker.mechanics.enacting.proposal_text import LONGEST_BODY
from tracker.mechanics.enacting.typed_changes import TypedChange, is_proposition, typed_changes, unquoted

from ..rule_tree.rule_changes import (
    ADDITION,
    APPENDICATION,
    CONTENT_EDIT,
    DELETION,
    ID_EDIT,
    MISCELLANEOUS,
    TITLE_EDIT,
    TYPES,
    edited_content,
)
from ..rule_tree.rule_paths import Rules, id_path_of, parent_of, path_of, title_key, titled
from ..state import Change, Proposition

_HEADING = re.compile(
    r"\s*[#*_]*\s*proposition\b\s*(?:#?[0-9]+\b)?[*_]*\s*[:\uff1a\u2013\u2014-]?[*_]*(?P<title>.*)", re.IGNORECASE
)
_OF_NUMBER = re.compile(r"\W*proposition\s+#?([0-9]{1,9})\b", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:rule\s+)?(?P<id>[0-9][\w.]*?)\.?(?:\s*[-–—:]\s+|\s+|\Z)(?P<title>.*)", re.IGNORECASE | re.DOTALL
)
_IN_BRACKETS = re.compile(r"\((.*)\)", re.DOTALL)
_ORDER = re.compile(r"\s*(?:the\s+)?(?:new\s+)?(?:turn\s+)?order\s*:\s*(?=\S)", re.IGNORECASE)
_RULE = re.compile(r"\Arule\s+(?=\S)", re.IGNORECASE)
_LONGEST_NAME = 4_000
_HIGHEST_ID = 999_999_999
"""No higher ID can be given to a rule; those found as next numbers may be."""


class Reading(NamedTuple):
    """What a message proposes: its title ("": none) and its changes in order; ``code`` is why it is none that can be voted on.

    ``remarks`` are lines behind its changes that are none of them; ``number`` is the number by which it begins (0: none).
    """

    title: str
    changes: list[Change]
    code: str = ""
    why: str = ""
    remarks: tuple[str, ...] = ()
    number: int = 0


@rule("COUP-075", "COUP-076")
def read(text: str, rules: Rules, on_order: Collection[int] = (), by_ids: Callable[[str], str] = str) -> Reading | None:
    """What a message proposes, its rules looked up; None for talk, which has neither a type nor a heading.

    What is said of the turn order, in the rules of the keys ``on_order``, is told ``by_ids`` instead of names, as those rules are.
    """
    if not is_proposition(text):
        return None
    if len(text) > LONGEST_BODY:
        return Reading("", [], "unclear", "it is longer than a message can be")
    talk, found = typed_changes(text)
    title = next((match["title"].strip(' *_“”"') for line in talk if (match := _HEADING.match(line))), "")
    if not found:
        number, why = _OF_NUMBER.match(text), "no line says the type of a change: “Type: Content Edit”, say"
        return Reading(title, [], "no_type", why, number=int(number[1]) if number else 0)
    contents = {each.key: each.content for each in rules.values()}
    changes = [_change(each, rules, contents, on_order, by_ids) for each in found]
    remarks = tuple(line for each in found for line in each.remarks)
    if any(not change.code for change in changes):
        return Reading(title, changes, remarks=remarks)
    return Reading(title, changes, changes[0].code, changes[0].why, remarks)


@rule("COUP-100")
def form_of(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    """The type of each change that a text says, with the names of its fields: no spelling changes these."""
    changes = typed_changes(text)[1]
    return [(each.type or each.said_type.casefold(), tuple(sorted(each.fields)), each.doubled) for each in changes]


@rule("COUP-087", "COUP-094")
def _change(
    said: TypedChange,
    rules: Rules,
    contents: dict[int, str],
    on_order: Collection[int],
    by_ids: Callable[[str], str],
) -> Change:
    """A change with what its type needs, or with the code that says what is missing; ``contents`` go on as it leaves them."""
    change = Change(type=_TYPES.get(said.type, said.said_type[:60]))
    try:
        _check_form(said)
        _READERS[change.type](change, said.fields, rules)
        if change.is_order or change.key in on_order:
            change.text, change.old = by_ids(change.text), by_ids(change.old) if change.old else change.old
        if change.type in (CONTENT_EDIT, APPENDICATION):
            contents[change.key] = edited_content(contents[change.key], change)
    except Refused as reason:
        change.code, change.why = reason.code, reason.text
    return change


def _check_form(said: TypedChange) -> None:
    require(said.said_type, "no_type", "the type of the change is not said")
    require(said.type, "bad_type", f"“{said.said_type[:60]}” is no type of change: {', '.join(TYPES)}")
    require(not said.doubled, "unclear", f"{said.doubled} is said twice")
    require(not said.foreign, "unclear", f"{_TYPES[said.type]} has no field {', '.join(said.foreign)}")


@rule("COUP-086")
def _text(fields: Mapping[str, str], name: str) -> str:
    """What a field says; "" where it says nothing that anybody can see."""
    text = unquoted(fields.get(name, ""))
    return text if without_invisible(plain(text)).strip() else ""


def _needed(text: str, name: str) -> str:
    return text if text.strip() else refuse("missing_parameter", f"{name} is not given")


# --- each type --------------------------------------------------------------------------------------------------------


@rule("COUP-088", "COUP-089")
def _addition(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    """An Addition needs content; its title, its ID path and its parent may be left out."""
    change.title, change.text = " ".join(_text(fields, "title").split()), _text(fields, "content")
    require(change.text.strip(), "no_content", "a new rule needs content")
    said, under = unquoted(fields.get("id", "")).strip(), unquoted(fields.get("under", "")).strip()
    change.path = _id_path(said) if said else ""
    if under:
        _bind_parent(change, under, rules)
        is_below = parent_of(change.path) in ("", change.under)
        require(is_below, "paths_disagree", f"{said} does not stand below {under}")


def _bind_parent(change: Change, under: str, rules: Rules) -> None:
    """Bind an Addition to the parent that it names, which an earlier change of the proposition may still add."""
    change.under = id_path_of(_RULE.sub("", under))
    if change.under not in rules:
        try:
            change.under = named_rule(rules, under)
        except Refused:
            require(change.under, "parent_missing", f"there is no rule {under[:80]} to stand below")
    change.under_key = rules[change.under].key if change.under in rules else 0


def _content_edit(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    """A Content Edit says the whole new content, or what is replaced with what."""
    _bind(change, fields, rules)
    said = fields.keys() & {"content", "replace", "with"}
    if "content" in said:
        require(len(said) == 1, "unclear", "it has both the whole new content and a replacement")
        change.text = _text(fields, "content")
    else:
        require(len(said) == 2, "missing_parameter", "it needs Content, or Replace and With")
        change.old = _needed(unquoted(fields["replace"]), "what Replace replaces")
        change.text = _text(fields, "with")


def _id_edit(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    _bind(change, fields, rules)
    change.path = _id_path(_needed(unquoted(fields.get("new id", "")).strip(), "New ID"))


def _title_edit(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    _bind(change, fields, rules)
    change.title = _needed(" ".join(_text(fields, "new title").split()), "New title")


def _appendication(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    _bind(change, fields, rules)
    change.text = _text(fields, "content")
    require(change.text.strip(), "no_content", "Content says nothing to append")


def _miscellaneous(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    """A Miscellaneous Change says what people are to do; one that begins with ``Turn order:`` is a new order (COUP-025)."""
    said = _needed(_text(fields, "change") or _text(fields, "content"), "what is to be done")
    if fields.get("rule", "").strip():
        _bind(change, fields, rules)
    order = _ORDER.match(said)
    change.is_order, change.text = order is not None, said[order.end() :] if order else said


# --- rules by their names ---------------------------------------------------------------------------------------------


def _id_path(said: str) -> str:
    found = id_path_of(_RULE.sub("", said))
    if not found or max(map(int, found.split("."))) > _HIGHEST_ID:
        refuse("missing_parameter", f"“{said[:60]}” is no ID path: whole numbers of at least 1, as in 4.6.3")
    return found


def _bind(change: Change, fields: Mapping[str, str], rules: Rules) -> None:
    """Bind a change to the rule that it names now (COUP-093)."""
    said = _needed(unquoted(fields.get("rule", "")).strip(), "which rule is meant")
    change.rule, change.named = named_rule(rules, said), " ".join(said.split())[:200]
    change.key = rules[change.rule].key


@rule("COUP-092")
def named_rule(rules: Rules, said: str) -> str:
    """The rule with an ID path, a title path, or both; behind its ID path its last title is enough, also in brackets.

    Refuses with the code unknown_rule or paths_disagree where there is none.
    """
    words = " ".join(said[:_LONGEST_NAME].split())
    found = _NAMED.fullmatch(words)
    path = id_path_of(found["id"]) if found else ""
    title = _bare_title(found["title"]) if found else ""
    by_title = titled(rules, title) if title else ""
    if path in rules and (not title or title_key(title) == title_key(rules[path].title) or by_title == path):
        return path
    whole = titled(rules, unquoted(_RULE.sub("", words)))
    if not whole and (path in rules or (path and by_title)):
        called = f"rule {path} is {rules[path].title or 'untitled'}" if path in rules else "no rule has that ID path"
        refuse("paths_disagree", f"“{words[:80]}”: {called}")
    return whole or refuse("unknown_rule", f"there is no rule “{words[:80]}”")


def _bare_title(said: str) -> str:
    in_brackets = _IN_BRACKETS.fullmatch(said.strip())
    return unquoted(in_brackets[1] if in_brackets else said)


_READERS: Mapping[str, Callable[[Change, Mapping[str, str], Rules], None]] = {
    ADDITION: _addition,
    CONTENT_EDIT: _content_edit,
    ID_EDIT: _id_edit,
    TITLE_EDIT: _title_edit,
    DELETION: _bind,
    APPENDICATION: _appendication,
    MISCELLANEOUS: _miscellaneous,
}
_TYPES = {type.lower(): type for type in TYPES}


_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SMALL_WORDS = re.compile(r"\b(?:an?|the)\b ?")
"""Words that grammar may want or not want."""


def words_in(text: str) -> list[str]:
    """The words of a text and its other signs, without the layout."""
    return _WORD.findall(text)


def differences(before: str, after: str) -> list[tuple[str, str]]:
    """The words of a text that differ, each time with what another has instead."""
    old, new = words_in(before), words_in(after)
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [(old[start:end], new[from_:to]) for kind, start, end, from_, to in steps if kind != "equal"]
    return [(" ".join(was), " ".join(now)) for was, now in changed]


def is_respelled(was: str, now: str, closeness: float) -> bool:
    """Whether words differ from others in spelling and grammar at most: much like those before, and no number.

    ``closeness`` is how alike, from 0 to 1, words in each other's place must be.
    """
    if re.search(r"\d", was + now):
        return False
    old, new = (_SMALL_WORDS.sub("", words.casefold()).strip() for words in (was, now))
    has_letters = re.search(r"\w", old + new) is not None
    return not has_letters or SequenceMatcher(None, old, new, autojunk=False).ratio() >= closeness


_LONGEST = 200
_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.](?=\d)[^.!?;\n]*)*")
_NOT = re.compile(r"\b(?:no|not|never|nothing|none|without|neither|nor|unless|\w+n[’']t)\b", re.IGNORECASE)
_ITSELF = r"(?:proposition|proposal|changes?|edits?|amendments?|additions?|deletions?)"
_THEN = r"(?:from|since|as of|as from|until|once|when|after|before|at|on|in|only|retroactive(?:ly)?)"
_BACKWARDS = re.compile(
    r"\bretro(?:active|spective)(?:ly)?\b|\bex post facto\b|\bback-?dat(?:e|es|ed|ing)\b"
    r"|\b(?:appl(?:y|ies)|extends?|counts?|holds?) (?:\w+ ){0,2}(?:to|for) (?:\w+ ){0,2}(?:past|earlier|previous|running)\b"
    r"|\bas if (?:it|they|this|these|the \w+) (?:had|were|was) (?:always |already )?(?:been|held|in (?:effect|force|place)|adopted|made|passed)\b",
    re.IGNORECASE,
)
"""That something bears on what was before."""
_FROM_WHEN = re.compile(
    rf"\b(?:this|these|the|its|all|both|that)\b(?: \w+)? {_ITSELF}\b[^.]{{0,40}}?\b(?:holds?|appl(?:y|ies)|counts?|begins?|starts?|lasts?"
    rf"|(?:is|are|be|becomes?|has|have|takes?|comes?|goes?|go|come|in|into|took|had)(?: in| into)? (?:valid|effect|effective|force))"
    rf" (?:\w+ ){{0,2}}?{_THEN}\b"
    r"|\b(?:with effect (?:from|as of|since)|(?:effective|in (?:effect|force)) (?:from|since|as of|as from)|as of (?:yesterday|last|the))\b",
    re.IGNORECASE,
)
"""From or until when a proposition holds."""
_AT_ADOPTION = re.compile(
    r"\b(?:adoption|adopted|passage|passed|passes|now|immediately|at once|today)\b", re.IGNORECASE
)


@rule("COUP-097")
def says_from_when(rules: Rules, proposition: Proposition) -> str:
    """The first sentence by which a proposition, about to be adopted, may say that it holds from another time than its adoption; "" for none.

    It is looked for around the changes, and in their new texts but for sentences that stand in the rules already.
    """
    lines = typed_changes(proposition.text)[0]
    around = "\n".join(line for line in lines if not line.lower().lstrip("#*_ ").startswith("proposition"))
    said = [(around, "")]
    for change in proposition.proposed:
        path = path_of(rules, change.key)
        said += [(change.text, rules[path].content if path else "")] if not change.code else []
    sentences = (each.strip() for text, known in said for each in _SENTENCE.findall(text) if each.strip() not in known)
    return next((each[:_LONGEST] for each in sentences if _is_otherwise(each)), "")


def _is_otherwise(sentence: str) -> bool:
    if _BACKWARDS.search(sentence):
        return _NOT.search(sentence) is None
    return _FROM_WHEN.search(sentence) is not None and _AT_ADOPTION.search(sentence) is None
