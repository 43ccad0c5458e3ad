"""A text that nests too deep to be read is told, and the votes on its post are undetermined: also where a file brings it."""

import json

import pytest

from tests.games.blognomic.stories import gamestate
from tracker.core.gamestate import UNDETERMINED

ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di"
POST = '2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"'
ICON = '<img src="/images/vote/for.gif">'
DEEP = "<table><tr><td>" * 1_000 + ICON
VOTES = "\n".join(f"2019-10-01 11:00:00 {name} on p1: FOR" for name in ("Ada", "Wes"))


def told(kind: str, minute: int, **fields: str) -> str:
    return f"2019-10-01 12:{minute:02}:00 json {json.dumps({'kind': kind, **fields})}"


DEEP_ROWS = {
    "comment": told("comment", 0, id="comment:9", post="p1", author="Di", body=DEEP),
    "comment_edited": "2019-10-01 11:30:00 Di on p1 as c9: FOR\n"
    + told("comment_edited", 0, id="c9", post="p1", author="Di", body=DEEP),
    "post_edited": told("post_edited", 0, id="post:p1", slug="p1", by="Bo", body=DEEP),
}


@pytest.mark.parametrize("row", DEEP_ROWS.values(), ids=DEEP_ROWS)
def test_a_text_that_nests_too_deep_leaves_its_matter_undetermined(row: str) -> None:
    story = "\n".join([ROSTER, POST, VOTES, row])
    before, after = (gamestate(story, f"2019-10-01 {when}:00") for when in ("11:59", "12:00"))
    assert before.values["matters"]["p1"]["popular"] is True
    assert after.values["matters"]["p1"]["popular"] == UNDETERMINED
    assert after.values["matters"]["p1"]["allowed"] == []
    assert "all-read:p1" in {each.id for each in after.questions}
    assert [each.observations for each in after.findings if each.code == "NOT_READABLE"] != []


def test_a_post_that_nests_too_deep_is_told_and_other_posts_go_on() -> None:
    deep = told("post", 0, id="post:p2", slug="p2", category="Proposal", title="Proposal: Deep", author="Cy", body=DEEP)
    state = gamestate("\n".join([ROSTER, POST, VOTES, deep]), "2019-10-01 13:00:00")
    assert state.values["matters"]["p2"]["popular"] == UNDETERMINED
    assert state.values["matters"]["p1"]["popular"] is True
    assert [each.subject for each in state.findings if each.code == "NOT_READABLE"] == ["p2"]


def test_a_correction_of_the_text_ends_it() -> None:
    correction = told("correction", 30, id="fix:1", of="comment:9", reads="FOR", by="Ada", why="I read it in a browser")
    state = gamestate("\n".join([ROSTER, POST, VOTES, DEEP_ROWS["comment"], correction]), "2019-10-01 13:00:00")
    assert state.values["matters"]["p1"]["for"] == 4
    assert state.values["matters"]["p1"]["popular"] is True
    assert "NOT_READABLE" not in {each.code for each in state.findings}
