"""The log of a chat: what was said, edited, deleted and reacted, dated as closely as it was seen."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.mechanics.chats import NOON, at, log_of, message, story
from tracker.core.fold import Step
from tracker.core.instants import FAR_FUTURE
from tracker.core.observation import ArchivedObservation, Observation
from tracker.mechanics.chat_log import (
    Between,
    ChatLog,
    ChatMessage,
    canonical_emoji,
    edited_within,
    is_deleted_at,
    is_ruled_out,
    text_at,
    within,
)
from tracker.mechanics.freezing import frozen, thawed

# --- instants known only between two looks


def test_before_is_strict_and_unknown_only_between_the_looks() -> None:
    exact, wide = Between.exactly(at(5)), Between(at(5), at(10))
    assert [exact.before(at(minute)) for minute in (4, 5, 6)] == [False, False, True]
    assert [wide.before(at(minute)) for minute in (4, 5, 6, 10, 11)] == [False, False, None, None, True]


minutes = st.integers(0, 6)


@st.composite
def betweens(draw: st.DrawFn) -> Between:
    after = draw(minutes)
    return Between(at(after), at(draw(st.integers(after, 6))))


def moments(between: Between) -> set[datetime]:
    """Every half minute that it allows."""
    if between.is_exact:
        return {between.by}
    half_minutes = (NOON + timedelta(seconds=30 * number) for number in range(13))
    return {when for when in half_minutes if between.after < when <= between.by}


@given(betweens(), minutes)
def test_before_says_what_all_its_moments_say(between: Between, minute: int) -> None:
    found = {when < at(minute) for when in moments(between)}
    assert between.before(at(minute)) is (None if len(found) > 1 else found.pop())


@given(betweens(), minutes, minutes)
def test_within_is_true_only_where_all_its_moments_are_and_false_only_where_none_is(
    between: Between, start: int, end: int
) -> None:
    found = {at(start) <= when < at(end) for when in moments(between)}
    said = within(between, at(start), at(end))
    assert said in (None, *found)
    assert said is None or len(found) == 1


@given(betweens(), betweens())
def test_what_two_looks_have_in_common_is_what_both_allow(one: Between, other: Between) -> None:
    common = one.common(other)
    assert (moments(common) if common else set()) == moments(one) & moments(other)
    assert common == other.common(one)


# --- what rows tell


def test_a_chat_is_told_row_by_row() -> None:
    log, heard = story("""
        12:00 ana in auctions m1: hello
        12:01 bob in auctions m2 re m1: yes
        12:02 bob +1 m1
        12:03 edit m1: hello all
        12:04 bob removes +1 m1
        12:05 delete m2
        12:06 bob leaves the server
        12:07 look discord
    """)
    assert [(each.kind, each.message, each.user, each.text, each.emoji) for each in heard] == [
        ("posted", "m1", "ana", "hello", ""),
        ("posted", "m2", "bob", "yes", ""),
        ("reacted", "m1", "bob", "", "+1"),
        ("edited", "m1", "ana", "hello all", ""),
        ("unreacted", "m1", "bob", "", "+1"),
        ("deleted", "m2", "bob", "", ""),
        ("left", "", "bob", "", ""),
    ]
    assert all(each.is_certain and each.at.is_exact for each in heard)
    assert heard[2].row == "reaction:m1::+1::bob"
    assert (log.messages["m2"].reply_to, log.messages["m1"].text) == ("m1", "hello")
    assert (log.left, log.looks) == ({"bob": [Between.exactly(at(6))]}, {"discord": at(7)})


def test_a_look_that_follows_on_another_tells_from_that_one_on_up_to_when_all_is_read() -> None:
    rows = "12:00 bob in x m1: first\n12:05..12:10 look discord\n12:10..12:12 look discord"
    assert [story(rows, at(minute))[0].is_read(at(10)) for minute in (5, 6, 10)] == [True, True, True]
    assert [story(rows, at(11))[0].is_read(at(minute)) for minute in (12, 13)] == [True, False]
    assert story("12:00 bob in x m1: first\n12:05 look discord")[0].is_read(at(60))


def test_what_was_seen_between_two_looks_is_known_from_the_first_on() -> None:
    row = "12:05..12:15 ana +1 m1"
    (presence,) = message(row, at(10)).reactions["+1"]["ana"]
    assert (presence.set, presence.removed) == (Between(at(5), at(15)), None)
    assert message(row, at(5)).reactions == {}
    _, heard = story(f"12:00 bob in x m1: first\n{row}")
    assert [(each.kind, each.is_certain, each.at) for each in heard[1:]] == [
        ("reacted", False, Between(at(5), at(15))),
        ("reacted", True, Between(at(5), at(15))),
    ]


@pytest.mark.parametrize(
    "row",
    ["edit m1: first", "ana removes +1 m1", "ana :+1: m1\n12:06 ana 👍 m1", "edit m1: new\n12:06 edit m1: new"],
    ids=["same text", "never set", "another spelling", "told twice"],
)
def test_what_changes_nothing_tells_nothing(row: str) -> None:
    _, heard = story(f"12:00 bob in x m1: first\n12:05 {row}")
    assert len(heard) == 1 + row.count("\n")


def test_another_row_narrows_when_it_happened() -> None:
    log, heard = story("""
        12:00 bob in x m1: first
        12:05..12:15 edit m1: second
        12:07 edit m1: second
    """)
    assert [version.at for version in log.messages["m1"].edits] == [Between.exactly(at(7))]
    assert [(each.kind, each.is_certain) for each in heard[1:]] == [("edited", False), ("edited", True)]


def test_what_stood_later_came_later() -> None:
    edits = message("12:05..12:15 edit m1: third\n12:07 edit m1: second").edits
    assert [(version.text, version.at) for version in edits] == [
        ("second", Between.exactly(at(7))),
        ("third", Between(at(7), at(15))),
    ]


def test_a_text_may_come_back() -> None:
    assert [version.text for version in message("12:01 edit m1: b\n12:02 edit m1: first\n12:03 edit m1: b").edits] == [
        "b",
        "first",
        "b",
    ]


def test_a_reaction_may_come_back() -> None:
    presences = message("12:01 ana +1 m1\n12:02..12:04 ana removes +1 m1\n12:05 ana +1 m1").reactions["+1"]["ana"]
    assert [(each.set.by, each.removed and each.removed.by) for each in presences] == [(at(1), at(4)), (at(5), None)]


def test_a_removal_that_may_be_older_than_the_setting_is_known_as_soon_as_that_is_told() -> None:
    rows = "12:05..12:15 ana removes +1 m1\n12:08 ana +1 m1"
    (presence,) = message(rows, at(10)).reactions["+1"]["ana"]
    assert (presence.set, presence.removed) == (Between.exactly(at(8)), Between(at(8), at(15)))
    assert message(rows, at(20)).reactions["+1"]["ana"] == [presence]
    (later,) = message("12:05..12:15 ana removes +1 m1\n12:18 ana +1 m1", at(20)).reactions["+1"]["ana"]
    assert (later.set, later.removed) == (Between.exactly(at(18)), None)


def test_two_sights_of_one_departure_are_one() -> None:
    log, heard = story("12:00..12:10 ana leaves the server\n12:05..12:15 ana leaves the server")
    assert log.left == {"ana": [Between(at(5), at(10))]}
    assert [each.is_certain for each in heard] == [False, False, True]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("12:05 ana in talk m2: hello", 5),
        ("12:05 ana +1 m1", 5),
        ("12:05 edit m1: hello", 5),
        ("12:05..12:08 ana +1 m1", 0),
        ("12:05 bob in talk m2: hello", 0),
        ("12:15 ana in talk m2: hello", 0),
    ],
)
def test_who_wrote_or_reacted_left_after_that(line: str, after: int) -> None:
    log, heard = story(f"11:00 ana in talk m1: first\n12:00..12:10 ana leaves the server\n{line}")
    assert log.left == {"ana": [Between(at(after), at(10))]}
    assert [each.is_certain for each in heard if each.kind == "left"] == [False, True]


def test_who_came_back_and_wrote_left_twice() -> None:
    log, heard = story(
        "12:00..12:10 ana leaves the server\n12:05..12:30 ana leaves the server\n12:20 ana in talk m1: back again"
    )
    assert log.left == {"ana": [Between(at(0), at(10)), Between(at(20), at(30))]}
    assert [each.at for each in heard if each.kind == "left" and each.is_certain] == [
        Between(at(5), at(10)),
        Between(at(20), at(30)),
    ]


def test_a_doubt_is_ruled_out_by_what_is_known_later() -> None:
    was = [Between(at(0), at(10))]
    assert is_ruled_out(was, [Between(at(5), at(10))], at(5))
    assert not is_ruled_out(was, [Between(at(5), at(10))], at(6))
    assert not is_ruled_out(was, [Between(at(0), at(4))], at(5))
    assert not is_ruled_out([Between.exactly(at(2)), *was], [Between.exactly(at(2)), *was], at(5))
    assert is_ruled_out([Between.exactly(at(2)), *was], [Between.exactly(at(2)), Between(at(7), at(10))], at(5))


def test_two_departures_are_two() -> None:
    log, heard = story("12:00 ana leaves the server\n12:05 ana leaves the server")
    assert log.left == {"ana": [Between.exactly(at(0)), Between.exactly(at(5))]}
    assert len(heard) == 2


def row(kind: str, id: str, minute: float = 0, seen_at: datetime | None = None, **payload: Any) -> Observation:
    return Observation(kind, id, payload, at=at(minute), seen_at=seen_at)


def post(text: str, seen_at: datetime | None = None, **more: Any) -> Observation:
    return row("message", "m1", 0, seen_at, channel="x", author="bob", text=text, **more)


def test_a_message_seen_again_with_another_text_was_edited_between_the_looks() -> None:
    log, heard = log_of([post("first", at(5)), post("second", at(15))])
    assert [(version.text, version.at) for version in log.messages["m1"].edits] == [("second", Between(at(5), at(15)))]
    assert [(each.kind, each.is_certain) for each in heard] == [("posted", True), ("edited", False)]
    assert text_at(log.messages["m1"], at(10)) == ("first", False)
    assert text_at(log.messages["m1"], at(16)) == ("second", True)


def test_it_makes_no_difference_which_sight_is_told_first() -> None:
    sights = [post("first", at(5)), post("second", at(15))]
    assert log_of(sights)[0] == log_of(reversed(sights))[0]


def test_without_looks_nobody_can_tell_when_a_message_told_twice_was_edited() -> None:
    log, _ = log_of([post("first"), post("second"), post("first")])
    assert [version.at for version in log.messages["m1"].edits] == [Between(NOON, FAR_FUTURE)]
    assert text_at(log.messages["m1"], at(1000)) == ("first", False)


def test_an_instant_told_later_settles_it() -> None:
    edit = row("message_edited", "m1", 3, channel="x", author="bob", text="second")
    log, heard = log_of([post("first"), post("second"), edit])
    assert text_at(log.messages["m1"], at(4)) == ("second", True)
    assert [(each.kind, each.is_certain) for each in heard] == [("posted", True), ("edited", False), ("edited", True)]


SEEN_EDITED = post("second", at(15), seen_edited=True)
EDIT = row("message_edited", "m1", 10, channel="x", author="bob", text="second")


def test_the_edit_of_a_message_first_seen_edited_is_known_but_not_its_first_text() -> None:
    log, heard = log_of([SEEN_EDITED, EDIT])
    told = log.messages["m1"]
    assert [(each.kind, each.is_certain) for each in heard] == [("posted", True), ("edited", True)]
    assert [version.at for version in told.edits] == [Between.exactly(at(10))]
    assert (text_at(told, at(10)), text_at(told, at(11))) == (("second", False), ("second", True))
    windows = [(0, 10), (5, 11), (10, 11), (11, 20)]
    assert [edited_within(told, at(start), at(end)) for start, end in windows] == [None, True, True, False]


def test_a_first_text_told_later_is_the_first_text() -> None:
    log, _ = log_of([SEEN_EDITED, EDIT, post("first")])
    assert text_at(log.messages["m1"], at(10)) == ("first", True)
    assert edited_within(log.messages["m1"], at(0), at(10)) is False


def test_a_later_text_is_never_taken_for_the_first() -> None:
    told = log_of([post("first", at(20)), SEEN_EDITED, EDIT])[0].messages["m1"]
    assert (told.text, [version.at for version in told.edits]) == ("first", [Between.exactly(at(10))])


def test_display_names_are_the_newest() -> None:
    log, _ = log_of([post("a", name="Bob"), row("message", "m2", 1, channel="x", author="bob", text="b", name="Bobby")])
    assert log.names == {"bob": "Bobby"}
    assert [each.name for each in log.messages.values()] == ["Bob", "Bobby"]


def listed(minute: int, name: str, *also: str, account: str = "") -> Observation:
    more: dict[str, Any] = {"also": list(also)} if also else {}
    return row("member_named", f"named:{minute}", minute, user="bob", name=name, account=account, **more)


def test_a_list_of_members_tells_every_name_and_leaves_out_those_that_are_gone() -> None:
    first = listed(-1, "Bob the Brave", "Bob", "bob_1")
    assert log_of([first])[0].known_as == {"bob": ("Bob the Brave", "Bob", "bob_1")}
    log, _ = log_of([first, post("a", name="Bobby")])
    assert (log.names, log.known_as) == ({"bob": "Bobby"}, {"bob": ("Bobby", "Bob", "bob_1")})
    log, _ = log_of([first, listed(1, "bob_1")])
    assert (log.names, log.known_as) == ({"bob": "bob_1"}, {"bob": ("bob_1",)})
    assert (log.called("BOB_1"), log.called("Bob")) == (("bob",), ())


def test_of_several_accounts_that_one_is_shown_which_did_something_last_and_all_names_count() -> None:
    lists = [listed(1, "Main", "main_1", account="1"), listed(2, "Other", account="2")]
    log, _ = log_of(lists)
    assert (log.names["bob"], log.known_as["bob"]) == ("Main", ("Main", "main_1", "Other"))
    said = row("message", "m2", 3, channel="x", author="bob", text="b", name="Other", account="2")
    again = listed(4, "Main the Brave", "main_1", account="1")
    log, _ = log_of([*lists, said, again])
    assert (log.names["bob"], log.known_as["bob"]) == ("Other", ("Other", "Main the Brave", "main_1"))
    log, _ = log_of([*lists, said, again, listed(5, "Another", account="2")])
    assert log.names["bob"] == "Another"


def test_a_name_that_people_stated_gives_way_to_that_which_an_account_shows() -> None:
    log = ChatLog()
    log.introduce("bob", "Robert")
    log.introduce("bob", "Rob")
    assert (log.names, log.called("robert")) == ({"bob": "Robert"}, ("bob",))
    log.take(Step(at(1), ArchivedObservation(1, listed(1, "Bob"))))
    assert (log.names, log.known_as) == ({"bob": "Bob"}, {"bob": ("Bob",)})


def test_bots_are_marked() -> None:
    assert log_of([post("a", bot=True)])[0].messages["m1"].is_bot
    assert not log_of([post("a")])[0].messages["m1"].is_bot


def test_what_happens_to_a_message_that_nobody_saw_is_nothing_but_a_deletion_is_kept() -> None:
    rows = [row(kind, "m9", 1, channel="x", author="a", text="t") for kind in ("message_edited", "message_deleted")]
    log, heard = log_of([*rows, row("reaction", "r", 1, message="m9", emoji="👍", user="a")])
    assert (heard, log.messages, log.gone) == ([], {}, {"m9": Between.exactly(at(1))})


def test_a_deletion_told_before_its_message_holds() -> None:
    log, _ = log_of([post("a"), row("message_deleted", "m1", -1, channel="x")])
    assert log.messages["m1"].deleted == Between.exactly(at(-1))
    assert log.gone == {}


def test_an_incomplete_look_is_none() -> None:
    log, _ = log_of([row("look", "l", source="discord", complete=False)])
    assert log.looks == {}


def test_other_kinds_of_rows_tell_a_chat_nothing() -> None:
    assert log_of([post("a"), row("roll", "m1", sides=6, face=1)])[0] == log_of([post("a")])[0]


# --- what stood at an instant


def test_the_text_at_an_instant_is_that_before_the_edits_of_the_instant() -> None:
    edited = message("12:05 edit m1: second\n12:10..12:20 edit m1: third")
    assert [text_at(edited, at(minute)) for minute in (5, 6, 10, 15, 20, 21)] == [
        ("first", True),
        ("second", True),
        ("second", True),
        ("second", False),
        ("second", False),
        ("third", True),
    ]


def test_edits_count_from_the_start_up_to_but_not_at_the_end() -> None:
    edited = message("12:05 edit m1: second")
    assert edited_within(edited, at(5), at(10)) is True
    assert edited_within(edited, at(0), at(5)) is False
    assert edited_within(message("12:05..12:15 edit m1: second"), at(0), at(10)) is None
    assert edited_within(message("12:05..12:15 edit m1: b\n12:20 edit m1: c"), at(10), at(30)) is True
    assert edited_within(message(""), at(0), at(10)) is False


def test_a_message_deleted_at_an_instant_still_stands_then() -> None:
    deleted = message("12:05..12:15 delete m1\n12:06..12:10 delete m1")
    assert deleted.deleted == Between(at(6), at(10))
    assert [is_deleted_at(deleted, at(minute)) for minute in (6, 8, 10, 11)] == [False, None, None, True]
    assert is_deleted_at(message(""), FAR_FUTURE) is False


# --- emoji


@pytest.mark.parametrize(
    ("kind", "spellings"),
    [
        (
            "+1",
            [
                "👍",
                "👍🏻",
                "👍🏿",
                "👍\ufe0f",
                "+1",
                ":+1:",
                "thumbsup",
                ":thumbsup:",
                ":+1::skin-tone-3:",
                ":ThumbsUp:",
            ],
        ),
        ("-1", ["👎", "👎🏽", "-1", ":-1:", ":thumbsdown:", "thumbsdown_tone2", ":-1_tone5:"]),
        ("gatorTrung", ["gatorTrung:123", "<:gatorTrung:123>", "<a:gatorTrung:1>", ":gatorTrung:", "gatorTrung"]),
        ("apple", ["apple:12", ":apple:"]),
        ("thumbsup:", ["thumbsup:123", "<:thumbsup:5>", "thumbsup:"]),
        ("⬆", ["⬆️", "⬆", "⬆\ufe0e"]),
        ("👋", ["👋", "👋🏾"]),
    ],
)
def test_spellings_of_an_emoji_are_one_kind(kind: str, spellings: list[str]) -> None:
    assert {canonical_emoji(each) for each in spellings} == {kind}


@given(st.one_of(st.text(max_size=12), st.from_regex(r"<?a?:?\w+:?\d*>?", fullmatch=True)))
@example("👍🏽")
@example("thumbsup:1")
def test_a_canonical_emoji_stays_as_it_is(text: str) -> None:
    assert canonical_emoji(canonical_emoji(text)) == canonical_emoji(text)


# --- properties

TEXTS = ("first", "b", "c")


@st.composite
def rows_about_one_message(draw: st.DrawFn) -> list[Observation]:
    found = [post("first")]
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(
            st.sampled_from(["message_edited", "message_deleted", "reaction", "reaction_removed", "member_left"])
        )
        payload: dict[str, object] = {"channel": "x", "author": "bob", "user": draw(st.sampled_from("ab"))}
        payload |= {"message": "m1", "emoji": draw(st.sampled_from("👍👎")), "text": draw(st.sampled_from(TEXTS))}
        between = draw(betweens())
        found.append(Observation(kind, "row", payload, not_before=between.after, not_after=between.by))
    return found


@given(rows_about_one_message())
def test_a_log_survives_freezing_and_its_histories_are_well_formed(rows: list[Observation]) -> None:
    log, _ = log_of(rows)
    assert thawed(ChatLog, frozen(ChatLog, log)) == log
    assert all(is_well_formed(each) for each in log.messages.values())


def is_well_formed(told: ChatMessage) -> bool:
    """Whether its texts change with every edit, in order, and its reactions are set before they are removed."""
    texts = [told.text, *(version.text for version in told.edits)]
    ends = [version.at.by for version in told.edits]
    presences = [each for users in told.reactions.values() for stood in users.values() for each in stood]
    return (
        all(one != other for one, other in pairwise(texts))
        and ends == sorted(ends)
        and all(each.removed is None or each.set.by <= each.removed.by for each in presences)
    )
