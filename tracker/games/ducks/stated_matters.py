"""What people state of offers, proposals, auctions and the Judge when the tracker starts in the middle of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tracker.games import chat_stated_matters as shared
from tracker.games.chat_stated_matters import may_act
from tracker.mechanics.action_ids import key_of, parts_of
from tracker.mechanics.goods import Bag
from tracker.mechanics.judges import appoint, vacate
from tracker.mechanics.voting_periods import Status as ProposalStatus

from . import proposals
from .auctions import NO_DUCK
from .board_votes import STATUS
from .flock import is_ownerless
from .judges import waits_for_the_judge
from .periods import after, next_period_end
from .proposal_class import NORMAL, URGENT, read_proposal
from .state import DUCK, Auction, Bid, SelfAppointment
from .stated_form import Form

MATTERS = (
    "offers",
    "proposals",
    "auctions",
    "judge",
    "candidates",
    "removal_assents",
    "requests",
    "rulings",
    "confidence",
)
"""What goes on as it is where a stated gamestate does not name it; with it the ``confidence_votes``."""
OF_AUCTIONS = ("duck", "temporary_name", "first_valid_at", "ends_at", "bids", "payments")
OF_BIDS = ("player", "amount", "at", "valid")
_OF_JUSTICE = "DUCK-176"


def take(form: Form, stated: Mapping[str, Any]) -> None:
    """Let what is still open be as stated; what is not named goes on as it is."""
    world = form.moment.world
    if "offers" in stated:
        world.offers = {
            key_of(each.message, each.n): each
            for each in shared.offers(form, stated["offers"], lambda side, who: _side(form, side, who), "DUCK-022")
        }
    if "proposals" in stated:
        world.proposals = {each.message: each for each in shared.proposals(form, stated["proposals"], _terms(form))}
    if "auctions" in stated:
        world.auctions = {each.duck: each for each in _auctions(form, stated["auctions"])}
    _take_bench(form, stated)
    for made in (world.offers, world.bench.requests, world.bench.rulings):
        for key in made:
            world.let_cite(parts_of(key)[0])


# --- trades -----------------------------------------------------------------------------------------------------------


def _side(form: Form, stated: Any, who: str) -> Bag:
    """Items of one side of an offer, ducks as ``duck:12``."""
    table = form.table(stated, f"what {who} moves")
    items = form.goods({name: count for name, count in table.items() if not str(name).startswith(DUCK)}, who)
    for name in table:
        number = form.number(name) if str(name).startswith(DUCK) else 0
        if number in form.moment.world.ducks:
            items[f"{DUCK}{number}"] = 1
        elif str(name).startswith(DUCK):
            form.amiss(f"{who}: there is no {name}", "DUCK-022")
    return items


# --- proposals --------------------------------------------------------------------------------------------------------

_KEPT: Mapping[str, ProposalStatus] = {shown: cast(ProposalStatus, kept) for kept, shown in STATUS.items()} | {
    "failed": "failed", "retracted": "retracted",
}  # fmt: skip
"""A proposal's status as it is printed -> as it is kept."""


def _terms(form: Form) -> shared.Terms:
    law = form.moment.law
    return shared.Terms(
        (NORMAL, URGENT),
        lambda words: read_proposal(words, law.word("default_proposal_class")).klass,
        lambda klass, created: proposals.period_of(law, klass, created),
        _KEPT,
        {f":{law.word(f'vote_{side}').strip(':')}:": f"voters_{side}" for side in ("for", "against")},
        "DUCK-038",
    )


# --- auctions ---------------------------------------------------------------------------------------------------------


def _auctions(form: Form, stated: Any) -> Iterator[Auction]:
    world = form.moment.world
    for entry in form.entries("auctions", stated, (*OF_AUCTIONS, "leading"), id="duck"):
        number = form.number(entry["duck"])
        who = f"the auction of duck {number}"
        bids = list(_bids(form, entry, who))
        first = form.instant(entry, "first_valid_at", who) or min((bid.at for bid in bids), default=form.moment.when)
        ends = form.instant(entry, "ends_at", who) or next_period_end(form.moment.law, first)
        is_there = number in world.ducks or (number == NO_DUCK and str(entry["duck"]) == "0" and world.disciple)
        if number in world.ducks and not is_ownerless(world.ducks[number]):
            owner = world.ducks[number].owner
            form.amiss(f"{who} cannot be: it belongs to {owner}, and only ownerless ducks are auctioned", "DUCK-131")
        elif is_there:
            yield Auction(
                number, first, ends, form.text(entry.get("temporary_name")), bids, _payments(form, entry, who)
            )
        else:
            form.amiss(f"there is no duck {entry['duck']!r} to be auctioned")


def _bids(form: Form, entry: Mapping[str, Any], who: str) -> Iterator[Bid]:
    for stated in form.list(entry.get("bids")):
        if isinstance(stated, Mapping):
            bid = _bid(form, stated, who)
            if may_act(form, bid.player, is_open=False):
                yield bid
            else:
                form.amiss(f"a bid in {who} is left out: {bid.player or 'nobody'} is no player", "DUCK-131")


def _bid(form: Form, bid: Mapping[str, Any], who: str) -> Bid:
    form.only(f"a bid in {who}", bid, OF_BIDS)
    player = form.person(form.text(bid.get("player")))
    valid = form.flag(bid, "valid", who, default=True)
    return Bid(player, form.count(bid, "amount", who), form.at(bid, "at", who), "", valid)


def _payments(form: Form, entry: Mapping[str, Any], who: str) -> dict[str, dict[int, int]]:
    stated = form.table(entry.get("payments"), f"the payments in {who}")
    found = dict[str, dict[int, int]]()
    for player in stated:
        parts = form.table(stated[player], f"the payment of {player} in {who}")
        found[form.person(str(player))] = {form.number(duck): form.count(parts, duck, who) for duck in parts}
    return found


# --- the Judge --------------------------------------------------------------------------------------------------------


def _take_bench(form: Form, stated: Mapping[str, Any]) -> None:
    world, when = form.moment.world, form.moment.when
    bench, bar = world.bench, _bar(form)
    if "judge" in stated:
        _take_judge(form, form.person(form.reader.text("judge", stated["judge"])))
    if "candidates" in stated:
        world.appointments = {each.player: each for each in _candidates(form, stated["candidates"])}
    if "removal_assents" in stated:
        who = "the assents to the Judge's removal"
        bench.assents = {form.person(each): when for each in form.texts(stated, "removal_assents", who)}
    if "requests" in stated:
        shared.take_requests(form, stated["requests"], bar)
    if "rulings" in stated:
        shared.take_rulings(form, stated["rulings"], bar)
    if "confidence_votes" in stated or "confidence" in stated:
        bench.votes = {each.id: each for each in shared.votes(form, bench, stated, bar)}


def _bar(form: Form) -> shared.Bar:
    law = form.moment.law
    lasts = law.span("confidence_voting_hours")
    return shared.Bar(_OF_JUSTICE, "DUCK-178", waits_for_the_judge, lambda start: after(law, start, lasts), {})


def _take_judge(form: Form, judge: str) -> None:
    """Let somebody be the Judge, or nobody; one who was it goes on."""
    world = form.moment.world
    if judge and not may_act(form, judge, is_open=True):
        form.amiss(f"{judge} cannot be the Judge, and nobody is: {judge} is no player", _OF_JUSTICE)
        judge = ""
    if judge != world.bench.judge:
        vacate(world.bench)
    if judge and not world.bench.judge:
        appoint(world.bench, judge, form.moment.when, None)
        world.appointments = {}


def _candidates(form: Form, stated: Any) -> Iterator[SelfAppointment]:
    """Who stands for Judge: a list of people, or each with who has assented."""
    table = dict.fromkeys(stated) if isinstance(stated, list) else form.table(stated, "candidates")
    for player in table:
        assents = [form.person(str(each)) for each in form.list(table[player])]
        yield SelfAppointment(form.person(str(player)), form.moment.when, "", assents)
