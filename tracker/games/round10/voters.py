"""Who may vote at an instant, and what is in doubt about votes, in the words in which people are asked."""

from __future__ import annotations

from tracker.core.instants import iso
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.reaction_votes import Tally
from tracker.mechanics.voting_periods import between, doubts_in_words

from .players import is_playing
from .state import World


def may_be_playing(moment: Moment[World], user: str) -> bool | None:
    """Whether somebody is a player when votes are counted (R10-005); None where a departure may come before or after."""
    if not is_playing(moment.world, user):
        return False
    if f"departed:{user}:{iso(moment.when)}" in moment.world.assumed:
        return True
    return None if any(at.before(moment.when) is None for at in moment.state.log.left.get(user, ())) else True


def doubts(moment: Moment[World], votes: Tally) -> list[str]:
    """Why votes are not certain: reactions and departures seen only between two looks."""
    voters = sorted({user for way in votes.ways for side in way for user in side})
    doubtful = (user for user in voters if may_be_playing(moment, user) is None)
    departures = [
        f"{user} left the server {between(at)}"
        for user in doubtful
        for at in moment.state.log.left[user]
        if at.before(moment.when) is None
    ]
    return doubts_in_words(votes) + departures
