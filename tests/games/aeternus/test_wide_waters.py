"""The playthrough ``wide_waters``: everybody holds what the ledger says, the map is what was worked out, and what was refused is what should be."""

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.aeternus.wide_waters import HERE, ROWS, held, ledger, story
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import line_of
from tracker.games.aeternus.law import CLAUSES
from tracker.games.aeternus.state import BARREN, CORRUPTED, FLAG

TOLD = tomllib.loads((HERE / "wide_waters.toml").read_text(encoding="utf-8"))
INSTANTS: list[str] = TOLD["instants"]


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """What replay prints of the story."""
    return replay_records("aeternus", story(), INSTANTS)


def gamestate(printed: Mapping[str, Any], instant: str) -> dict[str, Any]:
    found: dict[str, Any] = printed["instants"][instant]["gamestate"]
    return found


def test_the_rows_are_those_of_the_story() -> None:
    assert ROWS.read_text(encoding="utf-8") == "".join(f"{line_of(record)}\n" for record in story())


@pytest.mark.parametrize("instant", INSTANTS)
def test_everybody_holds_what_the_ledger_says(printed: Mapping[str, Any], instant: str) -> None:
    players = gamestate(printed, instant)["players"]
    bags = {id: player["inventory"] for id, player in players.items() if player["inventory"]}
    assert bags == {
        holder: {item: count for item, count in bag.items() if count} for holder, bag in held(instant).items()
    }


def test_the_ledger_names_clauses_that_exist() -> None:
    assert {entry.clause for entry in ledger()} <= set(CLAUSES)


@pytest.mark.parametrize("instant", TOLD["map"])
def test_the_map_is_what_was_worked_out(printed: Mapping[str, Any], instant: str) -> None:
    world = gamestate(printed, instant)["world"]
    assert {at: in_words(cell) for at, cell in world.items()} == TOLD["map"][instant]


def in_words(cell: Mapping[str, Any]) -> str:
    named = [
        f"{FLAG} of {cell['flag_owner']}" if each == FLAG else each for each in cell["features"] if each != CORRUPTED
    ]
    landmark = [] if cell["landmark"] == BARREN else [cell["landmark"]]
    return ", ".join([cell["biome"], *landmark, *named]) + (" !" if CORRUPTED in cell["features"] else "")


def test_what_was_refused(printed: Mapping[str, Any]) -> None:
    told = [
        f"{each['observation']}{'#' + str(each['n']) if each.get('n') else ''} {each['code']}"
        for each in printed["refused"]
    ]
    assert sorted(told) == sorted(TOLD["refused"])


def test_what_came_of_it_in_the_end(printed: Mapping[str, Any]) -> None:
    found = gamestate(printed, INSTANTS[-1])
    assert found["quality_names"][7] == "<b>Mirthless</b>"
    assert found["influence"] == {"ana": "0", "bob": "0", "dev": "0"}
    assert (found["judge"], found["winner"], found["phase_number"]) == (None, None, 7)
    lapsed = [each for each in printed["instants"][INSTANTS[-1]]["findings"] if each["code"] == "RANDOM_MATTER_LAPSED"]
    assert [each["observations"] for each in lapsed] == [["d8"]]
