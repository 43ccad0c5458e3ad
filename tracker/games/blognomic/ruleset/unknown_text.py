"""Law 7: text of the core, the special cases and the appendix that no known clause carries out may say anything of votes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from tracker.core.clause import wording_digests
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.moment import YES_NO, Moment, decided_by
from tracker.mechanics.differences import shortened

from . import drift, gutted_page
from .ruleset_page import DYNASTIC

BEARS = "bears-on-votes"
_MOST_TOLD = 8
"""How many passages of one revision a question shows."""


@dataclass(frozen=True, slots=True)
class UnknownText:
    """What one revision of the ruleset page brought and nobody carries out: the rules by place, each with its digest."""

    row: str
    since: datetime
    told: tuple[str, ...]
    wording: str

    @property
    def question(self) -> str:
        """The id of the one question about it."""
        return f"{BEARS}:{self.row}"


@rule("BN-001")
def unknown_texts(moment: Moment) -> list[UnknownText]:
    """The unknown text that stands on the page, by the revision that brought it; what people confirmed is known."""
    found: dict[str, UnknownText] = {}
    for row, since, text, wording in _passages(moment):
        known = found.get(row, UnknownText(row, since, (), ""))
        found[row] = UnknownText(row, since, (*known.told, text), f"{known.wording} {wording}".strip())
    return list(found.values())


def _passages(moment: Moment) -> Iterator[tuple[str, datetime, str, str]]:
    """Revision, since when, what is told and the digests of each rule that reads otherwise or that no clause stands in.

    So of what stands outside the sections: whoever reads the page may take it for a rule.
    """
    for doubt in drift.doubts(moment):
        if not doubt.is_gone and CLAUSES[doubt.clauses[0]].path[0] != DYNASTIC:
            yield doubt.row, doubt.since, doubt.text, doubt.wording
    for new in drift.new_texts(moment):
        if new.section != DYNASTIC:
            yield new.row, new.since, f"{new.place}: “{new.text}”", wording_digests(new.wording)
    for title, text in moment.state.ruleset.outside.items() if moment.state.ruleset else ():
        if title or text.title:
            told = f"{title or 'above the sections'}: “{shortened(text.title)}”"
            yield text.row, text.since, told, wording_digests(f"{title} {text.title}")


def _answer(moment: Moment, unknown: UnknownText) -> str | None:
    """What people decided about that very text."""
    decision = moment.decisions.get(unknown.question)
    is_about = decision is not None and decision.answer in YES_NO and decision.is_about(unknown.wording)
    return decision.answer if decision is not None and is_about else None


@rule("BN-001")
def unverified_since(moment: Moment) -> datetime | None:
    """Since when every verdict is unverified: text stands on the page of which nobody said that it does not bear on votes.

    So of a page of which nobody said yet whether it is damage.
    """
    waiting = [each.since for each in unknown_texts(moment) if _answer(moment, each) != "no"]
    return min((*waiting, *(asked.about for asked in gutted_page.questions(moment))), default=None)


def marked(moment: Moment, facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts of the core rules, all unverified as long as unknown text may bear on them."""
    since = unverified_since(moment)
    for fact in facts:
        marks = [when for when in (since, fact.unverified_since) if when is not None]
        yield replace(fact, unverified_since=min(marks)) if marks else fact


@rule("BN-001")
def findings(moment: Moment) -> Iterator[Finding]:
    """Text of which somebody said that it does bear on votes: the tracker cannot carry it out, and says so until it is known or gone."""
    for each in unknown_texts(moment):
        if _answer(moment, each) == "yes":
            text = (
                f"a person says that this bears on votes, and the tracker does not carry it out: {'; '.join(each.told[:_MOST_TOLD])}; "
                "every figure is unverified until its rule is confirmed, or a newer tracker knows it, or it is gone; "
                f"if it bears on none after all: {decided_by(each.question, 'no')}"
            )
            yield Finding("BEARS_ON_VOTES", "BN-001", text, (each.row,), each.since, subject=each.row)


@rule("BN-001")
def questions(moment: Moment) -> list[Question]:
    """One question for each revision that brought unknown text: does any of it bear on votes?"""
    return [_question(each) for each in unknown_texts(moment) if _answer(moment, each) is None]


def _question(unknown: UnknownText) -> Question:
    more = len(unknown.told) - _MOST_TOLD
    needs = (*unknown.told[:_MOST_TOLD], *([f"and {more} more rules"] if more > 0 else []))
    text = (
        f"At {unknown.since:%Y-%m-%d %H:%M} UTC text came to the ruleset page that this tracker does not know: does any of it bear on "
        "votes, voters, quorum, proposals, resolving, hours, days, admins, players or idling?"
    )
    head = (unknown.question, text, "BN-001", YES_NO, unknown.since, needs, (unknown.row,))
    return Question(*head, wording=unknown.wording)
