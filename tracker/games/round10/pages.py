"""Round 10's pages: which regions stand where, and the values that their templates show, taken from the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import UNDETERMINED, Gamestate, Question
from tracker.core.instants import EPOCH
from tracker.games.chat_view import clause_links
from tracker.mechanics import dice_page
from tracker.mechanics.chat_record import Told

from .board import Board
from .law import CLAUSES
from .page_titles import CATALOGUE
from .views import OfferView, PhaseView, ProposalView

RULESET = "Round 10/Ruleset"
"""Default title of the page that the clauses' links point into; the key ``ruleset`` of the names gives another."""
EVENTS_SHOWN = 100
"""How many events the page of the log shows; the pages of the months have all of them."""
Closed = TypeVar("Closed", OfferView, ProposalView)
_COMES_AND_GOES = ("what waits for people goes once they have decided, and what is old goes by itself",)
_OLD_GOES = ("what was closed long ago leaves the page, however much was closed on one day",)
_KEPT_BY_MONTH = ("what is old leaves the page of the newest events; the pages of the months keep it",)
_CLOSED_SHOWN = 20
_OPEN_SHOWN = 200
_QUESTIONS_SHOWN = 100
_ANSWERS_SHOWN = 20
_REFUSALS_SHOWN = 100
_FINDINGS_SHOWN = 50


def drafts(gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own.

    The same board gives the same drafts; of ``as_of`` itself nothing is shown.
    """
    board: Board = gamestate.detail
    pages = {**CATALOGUE, "ruleset": RULESET, **names}
    shared = {
        "clauses": clause_links(CLAUSES, pages["ruleset"]),
        "play": board.play,
        "open_questions": len(board.questions),
        "attention_page": pages["attention"],
        "dice_page": pages["dice"],
    }
    # What came about under the law of its day is not doubted: only pages of what is open bear the marks.
    live = {**shared, "clauses": clause_links(CLAUSES, pages["ruleset"], board.in_doubt)}
    turn = _turn(board)
    return [
        _draft("players", pages, {**live, "players": tuple(board.play.players.values())}, turn),
        _draft("auction", pages, live, turn),
        _draft("hands", pages, {**live, "placements": _placements(board)}, turn),
        _draft("agreements", pages, {**live, **_offers(board)}, _OLD_GOES),
        _draft("proposals", pages, {**live, **_proposals(board)}, _OLD_GOES),
        _draft("judge", pages, {**live, **_judge(board)}, turn),
        _draft("abilities", pages, {**live, "people": tuple(board.play.abilities.values())}, turn),
        *dice_page.drafts(board.dice_page, pages, live),
        *_log(board, pages, shared),
        _draft("attention", pages, {**live, **_attention(board)}, _COMES_AND_GOES),
    ]


def _draft(
    key: str, pages: Mapping[str, str], values: Mapping[str, Any], may_shrink_for: tuple[str, ...] = ()
) -> RegionDraft:
    template = f"round10/{key}.wikitext.j2"
    return RegionDraft(pages[key], key, template, values, may_shrink_for=may_shrink_for)


# --- what explains a shorter region (law 13) --------------------------------------------------------------------------


def _turn(board: Board) -> tuple[str, ...]:
    """The newest boundary: with it a week's secret actions, hands, candidacies and presented cards leave their pages all at once."""
    phase = board.play.phase
    if isinstance(phase, PhaseView):
        return (f"the {phase.name} Phase that began {phase.start} and the week that began {phase.week}",)
    return ("the round is won",) if board.play.winner else ()


# --- the values of each page ------------------------------------------------------------------------------------------


def _placements(board: Board) -> tuple[Any, ...]:
    return tuple(sorted(board.play.placements.values(), key=lambda each: _number(each.rank)))


def _number(value: Any) -> int:
    """A number to sort by; what is undetermined comes last."""
    return value if isinstance(value, int) else 1_000_000


def _with_instant(things: Iterable[Closed]) -> list[Closed]:
    """What is surely closed, by an instant that is known."""
    return [each for each in things if isinstance(each.closed_at, datetime)]


def _offers(board: Board) -> dict[str, Any]:
    offers = board.play.offers.values()
    open_ones, closed = list[OfferView](), list[OfferView]()
    for each in offers:
        (open_ones if each.status in ("open", UNDETERMINED) else closed).append(each)
    return {
        "open_offers": tuple(open_ones[-_OPEN_SHOWN:]),
        "older_offers": len(open_ones[:-_OPEN_SHOWN]),
        "closed_offers": tuple(reversed(closed[-_CLOSED_SHOWN:])),
    }


def _proposals(board: Board) -> dict[str, Any]:
    proposals = board.play.proposals.values()
    newest = sorted(_with_instant(proposals), key=lambda each: (each.closed_at, each.created), reverse=True)
    return {
        "open_proposals": tuple(each for each in proposals if not isinstance(each.closed_at, datetime)),
        "closed_proposals": tuple(newest[:_CLOSED_SHOWN]),
        "is_watched": board.is_watched,
    }


def _judge(board: Board) -> dict[str, Any]:
    play = board.play
    return {
        "assents": len(play.office.assents),
        "requests": tuple(reversed(tuple(play.requests.values()))),
        "rulings": tuple(reversed(tuple(play.rulings.values()))),
    }


def _attention(board: Board) -> dict[str, Any]:
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


# --- the log ----------------------------------------------------------------------------------------------------------


def _log(board: Board, pages: Mapping[str, str], shared: Mapping[str, Any]) -> list[RegionDraft]:
    """The page of the newest events, and that of each month."""
    by_month: dict[str, list[Told]] = {}
    for event in reversed(board.events):
        by_month.setdefault(event.month, []).append(event)
    titles = {month: pages["log_month"].replace("{month}", month) for month in by_month}
    newest = tuple(reversed(board.events[-EVENTS_SHOWN:]))
    values = {**shared, "newest": newest, "most": EVENTS_SHOWN, "months": tuple(titles.items())}
    return [
        _draft("log", pages, values, _KEPT_BY_MONTH),
        *(_month(month, titles[month], by_month[month], shared) for month in by_month),
    ]


def _month(month: str, page: str, events: Iterable[Told], shared: Mapping[str, Any]) -> RegionDraft:
    values = {"clauses": shared["clauses"], "month": month, "events": tuple(events)}
    return RegionDraft(page, f"log-{month}", "round10/log_month.wikitext.j2", values)
