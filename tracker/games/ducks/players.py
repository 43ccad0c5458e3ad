"""Players: who becomes a player, who stops being one, what becomes of what they have, and bots as players."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracker.core.rule import rule
from tracker.games.chat_departures import Departures
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import Heard
from tracker.mechanics.chat_play import Ask, Moment

from .ducks import new_duck
from .flock import ducks_of, give_to, remove, shown
from .holdings import hold
from .state import Player, World

IS_PLAYER, IS_CONTROLLED = "is a player", "is controlled by another player"
"""What people may say of a bot that joins."""


def is_playing(world: World, user: str) -> bool:
    """Whether somebody is a player now."""
    player = world.players.get(user)
    return player is not None and player.is_playing


def playing(world: World) -> list[Player]:
    """The players, in the order in which they first joined."""
    return [player for player in world.players.values() if player.is_playing]


# --- joining and leaving by announcement ------------------------------------------------------------------------------


@rule("DUCK-005", "DUCK-006", "DUCK-012")
def join(moment: Moment[World], said: Announced) -> bool:
    """Whoever is no player becomes one by announcing it, as often as they like; each time a duck is created for them.

    It is done by somebody who is none yet, and so no player's game action unless that is ruled.
    """
    message = moment.state.log.messages[moment.row]
    user = message.author
    if is_playing(moment.world, user):
        moment.refuse("already_player", "DUCK-005", f"{user} is a player already", said.n)
        return False
    is_accepted = not message.is_bot or _is_accepted(moment, user)
    player = moment.world.players.setdefault(user, Player(user))
    player.is_bot = message.is_bot
    if not is_accepted and moment.law.chooses("bots", "wait for people") and _answer(moment, user) is None:
        return False
    player.spans.append((moment.when, None))
    duck = new_duck(moment, user, "DUCK-050", f"{user} is given a duck", said.n)
    moment.tell("player_joined", "DUCK-005", f"{user} becomes a player", player=user, duck=duck.number)
    if not is_accepted:
        _undo_joining(moment, user)
        return False
    return moment.law.chooses("joining_is_a_game_action", "yes")


def _bot_question(moment: Moment[World], user: str) -> str:
    return f"bot:{user}:{moment.row}"


def _answer(moment: Moment[World], user: str) -> str | None:
    return moment.answer(_bot_question(moment, user))


@rule("DUCK-011")
def _is_accepted(moment: Moment[World], user: str) -> bool:
    """Whether a bot is a player: at once, until people find that another player controls it."""
    text = f"{user} is a bot and joins the game. Is it controlled by another player, who then plays twice?"
    answers = [IS_PLAYER, IS_CONTROLLED]
    answer = moment.ask(Ask(_bot_question(moment, user), text, "DUCK-011", answers, moment.when, [moment.row]))
    if answer is None:
        moment.note("bot_check", "DUCK-011", f"{user} is a bot: is it controlled by another player?")
        return moment.law.chooses("bots", "join at once")
    return answer != IS_CONTROLLED


@rule("DUCK-011")
def _undo_joining(moment: Moment[World], user: str) -> None:
    """A bot that another player controls has never joined: its duck goes with it, and its number stays used."""
    player, world = moment.world.players[user], moment.world
    player.spans.pop()
    for duck in ducks_of(world, user):
        remove(moment, duck, "DUCK-011", f"{user} is controlled by another player")
        world.pond_rolls.remove(duck.number)
    moment.tell("joining_undone", "DUCK-011", f"{user} is controlled by another player and is none", player=user)


@rule("DUCK-007")
def leave(moment: Moment[World], said: Announced) -> bool:
    """A player stops being one by announcing it, in order with the other actions of the message."""
    user = moment.state.log.messages[moment.row].author
    stop_playing(moment, user, "DUCK-007", f"{user} stops being a player")
    return True


@rule("DUCK-009")
def stop_playing(moment: Moment[World], user: str, clause: str, text: str) -> None:
    """End somebody's being a player: their ducks are free, their open offers lapse, what else they hold waits for them."""
    from . import judges, trade

    world = moment.world
    player = world.players[user]
    player.spans[-1] = (player.spans[-1][0], moment.when)
    moment.tell("player_left", clause, text, player=user)
    if moment.law.chooses("ducks_of_who_leaves", "become ownerless"):
        for duck in ducks_of(world, user):
            give_to(moment, duck, "", "DUCK-009", f"{shown(duck)} is ownerless: {user} stopped being a player")
    _freeze(moment, player)
    trade.left(moment, user)
    judges.left(moment, user)


@rule("DUCK-006")
def _freeze(moment: Moment[World], player: Player) -> None:
    """What somebody holds besides ducks waits for their return, unless it is ruled that it is destroyed."""
    if moment.law.chooses("former_players_holding", "destroyed"):
        for item in list(player.goods):
            hold(moment, player.id, item, 0, "DUCK-006", f"{player.id} stopped being a player")


# --- leaving the server -----------------------------------------------------------------------------------------------


@rule("DUCK-008")
def left(heard: Heard) -> Iterable[Callable[[Moment[World]], Due[World] | None]]:
    """Who has surely left the server, of their own will or not, is no player from then on."""
    return [lambda moment: _departed(moment, heard)] if heard.is_certain else []


def _departed(moment: Moment[World], heard: Heard) -> Due[World] | None:
    user = heard.user
    return Due(lambda at, _: _leaves(at, user)) if DEPARTURES.is_news(moment, heard) else None


def _leaves(moment: Moment[World], user: str) -> None:
    stop_playing(moment, user, "DUCK-008", f"{user} left the server and is no player any more")


DEPARTURES: Departures[World] = Departures("DUCK-008", is_playing, _leaves)
"""Departures as this game has them."""
departure_due = DEPARTURES.due
may_be_playing = DEPARTURES.may_be_playing
ACTIONS = {"join": join, "leave": leave}
