"""A lively fortnight of Round 10 of our own writing, with something for every page, and its pages at an instant."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.games.registry import game
from tracker.render.pages import render_regions

ROUND10 = game("round10")

FORTNIGHT = Path(__file__).with_name("lively.story").read_text(encoding="utf-8")
"""From a Sunday to the Monday after the next: bids, hands, a trade, a contract, proposals, the Judge."""

DURING, AFTER, AT_LAST = "2021-08-03T15:00:00Z", "2021-08-06T12:00:00Z", "2021-08-09T12:00:00Z"
"""While bids are secret; once they are revealed; a week later."""


def rows(story: str) -> list[ArchivedObservation]:
    """A story's rows."""
    return rows_of(ROUND10, told(story, "round10"))


def gamestate(story: str, at: str) -> Gamestate:
    """What holds after a story."""
    return gamestate_at(ROUND10, rows(story), parse_instant(at))


def drafts(story: str, at: str) -> Sequence[RegionDraft]:
    """The drafts of the pages after a story."""
    return ROUND10.pages(gamestate(story, at), ROUND10.catalogue())


def wikitexts(story: str, at: str) -> Mapping[str, str]:
    """Region -> wikitext after a story."""
    return {region.region: region.text for region in render_regions(drafts(story, at))}
