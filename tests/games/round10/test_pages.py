"""What Round 10's pages say of a lively fortnight: every item that players were promised, in its place and with its clause."""

import re

import pytest
from tracker.games.chat_pages import EVENTS_SHOWN
from tracker.games.round10.page_titles import CATALOGUE

from tests.games.chat_pages import plain, row
from tests.games.round10.lively import AFTER, AT_LAST, DOUBTFUL, DURING, FORTNIGHT, drafts, gamestate, wikitexts
from tracker.games.round10.law import CLAUSES


def page(region: str, at: str, story: str = FORTNIGHT) -> str:
    return plain(wikitexts(story, at)[region])


# --- every page -------------------------------------------------------------------------------------------------------


def test_every_page_of_the_catalogue_is_drafted_under_its_title() -> None:
    found = {draft.page for draft in drafts(FORTNIGHT, AT_LAST)}
    expected = {title.replace("{month}", "2021-08") for key, title in CATALOGUE.items() if key != "dice_month"}
    assert found == expected, "dice that a story gives are not the tracker's, so that no month has a page of them"


def test_every_page_says_that_it_reflects_discord() -> None:
    for region, text in wikitexts(FORTNIGHT, AT_LAST).items():
        assert "reflects it" in text or region == "dice", region


def test_every_clause_named_is_one_and_links_into_the_ruleset() -> None:
    for text in wikitexts(FORTNIGHT, AFTER).values():
        named = set(re.findall(r"R10-\d{3}", text))
        assert named
        assert named <= set(CLAUSES)
    assert "[[Round 10/Ruleset#Phases|<span" in wikitexts(FORTNIGHT, AFTER)["auction"]


def test_the_same_story_gives_the_same_pages() -> None:
    assert wikitexts(FORTNIGHT, AFTER) == wikitexts(FORTNIGHT, AFTER)


def test_nothing_shows_the_instant_of_looking() -> None:
    assert wikitexts(FORTNIGHT, "2021-08-06T12:00:00Z") == wikitexts(FORTNIGHT, "2021-08-06T17:43:21Z")


# --- players ----------------------------------------------------------------------------------------------------------


def test_players_with_what_they_hold() -> None:
    assert row(page("players", AFTER), "ana").split("\n|")[1:] == [
        " ana", " player", ' data-sort-value="1627819200" | 2021-08-01 12:00 UTC', ' data-sort-value="105" | 105',
        ' data-sort-value="2" | 2', ' data-sort-value="1" | 1', ' data-sort-value="0" | 0', " 9 of Spades presented\n",
    ]  # fmt: skip


def test_cards_stand_by_rank_with_the_copies_that_were_presented() -> None:
    assert "2× Ace of Cups presented (1), 9 of Hearts presented" in page("players", AFTER)


def test_who_left_is_frozen_since_then() -> None:
    found = row(page("players", AT_LAST), "dev")
    assert "frozen" in found
    assert "2021-08-07 10:00 UTC" in found


# --- the auction ------------------------------------------------------------------------------------------------------


def test_phase_and_until_when() -> None:
    assert "Auction Phase from 2021-08-02 00:00 UTC until 2021-08-05 00:00 UTC (R10-012" in page("auction", DURING)
    assert "Bartering Phase from 2021-08-05 00:00 UTC until 2021-08-09 00:00 UTC" in page("auction", AFTER)


def test_lots_with_their_cards_and_who_generated_them() -> None:
    assert "4 of Roses, 5 of Roses, 6 of Roses" in row(page("auction", AFTER), "| 3\n")
    made = row(page("auction", AFTER), "| 2\n")
    assert "Ace of Leaves, King of Hearts, Knight of Acorns" in made
    assert "ana message m23" in made


def test_how_many_lots_may_be_generated_and_why() -> None:
    text = page("auction", AFTER)
    why = "the highest of 10, 2 for every 3 players (4 play), and 2 for each who bid in the previous auction (nobody)"
    assert f"The next auction has 10 lots: {why} (R10-035). There are 3 (R10-038). may be generated 7" in text
    assert "none may be generated no lots are generated in the Auction Phase (R10-036), until 2021-08-05 00:00 UTC" in (
        page("auction", DURING)
    )


def test_secret_actions_with_their_hashes_dates_and_states() -> None:
    bid = row(page("auction", DURING), "message m2\n")
    for words in ("| bid of ana", "matures 2021-08-05 00:00 UTC", "2021-08-08 00:00 UTC", "not mature", "#auctions"):
        assert words in bid
    assert re.search(r"^\| [0-9a-f]{64}$", bid, re.MULTILINE)
    assert "Lot 1" not in page("auction", DURING).partition("Secret actions")[2]
    later = page("auction", AFTER)
    assert "* Lot 1: 50 chips standing" in row(later, "message m2\n")
    assert "to be revealed" in row(later, "message m4")
    refused = "* Lot 3: no number failed The bid is no explicit, unconditional natural number above 0. (R10-020)"
    assert refused in row(later, "message m3")


def test_a_secret_action_that_failed_says_why() -> None:
    text = page("auction", "2021-08-08T12:00:00Z")
    assert "failed The text was not posted by the revelation date. (R10-143)" in row(text, "message m4")


def test_bids_of_the_last_auction_by_priority() -> None:
    text = page("auction", AT_LAST).partition("The last auction")[2]
    assert "It was over 2021-08-08 00:00 UTC" in text
    assert "ana, bob" in text
    assert re.findall(r"^\| (won|lost|failed)$", text, re.MULTILINE) == ["won", "lost", "failed"]
    assert "message m4" not in text


def test_last_weeks_secret_actions_leave_with_the_next_auction_phase() -> None:
    text = page("auction", AT_LAST).partition("Secret actions")[2].partition("The last auction")[0]
    assert re.findall(r"message (m\d+)", text) == ["m27"]
    auction = next(draft for draft in drafts(FORTNIGHT, AT_LAST) if draft.region == "auction")
    assert "2021-08-09" in auction.may_shrink_for[0]


# --- hands ------------------------------------------------------------------------------------------------------------


def test_a_revealed_hand_is_worked_out_step_by_step() -> None:
    lines = page("hands", AFTER).partition("Revealed and waiting")[2].splitlines()
    start = lines.index("ana")
    assert lines[start + 1] == "129: 9 of Hearts, 9 of Spades, revealed 2021-08-05 12:00 UTC, message m5"
    assert lines[start + 2 : start + 5] == [
        "* c = 2: cards in the hand (R10-059)",
        "* r = 20: ranks that the rules define (R10-060)",
        "* Paired 3: 1 rank, 2 cards of each: 1 + 2 (R10-063)",
    ]
    assert "* score = c·r·m + h = 2·20·3 + 9 = 129 (R10-058)" in lines


def test_placements_with_prizes() -> None:
    text = page("hands", AT_LAST)
    assert "10 chips, 5 Trungs and 1 Standard Proposal Maker (R10-050)" in row(text, "| ana")
    assert "20 chips, 4 Trungs and 1 Standard Proposal Maker (R10-051)" in row(text, "| bob")
    assert "No hand waits to be placed." in text
    assert "* m = 3: Paired 3 (R10-061)" in text


def test_a_placed_hand_is_shown_as_it_was_scored_when_the_tables_have_changed() -> None:
    changed = FORTNIGHT + "2021-08-09 10:00:00 set paired_least_copies = 3\n"
    lines = page("hands", AT_LAST, changed).splitlines()
    assert "* m = 3: Paired 3 (R10-061)" in lines
    assert "* score = c·r·m + h = 2·20·3 + 9 = 129 (R10-058)" in lines
    assert not any("not Running" in line for line in lines[lines.index("1: ana") : lines.index("2: bob")])


# --- agreements -------------------------------------------------------------------------------------------------------


def test_open_offers_with_the_words_to_accept_them() -> None:
    offer = row(page("agreements", AFTER), "message m9")
    assert "ana: I accept m9 to withdraw it, bob: I withdraw m9" in offer
    assert "10 chips" in offer
    assert "not possible" not in offer


def test_offers_whose_ids_end_alike_are_named_by_the_whole_id() -> None:
    ids = ("871440000000184711", "871440000000284711", "871440000000399999")
    told = (f"2021-08-03 13:00:0{n} bob in game-actions {id}: I give {n + 1} chips to @ana" for n, id in enumerate(ids))
    text = page("agreements", AFTER, FORTNIGHT + "\n".join(told))
    named = [f"| {ids[0]}", f"| {ids[1]}", "| 99999"]
    assert [line for line in text.split("\n") if line in named] == named
    assert f"ana: I accept {ids[1]} to" in row(text, f"\n| {ids[1]}\n")


def test_terms_of_contracts_are_shown_whole_and_what_no_message_can_hold_says_where_the_rest_is() -> None:
    lines = "".join(f"\\n{n}. each [[Sunday]] bob gets {n}" for n in range(90))
    shown = page(
        "agreements",
        AFTER,
        FORTNIGHT + f'2021-08-03 13:00:00 ana in game-actions m80: I offer @bob the contract "L": so{lines}',
    )
    assert "89. each [[Sunday]] bob gets 89”" in shown.replace("\xa0", " ")
    assert "cut" not in shown
    long = f'2021-08-03 13:00:00 ana in game-actions m81: I offer @bob the contract "L": {"word " * 900}end'
    cut = page("agreements", AFTER, FORTNIGHT + long)
    assert "cut the whole text is in message m81" in " ".join(cut.replace("\xa0", " ").split())
    assert "end”" not in cut


def test_what_was_refused_is_quoted_in_one_line_without_working_markup() -> None:
    said = "I accept 98 {{Delete}} [[Home]] " + "x " * 300
    story = FORTNIGHT + f"2021-08-03 13:00:00 ana in game-actions m82: I accept 99\\n{said}"
    wikitext = wikitexts(story, AFTER)["attention"]
    assert "{{Delete" not in wikitext
    assert "[[Home" not in wikitext
    shown = row(plain(wikitext), "NO_SUCH_OFFER")
    assert "“I accept 99 I accept 98 {{Delete}} [[Home]] x x" in shown
    assert "x…”" in shown


def test_an_offer_that_cannot_be_kept_says_who_lacks_what() -> None:
    story = FORTNIGHT + "2021-08-09 10:00:00 bob in game-actions m30: I trade 900 chips to @ana for 1 Trung\n"
    assert "not possible now bob lacks" in row(page("agreements", AT_LAST, story), "message m30")


def test_closed_offers_and_contracts() -> None:
    text = page("agreements", AFTER)
    assert "ana gives bob 9 of Hearts for nothing" in row(text, "message m21")
    contract = text.partition("\nContracts\n")[2]
    assert contract.startswith("Pool\noffered , offered 2021-08-03 12:00 UTC, message m14")
    assert 'Still to consent: bob: I consent to the contract "Pool".' in contract
    assert "“each Sunday bob gets 5. I intend to be bound.” The tracker does not judge them." in contract


# --- proposals --------------------------------------------------------------------------------------------------------


def test_votes_so_far_by_name_and_those_that_do_not_count() -> None:
    proposal = row(page("proposals", DURING), "message m10")
    for words in (
        "* for 1: ana",
        "* against 1: bob",
        "* does not count zed: is no player (R10-005)",
        "would take effect",
    ):
        assert words in proposal
    assert "it takes at most 2 against (R10-089)" in proposal
    assert "2021-08-04 15:00 UTC the voting ends; it begins 2021-08-02 15:00 UTC" in proposal


def test_a_proposal_that_waits() -> None:
    proposal = row(page("proposals", DURING), "message m7")
    for words in (
        "Standard by cleo",
        "waiting",
        "2021-08-09 00:00 UTC",
        "2021-08-05 00:00 UTC",
        "would fail",
        "R10-093",
    ):
        assert words in proposal


def test_verdicts_with_their_clauses() -> None:
    text = page("proposals", AT_LAST).partition("Latest decisions")[2]
    assert "failed it takes at least 1/2 of the votes in favour, and at least one vote (R10-093)" in row(text, "m7")
    assert "1 for: ana 1 against: bob" in row(text, "m10")
    assert "people change the ruleset (R10-096)" in row(text, "m10")


def test_a_retracted_proposal_says_why() -> None:
    text = page("proposals", DURING, FORTNIGHT + "2021-08-03 14:30:00 edit m10: [Urgent] Lots have five cards.\n")
    assert "retracted The message was changed during the voting period. (R10-082)" in row(text, "message m10")


def test_unseen_swaps_are_warned_of_where_the_chat_is_read_by_looks() -> None:
    look = '{"kind": "look", "source": "discord", "complete": true, "not_before": "A", "not_after": "B"}'
    watched = look.replace("A", "2021-08-03T14:50:00Z").replace("B", "2021-08-03T14:55:00Z")
    story = f"{FORTNIGHT}2021-08-03 14:50:00..2021-08-03 14:55:00 json {watched}\n"
    assert "a reaction may have been swapped unseen" in page("proposals", DURING, story)
    assert "swapped unseen" not in page("proposals", DURING)


# --- the Judge --------------------------------------------------------------------------------------------------------


def test_the_judge_the_term_and_candidacies() -> None:
    text = page("judge", DURING)
    assert "Judge: cleo, since 2021-08-01 12:00 UTC, until 2021-08-08 00:00 UTC (R10-131, R10-133)." in text
    assert "Assents to the removal: 0 of 2" in text
    assert "| ana" in row(text, "dev #judge-elections, message m15")


def test_requests_rulings_and_votes_of_confidence() -> None:
    text = page("judge", DURING)
    assert "question: “Is 0/0 at least 1/2?”" in row(text, "dev message m11")
    assert "* standing" in row(text, "cleo message m12")
    vote = row(text, "by dev message m13")
    assert "| 0" in vote
    assert "| 1 ana" in vote
    assert "overturned 2021-08-05 11:00 UTC (R10-127)" in row(page("judge", AFTER), "cleo message m12")


# --- what each player can do ------------------------------------------------------------------------------------------


def can(person: str, at: str, story: str = FORTNIGHT) -> str:
    """The section of one person."""
    text = wikitexts(story, at)["abilities"]
    return plain(text.partition(f'<h2 id="can-{person}">')[2].partition("<h2 ")[0])


@pytest.mark.parametrize(
    ("person", "at", "first", "words"),
    [
        (
            "ana",
            DURING,
            "post a bid",
            "may (R10-016)\n| Bid: HASH in #auctions they hold 105 chips; in place of the bid",
        ),
        ("ana", AFTER, "post a bid", "barred (R10-016)\n| only in the Auction Phase\n"),
        ("ana", AFTER, "post a bid", "2021-08-09 00:00 UTC"),
        ("cleo", DURING, "post a hand", "barred (R10-041)\n| a hand needs a card that they possess"),
        ("cleo", DURING, "reveal the bid of message m4", "barred (R10-141)\n| it is not mature\n"),
        ("cleo", AFTER, "reveal the bid of message m4", "may (R10-141)\n| Reveal: TEXT in any public channel"),
        ("cleo", AFTER, "reveal the bid of message m4", "2021-08-08 00:00 UTC"),
        ("ana", AFTER, "generate up to 7 lots", "I generate a lot in #game-actions"),
        ("ana", DURING, "generate lots", "no lots are generated in the Auction Phase"),
        ("ana", DURING, "exchange 10 Trungs for 1 Gold Star", "may (R10-113)"),
        ("ana", DURING, "exchange 2 Trungs for 1 Standard", "may (R10-114)"),
        ("bob", DURING, "exchange 10 Trungs for 1 Gold Star", "barred (R10-113)\n| they hold 1 Trung"),
        ("ana", DURING, "accept offer m9", "I accept m9 in #game-actions bob gives 10 chips for 1 Trung"),
        ("bob", DURING, "withdraw offer m9", "I withdraw m9"),
        ("bob", DURING, "consent to the contract", 'I consent to the contract "Pool"'),
        ("ana", DURING, "vote on the Urgent proposal m10", "they are for it"),
        ("cleo", DURING, "vote on the Urgent proposal m10", "they have not voted"),
        ("dev", DURING, "vote on ruling m12", "👍 (affirm) or 👎 (overturn) on message m13"),
        ("bob", DURING, "make a Standard proposal", "it takes a Standard Proposal Maker, 2 Trungs buy one"),
        (
            "bob",
            "2021-08-08T12:00:00Z",
            "make a Standard proposal",
            "voted on from 2021-08-09 00:00 to 2021-08-12 00:00",
        ),
        ("dev", DURING, "stand for Judge", "they stand already"),
        ("cleo", DURING, "overturn ruling m12", "2021-08-10 10:00 UTC"),
        ("ana", DURING, "call for a vote of confidence on ruling m12", "2021-08-07 10:00 UTC"),
        ("dev", AT_LAST, "join the game", "what they hold is theirs to use again then"),
    ],
)
def test_what_somebody_can_do(person: str, at: str, first: str, words: str) -> None:
    assert words in row(can(person, at), f"| {first}")


def test_who_is_no_player_can_only_join() -> None:
    assert can("dev", AT_LAST).count("may (") == 1


# --- the log and what people must look at -----------------------------------------------------------------------------


def test_the_log_cites_messages() -> None:
    text = page("log", AT_LAST)
    assert "#auctions, bob, message m27" in row(text, "bob posts a bid: it matures at 2021-08-12")
    assert "by itself" in row(text, "ana gains 100 chips")
    assert "Month by month: 2021-08." in text


def test_the_log_shows_the_newest_and_its_month_all() -> None:
    chatty = "".join(
        f"2021-08-09 10:{number // 60:02}:{number % 60:02} ana in game-actions x{number}: I give 1 chips to @bob\n"
        for number in range(EVENTS_SHOWN + 5)
    )
    pages = wikitexts(FORTNIGHT + chatty, AT_LAST)
    assert pages["log"].count("\n|-\n") == EVENTS_SHOWN
    assert pages["log-2021-08"].count("\n|-\n") == len(gamestate(FORTNIGHT + chatty, AT_LAST).events)


def test_refusals_with_code_clause_and_a_sentence() -> None:
    refused = row(page("attention", AFTER), "message m8")
    for words in ("zed", "WRONG_CHANNEL", "this belongs in #game-actions; it has no effect here (R10-007)", "#general"):
        assert words in refused


def test_open_questions_say_how_they_are_answered() -> None:
    text = page("attention", AFTER)
    assert "Questions that wait for a person's decision: 1." in page("players", AFTER)
    assert "nothing, or in your own words, such as “I " in text
    assert "”: tracker decide reading:m16:1 ANSWER --by NAME --why TEXT" in text


def test_findings_are_shown() -> None:
    assert "9 of Hearts went from ana to bob" in row(page("attention", AFTER), "presented card traded")


# --- the round's end --------------------------------------------------------------------------------------------------

WON = """
2021-08-01 12:00:00 opening {"players": [{"id": "ana", "trungs": 10, "gold_stars": 9}, {"id": "bob"}]}
2021-08-03 09:00:00 bob in proposals m1: [Urgent] More.
2021-08-03 10:00:00 ana in game-actions m2: I exchange 10 Trungs for 1 Gold Star
"""


def test_the_round_is_over_and_its_pages_stand_still() -> None:
    at_once, later = wikitexts(WON, "2021-08-03T10:00:00Z"), wikitexts(WON, "2021-09-20T10:00:00Z")
    assert at_once == later
    assert "ana has won the round, 2021-08-03 10:00 UTC (R10-147)." in plain(later["players"])
    assert "Nothing: the round is over." in plain(later["abilities"])


def test_nothing_has_happened_yet() -> None:
    pages = wikitexts("2021-08-03 09:00:00 ana in general m1: Hello\n", "2021-08-03T10:00:00Z")
    assert "Nobody has joined yet." in pages["players"]
    assert "Nothing has come about yet." in pages["log"]
    assert "no Judge" in pages["judge"]


# --- undetermined -----------------------------------------------------------------------------------------------------


def test_a_verdict_in_doubt_is_undetermined_in_its_place() -> None:
    found = row(page("proposals", "2021-08-06T10:00:00Z", DOUBTFUL), "message m1")
    assert "undetermined it takes at most 2 against" in found
    assert "undetermined against: ana, bob, cleo undetermined" in found
    assert "tracker decide verdict:m1 ANSWER" in page("attention", "2021-08-06T10:00:00Z", DOUBTFUL)


def test_while_a_vote_is_open_what_is_in_doubt_is_named() -> None:
    story = DOUBTFUL.replace("09:55:00..2021-08-05 10:05:00", "09:30:00..2021-08-05 09:50:00")
    found = row(page("proposals", "2021-08-05T09:40:00Z", story), "message m1")
    assert "* not certain: cleo" in found
    assert (
        "** a reaction of cleo was cast or taken back between 2021-08-05 09:30 and 2021-08-05 09:50 (R10-084)" in found
    )
    assert "undetermined" in found


def test_goods_and_lots_on_which_a_departure_hangs_are_undetermined_in_their_places() -> None:
    at = "2021-08-08T12:00:00Z"
    holding = row(page("players", at, DOUBTFUL), "| ana")
    assert '| data-sort-value="-1" | undetermined' in holding
    assert "2 of Hearts undetermined" in holding
    lot = row(page("auction", at, DOUBTFUL), "| King of Hearts")
    assert "| 1 undetermined" in lot
    assert "undetermined" in row(page("log", at, DOUBTFUL), "wins Lot 1 for 5 chips")
    assert "undetermined" in row(page("auction", at, DOUBTFUL), "message m2")
    assert "to carry out" not in page("attention", at, DOUBTFUL)


def test_a_decision_settles_what_was_undetermined() -> None:
    asked = {question.id for question in gamestate(DOUBTFUL, "2021-08-08T12:00:00Z").questions}
    assert len(asked) == 2
    decided = DOUBTFUL
    for question in sorted(asked):
        answer = "after" if question.startswith("departed") else '"took effect"'
        decided += f'2021-08-08 13:00:00 decide {question} {answer} by bob because "so it was"\n'
    for region, text in wikitexts(decided, "2021-08-08T14:00:00Z").items():
        assert "undetermined" not in text, region


# --- names ------------------------------------------------------------------------------------------------------------

NAMED = """
2021-08-01 12:00:00 opening {"players": [{"id": "111111111111111111"}, {"id": "222222222222222222"}]}
2021-08-02 10:00:00 json {"kind": "message", "id": "900000000000000001", "channel": "game-actions", "author": "111111111111111111", "name": "Ana", "text": "I give 5 chips to <@222222222222222222>"}
2021-08-02 10:01:00 json {"kind": "message", "id": "900000000000000002", "channel": "proposals", "author": "222222222222222222", "name": "NAME", "text": "[Urgent] @everyone, let <@111111111111111111> win"}
"""  # noqa: E501


def named(second: str) -> str:
    """The story with the second player's display name, in the records that are told as they are."""
    lines = NAMED.replace("NAME", second).splitlines()
    instant = re.compile(r"^(\S+) (\S+) json \{")
    return "\n".join(instant.sub(r'\1 \2 json {"at": "\1T\2Z", ', line) for line in lines) + "\n"


def test_people_are_shown_by_name_in_cells_sentences_and_mentions() -> None:
    at = "2021-08-02T12:00:00Z"
    texts = {region: plain(text) for region, text in wikitexts(named("Bob"), at).items()}
    assert "| Ana" in row(texts["players"], "Ana")
    assert "offer 00001: Ana gives Bob 5 chips for nothing" in texts["log"]
    assert "#game-actions, Ana, 2021-10-19 12:38 UTC" in texts["log"]
    assert "“[Urgent] @everyone, let @Ana win”" in texts["proposals"]
    for region, text in texts.items():
        assert "<@" not in text, region
        assert "11111111" not in re.sub(r'id="[^"]*"', "", text), region
        assert "@everyone" not in wikitexts(named("Bob"), at)[region]


@pytest.mark.parametrize("alike", ["Ana", "\u0410N\u0410", "ana ", "A\u200bna"])
def test_a_name_that_looks_like_another_stands_with_its_id(alike: str) -> None:
    text = plain(wikitexts(named(alike), "2021-08-02T12:00:00Z")["players"])
    assert "Ana (111111111111111111)" in text
    assert "(222222222222222222)" in text


def test_a_bid_of_which_no_lot_can_be_told_is_on_none() -> None:
    story = """
    2021-08-01 00:00:00 opening {"players": [{"id": "ana", "chips": 50}, {"id": "bob"}]}
    2021-08-02 10:00:00 ana in auctions m1: Bid: {sha256:Bid: whatever it takes}
    2021-08-05 10:00:00 ana in auctions m2: Reveal: Bid: whatever it takes
    2021-08-05 10:01:00 decide reading:m2:bids nothing by zoe because "it is none"
    """
    for at in ("2021-08-06T00:00:00Z", "2021-08-08T01:00:00Z"):
        assert "Lot 0" not in page("auction", at, story)
    assert "A bid whose lot cannot be told: no number failed" in page("auction", "2021-08-06T00:00:00Z", story)
    assert "\n| –\n| ana\n" in page("auction", "2021-08-08T01:00:00Z", story)
