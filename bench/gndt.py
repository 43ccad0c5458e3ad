"""What players' values cost: revisions of the table's page, read when they were observed, folded from the start."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.table import Measure, largest_resident_set, print_table
from tracker.core.observation import ArchivedObservation, Observation

FEW, MANY = 1_000, 10_000
PLAYERS, FILLERS, LINES = 15, 6, 200
SECONDS, PER_REVISION_RATIO, MEGABYTES = 3, 1.5, 400
RUNS = 3
"""The quickest of so many folds counts, in seconds of the processor: whatever else the machine does only adds to it."""
START = datetime(2020, 2, 1, tzinfo=UTC)
"""Late enough that no downtime, in which nobody may act, falls into the history."""
PAGE = "Cellar"
BOT = "Tracker"

DYNASTY = f"""\
name = "The Cellar"
page = "{PAGE}"
day_zero = 2020-01-02

[date_action]
variable = "Day"

[[variable]]
name = "Day"
type = "integer"
default = "today - 1"

[[variable]]
name = "Coal"
type = "integer"
default = 500

[[variable]]
name = "Note"
type = "text"
by_hand = "free"

[[action]]
name = "dig"
limit = "date"
steps = ["roll Lumps = DICE4", "gain Lumps Coal"]

[[action]]
name = "burn"
lines = ["burn {{amount}} coal"]
steps = ["spend amount Coal"]
[action.parameters]
amount = "integer 1..10"

[[action]]
name = "find"
lines = ["find {{amount}} coal"]
steps = ["gain amount Coal"]
[action.parameters]
amount = "integer 1..10"
""" + "".join(f'\n[[variable]]\nname = "Good {number}"\ntype = "integer"\n' for number in range(FILLERS))


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    few, many = _measured(FEW), _measured(MANY)
    return print_table(
        [
            Measure(f"{MANY:,} revisions of a table of {PLAYERS} rows folded", many["fold"], "s", SECONDS),
            Measure(f"{FEW:,} of them", few["fold"], "s"),
            Measure(
                "one of many by one of few", many["fold"] * FEW / (few["fold"] * MANY), "times", PER_REVISION_RATIO
            ),
            Measure("largest resident set", many["memory"], "MB", MEGABYTES),
            Measure(f"{MANY:,} revisions compared with their log by the audit", many["audit"], "s", 2 * SECONDS),
            Measure("settled, as the checkpoint keeps it", many["checkpoint"], "MB", 2),
        ]
    )


def _measured(count: int) -> dict[str, float]:
    """What so many revisions cost, in a process of their own."""
    command = [sys.executable, "-m", "bench.gndt", str(count)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return found


def run(count: int) -> dict[str, float]:
    """Seconds of folding and auditing, megabytes of memory and of the checkpoint."""
    from tracker.app.asking.folding import fold_watched, no_search_for_cycles
    from tracker.archive.memory import MemoryArchive
    from tracker.core.fold import fold
    from tracker.core.observation import ObservationBatch
    from tracker.games.registry import game
    from tracker.mechanics.freezing import frozen

    played = game("blognomic")
    rows = list(History(count).rows())
    end = rows[-1].observation.happened_at
    spent = []
    for _ in range(RUNS):
        begun = time.process_time()
        with no_search_for_cycles():
            folded = fold(played, rows, end)
        spent.append(time.process_time() - begun)
    found = {"fold": min(spent), "memory": largest_resident_set()}
    played.settle(folded.state, end)
    archive = MemoryArchive()
    readings = {row.id: row.readings for row in rows}
    batch = ObservationBatch("gndt", tuple(row.observation for row in rows), "", end)
    archive.append(batch, lambda seen: readings[seen.id])
    auditor = played.auditor()
    if auditor is None:
        raise SystemExit("the game keeps no table")
    begun = time.process_time()
    done = fold_watched(played, archive, end, None, lambda state, step, _: auditor.watch(state, step))
    found["audit"] = time.process_time() - begun
    report = auditor.report(done.state, end, done.context)
    if report is None or not report.is_in_step or report.revisions != count:
        raise SystemExit(f"the audit of {count:,} revisions finds: {report and report.first}")
    found["checkpoint"] = len(frozen(played.state_type, folded.state)) / 2**20
    return found


# --- the history ------------------------------------------------------------------------------------------------------


@dataclass
class History:
    """So many revisions of a table's page: lines with and without dice, hand edits, what needs no word, and our answers."""

    count: int
    coal: list[int] = field(default_factory=lambda: [500] * PLAYERS)
    day: list[int] = field(default_factory=lambda: [29] * PLAYERS)
    notes: list[str] = field(default_factory=lambda: [""] * PLAYERS)
    lines: list[str] = field(default_factory=list)
    told: list[Observation] = field(default_factory=list)
    readings: dict[str, dict[str, Any]] = field(default_factory=dict)
    shown: dict[str, dict[str, str]] = field(default_factory=dict)

    def rows(self) -> Iterator[ArchivedObservation]:
        """The rows as an archive gives them, with what was read out of them when they were observed."""
        players = [
            {"name": _name(number), "status": "player", "admin": False, "emperor": False} for number in range(PLAYERS)
        ]
        head = {"name": "Wes", "status": "player", "admin": True, "emperor": True}
        self._tell("setting", "s1", START, name="dynasty", value=DYNASTY)
        self._tell("setting", "s2", START, name="bot_account", value=BOT)
        self._tell("roster", "r1", START, players=[head, *players])
        for number in range(PLAYERS):
            self._show(number)
        for number in range(self.count):
            self._revise(number, START + timedelta(minutes=30 * (number + 1)))
        for seq, seen in enumerate(self.told, start=1):
            yield ArchivedObservation(seq, seen, self.readings.get(seen.id))

    def _revise(self, number: int, when: datetime) -> None:
        """One revision: every tenth is ours, and brings the table up to date."""
        who, row = _who(number), f"revision:{PAGE}:{number + 1}"
        kind = number * 7 % 10
        if number % 100 >= 98:
            # A value that no action explains, and which its writer takes back.
            who = _who(number - number % 2)
            self._show(who, filler="01"[number % 2 == 0])
        elif number == 0 or kind == 0:
            for player in range(PLAYERS):
                self._show(player)
        elif kind < 5:
            self._write(number, f"{'find' if kind % 2 else 'burn'} 3 coal")
            self.coal[who] += 3 if kind % 2 else -3
        elif kind == 5 and self.day[who] < (when - START).days + 30:
            self._write(number, "dig")
            self.day[who] += 1
            self.coal[who] += 1 + number % 4
            self._roll(f"{row}#0:1:0:1d4", when, 4, 1 + number % 4)
        elif kind == 6:
            self._write(number, "DICE6 for luck")
            self._roll(f"{row}#0:1:0:1d6", when, 6, 1 + number % 6)
        elif kind == 7:
            self._show(who)
            self.coal[who] += 2
            self._show(who)
        else:
            self.notes[who] = f"note {number}"
            self._show(who)
        self._save(number, row, when, BOT if kind == 0 and number % 100 < 98 else _name(who))

    def _write(self, number: int, words: str) -> None:
        # Players keep the log short: what is long answered goes to another page.
        self.lines = self.lines[-LINES:] if len(self.lines) >= 2 * LINES else list(self.lines)
        self.lines.append(f"* {words} --[[User:{_name(_who(number))}]] {number}")

    def _show(self, number: int, filler: str = "0") -> None:
        fillers = {f"Good {each}": filler for each in range(FILLERS)}
        told = {"Day": str(self.day[number]), "Coal": str(self.coal[number]), "Note": self.notes[number]}
        self.shown = {**self.shown, _name(number): {**told, **fillers}}

    def _roll(self, key: str, when: datetime, sides: int, face: int) -> None:
        seen = {"for": key, "sides": sides, "faces": [face]}
        self.told.append(Observation("roll", key, seen, at=when, source="dice"))

    def _save(self, number: int, row: str, when: datetime, editor: str) -> None:
        payload = {"page": PAGE, "revision": number + 1, "parent": number, "editor": editor, "summary": "", "text": ""}
        self._tell("page_revision", row, when, **payload)
        self.readings[row] = {
            **{"has_region": True, "has_log": True, "names": "Player", "unread": [], "nth": {}, "faults": []},
            **{"columns": ["Day", "Coal", "Note", *(f"Good {each}" for each in range(FILLERS))]},
            **{"rows": self.shown, "order": list(self.shown), "lines": self.lines, "digest": str(number)},
        }

    def _tell(self, kind: str, id: str, when: datetime, /, **payload: Any) -> None:
        self.told.append(Observation(kind, id, payload, at=when, source="gndt"))


def _who(number: int) -> int:
    """Whose turn it is: each does everything."""
    return (number + number // PLAYERS) % PLAYERS


def _name(number: int) -> str:
    return f"Keeper {number}"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(run(int(sys.argv[1]))))
    else:
        sys.exit(main())
