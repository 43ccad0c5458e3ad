"""What holds for every announcement: who may do it, and what people are asked."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from tracker.mechanics.chat.carrying import clause_now, refuse
from tracker.mechanics.chat.rows import Message

from .state import Ask, Coup


def is_admin(world: Coup, user: str) -> bool:
    """Whether somebody is one of those who are named."""
    return user in map(world.called.person, world.law.words("admins"))


def people_let(world: Coup, user: str) -> bool:
    """Whether somebody may do what people let only some do: whoever is named, and anybody where nobody is."""
    return not world.law.words("admins") or is_admin(world, user)


def plays(world: Coup, message: Message) -> str:
    """The player who wrote a message, or whose part did; refuses what somebody wrote who does not play."""
    general = world.law.word("general_channel")
    why = f"{message.author} is no player: say “I request to become a player” in #{general}"
    return world.player_of(message.author) or refuse("not_player", why)


def ask(world: Coup, id: str, text: str, answers: Sequence[str], row: str, code: str = "", **about: JsonValue) -> None:
    """Ask people something under the clause that is being carried out; ``row`` is what it is about, ``code`` how it is told."""
    world.asks[id] = Ask(
        text=text, clause=clause_now(), answers=[*answers], at=world.now, rows=[row], code=code, about=about
    )
