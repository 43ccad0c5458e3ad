"""The commands about dynasty files."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.commands import Runner
from tracker.mechanics.declared.file import read_dynasty

FAULTY = 'name = "x"\npage = "x"\n[[variable]]\nname = "Beans"\ntype = "integr"\n'


def test_a_new_file_is_sound_and_says_its_name(run: Runner, folder: Path) -> None:
    done = run("dynasty", "new", 'The "Café"', "--page", "Cafe", "--day-zero", "2024-01-01")
    assert (done.code, done.err) == (0, "")
    assert "tracker dynasty check dynasty.toml" in done.out
    found = read_dynasty((folder / "dynasty.toml").read_text(encoding="utf-8")).dynasty
    assert found is not None
    assert (found.name, found.page, str(found.day_zero)) == ('The "Café"', "Cafe", "2024-01-01")
    assert run("dynasty", "check", "dynasty.toml").code == 0


def test_a_new_file_counts_from_the_present_day_and_takes_its_name_as_page(run: Runner, folder: Path) -> None:
    before = datetime.now(UTC).date()
    assert run("dynasty", "new", "Cafe", "--output", "cafe.toml", "--json").json == {"file": "cafe.toml"}
    found = read_dynasty((folder / "cafe.toml").read_text(encoding="utf-8")).dynasty
    assert found is not None
    assert found.page == "Cafe"
    assert found.day_zero is not None
    assert before <= found.day_zero <= datetime.now(UTC).date()


def test_a_file_that_is_there_is_never_written_over(run: Runner, folder: Path) -> None:
    (folder / "dynasty.toml").write_text("mine")
    done = run("dynasty", "new", "Cafe")
    assert done.code == 9
    assert "dynasty.toml: is there already" in done.err
    assert (folder / "dynasty.toml").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "two\nlines", "A|B", "x" * 201, "\ud800"])
def test_a_name_that_cannot_be_one_writes_nothing(run: Runner, folder: Path, name: str) -> None:
    assert run("dynasty", "new", name).code == 2
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(run: Runner, folder: Path) -> None:
    done = run("dynasty", "new", "Cafe", "--output", "nowhere/cafe.toml")
    assert done.code == 9
    assert "nowhere/cafe.toml: No such file or directory" in done.err


def test_faults_are_told_by_line(run: Runner, folder: Path) -> None:
    (folder / "x.toml").write_text(FAULTY)
    done = run("dynasty", "check", "x.toml")
    assert done.code == 9
    assert done.out.splitlines() == ["x.toml:5: type cannot be 'integr' (did you mean integer?)", "1 to mend"]
    told = run("dynasty", "check", "x.toml", "--json")
    assert told.code == 9
    assert told.json == {
        "file": "x.toml",
        "sound": False,
        "faults": [{"line": 5, "what": "type cannot be 'integr'", "remedy": "did you mean integer?"}],
    }


def test_a_sound_file_is_shown(run: Runner, folder: Path) -> None:
    run("dynasty", "new", "Cafe", "--day-zero", "2024-01-01")
    out = " ".join(run("dynasty", "check", "dynasty.toml").out.split())
    assert "Cafe: sound page Cafe; Player, Emperor; 2024-01-01 is day 0" in out
    assert "Date player integer at least 0 today - 1 table audited" in out
    assert "Wood player integer 0 to 20 2 table audited" in out
    assert "Bag player list at most 2 entries, of Rope, Lamp, Map blank table audited" in out
    assert "Raft game integer 0 to 30 0 the rule The Raft free" in out
    assert (
        "build (player, daily) lines: build; build with {logs} logs needs: Place = 'Beach'; game.Raft + logs <= 30"
        in out
    )
    told = run("dynasty", "check", "dynasty.toml", "--json").json
    assert (told["sound"], told["faults"], told["name"]) == (True, [], "Cafe")
    assert told["actions"][0] == {
        "name": "gather",
        "who": "player",
        "limit": "date",
        "lines": ["gather", "gather wood"],
        "needs": ["Place != 'Cave'"],
        "steps": ["roll Found = DICE4", "set Wood to min(20, Wood + Found)"],
    }


def test_the_code_of_a_built_in_dynasty_is_known(run: Runner, folder: Path) -> None:
    (folder / "x.toml").write_text('name = "x"\ncode = "island"\n')
    done = run("dynasty", "check", "x.toml")
    assert done.code == 0
    assert done.out.splitlines() == ["x: sound", "page none; Player, Emperor; with the actions of island"]


def test_what_is_no_text_is_told(run: Runner, folder: Path) -> None:
    (folder / "x.toml").write_bytes(b"\xff\xfe")
    assert "is no UTF-8 text" in run("dynasty", "check", "x.toml").err
    done = run("dynasty", "check", "none.toml")
    assert (done.code, "none.toml: No such file" in done.err) == (9, True)
    assert run("dynasty", "check", folder).code == 9


def test_a_text_with_a_byte_order_mark_is_read(run: Runner, folder: Path) -> None:
    (folder / "x.toml").write_bytes(b'\xef\xbb\xbfname = "x"\n')
    assert run("dynasty", "check", "x.toml").code == 0
