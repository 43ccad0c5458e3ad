"""How a chat game stands at an instant, as its pages and answers are given it, and how what somebody has came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context, SettledMatters
from tracker.core.gamestate import Fact, Finding, Gamestate, Question, leaning_facts
from tracker.core.gamestate import Refusal as Refused
from tracker.core.instants import iso, start_of_day
from tracker.core.leaning import Reason
from tracker.core.secrecy import PRIVATE_CHANNEL, parted
from tracker.core.snowflakes import FIRST_MILLISECOND
from tracker.core.trail import Trail, TrailStep
from tracker.mechanics.chat.meant import message_of
from tracker.mechanics.chat.rows import Act
from tracker.mechanics.chat.trades import listed
from tracker.mechanics.chat_people import People
from tracker.mechanics.law import Law
from tracker.mechanics.state.described import printed

from . import dice
from .settling import told_on
from .state import ChatState, Refusal, Told, ValueChange

if TYPE_CHECKING:
    from .game import ChatGame


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that pages and answers show, and nothing that they may change: the gamestate and what was told of it."""

    world: Any
    state: ChatState[Any]
    findings: tuple[Finding, ...]
    questions: tuple[Question, ...]
    people: People
    settled: SettledMatters
    in_doubt: Mapping[str, datetime]


def told_since(world: Any) -> datetime:
    """From when on all that was told is surely in the live state: what was told before may be stored by day already."""
    law: Law = world.law
    return start_of_day(law.when - law.span("settle_after_hours")) + timedelta(days=1)


CAUSES_SHOWN = 5
"""How many of the newest changes stand as reasons of a figure: ``tracker explain`` shows all of them."""
PLAYING, NOT_PLAYING = "player", "not playing"
OPEN = "REQUEST_OPEN"
PAYOUT, ALLOWED, NOT_ALLOWED = "payout:", "allowed", "not allowed"
"""How questions begin that ask whether a contract's terms allow a claim, and the answers."""


def view_at(game: ChatGame[Any], state: ChatState[Any], as_of: datetime, seq: int, context: Context) -> Gamestate:
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
    shown = Shown(world, state, findings, questions, people, context.settled, in_doubt)
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
        refused=tuple(map(_refused, sorted(state.told.refused, key=lambda each: each.at))),
        next_instant=next_instant,
        detail=shown,
        names=people.known,
        sealed={**dice.sealed(state), **game.sealed(state)},
        secrets=hidden,
        dealing=game.dealing(world, people),
    )


def _waiting(game: ChatGame[Any], state: ChatState[Any], as_of: datetime) -> Iterator[Finding]:
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


def values_of(game: ChatGame[Any], state: ChatState[Any]) -> dict[str, Any]:
    """The gamestate as it is printed, with what is worked out from it.

    In the roster are who plays, and who of the people that the operator names may decide questions and ask for things on the wiki.
    """
    world, playing = state.world, dict(game.people_playing(state.world))
    admins = [state.names.person(name) for name in world.law.words("admins")]
    roster = {
        name: {"status": PLAYING if playing.get(name) else NOT_PLAYING, "admin": name in admins}
        for name in dict.fromkeys((*playing, *admins))
    }
    return game.completed(world, {**printed(world), **game.worked_out(world), "roster": roster})


def _refused(each: Refusal) -> Refused:
    return Refused(each.row, each.name, each.clause, each.text, each.n, each.channel == PRIVATE_CHANNEL)


# --- facts ------------------------------------------------------------------------------------------------------------


def facts_of(game: ChatGame[Any], state: ChatState[Any], values: Mapping[str, Any]) -> Iterator[Fact]:
    """A fact for each value that ever changed, with the newest changes that made it so; then those that are worked out.

    Of what is open to votes, which came as a whole, each value follows from that until it changes by itself. What is worked out from the
    gamestate as it stands leans on all that was written in doubt: what is read of it is not watched.
    """
    by_place: dict[str, list[ValueChange]] = {}
    for change in state.told.changes:
        by_place.setdefault(change.place, []).append(change)
    found: dict[str, Fact] = {}
    for place, changes in by_place.items():
        newest = changes[-CAUSES_SHOWN:]
        reasons = tuple(dict.fromkeys(_reason(change) for change in reversed(newest)))
        for name, value in _plain_values(game, place.split("/"), values):
            found[name] = Fact(name, value, newest[-1].clause, reasons)
    yield from found.values()

    def worked_out() -> Iterator[Fact]:
        state.in_doubt.lean_on(*state.in_doubt.clauses)
        return game.facts(state.world)

    yield from leaning_facts(worked_out)


def _plain_values(game: ChatGame[Any], place: Sequence[str], values: Any) -> Iterator[tuple[str, Any]]:
    """The plain values at a place of the printed gamestate, by their names as facts; nothing where there is none any more."""
    for name in place:
        if not isinstance(values, Mapping) or name not in values:
            return
        values = values[name]
    if place[0] == "thumbs":
        yield f"{game.matters}.{place[1]}.votes", [f"{each['emoji']} {each['by']}" for each in values]
    elif not isinstance(values, dict) or (place[:-1] == [game.matters] and game.is_open(values)):
        for way, value in flat(values, *place):
            if not isinstance(value, list) and (value is not None or values is None):
                yield ".".join(way), value


def flat(value: Any, *way: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each value in a value, with the names that lead to it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from flat(each, *way, name)
    else:
        yield way, value


def _reason(change: ValueChange) -> Reason:
    text = change.text or "it changed"
    if {type(change.old), type(change.new)} - {type(None)} == {int}:
        old, new = int(change.old or 0), int(change.new or 0)
        text = f"{new - old:+d} to {new}{change.text and f': {change.text}'}"
    return Reason(change.clause, text, (change.row,) if change.row else ())


# --- how what somebody has came about -----------------------------------------------------------------------------------


def trail_of(
    game: ChatGame[Any], state: ChatState[Any], settled: SettledMatters, name: str, as_of: datetime
) -> Trail | None:
    """The changes of what somebody has and their refused actions up to an instant, settled days too, oldest first.

    None where nobody of that name has a place in the game.
    """
    holder = _holder_named(name, list(game.people(state.world)), state)
    if not holder:
        return None
    live = [each for each in state.told.changes if state.told_to is None or each.at >= state.told_to]
    days = [*told_on(settled, state.told_marks), Told([], state.told.refused, live)]
    steps = [step for day in days for step in _steps(day, state, holder) if step.at <= as_of]
    person = state.world.players.get(holder)
    held = parted(printed(person), game.hidden_in(state.world))[0] if person is not None else {}
    values = {".".join(way): value for way, value in flat(held)}
    return Trail(holder, values, tuple(sorted(steps, key=lambda step: step.at)), {})


def _holder_named(name: str, holders: Iterable[str], state: ChatState[Any]) -> str:
    """The person of that id, account or name, whatever its case; "" where there is none, or several of that name."""
    known, wanted = list(holders), name.strip().lstrip("@")
    meant = [id for id in known if id.casefold() in (wanted.casefold(), state.names.person(wanted).casefold())]
    meant = meant or [id for id in state.names.called(wanted) if id in known]
    return meant[0] if len(meant) == 1 else ""


def _steps(told: Told, state: ChatState[Any], holder: str) -> Iterator[TrailStep]:
    mine = f"players/{holder}/"
    for change in told.changes:
        if change.place.startswith(mine) and (change.old, change.new) != (None, None):
            text = _words(state, change.row, change.text) if change.by else change.text
            yield TrailStep(
                at=change.at,
                kind="action" if change.by else "rule",
                text=text,
                variable=change.place.removeprefix(mine).replace("/", "."),
                old=change.old,
                new=change.new,
                by=change.by,
                who=holder,
                clause=change.clause,
                row=change.row,
                note=change.text if change.by else "",
            )
    for each in told.refused:
        if each.by == holder and each.channel != PRIVATE_CHANNEL:
            text = _words(state, each.row)
            yield TrailStep(
                each.at, "refused", text, by=holder, who=holder, clause=each.clause, row=each.row, note=each.text,
                code=each.name,
            )  # fmt: skip


def _words(state: ChatState[Any], message: str, otherwise: str = "") -> str:
    said = state.said.get(message)
    return said.text if said else otherwise


# --- what people judge in the chapters that games share --------------------------------------------------------------------


def open_requests(game: ChatGame[Any], state: ChatState[Any]) -> Iterator[Finding]:
    """A finding for each request that waits for the judge, in a game that has a code for that."""
    clause, _ = game.codes.get(OPEN, ("", ""))
    for name, each in state.world.requests.items() if clause else ():
        if each.obliges and each.status == "open":
            text = f"request {name} by {each.by} waits for the Judge"
            yield Finding(OPEN, clause, text, (each.message,), each.at)


def claims(game: ChatGame[Any], state: ChatState[Any]) -> Iterator[Question]:
    """Whether a contract's terms allow what is claimed by them."""
    for key, claim in getattr(state.world, "claims", {}).items():
        terms, message = state.world.contracts[claim.contract].terms, message_of(key)
        # Of a claim that people stated in an opening nobody knows the message.
        at = words.at if (words := state.said.get(message)) else state.world.now
        text = (
            f"{claim.by} says that the contract {claim.contract} gives {claim.to} {listed(claim.items)}. Do its terms"
            " allow it?"
        )
        needs = (f"the term: {claim.term}", f"all terms: {terms}", "it is clear, unambiguous and easily evaluated")
        answers = (ALLOWED, NOT_ALLOWED)
        clause = game.codes["TERMS_TO_JUDGE"][0]
        yield Question(f"{PAYOUT}{key}", text, clause, answers, about=at, needs=needs, observations=(message,))


def claim_judged(world: Any, question: str, answer: str) -> Act | None:
    """What carries out that people judged a claim: an act ``judge_payout`` with the claim and whether it is allowed."""
    claim = question.removeprefix(PAYOUT)
    if claim not in getattr(world, "claims", ()) or answer not in (ALLOWED, NOT_ALLOWED):
        return None
    return Act("judge_payout", {"claim": claim, "allowed": answer == ALLOWED})
