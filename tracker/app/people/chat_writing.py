"""Writing in a game's chat, as answers and private messages are: an intent before each message, a receipt after, the rest later."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from tracker.core.instants import iso, parse_instant
from tracker.core.observation import ObservationBatch, canonical_json
from tracker.core.ports import ChatOutbox, Intent, OpenIntent
from tracker.errors import MessageLostError, MessageRefusedError, OutboxError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.gamestate import Finding
    from tracker.core.ports import Archive

AGAIN = timedelta(minutes=2)
"""After how long it is tried again what could not be done, and until when a message may yet arrive that nobody answered for."""
LONGEST_SHUT = timedelta(hours=6)
"""For how long at most a chat is left alone that asks for it; a later instant was noted by a clock that ran ahead."""
NO_MESSAGE = 0
"""What stands in the ledger for a message that there is not, and that is not to be sent again."""


@dataclass(slots=True)
class Memory:
    """What is known from tick to tick, instants as ISO 8601, or "" for none.

    ``since``: what is due from then on is written. ``not_before``: when Discord may be asked again. ``restored``: from when on the ledger
    may lack messages of ours, as the archive was put back from a copy.
    """

    since: str = ""
    not_before: str = ""
    restored: str = ""

    @classmethod
    def of(cls, cursor: str | None) -> Self:
        """As it was kept."""
        return cls(**json.loads(cursor or "{}"))

    def text(self) -> str:
        """As it is kept."""
        return canonical_json(asdict(self))

    def keep(self, archive: Archive, source: str, now: datetime) -> None:
        """Keep it where it is news."""
        if self.text() != (archive.cursor(source) or type(self)().text()):
            archive.append(ObservationBatch(source, (), self.text(), now))


@dataclass(slots=True)
class Written:
    """What came of writing: what was written, what failed, what people should know, and when to go on (None: no need)."""

    written: list[str] = field(default_factory=list)
    errors: list[OutboxError] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    again: datetime | None = None

    def try_again(self, when: datetime) -> None:
        """Go on by then at the latest."""
        self.again = when if self.again is None else min(self.again, when)


class ShutError(Exception):
    """Discord wants to be left alone, or cannot be reached at all."""


Kept = TypeVar("Kept", bound=Memory)
Way = TypeVar("Way", bound=ChatOutbox)


@dataclass(slots=True)
class Writing(Generic[Kept, Way]):
    """The messages of one tick; ``held_up`` are the channels, or people, in which nothing more is tried now."""

    source: ClassVar[str]
    """The source under which the archive keeps the memory, as a cursor."""
    wired: Wired
    outbox: Way
    memory: Kept
    outcome: Written = field(default_factory=Written)
    held_up: set[str] = field(default_factory=set)

    @property
    def now(self) -> datetime:
        """The present instant."""
        return self.wired.clock.now()

    def keep(self) -> None:
        """Keep what is to be known in the next tick."""
        self.memory.keep(self.wired.archive, self.source, self.now)

    def is_shut(self) -> bool:
        """Whether Discord asked to be left alone until later."""
        until, now = self.memory.not_before, self.now
        if until and now < parse_instant(until) <= now + LONGEST_SHUT:
            self.outcome.try_again(parse_instant(until))
            return True
        self.memory.not_before = ""
        return False

    def settle(self, opened: OpenIntent, receipt: str | None, where: str) -> None:
        """Close an intent that was begun and never ended by what was read back; what may yet arrive holds up what is to follow it."""
        ledger, now, begun = self.wired.ledger, self.now, opened.intent.at
        if receipt is not None:
            ledger.receive(opened.id, "done", int(receipt), now, "no answer came; read back")
        elif now - begun >= AGAIN:
            ledger.receive(opened.id, "not done", None, now, "no answer came; reading back shows that nothing happened")
        else:
            self.held_up.add(where)
            self.outcome.try_again(begun + AGAIN)

    def attempt(
        self, intent: Intent, act: Callable[[], int], where: str, is_over: Callable[[MessageRefusedError], bool]
    ) -> bool:
        """Write one message; whether it is done with. ``is_over`` says so of one that is never taken, or is not there any more."""
        ledger, target = self.wired.ledger, intent.target
        number = ledger.intend(intent)
        self.wired.step(f"intent:{target}")
        try:
            left = act()
            self.wired.step(f"saved:{target}")
        except MessageLostError:
            self.held_up.add(where)
            self.outcome.try_again(intent.at + AGAIN)
            return False
        except MessageRefusedError as error:
            is_done = is_over(error)
            ending, left_over = ("done", NO_MESSAGE) if is_done else ("failed", None)
            ledger.receive(number, ending, left_over, self.now, str(error))
            return is_done
        except OutboxError as error:
            ledger.receive(number, "failed", None, self.now, str(error))
            self.failed(error, where)
            return False
        ledger.receive(number, "done", left, self.now)
        self.outcome.written.append(target)
        self.wired.step(f"receipt:{target}")
        return True

    def failed(self, error: OutboxError, where: str) -> None:
        """Note what kept a message back; raises ShutError where nothing more is to be tried in this tick."""
        now = self.now
        self.held_up.add(where)
        if error.wait_seconds:
            until = now + min(timedelta(seconds=error.wait_seconds), LONGEST_SHUT)
            self.memory.not_before = iso(until)
            self.outcome.try_again(until)
            raise ShutError
        self.outcome.errors.append(error)
        self.outcome.try_again(now + AGAIN)
