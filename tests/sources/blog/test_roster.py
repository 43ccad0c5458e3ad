"""The list of players."""

from dataclasses import replace

import pytest

from tests.contracts.blog_world import at
from tracker.core.observation import Observation
from tracker.sources.blog.markup import read_fragment
from tracker.sources.blog.reading import RosterEntry, RosterReading
from tracker.sources.blog.roster import number_shown, roster_entries, roster_observation, with_emperors

ADA, BO = RosterEntry("Ada", "1", is_admin=True), RosterEntry("Bo", "2")


def reading(*entries: RosterEntry, hours: float = 5, lists_idle: bool = False) -> RosterReading:
    return RosterReading(entries, lists_idle, at(hours), at(hours))


def first(*entries: RosterEntry) -> Observation:
    made = roster_observation(reading(*entries, hours=1), None, None, "blog")
    assert made is not None
    return made


def statuses(row: Observation | None) -> dict[str, str]:
    assert row is not None
    return {player["name"]: player["status"] for player in row.payload["players"]}


@pytest.mark.parametrize(
    ("html", "entries"),
    [
        ('<a href="/member/1">Ada*</a> <a href="https://x/index.php/member/2/">Bo</a>', [ADA, BO]),
        ('<a href="/member/1">Ada</a>* <a href="/member/2"> Bo </a>', [ADA, BO]),
        ('<a href="/member/1">Ada *</a><br><a href="/member/2"><b>Bo</b></a><a href="#"></a>', [ADA, BO]),
        ("<ul><li>Ada*</li><li>Bo</li></ul>", [replace(ADA, member_id=""), replace(BO, member_id="")]),
        ("<p>nobody</p>", []),
    ],
)
def test_entries_of_a_list(html: str, entries: list[RosterEntry]) -> None:
    assert list(roster_entries(read_fragment(html))) == entries


def test_emperor_is_marked_by_name() -> None:
    marked = with_emperors([ADA, BO], ["bo", "Nobody*"])
    assert [entry.is_emperor for entry in marked] == [False, True]


@pytest.mark.parametrize(
    ("html", "number"),
    [("<p>There are 7 players, quorum 4</p>", 7), ("<p>none said</p>", None), ("", None), ("<p>12</p>", 12)],
)
def test_number_beside_the_list(html: str, number: int | None) -> None:
    listing = next(read_fragment(f'<div id="list"></div>{html}').iter("div", "p"))
    assert number_shown(next(iter(listing))) == number


def test_first_sight_is_told_at_the_look() -> None:
    row = first(BO, ADA)
    assert (row.kind, row.id, row.at) == ("roster", "roster", at(1))
    assert row.payload["players"] == [
        {"name": "Ada", "member_id": "1", "status": "player", "admin": True},
        {"name": "Bo", "member_id": "2", "status": "player", "admin": False},
    ]


def test_same_list_in_another_order_tells_nothing() -> None:
    assert roster_observation(reading(BO, ADA), first(ADA, BO), at(4), "blog") is None


def test_change_lies_between_the_looks() -> None:
    row = roster_observation(reading(ADA, BO, RosterEntry("Cy", "3")), first(ADA, BO), at(4), "blog")
    assert row is not None
    assert (row.at, row.not_before, row.not_after) == (None, at(4), at(5))


def test_change_without_an_earlier_look_counts_from_the_archived_one() -> None:
    row = roster_observation(reading(ADA), first(ADA, BO), None, "blog")
    assert row is not None
    assert row.not_before == at(1)


def test_who_is_not_listed_is_idle_and_keeps_admin() -> None:
    row = roster_observation(reading(BO), first(ADA, BO), at(4), "blog")
    assert statuses(row) == {"Ada": "idle", "Bo": "player"}
    assert row is not None
    assert row.payload["players"][0]["admin"]
    later = roster_observation(reading(BO, hours=6), row, at(5), "blog")
    assert later is None


def test_where_the_idle_are_listed_absence_is_leaving() -> None:
    row = roster_observation(reading(BO, lists_idle=True), first(ADA, BO), at(4), "blog")
    assert statuses(row) == {"Bo": "player"}


def test_renamed_member_is_one_person() -> None:
    row = roster_observation(reading(ADA, replace(BO, name="Bob")), first(ADA, BO), at(4), "blog")
    assert statuses(row) == {"Ada": "player", "Bob": "player"}


def test_other_member_of_the_same_name_is_another_person() -> None:
    row = roster_observation(reading(ADA, replace(BO, member_id="9")), first(ADA, BO), at(4), "blog")
    assert row is not None
    assert [player["member_id"] for player in row.payload["players"]] == ["1", "2", "9"]


def test_without_member_ids_letter_case_makes_no_person() -> None:
    before = first(RosterEntry("Ada"), RosterEntry("Bo"))
    row = roster_observation(reading(RosterEntry("ADA"), RosterEntry("Bo")), before, at(4), "blog")
    assert statuses(row) == {"ADA": "player", "Bo": "player"}


def test_idle_emperor_is_no_emperor_of_the_list() -> None:
    before = first(*with_emperors([ADA, BO], ["Ada"]))
    row = roster_observation(reading(*with_emperors([BO], ["Bo"])), before, at(4), "blog")
    assert row is not None
    assert [player["emperor"] for player in row.payload["players"]] == [False, True]
