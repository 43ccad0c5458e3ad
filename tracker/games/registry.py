"""The games by their slugs: each is the ``GAME`` of a package of its own beside this module."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tracker.errors import UsageError

from .base import Game


@cache
def known_slugs() -> tuple[str, ...]:
    """The slugs of all games that are installed, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/clauses.toml")))


def game(slug: str) -> Game[Any]:
    """The game of that slug; raises UsageError listing the known slugs where there is none."""
    if slug not in known_slugs():
        near = get_close_matches(slug, known_slugs(), n=1)
        remedy = f"did you mean {near[0]}?" if near else f"known games: {', '.join(known_slugs())}"
        raise UsageError(f"there is no game {slug!r}", remedy=remedy)
    found: Game[Any] = import_module(f"{__package__}.{slug}").GAME
    return found
