"""Nothing that is stated in a wrong shape is passed over: it is told, or printed as it was stated."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.nomicoup.altered import Place, altered, places, printed
from tracker.app.asking.replay import gamestates
from tracker.games.nomicoup import GAME

SHAPES: tuple[Any, ...] = (5, "x", True, [], {}, ["x"], {"x": 1}, [[]], "", 0, False)
_BY_KEY = frozenset({"players", "former_players", "votes", "propositions", "clarifications", "influence", "roster"})
_LISTED_OR_MAPPED = frozenset(
    {"players", "former_players", "rules", "propositions", "clarifications", "commitments", "words"}
)
"""What may be a list as well as a map."""


def kind_of(place: Place) -> Place:
    """The place of a variable, whosever it is."""
    maps = _BY_KEY | {"rules", "shuffles", "words", "unit_amounts", "refers"}
    return tuple("#" if isinstance(part, int) or (n and place[n - 1] in maps) else part for n, part in enumerate(place))


def value_at(values: Any, place: Place) -> Any:
    for part in place:
        if not (part in values if isinstance(values, dict) else isinstance(values, list) and len(values) > int(part)):
            return None
        values = values[part]
    return values


def variables() -> dict[Place, tuple[int, Place]]:
    """One place of each variable that is printed with a value, with the number of the gamestate."""
    found: dict[Place, tuple[int, Place]] = {}
    for n, (_, state) in enumerate(printed()):
        for place in places(state):
            if value_at(state, place) is not None:
                found.setdefault(kind_of(place), (n, place))
    return found


def notes(n: int, state: dict[str, Any]) -> tuple[set[str], dict[str, Any]]:
    """What is told of a stated gamestate, and what is printed of it."""
    at = printed()[n][0]
    found = gamestates(GAME, [{"kind": "opening", "id": "o", "at": at, "game": "nomicoup", "state": state}], [at])[-1]
    told = {each.text for each in found.findings if each.code.startswith("OPENING_")}
    return told, found.values_for(secrets=True)


def is_same(place: Place, stated: Any, shown: Any) -> bool:
    """Whether it is printed as it was stated: a number as its digits, a list or map with as many entries, nothing as nothing."""
    if isinstance(stated, int) and not isinstance(stated, bool) and shown == str(stated):
        return True
    if len(place) == 1 and place[0] in _LISTED_OR_MAPPED and isinstance(stated, list | dict):
        return not stated or {str(each) for each in stated} == set(map(str, shown))
    return bool(shown == stated)


def passed_over(n: int, place: Place) -> Iterator[Any]:
    """The shapes of which nothing is told, and that are printed otherwise."""
    was, before = value_at(printed()[n][1], place), notes(n, printed()[n][1])[0]
    for shape in SHAPES:
        if type(shape) is not type(was):
            told, shown = notes(n, altered(n, place, shape))
            if not told - before and not is_same(place, shape, value_at(shown, place)):
                yield shape


@pytest.mark.parametrize("first", sorted({str(kind[0]) for kind in variables()}))
def test_no_variable_is_passed_over_in_a_wrong_shape(first: str) -> None:
    found = {kind: list(passed_over(*where)) for kind, where in variables().items() if kind[0] == first}
    assert {kind: shapes for kind, shapes in found.items() if shapes} == {}
