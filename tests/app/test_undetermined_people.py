"""Whoever is perhaps a player: ticks, what people ask and their answers go on whatever is undetermined of them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import asked_of, gamestate_at, status
from tracker.app.asking.player_trail import explain_player
from tracker.app.people import by_hand
from tracker.app.people.identities import described
from tracker.core.gamestate import UNDETERMINED
from tracker.mechanics import forked_worlds

JOIN, LEAVE = "I join the game", "I leave the game"
DOUBTS: Sequence[Mapping[str, Sequence[str]]] = (
    {"fox": [JOIN]},
    {"bob": [LEAVE]},
    {"gus": [JOIN, LEAVE]},
    {"bob": [LEAVE, JOIN], "hal": [JOIN]},
    {"ana": [LEAVE], "ivy": [JOIN]},
)
"""Who says what that was edited before it was first read: several at once, and one doubt after the other."""
LEFT_WITH = {JOIN: "player", LEAVE: "not playing"}


@pytest.fixture(params=["round10", "ducks"])
def chat(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ChatTracker]:
    """A tracker of a round that ana, bob and cleo play, where ana and fox may decide."""
    with chat_tracker(tmp_path, slug=request.param) as made:
        made.more = f"[switches]\nadmins =\n {account(made, 'ana')}\n {account(made, 'fox')}\n"
        for name in ("ana", "bob", "cleo"):
            made.say(1, name, JOIN)
        made.tick(2)
        yield made


def account(chat: ChatTracker, name: str) -> str:
    return chat.discord.chat.person(name).id


def edited_unread(chat: ChatTracker, minutes: float, author: str, text: str) -> str:
    """Somebody writes what reads so when it is first read, and was edited by then; the question that people are asked of it."""
    message = chat.say(minutes, author, "good evening")
    written = chat.discord.chat.find(message)
    written.text, written.edited_at = text, at(minutes + 0.1)
    return f"posted:{message}"


def doubted(chat: ChatTracker, minutes: float, said: Mapping[str, Sequence[str]]) -> list[str]:
    """All that is said in doubt, in this minute and the next; the questions."""
    each = ((who, text, minutes + n / 2) for who, texts in said.items() for n, text in enumerate(texts))
    return [edited_unread(chat, when, who, text) for who, text, when in each]


def statuses(chat: ChatTracker) -> dict[str, str]:
    """Of everybody on the roster, by name, whether they play."""
    roster = gamestate_at(chat.tracker).values["roster"]
    names = {person.id: name for name, person in chat.discord.chat.people.items()}
    return {names[id]: entry["status"] for id, entry in roster.items()}


def looked_at(chat: ChatTracker, *people: str) -> dict[str, Any]:
    """What ``tracker status`` tells, where everything else that people ask for, and the trail of some people, is told, too."""
    told = status(chat.tracker, "operator")
    assert told["broken_off"] is None
    assert len(asked_of(chat.tracker, None, "operator")) == told["questions"]
    by_hand.plan_now(chat.tracker)
    described(chat.tracker)
    for name in people:
        explain_player(chat.tracker, account(chat, name), None, "operator")
    return told


@pytest.mark.parametrize("answer", ["as seen", "nothing"])
def test_everything_goes_on_while_it_is_undetermined_who_plays(chat: ChatTracker, answer: str) -> None:
    for number, said in enumerate(DOUBTS):
        minute, before = 10 * (number + 1), statuses(chat)
        questions = doubted(chat, minute, said)
        assert chat.tick(minute + 2).exit_code == 0
        assert looked_at(chat, *said)["players"] == UNDETERMINED
        assert statuses(chat) == {"fox": "not playing", **before, **dict.fromkeys(said, UNDETERMINED)}
        for question in questions:
            by_hand.decide(chat.tracker, question, answer, by=account(chat, "ana"), why="I saw it")
            assert chat.tick(minute + 3).exit_code == 0
        looked_at(chat)
        became = {who: LEFT_WITH[texts[-1]] for who, texts in said.items()} if answer == "as seen" else {}
        assert statuses(chat) == {**before, **became}


def test_everything_goes_on_beyond_the_ways_that_are_followed(
    chat: ChatTracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 2)
    newcomers = ("gus", "hal", "ivy")
    questions = doubted(chat, 10, {"bob": [LEAVE], **{who: [JOIN] for who in newcomers}})
    assert chat.tick(12).exit_code == 0
    told = looked_at(chat, "bob")
    assert (told["players"], told["board"]["headline"]) == (
        UNDETERMINED,
        "more is undecided than can be followed: no figures are told",
    )
    assert {statuses(chat)[who] for who in ("ana", "bob", *newcomers)} == {UNDETERMINED}
    for question in questions:
        by_hand.decide(chat.tracker, question, "as seen", by=account(chat, "fox"), why="I saw it")
    chat.tick(13)
    assert looked_at(chat)["board"]["headline"].startswith("5 players")


def test_who_is_perhaps_a_player_is_not_counted_for_certain(chat: ChatTracker) -> None:
    doubted(chat, 10, {"bob": [LEAVE], "fox": [JOIN]})
    chat.tick(12)
    assert looked_at(chat)["board"]["headline"].startswith("at least 2 players")


def test_a_tick_that_is_broken_off_stands_in_the_status_until_one_comes_to_its_end(
    chat: ChatTracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("tracker.app.tick.standing._idling", lambda _: 1 / 0)
        for minute in (5, 6):
            chat.say(minute, "ana", "hello")
            with pytest.raises(ZeroDivisionError):
                chat.tick(minute)
    told = status(chat.tracker, "public")
    why = "a tick was broken off: a fault of the tracker itself: ZeroDivisionError"
    assert told["broken_off"] == {"since": "2021-08-01T00:05:00Z", "why": why}
    assert (told["last_tick"]["at"], told["exit_code"]) == ("2021-08-01T00:02:00Z", 13)
    chat.tick(7)
    assert status(chat.tracker, "public")["broken_off"] is None
