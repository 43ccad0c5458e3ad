"""Feeds: a hint which posts changed, read from bytes; never a source of what is archived."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from typing import Any

from tracker.core.observation import ReadingWarning
from tracker.errors import SourceUnreadableError
from tracker.sources.blog.markup import USUAL_BOUNDS, Bounds
from tracker.sources.blog.reading import Code, EngineMemory, Hint, ListedPost, warning
from tracker.sources.http import Fetched, Fetcher, Validators

LONGEST_HEAD = 8192
"""How many bytes may stand before a feed's first element: its parser takes quadratic time over them."""
MOST_ATTRIBUTES = 100
"""How many attributes an element of a feed may have: its parser takes quadratic time over them."""
_ELEMENT = re.compile(rb"<\w")
_ATTRIBUTES = re.compile(rb"""<[^\s<>/!?="']++((?>[^<>"']++|"[^<"]*+"|'[^<']*+')*+)""")
"""An element's beginning as XML has it, with its attributes; it reaches over no other's."""
_VALUE = re.compile(rb""""[^"]*"|'[^']*'""")
_RAW = b"<![CDATA["
_TEXT = re.compile(rb">[^<]*+")
_TOLD = ("title", "link", "author", "published", "updated", "summary", "slash_comments")


def feed_hint(
    fetcher: Fetcher,
    url: str,
    memory: EngineMemory,
    slug_of: Callable[[str], str],
    bounds: Bounds,
    *,
    conditional: bool,
) -> Hint:
    """Ask for a feed with one request and remember its validators; raises SourceError where it cannot be read."""
    validators = Validators(*memory.validators.get(url, ("", ""))) if conditional else None
    fetched = fetcher.get(url, validators)
    if fetched.is_not_modified:
        return Hint((), fetched.asked_at, is_unchanged=True)
    listed, warnings = read_feed(fetched, slug_of, bounds)
    memory.validators[url] = (fetched.validators.etag, fetched.validators.last_modified)
    return Hint(listed, fetched.asked_at, warnings=tuple(warnings))


def read_feed(
    fetched: Fetched, slug_of: Callable[[str], str], bounds: Bounds = USUAL_BOUNDS
) -> tuple[tuple[ListedPost, ...], list[ReadingWarning]]:
    """The entries of a feed of posts or of comments, each under the post that its link leads to, in the feed's order.

    ``slug_of`` finds a post's slug in a link (nothing: not a post's); a text of more bytes than the bounds allow is only
    told from another one. Raises SourceUnreadableError where it is no feed, or has more tags than that.
    """
    if not _ELEMENT.search(fetched.content, 0, LONGEST_HEAD):
        raise _no_feed(fetched)
    parsed = _parse(fetched, bounds)
    warnings = []
    if parsed.get("bozo") and parsed.entries:
        problem = str(parsed.get("bozo_exception", ""))
        warnings.append(warning(Code.FEED_MALFORMED, fetched.url, problem))
    if not parsed.get("version") and not parsed.entries:
        raise _no_feed(fetched)
    listed = [_listed(entry, slug_of) for entry in parsed.entries]
    return tuple(entry for entry in listed if entry.slug), warnings


def _shortened(content: bytes, longest: int) -> bytes:
    """A feed with a digest in place of each text that is too long to be read."""
    if b"\0" in content:
        # In two bytes a character: nothing of it can be told apart here.
        return content
    first, *others = content.split(_RAW)
    parts = [_TEXT.sub(lambda text: b">" + _short(text[0][1:], longest), first)]
    for other in others:
        raw, end, rest = other.partition(b"]]>")
        parts.append(_short(raw, longest) + end + _TEXT.sub(lambda text: b">" + _short(text[0][1:], longest), rest))
    return _RAW.join(parts)


def _short(text: bytes, longest: int) -> bytes:
    return text if len(text) <= longest else hashlib.sha256(text).hexdigest().encode()


def _no_feed(fetched: Fetched) -> SourceUnreadableError:
    return SourceUnreadableError("the answer is no feed", place=fetched.url, remedy="check the feed's address")


def _parse(fetched: Fetched, bounds: Bounds) -> Any:
    import feedparser
    from feedparser.encodings import convert_to_utf8

    headers = {"content-type": fetched.content_type, "content-location": fetched.final_url}
    # As its parser will have it, whatever encoding it bears.
    _refuse_many_attributes(fetched, convert_to_utf8(headers, fetched.content, {}))
    content = _shortened(fetched.content, bounds.longest)
    if content.count(b"<") > bounds.tags:
        problem = f"the feed has more than {bounds.tags:,} tags"
        raise SourceUnreadableError(problem, place=fetched.url, remedy="raise [blog] most_tags if it is meant")
    # A stream, because bytes alone would be tried as a file name first.
    return feedparser.parse(
        io.BytesIO(content), response_headers=headers, sanitize_html=False, resolve_relative_uris=False
    )


def _refuse_many_attributes(fetched: Fetched, text: bytes) -> None:
    for element in _ATTRIBUTES.finditer(text):
        # Most have few: those are counted roughly.
        if element[1].count(b"=") > MOST_ATTRIBUTES and _VALUE.sub(b"", element[1]).count(b"=") > MOST_ATTRIBUTES:
            problem = f"the answer is no feed: an element has more than {MOST_ATTRIBUTES} attributes"
            raise SourceUnreadableError(problem, place=fetched.url, remedy="check the feed's address")


def _listed(entry: dict[str, Any], slug_of: Callable[[str], str]) -> ListedPost:
    link = str(entry.get("link", ""))
    # By dict's own get: feedparser's would give `published` for a missing `updated`, and warn.
    told = [str(dict.get(entry, name, "")) for name in _TOLD]
    told += [str(part.get("value", "")) for part in entry.get("content", [])]
    told += [str(tag.get("term", "")) for tag in entry.get("tags", [])]
    fingerprint = hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
    # Not the guid: ExpressionEngine's changes with the entry's time.
    return ListedPost(link, slug_of(link), link.partition("#")[0], fingerprint)
