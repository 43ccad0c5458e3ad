"""Generation: pools, odds, the order and labels of the dice, suppression, Lakes in pockets, missing dice, and every ruling both ways."""

import copy
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tracker.games.aeternus.chances import Draw, chance, uniform, weighted, whole_weights
from tracker.games.aeternus.world import (
    CORRUPTED,
    DUNES,
    FOREST,
    LAKE,
    MEADOW,
    PASS,
    PYLON,
    SWAMP,
    TOWN,
    Cell,
    WorldMap,
)

from tests.games.aeternus import slow_worlds
from tracker.core.instants import EPOCH
from tracker.games.aeternus.generation import (
    biome_odds,
    fill_enclosed,
    generate,
    landmark_odds,
    pool,
    random_pool,
)
from tracker.games.aeternus.hexes import ORIGIN, Hex, neighbours, reduced, ring, shown
from tracker.games.aeternus.law import Law

NORTH, ASHE, MOUTH, SOUTH, ZEST, WEAST = neighbours(ORIGIN)
LAW = Law(EPOCH, {})
ABOUT = Draw("wind", "AET-093", "the wind")
small = st.integers(-2, 2)
hexes = st.builds(reduced, small, small, small)
maps = st.dictionaries(hexes, st.sampled_from([MEADOW, DUNES, FOREST, PASS, SWAMP, LAKE]), max_size=19)


class Dice:
    """Dice that fall as they are given; asked for more they have not fallen. Those that were asked for are kept."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.faces = list(faces)
        self.asked: list[tuple[str, int]] = []
        self.known: dict[tuple[str, Hex | None], int] = {}

    def __call__(self, draw: Draw) -> int | None:
        self.asked.append((draw.label, draw.sides))
        key = (draw.label, draw.at)
        if key not in self.known and self.faces:
            self.known[key] = self.faces.pop(0)
        return self.known.get(key)


def world_of(biomes: Mapping[Hex, str]) -> WorldMap:
    world = WorldMap()
    for at, biome in biomes.items():
        world.put(at, Cell(biome))
    return world


def law(**settings: Any) -> Law:
    return Law(EPOCH, settings)


def generated(world: WorldMap, at: Hex, *faces: int, law: Law = LAW) -> tuple[list[tuple[str, int]], Cell | None]:
    """What was rolled, and what came of it; exactly these dice are used."""
    dice = Dice(faces)
    assert generate(world, law, at, dice) is not None
    assert not dice.faces
    return dice.asked, world.cell(at)


# --- pools


@given(maps, hexes)
def test_a_pool_is_that_of_a_slow_plain_computation(biomes: dict[Hex, str], at: Hex) -> None:
    known = {each: biome for each, biome in biomes.items() if each != at}
    found = pool(world_of(known), LAW, at)
    assert [(entry.name, entry.weight) for entry in found] == slow_worlds.pool(known, at)
    assert [entry.source for entry in found] == [*(each for each in neighbours(at) if each in known), None]


@given(maps, hexes)
def test_odds_add_up_and_are_those_of_the_dice(biomes: dict[Hex, str], at: Hex) -> None:
    world = world_of({each: biome for each, biome in biomes.items() if each != at})
    odds = biome_odds(world, LAW, at)
    assert sum(odds.values()) == 1
    if not world.is_enclosed(at):
        assert LAKE not in odds
        assert set(odds) <= {
            entry.name for entry in (*pool(world, LAW, at), *random_pool(world, LAW, at)) if entry.weight
        }


def test_the_lone_origin_gives_twelve_of_fifteen() -> None:
    world = WorldMap.plain()
    assert biome_odds(world, LAW, NORTH)[MEADOW] == Fraction(12, 15) + Fraction(3, 15) * Fraction(7, 24)
    assert generated(world, NORTH, 12, 20, 6) == ([("biome", 15), ("landmark", 22), ("corrupt", 100)], Cell())


def test_the_random_entry_asks_for_another_die() -> None:
    for face, biome in {7: MEADOW, 8: DUNES, 11: DUNES, 12: FOREST, 16: FOREST, 17: PASS, 19: PASS, 20: SWAMP}.items():
        asked, cell = generated(WorldMap.plain(), NORTH, 13, face, 1, 100)
        sides = 22 if biome == MEADOW else 21
        assert asked == [("biome", 15), ("random biome", 24), ("landmark", sides), ("corrupt", 100)]
        assert cell == Cell(biome)


def test_fractions_are_exact_on_the_die() -> None:
    """Meadow in a row of five, a lone Forest: 12/5, 10 and 3 are 12, 50 and 15 of 77."""
    row = {(x, 0, 0): MEADOW for x in range(5)}
    beside = next(at for at in neighbours((0, 0, 0)) if sum(each in row for each in neighbours(at)) == 1)
    other = next(at for at in neighbours(beside) if at not in row and not any(each in row for each in neighbours(at)))
    world = world_of({**row, other: FOREST})
    assert sorted(entry.weight for entry in pool(world, LAW, beside)) == [Fraction(12, 5), Fraction(3), Fraction(10)]
    asked, _ = generated(world, beside, 1, 1, 50)
    assert asked[0] == ("biome", 77)


def test_each_neighbour_has_its_own_entry() -> None:
    """Two neighbours of one Meadow mass of three: 4 and 4."""
    world = world_of({ORIGIN: MEADOW, NORTH: MEADOW, (0, 0, 2): MEADOW})
    entries = pool(world, LAW, (-1, 0, 1))
    beside = [at for at in neighbours((-1, 0, 1)) if at in world]
    assert [entry.weight for entry in entries] == [4] * len(beside) + [3]
    assert len(beside) == 2


@pytest.mark.parametrize(
    ("around", "sides", "faces"),
    [
        ((SWAMP,), 20, {8: FOREST}),
        ((DUNES,), 19, {12: FOREST}),
        ((SWAMP, DUNES), 15, {8: FOREST}),
        ((LAKE,), 24, {8: DUNES}),
    ],
)
def test_rivals_suppress_each_other(around: tuple[str, ...], sides: int, faces: dict[int, str]) -> None:
    world = world_of(dict(zip((NORTH, SOUTH), around, strict=False)))
    assert sum(entry.weight for entry in random_pool(world, LAW, ORIGIN)) == sides
    for face, biome in faces.items():
        total = sum(entry.weight for entry in pool(world, LAW, ORIGIN))
        dice = (face,) if total == 3 else (int(total), face)
        asked, cell = generated(copy.deepcopy(world), ORIGIN, *dice, 1, 100)
        assert ("random biome", sides) in asked
        assert cell is not None
        assert cell.biome == biome


def test_a_pool_with_one_entry_needs_no_die() -> None:
    """A hex without generated neighbours, as Binoculars may find, and one beside Lakes alone have only the random entry."""
    for world, at in ((WorldMap.plain(), (0, 0, 2)), (world_of({NORTH: LAKE}), ORIGIN)):
        asked, _ = generated(copy.deepcopy(world), at, 1, 1, 100)
        assert asked[0] == ("random biome", 24)
        asked, _ = generated(world, at, 1, 1, 1, 100, law=law(sure_chances="are rolled"))
        assert asked[:2] == [("biome", 3), ("random biome", 24)]


def test_where_nothing_has_weight_the_usual_biome_comes() -> None:
    nothing = dict.fromkeys(["random_entry_weight", "meadow_bias"], 0)
    asked, cell = generated(WorldMap.plain(), NORTH, 1, 100, law=law(**nothing))
    assert (asked[0], cell) == (("landmark", 22), Cell(MEADOW))
    assert biome_odds(WorldMap.plain(), law(**nothing), NORTH) == {MEADOW: 1}
    bare = law(barren_weight=0, town_weight_on_meadow=0)
    assert landmark_odds(bare, MEADOW) == {"Barren": 1}
    assert generated(WorldMap.plain(), NORTH, 1, 100, law=bare) == ([("biome", 15), ("corrupt", 100)], Cell(MEADOW))


def test_indeterminate_neighbours_may_be_ruled_to_count() -> None:
    other = law(indeterminate_neighbours="count as the usual biome")
    assert [entry.weight for entry in pool(WorldMap.plain(), other, NORTH)] == [12] * 6 + [3]
    assert [entry.weight for entry in pool(WorldMap.plain(), LAW, NORTH)] == [12, 3]


def test_the_random_entry_may_be_ruled_to_stand_first() -> None:
    first = law(random_entry_stands="first")
    assert generated(WorldMap.plain(), NORTH, 4, 1, 100, law=first)[1] == Cell(MEADOW)
    assert [entry.name for entry in pool(WorldMap.plain(), first, NORTH)] == ["random", MEADOW]


def test_weights_may_be_ruled_to_be_in_lowest_terms() -> None:
    weights = [Fraction(12), Fraction(3)]
    assert whole_weights(LAW, weights) == [12, 3]
    assert whole_weights(law(weights_on_dice="in lowest terms"), weights) == [4, 1]
    assert whole_weights(LAW, [Fraction(12, 5), Fraction(10), Fraction(3)]) == [12, 50, 15]


# --- landmark and corruption


@pytest.mark.parametrize(
    ("biome", "face", "sides", "landmark"), [(FOREST, 21, 21, TOWN), (MEADOW, 21, 22, TOWN), (MEADOW, 20, 22, "Barren")]
)
def test_the_landmark_is_drawn_by_weight(biome: str, face: int, sides: int, landmark: str) -> None:
    asked, cell = generated(world_of({ORIGIN: biome}), NORTH, 1, face, 100)
    assert asked[1] == ("landmark", sides)
    assert cell == Cell(biome, landmark)
    assert landmark_odds(LAW, biome)[landmark] == Fraction(sides - 20 if landmark == TOWN else 20, sides)


def test_corruption_takes_the_landmark_of_a_new_hex() -> None:
    for roll, cell in {5: Cell(MEADOW, "Barren", frozenset({CORRUPTED})), 6: Cell(MEADOW, TOWN)}.items():
        world, dice = WorldMap.plain(), Dice([1, 21, roll])
        told = generate(world, LAW, NORTH, dice)
        assert told is not None
        assert [each.name for each in told] == ["hex_generated"]
        assert told[0].fields == {
            "at": [0, 0, 1],
            "biome": MEADOW,
            "landmark": cell.landmark,
            "features": sorted(cell.features),
        }
        assert world.cell(NORTH) == cell


def test_a_protected_hex_is_not_corrupted_and_no_die_falls() -> None:
    world = WorldMap.plain()
    world.construct(ORIGIN, PYLON)
    assert generated(copy.deepcopy(world), NORTH, 1, 1) == ([("biome", 15), ("landmark", 22)], Cell())
    rolled = law(chances_without_effect="are rolled")
    assert generated(world, NORTH, 1, 1, 1, law=rolled) == ([("biome", 15), ("landmark", 22), ("corrupt", 100)], Cell())


def test_generating_a_generated_hex_does_nothing() -> None:
    world, dice = WorldMap.plain(), Dice()
    assert generate(world, LAW, ORIGIN, dice) == ()
    assert (dice.asked, world) == ([], WorldMap.plain())


# --- missing dice


@given(st.lists(st.integers(1, 15), min_size=4, max_size=4))
def test_while_a_die_is_missing_nothing_changes_and_then_all_goes_as_if_it_had_been_there(faces: list[int]) -> None:
    at_once = WorldMap.plain()
    needed = Dice(faces)
    assert generate(at_once, LAW, NORTH, needed) is not None
    waiting, dice = WorldMap.plain(), Dice()
    for face in faces[: len(needed.asked)]:
        assert generate(waiting, LAW, NORTH, dice) is None
        assert waiting == WorldMap.plain()
        dice.faces.append(face)
    assert generate(waiting, LAW, NORTH, dice) is not None
    assert waiting == at_once


# --- Lakes


def nearly_closed() -> tuple[WorldMap, Hex]:
    """A ring of Meadow around two hexes, and the hex that closes it."""
    world, pocket = WorldMap(), [ORIGIN, NORTH]
    rim = [at for at in dict.fromkeys(each for one in pocket for each in neighbours(one)) if at not in pocket]
    for at in rim[1:]:
        world.put(at, Cell())
    return world, rim[0]


def test_a_pocket_becomes_lakes_as_it_is_closed_with_a_roll_of_corruption_each_in_ascending_order() -> None:
    world, last = nearly_closed()
    dice = Dice([1, 1, 100, 5, 6])
    told = generate(world, LAW, last, dice)
    assert told is not None
    assert [(each.name, each.fields["at"], each.fields["features"]) for each in told] == [
        ("hex_generated", list(last), []),
        ("lake_formed", [0, 0, 0], ["Corrupted"]),
        ("lake_formed", [0, 0, 1], []),
    ]
    assert [label for label, _ in dice.asked] == ["biome", "landmark", "corrupt", "corrupt", "corrupt"]
    assert (world.cell(ORIGIN), world.cell(NORTH)) == (Cell(LAKE, features=frozenset({CORRUPTED})), Cell(LAKE))
    assert (world.mass_size(ORIGIN), world.enclosed) == (2, [])


def test_the_lakes_of_a_pocket_may_be_ruled_to_roll_in_descending_order() -> None:
    world, last = nearly_closed()
    told = generate(world, law(lakes_of_a_pocket="in descending order"), last, Dice([1, 1, 100, 5, 6]))
    assert told is not None
    assert [(each.fields["at"], each.fields["features"]) for each in told[1:]] == [
        ([0, 0, 1], ["Corrupted"]),
        ([0, 0, 0], []),
    ]


def test_all_dice_of_a_pocket_are_asked_for_at_once_and_until_then_nothing_is_generated() -> None:
    world, last = nearly_closed()
    before, dice = copy.deepcopy(world), Dice([1, 1, 100])
    assert generate(world, LAW, last, dice) is None
    assert [label for label, _ in dice.asked].count("corrupt") == 3
    assert world == before


def test_enclosed_hexes_may_be_ruled_to_become_lakes_when_generated() -> None:
    later = law(enclosed_hexes="become Lakes when generated")
    world, last = nearly_closed()
    told = generate(world, later, last, Dice([1, 1, 100]))
    assert told is not None
    assert len(told) == 1
    assert world.enclosed == [ORIGIN, NORTH]
    assert biome_odds(world, later, ORIGIN) == {LAKE: 1}
    assert generated(world, ORIGIN, 100, law=later) == ([("corrupt", 100)], Cell(LAKE))
    assert (world.enclosed, fill_enclosed(world, later, Dice())) == ([NORTH], ())


def test_a_stated_world_has_lakes_in_its_pockets() -> None:
    world = WorldMap()
    for at in ring(ORIGIN, 1):
        world.put(at, Cell())
    assert fill_enclosed(world, LAW, Dice()) is None
    told = fill_enclosed(world, LAW, Dice([1]))
    assert told is not None
    assert [each.text for each in told] == [f"{shown(ORIGIN)} is enclosed and becomes a Lake"]
    assert world.is_corrupt(ORIGIN)


def test_a_pocket_beside_a_pylon_is_not_corrupted() -> None:
    world, last = nearly_closed()
    world.construct(next(at for at in neighbours(ORIGIN) if at in world and at in neighbours(NORTH)), PYLON)
    dice = Dice([1, 1, 100])
    assert generate(world, LAW, last, dice) is not None
    assert dice.asked.count(("corrupt", 100)) == 1 - world.is_protected(last)


@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_a_world_that_grows_keeps_its_laws(chance_of: Any, count: int) -> None:
    """Never a Town where it is corrupt, never Dunes drawn beside a Swamp, never an enclosed hex that is no Lake."""
    world = WorldMap.plain()
    for _ in range(count):
        beside = sorted({each for at in world.hexes() for each in neighbours(at) if each not in world})
        at = chance_of.choice(beside)
        around = world.biomes_around(at)
        told = generate(world, LAW, at, lambda draw: chance_of.randint(1, draw.sides))
        assert told is not None
        cell = world.cell(at)
        assert cell is not None
        assert (cell.biome == DUNES) <= (SWAMP not in around)
        assert (cell.biome == SWAMP) <= (DUNES not in around)
        assert not world.is_corrupt(at) or cell.landmark == "Barren"
    assert not slow_worlds.pockets(world.hexes())
    assert not world.enclosed
    assert all(cell.landmark == "Barren" for cell in world.cells.values() if cell.biome == LAKE)


# --- chances and choices


def test_a_chance_of_so_many_percent_is_one_die_of_a_hundred() -> None:
    for face, happens in {20: True, 21: False}.items():
        dice = Dice([face])
        assert chance(LAW, dice, ABOUT, 20) is happens
        assert dice.asked == [("wind", 100)]
    assert chance(LAW, Dice(), ABOUT, 20) is None


@pytest.mark.parametrize(("percent", "happens"), [(0, False), (-5, False), (100, True), (120, True)])
def test_what_is_sure_is_not_rolled_for(percent: int, happens: bool) -> None:
    assert chance(LAW, Dice(), ABOUT, percent) is happens
    dice = Dice([50])
    assert chance(law(sure_chances="are rolled"), dice, ABOUT, percent) is happens
    assert dice.asked == [("wind", 100)]


def test_an_even_choice_is_one_die_in_the_listed_order() -> None:
    names = ("Goldfish", "Vanille", "Gudgeon")
    assert uniform(LAW, Dice([2]), ABOUT, names) == "Vanille"
    assert uniform(law(even_choices="by name"), Dice([2]), ABOUT, names) == "Gudgeon"
    assert uniform(LAW, Dice(), ABOUT, names) is None
    assert uniform(LAW, Dice(), ABOUT, names[:1]) == "Goldfish"
    dice = Dice([1])
    assert uniform(law(sure_chances="are rolled"), dice, ABOUT, names[:1]) == "Goldfish"
    assert dice.asked == [("wind", 1)]


def test_nothing_cannot_be_drawn_and_a_die_shows_no_more_than_its_sides() -> None:
    with pytest.raises(ValueError, match="nothing can be drawn"):
        weighted(LAW, Dice(), ABOUT, [("Meadow", Fraction(0))])
    with pytest.raises(ValueError, match="nothing to choose from"):
        uniform(LAW, Dice(), ABOUT, [])
    with pytest.raises(ValueError, match="more than 3"):
        weighted(LAW, Dice([4]), ABOUT, [("Meadow", Fraction(1)), ("Forest", Fraction(2))])
