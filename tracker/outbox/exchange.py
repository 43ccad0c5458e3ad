"""One exchange with the other end of an outbox: what its answer says, and what a failure tells of whether a message arrived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import requests

from tracker.core.nesting import read_json

LONGEST_WAIT = 6 * 3600
"""The longest pause (seconds) that is granted where the other end asks for one."""
CHUNK = 4096


def beginning(answer: requests.Response, max_bytes: int, until: float, steady: Callable[[], float]) -> bytes:
    """The beginning of an answer that was not read yet; ``until`` is by the clock ``steady``, in seconds."""
    content = bytearray()
    try:
        for chunk in answer.iter_content(CHUNK):
            content += chunk
            if len(content) > max_bytes or steady() > until:
                break
    except requests.RequestException:
        return b""
    return bytes(content)


def object_in(content: bytes) -> dict[str, Any]:
    """A JSON object; empty where the content is none."""
    told = value_in(content)
    return told if isinstance(told, dict) else {}


def value_in(content: bytes) -> Any:
    """Whatever JSON says; None where the content is none."""
    try:
        return read_json(content)
    except ValueError:
        return None


def wait_in(answer: requests.Response, told: dict[str, Any]) -> float:
    """The seconds that the other end asks to be left alone: Discord says them in the answer, others in a header."""
    for said in (told.get("retry_after"), answer.headers.get("Retry-After")):
        try:
            seconds = float(said)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            continue
        if seconds >= 0:
            return min(seconds, LONGEST_WAIT)
    return 0.0


def is_unopened(error: requests.RequestException) -> bool:
    """Whether no connection was made at all, so that nothing can have arrived."""
    from urllib3.exceptions import MaxRetryError, NameResolutionError, NewConnectionError

    early = requests.exceptions.SSLError | requests.exceptions.ConnectTimeout | requests.exceptions.ProxyError
    if isinstance(error, early):
        return True
    cause = error.args[0] if isinstance(error, requests.exceptions.ConnectionError) and error.args else None
    reason = cause.reason if isinstance(cause, MaxRetryError) else cause
    return isinstance(reason, NewConnectionError | NameResolutionError)
