"""What pages show of several worlds as one: where all worlds agree it is that, anywhere else it is undetermined in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from tracker.core.gamestate import UNDETERMINED

View = TypeVar("View")
IS_CERTAIN = "is_certain"
"""The field of a view that says whether it is there in every world."""


def agreed_view(views: Sequence[View]) -> View:
    """The view on which all worlds agree, else ``UNDETERMINED``: of dataclasses field by field, of maps entry by entry.

    Of tuples of one length item by item. What only some worlds have is as those have it, with ``is_certain`` False where it has
    that field, else undetermined. Raises ValueError where there is no view at all.
    """
    if not views:
        raise ValueError("nothing can be agreed on without a view")
    first, *others = views
    if all(type(other) is type(first) and other == first for other in others):
        return first
    return cast(View, _agreed(views))


def _agreed(views: Sequence[Any]) -> Any:
    first = views[0]
    if all(isinstance(view, Mapping) for view in views):
        return {key: _entry(views, key) for key in dict.fromkeys(key for view in views for key in view)}
    if any(type(view) is not type(first) for view in views):
        return UNDETERMINED
    if is_dataclass(first) and not isinstance(first, type):
        return replace(first, **{each.name: _field(views, each.name) for each in fields(first)})
    if isinstance(first, tuple) and len({len(view) for view in views}) == 1:
        return tuple(agreed_view(items) for items in zip(*views, strict=True))
    return UNDETERMINED


def _field(views: Sequence[Any], name: str) -> Any:
    found = [getattr(view, name) for view in views]
    return all(found) if name == IS_CERTAIN else agreed_view(found)


def _entry(views: Sequence[Mapping[Any, Any]], key: Any) -> Any:
    present = [view[key] for view in views if key in view]
    merged = agreed_view(present)
    if len(present) == len(views):
        return merged
    return replace(merged, **{IS_CERTAIN: False}) if hasattr(merged, IS_CERTAIN) else UNDETERMINED
