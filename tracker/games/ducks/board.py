"""What the pages of Ducks show: what holds in each world worked out by itself, and put together where the worlds agree."""

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

from . import abilities, board_divine, board_ducks, board_trade, board_votes, duck_god, family, periods
from .general import is_over
from .settling import limit_of
from .state import World
from .views import PeriodView, PlayView

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
    """The board of the worlds, each at the instant of its moment, or at that at which the round was lost."""
    worlds, state = [moment.world for moment in moments], moments[0].state
    people = People(state.log, state.identities, values["roster"])
    play, limit = agreed_view([_play(moment, people) for moment in moments]), limit_of(moments[0].law)
    dice = dice_of(state, moments[0].law, settled, ("DUCK-028", "DUCK-030"), people)
    more = {"next_instant": next_instant, "in_doubt": in_doubt, "dice_page": dice}
    return board_with(play, state, worlds, people, findings, questions, limit, settled, **more)


def _play(moment: Moment[World], people: People) -> PlayView:
    lost = moment.world.lost
    if lost is not None and is_over(moment):
        moment = replace(moment, law=moment.law.at(lost.at))
    law = moment.law
    return PlayView(
        lost=people.readable(lost.cause) if lost else "",
        lost_clause=lost.clause if lost else "",
        lost_at=lost.at if lost else None,
        period=None if is_over(moment) and not moment.world.is_unknown else _period(moment),
        kin=family.views(moment, people),
        abilities=abilities.views(moment, people),
        actions_channel=law.word("actions_channel"),
        proposals_channel=law.word("proposals_channel"),
        vote_for=law.word("vote_for"),
        vote_against=law.word("vote_against"),
        **board_ducks.views(moment, people),
        **board_divine.views(moment, people),
        **board_trade.views(moment, people),
        **board_votes.views(moment, people),
    )


def _period(moment: Moment[World]) -> PeriodView:
    now = periods.period(moment)
    next_god_egg = next(duck_god.next_instants(moment))
    return PeriodView(now.name, now.start, now.end, periods.week_at(moment)[1], next_god_egg)
