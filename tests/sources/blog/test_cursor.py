"""What the blog source remembers."""

import pytest

from tests.contracts.blog_world import at
from tracker.core.instants import iso
from tracker.sources.blog.cursor import BlogCursor, Walk, Watch, instant_or_none


def test_cursor_comes_back_as_it_was() -> None:
    cursor = BlogCursor(
        validators={"https://b/feed": ('"1"', "")},
        notes={"rest_closed_at": "x"},
        fingerprints={"https://b/": {"dry_socks": "abc"}},
        hinted={"wet_socks": "https://b/wet"},
        watched={"dry_socks": Watch(iso(at(1)), iso(at(1)))},
        walk=Walk("2026-01", "2026-02", "2026-03", ["dry_socks"]),
        turn=1,
        full_at=iso(at(0)),
    )
    assert BlogCursor.parse(cursor.text()) == cursor


@pytest.mark.parametrize(
    "text", [None, "", "nonsense", "[]", "3", '{"watched": 3}', '{"walk": {"x": 1}}', '{"validators": [1]}']
)
def test_unreadable_cursor_is_that_of_a_first_run(text: str | None) -> None:
    assert BlogCursor.parse(text) == BlogCursor()


def test_what_a_later_tracker_added_is_ignored() -> None:
    assert BlogCursor.parse('{"turn": 1, "tune": "sea shanty"}') == BlogCursor(turn=1)


def test_instants_are_optional() -> None:
    assert instant_or_none("") is None
    assert instant_or_none(iso(at(1))) == at(1)
