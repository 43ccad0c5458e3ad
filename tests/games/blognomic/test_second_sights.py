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


# --- entry dates that may be set (BN26-041) ---------------------------------------------------------------------------


def todays(at: str, seen_at: str, **told: Any) -> dict[str, Any]:
    return {**post(f"2025-06-01T{at}Z", f"2025-06-{seen_at}Z"), **told}


def judged(*records: dict[str, Any], at: str = "2025-06-01T20:00:00Z") -> tuple[dict[str, Any], set[str], set[str]]:
    """Matter p1, the codes of all findings, and the questions."""
    players = {**ROSTER, "at": "2025-05-01T00:00:00Z"}
    printed = replay_records("blognomic", [players, *records], [at])["instants"][at]
    asked = {question["id"] for question in printed["questions"]}
    return printed["gamestate"]["matters"]["p1"], {finding["code"] for finding in printed["findings"]}, asked


def test_soon_after_it_is_shown_a_post_may_have_the_date_of_its_first_revision() -> None:
    shown = todays("10:40:00", "01T10:45:00")
    saved = {"first_revision_at": "2025-06-01T10:00:00Z", "visible_at": "2025-06-01T10:40:00Z"}
    for seen, is_lawful in (("01T15:00:00", True), ("01T16:40:00", True), ("01T16:41:00", False)):
        matter, codes, asked = judged(shown, todays("10:00:00", seen, **saved))
        assert matter["next_change_at"] == f"2025-06-03T10:{'00' if is_lawful else '40'}:00Z"
        assert ("ENTRY_DATE_CHANGED" in codes) is not is_lawful
        assert "entry-date:p1" not in asked


def test_before_april_2025_no_entry_date_may_be_set() -> None:
    saved = {"first_revision_at": "2025-06-01T10:00:00Z", "visible_at": "2025-06-01T10:40:00Z"}
    edition = {"kind": "setting", "id": "s1", "at": "2025-05-01T00:00:00Z", "name": "edition", "value": "2025-04-08"}
    matter, codes, _ = judged(edition, todays("10:40:00", "01T10:45:00"), todays("10:00:00", "01T15:00:00", **saved))
    assert (matter["next_change_at"], "ENTRY_DATE_CHANGED" in codes) == ("2025-06-03T10:40:00Z", True)


def test_without_word_of_when_it_was_saved_people_are_asked_and_a_yes_lets_the_new_date_count() -> None:
    sights = (todays("10:40:00", "01T10:45:00"), todays("10:00:00", "01T15:00:00"))
    matter, codes, asked = judged(*sights)
    assert (matter["next_change_at"], "ENTRY_DATE_CHANGED" in codes) == ("2025-06-03T10:40:00Z", True)
    assert "entry-date:p1" in asked
    yes = {"kind": "decision", "id": "d1", "at": "2025-06-01T16:00:00Z", "question": "entry-date:p1", "answer": "yes"}
    matter, codes, asked = judged(*sights, {**yes, "by": "Ada", "why": "it was saved then"})
    assert (matter["next_change_at"], "ENTRY_DATE_CHANGED" in codes) == ("2025-06-03T10:00:00Z", False)
    assert "entry-date:p1" not in asked


def test_an_old_sticky_post_may_be_renewed_and_its_original_date_counts() -> None:
    first = {**todays("10:00:00", "01T10:05:00"), "category": "Call for Judgement"}
    for minute, is_lawful in (("01", True), ("02", False)):
        renewed = {**first, "at": "2025-06-09T10:00:00Z", "seen_at": f"2025-06-09T10:{minute}:00Z", "sticky": True}
        matter, codes, _ = judged(first, renewed, at="2025-06-09T12:00:00Z")
        assert matter["unpopular"] is True
        assert ("ENTRY_DATE_CHANGED" in codes) is not is_lawful
