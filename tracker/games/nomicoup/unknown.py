"""A world of which nothing is known that may have changed since an instant, beside which only what cannot is certain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tracker.games.chat_unfollowed import SOMEBODY, told_before
from tracker.mechanics.chat_play import Moment

from .state import Pending, Player, Turn, World


def unknown(moment: Moment[World], since: datetime) -> World:
    """The moment's world with everything otherwise: who plays and has what, turns, what is pending, what is voted on, rules, the end."""
    world = moment.world
    is_over = world.over_at is not None and world.over_at < since
    turn = None if world.turn else Turn(SOMEBODY, since, since)
    return replace(
        world,
        **told_before(world, since),
        players={id: _other(each) for id, each in world.players.items()},
        order=[SOMEBODY, *world.order],
        turn=turn,
        round=world.round + 1,
        treasury=world.treasury + 1,
        pending=None if world.pending else Pending(SOMEBODY, "", since, ""),
        past_pending=None,
        still_open=[],
        entering={},
        waiting=[],
        propositions={
            number: each for number, each in world.propositions.items() if each.closed_at and each.closed_at < since
        },
        open_propositions=[],
        clarifications={
            number: each
            for number, each in world.clarifications.items()
            if each.resolved_at and each.resolved_at < since
        },
        choosing=[],
        candidates=[SOMEBODY, *world.candidates],
        last_judge="" if world.last_judge else SOMEBODY,
        winners=world.winners if is_over else [SOMEBODY],
        status="over" if is_over else "waiting" if world.status == "running" else "running",
        letters=[],
        asked_shuffle=None,
    )


def _other(player: Player) -> Player:
    """A player of whom everything is otherwise."""
    return replace(
        player,
        credits=player.credits + 1,
        hand=[*player.hand, SOMEBODY],
        discarded=[*player.discarded, SOMEBODY],
        exiles=player.exiles + 1,
        losses_owed=player.losses_owed + 1,
        returns_owed=player.returns_owed + 1,
    )
