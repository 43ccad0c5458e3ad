"""Adopting a ruleset page: whoever runs the tracker says once of each rule that is not word for word known whether it means the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.people.deciding import confirm_locked, decide_locked
from tracker.app.tick.looking import lock
from tracker.core.clause import CONFIRM_RULE
from tracker.core.observation import Observation
from tracker.errors import UsageError
from tracker.mechanics.ruleset.adopting import Compared, to_compare

if TYPE_CHECKING:
    from tracker.app.wired import Wired

SAME, DIFFERS = "same", "differs"
"""What is said of a rule: that it means what is carried out, or something else."""


def waiting(wired: Wired, page: str = "") -> list[Compared]:
    """What waits to be compared on the ruleset page; nothing is observed. Raises UsageError where no such page is archived."""
    folded = fold_archive(wired.game, wired.archive, wired.clock.now())
    known, shown = wired.game.ruleset_read(folded.state)
    followed = wired.settings.wiki.ruleset
    if shown is None:
        name = followed or "the ruleset page"
        raise UsageError(
            f"no revision of {name} is archived", remedy="name it as [wiki] ruleset; tracker tick reads it"
        )
    if page and followed and page != followed:
        raise UsageError(f"{page} is not the page that is followed", remedy=f"that is {followed}: [wiki] ruleset")
    return to_compare(known, shown, gamestate_of(wired.game, folded).questions)


def adopt(wired: Wired, compared: Compared, said: str, *, by: str, why: str) -> list[Observation]:
    """Archive what somebody says of a rule, ``same`` or ``differs``, for the wording that they saw; raises as ``decide`` does."""
    marks = [asked.mark for asked in compared.questions if asked.mark]
    with lock(wired):
        if said == SAME:
            # The entries of a list are many, and one fold does for all of them.
            rules = [asked.id.removeprefix(f"{CONFIRM_RULE}:") for asked in compared.questions]
            return confirm_locked(wired, (), rules, by=by, why=why, wordings=marks)[1]
        return [decide_locked(wired, asked.id, "no", by=by, why=why, wordings=marks) for asked in compared.questions]
