"""The plan as a value: its checksum covers all that matters, and it survives JSON."""

import json
from dataclasses import replace

import pytest

from tests.planning import BOARD, page_text, pages, wiki_page, wish
from tracker.archive.memory import MemoryLedger
from tracker.core.change import AnswerLine, CreatePage, RegionReplace, SpanAmendment
from tracker.core.plan import Agreement, HeldChange, PageChange, Plan, diff_lines, shown
from tracker.core.planning import Desired, plan
from tracker.core.ports import PageEdit, Upload
from tracker.core.region import empty_region

CHANGE = PageChange("P", 7, "old", "new", "update board", (RegionReplace("board", "old", "new"),))
FULL = Plan(
    pages=(CHANGE, PageChange("Q", None, "", "é", "new page", (CreatePage("é"),))),
    uploads=(Upload("Map.svg", b"\x00\xff", "new map", "A map"),),
    held=(HeldChange(replace(CHANGE, title="H"), ("too small",), "9" * 64),),
    findings=plan(wish(board="x"), pages(wiki_page(text="", revision=None)), MemoryLedger()).findings,
    agreements=(Agreement("A", 3, {"board": "x"}),),
    too_large="21 pages",
    switched_off="by Ada",
    switches={"User:Botty/stop": 3},
)


def test_a_plan_is_plain_json_with_its_checksum_and_the_kind_of_each_change() -> None:
    record = json.loads(json.dumps(FULL.record()))
    assert record["checksum"] == FULL.checksum
    assert [change["kind"] for page in record["pages"] for change in page["changes"]] == ["RegionReplace", "CreatePage"]


@pytest.mark.parametrize(
    "other",
    [
        replace(FULL, pages=(replace(CHANGE, base_revision=8), FULL.pages[1])),
        replace(FULL, pages=(replace(CHANGE, base_revision=None), FULL.pages[1])),
        replace(FULL, pages=(replace(CHANGE, after="newer"), FULL.pages[1])),
        replace(FULL, pages=(replace(CHANGE, before="older"), FULL.pages[1])),
        replace(FULL, pages=(replace(CHANGE, summary="other"), FULL.pages[1])),
        replace(FULL, pages=(replace(CHANGE, title="Z"), FULL.pages[1])),
        replace(FULL, pages=(replace(CHANGE, changes=()), FULL.pages[1])),
        replace(FULL, pages=FULL.pages[:1]),
        replace(FULL, uploads=(Upload("Map.svg", b"\x00", "new map", "A map"),)),
    ],
)
def test_whatever_matters_changes_the_checksum(other: Plan) -> None:
    assert other.checksum != FULL.checksum


def test_what_is_only_shown_does_not_change_the_checksum() -> None:
    assert replace(FULL, held=(), findings=(), agreements=(), too_large="").checksum == FULL.checksum


def test_a_plan_can_be_counted_and_summed_up() -> None:
    counts = {"CreatePage": 1, "RegionReplace": 1, "Upload": 1, "held": 1, "pages": 2}
    assert FULL.counts == counts
    assert FULL.summary.startswith("CreatePage 1, RegionReplace 1")
    assert FULL.checksum[:12] in FULL.summary
    assert replace(Plan(), held=FULL.held).summary != "nothing to do"


def test_a_page_change_is_one_edit_and_says_what_the_ledger_keeps() -> None:
    assert CHANGE.edit == PageEdit("P", "new", "update board", 7)
    changes = (
        RegionReplace("board", "old", "new"),
        AnswerLine("l1", "* x", ":* y"),
        SpanAmendment("R", 0, "a", "b", "P"),
    )
    assert replace(CHANGE, changes=changes).written == {"board": "new", "answer:l1": ":* y"}
    made = PageChange("N", None, "", empty_region("board", "x"), "", (CreatePage(empty_region("board", "x")),))
    assert made.written == {"board": "x"}


def test_the_diff_is_unified_and_plain() -> None:
    made = plan(wish(board="new\nlines"), pages(wiki_page(board="old\nlines")), MemoryLedger()).pages[0]
    assert diff_lines(made, context=1) == [
        f"--- {BOARD} (revision 7)",
        f"+++ {BOARD} (planned)",
        "@@ -3,3 +3,3 @@",
        " <!-- tracker:begin board -->",
        "-old",
        "+new",
        " lines",
    ]


def test_the_diff_of_a_new_page_adds_every_line() -> None:
    lines = diff_lines(PageChange("N", None, "", "a\nb", "", ()))
    assert lines == ["--- N (no such page)", "+++ N (planned)", "@@ -0,0 +1,2 @@", "+a", "+b"]


def test_a_terminal_gets_no_control_or_direction_marks() -> None:
    assert shown("a\tb\x1b[31m\u202ec\u200b\x9b") == "a\tb⟨U+001B⟩[31m⟨U+202E⟩c⟨U+200B⟩⟨U+009B⟩"
    change = PageChange("N\x1b", None, "", "a\r\x1b]0;x\x07", "", ())
    assert not any(letter in line for line in diff_lines(change) for letter in "\r\x1b\x07")


def test_an_empty_wish_needs_no_page() -> None:
    assert plan(Desired(), {}, MemoryLedger()) == Plan()
    assert page_text(board="x").count("tracker:") == 2
