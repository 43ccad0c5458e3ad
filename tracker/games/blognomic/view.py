"""What holds at a moment, with the interchange format's names, every fact with its clause and evidence."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Fact, Finding, Gamestate, Question, Reason, Refusal
from tracker.core.instants import iso, iso_or_none
from tracker.core.rule import rule

from . import (
    ascension,
    atomic,
    audits,
    calls,
    drift,
    dynasties,
    gndt_view,
    gutted_page,
    idle,
    keyword_table,
    players,
    proposals,
    rule_history,
    ruleset,
    tags,
    tracking,
    victory,
    votes,
)
from .board_view import board_at
from .codes import REFUSALS
from .judging import Judged, as_if_lawful, judge_all, quick_tally
from .keywords import quorum_in_words, quorum_of
from .law import SECOND as _SECOND
from .moment import Moment
from .resolving import is_undetermined
from .special_case import dormancy, downtime_edges, tags_of
from .state import NOT_OFFICIAL, PENDING, Kind, Person, Post, State, Status, Tally
from .votes import age_of, popularity, unpopularity
from .worlds import Apply

MATTERS = (Kind.PROPOSAL, Kind.CALL, Kind.DECLARATION, Kind.ADDRESS)


def view_at(moment: Moment, seq: int, settled: SettledMatters, apply: Apply, carried_out: Collection[str]) -> Gamestate:
    """The gamestate with facts, findings, questions and the board for the pages; ``carried_out`` are the code's clauses."""
    judged = judge_all(moment, apply)
    facts = _all_facts(moment, judged)
    findings, questions = _findings(moment, carried_out), _questions(moment, judged, carried_out, facts)
    next_instant = next_instant_of(moment, judged)
    return Gamestate(
        game="blognomic",
        as_of=moment.when,
        seq=seq,
        values=_values(moment, judged),
        facts=facts,
        findings=findings,
        questions=questions,
        requests=gndt_view.requests(moment),
        events=gndt_view.events(moment),
        refused=_refused(findings, gndt_view.refused(moment)),
        next_instant=next_instant,
        detail=board_at(moment, judged, facts, findings, questions, next_instant, settled),
    )


# --- values ----------------------------------------------------------------------------------------------------------


def _values(moment: Moment, judged: Mapping[str, Judged]) -> dict[str, Any]:
    state = moment.state
    queue = [post.slug for post in proposals.queue(moment)]
    count, address = state.player_count(), ascension.record(moment)
    return {
        **({"ascension": address} if address else {}),
        "players": count,
        "quorum": quorum_of(count, moment.law),
        "emperor": state.name_of(state.emperor) if state.emperor else None,
        "hiatus": list(victory.hiatus(moment)),
        "dormant": dormancy(state, moment.law)[0],
        "oldest_pending": queue[0] if queue else None,
        "queue": queue,
        "roster": {
            person.name: _person(moment, person)
            for person in state.people.values()
            if person.status in (Status.PLAYER, Status.IDLE)
        },
        "matters": {
            post.slug: _matter(moment, post, judged.get(post.slug))
            for post in state.posts.values()
            if post.kind in MATTERS
        },
        **({"keywords": keyword_table.record(moment)} if state.ruleset else {}),
        **({"rule_history": rule_history.values(moment)} if state.ruleset else {}),
        **gndt_view.values(moment),
    }


def _person(moment: Moment, person: Person) -> dict[str, Any]:
    idle_since = person.since if person.status is Status.IDLE else None
    return {
        "status": person.status.value,
        "admin": person.admin,
        "emperor": person.key == moment.state.emperor,
        "idle_since": iso_or_none(idle_since),
        "last_post_or_comment": iso_or_none(person.last_activity),
        "may_be_idled_from": iso_or_none(idle.may_be_idled_from(moment, person)),
    }


def _matter(moment: Moment, post: Post, judged: Judged | None) -> dict[str, Any]:
    head: dict[str, Any] = {
        "kind": post.kind.value,
        "official": post.is_official,
        "state": post.state if post.is_official else NOT_OFFICIAL,
        "tags": tags_of(post.title, moment.law),
    }
    if not post.kind.is_votable:
        return {**head, "allowed": []}
    if not post.is_official:
        would_be = as_if_lawful(moment, post)
        return {
            **head,
            **_count(moment.state, would_be.verdict.count),
            **_verdict(moment, post, would_be),
            "allowed": [],
        }
    count = judged.verdict.count if judged else quick_tally(moment, post)
    return {**head, **_count(moment.state, count), **_verdict(moment, post, judged)}


def _count(state: State, count: Tally) -> dict[str, Any]:
    return {
        "for": count.votes_for,
        "against": count.votes_against,
        "deferential_unresolved": count.deferential,
        "valid": count.valid,
        "votes": {state.name_of(key): icon.value for key, icon in count.votes.items()},
        "evc": {state.name_of(key): comment for key, comment in count.evc.items()},
        "resolves_as": {state.name_of(key): icon.value for key, icon in count.resolves_as.items()},
        "uncounted": [{"comment": comment, "why": why} for comment, why, _ in count.uncounted],
        "not_voted": [state.name_of(key) for key in count.not_voted],
    }


def _verdict(moment: Moment, post: Post, judged: Judged | None) -> dict[str, Any]:
    marks = {"self_killed": post.self_killed is not None, "vetoed": post.vetoed is not None}
    if judged:
        outcome = {
            "popular": judged.popular.printed,
            "unpopular": judged.unpopular.printed,
            "allowed": list(judged.allowed),
        }
        unread = {"unread": judged.unread.text} if judged.unread else {}
        return {**outcome, **marks, "next_change_at": iso_or_none(judged.next_change_at), **unread}
    count = quick_tally(moment, post)
    age = age_of(post, post.resolution.at if post.resolution else moment.when)
    popular, unpopular = popularity(count, age, moment.law)[0], unpopularity(count, age, moment.law)[0]
    return {"popular": popular, "unpopular": unpopular, "allowed": [], **marks, "next_change_at": None}


# --- facts -----------------------------------------------------------------------------------------------------------


def _all_facts(moment: Moment, judged: Mapping[str, Judged]) -> tuple[Fact, ...]:
    """Every fact, marked where a rule that it leans on is in doubt."""
    found = [*_facts(moment, judged), *ruleset.facts(moment), *rule_history.facts(moment), *audits.facts(moment)]
    found += gndt_view.facts(moment)
    return tuple(drift.marked(moment, found))


@rule("BN-016", "BN-066", "BN-178", "BN-202")
def _facts(moment: Moment, judged: Mapping[str, Judged]) -> list[Fact]:
    """The figures that pages show, each with its clause and what it rests on."""
    state, law = moment.state, moment.law
    count = state.player_count()
    because = tuple(dict.fromkeys(person.because for person in state.people.values() if person.because))
    who = ", ".join(person.name for person in state.players())
    players_why = Reason("BN-016", f"{count} players count: {who}", because)
    quorum_why = Reason("BN-202", quorum_text(count, moment), because)
    is_dormant, dormant_why = dormancy(state, law)
    queue = proposals.queue(moment)
    oldest_why = (
        (Reason("BN-066", f"{queue[0].title} was posted first of those pending", (queue[0].observation,)),)
        if queue
        else ()
    )
    facts = [
        Fact("players", count, "BN-016", (players_why,)),
        Fact("quorum", quorum_of(count, law), "BN-202", (players_why, quorum_why)),
        Fact("emperor", state.name_of(state.emperor) if state.emperor else None, "BN-029", _emperor_reasons(moment)),
        Fact("hiatus", list(victory.hiatus(moment)), "BN-082", tuple(victory.hiatus(moment).values())),
        Fact("dormant", is_dormant, "BN-178", (dormant_why, players_why)),
        Fact("oldest_pending", queue[0].slug if queue else None, "BN-066", oldest_why),
    ]
    for item in judged.values():
        facts += _facts_of_matter(moment, item)
    return facts


def quorum_text(count: int, moment: Moment) -> str:
    """The arithmetic of the quorum."""
    return quorum_in_words(count, moment.law)


def _emperor_reasons(moment: Moment) -> tuple[Reason, ...]:
    state = moment.state
    if not state.emperor:
        return (Reason("BN-030", "the dynasty has no head"),)
    observations = tuple(id for id in (state.enacted_declaration, state.shown_emperor) if id)
    since = f" since {iso(state.emperor_since)}" if state.emperor_since else ""
    return (Reason("BN-029", f"{state.name_of(state.emperor)} heads the dynasty{since}", observations[:1]),)


def _facts_of_matter(moment: Moment, judged: Judged) -> list[Fact]:
    post, verdict, count = judged.post, judged.verdict, judged.verdict.count
    name = f"matters.{post.slug}"
    evidence = (post.observation, *count.evc.values())
    votes = Reason("BN-035", votes_text(moment, count), evidence)
    doubt = judged.doubts(moment)
    mark = tuple(
        Reason(clause, f"{word} at {iso(found[0])}", (found[1],))
        for word, clause, found in (
            (moment.law.word("self_kill_is"), "BN-059", post.self_killed),
            ("vetoed", "BN-063", post.vetoed),
        )
        if found
    )
    change = iso_or_none(judged.next_change_at)
    return [
        Fact(f"{name}.for", count.votes_for, "BN-035", (votes,)),
        Fact(f"{name}.against", count.votes_against, "BN-035", (votes,)),
        Fact(
            f"{name}.popular", judged.popular.printed, verdict.why_popular.clause, (verdict.why_popular, votes, *doubt)
        ),
        Fact(
            f"{name}.unpopular",
            judged.unpopular.printed,
            verdict.why_unpopular.clause,
            (verdict.why_unpopular, votes, *doubt),
        ),
        Fact(f"{name}.allowed", list(judged.allowed), _ALLOWED[post.kind], (verdict.why_popular, *mark, votes, *doubt)),
        Fact(
            f"{name}.next_change_at",
            change,
            "BN-046",
            (Reason("BN-047", f"open since {iso(post.opened_at)}", (post.observation,)),),
        ),
    ]


_ALLOWED = {Kind.PROPOSAL: "BN-067", Kind.CALL: "BN-075", Kind.DECLARATION: "BN-084"}


def votes_text(moment: Moment, count: Tally) -> str:
    """Who votes what, in one sentence."""
    said = [
        f"{moment.state.name_of(key)} {icon}{_resolved(count, key)}{'' if key in count.evc else ' (implicit)'}"
        for key, icon in count.votes.items()
    ]
    return f"{count.votes_for} FOR, {count.votes_against} AGAINST, {count.deferential} unresolved: {', '.join(said) or 'nobody voted'}"


def _resolved(count: Tally, key: str) -> str:
    return f" as {count.resolves_as[key]}" if key in count.resolves_as else ""


# --- findings, questions, the next instant ---------------------------------------------------------------------------


def _findings(moment: Moment, carried_out: Collection[str]) -> tuple[Finding, ...]:
    found = [
        *moment.state.findings,
        *idle.findings(moment),
        *dynasties.findings(moment),
        *tags.findings(moment),
        *calls.findings(moment),
        *tracking.homeless(moment),
        *ruleset.findings(moment),
        *drift.findings(moment, carried_out),
        *gutted_page.findings(moment),
        *rule_history.findings(moment),
        *audits.findings(moment),
        *gndt_view.findings(moment),
        *atomic.findings(moment),
    ]
    for post in moment.state.posts.values():
        found += post.findings
    return tuple(sorted(found, key=lambda finding: (finding.at or moment.when, finding.code, finding.subject)))


def _questions(
    moment: Moment, judged: Mapping[str, Judged], carried_out: Collection[str], facts: Sequence[Fact]
) -> tuple[Question, ...]:
    found = [
        *players.questions(moment),
        *idle.questions(moment),
        *victory.questions(moment),
        *calls.questions(moment),
        *tracking.questions(moment),
        *tags.questions(moment),
        *votes.questions(moment),
        *drift.questions(moment, carried_out, facts),
        *gutted_page.questions(moment),
        *rule_history.questions(moment),
        *audits.questions(moment),
        *gndt_view.questions(moment),
    ]
    found += [_status_question(post) for post in moment.state.posts.values() if _needs_status_answer(moment, post)]
    return tuple(sorted(found, key=lambda question: (question.about, question.id)))


def _needs_status_answer(moment: Moment, post: Post) -> bool:
    if not post.resolutions or moment.answer(f"status:{post.slug}") is not None:
        return False
    last = post.resolutions[-1]
    return is_undetermined(last) or (post.is_open and not last.is_grounded)


def _status_question(post: Post) -> Question:
    last = post.resolutions[-1]
    why = (
        "although the evidence leaves its ground open" if is_undetermined(last) else "without a ground that we can see"
    )
    text = f"{post.title} is shown as {last.shown} {why}: does that stand?"
    needs = tuple(problem.text for problem in last.problems)
    return Question(f"status:{post.slug}", text, "BN-220", ("stands", "void"), last.at, needs, (last.observation,))


def _refused(findings: tuple[Finding, ...], of_table: list[Refusal]) -> tuple[Refusal, ...]:
    """The acts that the rules did not let happen, each by the row that tells it; those of the table of values as given."""
    told = {(refusal.observation, refusal.code) for refusal in of_table}
    found = (
        Refusal(finding.observations[-1], finding.code, finding.clause, finding.text)
        for finding in findings
        if finding.code in REFUSALS and finding.observations
    )
    return (*(refusal for refusal in found if (refusal.observation, refusal.code) not in told), *of_table)


def next_instant_of(moment: Moment, judged: Mapping[str, Judged]) -> datetime | None:
    """The next instant at which anything shown may change although nobody acts."""
    law, state = moment.law, moment.state
    pending = [post for post in state.posts.values() if post.kind.is_votable and post.state == PENDING]
    found = [when for post in pending for when in votes.thresholds(post, law)]
    found += [*downtime_edges(law), *votes.instants(moment)]
    found += [when for person in state.people.values() if (when := idle.may_be_idled_from(moment, person))]
    found += [
        ask.at + law.span("request_hours") + _SECOND
        for ask in state.asks.values()
        if ask.topic in idle.REQUESTS and ask.closed_at is None
    ]
    found += [until + _SECOND for until in state.dov_bars.values()]
    found += [item.until for item in state.possible.values() if item.until]
    found += rule_history.instants(moment)
    found += gndt_view.instants(moment)
    found += atomic.instants(moment)
    return min((when for when in found if when > moment.when), default=None)
