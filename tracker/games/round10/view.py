"""What holds in Round 10 at an instant, with the checklist's names, every figure with its clause and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context
from tracker.core.gamestate import UNDETERMINED, Fact, Gamestate, Reason
from tracker.games.chat_view import agreed_facts, facts_of_goods, roster
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import agreed
from tracker.mechanics.reaction_votes import voters_in_words
from tracker.mechanics.rule_doubts import marked
from tracker.mechanics.voting_periods import Proposal

from . import lots, phases, proposals
from .board import board_at
from .holdings import CONTRACT, cards_of
from .judges import confidence_votes
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, Player, State, World

if TYPE_CHECKING:
    from .game import Round10

ITEMS = (CHIPS, TRUNGS, GOLD_STARS, MAKERS)
_DECIDED = frozenset({"took effect", "failed"})


def view_at(game: Round10, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
    """The gamestate; what worlds do not agree on is undetermined."""
    moments = [game.moment(state, world, as_of, context.decisions) for world in state.worlds]
    values, next_instant = agreed([_values(moment) for moment in moments]), game.due_at(state)
    agreed_on = agreed_facts([list(_facts(moment)) for moment in moments])
    in_doubt = game.clauses_in_doubt(state, context.decisions)
    facts = tuple(marked(in_doubt, agreed_on))
    findings = game.findings(state, context.decisions)
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


# --- values -----------------------------------------------------------------------------------------------------------


def _values(moment: Moment[World]) -> dict[str, Any]:
    world = moment.world
    return {
        "players": {id: _player(each) for id, each in world.players.items()},
        "lots": {str(id): list(lot.cards) for id, lot in sorted(world.lots.items())},
        "lots_required": lots.required(moment),
        "proposals": {id: _proposal(moment, each) for id, each in world.proposals.items()},
        "contracts": {name: _contract(each) for name, each in world.contracts.items()},
        "offers": {id: {"from": each.by, "to": each.to, "status": each.status} for id, each in world.offers.items()},
        "judge": world.bench.judge or None,
        "winner": world.winner or None,
        "phase": phases.phase_at(moment).name,
        "week": phases.week_at(moment)[0].date().isoformat(),
        "bidders_previous_auction": list(world.bidders_previous_auction),
        "roster": roster(moment.law, {id: each.is_playing for id, each in world.players.items()}, moment.state),
    }


def _player(player: Player) -> dict[str, Any]:
    counts = {item: player.goods.get(item, 0) for item in ITEMS}
    return {"player": player.is_playing, **counts, "cards": dict(sorted(cards_of(player.goods).items()))}


def _proposal(moment: Moment[World], proposal: Proposal) -> dict[str, Any]:
    pro, contra = votes_of(moment, proposal)
    return {
        "class": proposal.klass,
        "status": proposals.status_at(moment, proposal),
        "for": pro,
        "against": contra,
    }


def votes_of(moment: Moment[World], proposal: Proposal) -> tuple[int | str, int | str]:
    """The votes for and against: those of the end, or while it is open those that stand now."""
    if proposal.status in _DECIDED:
        return _known(proposal.for_), _known(proposal.against)
    if proposal.status != "open":
        return 0, 0
    counts = proposals.votes_at(moment, proposal).counts
    pro, contra = ({each[side] for each in counts} for side in (0, 1))
    return _known(*pro), _known(*contra)


def _known(*counts: int | None) -> int | str:
    """The one count that there can have been."""
    first = counts[0]
    return UNDETERMINED if len(counts) != 1 or first is None else first


def _contract(contract: Any) -> dict[str, Any]:
    return {
        "parties": list(contract.parties),
        "terms": contract.terms,
        "status": contract.status,
        "consents": list(contract.consents),
        "end_consents": list(contract.end_consents),
        "holding": dict(contract.goods),
    }


# --- facts ------------------------------------------------------------------------------------------------------------


def _facts(moment: Moment[World]) -> Iterator[Fact]:
    world = moment.world
    names = {
        **{id: f"players.{id}" for id in world.players},
        **{CONTRACT + id: f"contracts.{id}" for id in world.contracts},
    }
    yield from facts_of_goods(world.changes, names, set(ITEMS))
    for number, lot in world.lots.items():
        reason = Reason("R10-037", f"generated by {lot.by or 'people'}", (lot.row,) if lot.row else ())
        yield Fact(f"lots.{number}", list(lot.cards), "R10-037", (reason,))
    yield Fact("lots_required", lots.required(moment), "R10-035", tuple(_why_lots(moment)))
    yield Fact("phase", phases.phase_at(moment).name, "R10-012", (Reason("R10-014", _phase_text(moment)),))
    if world.bench.judge:
        yield Fact("judge", world.bench.judge, "R10-131", tuple(_why_judge(moment)))
    for id, proposal in world.proposals.items():
        clause = "R10-089" if proposal.klass == "Urgent" else "R10-093"
        why = (_why_proposal(moment, proposal),)
        yield from (
            Fact(f"proposals.{id}.{name}", value, clause, why) for name, value in _proposal(moment, proposal).items()
        )
    for vote in world.bench.votes.values():
        counts = sorted(confidence_votes(moment, vote).counts) if vote.status == "open" else []
        text = f"open; affirm and overturn: {counts}" if counts else f"{vote.status}: {vote.affirm}–{vote.overturn}"
        yield Fact(f"confidence.{vote.ruling}", vote.status, "R10-126", (Reason("R10-125", text, (vote.message,)),))
    if world.winner:
        stars = world.players[world.winner].goods.get(GOLD_STARS, 0)
        yield Fact("winner", world.winner, "R10-147", (Reason("R10-147", f"{world.winner} has {stars} Gold Stars"),))


def _why_lots(moment: Moment[World]) -> Iterator[Reason]:
    bidders = moment.world.bidders_previous_auction
    count = sum(each.is_playing for each in moment.world.players.values())
    yield Reason(
        "R10-035", f"{count} players; {len(bidders)} bid in the previous auction: {', '.join(bidders) or 'nobody'}"
    )


def _phase_text(moment: Moment[World]) -> str:
    phase = phases.phase_at(moment)
    return f"the {phase.name} Phase lasts until {phase.end:%Y-%m-%d %H:%M} UTC"


def _why_judge(moment: Moment[World]) -> Iterator[Reason]:
    elected = [event for event in moment.world.events if event.name == "judge_elected"]
    for event in elected[-1:]:
        yield Reason(event.clause, event.text, (str(event.fields.get("message") or event.row),))


def _voted_on(moment: Moment[World], end: datetime) -> str:
    """Until when, or that the end is over and the result waits for what is not known; nothing waits in a round that is won."""
    until = f"{end:%Y-%m-%d %H:%M} UTC"
    return (
        f"voted on until {until}"
        if moment.when < end or moment.world.winner
        else f"voted on until {until}, which is over: the result waits"
    )


def _why_proposal(moment: Moment[World], proposal: Proposal) -> Reason:
    if proposal.is_closed:
        text = (
            proposal.reason
            or f"for: {voters_in_words(proposal.voters_for)}; against: {voters_in_words(proposal.voters_against)}"
        )
    elif proposal.status == "waiting":
        text = f"voted on from {proposal.start:%Y-%m-%d %H:%M} UTC on"
    else:
        votes = proposals.votes_at(moment, proposal)
        sides = [voters_in_words(sorted(frozenset.intersection(*(way[side] for way in votes.ways)))) for side in (0, 1)]
        text = f"for: {sides[0]}; against: {sides[1]}; {_voted_on(moment, proposal.end)}"
    return Reason("R10-084", text, (proposal.message,))
