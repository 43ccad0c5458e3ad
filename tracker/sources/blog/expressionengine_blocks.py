"""The markup of an ExpressionEngine blog's pages: the block of a post, of a comment, and what of a page people wrote."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tracker.sources.blog.dates import (
    NumericDate,
    day_heading,
    numeric_date,
    resolution_time,
)
from tracker.sources.blog.markup import (
    Page,
    classes,
    first_having,
    having_class,
    inner_html,
    outer_html,
    text_of,
    text_with_breaks,
    texts_outside,
)
from tracker.sources.blog.reading import (
    without_badge,
)
from tracker.sources.blog.roster import member_id

if TYPE_CHECKING:
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
FORM_FIELDS = ("RET", "URI", "url_title")
"""Hidden fields of the comment form that name the entry."""

DAY_TAGS = ("h1", "h2", "h4", "h5", "h6", "div", "p", "span")

COMMENTS_A_PAGE = 100
"""How many comments the engine shows on one page by default."""


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
        marked = [part for part in self.parts if has_class(part, BODY_CLASSES)]
        if marked:
            return "".join(map(inner_html, marked))
        note = self.note
        others = [part for part in self.parts if part is not note and not has_class(part, FLAVOUR_CLASSES)]
        return "".join(map(outer_html, others)).strip()

    @property
    def flavour(self) -> str:
        """The commentary below the text."""
        return "".join(inner_html(part) for part in self.parts if has_class(part, FLAVOUR_CLASSES))

    @property
    def raw(self) -> dict[str, Any]:
        """What the page shows of the post that settings read: the words of the heading's class, the title, the admin's note."""
        note = {} if self.note is None else {"note": text_with_breaks(self.note)}
        return {"words": sorted(self.words - {TITLE_CLASS}), "title": text_of(self.link), **note}

    @property
    def note(self) -> Element | None:
        """The element in which the admin's note ends with "Adminned at"; the same words in the body are not it."""
        texts = (part for part in reversed(self.parts) if not has_class(part, BODY_CLASSES + FLAVOUR_CLASSES))
        return next((part for part in texts if part.tag == "div" and resolution_time(text_of(part))), None)


@dataclass(frozen=True, slots=True)
class RawComment:
    """A comment whose date still has two readings."""

    author: str
    member_id: str
    body: str
    date: NumericDate


def has_class(element: Element, names: Sequence[str]) -> bool:
    """Whether an element is of one of these classes."""
    return not set(names).isdisjoint(classes(element))


def is_user_text(element: Element) -> bool:
    """Whether an element stands inside what a person wrote, where nothing is the page's own."""
    return any(has_class(above, USER_TEXT_CLASSES) for above in element.iterancestors())


def is_of_posts(element: Element) -> bool:
    """Whether an element holds what people wrote, or says of a post or comment who wrote it when."""
    return element.tag == HEADING_TAG or has_class(element, (*USER_TEXT_CLASSES, COMMENT_CLASS, FOOTER_CLASS))


def own_by_id(root: Element, name: str) -> Element | None:
    """The page's own element of that id; anyone could write another into a comment."""
    return next(
        (element for element in root.iter("*") if element.get("id") == name and not is_user_text(element)), None
    )


def day_of(element: Element) -> date | None:
    """The date in a day heading."""
    text = (element.text or "").strip()
    return day_heading(text) if text[-4:].isdigit() and not is_user_text(element) else None


def between(heading: Element, footer: Element) -> tuple[Element, ...]:
    """The elements between a post's heading and its footer: children of the element that holds both."""
    holders = [footer, *footer.iterancestors()]
    start = next((element for element in [heading, *heading.iterancestors()] if element.getparent() in holders), None)
    if start is None:
        return ()
    return tuple(takewhile(lambda element: element not in holders, start.itersiblings("*")))


def fingerprint(block: Block) -> str:
    """What stands for all that a listing shows of a post."""
    content = [text_of(block.link), *sorted(block.words), *map(outer_html, block.parts)]
    content += [text_of(block.footer)] if block.footer is not None else []
    return hashlib.sha256("\n".join(content).encode()).hexdigest()[:16]


def named_addresses(root: Element) -> Iterator[str]:
    """The addresses by which a page names itself: its canonical link and its comment form's fields."""
    for link in root.iter("link"):
        if "canonical" in (link.get("rel") or "").split() and not is_user_text(link):
            yield link.get("href") or ""
    for hidden in root.iter("input"):
        if hidden.get("name") in FORM_FIELDS and not is_user_text(hidden):
            yield hidden.get("value") or ""


def author_of(footer: Element | None, text: str) -> tuple[str, str]:
    """The name and member id in ``posted by NAME at TIME UTC``."""
    links = [] if footer is None else [link for link in footer.iter("a") if member_id(link)]
    if links:
        return without_badge(text_of(links[0])), member_id(links[0])
    found = re.search(r"posted by (.+?)\s+at\s", text, re.IGNORECASE)
    return (without_badge(found[1]) if found else ""), ""


def comment_blocks(page: Page) -> list[Element]:
    """The comments of a page; without the last where the page breaks off, for that one may be cut."""
    blocks = [block for block in having_class(page.root, COMMENT_CLASS, "div") if not is_user_text(block)]
    return blocks if page.is_whole else blocks[:-1]


def raw_comment(block: Element) -> RawComment | None:
    """The parts of a comment's block; None where one is missing."""
    body = first_having(block, (COMMENT_BODY_CLASS,))
    heading = next((element for element in block.iter(HEADING_TAG) if not is_user_text(element)), None)
    if body is None or heading is None:
        return None
    link = next(heading.iter("a"), None)
    name = without_badge(text_of(heading if link is None else link))
    dates = [found for found in map(numeric_date, texts_outside(block, body)) if found is not None]
    if not name or not dates:
        return None
    return RawComment(name, "" if link is None else member_id(link), inner_html(body), dates[-1])
