"""What the tracker says of Nomicoup in its chat, and what a terminal shows of it."""

import pytest

from tests.games.nomicoup.lively import AT_LAST, CHAIN, MUST_COUP, NOMICOUP, VOTED, gamestate
from tracker.core.chat_answers import ChatAnswers
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.mechanics.deck.deck_record import published_in


def said(state: Gamestate) -> ChatAnswers:
    answers = NOMICOUP.said_in_chat(state)
    assert answers is not None
    return answers


def reply(at: str, message: str) -> str:
    return next(each.text for each in said(gamestate(at)).replies if each.message == message)


# --- the status -------------------------------------------------------------------------------------------------------


def test_the_status_says_whose_turn_it_is_and_what_everybody_has() -> None:
    lines = said(gamestate(MUST_COUP)).status.splitlines()
    assert lines[:3] == ["Nomicoup: how it stands", "Round 6", "Treasury: 19 credits; Court Deck: 5 cards"]
    for line in (
        "• ben: 3 credits, 1 face down, revealed Duke, 0 exiles",
        "Turn: cy until 2021-05-07 20:00 UTC; only Coup or a pass is allowed",
        "Turn order: eli, dee, cy, ben, ana",
    ):
        assert line in lines


def test_the_status_says_what_is_pending() -> None:
    lines = said(gamestate(CHAIN)).status.splitlines()
    assert "Pending: Steal of ana against ben; it is blocked by Support of ben with the next action" in lines


def test_the_status_says_what_is_voted_on_and_who_judges() -> None:
    lines = said(gamestate(VOTED)).status.splitlines()
    for line in (
        "Open propositions: 2",
        "• 8 “Manners” of cy: 1 up, 0 right, 0 down; 3 of 4 are a majority, until 2021-05-06 16:00 UTC",
        "• 2: Judge cy",
    ):
        assert line in lines


def test_the_hashes_of_a_status_can_be_compared_with_the_record_later() -> None:
    state = gamestate(VOTED)
    escaped = said(state).status.replace("|", "\\|")
    values = state.values
    wanted = [("secret", values["secret_hash"]), *((str(n), values["commitments"][n - 1]) for n in (2, 3, 4))]
    assert list(published_in(escaped, "nomicoup-1")) == wanted


def test_before_the_start_and_after_the_end() -> None:
    before = said(gamestate("2021-05-01T10:22:00Z")).status
    assert "Not started; entered: ana, ben, cy, dee, eli" in before
    assert "Treasury" not in before
    after = said(gamestate(AT_LAST)).status
    assert "Won by cy, 2021-05-11 10:00 UTC" in after
    assert "Judge" not in after


# --- replies and calls ------------------------------------------------------------------------------------------------


def test_replies_say_what_was_done_and_what_was_refused() -> None:
    assert reply(AT_LAST, "b4").splitlines()[0] == "Done: cy challenges ben on Ambassador (COUP-062)"
    assert (
        reply(AT_LAST, "b5") == "Refused: the claim of ben was challenged before, by cy (already_challenged, COUP-062)"
    )
    assert (
        "Refused, action 2: it is dee's turn, not cy's (not_your_turn, COUP-022)" in reply(AT_LAST, "d5").splitlines()
    )
    assert "proposition 1 “Cheaper coups” is adopted: 3 up, 0 right, 0 down of 4" in reply(AT_LAST, "p1")


def test_what_was_said_privately_is_not_answered_in_public() -> None:
    answered = {each.message for each in said(gamestate(AT_LAST)).replies}
    assert not answered & {"b6", "b7", "b8", "b16", "d6", "d10", "f2", "f3", "f7", "f8", "g18"}
    assert {each.channel for each in said(gamestate(AT_LAST)).replies} == {"general", "propositions"}


def test_whoever_has_the_turn_is_called() -> None:
    (call,) = said(gamestate(MUST_COUP)).calls
    assert (call.channel, call.people, call.at) == ("general", ("cy",), parse_instant("2021-05-05T20:00:00Z"))
    assert call.text == "It is your turn, cy, until 2021-05-07 20:00 UTC; only Coup or a pass is allowed."
    assert said(gamestate(AT_LAST)).calls == ()


# --- the terminal -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2021-05-01T10:22:00Z", "5 players"),
        (CHAIN, "pending: Steal of ana against ben"),
        (MUST_COUP, "round 6, turn of cy until 2021-05-07T20:00:00Z, treasury 19, deck 5"),
        (AT_LAST, "won by cy"),
    ],
)
def test_the_board_of_a_terminal(at: str, words: str) -> None:
    board = NOMICOUP.board(gamestate(at).values, {})
    assert board is not None
    assert words in board.headline


def test_the_board_lists_what_is_voted_on() -> None:
    board = NOMICOUP.board(gamestate(VOTED).values, {})
    assert board is not None
    assert board.rows[0] == ("8", "Manners", "cy", 1, 0, 0, 3, "2021-05-06T16:00:00Z")
    assert [row[0] for row in board.rows] == ["8", "10"]
    assert NOMICOUP.kind_and_state(gamestate(VOTED).values["propositions"]["2"]) == ("proposition", "rejected")
