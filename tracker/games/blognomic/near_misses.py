"""What a line that is no action lacks to be one: a parameter out of bounds, or a name or choice that there is none of."""

from __future__ import annotations

from dataclasses import replace

from tracker.mechanics.action_lines import Form, Parameter, best, match

from .played import Table


def problem_of(table: Table, words: str) -> str:
    """Which parameter of a declared action the words give a value that it cannot have; "" where they are near none."""
    loose = [((form, action.name), _loosened(form)) for action in table.dynasty.actions for form in action.forms]
    found = best([(owner, form) for owner, form in loose if form.parameters], words, table.names)
    if found is None:
        return ""
    (form, name), given = found
    for parameter in form.parameters:
        text = str(given[parameter.name])
        strict = Form(parameter.name, (_WORD, parameter))
        if match([strict], f"{_WORD} {text}", table.names) is None:
            return f"{name}: {parameter.name} {text!r} must be {_bounds(parameter, table)}"
    return ""


_WORD = "is"
"""A form has a word of its own; this one stands before a parameter that is looked at alone."""


def _loosened(form: Form) -> Form:
    """The form with any number, and any text where a player or a choice is due."""
    pieces = tuple(_open(piece) if isinstance(piece, Parameter) else piece for piece in form.pieces)
    return Form(form.text, pieces)


def _open(parameter: Parameter) -> Parameter:
    if parameter.type == "integer":
        return replace(parameter, minimum=None, maximum=None)
    return replace(parameter, type="text")


def _bounds(parameter: Parameter, table: Table) -> str:
    """What a parameter may be, in words."""
    if parameter.type == "player":
        return f"a {table.dynasty.player}"
    if parameter.type == "choice":
        return f"one of {', '.join(parameter.choices)}"
    low, high = parameter.minimum, parameter.maximum
    parts = [f"at least {low}" if low is not None else "", f"at most {high}" if high is not None else ""]
    return " and ".join(filter(None, parts)) or "a whole number"
