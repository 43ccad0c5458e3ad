"""Proposals: every message in their channel, the period in which it is voted on by reactions, and what the votes decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from tracker.core.gamestate import UNDETERMINED, Finding
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_effects import NO_EFFECTS, effects_asked, effects_question, effects_untold
from tracker.games.chat_worlds import ComeAbout, Due
from tracker.mechanics.chat_log import Between, ChatMessage, Heard
from tracker.mechanics.chat_play import Ask, Moment, Note
from tracker.mechanics.concerned_parameters import concerned
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.law import Law
from tracker.mechanics.reaction_votes import Both, Tally, tally, voters_in_words
from tracker.mechanics.redacted_texts import kept_of, words_of
from tracker.mechanics.voting_periods import (
    FAILED,
    RETRACTED,
    TOOK_EFFECT,
    VERDICTS,
    Change,
    ClassRule,
    Ended,
    Passes,
    Proposal,
    RetractionRule,
    Status,
    at_most_against,
    between,
    changes,
    ended,
    stretches,
    surely_retracting,
    voting_period,
)

from .effects import EXAMPLE, apply_effects, effects_meant
from .flock import complete_of
from .general import is_over
from .periods import after, calendar
from .players import DEPARTURES, is_playing
from .proposal_class import URGENT, read_proposal
from .state import World

_WORDS = re.compile(r"\w+")
_BECAME: Mapping[str, str] = {TOOK_EFFECT: "took effect", FAILED: "failed", RETRACTED: "was retracted"}
_RETRACTION = RetractionRule(frozenset({"edited", "deleted"}))
"""A deletion or a modification retracts before the voting period and during it (DUCK-032)."""


# --- classes ----------------------------------------------------------------------------------------------------------


@rule("DUCK-042", "DUCK-049")
def passes(moment: Moment[World], klass: str, *, wins_ties: bool | None = None) -> Passes:
    """What passes now: an urgent proposal with few votes against it, any other by more votes for than against, or by Quacks.

    ``wins_ties`` is how a tie of votes comes out where its Quacks are not known for certain.
    """
    if klass == URGENT:
        return at_most_against(moment.law.number("urgent_most_against"))
    return lambda pro, contra: (
        len(pro) > len(contra) or (_is_tie(pro, contra) and _wins_tie(moment, pro, contra, wins_ties))
    )


def _is_tie(pro: frozenset[str], contra: frozenset[str]) -> bool:
    """Whether Quacks decide: where nobody voted, they cannot."""
    return len(pro) == len(contra) > 0


@rule("DUCK-043", "DUCK-044")
def _wins_tie(moment: Moment[World], pro: frozenset[str], contra: frozenset[str], known: bool | None) -> bool:
    """Whether the ducks of those in favour have strictly more Quacks than those of those against, unless it is ``known``."""
    return _quacks(moment, pro) > _quacks(moment, contra) if known is None else known


def _quacks(moment: Moment[World], side: frozenset[str]) -> int:
    on_missions_count = moment.law.chooses("ducks_on_missions_in_a_tie", "count")
    quacks = [
        duck.quacks
        for player in side
        for duck in complete_of(moment.world, player)
        if on_missions_count or duck.mission is None
    ]
    return sum(quacks) if moment.law.chooses("tie_compares", "all their Quacks") else max(quacks, default=0)


@rule("DUCK-036", "DUCK-048")
def period_of(law: Law, klass: str, created: datetime) -> tuple[datetime, datetime]:
    """When the voting starts and ends: an urgent proposal's at once, any other's with the whole next period."""
    if klass == URGENT:
        return created, after(law, created, law.span("urgent_voting_hours"))
    return voting_period(ClassRule(lambda pro, contra: len(pro) > len(contra)), created, calendar(law))


# --- making a proposal ------------------------------------------------------------------------------------------------


@rule("DUCK-031")
def posted(moment: Moment[World], message: ChatMessage) -> bool:
    """Make a player's message a proposal, unless it says that it is none; whether it did."""
    head = read_proposal(words_of(message), moment.law.word("default_proposal_class"))
    if head.is_chat or is_over(moment) or message.id in moment.world.proposals:
        return False
    if not is_playing(moment.world, message.author):
        if not message.is_bot:
            moment.refuse("not_player", "DUCK-031", f"{message.author} is no player: this is no proposal")
        return False
    if head.unknown:
        text = f"there is no class “{head.unknown}”; the proposal {message.id} is {head.klass}"
        moment.note("UNKNOWN_CLASS", "DUCK-046", text, is_mild=True)
    _open_proposal(moment, message, head.klass)
    return True


@rule("DUCK-046", "DUCK-047")
def _open_proposal(moment: Moment[World], message: ChatMessage, klass: str) -> None:
    """The class is that of the submission; a message that was edited before anybody read it is retracted by that."""
    start, end = period_of(moment.law, klass, moment.when)
    proposal = Proposal(message.id, message.author, klass, moment.when, start, end, message.text)
    proposal.status = "open" if start <= moment.when else "waiting"
    moment.world.proposals[message.id] = proposal
    told = {"message": message.id, "class": klass, "voting_start": iso(start), "voting_end": iso(end)}
    text = f"{message.author} makes a proposal of the class {klass}; it is voted on from {iso(start)} to {iso(end)}"
    moment.tell("proposal_opened", "DUCK-048" if klass == URGENT else "DUCK-036", text, **told)
    retract_if_changed(moment, message.id)


# --- what happens to the message --------------------------------------------------------------------------------------


def changed(moment: Moment[World], heard: Heard) -> list[ComeAbout[World]]:
    """What an edit or the deletion of a proposal's message brings about, once it surely was made."""
    proposal = moment.world.proposals.get(heard.message)
    if proposal is None or proposal.is_closed or not heard.is_certain:
        return []
    return [lambda at: Due(lambda then, _: retract_if_changed(then, heard.message))]


@rule("DUCK-032", "DUCK-047")
def retract_if_changed(moment: Moment[World], id: str) -> None:
    """Retract a proposal whose message surely was deleted or modified before its voting period ended."""
    proposal = moment.world.proposals[id]
    if proposal.is_closed:
        return
    retracting = surely_retracting(proposal, _message(moment, proposal), _RETRACTION, moment.when)
    if retracting is not None:
        _retract(moment, proposal, retracting)


def _retract(moment: Moment[World], proposal: Proposal, change: Change) -> None:
    proposal.close(RETRACTED, moment.when, change.kind)
    text = f"the proposal {proposal.message} is retracted: its message was {change.kind} {between(change.at)}"
    moment.tell("proposal_retracted", "DUCK-032", text, message=proposal.message, reason=change.kind)
    moment.note("retracted", "DUCK-032", text, is_mild=True)
    _note_overruled(moment, proposal)


@rule("DUCK-032")
def _message(moment: Moment[World], proposal: Proposal) -> ChatMessage:
    """A proposal's message with the edits that modify it: all that its author made, unless it is ruled that words must change.

    What the author does not do to the text, such as a link's preview or a pin, is no edit in the log.
    """
    message = moment.state.log.messages[proposal.message]
    if not message.edits or moment.law.chooses("proposal_modified_by", "a change of its text"):
        return message
    words = [_sense(message, text) for text in (message.text, *(version.text for version in message.edits))]
    edits = [version for before, now, version in zip(words, words[1:], message.edits, strict=False) if now != before]
    return replace(message, edits=edits)


def _sense(message: ChatMessage, text: str) -> list[str]:
    """The words of a text of a message, or what is known of them where they are redacted."""
    kept = kept_of(message, text)
    return _WORDS.findall(text) if kept is None else [str(kept.get("sense", ""))]


# --- the voting period begins and ends --------------------------------------------------------------------------------


def due(moment: Moment[World]) -> Due[World] | None:
    """The first proposal whose voting period begins now."""
    for proposal in _open(moment.world):
        if proposal.status == "waiting" and proposal.start <= moment.when:
            return Due(_begin(proposal.message))
    return None


def _begin(id: str) -> Callable[[Moment[World], str], None]:
    def happen(moment: Moment[World], _: str) -> None:
        moment.world.proposals[id].status = "open"

    return happen


@rule("DUCK-040", "DUCK-041")
def votes_at(moment: Moment[World], proposal: Proposal) -> Tally:
    """The votes on a proposal as they stand at this instant: reactions of players, the proposer's among them."""
    law = moment.law
    both: Both = "each" if law.chooses("both_reactions_on_a_proposal", "one vote each") else "none"
    pro, contra = (f":{law.word(name).strip(':')}:" for name in ("vote_for", "vote_against"))
    message = moment.state.log.messages[proposal.message]
    return tally(message, pro, contra, moment.when, lambda user: DEPARTURES.may_be_playing(moment, user), both)


@rule("DUCK-038", "DUCK-039")
def ending(moment: Moment[World]) -> list[tuple[datetime, str, Due[World]]]:
    """The proposals whose voting period ends now, of whatever class: when each was made, its message, and its end."""
    return [(each.created, each.message, _end(moment, each)) for each in _open(moment.world) if each.end <= moment.when]


def _end(moment: Moment[World], proposal: Proposal) -> Due[World]:
    found = _ended(moment, proposal)

    def happen(then: Moment[World], answer: str) -> None:
        _decide(replace(then, row=proposal.message), proposal.message, answer or found.verdicts[0], found)

    if len(found.verdicts) == 1:
        return Due(happen)
    why = DEPARTURES.doubts(moment, found.votes)
    if _hangs_on_effects(moment, proposal, found.votes):
        asked = ", ".join(effects_asked(moment))
        why.append(f"as many are for it as against it, and the Quacks that decide are not told: answer {asked}")
    if found.change is not None:
        why.append(f"its message was {found.change.kind} {between(found.change.at)}")
    text = f"What became of the proposal {proposal.message} at {iso(proposal.end)}? {'; '.join(why)}."
    question = _verdict_question(proposal.message)
    return Due(happen, Choice(question, text, "DUCK-040", moment.when, found.verdicts, (proposal.message,)))


def _ended(moment: Moment[World], proposal: Proposal) -> Ended:
    """What may have become of a proposal: a tie may be won and lost while it is not told what those before it changed."""
    votes, message = votes_at(moment, proposal), _message(moment, proposal)
    ways = (True, False) if _hangs_on_effects(moment, proposal, votes) else (None,)
    rules = (passes(moment, proposal.klass, wins_ties=each) for each in ways)
    found = [ended(proposal, message, votes, each, _RETRACTION) for each in rules]
    possible = {verdict for each in found for verdict in each.verdicts}
    return replace(found[0], verdicts=tuple(each for each in VERDICTS if each in possible))


@rule("DUCK-038", "DUCK-043")
def _hangs_on_effects(moment: Moment[World], proposal: Proposal, votes: Tally) -> bool:
    """Whether Quacks decide on a proposal that adopted ones may have changed, of which nobody has told what they change."""
    is_tied = proposal.klass != URGENT and any(_is_tie(*way) for way in votes.ways)
    return is_tied and bool(effects_asked(moment))


def _verdict_question(message: str) -> str:
    return f"verdict:{message}"


@rule("DUCK-038", "DUCK-045")
def _decide(moment: Moment[World], id: str, verdict: str, found: Ended) -> None:
    """Note what became of a proposal, with the votes as far as they are certain; one that is adopted takes effect at once.

    All of it cites the proposal's message.
    """
    proposal = moment.world.proposals[id]
    if verdict == RETRACTED:
        _retract(moment, proposal, found.change or Change("deleted", Between(proposal.start, moment.when)))
        return
    status: Status = TOOK_EFFECT if verdict == TOOK_EFFECT else FAILED
    wins_ties = status == TOOK_EFFECT if _hangs_on_effects(moment, proposal, found.votes) else None
    proposal.count(found.ways(status, passes(moment, proposal.klass, wins_ties=wins_ties)))
    proposal.close(status, moment.when)
    pro, contra = (UNDETERMINED if each is None else each for each in (proposal.for_, proposal.against))
    told = {"message": id, "for": pro, "against": contra, "class": proposal.klass}
    became = "adopted" if status == TOOK_EFFECT else "not adopted"
    sides = (voters_in_words(proposal.voters_for), voters_in_words(proposal.voters_against))
    text = f"the proposal {id} is {became} {pro}-{contra} ({sides[0]} / {sides[1]})"
    clause = "DUCK-049" if proposal.klass == URGENT else "DUCK-042"
    moment.tell("proposal_adopted" if status == TOOK_EFFECT else "proposal_failed", clause, text, **told)
    _note_overruled(moment, proposal)
    if status == TOOK_EFFECT:
        _take_effect(moment, proposal)


@rule("DUCK-038")
def _note_overruled(moment: Moment[World], proposal: Proposal) -> None:
    """Say that people's answer what became of a proposal is not what holds: by what is known since, it cannot be that.

    It is told as of the newest answer that it rests on, so that it is shown for some time after that.
    """
    question = _verdict_question(proposal.message)
    said = moment.state.decided(moment.decisions, question)
    if said is None or said.answer not in VERDICTS or said.answer == proposal.status:
        return
    told = [id for id in moment.world.asks if id.startswith(effects_question("")) and moment.answer(id) is not None]
    since = [each.at for each in map(partial(moment.state.decided, moment.decisions), told) if each is not None]
    wrong = f"; where what is told of {' or '.join(told)} is wrong, answer that anew" if told else ""
    text = (
        f"{said.by} said that the proposal {proposal.message} {_BECAME[said.answer]} ({question}), and by all that is told by now "
        f"it {_BECAME[proposal.status]}, which holds{wrong}; where this is right, answer {question} with “{proposal.status}”, or take "
        "that answer back"
    )
    at = max(moment.now, said.at, *since)
    moment.world.notes.append(Note("VERDICT_OVERRULED", "DUCK-038", text, at, proposal.message))


@rule("DUCK-045")
def _take_effect(moment: Moment[World], proposal: Proposal) -> None:
    """Carry out what people say that an adopted text changes; until they have said, list what it may concern."""
    kept = kept_of(moment.state.log.messages[proposal.message])
    proposal.matters = concerned(moment.law, proposal.text) if kept is None else tuple(kept.get("concerns", ()))
    became = f"The proposal {proposal.message} is adopted. What does it change?"
    doubt = _verdict_question(proposal.message)
    if doubt in moment.world.assumed and moment.answer(doubt) is None:
        became = (
            f"If the proposal {proposal.message} is adopted, which is not certain ({doubt} asks), what does it change?"
        )
    text = f"{became} Write “{EXAMPLE}”, or {NO_EFFECTS}."
    id = effects_question(proposal.message)
    ask = Ask(id, text, "DUCK-045", [NO_EFFECTS], moment.when, [proposal.message], is_free=True)
    ask.examples = [EXAMPLE]
    effects = moment.ask_in_words(ask, lambda answer: effects_meant(moment, id, answer))
    if effects is not None:
        apply_effects(moment, effects, f"the proposal {proposal.message}")
        return
    tables = f"it may concern {', '.join(proposal.matters)}" if proposal.matters else "it names none of the tables"
    text = f"the proposal {proposal.message} took effect: people change the ruleset; {tables} (a line of [switches] in the config, with its instant)"
    moment.note("TO_CARRY_OUT", "DUCK-045", text, is_mild=True)


@rule("DUCK-045")
def findings(moments: Sequence[Moment[World]]) -> Iterator[Finding]:
    """That what is shown stands without the effects of proposals of which nobody has told them, in any world."""

    def hanging(since: datetime) -> str:
        is_lost = any(each.world.lost is not None and each.world.lost.at >= since for each in moments)
        return f"auctions, titles, refusals{', that all players lost the round' if is_lost else ''}"

    followed = "; only a tie of votes is followed both ways since then"
    yield from effects_untold(moments, "DUCK-045", hanging, followed)


# --- instants and looking at them -------------------------------------------------------------------------------------


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When voting periods begin and end."""
    for proposal in _open(moment.world):
        yield proposal.start if proposal.status == "waiting" else proposal.end


def status_at(moment: Moment[World], proposal: Proposal) -> str:
    """A proposal's status; undetermined while its message was changed at an instant that may be past or not."""
    if proposal.is_closed or proposal.message not in moment.state.log.messages:
        return proposal.status
    for change in changes(_message(moment, proposal)):
        is_past = change.at.by <= moment.when or change.at.before(moment.when) is False
        if not is_past and any(_RETRACTION.retracts(change.kind, where) for where in stretches(proposal, change)):
            return UNDETERMINED
    return proposal.status


def _open(world: World) -> list[Proposal]:
    return [proposal for proposal in world.proposals.values() if not proposal.is_closed]
