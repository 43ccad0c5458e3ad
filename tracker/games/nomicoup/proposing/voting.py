"""Votes on propositions and suggestions by reactions: who votes how, and what counts decide."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from tracker.mechanics.chat import votes
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.votes import NEWEST, Voting, plain

from ..state import Coup, Standing

UP, RIGHT, DOWN = "up", "right", "down"
Outcome = Literal["adopted", "rejected"]
_THUMBS: Mapping[str, str] = {"👍": UP, "+1": UP, "thumbsup": UP, "👎": DOWN, "-1": DOWN, "thumbsdown": DOWN}


def majority(possible: int) -> int:
    """How many votes of one kind are more than half of the possible ones (COUP-104)."""
    return possible // 2 + 1


class Tally(NamedTuple):
    """How each voter votes, and how many votes are possible (E of the checklist)."""

    cast: Mapping[str, str]
    possible: int

    def of(self, side: str) -> int:
        """How many votes of a kind there are."""
        return sum(each == side for each in self.cast.values())

    @property
    def majority(self) -> int:
        """How many votes of one kind are more than half of the possible ones (COUP-104)."""
        return majority(self.possible)

    @property
    def in_words(self) -> str:
        """The counts as they are told."""
        return f"{self.of(UP)} up, {self.of(RIGHT)} right, {self.of(DOWN)} down of {self.possible}"


@rule("COUP-103")
def voting(world: Coup) -> Voting:
    """Which reaction casts which vote; with several of one voter the newest standing one counts."""
    thumbs = world.law.chooses("thumbs_as_votes", "count")
    return _voting(tuple(world.law.value("vote_emoji").items()), thumbs)


@lru_cache(maxsize=8)
def _voting(told: tuple[tuple[str, str], ...], thumbs: bool) -> Voting:
    sides = {plain(emoji): side for emoji, side in told}
    return Voting({**sides, **_THUMBS} if thumbs else sides, NEWEST)


def emoji_of(world: Coup, side: str) -> str:
    """A reaction that casts a vote."""
    return next(emoji for emoji, each in voting(world).sides.items() if each == side)


@rule("COUP-102", "COUP-103")
def tally(world: Coup, message: str, voters: list[str], *, surely: bool, without_right: bool = False) -> Tally:
    """The votes that stand on a message, of players of whom each has one, a group that of its members' newest reaction."""
    members = {member: voter for voter in voters for member in world.players[voter].members or [voter]}
    found = votes.counted(world, message, voting(world), voters, as_whom=members, surely=surely)
    sides = {voter: next(iter(each)) for voter, each in found.cast.items() if each}
    cast = {voter: side for voter, side in sides.items() if not (without_right and side == RIGHT)}
    return Tally(cast, len(voters))


def standing(world: Coup, message: str, voters: list[str]) -> dict[str, list[Standing]]:
    """The reactions of each voter that stand on a message and are votes, the newest last."""
    found: dict[str, list[Standing]] = {}
    for thumb in world.thumbs.get(message, ()):
        player, side = world.player_of(thumb.by), voting(world).side_of(thumb.emoji)
        if player in voters and side is not None and thumb.gone is None:
            found.setdefault(player, []).append(Standing(vote=side, at=thumb.at or world.now))
    return found


# --- what counts decide -----------------------------------------------------------------------------------------------


@rule("COUP-104", "COUP-105", "COUP-106", "COUP-108")
def decided_at_once(world: Coup, counts: Tally) -> Outcome | None:
    """What a majority of the possible votes decides as soon as there is one; None while there is none."""
    return _of_majority(world, counts, counts.majority, counts.of(RIGHT)) if counts.possible else None


@rule("COUP-109")
def decided_at_limit(world: Coup, counts: Tally) -> Outcome:
    """What the majority of the current votes decides when the time is over; without one, or without votes, nothing is adopted."""
    rights = counts.of(RIGHT) if world.law.chooses("rightvotes_at_the_limit", "count") else 0
    current = counts.of(UP) + counts.of(DOWN) + rights
    return _of_majority(world, counts, current // 2 + 1, rights) or "rejected"


@rule("COUP-107")
def _of_majority(world: Coup, counts: Tally, needed: int, rights: int) -> Outcome | None:
    """What a majority decides; a rightvote majority leaves it to the greater of up and down, unless that is ruled otherwise."""
    if counts.of(UP) >= needed:
        return "adopted"
    if counts.of(DOWN) >= needed:
        return "rejected"
    if rights >= needed:
        leaves_it = world.law.chooses("rightvote_majority", "leaves it to the greater of up and down")
        return "adopted" if leaves_it and counts.of(UP) > counts.of(DOWN) else "rejected"
    return None


@rule("COUP-118", "COUP-119")
def suggestion_at_once(world: Coup, counts: Tally) -> Outcome | None:
    """An upvote majority of all players adopts a suggestion; one against it does not end the vote, unless it is ruled so."""
    if counts.of(UP) >= counts.majority:
        return "adopted"
    down_rejects = world.law.chooses("downvotes_on_a_suggestion", "reject as soon as they are a majority")
    return "rejected" if down_rejects and counts.of(DOWN) >= counts.majority else None


@rule("COUP-120")
def suggestion_at_limit(counts: Tally) -> Outcome:
    """When its time is over a suggestion is adopted by more votes for it than against it."""
    return "adopted" if counts.of(UP) > counts.of(DOWN) else "rejected"
