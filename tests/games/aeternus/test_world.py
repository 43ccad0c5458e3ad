"""The world map: masses, pockets, corruption, pylons, features and flags, and that the quick ways agree with walking the world."""

import copy
from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.aeternus.world import (
    BOARDWALK,
    CORRUPTED,
    DUNES,
    FLAG,
    FOREST,
    LAKE,
    MEADOW,
    PYLON,
    STATION,
    SWAMP,
    TOWN,
    Cell,
    Happening,
    WorldMap,
)

from tests.games.aeternus import slow_worlds
from tracker.games.aeternus.hexes import ORIGIN, Hex, code, is_adjacent, neighbours, reduced, ring, within
from tracker.mechanics.freezing import frozen, thawed

NORTH, ASHE, MOUTH = (0, 0, 1), (0, 1, 0), (1, 0, 0)
small = st.integers(-3, 3)
hexes = st.builds(reduced, small, small, small)
biomes = st.sampled_from([MEADOW, DUNES, FOREST, SWAMP, LAKE])
placed = st.lists(st.tuples(hexes, biomes), max_size=60)
"""Hexes in the order in which they are generated, some again with another biome."""


def world_of(story: list[tuple[Hex, str]]) -> WorldMap:
    world = WorldMap()
    for at, biome in story:
        world.put(at, Cell(biome))
    return world


def names(happenings: Iterable[Happening]) -> list[str]:
    return [happening.name for happening in happenings]


# --- masses


@given(placed)
def test_masses_are_those_of_a_flood(story: list[tuple[Hex, str]]) -> None:
    world = world_of(story)
    known = dict(story)
    assert {at: cell.biome for at, cell in world.cells.items()} == known
    for at in known:
        flooded = slow_worlds.mass(known, at)
        assert world.mass(at) == flooded
        assert world.mass_size(at) == len(flooded)
        assert all(world.same_mass(at, each) == (each in flooded) for each in known)


@settings(max_examples=40)
@given(st.permutations(list(within(ORIGIN, 3))), st.lists(st.booleans(), min_size=37, max_size=37))
def test_large_masses_that_join_are_those_of_a_flood(order: list[Hex], are_forest: list[bool]) -> None:
    known = {at: FOREST if is_forest else SWAMP for at, is_forest in zip(order, are_forest, strict=True)}
    world = world_of(list(known.items()))
    assert {at: world.mass_size(at) for at in known} == {at: len(slow_worlds.mass(known, at)) for at in known}


def test_masses_of_several_hexes_join_with_all_of_them() -> None:
    world = world_of([((x, 0, 0), FOREST) for x in (0, 1, 2, 4, 5, 3)])
    assert [world.mass_size((x, 0, 0)) for x in range(6)] == [6] * 6


def test_an_indeterminate_hex_is_in_no_mass() -> None:
    world = WorldMap.plain()
    assert (world.mass_size(NORTH), world.mass(NORTH), world.biome(NORTH)) == (0, frozenset(), "")
    assert not world.same_mass(ORIGIN, NORTH)
    assert world.cell(NORTH) is None
    assert NORTH not in world


def test_the_origin_is_plain_meadow() -> None:
    world = WorldMap.plain()
    assert world.cells == {ORIGIN: Cell("Meadow", "Barren", frozenset(), "")}
    assert (len(world), world.mass_size(ORIGIN), world.enclosed) == (1, 1, [])


def test_a_hex_that_becomes_another_biome_parts_and_joins_masses() -> None:
    world = world_of([(ORIGIN, MEADOW), (NORTH, MEADOW), (reduced(0, 0, 2), MEADOW), (reduced(0, 0, 3), FOREST)])
    world.put(NORTH, Cell(FOREST))
    assert [world.mass_size((0, 0, z)) for z in range(4)] == [1, 1, 1, 1]
    world.put(reduced(0, 0, 2), Cell(FOREST))
    assert [world.mass_size((0, 0, z)) for z in range(4)] == [1, 3, 3, 3]


# --- pockets


@settings(max_examples=60)
@given(st.permutations(list(within(ORIGIN, 4))), st.integers(20, 61))
def test_what_is_enclosed_is_what_a_flood_from_outside_does_not_reach(order: list[Hex], count: int) -> None:
    world = WorldMap()
    for place, at in enumerate(order[:count], start=1):
        world.put(at, Cell())
        enclosed = {each for pocket in slow_worlds.pockets(order[:place]) for each in pocket}
        assert set(world.enclosed) == enclosed
        assert all(world.is_enclosed(each) for each in enclosed)


def test_the_sixth_neighbour_closes_a_pocket_of_one() -> None:
    world = WorldMap()
    for at in neighbours(ORIGIN)[:5]:
        world.put(at, Cell())
        assert not world.enclosed
    assert world.pockets_closed_by(neighbours(ORIGIN)[5]) == [ORIGIN]
    world.put(neighbours(ORIGIN)[5], Cell())
    assert world.enclosed == [ORIGIN]


def test_walls_that_hang_together_nowhere_else_close_nothing() -> None:
    for walls in (neighbours(ORIGIN)[::2], neighbours(ORIGIN)[1::2], neighbours(ORIGIN)[::3]):
        world = WorldMap()
        for at in walls:
            world.put(at, Cell())
        assert world.pockets_closed_by(ORIGIN) == []


def test_two_walls_of_three_that_hang_together_close_what_lies_between_them() -> None:
    """On whichever side the third wall stands, and wherever the list of neighbours begins."""
    for turn in range(6):
        around = [neighbours(ORIGIN)[(turn + place) % 6] for place in range(6)]
        beyond = [at for at in ring(ORIGIN, 2) if is_adjacent(at, around[1])]
        world = WorldMap()
        for at in (around[0], around[2], around[4], *beyond):
            world.put(at, Cell())
        assert world.pockets_closed_by(ORIGIN) == [around[1]]


def test_one_hex_may_close_two_pockets_and_one_with_an_island_in_it() -> None:
    """A ring around two, parted by a wall whose middle hex comes last; another ring around a hex that is generated."""
    world = WorldMap()
    outline = ring(ORIGIN, 2)
    for at in outline:
        if at != NORTH:
            world.put(at, Cell())
    assert world.enclosed == sorted(within(ORIGIN, 1))
    island = WorldMap()
    island.put(ORIGIN, Cell())
    for at in ring(ORIGIN, 2)[:-1]:
        island.put(at, Cell())
    assert island.pockets_closed_by(ring(ORIGIN, 2)[-1]) == sorted(ring(ORIGIN, 1))
    walled = WorldMap()
    wall = [(0, 0, z) for z in (-1, 1)]
    for at in [*outline, *wall]:
        walled.put(at, Cell())
    assert set(walled.enclosed) == set(within(ORIGIN, 1)) - set(wall)


def test_three_arms_that_meet_close_two_pockets_at_once() -> None:
    """Three spokes of a closed wheel lack only the hub: it parts one pocket into three; with the rim open, two close."""
    rim = [at for at in ring(ORIGIN, 3) if at != ring(ORIGIN, 3)[1]]
    spokes = [
        reduced(*(2 * ordinate // length for ordinate in at)) for at in neighbours(ORIGIN)[::2] for length in (1, 2)
    ]
    world = WorldMap()
    for at in [*rim, *spokes]:
        world.put(at, Cell())
    assert not world.enclosed
    world.put(ORIGIN, Cell())
    assert {frozenset(pocket) for pocket in slow_worlds.pockets(world.hexes())} == {
        frozenset(each) for each in slow_worlds.groups(set(world.enclosed))
    }
    assert len(slow_worlds.pockets(world.hexes())) == 2


def test_a_pocket_is_found_without_walking_the_world() -> None:
    """The search looks at no more hexes than the pocket has, some times over, in a world of a long line beside it."""
    world = WorldMap()
    for x in range(3000):
        world.put((x, 0, 0), Cell())
    around = [at for at in neighbours((1500, 1, 0)) if at not in world]
    assert len(around) == 4
    for at in around[:-1]:
        world.put(at, Cell())
    world.numbered = looked = Counting(world.numbered)
    assert world.pockets_closed_by(around[-1]) == [(1500, 1, 0)]
    assert looked.asked < 60


class Counting(dict[int, Cell]):
    """A dict that counts how often it is asked."""

    asked = 0

    def __contains__(self, key: object) -> bool:
        self.asked += 1
        return super().__contains__(key)


def test_hexes_in_an_enclosed_pocket_leave_the_rest_enclosed() -> None:
    world = WorldMap()
    for at in ring(ORIGIN, 2):
        world.put(at, Cell())
    world.put(ORIGIN, Cell(LAKE))
    assert world.enclosed == sorted(ring(ORIGIN, 1))
    world.put(NORTH, Cell(LAKE))
    opposite = (0, 0, -1)
    assert world.pockets_closed_by(opposite) == []
    world.put(opposite, Cell(LAKE))
    assert world.enclosed == sorted(set(ring(ORIGIN, 1)) - {NORTH, opposite})


# --- corruption and pylons


def test_corruption_takes_landmark_and_features() -> None:
    world = WorldMap.plain()
    world.put(NORTH, Cell(FOREST, TOWN, frozenset({FLAG, STATION}), "ana"))
    told = world.corrupt(NORTH)
    assert world.cell(NORTH) == Cell(FOREST, "Barren", frozenset({CORRUPTED}))
    assert names(told) == ["hex_corrupted", "feature_destroyed", "flag_destroyed", "feature_destroyed"]
    assert told[2].fields == {"at": [0, 0, 1], "faction": "ana"}
    assert (world.occupied("ana"), world.flags, world.stations) == (0, {}, [])
    assert world.corrupt(NORTH) == ()
    assert world.corrupt(ASHE) == ()


def test_a_pylon_protects_its_hex_and_those_around_it_and_purifies_these() -> None:
    world = WorldMap.plain()
    for at in ring(ORIGIN, 1):
        world.put(at, Cell())
    world.put((0, 0, 2), Cell())
    assert names(world.corrupt(NORTH)) == names(world.corrupt((0, 0, 2))) == ["hex_corrupted"]
    told = world.construct(ORIGIN, PYLON)
    assert [(each.name, each.fields["at"]) for each in told] == [("hex_purified", [0, 0, 1])]
    assert not world.is_corrupt(NORTH)
    assert world.is_corrupt((0, 0, 2))
    assert all(world.is_protected(at) and not world.corrupt(at) for at in within(ORIGIN, 1))
    assert not world.is_protected((0, 0, 2))
    assert names(world.explode(ORIGIN)) == ["feature_destroyed"]
    assert (world.pylons, names(world.corrupt(NORTH))) == ([], ["hex_corrupted"])


def test_a_stated_world_is_purified_around_its_pylons() -> None:
    world = WorldMap.plain()
    world.put(NORTH, Cell(features=frozenset({CORRUPTED})))
    world.put(ORIGIN, Cell(features=frozenset({PYLON})))
    assert names(world.purify_around_pylons()) == ["hex_purified"]
    assert world.purify_around_pylons() == ()


# --- features and flags


def test_features_are_a_set_and_a_flag_has_an_owner() -> None:
    world = WorldMap.plain()
    world.construct(ORIGIN, BOARDWALK)
    world.construct(ORIGIN, FLAG, "ana")
    assert world.cell(ORIGIN) == Cell(features=frozenset({BOARDWALK, FLAG}), flag_owner="ana")
    assert (world.has(ORIGIN, FLAG), world.has(NORTH, FLAG), world.flags) == (True, False, {"ana": [ORIGIN]})
    assert names(world.destroy(ORIGIN, BOARDWALK)) == ["feature_destroyed"]
    assert names(world.destroy(ORIGIN, FLAG)) == ["feature_destroyed", "flag_destroyed"]
    assert world.cell(ORIGIN) == Cell()
    assert world.destroy(ORIGIN, FLAG) == world.destroy(NORTH, FLAG) == ()


def test_explosives_spare_biomes_and_indeterminate_hexes() -> None:
    world = WorldMap.plain()
    world.put(NORTH, Cell(SWAMP, TOWN, frozenset({CORRUPTED})))
    world.put(ASHE, Cell(LAKE, features=frozenset({BOARDWALK, FLAG}), flag_owner="bob"))
    world.put((0, 0, 2), Cell(FOREST, TOWN))
    told = world.explode(ORIGIN)
    assert [(each.name, each.fields["at"]) for each in told] == [
        ("feature_destroyed", [0, 0, 1]),
        ("feature_destroyed", [0, 1, 0]),
        ("feature_destroyed", [0, 1, 0]),
        ("flag_destroyed", [0, 1, 0]),
    ]
    assert world.cells == {ORIGIN: Cell(), NORTH: Cell(SWAMP), ASHE: Cell(LAKE), (0, 0, 2): Cell(FOREST, TOWN)}
    assert MOUTH not in world


def test_flags_pass_on_and_end_with_their_faction() -> None:
    world = WorldMap.plain()
    for place, at in enumerate([NORTH, ASHE, MOUTH]):
        world.put(at, Cell())
        world.construct(at, FLAG, "ana" if place else "bob")
    world.hand_over_flags("ana", "Duo")
    world.hand_over_flags("bob", "Duo")
    assert (world.flags, world.occupied("Duo")) == ({"Duo": [NORTH, ASHE, MOUTH]}, 3)
    assert [(each.name, each.fields["faction"]) for each in world.destroy_flags("Duo")] == [
        ("flag_destroyed", "Duo")
    ] * 3
    assert (world.flags, world.destroy_flags("Duo")) == ({}, ())


def test_lakes_around_stand_in_the_order_of_the_directions() -> None:
    world = WorldMap.plain()
    for at in (MOUTH, NORTH):
        world.put(at, Cell(LAKE))
    world.put(ASHE, Cell(FOREST))
    assert world.lakes_around(ORIGIN) == (NORTH, MOUTH)
    assert [at for at, _ in world.around(ORIGIN)] == [NORTH, ASHE, MOUTH]
    assert world.biomes_around(ORIGIN) == {LAKE, FOREST}


# --- copies and checkpoints


@given(placed, st.lists(hexes, max_size=3))
def test_a_map_is_kept_and_restored_and_copied(story: list[tuple[Hex, str]], flags: list[Hex]) -> None:
    world = world_of(story)
    for at in flags:
        if at in world:
            world.construct(at, FLAG, "ana")
    restored, twin = thawed(WorldMap, frozen(WorldMap, world)), copy.deepcopy(world)
    for each in (restored, twin):
        assert each == world
        assert (each.enclosed, each.flags) == (world.enclosed, world.flags)
        assert [each.mass_size(at) for at in each.cells] == [world.mass_size(at) for at in world.cells]
    before = world.cells
    for at in ring((9, 0, 0), 1):
        twin.put(at, Cell())
    assert world.cells == before
    assert (9, 0, 0) in twin.enclosed
    assert (9, 0, 0) not in world.enclosed


def test_hexes_are_told_in_ascending_order() -> None:
    world = world_of([(at, MEADOW) for at in within(ORIGIN, 2)])
    assert all(one < other for one, other in pairwise(world.cells))
    assert sorted(world.numbered) == sorted(map(code, world.hexes()))
