"""A real MediaWiki as the contract suites see it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.contracts.wiki_world import WikiWorld
from tests.services.mediawiki import MediaWiki
from tracker.wiki.mediawiki_backend import MediaWikiBackend
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.mwclient_backend import MwclientWiki
from tracker.wiki.politeness import Patience

QUICK = Patience(attempts=3, first_wait=0.01, longest_wait=2.0)


class MediaWikiWorld(WikiWorld):
    """The real wiki; people use its API by themselves."""

    merges = True

    def __init__(self, server: MediaWiki) -> None:
        self.server = server
        self.wiki: MediaWikiBackend = self.another()
        self._now = datetime.now(UTC)

    def settings(self, **changes: Any) -> MediaWikiSettings:
        given = MediaWikiSettings(
            self.server.api_url, self.server.bot_name, self.server.bot_password, "admin@example.org", edit_pause=0
        )
        return replace(given, **{"patience": QUICK, **changes})

    def another(self, **changes: Any) -> MediaWikiBackend:
        return MwclientWiki(self.settings(**changes))

    def edit(self, title: str, text: str) -> int:
        return self.server.edit(title, text, "Ada")

    def delete(self, title: str) -> None:
        self.server.delete(title)

    def move(self, old: str, new: str) -> None:
        self.server.move(old, new)

    def later(self) -> None:
        self._now += timedelta(seconds=1)
        self.server.set_state(now=self._now)

    def upload(self, name: str, content: bytes) -> None:
        self.server.upload(name, content, "Ada")

    def delete_file(self, name: str) -> None:
        self.server.delete(f"File:{name}")

    def file(self, name: str) -> bytes | None:
        return self.server.file(name)

    def text(self, title: str) -> str | None:
        return self.server.text(title)

    def asked(self) -> list[str]:
        """What was asked of the wiki since `forget_requests`: the action, and what a query was about."""
        rows = [{**row["query"], **row["post"]} for row in self.server.requests()]
        return [":".join(row[name] for name in ("action", "prop", "type") if name in row) for row in rows]
