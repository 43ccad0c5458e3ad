"""What is answered to private messages, told below public ones of what they settle, and said where it belongs to another place."""

import json

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


def test_who_chooses_privately_is_told_that_it_is_done() -> None:
    state = played(f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Duke\n")
    last = written(state, "ana")[-1]
    assert last.startswith(
        "Done: Duke is revealed and lies face up before you. You hold Captain. Face up before you: Duke."
    )
    assert "Nothing is asked of you now." in last
    state = played(f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard the Duke card\n")
    assert written(state, "ana")[-1].startswith("Done: Duke is revealed")
    state = played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: I show my Duke card\n")
    assert any(each.startswith("Done: you show Duke, and your claim stands.") for each in written(state, "ana"))
    state = played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: decline\n")
    assert any(
        each.startswith("Done: you do not show your card, and your claim falls.") for each in written(state, "ana")
    )
    state = played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: show Duke\n")
    assert any(each.startswith("Done: you show Duke, and your claim stands.") for each in written(state, "ana"))


def test_what_is_refused_privately_speaks_to_its_author() -> None:
    state = played(
        f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Duke\n2021-05-01 03:01:00 ana in dm d2: discard Duke\n"
    )
    assert written(state, "ana")[-1].startswith("That has no effect: you owe no loss of influence.")
    state = played(f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Contessa\n")
    last = written(state, "ana")[-1]
    assert last.startswith("That has no effect: you do not hold that card.")
    assert "You are asked: write “discard CARD”." in last


def test_what_is_not_understood_privately_is_answered_once_with_what_is_asked() -> None:
    state = played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: what now\n")
    (answer,) = [each for each in written(state, "ana") if each.startswith("That is nothing that can be said here")]
    assert "You are asked: write “show Duke” or “I decline to show.”." in answer
    state = played(
        f"{LOST}2021-05-01 03:00:00 ana in dm d1: loose assassin\n2021-05-01 03:01:00 ben in dm d2: I take Income.\n"
    )
    assert "You are asked: write “discard CARD”." in written(state, "ana")[-1]
    assert "all else is said in #general" in written(state, "ben")[-1]
    stranger = played("2021-05-01 03:00:00 eve in dm d1: hello?\n2021-05-01 03:00:01 bot robo in dm d2: hello!")
    assert "I request to become a player." in written(stranger, "eve")[-1]
    assert written(stranger, "robo") == []


def test_answers_to_private_messages_are_not_written_late_nor_said_in_public() -> None:
    story = f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Contessa\n2021-05-01 03:01:00 ana in dm d2: hm?\n"
    late = written(played(story, "2021-05-03T12:00:00Z"), "ana")
    assert not any(each.startswith(("That", "Done")) for each in late)
    assert "Contessa" not in "".join(replies(played(story)).values())


def test_a_turn_is_told_privately_as_in_channels() -> None:
    assert any("until 2021-05-03 02:00 UTC" in each for each in written(played(LOST), "cy"))


# --- what a private choice settles is told below what it settles ------------------------------------------------------


def test_what_is_shown_or_lost_privately_is_told_below_the_public_message() -> None:
    shown = replies(played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: show Duke\n"))
    assert "ana shows Duke: the claim stands" in shown["m2"]
    assert "ben challenged a true claim and loses 1 influence" in shown["m2"]
    declined = replies(played(f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: decline\n"))
    assert "ana does not show Duke: the claim falls" in declined["m2"]
    lost = replies(played(f"{LOST}2021-05-01 03:00:00 ana in dm d1: discard Duke\n"))
    assert "ana loses influence: Duke is revealed and lies face up" in lost["m2"]
    assert "d1" not in lost
    after = (
        f"{CHALLENGED}2021-05-01 03:00:00 ana in dm d1: show Duke\n2021-05-01 04:00:00 ben in dm d2: discard Assassin\n"
    )
    assert "ben loses influence: Assassin is revealed and lies face up" in replies(played(after))["m2"]


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


def test_the_reply_to_a_proposition_says_what_it_would_replace_or_delete_besides() -> None:
    text = "Proposition: New\\nType: Addition\\nID: 4.4.3\\nTitle: Bank\\nContent: Take 1 credit."
    gone = "Proposition: Less\\nType: Deletion\\nRule: 4.4"
    found = replies(
        played(
            f"2021-05-01 01:00:00 ana in propositions m1: {text}\n2021-05-01 01:00:01 ana in propositions m2: {gone}\n"
        )
    )
    assert "would replace" in found["m1"]
    assert "4.4.3" in found["m1"].partition("would replace")[2]
    assert "would delete" in found["m2"]


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


def test_who_may_start_and_why_a_title_cannot_be_given_is_said() -> None:
    setting = '2021-05-01 00:00:00 set admins = ["zoe"]\n'
    state = played(
        "2021-05-01 01:00:00 ana in general m1: I join.\n2021-05-01 01:00:01 ana in general m2: Start the game.\n",
        opened=setting,
    )
    assert "ana is not among those who may start the game: zoe" in replies(state)["m2"]
    titled = replies(played('2021-05-01 01:00:00 ana in general m1: I title rule 1 "Losing".\n'))
    assert "cannot be titled “Losing” by ana: it has a title" in titled["m1"]
