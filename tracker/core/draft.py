"""Drafts: what a game wants to stand in a managed region, as a template's name and its values, before it is rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

HandEditPolicy = Literal["input", "correction", "fault"]
"""What a hand edit of a region is to the game: a player's move, a correction to keep and show, or a fault to block and show (law 11)."""


class LateValues(Mapping[str, Any]):
    """Values of a template that are looked up when they are first read."""

    def __init__(self, look: Callable[[], Mapping[str, Any]]) -> None:
        """``look`` is called once, or never."""
        self._look = look

    @cached_property
    def _found(self) -> Mapping[str, Any]:
        return self._look()

    def __getitem__(self, name: str) -> Any:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


@dataclass(frozen=True, slots=True)
class RegionDraft:
    """One region of one page: the template that renders it and the values it gets.

    ``may_shrink_for`` names the events (resolutions, idlings, a reset) that wholly explain why the region may shrink (law 13).
    ``mark`` stands for all that a region shows which is over, as one of a past month: where what bore the same mark is known to
    be on the wiki, a tick looks neither at its values nor at its page. "" for what may change at any time.
    """

    page: str
    region: str
    template: str
    values: Mapping[str, Any]
    on_hand_edit: HandEditPolicy = "fault"
    may_shrink_for: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class RenderedRegion:
    """A draft with its wikitext: what should stand in the region, and how plans treat it (laws 11 and 13)."""

    page: str
    region: str
    text: str
    on_hand_edit: HandEditPolicy = "fault"
    may_shrink_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseLink:
    """Where a clause can be read: page and heading, with the titles above it for the tooltip, and since when it is in doubt."""

    page: str
    anchor: str
    title: str
    unverified: datetime | None = None
