"""What the tracker says of Nomicoup in its chat: how the game stands, and what became of announcements; nothing of hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.chat_answers import Call, ChatAnswers
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import iso
from tracker.games.chat_answers import field_of, listed, questions_listed, replies, when_told

from .board import Board
from .letters import call_of_turn
from .views import PlayView, TurnView, UnreachedView

_COMMITMENTS_SHOWN = 3


def answers(gamestate: Gamestate, title: str) -> ChatAnswers:
    """The status and the replies; of ``as_of`` itself nothing is said, so that they change only where something does."""
    board: Board = gamestate.detail
    status = "\n".join([f"{title}: how it stands", *_status(board)])
    told = replies(board.events, board.refusals, board.questions, board.dice, board.seeds)
    return ChatAnswers(status, told, board.told_since, tuple(_calls(board.play)))


def _calls(play: PlayView) -> Iterator[Call]:
    """Call whoever has the turn, where that is certain (COUP-019), and whom private messages do not reach."""
    turn = play.turn
    if isinstance(turn, TurnView) and UNDETERMINED not in (turn.player, turn.started_at, turn.ends_at):
        key = call_of_turn(turn.id, turn.started_at)
        text = f"It is your turn, {turn.player}, until {when_told(turn.ends_at)}{_only(turn)}."
        yield Call(key, play.general_channel, turn.started_at, text, turn.people, "COUP-019")
    for each in play.unreached:
        yield _unreached(each, play.general_channel)


def _unreached(each: UnreachedView, channel: str) -> Call:
    """Call whom a private message did not reach, without any of its words (COUP-034)."""
    text = (
        f"A private message could not be delivered to {each.name} ({when_told(each.since)}): allow direct messages from members of this"
        " server, and then say “Send it again.” here."
    )
    key = f"undelivered:{iso(each.since)}:{each.letter}"
    return Call(key, channel, each.since, text, (each.person,), "COUP-034")


def _only(turn: TurnView) -> str:
    return "; only Coup or a pass is allowed" if turn.must_coup is True else ""


def _status(board: Board) -> Iterator[str]:
    play = board.play
    yield from _standing(play)
    if play.status != "waiting":
        yield f"Treasury: {play.treasury} credits; Court Deck: {field_of(play.deck, 'count')} cards"
        yield from listed("Players", [_player(each) for each in play.players.values()])
    if play.status != "over":
        yield from _running(play)
    yield from listed("Private messages do not reach", [each.name for each in play.unreached])
    yield from _commitments(play)
    yield from questions_listed(board.questions)


def _running(play: PlayView) -> Iterator[str]:
    """What goes on: whose turn it is, what is pending, and what is voted on."""
    if play.turn is not None:
        yield _turn(play.turn)
    if play.order:
        yield f"Turn order: {_names(play.order)}"
    if play.upcoming is not None:
        yield _upcoming(play.upcoming)
    yield from (line for each in play.windows.values() for line in _window(each))
    voted_on = [_proposition(each) for each in play.propositions.values() if _is_open(each)]
    yield from listed("Open propositions", voted_on)
    yield from listed("Clarifications", [_clarification(each) for each in _unresolved(play)])


def _upcoming(upcoming: Any) -> str:
    """The turn order that will hold by who plays now, and beside it the one that was adopted where that is another."""
    order, listed = (field_of(upcoming, name) for name in ("order", "listed"))
    if not order:
        return f"A turn order that waits is not understood and will change nothing: {_names(listed)}"
    adopted = f" (adopted: {_names(listed)})" if listed != order else ""
    return f"From the next round on: {_names(order)}{adopted}"


def _names(names: Any) -> str:
    return UNDETERMINED if isinstance(names, str) else ", ".join(names) or "nobody"


def _standing(play: PlayView) -> Iterator[str]:
    """How far the game is, or what of that people must decide."""
    if play.status == "over":
        yield f"Won by {_names(play.winners)}, {when_told(play.over_at)}"
        if play.deck_opens_at is not None or play.deck_hours:
            how, opens_at = play.objection or "another opening", play.deck_opens_at
            when = (
                when_told(opens_at) if opens_at is not None else f"{play.deck_hours} hours after the wiki told of that"
            )
            yield f"Every card is published {when}; whoever objects says so before: {how}"
            if play.objection:
                yield "Time stands still: if the win is taken back turns and votes end that much later, and what is said meanwhile is said anew"
    elif UNDETERMINED in (play.winners, play.over_at):
        yield "Whether, when and by whom the game is won: undetermined"
    elif play.status == UNDETERMINED:
        yield "Whether the game has started: undetermined"
    if play.status == "waiting":
        entered = (_perhaps(each, each.name) for each in play.players.values())
        yield f"Not started; entered: {', '.join(entered) or 'nobody'}"
    elif play.status != "over":
        yield f"Round {play.round}"


def _perhaps(each: Any, line: str) -> str:
    """A line on something, which people may yet have to say if it is there at all."""
    return line if each.is_certain else f"perhaps {line}"


def _turn(turn: Any) -> str:
    only = _only(turn) if isinstance(turn, TurnView) else ""
    return f"Turn: {field_of(turn, 'player')} until {when_told(field_of(turn, 'ends_at'))}{only}"


def _player(each: Any) -> str:
    revealed = each.revealed if isinstance(each.revealed, tuple) else (UNDETERMINED,)
    cards = f"{each.face_down} face down" + (f", revealed {', '.join(revealed)}" if revealed else "")
    owes = f", owes {each.losses_owed} influence" if each.losses_owed else ""
    return _perhaps(each, f"{each.name}: {each.credits} credits, {cards}, {each.exiles} exiles{owes}")


def _window(each: Any) -> Iterator[str]:
    target = f" against {each.target}" if each.target else ""
    told = f"{each.kind} of {each.actor}{target}; {each.outcome} with the next action"
    yield f"Pending: {_perhaps(each, told)}"
    if not isinstance(each.may_counter, str) and each.may_counter:
        yield f"• can be countered: {', '.join(each.may_counter)}"
    stated = [] if isinstance(each.counteractions, str) else [one.claim for one in each.counteractions.values()]
    for claim in (each.claim, *stated):
        if claim is not None and not isinstance(claim, str):
            yield f"• {claim.player} claims {claim.character}: {_status_of(claim)}"


def _status_of(claim: Any) -> str:
    if claim.status == "unchallenged":
        return "can be challenged" if claim.may_challenge else "can be challenged no more"
    return f"challenged by {claim.challenger}" if claim.status == "open" else str(claim.status)


def _is_open(each: Any) -> bool:
    return field_of(each, "status") in ("active", UNDETERMINED)


def _proposition(each: Any) -> str:
    if each == UNDETERMINED:
        return UNDETERMINED
    title = f" “{each.title}”" if each.title else ""
    votes = f"{each.up} up, {each.right} right, {each.down} down; {each.majority} of {each.possible} are a majority"
    return _perhaps(each, f"{each.number}{title} of {each.proponent}: {votes}, until {when_told(each.ends_at)}")


def _unresolved(play: PlayView) -> Iterator[Any]:
    """Those that are not resolved for certain."""
    yield from (each for each in play.clarifications.values() if field_of(each, "resolved_at") in (None, UNDETERMINED))


def _clarification(each: Any) -> str:
    if each == UNDETERMINED:
        return UNDETERMINED
    judge = f"Judge {each.judge}" if each.judge else "no Judge is chosen"
    due = f", who may suggest until {when_told(each.due_at)}" if each.due_at is not None else ""
    return _perhaps(each, f"{each.number} of {each.raiser}: {judge}{due}")


def _commitments(play: PlayView) -> Iterator[str]:
    """The newest hashes that shuffles were committed to by, as whoever keeps them can compare them after the game."""
    deck = play.deck
    if field_of(deck, "secret_hash"):
        yield f"{field_of(deck, 'secret_key')} {field_of(deck, 'secret_hash')}"
    known = field_of(deck, "commitments")
    newest = [] if isinstance(known, str) else [*known.values()][-_COMMITMENTS_SHOWN:]
    yield from (f"{field_of(each, 'key')} {field_of(each, 'hash')}" for each in newest if field_of(each, "hash"))
