"""What holds in Aeternus at an instant, with the checklist's names, every figure with its clause and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context
from tracker.core.gamestate import UNDETERMINED, Fact, Gamestate, leaning_facts
from tracker.core.instants import iso, iso_or_none
from tracker.core.leaning import Reason
from tracker.games.chat_board_votes import so_far
from tracker.games.chat_view import agreed_facts, agreed_values, facts_of_goods, roster, why_voted
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.voting_periods import Proposal

from . import factions, phases, players, proposals
from .action_points import quality_score
from .board import board_at
from .general import LAPSED, WHY_LAPSED, is_past, status_shown, until_won
from .hexes import key
from .judges import confidence_votes
from .printed_matters import matters, proposal_of
from .state import Player, State, World
from .world import Cell

if TYPE_CHECKING:
    from .game import Aeternus

_TOLD_OF_PROPOSALS = ("class", "status", "for", "against", "touched")
"""What of a proposal there is a fact of."""


def view_at(game: Aeternus, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
    """The gamestate; what worlds do not agree on is undetermined."""
    moments = [game.moment(state, world, as_of, context.decisions) for world in game.shown(state)]
    values, next_instant = _printed(agreed_values([_values(moment) for moment in moments])), game.due_at(state)
    found = game.findings(state, context.decisions)
    timely = (each for each in found if not all(is_past(world, each) for world in state.worlds))
    findings = (*timely, *proposals.findings(moments[: len(state.worlds)]))
    agreed_on = agreed_facts([list(leaning_facts(partial(_facts, moment))) for moment in moments])
    in_doubt = game.clauses_in_doubt(state, context.decisions)
    facts = game.marked(state, context.decisions, agreed_on)
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


def values_at(moment: Moment[World]) -> dict[str, Any]:
    """What holds in one world, as it is printed."""
    return _printed(_values(moment))


def _values(moment: Moment[World]) -> dict[str, Any]:
    world = moment.world
    names = (*moment.law.words("quality_names"), *world.quality_names)
    return {
        "cycle_started": iso_or_none(world.cycle_started),
        "players": {id: _player(moment, each) for id, each in world.players.items()},
        "world": {key(at): _cell(cell) for at, cell in world.map.cells.items()},
        "factions": factions.members(world),
        "influence": {name: fraction(value) for name, value in factions.influence(world).items()},
        "winner": world.winner or None,
        "quality_names": list(names),
        "highest_quality": world.highest_quality,
        "naming_due": {str(quality): user for quality, user in sorted(world.naming_due.items())},
        "phase": phases.phase_at(moment).name,
        "phase_number": world.phase_number,
        "week": phases.week_at(moment)[0].date().isoformat(),
        **matters(moment),
        "roster": roster(moment.law, {id: each.is_playing for id, each in world.players.items()}, moment.state),
    }


def _printed(values: dict[str, Any]) -> dict[str, Any]:
    """The values with places as lists; until worlds agree on a place it is a tuple, for they agree on the whole of it or not at all."""
    for player in values["players"].values():
        if isinstance(player, dict) and isinstance(player["at"], tuple):
            player["at"] = list(player["at"])
    return values


def fraction(value: Fraction) -> str:
    """An influence as it is printed: ``5/2``, or ``5``."""
    return str(value)


def _player(moment: Moment[World], player: Player) -> dict[str, Any]:
    since, left = player.spans[-1] if player.spans else (None, None)
    return {
        "player": player.is_playing,
        "at": player.at,
        "ap": player.ap,
        "inventory": dict(sorted(player.goods.items())),
        "faction": player.faction or None,
        "quality_score": quality_score(player.goods),
        "reputable": UNDETERMINED if moment.world.is_unknown else players.is_reputable(moment, player.id),
        "barred": player.barred,
        "joined": iso_or_none(since),
        "left": iso_or_none(left),
        "declared": player.is_declared,
        "declarers": list(player.declarers),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "biome": cell.biome,
        "landmark": cell.landmark,
        "features": sorted(cell.features),
        "flag_owner": cell.flag_owner or None,
    }


# --- facts ------------------------------------------------------------------------------------------------------------


def _facts(moment: Moment[World]) -> Iterator[Fact]:
    world = moment.world
    yield from facts_of_goods(world.changes, partial(_name, world))
    phase = phases.phase_at(moment).name
    yield Fact("phase", phase, "AET-004", (Reason("AET-006", phases.until(moment)),))
    yield Fact("phase_number", world.phase_number, "AET-007", (Reason("AET-007", _since(world)),))
    for name, users in factions.members(world).items():
        hexes = world.map.occupied(name)
        why = Reason("AET-024", f"{hexes} hexes, {len(users)} members: {', '.join(users)}")
        yield Fact(f"influence.{name}", fraction(Fraction(hexes, len(users))), "AET-024", (why,))
    if world.bench.judge:
        yield Fact("judge", world.bench.judge, "AET-058", tuple(_why_judge(moment)))
    for id, proposal in world.proposals.items():
        clause = "AET-195" if world.won and not proposal.is_closed else _clause_of(proposal)
        reasons = tuple(_why_proposal(moment, proposal))
        yield from (
            Fact(f"proposals.{id}.{name}", value, clause, reasons)
            for name, value in proposal_of(moment, proposal).items()
            if name in _TOLD_OF_PROPOSALS
        )
    yield from _facts_of_votes(moment)


def _facts_of_votes(moment: Moment[World]) -> Iterator[Fact]:
    moment = until_won(moment)
    for vote in moment.world.bench.votes.values():
        status = status_shown(moment.world, vote.status)
        counts = sorted(confidence_votes(moment, vote).counts) if vote.status == "open" else []
        text = f"{status}; affirm and overturn: {counts}" if counts else f"{status}: {vote.affirm}–{vote.overturn}"
        why = (Reason("AET-052", text, (vote.message,)), *_why_lapsed(moment, status))
        yield Fact(f"confidence.{vote.ruling}", status, "AET-195" if status == LAPSED else "AET-053", why)


def _name(world: World, holder: str, item: str) -> str:
    """The name of the fact how many of something somebody holds; "" for who is not shown."""
    return f"players.{holder}.inventory.{item}" if holder in world.players else ""


def _since(world: World) -> str:
    began = world.cycle_started
    return f"the cycle began at {began:%Y-%m-%d %H:%M} UTC" if began else "the cycle has not begun"


def _why_judge(moment: Moment[World]) -> Iterator[Reason]:
    elected = [event for event in moment.world.events if event.name == "judge_elected"]
    for event in elected[-1:]:
        yield Reason(event.clause, event.text, (str(event.fields.get("message") or event.row),))


def _clause_of(proposal: Proposal) -> str:
    return "AET-037" if proposal.klass == "Urgent" else "AET-041"


def _why_proposal(moment: Moment[World], proposal: Proposal) -> Iterator[Reason]:
    is_over = bool(moment.world.winner)
    then = until_won(moment)
    text = why_voted(proposal, partial(proposals.votes_at, so_far(then), proposal), then.when, is_over=is_over)
    yield Reason("AET-030", text, (proposal.message,))
    yield from _why_lapsed(moment, status_shown(moment.world, proposal.status))


def _why_lapsed(moment: Moment[World], status: str) -> Iterator[Reason]:
    won = moment.world.won
    if won and status == LAPSED:
        yield Reason("AET-195", f"{WHY_LAPSED} It was won at {iso(won.at)}.", (won.row,) if won.row else ())
