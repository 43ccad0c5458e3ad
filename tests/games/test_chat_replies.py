"""What the tracker answers below people's messages in a chat game: done, refused, dice, and what could be meant."""

from typing import Any

from tests.games.small.game import GAME
from tests.games.test_chat_kernel import CORRECTION, JOINED, Record, die, folded, said
from tracker.core.chat_answers import Reply


def answered(rows: list[Record]) -> dict[str, Reply]:
    return {reply.message: reply for reply in GAME.said_in_chat(folded(rows)).replies}


def texts(rows: list[Record]) -> dict[str, str]:
    return {message: reply.text for message, reply in answered(rows).items()}


COINS = {**CORRECTION, "id": "k0", "set": {"pointer": "/players/ana/coins", "value": 3}}


def test_each_message_of_which_anything_came_is_answered_once() -> None:
    rows = [*JOINED, said("3", "10:01:00", "ana", "give bob 5"), said("4", "10:02:00", "ana", "hello")]
    found = texts(rows)
    assert found["1"] == "Done: ana joins (S-1)"
    assert found["3"] == "Refused: ana has no 5 coins (TOO_FEW, S-2)"
    assert "4" not in found


def test_the_dice_stand_below_the_actions_in_their_order_with_their_seed() -> None:
    hash = "a" * 64
    own = [{**die(face, **{"for": f"toss:3:{n}:1"}, source="dice"), "id": f"r{n}"} for n, face in ((1, 4), (2, 6))]
    committed = {"kind": "commitment", "id": "c", "at": "2024-03-03T10:00:00Z", "for": "dice:2024-03-04", "hash": hash}
    rows: list[Any] = [committed, *JOINED, *own, said("3", "10:05:00", "ana", "toss\ntoss")]
    for row in own:
        row["at"] = "2024-03-04T10:05:00Z"
    *done, dice = texts(rows)["3"].split("\n")
    assert done == ["Done: ana tosses 4 (S-2)", "Done: ana tosses 6 (S-2)"]
    assert dice.startswith(f"Dice: 4, 6, by the seed of 2024-03-04 whose SHA-256 is {hash}")


def test_whoever_was_not_understood_is_shown_numbered_lines() -> None:
    unclear = said("3", "12:00:00", "ana", "give bob\ngive cy\ntoss")
    rows = [*JOINED, COINS, unclear, die(3)]
    reply = answered(rows)["3"]
    assert reply.suggestions == ("give bob 1", "give cy 1")
    first, second = [line for line in reply.text.split("\n") if "Did you mean" in line]
    assert first == (
        "Not done, action 1: it is not clear what this announces. Did you mean: 1️⃣ `give bob 1`"
        " React with the number, or write it anew. (UNCLEAR, S-2)"
    )
    assert second.startswith("Not done, action 2: ")
    assert "2️⃣ `give cy 1`" in second


def test_what_was_confirmed_is_done_and_asked_no_more_and_the_others_keep_their_numbers() -> None:
    unclear = said("3", "12:00:00", "ana", "give bob\ngive bob\ntoss")
    answer: Record = {"kind": "answer", "id": "a1", "at": "2024-03-04T12:01:00Z", "of": "3", "message": "6"}
    answer["suggestions"] = ["give bob 1", "give bob 1"]
    reacted = {"kind": "reaction", "message": "6", "user": "ana"}
    one = {**reacted, "id": "x1", "emoji": "1️⃣", "at": "2024-03-04T12:02:00Z"}
    two = {**reacted, "id": "x2", "emoji": "2⃣", "at": "2024-03-04T12:03:00Z"}
    rows = [*JOINED, COINS, unclear, die(3), answer]
    reply = answered([*rows, one])["3"]
    assert "Done: ana gives bob 1 (S-2)" in reply.text
    assert "Not done, action 1" not in reply.text
    assert "Not done, action 2: it is not clear what this announces. Did you mean: 2️⃣" in reply.text
    assert list(reply.suggestions) == answer["suggestions"]
    done = answered([*rows, one, two])["3"]
    assert (done.suggestions, "Not done" in done.text) == ((), False)
    assert "Done, 2 times: ana gives bob 1 (S-2)" in done.text


def test_a_confirmed_line_rolls_dice_of_its_own() -> None:
    rows = [*JOINED, said("3", "10:01:00", "ana", "toss", seen_edited=True)]
    answer = {"kind": "answer", "id": "a1", "at": "2024-03-04T10:02:00Z", "of": "3", "message": "6"}
    reacted = {
        "kind": "reaction",
        "id": "x1",
        "message": "6",
        "user": "ana",
        "emoji": "👍",
        "at": "2024-03-04T10:03:00Z",
    }
    found = folded([*rows, {**answer, "suggestions": ["toss"]}, reacted])
    assert [request.key for request in found.requests] == ["toss:3:1:1"]
    assert [finding.code for finding in found.findings] == ["DICE_AWAITED"]


def test_people_are_called_by_their_names() -> None:
    ana, bob = "123456789012345678", "223456789012345678"
    rows = [
        {**said("1", "10:00:00", ana, "join"), "name": "Ana"},
        {**said("2", "10:00:01", bob, "join"), "name": "Bob"},
    ]
    rows += [said("3", "10:01:00", ana, f"give {bob}")]
    reply = answered(rows)["3"]
    assert "1️⃣ `give Bob 1`" in reply.text
    assert reply.suggestions == (f"give {bob} 1",)
