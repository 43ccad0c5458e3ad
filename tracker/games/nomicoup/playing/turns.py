"""Turns: whose it is and until when, actions and passing, rounds, places in the order; and what follows at once, or as a window closes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

from tracker.core.instants import iso
from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.rows import Boundary, Message

from ..general import plays
from ..hidden import court_deck, letters
from ..state import Coup, Turn
from . import actions, answers, holdings, options, orders
from .answers import OPEN

How = Literal["action", "pass", "time", "exit"]
"""How a turn ends."""
_WORDS = {
    "action": "an action was performed",
    "pass": "it was passed",  # nosec B105
    "time": "its time has passed",
    "exit": "its player left",
}


@rule("COUP-022")
def _has_turn(world: Coup, message: Message) -> str:
    """The player whose turn it is, who wrote this."""
    player = plays(world, message)
    if world.turn is None or world.turn.player != player:
        whose = f"it is {world.turn.player}'s turn" if world.turn else "nobody has a turn"
        refuse("not_your_turn", f"{whose}, not {player}'s")
    _is_first(world, message)
    return player


@rule("COUP-041")
def _is_first(world: Coup, message: Message) -> None:
    """One action ends a turn, so that a second one in the same message is nobody's, whoever comes next."""
    is_first = world.acted_in != message.id
    require(is_first, "not_your_turn", "one action is taken in a turn, and this message took one")


@rule("COUP-041", "COUP-044")
def act(world: Coup, message: Message, **said: Any) -> None:
    """Perform an action in one's turn, which closes the window of the one before, and ends the turn."""
    answers.must_be_settled(world)
    player = _has_turn(world, message)
    actions.must_not_be_barred(world, str(said["action"]))
    made = actions.announced(world, message, player, said)
    actions.must_have(world, made)
    settle(world)
    actions.pay(world, made)
    if world.listed_in("actions")[made.kind]["pending"] == "yes":
        world.pending = made
    else:
        actions.EFFECTS[made.kind](world, made)
    follow(world)
    world.acted_in = message.id
    end(world, "action")


@rule("COUP-030")
def pass_turn(world: Coup, message: Message) -> None:
    """A player ends their turn without an action, also where Coup would be compulsory; it closes no window."""
    player = _has_turn(world, message)
    happens("passed", f"{player} passes", player=player)
    end(world, "pass")


# --- turns and rounds -------------------------------------------------------------------------------------------------


@rule("COUP-045")
def must_coup(world: Coup, player: str) -> bool:
    """Whether somebody whose turn begins has so many credits that they may only Coup or pass."""
    return world.players[player].credits >= world.law.number("compulsory_coup_at")


@rule("COUP-019", "COUP-045")
def _begin(world: Coup, player: str, at: datetime) -> None:
    """A turn begins the moment the one before ends: whose it is was notified then, and must Coup by the credits that they have."""
    is_barred, ends_at = must_coup(world, player), at + world.law.span("turn_hours")
    world.turn = Turn(player=player, started_at=at, ends_at=ends_at, must_coup=is_barred)
    text = f"it is {player}'s turn until {iso(ends_at)}{', and only Coup is allowed' if is_barred else ''}"
    happens("turn_began", text, player=player, round=world.round, must_coup=is_barred)
    letters.your_turn(world, world.turn, [each.words for each in options.in_play(world, player) if each.words])


@rule("COUP-020", "COUP-014", "COUP-022", "COUP-029")
def end(world: Coup, how: How) -> None:
    """End the turn that runs, by an action, a pass, its time or its player's exit, and begin the next player's."""
    turn = world.turn
    if turn is None:
        return
    happens("turn_ended", f"{turn.player}'s turn is over: {_WORDS[how]}", player=turn.player, how=how)
    at = world.order.index(turn.player) + 1 if turn.player in world.order else 0
    following = next(iter(world.order[at:]), "")
    world.turn = None
    if how == "exit":
        orders.set_order(world, [each for each in world.order if each != turn.player])
    ended = turn.ends_at if how == "time" and turn.ends_at else world.now
    if following:
        _begin(world, following, ended)
    else:
        orders.apply_upcoming_order(world)
        begin_round(world, world.round + 1, ended)


@rule("COUP-029", "COUP-026")
def begin_round(world: Coup, number: int, at: datetime) -> None:
    """Begin a round with the first player of the turn order."""
    world.round = number
    if world.order:
        happens("round_began", f"round {number} begins", round=number)
        _begin(world, world.order[0], at)


@rule("COUP-020", "COUP-021")
def time_out(world: Coup) -> None:
    """A turn ends whose time has passed."""
    end(world, "time")


@rule("COUP-020", "COUP-021")
def due(world: Coup) -> Iterator[Boundary]:
    """When the turn that runs is over by its time."""
    if world.turn is not None and world.turn.ends_at is not None:
        yield Boundary(world.turn.ends_at, (1,), "time_out")


# --- places in the order ----------------------------------------------------------------------------------------------


@rule("COUP-010", "COUP-011", "COUP-024")
def place(world: Coup, player: str) -> None:
    """Give a newcomer the place directly before the player whose turn it is; before the start, the last one."""
    at = world.order.index(world.turn.player) if world.turn and world.turn.player in world.order else len(world.order)
    orders.set_order(world, [*world.order[:at], player, *world.order[at:]])
    if world.status == "running" and world.turn is None:
        _begin(world, player, world.now)


@rule("COUP-013", "COUP-014")
def leave(world: Coup, player: str) -> None:
    """Take a player out of the turn order; in their own turn it ends, and the next player's begins."""
    if world.turn is not None and world.turn.player == player:
        end(world, "exit")
    elif player in world.order:
        orders.set_order(world, [each for each in world.order if each != player])


# --- what follows -----------------------------------------------------------------------------------------------------


@rule("COUP-065", "COUP-069", "COUP-072", "COUP-074")
def follow(world: Coup) -> None:
    """Let happen what follows at once: claims that fall, losses and surrenders that leave no choice, exiles; one after another."""
    if world.status == "running":
        court_deck.add_new_characters(world)
        court_deck.go_on(world)
        while _something_follows(world):
            pass


def _something_follows(world: Coup) -> bool:
    if any(answers.judge(world, claim) for claim in answers.open_claims(world)):
        return True
    steps = (_show_first, holdings.lose_without_choice, actions.return_without_choice, holdings.exile)
    return any(step(world, player) for player in world.everybody for step in steps)


@rule("COUP-065", "COUP-067")
def _show_first(world: Coup, player: str) -> bool:
    """Show a challenged card before all cards of its holder are taken without their choice: whether there was one.

    They had it when they were challenged, and never declined to show it.
    """
    owes = world.players[player]
    is_taken = holdings.has_no_choice(world, player, max(owes.losses_owed, owes.returns_owed))
    return is_taken and answers.show_held(world, player)


# --- the end of a window ----------------------------------------------------------------------------------------------


@rule("COUP-042", "COUP-043", "COUP-052", "COUP-064", "COUP-067")
def settle(world: Coup) -> None:
    """Close the window of the pending action: claims are settled first, and then it takes effect unless it is stopped."""
    pending = world.pending
    if pending is None:
        return
    while answers.settle_first(world, pending):
        follow(world)
    blocked = answers.blocking(world, pending)
    if blocked is not None and not pending.stopped:
        answers.BLOCKS[blocked.kind](pending, blocked)
    elif not pending.stopped:
        actions.EFFECTS[pending.kind](world, pending)
        follow(world)
    world.past_pending, world.pending = pending, None


# --- leaving ----------------------------------------------------------------------------------------------------------


@rule("COUP-015")
def left(world: Coup, player: str) -> None:
    """What somebody who leaves had pending, or was aimed at them only, has no effect; their claims are challenged no more."""
    pending = world.pending
    if pending is None:
        return
    if player in (pending.actor, pending.target) and not pending.stopped:
        pending.stopped, pending.counteractions = True, []
        text = f"{player} leaves: the {pending.kind} of {pending.actor} has no effect"
        happens("action_void", text, player=pending.actor, action=pending.kind)
    for claim in pending.claims:
        if (claim.player, claim.status) == (player, OPEN):
            claim.status = "fallen"
