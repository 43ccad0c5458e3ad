"""The command that goes on: ``tracker run`` ticks every nomic of a config by itself until a signal ends it."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from logging.handlers import WatchedFileHandler
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import click

from tracker.cli.options import DEBUG_VARIABLE, FILE, chosen_nomics, config_option, examples, wired_from
from tracker.cli.signals import queued_signals
from tracker.core.observation import canonical_json
from tracker.errors import ConfigError, StoppedError, UsageError
from tracker.journal import JOURNAL

if TYPE_CHECKING:
    from tracker.app.tick.tick_report import TickReport
    from tracker.config import Settings
    from tracker.schedule import Step, TickSchedule, TimedNomic

CLOCK_SECONDS = 5.0
"""How often it is looked whether somebody set the system's clock."""

_log = logging.getLogger(__name__)


@click.command(
    epilog=examples(
        "tracker run",
        "tracker run --config nomics.ini --log tracker.log",
        "tracker run --json > ticks.jsonl",
        "kill -HUP PID",
    )
)
@config_option
@click.option("--json", "as_json", is_flag=True, help="Print what each tick did as a line of JSON.")
@click.option("--log", "log_file", type=FILE, metavar="FILE", help="Write the log to a file, not to the error stream.")
def run(config: Path, as_json: bool, log_file: Path | None) -> int:
    """Tick every few minutes, and whenever something happens by itself, until a signal ends it.

    SIGTERM and SIGINT end it after the running step. SIGHUP lets it read the config anew and reopen its log; a config that
    cannot be used is told, and the old one goes on.
    """
    from tracker.app.tick.stopping import Stopping
    from tracker.bootstrap import keep_connections, listen
    from tracker.schedule import TickSchedule, background_scheduler

    stopping = Stopping()
    with _logging_to(log_file) as handler, queued_signals(signal.SIGTERM, signal.SIGINT, signal.SIGHUP) as signals:
        chosen = _usable(config)
        JOURNAL.open(chosen.values())
        stop_showing = _shown_figures(chosen.values())
        workers = max(settings.schedule.workers for settings in chosen.values())
        schedule = TickSchedule(background_scheduler(workers), stopping)
        timed = partial(_timed, as_json=as_json)
        listen(chosen.values())
        schedule.start(map(timed, chosen.values()))
        _log.info("started with %s", config)
        try:
            with keep_connections():
                _serve(schedule, partial(_read_anew, schedule, config, timed), signals, handler)
        finally:
            schedule.stop()
            listen(())
            stop_showing()
        _log.info("ended after %d ticks", sum(course.counts.ticks for course in schedule.courses))
        JOURNAL.close()
    return StoppedError.exit_code if stopping.cut else 0


def _serve(
    schedule: TickSchedule, read_anew: Callable[[], None], signals: SimpleQueue[int], log: logging.Handler
) -> None:
    """Heed signals, and look at the clock in between, until one ends it."""
    while True:
        try:
            number = signals.get(timeout=CLOCK_SECONDS)
        except Empty:
            schedule.look_at_clock()
            continue
        if number != signal.SIGHUP:
            _log.info("%s: ending after the running step", signal.Signals(number).name)
            return
        if isinstance(log, WatchedFileHandler):
            log.reopenIfNeeded()
        JOURNAL.reopen()
        read_anew()


def _read_anew(schedule: TickSchedule, config: Path, timed: Callable[[Settings], TimedNomic]) -> None:
    """Take over the config as it is now; a nomic whose section cannot be used keeps its old settings."""
    old = {course.nomic.name: course.nomic for course in schedule.courses}
    try:
        found = chosen_nomics(config)
    except (ConfigError, UsageError) as error:
        _log.error("%s; the old config goes on", error)
        return
    _open_journal(found)
    new: list[TimedNomic] = []
    for name, settings in found.items():
        if not isinstance(settings, ConfigError):
            new.append(timed(settings))
        elif name in old:
            new.append(old[name])
            _log.error("%s; its old config goes on", settings)
        else:
            _log.error("%s", settings)
    if new:
        _listen_anew(found)
        schedule.replace(new)
        _log.info("the config was read anew")


def _listen_anew(found: Mapping[str, Settings | ConfigError]) -> None:
    """Open and close gateway connections as the new config asks; a nomic whose section cannot be used keeps its own."""
    from tracker.bootstrap import listen

    usable = [settings for settings in found.values() if not isinstance(settings, ConfigError)]
    listen(usable, [name for name, settings in found.items() if isinstance(settings, ConfigError)])


def _open_journal(found: Mapping[str, Settings | ConfigError]) -> None:
    """Open the journal anew as the config now wants it; where that cannot be, the old one goes on."""
    usable = [settings for settings in found.values() if not isinstance(settings, ConfigError)]
    broken = [name for name, settings in found.items() if isinstance(settings, ConfigError)]
    try:
        JOURNAL.open(usable, as_before=broken)
    except ConfigError as error:
        JOURNAL.reopen()
        _log.error("%s; the old journal goes on", error)


def _shown_figures(nomics: Iterable[Settings]) -> Callable[[], None]:
    """Answer Prometheus on the port that the first nomic names; returns what ends it. Raises ConfigError."""
    for settings in nomics:
        if settings.metrics.port:
            from tracker.metrics import serve

            metrics = settings.metrics
            return serve(metrics.address, metrics.port, settings.place("metrics", "port"))
    return lambda: None


def _usable(config: Path) -> Mapping[str, Settings]:
    """Each nomic that can be used; the errors of the others are told. Raises ConfigError where none can."""
    found = chosen_nomics(config)
    usable = {name: settings for name, settings in found.items() if not isinstance(settings, ConfigError)}
    errors = [error for error in found.values() if isinstance(error, ConfigError)]
    if not usable:
        raise errors[0]
    for error in errors:
        _log.error("%s", error)
    return usable


def _timed(settings: Settings, *, as_json: bool) -> TimedNomic:
    """One nomic for the schedule: wired anew for each tick, exactly as for cron, so that nothing lives on between two."""
    from tracker.schedule import TimedNomic

    schedule = settings.schedule
    ticking = partial(_tick, settings, as_json=as_json)
    before = settings.discord.look_before_seconds if settings.discord.is_on else 0
    return TimedNomic(settings.nomic, ticking, schedule.minutes, schedule.misfire_seconds, before)


def _tick(settings: Settings, step: Step, *, as_json: bool) -> TickReport:
    from tracker.app.tick.tick import tick

    with wired_from(settings, step) as wired:
        report = tick(wired)
    if as_json:
        # One write for the whole line: several nomics tick at once.
        click.echo(canonical_json({"nomic": settings.nomic, **report.record()}))
    return report


@contextmanager
def _logging_to(file: Path | None) -> Iterator[logging.Handler]:
    """Write the tracker's log to a file, which is opened anew where it was moved away, or to the error stream."""
    handler = _opened(file) if file else logging.StreamHandler()
    lines = logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
    lines.converter = time.gmtime
    handler.setFormatter(lines)
    handler.addFilter(partial(_is_for_people, to_stream=file is None))
    logger = logging.getLogger("tracker")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG if os.environ.get(DEBUG_VARIABLE) else logging.INFO)
    try:
        yield handler
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
        handler.close()


def _is_for_people(record: logging.LogRecord, *, to_stream: bool) -> bool:
    """Whether a log record is written for people: not those of a tick, nor those that the journal writes to the same stream."""
    return record.name != "tracker.tick" and not (to_stream and JOURNAL.covers(getattr(record, "nomic", "")))


def _opened(file: Path) -> WatchedFileHandler:
    try:
        return WatchedFileHandler(file, encoding="utf-8")
    except OSError as error:
        remedy = "check the folder and its rights"
        raise UsageError(error.strerror or str(error), place=str(file), remedy=remedy) from error
