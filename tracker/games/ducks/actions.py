"""Actions: what a message of Ducks announces is carried out in order, by whom it may be, with all that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from tracker.core.rule import rule
from tracker.games import chat_strands
from tracker.games.chat_strands import Said, Task
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_play import Moment

from .codes import CODES
from .general import is_over, unclear
from .players import is_playing
from .random_choice import is_void
from .reading import as_decided, said_again
from .state import World

Act: TypeAlias = Callable[[Moment[World], Announced], bool | None]
"""Carries an announced action out (``chat_strands.Chapters``)."""
Do: TypeAlias = Callable[[Moment[World], Task], bool]
"""Does a task; False where it waits for dice."""
Chapters: TypeAlias = chat_strands.Chapters[World]

ANYBODY = frozenset({"join", "request", "resign"})
"""The announcements that need not come from a player: their own rules say from whom (DUCK-004)."""


def author(moment: Moment[World]) -> str:
    """Who wrote the message that is being carried out."""
    return moment.state.log.messages[moment.row].author


@rule("DUCK-015", "DUCK-017", "DUCK-018")
def carry_out(moment: Moment[World], chapters: Chapters, said: Said) -> None:
    """Carry an announced action out on the state that all before it left; it waits where its message waits for dice."""
    chat_strands.carry_out(moment, chapters, said)


@rule("DUCK-028")
def look_again(moment: Moment[World], chapters: Chapters, keys: Collection[str]) -> None:
    """Let what waits for dice that were called for so late that they decide nothing any more come to nothing: they need not fall."""
    chat_strands.look_again(moment, chapters, keys)


@rule("DUCK-028")
def give_up(moment: Moment[World], chapters: Chapters, asked: Awaited) -> None:
    """Let what waits for dice, of a message or (without one) of an instant, come to nothing; what comes after it goes on."""
    chat_strands.give_up(moment, chapters, asked)


def announce(moment: Moment[World], chapters: Chapters, n: int, said: Said | None) -> bool | None:
    """Carry out the action of that number in its message, unless people find none in it or something bars it."""
    read = as_decided(moment, said_again(moment, n) if said is None else said)
    if read is None or is_void(moment, n) or _is_barred(moment, read):
        return False
    if isinstance(read, NotUnderstood):
        unclear(moment, read, "DUCK-014", read.why)
        return False
    return chapters.actions[read.kind](moment, read)


@rule("DUCK-004", "DUCK-018")
def _is_barred(moment: Moment[World], said: Said) -> bool:
    """Refuse what comes after the round's end or from somebody who is no player, and pass over what a refused action stops."""
    world, user = moment.world, author(moment)
    refused = world.refused[-1] if world.refused else None
    if refused is not None and refused.row == moment.row and moment.law.chooses("refused_action", "stops its message"):
        return True
    if is_over(moment):
        cause = world.lost.cause if world.lost else ""
        moment.refuse(
            "round_over", CODES["round_over"][0], f"the round is lost ({cause}): nothing is done any more", said.n
        )
        return True
    if said.kind not in ANYBODY and not is_playing(world, user):
        moment.refuse("not_player", "DUCK-004", f"{user} is no player: say “I join the game” first", said.n)
        return True
    return False
