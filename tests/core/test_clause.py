"""Dated numbers, clause indexes and the normalised text of a clause (laws 6 and 7)."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tracker.core.clause import (
    Clause,
    ClauseIndex,
    Dated,
    Parameter,
    Parameters,
    is_shaped_like,
    load_clauses,
    load_parameters,
    text_hash,
)
from tracker.errors import NotInForceError, RuleError


def day(number: int) -> datetime:
    return datetime(2019, 10, number, tzinfo=UTC)


def hours(*values: tuple[int, int | None]) -> Parameter[int]:
    return Parameter("timeout", "X-001", "hours", tuple(Dated(day(since), value) for since, value in values))


def test_parameter_holds_from_its_date_until_the_next() -> None:
    timeout = hours((1, 48), (10, 24))
    assert [timeout.at(day(number)) for number in (1, 9, 10, 30)] == [48, 48, 24, 24]


def test_parameter_asked_before_its_first_date_raises() -> None:
    with pytest.raises(NotInForceError, match=r"timeout \(X-001\)"):
        hours((5, 48)).at(day(4))


def test_repealed_parameter_raises() -> None:
    with pytest.raises(NotInForceError):
        hours((1, 48), (10, None)).at(day(11))


@pytest.mark.parametrize("values", [[(5, 48), (5, 24)], [(5, 48), (4, 24)], []])
def test_dates_that_do_not_rise_do_not_load(values: list[tuple[int, int]]) -> None:
    with pytest.raises(RuleError, match="dates must rise"):
        hours(*values)


def test_added_value_takes_its_place_by_date() -> None:
    timeout = hours((1, 48), (20, 12)).with_value(day(10), 24)
    assert [timeout.at(day(number)) for number in (9, 10, 19, 20)] == [48, 24, 24, 12]


def test_value_outside_the_choices_is_refused() -> None:
    switch = Parameter("veto", "X-002", "", (Dated(day(1), "yes"),), choices=("yes", "no"))
    with pytest.raises(RuleError, match="yes, no"):
        switch.with_value(day(2), "perhaps")


def test_parameters_in_force_leave_out_what_is_not() -> None:
    known = Parameters([hours((5, 48)), Parameter("late", "X-003", "", (Dated(day(20), 1),))])
    assert known.at(day(6)) == {"timeout": 48}
    assert known.with_value("timeout", day(6), 12).at(day(6)) == {"timeout": 12}


def test_two_clauses_or_parameters_of_one_name_do_not_load() -> None:
    clause = Clause("X-001", "One", ("Rules",), "AUTO")
    with pytest.raises(RuleError, match="X-001 stands twice"):
        ClauseIndex([clause, clause])
    with pytest.raises(RuleError, match="timeout stands twice"):
        Parameters([hours((1, 1)), hours((1, 2))])


def test_unknown_names_are_named() -> None:
    with pytest.raises(RuleError, match="no clause X-999"):
        ClauseIndex([])["X-999"]
    with pytest.raises(RuleError, match="no parameter speed"):
        Parameters([])["speed"]


def test_names_can_be_asked_for_without_raising() -> None:
    clauses, parameters = ClauseIndex([Clause("X-001", "One", ("Rules",), "AUTO")]), Parameters([hours((1, 1))])
    assert ("X-001" in clauses, "X-999" in clauses) == (True, False)
    assert ("timeout" in parameters, "speed" in parameters) == (True, False)
    assert (parameters.get("timeout"), parameters.get("speed")) == (parameters["timeout"], None)


def test_files_that_are_not_well_formed_name_their_place(tmp_path: Path) -> None:
    broken = tmp_path / "clauses.toml"
    broken.write_text("[X-001\n")
    with pytest.raises(RuleError, match=r"clauses.toml"):
        load_clauses(broken)
    broken.write_text('[X-001]\ntitle = "One"\npath = ["Rules"]\nclass = "MAYBE"\n')
    with pytest.raises(RuleError, match="class must be one of AUTO"):
        load_clauses(broken)
    broken.write_text("[timeout]\nvalue = 48\n")
    with pytest.raises(RuleError, match="names no clause"):
        load_parameters(broken)


def test_dated_values_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "parameters.toml"
    path.write_text(
        '[timeout]\nclause = "X-001"\nunit = "hours"\n'
        "values = [{since = 2019-10-01, value = 48}, {since = 2019-10-10T12:00:00Z, value = 24}, {since = 2019-10-20}]\n"
    )
    timeout = load_parameters(path)["timeout"]
    assert (timeout.at(day(1)), timeout.at(day(11))) == (48, 24)
    with pytest.raises(NotInForceError):
        timeout.at(day(20))


def test_an_open_table_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "parameters.toml"
    path.write_text('[suits]\nclause = "X-1"\nopen = true\nvalue = {1 = "Cups"}\n[dice]\nclause = "X-1"\nvalue = 6\n')
    assert [parameter.is_open for parameter in load_parameters(path).values()] == [True, False]


@pytest.mark.parametrize(
    ("value", "like"),
    [
        (5, 1),
        ("b", "a"),
        (["b", "c"], ["a"]),
        ([], ["a"]),
        ({}, {"a": 1}),
        ({"b": 2}, {"a": 1}),
        ({"b": ["x"], "a": 2}, {"a": 1, "c": ["y"]}),
        ({"b": {"n": 2, "m": 3}}, {"a": {"n": 1}}),
    ],
)
def test_what_is_of_one_shape(value: object, like: object) -> None:
    assert is_shaped_like(value, like)


@pytest.mark.parametrize(
    ("value", "like"),
    [
        (-1, 1),
        (True, 1),
        (1.5, 1),
        (1_000_001, 1),
        ("1", 1),
        (1, "a"),
        (" ", "a"),
        ("a", ["a"]),
        ([1], ["a"]),
        ([""], ["a"]),
        ([["a"]], ["a"]),
        (["a"], {"a": 1}),
        ({1: 1}, {"a": 1}),
        ({"": 1}, {"a": 1}),
        ({"a": "x"}, {"a": 1, "b": "y"}),
        ({"a": {"n": "x"}}, {"a": {"n": 1}}),
        (None, {"a": 1}),
    ],
)
def test_what_is_of_another_shape(value: object, like: object) -> None:
    assert not is_shaped_like(value, like)


@pytest.mark.parametrize(
    "noise",
    [
        "A  matter is\n''Popular''.",
        "'''A matter''' is “Popular”.".replace("“Popular”", "Popular"),
        "* A matter is [[Popularity|Popular]].",
        "A <b>matter</b> is<!-- really --> Popular.",
        "A matter\u00a0is Popular.",
    ],
)
def test_layout_noise_is_no_change(noise: str) -> None:
    assert text_hash(noise) == text_hash("A matter is Popular.")


def test_quotes_and_dashes_are_layout_too() -> None:
    assert text_hash("the Weatherman’s “icon” – his") == text_hash('the Weatherman\'s "icon" - his')


def test_renamed_terms_are_no_change() -> None:
    terms = {"Pilot": "Castaway", "Storm": "Weatherman"}
    assert text_hash("Idle Pilots and a Pilot's Storm", terms) == text_hash(
        "Idle Castaways and a Castaway's Weatherman"
    )


@pytest.mark.parametrize("other", ["A matter is Unpopular.", "A matter is Popular", "A matter isn't Popular.", ""])
def test_other_wording_is_a_change(other: str) -> None:
    assert text_hash(other) != text_hash("A matter is Popular.")


@pytest.mark.parametrize("tag", ["s", "del", "ins", "includeonly", "noinclude", 'span style="display:none"'])
def test_words_struck_out_or_hidden_read_otherwise(tag: str) -> None:
    name = tag.split()[0]
    assert text_hash(f"A vote <{tag}>does not</{name}> count.") != text_hash("A vote does not count.")


@pytest.mark.parametrize("tag", ["b", "small", 'span style="color:red"', 'div class="rule"'])
def test_words_set_in_another_dress_read_alike(tag: str) -> None:
    name = tag.split()[0]
    assert text_hash(f"A vote <{tag}>does not</{name}> count.") == text_hash("A vote does not count.")
