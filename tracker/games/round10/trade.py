"""Trade: offers and gifts between two players, consent to them, and what moves when both have consented."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.action_ids import key_of, named, unmistakable
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.contracts import Contract
from tracker.mechanics.goods import Bag
from tracker.mechanics.law import Law
from tracker.mechanics.trades import (
    Fault,
    Likeness,
    Offer,
    Problem,
    known,
    offer_for_consent,
    offer_to_withdraw,
    offered,
    replaced_by,
    shortages,
)

from . import contracts
from .cards import deck_of
from .general import unclear
from .holdings import goods_of, transfer
from .items import fault_of, said, untradable
from .phases import week_at
from .players import departure_due, is_playing
from .state import World

CODES: Mapping[Fault, str] = {
    "none": "NO_SUCH_OFFER",
    "closed": "NO_SUCH_OFFER",
    "own": "NO_SUCH_OFFER",
    "not_party": "NOT_A_PARTY",
}
"""Why no offer can be acted on -> the code for it; where several may be meant people say which."""

REPLACED: Mapping[str, Likeness] = {
    "an equal one": "equal",
    "one of the same things": "things",
    "any to the same player": "any",
}
"""Reading of the law -> what an open offer has in common with a newer one that replaces it."""


# --- offers -----------------------------------------------------------------------------------------------------------


@rule("R10-072")
def offer(moment: Moment[World], action: Announced) -> None:
    """Make an offer, a gift being one for nothing: it is its author's consent to the trade."""
    by, to = _message(moment).author, str(action.fields["to"])
    give, get = dict(action.fields["give"]), dict(action.fields.get("get", {}))
    if by == to:
        moment.refuse("NOT_A_PARTY", "R10-073", f"a trade is between two players, and {to} makes this offer", action.n)
    elif why := _fault(moment.law, give, get):
        moment.refuse("UNCLEAR", "R10-072", why, action.n)
    else:
        new = offered(moment.world.offers, Offer(by, to, give, get, moment.when, moment.row, action.n, action.of))
        _replace_by(moment, new)
        text = f"offer {new.id}: {by} gives {to} {said(give)} for {said(get)}"
        moment.tell("trade_offered", "R10-073", text, **_record(new))


def _fault(law: Law, give: Bag, get: Bag) -> str:
    deck = deck_of(law)
    if not give and not get:
        return "a trade moves something from at least one side"
    return fault_of(deck, give) or fault_of(deck, get)


@rule("R10-073")
def _replace_by(moment: Moment[World], new: Offer) -> None:
    """Let the open offers be closed that a new one stands in for."""
    for reading, likeness in REPLACED.items():
        if moment.law.chooses("new_offer_replaces", reading):
            for each in replaced_by(moment.world.offers.values(), new, likeness):
                each.close("replaced", moment.when)


def _record(each: Offer) -> dict[str, object]:
    return {
        "offer": key_of(each.message, each.n),
        "message": each.message,
        "player": each.by,
        "to": each.to,
        "give": dict(each.give),
        "get": dict(each.get),
    }


# --- consent ----------------------------------------------------------------------------------------------------------


@rule("R10-073")
def consent(moment: Moment[World], action: Announced) -> None:
    """Let the trade take place that the author consents to: that is the second consent."""
    if contract := contracts.offered_in(moment.world, _meant(moment, action)):
        if not _is_one_of_several(moment, action, contract):
            contracts.consent_to(moment, contract[0], action.n)
        return
    _lapse(moment)
    found = _consented(moment, action)
    if isinstance(found, Problem):
        _refuse(moment, action, found, "I accept")
    else:
        _take_place(moment, found, action.n)


def _meant(moment: Moment[World], action: Announced) -> str:
    """What an action names, or else the message that it replies to."""
    return str(action.fields["offer"] or _message(moment).reply_to)


def _is_one_of_several(moment: Moment[World], action: Announced, meant: Sequence[Contract]) -> bool:
    """Whether a message offered something besides one contract: then nobody can tell which of it an answer means."""
    trades = named(_offers(moment).values(), meant[0].message)
    if len(meant) == 1 and not trades:
        return False
    things = [*(f"offer {each.id}" for each in trades), *(f"the contract {each.name!r}" for each in meant)]
    unclear(moment, action, "R10-073", f"it may mean {' or '.join(things)}: name one")
    return True


def _consented(moment: Moment[World], action: Announced) -> Offer | Problem:
    """The offer that is consented to; who answers something else with a word of consent may mean it, but nobody can tell."""
    message, name, by = _message(moment), action.fields["offer"], action.fields.get("by")
    found = offer_for_consent(_offers(moment), message.author, name, message.reply_to, by)
    if isinstance(found, Offer) and name is by is None and message.reply_to not in ("", found.message):
        return Problem("several", (found,))
    return found


def _refuse(moment: Moment[World], action: Announced, problem: Problem, words: str) -> None:
    """Refuse what means no offer that can be acted on; ``words``, with an id, would say which is meant."""
    if problem.fault == "several":
        names = unmistakable(_offers(moment).values())
        ids = [names[key_of(each.message, each.n)] for each in problem.offers]
        why = f"it may mean offer {' or '.join(ids)}: name one, or reply to it"
        unclear(moment, action, "R10-073", why, tuple(f"{words} {id}" for id in ids))
    else:
        moment.refuse(CODES[problem.fault], "R10-073", _why(problem), action.n)


def _why(problem: Problem) -> str:
    if not problem.offers:
        return "there is no such offer"
    if problem.fault == "closed":
        return "; ".join(f"offer {each.id} is {each.status}, not open" for each in problem.offers)
    return "; ".join(f"offer {each.id} is by {each.by} and waits for {each.to}" for each in problem.offers)


def _take_place(moment: Moment[World], each: Offer, n: int) -> None:
    """Let a trade take place to which both have consented, unless somebody is no player or it is forbidden or impossible."""
    if away := [who for who in (each.by, each.to) if not is_playing(moment.world, who)]:
        text = f"offer {each.id} is open, but {' and '.join(away)} is no player now"
        moment.refuse("NOT_A_PLAYER", "R10-073", text, n)
    elif _is_forbidden(moment, each, n) or _is_impossible(moment, each, n):
        return
    else:
        text = f"trade {each.id}: {each.by} gives {each.to} {said(each.give)} for {said(each.get)}"
        presented = transfer(moment, each.by, each.to, each.give, "R10-073", text)
        also_presented = transfer(moment, each.to, each.by, each.get, "R10-073", text)
        each.close("done", moment.when)
        moment.tell("trade_done", "R10-073", text, **_record(each))
        for giver, taker, cards in ((each.by, each.to, presented), (each.to, each.by, also_presented)):
            contracts.warn_of_presented(moment, giver, taker, cards)


@rule("R10-075")
def _is_forbidden(moment: Moment[World], each: Offer, n: int) -> bool:
    """Whether an item stands on either side that cannot be traded: then the trade does not take place at all."""
    forbidden = untradable(moment.law, each.give) or untradable(moment.law, each.get)
    if forbidden:
        each.close("failed", moment.when)
        text = f"{said(forbidden)} cannot be traded: nothing of offer {each.id} moves"
        moment.refuse("NOT_TRADABLE", "R10-075", text, n)
    return bool(forbidden)


@rule("R10-074")
def _is_impossible(moment: Moment[World], each: Offer, n: int) -> bool:
    """Whether somebody does not hold what they give at that instant: then nothing moves, and the offer stays open."""
    missing = shortages(each, lambda who: goods_of(moment.world, who))
    if missing:
        words = " and ".join(f"{who} lacks {said(bag)}" for who, bag in missing.items())
        moment.refuse("INSUFFICIENT_ITEMS", "R10-074", f"{words}; offer {each.id} stays open", n)
    return bool(missing)


def doubt_of_consent(moment: Moment[World], action: Announced) -> Due[World] | None:
    """Whether nobody can tell if the other side of a trade had left the server when it was consented to."""
    if contracts.offered_in(moment.world, _meant(moment, action)):
        return None
    found = _consented(moment, action)
    if not isinstance(found, Offer):
        return None
    return departure_due(moment, [found.by], f"whether trade {found.id} takes place")


# --- the end of offers ------------------------------------------------------------------------------------------------


@rule("R10-073")
def withdraw(moment: Moment[World], action: Announced) -> None:
    """Take back an open offer, of a trade or of a contract that the message offered which is named or answered."""
    _lapse(moment)
    message, meant = _message(moment), _meant(moment, action)
    contract = contracts.offered_in(moment.world, meant)
    if contract and (_is_one_of_several(moment, action, contract) or contracts.withdraw(moment, message.author, meant)):
        return
    found = offer_to_withdraw(_offers(moment), message.author, action.fields["offer"], message.reply_to)
    if isinstance(found, Offer) and not contract:
        _withdraw(moment, found)
    else:
        _refuse(moment, action, found if isinstance(found, Problem) else Problem("none"), "I withdraw")


def _withdraw(moment: Moment[World], each: Offer) -> None:
    each.close("withdrawn", moment.when)
    text, key = f"{each.by} withdraws offer {each.id}", key_of(each.message, each.n)
    moment.tell("trade_withdrawn", "R10-073", text, offer=key, player=each.by)


def announcement_changed(moment: Moment[World], message: str) -> None:
    """What the edit or deletion of an announcement does to what it offered: nothing, but for the law's other reading (CV6)."""
    if moment.law.chooses("announcement_edited_or_deleted", "withdraws what is open"):
        for each in moment.world.offers.values():
            if each.message == message and each.is_open:
                _withdraw(moment, each)
        contracts.withdraw(moment, moment.state.log.messages[message].author, message)


def left(moment: Moment[World], player: str) -> None:
    """What follows for open offers and for contracts when somebody has stopped being a player."""
    if moment.law.chooses("offers_of_who_left", "lapse"):
        for each in moment.world.offers.values():
            if each.is_open and player in (each.by, each.to):
                each.close("lapsed", moment.when)
    contracts.left(moment, player)


def due(moment: Moment[World]) -> Due[World] | None:
    """The lapse of offers whose week is over, where the law has it so."""
    return Due(lambda now, _: _lapse(now)) if any(_overdue(moment)) else None


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When open offers lapse by themselves."""
    if moment.law.chooses("offers_stay_open", "until the week ends"):
        ends = {week_at(moment, each.at)[1] for each in moment.world.offers.values() if each.is_open}
        yield from (end for end in ends if end > moment.when)


@rule("R10-073")
def _overdue(moment: Moment[World]) -> Iterator[Offer]:
    """The open offers whose time is over: none, for an offer has no time limit, unless it is ruled that it lasts for its week."""
    if moment.law.chooses("offers_stay_open", "until the week ends"):
        for each in moment.world.offers.values():
            if each.is_open and week_at(moment, each.at)[1] <= moment.when:
                yield each


def _lapse(moment: Moment[World]) -> None:
    for each in list(_overdue(moment)):
        each.close("lapsed", moment.when)


def _offers(moment: Moment[World]) -> dict[str, Offer]:
    """The offers that an answer can be about, whether older ones are still in the state or not."""
    return known(moment.world.offers, moment.when - moment.law.span("settle_after_hours"))


def _message(moment: Moment[World]) -> ChatMessage:
    return moment.state.log.messages[moment.row]


ACTIONS: dict[str, Callable[[Moment[World], Announced], None]] = {
    "trade_offer": offer,
    "gift": offer,
    "consent": consent,
    "withdraw": withdraw,
}
DOUBTS: dict[str, Callable[[Moment[World], Announced], Due[World] | None]] = {"consent": doubt_of_consent}
