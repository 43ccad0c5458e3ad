"""The log of a chat game says the same whenever its days left the live state: the newest events, every month whole, all of them linked."""

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.aeternus import wide_waters
from tests.games.chat_stories import told
from tests.games.ducks import lively as ducks
from tests.games.round10 import lively as round10
from tests.games.round10 import ten_stars
from tests.games.test_chat_places import with_ids
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.keeping.interchange import batch_of
from tracker.archive.memory import MemoryArchive
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso, parse_instant
from tracker.core.trail import Trail
from tracker.games.registry import game
from tracker.render.pages import render_regions

PLACE = "111111111111111111/222222222222222222"
STORIES = {"round10": round10.FORTNIGHT, "ducks": ducks.FORTNIGHT, "aeternus": wide_waters.STORY}
WEEKS_LATER = {"round10": 4, "ducks": 2, "aeternus": 2}
"""So much later a story passes from one month into another."""
HOURS = 60 * 24
INSTANT = re.compile(r"202\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
FOREVER = 1_000_000
_ROW = re.compile(r"^\| \d{4}-", re.MULTILINE)


def records(slug: str, settled_after: int) -> list[dict[str, Any]]:
    """A lively story over two months, of which days are settled after so many hours."""
    later = timedelta(weeks=WEEKS_LATER[slug])
    told_later = [
        json.loads(INSTANT.sub(lambda found: iso(parse_instant(found[0]) + later), json.dumps(each)))
        for each in told(STORIES[slug], slug)
    ]
    first = min(each.get("at") or each["from"] for each in told_later)
    setting = {"kind": "setting", "id": "span", "at": first, "name": "settle_after_hours", "value": settled_after}
    return [setting, *with_ids(told_later, PLACE)]


def begun(slug: str) -> datetime:
    return parse_instant(records(slug, FOREVER)[0]["at"])


def looked_at(slug: str, settled_after: int, instants: Sequence[datetime]) -> tuple[Gamestate, dict[str, Trail]]:
    """What holds at the last of some instants, at each of which somebody looked, with the trails of all who have one."""
    archive, played = MemoryArchive(), game(slug)
    archive.append(batch_of(records(slug, settled_after), parse_instant("2025-12-31T00:00:00Z")), played.read)
    for instant in instants:
        folded = fold_archive(played, archive, instant)
    names = played.trail_names(folded.state, folded.as_of, folded.context)
    trails = {name: played.trail(folded.state, folded.as_of, folded.context, name) for name in names}
    return gamestate_of(played, folded), {name: trail for name, trail in trails.items() if trail}


def log_of(slug: str, gamestate: Gamestate) -> dict[str, str]:
    """The texts of the log's regions."""
    played = game(slug)
    drafts = [each for each in played.pages(gamestate, played.catalogue()) if each.region.startswith("log")]
    return {region.region: region.text for region in render_regions(drafts)}


def marks_of(slug: str, gamestate: Gamestate) -> dict[str, str]:
    """The marks of the log's regions."""
    played = game(slug)
    drafts = played.pages(gamestate, played.catalogue())
    return {each.region: each.mark for each in drafts if each.region.startswith("log")}


def in_short(trails: dict[str, Trail]) -> dict[str, list[Any]]:
    """The steps of trails but for the words of messages, which a tracker takes from its archive."""
    return {
        name: [(step.at, step.kind, step.by, step.variable, step.old, step.new, step.code) for step in trail.steps]
        for name, trail in trails.items()
    }


@pytest.mark.parametrize("slug", STORIES)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_the_log_and_the_trails_hang_on_nothing_that_was_settled(slug: str, data: st.DataObject) -> None:
    hours = data.draw(st.lists(st.integers(1, HOURS), min_size=1, max_size=8))
    settled_after = data.draw(st.sampled_from([48, 100, 240, 840]))
    instants = sorted(begun(slug) + timedelta(hours=each) for each in hours)
    settled, trails = looked_at(slug, settled_after, instants)
    live, told_live = looked_at(slug, FOREVER, instants[-1:])
    assert not live.detail.state.told_marks
    assert log_of(slug, settled) == log_of(slug, live)
    assert in_short(trails) == in_short(told_live)


@pytest.mark.parametrize("slug", STORIES)
def test_months_that_are_over_are_whole_marked_and_linked(slug: str) -> None:
    end = begun(slug) + timedelta(days=100)
    settled, _ = looked_at(slug, 48, [end])
    shown, marks = log_of(slug, settled), marks_of(slug, settled)
    months = [region for region in shown if region != "log"]
    assert len(months) >= 2
    assert [region for region in months if region.removeprefix("log-") not in shown["log"]] == []
    assert all(_ROW.search(shown[region]) for region in shown)
    assert not marks["log"]
    assert all(marks[month] for month in months if month < f"log-{end:%Y-%m}")


def test_a_round_that_was_won_long_ago_stays_over() -> None:
    archive, played = MemoryArchive(), game("round10")
    archive.append(batch_of(ten_stars.story(), parse_instant("2025-12-31T00:00:00Z")), played.read)
    for day in ("2021-09-05", "2021-11-15"):
        values = gamestate_of(played, fold_archive(played, archive, parse_instant(f"{day}T00:00:00Z"))).values
        assert (values["winner"], values["won_at"]) == ("ana", "2021-08-29T00:00:05Z")


@pytest.mark.parametrize("slug", STORIES)
def test_the_mark_of_a_month_is_that_of_what_was_told_in_it(slug: str) -> None:
    end = begun(slug) + timedelta(days=100)
    once, _ = looked_at(slug, 48, [end])
    often, _ = looked_at(slug, 48, [begun(slug) + timedelta(days=day) for day in range(1, 101)])
    assert marks_of(slug, once) == marks_of(slug, often)
