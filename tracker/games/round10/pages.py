"""Round 10's pages: which regions stand where, and the values that their templates show, taken from the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.games.chat_pages import COMES_AND_GOES, OLD_GOES, Pages, attention, offers_shown, proposals_shown
from tracker.games.chat_view import clause_links
from tracker.mechanics import dice_page

from .board import Board
from .law import CLAUSES
from .page_titles import CATALOGUE
from .views import PhaseView

RULESET = "Round 10/Ruleset"
"""Default title of the page that the clauses' links point into; the key ``ruleset`` of the names gives another."""


def drafts(gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own.

    The same board gives the same drafts; of ``as_of`` itself nothing is shown.
    """
    board: Board = gamestate.detail
    pages = Pages("round10", {**CATALOGUE, "ruleset": RULESET, **names})
    shared = {
        "clauses": clause_links(CLAUSES, pages.titles["ruleset"]),
        "play": board.play,
        "places": board.places,
        "open_questions": len(board.questions),
        "attention_page": pages.titles["attention"],
        "dice_page": pages.titles["dice"],
    }
    # What came about under the law of its day is not doubted: only pages of what is open bear the marks.
    live = {**shared, "clauses": clause_links(CLAUSES, pages.titles["ruleset"], board.in_doubt)}
    turn, voted = _turn(board), proposals_shown(board.play.proposals, is_watched=board.is_watched)
    return [
        pages.draft("players", {**live, "players": tuple(board.play.players.values())}, turn),
        pages.draft("auction", live, turn),
        pages.draft("hands", {**live, "placements": _placements(board)}, turn),
        pages.draft("agreements", {**live, **offers_shown(board.play.offers)}, OLD_GOES),
        pages.draft("proposals", {**live, **voted}, OLD_GOES),
        pages.draft("judge", {**live, **_judge(board)}, turn),
        pages.draft("abilities", {**live, "people": tuple(board.play.abilities.values())}, turn),
        *dice_page.drafts(board.dice_page, pages.titles, live),
        *pages.log(board, shared),
        pages.draft("attention", {**live, **attention(board)}, COMES_AND_GOES),
    ]


def _turn(board: Board) -> tuple[str, ...]:
    """The newest boundary: with it a week's secret actions, hands, candidacies and presented cards leave their pages all at once."""
    phase = board.play.phase
    if isinstance(phase, PhaseView):
        return (f"the {phase.name} Phase that began {phase.start} and the week that began {phase.week}",)
    return ("the round is won",) if board.play.winner else ()


def _placements(board: Board) -> tuple[Any, ...]:
    return tuple(sorted(board.play.placements.values(), key=lambda each: _number(each.rank)))


def _number(value: Any) -> int:
    """A number to sort by; what is undetermined comes last."""
    return value if isinstance(value, int) else 1_000_000


def _judge(board: Board) -> dict[str, Any]:
    play = board.play
    return {
        "assents": len(play.office.assents),
        "requests": tuple(reversed(tuple(play.requests.values()))),
        "rulings": tuple(reversed(tuple(play.rulings.values()))),
    }
