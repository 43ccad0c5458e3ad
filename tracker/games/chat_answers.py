"""The words in which chat games answer announcements: what was done, what was refused and why, and the dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.chat_answers import Reply
from tracker.core.gamestate import UNDETERMINED, Question
from tracker.core.instants import EPOCH
from tracker.mechanics.chat_lines import ChatLine, are_kept, fitted, shortened
from tracker.mechanics.chat_record import Told
from tracker.mechanics.dice_log import DiceLog

DONE, FAILED, REFUSED = "Done", "Failed", "Refused"
_FAILURE = "_failed"
"""How the names of events end that tell of a failure."""
NUMBERS = 12
"""How many actions, or runs of them, that were refused alike are numbered at most."""
FACES = 500
"""How long the faces of a message's dice are at most, in characters."""
LISTED = 8
"""How many things of one kind are listed at most where it is told how things stand."""
_QUESTION = 150


def replies(
    events: Sequence[Told],
    refusals: Sequence[Told],
    questions: Iterable[Question] = (),
    dice: Mapping[str, Sequence[int]] | None = None,
    seeds: Mapping[str, str] | None = None,
) -> tuple[Reply, ...]:
    """One reply to each message of which anything came, in the order of the messages.

    ``dice`` are the faces by message, ``seeds`` what they can be checked by.
    """
    found: dict[str, list[tuple[Told, str]]] = defaultdict(list)
    said = ((told, FAILED if told.what.endswith(_FAILURE) else DONE) for told in events)
    for told, word in (*said, *((told, REFUSED) for told in refusals)):
        if told.below and told.below_in:
            told = told._replace(message=told.below, channel=told.below_in)
        if told.message and told.channel:
            found[told.message].append((told, word))
    asked: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        for message in question.observations[:1]:
            asked[message].append(question)
    fell, by = dice or {}, seeds or {}
    made = (
        _reply(each, asked.get(message, ()), _dice(fell.get(message, ()), by.get(message, "")))
        for message, each in found.items()
    )
    return tuple(sorted(made, key=lambda reply: (reply.at, reply.message)))


def _dice(faces: Sequence[int], seed: str) -> list[ChatLine]:
    said = shortened(f"Dice: {', '.join(map(str, faces))}", FACES)
    return [ChatLine("", f"{said}, by {seed}" if seed else said, rank=0)] if faces else []


def _reply(found: Sequence[tuple[Told, str]], asked: Sequence[Question], dice: Sequence[ChatLine]) -> Reply:
    first = min((told for told, _ in found), key=lambda told: told.at)
    questions = [ChatLine(question.text, "People are asked: ", rank=1) for question in asked]
    lines = [*_lines(found, _alike), *dice, *questions]
    if not are_kept(lines):
        lines = [*_lines(found, _of_one_sort), *dice, *questions]
    return Reply(first.message, first.channel, first.at, fitted(lines), first.clause)


def _lines(found: Sequence[tuple[Told, str]], common: Callable[[Told, str], Hashable]) -> Iterator[ChatLine]:
    """A line for all that has the same in ``common``."""
    grouped: dict[Hashable, list[tuple[Told, str]]] = defaultdict(list)
    for told, word in found:
        grouped[word, common(told, word)].append((told, word))
    for each in grouped.values():
        yield _line([told for told, _ in each], each[0][1], is_numbered=len(found) > 1)


def _alike(told: Told, _: str) -> Hashable:
    """What two lines have in common that say the same, of whichever action and whenever it came about."""
    return told._replace(at=EPOCH, n=None)


def _of_one_sort(told: Told, word: str) -> Hashable:
    """What refusals have in common that are of one code and clause; of anything else what says the same."""
    return (told.what, told.clause, told.is_certain) if word == REFUSED else _alike(told, word)


def _line(alike: Sequence[Told], word: str, *, is_numbered: bool) -> ChatLine:
    """One thing that was done or refused: how often or of which actions, a sentence, its code and its clause."""
    told = alike[0]
    text = "; ".join(dict.fromkeys(each.text or each.what.replace("_", " ") for each in alike))
    why = f"{told.what}, {told.clause}" if word == REFUSED else told.clause
    doubt = "" if told.is_certain else "Perhaps (people must decide): "
    head = f"{doubt}{word}{_which(alike) if is_numbered else ''}: "
    return ChatLine(text, head, f" ({why})", rank=2 if word == DONE else 1)


def _which(alike: Sequence[Told]) -> str:
    """Of which actions the same is told, by their numbers; how often where they have none."""
    found = list(dict.fromkeys(told.n for told in alike if told.n is not None))
    if not found:
        return f", {len(alike)} times" if len(alike) > 1 else ""
    if len(found) == 1:
        return f", action {found[0]}"
    numbers = list(map(str, found)) if len(found) <= NUMBERS else _runs(sorted(found))
    more = len(numbers) - NUMBERS
    *others, last = numbers if more <= 0 else [*numbers[:NUMBERS], f"{more} more"]
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


def listed(head: str, lines: Sequence[str]) -> Iterator[str]:
    """A heading with how many lines there are, and the first of them; nothing where there is none."""
    if lines:
        yield f"{head}: {len(lines)}"
        yield from (f"• {line}" for line in lines[:LISTED])
        if len(lines) > LISTED:
            yield f"• and {len(lines) - LISTED} more"


def field_of(view: Any, name: str) -> Any:
    """A field of a view, which may be undetermined as a whole."""
    return UNDETERMINED if view == UNDETERMINED else getattr(view, name)


def when_told(value: Any) -> str:
    """An instant to the minute; undetermined where it is not known."""
    return f"{value:%Y-%m-%d %H:%M} UTC" if isinstance(value, datetime) else UNDETERMINED


def proposals_listed(proposals: Iterable[Any], open_ones: Collection[str], waiting: str) -> Iterator[str]:
    """The views of proposals that are open by their status, each with its votes and until, or from, when it is voted on."""
    yield from listed(
        "Open proposals", [_proposal(each, waiting) for each in proposals if field_of(each, "status") in open_ones]
    )


def _proposal(each: Any, waiting: str) -> str:
    votes = f"{field_of(each, 'pro')} for, {field_of(each, 'contra')} against"
    who = f"{field_of(each, 'klass')} proposal of {field_of(each, 'author')}"
    return f"{who}: {votes}, {_period(each, waiting)}"


def _period(each: Any, waiting: str) -> str:
    """When it is voted on, or that this is over and the result waits, or that it is not certain whether it is voted on."""
    status, until = field_of(each, "status"), f"voted on until {when_told(field_of(each, 'end'))}"
    if field_of(each, "is_awaited") or isinstance(field_of(each, "closed_at"), datetime):
        return f"{until}, which is over: the result waits for people, or until all is read"
    if status == UNDETERMINED:
        return f"{until}, if it stands: that is undetermined until people decide, or all is read"
    return f"voted on from {when_told(field_of(each, 'start'))}" if status == waiting else until


def questions_listed(questions: Sequence[Question]) -> Iterator[str]:
    """What waits for people, each with its clause."""
    yield from listed(
        "Questions for people", [f"{shortened(each.text, _QUESTION)} ({each.clause})" for each in questions]
    )


def dice_by_message(rolls: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The faces that fell for each message: action by action, dice asked for one after another in that order, those asked for at once by number.

    Dice have names WHAT:MESSAGE:ACTION:NUMBER, and stand in ``rolls`` in the order in which they fell.
    """
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for name, face in rolls.items():
        key, _, number = name.rpartition(":")
        if ":" in key:
            found[key.split(":")[1]][key][number] = face
    return {message: tuple(_faces(by_key)) for message, by_key in found.items()}


def _faces(by_key: Mapping[str, Mapping[str, int]]) -> Iterator[int]:
    for _, faces in sorted(by_key.items(), key=lambda pair: _counted(pair[0])[2:]):
        yield from (face for _, face in sorted(faces.items(), key=lambda pair: _counted(pair[0])))


def _counted(name: str) -> list[tuple[int, str]]:
    """The parts of a die's name, in an order in which 10 comes after 9."""
    return [(len(part), part) for part in name.split(":")]


def seeds_by_message(log: DiceLog) -> dict[str, str]:
    """For each message that asked for dice of the tracker: by which seed they fell, and what that was committed to by."""
    days = {roll.message: roll.day for roll in log.rolls.values() if roll.message}
    return {
        message: f"the seed of {day} whose SHA-256 is {log.commitments[day].hash}; the wiki's dice page shows how to check it"
        for message, day in days.items()
        if day in log.commitments
    }
