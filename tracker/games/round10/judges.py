"""The Judge: elections and terms, removal and resignation, requests for justice, rulings, and votes of confidence in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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
from tracker.mechanics.judged_readings import (
    REMOVAL_ASSENTED,
    REQUESTED,
    RULED,
    tell_vote,
    turn_switch,
)
from tracker.mechanics.judges import (
    Bench,
    ConfidenceVote,
    Overturner,
    Request,
    Ruling,
    Word,
    appoint,
    assent_to_removal,
    call_confidence,
    confidence_tally,
    open_votes,
    overturn_own,
    request,
    resign,
    rule_on,
    vacate,
)
from tracker.mechanics.law import Law
from tracker.mechanics.reaction_votes import Both, Tally, tally
from tracker.mechanics.redacted_texts import words_of

from .general import is_over, unclear
from .law import CLAUSES, PARAMETERS
from .phases import week_at
from .players import is_playing
from .state import World
from .voters import doubts, may_be_playing

ELECTION = "election"
"""The election as the business of a boundary (``World.done``)."""
VACANT = "vacant"
_STANDING = re.compile(r"\b(?:candida|nominat|elect|judge|stand(?:ing)?\b|run(?:ning)?\b)", re.IGNORECASE)
"""What a candidacy says where not any text is one."""


# --- candidacies ------------------------------------------------------------------------------------------------------


@rule("R10-130")
def posted(moment: Moment[World], message: ChatMessage) -> None:
    """Any text of a player in the elections' channel is a candidacy for the week in which it was sent."""
    if is_over(moment):
        return
    text = without_invisible(words_of(message)).strip()
    if not is_playing(moment.world, message.author):
        moment.refuse("NOT_A_PLAYER", "R10-130", f"{message.author} is no player and cannot stand for Judge")
    elif not text:
        moment.refuse("NO_TEXT", "R10-130", "a message without text is no candidacy")
    elif moment.law.chooses("candidacy_is", "any text") or is_standing(text):
        week = week_at(moment)[0]
        moment.world.candidacies[message.id] = Candidacy(message.id, message.author, moment.when, week)


def is_standing(text: str) -> bool:
    """Whether a text says that its author stands for Judge, where not any text does."""
    return _STANDING.search(text) is not None


# --- elections and terms ----------------------------------------------------------------------------------------------


def election_due(moment: Moment[World]) -> Due[World] | None:
    """The election as a week ends, and then the end of a term for which nobody was elected."""
    bench = moment.world.bench
    is_week_start = week_at(moment)[0] == moment.when
    if is_week_start and moment.world.done.get(ELECTION) != moment.when:
        return _election(moment)
    if bench.judge and bench.term_end is not None and bench.term_end <= moment.when:
        return Due(lambda then, _: _term_over(then))
    return None


@rule("R10-130", "R10-131", "R10-132")
def _election(moment: Moment[World]) -> Due[World]:
    """Whoever wrote the candidacy with the most reactions in favour becomes Judge; where it is in doubt, people say who."""
    stands = [_stand(moment, each) for each in moment.world.candidacies.values() if each.week < moment.when]
    winners = possible_winners(stands)
    return election(moment, stands, winners, _elect, doubts, nobody=VACANT, clause="R10-131")


@rule("R10-005", "R10-130", "R10-131")
def _stand(moment: Moment[World], candidacy: Candidacy) -> Stand:
    """A candidacy at the election: its reactions by players, and whether it is there and its author still a player."""
    law = moment.law
    message = moment.state.log.messages[candidacy.message]
    everybody = law.chooses("election_votes_of", "everybody")
    votes = tally(message, "+1", "-1", moment.when, lambda user: everybody or may_be_playing(moment, user), "each")
    is_deleted = law.chooses("deleted_candidacy", "is none") and is_deleted_at(message, moment.when)
    conditions = {may_be_playing(moment, candidacy.author), None if is_deleted is None else not is_deleted}
    return Stand(candidacy, votes, False if False in conditions else None if None in conditions else True)


@rule("R10-116", "R10-131", "R10-133")
def _elect(moment: Moment[World], stand: Stand | None) -> None:
    """Let the elected be Judge for one week, in place of whoever was; candidacies of the week that ended are over."""
    world, law = moment.world, moment.law
    world.done[ELECTION] = moment.when
    world.candidacies = {id: each for id, each in world.candidacies.items() if each.week >= moment.when}
    if stand is None:
        return
    winner = stand.candidacy
    keep = law.chooses("removal_assents_count", "while the same person is Judge")
    appoint(world.bench, winner.author, moment.when, moment.when + law.span("term_hours"), keep_assents=keep)
    counts = {pro for pro, _ in stand.votes.counts}
    votes = counts.pop() if len(counts) == 1 else UNDETERMINED
    text = f"{winner.author} is elected Judge for the week with {votes} in favour"
    moment.tell("judge_elected", "R10-131", text, player=winner.author, message=winner.message, votes=votes)


@rule("R10-133")
def _term_over(moment: Moment[World]) -> None:
    """Without a candidate the office is vacant when the term ends."""
    bench = moment.world.bench
    if moment.law.chooses("week_without_candidates", "keeps the Judge"):
        keep = moment.law.chooses("removal_assents_count", "while the same person is Judge")
        appoint(bench, bench.judge, moment.when, moment.when + moment.law.span("term_hours"), keep_assents=keep)
        return
    former = vacate(bench)
    text = f"the term of {former} is over and nobody stood for the next: there is no Judge"
    moment.tell("judge_vacant", "R10-133", text, player=former)
    moment.note("OFFICE_VACANT", "R10-133", text)


@rule("R10-117")
def _remove(moment: Moment[World], said: Announced) -> None:
    """The Judge is removed once enough different players have assented to it in public during the term."""
    bench, author = moment.world.bench, _author(moment)
    judge = bench.judge
    if judge and author not in bench.assents:
        text = f"{author} assents to removing {judge} as Judge"
        moment.tell(REMOVAL_ASSENTED, "R10-117", text, player=judge, by=author)
    removed = assent_to_removal(bench, author, moment.when, moment.law.number("removal_assents"))
    if removed == "no judge":
        moment.refuse("UNCLEAR", "R10-117", "there is no Judge who could be removed", said.n)
    elif removed is True:
        moment.tell("judge_removed", "R10-117", f"{judge} is removed as Judge; {author} assented last", player=judge)


@rule("R10-119")
def _resign(moment: Moment[World], said: Announced) -> None:
    """The Judge stops being it by saying so in public."""
    author = _author(moment)
    if resign(moment.world.bench, author):
        moment.refuse("NOT_THE_JUDGE", "R10-119", f"{author} is not the Judge", said.n)
    else:
        moment.tell("judge_resigned", "R10-119", f"{author} is Judge no more", player=author)


def left(moment: Moment[World], user: str) -> None:
    """Whoever stops being a player stays Judge: no rule ends the office by that; people are told."""
    if user == moment.world.bench.judge:
        text = f"{user} is no player any more, and Judge still"
        moment.note("JUDGE_IS_NO_PLAYER", "R10-119", text, is_mild=True)


# --- requests and rulings ---------------------------------------------------------------------------------------------


@rule("R10-120", "R10-121")
def _request(moment: Moment[World], said: Announced) -> None:
    """Log a request for justice: it obliges the Judge unless the Judge made it."""
    asked = Request(_author(moment), said.fields["text"], moment.when, moment.row, said.n, said.of)
    request(moment.world.bench, asked)
    kind = "question" if asked.is_question else "statement"
    which = f"it is request {asked.short}, a {kind}, and {'waits for the Judge' if asked.obliges else 'obliges nobody'}"
    text = f"{asked.by} requests justice{'' if asked.obliges else ' as the Judge'}: {which}"
    moment.tell(REQUESTED, "R10-121", text, request=asked.id, player=asked.by, obliges=asked.obliges)
    if asked.obliges:
        moment.note(
            "REQUEST_OPEN",
            "R10-121",
            f"request {asked.short} by {asked.by}, a {kind}, waits for the Judge",
            is_mild=True,
        )
    else:
        text = f"request {asked.short} is by the Judge and obliges nobody"
        moment.note("REQUEST_NOT_OBLIGING", "R10-121", text, is_mild=True)


@rule("R10-120", "R10-121")
def _rule(moment: Moment[World], said: Announced) -> None:
    """Log the Judge's response to a request: an answer, or whether the statement is true."""
    bench, author = moment.world.bench, _author(moment)
    if not bench.judge or author != bench.judge:
        moment.refuse("NOT_THE_JUDGE", "R10-121", f"{author} is not the Judge: nobody else rules", said.n)
        return
    asked = _meant(moment, bench.requests, said.fields["request"])
    if asked is None:
        unclear(moment, said, "R10-121", "it does not say on which request it rules: name it, or reply to it")
        return
    text, truth = said.fields["text"], said.fields["truth"]
    made = Ruling(asked.id, author, moment.when, moment.row, said.n, said.of, text, truth)
    if rule_on(bench, asked, made) is None:
        _made(moment, asked, made)
    else:
        moment.refuse("UNCLEAR", "R10-121", f"request {asked.short} is answered already", said.n)


def _made(moment: Moment[World], asked: Request, made: Ruling) -> None:
    let_nobody_wait(moment.world, moment.world.bench.rulings.values(), asked)
    says = "" if made.truth is None else f", and says {str(made.truth).upper()}"
    text = f"{made.by} rules on request {asked.short}: it is ruling {made.short}{says}"
    moment.tell(RULED, "R10-121", text, ruling=made.id, request=asked.id, player=made.by, truth=made.truth)
    if not asked.is_question and made.truth is None:
        text = f"ruling {made.short} on a statement says neither TRUE nor FALSE"
        moment.note("NO_TRUTH_VALUE", "R10-120", text, is_mild=True)
    _turn_switch(moment, made)


@rule("R10-122")
def _turn_switch(moment: Moment[World], made: Ruling) -> None:
    """Ask people whether a ruling turns a reading over; from its instant on the reading is as they say."""
    turn_switch(moment, made, PARAMETERS, "R10-122", "both_reactions_on_a_proposal=no vote")


def switches(world: World) -> dict[str, str]:
    """The readings that rulings turned over which stand, the newest last."""
    return judged_readings.switches(world.bench)


# --- votes of confidence ----------------------------------------------------------------------------------------------


@rule("R10-124")
def _call(moment: Moment[World], said: Announced) -> None:
    """Start a vote of confidence on a ruling, in time."""
    bench, law = moment.world.bench, moment.law
    ruling = _meant(moment, bench.rulings, said.fields["ruling"])
    if ruling is None:
        unclear(moment, said, "R10-124", "there is no such ruling: name it, or reply to it")
        return
    limit, lasts = law.span("confidence_start_hours"), law.span("confidence_voting_hours")
    times: dict[str, Any] = {"limit": limit, "with_end": _with_end(law), "lasts": lasts}
    vote = call_confidence(bench, ruling, _author(moment), moment.when, moment.row, said.n, **times)
    if isinstance(vote, ConfidenceVote):
        text = f"{vote.by} starts a vote of confidence on ruling {ruling.short}, until {iso(vote.end)}"
        moment.tell("confidence_opened", "R10-124", text, ruling=ruling.id, ends=iso(vote.end), message=vote.message)
    elif vote == "too late":
        text = f"ruling {ruling.short} was made at {iso(ruling.at)}: it is too late for a vote of confidence"
        moment.refuse("TOO_LATE", "R10-124", text, said.n)
    else:
        moment.refuse("UNCLEAR", "R10-124", f"ruling {ruling.short} is overturned already", said.n)


def _with_end(law: Law) -> bool:
    return law.chooses("within_includes_its_end", "yes")


@rule("R10-125")
def _say(moment: Moment[World], said: Announced) -> None:
    """A player votes in words: the last one counts, and instead of reactions."""
    if moment.law.chooses("confidence_in_words", "does not count"):
        moment.refuse("UNCLEAR", "R10-125", "only reactions to the message that started the vote count", said.n)
        return
    votes = _votes_meant(moment, said.fields["ruling"])
    open_ones = [vote for vote in votes if vote.status == "open"]
    word: Word = "affirm" if said.fields["vote"] == "affirm" else "overturn"
    for vote in open_ones:
        vote.words[_author(moment)] = word
        tell_vote(moment, vote, word, "R10-125")
    if not votes:
        unclear(moment, said, "R10-125", "there is no vote of confidence that it names or replies to")
    elif not open_ones:
        moment.refuse("TOO_LATE", "R10-125", "the vote of confidence is over", said.n)


def _votes_meant(moment: Moment[World], name: str | None) -> list[ConfidenceVote]:
    """The votes of confidence on the ruling that is named or replied to, or that a message replied to has started."""
    bench = moment.world.bench
    by_message = [vote for vote in bench.votes.values() if vote.message == (_reply(moment) if name is None else name)]
    if by_message:
        return by_message if len(by_message) == 1 else []
    ruling = _meant(moment, bench.rulings, name)
    return [vote for vote in bench.votes.values() if ruling and vote.ruling == ruling.id]


@rule("R10-005", "R10-125")
def confidence_votes(moment: Moment[World], vote: ConfidenceVote) -> Tally:
    """Who affirms and who overturns at this instant, players only."""
    law = moment.law
    affirming, overturning = ("+1", "-1") if law.chooses("approval_of_a_ruling", "affirms") else ("-1", "+1")
    both: Both = "none" if law.chooses("both_reactions_on_a_ruling", "no vote") else "each"
    message = moment.state.log.messages[vote.message]
    return confidence_tally(
        vote, message, affirming, overturning, moment.when, lambda user: may_be_playing(moment, user), both
    )


@rule("R10-126")
def ending(moment: Moment[World]) -> list[Ending]:
    """The votes of confidence that end now: when each was started, its message, and its end."""
    return JUSTICE.ending(moment)


# --- overturned rulings -----------------------------------------------------------------------------------------------


@rule("R10-127", "R10-128", "R10-129")
def _overturn_own(moment: Moment[World], said: Announced) -> None:
    """The Judge who made a ruling may overturn it in time, and owes a new one on the same request."""
    bench, law, author = moment.world.bench, moment.law, _author(moment)
    ruling = _meant(moment, bench.rulings, said.fields["ruling"])
    if ruling is None:
        unclear(moment, said, "R10-128", "there is no such ruling: name it, or reply to it")
        return
    if _is_vote(moment, said, ruling):
        fields = {"vote": "overturn", "ruling": f"{ruling.message}-{ruling.n}"}
        _say(moment, Announced(said.n, said.line, "confidence_vote", fields))
        return
    who: Overturner = "who ruled" if law.chooses("former_judge_overturns", "yes") else "the judge who ruled"
    limit, with_end = law.span("self_overturn_hours"), _with_end(law)
    problem = overturn_own(bench, ruling, author, moment.when, limit, with_end=with_end, who=who)
    if problem is not None:
        code, text = _OWN_PROBLEMS[problem]
        moment.refuse(code, "R10-128", text, said.n)
        return
    JUSTICE.overturned_by_judge(moment, ruling, author)


_OWN_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "not who ruled": ("NOT_THE_JUDGE_WHO_RULED", "only the Judge who made a ruling may overturn it so"),
    "too late": ("TOO_LATE", "it is too long ago that the ruling was made"),
    "overturned": ("UNCLEAR", "the ruling is overturned already"),
}
JUSTICE = Justice(
    votes=confidence_votes,
    doubts=doubts,
    by_vote="R10-126",
    without_bearing="R10-127",
    by_judge="R10-128",
    owed="R10-129",
    parameters=PARAMETERS,
    clauses=CLAUSES,
)
"""How votes of confidence end here."""


def _is_vote(moment: Moment[World], said: Announced, ruling: Ruling) -> bool:
    """Whether “I overturn ruling 3” is a vote of confidence: by a player who did not make it, while one is held."""
    author, message = _author(moment), moment.state.log.messages[moment.row]
    is_other = author != ruling.by and not said.fields["own"] and is_playing(moment.world, author)
    in_channel = message.channel == moment.law.word("actions_channel")
    return is_other and in_channel and bool(open_votes(moment.world.bench, ruling))


# --- the opening, instants and what is meant --------------------------------------------------------------------------


def opened(moment: Moment[World], judge: str, rulings: Iterable[Ruling]) -> None:
    """Let there be the Judge ("": nobody) and the rulings that people stated; the term ends with the week."""
    moment.world.bench = bench = Bench()
    if judge:
        appoint(bench, judge, moment.when, week_at(moment)[1])
    for ruling in rulings:
        bench.rulings[ruling.message] = ruling
        moment.world.let_cite(ruling.message)


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When weeks and terms end, and votes of confidence."""
    bench = moment.world.bench
    yield week_at(moment)[1]
    if bench.term_end is not None:
        yield bench.term_end
    yield from (vote.end for vote in bench.votes.values() if vote.status == "open")
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
    return meant(among, (each for each in among.values() if each.message == _reply(moment)), name)


def _author(moment: Moment[World]) -> str:
    return moment.state.log.messages[moment.row].author


def _reply(moment: Moment[World]) -> str:
    return moment.state.log.messages[moment.row].reply_to


ACTIONS: dict[str, Callable[[Moment[World], Announced], None]] = {
    "resign": _resign,
    "remove_judge": _remove,
    "request": _request,
    "ruling": _rule,
    "confidence": _call,
    "confidence_vote": _say,
    "self_overturn": _overturn_own,
}
