"""Atomic actions: which steps stand, which are redone, and of what time the whole is."""

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tracker.mechanics.table.atomic_actions import How, Logged, Step, flattened, judge

CASES = tomllib.loads(Path(__file__).with_name("atomic_actions.toml").read_text(encoding="utf-8"))["case"]


def instant(text: str) -> datetime:
    return datetime.fromisoformat(f"2019-10-{text}:00+00:00").astimezone(UTC)


def steps_of(texts: list[str]) -> list[Step]:
    return [step_of(text) for text in texts]


def step_of(text: str) -> Step:
    """``NAME``, ``NAME by NEED``, ``NAME of INNER, INNER by NEED``; a need that is none of the inner ones is the outer step's."""
    name, _, inner = text.partition(" of ")
    if not inner:
        name, _, need = text.partition(" by ")
        return Step(name, (need,) if need else ())
    steps = [step_of(each) for each in inner.split(", ")]
    names = [step.name for step in steps]
    outer = tuple(need for step in steps for need in step.needs if need not in names)
    return Step(name, outer, tuple(Step(step.name, tuple(set(step.needs) & set(names))) for step in steps))


def logged_of(text: str) -> Logged:
    step, _, at = text.rpartition(" ")
    how: How = "skipped" if step.endswith("-") else "done"
    return Logged(step.removesuffix("-"), instant(at), how, f"row {text}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_what_became_of_an_atomic_action(case: dict[str, Any]) -> None:
    found = judge(steps_of(case["steps"]), [logged_of(text) for text in case["logged"]])
    assert found.at == (instant(case["at"]) if "at" in case else None)
    for name, names in {
        "redo": found.redo,
        "missing": found.missing,
        "kept": tuple(entry.step for entry in found.kept),
    }.items():
        if name in case or name not in ("kept", "missing"):
            assert list(names) == case.get(name, []), name
    assert found.counts == ("at" in case)
    if "began" in case:
        assert found.began == instant(case["began"])


def test_other_actions_between_its_first_and_last_step_are_told() -> None:
    found = judge(steps_of(["S1", "S2", "S3"]), [logged_of(f"S{n} 01T10:{10 * (n - 1):02}") for n in (1, 2, 3)])
    others = [(instant(f"01T{at}"), at) for at in ("09:59", "10:00", "10:05", "10:19", "10:20", "10:21")]
    assert found.during(others) == ["10:05", "10:19"]
    still_open = judge(steps_of(["S1", "S2"]), [logged_of("S1 01T10:00")])
    assert still_open.during(others) == ["10:05", "10:19", "10:20", "10:21"]


def test_its_age_counts_while_it_is_open() -> None:
    still_open = judge(steps_of(["S1", "S2"]), [logged_of("S1 01T10:00")])
    assert still_open.age(instant("02T16:00")) == timedelta(hours=30)
    assert still_open.age(instant("01T09:00")) == timedelta()
    assert judge(steps_of(["S1"]), [logged_of("S1 01T10:00")]).age(instant("02T16:00")) == timedelta()


def test_nested_steps_are_named_after_the_outer_one() -> None:
    inner = Step("roll", steps=(Step("die"), Step("write", ("die",))))
    outer = [Step("outer", needs=("first",), steps=(inner, Step("end", ("roll",))))]
    assert [(step.name, step.needs) for step in flattened([Step("first"), *outer])] == [
        ("first", ()),
        ("outer: roll: die", ("first",)),
        ("outer: roll: write", ("outer: roll: die",)),
        ("outer: end", ("outer: roll",)),
    ]


def test_a_step_that_the_action_does_not_have_is_the_callers_fault() -> None:
    with pytest.raises(ValueError, match="no step 'S9'"):
        judge(steps_of(["S1"]), [logged_of("S9 01T10:00")])
