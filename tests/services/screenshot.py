"""Takes the pictures that the README shows, as a reader's browser shows the pages on a real MediaWiki: the demo's board, and a table."""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.fortnight import Fortnight, instant
from tests.services import chromium
from tests.services.mediawiki import MediaWiki
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.pages.page_titles import CATALOGUE
from tracker.games.blognomic.pages.pages import RULESET

DOCS = Path(__file__).resolve().parents[2] / "docs"
PICTURE, TABLE_PICTURE = DOCS / "board.png", DOCS / "table.png"
TICKS = ("03-02 12:00", "03-03 12:00", "03-03 21:00", "03-04 09:20")
"""The story's instants that are followed; the picture is taken after the last."""
WIDTH, HEIGHT, TABLE_HEIGHT = 1100, 1180, 980
CASTAWAYS = Path(__file__).parents[1] / "games" / "blognomic" / "playthroughs" / "castaways.jsonl"
"""The playthrough whose table is shown."""
TABLE_AT = "2019-11-17T09:05:00Z"
"""When: a cell is flagged, and the log's lines are answered."""


def take_picture(path: Path, ticks: tuple[str, ...] = TICKS, title: str = CATALOGUE["votable_matters"]) -> None:
    """Follow the demo into a new wiki and write a picture (PNG) of one of its pages."""
    with _wiki(path) as (wiki, folder):
        for _ in Fortnight(wiki, folder, [instant(text) for text in ticks]).follow():
            pass
        chromium.screenshot(f"{wiki.url}/index.php?title={quote(title)}", path, width=WIDTH, height=HEIGHT)


def take_table_picture(path: Path) -> None:
    """Put the page of a playthrough's table, as the tracker saved it, into a new wiki and write a picture (PNG) of it."""
    page = table_page()
    with _wiki(path) as (wiki, _):
        wiki.edit(page["page"], page["text"])
        chromium.screenshot(f"{wiki.url}/index.php?title={quote(page['page'])}", path, width=WIDTH, height=TABLE_HEIGHT)


def table_page() -> dict[str, str]:
    """The revision of the table's page that is shown: its title (``page``) and ``text``."""
    rows = map(json.loads, CASTAWAYS.read_text(encoding="utf-8").splitlines())
    return next(row for row in rows if (row["kind"], row["at"]) == ("page_revision", TABLE_AT))


@contextmanager
def _wiki(path: Path) -> Iterator[tuple[MediaWiki, Path]]:
    """A new wiki and a folder; with a ruleset for the clauses' links, so that none of them is red."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, MediaWiki.start(Path(directory) / "wiki") as wiki:
        headings = dict.fromkeys(clause.path[-1] for clause in CLAUSES.values())
        wiki.edit(RULESET, "\n".join(f"== {heading} ==" for heading in headings))
        yield wiki, Path(directory)


def main() -> None:
    """Take the README's pictures, or write them into the folder given."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    take_picture(folder / PICTURE.name)
    take_table_picture(folder / TABLE_PICTURE.name)


if __name__ == "__main__":
    main()
