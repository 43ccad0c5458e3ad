"""What stays of what is past: what leaves the gamestate, and what of a message whose words are redacted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.core.observation import Observation
from tracker.mechanics.enacting.typed_changes import is_proposition, typed_changes

from .hidden import letters
from .proposing.propositions import read_now
from .state import Coup


def forget(world: Coup, limit: datetime) -> None:
    """Let propositions, clarifications and private messages go that were over before an instant."""
    for number, each in list(world.propositions.items()):
        over = each.closed_at or (each.made_at if each.status == "illegal" else None)
        if over is not None and over < limit:
            del world.propositions[number]
    for number, raised in list(world.clarifications.items()):
        if raised.resolved_at is not None and raised.resolved_at < limit:
            del world.clarifications[number]
    if world.status == "running":
        world.letters = [
            each for each in world.letters if each.at >= limit or not (each.draw or letters.is_past(world, each))
        ]
    world.posts = {message: number for message, number in world.posts.items() if number in world.propositions}


def cited(world: Coup) -> Iterator[str]:
    """The messages of what is open."""
    yield from (each.message for each in world.propositions.values())
    for raised in world.clarifications.values():
        yield from (raised.message, *(each.message for each in raised.suggestions))
    yield from (each.message for each in (world.pending, world.past_pending) if each is not None)
    yield from (row for ask in world.asks.values() for row in ask.rows)
    yield from world.posts


REDACTED = "[redacted]"
_FREE = re.compile(
    r"((?:Clarification|Suggestion(?: \d+)?|I declare the end of viable play): |Win: [^(]*\(|I report a breach ).*",
    re.DOTALL,
)
"""The canonical lines that end in somebody's own words."""
_PLACES = ("type", "rule", "new id", "id", "under")
"""The fields of a change that hold nobody's own words."""


def bare_line(line: str) -> str:
    """A canonical line without free words at its end."""
    found = _FREE.fullmatch(line)
    return f"{found[1]}{REDACTED}{')' * ('(' in found[1])}" if found else line


def kept_of(world: Coup, seen: Observation) -> Mapping[str, Any]:
    """What stays of a message or an edit that is a proposition; nothing of any other.

    The changes of one that can be voted on stay whole: people vote on them, and may live by them. Of any other only types and rules do.
    """
    text, channel = seen.text("text"), world.law.word("propositions_channel")
    is_there = seen.text("channel") == channel or seen.text("message") in world.posts
    found = read_now(world, text) if is_there and is_proposition(text) else None
    if found is None:
        return {}
    lines = [f"Proposition: {REDACTED if found.title else ''}"]
    for change in typed_changes(text)[1]:
        lines += change.lines if not found.code else _places(change.type, change.fields)
    return {"said": ["\n".join(lines)]}


def _places(type: str, fields: Mapping[str, str]) -> list[str]:
    kept = {name: value.strip() if name in _PLACES else REDACTED for name, value in fields.items()}
    return [f"{name.capitalize()}: {value}" for name, value in {**kept, "type": type or REDACTED}.items()]
