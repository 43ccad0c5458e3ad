"""Why nothing may be done to a matter now: the same reason in the facts and in the matter's row on the board."""

import pytest

from tests.games.blognomic.stories import gamestate

ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di\n"
TWO = f"""{ROSTER}2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
2019-10-01 10:10:00 Cy posts p2 Proposal "Proposal: Wet Socks"
2019-10-01 11:00:00 Ada on p2: FOR
2019-10-01 11:00:00 Di on p2: FOR
"""
YOUNG = f"""{ROSTER}2019-10-01 20:00:00 Cy posts p2 Proposal "Proposal: Wet Socks"
2019-10-01 21:00:00 Ada on p2: FOR
2019-10-01 21:00:00 Di on p2: FOR
"""


@pytest.mark.parametrize(
    ("story", "when", "allowed", "why"),
    [
        (TWO, "2019-10-02 12:00:00", [], "not the oldest pending proposal: Proposal: Dry Socks is"),
        (TWO, "2019-10-08 10:00:01", ["enact"], "3 FOR reach quorum 3 of 5"),
        (YOUNG, "2019-10-02 02:00:00", [], "open for less than 12 hours"),
        (
            f"{TWO}2019-10-01 12:00:00 Cy on p2: AGAINST\n",
            "2019-10-02 12:00:00",
            [],
            "not the oldest pending proposal: Proposal: Dry Socks is",
        ),
        (ROSTER + TWO.splitlines()[2], "2019-10-01 12:00:00", [], "1 FOR are fewer than quorum 3, and it is younger"),
    ],
)
def test_why_nothing_may_be_done_is_no_reason_for_something_else(
    story: str, when: str, allowed: list[str], why: str
) -> None:
    found = gamestate(story, when)
    fact = next(fact for fact in found.facts if fact.name == "matters.p2.allowed")
    assert fact.value == allowed
    told = [reason.text for reason in fact.reasons]
    assert any(text.startswith(why) for text in told), told
    assert allowed or not any("reach quorum" in text for text in told)
    row = next(matter for matter in found.detail.matters if matter.slug == "p2")
    assert any(reason.text.startswith(why) for reason in row.reasons)
