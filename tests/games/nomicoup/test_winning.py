"""How long the cards of a game that is over stay secret, and what its pages and its chat say of that."""

import html

from tests.games.chat_stories import told as rows_told
from tests.games.nomicoup.lively import NOMICOUP, wikitexts
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.instants import parse_instant

WON = """2021-05-01 00:00:00 set deck_opening_hours = 24
2021-05-01 09:00:00 opening {"players": [{"id": "ana", "hand": ["Duke"]}, {"id": "ben", "hand": ["Duke"]}], "deck": ["Contessa"], "turn": "ben"}
2021-05-01 12:00:00 ben in general m1: Win: @ana (why)"""


def told(at: str) -> tuple[bool, str]:
    """Whether the record is published, and the page of the game with the status in the chat."""
    state = gamestate_at(NOMICOUP, rows_of(NOMICOUP, rows_told(WON, "nomicoup")), parse_instant(at))
    assert state.dealing is not None
    said = NOMICOUP.said_in_chat(state)
    assert said is not None
    return bool(state.dealing.record), html.unescape(wikitexts(state)["game"]) + said.status


def test_until_the_hours_have_passed_it_is_told_when_the_cards_are_published() -> None:
    is_open, text = told("2021-05-02T11:59:59Z")
    assert not is_open
    assert "Every card stays secret until" in text
    assert "Every card is published 2021-05-02 12:00 UTC; a win that is none is corrected as void before" in text
    is_open, text = told("2021-05-02T12:00:00Z")
    assert is_open
    assert "stays secret until" not in text
    assert "is published" not in text
