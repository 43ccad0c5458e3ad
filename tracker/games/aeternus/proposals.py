"""3.1 Proposals: messages that are voted on for a period by reactions, what undoes them, and what the votes decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from tracker.core.gamestate import UNDETERMINED, Finding
from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_effects import NO_EFFECTS, effects_question, effects_untold
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
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
    ClassRule,
    Ended,
    Proposal,
    RetractionRule,
    Status,
    at_most_against,
    between,
    changes,
    ended,
    stretches,
    voting_period,
)

from .effects import EXAMPLE, apply_effects, effects_meant
from .general import is_over
from .phases import calendar
from .players import doubts, is_playing, is_reputable, may_be_playing
from .state import World

URGENT, STANDARD = "Urgent", "Standard"
CLASSES = (URGENT, STANDARD)
TOUCHED = "edited_or_deleted"
"""Why a proposal fails whose message was changed."""
_EVERY_CHANGE = RetractionRule(frozenset({"edited", "deleted"}))
"""An edit or the deletion at any time between the submission and the end undoes a proposal (AET-032)."""


# --- classes ----------------------------------------------------------------------------------------------------------


@rule("AET-036", "AET-037", "AET-040", "AET-041")
def class_rule(law: Law, klass: str) -> ClassRule:
    """How a class of proposals is voted on and what is popular."""
    if klass == URGENT:
        return ClassRule(at_most_against(law.number("urgent_most_against")), law.span("urgent_voting_hours"))
    return ClassRule(lambda pro, contra: len(pro) > len(contra))


# --- making a proposal ------------------------------------------------------------------------------------------------


@rule("AET-029", "AET-034", "AET-035")
def posted(moment: Moment[World], message: ChatMessage) -> None:
    """Make a player's message a proposal, unless it is chat, of a class that there is not, or urgent by who is not reputable."""
    law, user = moment.law, message.author
    head = _head(law, words_of(message))
    if head.is_chat or is_over(moment):
        return
    if not is_playing(moment.world, user) and law.chooses("author_of_a_proposal_is", "a player"):
        moment.refuse("NOT_A_PLAYER", "AET-029", f"{user} is no player and cannot make a proposal")
    elif head.cls is None:
        known = " and ".join(CLASSES)
        moment.refuse(
            "UNKNOWN_CLASS", "AET-034", f"there is no class {head.unknown}, only {known}; nothing is proposed"
        )
    elif head.cls != URGENT or _may_urge(moment, user):
        _open_proposal(moment, message, head.cls)


def _head(law: Law, text: str) -> ProposalHead:
    """The class that a text names, the default where it names none; chat is only what is marked as such."""
    head = read_proposal(text, CLASSES)
    if head.is_chat and law.chooses("chat_among_proposals", "is marked"):
        return head
    return head if head.cls or head.unknown else ProposalHead(law.word("default_proposal_class"))


@rule("AET-038")
def _may_urge(moment: Moment[World], user: str) -> bool:
    """Only a reputable player submits an urgent proposal; it does not become one of another class."""
    if is_reputable(moment, user):
        return True
    moment.refuse(
        "NOT_REPUTABLE", "AET-038", f"{user} is not reputable: only reputable players submit Urgent proposals"
    )
    return False


@rule("AET-036", "AET-040")
def _open_proposal(moment: Moment[World], message: ChatMessage, klass: str) -> None:
    start, end = voting_period(class_rule(moment.law, klass), moment.when, calendar(moment.law))
    proposal = Proposal(message.id, message.author, klass, moment.when, start, end, message.text)
    proposal.status = "open" if start <= moment.when else "waiting"
    moment.world.proposals[message.id] = proposal
    told = {"message": message.id, "class": klass, "voting_start": iso(start), "voting_end": iso(end)}
    text = f"{message.author} makes a proposal of the class {klass}; it is voted on from {iso(start)} to {iso(end)}"
    moment.tell("proposal_opened", "AET-036" if klass == URGENT else "AET-040", text, **told)
    if klass == URGENT:
        _remind(moment, proposal)


@rule("AET-039")
def _remind(moment: Moment[World], proposal: Proposal) -> None:
    """Urgent proposals should only correct the game or keep it playable; none is refused for that."""
    text = f"the proposal {proposal.message}: an Urgent proposal should only correct the game or keep it playable"
    moment.note("URGENT_REMINDER", "AET-039", text, is_mild=True)


# --- the voting period ------------------------------------------------------------------------------------------------


def due(moment: Moment[World]) -> Due[World] | None:
    """The first proposal whose voting period begins now."""
    for proposal in open_proposals(moment.world):
        if proposal.status == "waiting" and proposal.start <= moment.when:
            return Due(_begin(proposal.message))
    return None


def _begin(id: str) -> Callable[[Moment[World], str], None]:
    def happen(moment: Moment[World], _: str) -> None:
        moment.world.proposals[id].status = "open"

    return happen


@rule("AET-030", "AET-031")
def votes_at(moment: Moment[World], proposal: Proposal) -> Tally:
    """The votes on a proposal as they stand at this instant: reactions of players; an unclear vote is against."""
    both: Both = "against" if moment.law.chooses("both_reactions_on_a_proposal", "against") else "none"
    up_is_for = moment.law.chooses("thumbs_on_proposals", "up for, down against")
    pro, contra = ("+1", "-1") if up_is_for else ("-1", "+1")
    return tally(_message(moment, proposal), pro, contra, moment.when, lambda user: may_be_playing(moment, user), both)


@rule("AET-033")
def ending(moment: Moment[World]) -> list[tuple[datetime, str, Due[World]]]:
    """The proposals whose voting period ends now: when each was made, its message, and its end."""
    over = (each for each in open_proposals(moment.world) if each.end <= moment.when)
    return [(each.created, each.message, _end(moment, each)) for each in over]


@rule("AET-032")
def _end(moment: Moment[World], proposal: Proposal) -> Due[World]:
    passes = class_rule(moment.law, proposal.klass).passes
    found = ended(proposal, _message(moment, proposal), votes_at(moment, proposal), passes, _EVERY_CHANGE)

    def happen(then: Moment[World], answer: str) -> None:
        _decide(replace(then, row=proposal.message), proposal.message, answer or found.verdicts[0], found)

    if len(found.verdicts) == 1:
        return Due(happen)
    why = doubts(moment, found.votes)
    if found.change is not None:
        why.append(f"its message was {found.change.kind} {between(found.change.at)}")
    text = f"What became of the proposal {proposal.message} at {iso(proposal.end)}? {'; '.join(why)}."
    question = _verdict_question(proposal.message)
    return Due(happen, Choice(question, text, "AET-030", moment.when, found.verdicts, (proposal.message,)))


def _verdict_question(message: str) -> str:
    return f"verdict:{message}"


@rule("AET-032", "AET-037", "AET-041")
def _decide(moment: Moment[World], id: str, verdict: str, found: Ended) -> None:
    """Note what became of a proposal, with the votes as far as they are certain; one that was touched fails, however popular.

    All of it cites the proposal's message.
    """
    proposal = moment.world.proposals[id]
    status: Status = TOOK_EFFECT if verdict == TOOK_EFFECT else FAILED
    reason = TOUCHED if verdict == RETRACTED else ""
    proposal.count(found.votes if reason else found.ways(status, class_rule(moment.law, proposal.klass).passes))
    proposal.close(status, moment.when, reason)
    pro, contra = (UNDETERMINED if each is None else each for each in (proposal.for_, proposal.against))
    told = {
        "message": id,
        "for": pro,
        "against": contra,
        "class": proposal.klass,
        **({"reason": reason} if reason else {}),
    }
    clause = "AET-032" if reason else "AET-037" if proposal.klass == URGENT else "AET-041"
    touched = f": its message was {found.change.kind} {between(found.change.at)}" if reason and found.change else ""
    text = f"the proposal {id} {status} with {pro} for and {contra} against{_voters(proposal)}{touched}"
    moment.tell("proposal_took_effect" if status == TOOK_EFFECT else "proposal_failed", clause, text, **told)
    if status == TOOK_EFFECT:
        _take_effect(moment, proposal)


def _voters(proposal: Proposal) -> str:
    sides = (voters_in_words(proposal.voters_for), voters_in_words(proposal.voters_against))
    return f" ({sides[0]} / {sides[1]})"


@rule("AET-032")
def _take_effect(moment: Moment[World], proposal: Proposal) -> None:
    """Carry out what people say that a proposal changes; until they have said, list which tables and numbers it may concern."""
    kept = kept_of(_message(moment, proposal), proposal.text)
    proposal.matters = concerned(moment.law, proposal.text) if kept is None else tuple(kept.get("concerns", ()))
    took = f"The proposal {proposal.message} takes effect. What does it change?"
    doubt = _verdict_question(proposal.message)
    if doubt in moment.world.assumed and moment.answer(doubt) is None:
        took = f"If the proposal {proposal.message} takes effect, which is not certain ({doubt} asks), what does it change?"
    id, text = effects_question(proposal.message), f"{took} Write “{EXAMPLE}”, or {NO_EFFECTS}."
    ask = Ask(id, text, "AET-032", [NO_EFFECTS], moment.when, [proposal.message], is_free=True, examples=[EXAMPLE])
    effects = moment.ask_in_words(ask, lambda answer: effects_meant(moment, id, answer))
    if effects is not None:
        moment.read_by = moment.state.decided(moment.decisions, id)
        apply_effects(moment, effects, f"the proposal {proposal.message}")
        return
    tables = f"it may concern {', '.join(proposal.matters)}" if proposal.matters else "it names none of the tables"
    text = f"the proposal {proposal.message} took effect: people change the ruleset; {tables} (a line of [switches] in the config, with its instant)"
    moment.note("TO_CARRY_OUT", "AET-032", text, is_mild=True)


@rule("AET-032")
def findings(moments: Sequence[Moment[World]]) -> Iterator[Finding]:
    """That what is shown stands without the effects of proposals of which nobody has told them, in any world."""

    def hanging(since: datetime) -> str:
        is_won = any(each.world.won is not None and each.world.won.at >= since for each in moments)
        return f"dice, the map, influence, refusals{', that the cycle is won' if is_won else ''}"

    yield from effects_untold(moments, "AET-032", hanging)


# --- instants and looking at them -------------------------------------------------------------------------------------


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When voting periods begin and end."""
    for proposal in open_proposals(moment.world):
        yield proposal.start if proposal.status == "waiting" else proposal.end


@rule("AET-032")
def touched(moment: Moment[World], proposal: Proposal) -> bool | str:
    """Whether a proposal's message was edited or deleted by now, since its submission; undetermined where nobody can tell."""
    message = moment.state.log.messages.get(proposal.message)
    if proposal.is_closed or message is None:
        return proposal.reason == TOUCHED
    found = {
        _EVERY_CHANGE.retracts(change.kind, stretch) if change.at.before(moment.when) is not None else None
        for change in changes(message)
        if change.at.before(moment.when + TICKLE) is not False
        for stretch in stretches(proposal, change)
    }
    return True if found == {True} else UNDETERMINED if True in found or None in found else False


def open_proposals(world: World) -> list[Proposal]:
    """The proposals that are not decided."""
    return [proposal for proposal in world.proposals.values() if not proposal.is_closed]


def _message(moment: Moment[World], proposal: Proposal) -> ChatMessage:
    return moment.state.log.messages[proposal.message]
