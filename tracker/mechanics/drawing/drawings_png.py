"""Drawings written as PNG, dot by dot, for wikis that take no SVG: every shape filled row by row in one of at most 256 colours."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, cos, floor, hypot, pi, sin
from typing import NamedTuple

from tracker.errors import InputError
from tracker.mechanics.drawing.bitmap_letters import ADVANCE, HEIGHT, letters
from tracker.mechanics.drawing.drawings import Disc, Drawing, Group, Part, Points, Polygon, Stamp, Words, at

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_WHITE = "#ffffff"
_MOST_COLOURS = 256
_RUN = re.compile("#+")
_CORNERS = 24
"""A disc is drawn with so many corners."""


def as_png(drawing: Drawing) -> bytes:
    """The drawing as PNG, a dot for each of its pixels; raises InputError where it has more colours than a palette holds."""
    canvas = _Canvas(ceil(drawing.width), ceil(drawing.height), drawing.stamps)
    canvas.draw(drawing.parts)
    return canvas.written(drawing.described)


class _Span(NamedTuple):
    """A run of dots in a row, from ``start`` up to and without ``end``, in the palette's colour of that place."""

    y: int
    start: int
    end: int
    colour: int


class _Canvas:
    """Rows of dots, each the place of its colour in the palette."""

    def __init__(self, width: int, height: int, stamps: Mapping[str, Sequence[Part]]) -> None:
        self.width, self.height = width, height
        self.palette = {_WHITE: 0}
        self.rows = [bytearray(width) for _ in range(height)]
        self._stamps = stamps
        self._inked: dict[str, list[_Span]] = {}

    def draw(self, parts: Iterable[Part]) -> None:
        """Draw parts over what is there."""
        for y, left, right, colour in self._spans(parts):
            start, end = max(0, left), min(self.width, right)
            if 0 <= y < self.height and start < end:
                self.rows[y][start:end] = bytes([colour]) * (end - start)

    def _spans(self, parts: Iterable[Part]) -> Iterator[_Span]:
        for part in parts:
            match part:
                case Group():
                    yield from self._spans(at(each, part.x, part.y) for each in part.parts)
                case Stamp():
                    yield from self._stamped(part)
                case Words():
                    yield from _written(part, self._colour(part.colour))
                case _:
                    yield from self._shape(part)

    def _stamped(self, stamp: Stamp) -> Iterator[_Span]:
        """The dots of a stamp, which are worked out once; its place is rounded to whole dots."""
        inked = self._inked.get(stamp.name)
        if inked is None:
            inked = self._inked[stamp.name] = list(self._spans(self._stamps[stamp.name]))
        right, down = round(stamp.x), round(stamp.y)
        return (_Span(y + down, start + right, end + right, colour) for y, start, end, colour in inked)

    def _shape(self, shape: Polygon | Disc) -> Iterator[_Span]:
        points, is_closed = (shape.points, shape.is_closed) if isinstance(shape, Polygon) else (_round(shape), True)
        if shape.fill:
            yield from _filled(points, self._colour(shape.fill))
        if shape.line:
            for stroke in _strokes(points, shape.width, is_closed=is_closed):
                yield from _filled(stroke, self._colour(shape.line))

    def _colour(self, colour: str) -> int:
        place = self.palette.setdefault(colour, len(self.palette))
        if place >= _MOST_COLOURS:
            raise InputError("a picture has more colours than PNG's palette holds", remedy="draw it as SVG")
        return place

    def written(self, described: str) -> bytes:
        """The file."""
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        colours = b"".join(bytes.fromhex(colour.removeprefix("#")) for colour in self.palette)
        told = b"Description\0\0\0\0\0" + described.encode()
        dots = zlib.compress(b"".join(b"\0" + row for row in self.rows), 9)
        chunks = ((b"IHDR", header), (b"PLTE", colours), (b"iTXt", told), (b"IDAT", dots), (b"IEND", b""))
        return _SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


# --- shapes as runs of dots -------------------------------------------------------------------------------------------


def _filled(points: Points, colour: int) -> Iterator[_Span]:
    """What lies within these corners: a dot belongs to it whose middle does."""
    heights = [y for _, y in points]
    for y in range(floor(min(heights)), ceil(max(heights)) + 1):
        crossings = sorted(_crossings(points, y + 0.5))
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            yield _Span(y, ceil(left - 0.5), ceil(right - 0.5), colour)


def _written(words: Words, colour: int) -> Iterator[_Span]:
    """Words with letters of dots, as large as whole dots allow."""
    found, dot = letters(words.text), max(1, round(words.size / (HEIGHT + 3)))
    width = len(found) * ADVANCE * dot
    left = round(words.x - {"start": 0, "middle": width / 2, "end": width}[words.anchor])
    top = round(words.y) - HEIGHT * dot
    for nth, rows in enumerate(found):
        start = left + nth * ADVANCE * dot
        for row, dots in enumerate(rows):
            for run in _RUN.finditer(dots):
                for y in range(top + row * dot, top + (row + 1) * dot):
                    yield _Span(y, start + run.start() * dot, start + run.end() * dot, colour)


# --- shapes as corners ------------------------------------------------------------------------------------------------


def _crossings(points: Points, y: float) -> Iterator[float]:
    """Where the sides cross a height."""
    for (left, top), (right, bottom) in zip(points, (*points[1:], points[0]), strict=True):
        if (top <= y) != (bottom <= y):
            yield left + (y - top) * (right - left) / (bottom - top)


def _round(disc: Disc) -> Points:
    turns = [2 * pi * nth / _CORNERS for nth in range(_CORNERS)]
    return tuple((disc.x + disc.radius * cos(turn), disc.y + disc.radius * sin(turn)) for turn in turns)


def _strokes(points: Points, width: float, *, is_closed: bool) -> Iterable[Points]:
    """A thick line for each side."""
    ends = zip(points, (*points[1:], points[0]) if is_closed else points[1:], strict=is_closed)
    return (_thick(start, end, max(width, 1)) for start, end in ends if start != end)


def _thick(start: tuple[float, float], end: tuple[float, float], width: float) -> Points:
    (left, top), (right, bottom) = start, end
    long = hypot(right - left, bottom - top)
    x, y = (right - left) / long * width / 2, (bottom - top) / long * width / 2
    return (
        (left - y - x / 2, top + x - y / 2),
        (right - y + x / 2, bottom + x + y / 2),
        (right + y + x / 2, bottom - x + y / 2),
        (left + y - x / 2, top - x - y / 2),
    )
