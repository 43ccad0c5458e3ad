"""Tests the language of the situations: what a line becomes, and what a comparison says."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.situations import (
    Case,
    Expect,
    Record,
    StoryError,
    check,
    iso,
    read_cases,
    records,
)

AT = "2019-10-01T12:00:00Z"


def told(*statements: str) -> list[Record]:
    lines = [f"2019-10-01 10:00:00 {statement}" for statement in statements]
    return records(Case("a story", "players", ("BN-015",), "\n".join(lines), ()))


def only(statement: str) -> Record:
    (record,) = told(statement)
    return {key: value for key, value in record.items() if key not in {"at", "id"}}


def compared(block: Record, **wanted: Any) -> list[str]:
    case = Case("a case", "players", (), "", (Expect(AT, wanted.pop("values", {}), **wanted),))
    return check(case, {"instants": {AT: {"gamestate": {}, **block}}})


def test_instant_is_written_in_iso() -> None:
    (record,) = told("look blog")
    assert record["at"] == "2019-10-01T10:00:00Z"


def test_interval_becomes_two_looks() -> None:
    story = "2019-10-01 10:00:00..2019-10-01 11:00:00 Hal idles"
    (record,) = records(Case("a story", "idle", (), story, ()))
    assert "at" not in record
    assert (record["not_before"], record["not_after"]) == (
        iso("2019-10-01 10:00:00"),
        AT[:11] + "11:00:00Z",
    )


def test_roster_flags() -> None:
    wes, ada, hal = only("roster Wes!* Ada* Hal~")["players"]
    assert wes == {"name": "Wes", "status": "player", "admin": True, "emperor": True}
    assert ada == {"name": "Ada", "status": "player", "admin": True, "emperor": False}
    assert hal == {"name": "Hal", "status": "idle", "admin": False, "emperor": False}


@pytest.mark.parametrize(
    ("statement", "change"),
    [
        ("Nova joins by Ada", {"name": "Nova", "change": "join", "by": "Ada"}),
        ("Bo leaves", {"name": "Bo", "change": "leave"}),
        (
            'Hal idles by Ada because "he asked"',
            {"name": "Hal", "change": "idle", "by": "Ada", "reason": "he asked"},
        ),
        ("Hal unidles", {"name": "Hal", "change": "unidle"}),
        ("Bo becomes admin by Ada", {"name": "Bo", "change": "admin", "by": "Ada"}),
        ("Bo loses admin", {"name": "Bo", "change": "deadmin"}),
        ("Bo becomes emperor", {"name": "Bo", "change": "emperor"}),
        ("Bo stops being emperor", {"name": "Bo", "change": "unemperor"}),
        ("ubq renamed ubq323", {"name": "ubq", "change": "rename", "to": "ubq323"}),
    ],
)
def test_roster_change(statement: str, change: Record) -> None:
    assert only(statement) == {"kind": "roster_change", **change}


def test_post_with_every_part() -> None:
    post = only('Bo posts p1 Proposal "Proposal: Dry \\"Socks\\"" flavour "hey" body: Gain 5 < 6.')
    assert post == {
        "kind": "post",
        "slug": "p1",
        "category": "Proposal",
        "title": 'Proposal: Dry "Socks"',
        "author": "Bo",
        "body": "<p>Gain 5 &lt; 6.</p>",
        "flavour": "<p>hey</p>",
    }


@pytest.mark.parametrize(
    ("written", "category"),
    [
        ("Proposal", "Proposal"),
        ('"Call for Judgement"', "Call for Judgement"),
        ('"Proposal+Call for Judgement"', ["Proposal", "Call for Judgement"]),
        ("none", ""),
    ],
)
def test_category(written: str, category: object) -> None:
    assert only(f'Bo posts p1 {written} "Title"')["category"] == category


def test_capital_words_become_icons_in_their_place() -> None:
    comment = only("Ada on p1: not AGAINST but FOR it, for now")
    icons = [f'<img src="/images/vote/{name}.gif" alt="{name}" />' for name in ("against", "for")]
    assert comment["body"] == f"<p>not {icons[0]} but {icons[1]} it, for now</p>"
    assert (comment["post"], comment["author"]) == ("p1", "Ada")


def test_html_comment_is_left_as_it_is() -> None:
    (comment,) = told("Ada on p1 as c7 html: <p>FOR & co</p>")
    assert (comment["id"], comment["body"]) == ("c7", "<p>FOR & co</p>")


def test_edited_and_gone_comment_keep_id_post_and_author() -> None:
    _, edited, gone = told("Ada on p1 as c7: FOR", "edit c7: VETO", "gone c7")
    assert "seal.gif" in edited["body"]
    for record, kind in ((edited, "comment_edited"), (gone, "comment_gone")):
        names = ("kind", "id", "post", "author")
        assert [record[name] for name in names] == [kind, "c7", "p1", "Ada"]


def test_edit_may_be_told_before_its_comment() -> None:
    edited, _ = told("edit c7: FOR", "Ada on p1 as c7: AGAINST")
    assert edited["author"] == "Ada"


def test_status_with_and_without_note() -> None:
    status = only('p1 Enacted by Ada "5-2"')
    assert status == {
        "kind": "post_status",
        "slug": "p1",
        "status": "Enacted",
        "by": "Ada",
        "note": "5-2",
    }
    assert only("p1 open") == {"kind": "post_status", "slug": "p1", "status": "open"}
    assert only('p1 "Self-killed"')["status"] == "Self-killed"


def test_edited_post() -> None:
    (edited,) = told('Bo edits p1 as e1 title "new" category none body "other"')
    assert edited["id"] == "e1"
    assert (edited["title"], edited["category"], edited["body"]) == ("new", "", "<p>other</p>")


def test_removed_post() -> None:
    assert only("removed p1") == {"kind": "post_gone", "slug": "p1"}


def test_setting_decision_and_raw() -> None:
    assert only("setting a.b [1, 2]") == {"kind": "setting", "name": "a.b", "value": [1, 2]}
    decision = only('decide leave:p9 yes by Ada why "plain"')
    assert decision["question"] == "leave:p9"
    assert (decision["answer"], decision["by"], decision["why"]) == ("yes", "Ada", "plain")
    assert only('json {"kind": "look", "source": "wiki"}') == {"kind": "look", "source": "wiki"}


def test_raw_observation_keeps_its_own_instant() -> None:
    (record,) = told('json {"kind": "look", "source": "wiki", "complete": true, "at": "2019-10-01T23:30:00-04:00"}')
    assert record["at"] == "2019-10-01T23:30:00-04:00"


def test_ids_are_unique_and_in_story_order() -> None:
    story = told("roster Wes!*", "look blog", "look blog")
    identities = [record["id"] for record in story]
    assert identities == sorted(set(identities))


@pytest.mark.parametrize("line", ["Bo does things at length", "gone c9", "Bo on p1 FOR"])
def test_what_cannot_be_read_is_said(line: str) -> None:
    with pytest.raises(StoryError):
        told(line)


def test_case_file(tmp_path: Path) -> None:
    path = tmp_path / "votes.toml"
    path.write_text(
        '[[case]]\nname = "n"\nclauses = ["BN-032"]\nstory = ""\n'
        '[[case.expect]]\nat = "2019-10-01 12:00:00"\nvalues = { "players" = 5 }\n',
        encoding="utf-8",
    )
    (case,) = read_cases(path)
    assert (case.chapter, case.instants) == ("votes", [AT])
    assert case.expects[0].values == {"players": 5}


def test_unknown_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "votes.toml"
    path.write_text('[[case]]\nname = "n"\nclauses = []\nstory = ""\nexpected = 1\n')
    with pytest.raises(StoryError):
        read_cases(path)


def test_difference_names_case_instant_path_expected_and_found() -> None:
    (difference,) = compared({"gamestate": {"players": 4}}, values={"players": 5})
    for part in ("a case", AT, "players", "5", "4"):
        assert part in difference


def test_equal_values_make_no_difference() -> None:
    state = {"matters": {"p1": {"for": 2, "allowed": ["fail", "enact"]}}, "emperor": None}
    wanted = {"matters.p1.for": 2, "matters.p1.allowed": ["enact", "fail"], "emperor": "absent"}
    assert compared({"gamestate": state}, values=wanted) == []


def test_one_is_not_true() -> None:
    assert compared({"gamestate": {"dormant": 1}}, values={"dormant": True})


def test_order_of_the_queue_matters() -> None:
    assert compared({"gamestate": {"queue": ["p2", "p1"]}}, values={"queue": ["p1", "p2"]})


def test_uncounted_is_compared_by_comment() -> None:
    state = {"matters": {"p1": {"uncounted": [{"comment": "c3", "why": "idle"}]}}}
    assert compared({"gamestate": state}, values={"matters.p1.uncounted": ["c3"]}) == []
    assert compared({"gamestate": state}, values={"matters.p1.uncounted": []})


def test_findings_and_questions() -> None:
    block = {
        "findings": [{"code": "HIATUS", "clause": "BN-082"}],
        "questions": [{"id": "leave:p9"}],
    }
    assert compared(block, findings=("HIATUS BN-082", "HIATUS"), questions=("leave:p9",)) == []
    assert compared(block, findings=("DORMANT",))
    assert compared(block, no_findings=("HIATUS",))
    assert compared(block, questions=("join:p9",))
    assert compared(block, no_questions=("leave:p9",))


def test_instant_that_was_not_printed_is_a_difference() -> None:
    case = Case("a case", "players", (), "", (Expect(AT, {}),))
    assert check(case, {"instants": {}})


def test_only_absent_values_cannot_fail() -> None:
    assert not Expect(AT, {"matters.p1": "absent"}).can_fail()
    assert Expect(AT, {"players": 5}).can_fail()


def test_opening_states_a_dynasty_in_its_middle() -> None:
    state = only(
        "opening Wes!* Ada Hal~; Ada HSR 2, Motivation Worship; at Mac's Cave: Ada Hal; message 44; found Ada; rescued"
    )["state"]
    assert state["emperor"] == "Wes"
    assert state["roster"]["Hal"] == {"status": "idle", "admin": False}
    assert state["values"] == {"Ada": {"HSR": 2, "Motivation": "Worship"}}
    assert state["locations"] == {"Mac's Cave": ["Ada", "Hal"]}
    assert (state["totals"], state["found_mac"], state["rescued"]) == ({"message": 44}, ["Ada"], True)


def test_opening_states_plants_and_conditions() -> None:
    state = only("opening Wes! Ada; plants: Red Cap = Lose 1 Hunger., Fern = ?; conditions: One. | Two.")["state"]
    assert state["plants"] == {"Red Cap": "Lose 1 Hunger.", "Fern": None}
    assert state["conditions"] == ["One.", "Two."]


def test_line_of_the_log() -> None:
    (line,) = told('Ada logs "message 5" as m1')
    assert (line["kind"], line["id"], line["page"], line["editor"], line["text"]) == (
        "log_line",
        "m1",
        "GNDT",
        "Ada",
        "message 5",
    )


def test_rolls() -> None:
    assert only("roll DICE4 3") == {"kind": "roll", "sides": 4, "face": 3}
    assert only("roll 3DICE6 2 6 1 for g1") == {"kind": "roll", "sides": 6, "faces": [2, 6, 1], "for": "g1"}
    with pytest.raises(StoryError):
        told("roll 2DICE6 2")


def test_cell_set_by_hand() -> None:
    edit = only('Ada sets Bo.Wood 2 to "many logs" for g1')
    told_of = {"page": "GNDT", "editor": "Ada", "player": "Bo", "variable": "Wood"}
    assert edit == {"kind": "cell_change", **told_of, "old": "2", "new": "many logs", "line": "g1"}


def test_refusals_are_compared_by_observation_code_and_clause() -> None:
    printed = {
        "instants": {AT: {"gamestate": {}}},
        "refused": [{"observation": "g1", "code": "EXHAUSTED", "clause": "BN-141"}],
    }
    expects = (Expect(AT, {}),)
    case = Case("a case", "players", (), "", expects, ("g1 EXHAUSTED", "g1 EXHAUSTED BN-141"), ("g2",))
    assert check(case, printed) == []
    assert check(Case("a case", "players", (), "", expects, ("g1 EXHAUSTED BN-142",)), printed)
    assert check(Case("a case", "players", (), "", expects, (), ("g1",)), printed)
