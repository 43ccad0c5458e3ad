"""The schedule: each nomic ticked every so often, and at the next instant at which something happens in it by itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from tracker.app.tick.stopping import Stopping
from tracker.core.instants import iso
from tracker.errors import LockedError, StoppedError, TrackerError
from tracker.masking import masked

if TYPE_CHECKING:
    from apscheduler.schedulers.base import BaseScheduler

SECOND = timedelta(seconds=1)
AFTER = SECOND
"""How long after an instant its tick begins: what happens at 12:00:00 has happened then."""
TRY_AGAIN = timedelta(minutes=1)
"""How long after it found the lock taken a nomic is tried again."""
CLOCK_TOLERANCE = 2.0
"""By how many seconds the system's clock may part from the steady one between two looks before every time is laid anew."""
_EVERY, _AT = "every", "at"

_log = logging.getLogger(__name__)

Step: TypeAlias = Callable[[str], None]


class Ticked(Protocol):
    """What a tick tells of itself (``tracker.app.tick.tick_report.TickReport``)."""

    @property
    def outcome(self) -> str:
        """How it ended, in a word."""
        ...

    @property
    def words(self) -> str:
        """The same in a line."""
        ...

    @property
    def exit_code(self) -> int:
        """0 where nothing failed and nothing waits for a person."""
        ...

    @property
    def next_instant(self) -> datetime | None:
        """The next instant at which something happens by itself (UTC)."""
        ...


@dataclass(frozen=True, slots=True)
class TimedNomic:
    """One nomic as the schedule knows it: ``tick`` makes one pass, given what is called between its steps.

    It is ticked every ``minutes``; a tick that begins more than ``misfire_seconds`` late is told of. An instant at which
    something happens by itself has a tick right after it, and ``look_before_seconds`` before it where that is not 0.
    """

    name: str
    tick: Callable[[Step], Ticked]
    minutes: int = 10
    misfire_seconds: int = 300
    look_before_seconds: int = 0


@dataclass(slots=True)
class Counts:
    """What became of one nomic's ticks since the start: ended, raised an error, came too late, found the lock or an earlier tick."""

    ticks: int = 0
    failed: int = 0
    missed: int = 0
    locked: int = 0
    overlapped: int = 0


@dataclass(slots=True)
class Course:
    """The course of one nomic's ticks; at most one runs at a time."""

    nomic: TimedNomic
    counts: Counts = field(default_factory=Counts)
    busy: threading.Lock = field(default_factory=threading.Lock)
    next_at: str = ""
    """The job at the next instant."""
    began: float = float("-inf")
    """When the newest tick began, by the steady clock."""
    trouble: str = ""
    """What was told last of what is wrong; empty while all is well."""

    def trouble_is(self, text: str, *, level: int = logging.ERROR) -> None:
        """Tell of a trouble, once as long as it stays the same."""
        if text != self.trouble:
            self.say(level, text)
        self.trouble = text

    def well(self, text: str) -> None:
        """Tell what a tick did; after a trouble also that it is over."""
        self.say(logging.INFO, f"{text}; all is well again" if self.trouble else text)
        self.trouble = ""

    def say(self, level: int, text: str) -> None:
        """One line of the log."""
        _log.log(
            level, "%s", f"{self.nomic.name}: {text}" if self.nomic.name else text, extra={"nomic": self.nomic.name}
        )


def background_scheduler(workers: int) -> BaseScheduler:
    """APScheduler in a thread of its own, with so many threads for ticks; all its times are UTC."""
    from apscheduler.executors.pool import ThreadPoolExecutor
    from apscheduler.schedulers.background import BackgroundScheduler

    # What it logs of its own we tell ourselves.
    logging.getLogger("apscheduler").propagate = False
    logging.getLogger("apscheduler").addHandler(logging.NullHandler())
    return BackgroundScheduler(timezone=UTC, executors={"default": ThreadPoolExecutor(workers)})


class TickSchedule:
    """Ticks of several nomics: for each a job every so often and one at its next instant, never two at a time.

    A tick that is late, finds the lock taken or fails is never lost: the next one sees all that it would have seen.
    """

    def __init__(
        self, scheduler: BaseScheduler, stopping: Stopping, steady: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is ticked before ``start``; ``steady`` is a clock that nobody sets (seconds)."""
        self._scheduler, self._stopping, self._steady = scheduler, stopping, steady
        self._courses: dict[str, Course] = {}
        self._numbers = count(1)
        self._ahead, self._looked = self._clocks_apart(), steady()

    @property
    def courses(self) -> tuple[Course, ...]:
        """The course of each nomic."""
        return tuple(self._courses.values())

    def start(self, nomics: Iterable[TimedNomic]) -> None:
        """Begin to tick: the first one at once, several ones spread over their first interval."""
        from apscheduler import events

        for mask, listen in (
            (events.EVENT_JOB_EXECUTED, self._ended),
            (events.EVENT_JOB_ERROR, self._failed),
            (events.EVENT_JOB_MISSED, self._missed),
            (events.EVENT_JOB_MAX_INSTANCES, self._overlapped),
        ):
            self._scheduler.add_listener(listen, mask)
        self.replace(nomics)
        self._scheduler.start()

    def replace(self, nomics: Iterable[TimedNomic]) -> None:
        """Tick these nomics from now on, as they are given now; a tick that is running ends as it began."""
        given = {nomic.name: nomic for nomic in nomics}
        for name in self._courses.keys() - given.keys():
            self._take_away(name)
        for name, nomic in given.items():
            if name in self._courses:
                self._courses[name].nomic = nomic
            else:
                self._courses[name] = Course(nomic)
        self.lay_anew()

    def lay_anew(self, but_since: float = float("inf")) -> None:
        """Tick every nomic from the present instant on, whatever its times were; at once none that was ticked since then."""
        now = _now()
        for number, course in enumerate(self.courses):
            every = timedelta(minutes=course.nomic.minutes)
            if course.began >= but_since:
                self._lay_every(course, now + every)
            else:
                self._forget_next(course)
                self._lay_every(course, now + every * number / len(self._courses))

    def look_at_clock(self) -> None:
        """Lay every time anew where somebody set the system's clock: no tick is lost to that, and none comes twice."""
        ahead, looked = self._clocks_apart(), self._looked
        step, self._ahead, self._looked = ahead - self._ahead, ahead, self._steady()
        if abs(step) > CLOCK_TOLERANCE:
            way = "forward" if step > 0 else "back"
            _log.warning("the system's clock was set %s by %.0f s: all ticks are laid anew", way, abs(step))
            self.lay_anew(but_since=looked)

    def stop(self) -> None:
        """Ask running ticks to end after the running step, wait for them, and begin none any more."""
        self._stopping.ask()
        for course in self.courses:
            course.busy.acquire()
        # Its own waiting for ticks would be under a lock that their ends need.
        self._scheduler.shutdown(wait=False)

    def _clocks_apart(self) -> float:
        return time.time() - self._steady()

    # --- jobs ---------------------------------------------------------------------------------------------------------

    def _lay_every(self, course: Course, first: datetime) -> None:
        from apscheduler.triggers.interval import IntervalTrigger

        trigger = IntervalTrigger(minutes=course.nomic.minutes, timezone=UTC)
        self._lay(course, f"{_EVERY}:{course.nomic.name}", trigger, next_run_time=first)

    def _lay_next(self, course: Course, when: datetime) -> None:
        """Tick at an instant, and at no other before the next regular one."""
        from apscheduler.triggers.date import DateTrigger

        self._forget_next(course)
        # A name of its own each time: what is laid while a tick of that job ends must not end with it.
        course.next_at = f"{_AT}:{course.nomic.name}:{next(self._numbers)}"
        self._lay(course, course.next_at, DateTrigger(when, timezone=UTC))

    def _lay(self, course: Course, job: str, trigger: Any, **more: Any) -> None:
        self._scheduler.add_job(
            self._tick,
            trigger,
            args=[course.nomic.name],
            id=job,
            misfire_grace_time=course.nomic.misfire_seconds,
            coalesce=True,
            max_instances=1,
            replace_existing=True,
            **more,
        )

    def _forget_next(self, course: Course) -> None:
        if course.next_at:
            self._remove(course.next_at)
        course.next_at = ""

    def _take_away(self, name: str) -> None:
        course = self._courses.pop(name)
        self._forget_next(course)
        self._remove(f"{_EVERY}:{name}")

    def _remove(self, job: str) -> None:
        from apscheduler.jobstores.base import JobLookupError

        try:
            self._scheduler.remove_job(job)
        except JobLookupError:
            return

    # --- ticks --------------------------------------------------------------------------------------------------------

    def _tick(self, name: str) -> Ticked | LockedError | None:
        """One tick, unless one of that nomic is running, which lays the next; a taken lock is no failure here."""
        course = self._courses.get(name)
        if course is None or self._stopping.is_asked or not course.busy.acquire(blocking=False):
            return None
        course.began = self._steady()
        try:
            return course.nomic.tick(self._stopping.step)
        except LockedError as error:
            return error
        except StoppedError as error:
            course.say(logging.INFO, str(error))
            return None
        finally:
            course.busy.release()

    def _ended(self, event: Any) -> None:
        for course in self._course_of(event):
            if isinstance(event.retval, LockedError):
                course.counts.locked += 1
                course.trouble_is(f"{event.retval.message}; tried again until it falls", level=logging.WARNING)
                self._lay_next(course, _now() + TRY_AGAIN)
            elif event.retval is not None:
                course.counts.ticks += 1
                self._told(course, event.retval)

    def _told(self, course: Course, report: Ticked) -> None:
        text = f"{report.outcome}: {report.words}"
        if report.exit_code:
            course.trouble_is(text)
        else:
            course.well(text)
        self._forget_next(course)
        if report.next_instant is not None:
            before = report.next_instant - timedelta(seconds=course.nomic.look_before_seconds)
            is_ahead = before < report.next_instant and _now() + SECOND <= before
            self._lay_next(course, before if is_ahead else max(report.next_instant + AFTER, _now() + SECOND))

    def _failed(self, event: Any) -> None:
        for course in self._course_of(event):
            course.counts.failed += 1
            fault = event.exception
            what = masked(" ".join(f"{type(fault).__name__}: {fault}".split()))
            is_ours = isinstance(fault, TrackerError)
            course.trouble_is(str(fault) if is_ours else f"a fault of the tracker itself: {what}")
            if not is_ours:
                _log.debug("%s", masked(event.traceback))

    def _missed(self, event: Any) -> None:
        """Tell of a tick that could not begin in time, and make up for it now, as the next regular one may be far."""
        for course in self._course_of(event):
            course.counts.missed += 1
            late = (_now() - event.scheduled_run_time).total_seconds()
            course.say(
                logging.WARNING, f"the tick of {iso(event.scheduled_run_time)} was missed by {late:.0f} s; made up for"
            )
            self._lay_next(course, _now())

    def _overlapped(self, event: Any) -> None:
        for course in self._course_of(event):
            course.counts.overlapped += 1
            course.say(logging.DEBUG, "a tick still runs; the next regular one comes in its time")

    def _course_of(self, event: Any) -> Iterator[Course]:
        """The course that an event's job belongs to, unless it was taken away, or no more is to be laid."""
        name = event.job_id.split(":")[1]
        if name in self._courses and not self._stopping.is_asked:
            yield self._courses[name]


def _now() -> datetime:
    return datetime.now(UTC)
