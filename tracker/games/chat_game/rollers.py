"""Dice that a bot rolled for somebody in the chat: what waits for such dice takes them, and others are shown as not used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.mechanics.chat.dice import Fallen
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.dice.shown_dice import dice_in

from .state import ChatState

if TYPE_CHECKING:
    from .game import ChatGame


class Shown(NamedTuple):
    """Dice that a bot showed and that nothing waits for: who had asked for them, with which words, and what fell."""

    by: str
    purpose: str
    sides: list[int]
    faces: list[int]

    @property
    def told(self) -> str:
        """The dice in words."""
        return ", ".join(f"d{die} = {face}" for die, face in zip(self.sides, self.faces, strict=True))


def take(
    game: ChatGame[Any],
    state: ChatState[Any],
    message: Message,
    *,
    again: str,
    unused: str,
    keep: Callable[[Shown], None],
) -> None:
    """Take dice that a bot showed for a message: those that wait for them, and what is asked for next, or else as a roll not used.

    ``again`` is the clause by which the first valid roll stands, ``unused`` that by which rolls that nothing uses are shown;
    ``keep`` notes such a roll.
    """
    asked = _asked(state, message)
    for sides, faces in dice_in(message.text) if asked else ():
        waits = any(each.row == asked and list(each.dice.values()) == sides for each in state.waiting)
        if waits:
            dice = zip(sides, faces, strict=True)
            state.dice.loose += [Fallen(die, face, message.id, message.at, asked) for die, face in dice]
            game.go_on(state, message.at)
            continue
        said = state.said.get(asked)
        shown = Shown(said.author if said else "", said.text if said else "", sides, faces)
        if any(each.row == asked and each.name == "rolled" for each in state.told.events):
            text = f"{shown.told} came after the dice of message {asked} had fallen: the first valid roll stands"
            state.notes.append(Note("REROLL", again, text, message.at, message.id))
        else:
            keep(shown)
            text = f"{shown.by or 'somebody'} rolled {shown.told}, which nothing uses"
            state.notes.append(Note("ROLL_NOT_USED", unused, text, message.at, message.id, is_mild=True))


def _asked(state: ChatState[Any], message: Message) -> str:
    """The message that a bot answers: the one it replies to, else the only one in its channel whose dice are open."""
    if message.reply_to:
        return message.reply_to
    here = {each.row for each in state.waiting if each.act.message and each.act.message.channel == message.channel}
    return here.pop() if len(here) == 1 else ""
