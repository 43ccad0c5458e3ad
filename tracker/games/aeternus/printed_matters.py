"""What is printed of offers, votes, the Judge and open dice in one world, so that people can state it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE, iso, iso_or_none
from tracker.games import chat_view
from tracker.games.chat_board_votes import so_far, sure
from tracker.games.chat_strands import Strand
from tracker.mechanics.chat_dice import dice_names
from tracker.mechanics.chat_log import is_deleted_at
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.judges import ConfidenceVote, Request, Ruling
from tracker.mechanics.reaction_votes import Tally, tally
from tracker.mechanics.redacted_texts import words_of
from tracker.mechanics.trades import Offer
from tracker.mechanics.voting_periods import Proposal

from . import factions, proposals
from .general import CYCLE_WON, status_shown, until_won
from .judges import confidence_votes
from .players import may_be_playing
from .state import MergeRequest, World
from .stated_matters import sides_of


def matters(moment: Moment[World]) -> dict[str, Any]:
    """All that is open, or was when the cycle was won, by the names under which it can be stated."""
    moment = until_won(moment)
    world, bench = moment.world, moment.world.bench
    return {
        "proposals": {id: proposal_of(moment, each) for id, each in world.proposals.items()},
        "merges": {id: _merge(moment, each) for id, each in world.merges.items()},
        "offers": {id: _offer(world, each) for id, each in world.offers.items()},
        "judge": bench.judge or None,
        "candidacies": {id: _candidacy(moment, each) for id, each in _standing(moment)},
        "removal_assents": list(bench.assents),
        "requests": {id: _request(world, each) for id, each in bench.requests.items()},
        "rulings": {id: _ruling(each) for id, each in bench.rulings.items()},
        "confidence_votes": {id: _vote(moment, each) for id, each in bench.votes.items()},
        "random_matters": dict(_random(moment)),
    }


def _by_side(votes: Tally, *names: str) -> dict[str, list[str]]:
    """Who surely voted on each side."""
    return {name: sorted(side) for name, side in zip(names, sure(votes), strict=True)}


# --- proposals, merge requests and trades -----------------------------------------------------------------------------


def proposal_of(moment: Moment[World], proposal: Proposal) -> dict[str, Any]:
    """A proposal with its votes: those of the end, or while it is open those that stand now."""
    moment = until_won(moment)
    pro, contra = chat_view.votes_of(proposal, partial(proposals.votes_at, so_far(moment), proposal))
    told = {"class": proposal.klass, **_status(moment.world, proposal.status), "for": pro, "against": contra}
    told["touched"] = proposals.touched(moment, proposal)
    told |= {"by": proposal.author, "at": iso(proposal.created), "text": proposal.text}
    told |= {"starts": iso(proposal.start), "ends": iso(proposal.end)}
    if not proposal.is_closed:
        return {**told, **_by_side(proposals.votes_at(so_far(moment), proposal), "voters_for", "voters_against")}
    voters = {"voters_for": sorted(proposal.voters_for), "voters_against": sorted(proposal.voters_against)}
    return {**told, **voters, "closed_at": iso_or_none(proposal.closed_at), "reason": proposal.reason or None}


def _merge(moment: Moment[World], request: MergeRequest) -> dict[str, Any]:
    told: dict[str, Any] = {"factions": list(request.factions), "name": request.name}
    told |= _status(moment.world, request.status)
    told |= {"by": request.by, "at": iso(request.start), "ends": iso(request.end)}
    if request.status != "open":
        return {**told, "for": request.for_, "against": request.against}
    message = moment.state.log.messages[request.message]
    deleted = {"deleted": True} if is_deleted_at(message, moment.when + TICKLE) else {}
    return {**told, **_by_side(factions.votes_at(so_far(moment), request), "voters_for", "voters_against"), **deleted}


def _status(world: World, status: str) -> dict[str, Any]:
    """The status, with the reason of what the end of the cycle let lapse."""
    shown = status_shown(world, status)
    return {"status": shown, **({"reason": CYCLE_WON} if shown != status else {})}


def _offer(world: World, offer: Offer) -> dict[str, Any]:
    sides = {"gives": dict(offer.give), "gets": dict(offer.get)}
    return {"from": offer.by, "to": offer.to, **sides, "at": iso(offer.at), **_status(world, offer.status)}


# --- the Judge --------------------------------------------------------------------------------------------------------


def _standing(moment: Moment[World]) -> Iterator[tuple[str, Candidacy]]:
    """The candidacies whose message was not surely deleted, unless it counts all the same."""
    counts_anyway = moment.law.chooses("deleted_candidacy", "counts")
    for id, each in moment.world.candidacies.items():
        if counts_anyway or is_deleted_at(moment.state.log.messages[id], moment.when + TICKLE) is not True:
            yield id, each


def _candidacy(moment: Moment[World], candidacy: Candidacy) -> dict[str, Any]:
    now, message = so_far(moment), moment.state.log.messages[candidacy.message]
    votes = tally(message, "+1", "-1", now.when, lambda user: may_be_playing(now, user), "each")
    return {"by": candidacy.author, "at": iso(candidacy.at), **_by_side(votes, "voters_for", "voters_against")}


def _request(world: World, request: Request) -> dict[str, Any]:
    told = {"by": request.by, "at": iso(request.at), "text": request.text}
    told["status"] = status_shown(world, request.status)
    return {**told, "obliges": request.obliges}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    told = {"by": ruling.by, "made_at": iso(ruling.at), "text": ruling.text, "status": ruling.status}
    about = {
        "request": ruling.request or None,
        "truth": ruling.truth,
        "overturned_at": iso_or_none(ruling.overturned_at),
    }
    return {**told, **about, "switch": "=".join(ruling.switch) if ruling.switch else None}


def _vote(moment: Moment[World], vote: ConfidenceVote) -> dict[str, Any]:
    told: dict[str, Any] = {"ruling": vote.ruling, "by": vote.by}
    told |= {"status": status_shown(moment.world, vote.status), "poll": vote.message}
    told |= {"starts": iso(vote.start), "ends": iso(vote.end)}
    if vote.status != "open":
        counts = {"affirm": vote.affirm, "overturn": vote.overturn}
        return {**told, **{side: UNDETERMINED if count is None else count for side, count in counts.items()}}
    return {**told, **_by_side(confidence_votes(so_far(moment), vote), "affirming", "overturning")}


# --- random matters ---------------------------------------------------------------------------------------------------


def _random(moment: Moment[World]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What waits for dice, by the message that announced it."""
    for strand in moment.world.strands:
        if strand.row in moment.state.log.messages:
            yield strand.row, _strand(moment, strand)


def _strand(moment: Moment[World], strand: Strand) -> dict[str, Any]:
    message, world = moment.state.log.messages[strand.row], moment.world
    dice = [f"{'+'.join(f'd{die}' for die in each.sides)} for {each.purpose}" for each in _asked(world, strand)]
    told = {"by": message.author, "at": iso(strand.at), "status": "open", "dice": dice, "text": words_of(message)}
    tasks = [{"kind": each.kind, "n": each.n, "data": each.data} for each in strand.tasks]
    where = {"channel": message.channel, **({"reply_to": message.reply_to} if message.reply_to else {})}
    spent = {
        n: {"player": each.player, "ap": each.ap, "items": dict(each.items)}
        for key, each in world.spent.items()
        for row, _, n in [key.rpartition(":")]
        if row == strand.row
    }
    return {**told, **where, "tasks": tasks, "rolled": _rolled(moment, strand.row), "spent": spent}


def _asked(world: World, strand: Strand) -> list[Any]:
    return [each for each in world.requests.values() if each.row == strand.row]


def _rolled(moment: Moment[World], row: str) -> Mapping[str, list[int]]:
    """The faces that fell already for what still waits, by the keys of the dice."""
    rolls = moment.state.rolls
    names = {key: dice_names(key, len(sides_of(key, row))) for key in moment.world.newest_rolls}
    return {
        key: [rolls[name] for name in each] for key, each in names.items() if each and all(n in rolls for n in each)
    }
