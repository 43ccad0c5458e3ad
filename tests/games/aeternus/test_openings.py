"""A gamestate that was printed can be stated: it comes back as it was, with its derived values compared and never refused."""

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.aeternus import lively
from tests.games.aeternus.random_cycles import START, WEEKS, Record, cycles, with_dice
from tests.games.aeternus.wide_waters import story
from tests.games.chat_stories import told
from tracker.app.replay import replay_records
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.games.aeternus import GAME

NEVER_TAKEN = ("proposals", "merges", "offers")


def printed(records: list[Record], at: str) -> dict[str, Any]:
    """All that is printed of an instant, as JSON has it."""
    (found,) = replay_records("aeternus", records, [at])["instants"].values()
    return dict(json.loads(json.dumps(found)))


def stated(state: Any, at: str) -> list[Record]:
    return [{"kind": "opening", "id": "opened", "at": at, "game": "aeternus", "state": state}]


def check_comes_back(records: list[Record], at: str) -> None:
    """What is printed comes back as it was, but for what cannot be stated: that is noted once."""
    before = printed(records, at)["gamestate"]
    own_settings = [record for record in records if record["kind"] == "setting"]
    after = printed([*own_settings, *stated(before, at)], at)
    assert after["gamestate"] == before | {name: {} for name in NEVER_TAKEN}
    noted = [each["text"] for each in after["findings"] if each["code"].startswith("OPENING")]
    passed_over = [name for name in NEVER_TAKEN if before[name]]
    assert noted == ([f"{', '.join(passed_over)} cannot be stated: what there is goes on"] if passed_over else [])


@pytest.mark.parametrize("instant", ["2025-02-13T13:00:00Z", "2025-02-20T12:00:00Z", "2025-03-01T12:00:00Z"])
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
