"""A system clock that goes wrong for a while: whole ticks show what becomes of pages, votes, readings and notices."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.blog_world import ScriptedSite
from tests.faults.test_blog_faults import Watched
from tests.test_bad_input import SOCKS, answering
from tracker.app.tick.tick_report import TickReport


class Wrong(Watched):
    """The same world, whose tracker's clock may be wrong."""

    off = timedelta(0)

    def now(self) -> datetime:
        return self.tracker.now + self.off

    def look_off(self, hours: float, days: float) -> TickReport:
        """Let it be that hour while our clock is wrong by some days, and tick."""
        self.off = timedelta(days=days)
        try:
            return self.look(hours)
        finally:
            self.off = timedelta(0)


Pair = tuple[Wrong, Wrong]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """A tracker whose clock goes wrong, and one whose clock never does, at the same game."""
    for name in ("struck", "clean"):
        (tmp_path / name).mkdir()
    with ScriptedSite() as first, ScriptedSite() as second:
        made = Wrong(first, tmp_path / "struck"), Wrong(second, tmp_path / "clean")
        for one in made:
            one.begin_all()
        yield made


def tell(pair: Pair, kind: str, hours: float, **fields: Any) -> None:
    for one in pair:
        one.site.tell(kind, hours, **fields)


def look(pair: Pair, *hours: float) -> None:
    for one in pair:
        for hour in hours:
            assert one.look(hour).exit_code == 0


def same(pair: Pair) -> None:
    """Both say the same on every page."""
    struck, clean = pair
    assert struck.texts() == {
        name: text.replace(clean.site.url, struck.site.url) for name, text in clean.texts().items()
    }


def vote(pair: Pair, hours: float, author: str, icon: str = "AGAINST", post: str = "dry-socks") -> None:
    tell(pair, "comment", hours, post=post, author=author, body=f"<p>{{{icon}}}</p>", id=f"{author}{hours}")


@pytest.mark.parametrize("days", [1.0, 30.0, -1.0, -30.0])
def test_pages_come_right_with_the_clock(pair: Pair, days: float) -> None:
    struck, clean = pair
    vote(pair, 5.5, "Fern")
    struck.look_off(6, days)
    struck.look_off(6.2, days)
    clean.look(6)
    look(pair, 6.4)
    same(pair)
    vote(pair, 7, "Marlowe")
    look(pair, 7.2)
    same(pair)
    look(pair, 60)
    same(pair)
    assert struck.verdict("dry-socks") == clean.verdict("dry-socks") == (False, ["fail"])


@pytest.mark.parametrize("days", [30.0, -30.0])
def test_what_no_feed_tells_is_read_when_it_is_due_by_the_right_clock(pair: Pair, days: float) -> None:
    struck, clean = pair
    struck.look_off(6, days)
    clean.look(6)
    tell(pair, "comment_edited", 7, post="dry-socks", id="1", author="Pim", body="<p>{AGAINST} after all</p>")
    look(pair, 8, 9)
    same(pair)
    for one in pair:
        assert [json.loads(row)["kind"] for row in one.rows()].count("comment_edited") == 1


def test_notices_and_readings_go_on_after_a_clock_that_ran_ahead(pair: Pair) -> None:
    struck, _ = pair
    struck.look_off(6, 30)
    look(pair, 6.2)
    before = len(struck.told())
    struck.site.interventions[SOCKS] = answering(b"", 500)
    struck.look(24)
    struck.look(25)
    assert [text for text in struck.told()[before:] if text.startswith("fault: ")] == struck.faults()
    assert len(struck.faults()) == 1


def test_a_clock_behind_the_archive_takes_nothing_back(pair: Pair) -> None:
    struck, _ = pair
    rows = struck.rows()
    for hours in (6, 6.2, 6.4):
        assert struck.look_off(hours, -0.1).exit_code == 0
    assert struck.rows()[: len(rows)] == rows


def test_status_says_that_the_last_look_lies_ahead_of_the_clock(pair: Pair) -> None:
    struck, _ = pair
    struck.look_off(6, 30)
    struck.tracker.now = struck.site.now
    told = struck.tracker.run("status", "--json").said
    assert [thing["what"] for thing in told["stuck"] if "clock" in thing["why"]] == ["no look"]
    struck.look(6.2)
    told = struck.tracker.run("status", "--json").said
    assert [thing for thing in told["stuck"] if "clock" in thing["why"]] == []
