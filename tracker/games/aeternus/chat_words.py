"""What the tracker says of Aeternus in its chat: how the cycle stands, and what became of announcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.chat_answers import ChatAnswers
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.games.chat_answers import field_of, proposals_listed, questions_listed, replies, when_told

from .board import Board
from .hexes import counted
from .views import PlayView

_OPEN = ("open", "waiting", UNDETERMINED)
_FACTIONS_TOLD = 5


def answers(gamestate: Gamestate, title: str) -> ChatAnswers:
    """The status and the replies; of ``as_of`` itself nothing is said, so that they change only where something does."""
    board: Board = gamestate.detail
    status = "\n".join([f"{title}: how it stands", *_status(board)])
    return ChatAnswers(
        status, replies(board.events, board.refusals, board.questions, board.dice, board.seeds), board.told_since
    )


def _status(board: Board) -> Iterator[str]:
    play = board.play
    if play.winner == UNDETERMINED:
        yield "Whether, when and by which faction the cycle is won: undetermined"
    elif play.winner:
        yield f"Won by the faction {play.winner}"
    elif play.phase is not None:
        yield f"Phase {field_of(play.phase, 'name')} until {when_told(field_of(play.phase, 'end'))}"
    yield f"The world: {counted(len(play.hexes))}"
    yield from _factions(play)
    yield from proposals_listed(play.proposals.values(), _OPEN, "waiting")
    yield f"Judge: {field_of(play.office, 'judge') or 'nobody'}"
    yield from questions_listed(board.questions)


def _factions(play: PlayView) -> Iterator[str]:
    """The factions that occupy the most hexes."""
    found = sorted(play.factions.values(), key=_hexes, reverse=True)
    for each in found[:_FACTIONS_TOLD]:
        if _hexes(each):
            yield f"{field_of(each, 'name')}: {counted(field_of(each, 'hexes'))}, influence {field_of(each, 'influence')}"


def _hexes(faction: Any) -> int:
    count = field_of(faction, "hexes")
    return count if isinstance(count, int) else 0
