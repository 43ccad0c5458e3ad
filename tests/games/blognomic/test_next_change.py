"""When a matter changes though nobody acts: the board's head, the matter's row and the figures name one instant, and what it becomes."""

from tests.games.blognomic.stories import gamestate, region
from tests.games.blognomic.test_reasons import ROSTER, TWO, YOUNG, plain

DAY_AFTER = "2019-10-02 12:00:00"
UNREAD = '2019-10-01 12:00:00 json {"kind": "look", "source": "blog:post:p1", "complete": false}\n'


def shown(story: str) -> tuple[str, dict[str, str]]:
    """The head of the board, and the row of each matter, in plain words."""
    head, *rows = region(story, DAY_AFTER, "votable_matters").split('|- id="matter-')
    return plain(head).partition("What an admin may do now")[0], {row[:2]: plain(row) for row in rows}


def test_one_that_waits_for_an_older_one_changes_as_that_leaves_the_queue() -> None:
    head, rows = shown(TWO)
    assert "Next change by itself: ''' 2019-10-03 10:00 UTC ''', " in head
    assert "Dry Socks: unpopular, may be failed." in head
    assert "2019-10-08 10:00:01 UTC : popular, may be enacted" in rows["p2"]
    found = gamestate(TWO, DAY_AFTER).values["matters"]
    assert [found[slug]["next_change_at"] for slug in ("p1", "p2")] == ["2019-10-03T10:00:00Z", "2019-10-08T10:00:01Z"]


def test_the_first_of_the_queue_that_is_too_young_is_not_said_to_be_enacted_now() -> None:
    acts = {}
    for when in ("2019-10-02 07:59:59", "2019-10-02 08:00:00"):
        text = " ".join(plain(region(YOUNG, when, "votable_matters")).split())
        acts[when] = text.partition("What an admin may do now")[2].partition("Wet Socks")[0].strip()
    assert acts["2019-10-02 07:59:59"].startswith("# '''From 2019-10-02 08:00 UTC :''' enact")
    assert acts["2019-10-02 08:00:00"].startswith("# '''Now:''' enact")


def test_nobody_is_told_to_enact_what_may_be_resolved_by_a_status_that_nobody_understands() -> None:
    head = region(f"{YOUNG}2019-10-02 09:00:00 p2 Carried by Ada", DAY_AFTER, "votable_matters")
    assert "Nothing." in plain(head).partition("What an admin may do now")[2].partition("Open matters")[0]
    assert "Wet Socks bears the status Carried, which is no known word" in plain(head)


def test_what_becomes_undetermined_is_said_to_change_and_nobody_is_told_to_enact_it_then() -> None:
    story, before = f"{YOUNG}2019-10-02 07:30:00 p2 Carried by Ada", "2019-10-02 07:45:00"
    assert gamestate(story, before).values["matters"]["p2"]["next_change_at"] == "2019-10-02T08:00:00Z"
    head = plain(region(story, before, "votable_matters"))
    assert "Wet Socks: popular, and what may be done then is undetermined." in head
    assert "Nothing." in head.partition("What an admin may do now")[2].partition("Open matters")[0]


def test_what_is_undetermined_is_not_said_to_change_by_itself() -> None:
    head, rows = shown(ROSTER + TWO.splitlines()[1] + "\n" + UNREAD)
    assert "Nothing changes by itself." in head
    assert "UTC :" not in rows["p1"]
