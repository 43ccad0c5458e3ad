"""ExpressionEngine as BlogNomic uses it: post pages, month archives, the sidebar and the feed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin

from tracker.core.observation import ReadingWarning
from tracker.errors import ConfigError, SourceUnreadableError
from tracker.sources.blog.dates import (
    LARGEST_SHIFT,
    SHIFTED_BEFORE,
    NumericDate,
    day_heading,
    day_within,
    numeric_date,
    order_of,
    resolution_time,
    time_of_day,
)
from tracker.sources.blog.feed import read_feed
from tracker.sources.blog.markup import (
    Page,
    classes,
    first_having,
    having_class,
    having_id,
    inner_html,
    outer_html,
    path_parts,
    read_page,
    text_of,
    text_with_breaks,
)
from tracker.sources.blog.reading import (
    Category,
    Code,
    CommentReading,
    EngineMemory,
    Hint,
    ListedPost,
    Month,
    MonthReading,
    PostReading,
    RosterReading,
    StatusReading,
    SubjectReading,
    warning,
    without_badge,
)
from tracker.sources.blog.roster import member_id, number_shown, roster_entries, with_emperors
from tracker.sources.http import Fetched, Fetcher, Validators

if TYPE_CHECKING:
    from lxml.etree import XPath
    from lxml.etree import _Element as Element

# --- the site's markup, all in one place ---------------------------------------------------------------------------

HEADING_TAG = "h3"
TITLE_CLASS = "post-title"
BODY_CLASSES = ("post-body",)
FLAVOUR_CLASSES = ("flavour", "flavor", "commentary")
FOOTER_CLASS = "post-footer"
COMMENT_CLASS = "comment"
COMMENT_BODY_CLASS = "commentbody"
ROSTER_ID = "PlayerList"
COMMENT_COUNT = re.compile(r"Comments?\s*\(\s*(\d+)\s*\)", re.IGNORECASE)
PAGE_PART = re.compile(r"P\d+")
FORM_FIELDS = ("RET", "URI", "url_title")
"""Hidden fields of the comment form that name the entry."""

DAY_TAGS = ("h1", "h2", "h4", "h5", "h6", "div", "p", "span")
MAX_PAGES = 50
FOUND_OR_GONE = frozenset({200, 404, 410})


@dataclass(frozen=True, slots=True)
class ExpressionEngineConfig:
    """How an ExpressionEngine blog is laid out.

    ``base_url``: the blog's address without a final slash.
    ``archive_path``: the path under which posts stand: ``archive`` for /archive/SLUG.
    ``feed_urls``: feeds that take turns as the hint; without any the front page is read instead.
    ``statuses``: word in the class of a post's heading -> status, as admins call it.
    ``open_statuses``: which of these statuses mean that the post is open to votes.
    ``class_categories``: word in the class of a post's heading -> category; it decides where it is known.
    ``prefix_categories``: word before the colon of a title -> category, for categories that no class tells.
    ``idle_list_id``: id of the sidebar's list of idle players; without it, falling off the list is idling.
    ``emperor_xpath``: XPath to the elements whose text names the emperor; without it nobody is marked.
    """

    base_url: str = "https://blognomic.com"
    archive_path: str = "archive"
    feed_urls: tuple[str, ...] = ()
    statuses: Mapping[str, str] = field(
        default_factory=lambda: {
            "open": "open",
            "enacted": "Enacted",
            "failed": "Failed",
            "vetoed": "Vetoed",
            "illegal": "Illegal",
        }
    )
    open_statuses: frozenset[str] = frozenset({"open"})
    class_categories: Mapping[str, str] = field(default_factory=lambda: {"proposal": "Proposal"})
    prefix_categories: Mapping[str, str] = field(
        default_factory=lambda: {
            "Proposal": "Proposal",
            "Call for Judgment": "Call for Judgement",
            "Call for Judgement": "Call for Judgement",
            "Declaration of Victory": "Declaration of Victory",
            "Ascension Address": "Ascension Address",
            "Story Post": "Story Post",
        }
    )
    idle_list_id: str = ""
    emperor_xpath: str = ""


@dataclass(frozen=True, slots=True)
class _Block:
    """One post on a page: its heading, the elements up to its footer, the footer, and the day heading above it."""

    heading: Element
    link: Element
    parts: tuple[Element, ...]
    footer: Element | None
    day: date | None

    @property
    def words(self) -> set[str]:
        """The words of the heading's class, without letter case."""
        return {word.lower() for word in classes(self.heading)}


@dataclass(frozen=True, slots=True)
class _RawComment:
    author: str
    member_id: str
    body: str
    date: NumericDate | None


class ExpressionEngine:
    """Reads an ExpressionEngine blog page by page (the ``BlogEngine`` port)."""

    subjects_at_once = 1

    def __init__(self, config: ExpressionEngineConfig, fetcher: Fetcher) -> None:
        """Raises ConfigError where ``emperor_xpath`` is no XPath."""
        self._config = config
        self._fetcher = fetcher
        self._base = config.base_url.rstrip("/")
        self._emperor_xpath = _compiled(config.emperor_xpath) if config.emperor_xpath else None
        self.hint_places: Sequence[str] = config.feed_urls or (f"{self._base}/",)

    # --- the port

    def hint(self, place: str, memory: EngineMemory, conditional: bool) -> Hint:
        """Read a feed, or the front page with the roster beside it."""
        if place not in self._config.feed_urls:
            return self._front_page(place)
        validators = Validators(*memory.validators.get(place, ("", ""))) if conditional else None
        fetched = self._fetcher.get(place, validators)
        if fetched.is_not_modified:
            return Hint((), fetched.asked_at, is_unchanged=True)
        listed, warnings = read_feed(fetched, self._slug)
        memory.validators[place] = (fetched.validators.etag, fetched.validators.last_modified)
        return Hint(listed, fetched.asked_at, warnings=tuple(warnings))

    def subjects(self, wanted: Mapping[str, str], memory: EngineMemory) -> Iterator[SubjectReading]:
        """Read each post's page, and the further pages of its comments."""
        return (self._subject(slug) for slug in wanted)

    def month(self, month: Month) -> MonthReading:
        """Read a month's archive and its further pages."""
        url = f"{self._base}/{month.year:04}/{month.number:02}/"
        pages = self._pages(url, [f"{month.year:04}", f"{month.number:02}"])
        blocks = [block for page in pages for block in self._blocks(page)]
        warnings = [warning for page in pages for warning in page.warnings]
        days = [block.day for block in blocks if block.day is not None]
        is_right = any(Month(day.year, day.month) == month for day in days)
        if blocks and not is_right:
            warnings.append(warning(Code.WRONG_PAGE, url, f"no day heading of {month} on the page"))
        if not blocks:
            warnings.append(warning(Code.MARKUP_CHANGED, url, "no post found in the month's archive"))
        listed = self._listed(blocks, url, warnings) if is_right else []
        is_complete = is_right and all(page.is_whole for page in pages)
        return MonthReading(tuple(reversed(listed)), is_complete, tuple(warnings))

    def roster(self) -> tuple[RosterReading | None, tuple[ReadingWarning, ...]]:
        """Read the list of players from the front page."""
        hint = self._front_page(f"{self._base}/")
        return hint.roster, hint.warnings

    def is_gone(self, slug: str, posted_at: datetime) -> bool:
        """Whether the archive of the post's month, read wholly, lists other posts but not this one."""
        month = self.month(Month.of(posted_at))
        return month.is_complete and all(listed.slug != slug for listed in month.listed)

    # --- listings

    def _front_page(self, url: str) -> Hint:
        fetched = self._fetcher.get(url)
        page = read_page(fetched)
        warnings = list(page.warnings)
        roster = self._roster(page, fetched, warnings)
        blocks = self._blocks(page)
        if not blocks and roster is None:
            raise SourceUnreadableError("neither posts nor players on the page", place=url, remedy="check base_url")
        listed = self._listed(blocks, url, warnings)
        return Hint(tuple(listed), fetched.asked_at, roster=roster, warnings=tuple(warnings))

    def _listed(self, blocks: Sequence[_Block], url: str, warnings: list[ReadingWarning]) -> list[ListedPost]:
        listed: dict[str, ListedPost] = {}
        for block in blocks:
            post = self._listed_post(block)
            if listed.setdefault(post.slug, post) != post:
                warnings.append(warning(Code.DUPLICATE_SLUG, url, f"two posts at {post.slug}"))
        return list(listed.values())

    def _listed_post(self, block: _Block) -> ListedPost:
        slug = self._slug(block.link.get("href") or "")
        content = [text_of(block.link), *sorted(block.words), *map(outer_html, block.parts)]
        content += [text_of(block.footer)] if block.footer is not None else []
        fingerprint = hashlib.sha256("\n".join(content).encode()).hexdigest()[:16]
        return ListedPost(slug, slug, self._url(slug), fingerprint)

    def _pages(self, url: str, path: Sequence[str]) -> list[Page]:
        """A page and the pages that continue it: same path, then a part such as P100."""
        first = read_page(self._fetcher.get(url))
        return [first, *(read_page(self._fetcher.get(more)) for more in _continued(first, path))]

    # --- a post's page

    def _subject(self, slug: str) -> SubjectReading:
        url = self._url(slug)
        first = self._fetcher.get(url, accept=FOUND_OR_GONE)
        page = read_page(first)
        warnings = list(page.warnings)
        roster = self._roster(page, first, warnings)
        block = self._right_block(page, slug, warnings)
        if block is None:
            found = SubjectReading(slug, first.asked_at, first.answered_at, roster=roster, is_missing=page.is_whole)
            return replace_warnings(found, warnings)
        pages = [page]
        last = first
        for more in _continued(page, [self._config.archive_path, slug]):
            last = self._fetcher.get(more)
            pages.append(self._continuing(last, slug, warnings))
        return self._read_subject(slug, block, pages, (first, last), roster, warnings)
