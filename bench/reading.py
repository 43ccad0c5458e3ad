"""What reading a blog's pages costs: beside BeautifulSoup with lxml alone on the same bytes, and in requests."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial

from bench.table import Measure, print_table
from tracker.archive.memory import MemoryArchive
from tracker.demo.site import Answer, DemoSite
from tracker.demo.story import Story, story, with_icons
from tracker.sources.blog.expressionengine import ExpressionEngine
from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig, ExpressionEnginePages
from tracker.sources.blog.markup import read_page
from tracker.sources.blog.reading import SubjectReading, seen_observations
from tracker.sources.blog.source import BlogConfig, BlogSource
from tracker.sources.http import Fetched, Fetcher, HttpConfig

START = datetime(2026, 3, 2, tzinfo=UTC)
PENDING, COMMENTS, LONG_THREAD = 30, 40, 230
RATIO = 2.0
"""The target: at most so many times what BeautifulSoup with lxml needs to parse the same bytes."""
REPEATS = 7
TEXT = "<p>{FOR} because of <i>one</i> thing &amp; another, <a href='/archive/matter_1'>as said</a>.</p>" * 3


class Pages(DemoSite):
    """A blog with many open matters, and how often it was asked."""

    asked = 0

    def answer(self, address: str, headers: Mapping[str, str]) -> Answer:
        """Answer and count."""
        self.asked += 1
        return super().answer(address, headers)


class _Clock:
    """A clock that stands still."""

    def __init__(self, instant: datetime) -> None:
        self.instant = instant

    def now(self) -> datetime:
        """Where it stands."""
        return self.instant


class _Silence:
    """A progress that nobody watches."""

    def step(self, text: str, done: int, total: int | None) -> None:
        """Say nothing."""


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    return print_table(run())


def run() -> list[Measure]:
    """Seconds of reading two kinds of pages as ratios, and the requests of two kinds of ticks."""
    with Pages(many_matters(), START + timedelta(days=2)) as site:
        return [*_parsing(site), *_requests(site)]


def many_matters() -> Story:
    """Open matters with comments, one of them with a long thread."""
    players = [{"name": f"Keeper {number}", "member_id": str(number)} for number in range(20)]
    events: list[dict[str, object]] = [{"kind": "roster", "at": START, "players": players}]
    for number in range(PENDING):
        posted = {"slug": f"matter_{number}", "author": f"Keeper {number % 20}", "title": f"Matter {number}"}
        at = START + timedelta(minutes=number)
        events.append({"kind": "post", "at": at, "category": "Proposal", "body": with_icons(TEXT), **posted})
        for comment in range(LONG_THREAD if number == 0 else COMMENTS):
            told = {"post": f"matter_{number}", "author": f"Keeper {comment % 20}", "body": with_icons(TEXT)}
            events.append({"kind": "comment", "at": START + timedelta(hours=1, seconds=comment), **told})
    return story("Breakwater", events)


def _parsing(site: Pages) -> list[Measure]:
    pages = ExpressionEnginePages(ExpressionEngineConfig(base_url=site.url))
    rows = []
    for what, path, read in (
        ("post page of 100 comments", "/archive/matter_0", _read_post),
        ("month archive", "/2026/03/", _read_listing),
    ):
        content = site.answer(path, {}).body
        instant = site.now
        fetched = Fetched(
            site.url + path, site.url + path, 200, content, {"content-type": "text/html"}, instant, instant
        )
        ours = _seconds(partial(read, pages, fetched))
        soup = _seconds(partial(_soup, content))
        rows.append(Measure(f"{what} ({len(content) // 1024} kB): ours", ours * 1000, "ms"))
        rows.append(Measure(f"{what}: BeautifulSoup alone", soup * 1000, "ms"))
        rows.append(Measure(f"{what}: ours / BeautifulSoup", ours / soup, "times", RATIO))
    return rows


def _read_post(pages: ExpressionEnginePages, fetched: Fetched) -> int:
    page = read_page(fetched)
    block = pages.right_block(page, "matter_0", [])
    post = pages.post(block, []) if block else None
    if block is None or post is None:
        raise SystemExit("the post was not found on its page")
    comments, _ = pages.comments([page], post, fetched.answered_at, [])
    roster = pages.roster(page, fetched, [])
    read = pages.read(post, block.raw, [])
    reading = SubjectReading(post.slug, fetched.asked_at, fetched.answered_at, read.post, comments, read.status, roster)
    return len(seen_observations(reading, "blog"))


def _read_listing(pages: ExpressionEnginePages, fetched: Fetched) -> int:
    return len(pages.listed(pages.blocks(read_page(fetched)), fetched.url, []))


def _soup(content: bytes) -> int:
    from bs4 import BeautifulSoup

    return len(BeautifulSoup(content, "lxml").contents)


def _seconds(work: Callable[[], int]) -> float:
    """The shortest of several runs, after one to warm up."""
    work()
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def _requests(site: Pages) -> list[Measure]:
    clock = _Clock(site.now)
    archive = MemoryArchive()
    http = HttpConfig(delay_seconds=0, addresses=(site.url,))
    engine = ExpressionEngine(ExpressionEngineConfig(base_url=site.url), Fetcher(http, clock, lambda _: None))
    source = BlogSource("blog", BlogConfig(), engine)

    def tick(minutes: int) -> int:
        clock.instant = site.now = START + timedelta(days=2, minutes=minutes)
        before = site.asked
        for batch in source.observe(archive, clock.now(), _Silence()):
            archive.append(batch)
        return site.asked - before

    tick(0)
    idle, full = tick(5), tick(60)
    pages = PENDING - 1 + -(-LONG_THREAD // 100)
    return [
        Measure("requests of an idle tick", idle, "requests", 1),
        Measure(f"requests of a full reading of {pages} pages", full, "requests", 1 + pages),
    ]


if __name__ == "__main__":
    sys.exit(main())
