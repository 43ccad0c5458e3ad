"""Drafts: what a game wants to stand in a managed region, as a template's name and its values, before it is rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

HandEditPolicy = Literal["input", "correction", "fault"]
"""What a hand edit of a region is to the game: a player's move, a correction to keep and show, or a fault to block and show (law 11)."""


@dataclass(frozen=True, slots=True)
class RegionDraft:
    """One region of one page: the template that renders it and the values it gets.

    ``may_shrink_for`` names the events (resolutions, idlings, a reset) that wholly explain why the region may shrink (law 13).
    """

    page: str
    region: str
    template: str
    values: Mapping[str, Any]
    on_hand_edit: HandEditPolicy = "fault"
    may_shrink_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseLink:
    """Where a clause can be read: page and heading, with the titles above it for the tooltip, and since when it is in doubt."""

    page: str
    anchor: str
    title: str
    unverified: datetime | None = None
