"""What the dynasty's page shows of the island: places, Plants, Complexity, projects, the ship, the rescue, and who leads the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import quorum_in_words
from tracker.games.blognomic.dynasties.dynasty_records import Cell, Part

from . import complexity, story_points
from .acting import DATE, FOUND_MAC, HSR, POINTS, WOOD, Look
from .construction import BONFIRE, CLAUSES, MESSAGE, is_completed, needed_for, total_of
from .locations import BEACH, counted_at, lists
from .the_clearing import plants_of

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table


def parts(table: Table, look: Look, exhausted: list[str]) -> list[Part]:
    """All of it, in the order in which players ask for it."""
    return [
        _people(table, exhausted),
        _locations(table, look),
        _plants(table, look),
        _projects(table, look),
        _ship(table, look),
        _rescue(table, look),
        _story(table, look),
        _complexity(table, look),
    ]


def _names(table: Table, keys: list[str]) -> str:
    return ", ".join(sorted(map(table.moment.state.name_of, keys), key=str.casefold)) or "nobody"


def _yes(holds: bool, yes: str, no: str) -> Cell:
    return Cell(mark=yes, tone="good") if holds else Cell(mark=no, tone="calm")


@rule("BN-119", "BN-132", "BN-141")
def _people(table: Table, exhausted: list[str]) -> Part:
    found = {use.holder for use in table.gndt.uses if use.action == FOUND_MAC}
    rows = (
        (Cell("Today", "BN-132"), Cell(str(table.today))),
        (Cell("Exhausted", "BN-141"), Cell(_names(table, exhausted))),
        (Cell("Found Little Mac", "BN-119"), Cell(_names(table, [key for key in table.players if key in found]))),
    )
    return Part("Today", headers=("What", "Now"), rows=rows)


# --- the island -------------------------------------------------------------------------------------------------------


@rule("BN-113", "BN-184")
def _locations(table: Table, look: Look) -> Part:
    """Every Location with who is on its list; who does not count stands apart."""
    name_of, law = table.moment.state.name_of, table.moment.law
    rows = []
    for place, listed in lists(table, look).items():
        counted = {name_of(key) for key in counted_at(table, place, look)}
        own = complexity.complexity_of(place, table, law, look)
        here, others = ([name for name in listed if (name in counted) is is_counted] for is_counted in (True, False))
        rows.append((Cell(place), Cell(", ".join(here) or "–"), _uncounted(others), Cell(str(own), "BN-148", sort=own)))
    headers = ("Location", "Who is there", "Listed, not counted", "Complexity")
    return Part("Locations", ("BN-112", "BN-113"), headers=headers, rows=tuple(rows))


def _uncounted(names: list[str]) -> Cell:
    return Cell(", ".join(names), mark="idle or head", tone="faint", clause="BN-184") if names else Cell("–")


@rule("BN-124", "BN-126")
def _plants(table: Table, look: Look) -> Part:
    plants = plants_of(table.moment.law, look)
    rows = tuple(
        (Cell(plant), Cell(effect, "BN-127") if effect else Cell("Foraging will tell", "BN-126", "unknown", "loud"))
        for plant, effect in plants.items()
    )
    return Part("Plants", ("BN-124",), headers=("Plant", "Effect"), rows=rows, empty="No Plant grows.")


# --- the ways off it --------------------------------------------------------------------------------------------------


def _projects(table: Table, look: Look) -> Part:
    """The totals of the message and the bonfire, and how much there is to go."""
    law, rows = table.moment.law, []
    for project in (MESSAGE, BONFIRE):
        total, needed = total_of(project, law, look), needed_for(project, law)
        done = is_completed(project, law, look)
        left = Cell("–") if done else Cell(f"{needed - total} Wood to go", sort=needed - total)
        name = Cell(project.capitalize(), CLAUSES[project])
        rows.append((name, Cell(f"{total} of {needed}", sort=total), _yes(done, "completed", "open"), left))
    headers = ("Project", "Wood spent", "State", "To completion")
    return Part("Construction", ("BN-144",), headers=headers, rows=tuple(rows))


@rule("BN-153", "BN-154")
def _ship(table: Table, look: Look) -> Part:
    """The ship's conditions in list order, each with whether it holds now."""
    law = table.moment.law
    rows = tuple(
        (Cell(str(nth), sort=nth), Cell(text), *_condition(table, look, text))
        for nth, text in enumerate(story_points.conditions_of(law, look), start=1)
    )
    headers = ("#", "Condition", "Now", "Why")
    return Part(
        "A Ship has Arrived!", ("BN-153",), headers=headers, rows=rows, empty="No condition stands on the list."
    )


def _condition(table: Table, look: Look, text: str) -> tuple[Cell, Cell]:
    law = table.moment.law
    known = law.words("ship_conditions")
    if text not in known:
        return Cell(mark="not known", tone="loud"), Cell("the tracker does not know such a condition", "BN-153")
    state = _yes(story_points.holds(text, table, look), "holds", "does not hold")
    if text == known[0]:
        why = f"{total_of(MESSAGE, law, look)} Wood of {needed_for(MESSAGE, law)}"
        return state, Cell(why, "BN-146")
    there, of = story_points.crowd_of(table, look)
    return state, Cell(f"{there} at {BEACH}; {quorum_in_words(of, law)}", "BN-202")


@rule("BN-151")
def _rescue(table: Table, look: Look) -> Part:
    """Whether the Castaways are rescued, who still owes a roll, and who has won."""
    is_rescued, unrolled = story_points.is_rescued(look), story_points.unrolled(table, look)
    rows = (
        (Cell("Rescued", "BN-151"), _yes(is_rescued, "rescued", "not yet")),
        (Cell("Still to roll", "BN-151"), Cell(_names(table, unrolled) if is_rescued else "–")),
        (Cell("Victory", "BN-152"), _victory(table, look)),
    )
    return Part("Rescue and victory", ("BN-151", "BN-152"), headers=("What", "Now"), rows=rows)


def _victory(table: Table, look: Look) -> Cell:
    winner = story_points.winner(table, look)
    if winner is not None:
        return Cell(table.moment.state.name_of(winner), mark="achieved", tone="good")
    if not story_points.is_rescued(look) or story_points.unrolled(table, look):
        return Cell("nobody yet")
    return Cell("nobody: the first are tied in everything", mark="tied", tone="bad")


# --- the story --------------------------------------------------------------------------------------------------------


@rule("BN-152", "BN-181")
def _story(table: Table, look: Look) -> Part:
    """Everybody by Story Points; who has as many as the next stands first for what the last column says."""
    ranks = {key: story_points.rank_of(look, key) for key in table.players}
    order = sorted(ranks, key=lambda key: (*(-figure for figure in ranks[key]), table.moment.state.name_of(key)))
    rows, place = [], 0
    for nth, (before, key) in enumerate(zip([None, *order], order, strict=False), start=1):
        place = place if before is not None and ranks[before] == ranks[key] else nth
        figures = (Cell(str(look(name, key) or 0), sort=_sort(look(name, key))) for name in (POINTS, HSR, DATE, WOOD))
        rows.append(
            (Cell(str(place), sort=place), _who(table, key), *figures, Cell(_tie(table, ranks, order, nth - 1)))
        )
    headers = ("Place", table.dynasty.player, POINTS, HSR, DATE, WOOD, "Ties")
    return Part("Story Points", ("BN-150", "BN-152"), headers=headers, rows=tuple(rows), empty="Nobody plays.")


def _sort(value: object) -> int:
    return value if isinstance(value, int) else 0


def _who(table: Table, key: str) -> Cell:
    name = table.moment.state.name_of(key)
    return Cell(name) if table.holdings.is_known(key) else Cell(name, mark="dice awaited", tone="loud")


_TIES = ("Story Points", "lower HSR", "lower Date", "more Wood")
"""What decides between two, in the order of their ranks; Hunger is the same for everybody."""


def _tie(table: Table, ranks: dict[str, tuple[int, ...]], order: list[str], nth: int) -> str:
    """What puts somebody before the next who has as many Story Points; empty where Story Points do, and for the last."""
    if nth + 1 >= len(order):
        return ""
    own, other = ranks[order[nth]], ranks[order[nth + 1]]
    differing = [what for what, mine, theirs in zip(_TIES, own, other, strict=True) if mine != theirs]
    name = table.moment.state.name_of(order[nth + 1])
    if not differing:
        return f"tied with {name} in everything"
    return "" if differing[0] == _TIES[0] else f"before {name} by {differing[0]}"


@rule("BN-148", "BN-149")
def _complexity(table: Table, look: Look) -> Part:
    """Every dynastic rule's Complexity, and whom it bars from what the rule defines."""
    law, rows = table.moment.law, []
    for title, own in complexity.all_complexities(table, law, look).items():
        barred = [
            key for key in table.players if _sort(look(HSR, key)) > complexity.considered(table, law, title, key, look)
        ]
        rows.append((Cell(title), Cell(str(own), sort=own), Cell(_names(table, barred), "BN-149" if barred else "")))
    headers = ("Rule", "Complexity", "Who is barred")
    return Part("Complexity", ("BN-148", "BN-149"), headers=headers, rows=tuple(rows))
