"""What is answered to private messages, told below public ones of what they settle, and said where it belongs to another place."""

import json

import pytest

from tests.games.chat_stories import told
from tests.games.nomicoup.lively import NOMICOUP
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant

OPENING = {
    "status": "running",
    "players": [
        {"id": "ana", "hand": ["Duke", "Captain"], "credits": 2},
        {"id": "ben", "hand": ["Contessa", "Assassin"], "credits": 8},
        {"id": "cy", "hand": ["Ambassador", "Duke"], "credits": 2},
    ],
    "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
}
OPENED = f"2021-05-01 00:00:00 opening {json.dumps(OPENING)}\n"
CHALLENGED = """
2021-05-01 01:00:00 ana in general m1: As Duke, I Tax.
2021-05-01 02:00:00 ben in general m2: I challenge ana
"""
LOST = """
2021-05-01 01:00:00 ana in general m1: I take Income.
2021-05-01 02:00:00 ben in general m2: I Coup @ana.
"""


def played(story: str, at: str = "2021-05-01T12:00:00Z", opened: str = OPENED) -> Gamestate:
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, told(opened + story, "nomicoup", "private")), parse_instant(at))


def written(state: Gamestate, person: str) -> list[str]:
    """What the tracker writes privately to somebody."""
    assert state.dealing is not None
    return [each.text for each in state.dealing.letters if each.to == person]


def replies(state: Gamestate) -> dict[str, str]:
    said = NOMICOUP.said_in_chat(state)
    assert said is not None
    return {each.message: each.text for each in said.replies}


# --- private messages are answered privately --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("story", "said", "starts"),
    [
        (
            LOST,
            "discard the Duke card",
            "Done: ana loses influence: Duke is revealed and lies face up. You hold Captain.",
        ),
        (CHALLENGED, "I show my Duke card", "Done: ana shows Duke: the claim stands."),
        (CHALLENGED, "decline", "Done: ana does not show Duke: the claim falls."),
        (LOST, "discard Contessa", "That has no effect: you do not hold that card."),
        (LOST, "show Duke", "That has no effect: nobody asked you to show anything."),
        (LOST, "loose assassin", "That is nothing that can be said here"),
    ],
)
def test_who_writes_privately_is_told_what_came_of_it(story: str, said: str, starts: str) -> None:
    state = played(f"{story}2021-05-01 03:00:00 ana in dm d1: {said}\n")
    (answer,) = [each for each in written(state, "ana") if each.startswith(starts)]
    assert "“hand” tells what you hold; all else is said in #general." in answer


def test_an_answer_says_what_is_asked_now() -> None:
    asked = written(played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: what now\n"), "ana")[-1]
    assert "You are asked: write “show Duke” or “I decline to show.”." in asked
    lost = f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Contessa\n"
    assert "You are asked: write “discard CARD”." in written(played(lost), "ana")[-1]
    done = f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Duke\n"
    assert "Nothing is asked of you now." in written(played(done), "ana")[-1]
    stranger = played("2021-05-01 03:00:00 eve in dm d1: hello?\n2021-05-01 03:00:01 bot robo in dm d2: hello!")
    assert "I request to become a player." in written(stranger, "eve")[-1]
    assert written(stranger, "robo") == []


def test_answers_to_private_messages_are_not_written_late_nor_said_in_public() -> None:
    story = f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Contessa\n2021-05-01 03:01:00 ana in dm d2: hm?\n"
    late = written(played(story, "2021-05-03T12:00:00Z"), "ana")
    assert not any(each.startswith(("That", "Done")) for each in late)
    assert "Contessa" not in "".join(replies(played(story)).values())


# --- what a private choice settles is told below what it settles ------------------------------------------------------


@pytest.mark.parametrize(
    ("story", "said", "told_below"),
    [
        (CHALLENGED, "show Duke", "ana shows Duke: the claim stands"),
        (CHALLENGED, "show Duke", "ben challenged a true claim and loses 1 influence"),
        (CHALLENGED, "decline", "ana does not show Duke: the claim falls"),
        (LOST, "discard Duke", "ana loses influence: Duke is revealed and lies face up"),
    ],
)
def test_what_is_shown_or_lost_privately_is_told_below_the_public_message(
    story: str, said: str, told_below: str
) -> None:
    found = replies(played(f"{story}2021-05-01 03:00:00 ana in dm d1: {said}\n"))
    assert told_below in found["m2"]
    assert "d1" not in found


def test_a_choice_of_which_nobody_knows_what_it_was_owed_for_is_told_on_pages_alone() -> None:
    owing = {
        **OPENING,
        "players": [{"id": "ana", "hand": ["Duke", "Captain"], "losses_owed": 1}, {"id": "ben", "hand": ["Contessa"]}],
    }
    opened = f"2021-05-01 00:00:00 opening {json.dumps(owing)}\n"
    state = played("2021-05-01 03:00:00 ana in dm d1: discard Duke\n", opened=opened)
    assert [each["event"] for each in state.events if each["event"] == "influence_lost"] == ["influence_lost"]
    assert replies(state) == {}


# --- elsewhere --------------------------------------------------------------------------------------------------------


def test_what_is_announced_in_another_channel_is_answered_there_and_a_finding_while_the_turn_runs() -> None:
    state = played(
        "2021-05-01 01:00:00 ana in propositions m1: I take Income.\n2021-05-01 01:00:01 eve in propositions m2: I join\n"
    )
    assert "was said in #propositions, where it is nothing: say it in #general (COUP-023)" in replies(state)["m1"]
    assert "say it in #general" in replies(state)["m2"]
    assert not state.refused
    assert [each.code for each in state.findings if each.code != "SHUFFLE_AWAITED"] == ["WRONG_CHANNEL"] * 2


def test_whom_a_private_message_does_not_reach_is_called_once_without_its_words() -> None:
    row = {"kind": "letter", "id": "letter:ana", "for": "draw:s1:ana:1:ana", "to": "ana", "delivered": False}
    story = f"2021-05-01 02:00:00 json {json.dumps(row)}\n"
    said = NOMICOUP.said_in_chat(played(story))
    assert said is not None
    (call,) = [each for each in said.calls if each.clause == "COUP-034"]
    assert (call.channel, call.people, call.at) == ("general", ("ana",), parse_instant("2021-05-01T02:00:00Z"))
    assert "say “Send it again.” here" in call.text
    assert "Duke" not in call.text
    assert "• ana" in said.status.partition("Private messages do not reach")[2]
    reached = NOMICOUP.said_in_chat(
        played(f"{story}2021-05-01 03:00:00 json {json.dumps({**row, 'delivered': True})}\n")
    )
    assert reached is not None
    assert [each.clause for each in reached.calls] == ["COUP-019"]


# --- replies that say what to do --------------------------------------------------------------------------------------


def test_a_group_hears_that_nobody_is_known_by_a_name() -> None:
    bo = "210000000000000107"
    confirms = {"kind": "message", "author": bo, "name": "bo", "channel": "general", "text": "I confirm Quartet"}
    asks = {
        **confirms,
        "author": "ann",
        "name": "ann",
        "text": f'We (@ann, <@{bo}>) request to become a player named "Quartet".',
    }
    story = f"""
2021-05-01 01:00:00 ann in general m1: We (@ann, @bo) request to become a player named "Quartet".
2021-05-01 01:00:10 json {json.dumps({**confirms, "id": "m2"})}
2021-05-01 01:00:20 json {json.dumps({**asks, "id": "m3"})}
2021-05-01 01:00:30 json {json.dumps({**confirms, "id": "m4"})}
"""
    state = played(story, opened="")
    found = replies(state)
    assert "whoever asks for it mentions each member with @" in found["m2"]
    assert state.values["order"] == ["Quartet"]
