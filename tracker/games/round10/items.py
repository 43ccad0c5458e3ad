"""Items: which there are, how they are used, what Trungs are exchanged for, and how many Gold Stars win the round."""

from collections.abc import Mapping

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Items
from tracker.mechanics.law import Law

from .cards import deck_of
from .state import CHIPS, GOLD_STARS, ITEMS, MAKERS, TRUNGS, Round10

NAMES: Mapping[str, tuple[str, str]] = {
    CHIPS: ("chip", "chips"),
    TRUNGS: ("Trung", "Trungs"),
    GOLD_STARS: ("Gold Star", "Gold Stars"),
    MAKERS: ("Standard Proposal Maker", "Standard Proposal Makers"),
}
"""The items that are no cards: as one and as several are called."""


def said(items: Items) -> str:
    """Items as people say them: ``30 chips, 1 Trung and 2x King of Hearts``; ``nothing`` for none."""
    words = [_counted(item, items[item]) for item in NAMES if items.get(item)]
    words += [item if count == 1 else f"{count}x {item}" for item, count in items.items() if item not in NAMES]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))) or "nothing"


def _counted(item: str, count: int) -> str:
    return f"{count} {NAMES[item][count != 1]}"


def exist(law: Law, items: Items) -> bool:
    """Whether all of this is what the rules' tables have."""
    deck = deck_of(law)
    return all(item in ITEMS or deck.card(item) is not None for item in items)


@rule("R10-101", "R10-098", "R10-109", "R10-112")
def must_exist(world: Round10, items: Items) -> None:
    """Refuses cards of ranks or suits that are not in the tables, and what comes in no whole numbers."""
    require(exist(world.law, items), "UNCLEAR", "there is no such card")
    trades.amounts(items)


@rule("R10-075", "R10-115")
def must_be_tradable(world: Round10, items: Items) -> None:
    """Refuses what cannot be traded, by whomever."""
    trades.must_be_tradable(items, world.law.words("untradable_items"))


@rule("R10-097", "R10-110")
def use(world: Round10, who: str, item: str) -> bool:
    """Take an item from a player that is used; whether they had one."""
    player = world.players[who]
    if not player.has({item: 1}):
        return False
    player.lose({item: 1})
    return True


@rule("R10-111")
def give_back(world: Round10, who: str, item: str) -> None:
    """Give an item back to who used it, be they a player or not."""
    world.players[who].gain({item: 1})


# --- exchange ---------------------------------------------------------------------------------------------------------


def exchange(world: Round10, message: Message, take: Items, give: Items | None = None) -> None:
    """Turn Trungs into what they may be exchanged for, any number of times at once; the price goes without saying."""
    carry_out = exchange_for_makers if MAKERS in {**take, **(give or {})} else exchange_for_stars
    carry_out(world, message, take, give)


def _exchange(world: Round10, message: Message, take: Items, give: Items | None) -> None:
    rates = {f"{item}s": int(price) for item, price in world.law.value("exchange").items()}
    price = {TRUNGS: sum(rates.get(item, 0) * n for item, n in take.items())}
    if give not in (None, price) or not price[TRUNGS] or not take.keys() <= rates.keys():
        offered = " or ".join(f"{said({TRUNGS: rate})} for {said({item: 1})}" for item, rate in rates.items())
        refuse("WRONG_RATE", f"{offered}, and no other rate is given")
    player, who = world.players[message.author], message.author
    require(player.has(price), "INSUFFICIENT_ITEMS", f"{who} does not hold {said(price)}")
    player.lose(price)
    player.gain(take)
    told = {"player": who, TRUNGS: price[TRUNGS], "gained": dict(take)}
    happens("exchange_done", f"{who} exchanges {said(price)} for {said(take)}", **told)


exchange_for_stars = rule("R10-113")(_exchange)
exchange_for_makers = rule("R10-114")(_exchange)


# --- victory ----------------------------------------------------------------------------------------------------------


@rule("R10-147")
def look_for_winner(world: Round10) -> None:
    """The first player with enough Gold Stars wins at once."""
    if world.winner is not None:
        return
    goal = world.law.number("gold_stars_to_win")
    winner = next((who for who, player in playing(world).items() if player.gold_stars >= goal), None)
    if winner is not None:
        world.winner, world.won_at = winner, world.now
        stars = world.players[winner].gold_stars
        happens("round_won", f"{winner} has {stars} Gold Stars and wins the round", player=winner)


@rule("R10-147")
def must_go_on(world: Round10, *_: object) -> None:
    """Refuses what is tried after the round is over."""
    require(world.winner is None, "ROUND_OVER", f"the round is over: {world.winner} has won")
