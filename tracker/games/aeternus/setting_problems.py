"""Values of Aeternus' parameters that are well shaped and yet of no use: days, classes, channels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from . import phases, tables
from .law import PARAMETERS
from .proposals import CLASSES

_CHANNEL = re.compile(r"[^\s#]+")


def problem(name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can, and for names that the game does not know.

    ``beside`` are the values that other parameters are given at any instant along with it: costs may name resources given there.
    """
    if name not in PARAMETERS:
        return ""
    if name.endswith("_channel") and not PARAMETERS[name].choices:
        return "" if _CHANNEL.fullmatch(value) else f"{value!r} is no channel's name: write it without # and blanks"
    if name == "default_proposal_class" and value not in CLASSES:
        near = get_close_matches(value, CLASSES, n=1)
        return f"there is no class {value!r}" + (f" (did you mean {near[0]}?)" if near else f": {', '.join(CLASSES)}")
    resources = [item for each in (beside or {}).get("resources", ()) for item in each]
    return phases.problem(name, value) or tables.problem(name, value, resources)
