"""The map as a picture: what a browser draws, dot by dot, is what the gamestate says, in both forms and wherever hexes are."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from tracker.games.aeternus.map_layout import MOST_PANELS, RADIUS, middle, panels
from tracker.games.aeternus.map_stamps import FACTION_PAINTS, PAINTS
from tracker.games.aeternus.page_titles import CATALOGUE, PICTURE
from tracker.games.aeternus.views import PlayerView
from tracker.games.aeternus.world import BARREN, CORRUPTED, FEATURES, FLAG, FOREST, LAKE, TOWN, Cell

from tests.games.aeternus.lively import AETERNUS, AFTER, DURING, FORTNIGHT, gamestate
from tests.reading_png import Dots, read_png
from tests.render.hostile import FRAGMENTS
from tests.services import chromium
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import EPOCH
from tracker.games.aeternus.hexes import Hex, distance, from_axial, neighbours, reduced
from tracker.games.aeternus.law import Law
from tracker.games.aeternus.map_picture import MapView, drawing_of, drawn, view_of

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
IN_A_HEX: Mapping[str, tuple[float, float, str]] = {
    "Town": (-20, -13, "#b3261e"),
    "Stag Station": (0, -25, "#7a4a00"),
    "Pylon of Purity": (16, -11, "#ffffff"),
    "Boardwalk": (-8, 14, "#c98f4a"),
    "Corrupted": (20.4, 11.8, "#c4005a"),
}
"""A sign -> a place in a hex where nothing else has its colour."""
BIOME_AT, CLOTH_AT, DISC_AT = (32, 0), (-13.5, 1.5), (-7, 4)
DIRECTIONS = Law(EPOCH, {}).directions


def view(hexes: Mapping[Hex, Cell | str], **more: Any) -> MapView:
    return replace(MapView(hexes, {}, {}, DIRECTIONS), **more)


def player(name: str, at: Hex | str) -> PlayerView:
    blank: dict[str, Any] = dict.fromkeys(PlayerView.__dataclass_fields__)
    return PlayerView(**{**blank, "name": name, "at": at, "is_playing": True})


def groups(picture: bytes) -> dict[str, etree._Element]:
    """The hexes of a picture by the names of their groups."""
    found = etree.fromstring(picture).iter(f"{SVG}g")
    return {each.get("id", ""): each for each in found if each.get("id", "").startswith("hex_")}


def middles(picture: bytes) -> dict[str, tuple[float, float]]:
    """Where each hex is put, by the gamestate's key."""
    found = {}
    for name, group in groups(picture).items():
        x, y = group.get("transform", "").removeprefix("translate(").removesuffix(")").split(",")
        found[name.removeprefix("hex_").replace("_", ",")] = (float(x), float(y))
    return found


def words(picture: bytes) -> list[str]:
    return [each.text or "" for each in etree.fromstring(picture).iter(f"{SVG}text")]


# --- what is drawn, dot by dot ----------------------------------------------------------------------------------------


def in_a_browser(picture: bytes, folder: Path) -> Dots:
    """The dots that Chromium draws."""
    size = etree.fromstring(picture)
    (folder / "map.svg").write_bytes(picture)
    width, height = (int(float(size.get(name, ""))) + 2 for name in ("width", "height"))
    chromium.screenshot((folder / "map.svg").as_uri(), folder / "shown.png", width, height)
    return read_png((folder / "shown.png").read_bytes())


def check_dots(told: Gamestate, dots: Dots, found: Mapping[str, tuple[float, float]]) -> None:
    """Every hex of the gamestate is drawn with its biome, its landmark, its features, its flag and who is there; nothing else is."""
    assert set(found) == set(told.values["world"])
    factions = list(told.detail.play.factions)
    people = {tuple(each["at"]) for each in told.values["players"].values() if each["player"]}
    for key, cell in told.values["world"].items():
        x, y = found[key]

        def colour(place: tuple[float, float], x: float = x, y: float = y) -> str:
            return dots.colour(x + place[0], y + place[1])

        assert colour(BIOME_AT) == PAINTS[cell["biome"]].fill, key
        stands = {*cell["features"], *([cell["landmark"]] if cell["landmark"] != BARREN else [])}
        signs = {name for name, (left, top, paint) in IN_A_HEX.items() if colour((left, top)) == paint}
        assert signs == stands - {FLAG}, key
        cloth = FACTION_PAINTS[factions.index(cell["flag_owner"])] if cell["flag_owner"] else None
        assert (colour(CLOTH_AT) == cloth) == (FLAG in stands), key
        assert (colour(DISC_AT) == "#ffffff") == (tuple(map(int, key.split(","))) in people), key


@pytest.mark.parametrize("at", [DURING, AFTER])
def test_a_browser_draws_what_the_gamestate_says(tmp_path: Path, at: str) -> None:
    told = gamestate(FORTNIGHT, at)
    picture = drawn(view_of(told.detail.play))
    check_dots(told, in_a_browser(picture, tmp_path), middles(picture))


def test_the_other_form_shows_the_same() -> None:
    told = gamestate(FORTNIGHT, AFTER)
    seen = view_of(told.detail.play)
    rounded = {key: (round(x) + 0.0, round(y) + 0.0) for key, (x, y) in middles(drawn(seen)).items()}
    check_dots(told, read_png(drawn(seen, "png")), rounded)


def test_every_sign_can_stand_on_every_biome(tmp_path: Path) -> None:
    """All landmarks and features on all biomes: the dots are told apart everywhere."""
    cells = [
        Cell(biome, TOWN, frozenset({each}), "ana" if each == FLAG else "") for biome in PAINTS for each in FEATURES
    ]
    hexes = {from_axial(2 * (nth % 6), 2 * (nth // 6) - nth % 6): cell for nth, cell in enumerate(cells)}
    picture = drawn(view(hexes, factions={"ana": "Ana"}))
    dots, found = in_a_browser(picture, tmp_path), middles(picture)
    for at, cell in hexes.items():
        x, y = found[",".join(map(str, at))]
        seen = {name for name, (left, top, paint) in IN_A_HEX.items() if dots.colour(x + left, y + top) == paint}
        assert seen == {TOWN, *cell.features} - {FLAG}, cell


# --- where hexes are --------------------------------------------------------------------------------------------------


def test_north_is_up_and_the_directions_go_round_clockwise() -> None:
    around = [middle(each) for each in neighbours((0, 0, 0))]
    high, wide, half = RADIUS * sqrt(3), RADIUS * 1.5, RADIUS * sqrt(3) / 2
    expected = [(0, -high), (wide, -half), (wide, half), (0, high), (-wide, half), (-wide, -half)]
    assert around == [pytest.approx(place) for place in expected]
    mirrored = [middle(each, is_mirrored=True) for each in neighbours((0, 0, 0))]
    assert mirrored == [pytest.approx((-x, y)) for x, y in expected]


@given(st.sets(st.tuples(*[st.integers(-60, 60)] * 3).map(lambda each: reduced(*each)), min_size=1, max_size=60))
def test_every_hex_stands_in_one_panel_and_none_covers_another(chosen: set[Hex]) -> None:
    hexes = {(0, 0, 0), *chosen}
    found = panels(hexes)
    assert sorted(at for panel in found for at in panel.hexes) == sorted(hexes)
    assert (0, 0, 0) in found[0].hexes
    if len(found) <= MOST_PANELS:
        placed = list(middles(drawn(view(dict.fromkeys(hexes, Cell())))).values())
        assert len(placed) == len(hexes)
        for (x, y), (left, top) in combinations(placed, 2):
            assert abs(x - left) > RADIUS or abs(y - top) > RADIUS


@given(st.sets(st.tuples(*[st.integers(-60, 60)] * 3).map(lambda each: reduced(*each)), max_size=30))
def test_neighbours_in_a_panel_touch_and_nothing_leaves_the_picture(chosen: set[Hex]) -> None:
    hexes = dict.fromkeys([(0, 0, 0), *chosen], Cell())
    drawing = drawing_of(view(hexes))
    found = middles(drawn(view(hexes)))
    for panel in panels(hexes)[:MOST_PANELS]:
        first = panel.hexes[0]
        x, y = found[",".join(map(str, first))]
        for at in panel.hexes:
            left, top = found[",".join(map(str, at))]
            expected = (middle(at)[0] - middle(first)[0], middle(at)[1] - middle(first)[1])
            assert (left - x, top - y) == pytest.approx(expected, abs=0.11)
            assert RADIUS <= left <= drawing.width - RADIUS
            assert RADIUS * sqrt(3) / 2 <= top <= drawing.height - RADIUS * sqrt(3) / 2


def test_far_regions_stand_apart_under_headings() -> None:
    far = [from_axial(200 + q, -80 + r) for q in range(3) for r in range(3)]
    headings = words(drawn(view(dict.fromkeys([(0, 0, 0), (0, 0, 1), *far], Cell()))))
    nearest = min(far, key=lambda at: (distance(at, (0, 0, 0)), at))
    assert headings[headings.index("Around (0,0,0)") + 1] == "the origin"
    heading = headings.index(f"Around ({','.join(map(str, nearest))})")
    assert headings[heading + 1] == f"{distance(nearest, (0, 0, 0))} steps from the origin"


def stripes(dots: Dots, top: int, bottom: int) -> list[tuple[int, int]]:
    """From where to where something black is written between two heights, with gaps of less than a word between."""
    marked = [x for x in range(dots.width) if any(dots.colour(x, y) < "#600000" for y in range(top, bottom))]
    found: list[tuple[int, int]] = []
    for x in marked:
        if found and x - found[-1][1] < 15:
            found[-1] = (found[-1][0], x)
        else:
            found.append((x, x))
    return found


@pytest.mark.parametrize("form", ["svg", "png"])
def test_no_heading_runs_into_another_or_out_of_the_picture(tmp_path: Path, form: str) -> None:
    lone = [(0, 0, 0), *((-(10**each), 0, 10**each) for each in range(3, 12, 2))]
    seen = view(dict.fromkeys(lone, Cell()))
    picture = drawn(seen)
    dots = in_a_browser(picture, tmp_path) if form == "svg" else read_png(drawn(seen, "png"))
    heads = [each for each in etree.fromstring(picture).iter(f"{SVG}text") if (each.text or "").startswith("Around ")]
    base = int(float(heads[0].get("y", "")))
    starts = [float(each.get("x", "")) for each in heads]
    found = [each for each in stripes(dots, base - 10, base) if each[0] >= starts[0] - 1]
    assert len(found) == len(lone)
    for (left, right), start, following in zip(found, starts, [*starts[1:], dots.width], strict=True):
        assert abs(left - start) < 6
        assert right < following - 8


@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.parametrize("name", ["W" * 40, "i" * 80, "漢字" * 20, "ﷺ" * 12, "🦆" * 30])
def test_no_name_of_the_legend_runs_into_the_map(tmp_path: Path, form: str, name: str) -> None:
    far = (-123_456_789, 0, 45_678)
    seen = view({(0, 0, 0): Cell(), far: Cell()}, players={"1": player(name, far)}, factions={"1": name})
    picture = drawn(seen)
    dots = in_a_browser(picture, tmp_path) if form == "svg" else read_png(drawn(seen, "png"))
    texts = list(etree.fromstring(picture).iter(f"{SVG}text"))
    left = next(int(float(each.get("x", ""))) for each in texts if each.text == "Around (0,0,0)")
    mine = [each for each in texts if (each.text or "").endswith((f"… ({','.join(map(str, far))})", "…: 0"))]
    assert len(mine) == 2
    for each in mine:
        y = int(float(each.get("y", "")))
        assert {dots.colour(x, y - 5) for x in range(left - 8, left)} == {"#ffffff"}


def test_a_few_hexes_beyond_the_middle_need_no_panel_of_their_own() -> None:
    edge = [from_axial(q, -q // 2) for q in range(17)]
    assert len(panels(edge)) == 1
    assert len(panels([from_axial(q, -q // 2) for q in range(40)])) == 2


@pytest.mark.parametrize("far", [range(58, 61), range(11, 18), range(70, 93)])
def test_a_region_stands_in_one_panel_wherever_it_lies(far: range) -> None:
    region = [(0, 0, -z) for z in far]
    found = panels([(0, 0, 0), (0, 0, 1), *region])
    assert [list(panel.hexes) for panel in found] == [[(0, 0, 0), (0, 0, 1)], region]


def test_a_region_larger_than_a_panel_is_cut_where_it_always_was() -> None:
    lone = [(0, 0, 0)]
    large = [(0, 0, -z) for z in range(40, 90)]
    cut = [set(panel.hexes) for panel in panels([*lone, *large])[1:]]
    assert len(cut) > 1
    grown = [set(panel.hexes) for panel in panels([*lone, *large, (0, 0, -90)])[1:]]
    assert all(any(before <= after for after in grown) for before in cut)


def test_what_is_too_far_to_draw_is_counted() -> None:
    lone = dict.fromkeys([(0, 0, 0), *((100 * number, 0, 0) for number in range(1, MOST_PANELS + 5))], Cell())
    assert "5 hexes farther away are not drawn" in words(drawn(view(lone)))


# --- looks ------------------------------------------------------------------------------------------------------------

SIGHTS = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.1121, 0.8853, -0.0005), (0.1127, 0.8897, -0.0001), (0.0045, 0.0, 1.0019)),
    "no green": ((0.2920, 0.7054, -0.0003), (0.2934, 0.7089, 0.0), (-0.0210, 0.0256, 0.9954)),
    "no blue": ((1.0145, 0.1354, -0.1477), (0.0, 0.8589, 0.1418), (0.0, 0.8720, 0.1285)),
}
"""How eyes mix red, green and blue light that lack one kind of cones."""


def seen(colour: str, sight: str) -> tuple[float, ...]:
    """A colour's light as such eyes see it, on the scale on which equal steps look equal."""
    light = [(int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5)]
    mixed = (sum(part * each for part, each in zip(row, light, strict=True)) for row in SIGHTS[sight])
    return tuple(255 * max(0.0, each) ** (1 / 2.2) for each in mixed)


@pytest.mark.parametrize("sight", SIGHTS)
def test_biomes_look_different_to_all_eyes(sight: str) -> None:
    for (one, paint), (other, against) in combinations(PAINTS.items(), 2):
        apart = sqrt(sum((a - b) ** 2 for a, b in zip(seen(paint.fill, sight), seen(against.fill, sight), strict=True)))
        assert apart > 60, (one, other, apart)


def test_every_biome_has_a_pattern_of_its_own() -> None:
    stamps = drawing_of(view({(0, 0, 0): Cell()})).stamps
    patterns = [stamps[biome.casefold().replace(" ", "_")][1:] for biome in PAINTS]
    shapes = [[getattr(part, "points", ()) for part in pattern] for pattern in patterns]
    assert all(shapes)
    assert all(one != other for one, other in combinations(shapes, 2))


def test_the_legend_names_every_biome_sign_player_and_faction() -> None:
    told = gamestate(FORTNIGHT, AFTER)
    shown = words(drawn(view_of(told.detail.play)))
    assert {*PAINTS, *DIRECTIONS, "Town", "Boardwalk", "Corrupted", "Pylon of Purity", "Stag Station"} <= set(shown)
    assert "dee (1,1,0)" in shown
    assert "ana: 2" in shown
    assert "The <b>Duo</b>: 2" in shown


def test_pointing_at_a_hex_tells_all_of_it() -> None:
    picture = drawn(view_of(gamestate(FORTNIGHT, AFTER).detail.play))
    title = groups(picture)["hex_1_1_0"].find(f"{SVG}title")
    assert title is not None
    assert title.text == "(1,1,0): Forest, Flag, Stag Station; occupied by ana; here: dee"


def test_more_players_than_have_room_are_counted() -> None:
    crowd = {str(number): player(f"p{number}", (0, 0, 0)) for number in range(5)}
    group = groups(drawn(view({(0, 0, 0): Cell()}, players=crowd)))["hex_0_0_0"]
    assert [each.text for each in group.iter(f"{SVG}text")] == ["1", "2", "+3", "0,0,0"]


def test_what_is_undetermined_is_drawn_as_such() -> None:
    unsure: Any = UNDETERMINED
    hexes: dict[Hex, Cell | str] = {
        (0, 0, 0): UNDETERMINED,
        (0, 0, 1): Cell(UNDETERMINED),
        (0, 1, 0): Cell(FOREST, BARREN, unsure),
    }
    picture = drawn(view(hexes, players={"ana": player("Ana", UNDETERMINED)}))
    stamps = [next(group.iter(f"{SVG}use")).get(f"{XLINK}href") for group in groups(picture).values()]
    assert stamps == ["#unknown", "#unknown", "#forest"]
    assert f"Ana {UNDETERMINED}" in words(picture)


def test_a_biome_that_a_proposal_added_is_white_and_told() -> None:
    picture = drawn(view({(0, 0, 0): Cell("Tundra")}))
    assert "(0,0,0): Tundra" in etree.tostring(groups(picture)["hex_0_0_0"]).decode()
    assert drawn(view({(0, 0, 0): Cell("Tundra")}), "png")


@pytest.mark.parametrize("name", [*FRAGMENTS, "x" * 200, "🦆" * 140, "\u202eevil", "a\x00b\x0bc\ud800", "z\u0301" * 70])
def test_no_name_breaks_the_picture(name: str) -> None:
    seen = view(
        {(0, 0, 0): Cell(LAKE, BARREN, frozenset({FLAG}), name)},
        players={"1": player(name, (0, 0, 0))},
        factions={name: name},
    )
    picture = drawn(seen)
    tags = {str(each.tag).removeprefix(SVG) for each in etree.fromstring(picture).iter()}
    assert tags <= {"svg", "title", "desc", "rect", "defs", "g", "use", "text", "polygon", "polyline", "circle"}
    assert not {"\u202e", "\x00"} & set(picture.decode())
    assert max(map(len, words(picture))) < 120
    assert drawn(seen, "png")


def test_wikis_see_none_of_the_players_words_where_they_look_for_scripts() -> None:
    evil = "<script>href=javascript:x()"
    picture = drawn(view({(0, 0, 0): Cell()}, players={"1": player(evil, (0, 0, 0))})).decode()
    assert picture.index("script&gt;") > 1_024
    assert not re.search(r"javascript|<script", picture[:1_024])


# --- when it is uploaded ----------------------------------------------------------------------------------------------


def test_the_same_map_gives_the_same_bytes_and_another_different_ones() -> None:
    one, same = ({(0, 0, 0): Cell()}, {(0, 0, 0): Cell()})
    for form in ("svg", "png"):
        assert drawn(view(one), form) == drawn(view(same), form)
        assert drawn(view(one), form) != drawn(view({(0, 0, 0): Cell(LAKE)}), form)


def test_only_what_the_map_shows_changes_the_picture() -> None:
    (one,) = AETERNUS.pictures(gamestate(FORTNIGHT, "2025-02-07T13:40:00Z"), CATALOGUE)
    (later,) = AETERNUS.pictures(gamestate(FORTNIGHT, "2025-02-07T17:30:00Z"), CATALOGUE)
    (moved,) = AETERNUS.pictures(gamestate(FORTNIGHT, AFTER), CATALOGUE)
    assert one == later != moved
    assert one.filename == CATALOGUE[PICTURE].removeprefix("File:")


@pytest.mark.parametrize(("title", "start"), [("File:Our map.svg", b"<?xml"), ("File:Our map.png", b"\x89PNG")])
def test_the_title_says_in_which_form_it_is_drawn(title: str, start: bytes) -> None:
    (found,) = AETERNUS.pictures(gamestate(FORTNIGHT, AFTER), {PICTURE: title, "map": "Where"})
    assert found.filename == title.removeprefix("File:")
    assert found.content.startswith(start)
    assert "[[Where]]" in found.description


def test_a_large_world_makes_a_picture_of_bounded_size() -> None:
    hexes = {from_axial(q, r): Cell() for q in range(-70, 70) for r in range(-35, 35)}
    picture = drawn(view(hexes))
    assert len(picture) < 5_000_000
    assert CORRUPTED in words(picture)
