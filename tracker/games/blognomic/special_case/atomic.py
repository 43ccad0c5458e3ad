"""Special Case, Atomic Actions: those that a dynasty file declares, followed step by step through lines and hand edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from tracker.core.gamestate import Finding
from tracker.games.blognomic.dynasties.limits import Limit, Taken, atomic_findings, bar_of, use_of
from tracker.games.blognomic.dynasties.played import Table, dynasty_of
from tracker.games.blognomic.gndt.gndt_records import Gndt, Performance, Use
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.declared.declared_actions import AtomicAction, Need, is_met
from tracker.mechanics.holdings import Change
from tracker.mechanics.table.atomic_actions import Logged, Verdict, judge
from tracker.mechanics.turns import Turn, WaitingError

_HOUR = timedelta(hours=1)
_UNDO = "undo "
"""How the line begins by which somebody gives an Atomic Action up."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody is with an Atomic Action: since when (UTC), the steps that stand, and those still to be done, in order."""

    action: str
    clause: str
    began: datetime
    done: tuple[str, ...]
    left: tuple[str, ...]


# --- taking a step ----------------------------------------------------------------------------------------------------


def check_limit(table: Table, turn: Turn) -> None:
    """Refuse the step that would complete an Atomic Action more often than it may be: its time is that of completion (BN-175)."""
    found = _performance(table, turn.actor, turn.action)
    if found is None:
        return
    atomic, performance = found
    logged = [*performance.logged, Logged(_step(atomic, performance, turn.action), turn.at)]
    if judge(atomic.steps, logged).counts:
        state, limit = table.moment.state, Limit(atomic.limit)
        bar = bar_of(state.law(turn.at), limit, atomic.name, turn.actor, table.gndt.uses, state.name_of)
        if bar is not None:
            turn.bar(bar.code, bar.clause, f"{atomic.name}: {bar.text}")


def follow(table: Table, turn: Turn, what: str, row: str, changes: Iterable[Change]) -> str:
    """Note what an action that holds now means for its player's Atomic Actions; what to say of it, or nothing.

    ``what`` are its words, ``row`` tells of it.
    """
    said = ""
    if turn.given_up:
        _give_back_uses(table.gndt, turn.actor, turn.given_up)
        table.gndt.atomic = [each for each in table.gndt.atomic if not _is_open(each, turn.actor, turn.given_up)]
    elif (found := _performance(table, turn.actor, turn.action)) is not None:
        said = _log(table, *found, turn, row, changes)
    for other in table.gndt.atomic:
        is_meanwhile = other.holder == turn.actor and other.ended is None and (found is None or other is not found[1])
        if is_meanwhile and not turn.given_up:
            other.others.append(Use(turn.actor, what, turn.at, row))
    return said


def _log(
    table: Table, atomic: AtomicAction, performance: Performance, turn: Turn, row: str, changes: Iterable[Change]
) -> str:
    """Note a step as done, with those before and behind it that the action itself tells to leave out (BN-172)."""
    if performance not in table.gndt.atomic:
        table.gndt.atomic.append(performance)
    step = _step(atomic, performance, turn.action)
    _skip(table, atomic, performance, turn, atomic.plan[: atomic.plan.index(step)])
    performance.logged.append(Logged(step, turn.at, "done", row))
    performance.changes += changes
    _skip(table, atomic, performance, turn, atomic.plan[atomic.plan.index(step) + 1 :])
    verdict = judge(atomic.steps, performance.logged)
    if verdict.counts:
        performance.ended = turn.at
        use = use_of(verdict, turn.actor, atomic.name)
        table.gndt.uses += [Use(use.holder, use.action, use.at, row)] if use and atomic.limit != "none" else []
    if verdict.counts and not performance.others:
        table.gndt.atomic.remove(performance)
    return _told(atomic, verdict)


def _skip(table: Table, atomic: AtomicAction, performance: Performance, turn: Turn, steps: Iterable[str]) -> None:
    """Note the next steps as left out, up to the first that the action does not tell to leave out."""
    tried = {each.step for each in performance.logged}
    now = table.turn(turn.actor, turn.at, turn.source, turn.rolls_by_key, turn.n)
    for step in (step for step in steps if step not in tried):
        need = atomic.skips.get(step)
        if need is None or not _is_met(need, now):
            return
        performance.logged.append(Logged(step, turn.at, "skipped"))


def _is_met(need: Need, turn: Turn) -> bool:
    try:
        return is_met(need, turn)
    except WaitingError:
        return False


def _told(atomic: AtomicAction, verdict: Verdict) -> str:
    if verdict.counts:
        return f"{atomic.name} is complete."
    left = ", ".join(_left(atomic, verdict))
    return f"{atomic.name}: {len(verdict.kept)} of {len(atomic.plan)} steps done; to be done: {left}."


def _left(atomic: AtomicAction, verdict: Verdict) -> tuple[str, ...]:
    """The steps still to be done, those to be done again among them, in order."""
    return tuple(step for step in atomic.plan if step in (*verdict.redo, *verdict.missing))


# --- whose and which --------------------------------------------------------------------------------------------------


def _performance(table: Table, holder: str, action: str) -> tuple[AtomicAction, Performance] | None:
    """The Atomic Action of somebody's of which an action is a step: one that is open, else a new one; None where it is no step."""
    declared = [atomic for atomic in table.dynasty.atomic_actions if action and atomic.steps_by(action)]
    for atomic in declared:
        for performance in table.gndt.atomic:
            if _is_open(performance, holder, atomic.name):
                return atomic, performance
    # What is itself a step of another is only begun by itself where nothing larger begins with it.
    return (declared[-1], Performance(holder, declared[-1].name)) if declared else None


def _is_open(performance: Performance, holder: str, name: str) -> bool:
    return performance.ended is None and (performance.holder, performance.action) == (holder, name)


def _step(atomic: AtomicAction, performance: Performance, action: str) -> str:
    """Which step an action takes: the first of those that does not stand yet."""
    standing = {each.step for each in judge(atomic.steps, performance.logged).kept}
    steps = atomic.steps_by(action)
    return next((step for step in steps if step not in standing), steps[-1])


# --- giving it up -----------------------------------------------------------------------------------------------------


def is_given_up(table: Table, turn: Turn, words: str) -> bool:
    """Take back everything of an Atomic Action that cannot be finished: it was never performed (BN-174).

    False where the words say something else. Raises RefusedError where nothing of it was done, or a value would become illegal.
    """
    name = words[len(_UNDO) :].strip(" .!") if words.casefold().startswith(_UNDO) else ""
    atomic = next((each for each in table.dynasty.atomic_actions if each.name.casefold() == name.casefold()), None)
    if atomic is None:
        return False
    performance = next((each for each in table.gndt.atomic if _is_open(each, turn.actor, atomic.name)), None)
    if performance is None:
        turn.refuse("NEED_NOT_MET", "BN-174", f"nothing of {atomic.name} is open")
    for change in reversed(performance.changes):
        _take_back(turn, change)
    turn.given_up = atomic.name
    turn.say(f"{atomic.name} was never performed.")
    return True


def _take_back(turn: Turn, change: Change) -> None:
    """What a step added or took; of a value that is no number the one before, unless it was changed again since."""
    now = turn.value(change.variable, change.holder)
    if isinstance(now, int) and isinstance(change.new, int) and isinstance(change.old, int):
        turn.put(change.variable, now - change.new + change.old, change.holder, "BN-174")
    elif now == change.new:
        turn.put(change.variable, change.old, change.holder, "BN-174")
    else:
        turn.say(f"{change.variable} was changed since and stays.")


def _give_back_uses(gndt: Gndt, holder: str, name: str) -> None:
    """Forget the uses of actions that were steps of an Atomic Action that was given up."""
    rows = {each.source for kept in gndt.atomic if _is_open(kept, holder, name) for each in kept.logged}
    gndt.uses = [use for use in gndt.uses if not (use.holder == holder and use.row in rows)]


# --- what is told of them ---------------------------------------------------------------------------------------------


def findings(moment: Moment) -> list[Finding]:
    """Atomic Actions that are not complete, with their age, what is to be done again, and actions taken meanwhile."""
    found: list[Finding] = []
    for atomic, performance, verdict in _judged(moment.state.gndt):
        others = (Taken(use.holder, use.action, use.at, use.at, use.row) for use in performance.others)
        found += atomic_findings(moment.law, verdict, moment.state.name_of(performance.holder), atomic.name, others)
    return found


def progress_of(gndt: Gndt, holder: str) -> list[Progress]:
    """The Atomic Actions of somebody's that are not complete."""
    return [
        Progress(
            atomic.name, atomic.clause, verdict.began, tuple(each.step for each in verdict.kept), _left(atomic, verdict)
        )
        for atomic, performance, verdict in _judged(gndt)
        if performance.holder == holder and performance.ended is None and verdict.began is not None
    ]


def instants(moment: Moment) -> list[datetime]:
    """When the age of one that is not complete is told anew: every full hour of it."""
    return [
        verdict.began + (verdict.age(moment.when) // _HOUR + 1) * _HOUR
        for _, performance, verdict in _judged(moment.state.gndt)
        if performance.ended is None and verdict.began is not None
    ]


def end(moment: Moment, gndt: Gndt, row: str) -> None:
    """Tell of those that were not complete when their dynasty ended; nothing can complete them any more."""
    for atomic, performance, _ in _judged(gndt):
        if performance.ended is None:
            name = moment.state.name_of(performance.holder)
            text = f"{atomic.name} by {name} was not complete when its dynasty ended"
            moment.state.note("ATOMIC_INCOMPLETE", "BN-171", text, row, at=moment.when, is_note=True)
    gndt.atomic = []


def _judged(gndt: Gndt) -> Iterator[tuple[AtomicAction, Performance, Verdict]]:
    """Every one that is kept and still declared."""
    declared = {atomic.name: atomic for atomic in dynasty_of(gndt.source).atomic_actions} if gndt.atomic else {}
    for performance in gndt.atomic:
        atomic = declared.get(performance.action)
        if atomic is not None and {each.step for each in performance.logged} <= set(atomic.plan):
            yield atomic, performance, judge(atomic.steps, performance.logged)
