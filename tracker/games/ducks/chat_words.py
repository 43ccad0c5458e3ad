"""What the tracker says of Ducks in its chat: how the round stands, and what became of announcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.chat_answers import ChatAnswers
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.games.chat_answers import field_of, listed, proposals_listed, questions_listed, replies, when_told

from .board import Board
from .views import PlayView

_OPEN = ("voting", "voting-pending", UNDETERMINED)


def answers(gamestate: Gamestate, title: str) -> ChatAnswers:
    """The status and the replies; of ``as_of`` itself nothing is said, so that they change only where something does."""
    board: Board = gamestate.detail
    status = "\n".join([f"{title}: how it stands", *_status(board)])
    return ChatAnswers(
        status, replies(board.events, board.refusals, board.questions, board.dice, board.seeds), board.told_since
    )


def _status(board: Board) -> Iterator[str]:
    play = board.play
    if play.lost == UNDETERMINED:
        yield "Whether, when and why all lost the round: undetermined"
    elif play.lost:
        yield f"Lost by all: {play.lost}"
    if play.lost in ("", UNDETERMINED) and play.period is not None:
        yield f"Period {field_of(play.period, 'name')} until {when_told(field_of(play.period, 'end'))}"
    yield from (_losing(each) for each in play.losing.values())
    yield "Titles: " + ", ".join(f"{each.name} {each.holder or 'vacant'}" for each in play.titles.values())
    yield from _disciple(play)
    yield from proposals_listed(play.proposals.values(), _OPEN, "voting-pending")
    yield from listed("Auctions", list(_auctions(play)))
    yield f"Judge: {field_of(play.office, 'judge') or 'nobody'}"
    yield from questions_listed(board.questions)


def _losing(each: Any) -> str:
    return f"{each.called}: {each.god_eggs} God Eggs, {each.left} more lose the round"


def _disciple(play: PlayView) -> Iterator[str]:
    if play.disciple is not None:
        yield f"{field_of(play.disciple, 'name')}: {field_of(play.disciple, 'quacks')} Quacks"


def _auctions(play: PlayView) -> Iterator[str]:
    for each in play.auctions.values():
        leads = f"{field_of(each, 'leading')} leads with {field_of(each, 'amount')} Quacks"
        yield f"{field_of(each, 'called')}: {leads}, until {when_told(field_of(each, 'ends_at'))}"
