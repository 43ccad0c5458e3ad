"""The schedule of ``tracker run``: when a nomic is ticked, what becomes of a tick that cannot be, and that none is lost or doubled."""

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from apscheduler.executors.base import BaseExecutor, run_job
from apscheduler.job import Job
from apscheduler.schedulers.base import BaseScheduler
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.app.tick.stopping import Stopping
from tracker.errors import ArchiveError, LockedError, StoppedError
from tracker.schedule import AFTER, TRY_AGAIN, Step, TickSchedule, TimedNomic, background_scheduler

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LOOK = timedelta(seconds=5)
"""How often the command looks at the clock."""
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


class HandExecutor(BaseExecutor):  # type: ignore[misc]
    """Keeps the jobs that are to run until the test runs them, as a pool of threads does a moment later."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Job, list[datetime]]] = []

    def _do_submit_job(self, job: Job, run_times: list[datetime]) -> None:
        self.waiting.append((job, run_times))

    def run_waiting(self) -> None:
        waiting, self.waiting = self.waiting, []
        for job, run_times in waiting:
            self._run_job_success(job.id, run_job(job, "default", run_times, self._logger.name))


class HandScheduler(BaseScheduler):  # type: ignore[misc]
    """APScheduler without a thread: jobs that are due run when the test says so."""

    def __init__(self) -> None:
        self.executor = HandExecutor()
        super().__init__(timezone=UTC, executors={"default": self.executor})

    def wakeup(self) -> None:
        """The test looks by itself."""

    def shutdown(self, wait: bool = True) -> None:
        super().shutdown(wait)

    def run_due(self) -> None:
        self._process_jobs()
        self.executor.run_waiting()


@dataclass(frozen=True)
class Report:
    """What a made-up tick tells of itself."""

    next_instant: datetime | None = None
    outcome: str = "idle"
    words: str = "nothing new was seen"
    exit_code: int = 0


@dataclass
class World:
    """A schedule under a clock that the test moves; ``ticks`` are the instants of each nomic's ticks by the system's clock."""

    traveller: time_machine.Traveller
    steady: float = 0.0
    ticks: dict[str, list[datetime]] = field(default_factory=dict)
    tick: Callable[[str], Report] = lambda _: Report()
    stopping: Stopping = field(default_factory=Stopping)

    def __post_init__(self) -> None:
        self.scheduler = HandScheduler()
        self.schedule = TickSchedule(self.scheduler, self.stopping, lambda: self.steady)

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def nomic(self, name: str = "", minutes: int = 10) -> TimedNomic:
        def made_up(step: Step) -> Report:
            self.ticks.setdefault(name, []).append(self.now)
            return self.tick(name)

        return TimedNomic(name, made_up, minutes, misfire_seconds=300)

    def pass_time(self, span: timedelta) -> None:
        """Let time pass, the schedule at work."""
        self.scheduler.run_due()
        while span > timedelta(0):
            part = min(span, LOOK)
            span -= part
            self.sleep(part)
            self.schedule.look_at_clock()
            self.scheduler.run_due()

    def sleep(self, span: timedelta) -> None:
        """Let time pass while nothing of the process runs."""
        self.steady += span.total_seconds()
        self.traveller.shift(span)

    def set_clock(self, step: timedelta) -> None:
        """Set the system's clock."""
        self.traveller.shift(step)

    def told(self, caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
        return [record.message for record in caplog.records if record.levelno >= level]


@pytest.fixture
def world(caplog: pytest.LogCaptureFixture) -> Iterator[World]:
    caplog.set_level(logging.CRITICAL, "apscheduler")
    caplog.set_level(logging.DEBUG, "tracker")
    with time_machine.travel(NOON, tick=False) as traveller:
        yield World(traveller)


def apart(instants: list[datetime]) -> list[timedelta]:
    return [later - earlier for earlier, later in pairwise(instants)]


# --- when -------------------------------------------------------------------------------------------------------------


def test_a_nomic_is_ticked_at_the_start_and_every_so_often(world: World) -> None:
    world.schedule.start([world.nomic()])
    world.pass_time(HOUR)
    assert world.ticks[""] == [NOON + number * 10 * MINUTE for number in range(7)]


def test_it_is_ticked_once_right_after_the_next_instant(world: World) -> None:
    world.tick = lambda _: Report(NOON + 4 * MINUTE if world.now < NOON + 4 * MINUTE else None)
    world.schedule.start([world.nomic()])
    world.pass_time(9 * MINUTE)
    _, second = world.ticks[""]
    assert timedelta(0) <= second - (NOON + 4 * MINUTE + AFTER) <= LOOK


def test_only_the_instant_of_the_newest_tick_counts(world: World) -> None:
    instants = iter([NOON + 25 * MINUTE, NOON + 27 * MINUTE, None, None, None, None])
    world.tick = lambda _: Report(next(instants))
    world.schedule.start([world.nomic()])
    world.pass_time(29 * MINUTE)
    assert len(world.ticks[""]) == 3
    assert all(not NOON + 24 * MINUTE < tick < NOON + 28 * MINUTE for tick in world.ticks[""])


def test_an_instant_that_passed_during_the_tick_is_made_up_for(world: World) -> None:
    instants = iter([NOON - MINUTE, None])
    world.tick = lambda _: Report(next(instants))
    world.schedule.start([world.nomic()])
    world.pass_time(MINUTE)
    assert len(world.ticks[""]) == 2


def test_an_instant_years_ahead_is_no_trouble(world: World) -> None:
    world.tick = lambda _: Report(datetime(9999, 12, 31, tzinfo=UTC) - MINUTE)
    world.schedule.start([world.nomic()])
    world.pass_time(11 * MINUTE)
    assert len(world.ticks[""]) == 2


def test_several_nomics_are_spread_over_the_interval(world: World) -> None:
    world.schedule.start([world.nomic(name) for name in ("ducks", "geese", "swans", "terns")])
    world.pass_time(10 * MINUTE)
    began = sorted(ticks[0] for ticks in world.ticks.values())
    assert apart(began) == [2.5 * MINUTE] * 3


# --- what goes wrong --------------------------------------------------------------------------------------------------


def test_a_tick_that_begins_too_late_is_told_and_made_up_for_at_once(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.schedule.start([world.nomic("ducks")])
    world.pass_time(MINUTE)
    world.sleep(17 * MINUTE)
    world.pass_time(LOOK * 2)
    assert len(world.ticks["ducks"]) == 2
    (line,) = world.told(caplog)
    assert line.startswith("ducks: the tick of 2026-03-02T12:10:")
    assert "was missed by" in line
    assert [course.counts.missed for course in world.schedule.courses] == [1]


def test_a_tick_that_begins_a_little_late_is_no_word_worth(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.schedule.start([world.nomic()])
    world.pass_time(MINUTE)
    world.sleep(12 * MINUTE)
    world.pass_time(MINUTE)
    assert len(world.ticks[""]) == 2
    assert not world.told(caplog)


def test_many_missed_ticks_are_one(world: World) -> None:
    world.schedule.start([world.nomic()])
    world.pass_time(MINUTE)
    world.sleep(24 * HOUR)
    world.pass_time(MINUTE)
    assert len(world.ticks[""]) == 2


def test_a_failure_is_told_once_and_so_is_its_end(world: World, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: str) -> Report:
        if len(world.ticks[""]) in {2, 3, 4}:
            raise ArchiveError("the disk refused", place="tracker.db", remedy="check it")
        return Report()

    world.tick = fail
    world.schedule.start([world.nomic()])
    world.pass_time(HOUR)
    assert world.told(caplog) == ["tracker.db: the disk refused (check it)"]
    assert sum("all is well again" in record.message for record in caplog.records) == 1
    (course,) = world.schedule.courses
    assert (course.counts.ticks, course.counts.failed) == (4, 3)


def test_a_tick_that_ends_badly_is_told_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.tick = lambda _: Report(None, "withheld", "a source could not be read", 4)
    world.schedule.start([world.nomic()])
    world.pass_time(HOUR)
    assert world.told(caplog) == ["withheld: a source could not be read"]


def test_a_fault_of_ours_ends_neither_the_schedule_nor_the_other_nomics(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str) -> Report:
        if name == "ducks":
            raise ZeroDivisionError("by\nzero")
        return Report()

    world.tick = fail
    world.schedule.start([world.nomic("ducks"), world.nomic("geese")])
    world.pass_time(HOUR)
    assert len(world.ticks["ducks"]) >= 6
    assert len(world.ticks["geese"]) >= 6
    assert world.told(caplog) == ["ducks: a fault of the tracker itself: ZeroDivisionError: by zero"]


def test_while_the_lock_is_taken_it_is_tried_again_and_told_once(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    def locked(_: str) -> Report:
        if world.now < NOON + 3 * MINUTE:
            raise LockedError("box:17 holds the lock since noon")
        return Report()

    world.tick = locked
    world.schedule.start([world.nomic()])
    world.pass_time(9 * MINUTE)
    assert all(TRY_AGAIN <= span <= TRY_AGAIN + LOOK for span in apart(world.ticks[""]))
    assert world.told(caplog) == ["box:17 holds the lock since noon; tried again until it falls"]
    (course,) = world.schedule.courses
    assert (course.counts.locked, course.counts.ticks) == (3, 1)


# --- the clock is set -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [3 * HOUR, -3 * HOUR, 400 * 24 * HOUR, -400 * 24 * HOUR, MINUTE, -MINUTE])
def test_no_tick_is_lost_where_the_clock_is_set(
    world: World, step: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    world.schedule.start([world.nomic()])
    world.pass_time(13 * MINUTE)
    world.ticks[""].clear()
    world.set_clock(step)
    world.pass_time(31 * MINUTE)
    assert len(world.ticks[""]) == 4
    assert all(abs(span - 10 * MINUTE) <= LOOK for span in apart(world.ticks[""]))
    (line,) = world.told(caplog)
    way = "forward" if step > timedelta(0) else "back"
    assert line.startswith(f"the system's clock was set {way} by {abs(step.total_seconds()):.0f} s")


@pytest.mark.parametrize("step", [7 * MINUTE, -7 * MINUTE])
def test_an_instant_is_kept_by_the_clock_as_it_is_set(world: World, step: timedelta) -> None:
    due = NOON + 9 * MINUTE
    world.tick = lambda _: Report(due if world.now < due else None)
    world.schedule.start([world.nomic(minutes=600)])
    world.pass_time(MINUTE)
    world.set_clock(step)
    world.pass_time(20 * MINUTE)
    after = [tick for tick in world.ticks[""] if tick >= due]
    assert len(after) == 1
    assert after[0] - due <= AFTER + LOOK


def test_a_slowly_corrected_clock_is_not_told(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.schedule.start([world.nomic()])
    for _ in range(100):
        world.set_clock(timedelta(seconds=-0.1))
        world.pass_time(LOOK)
    assert not world.told(caplog)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["pass", "sleep", "set"]), st.integers(-90, 90)), max_size=8))
def test_whatever_befalls_the_clock_ticks_come_in_time_and_no_more_often(course: list[tuple[str, int]]) -> None:
    with time_machine.travel(NOON, tick=False) as traveller:
        world = World(traveller)
        steady: list[float] = []

        def tick(_: str) -> Report:
            steady.append(world.steady)
            return Report()

        world.tick = tick
        world.schedule.start([world.nomic()])
        world.pass_time(LOOK)
        for what, minutes in course:
            before = len(steady)
            if what == "pass":
                world.pass_time(abs(minutes) * MINUTE)
                assert abs(minutes) // 10 - 1 <= len(steady) - before <= abs(minutes) // 10 + 2
            else:
                world.sleep(abs(minutes) * MINUTE) if what == "sleep" else world.set_clock(minutes * MINUTE)
                world.pass_time(LOOK * 3)
                assert len(steady) - before <= 1
        late = len(steady)
        world.pass_time(10 * MINUTE + LOOK)
        assert 1 <= len(steady) - late <= 2


# --- the config is read anew ------------------------------------------------------------------------------------------


def test_nomics_come_and_go_and_change_while_it_runs(world: World) -> None:
    world.tick = lambda _: Report(NOON + 14 * MINUTE)
    world.schedule.start([world.nomic("ducks"), world.nomic("geese")])
    world.pass_time(11 * MINUTE)
    world.ticks.clear()
    world.tick = lambda _: Report()
    world.schedule.replace([world.nomic("geese", minutes=2), world.nomic("swans")])
    world.pass_time(20 * MINUTE)
    assert "ducks" not in world.ticks
    assert len(world.ticks["geese"]) == 11
    assert len(world.ticks["swans"]) == 2
    assert [course.nomic.name for course in world.schedule.courses] == ["geese", "swans"]


# --- real threads -----------------------------------------------------------------------------------------------------


@dataclass
class Slow:
    """A tick that lasts until it is let go, in steps."""

    began: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    at_once: int = 0
    most: int = 0
    ended: list[str] = field(default_factory=list)

    def tick(self, step: Step) -> Report:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.began.set()
        try:
            self.go_on.wait(30)
            step("intent:Page")
            self.ended.append("intent")
            step("receipt:Page")
            self.ended.append("receipt")
        finally:
            self.at_once -= 1
        return Report()


def test_a_tick_longer_than_the_interval_runs_alone() -> None:
    slow = Slow()
    schedule = TickSchedule(background_scheduler(4), Stopping())
    schedule.start([TimedNomic("", slow.tick, minutes=1)])
    assert slow.began.wait(30)
    for _ in range(5):
        schedule.lay_anew()
    (course,) = schedule.courses
    while not course.counts.overlapped:
        threading.Event().wait(0.01)
    slow.go_on.set()
    schedule.stop()
    assert slow.most == 1


def test_stopping_waits_for_the_running_step_and_begins_nothing_new() -> None:
    slow, stopping = Slow(), Stopping()
    schedule = TickSchedule(background_scheduler(2), stopping)
    schedule.start([TimedNomic("", slow.tick, minutes=1)])
    assert slow.began.wait(30)
    threading.Timer(0.2, slow.go_on.set).start()
    schedule.stop()
    assert slow.ended == ["intent"]
    assert stopping.cut == 1


def test_nothing_ends_between_an_intent_and_its_receipt_or_when_all_is_done() -> None:
    stopping = Stopping()
    stopping.step("locked")
    stopping.ask()
    for name in ("intent:Page", "saved:Page", "beaten", "noted"):
        stopping.step(name)
    for name in ("locked", "observed:blog", "folded", "planned", "receipt:Page"):
        with pytest.raises(StoppedError, match=f"after the step {name}") as stopped:
            stopping.step(name)
        assert stopped.value.exit_code == 14
