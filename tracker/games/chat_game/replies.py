"""What the tracker answers in the chat: below people's messages what became of them, with the dice, and what could be meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tracker.core.chat_answers import Reply
from tracker.core.gamestate import Question
from tracker.core.instants import EPOCH
from tracker.mechanics.chat_lines import ChatLine, are_kept, fitted, shortened
from tracker.mechanics.chat_people import People
from tracker.mechanics.dice_log import DiceLog

from .state import ChatState, Event, Refusal
from .unclear import numbered
from .view import Shown

DONE, FAILED, REFUSED = "Done", "Failed", "Refused"
_FAILURE = "_failed"
"""How the names of events end that tell of a failure."""
MOST_NUMBERS = 12
"""How many actions, or runs of them, that were refused alike are numbered at most."""
_FACES = 500
"""How long the faces of a message's dice are at most, in characters."""
_SUGGESTED = 100
"""How much of each suggested line is shown, in characters."""
LISTED = 8
"""How many things of one kind are listed at most where it is told how things stand."""
_QUESTION = 150


class _Told(NamedTuple):
    """One thing that is told below a message: how it went, a sentence, and why; ``n`` numbers the action within its message."""

    message: str
    channel: str
    at: datetime
    word: str
    what: str
    text: str
    clause: str
    n: int | None = None


def replies(shown: Shown) -> tuple[Reply, ...]:
    """One reply to each message of which anything came, in the order of the messages."""
    state, people = shown.state, shown.people
    told, unclear, asked = defaultdict[str, list[_Told]](list), _unclear(state), _asked(shown.questions)
    for each in (*map(_of_event, state.told.events), *_of_refusals(state.told.refused)):
        if each.message and each.channel:
            told[each.message].append(each._replace(text=people.readable(each.text)))
    faces, seeds = dice_by_message(state), seeds_by_message(state.dice_log)
    firsts = {message: min(found, key=lambda each: each.at) for message, found in told.items()}
    firsts = {**{message: _of_refusal(refused[0]) for message, refused in unclear.items()}, **firsts}
    made = (
        _reply(
            first,
            told.get(message, []),
            [*_dice(faces.get(message, ()), seeds.get(message, "")), *asked.get(message, ())],
            unclear.get(message, ()),
            people,
        )
        for message, first in firsts.items()
    )
    return tuple(sorted(made, key=lambda reply: (reply.at, reply.message)))


def _of_event(event: Event) -> _Told:
    message, channel = (event.below, event.below_in) if event.below and event.below_in else (event.row, event.channel)
    word = FAILED if event.name.endswith(_FAILURE) else DONE
    return _Told(message, channel, event.at, word, event.name, event.text, event.clause)


def _of_refusals(refused: Iterable[Refusal]) -> Iterator[_Told]:
    """What had no effect, but for what its author is asked about, or has confirmed."""
    return (_of_refusal(each) for each in refused if not each.suggestions)


def _of_refusal(refused: Refusal) -> _Told:
    return _Told(
        refused.row, refused.channel, refused.at, REFUSED, refused.code, refused.text, refused.clause, refused.n
    )


def _unclear(state: ChatState[Any]) -> Mapping[str, Sequence[Refusal]]:
    """By message what its author is asked about, or was and has confirmed."""
    found = defaultdict[str, list[Refusal]](list)
    for each in state.told.refused:
        if each.suggestions and each.channel:
            found[each.row].append(each)
    return found


def _asked(questions: Iterable[Question]) -> Mapping[str, Sequence[ChatLine]]:
    """By message what people are asked about it."""
    found = defaultdict[str, list[ChatLine]](list)
    for question in questions:
        for message in question.observations[:1]:
            found[message].append(ChatLine(question.text, "People are asked: ", rank=1))
    return found


def _reply(
    first: _Told, found: Sequence[_Told], beside: Sequence[ChatLine], unclear: Sequence[Refusal], people: People
) -> Reply:
    is_one = len(found) + len(unclear) == 1
    suggested = list(_suggested(unclear, people, is_one=is_one))
    lines = [*_lines(found, _alike, is_one=is_one), *suggested, *beside]
    if not are_kept(lines):
        lines = [*_lines(found, _of_one_sort, is_one=is_one), *suggested, *beside]
    every = tuple(line for _, chosen in numbered(unclear) for line, _ in chosen)
    is_open = any(not each.is_confirmed for each in unclear)
    return Reply(first.message, first.channel, first.at, fitted(lines), first.clause, every if is_open else ())


def _suggested(unclear: Sequence[Refusal], people: People, *, is_one: bool) -> Iterator[ChatLine]:
    """What is asked about each action that is not confirmed yet."""
    for refused, chosen in numbered(unclear):
        lines = " ".join(f"{emoji} `{shortened(people.readable(line), _SUGGESTED)}`" for line, emoji in chosen)
        if lines and not refused.is_confirmed:
            which = "" if is_one or refused.n is None else f", action {refused.n}"
            tail = f" Did you mean: {lines} React with the number, or write it anew. ({refused.code}, {refused.clause})"
            yield ChatLine(_sentence(people.readable(refused.text)), f"Not done{which}: ", tail, rank=0)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _lines(found: Sequence[_Told], common: Callable[[_Told], Hashable], *, is_one: bool) -> Iterator[ChatLine]:
    """A line for all that has the same in ``common``."""
    grouped = defaultdict[Hashable, list[_Told]](list)
    for told in found:
        grouped[common(told)].append(told)
    return (_line(each, is_one=is_one) for each in grouped.values())


def _alike(told: _Told) -> Hashable:
    """What two things have in common that say the same, of whichever action and whenever it came about."""
    return told._replace(at=EPOCH, n=None)


def _of_one_sort(told: _Told) -> Hashable:
    """What refusals have in common that are of one code and clause; of anything else what says the same."""
    return (told.what, told.clause) if told.word == REFUSED else _alike(told)


def _line(alike: Sequence[_Told], *, is_one: bool) -> ChatLine:
    """One thing that was done or refused: how often or of which actions, a sentence, its code and its clause."""
    told = alike[0]
    text = "; ".join(dict.fromkeys(each.text or each.what.replace("_", " ") for each in alike))
    why = f"{told.what}, {told.clause}" if told.word == REFUSED else told.clause
    head = f"{told.word}{'' if is_one else _which(alike)}: "
    return ChatLine(text, head, f" ({why})", rank=2 if told.word == DONE else 1)


def _which(alike: Sequence[_Told]) -> str:
    """Of which actions the same is told, by their numbers; how often where they have none."""
    found = list(dict.fromkeys(told.n for told in alike if told.n is not None))
    if not found:
        return f", {len(alike)} times" if len(alike) > 1 else ""
    if len(found) == 1:
        return f", action {found[0]}"
    numbers = list(map(str, found)) if len(found) <= MOST_NUMBERS else _runs(sorted(found))
    more = len(numbers) - MOST_NUMBERS
    *others, last = numbers if more <= 0 else [*numbers[:MOST_NUMBERS], f"{more} more"]
    return f", actions {', '.join(others)} and {last}" if others else f", actions {last}"


def _runs(numbers: Sequence[int]) -> list[str]:
    """Numbers in their order, those that follow each other as ``3 to 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]


# --- dice -------------------------------------------------------------------------------------------------------------


def _dice(faces: Sequence[int], seed: str) -> list[ChatLine]:
    said = shortened(f"Dice: {', '.join(map(str, faces))}", _FACES)
    return [ChatLine("", f"{said}, by {seed}" if seed else said, rank=0)] if faces else []


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
