"""Tables of a gamestate: columns name fields of its parts, their heads are the fields' titles, and people stand in them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args, get_origin

from pydantic import AwareDatetime
from pydantic.fields import FieldInfo

from .described import Part, field_named
from .people import bare

Shown = str | int | datetime | None
"""What stands in a cell: a text, a number or an instant by which the table can be sorted, or nothing."""


@dataclass(frozen=True, slots=True)
class Table:
    """The heads of a table, each with how its column is sorted ("": as the wiki guesses), and its rows, each with what names it."""

    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Shown, ...]], ...]


def table_of(
    first: str,
    described: type[Part],
    things: Mapping[Any, Part],
    columns: Sequence[str],
    *,
    name: Callable[[str], str] = str,
    titled: Callable[[str], str] = str,
) -> Table:
    """A table of parts of one kind: in the first column what ``titled`` calls each by its key, then the fields that columns name.

    A column that is no field is a property. ``name`` gives how a person is shown.
    """
    fields = [field_named(described, column) for column in columns]
    heads = [(first, ""), *map(_head, columns, fields)]
    rows = tuple(
        (
            str(key),
            (
                titled(str(key)),
                *(shown(field, _value(thing, column), name) for column, field in zip(columns, fields, strict=True)),
            ),
        )
        for key, thing in things.items()
    )
    return Table(tuple(heads), rows)


def _head(column: str, field: FieldInfo | None) -> tuple[str, str]:
    text = (field.title if field else None) or column.replace("_", " ").capitalize()
    kind, _ = bare(field) if field else (None, False)
    is_sorted = any(each in (int, datetime, AwareDatetime) for each in (kind, *map(_plain, get_args(kind))))
    return text, "number" if is_sorted and get_origin(kind) not in (dict, list, set) else ""


def _plain(described: Any) -> Any:
    return bare(described)[0]


def _value(thing: Part, column: str) -> Any:
    aliased = next((name for name, each in type(thing).model_fields.items() if each.alias == column), column)
    return getattr(thing, aliased)


def shown(described: Any, value: Any, name: Callable[[str], str] = str) -> Shown:
    """A value as a cell shows it: people by name, things with how many there are, yes and no in words."""
    if value is None or isinstance(value, datetime):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return value
    return ", ".join(_words(described, value, name)) or None


def _in_words(text: Shown) -> Shown:
    return f"{text:%Y-%m-%d %H:%M}" if isinstance(text, datetime) else text


def _words(described: Any, value: Any, name: Callable[[str], str]) -> Iterator[str]:
    kind, is_person = bare(described) if described is not None else (None, False)
    inner = [each for each in get_args(kind) if each is not type(None)]
    if isinstance(value, Mapping):
        for key, each in value.items():
            if each == 0 and type(each) is int:
                continue
            called = name(key) if inner and bare(inner[0])[1] else str(key)
            yield (
                f"{each}× {called}"
                if type(each) is int
                else f"{called}: {shown(inner[1] if inner else None, each, name)}"
            )
    elif isinstance(value, list | set | tuple):
        one = inner[0] if inner else None
        for each in sorted(value, key=str) if isinstance(value, set) else value:
            yield from _words(one, each, name)
    elif isinstance(value, Part):
        fields = type(value).model_fields
        told = ((_head(each, field)[0], shown(field, getattr(value, each), name)) for each, field in fields.items())
        yield "; ".join(f"{head}: {_in_words(text)}" for head, text in told if text is not None)
    elif value or value == 0:
        is_person = is_person or any(bare(each)[1] for each in inner)
        yield name(str(value)) if is_person else str(value)
