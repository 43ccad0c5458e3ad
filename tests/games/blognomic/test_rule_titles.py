"""Rules followed through their titles (BN-258), new rules beside those that are known, and terms that need a ground (BN-003)."""

import pytest

from tests.games.blognomic.ruleset_stories import (
    EVENING,
    IN_RULE_VOTES,
    PAGE,
    changed,
    finding,
    revision,
    unverified,
    without_bearing,
)
from tests.games.blognomic.ruleset_stories import grounded_story as story
from tests.games.blognomic.stories import codes, folded, gamestate, instant, matter
from tracker.core.gamestate import Gamestate
from tracker.games.blognomic.ruleset.ruleset_page import RulesetShown

VOTING = PAGE.replace("====Votes====", "====Voting====")
"""The rule Votes under another title."""
CONFIRM_VOTES = "confirm-rule:Core Rules/Votes"


def reworded(page: str) -> str:
    assert "exceed or equal Quorum" in page
    return page.replace("exceed or equal Quorum", "exceed or match Quorum")


def faster(page: str) -> str:
    return page.replace("48 hours", "24 hours")


def decided(when: str, answer: str = "yes", question: str = CONFIRM_VOTES) -> str:
    return f'2019-10-01 {when} decide "{question}" {answer} by Ada why "I read it"'


def shown(told: str) -> RulesetShown:
    found = folded(told, EVENING).state.ruleset
    assert found is not None
    return found


def asked(state: Gamestate) -> set[str]:
    return {each.id for each in state.questions}


# --- a title is no rule text


def test_a_renamed_rule_is_noted_and_in_no_doubt() -> None:
    state = gamestate(story(PAGE, VOTING), EVENING)
    assert (changed(state), unverified(state)) == (set(), {})
    noted = finding(state, "RULE_RENAMED", "BN-032")
    assert (noted.is_note, noted.at) == (True, instant("2019-10-01 12:00:00"))
    assert noted.text == (
        "Core Rules › Votable Matters › Votes is now called “Voting” by revision 2 of the ruleset page (Ada); "
        "this tracker reads it there, and nothing is to be done"
    )
    assert state.detail.new_rules == state.detail.repealed_rules == ()


def test_a_rule_that_gets_its_own_title_back_is_not_said_to_have_a_new_one() -> None:
    state = gamestate(story(PAGE, VOTING, PAGE), EVENING)
    noted = [each.text for each in state.findings if each.code == "RULE_RENAMED"]
    assert [text.partition(" by revision")[0] for text in noted] == [
        "Core Rules › Votable Matters › Votes is now called “Voting”",
        "Core Rules › Votable Matters › Votes is called “Votes” again",
    ]


@pytest.mark.parametrize("more", ["", decided("12:30:00")], ids=["open", "confirmed"])
def test_its_numbers_and_sentences_are_read_under_the_new_title(more: str) -> None:
    assert matter(story(PAGE, VOTING, faster(VOTING), more=more), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    state = gamestate(story(PAGE, VOTING, reworded(VOTING), more=more), EVENING)
    assert changed(state) == IN_RULE_VOTES
    assert CONFIRM_VOTES in asked(state)
    assert finding(state, "CLAUSE_CHANGED").text.startswith(
        "Core Rules › Votable Matters › Votes (now called “Voting”) reads differently since 2019-10-01 13:00:00 UTC: "
        "“equal” became “match”"
    )
    assert set(unverified(state).values()) == {str(instant("2019-10-01 13:00:00"))}


def test_title_words_and_numbers_may_change_at_once() -> None:
    told = story(PAGE, reworded(faster(VOTING)))
    assert matter(told, EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    state = gamestate(told, EVENING)
    assert changed(state) == IN_RULE_VOTES
    assert "“equal” became “match”" in finding(state, "CLAUSE_CHANGED").text
    assert changed(gamestate(story(PAGE, faster(VOTING)), EVENING)) == set()


def test_a_rule_is_followed_from_title_to_title_and_back() -> None:
    ballots = PAGE.replace("====Votes====", "====Ballots====")
    assert shown(story(PAGE, VOTING, ballots)).page_key("core rules/votes") == "core rules/ballots"
    back = shown(story(PAGE, VOTING, ballots, PAGE))
    assert (back.successors, back.clause_key("core rules/votes")) == ({}, "core rules/votes")
    assert changed(gamestate(story(PAGE, VOTING, ballots, reworded(PAGE)), EVENING)) == IN_RULE_VOTES


def test_a_confirmation_stands_through_a_change_of_the_title_alone() -> None:
    told = story(PAGE, reworded(PAGE), reworded(VOTING), more=decided("12:30:00"))
    assert changed(gamestate(told, EVENING)) == set()
    assert changed(gamestate(told, "2019-10-01 12:29:59")) == IN_RULE_VOTES


def test_a_rule_renamed_before_the_page_was_seen_is_known_by_its_text() -> None:
    state = gamestate(story(VOTING), EVENING)
    assert (changed(state), unverified(state)) == (set(), {})
    assert matter(story(VOTING, faster(VOTING)), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"


def test_two_rules_that_change_titles_are_each_followed() -> None:
    swapped = PAGE.replace("====Votes====", "====X====").replace("====Enacting and Failing====", "====Votes====")
    swapped = swapped.replace("====X====", "====Enacting and Failing====")
    found = shown(story(PAGE, swapped))
    assert found.page_key("core rules/votes") == "core rules/enacting and failing"
    assert found.page_key("core rules/enacting and failing") == "core rules/votes"
    assert changed(gamestate(story(PAGE, swapped), EVENING)) == set()
    assert matter(story(PAGE, swapped, faster(swapped)), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"


def test_a_rule_whose_title_another_ones_text_took_is_gone() -> None:
    head, _, rest = PAGE.partition("====Votes====\n")
    taken = f"{head}====" + rest.partition("\n====")[2].replace("Enacting and Failing====", "Votes====", 1)
    state = gamestate(story(PAGE, taken, more=decided("12:30:00")), EVENING)
    assert changed(state) == IN_RULE_VOTES
    assert "Votes is gone from the ruleset page since" in finding(state, "CLAUSE_CHANGED").text


def test_a_rule_in_another_section_is_followed_and_its_place_in_doubt() -> None:
    heading = "===Dormancy [Active]===\n"
    rule = heading + PAGE.partition(heading)[2].partition("===")[0]
    moved = PAGE.replace(rule, "").replace("===Clarifications===", f"{rule}===Clarifications===")
    confirm = decided("12:30:00", question="confirm-rule:Special Case/Dormancy")
    text = finding(gamestate(story(PAGE, moved), EVENING), "CLAUSE_CHANGED").text
    assert "stands in Appendix since 2019-10-01 12:00:00 UTC" in text
    assert changed(gamestate(story(PAGE, moved, more=confirm), EVENING)) == set()
    less = moved.replace("fewer than five", "fewer than seven")
    assert gamestate(story(PAGE, moved, less, more=confirm), EVENING).values["dormant"] is True
    other = moved.replace("then BlogNomic is Dormant", "then BlogNomic is not Dormant")
    assert changed(gamestate(story(PAGE, moved, other, more=confirm), EVENING)) == {"BN-178"}


def test_a_glossary_entry_and_its_rule_may_be_called_otherwise() -> None:
    entry = PAGE.replace(";Quorum\n", ";Majority\n")
    assert entry != PAGE
    found = shown(story(PAGE, entry))
    assert found.page_key("appendix/keywords/quorum") == "appendix/keywords/majority"


def test_the_rules_that_tell_the_terms_may_be_called_otherwise() -> None:
    renamed = PAGE.replace("===Spelling===", "===Orthography===")
    sailors = renamed.replace("Castaway", "Sailor")
    state = gamestate(story(PAGE, renamed, sailors), EVENING)
    assert state.detail.player_word == "Sailor"
    assert changed(state) == set()
    at_once = gamestate(story(PAGE, sailors), EVENING)
    assert (at_once.detail.player_word, changed(at_once)) == ("Sailor", set())


def test_a_special_case_rule_keeps_its_status_under_another_title() -> None:
    asleep = PAGE.replace("===Dormancy [Active]===", "===Sleep [Active]===")
    off = PAGE.replace("===Dormancy [Active]===", "===Sleep [Inactive]===")
    cases = [next(fact.value for fact in gamestate(story(PAGE, page), EVENING).facts if fact.name == "special_cases")
             for page in (asleep, off)]  # fmt: skip
    assert [(each["Dormancy"], "Sleep" in each) for each in cases] == [(True, False), (False, False)]


# --- what is gone


def hidden(page: str) -> str:
    """A page with the rule Votes in a comment."""
    return page.replace("====Votes====", "<!--\n====Votes====").replace("====Enacting", "-->\n====Enacting", 1)


def test_a_rule_that_is_gone_is_confirmed_as_gone_and_stays_unverified() -> None:
    told = story(PAGE, hidden(PAGE), more=decided("12:30:00"))
    before, after = gamestate(told, "2019-10-01 12:29:59"), gamestate(told, EVENING)
    (question,) = [each for each in before.questions if each.id == CONFIRM_VOTES]
    assert question.text == (
        "Is Core Rules › Votable Matters › Votes gone, so that what leans on it (BN-032 to BN-050) stays unverified for good?"
    )
    assert not finding(before, "CLAUSE_CHANGED").is_note
    assert CONFIRM_VOTES not in asked(after)
    assert finding(after, "CLAUSE_CHANGED").is_note
    assert "a person knows that it is gone" in finding(after, "CLAUSE_CHANGED").text
    assert unverified(after)["matters.p1.popular"] == str(instant("2019-10-01 12:00:00"))


def test_a_no_leaves_a_gone_rule_an_open_matter() -> None:
    state = gamestate(story(PAGE, hidden(PAGE), more=decided("12:30:00", "no")), EVENING)
    assert not finding(state, "CLAUSE_CHANGED").is_note
    assert changed(state) == IN_RULE_VOTES


@pytest.mark.parametrize("page", [VOTING, faster(VOTING), reworded(VOTING)], ids=["same", "value", "words"])
def test_a_rule_that_comes_back_under_another_title_is_followed(page: str) -> None:
    told = story(PAGE, hidden(PAGE), page, more=decided("12:30:00"))
    assert shown(told).page_key("core rules/votes") == "core rules/voting"
    state = gamestate(told, EVENING)
    assert changed(state) == (IN_RULE_VOTES if "match Quorum" in page else set())
    hours = "2019-10-02T10:00:00Z" if page == faster(VOTING) else "2019-10-03T10:00:00Z"
    assert matter(told, EVENING)["next_change_at"] == hours


def test_a_rule_of_other_words_is_no_successor() -> None:
    page = hidden(PAGE).replace("===Fair Play===", "===Voting===\nVotes are cast by whistling.\n===Fair Play===")
    state = gamestate(story(PAGE, page), EVENING)
    assert changed(state) == IN_RULE_VOTES
    assert "RULE_RENAMED" not in {each.code for each in state.findings}


# --- new rules beside and below those that are known

CONFIRM_PARENT = "confirm-rule:Core Rules/Votable Matters"
BOTH = "\n".join(decided("12:30:00", question=question) for question in (CONFIRM_VOTES, CONFIRM_PARENT))
"""A second rule Votes is a new subrule of Votable Matters too."""
DOUBLES = "=====Doubles=====\nAda's votes count twice.\n\n"
FAILING = "====Enacting and Failing===="


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (f"{DOUBLES}{FAILING}", "has a new rule below it since 2019-10-01 12:00:00 UTC, "
         "Core Rules › Votable Matters › Votes › Doubles: “Ada's votes count twice.”"),
        (f"====Votes====\nNo votes.\n\n{FAILING}", "has a new rule beside it under its title since "
         "2019-10-01 12:00:00 UTC, Core Rules › Votable Matters › Votes: “No votes.”"),
    ],
)  # fmt: skip
def test_a_new_rule_below_or_of_the_same_title_is_asked_about(new: str, told: str) -> None:
    page = PAGE.replace(FAILING, new, 1)
    state = gamestate(story(PAGE, page), EVENING)
    assert changed(state) >= IN_RULE_VOTES
    assert told in finding(state, "CLAUSE_CHANGED", "BN-032").text
    assert unverified(state)["matters.p1.for"] == str(instant("2019-10-01 12:00:00"))
    assert CONFIRM_VOTES in asked(state)
    quiet = gamestate(story(PAGE, page, more=f"{BOTH}\n{without_bearing()}"), EVENING)
    assert (changed(quiet), unverified(quiet)) == (set(), {})
    again = page.replace("No votes.", "Few votes.").replace("count twice", "count thrice")
    assert changed(gamestate(story(PAGE, page, again, more=BOTH), EVENING)) >= IN_RULE_VOTES
    assert changed(gamestate(story(PAGE, page, PAGE), EVENING)) == set()
    assert changed(gamestate(story(page, page + "\n"), EVENING)) == set()


def test_a_new_rule_above_the_known_one_of_its_title_takes_nothing_from_it() -> None:
    page = PAGE.replace("====Votes====", "====Votes====\nNo votes.\n\n====Votes====", 1)
    told = story(PAGE, page, more=BOTH)
    assert shown(told).page_key("core rules/votes") == "core rules/votes+"
    assert changed(gamestate(told, "2019-10-01 12:29:59")) == {*IN_RULE_VOTES, "BN-031"}
    assert changed(gamestate(told, EVENING)) == set()
    assert matter(story(PAGE, page, faster(page)), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"


def test_a_rule_of_that_title_in_another_section_is_asked_about() -> None:
    page = PAGE.replace("===Hallucinations===", "===Votes===\nVotes are blue.\n===Hallucinations===")
    assert changed(gamestate(story(PAGE, page), EVENING)) == IN_RULE_VOTES


def test_new_rules_elsewhere_and_empty_ones_put_nothing_in_doubt() -> None:
    empty = PAGE.replace(FAILING, f"=====Doubles=====\n\n{FAILING}", 1)
    assert changed(gamestate(story(PAGE, empty), EVENING)) == set()
    page = PAGE.replace("===Fair Play===", "===Timeouts===\nAll is timed.\n===Fair Play===", 1)
    assert changed(gamestate(story(PAGE, page), EVENING)) == set()


def test_a_rule_that_was_there_all_along_may_change_go_and_come_back() -> None:
    page = PAGE.replace(FAILING, f"{DOUBLES}{FAILING}", 1)
    for texts in ((page, page.replace("twice", "thrice")), (page, PAGE, page), (page, page.replace("Doubles", "Twos"))):
        assert changed(gamestate(story(*texts), EVENING)) == set()
    assert changed(gamestate(story(page, PAGE, page.replace("twice", "thrice")), EVENING)) == IN_RULE_VOTES


# --- terms


def test_a_term_changed_without_a_ground_is_told_with_editor_and_words() -> None:
    page = PAGE.replace("Castaway", "Poop")
    line = revision(2, "2019-10-01 12:00:00", page, "lol").replace('"editor": "Ada"', '"editor": "Vandal"')
    state = gamestate(story(PAGE, more=line), EVENING)
    text = finding(state, "UNEXPLAINED_CHANGE").text
    assert text.startswith("revision 2 by Vandal at 2019-10-01 12:00:00 UTC, “lol”")
    assert "Appendix › Spelling › the word for a player: “Castaway” became “Poop”" in text
    assert finding(state, "NUMBER_CHANGED", "BN-255").is_note
    assert "change-ground:2" in asked(state)
    assert "UNEXPLAINED_CHANGE" not in codes(story(PAGE, PAGE + "\n"), EVENING)


ADDRESS = """
2019-10-01 10:00:00 Bo posts d1 "Declaration of Victory" "Declaration of Victory: I won"
2019-10-01 10:30:00 Wes on d1: FOR
2019-10-01 10:31:00 Ada on d1: FOR
2019-10-01 10:32:00 Cy on d1: FOR
2019-10-01 22:00:00 d1 Enacted by Ada "4-0"
2019-10-01 23:00:00 Bo posts a1 "Ascension Address" "Ascension Address: Sea" body: Change Castaway to Sailor. Keep all dynastic rules.
"""


@pytest.mark.parametrize(("word", "is_told"), [("Sailor", False), ("Pirate", True)])
def test_an_ascension_address_is_the_ground_of_the_terms_that_it_gives(word: str, is_told: bool) -> None:
    page = PAGE.replace("Castaway", word)
    line = revision(2, "2019-10-01 23:30:00", page)
    found = codes(story(PAGE, more=f"{ADDRESS}{line}"), "2019-10-01 23:59:59")
    assert ("UNEXPLAINED_CHANGE" in found) is is_told
