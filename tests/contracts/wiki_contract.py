"""What every wiki backend does (port ``WikiBackend``): a backend's own test inherits this and says how to make a world."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.contracts.wiki_world import WikiWorld
from tracker.core.ports import PageEdit, Upload, WikiPicture
from tracker.core.region import page_text
from tracker.errors import EditConflictError, PageExistsError, PageVanishedError, WikiError

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="2"><rect width="1" height="1"/></svg>'
TITLES = (
    "Votable matters",
    "Votable Matters",
    "Evidence/2019-10",
    "Évidence – ½ “quoted”",
    "日本語",
    "A & B's (page), v1.0!",
    "Con",
    "User:Botty/stop",
    "^caret",
    "100 % sure",
    "x" * 255,
)


class WikiContract:
    """Inherit, and give a fixture ``world``."""

    # --- reading ------------------------------------------------------------------------------------------------------

    def test_missing_and_empty_pages_are_two_things(self, world: WikiWorld) -> None:
        world.save(world.page("Board"), "text")
        world.save(world.page("Board"), "")
        found = world.wiki.fetch(["Board", "Nowhere"])
        assert (found["Board"].exists, found["Board"].text) == (True, "")
        assert (found["Nowhere"].exists, found["Nowhere"].text, found["Nowhere"].revision) == (False, "", None)
        assert world.wiki.revision_ids(["Board", "Nowhere"]) == {"Board": found["Board"].revision, "Nowhere": None}

    def test_pages_come_by_the_title_that_was_asked_for(self, world: WikiWorld) -> None:
        world.edit("Board of trade", "text")
        asked = ["Board_of trade", "board of trade", "Board of trade", "Board of trade"]
        found = world.wiki.fetch(asked)
        assert list(found) == asked[:3]
        assert {page.text for page in found.values()} == {"text"}
        assert [page.title for page in found.values()] == asked[:3]
        assert len(set(world.wiki.revision_ids(asked).values())) == 1

    def test_a_page_tells_its_last_editor_and_instant(self, world: WikiWorld) -> None:
        world.edit("Board", "text")
        page = world.page("Board")
        assert page.editor == "Ada"
        assert page.edited_at is not None
        assert abs(page.edited_at - datetime.now(UTC)) < timedelta(days=36500)
        assert page.edited_at.tzinfo is not None

    def test_a_redirect_is_told_and_not_followed(self, world: WikiWorld) -> None:
        world.edit("Board", "text")
        world.move("Board", "Queue")
        found = world.wiki.fetch(["Board", "Queue"])
        assert found["Board"].redirect
        assert "[[Queue]]" in found["Board"].text
        assert (found["Queue"].redirect, found["Queue"].text) == (False, "text")

    def test_nothing_asked_is_nothing_found(self, world: WikiWorld) -> None:
        assert world.wiki.fetch([]) == {}
        assert world.wiki.revision_ids([]) == {}

    @pytest.mark.parametrize("title", ["", "a|b", "a[b]", "<x>", "{{x}}", "a#b", "../x", "x" * 256])
    def test_an_impossible_title_is_an_error(self, world: WikiWorld, title: str) -> None:
        for ask in (world.wiki.fetch, world.wiki.revision_ids):
            with pytest.raises(WikiError) as caught:
                ask([title])
            assert caught.value.code == "invalidtitle"
            assert caught.value.place

    # --- saving -------------------------------------------------------------------------------------------------------

    @pytest.mark.parametrize("title", TITLES)
    def test_a_page_is_made_and_changed(self, world: WikiWorld, title: str) -> None:
        made = world.save(world.page(title), "first")
        assert made.changed
        assert not made.merged
        assert world.text(title) == "first"
        changed = world.save(world.page(title), "second\nline")
        assert changed.changed
        assert changed.revision != made.revision
        assert world.wiki.revision_ids([title]) == {title: changed.revision}
        assert world.text(title) == "second\nline"

    def test_titles_that_differ_in_case_only_are_two_pages(self, world: WikiWorld) -> None:
        for title in TITLES[:2]:
            world.save(world.page(title), title)
        assert [world.page(title).text for title in TITLES[:2]] == list(TITLES[:2])

    def test_what_is_saved_is_read_as_the_wiki_keeps_it(self, world: WikiWorld) -> None:
        sent = "e\u0301 \r\nline\x07 \n\n é | {{x}} \ufffe <nowiki>~~~~</nowiki> \u00a0 \n \t\n"
        world.save(world.page("Board"), sent)
        assert world.page("Board").text == page_text(sent)
        assert not world.save(world.page("Board"), sent).changed

    def test_the_same_text_again_is_no_change(self, world: WikiWorld) -> None:
        made = world.save(world.page("Board"), "text")
        again = world.save(world.page("Board"), "text\n")
        assert not again.changed
        assert again.revision == made.revision
        assert len(world.wiki.revisions("Board")) == 1

    def test_a_stale_edit_with_the_text_that_stands_is_no_change(self, world: WikiWorld) -> None:
        world.edit("Board", "one")
        read = world.page("Board")
        newest = world.edit("Board", "two")
        receipt = world.save(read, "two")
        assert (receipt.changed, receipt.merged, receipt.revision) == (False, False, newest)
        assert len(world.wiki.revisions("Board")) == 2

    def test_a_page_is_not_made_over_another(self, world: WikiWorld) -> None:
        missing = world.page("Board")
        world.edit("Board", "a person's")
        for text in ("ours", "a person's"):
            with pytest.raises(PageExistsError) as caught:
                world.save(missing, text)
            assert caught.value.place == "Board"
        assert world.text("Board") == "a person's"

    def test_a_persons_edit_meanwhile_is_a_conflict(self, world: WikiWorld) -> None:
        world.edit("Board", "one\n\ntwo\n\nthree")
        read = world.page("Board")
        world.edit("Board", "one\n\na person's\n\nthree")
        with pytest.raises(EditConflictError) as caught:
            world.save(read, "one\n\nours\n\nthree")
        assert caught.value.code == "editconflict"
        assert world.text("Board") == "one\n\na person's\n\nthree"

    def test_our_own_accounts_edit_meanwhile_is_a_conflict(self, world: WikiWorld) -> None:
        world.save(world.page("Board"), "one\n\ntwo\n\nthree")
        read = world.page("Board")
        second = world.another()
        second.save(PageEdit("Board", "one\n\nof the second tracker\n\nthree", "test", read.revision))
        with pytest.raises(EditConflictError):
            world.save(read, "one\n\nof the first tracker\n\nthree")
        assert world.text("Board") == "one\n\nof the second tracker\n\nthree"

    def test_an_edit_elsewhere_is_a_conflict_or_told_as_merged(self, world: WikiWorld) -> None:
        world.edit("Board", "one\n\ntwo\n\nthree")
        read = world.page("Board")
        world.edit("Board", "a person's\n\ntwo\n\nthree")
        if not world.merges:
            with pytest.raises(EditConflictError):
                world.save(read, "one\n\ntwo\n\nours")
            return
        receipt = world.save(read, "one\n\ntwo\n\nours")
        assert (receipt.changed, receipt.merged) == (True, True)
        assert world.text("Board") == "a person's\n\ntwo\n\nours"

    def test_a_page_deleted_meanwhile_is_not_made_anew(self, world: WikiWorld) -> None:
        world.edit("Board", "text")
        read = world.page("Board")
        world.delete("Board")
        with pytest.raises(PageVanishedError):
            world.save(read, "ours")
        assert world.text("Board") is None
        assert world.wiki.revision_ids(["Board"]) == {"Board": None}
        assert world.wiki.revisions("Board") == []
        assert world.wiki.revisions("Board", after=read.revision or 0) == []

    def test_a_page_moved_meanwhile_keeps_its_redirect(self, world: WikiWorld) -> None:
        world.edit("Board", "text")
        read = world.page("Board")
        world.move("Board", "Queue")
        with pytest.raises((EditConflictError, PageVanishedError)):
            world.save(read, "ours")
        assert world.page("Board").redirect
        assert world.text("Queue") == "text"

    # --- history ------------------------------------------------------------------------------------------------------

    def test_revisions_come_oldest_first_and_can_be_resumed(self, world: WikiWorld) -> None:
        numbers = [world.edit("Rules", f"version {number}") for number in range(5)]
        found = world.wiki.revisions("Rules")
        assert [revision.revision for revision in found] == numbers
        assert [revision.text for revision in found] == [f"version {number}" for number in range(5)]
        assert [revision.parent for revision in found] == [0, *numbers[:-1]]
        assert {revision.editor for revision in found} == {"Ada"}
        assert [revision.revision for revision in world.wiki.revisions("Rules", limit=2)] == numbers[:2]
        later = world.wiki.revisions("Rules", after=numbers[1], limit=2)
        assert [revision.revision for revision in later] == numbers[2:4]
        assert world.wiki.revisions("Rules", after=numbers[-1]) == []
        assert world.wiki.revisions("Nowhere") == []

    def test_a_page_tells_its_newest_version_whole(self, world: WikiWorld) -> None:
        world.edit("Rules", "one")
        world.save(world.page("Rules"), "two", "Enacting “Dry Socks”")
        page, newest = world.page("Rules"), world.wiki.revisions("Rules")[-1]
        told = (page.revision, page.parent, page.editor, page.edited_at, page.summary, page.text)
        assert told == (newest.revision, newest.parent, newest.editor, newest.at, newest.summary, newest.text)

    def test_our_edits_carry_their_summary(self, world: WikiWorld) -> None:
        world.save(world.page("Rules"), "text", "Enacting “Dry Socks”")
        assert world.wiki.revisions("Rules")[0].summary == "Enacting “Dry Socks”"
        assert world.wiki.revisions("Rules")[0].editor == world.wiki.account().name

    # --- pictures and account -----------------------------------------------------------------------------------------

    def test_a_picture_is_uploaded_only_when_its_bytes_change(self, world: WikiWorld) -> None:
        first = world.wiki.upload(Upload("Map.svg", SVG % 2, "new map", "A map."))
        again = world.wiki.upload(Upload("Map.svg", SVG % 2, "new map", "A map."))
        other = world.wiki.upload(Upload("Map.svg", SVG % 3, "newer map", "A map."))
        assert (first.changed, again.changed, other.changed) == (True, False, True)
        assert again.revision == first.revision
        assert other.revision != first.revision
        assert world.page("File:Map.svg").text == "A map."

    def test_the_same_bytes_under_another_name_are_another_picture(self, world: WikiWorld) -> None:
        assert world.wiki.upload(Upload("Map.svg", SVG % 2, "a map")).changed
        assert world.wiki.upload(Upload("Map B.svg", SVG % 2, "a map")).changed

    def test_a_picture_goes_back_to_what_it_was(self, world: WikiWorld) -> None:
        for width in (2, 3, 2, 3, 2):
            world.later()
            assert world.wiki.upload(Upload("Map.svg", SVG % width, "a map")).changed
            assert world.file("Map.svg") == SVG % width
        assert not world.wiki.upload(Upload("Map.svg", SVG % 2, "a map")).changed

    def test_a_picture_that_somebody_uploaded_over_ours_is_left(self, world: WikiWorld) -> None:
        for width in (2, 3):
            world.later()
            world.wiki.upload(Upload("Map.svg", SVG % width, "a map"))
        world.later()
        world.upload("Map.svg", SVG % 9)
        for width in (2, 3, 4):
            with pytest.raises(PageExistsError) as caught:
                world.wiki.upload(Upload("Map.svg", SVG % width, "a map"))
            assert caught.value.place == "File:Map.svg"
        assert world.file("Map.svg") == SVG % 9
        assert not world.wiki.upload(Upload("Map.svg", SVG % 9, "a map")).changed
        world.later()
        assert world.wiki.upload(Upload("Map.svg", SVG % 3, "a map", is_approved=True)).changed
        assert world.file("Map.svg") == SVG % 3
        world.later()
        assert world.wiki.upload(Upload("Map.svg", SVG % 4, "a map")).changed

    def test_a_picture_of_ours_that_somebody_put_back_is_ours(self, world: WikiWorld) -> None:
        for width in (2, 3):
            world.later()
            world.wiki.upload(Upload("Map.svg", SVG % width, "a map"))
        for width in (9, 2):
            world.later()
            world.upload("Map.svg", SVG % width)
        there = world.wiki.pictures(["File:Map.svg"])["File:Map.svg"]
        assert (there.is_ours, there.is_put_back) == (False, True)
        world.later()
        assert world.wiki.upload(Upload("Map.svg", SVG % 3, "a map")).changed
        assert world.file("Map.svg") == SVG % 3

    def test_the_wiki_tells_whose_pictures_are_there(self, world: WikiWorld) -> None:
        title, other, none = "File:Map.svg", "File:Their map.svg", "File:No map.svg"
        made = world.wiki.upload(Upload("Map.svg", SVG % 2, "a map"))
        world.upload("Their map.svg", SVG % 9)
        for wiki in (world.wiki, world.another()):
            found = wiki.pictures([title, other, none])
            assert found[none] == WikiPicture()
            assert (found[title].is_ours, found[title].uploader, found[title].revision) == (
                True,
                "Botty",
                made.revision,
            )
            assert found[title].sha1 == Upload("Map.svg", SVG % 2, "").sha1
            assert (found[other].is_ours, found[other].sha1) == (False, Upload("Map.svg", SVG % 9, "").sha1)
            assert found[other].uploader not in ("", "Botty")

    def test_a_deleted_picture_is_told_as_none(self, world: WikiWorld) -> None:
        world.wiki.upload(Upload("Map.svg", SVG % 2, "a map"))
        world.delete_file("Map.svg")
        assert world.wiki.pictures(["File:Map.svg"])["File:Map.svg"].sha1 == ""
        assert world.wiki.upload(Upload("Map.svg", SVG % 2, "a map", is_approved=True)).changed
        assert world.file("Map.svg") == SVG % 2

    def test_pages_that_may_be_written_are_not_refused(self, world: WikiWorld) -> None:
        world.edit("Board", "text")
        assert world.wiki.refused(["Board", "Not there"]) == {}
        assert not world.wiki.fetch(["Not there"])["Not there"].exists

    def test_the_account_says_who_we_are(self, world: WikiWorld) -> None:
        account = world.wiki.account()
        assert account.name == "Botty"
        assert "bot" in account.groups
        assert "edit" in account.rights
        assert account.blocked == ""
