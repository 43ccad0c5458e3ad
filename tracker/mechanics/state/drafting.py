"""Drafts of what people may state: every field of a description, to be filled in or taken out."""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import Any, Union, get_args, get_origin

from tracker.mechanics.stated import TO_FILL_IN

from .described import Part, field_named
from .people import bare


def drafted(described: type[Part], fields: Iterable[str] = ()) -> dict[str, Any]:
    """What may be stated of some fields, of all where none is named, with a mark wherever a person has to write something."""
    names = list(fields) or [each.alias or name for name, each in described.model_fields.items()]
    return {name: _draft(field_named(described, name)) for name in names}


def _draft(described: Any) -> Any:
    kind, _ = bare(described)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _draft(next(each for each in inner if each is not type(None)))
    if origin is dict:
        thing = _draft(inner[1])
        return [{"id": TO_FILL_IN, **thing}] if _is_part(inner[1]) else {TO_FILL_IN: thing}
    if origin in (list, set, tuple):
        return [_draft(inner[0])]
    return drafted(kind) if _is_part(kind) else TO_FILL_IN


def _is_part(described: Any) -> bool:
    kind, _ = bare(described)
    return isinstance(kind, type) and issubclass(kind, Part)
