"""The steps of a tick: their order, and that a tick which ends at any of them is made up for by the next one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import BOARD, SetClock, ToldSource, create_pages, page, small_game, wired
from tracker.app.tick.stopping import Stopping, waiting
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.errors import LockedError, StoppedError


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def tracker(tmp_path: Path, clock: SetClock) -> Wired:
    """A tracker whose pages are made and whose game is not yet seen."""
    made = wired(tmp_path, clock=clock, sources=[ToldSource(unseen=small_game())])
    create_pages(made)
    return made


def steps_of(tracker: Wired) -> list[str]:
    """The steps of one tick."""
    steps: list[str] = []
    tick(replace(tracker, step=steps.append))
    return steps


def pages(tracker: Wired) -> dict[str, str]:
    files = Path(tracker.settings.folder, "wiki", "pages").iterdir()
    return {file.name: file.read_text(encoding="utf-8") for file in files}


class Killed(BaseException):
    """What a test ends a tick with: nothing of ours catches it."""


def ended_at(name: str) -> Callable[[str], None]:
    def step(done: str) -> None:
        if done == name:
            raise Killed

    return step


def test_a_tick_tells_its_steps_in_order(tracker: Wired) -> None:
    steps = steps_of(tracker)
    start = ["locked", "appended:blog", "observed:blog", "folded", "days kept", "enacted", "planned"]
    assert steps[:7] == start
    assert steps[-2:] == ["beaten", "noted"]
    acts = steps[7:-2]
    assert [word.partition(":")[0] for word in acts] == ["intent", "saved", "receipt"] * (len(acts) // 3)
    assert f"saved:{BOARD}" in acts


def test_an_idle_tick_has_few(tracker: Wired) -> None:
    steps_of(tracker)
    assert steps_of(tracker) == ["locked", "observed:blog", "beaten"]


def test_a_tick_that_ends_at_any_step_is_made_up_for_by_the_next(tmp_path: Path) -> None:
    whole = wired(tmp_path / "whole", sources=[ToldSource(unseen=small_game())])
    create_pages(whole)
    steps = steps_of(whole)
    for number, name in enumerate(steps):
        cut = wired(tmp_path / str(number), sources=[ToldSource(unseen=small_game())])
        create_pages(cut)
        with pytest.raises(Killed):
            tick(replace(cut, step=ended_at(name)))
        tick(cut)
        assert tick(cut).outcome == "idle"
        assert pages(cut) == pages(whole), name
        assert not cut.ledger.open_intents()


def test_one_that_was_asked_to_stop_ends_between_two_acts(tracker: Wired) -> None:
    stopping, steps = Stopping(), []

    def step(name: str) -> None:
        steps.append(name)
        if name.startswith("intent:"):
            stopping.ask()
        stopping.step(name)

    with pytest.raises(StoppedError):
        tick(replace(tracker, step=step))
    assert [word.partition(":")[0] for word in steps[-3:]] == ["intent", "saved", "receipt"]
    assert not tracker.ledger.open_intents()
    assert tick(tracker).outcome == "applied"


def test_a_wait_is_ended_by_whoever_asks_to_stop_and_lasts_as_long_as_it_should_otherwise() -> None:
    stopping, slept = Stopping(), list[float]()
    wait = waiting(stopping.step, slept.append)
    wait(2.2)
    assert sum(slept) == pytest.approx(2.2)
    assert max(slept) <= 0.5

    def asking(seconds: float) -> None:
        slept.append(seconds)
        stopping.ask()

    with pytest.raises(StoppedError, match="waited"):
        waiting(stopping.step, asking)(3600)
    assert sum(slept) <= 2.2 + 0.5


def test_a_tick_that_was_killed_before_it_noted_what_it_saw_does_not_rest(
    tracker: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    tick(tracker)
    before = page(tracker)
    file: Path = tracker.wiki.page_file(BOARD)  # type: ignore[attr-defined]
    file.write_text(before.text.replace("Dry Socks", "Wet Socks"), encoding="utf-8")
    with pytest.raises(Killed):
        tick(replace(tracker, step=ended_at("beaten")))
    assert tick(tracker).outcome == "held"


def test_each_edit_prolongs_the_lock(tracker: Wired, clock: SetClock) -> None:
    began = clock.now()

    def slow(name: str) -> None:
        if name.startswith("saved:"):
            clock.instant += tracker.lock_span * 0.8
        if name.startswith("receipt:"):
            with pytest.raises(LockedError):
                tracker.archive.acquire("another", clock.now(), clock.now() + timedelta(minutes=1))

    assert tick(replace(tracker, step=slow)).outcome == "applied"
    assert clock.now() - began > tracker.lock_span * 2


def test_who_lost_the_lock_to_another_ends_at_its_next_edit(tracker: Wired, clock: SetClock) -> None:
    saved: list[Any] = []

    def too_slow(name: str) -> None:
        if name.startswith("saved:"):
            saved.append(name)
            clock.instant += tracker.lock_span * 2
            tracker.archive.acquire("another", clock.now(), clock.now() + tracker.lock_span)

    with pytest.raises(LockedError, match="another holds the lock"):
        tick(replace(tracker, step=too_slow))
    assert len(saved) == 1
    assert not tracker.ledger.open_intents()
