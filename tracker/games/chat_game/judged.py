"""What people judge in the chapters that games share: requests that wait for the judge, and what is claimed of contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tracker.core.gamestate import Finding, Question
from tracker.mechanics.chat.meant import message_of
from tracker.mechanics.chat.rows import Act
from tracker.mechanics.chat.trades import listed

from .state import ChatState

PAYOUT, ALLOWED, NOT_ALLOWED = "payout:", "allowed", "not allowed"
"""How questions begin that ask whether a contract's terms allow a claim, and the answers."""


def open_requests(state: ChatState[Any], clause: str) -> Iterator[Finding]:
    """A finding for each request that waits for the judge."""
    for name, each in state.world.requests.items():
        if each.obliges and each.status == "open":
            text = f"request {name} by {each.by} waits for the Judge"
            yield Finding("REQUEST_OPEN", clause, text, (each.message,), each.at)


def claims(state: ChatState[Any], clause: str, said: Callable[[Mapping[str, int]], str] = listed) -> Iterator[Question]:
    """Whether a contract's terms allow what is claimed by them; ``said`` gives things as people say them."""
    for key, claim in state.world.claims.items():
        terms, message = state.world.contracts[claim.contract].terms, message_of(key)
        # Of a claim that people stated in an opening nobody knows the message.
        at = words.at if (words := state.said.get(message)) else state.world.now
        text = (
            f"{claim.by} says that the contract {claim.contract} gives {claim.to} {said(claim.items)}. Do its terms"
            " allow it?"
        )
        needs = (f"the term: {claim.term}", f"all terms: {terms}", "it is clear, unambiguous and easily evaluated")
        answers = (ALLOWED, NOT_ALLOWED)
        yield Question(f"{PAYOUT}{key}", text, clause, answers, about=at, needs=needs, observations=(message,))


def claim_judged(world: Any, question: str, answer: str) -> Act | None:
    """What carries out that people judged a claim: an act ``judge_payout`` with the claim and whether it is allowed."""
    claim = question.removeprefix(PAYOUT)
    if claim not in world.claims or answer not in (ALLOWED, NOT_ALLOWED):
        return None
    return Act("judge_payout", {"claim": claim, "allowed": answer == ALLOWED})
