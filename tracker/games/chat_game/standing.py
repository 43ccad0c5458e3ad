"""How a chat game stands at an instant, as its pages and answers are given it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Finding, Question
from tracker.core.instants import start_of_day
from tracker.mechanics.chat_people import People
from tracker.mechanics.law import Law

from .state import ChatState


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that pages and answers show, and nothing that they may change: the gamestate and what was told of it."""

    world: Any
    state: ChatState[Any]
    values: Mapping[str, Any]
    findings: tuple[Finding, ...]
    questions: tuple[Question, ...]
    people: People
    settled: SettledMatters
    in_doubt: Mapping[str, datetime]
    next_instant: datetime | None


def told_since(world: Any) -> datetime:
    """From when on all that was told is surely in the live state: what was told before may be stored by day already."""
    law: Law = world.law
    return start_of_day(law.when - law.span("settle_after_hours")) + timedelta(days=1)
