"""How a WordPress blog is laid out, and what stands on its pages: pure parsing, without fetching."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urljoin, urlsplit

from tracker.core.observation import ReadingWarning
from tracker.sources.blog.dates import resolution_time
from tracker.sources.blog.markup import (
    USUAL_BOUNDS,
    Bounds,
    Page,
    classes,
    first_having,
    having_id,
    inner_html,
    path_parts,
    read_fragment,
    remove,
    text_of,
    text_with_breaks,
)
from tracker.sources.blog.reading import (
    Category,
    Code,
    CommentReading,
    ListedPost,
    PostReading,
    ReadPost,
    StatusReading,
    warning,
)

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


def slug_of(url: str) -> str:
    """The slug in the address of a post, of a page of its comments or of one comment."""
    parts = path_parts(url)
    while parts and (COMMENT_PAGE.fullmatch(parts[-1]) or parts[-1] == "feed"):
        parts.pop()
    return parts[-1] if parts else ""


# --- what REST and pages have in common


def read_post(
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


def raw_of(title: str, terms: Sequence[str], content: Element) -> dict[str, Any]:
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


# --- pages


def body_of(page: Page) -> Element:
    """A page's body."""
    return next(page.root.iter("body"), page.root)


def _is_user_text(element: Element) -> bool:
    named = (name for above in element.iterancestors() for name in classes(above))
    return any(name in BODY_CLASSES or name in COMMENT_BODY_CLASSES for name in named)


def is_comment(element: Element) -> bool:
    """Whether an element holds what people wrote below a post."""
    return not set(COMMENT_BODY_CLASSES).isdisjoint(classes(element))


def is_entry(element: Element) -> bool:
    """Whether an element may be an entry of a list of players, whichever list is one."""
    return any(each.tag in ("li", "a") for each in (element, *element.iterancestors()))


def is_right_page(page: Page, slug: str, warnings: list[ReadingWarning]) -> bool:
    """Whether a page is that of the post: by its canonical link, else by the address that answered."""
    canonical = [link.get("href") or "" for link in page.root.iter("link") if link.get("rel") == "canonical"]
    shown = slug_of((canonical or [page.url])[0])
    if shown == slug and "single" in classes(body_of(page)):
        return True
    if shown == slug and "page" in classes(body_of(page)):
        # A page of the site's own, to which words of welcome may link: it is no post, and nothing is wrong.
        return False
    code = Code.WRONG_PAGE if shown != slug else Code.UNREADABLE
    warnings.append(warning(code, page.url, f"asked for {slug}, the page is that of {shown or 'nothing'}"))
    return False


def page_post(
    page: Page, slug: str, url: str, warnings: list[ReadingWarning]
) -> tuple[PostReading, dict[str, Any]] | None:
    """The post of a page, with what settings read of it; None where it does not tell who posted it and when."""
    title, content = _own(page, TITLE_CLASSES), _own(page, BODY_CLASSES)
    author, posted_at = _own(page, AUTHOR_CLASSES), _page_time(page)
    is_cut = not page.is_whole and not _has_comment_section(page)
    if title is None or content is None or author is None or posted_at is None or is_cut:
        warnings.append(warning(Code.MARKUP_CHANGED, url, "title, text, author or time of the post not found"))
        return None
    read = PostReading(slug, url, "", text_of(title), text_of(author), "", posted_at)
    return read, raw_of(read.title, _page_terms(page), content)


def _own(page: Page, names: Sequence[str]) -> Element | None:
    """The first element of a class that is the page's own post's, and no other's that is shown beside it."""
    having = (element for element in page.root.iter("*") if not set(names).isdisjoint(classes(element)))
    return next((element for element in having if not _is_of_another(page, element)), None)


def _is_of_another(page: Page, element: Element) -> bool:
    """Whether an element stands in what is marked as another post, or as a page, than the one that the page is of."""
    own = {name.removeprefix("postid-") for name in classes(body_of(page)) if name.startswith("postid-")}
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


def comment_page_numbers(page: Page, slug: str) -> tuple[set[int], set[int]]:
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


def page_comments(
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


def title_links(page: Page) -> Iterator[Element]:
    """The links of the titles of a listing's posts, without those of what is marked to be no post."""
    for element in page.root.iter("h1", "h2", "h3"):
        types = {name for above in element.iterancestors() for name in classes(above) if name.startswith("type-")}
        if not set(TITLE_CLASSES).isdisjoint(classes(element)) and types <= {POST_TYPE}:
            yield from list(element.iter("a"))[:1]


def listed_post(link: Element) -> ListedPost:
    """A post of a listing, by the link of its title."""
    url = link.get("href") or ""
    return ListedPost(slug_of(url), slug_of(url), url, "")


def has_next_listing(page: Page, number: int) -> bool:
    """Whether a listing goes on on a page after this one."""
    following = str(number + 1)
    return any(path_parts(link.get("href") or "")[-2:] == ["page", following] for link in page.root.iter("a"))
