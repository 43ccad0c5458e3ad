"""The tracker's dice follow from the seed of the day on which they were asked for."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import count

import pytest

from tests.observing import at
from tracker.app.dice import ArchiveDice, new_seed
from tracker.archive.memory import MemoryArchive
from tracker.core.gamestate import RollRequest
from tracker.mechanics.dice import faces


def request(hours: float = 1, key: str = "c17:1") -> RollRequest:
    return RollRequest(key, 20, 3, "search", "BN-116", at(hours))


@pytest.fixture
def seeds() -> Iterator[bytes]:
    return (f"seed {number}".encode() for number in count())


def test_faces_follow_from_the_days_seed(seeds: Iterator[bytes]) -> None:
    archive = MemoryArchive()
    dice = ArchiveDice(archive, lambda: next(seeds))
    assert dice.roll(request()) == faces(b"seed 0", "c17:1", 20, 3)
    assert dice.roll(request(hours=25)) == faces(b"seed 1", "c17:1", 20, 3)


def test_another_process_draws_the_same(seeds: Iterator[bytes]) -> None:
    archive = MemoryArchive()
    first = ArchiveDice(archive, lambda: next(seeds)).roll(request())
    assert ArchiveDice(archive, lambda: next(seeds)).roll(request()) == first


def test_day_is_that_of_the_request_in_utc(seeds: Iterator[bytes]) -> None:
    dice = ArchiveDice(MemoryArchive(), lambda: next(seeds))
    before_midnight = datetime(2019, 10, 1, 23, 59, tzinfo=UTC)
    elsewhere = before_midnight.astimezone(timezone(timedelta(hours=9)))
    assert elsewhere.day == 2
    rolls = [dice.roll(RollRequest("k", 6, 4, "", "", asked_at)) for asked_at in (before_midnight, elsewhere)]
    assert rolls[0] == rolls[1]


def test_new_seeds_are_long_and_never_the_same() -> None:
    made = {new_seed() for _ in range(100)}
    assert len(made) == 100
    assert {len(seed) for seed in made} == {32}
