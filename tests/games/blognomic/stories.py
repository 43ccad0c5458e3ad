"""Stories told line by line (as in the situations), folded and looked at."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tests.games.situations import Case, iso, records
from tracker.app.asking.replay import replay_records, rows_of
from tracker.core.fold import Folded, fold
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.state import State
from tracker.render.pages import render


def told(story: str) -> list[dict[str, Any]]:
    """The observations of a story, in the order of its lines."""
    return records(Case("a story", "stories", (), story, ()))


def rows(story: str) -> list[ArchivedObservation]:
    """The observations as rows of an archive."""
    return rows_of(GAME, told(story))


def instant(text: str) -> datetime:
    """``2019-10-01 12:00:00`` in UTC."""
    return parse_instant(iso(text))


def folded(story: str, when: str) -> Folded[State]:
    """The story folded up to an instant."""
    return fold(GAME, rows(story), instant(when))


def looked_at(done: Folded[State], when: datetime | None = None) -> Gamestate:
    """What holds after a fold, at its own instant or a later one."""
    return GAME.view(done.state, when or done.as_of, done.seq, done.context)


def gamestate(story: str, when: str) -> Gamestate:
    """What holds in a story at an instant."""
    return looked_at(folded(story, when))


def region(story: str, when: str, name: str) -> str:
    """The wikitext of one region of the pages of a story at an instant."""
    drafts = GAME.pages(gamestate(story, when), GAME.catalogue())
    return render(next(draft for draft in drafts if draft.region == name))


def said(story: str, when: str) -> Mapping[str, Any]:
    """What replay prints of a story at an instant."""
    printed: Mapping[str, Any] = replay_records("blognomic", told(story), [iso(when)])["instants"][iso(when)]
    return printed


def matter(story: str, when: str, slug: str = "p1") -> Mapping[str, Any]:
    """What replay prints of one matter of a story at an instant."""
    printed: Mapping[str, Any] = said(story, when)["gamestate"]["matters"][slug]
    return printed


def codes(story: str, when: str) -> set[str]:
    """The codes of all findings of a story at an instant."""
    return {finding["code"] for finding in said(story, when)["findings"]}


def questions(story: str, when: str) -> set[str]:
    """The ids of all questions of a story at an instant."""
    return {question["id"] for question in said(story, when)["questions"]}
