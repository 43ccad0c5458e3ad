"""Nomicoup's clauses, parameters and first rules, and the law of an instant made of them."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")
HIDDEN = frozenset(
    {"hand", "deck", "nonce", "nonces", "orders", "loose_orders", "drawn", "dealt", "deck_log", "card_steps", "letters", "asked", "kinds"}
)  # fmt: skip
"""The names of what is hidden in a gamestate and in an opening (COUP-034)."""


class Law(law.Law):
    """What holds in Nomicoup at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()


@lru_cache(maxsize=1)
def first_rules() -> tuple[tuple[str, str, str], ...]:
    """The rules with which a game begins: ID path, title and content, parents before their subrules (COUP-003)."""
    told = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    return tuple((rule["id"], rule["title"], rule["content"]) for rule in told["rule"])
