"""What the pages of Aeternus say of a lively fortnight: every item that players were promised, in its place and with its clause."""

import json
import re

import pytest
from tracker.games.aeternus.page_titles import CATALOGUE, PICTURE

from tests.games.aeternus.lively import AETERNUS, AFTER, DOUBTFUL, DURING, FORTNIGHT, drafts, gamestate, wikitexts
from tests.games.chat_pages import plain, row
from tracker.core.gamestate import UNDETERMINED
from tracker.games.aeternus.law import CLAUSES
from tracker.games.aeternus.pages import HEXES_SHOWN


def page(region: str, at: str, story: str = FORTNIGHT) -> str:
    return plain(wikitexts(story, at)[region])


def cells(region: str, at: str, first: str, story: str = FORTNIGHT) -> list[str]:
    """The cells of the row that holds these words, without what they are sorted by."""
    found = row(page(region, at, story), first).split("\n|")[1:]
    return [re.sub(r'^ data-sort-value="[^"]*" \|', "", cell).strip() for cell in found]


def section(region: str, heading: str, at: str, story: str = FORTNIGHT) -> str:
    return page(region, at, story).partition(f"\n{heading}\n")[2]


# --- every page -------------------------------------------------------------------------------------------------------


def test_every_page_of_the_catalogue_is_drafted_under_its_title() -> None:
    written = {title for key, title in CATALOGUE.items() if key not in (PICTURE, "dice_month")}
    assert {draft.page for draft in drafts(FORTNIGHT, AFTER)} == {
        title.replace("{month}", "2025-02") for title in written
    }


def test_every_page_says_that_it_reflects_discord() -> None:
    for region, text in wikitexts(FORTNIGHT, AFTER).items():
        assert "reflects it" in text or region == "dice", region


def test_every_clause_named_is_one_and_links_into_the_ruleset() -> None:
    for at in (DURING, AFTER):
        for region, text in wikitexts(FORTNIGHT, at).items():
            named = set(re.findall(r"AET-\d{3}", text))
            assert named, region
            assert named <= set(CLAUSES), region
    assert "[[Aeternus/Ruleset#" in wikitexts(FORTNIGHT, AFTER)["players"]


def test_nothing_shows_the_instant_of_looking() -> None:
    assert wikitexts(FORTNIGHT, "2025-02-08T01:00:00Z") == wikitexts(FORTNIGHT, "2025-02-08T22:43:21Z")


# --- the map in words -------------------------------------------------------------------------------------------------


def test_every_hex_is_a_row_with_all_that_is_there() -> None:
    values, text = gamestate(FORTNIGHT, AFTER).values, page("map", AFTER)
    for key, cell in values["world"].items():
        words = row(text, f"\n| ({key}) ||")
        assert f"|| {cell['biome']} ||" in words
        assert all(feature in words for feature in cell["features"])
    assert "(1,1,0) || 2 || Forest || – || Flag, Stag Station || ana || dee" in text
    assert "(1,0,0) || 1 || Meadow || Town || – || – || –" in text


def test_the_map_page_shows_the_picture_and_counts_hexes() -> None:
    assert f"[[{CATALOGUE[PICTURE]}|" in wikitexts(FORTNIGHT, AFTER)["map"]
    assert "The world has 22 generated hexes: 5 Meadow, 4 Deceased Dunes" in page("map", AFTER)


def test_of_a_large_world_the_nearest_hexes_stand_there_and_those_that_bear_something() -> None:
    world = ", ".join(f'{{"at": [{x}, 0, {z}]}}' for x in range(-20, 21) for z in range(-20, 21) if (x, z) != (0, 0))
    far = '{"at": [400, 0, 0], "landmark": "Town"}, {"at": [401, 0, 0]}'
    story = f'2025-02-07 00:00:00 opening {{"players": [], "world": [{world}, {far}]}}\n'
    text = page("map", AFTER, story)
    assert text.count("\n|-") == HEXES_SHOWN + 1
    assert "(400,0,0) || 400 || Meadow || Town" in text
    assert f"{41 * 41 + 2 - HEXES_SHOWN - 1} hexes farther away are not in the table." in text


# --- players and factions ---------------------------------------------------------------------------------------------


def test_players_with_place_points_items_and_quality_score() -> None:
    assert cells("players", DURING, "| ana") == [
        *("ana", "reputable", "2025-02-05 15:00 UTC", "(0,1,0)", "2", "3", "3", "ana"),
        "11 Wood, 1 Thread, 1 Foraging Pouch, 1 Torch, 1 Goldfish (quality 3)",
    ]
    assert "Phase II since 2025-02-06 00:00 UTC, until 2025-02-09 00:00 UTC; the Phase Number is 1" in page(
        "players", DURING
    )


def test_who_travelled_acts_no_more_in_the_phase() -> None:
    assert cells("players", AFTER, "| dee")[1] == "reputable has travelled (AET-121)"


def test_who_joined_late_is_reputable_from_an_instant_on() -> None:
    story = f"{FORTNIGHT}2025-02-09 10:00:00 fay in game-actions x1: I join the game\n"
    assert cells("players", "2025-02-09T11:00:00Z", "| fay", story)[1] == (
        "player reputable from 2025-02-16 10:00 UTC (AET-011)"
    )


def test_factions_with_the_distance_to_victory() -> None:
    assert cells("factions", DURING, "| ana") == ["ana", "ana", "2", "2", "8 hexes", "(0,1,0), (1,1,0)"]
    assert cells("factions", DURING, "\n| bob")[4] == "9 hexes and 3 more influence, against ana"


def test_merge_requests_with_their_votes() -> None:
    assert cells("factions", DURING, "message m4")[1:] == ["2025-02-09 11:00 UTC", "open (AET-018)", "2 bob, cy", "0"]
    assert "The <b>Duo</b>" in cells("factions", AFTER, "message m4")[0]
    assert cells("factions", AFTER, "bob, cy\n")[:3] == ["The <b>Duo</b>", "bob, cy", "2"]


# --- what everybody can do, with its odds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "at", "first", "words"),
    [
        ("ana", DURING, "scout 2 hexes", "Scout North and Ashe in #game-actions 1 of their 2 action points"),
        ("ana", DURING, "fish", "Fish in (0,0,1) in #game-actions"),
        ("ana", DURING, "forage", "barred (AET-135)\n| (0,1,0): it bears Flag"),
        ("ana", DURING, "craft Standard Rod", "up to 1"),
        ("ana", DURING, "craft anything else", "2 Thread and 1 Hide for a Foraging Pouch"),
        ("ana", DURING, "burn", "the Flag on (0,1,0), the Flag on (1,1,0)"),
        ("ana", DURING, "build a Boardwalk", "on (0,1,0), (0,2,0), (1,1,0), (1,0,0), (0,0,0), (0,0,1), for 10 Wood"),
        ("ana", DURING, "act again with 3 action points", "2025-02-09 00:00 UTC"),
        ("ana", DURING, "withdraw offer m5", "I withdraw m5"),
        ("bob", DURING, "accept offer m5", "I accept m5"),
        ("cy", DURING, "accept offer m6", "barred (AET-151)\n| cy lacks 5 Wood: bob gives 1 Hide for 5 Wood"),
        ("bob", DURING, "vote on the merge", "they are for it"),
        ("cy", DURING, "vote on the urgent proposal", "they are against it"),
        ("ana", DURING, "vote on ruling m10", "they are to overturn"),
        ("eve", DURING, "fish", "their dice for message m14 have not fallen"),
        ("cy", DURING, "use explosives", "may (AET-193)"),
        ("cy", DURING, "resign as Judge", "I resign as Judge"),
        ("cy", DURING, "overturn ruling m10", "2025-02-14 15:00 UTC"),
        ("dee", DURING, "travel the stagways", "to (1,1,0)"),
        ("dee", AFTER, "traverse", "barred (AET-121)"),
        ("bob", AFTER, "leave their faction", "flags stay"),
        ("bob", AFTER, "make a standard proposal", "voted on from 2025-02-13 00:00 to 2025-02-16 00:00 UTC"),
    ],
)
def test_what_somebody_can_do(person: str, at: str, first: str, words: str) -> None:
    assert words in row(section("abilities", person, at), f"| {first}")


def test_odds_of_steps_foraging_and_fishing() -> None:
    of_ana = section("odds", "ana", DURING).partition("\nbob\n")[0]
    assert "indeterminate Meadow 77.1 %, Forest 14.3 %, Perilous Pass 8.6 %" in row(of_ana, "(0,1,1)")
    assert "20 % to be blown on by the wind" in row(of_ana, "(0,2,0)")
    assert "the Lake cannot be entered" in row(of_ana, "(0,0,1)")
    assert "with no rod: 70 % to catch something, of a catch 40 % a medallion fish" in of_ana
    assert row(of_ana, "Student Fish").endswith("| eligible\n| in the same hex: bob\n")
    assert "not eligible" in row(of_ana, "Megalodon")
    of_cy = section("odds", "cy", DURING).partition("\ndee\n")[0]
    assert "Forage on Swamp with 1 d6, of each (AET-136): 1 Wood 33.3 %, 1 Thread 16.7 %" in of_cy
    assert of_cy.count("15 % to get out of the swamp") == 5
    assert "with Classic Rod: 95 % to catch something, of a catch 0 %" in section("odds", "bob", DURING)


def test_ids_are_shown_as_names_in_reasons() -> None:
    ana, bob = "100000000000000001", "100000000000000002"
    said = {"kind": "message", "id": "x1", "channel": "general", "author": bob, "name": "Bob", "text": "hi"}
    stated = {"players": [{"id": ana}, {"id": bob}], "world": [{"at": [0, 0, 1], "biome": "Lake"}]}
    story = f"2025-02-07 00:00:00 opening {json.dumps(stated)}\n2025-02-08 10:00:00 json {json.dumps(said)}\n"
    of_ana = section("odds", ana, "2025-02-08T11:00:00Z", story)
    assert "in the same hex: Bob" in row(of_ana, "Student Fish")


# --- votes, the Judge, and what waits ---------------------------------------------------------------------------------


def test_proposals_with_their_votes() -> None:
    found = row(page("proposals", DURING), "message m8")
    for words in (
        "Urgent by ana",
        "for 1: bob",
        "against 1: cy",
        "does not count zed: is no player (AET-030)",
        "would take effect",
    ):
        assert words in found
    assert "waiting (AET-040)" in row(page("proposals", DURING), "message m7")
    assert "took effect" in row(page("proposals", AFTER), "message m8")


def test_the_judge_candidacies_and_rulings() -> None:
    text = page("judge", DURING)
    assert "Judge: cy, since 2025-02-07 00:00 UTC" in text
    assert cells("judge", DURING, "message m12")[2:] == ["1", "0", "bob"]
    assert "question: “Is a Lake wet?”" in row(text, "message m9")
    assert "“It is.”" in row(text, "message m10")
    assert "Judge: ana, since 2025-02-10 00:00 UTC" in page("judge", AFTER)


def test_trades_open_and_closed() -> None:
    assert cells("trades", DURING, "message m5")[1:5] == ["ana", "4 Wood", "bob", "1 Hide"]
    assert cells("trades", AFTER, "message m5")[3] == "done"


def test_open_random_matters_and_what_lapsed() -> None:
    assert cells("attention", DURING, "whether eve catches a fish\n")[0] == "eve message m14"
    assert "random matter lapsed" in page("attention", AFTER)


def test_the_log_cites_messages() -> None:
    text = page("log", AFTER)
    assert "#game-actions, ana, message m3" in row(text, "ana builds a Flag at (0,1,0)")
    assert "by itself" in row(text, "Phase I begins, the Phase Number is 2")
    assert "Month by month: 2025-02." in text


# --- doubt, the end and the beginning ---------------------------------------------------------------------------------


def test_a_merge_in_doubt_leaves_factions_undetermined_in_their_places() -> None:
    assert cells("factions", AFTER, "message m4", DOUBTFUL)[2].startswith(UNDETERMINED)
    assert cells("players", AFTER, "| bob", DOUBTFUL)[7] == UNDETERMINED
    assert UNDETERMINED in row(page("map", AFTER, DOUBTFUL), "\n| (0,-1,0)")
    assert "tracker decide merge:m4 ANSWER" in page("attention", AFTER, DOUBTFUL)


def won() -> str:
    flags = ", ".join(f'{{"at": [0, 0, {z}], "features": ["Flag"], "flag_owner": "ana"}}' for z in range(1, 10))
    stated = f'{{"players": [{{"id": "ana", "at": [0,0,10], "inventory": {{"Wood": 5, "Thread": 2}}}}], "world": [{flags}, {{"at": [0,0,10]}}]}}'
    return f"2025-02-07 00:00:00 opening {stated}\n2025-02-07 09:00:00 ana in game-actions m1: Construct Flag here\n"


def test_the_cycle_is_won_and_its_pages_stand_still() -> None:
    at_once, later = wikitexts(won(), "2025-02-07T09:00:00Z"), wikitexts(won(), "2025-05-20T10:00:00Z")
    assert at_once == later
    assert "The faction ana has won the cycle, 2025-02-07 09:00 UTC (AET-194, AET-195)." in plain(later["players"])
    assert "Nothing: the cycle is over." in plain(later["abilities"])
    assert "Nothing: the cycle is over." in plain(later["odds"])


VOTED_ON = """2025-02-06 12:00:00 ana in proposals p1: [Urgent] Mend it
2025-02-06 12:01:00 ana in proposals p2: [Standard] More hexes
2025-02-06 12:02:00 ana thumbsup p1
2025-02-06 12:03:00 ben in game-actions g1: Merge request: ben + cy as "Duo"
2025-02-06 12:04:00 ben in trades t1: I give 1 Hide to @cy
2025-02-06 12:05:00 ben in request-for-justice j1: I request justice: Is it so?
"""


def won_in_the_middle() -> str:
    """A cycle that is won while proposals, a merge request and a request are open, and goes on being talked about."""
    opening, winning = won().replace("2025-02-07 00:", "2025-02-06 00:").splitlines(keepends=True)
    more = '{"id": "ben", "inventory": {"Hide": 1}}, {"id": "cy"}'
    others = opening.replace('"players": [', f'"cycle_started": "2025-02-05T00:00:00Z", "players": [{more}, ')
    joined = others.replace('"id": ', '"joined": "2025-02-05T00:00:00Z", "id": ')
    later = "2025-02-08 09:00:00 ben thumbsdown p1\n2025-02-08 09:00:01 cy thumbsup g1\n"
    return joined + VOTED_ON + winning + later


@pytest.mark.parametrize("at", ["2025-02-07T09:00:00Z", "2025-03-20T10:00:00Z"])
def test_what_was_open_when_the_cycle_was_won_is_shown_as_lapsed_with_why(at: str) -> None:
    story = won_in_the_middle()
    ended = (
        "lapsed The cycle was won before this was decided, and ended with that: nothing is decided any more. (AET-195)"
    )
    for proposal, votes in (
        ("message p1", "1 for: ana 0 against: nobody"),
        ("message p2", "0 for: nobody 0 against: nobody"),
    ):
        told = cells("proposals", at, proposal, story)
        assert [each.strip() for each in told[1:4]] == ["2025-02-07 09:00 UTC", ended, votes]
    assert "None is open." in plain(page("proposals", at, story))
    assert cells("factions", at, "message g1", story)[2] == "lapsed (AET-195)"
    assert "lapsed" in cells("trades", at, "gives cy 1 Hide", story)
    assert "lapsed" in cells("judge", at, "Is it so?", story)


def test_why_a_vote_lapsed_is_told_with_the_fact() -> None:
    found = {each.name: each for each in gamestate(won_in_the_middle(), "2025-03-20T10:00:00Z").facts}
    status = found["proposals.p1.status"]
    assert (status.value, status.clause) == ("lapsed", "AET-195")
    assert [each.clause for each in status.reasons] == ["AET-030", "AET-195"]
    assert status.reasons[-1].text.endswith("It was won at 2025-02-07T09:00:00Z.")


def test_nothing_has_happened_yet() -> None:
    pages = wikitexts("2025-02-07 09:00:00 ana in general m1: Hello\n", "2025-02-07T10:00:00Z")
    assert "Nobody has joined yet." in pages["players"]
    assert "Nobody has joined yet." in pages["odds"]
    assert "The world has 1 generated hex: 1 Meadow." in plain(pages["map"])
    assert "no Judge" in pages["judge"]


# --- in a few lines ---------------------------------------------------------------------------------------------------


def test_the_board_tells_the_cycle_in_a_line_and_what_is_voted_on() -> None:
    told = gamestate(FORTNIGHT, DURING)
    board = AETERNUS.board(told.values)
    assert board is not None
    assert board.headline == (
        "5 players, 22 hexes, Phase II (Phase Number 1); influence: ana 2, bob 1, cy 1; Judge: cy"
    )
    merging = ("m4: bob + cy as The <b>Duo</b>", "merge", 2, 0, "open")
    assert board.rows == [("m7", "Standard", 0, 0, "waiting"), ("m8", "Urgent", 1, 1, "open"), merging]
    doubtful = AETERNUS.board(gamestate(DOUBTFUL, AFTER).values)
    assert doubtful is not None
    assert "influence undetermined" in doubtful.headline
    over = AETERNUS.board(gamestate(won(), AFTER).values)
    assert over is not None
    assert over.headline.startswith("won by ana; 1 players, 11 hexes")


def test_the_chat_is_told_how_the_cycle_stands() -> None:
    status = AETERNUS.said_in_chat(gamestate(FORTNIGHT, DURING)).status
    for words in ("Phase II until", "The world: 22 hexes", "ana: 2 hexes, influence 2", "Judge: cy"):
        assert words in status
    assert "Won by the faction ana" in AETERNUS.said_in_chat(gamestate(won(), AFTER)).status


PERHAPS_WON = """2025-02-07 12:00:00 ana in game-actions m1: Merge request: ana + bob as "Duo"
2025-02-07 12:01:00 bob thumbsup m1
2025-02-07 12:02:00 ana thumbsdown m1
2025-02-09 11:50:00..2025-02-09 12:10:00 ana removes thumbsdown m1
2025-02-10 12:00:00 cy in game-actions m2: Traverse (0,0,1)
"""


def perhaps_won() -> str:
    """A cycle that is won if a vote was taken back in time, and goes on else."""
    flags = ", ".join(
        f'{{"at": [0, 0, {z}], "features": ["Flag"], "flag_owner": "{"bob" if z == 1 else "ana"}"}}'
        for z in range(1, 11)
    )
    opening = f'{{"players": [{{"id": "ana"}}, {{"id": "bob"}}, {{"id": "cy"}}], "world": [{flags}]}}'
    return f"2025-02-07 00:00:00 opening {opening}\n{PERHAPS_WON}"


def test_whose_place_is_not_certain_stands_below_the_table_of_the_map() -> None:
    story = perhaps_won()
    assert gamestate(story, AFTER).values["players"]["cy"]["at"] == UNDETERMINED
    below = "Not certain enough to stand in a row: cy, place: undetermined"
    assert below in plain(page("map", AFTER, story))
    assert "Not certain enough" not in plain(page("map", AFTER, story.replace("cy in game", "zed in game")))


def test_a_cycle_that_is_perhaps_won_is_not_said_to_be() -> None:
    story, at = perhaps_won(), AFTER
    assert "Whether, when and by which faction the cycle is won is undetermined" in plain(page("players", at, story))
    for region in ("players", "abilities"):
        assert "Phase I " in plain(page(region, at, story)), region
    told = AETERNUS.said_in_chat(gamestate(story, at)).status.splitlines()
    assert told[1] == "Whether, when and by which faction the cycle is won: undetermined"
    for region in ("map", "players", "factions", "abilities", "odds"):
        assert not re.search("has won|is over", page(region, at, story)), region


def test_a_reply_shows_the_dice_of_a_hex_in_the_order_in_which_they_are_thrown() -> None:
    story = """2025-02-07 09:00:00 opening {"players": [{"id": "ana"}]}
2025-02-07 10:00:00 ana in game-actions m1: Traverse North
2025-02-07 10:00:00 rolls d15,d24,d21,d100: 13 17 2 60
"""
    (reply,) = AETERNUS.said_in_chat(gamestate(story, "2025-02-07T11:00:00Z")).replies
    assert "Dice: 13, 17, 2, 60" in reply.text
