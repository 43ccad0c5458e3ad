"""Text in pieces: what of a page stands as it stood and what was written anew, so that a change can be told as spans of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tracker.core.region import Span
from tracker.errors import PlanStaleError


@dataclass(frozen=True, slots=True)
class SpanEdit:
    """A span of a page that gets another text: ``before`` stands at offset ``start`` of the base page.

    Offsets count characters. ``rule`` is the path of the rule as people write it; several are joined by ``; ``.
    """

    start: int
    before: str
    after: str
    rule: str

    @property
    def end(self) -> int:
        """The offset right behind ``before`` in the base page."""
        return self.start + len(self.before)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters of a draft: from the base page at offset ``base``, or (None) written for ``rule``.

    A piece that was ``moved`` counts as written where it stands now, though it came from the base page.
    """

    text: str
    base: int | None = None
    rule: str = ""
    moved: bool = False

    def part(self, start: int, end: int) -> Piece:
        """The characters from ``start`` up to ``end`` of this piece."""
        base = None if self.base is None else self.base + start
        return replace(self, text=self.text[start:end], base=base)


class PiecedText:
    """A text made of pieces, each of which knows where it came from."""

    __slots__ = ("_text", "pieces")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        """Put pieces together."""
        self.pieces: list[Piece] = [piece for piece in pieces if piece.text]
        self._text: str | None = None

    @classmethod
    def of_page(cls, page: str, span: Span) -> PiecedText:
        """A stretch of the base page as it stands."""
        return cls([Piece(page[span.start : span.end], span.start)])

    @property
    def text(self) -> str:
        """The characters of all pieces."""
        if self._text is None:
            self._text = "".join(piece.text for piece in self.pieces)
        return self._text

    def replace(self, span: Span, new: str, rule: str) -> None:
        """Write ``new`` in the place of a span of this text."""
        first, last = self._split(span.start), self._split(span.end)
        self._set(first, last, [Piece(new, rule=rule)] if new else [])

    def cut(self, start: int) -> list[Piece]:
        """Take everything from ``start`` on away and hand it over."""
        first = self._split(start)
        taken = self.pieces[first:]
        self._set(first, len(self.pieces), [])
        return taken

    def add(self, pieces: Iterable[Piece]) -> None:
        """Put pieces at the end."""
        self._set(len(self.pieces), len(self.pieces), [piece for piece in pieces if piece.text])

    def origin(self, span: Span) -> Span | None:
        """Where in the base page a span of this text stands unchanged; None where any of it was written or is broken."""
        base, at = None, 0
        for piece in self.pieces:
            start, end = max(span.start - at, 0), min(span.end - at, len(piece.text))
            if start < end:
                here = None if piece.base is None else piece.base + start
                if here is None or (base is not None and here != base):
                    return None
                base = here + end - start
            at += len(piece.text)
        return None if base is None else Span(base - (span.end - span.start), base)

    def _split(self, at: int) -> int:
        """Make ``at`` a border between pieces; the index of the first piece behind it."""
        for index, piece in enumerate(self.pieces):
            if at <= 0:
                return index
            if at < len(piece.text):
                self.pieces[index : index + 1] = [piece.part(0, at), piece.part(at, len(piece.text))]
                return index + 1
            at -= len(piece.text)
        return len(self.pieces)

    def _set(self, first: int, last: int, new: Sequence[Piece]) -> None:
        self.pieces[first:last] = new
        self._text = None


def edits_of(page: str, pieces: Iterable[Piece], owners: Sequence[tuple[int, str]]) -> tuple[SpanEdit, ...]:
    """How a page becomes the text of the pieces, as spans of the page in order, no two of which touch.

    ``owners`` are the offsets at which rules begin on the page, with their paths.
    """
    return tuple(edit for edit in _edits(page, pieces, owners) if edit.before != edit.after)


def _edits(page: str, pieces: Iterable[Piece], owners: Sequence[tuple[int, str]]) -> Iterator[SpanEdit]:
    at = 0
    written: list[Piece] = []
    for piece in [*pieces, Piece("", len(page))]:
        if piece.base is None or piece.moved:
            written.append(piece)
            continue
        if piece.base > at or written:
            after = "".join(each.text for each in written)
            yield SpanEdit(at, page[at : piece.base], after, _names(written, at, owners))
        at, written = piece.base + len(piece.text), []


def _names(written: Iterable[Piece], at: int, owners: Sequence[tuple[int, str]]) -> str:
    """The rules that texts were written for; where nothing was, the rule in which a span begins."""
    names = dict.fromkeys(piece.rule for piece in written)
    index = bisect_right(owners, at, key=lambda owner: owner[0]) - 1
    return "; ".join(names) or (owners[index][1] if index >= 0 else "")


def carried_out(page: str, edits: Iterable[SpanEdit]) -> str:
    """The page with each edit carried out; raises PlanStaleError where another text stands at its place."""
    return _rewritten(page, ((edit.start, edit.before, edit.after, edit.rule) for edit in edits))


def undone(after: str, edits: Iterable[SpanEdit]) -> str:
    """The base page again, from the page that the edits made of it; raises PlanStaleError where it reads otherwise."""
    return _rewritten(after, _reversed(edits))


def _reversed(edits: Iterable[SpanEdit]) -> Iterator[tuple[int, str, str, str]]:
    shift = 0
    for edit in edits:
        yield edit.start + shift, edit.after, edit.before, edit.rule
        shift += len(edit.after) - len(edit.before)


def _rewritten(text: str, changes: Iterable[tuple[int, str, str, str]]) -> str:
    parts, at = [], 0
    for start, old, new, rule in changes:
        if start < at or not text.startswith(old, start):
            raise PlanStaleError(f"{rule!r} does not read as it did", remedy="draft it again")
        parts += [text[at:start], new]
        at = start + len(old)
    return "".join([*parts, text[at:]])
