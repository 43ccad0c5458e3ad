"""The family tree of ducks in words and as a picture, whatever circles, generations and names there are."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from tracker.games.ducks.family import DEEPEST, branches
from tracker.games.ducks.family_picture import drawn
from tracker.games.ducks.views import KinView

from tests.games.ducks.lively import AT_LAST, DUCKS, FORTNIGHT, gamestate, wikitexts
from tests.render.hostile import FRAGMENTS
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.draft import RegionDraft
from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import parse_instant
from tracker.games.ducks.pages import drafts

SVG = "{http://www.w3.org/2000/svg}"


def kin(parents: Mapping[int, int], names: Mapping[int, str] = {}) -> dict[int, KinView]:
    """Ducks by number with their parents' numbers (0: none)."""
    return {
        number: KinView(number, names.get(number, f"Duck{number}"), "ana", "Red", parent, "")
        for number, parent in parents.items()
    }


def tree(parents: Mapping[int, int]) -> list[tuple[int, int]]:
    """Number and generation of every duck, in the order of the tree."""
    return [(each.kin.number, each.generation) for each in branches(kin(parents))]


def labels(picture: bytes) -> list[str]:
    return [element.text or "" for element in etree.fromstring(picture).iter(f"{SVG}text")]


# --- the order of the tree --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parents", "order"),
    [
        ({}, []),
        ({1: 0}, [(1, 0)]),
        ({1: 0, 2: 0, 3: 1, 4: 3, 5: 1}, [(1, 0), (3, 1), (4, 2), (5, 1), (2, 0)]),
        ({1: 1}, [(1, 0)]),
        ({1: 3, 2: 1, 3: 2}, [(1, 0), (2, 1), (3, 2)]),
        ({1: 2, 2: 1, 3: 1, 4: 0}, [(4, 0), (1, 0), (2, 1), (3, 1)]),
        ({2: 9}, [(2, 0)]),
    ],
)
def test_every_duck_stands_below_its_parent(parents: Mapping[int, int], order: list[tuple[int, int]]) -> None:
    assert tree(parents) == order


def test_a_circle_is_named_where_it_closes() -> None:
    assert [each.closes for each in branches(kin({1: 3, 2: 1, 3: 2}))] == ["Duck3", "", ""]
    assert [each.closes for each in branches(kin({1: 1}))] == ["Duck1"]
    assert [each.closes for each in branches(kin({1: 0, 2: 1}))] == ["", ""]


@given(st.lists(st.integers(0, 40), max_size=40))
def test_every_duck_stands_in_the_tree_once_whoever_adopted_whom(chosen: list[int]) -> None:
    parents = dict(enumerate(chosen, start=1))
    order = tree(parents)
    assert sorted(number for number, _ in order) == sorted(parents)
    placed: dict[int, int] = {}
    for number, generation in order:
        if generation:
            assert placed[parents[number]] == generation - 1
        placed[number] = generation
    assert len(boxes(drawn(kin(parents)))) == len(parents)


def test_a_long_line_of_descent_is_no_trouble() -> None:
    line = {number: number - 1 for number in range(1, 2_001)}
    assert tree(line)[-1] == (2_000, 1_999)
    assert len(boxes(drawn(kin(line)))) == 2_000


# --- the picture ------------------------------------------------------------------------------------------------------


def boxes(picture: bytes) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every duck's box."""
    found = (each for each in etree.fromstring(picture).iter(f"{SVG}rect") if each.get("rx"))
    sides = ([float(each.get(name, "")) for name in ("x", "y", "width", "height")] for each in found)
    return [(left, top, left + width, top + height) for left, top, width, height in sides]


@given(st.lists(st.integers(0, 30), max_size=30))
def test_no_box_covers_another_or_leaves_the_picture(chosen: list[int]) -> None:
    picture = drawn(kin(dict(enumerate(chosen, start=1))))
    found = boxes(picture)
    root = etree.fromstring(picture)
    for nth, (left, top, right, bottom) in enumerate(found):
        assert right <= float(root.get("width", ""))
        assert bottom <= float(root.get("height", ""))
        for other in found[:nth]:
            assert right <= other[0] or left >= other[2] or bottom <= other[1] or top >= other[3]


def test_three_hundred_ducks_make_a_picture_of_bounded_size() -> None:
    lone, paired = (dict.fromkeys(range(1, 301), 0), {number: number - number % 2 for number in range(1, 301)})
    for parents in (lone, paired):
        picture = drawn(kin(parents))
        root = etree.fromstring(picture)
        assert len(picture) < 200_000
        assert max(float(root.get("width", "")), float(root.get("height", ""))) < 6_000


def test_the_same_ducks_give_the_same_bytes_and_others_different_ones() -> None:
    assert drawn(kin({1: 0, 2: 1})) == drawn(kin({1: 0, 2: 1}))
    assert drawn(kin({1: 0, 2: 1})) != drawn(kin({1: 0, 2: 0}))


def test_a_duck_is_drawn_with_name_number_owner_and_the_letter_of_its_colour() -> None:
    assert labels(drawn(kin({7: 0}, {7: "Puddle"})))[-2:] == ["R", "Puddle #7 · ana"]
    nameless = KinView(3, "duck #3", "", "", 0, "")
    assert labels(drawn({3: nameless}))[-1] == "duck #3"
    gone = KinView(4, "Moss", "", "", 0, "eaten by Puddle")
    assert labels(drawn({4: gone}))[-1] == "† Moss #4"
    assert labels(drawn(kin({1: 1})))[-1].startswith("↻ ")


def test_what_is_undetermined_is_drawn_as_such() -> None:
    unknown: Any = UNDETERMINED
    doubtful = KinView(1, unknown, unknown, unknown, unknown, unknown, is_certain=False)
    assert UNDETERMINED[:8] in labels(drawn({1: doubtful}))[-1]


@pytest.mark.parametrize("name", [*FRAGMENTS, "x" * 140, "🦆" * 140, "\u202eevil", "a\x00b\x0bc\ud800", "z\u0301" * 70])
def test_no_name_breaks_the_picture(name: str) -> None:
    picture = drawn(kin({1: 0, 2: 1}, {1: name}))
    root = etree.fromstring(picture)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "rect",
        "g",
        "text",
        "path",
    }
    assert max(map(len, labels(picture))) < 90
    assert not {"\u202e", "\x00"} & set("".join(labels(picture)))


def test_wikis_see_none_of_the_players_words_where_they_look_for_scripts() -> None:
    evil = "<script>href=javascript:x()"
    picture = drawn(kin({1: 0}, {1: evil})).decode()
    assert picture.index("script&gt;") > 1_024


# --- the page ---------------------------------------------------------------------------------------------------------


def family(parents: Mapping[int, int]) -> RegionDraft:
    """The draft of the page on which these ducks are."""
    named = {"owner": "ana", "pond": 1}
    ducks = [{**named, "id": number, "name": f"D{number}", "parent": parent} for number, parent in parents.items()]
    stated = {"players": ["ana"], "ponds": 1, "ducks": ducks}
    opening = {"kind": "opening", "id": "o1", "at": "2021-03-08T00:00:00Z", "game": "ducks", "state": stated}
    told = gamestate_at(DUCKS, rows_of(DUCKS, [opening]), parse_instant("2021-03-08T01:00:00Z"))
    return next(draft for draft in drafts(told, {}) if draft.region == "family")


def test_the_list_nests_children_below_their_parents() -> None:
    lines = family({1: 0, 2: 1, 3: 2, 4: 1}).values["lines"]
    assert [(line.bullets, line.branch.kin.number) for line in lines] == [("*", 1), ("**", 2), ("***", 3), ("**", 4)]


def test_later_generations_are_counted_where_lists_nest_no_deeper() -> None:
    lines = family({number: number - 1 for number in range(1, 41)}).values["lines"]
    assert max(len(line.bullets) for line in lines) == DEEPEST
    assert [line.generation for line in lines if line.generation] == list(range(DEEPEST, 40))


def test_ducks_that_are_gone_stand_there_as_long_as_one_descends_from_them() -> None:
    story = FORTNIGHT + '2021-03-15 11:00:00 ana in game-actions x1: "Moss" performs Cannibalism on "Puddle".\n'
    text = wikitexts(story, AT_LAST)["family"]
    assert "* Puddle <small>#1</small>" in text
    assert "out of the game" in text
    assert "eaten by Moss" in text
    assert "** Moss <small>#2</small>" in text
    assert "Moe" not in text  # nobody descends from it
    assert gamestate(story, AT_LAST).detail.play.kin[1].gone == "eaten by Moss"


def test_a_duck_that_adopted_itself_is_told_of() -> None:
    assert (
        "Bob <small>#3</small>, Red, of ben, child of Bob, which is its own descendant"
        in wikitexts(FORTNIGHT, AT_LAST)["family"]
    )
