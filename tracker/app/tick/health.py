"""How the tracker itself fares, for people and monitors: when it last looked, when anything changed, what is stuck and why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from tracker.app.asking.audience import may_see
from tracker.app.tick.pause import paused
from tracker.app.tick.standing import PAUSED, STUCK, UNDONE, UNREAD_SOURCE, WITHOUT, Kept, read_kept
from tracker.app.wired import Wired
from tracker.core.instants import iso, iso_or_none
from tracker.core.observation import ReadingWarning

_MISSING = "PAGE_MISSING"
"""The code of the warning that the wiki has no such page."""
STUCK_CODE = 13
"""The exit code of a tracker that needs a person, or that did not look for too long."""


def health(wired: Wired, viewer: str) -> dict[str, Any]:
    """Last look and change, the next instant, and whatever is stuck, each thing with why and since when, as plain JSON values."""
    now, beat, kept = wired.clock.now(), wired.archive.last_beat(), read_kept(wired.archive)
    found = [*_late(wired, beat.at if beat else None, now), *_stuck(wired, kept, viewer, now)]
    return {
        "last_look": iso_or_none(beat.at if beat else None),
        "last_look_seconds": round((now - beat.at).total_seconds()) if beat else None,
        "last_change": {"at": kept.changed_at, "what": kept.changed} if kept.changed_at else None,
        "stuck": found,
        "undone": _left_so(kept, UNDONE, viewer),
        "without": _left_so(kept, WITHOUT, viewer),
        "exit_code": STUCK_CODE if found else 0,
    }


def _left_so(kept: Kept, group: str, viewer: str) -> list[dict[str, str]]:
    """What of a group that needs nobody a viewer may see, each by the code of its finding."""
    return [
        _thing(key.partition(":")[0], thing.text, thing.since)
        for key, thing in kept.of(group).items()
        if may_see(viewer, thing.audience)
    ]


def unread_sources(wired: Wired) -> set[str]:
    """The sources that cannot be read at all, as the last look at them was."""
    standing = read_kept(wired.archive).of("faults")
    return {source.name for source in wired.sources if f"{UNREAD_SOURCE}{source.name}" in standing}


def standing_warnings(wired: Wired, since: datetime) -> list[ReadingWarning]:
    """What the looks from an instant on could not read, without what a later look showed to be mended."""
    return [item for item in wired.archive.warnings(since) if not _is_mended(wired, item)]


def _is_mended(wired: Wired, warning: ReadingWarning) -> bool:
    if warning.code == _MISSING:
        return _is_back(wired, warning)
    asked = ((source.name, getattr(source, "is_mended", None)) for source in wired.sources)
    return any(is_mended(wired.archive.cursor(name), warning) for name, is_mended in asked if is_mended)


def _is_back(wired: Wired, warning: ReadingWarning) -> bool:
    """Whether the page that a warning calls missing has a revision that is later than the last time it was told."""
    rows = [row for source in wired.sources for row in wired.archive.newest_about(source.name, warning.place)]
    edited = [row.observation.happened_at for row in rows if row.observation.kind == "page_revision"]
    return bool(edited) and warning not in wired.archive.warnings(max(edited))


def _late(wired: Wired, last: datetime | None, now: datetime) -> Iterator[dict[str, str]]:
    limit = wired.settings.metrics.stale_minutes
    if last is None:
        yield _thing("no look", "no tick was made yet", "")
    elif now - last > timedelta(minutes=limit):
        minutes = int((now - last).total_seconds() // 60)
        yield _thing("no look", f"the last tick was {minutes} minutes ago; {limit} are allowed", iso(last))
    elif last - now > timedelta(minutes=limit):
        yield _thing("no look", "the clock is wrong, or was at the last tick, which it has yet to come to", iso(last))


def _stuck(wired: Wired, kept: Kept, viewer: str, now: datetime) -> Iterator[dict[str, str]]:
    pause = paused(wired)
    if pause:
        yield _thing("paused", str(pause), iso(pause.since))
    for group, what in STUCK.items():
        for key, thing in kept.of(group).items():
            if may_see(viewer, thing.audience) and (group, key) != PAUSED:
                yield _thing(what, thing.text, thing.since)
    yield from _open_intents(wired, now)
    yield from _unsent(kept)


def stuck_counts(wired: Wired, kept: Kept) -> dict[str, int]:
    """How many things need a person after a tick, by what they are, as figures name them."""
    ways = len(list(_unsent(kept)))
    acts = len(list(_open_intents(wired, wired.clock.now())))
    return {**{group: len(kept.of(group)) for group in STUCK}, "acts": acts, "notices": ways}


def _open_intents(wired: Wired, now: datetime) -> Iterator[dict[str, str]]:
    """Acts that were begun and not ended, for longer than any tick holds the lock: a younger one may be under way."""
    for opened in wired.ledger.open_intents():
        intent = opened.intent
        if now - intent.at > wired.lock_span:
            yield _thing("an act without its end", f"{intent.kind} of {intent.target}", iso(intent.at))


def _unsent(kept: Kept) -> Iterator[dict[str, str]]:
    if kept.queue is None:
        return
    from tracker.app.tick.notices import unsent

    told = unsent(kept)
    if told:
        yield _thing("notices that cannot be sent", f"{told['error']}; {told['waiting']} wait", told["since"])


def _thing(what: str, why: str, since: str) -> dict[str, str]:
    return {"what": what, "why": why, "since": since}
