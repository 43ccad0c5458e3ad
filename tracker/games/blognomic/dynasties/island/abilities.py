"""What a Castaway and the head of the dynasty may do: the lines of the island's actions, each tried at values that are typical."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tracker.games.blognomic.dynasties.abilities import Option, ability, tried
from tracker.games.blognomic.dynasties.dynasty_records import Ability, DateRule
from tracker.games.blognomic.dynasties.limits import Limit
from tracker.mechanics.holdings import Value

from .acting import DATE, EXERTION, LOCATION, MOTIVATION, REMOVAL, STORY_ROLL, TRAITOR, WOOD
from .construction import BONFIRE, MESSAGE
from .locations import CAVE, locations_of
from .motivation import NONE
from .the_clearing import plants_of
from .workdays import is_exhausted

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

LIMITS = {EXERTION: Limit.DAILY, REMOVAL: Limit.WEEKLY}
"""The actions whose uses are limited, besides Date Actions."""
_BARS_ALL_EXERTION = frozenset({"NOT_A_PLAYER", "DORMANT", "HIATUS", "DOWNTIME", "HSR_SEVEN", "EXHAUSTED"})
_IGNORING = ", ignoring increases"
_ANY_WOOD = "any amount of Wood that you have; told for all of it"


def date_rule(table: Table) -> DateRule:
    """Whose Date must be below Today, and who is Exhausted."""
    return DateRule(DATE, table.moment.law.number("exhausted_after"), "BN-134", "BN-141")


def abilities(table: Table, holder: str) -> list[Ability]:
    """What somebody may do by the rules of the island."""
    if holder == table.moment.state.emperor:
        return tried(table, holder, [Option(REMOVAL, "remove a condition", limit=Limit.WEEKLY)])
    dated = [*_telling(tried(table, holder, _dated(table, holder)))]
    return [*dated, *_exerted(table, holder, dated), *tried(table, holder, _undated(table, holder))]


def _telling(found: Sequence[Ability]) -> Iterator[Ability]:
    """All but the lines that ignore increases where there is none to ignore."""
    plain = {each.line: replace(each, line="") for each in found}
    for each in found:
        if replace(each, line="") != plain.get(each.line.removesuffix(_IGNORING)) or not each.line.endswith(_IGNORING):
            yield each


def _exerted(table: Table, holder: str, dated: list[Ability]) -> Iterator[Ability]:
    """Exertion for whatever may be done without it; one word where nothing can be done so."""
    first = ability(table, holder, Option(EXERTION, "exert: gather", limit=Limit.DAILY))
    if first is not None and first.why is not None and _is_general(first):
        yield replace(first, line="exert")
        return
    lines = (Option(EXERTION, f"exert: {each.line}", each.needs, Limit.DAILY) for each in dated if each.is_open)
    found = tried(table, holder, lines)
    if len({each.why for each in found}) == 1 and not found[0].is_open:
        yield replace(found[0], line="exert")
        return
    yield from _first_of(each for each in found if each.is_open)
    yield from (each for each in found if not each.is_open)


def _first_of(found: Iterable[Ability]) -> Iterator[Ability]:
    """The first of lines that go alike, which names the others: the HSR rises in the place of the Date, and all else is as without it."""
    alike = [*found]
    likewise = ", ".join(each.line.removeprefix("exert: ") for each in alike[1:])
    yield from (replace(each, needs=f"likewise: {likewise}") if likewise else each for each in alike[:1])


def _is_general(exerted: Ability) -> bool:
    """Whether what bars one Exerted action bars every one: a limit or one's strength, and nothing of the action itself."""
    codes = {why.code for why in (exerted.why, exerted.still) if why is not None}
    return exerted.since is not None or not codes.isdisjoint(_BARS_ALL_EXERTION)


# --- lines ------------------------------------------------------------------------------------------------------------


def _dated(table: Table, holder: str) -> Iterator[Option]:
    """The Date Actions."""
    own, wood = table.holdings.values.get(holder, {}), _held(table, holder, WOOD)
    amount = max(wood, 1) if isinstance(wood, int) else 1
    for action in ("gather", "search", "rest", "shelter"):
        yield Option(action, action, limit=Limit.DATE)
    for project in (MESSAGE, BONFIRE):
        yield Option(project, f"{project} {amount}", _ANY_WOOD, Limit.DATE)
    for action in ("outpost", "radio"):
        yield Option(action, action, limit=Limit.DATE)
    for place in locations_of(table):
        if place != own.get(LOCATION):
            yield Option("move", f"move to {place}", limit=Limit.DATE)
    plants = plants_of(table.moment.law, lambda name, of: table.holdings.values.get(of, {}).get(name))
    unknown = [plant for plant, effect in plants.items() if not effect]
    for plant in [*unknown[:1], *(plant for plant, effect in plants.items() if effect)]:
        needs = f"likewise: {', '.join(unknown[1:])}" if plant in unknown and unknown[1:] else ""
        yield Option("forage", f"forage {plant}", needs, Limit.DATE)
        if own.get(LOCATION) == CAVE:
            yield Option("forage", f"forage {plant}{_IGNORING}", needs, Limit.DATE)
    for plant in plants:
        yield Option("uproot", f"uproot {plant}", limit=Limit.DATE)


def _undated(table: Table, holder: str) -> Iterator[Option]:
    """What takes no Date."""
    yield from (Option("place", f"place {name} at the Beach") for name in _without_location(table, holder))
    yield Option("recover", "recover")
    yield from (Option("zero", f"zero {name}") for name in _exhausted(table))
    goal = _held(table, holder, MOTIVATION)
    for choice in table.variables[MOTIVATION].choices:
        if choice != goal:
            yield Option("motivation", f"motivation {choice}")
            if goal == NONE:
                yield Option("motivation", f"motivation {choice}, rise ignored")
    yield Option(TRAITOR, "set my HSR to 0 as Traitor", "to be the Traitor, which the tracker does not know")
    yield Option(STORY_ROLL, "story roll")


def _held(table: Table, holder: str, name: str) -> Value:
    return table.holdings.values.get(holder, {}).get(name)


def _without_location(table: Table, holder: str) -> list[str]:
    """The names of the others who are nowhere."""
    return [name for name, key in table.names.items() if key != holder and not _held(table, key, LOCATION)]


def _exhausted(table: Table) -> list[str]:
    """The names of the Exhausted."""
    found = ((name, _held(table, key, DATE)) for name, key in table.names.items())
    return [name for name, date in found if isinstance(date, int) and is_exhausted(table.moment.law, table.today, date)]
