"""Random Choice: dice of actions, choices among ducks, and the audit of random values that somebody may have discarded."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.mechanics.chat_dice import LooseRoll, dice_names
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.law import Law as AnyLaw
from tracker.mechanics.redacted_texts import words_of
from tracker.mechanics.shown_dice import (
    INVALID,
    VALID,
    WITH,
    Rolled,
    asks,
    attempt_meant,
    attempt_of,
    dice_in,
    faces_said,
)

from .periods import week
from .state import World

_NEWEST = 12
"""So many keys of the newest dice are kept."""
_LONG_WORD = re.compile(r"[a-z]{4,}")
_ABOUT = frozenset(
    _LONG_WORD.findall("feed feeding retrieve retrieval scouting mission loot pond ritual reward disciple quack")
)
"""What dice may be for, in words that stay when a message is redacted."""


# --- dice and choices -------------------------------------------------------------------------------------------------


@rule("DUCK-030")
def roll(moment: Moment[World], what: str, n: int, sides: Sequence[int], purpose: str, clause: str) -> list[int] | None:
    """The faces of dice for one thing of an action, in order; None while they have not fallen: then they are asked for.

    ``what`` tells the dice of one action from each other. Where people said with which values an attempt stands, those are they.
    """
    key = f"{what}:{moment.row}:{n}" if moment.row else f"{what}:{iso(moment.when)}"
    faces = _said(moment, n, sides) or moment.dice(key, list(sides), purpose, clause)
    if faces is not None:
        _log(moment, key, list(sides), faces, purpose, clause)
    return faces


def _said(moment: Moment[World], n: int, sides: Sequence[int]) -> list[int] | None:
    """The values with which people said that an attempt stands, where they fit these dice."""
    return faces_said((moment.answer(attempt_of(moment.row, n)) or "") if moment.row else "", sides)


def _log(moment: Moment[World], key: str, sides: list[int], faces: list[int], purpose: str, clause: str) -> None:
    world = moment.world
    if key in world.newest_rolls:
        return
    world.newest_rolls = [*world.newest_rolls[1 - _NEWEST :], key]
    message = moment.state.log.messages.get(moment.row)
    by = message.author if message else ""
    _look_for_discarded(moment, key, by, sides, purpose)
    dice = [f"d{die} = {face}" for die, face in zip(sides, faces, strict=True)]
    moment.tell("rolled", clause, f"{', '.join(dice)} for {purpose}", player=by or None, dice=dice, purpose=purpose)


@rule("DUCK-030")
def pick(moment: Moment[World], what: str, n: int, among: Sequence[int], purpose: str, clause: str) -> int | None:
    """One duck of those whose numbers are given, each as likely: 1dk over them in the order of creation; one needs no die.

    None while the die has not fallen: what was rolled for a choice among fewer or more ducks is no die of this one. Raises
    ValueError where there is nothing to choose from.
    """
    if not among:
        raise ValueError("there is no duck to choose")
    newest_first = moment.law.chooses("candidates_stand", "newest first")
    candidates = sorted(among, reverse=newest_first)
    if len(candidates) == 1 and moment.law.chooses("one_candidate", "needs no die"):
        return candidates[0]
    faces = roll(moment, f"{what}-{len(candidates)}", n, [len(candidates)], purpose, clause)
    return candidates[faces[0] - 1] if faces else None


# --- the audit --------------------------------------------------------------------------------------------------------


@rule("DUCK-029")
def is_void(moment: Moment[World], n: int) -> bool:
    """Whether people or a ruling deemed an attempt invalid: then it has not affected the gamestate."""
    answer = moment.answer(attempt_of(moment.row, n))
    if answer is None or not answer.startswith(INVALID):
        return False
    moment.note("ATTEMPTS_VOID", "DUCK-029", f"action {n} of message {moment.row} is void: {answer}", is_mild=True)
    return True


@rule("DUCK-028")
def _look_for_discarded(moment: Moment[World], key: str, by: str, sides: list[int], purpose: str) -> None:
    """Flag a roll for which its player had rolled before, in this week, without using what fell."""
    message = moment.state.log.messages.get(moment.row)
    about = f"{purpose} {_words(message)}" if message else purpose
    unused = [each for each in _unused(moment, by) if _is_similar(each, sides, about)]
    if not unused:
        return
    n = int(key.rpartition(":")[2])
    values = "; ".join(f"{each.shown} at {iso(each.at)} (message {each.row})" for each in unused)
    text = f"{by} rolls for {purpose} (action {n} of message {moment.row}) after {values}, which nobody used"
    moment.note("possible_reroll", "DUCK-028", text)
    earlier = f"{WITH}{' '.join(map(str, unused[0].faces))}"
    question = f"{text}. Is the later attempt valid, invalid, or does it stand with the earlier values?"
    rows = [*(each.row for each in unused), moment.row]
    ask = Ask(
        attempt_of(moment.row, n), question, "DUCK-029", [VALID, INVALID, earlier], moment.when, rows, is_free=True
    )
    ask.examples = [VALID, earlier]
    moment.ask_in_words(ask, lambda answer: attempt_meant(answer, sides))
    moment.world.unused_rolls = [each for each in moment.world.unused_rolls if each not in unused]


def _unused(moment: Moment[World], by: str) -> list[Rolled]:
    """The rolls of somebody that nothing used in this week."""
    theirs = [each for each in moment.world.unused_rolls if each.by == by] if by else []
    since = week(moment) if theirs else moment.when
    return [each for each in theirs if each.at >= since]


def _is_similar(each: Rolled, sides: list[int], about: str) -> bool:
    """Whether a roll may have been for such an action: the same dice, and a long word in common wherever it has any."""
    words, wanted = (set(_LONG_WORD.findall(text.casefold())) for text in (each.purpose, about))
    return each.sides == sides and (not words or bool(words & wanted))


@rule("DUCK-028", "DUCK-030")
def take_dice_of_a_bot(moment: Moment[World], message: ChatMessage) -> None:
    """Dice that a bot showed in answer to somebody: those that their announcement waits for, or else a roll of theirs that is unused."""
    asked = moment.state.log.messages.get(message.reply_to)
    if asked is None:
        return
    for sides, faces in dice_in(_words(message)):
        if _are_awaited(moment, asked.id, sides):
            moment.state.loose += [
                LooseRoll(die, face, message.id, asked.id) for die, face in zip(sides, faces, strict=True)
            ]
        else:
            moment.world.unused_rolls.append(Rolled(asked.author, _words(asked), sides, faces, moment.when, message.id))


def _are_awaited(moment: Moment[World], row: str, sides: list[int]) -> bool:
    """Whether an announcement waits for such dice, and nobody gave them (in another world, say)."""
    requests = moment.world.requests.items()
    wanted = (key for key, each in requests if each.row == row and each.sides == sides)
    return any(name not in moment.state.rolls for key in wanted for name in dice_names(key, len(sides)))


def _words(message: ChatMessage) -> str:
    """What a message said, or what stands for it."""
    return words_of(message)


def bare_dice(law: AnyLaw, text: str) -> str:
    """What stays of a redacted text in which dice are asked for or shown: these, and the long words that are the rules' own."""
    dice = [f"{len(sides)}d{sides[0]}: {' '.join(map(str, faces))}" for sides, faces in dice_in(text)]
    if not dice and not asks(text):
        return ""
    known = {*_ABOUT, *_LONG_WORD.findall(" ".join((*law.words("items"), *law.value("quacktions"))).casefold())}
    said = [word for word in _LONG_WORD.findall(text.casefold()) if word in known]
    return ", ".join([*dice, *dict.fromkeys(["roll", *said])])
