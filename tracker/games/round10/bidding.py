"""Auctions › Bidding: what was bid in secret, which bids stand, and who is given which lot for how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from tracker.core.instants import TICKLE
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.chat_readings import NOTHING, Unusable, hidden_question, is_nothing
from tracker.mechanics.forked_worlds import Choice, overflow
from tracker.mechanics.redacted_texts import words_answered
from tracker.mechanics.secret_actions import SecretAction

from . import phases, players
from .codes import BID_FAILURES
from .hidden_texts import read_bids
from .holdings import change, goods_of, whole_lot
from .state import CHIPS, Auction, Bid, Lot, World

NOT_NATURAL, TWICE, INACTIVE, TOO_MUCH = "not_natural_number", "multiple_bids_on_lot", "inactive_lot", "exceeds_chips"
STANDING, FAILED, WITHDRAWN, UNCLEAR, WON, LOST = "standing", "failed", "withdrawn", "unclear", "won", "lost"
CONCLUDED = "end of the auction"
"""The end of an auction as the business of a boundary (``World.done``)."""
_BID = "bid"


# --- the reveal -------------------------------------------------------------------------------------------------------


@rule("R10-022", "R10-135")
def revealed(moment: Moment[World], key: str) -> None:
    """Read the bids of a revealed text; what is wrong with one is so from now on, for the hash fixes the text."""
    action = moment.world.secrets[key]
    bids = moment.world.bids[key] = _read(moment, action.text)
    _fail_offending(moment, action.actor, bids)


def shown_too_late(action: SecretAction, text: str) -> None:
    """Keep what a failed attempt said: by one reading the age of a bid hangs on it (R10-027)."""
    action.text = text


@rule("R10-020", "R10-135")
def _read(moment: Moment[World], text: str) -> list[Bid]:
    """The bids of a text: digits only; number words and the like are for people to read."""
    found: list[Bid] = []
    said = read_bids(text)
    if not said:
        return _as_decided(moment, hidden_question(moment.row, "bids"), "nothing in the text reads as a bid", 0)
    for number, each in enumerate(said, start=1):
        if each.reason == "UNCLEAR":
            found += _as_decided(moment, hidden_question(moment.row, f"bid-{number}"), each.why, each.lot or 0)
        else:
            found.append(Bid(each.lot or 0, each.amount, STANDING if each.amount else FAILED, each.reason))
    return found


def _as_decided(moment: Moment[World], question: str, why: str, lot: int) -> list[Bid]:
    """What people read a bid as; while nobody has, it is not clear what it is."""
    text = f"What is bid here: {why}? Write it as “Bid 20 chips on Lot 1”, or nothing where it is no valid bid."
    ask = Ask(question, text, "R10-135", [NOTHING], moment.when, [moment.row], is_free=True)
    ask.examples = ["Bid 20 chips on Lot 1"]
    meant = moment.ask_in_words(ask, lambda answer: _bids_meant(words_answered(moment.decisions, answer)))
    if meant is None:
        moment.refuse("UNCLEAR", "R10-135", f"a bid cannot be read for certain: {why}")
        return [Bid(lot, None, UNCLEAR, question)]
    return meant or [Bid(lot, None, FAILED, NOT_NATURAL)]


def _bids_meant(answer: str) -> list[Bid] | Unusable:
    """The bids that people read; none where they say that there is no valid one."""
    if is_nothing(answer):
        return []
    read = read_bids(answer)
    faulty = next((each for each in read if not (each.lot and each.amount)), None)
    if not read or faulty is not None:
        return Unusable(faulty.why if faulty is not None and faulty.why else "nothing in it reads as a bid")
    return [Bid(each.lot or 0, each.amount) for each in read]


@rule("R10-020", "R10-021")
def _fail_offending(moment: Moment[World], player: str, bids: list[Bid], told: Sequence[Bid] = ()) -> None:
    """Bids that are no natural numbers fail, and all on a lot that has several of one player; the rest stand.

    Of those in ``told`` it is told already.
    """
    per_lot = Counter(bid.lot for bid in bids if bid.lot)
    takes_all = {
        NOT_NATURAL: moment.law.chooses("unnatural_bid", "fails with all others"),
        TWICE: moment.law.chooses("repeated_bid", "fails with all others"),
    }
    for bid in bids:
        if bid.lot and per_lot[bid.lot] > 1:
            bid.status, bid.reason = FAILED, TWICE
    reasons = [bid.reason for bid in bids if bid.status == FAILED and takes_all[bid.reason]]
    for bid in bids:
        if reasons and bid.status != FAILED:
            bid.status, bid.reason = FAILED, reasons[0]
        if bid.status == FAILED and not any(bid is each for each in told):
            _tell_failed(moment, player, bid)


def _tell_failed(moment: Moment[World], player: str, bid: Bid) -> None:
    clause, why = BID_FAILURES[bid.reason]
    which = f"the bid of {player} on Lot {bid.lot}" if bid.lot else f"a bid of {player} whose lot cannot be told"
    text = f"{which} fails: {why[0].lower()}{why[1:].rstrip('.')}"
    moment.tell("bid_failed", clause, text, player=player, lot=bid.lot, reason=bid.reason)


@rule("R10-019")
def withdraw(moment: Moment[World], player: str) -> None:
    """Who stops being a player is no bidder any more: their bids of the running auction are gone for good."""
    mine = [(key, action) for key, action in _live(moment.world) if action.actor == player]
    for key, action in mine:
        action.status = "withdrawn"
        for bid in moment.world.bids.get(key, []):
            if bid.status in (STANDING, UNCLEAR):
                bid.status, bid.reason = WITHDRAWN, WITHDRAWN
                _tell_failed(moment, player, bid)
    if mine:
        text = f"the bids of {player}, who stopped being a player, are withdrawn"
        moment.tell("bids_withdrawn", "R10-019", text, player=player, messages=[action.message for _, action in mine])


def _live(world: World) -> Iterator[tuple[str, SecretAction]]:
    return ((key, each) for key, each in world.secrets.items() if each.kind == _BID and each.status == "live")


# --- the end of an auction --------------------------------------------------------------------------------------------


def auctions(moment: Moment[World]) -> list[Auction]:
    """The newest auction, and earlier ones that are not over before now, in their order: each is over with its bids' revelation (R10-029).

    One that had begun when the calendar was changed keeps its end; by a new calendar one begins after the change.
    """
    from .secrets import dates

    law, kept, found = moment.law, moment.world.kept, list[Auction]()
    phase = phases.auction_phase_before(law, moment.when)
    while kept is None or phase.start >= kept.at:
        each = Auction(phase.start, phase.end, dates(law, _BID, phase.start)[1])
        if found and each.over < moment.when:
            return found
        found.insert(0, each)
        phase = phases.auction_phase_before(law, phase.start - TICKLE)
    return [each for each in kept.auctions if not found or each.over >= moment.when] + found


def law_changed(before: Moment[World], after: Moment[World]) -> None:
    """Let what has begun keep its end where weeks, phases or the dates of bids change."""
    was, now = (_calendar_of(moment) for moment in (before, after))
    if was != now:
        earlier = replace(before, law=before.law.at(before.when - TICKLE))
        phases.law_changed(before, auctions(earlier))


def _calendar_of(moment: Moment[World]) -> tuple[object, ...]:
    from .secrets import dates

    return phases.calendar(moment.law), dates(moment.law, _BID, moment.when)


def conclusion_of(moment: Moment[World]) -> datetime:
    """When the running auction is over, or when the newest was."""
    known = [each.over for each in auctions(moment)]
    return min((over for over in known if over > moment.when), default=known[-1])


def due(moment: Moment[World]) -> Due[World] | None:
    """The auction's end, once every doubt about its bidders and bids is settled."""
    world = moment.world
    ends = [(key, each) for key, each in _live(world) if each.revelation <= moment.when]
    is_end = any(each.over == moment.when for each in auctions(moment))
    if world.done.get(CONCLUDED) == moment.when or not (ends or is_end):
        return None
    return _unclear_due(moment, [key for key, _ in ends]) or Due(_conclude)


def departures(moment: Moment[World]) -> Due[World] | None:
    """Doubts whether somebody with a secret action that is due now had left before."""
    actors = [
        each.actor for each in moment.world.secrets.values() if each.status == "live" and each.revelation <= moment.when
    ]
    return players.departure_due(moment, actors, "whether bids and hands count")


def _unclear_due(moment: Moment[World], keys: list[str]) -> Due[World] | None:
    """A bid that nobody has read yet: what it may be decides what may come of it."""
    unclear = ((key, bid) for key in keys for bid in moment.world.bids.get(key, []) if bid.status == UNCLEAR)
    key, bid = next(unclear, ("", None))
    if bid is None:
        return None
    question = bid.reason
    choice = Choice(question, moment.world.asks[question].text, "R10-135", moment.when, _possible(moment, key, bid))
    return Due(lambda at, answer: _suppose(at, key, question, answer), choice)


def _possible(moment: Moment[World], key: str, bid: Bid) -> tuple[str, ...]:
    """What stands for all that an unclear bid may be: none, the least, all chips that are left, and one more than that.

    What comes of any amount between comes of one of these, too. Only none is followed where it may be bids on whichever lots.
    """
    lot = _lot_meant(moment.world, bid)
    if not lot:
        return (NOTHING,)
    others = sum(each.amount or 0 for each in moment.world.bids[key] if each.status == STANDING)
    rest = goods_of(moment.world, moment.world.secrets[key].actor).get(CHIPS, 0) - others
    amounts = dict.fromkeys(amount for amount in (1, rest, rest + 1) if amount > 0)
    return (NOTHING, *(f"Bid {amount} chips on Lot {lot}" for amount in amounts))


def _lot_meant(world: World, bid: Bid) -> int:
    """The lot of an unclear bid, the only one where it names none; 0 where it may be any, and several at once."""
    return bid.lot or (next(iter(world.lots)) if len(world.lots) == 1 else 0)


def _suppose(moment: Moment[World], key: str, question: str, answer: str) -> None:
    """Let an unclear bid be one that it may be, with all that fails by it; of bids on whichever lots not every way is followed."""
    world, action = moment.world, moment.world.secrets[key]
    bids = world.bids[key]
    told = [bid for bid in bids if bid.status == FAILED]
    place = next(place for place, bid in enumerate(bids) if bid.reason == question)
    if not _lot_meant(world, bids[place]):
        overflow(world, [question])
    read = [Bid(each.lot or 0, each.amount) for each in read_bids(answer)] if answer != NOTHING else []
    bids[place : place + 1] = read or [Bid(bids[place].lot, None, FAILED, NOT_NATURAL)]
    _fail_offending(replace(moment, row=action.message), action.actor, bids, told)


@rule("R10-029", "R10-033", "R10-035")
def _conclude(moment: Moment[World], _: str) -> None:
    """Decide which bids succeed, hand the lots over in the order of their numbers, and remember who bid."""
    world = moment.world
    world.done[CONCLUDED] = moment.when
    ends = [(key, action) for key, action in _live(world) if action.revelation <= moment.when]
    for key, action in ends:
        _decide(replace(moment, row=action.message), action.actor, world.bids.get(key, []))
    for number in sorted(world.lots):
        _hand_over(moment, world.lots[number], _priority(moment, number, ends))
    for _key, action in ends:
        action.status = "concluded"
    world.bidders_previous_auction = _bidders(moment, ends)
    world.players_at_conclusion = len(players.playing(world))


@rule("R10-018", "R10-023", "R10-024", "R10-025")
def _decide(moment: Moment[World], player: str, bids: list[Bid]) -> None:
    """Bids on lots that are not active fail, then all, if the rest are more than the player's chips, prizes included."""
    strange = [bid for bid in bids if bid.status == STANDING and bid.lot not in moment.world.lots]
    if strange and moment.law.chooses("bid_on_inactive_lot", "fails with all others"):
        strange = [bid for bid in bids if bid.status == STANDING]
    _fail(moment, player, strange, INACTIVE)
    rest = [bid for bid in bids if bid.status == STANDING]
    if sum(bid.amount or 0 for bid in rest) > goods_of(moment.world, player).get(CHIPS, 0):
        _fail(moment, player, rest, TOO_MUCH)


def _fail(moment: Moment[World], player: str, bids: list[Bid], reason: str) -> None:
    for bid in bids:
        bid.status, bid.reason = FAILED, reason
        _tell_failed(moment, player, bid)


@rule("R10-026", "R10-027", "R10-028")
def _priority(moment: Moment[World], lot: int, ends: list[tuple[str, SecretAction]]) -> list[tuple[SecretAction, Bid]]:
    """The successful bids on a lot: higher bids first, of equal ones the one that has been made or raised longest ago."""
    world = moment.world
    places = {key: place for place, key in enumerate(world.secrets)}
    found = [
        (-(bid.amount or 0), _since(moment, key, bid), places[key], action, bid)
        for key, action in ends
        for bid in world.bids.get(key, [])
        if bid.lot == lot and bid.status == STANDING
    ]
    return [(action, bid) for _, _, _, action, bid in sorted(found, key=lambda each: each[:3])]


def _since(moment: Moment[World], key: str, bid: Bid) -> datetime:
    """Since when a bid is as it is: since its attempt was posted, or by the other reading since the first of that amount."""
    world = moment.world
    since = world.secrets[key].posted_at
    if moment.law.chooses("equal_bids_compare", "the surviving attempts"):
        return since
    own = world.secrets[key]
    auction = (own.actor, own.kind, own.revelation)
    earlier = [each for each in world.secrets.values() if (each.actor, each.kind, each.revelation) == auction]
    for attempt in reversed([each for each in earlier if each.posted_at < own.posted_at]):
        if not any((each.lot, each.amount) == (bid.lot, bid.amount) for each in read_bids(attempt.text)):
            break
        since = attempt.posted_at
    return since


@rule("R10-030", "R10-031", "R10-032")
def _hand_over(moment: Moment[World], lot: Lot, priority: list[tuple[SecretAction, Bid]]) -> None:
    """The first in priority is given the lot's cards and pays what they bid; a lot that nobody won stays.

    What comes of it cites the message of the bid.
    """
    if not priority:
        moment.tell("lot_unsold", "R10-032", f"nobody wins Lot {lot.id}", lot=lot.id)
        if moment.law.chooses("unsold_lot", "is destroyed"):
            del moment.world.lots[lot.id]
        return
    action, best = priority[0]
    winner, amount = action.actor, best.amount or 0
    cited = replace(moment, row=action.message)
    for _, bid in priority:
        bid.status = LOST
    best.status = WON
    del moment.world.lots[lot.id]
    for item in _gained(moment, lot):
        change(cited, winner, item, 1, "R10-030", f"won Lot {lot.id}")
    change(cited, winner, CHIPS, -amount, "R10-031", f"paid for Lot {lot.id}")
    text = f"{winner} wins Lot {lot.id} for {amount} chips"
    order = [each.actor for each, _ in priority]
    cited.tell("lot_awarded", "R10-030", text, lot=lot.id, player=winner, amount=amount, priority=order)


def _gained(moment: Moment[World], lot: Lot) -> list[str]:
    return lot.cards if moment.law.chooses("who_receives_a_lot_gets", "its cards") else [whole_lot(lot.id, lot.cards)]


# --- who bid ----------------------------------------------------------------------------------------------------------


@rule("R10-035")
def _bidders(moment: Moment[World], ends: list[tuple[str, SecretAction]]) -> list[str]:
    """Who bid in an auction: whoever had a bid that neither failed nor was withdrawn."""
    if moment.law.chooses("who_bid", "with any attempt"):
        start = auctions(moment)[0].start
        mine = [each for each in moment.world.secrets.values() if each.kind == _BID and each.posted_at >= start]
        return list(dict.fromkeys(action.actor for action in mine))
    stood = [
        action.actor
        for key, action in ends
        if any(bid.status in (STANDING, WON, LOST) for bid in moment.world.bids.get(key, []))
    ]
    return list(dict.fromkeys(stood))


def bidders_so_far(moment: Moment[World]) -> list[str]:
    """Who bid in the newest auction as far as it is known now; the previous one's where it is over (R10-035)."""
    if moment.world.done.get(CONCLUDED) == auctions(moment)[-1].over:
        return moment.world.bidders_previous_auction
    return _bidders(moment, list(_live(moment.world)))


def is_over(moment: Moment[World]) -> bool:
    """Whether no auction waits for its end: its lots were handed over (R10-038)."""
    return all(each.over <= moment.when for each in auctions(moment))


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the auction is over."""
    yield from (each.over for each in auctions(moment) if each.over > moment.when)
