"""Auctions › Prizes: the hands of the week in order, the cards they cost, and what each place gains."""

from __future__ import annotations

from typing import Any, TypeAlias

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.secret_actions import SecretAction

from .cards import deck_of
from .hands import unclear_due
from .holdings import change, unmark
from .players import is_playing
from .scoring import Score, scored
from .state import Placement, Presented, World

_HAND = "hand"
CARDS_BACK, RETURNED = "presented_cards", "returned"
"""The column of the table of prizes that gives the cards presented back, and what stands in it."""
_Ranked: TypeAlias = tuple[str, SecretAction, Score]


def due(moment: Moment[World]) -> Due[World] | None:
    """The placing of the hands whose revelation date it is; those that failed are over before."""
    ends = any(each.kind == _HAND and _ends(moment, each) for each in moment.world.secrets.values())
    return (unclear_due(moment) or Due(_place)) if ends else None


def _ends(moment: Moment[World], action: SecretAction) -> bool:
    return action.status == "live" and action.revelation <= moment.when


@rule("R10-045", "R10-046", "R10-049")
def _place(moment: Moment[World], _: str) -> None:
    """Place the successful hands of all who are players now, destroy the cards presented, then pay the prizes."""
    ended = {key: each for key, each in moment.world.secrets.items() if each.kind == _HAND and _ends(moment, each)}
    ranked = _in_order(moment, [key for key in ended if _is_placed(moment, key)])
    placed = [_placed(moment, rank, each) for rank, each in enumerate(ranked, start=1)]
    destroyed = _destroy(moment, [key for key, _, _ in ranked])
    for each, placement in zip(ranked, placed, strict=True):
        _pay(moment, placement, destroyed[each[0]])
    moment.world.placements = placed
    for key, action in ended.items():
        action.status = "concluded"
        unmark(moment.world, key)


@rule("R10-044", "R10-046")
def _is_placed(moment: Moment[World], key: str) -> bool:
    """Whether a hand is its player's newest, and they are a player now."""
    world, action = moment.world, moment.world.secrets[key]
    if key not in world.hands:
        return False
    later = [
        each for each in world.hands if world.secrets[each].actor == action.actor and _ends(moment, world.secrets[each])
    ]
    if later[-1] != key:
        return False
    if not is_playing(world, action.actor):
        return moment.law.chooses("hand_of_who_is_away", "is placed")
    since = world.players[action.actor].spans[-1][0]
    return since <= action.posted_at or moment.law.chooses("hand_of_who_left_and_returned", "is placed")


@rule("R10-047", "R10-048")
def _in_order(moment: Moment[World], keys: list[str]) -> list[_Ranked]:
    """Higher scores first, of equal ones the hand submitted earlier; places are not shared."""
    found = list[_Ranked]()
    deck = deck_of(moment.law)
    for key in keys:
        counts = {deck.card(name): count for name, count in moment.world.hands[key].items()}
        score = scored({card: count for card, count in counts.items() if card is not None}, deck, moment.law)
        found.append((key, moment.world.secrets[key], score))
    order = {key: place for place, key in enumerate(moment.world.secrets)}
    return sorted(found, key=lambda each: (-each[2].total, each[1].posted_at, order[each[0]]))


def _placed(moment: Moment[World], rank: int, ranked: _Ranked) -> Placement:
    key, action, score = ranked
    parts = {"c": score.c, "r": score.r, "m": score.m, "h": score.h}
    text = f"{action.actor} is placed {rank} with {score.cards}: {score.sum}"
    told: dict[str, Any] = {**parts, "score": score.total, "multipliers": score.applied}
    moment.tell("hand_placed", "R10-048", text, player=action.actor, rank=rank, **told)
    cards = dict(moment.world.hands[key])
    return Placement(action.actor, cards, rank, parts, score.applied, score.total, moment.when, action.message)


# --- the cards presented ----------------------------------------------------------------------------------------------


@rule("R10-049", "R10-057")
def _destroy(moment: Moment[World], keys: list[str]) -> dict[str, Bag]:
    """The cards presented are destroyed, wherever they are by now; of each hand those that were destroyed for it.

    A card that was presented in two hands is destroyed once, for the one that is placed before the other.
    """
    destroyed: dict[str, Bag] = {key: {} for key in keys}
    for mark in list(moment.world.presented):
        key = next((key for key in keys if key in mark.hands), None)
        if key is None:
            continue
        presenters = [mark.hands[each] for each in keys if each in mark.hands]
        if mark.holder in presenters or moment.law.chooses("presented_card_traded_away", "is destroyed"):
            destroyed[key][mark.card] = destroyed[key].get(mark.card, 0) + mark.count
            _destroy_copies(moment, mark, mark.hands[key])
    return destroyed


def _destroy_copies(moment: Moment[World], mark: Presented, by: str) -> None:
    change(moment, mark.holder, mark.card, -mark.count, "R10-049", f"{by} presented it in a hand")
    told = {"card": mark.card, "holder": mark.holder, "presented_by": by}
    for _ in range(mark.count):
        moment.tell("card_destroyed", "R10-049", f"{mark.card} of {mark.holder} is destroyed", **told)


# --- what places gain -------------------------------------------------------------------------------------------------

_CLAUSES = ("R10-050", "R10-051", "R10-052", "R10-053", "R10-054", "R10-055")
_OTHERS = "R10-056"


@rule("R10-050", "R10-051", "R10-052", "R10-053", "R10-054", "R10-055", "R10-056")
def _pay(moment: Moment[World], placement: Placement, destroyed: Bag) -> None:
    """Give a place its prize; from the seventh on the cards presented come back, too: those destroyed for this hand."""
    clause = _CLAUSES[placement.rank - 1] if placement.rank <= len(_CLAUSES) else _OTHERS
    prize = _prize(moment, placement.rank)
    gained: Bag = {item: count for item, count in prize.items() if isinstance(count, int)}
    returns = CARDS_BACK in prize and moment.law.chooses("cards_returned", "those of the hand")
    cards = destroyed if returns else {}
    for item, count in {**gained, **cards}.items():
        change(moment, placement.player, item, count, clause, f"placed {placement.rank}")
    told: dict[str, Any] = {**gained, **({CARDS_BACK: cards} if cards else {})}
    text = f"{placement.player} gains the prize of place {placement.rank}"
    moment.tell("prize", clause, text, player=placement.player, rank=placement.rank, **told)


def _prize(moment: Moment[World], rank: int) -> dict[str, Any]:
    """The row of the table for a place; ``7+`` is for the seventh and all later ones."""
    table = moment.law.value("prizes")
    if str(rank) in table:
        return dict(table[str(rank)])
    from_on = {int(key[:-1]): row for key, row in table.items() if key.endswith("+")}
    reached = [first for first in from_on if first <= rank]
    return dict(from_on[max(reached)]) if reached else {}
