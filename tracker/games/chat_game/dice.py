"""The dice of a chat game: what falls is used by what waits for it; what can never be drawn is for people to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tracker.core.fold import Context, Decision, Step
from tracker.core.gamestate import Finding, Question, RollRequest
from tracker.mechanics.chat.carrying import Refused
from tracker.mechanics.chat.dice import Fallen
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.dice import dice_log
from tracker.mechanics.dice.seeds import faces_of
from tracker.mechanics.dice.shown_dice import dice_in

from .nomic import ChatNomic
from .play import BEFORE, Cause, Play
from .state import ChatState, LostDice, Waiting

KINDS = ("roll", "roll_lost", "commitment", "reveal", "name_drawn")
QUESTION = "dice-line:"
"""How questions begin that ask what becomes of something whose dice can never be drawn."""
DRAW, VOID = "draw", "void"
"""The answers by which dice are drawn after all, from the seed of the day of the answer, and by which the action comes to nothing."""

NO_ROLL = "NO_ROLL"


def take(game: ChatNomic[Any], state: ChatState[Any], step: Step, context: Context) -> bool:
    """Take in what fell, or what people decided of dice that cannot: whether something that waited may go on."""
    kind, payload = step.observation.kind, step.observation.payload
    if kind == "decision":
        return _take_answer(game, state, step, context)
    if kind == "roll":
        _take_roll(state, step, context)
        return True
    if kind == "name_drawn":
        state.dice.names.append(str(payload.get("name") or ""))
        return True
    if kind == "roll_lost":
        state.lost[str(payload["for"])] = LostDice(str(payload["why"]), step.when)
    elif kind == "commitment":
        dice_log.take_commitment(state.dice_log, payload, step.when, step.row.id, context.settled)
    else:
        dice_log.take_reveal(state.dice_log, payload, step.when, step.row.id, context.settled)
    return False


def _take_roll(state: ChatState[Any], step: Step, context: Context) -> None:
    seen = step.observation
    label, faces, sides = seen.text("for"), faces_of(seen.payload), int(seen.payload["sides"])
    if seen.source == dice_log.OWN_SOURCE:
        dice_log.take_roll(state.dice_log, seen.payload, step.when, context.settled, source=seen.source)
        if faces and isinstance(faces[0], int):
            state.dice.named.setdefault(label, Fallen(sides, faces[0], step.row.id, step.when, label))
        return
    state.dice.loose += [Fallen(sides, face, step.row.id, step.when, label) for face in faces if isinstance(face, int)]


# --- what waits -------------------------------------------------------------------------------------------------------


def requests(state: ChatState[Any]) -> tuple[RollRequest, ...]:
    """The dice that may be drawn: one request for each."""
    return tuple(
        RollRequest(name, sides, 1, each.purpose, each.clause, each.at)
        for each in (*state.waiting, *state.lapsed)
        if not _why_lost(state, each)
        for name, sides in each.dice.items()
        if name not in state.dice.named
    )


def _why_lost(state: ChatState[Any], waiting: Waiting) -> str:
    lost = (state.lost.get(name) for name in waiting.dice)
    return next((each.why for each in lost if each is not None and each.at == waiting.at), "")


def _key(waiting: Waiting) -> str:
    """What names something that waits: the first of its dice."""
    return next(iter(waiting.dice), "")


def findings(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Finding]:
    """What waits for dice that nobody drew or that can never be drawn, and dice of the tracker's own that nothing asks for any more."""
    for each in (each for each in state.waiting if each.purpose != BEFORE):
        rows = (each.row,) if each.row in state.said else ()
        if why := _why_lost(state, each):
            text = f"no dice can be drawn for {each.purpose}: {why}; people decide what becomes of it"
            yield Finding("DICE_LOST", each.clause, text, rows, each.at)
            continue
        if each.is_told:
            continue
        dice = ", ".join(f"d{sides} for {name}" for name, sides in each.dice.items()) or "a name"
        text = f"no dice fell for {each.purpose}, and what hangs on them waits: {dice}"
        yield Finding("DICE_AWAITED", each.clause, text, rows, each.at, is_note=True)
    for name, fallen in state.dice.named.items():
        if name not in state.dice.used:
            text = f"dice fell ({fallen.face} of {fallen.sides}) that nothing asks for any more: what asked for them was changed since"
            yield Finding("ROLL_UNUSED", game.first_clause, text, (fallen.row,), fallen.at)


def questions(game: ChatNomic[Any], state: ChatState[Any], decisions: Mapping[str, Decision]) -> Iterator[Question]:
    """What becomes of each thing whose dice can never be drawn."""
    for each in state.waiting:
        if why := _why_lost(state, each):
            id, sides = f"{QUESTION}{_key(each)}", list(each.dice.values())
            needs = (
                f"{DRAW}: they fall by the seed of the day (UTC) on which that is decided, which nobody knows by then",
                f"{VOID}: the action comes to nothing",
                f"or the faces of {', '.join(f'd{one}' for one in sides)}, in this order, rolled by hand before witnesses",
            )
            text = f"What becomes of {each.purpose}, for which the tracker can draw no dice ({why})?"
            given = decisions.get(id)
            fault = fault_of(given.answer, sides) if given else ""
            yield Question(
                id, text, each.clause, (DRAW, VOID), about=each.at, needs=needs, observations=(each.row,),
                is_free=True, examples=(" ".join(map(str, sides)),), fault=fault,
            )  # fmt: skip


def fault_of(answer: str, sides: Sequence[int]) -> str:
    """Why an answer settles nothing: it is neither of the two words nor a face for each die."""
    words = answer.replace(",", " ").split()
    if not all(word.isdecimal() and word.isascii() for word in words):
        return f"it is neither {DRAW} nor {VOID}, nor faces as numbers"
    if len(words) != len(sides):
        return f"it has {len(words)} faces, and {len(sides)} dice are wanted"
    wrong = next((word for word, most in zip(words, sides, strict=True) if not _is_face(word, most)), "")
    return f"no die of these shows {wrong[:20]}" if wrong else ""


def sealed(state: ChatState[Any]) -> dict[str, str]:
    """The questions whose answers cannot be changed any more, since people could choose among faces that they know; each with why."""
    waiting = set(map(_key, state.waiting))
    return {each: "dice fell on that answer" for die, each in state.drawn_after_all.items() if die not in waiting}


def _is_face(word: str, most: int) -> bool:
    return len(word) <= len(str(most)) and 1 <= int(word) <= most


def _take_answer(game: ChatNomic[Any], state: ChatState[Any], step: Step, context: Context) -> bool:
    """Carry out what people decided on dice that can never be drawn: new ones, faces by hand, or that the action comes to nothing."""
    question = step.observation.text("question")
    decision = context.decisions.get(question)
    waiting = next((each for each in state.waiting if f"{QUESTION}{_key(each)}" == question), None)
    if decision is None or decision.at != step.when or waiting is None:
        return False
    if decision.answer == VOID:
        state.waiting.remove(waiting)
        if end := game.come_to_nothing(waiting.act):
            Play(game, state).carry_out(end, Cause(waiting.row, waiting.part, step.when))
        elif waiting.act.message:
            why = Refused(
                NO_ROLL, "its dice could not be drawn, and people decided that it comes to nothing", waiting.clause
            )
            Play(game, state).refuse(waiting.act, Cause(waiting.row, waiting.part, step.when), why)
        return True
    if decision.answer == DRAW:
        waiting.at = step.when
        state.drawn_after_all[_key(waiting)] = question
        return False
    if fault_of(decision.answer, list(waiting.dice.values())):
        return False
    faces = map(int, decision.answer.replace(",", " ").split())
    for (name, sides), face in zip(waiting.dice.items(), faces, strict=True):
        state.dice.named[name] = Fallen(sides, face, step.row.id, step.when, name)
    text = f"the dice for {waiting.purpose} were given by {decision.by}: {decision.answer} ({decision.why})"
    state.notes.append(Note("DICE_BY_HAND", waiting.clause, text, step.when, waiting.row))
    return True


# --- dice that a bot rolled -------------------------------------------------------------------------------------------


class BotRoll(NamedTuple):
    """Dice that a bot showed and that nothing waits for: who had asked for them, with which words, and what fell."""

    by: str
    purpose: str
    sides: list[int]
    faces: list[int]

    @property
    def told(self) -> str:
        """The dice in words."""
        return ", ".join(f"d{die} = {face}" for die, face in zip(self.sides, self.faces, strict=True))


def take_shown(
    game: ChatNomic[Any],
    state: ChatState[Any],
    message: Message,
    *,
    again: str,
    unused: str,
    keep: Callable[[BotRoll], None],
) -> None:
    """Take dice that a bot showed for a message: those that wait for them, and what is asked for next, or else as a roll not used.

    ``again`` is the clause by which the first valid roll stands, ``unused`` that by which rolls that nothing uses are shown;
    ``keep`` notes such a roll.
    """
    asked = _asked_by(state, message)
    for sides, faces in dice_in(message.text) if asked else ():
        waits = any(each.row == asked and list(each.dice.values()) == sides for each in state.waiting)
        if waits:
            dice = zip(sides, faces, strict=True)
            state.dice.loose += [Fallen(die, face, message.id, message.at, asked) for die, face in dice]
            Play(game, state).go_on(message.at)
            continue
        said = state.said.get(asked)
        shown = BotRoll(said.author if said else "", said.text if said else "", sides, faces)
        if any(each.row == asked and each.name == "rolled" for each in state.told.events):
            text = f"{shown.told} came after the dice of message {asked} had fallen: the first valid roll stands"
            state.notes.append(Note("REROLL", again, text, message.at, message.id))
        else:
            keep(shown)
            text = f"{shown.by or 'somebody'} rolled {shown.told}, which nothing uses"
            state.notes.append(Note("ROLL_NOT_USED", unused, text, message.at, message.id, is_mild=True))


def _asked_by(state: ChatState[Any], message: Message) -> str:
    """The message that a bot answers: the one it replies to, else the only one in its channel whose dice are open."""
    if message.reply_to:
        return message.reply_to
    here = {each.row for each in state.waiting if each.act.message and each.act.message.channel == message.channel}
    return here.pop() if len(here) == 1 else ""
