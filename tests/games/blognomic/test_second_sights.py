"""A second sight of one thing (the same id again) is an edit of it, not another thing (BN-102, BN-103, law 2)."""

from typing import Any

from tracker.app.asking.replay import replay_records

AT = "2019-10-03T12:00:00Z"
ROSTER = {
    **{"kind": "roster", "id": "r1", "at": "2019-09-30T00:00:00Z"},
    "players": [
        {"name": name, "status": "player", "admin": False, "emperor": False} for name in ("Ada", "Bo", "Cy", "Di", "Ed")
    ],
}


def post(at: str, seen_at: str, title: str = "Proposal: Dry Socks") -> dict[str, Any]:
    return {
        **{"kind": "post", "id": "p1", "at": at, "seen_at": seen_at, "slug": "p1", "category": "Proposal"},
        **{"title": title, "author": "Bo", "body": "Add a rule."},
    }


def comment(at: str, icon: str) -> dict[str, Any]:
    body = f"<img src='/images/vote/{icon}.gif' />"
    return {"kind": "comment", "id": "c1", "at": at, "post": "p1", "author": "Ada", "body": body}


def folded(*records: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """Matter p1, and the codes of all findings."""
    printed = replay_records("blognomic", [ROSTER, *records], [AT])["instants"][AT]
    return printed["gamestate"]["matters"]["p1"], {finding["code"] for finding in printed["findings"]}


def test_entry_date_moved_back_after_the_first_sight_does_not_age_the_post() -> None:
    first = post("2019-10-03T10:00:00Z", "2019-10-03T10:05:00Z")
    later = post("2019-10-01T08:00:00Z", "2019-10-03T11:00:00Z")
    for records in ((first, later), (later, first)):
        matter, codes = folded(*records)
        assert (matter["unpopular"], matter["next_change_at"]) == (False, "2019-10-05T10:00:00Z")
        assert "ENTRY_DATE_CHANGED" in codes


def test_other_title_of_the_same_post_is_an_alteration_of_it() -> None:
    first = post("2019-10-03T10:00:00Z", "2019-10-03T10:05:00Z")
    matter, codes = folded(first, post("2019-10-03T10:00:00Z", "2019-10-03T10:20:00Z", "Proposal: [Core] Dry Socks"))
    assert matter["tags"] == ["Core"]
    assert "DUPLICATE_SLUG" not in codes


def test_other_icons_of_the_same_comment_are_an_edit_of_it() -> None:
    first = post("2019-10-03T10:00:00Z", "2019-10-03T10:05:00Z")
    matter, codes = folded(first, comment("2019-10-03T11:00:00Z", "for"), comment("2019-10-03T11:30:00Z", "against"))
    assert (matter["for"], matter["against"]) == (2, 0)
    assert "COMMENT_EDITED" in codes


def test_of_two_sights_with_one_time_the_line_told_first_is_the_first_sight() -> None:
    first = post("2019-10-03T10:00:00Z", "2019-10-03T10:05:00Z")
    for icons, expected in ((("for", "against"), (2, 0)), (("against", "for"), (1, 1))):
        matter, codes = folded(first, *(comment("2019-10-03T11:00:00Z", icon) for icon in icons))
        assert (matter["for"], matter["against"]) == expected
        assert "COMMENT_EDITED" in codes
