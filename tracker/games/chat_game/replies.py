"""What the tracker answers in the chat: below people's messages what became of them, with the dice, and what could be meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.chat_answers import Reply
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.mechanics.chat_lines import ChatLine, fitted, shortened
from tracker.mechanics.chat_people import People
from tracker.mechanics.dice.dice_log import DiceLog

from .hearing import numbered
from .standing import Shown
from .state import ChatState, Event, Refusal, Said

DONE, FAILED, REFUSED = "Done", "Failed", "Refused"
_FAILURE = "_failed"
"""How the names of events end that tell of a failure."""
_NUMBERS, _FACES, _SUGGESTED, _QUESTION = 12, 500, 100, 150
"""How many actions are numbered at most that went alike, and how many characters of dice, of a suggested line, of a question are shown."""
LISTED = 8
"""How many things of one kind are listed at most where it is told how things stand."""


def replies(shown: Shown) -> tuple[Reply, ...]:
    """One reply to each message of which anything came, in the order of the messages."""
    state, people = shown.state, shown.people
    told, beside = defaultdict[str, list[Event]](list), defaultdict[str, list[ChatLine]](list)
    for each in (*state.told.events, *state.told.refused):
        below = _about(each, state.said)
        channel = state.said[below].channel if below else each.channel
        if (below or each.row) and channel not in ("", PRIVATE_CHANNEL):
            told[below or each.row].append(replace(each, text=people.readable(each.text), channel=channel))
    for question in shown.questions:
        for message in question.observations[:1]:
            beside[message].append(ChatLine(question.text, "People are asked: ", rank=1))
    seeds = seeds_by_message(state.dice_log)
    for message, faces in dice_by_message(state).items():
        beside[message].insert(0, _dice(faces, seeds.get(message, "")))
    made = (_reply(message, found, beside.get(message, ()), people) for message, found in told.items())
    return tuple(sorted(made, key=lambda reply: (reply.at, reply.message)))


def _about(event: Event, said: Mapping[str, Said]) -> str:
    """The message below which people are told of what nobody said publicly: the one that the rule names, or that of its matter.

    What comes of private words is told only where the rule says so.
    """
    named = {"": (event.below, *event.fields.values()), PRIVATE_CHANNEL: (event.below,)}.get(event.channel, ())
    return next((each for each in named if isinstance(each, str) and each in said), "")


def _reply(message: str, found: Sequence[Event], beside: Sequence[ChatLine], people: People) -> Reply:
    first, is_one = min(found, key=lambda each: each.at), len(found) == 1
    unclear = [each for each in found if isinstance(each, Refusal) and each.suggestions]
    lines = [*_lines(found, is_one=is_one), *_suggested(unclear, people, is_one=is_one), *beside]
    every = tuple(line for _, chosen in numbered(unclear) for line, _ in chosen)
    is_open = any(not each.is_confirmed for each in unclear)
    return Reply(message, first.channel, first.at, fitted(lines), first.clause, every if is_open else ())


def _suggested(unclear: Sequence[Refusal], people: People, *, is_one: bool) -> Iterator[ChatLine]:
    """What is asked about each action that is not confirmed yet."""
    for refused, chosen in numbered(unclear):
        lines = " ".join(f"{emoji} `{shortened(people.readable(line), _SUGGESTED)}`" for line, emoji in chosen)
        if lines and not refused.is_confirmed:
            which = "" if is_one or refused.n is None else f", action {refused.n}"
            why = f"({refused.name}, {refused.clause})"
            tail = f". Did you mean: {lines} React with the number, or write it anew. {why}"
            yield ChatLine(refused.text.rstrip("."), f"Not done{which}: ", tail, rank=0)


def _lines(found: Iterable[Event], *, is_one: bool) -> Iterator[ChatLine]:
    """A line for all that says the same: how often it came about or which actions were refused, a sentence, code and clause.

    Of what its author is asked about, or has confirmed, no word is said here (``_suggested``).
    """
    alike = defaultdict[tuple[str, str, str], list[Event]](list)
    for each in found:
        if not isinstance(each, Refusal):
            word = FAILED if each.name.endswith(_FAILURE) else DONE
            alike[word, each.text or each.name.replace("_", " "), each.clause].append(each)
        elif not each.suggestions:
            alike[REFUSED, each.text, f"{each.name}, {each.clause}"].append(each)
    for (word, text, why), every in alike.items():
        head = f"{word}{'' if is_one else _which(every)}: "
        yield ChatLine(text, head, f" ({why})", rank=2 if word == DONE else 1)


def _which(alike: Sequence[Event]) -> str:
    """Of which actions the same is told, by their numbers; how often where they have none."""
    numbers = list(dict.fromkeys(str(told.n) for told in alike if isinstance(told, Refusal) and told.n is not None))
    if not numbers:
        return f", {len(alike)} times" if len(alike) > 1 else ""
    more = len(numbers) - _NUMBERS
    *others, last = numbers if more <= 0 else [*numbers[:_NUMBERS], f"{more} more"]
    return f", actions {', '.join(others)} and {last}" if others else f", action {last}"


# --- dice -------------------------------------------------------------------------------------------------------------


def _dice(faces: Sequence[int], seed: str) -> ChatLine:
    said = shortened(f"Dice: {', '.join(map(str, faces))}", _FACES)
    return ChatLine("", f"{said}, by {seed}" if seed else said, rank=0)


def dice_by_message(state: ChatState[Any]) -> dict[str, tuple[int, ...]]:
    """The faces that fell for each message and were used, action by action.

    Dice have names WHAT:MESSAGE:ACTION:NUMBER.
    """
    found = defaultdict[str, list[tuple[int, str, int, int]]](list)
    for name in state.dice.used:
        what, message, part, number = name.rsplit(":", 3)
        found[message].append((int(part), what, int(number), state.dice.named[name].face))
    return {message: tuple(face for *_, face in sorted(dice)) for message, dice in found.items()}


def seeds_by_message(log: DiceLog) -> dict[str, str]:
    """For each message that asked for dice of the tracker: by which seed they fell, and what that was committed to by."""
    days = {roll.message: roll.day for roll in log.rolls.values() if roll.message}
    return {
        message: f"the seed of {day} whose SHA-256 is {log.commitments[day].hash}; the wiki's dice page shows how to check it"
        for message, day in days.items()
        if day in log.commitments
    }


# --- how things stand -------------------------------------------------------------------------------------------------


def listed(head: str, lines: Sequence[str]) -> Iterator[str]:
    """A heading with how many lines there are, and the first of them; nothing where there is none."""
    if lines:
        yield f"{head}: {len(lines)}"
        yield from (f"• {line}" for line in lines[:LISTED])
        if len(lines) > LISTED:
            yield f"• and {len(lines) - LISTED} more"


def questions_listed(shown: Shown) -> Iterator[str]:
    """What waits for people, each with its clause."""
    told = [f"{shortened(shown.people.readable(each.text), _QUESTION)} ({each.clause})" for each in shown.questions]
    yield from listed("Questions for people", told)


def when_told(instant: datetime | None) -> str:
    """An instant to the minute."""
    return f"{instant:%Y-%m-%d %H:%M} UTC" if instant else "nobody knows when"
