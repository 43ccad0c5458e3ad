"""A bench: one judge or none, requests for justice, rulings on them, and the votes of confidence by which rulings are overturned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from tracker.mechanics.action_ids import key_of, short_id
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.reaction_votes import Both, Tally, tally

Problem: TypeAlias = Literal["no judge", "not the judge", "not who ruled", "too late", "overturned", "answered"]
"""Why something about the bench cannot be done."""
Word: TypeAlias = Literal["affirm", "overturn"]
Overturner: TypeAlias = Literal["the judge who ruled", "who ruled", "the judge"]
"""Who may overturn a ruling alone: its maker while judge, its maker for good, or whoever is judge (R10-128, DUCK-182)."""
STANDS, OVERTURNED = "stands", "overturned"
"""What a vote of confidence may decide."""


@dataclass(slots=True)
class Request:
    """A question or statement that a judge is asked to rule on.

    ``obliges`` says whether the judge must respond; ``n`` is the number of the action in its message, which holds ``of`` actions.
    """

    by: str
    text: str
    at: datetime
    message: str
    n: int = 1
    of: int = 1
    obliges: bool = True
    status: Literal["open", "answered"] = "open"

    @property
    def id(self) -> str:
        """The key under which the bench has it."""
        return key_of(self.message, self.n)

    @property
    def short(self) -> str:
        """The short id by which it is shown and can be named."""
        return short_id(self)

    @property
    def is_question(self) -> bool:
        """Whether an answer is wanted; else it is a statement, of which is said whether it is true."""
        return self.text.rstrip(" *_`\"'”").endswith("?")


@dataclass(slots=True)
class Ruling:
    """A judge's response to a request (its key; "" where it is not known); ``n`` and ``of`` are those of the action in its message.

    ``truth`` is what it says of a statement, None where it says neither. ``switch`` is the reading of the rules that it turned
    over, as name and reading. ``decided`` is what was decided by it, noted when it is overturned.
    """

    request: str
    by: str
    at: datetime
    message: str
    n: int = 1
    of: int = 1
    text: str = ""
    truth: bool | None = None
    status: Literal["standing", "overturned"] = "standing"
    overturned_at: datetime | None = None
    switch: tuple[str, str] | None = None
    decided: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The key under which the bench has it."""
        return key_of(self.message, self.n)

    @property
    def short(self) -> str:
        """The short id by which it is shown and can be named."""
        return short_id(self)

    @property
    def stands(self) -> bool:
        """Whether it still has a bearing."""
        return self.status == "standing"


@dataclass(slots=True)
class ConfidenceVote:
    """A vote on whether a ruling is overturned, from ``start`` on and strictly before ``end`` (UTC), on the message that started it.

    ``words`` are the last words that people said instead of reacting. The counts are None before the end, or where they are not
    known for certain. It is void where its ruling was overturned otherwise before the end.
    """

    id: str
    message: str
    ruling: str
    by: str
    start: datetime
    end: datetime
    words: dict[str, Word] = field(default_factory=dict)
    status: Literal["open", "stands", "overturned", "void"] = "open"
    affirm: int | None = None
    overturn: int | None = None


@dataclass(slots=True)
class Bench:
    """Who judges ("" for nobody), since when and until when, who assented to the removal and when, and what was asked and ruled."""

    judge: str = ""
    since: datetime | None = None
    term_end: datetime | None = None
    assents: dict[str, datetime] = field(default_factory=dict)
    requests: dict[str, Request] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    votes: dict[str, ConfidenceVote] = field(default_factory=dict)


# --- the office -------------------------------------------------------------------------------------------------------


def appoint(bench: Bench, judge: str, when: datetime, term_end: datetime | None, *, keep_assents: bool = False) -> None:
    """Let somebody be the judge, in place of whoever was; ``keep_assents``: if it is the same person, assents still count."""
    if not (keep_assents and judge == bench.judge):
        bench.assents = {}
    bench.judge, bench.since, bench.term_end = judge, when, term_end


def vacate(bench: Bench) -> str:
    """Let there be no judge; gives who was."""
    former, bench.judge = bench.judge, ""
    bench.since = bench.term_end = None
    bench.assents = {}
    return former


def assent_to_removal(bench: Bench, who: str, when: datetime, needed: int) -> Problem | bool:
    """Note an assent, once for each person; whether the judge was removed by it."""
    if not bench.judge:
        return "no judge"
    bench.assents.setdefault(who, when)
    if len(bench.assents) < needed:
        return False
    vacate(bench)
    return True


def resign(bench: Bench, who: str) -> Problem | None:
    """Let the judge leave the office."""
    if not bench.judge or bench.judge != who:
        return "not the judge"
    vacate(bench)
    return None


# --- requests and rulings ---------------------------------------------------------------------------------------------


def request(bench: Bench, asked: Request) -> Request:
    """Note a request for justice; one by the judge obliges nobody."""
    asked.obliges = asked.by != bench.judge
    bench.requests[asked.id] = asked
    return asked


def rule_on(bench: Bench, asked: Request, made: Ruling) -> Problem | None:
    """Note the judge's response to an open request; why it is none, or None."""
    if not bench.judge or made.by != bench.judge:
        return "not the judge"
    if asked.status != "open":
        return "answered"
    asked.status = "answered"
    bench.rulings[made.id] = made
    return None


def is_within(since: datetime, now: datetime, limit: timedelta, *, with_end: bool) -> bool:
    """Whether an instant is within a span of another; ``with_end`` says whether exactly so long after is."""
    return now - since < limit or (with_end and now - since == limit)


def overturn(bench: Bench, ruling: Ruling, when: datetime) -> None:
    """Let a ruling have no bearing any more; open votes on it are void. Raises ValueError where it has none already."""
    if not ruling.stands:
        raise ValueError(f"ruling {ruling.id} is overturned already")
    ruling.status, ruling.overturned_at = "overturned", when
    for vote in open_votes(bench, ruling):
        vote.status = "void"


def overturn_own(
    bench: Bench, ruling: Ruling, by: str, when: datetime, limit: timedelta, *, with_end: bool, who: Overturner
) -> Problem | None:
    """Let somebody overturn a ruling alone, in time; then a new one on the same request is due."""
    if (by != ruling.by and who != "the judge") or (by != bench.judge and who != "who ruled"):
        return "not who ruled"
    if not ruling.stands:
        return "overturned"
    if not is_within(ruling.at, when, limit, with_end=with_end):
        return "too late"
    overturn(bench, ruling, when)
    if ruling.request in bench.requests:
        bench.requests[ruling.request].status = "open"
    return None


# --- votes of confidence ----------------------------------------------------------------------------------------------


def call_confidence(
    bench: Bench,
    ruling: Ruling,
    by: str,
    when: datetime,
    message: str,
    n: int = 1,
    *,
    limit: timedelta,
    with_end: bool,
    lasts: timedelta,
) -> ConfidenceVote | Problem:
    """Start a vote of confidence on a ruling that stands, within ``limit`` of the ruling."""
    if not ruling.stands:
        return "overturned"
    if not is_within(ruling.at, when, limit, with_end=with_end):
        return "too late"
    id = key_of(message, n)
    bench.votes[id] = ConfidenceVote(id, message, ruling.id, by, when, when + lasts)
    return bench.votes[id]


def open_votes(bench: Bench, ruling: Ruling) -> list[ConfidenceVote]:
    """The votes of confidence on a ruling that are not decided."""
    return [vote for vote in bench.votes.values() if vote.ruling == ruling.id and vote.status == "open"]


def confidence_tally(
    vote: ConfidenceVote,
    message: ChatMessage,
    affirming: str,
    overturning: str,
    when: datetime,
    may_vote: Callable[[str], bool | None],
    both: Both,
) -> Tally:
    """Who affirms and who overturns at an instant; what somebody said in words counts instead of their reactions."""
    silent = tally(
        message, affirming, overturning, when, lambda user: False if user in vote.words else may_vote(user), both
    )
    ways = silent.ways
    for user, word in vote.words.items():
        cast = _spoken(user, word)
        said = {True: (cast,), None: (cast, (frozenset[str](), frozenset[str]())), False: ()}[may_vote(user)]
        ways = tuple((pro | more[0], contra | more[1]) for pro, contra in ways for more in said) or ways
    return replace(silent, ways=ways)


def _spoken(user: str, word: Word) -> tuple[frozenset[str], frozenset[str]]:
    said = frozenset({user})
    return (said, frozenset()) if word == "affirm" else (frozenset(), said)


def confidence_answers(votes: Tally) -> tuple[str, ...]:
    """What a vote may have decided: a ruling is overturned by strictly more who overturn than affirm (R10-126, DUCK-180, AET-053)."""
    found = {_decided(*way) for way in votes.ways}
    return tuple(each for each in (STANDS, OVERTURNED) if each in found)


def _decided(affirm: frozenset[str], against: frozenset[str]) -> str:
    return OVERTURNED if len(against) > len(affirm) else STANDS


def close_vote(vote: ConfidenceVote, decided: str, votes: Tally) -> None:
    """Note what a vote decided, and the counts as far as they are certain."""
    vote.status = "overturned" if decided == OVERTURNED else "stands"
    fitting = [way for way in votes.ways if _decided(*way) == decided] or list(votes.ways)
    affirm, against = ({len(way[side]) for way in fitting} for side in (0, 1))
    vote.affirm = affirm.pop() if len(affirm) == 1 else None
    vote.overturn = against.pop() if len(against) == 1 else None
