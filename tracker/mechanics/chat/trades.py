"""What is held, given and taken between two: holdings, offers, and the consent at which things change hands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from tracker.mechanics.state.described import Count, Instant, Part, Person

from .carrying import happens, pass_over, refuse, require
from .meant import key_of, meant, message_of, the_one
from .rows import Message
from .world import World

Items = Mapping[str, int]


class Holding(Part):
    """What somebody holds: the fields named in ``counted``, and one map, the field ``loose``, for things too many to be fields."""

    counted: ClassVar[Sequence[str]] = ()
    loose: ClassVar[str]

    def amount(self, item: str) -> int:
        """How many of an item are held."""
        return int(getattr(self, item) if item in self.counted else getattr(self, self.loose).get(item, 0))

    def has(self, items: Items) -> bool:
        """Whether all of this is held."""
        return all(self.amount(item) >= n for item, n in items.items())

    def gain(self, items: Items) -> None:
        """Get things."""
        for item, n in items.items():
            self.put(item, self.amount(item) + n)

    def lose(self, items: Items) -> None:
        """Give things up; refuses what is not held, before anything moves."""
        must_have(self, items)
        for item, n in items.items():
            self.put(item, self.amount(item) - n)

    def put(self, item: str, n: int) -> None:
        """Hold so many of an item from now on; of the map's things nothing stays that there is none of."""
        if item in self.counted:
            setattr(self, item, n)
        elif n:
            getattr(self, self.loose)[item] = n
        else:
            getattr(self, self.loose).pop(item, None)


class Offer(Part):
    """An offered trade: what one gives for what the other gives; ``at`` is the offerer's consent, ``ended`` when it was over."""

    by: Person
    to: Person
    give: dict[str, Count] = Field(default={})
    get: dict[str, Count] = Field(default={})
    at: Instant
    status: Literal["open", "done", "withdrawn", "replaced", "lapsed", "failed"] = "open"
    ended: Instant | None = None


O = TypeVar("O", bound=Offer)  # noqa: E741 - an offer


class Market(World, Generic[O]):
    """What a gamestate with trades has; the game says who holds things (``holder``)."""

    offers: dict[str, O] = Field(default={})

    def holder(self, who: str) -> Holding:
        """What somebody, or something, of that name holds."""
        raise NotImplementedError(f"{type(self).__name__} does not say what {who} holds")


# --- offering ---------------------------------------------------------------------------------------------------------


def offer(
    market: Market[O],
    message: Message,
    person: str,
    give: Items,
    get: Items,
    made: Callable[..., O],
    *,
    may_be_empty: bool = False,
) -> str:
    """Offer a trade or a gift, and consent to it by that; gives its key. The same offered again takes the place of the first."""
    require(person != message.author, "NOT_A_PARTY", "a trade is between two")
    gives, gets = amounts(give), amounts(get)
    require(may_be_empty or gives or gets, "UNCLEAR", "neither side gives anything")
    for key, each in opened(market):
        if (each.by, each.to, each.give, each.get) == (message.author, person, gives, gets):
            end(market, key, "replaced")
    key = key_of(message)
    market.offers[key] = made(by=message.author, to=person, give=gives, get=gets, at=market.now)
    _happens("trade_offered", f"{message.author} offers {person} {listed(gives)} for {listed(gets)}", key, market)
    return key


def amounts(items: Items) -> dict[str, int]:
    """Whole numbers of things, without what there is none of; refuses others."""
    require(all(isinstance(n, int) and n >= 0 for n in items.values()), "BAD_AMOUNT", "things come in whole numbers")
    return {item: n for item, n in items.items() if n}


def listed(items: Items) -> str:
    """Things as a sentence lists them."""
    return " and ".join(f"{n} {item.replace('_', ' ')}" for item, n in items.items()) or "nothing"


def opened(market: Market[O]) -> Iterator[tuple[str, O]]:
    """The offers that are open, each with its key."""
    return ((key, each) for key, each in list(market.offers.items()) if each.status == "open")


def _happens(name: str, text: str, key: str, market: Market[Any]) -> None:
    offer = market.offers[key]
    parties = {"player": offer.by, "to": offer.to, "players": [offer.by, offer.to]}
    happens(name, text, message=message_of(key), offer=key, **parties, give=dict(offer.give), get=dict(offer.get))


# --- which offer ------------------------------------------------------------------------------------------------------


def open_to(market: Market[Any], who: str, by: str = "", within: timedelta | None = None) -> dict[str, str]:
    """The offers that somebody may accept now, each with who made it; ``by`` names whose alone."""
    return {
        key: each.by
        for key, each in opened(market)
        if each.to == who and by in ("", each.by) and not _is_late(market, each, within)
    }


def open_of(market: Market[Any], who: str, to: str = "") -> dict[str, str]:
    """Somebody's own offers that are open, each with whom it was made to; ``to`` names to whom alone."""
    return {key: each.to for key, each in opened(market) if each.by == who and to in ("", each.to)}


def offer_of(market: Market[Any], who: str, things: Collection[str]) -> str:
    """The only open offer to somebody that is about all of these things; "" for none, or several."""
    found = [
        key
        for key in open_to(market, who)
        if things and {*market.offers[key].give, *market.offers[key].get}.issuperset(things)
    ]
    return found[0] if len(found) == 1 else ""


def to_accept(
    market: Market[Any], message: Message, said: str = "", person: str = "", within: timedelta | None = None
) -> str:
    """The offer that a message consents to: the one named, the one replied to, or the only one open to its author."""
    mine = open_to(market, message.author, person, None if said else within)
    others = {key for key, each in opened(market) if message.author not in (each.by, each.to)}
    key = _the_offer(market, message, said, mine, others, "I accept {}")
    require(not _is_late(market, market.offers[key], within), "TOO_LATE", "the offer was made too long ago")
    return key


def _the_offer(
    market: Market[Any], message: Message, said: str, mine: Collection[str], others: Collection[str], line: str
) -> str:
    """The one of somebody's offers that is meant; refuses one that is none of their business."""
    found = meant(mine, said, message.reply_to, market.offers)
    is_others = not found and (said or message.reply_to) and meant(others, said, message.reply_to, market.offers)
    require(not is_others, "NOT_A_PARTY", f"that offer is none of {message.author}'s")
    return the_one(found, "NO_SUCH_OFFER", "no such offer is open", line)


def _is_late(market: Market[Any], offer: Offer, within: timedelta | None) -> bool:
    return within is not None and market.now > offer.at + within


# --- what becomes of it -----------------------------------------------------------------------------------------------


def accept(
    market: Market[Any],
    key: str,
    check: Callable[[Offer], None],
    move: Callable[[str, str, dict[str, int]], None],
    *,
    closes: bool = False,
) -> None:
    """The other side consents: both sides move together, or nothing does where one has not what it gives.

    ``check`` refuses a trade that the rules do not let take place. Where one ``closes``, the offer is over as well then.
    """
    agreed = market.offers[key]
    check(agreed)
    sides = ((agreed.by, agreed.give), (agreed.to, agreed.get))
    short = next((who for who, items in sides if not market.holder(who).has(items)), None)
    if short is not None:
        text = f"{short} has not all that was to be given"
        if not closes:
            refuse("INSUFFICIENT_ITEMS", text)
        pass_over("INSUFFICIENT_ITEMS", text)
        end(market, key, "failed")
        return
    move(agreed.by, agreed.to, dict(agreed.give))
    move(agreed.to, agreed.by, dict(agreed.get))
    end(market, key, "done")
    _happens("trade_done", f"{agreed.by} gives {agreed.to} {listed(agreed.give)} for {listed(agreed.get)}", key, market)


def withdraw(market: Market[Any], message: Message, said: str = "", person: str = "") -> None:
    """Take an own offer back: the one named, the one to a person, the one replied to, or the only one."""
    message = replace(message, reply_to="") if person else message
    mine = open_of(market, message.author, person)
    others = {key for key, each in opened(market) if each.by != message.author}
    key = _the_offer(market, message, said, mine, others, "I withdraw {}")
    end(market, key, "withdrawn")
    happens("trade_withdrawn", f"{message.author} withdraws an offer", offer=key, player=message.author)


def lapse(market: Market[Any], who: str) -> None:
    """Let all open offers from or to somebody be over."""
    for key, each in opened(market):
        if who in (each.by, each.to):
            end(market, key, "lapsed")


def end(market: Market[Any], key: str, status: str) -> None:
    """Let an offer be over, in one of the ways in which it can be."""
    market.offers[key].status, market.offers[key].ended = status, market.now


def forget(market: Market[Any], limit: datetime) -> None:
    """Let offers leave the gamestate that were over before an instant."""
    for key, each in list(market.offers.items()):
        if each.status != "open" and (each.ended or each.at) < limit:
            del market.offers[key]


# --- things -----------------------------------------------------------------------------------------------------------


def must_be_tradable(items: Items, untradable: Container[str]) -> None:
    """Refuses what cannot be traded."""
    kept = [item for item in items if item in untradable]
    require(not kept, "NOT_TRADABLE", f"{' and '.join(kept).replace('_', ' ')} cannot be traded")


def must_have(holding: Holding, items: Items) -> None:
    """Refuses what is not held."""
    require(holding.has(items), "INSUFFICIENT_ITEMS", f"not all of {listed(items)} is there")


def move(market: Market[Any], giver: str, receiver: str, items: Items) -> None:
    """Let things change hands."""
    market.holder(giver).lose(items)
    market.holder(receiver).gain(items)
