"""What the tracker says of Round 10 in its chat: how the round stands, and what became of announcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.chat_answers import ChatAnswers
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.games.chat_answers import field_of, listed, proposals_listed, questions_listed, replies, when_told

from .board import Board

_OPEN = ("open", "waiting", UNDETERMINED)


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
        yield "Whether, when and by whom the round is won: undetermined"
    elif play.winner:
        yield f"Won by {play.winner}"
    if play.winner in ("", UNDETERMINED) and play.phase is not None:
        yield _phase(play.phase)
    yield from proposals_listed(play.proposals.values(), _OPEN, "waiting")
    yield from listed("Lots on offer", [f"{id}: {_cards(lot)}" for id, lot in play.lots.items()])
    yield f"Judge: {field_of(play.office, 'judge') or 'nobody'}"
    yield from questions_listed(board.questions)


def _phase(phase: Any) -> str:
    return f"{field_of(phase, 'name')} Phase until {when_told(field_of(phase, 'end'))}"


def _cards(lot: Any) -> str:
    cards = field_of(lot, "cards")
    return cards if isinstance(cards, str) else ", ".join(cards)
