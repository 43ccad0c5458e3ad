"""Turns: whose it is and until when, passing, rounds, and the turn order as players enter and leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from tracker.core.gamestate import Finding
from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import new_orders
from . import turn_order_rule as order_rule
from .general import end_of, is_player
from .state import Turn, World

ACTION, PASS, TIME, EXIT = "action", "pass", "time", "exit"
"""How a turn ends."""


# --- whose turn it is -------------------------------------------------------------------------------------------------


@rule("COUP-020", "COUP-022", "COUP-041")
def may_act(moment: Moment[World], said: Announced) -> str:
    """The player whose action this may be, as it is their turn; "" once it was refused.

    One action ends a turn, so that a second one in the same message is nobody's, whoever comes next.
    """
    player, world = is_player(moment, "COUP-022", said.n), moment.world
    if not player:
        return ""
    if world.turn is None or world.turn.player != player:
        whose = f"it is {world.turn.player}'s turn" if world.turn else "nobody has a turn"
        moment.refuse("not_your_turn", "COUP-022", f"{whose}, not {player}'s", said.n)
        return ""
    if world.acted_in == moment.row:
        moment.refuse("not_your_turn", "COUP-041", "one action is taken in a turn, and this message took one", said.n)
        return ""
    return player


@rule("COUP-030")
def pass_turn(moment: Moment[World], said: Announced) -> None:
    """A player ends their turn without an action, also where Coup would be compulsory; it closes no window."""
    if player := may_act(moment, said):
        moment.tell("passed", "COUP-030", f"{player} passes", player=player)
        end(moment, PASS)


def begin_first(moment: Moment[World]) -> None:
    """Begin the first round with the first player of the turn order."""
    moment.world.round = 1
    _begin_round(moment)


@rule("COUP-019", "COUP-045")
def _begin(moment: Moment[World], player: str) -> None:
    """A turn begins the moment the one before ends: whose it is was notified then, and must Coup by the credits that they have."""
    world, law = moment.world, moment.law
    must_coup = world.players[player].credits >= law.number("compulsory_coup_at")
    world.turn = Turn(player, moment.when, end_of(moment, moment.when, law.span("turn_hours")), must_coup)
    text = f"it is {player}'s turn until {iso(world.turn.ends_at)}{', and only Coup is allowed' if must_coup else ''}"
    moment.tell("turn_began", "COUP-019", text, player=player, round=world.round, must_coup=must_coup)
    notify(moment, world.turn)


def notify(moment: Moment[World], turn: Turn) -> None:
    """Tell somebody privately that it is their turn."""
    from . import coup, letters

    letters.your_turn(moment, turn.player, coup.options(moment, turn.player))


def is_same(one: Turn | None, other: Turn | None) -> bool:
    """Whether two are the same turn, until the same instant: its player was told of it."""
    return one is not None and other is not None and replace(one, must_coup=other.must_coup) == other


@rule("COUP-014", "COUP-020", "COUP-022", "COUP-029")
def end(moment: Moment[World], how: str) -> None:
    """End the turn that runs, by an action, a pass, its time or its player's exit, and begin the next player's."""
    from . import letters

    world = moment.world
    if world.turn is None:
        return
    player = world.turn.player
    if how == ACTION:
        world.acted_in = moment.row
    world.timed_out = [*world.timed_out, player] if how == TIME else []
    if how == TIME:
        letters.turn_timed_out(moment)
    moment.tell("turn_ended", "COUP-020", f"{player}'s turn is over: {_WORDS[how]}", player=player, how=how)
    following = _after(world, player)
    world.turn = None
    if how == EXIT:
        world.order = [each for each in world.order if each != player]
    if following:
        _begin(moment, following)
    else:
        world.round += 1
        _begin_round(moment)


_WORDS = {
    ACTION: "an action was performed",
    PASS: "they passed",
    TIME: "its time has passed",
    EXIT: "they left the game",
}


def _after(world: World, player: str) -> str:
    """The next player in the turn order; "" after the last one."""
    at = world.order.index(player) + 1 if player in world.order else len(world.order)
    return world.order[at] if at < len(world.order) else ""


@rule("COUP-026", "COUP-029")
def _begin_round(moment: Moment[World]) -> None:
    """Let a turn order that waits be the one that holds, and begin a round with its first player."""
    world = moment.world
    if world.round > 1:
        _place_newcomers(moment)
        new_orders.apply_upcoming_order(moment)
    if not world.order:
        return
    moment.tell("round_began", "COUP-029", f"round {world.round} begins", round=world.round)
    _begin(moment, world.order[0])


# --- the clock --------------------------------------------------------------------------------------------------------


@rule("COUP-020", "COUP-097")
def hours_changed(moment: Moment[World]) -> None:
    """Let the turn that runs end by the hours that hold now, and not before now."""
    turn = moment.world.turn
    if turn is not None:
        turn.ends_at = max(end_of(moment, turn.started_at, moment.law.span("turn_hours")), moment.when)


@rule("COUP-001", "COUP-020")
def stood_still(moment: Moment[World], span: timedelta) -> None:
    """Let the turn that runs end so much later, and tell its player."""
    turn = moment.world.turn
    if turn is not None:
        turn.ends_at += span
        notify(moment, turn)


def _over_at(moment: Moment[World]) -> datetime | None:
    """The first instant at which the turn that runs is over by its time."""
    turn = moment.world.turn
    if turn is None:
        return None
    return turn.ends_at if moment.law.chooses("turn_ends", "at its last instant") else turn.ends_at + TICKLE


@rule("COUP-020", "COUP-021")
def due(moment: Moment[World]) -> Due[World] | None:
    """The end of a turn whose time has passed."""
    over_at = _over_at(moment)
    is_due = over_at is not None and over_at <= moment.when and not moment.world.waiting
    return Due(lambda at, _: end(at, TIME)) if is_due else None


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the turn that runs is over by its time."""
    over_at = _over_at(moment)
    if over_at is not None:
        yield over_at


# --- places in the order ----------------------------------------------------------------------------------------------


@rule("COUP-010", "COUP-011", "COUP-024")
def place(moment: Moment[World], player: str) -> None:
    """Give a newcomer the place directly before the player whose turn it is; before the start, the last one."""
    world, law = moment.world, moment.law
    before = world.turn.player if world.turn else ""
    slots = new_orders.slots(moment)
    is_full = slots is not None and len(world.order) >= slots
    if is_full or (before and law.chooses("newcomers_place", "with the next round")):
        world.unplaced = {**world.unplaced, player: before}
        return
    world.order = order_rule.with_newcomers(world.order, {player: before})
    if world.status == "running" and world.turn is None:
        _begin(moment, player)


@rule("COUP-010", "COUP-024")
def _place_newcomers(moment: Moment[World]) -> None:
    """Put newcomers without a place into the turn order, as far as there is room."""
    world = moment.world
    world.order = order_rule.with_newcomers(world.order, world.unplaced, new_orders.slots(moment))
    world.unplaced = {player: before for player, before in world.unplaced.items() if player not in world.order}


@rule("COUP-013", "COUP-014")
def leave(moment: Moment[World], player: str) -> None:
    """Take a player out of the turn order; in their own turn it ends, and the next player's begins."""
    world = moment.world
    world.unplaced = {other: at for other, at in world.unplaced.items() if other != player}
    if world.turn is not None and world.turn.player == player:
        end(moment, EXIT)
    world.order = [each for each in world.order if each != player]
    if world.unplaced and moment.law.chooses("newcomers_place", "at once"):
        _place_newcomers(moment)


@rule("COUP-008", "COUP-023")
def hints(moment: Moment[World]) -> Iterator[Finding]:
    """What was said since the turn began in a channel where it is nothing, as people may take it for done."""
    turn = moment.world.turn
    for each in moment.world.refused:
        if each.is_hint and (turn is None or each.at >= turn.started_at):
            yield Finding(each.code, each.clause, each.text, (each.row,), each.at, is_note=True)


ACTIONS = {"pass": pass_turn}
