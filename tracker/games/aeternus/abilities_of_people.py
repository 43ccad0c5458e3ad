"""What each player can do with others here and now: trades, factions, proposals and votes, names of qualities, the Judge."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TypeAlias

from tracker.games.chat_board_votes import so_far
from tracker.games.chat_views import BarView, CanView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.reaction_votes import Tally

from . import board_trade, factions, judges, phases, proposals
from .board_players import faction_called
from .channels import channel_of
from .holdings import said
from .phases import phase_at, week_at
from .players import is_reputable, playing, reputable_from
from .proposals import STANDARD, URGENT
from .reading import EXAMPLES
from .state import Player, World

Found: TypeAlias = Iterator[tuple[str, CanView | BarView]]
_PLAIN_WORD = re.compile(r"(?!(?:faction|and|as|into|to|under|the|name)$)[^\W\d_]\w*", re.I)
"""A name that stands without quotes."""
_OFFERS_SHOWN = 30
"""Of somebody's open offers so many of the newest are shown."""
_VOTES_SHOWN = 20
"""Of the proposals that are voted on so many of those that end first."""


def _can(moment: Moment[World], kind: str, what: str, clause: str, words: str = "", note: str = "") -> CanView:
    return CanView(what, clause, words or EXAMPLES[kind], channel_of(moment.law, kind), note=note)


# --- trades -----------------------------------------------------------------------------------------------------------


def _trading(moment: Moment[World], player: Player, people: People) -> Found:
    world = moment.world
    if not is_reputable(moment, player.id):
        why = "only reputable players trade"
        yield "trade", BarView("trade", "AET-148", why, reputable_from(moment.law, player))
    else:
        words = "I trade ITEMS to @NAME for ITEMS"
        yield "trade", _can(moment, "trade_offer", "offer a trade or a gift", "AET-150", words)
    theirs = [key for key, each in world.offers.items() if player.id in (each.by, each.to) and each.is_open]
    ids = unmistakable(world.offers.values()) if theirs else {}
    for id, offer in ((ids[key], world.offers[key]) for key in theirs[-_OFFERS_SHOWN:]):
        sides = f"{people.name(offer.by)} gives {said(offer.give)} for {said(offer.get)}"
        if offer.by == player.id:
            what = f"withdraw offer {id} to {people.name(offer.to)}"
            yield f"withdraw:{id}", _can(moment, "withdraw", what, "AET-151", f"I withdraw {id}", sides)
        elif missing := board_trade.lacking(moment, offer, people):
            yield f"accept:{id}", BarView(f"accept offer {id}", "AET-151", f"{missing}: {sides}")
        else:
            yield (
                f"accept:{id}",
                _can(moment, "consent", f"accept offer {id}", "AET-151", f"I accept {id}", sides),
            )


# --- factions and reputation ------------------------------------------------------------------------------------------


def _allying(moment: Moment[World], player: Player, people: People) -> Found:
    world, members = moment.world, factions.members(moment.world)
    own, hours = player.faction, moment.law.number("merge_voting_hours")
    others = [faction_called(name, people) for name in members if name != own]
    if others:
        words = f'Merge request: {_in_words(faction_called(own, people))} + {_in_words(others[0])} as "NAME"'
        note = f"with {', '.join(others)}; voted on for {hours} hours"
        yield "merge", _can(moment, "merge", "request to merge their faction", "AET-017", words, note)
    if len(members[own]) > 1:
        note = "they are alone in a new one then; flags stay"
        yield "leave_faction", _can(moment, "leave_faction", "leave their faction", "AET-022", note=note)
    for request in factions.open_requests(world):
        if own in request.factions:
            note = _own_vote(player.id, factions.votes_at(so_far(moment), request), ("for it", "against it"))
            what, channel = (
                f"vote on the merge into {people.readable(request.name)}",
                moment.law.word("actions_channel"),
            )
            words = f"👍 or 👎 on message {request.message}"
            yield f"merge:{request.id}", CanView(what, "AET-017", words, channel, request.end, note)
    if is_reputable(moment, player.id):
        for other in playing(world):
            if not is_reputable(moment, other.id) and player.id not in other.declarers:
                name, needed = people.name(other.id), moment.law.number("reputation_declarers")
                note = f"{len(other.declarers)} of {needed} have"
                what, words = f"declare {name} reputable", f"I declare @{name} reputable"
                yield f"declare:{other.id}", _can(moment, "declare", what, "AET-013", words, note)


def _in_words(faction: str) -> str:
    """A faction's name as it is understood in an announcement: any but a plain word in quotes."""
    return faction if _PLAIN_WORD.fullmatch(faction) else f'"{faction}"'


def _naming(moment: Moment[World], player: Player, people: People) -> Found:
    due = sorted(quality for quality, user in moment.world.naming_due.items() if user == player.id)
    if due:
        what, words = f"name quality {', '.join(map(str, due))}", f'I name quality {due[0]} "NAME"'
        yield "name_quality", _can(moment, "name_quality", what, "AET-178", words, "they must, the lowest first")


# --- proposals and votes ----------------------------------------------------------------------------------------------


def _proposing(moment: Moment[World], player: Player, people: People) -> Found:
    law, channel = moment.law, moment.law.word("proposals_channel")
    now = phase_at(moment)
    following = phases.calendar(law).next_phase_start(now.end)
    note = f"voted on from {now.end:%Y-%m-%d %H:%M} to {following:%Y-%m-%d %H:%M} UTC"
    yield STANDARD, CanView("make a standard proposal", "AET-040", "[Standard] TEXT", channel, now.end, note)
    what = "make an urgent proposal"
    if is_reputable(moment, player.id):
        hours = law.span("urgent_voting_hours") // timedelta(hours=1)
        note = f"voted on for {hours} hours; to correct the game or to keep it playable (AET-039)"
        yield URGENT, CanView(what, "AET-036", "[Urgent] TEXT", channel, note=note)
    else:
        yield URGENT, BarView(what, "AET-038", "only reputable players may", reputable_from(law, player))


def _voting(moment: Moment[World], player: Player, people: People) -> Found:
    now, channel = so_far(moment), moment.law.word("proposals_channel")
    open_ones = [each for each in proposals.open_proposals(moment.world) if each.status == "open"]
    for proposal in sorted(open_ones, key=lambda each: each.end)[:_VOTES_SHOWN]:
        note = _own_vote(player.id, proposals.votes_at(now, proposal), ("for it", "against it"))
        what = f"vote on the {proposal.klass.lower()} proposal by {people.name(proposal.author)}"
        words = f"👍 or 👎 on message {proposal.message}"
        yield f"vote:{proposal.message}", CanView(what, "AET-030", words, channel, proposal.end, note)
    ids = unmistakable(moment.world.bench.rulings.values())
    for id, vote in moment.world.bench.votes.items():
        if vote.status == "open":
            note = _own_vote(player.id, judges.confidence_votes(now, vote), ("to affirm", "to overturn"))
            what, words = (
                f"vote on ruling {ids[vote.ruling]}",
                f"👍 to affirm, 👎 to overturn on message {vote.message}",
            )
            channel = moment.law.word("justice_channel")
            yield f"confidence:{id}", CanView(what, "AET-052", words, channel, vote.end, note)


def _own_vote(user: str, votes: Tally, sides: tuple[str, str]) -> str:
    """How somebody's vote stands."""
    cast = {tuple(word for side, word in zip(way, sides, strict=True) if user in side) for way in votes.ways}
    if len(cast) > 1:
        return "their vote is not certain"
    words = cast.pop()
    return f"they are {' and '.join(words)}" if words else "they have not voted"


# --- the Judge --------------------------------------------------------------------------------------------------------


def requesting(moment: Moment[World], player: Player, people: People) -> Found:
    """Anybody but the Judge may ask for justice."""
    if moment.world.bench.judge != player.id:
        words = "I request justice: QUESTION OR STATEMENT"
        yield "request", _can(moment, "request", "request justice", "AET-047", words)


def _judging(moment: Moment[World], player: Player, people: People) -> Found:
    law, bench = moment.law, moment.world.bench
    yield from requesting(moment, player, people)
    if bench.judge == player.id:
        yield from _as_judge(moment)
    elif bench.judge and player.id not in bench.assents:
        note = f"{len(bench.assents)} of {law.number('removal_assents')} have; only for abuse of office (AET-044)"
        yield "remove_judge", _can(moment, "remove_judge", "assent to the removal of the Judge", "AET-043", note=note)
    if is_reputable(moment, player.id):
        end, channel = week_at(moment)[1], law.word("elections_channel")
        stands = any(each.author == player.id for each in moment.world.candidacies.values())
        note = "they stand already" if stands else ""
        yield "stand", CanView("stand for Judge", "AET-057", "any message", channel, end, note)
    ids = unmistakable(bench.rulings.values())
    for ruling, last in judges.challengeable(moment):
        what = f"call for a vote of confidence on ruling {ids[ruling.id]}"
        words, channel = f"Vote of confidence on ruling {ids[ruling.id]}", channel_of(law, "confidence")
        yield f"call:{ruling.id}", CanView(what, "AET-050", words, channel, last)


def _as_judge(moment: Moment[World]) -> Found:
    bench = moment.world.bench
    yield "resign", _can(moment, "resign", "resign as Judge", "AET-045")
    asked, ruled = (unmistakable(each.values()) for each in (bench.requests, bench.rulings))
    for key, request in bench.requests.items():
        if request.status == "open":
            what, words = f"rule on request {asked[key]}", f"Ruling on {asked[key]}: TEXT"
            yield f"rule:{key}", _can(moment, "ruling", what, "AET-048", words)
    for ruling, last in judges.revocable(moment):
        id, channel = ruled[ruling.id], channel_of(moment.law, "self_overturn")
        words = f"I overturn my ruling {id}"
        yield f"revoke:{ruling.id}", CanView(f"overturn ruling {id}", "AET-054", words, channel, last)


CHAPTERS: tuple[Callable[[Moment[World], Player, People], Found], ...] = (
    *(_trading, _allying, _naming, _voting, _proposing, _judging),
)
