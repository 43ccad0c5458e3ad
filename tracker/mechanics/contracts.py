"""Contracts: agreements with parties, terms and goods of their own, offered, consented to and ended by consent of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from tracker.mechanics.goods import Bag
from tracker.mechanics.redacted_texts import is_same_name

Status: TypeAlias = Literal["offered", "in force", "terminated", "withdrawn"]
Fault: TypeAlias = Literal["not_party", "not_offered", "not_in_force", "already"]
"""Why a consent does nothing: it is no party's; the contract is not on offer, or not in force; it was given before."""


@dataclass(slots=True)
class Contract:
    """One contract: its parties, who offered it first, its terms as written, who consented when (UTC), and what it holds.

    ``says_bound``: whether the offer says outright that its offerer intends to be bound by it.
    """

    name: str
    parties: list[str]
    terms: str
    message: str
    offered_at: datetime
    n: int = 1
    says_bound: bool = False
    consents: dict[str, datetime] = field(default_factory=dict)
    end_consents: dict[str, datetime] = field(default_factory=dict)
    status: Status = "offered"
    goods: Bag = field(default_factory=dict)
    formed_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def offerer(self) -> str:
        """The party that offered it."""
        return self.parties[0]

    @property
    def is_agreed(self) -> bool:
        """Whether every party consented."""
        return all(party in self.consents for party in self.parties)

    def needed_to_end(self, counts: Callable[[str], bool] = lambda party: True) -> list[str]:
        """The parties whose consent to its end is still needed, among those whose consent counts."""
        return [party for party in self.parties if counts(party) and party not in self.end_consents]


def offered(
    parties: tuple[str, ...],
    name: str,
    terms: str,
    message: str,
    when: datetime,
    n: int = 1,
    *,
    says_bound: bool = False,
) -> Contract:
    """A contract on offer: the offer is the consent of its first party."""
    return Contract(name, list(dict.fromkeys(parties)), terms, message, when, n, says_bound, {parties[0]: when})


def contract_named(contracts: Mapping[str, Contract], name: str) -> Contract | None:
    """The contract of that name, whatever its letter case and white space, hidden or not; None where there is none."""
    return next((each for each in contracts.values() if is_same_name(each.name, name)), None)


def consent(contract: Contract, person: str, when: datetime) -> Fault | None:
    """Note a party's consent to a contract on offer; why it does nothing, or None."""
    if person not in contract.parties:
        return "not_party"
    if contract.status != "offered":
        return "not_offered"
    if person in contract.consents:
        return "already"
    contract.consents[person] = when
    return None


def consent_to_end(contract: Contract, person: str, when: datetime) -> Fault | None:
    """Note a party's consent to the end of a contract in force; why it does nothing, or None."""
    if person not in contract.parties:
        return "not_party"
    if contract.status != "in force":
        return "not_in_force"
    if person in contract.end_consents:
        return "already"
    contract.end_consents[person] = when
    return None


def form(contract: Contract, when: datetime) -> None:
    """Let a contract be in force; raises ValueError where it is not on offer or somebody has not consented."""
    if contract.status != "offered" or not contract.is_agreed:
        raise ValueError(f"the contract {contract.name!r} is {contract.status} and cannot come into force")
    contract.status, contract.formed_at = "in force", when


def end(contract: Contract, when: datetime) -> None:
    """Let a contract in force be over; raises ValueError where it is not in force. What it holds stays with it."""
    if contract.status != "in force":
        raise ValueError(f"the contract {contract.name!r} is {contract.status} and cannot end")
    contract.status, contract.ended_at = "terminated", when
