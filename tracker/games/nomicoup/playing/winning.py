"""Winning: how people record it, and the end of viable play, for which the turn order tells who is first unable to complete a turn."""

from __future__ import annotations

from datetime import timedelta

from tracker.core.instants import iso
from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import is_admin, people_let, plays
from ..proposing import clarifications, propositions
from ..state import Ask, Coup
from . import turns

YES, NO, NOBODY = "yes", "no", "nobody"
RECORDED = ("winner", "win")
"""The questions that people need not be asked to answer: who won."""
WON, CLAIMED = "won", "claimed"
"""What a question on a win is about: players of whom it was recorded, or who say so themselves."""
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
    if not (player or is_admin(world, user)):
        refuse("not_player", f"{user} is no player, and not one of those who record who won")
    require(named, "missing_target", "it does not say who won")
    if "" in named:
        refuse("bad_target", f"{winners[named.index('')]} is no player")
    require(people_let(world, user), "not_allowed", f"{user} is not one of those who record who won")
    winners, question = list(dict.fromkeys(named)), f"win:{message.id}"
    if player in winners and not is_admin(world, user):
        text = f"Did {' and '.join(winners)} win, as {user} says?"
        _ask(world, question, "COUP-001", text, [YES, NO], message.id, {CLAIMED: winners})
        return
    _record(world, winners, reason or "people said so", [question, NO])
    text = (
        f"{user} recorded that {' and '.join(winners)} won. {world.deck_hours} hours after this is told first every card is published,"
        f" which cannot be undone: is it so? {NO} takes the win back, and the game goes on"
    )
    _ask(world, question, "COUP-001", text, [YES, NO], message.id, {WON: winners})


def _ask(
    world: Coup, id: str, clause: str, text: str, answers: list[str], row: str, about: dict[str, list[str]]
) -> None:
    world.asks[id] = Ask(
        text=text,
        clause=clause,
        answers=answers,
        at=world.now,
        rows=[row],
        about={about_what: list(who) for about_what, who in about.items()},
    )


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
    ask = world.asks.get(f"win:{of}")
    if ask is not None:
        ask.needs = [f"{text}, at {iso(world.now)}"]
    note(
        "ANNOUNCEMENT_DELETED",
        f"{text}: that stands, unless people answer win:{of} with {NO} before the cards are published",
        is_mild=False,
    )


# --- the end of viable play -------------------------------------------------------------------------------------------


@rule("COUP-002")
def end_of_play(world: Coup, message: Message, text: str = "") -> None:
    """Somebody declares the end of viable play: people are shown who is first unable to complete a turn, and confirm it."""
    user = message.author
    if not is_admin(world, user):
        plays(world, message)
    first = first_unable(world)
    asked = (
        f"{user} declares the end of viable play{f' ({text.strip()})' if text.strip() else ''}. Is it so that {_CASES}? The first player"
        f" unable to complete a turn wins: from the running turn on that is {first or 'nobody'}, unless {first or 'somebody'} can still act"
        " or pass."
    )
    at = world.order.index(first) if first in world.order else 0
    answers = [*world.order[at:], *world.order[:at], NOBODY]
    _ask(world, f"viable:{message.id}", "COUP-002", asked, answers, message.id, {})
    happens("end_of_play_declared", f"{user} declares the end of viable play", by=user, winner=first or None)


@rule("COUP-002")
def first_unable(world: Coup) -> str:
    """Who is proposed as the winner: whose turn runs. A turn that timed out did end, so it was completed."""
    return world.turn.player if world.turn else world.order[0] if world.order else ""


# --- what people answer -----------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-002")
def decided(world: Coup, question: str, answer: str, why: str) -> None:
    """Record who won, or take that back, where people say so (``answer`` "": they take an answer back)."""
    winners, was_over = _winners_by(world, question, answer), world.status == "over"
    if was_over and (world.objection[:1] != [question] or winners == world.winners or world.is_published):
        return
    if winners:
        objection = "" if question in RECORDED else NO if _about(world, question) else NOBODY
        _record(world, winners, why or "people said so", [question, objection])
    elif was_over:
        _take_back(world)


def _about(world: Coup, question: str) -> dict[str, list[str]]:
    return dict(world.asks[question].about) if question in world.asks else {}  # type: ignore[arg-type]


def _winners_by(world: Coup, question: str, answer: str) -> list[str]:
    """Who won by an answer; nobody where it says of nobody that they did."""
    told = _about(world, question)
    if WON in told:
        return [] if answer == NO else told[WON]
    if CLAIMED in told:
        return told[CLAIMED] if answer == YES else []
    named = world.player_called(answer) if answer else ""
    return [named] if named and (question in RECORDED or question in world.asks) else []


@rule("COUP-001")
def _take_back(world: Coup) -> None:
    """Let the game go on that was over: no time passed in it, and nothing that was announced meanwhile was done."""
    since = world.over_at or world.now
    names, span = " and ".join(world.winners), world.now - since
    world.turn, world.stopped_turn = world.stopped_turn, None
    world.status = "running" if world.turn is not None or world.shuffle_number else "waiting"
    world.winner, world.over_at, world.cards_open_at, world.objection = None, None, None, []
    _shift(world, span)
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
    if world.turn is not None and world.turn.ends_at is not None:
        world.turn.ends_at += span
    for proposition in world.propositions.values():
        if proposition.is_open and proposition.ends_at is not None:
            proposition.ends_at += span
    for each in world.clarifications.values():
        suggestion = each.open_suggestion
        if suggestion is not None and suggestion.ends_at is not None:
            suggestion.ends_at += span
        elif each.suggestion_due is not None:
            each.suggestion_due += span
