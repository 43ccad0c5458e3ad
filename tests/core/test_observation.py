"""Observations: identity, times, digests, redaction and the interchange record."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tracker.core.instants import iso, parse_instant
from tracker.core.observation import (
    KINDS,
    Observation,
    observation_from_record,
    record_from_observation,
    redacted,
)

NOON = datetime(2019, 10, 1, 12, tzinfo=UTC)
COMMENT = Observation("comment", "c1", {"post": "dry_socks", "author": "Ada", "body": "<p>hello</p>"}, at=NOON)


def between(hours: int) -> Observation:
    return replace(COMMENT, at=None, not_before=NOON, not_after=NOON + timedelta(hours=hours))


def test_digest_tells_content_and_time_apart_but_not_the_look() -> None:
    assert COMMENT.digest == replace(COMMENT, seen_at=NOON, source="blog").digest
    others = [
        replace(COMMENT, payload={**COMMENT.payload, "body": "bye"}),
        replace(COMMENT, id="c2"),
        between(1),
        between(2),
    ]
    assert len({COMMENT.digest, *(other.digest for other in others)}) == len(others) + 1


def test_interval_happened_for_certain_at_its_end() -> None:
    seen = between(2)
    assert (seen.happened_at, seen.possible_from, seen.is_interval) == (NOON + timedelta(hours=2), NOON, True)
    assert not COMMENT.is_interval
    assert not between(0).is_interval


def test_observation_without_any_time_is_refused() -> None:
    with pytest.raises(ValueError, match="neither at nor not_after"):
        _ = replace(COMMENT, at=None).happened_at


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_record_round_trip(kind: str) -> None:
    fields = {name: f"a {name}" for name in (*KINDS[kind].required, *KINDS[kind].optional)}
    seen = Observation(
        kind, "x1", fields, at=NOON, seen_at=NOON, audience="operator", source="file" if kind == "look" else "blog"
    )
    assert observation_from_record(record_from_observation(seen)) == seen


def test_redaction_empties_content_and_keeps_who_where_and_when() -> None:
    hidden = redacted(COMMENT)
    assert hidden.payload["author"] == "Ada"
    assert hidden.payload["body"].startswith("[redacted ")
    assert "hello" not in hidden.payload["body"]
    assert (hidden.id, hidden.at, hidden.subject) == (COMMENT.id, COMMENT.at, COMMENT.subject)


def test_instants_are_read_with_any_zone_and_written_in_utc() -> None:
    assert iso(parse_instant("2019-10-01T23:30-04:00")) == "2019-10-02T03:30:00Z"
    assert (
        iso(datetime(2019, 10, 1, 12, 0, 0, 250_000, tzinfo=timezone(timedelta(hours=2)))) == "2019-10-01T10:00:00.250Z"
    )
    assert parse_instant(iso(NOON + timedelta(microseconds=7))) == NOON + timedelta(microseconds=7)


def test_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        parse_instant("2019-10-01T12:00:00")
