"""Takes the picture that the README shows: a board as a reader's browser shows it, on a real MediaWiki."""

import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from tests.games.blognomic.boards import sample_board
from tests.services import chromium
from tests.services.mediawiki import MediaWiki
from tracker.core.region import empty_region
from tracker.games.blognomic.board import Board
from tracker.games.blognomic.pages import CATALOGUE, RULESET, clause_links, drafts
from tracker.render.pages import render_regions

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "board.png"


def publish(wiki: MediaWiki, board: Board) -> None:
    """Put a board's pages on a wiki, and a ruleset for their links to lead to."""
    headings = dict.fromkeys(link.anchor for link in clause_links(board, RULESET).values())
    wiki.edit(RULESET, "\n".join(f"== {heading} ==" for heading in headings))
    # The pages that others link to come first, so that no link is red.
    for region in reversed(render_regions(drafts(board, {}))):
        wiki.edit(region.page, empty_region(region.region, region.text))


def take_picture(board: Board, path: Path, title: str = CATALOGUE["votable_matters"]) -> None:
    """Write a picture (PNG) of one of the board's pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, MediaWiki.start(Path(directory) / "wiki") as wiki:
        publish(wiki, board)
        chromium.screenshot(f"{wiki.url}/index.php?title={quote(title)}", path, width=1100, height=1500)


def main() -> None:
    """Take the README's picture, or write it to the path given."""
    take_picture(sample_board(), Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)


if __name__ == "__main__":
    main()
