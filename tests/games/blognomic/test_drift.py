"""Law 7: rules that read otherwise than the code knows them, until a person confirms or the code follows."""

import json
from dataclasses import replace

import pytest

from tests.games.blognomic.ruleset_stories import (
    EVENING,
    IN_RULE_VOTES,
    PAGE,
    changed,
    confirmed,
    finding,
    story,
    unverified,
    with_ground,
    without_bearing,
)
from tests.games.blognomic.stories import gamestate, instant, said
from tracker.core.clause import ClauseIndex
from tracker.core.gamestate import Finding, Gamestate, Question
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.law import BOOK, WORDED
from tracker.games.blognomic.ruleset import drift
from tracker.games.blognomic.ruleset.rule_numbers import known_rules
from tracker.games.blognomic.ruleset.ruleset_page import clause_hashes, clause_keys
from tracker.mechanics.differences import shortened
from tracker.mechanics.ruleset.known_rules import KnownRules
from tracker.mechanics.ruleset.rule_doubts import in_ranges
from tracker.render.pages import render_regions


def without(page: str, heading: str) -> str:
    """A page without one rule."""
    head, _, rest = page.partition(f"{heading}\n")
    return f"{head}===" + rest.partition("\n===")[2]


REWORDED = PAGE.replace("exceed or equal Quorum", "exceed or match Quorum")
"""The rule Votes with another word, and the same numbers."""
CONFIRM_VOTES = "confirm-rule:Core Rules/Votes"


def only(state: Gamestate, code: str) -> Finding:
    """The one finding of a code."""
    (found,) = [each for each in state.findings if each.code == code]
    return found


def pages_of(state: Gamestate) -> dict[str, str]:
    """The pages' texts by title."""
    texts: dict[str, str] = {}
    for region in render_regions(GAME.pages(state, GAME.catalogue())):
        texts[region.page] = texts.get(region.page, "") + region.text
    return texts


def asked(state: Gamestate) -> Question:
    return next(each for each in state.questions if each.id == CONFIRM_VOTES)


def rule_confirmed(when: str) -> str:
    return f'2019-10-01 {when} decide "{CONFIRM_VOTES}" yes by Ada why "I read it"'


# --- law 7: what is one


def test_a_changed_rule_gives_one_finding_with_its_clauses() -> None:
    state = gamestate(story(PAGE, REWORDED), EVENING)
    assert changed(state) == IN_RULE_VOTES >= {"BN-032", "BN-045", "BN-046"}
    found = only(state, "CLAUSE_CHANGED")
    assert found.text == (
        "Core Rules › Votable Matters › Votes reads differently since 2019-10-01 12:00:00 UTC: “equal” became “match” "
        "(clauses BN-032 to BN-050, at revision 2); once compared and found the same: "
        f'tracker confirm --rule "Core Rules/Votes" --wording {asked(state).mark} --by NAME --why TEXT'
    )
    assert (found.at, found.observations, found.is_note) == (
        instant("2019-10-01 12:00:00"),
        ("revision:Ruleset:2",),
        False,
    )


def test_facts_that_lean_on_a_changed_clause_are_unverified_since_the_revision() -> None:
    told = story(PAGE, REWORDED, more=without_bearing())
    state = gamestate(told, EVENING)
    since = str(instant("2019-10-01 12:00:00"))
    assert unverified(state).keys() == {each.name for each in state.facts if each.clauses & IN_RULE_VOTES}
    assert unverified(state)["matters.p1.for"] == unverified(state)["matters.p1.popular"] == since
    assert "quorum" not in unverified(state)
    printed = {each["name"]: each.get("unverified_since") for each in said(told, EVENING)["facts"]}
    assert (printed["matters.p1.for"], printed["quorum"]) == ("2019-10-01T12:00:00Z", None)


def test_before_that_revision_nothing_was_in_doubt() -> None:
    state = gamestate(story(PAGE, REWORDED), "2019-10-01 11:59:59")
    assert (changed(state), unverified(state)) == (set(), {})


def test_a_glossary_entry_touches_its_own_clauses_only() -> None:
    page = PAGE.replace("rounded down, plus one.", "rounded up, plus one.")
    state = gamestate(story(PAGE, page, more=without_bearing()), EVENING)
    assert changed(state) == {"BN-202"}
    assert unverified(state).keys() == {each.name for each in state.facts if "BN-202" in each.clauses}
    assert "“down,” became “up,”" in finding(state, "CLAUSE_CHANGED", "BN-202").text


def test_one_of_several_entries_that_a_clause_stands_in_is_enough() -> None:
    page = PAGE.replace('"is recommended that"', '"is required that"')
    assert changed(gamestate(story(PAGE, page), EVENING)) == {"BN-189"}
    gone = PAGE.replace(';Should\n:"is recommended that"\n', "")
    assert changed(gamestate(story(PAGE, gone), EVENING)) == {"BN-189"}
    assert "not wholly" in finding(gamestate(story(gone), EVENING), "CLAUSE_CHANGED", "BN-189").text


def test_a_missing_rule_is_a_change() -> None:
    page = without(PAGE, "===Dormancy [Active]===")
    seen, first = gamestate(story(PAGE, page), EVENING), gamestate(story(page), EVENING)
    assert changed(seen) == changed(first) == {"BN-178"}
    assert "is gone from the ruleset page since 2019-10-01 12:00:00" in finding(seen, "CLAUSE_CHANGED").text
    assert "is not on the ruleset page" in finding(first, "CLAUSE_CHANGED").text
    assert unverified(seen)["dormant"] == str(instant("2019-10-01 12:00:00"))
    assert unverified(first)["dormant"] == str(instant("2019-10-01 11:00:00"))


def test_a_rule_that_reads_differently_when_first_seen_is_in_doubt_from_then_on() -> None:
    state = gamestate(story(REWORDED), EVENING)
    assert changed(state) == IN_RULE_VOTES
    assert "first seen at 2019-10-01 11:00:00" in only(state, "CLAUSE_CHANGED").text


def test_a_rule_that_reads_as_before_again_is_in_doubt_no_more() -> None:
    state = gamestate(story(PAGE, REWORDED, PAGE), EVENING)
    assert (changed(state), unverified(state)) == (set(), {})


def test_the_difference_shown_is_that_to_the_words_last_known() -> None:
    third = REWORDED.replace("more valid Votes cast", "more proper Votes cast")
    text = only(gamestate(story(PAGE, REWORDED, third), EVENING), "CLAUSE_CHANGED").text
    assert "since 2019-10-01 13:00:00 UTC: “equal” became “match”; “valid” became “proper”" in text


def test_a_rule_gone_and_back_with_other_words_is_compared_with_what_it_said() -> None:
    gone = PAGE.replace("====Votes====", "====Ballots====")
    text = only(gamestate(story(PAGE, gone, REWORDED), EVENING), "CLAUSE_CHANGED").text
    assert "since 2019-10-01 13:00:00 UTC: “equal” became “match”" in text


def test_a_rule_of_which_no_code_carries_anything_out_is_only_noted() -> None:
    page = PAGE.replace('"is able to"', '"is quite able to"').replace("are encouraged to raise", "may raise")
    state = gamestate(story(PAGE, page), EVENING)
    carried_out, noted = GAME.rules.carried_out(), [each for each in state.findings if each.code == "CLAUSE_CHANGED"]
    assert {each.is_note for each in noted if each.clause not in carried_out} == {True}
    assert {each.is_note for each in noted if each.clause in carried_out} == {False}
    asked = {id.partition(":")[2] for each in state.questions for id in each.also}
    assert asked == changed(state) & carried_out


def test_a_dynasty_that_is_over_leaves_its_clauses_alone() -> None:
    head, _, rest = PAGE.partition("===Hallucinations===")
    tail = rest.partition("<!-- New dynastic rules")[2]
    one_left = f"{head}===Complexity===\nNothing is complex.\n<!-- New dynastic rules{tail}"
    another = f"{head}===Socks===\nSocks are dry.\n<!-- New dynastic rules{tail}"
    assert changed(gamestate(story(PAGE, another), EVENING)) == set()
    dynastic = {id for id, clause in WORDED.items() if clause.path[0] == "Dynastic Rules"}
    assert changed(gamestate(story(PAGE, one_left), EVENING)) == dynastic


# --- law 7: until a person confirms


def test_a_person_confirms_one_clause_after_the_change() -> None:
    whole = story(PAGE, REWORDED, more=confirmed("BN-046", "13:00:00"))
    state = gamestate(whole, EVENING)
    assert changed(state) == IN_RULE_VOTES - {"BN-046"}
    assert "BN-032 to BN-045, BN-047 to BN-050" in only(state, "CLAUSE_CHANGED").text
    before = gamestate(whole, "2019-10-01 12:59:59")
    assert changed(before) == IN_RULE_VOTES
    assert set(asked(before).also) - set(asked(state).also) == {"confirm-clause:BN-046"}


def test_a_person_confirms_a_whole_rule_at_once() -> None:
    whole = story(PAGE, REWORDED, more=rule_confirmed("13:00:00"))
    state = gamestate(whole, EVENING)
    assert (changed(state), unverified(state)) == (set(), {})
    assert CONFIRM_VOTES not in {question.id for question in state.questions}
    assert changed(gamestate(whole, "2019-10-01 12:59:59")) == IN_RULE_VOTES


def test_of_two_answers_the_later_one_counts() -> None:
    no_then_yes = f"{confirmed('BN-046', '13:00:00', 'no')}\n{rule_confirmed('14:00:00')}"
    yes_then_no = f"{rule_confirmed('13:00:00')}\n{confirmed('BN-046', '14:00:00', 'no')}"
    assert changed(gamestate(story(PAGE, REWORDED, more=no_then_yes), EVENING)) == set()
    assert changed(gamestate(story(PAGE, REWORDED, more=yes_then_no), EVENING)) == {"BN-046"}


def test_facts_are_verified_again_once_all_their_clauses_are_confirmed() -> None:
    more = "\n".join(confirmed(clause, "13:00:00") for clause in sorted(IN_RULE_VOTES))
    state = gamestate(story(PAGE, REWORDED, more=more), EVENING)
    assert (changed(state), unverified(state)) == (set(), {})


def test_a_decision_made_before_the_change_confirms_nothing() -> None:
    state = gamestate(story(PAGE, REWORDED, more=confirmed("BN-046", "11:59:59")), EVENING)
    assert "BN-046" in changed(state)


def test_a_no_answers_the_question_and_leaves_the_doubt() -> None:
    state = gamestate(story(PAGE, REWORDED, more=confirmed("BN-046", "13:00:00", "no")), EVENING)
    assert "BN-046" in changed(state)
    assert "confirm-clause:BN-046" not in asked(state).also


def test_a_further_change_needs_a_further_confirmation() -> None:
    third = REWORDED.replace("match Quorum", "reach Quorum")
    state = gamestate(story(PAGE, REWORDED, third, more=confirmed("BN-046", "12:30:00")), EVENING)
    assert "BN-046" in changed(state)
    assert "confirm-clause:BN-046" in asked(state).also


UNSEEN = REWORDED.replace("match Quorum", "fall short of Quorum")
"""What somebody made of the rule Votes after the tracker last looked."""


def confirmed_as_shown(state: Gamestate, when: str, question: str = CONFIRM_VOTES) -> str:
    """A decision as it is archived of whoever was shown a gamestate: with the wording that the question was about."""
    told = {"question": question, "answer": "yes", "by": "Ada", "why": "I read it", "wording": asked(state).wording}
    return f"2019-10-01 {when} json {json.dumps({'kind': 'decision', 'id': f'decision:{question}', **told})}"


@pytest.mark.parametrize("question", [CONFIRM_VOTES, "confirm-clause:BN-046"])
def test_a_confirmation_counts_for_the_wording_that_was_shown_only(question: str) -> None:
    shown = gamestate(story(PAGE, REWORDED), EVENING)
    made = confirmed_as_shown(shown, "14:00:00", question)
    assert "BN-046" not in changed(gamestate(story(PAGE, REWORDED, more=made), EVENING))
    unseen = gamestate(story(PAGE, REWORDED, UNSEEN, more=made), EVENING)
    assert "BN-046" in changed(unseen)
    assert "confirm-clause:BN-046" in asked(unseen).also


def test_a_confirmation_without_a_wording_is_taken_to_be_of_what_stood_there_then() -> None:
    state = gamestate(story(PAGE, REWORDED, UNSEEN, more=rule_confirmed("14:00:00")), EVENING)
    assert changed(state) == set()


def test_a_new_rule_below_that_nobody_saw_needs_a_confirmation_of_its_own() -> None:
    made = confirmed_as_shown(gamestate(story(PAGE, REWORDED), EVENING), "14:00:00")
    below = REWORDED.replace("====Votes====", "====Votes====\n=====Late Votes=====\nLate Votes are void.\n", 1)
    assert below != REWORDED
    assert changed(gamestate(story(PAGE, REWORDED, below, more=made), EVENING)) >= IN_RULE_VOTES


def test_a_confirmation_of_more_than_is_left_still_counts() -> None:
    head, _, rest = REWORDED.partition("====Votes====")
    body, _, tail = rest.partition("\n====")
    below = f"{head}====Votes===={body}\n=====Late Votes=====\nLate Votes are void.\n\n===={tail}"
    shown = gamestate(story(PAGE, below), EVENING)
    made = confirmed_as_shown(shown, "14:00:00")
    assert changed(gamestate(story(PAGE, below, REWORDED, more=made), EVENING)) == set()


def test_a_number_that_changed_unseen_leaves_the_confirmation_standing() -> None:
    made = confirmed_as_shown(gamestate(story(PAGE, REWORDED), EVENING), "14:00:00")
    third = REWORDED.replace("48 hours", "72 hours")
    assert changed(gamestate(story(PAGE, REWORDED, third, more=f"{made}\n{with_ground(3)}"), EVENING)) == set()


def test_another_rule_that_changes_later_leaves_the_confirmation_standing() -> None:
    third = REWORDED.replace("BlogNomic is Dormant. While", "BlogNomic is asleep. While")
    state = gamestate(story(PAGE, REWORDED, third, more=confirmed("BN-046", "12:30:00")), EVENING)
    assert changed(state) == (IN_RULE_VOTES - {"BN-046"}) | {"BN-178"}


def test_the_question_shows_what_a_person_needs() -> None:
    question = asked(gamestate(story(PAGE, REWORDED), EVENING))
    assert (question.answers, question.about) == (("yes", "no"), instant("2019-10-01 12:00:00"))
    assert question.text == (
        "Does Core Rules › Votable Matters › Votes still hold as this tracker carries it out (BN-032 to BN-050)?"
    )
    assert "“equal” became “match”" in question.needs[0]
    assert f"BN-046: {WORDED['BN-046'].title}" in question.needs
    assert question.needs[-1].startswith("what leans on it: ")
    assert "matters.p1: for, against, popular" in question.needs[-1]
    assert question.record()["also"] == list(question.also)


def test_a_number_that_changes_later_leaves_the_confirmation_standing() -> None:
    third = REWORDED.replace("48 hours", "72 hours")
    more = f"{rule_confirmed('12:30:00')}\n{with_ground(3)}"
    state = gamestate(story(PAGE, REWORDED, third, more=more), EVENING)
    assert changed(state) == set()
    assert only(state, "NUMBER_CHANGED").clause == "BN-046"


# --- bullets


def test_bullets_of_dynastic_rules_count_and_those_of_others_do_not() -> None:
    dynastic = PAGE.replace("* Gather an amount of wood", "Gather an amount of wood")
    assert dynastic != PAGE
    state = gamestate(story(PAGE, dynastic), EVENING)
    assert changed(state) == {id for id, clause in WORDED.items() if clause.path[-1] == "Workdays"}
    assert "“•” left out" in only(state, "CLAUSE_CHANGED").text
    core = PAGE.replace("* It is Popular.", "It is Popular.")
    assert core != PAGE
    assert changed(gamestate(story(PAGE, core), EVENING)) == set()
    deeper = PAGE.replace("* Gather an amount", "** Gather an amount")
    assert changed(gamestate(story(PAGE, deeper), EVENING)) == set()


# --- new code lands


def test_a_wording_of_the_history_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = clause_hashes(REWORDED)
    clauses = [
        replace(each, history=({"text_hash": hashes[each.id]},)) if each.id in IN_RULE_VOTES else each
        for each in WORDED.values()
    ]
    known = KnownRules(ClauseIndex(clauses), BOOK, clause_keys())
    monkeypatch.setattr(drift, "known_rules", lambda: known)
    assert changed(gamestate(story(PAGE, REWORDED), EVENING)) == set()
    assert changed(gamestate(story(PAGE), EVENING)) == set()


# --- rules that the tracker does not know, or does not find


def test_new_and_repealed_rules_are_listed() -> None:
    page = without(PAGE, "===Dormancy [Active]===").replace(
        "==Appendix==", "===Mentors [Active]===\nA Mentor helps a Castaway.\n===Sleep [Active]===\nSleep.\n==Appendix=="
    )
    board = gamestate(story(PAGE, page), EVENING).detail
    assert [(rule.place, rule.since) for rule in board.new_rules] == [
        ("Special Case › Mentors [Active]", instant("2019-10-01 12:00:00")),
        ("Special Case › Sleep [Active]", instant("2019-10-01 12:00:00")),
    ]
    assert board.new_rules[0].text == "A Mentor helps a Castaway."
    assert [(rule.place, rule.since) for rule in board.repealed_rules] == [
        ("Special Case › Dormancy [Active]", instant("2019-10-01 12:00:00"))
    ]
    assert board.repealed_rules[0].text.startswith("If there are fewer than five Castaways")


def test_a_new_entry_of_the_glossary_is_listed() -> None:
    page = PAGE.replace(";Quorum\n", ";Quine\n:A text that prints itself.\n;Quorum\n")
    assert [rule.place for rule in gamestate(story(PAGE, page), EVENING).detail.new_rules] == [
        "Appendix › Keywords › ;Quine"
    ]


def test_nothing_of_the_known_ruleset_is_new_or_repealed() -> None:
    board = gamestate(story(PAGE), EVENING).detail
    assert (board.new_rules, board.repealed_rules, board.doubts) == ((), (), ())


# --- the pages


def test_pages_mark_what_leans_on_a_rule_in_doubt_and_list_it() -> None:
    calm, doubtful = (pages_of(gamestate(story(*texts), EVENING)) for texts in ((PAGE,), (PAGE, REWORDED)))
    since = "2019-10-01 12:00 UTC"
    mark = f'unverified&nbsp;</b> <small>since <span style="white-space:nowrap">{since}'
    assert mark in doubtful["Tracker/Votable matters"]
    assert "unverified" not in "".join(calm.values())
    play = doubtful["Tracker/State of play"]
    assert "Rules in doubt" in play
    mark = asked(gamestate(story(PAGE, REWORDED), EVENING)).mark
    assert f'tracker confirm --rule "Core Rules/Votes" --wording {mark} --by NAME --why TEXT' in play
    asked_so = f'tracker decide "{CONFIRM_VOTES}" ANSWER --wording {mark} --by NAME --why TEXT'
    assert asked_so in play.replace("&#58;", ":")
    assert "“equal” became “match”" in play
    assert "matters.p1&#58; for, against" in play


def test_pages_list_rules_that_are_not_known() -> None:
    page = without(PAGE, "===Dormancy [Active]===").replace(
        "==Appendix==", "===Sleep [Active]===\nSleep.\n==Appendix=="
    )
    play = pages_of(gamestate(story(PAGE, page), EVENING))["Tracker/State of play"]
    assert "not known to the tracker" in play
    assert "Special Case › Dormancy" in play
    quorum = PAGE.replace("rounded down, plus one.", "rounded up, plus one.")
    assert "</b> <small>since" in pages_of(gamestate(story(PAGE, quorum), EVENING))["Tracker/Roster"]


def test_clauses_are_told_in_ranges() -> None:
    assert in_ranges(["BN-001"]) == "BN-001"
    assert in_ranges(["BN-009", "BN-010", "BN-011", "BN-013"]) == "BN-009 to BN-011, BN-013"


def test_every_clause_stands_in_one_place() -> None:
    assert sorted(clause for place in known_rules().places for clause in place.clauses) == sorted(WORDED)
    assert len({place.id for place in known_rules().places}) == len(known_rules().places)


def test_excerpts_end_where_a_sentence_or_a_word_does() -> None:
    sentences = "One sentence is here and goes on. " * 20
    assert shortened(sentences).endswith("goes on. …")
    assert shortened("word " * 200).endswith("word…")
    assert shortened("short") == "short"
    assert all(len(shortened(text)) < 310 for text in (sentences, "word " * 200, "x" * 999))


# --- text that no clause carries out

HOURS = PAGE.replace("===Fair Play===", "===Hours===\nAn hour is 30 minutes.\n===Fair Play===", 1)
LATER_HOURS = HOURS.replace("30 minutes", "20 minutes")
VERDICTS = {f"matters.p1.{name}" for name in ("for", "against", "popular", "unpopular", "allowed", "next_change_at")}
FIGURES = VERDICTS | {"players", "quorum", "emperor", "hiatus", "dormant", "oldest_pending"}


def bearing(state: Gamestate) -> list[Question]:
    return [each for each in state.questions if each.id.startswith("bears-on-votes:")]


def test_unknown_text_marks_every_verdict_and_asks_one_question_until_somebody_says_that_it_bears_on_none() -> None:
    state = gamestate(story(PAGE, HOURS), EVENING)
    (asked,) = bearing(state)
    assert unverified(state).keys() == FIGURES
    assert "Hours: “An hour is 30 minutes.”" in asked.needs[0]
    done = gamestate(story(PAGE, HOURS, more=without_bearing()), EVENING)
    assert (unverified(done), bearing(done)) == ({}, [])


def test_an_answer_holds_for_that_text_only() -> None:
    state = gamestate(story(PAGE, HOURS, LATER_HOURS, more=without_bearing()), EVENING)
    assert [each.id for each in bearing(state)] == ["bears-on-votes:revision:Ruleset:3"]
    assert unverified(state).keys() == FIGURES
    undone = gamestate(story(PAGE, HOURS, LATER_HOURS, PAGE, more=without_bearing()), EVENING)
    assert (unverified(undone), bearing(undone)) == ({}, [])


def test_text_that_does_bear_on_votes_leaves_the_mark_without_asking_again() -> None:
    yes = without_bearing().replace(" no by ", " yes by ")
    state = gamestate(story(PAGE, HOURS, more=yes), EVENING)
    assert (set(unverified(state)), bearing(state)) == (FIGURES, [])
    assert "Hours: “An hour is 30 minutes.”" in only(state, "BEARS_ON_VOTES").text


def test_a_rule_confirmed_is_no_unknown_text_any_more() -> None:
    state = gamestate(story(PAGE, REWORDED, more=rule_confirmed("12:30:00")), EVENING)
    assert (unverified(state), bearing(state)) == ({}, [])


def test_a_dynasty_brings_no_unknown_text() -> None:
    page = PAGE.replace("==Dynastic Rules==", "==Dynastic Rules==\n===Socks===\nEach player has Socks.", 1)
    assert page != PAGE
    assert (bearing(gamestate(story(PAGE, page), EVENING)), unverified(gamestate(story(PAGE, page), EVENING))) == (
        [],
        {},
    )
