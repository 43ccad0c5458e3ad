"""Ducks' own commands: whether a duck may be called so, and what a Smoothie is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tracker.errors import UsageError
from tracker.games.base import Argument, Command, CommandAnswer
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import fruit
from .announced import read
from .law import Law
from .naming import name_fault
from .quacktions import SMOOTHIE
from .reading import item_names
from .smoothie import is_telling
from .spoken import DuckNames
from .state import State, World
from .tables import QUACKS

RULESET_OF = datetime(2021, 3, 7, tzinfo=UTC)
"""By the ruleset of when the commands check: without an archive no later change is known."""
_NOT_KNOWN = "It must be no player's name (DUCK-056), and no other duck's (DUCK-061): that is not known here."
_DUCK = "D"
"""A name that stands for the duck that would make the Smoothie."""


def check_name(name: str) -> CommandAnswer:
    """Which of the Duck Naming Criteria a name breaks that can be told without knowing who plays (DUCK-054 to DUCK-061)."""
    wanted = name.strip()
    fault = name_fault(_moment(), wanted)
    found = {"name": wanted, "characters": len(wanted), "allowed": fault is None}
    if fault is None:
        return CommandAnswer(found, [f"{wanted}: allowed, with {len(wanted)} characters.", _NOT_KNOWN])
    return CommandAnswer(
        {**found, "clause": fault.clause, "why": fault.text}, [f"Not allowed: {fault.text} ({fault.clause})."]
    )


def describe_smoothie(smoothie: str) -> CommandAnswer:
    """What a Smoothie of some Fruits is called, costs and does (DUCK-117 to DUCK-120); raises UsageError where there is none such."""
    moment, law = _moment(), Law(RULESET_OF, {})
    fields = _told(smoothie)
    made = fruit.mixed(moment, fields["fruits"], fields["styles"])
    if isinstance(made, tuple):
        raise UsageError(made[1], remedy='write it as "Grapes and Mango Slice", or "Grapes and 10 Seeds, style Icy"')
    costs = {QUACKS: law.costs(SMOOTHIE).get(QUACKS, 0), **fruit.ingredients(law, made)}
    does, own = fruit.description_of(law, made.name), fields["name"]
    is_accepted = not own or is_telling(own, made, law.fruits, tuple(law.value("styles")))
    called = own if own and is_accepted else made.name
    values = {"name": called, "usual_name": made.name, "style": made.style, "costs": costs, "description": does}
    lines = [called, f"costs: {', '.join(f'{count} {item}' for item, count in costs.items())}", does]
    unclear = f"“{own}” does not tell without doubt what it is: people are asked, or it has the usual name (DUCK-118)."
    return CommandAnswer(values, lines if is_accepted else [*lines, unclear])


def _told(smoothie: str) -> Mapping[str, Any]:
    """The Fruits, styles and name that a description of a Smoothie tells, as an announcement of its making would."""
    line = " ".join(smoothie.split())
    said = read(f'"{_DUCK}" performs Make Smoothie with {line}.', {}, DuckNames([_DUCK]), item_names(_moment().law))
    if len(said) != 1 or not isinstance(said[0], Announced) or said[0].kind != "make_smoothie":
        raise UsageError(
            "this tells no Smoothie", remedy='write two Fruits, such as "Grapes and Mango Slice, style Light"'
        )
    return said[0].fields


def _moment() -> Moment[World]:
    """A round that nobody has joined."""
    return Moment(World(), State(), Law(RULESET_OF, {}), {})


COMMANDS = (
    Command(
        "name",
        "Check a name for a duck by the Duck Naming Criteria.\n\n"
        "Who plays and how other ducks are called is not known here, nor are changes of the rules by proposals.",
        (Argument("name"),),
        ('tracker ducks name "Fern"', 'tracker ducks name "Jeffery" --json'),
        check_name,
    ),
    Command(
        "smoothie",
        "Tell what a Smoothie is called, what it costs and what it does.\n\n"
        "SMOOTHIE is two Fruits, perhaps with a style and a name, as they are announced.",
        (Argument("smoothie"),),
        (
            'tracker ducks smoothie "Grapes and Mango Slice"',
            'tracker ducks smoothie "Grapes and Blood Orange, style Icy" --json',
        ),
        describe_smoothie,
    ),
)
"""What this game adds to the command line."""
