"""What a person may do in the chapters that games share: trades, contracts, votes, and the judge; each with its words and clause.

A game names the clauses and channels (``Terms``) and adds what only its rules know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracker.mechanics.chat import contracts, trades
from tracker.mechanics.chat.meant import short_ids
from tracker.mechanics.chat.trades import Offer

from .pages import Can, Told


@dataclass(frozen=True)
class Terms:
    """By which clause each thing is done, by the words below, and the channels of actions and of proposals ("": any).

    ``said`` gives things as people say them, ``lacking`` why an offer could not be carried out now.
    """

    clauses: Mapping[str, str]
    actions: str
    proposals: str
    said: Callable[[Mapping[str, int]], str] = trades.listed
    lacking: Callable[[Any, Offer], Told | None] = field(default=lambda world, offer: None)


def trading(world: Any, who: str, terms: Terms) -> Iterator[Can]:
    """To offer, withdraw and accept trades."""
    yield Can("offer a trade or a gift", terms.clauses["offer"], "I trade ITEMS to @NAME for ITEMS", terms.actions)
    mine, theirs = trades.open_of(world, who), trades.open_to(world, who)
    ids = short_ids({**mine, **theirs})
    for key, to in mine.items():
        yield Can(f"withdraw the offer to {to}", terms.clauses["accept"], f"I withdraw {ids[key]}", terms.actions)
    for key, by in theirs.items():
        offer = world.offers[key]
        what = f"accept the offer of {by}: {terms.said(offer.give)} for {terms.said(offer.get)}"
        if bar := terms.lacking(world, offer):
            yield Can(what, bar.clause, why=bar.text)
        else:
            yield Can(what, terms.clauses["accept"], f"I accept {ids[key]}", terms.actions)


def contracting(world: Any, who: str, terms: Terms) -> Iterator[Can]:
    """To consent to contracts, and to their ends that others want."""
    for name in contracts.offered_to(world, who).values():
        words = f'I consent to the contract "{name}"'
        yield Can(f"consent to the contract “{name}”", terms.clauses["consent"], words, terms.actions)
    for name, each in world.contracts.items():
        if each.status == "in force" and each.end_consents and who in each.parties - each.end_consents:
            words = f'I consent to terminate the contract "{name}"'
            yield Can(f"consent to the end of the contract “{name}”", terms.clauses["end"], words, terms.actions)


def voting(world: Any, who: str, terms: Terms) -> Iterator[Can]:
    """To vote on what is open to votes."""
    for matter, each in world.proposals.items():
        if each.status == "open":
            what = f"vote on the {each.by_class} proposal {matter} of {each.author}"
            yield Can(what, terms.clauses["vote"], "👍 or 👎 on it", terms.proposals, each.end)
    for vote in world.confidence_votes.values():
        if vote.status == "open":
            words = "👍 (overturn) or 👎 (affirm)" if vote.is_reversed else "👍 (affirm) or 👎 (overturn)"
            yield Can(f"vote on the ruling {vote.ruling}", terms.clauses["confidence"], words, terms.actions, vote.ends)


def judging(world: Any, who: str, terms: Terms) -> Iterator[Can]:
    """To challenge rulings, to have the judge removed; and what the judge does."""
    if world.judge == who:
        yield from _as_judge(world, terms)
    elif world.judge and who not in world.removal_assents:
        words = "I assent to the removal of the Judge"
        yield Can(words.removeprefix("I "), terms.clauses["remove"], words)
    span = world.law.span("confidence_start_hours")
    for name, each in _standing(world, span):
        words = f"I call for a vote of confidence on ruling {each.number or name}"
        yield Can(words.removeprefix("I "), terms.clauses["call"], words, terms.actions, each.made_at + span)


def _as_judge(world: Any, terms: Terms) -> Iterator[Can]:
    yield Can("resign as Judge", terms.clauses["resign"], "I resign as Judge")
    for name, asked in world.requests.items():
        if asked.status == "open":
            words = f"Ruling on {asked.number or name}: TEXT"
            yield Can(f"rule on request {asked.number or name}", terms.clauses["rule"], words)
    span = world.law.span("self_overturn_hours")
    for name, each in _standing(world, span):
        if each.by == world.judge:
            words = f"I overturn my ruling {each.number or name}"
            yield Can(words.removeprefix("I "), terms.clauses["overturn"], words, until=each.made_at + span)


def _standing(world: Any, span: Any) -> Iterator[tuple[str, Any]]:
    """The rulings that stand and were made within a span."""
    rulings = world.rulings.items()
    return ((name, each) for name, each in rulings if each.status == "standing" and world.now <= each.made_at + span)
