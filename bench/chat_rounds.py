"""What the benchmarks of chat games share: a round folded, and ticks on it with a source of messages."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.table import Measure, largest_resident_set
from tracker.core.observation import ArchivedObservation, Observation, ObservationBatch

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.ports import Known, Progress

FEW, MANY = 1_000, 10_000
FOLD_SECONDS, PER_MESSAGE_RATIO, TICK_SECONDS, TICK_RATIO = 3, 1.5, 0.3, 1.5
RUNS, TICKS = 3, 20
"""The quickest of so many counts: whatever else the machine does only adds to it."""
CONFIG = """\
[game]
slug = {slug}
[publish]
permission = apply
[discord]
guild = 700
token_env = DISCORD_TOKEN
channels =
"""


@dataclass
class Round:
    """A round of a game as it was told; ``happened`` are events that must come of it, ``one_more`` makes another message.

    ``secret`` is the text from which the orders of a hidden deck follow, of a game that has one.
    """

    slug: str
    channels: Sequence[str]
    told: list[Observation]
    happened: frozenset[str]
    one_more: Callable[[int, datetime], Observation]
    secret: str = ""


def measured(module: str, count: int) -> dict[str, float]:
    """What so many messages of a benchmark cost, in a process of their own."""
    command = [sys.executable, "-m", module, str(count)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return found


def run(played: Round) -> dict[str, float]:
    """Seconds of folding, of the first tick and of one with one message more; kilobytes of the checkpoint."""
    found = {"rows": float(len(played.told)), **_folded(played)}
    with tempfile.TemporaryDirectory() as folder:
        found |= _ticked(Path(folder), played)
    return {**found, "memory": largest_resident_set()}


def measures(few: dict[str, float], many: dict[str, float], what: str, seconds: float = FOLD_SECONDS) -> list[Measure]:
    """What few and many messages cost, with the targets; ``seconds`` is that for folding many."""
    per_message = many["fold"] * FEW / (few["fold"] * MANY)
    return [
        Measure(f"{MANY:,} messages ({many['rows']:,.0f} rows, {what}) folded", many["fold"], "s", seconds),
        Measure(f"{FEW:,} of them", few["fold"], "s"),
        Measure("one of many by one of few", per_message, "times", PER_MESSAGE_RATIO),
        Measure("archived, folded year by year, settled and kept", many["first"], "s"),
        Measure("the checkpoint", many["checkpoint"], "kB"),
        Measure("pages written by the first tick", many["pages"], "s"),
        Measure("tick with one message more, the processor's seconds", many["tick"], "s", TICK_SECONDS),
        Measure("by the clock, whatever else the machine does", many["wall"], "s"),
        Measure(f"the same tick after {FEW:,} messages", few["tick"], "s"),
        Measure("the one by the other", many["tick"] / few["tick"], "times", TICK_RATIO),
        Measure("largest resident set", many["memory"], "MB"),
    ]


def message(number: int, when: datetime, channel: str, author: str, text: str, reply_to: str = "") -> Observation:
    """A message as Discord's source tells it."""
    payload = {"channel": channel, "author": author, "text": text} | ({"reply_to": reply_to} if reply_to else {})
    return Observation("message", str(number), payload, at=when, source="discord")


def _folded(played: Round) -> dict[str, float]:
    from tracker.app.asking.folding import no_search_for_cycles
    from tracker.core.fold import fold
    from tracker.games.registry import game

    told, chosen = played.told, game(played.slug)
    end = told[-1].happened_at
    rows = [ArchivedObservation(seq, seen, chosen.read(seen)) for seq, seen in enumerate(told, start=1)]
    fold(chosen, rows[:10], end)
    spent = []
    for _ in range(RUNS):
        begun = time.process_time()
        with no_search_for_cycles():
            folded = fold(chosen, rows, end)
        spent.append(time.process_time() - begun)
    _expect_lively(chosen, folded, played.happened)
    return {"fold": min(spent)}


def _expect_lively(chosen: Any, folded: Any, happened: frozenset[str]) -> None:
    """The round must be what it is meant to be."""
    gamestate = chosen.view(folded.state, folded.as_of, folded.seq, folded.context)
    missing = happened - {event["event"] for event in gamestate.events}
    if missing or gamestate.questions or gamestate.requests:
        asked = (gamestate.questions[:1], gamestate.requests[:1])
        raise SystemExit(f"the round is not as it should be: {sorted(missing)}, {asked}")


# --- ticks ------------------------------------------------------------------------------------------------------------


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    instant: datetime

    def now(self) -> datetime:
        """The instant that it shows."""
        return self.instant


@dataclass
class Told:
    """A source that tells what it is given, each row once."""

    unseen: list[Observation]
    name: str = "discord"

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """Tell what was not told yet."""
        rows, self.unseen = tuple(self.unseen), []
        yield ObservationBatch(self.name, rows, "", now, complete=True)


def _ticked(folder: Path, played: Round) -> dict[str, float]:
    """A first tick that archives and folds everything and writes the pages, and ticks with one message each."""
    from dataclasses import replace

    from tracker.app.people import by_hand
    from tracker.bootstrap import wire
    from tracker.config import parse_settings

    clock = Clock(played.told[-1].happened_at + timedelta(minutes=1))
    config = CONFIG.format(slug=played.slug) + "".join(f"    {name}\n" for name in played.channels)
    environment = {"DISCORD_TOKEN": "a.b.c"} | ({"DECK": played.secret} if played.secret else {})
    config += "[deck]\nsecret_env = DECK\n" if played.secret else ""
    settings = parse_settings(config, folder / "tracker.ini", environment)
    source = Told(list(played.told))
    wired = replace(wire(settings, clock), sources=(source,))
    batch = ObservationBatch("discord", tuple(played.told), "", clock.now())
    archived = _seconds(lambda: wired.archive.append(batch, wired.game.read))
    source.unseen = []
    begun = time.perf_counter()
    made = by_hand.plan_creation_now(wired)
    first = time.perf_counter() - begun
    by_hand.apply_now(wired, made, made.checksum)
    pages = _seconds(lambda: _tick(wired, "applied"))
    # Keep Python's garbage collector from walking over the rows, which no real tick holds.
    gc.collect()
    gc.freeze()
    spent = []
    for number in range(TICKS):
        clock.instant += timedelta(minutes=3)
        source.unseen = [played.one_more(number, clock.now())]
        used = time.process_time()
        seconds = _seconds(lambda: _tick(wired, "applied"))
        spent.append((time.process_time() - used, seconds))
    size = _checkpoint(wired)
    wired.close()
    return {
        "first": archived + first,
        "pages": pages,
        "tick": min(spent)[0],
        "wall": min(wall for _, wall in spent),
        "checkpoint": size,
    }


def _tick(wired: Wired, outcome: str) -> None:
    from tracker.app.tick.tick import tick

    report = tick(wired)
    if report.outcome != outcome:
        raise SystemExit(f"a tick was {report.outcome}, not {outcome}: {report}")


def _checkpoint(wired: Wired) -> float:
    from tracker.app.asking.folding import fold_archive
    from tracker.mechanics.freezing import frozen

    folded = fold_archive(wired.game, wired.archive, wired.clock.now())
    return len(frozen(wired.game.state_type, folded.state)) / 2**10


def _seconds(act: Any) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun
