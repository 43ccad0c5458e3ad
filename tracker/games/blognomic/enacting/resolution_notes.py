"""The line that whoever resolves a matter writes into its admin field: worded here alone, for every page and command."""

from __future__ import annotations

from tracker.core.gamestate import Outcome
from tracker.core.rule import rule
from tracker.games.blognomic.pages.board import MatterView

NAME = "NAME"
"""What stands for an admin who is to fill in their own name."""


@rule("BN-052")
def resolution_note(matter: MatterView, act: str, admin: str = NAME) -> str:
    """The line for the admin field: the reason with the tally, what was done, and by whom."""
    done = "Enacted" if act == "enact" else "Failed"
    return f"{_ground(matter, act)}. {done} by {admin}."


def _ground(matter: MatterView, act: str) -> str:
    tally = _tally(matter)
    if act == "enact":
        return f"Reached quorum {tally}" if matter.votes_for >= matter.quorum else f"Timed out {tally}"
    if matter.self_killed_at is not None or matter.vetoed_at is not None:
        return matter.verdict.capitalize()
    if matter.unpopular is not Outcome.TRUE:
        return f"Pending for too long, {tally}"
    timed_out = any(reason.clause == "BN-049" for reason in matter.reasons)
    return f"Timed out {tally}" if timed_out else f"Fewer than a quorum not voting AGAINST, {tally}"


def _tally(matter: MatterView) -> str:
    unresolved = f" with {matter.deferential_unresolved} unresolved DEF" if matter.deferential_unresolved else ""
    return f"{matter.votes_for} vote{'' if matter.votes_for == 1 else 's'} to {matter.votes_against}{unresolved}"
