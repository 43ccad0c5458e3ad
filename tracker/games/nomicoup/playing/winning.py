"""Winning: how people record it, and the end of viable play, for which the turn order tells who is first unable to complete a turn."""

from __future__ import annotations

from typing import cast

from tracker.mechanics.chat.carrying import Refused, happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import ask, is_admin, people_let, plays
from ..proposing import propositions
from ..state import Coup

YES, NO, NOBODY = "yes", "no", "nobody"
RECORDED = "winner"
"""The question that people need not be asked to answer: who won."""
_CASES = (
    "further play is impossible, or whether a move is legal cannot be determined with finality,"
    " or by the Judge's best reasoning, not overruled, a move appears equally legal and illegal"
)


def must_go_on(world: Coup) -> None:
    """Refuse what somebody does once the game is over (COUP-001)."""
    if world.status == "over":
        raise Refused("game_over", "COUP-001", f"the game is over: {' and '.join(world.winners)} won")


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
    if player in named and not is_admin(world, user):
        text = f"Did {' and '.join(named)} win, as {user} says?"
        ask(world, f"win:{message.id}", text, [YES, NO], message.id, winners=[*named])
    else:
        _record(world, named, reason or "people said so")


@rule("COUP-001")
def _record(world: Coup, winners: list[str], why: str) -> None:
    """Let the game be over: nothing is done any more, and the deck's log is opened, at once or after some hours."""
    winners = list(dict.fromkeys(winners))
    world.winner, world.turn = winners[0] if len(winners) == 1 else winners, None
    end_game(world)
    text = f"{' and '.join(winners)} won: {why}"
    if world.deck_hours:
        text += f"; the cards are published {world.deck_hours} hours after that is told, unless the message is corrected as void"
    happens("game_won", text, players=winners, reason=why)


@rule("COUP-001")
def end_game(world: Coup) -> None:
    """Let the game be over from now on, and its cards be published at once or after some hours."""
    world.status, world.over_at = "over", world.now
    world.deck_hours = world.law.number("deck_opening_hours")


# --- the end of viable play -------------------------------------------------------------------------------------------


@rule("COUP-002")
def end_of_play(world: Coup, message: Message, text: str = "") -> None:
    """Somebody declares the end of viable play: people are shown who is first unable to complete a turn, and confirm it.

    That is whose turn runs: a turn that timed out did end, so it was completed.
    """
    if not is_admin(world, message.author):
        plays(world, message)
    first = world.turn.player if world.turn else next(iter(world.order), "")
    declared = f"{message.author} declares the end of viable play"
    asked = (
        f"{declared}{f' ({text.strip()})' if text.strip() else ''}. Is it so that {_CASES}?"
        f" The first player unable to complete a turn wins: from the running turn on that is {first or 'nobody'}, unless"
        f" {first or 'somebody'} can still act or pass."
    )
    at = world.order.index(first) if first in world.order else 0
    ask(world, f"viable:{message.id}", asked, [*world.order[at:], *world.order[:at], NOBODY], message.id)
    happens("end_of_play_declared", declared, by=message.author, winner=first or None)


# --- what people answer -----------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-002", "COUP-100")
def answered(world: Coup, question: str, answer: str) -> None:
    """Let follow what people answered: who won, or that an edit is one of spelling only."""
    asked = world.asks.pop(question, None)
    if asked is not None and "edit_of" in asked.about:
        propositions.edit_judged(world, asked, answer)
    elif asked is not None and "winners" in asked.about:
        if answer == YES:
            _record(world, cast("list[str]", asked.about["winners"]), "people said so")
    elif winner := world.player_called(answer):
        _record(world, [winner], "people said so")
