"""Rules of after 170 whose words nobody has seen: where another reading of one would turn an open matter's verdict, people are asked."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.gamestate import Question
from tracker.core.rule import rule
from tracker.games.blognomic.law import PARAMETERS
from tracker.games.blognomic.moment import READING, YES_NO, Moment
from tracker.games.blognomic.special_case.tags import (
    RECUSANT,
    STANDING,
    changes_standing_rules,
    is_recusant_matter,
    names_standing_rule,
)
from tracker.games.blognomic.state import Kind, Post, Status

SWITCHES = {
    "recusants_in_quorum": "BN26-011",
    "deferentials_leave": "BN26-021",
    "timeout_of_building_blocks": "BN26-025",
    "interregnum_proposals": "BN26-031",
}
"""The switches that are tried, each flipped by itself, with the clause whose words would decide."""
Other = tuple[str, str]
"""A question, and the answer by which a matter would be judged otherwise than it is."""


@rule("BN26-010", "BN26-011", "BN26-021", "BN26-025")
def others(moment: Moment, post: Post) -> Iterator[Other]:
    """Each question that nobody has answered and that bears on this matter, with the answer that is not assumed."""
    law = moment.law
    for switch in SWITCHES:
        if moment.answer(f"{READING}:{switch}") is None and not law.is_set(switch):
            now = moment.reading(switch)
            yield from ((f"{READING}:{switch}", word) for word in PARAMETERS[switch].choices if word != now)
    if moment.answer(f"{RECUSANT}:{post.slug}") is None and _has_idle_votes(moment, post):
        yield f"{RECUSANT}:{post.slug}", "no" if is_recusant_matter(moment, post) else "yes"
    by_quorum = law.chooses("core_change_popular_by", "quorum only") and post.kind is Kind.PROPOSAL
    if by_quorum and moment.answer(f"{STANDING}:{post.slug}") is None:
        is_likely = changes_standing_rules(moment, post)
        if is_likely != names_standing_rule(post):
            yield f"{STANDING}:{post.slug}", "no" if is_likely else "yes"


def _has_idle_votes(moment: Moment, post: Post) -> bool:
    voters = (*post.ballots.values(),)
    people = (moment.state.person(key) for key in {post.author, *(ballot.author for ballot in voters if ballot.icons)})
    may = moment.law.chooses("recusants", "vote outside the dynasty") and post.kind is not Kind.DECLARATION
    return may and any(person is not None and person.status is Status.IDLE for person in people)


@rule("BN26-010")
def questions(moment: Moment) -> Iterator[Question]:
    """Whether an idle player's post, which is none of theirs to make otherwise, touches nothing of the dynasty."""
    for post in moment.state.posts.values():
        id = f"{RECUSANT}:{post.slug}"
        is_barred = [code for code, _, _ in post.refusals] == ["NOT_A_PLAYER"]
        if is_barred and moment.answer(id) is None and _has_idle_votes(moment, post):
            yield question(moment, post, (id, "yes"))


def question(moment: Moment, post: Post, other: Other) -> Question:
    """What people are asked where the verdict turns on it."""
    id = other[0]
    topic, _, about = id.partition(":")
    if topic == READING:
        switch = PARAMETERS[about]
        text = f"{switch.description.rstrip('.')}: the verdict on {post.title} turns on how the rule reads ({moment.reading(about)!r} is assumed)"
        return Question(id, text, SWITCHES[about], tuple(switch.choices), post.opened_at, (), (post.observation,))
    if topic == RECUSANT:
        text = f"Does {post.title} touch nothing of the dynasty, not even conditionally, so that idle players vote on it? Its verdict turns on that."
        return Question(id, text, "BN26-010", YES_NO, post.opened_at, (), (post.observation,))
    text = f"Would {post.title} change the text of core or appendix rules? Its verdict turns on that."
    return Question(id, text, "BN26-025", YES_NO, post.opened_at, (), (post.observation,))
