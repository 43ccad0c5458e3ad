"""Players: joining, leaving, and what that does to what they have."""

from __future__ import annotations

from tracker.mechanics.chat import people, trades
from tracker.mechanics.chat.carrying import happens, note, rule
from tracker.mechanics.chat.listening import must_be_for_players
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from . import essential
from .assist import ask_people
from .proposals import count_again
from .state import Ducks, Player

must_play = rule("DUCK-004")(must_be_for_players)


@rule("DUCK-005", "DUCK-006")
def join(world: Ducks, message: Message) -> None:
    """Anyone becomes a player, with a new duck and what was left in the pockets."""
    channel, who = world.law.word("actions_channel"), message.author
    if message.channel != channel:
        note("WRONG_CHANNEL", f"{who} may mean to join, which is announced in #{channel}")
        return
    people.join(world, who, Player, duck=world.next_duck)
    essential.create(world, who, f"{who} joins")
    count_again(world)
    if message.is_bot:
        check_bot(world, message)


@rule("DUCK-011")
def check_bot(world: Ducks, message: Message) -> None:
    """A bot joins at once, and people say whether another player controls it."""
    who, number = message.author, world.next_duck - 1
    world.players[who].bot = True
    text = f"the bot {who} joined: is it controlled by another player?"
    answers = ["is controlled by another player", "is a player"]
    ask_people(world, "bot_check", f"bot:{who}", message, text, answers, "undo_joining", who=who, number=number)


@rule("DUCK-011")
def undo_joining(world: Ducks, who: str, number: int) -> None:
    """People decided that a bot is controlled by another player: it is no player, and its duck is removed with it."""
    people.leave(world, who)
    happens("joining_undone", f"{who} is controlled by another player and is none", player=who)
    if number in world.ducks:
        essential.remove(world, number, f"{who} never joined")
    set_free(world, who)


@rule("DUCK-007")
def leave(world: Ducks, message: Message) -> None:
    """A player announces to be none any more."""
    people.leave(world, message.author)
    set_free(world, message.author)


@rule("DUCK-008")
def left_server(world: Ducks, who: str) -> None:
    """Who leaves the server stops being a player."""
    if who in playing(world):
        people.leave(world, who)
        set_free(world, who)


@rule("DUCK-009")
def set_free(world: Ducks, who: str) -> None:
    """A leaver's ducks are nobody's, and offers from and to the leaver lapse; other items wait."""
    essential.set_free(world, who)
    trades.lapse(world, who)
    world.candidates.pop(who, None)
    count_again(world)


@rule("DUCK-004")
def voters(world: Ducks) -> set[str]:
    """Those whose votes count now."""
    return set(playing(world))
