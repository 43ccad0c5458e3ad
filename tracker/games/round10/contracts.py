"""Contracts: offered, consented to and ended in words; what they hold, and what people say that their terms allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.contracts import (
    Contract,
    consent,
    consent_to_end,
    contract_named,
    end,
    form,
    offered,
)
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.goods import Bag, added, shortage, without

from .cards import deck_of
from .holdings import CONTRACT, goods_of, transfer
from .items import fault_of, said, untradable
from .players import departure_due, is_playing
from .state import Claim, World

BOUND, NOT_BOUND = "bound", "not bound"
"""Whether an offer's words show an intention to be bound (R10-077)."""
ALLOWED, NOT_ALLOWED = "allowed", "not allowed"
"""Whether a contract's terms provide for a payout clearly, unambiguously and in an easily evaluated manner (R10-080)."""


# --- offer and consent ------------------------------------------------------------------------------------------------


@rule("R10-076")
def offer(moment: Moment[World], action: Announced) -> None:
    """Keep a contract on offer, with its parties and its terms as written; nobody here judges the terms."""
    by, name = _author(moment), str(action.fields["name"])
    others = tuple(each for each in action.fields["parties"] if each != by)
    terms = str(action.fields["terms"]).strip()
    if why := _fault(moment, by, name, others):
        moment.refuse("UNCLEAR", "R10-077", why, action.n)
        return
    if earlier := contract_named(moment.world.contracts, name):
        del moment.world.contracts[earlier.name]
    bound = bool(action.fields["bound"])
    new = offered((by, *others), name, terms, moment.row, moment.when, action.n, says_bound=bound)
    moment.world.contracts[name] = new
    text = f"{by} offers {' and '.join(others)} the contract {name!r}"
    moment.tell("contract_offered", "R10-076", text, contract=name, parties=list(new.parties), message=moment.row)


def _fault(moment: Moment[World], by: str, name: str, others: tuple[str, ...]) -> str:
    """Why something is no offer of a contract; a name is given once, but an offer may be made anew."""
    if not others:
        return "a contract has another party besides who offers it"
    earlier = contract_named(moment.world.contracts, name)
    if earlier and not (earlier.status == "withdrawn" or (earlier.status == "offered" and earlier.offerer == by)):
        return f"there is a contract {earlier.name!r} already: give this one another name"
    return ""


@rule("R10-077")
def consent_to(moment: Moment[World], each: Contract, n: int) -> None:
    """Note a party's consent; with the last the contract is in force, if its offer shows an intention to be bound."""
    author = _author(moment)
    fault = consent(each, author, moment.when)
    if fault == "not_party":
        moment.refuse("NOT_A_PARTY", "R10-077", f"{author} is no party of the contract {each.name!r}", n)
    elif fault == "not_offered":
        moment.refuse("NO_SUCH_OFFER", "R10-077", f"the contract {each.name!r} is {each.status}, not on offer", n)
    elif fault is None and each.is_agreed and _is_meant_to_bind(moment, each):
        form(each, moment.when)
        text = f"all parties have consented to the contract {each.name!r}"
        moment.tell("contract_formed", "R10-077", text, contract=each.name, parties=list(each.parties))


def _is_meant_to_bind(moment: Moment[World], each: Contract) -> bool:
    """Whether an offer shows an intention to be bound: its words say so, or people do; until they did the law's reading counts."""
    if each.says_bound:
        return True
    binds = moment.law.chooses("contract_offer_without_words_of_intention", "binds unless people say no")
    until_then = "in force from the last consent on" if binds else "not in force"
    ask = Ask(
        id=f"intention:{each.message}:{each.n}",
        text=f"Do the words with which {each.offerer} offers the contract {each.name!r} show an intention to be bound?",
        clause="R10-077",
        answers=[BOUND, NOT_BOUND],
        about=each.offered_at,
        rows=[each.message, moment.row],
        needs=[
            f"the terms as they were announced in message {each.message}: {each.terms}",
            f"parties, who all consented: {', '.join(each.parties)}",
            f"until people decide, the contract is {until_then}",
        ],
    )
    answer = moment.ask(ask)
    return binds if answer is None else answer == BOUND


def consent_by_name(moment: Moment[World], action: Announced) -> None:
    """Consent to the contract of a name."""
    if each := _named(moment, action, "R10-077"):
        consent_to(moment, each, action.n)


def offered_in(world: World, message: str) -> list[Contract]:
    """The contracts that a message offered."""
    return [each for each in world.contracts.values() if each.message == message]


# --- the end ----------------------------------------------------------------------------------------------------------


@rule("R10-078")
def consent_to_its_end(moment: Moment[World], action: Announced) -> None:
    """Note a party's consent to the end of a contract in force, which is over with the last that is needed."""
    each = _named(moment, action, "R10-078")
    if each is None:
        return
    author = _author(moment)
    fault = consent_to_end(each, author, moment.when)
    if fault == "not_party":
        moment.refuse("NOT_A_PARTY", "R10-078", f"{author} is no party of the contract {each.name!r}", action.n)
    elif fault == "not_in_force":
        text = f"the contract {each.name!r} is {each.status}, not in force"
        moment.refuse("NO_SUCH_CONTRACT", "R10-078", text, action.n)
    else:
        _end_if_agreed(moment, each)


@rule("R10-078")
def _end_if_agreed(moment: Moment[World], each: Contract) -> None:
    """End a contract once all parties consented to that whose consent is needed: who left remains a party, or else not."""
    all_count = moment.law.chooses("former_players_in_contracts", "remain parties")
    needed = each.needed_to_end(lambda party: all_count or is_playing(moment.world, party))
    if each.status != "in force" or needed or not each.end_consents:
        return
    end(each, moment.when)
    text = f"all parties have consented to the end of the contract {each.name!r}; it keeps {said(each.goods)}"
    moment.tell("contract_terminated", "R10-078", text, contract=each.name)


def doubt_of_end(moment: Moment[World], action: Announced) -> Due[World] | None:
    """Whether nobody can tell if a party had left the server whose consent is not needed then."""
    each = contract_named(moment.world.contracts, str(action.fields["name"]))
    if each is None or moment.law.chooses("former_players_in_contracts", "remain parties"):
        return None
    return departure_due(moment, each.needed_to_end(), f"whose consent is needed to end the contract {each.name!r}")


def left(moment: Moment[World], player: str) -> None:
    """What follows for contracts when somebody has stopped being a player."""
    for each in list(moment.world.contracts.values()):
        if player in each.parties:
            _end_if_agreed(moment, each)


def withdraw(moment: Moment[World], author: str, message: str) -> bool:
    """Take back what that message of the author offered and is on offer still; whether there was any."""
    offers = offered_in(moment.world, message)
    found = [each for each in offers if each.offerer == author and each.status == "offered"]
    for each in found:
        each.status = "withdrawn"
        text = f"{author} withdraws the offer of the contract {each.name!r}"
        moment.tell("contract_withdrawn", "R10-077", text, contract=each.name)
    return bool(found)


# --- what a contract holds --------------------------------------------------------------------------------------------


@rule("R10-079")
def put_in(moment: Moment[World], action: Announced) -> None:
    """Let a contract in force possess items that somebody gives it."""
    each = _named(moment, action, "R10-079")
    author, items = _author(moment), dict(action.fields["give"])
    if each is None or _is_idle(moment, each, action.n) or not _can_move(moment, author, items, "R10-079", action.n):
        return
    text = f"{author} transfers {said(items)} to the contract {each.name!r}"
    presented = transfer(moment, author, CONTRACT + each.name, items, "R10-079", text)
    moment.tell("contract_received", "R10-079", text, contract=each.name, player=author, items=items)
    warn_of_presented(moment, author, f"the contract {each.name!r}", presented)


@rule("R10-080")
def pay_out(moment: Moment[World], action: Announced) -> None:
    """Show people what is claimed of a contract, and book it once they say that its terms clearly provide for it."""
    each, to = _named(moment, action, "R10-080"), str(action.fields["to"])
    items = dict(action.fields["give"])
    if each is None or _is_no_contract_yet(moment, each, action.n):
        return
    if to not in moment.world.players:
        moment.refuse("NOT_A_PLAYER", "R10-080", f"{to} was never a player", action.n)
    elif _can_move(moment, CONTRACT + each.name, items, "R10-080", action.n):
        ask = _payout_asked(moment, each, items, action)
        answer = moment.ask(ask)
        if answer == ALLOWED:
            _pay(moment, each, to, items)
        elif answer == NOT_ALLOWED:
            _deny(moment, each, to, items)
        else:
            _claim(moment, each, Claim(ask.id, each.name, to, items, ask.text, tuple(ask.rows)))


def _payout_asked(moment: Moment[World], each: Contract, items: Bag, action: Announced) -> Ask:
    to, term = action.fields["to"], action.fields["term"]
    return Ask(
        id=f"payout:{moment.row}:{action.n}",
        text=f"Does the contract {each.name!r} clearly, unambiguously and in an easily evaluated manner give {to} {said(items)}?",
        clause="R10-080",
        answers=[ALLOWED, NOT_ALLOWED],
        about=moment.when,
        rows=[moment.row, each.message],
        needs=[
            f"the term said to allow it: {term}",
            f"the terms in full, as message {each.message} has them: {each.terms}",
            f"parties: {', '.join(each.parties)}; the contract is {each.status}",
            f"it holds {said(each.goods)}, and would hold {said(without(each.goods, items))}",
            f"{to} would hold {said(added(goods_of(moment.world, to), items))}",
            "it is booked as of the claim; until people decide, what hangs on it is undetermined",
        ],
    )


def _claim(moment: Moment[World], each: Contract, claim: Claim) -> None:
    moment.world.claims.append(claim)
    text = f"{_author(moment)} says that the contract {each.name!r} gives {claim.to} {said(claim.items)}: people must say whether it does"
    moment.tell("payout_claimed", "R10-080", text, contract=each.name, player=claim.to, items=claim.items)
    moment.note("TERMS_TO_JUDGE", "R10-080", text)


def claimed(moment: Moment[World]) -> Due[World] | None:
    """What follows at once on a claim that nobody has decided on: things go on as if it were booked, and as if it were not."""
    if not moment.world.claims:
        return None
    claim = moment.world.claims[0]
    choice = Choice(claim.question, claim.text, "R10-080", moment.when, (NOT_ALLOWED, ALLOWED), claim.rows)
    return Due(_as_if_decided, choice)


@rule("R10-080")
def _as_if_decided(moment: Moment[World], answer: str) -> None:
    claim = moment.world.claims.pop(0)
    if answer == ALLOWED:
        _pay(moment, moment.world.contracts[claim.contract], claim.to, claim.items)


def _deny(moment: Moment[World], each: Contract, to: str, items: Bag) -> None:
    text = f"people decided that the terms of the contract {each.name!r} do not clearly give {to} {said(items)}"
    moment.tell("payout_failed", "R10-080", text, contract=each.name, player=to, items=items)
    moment.note("TERMS_TO_JUDGE", "R10-080", text, is_mild=True)


def _pay(moment: Moment[World], each: Contract, to: str, items: Bag) -> None:
    text = f"by its terms, the contract {each.name!r} gives {to} {said(items)}"
    presented = transfer(moment, CONTRACT + each.name, to, items, "R10-080", text)
    moment.tell("contract_paid", "R10-080", text, contract=each.name, player=to, items=items)
    warn_of_presented(moment, f"the contract {each.name!r}", to, presented)


def _is_idle(moment: Moment[World], each: Contract, n: int) -> bool:
    if each.status != "in force":
        moment.refuse("NO_SUCH_CONTRACT", "R10-079", f"the contract {each.name!r} is {each.status}, not in force", n)
    return each.status != "in force"


def _is_no_contract_yet(moment: Moment[World], each: Contract, n: int) -> bool:
    """Whether there never was a contract: one that ended may still say who gets what it holds."""
    is_none = each.formed_at is None
    if is_none:
        moment.refuse("NO_SUCH_CONTRACT", "R10-080", f"the contract {each.name!r} never came into force", n)
    return is_none


def _can_move(moment: Moment[World], holder: str, items: Bag, clause: str, n: int) -> bool:
    """Whether somebody holds items and they may be transferred; refused where not."""
    who = f"the contract {holder.removeprefix(CONTRACT)!r}" if holder.startswith(CONTRACT) else holder
    if why := fault_of(deck_of(moment.law), items) or ("" if items else "nothing is transferred"):
        moment.refuse("UNCLEAR", clause, why, n)
    elif forbidden := untradable(moment.law, items):
        moment.refuse("NOT_TRADABLE", "R10-075", f"{said(forbidden)} cannot be traded, with contracts either", n)
    elif missing := shortage(goods_of(moment.world, holder), items):
        moment.refuse("INSUFFICIENT_ITEMS", clause, f"{who} lacks {said(missing)}: nothing moves", n)
    else:
        return True
    return False


def warn_of_presented(moment: Moment[World], giver: str, taker: str, presented: Mapping[str, int]) -> None:
    """Say, also to whoever moved them, that cards of a revealed hand changed hands: they are destroyed with the prizes wherever they are."""
    if presented and moment.law.chooses("presented_card_traded_away", "is destroyed"):
        text = f"{said(presented)} went from {giver} to {taker}, was presented in a hand, and is destroyed when the prizes are given"
        moment.tell("presented_card_moved", "R10-057", text, cards=dict(presented), giver=giver, to=taker)
        moment.note("PRESENTED_CARD_TRADED", "R10-057", text)


def _named(moment: Moment[World], action: Announced, clause: str) -> Contract | None:
    each = contract_named(moment.world.contracts, str(action.fields["name"]))
    if each is None or each.status == "withdrawn":
        moment.refuse("NO_SUCH_CONTRACT", clause, f"there is no contract {action.fields['name']!r}", action.n)
        return None
    return each


def _author(moment: Moment[World]) -> str:
    return moment.state.log.messages[moment.row].author


ACTIONS: dict[str, Callable[[Moment[World], Announced], None]] = {
    "contract_offer": offer,
    "contract_consent": consent_by_name,
    "contract_end": consent_to_its_end,
    "to_contract": put_in,
    "from_contract": pay_out,
}
DOUBTS: dict[str, Callable[[Moment[World], Announced], Due[World] | None]] = {"contract_end": doubt_of_end}
