"""WordPress: its REST interface where that is open, else its pages, with its feeds as the hint."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode, urljoin, urlsplit

from tracker.core.instants import iso
from tracker.core.nesting import read_json
from tracker.core.observation import ReadingWarning, canonical_json
from tracker.sources.blog.dates import resolution_time
from tracker.sources.blog.feed import feed_hint
from tracker.sources.blog.markup import (
    USUAL_BOUNDS,
    Bounds,
    Page,
    classes,
    first_having,
    having_id,
    inner_html,
    mark_of,
    path_parts,
    read_fragment,
    read_html,
    read_page,
    remove,
    text_of,
    text_with_breaks,
    without,
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
    ReadPost,
    RosterReading,
    StatusReading,
    SubjectReading,
    warning,
)
from tracker.sources.blog.roster import roster_entries
from tracker.sources.http import OK, Fetched, Fetcher

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# --- the themes' markup, all in one place: block themes first, then the classic ones -------------------------------

TITLE_CLASSES = ("wp-block-post-title", "entry-title")
BODY_CLASSES = ("wp-block-post-content", "entry-content")
AUTHOR_CLASSES = ("wp-block-post-author__name", "wp-block-post-author-name", "author", "vcard")
DATE_CLASSES = ("wp-block-post-date", "entry-date", "posted-on")
COMMENT_NAME_CLASSES = ("wp-block-comment-author-name", "fn")
COMMENT_BODY_CLASSES = ("wp-block-comment-content", "comment-content")
POST_CLASS = re.compile(r"post-(\d+)")
POST_TYPE = "type-post"
COMMENT_ID = re.compile(r"comment-(\d+)")
COMMENT_PAGE = re.compile(r"comment-page-(\d+)")
COUNT_CLASSES = ("wp-block-comments-title", "comments-title")
TERM_RELATIONS = frozenset({"tag", "category"})
TERM_PATHS = frozenset({"tag", "category"})

PAGE_SIZE = 100
"""The most things that the REST interface gives in one answer."""

MAX_PAGES = 50
CLOSED_NOTE = "rest_closed_at"
CLOSED = frozenset({401, 403, 404})
FOUND_OR_GONE = frozenset({OK, 404, 410})
POST_FIELDS = "id,slug,link,title,content,date_gmt,modified_gmt,author,_links,_embedded"
COMMENT_FIELDS = "id,post,author,author_name,date_gmt,content,link"


@dataclass(frozen=True, slots=True)
class WordPressConfig:
    """How a WordPress blog is laid out.

    ``base_url``: the blog's address without a final slash. ``rest``: whether to use its REST interface where that is open
    (``auto``: tried until it is found closed, and again by a resync) or never. ``feed_paths``: feeds that take turns as the hint, below ``base_url``.
    ``categories``: slug of a category or tag -> category of posts. ``statuses``: slug of a category or tag -> status.
    ``open_status``: the status of a categorised post that has none of these.
    ``note_class``: class of the element within a post in which admins write; ``flavour_class``: of its flavour.
    ``roster_url``: the page that shows the list of players, nothing if there is none; ``roster_id``: id or class of the
    list on it; ``idle_roster_id``: id or class of its list of idle players, if it has one. ``bounds``: how much is read.
    """

    base_url: str
    rest: Literal["auto", "never"] = "auto"
    feed_paths: tuple[str, ...] = ("/feed/", "/comments/feed/")
    categories: Mapping[str, str] = field(
        default_factory=lambda: {
            "proposal": "Proposal",
            "call-for-judgement": "Call for Judgement",
            "call-for-judgment": "Call for Judgement",
            "declaration-of-victory": "Declaration of Victory",
            "ascension-address": "Ascension Address",
            "story-post": "Story Post",
        }
    )
    statuses: Mapping[str, str] = field(
        default_factory=lambda: {
            "open": "open",
            "enacted": "Enacted",
            "failed": "Failed",
            "vetoed": "Vetoed",
            "illegal": "Illegal",
        }
    )
    open_status: str = "open"
    note_class: str = "admin-note"
    flavour_class: str = "flavour"
    roster_url: str = ""
    roster_id: str = "players"
    idle_roster_id: str = ""
    bounds: Bounds = USUAL_BOUNDS


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
        return _read(post, raw, self._config, warnings)

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
        kept = replace(found, mark=mark_of(page.root, _is_entry), content=partial(without, page.root, _is_comment))
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
            read = _read(told, raw, self._config, warnings)
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
            return replace(nothing, is_missing="error404" in classes(_body(page)))
        warnings = list(page.warnings)
        if not _is_right(page, slug, warnings):
            return replace(nothing, warnings=tuple(warnings), is_missing=page.is_whole)
        told = _page_post(page, slug, url, warnings)
        if told is None:
            return replace(nothing, warnings=tuple(warnings))
        read = _read(*told, self._config, warnings)
        pages, answered_at, are_right = self._comment_pages(page, slug, url, fetched.answered_at, warnings)
        comments, are_all = _page_comments(pages, url, warnings)
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
        own, others = _comment_page_numbers(first, slug)
        wanted = sorted(set(range(1, max(others, default=0) + 1)) - own)[:MAX_PAGES]
        pages, are_right = [first], True
        for number in wanted:
            fetched = self._fetcher.get(f"{url.rstrip('/')}/comment-page-{number}/")
            page = read_page(fetched, self._config.bounds)
            warnings += page.warnings
            answered_at = fetched.answered_at
            is_right = _is_right(page, slug, warnings)
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
            found = [] if fetched.status != OK else [_listed(link) for link in _title_links(page)]
            listed.update({post.slug: post for post in found if post.slug})
            is_complete = is_complete and page.is_whole and (bool(found) or "error404" in classes(_body(page)))
            if not found or not _has_next_listing(page, number):
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


def slug_of(url: str) -> str:
    """The slug in the address of a post, of a page of its comments or of one comment."""
    parts = path_parts(url)
    while parts and (COMMENT_PAGE.fullmatch(parts[-1]) or parts[-1] == "feed"):
        parts.pop()
    return parts[-1] if parts else ""


# --- what REST and pages have in common


def _read(
    post: PostReading, raw: Mapping[str, Any], config: WordPressConfig, warnings: list[ReadingWarning]
) -> ReadPost:
    """The post with its content taken apart (text, flavour, admin's note) and its category and status by its terms."""
    content, terms = read_fragment(str(raw["content"]), config.bounds), raw["words"]
    note, resolved_at = _taken_note(content, config.note_class)
    flavour = "".join(inner_html(part) for part in _taken(content, config.flavour_class))
    categories = [category for slug, category in config.categories.items() if slug in terms]
    category: Category = tuple(categories) if len(categories) > 1 else "".join(categories)
    read = replace(post, body=inner_html(content), flavour=flavour, category=category, filed=tuple(terms))
    statuses = [status for slug, status in config.statuses.items() if slug in terms]
    if len(statuses) > 1:
        warnings.append(warning(Code.MARKUP_CHANGED, post.url, f"{len(statuses)} statuses: {', '.join(statuses)}"))
        return ReadPost(read, None, is_complete=False)
    if not statuses and not categories:
        return ReadPost(read, None, is_complete=True)
    status = StatusReading("".join(statuses) or config.open_status, note, resolved_at)
    return ReadPost(read, status, is_complete=True)


def _raw(title: str, terms: Sequence[str], content: Element) -> dict[str, Any]:
    """What a post's page or answer shows of it that settings read."""
    return {"title": title, "words": sorted(set(terms)), "content": inner_html(content)}


def _taken(content: Element, name: str) -> list[Element]:
    """The elements of a class, taken out of the content."""
    found = [element for element in content.iter("*") if name in classes(element) and element is not content]
    for element in found:
        remove(element)
    return found


def _taken_note(content: Element, name: str) -> tuple[str, datetime | None]:
    """The admin's note, taken out of the content, and the time that it tells."""
    lines = [line for part in _taken(content, name) for line in text_with_breaks(part).splitlines()]
    times = [at for at in map(resolution_time, lines) if at is not None]
    told = [line for line in lines if resolution_time(line) is None]
    return "\n".join(told), times[-1] if times else None


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
        return replace(read, body=content), _raw(read.title, terms, read_fragment("", bounds))
    return read, _raw(read.title, terms, read_fragment(content, bounds))


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


# --- pages


def _body(page: Page) -> Element:
    return next(page.root.iter("body"), page.root)


def _is_user_text(element: Element) -> bool:
    named = (name for above in element.iterancestors() for name in classes(above))
    return any(name in BODY_CLASSES or name in COMMENT_BODY_CLASSES for name in named)


def _is_comment(element: Element) -> bool:
    return not set(COMMENT_BODY_CLASSES).isdisjoint(classes(element))


def _is_entry(element: Element) -> bool:
    """Whether an element may be an entry of a list of players, whichever list is one."""
    return any(each.tag in ("li", "a") for each in (element, *element.iterancestors()))


def _is_right(page: Page, slug: str, warnings: list[ReadingWarning]) -> bool:
    """Whether a page is that of the post: by its canonical link, else by the address that answered."""
    canonical = [link.get("href") or "" for link in page.root.iter("link") if link.get("rel") == "canonical"]
    shown = slug_of((canonical or [page.url])[0])
    if shown == slug and "single" in classes(_body(page)):
        return True
    if shown == slug and "page" in classes(_body(page)):
        # A page of the site's own, to which words of welcome may link: it is no post, and nothing is wrong.
        return False
    code = Code.WRONG_PAGE if shown != slug else Code.UNREADABLE
    warnings.append(warning(code, page.url, f"asked for {slug}, the page is that of {shown or 'nothing'}"))
    return False


def _page_post(
    page: Page, slug: str, url: str, warnings: list[ReadingWarning]
) -> tuple[PostReading, dict[str, Any]] | None:
    title, content = _own(page, TITLE_CLASSES), _own(page, BODY_CLASSES)
    author, posted_at = _own(page, AUTHOR_CLASSES), _page_time(page)
    is_cut = not page.is_whole and not _has_comment_section(page)
    if title is None or content is None or author is None or posted_at is None or is_cut:
        warnings.append(warning(Code.MARKUP_CHANGED, url, "title, text, author or time of the post not found"))
        return None
    read = PostReading(slug, url, "", text_of(title), text_of(author), "", posted_at)
    return read, _raw(read.title, _page_terms(page), content)


def _own(page: Page, names: Sequence[str]) -> Element | None:
    """The first element of a class that is the page's own post's, and no other's that is shown beside it."""
    having = (element for element in page.root.iter("*") if not set(names).isdisjoint(classes(element)))
    return next((element for element in having if not _is_of_another(page, element)), None)


def _is_of_another(page: Page, element: Element) -> bool:
    """Whether an element stands in what is marked as another post, or as a page, than the one that the page is of."""
    own = {name.removeprefix("postid-") for name in classes(_body(page)) if name.startswith("postid-")}
    numbers = (POST_CLASS.fullmatch(name) for above in element.iterancestors() for name in classes(above))
    return bool(own) and any(found[1] not in own for found in numbers if found)


def _has_comment_section(page: Page) -> bool:
    return next(_comment_items(page), None) is not None or having_id(page.root, "comments") is not None


def _page_time(page: Page) -> datetime | None:
    """The time in the post's date element: an ISO instant with its offset."""
    dated = _own(page, DATE_CLASSES)
    return None if dated is None else _time_in(dated)


def _time_in(element: Element) -> datetime | None:
    for time in element.iter("time"):
        try:
            return datetime.fromisoformat(time.get("datetime") or "").astimezone(UTC)
        except ValueError:
            continue
    return None


def _page_terms(page: Page) -> list[str]:
    """The slugs of the categories and tags that the page links to outside of what people wrote."""
    found = []
    for link in page.root.iter("a"):
        parts = path_parts(link.get("href") or "")
        is_term = not TERM_RELATIONS.isdisjoint((link.get("rel") or "").split()) and not TERM_PATHS.isdisjoint(parts)
        if is_term and not _is_user_text(link) and not _is_of_another(page, link):
            found.append(parts[-1])
    return found


def _comment_items(page: Page) -> Iterator[Element]:
    for element in page.root.iter("li", "div"):
        is_comment = COMMENT_ID.fullmatch(element.get("id") or "") and "comment" in classes(element)
        if is_comment and not _is_user_text(element):
            yield element


def _comment_page_numbers(page: Page, slug: str) -> tuple[set[int], set[int]]:
    """Which of the numbered comment pages this page shows, by its comments' own links; and all that it links to."""
    own: set[int] = set()
    linked: set[int] = set()
    for link in page.root.iter("a"):
        href = link.get("href") or ""
        found = COMMENT_PAGE.search(urlsplit(href).path)
        if found and slug_of(href) == slug and not _is_user_text(link):
            linked.add(int(found[1]))
            own |= {int(found[1])} if COMMENT_ID.fullmatch(urlsplit(href).fragment) else set()
    return own, linked


def _page_comments(
    pages: Sequence[Page], url: str, warnings: list[ReadingWarning]
) -> tuple[tuple[CommentReading, ...], bool]:
    """The comments of all pages, oldest first, and whether those are all."""
    found: dict[str, CommentReading] = {}
    is_complete = all(page.is_whole for page in pages)
    for page in pages:
        items = list(_comment_items(page))
        for item in items if page.is_whole else items[:-1]:
            comment = _page_comment(item, url)
            if comment is None:
                warnings.append(warning(Code.MARKUP_CHANGED, page.url, f"{item.get('id')} without name, text or time"))
                is_complete = False
                continue
            found.setdefault(comment.number, comment)
    shown = _comment_count(pages[0])
    if shown is not None and shown != len(found):
        warnings.append(warning(Code.MARKUP_CHANGED, url, f"the page says {shown} comments, {len(found)} found"))
        is_complete = False
    ordered = sorted(found.values(), key=lambda comment: (comment.posted_at, int(comment.number)))
    return tuple(ordered), is_complete


def _page_comment(item: Element, url: str) -> CommentReading | None:
    name, body = first_having(item, COMMENT_NAME_CLASSES), first_having(item, COMMENT_BODY_CLASSES)
    posted_at = _time_in(item)
    if name is None or body is None or posted_at is None or not text_of(name):
        return None
    number = (item.get("id") or "").removeprefix("comment-")
    return CommentReading(text_of(name), inner_html(body), posted_at, "", _comment_link(item, url), number)


def _comment_link(item: Element, url: str) -> str:
    """A comment's own address as its page links to it, which is that of the REST interface; else its place on the post's page."""
    fragment = item.get("id") or ""
    links = (link.get("href") or "" for link in item.iter("a") if not _is_user_text(link))
    own = (link for link in links if urlsplit(link).fragment == fragment)
    return urljoin(url, next(own, f"#{fragment}"))


def _comment_count(page: Page) -> int | None:
    """The number in the heading above the comments ("12 responses to", "One thought on"), if there is one."""
    heading = first_having(page.root, COUNT_CLASSES)
    if heading is None:
        return 0 if next(_comment_items(page), None) is None else None
    found = re.match(r"(\d+|one)\b", text_of(heading), re.IGNORECASE)
    if found is None:
        return None
    return int(found[1]) if found[1].isdecimal() else 1


def _title_links(page: Page) -> Iterator[Element]:
    """The links of the titles of a listing's posts, without those of what is marked to be no post."""
    for element in page.root.iter("h1", "h2", "h3"):
        types = {name for above in element.iterancestors() for name in classes(above) if name.startswith("type-")}
        if not set(TITLE_CLASSES).isdisjoint(classes(element)) and types <= {POST_TYPE}:
            yield from list(element.iter("a"))[:1]


def _listed(link: Element) -> ListedPost:
    url = link.get("href") or ""
    return ListedPost(slug_of(url), slug_of(url), url, "")


def _has_next_listing(page: Page, number: int) -> bool:
    following = str(number + 1)
    return any(path_parts(link.get("href") or "")[-2:] == ["page", following] for link in page.root.iter("a"))
