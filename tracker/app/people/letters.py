"""Private messages of a game to its players, each once: what they hold, what they are asked, that it is their turn.

The ledger knows every one by its key, which holds nothing secret; the words are in no ledger, as they follow from the fold. Whoever
cannot be written to is told of by a row of the archive, without any words, and written to again when they ask for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tracker.app.people import chat_writing
from tracker.app.people.accounts import account_of
from tracker.app.people.chat_writing import LONGEST_SHUT, ShutError, Writing, Written
from tracker.core.gamestate import Dealing, Letter, Message
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch
from tracker.core.plan import digest_of
from tracker.core.ports import IN_CHAT, Archive, Intent, OpenIntent, PrivateOutbox, UnreadPart
from tracker.errors import MessageRefusedError, OutboxError, UndeliverableError

if TYPE_CHECKING:
    from tracker.app.wired import Wired

LETTERS = "letters"
"""The source of what became of private messages, and under which the archive keeps, as a cursor, what is to be known from tick to tick."""
LETTER = f"{IN_CHAT}letter:"
LOOKED_BACK = timedelta(days=2)
"""How far back the first tick that writes privately writes what was due."""
_HASH_LENGTH = 16


@dataclass(slots=True)
class Memory(chat_writing.Memory):
    """What is known from tick to tick of letters.

    ``channels`` are those of private messages by account, ``done`` stands for the letters that are done with, ``refused`` says since
    when people cannot be written to, and ``playing`` are the accounts of those who played last (None: not known).
    """

    channels: dict[str, str] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    playing: list[str] | None = None


def private_channels(archive: Archive) -> dict[str, str]:
    """The ids of the channels in which people write privately to the tracker, each with the account of whom it is with."""
    return {channel: account for account, channel in Memory.of(archive.cursor(LETTERS)).channels.items()}


def is_read_for_dealing(archive: Archive, unread: Mapping[str, Sequence[UnreadPart]]) -> bool:
    """Whether all is read on which cards may hang: of private messages those of whoever plays, as far as that is known."""
    playing = Memory.of(archive.cursor(LETTERS)).playing
    parts = [part for told in unread.values() for part in told]
    return all(part.account and playing is not None and part.account not in playing for part in parts)


def is_read_in_public(unread: Mapping[str, Sequence[UnreadPart]]) -> bool:
    """Whether nothing is unread but private messages, on which nothing hangs any more once a game is over."""
    return all(part.account for told in unread.values() for part in told)


def write_letters(wired: Wired, dealing: Dealing) -> Written:
    """Write the private messages that are due and not written, oldest first; the caller has seen to it that writing is allowed."""
    if wired.private is None:
        return Written()
    writing = _Letters(wired, wired.private, Memory.of(wired.archive.cursor(LETTERS)), dealing=dealing)
    writing.run()
    return writing.outcome


def note_restored(archive: Archive, now: datetime) -> None:
    """Where an archive was just put back from a copy, let letters be looked for before they are written: they may have been."""
    memory, last = Memory.of(archive.cursor(LETTERS)), archive.last_beat()
    if memory.since:
        memory.restored = iso(last.at if last else now)
        memory.keep(archive, LETTERS, now)


@dataclass(slots=True, kw_only=True)
class _Letters(Writing[Memory, PrivateOutbox]):
    """The letters of one tick."""

    source = LETTERS
    dealing: Dealing

    def run(self) -> None:
        """Find out what became of open ones, open the channels of whoever plays, and write what is due."""
        self.memory.since = self.memory.since or iso(self.now - LOOKED_BACK)
        self.keep()
        if self.is_shut():
            return
        with suppress(ShutError):
            self._settle()
            self.memory.playing = sorted(account_of(self.wired, person) for person in self.dealing.people)
            for person in self.dealing.people:
                self._open(person)
            since = parse_instant(self.memory.since)
            for letter in self.dealing.letters:
                if letter.at >= since and not letter.waits:
                    self._write(letter)
            if not self.held_up and not any(letter.waits for letter in self.dealing.letters):
                self.memory.restored = ""
        known = {mark for each in self.dealing.letters for mark in _marks(each)}
        self.memory.done = [mark for mark in self.memory.done if mark in known]
        self.keep()

    # --- settling -----------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Find out what became of letters that were begun and never ended: by reading back, never by writing again."""
        by_target = {_target(each): each for letter in self.dealing.letters for each in _by_all_keys(letter)}
        for opened in self.wired.ledger.open_intents():
            if opened.intent.target.startswith(LETTER):
                self._settle_one(opened, by_target.get(opened.intent.target))

    def _settle_one(self, opened: OpenIntent, letter: Letter | None) -> None:
        if letter is None:
            note = "nobody knows whether it arrived; it is wanted no more"
            self.wired.ledger.receive(opened.id, "done", None, self.now, note)
            return
        receipt = self._found(letter, opened.intent.summary, opened.intent.at)
        if letter.to not in self.held_up:
            self.settle(opened, receipt, letter.to)

    def _found(self, letter: Letter, to: str, since: datetime) -> str | None:
        """The receipt of a letter that stands there; where nobody can tell, nothing more is written to them now."""
        try:
            return self.outbox.find(self._message(letter, to), since)
        except OutboxError as error:
            self.failed(error, letter.to)
            return None

    # --- channels -----------------------------------------------------------------------------------------------------

    def _open(self, person: str) -> str:
        """The place of private messages with somebody, so that what they write is read; "" where there is none."""
        account = account_of(self.wired, person)
        if account not in self.memory.channels:
            if person in self.memory.refused or person in self.held_up:
                return ""
            try:
                self.memory.channels[account] = self.outbox.open_private(account)
            except UndeliverableError:
                return ""
            except OutboxError as error:
                self.failed(error, person)
                return ""
            self.keep()
        return f"@{self.memory.channels[account]}"

    # --- writing ------------------------------------------------------------------------------------------------------

    def _write(self, letter: Letter) -> None:
        """Write a letter unless it is done with, or nothing can be written to that person now."""
        person, refused = letter.to, self.memory.refused
        if self._is_done(letter) or person in self.held_up:
            return
        if self._is_written(letter):
            self._done(letter)
            return
        if person in refused:
            if not (letter.is_wanted and letter.at > parse_instant(refused[person])):
                return
            # What they asked for says all that holds now.
            del refused[person]
        place = self._open(person)
        if place:
            self._send(letter, place)
        elif person not in self.held_up:
            self._refuse(letter)

    def _is_written(self, letter: Letter) -> bool:
        """Whether a letter was written before, by the ledger or, where that may lack it, by what stands there."""
        ledger = self.wired.ledger
        if any(ledger.last_success("message", _target(each)) is not None for each in _by_all_keys(letter)):
            return True
        restored = self.memory.restored
        if not restored or letter.at < parse_instant(restored) - LONGEST_SHUT:
            return False
        place = self._open(letter.to)
        return bool(place) and self._found(letter, place, letter.at) is not None

    def _send(self, letter: Letter, place: str) -> None:
        """Send one letter: nothing of its words is noted anywhere."""
        if letter.to in self.held_up:
            return
        target = _target(letter)
        intent = Intent("message", target, None, digest_of(target), place, "", self.now, {})

        def is_over(error: MessageRefusedError) -> bool:
            if isinstance(error, UndeliverableError):
                self._refuse(letter)
            else:
                self.failed(error, letter.to)
            return False

        def send() -> int:
            return int(self.outbox.send(self._message(letter, place)))

        if self.attempt(intent, send, letter.to, is_over):
            self._done(letter)
            self._tell(letter, is_delivered=True)

    def _message(self, letter: Letter, place: str) -> Message:
        return message_of(self.wired, letter, place)

    def _is_done(self, letter: Letter) -> bool:
        return any(mark in self.memory.done for mark in _marks(letter))

    def _done(self, letter: Letter) -> None:
        self.memory.done.append(_mark(letter))

    def _refuse(self, letter: Letter) -> None:
        """Note that somebody cannot be written to, for all to see; what was for them until they ask again is not written any more."""
        now = self.now
        self.memory.refused[letter.to] = iso(now)
        self._tell(letter, is_delivered=False)
        for each in self.dealing.letters:
            if each.to == letter.to and each.at <= now and not self._is_done(each):
                self._done(each)
        self.keep()

    def _tell(self, letter: Letter, *, is_delivered: bool) -> None:
        """Archive what became of somebody's letters, where it is news: that one was not delivered, or one is again."""
        id, now = f"letter:{letter.to}", self.now
        known = self.wired.archive.newest(LETTERS, [id]).get(id)
        if is_delivered if known is None else known.observation.payload["delivered"] is is_delivered:
            return
        told = {"for": letter.key, "to": letter.to, "delivered": is_delivered}
        row = Observation("letter", id, told, at=now, seen_at=now, source=LETTERS)
        cursor = self.memory.text()
        self.wired.archive.append(ObservationBatch(LETTERS, (row,), cursor, now))


def place_of(wired: Wired, person: str) -> str:
    """The place of private messages with somebody; raises UndeliverableError where there is none, and OutboxError."""
    account = account_of(wired, person)
    known = Memory.of(wired.archive.cursor(LETTERS)).channels.get(account)
    if known is None and wired.private is not None:
        known = wired.private.open_private(account)
    return f"@{known}"


def message_of(wired: Wired, letter: Letter, place: str) -> Message:
    """A letter as it is sent to a place."""
    text = f"{wired.game.title}, note {_tag(letter)}:\n{letter.text}"
    return Message(_target(letter), place, text, letter.clause, letter.to)


def _target(letter: Letter) -> str:
    """What the ledger calls a letter."""
    return f"{LETTER}{letter.key}"


def _tag(letter: Letter) -> str:
    """What tells a letter from all others where it stands."""
    return hashlib.sha256(letter.key.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _by_all_keys(letter: Letter) -> list[Letter]:
    """A letter as it is, and as it would be by other names of the person to whom it goes."""
    return [letter, *(replace(letter, key=key) for key in letter.also)]


def _mark(letter: Letter) -> str:
    """What stands for a letter that is done with."""
    return digest_of(letter.key)[:_HASH_LENGTH]


def _marks(letter: Letter) -> list[str]:
    return [_mark(each) for each in _by_all_keys(letter)]
