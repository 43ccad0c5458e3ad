"""What people, bots and servers may send: nothing of it raises, moves goods by mistake, or gets out of its place on a page."""

from typing import Any

import pytest

from tests.games import chat_stories
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.core.instants import parse_instant
from tracker.games.round10.game import GAME
from tracker.render.pages import render_regions

OPENING = '2021-08-01 00:00:00 opening {players = [{id = "ana", chips = 50}, {id = "bob", chips = 50}]}'
END = "2021-08-09T12:00:00Z"
HUGE = "9" * 400


def told(*lines: str) -> list[dict[str, Any]]:
    return chat_stories.told("\n".join((OPENING, *lines)), "round10")


def printed(records: list[dict[str, Any]]) -> dict[str, Any]:
    """What replay prints; and every page of it can be rendered."""
    gamestate = gamestate_at(GAME, rows_of(GAME, records), parse_instant(END))
    assert render_regions(GAME.pages(gamestate, GAME.catalogue()))
    return replay_records("round10", records, [END])


def message(text: str, **more: Any) -> dict[str, Any]:
    head = {"kind": "message", "id": "m1", "at": "2021-08-06T10:00:00Z", "channel": "game-actions", "author": "ana"}
    return {**head, "text": text, **more}


def refused(record: dict[str, Any]) -> list[str]:
    return [each["code"] for each in record["refused"]]


def chips(record: dict[str, Any]) -> dict[str, int]:
    return {id: each["chips"] for id, each in record["instants"][END]["gamestate"]["players"].items()}


AS_BEFORE = {"ana": 250, "bob": 250}


@pytest.mark.parametrize(
    "text",
    [
        "x" * 4000,
        "I trade " * 500,
        "`" * 4000,
        "> I give 10 chips to bob\n" * 160,
        "```\nI leave the game\n```",
        "||I leave the game||",
        "~~I leave the game~~",
        "\u202eemag eht evael I",
        "\ud800 I leave",
        "@everyone <@&1> <#2> {{nobots}} [[Category:X]] --> |} ~~~~",
        "#REDIRECT [[Main Page]]",
        "If I leave the game, will bob win?",
    ],
)
def test_what_is_no_action_changes_nothing(text: str) -> None:
    record = printed([*told(), message(text)])
    assert record["instants"][END]["gamestate"]["players"]["ana"]["player"] is True
    assert chips(record) == AS_BEFORE


@pytest.mark.parametrize(
    "text", ["I le\u200bave the game", "\u2066I leave the game\u2069", "**I leave the game!**", "i LEAVE the GAME"]
)
def test_invisible_marks_and_emphasis_hide_no_action(text: str) -> None:
    record = printed([*told(), message(text)])
    assert record["instants"][END]["gamestate"]["players"]["ana"]["player"] is False


def test_a_name_in_look_alike_letters_is_nobodys() -> None:
    record = printed([*told(), message("I give 10 chips to @b\u043eb")])
    assert record["instants"][END]["gamestate"]["offers"] == {}


def test_a_number_of_400_digits_is_a_number() -> None:
    record = printed(
        told(
            f"2021-08-06 10:00:00 ana in game-actions m1: I trade {HUGE} chips to bob for nothing",
            "2021-08-06 11:00:00 bob in game-actions m2 re m1: I accept",
        )
    )
    assert refused(record) == ["INSUFFICIENT_ITEMS"]
    assert chips(record) == AS_BEFORE


@pytest.mark.parametrize(
    ("author", "more"),
    [("hook", {"bot": True, "name": "A webhook"}), ("456", {"name": "Deleted User"}), ("ana", {"bot": True})],
)
def test_bots_webhooks_and_strangers_move_nothing(author: str, more: dict[str, Any]) -> None:
    record = printed([*told(), message("I give 10 chips to bob", author=author, **more)])
    assert chips(record) == AS_BEFORE
    assert record["instants"][END]["gamestate"]["offers"] == {}


def test_a_message_told_twice_counts_once() -> None:
    again = message("I generate 2 lots")
    record = printed([*told(), again, again])
    assert len(record["instants"][END]["gamestate"]["lots"]) == 0
    assert {each["observation"] for each in record["refused"]} == set()
