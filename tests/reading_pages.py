"""The tracker's pages as a reader's browser gets them from a real MediaWiki, taken apart into tables and cells."""

from __future__ import annotations

from collections.abc import Sequence

from bs4 import BeautifulSoup, Tag

from tests.render.parsed import seen
from tests.services.mediawiki import MediaWiki

BOARD = "Tracker/Votable matters"
EVIDENCE = "Tracker/Evidence"
ROSTER = "Tracker/Roster"
STATE = "Tracker/State of play"
RESOLUTIONS = "Tracker/Resolutions"
PAGES = (BOARD, EVIDENCE, ROSTER, STATE, RESOLUTIONS)

Row = dict[str, str]


class ShownPage:
    """A page's content, rendered."""

    def __init__(self, wiki: MediaWiki, title: str) -> None:
        html = BeautifulSoup(wiki.html(title), "lxml")
        content = html.find(class_="mw-parser-output")
        assert isinstance(content, Tag), f"the wiki shows no page {title}"
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


def rows_of(table: Tag) -> list[Row]:
    """A table's rows, each as header -> text; every row has to have a cell for each header."""
    heads = [seen(head) for head in table.find_all("th")]
    lines = [row.find_all("td", recursive=False) for row in table.find_all("tr")]
    return [dict(zip(heads, map(seen, cells), strict=True)) for cells in lines if cells]


def board(wiki: MediaWiki) -> dict[str, Row]:
    """The open matters in their order: title -> row."""
    page = ShownPage(wiki, BOARD)
    return {titled(row): row for row in page.rows()} if page.tables() else {}


def titled(row: Row) -> str:
    """The title in a row's cell, without what stands below it."""
    return (
        row["Matter"]
        .partition("Proposal by")[0]
        .partition("Call for Judgement by")[0]
        .partition("Declaration of Victory by")[0]
        .strip()
    )


def evidence(wiki: MediaWiki, slug: str, title: str = EVIDENCE) -> tuple[str, list[Row]]:
    """What the page says of a matter before its votes, and the votes."""
    parts = ShownPage(wiki, title).section(f"matter-{slug}")
    tables = [table for part in parts for table in ([part] if part.name == "table" else part.find_all("table"))]
    words = " ".join(seen(part) for part in parts if part.find("table") is None and part.name != "table")
    return words, rows_of(tables[0]) if tables else []


def roster(wiki: MediaWiki) -> dict[str, Row]:
    """Name -> row of the table of players."""
    return {row["Name"].split()[0]: row for row in ShownPage(wiki, ROSTER).rows()}


def texts(wiki: MediaWiki, titles: Sequence[str] = PAGES) -> dict[str, str | None]:
    """The pages' wikitext."""
    return {title: wiki.text(title) for title in titles}


def revisions(wiki: MediaWiki, titles: Sequence[str] = PAGES) -> dict[str, int]:
    """How many revisions each page has."""
    return {title: len(wiki.revisions(title)) for title in titles}
