"""What the pages of every chat game show of proposals, requests, rulings and votes of confidence in one world."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE
from tracker.games.chat_views import ConfidenceView, ProposalView, RequestView, RulingView, UncountedView, VoterView
from tracker.mechanics.action_ids import unmistakable
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.judges import Bench, ConfidenceVote, Request, Ruling
from tracker.mechanics.reaction_votes import Tally, named_voters, standing
from tracker.mechanics.voting_periods import FAILED, TOOK_EFFECT, Passes, Proposal, doubts_in_words

World = TypeVar("World", bound=ChatWorld)
_TRUTH = {True: "TRUE", False: "FALSE", None: ""}


@dataclass(frozen=True, slots=True)
class Voting(Generic[World]):
    """How proposals are voted on in a game, and the game's words and clauses for it.

    ``emojis`` are the reactions for and against, ``clause_of`` and ``needs`` say by which clause a proposal passes and what it
    takes, ``not_counted`` are the clauses why somebody who is no player, or who reacted in both ways, has no vote by it.
    ``would`` are the words for a verdict as the votes stand, ``words`` those for a status (itself where it is not among them),
    ``failures`` the clause and the words of a reason for which a proposal is closed.
    """

    votes_at: Callable[[Moment[World], Proposal], Tally]
    status_at: Callable[[Moment[World], Proposal], str]
    passes: Callable[[Moment[World], str], Passes]
    emojis: Callable[[Moment[World]], tuple[str, str]]
    is_playing: Callable[[World, str], bool]
    clause_of: Callable[[Proposal], str]
    needs: Callable[[Moment[World], Proposal], str]
    not_counted: tuple[str, str]
    would: tuple[str, str]
    failures: Mapping[str, tuple[str, str]]
    words: Mapping[str, str] = field(default_factory=dict)

    def view(self, moment: Moment[World], proposal: Proposal, people: People) -> ProposalView:
        """A proposal with its votes: those of its end, or while it is open those that stand."""
        shared = {**_told_of(proposal, people, self.failures), "clause": self.clause_of(proposal)}
        shared["needs"] = self.needs(moment, proposal)
        if proposal.is_closed:
            return ProposalView(**shared, **_at_its_end(proposal, people), status=self._word(proposal.status))
        status = self._word(self.status_at(moment, proposal))
        shared["is_awaited"] = proposal.end <= moment.when
        return ProposalView(**shared, **self._as_it_stands(so_far(moment), proposal, people), status=status)

    def _word(self, status: str) -> str:
        return self.words.get(status, status)

    def _as_it_stands(self, moment: Moment[World], proposal: Proposal, people: People) -> dict[str, Any]:
        votes = self.votes_at(moment, proposal)
        message = moment.state.log.messages[proposal.message]
        passes = self.passes(moment, proposal.klass)
        verdicts = {self.would[0] if passes(*way) else self.would[1] for way in votes.ways}
        pro, contra = sure(votes)
        return {
            **counts(votes, "pro", "contra"),
            "voters_for": voters(pro, people),
            "voters_against": voters(contra, people),
            "perhaps": tuple(named_voters(sorted(_possible(votes) - (pro | contra)), people.name).values()),
            "doubts": tuple(map(people.readable, doubts_in_words(votes))),
            "uncounted": tuple(self._uncounted(moment, message, votes, people)),
            "verdict": verdicts.pop() if len(verdicts) == 1 else UNDETERMINED,
        }

    def _uncounted(
        self, moment: Moment[World], message: ChatMessage, votes: Tally, people: People
    ) -> Iterator[UncountedView]:
        """Who reacted and has no vote by it, with why: votes that do not count are listed, too."""
        counted, (no_player, both) = _possible(votes), self.not_counted
        pro, contra = (standing(message, emoji, moment.when).possible for emoji in self.emojis(moment))
        for user in sorted((pro | contra) - counted):
            if not self.is_playing(moment.world, user):
                yield UncountedView(people.name(user), "is no player", no_player)
            else:
                yield UncountedView(people.name(user), "has both reactions", both)


def so_far(moment: Moment[World]) -> Moment[World]:
    """The same moment an instant later: votes as they stand count whatever was cast up to the moment itself."""
    return replace(moment, law=moment.law.at(moment.when + TICKLE))


# --- proposals --------------------------------------------------------------------------------------------------------


def _told_of(proposal: Proposal, people: People, failures: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    clause, reason = failures.get(proposal.reason, ("", ""))
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


def _at_its_end(proposal: Proposal, people: People) -> dict[str, Any]:
    is_decided = proposal.status in (TOOK_EFFECT, FAILED)
    return {
        "pro": UNDETERMINED if is_decided and proposal.for_ is None else proposal.for_ or 0,
        "contra": UNDETERMINED if is_decided and proposal.against is None else proposal.against or 0,
        "voters_for": voters(proposal.voters_for, people),
        "voters_against": voters(proposal.voters_against, people),
        "perhaps": (),
        "doubts": (),
        "uncounted": (),
        "verdict": "",
    }


def counts(votes: Tally, pro: str, contra: str) -> dict[str, Any]:
    """How many votes each side has, under the names given; undetermined where that is not certain."""
    sides = ({each[side] for each in votes.counts} for side in (0, 1))
    return {
        name: found.pop() if len(found) == 1 else UNDETERMINED for name, found in zip((pro, contra), sides, strict=True)
    }


def sure(votes: Tally) -> tuple[frozenset[str], frozenset[str]]:
    """Who certainly votes for, and who against."""
    return (
        frozenset.intersection(*(way[0] for way in votes.ways)),
        frozenset.intersection(*(way[1] for way in votes.ways)),
    )


def voters(ids: Iterable[str], people: People) -> dict[str, VoterView]:
    """People whose votes count, by their ids; those of whom it is not told who they are in one entry."""
    return {id: VoterView(name) for id, name in named_voters(sorted(ids), people.name).items()}


def _possible(votes: Tally) -> frozenset[str]:
    return frozenset(user for way in votes.ways for side in way for user in side)


# --- the Judge --------------------------------------------------------------------------------------------------------


def justice_views(bench: Bench, people: People, votes_now: Callable[[ConfidenceVote], Tally]) -> dict[str, Any]:
    """Requests, rulings and votes of confidence, by the names of the board's fields; ``votes_now`` are those of an open vote."""
    asked, ruled = (unmistakable(each.values()) for each in (bench.requests, bench.rulings))
    return {
        "requests": {key: _request(bench, each, asked[key], ruled, people) for key, each in bench.requests.items()},
        "rulings": {key: _ruling(bench, each, ruled[key], people) for key, each in bench.rulings.items()},
        "confidence": {key: _confidence(each, ruled, people, votes_now) for key, each in bench.votes.items()},
    }


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
    vote: ConfidenceVote, ruled: Mapping[str, str], people: People, votes_now: Callable[[ConfidenceVote], Tally]
) -> ConfidenceView:
    told = (vote.message, ruled[vote.ruling], people.name(vote.by), vote.start, vote.end, vote.status)
    if vote.status != "open":
        affirm, overturn = (UNDETERMINED if each is None else each for each in (vote.affirm, vote.overturn))
        return ConfidenceView(*told, affirm, overturn, {}, {})
    votes = votes_now(vote)
    affirming, overturning = (voters(side, people) for side in sure(votes))
    return ConfidenceView(*told, **counts(votes, "affirm", "overturn"), affirming=affirming, overturning=overturning)
