"""Gamestates described once: from typed parts follow what is printed, opened, checked, set by people, and documented."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Annotated, Any, Self, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PrivateAttr,
    ValidationError,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from tracker.core.corrections import places
from tracker.core.instants import EPOCH, LATEST, iso

from .keeping import Change, is_scalar, placed, scalar, touch


def _of_play(at: datetime) -> datetime:
    """The instant in UTC; raises ValueError where nobody can have played then, which no arithmetic of times need bear."""
    if not EPOCH <= at < LATEST:
        raise ValueError(f"it is to be within the years {EPOCH.year} to {LATEST.year - 1}")
    return at.astimezone(UTC)


Count = Annotated[int, Field(ge=0)]
"""How many: a whole number, none or more."""
Instant = Annotated[AwareDatetime, AfterValidator(_of_play), PlainSerializer(iso)]
"""An instant (UTC)."""
PERSON = "a person"
"""What marks in a description that somebody stands there, by their id in the game."""
Person = Annotated[str, PERSON]
"""A person, by their id in the game."""
Names = Annotated[set[Person], PlainSerializer(sorted)]
"""Some people, printed in the order of their names."""


class Part(BaseModel):
    """A described piece of a gamestate. Unknown fields and wrong types are errors when it is stated; the rules write what they compute."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)
    _place: str = PrivateAttr("")

    def model_post_init(self, _: Any) -> None:
        """Let the containers note what is written to them."""
        for name, value in self.__dict__.items():
            if isinstance(value, dict | list | set):
                self.__dict__[name] = placed(value, "")

    @property
    def place(self) -> str:
        """Where it stands in the gamestate; "" while it stands nowhere."""
        return self._place

    def settle(self, place: str) -> None:
        """Let it and all that it holds know where they stand."""
        self._place = place
        for name, value in self.__dict__.items():
            self.__dict__[name] = placed(value, self._place_of(name))

    def _place_of(self, field: str) -> str:
        return f"{self._place}/{field}" if self._place else ""

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a field, noting what stood there."""
        if name.startswith("_"):
            super().__setattr__(name, value)
            return
        if name not in type(self).model_fields:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        touch(self)
        self.__dict__[name] = placed(value, self._place_of(name))

    def snapshot(self) -> dict[str, Any]:
        """What it holds now, one level deep."""
        return dict(self.__dict__)

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Let it hold that again."""
        self.__dict__.clear()
        self.__dict__.update(snapshot)

    def changes(self, before: dict[str, Any]) -> Iterator[Change]:
        """The fields that hold something else than before."""
        for name, new in self.__dict__.items():
            old = before.get(name)
            if old is not new and old != new:
                yield Change(f"{self._place}/{name}", scalar(old), scalar(new) if is_scalar(new) else None)


class Root(Part):
    """A whole gamestate: it stands at the root, and everything in it where its names lead."""

    def _place_of(self, field: str) -> str:
        return field

    def rooted(self) -> Self:
        """Itself, once everything in it knows where it stands."""
        self.settle("")
        return self

    def changes(self, before: dict[str, Any]) -> Iterator[Change]:
        """The fields that hold something else than before."""
        return (change._replace(place=change.place.removeprefix("/")) for change in super().changes(before))

    @property
    def place(self) -> str:
        """The root, of which changes are told."""
        return "/"


R = TypeVar("R", bound=Root)


def opened(described: type[R], stated: Mapping[str, Any]) -> R:
    """The gamestate that people state; raises ValidationError, which names each wrong field (``problems``)."""
    whole = {name: _as_described(described, name, value) for name, value in stated.items()}
    return described.model_validate_json(json.dumps(whole)).rooted()


def printed(state: Part) -> dict[str, Any]:
    """The gamestate as plain JSON values: stating it again gives it back."""
    return state.model_dump(mode="json", by_alias=True)


def problems(error: ValidationError, described: type[Part] | None = None) -> list[str]:
    """What is amiss in a stated gamestate, a sentence for each field; with what is ``described``, which fields there are."""
    return [f"{_field(each['loc'])}: {_amiss(each, described)}" for each in error.errors(include_url=False)]


def _amiss(error: ErrorDetails, described: type[Part] | None) -> str:
    """What is amiss with a field, in words for people who never saw the code."""
    kind, message = error["type"], error["msg"].removeprefix("Value error, ").replace("Input should be", "it is to be")
    if kind == "extra_forbidden":
        *way, name = error["loc"]
        known = _names_at(described, way)
        near = get_close_matches(str(name), known, n=1)
        return f"there is no such field{f'; did you mean {near[0]}?' if near else ''}"
    if kind == "missing":
        return "it is missing"
    given = error["input"]
    return message if isinstance(given, dict | list) else f"{message}, not {given!r}"


def _field(places: tuple[int | str, ...]) -> str:
    return ".".join(str(place) for place in places if place != "[key]") or "the gamestate"


def _names_at(described: Any, way: Iterable[int | str]) -> list[str]:
    """The fields of the part that stands there; none where that is no part."""
    for step in way:
        if isinstance(described, type) and issubclass(described, Part):
            field = field_named(described, str(step))
            described = field.annotation if field else None
        else:
            described = next(iter(get_args(described)[-1:]), None)
        while get_origin(described) is Annotated:
            described = get_args(described)[0]
    is_part = isinstance(described, type) and issubclass(described, Part)
    return [each.alias or name for name, each in described.model_fields.items()] if is_part else []


def with_value(state: R, pointer: str, value: Any) -> R:
    """The gamestate with the value at a JSON Pointer set: a field, a new key of a map, or with ``-`` one more of a list.

    Raises LookupError where the pointer leads nowhere, and ValidationError for what cannot stand there.
    """
    whole = printed(state)
    place, last = _place(whole, pointer)
    if isinstance(place, list) and last == "-":
        place.append(value)
    else:
        place[last] = value
    return opened(type(state), whole)


def without(state: R, pointer: str) -> R:
    """The gamestate without what stands at a JSON Pointer; a field returns to its default. Raises as ``with_value`` does."""
    whole = printed(state)
    place, last = _place(whole, pointer)
    del place[last]
    return opened(type(state), whole)


def _place(whole: Any, pointer: str) -> tuple[Any, Any]:
    """What holds the thing that a pointer points to, and its name or number there."""
    if not pointer.startswith("/"):
        raise LookupError(f"{pointer!r} is no JSON Pointer: it begins with a slash")
    *way, last = places(pointer)
    for step in way:
        whole = whole[_index(whole, step)]
    if not isinstance(whole, dict | list):
        raise LookupError(f"{pointer} leads beyond a value")
    return whole, _index(whole, last)


def _index(place: Any, step: str) -> int | str:
    return int(step) if isinstance(place, list) and step.isdecimal() else step


def _as_described(described: type[Part], name: str, value: Any) -> Any:
    """A list of things with ids, where a map by id is described, as that map; and so within each of them."""
    field = field_named(described, name)
    return value if field is None else _fitted(field, value)


def field_named(described: type[Part], name: str) -> FieldInfo | None:
    """What is described of a field by its name, or by the one that it is printed with; None where there is none."""
    fields = described.model_fields
    return fields.get(name) or next((each for each in fields.values() if each.alias == name), None)


def _fitted(annotation: Any, value: Any) -> Any:
    annotation = getattr(annotation, "annotation", annotation)
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is dict:
        inner = get_args(annotation)[1]
        things = by_id(value)
        if isinstance(things, list) and things:
            raise ValueError(f"each needs an id, and none is stated twice: {json.dumps(things)}")
        return {key: _fitted(inner, each) for key, each in things.items()} if isinstance(things, dict) else things
    if isinstance(annotation, type) and issubclass(annotation, Part) and isinstance(value, dict):
        return {name: _as_described(annotation, name, each) for name, each in value.items()}
    return value


def by_id(things: Any) -> Any:
    """A list of things with an id, or of ids alone, as a map by that id; anything else, and a list where two share an id, as it is."""
    if not isinstance(things, list):
        return things
    whole = [each if isinstance(each, dict) else {"id": each} for each in things]
    if not all("id" in each for each in whole):
        return things
    named = {str(each["id"]): {name: value for name, value in each.items() if name != "id"} for each in whole}
    return named if len(named) == len(whole) else things


def schema(described: type[Part]) -> dict[str, Any]:
    """The JSON Schema of what people may state."""
    return described.model_json_schema(by_alias=True)
