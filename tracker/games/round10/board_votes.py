"""What the pages show of proposals and the Judge in one world: votes by name, and those that do not count with why."""

from __future__ import annotations

from functools import partial
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE
from tracker.games.chat_board_votes import Voting, justice_views, so_far, sure, voters
from tracker.mechanics.chat_log import is_deleted_at
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.reaction_votes import tally
from tracker.mechanics.voting_periods import Proposal

from . import judges, proposals
from .codes import PROPOSAL_FAILURES
from .players import is_playing
from .state import World
from .views import CandidacyView, OfficeView
from .voters import may_be_playing

FOR, AGAINST = "+1", "-1"


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    candidacies = [each for each in moment.world.candidacies.values() if not _is_deleted(moment, each)]
    return {
        "proposals": {id: _VOTING.view(moment, each, people) for id, each in moment.world.proposals.items()},
        "office": _office(moment, people),
        "candidacies": {each.message: _candidacy(moment, each, people) for each in candidacies},
        **justice_views(moment.world.bench, people, partial(judges.confidence_votes, so_far(moment))),
    }


def _needs(moment: Moment[World], proposal: Proposal) -> str:
    """What it takes for a proposal of a class to take effect."""
    law = moment.law
    if proposal.klass == proposals.URGENT:
        return f"at most {law.number('urgent_most_against')} against"
    share = f"{law.number('standard_share_dividend')}/{law.number('standard_share_divisor')}"
    alone = law.chooses("standard_without_votes", "takes effect")
    return f"at least {share} of the votes in favour{'' if alone else ', and at least one vote'}"


_VOTING: Voting[World] = Voting(
    votes_at=proposals.votes_at,
    status_at=proposals.status_at,
    passes=lambda moment, klass: proposals.class_rule(moment.law, klass).passes,
    emojis=lambda _: (FOR, AGAINST),
    is_playing=is_playing,
    clause_of=lambda proposal: "R10-089" if proposal.klass == proposals.URGENT else "R10-093",
    needs=_needs,
    not_counted=("R10-005", "R10-084"),
    would=("would take effect", "would fail"),
    failures=PROPOSAL_FAILURES,
)


# --- the Judge --------------------------------------------------------------------------------------------------------


def _office(moment: Moment[World], people: People) -> OfficeView:
    bench = moment.world.bench
    assents = {people.name(who): at for who, at in bench.assents.items()}
    judge = people.name(bench.judge) if bench.judge else ""
    return OfficeView(judge, bench.since, bench.term_end, assents, moment.law.number("removal_assents"))


def _is_deleted(moment: Moment[World], candidacy: Candidacy) -> bool:
    message = moment.state.log.messages[candidacy.message]
    counts = moment.law.chooses("deleted_candidacy", "is none")
    return counts and is_deleted_at(message, moment.when + TICKLE) is True


def _candidacy(moment: Moment[World], candidacy: Candidacy, people: People) -> CandidacyView:
    now, message = so_far(moment), moment.state.log.messages[candidacy.message]
    everybody = moment.law.chooses("election_votes_of", "everybody")
    votes = tally(message, FOR, AGAINST, now.when, lambda user: everybody or may_be_playing(now, user), "each")
    counts = {pro for pro, _ in votes.counts}
    return CandidacyView(
        candidacy.message,
        people.name(candidacy.author),
        candidacy.at,
        candidacy.week,
        counts.pop() if len(counts) == 1 else UNDETERMINED,
        voters(sure(votes)[0], people),
    )
