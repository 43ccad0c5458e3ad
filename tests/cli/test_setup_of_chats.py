"""A tracker of a chat game is set up by commands alone: init, check, opening, import, tick, as by somebody who never did so."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Runner
from tests.contracts.chat_world import GUILD, Chat, Written
from tests.sources.chat.fake_discord import TOKEN, FakeDiscord, serving
from tracker.games.registry import game
from tracker.mechanics.stated import left_open

NOW = datetime.now(UTC)


@pytest.fixture
def discord() -> Iterator[FakeDiscord]:
    fake = FakeDiscord(Chat())
    fake.now = lambda: datetime.now(UTC)
    for name in game("round10").channels:
        fake.chat.channel(name)
    with serving(fake) as serving_one:
        yield serving_one


@pytest.fixture
def configured(folder: Path, discord: FakeDiscord, run: Runner, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a config as ``init`` writes it, for the fake server."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert (
        run(
            "init", "--game", "round10", "--guild", GUILD, "--token-env", "DISCORD_TOKEN", "--contact", "me@example.org"
        ).code
        == 0
    )
    path = folder / "tracker.ini"
    path.write_text(path.read_text().replace("[discord]\n", f"[discord]\napi = {discord.url}/api/v10\n"))
    return folder


def say(discord: FakeDiscord, author: str, text: str, ago: timedelta = timedelta(minutes=5)) -> None:
    chat, at = discord.chat, NOW - ago
    where, id = chat.channel("game-actions"), chat.snowflake(at)
    where.messages[id] = Written(id, "game-actions", chat.person(author), text, at)


def opening(state: dict[str, Any], folder: Path) -> Path:
    """A file with an opening of an hour ago."""
    path, at = folder / "opening.jsonl", (NOW - timedelta(hours=1)).isoformat()
    path.write_text(json.dumps({"kind": "opening", "id": "o1", "at": at, "game": "round10", "state": state}) + "\n")
    return path


def test_from_nothing_to_the_players_of_a_round_that_runs(run: Runner, configured: Path, discord: FakeDiscord) -> None:
    said = {row["name"]: row for row in run("check", "--json").json}
    assert said["roster"]["ok"]
    assert "blog" not in json.dumps(said["roster"])

    draft = run("opening")
    assert "tracker archive import FILE" in draft.err
    (configured / "draft.jsonl").write_text(draft.out)
    refused = run("archive", "import", "draft.jsonl")
    assert refused.code == 9
    for words in (
        "draft.jsonl, opening",
        "players[0].id",
        "players[0].cards",
        "judge",
        "question mark",
        "tracker opening",
    ):
        assert words in refused.err

    say(discord, "ana", "good morning")
    assert "tracker pages --create" in run("tick").out
    player = {"id": "ana", "chips": 70, "cards": {"King of Hearts": 1}}
    stated = {"players": [player], "judge": "@Ana"}
    assert run("archive", "import", opening(stated, configured)).code == 0
    assert run("pages", "--create", "--yes").code == 0
    assert run("tick").code == 0
    ana = discord.chat.person("ana").id
    (record,) = [
        each for each in map(json.loads, run("archive", "export").out.splitlines()) if each["kind"] == "opening"
    ]
    cards = {name: value for name, value in player.items() if name != "id"}
    assert record["state"] == {"players": {ana: cards}, "judge": ana}
    assert "King of Hearts" in run("plan", "--json").out
    assert "as an opening states" in {row["name"]: row["found"] for row in run("check", "--json").json}["roster"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"players": [{"id": "bob"}]}, ["nobody is known as 'bob'", "Copy User ID"]),
        ({"judge": "bob"}, ["nobody is known as 'bob'"]),
        ({"bidders_previous_auction": ["bob"]}, ["nobody is known as 'bob'"]),
        ({"rulings": [{"id": "1", "by": "bob", "made_at": "2021-08-01T00:00:00Z"}]}, ["nobody is known as 'bob'"]),
        (
            {"players": [{"id": "218374982374982374", "chip": 5}]},
            ["players.218374982374982374.chip: there is no such field", "did you mean chips?"],
        ),
        (
            {"players": [{"id": "218374982374982374", "chips": -5}]},
            ["players.218374982374982374.chips", "greater than or equal to 0, not -5"],
        ),
        (
            {"players": [{"id": "218374982374982374", "chips": True}]},
            ["players.218374982374982374.chips", "a valid integer, not True"],
        ),
        (
            {"players": [{"id": "218374982374982374", "player": "no"}]},
            ["players.218374982374982374.player", "a valid boolean, not 'no'"],
        ),
        (
            {"players": [{"id": "218374982374982374", "cards": ["King of Hearts"]}]},
            ["players.218374982374982374.cards.King of Hearts"],
        ),
        (
            {"players": [{"id": "218374982374982374", "cards": {"King of Harts": 1}}]},
            ["there is no card King of Harts"],
        ),
        (
            {"players": [{"id": "218374982374982374"}, {"id": "218374982374982374"}]},
            ["none is stated twice", "218374982374982374"],
        ),
        ({"players": 5}, ["players: it is to be an object, not 5"]),
        ({"player": []}, ["player: there is no such field", "did you mean players?"]),
        ({"lots": [{"id": "first", "cards": ["King of Hearts"]}]}, ["lots.first: it is to be a valid integer"]),
        ({"lots": [{"id": 1, "cards": []}]}, ["lots.1: a lot has a number from 1, and cards"]),
        ({"lots": [{"id": 0, "cards": ["King of Hearts"]}]}, ["lots.0: a lot has a number from 1, and cards"]),
        ({"judge": ["218374982374982374"]}, ["judge: it is to be a valid string"]),
        ({"rulings": [{"id": "1", "by": "218374982374982374"}]}, ["rulings.1.made_at: it is missing"]),
        ({"players": [{"id": "?", "chips": 3}]}, ["still to fill in: players[0].id"]),
        ({"players": [{"id": "218374982374982374", "cards": {"?": 1}}]}, ["still to fill in: players[0].cards.?"]),
    ],
)
def test_an_opening_with_something_wrong_is_refused_and_nothing_archived(
    run: Runner, configured: Path, state: dict[str, Any], words: list[str]
) -> None:
    done = run("archive", "import", opening(state, configured))
    assert done.code == 9
    for each in ["opening.jsonl", *words]:
        assert each in done.err
    assert '"kind":"opening"' not in run("archive", "export").out


def test_a_name_that_several_bear_is_refused_with_their_numbers(
    run: Runner, configured: Path, discord: FakeDiscord
) -> None:
    say(discord, "ana", "hello")
    say(discord, "bob", "hello")
    discord.chat.person("bob").name = "ana"
    run("tick")
    done = run("archive", "import", opening({"judge": "ana"}, configured))
    assert done.code == 9
    assert "several accounts bear the name 'ana'" in done.err
    assert discord.chat.people["bob"].id in done.err


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("prizes", {"1": {"kings": 5}}, "1.kings: there is no such field"),
        ("cards_per_lot", 0, "a whole number from 1"),
    ],
)
def test_a_setting_of_no_use_is_refused(run: Runner, configured: Path, name: str, value: Any, words: str) -> None:
    row = {"kind": "setting", "id": "s1", "at": "2021-08-01T00:00:00Z", "name": name, "value": value}
    (configured / "settings.jsonl").write_text(json.dumps(row) + "\n")
    done = run("archive", "import", "settings.jsonl")
    assert done.code == 9
    assert words in done.err


def test_what_is_exported_can_be_imported_again(run: Runner, configured: Path, folder: Path) -> None:
    assert (
        run("archive", "import", opening({"players": [{"id": "218374982374982374", "chips": 5}]}, configured)).code == 0
    )
    (folder / "all.jsonl").write_text(run("archive", "export").out)
    (folder / "tracker.db").unlink()
    assert run("archive", "import", "all.jsonl").code == 0


def test_everything_in_the_draft_is_to_be_filled_in() -> None:
    draft = game("round10").opening_draft(())
    assert {"players", "lots", "judge", "rulings", "bidders_previous_auction"} <= set(draft)
    told = json.dumps(draft)
    assert len(list(left_open(draft))) == told.count('"?"') - told.count('"?": "?"')
