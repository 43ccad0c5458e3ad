"""What the ruleset page tells of the island: lists of names, Plants, totals, conditions and bullet points; and how to put it right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tracker.core.change import SpanAmendment
from tracker.core.clause import normalise
from tracker.core.leaning import remembered
from tracker.core.region import Span
from tracker.core.rule import rule
from tracker.errors import RuleError
from tracker.games.blognomic.ruleset.ruleset_page import known_words, sections_of, terms_told
from tracker.mechanics.holdings import THE_GAME, Change, Value
from tracker.mechanics.ruleset.ruletree import RuleNode, parse_rules

from .acting import CONDITIONS, CONSTRUCTION, ISLAND, LOCATION, PLANTS, SHIP

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

DYNASTIC, CLEARING, UNKNOWN = "Dynastic Rules", "The Clearing", "Effect unknown."
PROJECTS: Mapping[str, str] = {"Message total": "Message in the Sand", "Bonfire total": "Giant Bonfire"}
"""The game's own value of a project's total -> what the rule calls the project."""
CLAUSES: Mapping[str, str] = {
    LOCATION: "BN-113",
    PLANTS: "BN-124",
    CONDITIONS: "BN-153",
    "Message total": "BN-146",
    "Bonfire total": "BN-147",
}
"""A value that stands in the text of a rule -> its clause."""
_BULLET = re.compile(r"^[*#:;]*\*(?![*#:;])[ \t]*(?P<words>.*)$")
_PLANT = re.compile(r"(?P<name>[^:]+):\s*(?P<effect>.*)")
_TOTAL = re.compile(r"recorded here:\s*(?P<total>[0-9]{1,9})(?![0-9])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a rule's own text: where it stands on the page, its words without layout, and whether it is a bullet point."""

    span: Span
    words: str
    is_bullet: bool


@dataclass(frozen=True, slots=True)
class RuleText:
    """What the page tells.

    ``lists`` are the bullet lines with names of each Location, ``ends`` where a list without any would go, ``bullets`` the number
    of bullet points of each rule's own text, ``fixed`` those of them that are neither names, Plants nor conditions. The words of
    Plants and conditions are told with ruleset 170's own terms, whatever the page calls players (BN-093).
    """

    lists: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    ends: Mapping[str, int] = field(default_factory=dict)
    plants: tuple[Line, ...] = ()
    conditions: tuple[Line, ...] = ()
    totals: Mapping[str, Line] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)

    @property
    def plant_effects(self) -> dict[str, str]:
        """Plant -> its effect, "" for an unknown one."""
        found = (match for line in self.plants if (match := _PLANT.fullmatch(line.words)))
        return {
            match["name"].strip(): "" if _is_unknown(match["effect"]) else match["effect"].strip() for match in found
        }

    def total(self, name: str) -> int | None:
        """What is recorded as spent on a project; None where that cannot be read."""
        found = _TOTAL.search(self.totals[name].words) if name in self.totals else None
        return int(found["total"]) if found else None


def _is_unknown(effect: str) -> bool:
    return effect.strip(" .").casefold() == UNKNOWN.strip(".").casefold()


# --- reading ----------------------------------------------------------------------------------------------------------


@rule("BN-001", "BN-112", "BN-113", "BN-124", "BN-148")
def read(page: str) -> RuleText | None:
    """What a ruleset page tells of the island; None where it has no such rule. It is read once and remembered."""
    return _read(page) if page else None


@remembered(maxsize=8)
def _read(page: str) -> RuleText | None:
    try:
        root = parse_rules(page)
        nodes = {_title(node): node for node in _below(root.find(DYNASTIC))}
    except RuleError:
        return None
    if ISLAND not in nodes:
        return None
    terms = known_words(terms_told(sections_of(root)))
    places = {_title(child): child for child in nodes[ISLAND].children}
    lines = {title: list(_lines(page, node.own)) for title, node in nodes.items()}
    lists = {title: tuple(_last_list(lines[title])) for title in places}
    plants, conditions = (
        tuple(replace(line, words=normalise(line.words, terms)) for line in _first_list(lines.get(title, [])))
        for title in (CLEARING, SHIP)
    )
    listed = {title: len(names) for title, names in lists.items()}
    listed[CLEARING] = listed.get(CLEARING, 0) + len(plants)
    listed[SHIP] = len(conditions)
    bullets = {title: sum(line.is_bullet for line in found) for title, found in lines.items()}
    return RuleText(
        lists,
        {title: _end_of_words(lines[title], places[title]) for title in places},
        plants,
        conditions,
        dict(_totals(lines.get(CONSTRUCTION, []))),
        {title: count - listed.get(title, 0) for title, count in bullets.items()},
    )


def _below(section: RuleNode) -> Iterator[RuleNode]:
    yield from (node for node in section.walk() if node is not section)


def _title(node: RuleNode) -> str:
    return normalise(node.title)


def _lines(page: str, own: Span) -> Iterator[Line]:
    """The lines of a rule's own text that say something."""
    at = own.start
    for text in page[own.start : own.end].splitlines(keepends=True):
        bare = text.rstrip("\r\n")
        bullet = _BULLET.match(bare)
        words = normalise(bullet["words"] if bullet else bare)
        if words:
            yield Line(Span(at, at + len(bare)), words, bullet is not None)
        at += len(text)


def _last_list(lines: list[Line]) -> list[Line]:
    """The bullet points behind the last line that is none: the last paragraph's list."""
    last = max((nth for nth, line in enumerate(lines) if not line.is_bullet), default=-1)
    return lines[last + 1 :]


def _first_list(lines: list[Line]) -> list[Line]:
    """The first bullet points that stand together."""
    first = next((nth for nth, line in enumerate(lines) if line.is_bullet), len(lines))
    end = next((nth for nth in range(first, len(lines)) if not lines[nth].is_bullet), len(lines))
    return lines[first:end]


def _end_of_words(lines: list[Line], node: RuleNode) -> int:
    words = [line for line in lines if not line.is_bullet]
    return words[-1].span.end if words else node.heading.end


def _totals(lines: list[Line]) -> Iterator[tuple[str, Line]]:
    for name, project in PROJECTS.items():
        yield from (
            (name, line) for line in lines if line.is_bullet and project in line.words and _TOTAL.search(line.words)
        )


# --- what changed on the page -----------------------------------------------------------------------------------------


@rule("BN-003", "BN-113", "BN-225")
def changes(table: Table, before: str, after: str) -> list[Change]:
    """What somebody changed of values that stand in the rules' text between two revisions of the page.

    With an empty ``before`` these are all values that the page tells, as it is first seen.
    """
    now = _values(table, after)
    was = _values(table, before) if before else dict.fromkeys(now)
    both = [key for key in dict.fromkeys((*was, *now)) if was.get(key) != now.get(key)]
    return [
        Change(holder, name, was.get((holder, name)), now.get((holder, name)), CLAUSES[name]) for holder, name in both
    ]


def _values(table: Table, page: str) -> dict[tuple[str, str], Value]:
    """(holder, variable) -> what the page tells; whoever stands on no list is not among them."""
    text = read(page)
    if text is None:
        return {}
    state = table.moment.state
    found: dict[tuple[str, str], Value] = {}
    for place, names in text.lists.items():
        for line in names:
            person = state.person(state.key_of(line.words))
            if person is not None and person.is_on_roster:
                found[person.key, LOCATION] = place
    found[THE_GAME, PLANTS] = text.plant_effects
    found[THE_GAME, CONDITIONS] = [line.words for line in text.conditions]
    found |= {(THE_GAME, name): total for name in PROJECTS if (total := text.total(name)) is not None}
    return found


# --- putting the page right -------------------------------------------------------------------------------------------

AUTHORITY = "legal actions that the page does not show yet (BN-005, BN-226)"


@rule("BN-005", "BN-226")
def amendments(page: str, wanted: Mapping[str, Value], lists: Mapping[str, list[str]]) -> list[SpanAmendment]:
    """What makes the page tell these values of the game's, and these names on the lists; what it tells already stays as it is."""
    text = read(page)
    if text is None:
        return []
    found = [_list_amendment(page, text, place, names) for place, names in lists.items() if place in text.lists]
    found += [_total_amendment(page, text, name, wanted[name]) for name in PROJECTS if name in wanted]
    found += _plant_amendments(page, text, wanted.get(PLANTS))
    found += _condition_amendments(page, text, wanted.get(CONDITIONS))
    return sorted((each for each in found if each is not None), key=lambda each: each.start)


def _list_amendment(page: str, text: RuleText, place: str, names: list[str]) -> SpanAmendment | None:
    listed = text.lists[place]
    if sorted(line.words.casefold() for line in listed) == sorted(name.casefold() for name in names):
        return None
    start = text.ends[place]
    end = listed[-1].span.end if listed else start
    after = "".join(f"\n* {name}" for name in names)
    return SpanAmendment(f"names at {place}", start, page[start:end], after, AUTHORITY)


def _total_amendment(page: str, text: RuleText, name: str, value: Value) -> SpanAmendment | None:
    if text.total(name) in (None, value):
        return None
    span = text.totals[name].span
    found = _TOTAL.search(page, span.start, span.end)
    if found is None:
        return None
    return SpanAmendment(name, found.start("total"), found["total"], str(value), AUTHORITY)


def _plant_amendments(page: str, text: RuleText, plants: Value) -> Iterator[SpanAmendment]:
    """A Plant that is gone loses its line, one with another effect gets that; no Plant is added."""
    for line in text.plants:
        found = _PLANT.fullmatch(line.words)
        if found is None or not isinstance(plants, dict):
            continue
        name = found["name"].strip()
        if name not in plants:
            yield _without(page, line, f"the Plant {name}")
        elif text.plant_effects[name] != plants[name]:
            after = f"* {name}: {plants[name] or UNKNOWN}"
            yield SpanAmendment(
                f"the Plant {name}", line.span.start, page[line.span.start : line.span.end], after, AUTHORITY
            )


def _condition_amendments(page: str, text: RuleText, conditions: Value) -> Iterator[SpanAmendment]:
    for line in text.conditions:
        if isinstance(conditions, list) and line.words not in conditions:
            yield _without(page, line, "a condition of the ship")


def _without(page: str, line: Line, name: str) -> SpanAmendment:
    """Take a line out with the line break before it."""
    start = line.span.start - 1 if page[line.span.start - 1 : line.span.start] == "\n" else line.span.start
    return SpanAmendment(name, start, page[start : line.span.end], "", AUTHORITY)
