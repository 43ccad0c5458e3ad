"""What changed: pure comparison of a reading with what is archived."""

import hashlib
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.observing import at, comment, edited, gone, seen
from tracker.core.changes import Look, Standing, changes, same_content, standing
from tracker.core.changes import gone as tombstone
from tracker.core.observation import ArchivedObservation, Observation


def look(asked: float, previous: float | None = None, begun: float | None = None, *, complete: bool = True) -> Look:
    last, first = (None if hours is None else at(hours) for hours in (previous, begun))
    return Look(at(asked), at(asked + 0.01), last, first, complete)


def archived(*rows: Observation) -> list[ArchivedObservation]:
    return [ArchivedObservation(seq, row) for seq, row in enumerate(rows, start=1)]


def known(*rows: Observation) -> Standing:
    return standing(archived(*rows))


def post(hours: float = 0, **others: Any) -> Observation:
    fields = {"slug": "dry_socks", "category": "Proposal", "title": "Dry Socks", "author": "Bo", "body": "<p>x</p>"}
    return seen("post", "post:dry_socks", hours, **{**fields, **others})


def status(word: str, hours: float | tuple[float, float] | None, **others: Any) -> Observation:
    row = seen("post_status", "status:dry_socks", hours or 0.0, slug="dry_socks", status=word, **others)
    return row if hours is not None else replace(row, at=None)


def times(row: Observation) -> tuple[datetime | None, datetime | None, datetime | None]:
    return row.at, row.not_before, row.not_after


def test_new_thing_is_told_as_it_is() -> None:
    (row,) = changes([], [comment("c1", 2)], look(3))
    assert row == replace(comment("c1", 2), seen_at=at(3.01))


def test_same_thing_tells_nothing() -> None:
    assert changes([known(post()), known(comment("c1", 2))], [post(), comment("c1", 2)], look(3, 2.5)) == []


def test_edit_lies_between_the_looks() -> None:
    (row,) = changes([known(comment("c1", 2))], [comment("c1", 2, "against")], look(4, 3))
    assert (row.kind, row.id, row.payload["body"]) == ("comment_edited", "c1", "against")
    assert times(row) == (None, at(3), at(4.01))


def test_edit_never_lies_before_the_thing_itself() -> None:
    (row,) = changes([known(comment("c1", 3.5))], [comment("c1", 3.5, "against")], look(4, 3))
    assert row.not_before == at(3.5)


def test_edit_without_an_earlier_look_counts_from_the_first_sight() -> None:
    first = replace(comment("c1", 2), seen_at=at(2.5))
    (row,) = changes([known(first)], [comment("c1", 2, "against")], look(4))
    assert times(row) == (None, at(2.5), at(4.01))


def test_source_that_tells_its_last_edit_narrows_the_interval() -> None:
    told = replace(look(4, 3), edited={"post:dry_socks": at(3.25)})
    (row,) = changes([known(post())], [post(title="Wet Socks")], told)
    assert times(row) == (None, at(3), at(3.25))


@pytest.mark.parametrize("edited_at", [2.0, 3.0, 4.5])
def test_last_edit_outside_the_looks_narrows_nothing(edited_at: float) -> None:
    told = replace(look(4, 3), edited={"post:dry_socks": at(edited_at)})
    (row,) = changes([known(post())], [post(title="Wet Socks")], told)
    assert times(row) == (None, at(3), at(4.01))


def test_interval_is_never_inside_out() -> None:
    (row,) = changes([known(comment("c1", 9))], [comment("c1", 9, "against")], look(4, 3))
    assert row.not_before == row.not_after == at(9)


def test_post_edit_tells_only_what_changed() -> None:
    (row,) = changes([known(post())], [post(title="Wet Socks")], look(4, 3))
    assert (row.kind, row.payload) == ("post_edited", {"slug": "dry_socks", "by": "", "title": "Wet Socks"})


def test_earlier_edits_of_a_post_are_part_of_how_it_stands() -> None:
    edit = seen("post_edited", "post:dry_socks", (1, 2), slug="dry_socks", by="", title="Wet Socks")
    thing = known(post(), edit)
    assert thing.observation.payload["body"] == "<p>x</p>"
    assert thing.begun_at == at(0)
    assert changes([thing], [post(title="Wet Socks")], look(4, 3)) == []
    (row,) = changes([thing], [post()], look(4, 3))
    assert row.payload["title"] == "Dry Socks"


def test_who_and_where_are_no_change() -> None:
    assert changes([known(comment("c1", 2))], [comment("c1", 2, author="ADA", url="x")], look(4, 3)) == []


def test_missing_thing_gets_a_tombstone_after_a_complete_look() -> None:
    (row,) = changes([known(comment("c1", 2, member_id="7"))], [], look(4, 3))
    assert (row.kind, row.id) == ("comment_gone", "c1")
    assert row.payload == {"post": "dry_socks", "author": "Ada", "member_id": "7"}
    assert times(row) == (None, at(3), at(4.01))


def test_incomplete_look_takes_nothing_away() -> None:
    assert changes([known(comment("c1", 2))], [], look(4, 3, complete=False)) == []


def test_what_is_gone_is_told_once() -> None:
    assert changes([known(gone("c1", 3))], [], look(4, 3.5)) == []
    assert tombstone(known(gone("c1", 3)), look(4)) is None


def test_status_never_goes_away() -> None:
    assert changes([known(status("Enacted", 2))], [], look(4, 3)) == []


def test_thing_that_returns_is_told_with_everything() -> None:
    (row,) = changes([known(gone("c1", 3))], [comment("c1", 2)], look(4, 3.5))
    assert (row.kind, row.payload["body"]) == ("comment_edited", "for")
    assert times(row) == (None, at(3.5), at(4.01))


def test_first_of_two_things_with_one_id_counts() -> None:
    (row,) = changes([], [comment("c1", 2), comment("c1", 2, "against")], look(3))
    assert row.payload["body"] == "for"


def test_status_keeps_the_time_that_it_tells() -> None:
    (row,) = changes([], [status("Enacted", 3)], look(4, 2.5))
    assert times(row) == (at(3), None, None)


def test_status_without_a_time_lies_between_the_looks() -> None:
    (row,) = changes([], [status("Enacted", None)], look(4, 2.5, begun=1))
    assert times(row) == (None, at(2.5), at(4.01))


def test_status_at_first_sight_lies_after_the_post() -> None:
    (row,) = changes([], [status("Enacted", None)], look(4, begun=1))
    assert times(row) == (None, at(1), at(4.01))


def test_status_whose_time_our_last_look_contradicts_lies_between_the_looks() -> None:
    (row,) = changes([known(status("open", 1))], [status("Enacted", 1.5)], look(4, 2.5))
    assert times(row) == (None, at(2.5), at(4.01))


def test_clocks_may_differ_a_little() -> None:
    (row,) = changes([], [status("Enacted", 2.48)], look(4, 2.5))
    assert row.at == at(2.48)


def test_mended_note_keeps_the_time_of_its_status() -> None:
    before = status("Enacted", 1, note="4-3")
    (row,) = changes([known(before)], [status("Enacted", 1, note="4-4")], look(4, 2.5))
    assert (row.at, row.payload["note"]) == (at(1), "4-4")


def test_told_interval_of_a_status_holds() -> None:
    (row,) = changes([], [status("Enacted", (1, 9))], look(20, begun=0.5))
    assert times(row) == (None, at(1), at(9))


def test_redacted_content_is_compared_by_its_hash() -> None:
    mark = f"[redacted {hashlib.sha256(b'secret').hexdigest()}]"
    assert same_content(mark, "secret")
    assert not same_content(mark, "another")
    assert same_content(None, "")
    assert changes([known(comment("c1", 2, mark))], [comment("c1", 2, "secret")], look(4, 3)) == []


def test_nothing_does_not_stand() -> None:
    with pytest.raises(ValueError, match="without rows"):
        standing([])


BODIES = st.lists(st.one_of(st.none(), st.sampled_from("abc")), min_size=1, max_size=12)


@given(BODIES)
def test_any_course_of_edits_is_followed(course: list[str | None]) -> None:
    """Whatever a comment goes through, the newest row says how it stands, and no look adds a second row."""
    rows: list[Observation] = []
    for hour, body in enumerate(course, start=1):
        things = [standing(archived(*rows))] if rows else []
        now = [] if body is None else [comment("c1", 0.5, body)]
        told = changes(things, now, look(hour, hour - 1 if hour > 1 else None))
        assert len(told) <= 1
        rows += told
        stands = standing(archived(*rows)) if rows else None
        if body is None:
            assert stands is None or stands.is_gone
        else:
            assert stands is not None
            assert not stands.is_gone
            assert stands.observation.payload["body"] == body
        assert changes([stands] if stands else [], now, look(hour + 0.5, hour)) == []


def test_edit_and_tombstone_of_the_helpers_are_of_their_kinds() -> None:
    assert known(edited("c1", 2)).first_kind == known(gone("c1", 2)).first_kind == "comment"
