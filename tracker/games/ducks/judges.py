"""The Judge: self-appointment with assents, removal and resignation, requests for justice, rulings and votes of confidence in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_justice import Ending, Justice, Named, in_time, let_nobody_wait, meant
from tracker.mechanics import judged_readings
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.judged_readings import (
    REMOVAL_ASSENTED,
    REQUESTED,
    RULED,
    tell_vote,
    turn_switch,
)
from tracker.mechanics.judges import (
    ConfidenceVote,
    Overturner,
    Request,
    Ruling,
    Word,
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
from tracker.mechanics.reaction_votes import Tally

from .general import unclear
from .law import CLAUSES, PARAMETERS
from .periods import after, week
from .players import DEPARTURES, is_playing
from .state import SelfAppointment, World

REQUEST_OPEN = "REQUEST_OPEN"
"""The finding that a request waits for the Judge."""
_NO_REACTION = ""
"""An emoji that nobody can react with."""


# --- the office -------------------------------------------------------------------------------------------------------


@rule("DUCK-169", "DUCK-170")
def _stand(moment: Moment[World], said: Announced) -> bool:
    """A player appoints themself while there is no Judge, and becomes Judge once enough others have assented after that."""
    world, user = moment.world, _author(moment)
    if world.bench.judge:
        moment.refuse("judge_exists", "DUCK-170", f"{world.bench.judge} is the Judge", said.n)
        return False
    if user in world.appointments:
        moment.refuse("bad_target", "DUCK-170", f"{user} is a candidate already and waits for assents", said.n)
        return False
    world.appointments[user] = SelfAppointment(user, moment.when, moment.row)
    needed = moment.law.number("appointment_assents")
    text = f"{user} stands for Judge and needs the assent of {needed} other players"
    moment.tell("judge_candidate", "DUCK-170", text, player=user)
    return _appoint_if_assented(moment, world.appointments[user])


@rule("DUCK-170", "DUCK-171")
def _assent(moment: Moment[World], said: Announced) -> bool:
    """Another player's assent counts once for each candidate; of several candidates the first with enough becomes Judge."""
    world, user = moment.world, _author(moment)
    candidate = world.appointments.get(said.fields["of"])
    if candidate is None or not is_playing(world, candidate.player):
        text = f"{said.fields['of']} is no candidate for Judge"
        moment.refuse("bad_target", "DUCK-171", text, said.n)
        return False
    if user == candidate.player or user in candidate.assents:
        return False
    candidate.assents.append(user)
    moment.tell("judge_assented", "DUCK-170", f"{user} assents to {candidate.player}", player=candidate.player, by=user)
    return _appoint_if_assented(moment, candidate)


def _appoint_if_assented(moment: Moment[World], candidate: SelfAppointment) -> bool:
    """Whether they are Judge now: only that changes the office, and is a game action (DUCK-012)."""
    world = moment.world
    assents = [user for user in candidate.assents if is_playing(world, user)]
    if len(assents) < moment.law.number("appointment_assents"):
        return False
    world.appointments = {}
    appoint(world.bench, candidate.player, moment.when, None)
    text = f"{candidate.player} is Judge, with the assent of {' and '.join(assents)}"
    moment.tell("judge_appointed", "DUCK-170", text, player=candidate.player)
    return True


@rule("DUCK-172")
def _remove(moment: Moment[World], said: Announced) -> bool:
    """The Judge is removed once enough different players have assented; for what is advice only, and shown."""
    bench, user = moment.world.bench, _author(moment)
    judge, of = bench.judge, said.fields.get("of")
    if not judge or (of is not None and of != judge):
        moment.refuse("bad_target", "DUCK-172", f"{of or 'nobody'} is not the Judge", said.n)
        return False
    _forget_stale_assents(moment)
    is_own = user == judge and moment.law.chooses("judge_assents_to_removal", "does not count")
    if is_own or user in bench.assents:
        return False
    moment.note(
        "REMOVAL_FOR_ABUSE", "DUCK-172", "a Judge should not be removed except for abuse of office", is_mild=True
    )
    moment.tell(REMOVAL_ASSENTED, "DUCK-172", f"{user} assents to removing {judge} as Judge", player=judge, by=user)
    is_removed = assent_to_removal(bench, user, moment.when, moment.law.number("removal_assents")) is True
    if is_removed:
        moment.tell("judge_removed", "DUCK-172", f"{judge} is removed as Judge; {user} assented last", player=judge)
    return is_removed


def _forget_stale_assents(moment: Moment[World]) -> None:
    """Assents of players stand until they are used or the Judge changes, unless it is ruled that they last for their week."""
    bench, begun = moment.world.bench, week(moment)
    lasts = moment.law.chooses("removal_assents_count", "while the same person is Judge")
    bench.assents = {
        user: at for user, at in bench.assents.items() if is_playing(moment.world, user) and (lasts or at >= begun)
    }


@rule("DUCK-173")
def _resign(moment: Moment[World], said: Announced) -> bool:
    """The Judge stops being it by saying so in public, player or not."""
    user = _author(moment)
    if resign(moment.world.bench, user):
        moment.refuse("not_judge", "DUCK-173", f"{user} is not the Judge", said.n)
        return False
    moment.tell("judge_resigned", "DUCK-173", f"{user} is Judge no more", player=user)
    return is_playing(moment.world, user)


@rule("DUCK-174")
def left(moment: Moment[World], user: str) -> None:
    """Whoever stops being a player stands for Judge no more, but stays Judge unless it is ruled otherwise."""
    moment.world.appointments.pop(user, None)
    if user != moment.world.bench.judge:
        return
    if moment.law.chooses("judge_who_is_no_player", "leaves the office"):
        vacate(moment.world.bench)
        moment.tell("judge_resigned", "DUCK-174", f"{user} is no player and so Judge no more", player=user)
        return
    text = f"{user} is no player any more, and Judge still"
    moment.note("JUDGE_IS_NO_PLAYER", "DUCK-174", text, is_mild=True)


# --- requests and rulings ---------------------------------------------------------------------------------------------


@rule("DUCK-175")
def _request(moment: Moment[World], said: Announced) -> bool:
    """Number a question or statement by anybody but the Judge."""
    bench, user = moment.world.bench, _author(moment)
    if user == bench.judge:
        moment.refuse("own_request", "DUCK-175", f"{user} is the Judge and cannot request justice", said.n)
        return False
    if said.fields["text"] is None:
        moment.refuse("missing_parameter", "DUCK-175", "it does not say what is asked or stated", said.n)
        return False
    asked = request(bench, Request(user, said.fields["text"], moment.when, moment.row, said.n, said.of))
    text = waits_for_the_judge(asked)
    moment.tell(REQUESTED, "DUCK-175", text, request=asked.id, player=user)
    moment.note(REQUEST_OPEN, "DUCK-176", text, is_mild=True)
    return False


def waits_for_the_judge(asked: Request) -> str:
    """What is told of a request that waits for an answer."""
    kind = "question" if asked.is_question else "statement"
    return f"request {asked.short} by {asked.by}, a {kind}, waits for the Judge"


@rule("DUCK-174", "DUCK-176")
def _rule(moment: Moment[World], said: Announced) -> bool:
    """Log the Judge's response to a request: an answer, or whether the statement is true, which is asked for where it lacks."""
    bench, user = moment.world.bench, _author(moment)
    if not bench.judge or user != bench.judge:
        moment.refuse("not_judge", "DUCK-176", f"{user} is not the Judge: nobody else rules", said.n)
        return False
    asked = _meant(moment, bench.requests, said.fields["request"])
    if asked is None:
        moment.refuse("bad_target", "DUCK-176", "there is no such request: name it, or reply to it", said.n)
        return False
    if not asked.is_question and said.fields["truth"] is None:
        unclear(moment, said, "DUCK-176", f"request {asked.short} is a statement: the response must say true or false")
        return False
    if asked.is_question and said.fields["text"] is None:
        moment.refuse(
            "missing_parameter", "DUCK-176", f"request {asked.short} is a question, and no answer is given", said.n
        )
        return False
    text, truth = said.fields["text"] or "", said.fields["truth"]
    made = Ruling(asked.id, user, moment.when, moment.row, said.n, said.of, text, truth)
    if rule_on(bench, asked, made) is not None:
        moment.refuse("bad_target", "DUCK-176", f"request {asked.short} is answered already", said.n)
        return False
    _made(moment, asked, made)
    return False


@rule("DUCK-176", "DUCK-181")
def _made(moment: Moment[World], asked: Request, made: Ruling) -> None:
    """Let nobody be reminded of the request any more, and ask whether the ruling turns a reading over."""
    text = f"ruling {made.short} on request {asked.short}: {made.text}"
    moment.tell(RULED, "DUCK-176", text, ruling=made.id, request=asked.id, player=made.by)
    let_nobody_wait(moment.world, moment.world.bench.rulings.values(), asked)
    turn_switch(moment, made, PARAMETERS, "DUCK-176", "order_at_one_instant=messages, then boundaries")


def switches(world: World) -> dict[str, str]:
    """The readings that rulings turned over which stand, the newest last."""
    return judged_readings.switches(world.bench)


# --- votes of confidence ----------------------------------------------------------------------------------------------


@rule("DUCK-178")
def _call(moment: Moment[World], said: Announced) -> bool:
    """Start a vote of confidence on a ruling, in time; it is no vote by itself."""
    bench, law = moment.world.bench, moment.law
    ruling = _meant(moment, bench.rulings, said.fields["ruling"])
    if ruling is None or not ruling.stands:
        moment.refuse("bad_target", "DUCK-178", "there is no such ruling that stands: name it, or reply to it", said.n)
        return False
    lasts = after(law, moment.when, law.span("confidence_voting_hours")) - moment.when
    times: dict[str, Any] = {"limit": _limit_of_call(moment, ruling), "with_end": _with_end(law), "lasts": lasts}
    vote = call_confidence(bench, ruling, _author(moment), moment.when, moment.row, said.n, **times)
    if not isinstance(vote, ConfidenceVote):
        text = f"ruling {ruling.short} was made at {iso(ruling.at)}: it is too late for a vote of confidence"
        moment.refuse("too_late", "DUCK-178", text, said.n)
        return False
    text = f"{vote.by} starts a vote of confidence on ruling {ruling.short}, until {iso(vote.end)}"
    moment.tell("confidence_opened", "DUCK-178", text, ruling=ruling.id, ends=iso(vote.end), message=vote.message)
    return False


def _limit_of_call(moment: Moment[World], ruling: Ruling) -> timedelta:
    """How long after a ruling a vote of confidence may be started now: of its end, where that must be in time."""
    law = moment.law
    by_its_end = law.chooses("confidence_start_limits", "the end of the vote")
    lasts = after(law, moment.when, law.span("confidence_voting_hours")) - moment.when
    return _limit(law, ruling.at, "confidence_start_hours") - (lasts if by_its_end else timedelta())


def _limit(law: Law, since: datetime, name: str) -> timedelta:
    return after(law, since, law.span(name)) - since


def _with_end(law: Law) -> bool:
    return law.chooses("within_includes_its_end", "yes")


@rule("DUCK-179")
def _say(moment: Moment[World], said: Announced) -> bool:
    """A player votes in words; the last of their votes counts."""
    votes = _votes_meant(moment, said.fields["ruling"])
    open_ones = [vote for vote in votes if vote.status == "open"]
    word: Word = "affirm" if said.fields["vote"] == "affirm" else "overturn"
    for vote in open_ones:
        vote.words[_author(moment)] = word
        tell_vote(moment, vote, word, "DUCK-179")
    if not votes:
        moment.refuse("bad_target", "DUCK-179", "there is no vote of confidence that it names or replies to", said.n)
    elif not open_ones:
        moment.refuse("too_late", "DUCK-179", "the vote of confidence is over", said.n)
    return False


def _votes_meant(moment: Moment[World], name: str | None) -> list[ConfidenceVote]:
    """The votes of confidence on the ruling that is named or replied to, on that of the message replied to, or the only one open."""
    bench = moment.world.bench
    by_message = [vote for vote in bench.votes.values() if vote.message == (_reply(moment) if name is None else name)]
    if by_message:
        return by_message if len(by_message) == 1 else []
    ruling = _meant(moment, bench.rulings, name)
    if ruling is None and name is None:
        open_ones = [vote for vote in bench.votes.values() if vote.status == "open"]
        return open_ones if len(open_ones) == 1 else []
    return [vote for vote in bench.votes.values() if ruling and vote.ruling == ruling.id]


@rule("DUCK-179")
def confidence_votes(moment: Moment[World], vote: ConfidenceVote) -> Tally:
    """Who affirms and who overturns at this instant, players only."""
    by_reactions = moment.law.chooses("confidence_votes_by", "announcements and reactions")
    affirming, overturning = ("+1", "-1") if by_reactions else (_NO_REACTION, _NO_REACTION)
    message = moment.state.log.messages[vote.message]
    return confidence_tally(
        vote, message, affirming, overturning, moment.when, lambda user: DEPARTURES.may_be_playing(moment, user), "each"
    )


@rule("DUCK-180")
def ending(moment: Moment[World]) -> list[Ending]:
    """The votes of confidence that end now: when each was started, its message, and its end."""
    return JUSTICE.ending(moment)


# --- overturned rulings -----------------------------------------------------------------------------------------------


@rule("DUCK-181", "DUCK-182")
def _overturn_own(moment: Moment[World], said: Announced) -> bool:
    """The Judge, whoever ruled, may overturn a ruling in time, and owes a new one on the same request."""
    bench, law, user = moment.world.bench, moment.law, _author(moment)
    ruling = _meant(moment, bench.rulings, said.fields["ruling"])
    if user != bench.judge:
        moment.refuse("not_judge", "DUCK-182", f"{user} is not the Judge", said.n)
        return False
    if ruling is None:
        moment.refuse("bad_target", "DUCK-182", "there is no such ruling: name it, or reply to it", said.n)
        return False
    who: Overturner = "the judge" if law.chooses("self_overturn_by", "the present Judge") else "the judge who ruled"
    limit = _limit(law, ruling.at, "self_overturn_hours")
    problem = overturn_own(bench, ruling, user, moment.when, limit, with_end=_with_end(law), who=who)
    if problem is not None:
        code, why = _OWN_PROBLEMS[problem]
        moment.refuse(code, "DUCK-182", why, said.n)
        return False
    JUSTICE.overturned_by_judge(moment, ruling, user)
    return False


_OWN_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "not who ruled": ("not_judge", "only the Judge who made a ruling may overturn it so"),
    "too late": ("too_late", "it is too long ago that the ruling was made"),
    "overturned": ("bad_target", "the ruling is overturned already"),
}
JUSTICE = Justice(
    votes=confidence_votes,
    doubts=DEPARTURES.doubts,
    by_vote="DUCK-180",
    without_bearing="DUCK-181",
    by_judge="DUCK-182",
    owed="DUCK-182",
    parameters=PARAMETERS,
    clauses=CLAUSES,
    advice="; revoke the decisions that were made by it",
)
"""How votes of confidence end here."""


# --- the opening, instants and what is meant --------------------------------------------------------------------------


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When votes of confidence end, and when a ruling can be challenged or overturned by its Judge no more."""
    yield from (vote.end for vote in moment.world.bench.votes.values() if vote.status == "open")
    yield from (over for _, over in (*challengeable(moment), *revocable(moment)))


def challengeable(moment: Moment[World]) -> list[tuple[Ruling, datetime]]:
    """The rulings on which a vote of confidence may be started, each with the first instant at which it is too late."""
    rulings = moment.world.bench.rulings.values()
    return _in_time(moment, rulings, lambda ruling: _limit_of_call(moment, ruling))


def revocable(moment: Moment[World]) -> list[tuple[Ruling, datetime]]:
    """The rulings that the Judge may overturn alone, each with the first instant at which it is too late (DUCK-182)."""
    bench, law = moment.world.bench, moment.law
    is_anyones = law.chooses("self_overturn_by", "the present Judge")
    own = [each for each in bench.rulings.values() if bench.judge and (is_anyones or each.by == bench.judge)]
    return _in_time(moment, own, lambda ruling: _limit(law, ruling.at, "self_overturn_hours"))


def _in_time(
    moment: Moment[World], rulings: Iterable[Ruling], limit: Callable[[Ruling], timedelta]
) -> list[tuple[Ruling, datetime]]:
    more = TICKLE if _with_end(moment.law) else timedelta()
    return in_time(rulings, lambda ruling: limit(ruling) + more, moment.when)


def _meant(moment: Moment[World], among: Mapping[str, Named], name: str | None) -> Named | None:
    """The request or ruling that is named, else that of the message replied to, else the only one that is still open."""
    return meant(among, (each for each in among.values() if _reply(moment) in ("", each.message)), name)


def _message(moment: Moment[World]) -> ChatMessage:
    return moment.state.log.messages[moment.row]


def _author(moment: Moment[World]) -> str:
    return _message(moment).author


def _reply(moment: Moment[World]) -> str:
    return _message(moment).reply_to


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {
    "appoint": _stand,
    "assent": _assent,
    "assent_removal": _remove,
    "resign": _resign,
    "request": _request,
    "ruling": _rule,
    "confidence": _call,
    "confidence_vote": _say,
    "self_overturn": _overturn_own,
}
