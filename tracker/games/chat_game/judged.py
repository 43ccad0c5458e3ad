"""What people judge in the chapters that games share: requests that wait for the judge, and what is claimed of contracts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.gamestate import Finding, Question
from tracker.mechanics.chat.meant import message_of
from tracker.mechanics.chat.rows import Act
from tracker.mechanics.chat.trades import listed

from .nomic import ChatNomic
from .state import ChatState

OPEN = "REQUEST_OPEN"
PAYOUT, ALLOWED, NOT_ALLOWED = "payout:", "allowed", "not allowed"
"""How questions begin that ask whether a contract's terms allow a claim, and the answers."""


def open_requests(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Finding]:
    """A finding for each request that waits for the judge, in a game that has a code for that."""
    clause, _ = game.codes.get(OPEN, ("", ""))
    for name, each in state.world.requests.items() if clause else ():
        if each.obliges and each.status == "open":
            text = f"request {name} by {each.by} waits for the Judge"
            yield Finding(OPEN, clause, text, (each.message,), each.at)


def claims(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Question]:
    """Whether a contract's terms allow what is claimed by them."""
    for key, claim in getattr(state.world, "claims", {}).items():
        terms, message = state.world.contracts[claim.contract].terms, message_of(key)
        # Of a claim that people stated in an opening nobody knows the message.
        at = words.at if (words := state.said.get(message)) else state.world.now
        text = (
            f"{claim.by} says that the contract {claim.contract} gives {claim.to} {listed(claim.items)}. Do its terms"
            " allow it?"
        )
        needs = (f"the term: {claim.term}", f"all terms: {terms}", "it is clear, unambiguous and easily evaluated")
        answers = (ALLOWED, NOT_ALLOWED)
        clause = game.codes["TERMS_TO_JUDGE"][0]
        yield Question(f"{PAYOUT}{key}", text, clause, answers, about=at, needs=needs, observations=(message,))


def claim_judged(world: Any, question: str, answer: str) -> Act | None:
    """What carries out that people judged a claim: an act ``judge_payout`` with the claim and whether it is allowed."""
    claim = question.removeprefix(PAYOUT)
    if claim not in getattr(world, "claims", ()) or answer not in (ALLOWED, NOT_ALLOWED):
        return None
    return Act("judge_payout", {"claim": claim, "allowed": answer == ALLOWED})
