"""Winning: how people record it, and the end of viable play, for which the turn order tells who is first unable to complete a turn."""

from __future__ import annotations

from datetime import timedelta

from tracker.core.instants import iso
from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import ask, is_admin, people_let, plays
from ..proposing import clarifications, propositions
from ..state import Coup
from . import turns

YES, NO, NOBODY = "yes", "no", "nobody"
RECORDED = ("winner", "win")
"""The questions that people need not be asked to answer: who won."""
_CASES = (
    "further play is impossible, or whether a move is legal cannot be determined with finality,"
    " or by the Judge's best reasoning, not overruled, a move appears equally legal and illegal"
)


@rule("COUP-001")
def must_go_on(world: Coup) -> None:
    """Refuse what somebody does once the game is over."""
    if world.status == "over":
        text = f"the game is over: {' and '.join(world.winners)} won"
        if world.deck_hours and world.objection and not world.is_published:
            text += "; time stands still, and if the win is taken back this is to be done anew"
        refuse("game_over", text)


@rule("COUP-001")
def win(world: Coup, message: Message, winners: list[str], reason: str = "") -> None:
    """Players and whoever is named for it record who won; of one's own victory others say whether it is so."""
    user = message.author
    player, named = world.player_of(user), [world.player_called(name) for name in winners]
    why = f"{user} is no player, and not one of those who record who won"
    require(player or is_admin(world, user), "not_player", why)
    require(named, "missing_target", "it does not say who won")
    if "" in named:
        refuse("bad_target", f"{winners[named.index('')]} is no player")
    require(people_let(world, user), "not_allowed", f"{user} is not one of those who record who won")
    winners, question = list(dict.fromkeys(named)), f"win:{message.id}"
    names, is_own = " and ".join(winners), player in winners and not is_admin(world, user)
    if not is_own:
        _record(world, winners, reason or "people said so", [question, NO])
    text = (
        f"{user} recorded that {names} won. {world.deck_hours} hours after this is told first every card is published,"
        f" which cannot be undone: is it so? {NO} takes the win back, and the game goes on"
    )
    asked = f"Did {names} win, as {user} says?" if is_own else text
    ask(world, question, asked, [YES, NO], message.id, winners=[*winners], is_recorded=not is_own)


@rule("COUP-001")
def _record(world: Coup, winners: list[str], why: str, objection: list[str]) -> None:
    """Let the game be over: nothing is done any more, and the deck's log is opened, at once or after some hours."""
    world.winner = winners[0] if len(winners) == 1 else winners
    world.stopped_turn, world.turn, world.objection = world.turn or world.stopped_turn, None, objection
    end_game(world)
    text = f"{' and '.join(winners)} won: {why}"
    if world.deck_hours:
        text += f"; the cards are published {world.deck_hours} hours after that is told, unless people take it back"
    happens("game_won", text, players=winners, reason=why)


@rule("COUP-001")
def end_game(world: Coup) -> None:
    """Let the game be over from now on, and its cards be published at once or after some hours."""
    world.status, world.over_at = "over", world.over_at or world.now
    world.deck_hours = world.law.number("deck_opening_hours")
    world.cards_open_at = world.now + timedelta(hours=world.deck_hours) if world.deck_hours else None


@rule("COUP-001", ANNOUNCEMENT_DELETED="COUP-023")
def win_deleted(world: Coup, of: str) -> None:
    """Tell that the message was deleted that recorded a win, where that can be taken back yet."""
    text = f"message {of} was deleted, which recorded that {' and '.join(world.winners)} won"
    if f"win:{of}" in world.asks:
        world.asks[f"win:{of}"].needs = [f"{text}, at {iso(world.now)}"]
    stands = f"{text}: that stands, unless people answer win:{of} with {NO} before the cards are published"
    note("ANNOUNCEMENT_DELETED", stands, is_mild=False)


# --- the end of viable play -------------------------------------------------------------------------------------------


@rule("COUP-002")
def end_of_play(world: Coup, message: Message, text: str = "") -> None:
    """Somebody declares the end of viable play: people are shown who is first unable to complete a turn, and confirm it.

    That is whose turn runs: a turn that timed out did end, so it was completed.
    """
    if not is_admin(world, message.author):
        plays(world, message)
    first = world.turn.player if world.turn else next(iter(world.order), "")
    asked = (
        f"{message.author} declares the end of viable play{f' ({text.strip()})' if text.strip() else ''}. Is it so that {_CASES}?"
        f" The first player unable to complete a turn wins: from the running turn on that is {first or 'nobody'}, unless"
        f" {first or 'somebody'} can still act or pass."
    )
    at = world.order.index(first) if first in world.order else 0
    ask(world, f"viable:{message.id}", asked, [*world.order[at:], *world.order[:at], NOBODY], message.id)
    happens(
        "end_of_play_declared",
        f"{message.author} declares the end of viable play",
        by=message.author,
        winner=first or None,
    )


# --- what people answer -----------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-002")
def decided(world: Coup, question: str, answer: str, why: str) -> None:
    """Record who won, or take that back, where people say so (``answer`` "": they take an answer back)."""
    winners, was_over = _winners_by(world, question, answer), world.status == "over"
    if was_over and (world.objection[:1] != [question] or winners == world.winners or world.is_published):
        return
    if winners:
        nobody = NO if question.startswith("win:") else NOBODY
        _record(world, winners, why or "people said so", [question, "" if question in RECORDED else nobody])
    elif was_over:
        _take_back(world)


def _winners_by(world: Coup, question: str, answer: str) -> list[str]:
    """Who won by an answer; nobody where it says of nobody that they did."""
    asked = world.asks.get(question)
    if asked is not None and "winners" in asked.about:
        is_so = answer != NO if asked.about["is_recorded"] else answer == YES
        return list(map(str, asked.about["winners"])) if is_so else []  # type: ignore[arg-type]
    named = world.player_called(answer) if answer else ""
    return [named] if named and (question in RECORDED or asked is not None) else []


@rule("COUP-001")
def _take_back(world: Coup) -> None:
    """Let the game go on that was over: no time passed in it, and nothing that was announced meanwhile was done."""
    since, names = world.over_at or world.now, " and ".join(world.winners)
    world.turn, world.stopped_turn = world.stopped_turn, None
    world.status = "running" if world.turn is not None or world.shuffle_number else "waiting"
    world.winner, world.over_at, world.cards_open_at, world.objection = None, None, None, []
    _shift(world, world.now - since)
    turns.notify(world)
    propositions.count_all(world)
    clarifications.count_all(world)
    text = (
        f"it is taken back that {names} won: the game goes on, and time stood still since {iso(since)}."
        " What was announced since then had no effect and is to be said anew"
    )
    happens("win_taken_back", text, since=iso(since))


def _shift(world: Coup, span: timedelta) -> None:
    """Let everything that runs end so much later."""
    suggestions = [each.open_suggestion for each in world.clarifications.values()]
    voted_on = [each for each in (*world.propositions.values(), *suggestions) if each and each.closed_at is None]
    for running in (world.turn, *voted_on):
        if running is not None and running.ends_at is not None:
            running.ends_at += span
    for each in world.clarifications.values():
        if each.open_suggestion is None and each.suggestion_due is not None:
            each.suggestion_due += span
