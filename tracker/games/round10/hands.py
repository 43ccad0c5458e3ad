"""Auctions › Submitting a Hand: hands as they are revealed, and whether their cards are there."""

from __future__ import annotations

from tracker.mechanics.chat import secrets
from tracker.mechanics.chat.carrying import pass_over, rule
from tracker.mechanics.chat.trades import Items

from .cards import deck_of
from .hidden_texts import read_hand
from .state import Presented, Round10


@rule("R10-135", "R10-101")
def reveal_hand(world: Round10, name: str) -> None:
    """A revealed hand is presented, or fails for what its player does not have; what nobody can read waits for a person."""
    secret = world.secrets[name]
    cards = read_hand(secret.declared, deck_of(world.law))
    if isinstance(cards, str):
        pass_over("UNCLEAR", f"the hand cannot be read for certain: {cards}; people say how it reads")
        return
    fail_unless_held_when_posted(world, name, cards)
    fail_unless_held_now(world, name, cards)
    if secret.stands:
        world.hands[name] = cards
        for card, count in cards.items():
            present(world, name, card, count)


@rule("R10-057")
def present(world: Round10, name: str, card: str, count: int) -> None:
    """Mark copies of a card as presented: first those that were not before, which they are where others gave them away."""
    player = world.secrets[name].player
    marked = [each for each in world.presented if (each.holder, each.card) == (player, card)]
    free = min(count, world.players[player].amount(card) - len(marked))
    for each in marked[: count - free]:
        each.hands[name] = player
    world.presented += [Presented(card=card, holder=player, hands={name: player}) for _ in range(free)]


@rule("R10-041")
def fail_unless_held_when_posted(world: Round10, name: str, cards: Items) -> None:
    """A hand is not empty, and of cards that were there when its hash was posted, copies counted."""
    held = world.secrets[name].held
    if not cards or any(held.get(card, 0) < count for card, count in cards.items()):
        secrets.fail(world, name, "not_possessed_at_submission")


@rule("R10-042", "R10-043")
def fail_unless_held_now(world: Round10, name: str, cards: Items) -> None:
    """A hand is of cards that are there when it is revealed, copies counted."""
    if world.secrets[name].stands and not world.players[world.secrets[name].player].has(cards):
        secrets.fail(world, name, "not_possessed_at_reveal")
