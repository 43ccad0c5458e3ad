"""4.1 Random Choices: rolls that nothing used, and attempts that seem to have been repeated, of which people decide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tracker.core.fold import Decision
from tracker.core.gamestate import Finding, Question
from tracker.mechanics.chat.carrying import note, rule
from tracker.mechanics.chat.rows import Message

from .phases import began
from .state import Aeternus, Repeated, Rolled

VALID, INVALID, WITH, FOR = "valid", "invalid", "with ", " for "
"""What people may say of an attempt: it counts, it is void, or it has the values of an earlier one, ``with 2 for forage``."""
_LONG_WORD = re.compile(r"[a-z]{4,}")


def question_of(message: Message) -> str:
    """The id of the question whether an attempt is valid."""
    return f"attempt:{message.id}:{message.part}"


@rule("AET-068")
def is_void(world: Aeternus, message: Message) -> bool:
    """Whether people deemed an attempt invalid: then it has not affected the gamestate."""
    answer = world.answers.get(question_of(message), "")
    if not answer.startswith(INVALID):
        return False
    note("ATTEMPTS_VOID", f"action {message.part} of {message.id} is void: {answer}")
    return True


def faces_said(world: Aeternus, label: str, sides: Sequence[int], turn: int) -> list[int] | None:
    """The values with which people said that an attempt stands, where they are for these dice: the first of that label."""
    answer = world.answers.get(question_of(world.acting), "") if world.acting and turn < 2 else ""
    if not answer.startswith(WITH) or answer.partition(FOR)[2].strip() not in ("", label):
        return None
    faces = list(map(int, re.findall("[0-9]+", answer.partition(FOR)[0])))
    fits = len(faces) == len(sides) and all(1 <= face <= die for face, die in zip(faces, sides, strict=True))
    return faces if fits else None


@rule("AET-066", "AET-067")
def look_for_repeated(world: Aeternus, label: str, sides: Sequence[int]) -> None:
    """Show an action for which its player had rolled such dice before, in this phase: the first valid roll should stand."""
    message = world.acting
    if message is None or not world.unused_rolls:
        return
    mine = [each for each in world.unused_rolls if each.by == message.author and each.at >= began(world)]
    alike = [each for each in mine if _is_alike(each, label, sides)]
    if alike:
        repeated = Repeated(label=label, earlier=alike[0], at=world.now)
        world.repeated[question_of(message).removeprefix("attempt:")] = repeated
        world.unused_rolls = [each for each in world.unused_rolls if each not in alike]


def _is_alike(rolled: Rolled, label: str, sides: Sequence[int]) -> bool:
    """Whether a roll may have been for such dice: as many sides, and a long word in common wherever it has any."""
    words = set(_LONG_WORD.findall(rolled.purpose.casefold())) - {"roll"}
    return rolled.sides == list(sides) and (not words or bool(words & set(_LONG_WORD.findall(label))))


def findings(world: Aeternus) -> Iterator[Finding]:
    """The actions that came after an earlier attempt."""
    for key, each in world.repeated.items():
        rows = (each.earlier.row, key.rpartition(":")[0])
        yield Finding("REVERSAL", "AET-068", _text(key, each), rows, each.at, is_note=f"attempt:{key}" in world.answers)


def questions(world: Aeternus, decisions: Mapping[str, Decision]) -> Iterator[Question]:
    """Whether each of them counts, or stands with the values that were rolled first."""
    for key, each in world.repeated.items():
        earlier = f"{WITH}{' '.join(map(str, each.earlier.faces))}{FOR}{each.label}"
        rows = (each.earlier.row, key.rpartition(":")[0])
        text = f"{_text(key, each)}. Is the later attempt valid, invalid, or does it stand with the earlier values?"
        yield Question(
            f"attempt:{key}", text, "AET-068", (VALID, INVALID, earlier), about=each.at, observations=rows, is_free=True,
            examples=(VALID, earlier),
        )  # fmt: skip


def _text(key: str, each: Repeated) -> str:
    message, _, n = key.rpartition(":")
    return f"{each.earlier.by} rolls for {each.label} (action {n} of {message}) after {each.earlier.shown}, which nobody used"
