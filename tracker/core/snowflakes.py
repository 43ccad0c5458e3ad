"""Ids as Discord gives them: the bits above the lowest 22 count the milliseconds since 2015; the places and accounts they name."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

FIRST_MILLISECOND = datetime(2015, 1, 1, tzinfo=UTC)
"""The instant from which the ids count."""
_TIME_BITS = 22
_LENGTHS = range(15, 21)
"""How many digits an id has that was surely counted so; other ids may be anything."""
PLACE = "[1-9][0-9]{0,19}/[1-9][0-9]{0,19}"
"""The pattern of a place: the ids of a server and of a channel or thread of it, in digits, with a slash between them."""
_PLACE = re.compile(PLACE)
_SITE = "https://discord.com/channels"
_LONG_ID = re.compile(f"(?<![0-9])[0-9]{{{_LENGTHS.start},{_LENGTHS.stop - 1}}}(?![0-9])")
_ACCOUNT = re.compile(r"discord\s*:\s*(?P<named>[0-9]+)|<@!?(?P<mentioned>[0-9]+)>", re.IGNORECASE)


def snowflake_instant(id: str) -> datetime:
    """When an id was given (UTC, milliseconds); raises ValueError and OverflowError for what is none."""
    return FIRST_MILLISECOND + timedelta(milliseconds=int(id) >> _TIME_BITS)


def first_id(when: datetime) -> int:
    """The lowest id that can be given at an instant; 0 before the first."""
    return max(0, (when - FIRST_MILLISECOND) // timedelta(milliseconds=1)) << _TIME_BITS


def told_by_id(id: str) -> datetime | None:
    """When a message was posted, which an id that Discord gave tells (UTC, whole minutes); None for any other id."""
    if not (id.isascii() and id.isdecimal() and len(id) in _LENGTHS):
        return None
    return snowflake_instant(id).replace(second=0, microsecond=0)


def place_of(guild: object, channel: object) -> str:
    """The place of a channel or thread on a server, by their ids; "" where these are none, as for what is on no server."""
    place = f"{guild}/{channel}"
    return place if _PLACE.fullmatch(place) else ""


def message_url(place: str, id: str) -> str:
    """Where a message is read on Discord; "" where its place is not known, or either is none that Discord gives."""
    is_known = bool(_PLACE.fullmatch(place)) and told_by_id(id) is not None
    return f"{_SITE}/{place}/{id}" if is_known else ""


def account_of(text: str) -> str:
    """The account that people name as ``discord:ID`` or by a mention, by its id; any other text as it is."""
    written = _ACCOUNT.fullmatch(text.strip())
    return text if written is None else written["named"] or written["mentioned"]


def ids_in(text: str) -> frozenset[str]:
    """Whatever in a text may be an id that Discord gave."""
    return frozenset(_LONG_ID.findall(text))
