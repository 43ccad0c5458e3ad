"""Losing influence: cards that are chosen and lie face up, cards that are surrendered, and the exile of whoever has none left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import court_deck, letters
from .general import actor, addressed
from .state import Player, World


@rule("COUP-069")
def owe_loss(moment: Moment[World], player: str, clause: str, text: str, message: str) -> None:
    """Let somebody owe the loss of one influence: until they chose a card, or there is nothing to choose, play goes on.

    ``message`` is that of the challenge or action by which they do.
    """
    loser = moment.world.players[player]
    loser.owed_in = [*loser.losses_owed_in, message]
    loser.losses_owed += 1
    moment.tell("influence_owed", clause, text, player=player, owed=loser.losses_owed)
    if loser.influence > loser.losses_owed:
        letters.asked_to_lose(moment, player)


@rule("COUP-069", "COUP-070")
def lose(moment: Moment[World], said: Announced) -> bool | None:
    """Choose the card to lose (field ``character``): it is revealed and lies discarded; False where that hangs on cards to come."""
    player = actor(moment)[1]
    loser, card = moment.world.players[player], str(said.fields["character"] or "")
    if not loser.losses_owed:
        text = addressed(moment, f"{player} owes no loss of influence", "you owe no loss of influence")
        moment.refuse("no_change", "COUP-069", text, said.n)
    elif not card:
        moment.refuse("missing_parameter", "COUP-069", "it does not say which card is to be lost", said.n)
    elif card in loser.hand:
        loser.losses_owed -= 1
        _discard(moment, loser, [card])
    elif not court_deck.is_known(moment.world, player):
        return False
    else:
        text = addressed(moment, f"{player} does not hold that card", "you do not hold that card")
        moment.refuse("not_holding", "COUP-069", text, said.n)
    return None


def owed_by(world: World, player: str) -> str:
    """The message by which somebody owes their oldest loss; "" where none is known."""
    owes = world.players[player]
    return owes.losses_owed_in[0] if len(owes.losses_owed_in) == owes.losses_owed > 0 else ""


def _discard(moment: Moment[World], loser: Player, cards: Sequence[str]) -> None:
    for card in list(cards):
        loser.hand = without(loser.hand, [card])
        loser.discarded = [*loser.discarded, card]
        text = f"{loser.id} loses influence: {card} is revealed and lies face up"
        moment.tell("influence_lost", "COUP-069", text, player=loser.id, card=card)


@rule("COUP-071")
def surrender(moment: Moment[World], player: str, cards: Sequence[str], clause: str, *, replaced: int) -> None:
    """Reveal cards of somebody's hand and shuffle them into the deck, with one shuffle; so many are drawn for them."""
    holder = moment.world.players[player]
    holder.hand = without(holder.hand, cards)
    text = f"{player} surrenders {' and '.join(cards)}"
    moment.tell("cards_surrendered", clause, text, player=player, cards=list(cards))
    court_deck.shuffle_in(moment, player, cards, f"what {player} surrenders", clause)
    court_deck.draw(moment, player, replaced, clause)


def without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    """A hand without some of its cards, the others in their order; raises ValueError where it does not hold them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def holds(player: Player, cards: Sequence[str]) -> bool:
    """Whether somebody holds all these cards, each as often as it is named."""
    return not Counter(cards) - Counter(player.hand)


# --- what follows by itself -------------------------------------------------------------------------------------------


def loses_all(moment: Moment[World], player: str) -> bool:
    """Whether somebody, all of whose cards are known, owes as many losses as they have cards, or more."""
    loser = moment.world.players[player]
    return bool(loser.hand) and loser.losses_owed >= loser.influence and court_deck.is_known(moment.world, player)


@rule("COUP-069", "COUP-073")
def lose_without_choice(moment: Moment[World], player: str) -> bool:
    """Carry out the losses of somebody who owes as many as they have cards, or more: whether that was so.

    What they owe beyond their cards hits those that they draw after their exile.
    """
    if not loses_all(moment, player):
        return False
    loser = moment.world.players[player]
    loser.losses_owed -= len(loser.hand)
    _discard(moment, loser, loser.hand)
    return True


@rule("COUP-031", "COUP-072", "COUP-074")
def exile(moment: Moment[World], player: str) -> bool:
    """Exile whoever has no influence, counted once: their discards go into the deck and they draw; whether anything came of it."""
    exiled = moment.world.players[player]
    if exiled.influence:
        exiled.is_exiled = False
        return False
    is_new = not exiled.is_exiled
    if is_new:
        exiled.is_exiled = True
        exiled.exiles += 1
        _end_exchange(moment, exiled)
        text = f"{player} has no influence and is exiled, for the {exiled.exiles}. time"
        moment.tell("exiled", "COUP-072", text, player=player, exiles=exiled.exiles)
    cards, exiled.discarded = exiled.discarded, []
    court_deck.shuffle_in(moment, player, cards, f"the discards of {player}, who is exiled", "COUP-072")
    drawn = court_deck.draw(moment, player, moment.law.number("exile_cards"), "COUP-072")
    exiled.is_exiled = not drawn
    return is_new or bool(drawn)


@rule("COUP-060", "COUP-072")
def _end_exchange(moment: Moment[World], exiled: Player) -> None:
    """Let nothing be surrendered any more for an Exchange all of whose cards are gone, unless it is ruled otherwise."""
    if moment.law.chooses("exchange_of_the_exiled", "surrenders nothing more"):
        exiled.returns_owed = 0


ACTIONS = {"lose": lose}
