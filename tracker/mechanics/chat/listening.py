"""From a message to what it asks for: what takes it whole, or else what its lines announce, one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from .carrying import refuse
from .people import People, must_play
from .rows import Act, Asked, Message
from .world import World

W = TypeVar("W", bound=World)


class Unclear(Protocol):
    """Something that is nearly an action, with lines that its author may take instead."""

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The lines."""
        ...


@runtime_checkable
class Read(Unclear, Protocol):
    """An action that was read; what would be suggested is the canonical line it was read as."""

    @property
    def kind(self) -> str:
        """What is announced."""
        ...

    @property
    def fields(self) -> dict[str, Any]:
        """What it names."""
        ...


class Reads(Protocol):
    """What reads a line (``chat.reading.Reader``); it is told the situation into which each part is said."""

    def heard(self, line: str, look: Callable[[], Any]) -> Iterator[Unclear]:
        """What the line announces, in order; nothing is talk."""
        ...


@dataclass(frozen=True)
class Announced:
    """What carries an announcement out; in which channel, by the name of its parameter ("": any); and whether only for players."""

    act: Callable[..., object]
    channel: str = ""
    by_players: bool = True


Check = Callable[[Any, Message, Announced], None]
_NOT_SAID = re.compile(r"```.*?```|^\s*>>>.*\Z|^\s*>[^\n]*", re.DOTALL | re.MULTILINE)
_NOTHING = re.compile(r"(?!)")


def spoken(text: str, *, code: bool = False) -> str:
    """What of a message its author says themselves: no quotations, and no blocks of code unless these are wanted, too."""
    return _NOT_SAID.sub(lambda found: found[0] if code and found[0].startswith("```") else "", text)


def is_talk_among_proposals(message: Message, chat: Collection[str], words: Collection[str]) -> bool:
    """Whether a message in a channel for proposals is none: it begins as chat does there, or replies without a proposal's word."""
    begins = message.text.lstrip().lstrip("*_[# ").casefold()
    is_chat = begins.startswith(tuple(word.casefold() for word in chat)) if chat else False
    is_proposal = begins.startswith(tuple(word.casefold() for word in words))
    return is_chat or not begins or (bool(message.reply_to) and not is_proposal)


@dataclass(frozen=True)
class Listening(Generic[W]):
    """How a game listens.

    ``whole`` gives what takes a message whole, in the game's order (None: its lines are read); ``situation`` what a message is said
    into. ``asked_in`` names the parameters of the channels where people are asked what they meant. ``lines`` gives the
    lines in the order in which they are carried out;
    what stands between marks that hide (``hidden``) has to be said again. ``only_in_place``: what is said in another channel than its own is talk.
    """

    reader: Reads
    announced: Mapping[str, Announced]
    situation: Callable[[W, Message], Any]
    whole: Callable[[W, Message], Act | None] = lambda world, message: None
    asked_in: Collection[str] = ()
    lines: Callable[[str], Iterable[str]] = str.splitlines
    hidden: re.Pattern[str] = _NOTHING
    only_in_place: bool = False

    def heard(self, world: W, message: Message) -> Iterator[Act | Asked]:
        """What a message asks for, each looked for when the one before is done; its parts are numbered."""
        if act := self.whole(world, message):
            act.message = message
            yield act
            return
        part = 0
        for found in self._announced_in(world, message):
            asked = self._asks_for(world, replace(message, part=part + 1), found)
            if asked is not None:
                part += 1
                yield asked

    def _announced_in(self, world: W, message: Message) -> Iterator[tuple[Unclear, bool]]:
        """What lines announce, and whether they do so openly."""
        look = partial(self.situation, world, message)
        for line in self.lines(spoken(message.text)):
            shown = self.hidden.sub("", line)
            for found in self.reader.heard(shown, look):
                yield found, shown == line

    def _asks_for(self, world: W, message: Message, found: tuple[Unclear, bool]) -> Act | Asked | None:
        """What was read is carried out; what is unclear, or hidden, is asked about where people are asked."""
        heard, is_open = found
        if isinstance(heard, Read) and is_open:
            is_elsewhere = not is_in_place(world, message, self.announced[heard.kind])
            if is_elsewhere and self.only_in_place:
                return None
            return Act(heard.kind, dict(heard.fields), message, next(iter(heard.suggestions), ""))
        return Asked(message, tuple(heard.suggestions[:3])) if self._is_in(world, message, self.asked_in) else None

    def _is_in(self, world: W, message: Message, channels: Collection[str]) -> bool:
        return any(world.law.word(name) == message.channel for name in channels)


def is_in_place(world: World, message: Message, announced: Announced) -> bool:
    """Whether an announcement stands in its channel."""
    return announced.channel == "" or world.law.word(announced.channel) == message.channel


# --- carrying out what was announced ----------------------------------------------------------------------------------


def acts(announced: Mapping[str, Announced], *checks: Check) -> dict[str, Callable[..., None]]:
    """What carries announcements out, by their kinds, once none of the checks refuses; these are asked in that order."""
    return {kind: _checked(each, checks) for kind, each in announced.items()}


def _checked(announced: Announced, checks: tuple[Check, ...]) -> Callable[..., None]:
    def carry_out(world: Any, message: Message, **fields: Any) -> None:
        for check in checks:
            check(world, message, announced)
        announced.act(world, message=message, **fields)

    return carry_out


def must_be_in_place(world: World, message: Message, announced: Announced) -> None:
    """Refuses what is announced in another channel than its own."""
    if not is_in_place(world, message, announced):
        refuse("WRONG_CHANNEL", f"that is announced in #{world.law.word(announced.channel)}")


def must_be_for_players(world: People[Any], message: Message, announced: Announced) -> None:
    """Refuses what only players announce, by somebody who is none."""
    if announced.by_players:
        must_play(world, message.author)
