"""Proposals and Proposal Class."""

from __future__ import annotations

import re
from datetime import datetime

from tracker.mechanics.chat import proposals, votes
from tracker.mechanics.chat.carrying import note, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.proposals import Class, Terms
from tracker.mechanics.chat.rows import Deleted, Edited, Message, Reacted
from tracker.mechanics.chat.votes import DOWN, UP, Count, Voting

from .essential import complete_of, total
from .general import period_ends
from .gods import must_go_on
from .state import Ducks

NOT_A_PROPOSAL = ("not a proposal", "comment:", "comment :")
_TITLE = re.compile(r"\s*(?:urgent\s+proposal\b|\[\s*urgent\s*\])", re.IGNORECASE)
_LINE = re.compile(r"\s*(?:proposal )?class\s*:\s*(\w+)\W*", re.IGNORECASE)


@rule("DUCK-036")
def normal_period(world: Ducks, sent: datetime) -> tuple[datetime, datetime]:
    """A normal proposal is voted on in the period that follows that of its submission."""
    start = period_ends(world, sent)
    return start, period_ends(world, start)


@rule("DUCK-048", "DUCK-003")
def urgent_period(world: Ducks, sent: datetime) -> tuple[datetime, datetime]:
    """An urgent proposal is voted on from its submission, for so long exactly."""
    return sent, sent + world.law.span("urgent_voting_hours")


@rule("DUCK-042", "DUCK-044")
def normal_passes(world: Ducks, count: Count) -> bool:
    """More must be in favour than against, or have more Quacks."""
    return count.up > count.down or (count.up == count.down and has_more_quacks(world, count))


@rule("DUCK-043")
def has_more_quacks(world: Ducks, count: Count) -> bool:
    """Equal votes are decided by the Quacks of all complete ducks on either side."""
    up, down = ([total(complete_of(world, who).values()) for who in count.of(side)] for side in (UP, DOWN))
    return sum(up) > sum(down)


@rule("DUCK-049")
def urgent_passes(world: Ducks, count: Count) -> bool:
    """Only votes against an urgent proposal matter."""
    return count.down <= world.law.number("urgent_most_against")


CLASSES = {"normal": Class(normal_period, normal_passes), "urgent": Class(urgent_period, urgent_passes)}


@rule("DUCK-040", "DUCK-041")
def voting(world: Ducks) -> Voting:
    """The two emoji that are votes; who sets both votes on both sides, unless it is ruled otherwise."""
    both = votes.EACH if world.law.chooses("both_reactions_on_a_proposal", "one vote each") else votes.NONE
    return Voting({world.law.word("vote_for"): UP, world.law.word("vote_against"): DOWN}, both)


def terms(world: Ducks) -> Terms:
    """What the states of proposals are called, and that any edit retracts one."""
    return Terms("adopted", "voting-pending", "voting", voting=voting(world), edit_before_retracts=True)


# --- making one -------------------------------------------------------------------------------------------------------


def is_talk(text: str) -> bool:
    """Whether a message in the channel for proposals plainly says that it is none."""
    return text.lstrip("*_>#/ \n").casefold().startswith(NOT_A_PROPOSAL) or proposals.is_chat(text)


@rule("DUCK-031")
def propose(world: Ducks, message: Message) -> None:
    """A player's message in the channel for proposals is one, as many as there are."""
    must_go_on(world)
    is_player = message.author in playing(world)
    require(is_player, "not_player", f"{message.author} is no player: this is no proposal")
    proposals.propose(world, message, class_of(world, message), CLASSES, terms(world))
    count_again(world, message.id)


@rule("DUCK-046")
def class_of(world: Ducks, message: Message) -> str:
    """The class that a title or a line of its own names; any other word is noted and names none."""
    lines = [re.sub(r"[*_`#]+", "", line) for line in message.text.splitlines() if line.strip()]
    if lines and _TITLE.match(lines[0]):
        return "urgent"
    words = [found[1].lower() for line in lines if (found := _LINE.fullmatch(line))]
    if words and words[0] not in CLASSES:
        note("UNKNOWN_CLASS", f"there is no class {words[0]}: the proposal {message.id} is of the usual one")
    known = [word for word in words[:1] if word in CLASSES]
    return known[0] if known else world.law.word("default_proposal_class")


# --- what becomes of it -----------------------------------------------------------------------------------------------


@rule("DUCK-032", "DUCK-047")
def change(world: Ducks, row: Edited | Deleted) -> None:
    """A proposal whose message is edited or deleted in time is retracted for good."""
    was_open = proposals.is_open(world, row.id)
    if isinstance(row, Edited):
        proposals.change(world, row.id, row.text, CLASSES, terms(world))
    else:
        proposals.delete(world, row.id, CLASSES, terms(world))
    if was_open and not proposals.is_open(world, row.id):
        note("retracted", f"the proposal {row.id} is retracted: its message was {world.proposals[row.id].reason}")


@rule("DUCK-040")
def react(world: Ducks, reacted: Reacted) -> None:
    """Reactions on an open proposal are votes."""
    votes.react(world, reacted, voting(world))
    count_again(world, reacted.message)


def count_again(world: Ducks, matter: str = "") -> None:
    """Note how the votes on an open proposal stand, or on all."""
    for name in [matter] if matter else list(world.proposals):
        if proposals.is_open(world, name):
            count, proposal = proposals.tally(world, name, terms(world), playing(world)), world.proposals[name]
            proposal.up, proposal.down = count.up, count.down


@rule("DUCK-036")
def begin(world: Ducks, matter: str) -> None:
    """The voting period of a proposal begins."""
    proposals.begin(world, matter, terms(world))


@rule("DUCK-038", "DUCK-039", "DUCK-037")
def decide(world: Ducks, matter: str) -> None:
    """Votes are counted when the period ends, proposal by proposal in the order of submission."""
    if proposals.decide(world, matter, CLASSES, terms(world), playing(world)):
        take_effect(world, matter)


@rule("DUCK-045")
def take_effect(world: Ducks, matter: str) -> None:
    """People change the ruleset, and state what else an adopted proposal changes."""
    proposal = world.proposals[matter]
    note(
        "TO_CARRY_OUT",
        f"the proposal {matter} of {proposal.author} was adopted {proposal.up}-{proposal.down}: people change the rules "
        "that it changes, and set the values that it sets (a correction of this message)",
    )
