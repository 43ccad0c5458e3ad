"""Actions › Trade: offers of what one gives for what the other gives, and the consent at which things change hands."""

from __future__ import annotations

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import pass_over, rule
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Items, Offer

from .items import must_exist, said
from .prizes import hand_on
from .state import Round10


@rule("R10-073", UNCLEAR="R10-072")
def offer(world: Round10, message: Message, give: Items, person: str, take: Items | None = None) -> None:
    """Offer a trade or a gift; by that its author has consented."""
    must_exist(world, {**give, **(take or {})})
    trades.offer(world, message, person, give, take or {}, Offer)


@rule("R10-073")
def accept(world: Round10, message: Message, offer: str = "") -> None:
    """The other side consents, and the trade takes place."""
    take_place(world, trades.to_accept(world, message, offer))


@rule("R10-074", NOT_A_PLAYER="R10-073")
def take_place(world: Round10, key: str) -> None:
    """Both are players and hold what they give, else nothing moves and the offer stays open."""
    agreed = world.offers[key]
    if is_untradable(world, {**agreed.give, **agreed.get}):
        trades.end(world, key, "failed")
    else:
        trades.accept(world, key, lambda agreed: _both_play(world, agreed), lambda *each: move(world, *each))


@rule("R10-075")
def is_untradable(world: Round10, items: Items) -> bool:
    """Whether a trade does not take place at all, since something in it cannot be traded; that is told."""
    kept = [item for item in items if item in world.law.words("untradable_items")]
    if kept:
        pass_over("NOT_TRADABLE", f"{said(dict.fromkeys(kept, 2))} cannot be traded")
    return bool(kept)


def _both_play(world: Round10, agreed: Offer) -> None:
    must_play(world, agreed.by)
    must_play(world, agreed.to)


@rule("R10-100")
def move(world: Round10, giver: str, receiver: str, items: Items) -> None:
    """Things change hands; equal cards are interchangeable."""
    hand_on(world, giver, receiver, items)
    trades.move(world, giver, receiver, items)


withdraw = rule("R10-073")(trades.withdraw)
