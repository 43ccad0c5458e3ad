"""What the pages of Ducks say of a lively fortnight: every item that players were promised, in its place and with its clause."""

import json
import re

import pytest
from tracker.games.ducks.page_titles import CATALOGUE, PICTURE

from tests.games.chat_pages import plain, row
from tests.games.ducks.lively import AFTER, AT_LAST, DOUBTFUL, DUCKS, DURING, FORTNIGHT, drafts, gamestate, wikitexts
from tracker.games.chat_pages import EVENTS_SHOWN
from tracker.games.ducks.law import CLAUSES


def page(region: str, at: str, story: str = FORTNIGHT) -> str:
    return plain(wikitexts(story, at)[region])


ITEMS = "1 Egg, 2 God Egg, 1 Grapes, 12 Seeds, 1 Icy Grapes-Blood Orange Smoothie"


def cells(region: str, at: str, first: str, story: str = FORTNIGHT) -> list[str]:
    """The cells of the row that holds these words, without what they are sorted by."""
    found = row(page(region, at, story), first).split("\n|")[1:]
    return [re.sub(r'^ data-sort-value="[^"]*" \|', "", cell).strip() for cell in found]


# --- every page -------------------------------------------------------------------------------------------------------


def test_every_page_of_the_catalogue_is_drafted_under_its_title() -> None:
    found = {draft.page for draft in drafts(FORTNIGHT, AT_LAST)}
    written = {title for key, title in CATALOGUE.items() if key not in (PICTURE, "dice_month")}
    expected = {title.replace("{month}", "2021-03") for title in written}
    assert found == expected, "dice that a story gives are not the tracker's, so that no month has a page of them"


def test_every_page_says_that_it_reflects_discord() -> None:
    for region, text in wikitexts(FORTNIGHT, AT_LAST).items():
        assert "reflects it" in text or region == "dice", region


def test_every_clause_named_is_one_and_links_into_the_ruleset() -> None:
    for region, text in wikitexts(FORTNIGHT, AFTER).items():
        named = set(re.findall(r"DUCK-\d{3}", text))
        assert named, region
        assert named <= set(CLAUSES), region
    assert "[[Ducks/Ruleset#Ponds|<span" in wikitexts(FORTNIGHT, AFTER)["ponds"]


def test_nothing_shows_the_instant_of_looking() -> None:
    assert wikitexts(FORTNIGHT, "2021-03-12T12:00:00Z") == wikitexts(FORTNIGHT, "2021-03-12T17:43:21Z")


# --- players and ducks ------------------------------------------------------------------------------------------------


def test_players_with_what_they_hold_and_their_ducks() -> None:
    found = cells("ducks", AT_LAST, ITEMS)
    assert found == [
        "ana",
        "player",
        "2021-03-08 00:00 UTC",
        "5",
        "3",
        "35",
        "1 Egg, 2 God Egg, 1 Grapes, 12 Seeds, 1 Icy Grapes-Blood Orange Smoothie",
    ]


def test_who_left_is_no_player_since_then_and_their_duck_is_ownerless() -> None:
    assert cells("ducks", AFTER, "| dee")[1:4] == ["no player", "2021-03-11 13:00 UTC", "0"]
    ownerless = page("ducks", AFTER).partition("\nOwnerless (DUCK-131)\n")[2]
    assert "duck #8 lacks a name and a pond" in ownerless


def test_ducks_stand_below_their_owners_with_all_that_they_have() -> None:
    text = page("ducks", DURING)
    of_ana = text.partition("\nana\n")[2].partition("\nben\n")[0]
    assert "Puddle #1" in of_ana
    assert "Moss #2" in of_ana
    assert "Bob #3" not in of_ana
    assert cells("ducks", DURING, "Puddle #1") == [
        "Puddle #1", "26", "Red", "1", "–", "potential 7, since 2021-03-08 11:00 UTC (DUCK-090)", "–",
        "fed with 1 Watermelon Slice in this voting period",
    ]  # fmt: skip
    assert cells("ducks", DURING, "Moss #2")[6] == "Puddle"


def test_an_egg_tells_which_duck_laid_it() -> None:
    story = FORTNIGHT.partition("2021-03-08 17:00:00")[0]
    assert cells("ducks", "2021-03-08T16:59:00Z", "Puddle #1", story)[4] == "1 Egg (laid by: Puddle)"


# --- ponds ------------------------------------------------------------------------------------------------------------


def test_the_next_upkeep_is_worked_out_for_every_duck() -> None:
    text = page("ponds", DURING)
    assert "The next upkeep is 2021-03-11 00:00 UTC" in text
    assert cells("ponds", DURING, "Moss #2")[4:] == ["Moss: -0 +2", "2"]
    assert cells("ponds", DURING, "Bob #3")[4:] == ["Bob: -1 +1", "0"]


def test_ducks_that_the_upkeep_leaves_alone_say_why() -> None:
    assert cells("ponds", DURING, "Puddle #1")[4:] == ["left alone on a mission (DUCK-098)", "0"]
    assert cells("ponds", DURING, "Moe #4")[4:] == ["left alone uncoloured (DUCK-167)", "0"]


def test_what_the_page_foretells_comes_about() -> None:
    quiet = FORTNIGHT.partition("2021-03-09 10:00:00")[0]
    before = gamestate(quiet, "2021-03-10T23:59:59Z")
    after = gamestate(quiet, "2021-03-11T00:00:00Z")
    for pond in before.detail.play.ponds.values():
        for each in pond.ducks.values():
            assert after.detail.play.ducks[each.number].quacks == each.quacks + each.change


# --- titles, God Eggs, the Disciple -----------------------------------------------------------------------------------


def test_titles_with_who_is_how_far_behind() -> None:
    text = page("titles", DURING)
    assert "Duck God: God Eggs (DUCK-102)." in text
    assert "vacant : complete ducks (DUCK-103)." in text
    king = text.partition("Duck King\n")[2].partition("Duck Lord\n")[0]
    assert row(king, "cy").split("\n|")[2:] == [
        ' data-sort-value="1" | 1', ' data-sort-value="1" | 1', ' data-sort-value="2" | 2\n'
    ]  # fmt: skip


def test_a_duke_is_named() -> None:
    assert "DUCK DUKE\nana: being Duck King and Duck Lord (DUCK-106)." in page("titles", AFTER)


def test_god_eggs_with_the_distance_to_losing() -> None:
    assert cells("titles", DURING, "Duck God (DUCK-145)")[1:4] == ["5", "12", "7"]
    assert cells("titles", DURING, "Duck Old One (DUCK-161)")[1:4] == ["20", "24", "4"]
    assert "Duck God gains its next one 2021-03-14 00:00 UTC (DUCK-144)" in page("titles", DURING)


def test_the_disciple_with_who_hurt_it_and_who_acted() -> None:
    text = page("titles", DURING)
    assert "Disciple Waddles has 28 Quacks" in text
    assert "rewarded so at its end: Bob (DUCK-148" in text
    assert "in this voting period, once each: ben (DUCK-147)" in text
    assert "once each: nobody" in page("titles", AFTER)


# --- auctions, trades, proposals, the Judge ---------------------------------------------------------------------------


def test_auctions_with_bids_and_their_end() -> None:
    text = page("agreements", DURING)
    assert (
        "First valid bid 2021-03-08 14:30 UTC; it ends 2021-03-14 00:00 UTC (DUCK-139). Leading: ana with 5 Quacks"
        in text
    )
    assert "“Waif” is its name for the auction only (DUCK-133)." in text
    assert cells("agreements", DURING, "message m9") == ["ben message m9", "3", "2021-03-08 14:30 UTC", "valid"]


def test_ownerless_ducks_that_nobody_bid_on_are_named() -> None:
    assert "nobody has bid yet: duck #8 #8. I bid 3 Quacks on duck #8." in page("agreements", AFTER)


def test_open_and_closed_offers() -> None:
    assert cells("agreements", DURING, "message m8")[1:5] == ["ana", "10 Seeds", "ben", "1 Grapes"]
    assert "not possible now ben lacks 1 Grapes (DUCK-022)" in page("agreements", DURING)
    assert cells("agreements", AFTER, "message m8")[3] == "failed"


def test_proposals_with_their_votes() -> None:
    found = row(page("proposals", DURING), "message m7")
    for words in (
        "urgent by dee",
        "for 1: ana",
        "against 1: ben",
        "does not count zed: is no player (DUCK-004)",
        "would be adopted",
    ):
        assert words in found
    assert "voting-pending (DUCK-036)" in row(page("proposals", DURING), "message m6")
    assert "adopted" in row(page("proposals", AT_LAST), "message m6")


def test_requests_rulings_and_votes_of_confidence() -> None:
    text = page("judge", DURING)
    assert "Judge: cy, since 2021-03-08 00:00 UTC" in text
    assert "question: “May a duck eat itself?”" in row(text, "message m11")
    assert "“It may.”" in row(text, "message m12")
    assert "1 ana" in row(text, "message m13")
    assert "overturned 2021-03-10 16:30 UTC (DUCK-181)" in row(page("judge", AFTER), "message m12")


# --- what everybody can still do --------------------------------------------------------------------------------------


def can(person: str, at: str, story: str = FORTNIGHT) -> str:
    return page("abilities", at, story).partition(f"\n{person}\n")[2]


@pytest.mark.parametrize(
    ("person", "at", "first", "words"),
    [
        ("ana", DURING, "feed another player's duck", "barred (DUCK-062)"),
        ("ana", AFTER, "feed another player's duck", 'I feed "DUCK". in #game-actions once in this voting period; 2 complete'),
        ("cy", DURING, "send a duck scouting", "may (DUCK-090)"),
        ("ana", DURING, "retrieve Puddle", "the voting period goes on in which Puddle was sent"),
        ("ana", DURING, "adjust a potential", "Puddle"),
        ("ana", AFTER, "roll for loot", "Puddle"),
        ("ben", DURING, "act against the Duck Disciple", "barred (DUCK-147)"),
        ("ben", AFTER, "act against the Duck Disciple", "may (DUCK-147)"),
        ("ana", AFTER, "perform Steal Duck", "barred (DUCK-081)\n| they are Duck Royalty"),
        ("ben", AFTER, "perform Steal Duck", "on Puddle"),
        ("cy", DURING, "perform Hatch Egg", "barred (DUCK-076)"),
        ("ana", DURING, "bid on Lost", "they lead with 5 Quacks; from 6 to"),
        ("cy", DURING, "bid on Lost", "barred (DUCK-135)\n| it takes 6 Quacks, and their complete ducks have 0 together"),
        ("ana", DURING, "name a duck", "duck #9"),
        ("ben", DURING, "vote on the urgent proposal m7 by dee", "they are against it"),
        ("ben", DURING, "vote on ruling m12", "they have not voted"),
        ("ben", DURING, "accept offer m8", "barred (DUCK-022)\n| ben lacks 1 Grapes: ana gives 10 Seeds for 1 Grapes"),
        ("ana", DURING, "withdraw offer m8 to ben", "I cancel trade m8."),
        ("cy", DURING, "overturn ruling m12", "I overturn my ruling m12."),
        ("dee", AFTER, "join the game", "ducks that became ownerless do not come back"),
    ],
)  # fmt: skip
def test_what_somebody_can_do(person: str, at: str, first: str, words: str) -> None:
    assert words in row(can(person, at), f"| {first}")


def test_who_is_no_player_can_only_join() -> None:
    assert can("dee", AFTER).count("may (") == 1


# --- the log and what people must look at -----------------------------------------------------------------------------


def test_the_log_cites_messages() -> None:
    text = page("log", AFTER)
    assert "#game-actions, ben, message m21" in row(text, "Bob performs Cannibalism on Moe")
    assert "by itself" in row(text, "ducks gain or lose Quacks by their neighbours")
    assert "Month by month: 2021-03." in text


def test_the_log_shows_the_newest_and_its_month_all() -> None:
    chatty = "".join(
        f"2021-03-15 10:{number // 60:02}:{number % 60:02} ana in game-actions x{number}: I trade 1 Seeds to @ben for nothing\n"
        for number in range(EVENTS_SHOWN + 5)
    )
    pages = wikitexts(FORTNIGHT + chatty, AT_LAST)
    assert pages["log"].count("\n|-\n") == EVENTS_SHOWN
    assert pages["log-2021-03"].count("\n|-\n") == len(gamestate(FORTNIGHT + chatty, AT_LAST).events)


def test_refused_and_unclear_actions_with_code_clause_and_a_sentence() -> None:
    text = page("attention", AFTER)
    refused = row(text, "message m2 ")
    for words in ("ana", "already_fed", "has fed another player's duck in this voting period (DUCK-062)", "action 2"):
        assert words in refused
    assert "unclear" in row(text, "message m16")
    said = 'one of nothing, or in your own words, such as “I feed "DUCK" with 10 Seeds.”'
    assert said in text
    assert "tracker decide reading:m16:1 ANSWER" in text


# --- the round's end and its beginning --------------------------------------------------------------------------------


def lost() -> str:
    stated = {"players": [{"id": "ana"}, {"id": "ben"}], "ponds": 1, "duck_god": {"God Egg": 11}}
    return (
        f"2021-03-08 00:00:00 opening {json.dumps(stated)}\n2021-03-08 09:00:00 ana in proposals m1: Proposal: More\n"
    )


def test_the_round_is_lost_and_its_pages_stand_still() -> None:
    at_once, later = wikitexts(lost(), "2021-03-14T00:00:00Z"), wikitexts(lost(), "2021-05-20T10:00:00Z")
    assert at_once == later
    said = "All players have lost the round, 2021-03-14 00:00 UTC: Duck God has 12 God Eggs (DUCK-145)."
    assert said in plain(later["ducks"])
    assert "Nothing: the round is over." in plain(later["abilities"])
    assert "there is no further upkeep" in later["ponds"]


def test_nothing_has_happened_yet() -> None:
    pages = wikitexts("2021-03-08 09:00:00 ana in general m1: Hello\n", "2021-03-08T10:00:00Z")
    assert "Nobody has joined yet." in pages["ducks"]
    assert "There are no ducks." in pages["family"]
    assert "There are no ponds." in pages["ponds"]
    assert "Nothing has come about yet." in pages["log"]
    assert "no Judge" in pages["judge"]


# --- undetermined -----------------------------------------------------------------------------------------------------


def test_a_verdict_in_doubt_is_undetermined_in_its_place() -> None:
    found = row(page("proposals", "2021-03-11T10:00:00Z", DOUBTFUL), "message m1")
    assert "undetermined" in found
    assert "tracker decide verdict:m1 ANSWER" in page("attention", "2021-03-11T10:00:00Z", DOUBTFUL)


def test_ducks_on_which_a_departure_hangs_are_undetermined_in_their_places() -> None:
    at = "2021-03-14T12:00:00Z"
    assert cells("ducks", at, "| dee", DOUBTFUL)[1] == "no player"
    assert cells("ducks", at, "Bob #2", DOUBTFUL)[1] == "undetermined"
    assert "undetermined" in row(page("log", at, DOUBTFUL), "dee wins Lost for 5 Quacks")


def test_a_decision_settles_what_was_undetermined() -> None:
    asked = {question.id for question in gamestate(DOUBTFUL, "2021-03-14T12:00:00Z").questions}
    decided = DOUBTFUL
    for question in sorted(asked):
        answer = "after" if question.startswith("departed") else '"took effect"'
        decided += f'2021-03-14 13:00:00 decide {question} {answer} by ben because "so it was"\n'
    for region, text in wikitexts(decided, "2021-03-14T14:00:00Z").items():
        assert "undetermined" not in text, region


# --- the picture's title ----------------------------------------------------------------------------------------------


def test_the_family_page_shows_the_picture_that_is_uploaded() -> None:
    told = gamestate(FORTNIGHT, AT_LAST)
    names = {**CATALOGUE, PICTURE: "File:Our ducks.svg", "family": "Kin"}
    (picture,) = DUCKS.pictures(told, names)
    family = next(draft for draft in DUCKS.pages(told, names) if draft.region == "family")
    assert (picture.filename, family.values["file"], family.page) == ("Our ducks.svg", "File:Our ducks.svg", "Kin")
    assert "[[Kin]]" in picture.description
