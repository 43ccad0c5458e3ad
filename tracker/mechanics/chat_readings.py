"""How people's own words settle a question of a chat game: only where they say something that is certain, and exactly one thing."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tracker.mechanics.announcements import Announced, NotUnderstood

NOTHING = "nothing"
"""The answer that says that words hold nothing of what they are asked for: no action, no valid bid, no cards."""
AS_SEEN = "as seen"
"""People's answer that a message announced when it was posted what it did when it was first read."""
CLOSED = (AS_SEEN, NOTHING)
"""What may be answered on words besides the words themselves."""

MOST_ASKED = 10
"""How many lines of one message people are asked about at most: who writes more that nobody can read is to say all of it anew."""
_EXAMPLES_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that settles nothing; ``why`` is a sentence's part."""

    why: str


def reading_of(message: str, n: int) -> str:
    """The id of the question how an action of a message is to be read."""
    return f"reading:{message}:{n}"


def posted_question(message: str) -> str:
    """The id of the question what a message said when it was posted."""
    return f"posted:{message}"


def message_asked(question: str) -> str:
    """The message of which a question asks how it reads, or what it said when it was posted; "" of any other question."""
    head, _, rest = question.partition(":")
    return rest if head == "posted" else rest.rpartition(":")[0] if head == "reading" else ""


def hidden_question(message: str, part: str) -> str:
    """The id of the question how a part of what a message reveals is to be read, such as ``hand``: it is no announcement."""
    return f"reading:{message}:{part}"


def hidden_asked(question: str) -> str:
    """The part of a revealed text that a question is about; "" of a question about anything else."""
    head, _, rest = question.partition(":")
    part = rest.rpartition(":")[2]
    return part if head == "reading" and not part.isdecimal() else ""


def asked_of_none(said: Announced | NotUnderstood, asked: Container[str], message: str) -> str:
    """Why people are not asked about an action of a message of which too much is unclear; "" where they are.

    ``asked`` are the questions that they are asked already.
    """
    if isinstance(said, NotUnderstood) and said.unread > MOST_ASKED:
        many = f"{said.unread} lines of this message cannot be read, and people are asked about {MOST_ASKED} at most"
        return f"{many}: announce all of them anew, in words that can be read"
    before = (each for each in range(1, said.n) if reading_of(message, each) in asked)
    if reading_of(message, said.n) in asked or len(list(islice(before, MOST_ASKED))) < MOST_ASKED:
        return ""
    return f"{MOST_ASKED} lines of this message are asked about, and no more: announce it in a message of its own"


def examples_among(examples: Mapping[str, str], kind: str, of_any_line: Iterable[str]) -> list[str]:
    """How people may say what a line is, by examples of each kind: first as the kind as which it begins, then as those of any line."""
    fitting = (examples[each] for each in (kind, *of_any_line) if each in examples)
    return list(dict.fromkeys(fitting))[:_EXAMPLES_SHOWN]


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
