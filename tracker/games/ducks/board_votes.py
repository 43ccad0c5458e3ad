"""What the pages show of proposals and the Judge in one world."""

from __future__ import annotations

from functools import partial
from typing import Any

from tracker.games.chat_board_votes import Voting, justice_views, so_far
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.voting_periods import Proposal

from . import judges, proposals
from .players import is_playing
from .proposal_class import URGENT
from .state import SelfAppointment, World
from .views import CandidateView, OfficeView

STATUS = {"waiting": "voting-pending", "open": "voting", "took effect": "adopted"}
"""A proposal's status as it is kept -> as it is printed; others are printed as they are kept."""
_RETRACTED = {
    "edited": ("DUCK-032", "The message was changed before the voting period ended."),
    "deleted": ("DUCK-032", "The message was deleted before the voting period ended."),
}


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    return {
        "proposals": {id: VOTING.view(moment, each, people) for id, each in world.proposals.items()},
        "office": _office(moment, people),
        "candidates": {each.player: _candidate(each, people) for each in world.appointments.values()},
        **justice_views(world.bench, people, partial(judges.confidence_votes, so_far(moment))),
    }


def _needs(moment: Moment[World], proposal: Proposal) -> str:
    """What it takes for a proposal of a class to be adopted."""
    if proposal.klass == URGENT:
        return f"at most {moment.law.number('urgent_most_against')} against"
    return "more votes for than against, or as many and more Quacks on the ducks of those in favour"


def _emojis(moment: Moment[World]) -> tuple[str, str]:
    pro, contra = (f":{moment.law.word(name).strip(':')}:" for name in ("vote_for", "vote_against"))
    return pro, contra


VOTING: Voting[World] = Voting(
    votes_at=proposals.votes_at,
    status_at=proposals.status_at,
    passes=proposals.passes,
    emojis=_emojis,
    is_playing=is_playing,
    clause_of=lambda proposal: "DUCK-049" if proposal.klass == URGENT else "DUCK-042",
    needs=_needs,
    not_counted=("DUCK-004", "DUCK-041"),
    would=("would be adopted", "would fail"),
    failures=_RETRACTED,
    words=STATUS,
)
"""How proposals are voted on here."""


def _office(moment: Moment[World], people: People) -> OfficeView:
    bench, law = moment.world.bench, moment.law
    assents = {people.name(who): at for who, at in bench.assents.items()}
    judge = people.name(bench.judge) if bench.judge else ""
    return OfficeView(judge, bench.since, assents, law.number("removal_assents"), law.number("appointment_assents"))


def _candidate(each: SelfAppointment, people: People) -> CandidateView:
    return CandidateView(people.name(each.player), each.at, each.message, people.names(each.assents))
