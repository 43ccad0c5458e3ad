"""The demo's voting icons: tiny pictures drawn as text and written as GIF files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

DRAWINGS: Mapping[str, str] = {
    "for": """
        ............
        .##########.
        .#........#.
        .#.......##.
        .#......###.
        .##....##.#.
        .###..##..#.
        .#.####...#.
        .#..##....#.
        .#........#.
        .##########.
        ............
    """,
    "against": """
        ............
        .##......##.
        .###....###.
        ..###..###..
        ...######...
        ....####....
        ....####....
        ...######...
        ..###..###..
        .###....###.
        .##......##.
        ............
    """,
    "imperial": """
        ............
        .#..#..#..#.
        .#.##..##.#.
        .###.##.###.
        .##..##..##.
        .#........#.
        .#.##..##.#.
        .#........#.
        .##########.
        .##########.
        ............
        ............
    """,
    "seal": """
        ...######...
        ..########..
        .###....###.
        ##.##.....##
        ##..##....##
        ##...##...##
        ##....##..##
        ##.....##.##
        .###....###.
        ..########..
        ...######...
        ............
    """,
}
"""Picture name -> drawing; ``#`` is ink."""

INKS: Mapping[str, bytes] = {
    "for": b"\x1b\x7a\x2f",
    "against": b"\xb3\x1e\x1e",
    "imperial": b"\x5b\x3a\x9a",
    "seal": b"\x40\x40\x40",
}
"""Picture name -> colour of the ink (red, green, blue)."""

_CLEAR, _END = 4, 5
_CODES_BETWEEN_CLEARS = 2
"""So often cleared, the table of codes never grows past three bits a code, and nothing needs to be packed."""


def icon(name: str) -> bytes:
    """One of the icons as a GIF file; raises KeyError for any other name."""
    rows = [line.strip() for line in DRAWINGS[name].strip().splitlines()]
    return gif([[int(mark == "#") for mark in row] for row in rows], (b"\xff\xff\xff", INKS[name]))


def gif(rows: Sequence[Sequence[int]], colours: tuple[bytes, bytes]) -> bytes:
    """A picture of two colours as a GIF87a file; ``rows`` hold 0 or 1 for each dot."""
    width, height = len(rows[0]), len(rows)
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    palette = b"".join(colours) + bytes(6)
    header = b"GIF87a" + size + b"\x91\0\0" + palette
    data = _packed(dot for row in rows for dot in row)
    blocks = b"".join(bytes([len(part)]) + part for part in _split(data))
    return header + b"," + bytes(4) + size + b"\0\x02" + blocks + b"\0;"


def _packed(dots: Iterable[int]) -> bytes:
    """The dots as LZW codes of three bits, least significant first."""
    codes: list[int] = []
    for number, dot in enumerate(dots):
        codes += [_CLEAR] * (number % _CODES_BETWEEN_CLEARS == 0) + [dot]
    bits = sum(code << (3 * place) for place, code in enumerate([*codes, _END]))
    return bits.to_bytes((3 * (len(codes) + 1) + 7) // 8, "little")


def _split(data: bytes) -> list[bytes]:
    return [data[start : start + 255] for start in range(0, len(data), 255)]
