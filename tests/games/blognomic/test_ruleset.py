"""The ruleset page: sections (BN-001), markers (BN-165), terms, updates (BN-068), and rules that read differently (law 7)."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tests.games.blognomic.ruleset_stories import (
    EVENING,
    IN_RULE_VOTES,
    LATER,
    PAGE,
    changed,
    confirmed,
    fact,
    finding,
    grounded_story,
    revision,
    story,
    unverified,
)
from tests.games.blognomic.stories import codes, folded, gamestate, instant, looked_at, rows
from tracker.core.fold import fold
from tracker.core.gamestate import Gamestate
from tracker.core.observation import redacted
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.law import WORDED
from tracker.games.blognomic.ruleset.ruleset import read_revision
from tracker.games.blognomic.ruleset.ruleset_page import PageReading, clause_hashes, clause_keys, read_page
from tracker.games.blognomic.state import State
from tracker.mechanics.differences import difference
from tracker.mechanics.ruleset.ruleset_passages import is_page

OF_170 = {id: clause for id, clause in WORDED.items() if not clause.since}
"""The clauses of ruleset 170, without those that came since."""

# --- the clauses and the page they were checked against


def test_every_clause_stands_on_the_page_of_ruleset_170() -> None:
    hashes = clause_hashes(PAGE)
    assert hashes.keys() == set(WORDED)
    assert {clause for clause, hash in hashes.items() if not hash} == set(WORDED) - set(OF_170)


def test_the_known_hashes_are_those_of_that_page() -> None:
    hashes = clause_hashes(PAGE)
    assert {id: hashes[id] for id in OF_170} == {id: clause.text_hash for id, clause in OF_170.items()}


def test_clauses_of_one_rule_share_a_hash_and_others_do_not() -> None:
    by_place: dict[tuple[str, ...], set[str]] = {}
    for id, keys in clause_keys().items():
        by_place.setdefault(keys, set()).add(WORDED[id].text_hash)
    assert all(len(hashes) == 1 for hashes in by_place.values())
    assert len(set.union(*by_place.values())) == len(by_place)


# --- BN-001: sections


@pytest.mark.parametrize(
    ("section", "rule"),
    [
        ("Core Rules", "Votable Matters › Votes"),
        ("Core Rules", "Castaways › Idle Castaways"),
        ("Dynastic Rules", "The Island › The Cessna"),
        ("Dynastic Rules", "Story Points › A Ship has Arrived!"),
        ("Special Case", "Dormancy [Active]"),
        ("Appendix", "Gamestate Tracking › Random Generators"),
        ("Appendix", "Clarifications › Prioritisation"),
    ],
)
def test_every_rule_is_in_one_section_under_its_parent(section: str, rule: str) -> None:
    state = gamestate(story(PAGE), EVENING)
    found = {
        name: fact(state, f"ruleset.{name}").value
        for name in ("Core Rules", "Dynastic Rules", "Special Case", "Appendix")
    }
    assert [name for name, rules in found.items() if rule in rules] == [section]
    assert fact(state, f"ruleset.{section}").because == ("revision:Ruleset:1",)


def test_every_heading_of_the_page_is_a_section_or_a_rule_of_one() -> None:
    state = gamestate(story(PAGE), EVENING)
    rules = [rule for each in state.facts if each.name.startswith("ruleset.") for rule in each.value]
    assert len(rules) == len(re.findall(r"^===", PAGE, re.MULTILINE)) == len(set(rules))
    assert "RULE_IN_NO_SECTION" not in {each.code for each in state.findings}


def test_a_heading_outside_the_sections_is_reported_and_is_no_rule() -> None:
    page = PAGE.replace("==Appendix==", "==Ideas==\n===Votes===\nAll votes are blue.\n==Appendix==")
    state = gamestate(story(PAGE, page), EVENING)
    texts = [each.text for each in state.findings if each.code == "RULE_IN_NO_SECTION"]
    assert [re.findall(r"'([^']*)'", text) for text in texts] == [["Ideas"], ["Votes"]]
    assert finding(state, "RULE_IN_NO_SECTION").at == instant("2019-10-01 12:00:00")
    assert changed(state) == set()


def test_a_title_of_the_page_above_the_sections_is_no_stray() -> None:
    page = "=Ruleset 170=\n" + PAGE
    assert codes(story(page), EVENING) == codes(story(PAGE), EVENING)


def test_a_rule_moved_under_another_one_of_its_section_is_no_change() -> None:
    rule = "===Dynasties===\n" + PAGE.partition("===Dynasties===\n")[2].partition("===")[0]
    page = PAGE.replace(rule, "").replace(
        "===Fair Play===", "=" + rule.replace("===\n", "====\n", 1) + "===Fair Play==="
    )
    assert "====Dynasties====" in page
    assert changed(gamestate(story(page), EVENING)) == set()


def test_a_rule_moved_to_another_section_is_a_change() -> None:
    rule = "===Dormancy [Active]===\n" + PAGE.partition("===Dormancy [Active]===\n")[2].partition("===")[0]
    page = PAGE.replace(rule, "").replace("===Hallucinations===", rule + "===Hallucinations===")
    assert changed(gamestate(story(page), EVENING)) == {"BN-178"}


def test_before_the_page_was_seen_nothing_is_said_of_it() -> None:
    state = gamestate(story(), EVENING)
    assert not [each for each in state.facts if each.name.startswith(("ruleset.", "special_cases"))]
    assert changed(state) == set()
    assert unverified(state) == {}


def test_another_page_is_not_the_ruleset() -> None:
    other = revision(7, "2019-10-01 12:00:00", "==Ideas==", page="Talk:Ruleset")
    assert codes(story(PAGE, more=other), EVENING) == codes(story(PAGE), EVENING)
    assert "RULE_IN_NO_SECTION" in codes(story(PAGE, PAGE + "==Ideas=="), EVENING)


def test_the_page_may_have_another_name() -> None:
    setting = '2019-10-01 00:00:01 setting ruleset_page "House rules"'
    line = revision(1, "2019-10-01 12:00:00", LATER, page="House rules")
    assert changed(gamestate(story(PAGE, more=f"{setting}\n{line}"), EVENING)) == IN_RULE_VOTES


@pytest.mark.parametrize(
    ("page", "is_same"), [("Ruleset", True), ("ruleset", True), ("Rule set", False), ("House_rules ", False)]
)
def test_titles_of_pages_are_compared_as_the_wiki_does(page: str, is_same: bool) -> None:
    assert is_page(page, "Ruleset") is is_same
    assert is_page("House_rules", "house  rules")


# --- law 7: what is no change

NOISE: dict[str, Callable[[str], str]] = {
    "white space": lambda page: page.replace("\n\n", "\n\n\n").replace(", ", ",  "),
    "straight quotes": lambda page: page.translate(str.maketrans("“”‘’", "\"\"''")),
    "bold and italics": lambda page: page.replace("Quorum", "'''Quorum'''").replace("DEFERENTIAL", "''DEFERENTIAL''"),
    "links": lambda page: page.replace("Proposal ", "[[Proposals|Proposal]] ").replace(
        "GNDT ", "[http://x.example GNDT] "
    ),
    "comments": lambda page: page.replace("Votable Matter", "<!-- sic -->Votable Matter"),
    "tags": lambda page: page.replace("Quorum", "<b>Quorum</b>").replace("</div>", "</div>\n<br />"),
    "entities": lambda page: page.replace("’s ", "&rsquo;s&nbsp;").replace("“", "&ldquo;"),
    "bullets": lambda page: page.replace("\n* ", "\n** "),
    "a category": lambda page: page + "[[Category:Rulesets]]\n__NOTOC__\n",
    "numbered headings": lambda page: re.sub(r"^===(?!=)", "===1.2 - ", page, flags=re.MULTILINE),
    "letter case of titles": lambda page: page.replace("====Enacting and Failing====", "====Enacting And Failing===="),
    "new terms": lambda page: page.replace("Castaway", "Pilot").replace("Weatherman", "Storm"),
    "terms with another article": lambda page: re.sub(r"\b([Aa]) Castaway", r"\1n Agent", page).replace(
        "Castaway", "Agent"
    ),
    "terms with another plural": lambda page: page.replace("Castaways", "Spies").replace("Castaway", "Spy"),
    "one term inside the other": lambda page: page.replace("Castaway", "Spy").replace("Weatherman", "Head Spy"),
}


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE)
def test_layout_noise_and_new_terms_are_no_change(noise: Callable[[str], str]) -> None:
    page = noise(PAGE)
    assert page != PAGE
    state = gamestate(story(PAGE, page), EVENING)
    assert changed(state) == set()
    assert unverified(state) == {}
    assert not [question for question in state.questions if question.id.startswith("confirm-clause:")]


# --- BN-165: Special Case rules


def special_cases(state: Gamestate) -> dict[str, bool]:
    active: dict[str, bool] = fact(state, "special_cases").value
    return active


def test_all_eight_special_case_rules_of_the_page_are_active() -> None:
    active = special_cases(gamestate(story(PAGE), EVENING))
    assert len(active) == 8
    assert all(active.values())


def test_the_marker_in_a_title_switches_a_rule_off_and_on() -> None:
    off = PAGE.replace("===Dormancy [Active]===", "===Dormancy [Inactive]===")
    assert not special_cases(gamestate(grounded_story(PAGE, off), EVENING))["Dormancy"]
    assert special_cases(gamestate(grounded_story(off, PAGE), EVENING))["Dormancy"]
    assert changed(gamestate(grounded_story(PAGE, off), EVENING)) == set()


def test_a_rule_without_a_marker_is_active_and_another_marker_is_reported() -> None:
    page = PAGE.replace("===Tags [Active]===", "===Tags===").replace(
        "===Dormancy [Active]===", "===Dormancy [Asleep]==="
    )
    state = gamestate(story(page), EVENING)
    assert special_cases(state)["Tags"]
    assert special_cases(state)["Dormancy"]
    assert "'Asleep'" in finding(state, "UNKNOWN_MARKER", "BN-165").text


def test_a_rule_of_another_spelling_is_the_known_one_and_a_new_rule_is_added() -> None:
    page = PAGE.replace(
        "===Seasonal Downtime [Active]===", "===SEASONAL downtime [Inactive]===\n===Mentors [Inactive]==="
    )
    active = special_cases(gamestate(story(page), EVENING))
    assert (active["Seasonal Downtime"], active["Mentors"], len(active)) == (False, False, 9)


def test_a_page_that_lags_behind_an_ascension_address_changes_nothing() -> None:
    off = PAGE.replace("===Tags [Active]===", "===Tags [Inactive]===")
    told = f"""
2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve
{revision(1, "2019-10-01 01:00:00", off)}
2019-10-01 10:00:00 Bo posts d1 "Declaration of Victory" "Declaration of Victory: I won"
2019-10-01 10:30:00 Wes on d1: FOR
2019-10-01 10:31:00 Ada on d1: FOR
2019-10-01 10:32:00 Cy on d1: FOR
2019-10-01 22:00:00 d1 Enacted by Ada "4-0"
2019-10-01 23:00:00 Bo posts a1 "Ascension Address" "Ascension Address: Socks" body: Set Dormancy to Inactive.
{revision(2, "2019-10-01 23:30:00", off.replace("Fair Play", "Fair play"))}
"""
    active = special_cases(gamestate(told, "2019-10-01 23:59:59"))
    assert (active["Tags"], active["Dormancy"]) == (True, False)


# --- terms


def test_terms_come_from_the_page_by_themselves() -> None:
    state = gamestate(story(PAGE, NOISE["new terms"](PAGE)), EVENING)
    assert (state.detail.player_word, state.detail.emperor_word) == ("Pilot", "Storm")
    noted = finding(state, "NUMBER_CHANGED", "BN-255")
    assert (noted.is_note, noted.at, noted.observations) == (
        True, instant("2019-10-01 12:00:00"), ("revision:Ruleset:2",)
    )  # fmt: skip
    assert "player_word was Castaway and is Pilot by revision 2" in noted.text
    assert "TERM_DIFFERS" not in {each.code for each in state.findings}
    before = gamestate(story(PAGE, NOISE["new terms"](PAGE)), "2019-10-01 11:59:59").detail
    assert (before.player_word, before.emperor_word) == ("Castaway", "Weatherman")


def test_terms_that_differ_from_the_settings_are_reported_and_the_settings_count() -> None:
    page = NOISE["new terms"](PAGE)
    settings = '2019-10-01 00:00:01 setting player_word "Castaway"\n2019-10-01 00:00:01 setting emperor_word "Boss"'
    state = gamestate(story(PAGE, page, more=settings), EVENING)
    assert "Pilot" in finding(state, "TERM_DIFFERS", "BN-255").text
    assert "Storm" in finding(state, "TERM_DIFFERS", "BN-029").text
    assert (state.detail.player_word, state.detail.emperor_word) == ("Castaway", "Boss")
    same = '2019-10-01 12:00:00 setting player_word "Pilot"\n2019-10-01 12:00:00 setting emperor_word "Storm"'
    assert "TERM_DIFFERS" not in codes(story(PAGE, page, more=same), EVENING)


def test_terms_that_the_page_does_not_tell_are_the_settings_ones() -> None:
    page = NOISE["new terms"](PAGE).replace('The terms "Pilot" and "Player" are synonyms.', "A Pilot is a Player.")
    setting = '2019-10-01 12:00:00 setting player_word "Pilot"'
    spelling = {id for id, clause in WORDED.items() if clause.path[-1] == "Spelling"}
    assert changed(gamestate(story(PAGE, page, more=setting), EVENING)) == spelling
    assert changed(gamestate(story(PAGE, page), EVENING)) > spelling


# --- BN-068: the page first, then the status


PASSED = """
2019-10-01 10:31:00 Cy on p1: FOR
2019-10-01 10:32:00 Di on p1: FOR
2019-10-01 23:00:00 p1 Enacted by Ada "4-0"
"""
NEXT_DAY = "2019-10-02 12:00:00"
SOCKS = PAGE.replace("<!-- New dynastic rules", "===Dry Socks===\nSocks are dry.\n<!-- New dynastic rules")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (LATER, 'Enacting "Dry Socks"'),
        (LATER, "/* Dynastic Rules */ enacted “DRY  socks”"),
        (LATER, "Proposal: Dry Socks"),
        (SOCKS, ""),
    ],
)
def test_an_update_that_names_the_proposal_after_its_status_is_noted(text: str, summary: str) -> None:
    update = revision(2, "2019-10-01 23:00:01", text, summary)
    state = gamestate(story(PAGE, more=PASSED + update), NEXT_DAY)
    noted = finding(state, "STATUS_BEFORE_UPDATE", "BN-068")
    assert (noted.is_note, noted.subject, noted.observations[1]) == (True, "p1", "revision:Ruleset:2")
    assert state.values["matters"]["p1"]["state"] == "Enacted"


@pytest.mark.parametrize("summary", ["", "/* Dry Socks */ a comma", "Dry Socks 2", "Drying Socks", "dry"])
def test_an_update_that_does_not_name_it_is_not(summary: str) -> None:
    update = revision(2, "2019-10-01 23:00:01", LATER, summary)
    other = '2019-10-01 10:05:00 Cy posts p2 Proposal "Proposal: Dry Socks 2"'
    assert "STATUS_BEFORE_UPDATE" not in codes(story(PAGE, more="\n".join([other, PASSED, update])), NEXT_DAY)


@pytest.mark.parametrize("when", ["2019-10-01 22:59:59", "2019-10-01 23:00:00"])
def test_an_update_before_the_status_or_with_it_is_in_order_and_later_ones_too(when: str) -> None:
    updates = [revision(2, when, LATER, "Dry Socks"), revision(3, "2019-10-02 01:00:00", SOCKS, "typo in Dry Socks")]
    assert "STATUS_BEFORE_UPDATE" not in codes(story(PAGE, more="\n".join([PASSED, *updates])), NEXT_DAY)


def test_the_tag_in_a_title_need_not_be_named() -> None:
    tagged = story(PAGE, more=PASSED + revision(2, "2019-10-01 23:00:01", LATER, "Enacting Dry Socks"))
    assert "STATUS_BEFORE_UPDATE" in codes(
        tagged.replace("Proposal: Dry Socks", "Proposal: [Core] Dry Socks"), NEXT_DAY
    )


# --- the reading, the state, hostile pages


def test_the_reading_is_plain_json_and_is_read_back() -> None:
    reading = read_page(PAGE)
    assert PageReading.of_record(json.loads(json.dumps(reading.record()))) == reading
    assert read_revision({"page": "Talk:Ruleset", "text": PAGE}) is None
    assert read_revision({"page": "ruleset", "text": PAGE}) == reading.record()


def test_the_fold_needs_no_reading_beside_the_revision() -> None:
    told = rows(story(PAGE, LATER))
    bare = [row._replace(readings=None) for row in told]
    views = [looked_at(fold(GAME, each, instant(EVENING))) for each in (told, bare)]
    assert views[0] == views[1]


def test_the_state_survives_a_checkpoint_and_the_fold_goes_on_from_it() -> None:
    whole = story(
        PAGE, LATER, PAGE.replace("Dormancy [Active]", "Dormancy [Odd]"), more=confirmed("BN-045", "12:30:00")
    )
    early = folded(whole, "2019-10-01 12:10:00")
    adapter: TypeAdapter[Any] = TypeAdapter(State)
    kept = adapter.validate_python(json.loads(json.dumps(adapter.dump_python(early.state, mode="json"))))
    assert kept == early.state
    late = [row for row in rows(whole) if row.observation.happened_at > early.as_of]
    resumed = fold(GAME, late, instant(EVENING), start=replace(early, state=kept))
    assert looked_at(resumed).record() == gamestate(whole, EVENING).record()


def test_a_dynastys_rules_are_forgotten_when_they_are_gone() -> None:
    many = [
        PAGE.replace("===Hallucinations===", f"===Fad {number}===\nFad.\n===Hallucinations===") for number in range(9)
    ]
    shown = folded(story(*many), EVENING).state.ruleset
    assert shown is not None
    assert [key for key in shown.passages if "fad" in key] == ["dynastic rules/fad 8"]


def test_a_redacted_revision_leaves_what_was_known() -> None:
    told = rows(story(PAGE, LATER))
    told[-1] = told[-1]._replace(observation=redacted(told[-1].observation), readings=None)
    assert changed(looked_at(fold(GAME, told, instant(EVENING)))) == set()


@given(page=st.one_of(st.text(), st.text(alphabet="=\n;:[]'<!->CoreRulsAppndix \ud800")))
def test_any_page_can_be_read(page: str) -> None:
    reading = read_page(page)
    assert PageReading.of_record(reading.record()) == reading
    assert len({passage.key for passage in reading.passages}) == len(reading.passages)


def test_an_empty_page_puts_every_clause_in_doubt_that_is_no_dynastys() -> None:
    state = gamestate(story(""), EVENING)
    assert changed(state) == {id for id, clause in OF_170.items() if clause.path[0] != "Dynastic Rules"}
    of_dynasty = {id for id, clause in WORDED.items() if clause.path[0] == "Dynastic Rules"}
    dynastic = {each.name for each in state.facts if each.clauses <= of_dynasty}
    assert {each.name for each in state.facts if not each.unverified_since} == dynastic


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("a b c", "a x c", "“b” became “x”"),
        ("a b c", "a c", "“b” left out"),
        ("a c", "a b c", "“b” added"),
        ("a", "a", ""),
        ("a b c d", "x b y d", "“a” became “x”; “c” became “y”"),
    ],
)
def test_differences_are_told_in_words_of_both(before: str, after: str, shown: str) -> None:
    assert difference(before, after) == shown


def test_a_long_difference_is_cut() -> None:
    assert difference("a " * 9000, "b " * 9000).endswith("…")
    assert len(difference("a " * 9000, "b " * 9000)) < 400
