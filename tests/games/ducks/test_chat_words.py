"""What the tracker says of Ducks in its chat."""

from tests.games.ducks.lively import AFTER, DOUBTFUL, DUCKS, DURING, FORTNIGHT, gamestate
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
