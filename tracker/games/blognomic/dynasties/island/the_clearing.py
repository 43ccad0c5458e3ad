"""Dynastic Rules, The Island, The Clearing: the Plants that grow there, Foraging and Uprooting."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.games.blognomic.law import Law
from tracker.mechanics.holdings import THE_GAME

from .acting import DATE, PLANTS, Act, Action, Look
from .locations import CLEARING, spelt

_GAIN = re.compile(r"gain (?P<amount>[0-9]{1,9}) (?P<name>\w+)", re.IGNORECASE)
_LOSE = re.compile(r"lose (?P<amount>[0-9]{1,9}) (?P<name>\w+)", re.IGNORECASE)
_SET = re.compile(r"set (?P<name>\w+) to (?P<value>\w+)", re.IGNORECASE)
_NOTHING = re.compile(r"no effect", re.IGNORECASE)
HUNGER = "hunger"
"""What some effects lessen and nobody tracks."""
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?(?:,|\band\b)\s*", re.IGNORECASE)


@rule("BN-124")
def plants_of(law: Law, look: Look) -> dict[str, str]:
    """The Plants that grow now, each with its effect; "" for an unknown one."""
    grown = look(PLANTS, THE_GAME)
    return dict(grown if isinstance(grown, dict) else law.value("plants_at_first"))


def _grown(act: Act) -> dict[str, str]:
    return plants_of(act.law, act.turn.value)


def _plant(act: Act, clause: str) -> str:
    """The Plant that the line names; refuses what does not grow."""
    said = spelt(act.text("plant"))
    plant = next((name for name in _grown(act) if spelt(name) == said), "")
    return plant or act.refuse("NO_SUCH_PLANT", clause, f"no {act.text('plant')} grows in the Clearing")


# --- Foraging ---------------------------------------------------------------------------------------------------------


@rule("BN-125")
def check_forage(act: Act) -> None:
    """Refuse a Plant that does not grow."""
    _plant(act, "BN-125")


@rule("BN-125", "BN-126")
def forage(act: Act) -> None:
    """Apply a Plant's effect; an unknown one is chosen by the die and written into the rule."""
    plant = _plant(act, "BN-125")
    effect = _grown(act)[plant] or _random_effect(act, plant)
    apply(act, effect)


@rule("BN-126", "BN-127", "BN-234")
def _random_effect(act: Act, plant: str) -> str:
    effects = act.law.words("plant_effects")
    if not effects:
        act.refuse("UNCLEAR", "BN-126", "there is no list of effects to choose from")
    face = act.turn.roll(len(effects), f"the effect of {plant}", "BN-126")
    effect = effects[face - 1]
    act.turn.put(PLANTS, {**_grown(act), plant: effect}, THE_GAME, "BN-126")
    act.turn.say(f"{plant}: {effect}")
    return effect


@rule("BN-127", "BN-128")
def apply(act: Act, effect: str) -> None:
    """Carry an effect out part by part; refuses one whose words are not known."""
    for part in _BETWEEN.split(effect.strip(" .")):
        for form, carry_out in _PARTS.items():
            if found := form.fullmatch(part):
                carry_out(act, found)
                break
        else:
            act.refuse("UNCLEAR", "BN-125", f"what {part!r} does is not known")


def _gain(act: Act, found: re.Match[str]) -> None:
    act.gain(_variable(act, found), int(found["amount"]), "BN-127")


def _variable(act: Act, found: re.Match[str]) -> str:
    """The variable that an effect names, in its own spelling; refuses one that is not declared."""
    names = {name.casefold(): name for name in act.turn.variables}
    name = names.get(found["name"].casefold())
    return name or act.refuse("UNCLEAR", "BN-125", f"there is no variable {found['name']}")


@rule("BN-128", "BN-181")
def _lose(act: Act, found: re.Match[str]) -> None:
    """Lessen a value to no less than zero; Hunger, which nobody tracks, is 0 for everybody."""
    if found["name"].casefold() != HUNGER:
        name = _variable(act, found)
        act.put(name, max(act.turn.number(name) - int(found["amount"]), 0), "BN-128")


def _set(act: Act, found: re.Match[str]) -> None:
    name, said = _variable(act, found), found["value"]
    if name == DATE and said.casefold() == "today":
        act.put(DATE, act.turn.today, "BN-127")
        return
    try:
        value = act.turn.variables[name].read(said)
    except ValueError as error:
        act.refuse("ILLEGAL_VALUE", "BN-127", f"{name} cannot become {said}: {error}")
    act.put(name, value, "BN-127")


def _nothing(act: Act, found: re.Match[str]) -> None:
    act.turn.say("No effect.")


_PARTS: Mapping[re.Pattern[str], Callable[[Act, re.Match[str]], None]] = {
    _GAIN: _gain,
    _LOSE: _lose,
    _SET: _set,
    _NOTHING: _nothing,
}
"""What the parts of an effect look like, and what each does."""


def is_effect(words: str) -> bool:
    """Whether every part of an effect has a form that can be carried out."""
    return all(any(form.fullmatch(part) for form in _PARTS) for part in _BETWEEN.split(words.strip(" .")))


# --- Uprooting --------------------------------------------------------------------------------------------------------


@rule("BN-129")
def check_uproot(act: Act) -> None:
    """Refuse the last Plant, and what does not grow."""
    _plant(act, "BN-129")
    if len(_grown(act)) <= act.law.number("plants_left"):
        act.refuse("LAST_PLANT", "BN-129", "the last Plant may not be Uprooted")


@rule("BN-129")
def uproot(act: Act) -> None:
    """Take a Plant off the list."""
    gone = _plant(act, "BN-129")
    act.turn.put(PLANTS, {name: effect for name, effect in _grown(act).items() if name != gone}, THE_GAME, "BN-129")


ACTIONS = (
    Action(
        "forage",
        ("forage {plant}", "forage for {plant}"),
        forage,
        (CLEARING,),
        check_forage,
        CLEARING,
        "BN-125",
        is_dated=True,
    ),
    Action("uproot", ("uproot {plant}",), uproot, (CLEARING,), check_uproot, CLEARING, "BN-129", is_dated=True),
)
