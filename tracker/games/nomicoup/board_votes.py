"""What the pages show of propositions and clarifications in one world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE
from tracker.games.chat_views import UncountedView, VoterView
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.reaction_votes import named_voters

from . import adopting, clarifications, propositions
from .ballots import VotesShown
from .general import is_over
from .law import DOWN, RIGHT, UP, of_nomicoup
from .rule_changes import Change
from .rule_paths import label
from .state import Clarification, Proposition, Suggestion, World
from .views import ChangeView, ClarificationView, PropositionView, SuggestionView
from .votes import ADOPTED, REJECTED, standing

CLAUSES_OF_CODES: Mapping[str, str] = {
    "no_type": "COUP-087",
    "bad_type": "COUP-087",
    "no_content": "COUP-088",
    "parent_missing": "COUP-089",
    "unknown_rule": "COUP-093",
    "paths_disagree": "COUP-092",
}
"""Where the clause of a code that bars a change is not that of the syntax by type (COUP-094)."""
CLOSED_SHOWN = 20
"""So many of the newest propositions that are not voted on any more are shown with all that there is to them."""
_ILLEGAL_SHOWN = 10


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    clarified = world.clarifications
    return {
        "propositions": {each.number: _proposition(moment, each, people) for each in shown_propositions(world)},
        "clarifications": {number: _clarification(moment, each, people) for number, each in clarified.items()},
        "candidates": people.names(world.candidates),
        "last_judge": people.name(world.last_judge) if world.last_judge else "",
        "vote_signs": _signs(moment),
    }


def shown_propositions(world: World) -> list[Proposition]:
    """Those that are voted on, oldest first, then the newest of those that are illegal and of those that are closed."""
    open_ones = [world.propositions[number] for number in world.open_propositions]
    others = [each for each in reversed(world.propositions.values()) if each.number not in world.open_propositions]
    illegal = [each for each in others if not each.is_closed][:_ILLEGAL_SHOWN]
    closed = sorted((each for each in others if each.closed_at), key=_closed_last, reverse=True)[:CLOSED_SHOWN]
    return [*open_ones, *illegal, *closed]


def _closed_last(each: Proposition) -> tuple[Any, int]:
    return each.closed_at, each.number


def _signs(moment: Moment[World]) -> tuple[str, ...]:
    """The first reaction that casts each vote, as it is written: up, right and down."""
    found: dict[str, str] = {}
    for sign, vote in moment.law.value("vote_emoji").items():
        found.setdefault(vote, sign)
    return tuple(found.get(vote, "") for vote in (UP, RIGHT, DOWN))


# --- propositions -----------------------------------------------------------------------------------------------------


def _proposition(moment: Moment[World], each: Proposition, people: People) -> PropositionView:
    shown = propositions.votes_shown(moment, each)
    _, right, _, possible = shown.tally
    is_open = each.status == "active" and not each.is_closed
    ends_at = each.ends_at
    return PropositionView(
        number=each.number,
        title=people.readable(each.title),
        proponent=people.name(each.proponent),
        message=each.message,
        made_at=each.made_at,
        ends_at=ends_at,
        status=shown.status(each.status),
        text=people.readable(each.text),
        changes=tuple(_changes(moment, each, people)),
        **_votes(shown, people),
        right=right,
        possible=possible,
        voters_right=_voters(shown, RIGHT, people),
        uncounted=tuple(_uncounted(moment, each, people)) if is_open else (),
        verdict=verdict(moment, shown) if is_open else "",
        is_locked=shown.is_locked(each.is_locked),
        code="" if each.is_closed else each.code,
        warnings=_warnings(moment, each, people) if is_open else (),
        closed_at=each.closed_at,
        closed_by=closed_by(each, shown) if each.closed_at else "",
        is_awaited=is_open and ends_at <= moment.when and not is_over(moment),
    )


def closed_by(each: Proposition, shown: VotesShown) -> str:
    """The clause by which a proposition was closed."""
    if each.status == "withdrawn":
        return "COUP-101"
    if each.closed_at is not None and each.closed_at >= each.ends_at:
        return "COUP-109"
    right, majority = shown.tally[1], shown.majority
    if UNDETERMINED not in (right, majority) and right >= majority:
        return "COUP-107"
    return "COUP-105" if each.status == ADOPTED else "COUP-106"


def _votes(shown: VotesShown, people: People) -> dict[str, Any]:
    """What both kinds of votes have in common, by the names of the views' fields."""
    up, _, down, _ = shown.tally
    voters = {"voters_up": _voters(shown, UP, people), "voters_down": _voters(shown, DOWN, people)}
    return {"up": up, "down": down, "majority": shown.majority, "perhaps": _perhaps(shown, people), **voters}


def _voters(shown: VotesShown, vote: str, people: People) -> dict[str, VoterView]:
    return {id: VoterView(name) for id, name in named_voters(shown.voters(vote), people.name).items()}


def _perhaps(shown: VotesShown, people: People) -> tuple[str, ...]:
    """Whose newest vote is not certain, with what it may be."""
    named = named_voters(sorted(shown.may_be), people.name)
    return tuple(
        f"{name} ({' or '.join(vote or 'none' for vote in shown.may_be.get(id, ('', 'any')))})"
        for id, name in named.items()
    )


def verdict(moment: Moment[World], shown: VotesShown) -> str:
    """How a proposition would end as the votes stand, if nobody votes until its limit (COUP-109)."""
    found = {propositions.at_limit(moment, counts) for counts in shown.counts}
    if len(found) != 1:
        return UNDETERMINED
    return {ADOPTED: "would be adopted", REJECTED: "would fail"}[found.pop()]


def _uncounted(moment: Moment[World], each: Proposition, people: People) -> Iterator[UncountedView]:
    for user, why, clause in uncounted(moment, each):
        yield UncountedView(people.name(user), why, clause)


def uncounted(moment: Moment[World], each: Proposition) -> Iterator[tuple[str, str, str]]:
    """Who reacted with a vote's sign and has none, with why and by which clause."""
    eligible, world = propositions.eligible(moment, each), moment.world

    def not_eligible(user: str) -> str:
        return "" if world.player_of(user) in eligible or user in eligible else user

    messages = propositions.messages_of(moment, each)
    for user in sorted(standing(messages, of_nomicoup(moment.law).votes, moment.when + TICKLE, not_eligible)):
        yield user, "made it" if world.player_of(user) == each.proponent else "is no eligible voter", "COUP-102"
    for user in sorted(propositions.set_before_entering(moment, each)):
        yield user, "reacted before they played, and may do so anew", "COUP-102"
    for user in sorted(propositions.too_early(moment, each)):
        yield user, "reacted before it was complete, and may do so anew", "COUP-075"


def _warnings(moment: Moment[World], each: Proposition, people: People) -> tuple[tuple[str, str], ...]:
    found = adopting.warnings(moment, each)
    return tuple((clause, people.readable(text)) for _, clause, text in found)


def _changes(moment: Moment[World], each: Proposition, people: People) -> Iterator[ChangeView]:
    for n, change in enumerate(each.changes):
        result = each.results[n] if n < len(each.results) else change.code
        clause = CLAUSES_OF_CODES.get(result, "COUP-094")
        on, why = people.readable(concerned(moment.world, change)), people.readable(change.why)
        yield ChangeView(change.kind, on, result, why, clause)


def concerned(world: World, change: Change) -> str:
    """What a change is on: the rule that it means as it is called now, or where it puts one."""
    rule = world.rules.rules.get(change.rule)
    below = world.rules.rules.get(change.under)
    on = label(world.rules, rule) if rule is not None else change.path
    if below is not None:
        on = f"under {label(world.rules, below)}"
    place = f"at {change.place}" if change.place and rule is None else f"to {change.place}" if change.place else ""
    return ", ".join(part for part in (on, place, f"“{change.title}”" if change.title else "") if part)


# --- clarifications ---------------------------------------------------------------------------------------------------


def _clarification(moment: Moment[World], each: Clarification, people: People) -> ClarificationView:
    is_waiting = each.chosen_at is None and each.resolved_at is None
    is_due = each.suggestion is None and each.resolved_at is None and not is_over(moment)
    due_at = each.due_at if each.chosen_at and is_due else None
    return ClarificationView(
        number=each.number,
        raiser=people.name(each.raiser),
        text=people.readable(each.text),
        at=each.at,
        message=each.message,
        judge=people.name(each.judge) if each.judge and not is_waiting else "",
        chosen_at=each.chosen_at,
        due_at=due_at,
        waits_for=("a die" if each.among else "a candidate") if is_waiting else "",
        suggestions=tuple(_suggestions(moment, each.number, each.suggestions, people)),
        resolved_at=each.resolved_at,
    )


def _suggestions(
    moment: Moment[World], number: int, each: Iterable[Suggestion], people: People
) -> Iterator[SuggestionView]:
    for made in each:
        shown = clarifications.votes_shown(moment, number, made)
        yield SuggestionView(
            by=people.name(made.by),
            text=people.readable(made.text),
            at=made.at,
            ends_at=made.ends_at,
            message=made.message,
            status=shown.status(made.status),
            **_votes(shown, people),
            closed_at=made.closed_at,
        )
