"""The dice of a chat game: what falls is used by what waits for it; what can never be drawn is for people to decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tracker.core.fold import Context, Step
from tracker.core.gamestate import Finding, Question, RollRequest
from tracker.mechanics.chat.carrying import Refused
from tracker.mechanics.chat.dice import Fallen
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.dice import dice_log
from tracker.mechanics.dice.seeds import faces_of
from tracker.mechanics.dice.shown_dice import dice_in

from .nomic import ChatNomic
from .play import BEFORE, Cause, Play
from .state import ChatState, Waiting

KINDS = ("roll", "roll_lost", "commitment", "reveal", "name_drawn")
QUESTION = "dice-line:"
"""How questions begin that ask what becomes of something whose dice can never be drawn."""
DRAW, VOID = "draw", "void"
"""The answers by which dice are drawn after all, from the seed of the day of the answer, and by which the action comes to nothing."""

NO_ROLL = "NO_ROLL"


def take(game: ChatNomic[Any], state: ChatState[Any], step: Step, context: Context) -> None:
    """Take in what fell, what cannot fall, or what shows that all falls by seeds."""
    kind, payload = step.observation.kind, step.observation.payload
    if kind == "roll":
        _take_roll(state, step, context)
        Play(game, state).go_on(step.when)
    elif kind == "name_drawn":
        state.dice.names.append(str(payload.get("name") or ""))
        Play(game, state).go_on(step.when)
    elif kind == "roll_lost":
        state.lost[str(payload["for"])] = str(payload["why"])
    elif kind == "commitment":
        dice_log.take_commitment(state.dice_log, payload, step.when, step.row.id, context.settled)
    else:
        dice_log.take_reveal(state.dice_log, payload, step.when, step.row.id, context.settled)


def _take_roll(state: ChatState[Any], step: Step, context: Context) -> None:
    seen = step.observation
    label, sides = seen.text("for"), int(seen.payload["sides"])
    fallen = [
        Fallen(sides, face, step.row.id, step.when, label) for face in faces_of(seen.payload) if isinstance(face, int)
    ]
    if seen.source != dice_log.OWN_SOURCE:
        state.dice.loose += fallen
        return
    dice_log.take_roll(state.dice_log, seen.payload, step.when, context.settled, source=seen.source)
    state.requests.pop(label, None)
    for each in fallen[:1]:
        state.dice.named.setdefault(label, each)


# --- what waits -------------------------------------------------------------------------------------------------------


def requests(state: ChatState[Any]) -> tuple[RollRequest, ...]:
    """The dice that may be drawn: one request for each."""
    return tuple(each for name, each in state.requests.items() if name not in state.lost)


def _why_lost(state: ChatState[Any], waiting: Waiting) -> str:
    return next((state.lost[name] for name in waiting.dice if name in state.lost), "")


def findings(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Finding]:
    """What waits for dice that nobody drew or that can never be drawn, and dice of the tracker's own that nothing asks for any more."""
    for each in (each for each in state.waiting if each.purpose != BEFORE):
        rows = (each.row,) if each.row in state.said else ()
        if why := _why_lost(state, each):
            text = f"no dice can be drawn for {each.purpose}: {why}; people decide what becomes of it"
            yield Finding("DICE_LOST", each.clause, text, rows, each.at)
        elif not each.is_told:
            dice = ", ".join(f"d{sides} for {name}" for name, sides in each.dice.items()) or "a name"
            text = f"no dice fell for {each.purpose}, and what hangs on them waits: {dice}"
            yield Finding("DICE_AWAITED", each.clause, text, rows, each.at, is_note=True)
    for name, fallen in state.dice.named.items():
        if name not in state.dice.used:
            text = f"dice fell ({fallen.face} of {fallen.sides}) that nothing asks for any more: what asked for them was changed since"
            yield Finding("ROLL_UNUSED", game.first_clause, text, (fallen.row,), fallen.at)


def questions(state: ChatState[Any]) -> Iterator[Question]:
    """What becomes of each thing whose dice can never be drawn."""
    needs = (
        f"{DRAW}: they fall by the seed of the day (UTC) on which that is decided, which nobody knows by then",
        f"{VOID}: the action comes to nothing",
    )
    for each in state.waiting:
        if why := _why_lost(state, each):
            text = f"What becomes of {each.purpose}, for which the tracker can draw no dice ({why})?"
            id = f"{QUESTION}{each.key}"
            yield Question(id, text, each.clause, (DRAW, VOID), about=each.at, needs=needs, observations=(each.row,))


def sealed(state: ChatState[Any]) -> dict[str, str]:
    """The questions whose answers cannot be changed any more, since people could choose among faces that they know; each with why."""
    fallen = (name for name in state.drawn_after_all if name in state.dice.named)
    return {f"{QUESTION}{name}": "dice fell on that answer" for name in fallen}


def take_answer(game: ChatNomic[Any], state: ChatState[Any], step: Step, answer: str) -> None:
    """Carry out what people decided on dice that can never be drawn: new ones, or that the action comes to nothing."""
    key = step.observation.text("question").removeprefix(QUESTION)
    waiting = next((each for each in state.waiting if each.key == key and _why_lost(state, each)), None)
    if waiting is None:
        return
    if answer == VOID:
        state.waiting.remove(waiting)
        _come_to_nothing(game, state, waiting, Cause(waiting.row, waiting.part, step.when))
        return
    waiting.at = step.when
    state.drawn_after_all.append(key)
    for name in waiting.dice:
        state.lost.pop(name, None)
        state.requests[name] = replace(state.requests[name], asked_at=step.when)


def _come_to_nothing(game: ChatNomic[Any], state: ChatState[Any], waiting: Waiting, cause: Cause) -> None:
    for name in waiting.dice:
        state.lost.pop(name, None)
        state.requests.pop(name, None)
    play, text = Play(game, state), "its dice could not be drawn, and people decided that it comes to nothing"
    if end := game.come_to_nothing(waiting.act):
        play.carry_out(end, cause)
    elif waiting.act.message:
        play.refuse(waiting.act, cause, Refused(NO_ROLL, waiting.clause, text))
    play.go_on(cause.at)


# --- dice that a bot rolled -------------------------------------------------------------------------------------------


def take_shown(
    game: ChatNomic[Any], state: ChatState[Any], message: Message
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Take dice that a bot showed for a message which waits for such; gives others with who asked: the message, sides and faces."""
    asked = _asked_by(state, message)
    for sides, faces in dice_in(message.text) if asked else ():
        if any(each.row == asked and list(each.dice.values()) == sides for each in state.waiting):
            dice = zip(sides, faces, strict=True)
            state.dice.loose += [Fallen(die, face, message.id, message.at, asked) for die, face in dice]
            Play(game, state).go_on(message.at)
        else:
            yield asked, sides, faces


def _asked_by(state: ChatState[Any], message: Message) -> str:
    """The message that a bot answers: the one it replies to, else the only one in its channel whose dice are open."""
    if message.reply_to:
        return message.reply_to
    here = {each.row for each in state.waiting if each.act.message and each.act.message.channel == message.channel}
    return here.pop() if len(here) == 1 else ""
