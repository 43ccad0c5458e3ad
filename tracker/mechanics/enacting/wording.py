"""How new words are put into a rule's own text: as text, sentence, paragraph, list item or entry of a list of terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tracker.core.clause import normalise
from tracker.core.region import Span
from tracker.mechanics.enacting.drafted_page import NotClearError
from tracker.mechanics.enacting.instructions import Unit
from tracker.mechanics.enacting.targets import block_at, content_blocks, items_of_only_list, occurrences
from tracker.mechanics.ruleset.ruletext import Block, cuts_markup, end_of_text, sentences, with_markup
from tracker.mechanics.ruleset.ruletree import shown_text

_LIST_LINE = re.compile(r"[*#:;]")
_BLOCK_LINE = re.compile(r"[*#:;]|\{\||\|\}|\|-")
_MARKER = re.compile(r"[*#:;]+[ \t]*")
_LEADING_STOPS = ",.;:!?)’”"
_FINAL_STOPS = ".!?"
_CLOSING = " '\"”’)]"
_LABEL = re.compile(r"[\w’' -]{1,40}?(?::| [-–—])\s")
_SPACES = " \t"
_TYPE = re.compile(r"'{2,}|\[\[(?:[^\[\]|\n]*\|)?|\[(?=\w+:)|\]+|</?[a-zA-Z][^<>]*>|\{\{|\}\}")
_PIECES = re.compile(rf"(?P<type>{_TYPE.pattern})|\w+|\s+|.", re.DOTALL)
_ALIKE = str.maketrans("‘’“”", "''\"\"")
_CLOSING_TYPE = re.compile(r"(?:'{2,}+|\]++|</[a-zA-Z]+>)+")
_OPENING_TYPE = re.compile(r"(?:'{2,}+|\[\[(?:[^\[\]|\n]*\|)?|<[a-zA-Z][^<>]*>)+\Z")
_LISTED = frozenset(("item", "indent", "term"))
_ENTRY = re.compile(
    r"(?P<open>'{2,5}|[\"“]|)(?P<term>[^:\n'\"“”]+?)(?P<close>(?::'{2,5}|'{2,5}:?|[\"”]:?|:| [-–—])\s+)(?P<definition>\S.*)",
    re.DOTALL,
)

Side = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Wording:
    """A span of a rule's own text, and the text to be put there."""

    span: Span
    new: str


def joined(wordings: Iterable[Wording]) -> list[Wording]:
    """Changes of one text in order, removals that overlap as one; raises NotClearError where others do."""
    found: list[Wording] = []
    for wording in sorted(wordings, key=lambda wording: (wording.span.start, wording.span.end)):
        last = found[-1] if found else None
        if last is None or last.span.end <= wording.span.start:
            found.append(wording)
        elif last.new or wording.new:
            raise NotClearError("PLACE_UNCLEAR", "places where it stands overlap")
        else:
            found[-1] = Wording(Span(last.span.start, max(last.span.end, wording.span.end)), "")
    return found


# --- in the place of a text -------------------------------------------------------------------------------------------


def replaced(text: str, span: Span, new: str, unit: Unit = "text") -> Wording:
    """Put ``new`` where a span stands, or take the span away with the blanks or the line that it leaves empty."""
    if not new.strip():
        return _removed(text, span)
    new = new.strip()
    if cuts_markup(text, span):
        raise NotClearError("MARKUP", "the quotation cuts a link, bold text or a tag in two")
    _mind_paragraphs(text, span, new)
    span, new = _without_shared_markup(text, span, new, unit)
    if not new.strip():
        return _removed(text, span)
    if _is_listed(new) or "\n" in new:
        return _replaced_by_lines(text, span, new)
    if unit == "sentence" and text[span.end - 1] in _FINAL_STOPS and new[-1].isalnum():
        return Wording(Span(span.start, span.end - 1), new)
    return Wording(span, new)


def _mind_paragraphs(text: str, span: Span, new: str) -> None:
    """Refuse one line of new text for parts of several paragraphs or items, which would run into each other."""
    met = [block.text for block in content_blocks(text) if block.text.start < span.end and span.start < block.text.end]
    if len(met) > 1 and "\n" not in new and (span.start > met[0].start or span.end < met[-1].end):
        raise NotClearError("PLACE_UNCLEAR", "the quotation reaches over several paragraphs, the new text does not")


def _without_shared_markup(text: str, span: Span, new: str, unit: Unit) -> tuple[Span, str]:
    """The span and its new text without the words that both share at their edges, which keep their bold and links.

    Raises NotClearError (MARKUP) where markup of the span lies between those and its words stay, or just they are replaced.
    """
    old = text[span.start : span.end]
    if not _TYPE.search(old) or _TYPE.search(new):
        return span, new
    kept, put = _differing(old, new)
    inner = old[kept.start : kept.end]
    if not _TYPE.search(inner):
        return Span(span.start + kept.start, span.start + kept.end), new[put.start : put.end]
    is_part = unit == "text" and not (_is_sentence(old) and _is_sentence(new))
    if is_part or _marked_words(inner) & set(re.findall(r"\w+", new[put.start : put.end])):
        raise NotClearError("MARKUP", "whether its bold or italic type or its links are to stay is not said")
    return span, new


def _is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.rstrip(_CLOSING).endswith(tuple(_FINAL_STOPS))


def _marked_words(text: str) -> set[str]:
    """The words of a text that stand in bold or italic type, or are links."""
    runs = re.findall(r"'{2,}(.+?)'{2,}|\[\[(?:[^\[\]|\n]*\|)?([^\[\]]+)\]\]", text)
    return {word for run in runs for part in run for word in re.findall(r"\w+", part)}


def _differing(old: str, new: str) -> tuple[Span, Span]:
    """What is between the words that two texts share at their beginning and at their end; markup in the old one is no word."""
    pieces = [piece for piece in _PIECES.finditer(old) if not piece["type"]]
    others = list(_PIECES.finditer(new))
    said, wanted = ([piece[0].translate(_ALIKE) for piece in each] for each in (pieces, others))
    most = min(len(said), len(wanted))
    head = next((at for at in range(most) if said[at] != wanted[at]), most)
    tail = next((at for at in range(most - head) if said[-1 - at] != wanted[-1 - at]), most - head)
    start = pieces[head - 1].end() if head else 0
    end = pieces[-tail].start() if tail else len(old)
    put = Span(others[head - 1].end() if head else 0, others[-tail].start() if tail else len(new))
    return _inside_type(old, Span(start, max(start, end))), put


def _inside_type(old: str, between: Span) -> Span:
    """A stretch without markup that opens at its beginning, or closes at its end, and whose partner is beyond it."""
    inner = old[between.start : between.end]
    if not re.search(r"\w", _TYPE.sub("", inner)):
        is_end = old[: between.start][-1:].isalnum() and _CLOSING_TYPE.fullmatch(inner)
        at = between.end if is_end else between.start
        return Span(at, at) if is_end or _OPENING_TYPE.fullmatch(inner) else between
    opening = re.match(rf"(?:{_TYPE.pattern})+", inner)
    closing = re.search(rf"(?:{_TYPE.pattern})+\Z", inner)
    if opening and not closing:
        return Span(between.start + opening.end(), between.end)
    if closing and not opening:
        return Span(between.start, between.start + closing.start())
    return between


def _replaced_by_lines(text: str, span: Span, new: str) -> Wording:
    """Several lines, or lines of a list, in the place of a span."""
    lines = new.split("\n")
    start, end = _line(text, span)
    before, behind = text[start : span.start], text[span.end : end]
    if behind.strip() and _BLOCK_LINE.match(lines[-1]):
        raise NotClearError("MARKUP", "words behind the quotation would become part of a list")
    marker = _MARKER.fullmatch(before)
    if marker and not all(_LIST_LINE.match(line) for line in lines[1:]):
        raise NotClearError("MARKUP", "a list item would become several lines")
    if not _BLOCK_LINE.match(new):
        return Wording(span, new)
    if marker and new.startswith(marker[0].strip()):
        return Wording(Span(start, span.end), new)
    if before.strip():
        raise NotClearError("MARKUP", "a list or a table would begin within a line")
    return Wording(span, new)


def _removed(text: str, span: Span) -> Wording:
    span = with_markup(text, span)
    if cuts_markup(text, span):
        raise NotClearError("MARKUP", "the quotation cuts a link, bold text or a tag in two")
    start, end = _line(text, span)
    is_marker = not text[start : span.start].strip() or _MARKER.fullmatch(text[start : span.start])
    if is_marker and not text[span.end : end].strip():
        return Wording(_with_line_breaks(text, Span(start, end)), "")
    return Wording(_with_blanks(text, span), "")


def _with_line_breaks(text: str, lines: Span) -> Span:
    """Whole lines with their line break, and with the blank lines behind where there are such before them too."""
    start, end = lines.start, min(lines.end + 1, len(text))
    if lines.end == len(text):
        # Nothing stands behind: the page ends here.
        return Span(len(text[:start].rstrip("\n")), end)
    if start and not text[:start].endswith("\n\n"):
        return Span(start, end)
    while text[end : end + 1] == "\n" and (start or end < len(text) - 1):
        end += 1
    return Span(start, end)


def _with_blanks(text: str, span: Span) -> Span:
    """A span in a line with the blanks on one of its sides, so that one blank, or none before a stop, is left."""
    start, end = span.start, span.end
    before, behind = text[:start][-1:], text[end : end + 1]
    if before in _SPACES + "\n" and behind in _SPACES and behind:
        while text[end : end + 1] in _SPACES and end < len(text):
            end += 1
    elif behind in f"\n{_LEADING_STOPS}" or not behind:
        while start and text[start - 1] in _SPACES:
            start -= 1
    return Span(start, end)


def _line(text: str, span: Span) -> tuple[int, int]:
    """Where the first line of a span begins, and where its last one ends."""
    end = text.find("\n", span.end)
    return text.rfind("\n", 0, span.start) + 1, len(text) if end < 0 else end


# --- beside a text ----------------------------------------------------------------------------------------------------


def inserted(text: str, span: Span, side: Side, new: str, unit: Unit) -> Wording:
    """Put ``new`` right before or after a span."""
    if unit in ("item", "step"):
        return _inserted_item(text, span, side, new)
    if unit == "paragraph" or _is_listed(new) or "\n\n" in new.strip():
        return _inserted_block(text, span, side, new)
    if cuts_markup(text, span):
        raise NotClearError("MARKUP", "the quotation cuts a link, bold text or a tag in two")
    if unit == "sentence":
        span = _whole_sentence(text, span, side)
    at = _beside_type(text, span, side, new)
    return Wording(Span(at, at), _spaced(text, at, new.strip("\n"), side))


def mind_edge_of_item(text: str, span: Span, side: Side, new: str) -> None:
    """Raise NotClearError for what may be an item or a cell of its own, or part of the one that begins or ends there."""
    block = next((each for each in content_blocks(text) if each.text.start <= span.start <= each.text.end), None)
    if block is None or block.kind not in (*_LISTED, "table") or not re.match(r"[\s'\"“‘(\[|!]*[A-Z\d]|\s*[|!]", new):
        return
    start, end = _line(text, span) if block.kind == "table" else (block.text.start, block.text.end)
    beyond = text[span.end : end] if side == "after" else text[start : span.start]
    if not any(map(str.isalnum, beyond)):
        raise NotClearError("PLACE_UNCLEAR", "whether it is part of the item there or one of its own is not said")


def _beside_type(text: str, span: Span, side: Side, new: str) -> int:
    """Where new words go beside a span: outside the bold or italic type or the link that ends there.

    Raises NotClearError (MARKUP) where words may be meant for the inside.
    """
    at = span.end if side == "after" else span.start
    marked = _CLOSING_TYPE.match(text, at) if side == "after" else _OPENING_TYPE.search(text[:at])
    if marked is None:
        return at
    is_outside = re.match(r"\s*[,.;:(–—]", new) if side == "after" else re.search(r"[,.;:)–—]\s*\Z", new)
    if not is_outside and not _closes_at(text, span):
        raise NotClearError("MARKUP", "whether it is to stand in the same type or link is not said")
    return marked.end() if side == "after" else marked.start()


def _closes_at(text: str, span: Span) -> bool:
    """Whether a span is a whole sentence with its stop, beside which nothing is part of its type."""
    return text[span.end - 1] in _FINAL_STOPS


def _whole_sentence(text: str, span: Span, side: Side) -> Span:
    """The span with the stop behind it; raises NotClearError where a sentence beside it would stand inside another."""
    end = span.end
    while text[end : end + 1] and text[end] in "'\"”’)":
        end += 1
    if text[end : end + 1] and text[end] in _FINAL_STOPS and text[end - 1] not in _FINAL_STOPS:
        end += 1
    edge = text[: span.start].rstrip(" '\"“‘(") if side == "before" else text[:end].rstrip("'\"”’)")
    if edge and edge[-1] not in f"{_FINAL_STOPS}\n*#:;":
        raise NotClearError("PLACE_UNCLEAR", "the quotation ends within a sentence")
    return Span(span.start, end)


def _spaced(text: str, at: int, new: str, side: Side) -> str:
    """The text with the blank that parts it from its neighbour."""
    if side == "after":
        is_parted = new[:1] in f"{_SPACES}{_LEADING_STOPS}" or text[:at].endswith(" ")
        new = new if is_parted else f" {new}"
        return f"{new} " if text[at : at + 1].isalnum() and not new.endswith(" ") else new
    is_parted = new[-1:] in f"{_SPACES}(“‘-" or text[at : at + 1] in f"{_SPACES}{_LEADING_STOPS}"
    return new if is_parted else f"{new} "


def _inserted_item(text: str, span: Span, side: Side, new: str) -> Wording:
    content = content_blocks(text)
    item = block_at(text, span)
    if item.kind != "item":
        raise NotClearError("PLACE_UNCLEAR", "the quotation stands in no item of a list")
    if side == "before":
        return Wording(Span(item.span.start, item.span.start), f"{_as_item(new, text, item)}\n")
    return _behind_item(text, _last_of(content, item), _as_item(new, text, item))


def _inserted_block(text: str, span: Span, side: Side, new: str) -> Wording:
    """Lines of their own before or after the block that the span begins or ends."""
    new = new.strip("\n").rstrip()
    block = block_at(text, Span(span.start, span.start + 1) if side == "before" else Span(span.end - 1, span.end))
    beyond = text[block.text.start : span.start] if side == "before" else text[span.end : block.text.end]
    if any(sign.isalnum() for sign in beyond):
        raise NotClearError("PLACE_UNCLEAR", "the quotation stands within a paragraph")
    if block.kind in _LISTED and _is_listed(new):
        return _inserted_item(text, span, side, new)
    if side == "before":
        return Wording(Span(block.span.start, block.span.start), f"{new}\n\n")
    return Wording(Span(block.text.end, block.text.end), _glue(block, new) + new)


# --- at the end -------------------------------------------------------------------------------------------------------


def appended(text: str, new: str, unit: Unit, is_placed: bool = False) -> Wording:
    """Put ``new`` at the end of a rule's own text; items go to the end of its one list unless the end ``is_placed``."""
    if unit in ("item", "step"):
        return item_added(text, new)
    content = content_blocks(text)
    if not content:
        return _into_empty(text, new.strip())
    if _is_listed(new) and content[-1].kind not in _LISTED and any(block.kind == "item" for block in content):
        return _item_further_up(text, new, is_placed)
    if unit == "paragraph" and not is_placed:
        _mind_items(text, content, new.strip())
    end = end_of_text(text, Span(0, len(text)))
    if unit == "paragraph" or _is_listed(new) or "\n" in new.strip():
        new = new.strip("\n").rstrip()
        return Wording(Span(end, end), _glue(content[-1], new) + new)
    if content[-1].kind != "paragraph":
        raise NotClearError("PLACE_UNCLEAR", "the rule's text does not end in a paragraph")
    return Wording(Span(end, end), _spaced(text, end, new.strip("\n").rstrip(), "after"))


def _item_further_up(text: str, new: str, is_placed: bool) -> Wording:
    """Items for a rule's one list, which is not the last of its text."""
    markers = {block.marker for block in content_blocks(text) if block.kind == "item"}
    own = {marker[0].strip() for line in new.strip().split("\n") if (marker := _MARKER.match(line))}
    if is_placed or not own <= markers or min(own, key=len, default="") != min(markers, key=len):
        raise NotClearError("PLACE_UNCLEAR", "whether it belongs to the list further up or behind the text is not said")
    return item_added(text, new)


def _mind_items(text: str, content: Sequence[Block], new: str) -> None:
    """Refuse one line that reads as the items of the rule's lists do, and may be one of them."""
    items = [text[block.text.start : block.text.end] for block in content if block.kind == "item"]
    if not items or "\n" in new or _is_listed(new):
        return
    has_stop = new.rstrip(_CLOSING).endswith((*_FINAL_STOPS, ":"))
    is_last = content[-1].kind == "item"
    is_alike = any(_shape(item) == _shape(new) for item in items) and has_stop == items[-1].endswith(
        (*_FINAL_STOPS, ":")
    )
    if not has_stop or is_alike or (is_last and len(sentences(new, Span(0, len(new)))) < 2 and _has_stops(items)):
        raise NotClearError("PLACE_UNCLEAR", "whether it is an item of the list or a paragraph is not said")


def _shape(item: str) -> str:
    """How an item begins: with a label, or with which word."""
    said = shown_text(item)
    return ":" if _LABEL.match(said) else said.split(" ", 1)[0].casefold()


def _has_stops(items: Sequence[str]) -> bool:
    return all(item.rstrip(_CLOSING).endswith(tuple(_FINAL_STOPS)) for item in items)


def reworded(text: str, new: str) -> Wording:
    """Put ``new`` in the place of a rule's whole own text."""
    content = content_blocks(text)
    new = new.strip("\n").rstrip()
    if not content:
        return _into_empty(text, new)
    return Wording(Span(content[0].span.start, end_of_text(text, Span(0, len(text)))), new)


def _into_empty(text: str, new: str) -> Wording:
    """The first text of a rule, below what only opens it."""
    end = end_of_text(text, Span(0, len(text)))
    return Wording(Span(end, end), f"\n{new}") if text[:end].strip() else Wording(Span(0, 0), f"{new}\n")


def _glue(last: Block, new: str) -> str:
    """The line breaks between a block and lines that go behind it."""
    is_list = _is_listed(new)
    return "\n" if is_list and last.kind in (*_LISTED, "paragraph") else "\n\n"


# --- lists ------------------------------------------------------------------------------------------------------------


def item_added(text: str, new: str) -> Wording:
    """Put an item at the end of the rule's one list; raises NotClearError (NO_LIST) where there is not just one."""
    items = items_of_only_list(text)
    top = [item for item in items if item.depth == min(each.depth for each in items)][-1]
    return _behind_item(text, _last_of(content_blocks(text), top), _as_item(new, text, top))


def _behind_item(text: str, last: Block, new: str) -> Wording:
    at = last.text.end
    return Wording(Span(at, at), f"\n{new}")


def _last_of(content: Sequence[Block], item: Block) -> Block:
    """The last line of what an item holds: itself, or the last item inside it."""
    at = content.index(item)
    behind = content[at + 1 :]
    stop = next(
        (n for n, block in enumerate(behind) if block.list_id != item.list_id or block.depth <= item.depth), None
    )
    return content[at + (len(behind) if stop is None else stop)]


def _as_item(new: str, text: str, like: Block) -> str:
    """A text as a line of the same list, with its neighbour's marker and blank."""
    lines = new.strip().split("\n")
    if any(not _LIST_LINE.match(line) for line in lines[1:]):
        raise NotClearError("MARKUP", "the item has several lines")
    own = _MARKER.match(lines[0])
    if own is not None and own[0][0] in ":;" and own[0].strip() != like.marker:
        raise NotClearError("MARKUP", "whether its first mark is part of the item is not clear")
    if own is not None and len(lines) > 1 and own[0].strip() != like.marker:
        raise NotClearError("MARKUP", "its markers are not those of the list")
    said = lines[0][own.end() :] if own else lines[0]
    head = text[like.span.start : like.text.start]
    prefix = head if _MARKER.fullmatch(head) else f"{like.marker} "
    return "\n".join([f"{prefix}{said}", *lines[1:]])


# --- terms ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    term: str
    lines: Span


def entry_added(text: str, term: str, definition: str) -> Wording:
    """Put a term with its definition into a list of terms, in its alphabetical place and written like the others."""
    entries = _term_entries(text) or _line_entries(text)
    if len(entries) < 2:
        raise NotClearError("NO_LIST", "the rule is no list of terms")
    keys = [normalise(entry.term).casefold() for entry in entries]
    wanted = normalise(term).casefold()
    if wanted in keys:
        raise NotClearError("TITLE_TAKEN", f"there is an entry “{entries[keys.index(wanted)].term}” already")
    if keys != sorted(keys):
        raise NotClearError("PLACE_UNCLEAR", "the terms stand in no alphabetical order")
    following = next((entry for entry, key in zip(entries, keys, strict=True) if key > wanted), None)
    gap = text[entries[0].lines.end : entries[1].lines.start]
    new = _written_like(text, entries[0], term, definition)
    if following is None:
        return Wording(Span(entries[-1].lines.end, entries[-1].lines.end), gap + new)
    return Wording(Span(following.lines.start, following.lines.start), new + gap)


def _term_entries(text: str) -> list[_Entry]:
    """The entries of a definition list, each from its term's line to before the next one's."""
    content = content_blocks(text)
    starts = [block for block in content if block.kind == "term"]
    found = []
    for at, block in enumerate(starts):
        stop = starts[at + 1].span.start if at + 1 < len(starts) else len(text)
        last = [each for each in content if block.span.start <= each.span.start < stop][-1]
        found.append(_Entry(text[block.text.start : block.text.end], Span(block.span.start, last.text.end)))
    return found


def _line_entries(text: str) -> list[_Entry]:
    """The entries of a list whose lines all read ``term: definition``; none where any line does not."""
    content = content_blocks(text)
    kind = "item" if any(block.kind == "item" for block in content) else "paragraph"
    lines = [block for block in content if block.kind == kind]
    found = [_ENTRY.fullmatch(text, block.text.start, block.text.end) for block in lines]
    shapes = {(entry["open"], entry["close"]) for entry in found if entry}
    if len(shapes) != 1 or not all(found):
        return []
    return [
        _Entry(entry["term"], Span(block.span.start, block.text.end))
        for entry, block in zip(found, lines, strict=True)
        if entry
    ]


def _written_like(text: str, entry: _Entry, term: str, definition: str) -> str:
    """An entry in the form of another one."""
    like, said = text[entry.lines.start : entry.lines.end], definition.strip().split("\n")
    marker = _MARKER.match(like)
    if marker and marker[0].startswith(";"):
        sign = re.search(r"^:\s*", like, re.MULTILINE)
        if sign is None:
            raise NotClearError("PLACE_UNCLEAR", "the entries are written in a form of their own")
        return "\n".join([f"{marker[0]}{term}", *(f"{sign[0]}{line.lstrip(': ')}" for line in said if line.strip())])
    shape = _ENTRY.fullmatch(like, marker.end() if marker else 0)
    if shape is None or len(said) > 1:
        raise NotClearError("PLACE_UNCLEAR", "the entries are written in a form of their own")
    return f"{marker[0] if marker else ''}{shape['open']}{term}{shape['close']}{said[0]}"


# --- what stands there already ----------------------------------------------------------------------------------------


def is_there(text: str, new: str) -> bool:
    """Whether each line of a text is a paragraph, a sentence or an item of a rule's own text already."""
    lines = [normalise(line) for line in new.split("\n") if line.strip()]
    whole = normalise(text)
    if not all(line in whole for line in lines):
        return False
    spans = [*(block.text for block in content_blocks(text)), *sentences(text, Span(0, len(text)))]
    there = {normalise(text[span.start : span.end]) for span in spans}
    return all(line in there for line in lines)


def is_beside(text: str, span: Span, side: Side, new: str) -> bool:
    """Whether a text stands right before or after a span already."""
    found = occurrences(text, _MARKER.sub("", new.strip(), count=1))
    gaps = [text[span.end : one.start] if side == "after" else text[one.end : span.start] for one in found]
    reaches = [one.start >= span.end if side == "after" else one.end <= span.start for one in found]
    return any(is_near and not re.search(r"\w", gap) for gap, is_near in zip(gaps, reaches, strict=True))


def _is_listed(new: str) -> bool:
    return _BLOCK_LINE.match(new.lstrip("\n")) is not None
