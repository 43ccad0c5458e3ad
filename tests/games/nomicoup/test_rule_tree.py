"""The rule tree whatever is done to it: no two rules share a path, nothing gets lost, and depth or odd IDs do no harm."""

from datetime import UTC, datetime
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tries import tries
from tracker.games.nomicoup.proposing.proposition_reading import (
    differences,
    is_respelled,
    named_rule,
    read,
    says_from_when,
)
from tracker.games.nomicoup.rule_tree.rule_changes import (
    ADDITION,
    APPENDICATION,
    CONTENT_EDIT,
    DELETION,
    ID_EDIT,
    TITLE_EDIT,
    By,
    make,
)
from tracker.games.nomicoup.rule_tree.rule_paths import (
    Rules,
    faults,
    id_path_of,
    in_order,
    label,
    references_in,
    title_paths,
    titled,
)
from tracker.games.nomicoup.state import Change, Coup, Proposition, Rule
from tracker.mechanics.chat.carrying import Refused

WHEN = datetime(2021, 5, 1, 10, tzinfo=UTC)
TITLES = ("", "A", "a ", "B", "A / B", "B / A", "A > B", "Income", "Coup")
IDS = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(lambda ids: ".".join(map(str, ids)))


def first() -> Rules:
    return Coup().rules


def tree_of(*paths: str) -> Rules:
    return {path: Rule(title=f"Title {path.replace('.', '-')}", content="x", key=n) for n, path in enumerate(paths, 1)}


def by(newest: int = 1000) -> By:
    return By(1, "ana", WHEN, newest)


def on(rules: Rules, where: str, type: str, **more: str) -> Change:
    """A change that is bound to the rule on a path."""
    return Change.model_validate(
        {"type": type, "rule": where, "key": rules[where].key if where in rules else 0, **more}
    )


# --- whatever is done -------------------------------------------------------------------------------------------------


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, str, str, str, str]:
    kind = draw(st.sampled_from([ADDITION, CONTENT_EDIT, ID_EDIT, TITLE_EDIT, DELETION, APPENDICATION]))
    places = {ADDITION: IDS | st.just(""), ID_EDIT: IDS}
    titles = {ADDITION: st.sampled_from(TITLES), TITLE_EDIT: st.sampled_from(TITLES[1:])}
    place, title = draw(places.get(kind, st.just(""))), draw(titles.get(kind, st.just("")))
    return kind, draw(IDS), place, title, draw(st.sampled_from(["", " ", "words", "rule 1 and 2.1"]))


@settings(max_examples=tries(80, long=400))
@given(st.lists(changes(), max_size=14), st.booleans())
def test_no_two_rules_share_a_path_after_any_sequence_of_changes(
    drawn: list[tuple[str, str, str, str, str]], is_first: bool
) -> None:
    rules = first() if is_first else tree_of("1", "2", "2.1", "2.2", "2.2.1", "3", "4")
    for n, (kind, path, place, title, text) in enumerate(drawn):
        change = on(rules, path, kind, path=place, title=title, text=text)
        before = {each.key: label(rules, at) for at, each in rules.items()}
        made = make(rules, change, by(1000 + n))
        left = {each.key for each in rules.values()}
        assert faults(rules) == []
        assert sorted(made.gone) == sorted(before[key] for key in before.keys() - left)
        assert set(made.replaced) <= set(made.gone)
        assert not made.code or left == set(before)


def test_a_thousand_rules_below_one_another_are_moved_titled_and_deleted_at_once() -> None:
    rules: Rules = {".".join(["1"] * n): Rule(title=f"Title {n}", content="x", key=n) for n in range(1, 1001)}
    began = process_time()
    assert make(rules, on(rules, "1", ID_EDIT, path="3"), by()).code == ""
    assert make(rules, on(rules, "3", TITLE_EDIT, title="New"), by()).code == ""
    lowest = in_order(rules)[-1]
    assert lowest == ".".join(["3", *["1"] * 999])
    assert titled(rules, title_paths(rules)[lowest]) == lowest
    assert len(make(rules, on(rules, "3", DELETION), by()).gone) == 1000
    assert rules == {}
    assert process_time() - began < 3


@pytest.mark.parametrize("path", ["4.4.0", "٣", "0", "", "4..4", ".4", "4.-1", "4.4.3a", "04", "1" * 5000, "4 .4", "½"])
def test_what_is_no_id_path(path: str) -> None:
    assert id_path_of(path) == ""
    with pytest.raises(Refused):
        named_rule(first(), path)


# --- titles, references, precedence -----------------------------------------------------------------------------------


def test_references_of_rules() -> None:
    text = "see 4.6 - Characters, rule 3 and rules 3.1.1. In 10 or 2.5, not v1.2 or 4.0."
    assert {"4.6", "3", "3.1.1", "2.5"} <= set(references_in(text))
    assert "1.2" not in references_in(text)


# --- any text ---------------------------------------------------------------------------------------------------------

PARTS = ["Type: ", "Addition", "Content Edit", "ID Edit", "Rule: ", "4.4.3", "New ID: ", "٣", "4.4.0", "\n", "Under: "]


@settings(max_examples=tries(100, long=400))
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=20), max_size=14).map("".join))
def test_any_text_is_read_without_raising(text: str) -> None:
    found = read(text, first())
    assert found is None or found.code or any(not change.code for change in found.changes)


def said(talk: str, text: str = "x") -> str:
    whole = f"Proposition: A\n{talk}\nType: Addition\nContent: {text}"
    proposed = [Change(type=ADDITION, text=text)]
    return says_from_when({}, Proposition(proponent="ana", made_at=WHEN, text=whole, changes=proposed))


@pytest.mark.parametrize(
    "words",
    [
        "It is retroactive",
        "The change applies to all earlier actions",
        "It is backdated to Monday",
        "This proposition holds from 1 May on",
        "The change does not take effect until the next round",
        "Both edits hold with effect from yesterday",
    ],
)
def test_words_that_say_from_when_a_proposition_holds(words: str) -> None:
    assert said(f"{words}.") == said("", f"Pay 6. {words}.") == words


@pytest.mark.parametrize(
    "words",
    [
        "",
        "It is not retroactive",
        "This change takes effect upon adoption",
        "An action takes effect when its window closes",
    ],
)
def test_words_that_say_nothing_of_the_kind(words: str) -> None:
    assert said(f"{words}.") == said("", f"Pay 6. {words}.") == ""


@pytest.mark.parametrize(
    ("before", "after", "is_so"),
    [
        ("they recieve it", "they receive it", True),
        ("Pay 7", "Pay 6", False),
        ("Pay seven", "Pay six", False),
        ("a player may", "A player may.", True),
        ("may not pass", "may pass", False),
        ("take card from deck", "take a card from the deck,", True),
        ("", "new words", False),
    ],
)
def test_what_may_be_a_change_of_spelling(before: str, after: str, is_so: bool) -> None:
    assert all(is_respelled(was, now, 0.7) for was, now in differences(before, after)) is is_so
