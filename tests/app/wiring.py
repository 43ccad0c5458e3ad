"""A tracker wired for tests: archive in memory, pages in a folder, a clock that is set, a source that is told what to see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tracker.app.dice.dice import KeyedDice
from tracker.app.dice.dice_key import KeyFile
from tracker.app.people import by_hand
from tracker.app.tick.shared_look import SharedLook
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.bootstrap import render
from tracker.config import parse_settings
from tracker.core.observation import ObservationBatch, observation_from_record
from tracker.core.ports import Known, Progress, WikiBackend, WikiPage
from tracker.errors import SourceError, SourceUnreachableError
from tracker.games.registry import game
from tracker.wiki.directory import DirectoryWiki

Record = dict[str, Any]
START = datetime(2019, 10, 1, 12, tzinfo=UTC)
APPLY = "[publish]\npermission = apply\n"
BOARD = "Tracker/Votable matters"


@dataclass
class SetClock:
    """A clock that stands until it is moved."""

    instant: datetime = START

    def now(self) -> datetime:
        return self.instant

    def pass_minutes(self, minutes: float) -> None:
        self.instant += timedelta(minutes=minutes)


@dataclass
class ToldSource:
    """A source that sees what it is told, each record once, or fails as it is told."""

    name: str = "blog"
    unseen: list[Record] = field(default_factory=list)
    error: SourceError | None = None
    looks: int = 0

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        self.looks += 1
        progress.step("looking", 1, 1)
        seen = tuple(observation_from_record({**record, "source": self.name}) for record in self.unseen)
        self.unseen = []
        if seen:
            yield ObservationBatch(self.name, seen, str(self.looks), now)
        if self.error is not None:
            raise self.error

    def fail(self) -> None:
        self.error = SourceUnreachableError("no answer", place=self.name, remedy="try later")


def wired(
    folder: Path,
    config: str = APPLY,
    *,
    clock: SetClock | None = None,
    sources: Sequence[ToldSource] = (),
    archive: MemoryArchive | None = None,
    wiki: WikiBackend | None = None,
    environment: Mapping[str, str] | None = None,
) -> Wired:
    """A tracker of a config's text, everything else as given or new."""
    now, store = clock or SetClock(), archive or MemoryArchive()
    written = wiki or DirectoryWiki(folder / "wiki", now)
    settings = parse_settings(config, folder / "tracker.ini", environment or {})
    return Wired(
        settings=settings,
        game=game("blognomic"),
        sources=tuple(sources),
        archive=store,
        ledger=store.ledger(),
        wiki=written,
        clock=now,
        dice=KeyedDice(KeyFile(folder / settings.dice.key_file), store, now),
        render=render,
        owner="this test",
        code="the code",
        look=SharedLook(written),
    )


# --- a small game -----------------------------------------------------------------------------------------------------

NAMES = ("Wes", "Ada", "Bo", "Cy", "Di")


def roster(at: str = "2019-10-01T00:00:00Z", *, idle: Sequence[str] = ()) -> Record:
    """Five players; Wes is the emperor, he and Ada are admins."""
    players = [
        {
            "name": name,
            "status": "idle" if name in idle else "player",
            "admin": name in {"Wes", "Ada"},
            "emperor": name == "Wes",
        }
        for name in NAMES
    ]
    return {"kind": "roster", "id": f"roster-{at}", "at": at, "players": players}


def post(slug: str, author: str, at: str, **more: Any) -> Record:
    """A proposal."""
    title = slug.replace("_", " ").title()
    told = {"category": "Proposal", "title": f"Proposal: {title}", "body": "<p>Add a new rule.</p>"}
    return {"kind": "post", "id": f"post:{slug}", "slug": slug, "author": author, "at": at, **told, **more}


def vote(icon: str, author: str, slug: str, at: str, id: str = "") -> Record:
    """A comment with a voting icon: for, against, imperial, seal."""
    body = f'<p><img src="/images/vote/{icon}.gif" alt="{icon}" /></p>'
    return {"kind": "comment", "id": id or f"{author}-{slug}", "post": slug, "author": author, "at": at, "body": body}


def small_game() -> list[Record]:
    """A pending proposal with three votes, of which Hal's does not count."""
    return [
        roster(),
        post("dry_socks", "Bo", "2019-10-01T10:00:00Z"),
        vote("for", "Ada", "dry_socks", "2019-10-01T10:30:00Z"),
        vote("against", "Cy", "dry_socks", "2019-10-01T11:00:00Z"),
        vote("for", "Hal", "dry_socks", "2019-10-01T11:30:00Z"),
    ]


def create_pages(tracker: Wired) -> None:
    plan = by_hand.plan_creation_now(tracker)
    assert all(act.succeeded for act in by_hand.apply_now(tracker, plan, plan.checksum))


def page(tracker: Wired, title: str = BOARD) -> WikiPage:
    return tracker.wiki.fetch([title])[title]


def edit_by_hand(tracker: Wired, old: str, new: str, title: str = BOARD) -> None:
    """What a person does with the page; the folder takes whatever stands in the file."""
    before = page(tracker, title)
    assert old in before.text
    file = tracker.wiki.page_file(title)  # type: ignore[attr-defined]
    file.write_text(before.text.replace(old, new), encoding="utf-8")


MORE_LATER = vote("for", "Di", "dry_socks", "2019-10-01T11:45:00Z")
