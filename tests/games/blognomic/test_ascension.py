"""What an Ascension Address says in the many words that people find for it."""

import pytest

from tracker.games.blognomic.ascension import read_address
from tracker.games.blognomic.special_case import RULES

WORDS = {"player_word": "Castaway", "emperor_word": "Weatherman"}


@pytest.mark.parametrize(
    ("text", "inactive"),
    [
        ("Set Dormancy inactive.", {"Dormancy"}),
        ("Set Dormancy and The Traitor to inactive.", {"Dormancy", "The Traitor"}),
        ("The Special Case rules Dormancy and Dynastic Distance are inactive.", {"Dormancy", "Dynastic Distance"}),
        ("Make Dormancy inactive.", {"Dormancy"}),
    ],
)
def test_special_cases_are_set_inactive_in_many_words(text: str, inactive: set[str]) -> None:
    assert set(read_address(text, WORDS, (), RULES).inactive) == inactive


@pytest.mark.parametrize(
    "text",
    [
        "Castaways are henceforth Elves.",
        "Don't keep Motivation.",
        "Keep Motivation? No.",
        "I will not change Castaway to Elf.",
        "Nothing but Dormancy is inactive.",
    ],
)
def test_what_is_asked_or_denied_orders_nothing_and_is_a_doubt(text: str) -> None:
    read = read_address(text, WORDS, ("Motivation", "Revelation"), RULES)
    assert read.doubts
    assert (read.terms, read.keep, read.inactive) == ((), (), ())
