"""What the archive knows of a chat, whichever of its readers told it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from tracker.core.observation import ArchivedObservation, Observation
from tracker.core.ports import Known
from tracker.sources.chat.rows import CHATS, EXPORTED, LIVE, emoji_key, names_told

Standing = Mapping[str, Mapping[str, Observation]]
"""By emoji (its key) and account the newest row of each reaction that ever was."""

_MESSAGES = frozenset({"message", "message_edited", "message_deleted"})
_REACTIONS = frozenset({"reaction", "reaction_removed"})


class ChatMemory:
    """The archive as the readers of one chat look things up in it."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def messages(self, ids: Iterable[str]) -> dict[str, Observation]:
        """The newest row of each message that is archived, by id."""
        wanted = list(ids)
        rows = [row for source in CHATS for row in self._known.newest(source, wanted).values()] if wanted else []
        return _newest(row for row in rows if row.observation.kind in _MESSAGES)

    def message(self, id: str) -> Observation | None:
        """The newest row of one message; None where it is not archived."""
        return self.messages([id]).get(id)

    def messages_in(self, channel: str) -> dict[str, Observation]:
        """The newest row of every message of a channel, by id."""
        rows = [row for source in CHATS for row in self._known.newest_about(source, channel)]
        return _newest(row for row in rows if row.observation.kind in _MESSAGES)

    def reactions(self, message: str) -> Standing:
        """The newest row of every reaction to a message."""
        rows = [row for source in CHATS for row in self._known.newest_about(source, message)]
        found: dict[str, dict[str, Observation]] = {}
        for row in _newest(row for row in rows if row.observation.kind in _REACTIONS).values():
            found.setdefault(emoji_key(row.text("emoji")), {})[row.text("user")] = row
        return found

    def names(self, user: str, source: str, when: datetime) -> list[str]:
        """By which names an account went at an instant, by the newest list or mention of them before that a source told."""
        rows = [row.observation for row in self._known.newest_about(source, user)]
        named = [row for row in rows if row.kind == "member_named" and row.happened_at <= when]
        return names_told(named[-1:]).get(user, [])

    def looks(self, ids: Iterable[str]) -> dict[str, Observation]:
        """The newest row of each look at a part, by its id."""
        wanted = list(ids)
        return _newest(row for row in self._known.newest(EXPORTED, wanted).values()) if wanted else {}

    def own_account(self) -> str:
        """The account of the bot that reads the chat live; "" where none does."""
        try:
            return str(json.loads(self._known.cursor(LIVE) or "{}").get("me", ""))
        except (ValueError, AttributeError):
            return ""

    def last_words(self) -> dict[str, Observation]:
        """The last thing that each account is known to have written, bots left out, by account."""
        found: dict[str, Observation] = {}
        for source in CHATS:
            for told in self._known.told_by(source, ["message"]):
                author, row = str(told.payload["author"]), found.get(str(told.payload["author"]))
                if not told.payload.get("bot") and (row is None or row.happened_at < told.happened_at):
                    found[author] = Observation(told.kind, told.id, told.payload, at=told.happened_at, source=source)
        return found


def _newest(rows: Iterable[ArchivedObservation]) -> dict[str, Observation]:
    """Of the rows of several sources the one of each id that tells of the latest happening."""
    found: dict[str, ArchivedObservation] = {}
    for row in rows:
        known = found.get(row.id)
        if known is None or _place(known) < _place(row):
            found[row.id] = row
    return {id: row.observation for id, row in found.items()}


def _place(row: ArchivedObservation) -> tuple[object, ...]:
    return (row.observation.happened_at, row.seq)
