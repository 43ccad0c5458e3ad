"""The kinds of change that may be made to a page, each with its guard: nothing but these is ever written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from tracker.core.region import (
    check_safe_to_save,
    find_regions,
    find_section,
    insert_region,
    live_comments,
    page_text,
    replace_region,
)
from tracker.errors import PlanError, PlanStaleError

_ANSWER = re.compile(r"<!--\s*tracker:answer\s+(\S+)\s*-->")


@dataclass(frozen=True, slots=True)
class RegionReplace:
    """The span between two of our markers gets another text; ``before`` and ``after`` are region texts."""

    region: str
    before: str
    after: str

    def carry_out(self, text: str, page: str) -> str:
        """The page with the new region; raises RegionError where its markers are faulty or would be broken."""
        return replace_region(text, self.region, self.after, page)

    def __str__(self) -> str:
        """What it does, for the edit summary."""
        return f"update {self.region}"


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """Our answer to one line that a person wrote in an input area, put right below it, once for ever.

    ``line`` is the person's line as it stands, ``nth`` (from 0) which of several equal lines, ``area`` the title of
    the section that is the input area (empty: the whole page), ``line_id`` the id by which no line is answered twice.
    """

    line_id: str
    line: str
    answer: str
    area: str = ""
    nth: int = 0

    @property
    def marker(self) -> str:
        """The comment at the end of the answer by which it is known to be given."""
        return f"<!-- tracker:answer {_encoded(self.line_id)} -->"

    def is_given(self, text: str) -> bool:
        """Whether the page holds an answer to that line already."""
        return self.key in given_answers(text)

    @property
    def key(self) -> str:
        """The id as its marker carries it."""
        return _encoded(self.line_id)

    def carry_out(self, text: str, page: str) -> str:
        """The page with the answer inserted; raises PlanError where its line is gone or would hide it."""
        changed, _, errors = with_answers(text, [self], page)
        if errors:
            raise errors[0]
        return changed

    def __str__(self) -> str:
        """What it does, for the edit summary."""
        return f"answer {self.line_id}"


def is_answer(line: str) -> bool:
    """Whether a line of a page bears the mark of an answer of ours, to whatever line."""
    return _ANSWER.search(line) is not None


def given_answers(text: str) -> frozenset[str]:
    """The keys (``AnswerLine.key``) of the answers that a page holds."""
    comments = (_ANSWER.fullmatch(text, span.start, span.end) for span in live_comments(text))
    return frozenset(match[1] for match in comments if match)


def with_answers(
    text: str, answers: Sequence[AnswerLine], page: str
) -> tuple[str, tuple[AnswerLine, ...], tuple[PlanError, ...]]:
    """The page with every answer that finds its line and would be seen there, those answers, and why the others are not.

    Every character that stood there stays.
    """
    placed, errors = _placed(text, answers, page)
    if not placed:
        return text, (), errors
    given = tuple(answer for _, answer in placed)
    try:
        return _inserted(text, placed, page), given, errors
    except PlanError as error:
        if len(given) == 1:
            return text, (), (*errors, error)
    # One of them breaks the page: the halves are tried apart, so that the others are given.
    changed, first, wrong = with_answers(text, given[: len(given) // 2], page)
    changed, second, more = with_answers(changed, given[len(given) // 2 :], page)
    return changed, first + second, errors + wrong + more


def _placed(
    text: str, answers: Sequence[AnswerLine], page: str
) -> tuple[list[tuple[int, AnswerLine]], tuple[PlanError, ...]]:
    """The answers with the offset at which each goes in, in order of the page, and why others have no place."""
    areas: dict[str, Mapping[str, Sequence[int]]] = {}
    placed, errors = [], []
    for answer in answers:
        try:
            if answer.area not in areas:
                areas[answer.area] = _line_ends(text, answer.area, page)
            placed.append((_place(answer, areas[answer.area], page), answer))
        except PlanError as error:
            errors.append(error)
    return sorted(placed, key=lambda pair: pair[0]), tuple(errors)


def _line_ends(text: str, area: str, page: str) -> Mapping[str, Sequence[int]]:
    """Line -> where each of the lines of that text in an area ends."""
    section = find_section(text, area, page) if area else None
    ends: dict[str, list[int]] = {}
    for first, last in _lines(text, section.start if section else 0, section.end if section else len(text)):
        ends.setdefault(text[first:last].rstrip(), []).append(last)
    return ends


def _place(answer: AnswerLine, ends: Mapping[str, Sequence[int]], page: str) -> int:
    if "\n" in answer.answer:
        raise PlanError(f"the answer to {answer.line_id} is more than one line", place=page)
    found = ends.get(answer.line.rstrip(), ())
    if answer.nth >= len(found):
        raise PlanError(f"the line {answer.line_id} that we want to answer is not there", place=page)
    return found[answer.nth]


def _inserted(text: str, placed: Sequence[tuple[int, AnswerLine]], page: str) -> str:
    pieces, at = [], 0
    for place, answer in placed:
        pieces += [text[at:place], f"\n{answer.answer} {answer.marker}"]
        at = place
    changed = "".join([*pieces, text[at:]])
    check_safe_to_save(text, changed, page)
    given = given_answers(page_text(changed))
    for _, answer in placed:
        if answer.key not in given:
            raise PlanError(f"an answer below the line {answer.line_id} would not be seen", place=page)
    return changed


def _encoded(line_id: str) -> str:
    """An id as a comment can carry it: no blanks, no hyphens, no angle brackets."""
    return quote(line_id, safe="/:#.,").replace("-", "%2D")


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        found = text.find("\n", start, end)
        last = end if found < 0 else found
        yield start, last
        start = last + 1


@dataclass(frozen=True, slots=True)
class SpanAmendment:
    """A named span of a page that people own gets another text, under a named authority.

    ``start`` is the offset in characters at which ``before`` stands in the page's base revision; an empty ``before``
    inserts. Every character outside the span stays, and no managed region may be touched.
    """

    name: str
    start: int
    before: str
    after: str
    authority: str

    @property
    def end(self) -> int:
        """The offset right behind the span."""
        return self.start + len(self.before)

    def carry_out(self, text: str, page: str) -> str:
        """The page with the span amended; raises PlanStaleError where another text stands there."""
        if text[self.start : self.end] != self.before or self.start > len(text):
            raise PlanStaleError(f"{self.name!r} does not stand where it stood", place=page, remedy="plan again")
        for region in find_regions(text, page).values():
            if self.start <= region.end and region.start <= self.end:
                raise PlanError(f"{self.name!r} reaches into the region {region.name!r}", place=page)
        changed = text[: self.start] + self.after + text[self.end :]
        check_safe_to_save(text, changed, page)
        return changed

    def __str__(self) -> str:
        """What it does, for the edit summary."""
        return f"amend {self.name} ({self.authority})"


@dataclass(frozen=True, slots=True)
class MarkerInsert:
    """An empty region goes right below a heading that the operator named, on a page that exists."""

    region: str
    heading: str

    def carry_out(self, text: str, page: str) -> str:
        """The page with the markers inserted; raises RegionError where the heading is not there exactly once."""
        return insert_region(text, self.region, self.heading, page)

    def __str__(self) -> str:
        """What it does, for the edit summary."""
        return f"markers of {self.region}"


@dataclass(frozen=True, slots=True)
class CreatePage:
    """A page where none is."""

    text: str

    def carry_out(self, text: str, page: str) -> str:
        """The new page; raises PlanStaleError where a text stands there already."""
        return _on_nothing(text, self.text, page)

    def __str__(self) -> str:
        """What it does, for the edit summary."""
        return "new page"


@dataclass(frozen=True, slots=True)
class CopyPage:
    """An archive copy of another page's revision, where no page is."""

    source: str
    source_revision: int
    text: str

    def carry_out(self, text: str, page: str) -> str:
        """The copy; raises PlanStaleError where a text stands there already."""
        return _on_nothing(text, self.text, page)

    def __str__(self) -> str:
        """What it does, for the edit summary."""
        return f"copy of [[{self.source}]], revision {self.source_revision}"


def _on_nothing(before: str, after: str, page: str) -> str:
    if before:
        raise PlanStaleError("there is a page already", place=page, remedy="plan again")
    return page_text(after)


Change = RegionReplace | AnswerLine | SpanAmendment | MarkerInsert | CreatePage | CopyPage


def change_record(change: Change) -> dict[str, Any]:
    """A change as plain JSON values, its kind among them."""
    return {"kind": type(change).__name__, **asdict(change)}


def amended(text: str, amendments: Sequence[SpanAmendment], page: str) -> str:
    """A page with several spans amended, all given by their offsets in ``text``; raises PlanError where two overlap."""
    ordered = sorted(amendments, key=lambda amendment: (amendment.start, amendment.end))
    for first, second in pairwise(ordered):
        if second.start < first.end or second.start == first.start:
            raise PlanError(f"{first.name!r} and {second.name!r} overlap", place=page)
    for amendment in reversed(ordered):
        text = amendment.carry_out(text, page)
    return text
