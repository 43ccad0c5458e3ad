"""Answers in the game's chat: below each announcement what became of it, once, a message a channel that says how things stand, and calls.

The ledger knows every message of ours; what is kept beside it are only since when announcements are answered, how many
replies were written within the hour, what replies say, and which messages people deleted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Self

from tracker.app.people import chat_writing
from tracker.app.people.accounts import account_of
from tracker.app.people.chat_writing import ShutError, Writing, Written
from tracker.app.people.correcting_in_chat import answers_to_corrections
from tracker.core.gamestate import Finding, Gamestate, Message
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import PUBLIC, Observation, ObservationBatch
from tracker.core.plan import digest_of
from tracker.core.ports import IN_CHAT, IN_CHAT_STATUS, ChatOutbox, Intent, OpenIntent, PastAct
from tracker.core.snowflakes import snowflake_instant
from tracker.errors import MessageGoneError, MessageRefusedError, OutboxError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.chat_answers import ChatAnswers, Reply
    from tracker.core.ports import Archive

ANSWERING = "chat answers"
"""The source under which the archive keeps, as a cursor, what is to be known from tick to tick."""
REPLY, STATUS, CALL = f"{IN_CHAT}reply:", IN_CHAT_STATUS, f"{IN_CHAT}call:"
HOUR = timedelta(hours=1)
KEPT_RIGHT = timedelta(days=14)
"""For how long a reply is edited when what it says changes."""
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
class Memory(chat_writing.Memory):
    """What is known from tick to tick of answers.

    ``sent`` are the instants of replies within the hour, ``replies`` what they say by message, ``gone`` the channels in which people
    deleted our message, each since when. Without ``since`` no message is answered.
    """

    sent: list[str] = field(default_factory=list)
    replies: dict[str, Noted] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, cursor: str | None) -> Self:
        """As it was kept."""
        told: dict[str, Any] = json.loads(cursor or "{}")
        replies = {message: Noted(**noted) for message, noted in told.pop("replies", {}).items()}
        return cls(**told, replies=replies)


def answer(wired: Wired, gamestate: Gamestate) -> Written:
    """Write the answers that are due, after finding out what became of those that nobody answered for.

    The caller has seen to it that writing is allowed. No failure of Discord is raised.
    """
    said = wired.game.said_in_chat(gamestate)
    if wired.answers is None or said is None:
        return Written()
    answering = _Answering(wired, wired.answers, Memory.of(wired.archive.cursor(ANSWERING)), said=said)
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
        memory.keep(wired.archive, ANSWERING, wired.clock.now())


def note_restored(archive: Archive, now: datetime) -> None:
    """Where an archive was just put back from a copy, let what was announced before be unanswered: it may have been answered."""
    memory, last = Memory.of(archive.cursor(ANSWERING)), archive.last_beat()
    memory.restored = iso(last.at if last else now)
    memory.since = iso(now) if memory.since else ""
    memory.keep(archive, ANSWERING, now)


@dataclass(slots=True, kw_only=True)
class _Answering(Writing[Memory, ChatOutbox]):
    """The answers of one tick."""

    source = ANSWERING
    said: ChatAnswers

    def run(self) -> None:
        """Settle, reply, and bring the messages that say how things stand up to date."""
        self._begin()
        self.keep()
        with suppress(ShutError):
            if not self.is_shut():
                self._settle()
                self._reply_to_all()
                self._call_all()
                self._tell_all()
        self.keep()

    def _begin(self) -> None:
        discord, memory, now = self.wired.settings.discord, self.memory, self.now
        if not discord.replies:
            memory.since = ""
        elif not memory.since:
            memory.since = iso(now)
        memory.sent = [at for at in memory.sent if now - HOUR < parse_instant(at) <= now]
        kept = now - KEPT_RIGHT
        memory.replies = {id: noted for id, noted in memory.replies.items() if parse_instant(noted.at) >= kept}
        memory.gone = {name: at for name, at in memory.gone.items() if name in discord.told_channels}

    # --- settling -----------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Find out what became of answers that were begun and never ended: by reading back, never by sending again."""
        for opened in self.wired.ledger.open_intents():
            if opened.intent.target.startswith((REPLY, STATUS, CALL)):
                self._settle_one(opened)

    def _settle_one(self, opened: OpenIntent) -> None:
        intent = opened.intent
        if intent.base_revision is not None:
            # Edited twice it says the same as edited once.
            note = "no answer came; it is edited again"
            self.wired.ledger.receive(opened.id, "not done", None, self.now, note)
            return
        told, called = intent.regions.get("text", ""), tuple(intent.regions.get("calls", "").split())
        message = Message(intent.target, intent.summary, told, "", PUBLIC, called)
        try:
            receipt = self.outbox.find(message, intent.at)
        except OutboxError as error:
            self.failed(error, _channel(message.to))
            return
        self.settle(opened, receipt, _channel(message.to))

    # --- replies ------------------------------------------------------------------------------------------------------

    def _reply_to_all(self) -> None:
        if not self.memory.since:
            return
        read = {name.removeprefix("#") for name in self.wired.settings.discord.channels}
        replies = (*self.said.replies, *answers_to_corrections(self.wired.archive))
        now, wanted = self.now, {each.message: each for each in replies if each.channel in read}
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
        if (noted is not None and noted.digest == digest) or _channel(to) in self.held_up:
            return
        past = self.wired.ledger.last_act("message", target)
        if past is None and not self._is_in_time(at):
            return
        message = Message(target, to, text, "", PUBLIC)
        if _is_said(past, message) or self._write(message, past):
            answer = self._note_answer(id, target, suggestions)
            self.memory.replies[id] = Noted(to, iso(at), digest, answer)

    def _note_answer(self, of: str, target: str, suggestions: Sequence[str]) -> str:
        """Archive which lines our reply suggests, where it suggests any or did, so that a reaction on it can be read; its id while it does."""
        past, archive = self.wired.ledger.last_act("message", target), self.wired.archive
        if past is None or not past.revision:
            return ""
        message, now = str(past.revision), self.now
        known = archive.newest(ANSWERING, [f"answer:{message}"]).get(f"answer:{message}")
        before = known.observation.payload["suggestions"] if known else []
        if list(suggestions) != before:
            # It stood there from the instant on that its own id tells: a reaction may be older than our knowing of it.
            at = now if known else min(now, snowflake_instant(message))
            told = {"of": of, "message": message, "suggestions": list(suggestions)}
            row = Observation("answer", f"answer:{message}", told, at=at, seen_at=now, source=ANSWERING)
            archive.append(ObservationBatch(ANSWERING, (row,), self.memory.text(), now))
        return message if suggestions else ""

    def _is_in_time(self, at: datetime) -> bool:
        hours = timedelta(hours=self.wired.settings.discord.reply_hours)
        return at >= max(parse_instant(self.memory.since), self.now - hours)

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call_all(self) -> None:
        """Call whoever is still needed and was not called for that before, unless it is too late for it."""
        discord, now = self.wired.settings.discord, self.now
        hours, read = timedelta(hours=discord.reply_hours), {name.removeprefix("#") for name in discord.channels}
        for call in self.said.calls if discord.calls_people else ():
            if call.channel not in read or call.channel in self.held_up or call.at < now - hours:
                continue
            people = tuple(account_of(self.wired, person) for person in call.people)
            message = Message(f"{CALL}{call.key}", call.channel, call.text, call.clause, PUBLIC, people)
            past = self._past(message)
            if past is None and call.channel not in self.held_up:
                self._write(message, None)

    # --- how things stand ---------------------------------------------------------------------------------------------

    def _tell_all(self) -> None:
        if not self.said.status:
            return
        for name in self.wired.settings.discord.told_channels:
            if name not in self.memory.gone:
                self._tell(name)
            if name in self.memory.gone:
                self.outcome.findings.append(_deleted(name, self.memory.gone[name]))
        if not self.held_up:
            self.memory.restored = ""

    def _tell(self, name: str) -> None:
        if name in self.held_up:
            return
        message = Message(f"{STATUS}{name}", name, self.said.status, "", PUBLIC)
        past = self._past(message)
        if past is not None and not past.revision:
            past = None  # it was deleted, and is wanted again

        def note_deleted() -> None:
            self.memory.gone[name] = iso(self.now)

        is_said = past is not None and past.text_hash == digest_of(message.text)
        if not is_said and name not in self.held_up:
            self._write(message, past, note_deleted)

    def _past(self, message: Message) -> PastAct | None:
        """When we last wrote that message, by the ledger or, where that may lack it, by what stands in the chat."""
        past = self.wired.ledger.last_act("message", message.key)
        since = self.memory.restored
        if past is not None or not since:
            return past
        try:
            receipt = self.outbox.find(message, parse_instant(since))
        except OutboxError as error:
            self.failed(error, message.to)
            return None
        return PastAct("", int(receipt)) if receipt else None

    # --- writing ------------------------------------------------------------------------------------------------------

    def _write(self, message: Message, past: PastAct | None, note_deleted: Callable[[], None] | None = None) -> bool:
        """Send a message, or edit the one that was sent; whether it is done with. One that is no reply notes that it was deleted."""
        base, is_reply = past.revision if past else None, message.key.startswith(REPLY)
        if is_reply and not self._has_room():
            return False

        def is_over(error: MessageRefusedError) -> bool:
            if is_reply:
                return True
            if note_deleted is None or not isinstance(error, MessageGoneError):
                self.outcome.errors.append(error)
                return False
            # Noted first: whoever dies in between must not take it for one that was never sent.
            note_deleted()
            self.keep()
            return True

        now, own = self.now, _own(message, base)
        intent = Intent("message", message.key, base, digest_of(message.text), message.to, "", now, own)
        if is_reply:
            self.memory.sent.append(iso(now))
        return self.attempt(intent, lambda: self._sent(message, base), _channel(message.to), is_over)

    def _sent(self, message: Message, base: int | None) -> int:
        if base is None:
            return int(self.outbox.send(message))
        self.outbox.edit(message, str(base))
        return base

    def _has_room(self) -> bool:
        sent = self.memory.sent
        if len(sent) < self.wired.settings.discord.replies_per_hour:
            return True
        self.outcome.try_again(parse_instant(sent[0]) + HOUR)
        return False


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
