"""Stored payloads have a version; older shapes are lifted, one version at a time, when they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tracker.core.observation import SCHEMA_VERSION, Observation
from tracker.errors import ArchiveError, ArchiveTooNewError

Payload = Mapping[str, Any]
Upcast = Callable[[str, Payload], Payload]
"""(kind, payload of one version) -> the payload of the next version."""

UPCASTS: Mapping[int, Upcast] = MappingProxyType({})
"""Version -> the step that lifts a payload out of it; the present shape is the first, so there is none yet."""


def lift(kind: str, payload: Payload, version: int, upcasts: Mapping[int, Upcast] = UPCASTS) -> Payload:
    """The payload in the present shape.

    Raises ArchiveTooNewError for a version that we do not know yet, ArchiveError where a step is missing.
    """
    if version > SCHEMA_VERSION:
        raise ArchiveTooNewError(
            f"a {kind} is stored in shape {version}, this tracker knows up to {SCHEMA_VERSION}",
            remedy="upgrade the tracker",
        )
    for step in range(version, SCHEMA_VERSION):
        if step not in upcasts:
            raise ArchiveError(f"a {kind} is stored in shape {step}, out of which nothing lifts it")
        payload = upcasts[step](kind, payload)
    return payload


def lifted(observation: Observation, upcasts: Mapping[int, Upcast] = UPCASTS) -> Observation:
    """The observation with its payload in the present shape."""
    payload = lift(observation.kind, observation.payload, observation.version, upcasts)
    return replace(observation, payload=payload, version=SCHEMA_VERSION)
