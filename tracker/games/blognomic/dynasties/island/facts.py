"""The island's facts beside players' values, each with its clause and the rows it rests on: the day, projects, Plants, ship, rescue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tracker.core.gamestate import Fact
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import quorum_in_words
from tracker.mechanics.holdings import THE_GAME

from . import story_points
from .acting import CONDITIONS, DATE, FOUND_MAC, HSR, LOCATION, PLANTS, POINTS, WOOD, Look
from .construction import BONFIRE, CLAUSES, MESSAGE, needed_for, total_name
from .locations import BEACH

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table


def facts(table: Table, look: Look, printed: Mapping[str, Any]) -> list[Fact]:
    """What is printed of the island, with why it is so."""
    return [
        Fact("today", table.today, "BN-132", (_day(table),)),
        *(_total(table, project, printed["totals"][project]) for project in (MESSAGE, BONFIRE)),
        Fact("plants", printed["plants"], "BN-124", (_ground(table, THE_GAME, PLANTS, "BN-124"),)),
        Fact("conditions", printed["conditions"], "BN-153", (_ground(table, THE_GAME, CONDITIONS, "BN-153"),)),
        Fact("rescued", printed["rescued"], "BN-151", tuple(_of_rescue(table, look))),
        Fact("victory", printed["victory"], "BN-152", tuple(_of_victory(table, look))),
        Fact("exhausted", printed["exhausted"], "BN-141", tuple(_of_exhausted(table, printed["exhausted"]))),
        Fact("found_mac", printed["found_mac"], "BN-119", tuple(_of_finders(table))),
    ]


def _ground(table: Table, holder: str, name: str, clause: str) -> Reason:
    """What changed a value last, with its row."""
    ground = table.gndt.grounds.get(holder, {}).get(name)
    if ground is None:
        return Reason(clause, f"{name} as the ruleset has it", (table.gndt.row,) if table.gndt.row else ())
    text = f"{name}: {ground.text} ({iso(ground.at)})"
    return Reason(ground.clause or clause, text, (ground.row,) if ground.row else ())


@rule("BN-132")
def _day(table: Table) -> Reason:
    return Reason("BN-132", f"days from {table.dynasty.day_zero} to {table.moment.when:%Y-%m-%d} (UTC)")


@rule("BN-146", "BN-147")
def _total(table: Table, project: str, total: int) -> Fact:
    clause = CLAUSES[project]
    progress = Reason(
        clause, f"{total} Wood of the {needed_for(project, table.moment.law)} that complete the {project}"
    )
    return Fact(f"totals.{project}", total, clause, (progress, _ground(table, THE_GAME, total_name(project), clause)))


@rule("BN-151", "BN-153")
def _of_rescue(table: Table, look: Look) -> Iterable[Reason]:
    """What rescued the Castaways; before that, how each condition of the ship stands."""
    if story_points.is_rescued(look):
        yield _ground(table, THE_GAME, story_points.RESCUED, "BN-151")
        return
    law = table.moment.law
    for text in story_points.conditions_of(law, look):
        stands = "holds" if story_points.holds(text, table, look) else "does not hold"
        yield Reason("BN-153", f"{stands}: {text}", _rows_of_condition(table, text))
    there, of = story_points.crowd_of(table, look)
    yield Reason("BN-202", f"{there} at {BEACH}; {quorum_in_words(of, law)}")


def _rows_of_condition(table: Table, text: str) -> tuple[str, ...]:
    is_message = text == table.moment.law.words("ship_conditions")[0]
    cells = [(THE_GAME, total_name(MESSAGE))] if is_message else [(key, LOCATION) for key in table.players]
    return _rows(table, cells)


def _rows(table: Table, cells: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The rows that changed values last, each once."""
    grounds = (table.gndt.grounds.get(holder, {}).get(name) for holder, name in cells)
    return tuple(dict.fromkeys(ground.row for ground in grounds if ground is not None and ground.row))


@rule("BN-151", "BN-152", "BN-181")
def _of_victory(table: Table, look: Look) -> Iterable[Reason]:
    """Who has what of that which decides, or what victory waits for."""
    name_of = table.moment.state.name_of
    if not story_points.is_rescued(look):
        yield Reason("BN-151", "the Castaways have not been rescued")
        return
    yield _ground(table, THE_GAME, story_points.RESCUED, "BN-151")
    if unrolled := story_points.unrolled(table, look):
        yield Reason("BN-151", f"still to roll: {', '.join(map(name_of, unrolled))}")
        return
    ranks = {key: story_points.rank_of(look, key) for key in table.players}
    order = sorted(ranks, key=lambda key: ranks[key], reverse=True)
    for key in order[:_FIRST]:
        points, hsr, date, wood = ranks[key]
        figures = f"{points} {POINTS}, {HSR} {-hsr}, {DATE} {-date}, {wood} {WOOD}"
        rows = _rows(table, ((key, name) for name in (POINTS, HSR, DATE, WOOD)))
        yield Reason("BN-152", f"{name_of(key)}: {figures}", rows)


_FIRST = 2
"""So many of the first are told: who has won, and who comes next."""


@rule("BN-141")
def _of_exhausted(table: Table, names: Iterable[str]) -> Iterable[Reason]:
    """Each one's Date that is too far behind."""
    after = table.moment.law.number("exhausted_after")
    rule_text = f"Exhausted is whose {DATE} is more than {after} behind Today, which is {table.today}"
    yield Reason("BN-141", rule_text)
    for name in names:
        key = table.moment.state.key_of(name)
        date = table.holdings.values.get(key, {}).get(DATE)
        yield Reason("BN-141", f"{name}: {DATE} {date}", _rows(table, [(key, DATE)]))


@rule("BN-119")
def _of_finders(table: Table) -> Iterable[Reason]:
    found = [use for use in table.gndt.uses if use.action == FOUND_MAC and use.holder in table.players]
    for use in found:
        text = f"{table.moment.state.name_of(use.holder)} ({iso(use.at)})"
        yield Reason("BN-119", text, (use.row,) if use.row else ())
    if not found:
        yield Reason("BN-119", "no search has succeeded")
