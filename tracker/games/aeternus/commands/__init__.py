"""Aeternus' own commands: what dice give, the map of any play as a picture, and one hex explained.

Only the game imports them.
"""

from __future__ import annotations

import re

from tracker.core.fold import Folded
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.errors import UsageError
from tracker.games.base import Argument, Command, CommandAnswer
from tracker.games.chat_game.settling import told_on
from tracker.games.chat_game.state import ChatState

from ..law import Law
from ..map_picture import FORMS, picture
from ..state import Aeternus

_TERM = re.compile(r"(?P<count>\d{1,4})d(?P<sides>[1-9]\d{0,5})(?:(?: *, *| +)(?P<target>\d{1,6})\+)?", re.IGNORECASE)


@rule("AET-069", "AET-070", "AET-071", "AET-072")
def value_of_dice(dice: str, faces: str) -> CommandAnswer:
    """What dice such as ``5d6, 4+`` give for the faces that fell; raises UsageError where they cannot.

    That is their sum, of none 0, or with a target number how many meet or exceed it.
    """
    found = _TERM.fullmatch(dice.strip())
    if found is None:
        raise UsageError(f"{dice!r} are no dice", remedy='write them as "3d6", or "5d6 4+" with a target number')
    fell, target = [int(each) for each in re.findall(r"\d+", faces)], found["target"]
    if len(fell) != int(found["count"]) or not all(1 <= face <= int(found["sides"]) for face in fell):
        raise UsageError(f"{faces!r} are no faces of {dice}", remedy="give one face for each die, in any order")
    value = sum(face >= int(target) for face in fell) if target else sum(fell)
    return CommandAnswer(
        {"value": value}, [f"{value} ({f'how many are at least {target}' if target else 'their sum'})"]
    )


def draw_map(folded: Folded[ChatState[Aeternus]], file: str) -> CommandAnswer:
    """The map of a play as the picture that a file of that name holds; raises UsageError for another."""
    form = file.rpartition(".")[2].casefold()
    if form not in FORMS:
        raise UsageError(f"{file!r} is no name of a picture", remedy="let it end in .svg or .png")
    world, as_of = _world_of(folded), iso(folded.as_of)
    hexes, content = len(world.world), picture(world, folded.state.names.names, form)
    found = {"file": file, "as_of": as_of, "hexes": hexes}
    return CommandAnswer(found, [f"{file}: {hexes} hexes, as of {as_of}"], content)


def explain_hex(folded: Folded[ChatState[Aeternus]], coordinates: str) -> CommandAnswer:
    """What a hex is and how it came to be so, or how likely it is to become what; raises UsageError for no coordinates."""
    from .where import hex_meant, lines_of, values_of  # late: few commands explain a hex

    at, state = hex_meant(coordinates), folded.state
    days = (*told_on(folded.context.settled, state.told_marks), state.told)
    found = values_of(_world_of(folded), (event for day in days for event in day.events), at)
    return CommandAnswer(found, list(lines_of(found, state.names.names)))


def _world_of(folded: Folded[ChatState[Aeternus]]) -> Aeternus:
    """The gamestate, by the law of the instant."""
    state = folded.state
    state.world.look(state.names, Law(folded.as_of, {**state.settings, **state.world.numbers}, state.page_values))
    return state.world


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
