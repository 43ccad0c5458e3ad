"""The pages of Ducks by key with their default titles; ``{month}`` in a title becomes ``2021-03``."""

from __future__ import annotations

from collections.abc import Mapping

PICTURE = "family_picture"
"""The key of the picture of the family tree, whose title is that of its file's page."""
CATALOGUE: Mapping[str, str] = {
    "ducks": "Tracker/Ducks",
    "ponds": "Tracker/Ponds",
    "titles": "Tracker/Titles and God Eggs",
    "agreements": "Tracker/Auctions and trades",
    "proposals": "Tracker/Proposals",
    "judge": "Tracker/Judge",
    "abilities": "Tracker/What can I do now",
    "family": "Tracker/Family tree",
    PICTURE: "File:Tracker family tree of ducks.svg",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes."""
