"""A replay of a public export says what it cannot tell without the cards, and of which game a file is, or asks."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.coup_table import coup_table, enter, start
from tests.cli.commands import Runner, write_records
from tests.games.chat_stories import told
from tracker.app.keeping.interchange import exported

BEFORE, AFTER = "2021-08-01T00:01:30Z", "2021-08-01T00:20:00Z"
GAME = ("--game", "nomicoup")


@pytest.fixture
def exports(tmp_path: Path) -> dict[str, Path]:
    """What is exported of a game of some turns: for everybody, and with its secrets."""
    with coup_table(tmp_path / "table") as table:
        enter(table)
        start(table)
        table.say(4, "ana", "I take Income.")
        table.tick(6)
        found = {}
        for name, hidden in (("public", table.tracker.game.hidden), ("whole", None)):
            found[name] = tmp_path / f"{name}.jsonl"
            found[name].write_text("".join(f"{line}\n" for line in exported(table.archive, "operator", hidden)))
        return found


def test_a_public_export_is_told_to_hold_until_the_first_shuffle_only(run: Runner, exports: dict[str, Path]) -> None:
    done = run("replay", exports["public"], *GAME, "--as-of", BEFORE, "--as-of", AFTER, "--json")
    assert done.code == 11
    assert next(iter(done.json)) == "incomplete"
    assert done.json["incomplete"]["holds_until"] == "2021-08-01T00:02:00Z"
    assert "a public record without its cards" in done.json["incomplete"]["why"]
    before, after = (done.json["instants"][at] for at in (BEFORE, AFTER))
    assert before["gamestate"]["status"] == "waiting"
    whole = run("replay", exports["whole"], *GAME, "--as-of", AFTER, "--json").json["instants"][AFTER]["gamestate"]
    public = ("status", "turn", "round", "treasury", "order", "deck_count")
    assert [after["gamestate"][name] for name in public] == [whole[name] for name in public]
    assert "ORDER_NOT_TOLD" in [each["code"] for each in after["findings"]]


def test_that_stands_at_the_head_of_what_people_read(run: Runner, exports: dict[str, Path]) -> None:
    done = run("replay", exports["public"], *GAME, "--as-of", AFTER, "--pages")
    assert done.code == 11
    assert done.out.startswith(
        "INCOMPLETE: this is a public record without its cards: it holds up to 2021-08-01T00:02:00Z"
    )


def test_what_holds_before_it_and_what_an_export_with_secrets_tells_is_plain(
    run: Runner, exports: dict[str, Path]
) -> None:
    assert run("replay", exports["public"], *GAME, "--as-of", BEFORE).code == 0
    done = run("replay", exports["whole"], *GAME, "--as-of", AFTER, "--json")
    assert (done.code, "incomplete" in done.json) == (0, False)
    assert done.json["instants"][AFTER]["gamestate"]["treasury"] == 43


def test_a_chat_of_which_no_game_is_told_is_asked_about(run: Runner, exports: dict[str, Path]) -> None:
    done = run("replay", exports["whole"], "--as-of", AFTER)
    assert done.code == 2
    assert "is of a chat, and no opening says which game is played there" in done.err
    assert "say which: --game with one of aeternus, ducks, nomicoup, round10" in done.err


OPENING: dict[str, Any] = {
    "kind": "opening", "id": "o", "at": "2021-05-01T00:00:00Z", "game": "nomicoup",
    "state": {"players": ["ana", "ben"], "turn": "ana"},
}  # fmt: skip


def test_an_opening_tells_which_game_it_is(run: Runner, folder: Path) -> None:
    said = told("2021-05-01 01:00:00 ana in general m1: I take Income.", "nomicoup")
    path = write_records(folder / "game.jsonl", [OPENING, *said])
    done = run("replay", path, "--as-of", "2021-05-01T02:00:00Z", "--json")
    assert (done.code, done.json["instants"]["2021-05-01T02:00:00Z"]["gamestate"]["round"]) == (0, 1)
    two = write_records(folder / "two.jsonl", [OPENING, {**OPENING, "id": "o2", "game": "ducks"}])
    assert "there are openings of nomicoup, ducks" in run("replay", two, "--as-of", "2021-05-01T02:00:00Z").err
    assert json.loads(path.read_text().splitlines()[0])["game"] == "nomicoup"
