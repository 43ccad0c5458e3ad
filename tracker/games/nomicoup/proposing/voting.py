"""Votes on propositions and suggestions by reactions: who votes how, and what counts decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

from tracker.core.instants import iso
from tracker.mechanics.chat import votes
from tracker.mechanics.chat.carrying import require, rule
from tracker.mechanics.chat.rows import Reacted
from tracker.mechanics.chat.votes import NEWEST, THUMBS, Voting, plain

from ..state import Coup, Standing, VotedOn

UP, RIGHT, DOWN = "up", "right", "down"
Outcome = Literal["adopted", "rejected"]


def majority(possible: int) -> int:
    """How many votes of one kind are more than half of the possible ones (COUP-104)."""
    return possible // 2 + 1


class Tally(NamedTuple):
    """How many votes of each kind there are, and how many are possible (E of the checklist)."""

    up: int
    right: int
    down: int
    possible: int


@rule("COUP-103")
def voting(world: Coup) -> Voting:
    """Which reaction casts which vote; with several of one voter the newest standing one counts."""
    thumbs = world.law.chooses("thumbs_as_votes", "count")
    return _voting(tuple(world.law.value("vote_emoji").items()), thumbs)


@lru_cache(maxsize=8)
def _voting(told: tuple[tuple[str, str], ...], thumbs: bool) -> Voting:
    sides = {plain(emoji): side for emoji, side in told}
    return Voting({**sides, **THUMBS} if thumbs else sides, NEWEST)


@rule("COUP-102", "COUP-103")
def tally(world: Coup, matter: VotedOn, voters: list[str], *, surely: bool = False) -> Tally:
    """How many votes of each kind stand, and how many are possible: a group has one, that of its members' newest reaction."""
    members = {member: voter for voter in voters for member in world.players[voter].members or [voter]}
    found = votes.counted(world, matter.message, voting(world), voters, as_whom=members, surely=surely)
    return Tally(found.up, len(found.of(RIGHT)), found.down, len(voters))


Decides = Callable[[Coup, Tally], Outcome | None]
"""What counts decide; None where nothing is decided yet."""


def counted(world: Coup, matter: VotedOn, voters: list[str], decides: Decides, name: str) -> Outcome | None:
    """What the votes that stand now decide, which are noted on what is voted on, each voter's newest reaction last.

    People are told where it hangs on reactions that were only seen later.
    """
    now = tally(world, matter, voters)
    matter.votes = {}
    for thumb in world.thumbs.get(matter.message, ()):
        player, side = world.player_of(thumb.by), voting(world).side_of(thumb.emoji)
        if player in voters and side is not None and thumb.gone is None:
            matter.votes.setdefault(player, []).append(Standing(vote=side, at=thumb.at or world.now))
    matter.up, matter.right, matter.down, matter.possible = now
    if decides(world, now) is None:
        return None
    return votes.result(lambda surely: decides(world, tally(world, matter, voters, surely=surely)), name)


def react(world: Coup, matter: VotedOn, reacted: Reacted, voters: list[str], name: str) -> bool:
    """Take a reaction that was set or taken back; one that is no vote is told as such. Whether there is something to count."""
    player, on = world.player_of(reacted.user), f"no vote on {name}"
    if matter.closed_at is not None:
        require(not reacted.is_set, "inactive", f"voting on {name} is over since {iso(matter.closed_at)}")
    elif player not in voters:
        whose = "its proponent" if player == reacted.user else f"a part of {player}, its proponent"
        require(not reacted.is_set, "not_eligible", f"{reacted.user} is {whose if player else 'no player'}: {on}")
    else:
        votes.react(world, reacted, voting(world))
        return True
    return False


# --- what counts decide -----------------------------------------------------------------------------------------------


@rule("COUP-104", "COUP-105", "COUP-106", "COUP-108")
def decided_at_once(world: Coup, counts: Tally) -> Outcome | None:
    """What a majority of the possible votes decides as soon as there is one."""
    return _of_majority(world, counts, majority(counts.possible)) if counts.possible else None


@rule("COUP-109")
def decided_at_limit(world: Coup, counts: Tally) -> Outcome:
    """What the majority of the current votes decides when the time is over; without one, or without votes, nothing is adopted."""
    current = counts.up + counts.right + counts.down
    return _of_majority(world, counts, majority(current)) or "rejected"


@rule("COUP-107")
def _of_majority(world: Coup, counts: Tally, needed: int) -> Outcome | None:
    """What a majority decides; a rightvote majority leaves it to the greater of up and down, unless that is ruled otherwise."""
    if counts.up >= needed:
        return "adopted"
    if counts.down >= needed:
        return "rejected"
    if counts.right >= needed:
        leaves_it = world.law.chooses("rightvote_majority", "leaves it to the greater of up and down")
        return "adopted" if leaves_it and counts.up > counts.down else "rejected"
    return None


@rule("COUP-118", "COUP-119")
def suggestion_at_once(world: Coup, counts: Tally) -> Outcome | None:
    """An upvote majority of all players adopts a suggestion; one against it does not end the vote."""
    return "adopted" if counts.up >= majority(counts.possible) else None


@rule("COUP-120")
def suggestion_at_limit(world: Coup, counts: Tally) -> Outcome:
    """When its time is over a suggestion is adopted by more votes for it than against it."""
    return "adopted" if counts.up > counts.down else "rejected"
