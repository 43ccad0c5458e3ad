"""Winning: how people record it, and the end of viable play, for which the turn order tells who is first unable to complete a turn."""

from __future__ import annotations

from tracker.core.fold import Decision
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Ask, Moment

from .general import actor, people_let
from .propositions import player_named
from .state import World

YES, NO, NOBODY = "yes", "no", "nobody"
RECORDED = ("winner", "win")
"""The questions that people need not be asked to answer: who won."""
_CASES = (
    "further play is impossible, or whether a move is legal cannot be determined with finality,"
    " or by the Judge's best reasoning, not overruled, a move appears equally legal and illegal"
)


@rule("COUP-001")
def win(moment: Moment[World], said: Announced) -> None:
    """People record who won; of one's own victory others say whether it is so."""
    user, player = actor(moment)
    winners = [player_named(moment, name) for name in said.fields["players"]]
    if not winners:
        moment.refuse("missing_target", "COUP-001", "it does not say who won", said.n)
    elif "" in winners:
        nobody = said.fields["players"][winners.index("")]
        moment.refuse("bad_target", "COUP-001", f"{nobody} is no player", said.n)
    elif not people_let(moment, user):
        moment.refuse("not_allowed", "COUP-001", f"{user} is not one of those who record who won", said.n)
    elif player in winners and user not in moment.law.words("admins"):
        _ask_if_won(moment, winners)
    elif moment.answer(f"win:{moment.row}") != NO:
        _record(moment, winners, str(said.fields["reason"] or "people said so"))


def _ask_if_won(moment: Moment[World], winners: list[str]) -> None:
    question = f"win:{moment.row}"
    moment.world.claimed_wins = {**moment.world.claimed_wins, question: winners}
    text = f"Did {' and '.join(winners)} win, as {actor(moment)[0]} says?"
    moment.ask(Ask(question, text, "COUP-001", [YES, NO], moment.when, [moment.row]))


def _record(moment: Moment[World], winners: list[str], why: str) -> None:
    """Let the game be over: nothing is done any more, and the deck's log is opened."""
    world = moment.world
    world.winners, world.status, world.over_at = list(dict.fromkeys(winners)), "over", moment.now
    text = f"{' and '.join(world.winners)} won: {why}"
    moment.tell("game_won", "COUP-001", text, players=list(world.winners), reason=why)


# --- the end of viable play -------------------------------------------------------------------------------------------


@rule("COUP-002")
def end_of_play(moment: Moment[World], said: Announced) -> None:
    """Somebody declares the end of viable play: people are shown who is first unable to complete a turn, and confirm it."""
    user, player = actor(moment)
    if not player and not people_let(moment, user):
        moment.refuse("not_player", "COUP-002", f"{user} is no player", said.n)
        return
    first = first_unable(moment)
    why = f" ({said.fields['reason']})" if said.fields["reason"] else ""
    text = (
        f"{user} declares the end of viable play{why}. Is it so that {_CASES}? The first player unable to complete a turn wins:"
        f" from the running turn on that is {first or 'nobody'}, unless {first or 'somebody'} can still act or pass."
    )
    answers = [*_from_now_on(moment.world, first), NOBODY]
    moment.ask(Ask(f"viable:{moment.row}", text, "COUP-002", answers, moment.when, [moment.row]))
    moment.tell(
        "end_of_play_declared", "COUP-002", f"{user} declares the end of viable play", by=user, winner=first or None
    )


@rule("COUP-002")
def first_unable(moment: Moment[World]) -> str:
    """Who is proposed as the winner: whose turn runs; where a turn that timed out is not completed, whose did so first."""
    world = moment.world
    if world.timed_out and moment.law.chooses("timed_out_turn", "is not completed"):
        return world.timed_out[0]
    return world.turn.player if world.turn else world.order[0] if world.order else ""


def _from_now_on(world: World, first: str) -> list[str]:
    at = world.order.index(first) if first in world.order else 0
    return [*world.order[at:], *world.order[:at]]


# --- what people answer -----------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-002")
def decided(moment: Moment[World], decision: Decision) -> None:
    """Record who won where a decision that people make now says so."""
    world, question, why = moment.world, decision.question, decision.why or "people said so"
    if world.status == "over" or not question.startswith((*RECORDED, "viable:")):
        return
    winner = player_named(moment, decision.answer)
    if question in world.claimed_wins and decision.answer == YES:
        _record(moment, world.claimed_wins[question], why)
    elif winner and (question in RECORDED or question in world.asks):
        _record(moment, [winner], why)


ACTIONS = {"win": win, "end_of_play": end_of_play}
