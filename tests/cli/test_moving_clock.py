"""Every command with a clock that moves on at each reading, as real clocks do: what one reading took in, the next finds."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest

from tests.app.enacting import ADD, RULESET_170
from tests.app.wiring import Record, SetClock, post, roster, vote
from tests.cli.commands import Runner, write_records
from tests.games.blognomic.table_stories import DYNASTY
from tracker.bootstrap import SystemClock
from tracker.cli import COMMANDS, main
from tracker.core.instants import iso
from tracker.core.ports import PageEdit
from tracker.wiki.directory import DirectoryWiki

NOW = datetime.now(UTC)
BETWEEN_READINGS = timedelta(seconds=7)
ANA, BOB, FIRST = "100000000000000001", "100000000000000002", "1500000000000000001"
WHO = ("--by", "Ada", "--why", "so it is")


def ago(hours: float) -> str:
    return iso(NOW - timedelta(hours=hours))


CALLS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "init": (("--blog-url", "https://example.org", "--config", "new.ini"), "new.ini is written"),
    "config": (("--all",), "[metrics]"),
    "opening": ((), "opening"),
    "pages": (("--create", "--yes"), "nothing to do"),
    "check": ((), "the players are known"),
    "tick": ((), "applied"),
    "resync": ((), "nothing differs"),
    "pause": (WHO, "paused"),
    "resume": (WHO, "paused by Ada"),
    "plan": ((), "Tracker/Evidence"),
    "apply": ((), "done"),
    "enact": (("dry_socks", "--apply", "--by", "Ada"), "now set the status on the blog"),
    "draft": (("body.txt",), "+Socks are dry."),
    "status": ((), "dry_socks"),
    "shadow": (("--since", ago(50)), "0 of 0 matters"),
    "explain": (("dry_socks",), "matters.dry_socks.popular = yes"),
    "audit": ((), "table and log are in step"),
    "adopt": (("--by", "Ada", "--same", "Core Rules/Votes"), "Every rule is known or compared"),
    "questions": ((), "comment-edit:Cy-dry_socks"),
    "precedence": (("BN-148", "Calls for Judgement"), "First: Calls for Judgement"),
    "decide": (("comment-edit:Cy-dry_socks", "newest", *WHO), "newest"),
    "correct": (("Cy-dry_socks", "--void", *WHO), "Cy-dry_socks"),
    "confirm": (("--rule", "Votes", *WHO), "confirmed"),
    "dice": (("verify",), "nothing differs"),
    "dynasty": (("new", "Boats"), "dynasty.toml is written"),
    "replay": (("game.jsonl", "--as-of", iso(NOW)), "dry_socks"),
    "archive": (("export",), "dry_socks"),
    "schema": (("codes",), "STATUS_WITHOUT_GROUND"),
}
"""Command -> its arguments and what it says."""
OTHERWISE_TIMED = {"run", "demo"}
"""``run`` makes the ticks of ``tick`` as its schedule wants it (``tests/test_schedule``), and ``demo`` has the instants of its story."""
MENDS = {"check": 3, "status": 13}
"""The exit codes of commands that find something to mend here: there is no blog."""


@pytest.fixture(autouse=True)
def moving_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock, which no two readings find the same."""
    readings = count(1)
    monkeypatch.setattr(SystemClock, "now", lambda _: NOW + next(readings) * BETWEEN_READINGS)


def story() -> list[Record]:
    """A popular proposal of thirty hours, one of whose votes was edited."""
    edited = vote("against", "Cy", "dry_socks", ago(29))
    del edited["at"]
    return [
        {"kind": "setting", "id": "s1", "at": ago(200), "name": "dynasty", "value": DYNASTY},
        roster(ago(100)),
        post("dry_socks", "Bo", ago(30), body=ADD),
        *(vote("for", name, "dry_socks", ago(29)) for name in ("Ada", "Wes", "Di", "Cy")),
        {**edited, "kind": "comment_edited", "not_before": ago(28), "not_after": ago(27)},
    ]


@pytest.fixture(scope="module")
def first_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages that were made, a ruleset page of which a rule was reworded, and something more to be written."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "tracker.ini").write_text("[http]\ncontact = me@example.org\n[publish]\npermission = apply\n")
    late = [vote("for", "Bo", "dry_socks", ago(1))]
    reworded = RULESET_170.replace("exceed or equal Quorum", "exceed Quorum")
    DirectoryWiki(folder / "wiki", SetClock(NOW), "Cy").save(PageEdit("Ruleset", reworded, "", None))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["archive", "import", str(write_records(folder / "game.jsonl", story()))]) == 0
        assert main(["pages", "--create", "--yes"]) == 0
        assert main(["tick"]) == 0
        assert main(["archive", "import", str(write_records(folder / "late.jsonl", late))]) == 0
    return folder


@pytest.fixture
def game(folder: Path, first_game: Path) -> Path:
    """A copy of it, to work in."""
    return Path(copytree(first_game, folder, dirs_exist_ok=True))


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in OTHERWISE_TIMED])
def test_a_command_does_its_work_while_the_clock_moves(game: Path, run: Runner, name: str) -> None:
    arguments, said = CALLS[name]
    if name == "apply":
        arguments = ("--checksum", run("plan", "--json").json["checksum"])
    if name == "draft":
        (game / "body.txt").write_text(ADD)
    if name == "resume":
        run("pause", *WHO)
    done = run(name, *arguments)
    assert done.code == MENDS.get(name, 0), done
    assert said in done.out


def test_what_is_unclear_is_refused_and_nobody_is_asked_while_the_clock_moves(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[game]\nslug = round10\n[publish]\npermission = plan\n")
    said = ((ANA, "I join the game"), (BOB, "I join the game"), (ANA, f"I give some chips to <@{BOB}>"))
    told = [_message(str(int(FIRST) + n), ago(3 - n), *words) for n, words in enumerate(said)]
    assert run("archive", "import", write_records(folder / "chat.jsonl", told)).code == 0
    assert run("questions", "--json").json == []
    assert [step["code"] for step in run("explain", ANA, "--json").json["steps"] if step["code"]] == ["UNCLEAR"]


def _message(id: str, at: str, author: str, text: str) -> Record:
    return {
        "kind": "message",
        "id": id,
        "at": at,
        "channel": "game-actions",
        "author": author,
        "name": author,
        "text": text,
    }
