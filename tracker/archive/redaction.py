"""What redaction means for what is stored, and for what is read again after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tracker.core.instants import iso
from tracker.core.observation import Observation, redacted


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
    return frozenset(value for value in values if isinstance(value, str) and value.startswith("[redacted "))


def without_redacted(observation: Observation, emptied: Collection[str]) -> Observation:
    """The observation, emptied of any content that was redacted before: reading it again does not bring it back."""
    masked = redacted(observation).payload
    again = {name: mark for name, mark in masked.items() if isinstance(mark, str) and mark in emptied}
    return replace(observation, payload={**observation.payload, **again})


def is_old_news(observation: Observation, newest: Observation) -> bool:
    """Whether a sight of a redacted thing shows what its newest row shows, which its source could not compare."""
    same_kind = observation.kind.removesuffix("_edited") == newest.kind.removesuffix("_edited")
    return same_kind and dict(observation.payload) == dict(newest.payload)
