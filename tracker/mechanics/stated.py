"""What nobody has filled in of a gamestate that people state from a draft."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

TO_FILL_IN = "?"
"""What stands in a drafted gamestate wherever a person has to write something."""


def left_open(stated: Any, place: str = "") -> Iterator[str]:
    """The places in a stated gamestate that nobody filled in, such as ``players[0].id``."""
    if stated == TO_FILL_IN:
        yield place
    elif isinstance(stated, Mapping):
        for name, value in stated.items():
            yield from left_open(value, f"{place}.{name}" if place else name)
            if name == TO_FILL_IN and value != TO_FILL_IN:
                yield f"{place}.{name}"
    elif isinstance(stated, list):
        for number, value in enumerate(stated):
            yield from left_open(value, f"{place}[{number}]")
