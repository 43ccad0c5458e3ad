"""The audit: where a table and its log part ways, and what became of hand edits."""

from tests.games.blognomic.table_stories import TablePage, with_dice
from tracker.app.asking.folding import fold_watched
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import ObservationBatch
from tracker.core.table_audit import TableAudit
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.gndt.gndt_audit import Auditor


def audited(page: TablePage) -> TableAudit:
    """What an audit finds after the last thing that happened."""
    auditor, archive = Auditor(), MemoryArchive()
    observations = tuple(row.observation for row in with_dice(page.told, page.when))
    archive.append(ObservationBatch("file", observations, "", page.when), GAME.read)
    done = fold_watched(GAME, archive, page.when, None, lambda state, step, _: auditor.watch(state, step))
    found = auditor.report(done.state, page.when, done.context)
    assert found is not None
    return found


def owned() -> TablePage:
    """A page that the tracker's account keeps."""
    page = TablePage()
    page.tell("setting", name="bot_account", value="Tracker")
    page.wait(10)
    return page


def test_a_table_that_shows_what_its_log_makes_of_it_is_in_step() -> None:
    page = owned()
    page.write("Ada", 2)
    page.cells["Ada", "Coal"] = "3"
    page.save("Tracker")
    found = audited(page)
    assert found.is_in_step
    assert (found.revisions, found.first, found.edits) == (3, None, ())
    (behind,) = found.partings
    assert (behind.is_behind, behind.revision, behind.ended) == (True, 2, 3)


def test_the_first_step_at_which_a_cell_parts_ways_is_named() -> None:
    page = owned()
    page.write("Ada", 2)
    page.cells["Ada", "Coal"] = "3"
    page.save("Tracker")
    page.wait(1)
    page.cells["Bo", "Coal"] = "55"
    page.save("Cy")
    page.cells["Di", "Coal"] = "77"
    page.save("Di")
    found = audited(page)
    assert not found.is_in_step
    first = found.first
    assert first is not None
    assert (first.player, first.variable, first.revision, first.editor) == ("Bo", "Coal", 4, "Cy")
    assert (first.shown, first.computed, first.row) == ("55", "5", "revision:Cellar:4")
    assert first.why == "no action of the rules and no roll explains it"
    assert [(edit.player, edit.standing) for edit in found.edits] == [("Bo", "flagged"), ("Di", "flagged")]


def test_a_cell_that_comes_back_is_told_with_the_revision_that_mended_it() -> None:
    page = owned()
    page.cells["Bo", "Coal"] = "55"
    page.save("Cy")
    page.cells["Bo", "Coal"] = "5"
    page.save("Ada")
    found = audited(page)
    assert found.is_in_step
    assert [(item.revision, item.ended) for item in found.partings] == [(2, 3)]
    assert [edit.standing for edit in found.edits] == ["taken back"]


def test_a_cell_that_our_own_edits_leave_behind_is_out_of_step() -> None:
    page = owned()
    page.write("Ada", 2)
    page.save("Tracker")
    assert audited(page).is_in_step
    page.lines.append("* hello")
    page.save("Tracker")
    found = audited(page)
    assert found.first is not None
    assert (found.first.revision, found.first.why) == (2, "2 revisions of our own left it so")


def test_accepted_edits_are_told_and_hold() -> None:
    page = owned()
    page.tell("setting", name="hand_edits", value="accept")
    page.cells["Bo", "Coal"] = "55"
    page.save("Cy")
    found = audited(page)
    assert found.is_in_step
    assert [(edit.player, edit.standing, edit.shown) for edit in found.edits] == [("Bo", "accepted", "55")]


def test_an_edit_that_later_dice_explain_is_said_to_be_explained() -> None:
    page = owned()
    page.tell("setting", name="hand_edits", value="flag")
    page.cells["Ada", "Day"] = "30"
    page.save("Ada")
    page.cells["Ada", "Coal"] = "3"
    page.cells["Ada", "Day"] = "29"
    page.save("Ada")
    assert [edit.standing for edit in audited(page).edits] == ["taken back"]


def test_our_own_edit_reverts_what_nothing_explains() -> None:
    page = owned()
    page.tell("setting", name="hand_edits", value="revert")
    page.cells["Bo", "Coal"] = "55"
    page.save("Cy")
    page.cells["Bo", "Coal"] = "5"
    page.save("Tracker")
    found = audited(page)
    assert [edit.standing for edit in found.edits] == ["reverted"]
    assert found.is_in_step


def test_a_blanked_page_is_held_and_told() -> None:
    page = owned()
    page.blank("Zed", 0)
    found = audited(page)
    assert found.held
    assert not found.is_in_step
    assert [remark.code for remark in found.remarks] == ["TABLE_HELD"]
    page.save("Ada")
    assert audited(page).is_in_step


def test_reverts_disputes_and_renamed_rows_are_remarks() -> None:
    page = owned()
    for value in ("40", "5", "40", "5"):
        page.wait(1)
        page.cells["Ada", "Coal"] = value
        page.save("Bo")
    page.save("Cy", page.text.replace("| Ada\n", "| Adah\n"))
    codes = {remark.code for remark in audited(page).remarks}
    assert codes >= {"DISPUTED", "TABLE_REVERTED", "TABLE_CHANGED"}


def test_dice_that_nobody_used_are_told_once_they_are_old() -> None:
    page = owned()
    page.write("Ada", 5)
    assert [remark.code for remark in audited(page).remarks] == []
    page.wait(24 * 3)
    page.save("Ada")
    assert [remark.code for remark in audited(page).remarks] == ["ROLL_UNUSED"]


def test_what_stood_there_before_the_first_reading_is_said_to_have_stood_so() -> None:
    page = TablePage()
    page.told.pop()
    page.cells["Ada", "Coal"] = "12"
    page.save("Ada")
    first = audited(page).first
    assert first is not None
    assert (first.shown, first.why) == ("12", "it stood so when the page was first read")


def test_a_new_dynasty_is_audited_from_its_beginning() -> None:
    page = owned()
    page.cells["Bo", "Coal"] = "55"
    page.save("Cy")
    text = str(page.told[0].payload["value"])
    page.wait(1)
    page.tell(
        "setting",
        name="dynasty",
        value=text.replace("The Cellar", "The Attic")
        .replace("Coal", "Dust")
        .replace("day_zero = 2019", "day_zero = 2018"),
    )
    found = audited(page)
    assert (found.revisions, found.partings, found.edits) == (0, (), ())
