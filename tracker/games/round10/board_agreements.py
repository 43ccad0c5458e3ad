"""What the pages show of trades and contracts in one world."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tracker.games.chat_views import OfferView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.contracts import Contract
from tracker.mechanics.trades import Offer, shortages

from .holdings import goods_of
from .items import said
from .players import is_playing
from .state import World
from .views import ContractView


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    ids = unmistakable(world.offers.values())
    return {
        "offers": {key: _offer(moment, each, ids[key], people) for key, each in world.offers.items()},
        "contracts": {name: _contract(moment, each, people) for name, each in world.contracts.items()},
    }


def _offer(moment: Moment[World], offer: Offer, id: str, people: People) -> OfferView:
    return OfferView(
        id=id,
        by=people.name(offer.by),
        to=people.name(offer.to),
        give=said(offer.give),
        get=said(offer.get),
        at=offer.at,
        message=offer.message,
        status=offer.status,
        closed_at=offer.closed_at,
        lacking=lacking(moment, offer, people) if offer.is_open else "",
    )


def lacking(moment: Moment[World], offer: Offer, people: People) -> str:
    """Why an offer could not be carried out at this instant; "" where it could."""
    away = [people.name(each) for each in (offer.by, offer.to) if not is_playing(moment.world, each)]
    if away:
        return f"{' and '.join(away)} is no player now"
    missing = shortages(offer, lambda who: goods_of(moment.world, who))
    return " and ".join(f"{people.name(who)} lacks {said(bag)}" for who, bag in missing.items())


def _contract(moment: Moment[World], contract: Contract, people: People) -> ContractView:
    return ContractView(
        name=contract.name,
        parties=people.names(contract.parties),
        terms=people.readable(contract.terms),
        message=contract.message,
        offered_at=contract.offered_at,
        consents=_named(contract.consents, people),
        missing=people.names(party for party in contract.parties if party not in contract.consents),
        end_consents=_named(contract.end_consents, people),
        status=contract.status,
        since=contract.ended_at or contract.formed_at,
        holding=said(contract.goods),
    )


def _named(consents: dict[str, datetime], people: People) -> dict[str, datetime]:
    return {people.name(person): at for person, at in consents.items()}
