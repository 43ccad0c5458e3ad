"""The pages about players' values as samples show them: everything that can stand on them, with odd words where people's words stand."""

from datetime import UTC, datetime

from tracker.core.gamestate import Finding
from tracker.games.blognomic.dynasties.dynasty_records import Cell, Part, Why
from tracker.games.blognomic.pages.abilities_page import (
    AbilitiesView,
    AheadView,
    BackView,
    BarredView,
    DateView,
    HolderView,
    LinesView,
    OpenView,
)
from tracker.games.blognomic.pages.dynasty_page import DynastyView
from tracker.games.blognomic.pages.gndt_board import TableView
from tracker.games.blognomic.pages.gndt_notes import NotesView
from tracker.games.blognomic.pages.gndt_page import CellView, ColumnView, RowView

NOON, MIDNIGHT = datetime(2019, 10, 2, 12, tzinfo=UTC), datetime(2019, 10, 3, tzinfo=UTC)
PAGE = "GNDT"
NOTHING_LEFT = Why("NO_DATE_LEFT", "BN-134", "Date 32 is not below Today 32")


def sample_table(odd: str = "") -> TableView:
    """A row with marks of every kind; ``odd`` stands in every field that people fill, here and below."""
    columns = (ColumnView("Wood", True, "Construction", "rope and planks"), ColumnView(odd or "Mood"))
    marked = CellView(odd or "4", computed="5", why=odd or "two lines", undetermined="dice", unverified=True)
    rows = (RowView(odd or "Ada", (marked, CellView(odd or "grim"))),)
    game = ((odd or "Oil", CellView(odd or "7")),)
    return TableView(PAGE, odd or "Castaway", columns, rows, game, rules=("Construction",))


def sample_notes(odd: str = "") -> NotesView:
    """Something to be put right, more of it than is shown, and a refusal."""
    edit = Finding("UNEXPLAINED_CHANGE", "BN-225", odd or "Bo changed Wood of Bo", ("r",), NOON)
    unused = Finding("ROLL_UNUSED", "BN-106", odd or "Bo rolled DICE6", (), None, is_note=True)
    refused = Finding("NO_DATE_LEFT", "BN-134", odd or "Cy: gather", ("g",), NOON)
    return NotesView(PAGE, odd, (edit, unused), 3, (refused,))


def sample_abilities(odd: str = "") -> AbilitiesView:
    """One who may do things, one who is exhausted, one who waits for dice, and the head of the dynasty with nothing to do."""
    lines = LinesView(
        (odd or "gather", odd or "search"),
        odd or "an amount",
        odd or "Date 31 → 32.",
        (odd or "1 in 4: 1", "3 in 4: 2"),
    )
    plain = LinesView(("dig",), "", "", ("DICE100 will tell",))
    opened = (OpenView(odd or "gather", "Date Action", (lines, plain)), OpenView("sing", "", (plain,)))
    ahead = (
        AheadView((odd or "rest",), MIDNIGHT, None),
        AheadView(("radio",), None, Why("WRONG_LOCATION", "", odd or "elsewhere")),
    )
    barred = (BarredView(NOTHING_LEFT, ahead), BarredView(NOTHING_LEFT, ahead[1:]))
    active = DateView(odd or "Date", 31, 32, 1, "BN-134", False, MIDNIGHT, "BN-141")
    spent = DateView(odd or "Date", 20, 32, 0, "", True, None, "")
    back = BackView(odd or "exert", MIDNIGHT, "BN-193", odd or "already done today")
    holders = (
        HolderView(odd or "Ada", False, active, (back, back), opened, barred, ()),
        HolderView(f"{odd}Bo", False, spent, (), (), barred, ()),
        HolderView(f"{odd}Cy", False, None, (), (), (), (odd or "gather", "search")),
        HolderView(f"{odd}Wes", True, None, (), (), (), ()),
    )
    return AbilitiesView(32, True, odd or "Castaway", odd or "Weatherman", PAGE, odd, holders)


def sample_dynasty(odd: str = "") -> DynastyView:
    """A part with a table of cells of every kind, and one without rows."""
    cells = (
        Cell(odd or "Ada", "BN-113", "idle", "faint", 3),
        Cell(odd, sort=4),
        Cell(mark="open", tone="good"),
        Cell(),
    )
    parts = (
        Part(odd or "Locations", ("BN-112", "BN-113"), (odd or "Who", "Number", "Mark", "Nothing"), (cells, cells)),
        Part(f"{odd}Plants", empty=odd or "No Plant grows."),
    )
    return DynastyView(odd or "The Island", odd or "Weatherman", odd, PAGE, parts)
