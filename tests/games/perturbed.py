"""Makes the code of a rule return something else, so that what really hangs on a clause is seen, whatever the tracker says of it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from enum import Enum
from itertools import count
from types import CellType
from typing import Any

from tracker.core.leaning import collecting
from tracker.core.rule import Rule

Change = Callable[[Any], Any]
MOST_CALLS = 2_000
"""Called more often than this a rule is called without end: what it was to settle stays due for ever where it does nothing."""


def another(value: Any, *, step: int = 1) -> Any:
    """Another value of the same sort: a number some steps on, a list without its items; itself where none comes to mind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        members = list(type(value))
        return members[(members.index(value) + step) % len(members)]
    if isinstance(value, int):
        return value + step
    if isinstance(value, datetime | timedelta):
        return value + step * timedelta(hours=1)
    if isinstance(value, tuple) and len(value) > 0 and isinstance(value[0], bool):
        return (not value[0], *value[1:])
    return type(value)() if type(value) in (list, dict, set, tuple) else value


def one_less(value: Any) -> Any:
    """Another value of the same sort, a step back."""
    return another(value, step=-1)


def nothing(value: Any) -> Any:
    """What a rule returns whose effect on the state is left out."""
    return value


def wrapped(rule: Rule) -> tuple[Callable[..., Any], CellType]:
    """The function that the outermost mark of a rule holds, and where it holds it."""
    function = vars(rule.function)["__wrapped__"]
    (cell,) = [cell for cell in rule.function.__closure__ or () if cell.cell_contents is function]
    return function, cell


@contextmanager
def returning(rule: Rule, change: Change, *, runs: bool = True) -> Iterator[None]:
    """Let a rule return what ``change`` makes of its result; one that does not run returns None, and writes nothing."""
    function, cell = wrapped(rule)
    calls = count(1)

    def changed(*args: Any, **kwargs: Any) -> Any:
        if next(calls) > MOST_CALLS:
            raise RuntimeError(f"{rule.mark.name} is called without end")
        return change(function(*args, **kwargs)) if runs else None

    cell.cell_contents = changed
    try:
        yield
    finally:
        cell.cell_contents = function


def asked(facts_now: Callable[[], Mapping[str, Any]]) -> frozenset[str]:
    """The clauses of all rules that are called at all: on the others nothing hangs."""
    with collecting() as found:
        facts_now()
    return frozenset(found.clauses)


def facts_that_hang_on(rule: Rule, before: Mapping[str, Any], facts_now: Callable[[], Mapping[str, Any]]) -> set[str]:
    """The names of the facts that come out otherwise than ``before`` when the rule returns something else, or does nothing."""
    found = set[str]()
    wrapped(rule)  # Only what the changed rule makes other code raise is passed over.
    for change, runs in ((another, True), (one_less, True), (nothing, False)):
        # Other code need not bear what no rule returns.
        with suppress(Exception), returning(rule, change, runs=runs):
            after = facts_now()
            found |= {name for name in before.keys() & after.keys() if before[name] != after[name]}
    return found
