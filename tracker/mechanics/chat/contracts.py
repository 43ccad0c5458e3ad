"""Contracts: agreements of parties, which bind once all consent, can hold things, and end once all consent to that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from tracker.mechanics.state.described import Count, Names, Part, Person

from .carrying import happens, refuse, require
from .meant import key_of
from .rows import Message
from .trades import Holding, Items, Market, O, amounts, listed, must_have

Move = Callable[[str, str, Items], None]


class Contract(Holding):
    """An agreement: ``offer`` is what stands for its announcement, ``by`` who offered it, ``holding`` what it holds."""

    loose: ClassVar[str] = "holding"
    by: Person = ""
    offer: str = ""
    parties: Annotated[Names, Field(title="Parties")]
    terms: Annotated[str, Field(title="Terms")] = ""
    consents: Names = Field(default=set())
    end_consents: Names = Field(default=set())
    status: Annotated[Literal["offered", "in force", "terminated"], Field(title="State")] = "offered"
    holding: dict[str, Count] = Field(default={}, title="Holds")


class Claim(Part):
    """Things that somebody claims of a contract, and the term that is said to allow it: people judge whether it does."""

    contract: str
    by: Person
    to: Person
    items: dict[str, Count]
    term: str = ""


class Contracts(Market[O]):
    """What a gamestate with contracts has."""

    contracts: dict[str, Contract] = Field(default={})
    claims: dict[str, Claim] = Field(default={})


# --- coming into force ------------------------------------------------------------------------------------------------


def offer_contract(world: Contracts[Any], message: Message, parties: Sequence[str], contract: str, text: str) -> None:
    """Offer a contract; who does consents by that. An own offer is made anew so, with the consents to its new terms alone."""
    everyone = {message.author, *parties}
    require(len(everyone) > 1, "UNCLEAR", "a contract takes another party")
    require(text.strip(), "UNCLEAR", "a contract has terms")
    name = called(world, contract)
    before = world.contracts.get(name)
    if before is not None and before.status != "terminated":
        is_anew = before.status == "offered" and before.by == message.author
        require(is_anew, "UNCLEAR", f"there is a contract {name} already")
    world.contracts.pop(name, None)
    world.contracts[contract] = Contract(
        by=message.author, offer=key_of(message), parties=everyone, terms=text, consents={message.author}
    )
    told = f"{message.author} offers {' and '.join(sorted(everyone - {message.author}))} the contract {contract}"
    happens("contract_offered", told, contract=contract, parties=sorted(everyone), by=message.author)


def called(world: Contracts[Any], name: str) -> str:
    """The contract of that name, whatever its letter case; the name itself where there is none."""
    return next((known for known in world.contracts if known.casefold() == name.casefold()), name)


def consent(world: Contracts[Any], message: Message, contract: str) -> None:
    """Consent to an offered contract; the last consent puts it in force."""
    name, offered = _offered_by_name(world, contract, message.author)
    offered.consents.add(message.author)
    if offered.consents >= offered.parties:
        offered.status = "in force"
        happens("contract_formed", f"the contract {name} is in force", contract=name, parties=sorted(offered.parties))


def withdraw_contract(world: Contracts[Any], message: Message, contract: str) -> None:
    """Take an own offer of a contract back, before all have consented."""
    name, offered = _offered_by_name(world, contract, message.author)
    require(offered.by == message.author, "NOT_A_PARTY", "only who offered a contract withdraws it")
    del world.contracts[name]
    happens("contract_withdrawn", f"{message.author} withdraws the contract {name}", contract=name)


def offered_to(world: Contracts[Any], who: str) -> dict[str, str]:
    """The contracts that wait for somebody's consent, by the key of what offered them."""
    waiting = ((each, name) for name, each in world.contracts.items() if each.status == "offered")
    return {each.offer: name for each, name in waiting if who in each.parties - each.consents}


def _offered_by_name(world: Contracts[Any], contract: str, party: str) -> tuple[str, Contract]:
    name, found = the_contract(world, contract, party, ("offered", "in force"))
    require(found.status == "offered", "NO_SUCH_OFFER", f"the contract {name} is in force already")
    return name, found


# --- in force ---------------------------------------------------------------------------------------------------------


def the_contract(
    world: Contracts[Any], contract: str, party: str = "", states: Sequence[str] = ("in force",)
) -> tuple[str, Contract]:
    """The contract of that name and how it is called; refuses one in another state, and a party that is none."""
    name = called(world, contract)
    found = world.contracts.get(name)
    if found is None or found.status not in states:
        refuse("NO_SUCH_CONTRACT", f"no contract {name} is {' or '.join(states)}")
    require(not party or party in found.parties, "NOT_A_PARTY", f"{party} is no party to the contract {name}")
    return name, found


def consent_to_end(world: Contracts[Any], message: Message, contract: str) -> None:
    """Consent to a contract's end; the last consent ends it. Who left remains a party."""
    name, bound = the_contract(world, contract, message.author)
    bound.end_consents.add(message.author)
    if bound.end_consents >= bound.parties:
        bound.status = "terminated"
        happens("contract_terminated", f"the contract {name} is over", contract=name)


def deposit(world: Contracts[Any], message: Message, give: Items, contract: str, move: Move) -> None:
    """Give things to a contract."""
    name, _ = the_contract(world, contract)
    items = amounts(give)
    must_have(world.holder(message.author), items)
    move(message.author, name, items)
    told = f"{message.author} gives {listed(items)} to the contract {name}"
    happens("contract_received", told, contract=name, player=message.author, items=items)


def claim_payout(
    world: Contracts[Any], message: Message, contract: str, give: Items, person: str, text: str = ""
) -> None:
    """Show what is claimed of a contract; people judge whether its terms allow it, and nothing moves before."""
    name, bound = the_contract(world, contract)
    items = amounts(give)
    must_have(bound, items)
    claim = Claim(contract=name, by=message.author, to=person, items=items, term=text)
    world.claims[key_of(message)] = claim
    _tell("payout_claimed", f"{message.author} claims {listed(items)} for {person} of the contract {name}", claim)


def pay(world: Contracts[Any], claim: str, move: Move) -> None:
    """Pay what people judge to be allowed."""
    paid = world.claims[claim]
    must_have(world.contracts[paid.contract], paid.items)
    del world.claims[claim]
    move(paid.contract, paid.to, dict(paid.items))
    _tell("contract_paid", f"the contract {paid.contract} gives {listed(paid.items)} to {paid.to}", paid)


def deny(world: Contracts[Any], claim: str) -> None:
    """Let a claim be over that people judge not to be allowed."""
    denied = world.claims.pop(claim)
    _tell("payout_failed", f"the contract {denied.contract} does not give {listed(denied.items)}", denied)


def _tell(name: str, text: str, claim: Claim) -> None:
    happens(name, text, contract=claim.contract, player=claim.to, items=dict(claim.items), term=claim.term)
