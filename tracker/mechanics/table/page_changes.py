"""What one revision of a table page changed, from the readings of two: cells, rows, columns, and lines of the log."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from tracker.mechanics.table.action_lines import said
from tracker.mechanics.table.table_page import FAULTS, PageReading, line_digest

KEPT_REVISIONS = 20
"""How many earlier revisions a revert is looked for among."""


@dataclass(frozen=True, slots=True)
class LineMemory:
    """What must be remembered beside the last sound reading: plain JSON values by ``record``.

    ``gone`` counts, by digest of the text, the most that ever stood at once of each line of which fewer stand now; what
    stands there needs no memory. ``earlier`` are digest and id of the last readings, oldest first.
    """

    gone: Mapping[str, int] = field(default_factory=dict)
    earlier: tuple[tuple[str, str], ...] = ()

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"gone": dict(self.gone), "earlier": [list(pair) for pair in self.earlier]}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> LineMemory:
        """The inverse of ``record``."""
        return cls(dict(record["gone"]), tuple((digest, revision) for digest, revision in record["earlier"]))


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell that says something else: the player and the column's title as they stand now, the old and the new value."""

    player: str
    column: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that a revision added: its text as it stands, its number among those added (from 0), its index in ``lines``."""

    text: str
    k: int
    index: int


@dataclass(frozen=True, slots=True)
class EditedLine:
    """A line that became another one in its place, with its indexes in the ``lines`` before and after."""

    old: str
    new: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class PageChanges:
    """What one revision changed; everything is empty where it is ``held`` (then the reason).

    ``reading`` and ``seen`` are to be kept for the next comparison: the last sound reading (with the last known values of
    rows and columns that cannot be read or are gone, so that nothing slips in when they come back) and the memory.
    ``rows_renamed`` are (old, new). ``lines_back`` were seen before as often: no new lines. ``reverts_to`` is the id of the
    earlier revision that said exactly this.
    """

    reading: PageReading | None
    seen: LineMemory
    held: str = ""
    cells: tuple[CellChange, ...] = ()
    rows_new: tuple[str, ...] = ()
    rows_gone: tuple[str, ...] = ()
    rows_doubled: tuple[str, ...] = ()
    rows_unread: tuple[str, ...] = ()
    rows_renamed: tuple[tuple[str, str], ...] = ()
    columns_new: tuple[str, ...] = ()
    columns_gone: tuple[str, ...] = ()
    columns_moved: bool = False
    new_lines: tuple[NewLine, ...] = ()
    lines_edited: tuple[EditedLine, ...] = ()
    lines_removed: tuple[str, ...] = ()
    lines_back: tuple[str, ...] = ()
    back_at: tuple[int, ...] = ()
    """Where the lines that came back stand, in their order."""
    game_gone: tuple[str, ...] = ()
    """The game's own values that stand above the table no more."""
    reverts_to: str = ""
    kept: Sequence[int | None] = ()
    """Where each line of before stands now, moved and edited ones too; None for one that is gone."""

    @property
    def moves_lines(self) -> bool:
        """Whether any line stands elsewhere than before, or is gone."""
        return any(now != before for before, now in enumerate(self.kept))

    def index_now(self, before: int) -> int | None:
        """Where the line of that index stands now; None where it is gone."""
        return self.kept[before] if before < len(self.kept) else None


# --- comparing --------------------------------------------------------------------------------------------------------

_NOTHING: PageReading = {
    "has_region": False,
    "has_log": False,
    "names": "",
    "columns": [],
    "rows": {},
    "order": [],
    "unread": [],
    "written": {},
    "lines": [],
    "nth": {},
    "answers": {},
    "faults": [],
    "digest": "",
}


def compare(
    before: PageReading | None, after: PageReading, seen: LineMemory, revision: str = "", *, accepted: bool = False
) -> PageChanges:
    """What the revision of that id changed since the last sound reading; some microseconds where little changed.

    ``before`` None: nothing is known before, every row and line is new. A revision that lost its table, or in which more than
    half of the rows and of the lines are gone at once, is held unless it is ``accepted`` (our own, or approved by a person).
    Columns are matched by title, rows by name, lines by text and place: an edited, moved or returning line is no new one.
    """
    held = _why_held(before or _NOTHING, after, accepted=accepted)
    if held:
        return PageChanges(before, seen, held)
    old = before or _NOTHING
    lines = _line_changes(old["lines"], after["lines"], seen.gone)
    renamed = _renamed(old, after)
    gone, came = _absent(old["order"], after["order"]), _absent(after["order"], old["order"])
    return PageChanges(
        reading=_carried(old, after, renamed),
        seen=LineMemory(lines.gone, _remembered(seen.earlier, after["digest"], revision)),
        cells=tuple(_cell_changes(old, after)),
        rows_new=tuple(name for name in came if name not in renamed.values()),
        rows_gone=tuple(name for name in gone if name not in renamed),
        rows_doubled=_doubled(after["order"]),
        rows_unread=tuple(after["unread"]),
        rows_renamed=tuple(renamed.items()),
        columns_new=_absent(after["columns"], old["columns"]),
        columns_gone=_absent(old["columns"], after["columns"]),
        columns_moved=_is_moved(old["columns"], after["columns"]),
        new_lines=tuple(NewLine(after["lines"][index], k, index) for k, index in enumerate(lines.new)),
        lines_edited=tuple(EditedLine(old["lines"][i], after["lines"][j], i, j) for i, j in lines.edited),
        lines_removed=tuple(old["lines"][index] for index in lines.removed),
        lines_back=tuple(after["lines"][index] for index in lines.back),
        back_at=tuple(lines.back),
        game_gone=_absent(list(old["rows"].get("", ())), list(after["rows"].get("", ()))),
        reverts_to=_reverted(seen.earlier, old["digest"], after["digest"]),
        kept=lines.kept,
    )


def _absent(names: list[str], others: list[str]) -> tuple[str, ...]:
    """The names that are not among the others, each once, in their order."""
    if names == others:
        return ()
    known = set(others)
    return tuple(name for name in dict.fromkeys(names) if name not in known)


def _doubled(names: list[str]) -> tuple[str, ...]:
    if len(set(names)) == len(names):
        return ()
    return tuple(name for name, count in Counter(names).items() if count > 1)


def _is_moved(before: list[str], after: list[str]) -> bool:
    """Whether what is in both stands in another order."""
    return before != after and [x for x in before if x in after] != [x for x in after if x in before]


def _reverted(earlier: Sequence[tuple[str, str]], before: str, after: str) -> str:
    """The id of the newest earlier revision that said the same; empty where there is none, or nothing changed."""
    same = (revision for digest, revision in reversed(earlier) if digest == after)
    return "" if before == after else next(same, "")


def _remembered(earlier: tuple[tuple[str, str], ...], digest: str, revision: str) -> tuple[tuple[str, str], ...]:
    if not revision or (earlier and earlier[-1][0] == digest):
        return earlier
    return (*earlier, (digest, revision))[-KEPT_REVISIONS:]


# --- what is held -----------------------------------------------------------------------------------------------------


def _why_held(before: PageReading, after: PageReading, *, accepted: bool) -> str:
    """Why nothing of a revision counts; empty where it does."""
    if not after["has_region"]:
        return FAULTS["no region"]
    if before["has_log"] and not after["has_log"]:
        return FAULTS["no log"]
    if before["names"] and not after["names"]:
        return "The table, or its header, is gone."
    return "" if accepted else _mass_loss(before, after)


def _mass_loss(before: PageReading, after: PageReading) -> str:
    known = set(before["order"])
    gone = len(known.difference(after["order"]))
    if known and not after["order"]:
        return "Every row of the table is gone."
    if before["columns"] and not set(before["columns"]).intersection(after["columns"]):
        return "Every column of the table is gone."
    if gone * 2 <= len(known):
        return ""
    lost = (Counter(before["lines"]) - Counter(after["lines"])).total()
    if lost * 2 <= len(before["lines"]) and before["lines"]:
        return ""
    return f"{gone} of {len(known)} rows and {lost} of {len(before['lines'])} lines are gone at once."


# --- the table --------------------------------------------------------------------------------------------------------


def _renamed(before: PageReading, after: PageReading) -> dict[str, str]:
    """Old name -> new name where a row vanished while another with the same values appeared."""
    if before["order"] == after["order"]:
        return {}
    free: dict[frozenset[tuple[str, str]], deque[str]] = defaultdict(deque)
    for name in _absent(after["order"], before["order"]):
        if name in after["rows"]:
            free[frozenset(after["rows"][name].items())].append(name)
    renamed: dict[str, str] = {}
    for name in _absent(before["order"], after["order"]):
        same = free.get(frozenset(before["rows"].get(name, {}).items()))
        if same and name in before["rows"]:
            renamed[name] = same.popleft()
    return renamed


def _cell_changes(before: PageReading, after: PageReading) -> Iterator[CellChange]:
    for name, row in after["rows"].items():
        old = before["rows"].get(name, row)
        if old != row:
            for column, value in row.items():
                if old.get(column, value) != value:
                    yield CellChange(name, column, old[column], value)


def _carried(before: PageReading, after: PageReading, renamed: Mapping[str, str]) -> PageReading:
    """The reading with the last known values, as they were written, of rows and columns that are gone or cannot be read."""
    rows, written = dict(after["rows"]), dict(after.get("written", {}))
    if all(name in rows and values.keys() <= rows[name].keys() for name, values in before["rows"].items()):
        return after
    for name, values in before["rows"].items():
        now = renamed.get(name, name)
        texts = before.get("written", {}).get(name, {})
        if now not in rows:
            rows[name], written[name] = values, texts
        elif gone := values.keys() - rows[now].keys():
            rows[now] = {**values, **rows[now]}
            written[now] = {**{title: texts[title] for title in gone & texts.keys()}, **written.get(now, {})}
    return {**after, "rows": rows, "written": written}


# --- the log ----------------------------------------------------------------------------------------------------------

_LIKENESS = 0.5
"""What is less like a line than this (``SequenceMatcher.ratio``), and shares few words with it, is no edit of it."""
_MOST_LIKENED = 400
"""So many pairs of lines are compared to find the likest; of more, lines are paired in their order."""
_LONGEST_LIKENED = 200
"""So many characters of two lines are compared."""


@dataclass(frozen=True, slots=True)
class _LineChanges:
    """Indexes of lines by what became of them, and the lines that are gone."""

    kept: Sequence[int | None]
    gone: Mapping[str, int]
    new: Sequence[int] = ()
    edited: Sequence[tuple[int, int]] = ()
    removed: Sequence[int] = ()
    back: Sequence[int] = ()


def _line_changes(old: list[str], new: list[str], gone: Mapping[str, int]) -> _LineChanges:
    if old == new:
        return _LineChanges(range(len(old)), gone)
    kept = _stayed(old, new)
    stayed = set(kept)
    lost_at = _by_place(kept)
    added_at = _by_place(index if index in stayed else None for index in range(len(new)))
    lost = [index for several in lost_at.values() for index in several]
    added = [index for several in added_at.values() for index in several]
    edited = _edited(lost_at, added_at, old, new)
    for before, after in edited:
        kept[before] = after
    taken = {after for _, after in edited}
    back = _returned(added, new, Counter(old), gone)
    return _LineChanges(
        kept=kept,
        gone=_memory([old[index] for index in lost], [new[index] for index in added], old, new, gone),
        new=[index for index in added if index not in taken and index not in back],
        edited=edited,
        removed=[index for index in lost if kept[index] is None],
        back=[index for index in added if index not in taken and index in back],
    )


def _stayed(old: list[str], new: list[str]) -> list[int | None]:
    """Where each line stands now, wherever that is; of equal ones the first stays the first."""
    places: dict[str, deque[int]] = defaultdict(deque)
    for index, line in enumerate(new):
        places[line].append(index)
    return [places[line].popleft() if places.get(line) else None for line in old]


_Places = dict[int, list[int]]
"""Lines by the one that stayed before them (its index now; -1 for none)."""


def _by_place(kept: Iterable[int | None]) -> _Places:
    """The lines that did not stay, given where each of all stands now."""
    found: _Places = defaultdict(list)
    place = -1
    for index, now in enumerate(kept):
        if now is None:
            found[place].append(index)
        else:
            place = now
    return found


def _edited(lost: _Places, added: _Places, old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The lines that became others in their place, as pairs of indexes."""
    pairs: list[tuple[int, int]] = []
    for place, before in lost.items():
        pairs += _likest(before, added.get(place, []), old, new)
    return sorted(pairs)


def _likest(before: list[int], after: list[int], old: list[str], new: list[str]) -> Iterator[tuple[int, int]]:
    """Each line with the one that it became, those that share the most words first."""
    if len(before) * len(after) > _MOST_LIKENED:
        yield from ((i, j) for i, j in zip(before, after, strict=False) if _is_like(old[i], new[j]))
        return
    like = [(i, j) for i in before for j in after if _is_like(old[i], new[j])]
    like.sort(key=lambda pair: -len(set(old[pair[0]].split()) & set(new[pair[1]].split())))
    taken: set[tuple[str, int]] = set()
    for i, j in like:
        if not taken & {("old", i), ("new", j)}:
            taken |= {("old", i), ("new", j)}
            yield i, j


def _is_like(old: str, new: str) -> bool:
    """Whether a line may be another one edited: beside signatures, the shorter's words or the letters mostly agree."""
    one, other = said(old).casefold()[:_LONGEST_LIKENED], said(new).casefold()[:_LONGEST_LIKENED]
    words, others = set(one.split()), set(other.split())
    if 2 * len(words & others) > min(len(words), len(others)):
        return True
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _LIKENESS


def _returned(added: Sequence[int], new: list[str], counts: Counter[str], gone: Mapping[str, int]) -> set[int]:
    """Those of the lines that were added of which as many were seen before."""
    found = set()
    for index in added if gone else ():
        text = new[index]
        counts[text] += 1
        if gone.get(line_digest(text), 0) >= counts[text]:
            found.add(index)
    return found


def _memory(
    lost: Sequence[str], added: Sequence[str], old: list[str], new: list[str], gone: Mapping[str, int]
) -> Mapping[str, int]:
    """The most that ever stood at once of each line of which fewer stand now."""
    if not lost and not gone:
        return gone
    before, now, memory = Counter(old), Counter(new), dict(gone)
    for text in {*lost, *added}:
        digest = line_digest(text)
        most = max(memory.pop(digest, 0), before[text])
        if most > now[text]:
            memory[digest] = most
    return memory
