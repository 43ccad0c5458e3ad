"""A small world for the blog contract: a scripted blog on loopback, an archive in memory, a clock that stands still."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tracker.archive.memory import MemoryArchive
from tracker.core.observation import Observation, ObservationBatch, ReadingWarning
from tracker.core.ports import UnreadPart
from tracker.demo.site import Answer, DemoSite
from tracker.demo.story import BlogState, Story, story, with_icons
from tracker.sources.blog.reading import BlogEngine
from tracker.sources.blog.source import BlogConfig, BlogSource
from tracker.sources.http import Fetcher, HttpConfig

START = datetime(2026, 3, 2, tzinfo=UTC)
PLAYERS = (
    {"name": "Juniper", "member_id": "11", "admin": True, "emperor": True},
    {"name": "Marlowe", "member_id": "12", "admin": True},
    {"name": "Quill", "member_id": "14"},
    {"name": "Pim", "member_id": "16"},
)


def at(hours: float) -> datetime:
    """An instant so many hours after the world began."""
    return START + timedelta(hours=hours)


class FakeClock:
    """A clock that stands where it is put, and moves when somebody sleeps."""

    def __init__(self, instant: datetime) -> None:
        self.instant = instant
        self.slept: list[float] = []
        self.steadily = 0.0

    def now(self) -> datetime:
        return self.instant

    def steady(self) -> float:
        """The seconds that passed, whatever somebody made of the clock."""
        return self.steadily

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.instant += timedelta(seconds=seconds)
        self.steadily += seconds


@dataclass
class Steps:
    """A progress that remembers what it was told."""

    told: list[tuple[str, int, int | None]] = field(default_factory=list)

    def step(self, text: str, done: int, total: int | None) -> None:
        self.told.append((text, done, total))


Intervention = Callable[[Answer], Answer]
"""What a test does to an answer on its way."""


class ScriptedSite(DemoSite):
    """A blog whose story grows while a test tells it, with a log of requests and with faults."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.interventions: dict[str, Intervention] = {}
        self.badges: dict[str, str] = {}
        super().__init__(self._story(), START)

    def _story(self) -> Story:
        return story("Breakwater", self.events, badges=self.badges)

    def tell(self, kind: str, hours: float, **fields: Any) -> None:
        """Let something happen, so many hours after the beginning."""
        texts = {name: with_icons(value) for name, value in fields.items() if name in {"body", "flavour"}}
        self.events.append({"kind": kind, "at": at(hours), **fields, **texts})
        self.story = self._story()

    def answer(self, address: str, headers: Mapping[str, str]) -> Answer:
        """The site's answer, after whatever a test does to it."""
        self.requests.append((address, dict(headers)))
        answer = self.rendered(address, headers)
        for part, intervene in self.interventions.items():
            if part in address:
                answer = intervene(answer)
        return answer

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        """The answer without any fault."""
        return super().answer(address, headers)

    def state(self) -> BlogState:
        """How the blog stands."""
        return self.story.as_of(self.now)

    def paths(self) -> list[str]:
        """The paths asked for since the last call, in order."""
        asked = [address for address, _ in self.requests]
        self.requests.clear()
        return asked


class BlogWorld:
    """A blog, its source and an archive, with everything that a test wants to ask."""

    def __init__(self, site: ScriptedSite, make_engine: Callable[[str, Fetcher], BlogEngine]) -> None:
        self.site = site
        self.clock = FakeClock(START)
        self.archive = MemoryArchive()
        self.warnings: list[ReadingWarning] = []
        self.steps = Steps()
        self._make_engine = make_engine
        self.http = HttpConfig(
            contact="keeper@example.org", delay_seconds=0, backoff_seconds=0, attempts=2, addresses=(site.url,)
        )
        self.named: datetime | None = None
        """The instant that the game named last."""
        self.config = BlogConfig(start_month="2026-03", named=lambda: self.named)
        self.site.tell("roster", 0, players=PLAYERS)

    def source(self) -> BlogSource:
        """A source as a new process would make it: it knows only what the archive knows."""
        fetcher = Fetcher(self.http, self.clock, self.clock.sleep, self.clock.steady)
        return BlogSource("blog", self.config, self._make_engine(self.site.url, fetcher))

    def tick(self, hours: float, batches: int | None = None, site_hours: float | None = None) -> list[ObservationBatch]:
        """Look at the blog at an instant and archive what it brings.

        ``batches`` breaks off after so many; ``site_hours`` is the time by the site's own clock.
        """
        self.clock.instant = at(hours)
        self.site.now = at(hours if site_hours is None else site_hours)
        self.warnings = []
        seen: list[ObservationBatch] = []
        for batch in self.source().observe(self.archive, self.clock.now(), self.steps):
            self.archive.append(batch)
            self.warnings += batch.warnings
            seen.append(batch)
            if len(seen) == batches:
                break
        return seen

    def codes(self) -> set[str]:
        """The kinds of warnings of the last tick."""
        return {warning.code for warning in self.warnings}

    def rows(self, *kinds: str) -> list[Observation]:
        """The archived observations of these kinds (any at all), in the order learned."""
        archived = (row.observation for row in self.archive.rows())
        return [row for row in archived if not kinds or row.kind in kinds]

    def whole_looks(self) -> list[Observation]:
        """The rows that say that the whole blog was read."""
        return [row for row in self.rows("look") if row.payload == {"source": "blog", "complete": True}]

    def part_looks(self) -> list[tuple[str, bool, str]]:
        """The rows that say which part of the blog could not be read, or can be again: part, whether whole, last time."""
        parts = (row.payload for row in self.rows("look") if row.payload["source"] != "blog")
        return [(str(part["source"]), bool(part["complete"]), str(part.get("since", ""))) for part in parts]

    def unread(self) -> list[UnreadPart]:
        """What cannot be read at present, by the source's cursor."""
        return list(self.source().unread_parts(self.archive.cursor("blog")))

    def new_rows(self, hours: float) -> list[Observation]:
        """What a tick adds to the archive, looks left out."""
        before = self.archive.last_seq()
        self.tick(hours)
        added = (row.observation for row in self.archive.rows(after_seq=before))
        return [row for row in added if row.kind not in {"look", "fragment"}]

    def propose(self, hours: float, slug: str = "dry-socks", title: str = "Dry Socks", **more: Any) -> None:
        """Quill makes a proposal."""
        fields = {"category": "Proposal", "title": title, "author": "Quill", "body": "<p>Dry them.</p>"}
        self.site.tell("post", hours, slug=slug, **{**fields, **more})

    def comment(self, hours: float, body: str, author: str = "Pim", id: str = "1", post: str = "dry-socks") -> None:
        """Somebody comments; the id is the story's own, a number."""
        self.site.tell("comment", hours, post=post, author=author, body=body, id=id)

    def edit_comment(self, hours: float, body: str, id: str = "1", post: str = "dry-socks") -> None:
        """A comment is edited."""
        self.site.tell("comment_edited", hours, post=post, id=id, body=body)
