"""Whole blocks: whether each paragraph, item, row and definition that a change touched still begins and ends as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracker.mechanics.enacting.drafted_page import NotClearError
from tracker.mechanics.enacting.targets import content_blocks
from tracker.mechanics.ruleset.ruletext import Block
from tracker.mechanics.ruleset.ruletree import shown_text

_LISTED = frozenset(("item", "indent", "term"))
_PROSE = _LISTED | {"paragraph"}
_OPENING = " \t'\"“‘(["
_CLOSING = " \t'\"”’)]"
_STOPS = tuple(".!?…")
_SAME = 10
"""How many characters at an edge tell that a block begins, or ends, as another one did."""
_LONGEST_NAME = 4
"""How many words without a stop, above other paragraphs, may be a name."""
_EMPTY = re.compile(r"\([ \t]*\)|(?<!\[)\[[ \t]*\](?!\])|“[ \t]*”")
_CELLS = re.compile(r"\|\||!!|^[|!]", re.MULTILINE)
_ROW = re.compile(r"[|!](?![|}])|.*\s(?:\|\||!!)\s", re.DOTALL)
_MARKUP_AT_EDGE = re.compile(r"\A(?:'{2,}|\[\[|<|\{\{)")


_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _Part:
    """A block with its words and those that readers see of them."""

    block: Block
    words: str
    shown: str

    @property
    def key(self) -> _Key:
        """What makes it the same block before and after."""
        return self.block.kind, self.block.marker, self.words

    @property
    def end(self) -> str:
        """What readers see, up to its last character that closes nothing."""
        return self.shown.rstrip(_CLOSING)

    @property
    def has_stop(self) -> bool:
        """Whether it ends as a sentence does."""
        return self.end.endswith(_STOPS)


@dataclass(frozen=True, slots=True)
class _Change:
    """The blocks of a text before and after, and those that went and came."""

    before: Sequence[_Part]
    after: Sequence[_Part]
    first: int
    gone: Sequence[_Part]
    come: Sequence[_Part]

    def following(self, part: _Part) -> _Part | None:
        """The block behind one of those that are there after."""
        at = next(at for at, each in enumerate(self.after) if each is part)
        return self.after[at + 1] if at + 1 < len(self.after) else None

    def siblings(self, part: _Part) -> list[_Part]:
        """The other items of its list at its depth, those that stayed if there are any."""
        same = [
            each
            for each in self.after
            if each is not part and each.block.list_id == part.block.list_id and each.block.marker == part.block.marker
        ]
        return [each for each in same if all(each is not other for other in self.come)] or same


def check_blocks(before: str, after: str) -> None:
    """Raise NotClearError where a change of a rule's own text leaves a block torn that was not so before."""
    change = _change(_parts(before), _parts(after))
    for part in change.come:
        why = _fault(change, part)
        if why:
            raise NotClearError("PLACE_UNCLEAR", f"{why}: “{_excerpt(part.words)}”")
    why = next(_faults_between(change), "")
    if why:
        raise NotClearError("PLACE_UNCLEAR", why)
    _check_rows(change)


def _parts(text: str) -> list[_Part]:
    found = []
    for block in content_blocks(text):
        words = text[block.text.start : block.text.end]
        found.append(_Part(block, words, shown_text(words) if block.kind in _PROSE else words))
    return found


def _change(before: Sequence[_Part], after: Sequence[_Part]) -> _Change:
    most = min(len(before), len(after))
    first = next((at for at in range(most) if before[at].key != after[at].key), most)
    last = next((at for at in range(most - first) if before[-1 - at].key != after[-1 - at].key), most - first)
    gone, come = before[first : len(before) - last], after[first : len(after) - last]
    return _Change(before, after, first, gone, come)


def _excerpt(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 60 else f"{line[:30]}…{line[-29:]}"


def check_first_line(text: str) -> None:
    """Raise NotClearError where a text of several paragraphs begins with a line that may be meant as the rule's name."""
    parts = _parts(text)
    if len(parts) < 2 or {part.block.kind for part in parts[:2]} != {"paragraph"}:
        return
    said = parts[0].shown.strip()
    if "\n" not in said and len(said.split()) <= _LONGEST_NAME and said[-1:].isalnum():
        raise NotClearError("PLACE_UNCLEAR", f"whether its first line is a name is not said: “{said}”")


# --- one block --------------------------------------------------------------------------------------------------------


def _fault(change: _Change, part: _Part) -> str:
    if part.block.kind not in _PROSE or any(part.key == each.key for each in change.gone):
        return ""
    return (
        _fault_of_beginning(change, part)
        or _fault_of_end(change, part)
        or _fault_of_stop(change, part)
        or _fault_of_brackets(change, part)
        or _fault_beside_siblings(change, part)
    )


def _fault_of_beginning(change: _Change, part: _Part) -> str:
    said = part.shown.lstrip(_OPENING)
    if any(each.shown[:_SAME] == part.shown[:_SAME] for each in change.gone):
        return ""
    if said[:1] in tuple(",.;:!?)"):
        return "it would begin with a punctuation mark"
    if part.block.kind in ("term", "indent") and not any(each.block.kind in _LISTED for each in change.gone):
        return "it would become a list's line" if change.gone and len(change.gone) == len(change.come) else ""
    siblings = change.siblings(part) if part.block.kind in _LISTED else []
    is_small = said[:1].islower() and (part.block.kind == "paragraph" or bool(siblings))
    if is_small and not any(each.shown.lstrip(_OPENING)[:1].islower() for each in siblings):
        return "it would begin with a small letter"
    return ""


def _fault_of_end(change: _Change, part: _Part) -> str:
    """An end that something must follow, where nothing does."""
    mark = part.end[-1:]
    if mark not in tuple(",;:–—-") or any(each.end[-_SAME:] == part.end[-_SAME:] for each in change.gone):
        return ""
    if mark == ":":
        following = change.following(part)
        is_followed = following is not None and (
            following.block.kind != "paragraph" or any(following is each for each in change.come)
        )
        return "" if is_followed else "nothing would follow its colon"
    is_listed = part.block.kind in _LISTED and any(each.end[-1:] == mark for each in change.siblings(part))
    return "" if is_listed else "it would end within a sentence"


def _fault_of_stop(change: _Change, part: _Part) -> str:
    """An end without a stop, where those that it takes the place of, or its neighbours, end with one."""
    if part.has_stop or not part.end[-1:].isalnum():
        return ""
    gone = [each for each in change.gone if each.block.kind == part.block.kind]
    if part.block.kind == "paragraph":
        is_last = change.come[-1] is part and change.following(part) is None
        had_none = any(not each.has_stop for each in gone)
        return "a paragraph would lack its stop" if not had_none and (gone or is_last or len(change.come) == 1) else ""
    is_lost = len(change.gone) == len(change.come) and bool(gone) and all(each.has_stop for each in gone)
    return "an item would lose its stop" if is_lost else ""


def _fault_of_brackets(change: _Change, part: _Part) -> str:
    was = {found[0] for each in change.gone for found in _EMPTY.finditer(each.words)}
    return "brackets would be left empty" if any(found[0] not in was for found in _EMPTY.finditer(part.words)) else ""


def _fault_beside_siblings(change: _Change, part: _Part) -> str:
    """An item that began in bold or as a link, as all its neighbours do, and would no longer."""
    siblings = change.siblings(part) if part.block.kind in _LISTED else []
    if len(siblings) < 2 or len(change.gone) != len(change.come) or _MARKUP_AT_EDGE.match(part.words):
        return ""
    was = all(_MARKUP_AT_EDGE.match(each.words) for each in (*siblings, *change.gone))
    return "it would no longer begin in the type of its neighbours" if was else ""


# --- between blocks ---------------------------------------------------------------------------------------------------


def _faults_between(change: _Change) -> Iterator[str]:
    """What would be odd of how the blocks follow each other, and was not so before."""
    there = {part.key for part in change.after}
    was, left = _opened(change.before), _opened(change.after)
    if there & {first for _, first in was} - {first for _, first in left}:
        yield "something would stand between a colon and its list"
    if there & {opener for opener, _ in was} - {opener for opener, _ in left}:
        yield "nothing would follow a colon"
    yield from _torn_entries(change)
    yield from _parted_items(change)
    yield from _mixed_lists(change)


def _opened(parts: Sequence[_Part]) -> set[tuple[_Key, _Key]]:
    """The paragraphs with a colon that open a list or a table, each with the first block of that."""
    return {
        (opener.key, part.key)
        for opener, part in pairwise(parts)
        if opener.block.kind == "paragraph" and opener.end.endswith(":") and part.block.kind != "paragraph"
    }


def _parted_items(change: _Change) -> Iterator[str]:
    """Items below another one that goes, or that no longer ends in the colon before them; a list that ends in a semicolon."""
    at = change.first + len(change.gone)
    old, new = _item_above(change.before, at), _item_above(change.after, change.first + len(change.come))
    if old is not None and any(old is part for part in change.gone):
        if new is None or not any(new is part for part in change.come):
            yield "what stands below an item would be parted from it"
        elif old.end.endswith(":") and not new.end.endswith(":"):
            yield "what an item introduces would stay without the colon before it"
    last = change.after[change.first - 1] if change.first and not change.come and change.gone else None
    if last is None or last.block.kind != "item" or not last.end.endswith((",", ";")):
        return
    follower = change.following(last)
    is_last = (
        follower is None or follower.block.list_id != last.block.list_id or follower.block.depth < last.block.depth
    )
    if is_last and change.gone[-1].has_stop:
        yield "a list would end within a sentence"


def _item_above(parts: Sequence[_Part], at: int) -> _Part | None:
    """The item that the item at a place stands below."""
    if at >= len(parts) or parts[at].block.kind not in _LISTED:
        return None
    block = parts[at].block
    above = (part for part in reversed(parts[:at]) if part.block.depth < block.depth)
    found = next(above, None)
    return found if found is not None and found.block.list_id == block.list_id else None


def _torn_entries(change: _Change) -> Iterator[str]:
    """Terms without what is said of them, and what is said without its term; an entry that would become a paragraph."""
    if any(_may_be_entry(change, part) for part in change.come):
        yield "whether it is an entry of the list of terms or a paragraph is not said"
    if _headless(change):
        yield "a term and what is said of it would be parted"
    for kind, beside, step in (("term", "indent", 1), ("indent", "term", -1)):
        whole = {part.key for part in _beside(change.before, kind, beside, step)}
        left = {part.key for part in _beside(change.after, kind, beside, step)}
        if any(part.key in whole and part.key not in left for part in change.after):
            yield "a term and what is said of it would be parted"
        if change.come and whole and any(part.block.kind == kind and part.key not in left for part in change.come):
            yield "a term would stand without what is said of it, or the other way round"


def _may_be_entry(change: _Change, part: _Part) -> bool:
    """Whether a new paragraph right behind a list of terms looks like an entry of it."""
    at = next(at for at, each in enumerate(change.after) if each is part)
    before = change.after[at - 1] if at else None
    if part.block.kind != "paragraph" or before is None or before.block.kind not in ("term", "indent"):
        return False
    label = re.match(r"\W*(?:[\w’'-]+ ?){1,4}(?::| [-–—])\s+\w", part.shown)
    return not part.has_stop or (label is not None and not part.end.endswith(":"))


def _headless(change: _Change) -> bool:
    """Whether what was said of a term stays where the term goes and no other one takes its place."""
    terms = [part for part in change.gone if part.block.kind == "term"]
    if len(terms) <= sum(part.block.kind == "term" for part in change.come):
        return False
    there = {part.key for part in change.after}
    lost = {part.key for part in terms} - there
    term, orphans = None, set()
    for part in change.before:
        term = part.key if part.block.kind == "term" else term if part.block.kind == "indent" else None
        orphans |= {part.key} if part.block.kind == "indent" and term in lost else set()
    return bool(orphans & there)


def _beside(parts: Sequence[_Part], kind: str, other: str, step: int) -> list[_Part]:
    """The blocks of one kind that stand next to another one of their list, of either of two kinds."""
    pairs = pairwise(parts) if step > 0 else pairwise(parts[::-1])
    return [
        part
        for part, neighbour in pairs
        if part.block.kind == kind
        and neighbour.block.list_id == part.block.list_id
        and neighbour.block.kind in (other, *([kind] if kind == "indent" else []))
    ]


def _mixed_lists(change: _Change) -> Iterator[str]:
    """Items of another kind than those right beside them."""
    for one, other in pairwise(change.after):
        is_new = any(one is part for part in change.come) != any(other is part for part in change.come)
        signs = {one.block.marker[:1], other.block.marker[:1]}
        is_apart = one.block.span.end != other.block.span.start
        if is_new and not is_apart and len(signs & {"*", "#"}) == 2:
            yield "its marker is not that of the list"


# --- tables -----------------------------------------------------------------------------------------------------------


def _check_rows(change: _Change) -> None:
    """Raise NotClearError (MARKUP) where a table's rows get other cells, or a row stands in no table."""
    tables = [part for part in change.come if part.block.kind == "table"]
    was = [part for part in change.gone if part.block.kind == "table"]
    if was and len(tables) == len(was):
        for part, old in zip(tables, was, strict=True):
            if _cells(part.words) != _cells(old.words):
                raise NotClearError("MARKUP", "the cells or the rows of a table would be others")
    stray = next((part for part in change.come if part.block.kind in _PROSE and _ROW.match(part.words)), None)
    if stray is not None and not any(part.key == stray.key for part in change.gone):
        raise NotClearError("MARKUP", f"a table's row would stand in no table: “{_excerpt(stray.words)}”")


def _cells(table: str) -> list[int]:
    """How many cells each line of a table begins."""
    return [len(_CELLS.findall(line)) for line in table.split("\n")]
