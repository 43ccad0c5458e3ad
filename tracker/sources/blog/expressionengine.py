"""ExpressionEngine as BlogNomic uses it: its post pages, month archives, front page and feed, each read as the source wants it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from tracker.core.observation import ReadingWarning, canonical_json
from tracker.errors import SourceUnreadableError
from tracker.sources.blog.expressionengine_blocks import ROSTER_ID, is_user_text, own_by_id
from tracker.sources.blog.expressionengine_pages import ExpressionEngineConfig, ExpressionEnginePages
from tracker.sources.blog.feed import feed_hint
from tracker.sources.blog.markup import (
    Page,
    path_parts,
    read_html,
    read_page,
)
from tracker.sources.blog.reading import (
    ROSTER_CODES,
    Code,
    EngineMemory,
    Hint,
    Month,
    MonthReading,
    PostReading,
    ReadPost,
    RosterReading,
    SubjectReading,
    warning,
)
from tracker.sources.http import OK, Fetched, Fetcher

if TYPE_CHECKING:
    pass

PAGE_PART = re.compile(r"P\d+")
MAX_PAGES = 50
"""How many further pages of one post or month are followed at most."""

FOUND_OR_GONE = frozenset({OK, 404, 410})


class ExpressionEngine:
    """Reads an ExpressionEngine blog page by page (the ``BlogEngine`` port)."""

    subjects_at_once = 1

    def __init__(self, config: ExpressionEngineConfig, fetcher: Fetcher) -> None:
        """Raises ConfigError where ``emperor_xpath`` is no XPath."""
        self._config = config
        self._fetcher = fetcher
        self._pages = ExpressionEnginePages(config)
        self._base = config.base_url.rstrip("/")
        self.hint_places: Sequence[str] = config.feed_urls or (f"{self._base}/",)
        self.settings = canonical_json(asdict(config))

    def hint(self, place: str, memory: EngineMemory, *, conditional: bool) -> Hint:
        """Read a feed, or the front page with the roster beside it."""
        if place not in self._config.feed_urls:
            return self._front_page(place)
        return feed_hint(self._fetcher, place, memory, self._pages.slug, self._config.bounds, conditional=conditional)

    def subjects(self, wanted: Mapping[str, str], memory: EngineMemory) -> Iterator[SubjectReading]:
        """Read each post's page, and the further pages of its comments."""
        return (self._subject(slug) for slug in wanted)

    def month(self, month: Month, memory: EngineMemory) -> MonthReading:
        """Read a month's archive and its further pages."""
        path = [f"{month.year:04}", f"{month.number:02}"]
        url = f"{self._base}/{path[0]}/{path[1]}/"
        first = self._read(self._fetcher.get(url, accept=FOUND_OR_GONE))
        pages = [first, *(page for page, _ in self._continued(first, path))]
        warnings = [warning for page in pages for warning in page.warnings]
        blocks = [block for page in pages for block in self._pages.blocks(page)]
        is_right = any(block.day is not None and Month(block.day.year, block.day.month) == month for block in blocks)
        is_empty = all(block.day is None for block in blocks) and own_by_id(first.root, ROSTER_ID) is not None
        if not is_right and not is_empty:
            code = Code.WRONG_PAGE if blocks else Code.UNREADABLE
            warnings.append(warning(code, url, f"{len(blocks)} posts on the page, none under a day of {month}"))
        listed = self._pages.listed(blocks, url, warnings) if is_right else []
        is_complete = (is_right or is_empty) and all(page.is_whole for page in pages)
        return MonthReading(tuple(reversed(listed)), is_complete, tuple(warnings))

    def roster(self) -> tuple[RosterReading | None, tuple[ReadingWarning, ...]]:
        """Read the list of players from the front page."""
        url = f"{self._base}/"
        hint = self._front_page(url)
        if hint.roster is not None or any(found.code in ROSTER_CODES for found in hint.warnings):
            return hint.roster, hint.warnings
        return None, (*hint.warnings, warning(Code.ROSTER_EMPTY, url, "the page breaks off"))

    def is_gone(self, slug: str, posted_at: datetime, memory: EngineMemory) -> bool:
        """Whether the archive of the post's month, read wholly, lists other posts but not this one."""
        month = self.month(Month.of(posted_at), memory)
        # A month without any post may as well be markup that we cannot read any more.
        return month.is_complete and bool(month.listed) and all(listed.slug != slug for listed in month.listed)

    def _read(self, fetched: Fetched) -> Page:
        return read_page(fetched, self._config.bounds)

    def _front_page(self, url: str) -> Hint:
        fetched = self._fetcher.get(url)
        page = self._read(fetched)
        warnings = list(page.warnings)
        roster = self._pages.roster(page, fetched, warnings)
        blocks = self._pages.blocks(page)
        if not blocks and roster is None:
            raise SourceUnreadableError(
                "neither posts nor players on the page", place=url, remedy="check the blog's address"
            )
        listed = self._pages.listed(blocks, url, warnings)
        return Hint(tuple(listed), fetched.asked_at, roster=roster, warnings=tuple(warnings))

    def _subject(self, slug: str) -> SubjectReading:
        first = self._fetcher.get(self._pages.url(slug), accept=FOUND_OR_GONE)
        page = self._read(first)
        warnings = list(page.warnings)
        roster = self._pages.roster(page, first, warnings)
        nothing = SubjectReading(slug, first.asked_at, first.answered_at, roster=roster)
        block = self._pages.right_block(page, slug, warnings)
        post = None if block is None else self._pages.post(block, warnings)
        if block is None or post is None:
            # An error page has no sidebar; a real page without the post says that the blog does not show it.
            is_missing = block is None and (first.status != OK or roster is not None)
            return replace(nothing, warnings=tuple(warnings), is_missing=is_missing)
        pages, answered_at, are_right = self._further_pages(page, first, slug, warnings)
        read = self._pages.read(post, block.raw, warnings)
        comments, are_all = self._pages.comments(pages, post, answered_at, warnings)
        return replace(
            nothing,
            answered_at=answered_at,
            post=read.post,
            status=read.status,
            comments=comments,
            warnings=tuple(warnings),
            is_complete=are_right and are_all and read.is_complete,
            is_shown_whole=are_right and are_all,
            raw=block.raw,
        )

    def read_again(self, post: PostReading, raw: Mapping[str, Any], warnings: list[ReadingWarning]) -> ReadPost:
        """Category and status of a post by the settings of today, out of what its page showed at a look."""
        return self._pages.read(post, raw, warnings)

    def roster_again(self, content: str, looked_at: datetime) -> RosterReading | None:
        """The list of players by the settings of today, out of what its page showed at a look; None where there is none."""
        return self._pages.roster_in(read_html(content), looked_at)

    def _further_pages(
        self, page: Page, first: Fetched, slug: str, warnings: list[ReadingWarning]
    ) -> tuple[list[Page], datetime, bool]:
        """All pages of a post's comments, when the last of them was answered, and whether each is the post's."""
        pages, answered_at = [page], first.answered_at
        further = self._continued(page, [self._config.archive_path, slug])
        for more, fetched in further:
            warnings += more.warnings
            answered_at = fetched.answered_at
            pages += [more] if self._pages.right_block(more, slug, warnings) is not None else []
        return pages, answered_at, len(pages) == len(further) + 1

    def _continued(self, first: Page, path: Sequence[str]) -> list[tuple[Page, Fetched]]:
        """The pages that continue a page: those with its path and a part such as P100 that it or they link to."""
        found: list[tuple[Page, Fetched]] = []
        waiting, known = _continuations(first, path), set()
        while waiting and len(found) < MAX_PAGES:
            part = min(waiting, key=lambda part: int(part[1:]))
            known.add(part)
            fetched = self._fetcher.get(waiting[part])
            page = self._read(fetched)
            found.append((page, fetched))
            waiting = {part: url for part, url in (waiting | _continuations(page, path)).items() if part not in known}
        return found


def _continuations(page: Page, path: Sequence[str]) -> dict[str, str]:
    """The last part of each link's path (P100) -> its address, for links to further pages of a path."""
    found: dict[str, str] = {}
    for link in page.root.iter("a"):
        parts = path_parts(link.get("href") or "")
        if parts[-len(path) - 1 : -1] == list(path) and PAGE_PART.fullmatch(parts[-1]) and not is_user_text(link):
            found[parts[-1]] = urljoin(page.url, link.get("href") or "")
    return found
