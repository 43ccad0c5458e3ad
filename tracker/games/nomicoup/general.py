"""What holds for every announcement: who acts, the game's end, whom people let decide, and what people must say anew."""

from __future__ import annotations

from datetime import datetime, timedelta

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_play import Moment

from .state import Ending, World, state_of

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


def addressed(moment: Moment[World], public: str, private: str) -> str:
    """Words about whoever acts, or ``private`` ones to them, where they acted privately."""
    return private if is_private(moment) else public


def game_id(moment: Moment[World]) -> str:
    """What the game is called in hashes: as people stated it, else as at its first shuffle, else as the parameter says."""
    return moment.world.game_id or moment.world.kept_game_id or moment.law.word("game_id")


@rule("COUP-001")
def is_over(moment: Moment[World]) -> bool:
    """Whether somebody won: turns, windows, votes and timers have stopped."""
    return moment.world.status == "over"


@rule("COUP-001", "COUP-035")
def is_deck_open(moment: Moment[World]) -> bool:
    """Whether everything about the deck is public: the game is over, and its cards are published.

    Where no secret text is committed to, or no time is left to take the win back, they are as soon as they may be; else when the
    tracker says so, which has looked at them first.
    """
    is_committed = game_id(moment) in state_of(moment).secret_texts
    if not is_committed or not is_over(moment) or not moment.world.deck_hours:
        return is_deck_due(moment)
    return is_published(moment)


def is_published(moment: Moment[World]) -> bool:
    """Whether the tracker published the cards on the win that stands, or the secret text from which all of them follow."""
    secret, told = state_of(moment).secret_texts.get(game_id(moment)), _told_ending(moment)
    return bool(secret and secret.text) or (told is not None and told.is_opened)


@rule("COUP-001", "COUP-035")
def is_deck_due(moment: Moment[World]) -> bool:
    """Whether the cards may be published: the game is over, and the hours have passed within which the win can be taken back."""
    if not is_over(moment):
        return False
    opens_at = published_at(moment)
    return opens_at <= moment.when if opens_at else not moment.world.deck_hours


def published_at(moment: Moment[World]) -> datetime | None:
    """When the cards may be published of a game that is over; None: at once, or so long after its end is told, which it is not yet.

    Where a secret text is committed to, the hours run from when the tracker told of the win, however late it read of that.
    """
    world, told = moment.world, _told_ending(moment)
    if game_id(moment) not in state_of(moment).secret_texts:
        return world.deck_opens_at
    return told.at + timedelta(hours=world.deck_hours) if told is not None and world.deck_hours else None


def ending(moment: Moment[World]) -> str:
    """What tells the win that was recorded from any other; "" while the game is not over."""
    world = moment.world
    return " ".join([iso(world.over_at), *world.winners, *world.objection[:1]]) if world.over_at else ""


def _told_ending(moment: Moment[World]) -> Ending | None:
    """What was told last of the end of this game, where it was of this very win."""
    told = state_of(moment).endings.get(game_id(moment))
    return told if told is not None and told.win and told.win == ending(moment) else None


@rule("COUP-001")
def refuse_over(moment: Moment[World], n: int | None = None, *, by: str = "") -> None:
    """Refuse what somebody does once the game is over; while the win can be taken back they are told what becomes of that then."""
    text = f"the game is over: {' and '.join(moment.world.winners)} won"
    if moment.world.objection and not is_deck_open(moment):
        text += "; time stands still, and if the win is taken back this is to be done anew"
    moment.refuse("game_over", "COUP-001", text, n, by=by)


@rule("COUP-001")
def end_of(moment: Moment[World], since: datetime, lasts: timedelta) -> datetime:
    """When something is over that lasts so long since an instant, without the time that stood still while the game was over."""
    end = since + lasts
    for still in moment.world.standstills:
        if still.since < end and since < still.until:
            end += still.until - max(since, still.since)
    return end


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
