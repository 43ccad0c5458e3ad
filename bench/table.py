"""A table of what was measured: value, target, and the ratio of the two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Measure:
    """One number that was measured, in its unit, and the most it may be (None: it is only shown)."""

    name: str
    value: float
    unit: str
    target: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the value is no more than its target."""
        return self.target is None or self.value <= self.target

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The cells: name, value with unit, target, ratio."""
        shown = f"{self.value:.3g} {self.unit}" if self.value < 100 else f"{self.value:,.0f} {self.unit}"
        if self.target is None:
            return (self.name, shown, "", "")
        missed = "" if self.is_met else "  missed"
        return (self.name, shown, f"{self.target:g} {self.unit}", f"{self.value / self.target:.2f}{missed}")


def print_table(measures: Sequence[Measure]) -> int:
    """Print the measures; 1 where a target is missed."""
    rows = [("what", "measured", "target", "ratio"), *(measure.row for measure in measures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return int(not all(measure.is_met for measure in measures))


def largest_resident_set() -> float:
    """The most memory, in megabytes, that this process held so far; what ``getrusage`` tells was its parent's, if that had more."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines())
    return int(status["VmHWM"].split()[0]) / 1024
