"""What each player can still do in this voting period: the words and the channel for it, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from tracker.games.chat_board_votes import so_far
from tracker.games.chat_views import AbilitiesView, BarView, CanView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.reaction_votes import Tally

from . import abilities_of_ducks, auctions, board_trade, judges, periods, proposals
from .abilities_of_ducks import Found, listed, times
from .auctions import leading
from .board_ducks import ordered
from .feeding import feedings_left
from .flock import complete_of, total
from .general import is_over
from .players import is_playing
from .ponds import rolls_left
from .proposal_class import NORMAL, URGENT
from .state import DISCIPLE, Player, World
from .titles import titles
from .trade import told

Chapter: TypeAlias = Callable[[Moment[World], Player, People], Found]
_OFFERS_SHOWN = 30
"""Of somebody's open offers so many of the newest are shown."""
_VOTES_SHOWN = 20
"""Of the proposals that are voted on so many of those that end first."""


def views(moment: Moment[World], people: People) -> dict[str, AbilitiesView]:
    """What everybody may do at a moment, by their ids; nothing at all once the round is over."""
    held: Chapter = partial(abilities_of_ducks.quacktions, held_titles=titles(moment.world, moment.law))
    chapters = (*_BEFORE_QUACKTIONS, held, *_AFTER_QUACKTIONS)
    return {each.id: _abilities(moment, each, people, chapters) for each in ordered(moment.world)}


def _abilities(moment: Moment[World], player: Player, people: People, chapters: Iterable[Chapter]) -> AbilitiesView:
    found: dict[str, CanView | BarView] = {}
    if not is_over(moment):
        for chapter in chapters if player.is_playing else (_joining,):
            found.update(chapter(moment, player, people))
    may = {key: each for key, each in found.items() if isinstance(each, CanView)}
    barred = {key: each for key, each in found.items() if isinstance(each, BarView)}
    return AbilitiesView(player.id, people.name(player.id), player.is_playing, may, barred)


def _joining(moment: Moment[World], player: Player, people: People) -> Found:
    note = "what they hold is theirs to use again then; ducks that became ownerless do not come back"
    yield (
        "join",
        CanView("join the game", "DUCK-006", "I join the game.", moment.law.word("actions_channel"), note=note),
    )


# --- feeding and the Disciple -----------------------------------------------------------------------------------------


def _feeding(moment: Moment[World], player: Player, people: People) -> Found:
    what, channel, end = "feed another player's duck", moment.law.word("actions_channel"), periods.period(moment).end
    left = feedings_left(moment, player.id)
    if not left:
        why = "they have fed one in this voting period; with Grapes they may feed ducks of their own, with a Light Smoothie any"
        yield "feed", BarView(what, "DUCK-062", why, end)
        return
    others = sum(
        duck.is_complete and duck.owner != player.id and is_playing(moment.world, duck.owner)
        for duck in moment.world.ducks.values()
    )
    if others:
        note = f"{times(left)} in this voting period; {others} complete ducks are other players'"
        yield "feed", CanView(what, "DUCK-062", 'I feed "DUCK".', channel, end, note)
    else:
        yield "feed", BarView(what, "DUCK-064", "no other player has a complete duck")


def _disciple(moment: Moment[World], player: Player, people: People) -> Found:
    what, end, world = f"act against the {DISCIPLE}", periods.period(moment).end, moment.world
    used = player.disciple_acts if player.disciple_in == periods.start(moment) else 0
    if world.disciple is None:
        yield "disciple", BarView(what, "DUCK-153", "there is none; one comes as a voting period begins", end)
    elif used >= moment.law.number("disciple_quacktions_per_period"):
        yield (
            "disciple",
            BarView(what, "DUCK-147", "they have performed a Quacktion against it in this voting period", end),
        )
    elif not complete_of(world, player.id):
        yield "disciple", BarView(what, "DUCK-126", "it takes a complete duck")
    else:
        words = '"DUCK" performs Quack Attack on Duck Disciple with QUACKS Quacks.'
        note = f"it has {world.disciple.quacks} Quacks; a Ritual Quack Attack on a random duck follows (DUCK-149)"
        yield "disciple", CanView(what, "DUCK-147", words, moment.law.word("actions_channel"), end, note)


# --- trades, auctions and ponds ---------------------------------------------------------------------------------------


def _trading(moment: Moment[World], player: Player, people: People) -> Found:
    world, channel = moment.world, moment.law.word("actions_channel")
    words = "I trade ITEMS to @NAME for ITEMS."
    yield "trade", CanView("offer a trade or a gift", "DUCK-022", words, channel)
    yield from _with_own_ducks(moment, player)
    ids = unmistakable(world.offers.values())
    theirs = [
        (ids[key], each) for key, each in world.offers.items() if player.id in (each.by, each.to) and each.is_open
    ]
    for id, offer in theirs[-_OFFERS_SHOWN:]:
        sides = f"{people.name(offer.by)} gives {told(offer.give, world)} for {told(offer.get, world)}"
        if offer.by == player.id:
            what = f"withdraw offer {id} to {people.name(offer.to)}"
            yield f"withdraw:{id}", CanView(what, "DUCK-024", f"I cancel trade {id}.", channel, note=sides)
        elif missing := board_trade.lacking(world, offer, people):
            yield f"accept:{id}", BarView(f"accept offer {id}", "DUCK-022", f"{missing}: {sides}")
        else:
            yield (
                f"accept:{id}",
                CanView(f"accept offer {id}", "DUCK-022", f"I accept trade {id}.", channel, note=sides),
            )


def _with_own_ducks(moment: Moment[World], player: Player) -> Found:
    """What somebody and their own ducks can give each other."""
    own, channel = complete_of(moment.world, player.id), moment.law.word("actions_channel")
    if own and player.goods:
        words = 'I give ITEMS to my duck "DUCK".'
        yield "to_duck", CanView("give items to a duck of theirs", "DUCK-026", words, channel, note=listed(own))
    if holding := [duck for duck in own if duck.goods]:
        words, note = 'I take ITEMS from my duck "DUCK".', listed(holding)
        yield "from_duck", CanView("take items from a duck of theirs", "DUCK-026", words, channel, note=note)


def _bidding(moment: Moment[World], player: Player, people: People) -> Found:
    world, channel, there = moment.world, moment.law.word("actions_channel"), total(moment.world, player.id)
    for number, auction in world.auctions.items():
        best = leading(auction)
        least = best.amount + 1 if best else 0
        what, key = f"bid on {auctions.called(world, number)}", f"bid:{number}"
        leads = f"they lead with {best.amount} Quacks; " if best is not None and best.player == player.id else ""
        if there < least:
            why = f"{leads}it takes {least} Quacks, and their complete ducks have {there} together"
            yield key, BarView(what, "DUCK-135", why, auction.ends_at)
        else:
            words, note = (
                f'I bid QUACKS on "{auctions.called(world, number)}".',
                f"{leads}from {least} to {there} Quacks",
            )
            yield key, CanView(what, "DUCK-136", words, channel, auction.ends_at, note)
    free = [duck for duck in world.ducks.values() if not duck.owner and duck.number not in world.auctions]
    if free:
        ends = periods.next_period_end(moment.law, moment.when)
        note = f"{listed(free)}; up to {there} Quacks; a nameless one needs “calling it NAME”; it would end {ends:%Y-%m-%d %H:%M} UTC"
        words = 'I bid QUACKS on "DUCK".'
        yield "bid", CanView("begin the auction of an ownerless duck", "DUCK-131", words, channel, note=note)


def _rolling(moment: Moment[World], player: Player, people: People) -> Found:
    left = rolls_left(moment, player.id)
    if left:
        die, wanted = moment.law.number("pond_die"), moment.law.number("new_pond_roll")
        note = f"for the creation of {', '.join(f'#{number}' for number in left[:_OFFERS_SHOWN])}; a {wanted} of d{die} makes one"
        what = f"roll for a new pond, {times(len(left))}"
        yield (
            "pond_roll",
            CanView(what, "DUCK-163", "I roll for a new pond.", moment.law.word("actions_channel"), note=note),
        )


# --- proposals and votes ----------------------------------------------------------------------------------------------


def _proposing(moment: Moment[World], player: Player, people: People) -> Found:
    law, channel = moment.law, moment.law.word("proposals_channel")
    hours = law.number("urgent_voting_hours")
    yield (
        "urgent",
        CanView(
            "make an urgent proposal", "DUCK-048", "Urgent Proposal: TITLE", channel, note=f"voted on for {hours} hours"
        ),
    )
    now = periods.period(moment)
    following = periods.next_period_end(law, moment.when)
    note = f"voted on from {now.end:%Y-%m-%d %H:%M} to {following:%Y-%m-%d %H:%M} UTC"
    yield NORMAL, CanView("make a normal proposal", "DUCK-036", "Proposal: TITLE", channel, now.end, note)


def _voting(moment: Moment[World], player: Player, people: People) -> Found:
    now, law = so_far(moment), moment.law
    words = f":{law.word('vote_for')}: or :{law.word('vote_against')}: on it"
    open_ones = [each for each in moment.world.proposals.values() if not each.is_closed and each.status == "open"]
    for proposal in sorted(open_ones, key=lambda each: each.end)[:_VOTES_SHOWN]:
        id, note = proposal.message, _own_vote(player.id, proposals.votes_at(now, proposal), ("for it", "against it"))
        kind = "urgent proposal" if proposal.klass == URGENT else "proposal"
        what = people.readable(f"vote on the {kind} {id} by {people.name(proposal.author)}")
        yield f"vote:{id}", CanView(what, "DUCK-040", words, law.word("proposals_channel"), proposal.end, note)
    ids = unmistakable(moment.world.bench.rulings.values())
    for id, vote in moment.world.bench.votes.items():
        if vote.status == "open":
            note = _own_vote(player.id, judges.confidence_votes(now, vote), ("to affirm", "to overturn"))
            said = f"I vote to overturn ruling {ids[vote.ruling]}."
            channel = law.word("actions_channel")
            yield (
                f"confidence:{id}",
                CanView(f"vote on ruling {ids[vote.ruling]}", "DUCK-179", said, channel, vote.end, note),
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
    law, bench, channel = moment.law, moment.world.bench, moment.law.word("actions_channel")
    if not bench.judge:
        yield from _standing(moment, player, people)
    elif bench.judge == player.id:
        yield from _as_judge(moment)
    elif player.id not in bench.assents:
        note = f"{len(bench.assents)} of {law.number('removal_assents')} have; only for abuse of office (DUCK-172)"
        words = "I assent to removing the Judge."
        yield "remove", CanView("assent to the removal of the Judge", "DUCK-172", words, channel, note=note)
    if bench.judge != player.id:
        words = "Request for justice: QUESTION OR STATEMENT"
        yield "request", CanView("request justice", "DUCK-175", words, channel)
    ids = unmistakable(bench.rulings.values())
    for ruling, last in judges.challengeable(moment):
        what = f"call for a vote of confidence on ruling {ids[ruling.id]}"
        words = f"I initiate a vote of confidence on ruling {ids[ruling.id]}."
        yield f"call:{ruling.id}", CanView(what, "DUCK-178", words, channel, last)


def _standing(moment: Moment[World], player: Player, people: People) -> Found:
    channel, needed = moment.law.word("actions_channel"), moment.law.number("appointment_assents")
    if player.id in moment.world.appointments:
        count = len(moment.world.appointments[player.id].assents)
        yield "stand", BarView("stand for Judge", "DUCK-170", f"they stand already, with {count} of {needed} assents")
    else:
        note = f"it takes the assents of {needed} other players"
        yield "stand", CanView("stand for Judge", "DUCK-170", "I appoint myself Judge.", channel, note=note)
    for candidate in moment.world.appointments.values():
        if candidate.player != player.id and player.id not in candidate.assents:
            name = people.name(candidate.player)
            what = f"assent to {name} as Judge"
            yield (
                f"assent:{candidate.player}",
                CanView(what, "DUCK-170", f"I assent to @{name} becoming Judge.", channel),
            )


def _as_judge(moment: Moment[World]) -> Found:
    channel = moment.law.word("actions_channel")
    yield "resign", CanView("resign as Judge", "DUCK-173", "I resign as Judge.", channel)
    bench = moment.world.bench
    asked, ruled = (unmistakable(each.values()) for each in (bench.requests, bench.rulings))
    for key, request in bench.requests.items():
        if request.status == "open":
            words = f"Response to request {asked[key]}: TEXT"
            yield f"rule:{key}", CanView(f"rule on request {asked[key]}", "DUCK-176", words, channel)
    for ruling, last in judges.revocable(moment):
        id = ruled[ruling.id]
        yield (
            f"revoke:{ruling.id}",
            CanView(f"overturn ruling {id}", "DUCK-182", f"I overturn my ruling {id}.", channel, last),
        )


_BEFORE_QUACKTIONS: tuple[Chapter, ...] = (_feeding, abilities_of_ducks.completing, abilities_of_ducks.scouting)
_AFTER_QUACKTIONS: tuple[Chapter, ...] = (
    _disciple,
    _rolling,
    _bidding,
    _voting,
    _proposing,
    _trading,
    _judging,
)
