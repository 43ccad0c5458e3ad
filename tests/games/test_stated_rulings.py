"""A stated ruling turns over what a ruling can: a switch, to a reading that it has; whatever else is stated is told with its place."""

from typing import Any

import pytest

from tracker.app.asking.replay import replay_records
from tracker.games.registry import game

OVERTURNING: dict[str, dict[str, Any]] = {"aeternus": {"overturning": ["ana"]}, "ducks": {"words": {"ana": "overturn"}}}
"""How a vote of confidence is stated that overturns a ruling."""
WRONG = [
    ("aeternus", "no_such=x", "there is no switch no_such"),
    ("aeternus", "thumbs_on_proposals", "it is neither no nor NAME=READING"),
    ("aeternus", "thumbs_on_proposals=up for", "has the readings 'up for, down against' and 'down for, up against'"),
    ("aeternus", "base_action_points=9", "there is no switch base_action_points"),
    ("ducks", "no_such=x", "there is no switch no_such"),
    ("ducks", "bots=", "bots has the readings"),
    ("ducks", "scouting_die=9", "there is no switch scouting_die"),
]
RIGHT = [
    ("aeternus", "thumbs_on_proposals=down for, up against"),
    ("ducks", "former_players_holding=destroyed"),
    ("ducks", "no"),
]


def a_ruling(slug: str, switch: Any) -> dict[str, Any]:
    people = [{"id": "ana"}, {"id": "ben"}]
    made = {"by": "ben", "made_at": "2025-02-05T11:00:00Z", "text": "So.", "switch": switch}
    vote = {"by": "ana", "ruling": "902", "starts": "2025-02-06T00:00:00Z", **OVERTURNING[slug]}
    return {"players": people, "rulings": {"902": made}, "confidence_votes": {"903": vote}}


def printed(slug: str, switch: Any, at: str) -> dict[str, Any]:
    state = a_ruling(slug, switch)
    opening = {"kind": "opening", "id": "o1", "at": "2025-02-06T12:00:00Z", "game": slug, "state": state}
    (found,) = replay_records(slug, [opening], [at])["instants"].values()
    return dict(found)


@pytest.mark.parametrize(("slug", "switch", "why"), WRONG)
def test_what_no_ruling_can_turn_over_is_told_with_its_place_and_left_out(slug: str, switch: str, why: str) -> None:
    (problem,) = game(slug).opening_problems(a_ruling(slug, switch), {})
    assert problem.startswith(f"ruling 902: switch cannot be {switch!r}: ")
    assert why in problem
    for at in ("2025-02-06T13:00:00Z", "2025-02-10T00:00:00Z"):
        found = printed(slug, switch, at)
        assert problem in [each["text"] for each in found["findings"] if each["code"] == "OPENING_NOT_UNDERSTOOD"]
        assert found["gamestate"]["rulings"]["902"]["switch"] is None
    assert found["gamestate"]["rulings"]["902"]["status"] == "overturned"


@pytest.mark.parametrize(("slug", "switch"), [*RIGHT, ("aeternus", None), ("ducks", "")])
def test_what_a_ruling_can_turn_over_is_as_it_is_stated(slug: str, switch: str | None) -> None:
    assert list(game(slug).opening_problems(a_ruling(slug, switch), {})) == []
    found = printed(slug, switch, "2025-02-06T13:00:00Z")
    assert found["gamestate"]["rulings"]["902"]["switch"] == (None if switch in ("", "no") else switch)
