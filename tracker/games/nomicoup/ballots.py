"""What is kept of a vote beside its reactions, how it stands as far as that is certain, and what people are asked where it is not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import FAR_FUTURE, TICKLE, iso
from tracker.mechanics.chat_log import Between, ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.voting_periods import between

from .vote_orders import Act, Check, Electorate, Found, History, Newest, Way, found, votes_since
from .votes import ADOPTED, REJECTED, Counts, Outcome, Standing, newest, standing

STILL_OPEN = "still voted on"
"""What may have become of a vote by a look, besides its outcomes."""
VOTED, NOBODY_VOTED = "somebody had voted", "nobody had voted"
"""What may be said of a vote when a text was edited or deleted (COUP-099 to COUP-101)."""


@dataclass(slots=True)
class AskedNewest:
    """That people are asked which of a voter's votes was the newest at an instant (UTC)."""

    question: str
    voter: str
    at: datetime


@dataclass(slots=True)
class Ballot:
    """What is kept of a vote: who voted since when, and what people were asked or said of the order in which votes came.

    ``undecided_at``: nothing was decided up to then, though it may have been. ``may_be`` are the votes that may be the newest of voters
    of whom that is not certain, ``tallies`` the counts that may be (up, right, down and possible), ``has_voted`` whether anybody may have
    voted so far; ``is_followed``: otherwise there are more ways than are followed, and nothing is certain.
    ``stated`` stands for the message of a vote whose message nobody stated: on it are the reactions that people stated.
    """

    electorates: list[Electorate] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    asked: list[AskedNewest] = field(default_factory=list)
    undecided_at: datetime | None = None
    may_be: dict[str, list[str]] = field(default_factory=dict)
    tallies: list[list[int]] = field(default_factory=list)
    has_voted: list[bool] = field(default_factory=list)
    is_followed: bool = True
    stated: ChatMessage | None = None


@dataclass(frozen=True, slots=True)
class Poll:
    """A vote as the rules look at it: reactions on ``messages`` of ``kinds`` (emoji -> vote), by users as ``voters`` (user -> voter).

    It runs from ``made_at``; reactions set before ``since`` are no votes. ``decide`` says what counts decide at once. ``name`` is how
    people know it, ``clause`` that by which its votes are counted; ``counted`` are the votes as they were counted last. ``early_count``
    is as in ``History``.
    """

    ballot: Ballot
    name: str
    clause: str
    messages: Sequence[ChatMessage]
    kinds: Mapping[str, str]
    voters: Mapping[str, str]
    possible: int
    made_at: datetime
    since: datetime
    decide: Callable[[Counts], Outcome | None]
    counted: Mapping[str, Sequence[Standing]]
    lock_stands: bool = False
    early_count: bool = False

    @property
    def id(self) -> str:
        """The message that it is on."""
        return self.messages[0].id if self.messages else ""


def voted_on(moment: Moment[Any], ballot: Ballot, ids: Iterable[str]) -> list[ChatMessage]:
    """The messages of these ids, which a vote is on, or what stands for one that nobody stated."""
    if ballot.stated is not None:
        return [ballot.stated]
    messages = moment.state.log.messages
    return [messages[id] for id in ids if id in messages]


def let_vote(poll: Poll, since: datetime) -> None:
    """Note who votes from an instant on, where that changes."""
    known = poll.ballot.electorates
    at = since if known else min(since, poll.made_at)
    if not known or (known[-1].voters, known[-1].possible) != (poll.voters, poll.possible):
        poll.ballot.electorates = [*known, Electorate(at, dict(poll.voters), poll.possible)]


def acts(poll: Poll) -> Iterator[Act]:
    """What was done to the reactions that are votes; those of whom it is not told who they are may be votes or none, at any time."""
    for message in poll.messages:
        for emoji, vote in poll.kinds.items():
            by_user = message.reactions.get(emoji, {})
            for user, presences in by_user.items():
                for n, presence in enumerate(presences):
                    id = f"{message.id}:{emoji}:{user}:{n}"
                    yield Act(user, id, vote, presence.set)
                    if presence.removed is not None:
                        yield Act(user, id, vote, presence.removed, is_set=False)
            for user in _unnamed(message, emoji, len(by_user)):
                yield Act(user, f"{message.id}:{user}", vote, Between(message.at, FAR_FUTURE))


NOBODY = "?:"
"""How the name begins of those of whom it is not told who they are."""


def _unnamed(message: ChatMessage, emoji: str, named: int) -> list[str]:
    return [f"{NOBODY}{message.id}:{emoji}:{n}" for n in range(message.counted.get(emoji, 0) - named)]


def is_pending(poll: Poll, when: datetime) -> bool:
    """Whether something may have been done to the votes that is only seen by a later look."""
    return any(act.at.after < when < act.at.by for act in acts(poll))


# --- how it stands ----------------------------------------------------------------------------------------------------


def look(
    moment: Moment[Any], poll: Poll, until: datetime, *, is_past: bool = True, check: Check | None = None
) -> Found:
    """All ways in which a vote may stand just before an instant, or with all that happened at it (``is_past``)."""
    ballot = poll.ballot
    known = {*poll.voters, *(user for each in ballot.electorates for user in each.voters)}
    done = [act for act in acts(poll) if act.user in known or act.user.startswith(NOBODY)]
    told = [
        Newest(each.at, each.voter, answer)
        for each in ballot.asked
        if (answer := moment.answer(each.question)) and answer in poll.kinds.values()
    ]
    checks = [*ballot.checks, check] if check else ballot.checks
    seen = until + TICKLE if is_past else until
    if not (checks or told or ballot.undecided_at) and _is_in_order(poll, done, until if is_past else until - TICKLE):
        return _plain(poll, seen)
    ways = found(_history(poll, done, checks, told), until, is_past=is_past)
    return ways if ways.ways or not ways.is_whole else _plain(poll, seen)


def _history(poll: Poll, done: Sequence[Act], checks: Sequence[Check], told: Sequence[Newest]) -> History:
    ballot, nameless = poll.ballot, {act.user: act.user for act in done if act.user.startswith(NOBODY)}
    electorates = ballot.electorates or [Electorate(poll.made_at, dict(poll.voters), poll.possible)]
    named = [Electorate(each.at, {**each.voters, **nameless}, each.possible) for each in electorates]
    return History(
        done, named, poll.since, poll.decide, checks, told, ballot.undecided_at, poll.lock_stands, poll.early_count
    )


def _is_in_order(poll: Poll, done: Sequence[Act], until: datetime) -> bool:
    """Whether it is certain of any two things in which order they came, also of an instant that is looked at and what came before."""
    if all(act.at.is_exact for act in done):
        return True
    instants = [until, poll.since, *(each.at for each in poll.ballot.electorates[1:])]
    spans = [*(act.at for act in done), *map(Between.exactly, instants)]
    spans.sort(key=lambda at: (at.by, at.after))
    return all(earlier.by <= later.after for earlier, later in pairwise(spans))


def _plain(poll: Poll, when: datetime) -> Found:
    """The one way there is, where the order is certain."""
    standing = {voter: tuple(each.vote for each in votes) for voter, votes in in_force(poll, when).items()}
    counts = Counts.of((votes[-1] for votes in standing.values() if votes), poll.possible)
    named = {voter: {standing.get(voter, ())} for voter in poll.voters.values()}
    return Found({Way(poll.decide(counts), counts, counts.cast > 0, None): named})


def in_force(poll: Poll, when: datetime) -> dict[str, list[Standing]]:
    """Voter -> their reactions that stand just before an instant and are votes, oldest first, as they were seen last.

    Those of one instant are in the order of being heard.
    """
    stood = standing(
        poll.messages,
        poll.kinds,
        when,
        lambda user: poll.voters.get(user, ""),
        lambda user: votes_since(poll.ballot.electorates, user, early_count=poll.early_count),
    )
    return {
        voter: sorted(
            (vote for vote in votes if vote.at >= poll.since), key=partial(_time, poll.counted.get(voter, ()))
        )
        for voter, votes in stood.items()
    }


def _time(counted: Sequence[Standing], vote: Standing) -> tuple[datetime, int]:
    """When a vote was cast: of one instant those that were counted before came first."""
    return vote.at, counted.index(vote) if vote in counted else len(counted)


def votes(poll: Poll, when: datetime, ways: Found, outcome: Outcome | None) -> dict[str, list[Standing]]:
    """Voter -> their reactions that stand just before an instant and are votes in every way with an outcome, the newest last."""
    seen, may_stand = in_force(poll, when), ways.standing(outcome)
    named = dict.fromkeys((*seen, *(voter for voter in sorted(may_stand) if not voter.startswith(NOBODY))))
    return {voter: _surely(seen.get(voter, []), may_stand.get(voter, set()), when) for voter in named}


def _surely(seen: Sequence[Standing], may_stand: Collection[tuple[str, ...]], when: datetime) -> list[Standing]:
    """Those of a voter's reactions whose votes stand whichever of these do, oldest first; the newest last where that is certain."""
    if not may_stand or may_stand == {tuple(each.vote for each in seen)}:
        return list(seen)
    newest = {votes[-1] if votes else "" for votes in may_stand}
    last = newest.pop() if len(newest) == 1 else ""
    left = {each.vote: min(votes.count(each.vote) for votes in may_stand) for each in seen}
    found = list[Standing]()
    for each in reversed(seen):
        found += [each] if left[each.vote] > 0 else []
        left[each.vote] -= 1
    if last and last not in left:
        found.append(Standing(last, when))
    found.reverse()
    return sorted(found, key=lambda one: bool(last) and one.vote == last)


def without_vote(poll: Poll, when: datetime, shown: VotesShown) -> list[str]:
    """The voters who reacted and surely have no vote by that."""
    every = standing(poll.messages, poll.kinds, when, lambda user: poll.voters.get(user, ""))
    return [voter for voter in every if not shown.votes.get(voter) and voter not in shown.may_be]


def reacted_before(poll: Poll, voter: str) -> bool:
    """Whether a voter reacted before they could vote, or while they may not have been able to."""
    users = {user for user, whose in poll.voters.items() if whose == voter}
    since = {user: votes_since(poll.ballot.electorates, user, early_count=poll.early_count) for user in users}
    return any(act.is_set and act.at.after < (since.get(act.user) or poll.made_at) for act in acts(poll))


def note(moment: Moment[Any], poll: Poll, ways: Found, outcome: Outcome | None) -> None:
    """Note of a vote with this outcome what is not certain about it."""
    ballot = poll.ballot
    ballot.may_be, ballot.tallies = uncertain(poll, ways, outcome), counted(ways, outcome)
    ballot.has_voted = sorted(_has_voted(ways, outcome))
    if ballot.is_followed and not ways.is_whole:
        text = f"the votes on {poll.name} may have come in more orders than are followed: nothing of them is certain"
        moment.note("VOTES_NOT_FOLLOWED", "COUP-111", text)
    ballot.is_followed = ways.is_whole


def uncertain(poll: Poll, ways: Found, outcome: Outcome | None) -> dict[str, list[str]]:
    """Voter -> the votes that may be their newest with an outcome ("": none), where that is not certain."""
    if not ways.is_whole:
        voters = {poll.voters[act.user] for act in acts(poll) if act.user in poll.voters}
        return {voter: ["", *sorted(set(poll.kinds.values()))] for voter in sorted(voters)}
    return {voter: sorted(each) for voter, each in sorted(ways.newest(outcome).items()) if len(each) > 1}


def _has_voted(ways: Found, outcome: Outcome | None) -> frozenset[bool]:
    """Whether anybody may have voted so far, with an outcome."""
    if not ways.is_whole:
        return frozenset({True, False})
    return frozenset(way.has_voted for way in ways.ways if way.outcome == outcome)


def counted(ways: Found, outcome: Outcome | None) -> list[list[int]]:
    """The counts that may be with an outcome: up, right, down and possible votes."""
    found = {way.counts for way in ways.ways if way.outcome == outcome}
    return sorted([each.up, each.right, each.down, each.possible] for each in found)


def agreed_tally(tallies: Sequence[Sequence[int]]) -> list[int | None]:
    """Of each kind how many votes there are, None where that is not certain."""
    if not tallies:
        return [None] * 4
    return [each[0] if len(set(each)) == 1 else None for each in zip(*tallies, strict=True)]


def in_words(tallies: Sequence[Sequence[int]]) -> str:
    """The counts as they are told: ``up 2 or 3, right 0, down 0 of 4``."""
    if not tallies:
        return "nobody can tell the votes"
    up, right, down, possible = (" or ".join(map(str, sorted(set(each)))) for each in zip(*tallies, strict=True))
    return f"up {up}, right {right}, down {down} of {possible}"


# --- what people are asked --------------------------------------------------------------------------------------------


def at_limit(ways: Found, decide: Callable[[Counts], Outcome]) -> Found:
    """The ways in which a vote may have ended at its limit: decided before, or then by its counts."""
    return _with_outcomes(ways, lambda way: way.outcome or decide(way.counts))


def _with_outcomes(ways: Found, outcome: Callable[[Way], Outcome | None]) -> Found:
    """The same ways with other outcomes."""
    found: dict[Way, dict[str, set[tuple[str, ...]]]] = {}
    for way, votes in ways.ways.items():
        into = found.setdefault(way._replace(outcome=outcome(way)), {})
        for voter, may_stand in votes.items():
            into.setdefault(voter, set()).update(may_stand)
    return Found(found, is_whole=ways.is_whole)


def outcomes(ways: Found, *, is_over: bool = False) -> list[Outcome | None]:
    """What may have become of a vote (None: it runs on); with too many ways anything, in the end one of both."""
    if not ways.is_whole:
        return [ADOPTED, REJECTED] if is_over else [ADOPTED, REJECTED, None]
    may_be = {way.outcome for way in ways.ways}
    return [each for each in (ADOPTED, REJECTED, None) if each in may_be]


def choice(moment: Moment[Any], poll: Poll, question: str, may_be: Sequence[Outcome | None], when: datetime) -> Choice:
    """The question what had become of a vote by an instant, of which only looks tell."""
    spans = {act.at for act in acts(poll) if not act.at.is_exact and act.at.after < when}
    seen = ", ".join(between(each) for each in sorted(spans, key=lambda at: (at.by, at.after))[-_SPANS_TOLD:])
    text = f"What had become of {poll.name} by {iso(when)}? Some votes were only seen between two looks ({seen}): "
    why = "when they came, and in which order, decides it."
    answers = tuple(each or STILL_OPEN for each in may_be)
    return Choice(question, text + why, poll.clause, moment.when, answers, (poll.id,) if poll.id else ())


_SPANS_TOLD = 3


def chosen(may_be: Sequence[Outcome | None], answer: str) -> Outcome | None:
    """The outcome that an answer means; the only one where nothing was asked."""
    return next((each for each in may_be if (each or STILL_OPEN) == answer), may_be[0])


def unasked_newest(poll: Poll, ways: Found, when: datetime) -> dict[str, set[str]]:
    """Voter -> their votes of which nobody can tell which is the newest, and nobody was asked, while the vote runs on."""
    sides = {voter: may_be - {""} for voter, may_be in ways.newest(None).items() if len(may_be) > 1}
    if not sides:
        return {}
    pending = {act.user for act in acts(poll) if act.at.after < when < act.at.by}
    waiting = {poll.voters.get(user, user) for user in pending}
    asked = {(each.voter, each.at) for each in poll.ballot.asked}
    found = {voter: may_be for voter, may_be in sides.items() if len(may_be) > 1 and voter not in waiting}
    return {voter: may_be for voter, may_be in found.items() if not _is_asked(voter, asked, poll)}


def _is_asked(voter: str, asked: set[tuple[str, datetime]], poll: Poll) -> bool:
    """Whether people were asked of a voter's votes since the newest of them."""
    users = {user for user, whose in poll.voters.items() if whose == voter}
    last = max((act.at.by for act in acts(poll) if act.user in users), default=poll.made_at)
    return any(who == voter and at >= last for who, at in asked)


def ask_newest(moment: Moment[Any], poll: Poll, unasked: Mapping[str, set[str]]) -> None:
    """Ask which of a voter's votes is the newest, where they were first seen at one look (COUP-103)."""
    for voter, may_be in sorted(unasked.items()):
        votes = sorted(may_be)
        text = (
            f"Which of the votes of {voter} on {poll.name} was the newest by {iso(moment.when)}: {' or '.join(votes)}?"
        )
        why = "No look tells which of them was set last."
        id = f"newest:{poll.id}:{voter}:{iso(moment.when)}"
        moment.ask(Ask(id, f"{text} {why}", "COUP-103", votes, moment.when, [poll.id] if poll.id else []))
        poll.ballot.asked = [*poll.ballot.asked, AskedNewest(id, voter, moment.when)]


def close(ballot: Ballot) -> None:
    """Let all be forgotten that only matters while a vote runs."""
    ballot.electorates, ballot.checks, ballot.asked, ballot.undecided_at, ballot.stated = [], [], [], None, None


def forget_unanswered(moment: Moment[Any], poll: Poll) -> None:
    """Ask no more which of a voter's votes was the newest where that is certain by now."""
    for each in poll.ballot.asked:
        if each.voter not in poll.ballot.may_be and moment.answer(each.question) is None:
            moment.world.asks = {id: ask for id, ask in moment.world.asks.items() if id != each.question}


# --- changes of the text ----------------------------------------------------------------------------------------------


def had_voted(moment: Moment[Any], poll: Poll, at: Between, *, is_deletion: bool = False) -> set[bool]:
    """Whether anybody had voted before a text was changed, or deleted: both where nobody can tell."""
    made = Check(at, is_deletion=is_deletion)
    if known := {bool(check.was_voted) for check in poll.ballot.checks if replace(check, was_voted=None) == made}:
        return known
    ways = look(moment, poll, max(moment.when, at.after), check=made)
    if not ways.is_whole:
        return {True, False}
    return {way.has_voted if way.had_voted is None else way.had_voted for way in ways.ways}


def doubt_of_votes(moment: Moment[Any], poll: Poll, at: Between, *, is_deletion: bool = False) -> Choice:
    """The question whether anybody had voted before a text was edited or deleted (COUP-099 to COUP-101)."""
    done, clause = ("deleted", "COUP-101") if is_deletion else ("edited", "COUP-100")
    text = f"Had anybody voted on {poll.name} when it was {done} {between(at)}? Some votes were only seen between two looks."
    id = f"voted:{poll.id}:{'deletion' if is_deletion else iso(at.by)}"
    return Choice(id, text, clause, moment.when, (VOTED, NOBODY_VOTED), (poll.id,))


def note_voted(poll: Poll, at: Between, answer: str, *, is_deletion: bool = False) -> None:
    """Note what is said of it: it tells of the order of votes, too."""
    poll.ballot.checks = [*poll.ballot.checks, Check(at, answer == VOTED, is_deletion)]


# --- what is shown ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VotesShown:
    """How a vote stands as it is shown: ``tally`` is up, right, down and possible votes, undetermined where that is not certain.

    ``votes`` are the reactions that stand, the newest of each voter last but where ``may_be`` tells that it is not certain, ``counts``
    all that may be, ``outcomes`` what may have become of it; ``has_voted`` is whether anybody may have voted so far.
    """

    tally: tuple[Any, ...]
    votes: Mapping[str, Sequence[Standing]]
    may_be: Mapping[str, Sequence[str]]
    counts: Sequence[Counts]
    outcomes: Sequence[Outcome | None]
    has_voted: frozenset[bool]

    @property
    def majority(self) -> Any:
        """How many votes of one kind are a majority."""
        possible = self.tally[3]
        return possible if possible == UNDETERMINED else Counts(0, 0, 0, possible).needed

    def status(self, status: str) -> str:
        """A status that is told, or undetermined where the vote may be over though nothing tells it yet."""
        return UNDETERMINED if any(self.outcomes) else status

    def is_locked(self, is_locked: bool) -> bool | str:
        """Whether a vote was cast, or undetermined."""
        if is_locked or len(self.has_voted) < 2:
            return is_locked or True in self.has_voted
        return UNDETERMINED

    def voters(self, vote: str) -> list[str]:
        """Whose newest vote surely is this one."""
        return sorted(who for who, cast in newest(self.votes).items() if cast == vote and who not in self.may_be)


def shown_closed(ballot: Ballot, votes: Mapping[str, Sequence[Standing]], tally: Sequence[int | None]) -> VotesShown:
    """How a vote stood when it was counted at last."""
    told = tuple(UNDETERMINED if each is None else each for each in tally)
    return VotesShown(told, votes, ballot.may_be, (), (), frozenset(ballot.has_voted))


def shown(moment: Moment[Any], poll: Poll, *, is_over: bool = False) -> VotesShown:
    """How a vote without outcome stands: as it was counted at last, or while it pends what only a later look sees, as it may by now."""
    ballot = poll.ballot
    if not is_over and is_pending(poll, moment.when):
        found = look(moment, poll, moment.when)
        ways = _with_outcomes(found, lambda _: None)
        cast, may_be = votes(poll, moment.when + TICKLE, ways, None), uncertain(poll, ways, None)
        return _as_counted(poll, cast, counted(ways, None), may_be, outcomes(found), _has_voted(ways, None))
    sure = Counts.of(newest(poll.counted).values(), poll.possible)
    tallies = ballot.tallies or [[sure.up, sure.right, sure.down, sure.possible]]
    known = tallies if ballot.is_followed else []
    return _as_counted(poll, poll.counted, known, ballot.may_be, (), frozenset(ballot.has_voted))


def _as_counted(
    poll: Poll,
    cast: Mapping[str, Sequence[Standing]],
    tallies: Sequence[Sequence[int]],
    may_be: Mapping[str, Sequence[str]],
    outcomes: Sequence[Outcome | None],
    has_voted: frozenset[bool],
) -> VotesShown:
    up, right, down, _ = (UNDETERMINED if each is None else each for each in agreed_tally(tallies))
    counts = [Counts(*each) for each in tallies]
    return VotesShown((up, right, down, poll.possible), cast, may_be, counts, outcomes, has_voted)
