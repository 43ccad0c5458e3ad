"""How people and messages are shown that a record names by their ids: by names, and by channel, time and first words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tracker.app.asking.audience import may_see
from tracker.app.wired import Wired
from tracker.core.gamestate import Gamestate
from tracker.core.observation import ArchivedObservation
from tracker.core.secrecy import is_private
from tracker.mechanics.chat_people import readable

WORDS_SHOWN = 40
"""How many characters of a message are shown."""
_LONGEST_ID = 60
_LONG_NUMBER = re.compile(r"(?<!\w)[0-9]{15,20}(?!\w)")
Messages = Callable[[Sequence[str]], Mapping[str, ArchivedObservation]]
"""Gives those of some ids that are messages'."""


def names_in(told: Any, gamestate: Gamestate, messages: Messages) -> dict[str, str]:
    """How everybody and every message is shown that a record of plain JSON values names by an id; nothing where no game does."""
    if gamestate.names is None:
        return {}
    ids = list(dict.fromkeys(ids_in(told)))
    people = {id: gamestate.names[id] for id in ids if id in gamestate.names}
    found = messages([id for id in ids if id not in people])
    return people | {id: message_words(row, gamestate.names) for id, row in found.items()}


def named(told: dict[str, Any], wired: Wired, gamestate: Gamestate, viewer: str) -> dict[str, Any]:
    """A record, with ``names`` where it names anybody or any message by an id."""
    found = names_in(told, gamestate, archived_messages(wired, viewer))
    return {**told, "names": found} if found else told


def archived_messages(wired: Wired, viewer: str, *, secrets: bool = False) -> Messages:
    """Looks for messages in the archive that a viewer may see; private ones only where ``secrets`` are asked for."""

    def look(ids: Sequence[str]) -> dict[str, ArchivedObservation]:
        rows = (row for source in wired.source_names for row in wired.archive.newest(source, ids).values())
        return told_messages((row for row in rows if may_see(viewer, row.observation.audience)), secrets=secrets)

    return look


def told_messages(rows: Iterable[ArchivedObservation], *, secrets: bool = False) -> dict[str, ArchivedObservation]:
    """Those of some rows that are messages, by id; private ones only where ``secrets`` are asked for."""
    found = (row for row in rows if row.observation.kind == "message")
    return {row.id: row for row in found if secrets or not is_private(row.observation)}


def message_words(row: ArchivedObservation, names: Mapping[str, str]) -> str:
    """A message in a few words: its channel, when it was posted (UTC), by whom, and how it begins."""
    seen = row.observation
    author = names.get(seen.text("author"), seen.text("author"))
    text = " ".join(readable(seen.text("text"), lambda id: names.get(id, id)).split())
    words = text if len(text) <= WORDS_SHOWN else f"{text[: WORDS_SHOWN - 1]}…"
    said = "redacted" if row.redacted else f"“{words}”"
    return f"#{seen.text('channel').removeprefix('#')} {seen.happened_at:%Y-%m-%d %H:%M} {author}: {said}"


def ids_in(told: Any) -> Iterator[str]:
    """Whatever may be an id in a record, in no order: whole texts without blanks, and long numbers within texts."""
    unseen = [told]
    while unseen:
        each = unseen.pop()
        if isinstance(each, str):
            if len(each) <= _LONGEST_ID and each.split() == [each]:
                yield each
            yield from _LONG_NUMBER.findall(each)
        elif isinstance(each, Mapping):
            unseen.extend(each)
            unseen.extend(each.values())
        elif isinstance(each, Sequence):
            unseen.extend(each)
