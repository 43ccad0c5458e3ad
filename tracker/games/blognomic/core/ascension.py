"""Core Rules, Victory and Ascension: what an Ascension Address says, and the reset of the ruleset that it calls for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracker.core.clause import wording_digests
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.instants import iso
from tracker.core.leaning import Reason, remembered
from tracker.core.rule import rule
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import DYNASTIC, PREAMBLE, SPECIAL_CASE
from tracker.games.blognomic.special_case.special_case import (
    RULES,
    status_in_title,
    statuses_in_address,
    statuses_in_doubt,
)
from tracker.games.blognomic.state import Address, Post
from tracker.mechanics.differences import EXCERPT
from tracker.mechanics.html_reading import plain_text
from tracker.mechanics.ruleset.ruletree import bare_title, title_key
from tracker.mechanics.ruleset.terms import Renaming, Term, plural_of, plurals_of

from .address_rules import BETWEEN, END, LEAD, rules_in, sentences

CONFIRM, SAME_WORD = "address", "same-keywords"
"""Topics of the questions: whether an address was read rightly, and whether two terms may become one word."""

KEYWORDS = {"player_word": "Player", "emperor_word": "Emperor"}
"""The words for player and head of the dynasty: the parameter that holds each, and its name in every dynasty."""

_CHANGE = re.compile(
    r"(?i:\b(?:chang|replac|renam|substitut|becom|swap|terms?\b|keywords?\b|called\b|known\b))|→|->|=>"
)
_BLOCK_END = re.compile(r"</(?:p|li|h\d|div|tr)\s*>|<br\s*/?>", re.IGNORECASE)
_LINE_BREAK = "\ue000"
"""What stands for the end of a line while the words of a fragment of HTML are read."""
_WORD = r"[A-Z][\w’'-]*"
_NOT_A_TERM = (
    r"(?!(?:Keep|Repeal|Set|Change|Replace|Theme|All|And|Retain|The|Rules?|In|For|With|When|This|Please|Also)\b)"
)
_PHRASE = rf"(?-i:{_NOT_A_TERM}{_WORD}(?:\s+(?:(?:of|de|du|la|le|van|von)\s+(?:the\s+)?)?{_NOT_A_TERM}{_WORD}){{0,3}})"
_NEW = (
    r"[\"“‘]?(?P<NAME>(?<=[\"“‘])[^\"“”‘’]{1,40}"
    rf"|{_PHRASE}|(?!(?:something|anything|either|be)\b)[a-z][\w’-]*)[\"”’]?"
)
"""The new word; NAME stands for the group's name."""
_LINK = (
    r"[\"”’]?\s*(?:(?:will|shall|should|is|are|be|now|replaced|changed|renamed|known|everywhere)\s+)*"
    r"(?:to|with|by|into|as|becomes?|called|→|->|=>)\s+(?:(?:the\s+)?(?:term|word)s?\s+|(?:the|an?)\s+)?"
)
_PLURAL = (
    r"(?:\s*[,(]\s*(?:or\s+|and\s+)?(?:(?:with\s+(?:the\s+)?)?(?:plural(?:\s+form)?|pl\.)\s*(?:is|being|[:,])?\s*[\"“‘]?"
    r"(?P<plural>[^\"“”()’.,;]{1,40}?)[\"”’]?|[\"“‘]?(?P<form>[^\"“”()’.,;]{1,40}?)[\"”’]?\s+(?:when|if|in\s+the|for\s+the|as\s+the)"
    r"\s+(?:it\s+is\s+)?plural)\)?)?"
)
_PLACE = (
    r"(?:,?\s+(?:(?:in|throughout|across)\s+(?:(?:the|all|entire|whole|our)\s+)*(?:ruleset|rules|text)|everywhere|throughout|respectively|as\s+well|too"
    r"|for\s+this\s+dynasty))?"
)
_OF_THEM = r"(?:(?:the|all|every|each|instances?|occurrences?|of|words?|terms?|keywords?)\s+)*[\"“‘]?"
_VERB = rf"(?:throughout\s+the\s+ruleset,\s+)?{LEAD}(?:(?:chang|replac|renam|substitut)\w*\s+)?{_OF_THEM}"
_OTHER_ORDER = re.compile(rf"{LEAD}(?:keep|retain|repeal|set|mak|deactivat|the\s+theme|(?:all|every)\b)", re.IGNORECASE)
_NOBODY = frozenset({"none", "nothing", "nobody", "null", "tbd"})
"""Words that say there is no such term, rather than what it is."""
_TERM = re.compile(r"[^\W_](?:[\w’'-]|\s(?=\S)){0,39}")
_THEMES = (
    re.compile(
        r"\btheme\b(?:\s+(?:of|for)\s+[^.:;]{0,60}?)?\s*(?:\b(?:is|will be|shall be)\b|[:=]|\s[–-]\s)\s*(?P<theme>[^.!?;\n]+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bdynasty\b[^.!?;]{0,40}?\b(?:is|will be|shall be)\s+(?:about|set in|based on|themed\s+\w+)\s+(?P<theme>[^.!?;\n]+)",
        re.IGNORECASE,
    ),
)
_GAMESTATE_PAGE = re.compile(
    r"\bgamestate(?:\s+tracking)?\s+page\b[^.:;\"“\[]{0,60}?(?:\b(?:is|will be|shall be|to|called|named)\b|:)\s*"
    r"(?:the\s+(?:wiki\s+)?(?:page\s+)?)?(?:[\"“]|\[\[)?(?P<page>[^.;\"”\[\]{}|<>#\n]{1,80})",
    re.IGNORECASE,
)
_NAMED_BLOCK = r"[\"“]?[A-Z][\w’'-]*(?:[ ][\w’'-]+){0,4}?[\"”]?"
_BETWEEN_BLOCKS = r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*\n\s*(?:[-*•]\s*)?)"
_BLOCKS = re.compile(
    r"[Bb]uilding\s+[Bb]locks?\b[^.:;\n]{0,60}?(?:\b(?:are|is|will\s+be|shall\s+be)\b\s*:?|:)\s*(?:[-*•]\s*)?(?:the\s+)?"
    rf"(?P<blocks>{_NAMED_BLOCK}(?:{_BETWEEN_BLOCKS}{_NAMED_BLOCK})*)(?=\s*(?:[.;]|\n|$))"
)


@dataclass(frozen=True, slots=True)
class TermChange:
    """One of the two terms changed: the parameter that holds it, the word now and the new one with its plural, if told."""

    name: str
    old: str
    new: str
    plural: str = ""


@dataclass(frozen=True, slots=True)
class AddressReading:
    """What an Ascension Address says, as far as it can be read; people confirm it (BN-092).

    ``keep`` are the names of dynastic rules to be kept; with ``keeps_all`` every rule is kept but those in ``repeal``.
    ``inactive`` are the Special Case rules that it sets inactive; every other one becomes active.
    """

    theme: str = ""
    terms: tuple[TermChange, ...] = ()
    keep: tuple[str, ...] = ()
    keeps_all: bool = False
    repeal: tuple[str, ...] = ()
    inactive: tuple[str, ...] = ()
    gamestate_page: str = ""
    blocks: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As the gamestate shows it."""
        terms = {term.old: [term.new, term.plural] if term.plural else [term.new] for term in self.terms}
        return {
            "theme": self.theme,
            "terms": terms,
            "keep": "all" if self.keeps_all else list(self.keep),
            "repeal": list(self.repeal),
            "inactive": list(self.inactive),
            "gamestate_page": self.gamestate_page,
            **({"blocks": list(self.blocks)} if self.blocks else {}),
        }


@rule("BN-092", "BN-166")
def read_address(
    text: str, words: Mapping[str, str], rules: Sequence[str] = (), special_cases: Sequence[str] = RULES
) -> AddressReading:
    """Read an address's plain text.

    ``words`` are the terms now (``player_word``, ``emperor_word``), ``rules`` the titles of the dynastic rules and
    ``special_cases`` those of the Special Case rules, as far as they are known.
    """
    text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    terms, doubts = _terms(text, words)
    doubts += [f"not understood: {said[:EXCERPT]}" for said in statuses_in_doubt(text, tuple(special_cases))]
    said = rules_in(text, rules)
    doubts += [doubt[:EXCERPT] for doubt in said.doubts]
    if said.repeal and not said.keep and not said.keeps_all:
        names = ", ".join(said.repeal)
        doubts.append(f"it lists rules to repeal ({names}) and none to keep: every other one is repealed too")
    doubts += _alike(terms, words)
    statuses = statuses_in_address(text, tuple(special_cases))[0]
    page = _GAMESTATE_PAGE.search(text)
    return AddressReading(
        theme=_theme(text),
        terms=tuple(terms),
        keep=tuple(said.keep),
        keeps_all=said.keeps_all,
        repeal=tuple(said.repeal),
        inactive=tuple(name for name, is_active in statuses.items() if not is_active),
        gamestate_page=page["page"].strip() if page else "",
        blocks=blocks_in(text),
        doubts=tuple(doubts),
    )


@rule("BN-092", "BN26-032")
def blocks_in(text: str) -> tuple[str, ...]:
    """The building blocks that an address names for its dynasty, in its order; none where it leaves them as recommended."""
    found = _BLOCKS.search(text)
    listed = re.split(r"\s*(?:,|;|\n\s*[-*•]|\n|\band\b|&)\s*", found["blocks"]) if found else ()
    return tuple(name for part in listed if (name := part.strip(" \"“”'‘’*-•")))


def _theme(text: str) -> str:
    found = next(filter(None, (pattern.search(text) for pattern in _THEMES)), None)
    return found["theme"].strip()[:EXCERPT] if found else ""


# --- terms ------------------------------------------------------------------------------------------------------------


def _terms(text: str, words: Mapping[str, str]) -> tuple[list[TermChange], list[str]]:
    """The terms that the text changes, each once, and what is doubtful about them: a sentence is read where all of it is orders."""
    olds, found, doubts = _old_forms(words), dict[str, TermChange](), list[str]()
    for sentence in map(str.strip, sentences(text)):
        changes = _changes_in(sentence, olds)
        if changes is None and _speaks_of(sentence, olds):
            doubts.append(f"not understood: {sentence[:EXCERPT]}")
        for old, new, plural in changes or ():
            name, is_plural = olds[old.casefold()]
            known = found.get(name)
            if not _TERM.fullmatch(new) or new.casefold() in _NOBODY:
                doubts.append(f"{new!r} cannot be a term")
            elif is_plural and known is None:
                doubts.append(f"only the plural {new} is told")
            elif is_plural and known is not None:
                found[name] = replace(known, plural=known.plural or new)
            elif known is not None and known.new.casefold() != new.casefold():
                doubts.append(f"{known.old} is changed to {known.new} and to {new}; the first is taken")
            else:
                found[name] = TermChange(name, words[name], new, plural)
    return list(found.values()), doubts


def _changes_in(sentence: str, olds: Iterable[str]) -> list[tuple[str, str, str]] | None:
    """The old and new words, and the plurals told, of a sentence that changes terms, beside other orders at most; None for any other."""
    forms, found = _forms(tuple(olds)), list[tuple[str, str, str]]()
    first = re.search(r"\b(?:chang|replac|renam|substitut)", sentence, re.IGNORECASE)
    at = (
        first.start()
        if first and _OTHER_ORDER.match(sentence) and not _names_any(sentence[: first.start()], olds)
        else 0
    )
    while at < len(sentence):
        change = next(filter(None, (form.match(sentence, at) for form in forms)), None)
        if change is None:
            is_other = _OTHER_ORDER.match(sentence, at) and not _names_any(sentence[at:], olds)
            return found if found and is_other else None
        told = change.groupdict()
        found.append((told["old"], told["new"].strip(), (told.get("plural") or told.get("form") or "").strip()))
        found += [(told["two"], told["second"].strip(), "")] if "two" in told else []
        between = BETWEEN.match(sentence, change.end())
        at = between.end() if between else change.end()
    return found


@remembered(maxsize=64)
def _forms(olds: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """How a change of a term is said: of two with their new words in the same order, or of one."""
    old = "|".join(sorted(map(re.escape, olds), key=lambda form: -len(form)))
    new, second = _NEW.replace("NAME", "new"), _NEW.replace("NAME", "second")
    two = rf"(?P<old>{old})[\"”’]?\s+and\s+[\"“‘]?(?P<two>{old}){_LINK}{new}\s+and\s+{second}"
    one = rf"(?P<old>{old}){_LINK}{new}{_PLURAL}"
    return tuple(re.compile(f"{_VERB}{said}{_PLACE}{END}", re.IGNORECASE) for said in (two, one))


def _speaks_of(sentence: str, olds: Iterable[str]) -> bool:
    """Whether a sentence may change a term: it says so, or what the term is now with a capital letter, or that there is none."""
    words = "|".join(map(re.escape, olds))
    is_said = rf"\b(?i:{words})\b[\"”’]?(?:\s+(?:is|are|will\s+be|shall\s+be)\s+(?:\w+\s+)?|\s*[:=–—-]\s*)[\"“‘]?[A-Z]"
    is_none = rf"\b(?i:no|without\s+an?)\s+(?i:{words})\b"
    return _names_any(sentence, olds) and re.search(rf"{_CHANGE.pattern}|{is_said}|{is_none}", sentence) is not None


def _alike(terms: Sequence[TermChange], words: Mapping[str, str]) -> list[str]:
    """That a term becomes a word which the other one bears, or will bear, too."""
    after = {name: [Term(word)] for name, word in words.items()}
    after.update({term.name: [Term(term.new, term.plural)] for term in terms})
    forms = {
        name: {form.casefold() for term in (*now, Term(KEYWORDS[name])) for form in (term.singular, *plurals_of(term))}
        for name, now in after.items()
    }
    return [
        f"{term.old} becomes {term.new}, which the other term is called too"
        for term in terms
        for name, others in forms.items()
        if name != term.name
        and {term.new.casefold(), *map(str.casefold, plurals_of(Term(term.new, term.plural)))} & others
    ]


def _names_any(sentence: str, olds: Iterable[str]) -> bool:
    return re.search(rf"\b(?:{'|'.join(map(re.escape, olds))})\b", sentence, re.IGNORECASE) is not None


def _old_forms(words: Mapping[str, str]) -> dict[str, tuple[str, bool]]:
    """Every form of the terms now, folded -> the parameter, and whether it is a plural; Player and Emperor mean them too."""
    forms: dict[str, tuple[str, bool]] = {}
    for name, word in words.items():
        for term in (Term(word), Term(KEYWORDS[name])):
            forms.setdefault(term.singular.casefold(), (name, False))
            for plural in plurals_of(term):
                forms.setdefault(plural.casefold(), (name, True))
    return forms


# --- what it comes to -------------------------------------------------------------------------------------------------


def words_of(post: Post) -> str:
    """A post's own words with its lines kept apart, which may be all that ends a sentence."""
    if not post.html:
        return post.body
    marked = _BLOCK_END.sub(lambda found: _LINE_BREAK + found[0], post.html.replace(_LINE_BREAK, ""))
    return plain_text(marked).replace(_LINE_BREAK, "\n")


@rule("BN-093")
def renamings(reading: AddressReading) -> list[Renaming]:
    """The replacements of terms that a reading calls for."""
    return [Renaming(Term(term.old), Term(term.new, term.plural)) for term in reading.terms if term.new != term.old]


@rule("BN-105")
def same_keywords(reading: AddressReading, words: Mapping[str, str]) -> str:
    """The one word that both terms would be after the address; "" where they stay apart."""
    after = {**words, **{term.name: term.new for term in reading.terms}}
    same = {word.casefold() for word in after.values()}
    return next(iter(after.values())) if reading.terms and len(after) > 1 and len(same) == 1 else ""


def words_now(law: Law) -> dict[str, str]:
    """What player and head of the dynasty are called now, by parameter."""
    return {name: law.word(name) for name in KEYWORDS}


@rule("BN-092", "BN-105")
def hear_address(moment: Moment, post: Post) -> None:
    """A lawful address: keep what is needed to draft the reset, and note what it lacks or should not do."""
    state = moment.state
    words = words_now(moment.law)
    state.address = Address(
        post.slug,
        post.title,
        post.author,
        moment.when,
        post.observation,
        words_of(post),
        words,
        _dynastic_rules(moment),
        did=post.did,
    )
    reading = reading_of(moment, state.address)
    if not reading.theme:
        text = f"{post.title} names no theme for the dynasty that we can find"
        state.note("NO_THEME", "BN-092", text, post.observation, at=moment.when, subject=post.slug, is_note=True)
    same = same_keywords(reading, words)
    if same:
        text = f"{post.title} would make both {' and '.join(words.values())} the word {same}; a person decides first"
        state.note("SAME_KEYWORDS", "BN-105", text, post.observation, at=moment.when, subject=post.slug, is_note=True)


def _dynastic_rules(moment: Moment) -> list[str]:
    """Titles of the topmost dynastic rules that stood on the page, as far as it was seen."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    return [
        passage.path[1]
        for passage in shown.passages.values()
        if passage.hash and passage.path[0] == DYNASTIC and passage.path[1] != PREAMBLE and len(passage.path[1:]) == 1
    ]


def all_rules(moment: Moment, section: str) -> list[str]:
    """Titles of every rule and subrule that stands in a section of the page, as far as it was seen."""
    shown = moment.state.ruleset
    passages = shown.passages.values() if shown else ()
    found = (passage.path[-1] for passage in passages if passage.hash and passage.path[0] == section)
    return list(dict.fromkeys(title for title in found if title != PREAMBLE))


def reading_of(moment: Moment, address: Address) -> AddressReading:
    """The address as it reads now: its author may still mend it while its post is live."""
    did = _did_now(moment, address)
    if "address" in did:
        return _read_before(did["address"])
    text = _text_now(moment, address)
    special = [status_in_title(title)[0] for title in all_rules(moment, SPECIAL_CASE)]
    known = tuple(dict.fromkeys([*RULES, *moment.state.special_cases, *special]))
    rules = list(dict.fromkeys([*address.rules, *all_rules(moment, DYNASTIC)]))
    return read_address(text, address.words, rules, known)


def _text_now(moment: Moment, address: Address) -> str:
    post = moment.state.posts.get(address.slug)
    return words_of(post) if post else address.text


def _did_now(moment: Moment, address: Address) -> Mapping[str, Any]:
    post = moment.state.posts.get(address.slug)
    return post.did if post else address.did


def _read_before(record: Mapping[str, Any]) -> AddressReading:
    """What was read in an address before its words were redacted."""
    told: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in record.items()}
    return AddressReading(**{**told, "terms": tuple(TermChange(**term) for term in record["terms"])})


def _wording(moment: Moment, address: Address) -> str:
    did = _did_now(moment, address)
    return str(did["wording"]) if "wording" in did else wording_digests(_text_now(moment, address))


def is_confirmed(moment: Moment, address: Address) -> bool:
    """Whether a person said that the address was read rightly."""
    return _answer(moment, address) == "yes"


def _answer(moment: Moment, address: Address) -> str | None:
    """What a person said of the reading, where the address was not edited since, nor unseen before."""
    question = f"{CONFIRM}:{address.slug}"
    answer = moment.answer(question)
    if answer is None:
        return None
    decision = moment.decisions[question]
    is_stale = address.edited_at is not None and decision.at < address.edited_at
    return None if is_stale or not decision.is_about(_wording(moment, address)) else answer


def note_edit(moment: Moment, slug: str) -> None:
    """A post was edited: what a person confirmed of the address before was another text."""
    address = moment.state.address
    if address is not None and address.slug == slug:
        address.edited_at = moment.when


def may_rename(moment: Moment, address: Address, reading: AddressReading) -> bool:
    """Whether the terms may be replaced: always, unless both would become one word and no person said yes to it."""
    same = same_keywords(reading, address.words)
    return not same or _answer_on_same(moment, address, same) == "yes"


def _answer_on_same(moment: Moment, address: Address, same: str) -> str | None:
    """What a person said of two terms becoming that one word."""
    question = f"{SAME_WORD}:{address.slug}"
    answer = moment.answer(question)
    return answer if answer and moment.decisions[question].is_about(wording_digests(same)) else None


def open_address(moment: Moment) -> Address | None:
    """The address whose reset the page does not show yet; None where there is none, or a person said it was read wrongly."""
    address = moment.state.address
    if address is None or address.done_at is not None or _answer(moment, address) == "no":
        return None
    return address


@rule("BN-092", "BN-105")
def questions(moment: Moment) -> list[Question]:
    """Whether the open address was read rightly, and whether two terms may become one word."""
    address = moment.state.address
    if address is None or address.done_at is not None:
        return []
    reading, rows, found = reading_of(moment, address), (address.observation,), []
    if _answer(moment, address) is None:
        text = f"Is this what {address.title} says: theme, terms, rules kept and Special Case rules set inactive?"
        id = f"{CONFIRM}:{address.slug}"
        wording = _wording(moment, address)
        head = (id, text, "BN-092", ("yes", "no"), address.at, tuple(in_words(reading)), rows)
        found.append(Question(*head, wording=wording))
    same = same_keywords(reading, address.words)
    if same and _answer_on_same(moment, address, same) is None:
        both = " and ".join(address.words.values())
        text = f"{address.title} makes both {both} the word {same}: are the terms to be replaced all the same?"
        head = (f"{SAME_WORD}:{address.slug}", text, "BN-105", ("yes", "no"), address.at, (), rows)
        found.append(Question(*head, wording=wording_digests(same)))
    return found


def in_words(reading: AddressReading) -> list[str]:
    """A reading in sentences, for the person who confirms it."""
    said = [f"theme: {reading.theme or 'none found'}"]
    for term in reading.terms:
        plural = f"plural {term.plural}" if term.plural else f"plural {plural_of(term.new)[0]}, as we form it"
        said.append(f"{term.old} becomes {term.new} ({plural})")
    if not reading.terms:
        said.append("both terms stay")
    kept = "all" if reading.keeps_all else ", ".join(reading.keep) or "none"
    said.append(f"dynastic rules kept: {kept}")
    if reading.repeal:
        said.append(f"dynastic rules repealed by name: {', '.join(reading.repeal)}")
    said.append(f"Special Case rules set inactive: {', '.join(reading.inactive) or 'none'}; all others are active")
    if reading.blocks:
        said.append(f"building blocks: {', '.join(reading.blocks)}")
    if reading.gamestate_page:
        said.append(f"gamestate page: {reading.gamestate_page}")
    return [*said, *(f"doubtful: {doubt}" for doubt in reading.doubts)]


@rule("BN-093", "BN-094")
def findings(moment: Moment) -> list[Finding]:
    """That the page waits for the reset that the address calls for, and names to be kept that no dynastic rule bears."""
    address = open_address(moment)
    if address is None:
        return []
    reading, rows = reading_of(moment, address), (address.observation,)
    text = f"the ruleset page does not show yet what {address.title} changed"
    found = [Finding("RESET_DUE", "BN-093", text, rows, address.at, True)]
    known = {title_key(bare_title(title)) for title in (*address.rules, *all_rules(moment, DYNASTIC))}
    for name in [] if moment.state.ruleset is None else (*reading.keep, *reading.repeal):
        if title_key(bare_title(name)) not in known:
            text = f"{address.title} names {name!r}, which no dynastic rule is called; it keeps nothing"
            found.append(Finding("NO_SUCH_RULE", "BN-094", text, rows, address.at))
    return found


@rule("BN-092", "BN-105")
def facts(moment: Moment) -> list[Fact]:
    """What the newest address says, as read."""
    address = moment.state.address
    if address is None:
        return []
    why = Reason("BN-092", f"{address.title}, posted at {iso(address.at)}", (address.observation,))
    return [Fact("ascension", record(moment), "BN-092", (why,))]


def record(moment: Moment) -> dict[str, Any] | None:
    """The newest address as the gamestate prints it; None before the first."""
    address = moment.state.address
    if address is None:
        return None
    reading = reading_of(moment, address)
    return {
        **reading.record(),
        "slug": address.slug,
        "confirmed": is_confirmed(moment, address),
        "done_at": iso(address.done_at) if address.done_at else None,
    }
