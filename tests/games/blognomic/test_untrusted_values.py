"""Values from files that cannot be read are reported and change nothing; a fold never stops at them."""

from typing import Any

import pytest

from tracker.app.asking.replay import replay_records

AT = "2019-10-03T12:00:00Z"


def folded(*records: dict[str, Any], names: str = "Ada Bo Cy Di Ed") -> dict[str, Any]:
    players = [{"name": name, "status": "player", "admin": False, "emperor": False} for name in names.split()]
    roster = {"kind": "roster", "id": "r1", "at": "2019-09-30T00:00:00Z", "players": players}
    printed: dict[str, Any] = replay_records("blognomic", [roster, *records], [AT])["instants"][AT]
    return printed


def codes(printed: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in printed["findings"]}


def vote_with(src: str) -> list[dict[str, Any]]:
    """A proposal by Bo and a comment by Ada with one image."""
    return [
        {
            **{"kind": "post", "id": "p1", "at": "2019-10-02T10:00:00Z", "slug": "p1", "category": "Proposal"},
            **{
                "title": "Proposal: Socks",
                "author": "Bo",
                "body": "Add a rule.",
                "url": "https://blognomic.com/archive/p1",
            },
        },
        {
            **{"kind": "comment", "id": "c1", "at": "2019-10-02T11:00:00Z", "post": "p1", "author": "Ada"},
            "body": f'<img src="{src}" />',
        },
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("timeout_hours", "x"),
        ("timeout_hours", -1),
        ("timeout_hours", True),
        ("vote_icons", {"for.gif": "YES"}),
        ("vote_icons", ["for.gif"]),
        ("vote_icon_bases", "http://blognomic.com/images/vote/"),
        ("aliases", 5),
        ("identities", {"Ada": 5}),
        ("tags_compare", "maybe"),
        ("downtime_from", "13-40"),
        ("player_word", ""),
        ("bot_account", 7),
        ("no_such_setting", 1),
    ],
)
def test_setting_that_cannot_be_read_is_reported_and_changes_nothing(name: str, value: Any) -> None:
    setting = {"kind": "setting", "id": "s1", "at": "2019-10-01T00:00:00Z", "name": name, "value": value}
    plain, with_setting = (
        folded(*vote_with("/images/vote/for.gif")),
        folded(setting, *vote_with("/images/vote/for.gif")),
    )
    assert "UNKNOWN_SETTING" in codes(with_setting)
    assert with_setting["gamestate"] == plain["gamestate"]


@pytest.mark.parametrize(
    "state",
    [
        {"roster": 5},
        {"roster": {"Ada": 5}},
        {"roster": {"Ada": {"status": "asleep"}}},
        {"roster": {"Ada": {"idle_since": "yesterday"}}},
        {"dynasty_since": "junk"},
        {"interregnum_since": 7},
        {"special_cases": ["Dormancy"]},
        {"dov_bars": {"Ada": "soon"}},
        {"emperor": ["Ada"]},
    ],
)
def test_opening_that_cannot_be_read_is_reported_and_changes_nothing(state: dict[str, Any]) -> None:
    opening = {"kind": "opening", "id": "o1", "at": "2019-10-01T00:00:00Z", "game": "blognomic", "state": state}
    printed = folded(opening)
    assert "UNKNOWN_SETTING" in codes(printed)
    assert printed["gamestate"] == folded()["gamestate"]


def test_answer_that_a_question_does_not_allow_leaves_it_open() -> None:
    question = "specifies-nothing:j1"
    call = {
        **{"kind": "post", "id": "j1", "at": "2019-10-02T10:00:00Z", "slug": "j1", "category": "Call for Judgement"},
        **{"title": "Is it?", "author": "Bo", "body": "Is this legal"},
    }
    decision = {
        "kind": "decision",
        "id": "d1",
        "at": "2019-10-02T11:00:00Z",
        "question": question,
        "by": "Ada",
        "why": "so",
    }
    for answer, is_open in (("purple", True), ("yes", False)):
        printed = folded(call, {**decision, "answer": answer})
        assert (question in {item["id"] for item in printed["questions"]}) is is_open


def test_names_that_differ_in_case_only_are_two_people_and_reported() -> None:
    printed = folded(names="A a B C D")
    assert printed["gamestate"]["players"] == 5
    assert "AMBIGUOUS_NAME" in codes(printed)


@pytest.mark.parametrize(
    "src",
    [
        "/images/vote/for.gif",
        "../images/vote/for.gif",
        "/images/vote/./for.gif",
        "https://blognomic.com:443/images/vote/for.gif",
        "http://www.blognomic.com/images/vote/for.gif",
        "//blognomic.com/images/vote/for.gif",
    ],
)
def test_icon_is_known_by_its_resolved_address(src: str) -> None:
    assert folded(*vote_with(src))["gamestate"]["matters"]["p1"]["for"] == 2


@pytest.mark.parametrize(
    "src",
    [
        "for.gif",
        "../../elsewhere/for.gif",
        "https://blognomic.com:8443/images/vote/for.gif",
        "https://example.com/images/vote/for.gif",
        "https://blognomic.com:junk/images/vote/for.gif",
        "ftp://blognomic.com/images/vote/for.gif",
    ],
)
def test_other_images_are_no_icons(src: str) -> None:
    assert folded(*vote_with(src))["gamestate"]["matters"]["p1"]["for"] == 1


def test_opening_of_another_game_is_reported_and_changes_nothing() -> None:
    state = {"roster": {"Zed": {"status": "player"}}}
    opening = {"kind": "opening", "id": "o", "at": "2019-09-30T00:00:01Z", "game": "ducks", "state": state}
    printed = folded(opening)
    assert "UNKNOWN_SETTING" in codes(printed)
    assert "Zed" not in printed["gamestate"]["roster"]


def test_rows_about_a_post_that_was_never_seen_are_reported_until_it_is() -> None:
    post, comment = vote_with("https://blognomic.com/images/vote/for.gif")
    assert "UNKNOWN_POST" in codes(folded(comment))
    assert "UNKNOWN_POST" not in codes(folded(comment, post))


@pytest.mark.parametrize(("by", "is_told"), [("Nobody", True), ("Bo", True), ("Ada", False)])
def test_decision_by_somebody_who_is_no_admin_is_told(by: str, is_told: bool) -> None:
    admin = {"kind": "roster_change", "id": "a", "at": "2019-09-30T00:00:01Z", "name": "Ada", "change": "admin"}
    told = {"question": "official:p1", "answer": "official", "by": by, "why": "so it is"}
    decision = {"kind": "decision", "id": "d", "at": "2019-10-02T12:00:00Z", **told}
    found = folded(admin, *vote_with("x.gif"), decision)["findings"]
    assert ("d" in [row for item in found if item["code"] == "NOT_AN_ADMIN" for row in item["observations"]]) == is_told
