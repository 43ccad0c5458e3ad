"""What BlogNomic's dice page shows: the days of the dice log, on the terms of its rules."""

from __future__ import annotations

from tracker.core.fold import SettledMatters
from tracker.games.blognomic.law import Law
from tracker.mechanics.dice import dice_page
from tracker.mechanics.dice.dice_log import DiceLog
from tracker.mechanics.dice.dice_page import DiceTerms, DiceView


def view_of(log: DiceLog, law: Law, settled: SettledMatters, *, in_use: bool = False) -> DiceView | None:
    """The dice as they stand; None where the tracker neither committed to a seed nor drew a die, nor is about to (BN-196, BN-234)."""
    may_play = law.chooses("operator_may_play", "yes")
    terms = DiceTerms(("BN-196", "BN-234"), law.words("dice_operators"), may_play, takes_words=True)
    return dice_page.view_of(log, terms, settled, in_use=in_use)
