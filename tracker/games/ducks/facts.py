"""Why what holds in Ducks does hold: every figure with its clause, the newest causes and the messages that they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tracker.core.gamestate import Fact
from tracker.core.leaning import Reason
from tracker.games.chat_board_votes import so_far
from tracker.games.chat_view import facts_of_goods, why_voted
from tracker.mechanics.chat_play import Event, GoodsChange, Moment
from tracker.mechanics.law import Law

from . import proposals
from .auctions import called, leading
from .disciple import CREATED
from .general import is_over
from .ponds import next_upkeep
from .state import DEITY, DISCIPLE, DUCK, DUCK_GOD, DUKE, KING, LORD, QUACKS, World
from .titles import OLD_ONE, standings

_TOLD: Mapping[str, tuple[str, ...]] = {
    "duck_created": ("owner",),
    "duck_changed_hands": ("owner",),
    "duck_named": ("name",),
    "duck_name_lost": ("name",),
    "duck_coloured": ("colour",),
    "duck_uncoloured": ("colour",),
    "pond_assigned": ("pond",),
    "pond_moved": ("pond",),
    "mission_started": ("mission",),
    "potential_adjusted": ("mission",),
    "retrieval_attempted": ("mission",),
    "losses_cut": ("mission",),
}
"""Events of a duck -> what of it they changed."""
_TITLES = {DEITY: "DUCK-102", KING: "DUCK-103", LORD: "DUCK-104", DUKE: "DUCK-106"}
_OF_PROPOSALS = ("class", "status", "for", "against")
_NEAREST = 3
"""So many of those who come next after a title's holder are told of."""


def facts_at(moment: Moment[World], values: Mapping[str, Any]) -> Iterator[Fact]:
    """The facts of one world, of which ``values`` are printed."""
    world = moment.world
    yield from facts_of_goods(_of_those_there(world.changes), partial(_name, world))
    yield from _of_ducks(world, values["ducks"])
    yield from _of_upkeep(moment, values["ducks"])
    yield from _of_titles(world, moment.law, values["titles"])
    yield from _of_the_round(world)
    yield from _of_auctions(world)
    yield from _of_proposals(moment, values["proposals"])


def _of_those_there(changes: Sequence[GoodsChange]) -> Iterator[GoodsChange]:
    """The changes but those of earlier Disciples, which are another's than the one that lives."""
    since = max(
        (at for at, each in enumerate(changes) if each.holder == DISCIPLE and each.clause == CREATED), default=0
    )
    return (each for at, each in enumerate(changes) if each.holder != DISCIPLE or at >= since)


def _name(world: World, holder: str, item: str) -> str:
    """The name of the fact how much of something somebody has; "" of ducks that are gone."""
    if holder.startswith(DUCK):
        number = holder.removeprefix(DUCK)
        is_there = int(number) in world.ducks
        return (f"ducks.{number}.quacks" if item == QUACKS else f"ducks.{number}.items.{item}") if is_there else ""
    if holder == DISCIPLE:
        return ("disciple.quacks" if item == QUACKS else f"disciple.items.{item}") if world.disciple else ""
    if holder == OLD_ONE:
        return "old_one.god_eggs"
    return f"duck_god.{item}" if holder == DUCK_GOD else f"players.{holder}.items.{item}"


def _reason(event: Event) -> Reason:
    return Reason(event.clause, event.text or event.name, (event.row,) if event.row else ())


# --- ducks ------------------------------------------------------------------------------------------------------------


def _of_ducks(world: World, values: Mapping[str, Any]) -> Iterator[Fact]:
    """What ducks are, each by the newest event that made it so."""
    newest: dict[tuple[str, str], Event] = {}
    for event in world.events:
        for attribute in _TOLD.get(event.name, ()):
            newest[str(event.fields["duck"]), attribute] = event
    for (number, attribute), event in newest.items():
        if number in values:
            yield Fact(f"ducks.{number}.{attribute}", values[number][attribute], event.clause, (_reason(event),))


def _of_upkeep(moment: Moment[World], values: Mapping[str, Any]) -> Iterator[Fact]:
    for number, (loss, gain) in next_upkeep(moment.world, moment.law).items():
        duck = moment.world.ducks[number]
        text = f"in pond {duck.pond}: -{loss} for ducks of its colour, +{gain} for those of others, as they stand now"
        yield Fact(
            f"ducks.{number}.next_upkeep", values[str(number)]["next_upkeep"], "DUCK-166", (Reason("DUCK-166", text),)
        )


# --- titles and the round ---------------------------------------------------------------------------------------------


def _of_titles(world: World, law: Law, values: Mapping[str, Any]) -> Iterator[Fact]:
    for title, clause in _TITLES.items():
        text = (
            _race(world, law, title)
            if title != DUKE
            else f"{KING}: {values[KING] or 'vacant'}; {LORD}: {values[LORD] or 'vacant'}"
        )
        yield Fact(f"titles.{title}", values[title], clause, (Reason(clause, text),))


def _race(world: World, law: Law, title: str) -> str:
    """Who has the most of what a title goes by, and who comes next."""
    counts = list(standings(world, law, title).items())[: _NEAREST + 1]
    return ", ".join(f"{_called(world, holder)} {count}" for holder, count in counts) or "nobody has anything of it"


def _called(world: World, holder: str) -> str:
    return called(world, int(holder.removeprefix(DUCK))) if holder.startswith(DUCK) else holder


def _of_the_round(world: World) -> Iterator[Fact]:
    if world.lost is not None:
        yield Fact("status", world.status, world.lost.clause, (Reason(world.lost.clause, world.lost.cause),))
    newest = {event.name: event for event in world.events if event.name in ("pond_created", "judge_appointed")}
    if "pond_created" in newest:
        yield Fact("ponds", world.ponds, "DUCK-163", (_reason(newest["pond_created"]),))
    if world.bench.judge:
        reasons = (_reason(newest["judge_appointed"]),) if "judge_appointed" in newest else ()
        yield Fact("judge", world.bench.judge, "DUCK-170", reasons)
    if world.disciple is not None:
        text = f"hurt by {', '.join(called(world, each) for each in world.disciple.damaged_by) or 'nobody'}"
        yield Fact("disciple.damaged_by", list(world.disciple.damaged_by), "DUCK-148", (Reason("DUCK-148", text),))


# --- auctions and proposals -------------------------------------------------------------------------------------------


def _of_auctions(world: World) -> Iterator[Fact]:
    for number, auction in world.auctions.items():
        best = leading(auction)
        if best is not None:
            text = f"{best.player} bid {best.amount} Quacks, the most of the valid bids"
            why = Reason("DUCK-136", text, (best.message,) if best.message else ())
            yield Fact(f"auctions.{number}.leading", best.player, "DUCK-140", (why,))


def _of_proposals(moment: Moment[World], values: Mapping[str, Any]) -> Iterator[Fact]:
    for id, proposal in moment.world.proposals.items():
        votes = partial(proposals.votes_at, so_far(moment), proposal)
        text = why_voted(proposal, votes, moment.when, is_over=is_over(moment))
        clause = "DUCK-049" if proposal.klass == "urgent" else "DUCK-042"
        why = (Reason("DUCK-040", text, (proposal.message,)),)
        yield from (Fact(f"proposals.{id}.{name}", values[id][name], clause, why) for name in _OF_PROPOSALS)
