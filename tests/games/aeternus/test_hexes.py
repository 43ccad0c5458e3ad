"""The grid: coordinates, neighbours, distances, places in a drawing, numbers of hexes, and coordinates as people write them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.instants import EPOCH
from tracker.games.aeternus.hexes import (
    MOST,
    OFFSETS,
    ORIGIN,
    STEPS,
    Hex,
    axial,
    code,
    distance,
    from_axial,
    is_adjacent,
    is_on_axis,
    key,
    neighbours,
    of_code,
    read_place,
    read_triple,
    reduced,
    ring,
    shown,
    step,
    within,
)
from tracker.games.aeternus.law import Law

DIRECTIONS = Law(EPOCH, {}).directions
ordinates = st.integers(-60, 60)
triples = st.tuples(ordinates, ordinates, ordinates)
hexes = triples.map(lambda triple: reduced(*triple))


# --- geometry


@pytest.mark.parametrize(
    ("triple", "named"),
    [
        ((1, 0, 1), (0, 1, 0)),
        ((2, 2, -3), (4, 0, -1)),
        ((1, 1, 1), (0, 2, 0)),
        ((-1, 4, 1), (0, 3, 2)),
        (ORIGIN, ORIGIN),
    ],
)
def test_a_triple_is_named_by_the_one_of_fewest_steps(triple: Hex, named: Hex) -> None:
    assert reduced(*triple) == named


@given(triples, st.integers(-40, 40))
def test_each_hex_has_one_name_whatever_triple_is_given(triple: Hex, turns: int) -> None:
    x, y, z = triple
    assert reduced(x + turns, y - turns, z + turns) == reduced(x, y, z) == reduced(*reduced(x, y, z))


@given(triples)
def test_no_triple_for_a_hex_has_fewer_steps_than_its_name_and_no_other_as_few(triple: Hex) -> None:
    x, y, z = reduced(*triple)
    steps = {(x + t, y - t, z + t): abs(x + t) + abs(y - t) + abs(z + t) for t in range(-130, 131)}
    fewest = min(steps.values())
    assert [each for each, count in steps.items() if count == fewest] == [(x, y, z)]


@given(hexes)
def test_the_signs_of_a_name_are_those_of_the_checklist(at: Hex) -> None:
    x, y, z = at
    assert 0 in at
    assert y != 0 or x * z <= 0
    assert x != 0 or y * z >= 0
    assert z != 0 or x * y >= 0


def test_the_directions_are_single_steps_and_their_opposites_stand_three_apart() -> None:
    assert dict(zip(DIRECTIONS, STEPS, strict=True)) == {
        "North": (0, 0, 1),
        "Ashe": (0, 1, 0),
        "Mouth": (1, 0, 0),
        "South": (0, 0, -1),
        "Zest": (0, -1, 0),
        "Weast": (-1, 0, 0),
    }
    for place in range(6):
        assert step(step(ORIGIN, place), (place + 3) % 6) == ORIGIN
        assert step(step(ORIGIN, place), (place + 2) % 6) == step(ORIGIN, (place + 1) % 6)


def test_the_neighbours_are_those_of_the_checklist() -> None:
    assert neighbours((1, 0, 0)) == ((0, 1, 0), (1, 1, 0), (2, 0, 0), (1, 0, -1), (0, 0, -1), (0, 0, 0))
    assert neighbours(ORIGIN) == STEPS
    assert [step((0, 1, 0), DIRECTIONS.index(name)) for name in ("Zest", "Weast", "South")] == [
        (0, 0, 0),
        (0, 0, 1),
        (1, 0, 0),
    ]


@given(hexes)
def test_neighbours_are_six_and_one_anothers(at: Hex) -> None:
    around = neighbours(at)
    assert len({*around, at}) == 7
    assert all(at in neighbours(each) and is_adjacent(at, each) for each in around)
    assert all(is_adjacent(one, other) for one, other in zip(around, around[1:] + around[:1], strict=True))
    assert not is_adjacent(at, at)


@given(hexes, hexes, hexes)
def test_distance_is_a_measure(one: Hex, other: Hex, third: Hex) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, third) <= distance(one, other) + distance(other, third)
    assert distance(ORIGIN, one) == sum(map(abs, one))


def test_distance_is_the_fewest_steps() -> None:
    assert distance((1, 0, -1), (0, 1, 0)) == 2
    reached, frontier = {ORIGIN: 0}, [ORIGIN]
    for at in frontier:
        for each in neighbours(at):
            if each not in reached and reached[at] < 6:
                reached[each] = reached[at] + 1
                frontier.append(each)
    assert all(distance(ORIGIN, at) == steps for at, steps in reached.items())
    assert set(reached) == set(within(ORIGIN, 6))


@given(hexes, st.integers(0, 7))
def test_a_ring_has_six_hexes_for_each_step_of_its_radius(at: Hex, radius: int) -> None:
    found = ring(at, radius)
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert {distance(at, each) for each in found} == {radius}
    assert len(list(within(at, radius))) == 1 + 3 * radius * (radius + 1)


def test_a_drawing_has_north_up_and_the_directions_clockwise() -> None:
    assert [axial(each) for each in STEPS] == [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]


@given(hexes)
def test_a_place_in_a_drawing_and_a_number_lead_back_to_the_hex(at: Hex) -> None:
    assert from_axial(*axial(at)) == at
    assert of_code(code(at)) == at
    assert [of_code(code(at) + offset) for offset in OFFSETS] == list(neighbours(at))


def test_numbers_of_hexes_differ_to_the_edge_of_what_people_may_write() -> None:
    far = [reduced(*each) for each in product((-MOST, 0, MOST), repeat=3)]
    assert len({code(at) for at in far}) == len(set(far))
    assert [of_code(code(at)) for at in far] == far
    assert all(-(2**63) < code(at) < 2**63 for at in far)


@pytest.mark.parametrize(
    ("at", "is_on_one"),
    [
        ((0, 0, 5), True),
        (reduced(2, 0, 2), True),
        ((0, 1, 1), False),
        (ORIGIN, True),
        ((-3, 0, 0), True),
        ((2, 0, -1), False),
    ],
)
def test_the_axes_are_those_of_the_directions(at: Hex, is_on_one: bool) -> None:
    assert is_on_axis(at) is is_on_one


# --- in words


def test_a_hex_is_shown_as_the_rules_write_it() -> None:
    assert (shown((0, -1, 2)), key((0, -1, 2))) == ("(0,-1,2)", "0,-1,2")


@given(hexes)
def test_what_is_shown_is_read(at: Hex) -> None:
    assert read_triple(shown(at)) == read_triple(key(at)) == at


@pytest.mark.parametrize(
    "text",
    [
        "(2,2,-3)",
        "2,2,-3",
        " ( 2 , 2 , -3 ) ",
        "[2; 2; -3]",
        "<2 2 -3>",
        "{2|2|-3}",
        "(2, 2, \u22123)",
        "(+2,+2,\u20133)",
        "x=2, y=2, z=-3",
        "X: 2 Y: 2 Z: -3",
        "(4,0,-1)",
        "2/2/-3",
    ],
)
def test_coordinates_are_read_in_many_forms_and_reduced(text: str) -> None:
    assert read_triple(text) == (4, 0, -1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(1,2)",
        "(1,2,3,4)",
        "(1,2,three)",
        "(1.5,0,0)",
        "1e3,0,0",
        f"({MOST + 1},0,0)",
        f"(0,0,-{'9' * 40})",
        "(\u0661,0,0)",
        "((0,0,0)",
        "0,0,0 <script>",
        "(1,,2)",
        "x=1",
    ],
)
def test_what_are_no_coordinates_are_none(text: str) -> None:
    assert read_triple(text) is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("here", (1, 0, 0)),
        ("North", (0, 1, 0)),
        ("the  north", (0, 1, 0)),
        ("n", (0, 1, 0)),
        ("ASHE", (1, 1, 0)),
        ("M", (2, 0, 0)),
        ("S", (1, 0, -1)),
        ("to the Zest", (0, 0, -1)),
        ("w", (0, 0, 0)),
        ("(5,0,0)", (5, 0, 0)),
        ("", None),
        ("no", None),
        ("northwest", None),
        ("x", None),
    ],
)
def test_a_place_is_here_a_direction_or_coordinates(text: str, meant: Hex | None) -> None:
    assert read_place(text, (1, 0, 0), DIRECTIONS) == meant


def test_a_letter_that_two_directions_share_means_neither() -> None:
    assert read_place("N", ORIGIN, ("North", "Northeast", "Mouth", "South", "Zest", "Weast")) is None
