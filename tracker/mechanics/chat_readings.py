"""How people's own words settle a question of a chat game: only where they say something that is certain, and exactly one thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.mechanics.announcements import Announced, NotUnderstood

NOTHING = "nothing"
"""The answer that says that words hold nothing of what they are asked for: no action, no valid bid, no cards."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that settles nothing; ``why`` is a sentence's part."""

    why: str


def reading_of(message: str, n: int) -> str:
    """The id of the question how an action of a message is to be read."""
    return f"reading:{message}:{n}"


def is_nothing(answer: str) -> bool:
    """Whether people found nothing."""
    return answer.strip().casefold() == NOTHING


def one_action(read: Sequence[Announced | NotUnderstood]) -> Announced | Unusable:
    """The action that an answer names, where it is exactly one that is understood."""
    if not read:
        return Unusable("it does not begin like any action")
    if len(read) > 1:
        return Unusable(f"it reads as {len(read)} actions, and the question is about one")
    return read[0] if isinstance(read[0], Announced) else Unusable(read[0].why)
