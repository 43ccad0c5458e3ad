"""Whatever is found late or decided later: what a message names is what it named before (offers, requests, rulings)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.round10.random_rounds import START, Record
from tracker.app.asking.replay import replay_records, rows_of
from tracker.core.fold import fold
from tracker.core.instants import iso
from tracker.games.round10 import GAME
from tracker.mechanics.action_ids import short_id

FIRST = 871_440_000_000_000_000
STEP = 40_503
PEOPLE = ("ana", "bob", "cleo")
Names = dict[str, set[tuple[str, str]]]


def round_of(moves: list[tuple[int, int]]) -> list[Record]:
    """A round in which people offer things, ask and rule, in one line or two, some of them unclear, and answer by short ids."""
    players = [{"id": who, "chips": 500} for who in (*PEOPLE, "judge")]
    rows: list[Record] = [
        {
            "kind": "opening",
            "id": "o",
            "at": iso(START),
            "game": "round10",
            "state": {"players": players, "judge": "judge"},
        }
    ]
    named: list[tuple[str, str]] = []
    for place, (kind, number) in enumerate(moves, start=1):
        id = str(FIRST + place * STEP)
        who, other = PEOPLE[number % 3], PEOPLE[(number + 1) % 3]
        author, text = list(_said(kind, number, who, other, id, named))[-1]
        at = START + timedelta(minutes=place)
        rows.append(_message(id, at, author, text))
    return rows


def _message(id: str, at: datetime, author: str, text: str) -> Record:
    return {"kind": "message", "id": id, "at": iso(at), "channel": "game-actions", "author": author, "text": text}


def _said(
    kind: int, number: int, who: str, other: str, id: str, named: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    # Each its own: the same offer said again takes the place of the earlier one.
    amount, end = (int(id) - FIRST) // STEP, id[-5:]
    if kind == 0:
        named.append((other, f"I accept {end}"))
        yield who, f"I give {amount} chips to @{other}"
    elif kind == 1:
        named.append((other, f"I accept {end}-2"))
        yield who, f"I give some chips to @{other}\nI give {amount} chips to @{other}"
    elif kind == 2:
        yield who, f"I give some chips to @{other}"
    elif kind == 3:
        named.append(("judge", f"Ruling on {end}: it is so"))
        yield who, "I request justice: Is it so?"
    elif kind == 4:
        yield who, "I request justice"
    elif kind == 5 and named:
        yield named[number % len(named)]
    else:
        yield who, "nothing much"


def meant(rows: list[Record]) -> Names:
    """By message: which offers were carried out by it, and which requests it ruled on."""
    state = fold(GAME, rows_of(GAME, rows), START + timedelta(hours=12)).state
    (world,) = state.worlds
    found: Names = {}
    for event in world.events:
        if event.name == "trade_done":
            found.setdefault(event.row, set()).add(("offer", str(event.fields["offer"])))
    for ruling in world.bench.rulings.values():
        found.setdefault(ruling.message, set()).add(("request", ruling.request))
    return found


moves = st.lists(st.tuples(st.sampled_from([0, 1, 2, 3, 4, 5, 5, 5]), st.integers(0, 99)), min_size=4, max_size=30)


@settings(max_examples=60, deadline=None)
@given(moves, st.data())
def test_a_message_found_late_leaves_every_name_what_it_was(said: list[tuple[int, int]], data: st.DataObject) -> None:
    rows = round_of(said)
    late = data.draw(st.integers(1, len(rows) - 1))
    without = [row for place, row in enumerate(rows) if place != late]
    late_one = str(rows[late]["id"])
    _expect_same(meant(without), meant(rows), {late_one, late_one[-5:]})


@settings(max_examples=60, deadline=None)
@given(moves, st.data())
def test_a_line_that_is_decided_later_leaves_every_name_what_it_was(
    said: list[tuple[int, int]], data: st.DataObject
) -> None:
    rows = round_of(said)
    decided = list(_decisions(rows, data))
    _expect_same(meant(rows), meant([*rows, *decided]), set())


def _decisions(rows: list[Record], data: st.DataObject) -> Iterator[Record]:
    for row in rows:
        lines = str(row.get("text", "")).split("\n")
        unclear = {
            # As no other offer: the same said again would take its place.
            "I give some chips": f"{lines[0].replace('some', '97')}",
            "I request justice": "I request justice: Is that so?",
        }
        answer = next(
            (words for head, words in unclear.items() if lines[0].startswith(head) and ":" not in lines[0]), ""
        )
        if answer and data.draw(st.booleans()):
            told = {"question": f"reading:{row['id']}:1", "answer": answer, "by": "op", "why": "so it was said"}
            yield {"kind": "decision", "id": f"d{row['id']}", "at": iso(START + timedelta(hours=10)), **told}


def _expect_same(before: Names, after: Names, added: set[str]) -> None:
    """Every message means what it meant, unless what was added did the same first; more it means only of what was not there before."""
    done = set[tuple[str, str]]().union(*(after.get(message, set()) for message in added))
    for message, things in before.items():
        assert things <= after.get(message, set()) | done, message
    others = ((message, things) for message, things in after.items() if message not in added)
    more = {thing for message, things in others for thing in things - before.get(message, set())}
    if added:
        assert all(thing in added or thing.partition("-")[0].partition("#")[0] in added for _, thing in more), more


def test_numbers_of_offers_do_not_shift_when_an_earlier_line_is_decided() -> None:
    """The trade of the offer that was accepted stays, and the one that was not is open still."""
    told: list[Record] = [
        {
            "kind": "opening",
            "id": "o",
            "at": "2021-08-02T00:00:00Z",
            "game": "round10",
            "state": {"players": [{"id": who, "chips": 100} for who in (*PEOPLE, "dev")]},
        },
        _message("m1", START, "cleo", "I give some chips to @bob"),
        _message("m2", START + timedelta(minutes=1), "dev", "I trade 5 chips to @ana for 1 chip"),
        _message("m3", START + timedelta(minutes=2), "dev", "I trade 1 chip to @ana for 60 chips"),
        _message("m4", START + timedelta(minutes=3), "ana", "I accept 2"),
    ]
    told[0]["at"] = iso(START - timedelta(hours=1))
    decision = {
        "kind": "decision",
        "id": "d1",
        "by": "op",
        "why": "x",
        "question": "reading:m1:1",
        "answer": "I give 3 chips to @bob",
    }
    end = iso(START + timedelta(hours=3))
    for rows in (told, [*told, {**decision, "at": iso(START + timedelta(hours=2))}]):
        state: dict[str, Any] = replay_records("round10", rows, [end])["instants"][end]["gamestate"]
        assert {id: each["status"] for id, each in state["offers"].items() if id != "m1"} == {
            "m2": "done",
            "m3": "open",
        }
        assert state["players"]["ana"]["chips"] == 104


def test_short_ids_of_the_rounds_above_differ() -> None:
    ids = {short_id(_Thing(str(FIRST + place * STEP))) for place in range(1, 31)}
    assert len(ids) == 30


class _Thing:
    n = of = 1

    def __init__(self, message: str) -> None:
        self.message = message
