"""Whom the game knows: the accounts by whose names people may be meant although they never wrote anything."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tracker.config import Settings
from tracker.core.gamestate import Gamestate
from tracker.core.observation import ObservationBatch, canonical_json
from tracker.core.ports import Archive

SOURCE = "known people"
"""The source under which the archive keeps, as a cursor, whom the game knew at the last fold, and up to which row that was."""
_STATED = frozenset({"opening", "setting", "decision"})
"""The kinds by which people state something about others."""


def known_accounts(settings: Settings, archive: Archive) -> frozenset[str]:
    """The accounts that the game knew at the last fold, those that were stated since, and those that the config says are people's.

    There may be other numbers among them, such as the ids of messages.
    """
    noted = json.loads(archive.cursor(SOURCE) or '{"people": [], "seq": 0}')
    return frozenset([*noted["people"], *_stated(archive, noted["seq"]), *_mapped(settings)])


def _stated(archive: Archive, seq: int) -> Iterator[str]:
    for row in archive.rows(after_seq=seq):
        if row.observation.kind in _STATED:
            yield from _accounts(row.observation.payload)


def _mapped(settings: Settings) -> Iterator[str]:
    for places in settings.identities.values():
        yield from places.get("discord", ())


def _accounts(told: object) -> Iterator[str]:
    from tracker.app.people.naming import ids_in  # late: in an idle tick there is nothing to look through

    return filter(str.isdecimal, ids_in(told))


def note_known(archive: Archive, gamestate: Gamestate) -> None:
    """Keep whom a gamestate names by an account's id: its players, and who has a part in any matter of it."""
    if gamestate.names is not None:
        people = sorted({*_accounts(gamestate.values)}, key=int)
        cursor = canonical_json({"people": people, "seq": gamestate.seq})
        archive.append(ObservationBatch(SOURCE, (), cursor, gamestate.as_of))
