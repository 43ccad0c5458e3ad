"""Answers in the game's chat: below each announcement what became of it, once, a message a channel that says how things stand, and calls.

The ledger knows every message of ours; what is kept beside it are only since when announcements are answered, how many
replies were written within the hour, what replies say, and which messages people deleted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracker.app.people.correcting_in_chat import answers_to_corrections
from tracker.core.gamestate import Finding, Gamestate, Message
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import PUBLIC, Observation, ObservationBatch, canonical_json
from tracker.core.plan import digest_of
from tracker.core.ports import IN_CHAT, IN_CHAT_STATUS, ChatOutbox, Intent, OpenIntent, PastAct
from tracker.core.snowflakes import snowflake_instant
from tracker.errors import MessageGoneError, MessageLostError, MessageRefusedError, OutboxError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.chat_answers import ChatAnswers, Reply
    from tracker.core.ports import Archive

ANSWERING = "chat answers"
"""The source under which the archive keeps, as a cursor, what is to be known from tick to tick."""
REPLY, STATUS, CALL = f"{IN_CHAT}reply:", IN_CHAT_STATUS, f"{IN_CHAT}call:"
HOUR = timedelta(hours=1)
AGAIN = timedelta(minutes=2)
"""After how long it is tried again what could not be done, and until when a message may yet arrive that nobody answered for."""
KEPT_RIGHT = timedelta(days=14)
"""For how long a reply is edited when what it says changes."""
NO_MESSAGE = 0
"""What stands in the ledger for the message of an answer that there is not, and that is not to be sent again."""
TAKEN_BACK = "Nothing counts as announced here any more: what was learnt since changed it."
_HASH_LENGTH = 16


@dataclass(slots=True)
class Noted:
    """A reply as we last wrote it: to whom, when the announcement was (ISO 8601), and a digest of the words.

    ``answer`` is its own id while it suggests lines, so that reactions on it are awaited.
    """

    to: str
    at: str
    digest: str
    answer: str = ""


@dataclass(slots=True)
class Memory:
    """What is known from tick to tick.

    ``since``: messages from then on are answered ("": none are). ``not_before``: when Discord may be asked again. ``sent`` are the
    instants of replies within the hour, ``replies`` what they say by message, ``gone`` the channels in which people deleted our
    message, each since when. ``restored``: from when on the ledger may lack messages of ours, as the archive was put back from a copy
    ("": it lacks none).
    """

    since: str = ""
    not_before: str = ""
    sent: list[str] = field(default_factory=list)
    replies: dict[str, Noted] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    restored: str = ""

    @classmethod
    def of(cls, cursor: str | None) -> Memory:
        """As it was kept."""
        told: dict[str, Any] = json.loads(cursor or "{}")
        replies = {message: Noted(**noted) for message, noted in told.pop("replies", {}).items()}
        return cls(**told, replies=replies)


@dataclass(slots=True)
class Answered:
    """What came of answering: what was written, what failed, what people should know, and when to go on (None: no need)."""

    written: list[str] = field(default_factory=list)
    errors: list[OutboxError] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    again: datetime | None = None


def answer(wired: Wired, gamestate: Gamestate) -> Answered:
    """Write the answers that are due, after finding out what became of those that nobody answered for.

    The caller has seen to it that writing is allowed. No failure of Discord is raised.
    """
    said = wired.game.said_in_chat(gamestate)
    if wired.answers is None or said is None:
        return Answered()
    answering = _Answering(wired, wired.answers, said, Memory.of(wired.archive.cursor(ANSWERING)))
    answering.run()
    return answering.outcome


def awaited_answers(archive: Archive) -> frozenset[str]:
    """The ids of our replies that suggest lines of which people may confirm one by a reaction."""
    replies = Memory.of(archive.cursor(ANSWERING)).replies.values()
    return frozenset(each.answer for each in replies if each.answer)


def forget_replies(wired: Wired) -> None:
    """Where announcements are answered no more, let those be unanswered that are made until they are again."""
    cursor = wired.archive.cursor(ANSWERING)
    memory = Memory.of(cursor)
    if memory.since:
        memory.since = ""
        _keep(wired.archive, memory, wired.clock.now())


def note_restored(archive: Archive, now: datetime) -> None:
    """Where an archive was just put back from a copy, let what was announced before be unanswered: it may have been answered."""
    memory, last = Memory.of(archive.cursor(ANSWERING)), archive.last_beat()
    memory.restored = iso(last.at if last else now)
    memory.since = iso(now) if memory.since else ""
    _keep(archive, memory, now)


def _keep(archive: Archive, memory: Memory, now: datetime) -> None:
    """Keep the memory where it is news."""
    told = _told(memory)
    if told != (archive.cursor(ANSWERING) or canonical_json(asdict(Memory()))):
        archive.append(ObservationBatch(ANSWERING, (), told, now))


def _told(memory: Memory) -> str:
    return canonical_json(asdict(memory))


class _ShutError(Exception):
    """Discord wants to be left alone, or cannot be reached at all."""


@dataclass(slots=True)
class _Answering:
    """The answers of one tick: an intent before each, a receipt after."""

    wired: Wired
    outbox: ChatOutbox
    said: ChatAnswers
    memory: Memory
    outcome: Answered = field(default_factory=Answered)
    unknown: set[str] = field(default_factory=set)
    """The targets of what may have been sent: nobody knows yet."""
    silent: set[str] = field(default_factory=set)
    """The channels in which something failed: nothing more is tried there now."""

    def run(self) -> None:
        """Settle, reply, and bring the messages that say how things stand up to date."""
        self._begin()
        self._keep()
        with suppress(_ShutError):
            if not self._is_shut():
                self._settle()
                self._reply_to_all()
                self._call_all()
                self._tell_all()
        self._keep()

    def _begin(self) -> None:
        discord, memory, now = self.wired.settings.discord, self.memory, self.wired.clock.now()
        if not discord.replies:
            memory.since = ""
        elif not memory.since:
            memory.since = iso(now)
        memory.sent = [at for at in memory.sent if now - HOUR < parse_instant(at) <= now]
        kept = now - KEPT_RIGHT
        memory.replies = {id: noted for id, noted in memory.replies.items() if parse_instant(noted.at) >= kept}
        memory.gone = {name: at for name, at in memory.gone.items() if name in discord.told_channels}

    def _is_shut(self) -> bool:
        now, until = self.wired.clock.now(), self.memory.not_before
        if until and now < parse_instant(until) <= now + 6 * HOUR:
            self._try_again(parse_instant(until))
            return True
        self.memory.not_before = ""
        return False

    def _keep(self) -> None:
        _keep(self.wired.archive, self.memory, self.wired.clock.now())

    def _try_again(self, when: datetime) -> None:
        again = self.outcome.again
        self.outcome.again = when if again is None else min(again, when)

    # --- settling -----------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Find out what became of answers that were begun and never ended: by reading back, never by sending again."""
        for opened in self.wired.ledger.open_intents():
            if opened.intent.target.startswith((REPLY, STATUS, CALL)):
                self._settle_one(opened)

    def _settle_one(self, opened: OpenIntent) -> None:
        intent, ledger = opened.intent, self.wired.ledger
        if intent.base_revision is not None:
            # Edited twice it says the same as edited once.
            ledger.receive(opened.id, "not done", None, self.wired.clock.now(), "no answer came; it is edited again")
            return
        told, called = intent.regions.get("text", ""), tuple(intent.regions.get("calls", "").split())
        message = Message(intent.target, intent.summary, told, "", PUBLIC, called)
        try:
            receipt = self.outbox.find(message, intent.at)
        except OutboxError as error:
            self.unknown.add(intent.target)
            self._failed(error, message.to)
            return
        now = self.wired.clock.now()
        if receipt is not None:
            ledger.receive(opened.id, "done", int(receipt), now, "no answer came; read back")
        elif now - intent.at >= AGAIN:
            ledger.receive(opened.id, "not done", None, now, "no answer came; reading back shows that nothing happened")
        else:
            self.unknown.add(intent.target)
            self._try_again(intent.at + AGAIN)

    # --- replies ------------------------------------------------------------------------------------------------------

    def _reply_to_all(self) -> None:
        if not self.memory.since:
            return
        read = {name.removeprefix("#") for name in self.wired.settings.discord.channels}
        replies = (*self.said.replies, *answers_to_corrections(self.wired.archive))
        now, wanted = self.wired.clock.now(), {each.message: each for each in replies if each.channel in read}
        for reply in wanted.values():
            if reply.at >= now - KEPT_RIGHT:
                self._reply(reply)
        for id, noted in list(self.memory.replies.items()):
            at = parse_instant(noted.at)
            if id not in wanted and at >= max(self.said.since, now - KEPT_RIGHT):
                self._reply_with(id, noted.to, at, TAKEN_BACK)

    def _reply(self, reply: Reply) -> None:
        self._reply_with(reply.message, f"{reply.channel}/{reply.message}", reply.at, reply.text, reply.suggestions)

    def _reply_with(self, id: str, to: str, at: datetime, text: str, suggestions: Sequence[str] = ()) -> None:
        """Let the one reply to a message say this, unless it does, or there is none and it is too late for one."""
        target, noted = f"{REPLY}{id}", self.memory.replies.get(id)
        digest = digest_of(text)[:_HASH_LENGTH]
        if (noted is not None and noted.digest == digest) or target in self.unknown or _channel(to) in self.silent:
            return
        past = self.wired.ledger.last_act("message", target)
        if past is None and not self._is_in_time(at):
            return
        message = Message(target, to, text, "", PUBLIC)
        if _is_said(past, message) or self._write(message, past, self._note_deleted_reply):
            answer = self._note_answer(id, target, suggestions)
            self.memory.replies[id] = Noted(to, iso(at), digest, answer)

    def _note_answer(self, of: str, target: str, suggestions: Sequence[str]) -> str:
        """Archive which lines our reply suggests, where it suggests any or did, so that a reaction on it can be read; its id while it does."""
        past, archive = self.wired.ledger.last_act("message", target), self.wired.archive
        if past is None or not past.revision:
            return ""
        message, now = str(past.revision), self.wired.clock.now()
        known = archive.newest(ANSWERING, [f"answer:{message}"]).get(f"answer:{message}")
        before = known.observation.payload["suggestions"] if known else []
        if list(suggestions) != before:
            # It stood there from the instant on that its own id tells: a reaction may be older than our knowing of it.
            at = now if known else min(now, snowflake_instant(message))
            told = {"of": of, "message": message, "suggestions": list(suggestions)}
            row = Observation("answer", f"answer:{message}", told, at=at, seen_at=now, source=ANSWERING)
            archive.append(ObservationBatch(ANSWERING, (row,), _told(self.memory), now))
        return message if suggestions else ""

    def _is_in_time(self, at: datetime) -> bool:
        hours = timedelta(hours=self.wired.settings.discord.reply_hours)
        return at >= max(parse_instant(self.memory.since), self.wired.clock.now() - hours)

    def _note_deleted_reply(self) -> None:
        """A reply that somebody deleted is left so; the ledger alone has to know it."""

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call_all(self) -> None:
        """Call whoever is still needed and was not called for that before, unless it is too late for it."""
        discord, now = self.wired.settings.discord, self.wired.clock.now()
        hours, read = timedelta(hours=discord.reply_hours), {name.removeprefix("#") for name in discord.channels}
        for call in self.said.calls if discord.calls_people else ():
            target = f"{CALL}{call.key}"
            is_held_up = target in self.unknown or call.channel in self.silent
            if call.channel not in read or is_held_up or call.at < now - hours:
                continue
            people = tuple(self._account_of(person) for person in call.people)
            message = Message(target, call.channel, call.text, call.clause, PUBLIC, people)
            try:
                past = self.wired.ledger.last_act("message", target) or self._found_again(message)
            except OutboxError as error:
                self._failed(error, call.channel)
                continue
            if past is None:
                self._write(message, None, self._note_deleted_reply)

    def _account_of(self, person: str) -> str:
        """The account by which somebody is called: the first that the config says is theirs."""
        accounts = self.wired.settings.identities.get(person, {}).get("discord", ())
        return accounts[0] if accounts else person

    # --- how things stand ---------------------------------------------------------------------------------------------

    def _tell_all(self) -> None:
        if not self.said.status:
            return
        for name in self.wired.settings.discord.told_channels:
            if name not in self.memory.gone:
                self._tell(name)
            if name in self.memory.gone:
                self.outcome.findings.append(_deleted(name, self.memory.gone[name]))
        if not (self.silent or self.unknown):
            self.memory.restored = ""

    def _tell(self, name: str) -> None:
        target = f"{STATUS}{name}"
        if target in self.unknown or name in self.silent:
            return
        message = Message(target, name, self.said.status, "", PUBLIC)
        try:
            past = self.wired.ledger.last_act("message", target) or self._found_again(message)
        except OutboxError as error:
            self._failed(error, name)
            return
        if past is not None and not past.revision:
            past = None  # it was deleted, and is wanted again

        def note_deleted() -> None:
            self.memory.gone[name] = iso(self.wired.clock.now())

        if past is None or past.text_hash != digest_of(message.text):
            self._write(message, past, note_deleted)

    def _found_again(self, message: Message) -> PastAct | None:
        """The message of ours that the ledger lacks since the archive was put back from a copy; raises OutboxError."""
        since = self.memory.restored
        receipt = self.outbox.find(message, parse_instant(since)) if since else None
        return PastAct("", int(receipt)) if receipt else None

    # --- writing ------------------------------------------------------------------------------------------------------

    def _write(self, message: Message, past: PastAct | None, note_deleted: Callable[[], None]) -> bool:
        """Send a message, or edit the one that was sent; whether it is done with."""
        base = past.revision if past else None
        is_reply = message.key.startswith(REPLY)
        if is_reply and not self._has_room():
            return False
        now, ledger = self.wired.clock.now(), self.wired.ledger
        intent = Intent("message", message.key, base, digest_of(message.text), message.to, "", now, _own(message, base))
        number = ledger.intend(intent)
        self.wired.step(f"intent:{message.key}")
        if is_reply:
            self.memory.sent.append(iso(now))
        try:
            left = self._sent(message, base)
            self.wired.step(f"saved:{message.key}")
        except MessageGoneError as error:
            # Noted first: whoever dies in between must not take it for one that was never sent.
            note_deleted()
            self._keep()
            return self._received(number, "done", NO_MESSAGE, str(error))
        except MessageLostError:
            self.unknown.add(message.key)
            self.silent.add(_channel(message.to))
            self._try_again(now + AGAIN)
            return False
        except MessageRefusedError as error:
            return self._refused(number, error, is_reply=is_reply)
        except OutboxError as error:
            self._received(number, "failed", None, str(error))
            self._failed(error, message.to)
            return False
        self.outcome.written.append(message.key)
        self._received(number, "done", left)
        self.wired.step(f"receipt:{message.key}")
        return True

    def _sent(self, message: Message, base: int | None) -> int:
        if base is None:
            return int(self.outbox.send(message))
        self.outbox.edit(message, str(base))
        return base

    def _received(self, number: int, outcome: str, left: int | None, note: str = "") -> bool:
        self.wired.ledger.receive(number, outcome, left, self.wired.clock.now(), note)
        return True

    def _refused(self, number: int, error: MessageRefusedError, *, is_reply: bool) -> bool:
        """Note what is never taken: a reply (its message was deleted, most likely) is done with, a status is a fault."""
        if is_reply:
            return self._received(number, "done", NO_MESSAGE, f"not taken: {error}")
        self._received(number, "failed", None, str(error))
        self.outcome.errors.append(error)
        return False

    def _has_room(self) -> bool:
        sent = self.memory.sent
        if len(sent) < self.wired.settings.discord.replies_per_hour:
            return True
        self._try_again(parse_instant(sent[0]) + HOUR)
        return False

    def _failed(self, error: OutboxError, to: str) -> None:
        """Note what kept an answer back; raises _ShutError where nothing more is to be tried in this tick."""
        now = self.wired.clock.now()
        if error.wait_seconds:
            until = now + min(timedelta(seconds=error.wait_seconds), 6 * HOUR)
            self.memory.not_before = iso(until)
            self._try_again(until)
            raise _ShutError
        self.outcome.errors.append(error)
        self._try_again(now + AGAIN)
        self.silent.add(_channel(to))


def _channel(to: str) -> str:
    return to.partition("/")[0]


def _own(message: Message, base: int | None) -> Mapping[str, str]:
    """What must be known to find a message again that nobody answered for."""
    if base is not None:
        return {}
    return {"text": message.text} | ({"calls": " ".join(message.calls)} if message.calls else {})


def _is_said(past: PastAct | None, message: Message) -> bool:
    """Whether a reply is done with: it says that, or is deleted, or was never taken."""
    return past is not None and (not past.revision or past.text_hash == digest_of(message.text))


def _deleted(name: str, since: str) -> Finding:
    text = (
        f"#{name}: somebody deleted the message that says how things stand (seen {since}); it is not made again, unless #{name} is"
        " taken out of status_channels for one tick"
    )
    return Finding("UNDONE_BY_HAND", "", text, subject=f"#{name}")
