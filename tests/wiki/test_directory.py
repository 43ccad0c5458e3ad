"""A folder of pages is a wiki: the contract, and what only a folder does."""

import json
import os
from pathlib import Path

import pytest

from tests.contracts.directory_world import DirectoryWorld
from tests.contracts.wiki_contract import TITLES, WikiContract
from tracker.core.ports import PageEdit, Upload
from tracker.errors import EditConflictError, PageExistsError, WikiError
from tracker.wiki.directory import SOMEBODY


@pytest.fixture
def world(tmp_path: Path) -> DirectoryWorld:
    return DirectoryWorld(tmp_path / "wiki")


class TestContract(WikiContract):
    """The contract of every wiki backend."""


def saved(world: DirectoryWorld, title: str, text: str) -> int:
    return world.save(world.page(title), text).revision


def test_pages_lie_as_readable_files(world: DirectoryWorld) -> None:
    saved(world, "Votable matters", "é text")
    assert (world.folder / "pages/Votable_matters.wiki").read_text(encoding="utf-8") == "é text\n"
    assert world.wiki.page_file("Votable matters").exists()


def test_file_names_differ_even_where_case_does_not_count(world: DirectoryWorld) -> None:
    for title in TITLES:
        saved(world, title, title)
    names = [file.name for file in (world.folder / "pages").iterdir()]
    assert len({name.casefold() for name in names}) == len(TITLES)
    assert all(len(name.encode()) < 160 for name in names)
    assert "Evidence%2F2019-10.wiki" in names
    assert not any(name.lower().startswith(("con.", ".")) for name in names)


def test_nothing_is_written_before_the_first_save(world: DirectoryWorld) -> None:
    world.wiki.fetch(["Board"])
    world.wiki.revisions("Board")
    assert not world.folder.exists()


def test_a_hand_edit_of_the_file_is_somebodys_revision(world: DirectoryWorld) -> None:
    ours = saved(world, "Board", "ours")
    read = world.page("Board")
    world.wiki.page_file("Board").write_text("by hand\r\n\n", encoding="utf-8")
    page = world.another().fetch(["Board"])["Board"]
    assert (page.text, page.revision, page.editor) == ("by hand", ours + 1, SOMEBODY)
    assert world.wiki.revision_ids(["Board"]) == {"Board": ours + 1}
    assert [revision.text for revision in world.wiki.revisions("Board")] == ["ours", "by hand"]
    with pytest.raises(EditConflictError):
        world.save(read, "ours again")


def test_a_file_made_by_hand_is_a_page(world: DirectoryWorld) -> None:
    file = world.wiki.page_file("Board")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"by hand \xff\n")
    assert world.page("Board").text == "by hand \ufffd"
    assert saved(world, "Board", "ours") == 2


def test_a_hand_edit_back_to_the_text_before_counts(world: DirectoryWorld) -> None:
    saved(world, "Board", "first")
    saved(world, "Board", "second")
    world.wiki.page_file("Board").write_text("first\n", encoding="utf-8")
    page = world.page("Board")
    assert (page.text, page.revision, page.editor) == ("first", 3, SOMEBODY)


def test_a_save_cut_short_between_its_two_files_is_finished(world: DirectoryWorld) -> None:
    saved(world, "Board", "first")
    file = world.wiki.page_file("Board")
    before = file.stat()
    saved(world, "Board", "second")
    file.write_text("first\n", encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    page = world.another().fetch(["Board"])["Board"]
    assert (page.text, page.revision, page.editor) == ("second", 2, "Botty")
    assert file.read_text(encoding="utf-8") == "second\n"


def test_a_page_cut_short_while_it_was_made_is_not_there(world: DirectoryWorld) -> None:
    saved(world, "Board", "first")
    world.wiki.page_file("Board").unlink()
    assert not world.page("Board").exists
    assert saved(world, "Board", "again") == 2


def test_two_trackers_that_take_the_same_number_conflict(
    world: DirectoryWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    revision = saved(world, "Board", "first")
    second = world.another()
    found = second._settled("Board")
    saved(world, "Board", "of the first tracker")
    monkeypatch.setattr(second, "_settled", lambda _title: found)
    with pytest.raises(EditConflictError):
        second.save(PageEdit("Board", "of the second tracker", "", revision))
    assert world.text("Board") == "of the first tracker"


def test_a_picture_of_somebody_else_is_not_written_over(world: DirectoryWorld) -> None:
    theirs = world.folder / "files" / "Map.svg"
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"<svg id='theirs'/>")
    with pytest.raises(PageExistsError, match="somebody else"):
        world.wiki.upload(Upload("Map.svg", b"<svg/>", "map"))
    world.edit("File:Map.svg", "Our map, by Ada.")
    with pytest.raises(PageExistsError):
        world.wiki.upload(Upload("Map.svg", b"<svg/>", "map"))
    assert theirs.read_bytes() == b"<svg id='theirs'/>"


def test_a_picture_whose_page_people_describe_anew_is_still_ours(world: DirectoryWorld) -> None:
    world.wiki.upload(Upload("Map.svg", b"<svg/>", "map"))
    world.edit("File:Map.svg", "Described by Ada.")
    assert world.wiki.upload(Upload("Map.svg", b"<svg id='new'/>", "map")).changed
    assert world.text("File:Map.svg") == "Described by Ada."


def test_no_part_of_a_file_is_left_or_seen(world: DirectoryWorld) -> None:
    for number in range(3):
        saved(world, "Board", f"text {number}")
    world.wiki.upload(Upload("Map.svg", b"<svg/>", "map"))
    names = [file.name for file in world.folder.rglob("*") if file.is_file()]
    assert not any(name.endswith(".part") for name in names)
    assert len(names) == 3 + 1 + 1 + 1 + 2


@pytest.mark.parametrize("found", ["{", "5"])
def test_a_spoiled_list_of_our_pictures_is_told(world: DirectoryWorld, found: str) -> None:
    world.wiki.upload(Upload("Map.svg", b"<svg/>", "map"))
    (known,) = world.folder.rglob("pictures.json")
    known.write_text(found)
    with pytest.raises(WikiError) as caught:
        world.wiki.upload(Upload("Map.svg", b"<svg id='new'/>", "map"))
    assert (caught.value.code, caught.value.place) == ("corrupt", str(known))


def test_a_full_disk_leaves_the_page_as_it_was(world: DirectoryWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(world, "Board", "first")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WikiError, match="No space left") as caught:
        saved(world, "Board", "second")
    monkeypatch.undo()
    assert caught.value.code == "unwritable"
    assert world.text("Board") == "first"
    assert [revision.text for revision in world.wiki.revisions("Board")] == ["first"]


def test_a_damaged_revision_is_an_error_that_names_its_file(world: DirectoryWorld) -> None:
    saved(world, "Board", "first")
    file = world.folder / "history/Board/000001.json"
    assert json.loads(file.read_text(encoding="utf-8"))["text"] == "first"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(WikiError) as caught:
        world.page("Board")
    assert caught.value.place == str(file)
