"""What a step of the rules changed: every part and container of a gamestate notes what it held before it was first written to.

From these notes a step is undone as a whole, and told value by value: where, what stood there, what stands there now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

Scalar = str | int | bool | None
"""What a change tells of a value; of anything larger it only tells that it changed."""


class Keeper(Protocol):
    """Something that can be written to, at a place of the gamestate ("" while it stands nowhere)."""

    @property
    def place(self) -> str:
        """Its place."""
        ...

    def snapshot(self) -> Any:
        """What it holds now, one level deep."""
        ...

    def restore(self, snapshot: Any) -> None:
        """Let it hold that again."""
        ...

    def changes(self, before: Any) -> Iterator[Change]:
        """How what it holds differs from before."""
        ...


class Change(NamedTuple):
    """One value that changed: its place as names with slashes between, what stood there and what stands there now."""

    place: str
    old: Scalar
    new: Scalar


@dataclass(slots=True)
class Journal:
    """What was written to since the journal was opened, each with what it held before."""

    kept: dict[int, tuple[Keeper, Any]] = field(default_factory=dict)

    def undo(self) -> None:
        """Let everything hold again what it held before."""
        for keeper, before in self.kept.values():
            keeper.restore(before)

    def changes(self) -> list[Change]:
        """Every value that is another now, of what stands in the gamestate."""
        return [change for keeper, before in self.kept.values() if keeper.place for change in keeper.changes(before)]


_JOURNAL: ContextVar[Journal | None] = ContextVar("journal", default=None)


@contextmanager
def journalled() -> Iterator[Journal]:
    """Note what is written to inside."""
    journal = Journal()
    token = _JOURNAL.set(journal)
    try:
        yield journal
    finally:
        _JOURNAL.reset(token)


def changed_so_far() -> list[Change]:
    """Every value that is another now than when the journal was opened; nothing where nobody keeps one."""
    journal = _JOURNAL.get()
    return journal.changes() if journal is not None else []


def touch(keeper: Keeper) -> None:
    """Note what something holds before it is first written to; nothing where nobody keeps a journal."""
    journal = _JOURNAL.get()
    if journal is not None and id(keeper) not in journal.kept:
        journal.kept[id(keeper)] = (keeper, keeper.snapshot())


def scalar(value: Any) -> Scalar:
    """A value as a change tells it."""
    return value if isinstance(value, Scalar) else None


def is_scalar(value: Any) -> bool:
    """Whether a change tells a value itself."""
    return isinstance(value, Scalar)


# --- containers -------------------------------------------------------------------------------------------------------


class Map(dict[Any, Any]):
    """A map of a gamestate."""

    __slots__ = ("place",)
    place: str

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.place = ""

    def snapshot(self) -> dict[Any, Any]:
        """What it holds now."""
        return dict(self)

    def restore(self, snapshot: dict[Any, Any]) -> None:
        """Let it hold that again."""
        dict.clear(self)
        dict.update(self, snapshot)

    def changes(self, before: dict[Any, Any]) -> Iterator[Change]:
        """The keys that came, went or have another value."""
        for key in dict.fromkeys((*before, *self)):
            old, new = before.get(key), self.get(key)
            if (old is not new and old != new) or (key in before) != (key in self):
                yield Change(f"{self.place}/{key}", scalar(old), scalar(new))

    def __setitem__(self, key: Any, value: Any) -> None:
        touch(self)
        super().__setitem__(key, placed(value, f"{self.place}/{key}" if self.place else ""))

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, which is the default from now on where there was none."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *args: Any, **more: Any) -> None:
        """Set each value of another map."""
        for key, value in dict(*args, **more).items():
            self[key] = value

    def __ior__(self, other: Any) -> Map:  # type: ignore[misc]
        self.update(other)
        return self


class Wide(Map):
    """A map of so many things that it is never copied: it notes each key before that is first written to."""

    __slots__ = ("noted",)
    noted: dict[Any, Any]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.noted = {}

    def snapshot(self) -> dict[Any, Any]:
        """What will stand here of the keys that are written to."""
        self.noted = {}
        return self.noted

    def restore(self, snapshot: dict[Any, Any]) -> None:
        """Let it hold that again."""
        for key, old in snapshot.items():
            if old is _NOTHING:
                dict.pop(self, key, None)
            else:
                dict.__setitem__(self, key, old)

    def changes(self, before: dict[Any, Any]) -> Iterator[Change]:
        """The keys that came, went or have another value."""
        for key, old in before.items():
            new = self.get(key, _NOTHING)
            if old is not new and old != new:
                yield Change(f"{self.place}/{key}", scalar(_or_none(old)), scalar(_or_none(new)))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._note(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        self._note(key)
        dict.__delitem__(self, key)

    def _note(self, key: Any) -> None:
        touch(self)
        self.noted.setdefault(key, self.get(key, _NOTHING))


_NOTHING: Any = object()


def _or_none(value: Any) -> Any:
    return None if value is _NOTHING else value


class Row(list[Any]):
    """A list of a gamestate."""

    __slots__ = ("place",)
    place: str

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.place = ""

    def snapshot(self) -> list[Any]:
        """What it holds now."""
        return list(self)

    def restore(self, snapshot: list[Any]) -> None:
        """Let it hold that again."""
        list.__setitem__(self, slice(None), snapshot)

    def changes(self, before: list[Any]) -> Iterator[Change]:
        """That it holds something else."""
        if before != self:
            yield Change(self.place, None, None)


class Bag(set[Any]):
    """A set of a gamestate."""

    __slots__ = ("place",)
    place: str

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.place = ""

    def snapshot(self) -> set[Any]:
        """What it holds now."""
        return set(self)

    def restore(self, snapshot: set[Any]) -> None:
        """Let it hold that again."""
        set.clear(self)
        set.update(self, snapshot)

    def changes(self, before: set[Any]) -> Iterator[Change]:
        """That it holds something else."""
        if before != self:
            yield Change(self.place, None, None)


def _noting(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a container that notes what that holds before it writes."""

    def noted(self: Any, *args: Any, **kwargs: Any) -> Any:
        touch(self)
        return method(self, *args, **kwargs)

    return noted


_WRITING = {
    Map: ("__delitem__", "pop", "popitem", "clear"),
    Row: (
        "__setitem__", "__delitem__", "__iadd__", "append", "extend", "insert", "remove", "pop", "clear", "sort",
        "reverse",
    ),
    Bag: ("__ior__", "__isub__", "__iand__", "add", "discard", "remove", "pop", "clear", "update", "difference_update"),
}  # fmt: skip
for _container, _names in _WRITING.items():
    for _name in _names:
        setattr(_container, _name, _noting(getattr(_container, _name)))


def placed(value: Any, place: str) -> Any:
    """A value as a gamestate holds it at a place: what can be written to knows where it stands, and so does all that it holds."""
    if isinstance(value, dict):
        kept = value if isinstance(value, Map) else Map(value)
        kept.place = place
        for key, each in kept.items():
            dict.__setitem__(kept, key, placed(each, f"{place}/{key}" if place else ""))
        return kept
    if isinstance(value, list):
        row = value if isinstance(value, Row) else Row(value)
        row.place = place
        for number, each in enumerate(row):
            list.__setitem__(row, number, placed(each, place))
        return row
    if isinstance(value, set):
        bag = value if isinstance(value, Bag) else Bag(value)
        bag.place = place
        return bag
    if hasattr(value, "settle"):
        value.settle(place)
    return value
