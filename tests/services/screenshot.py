"""Takes the picture that the README shows: the demo's board as a reader's browser shows it, on a real MediaWiki."""

import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from tests.fortnight import Fortnight, instant
from tests.services import chromium
from tests.services.mediawiki import MediaWiki
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.pages import CATALOGUE, RULESET

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "board.png"
TICKS = ("03-02 12:00", "03-03 12:00", "03-03 21:00", "03-04 09:20")
"""The story's instants that are followed; the picture is taken after the last."""
WIDTH, HEIGHT = 1100, 1180


def take_picture(path: Path, ticks: tuple[str, ...] = TICKS, title: str = CATALOGUE["votable_matters"]) -> None:
    """Follow the demo into a new wiki and write a picture (PNG) of one of its pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, MediaWiki.start(Path(directory) / "wiki") as wiki:
        # A ruleset for the clauses' links, so that none of them is red.
        headings = dict.fromkeys(clause.path[-1] for clause in CLAUSES.values())
        wiki.edit(RULESET, "\n".join(f"== {heading} ==" for heading in headings))
        for _ in Fortnight(wiki, Path(directory), [instant(text) for text in ticks]).follow():
            pass
        chromium.screenshot(f"{wiki.url}/index.php?title={quote(title)}", path, width=WIDTH, height=HEIGHT)


def main() -> None:
    """Take the README's picture, or write it to the path given."""
    take_picture(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)


if __name__ == "__main__":
    main()
