"""What the pages show of proposals, candidacies and the Judge in one world."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from tracker.core.instants import TICKLE
from tracker.games.chat_board_votes import Voting, counts, justice_views, so_far, sure, voters
from tracker.games.chat_views import ProposalView
from tracker.mechanics.chat_log import is_deleted_at
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.reaction_votes import tally
from tracker.mechanics.voting_periods import Passes, Proposal

from . import judges, proposals
from .general import LAPSED, WHY_LAPSED, status_shown
from .players import is_playing, may_be_playing
from .proposals import TOUCHED, URGENT
from .state import World
from .views import CandidacyView, OfficeView


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world = moment.world
    standing = [each for each in world.candidacies.values() if not _is_deleted(moment, each)]
    return {
        "proposals": {id: _proposal(moment, each, people) for id, each in world.proposals.items()},
        "office": _office(moment, people),
        "candidacies": {each.message: _candidacy(moment, each, people) for each in standing},
        **_justice(moment, people),
    }


def _proposal(moment: Moment[World], proposal: Proposal, people: People) -> ProposalView:
    """A proposal; one that was open when the cycle was won is over since then, with the votes that there were."""
    view, won = VOTING.view(moment, proposal, people), moment.world.won
    if not won or proposal.is_closed:
        return view
    over = replace(view, status=LAPSED, closed_at=won.at, verdict="", is_awaited=False)
    return replace(over, reason=WHY_LAPSED, reason_clause="AET-195")


def _justice(moment: Moment[World], people: People) -> dict[str, Any]:
    """Requests, rulings and votes of confidence; what was open when the cycle was won has lapsed."""
    world = moment.world
    shown = justice_views(world.bench, people, partial(judges.confidence_votes, so_far(moment)))
    return {
        name: {id: replace(each, status=status_shown(world, each.status)) for id, each in views.items()}
        for name, views in shown.items()
    }


def _needs(moment: Moment[World], proposal: Proposal) -> str:
    """What it takes for a proposal of a class to be popular."""
    if proposal.klass == URGENT:
        return f"at most {moment.law.number('urgent_most_against')} against"
    return "more votes for than against"


def _passes(moment: Moment[World], klass: str) -> Passes:
    return proposals.class_rule(moment.law, klass).passes


def _emojis(moment: Moment[World]) -> tuple[str, str]:
    is_up = moment.law.chooses("thumbs_on_proposals", "up for, down against")
    return ("+1", "-1") if is_up else ("-1", "+1")


VOTING: Voting[World] = Voting(
    votes_at=proposals.votes_at,
    status_at=lambda moment, proposal: proposal.status,
    passes=_passes,
    emojis=_emojis,
    is_playing=is_playing,
    clause_of=lambda proposal: "AET-037" if proposal.klass == URGENT else "AET-041",
    needs=_needs,
    not_counted=("AET-030", "AET-031"),
    would=("would take effect", "would fail"),
    failures={TOUCHED: ("AET-032", "The message was edited or deleted before the voting period ended.")},
)
"""How proposals are voted on here."""


def _office(moment: Moment[World], people: People) -> OfficeView:
    bench = moment.world.bench
    assents = {people.name(who): at for who, at in bench.assents.items()}
    judge = people.name(bench.judge) if bench.judge else ""
    return OfficeView(judge, bench.since, assents, moment.law.number("removal_assents"))


def _is_deleted(moment: Moment[World], candidacy: Candidacy) -> bool:
    message = moment.state.log.messages[candidacy.message]
    counts_anyway = moment.law.chooses("deleted_candidacy", "counts")
    return not counts_anyway and is_deleted_at(message, moment.when + TICKLE) is True


def _candidacy(moment: Moment[World], candidacy: Candidacy, people: People) -> CandidacyView:
    now, message = so_far(moment), moment.state.log.messages[candidacy.message]
    votes = tally(message, "+1", "-1", now.when, lambda user: may_be_playing(now, user), "each")
    told = (candidacy.message, people.name(candidacy.author), candidacy.at)
    return CandidacyView(*told, **counts(votes, "pro", "contra"), voters=voters(sure(votes)[0], people))
