"""What the pages show of trades in one world."""

from __future__ import annotations

from typing import Any

from tracker.games.chat_views import OfferView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.trades import Offer, shortages

from .general import status_shown
from .holdings import goods_of, said
from .players import is_playing, is_reputable
from .state import World


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the name of the board's field."""
    ids = unmistakable(moment.world.offers.values())
    return {"offers": {key: _offer(moment, each, ids[key], people) for key, each in moment.world.offers.items()}}


def _offer(moment: Moment[World], offer: Offer, id: str, people: People) -> OfferView:
    won = moment.world.won
    lapsed_at = won.at if won and offer.is_open else None
    return OfferView(
        id=id,
        by=people.name(offer.by),
        to=people.name(offer.to),
        give=said(offer.give),
        get=said(offer.get),
        at=offer.at,
        message=offer.message,
        status=status_shown(moment.world, offer.status),
        closed_at=lapsed_at or offer.closed_at,
        lacking=lacking(moment, offer, people) if offer.is_open and not won else "",
    )


def lacking(moment: Moment[World], offer: Offer, people: People) -> str:
    """Why an offer could not be carried out at this instant; "" where it could."""
    both = (offer.by, offer.to)
    away = [people.name(each) for each in both if not is_playing(moment.world, each)]
    if away:
        return f"{' and '.join(away)} is no player now"
    unknown = [f"{people.name(each)} is not reputable" for each in both if not is_reputable(moment, each)]
    missing = shortages(offer, lambda who: goods_of(moment.world, who))
    return " and ".join([*unknown, *(f"{people.name(who)} lacks {said(bag)}" for who, bag in missing.items())])
