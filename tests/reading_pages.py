"""The tracker's pages as a reader's browser gets them from a real MediaWiki, taken apart into tables and cells."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag

from tests.render.parsed import seen

BOARD = "Tracker/Votable matters"
EVIDENCE = "Tracker/Evidence"
ROSTER = "Tracker/Roster"
STATE = "Tracker/State of play"
RESOLUTIONS = "Tracker/Resolutions"
PAGES = (BOARD, EVIDENCE, ROSTER, STATE, RESOLUTIONS)

KINDS = ("Proposal", "Call for Judgement", "Declaration of Victory", "Ascension Address")

Row = dict[str, str]


class ShownPage:
    """A page's content, from the HTML of the whole page."""

    def __init__(self, html: str) -> None:
        content = BeautifulSoup(html, "lxml").find(class_="mw-parser-output")
        assert isinstance(content, Tag), "the wiki shows no such page"
        self.content = content

    @property
    def text(self) -> str:
        """All words of the page."""
        return seen(self.content)

    def tables(self) -> list[Tag]:
        return [table for table in self.content.find_all("table") if "wikitable" in (table.get("class") or [])]

    def rows(self, table: int = 0) -> list[Row]:
        """A table's rows, each as header -> text."""
        return rows_of(self.tables()[table])

    def section(self, anchor: str) -> list[Tag]:
        """What stands below a heading of that anchor, up to the next heading."""
        heading = self.content.find(id=anchor)
        assert isinstance(heading, Tag), f"no {anchor} on the page"
        found: list[Tag] = []
        for following in heading.find_next_siblings():
            if following.name == "h2":
                break
            found.append(following)
        return found

    def board(self) -> dict[str, Row]:
        """The open matters of the board's page in their order: title -> row."""
        return {titled(row): row for row in self.rows()} if self.tables() else {}

    def evidence(self, slug: str) -> tuple[str, list[Row]]:
        """What a page of evidence says of a matter before its votes, and the votes."""
        parts = self.section(f"matter-{slug}")
        tables = [table for part in parts for table in part.find_all("table")]
        words = " ".join(seen(part) for part in parts if part.find("table") is None)
        return words, rows_of(tables[0]) if tables else []

    def roster(self) -> dict[str, Row]:
        """Name -> row of the table of players."""
        return {row["Name"].split()[0]: row for row in self.rows()}

    def resolutions(self) -> dict[str, Row]:
        """Title -> row of the table of resolutions."""
        return {titled(row): row for row in self.rows()} if self.tables() else {}


def rows_of(table: Tag) -> list[Row]:
    """A table's rows, each as header -> text; every row has to have a cell for each header."""
    heads = [seen(head) for head in table.find_all("th")]
    lines = [row.find_all("td", recursive=False) for row in table.find_all("tr")]
    return [dict(zip(heads, map(seen, cells), strict=True)) for cells in lines if cells]


def titled(row: Row) -> str:
    """The title in a row's cell, without the kind and author below it."""
    cell = row["Matter"]
    ends = [cell.rfind(f"{kind} by ") for kind in KINDS] + [cell.rfind(f"{kind} [") for kind in KINDS]
    return cell[: max(ends)].strip()
