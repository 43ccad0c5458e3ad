"""The playthrough ``two_exiles``: its story with the shuffles that follow from its secret text, and its ledger of credits, worked out by hand.

``python -m tests.games.nomicoup.two_exiles`` writes its rows anew from its story.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from pathlib import Path

from tests.games.chat_stories import told
from tests.games.situations import Record, iso
from tracker.app.asking.replay import rows_of
from tracker.app.keeping.interchange import line_of
from tracker.core import instants
from tracker.core.fold import Folded, fold
from tracker.core.instants import parse_instant
from tracker.games.chat_game.state import ChatState
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.hidden import court_deck, words
from tracker.games.nomicoup.state import Coup
from tracker.mechanics.deck.secret_deck import nonce_of, secret_hash, shuffled

HERE = Path(__file__).parent / "playthroughs"
ROWS = HERE / "two_exiles.jsonl"
GAME_ID, SECRET = "nomicoup-1", "the secret text of the game of two exiles"
DRAWN_AFTER = timedelta(seconds=5)


def story() -> list[Record]:
    """The story as observations, each shuffle that it asks for five seconds after what asks."""
    text = (HERE / "two_exiles.story").read_text(encoding="utf-8")
    records = told(
        text.replace("SECRET_HASH", secret_hash(SECRET)).replace("SECRET_TEXT", SECRET), "nomicoup", "two_exiles.story"
    )
    found: list[Record] = []
    folded: Folded[ChatState[Coup]] | None = None
    for _, group in groupby(records, key=lambda record: record["at"]):
        each = list(group)
        while each:
            rows = [row._replace(seq=len(found) + n) for n, row in enumerate(rows_of(GAME, each), start=1)]
            found += each
            folded = fold(GAME, rows, parse_instant(each[0]["at"]), start=folded)
            each = _drawn(folded.state)
    return found


def _drawn(state: ChatState[Coup]) -> list[Record]:
    """The shuffle that is asked for, as the tracker draws it from the secret text; none where none is."""
    asked = court_deck.asked_shuffle(state.world)
    if asked is None:
        return []
    number, step, cards = asked
    key, at = f"{GAME_ID}|{number}", instants.iso(step.at + DRAWN_AFTER)
    deck = shuffled(SECRET, GAME_ID, number, words.counting(state.world), cards)
    nonce = nonce_of(SECRET, GAME_ID, number)
    return [{"kind": "shuffle", "id": key, "at": at, "for": key, "deck": deck, "nonce": nonce}]


_ENTRY = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (COUP-\d{3}) ([^:]+): ([+-]\d+)")


@dataclass(frozen=True)
class Entry:
    """One line of the ledger: how many credits somebody, or the Treasury, gained or lost at an instant, by which clause."""

    at: str
    clause: str
    holder: str
    credits: int


def ledger() -> list[Entry]:
    """Every line, in order."""
    lines = (HERE / "two_exiles.ledger").read_text(encoding="utf-8").splitlines()
    return [_entry(line) for line in lines if line and not line.startswith("#")]


def _entry(line: str) -> Entry:
    match = _ENTRY.fullmatch(line)
    assert match, line
    return Entry(iso(match[1]), match[2], match[3], int(match[4]))


def held(up_to: str) -> Mapping[str, int]:
    """Holder -> credits at an instant, all that is due at it included."""
    found: Counter[str] = Counter()
    for entry in ledger():
        if parse_instant(entry.at) <= parse_instant(up_to):
            found[entry.holder] += entry.credits
            assert found[entry.holder] >= 0, entry
    return found


if __name__ == "__main__":
    ROWS.write_text("".join(f"{line_of(record)}\n" for record in story()), encoding="utf-8")
