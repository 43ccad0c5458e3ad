"""Dynastic Rules, Workdays: Date Actions, exertion and exhaustion, and what everybody may do on a workday."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.games.blognomic.dynasties.limits import Limit, bar_of
from tracker.games.blognomic.law import Law

from .acting import DATE, EXERTION, FOUND_MAC, HSR, WOOD, WORKDAYS, Act, Action
from .complexity import check_complexity, check_rule
from .locations import BEACH
from .the_island import check_place, person_named

# --- Date Actions and exertion ----------------------------------------------------------------------------------------


def take(act: Act, action: Action) -> None:
    """Take an action: ask what it needs, raise the Date (or, Exerted, the HSR) where it is a Date Action, let it have its effect."""
    if not action.is_dated:
        check_place(act, action)
        _check(act, action)
        action.effect(act)
        return
    if act.is_exerted:
        _check_exertion(act)
    _check_date(act)
    check_place(act, action)
    _check(act, action)
    _begin(act, action)
    _have_effect(act, action)


@rule("BN-136", "BN-139", "BN-149")
def _check(act: Act, action: Action) -> None:
    if act.is_exerted:
        check_rule(act, WORKDAYS, act.turn.number(HSR))
    check_complexity(act, action.rules)
    if action.check is not None:
        action.check(act)


@rule("BN-141")
def is_exhausted(law: Law, today: int, date: int) -> bool:
    """Whether somebody with that Date is too far behind Today."""
    return today - date > law.number("exhausted_after")


@rule("BN-134", "BN-139", "BN-141")
def _check_date(act: Act) -> None:
    """Refuse the Exhausted, and who has no Date left; exertion waives neither."""
    today, date = act.turn.today, act.turn.number(DATE)
    if is_exhausted(act.law, today, date):
        act.turn.bar(
            "EXHAUSTED", "BN-141", f"Date {date} is more than {act.law.number('exhausted_after')} below Today {today}"
        )
    if date >= today:
        act.turn.bar("NO_DATE_LEFT", "BN-134", f"Date {date} is not below Today {today}")


@rule("BN-139", "BN-193")
def _check_exertion(act: Act) -> None:
    hsr, below = act.turn.number(HSR), act.law.number("exert_below")
    if hsr >= below:
        act.turn.bar("HSR_SEVEN", "BN-139", f"only with an HSR of less than {below} may one exert oneself")
    table = act.table
    bar = bar_of(act.law, Limit.DAILY, EXERTION, act.turn.actor, table.gndt.uses, table.moment.state.name_of)
    if bar is not None:
        act.turn.bar(bar.code, bar.clause, bar.text)


@rule("BN-134", "BN-139")
def _begin(act: Act, action: Action) -> None:
    """The step before the effect: the Date rises, or of an Exerted action the HSR."""
    if act.is_exerted:
        act.turn.uses.append(EXERTION)
        act.gain(HSR, act.law.number("exert_rise"), "BN-139")
    else:
        act.put(DATE, act.turn.number(DATE) + act.law.number("date_step"), "BN-134")


@rule("BN-140")
def _have_effect(act: Act, action: Action) -> None:
    before = act.turn.number(HSR)
    action.effect(act)
    if act.is_exerted and act.turn.number(HSR) < before:
        act.refuse("WOULD_REDUCE_HSR", "BN-140", "nobody may exert themself for what reduces their HSR")


# --- what may be done -------------------------------------------------------------------------------------------------


@rule("BN-135", "BN-234")
def gather(act: Act) -> None:
    """Gather Wood by the die."""
    least, most = act.law.number("gather_least"), act.law.number("gather_most")
    face = act.turn.roll(most - least + 1, "gather wood", "BN-135")
    act.gain(WOOD, least + face - 1, "BN-135")


@rule("BN-137")
def search(act: Act) -> None:
    """Search for Little Mac: one face of the die finds him, for the searcher."""
    if act.turn.roll(act.law.number("search_sides"), "search for Little Mac", "BN-137") == act.law.number(
        "search_found"
    ):
        act.turn.uses.append(FOUND_MAC)
        act.turn.say("Little Mac has been found.")


@rule("BN-138")
def rest(act: Act) -> None:
    """Reset the HSR, up or down."""
    act.put_hsr(act.law.number("rest_hsr"), "BN-138")


@rule("BN-142")
def check_recovery(act: Act) -> None:
    """Refuse who is not Exhausted, and who cannot hallucinate more."""
    if not is_exhausted(act.law, act.turn.today, act.turn.number(DATE)):
        act.turn.bar(
            "NOT_EXHAUSTED", "BN-142", f"Date {act.turn.number(DATE)} is not too far below Today {act.turn.today}"
        )
    if act.turn.number(HSR) == act.turn.variables[HSR].maximum:
        act.refuse("HSR_SEVEN", "BN-142", f"an HSR of {act.turn.number(HSR)} cannot be raised")


@rule("BN-142")
def recover(act: Act) -> None:
    """Raise the HSR to be less far behind."""
    act.gain(HSR, act.law.number("recover_rise"), "BN-142")
    act.put(DATE, act.turn.today - act.law.number("recover_lag"), "BN-142")


@rule("BN-143")
def zero(act: Act) -> None:
    """Set an Exhausted one's Date back."""
    key = person_named(act, act.text("whom"))
    date = act.turn.number(DATE, key)
    if not is_exhausted(act.law, act.turn.today, date):
        act.turn.bar(
            "NOT_EXHAUSTED", "BN-143", f"{act.text('whom')} is not Exhausted: Date {date}, Today {act.turn.today}"
        )
    act.put(DATE, act.law.number("zero_date"), "BN-143", key)


ACTIONS = (
    Action("gather", ("gather", "gather wood", "gather some wood"), gather, (WORKDAYS,), is_dated=True),
    Action("search", ("search", "search for Mac", "search for Little Mac"), search, (WORKDAYS,), is_dated=True),
    Action("rest", ("rest", "rest at Beach"), rest, (WORKDAYS,), None, BEACH, "BN-138", is_dated=True),
    Action(
        "recover",
        ("recover", "raise HSR, set Date to Today - 5", "raise HSR and set Date to Today - 5"),
        recover,
        (WORKDAYS,),
        check_recovery,
    ),
    Action("zero", ("zero {whom}", "set {whom} 's Date to 0", "set Date of {whom} to 0"), zero, (WORKDAYS,)),
)
