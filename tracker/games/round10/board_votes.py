"""What the pages show of proposals and the Judge in one world: votes by name, and those that do not count with why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_log import ChatMessage, is_deleted_at
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.judges import Bench, ConfidenceVote, Request, Ruling
from tracker.mechanics.reaction_votes import Tally, named_voters, standing, tally
from tracker.mechanics.voting_periods import FAILED, TOOK_EFFECT, Proposal, doubts_in_words

from . import judges, proposals
from .codes import PROPOSAL_FAILURES
from .players import is_playing
from .state import World
from .views import (
    CandidacyView,
    ConfidenceView,
    OfficeView,
    ProposalView,
    RequestView,
    RulingView,
    UncountedView,
    VoterView,
)
from .voters import may_be_playing

FOR, AGAINST = "+1", "-1"
_WOULD = {True: "would take effect", False: "would fail"}
_TRUTH = {True: "TRUE", False: "FALSE", None: ""}


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    bench = moment.world.bench
    asked, ruled = (unmistakable(each.values()) for each in (bench.requests, bench.rulings))
    candidacies = [each for each in moment.world.candidacies.values() if not _is_deleted(moment, each)]
    return {
        "proposals": {id: _proposal(moment, each, people) for id, each in moment.world.proposals.items()},
        "office": _office(moment, people),
        "candidacies": {each.message: _candidacy(moment, each, people) for each in candidacies},
        "requests": {key: _request(bench, each, asked[key], ruled, people) for key, each in bench.requests.items()},
        "rulings": {key: _ruling(bench, each, ruled[key], people) for key, each in bench.rulings.items()},
        "confidence": {key: _confidence(moment, each, ruled, people) for key, each in bench.votes.items()},
    }


def so_far(moment: Moment[World]) -> Moment[World]:
    """The same moment an instant later: votes as they stand count whatever was cast up to the moment itself."""
    return replace(moment, law=moment.law.at(moment.when + TICKLE))


# --- proposals --------------------------------------------------------------------------------------------------------


def _proposal(moment: Moment[World], proposal: Proposal, people: People) -> ProposalView:
    told = _told_of(proposal, people)
    clause = "R10-089" if proposal.klass == proposals.URGENT else "R10-093"
    shared: dict[str, Any] = {**told, "clause": clause, "needs": _needs(moment, proposal)}
    if proposal.is_closed:
        return ProposalView(**shared, **_at_its_end(proposal, people), status=proposal.status)
    status = proposals.status_at(moment, proposal)
    return ProposalView(**shared, **_as_it_stands(so_far(moment), proposal, people), status=status)


def _told_of(proposal: Proposal, people: People) -> dict[str, Any]:
    clause, reason = PROPOSAL_FAILURES.get(proposal.reason, ("", ""))
    return {
        "message": proposal.message,
        "author": people.name(proposal.author),
        "klass": proposal.klass,
        "created": proposal.created,
        "start": proposal.start,
        "end": proposal.end,
        "text": people.readable(proposal.text),
        "closed_at": proposal.closed_at,
        "reason": reason,
        "reason_clause": clause,
        "matters": proposal.matters,
    }


def _needs(moment: Moment[World], proposal: Proposal) -> str:
    """What it takes for a proposal of a class to take effect."""
    law = moment.law
    if proposal.klass == proposals.URGENT:
        return f"at most {law.number('urgent_most_against')} against"
    share = f"{law.number('standard_share_dividend')}/{law.number('standard_share_divisor')}"
    alone = law.chooses("standard_without_votes", "takes effect")
    return f"at least {share} of the votes in favour{'' if alone else ', and at least one vote'}"


def _at_its_end(proposal: Proposal, people: People) -> dict[str, Any]:
    is_decided = proposal.status in (TOOK_EFFECT, FAILED)
    return {
        "pro": UNDETERMINED if is_decided and proposal.for_ is None else proposal.for_ or 0,
        "contra": UNDETERMINED if is_decided and proposal.against is None else proposal.against or 0,
        "voters_for": _voters(proposal.voters_for, people),
        "voters_against": _voters(proposal.voters_against, people),
        "perhaps": (),
        "doubts": (),
        "uncounted": (),
        "verdict": "",
    }


def _as_it_stands(moment: Moment[World], proposal: Proposal, people: People) -> dict[str, Any]:
    votes = proposals.votes_at(moment, proposal)
    message = moment.state.log.messages[proposal.message]
    passes = proposals.class_rule(moment.law, proposal.klass).passes
    verdicts = {_WOULD[passes(*way)] for way in votes.ways}
    sure = _sure(votes)
    return {
        **_counts(votes, "pro", "contra"),
        "voters_for": _voters(sure[0], people),
        "voters_against": _voters(sure[1], people),
        "perhaps": tuple(named_voters(sorted(_possible(votes) - (sure[0] | sure[1])), people.name).values()),
        "doubts": tuple(map(people.readable, doubts_in_words(votes))),
        "uncounted": tuple(_uncounted(moment, message, votes, people)),
        "verdict": verdicts.pop() if len(verdicts) == 1 else UNDETERMINED,
    }


def _counts(votes: Tally, pro: str, contra: str) -> dict[str, Any]:
    sides = ({each[side] for each in votes.counts} for side in (0, 1))
    return {
        name: found.pop() if len(found) == 1 else UNDETERMINED for name, found in zip((pro, contra), sides, strict=True)
    }


def _sure(votes: Tally) -> tuple[frozenset[str], frozenset[str]]:
    return (
        frozenset.intersection(*(way[0] for way in votes.ways)),
        frozenset.intersection(*(way[1] for way in votes.ways)),
    )


def _voters(ids: Iterable[str], people: People) -> dict[str, VoterView]:
    return {id: VoterView(name) for id, name in named_voters(sorted(ids), people.name).items()}


def _possible(votes: Tally) -> frozenset[str]:
    return frozenset(user for way in votes.ways for side in way for user in side)


def _uncounted(moment: Moment[World], message: ChatMessage, votes: Tally, people: People) -> Iterator[UncountedView]:
    """Who reacted and has no vote by it, with why: votes that do not count are listed, too."""
    counted = _possible(votes)
    pro, contra = (standing(message, emoji, moment.when).possible for emoji in (FOR, AGAINST))
    for user in sorted((pro | contra) - counted):
        if not is_playing(moment.world, user):
            yield UncountedView(people.name(user), "is no player", "R10-005")
        else:
            yield UncountedView(people.name(user), "has both reactions", "R10-084")


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
        _voters(_sure(votes)[0], people),
    )


def _request(bench: Bench, request: Request, id: str, ruled: Mapping[str, str], people: People) -> RequestView:
    rulings = tuple(ruled[key] for key, each in bench.rulings.items() if each.request == request.id)
    kind = "question" if request.is_question else "statement"
    by, text = people.name(request.by), people.readable(request.text)
    told = (id, by, text, kind, request.at, request.message, request.status, request.obliges)
    return RequestView(*told, rulings)


def _ruling(bench: Bench, ruling: Ruling, id: str, people: People) -> RulingView:
    request = bench.requests.get(ruling.request)
    return RulingView(
        id=id,
        request=people.readable(request.text) if request else "",
        by=people.name(ruling.by),
        text=people.readable(ruling.text),
        truth=_TRUTH[ruling.truth],
        at=ruling.at,
        message=ruling.message,
        status=ruling.status,
        overturned_at=ruling.overturned_at,
        switch=" = ".join(ruling.switch) if ruling.switch else "",
        decided=tuple(map(people.readable, ruling.decided)),
    )


def _confidence(
    moment: Moment[World], vote: ConfidenceVote, ruled: Mapping[str, str], people: People
) -> ConfidenceView:
    told = (vote.message, ruled[vote.ruling], people.name(vote.by), vote.start, vote.end, vote.status)
    if vote.status != "open":
        affirm, overturn = (UNDETERMINED if each is None else each for each in (vote.affirm, vote.overturn))
        return ConfidenceView(*told, affirm, overturn, {}, {})
    votes = judges.confidence_votes(so_far(moment), vote)
    counts, sure = _counts(votes, "affirm", "overturn"), [_voters(side, people) for side in _sure(votes)]
    return ConfidenceView(*told, **counts, affirming=sure[0], overturning=sure[1])
