"""The toy game's rules, two of them in two versions."""

from collections.abc import Mapping

from tests.games.toy.state import Choice, Vote
from tracker.core.gamestate import Outcome
from tracker.core.rule import rule


@rule("T-2", name="needed", until="2019-10-06T00:00:00Z")
def needed_of_old(voters: int) -> int:
    """Two votes FOR are enough."""
    return 2


@rule("T-2", name="needed", since="2019-10-06T00:00:00Z")
def needed_now(voters: int) -> int:
    """More than half of all who ever voted must be FOR."""
    return voters // 2 + 1


@rule("T-3")
def verdict(votes: Mapping[str, Choice], needed: int) -> bool:
    """Enacted with as many FOR as are needed, and more than AGAINST."""
    count = list(votes.values()).count
    return count(Choice.FOR) >= needed and count(Choice.FOR) > count(Choice.AGAINST)


@rule("T-2")
def effective_votes(votes: Mapping[str, Vote]) -> dict[str, Choice]:
    """Each author's newest comment that holds a choice."""
    in_order = sorted(votes.values(), key=lambda vote: (vote.at, vote.observation))
    return {vote.author: vote.choice for vote in in_order if vote.choice is not None}


@rule("T-3")
def outcome_of(readings: frozenset[bool]) -> Outcome:
    """What all readings of the evidence agree on."""
    return Outcome.agreed(readings)
