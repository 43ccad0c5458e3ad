"""How what somebody has came about: every change of a value, and every refused action, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.secrecy import PRIVATE_CHANNEL, parted
from tracker.core.trail import Trail, TrailStep
from tracker.mechanics.state.described import printed

from .nomic import ChatNomic
from .settling import told_on
from .standing import flat
from .state import ChatState, Refusal, Told, ValueChange


def trail_of(
    game: ChatNomic[Any], state: ChatState[Any], settled: SettledMatters, name: str, as_of: datetime
) -> Trail | None:
    """The changes of what somebody has and their refused actions up to an instant, settled days too, oldest first.

    None where nobody of that name has a place in the game.
    """
    holder = holder_named(name, list(game.people(state.world)), state)
    if not holder:
        return None
    days = [*told_on(settled, state.told_marks), _live(state)]
    steps = [step for day in days for step in _steps(day, state, holder, as_of)]
    return Trail(
        holder,
        values_of(state, holder, game.hidden_in(state.world)),
        tuple(sorted(steps, key=lambda step: step.at)),
        {},
    )


def holder_named(name: str, holders: Iterable[str], state: ChatState[Any]) -> str:
    """The person of that id, account or name, whatever its case; "" where there is none, or several of that name."""
    known, wanted = list(holders), name.strip().lstrip("@")
    meant = [id for id in known if id.casefold() in (wanted.casefold(), state.names.person(wanted).casefold())]
    meant = meant or [id for id in state.names.called(wanted) if id in known]
    return meant[0] if len(meant) == 1 else ""


def values_of(state: ChatState[Any], holder: str, hidden: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What somebody has now, by its place in what is theirs, but for what is hidden."""
    person = state.world.players.get(holder)
    return dict(flat("", parted(printed(person), hidden)[0])) if person is not None else {}


def _live(state: ChatState[Any]) -> Told:
    """What was told and not stored by day; of values whose last change is stored, too, that stays live."""
    told = state.told
    return Told([], told.refused, [each for each in told.changes if state.told_to is None or each.at >= state.told_to])


def _steps(told: Told, state: ChatState[Any], holder: str, as_of: datetime) -> Iterator[TrailStep]:
    mine = f"players/{holder}/"
    for change in told.changes:
        is_told = change.place.startswith(mine) and (change.old, change.new) != (None, None)
        if is_told and change.at <= as_of:
            yield _changed(change, change.place.removeprefix(mine).replace("/", "."), state, holder)
    for refused in told.refused:
        if refused.by == holder and refused.channel != PRIVATE_CHANNEL and refused.at <= as_of:
            yield _refused(refused, state)


def _changed(change: ValueChange, variable: str, state: ChatState[Any], holder: str) -> TrailStep:
    said = state.said.get(change.row) if change.by else None
    return TrailStep(
        at=change.at,
        kind="action" if change.by else "rule",
        text=said.text if said else change.text,
        variable=variable,
        old=change.old,
        new=change.new,
        by=change.by,
        who=holder,
        clause=change.clause,
        row=change.row,
        note=change.text if change.by else "",
    )


def _refused(refused: Refusal, state: ChatState[Any]) -> TrailStep:
    said = state.said.get(refused.row)
    return TrailStep(
        at=refused.at,
        kind="refused",
        text=said.text if said else "",
        by=refused.by,
        who=refused.by,
        clause=refused.clause,
        row=refused.row,
        note=refused.text,
        code=refused.code,
    )
