"""Reads pictures (PNG) dot by dot, as browsers and the tracker write them."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PER_DOT = {2: 3, 3: 1, 6: 4}
"""Bytes of a dot by the kind of its colour: red, green and blue, a place in the palette, and with opacity."""


@dataclass(frozen=True)
class Dots:
    """A picture's rows of bytes, as they are without filters."""

    width: int
    height: int
    kind: int
    palette: bytes
    rows: list[bytes]

    def colour(self, x: float, y: float) -> str:
        """The colour of a dot, ``#rrggbb``."""
        left, size = int(x) * PER_DOT[self.kind], PER_DOT[self.kind]
        found = self.rows[int(y)][left : left + size]
        if self.kind == 3:
            found = self.palette[3 * found[0] : 3 * found[0] + 3]
        return f"#{found[:3].hex()}"


def read_png(content: bytes) -> Dots:
    """The dots of a file with eight bits a channel, not interlaced."""
    assert content.startswith(SIGNATURE)
    chunks = list(_chunks(content))
    width, height, depth, kind, *ways = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (chunks[0][0], chunks[-1][0], depth, ways) == (b"IHDR", b"IEND", 8, [0, 0, 0])
    plain = zlib.decompress(b"".join(each for name, each in chunks if name == b"IDAT"))
    palette = next((each for name, each in chunks if name == b"PLTE"), b"")
    return Dots(width, height, kind, palette, _rows(plain, width * PER_DOT[kind], PER_DOT[kind], height))


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(content):
        (size,) = struct.unpack(">I", content[at : at + 4])
        name, held = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        assert struct.unpack(">I", content[at + 8 + size : at + 12 + size])[0] == zlib.crc32(name + held)
        yield name, held
        at += 12 + size


def _rows(plain: bytes, width: int, step: int, height: int) -> list[bytes]:
    found: list[bytes] = []
    above = bytes(width)
    assert len(plain) == height * (width + 1)
    for start in range(0, len(plain), width + 1):
        above = _row(plain[start], plain[start + 1 : start + 1 + width], above, step)
        found.append(above)
    return found


def _row(way: int, held: bytes, above: bytes, step: int) -> bytes:
    """A row by how it was filtered: against what is to the left, above, between both, or the likeliest of three."""
    if way == 0:
        return held
    if way == 2:
        return bytes((one + other) & 255 for one, other in zip(held, above, strict=True))
    made = bytearray(held)
    for place in range(len(made)):
        left = made[place - step] if place >= step else 0
        corner = above[place - step] if place >= step else 0
        guess = {1: left, 3: (left + above[place]) // 2, 4: _likeliest(left, above[place], corner)}[way]
        made[place] = (made[place] + guess) & 255
    return bytes(made)


def _likeliest(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda each: abs(guess - each))
