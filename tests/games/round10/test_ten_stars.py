"""The playthrough ``ten_stars``: everybody holds what the ledger says, and the round replays from a chat export."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.games.round10.ten_stars import (
    EMOJI,
    HERE,
    PEOPLE,
    ROWS,
    Exported,
    export,
    held,
    ledger,
    story,
)
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import line_of
from tracker.cli import main
from tracker.games.round10 import GAME
from tracker.games.round10.law import CODES, FINDINGS
from tracker.games.round10.state import CHIPS, GOLD_STARS, MAKERS, TRUNGS

Command: TypeAlias = Callable[..., str]

END = "2021-08-31T12:00:00Z"
TOLD = tomllib.loads((HERE / "ten_stars.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """What replay prints of the story at each instant that is told, its end among them."""
    return replay_records("round10", story(), TOLD["instants"])


def test_the_rows_are_those_of_the_story() -> None:
    assert ROWS.read_text(encoding="utf-8") == "".join(f"{line_of(record)}\n" for record in story())


# --- the ledger -------------------------------------------------------------------------------------------------------


def goods_of(gamestate: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Holder, item and count of everything that a printed gamestate says is held."""
    for id, player in gamestate["players"].items():
        yield from ((id, item, player[item]) for item in (CHIPS, TRUNGS, GOLD_STARS, MAKERS))
        yield from ((id, card, count) for card, count in player["cards"].items())
    for name, contract in gamestate["contracts"].items():
        yield from ((name, item, count) for item, count in contract["holding"].items())


@pytest.mark.parametrize("instant", TOLD["instants"])
def test_everybody_holds_what_the_ledger_says(printed: dict[str, Any], instant: str) -> None:
    gamestate = printed["instants"][instant]["gamestate"]
    found = {(holder, item): count for holder, item, count in goods_of(gamestate) if count}
    wanted = {
        (holder, item): count for holder, goods in held(instant).items() for item, count in goods.items() if count
    }
    assert found == wanted


def test_the_ledger_is_in_order_and_cites_clauses() -> None:
    instants = [entry.at for entry in ledger()]
    assert instants == sorted(instants)
    assert {entry.clause for entry in ledger()} <= set(GAME.clauses)


def test_who_wins_a_lot_is_given_three_cards() -> None:
    won = [entry for entry in ledger() if entry.clause == "R10-030"]
    assert {sum(count for count, item in entry.items if item != CHIPS) for entry in won} == {3}


# --- refusals and what came about -------------------------------------------------------------------------------------


def test_what_is_refused(printed: dict[str, Any]) -> None:
    refused = [f"{each['observation']} {each['code']}" for each in printed["refused"]]
    assert refused == TOLD["refused"]
    assert len({line.split()[1] for line in refused}) > len(CODES.keys() - FINDINGS.keys()) / 2


def test_what_fails_and_who_is_elected(printed: dict[str, Any]) -> None:
    assert [line for event in printed["events"] for line in short(event)] == TOLD["events"]


def short(event: dict[str, Any]) -> Iterator[str]:
    """An event in a few words, where it is one of those that the playthrough lists."""
    name, day = event["event"], event["at"][5:16].replace("T", " ")
    fields = {
        "secret_failed": ("player", "action", "reason"),
        "bid_failed": ("player", "lot", "reason"),
        "hand_placed": ("rank", "player", "score"),
        "lot_awarded": ("lot", "amount", "priority"),
        "proposal_retracted": ("message", "reason"),
        "proposal_took_effect": ("message", "for", "against"),
        "proposal_failed": ("message", "for", "against"),
        "judge_elected": ("player", "votes"),
        "ruling_stands": ("ruling", "affirm", "overturn"),
        "ruling_overturned": ("ruling",),
        **dict.fromkeys(("judge_vacant", "judge_removed", "judge_resigned", "player_left", "round_won"), ("player",)),
    }
    if name in fields:
        values = (event[each] for each in fields[name])
        yield " ".join([day, name, *(",".join(value) if isinstance(value, list) else str(value) for value in values)])


# --- from a chat export -----------------------------------------------------------------------------------------------

CONFIG = """\
[game]
slug = round10
[publish]
permission = apply
[chat_export]
files = exports/*.json
reactions = in time
[identities]
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Exported:
    """The round as exported, in a zone of its own, with a config that reads it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRACKER_CONFIG", raising=False)
    (tmp_path / "exports").mkdir()
    made = export(tmp_path / "exports", datetime(2021, 8, 31, tzinfo=UTC), zone=-4)
    people = "".join(f"{name} = discord:{made.chat.people[name].id}\n" for name in PEOPLE)
    (tmp_path / "tracker.ini").write_text(CONFIG + people, encoding="utf-8")
    return made


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Command:
    """Runs a command that must succeed; its output."""

    def runner(*arguments: str) -> str:
        capfd.readouterr()
        code = main(list(arguments))
        out, err = capfd.readouterr()
        assert code == 0, err
        return out

    return runner


def replayed(made: Exported, run: Command, beside: list[dict[str, Any]]) -> dict[str, Any]:
    """What replay prints of the exported files, once read, and of what is beside them."""
    Path("beside.jsonl").write_text("".join(f"{line_of(record)}\n" for record in beside), encoding="utf-8")
    run("archive", "import", "beside.jsonl")
    run("pages", "--create", "--yes")
    run("tick")
    run("archive", "export", "--output", "all.jsonl")
    output = run("replay", "all.jsonl", "--game", "round10", "--as-of", END, "--json")
    return dict(json.loads(made.labelled(output)))


def test_a_whole_round_replays_from_a_chat_export(made: Exported, run: Command, printed: dict[str, Any]) -> None:
    found, printed = replayed(made, run, made.beside), json.loads(_pictured(json.dumps(printed, ensure_ascii=False)))
    states = [each["instants"][END]["gamestate"] for each in (found, printed)]
    for thumb in (thumb for state in states for thumbs in state["thumbs"].values() for thumb in thumbs):
        del thumb["at"]  # An export does not tell when somebody reacted.
    assert states[0] == states[1]
    assert found["instants"][END]["questions"] == []
    assert found["events"] == printed["events"]
    assert found["refused"] == printed["refused"]


def _pictured(text: str) -> str:
    """A text with the names of emoji as the pictures that Discord knows."""
    return re.sub("|".join(map(re.escape, EMOJI)), lambda name: EMOJI[name[0]], text)
