"""Dynastic Rules, Story Points and A Ship has Arrived!: the ship's conditions, the rescue, its rolls, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import quorum_of
from tracker.games.blognomic.dynasties.limits import Limit, bar_of
from tracker.games.blognomic.gndt.gndt_records import Entry
from tracker.games.blognomic.law import Law
from tracker.mechanics.holdings import THE_GAME, Change

from .acting import CONDITIONS, DATE, HSR, POINTS, REMOVAL, STORY_ROLL, WOOD, Act, Action, Look
from .construction import MESSAGE, is_completed
from .locations import BEACH, counted_at

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

RESCUED, OWED = "Rescued", "Rescue rolls owed"
"""The game's own values: 1 from the rescue on, and the keys of those who owe a roll since then."""


# --- the ship ---------------------------------------------------------------------------------------------------------


@rule("BN-153")
def conditions_of(law: Law, look: Look) -> list[str]:
    """The conditions that stand on the list."""
    listed = look(CONDITIONS, THE_GAME)
    return list(listed if isinstance(listed, list) else law.words("ship_conditions"))


@rule("BN-153")
def holds(condition: str, table: Table, look: Look) -> bool:
    """Whether a condition holds now; one of other words than the ruleset's is not known to."""
    law = table.moment.law
    checks = dict(zip(law.words("ship_conditions"), (_is_message_completed, _is_crowd_there), strict=False))
    return condition in checks and checks[condition](table, look)


def _is_message_completed(table: Table, look: Look) -> bool:
    return is_completed(MESSAGE, table.moment.law, look)


def _is_crowd_there(table: Table, look: Look) -> bool:
    """Whether at least a quorum of those who count is at the Beach."""
    there, of = crowd_of(table, look)
    return of > 0 and there >= quorum_of(of, table.moment.law)


@rule("BN-153", "BN-184", "BN-202")
def crowd_of(table: Table, look: Look) -> tuple[int, int]:
    """How many of those who count are at the Beach, and how many count."""
    return len(counted_at(table, BEACH, look)), len(table.players)


def is_rescued(look: Look) -> bool:
    """Whether the Castaways have been rescued."""
    return bool(look(RESCUED, THE_GAME))


@rule("BN-153", "BN-151")
def arrive(table: Table, look: Look) -> list[Entry]:
    """The rescue by the ship, which happens by itself at the first instant at which all conditions hold, and once."""
    conditions = conditions_of(table.moment.law, look)
    if is_rescued(look) or not conditions or not all(holds(each, table, look) for each in conditions):
        return []
    changes = [
        Change(THE_GAME, RESCUED, None, 1, "BN-153"),
        Change(THE_GAME, OWED, None, owing(table, look), "BN-151"),
    ]
    for change in changes:
        table.holdings.put(change)
    cause = table.gndt.entries[-1].id if table.gndt.entries else table.gndt.row
    text = "a ship has arrived: the Castaways are rescued"
    return [Entry(cause, 0, table.moment.when, "rule", THE_GAME, "", text, changes, clause="BN-153")]


@rule("BN-151")
def owing(table: Table, look: Look) -> list[str]:
    """The keys of those who gain Story Points by a rescue now: whoever counts and has any."""
    return [key for key in table.players if _number(look, POINTS, key) > 0]


@rule("BN-130", "BN-151", "BN-154")
def rescue(act: Act, clause: str) -> None:
    """The Castaways are rescued by an action; nothing happens where they have been already."""
    if is_rescued(act.turn.value):
        return
    act.turn.put(RESCUED, 1, THE_GAME, clause)
    act.turn.put(OWED, list(owing(act.table, act.turn.value)), THE_GAME, "BN-151")
    act.turn.say("The Castaways are rescued.")


@rule("BN-154", "BN-210")
def check_removal(act: Act) -> None:
    """Refuse a second removal in one week, or within a day."""
    table = act.table
    bar = bar_of(act.law, Limit.WEEKLY, REMOVAL, act.turn.actor, table.gndt.uses, table.moment.state.name_of)
    if bar is not None:
        act.refuse(bar.code, bar.clause, bar.text)


@rule("BN-154", "BN-234")
def remove_condition(act: Act) -> None:
    """Take one condition at random off the list; the last one stays, and the Castaways are rescued instead."""
    conditions = conditions_of(act.law, act.turn.value)
    if not conditions:
        act.refuse("NO_CONDITION", "BN-154", "no condition stands on the list")
    act.turn.uses.append(REMOVAL)
    if len(conditions) > 1:
        face = act.turn.roll(len(conditions), "which condition is removed", "BN-154")
        left = [text for nth, text in enumerate(conditions, start=1) if nth != face]
        act.turn.put(CONDITIONS, left, THE_GAME, "BN-154")
        act.turn.say(f"Removed: {conditions[face - 1]}")
    else:
        rescue(act, "BN-154")


# --- after the rescue -------------------------------------------------------------------------------------------------


@rule("BN-151")
def check_story_roll(act: Act) -> None:
    """Refuse a roll before the rescue, a second one, and one without Story Points."""
    owed = act.turn.value(OWED, THE_GAME)
    if not is_rescued(act.turn.value):
        act.refuse("NOT_RESCUED", "BN-151", "the Castaways have not been rescued")
    if act.uses(STORY_ROLL):
        act.refuse("ALREADY_ROLLED", "BN-151", "this roll is made once, and was made")
    if not isinstance(owed, list) or act.turn.actor not in owed or act.turn.number(POINTS) <= 0:
        act.refuse("NOTHING_TO_ROLL", "BN-151", "they had no Story Points when the Castaways were rescued")


@rule("BN-151")
def story_roll(act: Act) -> None:
    """Gain Story Points by a die of as many sides as there are."""
    least, most = act.law.number("rescue_gain_least"), act.turn.number(POINTS)
    face = act.turn.roll(most - least + 1, "Story Points of the rescue", "BN-151")
    act.turn.uses.append(STORY_ROLL)
    act.gain(POINTS, least + face - 1, "BN-151")


@rule("BN-152", "BN-181")
def winner(table: Table, look: Look) -> str | None:
    """The key of who has achieved victory; None where nobody has (yet)."""
    if not is_rescued(look) or unrolled(table, look) or not table.players:
        return None
    ranks = {key: rank_of(look, key) for key in table.players}
    best = max(ranks.values())
    found = [key for key, rank in ranks.items() if rank == best]
    return found[0] if len(found) == 1 else None


def rank_of(look: Look, key: str) -> tuple[int, ...]:
    """Most Story Points first, then lowest HSR, lowest Date, most Wood; Hunger is the same for everybody."""
    return (
        _number(look, POINTS, key),
        -_number(look, HSR, key),
        -_number(look, DATE, key),
        _number(look, WOOD, key),
    )


def _number(look: Look, name: str, key: str) -> int:
    value = look(name, key)
    return value if isinstance(value, int) else 0


def unrolled(table: Table, look: Look) -> list[str]:
    """The keys of those whose roll is still awaited after a rescue; nobody waits for the idle."""
    owed = look(OWED, THE_GAME)
    rolled = {use.holder for use in table.gndt.uses if use.action == STORY_ROLL}
    return [key for key in owed if key in table.players and key not in rolled] if isinstance(owed, list) else []


ACTIONS = (
    Action(STORY_ROLL, ("story roll", "story"), story_roll, (), check_story_roll),
    Action(
        REMOVAL, ("remove condition", "remove ship's condition"), remove_condition, (), check_removal, is_of_head=True
    ),
)
