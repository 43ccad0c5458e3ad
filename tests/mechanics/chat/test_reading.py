"""What the shared reader makes of what people say, by an invented game: read, asked about, or talk."""

import json
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.mechanics.chat.market import FORMS, READER, WORLDS
from tracker.mechanics.chat.frames import Situation
from tracker.mechanics.chat.grammar import Read, Unclear

PLAIN = WORLDS["plain"]


def lines() -> Iterator[tuple[str, str, str]]:
    """World, what is said and what the reader makes of it, from the table."""
    world = ""
    for line in Path(__file__).with_name("lines.txt").read_text(encoding="utf-8").splitlines():
        world = line[3:] if line.startswith("## ") else world
        if " => " in line and not line.startswith("#"):
            said, label = line.rsplit(" => ", 1)
            yield world, said, label


def heard(said: str, situation: Situation = PLAIN) -> list[Unclear]:
    """What the reader makes of a line."""
    return list(READER.heard(said, lambda: situation))


def is_read(found: list[Unclear]) -> bool:
    return any(isinstance(each, Read) for each in found)


@pytest.mark.parametrize(("world", "said", "label"), list(lines()))
def test_table_of_lines(world: str, said: str, label: str) -> None:
    found = heard(said, WORLDS[world])
    shown = " ;; ".join(("" if isinstance(each, Read) else "? ") + " | ".join(each.suggestions) for each in found)
    if label == "safe":
        assert not is_read(found), shown
    else:
        assert (shown or "talk") == label


fruit = st.dictionaries(st.sampled_from(["apples", "pears", "coins"]), st.integers(0, 999), min_size=1)
person = st.sampled_from(["bob", "cleo", "zed_9"])
fields_of = {
    "join": st.just({}),
    "gift": st.fixed_dictionaries({"give": fruit, "person": person}),
    "swap": st.fixed_dictionaries({"give": fruit, "person": person, "take": fruit}),
    "accept": st.fixed_dictionaries({"offer": st.integers(0).map("o{}".format)}),
    "feed": st.fixed_dictionaries(
        {"pig": st.text("Rosa x'!?", min_size=1).filter(str.strip)}, optional={"food": fruit}
    ),
}
actions = st.sampled_from(sorted(fields_of)).flatmap(lambda kind: st.tuples(st.just(kind), fields_of[kind]))


@given(actions)
def test_canonical_line_reads_back_as_the_same_fields(action: tuple[str, dict[str, object]]) -> None:
    kind, fields = action
    if isinstance(fields.get("pig"), str):
        fields["pig"] = " ".join(str(fields["pig"]).split())
    (read,) = heard(READER.line(kind, fields))
    assert isinstance(read, Read)
    assert (read.kind, json.loads(json.dumps(read.fields))) == (kind, fields)
    assert READER.line(read.kind, read.fields) == read.suggestions[0]


@given(st.text() | st.text("giveapples 5@bob,.\"'?! \n>*()-0123456789"))
@example("")
@example("\x00")
@example("''")
@example('"')
def test_nothing_raises_for_any_text(said: str) -> None:
    for situation in WORLDS.values():
        for each in heard(said, situation):
            assert 1 <= len(each.suggestions) <= 3


WORDS = """
i you bob cleo give gives take swap accept join leave 5 apples pears for to from with and , . not if my your the it deal ok
have then because
"""
word = st.sampled_from(sorted(set(WORDS.split())))


@given(st.lists(word, max_size=14).map(" ".join))
def test_no_words_of_the_game_raise_in_any_order(said: str) -> None:
    for situation in WORLDS.values():
        heard(said, situation)


TURNED = (
    "> {}", '"{}"', "“{}”", "'{}'", "{}?", "should {}", "if bob asks, {}", "{} if bob asks", "{} unless bob asks", "maybe {}",
    "bob said {}", "bob: {}", "{} jk", "tomorrow {}", "don't {}", "i never {}", "imagine {}", "what if {}", "{}, said no one",
    "({}?)", "~~{}~~", "{} (just kidding)", "{} - not", "{}. wait, no", "i wish {}", "who said {}",
)  # fmt: skip
said_plainly = st.sampled_from([
    "I give 5 apples to @bob", "i give bob 5 apples", "I swap 5 apples to @bob for 2 pears", "I join the market",
    "I leave the market", "give cleo 2 pears", 'I feed "Rosa" with 3 pears', "I accept o1",
])  # fmt: skip


@given(said_plainly, st.sampled_from(TURNED))
def test_what_is_quoted_denied_conditioned_or_asked_is_never_read(said: str, turned: str) -> None:
    assert is_read(heard(said))
    assert not is_read(heard(turned.format(said)))


def test_free_text_may_say_anything_and_keeps_its_marks() -> None:
    (read,) = heard("I decree: never *ever* ask? See https://example.org (jk)")
    assert read == Read(
        ("I decree: never *ever* ask? See https://example.org (jk)",),
        "decree",
        {"text": "never *ever* ask? See https://example.org (jk)"},
    )


def test_each_sentence_is_read_in_the_situation_that_the_one_before_left() -> None:
    worlds = chain([WORLDS["plain"]], repeat(WORLDS["one offer"]))
    found = list(READER.heard("ok i swap bob 5 apples for 2 pears, cheers! i accept", lambda: next(worlds)))
    assert [each.suggestions for each in found][-1] == ("I accept o1",)


def test_canonical_line_and_plain_talk_need_no_situation() -> None:
    def look() -> Situation:
        raise AssertionError("nobody has to look")

    assert is_read(list(READER.heard("I give 5 apples to @bob", look)))
    assert not list(READER.heard("what a lovely morning it is today, is it not, dear colleagues of mine", look))
    assert not list(READER.heard("should i give bob 5 apples?", look))


def test_what_is_read_is_the_readers_own_copy() -> None:
    (first,) = heard("I give 5 apples to @bob")
    assert isinstance(first, Read)
    first.fields["give"]["apples"] = 7
    (second,) = heard("I give 5 apples to @bob")
    assert isinstance(second, Read)
    assert second.fields["give"] == {"apples": 5}


def test_list_of_things_is_read_alone() -> None:
    assert READER.items("5 apples and a pear.") == {"apples": 5, "pears": 1}
    assert READER.items("five of them") is None


def test_every_form_is_read_by_the_grammar() -> None:
    shown = {
        "give": "1 apple",
        "take": "2 pears",
        "person": "bob",
        "offer": "o1",
        "pig": "Rosa",
        "food": "1 pear",
        "text": "so",
    }
    for kind in FORMS:
        read = READER.canonical(READER.line(kind, shown))
        assert read is not None
        assert read.kind == kind
