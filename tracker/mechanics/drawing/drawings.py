"""Drawings made of plain shapes, so that the same one can be written as SVG and as PNG: polygons, discs, words, and stamps of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from lxml.etree import _Element

SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NARROW, _WIDE = frozenset("fijlrtI .,:;!|'()[]{}/-`"), frozenset("mwMW@%&#+=<>~")
Points: TypeAlias = tuple[tuple[float, float], ...]
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Polygon:
    """Straight lines from point to point, in pixels from the left and from the top; colours are ``#rrggbb``, "" for none."""

    points: Points
    fill: str = ""
    line: str = ""
    width: float = 1
    is_closed: bool = True


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc with its middle and radius."""

    x: float
    y: float
    radius: float
    fill: str = ""
    line: str = ""
    width: float = 1


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text on its base line, ``size`` pixels high."""

    text: str
    x: float
    y: float
    size: float = 12
    colour: str = "#000000"
    anchor: Anchor = "start"
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Stamp:
    """A drawing's stamp of that name, with its origin at a place."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that belong together around a place: ``name`` is unique in a drawing, ``title`` is what pointing at them tells."""

    name: str
    title: str
    parts: tuple[Part, ...]
    x: float = 0
    y: float = 0


Part: TypeAlias = Polygon | Disc | Words | Stamp | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole drawing on white, in pixels; ``described`` says at length what it is, before anything that people wrote."""

    width: float
    height: float
    title: str
    described: str
    parts: tuple[Part, ...]
    stamps: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)


# --- SVG --------------------------------------------------------------------------------------------------------------


def as_svg(drawing: Drawing) -> bytes:
    """The drawing as SVG, the same bytes for the same drawing.

    What it is stands before everything else: wikis look at a file's first thousand bytes for scripts.
    """
    from lxml import etree

    # The library's types do not know that a namespace may have no prefix.
    names: Mapping[str, str] = {None: SVG, "xlink": _XLINK}  # type: ignore[dict-item]
    root = etree.Element(f"{{{SVG}}}svg", nsmap=names)
    width, height = number(drawing.width), number(drawing.height)
    root.attrib.update({"width": width, "height": height, "viewBox": f"0 0 {width} {height}"})
    root.attrib.update({"font-family": "DejaVu Sans, sans-serif", "role": "img"})
    _below(root, "title", {}, drawing.title)
    _below(root, "desc", {}, drawing.described)
    _below(root, "rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    stamps = _below(root, "defs", {})
    for name, parts in drawing.stamps.items():
        _draw(_below(stamps, "g", {"id": name}), parts)
    _draw(root, drawing.parts)
    return etree.tostring(root, xml_declaration=True, encoding="utf-8")


def _below(parent: _Element, tag: str, attributes: dict[str, str], text: str | None = None) -> _Element:
    """A new element at the end of another."""
    from lxml import etree

    made = etree.SubElement(parent, f"{{{SVG}}}{tag}", attributes)
    made.text, made.tail = text, "\n"
    return made


def _draw(parent: _Element, parts: Iterable[Part]) -> None:
    for part in parts:
        match part:
            case Group():
                group = _below(parent, "g", {"id": part.name, **_moved(part.x, part.y)})
                if part.title:
                    _below(group, "title", {}, label(part.title))
                _draw(group, part.parts)
            case Stamp():
                # Without its namespace older programs do not know the reference.
                place = {"x": number(part.x), "y": number(part.y)}
                _below(parent, "use", {f"{{{_XLINK}}}href": f"#{part.name}", **place})
            case Words():
                _below(parent, "text", _of_words(part), label(part.text))
            case Disc():
                place = {"cx": number(part.x), "cy": number(part.y), "r": number(part.radius)}
                _below(parent, "circle", {**place, **_paint(part.fill, part.line, part.width)})
            case Polygon():
                points = " ".join(f"{number(x)},{number(y)}" for x, y in part.points)
                tag = "polygon" if part.is_closed else "polyline"
                _below(parent, tag, {"points": points, **_paint(part.fill, part.line, part.width)})


def _moved(x: float, y: float) -> dict[str, str]:
    return {"transform": f"translate({number(x)},{number(y)})"} if x or y else {}


def _of_words(words: Words) -> dict[str, str]:
    place = {"x": number(words.x), "y": number(words.y), "font-size": number(words.size), "fill": words.colour}
    anchor = {"text-anchor": words.anchor} if words.anchor != "start" else {}
    return {**place, **anchor, **({"font-weight": "bold"} if words.is_bold else {})}


def _paint(fill: str, line: str, width: float) -> dict[str, str]:
    return {"fill": fill or "none", **({"stroke": line, "stroke-width": number(width)} if line else {})}


def number(value: float) -> str:
    """A number of pixels, to the tenth."""
    tenths = round(value * 10)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"


# --- texts from outside -----------------------------------------------------------------------------------------------


def label(text: str) -> str:
    """A text on one line without what nobody sees or no XML can hold; a joiner of emoji stays."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = (letter if _is_seen(letter) else "�" if unicodedata.category(letter) == "Cn" else "" for letter in text)
    return " ".join("".join(kept).split())


def _is_seen(letter: str) -> bool:
    return letter == "\u200d" or letter.isspace() or unicodedata.category(letter) not in _INVISIBLE


def extent(words: Words) -> float:
    """About how many pixels wide words are at most, in either form and in bold letters."""
    return words.size * sum(map(_ems, words.text))


def fitted(text: str, size: float, most: float) -> str:
    """As much of a text as has room in so many pixels."""
    if extent(Words(text, 0, 0, size)) <= most:
        return text
    kept = text
    while kept and extent(Words(f"{kept}…", 0, 0, size)) > most:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def _ems(letter: str) -> float:
    """How wide a letter is, by the size of the letters; one of another script may be made of several."""
    if letter.isascii():
        return 0.55 if letter in _NARROW else 1.1 if letter in _WIDE else 0.85 if letter.isupper() else 0.72
    return 0.0 if unicodedata.combining(letter) else 1.3 * len(unicodedata.normalize("NFKC", letter))


# --- shapes -----------------------------------------------------------------------------------------------------------


def line(*points: tuple[float, float], colour: str, width: float = 1) -> Polygon:
    """Lines from point to point that are not closed."""
    return Polygon(points, line=colour, width=width, is_closed=False)


def box(left: float, top: float, width: float, height: float, fill: str = "", colour: str = "") -> Polygon:
    """A rectangle."""
    right, bottom = left + width, top + height
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill, colour)


def at(part: Part, x: float, y: float) -> Part:
    """The same part so many pixels farther right and down."""
    match part:
        case Polygon():
            moved = tuple((left + x, top + y) for left, top in part.points)
            return Polygon(moved, part.fill, part.line, part.width, part.is_closed)
        case Disc():
            return Disc(part.x + x, part.y + y, part.radius, part.fill, part.line, part.width)
        case Words():
            return Words(part.text, part.x + x, part.y + y, part.size, part.colour, part.anchor, part.is_bold)
        case Stamp():
            return Stamp(part.name, part.x + x, part.y + y)
        case Group():
            return Group(part.name, part.title, part.parts, part.x + x, part.y + y)
