"""Propositions as they are written: the changes that a message proposes, each bound to the rules that it names, or why it is incomplete."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tracker.core.rule import rule as clause
from tracker.mechanics.chat_text import plain, without_invisible
from tracker.mechanics.proposal_text import LONGEST_BODY
from tracker.mechanics.propositions import TypedChange, is_proposition, typed_changes, unquoted

from .rule_changes import (
    ADDITION,
    APPENDICATION,
    CONTENT_EDIT,
    DELETION,
    ID_EDIT,
    MISCELLANEOUS,
    TITLE_EDIT,
    Change,
    NotMade,
    edited_content,
)
from .rule_paths import Rule, RuleTree, at_path, id_path, id_path_of, title_key, titled, written

_HEADING = re.compile(
    r"\s*[#*_]*\s*proposition\b\s*(?:#?[0-9]+\b)?[*_]*\s*[:\uff1a\u2013\u2014-]?[*_]*(?P<title>.*)", re.IGNORECASE
)
_OF_NUMBER = re.compile(r"\W*proposition\s+#?([0-9]{1,9})\b", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:rule\s+)?(?P<id>[0-9][\w.]*?)\.?(?:\s*[-–—:]\s+|\s+|\Z)(?P<title>.*)", re.IGNORECASE | re.DOTALL
)
_ORDER = re.compile(r"\s*(?:the\s+)?(?:new\s+)?(?:turn\s+)?order\s*:\s*(?=\S)", re.IGNORECASE)
_RULE = re.compile(r"\Arule\s+(?=\S)", re.IGNORECASE)
_LONGEST_NAME = 4_000
_HIGHEST_ID = 999_999_999
"""No higher ID can be given to a rule; those found as next numbers may be."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a message proposes: its title ("": none) and its changes in order; ``code`` is why it is none that can be voted on.

    ``remarks`` are lines behind its changes that are none of them. ``number`` is the number by which it begins (0: none).
    """

    title: str
    changes: tuple[Change, ...]
    code: str = ""
    why: str = ""
    remarks: tuple[str, ...] = ()
    number: int = 0


class _Incomplete(Exception):  # noqa: N818  (it is what is amiss with a change, no error of ours)
    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


@clause("COUP-075", "COUP-076")
def read(text: str, tree: RuleTree, contents: Mapping[int, str]) -> Reading | None:
    """What a message proposes, its rules looked up in the tree; None for talk, which has neither a type nor a heading.

    ``contents`` are contents that the rules of some keys have instead of what the tree says. Any text is read without raising.
    """
    if not is_proposition(text):
        return None
    if len(text) > LONGEST_BODY:
        return Reading("", (), "unclear", "it is longer than a message can be")
    talk, found = typed_changes(text)
    title = next((match["title"].strip(' *_“”"') for line in talk if (match := _HEADING.match(line))), "")
    if not found:
        number, why = _OF_NUMBER.match(text), "no line says the type of a change: “Type: Content Edit”, say"
        return Reading(title, (), "no_type", why, number=int(number[1]) if number else 0)
    written_so_far = dict(contents)
    changes = tuple(_change(each, tree, written_so_far) for each in found)
    remarks = tuple(line for each in found for line in each.remarks)
    if any(change.is_complete for change in changes):
        return Reading(title, changes, remarks=remarks)
    return Reading(title, changes, changes[0].code, changes[0].why, remarks)


@clause("COUP-100")
def form_of(text: str) -> tuple[object, ...]:
    """The type of each change that a text says, with the names of its fields: no spelling changes these."""
    changes = typed_changes(text)[1]
    return tuple((each.type or each.said_type.casefold(), tuple(sorted(each.fields)), each.doubled) for each in changes)


@clause("COUP-100")
def said_by(text: str) -> tuple[object, ...]:
    """What a text says in each field of its changes, by their lines where these matter."""
    return tuple(tuple(sorted(_laid_out(*each) for each in change.fields.items())) for change in typed_changes(text)[1])


def _laid_out(name: str, value: str) -> tuple[str, tuple[str, ...]]:
    said = unquoted(value)
    return name, tuple(line.rstrip() for line in said.split("\n")) if name in _WHOLE_TEXTS else tuple(said.split())


_WHOLE_TEXTS = ("content", "replace", "with", "change")
"""The fields of which every line is read as it stands."""


@clause("COUP-087", "COUP-094")
def _change(said: TypedChange, tree: RuleTree, contents: dict[int, str]) -> Change:
    """A change with what its type needs, or with the code that says what is missing; contents go on as it leaves them."""
    change = Change(_KINDS.get(said.type, said.said_type[:60]), said.words)
    try:
        _check_form(said)
        _READERS[said.type](change, said.fields, tree)
        if change.rule and change.kind in (CONTENT_EDIT, APPENDICATION):
            before = contents.get(change.rule, tree.rules[change.rule].content)
            contents[change.rule] = edited_content(before, change)
    except (_Incomplete, NotMade) as reason:
        change.code, change.why = reason.code, reason.why
    return change


def _check_form(said: TypedChange) -> None:
    if not said.said_type:
        raise _Incomplete("no_type", "the type of the change is not said")
    if not said.type:
        raise _Incomplete("bad_type", f"“{said.said_type[:60]}” is no type of change: {', '.join(_KINDS.values())}")
    if said.doubled:
        raise _Incomplete("unclear", f"{said.doubled} is said twice")
    if said.foreign:
        raise _Incomplete("unclear", f"{_KINDS[said.type]} has no field {', '.join(said.foreign)}")


@clause("COUP-086")
def _text(fields: Mapping[str, str], name: str) -> str:
    """What a field says; "" where it says nothing that anybody can see."""
    text = unquoted(fields.get(name, ""))
    return text if without_invisible(plain(text)).strip() else ""


# --- each type --------------------------------------------------------------------------------------------------------


@clause("COUP-088", "COUP-089")
def _addition(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    """An Addition needs content; its title, its ID path and its parent may be left out."""
    change.title = " ".join(_text(fields, "title").split())
    change.text = _text(fields, "content")
    if not change.text.strip():
        raise _Incomplete("no_content", "a new rule needs content")
    said, under = unquoted(fields.get("id", "")).strip(), unquoted(fields.get("under", "")).strip()
    path = _id_path(said) if said else ()
    if under:
        parent = _under(change, under, tree)
        if len(path) > 1 and path[:-1] != parent:
            raise _Incomplete("paths_disagree", f"{said} does not stand below {under}")
    change.place = written(path[-1:] if under else path)


def _under(change: Change, under: str, tree: RuleTree) -> tuple[int, ...]:
    """Bind an Addition to the parent that it names, which an earlier change of the proposition may still add."""
    change.under_path = under
    try:
        rule = named_rule(tree, under)
    except _Incomplete as reason:
        path = id_path_of(_number(under))
        if path is None or reason.code == "paths_disagree":
            raise _Incomplete("parent_missing", f"there is no rule {under[:80]} to stand below") from None
        change.under_path = written(path)
        return path
    change.under = rule.key
    return id_path(tree, rule)


def _number(named: str) -> str:
    found = _NAMED.fullmatch(named)
    return found["id"] if found else ""


def _content_edit(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    """A Content Edit says the whole new content, or what is replaced with what."""
    _bind(change, fields, tree)
    if "content" in fields:
        if "replace" in fields or "with" in fields:
            raise _Incomplete("unclear", "it has both the whole new content and a replacement")
        change.text = _text(fields, "content")
        return
    if "replace" not in fields or "with" not in fields:
        raise _Incomplete("missing_parameter", "it needs Content, or Replace and With")
    change.old, change.text = unquoted(fields["replace"]), _text(fields, "with")
    if not change.old:
        raise _Incomplete("missing_parameter", "Replace does not say what is replaced")


def _id_edit(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    _bind(change, fields, tree)
    said = unquoted(fields.get("new id", "")).strip()
    if not said:
        raise _Incomplete("missing_parameter", "New ID is not given")
    change.place = written(_id_path(said))


def _title_edit(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    _bind(change, fields, tree)
    change.title = " ".join(_text(fields, "new title").split())
    if not change.title:
        raise _Incomplete("missing_parameter", "New title is not given")


def _deletion(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    _bind(change, fields, tree)


def _appendication(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    _bind(change, fields, tree)
    change.text = _text(fields, "content")
    if not change.text.strip():
        raise _Incomplete("no_content", "Content says nothing to append")


def _miscellaneous(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    """A Miscellaneous Change says what people are to do; one that begins with ``Turn order:`` is a new order."""
    said = _text(fields, "change") or _text(fields, "content")
    if not said.strip():
        raise _Incomplete("missing_parameter", "Change does not say what is to be done")
    if fields.get("rule", "").strip():
        _bind(change, fields, tree)
    order = _ORDER.match(said)
    change.is_order, change.text = order is not None, said[order.end() :] if order else said


_READERS: Mapping[str, Callable[[Change, Mapping[str, str], RuleTree], None]] = {
    "addition": _addition,
    "content edit": _content_edit,
    "id edit": _id_edit,
    "title edit": _title_edit,
    "deletion": _deletion,
    "content appendication": _appendication,
    "miscellaneous change": _miscellaneous,
}
_KINDS: Mapping[str, str] = {
    kind.lower(): kind for kind in (ADDITION, CONTENT_EDIT, ID_EDIT, TITLE_EDIT, DELETION, APPENDICATION, MISCELLANEOUS)
}


# --- rules by their names ---------------------------------------------------------------------------------------------


def _id_path(said: str) -> tuple[int, ...]:
    found = id_path_of(_RULE.sub("", said))
    if found is None or max(found) > _HIGHEST_ID:
        raise _Incomplete("missing_parameter", f"“{said[:60]}” is no ID path: whole numbers of at least 1, as in 4.6.3")
    return found


def _bind(change: Change, fields: Mapping[str, str], tree: RuleTree) -> None:
    """Bind a change to the rule that it names now (COUP-093)."""
    said = unquoted(fields.get("rule", "")).strip()
    if not said:
        raise _Incomplete("missing_parameter", "Rule does not say which rule is meant")
    rule = named_rule(tree, said)
    change.rule, change.path = rule.key, " ".join(said.split())[:200]


@clause("COUP-092")
def named_rule(tree: RuleTree, said: str) -> Rule:
    """The rule with an ID path, a title path, or both; behind its ID path its last title is enough.

    Raises an exception with the ``code`` unknown_rule or paths_disagree and a ``why`` where there is none.
    """
    words = " ".join(said[:_LONGEST_NAME].split())
    found = _NAMED.fullmatch(words)
    path = id_path_of(found["id"]) if found else None
    by_id = at_path(tree, path) if path else None
    title = unquoted(found["title"]) if found else ""
    if by_id and (not title or title_key(title) == title_key(by_id.title) or by_id in titled(tree, title)):
        return by_id
    if by_title := titled(tree, unquoted(_RULE.sub("", words))):
        return by_title[0]
    if by_id or (path and titled(tree, title)):
        called = f"rule {written(path or ())} is {by_id.title or 'untitled'}" if by_id else "no rule has that ID path"
        raise _Incomplete("paths_disagree", f"“{words[:80]}”: {called}")
    raise _Incomplete("unknown_rule", f"there is no rule “{words[:80]}”")


def rule_named(tree: RuleTree, said: str) -> Rule | str:
    """The rule that words name, or the code that says why none is: for announcements that name rules (COUP-091)."""
    try:
        return named_rule(tree, said)
    except _Incomplete as reason:
        return reason.code
