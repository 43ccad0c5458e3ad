"""Proposals: messages that are voted on for a period by reactions, what retracts them, and what the votes decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_departures import BEFORE
from tracker.games.chat_worlds import ComeAbout, Due
from tracker.mechanics.chat_log import ChatMessage, Heard, text_at
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.concerned_parameters import concerned
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.law import Law
from tracker.mechanics.proposal_class import ProposalHead, read_proposal
from tracker.mechanics.reaction_votes import Both, Tally, tally, voters_in_words
from tracker.mechanics.redacted_texts import kept_of, words_of
from tracker.mechanics.voting_periods import (
    FAILED,
    RETRACTED,
    TOOK_EFFECT,
    Change,
    ChangeKind,
    ClassRule,
    Ended,
    Proposal,
    RetractionRule,
    Status,
    at_least_share,
    at_most_against,
    between,
    changes,
    doubtful_at_start,
    ended,
    stretches,
    surely_retracting,
    voting_period,
    with_author,
)

from .general import is_over
from .holdings import goods_of
from .items import give_back, use
from .phases import calendar
from .players import is_playing
from .state import MAKERS, World
from .voters import doubts, may_be_playing

URGENT, STANDARD = "Urgent", "Standard"
CLASSES = (URGENT, STANDARD)
NO_PROPOSAL = "no proposal"
_NOT_BEFORE = "not before"
_REASONS: Mapping[tuple[str, bool], tuple[str, str]] = {
    ("deleted", True): ("deleted_before_voting", "R10-095"),
    ("edited", True): ("modified_before_voting", "R10-083"),
    ("deleted", False): ("deleted_during_voting", "R10-082"),
    ("edited", False): ("modified_during_voting", "R10-082"),
}
"""What retracted a proposal, and whether that came before its voting period -> the reason and its clause."""


# --- classes ----------------------------------------------------------------------------------------------------------


@rule("R10-088", "R10-089", "R10-092", "R10-093")
def class_rule(law: Law, klass: str) -> ClassRule:
    """How a class of proposals is voted on and what passes."""
    if klass == URGENT:
        return ClassRule(at_most_against(law.number("urgent_most_against")), law.span("urgent_voting_hours"))
    passes_alone = law.chooses("standard_without_votes", "takes effect")
    share = law.number("standard_share_dividend"), law.number("standard_share_divisor")
    return ClassRule(at_least_share(*share, passes_alone))


@rule("R10-082", "R10-083", "R10-095")
def retraction_rule(law: Law) -> RetractionRule:
    """What done to a proposal's message retracts it: any change during the voting period, and a deletion before it."""
    before = set[ChangeKind]()
    if law.chooses("edit_before_the_voting_period", "retracts"):
        before.add("edited")
    if law.chooses("deletion_before_the_voting_period", "retracts"):
        before.add("deleted")
    return RetractionRule(frozenset(before), gives_back=True)


# --- making a proposal ------------------------------------------------------------------------------------------------


@rule("R10-081")
def posted(moment: Moment[World], message: ChatMessage) -> Due[World] | None:
    """What a message in the proposals' channel makes, once it is settled what nobody saw and it hangs on."""
    if message.id in moment.world.proposals or _class_question(message) in moment.world.assumed:
        return None
    if message.seen_edited and is_playing(moment.world, message.author) and not moment.world.winner:
        return _unseen_class(moment, message)
    head = _head(moment.law, words_of(message))
    doubt = _unseen_deletion(moment, message, head)
    return doubt or Due(lambda then, _: _made(then, message, head))


@rule("R10-086", "R10-087")
def _head(law: Law, text: str) -> ProposalHead:
    """The class that a text names, the default where it names none; chat is only what is marked as such."""
    head = read_proposal(text, CLASSES)
    if head.is_chat and law.chooses("chat_among_proposals", "is marked"):
        return head
    return head if head.cls or head.unknown else ProposalHead(law.word("default_proposal_class"))


def _class_question(message: ChatMessage) -> str:
    return f"class:{message.id}"


def _unseen_class(moment: Moment[World], message: ChatMessage) -> Due[World]:
    """A message that was edited before anybody saw it: its class is that of a text which nobody knows."""
    text = f"The message {message.id} of {message.author} was edited before it was read: what did it make when it was posted?"
    choice = Choice(_class_question(message), text, "R10-083", moment.when, (*CLASSES, NO_PROPOSAL), (message.id,))

    def happen(then: Moment[World], answer: str) -> None:
        _made(then, message, ProposalHead(is_chat=True) if answer == NO_PROPOSAL else ProposalHead(answer))

    return Due(happen, choice)


def _unseen_deletion(moment: Moment[World], message: ChatMessage, head: ProposalHead) -> Due[World] | None:
    """A proposal of the same author that was perhaps deleted by now: then its Proposal-Maker is back."""
    if head.cls != STANDARD or MAKERS in goods_of(moment.world, message.author):
        return None
    for proposal in _open(moment.world):
        earlier = _message(moment, proposal)
        question = f"deletion:{proposal.message}:{message.id}"
        if proposal.author != message.author or earlier.deleted is None or question in moment.world.assumed:
            continue
        if earlier.deleted.before(moment.when) is None and moment.when < proposal.start:
            text = (
                f"{proposal.author} deleted the proposal {proposal.message} {between(earlier.deleted)}: "
                f"before or after posting message {message.id}, for which there is no other Standard Proposal-Maker?"
            )
            choice = Choice(question, text, "R10-095", moment.when, (BEFORE, "after"), (proposal.message, message.id))
            return Due(_deleted_before_posting(proposal.message, Change("deleted", earlier.deleted)), choice)
    return None


def _deleted_before_posting(id: str, change: Change) -> Callable[[Moment[World], str], None]:
    def happen(moment: Moment[World], answer: str) -> None:
        if answer == BEFORE:
            _retract(moment, moment.world.proposals[id], change, was_before=True)

    return happen


@rule("R10-081", "R10-086")
def _made(moment: Moment[World], message: ChatMessage, head: ProposalHead) -> None:
    """Make a player's message a proposal, unless it is chat, or of a class that there is not."""
    if head.is_chat or is_over(moment):
        return
    if not is_playing(moment.world, message.author):
        text = f"{message.author} is no player and cannot make a proposal"
        moment.refuse("NOT_A_PLAYER", "R10-081", text)
    elif head.cls is None:
        classes = " and ".join(CLASSES)
        moment.refuse(
            "UNKNOWN_CLASS", "R10-086", f"there is no class {head.unknown}, only {classes}; nothing is proposed"
        )
    elif head.cls == URGENT or _is_paid(moment, message):
        _open_proposal(moment, message, head.cls)


@rule("R10-094")
def _is_paid(moment: Moment[World], message: ChatMessage) -> bool:
    """A Standard proposal uses up a Standard Proposal-Maker as it is posted."""
    if use(moment, message.author, MAKERS, 1, "R10-094", f"{message.author} makes a Standard proposal"):
        return True
    text = f"{message.author} has no Standard Proposal-Maker; nothing is proposed"
    moment.refuse("NO_PROPOSAL_MAKER", "R10-094", text)
    return False


@rule("R10-088", "R10-090", "R10-092")
def _open_proposal(moment: Moment[World], message: ChatMessage, klass: str) -> None:
    start, end = voting_period(class_rule(moment.law, klass), moment.when, calendar(moment.law))
    proposal = Proposal(message.id, message.author, klass, moment.when, start, end, message.text)
    proposal.status = "open" if start <= moment.when else "waiting"
    moment.world.proposals[message.id] = proposal
    told = {"message": message.id, "class": klass, "voting_start": iso(start), "voting_end": iso(end)}
    text = f"{message.author} makes a proposal of the class {klass}; it is voted on from {iso(start)} to {iso(end)}"
    moment.tell("proposal_opened", "R10-088" if klass == URGENT else "R10-092", text, **told)
    if klass == URGENT:
        _remind(moment, proposal)


@rule("R10-091")
def _remind(moment: Moment[World], proposal: Proposal) -> None:
    """Urgent proposals should only correct the game or keep it playable; none is refused for that."""
    text = f"the proposal {proposal.message}: an Urgent proposal should only correct the game or keep it playable"
    moment.note("URGENT_REMINDER", "R10-091", text, is_mild=True)


# --- what happens to the message --------------------------------------------------------------------------------------


def changed(moment: Moment[World], heard: Heard) -> list[ComeAbout[World]]:
    """What an edit or the deletion of a proposal's message brings about, once it surely was made."""
    proposal = moment.world.proposals.get(heard.message)
    if proposal is None or proposal.is_closed or not heard.is_certain:
        return []
    return [lambda at: Due(lambda then, _: _changed(then, heard.message))]


@rule("R10-082", "R10-083")
def _changed(moment: Moment[World], id: str) -> None:
    proposal = moment.world.proposals[id]
    message = _message(moment, proposal)
    retracting = surely_retracting(proposal, message, retraction_rule(moment.law), moment.when)
    if retracting is not None:
        _retract(moment, proposal, retracting, was_before=_is_before(proposal, retracting))
    elif proposal.status == "waiting":
        proposal.text = _newest_before(proposal, message)


def _is_before(proposal: Proposal, change: Change) -> bool:
    return stretches(proposal, change) == {"before"}


def _newest_before(proposal: Proposal, message: ChatMessage) -> str:
    """The text that is voted on: the newest that surely, or as it was decided, came before the voting period (R10-083)."""
    edits = [each for each in changes(message) if each.kind == "edited" and _is_before(proposal, each)]
    return edits[-1].text if edits else text_at(message, proposal.start)[0]


@rule("R10-082", "R10-083", "R10-095", "R10-111")
def _retract(moment: Moment[World], proposal: Proposal, change: Change, *, was_before: bool) -> None:
    """End a proposal for good; before its voting period its Proposal-Maker comes back to its author, whether a player or not."""
    reason, clause = _REASONS[change.kind, was_before]
    proposal.close(RETRACTED, moment.when, reason)
    returns = was_before and proposal.klass == STANDARD
    if returns:
        text = f"the proposal {proposal.message} is retracted before its voting period"
        give_back(moment, proposal.author, MAKERS, 1, "R10-095", text)
    text = f"the proposal {proposal.message} is retracted: its message was {change.kind} {between(change.at)}"
    moment.tell("proposal_retracted", clause, text, message=proposal.message, reason=reason, item_returned=returns)


# --- the voting period begins -----------------------------------------------------------------------------------------


def due(moment: Moment[World]) -> Due[World] | None:
    """The first proposal whose voting period begins now."""
    for proposal in _open(moment.world):
        if proposal.status == "waiting" and proposal.start <= moment.when:
            return _beginning(moment, proposal)
    return None


@rule("R10-083", "R10-092")
def _beginning(moment: Moment[World], proposal: Proposal) -> Due[World]:
    change = doubtful_at_start(proposal, _message(moment, proposal), retraction_rule(moment.law))
    if change is None:
        return Due(lambda then, _: _begin(then, proposal.message))
    text = (
        f"The message of the proposal {proposal.message} was {change.kind} {between(change.at)}: "
        f"before its voting period began at {iso(proposal.start)}, or not before?"
    )
    answers = (BEFORE, _NOT_BEFORE)
    choice = Choice(f"{change.kind}:{proposal.message}", text, "R10-083", moment.when, answers, (proposal.message,))
    return Due(_decided(proposal.message, change.kind), choice)


def _decided(id: str, kind: ChangeKind) -> Callable[[Moment[World], str], None]:
    def happen(moment: Moment[World], answer: str) -> None:
        moment.world.proposals[id].was_before[kind] = answer == BEFORE

    return happen


def _begin(moment: Moment[World], id: str) -> None:
    """Open the voting on the text as it stands, unless what surely came before retracts the proposal."""
    proposal = moment.world.proposals[id]
    message = _message(moment, proposal)
    rule = retraction_rule(moment.law)
    for change in changes(message):
        if _is_before(proposal, change) and rule.retracts(change.kind, "before"):
            _retract(moment, proposal, change, was_before=True)
            return
    proposal.status, proposal.text = "open", _newest_before(proposal, message)
    _reclassify(moment.law, proposal, message)


@rule("R10-083")
def _reclassify(law: Law, proposal: Proposal, message: ChatMessage) -> None:
    """The class is that of the submission, unless it is ruled that it is that of the text voted on."""
    if law.chooses("proposal_class_is_that_of", "the text voted on"):
        proposal.klass = _head(law, words_of(message, proposal.text)).cls or proposal.klass


# --- the voting period ends -------------------------------------------------------------------------------------------


@rule("R10-005", "R10-084")
def votes_at(moment: Moment[World], proposal: Proposal) -> Tally:
    """The votes on a proposal as they stand at this instant: reactions of players."""
    law = moment.law
    both: Both = "each" if law.chooses("both_reactions_on_a_proposal", "one vote each") else "none"
    message = _message(moment, proposal)
    votes = tally(message, "+1", "-1", moment.when, lambda user: may_be_playing(moment, user), both)
    if law.chooses("author_of_a_proposal", "is in favour unless against") and is_playing(moment.world, proposal.author):
        return with_author(votes, proposal.author)
    return votes


@rule("R10-085")
def ending(moment: Moment[World]) -> list[tuple[datetime, str, Due[World]]]:
    """The proposals whose voting period ends now: when each was made, its message, and its end."""
    return [(each.created, each.message, _end(moment, each)) for each in _open(moment.world) if each.end <= moment.when]


def _end(moment: Moment[World], proposal: Proposal) -> Due[World]:
    message, law = _message(moment, proposal), moment.law
    passes = class_rule(law, proposal.klass).passes
    found = ended(proposal, message, votes_at(moment, proposal), passes, retraction_rule(law))

    def happen(then: Moment[World], answer: str) -> None:
        _decide(replace(then, row=proposal.message), proposal.message, answer or found.verdicts[0], found)

    if len(found.verdicts) == 1:
        return Due(happen)
    why = doubts(moment, found.votes)
    if found.change is not None:
        why.append(f"its message was {found.change.kind} {between(found.change.at)}")
    text = f"What became of the proposal {proposal.message} at {iso(proposal.end)}? {'; '.join(why)}."
    question = f"verdict:{proposal.message}"
    return Due(happen, Choice(question, text, "R10-084", moment.when, found.verdicts, (proposal.message,)))


@rule("R10-089", "R10-093", "R10-096")
def _decide(moment: Moment[World], id: str, verdict: str, found: Ended) -> None:
    """Note what became of a proposal, with the votes as far as they are certain; all of it cites the proposal's message."""
    proposal = moment.world.proposals[id]
    if verdict == RETRACTED and found.change is not None:
        _retract(moment, proposal, found.change, was_before=False)
        return
    status: Status = TOOK_EFFECT if verdict == TOOK_EFFECT else FAILED
    passes = class_rule(moment.law, proposal.klass).passes
    proposal.count(found.ways(status, passes))
    proposal.close(status, moment.when)
    pro, contra = (UNDETERMINED if each is None else each for each in (proposal.for_, proposal.against))
    told = {"message": id, "for": pro, "against": contra, "class": proposal.klass}
    clause = "R10-089" if proposal.klass == URGENT else "R10-093"
    text = f"the proposal {id} {status} with {pro} for and {contra} against{_voters(proposal)}"
    moment.tell("proposal_took_effect" if status == TOOK_EFFECT else "proposal_failed", clause, text, **told)
    if status == TOOK_EFFECT:
        _to_carry_out(moment, proposal)


def _voters(proposal: Proposal) -> str:
    sides = (voters_in_words(proposal.voters_for), voters_in_words(proposal.voters_against))
    return f" ({sides[0]} / {sides[1]})"


# --- carrying it out --------------------------------------------------------------------------------------------------


@rule("R10-096")
def _to_carry_out(moment: Moment[World], proposal: Proposal) -> None:
    """People change the ruleset; say which of the tables and numbers it may concern."""
    kept = kept_of(_message(moment, proposal), proposal.text)
    proposal.matters = concerned(moment.law, proposal.text) if kept is None else tuple(kept.get("concerns", ()))
    tables = f"it may concern {', '.join(proposal.matters)}" if proposal.matters else "it names none of the tables"
    text = f"the proposal {proposal.message} took effect: people change the ruleset; {tables} (a line of [switches] in the config, with its instant)"
    moment.note("TO_CARRY_OUT", "R10-096", text, is_mild=True)


# --- instants and looking at them -------------------------------------------------------------------------------------


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When voting periods begin and end."""
    for proposal in _open(moment.world):
        yield proposal.start if proposal.status == "waiting" else proposal.end


def status_at(moment: Moment[World], proposal: Proposal) -> str:
    """A proposal's status; undetermined while its message was changed at an instant that may be past or not."""
    message = moment.state.log.messages.get(proposal.message)
    if proposal.is_closed or message is None:
        return proposal.status
    rule = retraction_rule(moment.law)
    for change in changes(message):
        is_past = change.at.by <= moment.when or change.at.before(moment.when) is False
        if not is_past and any(rule.retracts(change.kind, where) for where in stretches(proposal, change)):
            return UNDETERMINED
    return proposal.status


def _open(world: World) -> list[Proposal]:
    return [proposal for proposal in world.proposals.values() if not proposal.is_closed]


def _message(moment: Moment[World], proposal: Proposal) -> ChatMessage:
    return moment.state.log.messages[proposal.message]
