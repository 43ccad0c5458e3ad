"""Core Rules, Ruleset and Gamestate: the ruleset page revision by revision, and what leans on rules that read differently."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from tracker.core.clause import Clause, normalise
from tracker.core.gamestate import Fact, Finding, Question, Reason
from tracker.core.rule import rule

from . import special_case
from .keywords import has_word, same_spelling, subject_of
from .law import CLAUSES, PARAMETERS
from .moment import Moment
from .ruleset_page import (
    DYNASTIC,
    PREAMBLE,
    SECTIONS,
    SPECIAL_CASE,
    PageReading,
    Passage,
    PassageShown,
    RulesetShown,
    TitleShown,
    clause_hash,
    clause_keys,
    known_words,
    read_page,
    words_of,
)
from .state import ENACTED, EXCERPT, Kind, Post

_MOST_WORDS = 500
"""Longer changes are compared by their first words only."""
_REDACTED = "[redacted "
_TERM_CLAUSES = {"player_word": "BN-255", "emperor_word": "BN-029"}
_ANCHOR = re.compile(r"/\*.*?\*/")
_TAGS = re.compile(r"[\[{][^\[\]{}]*[\]}]")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A clause that does not stand on the page as the code knows it: since when, where that is seen, and what differs."""

    clause: Clause
    since: datetime
    row: str
    text: str


# --- revisions --------------------------------------------------------------------------------------------------------


def is_ruleset(page: str, title: str) -> bool:
    """Whether two titles name one page; an underscore is a blank, and the first letter's case is nothing."""
    one, other = (" ".join(name.replace("_", " ").split()) for name in (page, title))
    return one[:1].upper() + one[1:] == other[:1].upper() + other[1:]


def read_revision(payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """The expensive reading of a revision, kept beside it; None for a page other than the usual ruleset page."""
    usual = str(PARAMETERS["ruleset_page"].values[0].value)
    return read_page(str(payload["text"])).record() if is_ruleset(str(payload["page"]), usual) else None


@rule("BN-001", "BN-068", "BN-165")
def take_revision(moment: Moment, row: str, payload: Mapping[str, Any], readings: Any) -> None:
    """Take a revision of the ruleset page in: how each rule reads now, which Special Case rules are active."""
    page = str(payload["text"])
    if not is_ruleset(str(payload["page"]), moment.law.word("ruleset_page")) or page.startswith(_REDACTED):
        return
    reading, terms = _reading(moment, page, readings)
    before = moment.state.ruleset
    shown = RulesetShown(
        first_at=before.first_at if before else moment.when,
        first_row=before.first_row if before else row,
        revision=int(payload["revision"]),
        editor=str(payload["editor"]),
        row=row,
    )
    shown.passages = _passages(moment, row, page, reading, terms)
    shown.strays = _titles(moment, row, {title: title for title in reading.strays}, before.strays if before else {})
    shown.terms = _titles(moment, row, reading.terms, before.terms if before else {})
    shown.titles = _take_markers(moment, row, reading)
    moment.state.ruleset = shown
    added = _added(before, shown) if before else ""
    _note_updates(moment, row, str(payload["summary"]), added)


def _reading(moment: Moment, page: str, readings: Any) -> tuple[PageReading, Mapping[str, str]]:
    """The reading with the terms to put back: the page's own, and the settings' where the page does not tell them."""
    reading = PageReading.of_record(readings) if readings is not None else read_page(page)
    words = {name: moment.law.word(name) for name in _TERM_CLAUSES}
    if known_words({**words, **reading.terms}) != known_words(reading.terms):
        reading = read_page(page, words)
    return reading, known_words({**words, **reading.terms})


def _passages(
    moment: Moment, row: str, page: str, reading: PageReading, terms: Mapping[str, str]
) -> dict[str, PassageShown]:
    """How each passage reads now; one that reads as before keeps since when it does, one that is gone stays as gone."""
    old = moment.state.ruleset.passages if moment.state.ruleset else {}
    now: dict[str, PassageShown] = {}
    for passage in reading.passages:
        known = old.get(passage.key)
        if known is not None and known.hash == passage.hash:
            now[passage.key] = replace(known, path=passage.path)
            continue
        words = words_of(page, passage, terms)
        now[passage.key] = PassageShown(passage.path, passage.hash, words, moment.when, row, _base(passage.key, known))
    for key, known in old.items():
        if key not in now and key in _known_hashes():
            gone = PassageShown(known.path, "", "", moment.when, row, _base(key, known))
            now[key] = gone if known.hash else known
    return now


def _base(key: str, known: PassageShown | None) -> str:
    """What a change is compared with: the words last known to the code, else those first seen."""
    if known is None:
        return ""
    return known.words if known.hash in _known_hashes().get(key, ()) else known.before or known.words


@lru_cache(maxsize=1)
def _known_hashes() -> Mapping[str, frozenset[str]]:
    """Key of a passage that clauses stand in -> the hashes by which those standing in it alone know it."""
    found: dict[str, set[str]] = {}
    for clause, keys in clause_keys().items():
        for key in keys:
            found.setdefault(key, set()).update([CLAUSES[clause].text_hash] if len(keys) == 1 else [])
    return {key: frozenset(hashes) for key, hashes in found.items()}


def _titles(
    moment: Moment, row: str, titles: Mapping[str, str], before: Mapping[str, TitleShown]
) -> dict[str, TitleShown]:
    """The titles by name; one that stood there before keeps since when it does."""
    return {
        name: before[name] if name in before and before[name].title == title else TitleShown(title, moment.when, row)
        for name, title in titles.items()
    }


@rule("BN-165")
def _take_markers(moment: Moment, row: str, reading: PageReading) -> dict[str, TitleShown]:
    """The titles of the Special Case rules by name; only a status that is news changes what is active.

    The page may lag behind an Ascension Address, so a marker that stood there before says nothing new.
    """
    state = moment.state
    before = state.ruleset.titles if state.ruleset else {}
    titles = {_rule_called(moment, title): title for title in map(_special_case_title, reading.passages) if title}
    for name, title in titles.items():
        is_active = special_case.status_in_title(title)[1]
        if name not in before or special_case.status_in_title(before[name].title)[1] != is_active:
            state.special_cases[name] = is_active
    return _titles(moment, row, titles, before)


def _special_case_title(passage: Passage) -> str:
    section, *titles = passage.path
    return titles[0] if section == SPECIAL_CASE and len(titles) == 1 and titles[0] != PREAMBLE else ""


def _rule_called(moment: Moment, title: str) -> str:
    name = special_case.status_in_title(title)[0]
    known = (*special_case.RULES, *moment.state.special_cases)
    return next((other for other in known if same_spelling(other, name)), name)


# --- what admins wrote in before or after the status ------------------------------------------------------------------


@rule("BN-068")
def _note_updates(moment: Moment, row: str, summary: str, added: str) -> None:
    """Note each enacted proposal whose first update naming it comes later than its status."""
    for post in _posts_named(moment, summary, added):
        resolution = post.resolution
        if post.page_updated_at is None and post.state == ENACTED and resolution and moment.when > resolution.at:
            text = f"{post.title} was set to Enacted at {_shown(resolution.at)}, and the ruleset updated only later"
            rows = (resolution.observation, row)
            moment.state.note(
                "STATUS_BEFORE_UPDATE", "BN-068", text, *rows, at=moment.when, subject=post.slug, is_note=True
            )
        post.page_updated_at = post.page_updated_at or moment.when


def _posts_named(moment: Moment, summary: str, added: str) -> list[Post]:
    """The official proposals whose subject the summary names, or (where it has several words) the text added."""
    said, new = _folded(_ANCHOR.sub(" ", summary)), _folded(added)
    found = {}
    for post in moment.state.posts.values():
        subject = _subject_key(post.title) if post.kind is Kind.PROPOSAL and post.is_official else ""
        if subject and (_stands_in(subject, said) or (" " in subject and _stands_in(subject, new))):
            found[post.slug] = subject
    longest = [slug for slug, subject in found.items() if not _is_part(subject, found.values())]
    return [moment.state.posts[slug] for slug in longest]


def _is_part(subject: str, others: Iterable[str]) -> bool:
    """Whether a longer subject that was named too explains it: Dry Socks beside Dry Socks 2."""
    return any(subject != other and _stands_in(subject, other) for other in others)


@lru_cache(maxsize=4096)
def _subject_key(title: str) -> str:
    return _folded(_TAGS.sub(" ", subject_of(title)))


def _folded(text: str) -> str:
    return normalise(text).casefold()


def _stands_in(phrase: str, text: str) -> bool:
    return phrase in text and re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


def _added(before: RulesetShown, now: RulesetShown) -> str:
    """The words and titles that a revision added, passage by passage."""
    pieces = []
    for key, passage in now.passages.items():
        known = before.passages.get(key)
        if known is None:
            pieces += [passage.path[-1], passage.words]
        elif known.hash != passage.hash:
            pieces += [new for _, new in _changes(known.words, passage.words)]
    return "\n".join(pieces)


# --- what reads differently (law 7) -----------------------------------------------------------------------------------


def doubts(moment: Moment) -> dict[str, Doubt]:
    """Every clause that reads otherwise on the newest revision than the code knows it, and that no person has confirmed since.

    A dynasty's clauses are left alone once none of its rules stands on the page: another dynasty is being played.
    """
    return {id: doubt for id, doubt in _changed(moment).items() if _answer(moment, doubt) != "yes"}


def _changed(moment: Moment) -> dict[str, Doubt]:
    shown = moment.state.ruleset
    if shown is None:
        return {}
    words = {key: passage.words for key, passage in shown.passages.items() if passage.hash}
    other_dynasty = not any(key in words for key in _dynastic_keys())
    found = {}
    for id, clause in CLAUSES.items():
        if clause.path[0] == DYNASTIC and other_dynasty:
            continue
        if clause_hash(id, words) != clause.text_hash:
            found[id] = _doubt(shown, clause)
    return found


@lru_cache(maxsize=1)
def _dynastic_keys() -> tuple[str, ...]:
    keys = (clause_keys()[id] for id, clause in CLAUSES.items() if clause.path[0] == DYNASTIC)
    return tuple(dict.fromkeys(key for several in keys for key in several))


def _doubt(shown: RulesetShown, clause: Clause) -> Doubt:
    """What is known about a clause that reads differently; of several passages the one that changed last tells."""
    keys = clause_keys()[clause.id]
    seen = [shown.passages[key] for key in keys if key in shown.passages]
    newest = max(seen, key=lambda passage: passage.since, default=None)
    if newest is None:
        return Doubt(clause, shown.first_at, shown.first_row, f"{clause.place} is not on the ruleset page")
    is_missing = len(seen) < len(keys)
    text = f"{clause.place} is not wholly on the ruleset page" if is_missing else _sentence(clause, newest)
    return Doubt(clause, newest.since, newest.row, text)


def _sentence(clause: Clause, passage: PassageShown) -> str:
    since = _shown(passage.since)
    if not passage.hash:
        return f"{clause.place} is gone from the ruleset page since {since}"
    if not passage.before:
        return f"{clause.place} reads differently from what this tracker knows, first seen at {since}"
    return f"{clause.place} reads differently since {since}: {difference(passage.before, passage.words)}"


def _answer(moment: Moment, doubt: Doubt) -> str | None:
    """What a person decided about the clause after it changed, if anything."""
    decision = moment.decisions.get(_question_id(doubt))
    return decision.answer if decision and doubt.since <= decision.at <= moment.when else None


def _question_id(doubt: Doubt) -> str:
    return f"confirm-clause:{doubt.clause.id}"


def marked(moment: Moment, facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts, each that leans on a clause in doubt marked unverified since that clause's rule changed."""
    since = {id: doubt.since for id, doubt in doubts(moment).items()}
    for fact in facts:
        found = [since[clause] for clause in fact.clauses if clause in since]
        yield replace(fact, unverified_since=min(found)) if found else fact


# --- facts, findings, questions ---------------------------------------------------------------------------------------


@rule("BN-001", "BN-165")
def facts(moment: Moment) -> list[Fact]:
    """The rules of each section as paths of titles, and which Special Case rules are active, once the page was read."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    why = Reason("BN-001", f"revision {shown.revision} of the ruleset page, by {shown.editor}", (shown.row,))
    found = []
    for section in SECTIONS:
        rules = [passage.path[1:] for passage in shown.passages.values() if passage.hash and _is_rule(passage, section)]
        found.append(Fact(f"ruleset.{section}", [" › ".join(path) for path in rules], "BN-001", (why,)))
    rows = tuple(dict.fromkeys(title.row for title in shown.titles.values()))
    titles = Reason("BN-165", "; ".join(title.title for title in shown.titles.values()), rows)
    return [*found, Fact("special_cases", dict(moment.state.special_cases), "BN-165", (titles,))]


def _is_rule(passage: PassageShown, section: str) -> bool:
    return passage.path[0] == section and passage.path[-1] != PREAMBLE and not passage.path[-1].startswith(";")


@rule("BN-001", "BN-029", "BN-165", "BN-255")
def findings(moment: Moment, carried_out: Collection[str]) -> list[Finding]:
    """What is amiss on the page as it stands; a changed clause that no code carries out is only noted."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    found = [
        Finding("CLAUSE_CHANGED", id, doubt.text, (doubt.row,), doubt.since, id not in carried_out, doubt.clause.place)
        for id, doubt in doubts(moment).items()
    ]
    for stray in shown.strays.values():
        text = f"the heading {stray.title!r} stands in none of the four sections; what is under it is taken for no rule"
        found.append(Finding("RULE_IN_NO_SECTION", "BN-001", text, (stray.row,), stray.since))
    return found + _odd_markers(shown) + _other_terms(moment, shown)


def _odd_markers(shown: RulesetShown) -> list[Finding]:
    found = []
    for name, title in shown.titles.items():
        marker = special_case.status_in_title(title.title)[2]
        if marker:
            text = f"{name} is marked {marker!r}; it is treated as active"
            found.append(Finding("UNKNOWN_MARKER", "BN-165", text, (title.row,), title.since))
    return found


def _other_terms(moment: Moment, shown: RulesetShown) -> list[Finding]:
    """Terms that the page tells otherwise than the settings, which are what counts."""
    found = []
    for name, word in shown.terms.items():
        ours = moment.law.word(name)
        if word.title != ours:
            text = f"the ruleset says {word.title}, the setting {name} says {ours}; the setting counts"
            found.append(Finding("TERM_DIFFERS", _TERM_CLAUSES[name], text, (word.row,), word.since))
    return found


@rule("BN-001")
def questions(moment: Moment, carried_out: Collection[str]) -> list[Question]:
    """For each changed clause that the code carries out: does it still hold as it is carried out?"""
    found = []
    for id, doubt in _changed(moment).items():
        if id in carried_out and _answer(moment, doubt) is None:
            text = f"Does {id} still hold as this tracker carries it out ({doubt.clause.title})?"
            found.append(
                Question(_question_id(doubt), text, id, ("yes", "no"), doubt.since, (doubt.text,), (doubt.row,))
            )
    return found


# --- differences ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def difference(before: str, after: str) -> str:
    """What became of a text, in words of both, at most an excerpt."""
    said = []
    for old, new in _changes(before, after):
        said.append(f"“{old}” became “{new}”" if old and new else f"“{old}” left out" if old else f"“{new}” added")
    text = "; ".join(said)
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}…"


@lru_cache(maxsize=512)
def _changes(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """The stretches of words that differ, as (before, after)."""
    old, new = before.split(), after.split()
    same = next(
        (place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    old, new = old[same:], new[same:]
    matcher = difflib.SequenceMatcher(None, old[:_MOST_WORDS], new[:_MOST_WORDS], autojunk=False)
    spans = [(old[a:b], new[c:d]) for kind, a, b, c, d in matcher.get_opcodes() if kind != "equal"]
    return tuple((" ".join(left), " ".join(right)) for left, right in spans)


def _shown(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


# --- rules that may change who votes ----------------------------------------------------------------------------------


@rule("BN-034", "BN-039", "BN-262")
def rules_on_voting(moment: Moment) -> list[str]:
    """Titles of the dynastic rules that speak of votes: they may change who votes, which no tally of ours knows."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    words = moment.law.words("vote_words")
    dynastic = [passage for passage in shown.passages.values() if passage.hash and passage.path[:1] == (DYNASTIC,)]
    return [passage.path[-1] for passage in dynastic if has_word(passage.words, words)]
