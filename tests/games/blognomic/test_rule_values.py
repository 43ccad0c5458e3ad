"""Values that stand in the text of the dynasty's rules: a lawful move there is no change of wording, anything else still is."""

import json
from typing import Any

import pytest

from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.ruleset_stories import PAGE
from tests.games.blognomic.stories import gamestate, instant
from tracker.core.clause_pattern import with_known_words
from tracker.core.gamestate import Gamestate
from tracker.games.blognomic.dynasties.played import values_in_rule
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import DYNASTIC, known_words, read_page, words_of
from tracker.games.blognomic.state import State

PEOPLE = "Wes!* Ada* Quincunx ubq323 pokes Kevan Farsight Thunder Astimageon"
LISTED = ("at The Beach: Quincunx ubq323 pokes Kevan Farsight Thunder", "at The Clearing: Astimageon")
NOON = "2019-09-20 12:00:00"
OURS = 'setting wiki_account "Tracker"'
OUTPOST = "may take a Date Action to gain 2 Wood.\n\nCastaways here:"
EFFECT = "Gain 2 SP and gain 1 HSR."


def replaced(page: str, old: str, new: str) -> str:
    assert page.count(old) == 1, old
    return page.replace(old, new)


def moved(name: str = "pokes", page: str = PAGE) -> str:
    """Somebody of the Beach stands at the Outpost."""
    return replaced(replaced(page, f"* {name}\n", ""), OUTPOST, f"{OUTPOST}\n* {name}")


FORAGED = replaced(PAGE, "* Purple Fruit: Effect unknown.", f"* Purple Fruit: {EFFECT}")
UPROOTED = replaced(PAGE, "* Orange Leaf: Effect unknown.\n", "")
SPENT = replaced(PAGE, "recorded here: 60.", "recorded here: 67.")
LIT = replaced(PAGE, "recorded here: 15", "recorded here: 20")
REMOVED = replaced(PAGE, "* The Message in the Sand is completed.\n", "")
MOVES = {
    "a move": moved(),
    "an effect": FORAGED,
    "an uproot": UPROOTED,
    "a message": SPENT,
    "a bonfire": LIT,
    "a condition gone": REMOVED,
    "nobody there": replaced(PAGE, "Castaways here:\n* Astimageon\n", "Castaways here:\n"),
    "nearly all gone": PAGE.replace("* Quincunx\n", "").replace("* Kevan\n", "").replace("* Thunder\n", ""),
}


def edited(number: int, when: str, text: str, editor: str = "Ada") -> str:
    row: dict[str, Any] = {"kind": "page_revision", "page": "Ruleset", "revision": number, "parent": number - 1}
    row |= {"editor": editor, "summary": "", "id": f"r{number}", "text": text}
    return f"{when if ' ' in when else f'2019-09-20 {when}'}:00 json {json.dumps(row)}"


def seen(*edits: str, before: str = PAGE, more: tuple[str, ...] = (), when: str = NOON) -> Gamestate:
    begun = f"2019-09-20 00:00:01 {OURS}"
    lines = [opening(*LISTED, roster=PEOPLE), begun, edited(1, "09:00", before), *more, *edits]
    return gamestate("\n".join(sorted(lines)), when)


def in_doubt(state: Gamestate) -> set[str]:
    return set(state.detail.clauses_in_doubt)


def about_page(state: Gamestate) -> list[tuple[str, str]]:
    """Findings and questions about the ruleset page's text."""
    codes = [(each.code, each.text) for each in state.findings if each.code == "CLAUSE_CHANGED"]
    codes += [
        (each.code, each.text)
        for each in state.findings
        if each.code == "UNEXPLAINED_CHANGE" and (each.subject or "").startswith("revision:")
    ]
    return codes + [
        (each.id, each.text) for each in state.questions if each.id.startswith(("confirm", "change-ground"))
    ]


def grounds(state: Gamestate, rule: str) -> list[str]:
    return [row["ground"] for row in state.values["rule_history"][f"Dynastic Rules › {rule}"]]


# --- drift


@pytest.mark.parametrize("name", MOVES)
def test_values_in_the_text_are_no_wording(name: str) -> None:
    state = seen(edited(2, "10:00", MOVES[name], "Tracker"))
    assert about_page(state) == []
    assert in_doubt(state) == set()
    assert [fact.name for fact in state.facts if fact.unverified_since] == []


@pytest.mark.parametrize("name", MOVES)
def test_the_page_first_seen_after_moves_is_known(name: str) -> None:
    assert in_doubt(seen(before=MOVES[name])) == set()


CHANGED = {
    "a sentence beside the list": (PAGE, "A Castaway is at a Location if", "A Castaway sleeps at a Location if", "BN-113"),
    "a sentence before names": (moved(), "A sweeping expanse", "A small expanse", "BN-116"),
    "a sentence in the list": (moved(), "* Kevan\n", "* Kevan\n* Everybody here has won.\n", "BN-116"),
    "a rule as a name": (PAGE, "* Kevan\n", "* Kevan cannot ever leave\n", "BN-116"),
    "a paragraph behind the list": (PAGE, "* Thunder\n", "* Thunder\n\nNobody may leave.\n", "BN-116"),
    "the lead of the list": (PAGE, f"{OUTPOST}", OUTPOST.replace("here:", "not here:"), "BN-131"),
    "an effect of other words": (FORAGED, f"Purple Fruit: {EFFECT}", "Purple Fruit: Win the game.", "BN-124"),
    "a sentence about Plants": (FORAGED, "it may not be Uprooted", "it may be Uprooted", "BN-129"),
    "the list of effects": (UPROOTED, "* No effect.\n", "", "BN-127"),
    "another condition": (PAGE, "are at The Beach.\n", "are at The Beach.\n* It is dark.\n", "BN-153"),
    "a condition's words": (PAGE, "At least a quorum of", "At least three of", "BN-153"),
    "what is built": (SPENT, "A part of the Giant Bonfire.", "A part of the Big Bonfire.", "BN-147"),
    "no total": (SPENT, "recorded here: 67.", "recorded here: many.", "BN-146"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_whatever_else_changes_is_flagged(name: str) -> None:
    page, old, new, clause = CHANGED[name]
    state = seen(edited(2, "10:00", replaced(page, old, new), "Bo"))
    assert clause in in_doubt(state)
    assert "CLAUSE_CHANGED" in {code for code, _ in about_page(state)}


def test_a_confirmed_wording_stays_confirmed_through_later_moves() -> None:
    reworded = replaced(PAGE, "A sweeping expanse", "A small expanse")
    confirmed = '2019-09-20 10:30:00 decide confirm-clause:BN-116 yes by Ada why "read it"'
    only_reworded = seen(edited(2, "10:00", reworded), confirmed)
    assert "BN-116" not in in_doubt(only_reworded)
    assert in_doubt(
        seen(edited(2, "10:00", reworded), confirmed, edited(3, "11:00", moved(page=reworded)))
    ) == in_doubt(only_reworded)


def test_a_new_location_is_asked_about_once_whoever_goes_there() -> None:
    swamp = "====The Swamp====\nWet.\n\nCastaways here:\n"
    built = replaced(PAGE, "===Workdays===", f"{swamp}\n===Workdays===")
    peopled = replaced(replaced(built, "* pokes\n", ""), swamp, f"{swamp}* pokes\n")
    wetter = replaced(peopled, "Wet.", "Very wet.")
    asked = [
        next(each.wording for each in seen(*edits).questions if each.id == "confirm-rule:Dynastic Rules/The Island")
        for edits in (
            (edited(2, "10:00", built),),
            (edited(2, "10:00", built), edited(3, "11:00", peopled)),
            (edited(2, "10:00", built), edited(3, "11:00", wetter)),
        )
    ]
    assert asked[0] == asked[1] != asked[2]


# --- causes


@pytest.mark.parametrize(("name", "rule"), [("an effect", "The Island › The Clearing"), ("a message", "Construction")])
def test_our_own_amendment_is_explained(name: str, rule: str) -> None:
    assert grounds(seen(edited(2, "10:00", MOVES[name], "Tracker")), rule) == ["explained"]


def test_what_a_player_writes_after_a_line_is_explained() -> None:
    line = '2019-09-20 09:30:00 pokes logs "move to The Outpost" as m1'
    state = seen(edited(2, "10:00", moved(), "pokes"), more=(line,))
    assert grounds(state, "The Island › The Beach") == ["explained"]
    assert about_page(state) == []


def test_a_players_move_is_explained_once_the_date_follows() -> None:
    date = state_date(seen(edited(2, "10:00", moved(), "pokes")), "pokes")
    cell = f"2019-09-20 10:05:00 pokes sets pokes.Date {date} to {date + 1}"
    early = seen(edited(2, "10:00", moved(), "pokes"))
    assert "change-ground:2" in {id for id, _ in about_page(early)}
    state = seen(edited(2, "10:00", moved(), "pokes"), cell)
    assert state.values["locations"]["The Outpost"] == ["pokes"]
    assert grounds(state, "The Island › The Outpost") == ["explained"]
    assert about_page(state) == []


def state_date(state: Gamestate, name: str) -> int:
    found = state.values["values"][name]["Date"]
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("name", ["a move", "an effect", "a message"])
def test_what_no_action_explains_is_asked_about_but_no_wording(name: str) -> None:
    state = seen(edited(2, "10:00", MOVES[name], "Ada"))
    assert in_doubt(state) == set()
    assert [id for id, _ in about_page(state) if id.startswith(("confirm", "change"))] == ["change-ground:2"]


@pytest.mark.parametrize(
    "page",
    [
        replaced(PAGE, OUTPOST, f"{OUTPOST}\n* pokes"),
        replaced(PAGE, OUTPOST, f"{OUTPOST}\n* Nobody"),
        replaced(moved(), "A ruined stone building", "A fine building"),
    ],
    ids=["on two lists", "a name that nobody bears", "a sentence beside it"],
)
def test_what_the_table_does_not_follow_is_no_value(page: str) -> None:
    line = '2019-09-20 09:30:00 pokes logs "move to The Outpost" as m1'
    state = seen(edited(2, "10:00", page, "pokes"), more=(line,))
    assert grounds(state, "The Island › The Outpost") == ["unexplained"]


def test_going_there_and_back_is_no_revert() -> None:
    lines = (
        '2019-09-20 09:30:00 pokes logs "move to The Outpost" as m1',
        '2019-09-21 09:30:00 pokes logs "move to The Beach" as m2',
    )
    there, back = edited(2, "10:00", moved(), "Tracker"), edited(3, "2019-09-21 10:00", PAGE, "Tracker")
    state = seen(there, back, more=lines, when="2019-09-21 12:00:00")
    assert "pokes" in state.values["locations"]["The Beach"]
    assert grounds(state, "The Island › The Outpost") == ["explained", "explained"]
    assert about_page(state) == []


def test_an_unexplained_move_that_was_put_back_is_over_and_stays_unexplained() -> None:
    state = seen(edited(2, "10:00", moved(), "Ada"), edited(3, "11:00", PAGE, "Bo"))
    assert grounds(state, "The Island › The Outpost") == ["explained", "unexplained"]
    unexplained = [each for each in state.findings if each.code == "UNEXPLAINED_CHANGE"]
    assert [(each.subject, each.is_note) for each in unexplained] == [("revision:2", True)]
    assert [each.id for each in state.questions if each.id.startswith("change-ground")] == []


# --- the texts


def test_the_known_text_has_its_own_words_in_place_of_its_values() -> None:
    reading = read_page(PAGE)
    terms, moment = known_words(reading.terms), Moment.at(State(), instant(NOON), {})
    found = {}
    for passage in reading.passages:
        if passage.path[0] == DYNASTIC:
            words = words_of(PAGE, passage, terms)
            values = values_in_rule(moment, passage.key, passage.path, words)
            assert with_known_words(words, [value.place for value in values]) == words
            found[passage.path[-1]] = len(values)
    assert {title for title, count in found.items() if count} == {
        *("The Beach", "The Wreck", "Mac’s Cave", "The Mountain", "The Clearing", "The Cessna", "The Outpost"),
        *("Construction", "A Ship has Arrived!"),
    }
    assert (found["The Clearing"], found["Construction"]) == (2, 2)


def test_before_a_list_of_players_was_seen_short_names_count() -> None:
    named = replaced(PAGE, "* Kevan\n", "* The Duke of Waltham\n")
    story = "\n".join([edited(1, "09:00", named), f"2019-09-20 10:00:00 roster {PEOPLE}"])
    assert in_doubt(gamestate(story, NOON)) == set()
