"""Payloads of older shapes are lifted step by step; what cannot be lifted says so."""

import pytest

from tracker.archive.upcast import UPCASTS, Payload, lift
from tracker.core.observation import SCHEMA_VERSION
from tracker.errors import ArchiveError, ArchiveTooNewError


def test_every_version_up_to_the_present_one_has_its_step() -> None:
    assert set(UPCASTS) == set(range(1, SCHEMA_VERSION))


def test_present_shape_is_left_as_it_is() -> None:
    payload = {"body": "for"}
    assert lift("comment", payload, SCHEMA_VERSION) is payload


def test_steps_are_taken_in_order() -> None:
    def to_next(kind: str, payload: Payload) -> Payload:
        return {"taken": [*payload.get("taken", []), len(payload.get("taken", []))]}

    def renamed(kind: str, payload: Payload) -> Payload:
        return {"shapes": payload["taken"], "kind": kind}

    assert lift("comment", {}, -2, {-2: to_next, -1: to_next, 0: renamed}) == {"shapes": [0, 1], "kind": "comment"}


def test_missing_step_is_an_error() -> None:
    with pytest.raises(ArchiveError, match="a comment is stored in shape 0"):
        lift("comment", {}, -1, {-1: lambda kind, payload: payload})


def test_newer_shape_asks_for_an_upgrade() -> None:
    with pytest.raises(ArchiveTooNewError, match="upgrade the tracker"):
        lift("comment", {}, SCHEMA_VERSION + 1)
