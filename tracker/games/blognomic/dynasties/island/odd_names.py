"""Names that stand on the Locations' lists of the ruleset page and count for nobody there: strangers, and those on two lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.core.gamestate import Finding
from tracker.core.rule import rule

from . import rule_text
from .acting import LOCATION, Look

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table


@dataclass(frozen=True, slots=True)
class OddName:
    """A name on a Location's list; ``key`` is whose it is ("" for a stranger), ``other`` another Location that lists it too."""

    place: str
    name: str
    key: str = ""
    other: str = ""


def odd_names(table: Table) -> Iterator[OddName]:
    """What is odd on the lists of the page as it stands; a name on two lists comes once for each."""
    state = table.moment.state
    text = rule_text.read(state.following.page)
    places: dict[str, list[str]] = {}
    for place, lines in text.lists.items() if text else ():
        for line in lines:
            person = state.person(state.key_of(line.words))
            if person is None or not person.is_on_roster:
                yield OddName(place, line.words)
            else:
                places.setdefault(person.key, []).append(place)
    for key, found in places.items():
        if len(found) > 1:
            yield from (
                OddName(place, state.name_of(key), key, other)
                for place, other in zip(found, [*found[1:], found[0]], strict=True)
            )


@rule("BN-148")
def bullets(table: Table, place: str, look: Look) -> int:
    """How many bullet points of a Location's list are none of those who count as being there."""
    odd = [each for each in odd_names(table) if each.place == place]
    here = {each.key for each in odd if each.key and look(LOCATION, each.key) == place}
    return len(odd) - len(here)


@rule("BN-113")
def findings(table: Table) -> list[Finding]:
    """The odd names, for people to put right."""
    found: dict[str, Finding] = {}
    shown = table.moment.state.ruleset
    rows = (shown.row,) if shown is not None and shown.row else ()
    for each in odd_names(table):
        code = "TWO_LOCATIONS" if each.key else "UNKNOWN_NAME"
        text = (
            f"{each.name} is on the lists of {each.place} and of {each.other}"
            if each.key
            else f"{each.name}, on the list of {each.place}, is no player's name"
        )
        found.setdefault(
            each.key or f"{each.place}/{each.name}", Finding(code, "BN-113", text, rows, table.moment.when)
        )
    return list(found.values())
