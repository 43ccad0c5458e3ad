"""The keyword table (BN-188): what counts as a definition, and which one counts."""

import pytest

from tests.games.blognomic.ruleset_stories import EVENING, PAGE, fact, finding, story
from tests.games.blognomic.stories import gamestate
from tracker.games.blognomic.appendix.keyword_table import defined_in, term_keys, terms_in_bold

ENTRIES = frozenset({"day", "quorum", "wiki"})


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("Each Dynasty may be headed by a single Castaway, known as the Weatherman.", ["Weatherman"]),
        ('Such Plants are collectively called "Weeds".', ["Weeds"]),
        ("This rule is referred to as the Law of the Sea in others.", ["Law"]),
        ('Food is hereafter "Grub".', ["Grub"]),
        ("'Today' is defined as the number of days since August 31.", ["Today"]),
        ("It rains. A New Castaway is defined as one who is new.", ["New Castaway"]),
        ('The word "Raft", used as a noun, means a boat.', ["Raft"]),
        ("For our purposes every day is Sunday.", ["day"]),
        ("All days last ten hours.", ["days"]),
        ("A quorum is always three.", ["quorum"]),
        # No definitions:
        ("If the effect of a Plant is defined as unknown at the time of Foraging, choose one.", []),
        ("A Castaway's raft is theirs, and Bo's 'x' means nothing.", []),
        ("Every Castaway is hungry, and a Raft is always wet.", []),
        ("Each day, a Castaway is fed, and a quorum of them may object on the wiki.", []),
    ],
)
def test_what_a_rule_defines(words: str, terms: list[str]) -> None:
    assert [term for term, _ in defined_in(words, (), ENTRIES)] == terms


def test_a_bold_term_is_defined_by_the_sentence_that_says_it_first() -> None:
    bold = terms_in_bold(
        "It rains. A Matter is '''Popular''' if liked, '''not''' if ''loved''. '''Popular''' ones win."
    )
    assert bold == ("Popular",)
    words = "It rains. A Matter is Popular if liked, not if loved. Popular ones win."
    assert defined_in(words, bold, frozenset()) == (("Popular", "A Matter is Popular if liked, not if loved."),)


def test_a_long_definition_is_cut_between_words() -> None:
    ((_, text),) = defined_in(f"'Today' means {'very ' * 60}much.", (), frozenset())
    assert (text[-6:], len(text) < 210) == ("very …", True)


@pytest.mark.parametrize(
    ("entry", "keys"),
    [
        ("Day", ("day",)),
        ("Effective Vote Comment (EVC)", ("effective vote comment", "evc")),
        ("Resolve/Resolution", ("resolve", "resolution")),
        ("Flavour Text", ("flavor text",)),
        ("Voting Icons", ("voting icon",)),
    ],
)
def test_what_an_entry_may_be_called(entry: str, keys: tuple[str, ...]) -> None:
    assert term_keys(entry) == keys


def test_ruleset_170_has_no_conflict() -> None:
    state = gamestate(story(PAGE), EVENING)
    keywords = state.values["keywords"]
    by_rules = {name: shown["source"] for name, shown in keywords.items() if shown["source"] != "Appendix › Keywords"}
    assert by_rules == {
        "Ruleset": "Core Rules › Ruleset and Gamestate",
        "Weatherman": "Core Rules › Dynasties",
        "Popular": "Core Rules › Votable Matters › Votes",
        "Unpopular": "Core Rules › Votable Matters › Votes",
        "CfJ": "Core Rules › Calls for Judgement",
        "Today": "Dynastic Rules › Workdays",
        "New Castaway": "Appendix › Gamestate Tracking",
    }
    assert len(keywords) == 33 + len(by_rules)
    assert "KEYWORD_IN_RULE" not in {each.code for each in state.findings}
    assert fact(state, "keywords").value == keywords
    assert state.detail.keyword_conflicts == ()


def test_a_conflict_names_the_rule_and_the_entry_that_counts() -> None:
    page = PAGE.replace("==Special Case", "===Calendar===\nAn EVC is now a vegetable.\n\n==Special Case", 1)
    state = gamestate(story(PAGE, page), EVENING)
    (told,) = state.detail.keyword_conflicts
    assert told.text == finding(state, "KEYWORD_IN_RULE").text
    assert told.text.startswith(
        "Dynastic Rules › Calendar says “An EVC is now a vegetable.”; the glossary's entry Effective Vote Comment (EVC) counts: "
    )
    assert finding(state, "KEYWORD_IN_RULE").observations == ("revision:Ruleset:2", "revision:Ruleset:1")
    assert finding(state, "KEYWORD_IN_RULE").is_note


def test_keywords_bear_the_words_of_the_day() -> None:
    page = PAGE.replace("Weatherman", "Admiral").replace("Castaway", "Sailor")
    keywords = gamestate(story(page), EVENING).values["keywords"]
    assert {"Admiral", "New Sailor"} <= set(keywords)
    assert not {"Weatherman", "New Castaway"} & set(keywords)


def test_a_term_set_in_bold_later_is_found_although_the_words_stay() -> None:
    page = PAGE.replace("Each Dynasty may be headed", "Each '''Dynasty''' may be headed", 1)
    assert "Dynasty" not in gamestate(story(PAGE), EVENING).values["keywords"]
    assert gamestate(story(PAGE, page), EVENING).values["keywords"]["Dynasty"]["source"] == "Core Rules › Dynasties"
