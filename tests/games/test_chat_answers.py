"""The words of replies: what was done and refused, in bounded length, whatever was said."""

import re
from types import SimpleNamespace

from hypothesis import example, given
from hypothesis import strategies as st

from tests.observing import at
from tracker.core.gamestate import UNDETERMINED, Question
from tracker.games.chat_answers import dice_by_message, proposals_listed, replies, when_told
from tracker.mechanics.chat_lines import LENGTH, ROOM, length_sent
from tracker.mechanics.chat_record import Told
from tracker.outbox.harmless import disarmed, unmarked


def event(text: str = "it is so", message: str = "m1", **more: object) -> Told:
    return Told(at(1), "event_name", text, "C-1", message, "ana", "talk", **more)  # type: ignore[arg-type]


def refusal(n: int | None = 1, text: str = "it cannot be") -> Told:
    return Told(at(1), "CODE", text, "C-2", "m1", "ana", "talk", n)


def text_of(*found: Told, **more: object) -> str:
    refused = [each for each in found if each.what == "CODE"]
    (reply,) = replies([each for each in found if each.what != "CODE"], refused, **more)  # type: ignore[arg-type]
    return reply.text


def test_clauses_codes_and_sentences_stand_in_it() -> None:
    assert text_of(event()) == "Done: it is so (C-1)"
    assert text_of(event("")) == "Done: event name (C-1)"
    assert text_of(refusal()) == "Refused: it cannot be (CODE, C-2)"
    assert text_of(event(), refusal(3)) == "Done: it is so (C-1)\nRefused, action 3: it cannot be (CODE, C-2)"


def test_what_failed_is_not_said_to_be_done() -> None:
    told = Told(at(1), "bid_failed", "the bid fails", "C-1", "m1", "ana", "talk")
    assert text_of(told) == "Failed: the bid fails (C-1)"


def test_a_refusal_of_a_whole_message_is_a_refusal() -> None:
    assert text_of(refusal(None)).startswith("Refused: ")


def test_what_not_all_worlds_have_is_told_as_undecided() -> None:
    assert text_of(event(is_certain=False)) == "Perhaps (people must decide): Done: it is so (C-1)"


def test_what_no_message_caused_gets_no_reply() -> None:
    assert replies([event(message="")], []) == ()


def test_replies_come_in_the_order_of_messages() -> None:
    early = Told(at(0), "event", "", "C-1", "m9", "bob", "talk")
    assert [reply.message for reply in replies([event(), early], [])] == ["m9", "m1"]


def test_dice_stand_below() -> None:
    rolls = {"lot:m1:1.1:10": 3, "lot:m1:1.1:2": 20, "lot:m2:1.1:1": 5, "loose": 1}
    assert dice_by_message(rolls) == {"m1": (20, 3), "m2": (5,)}
    assert text_of(event(), dice=dice_by_message(rolls)).endswith("\nDice: 20, 3")


def test_dice_of_a_message_stand_in_the_order_in_which_they_were_asked_for_action_by_action() -> None:
    hex = ["biome@0,0,1-d18", "random biome@0,0,1-d24", "landmark@0,0,1-d21", "corrupt@0,0,1-d100"]
    rolls = {f"{what}:m1:2:1": face for face, what in enumerate(hex, 1)}
    rolls |= {"swamp@1-d100:m1:10:1": 50, "forage-d6+d6:m1:1:2": 6, "forage-d6+d6:m1:1:1": 5}
    assert dice_by_message(rolls) == {"m1": (5, 6, 1, 2, 3, 4, 50)}


def test_a_question_about_the_message_stands_below() -> None:
    asked = Question("q", "What is it?", "C-1", ("yes",), at(1), observations=("m1", "m2"))
    assert text_of(event(), questions=[asked]).endswith("\nPeople are asked: What is it?")
    other = Question("q", "What is it?", "C-1", ("yes",), at(1), observations=("m2", "m1"))
    assert text_of(event(), questions=[other]) == text_of(event())


def asked(number: int) -> Question:
    return Question(f"q{number}", f"What is {number}? {'y' * 900}", "C-1", ("yes",), at(1), observations=("m1",))


def test_what_was_done_is_cut_first() -> None:
    text = text_of(*(event(f"{number} {'x' * 900}") for number in range(100)))
    lines = text.split("\n")
    assert ROOM - LENGTH < length_sent(text) <= ROOM
    assert all(len(line) <= LENGTH for line in lines)
    assert lines[-1] == f"… and {100 - len(lines) + 1} more; the wiki has all of it"


def test_refusals_questions_failures_and_dice_are_kept_in_fewer_words_whatever_else_was_done() -> None:
    done = [event(f"{number} {'x' * 900}") for number in range(20)]
    failed = Told(at(1), "bid_failed", f"it fails {'w' * 900}", "C-1", "m1", "ana", "talk")
    refused = [refusal(number, text=f"no {number} {'z' * 900}") for number in range(9)]
    asked_of = [asked(number) for number in range(4)]
    text = text_of(*done, failed, *refused, questions=asked_of, dice={"m1": (3, 4)}, seeds={"m1": "the seed of a day"})
    assert length_sent(text) <= ROOM
    for number in range(9):
        assert re.search(rf"^Refused, action {number}: no {number} .*… \(CODE, C-2\)$", text, re.MULTILINE)
    assert "Failed: it fails" in text
    assert text.count("People are asked: What is ") == 4
    assert "Dice: 3, 4, by the seed of a day" in text
    assert re.search(r"\n… and \d+ more; the wiki has all of it$", text)


def test_without_end_the_dice_stand_and_nothing_is_longer_than_a_message() -> None:
    refused = [refusal(number, text=f"no {number} {'_' * 900}") for number in range(200)]
    text = text_of(*refused, dice={"m1": range(1, 2000)}, seeds={"m1": "the seed of a day"})
    assert length_sent(text) <= ROOM
    assert "Refused, actions 0 to 199: no 0 " in text
    assert "…, by the seed of a day" in text


def test_many_refusals_for_which_there_is_no_room_are_told_by_code_and_clause_and_all_have_their_numbers() -> None:
    late = [refusal(n, text=f"duck {n} is on a mission {'y' * 60}") for n in range(1, 31)]
    known = [refusal(n, text=f"there is no duck {n} {'y' * 60}")._replace(clause="C-3") for n in range(31, 60)]
    lines = text_of(*late, *known).split("\n")
    assert [line.partition(": ")[0] for line in lines] == ["Refused, actions 1 to 30", "Refused, actions 31 to 59"]
    assert "duck 1 is on a mission" in lines[0]
    assert lines[0].endswith("… (CODE, C-2)")
    assert lines[1].endswith("… (CODE, C-3)")


def test_what_is_said_several_times_is_told_with_its_count() -> None:
    assert text_of(event(), event(), event()) == "Done, 3 times: it is so (C-1)"
    same = text_of(event(), refusal(2), refusal(3), refusal(5), refusal(4, text="it is late"))
    assert same.split("\n")[1:] == [
        "Refused, actions 2, 3 and 5: it cannot be (CODE, C-2)",
        "Refused, action 4: it is late (CODE, C-2)",
    ]
    assert text_of(*(refusal(n) for n in range(40))) == "Refused, actions 0 to 39: it cannot be (CODE, C-2)"
    odd = text_of(*(refusal(n) for n in range(1, 81, 2)))
    assert "actions 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 28 more: " in odd
    assert text_of(refusal(None), refusal(None)) == "Refused, 2 times: it cannot be (CODE, C-2)"


@example("discord.gg discord.com Discord.App 1) a\n- a\n-# b\n 12. c\n](x) https://x ||a||")
@given(st.text("*_`@a/:.]()#\n +-1discordgg🦆\u202e\ud800", max_size=80))
def test_what_is_sent_is_never_longer_than_it_was_taken_for(text: str) -> None:
    sent = unmarked(disarmed(text))
    assert len(sent.encode("utf-16-le")) // 2 <= length_sent(text)


def period(status: str, **more: object) -> str:
    """What is said of when a proposal is voted on."""
    told = {"klass": "Urgent", "author": "ana", "pro": 1, "contra": 0, "start": at(1), "end": at(2), "closed_at": None}
    view = SimpleNamespace(**{**told, "is_awaited": False, "status": status, **more})
    (_, line) = proposals_listed([view], ("open", "waiting", UNDETERMINED), "waiting")
    return line.removeprefix("• Urgent proposal of ana: 1 for, 0 against, voted on ")


def test_of_a_proposal_it_is_said_when_it_is_voted_on_as_far_as_that_is_certain() -> None:
    until = f"until {when_told(at(2))}"
    assert period("open") == until
    assert period("waiting") == f"from {when_told(at(1))}"
    assert period(UNDETERMINED, closed_at=UNDETERMINED).startswith(f"{until}, if it stands: that is undetermined")
    for over in ({"is_awaited": True}, {"is_awaited": UNDETERMINED}, {"closed_at": at(2)}):
        assert period(UNDETERMINED, **over).startswith(f"{until}, which is over: the result waits")
