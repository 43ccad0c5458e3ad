"""The fold's order: what a file tells of one instant."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tracker.core.fold import in_order
from tracker.core.observation import FILE, ArchivedObservation, Observation

NOON = datetime(2021, 8, 2, 12, tzinfo=UTC)


def row(
    seq: int, kind: str, id: str, source: str = FILE, at: datetime | None = NOON, **payload: Any
) -> ArchivedObservation:
    return ArchivedObservation(seq, Observation(kind, id, payload, at=at, source=source))


def order_of(*rows: ArchivedObservation) -> list[str]:
    return [step.row.id for step in in_order(rows, lambda _: ())]


MESSAGES = (row(1, "message", "m10"), row(2, "message", "m9"))


def test_messages_of_one_instant_stand_in_the_order_of_their_ids() -> None:
    assert order_of(*MESSAGES) == order_of(*reversed(MESSAGES)) == ["m9", "m10"]


def test_what_a_file_tells_of_a_chat_stands_in_its_order_where_ids_do_not_count_on() -> None:
    told = (
        row(1, "message", "noon"),
        row(2, "reaction", "reaction:noon:+1:bob"),
        row(3, "reaction_removed", "reaction:noon:+1:bob"),
        row(4, "member_left", "left:bob"),
        row(5, "message", "after"),
        row(6, "message_edited", "noon"),
        row(7, "message_deleted", "after"),
    )
    assert order_of(*reversed(told)) == [each.id for each in told]


@pytest.mark.parametrize("kind", ["message", "message_edited", "message_deleted", "reaction", "member_left"])
def test_what_a_source_saw_stands_in_the_order_of_its_ids(kind: str) -> None:
    assert order_of(row(1, kind, "noon", "discord"), row(2, kind, "after", "discord")) == ["after", "noon"]


def test_updates_of_pages_and_what_a_chat_tells_have_no_common_order_of_lines() -> None:
    assert order_of(row(1, "message", "z"), row(2, "log_line", "a")) == ["a", "z"]


def test_another_instant_or_class_comes_before_the_order_of_lines() -> None:
    earlier = row(2, "message", "before", at=NOON - timedelta(seconds=1))
    assert order_of(row(1, "message", "noon"), earlier) == ["before", "noon"]
