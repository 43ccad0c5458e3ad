"""Actions: what a message announces is carried out in order, by whom it may be, with what an open random matter bars."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tracker.core.rule import rule
from tracker.games import chat_strands
from tracker.games.chat_strands import Said, Task
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_play import Moment

from . import channels, places, randomness
from .general import author, message_of, unclear
from .hexes import Hex
from .reading import as_decided, said_again
from .state import World

Act: TypeAlias = Callable[[Moment[World], Announced], bool | None]
"""Carries an announced action out (``chat_strands.Chapters``)."""
Do: TypeAlias = Callable[[Moment[World], Task], bool]
"""Does a task; False where it waits for dice."""
Chapters: TypeAlias = chat_strands.Chapters[World]

DEPENDENT = frozenset(
    {"scout", "traverse", "fish", "forage", "craft", "build", "stagway", "burn", "use", "name_quality"}
)
"""The announcements on which what is open may bear: they wait until its dice have fallen (AET-063)."""


def _reached(moment: Moment[World], read: Announced) -> list[Hex]:
    """The hexes into which an action leads, that it looks for or builds on: what it does hangs on what they are."""
    here = moment.world.players[author(moment)].at
    named = {"scout": "hexes", "traverse": "hex", "build": "hex"}.get(read.kind)
    said = read.fields[named] if named else ()
    return [places.hex_of(each, here) for each in ((said,) if named == "hex" else said)]


@rule("AET-063")
def announce(moment: Moment[World], chapters: Chapters, n: int, said: Said | None) -> bool | None:
    """Carry out the action of that number in its message, unless people find none in it or something bars it."""
    read = as_decided(moment, said_again(moment, n) if said is None else said)
    if read is None or randomness.is_void(moment, n) or channels.is_refused(moment, read.kind, n, message_of(moment)):
        return False
    clause = channels.CLAUSES.get(read.kind, "AET-152")
    if isinstance(read, NotUnderstood):
        unclear(moment, read, clause, read.why)
        return False
    if read.kind in DEPENDENT and randomness.is_barred(moment, author(moment), n, _reached(moment, read)):
        return False
    for note in read.notes:
        moment.note("PASSED_OVER", clause, f"“{read.line}”: {note}", is_mild=True)
    return chapters.actions[read.kind](moment, read)
