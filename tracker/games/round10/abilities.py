"""What each player can do now, by phase and holdings: the words and the channel for it, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TypeAlias

from tracker.games.chat_board_votes import so_far
from tracker.games.chat_views import AbilitiesView, BarView, CanView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.reaction_votes import Tally
from tracker.mechanics.voting_periods import voting_period

from . import bidding, board_agreements, judges, lots, phases, proposals, secrets
from .holdings import cards_of
from .items import CLAUSES_OF_EXCHANGES, rates, said, untradable
from .state import CHIPS, MAKERS, TRUNGS, Player, World

Found: TypeAlias = Iterator[tuple[str, CanView | BarView]]
_POSTING = {secrets.BID: "R10-016", secrets.HAND: "R10-040"}
_ANY_PHASE = "any"
_OFFERS_SHOWN = 30
"""Of somebody's open offers so many of the newest are shown."""


def abilities_of(moment: Moment[World], player: Player, people: People) -> AbilitiesView:
    """What somebody may do at a moment, and what they may not; nothing at all once the round is won."""
    found: dict[str, CanView | BarView] = {}
    if not moment.world.winner:
        for chapter in _CHAPTERS if player.is_playing else (_joining,):
            found.update(chapter(moment, player, people))
    may = {key: each for key, each in found.items() if isinstance(each, CanView)}
    barred = {key: each for key, each in found.items() if isinstance(each, BarView)}
    return AbilitiesView(player.id, people.name(player.id), player.is_playing, may, barred)


def _joining(moment: Moment[World], player: Player, people: People) -> Found:
    note = "what they hold is theirs to use again then"
    yield "join", CanView("join the game", "R10-007", "I join the game", moment.law.word("actions_channel"), note=note)


# --- secret actions ---------------------------------------------------------------------------------------------------


def _posting(moment: Moment[World], player: Player, people: People) -> Found:
    now = phases.phase_at(moment)
    for kind, row in moment.law.value("secret_kinds").items():
        what, clause, phase = f"post a {kind}", _POSTING.get(kind, "R10-140"), str(row["phase"])
        if phase not in (now.name, _ANY_PHASE):
            yield kind, BarView(what, clause, f"only in the {phase} Phase", _next(moment, phase))
        elif kind == secrets.HAND and not cards_of(player.goods):
            yield kind, BarView(what, "R10-041", "a hand needs a card that they possess when they post it")
        else:
            until = None if phase == _ANY_PHASE else now.end
            channel = secrets.channel_of(moment.law, kind)
            yield (
                kind,
                CanView(
                    what, clause, f"{kind.capitalize()}: HASH", channel, until, _replaced(moment, player, people, kind)
                ),
            )


def _replaced(moment: Moment[World], player: Player, people: People, kind: str) -> str:
    """What posting one means: that it takes the place of an earlier one, and for bids what may be bid."""
    start = phases.phase_at(moment).start
    live = [each for _, each in secrets.live(moment.world, kind) if each.actor == player.id and each.posted_at >= start]
    chips = f"they hold {said({CHIPS: player.goods.get(CHIPS, 0)})}" if kind == secrets.BID else ""
    replaced = f"in place of the {kind} of message {live[-1].message}" if live else ""
    return people.readable("; ".join(filter(None, (chips, replaced))))


def _next(moment: Moment[World], phase: str) -> datetime | None:
    """When the next phase of that name starts; None where there is none of it."""
    weeks, ahead = phases.calendar(moment.law), phases.calendar(moment.law).phase_after(moment.when)
    for _ in weeks.phases:
        if ahead.name == phase:
            return ahead.start
        ahead = weeks.phase_after(ahead.start)
    return None


def _revealing(moment: Moment[World], player: Player, people: People) -> Found:
    for key, action in secrets.live(moment.world):
        if action.actor != player.id or action.revealed_at is not None:
            continue
        what, name = people.readable(f"reveal the {action.kind} of message {action.message}"), f"reveal:{key}"
        if moment.when < action.maturation:
            yield name, BarView(what, "R10-141", "it is not mature", action.maturation)
        else:
            note = "else it fails (R10-143)"
            yield name, CanView(what, "R10-141", "Reveal: TEXT", "", action.revelation, note)


# --- lots, trades and contracts ---------------------------------------------------------------------------------------


def _generating(moment: Moment[World], player: Player, people: People) -> Found:
    required, there = lots.required(moment), lots.existing(moment)
    channel = moment.law.word("actions_channel")
    if phases.is_auction(moment):
        why, until = "no lots are generated in the Auction Phase", phases.phase_at(moment).end
        yield "lots", BarView("generate lots", "R10-036", why, until)
    elif there >= required:
        is_pending = not bidding.is_over(moment)
        why = f"there are {there} lots, as many as the next auction has"
        yield "lots", BarView("generate lots", "R10-036", why, bidding.conclusion_of(moment) if is_pending else None)
    else:
        what = f"generate {_up_to(required - there, 'lot')}"
        yield "lots", CanView(what, "R10-036", "I generate a lot", channel, _next(moment, phases.AUCTION))


def _up_to(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"up to {count} {what}s"


def _trading(moment: Moment[World], player: Player, people: People) -> Found:
    channel = moment.law.word("actions_channel")
    words = "I trade ITEMS to @NAME for ITEMS"
    yield "trade", CanView("offer a trade or a gift", "R10-072", words, channel)
    ids = unmistakable(moment.world.offers.values())
    theirs = [
        (ids[key], each)
        for key, each in moment.world.offers.items()
        if player.id in (each.by, each.to) and each.is_open
    ]
    for id, offer in theirs[-_OFFERS_SHOWN:]:
        sides = f"{people.name(offer.by)} gives {said(offer.give)} for {said(offer.get)}"
        if offer.by == player.id:
            what = f"withdraw offer {id} to {people.name(offer.to)}"
            yield f"withdraw:{id}", CanView(what, "R10-073", f"I withdraw {id}", channel, note=sides)
        elif untradable(moment.law, offer.give) or untradable(moment.law, offer.get):
            yield f"accept:{id}", BarView(f"accept offer {id}", "R10-075", f"it holds what cannot be traded: {sides}")
        elif lacking := board_agreements.lacking(moment, offer, people):
            yield f"accept:{id}", BarView(f"accept offer {id}", "R10-074", f"{lacking}: {sides}")
        else:
            yield f"accept:{id}", CanView(f"accept offer {id}", "R10-073", f"I accept {id}", channel, note=sides)


def _contracting(moment: Moment[World], player: Player, people: People) -> Found:
    channel = moment.law.word("actions_channel")
    for name, contract in moment.world.contracts.items():
        if player.id not in contract.parties:
            continue
        if contract.status == "offered" and player.id not in contract.consents:
            words = f'I consent to the contract "{name}"'
            yield f"sign:{name}", CanView(f"consent to the contract “{name}”", "R10-077", words, channel)
        elif contract.status == "in force" and contract.end_consents and player.id not in contract.end_consents:
            words = f'I consent to terminate the contract "{name}"'
            note = f"{', '.join(people.names(contract.end_consents))} consented"
            what = f"consent to the end of the contract “{name}”"
            yield f"end:{name}", CanView(what, "R10-078", words, channel, note=note)


def _exchanging(moment: Moment[World], player: Player, people: People) -> Found:
    channel, held = moment.law.word("actions_channel"), player.goods.get(TRUNGS, 0)
    for item, price in rates(moment.law).items():
        clause = CLAUSES_OF_EXCHANGES.get(item, "R10-113")
        what = f"exchange {said({TRUNGS: price})} for {said({item: 1})}"
        if held < price:
            yield (
                f"exchange:{item}",
                BarView(what, clause, f"they hold {said({TRUNGS: held}) if held else 'no Trungs'}"),
            )
        else:
            most = held // price
            note = f"up to {most} times at once" if most > 1 else ""
            yield f"exchange:{item}", CanView(what, clause, f"I {what}", channel, note=note)


# --- proposals and votes ----------------------------------------------------------------------------------------------


def _proposing(moment: Moment[World], player: Player, people: People) -> Found:
    law, channel = moment.law, moment.law.word("proposals_channel")
    hours = law.number("urgent_voting_hours")
    note = f"voted on for {hours} hours; it should only correct the game or keep it playable (R10-091)"
    yield "urgent", CanView("make an Urgent proposal", "R10-090", "[Urgent] TEXT", channel, note=note)
    makers, what = player.goods.get(MAKERS, 0), "make a Standard proposal"
    if not makers:
        price = rates(law).get(MAKERS)
        why = f"it takes a Standard Proposal Maker{f', {said({TRUNGS: price})} buy one' if price else ''}"
        yield "standard", BarView(what, "R10-094", why)
        return
    rule = proposals.class_rule(law, proposals.STANDARD)
    start, end = voting_period(rule, moment.when, phases.calendar(law))
    note = f"uses 1 of {said({MAKERS: makers})}; voted on from {_day(start)} to {_day(end)} UTC"
    yield "standard", CanView(what, "R10-094", "[Standard] TEXT", channel, phases.phase_at(moment).end, note)


def _day(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M}"


def _voting(moment: Moment[World], player: Player, people: People) -> Found:
    now = so_far(moment)
    for id, proposal in moment.world.proposals.items():
        if not proposal.is_closed and proposal.status == "open":
            note = _own_vote(player.id, proposals.votes_at(now, proposal), ("for it", "against it"))
            what = people.readable(f"vote on the {proposal.klass} proposal {id} by {people.name(proposal.author)}")
            channel = moment.law.word("proposals_channel")
            yield f"vote:{id}", CanView(what, "R10-084", "👍 or 👎 on it", channel, proposal.end, note)
    ids = unmistakable(moment.world.bench.rulings.values())
    for id, vote in moment.world.bench.votes.items():
        if vote.status == "open":
            note = _own_vote(player.id, judges.confidence_votes(now, vote), ("to affirm", "to overturn"))
            words = people.readable(f"👍 (affirm) or 👎 (overturn) on message {id}")
            channel = moment.law.word("actions_channel")
            yield (
                f"confidence:{id}",
                CanView(f"vote on ruling {ids[vote.ruling]}", "R10-125", words, channel, vote.end, note),
            )


def _own_vote(user: str, votes: Tally, sides: tuple[str, str]) -> str:
    """How somebody's vote stands."""
    cast = {tuple(word for side, word in zip(way, sides, strict=True) if user in side) for way in votes.ways}
    if len(cast) > 1:
        return "their vote is not certain"
    words = cast.pop()
    return f"they are {' and '.join(words)}" if words else "they have not voted"


# --- the Judge --------------------------------------------------------------------------------------------------------


def _judging(moment: Moment[World], player: Player, people: People) -> Found:
    law, bench = moment.law, moment.world.bench
    stands = any(each.author == player.id for each in moment.world.candidacies.values())
    until, channel = phases.week_at(moment)[1], law.word("elections_channel")
    yield (
        "stand",
        CanView("stand for Judge", "R10-130", "any text", channel, until, "they stand already" if stands else ""),
    )
    if bench.judge == player.id:
        yield from _as_judge(moment)
    elif bench.judge and player.id not in bench.assents:
        note = f"{len(bench.assents)} of {law.number('removal_assents')} have; only for abuse of office (R10-118)"
        words = "I assent to the removal of the Judge"
        yield "remove", CanView("assent to the removal of the Judge", "R10-117", words, note=note)
    ids = unmistakable(bench.rulings.values())
    for ruling, last in judges.challengeable(moment):
        words = f"I call for a vote of confidence on ruling {ids[ruling.id]}"
        what = f"call for a vote of confidence on ruling {ids[ruling.id]}"
        yield f"call:{ruling.id}", CanView(what, "R10-124", words, law.word("actions_channel"), last)


def _as_judge(moment: Moment[World]) -> Found:
    yield "resign", CanView("resign as Judge", "R10-119", "I resign as Judge")
    bench = moment.world.bench
    asked, ruled = (unmistakable(each.values()) for each in (bench.requests, bench.rulings))
    for key, request in bench.requests.items():
        if request.status == "open":
            words, note = f"Ruling on {asked[key]}: TEXT", "" if request.obliges else "it does not oblige"
            yield f"rule:{key}", CanView(f"rule on request {asked[key]}", "R10-121", words, note=note)
    for ruling, last in judges.revocable(moment):
        id = ruled[ruling.id]
        yield f"revoke:{ruling.id}", CanView(f"overturn ruling {id}", "R10-128", f"I overturn my ruling {id}", "", last)


_CHAPTERS: tuple[Callable[[Moment[World], Player, People], Found], ...] = (
    _revealing,
    _posting,
    _generating,
    _voting,
    _proposing,
    _trading,
    _contracting,
    _exchanging,
    _judging,
)
