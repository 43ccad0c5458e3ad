"""Adopting a ruleset page: whoever runs the tracker says once of each rule that is not word for word known whether it means the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.people.deciding import decide_locked
from tracker.app.tick.looking import lock
from tracker.core.observation import Observation
from tracker.errors import UsageError
from tracker.mechanics.ruleset.adopting import Compared, to_compare

if TYPE_CHECKING:
    from tracker.app.wired import Wired

ANSWERS = {"same": "yes", "differs": "no"}
"""What is said of a rule -> the answer to the question whether it still holds as it is carried out."""


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
    with lock(wired):
        return [
            decide_locked(wired, asked.id, ANSWERS[said], by=by, why=why, wordings=[asked.mark] if asked.mark else ())
            for asked in compared.questions
        ]
