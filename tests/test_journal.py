"""The journal: a line for each event, in two forms, never a secret, and files that may be rotated away."""

import errno
import json
import logging
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.wiring import APPLY, SetClock, ToldSource, small_game, vote, wired
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.publish.pages import layouts
from tracker.app.tick.looking import publisher
from tracker.app.tick.tick import tick
from tracker.config import Settings, parse_settings
from tracker.errors import ConfigError
from tracker.journal import Journal, JournalFile, JournalFormatter, Masked

PASSWORD, HOOK = "open-sesame-42", "https://example.org/api/webhooks/1/s3cr3t"
SECRETS = {"PASSWORD": PASSWORD, "HOOK": HOOK}
_log = logging.getLogger("tracker.tick")


def settings(folder: Path, text: str, nomic: str = "") -> Settings:
    made = parse_settings(f"[wiki]\npassword_env = PASSWORD\n{text}", folder / "tracker.ini", SECRETS)
    return replace(made, nomic=nomic)


@pytest.fixture
def journal() -> Iterator[Journal]:
    made = Journal()
    yield made
    made.close()
    assert logging.getLogger("tracker").handlers == []


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def say(event: str, level: int = logging.INFO, **extra: Any) -> None:
    _log.log(level, "%s", event, extra=extra)


JSON = "[log]\nformat = json\nfile = log.jsonl\n"


def test_a_tick_tells_of_begin_acts_findings_and_end_under_one_run_id(tmp_path: Path, journal: Journal) -> None:
    source = ToldSource(unseen=small_game())
    made = wired(tmp_path, f"{JSON}{APPLY}", sources=[source])
    journal.open([made.settings])
    tick(made)
    source.fail()
    tick(made)
    told = lines(tmp_path / "log.jsonl")
    first, second = dict.fromkeys(line["run"] for line in told)
    one = [line for line in told if line["run"] == first]
    assert (one[0]["event"], one[-1]["event"]) == ("tick begun", "tick ended")
    assert one[-1]["outcome"] == "held"
    assert one[-1]["rows"] == 6
    assert one[-1]["seconds"] >= 0
    two = [line for line in told if line["run"] == second]
    (error,) = [line for line in two if line["event"] == "error"]
    assert (error["level"], error["kind"]) == ("error", "SourceUnreachableError")
    assert two[-1]["outcome"] == "withheld"


def test_an_act_and_a_new_finding_have_lines_of_their_own(tmp_path: Path, journal: Journal) -> None:
    source = ToldSource(unseen=small_game())
    made = wired(tmp_path, f"{JSON}{APPLY}", sources=[source])
    publishing = publisher(made)
    plan = publishing.plan_new_pages(layouts(made, gamestate_at(made)))
    publishing.apply_plan(plan, plan.checksum)
    journal.open([made.settings])
    tick(made)
    acts = [line for line in lines(tmp_path / "log.jsonl") if line["event"] == "act done"]
    assert ("edit", "done") in {(act["kind"], act["status"]) for act in acts}
    clock = made.clock
    assert isinstance(clock, SetClock)
    clock.pass_minutes(10)
    source.unseen = [vote("for", "Ada", "nowhere", "2019-10-01T12:05:00Z")]
    for _ in range(2):
        clock.pass_minutes(10)
        tick(made)
    found = [line["code"] for line in lines(tmp_path / "log.jsonl") if line["event"] == "finding new"]
    assert found.count("UNKNOWN_POST") == 1


def test_a_tick_that_breaks_off_says_so(tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    made = wired(tmp_path, JSON, sources=[ToldSource()])
    journal.open([made.settings])
    monkeypatch.setattr("tracker.app.tick.tick._rest", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tick(made)
    assert [line["event"] for line in lines(tmp_path / "log.jsonl")] == ["tick begun", "tick broken off"]


def test_no_secret_is_written_in_either_form(tmp_path: Path, journal: Journal) -> None:
    for form in ("json", "text"):
        text = f"[notices]\nwebhook_env = HOOK\n[log]\nformat = {form}\nfile = {form}.log\n"
        journal.open([settings(tmp_path, text)])
        say(f"failed at {HOOK} with {PASSWORD}", fields={"error": f"{PASSWORD}!", PASSWORD: [HOOK, {"x": HOOK}]})
        say("postgresql://ada:hunter2@db/x", fields={"at": "not the instant"})
        try:
            raise ValueError(PASSWORD)
        except ValueError:
            _log.exception("broken")
        written = (tmp_path / f"{form}.log").read_text()
        assert "broken" in written
        for secret in (PASSWORD, HOOK, "s3cr3t", "hunter2"):
            assert secret not in written
        assert "***" in written


@given(st.text(), st.dictionaries(st.text(max_size=5), st.text() | st.integers() | st.none(), max_size=3))
def test_an_event_is_always_one_line(event: str, fields: dict[str, Any]) -> None:
    record = logging.LogRecord("tracker.tick", logging.INFO, "", 0, "%s", (event,), None)
    record.fields = fields
    for as_json in (True, False):
        line = JournalFormatter(Masked(), as_json=as_json).format(record)
        assert len(line.splitlines()) == 1
        line.encode()
    whole = json.loads(JournalFormatter(Masked(), as_json=True).format(record))
    assert whole["event"] == event
    assert whole["level"] == "info"


def test_text_is_for_people(tmp_path: Path, journal: Journal) -> None:
    journal.open([settings(tmp_path, "[log]\nfile = a.log\n", "swans")])
    say("tick ended", nomic="swans", run="ab12", fields={"outcome": "in step", "rows": 3, "why": ""})
    at, rest = (tmp_path / "a.log").read_text().split(" ", 1)
    assert at.endswith("Z")
    assert rest == 'INFO swans tick ended outcome="in step" rows=3 run=ab12\n'


def test_the_least_level_is_the_configs(tmp_path: Path, journal: Journal) -> None:
    journal.open([settings(tmp_path, f"{JSON}level = warning\n")])
    say("small")
    say("large", logging.WARNING)
    assert [line["event"] for line in lines(tmp_path / "log.jsonl")] == ["large"]


def test_each_nomic_has_its_own_journal_or_shares_one(tmp_path: Path, journal: Journal) -> None:
    shared = "[log]\nfile = shared.log\n"
    journal.open(
        [
            settings(tmp_path, shared, "swans"),
            settings(tmp_path, shared, "geese"),
            settings(tmp_path, "[log]\nfile = own.log\n", "ducks"),
            settings(tmp_path, "", "quiet"),
        ]
    )
    for nomic in ("swans", "geese", "ducks", "quiet", ""):
        say(f"of {nomic or 'all'}", nomic=nomic)
    assert [line.split(" ", 1)[1] for line in (tmp_path / "shared.log").read_text().splitlines()] == [
        "INFO swans of swans",
        "INFO geese of geese",
        "INFO of all",
    ]
    assert [line.split(" ", 1)[1] for line in (tmp_path / "own.log").read_text().splitlines()] == [
        "INFO ducks of ducks",
        "INFO of all",
    ]
    assert journal.covers("swans")
    assert not journal.covers("quiet")


def test_a_rotated_file_is_opened_anew(tmp_path: Path, journal: Journal) -> None:
    path = tmp_path / "log.jsonl"
    journal.open([settings(tmp_path, JSON)])
    say("one")
    path.rename(tmp_path / "log.jsonl.1")
    say("two")
    journal.reopen()
    say("three")
    assert [line["event"] for line in lines(tmp_path / "log.jsonl.1")] == ["one", "two"]
    assert [line["event"] for line in lines(path)] == ["three"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_lost_gives_way_to_the_error_stream(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").mkdir()
    journal.open([settings(tmp_path, "[log]\nfile = logs/a.log\n")])
    (tmp_path / "logs" / "a.log").unlink()
    (tmp_path / "logs").rmdir()
    journal.reopen()
    say("still here")
    told = capsys.readouterr().err
    assert "the journal goes on here" in told
    assert "still here" in told
    (tmp_path / "logs").mkdir()
    journal.reopen()
    say("back")
    assert "back" in (tmp_path / "logs" / "a.log").read_text()


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_full_disk_sends_lines_to_the_error_stream_and_is_told_once(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    journal.open([settings(tmp_path, f"[log]\nformat = {form}\nfile = /dev/full\n")])
    for event in ("one", "two", "three"):
        say(event)
    journal.reopen()
    say("four")
    journal.close()
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "error: /dev/full: No space left on device; the journal goes on here"
    assert len(told) == 5
    for line, event in zip(told[1:], ("one", "two", "three", "four"), strict=True):
        assert event in line


def test_a_disk_that_has_room_again_takes_whole_lines(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, room = os.write, 40

    def written(file: int, content: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        done = write(file, content[:room])
        room -= done
        return done

    journal.open([settings(tmp_path, JSON)])
    monkeypatch.setattr("tracker.journal.os.write", written)
    say("one")
    say("two")
    room = 1000
    say("three")
    room = 0
    say("four")
    told = capsys.readouterr().err
    assert told.count("No space left on device") == 2, "each time that it begins"
    for event, is_told in {"one": True, "two": True, "three": False, "four": True}.items():
        assert (f'"{event}"' in told) is is_told
    torn, *whole = (tmp_path / "log.jsonl").read_text().splitlines()
    assert len(torn) == 40
    assert [json.loads(line)["event"] for line in whole] == ["three"]


def test_a_line_that_comes_too_late_is_not_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = JournalFile(tmp_path / "a.log")
    file.setFormatter(JournalFormatter(Masked(), as_json=False))
    file.close()
    file.emit(logging.LogRecord("tracker", logging.INFO, "", 0, "too late", None, None))
    assert "INFO too late" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told_and_the_old_journal_goes_on(tmp_path: Path, journal: Journal) -> None:
    journal.open([settings(tmp_path, JSON)])
    with pytest.raises(ConfigError, match=r"\[log\] file: .*nowhere/a.log: No such file"):
        journal.open([settings(tmp_path, "[log]\nfile = nowhere/a.log\n")])
    say("one")
    assert [line["event"] for line in lines(tmp_path / "log.jsonl")] == ["one"]


def test_a_nomic_whose_config_broke_keeps_its_journal(tmp_path: Path, journal: Journal) -> None:
    journal.open([settings(tmp_path, JSON, "swans"), settings(tmp_path, JSON, "geese")])
    journal.open([settings(tmp_path, JSON, "geese")], as_before=["swans", "ducks"])
    say("one", nomic="swans")
    assert [line["event"] for line in lines(tmp_path / "log.jsonl")] == ["one"]
