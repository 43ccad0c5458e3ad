"""Aeternus' own commands: what dice give, the map of any play as a picture, and one hex explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.core.fold import Folded
from tracker.errors import UsageError
from tracker.games.base import Argument, Command, CommandAnswer
from tracker.mechanics.chat_readings import Unusable

from .dice_terms import dice_term, value_of

if TYPE_CHECKING:
    from .state import State


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


def draw_map(folded: Folded[State], file: str) -> CommandAnswer:
    """The map of a play as the picture that a file of that name holds (``.svg`` or ``.png``); raises UsageError for another."""
    from .game import GAME
    from .map_picture import FORMS, drawn, view_of

    form = file.rpartition(".")[2].casefold()
    if form not in FORMS:
        raise UsageError(f"{file!r} is no name of a picture", remedy="let it end in .svg or .png")
    gamestate = GAME.view(folded.state, folded.as_of, folded.seq, folded.context)
    content = drawn(view_of(gamestate.detail.play), form)
    found = {
        "file": file,
        "as_of": gamestate.as_of.isoformat(),
        "hexes": len(gamestate.values["world"]),
        "bytes": len(content),
    }
    return CommandAnswer(found, [f"{file}: {found['hexes']} hexes, as of {found['as_of']}"], content)


def explain_hex(folded: Folded[State], coordinates: str) -> CommandAnswer:
    """What a hex is and how it came to be so, or how likely it is to become what; raises UsageError for no coordinates."""
    from tracker.mechanics.forked_worlds import agreed

    from .game import GAME
    from .where import hex_meant, lines_of, values_of

    at, state = hex_meant(coordinates), GAME.up_to(folded.state, folded.as_of, folded.context)
    moments = [GAME.moment(state, world, folded.as_of, folded.context.decisions) for world in state.worlds]
    found = agreed([values_of(moment, at) for moment in moments])
    names = GAME.view(folded.state, folded.as_of, folded.seq, folded.context).names
    return CommandAnswer(found, lines_of(found, names or {}))


COMMANDS = (
    Command(
        "dice",
        "Tell what dice give: their sum, or with a target number how many meet or exceed it.\n\n"
        "DICE is written as 3d6, or as 5d6 4+ with a target number; FACES are those that fell.",
        (Argument("dice"), Argument("faces")),
        ('tracker aeternus dice "3d6" "4 1 6"', 'tracker aeternus dice "5d6, 4+" "4 3 6 1 4" --json'),
        value_of_dice,
    ),
    Command(
        "map",
        "Draw the map as a picture.\n\n"
        "FILE ends in .svg or .png. The map is that of the archive, or with --replay that of a file of observations.",
        (Argument("file", is_written=True),),
        (
            "tracker aeternus map map.svg",
            "tracker aeternus map map.svg --replay cycle.jsonl --as-of 2025-02-20T12:00:00Z",
            "tracker archive export | tracker aeternus map map.png --replay -",
        ),
        draw_map,
        looks_at_play=True,
    ),
    Command(
        "where",
        "Explain a hex: what it is and how it came to be so, or how likely it is to become what.\n\n"
        "COORDINATES are three numbers, steps along Mouth, Ashe and North from the origin, in any form that names the hex.",
        (Argument("coordinates"),),
        (
            'tracker aeternus where "(3,0,-2)"',
            'tracker aeternus where "(3,0,-2)" --replay cycle.jsonl --json',
        ),
        explain_hex,
        looks_at_play=True,
    ),
)
"""What this game adds to the command line."""
