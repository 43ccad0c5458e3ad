"""Votes by reaction: who had which reaction standing at an instant, and what every possible count decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from math import prod
from typing import Literal, TypeAlias

from tracker.core.gamestate import Outcome
from tracker.mechanics.chat_log import Between, ChatMessage, Presence, canonical_emoji

Both = Literal["each", "against", "for", "none"]
"""What somebody with both reactions has cast: one vote of each, one against, one for, or none."""

Way: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""Who voted for and who against, in one of the ways in which it may have been."""

MOST_WAYS = 1024
"""With more ways than this, one is given for each pair of counts."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """Who had a reaction standing: those who surely had, those who may have had (all of ``certain`` among them), and why."""

    certain: frozenset[str]
    possible: frozenset[str]
    doubts: tuple[tuple[str, Between], ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Every way in which the votes can have stood; just one where all is certain.

    ``doubts`` are the people whose reaction was set or removed between two looks that straddle the instant of counting; of so many
    reactions as are ``unnamed`` it is not told who set them, nor when.
    """

    ways: tuple[Way, ...]
    doubts: tuple[tuple[str, Between], ...] = ()
    unnamed: int = 0

    @property
    def is_certain(self) -> bool:
        """Whether the votes stood in one way only."""
        return len(self.ways) == 1

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Every pair of counts, for and against, that can have been, in ascending order."""
        return tuple(sorted({(len(way[0]), len(way[1])) for way in self.ways}))


def standing(message: ChatMessage, emoji: str, when: datetime) -> Ballot:
    """Who had that reaction standing at an instant: set before it and not removed before it (R10 CV7)."""
    stood = {
        user: _stood(presences, when) for user, presences in message.reactions.get(canonical_emoji(emoji), {}).items()
    }
    doubts = [
        (user, at)
        for user, presences in message.reactions.get(canonical_emoji(emoji), {}).items()
        if stood[user] is None
        for presence in presences
        for at in (presence.set, presence.removed)
        if at is not None and at.before(when) is None
    ]
    certain = frozenset(user for user, is_so in stood.items() if is_so)
    possible = frozenset(user for user, is_so in stood.items() if is_so is not False) | _unnamed(message, emoji)
    return Ballot(certain, possible, tuple(sorted(doubts, key=lambda doubt: (doubt[0], doubt[1].by, doubt[1].after))))


def _unnamed(message: ChatMessage, emoji: str) -> frozenset[str]:
    """A name for each of those who set a reaction and of whom it is not told who they are: each may be anybody, or no voter."""
    kind = canonical_emoji(emoji)
    missing = message.counted.get(kind, 0) - len(message.reactions.get(kind, {}))
    return frozenset(f"{_NOBODY}{kind}:{number}" for number in range(missing))


_NOBODY = "?:"


def voters_in_words(ids: Iterable[str]) -> str:
    """Who voted, with how many more of whom it is not told who they are."""
    return ", ".join(named_voters(ids).values()) or "nobody"


def named_voters(ids: Iterable[str], name: Callable[[str], str] = str) -> dict[str, str]:
    """How voters are shown, given how a person is; those of whom it is not told who they are in one entry, last."""
    listed = list(ids)
    found = {id: name(id) for id in listed if not id.startswith(_NOBODY)}
    unnamed = [id for id in listed if id.startswith(_NOBODY)]
    return found | ({_NOBODY: f"{len(unnamed)} of whom it is not told who they are"} if unnamed else {})


def _stood(presences: list[Presence], when: datetime) -> bool | None:
    found = {_was_there(presence, when) for presence in presences}
    return True if True in found else None if None in found else False


def _was_there(presence: Presence, when: datetime) -> bool | None:
    was_set = presence.set.before(when)
    was_removed = presence.removed.before(when) if presence.removed is not None else False
    if was_set is False or was_removed:
        return False
    return True if was_set and was_removed is False else None


def tally(
    message: ChatMessage,
    for_emoji: str,
    against_emoji: str,
    when: datetime,
    may_vote: Callable[[str], bool | None],
    both: Both,
) -> Tally:
    """The votes on a message at an instant, of those who may vote then; ``both`` says what both reactions of one person are.

    Where nobody can tell whether somebody may vote (None), their votes count in some ways and not in others.
    """
    pro, contra = standing(message, for_emoji, when), standing(message, against_emoji, when)
    everybody = sorted(pro.possible | contra.possible)
    unnamed = {user for user in everybody if user.startswith(_NOBODY)}
    voters = {user: None if user in unnamed else may_vote(user) for user in everybody}
    choices = {user: _choices(pro, contra, user, both, may is True) for user, may in voters.items() if may is not False}
    doubts = tuple(doubt for doubt in (*pro.doubts, *contra.doubts) if doubt[0] in choices)
    few = prod(len(each) for each in choices.values()) <= MOST_WAYS
    return Tally(_all_ways(choices) if few else _ways_by_count(choices), doubts, len(unnamed))


_Cast: TypeAlias = tuple[bool, bool]


def _choices(pro: Ballot, contra: Ballot, user: str, both: Both, surely_may: bool) -> tuple[_Cast, ...]:
    """What one person may have cast, for and against, each way once."""
    cast = [_cast(is_for, is_against, both) for is_for in _may(pro, user) for is_against in _may(contra, user)]
    return tuple(dict.fromkeys(cast if surely_may else [*cast, (False, False)]))


def _may(ballot: Ballot, user: str) -> tuple[bool, ...]:
    if user in ballot.certain:
        return (True,)
    return (False, True) if user in ballot.possible else (False,)


def _cast(is_for: bool, is_against: bool, both: Both) -> _Cast:
    if not (is_for and is_against):
        return is_for, is_against
    return both in ("each", "for"), both in ("each", "against")


def _all_ways(choices: dict[str, tuple[_Cast, ...]]) -> tuple[Way, ...]:
    return tuple(_way(dict(zip(choices, cast, strict=True))) for cast in product(*choices.values()))


def _way(cast: dict[str, _Cast]) -> Way:
    return (
        frozenset(user for user, (is_for, _) in cast.items() if is_for),
        frozenset(user for user, (_, is_against) in cast.items() if is_against),
    )


def _ways_by_count(choices: dict[str, tuple[_Cast, ...]]) -> tuple[Way, ...]:
    """One way for each pair of counts that can have been."""
    ways: dict[tuple[int, int], Way] = {(0, 0): (frozenset(), frozenset())}
    for user, casts in choices.items():
        grown: dict[tuple[int, int], Way] = {}
        for (pro, contra), way in ways.items():
            for is_for, is_against in casts:
                added = (way[0] | {user} if is_for else way[0], way[1] | {user} if is_against else way[1])
                grown.setdefault((pro + is_for, contra + is_against), added)
        ways = grown
    return tuple(ways.values())


def verdict(votes: Tally, decide: Callable[[int, int], bool]) -> Outcome:
    """What the counts for and against decide, where every way in which the votes can have stood agrees; else undetermined."""
    return Outcome.agreed(frozenset(decide(*counts) for counts in votes.counts))
