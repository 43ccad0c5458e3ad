"""A gamestate that was printed can be stated: it comes back as it was, with its derived values compared and never refused."""

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.aeternus import lively
from tests.games.aeternus.random_cycles import START, WEEKS, Record, cycles, with_dice
from tests.games.aeternus.test_wide_waters import INSTANTS
from tests.games.aeternus.wide_waters import story
from tests.games.chat_stories import told
from tracker.app.replay import replay_records
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.games.aeternus import GAME


def printed(records: list[Record], at: str) -> dict[str, Any]:
    """All that is printed of an instant, as JSON has it."""
    (found,) = replay_records("aeternus", records, [at])["instants"].values()
    return dict(json.loads(json.dumps(found)))


def stated(state: Any, at: str) -> list[Record]:
    return [{"kind": "opening", "id": "opened", "at": at, "game": "aeternus", "state": state}]


def check_comes_back(records: list[Record], at: str) -> None:
    """What is printed comes back as it was, and nothing of it is passed over."""
    before = printed(records, at)["gamestate"]
    own_settings = [record for record in records if record["kind"] == "setting"]
    after = printed([*own_settings, *stated(before, at)], at)
    assert after["gamestate"] == before
    assert [each["text"] for each in after["findings"] if each["code"].startswith("OPENING")] == []


@pytest.mark.parametrize("instant", INSTANTS)
def test_the_playthrough_comes_back_as_it_was_printed(instant: str) -> None:
    check_comes_back(story(), instant)


@pytest.mark.parametrize("instant", [lively.DURING, lively.AFTER])
def test_a_lively_fortnight_comes_back_as_it_was_printed(instant: str) -> None:
    check_comes_back(told(lively.FORTNIGHT, "aeternus"), instant)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(cycles().map(with_dice), st.integers(1, WEEKS * 7 * 24))
def test_every_gamestate_that_is_certain_comes_back_as_it_was_printed(records: list[Record], hours: int) -> None:
    at = iso(START + timedelta(hours=hours, minutes=1))
    if UNDETERMINED not in json.dumps(printed(records, at)["gamestate"]):
        check_comes_back(records, at)


def test_what_is_stated_otherwise_than_it_follows_is_noted_and_not_taken() -> None:
    at = "2025-02-07T10:00:00Z"
    state = printed(stated({"players": [{"id": "ana"}]}, at), at)["gamestate"]
    state |= {"phase_number": 9, "influence": {"ana": "7"}, "phase": "III"}
    state["players"]["ana"] |= {"quality_score": 3, "reputable": False}
    after = printed(stated(state, at), at)
    noted = sorted(
        each["text"].split(" is worked out")[0] for each in after["findings"] if each["code"] == "OPENING_NOTED"
    )
    assert noted == ["influence", "phase", "phase_number", "players.ana.quality_score", "players.ana.reputable"]
    assert (after["gamestate"]["phase_number"], after["gamestate"]["players"]["ana"]["reputable"]) == (0, True)


def test_people_are_named_by_their_ids_wherever_they_stand() -> None:
    state = {
        "players": {"ana": {"faction": "ana", "declarers": ["ben"]}, "ben": {"faction": "The Duo"}},
        "world": {"0,1,0": {"flag_owner": "ana"}, "0,2,0": {"flag_owner": "The Duo"}},
        "rulings": {"7": {"by": "ben"}},
        "naming_due": {"8": "ana"},
        "judge": "ben",
    }
    assert GAME.with_people(state, str.upper) == {
        "players": {"ANA": {"faction": "ANA", "declarers": ["BEN"]}, "BEN": {"faction": "The Duo"}},
        "world": {"0,1,0": {"flag_owner": "ANA"}, "0,2,0": {"flag_owner": "The Duo"}},
        "rulings": {"7": {"by": "BEN"}},
        "naming_due": {"8": "ANA"},
        "judge": "BEN",
    }


@pytest.mark.parametrize("instant", INSTANTS[1:-1])
def test_the_playthrough_goes_on_from_what_was_printed_as_if_it_had_been_read_from_its_start(instant: str) -> None:
    """What is printed later is the same, but for what was closed by the instant of the statement and is kept for some days."""
    records = story()
    state = printed(records, instant)["gamestate"]
    own_settings = [record for record in records if record["kind"] == "setting"]
    later = [record for record in records if record["at"] > instant and record["kind"] != "setting"]
    end = INSTANTS[-1]
    gone_on = printed([*own_settings, *stated(state, instant), *later], end)["gamestate"]
    assert gone_on == printed(records, end)["gamestate"]


def test_what_waits_for_dice_waits_for_them_again_with_those_that_fell() -> None:
    story_told = """
    2025-02-07 10:00:00 opening {"players": [{"id": "ana"}]}
    2025-02-07 11:00:00 ana in game-actions m1: Traverse North
    2025-02-07 11:00:10 rolls d15: 1
    """
    at = "2025-02-07T11:00:30Z"
    state = printed(told(story_told, "aeternus"), at)["gamestate"]
    (waiting,) = state["random_matters"].values()
    assert (waiting["by"], list(waiting["rolled"].values())) == ("ana", [[1]])
    assert printed(stated(state, at), at)["gamestate"] == state
    rolled = told("2025-02-07 11:01:00 rolls d22,d100: 1 6", "aeternus")
    end = "2025-02-07T12:00:00Z"
    after, before = (
        printed([*first, *rolled], end)["gamestate"] for first in (stated(state, at), told(story_told, "aeternus"))
    )
    assert after == before
    assert after["players"]["ana"]["at"] == [0, 0, 1]


MISTAKES = [
    ({"winner": "Foxes"}, "winner: there is no faction 'Foxes'"),
    ({"world": [{"at": [0, 1, 0], "features": ["Flag"], "flag_owner": "cleo"}]}, "there is no faction 'cleo'"),
    ({"world": [{"at": [0, 1, 0], "features": ["Flag", "Corrupted"], "flag_owner": "ana"}]}, "cannot be Corrupted with a Flag"),
    ({"world": [{"at": [0, 1, 0], "features": ["Corrupted", "Pylon of Purity"]}]}, "cannot be Corrupted with a Pylon"),
    ({"world": [{"at": [0, 1, 0], "features": ["Corrupted"], "landmark": "Town"}]}, "cannot be Corrupted with a Town"),
    ({"world": [{"at": [0, 1, 0], "biome": "Lake", "features": ["Flag"], "flag_owner": "ana"}]}, "cannot be a Lake with a Flag"),
    ({"players": [{"id": "ana", "at": [0, 5, 0]}]}, "state that hex in world"),
    ({"players": [{"id": "ana", "joined": "2026-02-05T10:00:00Z"}]}, "ana: joined is '2026-02-05T10:00:00Z', and that is later"),
    ({"cycle_started": "2026-02-05T10:00:00Z"}, "the cycle: cycle_started is"),
    ({"highest_quality": 2, "players": [{"id": "ana", "inventory": {"Goldfish (quality 4)": 1}}]}, "it is 4"),
    ({"offers": {"7": {"from": "ana", "to": "zed", "at": "2025-02-07T09:00:00Z"}}}, "offer 7 cannot be open: zed is no player"),
    ({"merges": {"7": {"by": "ana", "factions": ["ana", "zed"], "name": "Duo"}}}, "merge request 7: there is no faction 'zed'"),
    ({"merges": {"7": {"by": "ana", "factions": ["ana"], "name": "Duo"}}}, "merge request 7 needs"),
    ({"candidacies": {"7": {"by": "zed"}}}, "candidacy 7 needs by whom it is"),
    ({"removal_assents": ["ana"]}, "there is no Judge who could be removed"),
    ({"requests": [{"id": "7"}]}, "request 7 needs by whom"),
    ({"confidence_votes": {"7": {"by": "ana", "ruling": "8"}}}, "vote of confidence 7 needs on which of the rulings"),
    ({"random_matters": {"7": {"by": "ana", "at": "2025-02-07T09:00:00Z", "text": "hello"}}}, "its text announces no action"),
    ({"random_matters": {"7": {"by": "ana", "tasks": [{"kind": "reach", "n": 1, "data": {"player": "ben"}}]}}}, "and this is none"),
    ({"random_matters": {"7": {"by": "ana", "text": "Forage", "rolled": {"x-d6:7:1": [9]}}}}, "and these are none"),
]  # fmt: skip


@pytest.mark.parametrize(("mistake", "why"), MISTAKES)
def test_what_cannot_be_is_told_with_its_place_and_the_rest_holds(mistake: dict[str, Any], why: str) -> None:
    at = "2025-02-07T10:00:00Z"
    found = printed(stated({"players": [{"id": "ana"}, {"id": "ben"}], **mistake}, at), at)
    assert any(why in each["text"] for each in found["findings"] if each["code"] == "OPENING_NOT_UNDERSTOOD")
    values = found["gamestate"]
    assert (values["winner"], values["influence"]["ana"], values["offers"], values["merges"]) == (None, "0", {}, {})
    assert (values["candidacies"], values["confidence_votes"]) == ({}, {})


def test_a_flag_is_of_the_faction_of_whoever_shows_the_name_that_is_stated() -> None:
    at = "2025-02-07T10:00:00Z"
    flag = {"at": [0, 1, 0], "features": ["Flag"], "flag_owner": "Cleo"}
    found = printed(stated({"players": [{"id": "111", "display": "Cleo"}], "world": [flag]}, at), at)
    assert found["gamestate"]["influence"] == {"111": "1"}


def test_a_random_matter_is_stated_by_the_words_that_announced_it() -> None:
    at = "2025-02-07T10:00:00Z"
    matter = {"by": "ana", "at": "2025-02-07T09:00:00Z", "text": "Forage"}
    opened = stated({"players": [{"id": "ana"}], "random_matters": {"7": matter}}, at)
    assert printed(opened, at)["gamestate"]["random_matters"]["7"]["dice"] != []
    after = printed([*opened, *told("2025-02-07 10:01:00 rolls d6: 2", "aeternus")], "2025-02-07T10:02:00Z")[
        "gamestate"
    ]
    assert (after["random_matters"], after["players"]["ana"]["inventory"]) == ({}, {"Wood": 1})


def test_a_phase_that_begins_at_the_very_instant_of_the_statement_begins_once() -> None:
    at = "2025-02-09T00:00:00Z"
    state = printed(told('2025-02-07 10:00:00 opening {"players": [{"id": "ana"}]}', "aeternus"), at)["gamestate"]
    assert (state["phase_number"], printed(stated(state, at), at)["gamestate"]) == (1, state)
