"""Who holds what: the one place at which goods change hands, with the marks of the cards that were presented in hands."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.rule import rule
from tracker.mechanics.chat_play import GoodsChange, Moment
from tracker.mechanics.goods import Bag, claimed_among

from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, Presented, World

CONTRACT = "contract:"
"""How the name of a contract as a holder begins."""
NO_CARDS = frozenset({CHIPS, TRUNGS, GOLD_STARS, MAKERS})
_WHOLE_LOT = "Lot "


def goods_of(world: World, holder: str) -> Bag:
    """What a player or a contract (``contract:NAME``) holds; nothing where there is none of that name."""
    if holder.startswith(CONTRACT):
        contract = world.contracts.get(holder.removeprefix(CONTRACT))
        return contract.goods if contract else {}
    player = world.players.get(holder)
    return player.goods if player else {}


def cards_of(goods: Bag) -> Bag:
    """The cards among goods."""
    return {item: count for item, count in goods.items() if item not in NO_CARDS and not item.startswith(_WHOLE_LOT)}


def whole_lot(number: int, cards: list[str]) -> str:
    """The item that a lot is where possessing it is not possessing its cards (R10-030's other reading)."""
    return f"{_WHOLE_LOT}{number} ({', '.join(cards)})"


@rule("R10-006")
def change(moment: Moment[World], holder: str, item: str, delta: int, clause: str, text: str) -> None:
    """Add to, or take from, what somebody holds; raises ValueError where they hold fewer: whoever calls must have looked."""
    goods = goods_of(moment.world, holder)
    old = goods.get(item, 0)
    new = old + delta
    if new < 0:
        raise ValueError(f"{holder} holds {old} {item}, not {-delta}")
    if new:
        goods[item] = new
    else:
        goods.pop(item, None)
    if delta:
        moment.world.changes.append(GoodsChange(holder, item, old, new, moment.when, clause, text, moment.row))


def transfer(moment: Moment[World], giver: str, taker: str, items: Mapping[str, int], clause: str, text: str) -> Bag:
    """Move items from one holder to another; of equal cards those that were not presented go first (R10-057).

    Gives the presented copies among those moved, which stay presented. Raises ValueError where the giver is short.
    """
    moved: Bag = {}
    for item, count in items.items():
        marked = _marked_among(moment, giver, item, count)
        change(moment, giver, item, -count, clause, text)
        change(moment, taker, item, count, clause, text)
        if marked:
            _move_marks(moment.world, item, giver, taker, marked)
            moved[item] = marked
    return moved


# --- presented cards --------------------------------------------------------------------------------------------------


@rule("R10-057")
def _marked_among(moment: Moment[World], holder: str, item: str, count: int) -> int:
    marked = sum(each.count for each in moment.world.presented if (each.card, each.holder) == (item, holder))
    if not marked:
        return 0
    presented_first = moment.law.chooses("copies_that_move_first", "presented")
    return claimed_among(goods_of(moment.world, holder)[item], marked, count, claimed_first=presented_first)


def _move_marks(world: World, card: str, giver: str, taker: str, count: int) -> None:
    for mark in [each for each in world.presented if (each.card, each.holder) == (card, giver)]:
        part = _part_of(world, mark, count)
        count -= part
        if part:
            _add_mark(world, Presented(card, taker, mark.hands, part))


def _part_of(world: World, mark: Presented, count: int) -> int:
    """Take so many copies out of a mark, or all that it has; how many that were."""
    part = min(mark.count, count)
    mark.count -= part
    world.presented = [each for each in world.presented if each.count]
    return part


def _add_mark(world: World, new: Presented) -> None:
    for mark in world.presented:
        if (mark.card, mark.holder, mark.hands) == (new.card, new.holder, new.hands):
            mark.count += new.count
            return
    world.presented.append(new)


def present(world: World, player: str, hand: str, cards: Bag) -> None:
    """Mark the cards of a revealed hand, which are with the player who revealed it.

    Copies that nobody presented are presented first; the others bear the marks of both hands.
    """
    for card, count in cards.items():
        marks = [each for each in world.presented if (each.card, each.holder) == (card, player)]
        fresh = min(count, goods_of(world, player).get(card, 0) - sum(mark.count for mark in marks))
        if fresh > 0:
            _add_mark(world, Presented(card, player, {hand: player}, fresh))
        left = count - max(fresh, 0)
        for mark in marks:
            part = _part_of(world, mark, left)
            left -= part
            if part:
                _add_mark(world, Presented(card, player, {**mark.hands, hand: player}, part))


def unmark(world: World, hand: str) -> None:
    """Take back the marks of a hand that is not placed."""
    marks, world.presented = world.presented, []
    for mark in marks:
        if hands := {key: player for key, player in mark.hands.items() if key != hand}:
            _add_mark(world, Presented(mark.card, mark.holder, hands, mark.count))
