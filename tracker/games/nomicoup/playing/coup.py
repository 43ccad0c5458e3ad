"""The game of Coup as a whole: what follows from whatever happened, the end of a window, who leaves, and what somebody can do."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.mechanics.chat.carrying import happens, rule

from ..hidden import court_deck
from ..state import Coup
from . import actions, challenges, counteractions, influence
from .challenges import FALLEN, OPEN, UNCHALLENGED

# --- what follows -----------------------------------------------------------------------------------------------------


def everybody(world: Coup) -> list[str]:
    """All who play, in the turn order; those who are not in it last."""
    return list(dict.fromkeys([*(each for each in world.order if each in world.players), *world.players]))


@rule("COUP-065", "COUP-069", "COUP-072", "COUP-074")
def follow(world: Coup) -> None:
    """Let happen what follows at once: claims that fall, losses and surrenders that leave no choice, exiles; one after another."""
    if world.status == "running":
        court_deck.add_new_characters(world)
        court_deck.go_on(world)
        while _something_follows(world):
            pass


def _something_follows(world: Coup) -> bool:
    if any(challenges.judge(world, claim) for claim in challenges.open_claims(world)):
        return True
    steps = (_show_first, influence.lose_without_choice, actions.return_without_choice, influence.exile)
    return any(step(world, player) for player in everybody(world) for step in steps)


@rule("COUP-065", "COUP-067")
def _show_first(world: Coup, player: str) -> bool:
    """Show a challenged card before all cards of its holder are taken without their choice: whether there was one.

    They had it when they were challenged, and never declined to show it.
    """
    owes = world.players[player]
    is_taken = influence.has_no_choice(world, player, max(owes.losses_owed, owes.returns_owed))
    return is_taken and challenges.show_held(world, player)


# --- the end of a window ----------------------------------------------------------------------------------------------


@rule("COUP-042", "COUP-043", "COUP-052", "COUP-064", "COUP-067")
def settle(world: Coup) -> None:
    """Close the window of the pending action: claims are settled first, and then it takes effect unless it is stopped."""
    pending = world.pending
    if pending is None:
        return
    while challenges.settle_first(world, pending):
        follow(world)
    blocked = counteractions.blocking(world, pending)
    if blocked is not None and not pending.stopped:
        counteractions.BLOCKS.get(blocked.kind, counteractions.any_other)(pending, blocked)
    elif not pending.stopped:
        actions.take_effect(world, pending)
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
        if claim.player == player:
            claim.is_of_who_left = True
            claim.status = FALLEN if claim.status == OPEN else claim.status  # type: ignore[assignment]


# --- what somebody can do ---------------------------------------------------------------------------------------------


def options(world: Coup, player: str) -> list[str]:
    """What a player can announce now, in canonical words; NAME, and CARD where there is a choice, are theirs to say."""
    in_turn = actions.options_in_turn(world, player) if world.turn and world.turn.player == player else ()
    return [*in_turn, *_owed(world, player), *_answers(world, player)]


def _owed(world: Coup, player: str) -> Iterator[str]:
    owes = world.players[player]
    if owes.losses_owed:
        yield "discard CARD"
    if owes.returns_owed:
        yield f"return {' and '.join(['CARD'] * owes.returns_owed)}"
    for claim in challenges.open_claims(world):
        if claim.player == player:
            yield f"show {claim.character}"
            yield "I decline to show."


def _answers(world: Coup, player: str) -> Iterator[str]:
    """Whom somebody may challenge or counter in the open window."""
    pending = world.pending
    for claim in pending.claims if pending else ():
        if claim.player != player and claim.status == UNCHALLENGED and not claim.is_of_who_left:
            yield f"I challenge {called(claim.player)} on {claim.character}."
    if pending is not None and pending.actor != player:
        for name in counteractions.stateable(world, pending, player):
            yield f"I counter with {name} as {world.listed_in('counteractions')[name]['claim']}."


def called(player: str) -> str:
    """A player as announcements name them; the id of an account is a mention, in whose place readers see the name."""
    return f"<@{player}>" if player.isdecimal() else f"@{player}"
