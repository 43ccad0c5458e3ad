"""One change of the roster, and whether the one who made it may make such changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the roster: who, what, when, by whom and why; ``row`` is the observation that tells it."""

    key: str
    name: str
    change: str
    when: datetime
    row: str
    by: str = ""
    reason: str = ""
    to: str = ""
    member_id: str = ""
    is_listed: bool = False
    """Whether a whole roster shows it, whose names differ once all of it is taken in."""


VERBS = {"join": "added", "idle": "idled", "unidle": "unidled"}


@rule("BN-011")
def acts_as_admin(moment: Moment, change: Change, clause: str) -> bool:
    """Whether the change was made by an admin; who did it is not always told, and then nobody is accused."""
    if not change.by:
        return True
    actor = moment.state.person(moment.state.key_of(change.by))
    if actor is not None and actor.admin and actor.is_on_roster:
        return True
    text = f"{change.name} was {VERBS.get(change.change, 'changed')} by {change.by}, who is no admin"
    moment.state.note("NOT_AN_ADMIN", clause, text, change.row, at=change.when)
    return False
