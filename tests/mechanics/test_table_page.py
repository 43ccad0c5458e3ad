"""A table page from revision to revision: what is a cell change, what is a new line, and what is held."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.core.change import AnswerLine
from tracker.core.region import empty_region
from tracker.mechanics.table.page_changes import (
    KEPT_REVISIONS,
    CellChange,
    EditedLine,
    LineMemory,
    NewLine,
    PageChanges,
    compare,
)
from tracker.mechanics.table.table_page import FAULTS, PageReading, line_digest, nth_of, read_page

Values = Mapping[str, Mapping[str, str]]
PLAYERS: Values = {
    "Ada": {"HSR": "1", "Wood": "5"},
    "Bo": {"HSR": "2", "Wood": "0"},
    "Cy": {"HSR": "1", "Wood": "0"},
}


def table(values: Values = PLAYERS, columns: Sequence[str] = ("HSR", "Wood")) -> str:
    rows = [f"|-\n| {name}\n" + "\n".join(f"| {row[title]}" for title in columns) for name, row in values.items()]
    header = "\n".join(f"! {title}" for title in columns)
    return "\n".join(['{| class="wikitable"', '! class="tracker-names" | Castaway', header, *rows, "|}"])


def page(log: str = "", text: str | None = None) -> str:
    return (
        f"Intro\n{empty_region('gndt', table() if text is None else text)}\n\n== Log ==\n{log}\n== Notes ==\n* no line"
    )


def read(log: str = "", text: str | None = None) -> PageReading:
    return read_page(page(log, text), "gndt", "Log")


def with_values(player: str, **values: str) -> Values:
    return {**PLAYERS, player: {**PLAYERS[player], **values}}


def kinds(reading: PageReading) -> list[tuple[str, int]]:
    return [(fault["kind"], fault["line"]) for fault in reading["faults"]]


# --- reading ------------------------------------------------------------------------------------------------------------


def test_a_page_is_read_as_plain_values() -> None:
    reading = read("* gather --Ada\n* rest")
    assert reading["rows"] == PLAYERS
    assert (reading["names"], reading["columns"]) == ("Castaway", ["HSR", "Wood"])
    assert reading["order"] == ["Ada", "Bo", "Cy"]
    assert reading["lines"] == ["* gather --Ada", "* rest"]
    assert (reading["has_region"], reading["has_log"], reading["faults"], reading["unread"]) == (True, True, [], [])
    assert json.loads(json.dumps(reading)) == reading


@pytest.mark.parametrize(
    "log",
    [
        "<!-- * gather -->",
        "<!--\n* gather\n-->",
        "<nowiki>\n* gather\n</nowiki>",
        "<s>* gather</s>",
        "<del>\n* gather\n</del>",
        ":* gather",
        "** gather",
        "*: gather",
        ": gather",
        "=== gather ===",
        "----",
        "",
        "*",
        "{|\n| gather\n|}",
        empty_region("dice", "* gather"),
        f"*: Wood 2 {AnswerLine('r1#0', '', '').marker}",
        f"* Wood 2 {AnswerLine('r1#0', '', '').marker}",
    ],
)
def test_what_readers_do_not_see_and_what_is_talk_or_ours_is_no_line(log: str) -> None:
    assert read(f"* rest\n{log}")["lines"] == ["* rest"]


@pytest.mark.parametrize(
    "line", ["* gather", "# gather", "gather", "* a: b", "[[A]] *", " gather", "=x", "* ~ [[User:Ada|Ada]]"]
)
def test_what_people_write_is_a_line(line: str) -> None:
    assert read(line)["lines"] == [line]


def test_a_line_of_a_subsection_is_one_of_the_log_and_one_elsewhere_is_none() -> None:
    assert read("* a\n=== May ===\n* b")["lines"] == ["* a", "* b"]


@pytest.mark.parametrize("line", ["* gather <!-- x --> wood", "* <s>gather</s> rest", "* <nowiki>gather</nowiki>!"])
def test_a_line_that_is_partly_hidden_is_no_line_and_is_told(line: str) -> None:
    reading = read(f"* rest\n{line}")
    assert reading["lines"] == ["* rest"]
    assert kinds(reading) == [("partly hidden line", page(f"* rest\n{line}").split("\n").index(line) + 1)]


def test_which_of_equal_lines_is_counted_as_answers_count() -> None:
    log = "* a\n<!--\n* a\n-->\n* b\n* a"
    reading = read(log)
    assert reading["lines"] == ["* a", "* b", "* a"]
    assert [nth_of(reading, index) for index in range(3)] == [0, 0, 2]
    answer = AnswerLine("r1#2", "* a", "*: done", "Log", nth_of(reading, 2))
    assert answer.carry_out(page(log), "Cafe") == page(f"{log}\n*: done {answer.marker}")


@pytest.mark.parametrize(
    ("text", "expected", "rows", "unread"),
    [
        (table().replace("| Bo\n", "| Ada\n"), [("doubled row", 8), ("doubled row", 12)], {"Cy"}, ["Ada"]),
        (table().replace("| Bo\n", "|\n"), [("row without name", 12)], {"Ada", "Cy"}, []),
        (table().replace("| 2\n", ""), [("too few cells", 12)], {"Ada", "Cy"}, ["Bo"]),
        (table().replace("| 2\n", "| colspan=2 | 2\n"), [("merged cells", 12)], {"Ada", "Cy"}, ["Bo"]),
        ("nothing", [("no table", 2)], set(), []),
        (table().replace("!", "|"), [("no header", 4)], set(), []),
    ],
)
def test_faults_of_the_table_name_their_line_and_what_is_not_read(
    text: str, expected: list[tuple[str, int]], rows: set[str], unread: list[str]
) -> None:
    reading = read(text=text)
    assert kinds(reading) == expected
    assert (set(reading["rows"]), reading["unread"]) == (rows, unread)


def test_a_doubled_or_nameless_column_is_not_read() -> None:
    reading = read(text=table().replace("! Wood", "! Wood\n! wood\n! ").replace("| 5", "| 5 || 6 || 7"))
    assert reading["columns"] == ["HSR"]
    assert reading["rows"] == {"Ada": {"HSR": "1"}}


@pytest.mark.parametrize(
    ("text", "kind", "has_region", "has_log"),
    [
        ("== Log ==\n* a", "no region", False, True),
        (page() + empty_region("gndt"), "no region", False, True),
        (page() + "<!-- tracker:begin x -->", "no region", False, True),
        (empty_region("gndt", table()), "no log", True, False),
        (page() + "\n== Log ==\n", "no log", True, False),
        ("", "no region", False, False),
    ],
)
def test_a_missing_region_or_log_is_told(text: str, kind: str, has_region: bool, has_log: bool) -> None:
    reading = read_page(text, "gndt", "Log")
    assert kind in [fault["kind"] for fault in reading["faults"]]
    assert (reading["has_region"], reading["has_log"]) == (has_region, has_log)


def test_every_fault_of_a_page_can_be_made() -> None:
    pages = ["", page("* a <!-- x --> b", table().replace("| Bo\n", "| Ada\n").replace("| Cy\n", "|\n"))]
    made = {kind for text in pages for kind, _ in kinds(read_page(text, "gndt", "Log"))}
    assert made >= FAULTS.keys()


# --- comparing: the table -------------------------------------------------------------------------------------------------


def changes(before: PageReading, after: PageReading, seen: LineMemory | None = None) -> PageChanges:
    return compare(before, after, seen or LineMemory())


def told(found: PageChanges) -> dict[str, Any]:
    """What is not empty, but what is kept for the next time."""
    names = [name for name in PageChanges.__slots__ if name not in {"reading", "seen", "kept", "back_at"}]
    return {name: getattr(found, name) for name in names if getattr(found, name)}


def test_nothing_changed_is_nothing_told() -> None:
    assert told(changes(read("* a"), read("* a"))) == {}


def test_a_cell_change_tells_player_column_and_both_values() -> None:
    after = read(text=table(with_values("Bo", Wood="7")))
    assert told(changes(read(), after)) == {"cells": (CellChange("Bo", "Wood", "0", "7"),)}


def test_layout_and_our_marks_are_no_change() -> None:
    text = table().replace("| 5", '| data-sort-value="5" | 5<sup class="tracker-flag">computed 6</sup>')
    assert told(changes(read(), read(text=text.replace("| Ada", "| [[User:Ada|Ada]]")))) == {}


def test_columns_are_matched_by_title_whatever_their_order() -> None:
    after = read(text=table(with_values("Ada", HSR="3"), ("Wood", "HSR")))
    assert told(changes(read(), after)) == {"cells": (CellChange("Ada", "HSR", "1", "3"),), "columns_moved": True}


def test_columns_that_come_and_go_are_told_and_what_they_held_is_not_forgotten() -> None:
    values = {name: {**row, "Food": "9"} for name, row in PLAYERS.items()}
    gone = changes(read(), read(text=table(values, ("HSR", "Food"))))
    assert told(gone) == {"columns_new": ("Food",), "columns_gone": ("Wood",)}
    back = changes(gone.reading or read(), read(text=table(with_values("Ada", Wood="99"))))
    assert told(back) == {
        "columns_new": ("Wood",),
        "columns_gone": ("Food",),
        "cells": (CellChange("Ada", "Wood", "5", "99"),),
    }


def test_a_row_that_goes_and_comes_back_is_compared_with_what_it_held() -> None:
    without = {name: row for name, row in PLAYERS.items() if name != "Bo"}
    gone = changes(read(), read(text=table(without)))
    assert told(gone) == {"rows_gone": ("Bo",)}
    back = changes(gone.reading or read(), read(text=table(with_values("Bo", Wood="9"))))
    assert told(back) == {"rows_new": ("Bo",), "cells": (CellChange("Bo", "Wood", "0", "9"),)}


def test_a_row_that_cannot_be_read_keeps_its_last_values() -> None:
    spoilt = changes(read(), read(text=table().replace("| 2\n", "")))
    assert told(spoilt) == {"rows_unread": ("Bo",)}
    mended = changes(spoilt.reading or read(), read(text=table(with_values("Bo", HSR="4"))))
    assert told(mended) == {"cells": (CellChange("Bo", "HSR", "2", "4"),)}


def test_what_was_written_in_cells_that_are_gone_is_not_forgotten() -> None:
    bold = table().replace("| Bo\n| 2\n| 0", "| [[Bo]]\n| '''2'''\n| 0 <!-- none -->")
    before = read(text=bold)
    assert before["rows"] == PLAYERS
    assert before["written"] == {"Bo": {"": "[[Bo]]", "HSR": "'''2'''", "Wood": "0 <!-- none -->"}}
    for news, left in ((bold.replace("[[Bo]]", "Bob"), {"HSR": "'''2'''", "Wood": "0 <!-- none -->"}), (table(), {})):
        after = changes(before, read(text=news)).reading
        assert after is not None
        assert after["written"] == ({"Bob": left} if left else {})
    for news in (bold.replace("| '''2'''\n", ""), table({"Ada": PLAYERS["Ada"], "Cy": PLAYERS["Cy"]})):
        after = changes(before, read(text=news)).reading
        assert after is not None
        assert after["written"] == before["written"]


def test_a_doubled_row_is_told_and_neither_counts() -> None:
    found = changes(read(), read(text=table().replace("|}", "|-\n| Bo\n| 7\n| 7\n|}")))
    assert told(found) == {"rows_doubled": ("Bo",), "rows_unread": ("Bo",)}
    assert found.reading is not None
    assert found.reading["rows"]["Bo"] == PLAYERS["Bo"]


def test_a_renamed_row_is_known_by_its_values_and_can_be_named_back() -> None:
    renamed = changes(read(), read(text=table().replace("| Bo\n", "| Bob\n")))
    assert told(renamed) == {"rows_renamed": (("Bo", "Bob"),)}
    again = changes(renamed.reading or read(), read())
    assert told(again) == {"rows_renamed": (("Bob", "Bo"),)}


def test_a_new_row_with_other_values_is_new() -> None:
    values = {
        "Di" if name == "Bo" else name: {**row, "Wood": "8"} if name == "Bo" else row for name, row in PLAYERS.items()
    }
    assert told(changes(read(), read(text=table(values)))) == {"rows_new": ("Di",), "rows_gone": ("Bo",)}


def test_values_of_the_game_stand_above_the_table_as_the_row_of_nobody() -> None:
    before, after = (
        f"* '''Rain''': {value}\n* no value\n{table()}" for value in ("3", "4<sup class='tracker-flag'>x</sup>")
    )
    assert read(text=before)["rows"] == {**PLAYERS, "": {"Rain": "3"}}
    assert read(text=before)["order"] == list(PLAYERS)
    assert told(changes(read(text=before), read(text=after))) == {"cells": (CellChange("", "Rain", "3", "4"),)}
    gone = changes(read(text=before), read())
    assert told(gone) == {"game_gone": ("Rain",)}
    assert told(changes(gone.reading or read(), read(text=after))) == {"cells": (CellChange("", "Rain", "3", "4"),)}


# --- comparing: the log ---------------------------------------------------------------------------------------------------


def lines(*steps: str) -> list[dict[str, Any]]:
    """What each of several logs after the first brings, each compared with the one before."""
    reading, seen, found = read(steps[0]), LineMemory(), []
    for step in steps[1:]:
        made = compare(reading, read(step), LineMemory.from_record(json.loads(json.dumps(seen.record()))))
        assert made.reading is not None
        reading, seen = made.reading, made.seen
        found.append(told(made))
    return found


def new(*texts: str, at: int = 0) -> dict[str, Any]:
    return {"new_lines": tuple(NewLine(text, k, at + k) for k, text in enumerate(texts))}


def test_new_lines_come_in_the_order_of_the_page_with_their_numbers() -> None:
    assert lines("* a", "* a\n* b\n* c", "* a\n* b\n* c\n* c") == [new("* b", "* c", at=1), new("* c", at=3)]
    assert lines("* a\n* b", "* x\n* a\n* y\n* b\n* z")[0]["new_lines"] == (
        NewLine("* x", 0, 0),
        NewLine("* y", 1, 2),
        NewLine("* z", 2, 4),
    )


def test_five_hundred_lines_in_one_edit() -> None:
    assert len(lines("* a", "* a\n" + "* DICE6\n" * 500)[0]["new_lines"]) == 500


def test_everything_is_new_where_nothing_is_known() -> None:
    found = compare(None, read("* a\n* b"), LineMemory())
    assert [line.text for line in found.new_lines] == ["* a", "* b"]
    assert found.rows_new == ("Ada", "Bo", "Cy")


def test_an_edited_line_is_no_new_line() -> None:
    edited = (EditedLine("* b", "* B", 1, 1),)
    assert lines("* a\n* b\n* c", "* a\n* B\n* c") == [{"lines_edited": edited}]


def test_an_edited_line_beside_a_new_one_is_told_by_its_likeness() -> None:
    found = lines("* a\n* Ada gathers wood", "* a\n* Bo rests\n* Ada gathers 2 wood")[0]
    assert found["lines_edited"] == (EditedLine("* Ada gathers wood", "* Ada gathers 2 wood", 1, 2),)
    assert found["new_lines"] == (NewLine("* Bo rests", 0, 1),)


def test_a_removed_line_that_comes_back_is_no_new_line() -> None:
    assert lines("* a\n* b", "* a", "* a\n* b", "* a\n* b\n* b") == [
        {"lines_removed": ("* b",)},
        {"lines_back": ("* b",)},
        new("* b", at=2),
    ]


def test_as_often_as_it_was_seen_a_line_is_not_new() -> None:
    assert lines("* b\n* b\n* a", "* a", "* a\n* b\n* b\n* b")[1] == {
        "lines_back": ("* b", "* b"),
        "new_lines": (NewLine("* b", 0, 3),),
    }


def test_a_line_edited_away_and_back_is_no_new_line() -> None:
    there, back = lines("* a\n* DICE6", "* a\n* DICE6 x", "* a\n* DICE6")
    assert there == {"lines_edited": (EditedLine("* DICE6", "* DICE6 x", 1, 1),)}
    assert back == {"lines_edited": (EditedLine("* DICE6 x", "* DICE6", 1, 1),)}


def test_a_line_edited_away_and_written_again_is_no_new_line() -> None:
    assert lines("* a\n* DICE6", "* a\n* x", "* a\n* x\n* DICE6")[1] == {"lines_back": ("* DICE6",)}


def test_a_line_moved_within_the_page_is_no_change() -> None:
    assert lines("* a\n* b\n* c", "* c\n* a\n* b") == [{}]


def test_a_line_struck_out_and_restored_is_no_new_line() -> None:
    assert lines("* a\n* b", "* a\n<s>* b</s>", "* a\n* b") == [{"lines_removed": ("* b",)}, {"lines_back": ("* b",)}]


def test_an_answer_below_a_line_is_no_change() -> None:
    marker = AnswerLine("r1#0", "", "").marker
    assert lines("* a\n* b", f"* a\n*: done {marker}\n* b\n** well") == [{}]


def test_where_a_line_stands_now_is_told() -> None:
    found = changes(read("* a\n* b\n* c\n* d"), read("* new\n* c\n* a\n* B b"))
    assert [found.index_now(index) for index in range(4)] == [2, 3, 1, None]
    assert found.index_now(4) is None
    assert changes(read(), read("* x")).index_now(0) is None


LOGS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12), min_size=2, max_size=8)


@settings(deadline=None)
@given(LOGS)
def test_no_text_is_new_more_often_than_it_ever_stood_there(logs: list[list[str]]) -> None:
    counted: dict[str, int] = {}
    reading, seen = read("\n".join(logs[0])), LineMemory()
    most = {text: logs[0].count(text) for text in set(logs[0])}
    for log in logs[1:]:
        found = compare(reading, read("\n".join(log)), seen)
        assert found.reading is not None
        check_places(reading, found.reading, found)
        for line in found.new_lines:
            counted[line.text] = counted.get(line.text, 0) + 1
            assert log[line.index] == line.text
        for text in {*log, *reading["lines"]}:
            most[text] = max(most.get(text, 0), log.count(text))
        reading, seen = found.reading, found.seen
        assert all(count > 0 for count in seen.gone.values())
        assert len(seen.gone) == sum(most[text] > log.count(text) for text in most)
    assert all(counted[text] <= most[text] for text in counted)


def check_places(before: PageReading, after: PageReading, found: PageChanges) -> None:
    """Every line after is an old one, a new one or one that came back, and each stands in one place."""
    places = [place for index in range(len(before["lines"])) if (place := found.index_now(index)) is not None]
    edited = {line.after for line in found.lines_edited}
    assert len(set(places)) == len(places)
    assert len(places) + len(found.new_lines) + len(found.lines_back) == len(after["lines"])
    assert len(places) + len(found.lines_removed) == len(before["lines"])
    for index in range(len(before["lines"])):
        place = found.index_now(index)
        assert place is None or place in edited or after["lines"][place] == before["lines"][index]


def test_large_changes_are_told_in_time() -> None:
    many = [f"* {number % 7} {number}" for number in range(3000)]
    found = lines("\n".join(many), "\n".join(["* 0 0 top", *many[1:1500], "* 1500", *many[1501:], "* end"]))[0]
    assert found["lines_edited"] == (
        EditedLine(many[0], "* 0 0 top", 0, 0),
        EditedLine(many[1500], "* 1500", 1500, 1500),
    )
    assert found["new_lines"] == (NewLine("* end", 0, 3000),)
    assert len(lines("\n".join(many), "\n".join(f"{line}!" for line in many))[0]["lines_edited"]) == 3000
    assert lines("\n".join(many), "\n".join(reversed(many))) == [{}]


# --- what is held, and what is a revert ------------------------------------------------------------------------------------

LOG = "* a\n* b\n* c\n* d"


@pytest.mark.parametrize(
    "after",
    [
        read_page("", "gndt", "Log"),
        read_page("rubbish\n== Log ==\n" + LOG, "gndt", "Log"),
        read(LOG, ""),
        read(LOG, "rubbish"),
        read(LOG, table({})),
        read("* d", table({"Ada": PLAYERS["Ada"]})),
        read(LOG, table({name: {"X": "1"} for name in PLAYERS}, ("X",))),
    ],
)
def test_a_vandalised_page_is_held_and_the_next_sound_one_compared_with_the_last(after: PageReading) -> None:
    before, seen = read(LOG), LineMemory({"x": 1}, (("y", "r1"),))
    held = compare(before, after, seen, "r2")
    assert held.held
    assert told(held) == {"held": held.held}
    assert (held.reading, held.seen) == (before, seen)
    sound = compare(held.reading, read(f"{LOG}\n* e", table(with_values("Ada", Wood="6"))), held.seen)
    assert told(sound) == {"cells": (CellChange("Ada", "Wood", "5", "6"),), **new("* e", at=4)}


@pytest.mark.parametrize(
    "after",
    [
        read("", table({"Ada": PLAYERS["Ada"], "Bo": PLAYERS["Bo"]})),
        read("* c\n* d", table({"Ada": PLAYERS["Ada"]})),
        read(""),
    ],
)
def test_a_smaller_loss_is_not_held(after: PageReading) -> None:
    assert compare(read(LOG), after, LineMemory()).held == ""


def test_without_lines_the_rows_decide() -> None:
    assert compare(read(), read(text=table({"Ada": PLAYERS["Ada"]})), LineMemory()).held


def test_what_is_accepted_is_not_held_unless_there_is_no_table() -> None:
    few = read("", table({"Ada": PLAYERS["Ada"]}))
    assert compare(read(LOG), few, LineMemory(), accepted=True).rows_gone == ("Bo", "Cy")
    assert compare(read(LOG), read(LOG, ""), LineMemory(), accepted=True).held


def test_a_page_without_a_table_yet_has_lines_all_the_same() -> None:
    fresh = compare(None, read(LOG, ""), LineMemory())
    assert [line.text for line in fresh.new_lines] == LOG.split("\n")
    assert told(compare(fresh.reading, read(f"{LOG}\n* e"), fresh.seen)) == {
        "rows_new": ("Ada", "Bo", "Cy"),
        "columns_new": ("HSR", "Wood"),
        **new("* e", at=4),
    }
    assert compare(None, read_page(LOG, "gndt", "Log"), LineMemory()).held


def history(*readings: PageReading) -> list[str]:
    """What each reading reverts to, with ids r0, r1 and so on."""
    before, seen, found = None, LineMemory(), []
    for number, reading in enumerate(readings):
        made = compare(before, reading, seen, f"r{number}")
        before, seen = made.reading, made.seen
        found.append(made.reverts_to)
    return found


def test_a_revert_names_the_earlier_revision() -> None:
    first, second = read("* a"), read("* a\n* b", table(with_values("Ada", Wood="6")))
    assert history(first, second, first, first, second) == ["", "", "r0", "", "r1"]


def test_a_revert_past_the_kept_revisions_is_only_a_change() -> None:
    others = [read(text=table(with_values("Ada", Wood=str(number)))) for number in range(100, 100 + KEPT_REVISIONS)]
    assert history(read(), *others[:-1], read())[-1] == "r0"
    assert history(read(), *others, read())[-1] == ""


def test_the_memory_survives_json() -> None:
    seen = LineMemory({"a": 2}, (("d", "r1"), ("e", "r2")))
    assert LineMemory.from_record(json.loads(json.dumps(seen.record()))) == seen


def test_a_log_that_is_lost_holds_the_page_and_one_that_never_was_does_not() -> None:
    lost = read_page(page(LOG).replace("== Log ==", "== The log =="), "gndt", "Log")
    doubled = read_page(page(LOG) + "\n== Log ==\n", "gndt", "Log")
    assert [changes(read(LOG), after).held for after in (lost, doubled)] == [FAULTS["no log"]] * 2
    assert changes(lost, lost).held == ""


def test_a_line_written_where_another_was_is_new_unless_it_is_like_it() -> None:
    old = "\n".join(f"* DICE6 number {n} --[[User:Bo|Bo]] 12:0{n}, 1 October 2019 (UTC)" for n in range(5))
    trimmed = lines(f"* a\n{old}", "* a\n* dig --[[User:Ada|Ada]] 12:09, 1 October 2019 (UTC)")[0]
    assert [line.text.split(" --")[0] for line in trimmed["new_lines"]] == ["* dig"]
    assert len(trimmed["lines_removed"]) == 5
    assert "lines_edited" not in trimmed


def test_a_line_edited_by_a_letter_is_no_new_line_whatever_is_put_before_it() -> None:
    found = lines("* a\n* dig", "* a\n* hello\n* digg")[0]
    assert found["lines_edited"] == (EditedLine("* dig", "* digg", 1, 2),)
    assert found["new_lines"] == (NewLine("* hello", 0, 1),)


def test_where_lines_came_back_is_told_and_answers_are_read_by_their_keys() -> None:
    answer = AnswerLine("r1#0", "", "")
    assert read(f"* a\n*: done {answer.marker}\n*: talk")["answers"] == {answer.key: "*: done"}
    found = compare(read("* a"), read("* x\n* y\n* a"), LineMemory({line_digest("* y"): 1}))
    assert (found.lines_back, found.back_at) == (("* y",), (1,))


def test_a_column_called_like_the_column_of_names_is_read() -> None:
    same = table({name: {"Castaway": row["HSR"]} for name, row in PLAYERS.items()}, ("Castaway",))
    assert read(text=same)["rows"]["Bo"] == {"Castaway": "2"}
