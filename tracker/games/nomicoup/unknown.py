"""A world of which nothing is known that may have changed since an instant, beside which only what cannot is certain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.games.chat_unfollowed import SOMEBODY, told_before
from tracker.mechanics.chat_play import Moment

from .rule_paths import RuleTree
from .state import Player, Turn, Waiting, World

_AT_ANY_TIME = (
    *(
        "status",
        "winner",
        "over_at",
        "round",
        "treasury",
        "turn",
        "order",
        "pending",
        "still_open",
        "waiting_for_cards",
    ),
    *("candidates", "last_judge", "upcoming", "upcoming_order", "stale_references"),
    *("deck_count", "shuffle_number", "commitments"),
)
"""What is printed and may be anything by now, also none at all."""


def unknown(moment: Moment[World], since: datetime) -> World:
    """The moment's world with everything otherwise: who plays and has what, turns, what is pending, what is voted on, rules, the end."""
    world = moment.world
    is_over = world.over_at is not None and world.over_at < since
    return replace(
        world,
        **told_before(world, since),
        players={id: _other(each, since) for id, each in world.players.items()},
        order=[SOMEBODY, *world.order],
        rules=RuleTree(),
        turn=Turn(SOMEBODY, since, since),
        round=world.round + 1,
        treasury=world.treasury + 1,
        deck=[*world.deck, SOMEBODY],
        deck_log=[each for each in world.deck_log if each.at and each.at < since],
        pledges={player: each for player, each in world.pledges.items() if each.at < since and not each.word},
        words=[*world.words, SOMEBODY],
        pledges_closed_at=None if world.pledges_closed_at else since,
        pending=None,
        past_pending=None,
        still_open=[],
        entering={},
        waiting=[*world.waiting, Waiting(SOMEBODY, 1, since)],
        propositions={number: each for number, each in world.propositions.items() if _is_past(each.closed_at, since)},
        open_propositions=[],
        upcoming_proposition=0,
        clarifications={
            number: each for number, each in world.clarifications.items() if _is_past(each.resolved_at, since)
        },
        choosing=[],
        candidates=[SOMEBODY, *world.candidates],
        last_judge="" if world.last_judge else SOMEBODY,
        winners=world.winners if is_over else [] if world.winners else [SOMEBODY],
        over_at=world.over_at if is_over else None if world.over_at else since,
        deck_opens_at=world.deck_opens_at if is_over else since,
        deck_hours=world.deck_hours if is_over else world.deck_hours + 1,
        objection=world.objection if is_over else [SOMEBODY, ""],
        status="over" if is_over else "waiting" if world.status == "running" else "running",
        letters=[],
        asked_shuffle=None,
        drawn={},
        is_unknown=True,
    )


def _is_past(closed_at: datetime | None, since: datetime) -> bool:
    return closed_at is not None and closed_at < since


def _other(player: Player, since: datetime) -> Player:
    """A player of whom everything is otherwise."""
    return replace(
        player,
        members=[*player.members, SOMEBODY],
        credits=player.credits + 1,
        hand=[*player.hand, SOMEBODY],
        discarded=[*player.discarded, SOMEBODY],
        exiles=player.exiles + 1,
        losses_owed=player.losses_owed + 1,
        returns_owed=player.returns_owed + 1,
        draws_owed=player.draws_owed + 1,
        entered_at=None if player.entered_at else since,
    )


def as_unknown(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of such a world, with what may be anything by now as undetermined, and so whether anybody plays."""
    roster = {id: {**entry, "status": UNDETERMINED} for id, entry in values["roster"].items()}
    return {**values, **dict.fromkeys(_AT_ANY_TIME, UNDETERMINED), "roster": roster}
