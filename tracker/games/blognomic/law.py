"""BlogNomic's clauses and parameters, and the law of an instant made of them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from tracker.core.clause import ClauseIndex, Parameters, load_clauses, load_parameters
from tracker.core.leaning import lean_on, remembered
from tracker.mechanics import law

FOLDER = Path(__file__).parent
CLAUSES = ClauseIndex(
    (*load_clauses(FOLDER / "clauses.toml").values(), *load_clauses(FOLDER / "clauses_today.toml").values())
)
WORDED = ClauseIndex(clause for clause in CLAUSES.values() if clause.text_hash)
"""The clauses of which a wording is known: those of ruleset 170, and those that stand in rules of their own since."""
PARAMETER_FILES = (FOLDER / "parameters.toml", *sorted(FOLDER.glob("dynasties/*/parameters.toml")))
"""The game's own parameters, and those of the dynasties that the tracker brings along: one table, so no two have one name."""
PARAMETERS = Parameters(parameter for path in PARAMETER_FILES for parameter in load_parameters(path).values())
SECOND = timedelta(seconds=1)
"""Times of the blog are to the second: the first instant after a closed window is one second later."""
BOOK = law.LawBook(PARAMETERS)


VERSIONED = frozenset(name for name, parameter in PARAMETERS.items() if not parameter.is_lasting)
"""The parameters that changed after ruleset 170: each date of theirs begins a version of its rule."""
EDITION, FOLLOW = "edition", "follow"
RULESET_170 = "170"
_DAY_OF_170 = date.fromisoformat("2019-10-01")


@remembered(maxsize=16)
def edition_day(told: str) -> date | None:
    """The day whose rules an edition names: ``170``, or a date; None where it names none."""
    try:
        return _DAY_OF_170 if told == RULESET_170 else date.fromisoformat(told)
    except ValueError:
        return None


class Law(law.Law):
    """What holds in BlogNomic at an instant: by its own day's rules, or by those of the edition that is set."""

    book = BOOK
    __slots__ = ()

    @property
    def edition(self) -> date | None:
        """The day whose rules are set to hold; None where the ruleset page, or the instant, decides."""
        return edition_day(str(self._settings.get(EDITION, FOLLOW)))

    @property
    def rules_of(self) -> str:
        """The date of the rules that hold, or 170."""
        if self.edition is None:
            return f"{self.when.date()}"
        return RULESET_170 if self.edition == _DAY_OF_170 else f"{self.edition}"

    def is_set(self, name: str) -> bool:
        """Whether the operator's settings say what it is."""
        return name in self._settings

    def value(self, name: str) -> Any:
        """As in every game; where an edition is set, a rule's version is that of its day, though numbers stay the page's."""
        day = self.edition if name in VERSIONED and name not in self._settings else None
        if day is None or (name in self._page and PARAMETERS[name].pattern is not None):
            return super().value(name)
        lean_on(BOOK.clause_of[name])
        return PARAMETERS[name].at(datetime.combine(day, time.max, UTC))
