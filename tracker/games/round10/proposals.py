"""Proposals: made by a message, of the class Urgent or Standard, and decided by reactions."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from tracker.mechanics.chat import people, proposals, votes
from tracker.mechanics.chat.carrying import note, refuse, rule
from tracker.mechanics.chat.proposals import Class, Terms
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.votes import Count, Voting

from . import items
from .info import next_phase, voters
from .state import MAKERS, Round10

URGENT, STANDARD = "Urgent", "Standard"


@rule("R10-088")
def urgent_period(world: Round10, created: datetime) -> tuple[datetime, datetime]:
    """From the submission on, for some days."""
    return created, created + world.law.span("urgent_voting_hours")


@rule("R10-092")
def standard_period(world: Round10, created: datetime) -> tuple[datetime, datetime]:
    """The whole of the first phase that starts strictly after the submission."""
    start = next_phase(world.law, created)
    return start, next_phase(world.law, start)


@rule("R10-089")
def urgent_passes(world: Round10, count: Count) -> bool:
    """Not too many are against it; votes for it do not matter."""
    return count.down <= world.law.number("urgent_most_against")


@rule("R10-093")
def standard_passes(world: Round10, count: Count) -> bool:
    """Enough of the votes are for it; without any vote it does not, unless it is ruled so."""
    if not count.up + count.down:
        return world.law.chooses("standard_without_votes", "takes effect")
    share = Fraction(world.law.number("standard_share_dividend"), world.law.number("standard_share_divisor"))
    return Fraction(count.up, count.up + count.down) >= share


@rule("R10-094")
def use_maker(world: Round10, who: str) -> None:
    """A standard proposal uses a Standard Proposal-Maker at once."""
    if not items.use(world, who, MAKERS):
        refuse("NO_PROPOSAL_MAKER", f"{who} has no Standard Proposal-Maker; nothing is proposed")


@rule("R10-095")
def return_maker(world: Round10, who: str) -> None:
    """A proposal that is retracted before its voting period gives its maker back."""
    items.give_back(world, who, MAKERS)


CLASSES: Mapping[str, Class] = {
    URGENT: Class(urgent_period, urgent_passes),
    STANDARD: Class(standard_period, standard_passes, pay=use_maker, refund=return_maker),
}
_PROPOSE = {URGENT: rule("R10-090")(proposals.propose), STANDARD: rule("R10-092")(proposals.propose)}
_DECIDE = {URGENT: rule("R10-089")(proposals.decide), STANDARD: rule("R10-093")(proposals.decide)}
_REASONS: Mapping[tuple[proposals.Change, bool], str] = {
    ("edited", True): "modified_before_voting",
    ("edited", False): "modified_during_voting",
    ("deleted", True): "deleted_before_voting",
    ("deleted", False): "deleted_during_voting",
}


@rule("R10-084")
def terms(world: Round10) -> Terms:
    """How proposals are voted on: each reaction of a player is a vote, unless it is ruled that both are none."""
    both = votes.EACH if world.law.chooses("both_reactions_on_a_proposal", "one vote each") else votes.NONE
    retracts = world.law.chooses("edit_before_the_voting_period", "retracts")
    return Terms("took effect", voting=Voting(both=both), edit_before_retracts=retracts, reasons=_REASONS)


@rule("R10-081", "R10-090", UNKNOWN_CLASS="R10-086", NOT_A_PLAYER="R10-081", URGENT_REMINDER="R10-091")
def propose(world: Round10, message: Message) -> None:
    """A player's message among the proposals makes one, of the class that it names."""
    people.must_play(world, message.author)
    named = proposals.class_named(message.text, list(CLASSES), default_class(world))
    _PROPOSE[named](world, message, named, CLASSES, terms(world))
    keep_count(world)
    if named == URGENT:
        note("URGENT_REMINDER", "an Urgent proposal should only correct the game or keep it playable")


@rule("R10-087")
def default_class(world: Round10) -> str:
    """The class of a proposal that names none."""
    return world.law.word("default_proposal_class")


@rule("R10-083", modified_before_voting="R10-083", modified_during_voting="R10-082")
def change(world: Round10, message: str, text: str) -> None:
    """An edit during the voting period retracts a proposal; before it, the new text is voted on."""
    proposals.change(world, message, text, CLASSES, terms(world))


@rule("R10-082", deleted_before_voting="R10-095")
def delete(world: Round10, message: str) -> None:
    """A deletion retracts a proposal."""
    proposals.delete(world, message, CLASSES, terms(world))


def keep_count(world: Round10) -> None:
    """Note how the votes on open proposals stand now."""
    for matter, proposal in world.proposals.items():
        if proposals.is_open(world, matter):
            count = proposals.tally(world, matter, terms(world), voters(world))
            proposal.up, proposal.down = count.up, count.down


def begin(world: Round10, matter: str) -> None:
    """A voting period begins."""
    proposals.begin(world, matter, terms(world))


@rule("R10-085")
def decide(world: Round10, matter: str) -> None:
    """Votes are counted when the period ends."""
    if _DECIDE[world.proposals[matter].by_class](world, matter, CLASSES, terms(world), voters(world)):
        carry_out(world, matter)


@rule("R10-096")
def carry_out(world: Round10, matter: str) -> None:
    """People edit the ruleset, and enter what a proposal changes."""
    note("TO_CARRY_OUT", f"the proposal {matter} took effect: people change the ruleset, and the tables it concerns")
