"""Action lines of the dynasty: which action their words mean, and whether it is Exerted, as if elsewhere, or ignoring increases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tracker.core.leaning import remembered
from tracker.mechanics.table.action_lines import Argument, Form, Parameter, best, read_form

from . import construction, hallucinations, motivation, story_points, the_clearing, the_island, workdays
from .acting import Action

ACTIONS: tuple[Action, ...] = (
    *workdays.ACTIONS,
    *construction.ACTIONS,
    *the_island.ACTIONS,
    *the_clearing.ACTIONS,
    *motivation.ACTIONS,
    *hallucinations.ACTIONS,
    *story_points.ACTIONS,
)
_PARAMETERS = {
    "amount": Parameter("amount", "integer"),
    **{name: Parameter(name, "text") for name in ("where", "whom", "plant", "goal")},
}
_EXERTED = re.compile(r"^(?:i\s+)?exert(?:\s+myself)?\s*(?::|,?\s+to\b)\s*", re.IGNORECASE)
EXERTED = "exert: {action}"
"""How an Exerted action is written."""
_BARE = re.compile(r"(?:i\s+)?exert(?:\s+myself)?[\s.!:]*", re.IGNORECASE)
_IGNORING = re.compile(
    r"(?:,\s*|(?:(?<!\s)\s+)?)(?:and\s+)?(?:(?:hsr\s+)?(?:rise|increases?)\s+ignored|ignoring\s+(?:the\s+|any\s+)?(?:hsr\s+)?(?:rise|increases?))"
    r"(?:,?\s+please)?[\s.!]*$",
    re.IGNORECASE,
)
_AS_IF = re.compile(
    r"(?:,|(?<!\s))\s+as\s+if\s+(?:i\s+(?:were|was)\s+)?(?:at|in)\s+(?P<place>[^,]+?)[\s.!]*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Understood:
    """What a line means; ``as_if_at`` are its words for the Location as if at which the action is taken."""

    action: Action
    arguments: Mapping[str, Argument]
    is_exerted: bool = False
    as_if_at: str = ""
    is_ignoring: bool = False


@remembered(maxsize=64)
def _forms() -> tuple[tuple[Action, Form], ...]:
    return tuple((action, read_form(line, _PARAMETERS)) for action in ACTIONS for line in action.lines)


def is_bare_exertion(words: str) -> bool:
    """Whether words say that somebody Exerts themself, and not for what."""
    return _BARE.fullmatch(words.strip()) is not None


@remembered(maxsize=1024)
def understood(words: str) -> Understood | None:
    """What the words of a line mean; None where they are no action of this dynasty."""
    rest, exerted = _EXERTED.subn("", words.strip(), count=1)
    rest, ignoring = _IGNORING.subn("", rest)
    as_if = _AS_IF.search(rest)
    place = as_if["place"] if as_if else ""
    if as_if:
        rest = rest[: as_if.start()]
    found = best(_forms(), rest, {})
    if found is None:
        return None
    action, arguments = found
    if not isinstance(action, Action) or (exerted and not action.is_dated):
        return None
    return Understood(action, arguments, bool(exerted), place, bool(ignoring))
