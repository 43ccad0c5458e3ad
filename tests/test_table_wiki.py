"""The table page on a wiki while people edit it: nothing is written over unheard, nothing that a person wrote is lost."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.contracts.directory_world import DirectoryWorld
from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.contracts.publish_contract import Between
from tests.contracts.wiki_world import WikiWorld
from tests.planning import StepClock
from tests.services.mediawiki import MediaWiki
from tracker.app.publish.publish import ActOutcome, Publisher
from tracker.archive.memory import MemoryLedger
from tracker.core.change import AnswerLine
from tracker.core.plan import Plan
from tracker.core.planning import Desired, DesiredPage, DesiredRegion
from tracker.core.ports import PageEdit, WikiRevision
from tracker.core.region import empty_region, find_region, replace_region
from tracker.games.blognomic.pages.gndt_page import LOG_HEADING, REGION, CellView, ColumnView, RowView, drafts
from tracker.mechanics.table.page_changes import LineMemory, compare
from tracker.mechanics.table.table_page import PageReading, nth_of, read_page
from tracker.render.pages import render

PAGE = "Cafe"
PLAYERS = ("Ada", "Bo", "Cy", "Di", "Ed")
BLANK = f"The Cafe.\n\n{empty_region(REGION)}\n\n== {LOG_HEADING} ==\n* the first line\n\n== Notes ==\nNo line."
_GAIN = re.compile(r"\* (\w+) gains (\d+)")


def table(beans: dict[str, str]) -> str:
    """The table as we render it."""
    rows = [RowView(name, (CellView(value),)) for name, value in beans.items()]
    return render(drafts(PAGE, "Barista", (ColumnView("Beans", is_number=True),), rows))


@dataclass
class Open:
    """A line that is to be answered, and where it stands."""

    text: str
    answer: str
    index: int | None


@dataclass
class Keeper:
    """The smallest game of a table page: a line gains beans, a hand edit counts; everything is read once, in order."""

    world: WikiWorld
    publisher: Publisher
    beans: dict[str, str] = field(default_factory=lambda: dict.fromkeys(PLAYERS, "0"))
    reading: PageReading | None = None
    seen: LineMemory = field(default_factory=LineMemory)
    heard: int = 0
    open: dict[str, Open] = field(default_factory=dict)

    def observe(self) -> None:
        """Read every revision since the last one heard."""
        for revision in self.world.wiki.revisions(PAGE, after=self.heard):
            self.hear(revision)

    def hear(self, revision: WikiRevision) -> None:
        after = read_page(revision.text, REGION, LOG_HEADING)
        is_ours = revision.editor == "Botty"
        found = compare(self.reading, after, self.seen, f"r{revision.revision}", accepted=is_ours)
        self.heard = revision.revision
        if found.held:
            return
        self.reading, self.seen = found.reading, found.seen
        for line in self.open.values():
            line.index = None if line.index is None else found.index_now(line.index)
        if is_ours:
            return
        for cell in found.cells:
            self.beans[cell.player] = str(int(self.beans[cell.player]) + int(cell.new) - int(cell.old))
        for new in found.new_lines:
            self.open[f"r{revision.revision}#{new.k}"] = Open(new.text, self.settle(new.text), new.index)

    def settle(self, line: str) -> str:
        gain = _GAIN.match(line)
        if gain is None:
            return "*: not understood"
        old, new = self.beans[gain[1]], str(int(self.beans[gain[1]]) + int(gain[2]))
        self.beans[gain[1]] = new
        return f"*: Beans {old} -> {new}"

    @property
    def desired(self) -> Desired:
        """The table and an answer to every line whose place is known."""
        answers = [
            AnswerLine(id, line.text, line.answer, LOG_HEADING, nth_of(self.reading, line.index))
            for id, line in self.open.items()
            if line.index is not None and self.reading is not None
        ]
        region = DesiredRegion(REGION, table(self.beans), "input")
        return Desired((DesiredPage(PAGE, (region,), tuple(answers), heard_revision=self.heard or None),))

    def plan(self) -> Plan:
        return self.publisher.plan_pages(self.desired)

    def write(self, plan: Plan) -> list[ActOutcome]:
        return self.publisher.apply_plan(plan, plan.checksum)

    def write_late(self, plan: Plan, deed: Callable[[], object]) -> list[ActOutcome]:
        """The same, with something that people do right before the save."""

        def before(_edit: PageEdit) -> None:
            deed()

        return replace(self.publisher, wiki=Between(self.world.wiki, before)).apply_plan(plan, plan.checksum)

    def work(self) -> list[ActOutcome]:
        """One whole pass."""
        self.observe()
        return self.write(self.plan())


def keeper_of(world: WikiWorld) -> Keeper:
    world.edit(PAGE, BLANK)
    keeper = Keeper(world, Publisher(world.wiki, MemoryLedger(), StepClock()))
    keeper.work()
    return keeper


def beans(world: WikiWorld) -> dict[str, str]:
    """The values that stand on the page."""
    rows = read_page(text(world), REGION, LOG_HEADING)["rows"]
    return {name: row["Beans"] for name, row in rows.items()}


def text(world: WikiWorld) -> str:
    return world.text(PAGE) or ""


def log(world: WikiWorld) -> list[str]:
    """The lines of the log, answers without their marks."""
    inside = text(world).partition(f"== {LOG_HEADING} ==\n")[2].partition("\n\n== Notes")[0]
    return [line.partition(" <!--")[0] for line in inside.split("\n")]


def add_lines(world: WikiWorld, *lines: str) -> int:
    """A person appends lines to the log."""
    return world.edit(
        PAGE, text(world).replace("\n\n== Notes", "".join(f"\n{line}" for line in lines) + "\n\n== Notes")
    )


def set_cell(world: WikiWorld, player: str, value: str) -> int:
    """A person writes another value into a cell."""
    region = find_region(text(world), REGION).text
    changed = re.sub(rf"(\| {player}\n\|)[^\n]*", rf"\1 {value}", region)
    return world.edit(PAGE, replace_region(text(world), REGION, changed))


class TablePageContract(ABC):
    """Inherit, and give a fixture ``world``."""

    @pytest.fixture
    def keeper(self, world: WikiWorld) -> Keeper:
        return keeper_of(world)

    @abstractmethod
    def edits(self, world: WikiWorld) -> int:
        """How many revisions the page has."""

    def test_the_table_stands_and_a_second_pass_does_nothing(self, world: WikiWorld, keeper: Keeper) -> None:
        assert beans(world) == dict.fromkeys(PLAYERS, "0")
        keeper.observe()
        assert keeper.plan() == Plan()

    def test_a_hand_edit_is_written_over_only_after_it_was_heard(self, world: WikiWorld, keeper: Keeper) -> None:
        keeper.observe()
        keeper.beans["Bo"] = "9"
        set_cell(world, "Ada", "5")
        plan = keeper.plan()
        assert plan.is_empty
        assert [finding.code for finding in plan.findings] == ["HAND_EDIT_INPUT"]
        assert beans(world)["Ada"] == "5"
        assert [outcome.status for outcome in keeper.work()] == ["done"]
        assert (beans(world)["Ada"], beans(world)["Bo"]) == ("5", "9")

    def test_twenty_lines_are_answered_in_one_edit_with_the_table(self, world: WikiWorld, keeper: Keeper) -> None:
        lines = [f"* {PLAYERS[number % 5]} gains {number}" for number in range(20)]
        add_lines(world, *lines)
        before = self.edits(world)
        keeper.observe()
        plan = keeper.plan()
        assert [type(change).__name__ for change in plan.pages[0].changes] == ["RegionReplace", *["AnswerLine"] * 20]
        assert [outcome.status for outcome in keeper.write(plan)] == ["done"]
        assert self.edits(world) == before + 1
        assert beans(world) == {"Ada": "30", "Bo": "34", "Cy": "38", "Di": "42", "Ed": "46"}
        told = log(world)[2:]
        assert told[0::2] == lines
        assert told[1::2][:6] == [f"*: Beans 0 -> {n}" for n in range(5)] + ["*: Beans 0 -> 5"]
        assert keeper.work() == []

    def test_equal_lines_are_each_answered_below_themselves(self, world: WikiWorld, keeper: Keeper) -> None:
        add_lines(world, "* Ada gains 1", "* Bo gains 1", "* Ada gains 1")
        keeper.work()
        add_lines(world, "* Ada gains 1")
        keeper.work()
        assert log(world)[2:] == [
            *("* Ada gains 1", "*: Beans 0 -> 1", "* Bo gains 1", "*: Beans 0 -> 1"),
            *("* Ada gains 1", "*: Beans 1 -> 2", "* Ada gains 1", "*: Beans 2 -> 3"),
        ]

    def test_an_equal_line_not_yet_heard_does_not_take_the_answer(self, world: WikiWorld, keeper: Keeper) -> None:
        add_lines(world, "* Ada gains 1")
        keeper.observe()
        world.edit(PAGE, text(world).replace("* the first line", "* Ada gains 1\n* the first line"))
        keeper.write(keeper.plan())
        assert "*: Beans 0 -> 1" not in log(world)
        keeper.work()
        assert log(world) == [
            *("* Ada gains 1", "*: Beans 0 -> 1", "* the first line", "*: not understood"),
            *("* Ada gains 1", "*: Beans 1 -> 2"),
        ]

    def test_a_line_added_between_read_and_save_is_kept_and_answered_next(
        self, world: WikiWorld, keeper: Keeper
    ) -> None:
        add_lines(world, "* Ada gains 1")
        keeper.observe()
        keeper.write_late(keeper.plan(), lambda: add_lines(world, "* Bo gains 2"))
        assert "* Bo gains 2" in log(world)
        keeper.work()
        assert log(world)[2:] == ["* Ada gains 1", "*: Beans 0 -> 1", "* Bo gains 2", "*: Beans 0 -> 2"]
        assert (beans(world)["Ada"], beans(world)["Bo"]) == ("1", "2")
        assert keeper.work() == []

    def test_a_cell_edited_between_read_and_save_is_kept_and_counts(self, world: WikiWorld, keeper: Keeper) -> None:
        add_lines(world, "* Ada gains 1")
        keeper.observe()
        keeper.write_late(keeper.plan(), lambda: set_cell(world, "Ed", "7"))
        assert beans(world)["Ed"] == "7"
        keeper.work()
        assert (beans(world)["Ada"], beans(world)["Ed"]) == ("1", "7")
        assert log(world)[2:] == ["* Ada gains 1", "*: Beans 0 -> 1"]

    @pytest.mark.parametrize("change", ["* Ada gains 100", ""])
    def test_a_line_changed_since_it_was_heard_is_not_answered_and_that_is_told(
        self, world: WikiWorld, keeper: Keeper, change: str
    ) -> None:
        add_lines(world, "* Ada gains 1", "* Bo gains 2")
        keeper.observe()
        world.edit(PAGE, text(world).replace("* Ada gains 1\n", f"{change}\n" if change else ""))
        plan = keeper.plan()
        assert [finding.code for finding in plan.findings] == ["CHANGE_IMPOSSIBLE"]
        assert "that we want to answer is not there" in plan.findings[0].text
        keeper.write(plan)
        assert log(world)[2:] == [*([change] if change else []), "* Bo gains 2", "*: Beans 0 -> 2"]

    def test_a_blanked_page_is_left_alone_and_its_return_brings_no_line_twice(
        self, world: WikiWorld, keeper: Keeper
    ) -> None:
        add_lines(world, "* Ada gains 1")
        keeper.work()
        sound = text(world)
        world.edit(PAGE, "rubbish")
        assert keeper.work() == []
        assert text(world) == "rubbish"
        world.edit(PAGE, sound)
        assert keeper.work() == []
        assert beans(world)["Ada"] == "1"
        assert text(world) == sound


class TestOnAFolder(TablePageContract):
    """A folder of pages takes any moved base for a conflict."""

    @pytest.fixture
    def world(self, tmp_path: Path) -> DirectoryWorld:
        return DirectoryWorld(tmp_path / "wiki")

    def edits(self, world: WikiWorld) -> int:
        return world.page(PAGE).revision or 0


class TestOnAMediaWiki(TablePageContract):
    """The real wiki mixes edits in different places."""

    @pytest.fixture
    def world(self, mediawiki: MediaWiki) -> MediaWikiWorld:
        return MediaWikiWorld(mediawiki)

    def edits(self, world: WikiWorld) -> int:
        return len(world.wiki.revisions(PAGE))

    def test_a_pass_with_twenty_lines_reads_once_and_edits_once(self, world: MediaWikiWorld, keeper: Keeper) -> None:
        add_lines(world, *(f"* Ada gains {number}" for number in range(20)))
        keeper.observe()
        world.server.forget_requests()
        keeper.write(keeper.plan())
        asked = world.asked()
        assert asked.count("query:info|revisions") == 1
        assert asked.count("edit") == 1


# --- whatever people do, whenever they do it ------------------------------------------------------------------------------


@dataclass
class Crowd:
    """People on one page: what they do, and what must still be there in the end."""

    world: WikiWorld
    written: list[str] = field(default_factory=list)
    gained: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLAYERS, 0))

    def gain(self, player: str, amount: int) -> None:
        line = f"* {player} gains {amount} (line {len(self.written)})"
        self.written.append(line)
        self.gained[player] += amount
        add_lines(self.world, line)

    def gain_above(self, player: str, amount: int) -> None:
        line = f"* {player} gains {amount} (line {len(self.written)})"
        self.written.append(line)
        self.gained[player] += amount
        self.world.edit(PAGE, text(self.world).replace("* the first line", f"{line}\n* the first line"))

    def gain_again(self, player: str, amount: int) -> None:
        self.written.append("* Ada gains 1")
        self.gained["Ada"] += 1
        add_lines(self.world, "* Ada gains 1")

    def say(self, player: str, amount: int) -> None:
        line = f"*** {player} says {amount} (line {len(self.written)})"
        self.written.append(line)
        add_lines(self.world, line)

    def note(self, player: str, amount: int) -> None:
        line = f"{player} notes {amount} (line {len(self.written)})"
        self.written.append(line)
        self.world.edit(PAGE, f"{text(self.world)}\n\n{line}")

    def raise_cell(self, player: str, amount: int) -> None:
        """Whoever changes a cell reads it first: it becomes more by an amount."""
        self.gained[player] += amount
        set_cell(self.world, player, str(int(beans(self.world)[player]) + amount))


DEEDS = ("gain", "gain_above", "gain_again", "say", "note", "raise_cell")
deed = st.tuples(st.sampled_from(DEEDS), st.sampled_from(PLAYERS), st.integers(1, 9))
MOMENTS = st.fixed_dictionaries({name: st.lists(deed, max_size=3) for name in ("first", "heard", "planned", "saved")})


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(MOMENTS, min_size=1, max_size=4))
def test_nothing_that_people_write_is_lost_whenever_they_write(
    passes: list[dict[str, list[tuple[str, str, int]]]],
) -> None:
    with TemporaryDirectory() as folder:
        world = DirectoryWorld(Path(folder) / "wiki")
        keeper, crowd = keeper_of(world), Crowd(world)
        for moments in passes:
            one_pass(keeper, crowd, moments)
        for _ in range(3):
            keeper.work()
        assert keeper.work() == []
        check(world, crowd)


def one_pass(keeper: Keeper, crowd: Crowd, moments: dict[str, list[tuple[str, str, int]]]) -> None:
    """A pass with people who write before it, after the look, after the plan and right before the save."""

    def act(moment: str) -> None:
        for name, player, amount in moments[moment]:
            getattr(crowd, name)(player, amount)

    act("first")
    keeper.observe()
    act("heard")
    plan = keeper.plan()
    act("planned")
    keeper.write_late(plan, lambda: act("saved"))


def check(world: WikiWorld, crowd: Crowd) -> None:
    """Every line stands as often as it was written, word for word, every gain is answered right below it, and the sums are right."""
    lines = text(world).split("\n")
    assert {line: lines.count(line) for line in crowd.written} == Counter(crowd.written)
    for line, following in pairwise(lines):
        if line in crowd.written and line.startswith("* "):
            assert following.startswith("*: Beans ")
    assert sum("tracker:answer" in line for line in lines) == 1 + sum(" gains " in line for line in crowd.written)
    assert beans(world) == {name: str(sum_) for name, sum_ in crowd.gained.items()}
    assert of_nobody(world, crowd) == [line for line in BLANK.split("\n") if line]


def of_nobody(world: WikiWorld, crowd: Crowd) -> list[str]:
    """The lines that neither we nor the crowd wrote, but blank ones."""
    lines = replace_region(text(world), REGION, "").split("\n")
    return [line for line in lines if line and line not in crowd.written and "tracker:answer" not in line]
