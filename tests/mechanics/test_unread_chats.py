"""What is due in a chat that is not wholly read: it waits beside a world in which nothing was said."""

from dataclasses import dataclass, field

from tests.mechanics.chats import NOON, at
from tracker.core.fold import Decision
from tracker.core.instants import iso
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.forked_worlds import MOST_WORLDS, merged
from tracker.mechanics.unread_chats import SILENCE, caught_up, doubt_of_silence, parted, waits


@dataclass
class Hall:
    """A world for the tests: what happened by itself."""

    happened: list[str] = field(default_factory=list)
    assumed: dict[str, str] = field(default_factory=dict)
    overflowed: list[str] = field(default_factory=list)


def log_read_up_to(minutes: float) -> ChatLog:
    return ChatLog(read_up_to={"discord": at(minutes)})


def silent(question: str, minutes: float, answer: str = SILENCE) -> dict[str, Decision]:
    return {question: Decision(question, answer, "ana", "I was there", at(minutes), "d1")}


def test_nothing_is_in_doubt_up_to_the_last_whole_look_nor_where_no_looks_are_told() -> None:
    assert doubt_of_silence(log_read_up_to(10), {}, at(10), "R10-001") is None
    assert doubt_of_silence(ChatLog(), {}, at(10), "R10-001") is None


def test_what_is_due_after_it_is_asked_about_with_both_instants() -> None:
    doubt = doubt_of_silence(log_read_up_to(10), {}, at(11), "R10-001")
    assert doubt is not None
    assert (doubt.question, doubt.about, doubt.answers) == (f"unread:{iso(at(10))}", at(11), (SILENCE,))
    assert f"not wholly read since {iso(at(10))}" in doubt.text
    assert f"due at {iso(at(11))} waits" in doubt.text


def test_who_says_that_nothing_was_said_says_so_up_to_then_only() -> None:
    said = silent(f"unread:{iso(at(10))}", 30)
    assert doubt_of_silence(log_read_up_to(10), said, at(30), "R10-001") is None
    later = doubt_of_silence(log_read_up_to(10), said, at(31), "R10-001")
    assert later is not None
    assert later.question == f"unread:{iso(at(30))}"
    both = said | silent(later.question, 40)
    assert doubt_of_silence(log_read_up_to(10), both, at(40), "R10-001") is None


def test_a_question_names_a_whole_second_and_an_answer_under_the_very_instant_holds() -> None:
    before = log_read_up_to(10 - 1e-6)
    asked = doubt_of_silence(before, {}, at(20), "R10-001")
    assert asked is not None
    assert asked.question == f"unread:{iso(at(10))}"
    assert f"since {iso(at(10))}," in asked.text
    for id in (asked.question, f"unread:{iso(max(before.read_up_to.values()))}"):
        assert doubt_of_silence(before, silent(id, 30), at(20), "R10-001") is None


def test_a_question_is_never_the_one_that_was_answered_within_the_same_second() -> None:
    since, until = 10 + 0.2 / 60, 10 + 0.9 / 60
    first = doubt_of_silence(log_read_up_to(since), {}, at(20), "R10-001")
    assert first is not None
    said = silent(first.question, until)
    second = doubt_of_silence(log_read_up_to(since), said, at(20), "R10-001")
    assert second is not None
    assert second.question not in said
    assert doubt_of_silence(log_read_up_to(since), said | silent(second.question, 30), at(20), "R10-001") is None


def test_another_answer_and_one_that_was_given_before_settle_nothing() -> None:
    question = f"unread:{iso(at(10))}"
    for said in (silent(question, 30, "something"), silent(question, 5)):
        doubt = doubt_of_silence(log_read_up_to(10), said, at(20), "R10-001")
        assert doubt is not None
        assert doubt.question == question


def test_a_world_is_parted_once_and_one_once_all_is_read() -> None:
    doubt = doubt_of_silence(log_read_up_to(0), {}, NOON.replace(hour=13), "R10-001")
    assert doubt is not None
    going_on, waiting = parted(Hall(["joined"]), doubt)
    going_on.happened.append("failed")
    assert parted(going_on, doubt) == [going_on]
    assert (waits(going_on), waits(waiting), waiting.happened) == (False, True, ["joined"])
    assert caught_up([going_on, waiting]) == [Hall(["joined", "failed"])]


def test_once_everything_is_read_only_the_other_doubts_are_too_many() -> None:
    doubt = doubt_of_silence(log_read_up_to(5), {}, at(6), "R10-084")
    assert doubt is not None
    halls = [Hall([str(number)], {"q": str(number)}) for number in range(MOST_WORLDS)]
    parts = [part for hall in halls for part in parted(hall, doubt)]
    for going_on in parts[::2]:
        going_on.happened.append("failed")
    kept = merged(parts)
    assert {tuple(each.overflowed) for each in kept} == {("q", doubt.question)}
    assert {tuple(each.overflowed) for each in caught_up(kept)} == {("q",)}
