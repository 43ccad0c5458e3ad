"""The text of a rule: its blocks (paragraphs, list items, tables, wrappers), its sentences, and where a quotation stands.

Blocks are told from the lines of the wikitext as MediaWiki tells them; comments and ``<nowiki>``, ``<pre>`` and the like
hide what is in them. Everything only points into the page. Any text can be read, in a time that grows with its length.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal

from tracker.core.region import Span
from tracker.mechanics.ruleset.ruletree import COMMENT, RAW, masked_text

BlockKind = Literal[
    "paragraph",
    "item",
    "indent",
    "term",
    "table",
    "html_list",
    "preformatted",
    "template",
    "wrapper",
    "comment",
    "divider",
    "blank",
]
"""What a block is.

``item`` is a line of ``*`` or ``#``, ``indent`` one of ``:``, ``term`` one of ``;`` (the last sign decides). ``wrapper`` is a
line of mere tags (``<div>``, ``</div>``, ``<br/>``); ``template`` one of mere templates, categories and ``__TOC__``.
"""
CONTENT: frozenset[BlockKind] = frozenset(
    ("paragraph", "item", "indent", "term", "table", "html_list", "preformatted", "template")
)
"""The kinds that readers see as text of the rule."""

_EDGE = f" \t\r\n{COMMENT}"
_LIST_MARKER = re.compile(r"[*#:;]+")
_TABLE_START = re.compile(rf"[:\s{COMMENT}]*\{{\|")
_HTML_BLOCK = re.compile(r"<(table|ul|ol|dl)(?=[\s/>])", re.IGNORECASE)
_TAGS_ONLY = re.compile(rf"(?:</?[a-zA-Z][^<>]*+>[\s{COMMENT}]*+)++")
_FURNITURE = re.compile(r"(?:\[\[\s*category\s*:[^\[\]]*+\]\]|__[A-Z]+__)[ \t]*", re.IGNORECASE)
_BRACES = re.compile(r"\{\{|\}\}")
_WRAPPING_TAG = re.compile(
    r"<(/?)(div|center|section|noinclude|includeonly|onlyinclude)(?=[\s/>])[^<>]*>|<(br)\s*/?>", re.IGNORECASE
)
_KIND_OF_SIGN: dict[str, BlockKind] = {"*": "item", "#": "item", ":": "indent", ";": "term"}
_FAMILIES = {"*": "*", "#": "#", ":": ":", ";": ":"}
"""Signs of one family make one list: terms and what is said of them."""
_LISTED = frozenset(("item", "indent", "term"))
_WITH_SENTENCES = _LISTED | {"paragraph"}
_SENTENCE_END = re.compile(rf"(?<![.!?…])[.!?…]++(?:[\"'”’)\]]|</[a-zA-Z]++>)*+(?=[\s{COMMENT}]|\Z)")
_LOOK_AHEAD = 40
"""How many characters around the end of a sentence decide whether it is one."""
_BEFORE_NUMBERS = frozenset(("no", "nos", "sec", "art", "fig", "vol", "p", "pp", "par"))
_ABBREVIATIONS = _BEFORE_NUMBERS | frozenset(
    ("e.g", "eg", "i.e", "ie", "cf", "vs", "viz", "mr", "mrs", "ms", "dr", "st", "approx", "a.k.a", "aka", "incl")
)
_LONGEST_STEP_NUMBER = 3
_ENCLOSING = re.compile(r"[()“”\[\]\"]")
_OPENING_OF = {")": "(", "]": "[", "”": "“"}

MOST_MATCHES = 5_000
"""How many places of a quotation are told at most."""
_MOST_OVERLAPPING = 1_000
"""How long a quotation may be, in characters, whose places are looked for where they overlap."""
_ALIKE = str.maketrans(
    dict.fromkeys("“”„‟", '"')
    | dict.fromkeys("‘’\u201a\u201b", "'")
    | dict.fromkeys("\t\n\r\u00a0\u2002\u2003\u2009\u202f", " ")
)
_FILLERS = frozenset("\u034f\u115f\u1160\u2028\u2029\u2800\u3164\uffa0")
"""What has a category of something visible, or breaks lines, and shows nothing."""
_NOWIKI_END = "</nowiki>"
_EMPHASIS = {2: ("italic",), 3: ("bold",), 5: ("bold", "italic")}
_TOKEN = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z)|<nowiki\s*/>)"
    r"|(?P<nowiki><nowiki>)"
    r"|(?P<tag><(?P<closing>/?)(?P<name>b|i|u|em|strong|span|small|big|code|tt|su[bp]|abbr|font)(?=[\s/>])[^<>]*+>)"
    r"|(?P<emphasis>'{2,}+)"
    r"|(?P<link>\[\[(?>(?:[^\[\]|\n]*+\|)*)(?=[^\[\]|\n]*+\]\])|\[(?:https?:)?//[^\s\[\]]++[ ]++(?=[^\[\]\n]*+\]))"
    r"|(?P<end_of_link>\])"
    r"|(?P<entity>&(?:\#\d{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)"
    r"|(?P<blank>[ \t\n\r\u00a0\u2002\u2003\u2009\u202f]{2,}+|<br\s*/?>)"
    r"|(?P<dash>--)|(?P<dots>\.\.\.)",
    re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a rule's own text; ``span`` are whole lines with the last one's break, ``text`` what is said there.

    ``text`` leaves out the list's ``marker``, and blanks, comments, ``<br/>`` and wrappers at its edges; it is empty in a
    block that says nothing. ``depth`` is the marker's length; the lines of one list share ``list_id``, which counts the
    lists of the text from 0 and is -1 elsewhere. A list goes on after a comment, and after one blank line if it has bullets.
    """

    kind: BlockKind
    span: Span
    text: Span
    marker: str = ""
    depth: int = 0
    list_id: int = -1


# --- blocks -----------------------------------------------------------------------------------------------------------


def blocks(page: str, own: Span) -> list[Block]:
    """The blocks of a rule's own text in order; together they cover it without overlap.

    A paragraph goes on until a blank line or a line of another kind, whatever ``<br/>`` it holds.
    """
    text = page[own.start : own.end]
    return list(_Reader(text, masked_text(text), own.start).blocks())


def end_of_text(page: str, own: Span) -> int:
    """Where the last of a rule's own text ends: before trailing comments, ``<br/>``, ``</div>`` and blank lines.

    A wrapper that is opened after the first of the text and closed again belongs to it. Where nothing is said, the end is
    that of the first line's heading, or of the wrappers and templates that stand there.
    """
    found = blocks(page, own)
    said = [block for block in found if block.kind in CONTENT and block.kind != "template"]
    if not said:
        return _end_of_opening(page, own, found)
    last = max(block.text.end for block in found if block.kind in CONTENT)
    return max([last, *(tag.end for opening, tag in _wrappers(page, own) if opening.start > said[0].text.start)])


def _end_of_opening(page: str, own: Span, found: Sequence[Block]) -> int:
    """Where a text that says nothing begins: after the templates and the wrappers left open at its start."""
    closed = {opening.start for opening, _ in _wrappers(page, own)}
    end = own.start
    for block in found:
        tags = page[block.text.start : block.text.end]
        is_open = block.kind == "wrapper" and "</" not in tags and "/>" not in tags and block.text.start not in closed
        if block.kind == "template" or is_open:
            end = block.text.end
    return end


def _wrappers(page: str, own: Span) -> list[tuple[Span, Span]]:
    """The wrapping tags of a text that are closed in it, each with what closes it."""
    pairs, _ = _paired_tags(_WRAPPING_TAG.finditer(masked_text(page[own.start : own.end])))
    return [
        (Span(opening.start + own.start, opening.end + own.start), Span(end.start + own.start, end.end + own.start))
        for opening, end in pairs
    ]


def _paired_tags(found: Iterable[re.Match[str]]) -> tuple[list[tuple[Span, Span]], list[Span]]:
    """Opening and closing tags paired by name, and those without a partner; ``<br>`` has none."""
    opened: dict[str, list[Span]] = {}
    pairs, single = [], []
    for match in found:
        span, name = Span(*match.span()), (match[2] or "").lower()
        if not name or match[0].endswith("/>"):
            single.append(span)
        elif not match[1]:
            opened.setdefault(name, []).append(span)
        elif opened.get(name):
            pairs.append((opened[name].pop(), span))
        else:
            single.append(span)
    return pairs, sorted([*single, *(span for spans in opened.values() for span in spans)], key=lambda span: span.start)


@dataclass(slots=True)
class _Reader:
    """A text being read into blocks, line by line; ``masked`` as ``ruletree.masked_text`` gives it.

    ``offset`` is where the text begins on its page, which the blocks point into.
    """

    text: str
    masked: str
    offset: int

    def blocks(self) -> Iterator[Block]:
        """The blocks in order."""
        joined = _joined_paragraphs(list(self._lines_as_blocks()))
        for kind, span, list_id in _with_lists(joined, self.masked):
            yield self._told(kind, span, list_id)

    def _lines_as_blocks(self) -> Iterator[tuple[BlockKind, Span]]:
        lines = list(_logical_lines(self.masked))
        at = 0
        while at < len(lines):
            kind = self._kind(lines[at])
            following = self._end_of_region(lines, at) if kind in ("table", "html_list") else at + 1
            yield kind, Span(lines[at].start, lines[following - 1].end)
            at = following

    def _kind(self, line: Span) -> BlockKind:
        """What the line is by itself, or what begins with it."""
        after_comments = self.masked[line.start : line.end].lstrip(COMMENT)
        core = after_comments.strip(_EDGE)
        if not core:
            return "comment" if COMMENT in self.masked[line.start : line.end] else "blank"
        if core[0] in "<{_[:":
            found = self._kind_by_markup(core)
            if found:
                return found
        if core.startswith("----"):
            return "divider"
        if after_comments[0] in _KIND_OF_SIGN:
            marker = _LIST_MARKER.match(after_comments)
            return _KIND_OF_SIGN[marker[0][-1]] if marker else "item"
        is_raw = core[0] == RAW and not self.text.startswith("<nowiki", self.masked.index(core, line.start))
        return "preformatted" if after_comments[0] == " " or is_raw else "paragraph"

    def _kind_by_markup(self, core: str) -> BlockKind | None:
        """What a line is that begins with a table, a tag, a template or the like; None if that is just part of a text."""
        if _TABLE_START.match(core):
            return "table"
        html_block = _HTML_BLOCK.match(core)
        if html_block:
            return "table" if html_block[1].lower() == "table" else "html_list"
        if _TAGS_ONLY.fullmatch(core):
            return "wrapper"
        return "template" if _is_furniture(core) else None

    def _end_of_region(self, lines: Sequence[Span], at: int) -> int:
        """The line after a table or a list in HTML; an unclosed one goes on to the end."""
        html_block = _HTML_BLOCK.match(self.masked[lines[at].start : lines[at].end].lstrip(_EDGE))
        depth = 0
        for place in range(at, len(lines)):
            line = self.masked[lines[place].start : lines[place].end]
            depth += _nesting(line, html_block[1].lower()) if html_block else _table_nesting(line)
            if depth <= 0:
                return place + 1
        return len(lines)

    def _told(self, kind: BlockKind, span: Span, list_id: int) -> Block:
        start = span.start
        marker = ""
        if kind in _LISTED:
            start = _skip(self.masked, start, span.end, COMMENT)
            found = _LIST_MARKER.match(self.masked, start)
            marker = found[0] if found else ""
            start += len(marker)
        text = Span(span.start, span.start)
        if kind not in ("blank", "comment"):
            text = self._without_edges(Span(start, span.end), kind)
        return Block(kind, self._on_page(span), self._on_page(text), marker, len(marker), list_id)

    def _on_page(self, span: Span) -> Span:
        return Span(span.start + self.offset, span.end + self.offset)

    def _without_edges(self, span: Span, kind: BlockKind) -> Span:
        """A span without blanks, comments, breaks and wrappers at its edges, but with those of a pair inside it."""
        masked = self.masked
        is_wrapped = kind not in ("wrapper", "template") and masked.find("<", span.start, span.end) >= 0
        loose = _paired_tags(_WRAPPING_TAG.finditer(masked, span.start, span.end))[1] if is_wrapped else []
        start, end = span.start, span.end
        for tag in loose:
            start = _skip(masked, start, end)
            if tag.start != start:
                break
            start = tag.end
        start = _skip(masked, start, end)
        for tag in reversed(loose):
            end = _skip_back(masked, start, end)
            if tag.end != end or tag.start < start:
                break
            end = tag.start
        return Span(start, max(start, _skip_back(masked, start, end)))


def _skip(masked: str, start: int, end: int, skipped: str = _EDGE) -> int:
    while start < end and masked[start] in skipped:
        start += 1
    return start


def _skip_back(masked: str, start: int, end: int) -> int:
    while end > start and masked[end - 1] in _EDGE:
        end -= 1
    return end


def _logical_lines(masked: str) -> Iterator[Span]:
    """The lines with their breaks; a break inside a template is none."""
    inside = _templates(masked)
    start = at = template = 0
    while start < len(masked):
        found = masked.find("\n", at)
        end = len(masked) if found < 0 else found + 1
        while template < len(inside) and inside[template].end < end:
            template += 1
        if found >= 0 and template < len(inside) and inside[template].start < found:
            at = inside[template].end
            continue
        yield Span(start, end)
        start = at = end


def _templates(masked: str) -> list[Span]:
    """The templates that are in no other one, in order."""
    opened: list[int] = []
    closed: list[Span] = []
    for found in _BRACES.finditer(masked):
        if found[0] == "{{":
            opened.append(found.start())
        elif opened:
            start = opened.pop()
            while closed and closed[-1].start > start:
                closed.pop()
            closed.append(Span(start, found.end()))
    return closed


def _is_furniture(core: str) -> bool:
    """Whether a line is only templates, categories and the like."""
    inside = _templates(core)
    ends = [0, *(span.end for span in inside)]
    starts = [*(span.start for span in inside), len(core)]
    between = "".join(core[end:start] for end, start in zip(ends, starts, strict=True))
    return not _FURNITURE.sub("", between).strip(_EDGE)


def _nesting(line: str, tag: str) -> int:
    lowered = line.lower()
    return len(re.findall(rf"<{tag}(?=[\s/>])", lowered)) - len(re.findall(rf"</{tag}\s*>", lowered))


def _table_nesting(line: str) -> int:
    core = line.lstrip(_EDGE)
    return 1 if _TABLE_START.match(line) else -1 if core.startswith("|}") else 0


def _joined_paragraphs(lines: Sequence[tuple[BlockKind, Span]]) -> Iterator[tuple[BlockKind, Span]]:
    """Lines as blocks: those of one paragraph, of one preformatted text and of one gap as one.

    A comment between two lines of a paragraph is part of it, for MediaWiki sees no line there at all.
    """
    held: list[tuple[BlockKind, Span]] = []
    for kind, span in lines:
        if held and kind == held[0][0] and kind in ("paragraph", "preformatted", "blank"):
            held = [(kind, Span(held[0][1].start, span.end))]
        elif held and kind == "comment" and held[0][0] == "paragraph":
            held.append((kind, span))
        else:
            yield from held
            held = [(kind, span)]
    yield from held


def _with_lists(found: Iterable[tuple[BlockKind, Span]], masked: str) -> Iterator[tuple[BlockKind, Span, int]]:
    """The blocks with the number of the list that each line of a list belongs to, -1 for any other."""
    list_id, family, after_gap = -1, "", False
    for kind, span in found:
        if kind in _LISTED:
            own_family = _FAMILIES[masked[_skip(masked, span.start, span.end, COMMENT)]]
            list_id += own_family != family
            family, after_gap = own_family, False
        elif kind == "blank" and family == "*" and not after_gap:
            after_gap = masked.count("\n", span.start, span.end) == 1
            family = "*" if after_gap else ""
        elif kind != "comment":
            family = ""
        yield kind, span, list_id if kind in _LISTED else -1


# --- sentences --------------------------------------------------------------------------------------------------------


def sentences(page: str, span: Span) -> list[Span]:
    """The sentences in a piece of a page, block by block, without the blanks around them.

    A full stop, question or exclamation mark ends one where white space and then no small letter follow. Abbreviations
    and the number of a step end none, nor does anything inside brackets or double quotes that close after it.
    """
    said = (block for block in blocks(page, span) if block.kind in _WITH_SENTENCES)
    return [sentence for block in said for sentence in _sentences_of(page, block.text)]


def _sentences_of(page: str, text: Span) -> Iterator[Span]:
    words = masked_text(page[text.start : text.end])
    enclosed = _enclosed(words)
    starts = [span.start for span in enclosed]
    start = 0
    for found in _SENTENCE_END.finditer(words):
        inside = bisect_right(starts, found.end() - 1) - 1
        if inside >= 0 and enclosed[inside].end > found.end():
            continue
        if not _goes_on(words, start, found):
            yield Span(text.start + start, text.start + found.end())
            start = _skip(words, found.end(), len(words))
    if start < len(words):
        yield Span(text.start + start, text.end)


def _goes_on(words: str, start: int, found: re.Match[str]) -> bool:
    """Whether the sentence that begins at ``start`` goes on after this mark."""
    following = words[found.end() : found.end() + _LOOK_AHEAD].lstrip(_EDGE + "'\"“‘[")
    if following[:1].islower():
        return True
    before = words[max(start, found.start() - _LOOK_AHEAD) : found.start()]
    last = before.rsplit(None, 1)[-1].lstrip("(“\"'[").casefold() if before.strip() else ""
    if last in _ABBREVIATIONS and found[0].startswith("."):
        return bool(following) and (last not in _BEFORE_NUMBERS or following[0].isdigit())
    return found.start() - start <= _LONGEST_STEP_NUMBER and words[start : found.start()].isdigit()


def _enclosed(words: str) -> list[Span]:
    """What stands in brackets or double quotes that are closed, outermost only, in order."""
    opened: dict[str, list[int]] = {}
    closed: list[Span] = []
    for found in _ENCLOSING.finditer(words):
        sign = found[0]
        opening = _OPENING_OF.get(sign)
        if sign == '"':
            opening = sign if opened.get(sign) else None
        if opening is None:
            opened.setdefault(sign, []).append(found.start())
        elif opened.get(opening):
            closed.append(Span(opened[opening].pop(), found.end()))
    return _outermost(closed)


def _outermost(spans: Iterable[Span]) -> list[Span]:
    """Spans joined where they overlap, in order."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return joined


# --- where a quotation stands -----------------------------------------------------------------------------------------


def matches(page: str, span: Span, quoted: str) -> list[Span]:
    """Every place in a piece of a page where a quoted text stands, in order.

    Kinds of quotes, white space, bold, italics, links, inline tags, comments, entities and what the blog makes of ``--`` and
    ``...`` make no difference; letter case does. A place takes in the end of a markup whose other end it holds, and a
    link's brackets where it holds all that the link shows; where an end stands further off, the place is told all the same
    (``cuts_markup``). A quotation with invisible marks stands nowhere. At most ``MOST_MATCHES`` are told; they overlap
    where the quotation does so with itself.
    """
    wanted = _folded(quoted).words.strip(" ")
    if not wanted or any(map(is_invisible, wanted)):
        return []
    text = _folded(page[span.start : span.end])
    places = islice(_occurrences(text.words, wanted), MOST_MATCHES)
    found = [text.widened(text.source(place, place + len(wanted))) for place in places]
    return [Span(span.start + place.start, span.start + place.end) for place in found]


def is_invisible(character: str) -> bool:
    """Whether a character shows nothing by itself: a direction mark, a joiner, a control character, a filler."""
    return character in _FILLERS or unicodedata.category(character) in ("Cf", "Cc", "Cs", "Co")


def cuts_markup(page: str, span: Span) -> bool:
    """Whether a span holds only one end of a link, of bold or italic text, or of a pair of inline tags."""
    around = _paragraph_around(page, span)
    text, start, end = _folded(page[around.start : around.end]), span.start - around.start, span.end - around.start
    lonely = any(start <= tag.start < end for tag in text.lonely_tags)
    return lonely or any((start <= one.start < end) != (start <= other.start < end) for one, other in text.pairs)


def with_markup(page: str, span: Span) -> Span:
    """The span widened over the markup right around it, so that taking it away leaves no empty link or bold text."""
    around = _paragraph_around(page, span)
    text, start, end = _folded(page[around.start : around.end]), span.start - around.start, span.end - around.start
    closing_at = {one.end: other for one, other in text.pairs}
    opening_of = {other: one for one, other in text.pairs}
    while start in closing_at and closing_at[start].start == end:
        closing = closing_at[start]
        start, end = opening_of[closing].start, closing.end
    return Span(around.start + start, around.start + end)


def _paragraph_around(page: str, span: Span) -> Span:
    """The lines around a span up to a blank one, beyond which no inline markup goes on."""
    start, end = page.rfind("\n\n", 0, span.start), page.find("\n\n", span.end)
    return Span(start + 2 if start >= 0 else 0, end if end >= 0 else len(page))


def _occurrences(words: str, wanted: str) -> Iterator[int]:
    step = 1 if len(wanted) <= _MOST_OVERLAPPING else len(wanted)
    at = words.find(wanted)
    while at >= 0:
        yield at
        at = words.find(wanted, at + step)


_Pair = tuple[Span, Span]
"""The two ends of a markup."""


@dataclass(frozen=True, slots=True)
class _Folded:
    """A wikitext as words alone, with what it needs to find them again.

    ``pieces`` are where each piece of the words stands in the wikitext, and whether character by character; ``starts`` are
    the offsets of the pieces in the words. ``lonely_tags`` have no partner.
    """

    words: str
    starts: Sequence[int]
    pieces: Sequence[tuple[Span, bool]]
    pairs: Sequence[_Pair]
    links: frozenset[_Pair]
    lonely_tags: Sequence[Span]
    opening_at_end: Mapping[int, _Pair]
    closing_at_start: Mapping[int, _Pair]

    def source(self, start: int, end: int) -> Span:
        """Where a part of the words stands in the wikitext."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        (span, is_exact), (end_span, end_is_exact) = self.pieces[first], self.pieces[last]
        return Span(
            span.start + (start - self.starts[first] if is_exact else 0),
            end_span.start + end - self.starts[last] if end_is_exact else end_span.end,
        )

    def widened(self, span: Span) -> Span:
        """The span with the ends right beside it of markup that it holds the other end of, and of a link it fills."""
        start, end = span.start, span.end
        while True:
            opened, closed = self.opening_at_end.get(start), self.closing_at_start.get(end)
            if opened and (start <= opened[1].start < end or (opened == closed and opened in self.links)):
                start = opened[0].start
            elif closed and start <= closed[0].start:
                end = closed[1].end
            else:
                return Span(start, end)


@lru_cache(maxsize=16)
def _folded(text: str) -> _Folded:
    """A wikitext folded; quotations are folded alike."""
    folding = _Folding(text, text.translate(_ALIKE), text.rfind(_NOWIKI_END))
    for found in _TOKEN.finditer(text):
        folding.take(found)
    folding.plain(len(text))
    return folding.folded()


@dataclass(slots=True)
class _Folding:
    """A wikitext being folded; ``alike`` has the same length, with all kinds of quotes and blanks made one."""

    text: str
    alike: str
    last_nowiki_end: int
    at: int = 0
    length: int = 0
    words: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    pieces: list[tuple[Span, bool]] = field(default_factory=list)
    pairs: list[_Pair] = field(default_factory=list)
    links: dict[int, _Pair] = field(default_factory=dict)
    """Offset at which a link shall be closed -> its two ends."""
    opened: dict[str, list[Span]] = field(default_factory=dict)
    lonely_tags: list[Span] = field(default_factory=list)

    def take(self, found: re.Match[str]) -> None:
        """Take the text up to a token, and the token."""
        span = Span(*found.span())
        if span.start < self.at:
            return
        self.plain(span.start)
        self.at = span.end
        _TAKERS[found.lastgroup or ""](self, found, span)

    def plain(self, end: int) -> None:
        """Take the text up to there as it is."""
        start = self.at
        if start < end and self.ends_with_blank and self.alike[start] == " ":
            start += 1
        self.add(self.alike[start:end], Span(start, end), is_exact=True)
        self.at = end

    def folded(self) -> _Folded:
        """What has been taken."""
        unclosed = (span for name, spans in self.opened.items() if name not in _EMPHASIS[5] for span in spans)
        return _Folded(
            words="".join(self.words),
            starts=self.starts,
            pieces=self.pieces,
            pairs=self.pairs,
            links=frozenset(self.links.values()),
            lonely_tags=[*self.lonely_tags, *unclosed],
            opening_at_end={pair[0].end: pair for pair in self.pairs},
            closing_at_start={pair[1].start: pair for pair in self.pairs},
        )

    @property
    def ends_with_blank(self) -> bool:
        """Whether a further blank would make two."""
        return bool(self.words) and self.words[-1].endswith(" ")

    def add(self, words: str, span: Span, *, is_exact: bool = False) -> None:
        """Take words that stand at a span of the text, character by character or as a whole."""
        if words:
            self.words.append(words)
            self.starts.append(self.length)
            self.pieces.append((span, is_exact))
            self.length += len(words)


def _take_comment(folding: _Folding, _found: re.Match[str], _span: Span) -> None:
    """A comment says nothing."""


def _take_blank(folding: _Folding, _found: re.Match[str], span: Span) -> None:
    if not folding.ends_with_blank:
        folding.add(" ", span)


def _take_dash(folding: _Folding, _found: re.Match[str], span: Span) -> None:
    folding.add("—", span)


def _take_dots(folding: _Folding, _found: re.Match[str], span: Span) -> None:
    folding.add("…", span)


def _take_entity(folding: _Folding, found: re.Match[str], span: Span) -> None:
    words = html.unescape(found[0]).translate(_ALIKE)
    if words != " " or not folding.ends_with_blank:
        folding.add(words, span)


def _take_tag(folding: _Folding, found: re.Match[str], span: Span) -> None:
    name, waiting = found["name"].lower(), folding.opened.get(found["name"].lower())
    if found[0].endswith("/>"):
        return
    if not found["closing"]:
        folding.opened.setdefault(name, []).append(span)
    elif waiting:
        folding.pairs.append((waiting.pop(), span))
    else:
        folding.lonely_tags.append(span)


def _take_emphasis(folding: _Folding, _found: re.Match[str], span: Span) -> None:
    """Two apostrophes are for italics, three for bold, five for both; what is more stands there as it is."""
    count = span.end - span.start
    size = max(size for size in (2, 3, 5) if size <= count)
    marks = Span(span.end - size, span.end)
    folding.add("'" * (count - size), Span(span.start, marks.start), is_exact=True)
    for name in _EMPHASIS[size]:
        opened = folding.opened.pop(name, [])
        if opened and folding.text.find("\n", opened[0].end, marks.start) < 0:
            folding.pairs.append((opened[0], marks))
        else:
            folding.opened[name] = [marks]


def _take_link(folding: _Folding, found: re.Match[str], span: Span) -> None:
    closing = "]]" if found[0].startswith("[[") else "]"
    end = folding.text.index(closing, span.end)
    folding.links[end] = (span, Span(end, end + len(closing)))


def _take_end_of_link(folding: _Folding, found: re.Match[str], span: Span) -> None:
    if span.start not in folding.links:
        folding.at = span.start
        return
    ends = folding.links[span.start]
    folding.pairs.append(ends)
    folding.at = ends[1].end


def _take_nowiki(folding: _Folding, _found: re.Match[str], span: Span) -> None:
    if span.end > folding.last_nowiki_end:
        folding.at = span.start
        return
    end = folding.text.index(_NOWIKI_END, span.end)
    folding.plain(end)
    folding.at = end + len(_NOWIKI_END)
    folding.pairs.append((span, Span(end, folding.at)))


_TAKERS: Mapping[str, Callable[[_Folding, re.Match[str], Span], None]] = {
    "comment": _take_comment,
    "blank": _take_blank,
    "dash": _take_dash,
    "dots": _take_dots,
    "entity": _take_entity,
    "tag": _take_tag,
    "emphasis": _take_emphasis,
    "link": _take_link,
    "end_of_link": _take_end_of_link,
    "nowiki": _take_nowiki,
}
"""What is made of each kind of token, by its name in ``_TOKEN``."""
