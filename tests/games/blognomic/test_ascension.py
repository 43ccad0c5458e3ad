"""What an Ascension Address says in the many words that people find for it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.each import of_each
from tests.games.blognomic.stories import gamestate
from tests.games.blognomic.test_switches import ASCENSION
from tracker.games.blognomic.core.ascension import in_words, read_address
from tracker.games.blognomic.special_case.special_case import RULES

CASES = tomllib.loads((Path(__file__).parent / "addresses.toml").read_text(encoding="utf-8"))
TITLES = ("Plants", "The Beach", "Story Points", "Time", "Weather Reports", "Who Goes There?")
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


@of_each(CASES["rules"])
def test_rules_kept_and_repealed_are_read_rightly_or_doubted(case: dict[str, Any]) -> None:
    read = read_address(case["text"], WORDS, TITLES)
    assert (list(read.keep), read.keeps_all) == (case.get("keep", []), case.get("keeps_all", False))
    assert list(read.repeal) == case.get("repeal", [])
    assert bool(read.doubts) == case.get("doubtful", False), read.doubts


@of_each(CASES["terms"])
def test_terms_are_read_rightly_or_doubted(case: dict[str, Any]) -> None:
    read = read_address(case["text"], WORDS, TITLES)
    assert {term.old: [term.new, *filter(None, [term.plural])] for term in read.terms} == case["terms"]
    assert bool(read.doubts) == case.get("doubtful", False), read.doubts


def test_a_title_that_an_address_names_and_neither_keeps_nor_repeals_is_shown() -> None:
    read = read_address("Repeal all dynastic rules. I liked The Beach.", WORDS, TITLES)
    assert "doubtful: it names The Beach, and we do not read that it keeps or repeals it" in in_words(read)


def test_what_is_read_before_the_rules_are_known_goes_by_capitals() -> None:
    read = read_address("Repeal all dynastic rules but Plants and “the beach”. Keep Weather Reports.", WORDS)
    assert read.keep == ("Plants", "the beach", "Weather Reports")
    assert read_address("Repeal all dynastic rules save Plants.", WORDS).keep == ("Plants",)


# --- what a person confirms ---------------------------------------------------------------------------------------------

POSTED = f"""
{ASCENSION}
2019-10-01 14:00:00 Bo posts a1 "Ascension Address" "Ascension Address: Air" body: Change Castaway to Pilot.
"""
EDIT = {"kind": "post_edited", "id": "post:a1", "slug": "a1", "by": "Bo", "body": "<p>Change Castaway to Poop.</p>"}
EDITED = f"{POSTED}\n2019-10-01 14:30:00 json {json.dumps(EDIT)}"
EVENING = "2019-10-01 20:00:00"


def is_confirmed(story: str) -> bool:
    found: bool = gamestate(story, EVENING).values["ascension"]["confirmed"]
    return found


def said_yes(shown: str = "", question: str = "address:a1") -> str:
    """A yes at 15:00, with the wording that was shown in a story, or without any."""
    told = {
        "kind": "decision",
        "id": "decision:x",
        "question": question,
        "answer": "yes",
        "by": "Ada",
        "why": "so it says",
    }
    if shown:
        told["wording"] = next(each.wording for each in gamestate(shown, EVENING).questions if each.id == question)
    return f"2019-10-01 15:00:00 json {json.dumps(told)}"


def test_a_yes_to_an_address_counts_for_the_text_that_was_shown_only() -> None:
    assert is_confirmed(f"{POSTED}\n{said_yes(POSTED)}")
    assert is_confirmed(f"{EDITED}\n{said_yes(EDITED)}")
    assert not is_confirmed(f"{EDITED}\n{said_yes(POSTED)}")
    assert "address:a1" in {each.id for each in gamestate(f"{EDITED}\n{said_yes(POSTED)}", EVENING).questions}


def test_a_yes_without_a_wording_is_taken_to_be_of_the_text_of_that_instant() -> None:
    assert is_confirmed(f"{EDITED}\n{said_yes()}")


def test_a_yes_to_one_word_for_both_terms_counts_for_that_word_only() -> None:
    question = "same-keywords:a1"
    same = POSTED.replace("Change Castaway to Pilot.", "Change Castaway to Storm and Weatherman to Storm.")
    other = same.replace("Storm", "Cloud")
    asked = {each.id for each in gamestate(f"{same}\n{said_yes(same, question)}", EVENING).questions}
    asked_anew = {each.id for each in gamestate(f"{other}\n{said_yes(same, question)}", EVENING).questions}
    assert (question in asked, question in asked_anew) == (False, True)
