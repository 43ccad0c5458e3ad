"""The dynastic reset drafted on a page: every byte outside the named spans stays, and what is due stands on the board."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.blognomic.stories import folded, gamestate, looked_at, rows
from tests.games.blognomic.test_switches import ASCENSION, page
from tracker.games.blognomic.core.ascension import AddressReading, TermChange, read_address
from tracker.games.blognomic.enacting import reset, reset_enacting
from tracker.games.blognomic.enacting.reset import next_title, ordinal, reset_draft
from tracker.games.blognomic.game import GAME
from tracker.mechanics.enacting.enactment import Companions
from tracker.mechanics.enacting.pieces import carried_out, undone
from tracker.mechanics.ruleset.ruletree import parse_rules
from tracker.render.pages import render

SEED = (Path(__file__).parent / "ruleset170.wikitext").read_text(encoding="utf-8")
WORDS = {"player_word": "Castaway", "emperor_word": "Weatherman"}
DYNASTIC = [node.title for node in parse_rules(SEED).at(["Dynastic Rules"]).children]
KEEP_ALL = AddressReading(keeps_all=True)


def drafted(text: str, wikitext: str = SEED) -> reset.ResetDraft:
    titles = [node.title for node in parse_rules(wikitext).walk() if node.title != "Dynastic Rules"]
    return reset_draft(wikitext, read_address(text, WORDS, titles))


def renamed(player: str = "", emperor: str = "", *, plural: str = "") -> AddressReading:
    terms = [TermChange("player_word", "Castaway", player, plural)] if player else []
    terms += [TermChange("emperor_word", "Weatherman", emperor)] if emperor else []
    return AddressReading(terms=tuple(terms), keeps_all=True)


# --- terms ------------------------------------------------------------------------------------------------------------


def test_keeping_all_rules_and_changing_no_term_changes_nothing() -> None:
    draft = reset_draft(SEED, KEEP_ALL)
    assert (draft.edits, draft.after, draft.repealed) == ((), SEED, ())
    assert len(draft.kept) == len(DYNASTIC)


def test_terms_are_replaced_in_all_four_sections_and_in_titles() -> None:
    after = reset_draft(SEED, renamed("Agent", "Storm")).after
    assert "Castaway" not in after
    assert "Weatherman" not in after
    assert "\n===Agents===\n" in after
    assert "====Idle Agents====" in after
    assert 'The terms "Agent" and "Player" are synonyms' in after
    assert "may be headed by a single Agent, known as the Storm." in after
    assert "they become an Agent." in after
    assert "from The Traitor is" not in after


def test_replacing_terms_and_replacing_back_restores_the_page() -> None:
    there = reset_draft(SEED, renamed("Agent", "Spy"))
    terms = (TermChange("player_word", "Agent", "Castaway"), TermChange("emperor_word", "Spy", "Weatherman"))
    assert reset_draft(there.after, AddressReading(terms=terms, keeps_all=True)).after == SEED


def test_both_terms_swapped_in_one_pass() -> None:
    draft = reset_draft(SEED, renamed("Weatherman", "Castaway"))
    assert "Each Dynasty may be headed by a single Weatherman, known as the Castaway." in draft.after
    terms = (TermChange("player_word", "Weatherman", "Castaway"), TermChange("emperor_word", "Castaway", "Weatherman"))
    assert reset_draft(draft.after, AddressReading(terms=terms, keeps_all=True)).after == SEED


def test_exchanged_terms_are_replaced_once_only() -> None:
    address = renamed("Weatherman", "Storm")
    done = reset_draft(SEED, address).after
    assert "known as the Storm" in done
    assert reset_draft(done, address).edits == ()
    assert reset_draft(done, address).checks == ()
    silent = "==Dynastic Rules==\n===Rafts===\nA Castaway or the Weatherman.\n"
    assert reset_draft(silent, address).edits == ()
    assert "the page does not tell whether its terms were exchanged" in reset_draft(silent, address).checks[0]


def test_irregular_plurals_are_shown_for_a_check() -> None:
    (doubt,) = [text for text in reset_draft(SEED, renamed("Person")).checks if "plural" in text]
    assert doubt.startswith("the plural Castaways became People (")
    assert doubt.endswith(" in number)")
    told = reset_draft(SEED, renamed("Person", plural="People")).checks
    assert told == ()
    assert reset_draft(SEED, renamed("Pilot")).checks == ()


SMALL = """==Core Rules==
===Links===
A [[Castaway]], some [[Castaway]]s, the [[Castaway|Castaways]]; “all Castaways’ votes”, a Castaway's vote.
===Words===
Castawayhood, castaways, CASTAWAY. A [[Castaway#Idle|Castaway]].
==Dynastic Rules==
"""


def small(new: str, plural: str = "") -> tuple[str, ...]:
    terms = (TermChange("player_word", "Castaway", new, plural),)
    return reset_draft(SMALL, AddressReading(terms=terms, keeps_all=True)).checks


def test_forms_of_a_term_that_change_oddly_are_told() -> None:
    told = small("Person", "People")
    assert told == (
        "the link [[Castaway]]s became [[Castaway|Person]]s, whose ending is the old one's (1 in number)",
        "the possessive Castaways’ became People’s, which is wrong where the apostrophe only closes a quotation "
        "(1 in number)",
    )


def test_terms_wait_where_nobody_may_rename() -> None:
    assert reset_draft(SEED, renamed("Storm", "Storm"), may_rename=False).edits == ()


# --- rules ------------------------------------------------------------------------------------------------------------


def test_what_is_not_kept_is_repealed_and_the_frame_of_the_page_stays() -> None:
    draft = drafted("Keep Motivation.")
    section = parse_rules(draft.after).at(["Dynastic Rules"])
    assert [node.title for node in section.children] == ["Motivation"]
    tail = '<!-- New dynastic rules go above this line. -->\n<br/>\n</div>\n<div class="ruleset-special">\n==Special Case=='
    assert tail in draft.after
    assert draft.after[: draft.after.index("==Dynastic Rules==")] == SEED[: SEED.index("==Dynastic Rules==")]
    assert draft.after[draft.after.index("==Special Case==") :] == SEED[SEED.index("==Special Case==") :]


def test_with_nothing_kept_no_dynastic_rule_is_left() -> None:
    draft = drafted("Theme: mountains.")
    assert parse_rules(draft.after).at(["Dynastic Rules"]).children == ()
    assert [place.split(" › ")[-1] for place in draft.repealed] == DYNASTIC
    assert draft.after.count("<div") == SEED.count("<div")
    assert draft.after.count("</div>") == SEED.count("</div>")


def test_kept_rule_keeps_its_subrules_byte_for_byte() -> None:
    island = parse_rules(SEED).at(["Dynastic Rules", "The Island"]).whole_text
    assert island in drafted("Keep The Island.").after


def test_kept_subrule_of_a_repealed_rule_moves_up_and_is_shown_for_a_check() -> None:
    draft = drafted("Keep Hallucinations and The Clearing.")
    section = parse_rules(draft.after).at(["Dynastic Rules"])
    assert [node.title for node in section.children] == ["Hallucinations", "The Clearing"]
    assert "The Island is repealed, but subrules of it are kept and move up: see their headings" in draft.checks


def test_name_that_no_dynastic_rule_bears_keeps_nothing() -> None:
    draft = drafted("Keep “Weather Reports” and “Votes”.")
    assert draft.unmatched == ("Weather Reports", "Votes")
    assert "no dynastic rule is called Votes; it keeps nothing" in draft.checks
    assert draft.kept == ()


def test_rules_repealed_by_name_while_all_others_are_kept() -> None:
    draft = drafted("Keep all dynastic rules except Motivation and The Wreck.")
    assert draft.repealed == ("Dynastic Rules › The Island › The Wreck", "Dynastic Rules › Motivation")
    assert draft.after.count("\n==") == SEED.count("\n==") - 2


def test_rule_that_came_after_the_address_stays() -> None:
    draft = reset_draft(SEED, AddressReading(), since=["Hallucinations"])
    assert draft.repealed == ("Dynastic Rules › Hallucinations",)
    assert "Motivation was not there when the address was posted; it stays" in draft.checks


def test_special_case_statuses_are_written_in_the_titles() -> None:
    old = SEED.replace("===Tags [Active]===", "===Tags [Inactive]===").replace(
        "===The Traitor [Active]===", "===The Traitor==="
    )
    draft = reset_draft(old, AddressReading(keeps_all=True, inactive=("Dormancy", "The Traitor")))
    assert {edit.rule for edit in draft.edits} == {
        "Special Case › Tags [Inactive]",
        "Special Case › Dormancy [Active]",
        "Special Case › The Traitor",
    }
    for title in ("Tags [Active]", "Dormancy [Inactive]", "The Traitor [Inactive]", "No Orphan Variables [Active]"):
        assert f"==={title}===" in draft.after


def test_gamestate_page_is_named_where_the_ruleset_says_which_one() -> None:
    old = SEED.replace(
        "The Ruleset and Gamestate can",
        "The gamestate tracking page for this dynasty is [[Raft]]. The Ruleset and Gamestate can",
        1,
    )
    draft = reset_draft(old, AddressReading(keeps_all=True, gamestate_page="Kitchen Wall"))
    assert [(edit.before, edit.after) for edit in draft.edits] == [("[[Raft]]", "[[Kitchen Wall]]")]
    assert reset_draft(SEED, AddressReading(keeps_all=True, gamestate_page="Kitchen Wall")).edits == ()


@pytest.mark.parametrize("wikitext", ["", "All gone.", "==Core Rules==\n===Votes===\nVote.\n"])
def test_nothing_is_drafted_on_a_page_without_dynastic_rules(wikitext: str) -> None:
    draft = drafted("Keep Motivation. Change Castaway to Agent.", wikitext)
    assert draft.faults == ("the page has no section Dynastic Rules",)
    assert (draft.edits, draft.after) == ((), wikitext)


# --- properties -------------------------------------------------------------------------------------------------------

kept = st.lists(st.sampled_from([node.title for node in parse_rules(SEED).at(["Dynastic Rules"]).walk()]), unique=True)
new_words = st.sampled_from(["", "Agent", "Pilot", "Weatherman", "Person", "Castaway"])


@given(kept, new_words, new_words, st.booleans(), st.sets(st.sampled_from(["Tags", "Dormancy", "The Traitor"])))
def test_only_named_spans_change_and_undoing_restores(
    names: list[str], player: str, emperor: str, keeps_all: bool, inactive: set[str]
) -> None:
    terms = tuple(
        TermChange(name, WORDS[name], new) for name, new in (("player_word", player), ("emperor_word", emperor)) if new
    )
    address = AddressReading(terms=terms, keep=tuple(names), keeps_all=keeps_all, inactive=tuple(sorted(inactive)))
    draft = reset_draft(SEED, address)
    assert carried_out(SEED, draft.edits) == draft.after
    assert undone(draft.after, draft.edits) == SEED
    assert draft.after.count("<div") == SEED.count("<div")


@given(kept)
def test_reset_that_is_done_has_nothing_left_to_do(names: list[str]) -> None:
    address = AddressReading(terms=(TermChange("player_word", "Castaway", "Agent"),), keep=tuple(names))
    done = reset_draft(SEED, address).after
    assert reset_draft(done, address).edits == ()


@given(st.text(alphabet="=[]<>-'\n Castaway|{}", max_size=200))
def test_any_page_can_be_drafted_on(wikitext: str) -> None:
    text = f"==Dynastic Rules==\n{wikitext}"
    draft = reset_draft(text, renamed("Agent", "Storm"))
    assert undone(draft.after, draft.edits) == text


# --- what is due ------------------------------------------------------------------------------------------------------

OLD = page("2019-10-01 12:00:00", 41, "==Dynastic Rules==", "===Rafts===", "Each Castaway has a Raft.", "==Appendix==")
ADDRESS = '2019-10-01 14:00:00 Bo posts a1 "Ascension Address" "Ascension Address: Air" body: Theme: air. Change Castaway to Pilot.'
STORY = f"""
{ASCENSION}
2019-09-29 00:00:00 setting ruleset_number 171
2019-09-29 00:00:00 setting dynasty_number 29
2019-10-01 01:30:00 Cy posts j1 "Call for Judgement" "Call for Judgement: Dry Socks [Core]" body: Add a rule.
2019-10-01 02:00:00 Ada on j1: FOR
2019-10-01 02:00:00 Bo on j1: FOR
2019-10-01 02:00:00 Di on j1: FOR
2019-10-01 03:00:00 j1 Enacted by Ada "Quorum 4-0"
{OLD}
{ADDRESS}
"""
TEXT = "==Dynastic Rules==\n===Rafts===\nEach Castaway has a Raft.\n==Appendix=="


def due(story: str, when: str) -> reset.ResetCase | None:
    found: reset.ResetCase | None = gamestate(story, when).detail.reset
    return found


def drafted_page(story: str, when: str) -> str:
    draft = reset_enacting.draft_of(due(story, when), TEXT)
    assert draft is not None
    return draft.after


def with_it(story: str, titles: tuple[str, ...] = ()) -> Companions:
    return reset_enacting.companions(due(story, "2019-10-01 14:00:00"), TEXT, titles)


def test_whole_reset_is_drafted_with_copy_and_history() -> None:
    case = due(STORY, "2019-10-01 14:00:00")
    assert case is not None
    assert case.waits == ("nobody has confirmed yet what the address says (question address:a1)",)
    assert drafted_page(STORY, "2019-10-01 14:00:00") == "==Dynastic Rules==\n==Appendix=="
    assert reset.summary(case.title) == "Ascension Address: Air"
    found = with_it(STORY)
    assert found.titles == ("Ruleset 171", "The Twenty-Ninth Dynasty of Wes")
    assert found.waits == ()


def test_history_names_dates_winner_and_what_was_enacted() -> None:
    [history] = with_it(STORY).pages
    text = render(history)
    for said in ("'''Wes'''", "'''Bo'''", "Dry Socks", "[[Ruleset 171", "2019-10-01 13:00 UTC", "2019-10-01 03:00 UTC"):
        assert said in text, said


def test_confirmed_reset_is_ready() -> None:
    story = f'{STORY}\n2019-10-01 15:00:00 decide address:a1 yes by Ada why "so it says"'
    case = due(story, "2019-10-01 15:00:00")
    assert case is not None
    assert case.waits == ()


def test_nothing_is_due_before_the_address_or_once_the_page_shows_it() -> None:
    assert due(STORY, "2019-10-01 13:59:59") is None
    done = page("2019-10-01 15:00:00", 42, "==Dynastic Rules==", "==Appendix==")
    assert due(f"{STORY}\n{done}", "2019-10-01 14:59:59") is not None
    assert due(f"{STORY}\n{done}", "2019-10-01 15:00:00") is None


def test_same_keywords_wait_for_a_person_and_leave_the_terms() -> None:
    story = STORY.replace("Change Castaway to Pilot.", "Change Castaway to Weatherman. Keep Rafts.")
    case = due(story, "2019-10-01 14:00:00")
    assert case is not None
    told = "both terms would become one word, and nobody has said that they may (question same-keywords:a1)"
    assert told in case.waits
    assert drafted_page(story, "2019-10-01 14:00:00") == TEXT
    story = story.replace("Castaway to Weatherman", "Castaway to Storm and Weatherman to Storm")
    decided = f'{story}\n2019-10-01 15:00:00 decide same-keywords:a1 yes by Ada why "fun"'
    assert "Each Storm has a Raft." in drafted_page(decided, "2019-10-01 15:00:00")


def test_numbers_that_nobody_gave_are_counted_or_waited_for() -> None:
    story = "\n".join(line for line in STORY.splitlines() if "setting" not in line)
    found = with_it(story)
    assert (found.copy, found.pages, len(found.waits)) == ("Ruleset N, N being the next free number", (), 2)
    assert with_it(story, ("Ruleset 9", "Ruleset 170", "Ruleset x", "Ruleset")).copy == "Ruleset 171"


def test_reset_survives_a_checkpoint() -> None:
    done = folded(STORY, "2019-10-01 14:00:00")
    assert looked_at(done).detail.reset == gamestate(STORY, "2019-10-01 14:00:00").detail.reset
    assert GAME.settle(done.state, datetime(2020, 1, 1, tzinfo=UTC))
    assert rows(STORY)
    assert looked_at(done).detail.reset.reading.terms == (TermChange("player_word", "Castaway", "Pilot"),)


@pytest.mark.parametrize(
    ("number", "word"),
    [
        *[(1, "First"), (2, "Second"), (12, "Twelfth"), (20, "Twentieth"), (29, "Twenty-Ninth"), (40, "Fortieth")],
        *[(99, "Ninety-Ninth"), (100, "100th"), (101, "101st"), (111, "111th"), (122, "122nd"), (0, "Zeroth")],
    ],
)
def test_ordinals_as_people_title_dynasties(number: int, word: str) -> None:
    assert ordinal(number) == word


def test_next_title_is_one_after_the_highest_known() -> None:
    assert next_title("Ruleset {number}", ("Ruleset 3", "Ruleset 12")) == "Ruleset 13"
    assert next_title("Ruleset {number}", ()) == "Ruleset {number}"
    assert next_title("Ruleset 5", ("Ruleset 9",)) == "Ruleset 5"
