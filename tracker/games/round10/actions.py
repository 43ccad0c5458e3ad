"""Actions: trades, and contracts that bind, hold items, and pay out what people judge their terms to allow."""

import re

from tracker.mechanics.chat import contracts, listening, trades
from tracker.mechanics.chat.carrying import note, pass_over, refuse, rule
from tracker.mechanics.chat.meant import meant, message_of, short_ids
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Items, Offer

from .hands import hand_on
from .items import must_be_tradable, must_exist, said
from .state import Round10

must_be_in_place = rule("R10-071")(listening.must_be_in_place)


@rule("R10-073", UNCLEAR="R10-072")
def offer(world: Round10, message: Message, give: Items, person: str, take: Items | None = None) -> None:
    """Offer a trade or a gift; by that its author has consented."""
    must_exist(world, {**give, **(take or {})})
    trades.offer(world, message, person, give, take or {}, Offer)


@rule("R10-074", NOT_A_PLAYER="R10-073")
def take_place(world: Round10, key: str) -> None:
    """Both are players and hold what they give, else nothing moves and the offer stays open."""
    agreed = world.offers[key]
    if is_untradable(world, {**agreed.give, **agreed.get}):
        trades.end(world, key, "failed")
    else:
        trades.accept(world, key, lambda agreed: _both_play(world, agreed), lambda *each: move(world, *each))


@rule("R10-075")
def is_untradable(world: Round10, items: Items) -> bool:
    """Whether a trade does not take place at all, since something in it cannot be traded; that is told."""
    kept = [item for item in items if item in world.law.words("untradable_items")]
    if kept:
        pass_over("NOT_TRADABLE", f"{said(dict.fromkeys(kept, 2))} cannot be traded")
    return bool(kept)


def _both_play(world: Round10, agreed: Offer) -> None:
    must_play(world, agreed.by)
    must_play(world, agreed.to)


@rule("R10-100")
def move(world: Round10, giver: str, receiver: str, items: Items) -> None:
    """Things change hands; equal cards are interchangeable."""
    hand_on(world, giver, receiver, items)
    trades.move(world, giver, receiver, items)


# --- contracts --------------------------------------------------------------------------------------------------------

_INTENTION = re.compile(r"[\s,]*\b(?:i|we)\b[^.]{0,40}\bintend[^.]{0,40}\bbound\b[^.]*[.]?\s*$", re.IGNORECASE)
_BOUND = re.compile(r"\b(?:bound|binding|binds?)\b", re.IGNORECASE)


@rule("R10-077", "R10-076")
def offer_contract(world: Round10, message: Message, parties: list[str], contract: str, text: str = "") -> None:
    """Offer a contract; whether its words show an intention to be bound is shown to people."""
    contracts.offer_contract(world, message, parties, contract, _INTENTION.sub("", text))
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
    note("TERMS_TO_JUDGE", f"people say whether the terms of the contract {contract} allow what is claimed of it")


@rule("R10-080")
def judge_payout(world: Round10, claim: str, allowed: bool) -> None:
    """Book what people judge to be allowed, or let the claim be over."""
    if allowed:
        contracts.pay(world, claim, lambda *each: move(world, *each))
    else:
        contracts.deny(world, claim)


# --- what is consented to, or withdrawn -------------------------------------------------------------------------------


@rule("R10-073")
def accept(world: Round10, message: Message, offer: str = "") -> None:
    """Consent to what is named, replied to, or the only thing that waits: an offer to trade, or a contract."""
    waiting = contracts.offered_to(world, message.author)
    open_trades = trades.open_to(world, message.author)
    made = {*world.offers, *(each.offer for each in world.contracts.values())}
    found = (offer and meant(open_trades, offer)) or meant({**open_trades, **waiting}, offer, message.reply_to, made)
    is_to_else = not offer and message.reply_to and message.reply_to not in map(message_of, made)
    if found and (is_to_else or len(found) > 1):
        _ask_which(found, "I accept {}")
    if found and found[0] in waiting:
        consent(world, message, waiting[found[0]])
    else:
        take_place(world, trades.to_accept(world, message, offer))


@rule("R10-073")
def withdraw(world: Round10, message: Message, offer: str = "") -> None:
    """Take an own offer back, to trade or of a contract."""
    own = {each.offer: name for name, each in world.contracts.items() if _is_own_offer(each, message.author)}
    mine = trades.open_of(world, message.author)
    found = meant({**mine, **own}, offer, message.reply_to, {*world.offers, *own})
    if len(found) > 1:
        _ask_which(found, "I withdraw {}")
    if found and found[0] in own:
        withdraw_contract(world, message, own[found[0]])
    else:
        trades.withdraw(world, message, offer)


def _is_own_offer(contract: contracts.Contract, who: str) -> bool:
    return contract.by == who and contract.status == "offered"


def _ask_which(found: list[str], line: str) -> None:
    shown = short_ids(found)
    suggestions = tuple(line.format(shown[key]) for key in found[:3])
    refuse("UNCLEAR", "it is not clear which offer is meant: name it, or reply to it", suggestions=suggestions)
