"""Two trackers that see the same news: one on a real MediaWiki that faults strike, one on a folder of pages that nothing does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.app.wiring import APPLY, Record, SetClock, ToldSource, small_game, vote, wired
from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.planning import ListOutbox
from tests.services.mediawiki import MediaWiki
from tracker.app.people import by_hand
from tracker.app.publish.pages import titles
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.core.instants import iso

CONFIG = f"{APPLY}stop_after_failures = 100\n[notices]\nwebhook_env = HOOK\nper_hour = 1000\ndigest = never\n"
HOOK = {"HOOK": "http://127.0.0.1:9/unused"}
ACCOUNT = "Botty"


@dataclass
class Following:
    """One of the two trackers with all that it works with."""

    tracker: Wired
    clock: SetClock
    source: ToldSource
    outbox: ListOutbox = field(default_factory=ListOutbox)

    def __post_init__(self) -> None:
        self.tracker = replace(self.tracker, outbox=self.outbox)

    def begin(self) -> TickReport:
        """Make the pages where they are missing, and see how the game stands."""
        plan = by_hand.plan_creation_now(self.tracker)
        assert all(act.succeeded for act in by_hand.apply_now(self.tracker, plan, plan.checksum))
        return self.tick()

    def tick(self) -> TickReport:
        return tick(self.tracker)

    def _titles(self) -> list[str]:
        return sorted(title for title in titles(self.tracker).values() if "{" not in title)

    def pages(self) -> dict[str, str]:
        """The text of every page that is kept."""
        found = self.tracker.wiki.fetch(self._titles())
        return {title: page.text for title, page in found.items()}

    def saves(self) -> dict[str, int]:
        """How often our account saved each page."""
        return {
            title: sum(each.editor in {ACCOUNT, "Tracker"} for each in self.tracker.wiki.revisions(title, limit=500))
            for title in self._titles()
        }

    def rows(self) -> list[tuple[str, str]]:
        """What is archived: each observation's id and digest."""
        return [(row.id, row.digest) for row in self.tracker.archive.rows()]

    def notices(self) -> list[str]:
        return [message.text for message in self.outbox.sent]


def unbegun(folder: Path, wiki: Any = None) -> Following:
    """A tracker with a new archive that will see a small game; without a wiki it keeps a folder."""
    folder.mkdir()
    clock, source = SetClock(), ToldSource(unseen=small_game())
    config = f"{CONFIG}[wiki]\naccount = {ACCOUNT}\n" if wiki else CONFIG
    return Following(wired(folder, config, clock=clock, sources=[source], wiki=wiki, environment=HOOK), clock, source)


def followed(folder: Path, wiki: Any = None) -> Following:
    """A tracker that has made its pages and seen a small game."""
    made = unbegun(folder, wiki)
    assert made.begin().outcome in {"applied", "held", "in step"}
    return made


class Pair:
    """The two trackers, and the news that both see."""

    def __init__(self, server: MediaWiki, folder: Path) -> None:
        server.reset()
        self.server = server
        self.world = MediaWikiWorld(server)
        self.struck = followed(folder / "struck", self.world.wiki)
        self.clean = followed(folder / "clean")
        self.told = 0
        self.saved = (self.struck.saves(), self.clean.saves())

    def news(self) -> None:
        """A vote that changes pages, ten minutes later."""
        self.told += 1
        for one in (self.struck, self.clean):
            one.clock.pass_minutes(10)
            icon = "for" if self.told % 2 else "against"
            one.source.unseen = [self._vote(icon, one.clock)]

    def _vote(self, icon: str, clock: SetClock) -> Record:
        return vote(icon, "Di", "dry_socks", iso(clock.now()), id=f"Di-{self.told}")

    def follow(self, begin: Callable[[], object], end: Callable[[], object]) -> Course:
        """News, seen by both; one of them is struck by something until it is over, and ticks once more."""
        self.news()
        assert self.clean.tick().outcome == "applied"
        before = len(self.struck.outbox.sent)
        begin()
        try:
            struck = self.struck.tick()
            again = self.struck.tick()
            told = self.struck.notices()[before:]
        finally:
            end()
        mended = self.struck.tick()
        return Course(struck, again, mended, told, self.struck.notices()[before + len(told) :])

    def check_mended(self) -> None:
        """Nothing lost, nothing twice, and the pages are those of the tracker that nothing struck."""
        assert self.struck.pages() == self.clean.pages()
        assert self.struck.rows() == self.clean.rows()
        assert not self.struck.tracker.ledger.open_intents()
        saves = (self.struck.saves(), self.clean.saves())
        grown = [
            {title: now[title] - then[title] for title in now} for now, then in zip(saves, self.saved, strict=True)
        ]
        assert grown[0] == grown[1]
        assert self.struck.tick().outcome in {"idle", "in step"}
        self.saved = saves


@dataclass(frozen=True)
class Course:
    """The tick that was struck, another one while it lasted, the first good one; what was told during it and at its end."""

    struck: TickReport
    again: TickReport
    mended: TickReport
    told: list[str]
    ended: list[str]

    @property
    def words(self) -> str:
        """Everything that the struck tick says of itself."""
        said = [str(self.struck.words), *(f"{act.status}: {act.note}" for act in self.struck.acts)]
        plan = self.struck.plan
        return " | ".join([*said, *((finding.text for finding in plan.findings) if plan else ())])
