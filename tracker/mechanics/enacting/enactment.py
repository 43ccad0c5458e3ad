"""Enacting, whatever the game: a matter's case, the change of the ruleset written for it, its way back, and what it may alter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tracker.core.change import SpanAmendment, amended, change_record
from tracker.core.instants import iso, iso_or_none, parse_instant
from tracker.core.region import page_text
from tracker.errors import InputError, PlanError, PlanStaleError

if TYPE_CHECKING:
    from tracker.core.draft import RegionDraft
    from tracker.core.gamestate import Finding, Gamestate
    from tracker.mechanics.enacting.amendments import AmendmentDraft
    from tracker.mechanics.ruleset.ruletree import RuleNode

CODES: Mapping[str, str] = {
    "STATUS_AWAITED_TOO_LONG": "The ruleset was changed for a matter whose status on the blog was not set in time.",
    "VOTES_CHANGED_SINCE": "The votes on a matter, or what they allow, changed after the ruleset was changed for it.",
    "FAILED_AFTER_WRITING": "A matter was failed on the blog after the ruleset was changed for it.",
    "TAKEN_BACK_BY_HAND": "Somebody took back on the wiki what was written to the ruleset for a matter.",
    "WRITTEN_TEXT_CHANGED": "Somebody changed on the wiki what was written to the ruleset for a matter.",
    "PAGES_STILL_TO_BE_MADE": "A page that goes with what was written to the ruleset could not be made yet.",
    "OTHER_RULES_DIFFER": "After a matter was written to the ruleset, rules differ that it does not name.",
    "ACCOUNT_NOT_MAPPED": "An account of the wiki asks for something or authorises it, and nobody is known to own it.",
    "ENACTMENT_UNTOLD": "Our account changed the ruleset for a matter that cannot be told: nothing is written unasked.",
    "AUTHORITY_INVALID": "A line of the page of authorities was not written by the admin whom it names.",
}
"""Every code of a finding that enacting makes, with one sentence."""

Act = Literal["enact", "fail"]
Stage = Literal["drafted", "written", "awaiting status", "confirmed", "failed", "undone", "reverted", "closed"]
"""How far a matter is: lawful now; on the page; found there as meant; set on the blog; failed there; taken back by an
admin's order; taken back on the wiki by hand; settled."""


# --- what a game says -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A votable matter as whoever enacts it must see it, at one instant.

    ``state`` is pending, enacted, failed or unlawful; ``why_not`` says why it may not be enacted now (empty: it may);
    ``doubts`` why only a person may enact it. ``votes`` stands for the votes as they count; ``restless_at`` is when
    they last changed. ``body`` is the matter's text as it holds, in plain words; ``has_instructions`` says whether it is
    a text that changes the ruleset. With ``is_reset`` it is no matter that is voted on but the reset of the whole ruleset:
    only people have it written, and it is shown while it waits for them.
    """

    slug: str
    title: str
    url: str
    kind: str
    state: Literal["pending", "enacted", "failed", "unlawful"]
    verdict: str
    reasons: tuple[str, ...]
    acts: tuple[Act, ...]
    why_not: tuple[str, ...]
    doubts: tuple[str, ...]
    votes: str
    restless_at: datetime
    body: str
    has_instructions: bool = True
    is_reset: bool = False

    @property
    def may_enact(self) -> bool:
        """Whether it is lawful now to enact it."""
        return not self.why_not

    def is_quiet(self, now: datetime, quiet: timedelta) -> bool:
        """Whether the votes have rested for so long."""
        return now - self.restless_at >= quiet


@dataclass(frozen=True, slots=True)
class DraftShown:
    """A lawful matter as the page of drafts shows it.

    ``diff`` are lines of a unified diff, of the whole change or (refused) of its clear part. ``refusals`` are (code,
    sentence of the matter, what the code means and what would help). ``unread`` are the sentences that
    are no orders, ``mark`` what an admin says who has read them, ``notation`` what each order was read as, ``checks``
    what a person should look at first, ``pages`` the titles of the pages made besides.
    """

    case: Case
    act: Act
    note: str
    summary: str = ""
    outcome: str = ""
    diff: tuple[str, ...] = ()
    refusals: tuple[tuple[str, str, str], ...] = ()
    gamestate: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    mark: str = ""
    notation: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Companions:
    """The pages that go with an enactment: the title of the page's archive copy, made before it, and new pages, made after.

    ``waits`` say why they cannot be made yet, ``checks`` what a person should look at first.
    """

    copy: str = ""
    pages: tuple[RegionDraft, ...] = ()
    waits: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the pages to be made."""
        return (*([self.copy] if self.copy else []), *(draft.page for draft in self.pages))


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One matter that was written to the ruleset, and how far it is."""

    enactment: Enactment
    stage: Stage
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class EnactmentBook:
    """What the pages of enacting show: drafts of what is lawful, what awaits its status, and the log, newest first.

    Where the ruleset page is not known yet, or something is wrong with it (``fault``), there are no drafts.
    """

    mode: str
    drafts: tuple[DraftShown, ...]
    awaited: tuple[Enactment, ...]
    log: tuple[LogEntry, ...]
    is_ruleset_known: bool = True
    requests_page: str = ""
    fault: str = ""


class Enacting(Protocol):
    """What a game gives whose matters change a ruleset page (``Game.enacting``); every method is pure."""

    @property
    def pages(self) -> Mapping[str, str]:
        """The pages of drafts and of the log: key -> default title."""
        ...

    def cases(self, gamestate: Gamestate) -> Sequence[Case]:
        """Every votable matter that is not settled for good, those that may be enacted first in their lawful order."""
        ...

    def ruleset_row(self, gamestate: Gamestate) -> str:
        """The observation of the newest revision of the ruleset page that is sound; empty where none was seen."""
        ...

    def ruleset_revisions(self, gamestate: Gamestate, after: int) -> Mapping[int, str]:
        """The sound revisions of the ruleset page after one with their observations, oldest first, the newest included.

        Those that changed no rule may be left out.
        """
        ...

    def ruleset_fault(self, gamestate: Gamestate) -> str:
        """Why nothing is drafted on the ruleset page as it is (it was blanked, gutted); empty where it is sound."""
        ...

    def tried(self, gamestate: Gamestate, html: str, tags: Sequence[str], page: str) -> AmendmentDraft:
        """What a text would do to a page that nobody has proposed yet; ``tags`` are those that its title would bear."""
        ...

    def draft(self, gamestate: Gamestate, case: Case, bodies: Iterable[str], page: str) -> AmendmentDraft | None:
        """What enacting a matter does to a page; ``bodies`` are its texts as HTML, newest first.

        None where none of them is the text that holds.
        """
        ...

    def copies(self, gamestate: Gamestate, case: Case) -> Sequence[str]:
        """The titles, in order, that archive copies may have and of which the next free one is taken; empty: no choice."""
        ...

    def companions(self, gamestate: Gamestate, case: Case, page: str, titles: Collection[str] | None) -> Companions:
        """The pages that go with enacting a matter on a page; ``titles`` are those of ``copies`` that exist (None: not asked)."""
        ...

    def summary(self, case: Case, draft: AmendmentDraft) -> str:
        """The edit summary in the admins' style."""
        ...

    def is_summary_of(self, case: Case, summary: str) -> bool:
        """Whether an edit summary is one that ``summary`` words for a case, whatever was drafted."""
        ...

    def note(self, gamestate: Gamestate, case: Case, act: Act, admin: str) -> str:
        """The note for the blog's admin field, in the admins' style; empty where there is none to be set."""
        ...

    def admins(self, gamestate: Gamestate) -> frozenset[str]:
        """The names of those who may enact."""
        ...

    def regions(self, gamestate: Gamestate, names: Mapping[str, str], book: EnactmentBook) -> Sequence[RegionDraft]:
        """The regions of the pages of enacting; ``names`` are page titles by key."""
        ...


# --- what was written -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page that goes with an enactment: its title, its region's name, and that region's text in wikitext."""

    title: str
    region: str
    text: str


@dataclass(frozen=True, slots=True)
class Enactment:
    """The change of the ruleset that we wrote for a matter, as the ledger keeps it.

    ``by`` is the admin under whose authority it was written and ``authority`` says how they gave it; ``spans`` are
    offsets in the base revision, ``touched`` the paths of the rules named. ``revision`` is the one that we left (None:
    not read back yet), ``odd`` the rules that differ there besides. ``undone_by`` is empty while it stands;
    ``undone_revision`` is the one that took it back. ``pages_due`` are pages that go with it and are not made yet.
    """

    slug: str
    title: str
    page: str
    base_revision: int
    at: datetime
    by: str
    authority: str
    votes: str
    summary: str
    note: str
    spans: tuple[SpanAmendment, ...]
    touched: tuple[tuple[str, ...], ...]
    gamestate: tuple[str, ...] = ()
    is_automatic: bool = False
    revision: int | None = None
    odd: tuple[str, ...] = ()
    undone_by: str = ""
    undone_at: datetime | None = None
    undone_revision: int | None = None
    pages_due: tuple[NewPage, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return not self.undone_by

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            **plain,
            "at": iso(self.at),
            "undone_at": iso_or_none(self.undone_at),
            "spans": [change_record(span) for span in self.spans],
            "touched": [list(path) for path in self.touched],
            "gamestate": list(self.gamestate),
            "odd": list(self.odd),
            "pages_due": [asdict(page) for page in self.pages_due],
        }

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Enactment:
        """The inverse of ``record``; raises InputError where it is none."""
        try:
            return cls(
                **{
                    **record,
                    "at": parse_instant(record["at"]),
                    "undone_at": parse_instant(record["undone_at"]) if record["undone_at"] else None,
                    "spans": tuple(map(_span, record["spans"])),
                    "touched": tuple(tuple(path) for path in record["touched"]),
                    "gamestate": tuple(record["gamestate"]),
                    "odd": tuple(record["odd"]),
                    "pages_due": tuple(NewPage(**page) for page in record.get("pages_due", ())),
                }
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"no enactment: {error!r}", remedy="the ledger was written by another tracker") from error


def _span(record: Mapping[str, Any]) -> SpanAmendment:
    """The inverse of ``change_record``, which also names the kind of change."""
    return SpanAmendment(**{name: value for name, value in record.items() if name != "kind"})


# --- from a draft to spans --------------------------------------------------------------------------------------------


def spans_of(draft: AmendmentDraft, authority: str) -> tuple[SpanAmendment, ...]:
    """A draft's edits as amendments of its page, whose text is the draft's as the wiki keeps a page.

    Edits that touch each other are one. Raises PlanError where the wiki would keep another text than the draft's.
    """
    spans = _joined(SpanAmendment(edit.rule, edit.start, edit.before, edit.after, authority) for edit in draft.edits)
    kept = page_text(draft.after)
    stored = tuple(_joined(_as_stored(draft.page, spans, len(kept))))
    if stored and amended(draft.page, stored, "") != kept:
        raise PlanError("the wiki would keep another text than the draft's", remedy="make this edit by hand")
    return stored


def spans_between(before: str, after: str, authority: str) -> tuple[SpanAmendment, ...]:
    """The amendments, of whole lines, that make one text of a page another."""
    from difflib import SequenceMatcher

    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, old))]
    return tuple(
        SpanAmendment(
            f"lines from {first + 1} on", starts[first], "".join(old[first:last]), "".join(new[begin:end]), authority
        )
        for kind, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if kind != "equal"
    )


def _joined(spans: Iterable[SpanAmendment]) -> list[SpanAmendment]:
    """Spans in order, those that touch each other as one."""
    found: list[SpanAmendment] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        last = found[-1] if found else None
        if last is None or span.start > last.end:
            found.append(span)
            continue
        name = last.name if span.name == last.name else f"{last.name}, {span.name}"
        found[-1] = replace(last, name=name, before=last.before + span.before, after=last.after + span.after)
    return found


def _as_stored(page: str, spans: Sequence[SpanAmendment], length: int) -> list[SpanAmendment]:
    """The spans with their new texts as the wiki stores them, for a page that it stores with so many characters.

    The white space that it drops at the page's end goes with the last span.
    """
    clean = [replace(span, after=unicodedata.normalize("NFC", span.after)) for span in spans]
    spare = len(page) + sum(len(span.after) - len(span.before) for span in clean) - length
    return _without_tail(page, clean, spare) if spare > 0 and clean and clean[-1].end == len(page) else clean


def _without_tail(page: str, spans: Sequence[SpanAmendment], spare: int) -> list[SpanAmendment]:
    """The spans of a page, the last at its end, without so many characters of white space that they leave there.

    They are the last span's own, then the page's before it; where those reach an earlier span, the two become one.
    """
    *earlier, last = spans
    own = min(spare, len(last.after))
    kept_before = last.start - (earlier[-1].end if earlier else 0)
    start = last.start - min(spare - own, kept_before)
    last = replace(last, start=start, before=page[start : last.end], after=last.after[: len(last.after) - own])
    left = spare - own - kept_before
    if left <= 0 or not earlier:
        return [*earlier, last]
    return _without_tail(page, [*earlier[:-1], *_joined([earlier[-1], last])], left)


# --- the way back -----------------------------------------------------------------------------------------------------


def reversal(spans: Sequence[SpanAmendment], left: str, now: str, authority: str) -> tuple[SpanAmendment, ...]:
    """The amendments of a page as it is now that take back what we wrote.

    ``left`` is the page as our edit left it. What others changed elsewhere stays. Raises PlanStaleError where the text
    that we wrote, or the lines around it, do not stand there as we left them.
    """
    found, shift = [], 0
    with_break, after_break = (_unchanged_blocks(left, now, pattern) for pattern in _LINES)
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        start = span.start + shift
        shift += len(span.after) - len(span.before)
        # Where nothing of ours stands, only unchanged lines on both sides tell the place.
        blocks = [*with_break, *after_break] if span.after else with_break
        moved = _moved(start, start + len(span.after), blocks)
        if moved is None or left[start : start + len(span.after)] != span.after:
            text = f"{span.name!r} was changed since we wrote it"
            raise PlanStaleError(text, remedy="take it back by hand; nothing was written")
        found.append(SpanAmendment(span.name, moved, span.after, span.before, authority))
    return tuple(found)


_LINES = (re.compile(r"[^\n]*\n|[^\n]+\Z"), re.compile(r"\A[^\n]+|\n[^\n]*"))
"""A line with the break behind it, and with the one before it: what was written may begin or end at either."""


def _unchanged_blocks(left: str, now: str, pattern: re.Pattern[str]) -> list[tuple[int, int, int]]:
    """Stretches of whole lines that both texts share: (start in the first, start in the second, length in characters)."""
    from difflib import SequenceMatcher

    if left == now:
        return [(-1, -1, len(left) + 2)]
    ours, theirs = pattern.findall(left), pattern.findall(now)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    starts = [[0, *accumulate(map(len, lines))] for lines in (ours, theirs)]
    return [
        (starts[0][block.a], starts[1][block.b], starts[0][block.a + block.size] - starts[0][block.a])
        for block in matcher.get_matching_blocks()
        if block.size
    ]


def _moved(start: int, end: int, blocks: Iterable[tuple[int, int, int]]) -> int | None:
    """Where a stretch stands in the second text; None unless it lies in an unchanged one, an empty stretch not at its edge."""
    for ours, theirs, length in blocks:
        is_inside = ours <= start and end <= ours + length
        if is_inside and (start < end or ours < start < ours + length):
            return theirs + start - ours
    return None


# --- what became of it ------------------------------------------------------------------------------------------------

WrittenText = Literal["stands", "changed", "gone"]
"""What became on a page of the text that was written: it stands; it was changed; the page reads as if it never had been."""


def what_became(spans: Sequence[SpanAmendment], left: str, now: str) -> WrittenText:
    """What became of what we wrote: ``left`` is the page as our edit left it, ``now`` the page as it is.

    What others changed elsewhere is nothing to it, and it is not gone while a line of it stands anywhere on the page.
    """
    back = reversal(spans, left, left, "")
    before = _with(left, back)
    if now in (left, before):
        return "stands" if now == left else "gone"
    if _is_there(spans, left, now):
        return "stands"
    ours = set(_bare_lines(left)) - set(_bare_lines(before))
    if not ours.isdisjoint(_bare_lines(now)):
        return "changed"
    # Where words were only added, nothing but the whole rule tells that no other ones stand in their place.
    is_told_by_place = not any(map(_only_adds, spans)) and _is_there(back, before, now)
    return "gone" if is_told_by_place or _reads_as_before(before, left, now) else "changed"


def _only_adds(span: SpanAmendment) -> bool:
    """Whether the old text stands in the new one, at its beginning, its end or around what was added."""
    old, new = span.before, span.after
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    return len(old) <= len(new) and new.endswith(old[shared:])


def _bare_lines(text: str) -> list[str]:
    return [bare for line in text.split("\n") if (bare := line.strip())]


def _with(text: str, spans: Iterable[SpanAmendment]) -> str:
    """A text with spans of it, which do not overlap, amended: to compare with, not to be saved."""
    for span in sorted(spans, key=lambda span: span.start, reverse=True):
        text = text[: span.start] + span.after + text[span.end :]
    return text


def _is_there(spans: Sequence[SpanAmendment], left: str, now: str) -> bool:
    try:
        reversal(spans, left, now, "")
    except PlanStaleError:
        return False
    return True


def _reads_as_before(before: str, left: str, now: str) -> bool:
    """Whether each rule that our edit changed reads as it did before it."""
    from tracker.mechanics.ruleset.ruletree import parse_rules

    then, ours, today = (_texts(parse_rules(page)) for page in (before, left, now))
    changed = [path for path in {**then, **ours} if then.get(path) != ours.get(path)]
    return bool(changed) and all(then.get(path) == today.get(path) for path in changed)


# --- what may differ --------------------------------------------------------------------------------------------------


def rules_that_differ(before: str, after: str, touched: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The rules that differ between two texts of a page besides those touched and what is under them, as people write them."""
    from tracker.mechanics.ruleset.ruletree import title_key

    named = [tuple(map(title_key, path)) for path in touched]
    found = []
    for path in paths_that_differ(before, after):
        keys = tuple(map(title_key, path))
        if not any(keys[: len(name)] == name for name in named):
            found.append(" › ".join(path) or "the text before the first heading")
    return tuple(found)


def paths_that_differ(before: str, after: str) -> tuple[tuple[str, ...], ...]:
    """The title paths of the rules whose heading or own text differs between two texts of a page, old and new ones."""
    from tracker.mechanics.ruleset.ruletree import parse_rules

    old, new = (_texts(parse_rules(page)) for page in (before, after))
    return tuple(path for path in dict.fromkeys([*old, *new]) if old.get(path) != new.get(path))


def _texts(root: RuleNode) -> dict[tuple[str, ...], list[str]]:
    """The heading and own text of each rule by its path; of rules that share a path, one after the other."""
    found: dict[tuple[str, ...], list[str]] = {(): [root.own_text.rstrip()]}
    for node in root.walk():
        heading = node.page[node.heading.start : node.heading.end].strip()
        found.setdefault(node.path, []).append(f"{heading}\n{node.own_text.rstrip()}")
    return found
