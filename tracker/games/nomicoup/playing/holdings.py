"""What players have: credits, which the Treasury has else; and influence, which is lost card by card until exile gives new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any

from tracker.mechanics.chat.carrying import Needed, happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import plays
from ..hidden import court_deck, letters
from ..state import Coup

_REAL = re.compile(r"\s*[+-]?(?:\d{1,999}(?:\.\d{0,12})?|\.\d{1,12})\s*", re.ASCII)


@rule("COUP-038")
def take(world: Coup, player: str, wanted: int) -> None:
    """Let a player take credits from the Treasury, only as many as it holds."""
    world.players[player].credits += max(0, min(wanted, world.treasury))


@rule("COUP-038")
def pay(world: Coup, player: str, amount: int) -> None:
    """Let a player pay credits to the Treasury, only as many as they have."""
    world.players[player].credits -= min(amount, world.players[player].credits)


@rule("COUP-039")
def whole(amount: Any) -> int:
    """The whole number of credits that an amount is when it is carried out; of zero, a negative or no real number it is 0."""
    written = "" if isinstance(amount, bool) else str(amount)
    number = Fraction(written.strip()) if _REAL.fullmatch(written) else Fraction(0)
    return max(0, floor(number + Fraction(1, 2)))


def must_be_known(world: Coup, player: str) -> None:
    """Let what is carried out wait until the cards are known on which it hangs."""
    if world.players[player].draws_owed:
        raise Needed({}, "cards that are not dealt yet", "COUP-033", is_told=True)


def whose(message: Message, player: str, public: str, private: str) -> str:
    """Words about whoever acts, or ``private`` ones to them, where they acted privately."""
    return f"you {private}" if message.channel == letters.DM else f"{player} {public}"


@rule("COUP-069")
def owe_loss(world: Coup, player: str, why: str, message: str) -> None:
    """Let somebody owe the loss of one influence: until they chose a card, or there is nothing to choose, play goes on.

    ``message`` is that of the challenge or action by which they do.
    """
    loser = world.players[player]
    loser.owed_in = [*loser.owed_in[-loser.losses_owed :], message] if loser.losses_owed else [message]
    loser.losses_owed += 1
    happens("influence_owed", why, message, player=player, owed=loser.losses_owed)
    if loser.influence > loser.losses_owed:
        letters.asked_to_lose(world, player)


@rule("COUP-069", "COUP-070")
def lose(world: Coup, message: Message, character: str | None = None) -> None:
    """Choose the card to lose: it is revealed and lies discarded."""
    player = plays(world, message)
    loser, why = world.players[player], "no loss of influence"
    require(loser.losses_owed, "no_change", whose(message, player, f"owes {why}", f"owe {why}"))
    if not character:
        refuse("missing_parameter", "it does not say which card is to be lost")
    if character not in loser.hand:
        must_be_known(world, player)
        refuse("not_holding", whose(message, player, "does not hold that card", "do not hold that card"))
    _discard(world, player, [character])


@rule("COUP-069")
def _discard(world: Coup, player: str, cards: Sequence[str]) -> None:
    loser = world.players[player]
    for card in list(cards):
        loser.hand.remove(card)
        loser.discarded.append(card)
        text = f"{player} loses influence: {card} is revealed and lies face up"
        below = "".join(loser.owed_in[-loser.losses_owed :][:1])
        loser.losses_owed -= 1
        happens("influence_lost", text, below, player=player, card=card)


@rule("COUP-071")
def surrender(world: Coup, player: str, cards: Sequence[str], *, replaced: int) -> None:
    """Reveal cards of somebody's hand and shuffle them into the deck, with one shuffle; so many are drawn for them."""
    for card in cards:
        world.players[player].hand.remove(card)
    happens("cards_surrendered", f"{player} surrenders {letters.listed(cards)}", player=player, cards=list(cards))
    court_deck.shuffle_in(world, player, cards, f"what {player} surrenders")
    court_deck.draw(world, player, replaced)


def holds(world: Coup, player: str, cards: Sequence[str]) -> bool:
    """Whether somebody holds all these cards, each as often as it is named."""
    return not Counter(cards) - Counter(world.players[player].hand)


# --- what follows by itself -------------------------------------------------------------------------------------------


def has_no_choice(world: Coup, player: str, owed: int) -> bool:
    """Whether somebody, all of whose cards are known, owes as many of them as they have, or more."""
    holder = world.players[player]
    return bool(holder.hand) and owed >= holder.influence and not holder.draws_owed


@rule("COUP-069", "COUP-073")
def lose_without_choice(world: Coup, player: str) -> bool:
    """Carry out the losses of somebody who owes as many as they have cards, or more: whether that was so.

    What they owe beyond their cards hits those that they draw after their exile.
    """
    loser = world.players[player]
    is_so = has_no_choice(world, player, loser.losses_owed)
    if is_so:
        _discard(world, player, loser.hand)
    return is_so


@rule("COUP-072", "COUP-031", "COUP-074")
def exile(world: Coup, player: str) -> bool:
    """Exile whoever has no influence, counted once: their discards go into the deck and they draw; whether anything came of it.

    Nothing is surrendered any more for an Exchange all of whose cards are gone.
    """
    exiled = world.players[player]
    is_new = not exiled.influence and not exiled.exiled
    if exiled.influence and exiled.exiled:
        exiled.exiled = False
    if exiled.influence:
        return False
    if is_new:
        exiled.exiled, exiled.exiles, exiled.returns_owed = True, exiled.exiles + 1, 0
        text = f"{player} has no influence and is exiled, for the {exiled.exiles}. time"
        happens("exiled", text, player=player, exiles=exiled.exiles)
    cards, exiled.discarded = list(exiled.discarded), []
    court_deck.shuffle_in(world, player, cards, f"the discards of {player}, who is exiled")
    return court_deck.draw(world, player, world.law.number("exile_cards")) > 0 or is_new
