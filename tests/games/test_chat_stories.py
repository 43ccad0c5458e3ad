"""The language in which the stories of chat games are told: what a line becomes, and what a comparison says."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.games.chat_stories import ChatCase, check, read_cases, records, told
from tests.games.situations import Record, StoryError
from tracker.app.keeping.record_shapes import models
from tracker.core.observation import KINDS, observation_from_record

AT = "2021-08-02 10:00:00"
POST = f"{AT} ana in game-actions m1: hello"


def only(statement: str, *, after: str = "") -> Record:
    story = "\n".join(line for line in (after, f"{AT} {statement}") if line)
    record = told(story, "round10")[-1]
    assert record.pop("at") == "2021-08-02T10:00:00Z"
    return record


@pytest.mark.parametrize(
    ("statement", "record"),
    [
        ("ana in game-actions m1: I join", {"id": "m1", "channel": "game-actions", "author": "ana", "text": "I join"}),
        ("ana in #auctions m1: a: b", {"id": "m1", "channel": "auctions", "author": "ana", "text": "a: b"}),
        ('"Ana B" in x m2 re m1: one\\ntwo', {"channel": "x", "author": "Ana B", "reply_to": "m1", "text": "one\ntwo"}),
        ("bot dicey in x m3: 12", {"author": "dicey", "bot": True, "text": "12"}),
        ("ana in x m1: a\\\\nb\\r\\n", {"text": "a\\nb\r\n"}),
        ("ana in x m1:", {"text": ""}),
    ],
)
def test_messages(statement: str, record: Record) -> None:
    found = only(statement)
    assert found["kind"] == "message"
    assert record.items() <= found.items()
    assert ("bot" in found) == ("bot" in record)
    assert ("reply_to" in found) == ("reply_to" in record)


def test_a_hash_is_written_by_its_text() -> None:
    digest = hashlib.sha256(b"Bid 20.\nsalt: x").hexdigest()
    assert only("ana in auctions m1: Bid: {sha256:Bid 20.\\nsalt: x}!")["text"] == f"Bid: {digest}!"


@pytest.mark.parametrize(
    ("statement", "record"),
    [
        (
            "edit m1: new: text",
            {"kind": "message_edited", "id": "m1", "channel": "game-actions", "author": "ana", "text": "new: text"},
        ),
        ("delete m1", {"kind": "message_deleted", "id": "m1", "channel": "game-actions", "author": "ana"}),
        (
            "bob +1 m1",
            {"kind": "reaction", "id": "reaction:m1::+1::bob", "message": "m1", "emoji": ":+1:", "user": "bob"},
        ),
        (
            "bob removes 👎🏽 m1",
            {"kind": "reaction_removed", "id": "reaction:m1:👎🏽:bob", "message": "m1", "emoji": "👎🏽", "user": "bob"},
        ),
    ],
)
def test_what_happens_to_a_message(statement: str, record: Record) -> None:
    assert only(statement, after=POST) == record


@pytest.mark.parametrize(
    ("statement", "record"),
    [
        ("ana leaves the server", {"kind": "member_left", "user": "ana"}),
        ("roll 12 5", {"kind": "roll", "sides": 12, "face": 5}),
        ("roll 12 5 for m1:1", {"kind": "roll", "sides": 12, "face": 5, "for": "m1:1"}),
        ("look discord", {"kind": "look", "source": "discord", "complete": True}),
        ('set a.b = {"c": [1]}', {"kind": "setting", "name": "a.b", "value": {"c": [1]}}),
        ('json {"kind": "look", "source": "x", "complete": false}', {"kind": "look", "source": "x", "complete": False}),
        (
            'decide vote:m1 "took effect" by bob because "I \\"saw\\" it"',
            {"kind": "decision", "question": "vote:m1", "answer": "took effect", "by": "bob", "why": 'I "saw" it'},
        ),
        ("decide q yes by bob", {"kind": "decision", "question": "q", "answer": "yes", "by": "bob", "why": ""}),
        ('opening {"judge": "ana"}', {"kind": "opening", "game": "round10", "state": {"judge": "ana"}}),
        ("opening {lots = [{id = 1}]}", {"kind": "opening", "game": "round10", "state": {"lots": [{"id": 1}]}}),
    ],
)
def test_other_rows(statement: str, record: Record) -> None:
    assert only(statement) == {"id": "o001", **record}


def test_several_dice_are_several_rows() -> None:
    rows = told(f"{AT} rolls d12,d20: 1 20\n{POST}\n{AT} roll 6 6", "round10")
    assert [(row["id"], row.get("sides"), row.get("face")) for row in rows] == [
        ("o001", 12, 1),
        ("o002", 20, 20),
        ("m1", None, None),
        ("o004", 6, 6),
    ]


def test_what_was_only_seen_between_two_looks() -> None:
    row = told(f"{POST}\n{AT}..2021-08-02 10:20:00.5 bob +1 m1", "round10")[-1]
    assert (row["not_before"], row["not_after"]) == ("2021-08-02T10:00:00Z", "2021-08-02T10:20:00.5Z")
    assert "at" not in row


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ana in x m1: hello", "no instant"),
        (f"{AT} hello", "cannot read it"),
        (f"{AT} edit m1: x", "no message m1"),
        (f"{AT} bob +1 m7", "no message m7"),
        (f"{AT} delete m1", "no message m1"),
        (f"{AT} rolls d12,d20: 1", "2 dice have not 1 faces"),
        (f"{AT} roll 6 7", "a die of 6 has no face 7"),
        (f"{AT} opening {{what}}", "neither JSON nor an inline table"),
        (f"{AT} set a = b", "Expecting value"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, why: str) -> None:
    with pytest.raises(StoryError) as caught:
        told(f"# a remark\n\n{line}", "round10", "a tale")
    assert str(caught.value).startswith(f"a tale, line 3: {line!r}: ")
    assert why in str(caught.value)


def test_every_row_has_the_fields_of_its_kind() -> None:
    story = f"""
        2021-08-01 00:00:00 opening {{}}
        {POST}
        {AT} bob in x m2 re m1: yes
        {AT} edit m1: new
        {AT} delete m1
        {AT} bob +1 m1
        {AT} bob removes +1 m1
        {AT} bob leaves the server
        {AT} roll 6 6 for k
        {AT} decide q yes by bob because "so"
        {AT} set a = 1
        {AT} look discord
    """
    rows = told(story, "round10")
    for row in rows:
        kind = KINDS[row["kind"]]
        assert set(kind.required) <= row.keys() <= set(models()[row["kind"]].model_fields), row
        assert observation_from_record(row).kind == kind.name
    assert {row["kind"] for row in rows} >= {"message", "message_edited", "message_deleted", "reaction", "member_left"}


# --- cases

CASES = """
[[case]]
name = "won"
clauses = ["R10-147"]
story = '''
2021-08-02 10:00:00 ana in game-actions m1: hello
'''
refused = ["m1#2 UNCLEAR", "m1 UNCLEAR R10-101"]
events = ['round_won {player: "ana", at: "2021-08-02T10:00:00Z"}', 'lot_unsold {lot = 1}', "judge_vacant"]
no_events = ['lot_unsold {lot: 2}']

[[case.expect]]
at = "2021-08-02 10:00:00"
values = {"winner" = "ana"}
"""
TOLD = {"event": "round_won", "player": "ana", "at": "2021-08-02T10:00:00Z", "chips": 3}
REFUSED = {"observation": "m1", "n": 2, "code": "UNCLEAR", "clause": "R10-101"}


@pytest.fixture
def case(tmp_path: Path) -> ChatCase:
    file = tmp_path / "victory.toml"
    file.write_text(CASES, encoding="utf-8")
    (only_one,) = read_cases(file, "round10")
    return only_one


def differences(case: ChatCase, *events: Any, refused: Any = (REFUSED,)) -> list[str]:
    block = {"2021-08-02T10:00:00Z": {"gamestate": {"winner": "ana"}}}
    return check(case, {"instants": block, "events": list(events), "refused": list(refused)})


def test_a_case_is_read_with_its_events(case: ChatCase) -> None:
    assert (case.name, case.chapter, case.game, case.clauses) == ("won", "victory", "round10", ("R10-147",))
    assert [row["id"] for row in records(case)] == ["m1"]
    assert case.events[1:] == (("lot_unsold", {"lot": 1}), ("judge_vacant", {}))


def test_events_are_compared_on_the_fields_given(case: ChatCase) -> None:
    unsold, vacant = {"event": "lot_unsold", "lot": 1}, {"event": "judge_vacant"}
    assert differences(case, TOLD, unsold, vacant) == []
    assert len(differences(case, {**TOLD, "player": "bob"}, unsold, vacant)) == 1
    assert len(differences(case, TOLD, unsold)) == 1
    assert len(differences(case, TOLD, unsold, vacant, {"event": "lot_unsold", "lot": 2})) == 1


def test_a_refusal_may_name_the_actions_number(case: ChatCase) -> None:
    told_events = (TOLD, {"event": "lot_unsold", "lot": 1}, {"event": "judge_vacant"})
    assert len(differences(case, *told_events, refused=[{**REFUSED, "n": 1}])) == 1
    assert len(differences(case, *told_events, refused=[])) == 2


def test_unknown_fields_of_a_case_are_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(CASES.replace("no_events", "non_events"), encoding="utf-8")
    with pytest.raises(StoryError, match="non_events"):
        read_cases(file, "round10")
