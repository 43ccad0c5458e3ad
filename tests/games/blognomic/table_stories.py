"""Random stories of a table page: lines, hand edits, dice, reverts and a blanked page, told as revisions and as rows of a file."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from tests.dice_keys import known_dice
from tracker.app.asking.folding import settle_rolls
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import ArchivedObservation, Observation, ObservationBatch
from tracker.core.region import empty_region
from tracker.games.blognomic.game import GAME

START = datetime(2019, 10, 1, tzinfo=UTC)
NAMES = ("Wes", "Ada", "Bo", "Cy", "Di", "Eve")
COLUMNS = ("Day", "Coal", "Mood", "Note")
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
default = 5

[[variable]]
name = "Mood"
type = "enumeration"
choices = ["Grim", "Merry"]

[[variable]]
name = "Note"
type = "text"
by_hand = "free"

[[variable]]
name = "Heap"
type = "integer"
of = "game"

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

[[action]]
name = "sing"
limit = "weekly communal"
steps = ["set Mood to 'Merry'"]

[[action]]
name = "give"
lines = ["give {amount} coal to {whom}"]
limit = "daily"
steps = ["transfer amount Coal to whom"]
[action.parameters]
amount = "integer 1..10"
whom = "player"
"""
LINES = (
    "dig",
    "dig; dig",
    "burn 2 coal",
    "sing",
    "give 1 coal to Bo",
    "DICE6 dig for luck",
    "dance",
    "for Ada: dig",
    "3DICE4",
)
VALUES = ("3", "4", "6", "7", "Merry", "Grim", "a word", "-1")


@dataclass
class TablePage:
    """A table page and everything that happens to it, as observations in the order of their instants."""

    when: datetime = START
    cells: dict[tuple[str, str], str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    told: list[Observation] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with the dynasty, the players and a page."""
        players = [
            {"name": name, "status": "player", "admin": name == "Wes", "emperor": name == "Wes"} for name in NAMES
        ]
        self.tell("setting", name="dynasty", value=DYNASTY)
        self.tell("roster", players=players)
        self.cells = {(name, column): "" for name in NAMES[1:] for column in COLUMNS}
        for name in NAMES[1:]:
            self.cells |= {(name, "Day"): "29", (name, "Coal"): "5", (name, "Mood"): "Grim"}
        self.save("Wes")

    def tell(self, kind: str, id: str = "", **payload: object) -> None:
        """Something happened now."""
        told = Observation(kind, id or f"{kind}:{len(self.told)}", payload, at=self.when, source="file")
        self.told.append(told)

    def wait(self, hours: float) -> None:
        """Let time pass."""
        self.when += timedelta(hours=hours)

    @property
    def text(self) -> str:
        """The page as it stands."""
        rows = "".join(
            f"|-\n| {name}\n" + "".join(f"| {self.cells[name, column]}\n" for column in COLUMNS) for name in NAMES[1:]
        )
        header = '! class="tracker-names" | Digger\n' + "".join(f"! {column}\n" for column in COLUMNS)
        table = f'{{| class="wikitable"\n{header}{rows}|}}'
        return empty_region("gndt", table) + "\n\n== Log ==\n" + "".join(f"{line}\n" for line in self.lines)

    def save(self, editor: str, text: str | None = None) -> None:
        """Somebody saves the page."""
        self.texts.append(self.text if text is None else text)
        number = len(self.texts)
        payload = {"page": "Cellar", "revision": number, "parent": number - 1, "editor": editor, "summary": ""}
        self.tell("page_revision", f"revision:Cellar:{number}", **payload, text=self.texts[-1])

    # --- what people do ---

    def write(self, who: str, choice: int) -> None:
        """Somebody appends a line."""
        self.lines.append(f"* {LINES[choice % len(LINES)]} --[[User:{who}|{who}]] {len(self.told)}")
        self.save(who)

    def change(self, who: str, choice: int) -> None:
        """Somebody changes a cell."""
        column = COLUMNS[choice % len(COLUMNS)]
        self.cells[NAMES[1 + choice % 3], column] = VALUES[choice % len(VALUES)]
        self.save(who)

    def archive(self, who: str, choice: int) -> None:
        """Somebody takes the log's older lines away."""
        self.lines = self.lines[len(self.lines) - choice % 2 :]
        self.save(who)

    def reword(self, who: str, choice: int) -> None:
        """Somebody changes a line that stands there."""
        if self.lines:
            place = choice % len(self.lines)
            self.lines[place] = f"* {LINES[choice % len(LINES)]} (mended {len(self.told)})"
            self.save(who)

    def revert(self, who: str, choice: int) -> None:
        """Somebody saves an earlier text; what follows goes on from the newer one, as edit wars do."""
        self.save(who, self.texts[choice % len(self.texts)])

    def blank(self, who: str, choice: int) -> None:
        """Somebody empties the page."""
        self.save(who, "")

    def log(self, who: str, choice: int) -> None:
        """A file tells a line; ids come twice now and then."""
        self.tell("log_line", f"g{choice}", page="Cellar", editor=who, text=LINES[choice % len(LINES)])

    def cell(self, who: str, choice: int) -> None:
        """A file tells a hand edit."""
        column, value = COLUMNS[choice % len(COLUMNS)], VALUES[choice % len(VALUES)]
        told = {"player": NAMES[1 + choice % 3], "variable": column, "old": "", "new": value}
        self.tell("cell_change", page="Cellar", editor=who, **told)

    def idle(self, who: str, choice: int) -> None:
        """Somebody is idled, or back."""
        self.tell("roster_change", name=NAMES[1 + choice % 3], change=("idle", "unidle")[choice // 3 % 2], by="Wes")

    def roll(self, who: str, choice: int) -> None:
        """A file tells dice."""
        self.tell("roll", sides=(4, 6)[choice % 2], face=1 + choice % 4)


ACTS: tuple[Callable[[TablePage, str, int], None], ...] = (
    *(TablePage.write,) * 4,
    *(TablePage.change,) * 2,
    *(TablePage.log,) * 2,
    *(
        TablePage.cell,
        TablePage.archive,
        TablePage.reword,
        TablePage.revert,
        TablePage.blank,
        TablePage.idle,
        TablePage.roll,
    ),
)
HOURS = (0, 0, 1, 13, 30, 24 * 8, 24 * 20, 24 * 40)
steps = st.tuples(
    st.sampled_from(HOURS), st.sampled_from(ACTS), st.sampled_from((*NAMES[1:], "Ada", "Zed")), st.integers(0, 11)
)


@st.composite
def table_stories(draw: st.DrawFn, most: int = 25) -> list[ArchivedObservation]:
    """The rows of a random story, with the dice that its lines asked for."""
    page = TablePage()
    for hours, act, who, choice in draw(st.lists(steps, min_size=3, max_size=most)):
        page.wait(hours)
        act(page, who, choice)
    return with_dice(page.told, page.when)


def with_dice(told: list[Observation], when: datetime) -> list[ArchivedObservation]:
    """The observations as rows, and the dice that were drawn for them up to an instant."""
    archive = MemoryArchive()
    archive.append(ObservationBatch("file", tuple(told), "", when), GAME.read)
    settle_rolls(GAME, archive, known_dice(archive), when)
    return list(archive.rows())
