"""How an ExpressionEngine blog is laid out, and what stands on its pages: pure parsing, without fetching."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tracker.core.observation import ReadingWarning
from tracker.errors import ConfigError
from tracker.sources.blog.dates import (
    LARGEST_SHIFT,
    SHIFTED_BEFORE,
    Order,
    day_within,
    order_of,
    resolution_time,
    time_of_day,
)
from tracker.sources.blog.expressionengine_blocks import (
    COMMENT_COUNT,
    COMMENTS_A_PAGE,
    DAY_TAGS,
    FOOTER_CLASS,
    HEADING_TAG,
    ROSTER_ID,
    TITLE_CLASS,
    Block,
    RawComment,
    author_of,
    between,
    comment_blocks,
    day_of,
    fingerprint,
    has_class,
    is_of_posts,
    is_user_text,
    named_addresses,
    own_by_id,
    raw_comment,
)
from tracker.sources.blog.markup import (
    USUAL_BOUNDS,
    Bounds,
    Page,
    mark_of,
    path_parts,
    text_of,
    without,
)
from tracker.sources.blog.reading import (
    Category,
    Code,
    CommentReading,
    ListedPost,
    PostReading,
    ReadPost,
    RosterEntry,
    RosterReading,
    StatusReading,
    warning,
)
from tracker.sources.blog.roster import member_id, number_shown, roster_entries, with_emperors
from tracker.sources.http import Fetched

if TYPE_CHECKING:
    from lxml.etree import XPath
    from lxml.etree import _Element as Element

EMPEROR_REMEDY = 'write for example //*[@id="emperor"]//a'


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
            day = day_of(element) or day
            link = self._title_link(element)
            if link is not None:
                found.append(Block(self.slug(link.get("href") or ""), element, link, day))
            elif found and has_class(element, (FOOTER_CLASS,)) and not is_user_text(element):
                found[-1] = replace(found[-1], footer=element, parts=between(found[-1].heading, element))
        return [block for block in found if block.footer is not None or block.words & self._title_words]

    def _title_link(self, element: Element) -> Element | None:
        if element.tag != HEADING_TAG or is_user_text(element):
            return None
        return next((link for link in element.iter("a") if self.slug(link.get("href") or "")), None)

    def listed(self, blocks: Sequence[Block], url: str, warnings: list[ReadingWarning]) -> list[ListedPost]:
        """The posts of a listing, each once, with a fingerprint of all that a listing shows of them."""
        listed: dict[str, ListedPost] = {}
        for block in blocks:
            post = ListedPost(block.slug, block.slug, self.url(block.slug), fingerprint(block))
            if listed.setdefault(post.slug, post) != post:
                warnings.append(warning(Code.DUPLICATE_SLUG, url, f"two different posts at {post.slug}"))
        return list(listed.values())

    def right_block(self, page: Page, slug: str, warnings: list[ReadingWarning]) -> Block | None:
        """The post asked for, if the page is its page: by permalink, canonical link and comment form."""
        blocks = self.blocks(page)
        if not blocks:
            warnings.append(warning(Code.UNREADABLE, page.url, f"no post on the page of {slug}"))
            return None
        named = {self.slug(address) for address in named_addresses(page.root)} - {""}
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
        author, member = author_of(block.footer, footer)
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
        raw: list[RawComment] = []
        are_readable = True
        for page in pages:
            found = [raw_comment(block) for block in comment_blocks(page)]
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
            if found and not is_user_text(link):
                return int(found[1])
        return None

    # --- the sidebar

    def roster(self, page: Page, fetched: Fetched, warnings: list[ReadingWarning]) -> RosterReading | None:
        """The sidebar's list of players; None, with a warning, where it is empty or its number does not fit."""
        if not page.is_whole:
            return None
        listing = own_by_id(page.root, ROSTER_ID)
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
        content = partial(without, page.root, is_of_posts)
        return RosterReading(entries, idle, fetched.asked_at, fetched.answered_at, mark, content)

    def roster_in(self, root: Element, looked_at: datetime) -> RosterReading | None:
        """The list of players on a page that was kept; None where there is none."""
        listing = own_by_id(root, ROSTER_ID)
        entries, idle = ((), False) if listing is None else self._entries(root, listing)
        return RosterReading(entries, idle, looked_at, looked_at) if entries else None

    def _entries(self, root: Element, listing: Element) -> tuple[tuple[RosterEntry, ...], bool]:
        """The players listed, and whether the idle ones have a list of their own."""
        entries = list(roster_entries(listing))
        idle = own_by_id(root, self._config.idle_list_id) if self._config.idle_list_id else None
        if idle is not None:
            entries += roster_entries(idle, are_idle=True)
        return self._with_emperors(entries, root), idle is not None

    def _with_emperors(self, entries: Sequence[RosterEntry], root: Element) -> tuple[RosterEntry, ...]:
        if self._emperors is None:
            return tuple(entries)
        found: Any = self._emperors(root)
        elements = [part for part in found if not isinstance(part, str)]
        return with_emperors(entries, [text_of(element) for element in elements if not is_user_text(element)])


def _is_name(names: Collection[str], element: Element) -> bool:
    """Whether an element beside the posts names a player."""
    if not (member_id(element) or (element.text or "").strip().rstrip("* ") in names):
        return False
    return not any(map(is_of_posts, (element, *element.iterancestors())))


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


def _dated(comment: RawComment, order: Order, post: PostReading) -> CommentReading:
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
