"""Dice: how long it takes to check a roll of a page and of an archive, and to draw 500 of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.table import Measure, print_table

ROLLS = 100_000
A_DAY = 500
FIRST = datetime(2020, 1, 1, tzinfo=UTC)
KEY = bytes(range(32))
SIDES = (4, 6, 20, 20, 100)


def main() -> int:
    """Measure; 1 where a target is missed."""
    days, rolls = _recorded()
    text = _page(days, rolls)
    measures = [
        Measure("checking a roll", _best(lambda: _check(days, iter(rolls))) / ROLLS * 1e6, "µs", 10),
        Measure("reading and checking a roll of a page", _best(lambda: _check_page(text)) / ROLLS * 1e6, "µs", 10),
        Measure("reading and checking a roll of an archive", _archived(days, rolls) / ROLLS * 1e6, "µs", 10),
        Measure("reading 500 lines with dice", _best(_read_lines) * 1e3, "ms"),
        Measure("drawing the dice of 500 lines", _best(lambda: _draw(rolls[:A_DAY])) * 1e3, "ms"),
    ]
    return print_table(measures)


def _best(act: Callable[[], object]) -> float:
    """The seconds of the fastest of three runs: whatever else the machine does only adds to it."""
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        act()
        spent.append(time.perf_counter() - begun)
    return min(spent)


def _recorded() -> tuple[list[Any], list[Any]]:
    """Days of 500 rolls each, and the rolls as they fell."""
    from tracker.mechanics.dice.dice_check import Day, Thrown
    from tracker.mechanics.dice.seeds import commitment_of, day_seed, faces

    days, rolls = [], []
    for number in range(ROLLS // A_DAY):
        at = FIRST + timedelta(days=number)
        seed = day_seed(KEY, at.date())
        days.append(
            Day(f"{at:%Y-%m-%d}", commitment_of(seed), f"{at - timedelta(days=7):%Y-%m-%d %H:%M:%S}", seed.hex())
        )
        for line in range(A_DAY):
            sides, key = SIDES[line % len(SIDES)], f"revision:The Cafe:{number}#{line}:0:0:1d{SIDES[line % len(SIDES)]}"
            asked = f"{at + timedelta(minutes=line):%Y-%m-%d %H:%M:%S}"
            rolls.append(Thrown(key, asked, sides, faces(seed, key, sides, 1), ()))
    return days, rolls


def _check(days: list[Any], rolls: Iterator[Any]) -> None:
    from tracker.mechanics.dice.dice_check import check

    found = check(days, rolls)
    if found.difference or found.rolls != ROLLS:
        raise AssertionError(found)


def _page(days: list[Any], rolls: list[Any]) -> str:
    """The rolls as a dice page shows them."""
    from tracker.mechanics.dice.dice_page import DayView, RollView
    from tracker.render.environment import environment

    by_day: dict[str, list[RollView]] = {}
    for number, roll in enumerate(rolls):
        row = RollView(f"{number}", roll.asked_at, roll.key, "Ada", f"1d{roll.sides}", roll.faces, "", "gather wood")
        by_day.setdefault(roll.day, []).append(row)
    shown = [
        DayView(day.day, day.committed_at, day.hash, day.secret, (), False, tuple(by_day[day.day])) for day in days
    ]
    values = {"days": shown, "month": "2020-01", "clauses": {}}
    return environment().get_template("dice_month.wikitext.j2").render(values)


def _check_page(text: str) -> None:
    from tracker.mechanics.dice.dice_check import read_page

    _check(*read_page(text))


def _archived(days: list[Any], rolls: list[Any]) -> float:
    """Seconds to check an archive that holds these rolls and nothing else."""
    from tracker.app.dice.dice_verify import verify_archive
    from tracker.archive.sql import open_archive
    from tracker.core.observation import Observation, ObservationBatch

    def row(kind: str, id: str, at: str, **payload: Any) -> Observation:
        instant = datetime.fromisoformat(f"{at}+00:00")
        return Observation(kind, id, payload, at=instant, seen_at=instant, source="dice")

    rows = [
        row("commitment", f"c{day.day}", day.committed_at, **{"for": f"dice:{day.day}", "hash": day.hash})
        for day in days
    ]
    rows += [
        row("reveal", f"r{day.day}", f"{day.day} 23:59:59", **{"for": f"dice:{day.day}", "secret": day.secret})
        for day in days
    ]
    rows += [
        row("roll", roll.key, roll.asked_at, **{"for": roll.key, "sides": roll.sides, "faces": list(roll.faces)})
        for roll in rolls
    ]
    with TemporaryDirectory() as folder:
        archive = open_archive(str(Path(folder) / "dice.db"))
        archive.append(ObservationBatch("dice", tuple(rows), "[]", FIRST))
        found = verify_archive(archive)
        spent = _best(lambda: verify_archive(archive))
        archive.close()
    if found.difference or found.rolls != ROLLS:
        raise AssertionError(found)
    return spent


def _read_lines() -> None:
    from tracker.mechanics.dice.dice_grammar import read_dice

    for number in range(A_DAY):
        (command,) = read_dice(f"* DICE20 search number {number} --[[User:Ada]]", {"FRUIT": ["Kiwi"]}, 100)
        if command.sides != 20:
            raise AssertionError(command)


def _draw(rolls: list[Any]) -> None:
    from tracker.mechanics.dice.seeds import day_seed, faces

    seed = day_seed(KEY, date(2020, 1, 1))
    for roll in rolls:
        if faces(seed, roll.key, roll.sides, 1) != roll.faces:
            raise AssertionError(roll)


if __name__ == "__main__":
    sys.exit(main())
