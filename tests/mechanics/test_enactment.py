"""What is written can be taken back byte for byte, and what it alters besides is found."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.change import SpanAmendment, amended
from tracker.core.region import page_text
from tracker.errors import InputError, PlanError, PlanStaleError
from tracker.mechanics.enacting.amendments import AmendmentDraft, SpanEdit
from tracker.mechanics.enacting.enactment import Enactment, NewPage, reversal, rules_that_differ, spans_of, what_became

PAGE = "= A =\n== One ==\nFirst.\n\nSecond.\n\n== Two ==\nThird.\n= B =\nLast."


def drafted(page: str, *edits: tuple[int, str, str]) -> AmendmentDraft:
    """A draft of these edits (offset, old, new)."""
    after = page
    for start, old, new in sorted(edits, reverse=True):
        assert after[start : start + len(old)] == old
        after = after[:start] + new + after[start + len(old) :]
    spans = tuple(SpanEdit(start, old, new, f"rule {start}") for start, old, new in sorted(edits))
    return AmendmentDraft(page, after, spans, (("A",),))


def changed(page: str, old: str, new: str) -> tuple[int, str, str]:
    return page.index(old), old, new


# --- from a draft to spans --------------------------------------------------------------------------------------------


def test_spans_make_the_drafts_page() -> None:
    draft = drafted(PAGE, changed(PAGE, "First", "Uno"), changed(PAGE, "Third.\n", ""))
    spans = spans_of(draft, "x")
    assert amended(PAGE, spans, "") == draft.after
    assert [span.name for span in spans] == [f"rule {PAGE.index('First')}", f"rule {PAGE.index('Third')}"]


def test_edits_that_touch_are_one_span() -> None:
    at = PAGE.index("Second")
    draft = drafted(PAGE, (at, "Sec", "2"), (at + 3, "ond", "nd"))
    (span,) = spans_of(draft, "x")
    assert (span.before, span.after) == ("Second", "2nd")


def test_what_the_wiki_drops_at_the_pages_end_is_no_part_of_a_span() -> None:
    draft = drafted(PAGE, (len(PAGE), "", "\n\n== New ==\nText.\n\n"))
    (span,) = spans_of(draft, "x")
    assert span.after == "\n\n== New ==\nText."
    assert amended(PAGE, (span,), "") == page_text(draft.after)


def test_what_is_left_blank_at_the_pages_end_goes_with_a_removal() -> None:
    page = "= A =\ntext\n\n== Last ==\nfoo"
    (span,) = spans_of(drafted(page, changed(page, "== Last ==\nfoo", "")), "x")
    assert amended(page, (span,), "") == "= A =\ntext"
    assert amended("= A =\ntext", reversal((span,), "= A =\ntext", "= A =\ntext", "y"), "") == page


def test_blank_space_at_the_pages_end_that_reaches_an_earlier_edit_joins_the_two() -> None:
    page = "= A =\ntext foo bar"
    draft = drafted(page, changed(page, "foo", "  "), changed(page, "bar", ""))
    (span,) = spans_of(draft, "x")
    assert (span.before, span.after) == (" foo bar", "")
    assert amended(page, (span,), "") == page_text(draft.after)


def test_letters_are_composed_as_the_wiki_does() -> None:
    draft = drafted(PAGE, changed(PAGE, "First", "Premie\u0300re"))
    (span,) = spans_of(draft, "x")
    assert span.after == "Premi\u00e8re"


def test_what_the_wiki_would_keep_otherwise_is_refused() -> None:
    with pytest.raises(PlanError, match="would keep another text"):
        spans_of(drafted(PAGE, changed(PAGE, "First", "\u0301First\x00")), "x")


# --- the way back -----------------------------------------------------------------------------------------------------

LINES = st.lists(st.sampled_from(["", "= A =", "== B ==", "one", "two two", "* item", "one"]), max_size=12)
TEXTS = st.text("ab \n=*", max_size=12)


@st.composite
def amendments(draw: st.DrawFn) -> tuple[str, tuple[SpanAmendment, ...], str]:
    """A page, spans that can be written on it, and the page that they make."""
    page = page_text("\n".join(draw(LINES)))
    cuts = sorted(draw(st.sets(st.integers(0, len(page)), max_size=6)))
    edits = [(start, page[start:end], draw(TEXTS)) for start, end in zip(cuts[::2], cuts[1::2], strict=False)]
    draft = drafted(page, *edits)
    spans = spans_of(draft, "x")
    return page, spans, amended(page, spans, "")


@given(amendments())
def test_undo_restores_the_page_byte_for_byte(case: tuple[str, tuple[SpanAmendment, ...], str]) -> None:
    page, spans, left = case
    assert amended(left, reversal(spans, left, left, "y"), "") == page


@given(amendments(), st.integers(0, 12), st.sampled_from(["new line", "= H ="]))
def test_undo_is_right_or_refused_whatever_line_was_added_since(
    case: tuple[str, tuple[SpanAmendment, ...], str], place: int, line: str
) -> None:
    page, spans, left = case
    lines = left.split("\n")
    lines.insert(min(place, len(lines)), f"zz {line}")
    now = "\n".join(lines)
    try:
        back = amended(now, reversal(spans, left, now, "y"), "")
    except PlanError:
        return
    assert f"zz {line}" in back
    assert back.replace(f"zz {line}", "").replace("\n", "") == page.replace("\n", "")


@given(amendments())
def test_what_was_written_stands_where_we_left_it_and_is_gone_where_the_page_is_as_before(
    case: tuple[str, tuple[SpanAmendment, ...], str],
) -> None:
    page, spans, left = case
    assert what_became(spans, left, left) == "stands"
    assert page == left or what_became(spans, left, page) == "gone"


RULES = "= A =\n== One ==\nA boat has 3 planks.\nOars are light.\n\n== Two ==\nThird.\n= B =\nLast."


@pytest.mark.parametrize(
    ("old", "new", "then", "now", "became"),
    [
        ("3 planks", "5 planks", "Third.", "Fourth.", "stands"),
        ("3 planks", "5 planks", "5 planks", "3 planks", "gone"),
        ("3 planks", "5 planks", "5 planks", "4 planks", "changed"),
        ("3 planks.\n", "3 planks.\nIt sinks.\n", "It sinks.\n", "", "gone"),
        ("3 planks.\n", "3 planks.\nIt sinks.\n", "sinks", "swims", "changed"),
        ("3 planks.\n", "3 planks.\nIt sinks.\n", "= B =", "= C =", "stands"),
        ("\nOars are light.", "", "3 planks.", "3 planks.\nOars are light.", "gone"),
        ("\nOars are light.", "", "3 planks.", "3 planks.\nOars are heavy.", "stands"),
    ],
)
def test_what_became_of_what_was_written(old: str, new: str, then: str, now: str, became: str) -> None:
    draft = drafted(RULES, changed(RULES, old, new))
    spans, left = spans_of(draft, "x"), draft.after
    assert left.count(then) == 1
    assert what_became(spans, left, left.replace(then, now)) == became


def test_a_line_restored_in_a_rule_that_others_changed_elsewhere_is_gone() -> None:
    draft = drafted(RULES, changed(RULES, "3 planks", "5 planks"))
    now = RULES.replace("Oars are light", "Oars are heavy")
    assert what_became(spans_of(draft, "x"), draft.after, now) == "gone"


def test_undo_refuses_what_was_changed_since() -> None:
    spans = spans_of(drafted(PAGE, changed(PAGE, "First.", "Uno.")), "x")
    left = amended(PAGE, spans, "")
    for now in (left.replace("Uno", "One"), left.replace("Uno.", "Uno. More."), "", "blanked"):
        with pytest.raises(PlanStaleError, match="was changed since we wrote it"):
            reversal(spans, left, now, "y")


def test_undo_of_a_removal_wants_its_place_unchanged() -> None:
    spans = spans_of(drafted(PAGE, changed(PAGE, "Second.\n\n", "")), "x")
    left = amended(PAGE, spans, "")
    later = left.replace("Third.", "Third!")
    assert amended(later, reversal(spans, left, later, "y"), "") == PAGE.replace("Third.", "Third!")
    with pytest.raises(PlanStaleError):
        reversal(spans, left, left.replace("== Two ==", "== Zwei =="), "y")


# --- what may differ --------------------------------------------------------------------------------------------------


def test_the_rules_touched_may_differ_and_what_is_under_them() -> None:
    assert rules_that_differ(PAGE, PAGE.replace("First", "Uno"), [("A", "One")]) == ()
    assert rules_that_differ(PAGE, PAGE.replace("First", "Uno"), [("A",)]) == ()
    assert rules_that_differ(PAGE, PAGE.replace("First", "Uno"), [("A", "Two")]) == ("A › One",)


@pytest.mark.parametrize(
    ("change", "odd"),
    [
        (("== Two ==", "== Too =="), ("A › Two", "A › Too")),
        (("Third.\n= B =", "Third.\n<!-- = B ="), ("A › Two", "B")),
        (("First.", "First.\n== Evil ==\nx"), ("A › Evil",)),
        (("= A =", "stray\n= A ="), ("the text before the first heading",)),
    ],
)
def test_what_changes_besides_is_named(change: tuple[str, str], odd: tuple[str, ...]) -> None:
    assert rules_that_differ(PAGE, PAGE.replace(*change), [("A", "One")]) == odd


def test_rules_of_one_title_are_told_apart_by_their_order() -> None:
    page = "= A =\n== R ==\none\n== R ==\ntwo"
    assert rules_that_differ(page, page.replace("one", "uno"), []) == ("A › R",)
    assert rules_that_differ(page, "= A =\n== R ==\ntwo\n== R ==\none", []) == ("A › R",)


# --- the record -------------------------------------------------------------------------------------------------------


def sample() -> Enactment:
    """An enactment as it is written down."""
    return Enactment(
        slug="dry_socks",
        title="Dry Socks",
        page="Ruleset",
        base_revision=7,
        at=datetime(2019, 10, 2, tzinfo=UTC),
        by="Ada",
        authority="the command line",
        votes="Ada FOR",
        summary="s",
        note="n",
        spans=spans_of(drafted(PAGE, changed(PAGE, "First", "Uno")), "x"),
        touched=(("A", "One"),),
    )


def test_a_record_comes_back() -> None:
    made = sample()
    due = (NewPage("The First Dynasty of Wes", "dynasty_history", "'''Wes'''"),)
    written = replace(made, revision=8, odd=("B",), pages_due=due)
    undone = replace(written, undone_by="Wes", undone_at=datetime(2019, 10, 3, tzinfo=UTC), undone_revision=9)
    for enactment in (made, written, undone):
        assert Enactment.of_record(enactment.record()) == enactment
    earlier = {name: value for name, value in made.record().items() if name not in {"pages_due", "undone_revision"}}
    assert Enactment.of_record(earlier) == made
    assert made.stands
    assert not undone.stands


@pytest.mark.parametrize("spoilt", [{"at": "now"}, {"spans": [{"kind": "CreatePage", "text": ""}]}, {"more": 1}])
def test_what_is_no_record_is_told(spoilt: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Enactment.of_record({**sample().record(), **spoilt})
