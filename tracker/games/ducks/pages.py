"""Ducks' pages: which regions stand where, and the values that their templates show, taken from the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import iso_or_none
from tracker.core.ports import Upload
from tracker.games.chat_pages import COMES_AND_GOES, OLD_GOES, Pages, attention, offers_shown, proposals_shown
from tracker.games.chat_view import clause_links
from tracker.mechanics import dice_page

from .board import Board
from .family import DEEPEST, Branch, branches
from .law import CLAUSES
from .page_titles import CATALOGUE, PICTURE
from .views import DuckView, PeriodView, PlayView

RULESET = "Ducks/Ruleset"
"""Default title of the page that the clauses' links point into; the key ``ruleset`` of the names gives another."""
FILE = "File:"
"""How the title of a picture's page begins."""


@dataclass(frozen=True, slots=True)
class Flock:
    """The ducks of one owner: the name ("" for nobody), and whether it is known whose they are."""

    owner: str
    is_known: bool
    ducks: tuple[DuckView, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the family tree's list: its bullets, and the generation where it is too deep for them (0: it is not)."""

    bullets: str
    branch: Branch
    generation: int


def drafts(gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own.

    The picture is shown where they have a title for it.

    The same board gives the same drafts; of ``as_of`` itself nothing is shown.
    """
    board: Board = gamestate.detail
    pages = Pages("ducks", {**CATALOGUE, "ruleset": RULESET, **names})
    play = board.play
    shared = {
        "clauses": clause_links(CLAUSES, pages.titles["ruleset"]),
        "play": play,
        "places": board.places,
        "open_questions": len(board.questions),
        "attention_page": pages.titles["attention"],
        "dice_page": pages.titles["dice"],
    }
    # What came about under the law of its day is not doubted: only pages of what is open bear the marks.
    live = {**shared, "clauses": clause_links(CLAUSES, pages.titles["ruleset"], board.in_doubt)}
    turn = _turn(play)
    voted = proposals_shown(play.proposals, is_watched=board.is_watched)
    return [
        pages.draft("ducks", {**live, "flocks": _flocks(play)}, _gone(play)),
        pages.draft("ponds", live, turn),
        pages.draft("titles", live, turn),
        pages.draft(
            "agreements",
            {**live, **offers_shown(play.offers), "an_ownerless": next(iter(play.ownerless), 0)},
            (*turn, *OLD_GOES),
        ),
        pages.draft("proposals", {**live, **voted}, OLD_GOES),
        pages.draft("judge", {**live, **_judge(play)}, turn),
        pages.draft("abilities", {**live, "people": tuple(play.abilities.values())}, turn),
        pages.draft("family", {**live, "lines": _lines(play), "file": names.get(PICTURE, "")}, _gone(play)),
        *dice_page.drafts(board.dice_page, pages.titles, live),
        *pages.log(board, shared),
        pages.draft("attention", {**live, **attention(board)}, COMES_AND_GOES),
    ]


def pictures(gamestate: Gamestate, names: Mapping[str, str]) -> list[Upload]:
    """The picture of the family tree, under the file name that its page's title gives; none where it has no title."""
    if PICTURE not in names:
        return []
    from .family_picture import drawn

    board: Board = gamestate.detail
    titles = {**CATALOGUE, **names}
    told = f"The family tree of ducks, drawn by the tracker; [[{titles['family']}]] says the same in words."
    return [Upload(names[PICTURE].removeprefix(FILE), drawn(board.play.kin), "the family tree of ducks", told)]


# --- what explains a shorter region (law 13) --------------------------------------------------------------------------


def _turn(play: PlayView) -> tuple[str, ...]:
    """The newest boundary: with it missions, auctions and what was used up in a period leave their pages all at once."""
    if isinstance(play.period, PeriodView):
        return (f"Period {play.period.name} that began {play.period.start}",)
    return ("the round is lost",) if play.lost else ()


def _gone(play: PlayView) -> tuple[str, ...]:
    """Ducks that left the game, each as an event that explains why its row may go."""
    return tuple(
        f"duck-{number}: out of the game {iso_or_none(at)}"
        for number, at in play.gone.items()
        if isinstance(at, datetime)
    )


# --- the values of each page ------------------------------------------------------------------------------------------


def _flocks(play: PlayView) -> tuple[Flock, ...]:
    """Ducks by owner: those of players in the order of the players, then of whoever else, last those of nobody."""
    order = [*(each.name for each in play.players.values()), UNDETERMINED]
    found: dict[str, list[DuckView]] = {}
    for duck in play.ducks.values():
        found.setdefault(duck.owner_name, []).append(duck)
    names = sorted(found, key=lambda name: (not name, name not in order, order.index(name) if name in order else 0))
    return tuple(Flock(name, name != UNDETERMINED, tuple(found[name])) for name in names)


def _lines(play: PlayView) -> tuple[Line, ...]:
    return tuple(
        Line("*" * (min(each.generation, DEEPEST - 1) + 1), each, each.generation if each.generation >= DEEPEST else 0)
        for each in branches(play.kin)
    )


def _judge(play: PlayView) -> dict[str, Any]:
    return {
        "assents": len(play.office.assents),
        "requests": tuple(reversed(tuple(play.requests.values()))),
        "rulings": tuple(reversed(tuple(play.rulings.values()))),
    }
