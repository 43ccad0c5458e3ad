"""Dynastic Rules, The Island: moving between Locations, and what may be done at the Beach, in the Cave, at the Cessna and the Outpost."""

from __future__ import annotations

import re

from tracker.core.rule import rule
from tracker.games.blognomic.state import Status

from .acting import FOUND_MAC, HSR, ISLAND, LOCATION, MOTIVATION, WOOD, Act, Action
from .locations import BEACH, CAVE, CESSNA, OUTPOST, counted_at, locations_of, place_of
from .story_points import rescue

# --- moving -----------------------------------------------------------------------------------------------------------


@rule("BN-112", "BN-114", "BN-119", "BN-162")
def check_move(act: Act) -> None:
    """Refuse a move from nowhere, to the same Location, to none, or to one that is not open to the actor."""
    here, there = act.location, place_of(act.text("where"), locations_of(act.table))
    if not there:
        act.refuse("WRONG_LOCATION", "BN-112", f"there is no Location {act.text('where')}")
    if not here:
        act.turn.bar("WRONG_LOCATION", "BN-114", f"who is nowhere cannot move; somebody at {BEACH} may add them there")
    if here == there:
        act.refuse("WRONG_LOCATION", "BN-114", f"that is where they are: {here}")
    if there == CAVE and not act.uses(FOUND_MAC):
        act.turn.bar("NOT_FOUND_MAC", "BN-119", "Little Mac has not been found by them")
    others = [key for key in counted_at(act.table, there, act.turn.value) if key != act.turn.actor]
    if act.turn.value(MOTIVATION) == "Paranoia" and others:
        name = act.table.moment.state.name_of(others[0])
        act.turn.bar("WRONG_LOCATION", "BN-162", f"Paranoia bars a Location that holds another: {name} is at {there}")


@rule("BN-114")
def move(act: Act) -> None:
    """The name goes from one list to another."""
    act.put(LOCATION, place_of(act.text("where"), locations_of(act.table)), "BN-114")


# --- The Beach --------------------------------------------------------------------------------------------------------


@rule("BN-117")
def place(act: Act) -> None:
    """Somebody at the Beach adds one without Location to its list."""
    key = person_named(act, act.text("whom"))
    if act.turn.value(LOCATION, key):
        act.refuse("WRONG_LOCATION", "BN-117", f"{act.text('whom')} is at {act.turn.value(LOCATION, key)} already")
    act.put(LOCATION, BEACH, "BN-117", key)


@rule("BN-016", "BN-184")
def person_named(act: Act, name: str) -> str:
    """The key of the player whom a line names; refuses who has no values: idle ones, the head of the dynasty, strangers."""
    state = act.table.moment.state
    key = state.key_of(name)
    if key in act.table.players:
        return key
    person = state.person(key)
    if key == state.emperor:
        clause, why = "BN-184", f"{name} heads the dynasty and has no values"
    elif person is not None and person.status is Status.IDLE:
        clause, why = "BN-016", f"{name} is idle"
    else:
        clause, why = "BN-016", f"nobody who plays is called {name}{_name_meant(act, name)}"
    return act.refuse("NOT_A_PLAYER", clause, why)


_POSSESSIVE = re.compile(r"(?P<name>.+?)['’]s\b.*")


def _name_meant(act: Act, said: str) -> str:
    """How the name should have been written; empty where there is no telling."""
    if said.casefold() in ("me", "myself", "i"):
        return "; write your own name"
    found = _POSSESSIVE.fullmatch(said)
    key = act.table.moment.state.key_of(found["name"]) if found else ""
    return f"; write only the name: {act.table.moment.state.name_of(key)}" if key in act.table.players else ""


# --- Mac's Cave -------------------------------------------------------------------------------------------------------


@rule("BN-120", "BN-121")
def check_place(act: Act, action: Action) -> None:
    """Refuse an action at the wrong Location; from the Cave a Date Action may be taken as if elsewhere."""
    if act.is_ignoring and not action.may_ignore_rise:
        _check_ignoring(act, action)
    if action.is_dated and act.as_if_at and act.location != CAVE:
        act.refuse("WRONG_LOCATION", "BN-120", f"only from {CAVE} is an action taken as if elsewhere")
    if not action.place or act.location == action.place:
        return
    if action.is_dated and act.location == CAVE and act.as_if_at in ("", action.place):
        return
    act.turn.bar("WRONG_LOCATION", action.place_clause, f"that can only be done at {action.place}")


@rule("BN-121")
def _check_ignoring(act: Act, action: Action) -> None:
    if act.is_exerted:
        act.refuse("RISE_NOT_IGNORABLE", "BN-121", "an Exerted action ignores no increase")
    if act.location != CAVE or not action.is_dated:
        act.refuse("RISE_NOT_IGNORABLE", "BN-121", f"only a Date Action from {CAVE} may ignore an increase")


# --- The Cessna and The Outpost ---------------------------------------------------------------------------------------


@rule("BN-130")
def check_radio(act: Act) -> None:
    """Refuse whoever hallucinates at all."""
    hsr, needed = act.turn.number(HSR), act.law.number("radio_hsr")
    if hsr != needed:
        act.turn.bar("HSR_NOT_ZERO", "BN-130", f"the radio needs an HSR of {needed}, not {hsr}")


@rule("BN-130")
def radio(act: Act) -> None:
    """Try to fix the radio: one face of the die rescues."""
    if act.turn.roll(act.law.number("radio_sides"), "fix the radio", "BN-130") == act.law.number("radio_rescue"):
        rescue(act, "BN-130")


@rule("BN-131")
def outpost(act: Act) -> None:
    """Take Wood from the logpile."""
    act.gain(WOOD, act.law.number("outpost_wood"), "BN-131")


ACTIONS = (
    Action("move", ("move to {where}", "go to {where}"), move, (ISLAND,), check_move, is_dated=True),
    Action("place", ("place {whom} at Beach", "add {whom} to Beach"), place, (BEACH,), None, BEACH, "BN-117"),
    Action("radio", ("radio", "fix radio", "try to fix radio"), radio, (CESSNA,), check_radio, CESSNA, "BN-130", is_dated=True),
    Action(
        "outpost", ("outpost", "gain 2 Wood", "gain 2 Wood at Outpost"), outpost, (OUTPOST,), None, OUTPOST, "BN-131",
        is_dated=True,
    ),
)  # fmt: skip
