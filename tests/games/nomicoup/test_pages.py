"""What the pages of Nomicoup say of the playthrough: every item that players were promised, in its place and with its clause."""

import json
import re
from typing import Any

import pytest

from tests.games.chat_pages import plain, row
from tests.games.chat_stories import told
from tests.games.nomicoup.lively import (
    AT_LAST,
    CHAIN,
    MUST_COUP,
    NOMICOUP,
    VOTED,
    gamestate,
    wikitexts,
)
from tests.games.nomicoup.two_exiles import SECRET
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.games.nomicoup.law import CLAUSES
from tracker.games.nomicoup.showing.pages import CATALOGUE
from tracker.mechanics.deck.deck_record import read_record

INSTANTS = (CHAIN, VOTED, MUST_COUP, AT_LAST)


def page(region: str, at: str) -> str:
    return plain(wikitexts(gamestate(at))[region])


def cells(text: str, first: str) -> list[str]:
    """The cells of the row that holds these words, without what they are sorted by."""
    found = row(text, first).split("\n|")[1:]
    return [re.sub(r'^ data-sort-value="[^"]*" \|', "", cell).strip() for cell in found]


def played(story: str, at: str) -> Gamestate:
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, told(story, "nomicoup", "a game")), parse_instant(at))


# --- every page -------------------------------------------------------------------------------------------------------


def test_every_page_of_the_catalogue_is_drafted_under_its_title() -> None:
    found = {draft.page for draft in NOMICOUP.pages(gamestate(AT_LAST), NOMICOUP.catalogue())}
    assert found == {title.replace("{month}", "2021-05") for key, title in CATALOGUE.items() if key != "dice_month"}


@pytest.mark.parametrize("at", INSTANTS)
def test_every_clause_named_is_one_and_links_to_its_rule_on_our_page_of_rules(at: str) -> None:
    for region, text in wikitexts(gamestate(at)).items():
        named = set(re.findall(r"COUP-\d{3}", text))
        assert named, region
        assert named <= set(CLAUSES), region
    found = wikitexts(gamestate(at))
    linked = {anchor for text in found.values() for anchor in re.findall(r"\[\[Tracker/Rules#([^|]+)\|", text)}
    assert "began-4.1" in linked
    gone = linked - set(re.findall(r'<span id="(began-[0-9.]+)"></span>', found["rules"]))
    assert gone <= {"began-4.4.1"}, "Income is deleted"


def test_where_people_name_a_page_of_the_ruleset_clauses_link_into_that() -> None:
    drafts = NOMICOUP.pages(gamestate(CHAIN), {"ruleset": "Coup/Ruleset"})
    assert {link.page for link in drafts[0].values["clauses"].values()} == {"Coup/Ruleset"}
    assert drafts[0].values["clauses"]["COUP-035"].anchor == "4.1 - Court Deck"


def test_nothing_shows_the_instant_of_looking() -> None:
    assert wikitexts(gamestate("2021-05-05T20:20:00Z")) == wikitexts(gamestate("2021-05-05T20:59:59Z"))


# --- the game of Coup -------------------------------------------------------------------------------------------------


def test_whose_turn_it_is_until_when_and_what_everybody_has() -> None:
    text = page("game", MUST_COUP)
    assert "Round 6. It is the turn of cy since 2021-05-05 20:00 UTC, until 2021-05-07 20:00 UTC at the latest" in text
    assert "only Coup or a pass (COUP-045)" in text
    assert cells(text, "| cy their turn")[:6] == ["3", "cy their turn", "11", "2", "–", "1"]
    assert cells(text, "| ben")[:6] == ["4", "ben", "3", "1", "Duke", "0"]
    assert "Treasury: 19 of 50 credits (COUP-038). Court Deck: 5 cards (COUP-032)." in text
    assert "Nothing is pending." in text


def test_a_chain_of_action_counteraction_and_challenge() -> None:
    pending = page("game", CHAIN).partition("\nPending actions\n")[2]
    for line in (
        "Steal of ana against ben",
        "* ana claims Captain unchallenged",
        "** may challenge it: ben, cy, dee, eli (COUP-062)",
        "* ben claims Ambassador open by cy message b4",
        "* may counter with Defend: ben, cy, dee, eli (COUP-051)",
    ):
        assert line in pending.splitlines()
    assert "until the next action is performed, which has no fixed time (COUP-043)" in pending
    assert "as things stand then it is blocked by Support of ben (COUP-052)" in pending
    assert "may challenge ben's" not in pending


def test_what_is_owed_and_who_waits_to_enter() -> None:
    text = page("game", "2021-05-01T12:25:00Z")
    assert cells(text, "| cy")[6] == "influence: 1 (COUP-069)"
    assert "* Twins: confirmed by fay, waits for gus #general, message d8 (COUP-009)" in page("game", VOTED)
    assert "Left the game: ben (exiles: 0) (COUP-016)." in page("game", AT_LAST)


REORDERED = """
2021-05-01 00:00:00 opening {"players": ["ana", "ben", "cy"], "turn": {"player": "ben", "started_at": "2021-05-01T00:00:00Z"}}
2021-05-01 01:00:00 ana in propositions p1: Type: Content Edit\\nRule: 3.1\\nContent: cy, ana, ben
2021-05-01 01:30:00 ben ⬆️ p1
2021-05-01 01:30:00 cy ⬆️ p1
2021-05-01 02:00:00 dee in general m1: I join.
"""


def test_an_upcoming_order_is_told_as_it_will_hold_for_who_plays_now() -> None:
    state = played(REORDERED, "2021-05-01T02:30:00Z")
    shown = plain(wikitexts(state)["game"])
    assert "Upcoming order, from the next round on: cy, ana, dee, ben, by proposition 1 (COUP-025)." in shown
    assert "Adopted was: cy, ana, ben; so it holds for who plays now (COUP-028)." in shown
    said = NOMICOUP.said_in_chat(state)
    assert said is not None
    assert "From the next round on: cy, ana, dee, ben" in said.status
    assert state.values["upcoming_order"] == ["cy", "ana", "ben"]


def test_what_a_switch_says_stands_there() -> None:
    opening = {
        "players": [{"id": name, "hand": ["Duke", "Contessa"]} for name in ("ana", "ben", "cy")],
        "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
    }
    switch = 'set who_may_counter = "the target only"'
    story = f"2021-05-01 00:00:00 {switch}\n2021-05-01 00:00:00 opening {json.dumps(opening)}\n"
    state = played(f"{story}2021-05-01 01:00:00 ana in general m1: I steal from ben", "2021-05-01T02:00:00Z")
    assert "* may counter with Defend: ben (COUP-051)" in plain(wikitexts(state)["game"])


# --- propositions and rules -------------------------------------------------------------------------------------------


def test_what_is_voted_on_with_what_a_majority_needs() -> None:
    text = page("propositions", VOTED)
    found = row(text, "10 “Room” by eli")
    for line in (
        "* up 1: ana",
        "* down 1: ben",
        "| 3 of 4 votes of one kind end it at once (COUP-104) left as it is at its end: rejected",
    ):
        assert line in found.splitlines()
    assert "2021-05-06 18:00 UTC active (COUP-109) only spelling may change (COUP-100)" in found
    assert "“Room”" in text.partition("Latest results")[0]


def test_a_reaction_that_is_no_vote_and_what_a_proposition_would_replace() -> None:
    text = page("propositions", "2021-05-01T17:25:00Z")
    assert "Cheaper coups" in text
    assert "would delete" in page("propositions", "2021-05-03T17:05:00Z")


def test_how_each_proposition_ended() -> None:
    ends = {
        "2 “Bank” by ben": "rejected (COUP-106)",
        "6 “A better word” by ana": "adopted (COUP-105)",
        "8 “Manners” by cy": "adopted (COUP-105)",
        "9 “Oops” by dee": "withdrawn (COUP-101)",
        "10 “Room” by eli": "rejected (COUP-106)",
        "1 “Cheaper coups” by ana": "adopted (COUP-105)",
    }
    text = page("propositions", AT_LAST)
    assert {head: cells(text, head)[2] for head in ends} == ends
    assert "* Miscellaneous Change for people to carry out (COUP-095)" in text
    assert "11 “No type” by ana" in text.partition("Not legal, and not voted on")[2]


def test_the_rule_tree_with_paths_content_and_last_edit() -> None:
    text = page("rules", AT_LAST)
    assert cells(text, "Coup / Actions / Coup") == [
        "4.4.2",
        "Coup / Actions / Coup",
        "Pay 6 credits to the Treasury. Select a player to lose 1 influence.",
        "2021-05-01 17:30 UTC",
        "proposition 1 message p1",
    ]
    assert cells(text, "Turns / Order")[2] == "The current turn order is as follows: 1: eli 2: dee 3: cy 4: ana"
    assert cells(text, "| Manners")[0] == "7"
    assert "precedence This rule takes precedence over every other rule" in text
    assert cells(text, "Winning / Rules")[3:] == ["2021-05-01 10:30 UTC", "–"]


def test_references_that_mislead_stand_with_their_rule() -> None:
    rules = [{"id": str(n), "title": title, "content": f"as rule {n + 1}"} for n, title in enumerate("ABC", start=1)]
    story = f"""
        2021-05-01 00:00:00 opening {json.dumps({"players": ["ana", "ben"], "rules": rules})}
        2021-05-01 01:00:00 ana in propositions p1: Type: Deletion\\nRule: 2 - B
        2021-05-01 02:00:00 ben ⬆️ p1
    """
    text = plain(wikitexts(played(story, "2021-05-01T03:00:00Z"))["rules"])
    assert "reference 2 names no rule, and means 2 - C now (COUP-077)" in cells(text, "| A")[2]


# --- clarifications, the deck, the log --------------------------------------------------------------------------------


def test_candidates_judge_and_suggestions() -> None:
    text = page("clarifications", VOTED)
    assert "Candidates, in the order of joining: ana, cy (COUP-115). Chosen last: cy" in text
    assert cells(text, "2 by eli")[1:3] == [
        "cy, chosen 2021-05-03 12:00 UTC (COUP-114)",
        "2021-05-05 12:00 UTC (COUP-116)",
    ]
    assert (
        "* adopted cy, 2021-05-03 10:00 UTC #propositions, message s1: A pass is no action, and closes nothing." in text
    )
    later = page("clarifications", "2021-05-05T13:00:00Z")
    assert "** 3 up adopt it at once (COUP-118); 2021-05-08 12:30 UTC more up than down do (COUP-120)" in later


def test_the_hashes_stand_with_their_keys_and_at_last_the_record() -> None:
    values = gamestate(VOTED).values
    text = page("deck", VOTED)
    assert f"nomicoup-1|secret {values['secret_hash']}" in text
    for number, hash in enumerate(values["commitments"], start=1):
        assert f"nomicoup-1|{number} {hash}" in text
    assert "Into the shuffles go: duck, tea." in text
    assert "The record" not in text
    assert read_record(wikitexts(gamestate(AT_LAST))["deck"])["secret"] == SECRET


def test_what_was_said_privately_is_cited_by_its_author_alone() -> None:
    for at in INSTANTS:
        for region, text in wikitexts(gamestate(at)).items():
            assert not re.search(r"\bdm\b", text), region
            assert not re.search(r"<code>(b6|b7|b8|b16|d10|f2|f3|f7|f8|g18)</code>", text), region
    log = page("log", VOTED)
    lost = row(log, "influence lost ana loses influence: Ambassador is revealed")
    assert lost.strip().endswith("privately, ana")
    assert "not_holding" not in page("attention", AT_LAST)


# --- before, in doubt, and after --------------------------------------------------------------------------------------


def test_before_the_start_it_says_how_to_enter_and_to_start() -> None:
    empty = played("2021-05-01 00:00:00 ana in general m1: Hello!", "2021-05-01T01:00:00Z")
    text = plain(wikitexts(empty)["game"])
    assert "I request to become a player. in #general enters it (COUP-008)" in text
    assert "Nobody plays." in text


def test_everything_stays_as_it_was_once_the_game_is_over() -> None:
    later = gamestate_at(NOMICOUP, rows_of(NOMICOUP, [*_story()]), parse_instant("2021-05-20T00:00:00Z"))
    assert wikitexts(later) == wikitexts(gamestate(AT_LAST))
    assert "The game is over: cy won, 2021-05-11 10:00 UTC (COUP-001)." in page("game", AT_LAST)
    assert "Nothing." in page("abilities", AT_LAST)


def _story() -> list[dict[str, Any]]:
    from tests.games.nomicoup.two_exiles import story

    return story()
