"""A cellar whose values a tracker keeps in a folder of pages, for tests over ticks, and people who write on its page."""

from dataclasses import replace
from pathlib import Path

from tests.app.wiring import SetClock, ToldSource, roster, wired
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.people.by_hand import plan_creation_now
from tracker.app.tick.looking import publisher
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.core.gamestate import Gamestate
from tracker.core.ports import PageEdit
from tracker.sources.wiki_pages import WikiPagesSource
from tracker.wiki.directory import DirectoryWiki

DYNASTY = """\
name = "The Cellar"
player = "Digger"
emperor = "Owner"
page = "Cellar"
day_zero = 2019-09-01

[date_action]
variable = "Day"

[[variable]]
name = "Day"
type = "integer"
default = "today - 1"

[[variable]]
name = "Coal"
type = "integer"

[[variable]]
name = "Note"
type = "text"
by_hand = "free"

[[action]]
name = "dig"
limit = "date"
steps = ["roll Lumps = DICE4", "gain Lumps Coal"]

[[action]]
name = "burn"
lines = ["burn {amount} coal"]
steps = ["spend amount Coal"]
[action.parameters]
amount = "integer 1..10"
"""
CONFIG = "[publish]\npermission = apply\n[dynasty]\nfile = dynasty.toml\n[blog]\nbot_account = Tracker\n"


class Cellar:
    """A tracker that keeps the cellar's table in a folder of pages, and people who write on it."""

    def __init__(self, folder: Path, more: str = "", dynasty: str = DYNASTY) -> None:
        (folder / "dynasty.toml").write_text(dynasty, encoding="utf-8")
        self.clock, self.folder = SetClock(), folder
        blog = ToldSource(unseen=[roster()])
        made = wired(folder, CONFIG + more, clock=self.clock, sources=[blog])
        self.wired = replace(made, sources=(blog, WikiPagesSource("dynasty", made.look, ["Cellar"], full_history=True)))
        tick(self.wired)
        creation = plan_creation_now(self.wired)
        publisher(self.wired).apply_plan(creation, creation.checksum)
        self.tick()

    def tick(self, minutes: float = 5) -> TickReport:
        self.clock.pass_minutes(minutes)
        return tick(self.wired)

    @property
    def text(self) -> str:
        return self.wired.wiki.fetch(["Cellar"])["Cellar"].text

    @property
    def gamestate(self) -> Gamestate:
        return gamestate_of(self.wired.game, fold_archive(self.wired.game, self.wired.archive, self.clock.now()))

    def values(self, name: str) -> dict[str, object]:
        return dict(self.gamestate.values["values"][name])

    def write(self, who: str, *lines: str) -> None:
        """Somebody appends lines to the log."""
        self.edit(who, self.text.rstrip("\n") + "".join(f"\n{line}" for line in lines))

    def edit(self, who: str, text: str) -> None:
        self.clock.pass_minutes(1)
        wiki = DirectoryWiki(self.folder / "wiki", self.clock, who)
        wiki.save(PageEdit("Cellar", text, "", wiki.fetch(["Cellar"])["Cellar"].revision))

    def row(self, name: str) -> str:
        """Somebody's row, from the name to the next row."""
        return f"| {name}\n" + self.text.partition(f"\n| {name}\n")[2].partition("|-")[0].partition("|}")[0]

    def row_id(self, name: str) -> str:
        """What stands behind the dash above somebody's row."""
        return self.text.partition(f"\n| {name}\n")[0].rpartition("|-")[2]

    def set_row(self, name: str, *cells: object) -> None:
        """Somebody writes the cells of their own row by hand."""
        old = self.row(name)
        new = f"| {name}\n" + "".join(f"| {cell}\n" for cell in cells)
        self.edit(name, self.text.replace(old, new, 1))

    def codes(self) -> list[str]:
        """The codes of what people should look at."""
        return [
            finding.code
            for finding in self.gamestate.findings
            if finding.code not in ("TABLE_REVERTED", "LINE_CHANGED")
        ]

    def told(self, code: str = "TABLE_CHANGED") -> str:
        """What the findings of a code say."""
        return "\n".join(finding.text for finding in self.gamestate.findings if finding.code == code)

    def rolls(self) -> list[list[int]]:
        """The faces of all dice that were drawn, oldest first."""
        rows = (row.observation for row in self.wired.archive.rows())
        return [list(seen.payload["faces"]) for seen in rows if seen.kind == "roll"]

    @property
    def log(self) -> list[str]:
        """The log's lines, answers without their marks."""
        lines = self.text.partition("== Log ==")[2].split("\n")
        return [line.partition(" <!--")[0] for line in lines if line.startswith("*")]
