"""A soak on the real servers: two hundred ticks between a WordPress and a MediaWiki that fail now and then, while people edit."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import stamina

from tests.app.wiring import SetClock
from tests.chain import Tracker
from tests.faults.soak import MINUTES, People
from tests.reading_pages import PAGES
from tests.services.mediawiki import MediaWiki
from tests.services.wordpress import WordPress
from tests.test_real_thing import Nomic, at
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.bootstrap import wire
from tracker.config.reading import load_settings
from tracker.wiki.directory import DirectoryWiki

TICKS = 200
SEED = 20260302


class Months:
    """A nomic that is played while its servers fail, a tracker that follows it there, and one that keeps a folder in peace."""

    def __init__(self, blog: WordPress, wiki: MediaWiki, folder: Path) -> None:
        self.chance = random.Random(SEED)
        for name in ("struck", "clean"):
            (folder / name).mkdir()
        self.nomic = Nomic(blog, wiki, folder / "struck")
        self.nomic.open()
        self.nomic.play()
        self.clean = self._second(folder / "clean")
        self.people = People(
            self.chance, lambda title, text: wiki.edit(title, text, "Ada"), lambda title: wiki.text(title) or "", PAGES
        )
        self.outcomes: Counter[str] = Counter()
        self.clock = SetClock(at(2, 18))

    def _second(self, folder: Path) -> Tracker:
        """The same tracker on a folder of pages, begun with the same players."""
        other = Tracker(folder, at(2, 8))
        text = self.nomic.tracker.config.read_text()
        head, _, rest = text.partition("[wiki]\n")
        _, _, tail = rest.partition("\n\n")
        other.config.write_text(f"{head}[wiki]\nbackend = directory\nruleset =\n\n{tail}")
        self.nomic.tracker.config.write_text(text.replace("[wiki]\n", "[wiki]\nruleset =\n"))
        other.must("archive", "import", str(self.nomic.tracker.folder / "opening.jsonl"))
        other.must("pages", "--create", "--yes")
        return other

    def run(self) -> None:
        """All the ticks, and three good ones."""
        self.now = at(2, 18)
        self.struck, self.quiet = self._wired(self.nomic.tracker), self._wired(self.clean)
        for number in range(TICKS):
            if self.chance.random() < 0.12:
                self._happen()
                self._look(self.quiet)
            if self.chance.random() < 0.3:
                self.chance.choice(self._troubles())()
            self.people.act(number)
            self.outcomes[self._look(self.struck)] += 1
            self._heal()
            self.now += timedelta(minutes=MINUTES)
        self.people.put_right()
        for tracker in (self.struck, self.quiet) * 3:
            self._look(tracker)

    def _happen(self) -> None:
        """A vote, or a new proposal."""
        voter, vote = (
            self.chance.choice(["Ada", "Bo", "Dee", "Eve", "Fay", "Hal"]),
            self.chance.choice(["for", "against"]),
        )
        if self.chance.random() < 0.15:
            title = f"Proposal: Number {self.now:%d %H%M}"
            self.nomic.oars = self.nomic.blog.post(title, "<p>Add a rule.</p>", voter, "Proposal", self.now)
        self.nomic.vote(self.chance.choice([self.nomic.socks, self.nomic.oars]), voter, vote, self.now)

    def _troubles(self) -> list[Callable[[], Any]]:
        blog, wiki = self.nomic.blog, self.nomic.wiki
        return [
            lambda: blog.inject_fault(503, count=9),
            lambda: blog.inject_fault(200, count=9),
            lambda: wiki.inject_fault(504, action="edit", count=self.chance.randrange(1, 4)),
            lambda: wiki.inject_fault(action="edit", lose=True, count=self.chance.randrange(1, 4)),
            lambda: wiki.inject_fault(200, action="edit", body='{"edit": {"resu'),
            lambda: wiki.inject_fault(503, action="query", count=9),
            lambda: wiki.set_state(readonly="moving house"),
            lambda: wiki.set_state(now=self.now + timedelta(hours=self.chance.choice([-1, 1]))),
        ]

    def _look(self, tracker: Wired) -> str:
        self.clock.instant = self.now
        with stamina.set_testing(True, attempts=2, cap=True):
            return tick(tracker).outcome

    def _wired(self, tracker: Tracker) -> Wired:
        """As `tracker run` keeps it from tick to tick."""
        made = wire(load_settings(tracker.config, self.nomic.tracker.environment), self.clock, lambda _: None)
        # Whoever mends the code while the test runs makes no upgrade of it.
        return replace(made, code="the code")

    def _heal(self) -> None:
        self.nomic.blog.clear_faults()
        self.nomic.wiki.clear_faults()
        self.nomic.wiki.set_state()


def test_two_hundred_ticks_of_trouble_leave_what_quiet_ones_leave(
    wordpress: WordPress, mediawiki: MediaWiki, tmp_path: Path
) -> None:
    months = Months(wordpress, mediawiki, tmp_path)
    months.run()
    folder = DirectoryWiki(months.clean.folder / "wiki", months.nomic, "Reader")  # type: ignore[arg-type]
    wanted = {title: page.text for title, page in folder.fetch(PAGES).items()}
    found = months.nomic.texts()
    for title in PAGES:
        assert found[title] == (months.people.own(title) + wanted[title]).rstrip(), title
    assert months.people.lines, "nobody edited"
    assert months.outcomes["applied"] > 10
    assert sum(months.outcomes[word] for word in ("failed", "withheld", "held")) > 20
    assert months._look(months.struck) == "idle"
    assert not months.struck.ledger.open_intents()
    for tracker in (months.struck, months.quiet):
        tracker.close()


@pytest.fixture(autouse=True)
def at_rest(mediawiki: MediaWiki) -> Any:
    """Whatever was wrong with the wiki ends with the test."""
    yield
    mediawiki.reset()
