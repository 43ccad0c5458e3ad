"""Auctions › Lots: how many lots an auction has, who may generate one, and the dice that say which cards it holds."""

from collections.abc import Iterator, Sequence
from itertools import count as numbers

from tracker.mechanics.chat import dice
from tracker.mechanics.chat.carrying import happens, pass_over, refuse, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from .cards import deck_of, drawn
from .info import AUCTION, phase
from .state import Round10


@rule("R10-035")
def required(world: Round10) -> int:
    """How many lots an auction has: the highest of a fixed number, so many per players, and so many per previous bidder."""
    law = world.law
    groups = len(playing(world)) // law.number("players_per_group")
    bidders = len(world.bidders_previous_auction)
    by_players, by_bidders = law.number("lots_per_group") * groups, law.number("lots_per_previous_bidder") * bidders
    return max(law.number("lots_minimum"), by_players, by_bidders)


@rule("R10-039")
def free_number(world: Round10) -> int:
    """The number of a new lot: the smallest that no lot has."""
    return next(number for number in numbers(1) if number not in world.lots)


@rule("R10-036", "R10-038", UNCLEAR="R10-106")
def generate(world: Round10, message: Message, count: int = 1, dice: Sequence[int] = ()) -> None:
    """A player generates lots one by one outside the Auction Phase, while there are fewer than the next auction has."""
    require(phase(world) != AUCTION, "WRONG_PHASE", "no lots are generated in the Auction Phase")
    wanted = required(world)
    missing = min(count, wanted - len(world.lots))
    enough = f"there are {len(world.lots)} lots and the next auction has {wanted}"
    require(missing > 0, "ENOUGH_LOTS", enough)
    hands = list(_draw(world, count, missing, dice))
    for cards in hands:
        _make(world, message.author, cards)
    if missing < count:
        pass_over("ENOUGH_LOTS", f"the next auction has {wanted} lots")


@rule("R10-034", "R10-106", UNCLEAR="R10-106")
def _draw(world: Round10, count: int, missing: int, own: Sequence[int]) -> Iterator[list[str]]:
    """The cards of each lot, by dice of the tracker or by those that a player rolled in public."""
    size, law = world.law.number("cards_per_lot"), world.law
    sides = [law.number("suit_die"), law.number("rank_die")] * size
    if own and len(own) != count * len(sides):
        refuse("UNCLEAR", f"{count * len(sides)} results of dice are needed, not {len(own)}")
    faces = list(own) or dice.rolls(world, "lot", sides * missing, "the cards of a new lot")
    cards = [drawn(deck_of(law), *pair) for pair in zip(faces[::2], faces[1::2], strict=True)]
    names = [card.name for card in cards if card is not None]
    require(len(names) == len(cards), "UNCLEAR", "the tables have no card for some of these faces; there is no lot")
    return (names[nth * size : (nth + 1) * size] for nth in range(missing))


@rule("R10-037")
def _make(world: Round10, who: str, cards: list[str]) -> None:
    number, wanted = free_number(world), required(world)
    world.lots[number] = cards
    told = {"lot": number, "cards": list(cards), "required": wanted}
    happens("lot_generated", f"{who} generates Lot {number}: {', '.join(cards)}", **told)
