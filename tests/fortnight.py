"""The demo's fortnight, followed by a tracker into a real MediaWiki: for the tests of its pages and for the README's picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.chain import PASSWORD_VARIABLE, Tracker
from tests.services.mediawiki import MediaWiki
from tracker.config.example import config_text
from tracker.core.instants import parse_instant
from tracker.demo.show import ANSWERS, demo_options
from tracker.demo.site import DemoSite
from tracker.demo.story import FORTNIGHT, read_story


def instant(text: str) -> datetime:
    """An instant of the story: ``03-04 10:30``."""
    return parse_instant(f"2026-{text.replace(' ', 'T')}:00Z")


class Fortnight:
    """The demo's blog, and a tracker that keeps pages on a real wiki."""

    def __init__(self, wiki: MediaWiki, folder: Path, ticks: Sequence[datetime]) -> None:
        self.wiki = wiki
        self.ticks = ticks
        self.tracker = Tracker(folder, ticks[0], {PASSWORD_VARIABLE: wiki.bot_password})

    def follow(self) -> Iterator[dict[str, Any]]:
        """Tick at each instant and yield the report; then the story's people decide what the demo lets them decide."""
        with DemoSite(read_story(FORTNIGHT), self.ticks[0]) as site:
            self._open(site)
            for now in self.ticks:
                self.tracker.now = site.now = now
                yield self.tracker.tick()
                self._decide()

    def _open(self, site: DemoSite) -> None:
        wiki = {
            "backend": "mwclient",
            "url": self.wiki.api_url,
            "account": self.wiki.bot_name,
            "password_env": PASSWORD_VARIABLE,
            "pause_seconds": "0",
        }
        options = demo_options(site.url, self.tracker.now) | {("wiki", name): value for name, value in wiki.items()}
        self.tracker.config.write_text(config_text(options), encoding="utf-8")
        draft = self.tracker.folder / "opening.jsonl"
        draft.write_text(self.tracker.must("opening").out, encoding="utf-8")
        self.tracker.must("archive", "import", str(draft))
        self.tracker.must("pages", "--create", "--yes")

    def _decide(self) -> None:
        for asked in self.tracker.must("questions", "--json").said:
            topic = asked["id"].partition(":")[0]
            if topic in ANSWERS:
                answer, by, why = ANSWERS[topic]
                self.tracker.must("decide", asked["id"], answer, "--by", by, "--why", why)
