"""Which spans of a rule's text are values: names at a Location, Plants, the ship's conditions, totals; all else is wording (law 7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tracker.core.clause_pattern import PutBack
from tracker.core.leaning import remembered
from tracker.core.rule import rule
from tracker.games.blognomic.dynasties.dynasty_records import RuleValue
from tracker.games.blognomic.law import PARAMETERS
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.ruleset.ruletree import title_key

from .acting import CONSTRUCTION, ISLAND, SHIP
from .locations import CLEARING
from .rule_text import PROJECTS, UNKNOWN
from .the_clearing import is_effect

_NAMES = re.compile(r"Castaways here:(?P<list>(?: • [^•]+)*)$")
_PLANTS, _CONDITIONS = "with effects as described:-", "arrived to safely rescue them:"
"""What the text says before a list."""
_PLANT = re.compile(r" • (?P<name>[^•:.]+): (?P<effect>[^•:.]+\.)(?= |$)")
_TOTAL = r"• [^•]*?{project}[^•]*?recorded here: (?P<total>[0-9]{{1,9}})(?![0-9])"
_TOTALS: Mapping[str, str] = {"Message total": "message_total", "Bonfire total": "bonfire_total"}
"""A project's total -> the parameter that tells it as the code knows the text."""
_MOST_WORDS = 4
"""Longer than this is no name that nobody is known to bear."""
_SENTENCE = re.compile(r"[.,:;!?]")


@rule("BN-113", "BN-124", "BN-146", "BN-147", "BN-153")
def rule_values(moment: Moment, key: str, path: Sequence[str], words: str) -> Iterator[RuleValue]:
    """The values in the words of a dynastic passage, each with the words that the known text has in its place.

    ``key`` is the passage's own as clauses know it, ``path`` its titles on the page.
    """
    title = key.partition("/")[2]
    if title in _listed() or title_key(path[-2]) == title_key(ISLAND):
        yield from _names(moment, words, _listed().get(title, ()))
    if title in _READERS:
        yield from (RuleValue(place) for place in _READERS[title](words))


def _known(parameter: str) -> Any:
    """What a value was in the text by which the rules are known, whatever the config says now."""
    return PARAMETERS[parameter].values[0].value


# --- names ------------------------------------------------------------------------------------------------------------


@remembered(maxsize=1)
def _listed() -> Mapping[str, tuple[str, ...]]:
    """Title of a Location, as titles are compared -> the names on its list in the known text."""
    known: Mapping[str, str] = _known("names_at_first")
    return {title_key(title): tuple(filter(None, names.split(", "))) for title, names in known.items()}


def _names(moment: Moment, words: str, known: Iterable[str]) -> Iterator[RuleValue]:
    """The list behind the last words of a Location's rule, where it holds names only."""
    found = _NAMES.search(words)
    names = tuple(found["list"].split(" • ")[1:]) if found else ()
    if found and all(_is_name(moment, name) for name in names):
        yield RuleValue(PutBack(*found.span("list"), "".join(f" • {name}" for name in known)), names)


def _is_name(moment: Moment, words: str) -> bool:
    """Whether that is somebody's name; before any list of players was seen, whether it could be one."""
    if moment.state.person(moment.state.key_of(words)) is not None:
        return True
    most = 1 if moment.state.has_roster else _MOST_WORDS
    return len(words.split()) <= most and not _SENTENCE.search(words)


# --- lists and totals -------------------------------------------------------------------------------------------------


def _plants(words: str) -> Iterator[PutBack]:
    """The Plants, as far as each has an effect that can be carried out or is unknown."""
    start = end = _behind(words, _PLANTS)
    while (found := _PLANT.match(words, end)) and (found["effect"] == UNKNOWN or is_effect(found["effect"])):
        end = found.end()
    if end > start:
        known: Mapping[str, str] = _known("plants_at_first")
        yield PutBack(start, end, "".join(f" • {name}: {effect or UNKNOWN}" for name, effect in known.items()))


def _conditions(words: str) -> Iterator[PutBack]:
    """The ship's conditions: some of those that are known, in their order."""
    known: Sequence[str] = _known("ship_conditions")
    start = end = _behind(words, _CONDITIONS)
    for condition in known:
        if words.startswith(f" • {condition}", end):
            end += len(f" • {condition}")
    if end > start:
        yield PutBack(start, end, "".join(f" • {condition}" for condition in known))


def _behind(words: str, lead: str) -> int:
    """Where what follows the lead begins; the end of the words where they do not have it."""
    before, _, after = words.partition(lead)
    return len(words) - len(after) if before != words else len(words)


def _totals(words: str) -> Iterator[PutBack]:
    for name, project in PROJECTS.items():
        found = re.search(_TOTAL.format(project=re.escape(project)), words)
        if found:
            yield PutBack(*found.span("total"), str(_known(_TOTALS[name])))


_READERS: Mapping[str, Callable[[str], Iterator[PutBack]]] = {
    title_key(CLEARING): _plants,
    title_key(SHIP): _conditions,
    title_key(CONSTRUCTION): _totals,
}
"""Title of a rule, as titles are compared -> what reads its values."""
