"""Commands of games that look at a play: at a file of observations or at an archive, as of an instant, and what they write."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Runner
from tests.games.chat_stories import told

OPENING = {
    "players": [{"id": "ana", "at": [0, 0, 1]}],
    "world": [{"at": [0, 0, 1], "biome": "Forest", "landmark": "Town"}, {"at": [0, 1, 0], "biome": "Swamp"}],
}
ROWS: list[dict[str, Any]] = [
    {"kind": "opening", "id": "o1", "at": "2025-02-07T10:00:00Z", "game": "aeternus", "state": OPENING},
    {
        "kind": "message",
        "id": "m1",
        "at": "2025-02-07T11:00:00Z",
        "channel": "game-actions",
        "author": "ana",
        "text": "Traverse South",
    },
]


@pytest.fixture
def cycle(tmp_path: Path) -> Path:
    """A file of a cycle."""
    path = tmp_path / "cycle.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    return path


# --- the map ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "start"), [("map.svg", b"<?xml"), ("map.PNG", b"\x89PNG")])
def test_the_map_of_a_file_is_drawn(run: Runner, cycle: Path, name: str, start: bytes) -> None:
    done = run("aeternus", "map", str(cycle.with_name(name)), "--replay", str(cycle))
    assert (done.code, done.err) == (0, "")
    assert "3 hexes, as of 2025-02-07T11:00:00" in done.out
    assert cycle.with_name(name).read_bytes().startswith(start)


def test_it_is_drawn_as_of_an_instant(run: Runner, cycle: Path) -> None:
    pictures = []
    for at in ("2025-02-07T10:59:59Z", "2025-02-07T11:00:00Z"):
        run("aeternus", "map", str(cycle.with_name("map.svg")), "--replay", str(cycle), "--as-of", at)
        pictures.append(cycle.with_name("map.svg").read_text())
    assert ["(0,0,1): Forest, Town; here: ana" in each for each in pictures] == [True, False]
    assert "(0,0,0): Meadow; here: ana" in pictures[1]


def test_a_file_may_come_from_standard_input(cycle: Path) -> None:
    command = [sys.executable, "-m", "tracker", "aeternus", "map", str(cycle.with_name("map.svg")), "--replay", "-"]
    done = subprocess.run(command, input=cycle.read_bytes(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("name", "remedy"), [("map.gif", "let it end in .svg or .png"), ("no/such/map.svg", "name another file")]
)
def test_what_cannot_be_written_is_told(run: Runner, cycle: Path, name: str, remedy: str) -> None:
    done = run("aeternus", "map", str(cycle.parent / name), "--replay", str(cycle))
    assert done.code != 0
    assert done.out == ""
    assert remedy in done.err


# --- one hex ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coordinates", ["(0,1,0)", "1, 0, 1", "[0; 1; 0]", "(−3,4,−3)"])
def test_a_hex_is_told_in_whatever_form_its_coordinates_are(run: Runner, cycle: Path, coordinates: str) -> None:
    done = run("aeternus", "where", coordinates, "--replay", str(cycle))
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[:2] == ["(0,1,0), 1 step from the origin", "Swamp, in a mass of 1 (AET-086); Barren"]
    assert "  Zest: (0,0,0) Meadow" in lines


@pytest.mark.parametrize("coordinates", ["-3,4,-3", "-3 4 -3"])
def test_coordinates_that_begin_below_zero_are_no_option(run: Runner, cycle: Path, coordinates: str) -> None:
    done = run("aeternus", "where", coordinates, "--replay", str(cycle), "--json")
    assert (done.code, done.json["at"]) == (0, [0, 1, 0])
    done = run("aeternus", "where", "--replya", str(cycle), "0,1,0")
    assert (done.code, "No such option" in done.err) == (2, True)


def test_an_indeterminate_hex_is_told_with_its_pool_and_odds(run: Runner, cycle: Path) -> None:
    found = run("aeternus", "where", "(0,0,2)", "--replay", str(cycle), "--json").json
    assert found["pool"] == [
        {"name": "Forest", "weight": "10", "for": [0, 0, 1]},
        {"name": "random", "weight": "3", "for": None},
    ]
    assert found["odds"]["Forest"] == "85/104"
    text = run("aeternus", "where", "(0,0,2)", "--replay", str(cycle)).out
    assert "odds: Meadow 6.7%, Deceased Dunes 3.8%, Forest 81.7%" in text


def test_players_and_what_came_about_are_told(run: Runner, tmp_path: Path) -> None:
    story = f"""
2025-02-07 10:00:00 opening {json.dumps(OPENING)}
2025-02-07 11:00:00 ana in game-actions m1: Traverse South
2025-02-07 12:00:00 rolls d25,d22,d100,d15,d20,d21,d100: 11 22 6 12 1 1 50
2025-02-07 12:00:00 ana in game-actions m2: Scout Mouth and South
"""
    (tmp_path / "cycle.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in told(story, "aeternus")))
    assert "here: ana" in run("aeternus", "where", "(0,0,0)", "--replay", str(tmp_path / "cycle.jsonl")).out
    found = run("aeternus", "where", "(1,0,0)", "--replay", str(tmp_path / "cycle.jsonl"))
    assert "Meadow, in a mass of 2 (AET-086); Town" in found.out
    line = "  2025-02-07T12:00:00Z: (1,0,0) is generated: Meadow, Town (AET-083, message m2)"
    assert line in found.out.splitlines()


@pytest.mark.parametrize("coordinates", ["nowhere", "(1,2)", "(1,2,3,4)", "(1e9,0,0)", "(99999999999,0,0)", ""])
def test_what_is_no_hex_is_told(run: Runner, cycle: Path, coordinates: str) -> None:
    done = run("aeternus", "where", coordinates, "--replay", str(cycle))
    assert (done.code, done.out) == (2, "")
    assert 'write them as "(3,0,-2)"' in done.err


# --- which play -------------------------------------------------------------------------------------------------------


def test_an_empty_file_is_told(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    done = run("aeternus", "where", "(0,0,0)", "--replay", str(tmp_path / "none.jsonl"))
    assert done.code == 2
    assert "tells of nothing" in done.err


def config(folder: Path, slug: str) -> Path:
    """A config of a game, of nothing but its archive."""
    path = folder / "tracker.ini"
    path.write_text(f"[game]\nslug = {slug}\n")
    return path


def test_without_a_file_the_archive_of_the_config_is_looked_at(run: Runner, cycle: Path) -> None:
    made = str(config(cycle.parent, "aeternus"))
    assert run("archive", "import", "--config", made, str(cycle)).code == 0
    done = run("aeternus", "where", "(0,0,1)", "--config", made)
    assert (done.code, done.err) == (0, "")
    assert "Forest, in a mass of 1 (AET-086); Town" in done.out


def test_a_config_of_another_game_is_told(run: Runner, tmp_path: Path) -> None:
    done = run("aeternus", "where", "(0,0,1)", "--config", str(config(tmp_path, "ducks")))
    assert done.code == 2
    assert "is of Infinite Nomic, Ducks (give --replay FILE, or --config)" in done.err
