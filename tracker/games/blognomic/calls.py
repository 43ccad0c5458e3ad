"""Core Rules, Calls for Judgement: anybody may raise one, and it is enacted or failed by popularity alone."""

from __future__ import annotations

from tracker.core.gamestate import Question
from tracker.core.rule import rule

from .keywords import describes_changes
from .moment import Moment
from .state import Kind, Post
from .victory import Refusal


@rule("BN-073", "BN-074")
def may_call(moment: Moment, post: Post) -> list[Refusal]:
    """Why its author may not raise a call now; its grounds are not for us to judge."""
    if moment.state.counts(post.author):
        return []
    return [("NOT_A_PLAYER", "BN-073", f"{post.author_name} is no player")]


@rule("BN-075", "BN-076", "BN-077")
def allowed_on_call(moment: Moment, post: Post, popular: bool, unpopular: bool) -> list[str]:
    """Whether an admin may enact or fail a pending call now: no minimum age, no queue, in hiatus too."""
    may_fail = unpopular or moment.answer(f"specifies-nothing:{post.slug}") == "yes"
    return [act for act, may in (("enact", popular), ("fail", may_fail)) if may]


@rule("BN-077")
def questions(moment: Moment) -> list[Question]:
    """Pending calls whose text has no word of change: if they specify nothing they may be failed."""
    found = []
    for post in moment.state.open_matters(Kind.CALL):
        id = f"specifies-nothing:{post.slug}"
        if moment.answer(id) is None and not describes_changes(post.body, moment.law):
            text = f"Does {post.title} specify neither changes nor corrections (then any admin may fail it)?"
            found.append(Question(id, text, "BN-077", ("yes", "no"), post.posted_at, (post.body[:300],), (post.observation,)))
    return found
