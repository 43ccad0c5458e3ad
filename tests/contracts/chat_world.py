"""A chat for the contract's tests: what people did in it, told by its own clock, and an archive that a reader fills from it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.app.wiring import SetClock
from tracker.app.keeping.interchange import check_record
from tracker.app.tick.looking import Silence
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import Observation, ReadingWarning, record_from_observation
from tracker.core.ports import Source

START = datetime(2021, 8, 1, tzinfo=UTC)
GUILD = "700"
ME = "900"
PRIVATE = 1
"""The type of a channel of private messages."""
DELETED_USER = "456226577798135808"


def at(minutes: float) -> datetime:
    """An instant so many minutes after the start."""
    return START + timedelta(minutes=minutes)


@dataclass
class Account:
    """Somebody, or something, that writes: ``name`` is the account's own, ``shown`` its name everywhere, ``nick`` that here."""

    id: str
    name: str
    nick: str = ""
    shown: str = ""
    is_bot: bool = False
    webhook: str = ""


@dataclass
class Written:
    """A message as it stands."""

    id: str
    channel: str
    author: Account
    text: str
    at: datetime
    edited_at: datetime | None = None
    reply_to: str = ""
    type: int = 0
    reactions: dict[tuple[str, str], dict[str, bool]] = field(default_factory=dict)
    """By emoji (name, id) who set it, and whether as a super reaction."""


@dataclass
class Channel:
    """A channel, a forum, or a thread of one."""

    id: str
    name: str
    type: int = 0
    parent: str = ""
    archived_at: datetime | None = None
    messages: dict[str, Written] = field(default_factory=dict)


@dataclass
class Chat:
    """The server: its channels by name, its people by name."""

    channels: dict[str, Channel] = field(default_factory=dict)
    people: dict[str, Account] = field(default_factory=dict)
    members: dict[str, Account] = field(default_factory=dict)
    is_content_shown: bool = True
    numbers: int = 0

    def channel(self, name: str, **more: Any) -> Channel:
        """The channel of that name, made where there is none."""
        return self.channels.setdefault(name, Channel(str(7000 + len(self.channels)), name, **more))

    def private(self, name: str) -> Channel:
        """The channel of private messages between the bot and somebody."""
        return self.channel(f"@{name}", type=PRIVATE)

    def person(self, name: str, **more: Any) -> Account:
        """The account of that name, a member from when it is first named."""
        if name not in self.people:
            account = Account(str(100 + len(self.people)), name, **more)
            self.people[name] = account
            self.members[account.id] = account
        return self.people[name]

    def snowflake(self, when: datetime) -> str:
        """A fresh id that Discord could give at an instant."""
        self.numbers += 1
        milliseconds = (when - datetime(2015, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
        return str((milliseconds << 22) + self.numbers)

    def find(self, id: str) -> Written:
        """A message by its id."""
        return next(channel.messages[id] for channel in self.channels.values() if id in channel.messages)


class ChatWorld:
    """A chat, a reader of it and an archive; all times are minutes after the start. The game knows those named in ``known``."""

    def __init__(self) -> None:
        self.chat = Chat()
        self.clock = SetClock(START)
        self.archive = MemoryArchive()
        self.warnings: list[ReadingWarning] = []
        self.batches = 0
        self.is_complete = False
        self.known: tuple[str, ...] = ()
        self.chat.channel("game-actions")
        self.chat.channel("proposals")
        for name in ("ana", "bob", "cleo"):
            self.chat.person(name)

    def source(self) -> Source:
        """A reader made anew, as each tick makes one."""
        raise NotImplementedError

    def known_accounts(self) -> frozenset[str]:
        """The accounts of those whom the game knows, and a number that is none."""
        return frozenset(["12345", *(self.chat.people[name].id for name in self.known)])

    # --- what happens -------------------------------------------------------------------------------------------------

    def post(self, minutes: float, author: str, text: str, channel: str = "game-actions", **more: Any) -> str:
        """Somebody writes; the message's id."""
        where = self.chat.channel(channel)
        id = self.chat.snowflake(at(minutes))
        where.messages[id] = Written(id, channel, self.chat.person(author), text, at(minutes), **more)
        return id

    def edit(self, minutes: float, message: str, text: str) -> None:
        """The author edits a message."""
        found = self.chat.find(message)
        found.text, found.edited_at = text, at(minutes)

    def delete(self, message: str) -> None:
        """The author deletes a message."""
        del self.chat.channels[self.chat.find(message).channel].messages[message]

    def react(self, message: str, author: str, emoji: str = "👍", id: str = "", *, is_super: bool = False) -> None:
        """Somebody reacts to a message."""
        who = self.chat.find(message).reactions.setdefault((emoji, id), {})
        who[self.chat.person(author).id] = is_super

    def unreact(self, message: str, author: str, emoji: str = "👍", id: str = "") -> None:
        """Somebody takes a reaction back."""
        reactions = self.chat.find(message).reactions
        del reactions[emoji, id][self.chat.person(author).id]
        if not reactions[emoji, id]:
            del reactions[emoji, id]

    def leave(self, name: str) -> None:
        """Somebody leaves the server."""
        del self.chat.members[self.chat.people[name].id]

    # --- looking ------------------------------------------------------------------------------------------------------

    def look(self, minutes: float, stop: Callable[[int], bool] = lambda _: False) -> list[Observation]:
        """Look at that minute and archive what is seen; the rows but those of looks, which are ``looks``.

        After as many batches as ``stop`` says it is interrupted.
        """
        self.clock.instant = at(minutes)
        before = self.archive.last_seq()
        self.warnings, self.batches, self.is_complete = [], 0, False
        reading = iter(self.source().observe(self.archive, self.clock.now(), Silence()))
        try:
            for batch in reading:
                self.archive.append(batch)
                self.warnings += batch.warnings
                self.batches += 1
                self.is_complete = batch.complete
                if stop(self.batches):
                    break
        finally:
            reading.close()  # type: ignore[attr-defined]
        rows = [row.observation for row in self.archive.rows(after_seq=before)]
        for row in rows:
            check_record(record_from_observation(row), row.id)
        self.looks = [row for row in rows if row.kind == "look"]
        return [row for row in rows if row.kind != "look"]

    def codes(self) -> set[str]:
        """The codes of what the last look warned of."""
        return {warning.code for warning in self.warnings}

    def rows(self, kind: str = "") -> list[Observation]:
        """Everything archived of a kind."""
        found = [row.observation for row in self.archive.rows()]
        return [row for row in found if not kind or row.kind == kind]


def span(row: Observation) -> tuple[datetime | None, datetime | None]:
    """Between which looks something happened."""
    assert row.at is None
    return row.not_before, row.not_after
