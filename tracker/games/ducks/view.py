"""What holds in Ducks at an instant, with the checklist's names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context
from tracker.core.gamestate import Gamestate, leaning_facts
from tracker.core.instants import iso, iso_or_none
from tracker.games import chat_view
from tracker.games.chat_board_votes import so_far, sure
from tracker.games.chat_view import agreed_facts, agreed_values, roster
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import ConfidenceVote, Request, Ruling
from tracker.mechanics.trades import Offer
from tracker.mechanics.voting_periods import Proposal

from . import periods, proposals
from .auctions import leading
from .board import board_at
from .board_votes import STATUS
from .facts import facts_at
from .ponds import next_upkeep
from .scouting import loot_due
from .state import GOD_EGG, Auction, Disciple, Duck, Player, State, World
from .titles import titles

if TYPE_CHECKING:
    from .game import Ducks


def view_at(game: Ducks, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
    """The gamestate; what worlds do not agree on is undetermined."""
    moments = [game.moment(state, world, as_of, context.decisions) for world in game.shown(state)]
    each = [values_at(moment) for moment in moments]
    known = [
        list(leaning_facts(partial(facts_at, moment, values))) for moment, values in zip(moments, each, strict=True)
    ]
    values, next_instant = agreed_values(each), game.due_at(state)
    in_doubt = game.clauses_in_doubt(state, context.decisions)
    facts = game.marked(state, context.decisions, agreed_facts(known))
    untold = proposals.findings(moments[: len(state.worlds)])
    findings = (*game.findings(state, context.decisions), *untold)
    questions = game.questions(state, context.decisions, facts)
    return Gamestate(
        game=game.slug,
        as_of=as_of,
        seq=seq,
        values=values,
        facts=facts,
        findings=findings,
        questions=questions,
        requests=game.requests(state),
        events=game.events(state),
        refused=game.refusals(state),
        next_instant=next_instant,
        sealed=game.sealed(state),
        detail=board_at(moments, values, findings, questions, next_instant, in_doubt, context.settled),
        names=People(state.log, state.identities, values["roster"]).known,
    )


def values_at(moment: Moment[World]) -> dict[str, Any]:
    """Everything that holds in one world, as it is printed."""
    world = moment.world
    return {
        **_round(moment),
        "players": {id: _player(moment, each) for id, each in world.players.items()},
        "ducks": _ducks(moment),
        "ponds": world.ponds,
        "titles": {title: holder or None for title, holder in titles(world, moment.law).items()},
        "offers": {id: _offer(each) for id, each in world.offers.items()},
        "proposals": {id: _proposal(moment, each) for id, each in world.proposals.items()},
        "auctions": {str(number): _auction(each) for number, each in world.auctions.items()},
        **_divine(moment),
        **_bench(world),
        "roster": roster(moment.law, {id: each.is_playing for id, each in world.players.items()}, moment.state),
    }


# --- the round --------------------------------------------------------------------------------------------------------


def _round(moment: Moment[World]) -> dict[str, Any]:
    phase, lost = periods.period(moment), moment.world.lost
    return {
        "status": moment.world.status,
        "cause": lost.cause if lost else None,
        "lost_at": iso(lost.at) if lost else None,
        "period": {"name": phase.name, "starts": iso(phase.start), "ends": iso(phase.end)},
        "week": periods.week(moment).date().isoformat(),
        "next_duck": moment.world.highest_duck + 1,
        "loot_of_gone": {
            str(number): list(due) for number, each in moment.world.gone.items() if (due := loot_due(moment, each))
        },
    }


def _divine(moment: Moment[World]) -> dict[str, Any]:
    world, law = moment.world, moment.law
    acted = world.old_one_week.date().isoformat() if world.old_one_week else None
    to_lose = {"duck_god": "duck_god_losing_god_eggs", "old_one": "old_one_losing_god_eggs"}
    counts = {"duck_god": world.duck_god.get(GOD_EGG, 0), "old_one": world.old_one_eggs}
    return {
        "duck_god": {GOD_EGG: 0, **world.duck_god},
        "old_one": {"god_eggs": world.old_one_eggs, "acted_week": acted},
        "god_eggs_to_losing": {whose: max(0, law.number(to_lose[whose]) - count) for whose, count in counts.items()},
        "disciple": _disciple(world.disciple) if world.disciple else None,
        "disciple_names_used": dict(world.disciple_names),
    }


def _disciple(disciple: Disciple) -> dict[str, Any]:
    told = {"name": disciple.name, "quacks": disciple.quacks, "damaged_by": list(disciple.damaged_by)}
    eggs = {"eggs": _parents(disciple.eggs)} if disciple.eggs else {}
    return {**told, **({"items": dict(disciple.goods)} if disciple.goods else {}), **eggs}


def _bench(world: World) -> dict[str, Any]:
    bench = world.bench
    return {
        "judge": bench.judge or None,
        "candidates": {id: list(each.assents) for id, each in world.appointments.items()},
        "removal_assents": list(bench.assents),
        "requests": {id: _request(each) for id, each in bench.requests.items()},
        "rulings": {id: _ruling(each) for id, each in bench.rulings.items()},
        "confidence": {each.ruling: each.status for each in bench.votes.values()},
        "confidence_votes": {id: _vote(each) for id, each in bench.votes.items()},
    }


def _request(request: Request) -> dict[str, Any]:
    return {"by": request.by, "at": iso(request.at), "text": request.text, "status": request.status}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    told = {"by": ruling.by, "made_at": iso(ruling.at), "text": ruling.text, "status": ruling.status}
    about = {
        "request": ruling.request or None,
        "truth": ruling.truth,
        "overturned_at": iso_or_none(ruling.overturned_at),
    }
    return {**told, **about, "switch": "=".join(ruling.switch) if ruling.switch else None}


def _vote(vote: ConfidenceVote) -> dict[str, Any]:
    told = {
        "ruling": vote.ruling,
        "by": vote.by,
        "starts": iso(vote.start),
        "ends": iso(vote.end),
        "status": vote.status,
    }
    return {**told, "words": dict(vote.words), "affirm": vote.affirm, "overturn": vote.overturn}


# --- players and ducks ------------------------------------------------------------------------------------------------


def _items(moment: Moment[World], goods: Bag) -> dict[str, int]:
    """How many there are of every kind of item, and of those Smoothies that somebody has."""
    return {**dict.fromkeys(moment.law.words("items"), 0), **goods}


def _parents(eggs: list[int]) -> list[int | None]:
    return [parent or None for parent in eggs]


def _player(moment: Moment[World], player: Player) -> dict[str, Any]:
    start = periods.start(moment)
    return {
        "player": player.is_playing,
        "since": iso_or_none(player.spans[-1][0] if player.is_playing else None),
        "bot": player.is_bot,
        "items": _items(moment, player.goods),
        "eggs": _parents(player.eggs),
        "fed_others_this_period": player.fed_in == start and player.feedings > 0,
        "disciple_quacktion_this_period": player.disciple_in == start and player.disciple_acts > 0,
    }


def _ducks(moment: Moment[World]) -> dict[str, Any]:
    ahead = next_upkeep(moment.world, moment.law)
    start = periods.start(moment)
    return {
        str(number): {**_duck(moment, each), **_doings(moment, each, start), "next_upkeep": _upkeep(ahead.get(number))}
        for number, each in moment.world.ducks.items()
    }


def _duck(moment: Moment[World], duck: Duck) -> dict[str, Any]:
    return {
        "name": duck.name or None,
        "named_at": iso_or_none(duck.named_at),
        "owner": duck.owner or None,
        "quacks": duck.quacks,
        "colour": duck.colour or None,
        "pond": duck.pond or None,
        "parent": duck.parent or None,
        "items": _items(moment, duck.goods),
        "eggs": _parents(duck.eggs),
    }


def _doings(moment: Moment[World], duck: Duck, start: datetime) -> dict[str, Any]:
    """What a duck is on, what was done with it in this period, and what may still be rolled for it."""
    return {
        "mission": _mission(duck),
        "attempted_in": iso_or_none(duck.attempted_in),
        "watermelons_this_period": duck.slices if duck.sliced_in == start else 0,
        "iced_until": iso_or_none(duck.iced_until if duck.iced_until and duck.iced_until > moment.when else None),
        "loot_due": len(loot_due(moment, duck)),
        **_due_to_others(duck, loot_due(moment, duck)),
        "pond_roll_due": duck.number in moment.world.pond_rolls,
    }


def _due_to_others(duck: Duck, due: list[str]) -> dict[str, list[str]]:
    """Who may roll for loot, where that is not the owner alone."""
    return {"loot_due_to": list(due)} if set(due) - {duck.owner} else {}


def _mission(duck: Duck) -> dict[str, Any] | None:
    mission = duck.mission
    if mission is None:
        return None
    return {"sent_at": iso(mission.sent_at), "potential": mission.potential, "adjustments": mission.adjustments}


def _upkeep(change: tuple[int, int] | None) -> str | None:
    """What the next upkeep would bring as ducks stand now, ``-2 +1``; None of a duck that it leaves alone."""
    return None if change is None else f"-{change[0]} +{change[1]}"


# --- trades, auctions, proposals --------------------------------------------------------------------------------------


def _offer(offer: Offer) -> dict[str, Any]:
    sides = {"gives": dict(offer.give), "gets": dict(offer.get)}
    return {"from": offer.by, "to": offer.to, **sides, "at": iso(offer.at), "status": offer.status}


def _auction(auction: Auction) -> dict[str, Any]:
    bids = [
        {"player": bid.player, "amount": bid.amount, "at": iso(bid.at), "valid": bid.is_valid} for bid in auction.bids
    ]
    best = leading(auction)
    return {
        "temporary_name": auction.temporary_name or None,
        "bids": bids,
        "leading": best.player if best else None,
        "first_valid_at": iso(auction.first_valid_at),
        "ends_at": iso(auction.ends_at),
        "payments": {player: _by_number(parts) for player, parts in auction.payments.items()},
    }


def _by_number(parts: Mapping[int, int]) -> dict[str, int]:
    return {str(number): count for number, count in parts.items()}


def _proposal(moment: Moment[World], proposal: Proposal) -> dict[str, Any]:
    pro, contra = chat_view.votes_of(proposal, partial(proposals.votes_at, so_far(moment), proposal))
    status = proposals.status_at(moment, proposal)
    stands = {"class": proposal.klass, "status": STATUS.get(status, status), "for": pro, "against": contra}
    times = {"at": iso(proposal.created), "starts": iso(proposal.start), "ends": iso(proposal.end)}
    pro_voters, contra_voters = (
        (proposal.voters_for, proposal.voters_against)
        if proposal.is_closed
        else map(tuple, sure(proposals.votes_at(so_far(moment), proposal)))
    )
    voters = {"voters_for": sorted(pro_voters), "voters_against": sorted(contra_voters)}
    end = {"closed_at": iso(proposal.closed_at), "reason": proposal.reason or None} if proposal.closed_at else {}
    return {**stands, "by": proposal.author, **times, "text": proposal.text, **voters, **end}
