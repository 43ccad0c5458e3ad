"""What was decided while something was only seen between two looks is undetermined, and a person decides (law 8)."""

from typing import Any

import pytest

from tracker.app.replay import replay_records

AT = "2019-10-02T16:00:00Z"
LOOKS = {"not_before": "2019-10-02T12:00:00Z", "not_after": "2019-10-02T14:00:00Z"}


def roster() -> dict[str, Any]:
    players = [{"name": name, "status": "player", "admin": name == "Ada", "emperor": name == "Wes"} for name in NAMES]
    return {"kind": "roster", "id": "r1", "at": "2019-09-30T00:00:00Z", "players": players}


NAMES = ("Wes", "Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def proposal(slug: str, at: str, author: str = "Bo", category: str = "Proposal") -> dict[str, Any]:
    return {
        **{"kind": "post", "id": slug, "at": at, "slug": slug, "category": category},
        **{"title": f"{category}: {slug}", "author": author, "body": "Add a rule."},
    }


def comment(post: str, at: str, author: str, icon: str) -> dict[str, Any]:
    body = f"<img src='/images/vote/{icon}.gif' />"
    return {"kind": "comment", "id": f"c-{post}-{author}", "at": at, "post": post, "author": author, "body": body}


def decision(question: str, answer: str) -> dict[str, Any]:
    return {
        **{"kind": "decision", "id": "d1", "at": "2019-10-02T15:00:00Z", "question": question, "answer": answer},
        **{"by": "Ada", "why": "seen"},
    }


def folded(*records: dict[str, Any]) -> dict[str, Any]:
    printed: dict[str, Any] = replay_records("blognomic", [roster(), *records], [AT])["instants"][AT]
    return printed


def open_questions(printed: dict[str, Any]) -> set[str]:
    return {question["id"] for question in printed["questions"]}


def codes(printed: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in printed["findings"]}


FAILING = [
    proposal("a", "2019-10-02T09:00:00Z"),
    proposal("b", "2019-10-02T09:01:00Z"),
    comment("a", "2019-10-02T09:30:00Z", "Bo", "against"),
    {
        "kind": "post_status",
        "id": "s1",
        **LOOKS,
        "slug": "a",
        "status": "Failed",
        "by": "Ada",
        "note": "Self-killed. Ada",
    },
    proposal("c", "2019-10-02T13:00:00Z"),
]
"""Bo's third proposal is lawful only if the first was failed before 13:00, which no look tells."""


@pytest.mark.parametrize(("answer", "official"), [("official", True), ("not official", False)])
def test_proposal_that_hangs_on_an_uncertain_resolution_is_a_question(answer: str, official: bool) -> None:
    undecided = folded(*FAILING)
    assert "EFFECT_UNDETERMINED" in codes(undecided)
    assert "official:c" in open_questions(undecided)
    decided = folded(*FAILING, decision("official:c", answer))
    assert decided["gamestate"]["matters"]["c"]["official"] is official
    assert "official:c" not in open_questions(decided)
    assert "EFFECT_UNDETERMINED" not in codes(decided)


IDLING = [
    proposal("p", "2019-10-02T09:00:00Z"),
    {"kind": "roster_change", "id": "x1", **LOOKS, "name": "Bo", "change": "idle", "by": "Ada"},
    comment("p", "2019-10-02T13:00:00Z", "Bo", "against"),
]
"""Bo's AGAINST kills the proposal only if Bo was not idle yet at 13:00."""


@pytest.mark.parametrize(("answer", "killed"), [("yes", True), ("no", False)])
def test_self_kill_by_an_author_who_may_be_idle_is_a_question(answer: str, killed: bool) -> None:
    question = "mark:c-p-Bo"
    undecided = folded(*IDLING)
    assert question in open_questions(undecided)
    assert undecided["gamestate"]["matters"]["p"]["allowed"] == []
    decided = folded(*IDLING, decision(question, answer))
    assert decided["gamestate"]["matters"]["p"]["self_killed"] is killed
    assert decided["gamestate"]["matters"]["p"]["allowed"] == (["fail"] if killed else [])


@pytest.mark.parametrize(("answer", "vetoed"), [("yes", True), ("no", False)])
def test_veto_by_who_may_be_the_emperor_is_a_question(answer: str, vetoed: bool) -> None:
    records = [
        proposal("p", "2019-10-02T09:00:00Z"),
        {"kind": "roster_change", "id": "x1", **LOOKS, "name": "Ada", "change": "emperor"},
        comment("p", "2019-10-02T13:00:00Z", "Ada", "seal"),
    ]
    assert "mark:c-p-Ada" in open_questions(folded(*records))
    decided = folded(*records, decision("mark:c-p-Ada", answer))
    assert decided["gamestate"]["matters"]["p"]["vetoed"] is vetoed


def test_what_does_not_hang_on_the_uncertain_row_is_no_question() -> None:
    records = [
        {"kind": "roster_change", "id": "x1", **LOOKS, "name": "Cy", "change": "idle", "by": "Ada"},
        proposal("p", "2019-10-02T13:00:00Z"),
        comment("p", "2019-10-02T13:10:00Z", "Bo", "against"),
    ]
    printed = folded(*records)
    assert "EFFECT_UNDETERMINED" not in codes(printed)
    assert printed["gamestate"]["matters"]["p"]["allowed"] == ["fail"]
