"""What a config says of a chat, as its readers take it, and what they warn of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tracker.core.observation import ReadingWarning


@dataclass(frozen=True, slots=True)
class DiscordConfig:
    """Which server and channels are read, and how often what.

    ``since``: what is older is not told (None: everything is). Messages of ``voting_channels`` that are younger than
    ``watch_days`` are open: they are looked at wherever they stand, and who reacted is read every ``reaction_minutes``. The list
    of members is read every ``members_minutes`` (0: never). ``named`` gives the next instant at which something is due by itself;
    who reacted is read from ``look_before_seconds`` before it on, and again after it. ``known`` gives the accounts whose names are
    told although they may never have written. ``private`` gives the ids of the channels of private messages, each with the account of
    whom they are with, which are read beside those of the server. ``answers`` gives the bot's own messages on which reactions are
    awaited: they are open, too, wherever they stand.
    """

    guild: str
    channels: tuple[str, ...]
    voting_channels: frozenset[str] = frozenset()
    since: datetime | None = None
    reaction_minutes: int = 30
    members_minutes: int = 60
    watch_days: int = 14
    named: Callable[[], datetime | None] = lambda: None
    look_before_seconds: int = 0
    known: Callable[[], Collection[str]] = frozenset
    private: Callable[[], Mapping[str, str]] = dict
    answers: Callable[[], Collection[str]] = frozenset

    @property
    def reaction_span(self) -> timedelta:
        """How long it is trusted who reacted to an open message while the numbers stay the same."""
        return timedelta(minutes=self.reaction_minutes)

    @property
    def look_before(self) -> timedelta:
        """How long before an instant at which something is due it is read once more who reacted."""
        return timedelta(seconds=self.look_before_seconds)

    @property
    def watch_span(self) -> timedelta:
        """For how long a message of a voting channel is open."""
        return timedelta(days=self.watch_days)


class Code(StrEnum):
    """The kinds of warnings."""

    NO_CHANNEL = "NO_CHANNEL"
    NO_PERMISSION = "NO_PERMISSION"
    CONTENT_OFF = "CONTENT_OFF"
    MEMBERS_OFF = "MEMBERS_OFF"
    NOTHING_CAME = "NOTHING_CAME"
    UNREACHABLE = "UNREACHABLE"
    UNREADABLE_ANSWER = "UNREADABLE_ANSWER"
    UNREADABLE_MESSAGE = "UNREADABLE_MESSAGE"
    OUT_OF_TIME = "OUT_OF_TIME"
    NOT_LISTENING = "NOT_LISTENING"
    NO_EXPORT = "NO_EXPORT"
    EXPORT_BROKEN = "EXPORT_BROKEN"
    EXPORT_EMPTY = "EXPORT_EMPTY"
    EXPORT_WITHOUT_USERS = "EXPORT_WITHOUT_USERS"


IN_PLACES = frozenset(
    {
        *(Code.NO_CHANNEL, Code.NO_PERMISSION, Code.CONTENT_OFF, Code.NOTHING_CAME, Code.UNREACHABLE),
        *(Code.UNREADABLE_ANSWER, Code.UNREADABLE_MESSAGE),
    }
)
"""The kinds that say why a place could not be read wholly: each look tells them anew as long as it cannot."""
IN_FILES = frozenset({Code.EXPORT_BROKEN, Code.EXPORT_EMPTY, Code.EXPORT_WITHOUT_USERS, Code.UNREADABLE_MESSAGE})
"""The kinds that say what is wrong with an exported file: likewise."""


def warning(code: Code, place: str, text: str) -> ReadingWarning:
    """Something that could not be read, or was not expected."""
    return ReadingWarning(code.value, place, text)


NO_CONTENT = "messages come without their text"
CONTENT_REMEDY = "turn on MESSAGE CONTENT INTENT in the developer portal (Bot, Privileged Gateway Intents); what was written is read then"
CONTENT_OFF = f"{NO_CONTENT}: {CONTENT_REMEDY}"
MEMBERS_OFF = (
    "the list of members is not shown, so nobody's leaving is seen: turn on SERVER MEMBERS INTENT in the developer portal"
    " (Bot, Privileged Gateway Intents), or set members_minutes = 0"
)
HISTORY_OFF = "give the bot's role Read Message History, unless all that was written there is deleted"
