"""Openings: a draft is a record that can be archived once a person has corrected it."""

import json
from datetime import UTC, datetime

from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import line_of, read_lines
from tracker.app.keeping.opening import draft_opening, notes
from tracker.games.blognomic.game import GAME
from tracker.games.round10.game import GAME as ROUND10

AT = datetime(2019, 10, 1, tzinfo=UTC)
ADA = {"name": "Ada", "member_id": "1", "status": "player", "admin": True, "emperor": True}
BO = {"name": "Bo", "status": "idle", "admin": False}
SEEN = [ADA, BO]


def test_a_draft_is_dated_at_the_opening_and_can_be_archived() -> None:
    draft = draft_opening(SEEN, GAME, AT)
    assert (draft["at"], draft["game"]) == ("2019-10-01T00:00:00Z", "blognomic")
    assert read_lines([line_of(draft).encode()], "opening.jsonl") == [draft]


def test_a_draft_spells_out_what_a_person_may_have_to_correct() -> None:
    assert draft_opening(SEEN, GAME, AT)["state"] == {
        "roster": {
            "Ada": {"status": "player", "admin": True, "member_id": "1"},
            "Bo": {"status": "idle", "admin": False},
        },
        "emperor": "Ada",
        "dynasty_since": None,
    }


def test_the_game_takes_a_draft_over() -> None:
    printed = replay_records("blognomic", [draft_opening(SEEN, GAME, AT)], ["2019-10-02T00:00:00Z"])
    state = printed["instants"]["2019-10-02T00:00:00Z"]["gamestate"]
    assert (state["players"], state["emperor"]) == (1, "Ada")
    assert {name: person["status"] for name, person in state["roster"].items()} == {"Ada": "player", "Bo": "idle"}


def test_a_draft_of_a_game_without_a_blog_states_nothing_that_is_taken_for_real() -> None:
    draft = draft_opening((), ROUND10, AT)
    printed = replay_records("round10", [draft], ["2019-10-02T00:00:00Z"])["instants"]["2019-10-02T00:00:00Z"]
    told = printed["gamestate"]
    assert (told["players"], told["lots"], told["judge"], told["bidders_previous_auction"]) == ({}, {}, None, [])
    assert {each["code"] for each in printed["findings"]} == {"NOT_UNDERSTOOD"}


def test_the_notes_say_what_to_do_and_name_the_instant() -> None:
    told = notes(GAME, AT)
    assert any("2019-10-01T00:00:00Z" in line for line in told)
    assert any("tracker archive import" in line for line in told)
    assert GAME.opening_note in told
    assert json.dumps(told)
