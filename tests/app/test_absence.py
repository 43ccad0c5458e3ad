"""A tracker of a chat game comes back after days: what is explained by what was said is written, what is not waits for people."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.contracts.chat_world import Chat
from tests.sources.chat.fake_discord import FakeDiscord, serving
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.errors import SourceUnreachableError

DAY = 24 * 60
PADDED = "agreements"


class Padded(ChatTracker):
    """A tracker of which one region holds so many more characters, which no event explains."""

    padding = 0
    is_deaf = False

    def close(self) -> None:
        self.archive.close()

    def made(self, archive: Any) -> Wired:
        made = super().made(archive)

        def render(drafts: Any) -> Sequence[Any]:
            rendered: list[Any] = list(made.render(drafts))
            longer = [replace(each, text=each.text + "x" * self.padding, may_shrink_for=()) for each in rendered]
            return [long if each.region == PADDED else each for each, long in zip(rendered, longer, strict=True)]

        return replace(made, render=render, sources=(_Deaf(),) if self.is_deaf else made.sources)


class _Deaf:
    """A chat that cannot be reached."""

    name = "discord"

    def observe(self, *_: Any) -> list[Any]:
        raise SourceUnreachableError("nobody answers", place="discord")


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[Padded]:
    """One that wrote a long page, and whose page shall be short from now on."""
    with serving(FakeDiscord(Chat())) as discord, closing(Padded(tmp_path, discord)) as made:
        made.options, made.padding = {}, 8000
        made.say(1, "ana", "I join the game")
        assert made.tick(2).outcome == "applied"
        made.padding = 0
        yield made


def say_much(chat: ChatTracker, count: int, since: int = 10) -> list[str]:
    return [chat.say(since + number, "bob", f"word {number}") for number in range(count)]


def codes(report: TickReport) -> list[str]:
    assert report.plan is not None
    return [finding.code for finding in report.plan.findings]


def test_a_loss_that_nothing_explains_waits_for_people(chat: Padded) -> None:
    say_much(chat, 3)
    back = chat.tick(5 * DAY)
    assert (back.outcome, codes(back)) == ("held", ["CHANGE_HELD"])


def test_after_days_in_which_much_was_said_it_is_written(chat: Padded) -> None:
    say_much(chat, 30)
    assert chat.tick(5 * DAY).outcome == "applied"


def test_what_is_said_later_does_not_let_go_what_is_held(chat: Padded) -> None:
    say_much(chat, 3)
    assert chat.tick(5 * DAY).outcome == "held"
    say_much(chat, 12, since=5 * DAY + 1)
    assert chat.tick(5 * DAY + 30).outcome == "held"
    say_much(chat, 12, since=5 * DAY + 31)
    assert chat.tick(5 * DAY + 60).outcome == "held"


def test_a_tick_that_cannot_read_judges_nothing(chat: Padded) -> None:
    say_much(chat, 12)
    chat.is_deaf = True
    assert chat.tick(5 * DAY).outcome == "withheld"
    chat.is_deaf = False
    say_much(chat, 12, since=5 * DAY + 1)
    assert chat.tick(5 * DAY + 30).outcome == "applied"


def test_that_messages_are_gone_explains_no_loss(chat: Padded) -> None:
    chat.padding = 8000
    gone = say_much(chat, 30)
    chat.tick(60)
    chat.padding = 0
    for each in gone:
        del chat.discord.chat.channel("game-actions").messages[each]
    assert chat.tick(5 * DAY).outcome == "held"


def test_a_lone_proposal_that_ends_while_nobody_looks_is_written(chat: Padded) -> None:
    chat.padding = 8000
    chat.say(3, "ana", "[Urgent] Let it be so.", "proposals")
    assert chat.tick(4).outcome == "applied"
    back = chat.tick(5 * DAY)
    assert (back.outcome, codes(back)) == ("applied", [])
