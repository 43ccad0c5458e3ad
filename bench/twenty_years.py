"""What twenty years cost: appending them, folding them from the start, and a tick with one new comment on top of them."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bench.history import History
from bench.table import Measure, largest_resident_set, print_table

GAME = "blognomic"
FEW = 1_000
"""How many matters the tick is compared at: it should follow what is open, not what ever was."""
RUNS = 20
ROWS_SECONDS, FOLD_SECONDS, FOLD_MEGABYTES = 3, 10, 600
TICK_SECONDS, TICK_RATIO = 0.3, 1.3


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        whole = _measured(Path(folder) / "whole.db", None)
        few = _measured(Path(folder) / "few.db", FEW)
    return print_table(
        [
            Measure(f"append {whole['rows']:,} rows of {whole['matters']:,} matters", whole["append"], "s"),
            Measure("the archive's file", whole["file"], "MB"),
            Measure("read all rows", whole["read"], "s", ROWS_SECONDS),
            Measure("import the game's rules", whole["rules"], "s"),
            Measure("fold from the start, settle and keep", whole["fold"], "s", FOLD_SECONDS),
            Measure("largest resident set while folding", whole["memory"], "MB", FOLD_MEGABYTES),
            Measure("tick with one new comment", whole["tick"], "s", TICK_SECONDS),
            Measure(f"the same tick at {few['matters']:,} matters", few["tick"], "s"),
            Measure("the one by the other", whole["tick"] / few["tick"], "times", TICK_RATIO),
        ]
    )


def _measured(path: Path, matters: int | None) -> dict[str, Any]:
    """Everything about one history, each step in a process of its own."""
    count = "all" if matters is None else str(matters)
    found: dict[str, Any] = {}
    for step in STEPS:
        output = subprocess.run(
            [sys.executable, "-m", "bench.twenty_years", step, str(path), count], check=True, stdout=subprocess.PIPE
        ).stdout
        found.update(json.loads(output))
    return found


# --- the steps ---------------------------------------------------------------------------------------------------------


def append(path: Path, history: History) -> dict[str, Any]:
    """Append a history to a fresh archive, month by month."""
    from tracker.archive.sql import open_archive
    from tracker.core.observation import ObservationBatch
    from tracker.games.registry import game

    archive, played = open_archive(path), game(GAME)
    spent, matters = 0.0, 0
    for observations in history.batches():
        batch = ObservationBatch("blog", observations, "", observations[-1].happened_at, complete=True)
        matters += sum(seen.kind == "post" for seen in observations)
        spent += _seconds(partial(archive.append, batch, played.read))
    rows = archive.last_seq()
    archive.close()
    return {"append": spent, "rows": rows, "matters": matters, "file": path.stat().st_size / 2**20}


def read(path: Path, history: History) -> dict[str, Any]:
    """Read every row, holding none, as nothing ever holds more than a year of them."""
    from tracker.archive.sql import open_archive

    archive = open_archive(path)
    return {"read": _seconds(lambda: deque(archive.rows(), maxlen=0))}


def fold(path: Path, history: History) -> dict[str, Any]:
    """Import the game's rules, fold everything, settle what is over and keep a checkpoint."""
    from tracker.app.asking.folding import fold_archive, gamestate_of
    from tracker.archive.sql import open_archive
    from tracker.games.registry import game

    archive, played, as_of = open_archive(path), game(GAME), history.end
    rules = _seconds(lambda: played.rules)
    seconds = _seconds(lambda: gamestate_of(played, fold_archive(played, archive, as_of)))
    return {"rules": rules, "fold": seconds, "memory": largest_resident_set()}


def tick(path: Path, history: History) -> dict[str, Any]:
    """Append one new comment, fold on from the checkpoint, view, and draft the pages; the first time warms up."""
    from tracker.archive.sql import open_archive
    from tracker.games.registry import game

    archive, played = open_archive(path), game(GAME)
    instants = [history.end + timedelta(minutes=10 * number) for number in range(1, RUNS + 2)]
    _set_aside_history()
    spent = [_seconds(partial(_tick, archive, played, history, at)) for at in instants]
    # Whatever else the machine does only adds to it.
    return {"tick": min(spent[1:])}


STEPS: dict[str, Callable[[Path, History], dict[str, Any]]] = {
    step.__name__: step for step in (append, read, fold, tick)
}


def _tick(archive: Any, played: Any, history: History, at: datetime) -> None:
    from tracker.app.asking.folding import settle_rolls
    from tracker.app.dice.dice import KeyedDice
    from tracker.app.dice.dice_key import KeyFile
    from tracker.bootstrap import SystemClock
    from tracker.core.observation import Observation, ObservationBatch

    body = '<p><img src="/images/vote/for.gif" alt="for" /> yes</p>'
    author = history.active(history.last_matter.month)[at.minute % 10]
    payload = {"post": history.last_matter.slug, "author": author, "body": body}
    comment = Observation("comment", f"new {at.isoformat()}", payload, at=at - timedelta(minutes=1), source="blog")
    archive.append(ObservationBatch("blog", (comment,), "", at), played.read)
    dice = KeyedDice(KeyFile(Path("no dice are asked for")), archive, SystemClock())
    gamestate = settle_rolls(played, archive, dice, at).gamestate
    played.pages(gamestate, played.catalogue())


def _set_aside_history() -> None:
    """Keep Python's garbage collector from walking over the matters, which no real tick holds."""
    gc.collect()
    gc.freeze()


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _run_step(step: str, path: str, matters: str) -> None:
    history = History(None if matters == "all" else int(matters))
    print(json.dumps(STEPS[step](Path(path), history)))


if __name__ == "__main__":
    if sys.argv[1:]:
        _run_step(*sys.argv[1:])
    else:
        sys.exit(main())
