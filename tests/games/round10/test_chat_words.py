"""What the tracker says of Round 10 in its chat: how it stands, also where people must decide, and replies."""

from datetime import datetime

from tests.games.chat_stories import told
from tests.games.round10.lively import ROUND10
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.chat_answers import ChatAnswers
from tracker.core.instants import parse_instant

OPENING = '2021-08-05 00:00:00 opening {players = [{id = "ana", player = true, chips = 50}, {id = "bob", player = true}], judge = "bob"}'


def said(story: str, until: str) -> ChatAnswers:
    rows = rows_of(ROUND10, told(f"{OPENING}\n{story}", "round10"))
    answers = ROUND10.said_in_chat(gamestate_at(ROUND10, rows, parse_instant(until)))
    assert answers is not None
    return answers


def test_the_status_names_phase_proposals_lots_judge_and_questions() -> None:
    story = """
    2021-08-05 10:00:00 rolls d12,d20,d12,d20,d12,d20: 1 1 10 20 5 16
    2021-08-05 10:00:00 ana in game-actions m1: I generate a lot
    2021-08-05 11:00:00 bob in proposals m2: [Urgent] Lots have four cards.
    2021-08-05 11:10:00 ana +1 m2
    2021-08-05 12:00:00 bob in game-actions m3: I generate some lots, perhaps, who knows
    """
    status = said(story, "2021-08-05T13:00:00Z").status.split("\n")
    assert status[:2] == ["Infinite Nomic, Round 10: how it stands", "Bartering Phase until 2021-08-09 00:00 UTC"]
    assert status[2] == "Open proposals: 1"
    assert status[3].startswith("• Urgent proposal of bob: 1 for, 0 against, voted on until 2021-08-07 ")
    assert status[4:7] == ["Lots on offer: 1", "• 1: Ace of Leaves, King of Hearts, Knight of Acorns", "Judge: bob"]
    assert status[7] == "Questions for people: 1"
    assert status[8].startswith("• “I generate some lots, perhaps, who knows” cannot be read")


def test_of_a_vote_that_is_over_the_status_says_so() -> None:
    asked = "2021-08-05 10:00:00 ana in proposals m1: [Urgent] One\n"
    unread = f"{asked}2021-08-07 09:00:00..2021-08-07 09:58:00 look discord"
    over = "against, voted on until 2021-08-07 10:00 UTC, which is over: the result waits"
    assert "against, voted on until 2021-08-07 10:00 UTC\n" in said(unread, "2021-08-07T09:59:00Z").status
    assert over in said(unread, "2021-08-07T10:01:00Z").status
    edited = "2021-08-07 09:58:00..2021-08-07 10:00:04 edit m1: [Urgent] One!"
    verdict = f"{asked}{edited}"
    assert over in said(verdict, "2021-08-07T10:06:00Z").status


def test_the_status_says_the_same_until_something_happens() -> None:
    first, later = (said("", f"2021-08-06T{hour}:00:00Z") for hour in ("01", "23"))
    assert first.status == later.status


def test_of_what_hangs_on_a_doubt_it_says_so() -> None:
    story = """
    2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server
    2021-08-09 02:00:00 ana in game-actions m1: I join the game
    2021-08-09 02:01:00 ana in game-actions m2: I give 120 chips to @bob
    2021-08-09 02:02:00 bob in game-actions m3 re m2: I accept
    """
    answers = said(story, "2021-08-09T03:00:00Z")
    assert "Questions for people: 1" in answers.status
    replies = {reply.message: reply.text.split("\n") for reply in answers.replies}
    assert all(line.startswith("Done: ") for line in replies["m1"])
    undecided = [line for line in replies["m3"] if line.startswith("Perhaps (people must decide): ")]
    assert any("ana lacks 70 chips" in line for line in undecided)
    assert any("Done: " in line for line in undecided)


def test_there_is_one_reply_to_a_message_and_none_to_talk() -> None:
    story = """
    2021-08-05 10:00:00 ana in general m1: good evening
    2021-08-05 10:00:01 cleo in game-actions m2: I join the game
    2021-08-05 10:00:02 cleo in game-actions m3: I give 5 chips to @bob\\nI give 5 Trungs to @bob
    """
    replies = {reply.message: reply for reply in said(story, "2021-08-05T11:00:00Z").replies}
    assert set(replies) == {"m2", "m3"}
    assert (replies["m2"].channel, replies["m2"].at) == ("game-actions", parse_instant("2021-08-05T10:00:01Z"))
    assert len(replies["m3"].text.split("\n")) == 2


def test_an_unclear_action_is_answered_with_what_people_are_asked() -> None:
    story = "2021-08-05 12:00:00 bob in game-actions m3: I generate some lots, perhaps, who knows"
    (reply,) = said(story, "2021-08-05T13:00:00Z").replies
    refused, asked = reply.text.split("\n")
    assert refused.startswith("Refused: ")
    assert "(UNCLEAR, R10-" in refused
    assert asked.startswith("People are asked: “I generate some lots")


def test_a_won_round_says_who_won() -> None:
    story = """
    2021-08-05 10:00:00 opening {players = [{id = "ana", player = true, gold_stars = 12}, {id = "bob", player = true}]}
    """
    assert "Won by ana" in said(story, "2021-08-05T11:00:00Z").status


def test_replies_are_whole_for_longer_than_they_are_edited() -> None:
    answers = said("", "2021-12-01T00:00:00Z")
    assert isinstance(answers.since, datetime)
    assert answers.since < parse_instant("2021-11-17T00:00:00Z")


JUSTICE = """
    2021-08-05 10:00:00 ana in game-actions 918374982374912345: I request justice: Do unsold lots stay?
    2021-08-05 10:01:00 ana in game-actions 918374982374923456: I request justice: Lots are fun.
    2021-08-05 10:02:00 bob in game-actions 918374982374934567: I request justice: Is it so?
    2021-08-05 10:03:00 bob in game-actions 918374982374945678: Ruling on 23456: TRUE
    2021-08-05 10:04:00 bob in game-actions 918374982374956789: Ruling on 12345: no, they vanish
"""


def test_requests_for_justice_and_rulings_are_answered_with_their_ids() -> None:
    replies = {reply.message[-5:]: reply.text.split("\n")[0] for reply in said(JUSTICE, "2021-08-05T11:00:00Z").replies}
    assert replies == {
        "12345": "Done: ana requests justice: it is request 12345, a question, and waits for the Judge (R10-121)",
        "23456": "Done: ana requests justice: it is request 23456, a statement, and waits for the Judge (R10-121)",
        "34567": "Done: bob requests justice as the Judge: it is request 34567, a question, and obliges nobody (R10-121)",
        "45678": "Done: bob rules on request 23456: it is ruling 45678, and says TRUE (R10-121)",
        "56789": "Done: bob rules on request 12345: it is ruling 56789 (R10-121)",
    }


def test_a_failed_bid_is_answered_with_the_reason() -> None:
    text = "Lot 1: 5; Lot 1: 6; Lot 2: -3"
    story = f"""
    2021-08-01 00:00:00 opening {{players = [{{id = "ana", player = true, chips = 50}}, {{id = "bob", player = true}}]}}
    2021-08-02 10:00:00 ana in auctions m1: Bid: {{sha256:{text}}}
    2021-08-05 10:00:00 ana in auctions m2: Reveal: {text}
    """
    replies = {reply.message: reply.text for reply in said(story, "2021-08-05T11:00:00Z").replies}
    assert (
        "Failed, 2 times: the bid of ana on Lot 1 fails: the player's text has more than one bid on that lot (R10-021)"
        in replies["m2"]
    )
    assert "on Lot 2 fails: the bid is no explicit, unconditional natural number above 0 (R10-020)" in replies["m2"]


def test_a_bid_that_names_no_lot_is_told_as_such() -> None:
    story = """
    2021-08-01 00:00:00 opening {players = [{id = "ana", player = true, chips = 50}, {id = "bob", player = true}]}
    2021-08-02 10:00:00 ana in auctions m1: Bid: {sha256:Bid: whatever it takes}
    2021-08-05 10:00:00 ana in auctions m2: Reveal: Bid: whatever it takes
    2021-08-05 10:01:00 decide reading:m2:bids nothing by zoe because "it is none"
    """
    (_, reply) = said(story, "2021-08-05T11:00:00Z").replies
    assert "Lot 0" not in reply.text
    assert "Failed: a bid of ana whose lot cannot be told fails: " in reply.text


def test_what_became_of_a_proposal_is_told_below_it() -> None:
    story = """
    2021-08-05 11:00:00 bob in proposals m2: [Urgent] Lots have four cards.
    2021-08-05 11:10:00 ana +1 m2
    """
    (before,) = said(story, "2021-08-07T10:59:00Z").replies
    (after,) = said(story, "2021-08-07T11:00:00Z").replies
    assert after.text.split("\n")[0] == before.text
    assert (
        after.text.split("\n")[1]
        == "Done: the proposal m2 took effect with 1 for and 0 against (ana / nobody) (R10-089)"
    )
    assert after.at == before.at


def test_who_wins_a_lot_is_told_below_the_bid() -> None:
    story = """
    2021-08-05 10:00:00 rolls d12,d20,d12,d20,d12,d20: 1 1 10 20 5 16
    2021-08-05 10:00:00 ana in game-actions m0: I generate a lot
    2021-08-09 10:00:00 ana in auctions m1: Bid: {sha256:Lot 1: 5}
    2021-08-12 10:00:00 ana in auctions m2: Reveal: Lot 1: 5
    """
    replies = {reply.message: reply.text for reply in said(story, "2021-08-15T01:00:00Z").replies}
    assert replies["m1"].endswith("\nDone: ana wins Lot 1 for 5 chips (R10-030)")
