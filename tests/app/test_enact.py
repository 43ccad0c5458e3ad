"""Enacting: nothing is written but what is lawful at the last look, and everything written can be taken back."""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.enacting import (
    ADD,
    ADD_ALSO,
    APPLY,
    AUTHORITY,
    ENACTED,
    NOON_NEXT_DAY,
    REPLACE,
    REQUESTS,
    RULESET,
    RULESET_170,
    Interrupted,
    World,
    answer,
    ask,
    config,
    socks,
)
from tests.app.wiring import Record, ToldSource, post, vote
from tracker.app.enacting.enact import Prospect, enact, find_case, look_again, prospect, write
from tracker.app.enacting.enacted import Authority
from tracker.app.enacting.enactment_book import Book
from tracker.app.enacting.undo import undo, undo_spans
from tracker.app.publish.restored import note_restored
from tracker.app.tick.tick_report import TickReport
from tracker.archive.memory import MemoryArchive, MemoryLedger
from tracker.core.manners import ENACTING, TABLE
from tracker.core.observation import ObservationBatch
from tracker.core.ports import Known, PageEdit, Progress, Receipt
from tracker.errors import (
    ClockAheadError,
    ConfigError,
    LockedError,
    PlanError,
    PlanHeldError,
    PlanStaleError,
    SourceError,
    UsageError,
)
from tracker.mechanics.enacting.enactment import Enactment
from tracker.wiki.directory import DirectoryWiki


@pytest.fixture(scope="module")
def first_auto(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world of which each test of ticks that act by themselves gets a copy."""
    made = World(tmp_path_factory.mktemp("auto"), config("auto"), base=RULESET_170)
    made.tell(*socks())
    made.tick()
    made.make_pages()
    return made


@pytest.fixture
def auto(tmp_path: Path, first_auto: World) -> World:
    """The same, where ticks may act by themselves as soon as somebody authorises them."""
    return first_auto.copied(tmp_path)


def is_written(world: World, text: str = "Socks are dry.") -> bool:
    return text in world.ruleset()


def status(slug: str, word: str, at: str, by: str = "Ada") -> Record:
    return {"kind": "post_status", "id": f"status:{slug}", "slug": slug, "status": word, "at": at, "by": by, "note": ""}


# --- looking ----------------------------------------------------------------------------------------------------------


def test_the_prospect_shows_verdict_diff_summary_and_note_and_writes_nothing(world: World) -> None:
    found = prospect(world.tracker(), "dry_socks", "Ada")
    assert found.why_not == ()
    assert found.stage == "drafted"
    assert found.shown.outcome == "whole"
    assert found.shown.case.verdict == "popular"
    assert "+== Dry Socks ==" in found.shown.diff
    assert found.shown.summary == '/* Dynastic Rules */ Enacted "Dry Socks"'
    assert found.shown.note == "Reached quorum 3 votes to 1. Enacted by Ada."
    assert world.ruleset() == RULESET


def test_an_unknown_matter_is_told_the_nearest(world: World) -> None:
    with pytest.raises(UsageError, match="did you mean dry_socks") as caught:
        prospect(world.tracker(), "dry_sock")
    assert caught.value.exit_code == 2
    with pytest.raises(UsageError, match="tracker status lists"):
        enact(world.tracker(), "xylophone", "Ada")


@pytest.mark.parametrize("name", ["dry_socks", "Dry_Socks", "dry socks", "Proposal: Dry Socks", "proposal: dry socks"])
def test_a_matter_goes_by_slug_or_title(world: World, name: str) -> None:
    assert prospect(world.tracker(), name).shown.case.slug == "dry_socks"


def test_enacting_may_be_switched_off(world: World) -> None:
    world.text = config("off")
    with pytest.raises(ConfigError, match="switched off"):
        prospect(world.tracker(), "dry_socks")
    world.text = APPLY + "[wiki]\nruleset =\n"
    with pytest.raises(ConfigError, match="no ruleset page"):
        prospect(world.tracker(), "dry_socks")


# --- writing ----------------------------------------------------------------------------------------------------------


def test_a_lawful_matter_is_written_and_read_back(world: World) -> None:
    done = enact(world.tracker(), "dry_socks", "ada")
    assert world.ruleset() == ENACTED
    assert done.alarms == ()
    assert done.note == "Reached quorum 3 votes to 1. Enacted by Ada."
    page = world.wiki.fetch(["Ruleset"])["Ruleset"]
    assert page.summary == '/* Dynastic Rules */ Enacted "Dry Socks" (for Ada) ([[Tracker/Switch/Enacting|switch off]])'
    made = world.enacted()
    assert (made.revision, made.odd, made.by) == (page.revision, (), "Ada")
    assert world.book().stage("dry_socks") == "awaiting status"


def test_sentences_without_an_order_wait_until_whoever_enacts_has_read_them(tmp_path: Path) -> None:
    world = World(tmp_path)
    body = f"{ADD}<p>I was only kidding about the planks.</p>"
    world.tell(*socks()[:1], post("dry_socks", "Bo", "2019-10-01T10:00:00Z", body=body), *socks()[2:])
    world.tick()
    world.make_pages()
    world.tick(NOON_NEXT_DAY)
    mark = prospect(world.tracker(), "dry_socks").shown.mark
    for said in ("", "0123456789ab"):
        with pytest.raises(PlanHeldError, match="only kidding about the planks"):
            enact(world.tracker(), "dry_socks", "Ada", said)
    assert world.ruleset() == RULESET
    enact(world.tracker(), "dry_socks", "Ada", mark)
    assert world.ruleset() == ENACTED
    assert world.enacted().authority == f"the command line, having read {mark}"


def test_the_note_goes_onto_the_log_at_once(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    log = world.page("Tracker/Enactment log")
    assert "Reached quorum 3 votes to 1. Enacted by Ada." in log
    assert "awaiting status" in log
    assert "was written and awaits its status" in world.page("Tracker/Enactment drafts")


def test_a_matter_is_confirmed_once_the_blog_says_so(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tell(status("dry_socks", "Enacted", "2019-10-02T12:30:00Z"))
    world.tick(60)
    assert world.book().stage("dry_socks") == "confirmed"
    assert world.book().findings == ()
    assert "confirmed" in world.page("Tracker/Enactment log")
    with pytest.raises(PlanError, match="it is enacted"):
        enact(world.tracker(), "dry_socks", "Ada")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ([vote("against", "Bo", "dry_socks", "2019-10-02T12:00:00Z")], "self-killed"),
        ([vote("against", "Cy", "dry_socks", "2019-10-02T12:00:00Z", id="again")], "not popular"),
        ([vote("seal", "Wes", "dry_socks", "2019-10-02T12:00:00Z")], "vetoed"),
        ([status("dry_socks", "Failed", "2019-10-03T12:00:00Z")], "may not"),
    ],
)
def test_what_came_after_the_draft_decides(world: World, told: list[Record], why: str) -> None:
    assert prospect(world.tracker(), "dry_socks").why_not == ()
    world.tell(*told)
    world.clock.pass_minutes(1)
    if why == "may not":
        world.tell(vote("against", "Bo", "dry_socks", "2019-10-02T12:00:00Z"))
    with pytest.raises(PlanError) as caught:
        enact(world.tracker(), "dry_socks", "Ada")
    assert why in caught.value.message or why == "may not"
    assert caught.value.exit_code == 8
    assert world.ruleset() == RULESET


def test_an_older_matter_goes_first(world: World) -> None:
    older = post("old_boots", "Cy", "2019-10-01T09:00:00Z", body=REPLACE)
    world.tell(older)
    world.clock.pass_minutes(1)
    with pytest.raises(PlanError, match="oldest"):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET


def test_what_could_not_be_read_does_not_decide(world: World) -> None:
    world.blog.fail()
    world.clock.pass_minutes(1)
    with pytest.raises(SourceError):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET


def test_a_young_matter_is_told_from_when_on(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.tell(*socks())
    world.tick()
    found = prospect(world.tracker(), "dry_socks")
    assert any("12" in why for why in found.why_not)
    with pytest.raises(PlanError, match="12 hours"):
        enact(world.tracker(), "dry_socks", "Ada")


@pytest.mark.parametrize("name", ["Bo", "Nobody", ""])
def test_only_an_admin_enacts(world: World, name: str) -> None:
    with pytest.raises(UsageError, match=r"may not enact dry_socks \(who may: Ada, Wes\)"):
        enact(world.tracker(), "dry_socks", name)
    assert world.ruleset() == RULESET


def test_a_text_that_cannot_be_carried_out_is_refused(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.tell(
        *socks()[:1],
        post(
            "dry_socks",
            "Bo",
            "2019-10-01T10:00:00Z",
            body="<p>If more than half of the EVCs say so, repeal “Boats”.</p>",
        ),
    )
    world.tell(*socks()[2:])
    world.tick()
    world.make_pages()
    world.tick(NOON_NEXT_DAY)
    found = prospect(world.tracker(), "dry_socks")
    assert found.shown.outcome == "refused"
    assert "its text cannot be carried out as a whole" in found.why_not
    with pytest.raises(PlanError, match=r"cannot be carried out as a whole: [A-Z_]+"):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET
    page = world.page("Tracker/Enactment drafts")
    assert "refused" in page
    assert "more than half of the EVCs" in page


@pytest.mark.parametrize("spoilt", ["", "blanked by a vandal", "= Core Rules ="])
def test_nothing_is_drafted_on_a_page_that_is_no_ruleset(world: World, spoilt: str) -> None:
    world.edit("Ruleset", spoilt, by="Vandal")
    world.clock.pass_minutes(1)
    assert prospect(world.tracker(), "dry_socks").shown.outcome == "refused"
    with pytest.raises(PlanError):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == spoilt


def test_a_redirect_is_not_written(world: World) -> None:
    world.edit("Ruleset", "#REDIRECT [[Elsewhere]]")
    world.clock.pass_minutes(1)
    with pytest.raises(PlanError, match="redirect"):
        enact(world.tracker(), "dry_socks", "Ada")


def test_an_altered_text_whose_quotation_is_in_doubt_is_left_alone(world: World) -> None:
    altered = ADD.replace("Socks are dry.", "Bo wins.")
    world.tell(
        {
            "kind": "post_edited",
            "id": "post:dry_socks",
            "slug": "dry_socks",
            "by": "Bo",
            "body": altered,
            "at": "2019-10-02T11:00:00Z",
        }
    )
    world.clock.pass_minutes(1)
    world.tick()
    assert "which text" in str(prospect(world.tracker(), "dry_socks").shown.refusals)
    with pytest.raises(PlanError, match="which text of dry_socks holds"):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET


def test_the_switch_off_page_stops_it(world: World) -> None:
    world.edit("Tracker/Switch", "stop")
    with pytest.raises(PlanHeldError, match="stop"):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET


def test_what_is_left_for_people_is_listed(tmp_path: Path) -> None:
    world = World(tmp_path)
    body = f"{ADD}<p>Set each Castaway’s Planks to 3.</p>"
    world.tell(*socks()[:1], post("dry_socks", "Bo", "2019-10-01T10:00:00Z", body=body), *socks()[2:])
    world.tick()
    world.make_pages()
    world.tick(NOON_NEXT_DAY)
    if prospect(world.tracker(), "dry_socks").shown.outcome != "partial":
        pytest.fail(str(prospect(world.tracker(), "dry_socks").record()))
    done = enact(world.tracker(), "dry_socks", "Ada")
    assert any("Planks" in text for text in done.gamestate)
    assert world.ruleset() == ENACTED


# --- between the look and the save ------------------------------------------------------------------------------------


class Meddled:
    """A wiki on which something happens just before or after a page is saved."""

    def __init__(
        self, wiki: DirectoryWiki, before: Callable[[PageEdit], None], after: Callable[[], None] | None = None
    ) -> None:
        self._wiki, self._before, self._after = wiki, before, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wiki, name)

    def save(self, edit: PageEdit) -> Receipt:
        before, self._before = self._before, lambda _edit: None
        before(edit)
        receipt = self._wiki.save(edit)
        if self._after:
            after, self._after = self._after, None
            after()
        return receipt


def overwrite(world: World, text: str) -> None:
    world.edit("Ruleset", text)


def test_a_page_edited_before_the_save_is_not_overwritten(world: World) -> None:
    theirs = RULESET.replace("3 planks", "9 planks")
    wiki = Meddled(world.wiki, lambda _edit: overwrite(world, theirs))
    with pytest.raises(PlanStaleError, match="conflict"):
        enact(world.tracker(wiki), "dry_socks", "Ada")
    assert world.ruleset() == theirs
    assert world.book().enactments == {}
    enact(world.tracker(), "dry_socks", "Ada")
    assert "9 planks" in world.ruleset()
    assert "Socks are dry." in world.ruleset()


def interrupt() -> None:
    raise Interrupted


@pytest.mark.parametrize("happened", [False, True])
def test_a_process_cut_short_leaves_nothing_in_doubt(world: World, happened: bool) -> None:
    wiki = (
        Meddled(world.wiki, lambda _edit: None, interrupt)
        if happened
        else Meddled(world.wiki, lambda _edit: interrupt())
    )
    with pytest.raises(Interrupted):
        enact(world.tracker(wiki), "dry_socks", "Ada")
    assert world.ruleset() == (ENACTED if happened else RULESET)
    world.tick(31)
    assert world.book().stage("dry_socks") == ("awaiting status" if happened else "drafted")
    assert world.ruleset() == (ENACTED if happened else RULESET)


def test_of_two_processes_one_writes(world: World) -> None:
    other = world.tracker(owner="another")
    seen: list[BaseException] = []

    def meanwhile(_edit: PageEdit) -> None:
        with pytest.raises(LockedError) as caught:
            enact(other, "dry_socks", "Wes")
        seen.append(caught.value)

    enact(world.tracker(Meddled(world.wiki, meanwhile)), "dry_socks", "Ada")
    assert len(seen) == 1
    with pytest.raises(PlanHeldError, match="was written already"):
        enact(other, "dry_socks", "Wes")
    assert world.ruleset() == ENACTED


def test_no_second_matter_is_written_while_one_awaits_its_status(world: World) -> None:
    call = post(
        "whose_boat", "Cy", "2019-10-01T10:00:00Z", body=REPLACE, category="Call for Judgement", title="Whose boat?"
    )
    world.tell(call, *(vote("for", name, "whose_boat", "2019-10-01T11:00:00Z") for name in ("Ada", "Di", "Wes")))
    world.clock.pass_minutes(1)
    enact(world.tracker(), "dry_socks", "Ada")
    with pytest.raises(PlanHeldError, match="awaits its status"):
        enact(world.tracker(), "whose_boat", "Ada")
    world.tell(status("dry_socks", "Enacted", "2019-10-02T12:30:00Z"))
    world.clock.pass_minutes(60)
    enact(world.tracker(), "whose_boat", "Ada")
    assert world.ruleset() == ENACTED.replace("3 planks", "5 planks")


# --- while the status is awaited --------------------------------------------------------------------------------------


def codes(world: World) -> list[str]:
    return [finding.code for finding in world.book().findings]


def test_a_status_that_does_not_come_is_told_in_time_and_undo_is_offered(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    report = world.tick(1)
    assert codes(world) == []
    late = world.enacted().at + timedelta(minutes=180)
    assert report.next_instant is not None
    assert report.next_instant <= late
    world.clock.instant = late - timedelta(seconds=1)
    world.tick()
    assert codes(world) == []
    world.clock.instant = late
    report = world.tick()
    assert codes(world) == ["STATUS_AWAITED_TOO_LONG"]
    assert report.plan is not None
    (found,) = report.plan.findings
    assert "tracker enact dry_socks --undo" in found.text
    assert "status awaited too long" in world.page("Tracker/Enactment log")
    assert world.ruleset() == ENACTED


def test_votes_that_change_meanwhile_are_told(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tell(vote("for", "Wes", "dry_socks", "2019-10-02T12:20:00Z"))
    world.tick(30)
    assert codes(world) == ["VOTES_CHANGED_SINCE"]


def test_a_matter_failed_after_it_was_written_is_told(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tell(
        vote("against", "Bo", "dry_socks", "2019-10-02T12:20:00Z"),
        status("dry_socks", "Failed", "2019-10-02T12:30:00Z"),
    )
    world.tick(60)
    assert codes(world) == ["FAILED_AFTER_WRITING"]
    assert world.ruleset() == ENACTED


# --- what people did on the wiki and on the blog meanwhile ------------------------------------------------------------


def text_of(world: World, code: str) -> str:
    (found,) = [finding for finding in world.book().findings if finding.code == code]
    return found.text


def test_what_somebody_takes_back_by_hand_is_told_at_the_next_tick(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.clock.pass_minutes(5)
    revision = world.edit("Ruleset", RULESET, by="Di", summary="too early")
    report = world.tick(5)
    assert world.book().stage("dry_socks") == "reverted"
    assert world.book().awaited == ()
    assert report.plan is not None
    (found,) = [finding for finding in report.plan.findings if finding.code == "TAKEN_BACK_BY_HAND"]
    assert f"was taken back on the wiki by Di in revision {revision} at 2019-10-02T12:05:00Z" in found.text
    assert "--undo" not in found.text
    assert "reverted" in world.page("Tracker/Enactment log")
    assert "by Di in revision" in world.page("Tracker/Enactment log")
    assert "was written and awaits its status" not in world.page("Tracker/Enactment drafts")
    with pytest.raises(UsageError, match=f"was taken back on the wiki by Di in revision {revision} at .* already"):
        undo(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET


@pytest.mark.parametrize(
    "left",
    [
        RULESET.replace("Votes are", "All votes are"),
        RULESET.replace("made of wood", "made of pine"),
        RULESET.replace("\n\n= Special", "\n\n\n= Special"),
    ],
)
def test_it_is_gone_whatever_else_was_changed_beside_it(world: World, left: str) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.edit("Ruleset", left, by="Di")
    world.tick(5)
    assert world.book().stage("dry_socks") == "reverted"


def test_the_next_matter_may_be_written_once_ours_is_gone(world: World) -> None:
    call = post(
        "whose_boat", "Cy", "2019-10-01T10:00:00Z", body=REPLACE, category="Call for Judgement", title="Whose boat?"
    )
    world.tell(call, *(vote("for", name, "whose_boat", "2019-10-01T11:00:00Z") for name in ("Ada", "Di", "Wes")))
    world.clock.pass_minutes(1)
    enact(world.tracker(), "dry_socks", "Ada")
    world.clock.pass_minutes(5)
    world.edit("Ruleset", RULESET, by="Di")
    enact(world.tracker(), "whose_boat", "Ada")
    assert world.ruleset() == RULESET.replace("3 planks", "5 planks")
    assert world.book().stage("dry_socks") == "reverted"


def test_what_somebody_puts_back_is_awaited_again(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.edit("Ruleset", RULESET, by="Di")
    world.tick(5)
    world.edit("Ruleset", ENACTED, by="Ada")
    world.tick(5)
    assert world.book().stage("dry_socks") == "awaiting status"
    assert codes(world) == []


@pytest.mark.parametrize("change", [("Socks are dry.", "Socks are wet."), ("== Dry Socks ==", "== Very Dry Socks ==")])
def test_what_somebody_rewords_is_told_and_still_awaited(world: World, change: tuple[str, str]) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.edit("Ruleset", world.ruleset().replace(*change), by="Di")
    world.tick(5)
    assert codes(world) == ["WRITTEN_TEXT_CHANGED"]
    assert "by Di in revision" in text_of(world, "WRITTEN_TEXT_CHANGED")
    assert "--undo would refuse" in text_of(world, "WRITTEN_TEXT_CHANGED")
    assert world.book().stage("dry_socks") == "awaiting status"


def test_what_somebody_moves_elsewhere_is_not_gone(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    moved = RULESET.replace("= Appendix", "== Dry Socks ==\nSocks are dry.\n\n= Appendix")
    world.edit("Ruleset", moved, by="Di")
    world.tick(5)
    assert codes(world) == ["WRITTEN_TEXT_CHANGED"]


def test_a_gutted_page_takes_nothing_back(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.edit("Ruleset", "ha ha", by="Vandal")
    world.tick(5)
    assert world.book().stage("dry_socks") == "awaiting status"


def test_a_failing_without_a_ground_counts_until_it_is_set_back(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tell(status("dry_socks", "Failed", "2019-10-02T12:20:00Z", by="Wes"))
    world.tick(30)
    assert codes(world) == ["FAILED_AFTER_WRITING"]
    assert "tracker enact dry_socks --undo --apply --by NAME" in text_of(world, "FAILED_AFTER_WRITING")


def test_a_status_that_is_set_back_is_awaited_on(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tell(status("dry_socks", "Failed", "2019-10-02T12:20:00Z", by="Wes"))
    world.tick(30)
    world.tell({**status("dry_socks", "Pending", "2019-10-02T12:40:00Z"), "id": "back"})
    world.tick(30)
    assert codes(world) == []


def test_once_the_failure_counts_and_the_text_is_gone_nothing_is_left_to_look_at(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tell(
        vote("against", "Bo", "dry_socks", "2019-10-02T12:20:00Z"),
        status("dry_socks", "Failed", "2019-10-02T12:30:00Z"),
    )
    world.edit("Ruleset", RULESET, by="Di")
    world.tick(60)
    assert codes(world) == []
    assert world.book().stage("dry_socks") == "reverted"


# --- taking back ------------------------------------------------------------------------------------------------------


def test_undo_restores_byte_for_byte(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    undo(world.tracker(), "dry_socks", "wes")
    assert world.ruleset() == RULESET
    page = world.wiki.fetch(["Ruleset"])["Ruleset"]
    assert page.summary.startswith('Undo: /* Dynastic Rules */ Enacted "Dry Socks"')
    assert "(for Wes)" in page.summary
    assert world.book().stage("dry_socks") == "undone"
    assert world.book().awaited == ()
    assert "undone" in world.page("Tracker/Enactment log")


def test_what_was_taken_back_is_not_taken_back_twice(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.clock.pass_minutes(5)
    done = undo(world.tracker(), "dry_socks", "wes")
    assert done.enactment is not None
    revision = world.wiki.revision_ids(["Ruleset"])["Ruleset"]
    assert done.enactment.undone_revision == revision
    said = f"it was taken back by Wes in revision {revision} at 2019-10-02T12:05:00Z already; nothing was written"
    for again in (
        lambda: undo(world.tracker(), "dry_socks", "Ada"),
        lambda: undo_spans(world.tracker(), "dry_socks", ""),
    ):
        with pytest.raises(UsageError, match=said) as caught:
            again()
        assert caught.value.exit_code == 2
    assert world.wiki.revision_ids(["Ruleset"])["Ruleset"] == revision
    assert f"by Wes in revision {revision}" in world.page("Tracker/Enactment log")


def test_what_was_taken_back_may_be_written_again(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    undo(world.tracker(), "dry_socks", "Ada")
    world.clock.pass_minutes(1)
    enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == ENACTED
    assert world.book().stage("dry_socks") == "awaiting status"


def test_undo_keeps_what_others_changed_elsewhere(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.edit("Ruleset", world.ruleset().replace("Votes are", "All votes are").replace("made of wood", "made of pine"))
    undo(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET.replace("Votes are", "All votes are").replace("made of wood", "made of pine")


@pytest.mark.parametrize("change", [("Socks are dry.", "Socks are wet."), ("== Dry Socks ==\nSocks are dry.\n\n", "")])
def test_undo_refuses_where_what_was_written_does_not_stand(world: World, change: tuple[str, str]) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.edit("Ruleset", world.ruleset().replace(*change))
    now = world.ruleset()
    with pytest.raises(PlanStaleError, match="was changed since we wrote it"):
        undo(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == now
    assert world.book().stage("dry_socks") == "awaiting status"


def test_nothing_written_is_nothing_to_take_back(world: World) -> None:
    with pytest.raises(UsageError, match="nothing was written"):
        undo(world.tracker(), "dry_socks", "Ada")
    with pytest.raises(UsageError, match="Bo may not take back"):
        undo(world.tracker(), "dry_socks", "Bo")


# --- requests on the wiki ---------------------------------------------------------------------------------------------


def test_an_admins_line_is_carried_out_and_answered_once(world: World) -> None:
    line = "* enact dry_socks --[[User:Ada on wiki|Ada]] 12:01, 2 October 2019 (UTC)"
    ask(world, line, "Ada on wiki")
    assert world.ruleset() == ENACTED
    assert "Written in revision" in answer(world, line)
    assert "Enacted by Ada" in answer(world, line)
    assert world.enacted().by == "Ada"
    text = world.page(REQUESTS)
    world.tick(1)
    world.tick(1)
    assert world.page(REQUESTS) == text


@pytest.mark.parametrize(
    ("by", "said"),
    [("Bo", "only an admin"), ("Stranger", "nobody is known"), ("Ada", "nobody is known")],
)
def test_a_line_is_whose_edit_brought_it_not_who_signed_it(world: World, by: str, said: str) -> None:
    line = "* enact dry_socks --[[User:Ada on wiki|Ada]] 12:01, 2 October 2019 (UTC)"
    ask(world, line, by)
    assert world.ruleset() == RULESET
    assert said in answer(world, line)


def test_an_unmapped_account_is_a_finding(world: World) -> None:
    report = ask(world, "* enact dry_socks", "Stranger")
    assert report.plan is not None
    assert [found.code for found in report.plan.findings] == ["ACCOUNT_NOT_MAPPED"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        *(("dry_sock", "there is no matter"), ("x" * 400, "there is no matter")),
        *(("]]{{evil}}", "not understood"), ("-->", "not understood")),
    ],
)
def test_a_line_about_no_matter_is_told_so(world: World, what: str, said: str) -> None:
    line = f"* enact {what}"
    ask(world, line, "Ada on wiki")
    assert world.ruleset() == RULESET
    lines = world.page(REQUESTS).split("\n")
    below = lines[lines.index(line) + 1 :]
    assert said in below[0]
    assert "{{evil}}" not in "".join(below)


def test_a_refused_request_says_why_and_is_not_tried_again(world: World) -> None:
    world.tell(vote("against", "Bo", "dry_socks", "2019-10-02T12:00:00Z"))
    ask(world, "* enact dry_socks", "Ada on wiki")
    assert "Not done" in answer(world, "* enact dry_socks")
    assert "self-killed" in answer(world, "* enact dry_socks")
    assert world.ruleset() == RULESET


def test_an_example_in_nowiki_asks_for_nothing(world: World) -> None:
    world.edit(REQUESTS, "<nowiki>\n* enact dry_socks\n</nowiki>", by="Ada on wiki")
    world.tick(1)
    assert world.ruleset() == RULESET
    assert world.page(REQUESTS) == "<nowiki>\n* enact dry_socks\n</nowiki>"


def test_a_line_waits_where_only_plans_are_permitted(world: World) -> None:
    world.text = config().replace("permission = apply", "permission = plan")
    ask(world, "* enact dry_socks", "Ada on wiki")
    assert world.ruleset() == RULESET
    assert world.page(REQUESTS).endswith("* enact dry_socks")


class AwayAtSecondLook(ToldSource):
    """A blog that answers when the tick begins, and no more when everything is read again before something is written."""

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        if self.looks:
            self.fail()
        yield from super().observe(known, now, progress)


def two_lines(world: World, first: str, second: str) -> None:
    """Two lines that one edit of an admin brings."""
    world.edit(REQUESTS, f"{world.page(REQUESTS)}\n{first}\n{second}", by="Ada on wiki")


@pytest.mark.parametrize("first", ["* enact wet_socks", "* enact dry_socks"])
def test_each_of_two_lines_of_one_edit_is_answered(world: World, first: str) -> None:
    second = "* enact dry_socks"
    two_lines(world, first, second)
    world.tick(1)
    assert is_written(world)
    assert world.page(REQUESTS).count("tracker:answer enact:") == 2
    world.tick(5)
    assert world.page(REQUESTS).count("tracker:answer enact:") == 2


def test_a_line_is_answered_once_the_blog_is_back_whatever_was_answered_beside_it(world: World) -> None:
    two_lines(world, "* enact dry_socks, please do", "* enact dry_socks")
    world.blog = AwayAtSecondLook()
    world.tick(1)
    assert (world.page(REQUESTS).count("tracker:answer enact:"), is_written(world)) == (1, False)
    world.blog = ToldSource()
    world.tick(5)
    assert (world.page(REQUESTS).count("tracker:answer enact:"), is_written(world)) == (2, True)


def test_a_request_waits_for_a_blog_that_does_not_answer(world: World) -> None:
    world.blog.fail()
    report = ask(world, "* enact dry_socks", "Ada on wiki")
    assert report.exit_code == 4
    assert world.page(REQUESTS).endswith("* enact dry_socks")
    world.blog.error = None
    world.tick(1)
    assert world.ruleset() == ENACTED


# --- by itself --------------------------------------------------------------------------------------------------------

AUTHORISED = "* I, Ada, authorise the tracker to enact what is lawful. --[[User:Ada on wiki]]"


def test_a_tick_acts_on_an_admins_authority_and_names_it(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tick(NOON_NEXT_DAY)
    assert is_written(auto)
    assert "(authorised by Ada)" in auto.wiki.fetch(["Ruleset"])["Ruleset"].summary
    assert auto.enacted().is_automatic


class LateWiki(DirectoryWiki):
    """A wiki whose clock says what ours said a while ago, as ours is ahead."""

    lag = timedelta()

    def time(self) -> datetime:
        return self._clock.now() - self.lag


def behind(world: World, lag: timedelta) -> LateWiki:
    """Let our clock be ahead of the wiki's by so much."""
    world.wiki = LateWiki(world.folder / "wiki", world.clock, "Tracker")
    world.wiki.lag = lag
    return world.wiki


def test_what_is_due_by_our_clock_alone_is_not_written(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    wiki = behind(auto, timedelta(minutes=2))
    report = auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    (error,) = report.errors
    assert "ahead of the wiki's by 2 min" in str(error)
    assert "NTP" in str(error.remedy)
    assert report.exit_code == 8
    wiki.lag = timedelta(minutes=1)
    assert auto.tick(1).errors == ()
    assert is_written(auto)


def test_what_an_admin_asks_for_waits_while_the_clock_is_ahead(world: World) -> None:
    wiki = behind(world, timedelta(days=1))
    world.clock.pass_minutes(NOON_NEXT_DAY)
    with pytest.raises(ClockAheadError, match="by 1 d"):
        enact(world.tracker(), "dry_socks", "Ada")
    assert world.ruleset() == RULESET
    line = "* enact dry_socks --[[User:Ada on wiki]]"
    report = ask(world, f"{line}\n* recount dry_socks --[[User:Ada on wiki]]", by="Ada on wiki")
    assert report.exit_code == 8
    assert [type(error) for error in report.errors] == [ClockAheadError]
    assert "tracker:answer recount" in answer(world, "* recount dry_socks --[[User:Ada on wiki]]"), (
        "that needs no clock"
    )
    assert answer(world, line).startswith("* recount")
    wiki.lag = timedelta(0)
    world.tick(1)
    assert "Written in revision" in answer(world, line)
    assert is_written(world)


def test_what_was_judged_by_a_clock_that_was_put_right_since_is_not_written(world: World) -> None:
    behind(world, timedelta(0))
    tracker = world.tracker()
    book = look_again(tracker)
    case = find_case(book, "dry_socks")
    later = replace(book.gamestate, as_of=book.gamestate.as_of + timedelta(hours=1))
    with pytest.raises(ClockAheadError):
        write(tracker, Book(tracker, book.enacting, later), case, Authority("Ada", "the command line"))
    assert world.ruleset() == RULESET


def test_nothing_is_written_by_itself_while_a_status_without_a_ground_stands(auto: World) -> None:
    call = post("hasty", "Cy", "2019-10-01T12:10:00Z", category="Call for Judgement")
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tell(call, status("hasty", "Enacted", "2019-10-01T12:20:00Z"))
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    auto.tell({**status("hasty", "Pending", "2019-10-02T12:01:00Z"), "id": "back"})
    auto.tick(5)
    assert is_written(auto)


def test_nothing_is_written_by_itself_while_a_question_about_its_votes_is_open(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    cast = vote("for", "Wes", "dry_socks", "2019-10-01T13:00:00Z")
    edited = vote("against", "Wes", "dry_socks", "2019-10-01T13:00:00Z")
    auto.tell(cast, {**edited, "kind": "comment_edited", "at": "2019-10-01T14:00:00Z"})
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    told = {"kind": "decision", "id": "d1", "at": "2019-10-02T12:01:00Z", "by": "Ada", "why": "as it was"}
    auto.tell({**told, "question": f"comment-edit:{cast['id']}", "answer": "first"})
    auto.tick(5)
    assert is_written(auto)


def test_nothing_is_written_by_itself_while_people_are_asked_what_stands_before_it_in_the_queue(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    both = post("both", "Cy", "2019-10-01T08:00:00Z")
    auto.tell({**both, "category": ["Proposal", "Call for Judgement"]})
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    told = {"kind": "decision", "id": "d1", "at": "2019-10-02T12:01:00Z", "by": "Ada", "why": "neither"}
    auto.tell({**told, "question": "two-types:both", "answer": "neither"})
    auto.tick(5)
    assert is_written(auto)


def test_without_authority_nothing_happens_by_itself(auto: World) -> None:
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    assert "Dry Socks" in auto.page("Tracker/Enactment drafts")


def test_in_mode_draft_an_authority_is_nothing(auto: World) -> None:
    auto.text = config("draft")
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170


@pytest.mark.parametrize("by", ["Bo", "Stranger", "Wes"])
def test_an_authority_is_its_writers_only(auto: World, by: str) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by=by)
    report = auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    assert report.plan is not None
    assert "AUTHORITY_INVALID" in {found.code for found in report.plan.findings}


@pytest.mark.parametrize(
    "line",
    [
        "* I, Ada, authorise nobody to enact.",
        "* I, Ada, authorise the tracker to look, but not to enact.",
        "* I, Ada, authorise the tracker to enact from 2030 on.",
        "* I, Ada, authorise the tracker to enact until 2019-09-01.",
        "* I, Ada, authorise the tracker to enact only repeals.",
        "* I, Ada, authorise Bo to enact in my place.",
        "* I, Ada, authorised the tracker to enact.",
    ],
)
def test_an_authority_is_one_sentence_and_no_other(auto: World, line: str) -> None:
    auto.edit(AUTHORITY, line, by="Ada on wiki")
    report = auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    assert report.plan is not None
    assert "AUTHORITY_INVALID" in {found.code for found in report.plan.findings}


@pytest.mark.parametrize(
    "tail", [" no, don't", " only if Bo agrees", " when the time has come", " and wet_socks", ", please not"]
)
def test_a_request_with_more_words_is_not_carried_out(world: World, tail: str) -> None:
    ask(world, f"* enact dry_socks{tail}", "Ada on wiki")
    assert world.ruleset() == RULESET
    assert "not understood" in world.page(REQUESTS)


@pytest.mark.parametrize(
    "line",
    [
        *("* Please enact dry_socks", "enact dry_socks", "# enact dry_socks", "* undo dry_socks", "* enact"),
        *("* Can you please enact dry_socks?", ": Tracker, enact “Dry socks”"),
    ],
)
def test_a_line_that_seems_to_ask_is_answered_and_not_carried_out(world: World, line: str) -> None:
    ask(world, line, "Ada on wiki")
    assert (is_written(world), "not understood" in answer(world, line)) == (False, True)
    before = world.page(REQUESTS)
    world.tick(5)
    assert world.page(REQUESTS) == before


@pytest.mark.parametrize(
    "line",
    [
        "* I wonder whether to enact dry_socks today.",
        "Enacted matters stand on the log.",
        "* dry_socks",
        "* The enactment of dry_socks",
    ],
)
def test_talk_on_the_page_of_requests_stays_without_an_answer(world: World, line: str) -> None:
    ask(world, line, "Ada on wiki")
    assert world.page(REQUESTS).endswith(line)


@pytest.mark.parametrize(
    "line",
    ["* Enact dry_socks.", "* enact “Proposal: Dry socks” --[[User:Ada on wiki|Ada]] 22:10, 1 October 2019 (UTC)"],
)
def test_a_request_may_have_a_full_stop_a_title_and_a_signature(world: World, line: str) -> None:
    ask(world, line, "Ada on wiki")
    assert world.ruleset() == ENACTED, world.page(REQUESTS)


def test_what_an_admin_took_back_is_not_written_again_unasked(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tick(NOON_NEXT_DAY)
    assert is_written(auto)
    undo(auto.tracker(), "dry_socks", "Ada")
    for _ in range(3):
        auto.tick(30)
    assert auto.ruleset() == RULESET_170


# --- after the archive was put back from a copy -----------------------------------------------------------------------


def copied(kept: Any) -> Any:
    """A copy of an archive as it is, to which nothing is added with the other; what it holds is shared."""
    if not isinstance(kept, MemoryArchive | MemoryLedger | dict | list | set):
        return kept
    made: Any = copy(kept)
    if isinstance(kept, MemoryArchive | MemoryLedger):
        vars(made).update({name: copied(value) for name, value in vars(kept).items()})
    elif isinstance(kept, dict):
        made.update({key: copied(value) for key, value in kept.items()})
    return made


def restore(world: World, before: Any) -> None:
    """Put a copy of the archive in its place."""
    world.archive = before
    revisions = world.wiki.revision_ids(["Ruleset", REQUESTS, AUTHORITY, "Tracker/Enactment log"])
    note_restored(world.archive, world.clock.now(), revisions)


def by_auto(auto: World) -> Any:
    """A matter is written unasked; the archive as it was just before."""
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    before = copied(auto.archive)
    auto.tick(NOON_NEXT_DAY)
    assert is_written(auto)
    return before


def untold(report: TickReport) -> list[str]:
    """What is told of edits of ours whose matter cannot be told."""
    assert report.plan is not None
    return [found.text for found in report.plan.findings if found.code == "ENACTMENT_UNTOLD"]


@pytest.mark.parametrize("by", ["Ada on wiki", "Cy"])
def test_what_somebody_took_back_is_not_written_again_by_an_archive_that_does_not_know_it(auto: World, by: str) -> None:
    before = by_auto(auto)
    auto.edit("Ruleset", RULESET_170, by=by, summary="undo: wrong")
    auto.tick(1)
    log = auto.page("Tracker/Enactment log")
    restore(auto, before)
    ran = [auto.tick(30) for _ in range(3)]
    assert auto.ruleset() == RULESET_170
    assert (auto.book().stage("dry_socks"), auto.enacted().is_automatic) == ("reverted", True)
    assert (ran[0].outcome, auto.page("Tracker/Enactment log")) == ("in step", log)
    assert untold(ran[0]) == []


def test_a_copy_made_before_the_first_look_at_the_ruleset_learns_from_the_wiki_what_was_taken_back(auto: World) -> None:
    by_auto(auto)
    undoing = auto.edit("Ruleset", RULESET_170, by="Ada on wiki", summary="undo: wrong")
    auto.tick(1)
    auto.tell(*socks())
    restore(auto, MemoryArchive())
    for _ in range(3):
        auto.tick(30)
    assert auto.ruleset() == RULESET_170
    assert (auto.enacted().undone_by, auto.enacted().undone_revision) == ("Ada on wiki", undoing)


def test_what_stands_is_awaited_by_an_archive_that_does_not_know_it(auto: World) -> None:
    before = by_auto(auto)
    auto.tick(1)
    made = auto.enacted()
    restore(auto, before)
    auto.tick(1)
    found = auto.enacted()
    assert auto.book().stage("dry_socks") == "awaiting status"
    same = ("revision", "base_revision", "by", "summary", "note", "votes", "is_automatic", "touched")
    assert {name: getattr(found, name) for name in same} == {name: getattr(made, name) for name in same}
    undo(auto.tracker(), "dry_socks", "Ada")
    assert auto.ruleset() == RULESET_170


def test_what_was_taken_back_by_us_stays_so_in_an_archive_that_does_not_know_it(auto: World) -> None:
    before = by_auto(auto)
    undo(auto.tracker(), "dry_socks", "Ada")
    undone = auto.enacted()
    restore(auto, before)
    auto.tick(1)
    auto.tick(30)
    assert auto.ruleset() == RULESET_170
    found = auto.enacted()
    assert (found.undone_by, found.undone_revision) == ("Ada", undone.undone_revision)


def test_an_archive_that_knows_no_more_writes_nothing_by_hand_twice_either(auto: World) -> None:
    before = by_auto(auto)
    restore(auto, before)
    with pytest.raises(PlanHeldError, match="it was written already"):
        enact(auto.tracker(), "dry_socks", "Ada")


def test_while_the_blog_cannot_be_read_nothing_is_taken_over(auto: World) -> None:
    before = by_auto(auto)
    auto.edit("Ruleset", RULESET_170, by="Ada on wiki", summary="undo: wrong")
    restore(auto, before)
    auto.blog.fail()
    auto.tick(1)
    auto.blog.error = None
    assert untold(auto.tick(30)) == []
    assert auto.book().stage("dry_socks") == "reverted"


@pytest.mark.parametrize("summary", ['Enacted "Something Else" (authorised by Ada)', "", f"Enacted {'x' * 600}"])
def test_where_it_cannot_be_told_what_we_enacted_nothing_is_written_unasked_until_it_is_authorised_anew(
    auto: World, summary: str
) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    before = copied(auto.archive)
    cut = auto.tracker().manners.summary(summary, ENACTING) if summary else ""
    sailing = ". Ships sail. ".join(RULESET_170.rsplit(". ", 1))
    revision = auto.edit("Ruleset", sailing, by="Tracker", summary=cut)
    auto.edit("Ruleset", RULESET_170, by="Cy", summary="undo")
    restore(auto, before)
    (told,) = untold(auto.tick(NOON_NEXT_DAY))
    assert f"revision {revision}" in told
    assert auto.ruleset() == RULESET_170
    assert untold(auto.tick(30))
    auto.edit(AUTHORITY, "", by="Vandal")
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki", summary="rv")
    assert untold(auto.tick(30))
    auto.edit(AUTHORITY, f"{AUTHORISED} 12:00, 3 October 2019 (UTC)", by="Ada on wiki")
    assert untold(auto.tick(30)) == []
    assert is_written(auto)


def test_what_we_write_into_rules_besides_is_no_enactment(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    before = copied(auto.archive)
    summary = auto.tracker().manners.summary("update boats of the table (rule values)", TABLE)
    auto.edit("Ruleset", ". Ships sail. ".join(RULESET_170.rsplit(". ", 1)), by="Tracker", summary=summary)
    auto.edit("Ruleset", RULESET_170, by="Cy", summary="undo")
    restore(auto, before)
    assert untold(auto.tick(NOON_NEXT_DAY)) == []
    assert is_written(auto)


@pytest.mark.parametrize("tag", ["s", "del", "strike", "nowiki", "pre"])
def test_an_authority_that_is_struck_out_over_several_lines_is_none(auto: World, tag: str) -> None:
    auto.edit(AUTHORITY, f"<{tag}>\n{AUTHORISED}\n</{tag}>", by="Ada on wiki")
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170


@pytest.mark.parametrize("told", ["Void if Wes votes.", "In Boats, change 3 to 4.", "I like socks."])
def test_what_was_not_carried_out_is_shown_and_left_to_people(auto: World, told: str) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tell({**socks()[1], "id": "edit", "kind": "post_edited", "by": "Bo", "body": f"{ADD}<p>{told}</p>"})
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    assert told in auto.page("Tracker/Enactment drafts").replace("&#44;", ",")


def test_nothing_is_enacted_by_a_number_that_anybody_wrote(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tick(1)
    quicker = RULESET_170.replace("open for voting for at least 48 hours", "open for voting for at least 13 hours")
    auto.edit("Ruleset", quicker, by="Vandal")
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == quicker


def test_an_authority_is_revoked_by_removing_it_and_not_renewed_by_others(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.edit(AUTHORITY, "", by="Ada on wiki")
    auto.edit(AUTHORITY, AUTHORISED, by="Bo")
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170


def test_a_tick_waits_until_the_votes_have_rested(auto: World) -> None:
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tell(vote("for", "Wes", "dry_socks", "2019-10-02T11:50:00Z"))
    report = auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170
    assert report.next_instant is not None
    assert f"{report.next_instant:%H:%M}" == "12:05"
    auto.tick(5)
    assert is_written(auto)


def test_a_tick_writes_no_more_a_day_than_the_config_permits(auto: World) -> None:
    auto.text = config("auto", per_day="0")
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    auto.tick(NOON_NEXT_DAY)
    assert auto.ruleset() == RULESET_170


def test_what_is_not_wholly_mechanical_is_left_to_people(tmp_path: Path) -> None:
    world = World(tmp_path, config("auto"), base=RULESET_170)
    body = f"{ADD}<p>Set each Castaway’s Planks to 3.</p>"
    world.tell(*socks()[:1], post("dry_socks", "Bo", "2019-10-01T10:00:00Z", body=body), *socks()[2:])
    world.tick()
    world.make_pages()
    world.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    world.tick(NOON_NEXT_DAY)
    assert world.ruleset() == RULESET_170
    enact(world.tracker(), "dry_socks", "Ada")
    assert is_written(world)


def test_a_matter_whose_clauses_read_otherwise_is_left_to_people(tmp_path: Path) -> None:
    world = World(tmp_path, config("auto"), base=RULESET_170.replace("by any Admin", "by any wise Admin"))
    world.tell(*socks())
    world.tick()
    world.make_pages()
    world.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    world.tick(NOON_NEXT_DAY)
    assert not is_written(world)
    assert "reads otherwise than this tracker knows it" in world.page("Tracker/Enactment drafts")


def test_a_tick_never_writes_a_second_matter_before_the_first_is_confirmed(auto: World) -> None:
    call = post(
        "whose_boat", "Cy", "2019-10-01T10:00:00Z", body=ADD_ALSO, category="Call for Judgement", title="Whose boat?"
    )
    auto.tell(call, *(vote("for", name, "whose_boat", "2019-10-01T11:00:00Z") for name in ("Ada", "Di", "Wes")))
    auto.edit(AUTHORITY, AUTHORISED, by="Ada on wiki")
    for _ in range(3):
        auto.tick(NOON_NEXT_DAY)
        assert is_written(auto)
        assert not is_written(auto, "Socks are wet.")
    auto.tell(status("dry_socks", "Enacted", "2019-10-04T12:30:00Z"))
    auto.tick(60)
    assert is_written(auto, "Socks are wet.")


# --- pages ------------------------------------------------------------------------------------------------------------


def test_the_second_plan_is_empty_and_the_tick_then_rests(world: World) -> None:
    enact(world.tracker(), "dry_socks", "Ada")
    world.tick(1)
    report = world.tick(1)
    assert report.plan is None or report.plan.is_empty
    assert world.tick(1).outcome == "idle"


HOSTILE = "</div>{{evil}}[[Category:X]]<nowiki>~~~~ --> |} == H =="


def test_a_matters_text_stays_text_on_our_pages(tmp_path: Path) -> None:
    world = World(tmp_path)
    body = f"<p>Do {HOSTILE.replace('<', '&lt;')} as you like.</p>"
    title = f"Proposal: {HOSTILE}"
    world.tell(*socks()[:1], post("dry_socks", "Bo", "2019-10-01T10:00:00Z", body=body, title=title), *socks()[2:])
    world.tick()
    world.make_pages()
    world.tick(NOON_NEXT_DAY)
    page = world.page("Tracker/Enactment drafts")
    for part in ("{{evil}}", "[[Category:X]]", "<nowiki>", "~~~~", "</div>{", "== H =="):
        assert part not in page.replace("</div>\n", "")
    assert "as you like" in page


def test_records_are_json(world: World) -> None:
    import json

    found: Prospect = prospect(world.tracker(), "dry_socks", "Ada")
    done = enact(world.tracker(), "dry_socks", "Ada")
    records: list[Mapping[str, Any]] = [found.record(), done.record(), world.enacted().record()]
    assert json.loads(json.dumps(records)) == records
    assert Enactment.of_record(json.loads(json.dumps(world.enacted().record()))) == world.enacted()
