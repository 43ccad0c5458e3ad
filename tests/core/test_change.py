"""The kinds of change: each does exactly what it says, and every byte outside it stays."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tracker.core.change import (
    AnswerLine,
    CopyPage,
    CreatePage,
    SpanAmendment,
    amended,
    given_answers,
    is_answer,
    with_answers,
)
from tracker.core.region import empty_region, find_region
from tracker.errors import PlanError, PlanStaleError, RegionError

LOG = "Intro\n== Actions ==\n* gather ~ Ada\n* gather ~ Ada\n* rest ~ Bo\n== Other ==\n* gather ~ Ada"
LINES = st.lists(st.sampled_from(["* a", "* b", "", "== Log ==", "text <!-- c -->", "<nowiki>x</nowiki>", "* é "]))


def answer(**changes: object) -> AnswerLine:
    given = {"line_id": "log:7-1", "line": "* gather ~ Ada", "answer": ":* 3 wood", "area": "Actions", **changes}
    return AnswerLine(**given)  # type: ignore[arg-type]


def test_answer_stands_right_below_its_line() -> None:
    changed = answer().carry_out(LOG, "Log")
    assert changed == LOG.replace("Ada\n", "Ada\n:* 3 wood <!-- tracker:answer log:7%2D1 -->\n", 1)
    assert answer().is_given(changed)
    assert not answer(line_id="log:7-2").is_given(changed)


def test_of_equal_lines_the_named_one_is_answered() -> None:
    changed = answer(nth=1).carry_out(LOG, "Log").split("\n")
    assert changed[2:5] == ["* gather ~ Ada", "* gather ~ Ada", f":* 3 wood {answer().marker}"]


def test_the_last_line_of_a_page_can_be_answered() -> None:
    assert answer(area="Other").carry_out(LOG, "Log") == f"{LOG}\n:* 3 wood {answer().marker}"
    assert (
        answer(area="").carry_out("* gather ~ Ada  \nx", "Log") == f"* gather ~ Ada  \n:* 3 wood {answer().marker}\nx"
    )


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        (answer(nth=2), LOG),
        (answer(line="* gather ~ Cy"), LOG),
        (answer(line="* gather"), LOG),
        (answer(area="Nowhere"), LOG),
        (answer(answer=":* 3 wood\n:* and more"), LOG),
        (answer(answer="<!-- oh"), LOG),
        (answer(answer="~~~~"), LOG),
        (answer(area=""), "<nowiki>\n* gather ~ Ada\n</nowiki>"),
        (answer(area=""), "<!--\n* gather ~ Ada\n-->"),
        (answer(area="", answer=empty_region("board").replace("\n", "")), "* gather ~ Ada"),
    ],
)
def test_an_answer_that_finds_no_place_is_refused(wanted: AnswerLine, text: str) -> None:
    with pytest.raises(PlanError) as caught:
        wanted.carry_out(text, "Log")
    assert caught.value.place == "Log"


def test_an_answer_quoted_by_a_person_is_not_given() -> None:
    assert not answer().is_given(f"<nowiki>{answer().marker}</nowiki>")
    assert answer().is_given(f"x {answer().marker.replace(' ', '  ')}")


@given(line_id=st.text(min_size=1))
def test_any_id_of_a_line_is_found_again(line_id: str) -> None:
    assume(not any(0xD800 <= ord(letter) <= 0xDFFF for letter in line_id))
    one = answer(line_id=line_id)
    assert one.is_given(one.carry_out(LOG, "Log"))


@given(before=LINES, after=LINES)
def test_an_answer_only_inserts(before: list[str], after: list[str]) -> None:
    assume("* mine" not in [*before, *after])
    text = "\n".join([*before, "* mine", *after])
    changed = answer(line="* mine", area="").carry_out(text, "Log")
    assert changed.replace(f"\n:* 3 wood {answer().marker}", "", 1) == text


def amendment(text: str, old: str, new: str, name: str = "Rule") -> SpanAmendment:
    return SpanAmendment(name, text.index(old), old, new, "Proposal: Dry Socks")


def test_amendments_change_their_spans_and_nothing_else() -> None:
    text = "== A ==\nold a\n== B ==\nold b\n== C ==\n"
    spans = [amendment(text, "old b", "newer and longer b"), amendment(text, "old a", "a")]
    assert amended(text, spans, "Ruleset") == "== A ==\na\n== B ==\nnewer and longer b\n== C ==\n"
    assert amended(text, [SpanAmendment("C", len(text), "", "new c", "P")], "Ruleset") == text + "new c"


@given(
    st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9), st.text(max_size=9)), max_size=4)
)
def test_every_byte_outside_amended_spans_stays(text: str, cuts: list[tuple[int, int, str]]) -> None:
    spans = [SpanAmendment("R", start, text[start : start + size], new, "P") for start, size, new in cuts]
    try:
        changed = amended(text, spans, "Ruleset")
    except PlanError:
        return
    kept, at = [], 0
    for span in sorted(spans, key=lambda span: span.start):
        kept.append(text[at : span.start])
        at = span.end
    kept.append(text[at:])
    new = [span.after for span in sorted(spans, key=lambda span: span.start)]
    assert changed == "".join(piece for pair in zip(kept, [*new, ""], strict=True) for piece in pair)


@pytest.mark.parametrize(
    ("spans", "error"),
    [
        ([SpanAmendment("A", 0, "other", "x", "P")], PlanStaleError),
        ([SpanAmendment("A", 999, "", "x", "P")], PlanStaleError),
        ([SpanAmendment("A", 0, "rule one", "x", "P"), SpanAmendment("B", 5, "one", "y", "P")], PlanError),
        ([SpanAmendment("A", 0, "", "x", "P"), SpanAmendment("B", 0, "", "y", "P")], PlanError),
        ([SpanAmendment("A", 0, "rule one", "<!--", "P")], RegionError),
        ([SpanAmendment("A", 0, "rule one", "~~~~", "P")], RegionError),
    ],
)
def test_an_amendment_that_does_not_fit_is_refused(spans: list[SpanAmendment], error: type[PlanError]) -> None:
    with pytest.raises(error):
        amended(f"rule one\n{empty_region('board', 'ours')}\n", spans, "Ruleset")


def test_an_amendment_that_the_wiki_would_merge_with_a_marker_is_refused() -> None:
    text = f"{empty_region('board', 'ours')}x"
    with pytest.raises(RegionError, match="break"):
        SpanAmendment("A", len(text) - 1, "x", "\u0338x", "P").carry_out(text, "Ruleset")


@pytest.mark.parametrize("border", ["start", "end"])
def test_no_amendment_inserts_at_the_border_of_a_managed_region(border: str) -> None:
    text = f"x\n{empty_region('board', 'ours')}\ny"
    place = getattr(find_region(text, "board"), border)
    with pytest.raises(PlanError, match="reaches into"):
        SpanAmendment("A", place, "", "mine", "P").carry_out(text, "Ruleset")


@pytest.mark.parametrize("old", ["ours", "r", "<!-- tracker:begin board -->\nou", "-->\nours"])
def test_no_amendment_reaches_into_a_managed_region(old: str) -> None:
    text = f"x\n{empty_region('board', 'ours')}\ny"
    start = text.index("<!-- tracker:begin") if old.startswith("<!--") else text.index(old, text.index("begin board"))
    with pytest.raises(PlanError):
        amended(text, [SpanAmendment("A", start, text[start : start + len(old)], "mine", "P")], "Ruleset")


def test_a_page_is_made_only_where_nothing_stands() -> None:
    assert CreatePage("text  \n").carry_out("", "P") == "text"
    assert CopyPage("Q", 5, "text").carry_out("", "P") == "text"
    for change in (CreatePage("text"), CopyPage("Q", 5, "text")):
        with pytest.raises(PlanStaleError):
            change.carry_out("something", "P")


# --- many answers in one edit ---------------------------------------------------------------------------------------


def test_many_answers_are_each_below_their_line() -> None:
    log = "\n".join(["== Actions ==", *["* a", "* b"] * 250])
    wanted = [answer(line_id=f"r1#{n}", line=f"* {'ab'[n % 2]}", answer=f"*: {n}", nth=n // 2) for n in range(500)]
    changed, done, errors = with_answers(log, wanted, "Log")
    assert (len(done), errors) == (500, ())
    assert [line for line in changed.split("\n") if not line.startswith("*: ")] == log.split("\n")
    assert [line for line in changed.split("\n") if line.startswith("*: ")] == [
        f"*: {n} {item.marker}" for n, item in enumerate(wanted)
    ]
    assert given_answers(changed) == {item.key for item in wanted}


def test_answers_without_a_place_do_not_keep_the_others_back() -> None:
    wrong = [
        answer(line_id="gone", line="* gone"),
        answer(line_id="hides", answer="<!-- oh"),
        answer(line_id="~", answer="~~~~"),
    ]
    good = [answer(line_id="one"), answer(line_id="two", nth=1), answer(line_id="three", line="* rest ~ Bo")]
    changed, done, errors = with_answers(LOG, [wrong[0], good[0], wrong[1], good[1], wrong[2], good[2]], "Log")
    assert {item.line_id for item in done} == {"one", "two", "three"}
    assert [item.line_id for item in wrong if item.key in given_answers(changed)] == []
    assert len(errors) == 3
    assert all(error.place == "Log" for error in errors)
    assert "\n".join(line for line in changed.split("\n") if "tracker:answer" not in line) == LOG


def test_a_page_without_answers_is_as_it_was() -> None:
    assert with_answers(LOG, [], "Log") == (LOG, (), ())


def test_an_answer_of_ours_is_known_by_its_line() -> None:
    assert is_answer(f"*: 3 wood {answer().marker}")
    assert not is_answer("*: 3 wood <!-- tracker:answered -->")
