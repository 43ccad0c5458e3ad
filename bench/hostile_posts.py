"""What reading, folding and showing a blog costs that holds one hostile post or comment: the processor's seconds, at most two."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from time import process_time

from bench.table import Measure, print_table
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import Observation, ObservationBatch
from tracker.demo.site import Answer, DemoSite
from tracker.demo.story import Story, story
from tracker.games.blognomic import GAME
from tracker.render.pages import render
from tracker.sources.blog.expressionengine import ExpressionEngine
from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig
from tracker.sources.blog.source import BlogConfig, BlogSource
from tracker.sources.http import Fetcher, HttpConfig

START = datetime(2026, 3, 2, tzinfo=UTC)
NOW = START + timedelta(hours=2)
LENGTH = 5_000_000
DEEP = 10_000
SECONDS = 2.0
"""The target: what one post may cost."""
PLAYERS = [{"name": name, "member_id": str(number)} for number, name in enumerate(("Quill", "Ada", "Bo", "Cy", "Di"))]
ROLE = {"status": "player", "admin": False, "emperor": False}
ROSTER = Observation(
    "roster", "roster-1", {"players": [{**each, **ROLE} for each in PLAYERS]}, at=START - timedelta(hours=1)
)
ORDINARY = {"body": "<p>Add a rule.</p>", "comment": "<p>No.</p>"}


def _often(unit: str) -> str:
    return unit * (LENGTH // len(unit))


HOSTILE = {
    "5 MB of words, templates and links": _often("lorem {{x}} [[y]] "),
    "5 MB of images": _often('<img src="/images/vote/for.gif" alt="FOR">'),
    "5 MB of short paragraphs": _often("<p>2020</p>"),
    "5 MB of line ends": _often("<br>"),
    "5 MB of links": _often('<a href="/archive/bread#P100">x</a>'),
    "one attribute of 5 MB": f'<p title="{"x" * LENGTH}">a</p>',
    f"lists {DEEP:,} deep": "<ul><li>" * DEEP,
    f"quotations {DEEP:,} deep": "<blockquote>" * DEEP,
    "lists 80 deep with links": ("<ul><li>" * 40 + '<a href="/archive/bread#P100">x</a>' * 900) * 2,
    "190 kB of short paragraphs": "<p>2020</p>" * 17_000,
    "190 kB of quoted words": '"a" ' * 47_000,
    "190 kB of instructions": 'Change "a" to "b". ' * 10_000,
}
"""What a hostile text is made of."""


class _Prepared(DemoSite):
    """A blog whose pages are made once: making them is no cost of reading them."""

    def __init__(self, told: Story) -> None:
        super().__init__(told, NOW)
        self._made = cache(lambda address: DemoSite.answer(self, address, {}))

    def answer(self, address: str, headers: Mapping[str, str]) -> Answer:
        """The page as it was made first."""
        made: Answer = self._made(address)
        return made


class _Clock:
    """A clock that stands still."""

    def now(self) -> datetime:
        """Where it stands."""
        return NOW


class _Silence:
    """A progress that nobody watches."""

    def step(self, text: str, done: int, total: int | None) -> None:
        """Say nothing."""


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    measures = [Measure("an ordinary post and comment", seconds(**ORDINARY), "s", SECONDS)]
    for what, text in HOSTILE.items():
        measures.append(Measure(f"a post: {what}", seconds(**{**ORDINARY, "body": text}), "s", SECONDS))
        measures.append(Measure(f"a comment: {what}", seconds(**{**ORDINARY, "comment": text}), "s", SECONDS))
    return print_table(measures)


def seconds(body: str, comment: str) -> float:
    """The processor's seconds of reading, folding and showing a blog with that one post and a comment to it."""
    with _Prepared(_story(body, comment)) as site:
        _passed(site)  # the pages are made, and the modules loaded
        begun = process_time()
        _passed(site)
        return process_time() - begun


def _story(body: str, comment: str) -> Story:
    post = {"kind": "post", "at": START, "slug": "hostile", "author": "Quill", "category": "Proposal"}
    said = {"kind": "comment", "at": START + timedelta(hours=1), "post": "hostile", "author": "Ada", "body": comment}
    roster = {"kind": "roster", "at": START, "players": [dict(each) for each in PLAYERS]}
    return story("Breakwater", [roster, {**post, "title": "Hostile", "body": body}, said])


def _passed(site: DemoSite) -> None:
    """Read all of the blog, fold it, and make the pages, as a first tick does."""
    archive, http = MemoryArchive(), HttpConfig(delay_seconds=0, addresses=(site.url,))
    engine = ExpressionEngine(ExpressionEngineConfig(base_url=site.url), Fetcher(http, _Clock(), lambda _: None))
    archive.append(ObservationBatch("file", (ROSTER,), "", START))
    is_told = False
    for batch in BlogSource("blog", BlogConfig(), engine).observe(archive, NOW, _Silence()):
        archive.append(batch, GAME.read)
        is_told |= bool(batch.warnings)
    gamestate = gamestate_of(GAME, fold_archive(GAME, archive, NOW))
    if not (is_told or gamestate.values["matters"]["hostile"]["official"]):
        raise SystemExit("the post was neither read nor told to be unreadable")
    for draft in GAME.pages(gamestate, GAME.catalogue()):
        render(draft)


if __name__ == "__main__":
    sys.exit(main())
