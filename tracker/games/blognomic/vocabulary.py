"""The words by which BlogNomic's people name its sections, matters and votes in what they write."""

from __future__ import annotations

from tracker.mechanics.enacting.vocabulary import SectionWords, Vocabulary

VOCABULARY = Vocabulary(
    sections=(
        SectionWords("core"),
        SectionWords("dynastic"),
        SectionWords("special case", ("special case", "special cases")),
        SectionWords("building blocks", ("building blocks",)),
        SectionWords("appendix", ("appendix",)),
    ),
    matters=(
        *("proposal", "motion", "votable matter", "call for judgement", "call for judgment", "cfj"),
        *("declaration of victory", "dov"),
    ),
    steps=("atomic step",),
)
"""The sections in the page's order (BN-001), the third one by both its names; a rule that is added to none of them by name is dynastic."""
