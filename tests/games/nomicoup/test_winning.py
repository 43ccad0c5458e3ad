"""How long the cards of a game that is over stay secret, and what its pages and its chat say of that."""

import html

import pytest

from tests.games.chat_stories import told as rows_told
from tests.games.nomicoup.lively import NOMICOUP, wikitexts
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant

PLAYERS = '"players": [{"id": "ana", "hand": ["Duke"]}, {"id": "ben", "hand": ["Duke"]}], "deck": ["Contessa"]'
HOURS = "2021-05-01 00:00:00 set deck_opening_hours = 24"
OPENED = f'2021-05-01 09:00:00 opening {{"status": "running", {PLAYERS}, "turn": "ben"}}'
WINS = {
    "a player's word": (f"{OPENED}\n2021-05-01 12:00:00 ben in general m1: Win: @ana (why)", 'win:m1 "no"'),
    "one's own victory": (
        f'{OPENED}\n2021-05-01 11:00:00 ana in general m1: Win: @ana\n2021-05-01 12:00:00 decide win:m1 yes by zoe because "yes"',
        'win:m1 "no"',
    ),
    "the end of viable play": (
        f"{OPENED}\n2021-05-01 11:00:00 ana in general m1: End of viable play.\n"
        '2021-05-01 12:00:00 decide viable:m1 ana by zoe because "yes"',
        'viable:m1 "nobody"',
    ),
    "people's decision": (f'{OPENED}\n2021-05-01 12:00:00 decide winner ana by zoe because "yes"', "winner --revoke"),
}


def state_after(story: str, at: str) -> Gamestate:
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, rows_told(story, "nomicoup")), parse_instant(at))


def status_of(state: Gamestate) -> str:
    said = NOMICOUP.said_in_chat(state)
    assert said is not None
    return said.status


def told(state: Gamestate) -> tuple[bool, str, str]:
    """Whether the record is published, the page of the game, and the status in the chat."""
    assert state.dealing is not None
    return (
        bool(state.dealing.record),
        html.unescape(wikitexts(state)["game"]),
        status_of(state),
    )


@pytest.mark.parametrize(("story", "objection"), WINS.values(), ids=WINS)
def test_until_the_hours_have_passed_it_is_told_how_a_win_is_taken_back(story: str, objection: str) -> None:
    is_open, page, status = told(state_after(f"{HOURS}\n{story}", "2021-05-02T11:59:59Z"))
    assert not is_open
    assert f"<code>tracker decide {objection} --by NAME" in page
    assert "Every card stays secret until" in page
    assert (
        f"Every card is published 2021-05-02 12:00 UTC; whoever objects says so before: tracker decide {objection}"
        in status
    )
    is_open, page, status = told(state_after(f"{HOURS}\n{story}", "2021-05-02T12:00:00Z"))
    assert is_open
    assert "stays secret until" not in page
    assert "is published" not in status


def test_a_game_that_people_state_to_be_over_has_its_hours_too() -> None:
    story = f'{HOURS}\n2021-05-01 12:00:00 opening {{"status": "over", "winner": "ana", {PLAYERS}}}'
    is_open, page, status = told(state_after(story, "2021-05-02T11:00:00Z"))
    assert not is_open
    assert "by another opening" in page
    assert status.count("another opening") == 1
    assert told(state_after(story, "2021-05-02T12:00:00Z"))[0]


TAKEN_BACK = f"""{HOURS}
2021-05-01 09:00:00 opening {{"status": "running", {PLAYERS}, "turn": {{"player": "ben", "started_at": "2021-05-01T09:00:00Z"}}}}
2021-05-02 12:00:00 ana in general m1: Win: @ben (a joke)
2021-05-02 13:00:00 ben in general m2: I pass."""


def test_while_a_win_can_be_taken_back_everybody_is_told_that_time_stands_still() -> None:
    state = state_after(TAKEN_BACK, "2021-05-02T13:00:00Z")
    _, page, status = told(state)
    assert "Until then time stands still: turns and votes end that much later if it does" in page
    assert "Time stands still: if the win is taken back turns and votes end that much later" in status
    (refused,) = state.refused
    assert "time stands still, and if the win is taken back this is to be done anew" in refused.text
    later = state_after(TAKEN_BACK, "2021-05-03T12:00:00Z")
    assert "ime stands still" not in "".join(map(str, told(later)))
    at_once = state_after(TAKEN_BACK.removeprefix(HOURS), "2021-05-02T13:00:00Z")
    assert [each.text for each in at_once.refused] == ["the game is over: ben won"]


def test_once_it_is_taken_back_the_player_of_the_turn_is_told_its_new_end() -> None:
    decision = '2021-05-02 18:00:00 decide win:m1 no by zoe because "a joke"'
    state = state_after(f"{TAKEN_BACK}\n{decision}", "2021-05-02T18:00:00Z")
    assert state.dealing is not None
    letter = state.dealing.letters[-1]
    assert (letter.to, letter.text.partition(".")[0]) == ("ben", "It is your turn, until 2021-05-03 15:00 UTC")
    (event,) = (each for each in state.events if each["event"] == "win_taken_back")
    assert (event["since"], event["at"]) == ("2021-05-02T12:00:00Z", "2021-05-02T18:00:00Z")
    assert "Won by" not in told(state)[2]


def test_what_the_law_says_since_the_game_was_over_counts_once_it_goes_on() -> None:
    story = f"""{TAKEN_BACK}
2021-05-02 14:00:00 set characters = ["Duke", "Contessa", "Spy"]
2021-05-02 18:00:00 decide win:m1 no by zoe because "a joke\""""
    over, after = (state_after(story, f"2021-05-02T{hour}:00:00Z") for hour in (17, 18))
    assert (over.values["deck_count"], after.values["deck_count"]) == (1, 4)
