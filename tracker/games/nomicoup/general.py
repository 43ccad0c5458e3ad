"""What holds for every announcement: who may do it."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import refuse
from tracker.mechanics.chat.rows import Message

from .state import Coup


def people_let(world: Coup, user: str) -> bool:
    """Whether somebody may do what people let only some do: whoever is named, and anybody where nobody is."""
    admins = [world.called.person(name) for name in world.law.words("admins")]
    return not admins or user in admins


def is_admin(world: Coup, user: str) -> bool:
    """Whether somebody is one of those who are named."""
    return user in map(world.called.person, world.law.words("admins"))


def plays(world: Coup, message: Message) -> str:
    """The player who wrote a message, or whose part did; refuses what somebody wrote who does not play."""
    player = world.player_of(message.author)
    if not player:
        general = world.law.word("general_channel")
        refuse("not_player", f"{message.author} is no player: say “I request to become a player” in #{general}")
    return player
