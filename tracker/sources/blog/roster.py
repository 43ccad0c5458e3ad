"""The list of players: from a page's sidebar to roster observations, with who fell off the list kept as idle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.observation import Observation
from tracker.sources.blog.markup import text_of
from tracker.sources.blog.reading import RosterEntry, RosterReading, folded

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

ROSTER_ID = "roster"
ADMIN_MARK = "*"
_MEMBER = re.compile(r"/member/(\d+)")


def member_id(link: Element) -> str:
    """The member's number in a link such as ``/member/12``; nothing where there is none."""
    found = _MEMBER.search(link.get("href") or "")
    return found[1] if found else ""


def roster_entries(listing: Element, *, are_idle: bool = False) -> Iterator[RosterEntry]:
    """The players of a list: one link each (or one list item, where there are no links); admins end in ``*``."""
    lines = list(listing.iter("a")) or list(listing.iter("li"))
    for line in lines:
        shown = text_of(line)
        name = shown.rstrip(f"{ADMIN_MARK} ")
        is_admin = shown.endswith(ADMIN_MARK) or (line.tail or "").lstrip().startswith(ADMIN_MARK)
        if name:
            yield RosterEntry(name, member_id(line), is_idle=are_idle, is_admin=is_admin)


def with_emperors(entries: Sequence[RosterEntry], named: Sequence[str]) -> tuple[RosterEntry, ...]:
    """The entries with those marked whose name is among ``named`` (as shown, perhaps with an admin's mark)."""
    wanted = {folded(name.rstrip(f"{ADMIN_MARK} ")) for name in named}
    return tuple(replace(entry, is_emperor=folded(entry.name) in wanted) for entry in entries)


def number_shown(listing: Element) -> int | None:
    """The number of players that the element after the list shows; None where it shows none."""
    following = listing.getnext()
    found = re.search(r"\d+", text_of(following)) if following is not None else None
    return int(found[0]) if found else None


def roster_observation(
    reading: RosterReading, known: Observation | None, previous_look: datetime | None, source: str
) -> Observation | None:
    """The observation of a list at the look, a later one between the looks; None where it is as archived."""
    players = _players(reading, known)
    told = Observation("roster", ROSTER_ID, {"players": players}, seen_at=reading.answered_at, source=source)
    if known is None:
        return replace(told, at=reading.answered_at)
    if list(known.payload["players"]) == players:
        return None
    earliest = previous_look or known.seen_at or known.happened_at
    return replace(told, not_before=earliest, not_after=max(earliest, reading.answered_at))


def _players(reading: RosterReading, known: Observation | None) -> list[dict[str, Any]]:
    """The list as payload, by name; who was on it and is not any more is idle, unless it lists the idle itself."""
    entries = list(reading.entries)
    if known is not None and not reading.lists_idle:
        before = [_entry(player) for player in known.payload["players"]]
        entries += [_as_idle(entry) for entry in before if not _is_listed(entry, reading.entries)]
    return [_payload(entry) for entry in sorted(entries, key=lambda entry: (folded(entry.name), entry.member_id))]


def _is_listed(entry: RosterEntry, entries: Sequence[RosterEntry]) -> bool:
    """Whether a person is among the entries: by member id, and by name where either has none."""

    def is_same(other: RosterEntry) -> bool:
        if entry.member_id and other.member_id:
            return entry.member_id == other.member_id
        return folded(entry.name) == folded(other.name)

    return any(map(is_same, entries))


def _as_idle(entry: RosterEntry) -> RosterEntry:
    return replace(entry, is_idle=True, is_emperor=None if entry.is_emperor is None else False)


def _entry(player: Mapping[str, Any]) -> RosterEntry:
    return RosterEntry(
        player["name"],
        str(player.get("member_id", "")),
        player["status"] == "idle",
        player["admin"],
        player.get("emperor"),
    )


def _payload(entry: RosterEntry) -> dict[str, Any]:
    payload: dict[str, Any] = {"name": entry.name}
    if entry.member_id:
        payload["member_id"] = entry.member_id
    payload |= {"status": "idle" if entry.is_idle else "player", "admin": entry.is_admin}
    return payload if entry.is_emperor is None else {**payload, "emperor": entry.is_emperor}
