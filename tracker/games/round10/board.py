"""What the pages of Round 10 show: what holds in each world worked out by itself, and put together where the worlds agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Finding, Question
from tracker.games import chat_board
from tracker.games.chat_board import board_with
from tracker.games.chat_view import dice_of
from tracker.mechanics.agreed_views import agreed_view
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import abilities, board_agreements, board_auction, board_votes
from .cards import Card, deck_of, in_order
from .holdings import cards_of
from .settling import limit_of
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS, Player, World
from .views import CardView, PlayerView, PlayView

Board: TypeAlias = chat_board.Board[PlayView]


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
    play, limit = agreed_view([_play(moment, people) for moment in moments]), limit_of(moments[0].law)
    dice = dice_of(state, moments[0].law, settled, ("R10-034", "R10-037"), people)
    more = {"next_instant": next_instant, "in_doubt": in_doubt, "dice_page": dice}
    return board_with(play, state, worlds, people, findings, questions, limit, settled, **more)


# --- one world --------------------------------------------------------------------------------------------------------


def _play(moment: Moment[World], people: People) -> PlayView:
    world = moment.world
    won_at = world.won_at
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
