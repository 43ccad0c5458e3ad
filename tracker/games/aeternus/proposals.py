"""3.1 Proposals and their two classes."""

from __future__ import annotations

from datetime import datetime

from tracker.mechanics.chat import proposals
from tracker.mechanics.chat.carrying import note, require, rule
from tracker.mechanics.chat.people import must_play, playing
from tracker.mechanics.chat.proposals import Class, Terms
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.votes import DOWN, Count, Voting

from .phases import phases
from .state import Aeternus

STANDARD, URGENT = "Standard", "Urgent"


@rule("AET-036")
def urgent_period(world: Aeternus, created: datetime) -> tuple[datetime, datetime]:
    """From the submission on."""
    return created, created + world.law.span("urgent_voting_hours")


@rule("AET-040")
def standard_period(world: Aeternus, created: datetime) -> tuple[datetime, datetime]:
    """The first phase that starts after the submission, all of it."""
    start = phases(world).next_start(created)
    return start, phases(world).next_start(start)


@rule("AET-037")
def urgent_passes(world: Aeternus, count: Count) -> bool:
    """At most so many votes against it."""
    return count.down <= world.law.number("urgent_most_against")


@rule("AET-041")
def standard_passes(world: Aeternus, count: Count) -> bool:
    """More for it than against it."""
    return count.up > count.down


@rule("AET-038")
def must_be_reputable(world: Aeternus, author: str) -> None:
    """Only a reputable player submits an Urgent proposal."""
    require(world.players[author].reputable, "NOT_REPUTABLE", f"{author} is not reputable: no proposal comes of it")


CLASSES = {
    URGENT: Class(urgent_period, urgent_passes, pay=must_be_reputable),
    STANDARD: Class(standard_period, standard_passes),
}
TERMS = Terms("took effect", voting=Voting(both=DOWN), touched_fails="edited_or_deleted")


@rule("AET-029")
def propose(world: Aeternus, message: Message) -> None:
    """A player's message among the proposals makes one."""
    must_play(world, message.author)
    proposals.propose(world, message, class_of(world, message), CLASSES, TERMS)


@rule("AET-034", "AET-035")
def class_of(world: Aeternus, message: Message) -> str:
    """The class that a proposal names, else the Standard one."""
    return proposals.class_named(message.text, list(CLASSES), world.law.word("default_proposal_class"))


@rule("AET-040")
def begin(world: Aeternus, matter: str) -> None:
    """The voting period of a Standard proposal begins."""
    proposals.begin(world, matter, TERMS)


@rule("AET-032")
def edited(world: Aeternus, message: str, text: str) -> None:
    """An edit at any time before the end lets a proposal fail."""
    proposals.change(world, message, text, CLASSES, TERMS)


@rule("AET-032")
def deleted(world: Aeternus, message: str) -> None:
    """So does its deletion."""
    proposals.delete(world, message, CLASSES, TERMS)


@rule(
    "AET-030", "AET-031", "AET-033", proposal_failed="AET-032", proposal_took_effect="AET-032", TO_CARRY_OUT="AET-032"
)
def decide(world: Aeternus, matter: str) -> None:
    """Players' reactions are counted when the period ends, proposal by proposal in order of creation; an unclear vote is against."""
    if proposals.decide(world, matter, CLASSES, TERMS, set(playing(world))):
        text = f"the proposal {matter} took effect: people change the ruleset, and set the values that it changes"
        note("TO_CARRY_OUT", text, is_mild=False)
