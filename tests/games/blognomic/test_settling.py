"""Settling what is over takes nothing away: folds that go on from a checkpoint say what folds at once say (law 4)."""

import json
from datetime import timedelta
from itertools import groupby

import pytest

from tests.games.blognomic.settled import fold_with_stops, seen_after_settling
from tests.games.blognomic.stories import folded, instant, looked_at, rows
from tests.games.blognomic.test_cases import CASES
from tests.games.situations import Case, records
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.games.blognomic.game import GAME

DAY = timedelta(days=1)
CHAPTERS = {chapter: list(cases) for chapter, cases in groupby(CASES, key=lambda case: case.chapter)}
ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve"


def differs_with_stops(case: Case) -> bool:
    """Whether anything printed of a situation changes where each of its rows is a tick of its own."""
    told = rows_of(GAME, records(case))
    for printed_at in case.instants:
        when = parse_instant(printed_at)
        reaching = [
            row.observation for row in told if row.observation.reaches_back and row.observation.happened_at <= when
        ]
        stops = sorted(
            stop
            for stop in {row.observation.happened_at for row in told}
            if not any(seen.changes_from <= stop < seen.happened_at for seen in reaching)
        )
        at_once, with_stops = fold(GAME, told, when), fold_with_stops(told, stops, when)[0]
        if json.dumps(looked_at(at_once).record()) != json.dumps(looked_at(with_stops).record()):
            return True
    return False


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_situation_goes_on_from_a_checkpoint_after_each_row(chapter: str) -> None:
    assert [case.name for case in CHAPTERS[chapter] if differs_with_stops(case)] == []


LONG_STORIES = {
    "an admin mark long after the proposal that grants it": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Admin Bo" body: Make Bo an admin.
    2019-10-01 11:00:00 Ada on p1: FOR
    2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 2-0"
    2019-11-20 10:00:00 Bo becomes admin
    """,
    "an admin mark soon after the proposal that grants it": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Admin Bo" body: Make Bo an admin.
    2019-10-01 11:00:00 Ada on p1: FOR
    2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 2-0"
    2019-11-07 09:59:59 Bo becomes admin
    """,
    "an admin who resigned long ago": f"""
    {ROSTER}
    2019-10-01 10:00:00 Ada posts p1 none "Enough" body: I resign as admin.
    2019-11-20 10:00:00 Ada loses admin
    """,
    "somebody who asked to leave, left, came back and is gone": f"""
    {ROSTER}
    2019-10-01 10:00:00 Cy posts p1 none "Bye" body: I quit.
    2019-10-01 11:00:00 Cy leaves
    2019-10-20 11:00:00 Cy joins by Ada
    2019-11-20 10:00:00 Cy leaves
    """,
    "somebody who asked to leave and is taken off the roster long after": f"""
    {ROSTER}
    2019-10-01 10:00:00 Cy posts p1 none "Bye" body: I quit.
    2019-11-20 10:00:00 Cy leaves
    """,
    "somebody barred from declaring when a settling falls into the bar": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 "Declaration of Victory" "I Won"
    2019-10-01 11:00:00 Ada on p1: AGAINST
    2019-10-03 10:00:00 p1 Failed by Ada "Timed out 1-1"
    2019-10-08 09:00:00 Bo posts p2 "Declaration of Victory" "I Won Again"
    """,
    "comments, an edit and a status of what was settled": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-01 11:00:00 Ada on p1 as c1: FOR
    2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 2-0"
    2019-11-20 10:00:00 Cy on p1: AGAINST
    2019-11-20 11:00:00..2019-11-20 12:00:00 edit c1: AGAINST
    2019-11-21 11:00:00 p1 Failed by Ada "Oops"
    2019-11-22 10:00:00 Bo edits p1 body "Add two rules."
    """,
    "a comment on what was settled while somebody may have left": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-03 10:00:00 p1 Failed by Ada "Timed out 1-0"
    2019-11-20 09:00:00..2019-11-20 11:00:00 Eve leaves
    2019-11-20 10:00:00 Cy on p1: AGAINST
    """,
    "a second post under a slug that was settled": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-03 10:00:00 p1 Failed by Ada "Timed out 1-0"
    2019-11-20 10:00:00 json {{"kind": "post", "id": "other", "slug": "p1", "category": "", "title": "Again", "author": "Cy", "body": ""}}
    """,
    "an unlawful proposal that a person looks at late": f"""
    {ROSTER}
    2019-10-01 10:00:00 Gus posts p1 Proposal "Proposal: Dry Socks"
    2019-11-20 10:00:00 Cy on p1: AGAINST
    """,
    "votes that wait for their post": f"""
    {ROSTER}
    2019-10-01 10:00:00 Cy on p1: AGAINST
    2019-11-20 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    """,
    "an idling that nobody announced": f"""
    {ROSTER}
    2019-10-09 10:00:00 Cy idles by Ada
    2019-10-09 11:00:00 Ada idles by Ada
    2019-11-20 10:00:00 Ada posts p1 none "Idling Cy" body: Cy is idle.
    """,
    "an admin back from idleness who votes late": f"""
    {ROSTER}
    2019-10-09 11:00:00 Ada idles by Ada
    2019-10-20 11:00:00 Ada unidles by Ada
    2019-11-20 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-11-20 11:00:00 Ada on p1: FOR
    """,
    "a name changed long after its proposal": f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Names" body: Rename Bo to Bob.
    2019-10-01 11:00:00 Ada on p1: FOR
    2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 2-0"
    2019-11-20 10:00:00 Bo renamed Bob
    2019-11-21 10:00:00 Bob posts p2 Proposal "Proposal: More"
    """,
}


@pytest.mark.parametrize("name", LONG_STORIES)
@pytest.mark.parametrize("every", [1, 4, 13])
def test_a_long_story_with_a_tick_every_few_days_is_the_story_at_once(name: str, every: int) -> None:
    told, when = rows(LONG_STORIES[name]), instant("2019-11-25 00:00:00")
    stops = [instant("2019-10-01 12:00:00") + day * DAY for day in range(0, 60, every)]
    done, batches = fold_with_stops(told, stops, when)
    assert seen_after_settling(done, *batches) == seen_after_settling(fold(GAME, told, when))


def test_what_was_resolved_35_days_ago_is_settled_and_not_a_second_earlier() -> None:
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-03 10:00:00 p1 Failed by Ada "Timed out 1-0"
    """
    edge = instant("2019-10-03 10:00:00") + 35 * DAY
    assert GAME.settle(fold(GAME, rows(story), edge).state, edge) == []
    (record,) = GAME.settle(fold(GAME, rows(story), edge).state, edge + timedelta(seconds=1))
    assert (record.key, record.group) == ("post:p1", "2019-10")


def test_what_is_open_is_never_settled() -> None:
    done = folded(f'{ROSTER}\n2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"', "2021-01-01 00:00:00")
    assert [record.key for record in GAME.settle(done.state, done.as_of) if record.key.startswith("post:")] == []
    assert done.state.posts.keys() == {"p1"}


def test_a_late_comment_reopens_what_was_settled_and_changes_no_verdict() -> None:
    told = rows(LONG_STORIES["comments, an edit and a status of what was settled"])
    before, batches = fold_with_stops(told, [instant("2019-11-20 09:00:00")], instant("2019-11-20 09:30:00"))
    assert [record.key for record in batches[0]] == ["post:p1"]
    assert before.state.posts == {}
    after, _ = fold_with_stops(told, [instant("2019-11-20 09:00:00")], instant("2019-11-20 10:00:00"))
    assert after.state.posts["p1"].state == "Enacted"
    assert [finding.code for finding in looked_at(after).findings] == ["COMMENT_ON_RESOLVED"]
