"""Elections by reactions: everybody whose message is a candidacy of a period stands, and the message with the most votes wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker.mechanics.reaction_votes import Tally


@dataclass(slots=True)
class Candidacy:
    """A message by which somebody stands for an office, in the election at the end of ``week`` (its first instant, UTC)."""

    message: str
    author: str
    at: datetime
    week: datetime


@dataclass(frozen=True, slots=True)
class Stand:
    """A candidacy as it stands at the election: its votes, and whether it is one for certain (None: nobody can tell)."""

    candidacy: Candidacy
    votes: Tally
    is_valid: bool | None = True


def possible_winners(stands: Sequence[Stand], *, only_popular: bool = False) -> tuple[Candidacy | None, ...]:
    """Every candidacy that may have won, earliest first, and last None where it may be that none did.

    The most votes in favour win, among equals the earliest message; ``stands`` come in the order of their messages.
    ``only_popular``: with more reactions for than against it only (AET-059). Doubts about different messages are taken to be
    independent of each other.
    """
    ordered = sorted((stand for stand in stands if stand.is_valid is not False), key=lambda stand: stand.candidacy.at)
    reach = [_reach(stand, only_popular) for stand in ordered]
    winners = [stand.candidacy for place, stand in enumerate(ordered) if _may_win(place, reach)]
    return (*winners, None) if all(None in each for each in reach) else tuple(winners)


def _reach(stand: Stand, only_popular: bool) -> frozenset[int | None]:
    """With how many votes a candidacy may take part; None: it may take no part."""
    found = {None if only_popular and pro <= contra else pro for pro, contra in stand.votes.counts}
    return frozenset(found if stand.is_valid else {*found, None})


def _may_win(place: int, reach: Sequence[frozenset[int | None]]) -> bool:
    votes = max((each for each in reach[place] if each is not None), default=None)
    if votes is None:
        return False
    return all(
        any(each is None or each < votes or (each == votes and other > place) for each in theirs)
        for other, theirs in enumerate(reach)
        if other != place
    )
