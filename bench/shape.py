"""The shape of a nomic's history: a small summary of a table of proposals, which ``bench.history`` generates from.

    python -m bench.shape proposal-history.csv

The table has a row for each proposal with the columns ``proposer``, ``postedDate``, ``status``, ``lifespan`` (hours) and
``comments``; no name and no title goes into the summary.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

SUMMARY = Path(__file__).parent / "shape.json"


@dataclass(frozen=True, slots=True)
class Shape:
    """How many matters, in which month, how long and much discussed, how resolved, and by how many people.

    ``months`` counts matters by month posted (``2005-08``); ``lifespan_hours`` and ``comments`` hold the quantiles from 0 to 100
    per cent in steps of 2; ``statuses`` are shares; ``proposers`` are matters by proposer, the busiest first.
    """

    matters: int
    months: Mapping[str, int]
    lifespan_hours: Sequence[int]
    comments: Sequence[int]
    statuses: Mapping[str, float]
    proposers: Sequence[int]


def read_shape(path: Path = SUMMARY) -> Shape:
    """The summary that is kept beside this module."""
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Shape(**kept)


def shape_of(rows: Iterable[Mapping[str, str]]) -> Shape:
    """Summarise the rows of a table of proposals."""
    table = list(rows)
    posted = (datetime.strptime(" ".join(row["postedDate"].split()), "%d %b %Y %H:%M:%S") for row in table)  # noqa: DTZ007
    statuses = Counter(row["status"] for row in table)
    return Shape(
        matters=len(table),
        months=dict(sorted(Counter(f"{when:%Y-%m}" for when in posted).items())),
        lifespan_hours=_quantiles(int(row["lifespan"]) for row in table if int(row["lifespan"]) > 0),
        comments=_quantiles(int(row["comments"]) for row in table),
        statuses={status: round(number / len(table), 4) for status, number in statuses.most_common()},
        proposers=tuple(sorted(Counter(row["proposer"] for row in table).values(), reverse=True)),
    )


def _quantiles(numbers: Iterable[int]) -> tuple[int, ...]:
    in_order = sorted(numbers)
    return tuple(in_order[step * (len(in_order) - 1) // 50] for step in range(51))


def main(path: str) -> None:
    """Write the summary of a table."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        summary = shape_of(csv.DictReader(file))
    SUMMARY.write_text(json.dumps(asdict(summary)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
