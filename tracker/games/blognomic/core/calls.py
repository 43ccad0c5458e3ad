"""Core Rules, Calls for Judgement: anybody may raise one, and it is enacted or failed by popularity alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracker.core.gamestate import Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import describes_changes
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import ENACTED, Kind, Post, cell_key
from tracker.mechanics.differences import shortened

from .victory import Refusal
from .votes import may_act


@rule("BN-073", "BN-074")
def may_call(moment: Moment, post: Post) -> list[Refusal]:
    """Why its author may not raise a call now; its grounds are not for us to judge."""
    if may_act(moment, post, post.author):
        return []
    return [("NOT_A_PLAYER", "BN-073", f"{post.author_name} is no player")]


@rule("BN-075", "BN-076", "BN-077")
def allowed_on_call(moment: Moment, post: Post, popular: bool, unpopular: bool) -> list[str]:
    """Whether an admin may enact or fail a pending call now: no minimum age, no queue, in hiatus too."""
    may_fail = unpopular or moment.answer(f"specifies-nothing:{post.slug}") == "yes"
    return [act for act, may in (("enact", popular), ("fail", may_fail)) if may]


_SETS = re.compile(
    r"\bset\s+(?:(?P<player>[\w .-]{1,200}?)['’]s?\s+(?P<variable>[\w ]{1,200}?)|the\s+(?P<variable_of>[\w ]{1,200}?)\s+of\s+(?P<of>[\w .-]{1,200}?))"
    r"\s+to\s+(?P<value>[\w-]+)",
    re.IGNORECASE,
)


def values_set(text: str) -> Iterator[tuple[str, str, str]]:
    """The plain instructions of a text that set a player's value, as (player, variable, value)."""
    for match in _SETS.finditer(text):
        yield match["player"] or match["of"], match["variable"] or match["variable_of"], match["value"]


@rule("BN-078")
def findings(moment: Moment) -> list[Finding]:
    """Values that an enacted call sets and that the table of values shows otherwise."""
    found = []
    for post in moment.state.posts.values():
        if post.kind is not Kind.CALL or post.state != ENACTED or post.resolution is None:
            continue
        for player, variable, value in values_set(post.body):
            shown = moment.state.cells.get(cell_key(player, variable), value)
            if shown != value:
                text = f"{post.title} sets {player}'s {variable} to {value}, the table still shows {shown}"
                found.append(
                    Finding(
                        "NOT_ON_PAGE",
                        "BN-078",
                        text,
                        (post.resolution.observation,),
                        post.resolution.at,
                        subject=post.slug,
                    )
                )
    return found


@rule("BN-077")
def questions(moment: Moment) -> list[Question]:
    """Calls pending, or failed without a ground, whose text has no word of change: if they specify nothing they may be failed."""
    found = []
    failed = (post for post in moment.state.posts.values() if post.kind is Kind.CALL and post.unfounded is not None)
    for post in (*moment.state.open_matters(Kind.CALL), *failed):
        id = f"specifies-nothing:{post.slug}"
        if moment.answer(id) is None and not describes_changes(post.body, moment.law):
            text = f"Does {post.title} specify neither changes nor corrections (then any admin may fail it)?"
            found.append(
                Question(
                    id, text, "BN-077", ("yes", "no"), post.posted_at, (shortened(post.body),), (post.observation,)
                )
            )
    return found
