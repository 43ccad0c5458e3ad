"""Pages: titles from the catalogue and the config, regions put together by page, layouts for making them."""

from pathlib import Path

import pytest

from tests.app.wiring import ToldSource, small_game, wired
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.publish.pages import OPENING, desired, layouts, page_texts, titles
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.core.region import find_regions
from tracker.errors import ConfigError

CONFIG = """
[pages]
roster = Who is who
[headings]
votable_matters = Votable matters
"""


def ticked(folder: Path, config: str = "") -> Wired:
    tracker = wired(folder, config, sources=[ToldSource(unseen=small_game())])
    tick(tracker)
    return tracker


def test_titles_are_the_games_own_where_the_config_gives_none(tmp_path: Path) -> None:
    tracker = wired(tmp_path, CONFIG)
    assert titles(tracker) == {**tracker.game.catalogue(), "ruleset": "Ruleset", "roster": "Who is who"}


def test_links_lead_to_the_page_that_is_followed_unless_another_is_named(tmp_path: Path) -> None:
    assert titles(wired(tmp_path, "[wiki]\nruleset = House rules\n"))["ruleset"] == "House rules"
    named = wired(tmp_path, "[wiki]\nruleset = House rules\n[pages]\nruleset = Rules for reading\n")
    assert titles(named)["ruleset"] == "Rules for reading"


@pytest.mark.parametrize("section", ["pages", "headings"])
def test_an_unknown_key_is_told_with_the_nearest(tmp_path: Path, section: str) -> None:
    with pytest.raises(ConfigError, match=rf"\[{section}\] rooster: unknown page \(did you mean roster\? known: "):
        titles(wired(tmp_path, f"[{section}]\nrooster = x\n"))


def test_the_ruleset_may_be_named_and_is_never_written(tmp_path: Path) -> None:
    tracker = ticked(tmp_path, "[pages]\nruleset = The Rules\n")
    wanted = desired(tracker, gamestate_at(tracker))
    assert titles(tracker)["ruleset"] == "The Rules"
    assert "The Rules" not in wanted.titles


def test_only_pages_of_a_series_are_made_by_a_tick(tmp_path: Path) -> None:
    tracker = ticked(tmp_path)
    standing = set(titles(tracker).values())
    for page in desired(tracker, gamestate_at(tracker)).pages:
        assert page.create_with == (None if page.title in standing else OPENING)


def test_every_desired_region_is_in_the_layout_of_its_page(tmp_path: Path) -> None:
    tracker = ticked(tmp_path)
    gamestate = gamestate_at(tracker)
    laid_out = {layout.title: set(layout.regions) for layout in layouts(tracker, gamestate)}
    for page in desired(tracker, gamestate).pages:
        if page.create_with is None:
            assert {region.name for region in page.regions} <= laid_out[page.title]


def test_layouts_know_the_sections_that_the_config_names(tmp_path: Path) -> None:
    tracker = ticked(tmp_path, CONFIG)
    headings = {layout.title: layout.heading for layout in layouts(tracker, gamestate_at(tracker))}
    assert headings["Tracker/Votable matters"] == "Votable matters"
    assert headings["Who is who"] == ""


def test_the_switch_off_page_is_laid_out_where_there_is_one(tmp_path: Path) -> None:
    tracker = ticked(tmp_path)
    assert "Tracker/Switch" in {layout.title for layout in layouts(tracker, gamestate_at(tracker))}
    (tmp_path / "b").mkdir()
    other = ticked(tmp_path / "b", "[wiki]\nswitch_off_page =\n")
    assert "Tracker/Switch" not in {layout.title for layout in layouts(other, gamestate_at(other))}


def test_page_texts_are_what_should_stand_between_the_markers(tmp_path: Path) -> None:
    tracker = ticked(tmp_path)
    texts = page_texts(tracker, gamestate_at(tracker))
    assert "Dry Socks" in texts["Tracker/Votable matters"]
    assert not find_regions(texts["Tracker/Votable matters"])
