"""Auctions of ownerless ducks: bids, when they become invalid, which ducks pay, and how an auction ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law

from .actions import author
from .flock import complete_of, create, give_to, is_ownerless, quack, shown, total
from .holdings import transfer
from .naming import temporary_fault
from .periods import next_period_end
from .players import departure_due, is_playing
from .reading import find_duck, own_duck
from .spoken import Amount, DuckSaid, EntitySaid, entity_called, numbers_of
from .state import DISCIPLE, Auction, Bid, Disciple, World

NO_DUCK = 0
"""What stands for the number of the Duck Disciple, where it is ruled that it can be bid on."""
_SHOWN = 20
"""So many characters of what was said for a number are quoted."""


def temporary_names(world: World) -> Mapping[int, str]:
    """The names that ducks bear while they are auctioned, by the ducks' numbers (DUCK-133)."""
    return {number: each.temporary_name for number, each in world.auctions.items() if each.temporary_name}


def leading(auction: Auction) -> Bid | None:
    """The highest valid bid; None where none is valid."""
    return max((bid for bid in auction.bids if bid.is_valid), key=lambda bid: bid.amount, default=None)


def called(world: World, number: int) -> str:
    """What is auctioned, as it is told of: by its name, its temporary one, or its number."""
    if number == NO_DUCK:
        return world.disciple.name if world.disciple else DISCIPLE
    duck = world.ducks.get(number)
    return duck.name if duck and duck.name else temporary_names(world).get(number, f"duck #{number}")


# --- bids -------------------------------------------------------------------------------------------------------------


@rule("DUCK-131", "DUCK-132", "DUCK-139")
def bid(moment: Moment[World], said: Announced) -> bool:
    """Bid on an ownerless duck; the first valid bid starts its auction, which ends with the period after that of the bid."""
    number = _lot(moment, said, (duck.number for duck in moment.world.ducks.values() if is_ownerless(duck)))
    if number is None or not _is_ownerless(moment, number, said.n):
        return False
    amount = _amount(moment, said)
    auction = moment.world.auctions.get(number)
    name = _temporary_name(moment, said, number) if auction is None else auction.temporary_name
    if amount is None or name is None or not _is_enough(moment, auction, amount, said.n):
        return False
    if auction is None:
        ends_at = next_period_end(moment.law, moment.when)
        auction = Auction(number, moment.when, ends_at, name)
        moment.world.auctions[number] = auction
    user = author(moment)
    auction.bids.append(Bid(user, amount, moment.when, moment.row))
    text = f"{user} bids {amount} Quacks on {called(moment.world, number)}"
    told = {"temporary_name": name} if name else {}
    moment.tell("bid_placed", "DUCK-132", text, player=user, duck=number, amount=amount, **told)
    return True


@rule("DUCK-016", "DUCK-131", "DUCK-146")
def _lot(moment: Moment[World], said: Announced, possible: Iterable[int]) -> int | None:
    """The number of what is bid on, which the temporary name of an auction tells, too; None once it was refused.

    Where it is not said it is the only one of the ``possible``, if there is but one.
    """
    wanted: DuckSaid | EntitySaid | None = said.fields["duck"]
    numbers = [*possible] if wanted is None else []
    if len(numbers) == 1 and said.fields["amount"] is not None:
        return numbers[0]
    if wanted is not None and said.fields["amount"] is None:
        moment.refuse("missing_parameter", "DUCK-132", "it does not say how many Quacks", said.n)
        return None
    if _means_disciple(moment, wanted):
        return NO_DUCK
    if isinstance(wanted, EntitySaid):
        moment.refuse("unknown_duck", "DUCK-131", "that is no duck that can be auctioned", said.n)
        return None
    found = numbers_of(wanted, temporary_names(moment.world), ()) if wanted and wanted.name else ()
    if len(found) == 1:
        return found[0]
    duck = find_duck(moment, wanted, said.n, "DUCK-132")
    return duck.number if duck else None


def _means_disciple(moment: Moment[World], wanted: DuckSaid | EntitySaid | None) -> bool:
    """Whether the Duck Disciple is meant, of which there is one, and bids on it are allowed."""
    disciple = moment.world.disciple
    if disciple is None or wanted is None or moment.law.chooses("disciple_in_auctions", "cannot be bid on"):
        return False
    meant = entity_called(wanted.name, disciple.name) if isinstance(wanted, DuckSaid) else wanted
    return meant is not None and meant.kind == "disciple"


@rule("DUCK-131")
def _is_ownerless(moment: Moment[World], number: int, n: int) -> bool:
    duck = moment.world.ducks.get(number)
    if duck is None or is_ownerless(duck):
        return True
    moment.refuse("not_ownerless", "DUCK-131", f"{shown(duck)} is {duck.owner}'s duck", n)
    return False


@rule("DUCK-134")
def _amount(moment: Moment[World], said: Announced) -> int | None:
    """How many Quacks are bid, a whole number and none or more; None once it was refused."""
    amount: Amount = said.fields["amount"]
    if isinstance(amount, str) and moment.law.chooses("fractional_bid", "is rounded down"):
        whole, point, rest = amount.partition(".")
        amount = int(whole) if point and whole.isascii() and whole.isdecimal() and rest.isdecimal() else amount
    if isinstance(amount, int) and amount >= 0:
        return amount
    text = f"{str(amount)[:_SHOWN]} is no bid: it is a whole number of Quacks, none or more"
    moment.refuse("bad_amount", "DUCK-134", text, said.n)
    return None


@rule("DUCK-133")
def _temporary_name(moment: Moment[World], said: Announced, number: int) -> str | None:
    """The name of the auction: "" where its duck has one of its own; None once it was refused."""
    duck = moment.world.ducks.get(number)
    if duck is None or duck.name:
        return ""
    name = str(said.fields.get("name") or "").strip()
    if not name:
        text = f"{shown(duck)} has no name: the first bid gives a temporary one, “calling it …”"
        moment.refuse("missing_parameter", "DUCK-133", text, said.n)
        return None
    if fault := temporary_fault(moment, name):
        moment.refuse("bad_name", "DUCK-133", fault.text, said.n)
        return None
    return name


@rule("DUCK-135", "DUCK-136")
def _is_enough(moment: Moment[World], auction: Auction | None, amount: int, n: int) -> bool:
    """Refuse a bid that does not exceed the highest valid one, or that its player's ducks cannot pay together."""
    best, user = leading(auction) if auction else None, author(moment)
    there = total(moment.world, user)
    if best is not None and amount <= best.amount:
        text = f"{best.player} bid {best.amount} Quacks: only a higher bid counts"
        moment.refuse("bid_too_low", "DUCK-136", text, n)
    elif there < amount:
        text = f"the complete ducks of {user} have {there} Quacks together, not {str(amount)[:_SHOWN]}"
        moment.refuse("unaffordable", "DUCK-135", text, n)
    else:
        return True
    return False


def doubt_of_bid(moment: Moment[World], said: Announced) -> Due[World] | None:
    """Whether nobody can tell if the highest bidder had left the server when somebody bids on the same duck."""
    bids = [best.player for each in moment.world.auctions.values() if (best := leading(each)) is not None]
    return departure_due(moment, bids, "which bids are valid")


# --- bids that become invalid -----------------------------------------------------------------------------------------


@rule("DUCK-009", "DUCK-137", "DUCK-138")
def after_change(moment: Moment[World]) -> None:
    """Bids that cannot be paid any more are out, and an auction without a valid bid or without its duck is cancelled at once."""
    if not moment.world.auctions:
        return
    for auction in list(moment.world.auctions.values()):
        if not _is_there(moment.world, auction.duck):
            _cancel(moment, auction, "it is ownerless no more, or gone")
            continue
        for each in auction.bids:
            _look_at(moment, auction, each)
        if leading(auction) is None:
            _cancel(moment, auction, "no bid is valid")


def _is_there(world: World, number: int) -> bool:
    """Whether what is auctioned can still be had."""
    if number == NO_DUCK:
        return world.disciple is not None
    return number in world.ducks and is_ownerless(world.ducks[number])


def _look_at(moment: Moment[World], auction: Auction, each: Bid) -> None:
    """Let a bid be out for good once its player cannot pay it, or plays no more; it counts again only where that is ruled."""
    is_sound = is_playing(moment.world, each.player) and total(moment.world, each.player) >= each.amount
    if each.is_valid and not is_sound:
        each.is_valid = False
        text = f"{each.player} cannot pay {each.amount} Quacks for {called(moment.world, auction.duck)} any more"
        told = {"player": each.player, "duck": auction.duck, "amount": each.amount}
        moment.tell("bid_invalid", "DUCK-137", text, **told)
    elif not each.is_valid and is_sound and moment.law.chooses("invalid_bid", "revives"):
        each.is_valid = True


def _cancel(moment: Moment[World], auction: Auction, why: str) -> None:
    text = f"the auction of {called(moment.world, auction.duck)} is cancelled: {why}"
    del moment.world.auctions[auction.duck]
    moment.tell("auction_cancelled", "DUCK-138", text, duck=auction.duck)


def announcement_deleted(moment: Moment[World], message: str) -> None:
    """Take back the bids that a message placed, where it is ruled that this comes of its deletion (DUCK-020)."""
    for auction in moment.world.auctions.values():
        auction.bids = [each for each in auction.bids if each.message != message]
    after_change(moment)


# --- which ducks pay --------------------------------------------------------------------------------------------------


@rule("DUCK-141")
def set_payment(moment: Moment[World], said: Announced) -> bool:
    """Say beforehand how much each of one's ducks pays of one's highest valid bid; refused parts leave it to the default."""
    user, auctions = author(moment), moment.world.auctions
    number = _lot(moment, _with_amount(said), (each.duck for each in auctions.values() if _bid_of(each, user)))
    parts = None if number is None else _parts(moment, said)
    if number is None or parts is None:
        return False
    auction = auctions.get(number)
    own = _bid_of(auction, user) if auction else None
    if auction is None or own is None:
        text = f"{user} has no valid bid on {called(moment.world, number)}"
        moment.refuse("bad_payment", "DUCK-141", text, said.n)
        return False
    auction.payments.pop(user, None)
    if fault := _fault(moment.world, user, parts, own.amount):
        moment.refuse("bad_payment", "DUCK-141", fault, said.n)
        return False
    auction.payments[user] = parts
    words = ", ".join(f"{count} from {shown(moment.world.ducks[duck])}" for duck, count in parts.items())
    told = {str(duck): count for duck, count in parts.items()}
    moment.tell("bid_payment_set", "DUCK-141", f"{user} would pay {words}", player=user, duck=number, parts=told)
    return True


def _with_amount(said: Announced) -> Announced:
    """The same as words about a bid of which the amount is known."""
    return replace(said, fields={**said.fields, "amount": 0})


def _bid_of(auction: Auction, user: str) -> Bid | None:
    """Somebody's highest valid bid."""
    return max(
        (each for each in auction.bids if each.player == user and each.is_valid),
        key=lambda each: each.amount,
        default=None,
    )


def _parts(moment: Moment[World], said: Announced) -> dict[int, int] | None:
    """How much each duck is to pay, by its number; None once it was refused."""
    stated: Sequence[tuple[Amount, DuckSaid | None]] = said.fields["parts"]
    if not stated or any(amount is None for amount, _ in stated):
        moment.refuse("missing_parameter", "DUCK-141", "it does not say how much each duck pays", said.n)
        return None
    found = dict[int, int]()
    for amount, wanted in stated:
        duck = own_duck(moment, wanted, said.n, "DUCK-141")
        if duck is None:
            return None
        if not isinstance(amount, int) or amount < 0:
            text = f"{str(amount)[:_SHOWN]} is no part of a bid: it is a whole number, none or more"
            moment.refuse("bad_payment", "DUCK-141", text, said.n)
            return None
        found[duck.number] = found.get(duck.number, 0) + amount
    return found


def _fault(world: World, user: str, parts: Mapping[int, int], amount: int) -> str:
    """Why a bid cannot be paid so; "" where it can."""
    own = {duck.number: duck for duck in complete_of(world, user)}
    for number, part in parts.items():
        if number not in own:
            return f"duck #{number} is no complete duck of {user}"
        if part > max(0, own[number].quacks):
            return f"{shown(own[number])} has {own[number].quacks} Quacks, not {str(part)[:_SHOWN]}"
    told = str(sum(parts.values()))[:_SHOWN]
    return "" if sum(parts.values()) == amount else f"the parts are {told} Quacks together, and the bid is {amount}"


@rule("DUCK-141")
def payment(world: World, law: Law, user: str, amount: int) -> dict[int, int]:
    """Which ducks pay where nobody says: the one with the most Quacks as much as it has, then the next; of equal ones the older."""
    ducks = complete_of(world, user)
    if law.chooses("unspecified_payment", "richest duck first"):
        ducks.sort(key=lambda duck: -duck.quacks)
    parts = dict[int, int]()
    for duck in ducks:
        part = min(amount, max(0, duck.quacks))
        amount -= part
        if part:
            parts[duck.number] = part
    return parts


# --- the end ----------------------------------------------------------------------------------------------------------


@rule("DUCK-139", "DUCK-142")
def due(moment: Moment[World]) -> Due[World] | None:
    """The end of the first auction that is over now, by their first valid bids; whether a bidder had left is settled before.

    Those of one instant are in the order in which they began: that of their messages, and of the actions of one.
    """
    ended = [each for each in moment.world.auctions.values() if each.ends_at <= moment.when]
    if not ended:
        return None
    first = min(ended, key=lambda each: each.first_valid_at)
    doubt = departure_due(moment, {bid.player for bid in first.bids}, f"who wins {called(moment.world, first.duck)}")
    return doubt or Due(lambda then, _: conclude(then, first.duck))


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When auctions end."""
    return (each.ends_at for each in moment.world.auctions.values())


@rule("DUCK-140", "DUCK-142")
def conclude(moment: Moment[World], number: int) -> None:
    """The highest valid bidder pays the bid from their ducks and has the duck, which loses its temporary name.

    What comes of it cites the message of the bid.
    """
    world, auction = moment.world, moment.world.auctions[number]
    best = leading(auction)
    if best is None:
        _cancel(moment, auction, "no bid is valid")
        return
    name, user = called(world, number), best.player
    cited = replace(moment, row=best.message)
    parts = _payment_of(moment, auction, best)
    for duck, part in parts.items():
        quack(cited, world.ducks[duck], -part, "DUCK-140", f"{user} pays {best.amount} Quacks for {name}")
    text = f"{user} wins {name} for {best.amount} Quacks"
    _hand_over(cited, number, user, text)
    del world.auctions[number]
    paid = {str(duck): part for duck, part in parts.items()}
    cited.tell("auction_concluded", "DUCK-140", text, duck=number, player=user, amount=best.amount, paid=paid)


def _payment_of(moment: Moment[World], auction: Auction, best: Bid) -> Mapping[int, int]:
    """What each duck of the winner pays: as they said, where that still fits, else by default."""
    stated = auction.payments.get(best.player)
    fault = _fault(moment.world, best.player, stated, best.amount) if stated else ""
    if stated and not fault:
        return stated
    if fault:
        text = f"{best.player} cannot pay for {called(moment.world, auction.duck)} as they said: {fault}"
        moment.note("bad_payment", "DUCK-141", text)
    return payment(moment.world, moment.law, best.player, best.amount)


def _hand_over(moment: Moment[World], number: int, user: str, text: str) -> None:
    if number != NO_DUCK:
        give_to(moment, moment.world.ducks[number], user, "DUCK-140", text)
    elif (disciple := moment.world.disciple) is not None:
        _tame(moment, disciple, user, text)


def _tame(moment: Moment[World], disciple: Disciple, user: str, text: str) -> None:
    """The Disciple becomes a duck like others of whoever won it, with its name, its Quacks and what it holds."""
    duck = create(moment, user, "DUCK-140", text)
    duck.name, duck.named_at = disciple.name, moment.when
    moment.world.register_anew()
    quack(moment, duck, disciple.quacks, "DUCK-140", text)
    transfer(moment, DISCIPLE, duck.holder, dict(disciple.goods), "DUCK-140", text)
    moment.world.disciple = None


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"bid": bid, "bid_payment": set_payment}
DOUBTS: dict[str, Callable[[Moment[World], Announced], Due[World] | None]] = {"bid": doubt_of_bid}
