"""Dynastic Rules, Construction: shelters, the Message in the Sand and the Giant Bonfire."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.games.blognomic.law import Law
from tracker.mechanics.holdings import THE_GAME

from .acting import CONSTRUCTION, HSR, MOTIVATION, POINTS, WOOD, WORKDAYS, Act, Action, Look

MESSAGE, BONFIRE = "message", "bonfire"
CLAUSES = {MESSAGE: "BN-146", BONFIRE: "BN-147"}
"""Project -> its clause."""


def total_name(project: str) -> str:
    """What the game's own value of a project's total is called: ``Message total``."""
    return f"{project.capitalize()} total"


@rule("BN-146", "BN-147")
def total_of(project: str, law: Law, look: Look) -> int:
    """The Wood spent on a project in total."""
    total = look(total_name(project), THE_GAME)
    return total if isinstance(total, int) else law.number(_PARAMETERS[project][0])


@rule("BN-146", "BN-147")
def is_completed(project: str, law: Law, look: Look) -> bool:
    """Whether a project is completed, so that nothing can be added."""
    return total_of(project, law, look) >= needed_for(project, law)


def needed_for(project: str, law: Law) -> int:
    """The Wood, spent in total, that completes a project."""
    return law.number(_PARAMETERS[project][1])


_PARAMETERS = {
    MESSAGE: ("message_total", "message_complete", "message_wood_per_point"),
    BONFIRE: ("bonfire_total", "bonfire_complete", "bonfire_wood_per_point"),
}
"""Project -> the parameters of its total at first, of the total that completes it, and of the Wood for one point."""


# --- shelters ---------------------------------------------------------------------------------------------------------


@rule("BN-140")
def check_shelter(act: Act) -> None:
    """Refuse an Exerted shelter: it always reduces the HSR."""
    if act.is_exerted:
        act.refuse("WOULD_REDUCE_HSR", "BN-140", "a shelter reduces the HSR: nobody may exert themself for it")


@rule("BN-145", "BN-159")
def shelter(act: Act) -> None:
    """Build a shelter of the level that the HSR allows, and hallucinate less."""
    hsr = act.turn.number(HSR)
    level = act.law.number("shelter_base") - hsr
    saving = act.law.number("survivalist_saving") if act.turn.value(MOTIVATION) == "Survivalist" else 0
    act.put_hsr(hsr - act.law.number("shelter_relief"), "BN-145")
    _pay(act, max(level - saving, 0), "BN-145")
    act.turn.say(f"A shelter of level {level}.")


@rule("BN-144", "BN-236")
def _pay(act: Act, wood: int, clause: str) -> None:
    has = act.turn.number(WOOD)
    if wood > has:
        act.refuse("WOOD_TOO_LOW", clause, f"that takes {wood} Wood, and there are {has}")
    act.put(WOOD, has - wood, clause)


# --- the projects -----------------------------------------------------------------------------------------------------


def message(act: Act) -> None:
    """Add to the Message in the Sand."""
    _add(act, MESSAGE)


def bonfire(act: Act) -> None:
    """Add to the Giant Bonfire."""
    _add(act, BONFIRE)


@rule("BN-146", "BN-147", "BN-239", "BN-241")
def _add(act: Act, project: str) -> None:
    """Spend Wood at once for Story Points and progress."""
    clause, wood = CLAUSES[project], act.amount("amount")
    if is_completed(project, act.law, act.turn.value):
        act.refuse("COMPLETED", clause, f"the {project} is completed; nothing can be added to it")
    if wood <= 0:
        act.refuse("ILLEGAL_VALUE", clause, "only a positive amount of Wood can be spent")
    total = total_of(project, act.law, act.turn.value)
    _pay(act, wood, clause)
    act.turn.put(total_name(project), total + counted(act, wood), THE_GAME, clause)
    act.gain(POINTS, counted(act, wood) // act.law.number(_PARAMETERS[project][2]), clause)


@rule("BN-160", "BN-241")
def counted(act: Act, wood: int) -> int:
    """How much Wood an amount counts as: a Signaler's half more, rounded down."""
    if act.turn.value(MOTIVATION) != "Signaler":
        return wood
    return wood + wood * act.law.number("signaler_extra_dividend") // act.law.number("signaler_extra_divisor")


_CONSTRUCT = (WORKDAYS, CONSTRUCTION)
ACTIONS = (
    Action(
        "shelter", ("shelter", "construct shelter", "build shelter"), shelter, _CONSTRUCT, check_shelter, is_dated=True
    ),
    Action(
        MESSAGE,
        (
            "message {amount}",
            "message {amount} wood",
            "message in sand {amount}",
            "message in sand {amount} wood",
            "add {amount} to message",
            "add {amount} wood to message",
            "add {amount} wood to message in sand",
        ),
        message,
        _CONSTRUCT,
        is_dated=True,
    ),
    Action(
        BONFIRE,
        (
            "bonfire {amount}",
            "bonfire {amount} wood",
            "giant bonfire {amount} wood",
            "add {amount} to bonfire",
            "add {amount} wood to bonfire",
            "add {amount} wood to giant bonfire",
        ),
        bonfire,
        _CONSTRUCT,
        is_dated=True,
    ),
)
