"""What players of Nomicoup announce: every form of the checklist's grammar, and what must not be taken for one."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.nomicoup.announced import FIELDS, read, words_of_tables
from tracker.games.nomicoup.reducing import ACTIONS
from tracker.mechanics.announcements import Announced, NotUnderstood

from tracker.core.instants import EPOCH
from tracker.games.nomicoup.law import Law

CASES = tomllib.loads(Path(__file__).with_name("announcements.toml").read_text(encoding="utf-8"))
PEOPLE: Mapping[str, tuple[str, ...]] = {"ana": ("ana",), "42": ("ben",), "Quartet": ("Quartet",)}
LAW = Law(EPOCH, {})
WORDS = words_of_tables(LAW.words("characters"), LAW.value("actions"), LAW.value("counteractions"))
FORMS = [(text, form["means"]) for form in CASES["form"] for text in form["texts"]]


def spoken(text: str) -> list[Announced | NotUnderstood]:
    return read(text, PEOPLE, WORDS)


def told(one: Announced | NotUnderstood) -> dict[str, Any]:
    if isinstance(one, NotUnderstood):
        return {"why": one.why}
    fields = {name: list(value) if isinstance(value, tuple) else value for name, value in one.fields.items()}
    return {"kind": one.kind, **{name: value for name, value in fields.items() if value not in (None, [])}}


@pytest.mark.parametrize(("text", "means"), FORMS, ids=lambda value: str(value)[:60])
def test_every_form_of_an_announcement(text: str, means: dict[str, Any]) -> None:
    assert list(map(told, spoken(text))) == [means]


@pytest.mark.parametrize(("text", "means"), FORMS, ids=lambda value: str(value)[:60])
def test_case_final_stops_and_doubled_blanks_do_not_matter(text: str, means: dict[str, Any]) -> None:
    if means["kind"] in (
        "word",
        "clarify",
        "suggest",
        "win",
        "end_of_play",
        "report",
        "title_rule",
        "enter_group",
        "confirm",
        "leave_group",
    ):
        widened = text
    else:
        widened = re.sub(
            " ", "  ", text.upper() if "<@" not in text and means.get("target", means.get("of")) != "zoe" else text
        )
    assert list(map(told, spoken(widened))) == [means]


def test_every_kind_has_forms_all_its_fields_and_somebody_who_carries_it_out() -> None:
    assert {form["means"]["kind"] for form in CASES["form"]} == {*FIELDS} == {*ACTIONS}
    for form in CASES["form"]:
        (found,) = spoken(form["texts"][0])
        assert isinstance(found, Announced)
        assert found.fields.keys() == FIELDS[found.kind].keys()


@pytest.mark.parametrize("case", CASES["message"], ids=lambda case: case["text"][:50])
def test_messages_of_several_announcements(case: dict[str, Any]) -> None:
    found = spoken(case["text"])
    assert [one.n for one in found] == list(range(1, len(found) + 1))
    assert list(map(told, found)) == case["says"]


@pytest.mark.parametrize(("text", "why"), CASES["unclear"]["texts"])
def test_what_is_half_understood_says_why(text: str, why: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood), found
    assert why in found.why


@pytest.mark.parametrize("text", [*CASES["chat"]["texts"], *CASES["talk"]["texts"]])
def test_chat_is_left_alone(text: str) -> None:
    assert spoken(text) == []


def test_a_character_and_its_actions_that_are_added_are_understood() -> None:
    actions = {**LAW.value("actions"), "Bribe": {"claim": "Inspector", "target": "other player", "pending": "yes"}}
    words = words_of_tables((*LAW.words("characters"), "Inspector"), actions, LAW.value("counteractions"))
    (found,) = read("As Inspector, I Bribe @ben.", PEOPLE, words)
    assert told(found) == {"kind": "act", "action": "Bribe", "target": "42", "claim": "Inspector"}
    assert spoken("As Inspector, I Bribe @ben.") == []


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*'aI .,:;?!"()@~|`*\n0', "Duke", "Coup", "challenge", " and ", "ben", "Clarification:", "\ue000", "٣"]
        )
    )
)
def test_whatever_is_written_nothing_is_raised(parts: list[str]) -> None:
    for one in spoken("".join(parts)):
        assert one.kind in FIELDS


def test_a_long_message_is_read_at_once() -> None:
    spoken("I pass.")
    began = perf_counter()
    spoken("I challenge @ben and " * 150)
    assert perf_counter() - began < 2


NAMED_LIKE_WORDS = {
    name: (name,) for name in ("Captain", "Duke", "Income", "Foreign Aid", "Tarif", "on", "with", "from", "the", "as")
}


@pytest.mark.parametrize("whose", [("42", "ben"), *((name, name) for name in NAMED_LIKE_WORDS)], ids=str)
@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("I challenge @NAME on Captain.", {"kind": "challenge", "of": "NAME", "character": "Captain"}),
        ("As Captain, I Steal from @NAME.", {"kind": "act", "action": "Steal", "target": "NAME", "claim": "Captain"}),
        ("I Coup @NAME.", {"kind": "act", "action": "Coup", "target": "NAME"}),
        ("I take Income.", {"kind": "act", "action": "Income"}),
        ("I counter with Tarif as Duke.", {"kind": "counter", "name": "Tarif", "claim": "Duke"}),
        ("I leave the game.", {"kind": "forfeit"}),
        ("return Duke and Captain", {"kind": "give_back", "cards": ["Duke", "Captain"]}),
    ],
)
def test_no_name_spoils_what_is_recommended(text: str, means: dict[str, Any], whose: tuple[str, str]) -> None:
    id, name = whose
    expected = {key: id if value == "NAME" else value for key, value in means.items()}
    found = read(text.replace("NAME", name), {**PEOPLE, **NAMED_LIKE_WORDS}, WORDS)
    assert list(map(told, found)) == [expected]


def test_a_bare_name_that_is_a_character_is_still_a_name_where_no_character_can_stand() -> None:
    (coup,) = read("I Coup Duke.", {**PEOPLE, **NAMED_LIKE_WORDS}, WORDS)
    assert told(coup) == {"kind": "act", "action": "Coup", "target": "Duke"}


@pytest.mark.parametrize(
    "text",
    """ben should pass and forfeit|ben, please don't pass and forfeit|I'm not going to give up and forfeit
Why would ben pass and forfeit|You could pass and forfeit|I forfeit then?|I forfeit, then what happens?|Income then?
I won't tax and steal from ben|I might tax and steal from ben|If ben passes then I tax|unless ben objects, then I tax
When it is my turn then I tax|ben took income and tax|I already took income and tax|So I coup ben then?|I coup ben and then what?
you tax, then coup ana|maybe I tax then steal from ben|I tax and steal from ben?|I pass and forfeit?""".replace(
        "\n", "|"
    ).split("|"),
)
def test_the_end_of_a_sentence_is_no_announcement_by_itself(text: str) -> None:
    assert not any(isinstance(each, Announced) for each in spoken(text))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("ok then, I tax", ["act"]),
        ("Well then, income.", ["act"]),
        ("I take Income, then.", ["act"]),
        ("first I tax, then I steal from ben", ["act", "act"]),
        ("I tax, and then I steal from ben", ["act", "act"]),
        ("I take Income and I challenge ben", ["act", "challenge"]),
    ],
)
def test_what_is_said_in_one_sentence_is_announced_in_its_order(text: str, kinds: list[str]) -> None:
    found = spoken(text)
    assert all(isinstance(each, Announced) for each in found)
    assert [each.kind for each in found] == kinds
