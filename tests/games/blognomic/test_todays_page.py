"""The ruleset page in the shape that it has had since 2024: building blocks, synonyms, headings of another level."""

from pathlib import Path

import pytest

from tests.games.blognomic.ruleset_stories import PAGE, changed, finding, revision, with_ground
from tests.games.blognomic.stories import codes, gamestate
from tracker.games.blognomic.ruleset.ruleset_page import read_page

BLOCK = "==Low-Player Mode==\nThe game is never dormant.\n"
TODAY = f"""=Core Rules=
==Ruleset and Gamestate==
This is the ruleset.
==Votable Matters==
===Votes===
Votes are cast.
=Dynastic Rules=
==The Garden==
Gnomes stand in it.
=Building Blocks=
{BLOCK}=Appendix=
==Synonyms==
*The terms "Gnome" and "Player" are synonyms.
*The terms "Gardener" and "Emperor" are synonyms.
==Keywords==
"""
WHOLE = (Path(__file__).parent / "ruleset_today.wikitext").read_text(encoding="utf-8")
"""A whole page of today's shape, in our own words."""
ROSTER = "2025-06-01 00:00:00 roster Wes!* Ada* Bo"


def story(*pages: str, more: str = "") -> str:
    told = [revision(number, f"2025-06-01 {9 + number:02}:00:00", page) for number, page in enumerate(pages, start=1)]
    return "\n".join([ROSTER, *told, more])


def test_a_block_is_in_force_because_it_stands_there() -> None:
    assert gamestate(story(TODAY), "2025-06-01 09:59:59").values["hiatus"] == ["DORMANCY"]
    state = gamestate(story(TODAY), "2025-06-01 10:00:00")
    assert state.values["hiatus"] == []
    cases = next(fact.value for fact in state.facts if fact.name == "special_cases")
    assert cases == {"Low-Player Mode": True, "No Orphan Variables": False, "The Traitor": False}
    assert not codes(story(TODAY), "2025-06-01 10:00:00") & {"RULE_IN_NO_SECTION", "UNKNOWN_MARKER"}


def test_a_block_that_is_gone_is_in_force_until_its_going_has_a_ground() -> None:
    gone = story(TODAY, TODAY.replace(BLOCK, ""), more=with_ground(2).replace("2019-10-01 12", "2025-06-01 13"))
    early, late = (gamestate(gone, f"2025-06-01 {hour}:30:00") for hour in (12, 13))
    assert early.values["hiatus"] == []
    assert "Low-Player Mode" in finding(early, "VALUE_WITHHELD").text
    assert late.values["hiatus"] == ["DORMANCY"]


@pytest.mark.parametrize(
    "told",
    [
        '*The terms "Gnome" and "Player" are synonyms.\n*The terms "Gardener" and "Emperor" are synonyms.',
        '"Gnome" is a synonym for "Player", and "Gardener" is a synonym for "Emperor".',
        "* Player: Gnome\n* Emperor: Gardener",
    ],
)
def test_the_words_stand_in_the_rule_of_synonyms(told: str) -> None:
    page = f"=Appendix=\n==Synonyms==\n{told}\n==Spelling==\nColour is color.\n"
    assert read_page(page).terms == {"player_word": "Gnome", "emperor_word": "Gardener"}


def test_a_page_of_ruleset_170_chooses_its_own_versions_in_any_year() -> None:
    votes = """
2025-06-02 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
2025-06-02 11:00:00 Ada on p1: FOR
2025-06-02 11:01:00 Wes on p1: DEFERENTIAL
"""
    for page, of_emperor in ((PAGE, {"Wes": "FOR"}), (TODAY, {})):
        state = gamestate(story(page, more=votes), "2025-06-02 12:00:00")
        assert state.values["matters"]["p1"]["resolves_as"] == of_emperor
    dated = f'2025-06-01 00:00:00 setting edition "2025-06-01"\n{story(PAGE, more=votes)}'
    assert gamestate(dated, "2025-06-02 12:00:00").values["matters"]["p1"]["resolves_as"] == {}


def test_a_whole_page_of_todays_shape_is_known() -> None:
    state = gamestate(story(WHOLE), "2025-06-01 12:00:00")
    assert not changed(state)
    assert not codes(story(WHOLE), "2025-06-01 12:00:00") & {"RULE_IN_NO_SECTION", "UNKNOWN_MARKER"}


def test_a_reset_that_changes_the_words_puts_nothing_in_doubt() -> None:
    reset = WHOLE.replace('"Gnome"', '"Wordsmith"').replace('"Gardener"', '"Puzzler"')
    assert reset != WHOLE
    assert not changed(gamestate(story(WHOLE, reset), "2025-06-01 12:00:00"))


def test_a_rule_of_todays_that_is_reworded_is_in_doubt_and_one_that_170_had_is_not_missed() -> None:
    reworded = WHOLE.replace("is counted among the Players of whom", "is one of the Players of whom")
    assert reworded != WHOLE
    assert changed(gamestate(story(WHOLE, reworded), "2025-06-01 12:00:00")) == {"BN26-010", "BN26-011", "BN26-012"}
    without = WHOLE.replace(WHOLE[WHOLE.index("===Enacting and Failing===") : WHOLE.index("===Tags===")], "")
    assert changed(gamestate(story(WHOLE, without), "2025-06-01 12:00:00")) == {"BN-051", "BN-052", "BN-053", "BN-054"}
