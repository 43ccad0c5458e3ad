"""Votes by reactions that stand: the newest of each voter counts, and a majority of one kind ends a vote at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from tracker.core.rule import rule as clause
from tracker.mechanics.chat_log import Between, ChatMessage

from .law import DOWN, RIGHT, UP

Outcome: TypeAlias = Literal["adopted", "rejected"]
ADOPTED: Outcome = "adopted"
REJECTED: Outcome = "rejected"


@dataclass(slots=True)
class Standing:
    """One reaction of a voter that stands: the vote that it casts, and when it was set at the latest (UTC)."""

    vote: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Counts:
    """How many votes of each kind there are, and how many are possible (E of the checklist)."""

    up: int
    right: int
    down: int
    possible: int

    @classmethod
    def of(cls, votes: Iterable[str], possible: int) -> Counts:
        """Those of votes as cast."""
        counted = Counter(votes)
        return cls(counted[UP], counted[RIGHT], counted[DOWN], possible)

    @property
    def cast(self) -> int:
        """How many votes there are of any kind."""
        return self.up + self.right + self.down

    @property
    def needed(self) -> int:
        """How many votes of one kind are a majority of the possible ones (COUP-104)."""
        return self.possible // 2 + 1


# --- who has which reactions standing ---------------------------------------------------------------------------------


def standing(
    messages: Sequence[ChatMessage],
    kinds: Mapping[str, str],
    when: datetime,
    voter_of: Callable[[str], str],
    since: Callable[[str], datetime | None] = lambda _: None,
) -> dict[str, list[Standing]]:
    """Voter -> the reactions that stand just before an instant, oldest first (COUP-103).

    ``kinds`` are the reactions that are votes, ``voter_of`` says whose vote somebody's reaction is ("": nobody's). Where a look
    does not tell whether a reaction was set or taken back before the instant, it stands as it was seen last before. What was set before
    the instant that ``since`` gives for somebody (None: none) counts for nothing.
    """
    found: dict[str, list[Standing]] = {}
    for message in messages:
        for emoji, vote in kinds.items():
            for user, presences in message.reactions.get(emoji, {}).items():
                first = since(user)
                stands = (each.set for each in presences if _stands(each.set, each.removed, when))
                stood = [at.by for at in stands if first is None or at.by > first or at == Between.exactly(first)]
                if stood and (voter := voter_of(user)):
                    found.setdefault(voter, []).append(Standing(vote, max(stood)))
    for votes in found.values():
        votes.sort(key=lambda each: each.at)
    return found


def is_late(message: ChatMessage, emoji: str, user: str, closed_at: datetime) -> bool:
    """Whether the newest reaction of that kind by somebody was surely set when a vote was over (COUP-110)."""
    presences = message.reactions.get(emoji, {}).get(user, [])
    return bool(presences) and presences[-1].set.before(closed_at) is False


def _stands(was_set: Between, removed: Between | None, when: datetime) -> bool:
    return was_set.before(when) is True and (removed is None or removed.before(when) is not True)


def newest(votes: Mapping[str, Sequence[Standing]]) -> dict[str, str]:
    """Voter -> the vote that counts: the newest standing one (COUP-103)."""
    return {voter: each[-1].vote for voter, each in votes.items() if each}


# --- what votes decide ------------------------------------------------------------------------------------------------


@clause("COUP-104", "COUP-105", "COUP-106", "COUP-107", "COUP-108")
def decided_at_once(counts: Counts, *, right_leaves_it_open: bool = True) -> Outcome | None:
    """What a majority of the possible votes decides as soon as there is one; None while there is none."""
    return _of_majority(counts, counts.needed, right_leaves_it_open=right_leaves_it_open)


@clause("COUP-109")
def decided_at_limit(counts: Counts, *, rights_count: bool = True, right_leaves_it_open: bool = True) -> Outcome:
    """What the majority of the current votes decides when the time is over; without one, or without votes, nothing is adopted."""
    current = counts.up + counts.down + (counts.right if rights_count else 0)
    rights = counts.right if rights_count else 0
    told = Counts(counts.up, rights, counts.down, counts.possible)
    return _of_majority(told, current // 2 + 1, right_leaves_it_open=right_leaves_it_open) or REJECTED


def _of_majority(counts: Counts, needed: int, *, right_leaves_it_open: bool) -> Outcome | None:
    if counts.up >= needed:
        return ADOPTED
    if counts.down >= needed:
        return REJECTED
    if counts.right >= needed:
        return ADOPTED if right_leaves_it_open and counts.up > counts.down else REJECTED
    return None


@clause("COUP-118", "COUP-119")
def suggestion_at_once(counts: Counts, *, down_rejects: bool = False) -> Outcome | None:
    """An upvote majority of all players adopts a suggestion; one against it does not end the vote."""
    if counts.up >= counts.needed:
        return ADOPTED
    return REJECTED if down_rejects and counts.down >= counts.needed else None


@clause("COUP-120")
def suggestion_at_limit(counts: Counts) -> Outcome:
    """When its time is over a suggestion is adopted by more votes for it than against it."""
    return ADOPTED if counts.up > counts.down else REJECTED
