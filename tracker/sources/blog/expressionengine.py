"""ExpressionEngine as BlogNomic uses it: post pages, month archives, the sidebar and the feed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin

from tracker.core.observation import ReadingWarning, canonical_json
from tracker.errors import ConfigError, SourceUnreadableError
from tracker.sources.blog.dates import (
    LARGEST_SHIFT,
    SHIFTED_BEFORE,
    NumericDate,
    Order,
    day_heading,
    day_within,
    numeric_date,
    order_of,
    resolution_time,
    time_of_day,
)
from tracker.sources.blog.feed import feed_hint
from tracker.sources.blog.markup import (
    USUAL_BOUNDS,
    Bounds,
    Page,
    classes,
    first_having,
    having_class,
    inner_html,
    mark_of,
    outer_html,
    path_parts,
    read_html,
    read_page,
    text_of,
    text_with_breaks,
    texts_outside,
    without,
)
from tracker.sources.blog.reading import (
    ROSTER_CODES,
    Category,
    Code,
    CommentReading,
    EngineMemory,
    Hint,
    ListedPost,
    Month,
    MonthReading,
    PostReading,
    ReadPost,
    RosterEntry,
    RosterReading,
    StatusReading,
    SubjectReading,
    warning,
    without_badge,
)
from tracker.sources.blog.roster import member_id, number_shown, roster_entries, with_emperors
from tracker.sources.http import OK, Fetched, Fetcher

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
USER_TEXT_CLASSES = (*BODY_CLASSES, *FLAVOUR_CLASSES, COMMENT_BODY_CLASS)
ROSTER_ID = "PlayerList"
COMMENT_COUNT = re.compile(r"Comments?\s*\(\s*(\d+)\s*\)", re.IGNORECASE)
PAGE_PART = re.compile(r"P\d+")
FORM_FIELDS = ("RET", "URI", "url_title")
"""Hidden fields of the comment form that name the entry."""

DAY_TAGS = ("h1", "h2", "h4", "h5", "h6", "div", "p", "span")
EMPEROR_REMEDY = 'write for example //*[@id="emperor"]//a'

COMMENTS_A_PAGE = 100
"""How many comments the engine shows on one page by default."""

MAX_PAGES = 50
"""How many further pages of one post or month are followed at most."""

FOUND_OR_GONE = frozenset({OK, 404, 410})


@dataclass(frozen=True, slots=True)
class ExpressionEngineConfig:
    """How an ExpressionEngine blog is laid out.

    ``base_url``: the blog's address without a final slash.
    ``archive_path``: the path under which posts stand: ``archive`` for /archive/SLUG.
    ``feed_urls``: feeds that take turns as the hint; without any the front page is read instead.
    ``statuses``: word in the class of a post's heading -> status, as admins call it.
    ``class_categories``: word in the class of a post's heading -> category; it decides where it is known.
    ``prefix_categories``: word before the colon of a title -> category, for categories that no class tells.
    ``idle_list_id``: id of the sidebar's list of idle players; without it, falling off the list is idling.
    ``emperor_xpath``: XPath to the elements whose text names the emperor; without it nothing is said of emperors.
    ``bounds``: how much of a page is read.
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
    bounds: Bounds = USUAL_BOUNDS


@dataclass(frozen=True, slots=True)
class Block:
    """One post on a page: its heading, the elements up to its footer, the footer, and the day heading above it."""

    slug: str
    heading: Element
    link: Element
    day: date | None
    parts: tuple[Element, ...] = ()
    footer: Element | None = None

    @property
    def words(self) -> set[str]:
        """The words of the heading's class, without letter case."""
        return {word.lower() for word in classes(self.heading)}

    @property
    def body(self) -> str:
        """The post's own text: the body element's, or else everything that is neither note nor flavour."""
        marked = [part for part in self.parts if _has_class(part, BODY_CLASSES)]
        if marked:
            return "".join(map(inner_html, marked))
        note = self.note
        others = [part for part in self.parts if part is not note and not _has_class(part, FLAVOUR_CLASSES)]
        return "".join(map(outer_html, others)).strip()

    @property
    def flavour(self) -> str:
        """The commentary below the text."""
        return "".join(inner_html(part) for part in self.parts if _has_class(part, FLAVOUR_CLASSES))

    @property
    def raw(self) -> dict[str, Any]:
        """What the page shows of the post that settings read: the words of the heading's class, the title, the admin's note."""
        note = {} if self.note is None else {"note": text_with_breaks(self.note)}
        return {"words": sorted(self.words - {TITLE_CLASS}), "title": text_of(self.link), **note}

    @property
    def note(self) -> Element | None:
        """The element in which the admin's note ends with "Adminned at"; the same words in the body are not it."""
        texts = (part for part in reversed(self.parts) if not _has_class(part, BODY_CLASSES + FLAVOUR_CLASSES))
        return next((part for part in texts if part.tag == "div" and resolution_time(text_of(part))), None)


@dataclass(frozen=True, slots=True)
class _RawComment:
    """A comment whose date still has two readings."""

    author: str
    member_id: str
    body: str
    date: NumericDate


class ExpressionEnginePages:
    """What stands on an ExpressionEngine blog's pages: pure parsing, without fetching."""

    def __init__(self, config: ExpressionEngineConfig) -> None:
        """Raises ConfigError where ``emperor_xpath`` is no XPath."""
        self._config = config
        self._base = config.base_url.rstrip("/")
        self._emperors = _compiled(config.emperor_xpath) if config.emperor_xpath else None
        self._prefixes = {name.casefold(): category for name, category in config.prefix_categories.items()}
        self._title_words = {TITLE_CLASS, *config.class_categories, *config.statuses}

    def url(self, slug: str) -> str:
        """The address of a post."""
        return f"{self._base}/{self._config.archive_path}/{quote(slug)}"

    def slug(self, url: str) -> str:
        """The slug in a post's address, or in that of its comments; nothing for any other address."""
        parts = path_parts(url)
        if self._config.archive_path not in parts:
            return ""
        return next(iter(parts[parts.index(self._config.archive_path) + 1 :]), "")

    # --- the posts on a page

    def blocks(self, page: Page) -> list[Block]:
        """Every post on a page, in the page's order.

        A heading that no class tells for a post's is one where a footer follows; a link in words of welcome has none.
        """
        found: list[Block] = []
        day: date | None = None
        for element in page.root.iter(HEADING_TAG, *DAY_TAGS):
            day = _day(element) or day
            link = self._title_link(element)
            if link is not None:
                found.append(Block(self.slug(link.get("href") or ""), element, link, day))
            elif found and _has_class(element, (FOOTER_CLASS,)) and not _is_user_text(element):
                found[-1] = replace(found[-1], footer=element, parts=_between(found[-1].heading, element))
        return [block for block in found if block.footer is not None or block.words & self._title_words]

    def _title_link(self, element: Element) -> Element | None:
        if element.tag != HEADING_TAG or _is_user_text(element):
            return None
        return next((link for link in element.iter("a") if self.slug(link.get("href") or "")), None)

    def listed(self, blocks: Sequence[Block], url: str, warnings: list[ReadingWarning]) -> list[ListedPost]:
        """The posts of a listing, each once, with a fingerprint of all that a listing shows of them."""
        listed: dict[str, ListedPost] = {}
        for block in blocks:
            post = ListedPost(block.slug, block.slug, self.url(block.slug), _fingerprint(block))
            if listed.setdefault(post.slug, post) != post:
                warnings.append(warning(Code.DUPLICATE_SLUG, url, f"two different posts at {post.slug}"))
        return list(listed.values())

    def right_block(self, page: Page, slug: str, warnings: list[ReadingWarning]) -> Block | None:
        """The post asked for, if the page is its page: by permalink, canonical link and comment form."""
        blocks = self.blocks(page)
        if not blocks:
            warnings.append(warning(Code.UNREADABLE, page.url, f"no post on the page of {slug}"))
            return None
        named = {self.slug(address) for address in _named_addresses(page.root)} - {""}
        shown = {block.slug for block in blocks}
        # Beside the post that a page names there may be one that the blog shows on every page.
        if (named or shown) != {slug} or slug not in shown:
            others = ", ".join(sorted((shown | named) - {slug})[:3])
            warnings.append(warning(Code.WRONG_PAGE, page.url, f"asked for {slug}, the page is that of {others}"))
            return None
        own = [block for block in blocks if block.slug == slug]
        if len(own) > 1:
            warnings.append(warning(Code.DUPLICATE_SLUG, page.url, f"{len(own)} posts at {slug}"))
            return None
        return own[0]

    # --- one post

    def post(self, block: Block, warnings: list[ReadingWarning]) -> PostReading | None:
        """The post of a block; None where its page does not tell who posted it and when."""
        url = self.url(block.slug)
        footer = text_of(block.footer) if block.footer is not None else ""
        day, at = block.day or day_within(footer), time_of_day(footer)
        author, member = _author(block.footer, footer)
        if day is None or at is None or not author:
            warnings.append(warning(Code.MARKUP_CHANGED, url, "author, day or time of the post not found"))
            return None
        return PostReading(
            slug=block.slug,
            url=url,
            category="",
            title=text_of(block.link),
            author=author,
            member_id=member,
            body=block.body,
            flavour=block.flavour,
            posted_at=datetime.combine(day, at, UTC),
        )

    def read(self, post: PostReading, raw: Mapping[str, Any], warnings: list[ReadingWarning]) -> ReadPost:
        """The post with its category, and its status, by the words of its heading, its title and the admin's note."""
        words, note = frozenset(map(str, raw["words"])), str(raw.get("note", ""))
        category = self._category(words, str(raw["title"]), post.url, warnings)
        read = replace(post, category=category, filed=tuple(sorted(words)))
        is_votable = any(word.lower() in words for word in self._config.class_categories)
        status = self._status(words, note, post.url, warnings, is_votable=is_votable)
        return ReadPost(read, status, status is not None or not is_votable)

    def _category(self, words: Collection[str], title: str, url: str, warnings: list[ReadingWarning]) -> Category:
        """By the heading's class; by the title's prefix only for what no class tells: a typed prefix is no category."""
        by_class = [category for word, category in self._config.class_categories.items() if word.lower() in words]
        by_prefix = self._prefixes.get(title.partition(":")[0].strip().casefold(), "") if ":" in title else ""
        is_typed = by_prefix in self._config.class_categories.values()
        if by_prefix and by_prefix not in by_class and (by_class or is_typed):
            text = f"titled {title[:80]!r}, but put into {by_class or 'no category'}"
            warnings.append(warning(Code.CATEGORY_DISAGREES, url, text))
        if not by_class:
            return "" if is_typed else by_prefix
        return by_class[0] if len(by_class) == 1 else tuple(by_class)

    def _status(
        self, words: Collection[str], note: str, url: str, warnings: list[ReadingWarning], *, is_votable: bool
    ) -> StatusReading | None:
        """The status with the admin's note; None where the heading's class shows none, or more than one.

        Where it names a category it must name a status too.
        """
        found = [status for word, status in self._config.statuses.items() if word.lower() in words]
        if len(found) != 1:
            if found or is_votable or note:
                text = f"the heading's class {' '.join(sorted(words))!r} names {len(found)} statuses"
                warnings.append(warning(Code.MARKUP_CHANGED, url, text))
            return None
        return _with_note(StatusReading(found[0]), note, url, warnings) if note else StatusReading(found[0])

    # --- comments

    def comments(
        self, pages: Sequence[Page], post: PostReading, looked_at: datetime, warnings: list[ReadingWarning]
    ) -> tuple[tuple[CommentReading, ...], bool]:
        """The comments on all pages of a post, and whether those are all that there are."""
        raw: list[_RawComment] = []
        are_readable = True
        for page in pages:
            found = [_raw_comment(block) for block in _comment_blocks(page)]
            raw += [comment for comment in found if comment is not None]
            if None in found:
                warnings.append(warning(Code.MARKUP_CHANGED, page.url, "a comment without name, text or date"))
                are_readable = False
        order = order_of([comment.date for comment in raw], post.posted_at, looked_at)
        if raw and order is None:
            text = "no number is above 12, and neither reading is clearly nearer to the post"
            warnings.append(warning(Code.DATE_ORDER_UNKNOWN, post.url, text))
            return (), False
        comments = tuple(_dated(comment, order or "day", post) for comment in raw)
        comments, are_counted = self._counted(comments, pages[-1], post, warnings)
        return comments, are_counted and are_readable and all(page.is_whole for page in pages)

    def _counted(
        self, comments: tuple[CommentReading, ...], page: Page, post: PostReading, warnings: list[ReadingWarning]
    ) -> tuple[tuple[CommentReading, ...], bool]:
        """Compare with the number that the page shows; if there are more than it says, none can be trusted."""
        shown = self._comment_count(page, post.slug)
        if shown is None and not comments and page.is_whole:
            warnings.append(warning(Code.MARKUP_CHANGED, post.url, "neither comments nor their number found"))
        if shown is None or shown == len(comments):
            return comments, bool(comments) or shown is not None
        is_paged = shown > len(comments) >= COMMENTS_A_PAGE
        code = Code.COMMENTS_INCOMPLETE if is_paged else Code.MARKUP_CHANGED
        warnings.append(warning(code, post.url, f"the page says {shown} comments, {len(comments)} found"))
        return (comments if len(comments) < shown else ()), False

    def _comment_count(self, page: Page, slug: str) -> int | None:
        for link in page.root.iter("a"):
            found = COMMENT_COUNT.search(text_of(link)) if self.slug(link.get("href") or "") == slug else None
            if found and not _is_user_text(link):
                return int(found[1])
        return None

    # --- the sidebar

    def roster(self, page: Page, fetched: Fetched, warnings: list[ReadingWarning]) -> RosterReading | None:
        """The sidebar's list of players; None, with a warning, where it is empty or its number does not fit."""
        if not page.is_whole:
            return None
        listing = _own_by_id(page.root, ROSTER_ID)
        if listing is None:
            warnings.append(warning(Code.ROSTER_EMPTY, page.url, f"no #{ROSTER_ID} on the page"))
            return None
        entries, idle = self._entries(page.root, listing)
        shown, active = number_shown(listing), [entry for entry in entries if not entry.is_idle]
        if not active or shown not in {None, len(active)}:
            code = Code.ROSTER_COUNT if active else Code.ROSTER_EMPTY
            warnings.append(warning(code, page.url, f"{len(active)} players listed, {shown} said"))
            return None
        mark = mark_of(page.root, partial(_is_name, frozenset(entry.name for entry in entries)))
        content = partial(without, page.root, _is_of_posts)
        return RosterReading(entries, idle, fetched.asked_at, fetched.answered_at, mark, content)

    def roster_in(self, root: Element, looked_at: datetime) -> RosterReading | None:
        """The list of players on a page that was kept; None where there is none."""
        listing = _own_by_id(root, ROSTER_ID)
        entries, idle = ((), False) if listing is None else self._entries(root, listing)
        return RosterReading(entries, idle, looked_at, looked_at) if entries else None

    def _entries(self, root: Element, listing: Element) -> tuple[tuple[RosterEntry, ...], bool]:
        """The players listed, and whether the idle ones have a list of their own."""
        entries = list(roster_entries(listing))
        idle = _own_by_id(root, self._config.idle_list_id) if self._config.idle_list_id else None
        if idle is not None:
            entries += roster_entries(idle, are_idle=True)
        return self._with_emperors(entries, root), idle is not None

    def _with_emperors(self, entries: Sequence[RosterEntry], root: Element) -> tuple[RosterEntry, ...]:
        if self._emperors is None:
            return tuple(entries)
        found: Any = self._emperors(root)
        elements = [part for part in found if not isinstance(part, str)]
        return with_emperors(entries, [text_of(element) for element in elements if not _is_user_text(element)])


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
        is_empty = all(block.day is None for block in blocks) and _own_by_id(first.root, ROSTER_ID) is not None
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
        if parts[-len(path) - 1 : -1] == list(path) and PAGE_PART.fullmatch(parts[-1]) and not _is_user_text(link):
            found[parts[-1]] = urljoin(page.url, link.get("href") or "")
    return found


def _has_class(element: Element, names: Sequence[str]) -> bool:
    return not set(names).isdisjoint(classes(element))


def _is_user_text(element: Element) -> bool:
    """Whether an element stands inside what a person wrote, where nothing is the page's own."""
    return any(_has_class(above, USER_TEXT_CLASSES) for above in element.iterancestors())


def _is_of_posts(element: Element) -> bool:
    """Whether an element holds what people wrote, or says of a post or comment who wrote it when."""
    return element.tag == HEADING_TAG or _has_class(element, (*USER_TEXT_CLASSES, COMMENT_CLASS, FOOTER_CLASS))


def _is_name(names: Collection[str], element: Element) -> bool:
    """Whether an element beside the posts names a player."""
    if not (member_id(element) or (element.text or "").strip().rstrip("* ") in names):
        return False
    return not any(map(_is_of_posts, (element, *element.iterancestors())))


def _own_by_id(root: Element, name: str) -> Element | None:
    """The page's own element of that id; anyone could write another into a comment."""
    return next(
        (element for element in root.iter("*") if element.get("id") == name and not _is_user_text(element)), None
    )


def _day(element: Element) -> date | None:
    """The date in a day heading."""
    text = (element.text or "").strip()
    return day_heading(text) if text[-4:].isdigit() and not _is_user_text(element) else None


def _between(heading: Element, footer: Element) -> tuple[Element, ...]:
    """The elements between a post's heading and its footer: children of the element that holds both."""
    holders = [footer, *footer.iterancestors()]
    start = next((element for element in [heading, *heading.iterancestors()] if element.getparent() in holders), None)
    if start is None:
        return ()
    return tuple(takewhile(lambda element: element not in holders, start.itersiblings("*")))


def _fingerprint(block: Block) -> str:
    content = [text_of(block.link), *sorted(block.words), *map(outer_html, block.parts)]
    content += [text_of(block.footer)] if block.footer is not None else []
    return hashlib.sha256("\n".join(content).encode()).hexdigest()[:16]


def _named_addresses(root: Element) -> Iterator[str]:
    """The addresses by which a page names itself: its canonical link and its comment form's fields."""
    for link in root.iter("link"):
        if "canonical" in (link.get("rel") or "").split() and not _is_user_text(link):
            yield link.get("href") or ""
    for hidden in root.iter("input"):
        if hidden.get("name") in FORM_FIELDS and not _is_user_text(hidden):
            yield hidden.get("value") or ""


def _author(footer: Element | None, text: str) -> tuple[str, str]:
    """The name and member id in ``posted by NAME at TIME UTC``."""
    links = [] if footer is None else [link for link in footer.iter("a") if member_id(link)]
    if links:
        return without_badge(text_of(links[0])), member_id(links[0])
    found = re.search(r"posted by (.+?)\s+at\s", text, re.IGNORECASE)
    return (without_badge(found[1]) if found else ""), ""


def _with_note(read: StatusReading, note: str, url: str, warnings: list[ReadingWarning]) -> StatusReading:
    lines = [line for line in note.splitlines() if resolution_time(line) is None]
    read = replace(read, note="\n".join(lines).strip())
    shown = resolution_time(" ".join(note.split()))
    if shown is None:
        return read
    if shown >= SHIFTED_BEFORE:
        return replace(read, resolved_at=shown)
    text = f"adminned at {shown:%Y-%m-%d %H:%M:%S}, which may be shown up to 8 hours early"
    warnings.append(warning(Code.DATE_SHIFTED, url, text))
    return replace(read, not_before=shown, resolved_at=shown + LARGEST_SHIFT)


def _comment_blocks(page: Page) -> list[Element]:
    """The comments of a page; without the last where the page breaks off, for that one may be cut."""
    blocks = [block for block in having_class(page.root, COMMENT_CLASS, "div") if not _is_user_text(block)]
    return blocks if page.is_whole else blocks[:-1]


def _raw_comment(block: Element) -> _RawComment | None:
    """The parts of a comment's block; None where one is missing."""
    body = first_having(block, (COMMENT_BODY_CLASS,))
    heading = next((element for element in block.iter(HEADING_TAG) if not _is_user_text(element)), None)
    if body is None or heading is None:
        return None
    link = next(heading.iter("a"), None)
    name = without_badge(text_of(heading if link is None else link))
    dates = [found for found in map(numeric_date, texts_outside(block, body)) if found is not None]
    if not name or not dates:
        return None
    return _RawComment(name, "" if link is None else member_id(link), inner_html(body), dates[-1])


def _dated(comment: _RawComment, order: Order, post: PostReading) -> CommentReading:
    posted_at = comment.date.read(order)
    return CommentReading(comment.author, comment.body, posted_at, comment.member_id, f"{post.url}#comments")


def _compiled(xpath: str) -> XPath:
    from lxml import etree

    try:
        compiled = etree.XPath(xpath)
        is_usable = isinstance(compiled(etree.Element("html")), list)
    except etree.XPathError as error:
        raise ConfigError(f"emperor_xpath is no XPath: {error}", remedy=EMPEROR_REMEDY) from error
    if not is_usable:
        raise ConfigError("emperor_xpath names no elements", remedy=EMPEROR_REMEDY)
    return compiled
