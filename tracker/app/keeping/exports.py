"""How old the exported files of a chat are, where nothing else of it is read: what came after them nobody knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from tracker.app.wired import Wired
from tracker.config.settings import Settings
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso_or_none

CHAT_UNREAD = "CHAT_UNREAD"
"""The code of a chat game's finding that something due waits, as the chat is not wholly read up to then."""
OLD = "EXPORT_OLD"
MISSING = "EXPORT_MISSING"
EXPORT_IT_TOO = (
    "export it too (a file without messages tells of its channel only where it has the field exportedAt), or say under"
    " [chat_export] channels which are needed"
)
_HOUR = timedelta(hours=1)


def exports(wired: Wired) -> list[dict[str, Any]]:
    """Of each channel that is exported or should be: up to when the newest file tells, its age, and whether that is more than is allowed.

    Where no file tells of a channel that must be read, neither is known.
    """
    told: dict[str, datetime | None] = {}
    for source in wired.sources:
        ask = getattr(source, "told_up_to", None)
        told |= ask(wired.archive.cursor(source.name)) if ask else {}
    return _aged(wired.settings, told, wired.clock.now())


def told_ages(settings: Settings, told: Mapping[str, datetime], now: datetime) -> list[str]:
    """How old the newest file of each channel is, and which are too old, as ``tracker check`` says it."""
    found = _aged(settings, told, now)
    old = ", ".join(f"#{each['channel']}" for each in found if each["is_old"])
    limit = settings.chat_export.stale_hours
    warned = [f"WARNING: more than {limit} hours old: {old}: export all channels anew, together"] if old else []
    return [*(f"#{each['channel']}: {words_of(each)}" for each in found), *warned]


def _aged(settings: Settings, told: Mapping[str, datetime | None], now: datetime) -> list[dict[str, Any]]:
    limit, is_alone = settings.chat_export.stale_hours, not settings.discord.is_on
    ages = {name: (at, max(0, (now - at) // _HOUR)) if at else (None, None) for name, at in told.items()}
    return [
        {
            "channel": name,
            "up_to": iso_or_none(at),
            "hours": hours,
            "is_old": is_alone and hours is not None and 0 < limit <= hours,
        }
        for name, (at, hours) in sorted(ages.items())
        if at or is_alone
    ]


def unexported(channels: Sequence[str]) -> str:
    """That no exported file tells of channels, and what comes of that."""
    names = ", ".join(f"#{name}" for name in channels)
    return f"no exported file tells of {names}, so nothing follows from what nobody said there, and what is due waits"


def warnings_of(found: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """A warning for each channel whose newest file is too old, or of which there is none."""
    return [_warning(each) for each in found if _is_lacking(each)]


def _is_lacking(exported: Mapping[str, Any]) -> bool:
    return exported["is_old"] or exported["up_to"] is None


def _warning(exported: Mapping[str, Any]) -> dict[str, str]:
    place = f"#{exported['channel']}"
    if exported["up_to"] is None:
        return {"code": MISSING, "place": place, "text": f"{unexported([exported['channel']])}: {EXPORT_IT_TOO}"}
    return {"code": OLD, "place": place, "text": f"{words_of(exported)}: export all channels anew, together"}


def words_of(exported: Mapping[str, Any]) -> str:
    """How old the newest file of a channel is."""
    hours = exported["hours"]
    if hours is None:
        return "no exported file tells of it"
    age = f"{hours // 24} days" if hours >= 48 else f"{hours} hours"
    return f"the newest export tells up to {exported['up_to']} ({age} ago)"


def stuck(found: Sequence[Mapping[str, Any]], gamestate: Gamestate) -> list[dict[str, str]]:
    """What waits for newer files, where the newest are too old or none is there: where nothing is due, that does no harm."""
    if not any(told.code == CHAT_UNREAD for told in gamestate.findings):
        return []
    lacking = [(each, _warning(each)) for each in found if _is_lacking(each)]
    return [
        {
            "what": "what is due waits for newer exports",
            "why": f"{warned['place']}: {warned['text']}",
            "since": each["up_to"] or "",
        }
        for each, warned in lacking
    ]
