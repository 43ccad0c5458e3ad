"""The pages of BlogNomic by key with their default titles; ``{month}`` in a title becomes ``2019-10``."""

from __future__ import annotations

from collections.abc import Mapping

ENACTING_PAGES: Mapping[str, str] = {
    "enactment_drafts": "Tracker/Enactment drafts",
    "enactment_log": "Tracker/Enactment log",
}
"""The pages for whoever enacts."""

CATALOGUE: Mapping[str, str] = {
    "votable_matters": "Tracker/Votable matters",
    "evidence": "Tracker/Evidence",
    "evidence_month": "Tracker/Evidence {month}",
    "roster": "Tracker/Roster",
    "state_of_play": "Tracker/State of play",
    "resolutions": "Tracker/Resolutions",
    "rule_history": "Tracker/Rule history",
    "rule_history_month": "Tracker/Rule history {month}",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "abilities": "Tracker/What can I do now",
    "dynasty": "Tracker/Dynasty",
    "audit": "Tracker/Audit",
    **ENACTING_PAGES,
}
"""Every page that the tracker writes."""
