"""Pictures that a game draws, from the tick to the wiki: uploaded where they changed, stopped apart, never over somebody's own.

And done without where the config says so, or where the wiki takes none of their forms.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.app.wiring import APPLY, SetClock, ToldSource, create_pages, wired
from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.games.chat_stories import told
from tests.services.mediawiki import MediaWiki
from tracker.app.asking.checkup import Check, check_up
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.publish.pages import desired, layouts, titles
from tracker.app.publish.pictures import shown
from tracker.app.tick.health import health
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import WAITING, TickReport
from tracker.app.wired import Wired
from tracker.core.ports import WikiAccount, WikiBackend, WikiPicture
from tracker.errors import ConfigError
from tracker.games.aeternus.game import AeternusGame
from tracker.games.aeternus.pages import CATALOGUE, PICTURE
from tracker.games.registry import game
from tracker.wiki.directory import SOMEBODY, DirectoryWiki
from tracker.wiki.titles import file_name

AETERNUS = f"[game]\nslug = aeternus\n[wiki]\nswitch_off_page = Off\n{APPLY}"
FILE = CATALOGUE[PICTURE]
STORY = """
2021-03-08 08:00:00 ana in game-actions j1: I join the game
2021-03-08 08:01:00 ben in game-actions j2: I join the game
2021-03-08 09:00:00 ana in game-actions s1: Scout North
"""


class OneForm(AeternusGame):
    """The game with a picture that is drawn in one form only."""

    picture_pages: ClassVar = {PICTURE: ("svg",)}


def tracker_of_aeternus(
    folder: Path, config: str = AETERNUS, wiki: WikiBackend | None = None
) -> tuple[Wired, SetClock, ToldSource]:
    """A tracker with its pages, that has seen the beginning of a round and written nothing yet."""
    source, clock = ToldSource("chat"), SetClock(datetime(2021, 3, 8, 20, tzinfo=UTC))
    source.unseen = told(STORY, "aeternus")
    tracker = replace(wired(folder, config, sources=[source], clock=clock, wiki=wiki), game=OneForm())
    create_pages(tracker)
    return tracker, clock, source


def picture(folder: Path) -> bytes | None:
    found = list((folder / "wiki" / "files").glob("*"))
    return found[0].read_bytes() if found else None


def uploads(tracker: Wired) -> list[str]:
    """What a tick did with pictures."""
    return [act.status for act in tick(tracker).acts if act.kind == "upload"]


def test_a_picture_is_uploaded_once_and_again_when_it_changed(tmp_path: Path) -> None:
    tracker, clock, source = tracker_of_aeternus(tmp_path)
    assert uploads(tracker) == ["done"]
    first = picture(tmp_path)
    assert first is not None
    assert first.startswith(b"<?xml")
    clock.pass_minutes(10)
    assert uploads(tracker) == []
    # Somebody asks something: pages change, and the map does not.
    source.unseen = told("2021-03-08 20:15:00 cy in game-actions y1: I request justice: Why?\n", "aeternus")
    clock.pass_minutes(10)
    assert uploads(tracker) == []
    source.unseen = told("2021-03-08 20:25:00 eve in game-actions y2: I join the game.\n", "aeternus")
    clock.pass_minutes(10)
    assert uploads(tracker) == ["done"]
    assert picture(tmp_path) != first


# --- what people do to them -------------------------------------------------------------------------------------------


def file_of(folder: Path) -> Path:
    return folder / "wiki" / "files" / file_name(FILE.removeprefix("File:"))


def put(folder: Path, content: bytes) -> None:
    """A person uploads a picture over whatever is there."""
    file_of(folder).parent.mkdir(parents=True, exist_ok=True)
    file_of(folder).write_bytes(content)


def blocked(report: TickReport) -> str:
    """The words of the only thing that waits for a person; everything else was done."""
    assert report.plan is not None
    assert all(act.succeeded for act in report.acts)
    assert (report.outcome, report.exit_code) == ("held", 8)
    (finding,) = [found for found in report.plan.findings if found.code in WAITING]
    assert (finding.code, finding.subject) == ("PICTURE_BLOCKED", FILE)
    return finding.text


def approve(tracker: Wired, words: str) -> None:
    found = re.search("[0-9a-f]{64}", words)
    assert found is not None
    tracker.ledger.approve(found[0], "Ada", tracker.clock.now())


def joins(name: str, at: str) -> list[dict[str, Any]]:
    """Somebody joins, and with that gets a duck."""
    return told(f"{at} {name} in game-actions j{name}: I join the game.\n", "aeternus")


def test_a_picture_that_people_put_there_is_left_and_the_pages_are_written(tmp_path: Path) -> None:
    tracker, clock, _ = tracker_of_aeternus(tmp_path)
    put(tmp_path, b"<svg/>")
    report = tick(tracker)
    words = blocked(report)
    assert [act for act in report.acts if act.kind == "edit"]
    assert health(tracker, "public")["exit_code"] == 13
    clock.pass_minutes(10)
    assert blocked(tick(tracker)) == words
    assert file_of(tmp_path).read_bytes() == b"<svg/>"
    approve(tracker, words)
    assert uploads(tracker) == ["done"]
    assert (picture(tmp_path) or b"").startswith(b"<?xml")
    assert health(tracker, "public")["exit_code"] == 0


def test_a_picture_uploaded_over_ours_is_told_before_the_next_change_and_left_by_it(tmp_path: Path) -> None:
    tracker, clock, source = tracker_of_aeternus(tmp_path)
    tick(tracker)
    put(tmp_path, b"<svg/>")
    source.unseen = told("2021-03-08 20:15:00 cy in game-actions y1: I request justice: Why?\n", "aeternus")
    clock.pass_minutes(20)
    assert SOMEBODY in blocked(tick(tracker))
    source.unseen = joins("eve", "2021-03-08 20:25:00")
    clock.pass_minutes(10)
    blocked(tick(tracker))
    assert file_of(tmp_path).read_bytes() == b"<svg/>"


def test_a_deleted_picture_is_not_uploaded_again_by_itself(tmp_path: Path) -> None:
    tracker, clock, source = tracker_of_aeternus(tmp_path)
    tick(tracker)
    file_of(tmp_path).unlink()
    source.unseen = joins("eve", "2021-03-08 20:15:00")
    clock.pass_minutes(20)
    words = blocked(tick(tracker))
    assert "deleted" in words
    assert picture(tmp_path) is None
    approve(tracker, words)
    assert uploads(tracker) == ["done"]


def test_an_older_one_of_ours_put_back_stays_until_there_is_another_to_show(tmp_path: Path) -> None:
    tracker, clock, source = tracker_of_aeternus(tmp_path)
    tick(tracker)
    first = file_of(tmp_path).read_bytes()
    source.unseen = joins("eve", "2021-03-08 20:15:00")
    clock.pass_minutes(20)
    assert uploads(tracker) == ["done"]
    put(tmp_path, first)
    source.unseen = told("2021-03-08 20:25:00 cy in game-actions y1: I request justice: Why?\n", "aeternus")
    clock.pass_minutes(10)
    report = tick(tracker)
    assert (report.outcome, picture(tmp_path)) == ("applied", first)
    assert [each["what"] for each in health(tracker, "public")["undone"]] == ["UNDONE_BY_HAND"]
    assert f"but left as people put it: {FILE} (UNDONE_BY_HAND)" in report.words
    source.unseen = told("2021-03-08 20:30:00 cy in game-actions y2: I request justice: Who?\n", "aeternus")
    clock.pass_minutes(5)
    assert "left as people put it" in tick(tracker).words
    source.unseen = joins("fay", "2021-03-08 20:35:00")
    clock.pass_minutes(10)
    assert uploads(tracker) == ["done"]


def test_what_was_done_and_undone_shows_the_map_as_it_was(tmp_path: Path) -> None:
    tracker, clock, source = tracker_of_aeternus(tmp_path)
    tick(tracker)
    first = file_of(tmp_path).read_bytes()
    for minute, does in ((15, "join"), (35, "leave")):
        source.unseen = told(
            f"2021-03-08 20:{minute}:00 eve in game-actions n{minute}: I {does} the game\n", "aeternus"
        )
        clock.pass_minutes(20)
        assert uploads(tracker) == ["done"]
        assert (picture(tmp_path) == first) == (does == "leave")


# --- done without -----------------------------------------------------------------------------------------------------


class ChoosyWiki(DirectoryWiki):
    """A folder that takes files of some endings only."""

    taken: Sequence[str] = ("svg",)

    def pictures(self, titles: Sequence[str]) -> Mapping[str, WikiPicture]:
        found = super().pictures(titles)
        return {
            title: there if title.endswith(tuple(self.taken)) else replace(there, refusal="the wiki does not take it")
            for title, there in found.items()
        }


def choosy(tracker: Wired, folder: Path, *taken: str) -> ChoosyWiki:
    made = ChoosyWiki(folder / "wiki", tracker.clock)
    made.taken = taken
    return made


def checked(tracker: Wired) -> dict[str, Check]:
    return {check.name: check for check in check_up(tracker, lambda: "", {"discord": lambda: ""})}


def test_a_wiki_that_takes_no_such_file_is_told_once_and_all_else_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tracker.tick")
    tracker, clock, source = tracker_of_aeternus(tmp_path)
    wiki = choosy(tracker, tmp_path, "png")
    tracker = replace(tracker, wiki=wiki)
    for minute, name in enumerate(["eve", "fay"]):
        source.unseen += joins(name, f"2021-03-08 20:{15 + minute}:00")
        clock.pass_minutes(20)
        report = tick(tracker)
        assert (report.outcome, report.exit_code) == ("applied", 0)
        found = health(tracker, "public")
        assert (found["exit_code"], [each["what"] for each in found["without"]]) == (0, ["PICTURE_NOT_TAKEN"])
    assert sum(vars(line).get("event") == "finding new" for line in caplog.records if FILE in str(vars(line))) == 1
    clock.pass_minutes(5)
    assert tick(tracker).outcome == "idle"
    assert FILE not in map_page(tracker)
    assert "ana" in map_page(tracker)
    # Once it takes them, the picture comes with the next change.
    wiki.taken = ("svg",)
    source.unseen = joins("gus", "2021-03-08 20:50:00")
    clock.pass_minutes(20)
    assert uploads(tracker) == ["done"]
    assert FILE in map_page(tracker)
    assert health(tracker, "public")["without"] == []


def map_page(tracker: Wired) -> str:
    return tracker.wiki.fetch([CATALOGUE["map"]])[CATALOGUE["map"]].text


@pytest.mark.parametrize(("state", "word"), [({"file_endings": ["png"]}, "svg"), ({"uploads": False}, "uploads")])
def test_a_real_wiki_without_such_files_is_served_without(
    mediawiki: MediaWiki, tmp_path: Path, state: dict[str, Any], word: str
) -> None:
    mediawiki.set_state(**state)
    tracker, _, _ = tracker_of_aeternus(tmp_path, wiki=MediaWikiWorld(mediawiki).wiki)
    look = checked(tracker)["pictures"]
    assert (look.is_ok, word in look.found, "map_picture" in look.found) == (True, True, True)
    report = tick(tracker)
    assert (report.outcome, report.exit_code) == ("applied", 0)
    assert FILE not in map_page(tracker)
    assert "ana" in map_page(tracker)


def test_a_config_may_do_without_a_picture(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_aeternus(tmp_path, f"{AETERNUS}[pages]\n{PICTURE} =\n")
    assert uploads(tracker) == []
    assert picture(tmp_path) is None
    assert "File:" not in map_page(tracker)
    assert "ana" in map_page(tracker)
    assert health(tracker, "public")["without"] == []
    found = checked(tracker)
    assert "upload" not in found["account"].found
    assert found["pictures"].found == "none, as the config says"
    assert "Off/Pictures" not in {layout.title for layout in layouts(tracker, gamestate_at(tracker))}


def test_only_a_picture_may_have_no_title(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"map: is empty"):
        titles(replace(wired(tmp_path, f"{AETERNUS}[pages]\nmap =\n"), game=game("aeternus")))


@pytest.mark.parametrize(
    ("title", "taken", "found"),
    [
        ("Map.svg", ["svg", "png"], "Map.svg"),
        ("Map.png", ["svg", "png"], "Map.png"),
        ("Map.svg", ["png"], "Map.png"),
        ("Map.png", ["svg"], "Map.svg"),
        ("Map.svg", ["gif"], ""),
    ],
)
def test_the_form_that_the_wiki_takes_is_chosen(tmp_path: Path, title: str, taken: list[str], found: str) -> None:
    tracker, _, _ = tracker_of_aeternus(tmp_path)
    given = wired(tmp_path, f"{AETERNUS}[pages]\n{PICTURE} = File:{title}\n").settings
    tracker = replace(tracker, settings=given, wiki=choosy(tracker, tmp_path, *taken), game=game("aeternus"))
    chosen = shown(tracker, titles(tracker))
    assert chosen.titles.get(PICTURE, "File:") == f"File:{found}"
    assert chosen.refusals == ({} if found else {f"File:{title}": "the wiki does not take it"})
    assert [upload.filename for upload in desired(tracker, gamestate_at(tracker)).uploads] == ([found] if found else [])


# --- titles, switches, rights -----------------------------------------------------------------------------------------


def test_pictures_have_a_switch_of_their_own_which_is_laid_out_with_the_pages(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_aeternus(tmp_path)
    assert "Off/Pictures" in {layout.title for layout in layouts(tracker, gamestate_at(tracker))}
    assert FILE not in {layout.title for layout in layouts(tracker, gamestate_at(tracker))}
    switch = tracker.wiki.fetch(["Off/Pictures"])["Off/Pictures"]
    assert switch.exists
    assert isinstance(tracker.wiki, DirectoryWiki)
    tracker.wiki.edit_as("Ada", "Off/Pictures", "stop")
    assert uploads(tracker) == []
    assert picture(tmp_path) is None


def test_the_picture_bears_the_name_that_the_config_gives(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_aeternus(tmp_path, f"{AETERNUS}[pages]\n{PICTURE} = File:Kin.svg\n")
    assert [upload.filename for upload in desired(tracker, gamestate_at(tracker)).uploads] == ["Kin.svg"]


@pytest.mark.parametrize("title", ["Kin.svg", "Kin", "File:Kin", "File:Kin.png", "File:.svg"])
def test_a_title_that_is_none_of_a_picture_is_refused_with_the_one_that_is_meant(tmp_path: Path, title: str) -> None:
    with pytest.raises(ConfigError) as caught:
        titles(replace(wired(tmp_path, f"{AETERNUS}[pages]\n{PICTURE} = {title}\n"), game=OneForm()))
    assert re.search(r"File:\w+\.svg", caught.value.remedy)


def test_the_check_up_asks_for_the_right_to_upload(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_aeternus(tmp_path)
    found = checked(tracker)
    assert "may edit, createpage, upload" in found["account"].found
    assert found["pictures"].found == f"{FILE}: taken"


def test_an_account_without_the_right_to_upload_may_go_without_the_picture(tmp_path: Path) -> None:
    tracker, _, _ = tracker_of_aeternus(tmp_path)

    class Wiki(DirectoryWiki):
        def account(self) -> WikiAccount:
            return WikiAccount("Tracker", ("bot",), ("edit", "createpage"))

    account = checked(replace(tracker, wiki=Wiki(tmp_path / "wiki", tracker.clock)))["account"]
    assert account.error is not None
    assert PICTURE in account.error.remedy
