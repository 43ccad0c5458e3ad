"""Proposals made by a message: their classes, with a period, what passes and what one costs; and what changes of the message do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from tracker.core.instants import iso
from tracker.mechanics.proposal_class import read_proposal
from tracker.mechanics.state.described import Count as HowMany
from tracker.mechanics.state.described import Instant, Names, Part, Person

from . import votes
from .carrying import happens, refuse
from .rows import Boundary, Message
from .votes import DOWN, UP, Count, Polls, Voting

Change = Literal["edited", "deleted"]


class Proposal(Part):
    """A proposal and its voting period; once it is decided, what its votes were. Its text is the one that is voted on."""

    author: Person
    by_class: str = Field(validation_alias="class", serialization_alias="class")
    text: str = ""
    created: Instant
    start: Instant
    end: Instant
    status: str = "open"
    decided: Instant | None = None
    reason: str | None = None
    touched: bool = Field(default=False, description="its message was edited or deleted")
    up: HowMany | None = Field(default=None, alias="for")
    down: HowMany | None = Field(default=None, alias="against")
    voters_for: Names = Field(default=set())
    voters_against: Names = Field(default=set())

    @property
    def verdict(self) -> str:
        """What became of it; "" while it is not decided."""
        return self.status if self.decided else ""


class Chamber(Polls):
    """What a gamestate with proposals has: each by its message."""

    proposals: dict[str, Proposal] = Field(default={})


@dataclass(frozen=True)
class Class:
    """A class of proposals.

    ``period`` gives its voting period for a submission at an instant, ``passes`` says what passes. ``pay`` takes what making one
    costs from the author, or refuses who may not; ``refund`` gives that back when one is retracted before its period.
    """

    period: Callable[[Any, datetime], tuple[datetime, datetime]]
    passes: Callable[[Any, Count], bool]
    pay: Callable[[Any, str], None] | None = None
    refund: Callable[[Any, str], None] | None = None


@dataclass(frozen=True)
class Terms:
    """What a game calls the states of a proposal, how it votes, and what it does to one whose message is changed.

    A change retracts during the voting period, before it a deletion, and an edit where ``edit_before_retracts``: elsewhere the new
    text is voted on. Where ``touched_fails`` no change retracts, but what was changed fails at the end, for that reason.
    ``reasons`` are the reasons of retractions by the change and whether it came before the voting period.
    """

    passed: str
    waiting: str = "waiting"
    open: str = "open"
    failed: str = "failed"
    retracted: str = "retracted"
    voting: Voting = field(default_factory=Voting)
    edit_before_retracts: bool = False
    touched_fails: str = ""
    reasons: Mapping[tuple[Change, bool], str] = field(default_factory=dict)


def is_chat(text: str) -> bool:
    """Whether a message among proposals is marked as only talking."""
    return read_proposal(text, ()).is_chat


def class_named(text: str, classes: Sequence[str], default: str) -> str:
    """The class that a proposal names when it is made, else the default; one that there is not is refused."""
    head = read_proposal(text, classes)
    if head.unknown:
        refuse("UNKNOWN_CLASS", f"there is no class {head.unknown}, only {' and '.join(classes)}; nothing is proposed")
    return head.cls or default


def propose(chamber: Chamber, message: Message, by_class: str, classes: Mapping[str, Class], terms: Terms) -> None:
    """Make a proposal of a message; what its class costs is paid at once."""
    author, made_by = message.author, classes[by_class]
    if made_by.pay:
        made_by.pay(chamber, author)
    start, end = made_by.period(chamber, chamber.now)
    status = terms.open if start <= chamber.now else terms.waiting
    chamber.proposals[message.id] = Proposal(
        author=author, by_class=by_class, text=message.text, created=chamber.now, start=start, end=end, status=status
    )
    times = {"voting_start": iso(start), "voting_end": iso(end)}
    happens(
        "proposal_opened",
        f"{author} makes a proposal of the class {by_class}; it is voted on from {iso(start)} to {iso(end)}",
        message=message.id,
        **{"class": by_class},
        **times,
    )


def begin(chamber: Chamber, matter: str, terms: Terms) -> None:
    """Let the voting period of a proposal begin."""
    if is_open(chamber, matter):
        chamber.proposals[matter].status = terms.open


def change(chamber: Chamber, matter: str, text: str, classes: Mapping[str, Class], terms: Terms) -> None:
    """Let an edit of a proposal's message do what it does: retract it, or let the new text be voted on, or spoil it."""
    proposal = chamber.proposals.get(matter)
    if proposal is None or text == proposal.text:
        return
    if is_open(chamber, matter) and _is_before(chamber, proposal) and not terms.edit_before_retracts:
        proposal.text = text
    _touch(chamber, matter, "edited", classes, terms)


def delete(chamber: Chamber, matter: str, classes: Mapping[str, Class], terms: Terms) -> None:
    """Let the deletion of a proposal's message do what it does: retract or spoil it."""
    _touch(chamber, matter, "deleted", classes, terms)


def _touch(chamber: Chamber, matter: str, how: Change, classes: Mapping[str, Class], terms: Terms) -> None:
    if not is_open(chamber, matter):
        return
    proposal = chamber.proposals[matter]
    proposal.touched = True
    is_before = _is_before(chamber, proposal)
    if terms.touched_fails or (how == "edited" and is_before and not terms.edit_before_retracts):
        return
    retract(chamber, matter, terms.reasons.get((how, is_before), how), classes, terms)


def retract(chamber: Chamber, matter: str, reason: str, classes: Mapping[str, Class], terms: Terms) -> None:
    """End an open proposal for good; before its voting period what it cost comes back."""
    proposal = chamber.proposals[matter]
    refund = classes[proposal.by_class].refund if _is_before(chamber, proposal) else None
    if refund:
        refund(chamber, proposal.author)
    close(chamber, matter, terms.retracted, reason)
    happens(
        "proposal_retracted",
        f"the proposal {matter} of {proposal.author} is retracted ({reason.replace('_', ' ')})",
        message=matter,
        reason=reason,
        item_returned=refund is not None,
    )


def close(chamber: Chamber, matter: str, status: str, reason: str | None = None) -> None:
    """Let a proposal be decided, in a word of the game; its votes count no more."""
    proposal = chamber.proposals[matter]
    proposal.status, proposal.decided, proposal.reason = status, chamber.now, reason
    votes.forget(chamber, matter)


def decide(chamber: Chamber, matter: str, classes: Mapping[str, Class], terms: Terms, voters: Collection[str]) -> bool:
    """Count a proposal at the end of its voting period; whether it passed."""
    if not is_open(chamber, matter):
        return False
    proposal = chamber.proposals[matter]
    count = tally(chamber, matter, terms, voters)
    spoilt = (terms.touched_fails if proposal.touched else "") or None
    passes = classes[proposal.by_class].passes

    def has_passed(surely: bool) -> bool:
        return not spoilt and passes(chamber, tally(chamber, matter, terms, voters, surely=surely))

    passed = votes.result(has_passed, f"the proposal {matter}")
    proposal.up, proposal.down = count.up, count.down
    proposal.voters_for, proposal.voters_against = set(count.of(UP)), set(count.of(DOWN))
    close(chamber, matter, terms.passed if passed else terms.failed, spoilt)
    _tell(matter, proposal, count)
    return passed


def _tell(matter: str, proposal: Proposal, count: Count) -> None:
    reason = {"reason": proposal.reason} if proposal.reason else {}
    told = {"message": matter, "class": proposal.by_class, "for": count.up, "against": count.down, **reason}
    names = " / ".join(", ".join(count.of(side)) or "nobody" for side in (UP, DOWN))
    happens(
        f"proposal_{proposal.status.replace(' ', '_')}",
        f"the proposal {matter} of {proposal.author} {proposal.status} {count.up}-{count.down} ({names})",
        **told,
    )


def tally(chamber: Chamber, matter: str, terms: Terms, voters: Collection[str], *, surely: bool = False) -> Count:
    """How the votes on an open proposal stand now."""
    return votes.counted(chamber, matter, terms.voting, voters, surely=surely)


def is_open(chamber: Chamber, matter: str) -> bool:
    """Whether a message is a proposal that is not decided: reactions on it may be votes."""
    proposal = chamber.proposals.get(matter)
    return proposal is not None and not proposal.verdict


def _is_before(chamber: Chamber, proposal: Proposal) -> bool:
    return chamber.now < proposal.start


def forget(chamber: Chamber, limit: datetime) -> None:
    """Let proposals leave the gamestate that were decided before an instant."""
    for matter, proposal in list(chamber.proposals.items()):
        if proposal.decided is not None and proposal.decided < limit:
            del chamber.proposals[matter]


def beginnings(chamber: Chamber, rank: int, kind: str) -> Iterator[Boundary]:
    """When voting periods of proposals begin (``begin``)."""
    coming = ((name, each) for name, each in chamber.proposals.items() if not each.verdict)
    return votes.ends(((each.start, each.created, name) for name, each in coming), rank, kind)


def endings(chamber: Chamber, rank: int, kind: str) -> Iterator[Boundary]:
    """When voting periods of proposals end (``decide``)."""
    coming = ((name, each) for name, each in chamber.proposals.items() if not each.verdict)
    return votes.ends(((each.end, each.created, name) for name, each in coming), rank, kind)
