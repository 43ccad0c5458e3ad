"""The family tree of ducks as a picture (SVG): parents to the left of their children, families below and beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

from tracker.core.gamestate import UNDETERMINED
from tracker.mechanics.drawings import clipped, label

from .family import Branch, branches
from .views import KinView

if TYPE_CHECKING:
    from lxml.etree import _Element

_NAMESPACE = "http://www.w3.org/2000/svg"
_WIDTH, _HEIGHT, _ROW, _COLUMN, _MARGIN, _LEGEND = 210, 22, 28, 240, 14, 52
"""In pixels: a duck's box, the distance of rows and of generations, the border, and the height of the legend."""
_SHAPE = _COLUMN / _ROW
"""How many rows are as high as one generation is wide: families are put beside each other so that the whole is about square."""
_LETTERS = 24
"""A label is at most so many letters wide, a wide one (such as an emoji) counted as two."""
_PAINTS: Mapping[str, tuple[str, str]] = {
    "Violet": ("#5b2a86", "#ffffff"),
    "Yellow": ("#ffd500", "#000000"),
    "Green": ("#1b6b2f", "#ffffff"),
    "Blue": ("#0b4f9e", "#ffffff"),
    "Red": ("#b3261e", "#ffffff"),
}
"""A colour of ducks -> that of its mark and of the letter in it: the letter tells it to those who do not see colours apart."""
_OTHER = ("#6b6b6b", "#ffffff")
_TOLD = (
    "The family tree of the ducks of Infinite Nomic as the tracker knows them. Every box is a duck with its number and its owner;"
    " a line leads from a parent, to the left, to its children, to the right. The mark at the left of a box is the duck's colour, and"
    " the letter in it the first of the colour's name. A duck with a dashed box and a cross is out of the game and stands here since"
    " another one descends from it. A round arrow marks a family that is a circle, as adoptions can make one: the first duck of it"
    " is a child of one of its own descendants. Ducks without any family stand by themselves. The page that shows this picture says"
    " the same as a list in words, for those who do not see pictures. The tracker draws it anew whenever something of it has"
    " changed, and nothing else of it: whoever wants to change the picture changes the ducks."
)
"""What the picture is: it stands before anything that players wrote, for wikis look at a file's first thousand bytes for scripts."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A branch with the place of its box: its left and its middle height, in pixels."""

    branch: Branch
    left: int
    middle: float


def drawn(kin: Mapping[int, KinView]) -> bytes:
    """The picture of all ducks, the same bytes for the same ducks; without any it holds the legend alone."""
    from lxml import etree

    placed = list(_placed(_families(branches(kin))))
    by_number = {each.branch.kin.number: each for each in placed}
    width = max(_legend_width(kin), *(each.left + _WIDTH + _MARGIN for each in placed), 0)
    height = max((each.middle + _HEIGHT / 2 for each in placed), default=_LEGEND) + _MARGIN
    box = f"0 0 {_number(width)} {_number(height)}"
    size = {"width": _number(width), "height": _number(height), "viewBox": box}
    root = _svg(
        "svg",
        {**size, "font-family": "DejaVu Sans, sans-serif", "font-size": "12", "role": "img"},
        _svg("title", {}, "The family tree of ducks"),
        _svg("desc", {}, _TOLD),
        _svg("rect", {"width": "100%", "height": "100%", "fill": "#ffffff"}),
        _svg("g", {}, *_legend(kin)),
        _svg("g", {"fill": "none", "stroke": "#54595d"}, *_lines(placed, by_number)),
        *map(_box, placed),
    )
    return etree.tostring(root, xml_declaration=True, encoding="utf-8", pretty_print=True)


def _svg(tag: str, attributes: Mapping[str, str], *parts: _Element | str) -> _Element:
    """An element with its attributes and what is in it."""
    from lxml import etree

    # The library's types do not know that a namespace may have no prefix.
    names: Mapping[str, str] = {None: _NAMESPACE}  # type: ignore[dict-item]
    made = etree.Element(f"{{{_NAMESPACE}}}{tag}", dict(attributes), nsmap=names)
    for part in parts:
        if isinstance(part, str):
            made.text = part
        else:
            made.append(part)
    return made


# --- where everything stands ------------------------------------------------------------------------------------------


def _families(order: Sequence[Branch]) -> list[list[Branch]]:
    found: list[list[Branch]] = []
    for branch in order:
        if branch.generation == 0:
            found.append([])
        found[-1].append(branch)
    return found


def _placed(families: Sequence[Sequence[Branch]]) -> Iterator[_Placed]:
    """Every duck in its place: families with several ducks first, from top to bottom, and in bands beside each other."""
    blocks = sorted((_rows(family) for family in families), key=lambda block: len(block) == 1)
    heights = [_height(block) for block in blocks]
    widths = [1 + max(branch.generation for branch, _ in block) for block in blocks]
    area = sum(height * width for height, width in zip(heights, widths, strict=True))
    highest = max([*heights, ceil(sqrt(area * _SHAPE))], default=0)
    left, top, widest = 0, 0, 0
    for block, height, width in zip(blocks, heights, widths, strict=True):
        if top and top + height > highest:
            left, top, widest = left + widest, 0, 0
        for branch, row in block:
            x = _MARGIN + (left + branch.generation) * _COLUMN
            yield _Placed(branch, x, _LEGEND + _MARGIN + (top + row) * _ROW + _HEIGHT / 2)
        top, widest = top + height, max(widest, width)


def _height(block: Sequence[tuple[Branch, float]]) -> int:
    return 1 + max(int(row) for _, row in block)


def _rows(family: Sequence[Branch]) -> list[tuple[Branch, float]]:
    """The row of each duck of a family: childless ones one below the other, a parent in the middle of its children."""
    rows: dict[int, float] = {}
    used, below = 0, list[tuple[int, list[float]]]()
    for place in range(len(family) - 1, -1, -1):
        generation = family[place].generation
        children = below.pop()[1] if below and below[-1][0] == generation + 1 else []
        row = (min(children) + max(children)) / 2 if children else float(used)
        used += not children
        rows[place] = row
        if below and below[-1][0] == generation:
            below[-1][1].append(row)
        else:
            below.append((generation, [row]))
    return [(branch, used - 1 - rows[place]) for place, branch in enumerate(family)]


# --- how it looks -----------------------------------------------------------------------------------------------------


def _legend(kin: Mapping[int, KinView]) -> Iterator[_Element]:
    yield _text("Family tree of ducks", _MARGIN, 20, {"font-size": "15", "font-weight": "bold"})
    for place, colour in enumerate(_colours(kin)):
        left = _MARGIN + place * _LEGEND * 2
        yield from _mark(colour, left, 40)
        yield _text(colour, left + 24, 44)


def _text(words: str, left: float, base: float, more: Mapping[str, str] | None = None) -> _Element:
    return _svg("text", {"x": _number(left), "y": _number(base), **(more or {})}, words)


def _colours(kin: Mapping[int, KinView]) -> list[str]:
    """The colours that are shown: the usual ones, then whatever others ducks have."""
    others = {each.colour for each in kin.values()} - {*_PAINTS, "", UNDETERMINED}
    return [*_PAINTS, *sorted(map(label, others))]


def _legend_width(kin: Mapping[int, KinView]) -> int:
    return 2 * _MARGIN + len(_colours(kin)) * _LEGEND * 2


def _mark(colour: str, left: int, middle: float) -> Iterator[_Element]:
    """The mark of a colour; none of an uncoloured duck."""
    if colour in ("", UNDETERMINED):
        return
    paint, ink = _PAINTS.get(colour, _OTHER)
    yield _svg("rect", {**_frame(left, middle), "width": "18", "fill": paint})
    letter = {"text-anchor": "middle", "fill": ink, "font-weight": "bold"}
    yield _text(label(colour)[:1], left + 9, middle + 4, letter)


def _frame(left: int, middle: float) -> dict[str, str]:
    return {"x": str(left), "y": _number(middle - _HEIGHT / 2), "width": str(_WIDTH), "height": str(_HEIGHT)}


def _lines(placed: Iterable[_Placed], by_number: Mapping[int, _Placed]) -> Iterator[_Element]:
    """From each parent to each of its children; a circle is not closed by a line, but by a mark at its first duck."""
    for child in placed:
        parent = by_number.get(child.branch.kin.parent)
        if parent is not None and child.branch.generation:
            bend = child.left - (_COLUMN - _WIDTH) // 2
            start = f"M {parent.left + _WIDTH} {_number(parent.middle)}"
            yield _svg("path", {"d": f"{start} H {bend} V {_number(child.middle)} H {child.left}"})


def _box(each: _Placed) -> _Element:
    kin = each.branch.kin
    dashes = {"stroke-dasharray": "4 3"} if kin.gone or not kin.is_certain else {}
    frame = {**_frame(each.left, each.middle), "rx": "3", "fill": "#f8f9fa", "stroke": "#54595d", **dashes}
    words = _text(_words(each.branch), each.left + 23, each.middle + 4)
    return _svg("g", {}, _svg("rect", frame), *_mark(kin.colour, each.left, each.middle), words)


def _words(branch: Branch) -> str:
    """What stands in a box: what the duck is called, its number, its owner, and whether it is gone or closes a circle."""
    kin = branch.kin
    marks = f"{'† ' if kin.gone else ''}{'↻ ' if branch.closes else ''}"
    number = f" #{kin.number}"
    own_number = kin.called == f"duck{number}"
    owner = f" · {label(kin.owner_name)}" if kin.owner_name else ""
    called = f"duck{number}" if own_number else f"{clipped(label(kin.called), _LETTERS - len(marks) - 9)}{number}"
    return clipped(f"{marks}{called}{owner}", _LETTERS)


def _number(value: float) -> str:
    return f"{value:g}" if value < 100_000 else str(int(value))
