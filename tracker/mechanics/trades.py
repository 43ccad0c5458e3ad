"""Trades: offers of goods for goods between two parties, and which of them a consent or a withdrawal means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from tracker.mechanics.action_ids import key_of, named, short_id
from tracker.mechanics.goods import Bag, shortage

Status: TypeAlias = Literal["open", "done", "withdrawn", "replaced", "failed", "lapsed"]
Fault: TypeAlias = Literal["none", "several", "not_party", "own", "closed"]
"""Why no offer is meant for certain: there is none; there are several; it is for somebody else; it is the author's own; it is not open."""

Likeness: TypeAlias = Literal["equal", "things", "any"]
"""What an offer has in common with a newer one that replaces it."""


@dataclass(slots=True)
class Offer:
    """What ``by`` gives ``to`` somebody and gets for it, which is the consent of ``by``; a gift gets nothing.

    ``n`` is the number of the action within its message, from 1, which holds ``of`` actions.
    """

    by: str
    to: str
    give: Bag
    get: Bag
    at: datetime
    message: str
    n: int = 1
    of: int = 1
    status: Status = "open"
    closed_at: datetime | None = None

    @property
    def id(self) -> str:
        """The short id by which it is shown and can be named."""
        return short_id(self)

    @property
    def is_open(self) -> bool:
        """Whether it may be consented to."""
        return self.status == "open"

    def close(self, status: Status, when: datetime) -> None:
        """Let it be closed; raises ValueError where it is not open."""
        if not self.is_open or status == "open":
            raise ValueError(f"offer {self.id} is {self.status} and cannot become {status}")
        self.status, self.closed_at = status, when


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an action means no offer that can be acted on, with the offers it may mean."""

    fault: Fault
    offers: tuple[Offer, ...] = ()


def offered(offers: dict[str, Offer], new: Offer) -> Offer:
    """Note a new offer."""
    offers[key_of(new.message, new.n)] = new
    return new


def known(offers: Mapping[str, Offer], limit: datetime) -> dict[str, Offer]:
    """The offers that are open, or were at an instant or later: older ones are nobody's business any more."""
    return {key: each for key, each in offers.items() if each.closed_at is None or each.closed_at >= limit}


def offer_for_consent(
    offers: Mapping[str, Offer], author: str, name: str | None, reply_to: str, by: str | None = None
) -> Offer | Problem:
    """The open offer that an author consents to.

    It is the one they name, by its id or that of its message, else that of the message they reply to, else the only one that is
    open to them, of those of ``by`` where they say whose: a reply to a message without an offer names none.
    """
    if not (meant := _meant(offers, name, reply_to)) and name is not None:
        return Problem("none")
    found = [each for each in meant or offers.values() if by in (None, each.by)]
    if by is not None and not found:
        return Problem("none")
    theirs = [each for each in found if each.to == author]
    standing = [each for each in theirs if each.is_open]
    if len(standing) == 1:
        return standing[0]
    if standing:
        return Problem("several", tuple(standing))
    if meant:
        return _refused(theirs, found, author)
    return _none_open(theirs, [each for each in found if each.is_open], author)


def _refused(theirs: list[Offer], meant: list[Offer], author: str) -> Problem:
    """Why nothing can be consented to among offers that were named."""
    if theirs:
        return Problem("closed", tuple(theirs))
    return Problem("own" if all(each.by == author for each in meant) else "not_party", tuple(meant))


def _none_open(theirs: list[Offer], standing: list[Offer], author: str) -> Problem:
    """Why nothing can be consented to where no offer was named and none is open to the author."""
    if theirs or not standing:
        return Problem("closed" if theirs else "none", tuple(theirs))
    return _refused([], standing, author)


def offer_to_withdraw(offers: Mapping[str, Offer], author: str, name: str | None, reply_to: str) -> Offer | Problem:
    """The open offer that an author takes back: the one named, by id, message or reply, else their only open one."""
    if not (meant := _meant(offers, name, reply_to)) and name is not None:
        return Problem("none")
    own = [each for each in meant or offers.values() if each.by == author]
    standing = [each for each in own if each.is_open]
    if len(standing) == 1:
        return standing[0]
    if standing:
        return Problem("several", tuple(standing))
    if own:
        return Problem("closed", tuple(own))
    return Problem("not_party", tuple(meant)) if meant else Problem("none")


def _meant(offers: Mapping[str, Offer], name: str | None, reply_to: str) -> list[Offer]:
    if name is not None:
        return named(offers.values(), name)
    return [each for each in offers.values() if each.message == reply_to]


def replaced_by(offers: Iterable[Offer], new: Offer, likeness: Likeness) -> list[Offer]:
    """The open offers that a newer one to the same party stands in for; others of its own message stand beside it.

    They are those that give and get the same (``equal``), the same things in whatever number (``things``), or anything (``any``).
    """
    return [
        each
        for each in offers
        if each.is_open
        and each.message != new.message
        and (each.by, each.to) == (new.by, new.to)
        and (likeness == "any" or _sides(each, likeness) == _sides(new, likeness))
    ]


def _sides(each: Offer, likeness: Likeness) -> tuple[object, object]:
    return (each.give, each.get) if likeness == "equal" else (set(each.give), set(each.get))


def shortages(offer: Offer, goods_of: Callable[[str], Mapping[str, int]]) -> dict[str, Bag]:
    """What each side lacks to give what it gives; empty where both hold enough."""
    missing = {offer.by: shortage(goods_of(offer.by), offer.give), offer.to: shortage(goods_of(offer.to), offer.get)}
    return {party: bag for party, bag in missing.items() if bag}
