import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.mechanics.chat.fairs import Fair, fair, refusal, says
from tracker.mechanics.chat import listening
from tracker.mechanics.chat.listening import Announced, Listening
from tracker.mechanics.chat.rows import Act, Asked, Message


@dataclass(frozen=True)
class Maybe:
    suggestions: tuple[str, ...]


@dataclass(frozen=True)
class Heard(Maybe):
    kind: str
    fields: dict[str, Any]


class Echo:
    """Reads ``take N`` and asks about other words with ``take``."""

    def heard(self, line: str, look: Callable[[], Any]) -> Iterator[Maybe]:
        for said in filter(None, map(str.strip, line.split("."))):
            ribbons = look()
            if found := re.fullmatch(r"(take|cheer) (\d+)", said):
                yield Heard((said,), found[1], {"n": int(found[2]), "seen": ribbons})
            elif "take" in said:
                yield Maybe(tuple(f"take {n}" for n in range(5)))


def take(world: Fair, message: Message, n: int, seen: int) -> None:
    world.players[message.author].ribbons += n


ANNOUNCED = {"take": Announced(take, "stage"), "cheer": Announced(take, by_players=False)}
LISTENING: Listening[Fair] = Listening(
    Echo(),
    ANNOUNCED,
    situation=lambda world, message: world.players["ana"].ribbons,
    whole=lambda world, message: Act("whole", {}, said="whole") if message.text == "whole" else None,
    asked_in=("stage",),
    hidden=re.compile(r"\|\|"),
)
ACTS = listening.acts(ANNOUNCED, listening.must_be_in_place, listening.must_be_for_players)


def heard(text: str, channel: str = "stage", how: Listening[Fair] = LISTENING) -> list[Act | Asked]:
    return list(how.heard(fair("ana"), says("ana", "m1", text=text, channel=channel)))


def test_lines_become_acts_with_numbered_messages_and_the_lines_they_were_read_as() -> None:
    acts = heard("take 1\nhello\nmore take. take 2\n> take 3\n```\ntake 4\n```\n>>> take 5\ntake 6")
    assert [type(each) for each in acts] == [Act, Asked, Act]
    assert [each.message.part for each in acts if each.message] == [1, 2, 3]
    first, asked, last = acts
    assert isinstance(first, Act)
    assert isinstance(asked, Asked)
    assert isinstance(last, Act)
    assert (first.kind, first.fields, first.said) == ("take", {"n": 1, "seen": 0}, "take 1")
    assert asked.suggestions == ("take 0", "take 1", "take 2")
    assert last.fields["n"] == 2


def test_each_is_looked_for_when_the_one_before_is_done() -> None:
    world, seen = fair("ana"), []
    for act in LISTENING.heard(world, says("ana", "m1", text="take 1. take 2\ntake 3")):
        assert isinstance(act, Act)
        seen.append(act.fields["seen"])
        ACTS[act.kind](world, message=act.message, **act.fields)
    assert seen == [0, 1, 3]


def test_a_message_may_be_taken_whole() -> None:
    (act,) = heard("whole", "anywhere")
    assert isinstance(act, Act)
    assert (act.kind, act.message) == ("whole", says("ana", "m1", text="whole", channel="anywhere"))


def test_people_are_asked_where_they_are_asked() -> None:
    assert len(heard("you take it")) == 1
    assert heard("you take it", "attic") == []


def test_what_is_hidden_has_to_be_said_again() -> None:
    (asked,) = heard("||take 1||")
    assert isinstance(asked, Asked)
    assert asked.suggestions == ("take 1",)


def test_what_is_said_elsewhere_is_refused_or_talk() -> None:
    (act,) = heard("take 1", "attic")
    assert isinstance(act, Act)
    assert act.message is not None
    message, world = act.message, fair("ana")
    assert refusal(lambda: ACTS["take"](world, message=message, n=1, seen=0)) == "WRONG_CHANNEL"
    assert heard("take 1", "attic", replace(LISTENING, only_in_place=True)) == []
    assert len(heard("cheer 1", "attic", replace(LISTENING, only_in_place=True))) == 1


def test_only_players_announce_what_is_for_players() -> None:
    world = fair("ana")
    assert refusal(lambda: ACTS["take"](world, message=says("zed", "m1"), n=1, seen=0)) == "NOT_A_PLAYER"
    with pytest.raises(KeyError):  # the act itself is carried out
        ACTS["cheer"](world, message=says("zed", "m1"), n=1, seen=0)
    ACTS["take"](world, message=says("ana", "m1"), n=1, seen=0)


@pytest.mark.parametrize(
    ("text", "reply_to", "is_talk"),
    [
        ("Ribbons for all", "", False),
        ("// nice", "", True),
        ("comment: nice", "", True),
        ("", "", True),
        ("I like it", "p1", True),
        ("Proposal: ribbons", "p1", False),
        ("**[Urgent]** ribbons", "p1", False),
    ],
)
def test_talk_among_proposals(text: str, reply_to: str, is_talk: bool) -> None:
    message = says("ana", "m1", reply_to, text)
    found = listening.is_talk_among_proposals(message, ("//", "Comment:"), ("proposal", "urgent"))
    assert found == is_talk
