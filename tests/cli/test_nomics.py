"""Several nomics in one config: commands act on all or on one, and a bad one never stops the others."""

import json
import os
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest

from tests.app.wiring import small_game
from tests.cli.commands import Done, Runner, write_records
from tracker.app.tick.tick_report import Observed
from tracker.app.wired import Wired
from tracker.archive.sql import open_archive
from tracker.cli import main, root
from tracker.core.gamestate import Gamestate
from tracker.core.ports import Progress
from tracker.errors import StoppedError

NAMES = ("ducks", "geese", "swans")


def configure(folder: Path, *extra: str, names: tuple[str, ...] = NAMES) -> None:
    """A config of these nomics, with lines of the form NAME section.option = value besides."""
    lines = ["[publish]", "permission = apply", "[http]", "attempts = 1", "delay_seconds = 0"]
    for name in names:
        lines += [f"[nomic:{name}]", *(line.removeprefix(f"{name} ") for line in extra if line.startswith(f"{name} "))]
    (folder / "tracker.ini").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three nomics, a small game archived in each and its pages made; nobody changes them."""
    folder = tmp_path_factory.mktemp("nomics")
    configure(folder)
    game = write_records(folder / "game.jsonl", small_game())
    for name in NAMES:
        of = ["--config", str(folder / "tracker.ini"), "--nomic", name]
        assert main(["archive", "import", str(game), *of]) == 0
        assert main(["pages", "--create", "--yes", *of]) == 0
    return folder


@pytest.fixture
def three(folder: Path, prepared: Path) -> Path:
    """A copy of them in the folder to work in."""
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    return folder


def outcomes(done: Done) -> dict[str, str]:
    return {name: told.get("outcome", told.get("error", "")) for name, told in done.json.items()}


# --- all of them ------------------------------------------------------------------------------------------------------


def test_a_tick_acts_on_each_with_its_own_archive_pages_and_heartbeat(run: Runner, three: Path) -> None:
    done = run("tick", "--json")
    assert done.code == 0
    assert outcomes(done) == dict.fromkeys(NAMES, "applied")
    for name in NAMES:
        assert "Dry Socks" in next((three / name / "wiki").glob("pages/*otable*")).read_text()
        archive = open_archive(three / f"{name}.db")
        assert archive.last_beat() is not None
        archive.close()
    assert set(outcomes(run("tick", "--json")).values()) == {"idle"}


def test_text_is_grouped_by_nomic(run: Runner, three: Path) -> None:
    lines = run("tick").out.splitlines()
    headings = [line for line in lines if line in NAMES]
    assert headings == list(NAMES)
    assert lines[lines.index("geese") + 1].startswith("applied: ")


def test_status_and_check_tell_of_each(run: Runner, three: Path) -> None:
    told = run("status", "--json").json
    assert [found["rows"] for found in told.values()] == [told["ducks"]["rows"]] * 3
    assert {check["name"] for check in run("check", "--json").json["swans"]} >= {"archive", "wiki"}
    assert "swans" in run("status").out.splitlines()


def test_one_is_named_and_printed_as_a_single_one_would_be(run: Runner, three: Path) -> None:
    assert run("tick", "--nomic", "geese", "--json").json["outcome"] == "applied"
    assert outcomes(run("tick", "--json")) == {"ducks": "applied", "geese": "idle", "swans": "applied"}
    assert run("explain", "dry_socks", "--nomic", "geese").code == 0


def test_a_command_for_one_asks_which(run: Runner, three: Path) -> None:
    done = run("plan")
    assert done.code == 2
    assert "tracker.ini holds 3 nomics (give --nomic NAME: ducks, geese, swans)" in done.err


def test_a_name_that_is_none_lists_those_that_are(run: Runner, three: Path, archived: Path) -> None:
    configure(three)
    done = run("tick", "--nomic", "duck")
    assert done.code == 2
    assert "holds no nomic 'duck' (it holds ducks, geese, swans)" in done.err
    (archived / "tracker.ini").write_text("")
    single = run("tick", "--nomic", "ducks")
    assert single.code == 2
    assert "leave --nomic out" in single.err


def test_one_named_nomic_needs_no_choice(run: Runner, three: Path) -> None:
    configure(three, names=("geese",))
    assert run("plan").code == 0
    assert list(run("tick", "--json").json) == ["geese"]


def test_every_command_with_a_config_may_be_told_of_which_nomic() -> None:
    def lacking(group: click.Group, path: str = "") -> Iterator[str]:
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            options = {option for parameter in command.params for option in parameter.opts}
            if "--config" in options and "--nomic" not in options:
                yield f"{path}{name}"
            if isinstance(command, click.Group):
                yield from lacking(command, f"{path}{name} ")

    assert list(lacking(root)) == ["init"]


# --- a bad one and the others -----------------------------------------------------------------------------------------

FAULTS = {
    "broken section": (3, "[nomic:ducks] blog.watch_days: 0 is less than 1"),
    "broken line": (3, "[nomic:ducks]: Source contains parsing errors"),
    "unknown game": (3, "[nomic:ducks] game.slug"),
    "unknown page": (3, "[nomic:ducks] pages.nope"),
    "unreachable blog": (4, "no answer"),
    "corrupt archive": (6, "is no archive or is damaged"),
    "locked": (7, "somebody holds the lock"),
    "archive in a folder that is not there": (6, "cannot be opened"),
    "wiki folder is a file": (5, "Not a directory"),
    "fault of ours": (1, "a fault of the tracker itself: ZeroDivisionError"),
}
LINES = {
    "broken section": "ducks blog.watch_days = 0",
    "broken line": "ducks nonsense",
    "unknown game": "ducks game.slug = chess",
    "unknown page": "ducks pages.nope = X",
    "unreachable blog": "ducks blog.url = http://127.0.0.1:1\nblog.contact = me@example.org",
    "archive in a folder that is not there": "ducks archive.url = nowhere/ducks.db",
}


def spoil(folder: Path, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring a fault upon the ducks."""
    configure(folder, *([LINES[fault]] if fault in LINES else []))
    match fault:
        case "corrupt archive":
            for file in folder.glob("ducks.db*"):
                file.unlink()
            (folder / "ducks.db").write_bytes(b"no database" * 1000)
        case "locked":
            archive = open_archive(folder / "ducks.db")
            now = datetime.now(UTC)
            archive.acquire("somebody", now, now + timedelta(minutes=5))
            archive.close()
        case "wiki folder is a file":
            (folder / "file").write_text("x")
            configure(folder, "ducks wiki.path = file")
        case "fault of ours":
            from tracker.app.tick import looking

            whole = looking.observe

            def observe(wired: Wired, progress: Progress) -> Observed:
                if wired.settings.nomic == "ducks":
                    raise ZeroDivisionError
                return whole(wired, progress)

            monkeypatch.setattr("tracker.app.tick.tick.observe", observe)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_one_is_told_and_the_others_tick(
    run: Runner, three: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(three, fault, monkeypatch)
    code, told = FAULTS[fault]
    done = run("tick", "--json")
    assert done.code == code
    assert {name: done.json[name]["outcome"] for name in ("geese", "swans")} == {"geese": "applied", "swans": "applied"}
    assert done.json["ducks"]["exit_code"] == code
    assert told in json.dumps(done.json["ducks"]).replace("\\'", "'")
    again = run("tick")
    assert again.code == code
    assert "idle" in again.out.split("geese")[-1]


def test_a_fault_of_ours_shows_where_and_stops_no_other(
    run: Runner, three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(three, "fault of ours", monkeypatch)
    monkeypatch.setenv("TRACKER_DEBUG", "1")
    done = run("tick", "--json")
    assert done.code == 1
    assert {name: done.json[name]["exit_code"] for name in done.json} == {"ducks": 1, "geese": 0, "swans": 0}
    assert "observe\n    raise ZeroDivisionError" in done.err
    assert "error: ducks: a fault of the tracker itself: ZeroDivisionError" in done.err


def test_the_first_failure_gives_the_exit_code(run: Runner, three: Path) -> None:
    configure(three, "geese archive.url = nowhere/geese.db", "swans blog.watch_days = 0")
    done = run("tick")
    assert done.code == 6
    assert [line.split(":")[1].strip() for line in done.err.splitlines()] == ["geese", "swans"]


def test_check_shows_the_broken_section_as_a_row(run: Runner, three: Path) -> None:
    configure(three, "geese blog.watch_days = 0")
    told = run("check", "--json").json
    (row,) = told["geese"]
    assert (row["name"], row["ok"]) == ("config", False)
    assert len(told["ducks"]) > 5


def test_what_all_share_and_is_broken_stops_all_with_one_error(run: Runner, three: Path) -> None:
    with (three / "tracker.ini").open("a") as file:
        file.write("[blog]\nwatch_days = 0\n")
    done = run("tick")
    assert done.code == 3
    assert done.err.count("error:") == 1
    assert run("check", "--json").json[0]["name"] == "config"


def test_a_signal_stops_all_and_what_was_done_is_said(
    run: Runner, three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.app.tick import looking

    whole = looking.observe

    def observe(wired: Wired, progress: Progress) -> Observed:
        if wired.settings.nomic == "geese":
            raise StoppedError("stopped")
        return whole(wired, progress)

    monkeypatch.setattr("tracker.app.tick.tick.observe", observe)
    done = run("tick", "--json")
    assert done.code == 14
    assert list(done.json) == ["ducks"]
    with sqlite3.connect(three / "swans.db") as swans:
        assert swans.execute("SELECT count(*) FROM heartbeats").fetchone() == (0,)


def test_a_signal_at_the_end_of_one_keeps_the_next_from_beginning(
    run: Runner, three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.app.tick import passing

    whole = passing.next_instant

    def next_instant(wired: Wired, gamestate: Gamestate) -> datetime | None:
        os.kill(os.getpid(), signal.SIGTERM)
        return whole(wired, gamestate)

    monkeypatch.setattr(passing, "next_instant", next_instant)
    done = run("tick", "--json")
    assert done.code == 14
    assert outcomes(done) == {"ducks": "applied"}


def test_two_that_would_write_the_same_page_are_told_and_write_nothing(run: Runner, three: Path) -> None:
    wiki = "wiki.backend = mwclient\nwiki.url = http://127.0.0.1:1/api.php"
    configure(three, f"ducks {wiki}", f"geese {wiki}")
    done = run("tick", "--json")
    assert done.code == 3
    assert "geese would write the same page" in done.json["ducks"]["error"]
    assert "ducks would write the same page" in done.json["geese"]["error"]
    assert done.json["swans"]["outcome"] == "applied"
    assert run("plan", "--nomic", "geese").code == 3


def test_a_budget_is_each_ones_own(run: Runner, three: Path) -> None:
    configure(three, "geese publish.max_pages = 1")
    assert outcomes(run("tick", "--json")) == {"ducks": "applied", "geese": "held", "swans": "applied"}
