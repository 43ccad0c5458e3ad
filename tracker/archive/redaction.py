"""What redaction means for what is stored, and for what is read again after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tracker.core.instants import iso
from tracker.core.observation import READ, Observation, is_redacted, redacted


@dataclass(frozen=True, slots=True)
class Redaction:
    """Who emptied a row's content, why, and when (UTC)."""

    by: str
    why: str
    at: datetime

    def __str__(self) -> str:
        """The sentence that fills the gap."""
        return f"redacted by {self.by} at {iso(self.at)}: {self.why}"


def emptied_values(payloads: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """The marks that redaction left in these payloads."""
    values = (value for payload in payloads for value in payload.values())
    return frozenset(value for value in values if is_redacted(value))


def without_redacted(observation: Observation, earlier: Iterable[Mapping[str, Any]]) -> Observation:
    """The observation, emptied of any content that was redacted in earlier payloads of the thing: reading it again does not bring it back.

    What a game had read in that content stays beside it, as it did there. Of a decision that is the answer: a reason stands anew
    in each, and nothing is read in it.
    """
    masked, payloads = redacted(observation, {READ: True}).payload, list(earlier)
    emptied = emptied_values(payloads)
    names = ("answer",) if observation.kind == "decision" else tuple(observation.payload)
    again = {name: mark for name in names if isinstance(mark := masked.get(name), str) and mark in emptied}
    read: dict[str, Any] = {}
    for payload in payloads:
        if READ in payload and any(payload.get(name) == mark for name, mark in again.items()):
            read |= payload[READ]
    return replace(observation, payload={**observation.payload, **again, **({READ: read} if read else {})})


def is_old_news(observation: Observation, newest: Observation) -> bool:
    """Whether a sight of a redacted thing shows what its newest row shows, which its source could not compare."""
    same_kind = observation.kind.removesuffix("_edited") == newest.kind.removesuffix("_edited")
    return same_kind and _as_seen(observation) == _as_seen(newest)


def _as_seen(observation: Observation) -> dict[str, Any]:
    return {name: value for name, value in observation.payload.items() if name != READ}
