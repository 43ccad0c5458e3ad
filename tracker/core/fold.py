"""The fold: rows of the archive, in the order in which things happened, through a game's reducer into a state.

Before all else rows are put right as people say (``core.corrections``). They are ordered by (instant, the game's boundary class, the
source's own id), never by when we learned them (law 5); updates and what happened in a chat are ordered by the lines of the file that
tells them, where their ids do not count on from each other. What could only be seen between two looks comes twice: as a possibility
just after the look that did not see it, and as certain at the look that did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tracker.core.corrections import put_right
from tracker.core.gamestate import Gamestate
from tracker.core.instants import TICKLE
from tracker.core.observation import FILE, READ, ArchivedObservation, Observation

State = TypeVar("State")
_NUMBER = re.compile(r"(\d{1,18})")
_LAW = "setting"
"""The kind of row that changes the law by which everything else of its instant is judged."""
_UPDATES = frozenset({"log_line", "cell_change"})
"""The kinds that files tell where sources see whole pages: what a player did in one go stands there line by line."""
CHAT_KINDS = frozenset(
    {"message", "message_edited", "message_deleted", "reaction", "reaction_removed", "member_left", "member_named"}
)
"""The kinds that a chat's server delivers one after the other."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's answer to a question, with who gave it and why.

    ``wording`` are digests of the texts that the question was about when it was answered; where a file tells none it is
    assumed that they were those that stood at the instant of the decision. ``read`` is what a game had read in an answer in
    somebody's own words that was redacted since.
    """

    question: str
    answer: str
    by: str
    why: str
    at: datetime
    observation: str
    wording: str = ""
    read: Mapping[str, Any] | None = None

    def is_about(self, wording: str) -> bool:
        """Whether every text of a question's wording is one that was shown to whoever answered, as far as is told."""
        return not self.wording or set(wording.split()) <= set(self.wording.split())


class Step(NamedTuple):
    """One thing to fold: a row, the instant at which it is delivered, and whether it had certainly happened by then."""

    when: datetime
    row: ArchivedObservation
    is_certain: bool = True

    @property
    def observation(self) -> Observation:
        """The row's observation."""
        return self.row.observation


class SettledMatters(Protocol):
    """What was settled and taken out of the live state, stored singly (read only)."""

    def settled(self, key: str) -> Any | None:
        """The settled record of that key, or None."""
        ...

    def settled_in(self, group: str) -> Mapping[str, Any]:
        """All settled records of one group (a month such as ``2019-10``)."""
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """What a reducer may consult beside its state: people's decisions and what was settled.

    ``void`` are the ids of what people took out by corrections, for what is heard of it later.
    """

    decisions: Mapping[str, Decision]
    settled: SettledMatters
    void: frozenset[str] = frozenset()


class Reducer(Protocol[State]):
    """What a game gives the fold; none of it may reach out, and none of it knows the clock."""

    def start(self) -> State:
        """The state before the first row."""
        ...

    def order(self, observation: Observation) -> tuple[Any, ...]:
        """The boundary class: what comes first among things of one instant."""
        ...

    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in."""
        ...

    def due_at(self, state: State) -> datetime | None:
        """The next instant at which a rule fires by itself, whatever is written meanwhile."""
        ...

    def fire(self, state: State, when: datetime, context: Context) -> None:
        """Let the rules due at that instant fire; ``due_at`` must move on."""
        ...

    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant; the state is not changed."""
        ...


def in_order(rows: Iterable[ArchivedObservation], order: Callable[[Observation], tuple[Any, ...]]) -> list[Step]:
    """The steps of the rows in the order of happening."""
    keyed: list[tuple[tuple[Any, ...], Step]] = []
    for row in rows:
        seen = row.observation
        boundary, when = order(seen), seen.happened_at
        keyed.append(((when, 0, boundary), Step(when, row)))
        if seen.is_interval:
            keyed.append(((seen.possible_from, 1, boundary), Step(seen.possible_from, row, is_certain=False)))
    keyed.sort(key=itemgetter(0))
    ordered: list[Step] = []
    for _, group in groupby(keyed, key=itemgetter(0)):
        ties = [step for _, step in group]
        ordered.extend(
            ties if len(ties) == 1 else sorted(ties, key=_as_told if _is_told_in_order(ties) else _own_order)
        )
    return ordered


def _is_told_in_order(ties: Sequence[Step]) -> bool:
    """Whether the order of a file's lines decides among rows of one instant: updates or chat rows whose ids are no running numbers."""
    kinds = {step.observation.kind for step in ties}
    if not (kinds <= _UPDATES or kinds <= CHAT_KINDS) or any(step.observation.source != FILE for step in ties):
        return False
    return len({_NUMBER.sub("0", step.row.id) for step in ties}) > 1 or not _NUMBER.search(ties[0].row.id)


def _as_told(step: Step) -> int:
    return step.row.seq


def _own_order(step: Step) -> tuple[Any, ...]:
    """Among things of one instant and class: the source's own id, its numbers by value (c9 before c12), then as they were seen.

    Of one message what it said first goes before a sight of it that only saw it edited.
    """
    parts = [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _NUMBER.split(step.row.id) if part]
    is_late = bool(step.observation.payload.get("seen_edited"))
    return (parts, step.row.id, is_late, step.row.seq)


def decisions_among(
    rows: Iterable[ArchivedObservation], as_of: datetime, earlier: Mapping[str, Decision] | None = None
) -> dict[str, Decision]:
    """The newest decision on each question up to an instant; a revoked one is none (they act from what they are about).

    ``earlier`` are those of an earlier fold, made before any of the rows.
    """
    made = [
        row.observation for row in rows if row.observation.kind == "decision" and row.observation.happened_at <= as_of
    ]
    found: dict[str, Decision] = dict(earlier or {})
    for seen in sorted(made, key=lambda seen: (seen.happened_at, seen.id)):
        payload = seen.payload
        if payload.get("revoked"):
            found.pop(payload["question"], None)
            continue
        told = (payload["question"], str(payload["answer"]), payload["by"], payload["why"])
        wording, read = str(payload.get("wording") or ""), payload.get(READ)
        found[payload["question"]] = Decision(*told, seen.happened_at, seen.id, wording, read)
    return found


def due_steps(steps: Iterable[Step], after: datetime | None, as_of: datetime) -> Iterator[Step]:
    """The steps to take after a checkpoint's instant and up to ``as_of``; a mere possibility only once its look is past."""
    for step in steps:
        if after is not None and step.when <= after and (step.is_certain or step.when < after):
            continue
        if step.when < as_of or (step.when == as_of and step.is_certain):
            yield step


def advance(
    reducer: Reducer[State],
    state: State,
    steps: Iterable[Step],
    as_of: datetime,
    context: Context,
    after: datetime | None = None,
) -> State:
    """Fold the steps that are due into the state, firing what fires by itself at its own instant, and return it.

    A setting holds from its very instant on, also for what fires then; all other rows of an instant come after that.
    """
    for step in due_steps(steps, after, as_of):
        due = reducer.due_at(state)
        if due is not None and due <= step.when:
            _fire_up_to(reducer, state, step.when if step.observation.kind != _LAW else step.when - TICKLE, context)
        reducer.step(state, step, context)
    _fire_up_to(reducer, state, as_of, context)
    return state


def _fire_up_to(reducer: Reducer[State], state: State, when: datetime, context: Context) -> None:
    due = reducer.due_at(state)
    while due is not None and due <= when:
        reducer.fire(state, due, context)
        following = reducer.due_at(state)
        if following is not None and following <= due:
            raise ValueError(f"a rule due at {due.isoformat()} fired without moving on")
        due = following


class NothingSettled:
    """The settled matters of a fold from the start: none."""

    def settled(self, key: str) -> Any | None:
        """None: nothing was settled."""
        return None

    def settled_in(self, group: str) -> Mapping[str, Any]:
        """Empty: nothing was settled."""
        return {}


@dataclass(slots=True)
class Folded(Generic[State]):
    """A folded state with what it was folded from."""

    state: State
    as_of: datetime
    seq: int
    context: Context


def fold(
    reducer: Reducer[State],
    rows: Iterable[ArchivedObservation],
    as_of: datetime,
    *,
    up_to_seq: int | None = None,
    start: Folded[State] | None = None,
    settled: SettledMatters | None = None,
) -> Folded[State]:
    """Fold the rows known up to ``up_to_seq`` that had happened by ``as_of``, from the start or on top of an earlier fold.

    With ``start`` only rows that can change something after its instant need be given; its state is consumed. The caller must
    have made sure that no row unknown to ``start`` may have happened before its instant (``app.folding`` does).
    """
    known = [row for row in rows if up_to_seq is None or row.seq <= up_to_seq]
    seq = max((row.seq for row in known), default=start.seq if start else 0)
    rows_put_right, void = put_right(known, as_of, start.context.void if start else frozenset())
    decisions = decisions_among(rows_put_right, as_of, start.context.decisions if start else None)
    context = Context(decisions, settled or NothingSettled(), void)
    state = start.state if start else reducer.start()
    steps = in_order(rows_put_right, reducer.order)
    advance(reducer, state, steps, as_of, context, after=start.as_of if start else None)
    return Folded(state, as_of, max(seq, start.seq if start else 0), context)
