"""Every documented code is sent by some test: a game's data files expect it of a situation, or a test that is named here does."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tracker.games.registry import game

TESTS = Path(__file__).parents[1]
CHATS = ("round10", "ducks", "aeternus", "nomicoup")
_EXPECTED = frozenset({"findings", "refused", "why", "events"})
"""The fields of a data file that say what must come out."""
ELSEWHERE: Mapping[str, str] = {
    "QUOTED_ICON": "app/test_redacted_posts.py::test_the_story_has_every_kind_of_row_and_many_kinds_of_effects",
    "ALT_TEXT_DIFFERS": "app/test_redacted_posts.py::test_the_story_has_every_kind_of_row_and_many_kinds_of_effects",
    "BEARS_ON_VOTES": "games/blognomic/test_drift.py::test_text_that_does_bear_on_votes_leaves_the_mark_without_asking_again",
    "NOT_READABLE": "games/blognomic/test_deep_texts.py::test_a_post_that_nests_too_deep_is_told_and_other_posts_go_on",
    "UNKNOWN_POST": "games/blognomic/test_untrusted_values.py::test_rows_about_a_post_that_was_never_seen_are_reported_until_it_is",
    "DUPLICATE_SLUG": "games/blognomic/test_second_sights.py::test_other_title_of_the_same_post_is_an_alteration_of_it",
    "ENTRY_DATE_CHANGED": "games/blognomic/test_second_sights.py::test_entry_date_moved_back_after_the_first_sight_does_not_age_the_post",
    "NO_ROLL": "games/blognomic/test_island.py::test_a_hand_edit_that_is_an_illegal_action_is_told_as_such",
    "no_roll": "app/test_ducks_dice.py::test_people_may_let_it_come_to_nothing_and_what_was_said_after_it_goes_on",
    "ROLL_UNUSED": "app/test_dice_lost.py::test_what_a_refused_action_rolled_is_shown_and_told_each_time",
    "DICE_LOST": "app/test_dice_lost.py::test_a_lost_key_holds_up_its_line_alone_and_no_tick_for_ever",
    "WORD_WITHHELD": "app/test_dice_lost.py::test_a_word_that_does_not_count_is_answered_so_and_one_withheld_is_told",
    "LINE_CHANGED": "app/test_gndt_odd_input.py::test_an_answered_line_under_another_signature_draws_no_dice",
    "SIGNATURE_DIFFERS": "app/test_gndt_ticks.py::test_the_signature_of_somebody_else_is_told_and_the_writer_counts",
    "TABLE_CHANGED": "games/blognomic/test_gndt_audit.py::test_reverts_disputes_and_renamed_rows_are_remarks",
    "TABLE_REVERTED": "games/blognomic/test_gndt_audit.py::test_reverts_disputes_and_renamed_rows_are_remarks",
    "TABLE_HELD": "games/blognomic/test_gndt_audit.py::test_a_blanked_page_is_held_and_told",
    "NO_CONDITION": "games/blognomic/test_island.py::test_no_condition_is_removed_from_an_empty_list",
    "CLAUSE_CHANGED": "games/round10/test_ruleset.py::test_a_value_that_the_game_cannot_use_is_in_doubt_and_the_one_before_holds",
    "NUMBER_CHANGED": "games/round10/test_ruleset.py::test_a_number_holds_from_its_revision_on",
    "NUMBER_DIFFERS": "games/round10/test_ruleset.py::test_the_operators_setting_goes_before_the_page",
    "RULESET_GUTTED": "games/round10/test_ruleset.py::test_a_gutted_page_is_held",
    "NEW_RULE": "games/round10/test_ruleset.py::test_a_new_rule_is_listed",
    "RULE_RENAMED": "games/round10/test_ruleset.py::test_a_rule_under_another_title_is_read_there",
    "ORDER_NOT_TOLD": "cli/test_public_replay.py::test_a_public_export_is_told_to_hold_until_the_first_shuffle_only",
    "DEAL_UNFIT": "app/test_dealt.py::test_what_would_change_a_deal_that_was_told_stops_the_deck",
    "CHAT_UNREAD": "faults/test_chat_faults.py::test_what_was_due_while_nobody_could_read_waits_for_that",
}
"""Code -> the test by which it is seen to be sent, where that needs more than a story: ticks, a wiki, lost dice, odd worlds."""


def expected(told: Any, field: str = "") -> Iterator[str]:
    """Every word that a data file expects to come out; what is expected not to is in fields of other names."""
    if isinstance(told, dict):
        for name, value in told.items():
            yield from expected(value, name)
    elif isinstance(told, list):
        for value in told:
            yield from expected(value, field)
    elif isinstance(told, str) and field in _EXPECTED:
        yield from re.findall(r"\w+", told)


@cache
def sent_by_stories(slug: str) -> frozenset[str]:
    """The words that the situations of a game expect, of which each is tried by the game's own tests."""
    files = (TESTS / "games" / slug).rglob("*.toml")
    return frozenset(word for file in files for word in expected(tomllib.loads(file.read_text(encoding="utf-8"))))


def seen_in(test: str, code: str) -> bool:
    """Whether a test, or what its file gives it, names a code."""
    path, _, name = test.partition("::")
    text = (TESTS / path).read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.name == name]
    lines = text.split("\n")
    return any(
        re.search(rf"\b{code}\b", "\n".join(lines[_first(node) : node.end_lineno])) is not None for node in functions
    )


def _first(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1


@pytest.mark.parametrize("slug", ["blognomic", *CHATS])
def test_every_documented_code_is_sent(slug: str) -> None:
    """What the chat games share is shown to be sent by any of them."""
    stories = frozenset().union(*map(sent_by_stories, CHATS if slug in CHATS else [slug]))
    assert [code for code in game(slug).codes if code not in stories and code not in ELSEWHERE] == []


@pytest.mark.parametrize("code", ELSEWHERE)
def test_what_is_said_to_be_sent_elsewhere_is_named_there(code: str) -> None:
    assert seen_in(ELSEWHERE[code], code)
