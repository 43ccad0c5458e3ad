"""What publishing does on every wiki: laws 10 to 13, end to end, with everything that can come between."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from tests.contracts.wiki_contract import SVG
from tests.contracts.wiki_world import WikiWorld
from tests.observing import START
from tests.planning import BOARD, StepClock, page_text, wish
from tracker.app.publish.publish import ActOutcome, Publisher
from tracker.archive.memory import MemoryLedger
from tracker.core.change import AnswerLine
from tracker.core.manners import Manners
from tracker.core.plan import Plan
from tracker.core.planning import Desired, DesiredPage, DesiredRegion, Limits, PageLayout
from tracker.core.ports import PageEdit, Receipt, Upload, WikiAccount, WikiBackend, WikiPage, WikiPicture, WikiRevision
from tracker.core.region import empty_region, find_region
from tracker.errors import LoginError, LostAnswerError, PlanHeldError, PlanStaleError, WikiBusyError

LAYOUT = PageLayout(BOARD, "Opening", ("board",))


@dataclass
class Between(WikiBackend):
    """A wiki with something happening just before and just after a save."""

    wiki: WikiBackend
    before: Callable[[PageEdit], None] = lambda _edit: None
    after: Callable[[PageEdit], None] = lambda _edit: None

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        return self.wiki.revision_ids(titles)

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        return self.wiki.fetch(titles)

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        return self.wiki.revisions(title, after, limit)

    def save(self, edit: PageEdit) -> Receipt:
        self.before(edit)
        receipt = self.wiki.save(edit)
        self.after(edit)
        return receipt

    def upload(self, upload: Upload) -> Receipt:
        return self.wiki.upload(upload)

    def pictures(self, titles: Sequence[str]) -> Mapping[str, WikiPicture]:
        return self.wiki.pictures(titles)

    def account(self) -> WikiAccount:
        return self.wiki.account()

    def refused(self, titles: Sequence[str]) -> Mapping[str, str]:
        return self.wiki.refused(titles)


def fail(error: BaseException, *titles: str) -> Callable[[PageEdit], None]:
    """Raise at the edit of these pages, or of any."""

    def act(edit: PageEdit) -> None:
        if not titles or edit.title in titles:
            raise error

    return act


class PublishContract:
    """Inherit, and give a fixture ``world``."""

    @pytest.fixture
    def ledger(self) -> MemoryLedger:
        return MemoryLedger()

    @pytest.fixture
    def publisher(self, world: WikiWorld, ledger: MemoryLedger) -> Publisher:
        return Publisher(world.wiki, ledger, StepClock())

    def publish(self, publisher: Publisher, desired: Desired) -> list[ActOutcome]:
        plan = publisher.plan_pages(desired)
        return publisher.apply_plan(plan, plan.checksum)

    def make(self, publisher: Publisher, *titles: str) -> None:
        """Make pages with the region ``board``."""
        plan = publisher.plan_new_pages([replace(LAYOUT, title=title) for title in titles or (BOARD,)])
        assert all(outcome.succeeded for outcome in publisher.apply_plan(plan, plan.checksum))

    # --- law 10 -------------------------------------------------------------------------------------------------------

    def test_planned_applied_and_planned_again_is_empty(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        text = '{| class="wikitable"\n! é “x” \r\n|-\n| [[A (b)|A]] \n|}\n\n'
        outcomes = self.publish(publisher, wish(board=text))
        assert [(outcome.kind, outcome.target, outcome.status) for outcome in outcomes] == [("edit", BOARD, "done")]
        assert outcomes[0].revision == world.page(BOARD).revision
        again = publisher.plan_pages(wish(board=text))
        assert again == Plan()
        assert publisher.apply_plan(again, again.checksum) == []
        assert len(world.wiki.revisions(BOARD)) == 2

    def test_every_act_has_its_intent_and_receipt(self, publisher: Publisher, ledger: MemoryLedger) -> None:
        self.make(publisher)
        done = self.publish(publisher, wish(board="new"))[0]
        assert ledger.open_intents() == []
        assert ledger.region_text(BOARD, "board") == "new"
        assert ledger.last_revision(BOARD) == done.revision

    def test_what_people_have_elsewhere_on_the_page_stays(self, world: WikiWorld, publisher: Publisher) -> None:
        world.edit(BOARD, page_text(board="old"))
        self.publish(publisher, wish(board="new"))
        assert world.text(BOARD) == page_text(board="new")

    # --- law 11 -------------------------------------------------------------------------------------------------------

    def test_a_hand_edit_is_blocked_and_shown(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        self.publish(publisher, wish(board="ours"))
        world.edit(BOARD, page_text(board="by hand"))
        plan = publisher.plan_pages(wish(board="newer"))
        assert plan.is_empty
        assert [finding.code for finding in plan.findings] == ["HAND_EDIT_BLOCKED"]
        world.edit(BOARD, page_text(board="ours"))
        assert self.publish(publisher, wish(board="newer"))[0].succeeded

    def test_what_a_person_wrote_as_wanted_is_taken_over(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        world.edit(BOARD, page_text(board="wanted"))
        assert self.publish(publisher, wish(board="wanted")) == []
        assert publisher.ledger.region_text(BOARD, "board") == "wanted"
        assert self.publish(publisher, wish(board="newer"))[0].succeeded

    # --- law 12 -------------------------------------------------------------------------------------------------------

    def test_a_stale_checksum_edits_nothing(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        old = publisher.plan_pages(wish(board="old"))
        new = publisher.plan_pages(wish(board="new"))
        with pytest.raises(PlanStaleError):
            publisher.apply_plan(new, old.checksum)
        assert len(world.wiki.revisions(BOARD)) == 1
        assert publisher.ledger.open_intents() == []

    def test_a_moved_base_edits_nothing_wherever_it_moved(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher, "A", BOARD)
        desired = Desired(wish("A", board="new").pages + wish(board="new").pages)
        plan = publisher.plan_pages(desired)
        moved = world.edit(BOARD, f"A person's line\n\n{world.text(BOARD)}\n\nand another")
        outcomes = publisher.apply_plan(plan, plan.checksum)
        assert [(outcome.target, outcome.status) for outcome in outcomes] == [("A", "done"), (BOARD, "stale")]
        assert world.page(BOARD).revision == moved
        assert [outcome.target for outcome in self.publish(publisher, desired)] == [BOARD]

    def test_a_page_made_since_the_plan_is_not_written_over(self, world: WikiWorld, publisher: Publisher) -> None:
        plan = publisher.plan_new_pages([LAYOUT])
        world.edit(BOARD, "a person's")
        assert publisher.apply_plan(plan, plan.checksum)[0].status == "stale"
        assert world.text(BOARD) == "a person's"

    @pytest.mark.parametrize("spoilt", ["no markers", page_text(board="x") + empty_region("board")])
    def test_faulty_markers_mean_no_write(self, world: WikiWorld, publisher: Publisher, spoilt: str) -> None:
        world.edit(BOARD, spoilt)
        assert self.publish(publisher, wish(board="new")) == []
        assert world.text(BOARD) == spoilt

    # --- what comes between the last look and the save ----------------------------------------------------------------

    def test_a_conflict_is_told_and_planned_again(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher, "A", BOARD)
        meanwhile = Between(world.wiki, before=lambda edit: None if edit.title == "A" else self._overwrite(world, edit))
        desired = Desired(wish("A", board="new").pages + wish(board="new").pages)
        outcomes = self.publish(replace(publisher, wiki=meanwhile), desired)
        assert [(outcome.target, outcome.status) for outcome in outcomes] == [("A", "done"), (BOARD, "conflict")]
        assert find_region(world.text(BOARD) or "", "board").text == "a person's"
        assert publisher.ledger.open_intents() == []
        assert [finding.code for finding in publisher.plan_pages(desired).findings] == ["HAND_EDIT_BLOCKED"]

    def _overwrite(self, world: WikiWorld, edit: PageEdit) -> None:
        world.edit(edit.title, edit.text.replace("new", "a person's"))

    @pytest.mark.parametrize(("what", "status"), [("delete", "vanished"), ("move", "conflict"), ("create", "exists")])
    def test_a_page_that_changed_its_place(
        self, world: WikiWorld, publisher: Publisher, what: str, status: str
    ) -> None:
        acts: dict[str, Callable[[PageEdit], None]] = {
            "delete": lambda _edit: world.delete(BOARD),
            "move": lambda _edit: world.move(BOARD, "Queue"),
            "create": lambda _edit: self._overwrite(world, PageEdit(BOARD, "a person's", "", None)),
        }
        if what != "create":
            self.make(publisher)
        meanwhile = replace(publisher, wiki=Between(world.wiki, before=acts[what]))
        wanted = wish(board="new").pages[0]
        outcome = self.publish(meanwhile, Desired((replace(wanted, create_with="Opening"),)))[0]
        assert outcome.status == status
        assert outcome.note
        assert "new" not in (world.text(BOARD) or "")

    def test_an_edit_mixed_in_is_told(self, world: WikiWorld, publisher: Publisher) -> None:
        world.edit(BOARD, page_text(board="old"))
        line = "A person's line"
        meanwhile = Between(world.wiki, before=lambda edit: self._add_line(world, edit, line))
        outcome = self.publish(replace(publisher, wiki=meanwhile), wish(board="new"))[0]
        if not world.merges:
            assert outcome.status == "conflict"
            return
        assert outcome.status == "merged"
        assert "as planned" in outcome.note
        assert line in (world.text(BOARD) or "")
        assert find_region(world.text(BOARD) or "", "board").text == "new"
        assert publisher.plan_pages(wish(board="new")) == Plan()

    def _add_line(self, world: WikiWorld, edit: PageEdit, line: str) -> None:
        world.edit(edit.title, f"{world.text(edit.title)}\n\nmore\n\n{line}")

    # --- lost answers and interruptions -------------------------------------------------------------------------------

    @pytest.mark.parametrize("happened", [True, False])
    def test_a_lost_answer_is_settled_by_reading_back(
        self, world: WikiWorld, publisher: Publisher, happened: bool
    ) -> None:
        self.make(publisher)
        lost = fail(LostAnswerError("504"))
        wiki = Between(world.wiki, after=lost) if happened else Between(world.wiki, before=lost)
        outcome = self.publish(replace(publisher, wiki=wiki), wish(board="new"))[0]
        assert outcome.status == ("done" if happened else "not done")
        assert len(world.wiki.revisions(BOARD)) == (2 if happened else 1)
        assert publisher.ledger.open_intents() == []
        assert publisher.plan_pages(wish(board="new")).is_empty == happened

    def test_an_act_cut_short_is_settled_at_the_next_start_and_not_repeated(
        self, world: WikiWorld, publisher: Publisher
    ) -> None:
        self.make(publisher)
        killed = Between(world.wiki, after=fail(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            self.publish(replace(publisher, wiki=killed), wish(board="new"))
        assert len(publisher.ledger.open_intents()) == 1
        settled = publisher.settle_open_intents()
        assert [(outcome.status, outcome.revision) for outcome in settled] == [("done", world.page(BOARD).revision)]
        assert publisher.ledger.open_intents() == []
        assert publisher.settle_open_intents() == []
        assert publisher.plan_pages(wish(board="new")) == Plan()
        assert len(world.wiki.revisions(BOARD)) == 2

    def test_an_act_cut_short_before_it_happened_is_planned_again(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        killed = Between(world.wiki, before=fail(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            self.publish(replace(publisher, wiki=killed), wish(board="new"))
        assert [outcome.status for outcome in publisher.settle_open_intents()] == ["not done"]
        assert len(world.wiki.revisions(BOARD)) == 1
        assert self.publish(publisher, wish(board="new"))[0].status == "done"

    def test_a_creation_cut_short_is_settled_too(self, world: WikiWorld, publisher: Publisher) -> None:
        killed = replace(publisher, wiki=Between(world.wiki, after=fail(KeyboardInterrupt())))
        with pytest.raises(KeyboardInterrupt):
            self.make(killed)
        settled = publisher.settle_open_intents()
        assert [(outcome.kind, outcome.status) for outcome in settled] == [("create", "done")]
        assert publisher.plan_new_pages([LAYOUT]) == Plan()

    def test_what_a_person_did_after_an_act_cut_short_counts_as_theirs(
        self, world: WikiWorld, publisher: Publisher
    ) -> None:
        self.make(publisher)
        with pytest.raises(KeyboardInterrupt):
            self.publish(
                replace(publisher, wiki=Between(world.wiki, after=fail(KeyboardInterrupt()))), wish(board="new")
            )
        ours = world.page(BOARD).revision
        world.edit(BOARD, page_text(board="by hand"))
        assert [(outcome.status, outcome.revision) for outcome in publisher.settle_open_intents()] == [("done", ours)]
        assert [finding.code for finding in publisher.plan_pages(wish(board="newer")).findings] == ["HAND_EDIT_BLOCKED"]

    def test_an_act_cut_short_on_a_page_deleted_since(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        with pytest.raises(KeyboardInterrupt):
            self.publish(
                replace(publisher, wiki=Between(world.wiki, after=fail(KeyboardInterrupt()))), wish(board="new")
            )
        world.delete(BOARD)
        assert [outcome.status for outcome in publisher.settle_open_intents()] == ["not done"]
        assert publisher.ledger.open_intents() == []

    # --- one failing act and the others -------------------------------------------------------------------------------

    def test_a_busy_wiki_or_a_lost_login_ends_the_edits(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher, "A", "B", "C")
        desired = Desired(tuple(wish(title, board="new").pages[0] for title in "ABC"))
        for error, status in ((WikiBusyError("readonly"), "busy"), (LoginError("who?"), "login")):
            failing = replace(publisher, wiki=Between(world.wiki, before=fail(error, "B")))
            outcomes = self.publish(failing, desired)
            assert [outcome.status for outcome in outcomes][-2:] == [status, "not tried"]
            assert all(outcome.note for outcome in outcomes[-2:])
        assert [outcome.target for outcome in self.publish(publisher, desired)] == ["B", "C"]

    def test_outcomes_can_be_shown_as_json(self, publisher: Publisher) -> None:
        self.make(publisher)
        record = self.publish(publisher, wish(board="new"))[0].record()
        assert (record["kind"], record["target"], record["status"]) == ("edit", BOARD, "done")

    # --- law 13 and the switch-off page -------------------------------------------------------------------------------

    def test_a_held_page_waits_for_exactly_its_approval(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher, "A", BOARD)
        self.publish(publisher, wish(board="row\n" * 500))
        desired = Desired(wish("A", board="new").pages + wish(board="row").pages)
        plan = publisher.plan_pages(desired)
        assert [outcome.target for outcome in publisher.apply_plan(plan, plan.checksum)] == ["A"]
        publisher.ledger.approve(plan.held[0].checksum, "Ada", START)
        assert [outcome.target for outcome in self.publish(publisher, desired)] == [BOARD]

    def test_a_plan_of_too_many_pages_waits_for_its_approval(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher, "A", "B")
        careful = replace(publisher, limits=Limits(max_pages=1))
        desired = Desired(tuple(wish(title, board="new").pages[0] for title in "AB"))
        plan = careful.plan_pages(desired)
        with pytest.raises(PlanHeldError, match="2 pages would be touched; 1 is the limit"):
            careful.apply_plan(plan, plan.checksum)
        careful.ledger.approve(plan.checksum, "Ada", START)
        assert len(careful.apply_plan(plan, plan.checksum)) == 2

    def test_a_switched_off_tracker_writes_nothing(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        obedient = replace(publisher, manners=Manners("Botty", "User:Botty/stop"))
        plan = obedient.plan_pages(wish(board="new"))
        world.edit("User:Botty/stop", "please stop")
        with pytest.raises(PlanStaleError):
            obedient.apply_plan(plan, plan.checksum)
        stopped = obedient.plan_pages(wish(board="new"))
        with pytest.raises(PlanHeldError, match="please stop"):
            obedient.apply_plan(stopped, stopped.checksum)
        world.edit("User:Botty/stop", "on")
        assert self.publish(obedient, wish(board="new"))[0].status == "done"
        assert "User:Botty/stop" in world.wiki.revisions(BOARD)[-1].summary

    def test_a_switched_off_task_is_left_out(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher, BOARD, "Table")
        tasks = {"pages": "User:Botty/stop/Pages", "table": "User:Botty/stop/Table"}
        obedient = replace(publisher, manners=Manners("Botty", "User:Botty/stop", tasks))
        table = DesiredPage("Table", (DesiredRegion("board", "new"),), task="table")
        desired = Desired((*wish(board="new").pages, table))
        world.edit("User:Botty/stop/Table", "not now")
        outcomes = self.publish(obedient, desired)
        assert [outcome.target for outcome in outcomes] == [BOARD]
        assert "[[User:Botty/stop/Pages|" in world.wiki.revisions(BOARD)[-1].summary
        plan = obedient.plan_pages(wish(board="newer"))
        world.edit("User:Botty/stop/Table", "on")
        with pytest.raises(PlanStaleError):
            obedient.apply_plan(plan, plan.checksum)
        assert [outcome.target for outcome in self.publish(obedient, desired)] == ["Table"]
        assert "[[User:Botty/stop/Table|" in world.wiki.revisions("Table")[-1].summary

    def test_a_persons_undo_stands_until_there_is_something_else_to_say(
        self, world: WikiWorld, publisher: Publisher
    ) -> None:
        self.make(publisher)
        texts = []
        for text in ("one", "two", "three"):
            self.publish(publisher, wish(board=text))
            texts.append(world.text(BOARD) or "")
        for undone in (texts[1], texts[0]):
            world.edit(BOARD, undone)
            plan = publisher.plan_pages(wish(board="three"))
            assert plan.is_empty
            assert [finding.code for finding in plan.findings] == ["UNDONE_BY_HAND"]
        assert self.publish(publisher, wish(board="four"))[0].status == "done"
        world.edit(BOARD, texts[2])
        assert publisher.plan_pages(wish(board="four")).is_empty

    # --- making pages and markers -------------------------------------------------------------------------------------

    def test_pages_are_previewed_and_then_made(self, world: WikiWorld, publisher: Publisher) -> None:
        plan = publisher.plan_new_pages([LAYOUT])
        assert world.text(BOARD) is None
        publisher.apply_plan(plan, plan.checksum)
        assert world.text(BOARD) == f"Opening\n\n{empty_region('board')}"
        assert publisher.plan_new_pages([LAYOUT]) == Plan()

    def test_markers_go_into_a_page_of_people_only_where_named(self, world: WikiWorld, publisher: Publisher) -> None:
        world.edit(BOARD, "People's text\n== Tracker ==\nmore")
        assert publisher.plan_new_pages([LAYOUT]).is_empty
        plan = publisher.plan_new_pages([replace(LAYOUT, heading="Tracker")])
        assert publisher.apply_plan(plan, plan.checksum)[0].status == "done"
        assert world.text(BOARD) == f"People's text\n== Tracker ==\n{empty_region('board')}\nmore"
        assert self.publish(publisher, wish(board="new"))[0].status == "done"

    # --- answers, copies, pictures, messages --------------------------------------------------------------------------

    def test_a_line_is_answered_once_though_a_person_removes_the_answer(
        self, world: WikiWorld, publisher: Publisher
    ) -> None:
        log = "== Log ==\n* gather ~ Ada"
        world.edit("Log", log)
        desired = Desired((DesiredPage("Log", answers=(AnswerLine("l1", "* gather ~ Ada", ":* 3 wood", "Log"),)),))
        assert self.publish(publisher, desired)[0].status == "done"
        assert (world.text("Log") or "").startswith(f"{log}\n:* 3 wood <!-- tracker:answer l1 -->")
        assert publisher.plan_pages(desired) == Plan()
        world.edit("Log", log)
        assert publisher.plan_pages(desired) == Plan()

    def test_a_page_is_copied(self, world: WikiWorld, publisher: Publisher) -> None:
        world.edit(BOARD, "the end of a dynasty")
        desired = Desired((DesiredPage("Archive/1", copy_of=BOARD),))
        assert self.publish(publisher, desired)[0].status == "done"
        assert world.text("Archive/1") == "the end of a dynasty"
        assert publisher.plan_pages(desired) == Plan()

    def test_pictures_come_first_and_only_when_changed(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        upload = Upload("Map.svg", SVG % 2, "new map")
        desired = replace(wish(board="[[File:Map.svg]]"), uploads=(upload,))
        assert [outcome.kind for outcome in self.publish(publisher, desired)] == ["upload", "edit"]
        assert publisher.plan_pages(desired) == Plan()
        unknowing = replace(publisher, ledger=MemoryLedger())
        assert [outcome.status for outcome in self.publish(unknowing, desired)] == ["same"]

    def test_a_region_that_may_not_shrink_may_be_explained(self, world: WikiWorld, publisher: Publisher) -> None:
        self.make(publisher)
        self.publish(publisher, wish(board="row\n" * 500))
        region = DesiredRegion("board", "none", may_shrink_for=("all resolved",))
        assert self.publish(publisher, Desired((DesiredPage(BOARD, (region,)),)))[0].status == "done"
