"""How every chat game's pages are put together: what is open and what is closed, the log by months, and what people must look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from tracker.core.draft import LateValues, RegionDraft
from tracker.core.gamestate import UNDETERMINED, Question
from tracker.core.instants import EPOCH
from tracker.games.chat_board import Board
from tracker.games.chat_views import OfferView, ProposalView
from tracker.mechanics.chat_record import Told

EVENTS_SHOWN = 100
"""How many events the page of the log shows; the pages of the months have all of them."""
Closed = TypeVar("Closed", OfferView, ProposalView)
_MONTHS_SHOWN = 3
"""Of how many months, the newest in which anything came about, the page of the log shows events."""
COMES_AND_GOES = ("what waits for people goes once they have decided, and what is old goes by itself",)
OLD_GOES = ("what was closed long ago leaves the page, however much was closed on one day",)
_KEPT_BY_MONTH = ("what is old leaves the page of the newest events; the pages of the months keep it",)
_CLOSED_SHOWN = 20
_OPEN_SHOWN = 200
_QUESTIONS_SHOWN = 100
_ANSWERS_SHOWN = 20
_REFUSALS_SHOWN = 100
_FINDINGS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a game: the folder of its templates, and the title of each by its key."""

    folder: str
    titles: Mapping[str, str]

    def draft(self, key: str, values: Mapping[str, Any], may_shrink_for: tuple[str, ...] = ()) -> RegionDraft:
        """The region of a page's own name on it."""
        template, told = (
            f"{self.folder}/{key}.wikitext.j2",
            {"requests_page": self.titles.get("requests", ""), **values},
        )
        return RegionDraft(self.titles[key], key, template, told, may_shrink_for=may_shrink_for)

    def log(self, board: Board[Any], shared: Mapping[str, Any]) -> list[RegionDraft]:
        """The page of the newest events, and that of each month; ``shared`` are values of all pages, ``clauses`` among them."""
        live = _by_month(board.events)
        months = live.keys() | board.earlier.marks.keys()
        titles = {month: self.titles["log_month"].replace("{month}", month) for month in sorted(months, reverse=True)}
        newest, places = _newest(board, live, list(titles)[:_MONTHS_SHOWN])
        values = {**shared, "newest": newest, "most": EVENTS_SHOWN, "months": tuple(titles.items()), "places": places}
        return [
            self.draft("log", values, _KEPT_BY_MONTH),
            *(self._month(month, title, board, live, shared["clauses"]) for month, title in titles.items()),
        ]

    def _month(
        self,
        month: str,
        page: str,
        board: Board[Any],
        by_month: Mapping[str, Sequence[Told]],
        clauses: Mapping[str, Any],
    ) -> RegionDraft:
        """The page of a month: what is live of it, and before that what has left the live state; both, or one of them."""
        live = by_month.get(month, ())

        def values() -> dict[str, Any]:
            events, places = _whole(month, live, board)
            return {"clauses": clauses, "places": places, "month": month, "events": events}

        template, mark = f"{self.folder}/log_month.wikitext.j2", "" if live else board.earlier.marks[month]
        return RegionDraft(page, f"log-{month}", template, LateValues(values), mark=mark)


def _by_month(events: Iterable[Told]) -> dict[str, list[Told]]:
    found: dict[str, list[Told]] = {}
    for event in events:
        found.setdefault(event.month, []).append(event)
    return found


def _whole(month: str, live: Sequence[Told], board: Board[Any]) -> tuple[tuple[Told, ...], dict[str, str]]:
    """All that came about in a month, the newest first, and where the messages stand that it cites."""
    earlier, places = board.earlier.events_of(month)
    return tuple(reversed((*earlier, *live))), {**places, **board.places}


def _newest(
    board: Board[Any], by_month: Mapping[str, Sequence[Told]], months: Iterable[str]
) -> tuple[tuple[Told, ...], dict[str, str]]:
    """The newest events of some months, the newest first, and where the messages stand that they cite."""
    found, places = list[Told](), dict(board.places)
    for month in months:
        if len(found) < EVENTS_SHOWN:
            live = by_month.get(month, ())
            earlier, known = board.earlier.events_of(month) if len(found) + len(live) < EVENTS_SHOWN else ((), {})
            found, places = [*found, *reversed(live), *reversed(earlier)], {**known, **places}
    return tuple(found[:EVENTS_SHOWN]), places


# --- values of pages --------------------------------------------------------------------------------------------------


def offers_shown(offers: Mapping[str, OfferView]) -> dict[str, Any]:
    """The open offers, and the newest of those that are closed."""
    open_ones, closed = list[OfferView](), list[OfferView]()
    for each in offers.values():
        (open_ones if each.status in ("open", UNDETERMINED) else closed).append(each)
    return {
        "open_offers": tuple(open_ones[-_OPEN_SHOWN:]),
        "older_offers": len(open_ones[:-_OPEN_SHOWN]),
        "closed_offers": tuple(reversed(closed[-_CLOSED_SHOWN:])),
    }


def proposals_shown(proposals: Mapping[str, ProposalView], *, is_watched: bool) -> dict[str, Any]:
    """The open proposals, and the newest of those that are closed."""
    closed = (each for each in proposals.values() if isinstance(each.closed_at, datetime))
    newest = sorted(closed, key=lambda each: (each.closed_at, each.created), reverse=True)
    return {
        "open_proposals": tuple(each for each in proposals.values() if not isinstance(each.closed_at, datetime)),
        "closed_proposals": tuple(newest[:_CLOSED_SHOWN]),
        "is_watched": is_watched,
    }


def attention(board: Board[Any]) -> dict[str, Any]:
    """What people must decide or look at: questions, refusals and findings, the newest first."""
    newest = tuple(reversed(board.refusals))
    findings = sorted(board.findings, key=lambda finding: finding.at or EPOCH, reverse=True)
    return {
        "questions": tuple(map(_shortened, board.questions[:_QUESTIONS_SHOWN])),
        "more_questions": len(board.questions[_QUESTIONS_SHOWN:]),
        "awaited": board.awaited,
        "refusals": newest[:_REFUSALS_SHOWN],
        "older_refusals": len(newest[_REFUSALS_SHOWN:]),
        "findings": tuple(findings[:_FINDINGS_SHOWN]),
        "doubtful": board.doubtful,
        "older_findings": len(findings[_FINDINGS_SHOWN:]),
    }


def _shortened(question: Question) -> Question:
    """A question with so many answers named as can be read; ``tracker questions`` names all of them."""
    more = len(question.answers) - _ANSWERS_SHOWN
    if more <= 0:
        return question
    needs = (*question.needs, f"{more} more answers are possible: tracker questions")
    return replace(question, answers=question.answers[:_ANSWERS_SHOWN], needs=needs)
