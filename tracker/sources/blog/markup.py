"""HTML as blogs serve it: bytes to a tree with warnings, and a plain walk over its elements."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from tracker.core.observation import ReadingWarning
from tracker.errors import SourceUnreadableError
from tracker.sources.blog.reading import Code, warning
from tracker.sources.http import Fetched

if TYPE_CHECKING:
    from lxml.etree import HTMLParser, XPath
    from lxml.etree import _Element as Element

UNREAD = "tracker-unread"
"""The element that stands in place of what was not read of a text: such a text is not read at all."""

TAIL = 4096
"""How many bytes at a page's end must hold its closing tag."""

CHANGING_TAGS = frozenset({"script", "style", "noscript"})
"""Elements of a text that never mean anything and differ at each load (obfuscated mail addresses)."""

_CHANGING_ATTRIBUTE = re.compile(" (?:data-|(?:decoding|loading|fetchpriority)\\b)")
"""Attributes that hide mail addresses or tell browsers when to load a picture; engines add them now and then."""

_END_OF_PAGE = re.compile(rb"</(?=(?:html|body)\b)", re.IGNORECASE)
"""A page's end, which may stand in the middle of one: browsers go on after it, the parser does not."""

BREAKING_TAGS = frozenset({"p", "br", "div", "li", "blockquote"})
"""Elements that begin a line of their own."""

_WALK_EVENTS = ("start", "end", "comment", "pi")
"""Comments are walked over too: the text after one is text."""

_FALLBACK = "windows-1252-where-invalid"


def _read_as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    invalid = error.object[error.start : error.end]
    return invalid.decode("cp1252", "replace"), error.end


codecs.register_error(_FALLBACK, _read_as_windows_1252)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of a page is read: so many tags, and elements that nest so deep.

    ``longest`` is the longest text of one post or comment, in characters of HTML.
    """

    tags: int = 100_000
    depth: int = 250
    longest: int = 200_000


USUAL_BOUNDS = Bounds()


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a tree; ``is_whole`` is false where it breaks off before its closing tag."""

    root: Element
    url: str
    is_whole: bool
    warnings: tuple[ReadingWarning, ...]


def read_page(fetched: Fetched, bounds: Bounds = USUAL_BOUNDS) -> Page:
    """Parse an answer; what is not in its encoding or breaks off gives a warning, and so does what is beyond the bounds.

    Raises SourceUnreadableError where there is no HTML at all.
    """
    warnings: list[ReadingWarning] = []
    content = _as_utf8(fetched, warnings)
    root, fault = _bounded_tree(content, bounds) if content.strip() else (None, "")
    if root is None:
        raise SourceUnreadableError("the page is empty", place=fetched.url, remedy="look at it in a browser")
    if not fault and b"</html" not in content[-TAIL:].lower():
        fault = f"the page breaks off after {len(fetched.content)} bytes"
    if fault:
        warnings.append(warning(Code.TRUNCATED, fetched.url, fault))
    return Page(root, fetched.final_url, not fault, tuple(warnings))


def _bounded_tree(content: bytes, bounds: Bounds) -> tuple[Element | None, str]:
    """The tree of some HTML within the bounds, and what was left out of it, in words; nothing where all is in it.

    What comes after the last tag that is read is not parsed; in place of what nests too deep stands an element ``UNREAD``.
    """
    from lxml import etree

    read = content
    if content.count(b"<") > bounds.tags:
        read = content[: next(islice(re.finditer(b"<", content), bounds.tags, None)).start()]
    parser = _parser()
    root = etree.fromstring(_END_OF_PAGE.sub(b"</no-", read), parser)
    for element in _deeper_than(bounds.depth, root):
        tail = element.tail
        element.clear()
        element.tag, element.tail = UNREAD, tail
    if len(read) < len(content):
        return root, f"it has more than {bounds.tags:,} tags, and was read up to there"
    if any(entry.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for entry in parser.error_log):
        return root, "its elements nest deeper than can be parsed, and it was read up to there"
    return root, ""


def _deeper_than(depth: int, root: Element | None) -> list[Element]:
    found: Any = [] if root is None else _at_depth(depth + 1)(root)
    return list(found)


@cache
def _at_depth(depth: int) -> XPath:
    from lxml import etree

    return etree.XPath("/*" * depth)


def _as_utf8(fetched: Fetched, warnings: list[ReadingWarning]) -> bytes:
    """The page in UTF-8: as declared, else as UTF-8 with stray bytes read as Windows-1252, so that nothing is lost."""
    content = fetched.content.replace(b"\0", "\ufffd".encode())
    charset = _declared_charset(fetched)
    if charset not in {"", "utf-8"}:
        return content.decode(charset, "replace").encode()
    try:
        content.decode()
    except UnicodeDecodeError as error:
        warnings.append(warning(Code.ENCODING, fetched.url, f"byte {error.start} is not UTF-8"))
        return content.decode("utf-8", _FALLBACK).encode()
    return content.removeprefix(codecs.BOM_UTF8)


def _declared_charset(fetched: Fetched) -> str:
    """The charset of the header, else of the page's own meta element, by Python's name; nothing where unknown."""
    _, _, declared = fetched.content_type.lower().partition("charset=")
    if not declared:
        head = fetched.content[:2048].lower()
        _, _, rest = head.partition(b"charset=")
        declared = rest.lstrip(b"\"' ")[:30].decode("ascii", "replace")
    name = declared.strip("\"' ").replace('"', " ").replace("'", " ").replace(";", " ").replace(">", " ").split()
    try:
        return codecs.lookup(name[0]).name if name else ""
    except LookupError:
        return ""


def read_fragment(html: str, bounds: Bounds = USUAL_BOUNDS) -> Element:
    """A piece of HTML as the children of one element; raises ValueError where it is beyond the bounds."""
    root, fault = _bounded_tree(f"<body><div>{html}</div></body>".encode(), bounds)
    if root is None or fault:
        raise ValueError(fault)
    return next(root.iter("div"))


def read_html(text: str) -> Element:
    """A page kept as HTML."""
    from lxml import etree

    return etree.fromstring(text.encode(), _parser())


def without(root: Element, is_left_out: Callable[[Element], bool]) -> str:
    """A page as HTML with its scripts and the elements to be left out emptied, not removed, so that paths to the others still hold."""
    copy = deepcopy(root)
    for element in [inner for inner in copy.iter("*") if inner.tag in CHANGING_TAGS or is_left_out(inner)]:
        for child in list(element):
            element.remove(child)
        element.text = None
    return outer_html(copy)


def mark_of(root: Element, is_name: Callable[[Element], bool]) -> str:
    """What tells one arrangement of names on a page from another: each with the nearest id above it."""
    named = [
        element for element in root.iter("*") if not len(element) and (element.text or "").strip() and is_name(element)
    ]
    places = [f"{_nearest_id(element)} {text_of(element)}{(element.tail or '').strip()[:1]}" for element in named]
    return hashlib.sha256("\n".join(places).encode()).hexdigest()[:16]


def _nearest_id(element: Element) -> str:
    above = (each.get("id") or "" for each in (element, *element.iterancestors()))
    return next(filter(None, above), "")


def _parser() -> HTMLParser:
    from lxml import etree

    return etree.HTMLParser(encoding="utf-8", huge_tree=True)


def text_of(element: Element) -> str:
    """The element's text, blanks collapsed."""
    return " ".join(str(_string()(element)).split())


@cache
def _string() -> XPath:
    from lxml import etree

    # Unlike itertext() this leaves out what stands in HTML comments.
    return etree.XPath("string()")


def inner_html(element: Element) -> str:
    """What stands inside an element, as HTML, without scripts and attributes that differ from one load to another."""
    for changing in list(element.iter(*CHANGING_TAGS)):
        if changing is not element:
            remove(changing)
    text = _serialised(element)
    if _CHANGING_ATTRIBUTE.search(text):
        for inner in element.iter("*"):
            for name in [name for name in inner.attrib if _CHANGING_ATTRIBUTE.match(f" {name!s}")]:
                del inner.attrib[name]
        text = _serialised(element)
    return text


def outer_html(element: Element) -> str:
    """An element as HTML, without the text after it; scripts and ``data-`` attributes as in ``inner_html``."""
    from lxml import etree

    inner_html(element)
    return etree.tostring(element, encoding="unicode", method="html", with_tail=False)


def text_with_breaks(element: Element) -> str:
    """The element's text with a line for each paragraph and after each ``br``; blanks within a line collapsed."""
    lines = (" ".join(line.split()) for line in "".join(_pieces(element)).split("\n"))
    return "\n".join(line for line in lines if line)


def _pieces(element: Element) -> Iterator[str]:
    from lxml import etree

    # Not by recursion: how deep a page nests is up to whoever wrote it.
    for event, inner in etree.iterwalk(element, events=_WALK_EVENTS):
        yield "\n" if inner.tag in BREAKING_TAGS else ""
        yield (inner.text if event == "start" else inner.tail if inner is not element else "") or ""


def texts_outside(element: Element, inside: Element) -> Iterator[str]:
    """The pieces of text of an element that do not stand in another one inside it."""
    from lxml import etree

    walk = etree.iterwalk(element, events=_WALK_EVENTS)
    for event, inner in walk:
        if event != "start":
            yield (inner.tail if inner is not element else "") or ""
        elif inner is inside:
            walk.skip_subtree()
        else:
            yield inner.text or ""


def _serialised(element: Element) -> str:
    from lxml import etree

    children = (etree.tostring(child, encoding="unicode", method="html") for child in element)
    return (escape(element.text or "", quote=False) + "".join(children)).strip()


def remove(element: Element) -> None:
    """Take an element out of its tree; the text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail:
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    element.tail = None
    parent.remove(element)


def classes(element: Element) -> list[str]:
    """The words of an element's class."""
    return (element.get("class") or "").split()


def having_class(root: Element, name: str, *tags: str) -> Iterator[Element]:
    """The elements under ``root``, in order of the page, of any of these tags (or any at all) that have that class."""
    return (element for element in root.iter(*tags) if name in (element.get("class") or "").split())


def first_having(root: Element, names: tuple[str, ...], *tags: str) -> Element | None:
    """The first element that has any of these classes."""
    wanted = set(names)
    return next((element for element in root.iter(*tags) if wanted.intersection(classes(element))), None)


def having_id(root: Element, name: str) -> Element | None:
    """The element of that id."""
    return next((element for element in root.iter() if element.get("id") == name), None)


def is_within(element: Element, ancestor: Element) -> bool:
    """Whether an element is another one, or stands somewhere inside it."""
    return element is ancestor or any(above is ancestor for above in element.iterancestors())


def path_parts(url: str) -> list[str]:
    """The parts of a URL's path, decoded; double and trailing slashes make no difference."""
    return [unquote(part) for part in urlsplit(url).path.split("/") if part]
