"""Info › Players: who becomes a player, who stops being one, and what is in doubt about departures that nobody saw happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_departures import Departures
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import Choice

from .holdings import change
from .state import Player, World

_LEFT, _REMOVED = "left", "was removed"


def is_playing(world: World, user: str) -> bool:
    """Whether somebody is a player now."""
    player = world.players.get(user)
    return player is not None and player.is_playing


def playing(world: World) -> list[Player]:
    """The players, in the order in which they first joined."""
    return [player for player in world.players.values() if player.is_playing]


# --- joining and leaving by announcement ------------------------------------------------------------------------------


@rule("R10-004", "R10-007", "R10-011")
def join(moment: Moment[World], announced: Announced) -> None:
    """Anybody who is none becomes a player by announcing it, as often as they like, and starts with nothing."""
    from .phases import grant_late

    user = moment.state.log.messages[moment.row].author
    if is_playing(moment.world, user):
        moment.refuse("ALREADY_PLAYER", "R10-007", f"{user} is a player already", announced.n)
        return
    player = moment.world.players.setdefault(user, Player(user))
    player.spans.append((moment.when, None))
    moment.tell("player_joined", "R10-007", f"{user} becomes a player", player=user)
    grant_late(moment, player)


@rule("R10-008")
def leave(moment: Moment[World], announced: Announced) -> None:
    """A player stops being one by announcing it."""
    user = moment.state.log.messages[moment.row].author
    if not is_playing(moment.world, user):
        moment.refuse("NOT_A_PLAYER", "R10-008", f"{user} is no player and cannot stop being one", announced.n)
        return
    stop_playing(moment, user, "R10-008", f"{user} stops being a player")


def stop_playing(moment: Moment[World], user: str, clause: str, text: str) -> None:
    """End somebody's being a player: their bids are withdrawn, their holding is frozen."""
    from . import bidding, judges, trade

    player = moment.world.players[user]
    player.spans[-1] = (player.spans[-1][0], moment.when)
    moment.tell("player_left", clause, text, player=user)
    bidding.withdraw(moment, user)
    _freeze(moment, player)
    trade.left(moment, user)
    judges.left(moment, user)


@rule("R10-006")
def _freeze(moment: Moment[World], player: Player) -> None:
    """What somebody holds stays as it is until they come back, unless it is ruled that it is destroyed."""
    if moment.law.chooses("former_players_holding", "destroyed"):
        for item, count in list(player.goods.items()):
            change(moment, player.id, item, -count, "R10-006", f"{player.id} stopped being a player")
        moment.world.presented = [mark for mark in moment.world.presented if mark.holder != player.id]


# --- leaving the server -----------------------------------------------------------------------------------------------


@rule("R10-009")
def left(heard: Heard) -> Iterable[Callable[[Moment[World]], Due[World] | None]]:
    """Who has surely left the server is no player from then on; being back on it does not make them one again."""
    return [lambda moment: _departed(moment, heard)] if heard.is_certain else []


def _departed(moment: Moment[World], heard: Heard) -> Due[World] | None:
    user = heard.user
    if not DEPARTURES.is_news(moment, heard):
        return None
    if moment.law.chooses("kicked_or_banned", "leaves"):
        return Due(lambda at, _: _leaves(at, user))
    question = f"departed-how:{user}:{iso(heard.at.by)}"
    if question in moment.world.assumed:
        return None
    text = f"{user} is no longer on the server: did {user} leave it, or was {user} kicked or banned?"
    choice = Choice(question, text, "R10-009", moment.when, (_LEFT, _REMOVED), (heard.row,))
    return Due(lambda at, answer: _leaves(at, user) if answer == _LEFT else None, choice)


def _leaves(moment: Moment[World], user: str) -> None:
    stop_playing(moment, user, "R10-009", f"{user} left the server and is no player any more")


DEPARTURES: Departures[World] = Departures("R10-009", is_playing, _leaves)
"""Departures as this game has them."""
departure_due = DEPARTURES.due
may_be_playing = DEPARTURES.may_be_playing


ACTIONS = {"join": join, "leave": leave}
