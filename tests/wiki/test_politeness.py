"""Politeness: pauses between edits, and the server's wish before our own."""

import pytest

from tracker.errors import WikiBusyError, WikiError
from tracker.wiki.politeness import Patience, Pause, TryLaterError, patiently, retry_after, wish

PATIENCE = Patience(attempts=3, first_wait=0.001, longest_wait=60)
BUSY = WikiBusyError("busy", code="maxlag")


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 50.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_the_first_edit_need_not_wait_and_the_next_waits_for_what_is_left() -> None:
    clock = Clock()
    pause = Pause(5.0, lambda: clock.now, clock.sleep)
    pause.wait()
    pause.begin()
    clock.now += 2
    pause.wait()
    pause.begin()
    clock.now += 5
    pause.wait()
    assert clock.slept == [3.0]


def test_what_may_be_tried_again_is_tried_as_often_as_allowed() -> None:
    tries: list[int] = []

    def act() -> str:
        tries.append(1)
        if len(tries) < 3:
            raise TryLaterError(BUSY)
        return "done"

    assert patiently(act, PATIENCE) == "done"
    assert len(tries) == 3


def test_patience_ends_in_the_wikis_own_error() -> None:
    tries: list[int] = []

    def act() -> str:
        tries.append(1)
        raise TryLaterError(BUSY, 0.0)

    with pytest.raises(WikiBusyError) as caught:
        patiently(act, PATIENCE)
    assert caught.value is BUSY
    assert len(tries) == 3


def test_other_errors_are_not_tried_again() -> None:
    tries: list[int] = []

    def act() -> str:
        tries.append(1)
        raise WikiError("no")

    with pytest.raises(WikiError, match="no"):
        patiently(act, PATIENCE)
    assert len(tries) == 1


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (TryLaterError(BUSY), True),
        (TryLaterError(BUSY, 0.0), 0.0),
        (TryLaterError(BUSY, 60.0), 60.0),
        (TryLaterError(BUSY, 61.0), False),
        (WikiError("no"), False),
        (ValueError(), False),
    ],
)
def test_the_servers_wish_goes_before_ours_up_to_a_bound(error: Exception, wanted: bool | float) -> None:
    found = wish(error, PATIENCE)
    assert (type(found), found) == (type(wanted), wanted)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "5"}, 5.0),
        ({"Retry-After": " 120 "}, 120.0),
        ({"Retry-After": "-1"}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "Tue, 01 Oct 2019 10:00:30 GMT"}, None),
        ({"Retry-After": "Tue, 01 Oct 2019 10:00:30 GMT", "Date": "Tue, 01 Oct 2019 10:00:00 GMT"}, 30.0),
        ({"Retry-After": "Tue, 01 Oct 2019 09:00:00 GMT", "Date": "Tue, 01 Oct 2019 10:00:00 GMT"}, 0.0),
        ({"Retry-After": "Tue, 01 Oct 2019 10:00:00", "Date": "Tue, 01 Oct 2019 10:00:00 GMT"}, None),
    ],
)
def test_retry_after_is_read_as_seconds(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds
