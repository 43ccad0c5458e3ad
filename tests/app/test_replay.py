"""Replay: the format's own example, and the same answer in whatever order the lines stand."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import post, roster, small_game, vote
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import read_file
from tracker.errors import UsageError

EXAMPLE = Path(__file__).with_name("example.jsonl")
NOON = "2019-10-01T12:00:00Z"


def gamestate(records: list[dict[str, Any]], at: str = NOON) -> dict[str, Any]:
    printed: dict[str, Any] = replay_records("blognomic", records, [at])["instants"][at]["gamestate"]
    return printed


def test_the_formats_own_example() -> None:
    state = gamestate(read_file(EXAMPLE))
    assert (state["players"], state["quorum"]) == (3, 2)
    expected = {
        **{"for": 1, "against": 0, "deferential_unresolved": 1, "valid": 1, "popular": False, "unpopular": False},
        **{"allowed": [], "next_change_at": "2019-10-03T10:00:00Z"},
    }
    matter = state["matters"]["dry_socks"]
    assert {name: matter[name] for name in expected} == expected


def test_what_is_printed_has_the_agreed_parts() -> None:
    printed = replay_records("blognomic", small_game(), [NOON])
    assert set(printed) == {"instants", "events", "refused"}
    assert set(printed["instants"][NOON]) == {"gamestate", "facts", "findings", "questions"}
    fact = printed["instants"][NOON]["facts"][0]
    assert set(fact) >= {"name", "value", "clause", "because", "reasons"}


def test_what_is_printed_is_plain_json() -> None:
    printed = replay_records("blognomic", small_game(), [NOON])
    assert json.loads(json.dumps(printed)) == printed


def test_the_order_of_the_lines_changes_nothing() -> None:
    assert gamestate(small_game()[::-1]) == gamestate(small_game())


def test_each_instant_knows_only_what_had_happened() -> None:
    early, late = "2019-10-01T10:15:00Z", "2019-10-01T10:45:00Z"
    printed = replay_records("blognomic", small_game(), [late, early])
    assert list(printed["instants"]) == [early, late]
    counts = [found["gamestate"]["matters"]["dry_socks"]["for"] for found in printed["instants"].values()]
    assert counts == [1, 2]


def test_an_instant_may_have_any_zone_and_is_printed_in_utc() -> None:
    given = datetime.fromisoformat("2019-10-01T14:00:00+02:00")
    assert list(replay_records("blognomic", small_game(), [given])["instants"]) == [NOON]
    assert given.astimezone(UTC).hour == 12


def test_pages_are_those_of_the_latest_instant() -> None:
    records = [roster(), post("dry_socks", "Bo", "2019-10-01T10:00:00Z"), vote("for", "Ada", "dry_socks", NOON)]
    told = replay_records(
        "blognomic", records, [NOON, "2019-10-02T12:00:00Z"], pages=lambda game, state: {game.slug: str(state.as_of)}
    )
    assert told["pages"] == {"blognomic": "2019-10-02 12:00:00+00:00"}


@pytest.mark.parametrize("instant", ["2019-10-01", "noon", "2019-10-01T12:00:00"])
def test_what_is_no_instant_is_refused(instant: str) -> None:
    with pytest.raises(UsageError, match="write 2019-10-01T12:00:00Z"):
        replay_records("blognomic", small_game(), [instant])


def test_no_instant_at_all_is_refused() -> None:
    with pytest.raises(UsageError, match="no instant"):
        replay_records("blognomic", small_game(), [])
