"""7.1.1 Trading: offers and gifts between two reputable players, consent to them, and what moves when both have consented."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from tracker.core.instants import FAR_FUTURE, TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.action_ids import key_of, unmistakable
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law
from tracker.mechanics.trades import (
    Fault,
    Offer,
    Problem,
    known,
    offer_for_consent,
    offer_to_withdraw,
    offered,
    shortages,
)

from .general import message_of, unclear
from .holdings import gain, goods_of, lose, said
from .players import is_playing, is_reputable
from .state import World

CODES: Mapping[Fault, str] = {
    "none": "NO_SUCH_OFFER",
    "closed": "NO_SUCH_OFFER",
    "own": "NO_SUCH_OFFER",
    "not_party": "NOT_A_PARTY",
}
"""Why no offer can be acted on -> the code for it; where several may be meant people say which."""


# --- offers -----------------------------------------------------------------------------------------------------------


@rule("AET-148", "AET-150", "AET-151")
def offer(moment: Moment[World], action: Announced) -> bool:
    """Make an offer, a gift being one for nothing: it is its author's consent to the trade."""
    by, to = message_of(moment).author, str(action.fields["to"])
    give, get = dict(action.fields["give"]), dict(action.fields.get("get", {}))
    if by == to:
        moment.refuse("NOT_A_PARTY", "AET-150", f"a trade is between two players, and {to} makes this offer", action.n)
    elif not give and not get:
        unclear(moment, action, "AET-150", "a trade moves something from at least one side")
    elif not _may_consent(moment, by, action.n):
        return False
    else:
        new = offered(moment.world.offers, Offer(by, to, give, get, moment.when, moment.row, action.n, action.of))
        moment.world.next_lapse = min(moment.world.next_lapse or FAR_FUTURE, new.at + _lasts(moment.law))
        text = f"offer {new.id}: {by} gives {to} {said(give)} for {said(get)}"
        moment.tell("trade_offered", "AET-150", text, **_record(new))
        return True
    return False


@rule("AET-148")
def _may_consent(moment: Moment[World], user: str, n: int) -> bool:
    """Whether somebody's being reputable lets them consent now, where that is looked at with each consent."""
    if moment.law.chooses("traders_are_reputable", "at the second consent") or is_reputable(moment, user):
        return True
    moment.refuse("NOT_REPUTABLE", "AET-148", f"{user} is not reputable, and only reputable players trade", n)
    return False


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


@rule("AET-151")
def consent(moment: Moment[World], action: Announced) -> bool:
    """Let the trade take place that the author consents to: that is the second consent."""
    found = _consented(moment, action)
    if isinstance(found, Problem):
        _refuse(moment, action, found, "I accept")
        return False
    return not _is_barred(moment, found, action.n) and _take_place(moment, found, action.n)


def _consented(moment: Moment[World], action: Announced) -> Offer | Problem:
    """The offer that is consented to; who answers something else with a word of consent may mean it, but nobody can tell."""
    message, name, by = message_of(moment), action.fields["offer"], action.fields.get("by")
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
        unclear(moment, action, "AET-151", why, tuple(f"{words} {id}" for id in ids))
    elif problem.offers and all(each.status == "lapsed" for each in problem.offers):
        made = "; ".join(f"offer {each.id} was made at {iso(each.at)}" for each in problem.offers)
        moment.refuse("TOO_LATE", "AET-151", f"{made}: that is too long ago to consent to it", action.n)
    else:
        moment.refuse(CODES[problem.fault], "AET-151", _why(problem), action.n)


def _why(problem: Problem) -> str:
    if not problem.offers:
        return "there is no such offer"
    if problem.fault == "closed":
        return "; ".join(f"offer {each.id} is {each.status}, not open" for each in problem.offers)
    return "; ".join(f"offer {each.id} is by {each.by} and waits for {each.to}" for each in problem.offers)


@rule("AET-148")
def _is_barred(moment: Moment[World], each: Offer, n: int) -> bool:
    """Whether one of the two is no player or not reputable as the second consents; the offer stays open."""
    away = [who for who in (each.by, each.to) if not is_playing(moment.world, who)]
    if away:
        moment.refuse("NOT_A_PLAYER", "AET-148", f"offer {each.id} is open, but {away[0]} is no player now", n)
        return True
    if moment.law.chooses("traders_are_reputable", "each when consenting"):
        return not _may_consent(moment, each.to, n)
    unknown = [who for who in (each.by, each.to) if not is_reputable(moment, who)]
    if unknown:
        names = " and ".join(unknown)
        moment.refuse("NOT_REPUTABLE", "AET-148", f"{names} is not reputable; offer {each.id} stays open", n)
    return bool(unknown)


@rule("AET-151")
def _take_place(moment: Moment[World], each: Offer, n: int) -> bool:
    """Let both sides move at once; where one does not hold what it gives nothing moves, and the offer stays open."""
    missing = shortages(each, lambda who: goods_of(moment.world, who))
    if missing:
        words = " and ".join(f"{who} lacks {said(bag)}" for who, bag in missing.items())
        moment.refuse("INSUFFICIENT_ITEMS", "AET-151", f"{words}; offer {each.id} stays open", n)
        return False
    text = f"trade {each.id}: {each.by} gives {each.to} {said(each.give)} for {said(each.get)}"
    for giver, taker, items in ((each.by, each.to, each.give), (each.to, each.by, each.get)):
        lose(moment, giver, items, "AET-151", text)
        gain(moment, taker, items, "AET-151", text)
    each.close("done", moment.when)
    moment.tell("trade_done", "AET-151", text, **_record(each))
    return True


# --- the end of offers ------------------------------------------------------------------------------------------------


@rule("AET-151")
def withdraw(moment: Moment[World], action: Announced) -> bool:
    """Take back an open offer: its author's consent is gone, and the trade cannot take place."""
    message = message_of(moment)
    found = offer_to_withdraw(_offers(moment), message.author, action.fields["offer"], message.reply_to)
    if isinstance(found, Problem):
        _refuse(moment, action, found, "I withdraw")
        return False
    found.close("withdrawn", moment.when)
    return True


@rule("AET-152")
def announcement_changed(moment: Moment[World], message: str) -> None:
    """An announcement's edit or deletion undoes nothing, unless it is ruled that what is open is withdrawn by it (CV6)."""
    if moment.law.chooses("announcement_edited_or_deleted", "withdraws what is open"):
        for each in moment.world.offers.values():
            if each.message == message and each.is_open:
                each.close("withdrawn", moment.when)


@rule("AET-151")
def _lasts(law: Law) -> timedelta:
    """How long after an offer it is too late to consent to it."""
    with_end = law.chooses("within_includes_its_end", "yes")
    return law.span("trade_consent_hours") + (TICKLE if with_end else timedelta())


def due(moment: Moment[World]) -> Due[World] | None:
    """The lapse of offers to which it is too late to consent."""
    first = moment.world.next_lapse
    return Due(lambda now, _: _lapse(now)) if first is not None and first <= moment.when else None


def _lapse(moment: Moment[World]) -> None:
    limit = moment.when - _lasts(moment.law)
    for each in moment.world.offers.values():
        if each.at > limit:
            break
        if each.is_open:
            each.close("lapsed", moment.when)
    look_for_lapse(moment)


def look_for_lapse(moment: Moment[World]) -> None:
    """Note when the next open offer lapses: that is asked after each message, so that nobody looks at all offers then."""
    first = next((each for each in moment.world.offers.values() if each.is_open), None)
    moment.world.next_lapse = first.at + _lasts(moment.law) if first else None


def next_instants(moment: Moment[World]) -> list[datetime]:
    """When the next offer lapses."""
    return [] if moment.world.next_lapse is None else [moment.world.next_lapse]


def _offers(moment: Moment[World]) -> dict[str, Offer]:
    """The offers that an answer can be about, whether older ones are still in the state or not."""
    return known(moment.world.offers, moment.when - moment.law.span("settle_after_hours"))


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {
    "trade_offer": offer,
    "consent": consent,
    "withdraw": withdraw,
}
