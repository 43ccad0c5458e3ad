"""Round 10's clauses, codes and parameters, and the law of an instant made of them."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law
from tracker.mechanics.ruleset import ruleset_codes

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")

_CODES = tomllib.loads((FOLDER / "codes.toml").read_text(encoding="utf-8"))
REFUSALS, FINDINGS, OWN_CODES = _CODES["refusals"], _CODES["findings"], _CODES["own"]
CODES: Mapping[str, tuple[str, str]] = {**REFUSALS, **_CODES["failures"], **FINDINGS, **ruleset_codes.codes("R10-096")}
"""Every code: its clause and one sentence."""


class Law(law.Law):
    """What holds in Round 10 at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()
