"""Openings: a draft is a record that can be archived once a person has corrected it."""

import json
from datetime import UTC, datetime

from tracker.app.interchange import line_of, read_lines
from tracker.app.opening import draft_opening, notes
from tracker.core.observation import Observation

AT = datetime(2019, 10, 1, tzinfo=UTC)
SEEN = Observation(
    "roster",
    "roster",
    {
        "players": [
            {"name": "Ada", "member_id": "1", "status": "player", "admin": True},
            {"name": "Bo", "status": "idle"},
        ]
    },
    at=datetime(2019, 10, 5, tzinfo=UTC),
)


def test_a_draft_is_dated_at_the_opening_and_can_be_archived() -> None:
    draft = draft_opening(SEEN, AT)
    assert draft["at"] == "2019-10-01T00:00:00Z"
    assert read_lines([line_of(draft).encode()], "opening.jsonl") == [draft]


def test_a_draft_spells_out_what_a_person_may_have_to_correct() -> None:
    ada, bo = draft_opening(SEEN, AT)["players"]
    assert ada == {"name": "Ada", "member_id": "1", "status": "player", "admin": True, "emperor": False}
    assert bo == {"name": "Bo", "status": "idle", "admin": False, "emperor": False}


def test_the_notes_say_what_to_do_and_name_the_instant() -> None:
    told = notes(AT)
    assert any("2019-10-01T00:00:00Z" in line for line in told)
    assert any("tracker archive import" in line for line in told)
    assert json.dumps(told)
