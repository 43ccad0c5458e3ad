"""Winning: how people record it, and the end of viable play, for which the turn order tells who is first unable to complete a turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment

from .general import actor, is_deck_open, is_published, people_let, published_at
from .new_orders import player_named
from .state import Standstill, State, World

YES, NO, NOBODY = "yes", "no", "nobody"
RECORDED = ("winner", "win")
"""The questions that people need not be asked to answer: who won."""
_CASES = (
    "further play is impossible, or whether a move is legal cannot be determined with finality,"
    " or by the Judge's best reasoning, not overruled, a move appears equally legal and illegal"
)


@rule("COUP-001")
def win(moment: Moment[World], said: Announced) -> None:
    """Players and whoever is named for it record who won; of one's own victory others say whether it is so."""
    user, player = actor(moment)
    is_named = user in moment.law.words("admins")
    winners = [player_named(moment, name) for name in said.fields["players"]]
    if not (player or is_named):
        moment.refuse("not_player", "COUP-001", f"{user} is no player, and not one of those who record who won", said.n)
    elif not winners:
        moment.refuse("missing_target", "COUP-001", "it does not say who won", said.n)
    elif "" in winners:
        nobody = said.fields["players"][winners.index("")]
        moment.refuse("bad_target", "COUP-001", f"{nobody} is no player", said.n)
    elif not people_let(moment, user):
        moment.refuse("not_allowed", "COUP-001", f"{user} is not one of those who record who won", said.n)
    elif player in winners and not is_named:
        _ask_if_won(moment, winners)
    else:
        question, why = win_question(moment.row), str(said.fields["reason"] or "people said so")
        moment.world.recorded_wins = {**moment.world.recorded_wins, question: list(dict.fromkeys(winners))}
        _record(moment, winners, why, [question, NO])
        _ask_if_it_stands(moment, user)


def win_question(row: str) -> str:
    """The question whether what a message says of a win is so."""
    return f"win:{row}"


def _ask_if_won(moment: Moment[World], winners: list[str]) -> None:
    question = win_question(moment.row)
    moment.world.claimed_wins = {**moment.world.claimed_wins, question: list(dict.fromkeys(winners))}
    text = f"Did {' and '.join(winners)} win, as {actor(moment)[0]} says?"
    moment.ask(Ask(question, text, "COUP-001", [YES, NO], moment.when, [moment.row]))


def _ask_if_it_stands(moment: Moment[World], user: str) -> None:
    """Ask whether a win that was recorded is so, as long as the deck's log is not opened on it."""
    world = moment.world
    if world.deck_opens_at is None:
        return
    names = " and ".join(world.winners)
    text = (
        f"{user} recorded that {names} won. {world.deck_hours} hours after this is told first every card is published, which cannot be"
        f" undone: is it so? {NO} takes the win back, and the game goes on"
    )
    moment.ask(Ask(win_question(moment.row), text, "COUP-001", [YES, NO], moment.when, [moment.row]))


def _record(moment: Moment[World], winners: list[str], why: str, objection: list[str]) -> None:
    """Let the game be over: nothing is done any more, and the deck's log is opened, at once or after some hours."""
    world = moment.world
    world.winners, world.status, world.over_at = list(dict.fromkeys(winners)), "over", world.over_at or moment.now
    world.deck_opens_at, world.objection = deck_opens_at(moment), objection
    world.deck_hours = moment.law.number("deck_opening_hours")
    text = f"{' and '.join(world.winners)} won: {why}"
    if world.deck_opens_at is not None:
        text += f"; the cards are published {world.deck_hours} hours after that is told, unless people take it back"
    moment.tell("game_won", "COUP-001", text, players=list(world.winners), reason=why)


def deck_opens_at(moment: Moment[World]) -> datetime | None:
    """When the deck's log is opened at the earliest on a win that is recorded now; None: at once."""
    hours = moment.law.number("deck_opening_hours")
    return moment.now + timedelta(hours=hours) if hours else None


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When the deck's log is opened, of a game that is over, once that is told."""
    opens_at = published_at(moment)
    if moment.world.status == "over" and opens_at is not None:
        yield opens_at


def command_to_object(world: World) -> str:
    """The command by which people take back the win that was recorded; "" where they stated that the game is over."""
    if not world.objection:
        return ""
    question, answer = world.objection
    return f"tracker decide {question} {answer or '--revoke'} --by NAME --why TEXT"


def is_past_objecting(moment: Moment[World], question: str) -> bool:
    """Whether it is asked if a win is so on which the deck's log is opened already."""
    return is_deck_open(moment) and question == next(iter(moment.world.objection), "")


def sealed(state: State) -> dict[str, str]:
    """The questions on wins on which cards are published, each with why its answer cannot be changed any more."""
    texts = {game for game, secret in state.secret_texts.items() if secret.text}
    told = texts | {game for game, end in state.endings.items() if end.is_opened}
    won = (world for world in state.worlds if world.status == "over" and (world.game_id or world.kept_game_id) in told)
    return {question: "every card of the game is published on it" for world in won for question in world.objection[:1]}


@rule("COUP-001", "COUP-023")
def note_deletion(moment: Moment[World], message: ChatMessage) -> bool:
    """Tell that the message was deleted that recorded a win, where that can be taken back yet; whether it is so."""
    world, question = moment.world, win_question(message.id)
    if world.deck_opens_at is None or is_deck_open(moment) or world.objection[:1] != [question]:
        return False
    text = f"{message.author} deleted message {message.id}, which recorded that {' and '.join(world.winners)} won"
    if question in world.asks:
        world.asks[question].needs = [f"{text}, at {iso(moment.when)}"]
    opens_at = published_at(moment)
    until = f"people answer {question} with {NO} before {iso(opens_at) if opens_at else 'the cards are published'}"
    moment.note("ANNOUNCEMENT_DELETED", "COUP-023", f"{text}: that stands, unless {until}")
    return True


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
def decided(moment: Moment[World], question: str, answer: str, why: str) -> timedelta | None:
    """Record who won, or take that back, where a decision says so that people make now (``answer`` "": they take one back).

    How long the game was over that goes on now; None where none does. Later answers change nothing of what was so meanwhile.
    """
    world = moment.world
    if not question.startswith((*RECORDED, "viable:")):
        return None
    winners, was_over = _winners_by(moment, question, answer), world.status == "over"
    if was_over and (world.objection[:1] != [question] or winners == world.winners or is_published(moment)):
        return None
    if winners:
        _record(moment, winners, why or "people said so", [question, _objection_to(world, question)])
        return None
    return _take_back(moment) if was_over else None


def _winners_by(moment: Moment[World], question: str, answer: str) -> list[str]:
    """Who won by an answer; nobody where it says of nobody that they did."""
    world = moment.world
    if question in world.recorded_wins:
        return [] if answer == NO else world.recorded_wins[question]
    if question in world.claimed_wins and answer == YES:
        return world.claimed_wins[question]
    named = player_named(moment, answer) if answer else ""
    return [named] if named and (question in RECORDED or question in world.asks) else []


def _objection_to(world: World, question: str) -> str:
    """The answer by which a win is taken back that people decide on."""
    if question in RECORDED:
        return ""
    return NO if question in (*world.recorded_wins, *world.claimed_wins) else NOBODY


@rule("COUP-001")
def _take_back(moment: Moment[World]) -> timedelta:
    """Let the game go on that was over: no time passed in it, and nothing that was announced meanwhile was done."""
    world, since = moment.world, moment.world.over_at or moment.when
    names = " and ".join(world.winners)
    world.standstills = [*world.standstills, Standstill(since, moment.when)]
    world.status = "running" if world.started_at else "waiting"
    world.winners, world.over_at, world.deck_opens_at, world.objection = [], None, None, []
    text = (
        f"it is taken back that {names} won: the game goes on, and time stood still since {iso(since)}."
        " What was announced since then had no effect and is to be said anew; reactions that stand count as votes from now on"
    )
    moment.tell("win_taken_back", "COUP-001", text, since=iso(since))
    return moment.when - since


ACTIONS = {"win": win, "end_of_play": end_of_play}
