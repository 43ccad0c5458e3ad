"""What a blog's pages say, as values: posts, comments, statuses, rosters and listings, with what could not be read."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Protocol

from tracker.core.observation import Observation, ReadingWarning

Category = str | tuple[str, ...]
"""The category's name, nothing for a plain post, or several names where the post is in several."""


class Code(StrEnum):
    """The kinds of warnings that reading a blog can give."""

    CATEGORY_DISAGREES = "CATEGORY_DISAGREES"
    CLOCK_SKEW = "CLOCK_SKEW"
    COMMENTS_INCOMPLETE = "COMMENTS_INCOMPLETE"
    DATE_ORDER_UNKNOWN = "DATE_ORDER_UNKNOWN"
    DATE_SHIFTED = "DATE_SHIFTED"
    DUPLICATE_SLUG = "DUPLICATE_SLUG"
    ENCODING = "ENCODING"
    FEED_GAP = "FEED_GAP"
    FEED_MALFORMED = "FEED_MALFORMED"
    MARKUP_CHANGED = "MARKUP_CHANGED"
    POST_GONE = "POST_GONE"
    POST_TIME_CHANGED = "POST_TIME_CHANGED"
    ROSTER_COUNT = "ROSTER_COUNT"
    ROSTER_EMPTY = "ROSTER_EMPTY"
    TRUNCATED = "TRUNCATED"
    UNREACHABLE = "UNREACHABLE"
    UNREADABLE = "UNREADABLE"
    WRONG_PAGE = "WRONG_PAGE"


MEANINGS: Mapping[Code, str] = {
    Code.CATEGORY_DISAGREES: "a post's title names a category that the page does not put it in",
    Code.CLOCK_SKEW: "a time shown contradicts the instant at which we looked",
    Code.COMMENTS_INCOMPLETE: "not every comment could be read; none is taken to be gone",
    Code.DATE_ORDER_UNKNOWN: "comment dates could be day first or month first; the comments were not recorded",
    Code.DATE_SHIFTED: "a time before 2015 is shown some hours early; an interval was recorded",
    Code.DUPLICATE_SLUG: "two different posts have one address; only the one known before was recorded",
    Code.ENCODING: "bytes that are not in the page's encoding were read as Windows-1252",
    Code.FEED_GAP: "the feed has nothing in common with the last one; the months between were read again",
    Code.FEED_MALFORMED: "the feed is not well formed; what could be read of it was used",
    Code.MARKUP_CHANGED: "the page does not have the parts that this engine's pages have",
    Code.POST_GONE: "a post is not at its address any more, and could not be shown to be gone",
    Code.POST_TIME_CHANGED: "a post shows another time of posting than before; the first one was kept",
    Code.ROSTER_COUNT: "the list of players and the number beside it differ; the list was not recorded",
    Code.ROSTER_EMPTY: "no player could be read from the list of players; nothing was recorded",
    Code.TRUNCATED: "the page breaks off before its end",
    Code.UNREACHABLE: "a page could not be fetched",
    Code.UNREADABLE: "an answer is no page of this engine",
    Code.WRONG_PAGE: "the site answered with another page than the one asked for; nothing was recorded",
}
"""What each warning means for what was recorded."""


ROSTER_CODES = frozenset({Code.ROSTER_COUNT, Code.ROSTER_EMPTY})
"""The warnings that there is no list of players to be had."""


def warning(code: Code, place: str, text: str) -> ReadingWarning:
    """A warning about a place (URL): what it means for what was recorded, and in words of its own what was seen."""
    return ReadingWarning(code.value, place, f"{MEANINGS[code]}: {text}")


@dataclass(frozen=True, slots=True)
class PostReading:
    """A post as its page shows it; ``body`` and ``flavour`` are HTML, ``edited_at`` is the engine's own last edit.

    ``filed`` are the words under which the blog files it, out of which settings make categories.
    """

    slug: str
    url: str
    category: Category
    title: str
    author: str
    body: str
    posted_at: datetime
    member_id: str = ""
    flavour: str = ""
    edited_at: datetime | None = None
    filed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommentReading:
    """A comment as its page shows it; ``number`` is the engine's own id, where it has one."""

    author: str
    body: str
    posted_at: datetime
    member_id: str = ""
    url: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class StatusReading:
    """What an admin set: the status, the note as text, and when, where that is told.

    With ``not_before`` it was some time from then to ``resolved_at``, else at ``resolved_at``.
    """

    status: str
    note: str = ""
    resolved_at: datetime | None = None
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReadPost:
    """A post with its status, as settings read them; ``is_complete`` is false where the status could not be told."""

    post: PostReading
    status: StatusReading | None
    is_complete: bool


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """One line of the list of players; ``is_emperor`` is None where the blog does not mark one."""

    name: str
    member_id: str = ""
    is_idle: bool = False
    is_admin: bool = False
    is_emperor: bool | None = None


@dataclass(frozen=True, slots=True)
class RosterReading:
    """The list of players as seen; ``lists_idle`` says that idle players are on it too.

    ``mark`` tells one arrangement of names on the page from another, ``content`` gives the page without what people wrote;
    out of that it can be read again. No entries: the settings found none.
    """

    entries: tuple[RosterEntry, ...]
    lists_idle: bool
    asked_at: datetime
    answered_at: datetime
    mark: str = ""
    content: Callable[[], str] = str


@dataclass(frozen=True, slots=True)
class SubjectReading:
    """One post with everything about it, as read between ``asked_at`` and ``answered_at``.

    ``is_complete`` says that the post, its status and all of its comments were read. ``is_missing`` says that the blog
    answered without the post; only ``BlogEngine.is_gone`` makes that certain. ``is_answered`` is false where no answer came.
    ``raw`` is what the page itself shows, out of which settings make category, status and texts; ``is_shown_whole`` says
    that all of it and all comments were read, whatever settings make of it.
    """

    slug: str
    asked_at: datetime
    answered_at: datetime
    post: PostReading | None = None
    comments: tuple[CommentReading, ...] = ()
    status: StatusReading | None = None
    roster: RosterReading | None = None
    warnings: tuple[ReadingWarning, ...] = ()
    is_complete: bool = False
    is_missing: bool = False
    is_answered: bool = True
    raw: Mapping[str, Any] = field(default_factory=dict)
    is_shown_whole: bool = False


@dataclass(frozen=True, slots=True)
class ListedPost:
    """A post as a listing or a feed tells of it: enough to see that something changed, never enough to archive."""

    key: str
    slug: str
    url: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What one cheap request told: the posts listed, newest first, and perhaps the roster."""

    listed: tuple[ListedPost, ...]
    asked_at: datetime
    is_unchanged: bool = False
    roster: RosterReading | None = None
    warnings: tuple[ReadingWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class MonthReading:
    """The posts of one month, oldest first; ``is_complete`` says that the month's list was read wholly."""

    listed: tuple[ListedPost, ...]
    is_complete: bool
    warnings: tuple[ReadingWarning, ...] = ()


class BlogEngine(Protocol):
    """What the blog source asks of each engine; the same contract suite runs on all."""

    hint_places: Sequence[str]
    """The cheap pages that take turns as the hint, one a tick: feeds, or the front page."""

    subjects_at_once: int
    """How many posts are best asked for together."""

    settings: str
    """The settings by which pages are read, as text: where they change, what was read is read anew."""

    def hint(self, place: str, memory: EngineMemory, *, conditional: bool) -> Hint:
        """Ask a hint place with one request; ``conditional`` lets the server answer that nothing changed."""
        ...

    def subjects(self, wanted: Mapping[str, str], memory: EngineMemory) -> Iterable[SubjectReading]:
        """Read posts in full, given slug -> URL (or nothing), in as few requests as the engine can."""
        ...

    def read_again(self, post: PostReading, raw: Mapping[str, Any], warnings: list[ReadingWarning]) -> ReadPost:
        """Category, status and texts of a post by the settings of today, out of what its page showed at a look."""
        ...

    def roster_again(self, content: str, looked_at: datetime) -> RosterReading | None:
        """The list of players by the settings of today, out of what its page showed at a look; None where there is none."""
        ...

    def month(self, month: Month, memory: EngineMemory) -> MonthReading:
        """List the posts of a month."""
        ...

    def roster(self) -> tuple[RosterReading | None, tuple[ReadingWarning, ...]]:
        """Read the list of players, where it did not come with the pages already."""
        ...

    def is_gone(self, slug: str, posted_at: datetime, memory: EngineMemory) -> bool:
        """Whether the blog, read wholly, has no such post."""
        ...


class EngineMemory(Protocol):
    """What an engine may remember from one tick to the next; it lives in the cursor."""

    validators: dict[str, tuple[str, str]]
    """By URL: ETag and Last-Modified."""

    notes: dict[str, str]
    """Words of the engine's own; a resync forgets them."""


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A calendar month in UTC."""

    year: int
    number: int

    @classmethod
    def of(cls, instant: datetime) -> Month:
        """The month of an instant."""
        return cls(instant.year, instant.month)

    @classmethod
    def parse(cls, text: str) -> Month:
        """Read ``2019-10``; raises ValueError where it is no month."""
        year, _, number = text.partition("-")
        month = cls(int(year), int(number))
        if not (1 <= month.number <= 12 and 1000 <= month.year <= 9999):
            raise ValueError(f"{text!r} is no month; write 2019-10")
        return month

    @property
    def next(self) -> Month:
        """The month after."""
        return Month(self.year + self.number // 12, self.number % 12 + 1)

    @property
    def previous(self) -> Month:
        """The month before."""
        return Month(self.year - (self.number == 1), (self.number - 2) % 12 + 1)

    @property
    def begins_at(self) -> datetime:
        """Its first instant."""
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    def until(self, last: Month) -> list[Month]:
        """This month and those after it, up to and with ``last``."""
        count = (last.year - self.year) * 12 + last.number - self.number + 1
        return [Month(self.year + (self.number - 1 + i) // 12, (self.number - 1 + i) % 12 + 1) for i in range(count)]

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"


def folded(name: str) -> str:
    """A name as it is compared: letter case, blanks and composed letters make no difference."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def without_badge(shown: str) -> str:
    """A name without the free text that the blog shows after a colon: ``Kevan: City he/him`` is Kevan."""
    return " ".join(shown.partition(":")[0].split())


def seen_observations(reading: SubjectReading, source: str) -> list[Observation]:
    """The reading as observations at first sight: post, status and comments."""
    seen: list[Observation] = []
    if reading.post is not None:
        seen.append(_post(reading.post, source))
    if reading.status is not None:
        seen.append(_status(reading.slug, reading.status, source))
    return seen + list(_comments(reading.slug, reading.comments, source))


def post_id(slug: str) -> str:
    """The stable id of a post's observation."""
    return f"post:{slug}"


def status_id(slug: str) -> str:
    """The stable id of a post's status."""
    return f"status:{slug}"


def telling_id(slug: str) -> str:
    """The stable id of the rows that say whether settings tell a post's status."""
    return f"look:{status_id(slug)}"


def _post(post: PostReading, source: str) -> Observation:
    payload: dict[str, Any] = {
        "slug": post.slug,
        "url": post.url,
        "category": post.category if isinstance(post.category, str) else list(post.category),
        "title": post.title,
        "author": post.author,
        "body": post.body,
        "flavour": post.flavour,
        "member_id": post.member_id,
        "filed": list(post.filed),
    }
    told = {name: value for name, value in payload.items() if value or name not in {"flavour", "member_id", "filed"}}
    return Observation("post", post_id(post.slug), told, at=post.posted_at, source=source)


def _status(slug: str, status: StatusReading, source: str) -> Observation:
    payload = {"slug": slug, "status": status.status, **({"note": status.note} if status.note else {})}
    told = Observation("post_status", status_id(slug), payload, source=source)
    if status.not_before is None:
        return replace(told, at=status.resolved_at)
    return replace(told, not_before=status.not_before, not_after=status.resolved_at)


def _comments(slug: str, comments: Iterable[CommentReading], source: str) -> Iterator[Observation]:
    equals: Counter[str] = Counter()
    for comment in comments:
        key = f"{slug}:{comment.member_id or folded(comment.author)}:{comment.posted_at:%Y-%m-%dT%H:%M:%SZ}"
        equals[key] += 1
        payload = {"post": slug, "author": comment.author, "body": comment.body}
        payload.update({"member_id": comment.member_id} if comment.member_id else {})
        payload.update({"url": comment.url} if comment.url else {})
        number = comment.number or f"{key}:{equals[key]}"
        yield Observation("comment", f"comment:{number}", payload, at=comment.posted_at, source=source)
