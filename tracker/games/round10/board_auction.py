"""What the pages show of phases, lots, secret actions, the last auction and hands in one world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.secret_actions import SecretAction

from . import bidding, lots, phases, secrets
from .cards import deck_of, hand_of, shown
from .codes import ACTION_FAILURES, BID_FAILURES
from .items import NAMES, said
from .scoring import Score, scored
from .state import Bid, Placement, World
from .views import (
    BidView,
    ConclusionView,
    HandView,
    LotView,
    NeedView,
    PhaseView,
    SecretView,
    StepView,
)


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    return {
        "lots": {id: _lot(world, id, people) for id in sorted(world.lots)},
        "secrets": {key: _secret(moment, key, people) for key in _of_this_week(moment)},
        "conclusion": _conclusion(moment, people),
        "hands": dict(_waiting_hands(moment, people)),
        "placements": {each.player: _placed(moment, each, people) for each in world.placements},
    }


def phase(moment: Moment[World]) -> PhaseView:
    """The phase of the moment, and the next bounds."""
    now, weeks = phases.phase_at(moment), phases.calendar(moment.law)
    week, next_week = phases.week_at(moment)
    ahead = weeks.phase_after(moment.when)
    while ahead.name != phases.AUCTION:
        ahead = weeks.phase_after(ahead.start)
    over = bidding.conclusion_of(moment)
    if over <= moment.when:
        over = secrets.dates(moment.law, secrets.BID, ahead.start)[1]
    return PhaseView(now.name, now.start, now.end, week, next_week, ahead.start, over, _changed_at(moment))


def _changed_at(moment: Moment[World]) -> datetime | None:
    """When the calendar changed, while anything is open that had begun before."""
    world = moment.world
    if world.kept is None:
        return None
    at = world.kept.at
    proposals = (each.end for each in world.proposals.values() if not each.is_closed and each.created < at)
    actions = (each.revelation for _, each in secrets.live(world) if each.posted_at < at)
    ends = (world.kept.week[1], *(each.over for each in world.kept.auctions), *proposals, *actions)
    return at if any(end > moment.when for end in ends) else None


# --- lots -------------------------------------------------------------------------------------------------------------


def _lot(world: World, id: int, people: People) -> LotView:
    lot = world.lots[id]
    return LotView(id, tuple(lot.cards), people.name(lot.by) if lot.by else "", lot.row, lot.made_at)


def need(moment: Moment[World], people: People) -> NeedView:
    """How many lots may still be generated, and why; or what bars it, and until when."""
    required, there, law = lots.required(moment), lots.existing(moment), moment.law
    bidders = people.names(moment.world.bidders_previous_auction)
    count = sum(player.is_playing for player in moment.world.players.values())
    why = (
        f"the highest of {law.number('lots_minimum')}, {law.number('lots_per_group')} for every "
        f"{law.number('players_per_group')} players ({count} play), and {law.number('lots_per_previous_bidder')} for each "
        f"who bid in the previous auction ({', '.join(bidders) or 'nobody'})"
    )
    barred, until = "", None
    if phases.is_auction(moment):
        barred, until = "no lots are generated in the Auction Phase", phases.phase_at(moment).end
    elif there >= required:
        barred = f"there are {there} lots, as many as the next auction has"
        until = None if bidding.is_over(moment) else bidding.conclusion_of(moment)
    missing = 0 if barred else required - there
    return NeedView(required, there, len(moment.world.waiting_lots), missing, why, barred, until)


# --- secret actions ---------------------------------------------------------------------------------------------------


def _of_this_week(moment: Moment[World]) -> list[str]:
    """The secret actions of the newest Auction Phase, and whatever else is not over."""
    since = bidding.auctions(moment)[0].start
    all_of_them = moment.world.secrets.items()
    return [key for key, each in all_of_them if each.posted_at >= since or each.status == "live"]


def _secret(moment: Moment[World], key: str, people: People) -> SecretView:
    world, action = moment.world, moment.world.secrets[key]
    clause, why = ACTION_FAILURES.get(action.reason, ("", "")) if action.status == "failed" else ("", "")
    return SecretView(
        key=key,
        kind=action.kind,
        player=people.name(action.actor),
        message=action.message,
        channel=action.channel,
        posted_at=action.posted_at,
        hash=action.hash,
        maturation=action.maturation,
        revelation=action.revelation,
        state=_state(moment, action),
        why=why,
        clause=clause or ("R10-019" if action.status == "withdrawn" else "R10-141"),
        revealed_at=action.revealed_at,
        how=action.how,
        bids=tuple(_bid(action, bid, people) for bid in world.bids.get(key, [])),
        cards=_cards(moment, world.hands.get(key, {})),
    )


def _state(moment: Moment[World], action: SecretAction) -> str:
    if action.status != "live":
        return action.status
    if action.revealed_at is not None:
        return "revealed"
    return "not mature" if moment.when < action.maturation else "to be revealed"


def _bid(action: SecretAction, bid: Bid, people: People) -> BidView:
    clause, why = BID_FAILURES.get(bid.reason, ("R10-020", ""))
    return BidView(
        people.name(action.actor), bid.lot, bid.amount, bid.status, why, clause, action.message, action.posted_at
    )


def _cards(moment: Moment[World], cards: Bag) -> str:
    """Cards as people read them, by rank; as they were written where the tables have changed."""
    try:
        return shown(deck_of(moment.law), hand_of(deck_of(moment.law), cards))
    except ValueError:
        return said(cards)


def _conclusion(moment: Moment[World], people: People) -> ConclusionView:
    """What was bid in the last auction that is over: lot by lot, the order of priority within each."""
    world = moment.world
    at = world.done.get(bidding.CONCLUDED)
    ended = {key: each for key, each in world.secrets.items() if each.kind == secrets.BID and each.revelation == at}
    found = {
        f"{key}:{number}": _bid(action, bid, people)
        for key, action in ended.items()
        for number, bid in enumerate(world.bids.get(key, []))
    }
    order = sorted(found, key=lambda key: (found[key].lot, -(found[key].amount or 0), found[key].posted_at))
    bidders = people.names(world.bidders_previous_auction)
    return ConclusionView(at, {key: found[key] for key in order}, bidders)


# --- hands ------------------------------------------------------------------------------------------------------------


def _waiting_hands(moment: Moment[World], people: People) -> Iterator[tuple[str, HandView]]:
    for key, cards in moment.world.hands.items():
        action = moment.world.secrets[key]
        if action.status == "live" and (score := _score(moment, cards)) is not None:
            at = action.revealed_at or action.posted_at
            shown_cards = _cards(moment, cards)
            yield key, HandView(people.name(action.actor), action.message, shown_cards, score.total, _steps(score), at)


def _placed(moment: Moment[World], placement: Placement, people: People) -> HandView:
    score = _score(moment, placement.cards)
    is_as_then = score is not None and score.total == placement.score
    clause, prize = _prize(moment.world, placement)
    return HandView(
        player=people.name(placement.player),
        message=placement.message,
        cards=_cards(moment, placement.cards),
        score=placement.score,
        steps=_steps(score) if score is not None and is_as_then else tuple(_parts(placement)),
        at=placement.at,
        rank=placement.rank,
        prize=prize,
        prize_clause=clause,
    )


def _prize(world: World, placement: Placement) -> tuple[str, str]:
    """What a placement gained, with the clause of its place."""
    found = (event for event in reversed(world.events) if event.name == "prize" and event.at == placement.at)
    prize = next((event for event in found if event.fields.get("player") == placement.player), None)
    if prize is None:
        return "", ""
    gained = {name: count for name, count in prize.fields.items() if name in NAMES}
    returned = prize.fields.get("presented_cards", {})
    return prize.clause, said({**gained, **returned})


def _score(moment: Moment[World], cards: Bag) -> Score | None:
    """The score of a hand by the tables of the moment; None where they do not have a card of it any more."""
    deck = deck_of(moment.law)
    try:
        return scored(hand_of(deck, cards), deck, moment.law)
    except ValueError:
        return None


def _steps(score: Score) -> tuple[StepView, ...]:
    factors = " × ".join(f"{name} {value}" for name, value in score.applied.items())
    return (
        StepView(f"c = {score.c}: cards in the hand", "R10-059"),
        StepView(f"r = {score.r}: ranks that the rules define", "R10-060"),
        *(StepView(each.text, each.clause, each.applies) for each in score.multipliers),
        StepView(f"m = {score.m}: {factors or 'no multiplier'}", "R10-061"),
        StepView(f"h = {score.h}: the number of its highest rank, {score.highest}", "R10-062"),
        StepView(f"score = c·r·m + h = {score.sum}", "R10-058"),
    )


def _parts(placement: Placement) -> Iterable[StepView]:
    """The parts of a score that was worked out by other tables than those of the moment."""
    parts = placement.parts
    factors = " × ".join(f"{name} {value}" for name, value in placement.multipliers.items())
    clauses = {"c": "R10-059", "r": "R10-060", "m": "R10-061", "h": "R10-062"}
    for name, clause in clauses.items():
        told = f": {factors}" if name == "m" and factors else ""
        yield StepView(f"{name} = {parts[name]}{told}", clause)
    total = f"{parts['c']}·{parts['r']}·{parts['m']} + {parts['h']} = {placement.score}"
    yield StepView(f"score = c·r·m + h = {total}", "R10-058")
