"""How a chat game stands at an instant, as its pages and answers are given it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tracker.core.fold import Context, SettledMatters
from tracker.core.gamestate import Fact, Finding, Gamestate, Question, Refusal, leaning_facts
from tracker.core.instants import iso, start_of_day
from tracker.core.leaning import Reason
from tracker.core.secrecy import PRIVATE_CHANNEL, parted
from tracker.core.snowflakes import FIRST_MILLISECOND
from tracker.mechanics.chat_people import People
from tracker.mechanics.law import Law
from tracker.mechanics.state.described import printed

from . import dice
from .nomic import ChatNomic
from .state import ChatState, ValueChange, changes_by_place


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that pages and answers show, and nothing that they may change: the gamestate and what was told of it."""

    world: Any
    state: ChatState[Any]
    values: Mapping[str, Any]
    findings: tuple[Finding, ...]
    questions: tuple[Question, ...]
    people: People
    settled: SettledMatters
    in_doubt: Mapping[str, datetime]
    next_instant: datetime | None


def told_since(world: Any) -> datetime:
    """From when on all that was told is surely in the live state: what was told before may be stored by day already."""
    law: Law = world.law
    return start_of_day(law.when - law.span("settle_after_hours")) + timedelta(days=1)


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
    """A fact for each value that ever changed, with the newest changes that made it so; then those that are worked out.

    Of a thing that came as a whole, such as a proposal, each of its values follows from that until it changes by itself.
    """
    found: dict[str, Fact] = {}
    for place, changes in changes_by_place(state.told):
        newest = changes[-CAUSES_SHOWN:]
        reasons = tuple(dict.fromkeys(_reason(change) for change in reversed(newest)))
        for name, value in _plain_values(game, place.split("/"), values):
            found[name] = Fact(name, value, newest[-1].clause, reasons)
    yield from found.values()
    yield from leaning_facts(lambda: _worked_out(game, state))


def _worked_out(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Fact]:
    """What follows from the gamestate as it stands leans on all that was written in doubt: what is read of it is not watched."""
    state.in_doubt.lean_on(*state.in_doubt.clauses)
    return game.facts(state.world)


def _plain_values(game: ChatNomic[Any], place: Sequence[str], values: Any) -> Iterator[tuple[str, Any]]:
    """The plain values at a place of the printed gamestate, by their names as facts; nothing where there is none any more."""
    for name in place:
        if not isinstance(values, Mapping) or name not in values:
            return
        values = values[name]
    if place[0] == "thumbs":
        yield f"{game.matters}.{place[1]}.votes", [f"{each['emoji']} {each['by']}" for each in values]
    else:
        is_whole = isinstance(values, dict)
        for name, value in flat(".".join(place), values):
            if not isinstance(value, dict | list) and not (is_whole and value is None):
                yield name, value


def flat(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each value in a value, with its place as names with dots between."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from flat(f"{place}.{name}".lstrip("."), each)
    else:
        yield place, value


def _reason(change: ValueChange) -> Reason:
    return Reason(change.clause, _told(change), (change.row,) if change.row else ())


def _told(change: ValueChange) -> str:
    if {type(change.old), type(change.new)} - {type(None)} == {int}:
        old, new = int(change.old or 0), int(change.new or 0)
        return f"{new - old:+d} to {new}{change.text and f': {change.text}'}"
    return change.text or "it changed"
