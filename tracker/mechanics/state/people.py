"""People in a gamestate: where the description says that somebody stands, names that people write become their ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from tracker.core.corrections import places

from .described import PERSON, Part, by_id, field_named

IdOf = Callable[[str], str]
"""Gives the id of whoever is called so."""


def with_people(described: type[Part], stated: Mapping[str, Any], id_of: IdOf) -> dict[str, Any]:
    """A stated gamestate, or part of one, with each person by what ``id_of`` gives for the name that stands there."""
    fields = ((name, value, field_named(described, name)) for name, value in stated.items())
    return {name: value if field is None else _renamed(field, value, id_of) for name, value, field in fields}


def value_with_people(described: type[Part], said: Mapping[str, Any], id_of: IdOf) -> dict[str, Any]:
    """What sets a value (``pointer``, ``value``), with each person in both by what ``id_of`` gives for the name."""
    inner: Any = described
    way = []
    for step in places(str(said["pointer"])):
        inner, step = _within(inner, step, id_of)
        way.append(step.replace("~", "~0").replace("/", "~1"))
    value = {"value": _renamed(inner, said["value"], id_of)} if "value" in said else {}
    return {**said, "pointer": "".join(f"/{step}" for step in way), **value}


def _renamed(described: Any, value: Any, id_of: IdOf) -> Any:
    """A value with people by their ids, where it is described so."""
    described, is_person = bare(described)
    if is_person:
        # An id of digits alone is read as a number where JSON may stand.
        return id_of(str(value)) if value and type(value) in (str, int) else value
    origin, inner = get_origin(described), get_args(described)
    if origin in (Union, UnionType):
        for each in inner:
            value = _renamed(each, value, id_of)
    elif origin is dict and isinstance(things := by_id(value), dict):
        return {_renamed(inner[0], key, id_of): _renamed(inner[1], each, id_of) for key, each in things.items()}
    elif origin in (list, set, tuple) and isinstance(value, list):
        return [_renamed(inner[0], each, id_of) for each in value]
    elif isinstance(described, type) and issubclass(described, Part) and isinstance(value, Mapping):
        return with_people(described, value, id_of)
    return value


def bare(described: Any) -> tuple[Any, bool]:
    """A description without what is said beside its type, and whether it is that of a person."""
    is_person = False
    while isinstance(described, FieldInfo) or get_origin(described) is Annotated:
        if isinstance(described, FieldInfo):
            beside, described = described.metadata, described.annotation
        else:
            described, *beside = get_args(described)
        is_person = is_person or PERSON in beside
    return described, is_person


def _within(described: Any, step: str, id_of: IdOf) -> tuple[Any, str]:
    """What stands at a step within something, by its description, and the step with a person by their id."""
    described, _ = bare(described)
    origin, inner = get_origin(described), get_args(described)
    if origin in (Union, UnionType):
        return _within(next(each for each in inner if each is not type(None)), step, id_of)
    if origin is dict:
        return inner[1], str(_renamed(inner[0], step, id_of))
    if origin is list:
        return inner[0], step
    if isinstance(described, type) and issubclass(described, Part):
        return field_named(described, step) or Any, step
    return Any, step
