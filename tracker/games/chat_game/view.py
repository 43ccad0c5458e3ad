"""What holds at an instant, as it is printed: values, facts with the changes that made them so, findings, questions, dice asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context
from tracker.core.gamestate import Fact, Finding, Gamestate, Refusal, leaning_facts
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.core.secrecy import PRIVATE_CHANNEL, parted
from tracker.core.snowflakes import FIRST_MILLISECOND
from tracker.mechanics.chat_people import People
from tracker.mechanics.law import Law
from tracker.mechanics.state.described import printed

from . import dice
from .standing import Shown
from .state import ChatState, ValueChange, changes_by_place

if TYPE_CHECKING:
    from .nomic import ChatNomic

CAUSES_SHOWN = 5
"""How many of the newest changes stand as reasons of a figure: ``tracker explain`` shows all of them."""
PLAYING, NOT_PLAYING = "player", "not playing"


def view_at(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime, seq: int, context: Context) -> Gamestate:
    """The gamestate at an instant; the state is not changed."""
    next_instant = game.next_instant(state)
    world = state.world
    world.look(state.names, game.law_at(state, as_of))
    values, hidden = parted(values_of(game, state), game.hidden_in(world), game.hidden)
    facts = game.marked(state, context.decisions, facts_of(game, state, values))
    findings = (*game.findings(state, context.decisions), *_waiting(game, state, as_of))
    questions = game.questions(state, context.decisions, facts)
    people = People(state.names, state.names.identities, values["roster"])
    in_doubt = game.clauses_in_doubt(state, context.decisions)
    return Gamestate(
        game=game.slug,
        as_of=as_of,
        seq=seq,
        values=values,
        facts=facts,
        findings=findings,
        questions=questions,
        requests=dice.requests(state),
        events=tuple(event.record() for event in state.told.events),
        refused=tuple(_refusals(state)),
        next_instant=next_instant,
        detail=Shown(
            world, state, values, findings, questions, people, context.settled, in_doubt, next_instant
        ),
        names=people.known,
        sealed={**dice.sealed(state), **game.sealed(state)},
        secrets=hidden,
        dealing=game.dealing(world, people),
    )  # fmt: skip


def _waiting(game: ChatNomic[Any], state: ChatState[Any], as_of: datetime) -> Iterator[Finding]:
    """That something is due and waits, since the chat is not wholly read up to then."""
    due = state.upcoming
    if due is not None and due <= as_of and not state.is_read_to(due):
        since = max(state.read_up_to.values())
        known = f" since {iso(since)}" if since > FIRST_MILLISECOND else ""
        text = (
            f"the chat is not wholly read{known}: what is due at {iso(due)} and later waits, and everything is shown without it;"
            " tracker status says what keeps it from being read"
        )
        yield Finding("CHAT_UNREAD", game.first_clause, text, at=due)


def values_of(game: ChatNomic[Any], state: ChatState[Any]) -> dict[str, Any]:
    """The gamestate as it is printed, with what is worked out from it."""
    world = state.world
    roster = _roster(world.law, dict(game.people_playing(world)), state)
    return game.completed(world, {**printed(world), **game.worked_out(world), "roster": roster})


def _roster(law: Law, playing: Mapping[str, bool], state: ChatState[Any]) -> dict[str, dict[str, Any]]:
    """Who plays, and who of the people that the operator names may decide questions and ask for things on the wiki."""
    admins = [state.names.person(name) for name in law.words("admins")]
    people = dict.fromkeys((*playing, *admins))
    return {name: {"status": PLAYING if playing.get(name) else NOT_PLAYING, "admin": name in admins} for name in people}


def _refusals(state: ChatState[Any]) -> Iterator[Refusal]:
    for each in sorted(state.told.refused, key=lambda each: each.at):
        is_private = each.channel == PRIVATE_CHANNEL
        yield Refusal(each.row, each.code, each.clause, each.text, each.n, is_private)


# --- facts ------------------------------------------------------------------------------------------------------------


def facts_of(game: ChatNomic[Any], state: ChatState[Any], values: Mapping[str, Any]) -> Iterator[Fact]:
    """A fact for each value that ever changed, with the newest changes that made it so; then those that are worked out."""
    for place, changes in changes_by_place(state.told):
        newest = changes[-CAUSES_SHOWN:]
        value = _at(values, place)
        if value is not _NOTHING and not isinstance(value, dict | list):
            reasons = tuple(_reason(change) for change in reversed(newest))
            yield Fact(place.replace("/", "."), value, newest[-1].clause, reasons)
    yield from leaning_facts(lambda: _worked_out(game, state))


def _worked_out(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Fact]:
    """What follows from the gamestate as it stands leans on all that was written in doubt: what is read of it is not watched."""
    state.in_doubt.lean_on(*state.in_doubt.clauses)
    return game.facts(state.world)


_NOTHING: Any = object()


def _at(values: Any, place: str) -> Any:
    """The printed value at a place; nothing where there is none any more."""
    for name in place.split("/"):
        if not isinstance(values, Mapping) or name not in values:
            return _NOTHING
        values = values[name]
    return values


def _reason(change: ValueChange) -> Reason:
    return Reason(change.clause, _told(change), (change.row,) if change.row else ())


def _told(change: ValueChange) -> str:
    if {type(change.old), type(change.new)} - {type(None)} == {int}:
        old, new = int(change.old or 0), int(change.new or 0)
        return f"{new - old:+d} to {new}{change.text and f': {change.text}'}"
    return change.text or "it changed"
