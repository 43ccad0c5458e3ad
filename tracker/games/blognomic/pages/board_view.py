"""The board of one moment: what the pages show, put together from the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Fact, Finding, Outcome, Question
from tracker.core.leaning import Reason
from tracker.games.blognomic.appendix import duties, keyword_table, precedence
from tracker.games.blognomic.appendix.keywords import quorum_in_words, quorum_of
from tracker.games.blognomic.core import idle, proposals, victory
from tracker.games.blognomic.core.judging import Judged, quick_tally
from tracker.games.blognomic.core.resolving import ACTS, perhaps_resolved, why_not, why_not_yet
from tracker.games.blognomic.core.votes import (
    age_of,
    cast_by,
    icons_of,
    popularity,
    unpopularity,
    unread_votes,
    why_quorum,
)
from tracker.games.blognomic.enacting import reset
from tracker.games.blognomic.gndt import gndt, gndt_revisions
from tracker.games.blognomic.law import CLAUSES, Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset import drift, rule_history
from tracker.games.blognomic.ruleset.ruleset import rules_on_voting
from tracker.games.blognomic.settling import month_of, thawed
from tracker.games.blognomic.special_case import tags
from tracker.games.blognomic.special_case.special_case import TAGS, dormancy, tags_of
from tracker.games.blognomic.state import (
    NOT_OFFICIAL,
    PENDING,
    Ballot,
    Icon,
    Kind,
    Person,
    Post,
    Resolution,
    Status,
    Tally,
)
from tracker.mechanics.ruleset.rule_doubts import leaning

from . import abilities_page, audit_view, audits, dice_page, dynasty_page, gndt_board, gndt_notes, rule_history_view
from .board import (
    BallotView,
    BarView,
    Board,
    DoubtView,
    Flag,
    MatterView,
    PlayerView,
    RequestView,
    ResolutionView,
    StepView,
)

WHY = {
    "NOT_A_PLAYER": "not a player",
    "SUPERSEDED": "changed by a later vote",
    "NO_VALID_ICON": "an icon that this person may not use here",
}


def board_at(
    moment: Moment,
    judged: Mapping[str, Judged],
    facts: Sequence[Fact],
    findings: tuple[Finding, ...],
    questions: tuple[Question, ...],
    next_instant: datetime | None,
    settled: SettledMatters,
) -> Board:
    """Everything that the pages show at the moment."""
    state, law = moment.state, moment.law
    count = state.player_count()
    is_dormant, dormant_why = dormancy(state, law)
    resolved = _resolved(moment)
    by_month = _by_month(moment, settled)
    return Board(
        as_of=moment.when,
        player_word=law.word("player_word"),
        emperor_word=law.word("emperor_word"),
        emperor=state.name_of(state.emperor) if state.emperor else "",
        dynasty_since=state.dynasty_since,
        players=count,
        quorum=quorum_of(count, law),
        quorum_reason=_quorum_reason(moment, count),
        hiatus=tuple(victory.hiatus(moment).values()),
        dormant=is_dormant,
        dormancy_reason=dormant_why,
        roster=tuple(_player(moment, person) for person in _by_name(state.people.values())),
        requests=_requests(moment, questions),
        bars=_bars(moment),
        queue=tuple(post.slug for post in proposals.queue(moment)),
        chain=_chain(moment, judged),
        resolvers=tuple(
            f"{person.name} (idle)" if person.status is Status.IDLE else person.name
            for person in _by_name(state.admins())
        ),
        matters=tuple(_open_matters(moment, judged)),
        resolved=tuple(resolved),
        resolved_by_month=by_month,
        months=tuple(sorted({*state.settled_months, *(month for month, _ in by_month)})),
        findings=findings,
        questions=questions,
        next_instant=next_instant,
        rule_history=rule_history_view.view_of(moment, settled),
        dice=dice_page.view_of(moment.state.dice, moment.law, settled, in_use=gndt.table_of(moment) is not None),
        roster_unread=_roster_unread(moment),
        unverified={fact.name: fact.unverified_since for fact in facts if fact.unverified_since},
        clauses_in_doubt=drift.unverified_clauses(moment),
        doubts=tuple(_doubts(moment, facts)),
        groundless=tuple(rule_history.groundless_changes(moment)),
        new_rules=drift.new_rules(moment),
        repealed_rules=drift.repealed_rules(moment),
        ruleset_row=state.ruleset.row if state.ruleset else "",
        tags_hold=state.is_active(TAGS),
        duties=tuple(duties.duties(moment)),
        reset=reset.case_of(moment, settled),
        settled=settled,
        precedence=precedence.order_of(moment),
        keyword_conflicts=keyword_table.conflicts(moment),
        table=gndt_board.view_of(moment, frozenset(fact.name for fact in facts if fact.unverified_since)),
        notes=partial(gndt_notes.view_of, moment),
        abilities=partial(abilities_page.view_of, moment),
        dynasty=partial(dynasty_page.view_of, moment),
        audit=partial(audit_view.view_of, moment),
        answers=gndt_revisions.answers(moment),
        amendments=gndt_revisions.amendments(moment),
    )


def _doubts(moment: Moment, facts: Sequence[Fact]) -> Iterator[DoubtView]:
    """The rules in doubt, without those that have nothing to carry out."""
    for doubt in drift.doubts(moment):
        if all(CLAUSES[id].klass == "TEXT" for id in doubt.clauses):
            continue
        leans = leaning(facts, doubt.clauses)
        yield DoubtView(doubt.place.name, doubt.since, doubt.text, doubt.clauses, leans, doubt.place.id, doubt.mark)


def _by_name(people: Iterable[Person]) -> list[Person]:
    return sorted((person for person in people if person.is_on_roster), key=lambda person: person.name.casefold())


def _quorum_reason(moment: Moment, count: int) -> Reason:
    text = quorum_in_words(count, moment.law)
    return Reason(
        "BN-202", text, tuple(dict.fromkeys(person.because for person in moment.state.players() if person.because))
    )


# --- people ----------------------------------------------------------------------------------------------------------


def _roster_unread(moment: Moment) -> Reason | None:
    unread = moment.state.unread.get("roster")
    return Reason("BN-011", f"the list of players {unread.words}") if unread else None


def _player(moment: Moment, person: Person) -> PlayerView:
    return PlayerView(
        name=person.name,
        status=person.status.value,
        admin=person.admin,
        emperor=person.key == moment.state.emperor,
        status_since=person.since,
        idle_since=person.since if person.status is Status.IDLE else None,
        last_post_or_comment=person.last_activity,
        may_be_idled_from=idle.may_be_idled_from(moment, person),
    )


_REQUESTS = {"join": "join", "leave": "leave", "idle-request": "idle", "unidle-request": "unidle"}


def _requests(moment: Moment, questions: tuple[Question, ...]) -> tuple[RequestView, ...]:
    """Requests that nobody has acted on, while an admin may still act on them."""
    open_ids = {question.id for question in questions}
    found = []
    for ask in moment.state.asks.values():
        kind = _REQUESTS.get(ask.topic)
        if kind is None or ask.closed_at is not None or moment.answer(ask.question) == "no":
            continue
        until = ask.at + moment.law.span("request_hours") if ask.topic in idle.REQUESTS else None
        if until is None or moment.when <= until:
            question = ask.question if ask.question in open_ids else ""
            found.append(
                RequestView(
                    kind,
                    moment.state.asker(ask),
                    ask.subject,
                    ask.at,
                    until,
                    question,
                    moment.state.posts[ask.subject].url if ask.subject in moment.state.posts else "",
                )
            )
    return tuple(found)


def _bars(moment: Moment) -> tuple[BarView, ...]:
    text = victory.bar_text(moment)
    running = {key: until for key, until in moment.state.dov_bars.items() if moment.when <= until}
    return tuple(BarView(moment.state.name_of(key), until, "BN-096", text) for key, until in sorted(running.items()))


# --- the chain of resolutions ----------------------------------------------------------------------------------------


def _chain(moment: Moment, judged: Mapping[str, Judged]) -> tuple[StepView, ...]:
    """What may be resolved one after the other from the head of the queue, should nothing else change (BN-071)."""
    steps: list[StepView] = []
    for post in proposals.queue(moment):
        item = judged[post.slug]
        act = _next_act(moment, post, item)
        if not act:
            break
        earliest = post.opened_at + moment.law.span("proposal_minimum_hours")
        waits = earliest if act == "enact" and earliest > moment.when else None
        if waits and item.then and not item.then.is_agreed:
            break
        steps.append(StepView(post.slug, act, waits))
        if waits:
            break
    return tuple(steps) if not victory.barring_hiatus(moment) else ()


def _next_act(moment: Moment, post: Post, item: Judged) -> str:
    if item.unread is not None or not item.is_agreed:
        return ""
    if post.self_killed or post.vetoed or item.unpopular is Outcome.TRUE:
        return "fail"
    return "enact" if item.popular is Outcome.TRUE and not tags.bars_enactment(moment, post) else ""


# --- matters ---------------------------------------------------------------------------------------------------------


def _open_matters(moment: Moment, judged: Mapping[str, Judged]) -> list[MatterView]:
    """The queue in lawful order, stale proposals, then the other open matters; then posts that are no lawful matters."""
    queue = {post.slug: place for place, post in enumerate(proposals.queue(moment), start=1)}
    ordered = sorted(
        judged.values(),
        key=lambda item: (item.post.kind is not Kind.PROPOSAL, queue.get(item.post.slug, len(judged) + 1)),
    )
    found = [_matter(moment, item.post, item, queue.get(item.post.slug)) for item in ordered]
    unlawful = [
        post
        for post in moment.state.posts.values()
        if post.kind.is_votable and not post.is_official and not post.shown_status
    ]
    return found + [
        _matter(moment, post, None, None) for post in sorted(unlawful, key=lambda post: (post.posted_at, post.slug))
    ]


def _resolved(moment: Moment) -> list[MatterView]:
    done = [
        post
        for post in moment.state.posts.values()
        if post.kind.is_votable and post.is_official and post.state != PENDING
    ]
    done.sort(key=lambda post: (post.resolution.at if post.resolution else post.posted_at, post.slug), reverse=True)
    return [_matter(moment, post, None, None) for post in done]


def _by_month(moment: Moment, settled: SettledMatters) -> tuple[tuple[str, tuple[MatterView, ...]], ...]:
    """Every matter resolved in a month that holds a live resolved one, settled ones included, oldest first."""
    months: dict[str, dict[str, Post]] = {}
    for post in moment.state.posts.values():
        if post.kind.is_votable and post.is_official and post.state != PENDING:
            months.setdefault(month_of(post), {})[post.slug] = post
    for month, posts in months.items():
        for record in settled.settled_in(month).values():
            post = thawed(record)
            if post.kind.is_votable and post.is_official and post.state != PENDING:
                posts.setdefault(post.slug, post)
    ordered = {
        month: sorted(posts.values(), key=lambda post: (month_of(post), post.opened_at, post.slug))
        for month, posts in months.items()
    }
    return tuple(
        (month, tuple(_matter(moment, post, None, None) for post in ordered[month])) for month in sorted(ordered)
    )


def _matter(moment: Moment, post: Post, item: Judged | None, place: int | None) -> MatterView:
    state, law = moment.state, moment.law
    count = item.verdict.count if item else quick_tally(moment, post)
    age = age_of(post, post.resolution.at if post.resolution and not item else moment.when)
    law_of_day = law.at(post.resolution.at) if post.resolution and not item else law
    popular, why_popular = popularity(count, age, law_of_day)
    unpopular, why_unpopular = unpopularity(count, age, law_of_day)
    return MatterView(
        slug=post.slug,
        url=post.url,
        title=post.title,
        kind=post.kind.value,
        tags=tuple(tags_of(post.title, law)),
        author=state.name_of(post.author) if post.author in state.people else post.author_name,
        author_is_player=state.counts(post.author),
        posted_at=post.posted_at,
        opened_at=post.opened_at,
        official=post.is_official,
        state=post.state if post.is_official else NOT_OFFICIAL,
        queue_place=place,
        votes_for=count.votes_for,
        votes_against=count.votes_against,
        deferential_unresolved=count.deferential,
        valid=count.valid,
        quorum=count.quorum,
        popular=item.popular if item else Outcome.of(popular),
        unpopular=item.unpopular if item else Outcome.of(unpopular),
        verdict=_word(post, item, popular, unpopular, law),
        reasons=(
            *_reasons(post, why_popular, why_unpopular, unpopular, law),
            *((why_quorum(moment, count),) if item and len(state.players()) != count.players else ()),
            *((item.unread,) if item and item.unread else ()),
            *(why_not_yet(moment, post, item.verdict) if item and not item.unread and item.is_agreed else ()),
            *(perhaps_resolved(moment).values() if item and not item.is_agreed else ()),
        ),
        allowed=item.allowed if item else (),
        next_change_at=item.next_change_at if item else None,
        next_change=_becomes(post, item.then, law) if item and item.then else "",
        missing=_missing(moment, post, item) if item else (),
        not_voted=tuple(state.name_of(key) for key in count.not_voted) if item else (),
        flags=_flags(moment, post),
        ballots=_ballots(moment, post, count),
        self_killed_at=post.self_killed[0] if post.self_killed else None,
        vetoed_at=post.vetoed[0] if post.vetoed else None,
        resolution=_resolution(moment, post.resolution) if post.resolution else None,
        body=post.body,
        barred=_barred(moment, post, item) if item else (),
    )


def _barred(moment: Moment, post: Post, item: Judged) -> tuple[Reason, ...]:
    """Why it may not be enacted now, as we count."""
    found = why_not(moment, post, item.verdict, "enact")
    return tuple(Reason(clause, text, (post.observation,)) for _, clause, text in found)


def _word(post: Post, item: Judged | None, popular: bool, unpopular: bool, law: Law) -> str:
    """The verdict in one word."""
    if not post.is_official:
        return NOT_OFFICIAL
    if post.state != PENDING:
        return post.state.lower()
    if post.vetoed or post.self_killed:
        return "vetoed" if post.vetoed else law.word("self_kill_is")
    if item and item.unread:
        return "undetermined"
    return "popular" if popular else "unpopular" if unpopular else "pending"


_DONE = {act: status.lower() for status, act in ACTS.items()}


def _becomes(post: Post, then: Judged, law: Law) -> str:
    """What it is later, and what an admin may do to it then."""
    word = _word(post, then, then.verdict.popular, then.verdict.unpopular, law)
    acts = " or ".join(_DONE[act] for act in then.allowed)
    if not then.is_agreed:
        return f"{word}, and what may be done then is undetermined"
    return f"{word}, may be {acts}" if acts else f"{word}, nothing may be done"


def _reasons(post: Post, why_popular: Reason, why_unpopular: Reason, unpopular: bool, law: Law) -> tuple[Reason, ...]:
    if not post.is_official:
        return tuple(Reason(clause, text, (post.observation,)) for _, clause, text in post.refusals)
    if post.is_history:
        return (Reason("BN-220", "resolved before the blog was first looked at: shown as found, not judged"),)
    marks = [("BN-063", "vetoed", post.vetoed), ("BN-059", law.word("self_kill_is"), post.self_killed)]
    found = [
        Reason(clause, f"{word} at {mark[0]:%Y-%m-%d %H:%M:%S} UTC", (mark[1],)) for clause, word, mark in marks if mark
    ]
    return (*found, why_unpopular if unpopular else why_popular)


def _missing(moment: Moment, post: Post, item: Judged) -> tuple[str, ...]:
    """What is still needed, in words."""
    count, law = item.verdict.count, moment.law
    if post.self_killed or post.vetoed:
        return ()
    found = []
    short = count.quorum - count.votes_for
    if short > 0 and not item.verdict.popular:
        found.append(f"{short} more FOR for a quorum")
    against = count.players - count.quorum + 1 - count.votes_against
    if against > 0 and not item.verdict.unpopular and not item.verdict.popular:
        found.append(f"{against} more AGAINST to be unpopular at once")
    if count.deferential:
        emperor = law.word("emperor_word")
        found.append(f"the {emperor}'s vote, to resolve {count.deferential} DEFERENTIAL")
    return tuple(found)


def _flags(moment: Moment, post: Post) -> tuple[Flag, ...]:
    """What an admin should look at before acting: every finding about the matter, and an author who no longer counts."""
    unread = moment.state.unread_of(post)
    found = [Flag("NOT_READ", "BN-032", f"its page {unread.words}")] if unread else []
    if unread is None and post.is_open and (why := unread_votes(moment, post)):
        found.append(Flag("NOT_READ", why.clause, why.text))
    told = (finding for finding in post.findings if not moment.is_settled(finding))
    found += [Flag(finding.code, finding.clause, finding.text) for finding in told]
    if post.is_open and not moment.state.counts(post.author):
        found.append(Flag("AUTHOR_GONE", "BN-039", f"{post.author_name} is no longer a player: no implicit FOR"))
    if post.is_open and (rules := rules_on_voting(moment)):
        text = f"dynastic rules that may change who votes: {', '.join(rules)}"
        found.append(Flag("DYNASTIC_VOTING", "BN-034", text))
    if post.is_open and post.kind is Kind.PROPOSAL:
        found += _limit_flags(moment, post)
    found += [
        Flag(each.code, each.clause, each.text) for each in (*audits.flags(moment, post), *tags.notes(moment, post))
    ]
    found += [Flag("TAG_QUESTION", "BN-169", text) for text in _untagged(moment, post)]
    return tuple(dict.fromkeys(found))


def _limit_flags(moment: Moment, post: Post) -> list[Flag]:
    own = [other for other in moment.state.open_matters(Kind.PROPOSAL) if other.author == post.author]
    found = []
    if len(own) >= moment.law.number("pending_limit"):
        found.append(
            Flag(
                "LIMIT_REACHED", "BN-057", f"{post.author_name} has {len(own)} proposals pending and may make no other"
            )
        )
    made = [at for at in moment.state.proposals_made.get(post.author, ()) if at.date() == post.posted_at.date()]
    if len(made) >= moment.law.number("daily_limit") and post.posted_at == max(made):
        found.append(
            Flag(
                "LAST_OF_THE_DAY",
                "BN-058",
                f"proposal number {len(made)} of {post.author_name} that day: they may make no other",
            )
        )
    return found


def _untagged(moment: Moment, post: Post) -> list[str]:
    return (
        [f"seems to touch {section} without the tag [{section}]" for section in tags.missing_tags(moment, post)]
        if post.is_open
        else []
    )


# --- evidence --------------------------------------------------------------------------------------------------------


def _ballots(moment: Moment, post: Post, count: Tally) -> tuple[BallotView, ...]:
    """The author's implicit vote, then every comment with an icon, whether it counts or not, in order of writing."""
    counting = {comment: voter for voter, comment in count.evc.items()}
    why_not = {comment: (why, clause) for comment, why, clause in count.uncounted}
    written = (
        _ballot(moment, post, ballot, count, counting, why_not)
        for ballot in (*post.ballots.values(), *post.void)
        if ballot.icons or ballot.newest
    )
    return (*_implicit(moment, post, count), *written)


def _implicit(moment: Moment, post: Post, count: Tally) -> Iterable[BallotView]:
    """The vote of an author who used no valid icon."""
    vote = count.votes.get(post.author)
    if vote is None or post.author in count.evc:
        return ()
    why = "implicit: the author used no valid voting icon"
    name = moment.state.name_of(post.author)
    return (BallotView("", name, post.opened_at, vote, True, why, "BN-037", url=post.url),)


def _ballot(
    moment: Moment,
    post: Post,
    ballot: Ballot,
    count: Tally,
    counting: Mapping[str, str],
    why_not: Mapping[str, tuple[str, str]],
) -> BallotView:
    cast = cast_by(ballot, post, icons_of(ballot, moment))
    voter = counting.get(ballot.id)
    resolves = count.resolves_as.get(voter) if voter else None
    if voter:
        why, clause = _why_counts(moment, cast, resolves)
    elif ballot.id in why_not:
        word, clause = why_not[ballot.id]
        why = WHY[word]
    else:
        why, clause = ("after the resolution", "BN-053") if post.state != PENDING else ("no icon counts", "BN-102")
    for told in post.put_right(ballot.id)[-1:]:
        why, clause = (told.text, told.clause) if ballot in post.void else (f"{why}; {told.text}", clause)
    if ballot.newest is not None:
        why += "; the comment was edited since" if not ballot.is_gone else "; the comment is gone since"
    return BallotView(
        ballot.id, ballot.name, ballot.at, cast or "", bool(voter), why, clause, resolves or "", ballot.url
    )


def _why_counts(moment: Moment, cast: Icon | None, resolves: Icon | None) -> tuple[str, str]:
    emperor = moment.law.word("emperor_word")
    if cast is not Icon.DEFERENTIAL:
        return (
            ("a standing VETO is no valid vote", "BN-034") if cast is Icon.VETO else ("the last valid icon", "BN-035")
        )
    if resolves:
        return f"resolved by the vote of the {emperor}", "BN-042"
    return f"unresolved: the {emperor} has no valid vote", "BN-041"


def _resolution(moment: Moment, resolution: Resolution) -> ResolutionView:
    count = resolution.tally or Tally(0, 0)
    return ResolutionView(
        status=resolution.shown or resolution.status,
        at=resolution.at,
        by=resolution.by,
        note=resolution.note,
        our_for=count.votes_for,
        our_against=count.votes_against,
        our_deferential=count.deferential,
        quorum=count.quorum,
        note_tally=resolution.note_tally,
        note_reason=resolution.note_reason,
        problems=tuple(Flag(problem.code, problem.clause, problem.text) for problem in resolution.problems),
    )
