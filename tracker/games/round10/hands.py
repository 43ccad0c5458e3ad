"""Auctions › Submitting a Hand, and Prizes: hands as they are revealed, in order, the cards they cost, and what each place gains."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tracker.mechanics.chat import secrets
from tracker.mechanics.chat.carrying import happens, note, pass_over, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.trades import Items

from .bidding import posted
from .cards import deck_of, hand_of
from .hidden_texts import read_hand
from .items import look_for_winner, said
from .scoring import Score, scored
from .state import Placement, Presented, Round10


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


# --- prizes -----------------------------------------------------------------------------------------------------------


CARDS_BACK = "presented_cards"
"""The column of the table of prizes that gives the cards presented back."""


@rule("R10-045")
def place_hands(world: Round10) -> None:
    """Place the successful hands, destroy the cards presented, then give the prizes."""
    if not secrets.revealed(world, "hand"):
        return
    scores = successful(world)
    ranked = in_order(world, scores)
    world.placements = [_place(world, rank, name, scores[name]) for rank, name in enumerate(ranked, 1)]
    destroyed = {name: destroy_presented(world, name) for name in ranked}
    for rank, name in enumerate(ranked, 1):
        PRIZES[min(rank, len(PRIZES)) - 1](world, world.secrets[name].player, rank, destroyed[name])
    open_ones = {name for name, each in world.secrets.items() if each.revelation > world.now}
    world.presented = [each for each in world.presented if open_ones & each.hands.keys()]


def worth(world: Round10, cards: Mapping[str, int]) -> Score | None:
    """What cards are worth by the law of now; None where the tables have none of them."""
    deck = deck_of(world.law)
    hand = hand_of(deck, cards)
    return scored(hand, deck, world.law) if hand else None


@rule("R10-046", "R10-044")
def successful(world: Round10) -> dict[str, Score]:
    """The hands that succeeded of all who are players now, with what they are worth; who left and is back is placed."""
    ended = secrets.revealed(world, "hand").items()
    mine = {
        name: worth(world, world.hands[name])
        for name, each in ended
        if each.player in playing(world) and name in world.hands
    }
    return {name: score for name, score in mine.items() if score}


@rule("R10-047")
def in_order(world: Round10, scores: dict[str, Score]) -> list[str]:
    """Higher scores first, of equal ones the hand submitted earlier."""
    return sorted(scores, key=lambda name: (-scores[name].total, posted(world, name)))


@rule("R10-048")
def _place(world: Round10, rank: int, name: str, score: Score) -> Placement:
    player = world.secrets[name].player
    told: dict[str, Any] = {**score.parts, "multipliers": score.applied}
    text = f"{player} is placed {rank} with {score.cards}: {score.sum}"
    happens("hand_placed", text, player=player, rank=rank, **told)
    cards = dict(world.hands[name])
    return Placement(player=player, cards=cards, rank=rank, message=name, **told)


# --- the cards presented ----------------------------------------------------------------------------------------------


@rule("R10-049", "R10-057")
def destroy_presented(world: Round10, name: str) -> Counter[str]:
    """The cards presented in a placed hand are destroyed, wherever they are by now; gives those that were."""
    spares = world.law.chooses("presented_card_traded_away", "is spared")
    mine = [each for each in world.presented if name in each.hands]
    gone = [each for each in mine if each.holder in each.hands.values() or not spares]
    for each in gone:
        world.presented.remove(each)
        world.holder(each.holder).lose({each.card: 1})
        told = {"card": each.card, "holder": each.holder, "presented_by": each.hands[name]}
        happens("card_destroyed", f"{each.card} of {each.holder} is destroyed", **told)
    return Counter(each.card for each in gone)


@rule("R10-057")
def hand_on(world: Round10, giver: str, receiver: str, items: Items) -> None:
    """Of equal cards those go first that were not presented; a presented one is destroyed where it is then."""
    for card, count in items.items():
        held = [each for each in world.presented if (each.holder, each.card) == (giver, card)]
        free = world.holder(giver).amount(card) - len(held)
        moved = held[: max(0, count - free)]
        for each in moved:
            each.holder = receiver
        if moved and world.law.chooses("presented_card_traded_away", "is destroyed"):
            _tell_moved({card: len(moved)}, giver, receiver)


def _tell_moved(moved: Items, giver: str, receiver: str) -> None:
    text = f"{giver} had presented {said(moved)} in a hand"
    happens("presented_card_moved", text, cards=moved, giver=giver, to=receiver)
    note("PRESENTED_CARD_TRADED", f"{text}: it is destroyed with the prizes, wherever it is then")


# --- what places gain -------------------------------------------------------------------------------------------------


def _give(world: Round10, player: str, rank: int, destroyed: Counter[str]) -> None:
    """Give a place what the table has for it; where cards come back, those that were destroyed for this hand."""
    row = _row(world.law.value("prizes"), rank)
    gained = {item: count for item, count in row.items() if item != CARDS_BACK}
    cards = dict(destroyed) if CARDS_BACK in row else {}
    world.players[player].gain(gained)
    world.players[player].gain(cards)
    told = {**gained, **({CARDS_BACK: cards} if cards else {})}
    happens("prize", f"{player} gains the prize of place {rank}", player=player, rank=rank, **told)
    look_for_winner(world)


def _row(table: dict[str, Any], rank: int) -> dict[str, Any]:
    """The row of the table for a place; ``7+`` is for the seventh and all later ones."""
    reached = [key for key in table if key == str(rank) or (key.endswith("+") and int(key[:-1]) <= rank)]
    return dict(table[max(reached, key=lambda key: (key == str(rank), int(key.rstrip("+"))))]) if reached else {}


first = rule("R10-050")(_give)
second = rule("R10-051")(_give)
third = rule("R10-052")(_give)
fourth = rule("R10-053")(_give)
fifth = rule("R10-054")(_give)
sixth = rule("R10-055")(_give)
later = rule("R10-056")(_give)
PRIZES = (first, second, third, fourth, fifth, sixth, later)
"""What gives each place its prize; the last one does so for all later places."""
