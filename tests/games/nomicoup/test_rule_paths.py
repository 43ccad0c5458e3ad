"""The rule tree whatever is done to it: no two rules share a path, nothing gets lost, and depth or odd IDs do no harm."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.games.nomicoup.precedence import precedence
from tracker.games.nomicoup.proposition_reading import read, rule_named
from tracker.games.nomicoup.references import references_in, stale_references
from tracker.games.nomicoup.rule_changes import (
    ADDITION,
    APPENDICATION,
    CONTENT_EDIT,
    DELETION,
    ID_EDIT,
    TITLE_EDIT,
    By,
    Change,
    Readings,
    is_by_itself,
    make,
    title_later,
)
from tracker.games.nomicoup.rule_paths import (
    Rule,
    RuleTree,
    at_path,
    copied,
    faults,
    id_path_of,
    label,
    planted,
    shown_path,
    title_path,
    titled,
    walk,
)
from tracker.games.nomicoup.state import World, first_tree
from tracker.mechanics.freezing import frozen, thawed

WHEN = datetime(2021, 5, 1, 10, tzinfo=UTC)
BY = By(1, "ana", WHEN)
TITLES = ("", "A", "a ", "B", "A / B", "B / A", "A > B", "Income", "Coup")
IDS = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(lambda ids: ".".join(map(str, ids)))


def tree_of(*paths: str) -> RuleTree:
    return planted((path, f"Title {path.replace('.', '-')}", "content") for path in paths)


def paths(tree: RuleTree) -> list[str]:
    return [shown_path(tree, rule) for rule in walk(tree)]


def rule_at(tree: RuleTree, path: str) -> Rule:
    found = at_path(tree, id_path_of(path) or ())
    assert found is not None, path
    return found


# --- whatever is done -------------------------------------------------------------------------------------------------


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, str, str, str, str, bool]:
    kind = draw(st.sampled_from([ADDITION, CONTENT_EDIT, ID_EDIT, TITLE_EDIT, DELETION, APPENDICATION]))
    text = draw(st.sampled_from(["", " ", "words", "rule 1 and 2.1"]))
    places = {ADDITION: IDS | st.just(""), ID_EDIT: IDS}
    titles = {ADDITION: st.sampled_from(TITLES), TITLE_EDIT: st.sampled_from(TITLES[1:])}
    place, title = draw(places.get(kind, st.just(""))), draw(titles.get(kind, st.just("")))
    return kind, draw(IDS), place, title, text, draw(st.booleans())


@st.composite
def readings(draw: st.DrawFn) -> Readings:
    return Readings(*(draw(st.booleans()) for _ in range(5)))


@settings(max_examples=120, deadline=None)
@given(st.lists(changes(), max_size=14), readings(), st.booleans())
def test_no_two_rules_share_a_path_after_any_sequence_of_changes(
    drawn: list[tuple[str, str, str, str, str, bool]], ruled: Readings, is_first: bool
) -> None:
    tree = first_tree() if is_first else tree_of("1", "2", "2.1", "2.2", "2.2.1", "3", "4")
    for kind, path, place, title, text, under in drawn:
        rule = at_path(tree, id_path_of(path) or ())
        change = Change(kind, rule=rule.key if rule else 0, path=path, place=place, title=title, text=text)
        if under and kind == ADDITION:
            change.under, change.under_path, change.place = change.rule, path, place[-1:]
        before, shown = {each.key: label(tree, each) for each in walk(tree)}, paths(tree)
        tried, is_alone = copied(tree), is_by_itself(tree, change)
        foreseen = make(tried, change, BY, ruled)
        assert paths(tree) == shown
        made = make(tree, change, BY, ruled)
        assert faults(tree) == []
        assert (paths(tree) == shown and set(tree.rules) == set(before)) or not made.code
        assert sorted(made.gone) == sorted(before[key] for key in set(before) - set(tree.rules))
        assert (foreseen.gone, foreseen.replaced, tried) == (made.gone, made.replaced, tree)
        assert set(made.replaced) <= set(made.gone)
        assert len(made.gone) <= (kind == DELETION) or not is_alone


def test_the_tree_is_the_same_when_it_was_stored() -> None:
    world = World()
    assert thawed(World, frozen(World, world)) == world
    assert len(world.rules.rules) == 57


# --- depth and odd paths ----------------------------------------------------------------------------------------------


def test_a_thousand_rules_below_one_another_are_moved_and_deleted_at_once() -> None:
    deep = ["1"]
    deep += [f"{above}.1" for above, _ in zip(_deepening(), range(999), strict=False)]
    began = perf_counter()
    tree = planted((path, f"T{number}", "content") for number, path in enumerate(deep))
    assert len(tree.rules) == 1000
    assert faults(tree) == []
    assert make(tree, Change(ID_EDIT, rule=rule_at(tree, "1").key, place="3"), BY).code == ""
    assert make(tree, Change(TITLE_EDIT, rule=rule_at(tree, "3.1").key, title="New"), BY).code == ""
    lowest = list(walk(tree))[-1]
    assert shown_path(tree, lowest) == ".".join(["3", *["1"] * 999])
    assert titled(tree, title_path(tree, lowest)) == [lowest]
    assert len(make(tree, Change(DELETION, rule=rule_at(tree, "3").key), BY).gone) == 1000
    assert tree.rules == {}
    assert perf_counter() - began < 5


def _deepening() -> list[str]:
    return [".".join(["1"] * depth) for depth in range(1, 1000)]


@pytest.mark.parametrize("path", ["4.4.0", "٣", "0", "", "4..4", ".4", "4.-1", "4.4.3a", "04", "1" * 5000, "4 .4", "½"])
def test_what_is_no_id_path(path: str) -> None:
    assert id_path_of(path) is None
    assert isinstance(rule_named(first_tree(), path), str)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ([("1", "A", "a"), ("1", "B", "b")], "two rules have the ID path 1"),
        ([("1.1", "A", "a")], "rule 1.1 has no parent"),
        ([("1", "A", "a"), ("2", " a", "b")], "two rules have the title path"),
        ([("1.0", "A", "a")], "is no ID path"),
    ],
)
def test_a_tree_that_cannot_be_is_told(rules: list[tuple[str, str, str]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        planted(rules)


def test_two_untitled_rules_beside_each_other_are_no_conflict() -> None:
    tree = planted([("1", "", "a"), ("2", "", "b"), ("1.1", "X", "c"), ("2.1", "X", "d")])
    assert faults(tree) == []
    assert [title_path(tree, rule) for rule in walk(tree)] == ["", "", "", ""]


def test_cyclic_moves_change_nothing() -> None:
    tree = tree_of("1", "1.1", "1.1.1")
    before = paths(tree)
    for place in ("1.1.1.1", "1.1.2", "1"):
        assert make(tree, Change(ID_EDIT, rule=rule_at(tree, "1").key, place=place), BY).code in (
            "not_allowed",
            "no_change",
        )
    assert paths(tree) == before


def test_a_newcomer_brings_its_own_subrules_and_keeps_the_others() -> None:
    tree = tree_of("1", "1.1", "1.1.1", "1.2", "2", "2.1", "2.3")
    names = {rule.key: rule.title for rule in walk(tree)}
    made = make(tree, Change(ID_EDIT, rule=rule_at(tree, "2").key, place="1"), BY)
    assert paths(tree) == ["1", "1.1", "1.1.1", "1.2", "1.3"]
    assert [names[rule.key] for rule in walk(tree)] == ["Title 2", "Title 2-1", "Title 1-1-1", "Title 1-2", "Title 2-3"]
    assert made.gone == ["1 - Title 1", "1.1 - Title 1-1"]


@pytest.mark.parametrize(
    ("present", "deleted", "left"),
    [(("1", "2", "5", "7"), "2", ["1", "2", "5"]), (("1", "2"), "2", ["1"]), (("3", "9"), "3", ["3"])],
)
def test_siblings_close_up_in_order(present: tuple[str, ...], deleted: str, left: list[str]) -> None:
    tree = tree_of(*present)
    make(tree, Change(DELETION, rule=rule_at(tree, deleted).key), BY)
    assert paths(tree) == left


@pytest.mark.parametrize(
    ("change", "replaced", "gone"),
    [
        (Change(ADDITION, place="1.4", title="Title 1-1", text="x"), ["1.1 - Title 1-1"], ["1.1.1 - Title 1-1-1"]),
        (Change(ID_EDIT, path="2", place="1.1"), ["1.1 - Title 1-1", "1.1.1 - Title 1-1-1"], []),
        (Change(TITLE_EDIT, path="1.2", title="Title 1-1"), ["1.1 - Title 1-1"], []),
        (Change(CONTENT_EDIT, path="1.1"), [], ["1.1 - Title 1-1", "1.1.1 - Title 1-1-1"]),
        (Change(CONTENT_EDIT, path="1.1", old="content"), [], ["1.1 - Title 1-1", "1.1.1 - Title 1-1-1"]),
        (Change(CONTENT_EDIT, path="1.1", text="new"), [], []),
        (Change(APPENDICATION, path="1.1", text="new"), [], []),
    ],
)
def test_what_is_replaced_is_told_from_what_goes_along(change: Change, replaced: list[str], gone: list[str]) -> None:
    tree = tree_of("1", "1.1", "1.1.1", "1.2", "2", "2.1")
    change.rule = rule_at(tree, change.path).key if change.path else 0
    made = make(tree, change, BY)
    assert made.replaced == replaced
    assert [each for each in made.gone if each not in made.replaced] == gone


def test_a_change_below_is_tried_on_a_copy_alone() -> None:
    tree = tree_of("1", "1.1", "2")
    tried = copied(tree)
    make(tried, Change(DELETION, rule=rule_at(tree, "1").key), BY)
    make(tried, Change(CONTENT_EDIT, rule=rule_at(tree, "2").key, text="new"), BY)
    assert tree == tree_of("1", "1.1", "2")


# --- what is shown beforehand, titles, references, precedence ---------------------------------------------------------


def test_what_goes_is_listed_in_the_order_of_the_tree() -> None:
    tree = first_tree()
    assert make(tree, Change(DELETION, rule=rule_at(tree, "4.4").key), BY).gone == [
        "4.4 - Actions",
        "4.4.1 - Income",
        "4.4.2 - Foreign Aid",
        "4.4.3 - Coup",
    ]


def test_a_title_that_another_rule_has_cannot_be_given_later() -> None:
    tree = first_tree()
    rule = make(tree, Change(ADDITION, text="x"), BY).rule
    assert rule is not None
    assert title_later(tree, rule, "coup", "cy", WHEN) == "not_allowed"
    assert title_later(tree, rule, " ", "cy", WHEN) == "not_allowed"
    assert title_later(tree, rule, "Banking", "cy", WHEN) == ""
    assert title_path(tree, rule) == "Banking"


def test_references_of_rules() -> None:
    assert references_in("see 4.6 - Characters, rule 3 and rules 3.1.1. In 10 or 2.5, not v1.2 or 4.0.") == (
        *("4.6", "3", "3.1.1", "2.5"),
    )


def test_the_first_rules_refer_to_rules_that_there_are() -> None:
    assert list(stale_references(first_tree())) == []


def test_a_reference_is_stale_when_its_rule_is_called_otherwise() -> None:
    tree = first_tree()
    make(tree, Change(TITLE_EDIT, rule=rule_at(tree, "4.6").key, title="Roles"), BY)
    assert [(each.rule, each.written, each.means) for each in stale_references(tree)] == [
        ("4.4 - Actions", "4.6", "4.6 - Roles"),
        ("4.5 - Counteractions", "4.6", "4.6 - Roles"),
    ]


def _rule(key: int, content: str, edited: int | None = None) -> Rule:
    return Rule(key, key, 0, str(key), content, None if edited is None else WHEN + timedelta(days=edited))


@pytest.mark.parametrize(
    ("one", "other", "prevails"),
    [
        (_rule(1, "a", 5), _rule(2, "b", 3), 1),
        (_rule(1, "a"), _rule(2, "b", 3), 2),
        (_rule(1, "a"), _rule(2, "b"), 0),
        (_rule(1, "This rule takes precedence over every other rule."), _rule(2, "b", 3), 1),
        (_rule(1, "It defers to rule 2.", 5), _rule(2, "b", 3), 2),
        (_rule(1, "It takes precedence."), _rule(2, "It takes precedence over rule 1.", 3), 2),
        (_rule(1, "It defers to rule 2.", 5), _rule(2, "It defers to rule 1.", 3), 1),
        (_rule(1, "It takes precedence over 3. It defers to 2.", 5), _rule(2, "b", 3), 1),
    ],
)
def test_precedence(one: Rule, other: Rule, prevails: int) -> None:
    assert precedence(one, other).prevails == precedence(other, one).prevails == prevails


# --- any text ---------------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Type: ",
                "Addition",
                "Content Edit",
                "ID Edit",
                "Rule: ",
                "4.4.3",
                "New ID: ",
                "٣",
                "4.4.0",
                "\n",
                "Under: ",
            ]
        )
        | st.text(max_size=20),
        max_size=14,
    ).map("".join)
)
def test_any_text_is_read_without_raising(text: str) -> None:
    found = read(text, first_tree(), {})
    assert found is None or found.code or any(change.is_complete for change in found.changes)


def test_seed_rules_are_all_equal_in_age() -> None:
    rules = list(walk(first_tree()))
    assert {precedence(one, other).prevails for one, other in pairwise(rules)} <= {0, rule_at(first_tree(), "1.1").key}
