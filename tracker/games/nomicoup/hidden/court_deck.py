"""The Court Deck: what goes into it and is drawn from it, in order; what hangs on an order that is not known yet waits for it.

How many cards anybody holds is public and changes at once; which ones they are, only when the shuffle is known that they are drawn from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal

from tracker.core.secrecy import commitment, shuffle_key
from tracker.mechanics.chat.carrying import happens, rule
from tracker.mechanics.deck.secret_deck import are_same_cards, in_order

from ..state import CardStep, Coup, Drawn, Logged, Order
from . import letters

# --- which cards there are --------------------------------------------------------------------------------------------


@rule("COUP-032", "COUP-053")
def all_cards(world: Coup) -> Counter[str]:
    """The cards with which a game begins: of each character as many, unless its rule says otherwise."""
    each, own = world.law.number("cards_per_character"), world.law.value("cards_of_characters")
    return Counter({character: own.get(character, each) for character in world.law.words("characters")})


def sorted_cards(world: Coup, cards: Iterable[str]) -> list[str]:
    """Cards as they are sorted before a shuffle (COUP-036)."""
    return in_order(cards, world.law.words("characters"))


def held(world: Coup) -> Counter[str]:
    """The cards in hands and discards."""
    return Counter(card for player in world.players.values() for card in (*player.hand, *player.discarded))


@rule("COUP-032")
def left_over(world: Coup) -> list[str]:
    """The cards in nobody's hand or discards, of those with which a game begins."""
    return sorted_cards(world, (all_cards(world) - held(world)).elements())


@rule("COUP-034")
def deck_count(world: Coup) -> int:
    """How many cards the deck has, which is public, once all is done that waits for a shuffle."""
    return len(world.deck) + sum(len(step.cards) - step.draws for step in world.card_steps)


def name_of_game(world: Coup) -> str:
    """What the game is called in hashes: as it was at its first shuffle, or as people stated it, else as the parameter says."""
    return world.game_id or world.law.word("game_id")


# --- what is done with it ---------------------------------------------------------------------------------------------


@rule("COUP-033")
def shuffle_in(world: Coup, player: str, cards: Sequence[str], purpose: str) -> None:
    """Add cards to the deck and bring the whole deck into a new order: one shuffle however many they are, none for no cards."""
    if cards:
        world.card_steps.append(CardStep(player=player, cards=[*cards], at=world.now, row=world.row, purpose=purpose))
        text = f"{len(cards)} shuffled into the Court Deck for {purpose} (deck: {deck_count(world)})"
        happens("cards_shuffled", text, player=player or None, cards=len(cards), deck=deck_count(world))
        go_on(world)


@rule("COUP-033", "COUP-034", "COUP-037")
def draw(world: Coup, player: str, count: int) -> int:
    """Let somebody draw cards from the top, only as many as there are: how many that are, which is all that is told."""
    drawn = max(0, min(count, deck_count(world)))
    if drawn:
        world.card_steps.append(CardStep(player=player, draws=drawn, at=world.now, row=world.row))
        world.players[player].draws_owed += drawn
        text = f"{player} draws {drawn} card{'s' * (drawn > 1)} (deck: {deck_count(world)})"
        happens("cards_drawn", text, player=player, cards=drawn, deck=deck_count(world))
        go_on(world)
    return drawn


def bring_into_order(world: Coup, cards: Sequence[str], purpose: str) -> None:
    """Let these be the deck, in an order that nobody told and that the next shuffle gives."""
    world.deck = []
    world.card_steps.append(CardStep(player="", cards=[*cards], at=world.now, row=world.row, purpose=purpose))
    go_on(world)


@rule("COUP-013", "COUP-033")
def take_back(world: Coup, player: str) -> None:
    """Shuffle all cards of somebody who leaves into the deck, with one shuffle; what they were still to draw stays there."""
    leaver = world.players[player]
    world.card_steps = [step for step in world.card_steps if step.cards or step.player != player]
    cards = [*leaver.hand, *leaver.discarded]
    leaver.hand, leaver.discarded, leaver.draws_owed = [], [], 0
    shuffle_in(world, player, cards, f"the cards of {player}, who leaves")


def sort_by_rules(world: Coup) -> None:
    """Let cards be sorted from now on as the rules list their characters, which the record tells."""
    world.kinds = list(world.law.words("characters"))
    log(world, "kinds", CardStep(player="", at=world.now, row=world.row), world.kinds, 0)


@rule("COUP-053")
def add_new_characters(world: Coup) -> None:
    """Shuffle in the cards of characters that are new."""
    characters = list(world.law.words("characters"))
    if characters != world.kinds:
        there = held(world) + Counter([*world.deck, *(card for step in world.card_steps for card in step.cards)])
        new = [card for card in all_cards(world).elements() if card not in world.kinds and not there[card]]
        sort_by_rules(world)
        shuffle_in(world, "", sorted_cards(world, new), "new characters")


# --- carrying it out --------------------------------------------------------------------------------------------------


@rule("COUP-033", "COUP-035")
def go_on(world: Coup) -> None:
    """Do with the deck what is to be done, in order, up to the first shuffle that is not known."""
    while world.card_steps and not world.unfit_draw:
        if not (_shuffle(world) if world.card_steps[0].cards else _deal(world)):
            return


def asked_shuffle(world: Coup) -> tuple[int, CardStep, list[str]] | None:
    """The shuffle that is asked for: its number, the step, and the cards in the order in which they are sorted before it."""
    step = world.card_steps[0] if world.card_steps else None
    if step is None or not step.cards:
        return None
    return world.shuffle_number + 1, step, sorted_cards(world, [*world.deck, *step.cards])


def _shuffle(world: Coup) -> bool:
    """Make the shuffle that is next, or a later one before which nothing is drawn, so that the next matters to nobody."""
    added: list[str] = []
    for made, step in enumerate(takewhile(lambda step: step.cards, list(world.card_steps)), 1):
        added += step.cards
        number = world.shuffle_number + made
        known = _known_order(world, number, [*world.deck, *added])
        if known is not None:
            del world.card_steps[:made]
            world.deck, world.shuffle_number = list(known.deck), number
            log(world, "shuffle", step, added, number)
            commit(world, number, known)
            return True
    return False


@rule("COUP-033")
def _known_order(world: Coup, number: int, cards: Sequence[str]) -> Order | None:
    """The order of a shuffle where a row tells it, by its number or in a file's order; it must hold these very cards."""
    known = world.orders.get(str(number))
    if known is None:
        known = next((each for each in world.loose_orders if are_same_cards(each.deck, cards)), None)
        if known is not None:
            world.loose_orders = [each for each in world.loose_orders if each is not known]
            world.orders[str(number)] = known
    return known if known is not None and are_same_cards(known.deck, cards) else None


@rule("COUP-035")
def commit(world: Coup, number: int, known: Order) -> str:
    """Publish the hash of a shuffle; "" where no nonce is known."""
    if not known.nonce and world.nonces:
        known.nonce = world.nonces.pop(0)
    hash = commitment(name_of_game(world), number, known.nonce, known.deck) if known.nonce else ""
    world.commitments += [""] * (number - len(world.commitments))
    world.commitments[number - 1] = hash
    if hash:
        text = f"shuffle {number} of the Court Deck: {shuffle_key(name_of_game(world), number)} {hash}"
        happens("shuffle_committed", text, shuffle=number, hex=hash)
    return hash


@rule("COUP-034")
def _deal(world: Coup) -> bool:
    """Give somebody the cards that they are to draw, unless others were told of that draw: then nothing is dealt any more."""
    step = world.card_steps[0]
    number, cards = world.draws_made + 1, world.deck[: step.draws]
    told = world.dealt.get(str(number))
    if told is not None and not is_same_draw(world, told, step.player, cards):
        world.unfit_draw = number
        return False
    player = world.players[step.player]
    del world.card_steps[0], world.deck[: step.draws]
    player.hand += cards
    player.draws_owed -= step.draws
    world.draws_made = player.newest_draw = number
    log(world, "draw", step, cards, number)
    letters.dealt(world, step.player, cards, number, step.row)
    return True


def is_same_draw(world: Coup, told: Drawn, player: str, cards: Sequence[str]) -> bool:
    """Whether somebody's draw is the one that was told, by whichever names they go."""
    people = {told.player, *map(world.called.person, (told.player, *told.accounts))}
    return player in people and told.cards == list(cards)


def log(
    world: Coup, what: Literal["shuffle", "draw", "kinds"], step: CardStep, cards: Sequence[str], number: int
) -> None:
    """Note what was done with the deck, for its record."""
    logged = Logged(what=what, player=step.player, cards=[*cards], number=number, at=step.at, row=step.row)
    world.deck_log.append(logged)


def draws(world: Coup) -> Iterator[tuple[Logged, int]]:
    """The draws that were made, each with the shuffle from whose order it was."""
    shuffle = 0
    for entry in world.deck_log:
        if entry.what == "draw":
            yield entry, shuffle
        elif entry.what != "kinds" and not entry.player:
            shuffle = entry.number
