"""What every way of messages does (port ``Outbox``): an adapter's own test inherits this and says how to make one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import pytest

from tracker.core.gamestate import Message
from tracker.core.ports import Outbox
from tracker.errors import MessageLostError, MessageRefusedError, OutboxError


def message(text: str = "Ada may be idled", key: str = "idling:Ada") -> Message:
    return Message(key, "swans", text, "", "public")


class OutboxWorld(ABC):
    """The other end: what arrived there, and how it behaves next time."""

    outbox: Outbox

    @abstractmethod
    def arrived(self) -> list[str]:
        """The texts that were taken, in order."""

    @abstractmethod
    def refuse(self) -> None:
        """Take this very message never."""

    @abstractmethod
    def be_busy(self, seconds: float) -> None:
        """Take nothing now, and ask for a pause."""

    @abstractmethod
    def be_down(self) -> None:
        """Take nothing now."""

    @abstractmethod
    def lose_answer(self) -> None:
        """Leave the sender in the dark."""


@dataclass
class MemoryOutbox(OutboxWorld):
    """A list in memory as the other end, and the way to it."""

    texts: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    failures: list[OutboxError] = field(default_factory=list)

    @property
    def outbox(self) -> Outbox:  # type: ignore[override]
        return self

    def send(self, message: Message) -> str:
        if self.failures:
            raise self.failures.pop(0)
        self.texts.append(message.text)
        self.keys.append(message.key)
        return str(len(self.texts))

    def arrived(self) -> list[str]:
        return self.texts

    def refuse(self) -> None:
        self.failures.append(MessageRefusedError("not this one"))

    def be_busy(self, seconds: float) -> None:
        self.failures.append(OutboxError("busy", wait_seconds=seconds))

    def be_down(self) -> None:
        self.failures.append(OutboxError("down"))

    def lose_answer(self) -> None:
        self.failures.append(MessageLostError("no answer"))


class OutboxContract:
    """Inherit, and give a fixture ``world``."""

    def test_what_is_sent_arrives_with_a_receipt_that_names_it(self, world: OutboxWorld) -> None:
        first, second = world.outbox.send(message("one")), world.outbox.send(message("two"))
        assert world.arrived() == ["one", "two"]
        assert first != second

    def test_any_text_is_taken(self, world: OutboxWorld) -> None:
        for text in ("\0 \\ \ud83d é -->", "", "x" * 10_000, "🎲" * 3_000):
            assert world.outbox.send(message(text))
        assert len(world.arrived()) == 4

    def test_a_refused_message_does_not_keep_back_another(self, world: OutboxWorld) -> None:
        world.refuse()
        with pytest.raises(MessageRefusedError):
            world.outbox.send(message("one"))
        world.outbox.send(message("two"))
        assert world.arrived() == ["two"]

    def test_a_busy_end_says_how_long_to_wait(self, world: OutboxWorld) -> None:
        world.be_busy(7.5)
        with pytest.raises(OutboxError) as told:
            world.outbox.send(message("one"))
        assert told.value.wait_seconds == 7.5
        assert not isinstance(told.value, MessageRefusedError | MessageLostError)

    def test_what_is_down_may_be_tried_again(self, world: OutboxWorld) -> None:
        world.be_down()
        with pytest.raises(OutboxError) as told:
            world.outbox.send(message("one"))
        assert type(told.value) is OutboxError
        world.outbox.send(message("one"))
        assert world.arrived() == ["one"]

    def test_a_lost_answer_leaves_it_open_whether_it_arrived(self, world: OutboxWorld) -> None:
        world.lose_answer()
        with pytest.raises(MessageLostError):
            world.outbox.send(message("one"))
