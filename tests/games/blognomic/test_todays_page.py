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


WON = """
2025-06-01 00:00:01 roster Wes!* Ada* Bo Cy Di Eve
2025-06-01 12:00:00 Ada posts d1 "Declaration of Victory" "Declaration of Victory: I won"
2025-06-01 12:10:00 Bo on d1: FOR
2025-06-01 12:11:00 Wes on d1: FOR
2025-06-02 12:00:00 d1 Enacted by Wes "3-0"
"""
ADDRESS = (
    '2025-06-02 17:00:00 Ada posts a1 "Ascension Address" "Ascension Address: The Desert" body: Theme: deserts. '
    "Change Gnome to Camel. Change Gardener to Rider. Repeal all dynastic rules. Building Blocks: No Private Communication, Edit Window."
)
STEPS = {
    "rules": (WHOLE[WHOLE.index("==The Garden==") : WHOLE.index("=Building Blocks=")], "\n"),
    "words": ('"Gnome"', '"Camel"'),
    "word": ('"Gardener"', '"Rider"'),
    "blocks": (WHOLE[WHOLE.index("==Mantle Passing==") : WHOLE.index("=Appendix=")], "==Edit Window==\nFour hours.\n"),
}
"""The steps of the reset: what stands on the page before and after each."""


def reset_page(*steps: str) -> str:
    page = WHOLE
    for step in steps:
        before, after = STEPS[step]
        assert page.count(before) == 1
        page = page.replace(before, after)
    return page


def in_reset(*pages: str, more: str = "") -> str:
    """The story of a victory, whose address is followed by these texts of the ruleset page from 18:00 on, one an hour."""
    told = [revision(1, "2025-06-01 10:00:00", WHOLE), WON, ADDRESS]
    told += [revision(n, f"2025-06-02 {n + 16}:00:00", page) for n, page in enumerate(pages, start=2)]
    return "\n".join([ROSTER, *told, more])


@pytest.mark.parametrize(
    ("done", "missing"),
    [
        (("words", "word", "blocks"), "dynastic rules that are not kept still stand: Dynastic Rules › The Garden"),
        (("rules", "word", "blocks"), "the words for player and emperor are the old ones"),
        (("rules", "words", "word"), "blocks are missing: Edit Window"),
        (("rules", "words", "word"), "blocks stand that the address does not name: Building Blocks › Mantle Passing"),
    ],
)
def test_the_interregnum_goes_on_until_every_step_of_the_reset_is_done(done: tuple[str, ...], missing: str) -> None:
    told = in_reset(reset_page(*done), reset_page(*STEPS))
    for at, is_on in (("2025-06-02 16:59:59", True), ("2025-06-02 18:00:00", True), ("2025-06-02 19:00:00", False)):
        state = gamestate(told, at)
        assert state.values["hiatus"] == (["INTERREGNUM"] if is_on else [])
        assert state.values["emperor"] == "Ada"
    (fact,) = [fact for fact in gamestate(told, "2025-06-02 18:00:00").facts if fact.name == "hiatus"]
    assert missing in fact.reasons[0].text


def test_a_person_says_that_the_reset_is_done_whatever_the_page_shows() -> None:
    told = in_reset(reset_page("words"), more='2025-06-02 18:30:00 decide reset-done:a1 yes by Ada why "so it is"')
    asked = [each.id for each in gamestate(told, "2025-06-02 18:00:00").questions]
    assert "reset-done:a1" in asked
    assert gamestate(told, "2025-06-02 18:30:00").values["hiatus"] == []


def test_a_reset_done_before_the_address_is_posted_ends_with_it() -> None:
    told = "\n".join(
        [ROSTER, revision(1, "2025-06-01 10:00:00", WHOLE), WON, revision(2, "2025-06-02 16:00:00", reset_page(*STEPS))]
    )
    assert gamestate(f"{told}\n{ADDRESS}", "2025-06-02 17:00:00").values["hiatus"] == []
