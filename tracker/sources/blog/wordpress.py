"""WordPress: its REST interface where that is open, else its pages, with its feeds as the hint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tracker.core.instants import iso
from tracker.core.nesting import read_json
from tracker.core.observation import ReadingWarning, canonical_json
from tracker.sources.blog.feed import feed_hint
from tracker.sources.blog.markup import (
    Bounds,
    Page,
    classes,
    first_having,
    having_id,
    inner_html,
    mark_of,
    read_fragment,
    read_html,
    read_page,
    text_of,
    without,
)
from tracker.sources.blog.reading import (
    Code,
    CommentReading,
    EngineMemory,
    Hint,
    ListedPost,
    Month,
    MonthReading,
    PostReading,
    ReadPost,
    RosterReading,
    SubjectReading,
    warning,
)
from tracker.sources.blog.roster import roster_entries
from tracker.sources.blog.wordpress_pages import (
    WordPressConfig,
    body_of,
    comment_page_numbers,
    has_next_listing,
    is_comment,
    is_entry,
    is_right_page,
    listed_post,
    page_comments,
    page_post,
    raw_of,
    read_post,
    slug_of,
    title_links,
)
from tracker.sources.http import OK, Fetched, Fetcher

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

PAGE_SIZE = 100
"""The most things that the REST interface gives in one answer."""

MAX_PAGES = 50
CLOSED_NOTE = "rest_closed_at"
CLOSED = frozenset({401, 403, 404})
FOUND_OR_GONE = frozenset({OK, 404, 410})
POST_FIELDS = "id,slug,link,title,content,date_gmt,modified_gmt,author,_links,_embedded"
COMMENT_FIELDS = "id,post,author,author_name,date_gmt,content,link"


class WordPress:
    """Reads a WordPress blog (the ``BlogEngine`` port)."""

    subjects_at_once = 20

    def __init__(self, config: WordPressConfig, fetcher: Fetcher) -> None:
        self._config = config
        self._base = config.base_url.rstrip("/")
        self._fetcher = fetcher
        self.settings = canonical_json(asdict(config))
        self.hint_places: Sequence[str] = tuple(f"{self._base}{path}" for path in config.feed_paths)

    def hint(self, place: str, memory: EngineMemory, *, conditional: bool) -> Hint:
        """Read the feed of posts or of comments."""
        return feed_hint(self._fetcher, place, memory, slug_of, self._config.bounds, conditional=conditional)

    def subjects(self, wanted: Mapping[str, str], memory: EngineMemory) -> Iterator[SubjectReading]:
        """Read posts and their comments together by REST, else page by page."""
        query = {"slug": ",".join(wanted), "_fields": POST_FIELDS, "_embed": "author,wp:term"}
        posts = self._rest("posts", query, memory)
        if posts is None:
            for slug, url in wanted.items():
                yield self._page_subject(slug, url or f"{self._base}/{slug}/")
            return
        yield from self._rest_subjects(list(wanted), posts, memory)

    def read_again(self, post: PostReading, raw: Mapping[str, Any], warnings: list[ReadingWarning]) -> ReadPost:
        """Category, status and texts of a post by the settings of today, out of what was told of it at a look."""
        return read_post(post, raw, self._config, warnings)

    def month(self, month: Month, memory: EngineMemory) -> MonthReading:
        """List a month's posts by REST, else from its archive pages."""
        around = {"after": _edge(month, -1), "before": _edge(month.next, 1)}
        query = {**around, "orderby": "date", "order": "asc", "_fields": "id,slug,link,date_gmt"}
        answer = self._rest("posts", query, memory)
        if answer is None:
            return self._page_month(month)
        listed = [
            ListedPost(post["slug"], post["slug"], post["link"], "")
            for post in answer.things
            if Month.of(_gmt(post["date_gmt"])) == month
        ]
        return MonthReading(tuple(listed), answer.is_complete)

    def roster(self) -> tuple[RosterReading | None, tuple[ReadingWarning, ...]]:
        """Read the list of players from its page."""
        if not self._config.roster_url:
            return None, ()
        fetched = self._fetcher.get(self._config.roster_url)
        page = read_page(fetched, self._config.bounds)
        found = self._roster_in(page.root, fetched.asked_at, fetched.answered_at)
        if not page.is_whole:
            return None, (*page.warnings, warning(Code.ROSTER_EMPTY, fetched.url, "the page is not whole"))
        kept = replace(found, mark=mark_of(page.root, is_entry), content=partial(without, page.root, is_comment))
        if found.entries:
            return kept, page.warnings
        text = f"no player in #{self._config.roster_id} of a whole page"
        return kept, (*page.warnings, warning(Code.ROSTER_EMPTY, fetched.url, text))

    def roster_again(self, content: str, looked_at: datetime) -> RosterReading | None:
        """The list of players by the settings of today, out of what its page showed at a look; None where there is none."""
        found = self._roster_in(read_html(content), looked_at, looked_at)
        return found if found.entries else None

    def _roster_in(self, root: Element, asked_at: datetime, answered_at: datetime) -> RosterReading:
        listing, idle = (
            self._roster_list(root, name) for name in (self._config.roster_id, self._config.idle_roster_id)
        )
        entries = list(roster_entries(listing)) if listing is not None else []
        if entries and idle is not None:
            entries += list(roster_entries(idle, are_idle=True))
        return RosterReading(tuple(entries), idle is not None, asked_at, answered_at)

    def is_gone(self, slug: str, posted_at: datetime, memory: EngineMemory) -> bool:
        """Whether the posts of its month, read wholly, are without it."""
        month = self.month(Month.of(posted_at), memory)
        return month.is_complete and all(listed.slug != slug for listed in month.listed)

    def _roster_list(self, root: Element, name: str) -> Element | None:
        if not name:
            return None
        by_id = having_id(root, name)
        return by_id if by_id is not None else first_having(root, (name,))

    # --- REST

    def _rest(self, path: str, query: Mapping[str, str], memory: EngineMemory) -> _Answer | None:
        """Everything that a REST collection holds for a query; None where the interface is closed, or was once.

        None too for an answer without its total, which WordPress always gives, and for one that is empty: caches and plugins
        answer so for things that are there, and the pages tell.
        """
        things: list[dict[str, Any]] = []
        asked_at: datetime | None = None
        for number in range(1, MAX_PAGES + 1) if self._is_rest_open(memory) else ():
            numbered = {**query, "per_page": str(PAGE_SIZE), "page": str(number)}
            fetched = self._fetcher.get(
                f"{self._base}/wp-json/wp/v2/{path}?{urlencode(numbered)}", accept={OK} | CLOSED
            )
            found = _json_list(fetched)
            if fetched.status in CLOSED:
                memory.notes[CLOSED_NOTE] = iso(fetched.asked_at)
            total = fetched.headers.get("x-wp-total", "")
            if not found or not total.isdecimal():
                return None
            things += found
            asked_at = asked_at or fetched.asked_at
            if len(things) >= int(total) or number == MAX_PAGES:
                return _Answer(tuple(things), int(total), asked_at, fetched.answered_at)
        return None

    def _is_rest_open(self, memory: EngineMemory) -> bool:
        return self._config.rest == "auto" and CLOSED_NOTE not in memory.notes

    def _rest_subjects(self, slugs: Sequence[str], posts: _Answer, memory: EngineMemory) -> Iterator[SubjectReading]:
        found = {str(post.get("slug", "")): post for post in posts.things}
        ids = [str(found[slug]["id"]) for slug in slugs if slug in found]
        query = {"post": ",".join(ids), "order": "asc", "orderby": "id", "_fields": COMMENT_FIELDS}
        comments = self._rest("comments", query, memory) if ids else replace(posts, things=(), held=0)
        for slug in slugs:
            nothing = SubjectReading(slug, posts.asked_at, posts.answered_at)
            if comments is None:
                yield self._page_subject(slug, str(found.get(slug, {}).get("link", f"{self._base}/{slug}/")))
            elif slug in found:
                yield self._rest_subject(found[slug], comments, replace(nothing, answered_at=comments.answered_at))
            else:
                yield replace(nothing, is_missing=posts.is_complete)

    def _rest_subject(self, post: Mapping[str, Any], comments: _Answer, nothing: SubjectReading) -> SubjectReading:
        url = str(post.get("link", ""))
        warnings: list[ReadingWarning] = []
        try:
            bounds = self._config.bounds
            told, raw = _rest_post(post, bounds)
            read = read_post(told, raw, self._config, warnings)
            # One beyond the bounds is told whole, so that whoever takes it in sees that nobody reads it.
            post_read = replace(read.post, body=told.body) if told.body else read.post
            about = [_rest_comment(comment, bounds) for comment in comments.things if comment["post"] == post["id"]]
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            problem = warning(Code.UNREADABLE, url, f"the REST answer has no {error}")
            return replace(nothing, warnings=(problem,))
        if not comments.is_complete:
            text = f"{len(comments.things)} of {comments.held} comments read"
            warnings.append(warning(Code.COMMENTS_INCOMPLETE, url, text))
        return replace(
            nothing,
            post=post_read,
            status=read.status,
            comments=tuple(sorted(about, key=lambda comment: (comment.posted_at, int(comment.number)))),
            warnings=tuple(warnings),
            is_complete=comments.is_complete and read.is_complete,
            is_shown_whole=comments.is_complete,
            raw=raw,
        )

    # --- pages

    def _page_subject(self, slug: str, url: str) -> SubjectReading:
        fetched = self._fetcher.get(url, accept=FOUND_OR_GONE)
        page = read_page(fetched, self._config.bounds)
        nothing = SubjectReading(slug, fetched.asked_at, fetched.answered_at, warnings=page.warnings)
        if fetched.status != OK:
            return replace(nothing, is_missing="error404" in classes(body_of(page)))
        warnings = list(page.warnings)
        if not is_right_page(page, slug, warnings):
            return replace(nothing, warnings=tuple(warnings), is_missing=page.is_whole)
        told = page_post(page, slug, url, warnings)
        if told is None:
            return replace(nothing, warnings=tuple(warnings))
        read = read_post(*told, self._config, warnings)
        pages, answered_at, are_right = self._comment_pages(page, slug, url, fetched.answered_at, warnings)
        comments, are_all = page_comments(pages, url, warnings)
        return replace(
            nothing,
            answered_at=answered_at,
            post=read.post,
            status=read.status,
            comments=comments,
            warnings=tuple(warnings),
            is_complete=are_right and are_all and read.is_complete,
            is_shown_whole=are_right and are_all,
            raw=told[1],
        )

    def _comment_pages(
        self, first: Page, slug: str, url: str, answered_at: datetime, warnings: list[ReadingWarning]
    ) -> tuple[list[Page], datetime, bool]:
        """All pages of a post's comments; the first one shows one of the numbered pages, often the last."""
        own, others = comment_page_numbers(first, slug)
        wanted = sorted(set(range(1, max(others, default=0) + 1)) - own)[:MAX_PAGES]
        pages, are_right = [first], True
        for number in wanted:
            fetched = self._fetcher.get(f"{url.rstrip('/')}/comment-page-{number}/")
            page = read_page(fetched, self._config.bounds)
            warnings += page.warnings
            answered_at = fetched.answered_at
            is_right = is_right_page(page, slug, warnings)
            are_right = are_right and is_right
            pages += [page] if is_right else []
        return pages, answered_at, are_right

    def _page_month(self, month: Month) -> MonthReading:
        url = f"{self._base}/{month.year:04}/{month.number:02}/"
        listed: dict[str, ListedPost] = {}
        warnings: list[ReadingWarning] = []
        is_complete = True
        for number in range(1, MAX_PAGES + 1):
            fetched = self._fetcher.get(url if number == 1 else f"{url}page/{number}/", accept=FOUND_OR_GONE)
            page = read_page(fetched, self._config.bounds)
            warnings += page.warnings
            found = [] if fetched.status != OK else [listed_post(link) for link in title_links(page)]
            listed.update({post.slug: post for post in found if post.slug})
            is_complete = is_complete and page.is_whole and (bool(found) or "error404" in classes(body_of(page)))
            if not found or not has_next_listing(page, number):
                break
        return MonthReading(tuple(reversed(listed.values())), is_complete, tuple(warnings))


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a REST collection answered, all pages together; ``held`` is the number that it said it holds."""

    things: tuple[dict[str, Any], ...]
    held: int
    asked_at: datetime
    answered_at: datetime

    @property
    def is_complete(self) -> bool:
        """Whether as many different things came as there are."""
        return len({thing.get("id") for thing in self.things}) == self.held


# --- REST


def _json_list(fetched: Fetched) -> list[dict[str, Any]] | None:
    if fetched.status != OK:
        return None
    try:
        found = read_json(fetched.content)
    except ValueError:
        return None
    return found if isinstance(found, list) and all(isinstance(thing, dict) for thing in found) else None


def _gmt(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _edge(month: Month, days: int) -> str:
    """A day around a month's beginning: the site's own zone decides which posts it dates into the month."""
    return (datetime(month.year, month.number, 1, tzinfo=UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S")


def _rest_post(post: Mapping[str, Any], bounds: Bounds) -> tuple[PostReading, dict[str, Any]]:
    """A post as an answer tells it, with what settings read of it; one beyond the bounds with its whole text, which nobody reads."""
    embedded = post["_embedded"]
    terms = [str(term["slug"]) for group in embedded.get("wp:term", []) for term in group]
    read = PostReading(
        slug=str(post["slug"]),
        url=str(post["link"]),
        category="",
        title=text_of(read_fragment(post["title"]["rendered"], bounds)),
        author=str(embedded["author"][0]["name"]),
        member_id=str(post["author"]),
        body="",
        posted_at=_gmt(post["date_gmt"]),
        edited_at=_gmt(post["modified_gmt"]),
    )
    content = str(post["content"]["rendered"])
    if len(content) > bounds.longest:
        return replace(read, body=content), raw_of(read.title, terms, read_fragment("", bounds))
    return read, raw_of(read.title, terms, read_fragment(content, bounds))


def _rest_comment(comment: Mapping[str, Any], bounds: Bounds) -> CommentReading:
    content = str(comment["content"]["rendered"])
    return CommentReading(
        author=text_of(read_fragment(comment["author_name"], bounds)),
        body=content if len(content) > bounds.longest else inner_html(read_fragment(content, bounds)),
        posted_at=_gmt(comment["date_gmt"]),
        member_id=str(comment["author"] or ""),
        url=str(comment.get("link", "")),
        number=str(int(comment["id"])),
    )
