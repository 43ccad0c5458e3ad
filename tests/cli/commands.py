"""Runs commands as a shell would: arguments in; exit code, output and errors out."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.app.wiring import Record
from tracker.app.keeping.interchange import line_of


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Runner: TypeAlias = Callable[..., Done]


def write_records(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(f"{line_of(record)}\n" for record in records), encoding="utf-8")
    return path
