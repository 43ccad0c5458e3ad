"""Info › Players: who becomes a player, who stops being one, and what is in doubt about departures that nobody saw happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from tracker.core.instants import iso, parse_instant
from tracker.core.rule import rule
from tracker.games.chat_game import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import Between, Heard, is_ruled_out
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import Choice

from .holdings import change
from .state import Player, World

BEFORE, AFTER = "before", "after"
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
    if not is_playing(moment.world, user) or _is_settled(moment.world, user, heard.at):
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


def departure_due(moment: Moment[World], users: Iterable[str], why: str) -> Due[World] | None:
    """A doubt to settle first: one of these players left the server between two looks that this very instant lies between.

    ``why`` says what hangs on it; None where nothing is in doubt.
    """
    for user in sorted(set(users)):
        if (at := _doubt(moment, user)) is not None:
            return Due(_leave_before(user), _departure(moment, user, at, why))
    return None


def may_be_playing(moment: Moment[World], user: str) -> bool | None:
    """Whether somebody is a player at this very instant; None where nobody can tell: see ``departure_due``."""
    return None if _doubt(moment, user) is not None else is_playing(moment.world, user)


def _doubt(moment: Moment[World], user: str) -> Between | None:
    """The departure of a player that may have been before or after this instant, unless this world assumes which."""
    if not is_playing(moment.world, user) or _question(moment, user) in moment.world.assumed:
        return None
    return next((at for at in moment.state.log.left.get(user, ()) if at.before(moment.when) is None), None)


def _question(moment: Moment[World], user: str) -> str:
    return f"departed:{user}:{iso(moment.when)}"


def is_refuted(world: World, user: str, was: Sequence[Between], now: Sequence[Between]) -> bool:
    """Whether a world assumes that somebody left before an instant, and it turns out that they had not."""
    return any(answer == BEFORE and is_ruled_out(was, now, when) for when, answer in _assumed(world, user))


def _assumed(world: World, user: str) -> list[tuple[datetime, str]]:
    """The instants about which a world assumes something of somebody's leaving, each with whether it was before."""
    asked = f"departed:{user}:"
    return [(parse_instant(q.removeprefix(asked)), a) for q, a in world.assumed.items() if q.startswith(asked)]


def _leave_before(user: str) -> Callable[[Moment[World], str], None]:
    return lambda moment, answer: _leaves(moment, user) if answer == BEFORE else None


def _departure(moment: Moment[World], user: str, at: Between, why: str) -> Choice:
    looks = f"after {iso(at.after)} and by {iso(at.by)}"
    text = f"{user} left the server {looks}: before or after {iso(moment.when)}? On it hangs {why}."
    return Choice(_question(moment, user), text, "R10-009", moment.when, (BEFORE, AFTER))


def _is_settled(world: World, user: str, at: Between) -> bool:
    """Whether a boundary between the two looks found the departure to be before it: then it has happened."""
    return any(answer == BEFORE and at.after <= when <= at.by for when, answer in _assumed(world, user))


ACTIONS = {"join": join, "leave": leave}
