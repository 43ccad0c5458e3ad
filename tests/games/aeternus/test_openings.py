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
from tests.games.chat_cases import cases_of
from tests.games.chat_stories import records, told
from tracker.app.asking.replay import gamestate_at, replay_records, rows_of
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso, parse_instant
from tracker.games.aeternus import GAME
from tracker.render.pages import render_regions

CASES = cases_of(__file__, "aeternus")


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


@pytest.mark.parametrize("instant", ["2025-02-07T12:00:00Z", "2025-02-08T23:00:00Z"])
def test_what_lapsed_when_the_cycle_was_won_comes_back_as_it_was_printed(instant: str) -> None:
    (lapsing,) = (case for case in CASES if case.name.startswith("what was voted on when the cycle was won has lapsed"))
    assert printed(records(lapsing), instant)["gamestate"]["merges"]["m4"]["status"] == "lapsed"
    check_comes_back(records(lapsing), instant)


def test_offers_that_lapsed_by_the_win_alone_are_open_again_where_it_is_not_stated() -> None:
    at = "2025-02-07T10:00:00Z"
    offer = {"from": "ana", "to": "ben", "gives": {"Wood": 1}, "at": "2025-02-07T09:00:00Z"}
    offers = {"7": offer, "8": {**offer, "status": "lapsed"}}
    players = [{"id": "ana"}, {"id": "ben"}]
    won = printed(stated({"players": players, "offers": offers, "winner": "ana"}, at), at)["gamestate"]
    lapsed = {id: (each["status"], each.get("reason")) for id, each in won["offers"].items()}
    assert lapsed == {"7": ("lapsed", "cycle_won"), "8": ("lapsed", None)}
    check_comes_back(stated(won, at), at)
    after = printed(stated({**won, "winner": None}, at), at)["gamestate"]
    assert {id: each["status"] for id, each in after["offers"].items()} == {"7": "open", "8": "lapsed"}


def test_a_phase_number_that_stood_still_at_the_win_is_not_noted() -> None:
    won = printed(stated({"players": [{"id": "ana"}], "winner": "ana"}, "2025-02-07T10:00:00Z"), "2025-02-20T10:00:00Z")
    at = "2025-02-20T10:00:00Z"
    assert won["gamestate"]["phase_number"] == 0
    after = printed(stated(won["gamestate"], at), at)
    assert (after["gamestate"]["phase_number"], after["findings"]) == (0, [])
    (noted,) = printed(stated({**won["gamestate"], "phase_number": 9}, at), at)["findings"]
    assert noted["text"].startswith("phase_number is 9 as stated")


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
    told_of = "phase_number is 9 as stated; by the cycle's start it would be 0: leave it out where no proposal set it"
    assert noted == ["influence", "phase", told_of, "players.ana.quality_score", "players.ana.reputable"]
    assert (after["gamestate"]["phase_number"], after["gamestate"]["players"]["ana"]["reputable"]) == (9, True)


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
    ({"world": [{"at": [0, 1, 0], "features": ["Corrupted", "Boardwalk"]}]}, "cannot be Corrupted with a Boardwalk"),
    ({"world": [{"at": [0, 1, 0], "features": ["Corrupted", "Stag Station"]}]}, "cannot be Corrupted with a Stag Station"),
    ({"world": [{"at": [10**12, 0, 0]}]}, "none beyond 1000000000, not [1000000000000, 0, 0]"),
    ({"world": [{"at": [10**400, 0, 0]}]}, "none beyond 1000000000"),
    ({"world": [{"at": [10**9, 10**9, -(10**9)]}]}, "none beyond 1000000000"),
    ({"world": {"1000000000000,0,0": {}}}, "none beyond 1000000000"),
    ({"players": [{"id": "ana", "at": [10**400, 0, 0]}, {"id": "ben"}]}, "ana: at must be three whole numbers"),
    (
        {"players": [{"id": "ana", "faction": "Duo"}, {"id": "ben", "faction": "duo"}, {"id": "cy", "faction": "ana"}]},
        "ben is in the faction 'duo', and there is 'Duo'",
    ),
    ({"naming_due": {"9": "zed"}}, "quality 9 must be named by a player, and zed is none"),
    ({"naming_due": {"3": "ana"}}, "quality 3 is named Silver"),
    ({"naming_due": {"9" * 40: "ana"}}, "naming_due maps a quality to a player"),
    ({"phase_number": -1}, "phase_number is a whole number from 0"),
    ({"phase_number": 10**400}, "phase_number is a whole number from 0"),
    (
        {"offers": {"7": {"from": "ana", "to": "ben", "at": "2025-03-07T09:00:00Z", "status": "done"}}},
        "offer 7: at is '2025-03-07T09:00:00Z', and that is later",
    ),
    (
        {"merges": {"7": {"by": "ana", "factions": ["ana", "ben"], "name": "Duo", "at": "2025-03-07T09:00:00Z", "status": "void"}}},
        "merge request 7: at is",
    ),
    ({"proposals": {"7": {"by": "ana", "at": "2025-03-07T09:00:00Z"}}}, "proposal 7: at is"),
    ({"requests": {"7": {"by": "ana", "at": "2025-03-07T09:00:00Z"}}}, "request 7: at is"),
    ({"cycle_started": "0001-01-01T00:00:00+14:00"}, "the cycle: cycle_started must be an instant"),
    ({"requests": {"7": {"by": "ana", "at": "9999-12-31T23:00:00-14:00"}}}, "request 7: at must be an instant"),
    (
        {"random_matters": {"7": {"by": "ana", "at": "2025-02-05T23:00:00Z", "text": "Forage"}}},
        "random matter 7 cannot be open: it was announced in a phase that is over",
    ),
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
    problems = GAME.opening_problems({"players": [{"id": "ana"}, {"id": "ben"}], **mistake}, {}, parse_instant(at))
    assert any(why in each for each in problems), problems
    found = printed(stated({"players": [{"id": "ana"}, {"id": "ben"}], **mistake}, at), at)
    assert any(why in each["text"] for each in found["findings"] if each["code"] == "OPENING_NOT_UNDERSTOOD")
    values = found["gamestate"]
    assert (values["winner"], set(values["influence"].values())) == (None, {"0"})
    is_open = [each for name in ("offers", "merges") for each in values[name].values() if each["status"] == "open"]
    assert (is_open, values["candidacies"], values["confidence_votes"]) == ([], {}, {})


LATER = "2025-03-07T09:00:00Z"


@pytest.mark.parametrize(
    ("name", "who", "entry"),
    [
        ("offers", "offer 7", {"from": "ana", "to": "ben", "gives": {"Wood": 1}, "gets": {}}),
        ("merges", "merge request 7", {"by": "ana", "factions": ["ana", "ben"], "name": "Duo"}),
        ("proposals", "proposal 7", {"by": "ana", "class": "Urgent"}),
        ("candidacies", "candidacy 7", {"by": "ana"}),
        ("random_matters", "random matter 7", {"by": "ana", "text": "Forage"}),
    ],
)
def test_nothing_is_open_that_is_made_after_the_gamestate_is_stated(name: str, who: str, entry: dict[str, Any]) -> None:
    state = {"players": [{"id": "ana"}, {"id": "ben"}], name: {"7": {**entry, "at": LATER}}}
    told_of = f"{who}: at is '{LATER}', and that is later than the gamestate is stated for: it stands as stated"
    assert list(GAME.opening_problems(state, {}, parse_instant("2025-02-07T10:00:00Z"))) == [told_of]
    assert list(GAME.opening_problems(state, {}, parse_instant("2025-03-08T10:00:00Z"))) == []


FAR = MOST = 10**9
SIZES = [
    {"world": [{"at": [FAR, 0, 0], "features": ["Flag"], "flag_owner": "ana"}], "players": [{"id": "ana", "at": [FAR, 0, 0]}]},
    {"world": {f"0,0,-{FAR}": {"biome": "Lake", "features": ["Boardwalk"]}}},
    {"players": [{"id": "ana", "ap": MOST, "inventory": {"Wood": MOST}}]},
    {"players": [{"id": "ana", "inventory": {f"Goldfish (quality {10**8})": 1}}]},
    {"cycle_started": "1970-01-01T00:00:00Z", "players": [{"id": "ana", "joined": "1970-01-01T00:00:00Z"}]},
    {"highest_quality": MOST},
    {"candidacies": {"7": {"by": "ana", "at": "1970-01-01T00:00:00Z"}}},
]  # fmt: skip


@pytest.mark.parametrize("state", SIZES)
def test_what_is_as_large_as_can_be_comes_back_and_has_its_pages(state: dict[str, Any]) -> None:
    at = "2025-02-07T10:00:00Z"
    whole = {"players": [{"id": "ana"}], **state}
    assert list(GAME.opening_problems(whole, {}, parse_instant(at))) == []
    check_comes_back(stated(whole, at), at)
    found = gamestate_at(GAME, rows_of(GAME, stated(whole, at)), parse_instant(at))
    assert render_regions(GAME.pages(found, GAME.catalogue()))
    assert GAME.pictures(found, GAME.catalogue())


def test_what_only_a_proposal_can_have_brought_about_is_taken_and_noted() -> None:
    at = "2025-02-07T10:00:00Z"
    lake = {"at": [0, 1, 0], "biome": "Lake", "features": ["Flag"], "flag_owner": "ana"}
    found = printed(stated({"players": [{"id": "ana"}], "world": [lake]}, at), at)
    (noted,) = (each["text"] for each in found["findings"] if each["code"] == "OPENING_NOTED")
    assert noted == "the hex [0, 1, 0] is a Lake with a Flag, as only a proposal can have brought about"
    assert found["gamestate"]["influence"] == {"ana": "1"}


@pytest.mark.parametrize("points", [1, 0])
def test_what_waits_for_dice_by_its_words_alone_is_paid_for_already(points: int) -> None:
    at = "2025-02-07T10:00:00Z"
    matter = {"by": "ana", "at": "2025-02-07T09:00:00Z", "text": "Forage then fish"}
    found = printed(stated({"players": [{"id": "ana", "ap": points}], "random_matters": {"7": matter}}, at), at)
    state = found["gamestate"]
    assert state["players"]["ana"]["ap"] == points
    assert state["random_matters"]["7"]["spent"] == {"1": {"player": "ana", "ap": 1, "items": {}}}
    check_comes_back(stated(state, at), at)


def test_what_waits_by_its_words_alone_goes_on_though_its_player_has_travelled_since() -> None:
    at = "2025-02-07T10:00:00Z"
    matter = {"by": "ana", "at": "2025-02-07T09:00:00Z", "text": "Forage"}
    players = [{"id": "ana", "ap": 1, "barred": True}]
    found = printed(stated({"players": players, "random_matters": {"7": matter}}, at), at)
    assert [each["code"] for each in found["findings"]] == ["DICE_AWAITED"]
    assert found["gamestate"]["random_matters"]["7"]["dice"]
    check_comes_back(stated(found["gamestate"], at), at)


def test_a_catch_as_high_as_a_fish_that_nobody_caught_makes_its_catcher_name_those_below() -> None:
    rolls = "2025-02-07 11:00:30 rolls d100,d100,d4: 1 1 1\n" + "".join(
        f"2025-02-07 11:00:{30 + number} rolls d2: {face}\n" for number, face in enumerate([2] * 8 + [1], start=1)
    )
    lakes = [{"at": [0, 1, 0], "biome": "Lake"}]
    fish = {"Goldfish (quality 9)": 1}
    opening = stated(
        {"players": [{"id": "ana"}, {"id": "ben", "inventory": fish}], "world": lakes}, "2025-02-07T10:00:00Z"
    )
    story = f"2025-02-07 11:00:00 ana in game-actions m1: Fish\n{rolls}"
    state = printed([*opening, *told(story, "aeternus")], "2025-02-07T12:00:00Z")["gamestate"]
    assert (state["highest_quality"], state["naming_due"]) == (9, {"8": "ana"})


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
