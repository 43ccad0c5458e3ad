"""Dynastic Rules, Revelation, and the words of other rules that nothing defines: what people have to say or to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracker.core.gamestate import Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import ENACTED, Icon, Kind, Post, Resolution
from tracker.mechanics.differences import EXCERPT
from tracker.mechanics.ruleset.matter_names import is_called

_UNDEFINED = re.compile(r"\b(?:hallucinations proposal|epiphani[sz]\w*|epiphany)\b", re.IGNORECASE)
"""Terms of the dynastic rules that no rule defines."""
HEARD = (_UNDEFINED,)
"""What is listened to in posts."""
_UNWANTED = frozenset({Icon.AGAINST, Icon.DEFERENTIAL})
"""The votes of which one is enough that the Traitor need not be named."""


def findings(moment: Moment) -> list[Finding]:
    """What the head of the dynasty owes."""
    return [found for post in moment.state.posts.values() for found in _owed(moment, post)]


@rule("BN-163", "BN-164")
def _owed(moment: Moment, post: Post) -> Iterator[Finding]:
    """A Story Post by the head since the proposal of the rule passed, and whether it should name the Traitor."""
    passed = post.resolution
    if passed is None or not _is_passed(moment, post) or _has_told(moment, passed):
        return
    head = moment.state.name_of(moment.state.emperor) or "the head of the dynasty"
    text = f"{post.title} has passed: {head} owes a Story Post saying whether there is a Traitor"
    yield Finding("REVELATION_DUE", "BN-163", text, (passed.observation,), passed.at, True)
    if should_name_traitor(moment, passed):
        text = f"no vote on {post.title} was AGAINST or DEFERENTIAL: the Story Post should name the Traitor, if there is one"
        yield Finding("REVELATION_NAMES_TRAITOR", "BN-164", text, (passed.observation,), passed.at, True)


def _is_passed(moment: Moment, post: Post) -> bool:
    is_enacted = post.kind is Kind.PROPOSAL and post.state == ENACTED
    return is_enacted and is_called(moment.law.word("revelation_proposal"), post.title, ())


def _has_told(moment: Moment, passed: Resolution) -> bool:
    told = (post for post in moment.state.posts.values() if post.kind is Kind.STORY and not post.is_gone)
    return any(post.author == moment.state.emperor and post.posted_at >= passed.at for post in told)


@rule("BN-164", "BN-198")
def should_name_traitor(moment: Moment, passed: Resolution) -> bool:
    """Whether no comment that held a vote when the proposal passed was AGAINST or DEFERENTIAL; an implicit FOR is no comment."""
    count = passed.tally
    if count is None:
        return False
    cast = {voter: count.votes[voter] for voter in count.evc}
    return not _UNWANTED.intersection(cast.values())


@rule("BN-122", "BN-155")
def questions(moment: Moment) -> list[Question]:
    """Whether a matter that uses an undefined term of the dynastic rules has the effect that they speak of."""
    return [asked for post in moment.state.posts.values() if (asked := _question(moment, post)) is not None]


def _question(moment: Moment, post: Post) -> Question | None:
    found = _UNDEFINED.search(f"{post.title}\n{post.body}")
    is_matter = post.kind is Kind.PROPOSAL or post.kind is Kind.CALL
    if found is None or not is_matter or not post.is_official:
        return None
    topic, clause = ("hallucinations-proposal", "BN-155") if "roposal" in found[0] else ("epiphany", "BN-122")
    id = f"{topic}:{post.slug}"
    if moment.answer(id) is not None:
        return None
    text = f"{post.title[:EXCERPT]} says {found[0]!r}, which no rule defines: has it the effect that the dynastic rules speak of?"
    return Question(id, text, clause, ("yes", "no"), post.opened_at, (post.url,), (post.observation,))
