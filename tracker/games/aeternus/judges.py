"""3.2 Judgement: the Judge and elections, removal and resignation, requests for justice, rulings, and votes of confidence in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.games.chat_justice import Ending, Justice, Named, election, in_time, let_nobody_wait, meant
from tracker.mechanics import judged_readings
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage, is_deleted_at
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_text import without_invisible
from tracker.mechanics.elections import Candidacy, Stand, possible_winners
from tracker.mechanics.judged_readings import REMOVAL_ASSENTED, REQUESTED, RULED, turn_switch
from tracker.mechanics.judges import (
    ConfidenceVote,
    Request,
    Ruling,
    appoint,
    assent_to_removal,
    call_confidence,
    confidence_tally,
    overturn_own,
    request,
    resign,
    rule_on,
    vacate,
)
from tracker.mechanics.law import Law
from tracker.mechanics.reaction_votes import Tally, tally
from tracker.mechanics.redacted_texts import words_of
from tracker.mechanics.weekly_calendar import WEEK

from .general import author, is_over, message_of, unclear
from .law import CLAUSES, PARAMETERS
from .phases import week_at
from .players import doubts, is_playing, is_reputable, may_be_playing
from .state import World

ELECTION = "election"
"""The election as the business of a boundary (``World.done``)."""
NOBODY = "nobody"
_REVERSED = re.compile(
    r"(?:\U0001f44d|:\+1:|:thumbsup:|thumbs[ -]up)[\ufe0f\U0001f3fb-\U0001f3ff]*[^\w\n]*(?:(?:is|means|to|for|if you want to)[^\w\n]*)*overturn",
    re.IGNORECASE,
)
"""What a poll says that turns the meaning of its reactions round, in so many words."""
_POLL = re.compile(r"\bpoll\b", re.IGNORECASE)


# --- candidacies and elections ----------------------------------------------------------------------------------------


@rule("AET-057")
def posted(moment: Moment[World], message: ChatMessage) -> None:
    """Any message of a reputable player in the elections' channel is a candidacy for the week in which it was sent."""
    user = message.author
    if not without_invisible(words_of(message)).strip() or is_over(moment):
        return
    if not is_playing(moment.world, user):
        moment.refuse("NOT_A_PLAYER", "AET-057", f"{user} is no player and cannot stand for Judge")
    elif not is_reputable(moment, user):
        moment.refuse("NOT_REPUTABLE", "AET-057", f"{user} is not reputable and cannot stand for Judge")
    else:
        week = week_at(moment)[0]
        moment.world.candidacies[message.id] = Candidacy(message.id, user, moment.when, week)


def election_due(moment: Moment[World]) -> Due[World] | None:
    """The election as a week ends."""
    is_week_start = week_at(moment)[0] == moment.when
    if is_week_start and moment.world.done.get(ELECTION) != moment.when:
        return _election(moment)
    return None


@rule("AET-058", "AET-059", "AET-060", "AET-061")
def _election(moment: Moment[World]) -> Due[World]:
    """Whoever wrote the popular candidacy with the most reactions in favour becomes Judge; where it is in doubt, people say who."""
    stands = [_stand(moment, each) for each in moment.world.candidacies.values() if each.week < moment.when]

    def elect(then: Moment[World], stand: Stand | None) -> None:
        _elect(then, stand, is_stood_for=bool(stands))

    winners = _winners(moment.law, stands)
    return election(moment, stands, winners, elect, doubts, nobody=NOBODY, clause="AET-058")


@rule("AET-058")
def _winners(law: Law, stands: Sequence[Stand]) -> list[Candidacy | None]:
    """Who may have won, None for nobody: the first of the popular ones, or by another reading the first of all, if popular."""
    if law.chooses("election_among", "the popular candidacies"):
        return list(possible_winners(stands, only_popular=True))
    found: list[Candidacy | None] = []
    for winner in possible_winners(stands):
        stand = next((each for each in stands if winner is each.candidacy), None)
        ways = {pro > contra for pro, contra in stand.votes.counts} if stand else {False}
        found += [winner] if True in ways else []
        found += [None] if False in ways and None not in found else []
    return found


@rule("AET-057", "AET-059")
def _stand(moment: Moment[World], candidacy: Candidacy) -> Stand:
    """A candidacy at the election: its reactions by players, each kind counted by itself, and whether its message is there."""
    message = moment.state.log.messages[candidacy.message]
    votes = tally(message, "+1", "-1", moment.when, lambda user: may_be_playing(moment, user), "each")
    counts_anyway = moment.law.chooses("deleted_candidacy", "counts")
    is_deleted = False if counts_anyway else is_deleted_at(message, moment.when)
    return Stand(candidacy, votes, None if is_deleted is None else not is_deleted)


@rule("AET-042", "AET-058", "AET-061")
def _elect(moment: Moment[World], stand: Stand | None, *, is_stood_for: bool) -> None:
    """Let the elected be the one Judge, in place of whoever was; where there is none the incumbent stays."""
    world, bench = moment.world, moment.world.bench
    world.done[ELECTION] = moment.when
    world.candidacies = {id: each for id, each in world.candidacies.items() if each.week >= moment.when}
    if stand is not None:
        winner = stand.candidacy
        appoint(bench, winner.author, moment.when, None)
        counts = {pro for pro, _ in stand.votes.counts}
        votes = counts.pop() if len(counts) == 1 else UNDETERMINED
        text = f"{winner.author} is elected Judge with {votes} in favour"
        moment.tell("judge_elected", "AET-058", text, player=winner.author, message=winner.message, votes=votes)
    elif bench.judge and is_stood_for and moment.law.chooses("week_without_popular_candidacy", "vacates the office"):
        vacate(bench)
    elif bench.judge:
        text = f"nobody was elected: {bench.judge} stays Judge"
        moment.tell("judge_retained", "AET-061", text, player=bench.judge)


# --- the end of an office ---------------------------------------------------------------------------------------------


@rule("AET-043", "AET-044")
def _remove(moment: Moment[World], said: Announced) -> bool:
    """The Judge is removed once enough different players have assented to it in public during the term."""
    bench, user, law = moment.world.bench, author(moment), moment.law
    judge = bench.judge
    if law.chooses("removal_assents_count", "for a week"):
        bench.assents = {who: at for who, at in bench.assents.items() if at >= moment.when - WEEK}
    if judge and user not in bench.assents:
        text = f"{user} assents to removing {judge} as Judge"
        moment.tell(REMOVAL_ASSENTED, "AET-043", text, player=judge, by=user)
    removed = assent_to_removal(bench, user, moment.when, law.number("removal_assents"))
    if removed == "no judge":
        moment.refuse("UNCLEAR", "AET-043", "there is no Judge who could be removed", said.n)
        return False
    text = f"{user} assents to the removal of {judge}: that is only for abuse of the office"
    moment.note("REMOVAL_FOR_ABUSE", "AET-044", text, is_mild=True)
    return True


@rule("AET-045")
def _resign(moment: Moment[World], said: Announced) -> bool:
    """The Judge stops being it by saying so in public."""
    if resign(moment.world.bench, author(moment)):
        moment.refuse("NOT_THE_JUDGE", "AET-045", f"{author(moment)} is not the Judge", said.n)
        return False
    return True


@rule("AET-042")
def left(moment: Moment[World], user: str) -> None:
    """Whoever stops being a player stays Judge: no rule ends the office by that; people are told."""
    if user == moment.world.bench.judge:
        text = f"{user} is no player any more, and Judge still"
        moment.note("JUDGE_IS_NO_PLAYER", "AET-042", text, is_mild=True)


# --- requests and rulings ---------------------------------------------------------------------------------------------


@rule("AET-046", "AET-047", "AET-048")
def _request(moment: Moment[World], said: Announced) -> bool:
    """Log a request for justice, a question or a statement: it obliges the Judge unless the Judge made it."""
    asked = Request(author(moment), said.fields["text"], moment.when, moment.row, said.n, said.of)
    request(moment.world.bench, asked)
    kind = "question" if asked.is_question else "statement"
    which = f"it is request {asked.short}, a {kind}, and {'waits for the Judge' if asked.obliges else 'obliges nobody'}"
    text = f"{asked.by} requests justice{'' if asked.obliges else ' as the Judge'}: {which}"
    moment.tell(REQUESTED, "AET-047", text, request=asked.id, player=asked.by, obliges=asked.obliges, kind=kind)
    if asked.obliges:
        text = f"request {asked.short} by {asked.by}, a {kind}, waits for the Judge"
        moment.note("REQUEST_OPEN", "AET-048", text, is_mild=True)
    else:
        text = f"request {asked.short} is by the Judge and obliges nobody"
        moment.note("REQUEST_NOT_OBLIGING", "AET-047", text, is_mild=True)
    return True


@rule("AET-046", "AET-048")
def _rule(moment: Moment[World], said: Announced) -> bool:
    """Log the Judge's response to a request: an answer, or whether the statement is true."""
    bench, user = moment.world.bench, author(moment)
    if not bench.judge or user != bench.judge:
        moment.refuse("NOT_THE_JUDGE", "AET-048", f"{user} is not the Judge: nobody else rules", said.n)
        return False
    asked = _meant(moment, bench.requests, said.fields["request"])
    if asked is None:
        unclear(moment, said, "AET-048", "it does not say on which request it rules: name it, or reply to it")
        return False
    text, truth = said.fields["text"], said.fields["truth"]
    made = Ruling(asked.id, user, moment.when, moment.row, said.n, said.of, text, truth)
    if rule_on(bench, asked, made) is not None:
        moment.refuse("UNCLEAR", "AET-048", f"request {asked.short} is answered already", said.n)
        return False
    _made(moment, asked, made)
    return True


def _made(moment: Moment[World], asked: Request, made: Ruling) -> None:
    let_nobody_wait(moment.world, moment.world.bench.rulings.values(), asked)
    says = "" if made.truth is None else f", and says {str(made.truth).upper()}"
    text = f"{made.by} rules on request {asked.short}: it is ruling {made.short}{says}"
    moment.tell(RULED, "AET-048", text, ruling=made.id, request=asked.id, player=made.by, truth=made.truth)
    if not asked.is_question and made.truth is None:
        text = f"ruling {made.short} on a statement says neither TRUE nor FALSE"
        moment.note("NO_TRUTH_VALUE", "AET-046", text, is_mild=True)
    turn_switch(moment, made, PARAMETERS, "AET-049", "both_reactions_on_a_merge_request=against")


def switches(world: World) -> dict[str, str]:
    """The readings that rulings turned over which stand, the newest last."""
    return judged_readings.switches(world.bench)


# --- votes of confidence ----------------------------------------------------------------------------------------------


@rule("AET-050", "AET-051", "AET-052")
def _call(moment: Moment[World], said: Announced) -> bool:
    """Start a vote of confidence on a ruling, in time; the message that starts it is the poll, unless it points to another."""
    bench, law = moment.world.bench, moment.law
    ruling = _meant(moment, bench.rulings, said.fields["ruling"])
    poll = str(said.fields.get("poll") or (ruling and _poll_replied_to(moment)) or moment.row)
    if ruling is None or poll not in moment.state.log.messages:
        why = "there is no such ruling: name it, or reply to it" if ruling is None else f"there is no message {poll}"
        unclear(moment, said, "AET-050", why)
        return False
    limit, lasts = law.span("confidence_start_hours"), law.span("confidence_voting_hours")
    times: dict[str, Any] = {"limit": limit, "with_end": _with_end(law), "lasts": lasts}
    vote = call_confidence(bench, ruling, author(moment), moment.when, moment.row, said.n, **times)
    if isinstance(vote, ConfidenceVote):
        vote.message = poll
        text = f"{vote.by} starts a vote of confidence on ruling {ruling.short}, until {iso(vote.end)}"
        moment.tell("confidence_opened", "AET-050", text, ruling=ruling.id, ends=iso(vote.end), message=poll)
        return True
    late = f"ruling {ruling.short} was made at {iso(ruling.at)}: it is too late for a vote of confidence"
    code, text = (
        ("TOO_LATE", late) if vote == "too late" else ("UNCLEAR", f"ruling {ruling.short} is overturned already")
    )
    moment.refuse(code, "AET-050", text, said.n)
    return False


def _poll_replied_to(moment: Moment[World]) -> str:
    """The message that the one of the moment replies to, where that calls itself a poll and is none of the bench; "" for none."""
    bench, replied = moment.world.bench, moment.state.log.messages.get(message_of(moment).reply_to)
    judged = {each.message for each in bench.rulings.values()} | {each.message for each in bench.requests.values()}
    if replied is None or replied.id in judged or not _POLL.search(words_of(replied)):
        return ""
    return replied.id


def _with_end(law: Law) -> bool:
    return law.chooses("within_includes_its_end", "yes")


@rule("AET-052")
def confidence_votes(moment: Moment[World], vote: ConfidenceVote) -> Tally:
    """Who affirms and who overturns at this instant; what is unclear affirms."""
    message, law = moment.state.log.messages[vote.message], moment.law
    affirms = law.chooses("approval_of_a_ruling", "affirms") != is_reversed(words_of(message))
    affirming, overturning = ("+1", "-1") if affirms else ("-1", "+1")
    everybody = law.chooses("confidence_votes_of", "everybody")

    def may_vote(user: str) -> bool | None:
        return True if everybody else may_be_playing(moment, user)

    return confidence_tally(vote, message, affirming, overturning, moment.when, may_vote, "for")


@rule("AET-052")
def is_reversed(text: str) -> bool:
    """Whether a poll itself says, in so many words, that approval of it overturns."""
    return _REVERSED.search(text) is not None


@rule("AET-052")
def bare_poll(text: str) -> str:
    """What stays of a redacted text that bears on votes: that it is a poll, and that approval of it overturns."""
    return " ".join(("poll",) * bool(_POLL.search(text)) + ("👍 overturn",) * is_reversed(text))


@rule("AET-053")
def ending(moment: Moment[World]) -> list[Ending]:
    """The votes of confidence that end now: when each was started, its message, and its end."""
    return JUSTICE.ending(moment)


# --- overturned rulings -----------------------------------------------------------------------------------------------


@rule("AET-054", "AET-055", "AET-056")
def _overturn_own(moment: Moment[World], said: Announced) -> bool:
    """The Judge who made a ruling may overturn it in time, and owes a new one on the same request."""
    bench, law, user = moment.world.bench, moment.law, author(moment)
    ruling = _meant(moment, bench.rulings, said.fields["ruling"])
    if ruling is None:
        unclear(moment, said, "AET-054", "there is no such ruling: name it, or reply to it")
        return False
    limit, with_end = law.span("self_overturn_hours"), _with_end(law)
    problem = overturn_own(bench, ruling, user, moment.when, limit, with_end=with_end, who="the judge who ruled")
    if problem is not None:
        code, text = _OWN_PROBLEMS[problem]
        moment.refuse(code, "AET-054", text, said.n)
        return False
    JUSTICE.overturned_by_judge(moment, ruling, user)
    return True


_OWN_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "not who ruled": ("NOT_THE_JUDGE_WHO_RULED", "only the Judge who made a ruling may overturn it so"),
    "too late": ("TOO_LATE", "it is too long ago that the ruling was made"),
    "overturned": ("UNCLEAR", "the ruling is overturned already"),
}
JUSTICE = Justice(
    votes=confidence_votes,
    doubts=doubts,
    by_vote="AET-053",
    without_bearing="AET-056",
    by_judge="AET-054",
    owed="AET-055",
    parameters=PARAMETERS,
    clauses=CLAUSES,
)
"""How votes of confidence end here."""


# --- instants and what is meant --------------------------------------------------------------------------


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When votes of confidence end, and what may be done about rulings."""
    yield from (vote.end for vote in moment.world.bench.votes.values() if vote.status == "open")
    yield from (last for _, last in (*challengeable(moment), *revocable(moment)))


def challengeable(moment: Moment[World]) -> list[tuple[Ruling, datetime]]:
    """The rulings on which a vote of confidence may be started, each with the instant until which."""
    limit = moment.law.span("confidence_start_hours")
    return in_time(moment.world.bench.rulings.values(), lambda _: limit, moment.when)


def revocable(moment: Moment[World]) -> list[tuple[Ruling, datetime]]:
    """The rulings that the Judge who made them may overturn, each with the instant until which."""
    bench, limit = moment.world.bench, moment.law.span("self_overturn_hours")
    return in_time((each for each in bench.rulings.values() if each.by == bench.judge), lambda _: limit, moment.when)


def _meant(moment: Moment[World], among: Mapping[str, Named], name: str | None) -> Named | None:
    """The request or ruling that is named, else that of the message replied to, if there is just one that is still open."""
    return meant(among, (each for each in among.values() if each.message == message_of(moment).reply_to), name)


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {
    "resign": _resign,
    "remove_judge": _remove,
    "request": _request,
    "ruling": _rule,
    "confidence": _call,
    "self_overturn": _overturn_own,
}
