"""The values that pages parse to, and the observations made of them."""

import pytest

from tests.contracts.blog_world import at
from tracker.sources.blog.reading import (
    MEANINGS,
    Code,
    CommentReading,
    Month,
    PostReading,
    StatusReading,
    SubjectReading,
    folded,
    seen_observations,
    warning,
    without_badge,
)

POST = PostReading("dry_socks", "https://b/archive/dry_socks", "Proposal", "Dry Socks", "Bo", "<p>x</p>", at(1))


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("Kevan: City he/him", "Kevan"),
        ("ais523: Custodian", "ais523"),
        ("Keba : Idle", "Keba"),
        ("Call for Judgment", "Call for Judgment"),
        (" Darth   Cliche: she: her ", "Darth Cliche"),
        ("", ""),
    ],
)
def test_badges_are_stripped(shown: str, name: str) -> None:
    assert without_badge(shown) == name


def test_names_are_compared_without_case_and_blanks() -> None:
    assert folded(" Darth  CLICHE ") == folded("darth cliche")
    assert folded("Zoe\u0308") == folded("Zo\u00eb")
    assert folded("Bo") != folded("Bob")


def test_comments_without_an_id_are_named_by_member_second_and_ordinal() -> None:
    comments = (
        CommentReading("Ada", "a", at(2), "7"),
        CommentReading("Ada", "b", at(2), "7"),
        CommentReading("ADA  Lee", "c", at(2)),
        CommentReading("Ada", "d", at(3), "7"),
    )
    rows = seen_observations(SubjectReading("dry_socks", at(4), at(4), comments=comments), "blog")
    assert [row.id for row in rows] == [
        "comment:dry_socks:7:2026-03-02T02:00:00Z:1",
        "comment:dry_socks:7:2026-03-02T02:00:00Z:2",
        "comment:dry_socks:ada lee:2026-03-02T02:00:00Z:1",
        "comment:dry_socks:7:2026-03-02T03:00:00Z:1",
    ]


def test_comments_with_an_id_are_named_by_it() -> None:
    comments = (CommentReading("Ada", "a", at(2), number="12"),)
    (row,) = seen_observations(SubjectReading("dry_socks", at(4), at(4), comments=comments), "blog")
    assert row.id == "comment:12"


def test_several_categories_are_a_list() -> None:
    post = PostReading("x", "u", ("Proposal", "Call for Judgement"), "X", "Bo", "", at(1))
    (row,) = seen_observations(SubjectReading("x", at(4), at(4), post=post), "blog")
    assert row.payload["category"] == ["Proposal", "Call for Judgement"]


def test_what_is_empty_is_not_told() -> None:
    reading = SubjectReading("dry_socks", at(4), at(4), post=POST, status=StatusReading("Failed"))
    post, status = seen_observations(reading, "blog")
    assert not {"flavour", "member_id"} & set(post.payload)
    assert set(status.payload) == {"slug", "status"}
    assert (status.at, status.not_before, status.not_after) == (None, None, None)


@pytest.mark.parametrize("code", list(Code))
def test_every_warning_says_what_it_means(code: Code) -> None:
    told = warning(code, "https://b/x", "seen so")
    assert told.text == f"{MEANINGS[code]}: seen so"
    assert (told.code, told.place) == (code.value, "https://b/x")


def test_months_follow_each_other() -> None:
    november = Month.parse("2025-11")
    assert [str(month) for month in november.until(Month.parse("2026-02"))] == [
        "2025-11",
        "2025-12",
        "2026-01",
        "2026-02",
    ]
    assert str(november.next.next) == "2026-01"
    assert str(Month.parse("2026-01").previous) == "2025-12"
    assert str(Month.parse("2026-03").previous) == "2026-02"
    assert Month.of(at(0)) == Month(2026, 3)
    assert november.until(Month.parse("2025-10")) == []
