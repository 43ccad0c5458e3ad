"""Actions › Contracts: agreements that bind once all consent, hold items, and pay out what people judge their terms to allow."""

from __future__ import annotations

import re

from tracker.mechanics.chat import contracts, trades
from tracker.mechanics.chat.carrying import note, rule
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Items

from .items import must_be_tradable, must_exist
from .state import Round10
from .trade import move

_BOUND = re.compile(r"\b(?:bound|binding|binds?)\b", re.IGNORECASE)


@rule("R10-077", "R10-076")
def offer_contract(world: Round10, message: Message, parties: list[str], contract: str, text: str = "") -> None:
    """Offer a contract; whether its words show an intention to be bound is shown to people."""
    contracts.offer_contract(world, message, parties, contract, text)
    if not _BOUND.search(text):
        told = f"the offer of the contract {contract} does not say that {message.author} intends to be bound"
        note("INTENTION_TO_JUDGE", f"{told}; where it did not mean to, people set the contract's status")


consent = rule("R10-077")(contracts.consent)
withdraw_contract = rule("R10-077", NO_SUCH_CONTRACT="R10-073")(contracts.withdraw_contract)
consent_to_end = rule("R10-078")(contracts.consent_to_end)


@rule("R10-079")
def deposit(world: Round10, message: Message, give: Items, contract: str) -> None:
    """Give things to a contract in force."""
    must_exist(world, give)
    must_be_tradable(world, give)
    contracts.deposit(world, message, give, contract, lambda *each: move(world, *each))


@rule("R10-080")
def claim_payout(world: Round10, message: Message, contract: str, give: Items, person: str, text: str = "") -> None:
    """Show what is claimed of a contract; nothing moves until a person says that its terms allow it."""
    must_play(world, person)
    contracts.claim_payout(world, message, contract, give, person, text)


@rule("R10-080")
def judge_payout(world: Round10, claim: str, allowed: bool) -> None:
    """Book what people judge to be allowed, or let the claim be over."""
    if allowed:
        contracts.pay(world, claim, lambda *each: move(world, *each))
    else:
        contracts.deny(world, claim)


def consent_or_accept(world: Round10, message: Message, offer: str = "") -> None:
    """Consent to whatever waits for it: an offer to trade, or a contract that is named by the message that offered it."""
    from .trade import accept

    waiting = contracts.offered_to(world, message.author)
    called = offer or message.reply_to
    meant = [name for key, name in waiting.items() if called and key.partition("#")[0] == called]
    if len(meant) == 1 and not trades.open_to(world, message.author).keys() & {called}:
        consent(world, message, meant[0])
    else:
        accept(world, message, offer)
