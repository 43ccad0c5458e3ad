"""What players should look at, below the table of values: values changed by hand, dice nobody used, the last refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Finding
from tracker.games.blognomic.gndt import gndt, gndt_view
from tracker.games.blognomic.moment import Moment

REGION = "gndt_notes"
"""The managed region between the table and the log."""
MOST_OPEN = 10
"""So many things that somebody must still put right are shown."""
MOST_REFUSED = 3
"""So many of the newest refusals are shown: each stands below its line, too."""
_TABLE_HELD = "TABLE_HELD"
_OF_RULES = frozenset({"PAGE_DIFFERS", "NOT_ON_PAGE"})


@dataclass(frozen=True, slots=True)
class NotesView:
    """What the region shows, newest first: what is open, how many open things are not shown, and the newest refusals."""

    page: str
    held: str
    open: tuple[Finding, ...]
    more: int
    refused: tuple[Finding, ...]

    @property
    def is_of_rules(self) -> bool:
        """Whether some of it stands in the text of rules, and is to be put right there.

        What an action did is told once it is late: until then the tracker itself may write it, in the same tick.
        """
        return any(each.code in _OF_RULES for each in self.open)


def view_of(moment: Moment) -> NotesView | None:
    """What is to be looked at of the table; None where the dynasty has no table page. What its rules ask of people stands elsewhere."""
    table = gndt.table_of(moment)
    if table is None or not table.dynasty.page:
        return None
    elsewhere = table.code.findings(table) if table.code is not None else []
    found = [each for each in gndt_view.findings(moment) if each.code != _TABLE_HELD and each not in elsewhere]
    refusals = {(entry.id, entry.code) for entry in table.gndt.entries if entry.code}
    refused = _newest(each for each in found if (*each.observations[:1], each.code) in refusals)
    left = _newest(each for each in found if (*each.observations[:1], each.code) not in refusals)
    shown, more = left[:MOST_OPEN], len(left[MOST_OPEN:])
    return NotesView(table.dynasty.page, table.gndt.held, tuple(shown), more, tuple(refused[:MOST_REFUSED]))


def _newest(found: Iterable[Finding]) -> list[Finding]:
    return sorted(found, key=lambda finding: (finding.at is not None, finding.at), reverse=True)


def drafts(view: NotesView | None, pages: Mapping[str, str], clauses: Mapping[str, object]) -> list[RegionDraft]:
    """The region below the table; none where there is no table. Notes go when what they tell of is put right."""
    if view is None:
        return []
    why = ("what there was to look at is put right",)
    values = {"notes": view, "clauses": dict(clauses), "state_page": pages["state_of_play"]}
    return [RegionDraft(view.page, REGION, "blognomic/gndt_notes.wikitext.j2", values, may_shrink_for=why)]
