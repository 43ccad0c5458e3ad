"""One look at a wiki's revision ids, shared by everything in a tick that asks for them before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tracker.core.ports import WikiPage, WikiReader, WikiRevision
from tracker.errors import WikiError


class SharedLook:
    """A wiki (the ``WikiReader`` port) whose revision ids are asked for once, in one batch, until ``begin`` is called again.

    Only what reads before the fold may use it: whoever writes asks the wiki itself.
    """

    def __init__(self, wiki: WikiReader) -> None:
        """Nothing is asked yet."""
        self._wiki = wiki
        self._wanted: tuple[str, ...] = ()
        self._known: dict[str, int | None] = {}
        self._failed: WikiError | None = None

    def begin(self, titles: Iterable[str]) -> None:
        """Forget the last look; the next one also asks for these titles."""
        self._wanted, self._known, self._failed = tuple(titles), {}, None

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        """The newest revision id of each page, from this tick's one look where that had it; a look that failed is not repeated."""
        if not set(titles) <= self._known.keys():
            if self._failed is not None:
                raise self._failed
            self._known |= self._asked(tuple(dict.fromkeys([*titles, *self._wanted])))
        return {title: self._known[title] for title in titles}

    def _asked(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        try:
            return self._wiki.revision_ids(titles)
        except WikiError as error:
            self._failed = error
            raise

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        """The wiki's own answer."""
        return self._wiki.fetch(titles)

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        """The wiki's own answer."""
        return self._wiki.revisions(title, after, limit)
