"""Soaks on the fakes: whatever goes wrong, and however often, the pages end as those of a tracker that nothing struck."""

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.faults.soak import MINUTES, TICKS, Trouble, is_flat, soak


@pytest.mark.parametrize("seed", [11, 12])
def test_a_day_of_trouble_leaves_what_a_quiet_one_leaves(tmp_path: Path, seed: int) -> None:
    found = soak(tmp_path, seed, ticks=144, density=2)
    assert found.differences == []
    assert len(found.struck) >= 5, "too little went wrong to prove anything"
    assert found.outcomes["applied"] > 10


def test_the_long_soak_is_of_thirty_days() -> None:
    assert TICKS * MINUTES == 30 * 24 * 60
    assert is_flat([90, 95, 99], 10)
    assert not is_flat([90, 95, 199], 10)


@dataclass
class Scheduled(Trouble):
    """Trouble of a schedule: what goes wrong at each tick, and at which step a process is cut."""

    schedule: tuple[tuple[str, int], ...] = ()
    number: int = 0

    def choose(self) -> None:
        self.kind, self.cut_at = self.schedule[self.number] if self.number < len(self.schedule) else ("", 0)
        self.number += 1

    def end(self) -> None:
        super().end()
        self.schedule = ()


moments = st.tuples(st.sampled_from(["", *Trouble.KINDS]), st.integers(1, 40))


@settings(max_examples=12, deadline=None)
@given(schedule=st.lists(moments, min_size=6, max_size=16), seed=st.integers(0, 999))
def test_any_schedule_of_faults_ends_well(schedule: list[tuple[str, int]], seed: int) -> None:
    trouble = Scheduled(random.Random(seed), 1, schedule=tuple(schedule))
    with tempfile.TemporaryDirectory() as folder:
        found = soak(Path(folder), seed, len(schedule), trouble, density=6)
    assert found.differences == [], found
