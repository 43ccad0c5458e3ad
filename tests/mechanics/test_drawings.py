"""Drawings as SVG and as PNG: the same shapes in the same places, whatever words are in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.each import of_each
from tests.reading_png import read_png
from tests.render.hostile import FRAGMENTS
from tracker.errors import InputError
from tracker.mechanics.drawing.bitmap_letters import ADVANCE, HEIGHT, letters
from tracker.mechanics.drawing.drawings import (
    Disc,
    Drawing,
    Group,
    Part,
    Stamp,
    Words,
    as_svg,
    at,
    box,
    clipped,
    label,
    line,
    number,
)
from tracker.mechanics.drawing.drawings_png import as_png

SVG = "{http://www.w3.org/2000/svg}"
RED, BLUE, WHITE = "#ff0000", "#0000ff", "#ffffff"


def drawing(*parts: Part, **stamps: tuple[Part, ...]) -> Drawing:
    return Drawing(40, 30, "A drawing", "What it is.", parts, stamps)


def tags(content: bytes) -> list[str]:
    return [str(each.tag).removeprefix(SVG) for each in etree.fromstring(content).iter()]


# --- SVG --------------------------------------------------------------------------------------------------------------


def test_every_part_is_an_element() -> None:
    parts = (box(1, 1, 5, 5, RED), Disc(9, 9, 3, BLUE), line((0, 0), (9, 9), colour=RED), Words("x", 1, 9))
    made = as_svg(drawing(Group("both", "two", parts), Stamp("dot", 5, 5), dot=(Disc(0, 0, 1, RED),)))
    assert tags(made) == [
        *("svg", "title", "desc", "rect", "defs", "g", "circle"),
        *("g", "title", "polygon", "circle", "polyline", "text", "use"),
    ]


def test_what_it_is_stands_first() -> None:
    made = as_svg(drawing(Words("evil", 1, 1))).decode()
    assert made.index("What it is.") < made.index("evil")


@of_each([*FRAGMENTS, "\x00\x0b\ud800", "\u202eevil", "🦆" * 9])
def test_no_text_is_anything_but_text(text: str) -> None:
    made = as_svg(drawing(Group("g", text, (Words(text, 1, 1),))))
    assert tags(made) in (
        ["svg", "title", "desc", "rect", "defs", "g", "title", "text"],
        ["svg", "title", "desc", "rect", "defs", "g", "text"],
    )
    assert not {"\u202e", "\x00"} & set(made.decode())


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.04, "0"), (1.26, "1.3"), (-3.96, "-4"), (2, "2"), (100000.5, "100000.5")]
)
def test_numbers_are_as_short_as_can_be(value: float, text: str) -> None:
    assert number(value) == text


def test_labels_are_one_line_and_clipped_by_their_width() -> None:
    assert label("a\n b\t\u200bc") == "a b c"
    assert clipped("abcdef", 4) == "abcd…"
    assert clipped("🦆🦆🦆", 4) == "🦆🦆…"
    assert clipped("z\u0301" * 3, 3) == "z\u0301" * 3


# --- PNG --------------------------------------------------------------------------------------------------------------


def test_shapes_are_filled_where_they_are() -> None:
    dots = read_png(as_png(drawing(box(5, 5, 10, 10, RED), Disc(30, 10, 5, BLUE))))
    assert (dots.width, dots.height) == (40, 30)
    assert dots.colour(4, 5) == dots.colour(15, 5) == dots.colour(10, 15) == WHITE
    assert dots.colour(5, 5) == dots.colour(14, 14) == RED
    assert dots.colour(30, 10) == BLUE
    assert dots.colour(25, 5) == WHITE


def test_lines_are_as_thick_as_told_and_open_ones_are_not_closed() -> None:
    dots = read_png(as_png(drawing(line((5, 5), (25, 5), (25, 25), colour=RED, width=3))))
    assert [dots.colour(15, y) for y in (3, 4, 5, 6, 7)] in (
        [WHITE, RED, RED, RED, WHITE],
        [RED, RED, RED, WHITE, WHITE],
    )
    assert dots.colour(15, 15) == WHITE


def test_stamps_are_put_where_they_belong_and_cut_at_the_border() -> None:
    dots = read_png(
        as_png(drawing(Stamp("dot", 2, 2), Stamp("dot", 38, 28), Stamp("dot", 90, 90), dot=(box(-4, -4, 8, 8, RED),)))
    )
    assert dots.colour(0, 0) == dots.colour(5, 5) == dots.colour(39, 29) == RED
    assert dots.colour(6, 6) == dots.colour(33, 23) == WHITE


def test_words_are_written_with_dots() -> None:
    dots = read_png(as_png(drawing(Words("I-", 2, 20, 10))))
    shown = [["#" if dots.colour(2 + x, 13 + y) == "#000000" else "." for x in range(ADVANCE)] for y in range(HEIGHT)]
    assert ["".join(row[:5]) for row in shown] == list(letters("I")[0])


@given(st.text(max_size=20))
def test_every_letter_has_rows_of_one_size(text: str) -> None:
    assert {(len(each), *{len(row) for row in each}) for each in letters(text)} <= {(HEIGHT, ADVANCE - 1)}


def test_letters_without_dots_of_their_own_are_like_others_or_boxes() -> None:
    assert letters("é") == letters("E")
    assert letters("–") == letters("-")
    assert letters("Ω") == letters("🦆") != letters("O")


def test_both_forms_are_the_same_bytes_for_the_same_drawing() -> None:
    one, other = (drawing(box(1, 1, width, 5, RED)) for width in (5, 6))
    for write in (as_svg, as_png):
        assert write(one) == write(one)
        assert write(one) != write(other)


def test_more_colours_than_a_palette_holds_are_refused() -> None:
    with pytest.raises(InputError, match="more colours"):
        as_png(drawing(*(box(1, 1, 2, 2, f"#{number:06x}") for number in range(300))))


def test_parts_are_moved_with_all_that_is_in_them() -> None:
    part = Group("g", "", (box(0, 0, 1, 1), Disc(0, 0, 1), Words("x", 0, 0), Stamp("s", 0, 0)))
    moved = at(part, 3, 4)
    assert at(moved, -3, -4) == part != moved
