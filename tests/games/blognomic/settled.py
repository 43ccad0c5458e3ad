"""Folds that settle on the way, as ticks do, beside folds at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from tracker.core.fold import Context, Folded, fold
from tracker.core.gamestate import Gamestate
from tracker.core.observation import ArchivedObservation
from tracker.core.ports import SettledRecord
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.state import State

STATES = TypeAdapter(State)


class Store:
    """Settled matters kept aside, as the archive keeps them."""

    def __init__(self, *batches: Sequence[SettledRecord]) -> None:
        self._records = {record.key: record for batch in batches for record in batch}

    def settled(self, key: str) -> Any | None:
        """The settled record of that key, or None."""
        record = self._records.get(key)
        return record.record if record else None

    def settled_in(self, group: str) -> Mapping[str, Any]:
        """All settled records of one group."""
        return {key: record.record for key, record in sorted(self._records.items()) if record.group == group}


def seen_after_settling(done: Folded[State], *batches: Sequence[SettledRecord]) -> Gamestate:
    """What holds after a fold, once what is over was taken out of the live state."""
    store = Store(*batches, GAME.settle(done.state, done.as_of))
    return GAME.view(done.state, done.as_of, done.seq, Context(done.context.decisions, store))


def fold_with_stops(
    rows: Sequence[ArchivedObservation], stops: Sequence[datetime], when: datetime
) -> tuple[Folded[State], list[list[SettledRecord]]]:
    """Fold up to an instant, with stops on the way at each of which what is over is settled and the state written and read again."""
    batches: list[list[SettledRecord]] = []
    done: Folded[State] | None = None
    for stop in sorted(stop for stop in stops if stop < when):
        done = fold(GAME, rows, stop, start=done, settled=Store(*batches))
        batches.append(GAME.settle(done.state, stop))
        done = replace(done, state=STATES.validate_json(STATES.dump_json(done.state)))
    return fold(GAME, rows, when, start=done, settled=Store(*batches)), batches
