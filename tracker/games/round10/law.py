"""Round 10's clauses and parameters, and the law of an instant made of them."""

from pathlib import Path

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")


class Law(law.Law):
    """What holds in Round 10 at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()
