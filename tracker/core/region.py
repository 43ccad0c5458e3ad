"""Managed regions: the spans of a wiki page between two of our markers, found, read, replaced and inserted.

A marker is a comment of its own: ``<!-- tracker:begin NAME -->`` and ``<!-- tracker:end NAME -->``, with any white
space inside. What stands in ``<nowiki>``, ``<pre>`` and the like, or inside another comment, is a person's text and no
marker; the page is scanned the way MediaWiki's preprocessor scans it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tracker.errors import RegionError

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9_.]|-(?!-))*"
_VALID_NAME = re.compile(rf"{_NAME}(?<!-)")
_MARKER = re.compile(rf"<!--\s*tracker:(begin|end)\s+({_NAME})\s*-->")
_RAW_TAGS = ("nowiki", "pre", "source", "syntaxhighlight", "math", "chem", "score", "timeline", "graph", "templatedata")
_OPENING = re.compile(rf"<!--|<({'|'.join(_RAW_TAGS)})(?=[\s/>])", re.IGNORECASE)
_OPENING_OF_CORE = re.compile(r"<!--|<(nowiki|pre)(?=[\s/>])", re.IGNORECASE)
_CLOSING = {tag: re.compile(rf"</{tag}\s*>", re.IGNORECASE) for tag in _RAW_TAGS}
_WRITABLE = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_A_LINE_BREAK = re.compile(r"[^\n]")
_REPLACED_ON_SAVING = re.compile(r"~~~|\{\{\s*(?:safe)?subst:|\[\[[^\[\]|]*\|\]\]|\[\[\|[^\[\]|]*\]\]", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_TRAILING = " \t\n\r\0\x0b"
_REMEDY = "mend the markers on the wiki; nothing was written there"


# --- the text as the wiki keeps it ------------------------------------------------------------------------------------


def page_text(text: str) -> str:
    """A whole page as MediaWiki stores it: NFC, plain line feeds, no control characters, no white space at the end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    # To find nothing that cannot be written takes half the time where what can be is looked for.
    writable = lines if _WRITABLE.fullmatch(lines) else _UNWRITABLE.sub("\ufffd", lines)
    return unicodedata.normalize("NFC", writable).rstrip(_TRAILING)


def region_text(text: str) -> str:
    """A region's text in the form in which two of them are compared: as stored, without blank lines around it."""
    return _BLANK_LINES.sub("", page_text(text))


# --- scanning ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a page, by offsets in characters."""

    start: int
    end: int


def opaque_spans(text: str, opening: re.Pattern[str] = _OPENING) -> Iterator[tuple[Span, bool]]:
    """Comments and raw tags in the order of a page, each with whether it is a comment; none of them lies in another."""
    unclosed: set[str] = set()
    last_bracket, at = text.rfind(">"), 0
    while found := opening.search(text, at):
        is_comment, at = found[1] is None, found.end()
        if not is_comment and at > last_bracket:
            continue
        opened = at if is_comment else text.index(">", at) + 1
        at = _end_of_comment(text, at) if is_comment else _end_of_raw_tag(text, found[1].lower(), opened, unclosed)
        if is_comment or at > opened or text[opened - 2] == "/":
            yield Span(found.start(), at), is_comment


def _end_of_comment(text: str, opened: int) -> int:
    closed = text.find("-->", opened)
    return len(text) if closed < 0 else closed + 3


def _end_of_raw_tag(text: str, tag: str, opened: int, unclosed: set[str]) -> int:
    """Where a raw tag ends; where its opening ends if it is never closed, which makes the opening plain text."""
    if text[opened - 2] == "/" or tag in unclosed:
        return opened
    closing = _CLOSING[tag].search(text, opened)
    if closing is None:
        unclosed.add(tag)
        return opened
    return closing.end()


def live_comments(text: str) -> list[Span]:
    """The comments of a page that are comments to MediaWiki, in order."""
    return [span for span, is_comment in opaque_spans(text) if is_comment]


def visible_text(text: str, opening: re.Pattern[str] = _OPENING) -> str:
    """The page with comments and raw tags blanked out by NUL; every other character keeps its offset."""
    pieces, at = [], 0
    for span, _ in opaque_spans(text, opening):
        pieces += [text[at : span.start], _NOT_A_LINE_BREAK.sub("\0", text[span.start : span.end])]
        at = span.end
    return "".join([*pieces, text[at:]])


@dataclass(frozen=True, slots=True)
class Marker:
    """One of our markers: ``begin`` or ``end`` of a region, and where it stands."""

    kind: str
    name: str
    start: int
    end: int

    def __str__(self) -> str:
        """As we write it."""
        return f"<!-- tracker:{self.kind} {self.name} -->"


def markers(text: str) -> list[Marker]:
    """Every live marker of a page, in order."""
    found = ((span, _MARKER.fullmatch(text, span.start, span.end)) for span in live_comments(text))
    return [Marker(match[1], match[2], span.start, span.end) for span, match in found if match]


def begin_marker(name: str) -> str:
    """The begin marker of a region; raises RegionError for a name that no marker can carry."""
    return str(Marker("begin", _checked_name(name), 0, 0))


def end_marker(name: str) -> str:
    """The end marker of a region; raises RegionError for a name that no marker can carry."""
    return str(Marker("end", _checked_name(name), 0, 0))


def _checked_name(name: str) -> str:
    if not _VALID_NAME.fullmatch(name):
        raise RegionError(f"{name!r} is no name for a region", remedy="use letters, digits, and single - _ . between")
    return name


# --- regions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Region:
    """A managed region: what stands between its markers, from ``start`` up to ``end`` (offsets in characters)."""

    name: str
    start: int
    end: int
    span: str

    @property
    def text(self) -> str:
        """The span in the form in which texts are compared."""
        return region_text(self.span)

    def says(self, text: str) -> bool:
        """Whether that text stands there; where it is framed as we frame it, nothing need be taken apart."""
        return self.span == _framed(text, self) or self.text == region_text(text)

    @property
    def is_inline(self) -> bool:
        """Whether both markers stand on one line."""
        return "\n" not in self.span


def find_regions(text: str, page: str = "") -> dict[str, Region]:
    """Every region of a page by name.

    Raises RegionError, naming page and region, where markers are doubled, crossed, nested or without their partner.
    """
    regions: dict[str, Region] = {}
    opened: Marker | None = None
    for marker in markers(text):
        fault = _fault(marker, opened, regions)
        if fault:
            raise RegionError(fault, place=page, remedy=_REMEDY)
        if opened is not None:
            regions[marker.name] = Region(marker.name, opened.end, marker.start, text[opened.end : marker.start])
        opened = marker if opened is None else None
    if opened is not None:
        raise RegionError(f"region {opened.name!r}: its end marker is missing", place=page, remedy=_REMEDY)
    return regions


def _fault(marker: Marker, opened: Marker | None, regions: Mapping[str, Region]) -> str:
    """What is wrong with a marker where it stands; empty where nothing is."""
    if marker.name in regions or (opened is not None and (marker.kind, marker.name) == ("begin", opened.name)):
        return f"region {marker.name!r}: its {marker.kind} marker stands twice"
    if opened is None:
        return f"region {marker.name!r}: its begin marker is missing" if marker.kind == "end" else ""
    if marker.kind == "begin" or marker.name != opened.name:
        return f"regions {opened.name!r} and {marker.name!r} are crossed or nested"
    return ""


def find_region(text: str, name: str, page: str = "") -> Region:
    """One region of a page; raises RegionError where it is missing or any marker of the page is faulty."""
    return named_region(find_regions(text, page), name, page)


def named_region(regions: Mapping[str, Region], name: str, page: str = "") -> Region:
    """One of a page's regions; raises RegionError where it is missing."""
    try:
        return regions[name]
    except KeyError:
        remedy = f"put {begin_marker(name)} and {end_marker(name)} where it shall stand"
        raise RegionError(f"region {name!r}: its markers are missing", place=page, remedy=remedy) from None


def replace_region(text: str, name: str, new: str, page: str = "") -> str:
    """The page with another text in one region and every character outside it unchanged.

    Raises RegionError where the markers are faulty, and where the new text would break any marker of the page.
    """
    region = find_region(text, name, page)
    body = region_text(new)
    if region.says(body):
        return text
    changed = text[: region.start] + _framed(body, region) + text[region.end :]
    check_safe_to_save(text, changed, page)
    if not find_region(changed, name, page).says(body):
        raise RegionError(f"region {name!r}: the new text would not stand there as written", place=page)
    return changed


def _framed(body: str, region: Region) -> str:
    """A text on lines of its own, or on the markers' line where it stood there and can."""
    if region.is_inline and _fits_inline(body):
        return body
    return f"\n{body}\n" if body else "\n"


def _fits_inline(body: str) -> bool:
    """Whether a text keeps its sense, and the marker before it its shape, on the same line."""
    if "\n" in body or body.startswith(("*", "#", ":", ";", "=", "{|")):
        return False
    return not body or not unicodedata.combining(body[0])


def check_safe_to_save(before: str, after: str, page: str = "") -> None:
    """Raise RegionError where a change of a page breaks a marker, or where the wiki would save another text than ours.

    The wiki replaces ``~~~``, ``{{subst:`` and links such as ``[[A (b)|]]`` when it saves, except in comments and in
    the raw tags that every wiki has.
    """
    if _signature(before) != _signature(page_text(after)):
        fault = "the text to be written would break a region's markers"
        raise RegionError(fault, place=page, remedy="nothing was written")
    if _count_replaced(after) > _count_replaced(before):
        fault = "the text to be written holds ~~~, {{subst: or a link ending in |]], which the wiki would replace"
        raise RegionError(fault, place=page, remedy="nothing was written")


def _count_replaced(text: str) -> int:
    return len(_REPLACED_ON_SAVING.findall(visible_text(text, _OPENING_OF_CORE)))


def _signature(text: str) -> list[tuple[str, str]]:
    return [(marker.kind, marker.name) for marker in markers(text)]


# --- headings, sections and new markers -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: its heading's level and title, and the span below the heading line, subsections included."""

    level: int
    title: str
    start: int
    end: int


def sections(text: str) -> list[Section]:
    """The sections of a page in order."""
    headings, at = [], 0
    for line in visible_text(text).split("\n"):
        level, title = _heading(line.replace("\0", " ").rstrip())
        after = min(at + len(line) + 1, len(text))
        if level:
            headings.append((at, Section(level, title, after, len(text))))
        at = after
    return _closed(headings)


def _heading(line: str) -> tuple[int, str]:
    """Level and title of a heading line; level 0 where the line is none."""
    level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), (len(line) - 1) // 2, 6)
    return (level, " ".join(line[level:-level].split())) if level > 0 else (0, "")


def _closed(headings: Sequence[tuple[int, Section]]) -> list[Section]:
    """Let each section end where the next heading of its level or a higher one begins."""
    ends: dict[int, int] = {}
    closed = []
    for start, section in reversed(headings):
        closed.append(replace(section, end=ends.get(section.level, section.end)))
        ends |= dict.fromkeys(range(section.level, 7), start)
    return closed[::-1]


def find_section(text: str, title: str, page: str = "") -> Section:
    """The one section of that title; raises RegionError, naming the page's sections, where there is none or several."""
    found = [section for section in sections(text) if section.title == " ".join(title.split())]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(section.title) for section in sections(text)[:12]) or "no section at all"
    fault = "stands twice" if found else f"is not there; the page has {known}"
    raise RegionError(f"the section {title!r} {fault}", place=page, remedy="name one section that stands there once")


def insert_region(text: str, name: str, heading: str, page: str = "") -> str:
    """The page with an empty region right below a heading and every other character unchanged.

    Raises RegionError where the heading is not there exactly once or the region is there already.
    """
    if name in find_regions(text, page):
        raise RegionError(f"region {name!r} is there already", place=page)
    start = find_section(text, heading, page).start
    line_break = "" if text[:start].endswith("\n") else "\n"
    changed = f"{text[:start]}{line_break}{empty_region(name)}\n{text[start:]}"
    if name not in find_regions(page_text(changed), page):
        raise RegionError(f"region {name!r} cannot stand below the heading {heading!r}", place=page)
    return changed


def empty_region(name: str, text: str = "") -> str:
    """Both markers of a region on lines of their own, around a text or nothing."""
    body = region_text(text)
    return f"{begin_marker(name)}\n{body}\n{end_marker(name)}" if body else f"{begin_marker(name)}\n{end_marker(name)}"


def new_page(opening: str, regions: Mapping[str, str], closing: str = "") -> str:
    """A page of an opening text, regions in the order given, and a closing text; raises RegionError where a text breaks a marker."""
    blocks = [opening.strip(), *(empty_region(name, text) for name, text in regions.items()), closing.strip()]
    text = page_text("\n\n".join(block for block in blocks if block))
    if _signature(text) != [(kind, name) for name in regions for kind in ("begin", "end")]:
        raise RegionError("the text of a new page would break its own markers", remedy="nothing was written")
    if _count_replaced(text):
        raise RegionError("the text of a new page holds what the wiki would replace", remedy="nothing was written")
    return text
