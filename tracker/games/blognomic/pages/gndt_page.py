"""The GNDT's page: the table of players' values as its region's draft, each cell with what must be said beside its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.core.draft import RegionDraft

REGION = "gndt"
"""The managed region that holds the table (BN-223)."""

LOG_HEADING = "Log"
"""The section to which players append their lines."""

INPUT_AREA = (
    f"== {LOG_HEADING} ==\n\nPlayers write here what they do, a line each, signed: <code>&#42; ACTION --&#126;&#126;&#126;&#126;</code>."
    " The tracker answers below each line, once. Cells of the table may be edited by hand, too."
)
"""What stands below the table on a new page."""

LONGEST = 2000
"""Characters of one value that are shown at most."""

_LONGEST_ID = 120
"""Characters of a player's name that a row's ``id`` is made of at most."""

TEMPLATE = "blognomic/gndt.wikitext.j2"


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One column: its title, whether it sorts by number, and the words and clause that explain it."""

    title: str
    is_number: bool = False
    clause: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell: the value that stands there (the person's own where it was edited by hand), and our marks beside it.

    ``computed`` is what we compute where that is another value (None: it is not), ``why`` says why; ``undetermined`` says what
    is missing where nothing can be computed yet; ``unverified`` that the value leans on a rule in doubt. ``sort`` is what the
    column sorts by (the value if empty), ``written`` how people wrote the value, which stays wherever it may stand in a cell.
    """

    value: str
    computed: str | None = None
    why: str = ""
    undetermined: str = ""
    unverified: bool = False
    sort: str = ""
    written: str = ""

    @property
    def marks(self) -> tuple[tuple[str, str, str], ...]:
        """What stands beside the value: kind, words, and why."""
        flag = ("flag", f"computed {self.computed or 'blank'}", self.why) if self.computed is not None else None
        open_ = ("undetermined", "undetermined", self.undetermined) if self.undetermined else None
        doubt = ("unverified", "unverified", "") if self.unverified else None
        return tuple(mark for mark in (flag, open_, doubt) if mark is not None)

    @property
    def sorts_by(self) -> str | None:
        """The sorting key that must be said because marks would change it, or because it is another; None for the value."""
        return self.sort or (self.value if self.marks else None)


@dataclass(frozen=True, slots=True)
class RowView:
    """One player's row: the cells in the order of the columns, and how people wrote the name."""

    player: str
    cells: tuple[CellView, ...]
    written: str = ""

    @property
    def id(self) -> str:
        """The row's ``id`` on the page, of letters, digits and ``-_.:`` alone; names that differ only in case get the same."""
        return f"player-{''.join(map(_coded, self.player.casefold()[:_LONGEST_ID])).replace('__', '_:5F:')}"


def _coded(character: str) -> str:
    is_plain = character.isascii() and (character.isalnum() or character in "-_.")
    return character if is_plain else f":{ord(character):X}:"


def drafts(
    page: str,
    player_word: str,
    columns: Sequence[ColumnView],
    rows: Sequence[RowView],
    may_shrink_for: tuple[str, ...] = (),
    clauses: Mapping[str, object] | None = None,
    game: Sequence[tuple[str, CellView]] = (),
) -> RegionDraft:
    """The draft of the table's region on the page of that title (the dynasty file's ``page``).

    ``player_word`` is the title of the column of names; ``may_shrink_for`` are events ``PLAYER: what happened`` that take a row
    away (or events without a colon, which explain any loss); ``clauses`` are the links (``ClauseLink``) of the clauses that
    columns name; ``game`` are the game's own values by title, which stand above the table (``read_page`` gives them as the
    row of the player "").
    A hand edit of the region is a player's move: it is read before it is written over (law 11). Raises ValueError where a row
    has not one cell for each column.
    """
    for row in rows:
        if len(row.cells) != len(columns):
            raise ValueError(f"the row of {row.player!r} has {len(row.cells)} cells for {len(columns)} columns")
    values = {
        "player_word": player_word,
        "columns": tuple(columns),
        "rows": tuple(rows),
        "clauses": dict(clauses or {}),
        "game": tuple(game),
        "log_heading": LOG_HEADING,
        "longest": LONGEST,
    }
    return RegionDraft(
        page, REGION, TEMPLATE, values, on_hand_edit="input", may_shrink_for=tuple(map(_of_row, may_shrink_for))
    )


def _of_row(event: str) -> str:
    """An event with the id of its row in place of the player's name, as plans look for it (law 13)."""
    player, colon, what = event.rpartition(": ")
    return f"{RowView(player, ()).id}: {what}" if colon else event
