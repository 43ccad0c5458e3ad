"""Lines of one message that nobody can read: people are asked about some of them, and told that the others must be said anew."""

from dataclasses import replace
from typing import Any

import pytest

from tracker.app.asking.replay import replay_records
from tracker.mechanics.announcements import NotUnderstood
from tracker.mechanics.chat_readings import MOST_ASKED, asked_of_none

AT = "2024-03-06T00:00:00Z"
LINES = {
    "round10": "I give some {} things to @bob",
    "ducks": "I feed the {}th duck of all",
    "aeternus": "Traverse to the {}th hex of all",
}

PLAIN = {
    "round10": "I request justice: is it so?",
    "ducks": "I request justice: is it so?",
    "aeternus": "Traverse North",
}


def said(id: str, minute: int, author: str, text: str) -> dict[str, Any]:
    told = {"author": author, "name": author, "channel": "game-actions", "text": text}
    return {"kind": "message", "id": id, "at": f"2024-03-04T10:{minute:02}:00Z", **told}


@pytest.mark.parametrize("slug", LINES)
def test_people_are_asked_about_so_many_lines_of_a_message_that_nobody_can_read(slug: str) -> None:
    joined = [said("j1", 0, "ana", "I join the game"), said("j2", 1, "bob", "I join the game")]
    unclear = said("x", 2, "ana", "\n".join(LINES[slug].format(number) for number in range(MOST_ASKED)))
    other = said("y", 3, "ana", LINES[slug].format(3))
    answer = {"kind": "decision", "id": "decision:reading:x:3", "at": "2024-03-05T11:00:00Z", "question": "reading:x:3"}
    answer |= {"answer": "nothing", "by": "ana", "why": "so it was"}
    told = replay_records(slug, [*joined, unclear, other, answer], [AT])
    asked = [each["id"] for each in told["instants"][AT]["questions"]]
    of_first = [f"reading:x:{number}" for number in range(1, MOST_ASKED + 1) if number != 3]
    assert sorted(asked) == sorted([*of_first, "reading:y:1"])
    refused = [each["n"] for each in told["refused"] if each["observation"] == "x"]
    assert refused == list(range(1, MOST_ASKED + 1))


@pytest.mark.parametrize("slug", LINES)
def test_of_a_message_with_more_of_them_people_are_asked_about_none(slug: str) -> None:
    unclear = "\n".join(LINES[slug].format(number) for number in range(MOST_ASKED + 5))
    told = replay_records(
        slug,
        [
            said("j1", 0, "ana", "I join the game"),
            said("x", 2, "ana", f"{unclear}\n{PLAIN[slug]}"),
            said("y", 3, "ana", LINES[slug].format(3)),
        ],
        [AT],
    )
    assert [each["id"] for each in told["instants"][AT]["questions"]] == ["reading:y:1"]
    refused = [each["n"] for each in told["refused"] if each["observation"] == "x"]
    assert refused == list(range(1, MOST_ASKED + 6)), "what can be read beside them is carried out"


def test_the_refusal_says_of_how_many_lines_nobody_is_asked() -> None:
    line = NotUnderstood(
        1, "I give some chips", "“some” is no number", "gift", of=MOST_ASKED + 2, unread=MOST_ASKED + 1
    )
    assert asked_of_none(line, (), "x").startswith(f"{MOST_ASKED + 1} lines of this message cannot be read")
    assert asked_of_none(replace(line, unread=MOST_ASKED), (), "x") == ""
