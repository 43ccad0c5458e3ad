"""The notation: each thing that it can say, read back from random lines, and carried out when a matter is written in it."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.practice_cases import PAGE
from tests.mechanics.test_practice import drafted_on
from tracker.errors import InputError
from tracker.mechanics.enacting.instructions import (
    AddItem,
    Append,
    Condition,
    Gamestate,
    GlossaryEntry,
    Insert,
    Instruction,
    MatterEnacted,
    Move,
    NewRule,
    Place,
    Position,
    Quote,
    Rename,
    Repeal,
    Replace,
    ReplaceEverywhere,
    Reword,
    RuleExists,
    RuleName,
    Step,
    Stretch,
    TextExists,
    Unit,
)
from tracker.mechanics.enacting.notation import parsed, quoted

TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
TITLES = st.from_regex(r"[A-Z][a-z]{0,8}( [A-Z][a-z]{1,8}){0,2}", fullmatch=True)
SIDES: st.SearchStrategy[Literal["before", "after"]] = st.sampled_from(("before", "after"))
UNITS: st.SearchStrategy[Unit] = st.sampled_from(("text", "sentence", "paragraph", "item", "step"))


@st.composite
def rules(draw: st.DrawFn) -> Any:
    above, title, more = (
        draw(st.lists(TITLES, max_size=2)),
        draw(TITLES),
        draw(st.sampled_from(("", "section", "number"))),
    )
    line = f"[[{' | '.join([*above, title])}]]{f' {more} {quoted(title)}' if more else ''}"
    return line, RuleName(title, above=tuple(above), **({more: title} if more else {}))


@st.composite
def positions(draw: st.DrawFn) -> Any:
    unit, nth = draw(UNITS), draw(st.integers(-1, 20))
    return {-1: f"last {unit}", 0: f"only {unit}"}.get(nth, f"{unit} {nth}"), Position(unit, nth)


@st.composite
def targets(draw: st.DrawFn) -> Any:
    unit, text, other = draw(UNITS), draw(TEXTS), draw(TEXTS)
    where, position = draw(positions())
    return draw(
        st.sampled_from(
            (
                (quoted(text), Quote(text)),
                (f"{unit} {quoted(text)}", Quote(text, unit, is_all=True)),
                (f"{unit} with {quoted(text)}", Quote(text, unit)),
                (f"{quoted(text)} in {where}", Quote(text, within=position)),
                (f"{unit} from {quoted(text)}", Stretch(text, "", unit)),
                (f"{unit} from {quoted(text)} to {quoted(other)}", Stretch(text, other, unit)),
                (where, position),
            )
        )
    )


@st.composite
def places(draw: st.DrawFn) -> Any:
    (line, rule), section = draw(rules()), draw(TITLES)
    return draw(
        st.sampled_from(
            (
                (f"under {line}", Place(parent=rule)),
                (f"first under {line}", Place(parent=rule, where="start")),
                (f"under section {quoted(section)}", Place(section=section)),
                (f"first under section {quoted(section)}", Place(section=section, where="start")),
                (f"before rule {line}", Place(where="before", beside=rule)),
                (f"after rule {line}", Place(where="after", beside=rule)),
            )
        )
    )


@st.composite
def changes(draw: st.DrawFn) -> Any:
    (line, rule), (there, place), (what, target) = draw(rules()), draw(places()), draw(targets())
    unit, old, new, side = draw(UNITS), draw(TEXTS), draw(TEXTS), draw(SIDES)
    where, named = draw(st.sampled_from(((f"in {line}", rule), ("in the ruleset", None))))
    text, words = quoted(new), quoted(old)
    return draw(
        st.sampled_from(
            (
                (f"add rule {words}: {text}", NewRule(old, new)),
                (f"{there}: add rule {words}: {text}", NewRule(old, new, place)),
                (f"repeal {line}", Repeal(rule)),
                (f"reword {line}: {text}", Reword(rule, new)),
                (f"rename {line}: {text}", Rename(rule, new)),
                (f"mark {line} as {text}", Rename(rule, new, is_status=True)),
                (f"move {line} {there}", Move(rule, place)),
                (f"by hand: {text}", Gamestate(new)),
                (f"{where}: replace {what} with {text}", Replace(named, target, new)),
                (f"{where}: remove {what}", Replace(named, target, "")),
                (f"{where}: add {unit} {text} {side} {what}", Insert(named, target, side, new, unit)),
                (f"{where}: add {text} within {what}", Insert(named, target, "after", new, goes_on=True)),
                (f"in {line}: replace all {what} with {text}", Replace(rule, target, new, every=True)),
                (f"in {line}: remove all {what}", Replace(rule, target, "", every=True)),
                (f"in {line}: add {unit} {text}", Append(rule, new, unit)),
                (f"in {line}: add {unit} {text} at the end", Append(rule, new, unit, is_placed=True)),
                (f"in {line}: add to list {text}", AddItem(rule, new)),
                (f"in {line}: add term {words}: {text}", GlossaryEntry(rule, old, new)),
                (f"in the ruleset: replace all {words} with {text}", ReplaceEverywhere(old, new)),
                (f"in the ruleset: remove all {words}", ReplaceEverywhere(old, "")),
                (f"in section {words}: replace all {words} with {text}", ReplaceEverywhere(old, new, old)),
            )
        )
    )


@st.composite
def conditions(draw: st.DrawFn) -> Any:
    (line, rule), text, wanted = draw(rules()), draw(TEXTS), draw(st.booleans())
    fact, condition = draw(
        st.sampled_from(
            (
                (f"enacted {quoted(text)}", MatterEnacted(text, wanted)),
                (f"there is {line}", RuleExists(rule, wanted)),
                (f"{line} says {quoted(text)}", TextExists(rule, text, wanted)),
                (f"the ruleset says {quoted(text)}", TextExists(None, text, wanted)),
            )
        )
    )
    return f"{'if' if wanted else 'unless'} {fact}: ", condition


@given(st.lists(conditions(), max_size=2), changes())
def test_whatever_the_notation_can_say_is_read_as_it_was_meant(
    asked: list[tuple[str, Condition]], change: tuple[str, Instruction]
) -> None:
    line = "".join([*(words for words, _ in asked), change[0]])
    assert parsed(line) == Step(line, change[1], tuple(condition for _, condition in asked), line)


@pytest.mark.parametrize(
    "line",
    ["", "repeal Votes", 'in [[Votes]]: replace "a"', 'in the ruleset: add to list "x"', 'repeal [[A]] except "b"'],
)
def test_what_is_no_line_of_it_raises_the_documented_error(line: str) -> None:
    with pytest.raises(InputError):
        parsed(line)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("<p>in [[Tides]]: replace “High” with “Higher”</p>", 'in [[Tides]]: replace "High" with "Higher"'),
        (
            "<p>after rule [[Tides]]: add rule “Ebb”:</p><blockquote><p>It ebbs.</p></blockquote>",
            "after rule [[Tides]]: add",
        ),
        ("<p>repeal [[Lost Property]]</p>", "repeal [[Lost Property]]"),
        ("<p>in [[Ships]]: add sentence “x” after sentence 1</p>", 'in [[Ships]]: add sentence "x" after sentence 1'),
        ("<p>unless enacted “P”: repeal [[Tides]]</p>", 'unless enacted "P": repeal [[Tides]]'),
    ],
)
def test_a_matter_may_be_written_in_it(body: str, line: str) -> None:
    assert drafted_on(PAGE, body).notation[0].startswith(line)
