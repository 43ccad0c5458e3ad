"""What the pages of Nomicoup show: what holds in each world worked out by itself, and put together where the worlds agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Finding, Question
from tracker.games import chat_board
from tracker.games.chat_board import board_with
from tracker.games.chat_view import dice_of
from tracker.mechanics.agreed_views import agreed_view
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import abilities, board_coup, board_rules, board_votes, winning
from .general import is_deck_open, published_at
from .settling import limit_of
from .state import World, state_of
from .views import PlayView, UnreachedView

Board: TypeAlias = chat_board.Board[PlayView]


def board_at(
    moments: Sequence[Moment[World]],
    people: People,
    findings: Sequence[Finding],
    questions: Sequence[Question],
    next_instant: datetime | None,
    in_doubt: Mapping[str, datetime],
    settled: SettledMatters,
) -> Board:
    """The board of the worlds, each at the instant of its moment, or at that at which the game was won."""
    worlds, state, law = [moment.world for moment in moments], moments[0].state, moments[0].law
    play = agreed_view([_play(moment, people) for moment in moments])
    dice = dice_of(state, law, settled, ("COUP-114",), people)
    more = {"next_instant": next_instant, "in_doubt": in_doubt, "dice_page": dice}
    return board_with(play, state, worlds, people, findings, questions, limit_of(law), settled, **more)


def _play(moment: Moment[World], people: People) -> PlayView:
    world = moment.world
    is_closed = (world.status == "over" or world.is_unknown) and not is_deck_open(moment)
    if world.over_at is not None and world.status == "over":
        moment = replace(moment, law=moment.law.at(world.over_at))
    return PlayView(
        status=world.status,
        winners=people.names(world.winners),
        over_at=world.over_at,
        deck_opens_at=(world.deck_opens_at if world.is_unknown else published_at(moment)) if is_closed else None,
        deck_hours=world.deck_hours if is_closed else 0,
        objection=winning.command_to_object(world) if is_closed else "",
        rules=board_rules.rule_views(moment, people),
        abilities=abilities.views(moment, people),
        general_channel=moment.law.word("general_channel"),
        propositions_channel=moment.law.word("propositions_channel"),
        unreached=tuple(
            UnreachedView(person, people.name(person), each.letter, each.since)
            for person, each in state_of(moment).undelivered.items()
        ),
        is_certain=not world.is_unknown,
        **board_coup.views(moment, people),
        **board_votes.views(moment, people),
    )
