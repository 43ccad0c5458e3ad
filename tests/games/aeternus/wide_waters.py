"""The playthrough ``wide_waters``: its story, and its ledger, which was worked out by hand.

``python -m tests.games.aeternus.wide_waters`` writes its rows anew from its story.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.games.chat_stories import told
from tests.games.situations import Record, iso
from tracker.app.keeping.interchange import line_of
from tracker.core.instants import parse_instant

HERE = Path(__file__).parent / "playthroughs"
ROWS = HERE / "wide_waters.jsonl"
GONE = "GONE"
STORY = (HERE / "wide_waters.story").read_text(encoding="utf-8")

Holdings = Mapping[str, Counter[str]]


def story() -> list[Record]:
    """The story as observations."""
    return told(STORY, "aeternus", "wide_waters.story")


_ENTRY = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (AET-\d{3}) ([^:]+): (.+)")
_ITEM = re.compile(r"([+-]\d+) (.+)")


@dataclass(frozen=True)
class Entry:
    """One line of the ledger: what changed in a holding at an instant, by which clause; without items the holder is gone."""

    at: str
    clause: str
    holder: str
    items: tuple[tuple[int, str], ...]


def ledger() -> list[Entry]:
    """Every line, in order."""
    lines = (HERE / "wide_waters.ledger").read_text(encoding="utf-8").splitlines()
    return [_entry(line) for line in lines if line and not line.startswith("#")]


def _entry(line: str) -> Entry:
    match = _ENTRY.fullmatch(line)
    assert match, line
    items = [] if match[4] == GONE else [_ITEM.fullmatch(item) for item in match[4].split(", ")]
    assert all(items), line
    return Entry(iso(match[1]), match[2], match[3], tuple((int(item[1]), item[2]) for item in items if item))


def held(up_to: str) -> Holdings:
    """Holder -> item -> how many at an instant, all that is due at it included."""
    found: dict[str, Counter[str]] = {}
    for entry in ledger():
        if parse_instant(entry.at) > parse_instant(up_to):
            continue
        goods = found.setdefault(entry.holder, Counter())
        for count, item in entry.items:
            goods[item] += count
            assert goods[item] >= 0, entry
        if not entry.items:
            del found[entry.holder]
    return found


if __name__ == "__main__":
    ROWS.write_text("".join(f"{line_of(record)}\n" for record in story()), encoding="utf-8")
