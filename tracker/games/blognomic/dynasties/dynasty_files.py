"""Where dynasty files are found: a file's own text, or the name of one that the tracker brings along."""

from __future__ import annotations

from pathlib import Path

from tracker.core.leaning import remembered
from tracker.core.nesting import read_toml

BUILT_IN = Path(__file__).parent
"""Where the dynasties lie that the tracker brings along, a folder each."""


def built_in_names() -> tuple[str, ...]:
    """The names of the dynasties that the tracker brings along."""
    return tuple(sorted(path.parent.name for path in BUILT_IN.glob("*/dynasty.toml")))


def text_of(source: str) -> str:
    """The text of a dynasty file, given that or a built-in's name; raises OSError where there is none of that name."""
    if "\n" in source or "=" in source:
        return source
    return (BUILT_IN / source / "dynasty.toml").read_text(encoding="utf-8")


@remembered(maxsize=8)
def page_of(source: str) -> str:
    """The title of a dynasty's table page; empty where there is none. Nothing else of the file is looked at."""
    if not source:
        return ""
    try:
        return str(read_toml(text_of(source)).get("page", ""))
    except (OSError, ValueError):
        return ""
