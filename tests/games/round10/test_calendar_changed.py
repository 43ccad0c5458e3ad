"""What the page of the auction says while something runs that had begun before phases or weeks were changed."""

import json
import re

import pytest

from tests.games.chat_stories import told
from tests.games.round10.lively import ROUND10
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.instants import parse_instant
from tracker.render.pages import render_regions

OPENED = '2021-08-01 12:00:00 opening {players = [{id = "ana", player = true}]}'
PHASES = '2021-08-03 12:00:00 set phases = {"Auction": ["Monday"], "Bartering": ["Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]}'
WEEKS = '2021-08-03 12:00:00 set week_start = "Wednesday"'
UNCHANGED = '2021-08-03 12:00:00 set week_start = "Sunday"'


def auction_page(*lines: str, at: str) -> str:
    gamestate = gamestate_at(ROUND10, rows_of(ROUND10, told("\n".join([OPENED, *lines]), "round10")), parse_instant(at))
    pages = {each.region: each.text for each in render_regions(ROUND10.pages(gamestate, ROUND10.catalogue()))}
    return pages["auction"]


@pytest.mark.parametrize(
    ("line", "at", "is_said"),
    [
        (PHASES, "2021-08-03T11:00:00Z", False),
        (PHASES, "2021-08-03T12:00:00Z", True),
        (PHASES, "2021-08-07T23:59:59Z", True),
        (PHASES, "2021-08-08T00:00:00Z", False),
        (WEEKS, "2021-08-07T23:59:59Z", True),
        (WEEKS, "2021-08-08T00:00:00Z", False),
        (UNCHANGED, "2021-08-03T12:00:00Z", False),
    ],
)
def test_it_says_that_what_has_begun_keeps_its_dates_as_long_as_anything_does(
    line: str, at: str, is_said: bool
) -> None:
    assert ("The calendar was changed" in auction_page(line, at=at)) == is_said


def test_the_dates_shown_are_those_that_hold() -> None:
    page = auction_page(PHASES, at="2021-08-06T00:00:00Z")
    for words in ("The week ends", "auction is over"):
        assert re.search(rf"{words} <[^<>]*>2021-08-08 00:00 UTC<", page), words


def test_a_calendar_changed_twice_keeps_what_each_change_found() -> None:
    others = ["Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"]
    again = f"2021-08-05 12:00:00 set phases = {json.dumps({'Auction': ['Friday'], 'Bartering': others})}"
    rows = rows_of(ROUND10, told("\n".join([OPENED, PHASES, again]), "round10"))
    events = gamestate_at(ROUND10, rows, parse_instant("2021-08-14T00:00:00Z")).events
    assert [each["at"] for each in events if each["event"] == "chips_granted"] == [
        "2021-08-02T00:00:00Z",
        "2021-08-06T00:00:00Z",
        "2021-08-13T00:00:00Z",
    ]
