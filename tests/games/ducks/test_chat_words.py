"""What the tracker says of Ducks in its chat."""

import json

from tests.games.ducks.lively import AFTER, DOUBTFUL, DUCKS, DURING, FORTNIGHT, OPENING, gamestate
from tests.games.ducks.test_pages import lost
from tracker.core.chat_answers import ChatAnswers


def said(story: str, at: str) -> ChatAnswers:
    answers = DUCKS.said_in_chat(gamestate(story, at))
    assert answers is not None
    return answers


def reply(story: str, at: str, message: str) -> str:
    return next(each.text for each in said(story, at).replies if each.message == message)


def test_the_status_says_how_the_round_stands() -> None:
    lines = said(FORTNIGHT, DURING).status.splitlines()
    assert lines[0] == "Infinite Nomic, Ducks: how it stands"
    for line in (
        "Period One until 2021-03-11 00:00 UTC",
        "Duck God: 5 God Eggs, 7 more lose the round",
        "Duck Old One: 20 God Eggs, 4 more lose the round",
        "Disciple Waddles: 28 Quacks",
        "Open proposals: 2",
        "• normal proposal of cy: 0 for, 0 against, voted on from 2021-03-11 00:00 UTC",
        "• urgent proposal of dee: 1 for, 1 against, voted on until 2021-03-10 13:30 UTC",
        "• Lost: ana leads with 5 Quacks, until 2021-03-14 00:00 UTC",
        "Judge: cy",
    ):
        assert line in lines
    assert "Titles: Duck Deity Duck God, Duck King vacant, Duck Lord ana, DUCK DUKE vacant" in lines


def test_a_lost_round_is_told() -> None:
    assert "Lost by all: Duck God has 12 God Eggs" in said(lost(), "2021-03-20T00:00:00Z").status


def test_the_status_stays_the_same_while_nothing_happens() -> None:
    assert said(FORTNIGHT, "2021-03-12T12:00:00Z") == said(FORTNIGHT, "2021-03-12T17:43:21Z")


def test_each_action_of_a_message_is_answered_with_its_number_and_the_dice() -> None:
    lines = reply(FORTNIGHT, AFTER, "m2").splitlines()
    assert "Done: ana feeds Bob: it gains 4 Quacks (DUCK-062)" in lines
    assert (
        lines[-2]
        == "Refused, action 2: ana has fed another player's duck in this voting period (already_fed, DUCK-062)"
    )
    assert "People are asked" in reply(FORTNIGHT, AFTER, "m16")


def test_what_hangs_on_a_question_is_not_told_as_certain() -> None:
    text = reply(DOUBTFUL, "2021-03-14T12:00:00Z", "m2")
    assert "Perhaps (people must decide): Done: dee wins Lost for 5 Quacks (DUCK-140)" in text


ATTACK = "Puddle performs Quack Attack on Bob with 2"
ATTACKS = f"""
2021-03-08 00:00:00 opening {json.dumps(OPENING)}
2021-03-08 00:00:30 set old_one_acts = "never"
2021-03-08 08:00:00 dee in game-actions m0: I join the game
2021-03-08 09:00:00 ana in proposals m1: Urgent Proposal: Fix a typo
2021-03-08 09:01:00 ana gatorTrung m1
2021-03-08 10:00:00 ana in game-actions m2: {ATTACK}; {ATTACK}; I feed Moss; I feed Moss; {ATTACK}
"""


THREE = ((50, "ben"), (51, "cy"), (52, "dee"))


def test_equal_actions_are_told_with_their_count_also_during_an_unrelated_doubt() -> None:
    doubt = "".join(f"2021-03-10 08:{n}:00..2021-03-10 09:10:00 {who} updownTrung m1\n" for n, who in THREE)
    settled = '2021-03-10 11:00:00 decide verdict:m1 failed by cy because "he says so"'
    first = reply(ATTACKS, "2021-03-08T11:00:00Z", "m2")
    assert first.splitlines()[0] == "Done, 3 times: Puddle performs Quack Attack on Bob with 2 Quacks (DUCK-073)"
    assert "Refused, actions 3 and 4: " in first
    doubted = ATTACKS + doubt
    assert "Perhaps" in reply(doubted, "2021-03-10T10:00:00Z", "m1")
    assert reply(doubted, "2021-03-10T10:00:00Z", "m2") == first
    assert reply(doubted + settled, "2021-03-10T12:00:00Z", "m2") == first


def test_what_became_of_a_proposal_is_told_below_it() -> None:
    lines = reply(ATTACKS, "2021-03-10T10:00:00Z", "m1").splitlines()
    assert "Done: the proposal m1 is adopted 1-0 (ana / nobody) (DUCK-049)" in lines
    assert any(line.startswith("People are asked: The proposal m1 is adopted.") for line in lines)
