"""The map as a picture: every generated hex with what stands on it and who is there, a legend, and panels for regions far away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tracker.core.gamestate import UNDETERMINED
from tracker.mechanics.drawings import (
    Disc,
    Drawing,
    Group,
    Part,
    Stamp,
    Words,
    as_svg,
    at,
    extent,
    fitted,
    label,
    line,
)
from tracker.mechanics.drawings_png import as_png

from .hexes import ORIGIN, Hex, counted, distance, key, neighbours, shown
from .map_layout import APOTHEM, MOST_PANELS, RADIUS, Panel, middle, panels
from .map_stamps import (
    BORDER,
    EDGE,
    FACTION_PAINTS,
    GROUND,
    LONGEST_GROUND,
    OTHER,
    PAINTS,
    PLAYER,
    SIGNS,
    UNKNOWN,
    flag,
    stamp_of,
    stamps,
)
from .views import PlayerView, PlayView, is_known
from .world import BARREN, FEATURES, FLAG, TOWN, Cell

FORMS = ("svg", "png")
"""The forms in which the map is drawn, by the endings of their files, the better one first."""
_LEGEND, _MARGIN, _ROW, _GAP = 250, 16, 22, 40
"""In pixels: the least width of the legend, the border, the height of its rows, and what is between panels."""
_LINE = 14
"""In pixels, from the first line of a heading to the second."""
_WIDEST = 3200
"""Panels stand beside each other up to this width."""
_LONGEST_NAME = 190
"""In pixels."""
_SEATS = ((-3, 1), (10, 1), (23, 1))
"""Where in a hex the marks of players stand; of more than these the last says how many more."""
_TITLE = "The map of Aeternus"
_TOLD = (
    "The map of Infinite Nomic's cycle Aeternus as the tracker knows it. Every hexagon is a generated hex with its coordinates, steps"
    " along Mouth, Ashe and North; its colour and its pattern are its biome, the signs in it its landmark and its features, as the"
    " legend shows them. A flag bears the letter of the faction that occupies the hex, and a numbered disc is a player. Hexes in"
    " outline are indeterminate ones beside generated hexes. Regions far from the origin stand in panels of their own, each headed"
    " by how many steps away it is. The page that shows this picture says the same as a table, for those who do not see pictures."
    " The tracker draws it anew whenever something of it has changed, and nothing else of it: whoever wants to change the map plays."
)
"""What the picture is: it stands before anything that players wrote, for wikis look at a file's first thousand bytes for scripts."""


@dataclass(frozen=True, slots=True)
class MapView:
    """What the map shows: all generated hexes, players and factions by their ids with their names, and which way the directions turn.

    A hex, or anything of it, is ``UNDETERMINED`` where worlds differ in it.
    """

    hexes: Mapping[Hex, Cell | str]
    players: Mapping[str, PlayerView]
    factions: Mapping[str, str]
    directions: tuple[str, ...]
    is_mirrored: bool = False


def view_of(play: PlayView) -> MapView:
    """The map of what holds."""
    factions = {id: each.name for id, each in play.factions.items()}
    return MapView(play.hexes, play.players, factions, play.directions, is_mirrored=play.is_mirrored is True)


def drawn(view: MapView, form: str = FORMS[0]) -> bytes:
    """The picture in a form, the same bytes for the same map."""
    drawing = drawing_of(view)
    return as_png(drawing) if form == "png" else as_svg(drawing)


def drawing_of(view: MapView) -> Drawing:
    """The picture as shapes."""
    numbered = {id: number for number, id in enumerate(_playing(view), start=1)}
    lettered = {id: _letters(number) for number, id in enumerate(view.factions)}
    legend = tuple(_legend(view, numbered, lettered))
    found = panels(view.hexes, is_mirrored=view.is_mirrored)
    placed = list(_placed(found[:MOST_PANELS], max([_LEGEND, *map(_right, legend)]) + _MARGIN))
    hidden = sum(len(panel.hexes) for panel in found[MOST_PANELS:])
    bottom = max((part.y for part in legend if isinstance(part, Words)), default=0)
    if hidden:
        bottom += _ROW
        legend = (
            *legend,
            Words(f"{counted(hidden)} farther away {'is' if hidden == 1 else 'are'} not drawn", _MARGIN, bottom),
        )
    seats = _Seats(view, numbered, lettered)
    parts = [part for panel, x, y in placed for part in _panel(view, panel, x, y, seats)]
    width = max([_LEGEND, *(x + panel.left + _width(panel) for panel, x, _ in placed)]) + _MARGIN
    height = max([bottom, *(y + panel.bottom for panel, _, y in placed)]) + _MARGIN
    return Drawing(width, height, _TITLE, _TOLD, (*legend, *parts), stamps())


def _playing(view: MapView) -> dict[str, PlayerView]:
    return {id: each for id, each in view.players.items() if each.is_playing is True}


def _letters(number: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    first, last = divmod(number, 26)
    return (_letters(first - 1) if first else "") + chr(ord("A") + last)


def _right(part: Part) -> float:
    """How far to the right words of the legend may reach."""
    return part.x + extent(part) if isinstance(part, Words) and part.anchor == "start" else 0.0


def _width(panel: Panel) -> float:
    """The width of a panel with its heading."""
    return max([panel.width, *(extent(each) for each in _heading(panel, 0, 0))])


def _heading(panel: Panel, x: float, y: float) -> list[Words]:
    """The two lines above a panel, with where the origin's middle would be."""
    steps = distance(panel.nearest, ORIGIN)
    lines = (f"Around {shown(panel.nearest)}", f"{steps} steps from the origin" if steps else "the origin")
    left, top = x + panel.left, y + panel.top - 6
    return [Words(lines[0], left, top - _LINE, 13, is_bold=True), Words(lines[1], left, top, 11)]


def _placed(found: Sequence[Panel], first: float) -> Iterator[tuple[Panel, float, float]]:
    """Each panel with where the origin's middle would be: the first beside the legend, the others in rows below and beside it."""
    left, top, lowest = first, float(_MARGIN), 0.0
    for panel in found:
        width, height = _width(panel), _ROW + _LINE + panel.height
        if left > first and left + width > _WIDEST:
            left, top, lowest = first, lowest + _GAP, 0.0
        yield panel, left - panel.left, top + _ROW + _LINE - panel.top
        left += int(width) + _GAP
        lowest = max(lowest, top + height)


# --- hexes ------------------------------------------------------------------------------------------------------------


class _Seats:
    """Who is where, which marks players and factions bear, and what stands on hexes."""

    def __init__(self, view: MapView, numbered: Mapping[str, int], lettered: Mapping[str, str]) -> None:
        self.numbered, self.lettered = numbered, lettered
        self.factions = view.factions
        self.players = view.players
        self._known: dict[Cell | str, tuple[Part, ...]] = {}
        self.there: dict[Hex | str, list[str]] = {}
        for id in numbered:
            self.there.setdefault(view.players[id].at, []).append(id)

    def stands(self, cell: Cell | str) -> tuple[Part, ...]:
        """The biome of a hex and the signs of its landmark and features; of equal hexes they are worked out once."""
        found = self._known.get(cell)
        if found is None:
            found = self._known[cell] = tuple(self._drawn(cell))
        return found

    def _drawn(self, cell: Cell | str) -> Iterator[Part]:
        if isinstance(cell, str) or cell.biome == UNDETERMINED:
            yield Stamp(UNKNOWN, 0, 0)
        else:
            yield Stamp(stamp_of(cell.biome) if cell.biome in PAINTS else OTHER, 0, 0)
        for name in [] if isinstance(cell, str) else _signs(cell):
            _, x, y = SIGNS[name]
            yield Stamp(stamp_of(name), x, y)
            if name == FLAG and not isinstance(cell, str):
                yield from (at(part, x, y) for part in self.flag(cell.flag_owner))

    def discs(self, where: Hex) -> Iterator[Part]:
        """A disc with a number for each player there, the last for all that have no room."""
        ids = self.there.get(where, [])
        for nth, (x, y) in enumerate(_SEATS[: len(ids)]):
            is_crowded = nth == len(_SEATS) - 1 and len(ids) > len(_SEATS)
            yield from _disc(x, y, f"+{len(ids) - nth}" if is_crowded else str(self.numbered[ids[nth]]))

    def flag(self, owner: str) -> tuple[Part, ...]:
        """The cloth of a faction's flag; that of one that is not known is white with a question mark."""
        letter = self.lettered.get(owner)
        if letter is None:
            return flag("#ffffff", "?")
        return flag(FACTION_PAINTS[list(self.lettered).index(owner) % len(FACTION_PAINTS)], letter)


def _panel(view: MapView, panel: Panel, x: float, y: float, seats: _Seats) -> Iterator[Part]:
    """A panel with its heading, each hex around its middle."""
    yield from _heading(panel, x, y)
    for each in panel.edge:
        left, top = middle(each, is_mirrored=view.is_mirrored)
        yield Stamp(EDGE, x + left, y + top)
        yield Words(key(each), x + left, y + top + 3, 8, "#72777d", "middle")
    for each in panel.hexes:
        left, top = middle(each, is_mirrored=view.is_mirrored)
        cell, coordinates = view.hexes[each], key(each)
        parts = (*seats.stands(cell), *seats.discs(each), *_coordinates(coordinates))
        yield Group(f"hex_{coordinates.replace(',', '_')}", _told(each, cell, seats), parts, x + left, y + top)


def _signs(cell: Cell) -> list[str]:
    """The signs of what stands on a hex, in the order in which they are drawn."""
    features = cell.features if isinstance(cell.features, frozenset) else frozenset()
    return [name for name in reversed(list(SIGNS)) if name in features or name == cell.landmark]


def _disc(x: float, y: float, number: str) -> tuple[Part, ...]:
    fill, ink = PLAYER
    return Disc(x, y, 6.5, fill, ink, 1.5), Words(number, x, y + 3, 8, ink, "middle", is_bold=True)


def _coordinates(text: str) -> tuple[Part, ...]:
    """The coordinates on a white ground, so that they can be read on every pattern."""
    ground = Stamp(f"{GROUND}{min(len(text), LONGEST_GROUND)}", 0, 0)
    return ground, Words(text, 0, APOTHEM - 3.5, 8, "#000000", "middle")


def _told(where: Hex, cell: Cell | str, seats: _Seats) -> str:
    """A hex in words."""
    if isinstance(cell, str):
        return f"{shown(where)}: {UNDETERMINED}"
    features = sorted(cell.features) if isinstance(cell.features, frozenset) else [UNDETERMINED]
    words = [cell.biome, *([cell.landmark] if cell.landmark != BARREN else []), *features]
    flags = [f"occupied by {seats.factions.get(cell.flag_owner, cell.flag_owner)}"] if cell.flag_owner else []
    people = [seats.players[id].name for id in seats.there.get(where, [])]
    here = [f"here: {', '.join(people)}"] if people else []
    return f"{shown(where)}: {'; '.join([', '.join(words), *flags, *here])}"


# --- the legend -------------------------------------------------------------------------------------------------------


def _legend(view: MapView, numbered: Mapping[str, int], lettered: Mapping[str, str]) -> Iterator[Part]:
    """What every sign means, who the players and factions are, and which way the directions lead, from top to bottom."""
    yield Words(_TITLE, _MARGIN, 26, 16, is_bold=True)
    yield from _compass(view)
    top = 200.0
    for biome in PAINTS:
        yield Stamp(stamp_of(biome), _MARGIN + RADIUS, top)
        yield Words(biome, _MARGIN + 2 * RADIUS + 12, top + 4)
        top += 2 * APOTHEM + 6
    for name in (TOWN, *FEATURES):
        yield from _sign_told(name, top)
        top += _ROW * 2 if name == "Corrupted" else _ROW + 4
    yield from _people_told(view, numbered, lettered, top + _ROW)


def _sign_told(name: str, top: float) -> Iterator[Part]:
    if name == "Corrupted":
        # Its sign is as large as a hex, so that the legend shows a part of it.
        colour = SIGNS[name][0]
        yield line((_MARGIN + 14, top - 12), (_MARGIN + 30, top), (_MARGIN + 14, top + 12), colour=colour, width=3)
    else:
        yield Stamp(stamp_of(name), _MARGIN + 22, top)
    if name == FLAG:
        yield from (at(part, _MARGIN + 22, top) for part in flag("#ffffff", "A"))
    yield Words(f"{name}, with its faction's letter" if name == FLAG else name, _MARGIN + 52, top + 4)


def _people_told(view: MapView, numbered: Mapping[str, int], lettered: Mapping[str, str], top: float) -> Iterator[Part]:
    """Players and where they are, factions and how many hexes they occupy, each by the mark on the map."""
    yield Words("Players", _MARGIN, top, 13, is_bold=True)
    for id, number in numbered.items():
        top += _ROW
        player = view.players[id]
        place = shown(player.at) if is_known(player.at) else UNDETERMINED
        yield from _disc(_MARGIN + 8, top - 4, str(number))
        yield Words(f"{_clipped(player.name)} {place}", _MARGIN + 24, top)
    top += 2 * _ROW
    yield Words("Factions", _MARGIN, top, 13, is_bold=True)
    owners = [cell.flag_owner for cell in view.hexes.values() if isinstance(cell, Cell)]
    for nth, (id, name) in enumerate(view.factions.items()):
        top += _ROW
        yield from (
            at(part, _MARGIN + 8, top - 2) for part in flag(FACTION_PAINTS[nth % len(FACTION_PAINTS)], lettered[id])
        )
        yield Words(f"{_clipped(name)}: {owners.count(id)}", _MARGIN + 24, top)


def _clipped(name: str) -> str:
    return fitted(label(name), 12, _LONGEST_NAME)


def _compass(view: MapView) -> Iterator[Part]:
    """The six directions around a hex."""
    x, y = _LEGEND / 2, 100.0
    for direction, (left, top) in zip(
        view.directions, (middle(each, is_mirrored=view.is_mirrored) for each in neighbours(ORIGIN)), strict=True
    ):
        yield line((x + left * 0.25, y + top * 0.25), (x + left * 0.62, y + top * 0.62), colour=BORDER, width=1.5)
        yield Words(direction, x + left * 1.1, y + top * 0.95 + 4, 11, anchor="middle")
