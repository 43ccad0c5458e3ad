"""Rules with clause and dates: what does not load, and which version is in force (law 6)."""

from datetime import UTC, datetime
from types import ModuleType

import pytest

from tracker.core.clause import Clause, ClauseIndex
from tracker.core.rule import Rule, RuleBook, mark_of, rule
from tracker.errors import NotInForceError, RuleError

CLAUSES = ClauseIndex([Clause("X-001", "One", ("Rules",), "AUTO"), Clause("X-002", "Two", ("Rules",), "AUTO")])


@rule("X-001", name="limit", until="2019-10-10T00:00:00Z")
def limit_until_october() -> int:
    return 2


@rule("X-001", "X-002", name="limit", since="2019-10-10T00:00:00Z")
def limit_since_october() -> int:
    return 3


def book(*functions: object) -> RuleBook:
    rules = []
    for function in functions:
        mark = mark_of(function)  # type: ignore[arg-type]
        assert mark is not None
        rules.append(Rule(mark, function))  # type: ignore[arg-type]
    return RuleBook(CLAUSES, rules)


def at(day: int) -> datetime:
    return datetime(2019, 10, day, tzinfo=UTC)


def test_version_in_force_is_chosen_by_date() -> None:
    limits = book(limit_until_october, limit_since_october)
    assert [limits.at("limit", at(day)).function() for day in (9, 10)] == [2, 3]


def test_rule_is_not_in_force_outside_its_dates() -> None:
    with pytest.raises(NotInForceError, match="limit"):
        book(limit_until_october).at("limit", at(10))


def test_rule_without_a_clause_does_not_load() -> None:
    with pytest.raises(RuleError, match="names no clause"):
        rule()(limit_until_october)


def test_rule_that_ends_before_it_begins_does_not_load() -> None:
    with pytest.raises(RuleError, match="ends before it begins"):
        rule("X-001", since="2019-10-10T00:00:00Z", until="2019-10-01T00:00:00Z")(limit_until_october)


def test_overlapping_versions_do_not_load() -> None:
    @rule("X-002", name="limit", since="2019-10-09T23:59:59Z")
    def too_early() -> int:
        return 4

    with pytest.raises(RuleError, match="versions of rule limit overlap"):
        book(limit_until_october, too_early)


def test_unknown_clause_does_not_load() -> None:
    @rule("X-999")
    def lost() -> None: ...

    with pytest.raises(RuleError, match="no clause X-999"):
        book(lost)


def test_rules_are_collected_from_the_module_that_defines_them() -> None:
    chapter, guest = ModuleType("chapter"), ModuleType("guest")

    @rule("X-001")
    def own() -> None: ...

    own.__module__ = "chapter"
    chapter.own = guest.own = own  # type: ignore[attr-defined]
    assert len(RuleBook.of_modules(CLAUSES, [chapter, guest]).in_force(at(1))) == 1


def test_book_tells_which_clauses_are_carried_out() -> None:
    assert book(limit_until_october, limit_since_october).carried_out() == {"X-001", "X-002"}
