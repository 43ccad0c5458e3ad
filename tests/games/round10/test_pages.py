"""What Round 10's pages say of a lively fortnight: every fact in its place and with its clause."""

import re

import pytest

from tests.games.chat_pages import plain, row
from tests.games.round10.lively import AFTER, AT_LAST, DURING, FORTNIGHT, drafts, wikitexts
from tracker.games.round10.law import CLAUSES
from tracker.games.round10.pages import CATALOGUE


def page(region: str, at: str, story: str = FORTNIGHT) -> str:
    return plain(wikitexts(story, at)[region])


def test_every_page_of_the_catalogue_is_drafted_under_its_title() -> None:
    found = {draft.page for draft in drafts(FORTNIGHT, AT_LAST)}
    expected = {title.replace("{month}", "2021-08") for key, title in CATALOGUE.items() if key != "dice_month"}
    assert found == expected, "dice that a story gives are not the tracker's, so that no month has a page of them"


def test_every_page_says_that_it_reflects_discord_and_cites_clauses() -> None:
    for region, text in wikitexts(FORTNIGHT, AFTER).items():
        assert "reflects it" in text or region == "dice", region
        assert set(re.findall(r"R10-\d{3}", text)) <= set(CLAUSES), region
    assert "[[Round 10/Ruleset#Phases|<span" in wikitexts(FORTNIGHT, AFTER)["auction"]


def test_nothing_shows_the_instant_of_looking() -> None:
    assert wikitexts(FORTNIGHT, "2021-08-06T12:00:00Z") == wikitexts(FORTNIGHT, "2021-08-06T17:43:21Z")


@pytest.mark.parametrize(
    ("region", "at", "of", "words"),
    [
        ("auction", AFTER, "| m3/2\n", "| bob\n| –\n| failed\n| not_natural_number"),
        ("agreements", AFTER, "message m9", "ana: I accept m9"),
        ("proposals", DURING, "message m10", "* for 1: ana\n* against 1: bob"),
        ("proposals", DURING, "message m10", "would take effect it takes at most 2 against it (R10-089)"),
        ("judge", AFTER, "cleo message m12", "overturned"),
    ],
)
def test_a_row_tells_of_its_matter(region: str, at: str, of: str, words: str) -> None:
    assert words in row(page(region, at), of)


@pytest.mark.parametrize(
    ("region", "at", "words"),
    [
        (
            "auction",
            AFTER,
            "The next auction has 10 lots (4 players, 0 who bid in the previous one); there are 3 (R10-035)",
        ),
        ("auction", AT_LAST, "It was over 2021-08-08 00:00 UTC (R10-029). Who bid, as far as it counts"),
        ("hands", AFTER, "score = c·r·m + h = 2·20·3 + 9 = 129 (R10-058)"),
        ("agreements", AFTER, "“each Sunday bob gets 5.” The tracker does not judge them."),
        ("judge", DURING, "2 players remove the Judge, only for abuse of office (R10-118)"),
    ],
)
def test_a_page_tells_what_it_promises(region: str, at: str, words: str) -> None:
    assert words in page(region, at)


def test_hidden_texts_are_shown_nowhere_before_they_are_revealed() -> None:
    for text in wikitexts(FORTNIGHT, DURING).values():
        assert "50 chips on Lot 1" not in text


# --- what each player can do ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "at", "first", "words"),
    [
        ("ana", DURING, "post a bid", "may (R10-016)\n| Bid: HASH in #auctions"),
        ("ana", AFTER, "post a bid", "barred (R10-016)"),
        ("cleo", AFTER, "reveal the bid", "may (R10-141)\n| Reveal: TEXT"),
        ("ana", DURING, "I generate a lot", "barred (R10-036)"),
        ("ana", DURING, "accept", "I accept m9 in #game-actions"),
        ("bob", DURING, "withdraw", "I withdraw m9"),
        ("bob", DURING, "consent to the contract", 'I consent to the contract "Pool"'),
        ("ana", DURING, "vote on the Urgent proposal", "👍 or 👎"),
    ],
)
def test_what_somebody_can_do_with_the_words_for_it(person: str, at: str, first: str, words: str) -> None:
    text = wikitexts(FORTNIGHT, at)["abilities"]
    mine = plain(text.partition(f'<h2 id="can-{person}">')[2].partition("<h2 ")[0])
    assert words in row(mine, first)
