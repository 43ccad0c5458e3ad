"""The end of every situation of the case files as pages: all of it can be shown, and pages stand still between named instants."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.games.situations import Case, read_cases, records
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.draft import RegionDraft
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.games.registry import game
from tracker.render.pages import render_regions

BLOGNOMIC = game("blognomic")
CASES = [case for path in sorted(Path(__file__).parent.glob("cases/*.toml")) for case in read_cases(path)]
SECOND = timedelta(seconds=1)
"""The blog's times are to the second, so pages are looked at in whole seconds."""
LONG = timedelta(days=30)


def drafted(rows: Sequence[ArchivedObservation], instant: datetime) -> tuple[Sequence[RegionDraft], datetime | None]:
    """The drafts of the pages at an instant, and the next instant at which the game says that something changes."""
    gamestate = gamestate_at(BLOGNOMIC, rows, instant)
    return BLOGNOMIC.pages(gamestate, BLOGNOMIC.catalogue()), gamestate.next_instant


def texts(drafts: Sequence[RegionDraft]) -> dict[str, str]:
    return {f"{region.page} {region.region}": region.text for region in render_regions(drafts)}


def last_still_second(rows: Sequence[ArchivedObservation], instant: datetime, named: datetime | None) -> datetime:
    """The last second before the next named instant or the next row, or before a row may have happened."""
    seen = [row.observation for row in rows]
    coming = [row.happened_at for row in seen if row.happened_at > instant]
    possible = [row.possible_from for row in seen if row.is_interval and row.possible_from >= instant]
    return min([*coming, *possible, *([named] if named else []), instant + LONG]) - SECOND


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")
def test_pages_show_the_situation_and_stand_still_until_the_next_named_instant(case: Case) -> None:
    rows = rows_of(BLOGNOMIC, records(case))
    instant = parse_instant(case.instants[-1])
    drafts, named = drafted(rows, instant)
    pages = texts(drafts)
    assert all(pages.values())
    later = last_still_second(rows, instant, named)
    if later > instant:
        # Equal drafts give equal bytes, which another test holds true: only drafts that differ are rendered.
        still = drafted(rows, later)[0]
        assert still == drafts or texts(still) == pages
