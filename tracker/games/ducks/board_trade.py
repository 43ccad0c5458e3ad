"""What the pages show of auctions and trades in one world."""

from __future__ import annotations

from typing import Any

from tracker.games.chat_views import OfferView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.trades import Offer, shortages

from . import auctions
from .board_ducks import called
from .flock import is_ownerless, shown
from .holdings import duck_called, held
from .players import is_playing
from .state import Auction, World
from .trade import told
from .views import AuctionView, BidView


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world, ids = moment.world, unmistakable(moment.world.offers.values())
    free = [duck for duck in world.ducks.values() if not duck.owner and duck.number not in world.auctions]
    return {
        "auctions": {number: _auction(world, each, people) for number, each in world.auctions.items()},
        "ownerless": {duck.number: shown(duck) for duck in free if is_ownerless(duck)},
        "offers": {key: _offer(moment, each, ids[key], people) for key, each in world.offers.items()},
    }


def _auction(world: World, auction: Auction, people: People) -> AuctionView:
    best = auctions.leading(auction)
    return AuctionView(
        number=auction.duck,
        called=auctions.called(world, auction.duck),
        temporary_name=auction.temporary_name,
        first_valid_at=auction.first_valid_at,
        ends_at=auction.ends_at,
        leading=people.name(best.player) if best else "",
        amount=best.amount if best else None,
        bids=_bids(auction, people),
        payments=tuple(_payment(world, each, parts, people) for each, parts in auction.payments.items()),
    )


def _bids(auction: Auction, people: People) -> dict[str, BidView]:
    """The bids, the highest first, each by its message and its place in it."""
    best = auctions.leading(auction)
    found = sorted(enumerate(auction.bids), key=lambda pair: -pair[1].amount)
    return {
        f"{bid.message}:{place}": BidView(
            people.name(bid.player), bid.amount, bid.at, bid.message,
            "leads" if bid is best else "valid" if bid.is_valid else "invalid",
        )
        for place, bid in found
    }  # fmt: skip


def _payment(world: World, player: str, parts: dict[int, int], people: People) -> str:
    words = ", ".join(f"{count} from {called(world, number)}" for number, count in parts.items())
    return f"{people.name(player)} would pay {words}"


# --- trades -----------------------------------------------------------------------------------------------------------


def _offer(moment: Moment[World], offer: Offer, id: str, people: People) -> OfferView:
    return OfferView(
        id=id,
        by=people.name(offer.by),
        to=people.name(offer.to),
        give=told(offer.give, moment.world),
        get=told(offer.get, moment.world),
        at=offer.at,
        message=offer.message,
        status=offer.status,
        closed_at=offer.closed_at,
        lacking=lacking(moment.world, offer, people) if offer.is_open else "",
    )


def lacking(world: World, offer: Offer, people: People) -> str:
    """Why an offer could not be carried out at this instant; "" where it could."""
    away = [people.name(each) for each in (offer.by, offer.to) if not is_playing(world, each)]
    if away:
        return f"{' and '.join(away)} is no player now"
    ducks = [duck_called(world, item) for item in (*offer.give, *offer.get)]
    inert = [shown(duck) for duck in ducks if duck is not None and not duck.is_complete]
    missing = shortages(offer, lambda who: {item: held(world, who, item) for item in (*offer.give, *offer.get)})
    lacks = [f"{people.name(who)} lacks {told(bag, world)}" for who, bag in missing.items()]
    return " and ".join([*lacks, *(f"{name} lacks a name or a pond" for name in inert)])
