"""The words of replies: what was done and refused, in bounded length, whatever was said."""

from tests.observing import at
from tracker.core.gamestate import Question
from tracker.games.chat_answers import LENGTH, LINES, dice_by_message, replies
from tracker.mechanics.chat_record import Told


def event(text: str = "it is so", message: str = "m1", **more: object) -> Told:
    return Told(at(1), "event_name", text, "C-1", message, "ana", "talk", **more)  # type: ignore[arg-type]


def refusal(n: int | None = 1, **more: object) -> Told:
    return Told(at(1), "CODE", "it cannot be", "C-2", "m1", "ana", "talk", n, **more)  # type: ignore[arg-type]


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


def test_a_question_about_the_message_stands_below() -> None:
    asked = Question("q", "What is it?", "C-1", ("yes",), at(1), observations=("m1", "m2"))
    assert text_of(event(), questions=[asked]).endswith("\nPeople are asked: What is it?")
    other = Question("q", "What is it?", "C-1", ("yes",), at(1), observations=("m2", "m1"))
    assert text_of(event(), questions=[other]) == text_of(event())


def test_many_and_long_lines_are_cut() -> None:
    lines = text_of(*(event(f"{number} {'x' * 900}") for number in range(100))).split("\n")
    assert len(lines) == LINES
    assert all(len(line) <= LENGTH for line in lines)
    assert lines[-1] == f"… and {100 - LINES + 1} more; the wiki has all of it"
