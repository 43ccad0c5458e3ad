"""Items: which there are, how they are said, how they are used up, and what Trungs are exchanged for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag, shortage
from tracker.mechanics.law import Law

from .cards import Deck
from .holdings import change, goods_of
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, World

NAMES: Mapping[str, tuple[str, str]] = {
    CHIPS: ("chip", "chips"),
    TRUNGS: ("Trung", "Trungs"),
    GOLD_STARS: ("Gold Star", "Gold Stars"),
    MAKERS: ("Standard Proposal Maker", "Standard Proposal Makers"),
}
"""The items that are no cards: as one and as several are called."""
CLAUSES_OF_EXCHANGES: Mapping[str, str] = {GOLD_STARS: "R10-113", MAKERS: "R10-114"}
"""What Trungs are exchanged for -> the clause that gives the rate."""


def said(bag: Mapping[str, int]) -> str:
    """Items as people say them: ``30 chips, 1 Trung and 2x King of Hearts``; ``nothing`` for none."""
    words = [_counted(item, bag[item]) for item in NAMES if item in bag]
    words += [item if count == 1 else f"{count}x {item}" for item, count in bag.items() if item not in NAMES]
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _counted(item: str, count: int) -> str:
    one, several = NAMES[item]
    return f"{count} {one if count == 1 else several}"


@rule("R10-098", "R10-101", "R10-109", "R10-112")
def fault_of(deck: Deck, bag: Mapping[str, int]) -> str:
    """Why something is no specified, finite set of the rules' items, in whole numbers; "" where it is one."""
    for item, count in bag.items():
        if item not in NAMES and deck.card(item) is None:
            return f"there is no item {item!r}"
        if not isinstance(count, int) or count < 0:
            return f"{count} of {item} is no whole number of items"
    return ""


@rule("R10-115")
def untradable(law: Law, bag: Mapping[str, int]) -> Bag:
    """Those of the items that cannot be traded: neither given nor received, by whomever."""
    return {item: bag[item] for item in law.words("untradable_items") if item in bag}


@rule("R10-097", "R10-110")
def use(moment: Moment[World], player: str, item: str, count: int, clause: str, text: str) -> bool:
    """Take items from a player that are used; False, and nothing is, where they hold fewer."""
    if shortage(goods_of(moment.world, player), {item: count}):
        return False
    change(moment, player, item, -count, clause, text)
    return True


@rule("R10-111")
def give_back(moment: Moment[World], player: str, item: str, count: int, clause: str, text: str) -> None:
    """Give items back to who used them, be they a player or not: then they wait in the frozen holding."""
    change(moment, player, item, count, clause, text)


@rule("R10-113", "R10-114")
def exchange(moment: Moment[World], action: Announced) -> None:
    """Turn Trungs into what they may be exchanged for, any number of times at once, one way only."""
    player = moment.state.log.messages[moment.row].author
    what, count = str(action.fields["what"]), int(action.fields["n"])
    clause, rate = CLAUSES_OF_EXCHANGES.get(what, "R10-113"), rates(moment.law).get(what)
    if not (rate and count) or action.fields["trungs"] not in (None, rate * count):
        text = f"{_offered_rates(moment.law)}, and no other rate is given"
        moment.refuse("WRONG_RATE", clause, text, action.n)
        return
    price, gained = rate * count, {what: count}
    text = f"{player} exchanges {said({TRUNGS: price})} for {said(gained)}"
    if use(moment, player, TRUNGS, price, clause, text):
        change(moment, player, what, count, clause, text)
        moment.tell("exchange_done", clause, text, player=player, trungs=price, gained=gained)
    else:
        moment.refuse("INSUFFICIENT_ITEMS", clause, f"{player} does not hold {said({TRUNGS: price})}", action.n)


def rates(law: Law) -> dict[str, int]:
    """Item, by its name in the gamestate -> how many Trungs are exchanged for one."""
    return {f"{item}s": int(price) for item, price in law.value("exchange").items()}


def _offered_rates(law: Law) -> str:
    words = [f"{said({TRUNGS: price})} for {said({item: 1})}" for item, price in rates(law).items()]
    return " or ".join(words)


ACTIONS: dict[str, Callable[[Moment[World], Announced], None]] = {"exchange": exchange}
