"""Reads what the parameters of a declared action's lines may be: ``integer 1..5 else 1``, ``player``, ``one of Red, Green``, ``text``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from tracker.mechanics.declared.declared_keys import MAX_CHOICES
from tracker.mechanics.declared.expressions import Kind, nearest
from tracker.mechanics.table.action_lines import Parameter

_INTEGER_SPEC = re.compile(r"integer(?:\s+(-?[0-9]{1,30})?\s*(\.\.)\s*(-?[0-9]{1,30})?)?(?:\s+else\s+(-?[0-9]{1,30}))?")
_CHOICE_SPEC = re.compile(r"one of\s+(.+?)(?:\s+else\s+(.+))?")
_TEXT_SPEC = re.compile(r"text(?:\s+else\s+'(.*)')?")
EXAMPLES = ('"integer 1..5"', '"player"', '"one of Red, Green"', '"text"')
KINDS: Mapping[str, Kind] = {
    "integer": Kind.NUMBER,
    "player": Kind.PERSON,
    "choice": Kind.TEXT,
    "text": Kind.TEXT,
}


def read_parameter(name: str, spec: str) -> Parameter | None:
    """The parameter that a text describes; None where it describes none. Raises ValueError for bounds and choices that cannot be."""
    for pattern, make in _SPECS:
        if found := pattern.fullmatch(spec.strip()):
            return make(name, found)
    return None


def else_of(parameter: Parameter) -> str:
    """How a value is declared for a parameter that a line leaves out."""
    example = {"integer": "else 1", "text": "else ''", "choice": f"else {''.join(parameter.choices[:1])}"}.get(
        parameter.type
    )
    return f", or add to the parameter what it is then: {example}" if example else ""


def _integer_parameter(name: str, found: re.Match[str]) -> Parameter:
    low, high, default = (int(found[place]) if found[place] else None for place in (1, 3, 4))
    if low is not None and high is not None and low > high:
        raise ValueError(f"{low} is above {high}")
    if default is not None and ((low is not None and default < low) or (high is not None and default > high)):
        raise ValueError(f"{default} is out of {low}..{high}")
    return Parameter(name, "integer", low, high, default=default)


def _choice_parameter(name: str, found: re.Match[str]) -> Parameter:
    choices = tuple(" ".join(choice.split()) for choice in found[1].split(","))
    if not all(choices) or len({choice.casefold() for choice in choices}) < len(choices):
        raise ValueError("a choice is empty or there twice")
    if len(choices) > MAX_CHOICES:
        raise ValueError(f"there are more than {MAX_CHOICES} choices")
    if found[2] is not None and found[2] not in choices:
        raise ValueError(f"{found[2]!r} is none of the choices; {nearest(found[2], choices)}")
    return Parameter(name, "choice", choices=choices, default=found[2])


_SPECS: Sequence[tuple[re.Pattern[str], Callable[[str, re.Match[str]], Parameter]]] = (
    (_INTEGER_SPEC, _integer_parameter),
    (re.compile("player"), lambda name, found: Parameter(name, "player")),
    (_CHOICE_SPEC, _choice_parameter),
    (_TEXT_SPEC, lambda name, found: Parameter(name, "text", default=found[1])),
)
