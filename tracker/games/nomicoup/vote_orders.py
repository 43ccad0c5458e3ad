"""Every order in which votes may have come of which some were only seen between two looks, and what each order decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from tracker.core.instants import FAR_FUTURE, TICKLE
from tracker.mechanics.chat_log import Between

from .votes import Counts, Outcome

MOST_WAYS = 20_000
"""So many ways in which a vote may stand are followed; voters who did the like in the like time are one another's like in them."""


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody set a reaction that is a vote, or took it back; ``reaction`` is the same for both, and no other's."""

    user: str
    reaction: str
    vote: str
    at: Between
    is_set: bool = True


@dataclass(frozen=True, slots=True)
class Electorate:
    """Who votes from an instant (UTC) on: user -> whose vote theirs is, and how many votes are possible (COUP-102)."""

    at: datetime
    voters: dict[str, str]
    possible: int


def votes_since(electorates: Sequence[Electorate], user: str, *, early_count: bool) -> datetime | None:
    """The instant (UTC) before which whatever a user set is no vote: they could not vote then, or left since; None for no such (COUP-102)."""
    changes = (now.at for before, now in pairwise(electorates) if _is_gone(user, before, now, early_count=early_count))
    return max(changes, default=None)


def _is_gone(user: str, before: Electorate, now: Electorate, *, early_count: bool) -> bool:
    was = before.voters.get(user, "")
    return was != now.voters.get(user, "") and bool(was or not early_count)


@dataclass(frozen=True, slots=True)
class Check:
    """What was done to a text at some time, and whether a vote had been cast before (None: that is asked; COUP-099, COUP-100).

    ``is_deletion``: nobody reacts on a message that is gone, so all that is known to have been done to its reactions came before, if it can
    have.
    """

    at: Between
    was_voted: bool | None = None
    is_deletion: bool = False

    def follows(self, act: Act) -> bool:
        """Whether an act must have come before."""
        is_early = act.at.after < self.at.by or (act.at.is_exact and act.at.by == self.at.by)
        return self.is_deletion and is_early and act.at.by < FAR_FUTURE


@dataclass(frozen=True, slots=True)
class Newest:
    """That at an instant (UTC) the newest vote of a voter was this one, as people say."""

    at: datetime
    voter: str
    vote: str


@dataclass(frozen=True, slots=True)
class History:
    """All that is known of a vote.

    Things of one instant may have come in any order. Reactions set before ``since`` are no votes; nothing was decided up to
    ``undecided_at``. ``decide`` says what counts decide at once (None: nothing). Before a change of the text somebody ``had_voted``
    where any vote had ever been cast, or where one stands (``lock_stands``). What a user set is no vote any more once whose vote theirs is
    changes; ``early_count``: it is still where it was nobody's before.
    """

    acts: Sequence[Act]
    electorates: Sequence[Electorate]
    since: datetime
    decide: Callable[[Counts], Outcome | None]
    checks: Sequence[Check] = ()
    newest: Collection[Newest] = ()
    undecided_at: datetime | None = None
    lock_stands: bool = False
    early_count: bool = False


class Way(NamedTuple):
    """One way in which a vote may stand: what was decided with which counts, and whether a vote was cast ever, and before the check."""

    outcome: Outcome | None
    counts: Counts
    has_voted: bool
    had_voted: bool | None


@dataclass(slots=True)
class Found:
    """All ways in which a vote may stand, and in each which votes of whom may stand, oldest first.

    ``is_whole``: otherwise there are more than are followed, and anything may be.
    """

    ways: dict[Way, dict[str, set[tuple[str, ...]]]] = field(default_factory=dict)
    is_whole: bool = True

    def standing(self, outcome: Outcome | None) -> dict[str, set[tuple[str, ...]]]:
        """Voter -> the votes that may stand with this outcome, oldest first."""
        found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for way, votes in self.ways.items():
            if way.outcome == outcome:
                for voter, may_be in votes.items():
                    found[voter] |= may_be
        return dict(found)

    def newest(self, outcome: Outcome | None) -> dict[str, set[str]]:
        """Voter -> the votes that may be their newest with this outcome ("": none)."""
        return {
            voter: {votes[-1] if votes else "" for votes in may_be} for voter, may_be in self.standing(outcome).items()
        }


# --- voters who may stand for one another -----------------------------------------------------------------------------


_Stand: TypeAlias = tuple[tuple[int, ...], int]
"""Of one voter's acts the reactions that stand, oldest first, and a bit for each act that has happened."""


class _Kind:
    """Voters who did the like in the like time: the acts of one of them in order, and the users of each (``members``)."""

    def __init__(self, acts: Sequence[Act], users: Sequence[str]) -> None:
        self.acts, self.members = acts, [users]
        self.sets = {act.reaction: n for n, act in enumerate(acts) if act.is_set}

    def may_happen(self, stand: _Stand, n: int) -> bool:
        """Whether an act has not happened, nor waits for the reaction to be set that it takes back."""
        act, done = self.acts[n], stand[1]
        return not done >> n & 1 and (act.is_set or bool(done >> self.sets[act.reaction] & 1))

    def after(self, stand: _Stand, n: int) -> _Stand:
        """What stands once an act has happened."""
        standing, done = stand
        act = self.acts[n]
        now = (*standing, n) if act.is_set else tuple(each for each in standing if each != self.sets[act.reaction])
        return now, done | 1 << n

    def votes(self, stand: _Stand, voters: Mapping[str, str], member: int = 0) -> dict[str, str]:
        """Voter -> their newest vote that stands, for one of the members."""
        return {voter: vote for voter, vote in self._owned(stand, voters, member) if voter}

    def standing(self, stand: _Stand, voters: Mapping[str, str], member: int) -> dict[str, tuple[str, ...]]:
        """Voter -> their votes that stand, oldest first, for one of the members."""
        found: dict[str, tuple[str, ...]] = {}
        for voter, vote in self._owned(stand, voters, member):
            found[voter] = (*found.get(voter, ()), vote)
        return found

    def _owned(self, stand: _Stand, voters: Mapping[str, str], member: int) -> Iterator[tuple[str, str]]:
        name = dict(zip(self.members[0], self.members[member], strict=True))
        return ((voters.get(name[self.acts[n].user], ""), self.acts[n].vote) for n in stand[0])


def _blocs(history: History) -> Iterator[tuple[list[str], list[Act]]]:
    """The users whose votes are one voter's at any time, with their acts, of which the newest counts."""
    bloc_of: dict[str, set[str]] = {}
    for each in history.electorates:
        of_voter: dict[str, set[str]] = {}
        for user, voter in each.voters.items():
            bloc = bloc_of.setdefault(user, {user})
            joined = of_voter.setdefault(voter, bloc)
            joined |= bloc
            bloc_of.update(dict.fromkeys(bloc, joined))
    acts: dict[str, list[Act]] = defaultdict(list)
    for act in history.acts:
        acts[act.user].append(act)
    for members in {id(bloc): bloc for bloc in bloc_of.values()}.values():
        users = sorted(members)
        if theirs := [act for user in users for act in acts.get(user, ())]:
            yield users, theirs


def _likeness(users: Sequence[str], acts: Sequence[Act], history: History) -> Hashable:
    """What voters have in common who may stand for one another."""
    place = {user: n for n, user in enumerate(users)}
    reactions = {act.reaction: n for n, act in enumerate(acts)}
    did = tuple((place[act.user], reactions[act.reaction], act.vote, act.at, act.is_set) for act in acts)
    voters: dict[str, int] = {"": -1}
    votes_as = tuple(
        tuple(voters.setdefault(each.voters.get(user, ""), len(voters)) for each in history.electorates)
        for user in users
    )
    said = tuple((told.at, told.voter, told.vote) for told in history.newest if told.voter in voters)
    return did, votes_as, said


# --- the ways ---------------------------------------------------------------------------------------------------------


class _State(NamedTuple):
    """How a vote may stand: how many voters of each kind stand how, which checks were made, and what came of it."""

    stands: tuple[tuple[int, _Stand, int], ...]
    checked: int = 0
    has_voted: bool = False
    had_voted: bool | None = None
    outcome: Outcome | None = None
    counts: Counts | None = None


class _TooManyWaysError(Exception):
    """There are more ways in which a vote may stand than are followed."""


def found(history: History, until: datetime, *, is_past: bool = True) -> Found:
    """All ways in which a vote may stand just before an instant, or with all that happened at it (``is_past``)."""
    search = _Search(history, until, is_past=is_past)
    try:
        return search.found(search.run())
    except _TooManyWaysError:
        return Found(is_whole=False)


class _Search:
    """Goes through the time of a vote, with every state in which it may be."""

    def __init__(self, history: History, until: datetime, *, is_past: bool) -> None:
        self.history, self.until, self.is_past = history, until, is_past
        self.now = min([history.since, *(act.at.after for act in history.acts)]) - TICKLE
        self.electorate = history.electorates[0]
        self.is_point = self.is_counting = False
        self.counted: dict[Hashable, Counts] = {}
        kinds: dict[Hashable, _Kind] = {}
        for users, acts in _blocs(history):
            likeness = _likeness(users, acts, history)
            if likeness in kinds:
                kinds[likeness].members.append(users)
            else:
                kinds[likeness] = _Kind(acts, users)
        self.kinds = list(kinds.values())

    def run(self) -> list[_State]:
        """The states in which the vote may be at the end."""
        states = {_State(tuple((n, ((), 0), len(kind.members)) for n, kind in enumerate(self.kinds)))}
        for instant in self._instants():
            states = self._spread(states, instant)
            if instant < self.until or self.is_past:
                states = self._at(states, instant)
            self.now = instant
        return list(states)

    def _instants(self) -> list[datetime]:
        history, times = self.history, {self.history.since, self.until}
        dated = [act.at for act in history.acts] + [check.at for check in history.checks]
        times |= {each for at in dated for each in (at.after, at.by)}
        times |= {each.at for each in history.electorates} | {each.at for each in history.newest}
        times |= {history.undecided_at} if history.undecided_at else set()
        return sorted(each for each in times if each <= self.until)

    def _at(self, states: set[_State], instant: datetime) -> set[_State]:
        """What belongs to an instant: who votes from it on, and what is dated exactly; what had happened by it has."""
        if instant == self.history.since:
            self.is_counting = True
            states = {self._cleared(state) for state in states}
        if came := [each for each in self.history.electorates if self.now < each.at <= instant]:
            for each in came:
                states = {self._without_gone(state, each) for state in states}
                self.electorate = each
            self.counted.clear()
        states = set(self._looked_at(states, instant))
        self.is_point = True
        states = self._spread(states, instant)
        self.is_point = False
        return {state for state in states if self._is_possible(state, instant)}

    def _cleared(self, state: _State) -> _State:
        """The same where nothing stands that is a vote."""
        return state._replace(stands=_gathered((kind, ((), stand[1]), n) for kind, stand, n in state.stands))

    def _without_gone(self, state: _State, now: Electorate) -> _State:
        """The same without the reactions that are no votes any more as others vote now."""
        before, early = self.electorate, self.history.early_count

        def left(kind: int, standing: tuple[int, ...]) -> tuple[int, ...]:
            users = ((n, self.kinds[kind].acts[n].user) for n in standing)
            return tuple(n for n, user in users if not _is_gone(user, before, now, early_count=early))

        stands = ((kind, (left(kind, standing), done), many) for kind, (standing, done), many in state.stands)
        return state._replace(stands=_gathered(stands))

    def _is_possible(self, state: _State, instant: datetime) -> bool:
        """Whether all has happened that had by an instant, and what people say of it fits."""
        for kind, (_, done), _ in state.stands:
            if any(act.at.by <= instant and not done >> n & 1 for n, act in enumerate(self.kinds[kind].acts)):
                return False
        if any(check.at.by <= instant and not state.checked >> n & 1 for n, check in enumerate(self.history.checks)):
            return False
        return all(self._fits(state, told) for told in self.history.newest if told.at == instant)

    def _fits(self, state: _State, told: Newest) -> bool:
        """Whether a voter's newest vote may be what people say; of whom they say the same may stand for one another."""
        voters = self.electorate.voters
        return all(
            self.kinds[kind].votes(stand, voters).get(told.voter) == told.vote
            for kind, stand, _ in state.stands
            if told.voter in {voters.get(user) for user in self.kinds[kind].members[0]}
        )

    # --- one thing after another --------------------------------------------------------------------------------------

    def _spread(self, states: set[_State], instant: datetime) -> set[_State]:
        """All states that may come of some by what may have happened next, up to an instant, in any order."""
        reached, front = set(states), list(states)
        while front:
            for after in self._following(front.pop(), instant):
                if after not in reached:
                    reached.add(after)
                    front.append(after)
            if len(reached) > MOST_WAYS:
                raise _TooManyWaysError
        return reached

    def _following(self, state: _State, instant: datetime) -> Iterator[_State]:
        for kind, stand, _ in state.stands:
            for n, act in enumerate(self.kinds[kind].acts):
                if self._is_open(act.at, instant) and self.kinds[kind].may_happen(stand, n):
                    moved = [*state.stands, (kind, stand, -1), (kind, self.kinds[kind].after(stand, n), 1)]
                    yield from self._looked_at([state._replace(stands=_gathered(moved))], instant)
        for n, check in enumerate(self.history.checks):
            if self._is_open(check.at, instant) and not state.checked >> n & 1 and self._may_be_made(state, check):
                yield from self._checked(state, n, check)

    def _is_open(self, at: Between, instant: datetime) -> bool:
        """Whether something may have happened after ``now`` and up to an instant: before it, or also at it where it is exact."""
        if at.is_exact:
            return self.is_point and at.by == instant
        return at.after < instant and at.by > self.now

    def _may_be_made(self, state: _State, check: Check) -> bool:
        """Whether all has happened that must have come before a check."""
        return not check.is_deletion or all(
            done >> n & 1 or not check.follows(act)
            for kind, (_, done), _ in state.stands
            for n, act in enumerate(self.kinds[kind].acts)
        )

    def _checked(self, state: _State, n: int, check: Check) -> Iterator[_State]:
        is_voted = self._counts(state).cast > 0 if self.history.lock_stands else state.has_voted
        if check.was_voted is None:
            yield state._replace(checked=state.checked | 1 << n, had_voted=is_voted)
        elif check.was_voted == is_voted:
            yield state._replace(checked=state.checked | 1 << n)

    def _looked_at(self, states: Iterable[_State], instant: datetime) -> Iterator[_State]:
        """States with what their counts decide; none of those in which something was decided while people say nothing was."""
        for state in states:
            if not self.is_counting:
                yield state
                continue
            counts = self._counts(state)
            outcome = state.outcome or self.history.decide(counts)
            if outcome is not None and state.outcome is None:
                if self.history.undecided_at is not None and instant <= self.history.undecided_at:
                    continue
                state = state._replace(outcome=outcome, counts=counts)
            yield state if state.has_voted else state._replace(has_voted=counts.cast > 0)

    def _counts(self, state: _State) -> Counts:
        known = self.counted.get(state.stands)
        if known is None:
            cast: list[str] = []
            for kind, stand, n in state.stands:
                cast += [*self.kinds[kind].votes(stand, self.electorate.voters).values()] * n
            known = self.counted[state.stands] = Counts.of(cast, self.electorate.possible)
        return known

    def found(self, states: Iterable[_State]) -> Found:
        """The ways that states are, with every member's votes in each."""
        ways: dict[Way, dict[str, set[tuple[str, ...]]]] = {}
        for state in states:
            counts = state.counts or self._counts(state)
            votes = ways.setdefault(Way(state.outcome, counts, state.has_voted, state.had_voted), {})
            for kind, stand, _ in state.stands:
                for voter, standing in self._votes_of(self.kinds[kind], stand):
                    votes.setdefault(voter, set()).add(standing)
        return Found(ways)

    def _votes_of(self, kind: _Kind, stand: _Stand) -> Iterator[tuple[str, tuple[str, ...]]]:
        for member, users in enumerate(kind.members):
            standing = kind.standing(stand, self.electorate.voters, member)
            voters = {self.electorate.voters.get(user, "") for user in users} - {""}
            yield from ((voter, standing.get(voter, ())) for voter in voters)


def _gathered(stands: Iterable[tuple[int, _Stand, int]]) -> tuple[tuple[int, _Stand, int], ...]:
    """How many of each kind stand how, each once."""
    sums: dict[tuple[int, _Stand], int] = defaultdict(int)
    for kind, stand, n in stands:
        sums[kind, stand] += n
    return tuple(sorted((kind, stand, n) for (kind, stand), n in sums.items() if n))
