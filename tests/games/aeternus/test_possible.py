"""What somebody can do here and now, with its odds: what pages show must be what the rules then do."""

from fractions import Fraction

import pytest
from tracker.games.aeternus.medallions import conditions, eligible
from tracker.games.aeternus.world import (
    BOARDWALK,
    CORRUPTED,
    DUNES,
    FLAG,
    FOREST,
    LAKE,
    PASS,
    PYLON,
    STATION,
    SWAMP,
    TOWN,
    Cell,
)

from tracker.core.instants import EPOCH
from tracker.games.aeternus import construction, crafting, fishing, foraging, scouting, stagways, tools, victory
from tracker.games.aeternus.hexes import ORIGIN, Hex, neighbours
from tracker.games.aeternus.law import CLASSIC_ROD, MIDAS_ROD, NO_ROD, Law
from tracker.games.aeternus.state import Player, World
from tracker.games.aeternus.traversing import steps

LAW = Law(EPOCH, {})
NORTH, ASHE, MOUTH, SOUTH, ZEST, WEAST = neighbours(ORIGIN)


def world(cells: dict[Hex, Cell], **at: Hex) -> World:
    """A world with these hexes and players, each in a faction of their own; ``ana`` is at the origin if nothing else is said."""
    made = World()
    for where, cell in cells.items():
        made.map.put(where, cell)
    for id, place in {"ana": ORIGIN, **at}.items():
        made.players[id] = Player(id, [(EPOCH, None)], place, 2, id)
    return made


def bearing(*features: str, biome: str = "Meadow", owner: str = "") -> Cell:
    return Cell(biome, features=frozenset(features), flag_owner=owner)


# --- steps ------------------------------------------------------------------------------------------------------------


def test_the_six_steps_are_told_in_the_order_of_the_directions() -> None:
    cells = {NORTH: Cell(DUNES), ASHE: Cell(LAKE), MOUTH: bearing(BOARDWALK, biome=LAKE), SOUTH: bearing(CORRUPTED)}
    found = steps(world(cells), LAW, "ana")
    assert [each.direction for each in found] == list(LAW.directions)
    assert [each.to for each in found] == list(neighbours(ORIGIN))
    assert [each.biome for each in found] == [DUNES, LAKE, LAKE, "Meadow", "", ""]
    assert [each.is_closed for each in found] == [False, True, False, False, False, False]
    assert [each.wind_percent for each in found] == [20, 0, 0, 0, 0, 0]
    assert [each.corrupts for each in found] == [False, False, False, True, False, False]
    assert {(each.cost, each.leaving_percent) for each in found} == {(1, 100)}


def test_a_pass_costs_more_and_a_swamp_holds_on_all_sides_but_its_own_mass() -> None:
    on_pass = steps(world({ORIGIN: Cell(PASS), NORTH: Cell(PASS)}), LAW, "ana")
    assert {each.cost for each in on_pass} == {2}
    in_swamp = steps(world({ORIGIN: Cell(SWAMP), NORTH: Cell(SWAMP)}), LAW, "ana")
    assert [each.leaving_percent for each in in_swamp] == [100, 15, 15, 15, 15, 15]
    bridged = steps(world({ORIGIN: bearing(BOARDWALK, biome=SWAMP)}), LAW, "ana")
    assert {each.leaving_percent for each in bridged} == {100}


def test_what_is_corrupted_or_protected_falls_no_more() -> None:
    cells = {NORTH: bearing(CORRUPTED)}
    assert not steps(world({**cells, ORIGIN: bearing(CORRUPTED)}), LAW, "ana")[0].corrupts
    assert not steps(world({**cells, SOUTH: bearing(PYLON)}), LAW, "ana")[0].corrupts


# --- foraging and scouting --------------------------------------------------------------------------------------------


def test_rewards_are_told_with_their_chances_equal_ones_together() -> None:
    assert foraging.rewards_of(LAW, FOREST)[-1] == ({"Wood": 3}, Fraction(1, 3))
    assert foraging.rewards_of(LAW, "Meadow")[0] == ({}, Fraction(1, 6))
    assert foraging.rewards_of(LAW, LAKE) == foraging.rewards_of(LAW, "Meadow")
    for biome in LAW.words("biomes"):
        assert sum(chance for _, chance in foraging.rewards_of(LAW, biome)) == 1
    assert [foraging.dice_of(LAW, goods) for goods in ({}, {"Foraging Pouch": 3})] == [1, 2]


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        (None, "it is not generated"),
        (Cell(), ""),
        (Cell(LAKE), ""),
        (Cell(landmark=TOWN), "it bears Town"),
        (bearing(FLAG, BOARDWALK, owner="ana"), "it bears Boardwalk, Flag"),
    ],
)
def test_what_keeps_from_foraging(cell: Cell | None, why: str) -> None:
    assert foraging.why_not(cell) == why


def test_binoculars_reach_farther() -> None:
    assert [scouting.reach(LAW, goods) for goods in ({}, {"Binoculars": 0}, {"Binoculars": 1})] == [1, 1, 2]


# --- fishing ----------------------------------------------------------------------------------------------------------


def test_lakes_in_reach_are_the_own_hex_and_those_around_in_order() -> None:
    cells = {WEAST: Cell(LAKE), NORTH: Cell(LAKE), ORIGIN: bearing(BOARDWALK, biome=LAKE)}
    assert fishing.lakes(world(cells), "ana") == [ORIGIN, NORTH, WEAST]
    assert fishing.lakes(world({(0, 0, 2): Cell(LAKE)}), "ana") == []


def test_rods_owned_and_their_chances() -> None:
    assert fishing.rods_of(LAW, {CLASSIC_ROD: 1, "Torch": 1, MIDAS_ROD: 0}) == [NO_ROD, CLASSIC_ROD]
    assert [fishing.catch_percent(LAW, rod) for rod in LAW.rods] == [70, 70, 80, 85, 95, 20]
    assert fishing.catch_percent(Law(EPOCH, {"catch_percent": 90}), CLASSIC_ROD) == 100
    assert [fishing.medallion_percent(LAW, NO_ROD, number) for number in (0, 1, 3, 4, 7)] == [0, 10, 30, 40, 40]
    assert [fishing.medallion_percent(LAW, MIDAS_ROD, number) for number in (0, 1, 7)] == [0, 100, 100]
    assert fishing.medallion_percent(LAW, CLASSIC_ROD, 5) == 0


def test_every_type_is_told_with_what_decides_it() -> None:
    here = world({NORTH: bearing(CORRUPTED, biome=LAKE), ORIGIN: Cell(FOREST, TOWN)}, ben=ORIGIN)
    found = {each.type: each for each in conditions(here, LAW, "ana", NORTH, NO_ROD)}
    assert list(found) == list(LAW.words("medallion_fish"))
    holding = ("Goldfish", "Gudgeon", "SvGCMkWr_zQ", "Civilised Fish", "Student Fish", "Vanille", "Aligned Fish")
    assert eligible(here, LAW, "ana", NORTH, NO_ROD) == holding
    assert found["Blue Whale"].why == found["Goldfish"].why == "the mass of the Lake is 1"
    assert found["Student Fish"].why == "in the same hex: ben"
    assert found["Carcharias"].why == "the own hex is Forest"
    assert found["Napoleon Fish"].why == "no flag is on the own hex"
    assert all(each.why for each in found.values())
    assert eligible(here, LAW, "ana", NORTH, CLASSIC_ROD) == ()
    assert {each.why for each in conditions(here, LAW, "ana", NORTH, CLASSIC_ROD)} == {"the rod is a Classic Rod"}


# --- what is made, built and burnt ------------------------------------------------------------------------------------


def test_how_many_of_each_item_could_be_crafted_and_what_is_missing() -> None:
    assert crafting.craftable(LAW, {"Wood": 5, "Resin": 2, "Thread": 1}) == {"Standard Rod": 1, "Torch": 2}
    assert crafting.craftable(LAW, {}) == {}
    assert crafting.missing(LAW, "Explosives", {"Wood": 9, "Thread": 1}) == {"Thread": 2, "Resin": 2}
    assert crafting.missing(LAW, "Torch", {"Wood": 2, "Resin": 1}) == {}
    assert crafting.cost(LAW, {"Torch": 2, "Standard Rod": 1}) == {"Wood": 6, "Resin": 2, "Thread": 1}


def test_what_keeps_a_feature_from_a_hex() -> None:
    cells = {NORTH: Cell(LAKE), ASHE: bearing(CORRUPTED), MOUTH: bearing(FLAG, owner="ben")}
    here = world(cells)

    def code(feature: str, at: Hex) -> str | None:
        found = construction.why_not(here, LAW, feature, at)
        return found and found[0]

    assert [code(FLAG, at) for at in (ORIGIN, NORTH, ASHE, MOUTH, SOUTH)] == [
        *(None, "CANNOT_BUILD_HERE", "CANNOT_BUILD_HERE", "ALREADY_THERE", "INDETERMINATE_HEX")
    ]
    assert [code(BOARDWALK, at) for at in (NORTH, ASHE, MOUTH)] == [None, "CANNOT_BUILD_HERE", None]


def test_journeys_lead_to_every_other_station() -> None:
    far = (0, 0, 9)
    here = world({ORIGIN: bearing(STATION), far: bearing(STATION), NORTH: Cell()}, ben=NORTH)
    assert stagways.destinations(here, "ana") == [far]
    assert stagways.destinations(here, "ben") == []
    here.players["ana"].barred = True
    assert stagways.destinations(here, "ana") == []


def test_what_is_in_reach_of_a_torch() -> None:
    cells = {ORIGIN: bearing(STATION, BOARDWALK), NORTH: bearing(FLAG, owner="ben"), (0, 0, 2): bearing(BOARDWALK)}
    here = world(cells)
    assert tools.burnable(here, LAW, "ana") == [(ORIGIN, BOARDWALK), (NORTH, FLAG)]
    assert tools.burnable(here, Law(EPOCH, {"torch_reach": "the own hex"}), "ana") == [(ORIGIN, BOARDWALK)]


# --- victory ----------------------------------------------------------------------------------------------------------


def flags(**owned: int) -> dict[Hex, Cell]:
    """Rows of flags, so many of each faction."""
    rows = {"ana": 1, "ben": -1, "cy": 3}
    return {
        (0, rows[name], 9 * rows[name] + each if rows[name] > 0 else -9 - each): bearing(FLAG, owner=name)
        for name, count in owned.items()
        for each in range(count)
    }


def test_how_far_each_faction_is_from_victory() -> None:
    found = victory.standings(world(flags(ana=9, ben=5), ben=ORIGIN, cy=ORIGIN), LAW)
    assert found["ana"] == victory.Standing(9, 1, Fraction(9), 1, "ben", Fraction(1))
    assert found["ben"] == victory.Standing(5, 1, Fraction(5), 5, "ana", Fraction(13))
    assert found["cy"] == victory.Standing(0, 1, Fraction(0), 10, "ana", Fraction(18))
    assert not any(each.wins for each in found.values())


@pytest.mark.parametrize(
    ("owned", "winner"),
    [({"ana": 10, "ben": 5}, "ana"), ({"ana": 11, "ben": 6}, ""), ({"ana": 9}, ""), ({"ben": 10}, "ben"), ({}, "")],
)
def test_who_wins(owned: dict[str, int], winner: str) -> None:
    assert victory.winner_now(world(flags(**owned), ben=ORIGIN, cy=ORIGIN), LAW) == winner


def test_somebody_whose_hex_is_not_known_can_do_little() -> None:
    lost = world({}, ana=(5, 0, 0))
    assert fishing.lakes(lost, "ana") == []
    assert stagways.destinations(lost, "ana") == []
    assert tools.burnable(lost, LAW, "ana") == []
    assert {(each.cost, each.leaving_percent, each.corrupts) for each in steps(lost, LAW, "ana")} == {(1, 100, False)}
    assert eligible(lost, LAW, "ana", (6, 0, 0), "Standard Rod") == ("Aligned Fish",)
