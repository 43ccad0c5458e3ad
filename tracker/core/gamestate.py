"""The gamestate: facts with their reasons, findings, questions, requests and three-valued outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Any

from tracker.core.clause import wording_mark
from tracker.core.instants import iso
from tracker.core.leaning import Leaned, Reason, collecting
from tracker.core.observation import PUBLIC
from tracker.core.secrecy import overlaid

UNDETERMINED = "undetermined"
"""What the interchange format prints for a value that people must decide."""


class Outcome(Enum):
    """A verdict: true, false, or undetermined where the evidence or the rules leave it open (law 8)."""

    TRUE = "true"
    FALSE = "false"
    UNDETERMINED = UNDETERMINED

    @classmethod
    def of(cls, value: bool) -> Outcome:
        """The outcome of something that is certain."""
        return cls.TRUE if value else cls.FALSE

    @classmethod
    def agreed(cls, values: frozenset[bool]) -> Outcome:
        """The outcome on which all possible readings agree, or undetermined."""
        return cls.UNDETERMINED if len(values) != 1 else cls.of(next(iter(values)))

    @property
    def printed(self) -> bool | str:
        """As the interchange format prints it: true, false or ``"undetermined"``."""
        return UNDETERMINED if self is Outcome.UNDETERMINED else self is Outcome.TRUE

    def __bool__(self) -> bool:
        """Only what is certain is true; refuse to pass undetermined off as false."""
        if self is Outcome.UNDETERMINED:
            raise ValueError("an undetermined outcome has no truth value")
        return self is Outcome.TRUE


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of the gamestate with the clause and the evidence under which it stands (law 9).

    ``leaned_on`` are the clauses that were asked while it was computed, besides those of its reasons.
    """

    name: str
    value: Any
    clause: str
    reasons: tuple[Reason, ...] = ()
    unverified_since: datetime | None = None
    audience: str = PUBLIC
    leaned_on: frozenset[str] = frozenset()

    @classmethod
    def of(cls, name: str, value: Leaned[Any]) -> Fact:
        """The fact that a value makes with all that it leans on: the conclusion is first among its reasons, and has its clause."""
        reasons = tuple(reversed(value.leaning.reasons))
        return cls(name, value.known, reasons[0].clause, reasons, leaned_on=frozenset(value.leaning.clauses))

    @property
    def because(self) -> tuple[str, ...]:
        """Ids of all observations that any reason names, each once, in order."""
        return tuple(dict.fromkeys(id for reason in self.reasons for id in reason.observations))

    @property
    def clauses(self) -> frozenset[str]:
        """Every clause the fact leans on: its own and those of its reasons."""
        return self.leaned_on | {self.clause, *(reason.clause for reason in self.reasons)}

    def record(self) -> dict[str, Any]:
        """As ``tracker replay`` prints it."""
        record: dict[str, Any] = {
            "name": self.name,
            "value": self.value,
            "clause": self.clause,
            "because": list(self.because),
            "reasons": [reason.text for reason in self.reasons],
        }
        if self.unverified_since is not None:
            record["unverified_since"] = iso(self.unverified_since)
        return record


def leaning_facts(make: Callable[[], Iterable[Fact]]) -> Iterator[Fact]:
    """The facts that a function gives, each with the clauses that were asked while it was made: by the call, or since the fact before."""
    with collecting() as shared:
        made = iter(make())
    while True:
        with collecting() as found:
            fact = next(made, None)
        if fact is None:
            return
        yield replace(fact, leaned_on=fact.leaned_on | shared.clauses | found.clauses)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a person should look at; ``is_note`` marks a mere "should" that was not followed.

    ``mend`` is what a config has to say where one that does not fit is the cause.
    """

    code: str
    clause: str
    text: str
    observations: tuple[str, ...] = ()
    at: datetime | None = None
    is_note: bool = False
    subject: str = ""
    audience: str = PUBLIC
    mend: str = ""

    def record(self) -> dict[str, Any]:
        """As ``tracker replay`` prints it."""
        told = {"code": self.code, "clause": self.clause, "text": self.text, "observations": list(self.observations)}
        return told | ({"mend": self.mend} if self.mend else {})


@dataclass(frozen=True, slots=True)
class Question:
    """What a person must decide: a stable id, the allowed answers, what they need to see and who may answer.

    ``about`` is the instant from which an answer holds; ``also`` are the ids of narrower questions within this one, which
    may be answered in its stead. ``wording`` are digests of the texts that it is about, with blanks between: an answer
    counts for those only, and a later text asks anew. ``is_free`` allows any text besides the answers named, as long as the game
    can use it: ``examples`` show how it may read, ``fault`` says why the newest answer settles nothing ("" where there is none).
    """

    id: str
    text: str
    clause: str
    answers: tuple[str, ...]
    about: datetime
    needs: tuple[str, ...] = ()
    observations: tuple[str, ...] = ()
    may_answer: str = "admin"
    audience: str = PUBLIC
    also: tuple[str, ...] = ()
    wording: str = ""
    is_free: bool = False
    examples: tuple[str, ...] = ()
    fault: str = ""

    def allows(self, answer: str) -> bool:
        """Whether that may be answered."""
        return answer in self.answers or (self.is_free and bool(answer.strip()))

    @property
    def mark(self) -> str:
        """What stands for its wording in commands; "" where it is about no text."""
        return wording_mark(self.wording)

    def record(self) -> dict[str, Any]:
        """As ``tracker replay`` and ``tracker questions --json`` print it."""
        return {
            "id": self.id,
            "text": self.text,
            "clause": self.clause,
            "answers": list(self.answers),
            "about": iso(self.about),
            "needs": list(self.needs),
            "observations": list(self.observations),
            "may_answer": self.may_answer,
            **({"is_free": True} if self.is_free else {}),
            **({"examples": list(self.examples)} if self.examples else {}),
            **({"fault": self.fault} if self.fault else {}),
            **({"also": list(self.also)} if self.also else {}),
            **({"wording": self.wording, "mark": self.mark} if self.wording else {}),
        }


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Dice that the rules call for: ``key`` (source id, line, index, sides, purpose) is unique for ever.

    ``mix`` are the words of players that are mixed into the seed of the day, lines NAME:WORD; empty where there are none.
    """

    key: str
    sides: int
    count: int
    purpose: str
    clause: str
    asked_at: datetime
    mix: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A text the rules want sent to somebody; ``key`` makes it once-only, and ``calls`` are the accounts that it calls in a chat."""

    key: str
    to: str
    text: str
    clause: str
    audience: str
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShuffleRequest:
    """A shuffle that the rules call for: ``key`` is ``GAME|k``, ``number`` its k.

    ``cards`` are sorted by kind, as they are before it, and secret; ``words`` are those that its order follows from besides.
    ``drawn_with`` is archived with it: what of players' words and of kinds the record needs, as they were then.
    """

    key: str
    number: int
    cards: tuple[str, ...] = field(repr=False)
    words: tuple[str, ...]
    asked_at: datetime
    drawn_with: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Cards that somebody drew and that are not told yet: ``key`` is ``GAME|n``, the n-th draw of the game, from ``shuffle``'s order.

    ``player`` is the id of who drew, ``accounts`` theirs where they go by another id. ``cards`` are secret.
    """

    key: str
    player: str
    cards: tuple[str, ...] = field(repr=False)
    shuffle: int
    drawn_at: datetime
    accounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A private message that the rules want written to somebody since ``at``; ``key``, which holds nothing secret, makes it once-only.

    ``to`` is the person's id in the game. ``is_wanted``: they asked for it just now, so that what did not reach them is tried again.
    It ``waits`` while cards that it names are not archived as dealt. ``also`` are the keys that it would have by other names of theirs.
    One that waits to tell a draw names in ``rivals`` the keys that it would have if that draw had another number.
    """

    key: str
    to: str
    text: str = field(repr=False)
    clause: str
    at: datetime
    is_wanted: bool = False
    waits: bool = False
    also: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealing:
    """What a game with hidden cards asks of whoever keeps its secret text; nothing of it is printed.

    ``game`` is the id of this game in hashes. ``requests`` are shuffles that may be carried out, ``draws`` cards to be archived as
    dealt, in order, and ``unfit`` says why neither may be ("": nothing is amiss). ``letters`` are private messages, oldest first.
    ``people`` are the ids of those who may write privately. ``ending`` names the win on which the cards are to be published ("": nobody
    won), ``hours_to_object`` after it was told; once they may be it ``is_due``. ``record`` is what is published once
    it ``is_over`` for good, and no win can be taken back any more; when it is due the ``draft`` of it is to be checked first.
    ``secret_hash`` is the hash of the secret text by the rows that are known ("": none). Nothing is known ``unknown_since`` a shuffle
    whose hash alone is told, as in a public record (None: all are known).
    """

    game: str
    requests: tuple[ShuffleRequest, ...] = ()
    draws: tuple[DrawRequest, ...] = ()
    unfit: str = ""
    letters: tuple[Letter, ...] = field(default=(), repr=False)
    people: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    secret_hash: str = ""
    unknown_since: datetime | None = None
    hours_to_object: int = 0
    ending: str = ""
    is_due: bool = False
    is_over: bool = False
    record: Mapping[str, Any] = field(default_factory=dict, repr=False)
    draft: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that the rules refused: the observation, the action's number in it, the code and the clause.

    It ``is_private`` where it was announced privately: only its author is told, as why it was refused may hang on hidden things.
    """

    observation: str
    code: str
    clause: str
    text: str = ""
    n: int | None = None
    is_private: bool = False

    def record(self) -> dict[str, Any]:
        """As ``tracker replay`` prints it."""
        head: dict[str, Any] = {"observation": self.observation}
        if self.n is not None:
            head["n"] = self.n
        return {**head, "code": self.code, "clause": self.clause}


@dataclass(frozen=True, slots=True)
class Gamestate:
    """What holds at ``as_of``, folded from the rows known up to ``seq``; ``values`` bear the interchange format's names.

    ``next_instant`` is the next instant at which something changes by itself; ``sealed`` are the questions whose answers cannot be
    changed any more, each with why; ``detail`` is whatever more the game's own pages need, and nobody else's business. ``names`` are how
    people are shown whom ``values`` and texts name by the ids of accounts; None where a game names nobody so. ``secrets`` are hidden
    values that are laid over ``values`` for whoever asks for secrets, and ``dealing`` is what a game with hidden cards asks for.
    """

    game: str
    as_of: datetime
    seq: int
    values: Mapping[str, Any]
    facts: tuple[Fact, ...] = ()
    findings: tuple[Finding, ...] = ()
    questions: tuple[Question, ...] = ()
    requests: tuple[RollRequest, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    refused: tuple[Refusal, ...] = ()
    next_instant: datetime | None = None
    sealed: Mapping[str, str] = field(default_factory=dict)
    detail: Any = field(default=None, repr=False)
    names: Mapping[str, str] | None = None
    secrets: Mapping[str, Any] = field(default_factory=dict, repr=False)
    dealing: Dealing | None = field(default=None, repr=False)

    def values_for(self, *, secrets: bool) -> dict[str, Any]:
        """The values, with the hidden ones where secrets are asked for."""
        return overlaid(self.values, self.secrets) if secrets else dict(self.values)

    def record(self, *, secrets: bool = False) -> dict[str, Any]:
        """As ``tracker replay`` prints one instant; hidden values are among the others only where secrets are asked for."""
        return {
            "gamestate": self.values_for(secrets=secrets),
            "facts": [fact.record() for fact in self.facts],
            "findings": [finding.record() for finding in self.findings],
            "questions": [question.record() for question in self.questions],
        }
