"""Dynastic Rules, Hallucinations: the HSR of the unidled, and the Traitor's own way to be rid of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.core.rule import rule
from tracker.mechanics.holdings import THE_GAME, Change

from .acting import HSR, TRAITOR, Act, Action

if TYPE_CHECKING:
    from tracker.games.blognomic.dynasties.played import Table

CLAIMS_NOTED = "Traitor's claims noted"
"""The game's own value: how many sets to zero have been shown to people."""


@rule("BN-110", "BN-184")
def raise_returned(table: Table, holder: str) -> list[Change]:
    """Whoever is unidled with the lowest HSR gets the lowest of the others."""
    values = table.holdings
    others = [values.of(key).get(HSR) for key in table.players if key != holder]
    lowest = min((hsr for hsr in others if isinstance(hsr, int)), default=None)
    own = values.of(holder).get(HSR)
    if lowest is None or not isinstance(own, int) or own >= lowest:
        return []
    change = Change(holder, HSR, own, lowest, "BN-110")
    values.put(change)
    return [change]


@rule("BN-111")
def set_to_zero(act: Act) -> None:
    """Set the HSR to its lowest: legal for the Traitor alone, and once; who that is the tracker does not know (BN-185)."""
    if act.uses(TRAITOR):
        act.refuse("TRAITOR_TWICE", "BN-111", "the Traitor may do so once in a dynasty, and they have")
    act.turn.uses.append(TRAITOR)
    act.put(HSR, act.turn.variables[HSR].minimum or 0, "BN-111")
    act.turn.say("This is legal for the Traitor alone, once.")


@rule("BN-111", "BN-185")
def note_claims(table: Table) -> None:
    """Show people each set to zero that has happened since the last look."""
    claims = [use for use in table.gndt.uses if use.action == TRAITOR]
    held = table.holdings.of(THE_GAME)
    noted = held.get(CLAIMS_NOTED)
    state = table.moment.state
    for use in claims[noted if isinstance(noted, int) else 0 :]:
        text = f"{state.name_of(use.holder)} set their HSR to zero, which is legal for the Traitor alone, once"
        state.note("TRAITOR_CLAIM", "BN-111", text, use.row, at=use.at, is_note=True)
    if claims:
        held[CLAIMS_NOTED] = len(claims)


ACTIONS = (Action(TRAITOR, ("set my HSR to 0 as Traitor", "set HSR to 0 as Traitor"), set_to_zero),)
