"""Following the ruleset page: what changed, whose change it was, what is told of it, what it costs to remember."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.blognomic.ruleset_stories import PAGE, ROSTER, revision, unverified
from tests.games.blognomic.settled import STATES, Store, fold_with_stops, seen_after_settling
from tests.games.blognomic.stories import folded, gamestate, instant, looked_at, rows, told
from tracker.core.clause import normalise, text_hash
from tracker.core.fold import fold
from tracker.core.gamestate import Finding, Gamestate
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.ruleset.rule_changes import differences, is_pronoun_fix, only_values
from tracker.games.blognomic.ruleset.rule_history import edits_of
from tracker.games.blognomic.ruleset.rule_naming import posts_named, subject_key
from tracker.games.blognomic.state import Kind, Post
from tracker.mechanics.differences import difference, stretches
from tracker.mechanics.ruleset.matter_names import hidden_title
from tracker.mechanics.ruleset.ruleset_passages import PassageShown
from tracker.render.pages import render_regions

START = instant("2019-10-01 00:00:00")
EVENING = "2019-10-01 20:00:00"


def passage(title: str, words: str) -> PassageShown:
    return PassageShown(("Core Rules", title), text_hash(words), words, START, "r")


def pages(state: Gamestate) -> dict[str, str]:
    return {region.page: region.text for region in render_regions(GAME.pages(state, GAME.catalogue()))}


def finding(state: Gamestate, code: str) -> Finding:
    return next(each for each in state.findings if each.code == code)


# --- words ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12))
def test_the_stretches_turn_one_text_into_the_other(before: list[str], after: list[str]) -> None:
    old, new = " ".join(before), " ".join(after)
    found = stretches(old, new)
    assert bool(found) == (old != new)
    assert all(f" {stretch.then} " in f" {old} " for stretch in found)
    assert all(f" {stretch.now} " in f" {new} " for stretch in found)
    kept = len(before) - sum(len(each.old.split()) for each in found)
    assert kept == len(after) - sum(len(each.new.split()) for each in found)


@pytest.mark.parametrize(
    ("before", "after", "is_fix"),
    [
        ("he gains 1 SP", "they gain 1 SP", True),
        ("his or her sock is wet", "their sock is wet", False),
        ("her sock", "their sock", True),
        ("when e has eir sock", "when they have their sock", True),
        ("he carries wood", "they carry wood", True),
        ("he gains 1 SP", "they gain 2 SP", False),
        ("they gain 1 SP", "he gains 1 SP", False),
        ("he gains", "they lose", False),
        ("gains", "gain", False),
    ],
)
def test_pronouns_become_a_singular_they(before: str, after: str, is_fix: bool) -> None:
    assert is_pronoun_fix(stretches(before, after)) is is_fix


@pytest.mark.parametrize(
    ("before", "after", "are"), [("5 Wood", "6 Wood", True), ("5 Wood", "6 Coal", False), ("a", "a", False)]
)
def test_values_are_numbers_that_became_others(before: str, after: str, are: bool) -> None:
    assert only_values(stretches(before, after)) is are


# --- differences of pages ---------------------------------------------------------------------------------------------

texts = st.dictionaries(st.sampled_from("ABCDEF"), st.sampled_from(["one", "two", "three", "four", ""]))


@given(texts, texts)
def test_every_difference_is_told_once_and_nothing_else(before: dict[str, str], after: dict[str, str]) -> None:
    old, new = ({key: passage(key, words) for key, words in page.items()} for page in (before, after))
    found = differences(old, new)
    told_of = [key for each in found for key in {each.key, each.was_key or each.key}]
    assert sorted(told_of) == sorted(key for key in {*old, *new} if before.get(key) != after.get(key))
    assert all(each.text for each in found)


def test_a_rule_with_the_same_words_under_another_title_is_renamed() -> None:
    found = differences({"a": passage("A", "dry socks")}, {"b": passage("B", "dry socks")})
    assert [(each.kind, each.key, each.was_key) for each in found] == [("renamed", "b", "a")]


def test_rules_without_words_are_no_renamed_ones() -> None:
    found = differences({"a": passage("A", "")}, {"b": passage("B", "")})
    assert [each.kind for each in found] == ["new", "gone"]


# --- names in summaries (BN-260, and the wordings that admins use) ------------------------------------------------------


def post(slug: str, title: str, kind: Kind = Kind.PROPOSAL) -> Post:
    return Post(slug, slug, title, "ada", "Ada", START, START, (kind.value,), kind)


TWO = [post("dry", "Proposal: Dry Socks"), post("dry2", "Proposal: Dry Socks 2 [Core]"), post("wool", "Proposal: Wool")]
CALL = post("call", "Call for Judgement: Whose Sock", Kind.CALL)


@pytest.mark.parametrize(
    ("summary", "slugs"),
    [
        ('/* Dynastic Rules */ Enacting "Dry Socks"', ["dry"]),
        ("/* Dynastic Rules */ enacting “Dry  SOCKS”", ["dry"]),
        ('Enacted "Dry Socks"', ["dry"]),
        ("/* Socks */ Enacting Proposal: Dry Socks", ["dry"]),
        ("Enacting Call for Judgment: Whose Sock", ["call"]),
        ('/* Socks */ Proposal "Dry Socks"', ["dry"]),
        ('Adding "Dry Socks."', ["dry"]),
        ("enacting Dry Socks", ["dry"]),
        ('Enacted "[Core] Dry Socks 2"', ["dry2"]),
        ('Enacted "Dry Socks 2" with minor corrections (a comma)', ["dry2"]),
        ('Enacted "Dry Socks" and "Wool"', ["dry", "wool"]),
        ("enacting Wool", ["wool"]),
        ("of wool now", []),
        ("Wool", []),
        ("/* Dry Socks */", []),
        ("Drying Socks", []),
        ('Undid revision 7 by Ada: Enacting "Dry Socks"', []),
        ('Undo revision 7 by Ada. OK, now it is. Enacting "Dry Socks"', ["dry"]),
        ("Correcting typo", []),
        ("", []),
    ],
)
def test_summaries_name_matters(summary: str, slugs: list[str]) -> None:
    assert [each.slug for each in posts_named([*TWO, CALL], summary)] == slugs


@pytest.mark.parametrize(
    ("summary", "slugs"),
    [('Enacting "Dry Socks", and so on', ["dry"]), ("enacting Wool.", ["wool"]), ("of wool now", []), ("Dry", [])],
)
def test_summaries_name_matters_whose_titles_are_redacted(summary: str, slugs: list[str]) -> None:
    hidden = [post("dry", f"[Core] {hidden_title('Dry Socks')}"), post("wool", hidden_title("Proposal: Wool"))]
    assert [each.slug for each in posts_named(hidden, summary)] == slugs


def test_of_two_matters_of_one_name_the_one_with_its_tag_is_meant() -> None:
    twins = [post("plain", "Proposal: Wording Fix"), post("core", "Proposal: [Core] Wording Fix")]
    assert [each.slug for each in posts_named(twins, 'Enacted "[Core] Wording Fix"')] == ["core"]
    assert [each.slug for each in posts_named(twins, 'Enacted "Wording Fix"')] == ["plain", "core"]
    assert subject_key(twins[0].title) == subject_key(twins[1].title)


def test_an_unlawful_matter_is_named_by_nobody() -> None:
    unlawful = post("dry", "Proposal: Dry Socks")
    unlawful.refusals.append(("DORMANT", "BN-178", "few players"))
    assert posts_named([unlawful], 'Enacted "Dry Socks"') == []


@given(st.text(max_size=60), st.text(max_size=40))
def test_any_summary_can_be_read(summary: str, title: str) -> None:
    posts_named([post("p", f"Proposal: {title}")], summary)


# --- what a reader is told --------------------------------------------------------------------------------------------

CHANGED = PAGE.replace(
    "open for voting for at least 48 hours, it has more", "open for voting for ever and a day, it has more"
)
UNEXPLAINED = "\n".join(
    [ROSTER, revision(1, "2019-10-01 11:00:00", PAGE), revision(2, "2019-10-01 12:00:00", CHANGED, "better")]
)


def test_an_unexplained_change_is_told_with_editor_time_summary_and_difference() -> None:
    text = finding(gamestate(UNEXPLAINED, EVENING), "UNEXPLAINED_CHANGE").text
    for part in ("Ada", "2019-10-01 12:00:00 UTC", "“better”", "Votable Matters", "48 hours", "ever and a day"):
        assert part in text


def test_the_page_shows_it_by_word_and_colour() -> None:
    page = pages(gamestate(UNEXPLAINED, EVENING))["Tracker/Rule history"]
    assert "background:#ffd500" in page
    assert "unexplained" in page
    assert "better" in page
    assert "[[Tracker/Rule history 2019-10|2019-10]]" in page


def test_a_page_of_the_month_keeps_every_change() -> None:
    shown = pages(gamestate(UNEXPLAINED, EVENING))
    assert "revision-2-1" in shown["Tracker/Rule history 2019-10"]


def test_before_the_page_was_seen_the_page_says_so() -> None:
    shown = pages(gamestate(ROSTER, EVENING))
    assert shown["Tracker/Rule history"].strip() == "The ruleset page has not been read yet."
    assert "rule_history" not in gamestate(ROSTER, EVENING).values


HOSTILE = "|}} -->\n{{evil}} [[Category:X]] ~~~~ <nowiki>"


def test_no_title_summary_or_editor_leaves_its_cell() -> None:
    page = PAGE.replace(
        "==Special Case==", f"===Frogs {HOSTILE.splitlines()[0]} {{{{evil}}}} [[Category:X]]===\nx\n==Special Case=="
    )
    row = json.loads(revision(2, "2019-10-01 12:00:00", page, HOSTILE).partition(" json ")[2])
    row["editor"] = HOSTILE
    story = "\n".join([ROSTER, revision(1, "2019-10-01 11:00:00", PAGE), f"2019-10-01 12:00:00 json {json.dumps(row)}"])
    shown = pages(gamestate(story, EVENING))["Tracker/Rule history"]
    for part in ("{{evil", "[[Category", "~~~~", "<nowiki>", "-->"):
        assert part not in shown


def test_a_new_dynasty_guts_no_page_and_a_rule_blanked_in_the_core_does() -> None:
    start, _, rest = PAGE.partition("==Dynastic Rules==")
    end = "==Special Case==" + rest.partition("==Special Case==")[2]
    reset = f"{start}==Dynastic Rules==\n{end}"
    emptied = "\n".join(line for line in PAGE.splitlines() if line.startswith("="))
    for text, is_gutted in ((reset, False), (emptied, True), (PAGE.replace("Core Rules", "<!--"), True)):
        story = "\n".join([ROSTER, revision(1, "2019-10-01 11:00:00", PAGE), revision(2, "2019-10-01 12:00:00", text)])
        codes = {each.code for each in gamestate(story, EVENING).findings}
        assert ("RULESET_GUTTED" in codes) is is_gutted


def test_while_the_page_is_gutted_no_clause_is_asked_about() -> None:
    story = "\n".join([ROSTER, revision(1, "2019-10-01 11:00:00", PAGE), revision(2, "2019-10-01 12:00:00", "")])
    state = gamestate(story, EVENING)
    assert "ruleset-gutted:2" in {each.id for each in state.questions}
    assert not any(each.id.startswith("confirm") for each in state.questions)
    assert unverified(state)["quorum"] == "2019-10-01 12:00:00+00:00"
    damage = '2019-10-01 13:00:00 decide ruleset-gutted:2 yes by Ada why "vandalism"'
    assert not unverified(gamestate(f"{story}\n{damage}", EVENING))


# --- what stays in memory ---------------------------------------------------------------------------------------------


def daily(count: int) -> str:
    """A change of one and the same rule each day."""
    lines = [ROSTER]
    for number in range(count):
        text = PAGE.replace("at least 48 hours, it has more", f"at least {number + 1} long hours, it has more")
        when = START + timedelta(days=number, hours=1)
        lines.append(revision(number + 1, f"{when:%Y-%m-%d %H:%M:%S}", text))
    return "\n".join(lines)


def test_old_changes_are_settled_and_the_newest_of_each_rule_stays() -> None:
    done = folded(daily(80), "2019-12-19 12:00:00")
    assert len(done.state.following.edits) == 79
    records = [record for record in GAME.settle(done.state, done.as_of) if record.group.startswith("ruleset ")]
    assert len(records) == 79 - 35
    assert sorted(map(int, done.state.following.edits)) == list(range(46, 81))
    later = GAME.settle(done.state, done.as_of + timedelta(days=100))
    assert len(later) == 34
    assert list(done.state.following.edits) == ["80"]


def test_the_pages_of_months_hold_what_was_settled() -> None:
    done = folded(daily(80), "2019-12-19 12:00:00")
    store = Store(GAME.settle(done.state, done.as_of))
    moment = looked_at(done).as_of
    assert moment == done.as_of
    from tracker.games.blognomic.moment import Moment

    october = edits_of(Moment.at(done.state, done.as_of, {}), "2019-10", store)
    assert [edit.revision for edit in october] == list(range(2, 32))


def test_live_state_does_not_grow_with_history() -> None:
    sizes = []
    for count in (60, 120):
        rows_of_it = rows(daily(count))
        when = START + timedelta(days=count)
        stops = [START + timedelta(days=day) for day in range(10, count, 10)]
        done, _ = fold_with_stops(rows_of_it, stops, when)
        GAME.settle(done.state, when)
        sizes.append(len(STATES.dump_json(done.state)))
    assert sizes[1] < sizes[0] * 1.02


def test_folding_with_stops_tells_what_folding_at_once_tells() -> None:
    when = START + timedelta(days=80)
    rows_of_it = rows(daily(80))
    at_once = seen_after_settling(fold(GAME, rows_of_it, when))
    stopped, batches = fold_with_stops(rows_of_it, [START + timedelta(days=day) for day in range(5, 80, 5)], when)
    assert seen_after_settling(stopped, *batches).record() == at_once.record()


def test_the_same_page_again_changes_nothing() -> None:
    story = "\n".join(revision(number, f"2019-10-01 1{number}:00:00", PAGE) for number in range(1, 4))
    assert folded(f"{ROSTER}\n{story}", EVENING).state.following.edits == {}
    assert told(story)[0]["text"] == PAGE


@given(st.text(max_size=200))
def test_a_difference_of_anything_can_be_told(text: str) -> None:
    assert (difference("socks", normalise(text)) == "") == (normalise(text).split() == ["socks"])
