"""What the evidence leaves open stays open: verdicts and resolutions on which the possible worlds disagree (law 8)."""

import copy
import dataclasses
from itertools import pairwise
from typing import Any

import pytest

from tests.games.blognomic.stories import codes, folded, gamestate, instant, looked_at, matter, questions, rows, said
from tracker.core.fold import Step, fold
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.worlds import MOST

ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve"
EDITED = f"""
{ROSTER}
2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
2019-10-01 11:00:00 Ada on p1 as c1: FOR
2019-10-03 09:00:00..2019-10-03 11:00:00 edit c1: AGAINST
"""
UNDETERMINED = "undetermined"
STATUS = "status:p1"


def verdict(story: str, when: str, slug: str = "p1") -> tuple[Any, Any, list[str]]:
    shown = matter(story, when, slug)
    return shown["popular"], shown["unpopular"], shown["allowed"]


# --- a vote edited between two looks ---------------------------------------------------------------------------------


def test_before_48_hours_an_edit_that_changes_nothing_leaves_the_verdict_certain() -> None:
    assert verdict(EDITED, "2019-10-03 09:59:59") == (False, False, [])


def test_from_48_hours_on_the_edit_decides_and_the_verdict_is_undetermined() -> None:
    assert verdict(EDITED, "2019-10-03 10:00:00") == (UNDETERMINED, UNDETERMINED, [])
    assert verdict(EDITED, "2019-10-03 10:59:59") == (UNDETERMINED, UNDETERMINED, [])


@pytest.mark.parametrize(
    ("switch", "expected"), [("first_seen", (True, False, ["enact"])), ("newest", (False, True, ["fail"]))]
)
def test_from_the_second_look_on_the_switch_decides(switch: str, expected: tuple[Any, Any, list[str]]) -> None:
    story = EDITED + f'2019-10-01 00:00:00 setting edited_comment_counts "{switch}"'
    assert verdict(story, "2019-10-03 10:30:00") == (UNDETERMINED, UNDETERMINED, [])
    assert verdict(story, "2019-10-03 11:00:00") == expected
    assert "comment-edit:c1" in questions(story, "2019-10-03 11:00:00")


@pytest.mark.parametrize(
    ("answer", "expected"), [("first", (True, False, ["enact"])), ("newest", (False, True, ["fail"]))]
)
def test_a_person_decides_which_reading_counts(answer: str, expected: tuple[Any, Any, list[str]]) -> None:
    story = EDITED + f'2019-10-03 12:00:00 decide comment-edit:c1 {answer} by Ada why "seen by all"'
    assert verdict(story, "2019-10-03 12:00:00") == expected
    assert "comment-edit:c1" not in questions(story, "2019-10-03 12:00:00")


def test_both_looks_are_named_where_the_verdict_is_undetermined() -> None:
    facts = said(EDITED, "2019-10-03 10:30:00")["facts"]
    (fact,) = [fact for fact in facts if fact["name"] == "matters.p1.popular"]
    assert "c1" in fact["because"]
    assert any("2019-10-03T09:00:00Z" in text and "2019-10-03T11:00:00Z" in text for text in fact["reasons"])


def test_a_comment_that_is_gone_between_two_looks_leaves_the_verdict_open() -> None:
    story = EDITED.replace("edit c1: AGAINST", "gone c1")
    assert verdict(story, "2019-10-03 10:30:00") == (UNDETERMINED, UNDETERMINED, [])


# --- who may vote ----------------------------------------------------------------------------------------------------

FOUR_FOR = f"""
{ROSTER}
2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
2019-10-01 11:00:00 Ada on p1: FOR
2019-10-01 11:00:01 Cy on p1: FOR
"""


@pytest.mark.parametrize("change", ["Eve leaves", "Eve idles", "roster Wes!* Ada* Bo Cy Di"])
def test_a_roster_change_between_two_looks_that_decides_a_quorum(change: str) -> None:
    story = FOUR_FOR + f"2019-10-02 09:00:00..2019-10-02 11:00:00 {change}"
    assert verdict(story, "2019-10-02 09:00:00") == (False, False, [])
    assert verdict(story, "2019-10-02 10:00:00") == (UNDETERMINED, False, [])
    assert verdict(story, "2019-10-02 11:00:00") == (True, False, ["enact"])


def test_a_leaving_post_leaves_the_quorum_open_until_a_person_confirms_it() -> None:
    story = FOUR_FOR + '2019-10-02 09:00:00 Eve posts bye none "So long" body: I quit.'
    assert verdict(story, "2019-10-02 10:00:00") == (UNDETERMINED, False, [])
    yes = story + '\n2019-10-02 10:00:00 decide leave:bye yes by Ada why "she means it"'
    no = story + '\n2019-10-02 10:00:00 decide leave:bye no by Ada why "a joke"'
    assert verdict(yes, "2019-10-02 10:00:00") == (True, False, ["enact"])
    assert verdict(no, "2019-10-02 10:00:00") == (False, False, [])


@pytest.mark.parametrize(("idling", "popular"), [(("Eve", "Flo"), False), (("Eve", "Flo", "Gus"), UNDETERMINED)])
def test_possibilities_that_only_decide_together(idling: tuple[str, ...], popular: object) -> None:
    story = """
    2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve Flo Gus
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-01 11:00:00 Ada on p1: FOR
    2019-10-01 11:00:01 Cy on p1: FOR
    """
    story += "\n".join(f"2019-10-02 09:00:00..2019-10-02 11:00:00 {name} idles" for name in idling)
    assert verdict(story, "2019-10-02 10:00:00") == (popular, False, [])


# --- a resolution in between -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["Enacted", "Failed"])
def test_a_resolution_that_one_possible_world_allows_is_accepted_with_a_question(status: str) -> None:
    story = EDITED + f'2019-10-03 10:30:00 p1 {status} by Ada "Timed out"'
    found = said(story, "2019-10-03 10:30:00")
    assert found["gamestate"]["matters"]["p1"]["state"] == status
    assert STATUS in questions(story, "2019-10-03 10:30:00")
    assert codes(story, "2019-10-03 10:30:00") == {"RESOLUTION_UNDETERMINED"}
    (finding,) = found["findings"]
    assert finding["clause"] == "BN-220"
    assert "c1" in finding["observations"]
    assert "2019-10-03T09:00:00Z" in finding["text"]
    assert "2019-10-03T11:00:00Z" in finding["text"]


@pytest.mark.parametrize(("answer", "state"), [("stands", "Enacted"), ("void", "Pending")])
def test_a_person_decides_whether_an_undetermined_resolution_stands(answer: str, state: str) -> None:
    story = (
        EDITED
        + f"""
    2019-10-03 10:30:00 p1 Enacted by Ada "Timed out"
    2019-10-03 12:00:00 decide {STATUS} {answer} by Wes why "Ada saw it"
    """
    )
    assert matter(story, "2019-10-03 12:00:00")["state"] == state
    assert STATUS not in questions(story, "2019-10-03 12:00:00")


def test_the_question_stays_after_the_second_look() -> None:
    story = EDITED + '2019-10-03 10:30:00 p1 Enacted by Ada "Timed out"'
    assert STATUS in questions(story, "2019-10-05 00:00:00")
    assert matter(story, "2019-10-05 00:00:00")["state"] == "Enacted"


def test_a_resolution_that_no_possible_world_allows_is_out_of_order() -> None:
    story = EDITED + '2019-10-03 09:30:00 p1 Enacted by Ada "Quorum"'
    assert codes(story, "2019-10-03 09:30:00") == {"NOT_POPULAR", "STATUS_WITHOUT_GROUND"}
    assert matter(story, "2019-10-03 09:30:00")["state"] == "Pending"


def test_a_resolution_that_every_possible_world_allows_is_in_order() -> None:
    story = (
        EDITED
        + """
    2019-10-01 12:00:00 Cy on p1: FOR
    2019-10-01 12:00:01 Di on p1: FOR
    2019-10-03 10:30:00 p1 Enacted by Ada "Timed out"
    """
    )
    assert codes(story, "2019-10-03 10:30:00") == set()
    assert questions(story, "2019-10-03 10:30:00") == set()


def test_somebody_who_is_no_admin_has_no_ground_in_any_world() -> None:
    story = EDITED + '2019-10-03 10:30:00 p1 Enacted by Bo "Timed out"'
    found = codes(story, "2019-10-03 10:30:00")
    assert {"NOT_AN_ADMIN", "STATUS_WITHOUT_GROUND", "RESOLUTION_UNDETERMINED"} <= found
    assert matter(story, "2019-10-03 10:30:00")["state"] == "Pending"


def test_what_is_open_about_another_matter_casts_no_doubt_on_a_lawful_resolution() -> None:
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-01 10:00:01 Cy posts p2 Proposal "Proposal: Wet Socks"
    2019-10-01 11:00:00 Ada on p2 as c1: FOR
    2019-10-01 11:00:00 Ada on p1: AGAINST
    2019-10-03 09:00:00..2019-10-03 11:00:00 edit c1: AGAINST
    2019-10-03 10:30:00 p1 Failed by Ada "Timed out 1-1"
    """
    assert codes(story, "2019-10-03 10:30:00") == set()
    assert verdict(story, "2019-10-03 10:30:00", "p2") == (UNDETERMINED, UNDETERMINED, [])


def test_the_tally_of_a_note_may_be_that_of_any_possible_world() -> None:
    for note in ("Timed out 2-0", "Timed out 1-1"):
        story = EDITED + f'2019-10-03 10:30:00 p1 Failed by Ada "{note}"'
        assert codes(story, "2019-10-03 10:30:00") == {"RESOLUTION_UNDETERMINED"}
    story = EDITED + '2019-10-03 10:30:00 p1 Failed by Ada "Timed out 3-1"'
    assert codes(story, "2019-10-03 10:30:00") == {"RESOLUTION_UNDETERMINED", "TALLY_DIFFERS"}


MAYBE = f"""
{ROSTER}
2019-10-01 09:00:00..2019-10-01 11:00:00 Bo idles
2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
"""


def test_a_matter_that_may_not_be_official_may_not_be_resolved_and_no_time_changes_that() -> None:
    shown = matter(MAYBE, "2019-10-03 10:00:00")
    assert (shown["unpopular"], shown["allowed"], shown["next_change_at"]) == (True, [], None)
    assert matter(MAYBE, "2019-10-03 09:59:59")["next_change_at"] is None
    assert "official:p1" in questions(MAYBE, "2019-10-03 10:00:00")


def test_its_resolution_is_accepted_with_a_question() -> None:
    story = MAYBE + '2019-10-03 10:00:00 p1 Failed by Ada "Timed out 0-0"'
    found = codes(story, "2019-10-03 10:00:00")
    assert "RESOLUTION_UNDETERMINED" in found
    assert "STATUS_WITHOUT_GROUND" not in found
    assert STATUS in questions(story, "2019-10-03 10:00:00")
    assert matter(story, "2019-10-03 10:00:00")["state"] == "Failed"


def test_its_resolution_that_is_lawful_in_no_case_is_out_of_order() -> None:
    story = MAYBE + '2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 0-0"'
    found = codes(story, "2019-10-03 10:00:00")
    assert {"NOT_POPULAR", "STATUS_WITHOUT_GROUND"} <= found
    assert "RESOLUTION_UNDETERMINED" not in found


# --- a status seen only between two looks ----------------------------------------------------------------------------


def test_a_status_between_two_looks_was_lawful_before_a_vote_of_the_same_interval() -> None:
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-01 11:00:00 Ada on p1: FOR
    2019-10-01 11:00:01 Cy on p1: FOR
    2019-10-01 11:00:02 Di on p1 as c3: FOR
    2019-10-02 09:30:00 Di on p1 as c4: AGAINST
    2019-10-02 09:00:00..2019-10-02 10:00:00 p1 Enacted by Ada "Quorum 4-0"
    """
    assert codes(story, "2019-10-02 10:00:00") == {"RESOLUTION_UNDETERMINED"}
    assert matter(story, "2019-10-02 10:00:00")["state"] == "Enacted"
    exact = story.replace("2019-10-02 09:00:00..", "")
    assert {"NOT_POPULAR", "STATUS_WITHOUT_GROUND"} <= codes(exact, "2019-10-02 10:00:00")


def test_a_status_between_two_looks_may_have_been_set_before_it_was_lawful() -> None:
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    2019-10-01 11:00:00 Ada on p1: FOR
    2019-10-03 {{}}..2019-10-03 10:30:00 p1 Enacted by Ada "Timed out 2-0"
    """
    assert codes(story.format("09:30:00"), "2019-10-03 10:30:00") == {"RESOLUTION_UNDETERMINED"}
    assert codes(story.format("10:00:00"), "2019-10-03 10:30:00") == set()


@pytest.mark.parametrize("looks", [("09:00:00", "09:00:01"), ("09:00:01", "09:00:00"), ("09:00:00", "09:00:00")])
def test_two_resolutions_of_one_interval_accuse_nobody_of_the_wrong_order(looks: tuple[str, str]) -> None:
    first, second = looks
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts zebra Proposal "Proposal: Dry Socks"
    2019-10-01 10:00:01 Cy posts ape Proposal "Proposal: Wet Socks"
    2019-10-03 12:00:00..2019-10-04 {first} zebra Failed by Ada "Timed out 1-0"
    2019-10-03 12:00:00..2019-10-04 {second} ape Failed by Ada "Timed out 1-0"
    """
    assert codes(story, "2019-10-04 10:00:00") <= {"RESOLUTION_UNDETERMINED"}
    states = [matter(story, "2019-10-04 10:00:00", slug)["state"] for slug in ("zebra", "ape")]
    assert states == ["Failed", "Failed"]


# --- cost and care ---------------------------------------------------------------------------------------------------


def crowd(players: int) -> str:
    """Proposals by a crowd, each voted on by all, with one vote of each proposal edited between two looks."""
    names = [f"P{number:02}" for number in range(players)]
    lines = [f"2019-10-01 00:00:00 roster Wes!* Ada* {' '.join(names)}"]
    for number, name in enumerate(names):
        lines.append(f'2019-10-01 10:00:{number:02} {name} posts p{number:02} Proposal "Proposal: Number {number}"')
        lines += [f"2019-10-01 11:00:{number:02} {voter} on p{number:02} as c{number}-{voter}: FOR" for voter in names]
        lines.append(f"2019-10-03 09:00:00..2019-10-03 11:00:00 edit c{number}-{names[-1]}: AGAINST")
    return "\n".join(lines)


def worlds_tried(story: str, when: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many states are judged for one look at a story."""
    from tracker.games.blognomic import judging

    tried = 0
    judge_moment = judging._verdicts

    def counting(moment: Any) -> Any:
        nonlocal tried
        tried += 1
        return judge_moment(moment)

    done = folded(story, when)
    with monkeypatch.context() as patched:
        patched.setattr(judging, "_verdicts", counting)
        looked_at(done)
    return tried


@pytest.mark.parametrize(("count", "expected"), [(1, 2), (2, 4), (3, 8), (MOST, 2**MOST), (MOST + 1, MOST + 3)])
def test_few_possibilities_are_tried_in_every_choice_and_many_singly(
    count: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert worlds_tried(crowd(count), "2019-10-03 10:00:00", monkeypatch) == expected


def test_worlds_tried_grow_no_faster_than_the_possibilities(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = [worlds_tried(crowd(count), "2019-10-03 10:00:00", monkeypatch) for count in (8, 16, 32)]
    assert all(later <= 2 * earlier + 2 for earlier, later in pairwise(tried))


def test_looking_changes_nothing() -> None:
    done = folded(crowd(3), "2019-10-03 10:00:00")
    before = copy.deepcopy(done.state)
    first = looked_at(done)
    assert dataclasses.asdict(done.state) == dataclasses.asdict(before)
    assert looked_at(done) == first


def test_a_status_judged_in_many_worlds_changes_only_its_own_matter() -> None:
    story = crowd(3) + '\n2019-10-03 10:30:00 p00 Enacted by Ada "Timed out"'
    steps = rows(story)
    done = fold(GAME, steps, instant("2019-10-03 10:29:59"))
    before = copy.deepcopy(done.state)
    (status,) = [row for row in steps if row.observation.kind == "post_status"]
    GAME.step(done.state, Step(status.observation.happened_at, status), done.context)
    changed = [slug for slug, post in done.state.posts.items() if post != before.posts[slug]]
    assert changed == ["p00"]
    assert done.state.people == before.people
    assert done.state.possible == before.possible


def test_a_comment_on_a_post_that_is_no_open_matter_is_taken_in_once() -> None:
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts tale "Story Post" "A Tale"
    2019-10-02 09:00:00..2019-10-02 11:00:00 Eve idles
    2019-10-02 10:00:00 Cy on tale: Well told
    """
    assert (
        said(story, "2019-10-02 10:00:00")["gamestate"]["roster"]["Cy"]["last_post_or_comment"]
        == "2019-10-02T10:00:00Z"
    )
    assert len(folded(story, "2019-10-02 10:00:00").state.posts["tale"].ballots) == 1


def test_the_possibility_of_a_matter_that_came_true_is_no_possibility_any_more() -> None:
    assert folded(EDITED, "2019-10-03 10:59:59").state.possible.keys() == {"c1"}
    assert folded(EDITED, "2019-10-03 11:00:00").state.possible == {}
    assert gamestate(EDITED, "2019-10-03 10:30:00").next_instant == instant("2019-10-03 11:00:00")
