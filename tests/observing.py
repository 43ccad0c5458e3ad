"""Observations for tests, each named after what it is, on the days of October 2019."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tracker.core.observation import Observation, ObservationBatch, ReadingWarning

START = datetime(2019, 10, 1, tzinfo=UTC)


def at(hours: float) -> datetime:
    """An instant so many hours after the start of October 2019."""
    return START + timedelta(hours=hours)


def seen(
    kind: str, name: str, hours: float | tuple[float, float], /, *, source: str = "blog", **payload: Any
) -> Observation:
    """Anything, at an hour, or between two looks."""
    if isinstance(hours, tuple):
        return Observation(kind, name, payload, not_before=at(hours[0]), not_after=at(hours[1]), source=source)
    return Observation(kind, name, payload, at=at(hours), source=source)


def comment(name: str, hours: float | tuple[float, float], body: object = "for", **others: Any) -> Observation:
    """Somebody's comment."""
    return seen("comment", name, hours, **{"post": "dry_socks", "author": "Ada", "body": body, **others})


def edited(name: str, hours: float | tuple[float, float], body: str = "against", **others: Any) -> Observation:
    """The same comment, edited."""
    return seen("comment_edited", name, hours, **{"post": "dry_socks", "author": "Ada", "body": body, **others})


def gone(name: str, hours: float | tuple[float, float]) -> Observation:
    """The tombstone of a comment."""
    return seen("comment_gone", name, hours, post="dry_socks", author="Ada")


def decision(name: str, hours: float, question: str, answer: str, since: str | None = None, **more: Any) -> Observation:
    """A person's answer."""
    about = {} if since is None else {"since": since}
    payload = {"question": question, "answer": answer, "by": "Ada", "why": "so ruled", **about, **more}
    return seen("decision", name, hours, source="decisions", **payload)


def correction(name: str, hours: float, of: str, **said: Any) -> Observation:
    """How somebody puts a row right."""
    return seen("correction", name, hours, source="corrections", of=of, by="Ada", why="so it was", **said)


def batch(*observations: Observation, cursor: str = "1", **others: Any) -> ObservationBatch:
    """What one look at the blog brought."""
    return ObservationBatch(
        **{"source": "blog", "looked_at": at(500), **others}, observations=observations, cursor=cursor
    )


def warning(text: str = "no author") -> ReadingWarning:
    """Something that could not be read."""
    return ReadingWarning("UNREADABLE", "http://blog.test/dry_socks", text)
