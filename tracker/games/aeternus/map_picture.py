"""The map as a picture: every generated hex with what stands on it and who is there, and a legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracker.mechanics.chat.people import playing
from tracker.mechanics.drawing.drawings import (
    Disc,
    Drawing,
    Group,
    Part,
    Words,
    as_svg,
    box,
    extent,
    fitted,
    label,
    line,
)
from tracker.mechanics.drawing.drawings_png import as_png
from tracker.mechanics.drawing.drawn_hexes import APOTHEM, RADIUS, drawn, middle, outline, panels

from .factions import members
from .hexes import ORIGIN, Hex, axial, distance, from_axial, key, neighbours, of_key, shown
from .state import (
    BARREN,
    BOARDWALK,
    CORRUPTED,
    DUNES,
    FLAG,
    FOREST,
    LAKE,
    MEADOW,
    PASS,
    PYLON,
    STATION,
    SWAMP,
    TOWN,
    Aeternus,
    Cell,
)

FORMS = ("svg", "png")
"""The forms in which the map is drawn, by the endings of their files, the better one first."""
PAINTS: Mapping[str, tuple[str, str]] = {
    MEADOW: ("#eaf3c8", "#202122"),
    DUNES: ("#f0a830", "#202122"),
    FOREST: ("#0f5c3c", "#ffffff"),
    PASS: ("#a0a4a8", "#202122"),
    SWAMP: ("#6d4a86", "#ffffff"),
    LAKE: ("#58b2ea", "#202122"),
}
"""The colour of each biome's hexes, and that of the words in them."""
SIGNS: Mapping[str, str] = {TOWN: "T", STATION: "S", PYLON: "P", BOARDWALK: "B"}
"""The letter of a landmark or feature; a corrupted hex has an inner edge, and a flag is a box with its faction's initials."""
_CORRUPT, _INK = "#c4005a", "#202122"
_MARGIN, _ROW, _LEGEND = 16, 22, 250
_TITLE = "The map of Aeternus"
_TOLD = (
    "The map of Infinite Nomic's cycle Aeternus as the tracker knows it. Every hexagon is a generated hex with its coordinates, steps"
    " along Mouth, Ashe and North; its colour and letters tell what it is, as the legend shows them. A box has the initials of the"
    " faction that occupies the hex, a disc those of a player; the origin has a thick edge. The page that shows this picture says the"
    " same as a table. The tracker draws it anew whenever something of it has changed."
)
"""What the picture is: it stands before anything that players wrote, for wikis look at a file's first thousand bytes for scripts."""


def picture(world: Aeternus, names: Mapping[str, str], form: str = FORMS[0]) -> bytes:
    """The picture in a form, the same bytes for the same map; ``names`` are how people are shown."""
    drawing = drawing_of(world, names)
    return as_png(drawing) if form == "png" else as_svg(drawing)


def drawing_of(world: Aeternus, names: Mapping[str, str]) -> Drawing:
    """The picture as shapes."""
    people = _initials({id: names.get(id, id) for id in playing(world)})
    factions = _initials({name: names.get(name, name) for name in members(world)})
    cells = {of_key(name): cell for name, cell in world.world.items()}
    there: dict[Hex, list[str]] = {}
    for id in people:
        there.setdefault(world.players[id].at, []).append(id)
    hexes: dict[tuple[int, int], Part] = {
        axial(at): _hex(at, cell, factions, [(names.get(id, id), people[id]) for id in there.get(at, ())])
        for at, cell in cells.items()
    }
    legend = list(_legend(world, names, people, factions))
    starting = (part for part in legend if isinstance(part, Words) and part.anchor == "start")
    found, hidden = panels(hexes, max([_LEGEND, *(part.x + extent(part) for part in starting)]) + _MARGIN)
    parts = [part for panel in found for part in drawn(panel, _heading, hexes)]
    if hidden:
        parts.append(Words(f"{hidden} farther away are not drawn", _MARGIN, _bottom(legend) + _ROW))
    height = max([_bottom(legend), *(panel.y + panel.bottom for panel in found)]) + RADIUS + _MARGIN
    width = max(panel.x + panel.right for panel in found) + RADIUS + _MARGIN
    return Drawing(width, height, _TITLE, _TOLD, (*legend, *parts))


def _heading(at: tuple[int, int]) -> str:
    nearest = from_axial(*at)
    return (
        f"Around {shown(nearest)}, {distance(nearest, ORIGIN)} steps from the origin"
        if nearest != ORIGIN
        else "Around the origin"
    )


def _initials(names: Mapping[str, str]) -> dict[str, str]:
    """Of each name one or two letters, and a number where others have the same."""
    found: dict[str, str] = {}
    for id, name in names.items():
        letters = "".join(word[0] for word in label(name).split()[:2]).upper() or "?"
        number = sum(each.rstrip("0123456789") == letters for each in found.values())
        found[id] = f"{letters}{number + 1}" if number else letters
    return found


def _bottom(parts: list[Part]) -> float:
    return max(part.y for part in parts if isinstance(part, Words))


# --- hexes ------------------------------------------------------------------------------------------------------------


def _hex(at: Hex, cell: Cell, factions: Mapping[str, str], people: list[tuple[str, str]]) -> Group:
    """A hex with all that stands on it, around its middle; pointing at it tells the same in words."""
    words = [cell.biome, *([cell.landmark] if cell.landmark != BARREN else []), *sorted(cell.features)]
    owner = [f"occupied by {cell.flag_owner}"] if cell.flag_owner else []
    here = [f"here: {', '.join(name for name, _ in people)}"] if people else []
    parts = (
        *_ground(at, cell),
        *_flag(factions.get(cell.flag_owner or "", ""), cell),
        *_discs([each for _, each in people]),
    )
    return Group(
        f"hex_{key(at).replace(',', '_')}", f"{shown(at)}: {'; '.join([', '.join(words), *owner, *here])}", parts
    )


def _ground(at: Hex, cell: Cell) -> Iterator[Part]:
    fill, ink = PAINTS[cell.biome]
    yield outline(fill, _INK, 4 if at == ORIGIN else 1)
    if CORRUPTED in cell.features:
        yield outline("", _CORRUPT, 4, RADIUS - 5)
    stands = "".join(letter for name, letter in SIGNS.items() if name in cell.features or name == cell.landmark)
    yield Words(f"{cell.biome[:2]} {stands}".strip(), 0, -APOTHEM + 13, 10, ink, "middle", is_bold=True)
    yield Words(key(at), 0, APOTHEM - 5, 8, ink, "middle")


def _flag(initials: str, cell: Cell) -> Iterator[Part]:
    if FLAG in cell.features:
        yield box(-26, -9, 20, 13, "#ffffff", _INK)
        yield Words(initials or "?", -16, 1, 8, _INK, "middle", is_bold=True)


def _discs(initials: list[str]) -> Iterator[Part]:
    """A disc for each player, the last for all that have no room."""
    crowded = [*initials[:2], f"+{len(initials) - 2}"] if len(initials) > 3 else initials
    for nth, each in enumerate(crowded):
        yield Disc(3 + 13 * nth, 4, 7, "#ffffff", "#000000", 1.5)
        yield Words(each, 3 + 13 * nth, 7, 7, "#000000", "middle", is_bold=True)


# --- the legend -------------------------------------------------------------------------------------------------------


def _legend(
    world: Aeternus, names: Mapping[str, str], people: Mapping[str, str], factions: Mapping[str, str]
) -> Iterator[Part]:
    """What every sign means, who the players and factions are, and which way the directions lead, from top to bottom."""
    yield Words(_TITLE, _MARGIN, 26, 16, is_bold=True)
    for direction, each in zip(world.law.words("directions"), neighbours(ORIGIN), strict=True):
        x, y = middle(axial(each))
        yield line((125 + x * 0.2, 100 + y * 0.2), (125 + x * 0.6, 100 + y * 0.6), colour=_INK, width=1.5)
        yield Words(direction, 125 + x * 1.1, 104 + y * 0.95, 11, anchor="middle")
    top = 180.0
    for biome, (fill, ink) in PAINTS.items():
        yield box(_MARGIN, top - 14, 34, 18, fill, _INK)
        yield Words(biome[:2], _MARGIN + 17, top, 10, ink, "middle", is_bold=True)
        yield Words(biome, _MARGIN + 44, top)
        top += _ROW
    signs = {
        **{letter: name for name, letter in SIGNS.items()},
        "inner edge": CORRUPTED,
        "box": "Flag of a faction",
        "thick edge": "the origin",
    }
    told = [f"{sign}: {name}" for sign, name in signs.items()]
    told += [
        "",
        "Players",
        *(f"{people[id]}: {_clipped(names.get(id, id))} {shown(world.players[id].at)}" for id in people),
    ]
    told += [
        "",
        "Factions",
        *(
            f"{each}: {_clipped(names.get(name, name))} {world.sites.count(FLAG, name)}"
            for name, each in factions.items()
        ),
    ]
    for text in told:
        yield Words(text, _MARGIN, top, 12, is_bold=text in ("Players", "Factions"))
        top += _ROW


def _clipped(name: str) -> str:
    return fitted(label(name), 12, 190)
