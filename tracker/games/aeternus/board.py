"""What the pages of Aeternus show: what holds in each world worked out by itself, and put together where the worlds agree."""

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

from . import abilities, board_here, board_players, board_trade, board_votes, phases
from .general import until_won
from .law import of_aeternus
from .settling import limit_of
from .state import World
from .views import PhaseView, PlayView

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
    """The board of the worlds, each at the instant of its moment, or at that at which the cycle was won."""
    worlds, state = [moment.world for moment in moments], moments[0].state
    people = People(state.log, state.identities, values["roster"])
    play, limit = agreed_view(_plays(moments, people)), limit_of(moments[0].law)
    dice = dice_of(state, moments[0].law, settled, ("AET-062",), people)
    more = {"next_instant": next_instant, "in_doubt": in_doubt, "dice_page": dice}
    return board_with(play, state, worlds, people, findings, questions, limit, settled, **more)


def _plays(moments: Sequence[Moment[World]], people: People) -> list[PlayView]:
    """The views of all worlds; so long as the cycle goes on in one, there is a phase."""
    views = [_play(moment, people) for moment in moments]
    running = next((each.phase for each in views if each.phase is not None), None)
    return [replace(each, phase=each.phase or running) for each in views]


def _play(moment: Moment[World], people: People) -> PlayView:
    won, moment = moment.world.won, until_won(moment)
    law = of_aeternus(moment.law)
    return PlayView(
        winner=board_players.faction_called(won.faction, people) if won else "",
        won_at=won.at if won else None,
        phase=None if won else _phase(moment),
        started=moment.world.cycle_started,
        hexes=dict(moment.world.map.cells),
        directions=law.directions,
        is_mirrored=law.chooses("directions_turn", "counterclockwise"),
        abilities=abilities.views(moment, people),
        victory_hexes=law.number("victory_hexes"),
        victory_factor=law.number("victory_influence_factor"),
        actions_channel=law.word("actions_channel"),
        proposals_channel=law.word("proposals_channel"),
        trades_channel=law.word("trades_channel"),
        elections_channel=law.word("elections_channel"),
        **board_players.views(moment, people),
        **board_here.views(moment, people),
        **board_trade.views(moment, people),
        **board_votes.views(moment, people),
    )


def _phase(moment: Moment[World]) -> PhaseView:
    now = phases.phase_at(moment)
    return PhaseView(now.name, moment.world.phase_number, now.start, now.end, phases.week_at(moment)[1])
