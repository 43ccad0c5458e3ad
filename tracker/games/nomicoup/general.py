"""What holds for every announcement: who acts, the game's end, whom people let decide, and what people must say anew."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_play import Moment

from .state import World

DM = "dm"
"""The channel of private messages to the bot."""


def actor(moment: Moment[World]) -> tuple[str, str]:
    """Who wrote the message that is being carried out, and the player who that is ("": none)."""
    user = moment.state.log.messages[moment.row].author
    return user, moment.world.player_of(user)


def is_private(moment: Moment[World]) -> bool:
    """Whether what is being carried out was written to the bot alone: no word of it may be shown."""
    message = moment.state.log.messages.get(moment.row)
    return message is not None and message.channel == DM


def game_id(moment: Moment[World]) -> str:
    """What the game is called in hashes: as people stated it, else as the parameter says."""
    return moment.world.game_id or moment.law.word("game_id")


@rule("COUP-001")
def is_over(moment: Moment[World]) -> bool:
    """Whether somebody won: turns, windows, votes and timers have stopped."""
    return moment.world.status == "over"


@rule("COUP-001", "COUP-035")
def is_deck_open(moment: Moment[World]) -> bool:
    """Whether everything about the deck is public: the game is over, and the hours have passed within which the win can be taken back."""
    opens_at = moment.world.deck_opens_at
    return is_over(moment) and (opens_at is None or opens_at <= moment.when)


@rule("COUP-001")
def refuse_over(moment: Moment[World], n: int | None = None, *, by: str = "") -> None:
    """Refuse what somebody does once the game is over."""
    moment.refuse("game_over", "COUP-001", f"the game is over: {' and '.join(moment.world.winners)} won", n, by=by)


def people_let(moment: Moment[World], user: str) -> bool:
    """Whether somebody may do what people let only some do: whoever is named, and anybody where nobody is."""
    admins = moment.law.words("admins")
    return not admins or user in admins


def is_player(moment: Moment[World], clause: str, n: int) -> str:
    """The player who acts; "" once it was refused, as it is nobody who plays."""
    user, player = actor(moment)
    if not player:
        text = f"{user} is no player: say “I request to become a player” in #{moment.law.word('general_channel')}"
        moment.refuse("not_player", clause, text, n)
    return player


@rule("COUP-023")
def unclear(moment: Moment[World], said: Announced | NotUnderstood, why: str) -> None:
    """Refuse an announcement that is half understood: whoever made it is asked to say it anew.

    Nobody else is asked how it reads: what was dealt since would be known to whoever answers.
    """
    text = "it cannot be read for certain" if is_private(moment) else f"“{said.line}” cannot be read for certain: {why}"
    moment.refuse("unclear", "COUP-023", f"{text}; say it anew", said.n)
