"""A gamestate that was printed can be stated: it comes back as it was, with its derived values compared and never refused."""

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tests.games.ducks import lively
from tests.games.ducks.random_rounds import START, WEEKS, Record, rounds, with_dice
from tests.games.ducks.still_waters import story
from tests.games.ducks.test_still_waters import INSTANTS
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.app.keeping.interchange import read_lines
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso, parse_instant
from tracker.games.ducks import GAME
from tracker.render.pages import render_regions

NOTES = {"OPENING_NOT_UNDERSTOOD", "OPENING_NOTED"}


def printed(records: list[Record], at: str) -> dict[str, Any]:
    """All that is printed of an instant, as JSON has it."""
    (found,) = replay_records("ducks", records, [at])["instants"].values()
    return dict(json.loads(json.dumps(found)))


def stated(state: Any, at: str) -> list[Record]:
    return [{"kind": "opening", "id": "opened", "at": at, "game": "ducks", "state": state}]


def settings_of(records: list[Record]) -> list[Record]:
    """A round's settings, which are no part of a gamestate."""
    return [record for record in records if record["kind"] == "setting"]


def check_comes_back(records: list[Record], at: str) -> None:
    before = printed(records, at)["gamestate"]
    after = printed([*settings_of(records), *stated(before, at)], at)
    assert after["gamestate"] == before
    assert NOTES.isdisjoint(finding["code"] for finding in after["findings"])


@pytest.mark.parametrize("instant", INSTANTS)
def test_the_playthrough_comes_back_as_it_was_printed(instant: str) -> None:
    check_comes_back(story(), instant)


@pytest.mark.parametrize("instant", [lively.DURING, lively.AFTER, lively.AT_LAST])
def test_a_lively_fortnight_comes_back_as_it_was_printed(instant: str) -> None:
    check_comes_back(told(lively.FORTNIGHT, "ducks"), instant)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(rounds().map(with_dice), st.integers(1, WEEKS * 7 * 24))
def test_every_gamestate_that_is_certain_comes_back_as_it_was_printed(records: list[Record], hours: int) -> None:
    at = iso(START + timedelta(hours=hours, minutes=1))
    if UNDETERMINED not in json.dumps(printed(records, at)["gamestate"]):
        check_comes_back(records, at)


def test_what_is_told_later_of_a_proposal_that_was_never_read_counts() -> None:
    proposal = {"by": "ana", "at": "2021-03-08T10:00:00Z", "voters_for": ["ana"], "voters_against": ["ben"]}
    people = [{"id": "ana"}, {"id": "ben"}, {"id": "cy"}]
    at = "2021-03-14T00:00:00Z"
    reaction = {
        "kind": "reaction",
        "id": "r1",
        "at": "2021-03-11T01:00:00Z",
        "message": "801",
        "emoji": ":updownTrung:",
    }
    opened = stated({"players": people, "proposals": {"801": proposal}}, "2021-03-10T00:00:00Z")
    found = printed([*opened, {**reaction, "user": "cy"}], at)["gamestate"]["proposals"]["801"]
    assert (found["status"], found["for"], found["against"]) == ("failed", 1, 2)


def test_people_of_what_is_still_open_are_named_by_their_ids_wherever_they_stand() -> None:
    state = {
        "ducks": {"1": {"owner": "ana", "loot_due_to": ["ben"]}, "2": {"owner": "duck:1"}},
        "offers": [{"id": "1", "from": "ana", "to": "ben"}],
        "proposals": {"2": {"by": "ana", "voters_for": ["ben"], "voters_against": ["ana"]}},
        "auctions": {"7": {"bids": [{"player": "ana"}], "payments": {"ana": {"1": 2}}}},
        "candidates": {"ana": ["ben"]},
        "removal_assents": ["ben"],
        "loot_of_gone": {"4": ["ana"]},
        "confidence_votes": {"3": {"by": "ana", "words": {"ben": "affirm"}}},
    }
    assert GAME.with_people(state, str.upper) == {
        "ducks": {"1": {"owner": "ANA", "loot_due_to": ["BEN"]}, "2": {"owner": "duck:1"}},
        "offers": [{"id": "1", "from": "ANA", "to": "BEN"}],
        "proposals": {"2": {"by": "ANA", "voters_for": ["BEN"], "voters_against": ["ANA"]}},
        "auctions": {"7": {"bids": [{"player": "ANA"}], "payments": {"ANA": {"1": 2}}}},
        "candidates": {"ANA": ["BEN"]},
        "removal_assents": ["BEN"],
        "loot_of_gone": {"4": ["ANA"]},
        "confidence_votes": {"3": {"by": "ANA", "words": {"BEN": "affirm"}}},
    }


@pytest.mark.parametrize("instant", [lively.DURING, lively.AFTER])
def test_the_pages_and_the_chat_show_what_was_stated(instant: str) -> None:
    opened = stated(printed(told(lively.FORTNIGHT, "ducks"), instant)["gamestate"], instant)
    now = gamestate_at(GAME, rows_of(GAME, opened), parse_instant(instant))
    shown = {region.region: region.text for region in render_regions(GAME.pages(now, GAME.catalogue()))}
    assert "Puddle" in shown["ducks"]
    before = lively.gamestate(lively.FORTNIGHT, instant)
    status, was = (GAME.said_in_chat(each).status.partition("\nQuestions")[0] for each in (now, before))
    assert status == was


def test_what_is_printed_once_somebody_has_left_is_taken_back_by_the_tracker() -> None:
    story = """
    2021-03-08 00:00:00 opening {"players": [{"id": "ana"}, {"id": "ben"}], "old_one": {"acted_week": "2021-03-07"}}
    2021-03-08 10:00:00 ben in game-actions m1: I leave the game.
    """
    at = "2021-03-08T11:00:00Z"
    state = printed(told(story, "ducks"), at)["gamestate"]
    assert state["roster"]["ben"]["status"] == "not playing"
    (taken,) = read_lines([json.dumps(stated(state, at)[0]).encode()], "file")
    assert printed([taken], at)["gamestate"] == state


@pytest.mark.parametrize("seconds", [0, 1])
def test_a_vote_counts_from_its_very_instant_in_the_figures_as_among_the_voters(seconds: int) -> None:
    story = """
    2021-03-08 00:00:00 opening {"players": [{"id": "ana"}, {"id": "ben"}], "old_one": {"acted_week": "2021-03-07"}}
    2021-03-08 10:00:00 ana in proposals m1: Urgent Proposal: so
    2021-03-08 11:00:00 ben gatorTrung m1
    """
    proposal = printed(told(story, "ducks"), f"2021-03-08T11:00:0{seconds}Z")["gamestate"]["proposals"]["m1"]
    assert (proposal["for"], proposal["voters_for"]) == (1, ["ben"])


@pytest.mark.parametrize(
    ("matter", "why"),
    [
        ({"judge": "zoe"}, "zoe cannot be the Judge"),
        ({"judge": "cy"}, "cy cannot be the Judge"),
        ({"offers": {"9": {"from": "zed", "to": "ben", "at": "2021-03-07T10:00:00Z"}}}, "offer 9 cannot be open: zed is"),
        ({"offers": {"9": {"from": "ana", "to": "cy", "at": "2021-03-07T10:00:00Z"}}}, "offer 9 cannot be open: cy is"),
        ({"auctions": {"1": {}}}, "the auction of duck 1 cannot be: it belongs to ana"),
        ({"auctions": {"2": {"bids": [{"player": "zed", "amount": 3, "at": "2021-03-07T10:00:00Z"}]}}}, "zed is no player"),
    ],
)  # fmt: skip
def test_what_is_open_is_of_people_who_play_and_told_where_it_is_not(matter: dict[str, Any], why: str) -> None:
    state = {
        "players": [{"id": "ana"}, {"id": "ben"}, {"id": "cy", "player": False}],
        "ducks": [{"id": 1, "name": "Puddle", "owner": "ana", "pond": 1}, {"id": 2, "name": "Lost", "pond": 1}],
        "old_one": {"acted_week": "2021-03-07"},
    }
    at = "2021-03-08T00:00:00Z"
    found = printed(stated({**state, **matter}, at), at)
    assert any(why in each["text"] for each in found["findings"] if each["code"] == "OPENING_NOT_UNDERSTOOD")
    values = found["gamestate"]
    assert (values["judge"], values["offers"]) == (None, {})
    assert all(auction["bids"] == [] for auction in values["auctions"].values())
    assert "1" not in values["auctions"]
