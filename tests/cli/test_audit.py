"""Commands about players' values: the audit and a player's trail."""

import os
from pathlib import Path

import pytest

from tests.app.wiring import Record, roster
from tests.cli.commands import Runner, write_records
from tests.games.blognomic.table_stories import DYNASTY

NOON = "2019-10-02T12:00:00Z"
EARLY = "2019-10-01T00:00:00Z"


def line(text: str, id: str = "g1", editor: str = "Bo") -> Record:
    return {
        "kind": "log_line",
        "id": id,
        "at": "2019-10-01T10:00:00Z",
        "page": "Cellar",
        "editor": editor,
        "text": text,
    }


def cell(new: str) -> Record:
    told = {"page": "Cellar", "editor": "Cy", "player": "Ada", "variable": "Coal", "old": "5", "new": new}
    return {"kind": "cell_change", "id": "e1", "at": "2019-10-01T11:00:00Z", **told}


@pytest.fixture
def kept(folder: Path, run: Runner) -> Path:
    """A folder in which a dynasty's values are kept, and one line was written."""
    (folder / "tracker.ini").write_text("[publish]\npermission = apply\n")
    dynasty = {"kind": "setting", "id": "s1", "at": EARLY, "name": "dynasty", "value": DYNASTY}
    assert (
        run("archive", "import", write_records(folder / "game.jsonl", [dynasty, roster(), line("burn 2 coal")])).code
        == 0
    )
    return folder


def test_a_table_in_step_ends_well(run: Runner, kept: Path) -> None:
    done = run("audit", "--as-of", NOON)
    assert (done.code, done.out.splitlines()[-1]) == (0, "table and log are in step")
    assert run("audit", "--as-of", NOON, "--json").json["in_step"] is True


def test_a_hand_edit_that_nothing_explains_has_an_exit_code_of_its_own(run: Runner, kept: Path) -> None:
    run("archive", "import", write_records(kept / "edit.jsonl", [cell("44")]))
    done = run("audit", "--as-of", NOON)
    assert done.code == 12
    assert "Hand edits that nothing explained" in done.out
    assert "Ada, Coal  5    44      flagged   UNEXPLAINED_CHANGE" in done.out
    found = run("audit", "--as-of", NOON, "--json")
    assert (found.code, found.json["hand_edits"][0]["standing"]) == (12, "flagged")


def test_without_a_table_the_audit_says_so(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("[publish]\npermission = apply\n")
    none = {"kind": "setting", "id": "s1", "at": EARLY, "name": "dynasty", "value": ""}
    run("archive", "import", write_records(folder / "game.jsonl", [none, roster()]))
    done = run("audit")
    assert done.code == 2
    assert "keeps no table of values" in done.err


def test_a_players_values_are_explained_step_by_step(run: Runner, kept: Path) -> None:
    out = run("explain", "Bo", "--as-of", NOON).out
    assert out.startswith(f"Bo, as of {NOON}\n  Day = 29\n  Coal = 3\n")
    assert "2019-10-01T10:00:00Z  Coal: 5 → 3\n  action by Bo: burn 2 coal\n  g1" in out


def test_one_variable_since_an_instant_as_json(run: Runner, kept: Path) -> None:
    told = run("explain", "Bo", "--variable", "coal", "--since", "2019-10-01T09:00:00Z", "--as-of", NOON, "--json").json
    assert [(step["variable"], step["new"]) for step in told["steps"]] == [("Coal", 3)]


def test_hostile_text_of_a_line_stays_on_its_line(run: Runner, kept: Path) -> None:
    run("archive", "import", write_records(kept / "odd.jsonl", [line("dance \u202e\x1b[31m red", id="g2")]))
    out = run("explain", "Bo", "--as-of", NOON).out
    assert "\x1b" not in out
    assert os.linesep + "  refused by Bo: dance" in out


def test_a_name_that_is_nobodys_is_looked_for_among_matters(run: Runner, kept: Path) -> None:
    done = run("explain", "nothing", "--as-of", NOON)
    assert done.code == 2
    assert "there is no matter 'nothing'" in done.err
    assert run("explain", "Zed", "--as", "player", "--as-of", NOON).code == 2
