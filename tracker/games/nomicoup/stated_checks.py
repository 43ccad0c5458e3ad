"""What cannot be in a stated gamestate of Nomicoup, whatever its parts say each by itself: it is told with its place and put right."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.instants import iso
from tracker.games.chat_stated import brief

from . import court_deck
from .state import Player, Turn
from .stated_form import Form

_LONGEST_AMOUNT = 20
"""How long an amount is at most, as it is written."""


def check_people(form: Form) -> None:
    """Everybody is or is part of one player at most (COUP-008)."""
    taken = dict[str, str]()
    for player in (each for each in form.moment.world.players.values() if each.is_playing):
        for person in player.members or [player.id]:
            if taken.setdefault(person, player.id) != player.id:
                text = f"{player.id}: {person} is a part of {taken[person]}, and cannot be one of {player.id}, too"
                form.amiss(text, "COUP-008")
        player.members = [each for each in player.members if taken[each] == player.id]


def check_before_start(form: Form) -> None:
    """Before the start nobody has anything yet (COUP-040)."""
    for player in form.moment.world.players.values():
        if player.is_playing and (found := held(player)):
            text = f"{player.id} cannot have {', '.join(found)} before the game starts (status)"
            form.amiss(text, "COUP-040")
            drop(player)


def held(player: Player) -> list[str]:
    """The fields by which a player has anything of the game."""
    names = ("credits", "hand", "discarded", "losses_owed", "returns_owed")
    return [name for name in names if getattr(player, name)]


def drop(player: Player) -> None:
    """Let a player have nothing."""
    player.credits = player.losses_owed = player.returns_owed = 0
    player.hand, player.discarded = [], []


def check_turn(form: Form, turn: Turn) -> None:
    """A turn ends after it began; one that is over when the gamestate is stated for has ended by its time (COUP-020, COUP-021)."""
    if turn.ends_at < turn.started_at:
        text = f"the turn of {turn.player} cannot end ({iso(turn.ends_at)}) before it began ({iso(turn.started_at)})"
        form.amiss(text, "COUP-020")
        turn.ends_at = turn.started_at
    if form.is_over(turn.ends_at):
        text = f"the turn of {turn.player} was over at {iso(turn.ends_at)}, before the gamestate is stated for"
        form.noted(f"{text}: it has ended by its time, and so have those after it", "COUP-021")


def check_owed(form: Form) -> None:
    """Nobody owes more cards than they have; what is owed without any waits until some are drawn (COUP-060, COUP-069)."""
    for player in form.moment.world.players.values():
        most = player.influence or len(court_deck.all_cards(form.moment))
        for name, clause in (("losses_owed", "COUP-069"), ("returns_owed", "COUP-060")):
            owed = getattr(player, name)
            if owed > most:
                text = f"{player.id} cannot have {owed} as {name}: they have {player.influence} cards in hand"
                form.amiss(text, clause)
                setattr(player, name, most)


def amounts(form: Form, stated: object) -> Iterator[tuple[str, object]]:
    """What actions take, as people stated it, of actions that there are (COUP-039)."""
    for action, amount in form.table(stated, "unit_amounts").items():
        if action not in form.moment.law.value("actions"):
            form.amiss(f"unit_amounts: there is no action {action!r}", "COUP-039")
        elif isinstance(amount, (dict, list)) or len(repr(amount)) > _LONGEST_AMOUNT:
            form.amiss(f"unit_amounts: {action} cannot take {brief(amount)}", "COUP-039")
        else:
            yield action, amount
