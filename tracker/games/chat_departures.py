"""Who left the server of a chat game: when nobody saw it happen, whether it came before an instant that something hangs on is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from tracker.core.instants import iso, parse_instant
from tracker.mechanics.chat_log import Between, Heard, is_ruled_out
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.reaction_votes import Tally
from tracker.mechanics.voting_periods import between, doubts_in_words

from .chat_worlds import Due

World = TypeVar("World", bound=ChatWorld)
BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class Departures(Generic[World]):
    """What a game says of departures: the clause, who is a player now, and what happens when somebody has left."""

    clause: str
    is_playing: Callable[[World, str], bool]
    leaves: Callable[[Moment[World], str], None]

    def is_news(self, moment: Moment[World], heard: Heard) -> bool:
        """Whether a departure that is told is that of a player, and was not found earlier to have come before a boundary."""
        return self.is_playing(moment.world, heard.user) and not _is_settled(moment.world, heard.user, heard.at)

    def due(self, moment: Moment[World], users: Iterable[str], why: str) -> Due[World] | None:
        """A doubt to settle first: one of these players left the server between two looks that this very instant lies between.

        ``why`` says what hangs on it; None where nothing is in doubt.
        """
        for user in sorted(set(users)):
            if (at := self._doubt(moment, user)) is not None:
                return Due(self._leave_before(user), self._choice(moment, user, at, why))
        return None

    def may_be_playing(self, moment: Moment[World], user: str) -> bool | None:
        """Whether somebody is a player at this very instant; None where nobody can tell: see ``due``."""
        return None if self._doubt(moment, user) is not None else self.is_playing(moment.world, user)

    def doubts(self, moment: Moment[World], votes: Tally) -> list[str]:
        """Why votes are not certain: reactions and departures seen only between two looks."""
        voters = sorted({user for way in votes.ways for side in way for user in side})
        departures = [
            f"{user} left the server {between(at)}"
            for user in voters
            if self.may_be_playing(moment, user) is None
            for at in moment.state.log.left[user]
            if at.before(moment.when) is None
        ]
        return doubts_in_words(votes) + departures

    def _doubt(self, moment: Moment[World], user: str) -> Between | None:
        """The departure of a player that may have been before or after this instant, unless this world assumes which."""
        if not self.is_playing(moment.world, user) or _question(moment, user) in moment.world.assumed:
            return None
        return next((at for at in moment.state.log.left.get(user, ()) if at.before(moment.when) is None), None)

    def _leave_before(self, user: str) -> Callable[[Moment[World], str], None]:
        return lambda moment, answer: self.leaves(moment, user) if answer == BEFORE else None

    def _choice(self, moment: Moment[World], user: str, at: Between, why: str) -> Choice:
        looks = f"after {iso(at.after)} and by {iso(at.by)}"
        text = f"{user} left the server {looks}: before or after {iso(moment.when)}? On it hangs {why}."
        return Choice(_question(moment, user), text, self.clause, moment.when, (BEFORE, AFTER))


def _question(moment: Moment[World], user: str) -> str:
    return f"departed:{user}:{iso(moment.when)}"


def is_refuted(world: ChatWorld, user: str, was: Sequence[Between], now: Sequence[Between]) -> bool:
    """Whether a world assumes that somebody left before an instant, and it turns out that they had not."""
    return any(answer == BEFORE and is_ruled_out(was, now, when) for when, answer in _assumed(world, user))


def _assumed(world: ChatWorld, user: str) -> list[tuple[datetime, str]]:
    """The instants about which a world assumes something of somebody's leaving, each with whether it was before."""
    asked = f"departed:{user}:"
    return [(parse_instant(q.removeprefix(asked)), a) for q, a in world.assumed.items() if q.startswith(asked)]


def _is_settled(world: ChatWorld, user: str, at: Between) -> bool:
    """Whether a boundary between the two looks found the departure to be before it: then it has happened."""
    return any(answer == BEFORE and at.after <= when <= at.by for when, answer in _assumed(world, user))
