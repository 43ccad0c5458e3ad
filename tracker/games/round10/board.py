"""What the pages of Round 10 show: what holds in each world worked out by itself, and put together where the worlds agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Finding, Question
from tracker.core.instants import EPOCH, start_of_day
from tracker.core.observation import PUBLIC
from tracker.games.chat_answers import dice_by_message, seeds_by_message
from tracker.games.chat_view import dice_of
from tracker.mechanics import chat_record
from tracker.mechanics.agreed_views import agreed_view
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_record import Told
from tracker.mechanics.dice_page import DiceView

from . import abilities, board_agreements, board_auction, board_votes
from .cards import Card, deck_of, in_order
from .holdings import cards_of
from .settling import limit_of
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, Player, World
from .views import CardView, PlayerView, PlayView

_WON = "round_won"


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the pages show at one instant, and nothing of the instant itself.

    ``doubtful`` are those of the findings that not every world has. ``is_watched``: whether the chat is read by looks, so that
    between two of them something may have gone unseen.
    """

    play: PlayView
    events: tuple[Told, ...]
    refusals: tuple[Told, ...]
    findings: tuple[Finding, ...]
    doubtful: tuple[Finding, ...]
    questions: tuple[Question, ...]
    awaited: tuple[str, ...]
    is_watched: bool
    next_instant: datetime | None
    in_doubt: Mapping[str, datetime] = field(default_factory=dict)
    """Clause -> since when its rule reads otherwise than the code carries it out."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The faces that fell for a message's actions."""
    seeds: Mapping[str, str] = field(default_factory=dict)
    """By which seed they fell, and what it was committed to by, for a message."""
    dice_page: DiceView | None = None
    told_since: datetime = EPOCH
    """From when on all that came about or was refused is among ``events`` and ``refusals``; what was before may not be."""


def board_at(
    moments: Sequence[Moment[World]],
    values: Mapping[str, Any],
    findings: Sequence[Finding],
    questions: Sequence[Question],
    next_instant: datetime | None,
    in_doubt: Mapping[str, datetime],
    settled: SettledMatters,
) -> Board:
    """The board of the worlds, each at the instant of its moment, or at that of the round's end."""
    worlds, state = [moment.world for moment in moments], moments[0].state
    people = People(state.log, state.identities, values["roster"])
    public = [each for each in findings if each.audience == PUBLIC]
    return Board(
        play=agreed_view([_play(moment, people) for moment in moments]),
        events=chat_record.events(worlds, people),
        refusals=chat_record.refusals(worlds, people, state.log),
        findings=tuple(_finding(each, people) for each in public),
        doubtful=tuple(_finding(each, people) for each in _doubtful(public, worlds)),
        questions=tuple(_question(each, people) for each in questions if each.audience == PUBLIC),
        awaited=tuple(dict.fromkeys(each.purpose for world in worlds for each in world.requests.values())),
        is_watched=bool(state.log.read_up_to),
        next_instant=next_instant,
        in_doubt=in_doubt,
        dice=dice_by_message(state.rolls),
        seeds=seeds_by_message(state.dice),
        dice_page=dice_of(state, moments[0].law, settled, ("R10-034", "R10-037"), people.name),
        told_since=start_of_day(limit_of(moments[0].law)) + timedelta(days=1),
    )


def _doubtful(findings: Sequence[Finding], worlds: Sequence[World]) -> list[Finding]:
    """The findings of some worlds only: those of the chat itself are of none, and certain."""
    if len(worlds) == 1:
        return []
    noted = [{(note.code, note.text, note.at) for note in world.notes} for world in worlds]
    somewhere, everywhere = set.union(*noted), set.intersection(*noted)
    return [each for each in findings if (each.code, each.text, each.at) in somewhere - everywhere]


def _finding(finding: Finding, people: People) -> Finding:
    return replace(finding, text=people.readable(finding.text))


def _question(question: Question, people: People) -> Question:
    """A question with names in it; who is meant by an answer that is somebody's id stands among what it takes to answer."""
    who = (f"{answer} is {name}" for answer in question.answers if (name := people.name(answer)) != answer)
    needs = (*map(people.readable, question.needs), *who)
    text, fault = people.readable(question.text), people.readable(question.fault)
    return replace(question, text=text, needs=needs, fault=fault)


# --- one world --------------------------------------------------------------------------------------------------------


def _play(moment: Moment[World], people: People) -> PlayView:
    world = moment.world
    won_at = next((each.at for each in reversed(world.events) if each.name == _WON), None) if world.winner else None
    if won_at is not None:
        moment = replace(moment, law=moment.law.at(won_at))
    return PlayView(
        winner=people.name(world.winner) if world.winner else "",
        won_at=won_at,
        stars_to_win=moment.law.number("gold_stars_to_win"),
        phase=None if won_at else board_auction.phase(moment),
        players={each.id: _player(moment, each, people) for each in _ordered(world)},
        need=None if won_at else board_auction.need(moment, people),
        abilities={each.id: abilities.abilities_of(moment, each, people) for each in _ordered(world)},
        **board_auction.views(moment, people),
        **board_agreements.views(moment, people),
        **board_votes.views(moment, people),
        **_channels(moment),
    )


def _channels(moment: Moment[World]) -> dict[str, Any]:
    return {f"{name}_channel": moment.law.word(f"{name}_channel") for name in ("actions", "proposals", "elections")}


def _ordered(world: World) -> list[Player]:
    """Players first, then those whose holdings are frozen, each in the order in which they first joined."""
    return sorted(world.players.values(), key=lambda player: not player.is_playing)


def _player(moment: Moment[World], player: Player, people: People) -> PlayerView:
    since = None
    if player.spans:
        since = player.spans[-1][0 if player.is_playing else 1]
    return PlayerView(
        id=player.id,
        name=people.name(player.id),
        is_playing=player.is_playing,
        since=since,
        chips=player.goods.get(CHIPS, 0),
        trungs=player.goods.get(TRUNGS, 0),
        gold_stars=player.goods.get(GOLD_STARS, 0),
        makers=player.goods.get(MAKERS, 0),
        cards=_cards(moment, player),
    )


def _cards(moment: Moment[World], player: Player) -> dict[str, CardView]:
    """What somebody holds of cards, by rank and then by suit; a whole lot, or a card that the tables lost, comes last."""
    deck, held = deck_of(moment.law), cards_of(player.goods)
    known = {name: card for name in held if (card := deck.card(name)) is not None}
    places = {card: place for place, card in enumerate(in_order(deck, known.values()))}
    marks = [mark for mark in moment.world.presented if mark.holder == player.id]
    others = [item for item in player.goods if item.startswith("Lot ")]
    names = sorted(held, key=lambda name: (name not in known, places.get(known.get(name, Card("", "")), 0), name))
    return {
        name: CardView(name, player.goods[name], sum(mark.count for mark in marks if mark.card == name))
        for name in (*names, *others)
    }
