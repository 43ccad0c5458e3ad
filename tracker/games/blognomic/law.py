"""BlogNomic's clauses and parameters, and the law of an instant made of them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tracker.core.clause import Parameters, load_clauses, load_parameters
from tracker.mechanics import law

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETER_FILES = (FOLDER / "parameters.toml", *sorted(FOLDER.glob("dynasties/*/parameters.toml")))
"""The game's own parameters, and those of the dynasties that the tracker brings along: one table, so no two have one name."""
PARAMETERS = Parameters(parameter for path in PARAMETER_FILES for parameter in load_parameters(path).values())
SECOND = timedelta(seconds=1)
"""Times of the blog are to the second: the first instant after a closed window is one second later."""
BOOK = law.LawBook(PARAMETERS)


class Law(law.Law):
    """What holds in BlogNomic at an instant."""

    book = BOOK
    __slots__ = ()
