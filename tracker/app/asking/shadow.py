"""Shadow: the matters that admins resolved before anybody asked the tracker, judged by the rules of their days, beside what was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracker.app.asking.folding import gamestate_of
from tracker.app.asking.verdicts import votes
from tracker.core.fold import fold
from tracker.core.observation import ArchivedObservation
from tracker.errors import UsageError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.gamestate import Gamestate
    from tracker.games.base import Game

_BEFORE_ALL = timedelta(days=1)
"""So long before the first post the first roster is taken to have held."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A matter that was resolved: what the admins made of it, how it stood as we count, and why that was not lawful ("": it was)."""

    matter: str
    posted_at: datetime
    done: str
    stands: str
    why: str

    @property
    def is_alike(self) -> bool:
        """Whether the rules of its day allowed what was done, at some instant at which it may have been done."""
        return not self.why

    def record(self) -> dict[str, Any]:
        """As ``tracker shadow --json`` prints it."""
        told = {"matter": self.matter, "posted_at": f"{self.posted_at:%Y-%m-%dT%H:%M:%SZ}", "they": self.done}
        return {**told, "we": self.stands, "alike": self.is_alike, "why": self.why}


def shadow(wired: Wired, since: datetime) -> list[Compared]:
    """Compare every matter that was posted since an instant and is resolved; what differs comes first. Nothing is written.

    Of a status that the first look at the blog showed nobody knows when it was set: it is held against nobody whom the rules allowed it at
    any instant since the post, by the votes as of then and the roster as it was first seen. Raises UsageError where the game has no statuses.
    """
    if not wired.game.groundless:
        raise UsageError(
            f"{wired.game.title} has no matters whose status admins set",
            remedy="tracker explain MATTER shows what was decided",
        )
    rows = list(wired.archive.rows())
    posted = {row.observation.subject: row.observation.happened_at for row in rows if row.observation.kind == "post"}
    if not posted:
        raise UsageError("the archive knows no post", remedy="tracker tick reads the blog first")
    folded = fold(wired.game, _as_if_looked_at(rows, posted), wired.clock.now())
    found = _compared(wired.game, gamestate_of(wired.game, folded), posted, since)
    return sorted(found, key=lambda each: (each.is_alike, each.posted_at))


def _as_if_looked_at(
    rows: Iterable[ArchivedObservation], posted: Mapping[str, datetime]
) -> Iterator[ArchivedObservation]:
    """The rows as if the blog had been looked at from its first post on: statuses were set since their posts, the first roster held before."""
    is_first_roster = True
    for row in rows:
        seen = row.observation
        if seen.kind == "post":
            seen = replace(seen, seen_at=None)
        elif seen.kind == "post_status" and seen.subject in posted and seen.possible_from <= seen.happened_at:
            since = max(posted[seen.subject], seen.not_before or posted[seen.subject])
            seen = replace(seen, at=None, not_before=since, not_after=seen.happened_at, seen_at=None)
        elif seen.kind == "roster" and is_first_roster:
            is_first_roster = False
            seen = replace(seen, at=min(posted.values()) - _BEFORE_ALL, not_before=None, not_after=None)
        yield row._replace(observation=seen)


def _compared(
    game: Game[Any], gamestate: Gamestate, posted: Mapping[str, datetime], since: datetime
) -> Iterator[Compared]:
    reports = {each.subject: each.text for each in gamestate.findings if each.code == game.groundless}
    for slug, matter in gamestate.values.get(game.matters, {}).items():
        is_resolved = "valid" in matter and matter["official"] and not game.is_open(matter)
        if is_resolved and posted[slug] >= since:
            why = reports.get(slug, "").partition("; it stands and")[0]
            yield Compared(slug, posted[slug], str(matter["state"]), votes(matter), why)
