"""Why what holds in Nomicoup does hold: what everybody has, and each figure of a proposition with its clause and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.gamestate import UNDETERMINED, Fact
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.games.chat_view import facts_of_goods
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.reaction_votes import voters_in_words

from . import adopting, board_votes, propositions
from .ballots import VotesShown
from .law import DOWN, RIGHT, UP
from .rule_changes import MISCELLANEOUS
from .state import Proposition, World
from .votes import ADOPTED

_VOTED_ON, _NOT_MADE = "voted on", "not made"
"""What is told of a change before its proposition ends, and where that is not adopted."""


def facts_at(moment: Moment[World], values: Mapping[str, Any]) -> Iterator[Fact]:
    """The facts of one world, of which ``values`` are printed."""
    yield from facts_of_goods(moment.world.changes, lambda holder, item: f"players.{holder}.{item}")
    for each in moment.world.propositions.values():
        case = _Case(moment, each, values["propositions"][str(each.number)])
        yield from (replace(fact, name=f"propositions.{each.number}.{fact.name}") for fact in case.facts())


class _Case:
    """One proposition with its votes as they are shown; ``values`` is how it is printed."""

    def __init__(self, moment: Moment[World], proposition: Proposition, values: Mapping[str, Any]) -> None:
        self._moment, self._proposition, self._values = moment, proposition, values
        self._shown: VotesShown = propositions.votes_shown(moment, proposition)
        self._messages = (proposition.message, *proposition.reposts[-1:])

    def facts(self) -> Iterator[Fact]:
        """What it says, how it stands, its votes and until when, and its changes."""
        yield from self._of_text()
        yield self._of_status()
        yield from self._of_time()
        yield from self._of_counts()
        yield from self._of_votes()
        yield from self._of_changes()

    @property
    def _is_open(self) -> bool:
        return self._proposition.status == "active" and not self._proposition.is_closed

    def _fact(self, name: str, clause: str, text: str, value: Any = None) -> Fact:
        found = self._values[name] if value is None else value
        return Fact(name, found, clause, (Reason(clause, text, self._messages),))

    def _of_text(self) -> Iterator[Fact]:
        each = self._proposition
        for name in ("title", "proponent", "text"):
            yield self._fact(name, "COUP-075", f"{each.proponent} posted it at {iso(each.made_at)}")

    def _of_status(self) -> Fact:
        clause, text = self._why()
        return self._fact("status", clause, text)

    def _why(self) -> tuple[str, str]:
        """The clause by which it stands as it does, with why."""
        each = self._proposition
        if each.status == "withdrawn":
            return "COUP-101", "its message was deleted before anybody had voted"
        if each.is_closed:
            return board_votes.closed_by(each, self._shown), f"{self._counts()}, at {self._values['closed_at']}"
        if each.code:
            return "COUP-075", f"{each.code}: it is voted on once it is complete"
        verdict = board_votes.verdict(self._moment, self._shown)
        return "COUP-108", f"{self._counts()}; as the votes stand it {_at_its_end(verdict)}"

    def _counts(self) -> str:
        up, right, down, possible = self._shown.tally
        return f"up {up}, right {right}, down {down} of {possible}"

    def _of_time(self) -> Iterator[Fact]:
        if self._is_open:
            hours = self._moment.law.number("proposition_hours")
            yield self._fact(
                "ends_at", "COUP-109", f"voted on for at most {hours} hours from {self._values['made_at']}"
            )
        has_voted = {True: "a vote was cast", False: "nobody has voted"}.get(self._values["locked"], UNDETERMINED)
        yield self._fact("locked", "COUP-100", has_voted)

    def _of_counts(self) -> Iterator[Fact]:
        for name in (UP, RIGHT, DOWN):
            yield self._fact(name, "COUP-103", f"by {voters_in_words(self._shown.voters(name))}")
        eligible = propositions.eligible(self._moment, self._proposition) if self._is_open else ()
        who = f": {', '.join(eligible)}" if eligible else ""
        yield self._fact("possible", "COUP-102", f"the votes of all players but its proponent{who}")
        yield self._fact("majority", "COUP-104", f"more than half of the {self._values['possible']} possible votes")

    def _of_votes(self) -> Iterator[Fact]:
        for voter, standing in self._shown.votes.items():
            if standing or voter in self._shown.may_be:
                vote = UNDETERMINED if voter in self._shown.may_be else standing[-1].vote
                text = ", then ".join(f"{one.vote} at {iso(one.at)}" for one in standing) or "no look tells when"
                yield self._fact(f"votes.{voter}", "COUP-103", f"reacted {text}", vote)
        for who, why, clause in board_votes.uncounted(self._moment, self._proposition) if self._is_open else ():
            yield self._fact(f"uncounted.{who}", clause, f"{who} {why}", "no vote")

    def _of_changes(self) -> Iterator[Fact]:
        each, world = self._proposition, self._moment.world
        for n, change in enumerate(each.changes):
            result = each.results[n] if n < len(each.results) else change.code or self._before_results()
            usual = "COUP-095" if change.kind == MISCELLANEOUS else "COUP-096"
            is_code = result not in (adopting.MADE, adopting.FOR_PEOPLE, _VOTED_ON, _NOT_MADE)
            clause = board_votes.CLAUSES_OF_CODES.get(result, "COUP-094") if is_code else usual
            parts = (change.kind, board_votes.concerned(world, change), change.why)
            yield self._fact(f"changes.{n + 1}", clause, ": ".join(filter(None, parts)), result)

    def _before_results(self) -> str:
        return _NOT_MADE if self._proposition.is_closed and self._proposition.status != ADOPTED else _VOTED_ON


def _at_its_end(verdict: str) -> str:
    return "may end either way" if verdict == UNDETERMINED else f"{verdict} at its end"
