"""Core Rules, Ruleset and Gamestate: the ruleset page revision by revision, its sections, terms and Special Case rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tracker.core.gamestate import Fact, Finding
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keyword_table import terms_in_bold
from tracker.games.blognomic.appendix.keywords import has_word, same_spelling
from tracker.games.blognomic.law import PARAMETERS
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case import special_case
from tracker.mechanics.ruleset.ruleset_passages import Moves, Passage, PassageShown, Revision, is_page, passages_shown
from tracker.mechanics.ruleset.ruletree import title_key

from .gutted_page import is_gutted
from .rule_numbers import differing, follow_numbers, follow_versions, known_rules
from .rule_records import STATUS, Withheld
from .rule_titles import follow_titles, note_renamed
from .ruleset_page import (
    DYNASTIC,
    PREAMBLE,
    SECTIONS,
    SPECIAL_CASE,
    TERMS,
    PageReading,
    RulesetShown,
    TitleShown,
    known_words,
    read_page,
    titles_of_terms,
    words_of,
)

_REDACTED = "[redacted "


# --- revisions --------------------------------------------------------------------------------------------------------


def read_revision(payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """The expensive reading of a revision, kept beside it; None for a page other than the usual ruleset page."""
    usual = str(PARAMETERS["ruleset_page"].values[0].value)
    return read_page(str(payload["text"])).record() if is_page(str(payload["page"]), usual) else None


@rule("BN-001", "BN-165")
def take_revision(moment: Moment, row: str, payload: Mapping[str, Any], readings: Any) -> None:
    """Take a revision of the ruleset page in: how each rule reads now, which Special Case rules are active."""
    page = str(payload["text"])
    if not is_page(str(payload["page"]), moment.law.word("ruleset_page")) or page.startswith(_REDACTED):
        return
    reading, terms = _reading(moment, page, readings)
    if is_gutted(moment, row, payload, reading, terms):
        return
    before = moment.state.ruleset
    reading, terms, moves = _followed(moment, row, payload, reading, terms)
    shown = RulesetShown(
        first_at=before.first_at if before else moment.when,
        first_row=before.first_row if before else row,
        revision=int(payload["revision"]),
        editor=str(payload["editor"]),
        row=row,
        successors=moves.successors,
        has_blocks=reading.has_blocks,
    )
    shown.first_hashes = before.first_hashes if before else {each.key: each.hash for each in reading.passages}
    shown.passages = _passages(moment, row, page, reading, terms, moves)
    shown.outside = _titles(moment, row, reading.outside, before.outside if before else {})
    terms_told = {name: word for name, word in reading.terms.items() if name in TERMS}
    shown.terms = _titles(moment, row, terms_told, before.terms if before else {})
    shown.titles = _take_markers(moment, row, reading, shown)
    note_renamed(moment, row, shown, moves)
    follow_numbers(moment, row, shown, reading, moves)
    follow_versions(moment, shown)
    moment.state.ruleset = shown


def _reading(moment: Moment, page: str, readings: Any) -> tuple[PageReading, Mapping[str, str]]:
    """The reading with the terms to put back: the page's own, and the settings' where the page does not tell them."""
    # What was read before what stands outside the sections was looked at is read once more.
    reading = PageReading.of_record(readings) if "outside" in (readings or {}) else read_page(page)
    words = {name: moment.law.word(name) for name in TERMS}
    titles = titles_of_terms(moment.state.ruleset.successors if moment.state.ruleset else {})
    if titles or known_words({**words, **reading.terms}) != known_words(reading.terms):
        reading = read_page(page, words, titles)
    return reading, known_words({**words, **reading.terms})


def _followed(
    moment: Moment, row: str, payload: Mapping[str, Any], reading: PageReading, terms: Mapping[str, str]
) -> tuple[PageReading, Mapping[str, str], Moves]:
    """Where clauses' passages stand; read once more where a rule that tells a term bears another title from now on."""
    before, page, revision = moment.state.ruleset, str(payload["text"]), int(payload["revision"])
    moves = follow_titles(moment, row, revision, page, reading, terms)
    titles = titles_of_terms(moves.successors)
    if titles == titles_of_terms(before.successors if before else {}):
        return reading, terms, moves
    words = {name: moment.law.word(name) for name in TERMS}
    reading = read_page(page, words, titles)
    terms = known_words({**words, **reading.terms})
    return reading, terms, follow_titles(moment, row, revision, page, reading, terms)


def _passages(
    moment: Moment, row: str, page: str, reading: PageReading, terms: Mapping[str, str], moves: Moves
) -> dict[str, PassageShown]:
    """How each passage reads now; one that reads as before keeps since when it does, one that is gone stays as gone."""

    def words(passage: Passage) -> str:
        return words_of(page, passage, terms)

    def bold(passage: Passage) -> tuple[str, ...]:
        return terms_in_bold(page[passage.span.start : passage.span.end])

    revision = Revision(moment.when, row, reading.passages, words, bold)
    return passages_shown(moment.state.ruleset, known_rules().hashes, revision, moves)


def _titles(
    moment: Moment, row: str, titles: Mapping[str, str], before: Mapping[str, TitleShown]
) -> dict[str, TitleShown]:
    """The titles by name; one that stood there before keeps since when it does."""
    return {
        name: before[name] if name in before and before[name].title == title else TitleShown(title, moment.when, row)
        for name, title in titles.items()
    }


@rule("BN-165", "BN-258")
def _take_markers(moment: Moment, row: str, reading: PageReading, shown: RulesetShown) -> dict[str, TitleShown]:
    """The titles of the Special Case rules by name; only a status that is news may change what is active, once it has a ground.

    The page may lag behind an Ascension Address, so a marker that stood there before says nothing new.
    """
    state = moment.state
    before = state.ruleset.titles if state.ruleset else {}
    titled = [(shown.clause_key(each.key), title) for each in reading.passages if (title := _special_case_title(each))]
    # Of two rules of one name the one counts that clauses stand in.
    titled.sort(key=lambda pair: pair[0] in known_rules().hashes)
    titles = {_rule_called(moment, title, key): title for key, title in titled}
    for name, title in titles.items():
        is_active = special_case.status_in_title(title)[1]
        if name not in before or special_case.status_in_title(before[name].title)[1] != is_active:
            _take_status(moment, name, is_active, shown)
    for name in _absent_blocks(moment, reading, titles):
        _take_status(moment, name, False, shown)
    return _titles(moment, row, titles, before)


@rule("BN26-001")
def _absent_blocks(moment: Moment, reading: PageReading, titles: Collection[str]) -> list[str]:
    """What is in force no more since it stands neither among the building blocks nor elsewhere on their page."""
    if not reading.has_blocks:
        return []
    elsewhere = {title_key(each.path[-1]) for each in reading.passages}
    known = dict.fromkeys((*special_case.RULES, *moment.state.special_cases))
    gone = (name for name in known if name not in titles and title_key(name) not in elsewhere)
    return [name for name in gone if name not in special_case.LATER_CORE and moment.state.is_active(name)]


def _take_status(moment: Moment, name: str, is_active: bool, shown: RulesetShown) -> None:
    """Take a status that is news; before anything of the page was known it holds at once."""
    state = moment.state
    if state.ruleset is None:
        state.special_cases[name] = is_active
    else:
        told = Withheld(is_active, shown.revision, moment.when, shown.row)
        state.following.take_told(f"{STATUS}{name}", told, state.is_active(name))


def _special_case_title(passage: Passage) -> str:
    section, *titles = passage.path
    return titles[0] if section == SPECIAL_CASE and len(titles) == 1 and titles[0] != PREAMBLE else ""


def _rule_called(moment: Moment, title: str, key: str) -> str:
    """The name of a Special Case rule, the known one wherever clauses know it by that key, whatever it is called now."""
    name = special_case.status_in_title(title)[0]
    known = (*special_case.RULES, *moment.state.special_cases)
    bare = key.partition("/")[2]
    return next((other for other in known if title_key(other) == bare or same_spelling(other, name)), name)


# --- facts and findings -----------------------------------------------------------------------------------------------


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
def findings(moment: Moment) -> list[Finding]:
    """What is amiss on the page as it stands: stray headings, odd markers, values that the settings have otherwise."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    found = []
    for title, stray in shown.outside.items():
        if title == PREAMBLE:
            continue
        text = (
            f"the heading {title!r} stands in none of the four sections at revision {shown.revision}; what is under "
            "it is taken for no rule until it is put under one of them on the page"
        )
        found.append(Finding("RULE_IN_NO_SECTION", "BN-001", text, (stray.row,), stray.since))
    return found + _odd_markers(shown) + differing(moment, shown)


def _odd_markers(shown: RulesetShown) -> list[Finding]:
    found = []
    for name, title in shown.titles.items():
        marker = special_case.status_in_title(title.title)[2]
        if marker:
            text = (
                f"{name} is marked {marker!r} at revision {shown.revision}; it is treated as active until the page marks it "
                "[Active] or [Inactive]"
            )
            found.append(Finding("UNKNOWN_MARKER", "BN-165", text, (title.row,), title.since))
    return found


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
