"""Pictures that a game draws, from the tick to the wiki: uploaded where they changed, stopped apart, and never over somebody's own."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.app.wiring import APPLY, SetClock, ToldSource, create_pages, wired
from tests.games.chat_stories import told
from tests.games.ducks.lively import FORTNIGHT
from tracker.app.checkup import check_up
from tracker.app.inquiry import gamestate_at
from tracker.app.pages import desired, layouts, titles
from tracker.app.tick import tick
from tracker.app.wired import Wired
from tracker.errors import ConfigError
from tracker.games.ducks.page_titles import CATALOGUE, PICTURE
from tracker.games.registry import game
from tracker.wiki.titles import file_name

DUCKS = f"[game]\nslug = ducks\n[wiki]\nswitch_off_page = Off\n{APPLY}"
FILE = CATALOGUE[PICTURE]


def tracker_of_ducks(folder: Path, config: str = DUCKS) -> tuple[Wired, SetClock, ToldSource]:
    """A tracker with its pages, that has seen the beginning of a round and written nothing yet."""
    source, clock = ToldSource("chat"), SetClock(datetime(2021, 3, 8, 20, tzinfo=UTC))
    source.unseen = told(FORTNIGHT.partition("2021-03-09 10:00:00")[0], "ducks")
    tracker = replace(wired(folder, config, sources=[source], clock=clock), game=game("ducks"))
    create_pages(tracker)
    return tracker, clock, source


def picture(folder: Path) -> bytes | None:
    found = list((folder / "wiki" / "files").glob("*"))
    return found[0].read_bytes() if found else None


def uploads(tracker: Wired) -> list[str]:
    """What a tick did with pictures."""
    return [act.status for act in tick(tracker).acts if act.kind == "upload"]


def test_a_picture_is_uploaded_once_and_again_when_it_changed(tmp_path: Path) -> None:
    tracker, clock, source = tracker_of_ducks(tmp_path)
    assert uploads(tracker) == ["done"]
    first = picture(tmp_path)
    assert first is not None
    assert first.startswith(b"<?xml")
    clock.pass_minutes(10)
    assert uploads(tracker) == []
    # Somebody feeds a duck: pages change, and the family does not.
    source.unseen = told("2021-03-08 20:15:00 cy in game-actions y1: I request justice: Why?\n", "ducks")
    clock.pass_minutes(10)
    assert uploads(tracker) == []
    source.unseen = told("2021-03-08 20:25:00 eve in game-actions y2: I join the game.\n", "ducks")
    clock.pass_minutes(10)
    assert uploads(tracker) == ["done"]
    assert picture(tmp_path) != first


def test_a_picture_that_people_put_there_is_left_and_the_pages_are_written(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_ducks(tmp_path)
    theirs = tmp_path / "wiki" / "files" / file_name(FILE.removeprefix("File:"))
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"<svg/>")
    report = tick(tracker)
    assert [act.status for act in report.acts if act.kind == "upload"] == ["exists"]
    assert theirs.read_bytes() == b"<svg/>"
    assert all(act.succeeded for act in report.acts if act.kind == "edit")


def test_pictures_have_a_switch_of_their_own_which_is_laid_out_with_the_pages(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_ducks(tmp_path)
    assert "Off/Pictures" in {layout.title for layout in layouts(tracker, gamestate_at(tracker))}
    assert FILE not in {layout.title for layout in layouts(tracker, gamestate_at(tracker))}
    switch = tracker.wiki.fetch(["Off/Pictures"])["Off/Pictures"]
    assert switch.exists
    tracker.wiki.edit_as("Ada", "Off/Pictures", "stop")  # type: ignore[attr-defined]
    assert uploads(tracker) == []
    assert picture(tmp_path) is None


def test_the_picture_bears_the_name_that_the_config_gives(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_ducks(tmp_path, f"{DUCKS}[pages]\n{PICTURE} = File:Kin.svg\n")
    assert [upload.filename for upload in desired(tracker, gamestate_at(tracker)).uploads] == ["Kin.svg"]


def test_a_title_that_is_none_of_a_picture_is_refused_with_the_one_that_is_meant(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        titles(replace(wired(tmp_path, f"{DUCKS}[pages]\n{PICTURE} = Kin.svg\n"), game=game("ducks")))
    assert "File:Kin.svg" in caught.value.remedy


def test_the_check_up_asks_for_the_right_to_upload(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_ducks(tmp_path)
    account = next(check for check in check_up(tracker, lambda: "", {"discord": lambda: ""}) if check.name == "account")
    assert account.found.endswith("may edit, createpage, upload")
