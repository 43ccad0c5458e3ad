"""What became on the wiki of what was written for a matter: the later revision that took it back, or changed it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.mechanics.enacting.enactment import Enacting, Enactment, WrittenText, what_became

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.observation import Observation


@dataclass(frozen=True, slots=True)
class LaterEdit:
    """A later revision that did not leave what we wrote as it was; ``became`` is what became of it by now."""

    revision: int
    editor: str
    at: datetime
    became: WrittenText

    def __str__(self) -> str:
        """Who, where and when."""
        return f"by {self.editor or 'somebody unnamed'} in revision {self.revision} at {iso(self.at)}"


def later_edit(wired: Wired, enacting: Enacting, gamestate: Gamestate, made: Enactment) -> LaterEdit | None:
    """The first later revision after which our text does not stand; None where it stands, or where nothing can be told."""
    if made.revision is None:
        return None
    known = enacting.ruleset_revisions(gamestate, made.base_revision)
    left = _seen(wired, known.get(made.revision, ""))
    later = [row for revision, row in known.items() if revision > made.revision]
    newest = _seen(wired, later[-1]) if later else None
    if left is None or newest is None:
        return None
    became = what_became(made.spans, _text(left), _text(newest))
    if became == "stands":
        return None
    for row in later:
        edit = _seen(wired, row)
        if edit is not None and what_became(made.spans, _text(left), _text(edit)) != "stands":
            return LaterEdit(int(edit.payload["revision"]), str(edit.payload["editor"]), edit.happened_at, became)
    return None


def _seen(wired: Wired, row: str) -> Observation | None:
    """A revision as it is archived."""
    versions = wired.archive.versions(row) if row else ()
    return versions[-1].observation if versions else None


def _text(revision: Observation) -> str:
    return str(revision.payload["text"])
