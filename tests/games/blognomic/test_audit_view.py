"""The page of the audit: what waits for people first, each step with dice, clause and revision; hostile text stays in its cell."""

from dataclasses import replace
from datetime import timedelta

from tests.each import of_each
from tests.games.blognomic.audit_pages import sample_audit
from tests.games.blognomic.table_stories import LINES, TablePage, with_dice
from tests.render.hostile import FRAGMENTS
from tracker.core.fold import fold
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.pages.audit_view import MOST_STEPS, AuditView, drafts, view_of
from tracker.games.blognomic.pages.page_titles import CATALOGUE
from tracker.mechanics.table.wikitable import read_table
from tracker.render.pages import render_regions


def text(view: AuditView) -> str:
    (region,) = render_regions(drafts(view, CATALOGUE, {"clauses": {}}))
    assert region.page == "Tracker/Audit"
    return region.text


def tables(view: AuditView) -> list[tuple[int, set[int]]]:
    """Of each table how many columns it has, and how many cells its rows have."""
    found = []
    for part in text(view).split("{|")[1:]:
        table = read_table("{|" + part.partition("\n|}")[0] + "\n|}", 1)
        found.append((len(table.titles), {len(row.cells) for row in table.rows}))
    return found


def seen(page: TablePage, days: float = 0) -> AuditView | None:
    when = page.when + timedelta(days=days)
    done = fold(GAME, with_dice(page.told, page.when), when)
    return view_of(Moment.at(done.state, when, {}))


def test_a_hand_edit_stands_with_what_is_computed_and_the_revision_that_made_it() -> None:
    shown = text(sample_audit())
    assert "| Cy\n| Bo\n| Wood\n| 2\n| 7\n| 2\n" in shown
    assert "[[:Special:Diff/12|12]]" in shown
    assert "Change the value back" in shown
    assert "in step" not in shown
    assert "written over" in text(replace(sample_audit(), policy="revert"))


def test_steps_tell_dice_changes_and_refusals() -> None:
    shown = text(sample_audit())
    assert (
        "| gather wood <small>Lucky.</small>\n| DICE4&#58; 3\n| Wood 2 → 5 <small>(BN-135)</small>; Ada: Wood" in shown
    )
    assert "&nbsp;no date left&nbsp;" in shown


def test_a_table_in_step_says_so() -> None:
    quiet = AuditView("GNDT", "flag", "", (), (), ())
    assert "in step" in text(quiet)
    assert "Nothing has happened yet." in text(quiet)
    assert drafts(None, CATALOGUE, {}) == []


@of_each(FRAGMENTS)
def test_no_text_leaves_its_cell(odd: str) -> None:
    assert tables(sample_audit(f"a {odd} b")) == [(10, {10}), (6, {6})]


def test_the_view_shows_open_edits_remarks_and_the_latest_steps() -> None:
    page = TablePage()
    for _ in range(MOST_STEPS + 5):
        page.wait(1)
        page.write("Ada", 6)
    page.cells["Bo", "Coal"] = "55"
    page.save("Cy")
    found = seen(page)
    assert found is not None
    ((edit, computed),) = found.edits
    assert (edit.player, edit.editor, edit.shown, computed, edit.standing) == ("Bo", "Cy", "55", "5", "flagged")
    assert edit.revision == len(page.texts)
    assert len(found.steps) == MOST_STEPS
    assert (found.steps[0].entry.code, found.steps[0].revision) == ("UNCLEAR", len(page.texts) - 1)


def test_a_hand_edit_is_over_once_what_it_wrote_is_what_is_computed() -> None:
    page = TablePage()
    page.wait(1)
    page.cells["Bo", "Coal"] = "6"
    page.cells["Cy", "Coal"] = "a lot"
    page.save("Bo")
    before = seen(page)
    assert before is not None
    assert sorted(edit.player for edit, _ in before.edits) == ["Bo", "Cy"]
    page.wait(1)
    page.write("Ada", LINES.index("give 1 coal to Bo"))
    after = seen(page)
    assert after is not None
    assert [(edit.player, edit.code) for edit, _ in after.edits] == [("Cy", "ILLEGAL_VALUE")]


def test_a_blanked_page_and_unused_dice_are_shown() -> None:
    page = TablePage()
    page.write("Ada", 5)
    page.blank("Zed", 0)
    found = seen(page, days=2)
    assert found is not None
    assert found.held
    assert not found.is_in_step
    (unused,) = [finding for finding in found.also if finding.code == "ROLL_UNUSED"]
    assert unused.observations == ("revision:Cellar:2#0",)


def test_where_no_table_is_kept_there_is_no_page() -> None:
    page = TablePage()
    page.wait(1)
    page.tell("setting", name="dynasty", value="")
    assert seen(page) is None
