"""Saved pages of our own making, each with an oddity of real ones: what is read from it stands in the file beside it."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.blog_world import FakeClock, ScriptedSite
from tracker.core.instants import iso_or_none, parse_instant
from tracker.demo.site import Answer
from tracker.sources.blog.cursor import BlogCursor
from tracker.sources.blog.expressionengine import ExpressionEngine
from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig
from tracker.sources.blog.reading import RosterReading, SubjectReading
from tracker.sources.http import Fetcher, HttpConfig

PAGES = Path(__file__).with_name("pages")
NAMES = sorted(path.stem for path in PAGES.glob("*.html"))


class SavedSite(ScriptedSite):
    """A blog that answers everything with one saved page."""

    page = b""

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        return Answer(200, self.page, "text/html")


@pytest.fixture
def site() -> Iterator[SavedSite]:
    with SavedSite() as site:
        yield site


def expected(name: str) -> dict[str, Any]:
    return tomllib.loads((PAGES / f"{name}.toml").read_text(encoding="utf-8"))


def read(site: SavedSite, name: str, wanted: Mapping[str, Any]) -> SubjectReading:
    site.page = (PAGES / f"{name}.html").read_bytes()
    clock = FakeClock(parse_instant(wanted["looked_at"]))
    config = ExpressionEngineConfig(base_url=site.url, **wanted.get("config", {}))
    http = HttpConfig(delay_seconds=0, addresses=(site.url,))
    engine = ExpressionEngine(config, Fetcher(http, clock, clock.sleep))
    (reading,) = engine.subjects({wanted["slug"]: ""}, BlogCursor())
    return reading


def shown(thing: object, names: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of these names, as the files write them."""
    return {name: told(getattr(thing, name)) for name in names}


def told(value: Any) -> Any:
    if value is None:
        return ""
    return iso_or_none(value) if hasattr(value, "tzinfo") else value


def words(roster: RosterReading | None) -> dict[str, str]:
    entries = roster.entries if roster else ()
    marks = [("is_idle", "idle"), ("is_admin", "admin"), ("is_emperor", "emperor")]
    return {
        entry.name: " ".join([*(word for mark, word in marks if getattr(entry, mark)), entry.member_id])
        for entry in entries
    }


@pytest.mark.parametrize("name", NAMES)
def test_saved_page_is_read_as_its_file_says(site: SavedSite, name: str) -> None:
    wanted = expected(name)
    reading = read(site, name, wanted)
    assert [warning.code for warning in reading.warnings] == wanted["warnings"], wanted["what"]
    assert reading.is_missing == wanted.get("missing", False)
    assert reading.is_complete == wanted.get("complete", False)
    if "missing" in wanted:
        assert reading.post is None
        assert reading.comments == ()
        assert reading.status is None
    if "post" in wanted:
        assert shown(reading.post, wanted["post"]) == wanted["post"]
    if "status" in wanted:
        assert shown(reading.status, wanted["status"]) == wanted["status"]
    if wanted.get("no_status"):
        assert reading.status is None
    if "comments" in wanted:
        read_comments = [shown(comment, {}) for comment in reading.comments]
        assert len(read_comments) == len(wanted["comments"])
        pairs = zip(reading.comments, wanted["comments"], strict=True)
        assert [shown(comment, fields) for comment, fields in pairs] == wanted["comments"]
    if "roster" in wanted:
        assert words(reading.roster) == wanted["roster"]
    assert (reading.roster is None) == wanted.get("no_roster", False)


def test_every_page_has_its_expectations() -> None:
    assert sorted(path.stem for path in PAGES.glob("*.toml")) == NAMES
    assert len(NAMES) >= 25
