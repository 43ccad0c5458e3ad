"""What came about and what was refused in a chat game, as pages cite it: with the message, its author and its channel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import ChatWorld, Event, Refused
from tracker.mechanics.redacted_texts import kept_of


class Told(NamedTuple):
    """One line: when (UTC), what in a word and in a sentence, its clause, and the message ("" where it came by itself).

    What came of a private message names its author, and neither message nor channel; ``below`` is the public one, in the channel ``below_in``,
    below which the chat is told of it. ``said`` is what the message of something refused
    said, as long as the log has it. ``is_certain`` is False where people must decide something before it is known whether it came about.
    """

    at: datetime
    what: str
    text: str
    clause: str
    message: str
    by: str
    channel: str
    n: int | None = None
    said: str = ""
    is_certain: bool = True
    below: str = ""
    below_in: str = ""

    @property
    def month(self) -> str:
        """The month in UTC, as ``2021-08``."""
        utc = self.at.astimezone(UTC)
        return f"{utc.year}-{utc.month:02d}"


def message_cited(row: str) -> str:
    """The message that a row is or, where it is a reaction, that it is to."""
    sort, _, rest = row.partition(":")
    return rest.partition(":")[0] if sort == "reaction" else row


def event_told(event: Event, people: People) -> Told:
    """What came about, for certain."""
    text, source = people.readable(event.text), _source(event, people)
    return Told(event.at, event.name, text, event.clause, *source, below=event.below, below_in=event.below_in)


def events(worlds: Sequence[ChatWorld], people: People) -> tuple[Told, ...]:
    """What came about in any world, in the order of happening."""
    return _told([[event_told(each, people) for each in world.events] for world in worlds])


def refusals(worlds: Sequence[ChatWorld], people: People, log: ChatLog) -> tuple[Told, ...]:
    """What was refused in any world, in the order of happening; who was refused privately was told so privately."""
    public = [[each for each in world.refused if each.channel != PRIVATE_CHANNEL] for world in worlds]
    return _told([[_refusal(each, people, log) for each in refused] for refused in public])


def _refusal(refused: Refused, people: People, log: ChatLog) -> Told:
    text, message = people.readable(refused.text), log.messages.get(refused.row)
    said = people.readable(message.text) if message is not None and kept_of(message) is None else ""
    return Told(refused.at, refused.code, text, refused.clause, *_source(refused, people), refused.n, said)


def _source(told: Event | Refused, people: People) -> tuple[str, str, str]:
    """The message, its author and its channel; of a private message the author alone."""
    by = people.name(told.by) if told.by else ""
    return ("", by, "") if told.channel == PRIVATE_CHANNEL else (told.row, by, told.channel)


def _told(lists: Sequence[list[Told]]) -> tuple[Told, ...]:
    """Every line once, in the order of happening; what not every world has is not certain."""
    first, *others = lists
    if all(other == first for other in others):
        return tuple(sorted(first, key=_when))
    known = [_numbered(told) for told in lists]
    every = dict.fromkeys(each for told in known for each in told)
    marked = [
        each if all((each, n) in told for told in known) else each._replace(is_certain=False) for each, n in every
    ]
    return tuple(sorted(marked, key=_when))


def _numbered(told: Sequence[Told]) -> dict[tuple[Told, int], None]:
    """Lines in their order, with numbers by which those that say the same are told apart."""
    seen: Counter[Told] = Counter()
    found: dict[tuple[Told, int], None] = {}
    for each in told:
        found[each, seen[each]] = None
        seen[each] += 1
    return found


def _when(told: Told) -> datetime:
    return told.at
