"""A dynasty's file over time: changed in mid-dynasty, taken out and put back, given another name, or another dynasty's."""

from typing import Any

from tracker.app.asking.replay import replay_records

FILE = """\
name = "Cellar"
page = "Cellar"

[[variable]]
name = "Coal"
type = "integer"
default = 3

[[variable]]
name = "Depth"
type = "integer"
of = "game"
default = 10
maximum = 50

[[action]]
name = "dig"
steps = ["gain 2 Coal", "gain 40 game.Depth"]
"""
PLAYERS = [
    {"name": name, "status": "player", "admin": True, "emperor": False} for name in ("Ada", "Bo", "Cy", "Di", "Ed")
]


def state(*files: str) -> dict[str, Any]:
    """The gamestate after one dig, the files following each other a day apart."""
    records: list[dict[str, Any]] = [
        {"kind": "setting", "id": f"s{day}", "at": f"2019-10-0{day}T00:00:00Z", "name": "dynasty", "value": file}
        for day, file in enumerate(files, start=1)
    ]
    records.append({"kind": "roster", "id": "r", "at": "2019-10-01T00:00:00Z", "players": PLAYERS})
    line = {
        "kind": "log_line",
        "id": "l",
        "at": "2019-10-01T12:00:00Z",
        "page": "Cellar",
        "editor": "Ada",
        "text": "dig",
    }
    printed = replay_records("blognomic", [*records, line], ["2019-10-09T00:00:00Z"])
    found: dict[str, Any] = printed["instants"]["2019-10-09T00:00:00Z"]
    return found


def codes(found: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in found["findings"]]


def test_a_new_variable_gets_its_default_and_the_others_stay() -> None:
    more = '[[variable]]\nname = "Bank"\ntype = "integer"\nof = "game"\ndefault = 7\n\n[[variable]]\nname = "Lamps"\ntype = "integer"\ndefault = 1\n'
    after = state(FILE, FILE + more)["gamestate"]
    assert after["game"] == {"Depth": 50, "Bank": 7}
    assert after["values"]["Ada"] == {"Coal": 5, "Lamps": 1}


def test_a_value_outside_its_new_range_gets_the_default() -> None:
    assert state(FILE, FILE.replace("maximum = 50", "maximum = 20"))["gamestate"]["game"] == {"Depth": 10}


def test_a_mended_name_is_the_same_dynasty() -> None:
    after = state(FILE, FILE.replace('name = "Cellar"', 'name = "The Cellar"', 1))
    assert after["gamestate"]["values"]["Ada"] == {"Coal": 5}
    assert "VALUES_BEGIN_ANEW" not in codes(after)


def test_a_file_taken_out_and_put_back_loses_nothing() -> None:
    after = state(FILE, "", FILE)["gamestate"]
    assert after["values"]["Ada"] == {"Coal": 5}
    assert after["game"] == {"Depth": 50}


def test_another_dynasty_begins_with_its_defaults_and_says_so() -> None:
    other = FILE.replace("Cellar", "Attic").replace('name = "Coal"', 'name = "Dust"').replace("2 Coal", "2 Dust")
    after = state(FILE, other)
    assert after["gamestate"]["values"]["Ada"] == {"Dust": 3}
    assert "VALUES_BEGIN_ANEW" in codes(after)


def test_a_faulty_file_is_told_by_line_and_changes_nothing() -> None:
    after = state(FILE, FILE.replace("default = 3", 'default = "three"'))
    assert after["gamestate"]["values"]["Ada"] == {"Coal": 5}
    assert any("line 7" in finding["text"] for finding in after["findings"] if finding["code"] == "UNKNOWN_SETTING")
