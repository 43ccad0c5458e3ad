"""Auctions of ducks that nobody owns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracker.mechanics.chat import votes
from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Boundary, Message

from .essential import (
    by_name,
    called,
    change_owner,
    complete_of,
    entity_of,
    found,
    must_own,
    named,
    richest_first,
    the_duck,
    total,
)
from .general import period_ends
from .naming import must_be_good
from .state import DISCIPLE, Auction, Bid, Ducks
from .titles import quacks_owned


def names_in_auctions(world: Ducks) -> dict[int, str | None]:
    """What ducks are called, those of auctions by their temporary names."""
    temporary = {number: each.temporary_name for number, each in world.auctions.items() if each.temporary_name}
    return {**{number: duck.name for number, duck in world.ducks.items()}, **temporary}


def is_ownerless(world: Ducks, number: int) -> bool:
    """Whether no player owns a duck."""
    return world.ducks[number].owner not in playing(world)


@rule("DUCK-131", "DUCK-146", missing_parameter="DUCK-132")
def ownerless(world: Ducks, said: str | None) -> int:
    """A duck that may be auctioned, complete or not; the only one need not be named."""
    if said is None:
        free = [number for number in world.ducks if is_ownerless(world, number)]
        return free[0] if len(free) == 1 else refuse("missing_parameter", "it does not say which duck")
    require(entity_of(world, said) != DISCIPLE, "unknown_duck", f"the {DISCIPLE} is no such duck")
    number = found(meant(world, said), said)
    require(is_ownerless(world, number), "not_ownerless", f"{called(world, number)} is {world.ducks[number].owner}’s")
    return number


def meant(world: Ducks, said: str) -> list[int]:
    """The ducks that may be meant where temporary names hold."""
    return named(world, said) if said.startswith("#") else by_name(names_in_auctions(world), said)


@rule("DUCK-132", unaffordable="DUCK-135")
def bid(
    world: Ducks, message: Message, amount: float | None = None, target: str | None = None, new: str | None = None
) -> None:
    """Bid on a duck; the first valid bid starts its auction."""
    require(amount is not None, "missing_parameter", "it does not say how much")
    number, much = ownerless(world, target), amount or 0
    auction = world.auctions.get(number) or new_auction(world, number, new)
    must_raise(auction, much)
    mine = total(complete_of(world, message.author).values())
    require(mine >= much, "unaffordable", f"the ducks of {message.author} have {mine} Quacks together")
    world.auctions[number] = auction
    auction.bids.append(Bid(player=message.author, amount=int(much), at=world.now))
    name = {"temporary_name": auction.temporary_name} if auction.temporary_name else {}
    text = f"{message.author} bids {int(much)} Quacks on {auction.temporary_name or called(world, number)}"
    happens("bid_placed", text, player=message.author, duck=number, amount=int(much), **name)


@rule("DUCK-139", "DUCK-133")
def new_auction(world: Ducks, number: int, said: str | None) -> Auction:
    """An auction lasts until the end of the next voting period; a nameless duck has a name for that time."""
    name = temporary_name(world, said) if world.ducks[number].name is None else None
    return Auction(temporary_name=name, first_valid_at=world.now, ends_at=period_ends(world, period_ends(world)))


@rule("DUCK-133")
def temporary_name(world: Ducks, said: str | None) -> str:
    """A temporary name is a good one that no duck has."""
    name = (said or refuse("missing_parameter", "a nameless duck needs a name for its auction")).strip()
    must_be_good(world, name)
    require(name not in names_in_auctions(world).values(), "bad_name", f"a duck is called {name} already")
    return name


@rule("DUCK-134", bid_too_low="DUCK-136")
def must_raise(auction: Auction, amount: float) -> None:
    """Bids are whole numbers, each higher than the highest valid one."""
    require(amount >= 0 and amount % 1 == 0, "bad_amount", "a bid is a whole number of Quacks")
    best = auction.best
    require(best is None or amount > best.amount, "bid_too_low", f"the highest bid is {best.amount if best else 0}")


# --- bids that are out ------------------------------------------------------------------------------------------------


@rule("DUCK-137")
def look_at_bids(world: Ducks) -> None:
    """A bid that its bidder cannot pay any more is out for good; without a valid one the auction is cancelled."""
    there = quacks_owned(world) if world.auctions else {}
    for number, auction in list(world.auctions.items()):
        for each in auction.bids:
            if each.valid and not can_pay(world, each, there):
                each.valid = False
                told = {"player": each.player, "duck": number, "amount": each.amount}
                happens("bid_invalid", f"the bid of {each.player} of {each.amount} Quacks is out", **told)
        leading = auction.best.player if auction.best else None
        if auction.leading != leading:
            auction.leading = leading
        if auction.best is None or not is_ownerless(world, number):
            cancel(world, number)


@rule("DUCK-135")
def can_pay(world: Ducks, bid: Bid, there: Mapping[str, int]) -> bool:
    """Whether a player has as many Quacks as they bid, of those that are there."""
    return bid.player in playing(world) and there.get(bid.player, 0) >= bid.amount


@rule("DUCK-138")
def cancel(world: Ducks, number: int) -> None:
    """An auction is over without a winner."""
    del world.auctions[number]
    happens("auction_cancelled", f"the auction of duck #{number} is cancelled", duck=number)


# --- the end ----------------------------------------------------------------------------------------------------------


@rule("DUCK-142")
def endings(world: Ducks, rank: int, kind: str) -> Iterator[Boundary]:
    """Auctions that end, in the order of their first bids."""
    coming = ((each.ends_at, each.first_valid_at, str(number)) for number, each in world.auctions.items())
    return votes.ends(coming, rank, kind)


@rule("DUCK-140", "DUCK-037")
def conclude(world: Ducks, matter: str) -> None:
    """The highest valid bidder pays and has the duck, as nameless as it was."""
    number, auction = int(matter), world.auctions.pop(int(matter), None)
    if auction is None or auction.best is None:
        return
    winner, amount = auction.best.player, auction.best.amount
    paid = payment(world, winner, amount, auction.payments.get(winner, {}))
    for payer, n in paid.items():
        world.ducks[payer].quacks -= n
    change_owner(world, number, winner)
    text = f"{winner} wins {called(world, number)} for {amount} Quacks"
    told = {"player": winner, "amount": amount, "paid": {str(payer): n for payer, n in paid.items()}}
    happens("auction_concluded", text, duck=number, **told)


@rule("DUCK-141")
def payment(world: Ducks, who: str, amount: int, wanted: Mapping[int, int]) -> dict[int, int]:
    """What each duck pays: as its owner wanted, else as much as it has, the richest first."""
    if wanted and is_payment(world, who, wanted, amount):
        return {number: n for number, n in wanted.items() if n}
    if wanted:
        note("bad_payment", f"what {who} wanted their ducks to pay does not fit the bid of {amount} any more")
    paid = dict[int, int]()
    for number in richest_first(world, who):
        paid[number] = min(amount - sum(paid.values()), max(0, world.ducks[number].quacks))
    return {number: n for number, n in paid.items() if n}


def is_payment(world: Ducks, who: str, wanted: Mapping[int, float], amount: int) -> bool:
    """Whether parts are whole, held by own complete ducks, and add up to a bid."""
    mine = complete_of(world, who)
    fit = all(number in mine and 0 <= n <= mine[number].quacks and n % 1 == 0 for number, n in wanted.items())
    return fit and sum(wanted.values()) == amount


@rule("DUCK-141")
def choose_payment(
    world: Ducks, message: Message, parts: Mapping[str, float] | None = None, duck: str | None = None
) -> None:
    """A bidder says how much of the bid each duck pays."""
    require(parts, "missing_parameter", "it does not say which duck pays how much")
    who, number = message.author, auction_meant(world, message.author, duck)
    wanted: dict[int, float] = {}
    for said, n in (parts or {}).items():
        payer = the_duck(world, who, said)
        must_own(world, who, payer)
        wanted[payer] = wanted.get(payer, 0) + n
    mine = [each.amount for each in world.auctions[number].bids if each.valid and each.player == who]
    fits = bool(mine) and is_payment(world, who, wanted, max(mine))
    require(fits, "bad_payment", f"these parts are not the bid of {who}")
    paid = {payer: int(n) for payer, n in wanted.items()}
    world.auctions[number].payments[who] = paid
    told = {str(payer): n for payer, n in paid.items()}
    text = f"{who} would pay {', '.join(f'{n} from {called(world, payer)}' for payer, n in paid.items())}"
    happens("bid_payment_set", text, player=who, duck=number, parts=told)


def auction_meant(world: Ducks, who: str, said: str | None) -> int:
    """The auction that is named, or the only one in which somebody bids."""
    if said is None:
        mine = [number for number, each in world.auctions.items() if any(bid.player == who for bid in each.bids)]
        return mine[0] if len(mine) == 1 else refuse("missing_parameter", "it does not say on which duck")
    number = found(meant(world, said), said)
    require(number in world.auctions, "bad_target", f"{called(world, number)} is not auctioned")
    return number
