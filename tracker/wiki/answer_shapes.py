"""What the answers of MediaWiki's API have to look like to be read: one description for each question that is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.core.instants import parse_instant

Shape = Any
"""A type, a list of one shape (of each item), a dict of shapes by name (``?`` ends one that may be missing), a tuple of shapes
of which any fits, or a function that says whether a text fits."""


def misfit(told: object, shape: Shape, place: str = "it") -> str:
    """What of an answer is not as it has to be, in words; nothing where all of it is."""
    if isinstance(shape, dict):
        return _misfit_of_names(told, shape, place) if isinstance(told, dict) else f"{place} is no object"
    if isinstance(shape, list):
        return _misfit_of_items(told, shape[0], place) if isinstance(told, list) else f"{place} is no list"
    if isinstance(shape, tuple):
        faults = [misfit(told, each, place) for each in shape]
        return "" if "" in faults else faults[0]
    return "" if _fits(told, shape) else f"{place} is {str(told)[:30]!r}"


def _misfit_of_names(told: Mapping[str, object], shape: Mapping[str, Shape], place: str) -> str:
    for name, inner in shape.items():
        key = name.rstrip("?")
        if key == name and key not in told:
            return f"{place} has no {key}"
        if key in told and (fault := misfit(told[key], inner, key)):
            return fault
    return ""


def _misfit_of_items(told: Sequence[object], shape: Shape, place: str) -> str:
    return next(filter(None, (misfit(each, shape, f"an item of {place}") for each in told)), "")


def _fits(told: object, shape: type | Callable[[str], bool]) -> bool:
    if isinstance(shape, type):
        return shape is object or type(told) is shape
    return isinstance(told, str) and shape(told)


def _is_instant(text: str) -> bool:
    try:
        return bool(parse_instant(text))
    except ValueError:
        return False


_REVISION = {
    **{"revid": int, "parentid": int, "timestamp": _is_instant, "user?": str, "comment?": str, "tags?": [str]},
    **{"content?": str, "slots?": {"main?": {"content?": str}}},
}
_ACTION: Shape = ([{}], bool)
_PAGE = {
    **{"title": str, "lastrevid?": int, "revisions?": [_REVISION], "invalidreason?": str},
    **{"imageinfo?": [{"sha1?": str, "user?": str}], "actions?": {"edit?": _ACTION, "create?": _ACTION}},
}
PAGES = {
    "query": {
        **{"pages?": [_PAGE], "normalized?": [{"from": str, "to": str}]},
        **{"general?": {"uploadsenabled?": bool}, "fileextensions?": [{"ext": str}]},
    },
    "continue?": {},
}
CLOCK = {"curtimestamp?": _is_instant}
LOGIN_TOKEN = {"query": {"tokens": {"logintoken": str}}}
LOGIN = {"login": {"result": str}}
EDIT_TOKEN = {
    "query": {
        "tokens": {"csrftoken": str},
        "userinfo": {"name": str, "groups?": [str], "rights?": [str], "blockreason?": str},
    }
}
_DONE = {"result": "Success".__eq__, "newrevid": int, "oldrevid": int, "newtimestamp": _is_instant}
_UNCHANGED = {"result": "Success".__eq__, "nochange": object}
_REFUSED = {"result": "Success".__ne__}
EDIT = {"edit": (_DONE, _UNCHANGED, _REFUSED)}
_DOUBTED = {"result": "Warning".__eq__, "filekey?": str, "warnings": {}}
UPLOAD = {"upload": (_DOUBTED, {"result": str, "warnings?": {}})}
