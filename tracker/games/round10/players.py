"""Info › Players: who plays, from when until when, and what becomes of what they hold."""

from __future__ import annotations

from tracker.mechanics.chat import people
from tracker.mechanics.chat.carrying import note, rule
from tracker.mechanics.chat.rows import Message

from .bidding import withdraw_bids
from .phases import grant_late
from .state import Player, Round10

must_play = rule("R10-004")(people.must_play)


@rule("R10-005")
def voters(world: Round10) -> set[str]:
    """Those whose votes count now."""
    return set(people.playing(world))


@rule("R10-007", "R10-011")
def join(world: Round10, message: Message) -> None:
    """Anyone becomes a player by announcing it, with nothing or with what they left."""
    player = people.join(world, message.author, newcomer=Player)
    grant_late(world, message.author, player)


@rule("R10-008")
def leave(world: Round10, message: Message) -> None:
    """A player stops being one by announcing it."""
    _stop(world, message.author)


@rule("R10-009")
def left_server(world: Round10, who: str) -> None:
    """Who leaves the server, or is removed from it, stops being a player."""
    if who in people.playing(world):
        _stop(world, who)


def _stop(world: Round10, who: str) -> None:
    people.leave(world, who)
    withdraw_bids(world, who)
    _freeze(world, who)
    if who == world.judge:
        _still_judge(who)


@rule("R10-006")
def _freeze(world: Round10, who: str) -> None:
    """What somebody holds stays as it is until they come back, unless it is ruled that it is destroyed."""
    if world.law.chooses("former_players_holding", "destroyed"):
        player = world.players[who]
        player.lose({item: player.amount(item) for item in (*player.counted, *player.cards)})
        world.presented = [each for each in world.presented if each.holder != who]


@rule("R10-119")
def _still_judge(who: str) -> None:
    note("JUDGE_IS_NO_PLAYER", f"{who} is no player any more, and Judge still")
