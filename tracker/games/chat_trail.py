"""How a player's goods came about in a chat game: every change, and every refused action, step by step, in whichever world."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import UNDETERMINED
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.core.trail import Trail, TrailStep
from tracker.games.chat_earlier import told_on
from tracker.games.chat_settling import Told
from tracker.mechanics.chat_log import ChatLog, ChatMessage
from tracker.mechanics.chat_play import ChatState, ChatWorld, Event, GoodsChange, Refused
from tracker.mechanics.forked_worlds import undecided


@dataclass(frozen=True, slots=True)
class Mark:
    """How something of a holder that is no goods, such as a name, came to be ``new``, with why."""

    holder: str
    item: str
    old: Any
    new: Any
    at: datetime
    clause: str
    text: str
    row: str = ""


def _no_marks(_: Iterable[Event]) -> Iterable[Mark]:
    return ()


def trail_of(
    worlds: Sequence[ChatWorld],
    state: ChatState,
    settled: SettledMatters,
    holder: str,
    goods: Sequence[Mapping[str, Any]],
    as_of: datetime,
    marks: Callable[[Iterable[Event]], Iterable[Mark]] = _no_marks,
) -> Trail:
    """The changes of what somebody holds, and their refused actions, up to an instant, settled days too, oldest first.

    ``goods`` are what they hold in each world; ``marks`` finds in a world's events what else changed of anybody. Of what not all
    worlds have it is told on which questions it hangs; a value on which they differ is undetermined. What is told of a message
    that has left the live state is without its words.
    """
    earlier = list(told_on(settled, state.told_months))
    told = [_steps(_Everything.of(world, earlier, marks), state.log, holder, as_of) for world in worlds]
    values, hangs_on = dict[str, Any](), dict[str, tuple[str, ...]]()
    for item in dict.fromkeys(item for each in goods for item in each):
        counts = [each.get(item, 0) for each in goods]
        is_agreed = len(set(counts)) == 1
        values[item] = counts[0] if is_agreed else UNDETERMINED
        if not is_agreed:
            hangs_on[item] = _deciding(worlds, counts)
    return Trail(holder, values, _agreed(worlds, told), hangs_on)


def holder_named(name: str, holders: Iterable[str], state: ChatState) -> str:
    """The holder of that id, account or name, whatever its case; "" where there is none, or several of that name."""
    known, wanted = list(dict.fromkeys(holders)), name.strip().lstrip("@")
    sought = {wanted.casefold(), state.person(wanted).casefold()}
    meant = [id for id in known if id.casefold() in sought]
    meant = meant or [id for id in known if state.log.names.get(id, "").casefold() in sought]
    meant = meant or [id for id in known if id in state.log.called(wanted)]
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


@dataclass(frozen=True, slots=True)
class _Everything:
    """How goods and marks changed and what was refused, each once, whether it is live or not, and who wrote the messages of what came about."""

    changes: Sequence[GoodsChange | Mark]
    refused: Sequence[Refused]
    authors: Mapping[str, str]

    @classmethod
    def of(
        cls, world: ChatWorld, earlier: Iterable[Told], marks: Callable[[Iterable[Event]], Iterable[Mark]]
    ) -> _Everything:
        """What a world tells, after what was settled; how something came to be held at last is live and settled."""
        days = list(earlier)
        live = (each for each in world.changes if world.told_to is None or each.at >= world.told_to)
        changes = [*(each for day in days for each in day.changes), *live]
        events = [*(each for day in days for each in day.events), *world.events]
        authors = {each.row: each.by for each in events if each.channel not in ("", PRIVATE_CHANNEL)}
        return cls(
            [*changes, *marks(events)], [*(each for day in days for each in day.refused), *world.refused], authors
        )


def _steps(told: _Everything, log: ChatLog, holder: str, as_of: datetime) -> list[TrailStep]:
    own = (each for each in told.changes if each.holder == holder and each.at <= as_of)
    changed = [_changed(each, log, told.authors.get(each.row, "")) for each in own]
    public = (each for each in told.refused if each.channel != PRIVATE_CHANNEL)
    refused = [_refused(each, log) for each in public if each.by == holder and each.at <= as_of]
    return sorted([*changed, *refused], key=lambda step: step.at)


def _changed(change: GoodsChange | Mark, log: ChatLog, author: str) -> TrailStep:
    said = _public(log, change.row)
    is_said = said is not None or bool(author)
    return TrailStep(
        at=change.at,
        kind="action" if is_said else "rule",
        text=said.text if said else "" if author else change.text,
        variable=change.item,
        old=change.old,
        new=change.new,
        by=said.author if said else author,
        who=change.holder,
        clause=change.clause,
        row=change.row if is_said or change.row not in log.messages else "",
        note=change.text if is_said else "",
    )


def _public(log: ChatLog, row: str) -> ChatMessage | None:
    """A message that all can read; None for one that was written privately, and where none is known."""
    message = log.messages.get(row)
    return None if message is None or message.channel == PRIVATE_CHANNEL else message


def _refused(refused: Refused, log: ChatLog) -> TrailStep:
    said = log.messages.get(refused.row)
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
