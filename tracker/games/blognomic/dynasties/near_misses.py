"""What a line that is no action lacks to be one: a parameter out of bounds, a name or choice that there is none of, or another form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from tracker.core.leaning import remembered
from tracker.mechanics.table.action_lines import Form, Parameter, best, match
from tracker.mechanics.turns import RefusedError, WaitingError

from . import acting
from .played import Table


def problem_of(table: Table, words: str) -> str:
    """What the words lack to be an action: a parameter's value, else the nearest form; "" where they are near none."""
    if problem := _parameter_problem(table, words):
        return problem
    near = nearest(table, words)
    return f"not understood; the nearest form: {near}" if near else ""


# --- parameters -------------------------------------------------------------------------------------------------------


def _parameter_problem(table: Table, words: str) -> str:
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


# --- the nearest form -------------------------------------------------------------------------------------------------

_LONGEST = 120
"""Characters beyond which a line is talk, and near nothing."""
_MOST_PARTS = 6
"""So many actions are looked for in one line without separators."""
_PLAIN = re.compile(r"[\w ,.:+'’-]*")
"""What no wiki reads as markup."""
_ADDRESSED = re.compile(r"(?:for\s+)?(?P<name>[^,:]{1,60}?)\s*[,:]\s*(?P<rest>.+)", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?,\s*(?:and\s+)?|(?<!\s)\s+and\s+", re.IGNORECASE)
_EMPTY = frozenset({"i", "a", "an", "the", "my", "please"})
"""Words that tell nothing of which action is meant."""
_HOLE = re.compile(r"\{([^{}]*)\}")
_NEAR = 0.5
"""What words must have in common with a form, from 0 to 1: twice what both have, by what each has."""
_ALIKE = 0.8
"""How like two words must be to be one that was mistyped, from 0 to 1."""
_SHORTEST = 4
"""Letters of the shortest word that may be mistyped, and that makes a line near a form."""


def nearest(table: Table, words: str) -> str:
    """The form that words are nearest to, as it would be written, what it leaves open in capitals; "" where they are near none."""
    if len(words) > _LONGEST:
        return ""
    # What is repeated of a line may be read as wikitext where it is answered.
    rewritten = _rewritten(table, words) if _PLAIN.fullmatch(words) else ()
    known = next((said for said in rewritten if said), "")
    return known or _closest(_forms(table), words)


def _rewritten(table: Table, words: str) -> Iterator[str]:
    """The words with other marks between them, where these make them actions; else empty."""
    found = _ADDRESSED.fullmatch(words)
    names = {name.casefold(): name for name in table.names}
    if found and found["name"].casefold() in names:
        yield f"for {names[found['name'].casefold()]}: {found['rest']}" if _is_action(table, found["rest"]) else ""
    head, _, rest = words.partition(" ")
    for form in (form for form in _forms(table) if form.startswith(f"{head.casefold()}: ")):
        said = re.sub(r"^(?:my|him|her|them)self\s+", "", rest.lstrip(" ,:;"), flags=re.IGNORECASE)
        yield f"{_HOLE.sub('', form).strip()} {said}" if _is_action(table, said) else ""
    parts = _BETWEEN.split(words)
    if 1 < len(parts) <= _MOST_PARTS and all(_is_action(table, part) for part in parts):
        yield "; ".join(parts)
    plain = " ".join(words.replace(":", " ").split())
    yield plain if ":" in words and _is_action(table, plain) else ""


def _is_action(table: Table, words: str) -> bool:
    """Whether words are an action's, whoever may take it."""
    turn = table.turn("", table.moment.when, "", _no_dice)
    try:
        return bool(words) and acting.is_performed(table, turn, words)
    except (RefusedError, WaitingError):
        return True


def _no_dice(key: str, count: int, sides: int) -> None:
    """Nothing fell."""


def _forms(table: Table) -> tuple[str, ...]:
    """Every form of the dynasty, with ``{name}`` for what it leaves open."""
    own = table.code.actions if table.code is not None else frozenset()
    return tuple(sorted(own.union(*({form.text for form in action.forms} for action in table.dynasty.actions))))


@remembered(maxsize=1024)
def _closest(forms: tuple[str, ...], words: str) -> str:
    """The form that has most in common with words."""
    said = _meant(words)
    likeness, form = max(((_likeness(form, said), form) for form in forms), default=(0.0, ""))
    shown = _HOLE.sub(lambda found: found[1].upper(), form).replace(" 's", "'s")
    return shown if likeness >= _NEAR else ""


def _meant(words: str) -> tuple[str, ...]:
    return tuple(word for word in acting.WORD.findall(words.casefold()) if word not in _EMPTY)


def _likeness(form: str, said: Sequence[str]) -> float:
    """Twice the words that both have, by all that both have; 0 where they share no word of some length. Numbers are open."""
    own = _meant(_HOLE.sub(" ", form))
    shared = [word for word in own if any(_is_like(word, other) for other in said)]
    plain = [word for word in said if not word.isdecimal() or word in own]
    if not any(len(word) >= _SHORTEST for word in shared):
        return 0.0
    return (len(shared) + len(shared)) / (len(own) + len(plain))


@remembered(maxsize=4096)
def _is_like(word: str, other: str) -> bool:
    if word == other:
        return True
    if min(len(word), len(other)) < _SHORTEST or word[0] != other[0] or abs(len(word) - len(other)) > 1:
        return False
    return SequenceMatcher(None, word, other).ratio() >= _ALIKE
