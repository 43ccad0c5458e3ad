"""The dynasty as the game asks for it: its actions, what happens by itself, what an opening states and what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tracker.core.change import SpanAmendment
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.dynasties.acting import check_play
from tracker.games.blognomic.gndt.gndt_records import Entry
from tracker.mechanics.holdings import THE_GAME, Change
from tracker.mechanics.table.action_lines import actions_of
from tracker.mechanics.turns import Turn

from . import (
    abilities,
    complexity,
    facts,
    hallucinations,
    locations,
    odd_names,
    opening,
    parts,
    revelation,
    rule_text,
    rule_values,
    story_points,
)
from .acting import CONDITIONS, DATE, FOUND_MAC, PLANTS, Act, Action, Look
from .construction import BONFIRE, MESSAGE, total_name, total_of
from .lines import ACTIONS, EXERTED, is_bare_exertion, understood
from .locations import locations_of, place_of
from .the_clearing import plants_of
from .workdays import is_exhausted, take

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.dynasty_records import Ability, DateRule, Part, RuleValue
    from tracker.games.blognomic.dynasties.played import Table
    from tracker.games.blognomic.moment import Moment


CLAUSES: Mapping[str, str] = {
    "HSR": "BN-109",
    "Date": "BN-133",
    "Wood": "BN-144",
    "SP": "BN-150",
    "Motivation": "BN-156",
    "Location": "BN-113",
}
"""The clause of each variable."""


class Island:
    """The code of the dynasty; it keeps nothing itself."""

    opening = frozenset(opening.READERS)
    clauses = CLAUSES
    limits = abilities.LIMITS
    actions = frozenset(words for action in ACTIONS for words in (action.name, *action.lines)) | {EXERTED}

    def begin(self, table: Table) -> None:
        """Write down the totals, Plants and conditions of the ruleset as the game's own values."""
        law, look, held = table.moment.law, look_at(table), table.holdings.of(THE_GAME)
        held |= {total_name(project): total_of(project, law, look) for project in (MESSAGE, BONFIRE)}
        held |= {PLANTS: plants_of(law, look), CONDITIONS: story_points.conditions_of(law, look)}

    def perform(self, table: Table, turn: Turn, words: str) -> bool:
        """Carry out an action line; False where it is none of this dynasty's.

        Raises RefusedError where the rules do not let it happen, WaitingError where dice must fall first.
        """
        found = understood(words)
        place = place_of(found.as_if_at, locations_of(table)) if found and found.as_if_at else ""
        if found is None or (found.as_if_at and not place):
            return False
        _check_separator(table, turn, words)
        law = table.moment.law if turn.at == table.moment.when else table.moment.later(turn.at).law
        act = Act(table, turn, law, found.arguments, found.is_exerted, place)
        act.is_ignoring = found.is_ignoring
        check_standing(act, found.action)
        take(act, found.action)
        return True

    def after(self, table: Table) -> list[Entry]:
        """The rescue by the ship, and the Traitor's claims that people should see."""
        hallucinations.note_claims(table)
        return story_points.arrive(table, look_at(table))

    def returned(self, table: Table, holder: str) -> list[Change]:
        """The HSR of somebody unidled."""
        return hallucinations.raise_returned(table, holder)

    def candidates(self, table: Table, holder: str, amounts: Sequence[int]) -> list[str]:
        """The lines that could explain what was changed by hand, the likeliest first; ``amounts`` are what may have been spent."""
        plain = list(_plain_lines(table, holder, amounts))
        return [*plain, *(f"exert: {line}" for line in plain if not line.startswith(_UNDATED))]

    def open(self, table: Table, row: str, stated: Mapping[str, Any]) -> None:
        """Take over what an opening states; what cannot be read is reported."""
        opening.take(table, row, stated)

    def findings(self, table: Table) -> list[Finding]:
        """What the head of the dynasty owes by Revelation."""
        return [*revelation.findings(table.moment), *opening.strangers(table), *odd_names.findings(table)]

    def questions(self, table: Table) -> list[Question]:
        """What people must judge of matters that use undefined terms."""
        return revelation.questions(table.moment)

    def abilities(self, table: Table, holder: str) -> list[Ability]:
        """What somebody may and may not do now."""
        return abilities.abilities(table, holder)

    def date_rule(self, table: Table) -> DateRule:
        """How Dates bound Date Actions."""
        return abilities.date_rule(table)

    def parts(self, table: Table) -> list[Part]:
        """What the dynasty's page shows: places, Plants, projects, the ship, the story."""
        return parts.parts(table, look_at(table), exhausted(table))

    def page_changes(self, table: Table, before: str, after: str) -> list[Change]:
        """What a revision of the ruleset page changed of values that stand in its rules; all of them where ``before`` is empty."""
        return rule_text.changes(table, before, after)

    def page_amendments(self, table: Table, page: str) -> list[SpanAmendment]:
        """What makes the ruleset page tell the values that stand in its rules."""
        look = look_at(table)
        return rule_text.amendments(page, table.holdings.values.get(THE_GAME, {}), locations.lists(table, look))

    def rule_values(self, moment: Moment, key: str, path: Sequence[str], words: str) -> Iterator[RuleValue]:
        """The values in the words of a dynastic passage."""
        return rule_values.rule_values(moment, key, path, words)

    def shown(self, table: Table) -> dict[str, Any]:
        """The interchange format's names of what is no player's value."""
        return shown(table)

    def facts(self, table: Table) -> list[Fact]:
        """What is no player's value, with its clause and what it rests on."""
        return facts.facts(table, look_at(table), shown(table))


_UNDATED = ("motivation", "set my", "recover", "zero", "story", "place", "remove")
"""How the lines begin that cannot be Exerted."""


def look_at(table: Table) -> Look:
    """Anybody's value as it is now."""
    return lambda name, of: table.holdings.values.get(of, {}).get(name)


@rule("BN-016", "BN-154", "BN-184", "BN-178", "BN-082", "BN-177")
def check_standing(act: Act, action: Action) -> None:
    """Refuse who is no Castaway for dynastic rules, and everything while the game is dormant or in hiatus."""
    state, actor = act.table.moment.state, act.turn.actor
    if action.is_of_head and actor != state.emperor:
        act.refuse("NOT_THE_EMPEROR", "BN-154", f"that is for {state.name_of(state.emperor) or 'nobody'} alone")
    if not action.is_of_head and actor not in act.table.players:
        is_head = actor == state.emperor
        why = "heads the dynasty, and is no player for its rules" if is_head else "is no player who counts"
        act.refuse("NOT_A_PLAYER", "BN-184" if is_head else "BN-016", f"{state.name_of(actor)} {why}")
    check_play(act.table, act.turn)


@rule("BN-139")
def _check_separator(table: Table, turn: Turn, words: str) -> None:
    """Refuse an action behind a bare "exert" with a separator: it may be meant as Exerted, and would cost a Date."""
    line = table.gndt.lines.get(turn.source)
    said = actions_of(line.text, table.names) if line is not None and turn.n > 1 else ()
    if any(each.n == turn.n - 1 and is_bare_exertion(each.words) for each in said):
        text = f"it stands behind a bare 'exert', as an action of its own; write exert: {words}, or {words} in a line of its own"
        turn.refuse("UNCLEAR", "BN-225", text)


# --- what may explain a hand edit ---------------------------------------------------------------------------------------


def _plain_lines(table: Table, holder: str, amounts: Sequence[int]) -> Iterator[str]:
    yield from ("gather", "outpost", "shelter", "rest", "search", "radio")
    for amount in amounts:
        yield from (f"message {amount}", f"bonfire {amount}")
    for choice in table.variables["Motivation"].choices:
        yield from (f"motivation {choice}", f"motivation {choice}, rise ignored")
    yield from (f"forage {plant}" for plant in plants_of(table.moment.law, look_at(table)))
    yield from (f"move to {place}" for place in locations_of(table))
    yield from (f"uproot {plant}" for plant in plants_of(table.moment.law, look_at(table)))
    yield from ("recover", f"zero {table.moment.state.name_of(holder)}", "story roll", "set my HSR to 0 as Traitor")


# --- what is shown ------------------------------------------------------------------------------------------------------


def shown(table: Table) -> dict[str, Any]:
    """Locations, totals, Plants, conditions, rescue and victory, Complexity, who is exhausted, and who found Mac."""
    law, look, name_of = table.moment.law, look_at(table), table.moment.state.name_of
    found = {use.holder for use in table.gndt.uses if use.action == FOUND_MAC}
    winner = story_points.winner(table, look)
    return {
        "locations": locations.lists(table, look),
        "totals": {project: total_of(project, law, look) for project in (MESSAGE, BONFIRE)},
        "plants": {plant: effect or None for plant, effect in plants_of(law, look).items()},
        "conditions": story_points.conditions_of(law, look),
        "rescued": story_points.is_rescued(look),
        "victory": name_of(winner) if winner else None,
        "complexity": complexity.all_complexities(table, law, look),
        "exhausted": [name_of(key) for key in exhausted(table)],
        "found_mac": [name_of(key) for key in table.players if key in found],
    }


@rule("BN-132", "BN-133", "BN-141")
def exhausted(table: Table) -> list[str]:
    """The keys of those who are Exhausted."""
    dates = {key: table.holdings.of(key).get(DATE) for key in table.players}
    return [
        key
        for key, date in dates.items()
        if isinstance(date, int) and is_exhausted(table.moment.law, table.today, date)
    ]


ISLAND = Island()
"""The one instance there needs to be."""
