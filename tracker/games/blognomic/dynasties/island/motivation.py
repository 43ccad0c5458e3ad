"""Dynastic Rules, Motivation: what a Castaway's goal is, and what a change of it costs."""

from __future__ import annotations

from tracker.core.rule import rule

from .acting import HSR, MOTIVATION, MOTIVATION_RULE, Act, Action
from .locations import MOUNTAIN

WORSHIP, NONE = "Worship", "None"


@rule("BN-156", "BN-157", "BN-161")
def check_change(act: Act) -> None:
    """Refuse what is no Motivation, the present one, and Worship where it cannot be adopted."""
    goal = _goal(act)
    if goal == act.turn.value(MOTIVATION):
        act.refuse("SAME_MOTIVATION", "BN-157", f"{goal} is their Motivation already")
    if goal == WORSHIP and act.location != MOUNTAIN:
        act.refuse("WRONG_LOCATION", "BN-161", f"Worship is adopted at {MOUNTAIN} only")
    hsr, needed = act.turn.number(HSR), act.law.number("worship_least_hsr")
    if goal == WORSHIP and hsr < needed:
        act.refuse("HSR_TOO_LOW", "BN-161", f"Worship needs an HSR of {needed} or higher, not {hsr}")


def _goal(act: Act) -> str:
    """The Motivation that the line names, in the rules' own spelling (BN-254)."""
    said, variable = act.text("goal"), act.turn.variables[MOTIVATION]
    try:
        return str(variable.read(said))
    except ValueError:
        act.refuse("ILLEGAL_VALUE", "BN-156", f"{said} is no Motivation; there are {', '.join(variable.choices)}")


@rule("BN-157", "BN-158")
def change(act: Act) -> None:
    """Change the goal; the HSR rises, unless from None the rise is ignored."""
    if not act.is_ignoring:
        act.gain(HSR, act.law.number("motivation_rise"), "BN-157")
    elif act.turn.value(MOTIVATION) != NONE:
        act.refuse("RISE_NOT_IGNORABLE", "BN-158", "the rise may be ignored only from None")
    act.put(MOTIVATION, _goal(act), "BN-157")


ACTIONS = (
    Action(
        "motivation",
        (
            "motivation {goal}",
            "change motivation to {goal}",
            "change my motivation to {goal}",
            "set motivation to {goal}",
        ),
        change,
        (MOTIVATION_RULE,),
        check_change,
        may_ignore_rise=True,
    ),
)
