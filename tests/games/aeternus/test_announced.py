"""What players of Aeternus announce: every form of the checklist's grammar, and what must not be taken for one."""

import tomllib
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.aeternus.announced import HEADS, read
from tracker.games.aeternus.channels import CLAUSES
from tracker.games.aeternus.reading import EXAMPLES
from tracker.games.aeternus.spoken import ItemNames, sense_of

from tracker.core.instants import EPOCH
from tracker.games.aeternus.law import Law
from tracker.mechanics.announcements import Announced, NotUnderstood

CASES = tomllib.loads(Path(__file__).with_name("announcements.toml").read_text(encoding="utf-8"))
PEOPLE = {"ana": ("ana",), "42": ("bob",), "7": ("Cleo the Great",)}
FACTIONS = frozenset(("ana", "42", "Duo", "The Owls"))
LAW = Law(EPOCH, {})
ITEMS = ItemNames(LAW.items, LAW.words("medallion_fish"), (*LAW.words("quality_names"), "Splendid"))


def spoken(text: str) -> list[Announced | NotUnderstood]:
    return read(text, PEOPLE, ITEMS, FACTIONS, LAW.directions)


def plain(value: Any) -> Any:
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def told(one: Announced | NotUnderstood) -> dict[str, Any]:
    if isinstance(one, NotUnderstood):
        return {"why": one.why}
    return {"kind": one.kind, **{name: plain(value) for name, value in one.fields.items() if value is not None}}


@pytest.mark.parametrize(
    ("text", "means"),
    [(text, form["means"]) for form in CASES["form"] for text in form["texts"]],
    ids=lambda value: str(value)[:60],
)
def test_every_form_of_an_action(text: str, means: dict[str, Any]) -> None:
    assert list(map(told, spoken(text))) == [means]


def test_every_kind_of_action_has_forms() -> None:
    assert (
        {kind for kind, _ in HEADS}
        == {form["means"]["kind"] for form in CASES["form"]}
        == set(CLAUSES)
        == set(EXAMPLES)
    )


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_example_is_an_action_of_its_kind(kind: str) -> None:
    (found,) = spoken(EXAMPLES[kind])
    assert isinstance(found, Announced)
    assert found.kind == kind


def test_directions_go_by_the_names_that_they_have() -> None:
    names = ("Up", "Right Up", "Right Down", "Down", "Left Down", "Left Up")
    found = read("I go up, then walk to the Right Down\nScout D and R\nI go North", {}, ITEMS, FACTIONS, names)
    assert [told(each) for each in found[:2]] == [{"kind": "traverse", "hex": [0]}, {"kind": "traverse", "hex": [2]}]
    assert [type(each) for each in found[2:]] == [NotUnderstood]


SIGNS = (
    "Foxes and Hounds",
    "🦆🦆",
    "Foxes & Hounds",
    "Team Rocket!",
    "Ana, Bob",
    "now; then",
    'The "Q" gang',
    "*Stars*",
    "Ives",
    "St. Ives",
)


@pytest.mark.parametrize("name", SIGNS)
@pytest.mark.parametrize(
    "words", ["I leave {}", "I leave {}.", "leaving the faction {}", 'I leave "{}"', "I join; I leave {}"]
)
def test_a_faction_is_left_by_whatever_name_it_has(name: str, words: str) -> None:
    found = read(words.format(name) + "\nForage", PEOPLE, ITEMS, frozenset(SIGNS), LAW.directions)
    *_, leaving, after = found
    assert isinstance(leaving, Announced), found
    assert (leaving.kind, sense_of(leaving.fields["faction"]), after.kind) == (
        "leave_faction",
        sense_of(name),
        "forage",
    )


def test_a_name_may_be_written_without_its_last_signs_and_holds_its_quotes_in_quotes() -> None:
    factions = frozenset(("Team Rocket!", 'The "Q" gang', "game", "leave it"))

    def said(text: str) -> list[dict[str, Any]]:
        return [told(each) for each in read(text, PEOPLE, ITEMS, factions, LAW.directions)]

    assert said("I leave team rocket") == [{"kind": "leave_faction", "faction": "Team Rocket!"}]
    merge = {"kind": "merge", "factions": ["ana", 'The "Q" gang'], "name": "N"}
    assert said('Merge request: ana + "The "Q" gang" as "N"') == [merge]
    assert said("I leave the game") == [{"kind": "leave"}]
    assert said("I leave my faction") == [{"kind": "leave_faction"}]
    assert said("I leave it to you and team rocket, who knows") == []


MERGING = {
    "1005": ("Foxes & Hounds", "fox"),
    "1006": ("bob",),
    "1007": ("Nobody & Co",),
}
MERGED = frozenset(
    ("1005", "1006", "R&D", "bob and co", "Tom, Dick", "Tom", "Dick, Harry", "Harry", "Good as gold", "x + y")
)


def merging(text: str) -> Announced | NotUnderstood:
    (found,) = read(text, MERGING, ITEMS, MERGED, LAW.directions)
    return found


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("R&D + bob as X", ("R&D", "bob", "X")),
        ("bob and co + Tom as X", ("bob and co", "Tom", "X")),
        ("Tom, Dick + bob as X", ("Tom, Dick", "bob", "X")),
        ("x + y + Harry as X", ("x + y", "Harry", "X")),
        ("R&D and bob and co into X", ("R&D", "bob and co", "X")),
        ("Good as gold + r&d as X!", ("Good as gold", "r&d", "X")),
        ('"R&D" + Tom, Dick as X', ("R&D", "Tom, Dick", "X")),
        ("faction R&D + <@1006>'s faction as X", ("R&D", "1006", "X")),
        ("R&D + @bob as X", ("R&D", "1006", "X")),
        ("@Foxes & Hounds + Tom, Dick as X", ("1005", "Tom, Dick", "X")),
        ("Foxes & Hounds + bob as X", ("Foxes & Hounds", "bob", "X")),
        ("**R&D**  and  Tom as R&D", ("R&D", "Tom", "R&D")),
        ("R&D + bob", ("R&D", "bob", None)),
    ],
)
def test_a_merge_request_names_factions_with_signs_where_what_there_is_tells_it(
    words: str, names: tuple[str, str, str | None]
) -> None:
    found = merging(f"Merge request: {words}")
    assert isinstance(found, Announced), found
    assert (*found.fields["factions"], found.fields["name"]) == names


@pytest.mark.parametrize(
    "words",
    ["Tom, Dick, Harry as X", "Nobody & Co + bob as X", "R&D + zed & zod as X", "R&D + bob as N & M", "R&D and X as Y"],
)
def test_a_merge_request_that_can_be_read_in_several_ways_or_in_none_tells_of_quotes(words: str) -> None:
    found = merging(f"Merge request: {words}")
    assert isinstance(found, NotUnderstood)
    assert found.why.endswith('stands in quotes, such as Merge request: "R&D" + "bob and co" as "NAME"')


def test_what_is_amiss_otherwise_with_a_merge_request_is_told_without_a_word_of_quotes() -> None:
    found = merging("Merge request: R&D + bob if he wants")
    assert isinstance(found, NotUnderstood)
    assert found.why == "it hangs on something (“if”)"


@pytest.mark.parametrize("text", [text for each in CASES["talk"] for text in each["texts"]])
def test_what_is_talk(text: str) -> None:
    assert spoken(text) == []


@pytest.mark.parametrize("text", [text for each in CASES["unclear"] for text in each["texts"]])
def test_what_is_half_understood_is_asked_about(text: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood)
    assert found.why


PLAIN = (
    ("join", "I join this wonderful game"),
    ("leave_faction", "I leave this wonderful game"),
    ("leave", "I'm quitting this game"),
    ("declare", "I call bob reputable"),
    ("merge", "I merge my faction with Duo"),
    ("trade_offer", "I'm giving bob two pieces of Wood"),
    ("consent", "I am accepting bob's kind offer"),
    ("withdraw", "I am cancelling my newest offer"),
    ("scout", "I look at the hex North of me"),
    ("traverse", "I walk one step North"),
    ("stagway", "I go home along the stagways"),
    ("fish", "I cast my advanced rod"),
    ("forage", "I forage in the Forest"),
    ("craft", "I build two torches"),
    ("build", "I plant our flag"),
    ("burn", "I set fire to the boardwalk"),
    ("use", "I blow up the station"),
    ("name_quality", "I name my quality Splendid"),
    ("request", "I ask for a ruling"),
    ("self_overturn", "I revoke my last ruling"),
    ("resign", "I am resigning"),
    ("remove_judge", "I support the removal"),
)


@pytest.mark.parametrize(("kind", "text"), PLAIN, ids=[kind for kind, _ in PLAIN])
def test_a_plain_announcement_in_no_form_is_asked_about(kind: str, text: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood), found
    assert found.kind == kind
    assert found.why


@pytest.mark.parametrize(
    "text", ["plant a flag there, would you", "gathering wood is fun", "I like Wood", "I go on and on"]
)
def test_what_nobody_says_of_themselves_is_talk(text: str) -> None:
    assert spoken(text) == []


def test_several_actions_are_in_order_one_a_line_or_joined_by_then() -> None:
    found = spoken("I join the game, then I leave my faction\nI give 2 Bananas to @bob; deal")
    assert [each.kind for each in found] == ["join", "leave_faction", "trade_offer", "consent"]
    assert [each.n for each in found] == [1, 2, 3, 4]
    assert isinstance(found[2], NotUnderstood)


WORDS = 'I trade merge request : + as " ( ) quality 9 Wood @bob for leave the game then scout go fish in with burn flag N (0,1,0) use'
SHUFFLED = st.lists(st.sampled_from([*WORDS.split(" "), "\n"]), max_size=20).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120) | SHUFFLED)
def test_any_text_is_read_without_fault(text: str) -> None:
    assert all(isinstance(each, Announced | NotUnderstood) for each in spoken(text))


@pytest.mark.parametrize(
    "text",
    [
        "I give " + "1 Wood, " * 4000,
        "Merge request: " + "a " * 20000,
        '"' * 20000,
        "I leave " * 5000,
        "Scout " + "N, " * 5000,
        "I go (" + "1 " * 9000,
    ],
)
def test_long_texts_take_no_long_time(text: str) -> None:
    began = perf_counter()
    spoken(text)
    assert perf_counter() - began < 5
