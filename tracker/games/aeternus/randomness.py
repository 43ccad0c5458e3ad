"""4 Randomness: dice of actions, by whomever they are rolled, what an open random matter bars, and that it lapses at its phase's end."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.games.chat_strands import ANNOUNCED, Strand
from tracker.mechanics.chat_dice import LooseRoll, dice_names
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
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

from . import phases
from .chances import Draw, Roll
from .hexes import Hex, key
from .holdings import gain
from .state import Spent, World

LAPSE = "random matters"
"""The lapse of what is open as the business of a boundary (``World.done``)."""
_FOR = " for "
"""Before the label of the dice that an answer is about."""
_OF_A_HEX = re.compile(r"[a-z-]+@(-?[0-9]+,-?[0-9]+,-?[0-9]+)")
"""The beginning of the keys of dice by which a hex comes about."""
_LONG_WORD = re.compile(r"[a-z]{4,}")
_ABOUT = frozenset(("forage", "fish", "fishing", "catch", "scout", "biome", "traverse", "wind", "swamp", "quality"))
"""What dice may be for, in words that stay when a message is redacted."""


# --- dice -------------------------------------------------------------------------------------------------------------


@rule("AET-062", "AET-065")
def roll(
    moment: Moment[World], label: str, n: int, sides: Sequence[int], purpose: str, clause: str, place: str = ""
) -> list[int] | None:
    """The faces of dice for one thing of action ``n``, in order; None while they have not fallen: then they are asked for.

    ``place`` tells the dice of one label in one action from each other; those of other sides are others. Where people said with
    which values an attempt stands, those are they.
    """
    what = f"{label.replace(' ', '-')}{place and f'@{place}'}-{'+'.join(f'd{die}' for die in sides)}"
    dice_key = f"{what}:{moment.row}:{n}"
    named = purpose if label in purpose else f"{label} – {purpose}"
    faces = _said(moment, n, sides, dice_key) or moment.dice(dice_key, list(sides), named, clause)
    if faces is not None and dice_key not in moment.world.newest_rolls:
        moment.world.newest_rolls.append(dice_key)
        _tell(moment, n, label, list(sides), faces, clause)
    return faces


def roller(moment: Moment[World], n: int, step: int = 0) -> Roll:
    """What rolls for action ``n``; ``step`` tells apart what one action asks for again, such as winds that follow each other."""

    def rolled(draw: Draw) -> int | None:
        place = ".".join([*([key(draw.at)] if draw.at else []), *([str(step)] if step else [])])
        faces = roll(moment, draw.label, n, [draw.sides], draw.purpose, draw.clause, place)
        return faces[0] if faces else None

    return rolled


def _said(moment: Moment[World], n: int, sides: Sequence[int], dice_key: str) -> list[int] | None:
    """The faces with which people said that an attempt stands: those of its first dice of that many sides and, if named, that label."""
    answer = (moment.answer(attempt_of(moment.row, n)) or "") if moment.row else ""
    faces = faces_said(answer, sides)
    if faces is None:
        return None
    label = answer.partition(_FOR)[2].strip().replace(" ", "-")
    tail = dice_key[dice_key.rindex("-") :]
    told = (key for key in (*moment.world.newest_rolls, dice_key) if key.endswith(tail) and key.startswith(label))
    return faces if next(told, "") == dice_key else None


def _tell(moment: Moment[World], n: int, label: str, sides: list[int], faces: list[int], clause: str) -> None:
    message = moment.state.log.messages.get(moment.row)
    by = message.author if message else ""
    _look_for_discarded(moment, n, by, sides, label)
    dice = [f"d{die} = {face}" for die, face in zip(sides, faces, strict=True)]
    moment.tell("rolled", clause, f"{', '.join(dice)} for {label}", player=by or None, dice=dice, label=label)


def after_change(moment: Moment[World]) -> None:
    """Let go of what is known only for what still waits: which dice were told, and what was spent."""
    world = moment.world
    if world.newest_rolls or world.spent:
        rows = {moment.row, *(strand.row for strand in world.strands)}
        world.newest_rolls = [each for each in world.newest_rolls if each.split(":")[-2] in rows]
        world.spent = {key: each for key, each in world.spent.items() if key.rpartition(":")[0] in rows}


# --- what an open matter bars -----------------------------------------------------------------------------------------


def open_matters(moment: Moment[World]) -> list[Strand]:
    """What waits for dice that can have been rolled by now, in the order of announcing.

    Dice of what people had to decide first are called for since they have decided.
    """
    asked = moment.world.requests.values()
    too_early = {each.row for each in asked if each.waits_for or each.at > moment.when}
    return [strand for strand in moment.world.strands if strand.row not in too_early]


@rule("AET-063")
def is_barred(moment: Moment[World], user: str, n: int, places: Collection[Hex] = ()) -> bool:
    """Refuse what somebody does while a random matter of another message is open: one of theirs, or one that makes a hex of ``places``."""
    for strand in open_matters(moment) if moment.world.strands else ():
        is_theirs = _owner(moment, strand) == user
        if strand.row != moment.row and (is_theirs or not hexes_in_the_making(strand).isdisjoint(map(key, places))):
            waits = "; ".join(each.purpose for each in moment.world.requests.values() if each.row == strand.row)
            text = (
                f"the dice for {waits or 'an earlier action'} (message {strand.row}) have not fallen: they come first"
            )
            moment.refuse("UNCLEAR", "AET-063", text, n)
            return True
    return False


def hexes_in_the_making(strand: Strand) -> set[str]:
    """The hexes, as written in keys, for which dice of a strand are open."""
    found = filter(None, map(_OF_A_HEX.match, strand.awaits))
    return {each[1] for each in found}


def _owner(moment: Moment[World], strand: Strand) -> str:
    message = moment.state.log.messages.get(strand.row)
    return message.author if message else ""


# --- what lapses ------------------------------------------------------------------------------------------------------


@rule("AET-063", "AET-064")
def due(moment: Moment[World]) -> Due[World] | None:
    """What is still open at the end of the phase in which its dice were called for lapses."""
    is_start = phases.calendar(moment.law).phase_at(moment.when).start == moment.when
    if not is_start or not moment.world.strands or moment.world.done.get(LAPSE) == moment.when:
        return None

    def happen(then: Moment[World], _: str) -> None:
        then.world.done[LAPSE] = then.when
        before = replace(then, law=then.law.at(then.when - TICKLE))
        for strand in open_matters(before):
            if _owner(then, strand):
                _lapse(replace(then, row=strand.row), strand)

    return Due(happen)


def _lapse(moment: Moment[World], strand: Strand) -> None:
    """Let a random matter lapse: what was done of it stands, the rest does not take place; the message's later actions neither."""
    world = moment.world
    world.strands = [each for each in world.strands if each is not strand]
    open_dice = {key: each for key, each in world.requests.items() if each.row == strand.row}
    world.lapsed |= open_dice
    world.requests = {key: each for key, each in world.requests.items() if key not in open_dice}
    _give_back(moment, strand)
    waits = "; ".join(each.purpose for each in open_dice.values()) or "an action"
    text = f"the dice for {waits} did not fall before the phase ended: that does not take place"
    moment.note("RANDOM_MATTER_LAPSED", "AET-064", text)
    first = strand.tasks[0].n if strand.tasks else 0
    for task in strand.tasks:
        if task.kind == ANNOUNCED and task.n != first:
            moment.refuse("UNCLEAR", "AET-063", "the dice of an action before it did not fall in its phase", task.n)


@rule("AET-064")
def _give_back(moment: Moment[World], strand: Strand) -> None:
    """What was spent stays spent, unless it is ruled otherwise."""
    spent = [each for key, each in moment.world.spent.items() if key.rpartition(":")[0] == strand.row]
    if moment.law.chooses("lapsed_costs", "stay spent"):
        return
    for each in spent:
        player = moment.world.players[each.player]
        if player.is_playing:
            player.ap += each.ap
            gain(moment, each.player, each.items, "AET-064", "an event lapsed, and what was spent on it is given back")


def drop_of(moment: Moment[World], user: str) -> None:
    """Let what somebody's dice are open for come to nothing, since they are no player any more."""
    for strand in list(moment.world.strands):
        if _owner(moment, strand) == user and strand.row != moment.row:
            world = moment.world
            world.strands = [each for each in world.strands if each is not strand]
            world.requests = {key: each for key, each in world.requests.items() if each.row != strand.row}
            text = f"{user} is no player any more: what the dice of message {strand.row} were for does not take place"
            moment.note("RANDOM_MATTER_LAPSED", "AET-064", text)


def spend(moment: Moment[World], n: int, user: str, ap: int, items: Mapping[str, int] | None = None) -> None:
    """Take action points for action ``n``, if they are not paid already, and note them with the items that it cost.

    What lapses may give them back.
    """
    world, action = moment.world, f"{moment.row}:{n}"
    if action in world.paid:
        world.paid.remove(action)
    else:
        world.players[user].ap -= ap
    world.spent[action] = Spent(user, ap, dict(items or {}))


# --- rolls of players -------------------------------------------------------------------------------------------------


@rule("AET-062", "AET-066", "AET-067")
def take_dice_of_a_roller(moment: Moment[World], message: ChatMessage) -> None:
    """Dice that a public roller showed: those that an announcement waits for, and what it asks for next, or else a roll unused."""
    asked, is_new, goes_on = _asked(moment, message), False, False
    for sides, faces in dice_in(words_of(message)):
        if asked is None:
            continue
        waiting = _waiting(moment, asked.id, sides)
        if waiting or goes_on:
            is_new = is_new if goes_on else waiting == "new"
            goes_on = True
            if is_new:
                dice = zip(sides, faces, strict=True)
                moment.state.loose += [LooseRoll(die, face, message.id, asked.id) for die, face in dice]
        else:
            _note_unused(moment, asked, Rolled(asked.author, words_of(asked), sides, faces, moment.when, message.id))


def _asked(moment: Moment[World], message: ChatMessage) -> ChatMessage | None:
    """The message that a roller answers: the one it replies to, else the only one in its channel whose dice are open."""
    messages = moment.state.log.messages
    if message.reply_to:
        return messages.get(message.reply_to)
    waiting = {each.row for each in moment.world.requests.values() if each.row in messages}
    here = [messages[row] for row in waiting if messages[row].channel == message.channel]
    return here[0] if len(here) == 1 else None


def _waiting(moment: Moment[World], row: str, sides: list[int]) -> Literal["", "new", "given"]:
    """Whether an announcement waits for such dice here; they are ``given`` where they went to it in another world already."""
    wanted = [key for key, each in moment.world.requests.items() if each.row == row and each.sides == sides]
    if not wanted:
        return ""
    is_new = any(name not in moment.state.rolls for key in wanted for name in dice_names(key, len(sides)))
    return "new" if is_new else "given"


@rule("AET-066", "AET-067")
def _note_unused(moment: Moment[World], asked: ChatMessage, rolled: Rolled) -> None:
    """Show a roll that nothing uses; the first valid roll stands, and a later one for the same is not applied."""
    if asked.id in moment.world.acted:
        text = f"{rolled.shown} came after the dice of message {asked.id} had fallen: the first valid roll stands"
        moment.note("REROLL", "AET-067", text)
        return
    moment.world.unused_rolls.append(rolled)
    moment.note("ROLL_NOT_USED", "AET-066", f"{asked.author} rolled {rolled.shown}, which nothing uses", is_mild=True)


# --- the audit of attempts --------------------------------------------------------------------------------------------


@rule("AET-068")
def is_void(moment: Moment[World], n: int) -> bool:
    """Whether people or a ruling deemed an attempt invalid: then it has not affected the gamestate."""
    answer = moment.answer(attempt_of(moment.row, n))
    if answer is None or not answer.startswith(INVALID):
        return False
    moment.note("ATTEMPTS_VOID", "AET-068", f"action {n} of {moment.row} is void: {answer}", is_mild=True)
    return True


@rule("AET-066", "AET-068")
def _look_for_discarded(moment: Moment[World], n: int, by: str, sides: list[int], label: str) -> None:
    """Show an action for which its player had rolled such dice before, in this phase, and offer to book the earlier values."""
    unused = [each for each in _unused(moment, by) if _is_similar(each, sides, _about(moment, label))]
    if not unused:
        return
    values = "; ".join(f"{each.shown} at {iso(each.at)} ({each.row})" for each in unused)
    text = f"{by} rolls for {label} (action {n} of {moment.row}) after {values}, which nobody used"
    moment.note("REVERSAL", "AET-068", text)
    earlier = f"{WITH}{' '.join(map(str, unused[0].faces))}{_FOR}{label}"
    question = f"{text}. Is the later attempt valid, invalid, or does it stand with the earlier values?"
    rows = [*(each.row for each in unused), moment.row]
    id = attempt_of(moment.row, n)
    ask = Ask(id, question, "AET-068", [VALID, INVALID, earlier], moment.when, rows, is_free=True)
    ask.examples = [VALID, earlier]
    moment.ask_in_words(ask, lambda answer: attempt_meant(answer, sides))
    moment.world.unused_rolls = [each for each in moment.world.unused_rolls if each not in unused]


def _about(moment: Moment[World], label: str) -> str:
    message = moment.state.log.messages.get(moment.row)
    return f"{label} {words_of(message)}" if message else label


def _unused(moment: Moment[World], by: str) -> list[Rolled]:
    """The rolls of somebody that nothing used in this phase."""
    theirs = [each for each in moment.world.unused_rolls if each.by == by] if by else []
    since = phases.phase_at(moment).start if theirs else moment.when
    return [each for each in theirs if each.at >= since]


def _is_similar(each: Rolled, sides: list[int], about: str) -> bool:
    """Whether a roll may have been for such an action: the same dice, and a long word in common wherever it has any."""
    words, wanted = (set(_LONG_WORD.findall(text.casefold())) - {"roll"} for text in (each.purpose, about))
    return each.sides == sides and (not words or bool(words & wanted))


def bare_dice(text: str, known: Iterable[str]) -> str:
    """What stays of a redacted text in which dice are asked for or shown: these, and the long words that are the rules' own."""
    dice = [f"{len(sides)}d{sides[0]}: {' '.join(map(str, faces))}" for sides, faces in dice_in(text)]
    if not dice and not asks(text):
        return ""
    own = {*_ABOUT, *_LONG_WORD.findall(" ".join(known).casefold())}
    said = [word for word in _LONG_WORD.findall(text.casefold()) if word in own]
    return ", ".join([*dice, *dict.fromkeys(["roll", *said])])
