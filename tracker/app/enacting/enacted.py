"""What enacting came to: under whose authority, what was done, and what a tick did of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from tracker.app.publish.publish import ActOutcome
from tracker.core.change import AnswerLine
from tracker.core.gamestate import Finding, Gamestate
from tracker.core.manners import ENACTING
from tracker.core.planning import Desired, DesiredPage
from tracker.errors import TrackerError
from tracker.mechanics.enacting.enactment import Enactment

STANDING = "a standing authority"
"""How an admin gave the authority by which a tick enacts unasked."""
UNDO = "Undo: "
"""What the summary begins with of an edit that takes back what was written, before that edit's own summary."""
_UNASKED, _ASKED = "authorised by", "for"
_SIGNED = re.compile(rf"(?P<text>.*) \((?P<word>{_UNASKED}|{_ASKED}) (?P<by>.+)\)")


@dataclass(frozen=True, slots=True)
class Done:
    """What writing or taking back a matter came to: the acts, the enactment as the ledger has it, and what to look at.

    ``enactment`` is None where the matter changes no page: then only the note is for the admin.
    """

    acts: tuple[ActOutcome, ...]
    enactment: Enactment | None
    note: str
    gamestate: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As ``tracker enact --apply --json`` prints it."""
        return {
            "acts": [act.record() for act in self.acts],
            "enactment": self.enactment.record() if self.enactment else None,
            "note": self.note,
            "gamestate": list(self.gamestate),
            "alarms": list(self.alarms),
        }


@dataclass(frozen=True, slots=True)
class Authority:
    """Under whose authority something is written: the admin, how they gave it, and whether a tick acts by itself.

    ``read`` stands for the sentences without an order that they have read (``AmendmentDraft.mark``).
    """

    by: str
    how: str
    is_automatic: bool = False
    read: str = ""

    def summary(self, text: str) -> str:
        """An edit summary that names it."""
        return f"{text} ({_UNASKED if self.is_automatic else _ASKED} {self.by})"


@dataclass(frozen=True, slots=True)
class Signed:
    """What an edit summary that names its authority says: the text before, the admin, and whether a tick acted by itself."""

    text: str
    by: str
    is_automatic: bool


def signed(summary: str) -> Signed | None:
    """The inverse of ``Authority.summary``; None where a summary names no authority."""
    found = _SIGNED.fullmatch(summary)
    return Signed(found["text"], found["by"], found["word"] == _UNASKED) if found else None


@dataclass(frozen=True, slots=True)
class Enacted:
    """What a tick did for whoever enacts: acts, answers to lines on the wiki, what to look at, and what went wrong.

    ``gamestate`` is the newest one, where everything was read again.
    """

    gamestate: Gamestate
    acts: tuple[ActOutcome, ...] = ()
    answers: tuple[AnswerLine, ...] = ()
    findings: tuple[Finding, ...] = ()
    errors: tuple[TrackerError, ...] = ()

    def wished(self, wanted: Desired, page: str) -> Desired:
        """What should stand on the wiki, with the answers on the page of requests."""
        said = (DesiredPage(page, answers=self.answers, task=ENACTING),) if self.answers else ()
        return replace(wanted, pages=(*wanted.pages, *said))
