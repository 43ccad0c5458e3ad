"""The Court Deck: what goes into it and is drawn from it, in order; what hangs on an order that is not known yet waits for it.

How many cards anybody holds is public and changes at once; which ones they are, only when the shuffle is known that they are drawn from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from . import deals, secrets
from .state import CardStep, World

DRAW: Final = "draw"
SHUFFLE: Final = "shuffle"
"""The steps that are made with the deck."""


# --- which cards there are --------------------------------------------------------------------------------------------


@rule("COUP-032", "COUP-053")
def all_cards(moment: Moment[World]) -> list[str]:
    """The cards with which a game begins, in canonical order: of each character as many, unless its rule says otherwise."""
    each, own = moment.law.number("cards_per_character"), moment.law.value("cards_of_characters")
    return [character for character in moment.law.words("characters") for _ in range(own.get(character, each))]


def sorted_cards(moment: Moment[World], cards: Iterable[str]) -> list[str]:
    """Cards in the canonical order of the characters; those of none of them last, by name (COUP-036)."""
    places = {character: place for place, character in enumerate(moment.law.words("characters"))}
    return sorted(cards, key=lambda card: (places.get(card, len(places)), card))


def in_play(world: World) -> Counter[str]:
    """Every card that there is, wherever it is."""
    held = (card for player in world.players.values() for card in (*player.hand, *player.discarded))
    return Counter([*world.deck, *held, *(card for step in world.card_steps for card in step.cards)])


@rule("COUP-032")
def left_over(moment: Moment[World]) -> list[str]:
    """The cards that are in nobody's hand or discards, of those with which a game begins, in canonical order."""
    players = moment.world.players.values()
    held = Counter(card for player in players for card in (*player.hand, *player.discarded))
    return sorted_cards(moment, (Counter(all_cards(moment)) - held).elements())


@rule("COUP-034")
def deck_count(world: World) -> int:
    """How many cards the deck has, which is public, once all is done that waits for a shuffle."""
    waiting = sum(len(step.cards) - step.draws for step in world.card_steps)
    return len(world.deck) + waiting


def is_known(world: World, player: str) -> bool:
    """Whether all cards in somebody's hand are known, and none waits for a shuffle."""
    return world.players[player].draws_owed == 0


# --- what is done with it ---------------------------------------------------------------------------------------------


@rule("COUP-033")
def shuffle_in(moment: Moment[World], player: str, cards: Sequence[str], purpose: str, clause: str) -> None:
    """Add cards to the deck and bring the whole deck into a new order: one shuffle however many they are, none for no cards."""
    if not cards:
        return
    step = CardStep(SHUFFLE, player, list(cards), 0, moment.when, moment.row, purpose, clause)
    moment.world.card_steps.append(step)
    text = f"{len(cards)} shuffled into the Court Deck for {purpose} (deck: {deck_count(moment.world)})"
    moment.tell("cards_shuffled", clause, text, player=player or None, cards=len(cards), deck=deck_count(moment.world))
    go_on(moment)


@rule("COUP-033", "COUP-034", "COUP-037")
def draw(moment: Moment[World], player: str, count: int, clause: str) -> int:
    """Let somebody draw cards from the top, only as many as there are: how many that are, which is all that is told."""
    world = moment.world
    drawn = min(count, deck_count(world))
    if drawn <= 0:
        return 0
    world.card_steps.append(CardStep(DRAW, player, [], drawn, moment.when, moment.row, "", clause))
    world.players[player].draws_owed += drawn
    text = f"{player} draws {drawn} card{'s' * (drawn > 1)} (deck: {deck_count(world)})"
    moment.tell("cards_drawn", clause, text, player=player, cards=drawn, deck=deck_count(world))
    go_on(moment)
    return drawn


def bring_into_order(moment: Moment[World], cards: Sequence[str], purpose: str, clause: str) -> None:
    """Let these be the deck, in an order that nobody told and that the next shuffle gives."""
    world = moment.world
    world.deck = []
    world.card_steps.append(CardStep(SHUFFLE, "", list(cards), 0, moment.when, moment.row, purpose, clause))
    go_on(moment)


@rule("COUP-013", "COUP-033")
def take_back(moment: Moment[World], player: str, clause: str) -> None:
    """Shuffle all cards of somebody who leaves into the deck, with one shuffle; what they were still to draw stays there."""
    world, leaver = moment.world, moment.world.players[player]
    world.card_steps = [step for step in world.card_steps if step.kind != DRAW or step.player != player]
    cards = [*leaver.hand, *leaver.discarded]
    leaver.hand, leaver.discarded = [], []
    leaver.draws_owed = leaver.losses_owed = leaver.returns_owed = 0
    shuffle_in(moment, player, cards, f"the cards of {player}, who leaves", clause)


@rule("COUP-053")
def add_new_characters(moment: Moment[World]) -> None:
    """Shuffle in the cards of characters of which there is none: they are new."""
    if moment.world.status != "running":
        return
    there = in_play(moment.world)
    new = [card for card in all_cards(moment) if not there[card]]
    shuffle_in(moment, "", new, "new characters", "COUP-053")


# --- carrying it out --------------------------------------------------------------------------------------------------


@rule("COUP-033", "COUP-035")
def go_on(moment: Moment[World]) -> None:
    """Do with the deck what is to be done, in order, up to the first shuffle that is not known."""
    steps = moment.world.card_steps
    while (
        steps
        and not moment.world.unfit_deal
        and (_dealt(moment, steps[0]) if steps[0].kind == DRAW else _is_shuffled(moment))
    ):
        pass


def _is_shuffled(moment: Moment[World]) -> bool:
    """Make the shuffle that is next, or a later one before which nothing is drawn, so that the next matters to nobody."""
    world = moment.world
    run = list(takewhile(lambda step: step.kind == SHUFFLE, world.card_steps))
    number, cards = world.shuffle_number + 1, [*world.deck, *run[0].cards]
    order = secrets.shuffle(_as_of(moment, run[0]), number, cards, run[0].purpose, run[0].clause)
    made = 1
    while order is None and made < len(run):
        cards += run[made].cards
        order = secrets.find_shuffle(moment, number + made, cards)
        made += 1
    if order is None:
        return False
    added = [card for step in run[:made] for card in step.cards]
    world.deck, world.shuffle_number, world.asked_shuffle = order, number + made - 1, None
    del world.card_steps[:made]
    secrets.note_shuffle(_as_of(moment, run[made - 1]), run[made - 1].player, added, world.shuffle_number)
    return True


def _dealt(moment: Moment[World], step: CardStep) -> bool:
    """Give somebody the cards that they are to draw, unless others were told of that draw."""
    world, player = moment.world, moment.world.players[step.player]
    drawn, left = world.deck[: step.draws], world.deck[step.draws :]
    if not deals.fits(moment, step.player, drawn):
        return False
    world.deck = left
    world.card_steps.pop(0)
    player.hand = [*player.hand, *drawn]
    player.draws_owed -= step.draws
    secrets.note_draw(_as_of(moment, step), step.player, drawn)
    return True


def _as_of(moment: Moment[World], step: CardStep) -> Moment[World]:
    """The moment of what was to be done with the deck: it is judged as of then, and comes about now."""
    return replace(moment, law=moment.law.at(step.at or moment.when), row=step.row, resumed_at=moment.now)
