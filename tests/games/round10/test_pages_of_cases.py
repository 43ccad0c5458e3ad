"""Every situation of Round 10's case files as pages: all of it can be shown, and pages stand still between named instants."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.games.chat_stories import ChatCase, read_cases, records
from tests.games.round10.lively import ROUND10
from tracker.app.replay import gamestate_at, rows_of
from tracker.core.draft import RegionDraft
from tracker.core.instants import TICKLE, parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.render.pages import render_regions

CASES = [case for path in sorted(Path(__file__).parent.glob("cases/*.toml")) for case in read_cases(path, "round10")]
LONG = timedelta(days=60)


def drafted(rows: Sequence[ArchivedObservation], instant: datetime) -> tuple[Sequence[RegionDraft], datetime | None]:
    """The drafts of the pages at an instant, and the next instant at which the game says that something changes."""
    gamestate = gamestate_at(ROUND10, rows, instant)
    return ROUND10.pages(gamestate, ROUND10.catalogue()), gamestate.next_instant


def texts(drafts: Sequence[RegionDraft]) -> dict[str, str]:
    return {region.region: region.text for region in render_regions(drafts)}


def last_still_instant(rows: Sequence[ArchivedObservation], instant: datetime, named: datetime | None) -> datetime:
    """The last instant before the next named one or the next row, or before a row may have happened.

    Where messages go first, what is due at an instant is named for right after it, and shown to whoever looks at the very instant.
    """
    seen = [row.observation for row in rows]
    coming = [row.happened_at for row in seen if row.happened_at > instant]
    possible = [row.possible_from for row in seen if row.is_interval and row.possible_from >= instant]
    return min([*coming, *possible, *([named] if named else []), instant + LONG]) - 2 * TICKLE


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")
def test_pages_show_the_situation_and_stand_still_until_the_next_named_instant(case: ChatCase) -> None:
    rows = rows_of(ROUND10, records(case))
    for instant in map(parse_instant, case.instants):
        drafts, named = drafted(rows, instant)
        pages = texts(drafts)
        assert all(pages.values())
        later = last_still_instant(rows, instant, named)
        if later > instant:
            # Equal drafts give equal bytes, which another test holds true: only drafts that differ are rendered.
            still = drafted(rows, later)[0]
            assert still == drafts or texts(still) == pages
