"""What holds at a moment, with the interchange format's names, every fact with its clause and evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import UNDETERMINED, Fact, Finding, Gamestate, Question, Refusal, leaning_facts
from tracker.core.instants import iso, iso_or_none
from tracker.core.leaning import Leaned, Reason, because, lean_on
from tracker.core.rule import rule

from .appendix import keyword_table, statuses, tracking, unseen_votes
from .appendix.keywords import quorum_in_words, quorum_of
from .codes import REFUSALS
from .core import ascension, calls, dynasties, idle, players, proposals, victory, votes
from .core.judging import Judged, as_if_lawful, judge_all, quick_tally
from .core.resolving import judge, perhaps_resolved, why_not_yet
from .core.votes import age_of, popularity, unpopularity
from .gndt import gndt_view
from .law import EDITION, VERSION_DAYS
from .law import SECOND as _SECOND
from .moment import Moment
from .pages import audits
from .pages.board_view import board_at
from .ruleset import drift, gutted_page, rule_history, ruleset, unknown_text, withheld
from .special_case import atomic, tags
from .special_case.special_case import dormancy, downtime_edges, tags_of
from .state import NOT_OFFICIAL, PENDING, Kind, Person, Post, State, Status, Tally

MATTERS = (Kind.PROPOSAL, Kind.CALL, Kind.DECLARATION, Kind.ADDRESS)


def view_at(moment: Moment, seq: int, settled: SettledMatters, carried_out: Collection[str]) -> Gamestate:
    """The gamestate with facts, findings, questions and the board for the pages; ``carried_out`` are the code's clauses."""
    judged = judge_all(moment)
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
            **_count(moment.state, post, would_be.verdict.count),
            **_verdict(moment, post, would_be),
            "allowed": [],
        }
    count = judged.verdict.count if judged else quick_tally(moment, post)
    return {**head, **_count(moment.state, post, count), **_quorum_of(moment, count), **_verdict(moment, post, judged)}


def _quorum_of(moment: Moment, count: Tally) -> dict[str, Any]:
    """Of whom a matter's own quorum is made, where the rules of the day give each its own, or an edition is set."""
    law = moment.law
    if not (votes.has_own_quorum(law) or law.is_set(EDITION)):
        return {}
    counted = {moment.state.name_of(key): why for key, why in count.counted.items()}
    return {"quorum": count.quorum, "counted": counted, "edition": law.rules_of}


def _count(state: State, post: Post, count: Tally) -> dict[str, Any]:
    return {
        "for": count.votes_for,
        "against": count.votes_against,
        "deferential_unresolved": count.deferential,
        "valid": count.valid,
        "votes": {state.name_of(key): icon.value for key, icon in count.votes.items()},
        "evc": {state.name_of(key): comment for key, comment in count.evc.items()},
        "resolves_as": {state.name_of(key): icon.value for key, icon in count.resolves_as.items()},
        "uncounted": [{"comment": comment, "why": why} for comment, why, _ in count.uncounted] + _void(post),
        "not_voted": [state.name_of(key) for key in count.not_voted],
    }


def _void(post: Post) -> list[dict[str, str]]:
    """The votes that people say count for nothing, each with what they said."""
    told = {ballot.id: post.put_right(ballot.id)[-1] for ballot in post.void}
    return [{"comment": comment, "why": why.text, "clause": why.clause} for comment, why in told.items()]


def _verdict(moment: Moment, post: Post, judged: Judged | None) -> dict[str, Any]:
    marks = {"self_killed": post.self_killed is not None, "vetoed": post.vetoed is not None}
    if judged:
        outcome = {
            "popular": judged.popular.printed,
            "unpopular": judged.unpopular.printed,
            "allowed": judged.allowed_printed,
        }
        unread = {"unread": judged.unread.text} if judged.unread else {}
        return {**outcome, **marks, "next_change_at": iso_or_none(judged.next_change_at), **unread}
    count = quick_tally(moment, post)
    age = age_of(post, post.resolution.at if post.resolution else moment.when)
    law = moment.law.at(post.resolution.at) if post.resolution else moment.law
    unknown = UNDETERMINED if post.is_history else None
    popular, unpopular = (unknown or judge_it(count, age, law)[0] for judge_it in (popularity, unpopularity))
    return {"popular": popular, "unpopular": unpopular, "allowed": [], **marks, "next_change_at": None}


# --- facts -----------------------------------------------------------------------------------------------------------


def _all_facts(moment: Moment, judged: Mapping[str, Judged]) -> tuple[Fact, ...]:
    """Every fact, marked where a rule that it leans on is in doubt, or unknown text of the page may bear on it."""
    others = (ruleset.facts, rule_history.facts, audits.facts, gndt_view.facts)
    found = [*unknown_text.marked(moment, drift.marked(moment, _facts(moment, judged)))]
    for make in others:
        found += drift.marked(moment, leaning_facts(partial(make, moment)))
    return tuple(found)


def _facts(moment: Moment, judged: Mapping[str, Judged]) -> Iterator[Fact]:
    """The figures that pages show, each with its clause and what it rests on."""
    players = Leaned.of(_players, moment)
    yield Fact.of("players", players)
    yield Fact.of("quorum", Leaned.of(_quorum, moment, players))
    yield Fact.of("emperor", Leaned.of(_emperor, moment))
    yield Fact.of("hiatus", Leaned.of(_hiatus, moment))
    yield Fact.of("dormant", Leaned.of(_dormant, moment, players))
    yield Fact.of("oldest_pending", Leaned.of(_oldest_pending, moment))
    for item in judged.values():
        yield from _facts_of_matter(moment, item)


@rule("BN-016")
def _players(moment: Moment) -> int:
    counting = moment.state.players()
    rows = dict.fromkeys(person.because for person in moment.state.people.values() if person.because)
    who = ", ".join(person.name for person in counting)
    because(Reason("BN-016", f"{len(counting)} players count: {who}", tuple(rows)))
    return len(counting)


@rule("BN-202")
def _quorum(moment: Moment, players: Leaned[int]) -> int:
    count = players.use()
    because(Reason("BN-202", quorum_in_words(count, moment.law)))
    return quorum_of(count, moment.law)


@rule("BN-029", "BN-030")
def _emperor(moment: Moment) -> str | None:
    state = moment.state
    state.in_doubt.lean_on("roster", *state.matters_in_doubt)
    if not state.emperor:
        because(Reason("BN-030", "the dynasty has no head"))
        return None
    observations = tuple(id for id in (state.enacted_declaration, state.shown_emperor) if id)
    since = f" since {iso(state.emperor_since)}" if state.emperor_since else ""
    because(Reason("BN-029", f"{state.name_of(state.emperor)} heads the dynasty{since}", observations[:1]))
    return state.name_of(state.emperor)


@rule("BN-082")
def _hiatus(moment: Moment) -> list[str]:
    moment.state.in_doubt.lean_on(*moment.state.matters_in_doubt)
    found = victory.hiatus(moment)
    for reason in found.values():
        because(reason)
    if not found:
        because(Reason("BN-082", "nothing holds the game up"))
    return list(found)


@rule("BN-178")
def _dormant(moment: Moment, players: Leaned[int]) -> bool:
    players.use()
    is_dormant, why = dormancy(moment.state, moment.law)
    because(why)
    return is_dormant


@rule("BN-066")
def _oldest_pending(moment: Moment) -> str | None:
    first = proposals.oldest_pending(moment)
    if first is None:
        because(Reason("BN-066", "no proposal is pending"))
        return None
    because(Reason("BN-066", f"{first.title} was posted first of those pending", (first.observation,)))
    return first.slug


def _facts_of_matter(moment: Moment, judged: Judged) -> Iterator[Fact]:
    """The votes, the verdicts on them and when those change: each verdict leans on the count, the last on all of them."""
    name, counted = f"matters.{judged.post.slug}", Leaned.of(_counted, moment, judged)
    verdicts: dict[str, Leaned[Any]] = {
        "popular": Leaned.of(_popular, moment, judged, counted),
        "unpopular": Leaned.of(_unpopular, moment, judged, counted),
        "allowed": Leaned.of(_allowed, moment, judged, counted),
    }
    yield Fact.of(f"{name}.for", Leaned.of(lambda: counted.use().votes_for))
    yield Fact.of(f"{name}.against", Leaned.of(lambda: counted.use().votes_against))
    if votes.has_own_quorum(moment.law):
        yield Fact.of(f"{name}.quorum", Leaned.of(_own_quorum, moment, counted))
    yield from (Fact.of(f"{name}.{each}", verdict) for each, verdict in verdicts.items())
    yield Fact.of(f"{name}.next_change_at", Leaned.of(_next_change_at, moment, judged, verdicts))


@rule("BN-035")
def _counted(moment: Moment, judged: Judged) -> Tally:
    """The votes, as they are counted for all that follows from them."""
    post = judged.post
    moment.state.in_doubt.lean_on(f"post:{post.slug}")
    count = votes.tally_at(moment, post)
    votes_read = Reason("BN-035", votes_text(moment, count), (post.observation, *count.evc.values()))
    for why in (*post.put_right(), votes_read, *([judged.unread] if judged.unread else [])):
        because(why)
    return count


@rule("BN26-003")
def _own_quorum(moment: Moment, counted: Leaned[Tally]) -> int:
    because(votes.why_quorum(moment, counted.use()))
    return counted.use().quorum


@rule("BN-045", "BN-046")
def _popular(moment: Moment, judged: Judged, counted: Leaned[Tally]) -> bool | str:
    because(popularity(counted.use(), age_of(judged.post, moment.when), moment.law)[1])
    return judged.popular.printed


@rule("BN-048", "BN-049")
def _unpopular(moment: Moment, judged: Judged, counted: Leaned[Tally]) -> bool | str:
    because(unpopularity(counted.use(), age_of(judged.post, moment.when), moment.law)[1])
    return judged.unpopular.printed


def _allowed(moment: Moment, judged: Judged, counted: Leaned[Tally]) -> list[str] | str:
    post = judged.post
    verdict = judge(moment, post, counted.use())
    for word, clause, found in (
        (moment.law.word("self_kill_is"), "BN-059", post.self_killed),
        ("vetoed", "BN-063", post.vetoed),
    ):
        if found:
            because(Reason(clause, f"{word} at {iso(found[0])}", (found[1],)))
    said = verdict.why_unpopular if verdict.unpopular else verdict.why_popular
    doubts = [] if judged.is_agreed else perhaps_resolved(moment).values()
    for why in (
        doubts or why_not_yet(moment, post, verdict) or (Reason(_ALLOWED[post.kind], said.text, said.observations),)
    ):
        because(why)
    return judged.allowed_printed


@rule("BN-047")
def _next_change_at(moment: Moment, judged: Judged, verdicts: Mapping[str, Leaned[Any]]) -> str | None:
    post = judged.post
    for verdict in verdicts.values():
        lean_on(verdict.leaning.clauses)
    votes.thresholds(post, moment.law)
    downtime_edges(moment.law)
    because(Reason("BN-047", f"open since {iso(post.opened_at)}", (post.observation,)))
    return iso_or_none(judged.next_change_at)


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
        *unseen_votes.findings(moment),
        *statuses.findings(moment),
        *ruleset.findings(moment),
        *drift.findings(moment, carried_out),
        *gutted_page.findings(moment),
        *rule_history.findings(moment),
        *withheld.findings(moment),
        *unknown_text.findings(moment),
        *audits.findings(moment),
        *gndt_view.findings(moment),
        *atomic.findings(moment),
    ]
    for post in moment.state.posts.values():
        found += post.findings
    found = [each for each in found if not moment.is_settled(each)]
    return tuple(sorted(found, key=partial(_place, moment)))


def _place(moment: Moment, finding: Finding) -> tuple[datetime, bool, str, str]:
    """By time; of one instant first what the others follow from."""
    return finding.at or moment.when, finding.code != "STATUS_WITHOUT_GROUND", finding.code, finding.subject


def _questions(
    moment: Moment, judged: Mapping[str, Judged], carried_out: Collection[str], facts: Sequence[Fact]
) -> tuple[Question, ...]:
    found = [
        *players.questions(moment),
        *idle.questions(moment),
        *victory.questions(moment),
        *calls.questions(moment),
        *tracking.questions(moment),
        *{asked.id: asked for item in judged.values() for asked in item.turns_on}.values(),
        *tags.questions(moment),
        *votes.questions(moment),
        *drift.questions(moment, carried_out, facts),
        *unknown_text.questions(moment),
        *gutted_page.questions(moment),
        *rule_history.questions(moment),
        *audits.questions(moment),
        *gndt_view.questions(moment),
    ]
    return tuple(sorted(found, key=lambda question: (question.about, question.id)))


def _refused(findings: tuple[Finding, ...], of_table: list[Refusal]) -> tuple[Refusal, ...]:
    """The acts that the rules did not let happen, each by the row that tells it; those of the table of values as given.

    A status that an admin set stands whatever the rules say, so it is none of them.
    """
    told = {(refusal.observation, refusal.code) for refusal in of_table}
    stands = {finding.observations[-1] for finding in findings if finding.code == "STATUS_WITHOUT_GROUND"}
    found = (
        Refusal(finding.observations[-1], finding.code, finding.clause, finding.text)
        for finding in findings
        if finding.code in REFUSALS and finding.observations and finding.observations[-1] not in stands
    )
    return (*(refusal for refusal in found if (refusal.observation, refusal.code) not in told), *of_table)


def next_instant_of(moment: Moment, judged: Mapping[str, Judged]) -> datetime | None:
    """The next instant at which anything shown may change although nobody acts."""
    law, state = moment.law, moment.state
    pending = [post for post in state.posts.values() if post.kind.is_votable and post.state == PENDING]
    found = [when for post in pending for when in votes.thresholds(post, law)]
    found += [*VERSION_DAYS, *downtime_edges(law), *votes.instants(moment)]
    found += [when for person in state.people.values() if (when := idle.may_be_idled_from(moment, person))]
    found += [
        ask.at + law.span("request_hours") + _SECOND
        for ask in state.asks.values()
        if ask.topic in idle.REQUESTS and ask.closed_at is None
    ]
    found += [until + _SECOND for until in state.dov_bars.values()]
    found += rule_history.instants(moment)
    found += gndt_view.instants(moment)
    found += atomic.instants(moment)
    return min((when for when in found if when > moment.when), default=None)
