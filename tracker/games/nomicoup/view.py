"""What holds in Nomicoup at an instant, with the checklist's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context
from tracker.core.gamestate import Finding, Gamestate, Question, leaning_facts
from tracker.core.instants import iso, iso_or_none
from tracker.games.chat_view import agreed_facts, agreed_values, roster
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import agreed

from . import adopting, new_orders, secrets, treasury, turns, winning
from .board import board_at
from .challenges import open_actions
from .facts import facts_at
from .ruleset_values import reference_findings, ruleset_values
from .state import Claim, Counteraction, Pending, Player, State, World
from .unknown import as_unknown, unknown

if TYPE_CHECKING:
    from .game import Nomicoup


def view_at(game: Nomicoup, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
    """The gamestate; what worlds do not agree on is undetermined, and what is hidden stands apart."""
    followed = [game.moment(state, world, as_of, context.decisions) for world in game.shown(state)]
    moments = [*followed, *_without_cards(followed)]
    by_world = [public_values(moment) for moment in moments]
    values = agreed_values(by_world)
    known = [
        list(leaning_facts(partial(facts_at, moment, each))) for moment, each in zip(moments, by_world, strict=True)
    ]
    in_doubt, next_instant = game.clauses_in_doubt(state, context.decisions), game.due_at(state)
    facts = game.marked(state, context.decisions, agreed_facts(known))
    told = (
        *game.findings(state, context.decisions),
        *_in_all(moments, secrets.findings),
        *_in_all(moments, reference_findings),
        *_in_all(moments, new_orders.findings),
        *_in_all(moments, turns.hints),
    )
    findings, asked = tuple(dict.fromkeys(told)), game.questions(state, context.decisions, facts)
    questions = tuple(each for each in asked if not _is_idle(each, moments))
    people = People(state.log, state.identities, values["roster"])
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
        detail=board_at(moments, people, findings, questions, next_instant, in_doubt, context.settled),
        names=people.known,
        secrets=agreed([secrets.hidden_values(moment) for moment in moments]),
        dealing=secrets.dealing(followed, people),
    )


def _without_cards(moments: Sequence[Moment[World]]) -> Iterator[Moment[World]]:
    """A world of which nothing is known since the first shuffle whose order is not told though it was drawn, where there is one."""
    since = min(filter(None, map(secrets.lacks_since, moments)), default=None)
    if since is not None:
        yield replace(moments[0], world=unknown(moments[0], since))


def _is_idle(asked: Question, moments: Sequence[Moment[World]]) -> bool:
    """Whether a question is of no use: on a win that is past objecting to, or on carrying out what is not adopted in every world."""
    if any(winning.is_past_objecting(moment, asked.id) for moment in moments):
        return True
    return adopting.is_on_changes_made(asked.id) and any(asked.id not in moment.world.asks for moment in moments)


def _in_all(moments: Sequence[Moment[World]], found: Callable[[Moment[World]], Iterable[Finding]]) -> Iterator[Finding]:
    """What is found in every world: what only some have hangs on a question."""
    others = [set(found(moment)) for moment in moments[1:] if not moment.world.is_unknown]
    yield from (each for each in found(moments[0]) if all(each in other for other in others))


def public_values(moment: Moment[World]) -> dict[str, Any]:
    """Everything that holds in one world and that everybody may know, as it is printed; nothing of it hangs on a hidden card."""
    world = moment.world
    playing = {id: each for id, each in world.players.items() if each.is_playing}
    values = {
        **_game(moment),
        "players": {id: _player(each) for id, each in playing.items()},
        "former_players": {id: _former(each) for id, each in world.players.items() if not each.is_playing},
        "influence": {id: each.influence for id, each in playing.items()},
        "order": list(world.order),
        "pending": _pending(world.pending) if world.pending else None,
        "still_open": [_pending(each) for each in open_actions(world) if each is not world.pending],
        "entering": {
            each.name: {"members": list(each.members), "confirmed": list(each.confirmed)}
            for each in world.entering.values()
        },
        **ruleset_values(moment),
        "roster": roster(moment.law, {id: each.is_playing for id, each in world.players.items()}, moment.state),
    }
    values["upcoming"] = values["upcoming_order"]
    shown = secrets.shown(values, moment)
    return as_unknown(shown) if world.is_unknown else shown


def _game(moment: Moment[World]) -> dict[str, Any]:
    world, turn = moment.world, moment.world.turn
    winners = list(world.winners)
    is_running = world.status == "running"
    return {
        "status": world.status,
        "winner": winners[0] if len(winners) == 1 else winners or None,
        "over_at": iso_or_none(world.over_at),
        "round": world.round,
        "treasury": world.treasury,
        "turn": {
            "player": turn.player,
            "started_at": iso(turn.started_at),
            "must_coup": turn.must_coup,
            "ends_at": iso(turn.ends_at),
        }
        if turn and is_running
        else None,
        "unit_amounts": {name: treasury.whole(moment, amount) for name, amount in world.unit_amounts.items()},
        "waiting_for_cards": [f"{each.message}#{each.n}" for each in world.waiting],
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "members": list(player.members),
        "credits": player.credits,
        "influence": player.influence,
        "discarded": list(player.discarded),
        "exiles": player.exiles,
        "losses_owed": player.losses_owed,
        "returns_owed": player.returns_owed,
        "entered_at": iso_or_none(player.entered_at),
    }


def _former(player: Player) -> dict[str, Any]:
    return {"members": list(player.members), "exiles": player.exiles}


def _pending(pending: Pending) -> dict[str, Any]:
    return {
        "actor": pending.actor,
        "kind": pending.kind,
        "target": pending.target or None,
        "amount": pending.amount,
        "announced_at": iso(pending.announced_at),
        "cost_paid": pending.cost_paid,
        "claim": _claim(pending.claim) if pending.claim else None,
        "counteractions": [_counteraction(each) for each in pending.counteractions],
        "message": pending.message,
        "stopped": pending.is_stopped,
        "done": pending.is_done,
        "moved": pending.moved,
    }


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "player": claim.player,
        "character": claim.character,
        "status": claim.status,
        "challenger": claim.challenger or None,
        "challenged_at": iso_or_none(claim.challenged_at),
    }


def _counteraction(stated: Counteraction) -> dict[str, Any]:
    told = {"player": stated.player, "kind": stated.kind, "at": iso(stated.at)}
    return {**told, "claim": _claim(stated.claim), "message": stated.message}
