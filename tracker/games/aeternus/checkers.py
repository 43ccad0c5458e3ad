"""Aeternus' own commands: what dice give, with or without a target number."""

from __future__ import annotations

from tracker.errors import UsageError
from tracker.games.base import Argument, Command, CommandAnswer
from tracker.mechanics.chat_readings import Unusable

from .dice_terms import dice_term, value_of


def value_of_dice(dice: str, faces: str) -> CommandAnswer:
    """What dice such as ``5d6, 4+`` give for the faces that fell (AET-069 to AET-072); raises UsageError where they cannot."""
    term = dice_term(dice)
    if isinstance(term, Unusable):
        raise UsageError(
            f"these are no dice: {term.why}", remedy='write them as "3d6", or "5d6 4+" with a target number'
        )
    words = faces.replace(",", " ").split()
    if not all(word.isdecimal() and word.isascii() and len(word) < 10 for word in words):
        raise UsageError(f"{faces!r} are no faces", remedy='write them as "4 1 6", or "" for no dice')
    try:
        value = value_of(term, [int(word) for word in words])
    except ValueError as fault:
        raise UsageError(str(fault), remedy="give one face for each die, in any order") from None
    counted = "their sum" if term.target is None else f"how many are at least {term.target}"
    found = {"count": term.count, "sides": term.sides, "target": term.target, "value": value}
    return CommandAnswer(found, [f"{value} ({counted})"])


COMMANDS = (
    Command(
        "dice",
        "Tell what dice give: their sum, or with a target number how many meet or exceed it.\n\n"
        "DICE is written as 3d6, or as 5d6 4+ with a target number; FACES are those that fell.",
        (Argument("dice"), Argument("faces")),
        ('tracker aeternus dice "3d6" "4 1 6"', 'tracker aeternus dice "5d6, 4+" "4 3 6 1 4" --json'),
        value_of_dice,
    ),
)
"""What this game adds to the command line."""
