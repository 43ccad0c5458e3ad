"""What the tracker says of Round 10 in its chat: how the round stands, and what became of announcements."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tracker.core.chat_answers import ChatAnswers
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.games.chat_answers import replies, shortened

from .board import Board
from .views import PlayView

_OPEN = ("open", "waiting", UNDETERMINED)
_LISTED = 8
"""How many proposals, lots or questions are listed at most."""
_QUESTION_LENGTH = 150


def answers(gamestate: Gamestate, title: str) -> ChatAnswers:
    """The status and the replies; of ``as_of`` itself nothing is said, so that they change only where something does."""
    board: Board = gamestate.detail
    status = "\n".join([f"{title}: how it stands", *_status(board)])
    return ChatAnswers(
        status, replies(board.events, board.refusals, board.questions, board.dice, board.seeds), board.told_since
    )


def _status(board: Board) -> Iterator[str]:
    play = board.play
    if play.winner:
        yield f"Won by {play.winner}"
    elif play.phase is not None:
        yield _phase(play.phase)
    yield from _listed("Open proposals", list(_proposals(play)))
    yield from _listed("Lots on offer", [f"{id}: {_cards(lot)}" for id, lot in play.lots.items()])
    yield f"Judge: {_of(play.office, 'judge') or 'nobody'}"
    questions = [f"{shortened(each.text, _QUESTION_LENGTH)} ({each.clause})" for each in board.questions]
    yield from _listed("Questions for people", questions)


def _phase(phase: Any) -> str:
    return f"{_of(phase, 'name')} Phase until {_when(_of(phase, 'end'))}"


def _proposals(play: PlayView) -> Iterator[str]:
    for each in play.proposals.values():
        if _of(each, "status") in _OPEN:
            votes = f"{_of(each, 'pro')} for, {_of(each, 'contra')} against"
            is_waiting = _of(each, "status") == "waiting"
            until = f"from {_when(_of(each, 'start'))}" if is_waiting else f"until {_when(_of(each, 'end'))}"
            yield f"{_of(each, 'klass')} proposal of {_of(each, 'author')}: {votes}, voted on {until}"


def _cards(lot: Any) -> str:
    cards = _of(lot, "cards")
    return cards if isinstance(cards, str) else ", ".join(cards)


def _listed(head: str, lines: list[str]) -> Iterator[str]:
    """A heading with how many there are, and the first of them."""
    if lines:
        yield f"{head}: {len(lines)}"
        yield from (f"• {line}" for line in lines[:_LISTED])
        if len(lines) > _LISTED:
            yield f"• and {len(lines) - _LISTED} more"


def _of(view: Any, name: str) -> Any:
    """A field of a view, which may be undetermined as a whole."""
    return UNDETERMINED if view == UNDETERMINED else getattr(view, name)


def _when(value: Any) -> str:
    return f"{value:%Y-%m-%d %H:%M} UTC" if isinstance(value, datetime) else UNDETERMINED
