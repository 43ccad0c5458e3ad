"""Whatever is found late or decided later: what a message names is what it named before (offers, requests)."""

import json
from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.situations import Record
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import iso, parse_instant
from tracker.games.ducks import GAME

FIRST, STEP = 871_440_000_000_000_000, 40_503
START = parse_instant("2021-03-08T10:00:00Z")
PEOPLE = ("ana", "ben", "cy")
OPENING = {
    "players": [{"id": who, "items": {"Seeds": 500}} for who in (*PEOPLE, "judge")],
    "old_one": {"acted_week": "2021-03-07"},
    "disciple": {"name": "Disciple Waddles", "quacks": 20},
    "judge": "judge",
}
Names = dict[str, set[tuple[str, str]]]


def round_of(moves: list[tuple[int, int]]) -> list[Record]:
    """A round in which people offer things, ask and rule, some of it unclear, and answer by short ids."""
    rows: list[Record] = [
        {"kind": "opening", "id": "o", "at": iso(START - timedelta(hours=1)), "game": "ducks", "state": OPENING}
    ]
    named: list[tuple[str, str]] = []
    for place, (kind, number) in enumerate(moves, start=1):
        id = str(FIRST + place * STEP)
        author, text = _said(kind, number, id[-5:], named)
        at = iso(START + timedelta(minutes=place))
        rows.append({"kind": "message", "id": id, "at": at, "channel": "game-actions", "author": author, "text": text})
    return rows


def _said(kind: int, number: int, end: str, named: list[tuple[str, str]]) -> tuple[str, str]:
    who, other, amount = PEOPLE[number % 3], PEOPLE[(number + 1) % 3], 1 + number % 9
    if kind == 0:
        named.append((other, f"I accept {end}"))
        return who, f"I give {amount} Seeds to @{other}"
    if kind == 1:
        named.append((other, f"I accept {end}-2"))
        return who, f"I give some Seeds to @{other}\nI give {amount} Seeds to @{other}"
    if kind == 2:
        named.append(("judge", f"Response to request {end}: it is so"))
        return who, "Request for justice: Is it so?"
    return named[number % len(named)] if kind == 3 and named else (who, f"I give some Seeds to @{other}")


def meant(rows: list[Record]) -> Names:
    """By message: which offers were carried out by it, and which requests it ruled on."""
    (world,) = fold(GAME, rows_of(GAME, rows), START + timedelta(hours=12)).state.worlds
    found: Names = {}
    for event in world.events:
        if event.name == "trade_done":
            found.setdefault(event.row, set()).add(("offer", str(event.fields["offer"])))
    for ruling in world.bench.rulings.values():
        found.setdefault(ruling.message, set()).add(("request", ruling.request))
    return found


moves = st.lists(st.tuples(st.sampled_from([0, 1, 2, 3, 3, 3, 4]), st.integers(0, 99)), min_size=4, max_size=20)


@settings(max_examples=40, deadline=None)
@given(moves, st.data())
def test_what_is_decided_later_leaves_every_name_what_it_was(said: list[tuple[int, int]], data: st.DataObject) -> None:
    rows = round_of(said)
    unclear = [row for row in rows if str(row.get("text", "")).startswith("I give some")]
    at: datetime = START + timedelta(hours=10)
    decided = [
        {
            "kind": "decision", "id": f"d{row['id']}", "at": iso(at), "question": f"reading:{row['id']}:1", "by": "op",
            "answer": str(row["text"]).split("\n")[0].replace("some", "7"), "why": "so it was said",
        }
        for row in unclear
        if data.draw(st.booleans())
    ]  # fmt: skip
    before, after = meant(rows), meant([*rows, *decided])
    assert all(things <= after.get(message, set()) for message, things in before.items()), json.dumps(rows)


@settings(max_examples=40, deadline=None)
@given(moves, st.data())
def test_a_message_found_late_leaves_every_name_what_it_was(said: list[tuple[int, int]], data: st.DataObject) -> None:
    rows = round_of(said)
    late = data.draw(st.integers(1, len(rows) - 1))
    before, after = meant([row for place, row in enumerate(rows) if place != late]), meant(rows)
    done = after.get(str(rows[late]["id"]), set())
    assert all(things <= after.get(message, set()) | done for message, things in before.items()), json.dumps(rows)
