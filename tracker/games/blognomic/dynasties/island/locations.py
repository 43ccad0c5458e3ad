"""The Island's Locations: their names, who stands on their lists in which order, and who of them counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tracker.core.rule import rule
from tracker.games.blognomic.state import Person
from tracker.mechanics.holdings import THE_GAME

from . import rule_text
from .acting import LOCATION, Look

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

BEACH, WRECK, CAVE, MOUNTAIN = "The Beach", "The Wreck", "Mac's Cave", "The Mountain"
CLEARING, CESSNA, OUTPOST = "The Clearing", "The Cessna", "The Outpost"
LOCATIONS = (BEACH, WRECK, CAVE, MOUNTAIN, CLEARING, CESSNA, OUTPOST)
"""Those of the known ruleset, in its order (BN-112)."""
STATED_LISTS = "Lists as stated"
"""The game's own value that keeps the order of names in which an opening stated the lists: keys of people."""
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)


@rule("BN-112")
def locations_of(table: Table) -> tuple[str, ...]:
    """Every Location: the subrules of The Island on the ruleset page, or where none was seen those of the known ruleset."""
    text = rule_text.read(table.moment.state.following.page)
    return tuple(text.lists) if text else LOCATIONS


@rule("BN-112", "BN-116", "BN-118", "BN-123")
def place_of(words: str, places: Iterable[str]) -> str:
    """Which of the Locations words mean, with or without its article; empty where there is none of that name."""
    wanted = spelt(words)
    return next((place for place in places if spelt(place) == wanted), "")


def spelt(words: str) -> str:
    """A name as it is compared: without its article, in small letters, with one sort of apostrophe."""
    plain = " ".join(words.replace("’", "'").split()).strip(" .").casefold()
    return _ARTICLE.sub("", plain)


@rule("BN-113", "BN-256")
def listed_at(table: Table, place: str, look: Look) -> list[str]:
    """The keys of everybody whose name stands on a Location's list: idle ones and the head of the dynasty too."""
    state = table.moment.state
    return [key for key in _everybody(table) if look(LOCATION, key) == place and _is_castaway(state.person(key))]


def _everybody(table: Table) -> list[str]:
    return [holder for holder in table.holdings.values if holder != THE_GAME]


def _is_castaway(person: Person | None) -> bool:
    return person is not None and person.is_on_roster


@rule("BN-113", "BN-184")
def counted_at(table: Table, place: str, look: Look) -> list[str]:
    """The keys of those on a Location's list who count there: neither idle nor the head of the dynasty."""
    return [key for key in table.players if look(LOCATION, key) == place]


def lists(table: Table, look: Look) -> dict[str, list[str]]:
    """Every Location with the names on its list, whoever came last at the end."""
    came = {key: nth for nth, key in enumerate(_in_order_of_coming(table))}
    name_of = table.moment.state.name_of
    return {
        place: [name_of(key) for key in sorted(listed_at(table, place, look), key=lambda key: came.get(key, -1))]
        for place in locations_of(table)
    }


def _in_order_of_coming(table: Table) -> list[str]:
    """Those who came somewhere, the last ones last; before them, in the order of an opening, those stated there."""
    stated = table.holdings.values.get(THE_GAME, {}).get(STATED_LISTS)
    came = dict.fromkeys(stated if isinstance(stated, list) else ())
    for entry in table.gndt.entries:
        for change in entry.changes:
            if change.variable == LOCATION:
                came.pop(change.holder, None)
                came[change.holder] = None
    return list(came)
