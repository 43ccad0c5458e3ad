"""Trade, and Duck as Property: offers, consent, and what players and their own ducks give each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from .assist import ask_people
from .essential import called, change_owner, must_be_complete, must_own, own_duck, the_duck
from .fruit import as_fruit
from .state import DUCK, EGG, Ducks, Holder, Offer

QUACKS = "Quacks"
Said = Mapping[str, float]
"""Things as they were said: items, and ducks as ``duck:`` and what they were called."""


@rule("DUCK-022", "DUCK-021", "DUCK-023", bad_target="DUCK-021")
def offer(world: Ducks, message: Message, give: Said, person: str, take: Said | None = None) -> None:
    """Offer a trade, or a gift; by that its author has consented, and nothing moves before the other has."""
    require(person != message.author, "bad_target", "a trade is between two")
    require(person in playing(world), "bad_target", f"{person} is no player")
    gives = listed(world, message.author, counted(world, message.author, give))
    gets = listed(world, person, counted(world, person, take or {}))
    trades.offer(world, message, person, gives, gets, Offer, may_be_empty=True)


def counted(world: Ducks, giver: str, said: Mapping[str, float | None]) -> dict[str, Any]:
    """Things as they were said; of what somebody has just one of, that is meant."""
    has = world.players[giver].amount
    return {item: 1 if n is None and has(item) == 1 else n for item, n in said.items()}


def listed(world: Ducks, giver: str, said: Said) -> dict[str, int]:
    """What somebody is to give, each thing as it is held; ducks by number, one each."""
    must_be_tradable(said)
    for item in said:
        must_be_known(world, item)
    return {
        (as_property(world, giver, item.removeprefix(DUCK)) if item.startswith(DUCK) else item): int(n)
        for item, n in said.items()
    }


@rule("DUCK-025", quacks_not_tradeable="DUCK-027", missing_parameter="DUCK-016")
def must_be_tradable(said: Said) -> None:
    """Whole numbers of things, said of each, and no Quacks."""
    require(None not in said.values(), "missing_parameter", "how many of each?")
    require(QUACKS not in said, "quacks_not_tradeable", "Quacks belong to ducks and cannot be traded")
    require(all(n >= 0 and n % 1 == 0 for n in said.values()), "bad_amount", "only whole items move, and none or more")


def must_be_known(world: Ducks, item: str) -> None:
    """Refuses an item that there is not."""
    is_known = item.startswith(DUCK) or item in world.law.words("items") or as_fruit(world, item).parts
    is_held = any(holder.amount(item) for holder in (*world.players.values(), *world.ducks.values()))
    require(is_known or is_held, "lacks_items", f"there is no item {item}")


@rule("DUCK-129", duck_incomplete="DUCK-129")
def as_property(world: Ducks, giver: str, said: str) -> str:
    """A complete duck of the giver's is an item."""
    number = the_duck(world, giver, said)
    must_own(world, giver, number)
    require(world.ducks[number].is_complete, "duck_incomplete", f"{called(world, number)} lacks a name or a pond")
    return f"{DUCK}{number}"


@rule("DUCK-022", no_such_offer="DUCK-024", NO_SUCH_OFFER="DUCK-024", NOT_A_PARTY="DUCK-024")
def accept(world: Ducks, message: Message, offer: str = "", person: str = "") -> None:
    """The other side consents: both sides move together, or the offer is closed."""
    key = trades.to_accept(world, message, offer, person)
    trades.accept(world, key, lambda _: None, lambda giver, to, items: move(world, giver, to, items), closes=True)


@rule("DUCK-024")
def withdraw(world: Ducks, message: Message, offer: str = "", person: str = "") -> None:
    """Take an own offer back before the other side consents."""
    trades.withdraw(world, message, offer, person)


@rule("DUCK-066", "DUCK-075", "DUCK-129")
def move(world: Ducks, giver: str, receiver: str, items: Mapping[str, int]) -> None:
    """Things and ducks change hands."""
    hand_over(world.players[giver], world.players[receiver], items)
    for item in items:
        if item.startswith(DUCK):
            change_owner(world, int(item.removeprefix(DUCK)), receiver)


def hand_over(giver: Holder, receiver: Holder, items: Mapping[str, int]) -> None:
    """Things change hands; Eggs remember who laid them, and those held longest go first."""
    loose = {item: n for item, n in items.items() if not item.startswith(DUCK)}
    trades.must_have(giver, loose)
    eggs = loose.pop(EGG, 0)
    given, held = giver.layers(), receiver.layers()
    giver.lose(loose)
    receiver.gain(loose)
    giver.keep_eggs(given[eggs:])
    receiver.keep_eggs([*held, *given[:eggs]])


# --- with one's own ducks ---------------------------------------------------------------------------------------------


@rule("DUCK-026")
def give_to_duck(world: Ducks, message: Message, give: Said, duck: str | None = None) -> None:
    """Give things to an own duck, at once: it need not be asked. Whether it may be given a duck people decide."""
    number = own_duck(world, message.author, duck)
    if given := [item for item in give if item.startswith(DUCK)]:
        ask_for_duck(world, message, given[0].removeprefix(DUCK), number)
        return
    items = listed(world, message.author, give)
    hand_over(world.players[message.author], world.ducks[number], items)
    _tell("given_to_duck", f"{message.author} gives {called(world, number)}", message, number, items)


@rule("DUCK-026")
def take_from_duck(world: Ducks, message: Message, give: Said, duck: str | None = None) -> None:
    """Take things from an own duck, at once."""
    number = own_duck(world, message.author, duck)
    items = listed(world, message.author, give)
    hand_over(world.ducks[number], world.players[message.author], items)
    _tell("taken_from_duck", f"{message.author} takes from {called(world, number)}", message, number, items)


def _tell(event: str, text: str, message: Message, number: int, items: Mapping[str, int]) -> None:
    moved = {item: n for item, n in items.items() if n}
    happens(event, f"{text} {trades.listed(moved)}", player=message.author, duck=number, items=moved)


@rule("DUCK-130")
def ask_for_duck(world: Ducks, message: Message, said: str, to: int) -> None:
    """A duck is given to a duck only when people say so."""
    given = the_duck(world, message.author, said)
    must_own(world, message.author, given)
    must_be_complete(world, given)
    if given == to:
        refuse("bad_target", "a duck does not own itself")
    text = f"{message.author} gives {called(world, given)} to {called(world, to)}: may a duck own a duck?"
    happens("duck_to_duck_asked", text, player=message.author, duck=to, items={f"{DUCK}{given}": 1})
    ask_people(world, "DUCK_TO_DUCK", "duck-to-duck", message, text, ["yes", "no"], "give_to_duck", given=given, to=to)
