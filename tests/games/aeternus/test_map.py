"""Hexes, the map and generation, held against plain slow computations; and the map's picture."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tests.tries import tries
from tracker.core.instants import EPOCH
from tracker.errors import UsageError
from tracker.games.aeternus.commands import value_of_dice
from tracker.games.aeternus.generation import biome_odds, pool, random_pool
from tracker.games.aeternus.hexes import (
    ORIGIN,
    Hex,
    axial,
    code,
    distance,
    from_axial,
    key,
    neighbours,
    of_code,
    reduced,
)
from tracker.games.aeternus.law import Law
from tracker.games.aeternus.map_picture import picture
from tracker.games.aeternus.state import BARREN, BIOMES, CORRUPTED, FLAG, Aeternus, Cell, Player
from tracker.mechanics.chat.names import Names
from tracker.mechanics.state.keeping import Bag

ordinates = st.integers(-60, 60)
triples = st.tuples(ordinates, ordinates, ordinates)
small = st.integers(-2, 2)
maps = st.dictionaries(st.builds(reduced, small, small, small), st.sampled_from(BIOMES), max_size=19)
BIASES = {"Meadow": 12, "Deceased Dunes": 10, "Forest": 10, "Perilous Pass": 5, "Swamp": 10, "Lake": 0}
RIVALS = {"Deceased Dunes": "Swamp", "Swamp": "Deceased Dunes"}


def world_of(biomes: Mapping[Hex, str]) -> Aeternus:
    world = Aeternus(world={key(at): Cell(biome=biome) for at, biome in biomes.items()})
    world.look(Names(), Law(EPOCH, {}))
    return world


def flood(starts: Iterable[Hex], within: set[Hex]) -> set[Hex]:
    """Everything within a set that can be walked to."""
    seen, frontier = set(starts), list(starts)
    while frontier:
        new = [each for each in neighbours(frontier.pop()) if each in within and each not in seen]
        seen.update(new)
        frontier += new
    return seen


def enclosed(generated: Iterable[Hex]) -> set[Hex]:
    """What a flood from outside everything generated does not reach."""
    known = set(generated)
    disc = {reduced(x, 0, z) for x in range(-6, 7) for z in range(-6, 7)}
    rim = {at for at in disc if any(each not in disc for each in neighbours(at))}
    return disc - known - flood(rim, disc - known)


# --- the grid ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("triple", "named"),
    [((1, 0, 1), (0, 1, 0)), ((2, 2, -3), (4, 0, -1)), ((1, 1, 1), (0, 2, 0)), ((-1, 4, 1), (0, 3, 2))],
)
def test_a_triple_is_named_by_the_one_of_fewest_steps(triple: Hex, named: Hex) -> None:
    assert reduced(*triple) == named


@given(triples, st.integers(-40, 40))
def test_each_hex_has_one_name_and_no_triple_for_it_has_fewer_steps(triple: Hex, turns: int) -> None:
    x, y, z = triple
    name = reduced(x, y, z)
    assert reduced(x + turns, y - turns, z + turns) == name
    assert sum(map(abs, name)) == min(abs(x + t) + abs(y - t) + abs(z + t) for t in range(-130, 131))
    assert of_code(code(name)) == from_axial(*axial(name)) == name


@given(triples, triples)
def test_distance_is_the_number_of_steps(one: Hex, other: Hex) -> None:
    start, end = reduced(*one), reduced(*other)
    steps = distance(start, end)
    assert min(distance(each, end) for each in neighbours(start)) == (steps - 1 if steps else 1)
    assert len(set(neighbours(start))) == 6


# --- masses, pockets, pools -------------------------------------------------------------------------------------------


@settings(max_examples=tries(25, long=100), deadline=None)
@given(maps, st.randoms(use_true_random=False))
def test_masses_and_pockets_are_those_of_a_flood(biomes: dict[Hex, str], random: Random) -> None:
    order = [ORIGIN, *random.sample([each for each in biomes if each != ORIGIN], len(biomes.keys() - {ORIGIN}))]
    world, known = world_of({ORIGIN: "Meadow"}), {ORIGIN: "Meadow"}
    for at in order[1:]:
        lakes = world.terrain.closed_by(at)
        assert set(lakes) == enclosed([*known, at]) - enclosed(known)
        known[at] = biomes[at]
        world.terrain.add(at, Cell(biome=biomes[at]))
    assert set(world.terrain.enclosed()) == enclosed(known)
    for at, biome in known.items():
        assert world.terrain.mass_size(at) == len(flood([at], {each for each in known if known[each] == biome}))


@given(maps)
def test_a_pool_is_that_of_the_rules(biomes: dict[Hex, str]) -> None:
    known = {at: biome for at, biome in biomes.items() if at != ORIGIN}
    beside = [at for at in neighbours(ORIGIN) if at in known]
    kept_out = {biome for biome, rival in RIVALS.items() if rival in {known[at] for at in beside}}
    masses = {at: flood([at], {each for each in known if known[each] == known[at]}) for at in beside}
    expected = [
        (known[at], 0 if known[at] in kept_out else Fraction(BIASES[known[at]], len(masses[at]))) for at in beside
    ]
    world = world_of(known)
    assert pool(world, ORIGIN) == [*expected, ("random", 3)]
    assert {biome for biome, weight in random_pool(world, ORIGIN) if not weight} == kept_out | {"Lake"}
    assert sum(biome_odds(world, ORIGIN).values()) == 1


def test_the_lone_origin_gives_twelve_of_fifteen() -> None:
    assert biome_odds(world_of({ORIGIN: "Meadow"}), (0, 0, 1))["Meadow"] == Fraction(12, 15) + Fraction(
        3, 15
    ) * Fraction(7, 24)


# --- the picture, and dice --------------------------------------------------------------------------------------------


def test_the_picture_has_every_hex_with_what_stands_there_and_who() -> None:
    world = world_of({ORIGIN: "Meadow", (0, 0, 1): "Lake"})
    world.world["1,0,0"] = Cell(biome="Forest", features=Bag({FLAG, CORRUPTED}), flag_owner="Big Fish")
    world.players["1"] = Player(player=True, at=(1, 0, 0), faction="Big Fish")
    drawn = etree.fromstring(picture(world, {"1": "<b>ana ann</b>"}))
    groups = {
        each.get("id"): " ".join(map(str, each.itertext()))
        for each in drawn.iter("{*}g")
        if "hex_" in each.get("id", "")
    }
    assert set(groups) == {"hex_0_0_0", "hex_0_0_1", "hex_1_0_0"}
    assert all(words in groups["hex_1_0_0"] for words in ("Forest", FLAG, CORRUPTED, "BF", "<b>ana ann</b>"))
    assert BARREN not in groups["hex_0_0_0"]
    assert picture(world, {}, "png").startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("dice", "faces", "value"),
    [("3d6", "4 1 6", 11), ("5d6, 4+", "4 3 6 1 4", 3), ("2d6 4+", "4,3", 1), ("0d6", "", 0)],
)
def test_dice_have_their_sum_or_how_many_meet_the_target(dice: str, faces: str, value: int) -> None:
    assert value_of_dice(dice, faces).values == {"value": value}


@pytest.mark.parametrize(("dice", "faces"), [("d", "1"), ("2d6", "1"), ("1d6", "7"), ("1d0", "1")])
def test_what_are_no_dice_is_told(dice: str, faces: str) -> None:
    with pytest.raises(UsageError):
        value_of_dice(dice, faces)
