"""The trail of somebody's values: step by step how each came about, settled months included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from tracker.core.fold import Context
from tracker.core.trail import Die, Trail, TrailStep
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import State, folded
from tracker.mechanics.holdings import THE_GAME, Change, Value

from . import gndt, gndt_settling
from .gndt_records import Entry

GAME_NAME = "the game"
"""By this name the values are asked for that are nobody's own."""


def trail_of(state: State, as_of: datetime, context: Context, name: str) -> Trail | None:
    """The trail of a player of that name in the running dynasty; None where nobody of that name has or had values in it."""
    moment = Moment.at(state, as_of, context.decisions)
    table = gndt.table_of(moment)
    if table is None:
        return None
    holder = THE_GAME if folded(name) == GAME_NAME else moment.state.key_of(name)
    if holder not in (THE_GAME, *table.players, *table.gndt.former):
        return None
    held = dict(table.holdings.values.get(holder, {}))
    steps = tuple(_Walk(table, holder).steps(gndt_settling.entries_of(table.gndt, holder, context.settled)))
    return Trail(moment.state.name_of(holder) or GAME_NAME, held, steps)


def names(state: State, as_of: datetime, context: Context) -> tuple[str, ...]:
    """Those of whose values there is a trail."""
    moment = Moment.at(state, as_of, context.decisions)
    table = gndt.table_of(moment)
    return () if table is None else (*map(moment.state.name_of, table.players), GAME_NAME)


@dataclass(slots=True)
class _Walk:
    """The way from how values began to what they are; ``held`` is what they have become so far."""

    table: Table
    holder: str
    held: dict[str, Value] = field(default_factory=dict)

    def steps(self, entries: Iterator[Entry]) -> Iterator[TrailStep]:
        """The steps of this dynasty, and at the end what the values are by a ground that no step tells."""
        since = self.table.gndt.since
        for entry in entries:
            if since is None or entry.settled_at >= since:
                yield from self._of(entry)
        yield from self._to_now()

    def _of(self, entry: Entry) -> Iterator[TrailStep]:
        own = [change for change in entry.changes if change.holder == self.holder]
        for nth, change in enumerate(own):
            known = self.held.get(change.variable, change.old)
            if known != change.old:
                unseen = TrailStep(entry.settled_at, "unseen", "", change.variable, known, change.old)
                yield unseen
            self.held[change.variable] = change.new
            if change.old != change.new:
                yield self._step(entry, change, with_dice=nth == 0)
        if not own and entry.who == self.holder:
            yield self._step(entry, None, with_dice=True)

    def _step(self, entry: Entry, change: Change | None, *, with_dice: bool) -> TrailStep:
        name_of = self.table.moment.state.name_of
        dice = tuple(Die(each.sides, each.faces, each.purpose, each.key) for each in entry.thrown) if with_dice else ()
        told = (change.variable, change.old, change.new) if change else ("", None, None)
        clause = (change.clause if change else "") or entry.clause
        return TrailStep(
            entry.settled_at, "refused" if entry.code else entry.kind, entry.text, *told, entry.editor,
            name_of(entry.who), dice, clause, entry.id, entry.note, entry.code,
        )  # fmt: skip

    def _to_now(self) -> Iterator[TrailStep]:
        grounds = self.table.gndt.grounds.get(self.holder, {})
        for name, value in self.table.holdings.values.get(self.holder, {}).items():
            before, ground = self.held.get(name), grounds.get(name)
            if before != value and ground is not None:
                yield TrailStep(
                    ground.at, "start", ground.text, name, before, value, clause=ground.clause, row=ground.row
                )
            elif before != value:
                yield TrailStep(self.table.moment.when, "unseen", "", name, before, value)
