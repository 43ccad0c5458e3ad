"""7.1 Inventory: offers, gifts, and the consent at which things change hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import require, rule
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Offer

from .state import Aeternus, Trade


@rule("AET-150", "AET-149", "AET-143")
def offer(
    world: Aeternus, message: Message, person: str, give: Mapping[str, int], get: Mapping[str, int] | None = None
) -> None:
    """Offer a trade of two sets of items, or a gift, and consent to it by that."""
    trades.offer(world, message, person, give, get or {}, Trade)


@rule("AET-151", NOT_A_PLAYER="AET-148", NOT_REPUTABLE="AET-148")
def accept(world: Aeternus, message: Message, offer: str = "", person: str = "") -> None:
    """The other side consents in time: both sides move together if both hold what they give."""
    key = trades.to_accept(world, message, offer, person, world.law.span("trade_consent_hours"))
    trades.accept(world, key, partial(must_be_traders, world), partial(trades.move, world))


@rule("AET-148")
def must_be_traders(world: Aeternus, agreed: Offer) -> None:
    """Only reputable players trade, looked at when the second consents."""
    for who in (agreed.by, agreed.to):
        require(must_play(world, who).reputable, "NOT_REPUTABLE", f"{who} is not reputable")


@rule("AET-151")
def withdraw(world: Aeternus, message: Message, offer: str = "") -> None:
    """Take an own offer back."""
    trades.withdraw(world, message, offer)
