"""The interchange format: in step with the kinds we know, strict, clear in its errors, the same there and back."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.app.keeping.interchange import SHOWN_ERRORS, batch_of, exported, line_of, read_file, read_lines
from tracker.app.keeping.record_shapes import LONGEST_HTML, models, schema
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import KINDS, observation_from_record, record_from_observation
from tracker.errors import InputError
from tracker.games.registry import game

COMMENT = {"kind": "comment", "id": "c1", "at": "2019-10-01T11:00:00Z", "post": "p", "author": "Ada", "body": "<p/>"}
NOW = datetime(2019, 10, 1, 12, tzinfo=UTC)


def lines(*records: dict[str, Any]) -> list[bytes]:
    return [json.dumps(record).encode() for record in records]


def refused(*given: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_lines(given, "dispute.jsonl")
    return str(caught.value)


# --- settings and openings ------------------------------------------------------------------------------------------

AT = {"id": "s", "at": "2019-10-01T11:00:00Z"}


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("timeout_hours", "x", "a whole number from 0 to 1000000"),
        ("vote_icons", {"for.gif": "YES"}, "each value one of AGAINST, DEFERENTIAL, FOR, VETO"),
        ("tags_compare", "maybe", "loosely, exactly"),
        ("aliases", 5, "name as written -> name on the roster"),
    ],
)
def test_a_setting_that_its_parameter_cannot_hold_is_refused(name: str, value: Any, allowed: str) -> None:
    record = {"kind": "setting", **AT, "name": name, "value": value}
    with pytest.raises(InputError, match=rf"f:1: setting: {name}: .* is not allowed") as caught:
        read_lines(lines(record), "f", game("blognomic").parameters)
    assert allowed in caught.value.remedy


def test_a_setting_of_an_unknown_name_is_left_to_the_game() -> None:
    record = {"kind": "setting", **AT, "name": "weather", "value": 5}
    assert read_lines(lines(record), "f", game("blognomic").parameters) == [record]


@pytest.mark.parametrize(
    ("state", "error"),
    [
        ({"roster": 5}, "opening: state.roster: "),
        ({"roster": {"Ada": "player"}}, "opening: state.roster.Ada: "),
        ({"roster": {"Ada": {"status": "asleep"}}}, "opening: state.roster.Ada.status: "),
        ({"roster": {"Ada": {"idle_since": "long"}}}, "opening: state.roster.Ada.idle_since: "),
        ({"dynasty_since": "junk"}, "opening: state.dynasty_since: "),
        ({"emperor": ["Ada"]}, "opening: state.emperor: "),
        ({"special_cases": ["Tags"]}, "opening: state.special_cases: "),
        ({"dov_bars": {"Ada": 5}}, "opening: state.dov_bars.Ada: "),
    ],
)
def test_an_opening_of_the_wrong_shape_is_refused(state: dict[str, Any], error: str) -> None:
    assert error in refused(*lines({"kind": "opening", **AT, "game": "blognomic", "state": state}))


def test_an_opening_may_state_what_only_its_game_knows() -> None:
    record = {"kind": "opening", **AT, "game": "ducks", "state": {"ponds": 3, "roster": {"Ada": {"hat": "red"}}}}
    assert read_lines(lines(record), "f") == [record]


# --- in step with the core --------------------------------------------------------------------------------------------


def test_there_is_a_model_for_every_kind_and_no_other() -> None:
    assert set(models()) == set(KINDS)


def test_schema_describes_every_kind_and_refuses_other_fields() -> None:
    made = schema()
    named = {
        made["$defs"][choice["$ref"].rpartition("/")[2]]["properties"]["kind"]["const"] for choice in made["oneOf"]
    }
    assert named == set(KINDS)
    # What an opening states beyond the shapes we know is its game's to judge.
    open_ = {"StatedGamestate", "StatedPerson"}
    assert all(
        definition["additionalProperties"] is (name in open_)
        for name, definition in made["$defs"].items()
        if definition.get("type") == "object"
    )


def test_schema_is_plain_json() -> None:
    assert json.loads(json.dumps(schema())) == schema()


# --- what is taken ----------------------------------------------------------------------------------------------------


def test_records_are_given_as_they_stand_and_empty_lines_left_out() -> None:
    assert read_lines([b"", *lines(COMMENT), b"   "], "f") == [COMMENT]


def test_what_was_seen_between_two_looks_needs_no_instant() -> None:
    record = {**COMMENT, "not_before": "2019-10-01T10:00:00Z", "not_after": "2019-10-01T11:00:00.500Z"}
    del record["at"]
    assert read_lines(lines(record), "f") == [record]


def test_a_post_may_be_in_several_categories() -> None:
    record = {
        **{"kind": "post", "id": "p", "at": "2019-10-01T11:00:00Z", "slug": "p", "title": "T", "author": "A"},
        **{"body": "", "category": ["Proposal", "Call for Judgement"]},
    }
    assert read_lines(lines(record), "f") == [record]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + lines(COMMENT)[0] + b"\r\n")
    assert read_file(path) == [COMMENT]


# --- what is refused, and how -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"boddy": "x"}, "dispute.jsonl:1: comment: unknown field boddy (did you mean 'body'?)"),
        ({"xyzzy": 1}, "unknown field xyzzy (known fields: id, at, not_before"),
        ({"kind": "coment"}, "unknown kind 'coment' (did you mean 'comment'?)"),
        ({"kind": 7}, "unknown kind 7"),
        ({"post": None}, "comment: post: Input should be a valid string (it is None)"),
        ({"post": ""}, "comment: post: "),
        ({"author": 5}, "comment: author: "),
        ({"at": "2019-10-01T11:00:00"}, "has no time zone; write 2019-10-03T10:00:00Z"),
        ({"at": "yesterday"}, "comment: at: "),
        ({"at": 1569927600}, "comment: at: "),
        ({"at": None}, "give at, or both not_before and not_after"),
        ({"not_before": "2019-10-01T10:00:00Z"}, "give either at, or not_before and not_after"),
        ({"id": ""}, "comment: id: "),
    ],
)
def test_a_faulty_field_is_told_with_place_and_remedy(change: dict[str, Any], told: str) -> None:
    assert told in refused(*lines({**COMMENT, **change}))


def test_a_missing_field_is_told_with_those_that_there_are() -> None:
    text = refused(*lines({name: value for name, value in COMMENT.items() if name != "post"}))
    assert text == "dispute.jsonl:1: comment: field post is missing (fields: post, author, body, member_id, url, read)"


def test_an_interval_that_ends_before_it_begins_is_refused() -> None:
    record = {**COMMENT, "at": None, "not_before": "2019-10-02T00:00:00Z", "not_after": "2019-10-01T00:00:00Z"}
    assert "not_before is later than not_after" in refused(*lines(record))


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ({"name": "A", "status": "dead"}, "players.0.status: Input should be 'player' or 'idle' (it is 'dead')"),
        ({"name": "A", "status": "idle", "amdin": True}, "unknown field players.0.amdin (did you mean 'admin'?)"),
        ({"name": "A"}, "field players.0.status is missing"),
    ],
)
def test_a_faulty_line_of_a_roster_is_told_by_its_number(player: dict[str, Any], told: str) -> None:
    record = {"kind": "roster", "id": "r", "at": "2019-10-01T00:00:00Z", "players": [player]}
    assert told in refused(*lines(record))


@pytest.mark.parametrize(
    ("roll", "told"),
    [
        ({"sides": 6, "face": 7}, "a die of 6 sides has no face 7"),
        ({"sides": 6}, "give either face or faces"),
        ({"sides": 6, "face": 1, "faces": [1]}, "give either face or faces"),
        ({"sides": 0, "face": 1}, "roll: sides: "),
    ],
)
def test_a_roll_shows_faces_of_its_die(roll: dict[str, Any], told: str) -> None:
    assert told in refused(*lines({"kind": "roll", "id": "r", "at": "2019-10-01T00:00:00Z", **roll}))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "dispute.jsonl:1: not JSON: "),
        (b"[1]", "a line holds an object, not list"),
        (b"\xff{}", "byte 1 is not UTF-8"),
        (b'{"kind":"look","kind":"look"}', "field 'kind' stands twice"),
        (b'{"kind":NaN}', "NaN is no JSON number"),
        (b"{}", "kind is missing (known kinds: opening, setting"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 500 + b"1" + b"}" * 500, "nested too deeply"),
        (json.dumps({**COMMENT, "body": "x" * (LONGEST_HTML + 1)}).encode(), "more than 1,000,000 characters"),
    ],
)
def test_a_line_that_is_no_record_is_told_by_its_number(line: bytes, told: str) -> None:
    assert told in refused(line)


def test_several_faulty_lines_are_told_together_and_counted() -> None:
    text = refused(*[b"{"] * (SHOWN_ERRORS + 2))
    assert all(f"dispute.jsonl:{number}:" in text for number in range(1, SHOWN_ERRORS + 1))
    assert "and 2 more lines" in text


def test_one_faulty_line_refuses_the_whole_file() -> None:
    assert "dispute.jsonl:2" in refused(*lines(COMMENT), b"{", *lines(COMMENT))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: No such file"):
        read_file(tmp_path / "none.jsonl")


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_in_our_words(line: bytes) -> None:
    with suppress(InputError):
        read_lines([line], "f")


# --- there and back ---------------------------------------------------------------------------------------------------


def test_what_is_exported_is_read_back_the_same() -> None:
    archive = MemoryArchive()
    seen = [COMMENT, {**COMMENT, "id": "c2", "source": "blog", "audience": "operator", "body": "naïve \ud800 ☃"}]
    archive.append(batch_of(seen, NOW))
    written = list(exported(archive, "operator"))
    assert read_lines([line.encode() for line in written], "f") == seen
    again = MemoryArchive()
    assert again.append(batch_of(read_lines([line.encode() for line in written], "f"), NOW)).added == 2
    assert list(exported(again, "operator")) == written


def test_an_export_leaves_out_what_is_not_for_its_reader() -> None:
    archive = MemoryArchive()
    archive.append(batch_of([COMMENT, {**COMMENT, "id": "c2", "audience": "Ada"}], NOW))
    assert len(list(exported(archive, "public"))) == 1
    assert len(list(exported(archive, "Ada"))) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_kinds_record_survives_the_way_through_an_observation(kind: str) -> None:
    record = example(kind)
    assert read_lines(lines(record), "f") == [record]
    assert record_from_observation(observation_from_record(record)) == record


def example(kind: str) -> dict[str, Any]:
    """A record of a kind with only what it needs."""
    values: dict[str, Any] = {
        **{"state": {}, "value": 1, "players": [], "change": "join", "category": "", "revision": 2, "parent": 1},
        **{"old": 1, "new": None, "sides": 6, "deck": [], "answer": "yes", "complete": True},
        **{"hash": "0" * 64, "secret": "f" * 64, "delivered": False},
    }
    told = {name: values.get(name, "x") for name in KINDS[kind].required}
    needed: dict[str, dict[str, Any]] = {
        "roll": {"face": 1},
        "correction": {"of": "c1", "void": True},
        "answer": {"suggestions": ["join"]},
    }
    return {"kind": kind, "id": "1", "at": "2019-10-01T00:00:00Z", **told, **needed.get(kind, {})}


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"of": "c1"}, "give one of"),
        ({"of": "c1", "void": True, "reads": "FOR"}, "give one of"),
        ({"void": True}, "field of is missing"),
        ({"of": "c1", "void": False}, "void"),
        ({"of": "c1", "happened": "yesterday"}, "happened"),
        ({"set": {"pointer": "roster", "value": 1}}, "pointer"),
        ({"set": {"pointer": "/roster"}}, "give either value, or remove"),
        ({"set": {"pointer": "/roster", "value": 1, "remove": True}}, "give either value, or remove"),
    ],
)
def test_a_correction_says_one_thing_of_one_row(said: dict[str, Any], fault: str) -> None:
    record = {"kind": "correction", "id": "k1", "at": "2019-10-01T00:00:00Z", "by": "Ada", "why": "so it was", **said}
    with pytest.raises(InputError, match=fault):
        read_lines(lines(record), "f")
    null = {**record, "set": {"pointer": "/emperor", "value": None}}
    assert read_lines(lines({key: null[key] for key in ("kind", "id", "at", "by", "why", "set")}), "f")


def test_a_line_holds_no_line_break() -> None:
    assert "\n" not in line_of({"body": "one\ntwo"})
