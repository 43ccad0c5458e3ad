"""Proposal texts: the HTML of a matter's body as sentences with their quotations, and block quotations as wikitext.

The blog turns quotation marks curly and leaves typed wikitext as it is. Real markup within a quotation becomes the wikitext
that it shows as; what has no such twin makes the quotation faulty, and a faulty quotation is never put on a page. Sentences
are kept in a *shape* in which a number stands for each quotation (``«3»``), each link (``‹4›``) and each block (``⟦5⟧``), so
that nothing inside of them can be taken for the sentence's own words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from tracker.mechanics.enacting.seen_text import Sight, sight_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement

LONGEST_BODY = 200_000
"""Characters of HTML beyond which a body is not read at all."""
REFERENCE = re.compile(r"[«‹⟦](\d+)[»›⟧]")
"""What stands in a shape for a piece that is quoted."""

# Marks put between the characters of the prose while it is taken apart; a body's own control characters are replaced first.
_PARAGRAPH, _LINE, _BLOCK, _LINK, _LINK_END = "\1", "\2", "\3", "\4", "\5"
_BOLD, _BOLD_END, _ITALIC, _ITALIC_END, _ALIEN, _ITEM = "\6", "\7", "\x0e", "\x0f", "\x10", "\x11"
_LIST, _LIST_END = "\x12", "\x13"
_EMPHASIS = {
    "b": (_BOLD, _BOLD_END),
    "strong": (_BOLD, _BOLD_END),
    "i": (_ITALIC, _ITALIC_END),
    "em": (_ITALIC, _ITALIC_END),
}
_AS_WIKITEXT = str.maketrans({_BOLD: "'''", _BOLD_END: "'''", _ITALIC: "''", _ITALIC_END: "''"})
_PARAGRAPHS = frozenset({"p", "div", "section", "article", "center", "hr", "h1", "h2", "h3", "h4", "h5", "h6"})
_PARAGRAPHS |= {
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "thead",
    "dl",
    "dt",
    "dd",
    "figure",
    "figcaption",
    "details",
    "summary",
}
_PLAIN = frozenset({"p", "div", "br", "blockquote", "ul", "ol", "li", "a", "pre", "body", "html", "wbr", *_EMPHASIS})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MANGLED_BOLD = re.compile(r"‘’‘(?=[^\s‘’])([^\1-\4\x11\n]{1,500}?)(?<=[^\s‘])’‘’(?![‘’])")
_TYPED_BOLD = re.compile(r"'''(?=[^\s'])([^\1-\4\x11\n]{1,500}?)(?<=\S)'''(?!')")
_TYPED_ITALIC = re.compile(r"(?<!')''(?=[^\s'])([^\1-\4\x11\n]{1,500}?)(?<=[^\s'])''(?!')")
_NAME_IN_TYPE = re.compile(
    r"(?:(?<=called )|(?<=titled )|(?<=named )|(?<=call it )|(?<=Call it )|(?<=rule ))[\x06\x0e]([A-Z][^\x00-\x1f“”\"]{0,60})[\x07\x0f]"
)
"""The name of a rule in bold or italic type, where others would put quotation marks."""
_MANGLED = re.compile(r"[‘’]{2,}")
_TYPED_START = re.compile(r"[*#:;|!]|=.*=\s*$|\{\|")
_AFTER_BREAK = re.compile(r"\A[ \t\r]*\n")
_BLOCK_TAG = re.compile(r"<(/?)blockquote\b", re.IGNORECASE)
_TURNS_OR_HIDES = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufffd]")
"""Marks that turn the order of what is read, or part words without being seen."""
_BREAKS = re.compile(rf"\s*{_PARAGRAPH}[\s{_PARAGRAPH}{_LINE}]*")


# --- what a body consists of ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quoted:
    """A piece of text in quotation marks, in a link or in a block quotation, as wikitext.

    ``fault`` says what of it cannot be told in wikitext; empty where all of it can. ``href`` is where a link leads.
    """

    text: str
    is_block: bool = False
    fault: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence's shape, the paragraph it stands in, and the lists it stands in, each with a number of its own, outermost first.

    ``bullet`` is the list's wikitext mark before its first words (``*``, ``##``), if it begins an item. ``is_marked``: it
    has emphasis or other markup outside its quotations.
    """

    shape: str
    paragraph: int
    lists: tuple[int, ...] = ()
    bullet: str = ""
    is_marked: bool = False

    def is_within(self, lists: tuple[int, ...]) -> bool:
        """Whether it stands in the innermost of these lists, or in a list inside of that."""
        return self.lists[: len(lists)] == lists


@dataclass(frozen=True, slots=True)
class ProposalText:
    """A body read: its sentences and blocks (a sentence that is one reference) in order, and what they refer to.

    ``struck`` are the words of text that is shown as struck out or put in, ``hidden`` those that readers may not see at all
    (which are no part of the sentences), ``unclosed`` where each quotation begins that never ends, or ends that never began.
    ``is_too_long`` bodies are not read at all.
    """

    sentences: tuple[Sentence, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    unclosed: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    is_too_long: bool = False

    def written(self, shape: str) -> str:
        """A shape with its quotations written out again; long blocks are cut."""
        return REFERENCE.sub(lambda found: self._shown(self.quoted[int(found[1])], found[0]), shape)

    def _shown(self, quoted: Quoted, reference: str) -> str:
        text = " ".join(quoted.text.split())
        if quoted.is_block:
            return f"[{text[:80]}{'…' if len(text) > 80 else ''}]"
        return text if reference[0] == "‹" else f"“{text}”"


def read_proposal(html: str) -> ProposalText:
    """Take a matter's body apart; any text will do.

    >>> [sentence.shape for sentence in read_proposal("<p>Repeal “Wood”. Thanks!</p>").sentences]
    ['Repeal «0».', 'Thanks!']
    """
    if len(html) > LONGEST_BODY:
        return ProposalText(is_too_long=True)
    body = _Body()
    body.read(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", html))
    prose = _MANGLED_BOLD.sub(rf"{_BOLD}\1{_BOLD_END}", "".join(body.prose))
    prose = _TYPED_BOLD.sub(rf"{_BOLD}\1{_BOLD_END}", prose)
    prose = _TYPED_ITALIC.sub(rf"{_ITALIC}\1{_ITALIC_END}", prose)
    prose = _NAME_IN_TYPE.sub(r"“\1”", prose)
    shaper = _Shaper(body)
    shape = shaper.shape(prose)
    tags = [found[1] for found in _BLOCK_TAG.finditer(html)]
    if tags.count("") != tags.count("/"):
        shaper.unclosed.append("a block quotation")
    sentences = tuple(_sentences(shape, shaper.quoted))
    body.hidden += [sentence.shape for sentence in sentences if _TURNS_OR_HIDES.search(sentence.shape)]
    return ProposalText(sentences, tuple(shaper.quoted), tuple(shaper.unclosed), tuple(body.struck), tuple(body.hidden))


def as_html(text: str) -> str:
    """A text as the blog would show it: HTML stays, plain lines become paragraphs, and lines behind ``>`` block quotations."""
    if re.search(r"<(?:p|div|ul|ol|blockquote|br)\b", text, re.IGNORECASE):
        return text
    blocks = []
    for lines in re.split(r"\n\s*\n", text.strip()):
        is_quotation = all(line.startswith(">") for line in lines.split("\n"))
        words = escape(re.sub(r"^> ?", "", lines, flags=re.MULTILINE) if is_quotation else lines).replace(
            "\n", "<br>\n"
        )
        blocks.append(f"<blockquote><p>{words}</p></blockquote>" if is_quotation else f"<p>{words}</p>")
    return "\n".join(blocks)


# --- HTML -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Block:
    """A block quotation while it is being read."""

    pieces: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    links: list[tuple[str, int]] = field(default_factory=list)
    is_item_begun: bool = False


class _Body:
    """Walks through the HTML once; ``prose`` is its text with marks in it, ``blocks`` and ``links`` what the marks stand for."""

    def __init__(self) -> None:
        self.prose: list[str] = []
        self.blocks: list[Quoted] = []
        self.links: list[str] = []
        self.struck: list[str] = []
        self.hidden: list[str] = []
        self._sights: list[Sight] = []
        self._seen_as = {"seen": 0, "struck": 0, "hidden": 0}
        self._block: _Block | None = None
        self._lists: list[str] = []
        self._depth = self._verbatim = 0

    def read(self, html: str) -> None:
        """Read all of a fragment; what the parser cannot make sense of is left out."""
        from lxml import etree
        from lxml import html as lxml_html

        parser = lxml_html.HTMLParser(remove_comments=True, remove_pis=True, recover=True, huge_tree=True)
        try:
            root = lxml_html.fragment_fromstring(html, create_parent="div", parser=parser)
        except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
            return
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag if isinstance(element.tag, str) else ""
            if event == "start":
                self._see(sight_of(tag, element.attrib), tag, element)
                self._start(tag, element.get("href") or "", bool(element.attrib))
                self._text(element.text or "")
            else:
                self._end(tag)
                self._seen_as[self._sights.pop()] -= 1
                tail = element.tail or "" if element is not root else ""
                self._text(_AFTER_BREAK.sub("", tail) if tag == "br" else tail)

    def _see(self, sight: Sight, tag: str, element: HtmlElement) -> None:
        """Note how an element is seen, also one without text: browsers may let it go on where this parser ends it."""
        if sight != "seen" and not self._seen_as[sight]:
            words = " ".join(element.text_content().split()) or f"<{tag}>"
            (self.struck if sight == "struck" else self.hidden).append(words)
        self._sights.append(sight)
        self._seen_as[sight] += 1

    def _start(self, tag: str, href: str, has_attributes: bool) -> None:
        self._verbatim += tag == "pre"
        if tag in ("blockquote", "pre"):
            self._open_block()
        elif self._block is not None:
            self._start_in_block(self._block, tag, href, has_attributes)
        else:
            self._start_in_prose(tag, href)

    def _end(self, tag: str) -> None:
        self._verbatim -= tag == "pre"
        if tag in ("blockquote", "pre"):
            self._close_block()
        elif self._block is not None:
            self._end_in_block(self._block, tag)
        else:
            self._end_in_prose(tag)

    def _text(self, text: str) -> None:
        if not text:
            return
        if self._seen_as["hidden"]:
            return
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = text.replace("\n", _LINE) if self._verbatim else _as_typed(text)
        if self._block is None:
            self.prose.append(text)
            return
        self._block.pieces.append(text)
        self._block.is_item_begun |= bool(text.strip())

    # --- outside block quotations -----------------------------------------------------------------------------------

    def _start_in_prose(self, tag: str, href: str) -> None:
        if tag == "br":
            self.prose.append(_LINE)
        elif tag in ("ul", "ol"):
            self._lists.append("*" if tag == "ul" else "#")
            self.prose.append(_PARAGRAPH + _LIST + _PARAGRAPH)
        elif tag == "li":
            self.prose.append(f"{_PARAGRAPH}{_ITEM}{''.join(self._lists) or '*'} ")
        elif tag in _PARAGRAPHS and not "".join(self.prose[-2:]).rstrip("*# \n").endswith(_ITEM):
            self.prose.append(_PARAGRAPH)
        elif tag == "a" and href:
            self.prose.append(_LINK)
            self.links.append(href)
        elif tag in _EMPHASIS:
            self.prose.append(_EMPHASIS[tag][0])
        elif tag == "q":
            self.prose.append("“")
        elif tag not in _PLAIN:
            self.prose.append(_ALIEN)

    def _end_in_prose(self, tag: str) -> None:
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
            self.prose.append(_PARAGRAPH + _LIST_END + _PARAGRAPH)
        elif tag in _PARAGRAPHS or tag == "li":
            self.prose.append(_PARAGRAPH)
        elif tag == "a":
            self.prose.append(_LINK_END)
        elif tag in _EMPHASIS:
            self.prose.append(_EMPHASIS[tag][1])
        elif tag == "q":
            self.prose.append("”")

    # --- inside block quotations ------------------------------------------------------------------------------------

    def _open_block(self) -> None:
        self._depth += 1
        if self._block is None:
            self._block = _Block()
        else:
            self._block.faults.append("a quotation within the quotation")

    def _close_block(self) -> None:
        self._depth -= 1
        if self._depth or self._block is None:
            return
        text = _block_text("".join(self._block.pieces))
        faults = [*self._block.faults, *faults_of(text)]
        self.blocks.append(Quoted(text, is_block=True, fault=faults[0] if faults else ""))
        self.prose.append(_PARAGRAPH + _BLOCK + _PARAGRAPH)
        self._block = None

    def _start_in_block(self, block: _Block, tag: str, href: str, has_attributes: bool) -> None:
        if tag == "br":
            block.pieces.append(_LINE)
        elif tag in ("ul", "ol"):
            block.lists.append("*" if tag == "ul" else "#")
        elif tag == "li":
            block.is_item_begun = False
            block.pieces.append(f"{_ITEM}{''.join(block.lists) or '*'} ")
        elif tag in ("p", "div"):
            self._paragraph(block)
        elif tag in _EMPHASIS:
            block.pieces.append(_EMPHASIS[tag][0].translate(_AS_WIKITEXT))
        elif tag == "a":
            block.links.append((href, len(block.pieces)))
        elif tag not in _PLAIN and (tag != "span" or has_attributes):
            block.faults.append(f"<{tag}>, for which there is no twin in wikitext")

    def _end_in_block(self, block: _Block, tag: str) -> None:
        if tag in ("ul", "ol") and block.lists:
            block.lists.pop()
            if not block.lists:
                block.pieces.append(_PARAGRAPH)
        elif tag in ("p", "div") and not block.lists:
            block.pieces.append(_PARAGRAPH)
        elif tag in _EMPHASIS:
            block.pieces.append(_EMPHASIS[tag][1].translate(_AS_WIKITEXT))
        elif tag == "a" and block.links:
            href, start = block.links.pop()
            if href and "".join(block.pieces[start:]).strip() != href:
                block.faults.append("a link, whose wikitext cannot be told")

    def _paragraph(self, block: _Block) -> None:
        if not block.lists:
            block.pieces.append(_PARAGRAPH)
        elif block.is_item_begun:
            block.faults.append("a list item of several paragraphs")


def _as_typed(text: str) -> str:
    """Text without the line breaks that only wrap it; those before typed lists and headings, and blank lines, are kept."""
    if "\n" not in text:
        return text
    first, *others = text.split("\n")
    pieces, is_after_blank = [first], False
    for line in others:
        if not line.strip():
            is_after_blank = True
            pieces.append(" ")
            continue
        mark = _PARAGRAPH if is_after_blank else _LINE if _TYPED_START.match(line.lstrip()) else "\n"
        pieces.append(mark + line)
        is_after_blank = False
    return "".join(pieces)


def _block_text(text: str) -> str:
    """The wikitext of a block quotation: its author's lines, no blanks around them."""
    text = re.sub(rf"\s*{_LINE}[ \t\n]*", _LINE, text)
    text = re.sub(rf"[\s{_PARAGRAPH}{_LINE}]*{_ITEM}\s*", _LINE, text)
    text = _BREAKS.sub(_LINE + _LINE, text)
    text = " ".join(re.split(r"[ \t\n\xa0]+", text))
    lines = [_bold_restored(line.strip()) for line in text.split(_LINE)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _bold_restored(line: str) -> str:
    return _MANGLED_BOLD.sub(r"'''\1'''", line)


def faults_of(text: str) -> list[str]:
    """What of a quotation's text cannot be put on a page: leftovers of mangled markup, invisible or turning marks."""
    faults = []
    if _MANGLED.search(text):
        faults.append("markup that the blog has mangled")
    if _ALIEN in text:
        faults.append("markup for which there is no twin in wikitext")
    hidden = next((character for character in text if _is_hidden(character)), "")
    if hidden:
        faults.append(f"an invisible mark ({unicodedata.name(hidden, f'U+{ord(hidden):04X}')})")
    return faults


def _is_hidden(character: str) -> bool:
    if character == "\N{REPLACEMENT CHARACTER}":
        return True
    return character > "~" and unicodedata.category(character) in ("Cf", "Cc", "Cs", "Co", "Zl", "Zp")


# --- quotations -------------------------------------------------------------------------------------------------------

_SPECIAL = re.compile(rf"[“”\"‘'’«»‹›⟦⟧{_BLOCK}{_LINK}{_LINK_END}{_ITEM}]")
_OPENS_AFTER = re.compile(r"[\s(\[{—–/\1-\x13-]")
_CLOSES_BEFORE = re.compile(r"[\s.,;:!?)\]}—–/…\1-\x13-]")
_SINGLE_CLOSE = re.compile(r"[’'](?=[^\w‘’']|$)")
_LONGEST_SINGLE = 1500
_MOST_UNCLOSED = 5
"""Quotations without an end after which no more are looked for, since each is looked for to the end of the text."""


class _Shaper:
    """Puts a number for each quotation, link and block of the prose, and notes the quotations that do not end."""

    def __init__(self, body: _Body) -> None:
        self.quoted: list[Quoted] = []
        self.unclosed: list[str] = []
        self._blocks, self._links = iter(body.blocks), iter(body.links)
        self._pieces: list[str] = []
        self._link: tuple[str, int] | None = None

    def shape(self, prose: str) -> str:
        """The prose's shape, with the marks of paragraphs, lines, items and emphasis still in it."""
        self._prose = prose
        at = 0
        while len(self.unclosed) < _MOST_UNCLOSED and (found := _SPECIAL.search(prose, at)):
            self._pieces.append(prose[at : found.start()])
            at = self._take(found[0], found.start())
        self._pieces.append(prose[at:])
        return "".join(self._pieces)

    def _take(self, mark: str, start: int) -> int:
        """Take in a special character; where to go on."""
        if mark == _BLOCK:
            self._refer(next(self._blocks), "⟦⟧")
        elif mark == _LINK:
            self._link = (next(self._links), len(self._pieces))
        elif mark == _LINK_END:
            self._end_link()
        elif mark in '“"':
            return self._take_double(start)
        elif mark in "‘'":
            return self._take_single(start)
        elif mark == "”":
            self._note_unclosed(start)
        elif mark in "«»‹›⟦⟧":
            self._pieces.append("¤")
        else:
            self._pieces.append(mark)
        return start + 1

    def _refer(self, quoted: Quoted, brackets: str) -> None:
        self._pieces.append(f"{brackets[0]}{len(self.quoted)}{brackets[1]}")
        self.quoted.append(quoted)

    def _note_unclosed(self, start: int) -> None:
        self.unclosed.append(_readable(self._prose[start : start + 80]))

    def _end_link(self) -> None:
        """A link around one quotation makes that lead somewhere; around words it is a piece of its own."""
        if self._link is None:
            return
        (href, start), self._link = self._link, None
        inner = "".join(self._pieces[start:])
        del self._pieces[start:]
        references = list(REFERENCE.finditer(inner))
        if len(references) == 1 and inner.strip() == references[0][0]:
            number = int(references[0][1])
            self.quoted[number] = Quoted(self.quoted[number].text, fault=self.quoted[number].fault, href=href)
            self._pieces.append(inner)
        elif references or not inner.strip() or _PARAGRAPH in inner:
            self._pieces.append(inner)
        else:
            self._refer(Quoted(_readable(inner), href=href), "‹›")

    # --- double marks -----------------------------------------------------------------------------------------------

    def _take_double(self, start: int) -> int:
        end = _double_end(self._prose, start)
        if end < 0:
            self._note_unclosed(start)
            return start + 1
        self._quote(self._prose[start + 1 : end])
        return end + 1

    def _quote(self, inner: str) -> None:
        links = [next(self._links) for mark in inner if mark == _LINK]
        stripped = inner.strip(f"{_BOLD}{_BOLD_END}{_ITALIC}{_ITALIC_END}")
        is_whole_link = stripped[:1] == _LINK and stripped[-1:] == _LINK_END and len(links) == 1
        text, faults = _quotation_text(inner)
        if _LINK_END in inner and not links:
            self._link = None
        if (links or _LINK_END in inner) and not is_whole_link:
            faults.append("a link, whose wikitext cannot be told")
        fault = faults[0] if faults else ""
        self._refer(Quoted(text, fault=fault, href=links[0] if is_whole_link else ""), "«»")

    # --- single marks -----------------------------------------------------------------------------------------------

    def _take_single(self, start: int) -> int:
        before, after = self._prose[start - 1 : start] or " ", self._prose[start + 1 : start + 2] or " "
        opens = _OPENS_AFTER.match(before) and not _CLOSES_BEFORE.match(after) and after not in "‘'’"
        end = _single_end(self._prose, start) if opens else -1
        if end == -1:
            self._pieces.append(self._prose[start])
            return start + 1
        if end == -2:
            self._note_unclosed(start)
            return start + 1
        self._quote(self._prose[start + 1 : end])
        return end + 1


def _double_end(prose: str, start: int) -> int:
    """Where a quotation ends that begins with the mark at ``start``; -1 where it never does."""
    is_curly = prose[start] == "“"
    depth = 1
    for found in re.compile(rf"[“”{_BLOCK}{_ITEM}]" if is_curly else rf"[\"{_BLOCK}{_ITEM}{_PARAGRAPH}]").finditer(
        prose, start + 1
    ):
        mark = found[0]
        if mark not in '“”"':
            return -1
        opens = mark == "“" if is_curly else _opens_straight(prose, found.start())
        depth += 1 if opens else -1
        if not depth:
            return found.start()
    return -1


def _opens_straight(prose: str, at: int) -> bool:
    """Whether a straight mark within a quotation begins one inside of it: a blank or bracket before, a word right after."""
    return bool(_OPENS_AFTER.match(prose[at - 1])) and not _CLOSES_BEFORE.match(prose[at + 1 : at + 2] or " ")


def _single_end(prose: str, start: int) -> int:
    """Where a quotation in single marks ends; -1 where the mark is an apostrophe, -2 where its end cannot be told."""
    limit = start + _LONGEST_SINGLE
    stop = re.compile(rf"[{_PARAGRAPH}{_BLOCK}{_ITEM}]|(?<=[\s(])[‘'](?=\w)").search(prose, start + 1, limit)
    until = stop.start() if stop else min(limit, len(prose))
    closes = (found.start() for found in _SINGLE_CLOSE.finditer(prose, start + 2, until))
    ends = list(islice((end for end in closes if not _within_double(prose, start + 1, end)), 2))
    if not ends:
        return -1
    is_doubtful = prose[ends[0] - 1] in "snSN" and len(ends) > 1
    return -2 if is_doubtful else ends[0]


def _within_double(prose: str, start: int, at: int) -> bool:
    inner = prose[start:at]
    return inner.count("“") > inner.count("”") or inner.count('"') % 2 == 1


def _quotation_text(inner: str) -> tuple[str, list[str]]:
    """A quotation's wikitext, and its faults: markup that begins within it and ends outside, and what ``faults_of`` finds."""
    faults = []
    for opening, closing in ((_BOLD, _BOLD_END), (_ITALIC, _ITALIC_END)):
        if inner.count(opening) != inner.count(closing) or inner.find(closing) < inner.find(opening):
            faults.append("emphasis that does not end where the quotation does")
    text = inner.translate(_AS_WIKITEXT).translate({ord(_LINK): None, ord(_LINK_END): None})
    text = _BREAKS.sub("\1\1", re.sub(f"[{_LIST}{_LIST_END}]", _PARAGRAPH, text))
    text = re.sub(rf"[ \t\n\xa0]*{_LINE}[ \t\n]*", "\1", text)
    text = re.sub(r"[ \t\n\xa0]+", " ", text).replace("\1", "\n")
    return text, [*faults, *faults_of(text)]


def _readable(text: str) -> str:
    """Prose as people read it: without any of our marks."""
    return " ".join(re.sub(r"[\1-\x08\x0e-\x1f]", " ", text).split())


# --- sentences --------------------------------------------------------------------------------------------------------

_MARKED = re.compile(f"[{_BOLD}{_BOLD_END}{_ITALIC}{_ITALIC_END}{_ALIEN}{_LINK}{_LINK_END}]")
_SENTENCE_END = re.compile(r"(?:[.!?…][)\]]?|(?<=»))\s+(?=[A-Z(\[“«‹⟦])")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|no|nos|mr|mrs|dr|st|(?-i:[A-Z]))\.$", re.IGNORECASE)
_ENUMERATOR = re.compile(
    r"\s*(?:[-–—•*#]+\s+|[*#]+\s*)?"
    r"(?:\(?(?:(?i:part|section|step|clause|change)\s+)?(?:\d{1,3}[a-z]?|[a-zA-Z]|[ivx]{1,5})[.):](?:\s+|$))?"
)
_TYPED_ITEM = re.compile(r"\s*(?:[*#•]+\s*(?=\S)|[-–—]\s+)")
_ENDS = re.compile(r"[.!?:;…]['’)\]]?$|-$")


class _Lists:
    """Which lists a line stands in: real ones, which begin and end where their elements do, else typed ones.

    Typed items belong to one list where they are lines of one paragraph, or each is a paragraph of its own.
    """

    def __init__(self) -> None:
        self._count = 0
        self._real: list[int] = []
        self._typed: list[int] = []
        self._is_alone = False

    def take_marks(self, paragraph: str) -> str:
        """Begin and end the lists whose marks a paragraph holds; the paragraph without them."""
        for mark in re.findall(f"[{_LIST}{_LIST_END}]", paragraph):
            self._typed = []
            if mark == _LIST:
                self._real.append(self._next())
            elif self._real:
                self._real.pop()
        return re.sub(f"[{_LIST}{_LIST_END}]", "", paragraph)

    def begin(self, lines: list[str]) -> None:
        """Begin a paragraph: what was typed above goes on only from an item that stood alone to another such."""
        is_alone = len(lines) == 1
        if any(line.strip() and not line.strip().startswith("⟦") for line in lines):
            self._typed = self._typed if is_alone and self._is_alone else []
            self._is_alone = is_alone

    def around(self, line: str) -> tuple[int, ...]:
        """The lists that a line stands in, outermost first."""
        typed = _TYPED_ITEM.match(line)
        if self._real or _ITEM in line:
            return tuple(self._real)
        if typed:
            depth = max(len(typed[0].strip().strip("•–—-")), 1)
            del self._typed[depth:]
            while len(self._typed) < depth:
                self._typed.append(self._next())
        elif not line.strip().startswith("⟦"):
            self._typed = []
        return tuple(self._typed)

    def _next(self) -> int:
        self._count += 1
        return self._count


def _sentences(shape: str, quoted: list[Quoted]) -> Iterator[Sentence]:
    """The sentences and blocks of a shape in order."""
    lists, number = _Lists(), 0
    for paragraph in shape.split(_PARAGRAPH):
        lines = list(_lines(lists.take_marks(paragraph)))
        lists.begin(lines)
        for line in lines:
            number += 1
            yield from _sentences_of_line(line, quoted, number, lists.around(line))


def _lines(paragraph: str) -> Iterator[str]:
    """A paragraph's lines; one that its author broke within a sentence is whole again."""
    whole: list[str] = []
    for line in paragraph.split(_LINE):
        if not line.strip():
            continue
        if whole and not _goes_on(whole[-1], line):
            yield " ".join(whole)
            whole = []
        whole.append(line)
    if whole:
        yield " ".join(whole)


def _goes_on(before: str, line: str) -> bool:
    """Whether a line goes on with the sentence of the line before."""
    first = line.lstrip()[:1]
    return (first.islower() or (first == "«" and not _ENDS.search(before.rstrip()))) and not _TYPED_ITEM.match(line)


def _sentences_of_line(line: str, quoted: list[Quoted], paragraph: int, lists: tuple[int, ...]) -> Iterator[Sentence]:
    text = line.replace(_ITEM, "").replace("\xa0", " ")
    item = _TYPED_ITEM.match(text)
    bullet = (item[0].strip() if item[0].strip().strip("*#") == "" else "*") if item and lists else ""
    start = _ENUMERATOR.match(text)
    at = start.end() if start else 0
    for found in _SENTENCE_END.finditer(text, at):
        if _ends_a_sentence(text, at, found, quoted):
            yield from _sentence(text[at : found.end()], paragraph, lists, bullet)
            at, bullet = found.end(), ""
    yield from _sentence(text[at:], paragraph, lists, bullet)


def _ends_a_sentence(text: str, start: int, found: re.Match[str], quoted: list[Quoted]) -> bool:
    if found[0].strip():
        return not _ABBREVIATION.search(text[max(start, found.start() - 8) : found.start() + 1])
    number = int(text[text.rindex("«", start, found.start()) + 1 : found.start() - 1])
    return quoted[number].text.rstrip()[-1:] in (".", "!", "?") and text[found.end() : found.end() + 1].isupper()


def _sentence(text: str, paragraph: int, lists: tuple[int, ...], bullet: str) -> Iterator[Sentence]:
    shape = " ".join(_MARKED.sub("", text).split()).strip("\u200b\ufeff ")
    if shape:
        yield Sentence(shape, paragraph, lists, bullet, is_marked=bool(_MARKED.search(text)))
