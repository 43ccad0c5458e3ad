"""A dynastic reset is drafted while it waits, written for an admin once a person confirmed it, and can be taken back."""

from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.app.enacting import RULESET, Interrupted, World, config
from tests.app.wiring import Record, post, roster, vote
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.enacting.enact import enact, prospect
from tracker.app.enacting.enact_by_tick import enact_in_tick
from tracker.app.enacting.undo import undo
from tracker.app.people.deciding import decide
from tracker.core.ports import PageEdit, Receipt
from tracker.errors import PageProtectedError, PlanError, UsageError
from tracker.wiki.directory import DirectoryWiki

DRAFTS, LOG = "Tracker/Enactment drafts", "Tracker/Enactment log"
COPY, HISTORY = "Ruleset 171", "The Twenty-Ninth Dynasty of Wes"
ADDRESS = "The theme is air. Change Castaway to Pilot. Keep Boats."
RESET = RULESET.replace("Each Castaway", "Each Pilot")
ADDED = RULESET.replace("= Special Case", "== Socks ==\nA Castaway has socks.\n\n= Special Case")


def setting(name: str, value: Any) -> Record:
    return {"kind": "setting", "id": f"setting-{name}", "name": name, "value": value, "at": "2019-09-29T00:00:00Z"}


def ascension(text: str = ADDRESS) -> list[Record]:
    """Wes's dynasty ends by Bo's victory, and Bo speaks."""
    return [
        roster(),
        setting("dynasty_number", 29),
        post("d1", "Bo", "2019-10-01T01:00:00Z", category="Declaration of Victory", title="I Won", body="<p>Won.</p>"),
        *(vote("for", name, "d1", "2019-10-01T02:00:00Z") for name in ("Wes", "Ada", "Cy")),
        {
            "kind": "post_status", "id": "status:d1", "slug": "d1", "status": "Enacted", "by": "Ada", "note": "4-0",
            "at": "2019-10-01T13:00:00Z",
        },
        post(
            "air", "Bo", "2019-10-01T14:00:00Z", category="Ascension Address", title="Ascension Address: Air",
            body=f"<p>{text}</p>", url="https://blog.example/air",
        ),
    ]  # fmt: skip


def crowned(folder: Path, text: str = ADDRESS, base: str = RULESET, mode: str = "draft") -> World:
    made = World(folder, config(mode), base=base)
    made.edit("Ruleset 170", "what was in force before")
    made.tell(*ascension(text))
    made.tick()
    made.make_pages()
    made.tick(3 * 60)
    return made


@pytest.fixture(scope="module")
def first_crowned(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world of which each test gets a copy."""
    return crowned(tmp_path_factory.mktemp("crowned"))


@pytest.fixture
def world(tmp_path: Path, first_crowned: World) -> World:
    """The address is posted, and nobody has confirmed how it was read."""
    return first_crowned.copied(tmp_path)


def confirm(world: World, answer: str = "yes") -> None:
    decide(world.tracker(), "address:air", answer, by="Ada", why="so it says")
    world.tick(5)


# --- looking ----------------------------------------------------------------------------------------------------------


def test_the_draft_stands_on_its_page_with_what_it_waits_for(world: World) -> None:
    page = unescape(world.page(DRAFTS))
    assert "Ascension Address: Air" in page
    assert "nobody has confirmed yet what the address says (question address:air)" in page
    assert "+Each Pilot has a boat of 3 planks." in page
    assert "Castaway becomes Pilot" in page
    assert HISTORY in page
    assert "Note for the blog" not in page
    assert world.ruleset() == RULESET


def test_the_command_shows_the_draft_and_the_pages_made_besides(world: World) -> None:
    found = prospect(world.tracker(), "air")
    assert found.shown.outcome == "whole"
    assert found.shown.pages == (COPY, HISTORY)
    assert found.shown.summary == "Ascension Address: Air"
    assert found.shown.note == ""
    assert found.why_not == ("nobody has confirmed yet what the address says (question address:air)",)
    confirm(world)
    assert prospect(world.tracker(), "ascension address: air").why_not == ()


# --- writing ----------------------------------------------------------------------------------------------------------


def test_it_is_never_written_unconfirmed(world: World) -> None:
    with pytest.raises(PlanError, match="nobody has confirmed yet"):
        enact(world.tracker(), "air", "Ada")
    confirm(world, "no")
    with pytest.raises(UsageError, match="there is no matter 'air'"):
        enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == RULESET
    assert not world.page(COPY)


def test_only_an_admin_has_it_written(world: World) -> None:
    confirm(world)
    with pytest.raises(UsageError, match="may not enact air"):
        enact(world.tracker(), "air", "Bo")


def test_copy_edit_and_history_are_written_in_this_order(world: World) -> None:
    confirm(world)
    done = enact(world.tracker(), "air", "Ada")
    assert done.alarms == ()
    made = [act.target for act in done.acts if not act.target.startswith("Tracker/")]
    assert made == [COPY, "Ruleset", HISTORY]
    assert world.page(COPY) == RULESET
    assert world.ruleset() == RESET
    history = world.page(HISTORY)
    assert "'''Wes'''" in history
    assert "I Won" in history
    assert COPY in history
    entry = world.enacted("air")
    assert (entry.by, entry.odd, entry.summary) == ("Ada", (), "Ascension Address: Air (for Ada)")
    assert "Ascension Address: Air" in unescape(world.page(LOG))


def test_it_is_settled_once_the_page_was_seen(world: World) -> None:
    confirm(world)
    enact(world.tracker(), "air", "Ada")
    report = world.tick(5)
    assert report.exit_code == 0
    assert world.book().stage("air") == "closed"
    assert world.book().awaited == ()
    assert "RESET_DUE" not in {found.code for found in gamestate_at(world.tracker()).findings}
    assert "Nothing may be resolved now" in world.page(DRAFTS)
    assert world.tick(5).outcome in {"idle", "in step"}
    assert not world.page("Ruleset 172")


def test_a_rule_enacted_since_the_address_is_kept(tmp_path: Path) -> None:
    world = crowned(tmp_path)
    world.edit("Ruleset", ADDED)
    confirm(world)
    enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == ADDED.replace("Each Castaway", "Each Pilot").replace("A Castaway", "A Pilot")
    assert world.page(COPY) == ADDED


def test_an_address_edited_after_it_was_confirmed_is_asked_about_anew(world: World) -> None:
    confirm(world)
    edited = {**ascension("The theme is air. Change Castaway to Sailor.")[-1], "kind": "post_edited"}
    world.tell({**edited, "at": "2019-10-01T15:30:00Z", "id": "post:air"})
    world.tick(30)
    assert "address:air" in {asked.id for asked in gamestate_at(world.tracker()).questions}
    with pytest.raises(PlanError, match="nobody has confirmed yet"):
        enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == RULESET


def test_another_page_in_the_way_stops_all_of_it(world: World) -> None:
    world.tell(setting("ruleset_number", 170))
    confirm(world)
    with pytest.raises(PlanError, match="archive copy cannot be made"):
        enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == RULESET
    assert world.page("Ruleset 170") == "what was in force before"


def test_the_copy_of_an_earlier_attempt_is_taken(world: World) -> None:
    world.edit(COPY, RULESET, by="Tracker")
    confirm(world)
    done = enact(world.tracker(), "air", "Ada")
    assert COPY not in {act.target for act in done.acts}
    assert not world.page("Ruleset 172")


def test_a_history_page_that_is_there_is_left_alone_and_told(world: World) -> None:
    world.edit(HISTORY, "People began it.")
    confirm(world)
    done = enact(world.tracker(), "air", "Ada")
    assert done.alarms == (f"the page {HISTORY!r} is there already and was left alone",)
    assert world.page(HISTORY) == "People began it."
    assert world.ruleset() == RESET


def test_numbers_that_nobody_knows_are_waited_for(tmp_path: Path) -> None:
    world = World(tmp_path, config())
    world.tell(*(record for record in ascension() if record["kind"] != "setting"))
    world.tick(3 * 60)
    confirm(world)
    why_not = " ".join(prospect(world.tracker(), "air").why_not)
    assert "ruleset_number" in why_not
    assert "dynasty_number" in why_not
    with pytest.raises(PlanError, match="ruleset_number"):
        enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == RULESET


def test_a_tick_never_writes_it_by_itself(tmp_path: Path) -> None:
    world = crowned(tmp_path, mode="auto")
    world.edit("Tracker/Authority", "* I, Ada, authorise the tracker to enact.", by="Ada_on_wiki")
    confirm(world)
    world.tick(24 * 60)
    assert enact_in_tick(world.tracker(), gamestate_at(world.tracker()), may_write=True).acts == ()
    assert world.ruleset() == RULESET


def test_an_admins_line_on_the_request_page_has_it_written(world: World) -> None:
    confirm(world)
    world.edit("Tracker/Requests", f"{world.page('Tracker/Requests')}\n* enact air", by="Ada_on_wiki")
    world.tick(5)
    assert world.ruleset() == RESET
    assert "Written in revision" in world.page("Tracker/Requests")
    assert "Note for the blog" not in world.page("Tracker/Requests")


# --- a process that is cut short --------------------------------------------------------------------------------------


class CutShort:
    """A wiki at which the process ends, before or after the page of that title is saved."""

    def __init__(self, wiki: DirectoryWiki, title: str, *, is_saved: bool) -> None:
        self._wiki, self._title, self._is_saved = wiki, title, is_saved

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wiki, name)

    def save(self, edit: PageEdit) -> Receipt:
        if edit.title != self._title:
            return self._wiki.save(edit)
        if self._is_saved:
            self._wiki.save(edit)
        raise Interrupted


@pytest.mark.parametrize("is_saved", [False, True])
@pytest.mark.parametrize("title", [COPY, "Ruleset", HISTORY])
def test_what_a_process_cut_short_began_is_brought_to_its_end(world: World, title: str, is_saved: bool) -> None:
    confirm(world)
    wiki = CutShort(world.wiki, title, is_saved=is_saved)
    with pytest.raises(Interrupted):
        enact(world.tracker(wiki), "air", "Ada")
    is_written = title == HISTORY or (title == "Ruleset" and is_saved)
    assert world.ruleset() == (RESET if is_written else RULESET)
    world.tick(31)
    assert bool(world.page(HISTORY)) == is_written
    if not is_written:
        enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == RESET
    assert world.page(COPY) == RULESET
    assert "I Won" in world.page(HISTORY)
    assert not world.page("Ruleset 172")
    assert "the history so far (for Ada)" in world.wiki.fetch([HISTORY])[HISTORY].summary
    made = world.enacted("air")
    assert made.revision == world.wiki.revision_ids(["Ruleset"])["Ruleset"]
    assert made.pages_due == ()
    assert world.book().findings == ()
    world.edit(HISTORY, "People want another one.")
    world.tick(5)
    assert world.page(HISTORY) == "People want another one."


def test_a_page_that_could_not_be_made_is_told_and_tried_again(world: World) -> None:
    confirm(world)
    wiki = Refusing(world.wiki)
    done = enact(world.tracker(wiki), "air", "Ada")
    assert done.alarms == (f"the page {HISTORY!r} was not made: nobody may make it",)
    assert world.ruleset() == RESET
    (found,) = world.book().findings
    assert found.code == "PAGES_STILL_TO_BE_MADE"
    assert HISTORY in found.text
    report = world.tick(5)
    assert HISTORY in {act.target for act in report.acts}
    assert "I Won" in world.page(HISTORY)
    assert world.book().findings == ()


def test_taking_back_a_reset_makes_no_page_that_goes_with_it(world: World) -> None:
    confirm(world)
    enact(world.tracker(Refusing(world.wiki)), "air", "Ada")
    undo(world.tracker(), "air", "Ada")
    world.tick(5)
    assert world.ruleset() == RULESET
    assert not world.page(HISTORY)
    assert world.book().findings == ()


class Refusing(CutShort):
    """A wiki on which nobody may make the history page."""

    def __init__(self, wiki: DirectoryWiki) -> None:
        super().__init__(wiki, HISTORY, is_saved=False)

    def save(self, edit: PageEdit) -> Receipt:
        if edit.title == HISTORY:
            raise PageProtectedError("nobody may make it")
        return super().save(edit)


# --- taking back ------------------------------------------------------------------------------------------------------


def test_undo_restores_the_page_and_the_reset_is_due_again(world: World) -> None:
    confirm(world)
    enact(world.tracker(), "air", "Ada")
    world.tick(5)
    undo(world.tracker(), "air", "Wes")
    assert world.ruleset() == RULESET
    assert world.page(COPY) == RULESET
    world.tick(5)
    assert world.book().stage("air") == "undone"
    assert "RESET_DUE" in {found.code for found in gamestate_at(world.tracker()).findings}
    enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == RESET
    assert not world.page("Ruleset 172")


# --- a damaged page ---------------------------------------------------------------------------------------------------


def test_on_a_gutted_page_nothing_is_drafted_and_the_page_says_why(world: World) -> None:
    confirm(world)
    world.edit("Ruleset", "ha ha", by="Vandal")
    world.tick(5)
    page = unescape(world.page(DRAFTS))
    assert "Nothing is drafted at present:''' the ruleset page is damaged: none of its sections is left" in page
    assert "Ascension Address: Air" not in page
    assert prospect(world.tracker(), "air").shown.outcome == "refused"
    with pytest.raises(PlanError):
        enact(world.tracker(), "air", "Ada")
    assert world.ruleset() == "ha ha"
    assert not world.page(COPY)
    world.edit("Ruleset", RULESET)
    world.tick(5)
    assert "+Each Pilot" in unescape(world.page(DRAFTS))
