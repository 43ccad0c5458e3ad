"""The demo's fortnight in a real MediaWiki: what `tracker demo` promises to show is there, as a reader's browser gets it."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import pytest

from tests.chain import PASSWORD_VARIABLE, Tracker
from tests.reading_pages import BOARD, EVIDENCE, PAGES, RESOLUTIONS, ROSTER, STATE, Row, ShownPage
from tests.services.mediawiki import MediaWiki
from tracker.config.example import config_text
from tracker.core.instants import parse_instant
from tracker.demo.show import demo_options
from tracker.demo.site import DemoSite
from tracker.demo.story import FORTNIGHT, read_story

MONTH = "Tracker/Evidence 2026-03"
TITLES = (*PAGES, MONTH)
EDITED_COMMENT = "comment-edit:comment:buoys:15:2026-03-08T12:00:00Z:1"


class Fortnight:
    """The demo's blog, followed into a real wiki; after each tick every page is kept as it was shown."""

    def __init__(self, wiki: MediaWiki, folder: Path) -> None:
        self.wiki = wiki
        self.story = read_story(FORTNIGHT)
        self.tracker = Tracker(folder, self.story.ticks[0], {PASSWORD_VARIABLE: wiki.bot_password})
        self.reports: dict[datetime, dict[str, object]] = {}
        self.edits: dict[datetime, int] = {}
        self._html: dict[datetime, Mapping[str, str]] = {}

    def follow(self) -> None:
        """Tick at each instant of the story, and once more, which has to change nothing."""
        with DemoSite(self.story, self.tracker.now) as site:
            self._open(site)
            for instant in self.story.ticks:
                self.tracker.now = site.now = instant
                self.reports[instant] = self.tracker.tick()
                self._html[instant] = {title: self.wiki.html(title) for title in TITLES}
                self.edits[instant] = self._edits_of_another_tick()
                if instant == parse_instant("2026-03-08T17:00:00Z"):
                    why = "The comment says plainly what its author wants."
                    self.tracker.must("decide", EDITED_COMMENT, "newest", "--by", "Tansy", "--why", why)

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

    def _edits_of_another_tick(self) -> int:
        self.wiki.forget_requests()
        self.tracker.tick()
        return sum(row["method"] == "POST" for row in self.wiki.requests())

    def page(self, when: str, title: str) -> ShownPage:
        """A page as it was shown after the tick of an instant (``03-04 10:30``)."""
        return ShownPage(self._html[parse_instant(f"2026-{when.replace(' ', 'T')}:00Z")][title])

    def matter(self, when: str, title: str) -> Row:
        """An open matter's row of the board."""
        return self.page(when, BOARD).board()[title]

    def done(self, title: str, when: str = "03-16 09:00") -> Row:
        """A resolved matter's row of the resolutions, by default at the end."""
        return self.page(when, RESOLUTIONS).resolutions()[title]


@pytest.fixture(scope="module")
def fortnight(mediawiki_server: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fortnight]:
    """The whole fortnight, followed once."""
    mediawiki_server.reset()
    followed = Fortnight(mediawiki_server, tmp_path_factory.mktemp("fortnight"))
    followed.follow()
    return followed
