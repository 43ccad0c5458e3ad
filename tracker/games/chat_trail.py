"""How a player's goods came about in a chat game: every change, and every refused action, step by step, in whichever world."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tracker.core.gamestate import UNDETERMINED
from tracker.core.trail import Trail, TrailStep
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.chat_play import ChatState, ChatWorld, GoodsChange, Refused
from tracker.mechanics.forked_worlds import undecided


def trail_of(
    worlds: Sequence[ChatWorld], log: ChatLog, holder: str, goods: Sequence[Mapping[str, int]], as_of: datetime
) -> Trail:
    """The changes of what somebody holds, and their refused actions, up to an instant, oldest first.

    ``goods`` are what they hold in each world. Of what not all worlds have it is told on which questions it hangs; a value on
    which they differ is undetermined.
    """
    told = [_steps(world, log, holder, as_of) for world in worlds]
    values, hangs_on = dict[str, int | str](), dict[str, tuple[str, ...]]()
    for item in dict.fromkeys(item for each in goods for item in each):
        counts = [each.get(item, 0) for each in goods]
        is_agreed = len(set(counts)) == 1
        values[item] = counts[0] if is_agreed else UNDETERMINED
        if not is_agreed:
            hangs_on[item] = _deciding(worlds, counts)
    return Trail(holder, values, _agreed(worlds, told), hangs_on)


def holder_named(name: str, holders: Iterable[str], state: ChatState) -> str:
    """The holder of that id, account or display name, whatever its case; "" where there is none, or several of that name."""
    known, wanted = list(dict.fromkeys(holders)), name.strip().lstrip("@")
    sought = {wanted.casefold(), state.person(wanted).casefold()}
    meant = [id for id in known if id.casefold() in sought]
    meant = meant or [id for id in known if state.log.names.get(id, "").casefold() in sought]
    return meant[0] if len(meant) == 1 else ""


# --- several worlds ---------------------------------------------------------------------------------------------------


def _agreed(worlds: Sequence[ChatWorld], told: Sequence[Sequence[TrailStep]]) -> tuple[TrailStep, ...]:
    """The steps of all worlds in the order of happening; those that some lack with the questions on which they hang."""
    first, *others = told
    if all(other == first for other in others):
        return tuple(first)
    known = [set(steps) for steps in told]
    every = sorted(dict.fromkeys(step for steps in told for step in steps), key=lambda step: step.at)
    return tuple(_marked(step, worlds, [step in steps for steps in known]) for step in every)


def _marked(step: TrailStep, worlds: Sequence[ChatWorld], is_in: Sequence[bool]) -> TrailStep:
    return step if all(is_in) else replace(step, hangs_on=_deciding(worlds, is_in))


def _deciding(worlds: Sequence[ChatWorld], found: Sequence[Hashable]) -> tuple[str, ...]:
    """The questions whose answers tell the worlds apart by what was found in each."""
    asked = undecided(worlds)
    return tuple(question for question in asked if _tells_apart(question, worlds, found)) or asked


def _tells_apart(question: str, worlds: Sequence[ChatWorld], found: Sequence[Hashable]) -> bool:
    by_answer: dict[str | None, set[Hashable]] = {}
    for world, each in zip(worlds, found, strict=True):
        by_answer.setdefault(world.assumed.get(question), set()).add(each)
    return len(set(map(frozenset, by_answer.values()))) > 1


# --- one world --------------------------------------------------------------------------------------------------------


def _steps(world: ChatWorld, log: ChatLog, holder: str, as_of: datetime) -> list[TrailStep]:
    changed = [_changed(each, log) for each in world.changes if each.holder == holder and each.at <= as_of]
    refused = [_refused(each, log) for each in world.refused if _author(log, each.row) == holder and each.at <= as_of]
    return sorted([*changed, *refused], key=lambda step: step.at)


def _changed(change: GoodsChange, log: ChatLog) -> TrailStep:
    said = log.messages.get(change.row)
    return TrailStep(
        at=change.at,
        kind="action" if said else "rule",
        text=said.text if said else change.text,
        variable=change.item,
        old=change.old,
        new=change.new,
        by=said.author if said else "",
        who=change.holder,
        clause=change.clause,
        row=change.row,
        note=change.text if said else "",
    )


def _refused(refused: Refused, log: ChatLog) -> TrailStep:
    return TrailStep(
        at=refused.at,
        kind="refused",
        text=log.messages[refused.row].text,
        by=_author(log, refused.row),
        who=_author(log, refused.row),
        clause=refused.clause,
        row=refused.row,
        note=refused.text,
        code=refused.code,
    )


def _author(log: ChatLog, row: str) -> str:
    message = log.messages.get(row)
    return message.author if message else ""
