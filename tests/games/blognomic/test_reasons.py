"""Why nothing may be done to a matter now: the same reason in the facts and in the matter's row on the board."""

import html
import re

import pytest

from tests.games.blognomic.stories import gamestate, region, told

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


def plain(text: str) -> str:
    """Wikitext without its tags, each a blank, and its entities read."""
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


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


# --- what people put right --------------------------------------------------------------------------------------------------

RIGHTED = f"""{TWO}2019-10-01 11:30:00 Ada on p1 as c1: FOR
2019-10-01 11:31:00 Cy on p1 as c2: DEFERENTIAL
2019-10-01 12:00:00 p2 Enacted by Ada
2019-10-01 13:00:00 correct c1 {{"void": true}}
2019-10-01 13:00:01 correct c2 {{"reads": "AGAINST"}}
2019-10-01 13:00:02 correct o008 {{"void": true}}
"""
NOON = "2019-10-02 12:00:00"


def test_a_void_vote_stays_listed_with_who_said_so_and_why() -> None:
    found = gamestate(RIGHTED, NOON)
    (uncounted,) = found.values["matters"]["p1"]["uncounted"]
    assert (uncounted["comment"], uncounted["clause"]) == ("c1", "BN-200")
    assert uncounted["why"].startswith("c1 counts for nothing: so it was (Ada, ")
    fact = next(fact for fact in found.facts if fact.name == "matters.p1.for")
    assert uncounted["why"].partition("(Ada, ")[2].rstrip(")") in fact.because
    assert uncounted["why"] in [reason.text for reason in fact.reasons]
    assert (fact.clause, fact.reasons[0].text[:5]) == ("BN-035", "1 FOR")


def test_what_was_put_right_is_said_on_the_board_with_the_evidence_and_among_the_findings() -> None:
    found = gamestate(RIGHTED, NOON)
    said = [each.text.partition(":")[0] for each in found.findings if each.code == "PUT_RIGHT"]
    assert said == [
        "c1 counts for nothing",
        "c2 reads “AGAINST”",
        "o008 counts for nothing; the blog showed Enacted then",
    ]
    board, evidence = (plain(region(RIGHTED, NOON, name)) for name in ("votable_matters", "evidence"))
    assert all(text in board for text in said)
    assert all(text in evidence for text in said)
    matter = next(each for each in found.detail.matters if each.slug == "p1")
    void, read = (next(each for each in matter.ballots if each.comment == id) for id in ("c1", "c2"))
    assert (void.voter, void.vote, void.counts, void.clause) == ("Ada", "FOR", False, "BN-200")
    assert void.why.startswith("c1 counts for nothing: so it was (Ada, ")
    assert (read.vote, read.counts) == ("AGAINST", True)
    assert read.why.startswith("the last valid icon; c2 reads “AGAINST”: so it was (Ada, ")
    assert plain(evidence).count(void.why) == 2


def test_what_was_taken_back_is_said_no_more() -> None:
    row = next(each for each in told(RIGHTED) if each["kind"] == "correction")["id"]
    back = f'{RIGHTED}2019-10-01 14:00:00 correct {row} {{"void": true}}\n'
    found = gamestate(back, NOON)
    assert [each.text[:2] for each in found.findings if each.code == "PUT_RIGHT"] == ["c2", "o0"]
    assert found.values["matters"]["p1"]["uncounted"] == []
