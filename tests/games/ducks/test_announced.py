"""What players of Ducks announce: every form of the checklist's grammar, and what must not be taken for one."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.ducks.announced import FIELDS, HEADS, read
from tracker.games.ducks.spoken import DuckNames, DuckSaid, EntitySaid, Goods, ItemNames, entity_called, numbers_of

from tracker.core.instants import EPOCH
from tracker.games.ducks.law import Law
from tracker.mechanics.announcements import Announced, NotUnderstood

CASES = tomllib.loads(Path(__file__).with_name("announcements.toml").read_text(encoding="utf-8"))
PEOPLE = {"ana": ("ana",), "42": ("ben",), "7": ("Cleo the Great",)}
CALLED = (
    *("Puddle", "Moss", "Fern", "Bob", "Moe", "Big", "Lost"),
    *("Mr. Quack", "Ship; Shore", "Bob the Great", "Bob 🦆"),
)
DUCKS = DuckNames(CALLED)
LAW = Law(EPOCH, {})
_QUOTED = re.compile(r'("[^"]*"|“[^”]*”)')
ITEMS = ItemNames(LAW.words("items"), LAW.fruits, tuple(LAW.value("styles")))


def spoken(
    text: str, *, people: Mapping[str, tuple[str, ...]] = PEOPLE, ducks: DuckNames = DUCKS
) -> list[Announced | NotUnderstood]:
    return read(text, people, ducks, ITEMS)


def plain(value: Any) -> Any:
    """A value as the file has it; names of ducks as those are called that there are."""
    match value:
        case DuckSaid(name, number):
            called = next((each for each in CALLED if each.casefold() == " ".join(name.casefold().split())), name)
            return number if number is not None else called or {}
        case EntitySaid(kind, id):
            return {"is": kind, **({"id": id} if id else {})}
        case Goods(item, count, said, duck):
            shown = {"item": item or None, "n": count, "said": said or None, "duck": duck and plain(duck)}
            return {name: each for name, each in shown.items() if each is not None}
        case tuple():
            return [plain(each) for each in value]
    return value


def told(one: Announced | NotUnderstood) -> dict[str, Any]:
    if isinstance(one, NotUnderstood):
        return {"why": one.why}
    fields = {name: plain(value) for name, value in one.fields.items() if value not in (None, ())}
    return {"kind": one.kind, **fields, **({"notes": list(one.notes)} if one.notes else {})}


@pytest.mark.parametrize(
    ("text", "means"),
    [(text, form["means"]) for form in CASES["form"] for text in form["texts"]],
    ids=lambda value: str(value)[:60],
)
def test_every_form_of_an_action(text: str, means: dict[str, Any]) -> None:
    assert list(map(told, spoken(text))) == [means]


@pytest.mark.parametrize(
    ("text", "means"),
    [(text, form["means"]) for form in CASES["form"] for text in form["texts"] if " " in text],
    ids=lambda value: str(value)[:60],
)
def test_doubled_blanks_do_not_matter(text: str, means: dict[str, Any]) -> None:
    widened = "".join(
        re.sub(" ", "  ", part) if place % 2 == 0 else part for place, part in enumerate(_QUOTED.split(text))
    )
    assert [with_single_blanks(told(one)) for one in spoken(widened)] == [means]


def with_single_blanks(value: Any) -> Any:
    """A value with single blanks in its words, which are otherwise as they were written."""
    match value:
        case str():
            return re.sub(" +", " ", value)
        case dict():
            return {name: with_single_blanks(each) for name, each in value.items()}
        case list():
            return [with_single_blanks(each) for each in value]
    return value


def test_every_kind_of_action_has_forms_and_all_its_fields() -> None:
    assert {form["means"]["kind"] for form in CASES["form"]} == {*FIELDS}
    assert {kind for kind, _ in HEADS} == {*FIELDS, ""}
    for form in CASES["form"]:
        (found,) = spoken(form["texts"][0])
        assert isinstance(found, Announced)
        assert found.fields.keys() == FIELDS[found.kind].keys()


@pytest.mark.parametrize("case", CASES["message"], ids=lambda case: case["text"][:50])
def test_messages_of_several_actions(case: dict[str, Any]) -> None:
    found = spoken(case["text"])
    assert len(found) == len(case["says"]), found
    assert [one.n for one in found] == list(range(1, len(found) + 1))
    for one, says in zip(found, case["says"], strict=True):
        said = told(one)
        if "why" in says:
            assert says["why"] in said["why"]
        else:
            assert said == says


@pytest.mark.parametrize(
    ("text", "why", "kind"),
    [(text, why, group["kind"]) for group in CASES["unclear"] for text, why in group["texts"] if why],
)
def test_what_is_not_understood_says_why(text: str, why: str, kind: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood), found
    assert why in found.why
    assert found.kind == kind


@pytest.mark.parametrize(
    ("text", "kind"), [(text, each["kind"]) for each in CASES["by_verb"] for text in each["texts"]]
)
def test_a_line_with_a_verb_of_the_game_and_what_it_is_done_to_is_no_talk(text: str, kind: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood), found
    assert found.kind == kind


def test_a_verb_without_i_counts_beside_another_announcement() -> None:
    _, found = spoken("I feed Bob\n- adopt Moss")
    assert isinstance(found, NotUnderstood), found
    assert spoken("adopt Moss") == []


@pytest.mark.parametrize("text", CASES["chat"]["texts"])
def test_chat_is_left_alone(text: str) -> None:
    assert spoken(text) == []


# --- names that ducks have ----------------------------------------------------------------------------------------------


def test_a_bare_name_counts_with_the_ducks_of_then() -> None:
    text = "Waddles eats Moss"
    assert spoken(text) == []
    (found,) = spoken(text, ducks=DuckNames(["Waddles", "Moss"]))
    assert told(found) == {"kind": "cannibalism", "duck": "Waddles", "target": "Moss"}


@pytest.mark.parametrize("name", ["pond", "Grapes", "I", "feed", "2", "to", "the game", "🎉", "!!!", "x", "Icy Seeds"])
def test_a_name_made_of_the_grammars_words_changes_nobodys_announcements(name: str) -> None:
    texts = [
        "I move Fern to pond 2!!!",
        "I feed Bob with Grapes",
        "I join the game 🎉",
        'I feed "Bob"; I feed Moe with 10 Seeds',
    ]
    ducks = DuckNames([*CALLED, name])
    for text in texts:
        assert list(map(told, spoken(text, ducks=ducks))) == list(map(told, spoken(text)))
    (found,) = spoken(f'I feed "{name}"', ducks=ducks)
    assert isinstance(found, Announced)
    assert found.fields["duck"] == DuckSaid(name)


def test_the_longest_name_that_fits_is_meant() -> None:
    (found,) = spoken("I feed Bob with Grapes", ducks=DuckNames(["Bob", "Bob with Grapes"]))
    assert isinstance(found, Announced)
    assert dict(found.fields) == {"duck": DuckSaid("Bob with Grapes"), "fruit": ()}


def test_who_has_a_ducks_name_is_meant_where_a_person_may_be() -> None:
    people = {"1": ("Cyrus",), "42": ("ben",)}
    ducks = DuckNames(["Cyrus", "Fern"])
    (offer,) = spoken("I give Cyrus 1 Egg", people=people, ducks=ducks)
    (feeding,) = spoken("I feed Cyrus", people=people, ducks=ducks)
    (attack,) = spoken("Fern performs Quack Attack on Cyrus with 2", people=people, ducks=ducks)
    assert told(offer) == {"kind": "trade_offer", "to": "1", "give": [{"item": "Egg", "n": 1}]}
    assert told(feeding) == {"kind": "feed", "duck": "Cyrus"}
    assert told(attack)["target"] == {"is": "player", "id": "1"}


def test_an_amount_may_have_400_digits_and_not_5000() -> None:
    (found,) = spoken(f'I bid {"7" * 400} on "Lost"')
    assert isinstance(found, Announced)
    assert found.fields["amount"] == int("7" * 400)
    (long,) = spoken(f'I bid {"7" * 5000} on "Lost"')
    assert isinstance(long, Announced)
    assert long.fields["amount"] == "7" * 5000


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        (DuckSaid("Bob"), (1,)),
        (DuckSaid("BOB"), (1, 2)),
        (DuckSaid("bob"), (2,)),
        (DuckSaid("**Bob**"), (1,)),
        (DuckSaid("Big  duck"), (4,)),
        (DuckSaid("*star*"), (5,)),
        (DuckSaid("Zed"), ()),
        (DuckSaid(number=3), (3,)),
        (DuckSaid(number=9), ()),
        (DuckSaid(), (3, 4)),
    ],
)
def test_which_ducks_are_meant(said: DuckSaid, numbers: tuple[int, ...]) -> None:
    names = {1: "Bob", 2: "bob", 3: "", 4: "Big Duck", 5: "*star*", 6: "star"}
    assert numbers_of(said, names, [3, 4]) == numbers


@pytest.mark.parametrize(
    ("name", "disciple", "entity"),
    [
        ("duck god", "", EntitySaid("duck_god")),
        ("the Duck God", "", EntitySaid("duck_god")),
        ("Duck Old One", "", EntitySaid("old_one")),
        ("Duck Disciple", "", EntitySaid("disciple")),
        ("disciple waddles 2", "Disciple Waddles 2", EntitySaid("disciple")),
        ("Disciple Waddles", "Disciple Waddles 2", None),
        ("Waddles", "", None),
    ],
)
def test_entities_go_by_their_names(name: str, disciple: str, entity: EntitySaid | None) -> None:
    assert entity_called(name, disciple) == entity


# --- written and read back ----------------------------------------------------------------------------------------------

NAME = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cf"), exclude_characters='"“”„‟«»\uff02\ue000\ue001\ue002\ue003|~`'
    ),
    min_size=1,
    max_size=140,
)
QUOTED = NAME.map(str.strip).filter(bool)
COUNT = st.integers(1, 10**30)


@settings(deadline=None)
@given(QUOTED, QUOTED, COUNT)
def test_quoted_names_are_read_as_they_were_written(first: str, second: str, count: int) -> None:
    ducks = DuckNames([first, second])
    text = f'I rename "{first}" to "{second}"; "{second}" performs Quack Attack on "{first}" with {count} Quacks'
    one, two = spoken(text, ducks=ducks)
    assert isinstance(one, Announced)
    assert isinstance(two, Announced)
    assert dict(one.fields) == {"duck": DuckSaid(first), "name": second}
    assert dict(two.fields) == {"duck": DuckSaid(second), "target": DuckSaid(first), "amount": count}


PIECES = sorted({text for form in CASES["form"] for text in form["texts"]})
ODD = "*_~|`>\\\"'“”:;,.!?()[]{}<@#+-/=&\n\r\t \u200b\u202e\ue000\ue001\ue002\ue003\ufe0f🦆🎉０Ａїİß½²\0"


@given(
    st.one_of(
        st.text(max_size=200), st.lists(st.one_of(st.sampled_from(PIECES), st.text(ODD, max_size=4))).map("".join)
    ),
    st.lists(st.one_of(st.text(ODD, max_size=4), st.sampled_from(["Bob", "feed", "I feed Bob", "; then"])), max_size=3),
)
def test_no_text_makes_the_reader_fail(text: str, names: list[str]) -> None:
    found = spoken(text, ducks=DuckNames([*CALLED, *names]))
    assert [one.n for one in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize(
    "text",
    [
        "I feed " + "Bob " * 990,
        "I feed Bob; " * 330,
        "I feed " + "aaa " * 990,
        '"' * 4_000,
        "if " * 1_300,
        "I feed Bob, then " * 230,
        "I name #12 " + "*" * 3_900,
        "I trade " + "1 Egg, " * 560 + "1 Egg to ben",
        "`" * 4_000,
        "||" * 2_000,
        "Bob performs " * 300,
        "I give " * 570,
        "a" * 4_000,
        "1. " * 1_300,
    ],
    ids=range(14),
)
def test_hostile_messages_are_read_quickly(text: str) -> None:
    ducks = DuckNames([*CALLED, *(f"aaa {number}" for number in range(300))])
    read(text, PEOPLE, ducks, ITEMS)
    started = perf_counter()
    read(text, PEOPLE, ducks, ITEMS)
    assert perf_counter() - started < 0.5, "some tens of milliseconds are usual; a machine that is busy may take longer"
