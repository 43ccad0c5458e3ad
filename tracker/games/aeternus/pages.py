"""Aeternus' pages: which regions stand where, and the values that their templates show, taken from the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.ports import Upload
from tracker.games.chat_pages import COMES_AND_GOES, OLD_GOES, Pages, attention, offers_shown, proposals_shown
from tracker.games.chat_view import clause_links
from tracker.mechanics import dice_page

from .board import Board
from .hexes import ORIGIN, Hex, distance, shown
from .law import CLAUSES
from .page_titles import CATALOGUE, PICTURE
from .views import PhaseView, PlayView, is_known
from .world import BARREN, Cell

RULESET = "Aeternus/Ruleset"
"""Default title of the page that the clauses' links point into; the key ``ruleset`` of the names gives another."""
FILE = "File:"
"""How the title of a picture's page begins."""
HEXES_SHOWN = 600
"""The table of the map has so many of the hexes nearest to the origin, and those farther away on which something stands."""
_FAR_SHOWN = 400
_NOTHING = "–"
_GROWS = ("the table holds the hexes nearest to the origin: those farther away give way to what is generated nearer",)


@dataclass(frozen=True, slots=True)
class Row:
    """A hex in the table of the map: what it is, whose flag stands on it, who is there, and how many steps away the origin is."""

    key: str
    at: str
    steps: int
    biome: str
    landmark: str
    features: str
    flag_owner: str
    people: str
    is_certain: bool


def drafts(gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own.

    The picture is shown where they have a title for it. The same board gives the same drafts; of ``as_of`` itself nothing is shown.
    """
    board: Board = gamestate.detail
    pages = Pages("aeternus", {**CATALOGUE, "ruleset": RULESET, **names})
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
    turn, voted = _turn(play), proposals_shown(play.proposals, is_watched=board.is_watched)
    return [
        pages.draft(
            "map",
            {**live, **_map(play), "file": names.get(PICTURE, "")},
            _GROWS if len(play.hexes) > HEXES_SHOWN else (),
        ),
        pages.draft("players", live, turn),
        pages.draft("factions", live, (*turn, *OLD_GOES)),
        pages.draft("abilities", {**live, "people": tuple(play.abilities.values())}, turn),
        pages.draft("odds", live, turn),
        pages.draft("trades", {**live, **offers_shown(play.offers)}, OLD_GOES),
        pages.draft("proposals", {**live, **voted}, OLD_GOES),
        pages.draft("judge", {**live, **_judge(play)}, turn),
        *dice_page.drafts(board.dice_page, pages.titles, live),
        *pages.log(board, shared),
        pages.draft("attention", {**live, **attention(board)}, COMES_AND_GOES),
    ]


def pictures(gamestate: Gamestate, names: Mapping[str, str]) -> list[Upload]:
    """The picture of the map, under the file name that its page's title gives, in the form that this ends in; none without a title."""
    if PICTURE not in names:
        return []
    from .map_picture import drawn, view_of

    board: Board = gamestate.detail
    titles = {**CATALOGUE, **names}
    filename = names[PICTURE].removeprefix(FILE)
    told = f"The map of Aeternus, drawn by the tracker; [[{titles['map']}]] says the same in words."
    content = drawn(view_of(board.play), filename.rpartition(".")[2].lower())
    return [Upload(filename, content, "the map of Aeternus", told)]


# --- what explains a shorter region (law 13) --------------------------------------------------------------------------


def _turn(play: PlayView) -> tuple[str, ...]:
    """The newest boundary: with it what somebody can do changes, and what was open lapses."""
    if isinstance(play.phase, PhaseView):
        return (f"Phase {play.phase.name} that began {play.phase.start}",)
    return ("the cycle is won",) if play.winner else ()


# --- the values of each page ------------------------------------------------------------------------------------------


def _map(play: PlayView) -> dict[str, Any]:
    """The hexes as rows, the nearest to the origin first; of those far away only such as bear something or somebody."""
    order = sorted(play.hexes, key=lambda at: (distance(at, ORIGIN), at))
    people = _people(play)
    far = [at for at in order[HEXES_SHOWN:] if at in people or _bears_something(play.hexes[at])]
    chosen = [*order[:HEXES_SHOWN], *far[:_FAR_SHOWN]]
    return {
        "rows": tuple(_rows(play, chosen, people)),
        "somewhere": tuple(_somewhere(play)),
        "hexes": len(order),
        "hexes_left_out": len(order) - len(chosen),
        "biomes": tuple(_count(play).items()),
    }


def _people(play: PlayView) -> dict[Hex, list[str]]:
    """Who is where for certain."""
    found: dict[Hex, list[str]] = {}
    for each in play.players.values():
        if each.is_playing is True and is_known(each.at):
            found.setdefault(each.at, []).append(each.name)
    return found


def _somewhere(play: PlayView) -> Iterator[tuple[str, str, bool]]:
    """Whoever stands in no row for certain: their name, their place or that it is undetermined, and whether they surely play."""
    for each in play.players.values():
        is_sure = each.is_playing is True
        if each.is_playing is not False and not (is_sure and is_known(each.at)):
            yield each.name, shown(each.at) if is_known(each.at) else UNDETERMINED, is_sure


def _bears_something(cell: Cell | str) -> bool:
    return isinstance(cell, str) or not cell.is_plain


def _count(play: PlayView) -> dict[str, int]:
    """How many hexes each biome has, the most first."""
    found: dict[str, int] = {}
    for cell in play.hexes.values():
        biome = cell.biome if isinstance(cell, Cell) else UNDETERMINED
        found[biome] = found.get(biome, 0) + 1
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _rows(play: PlayView, chosen: list[Hex], people: Mapping[Hex, list[str]]) -> Iterator[Row]:
    names = {id: each.name for id, each in play.factions.items()}
    for at in chosen:
        cell = play.hexes[at]
        here = ", ".join(people[at]) if at in people else _NOTHING
        told = (f"hex-{'-'.join(map(str, at))}", shown(at), distance(at, ORIGIN))
        if isinstance(cell, Cell):
            what = (
                cell.biome,
                _landmark(cell),
                _features(cell),
                names.get(cell.flag_owner, cell.flag_owner) or _NOTHING,
            )
        else:
            what = (UNDETERMINED,) * 4
        yield Row(*told, *what, here, is_certain=UNDETERMINED not in what)


def _landmark(cell: Cell) -> str:
    return _NOTHING if cell.landmark == BARREN else cell.landmark


def _features(cell: Cell) -> str:
    return ", ".join(sorted(cell.features)) or _NOTHING if isinstance(cell.features, frozenset) else UNDETERMINED


def _judge(play: PlayView) -> dict[str, Any]:
    return {
        "assents": len(play.office.assents),
        "requests": tuple(reversed(tuple(play.requests.values()))),
        "rulings": tuple(reversed(tuple(play.rulings.values()))),
    }
