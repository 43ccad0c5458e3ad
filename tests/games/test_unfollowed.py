"""More doubts than worlds can follow: they are followed by themselves, and beyond that nothing is told as a fact."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tracker.app.replay import rows_of
from tracker.core.fold import fold
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import parse_instant
from tracker.games.chat_board import Board
from tracker.games.round10 import GAME
from tracker.mechanics import forked_worlds

PEOPLE = ("ana", "bob", "cleo")
_PLAYERS = ", ".join(f'{{id = "{who}", player = true, chips = 100}}' for who in PEOPLE)
BANK = f"""2021-08-05 00:00:00 opening {{players = [{_PLAYERS}]}}
2021-08-05 09:00:00 ana in game-actions b1: I offer @bob the contract "Bank": ana may take back what she gave. I intend to be bound
2021-08-05 09:00:01 bob in game-actions b2: I consent to the contract "Bank"
2021-08-05 09:00:02 ana in game-actions b3: I transfer 60 chips to contract "Bank"
"""
AS_OF = "2021-08-05T12:00:00Z"
ANSWERS = {"posted": ("as seen", "nothing"), "payout": ("not allowed", "allowed"), "reading": ("nothing",)}


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked_worlds, "MOST_COMBINED", 4)
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 8)


def edited_unread(n: int, author: str, text: str) -> str:
    row = {"kind": "message", "id": f"g{n}", "channel": "game-actions", "author": author, "text": text}
    return f"2021-08-05 10:{n:02}:00 json {json.dumps({**row, 'seen_edited': True})}"


def gift(n: int, giver: str, taker: str, chips: int) -> list[str]:
    accepted = f"2021-08-05 10:{n:02}:30 {taker} in game-actions a{n}: I accept g{n}"
    return [edited_unread(n, giver, f"I give {chips} chips to @{taker}"), accepted]


def claim(n: int, chips: int) -> list[str]:
    return [
        f'2021-08-05 10:{n:02}:00 ana in game-actions c{n}: By its terms, contract "Bank" gives {chips} chips to @ana: "ana may take back"'
    ]


def sure_gift(n: int, giver: str, taker: str, chips: int) -> list[str]:
    return [
        f"2021-08-05 10:{n:02}:00 {giver} in game-actions s{n}: I give {chips} chips to @{taker}",
        f"2021-08-05 10:{n:02}:30 {taker} in game-actions t{n}: I accept s{n}",
    ]


def seen(lines: Iterable[str], answers: Mapping[str, str] | None = None) -> Gamestate:
    decided = [f"2021-08-05 11:00:00 decide {id} {json.dumps(answer)} by dan" for id, answer in (answers or {}).items()]
    story = "\n".join([BANK, *lines, *decided])
    done = fold(GAME, rows_of(GAME, told(story, "round10")), parse_instant(AS_OF))
    return GAME.view(done.state, done.as_of, 1, done.context)


def held(view: Gamestate) -> dict[str, Any]:
    goods = {who: view.values["players"][who]["chips"] for who in PEOPLE}
    contract = view.values["contracts"]["Bank"]
    bank = contract if contract == UNDETERMINED else contract["holding"]
    return {**goods, "Bank": bank if bank == UNDETERMINED else bank.get("chips", 0)}


def of_doubts(view: Gamestate) -> list[bool]:
    return [each.is_note for each in view.findings if each.code == "NOT_ALL_FOLLOWED"]


def ways(view: Gamestate) -> Iterator[dict[str, str]]:
    """Answers to every question that must agree with what is told: all of them, or those that differ in one from the first."""
    answers = {each.id: ANSWERS[each.id.partition(":")[0]] for each in view.questions}
    if not of_doubts(view):
        yield from (dict(zip(answers, each, strict=True)) for each in product(*answers.values()))
        return
    first = {id: each[0] for id, each in answers.items()}
    yield first
    yield from ({**first, id: each[-1]} for id, each in answers.items())
    yield {id: each[-1] for id, each in answers.items()}


WHO = st.permutations(PEOPLE).map(lambda each: each[:2])
CHIPS = st.integers(1, 70)
DOINGS = st.one_of(
    st.tuples(st.just(gift), WHO, CHIPS),
    st.tuples(st.just(claim), WHO, CHIPS),
    st.tuples(st.just(sure_gift), WHO, CHIPS),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(DOINGS, max_size=10))
def test_what_is_told_as_sure_is_so_however_people_answer(doings: list[tuple[Any, list[str], int]]) -> None:
    lines = [
        line
        for n, (make, who, chips) in enumerate(doings)
        for line in (make(n, chips) if make is claim else make(n, *who, chips))
    ]
    view = seen(lines)
    if of_doubts(view) == [False]:
        assert set(held(view).values()) == {UNDETERMINED}
        return
    sure = {name: value for name, value in held(view).items() if value != UNDETERMINED}
    for answers in ways(view):
        decided = held(seen(lines, answers))
        assert {name: decided[name] for name in sure} == sure, answers


@pytest.mark.parametrize(("count", "expected"), [(2, []), (3, [True]), (6, [True]), (7, [False]), (20, [False])])
def test_more_doubts_than_worlds_can_follow_are_told(count: int, expected: list[bool]) -> None:
    lines = [line for n in range(count) for line in gift(n, "ana", "bob", 1)]
    view = seen(lines)
    assert of_doubts(view) == expected
    assert {held(view)["ana"], held(view)["bob"]} == {UNDETERMINED}
    assert (held(view)["cleo"] == 100) == (expected != [False])
    assert {each.id for each in view.questions} == {f"posted:g{n}" for n in range(count)}
    assert all(each.value == UNDETERMINED for each in view.facts if each.name.startswith("players.ana"))


def test_beyond_the_limit_neither_a_payout_nor_a_trade_is_told_as_sure_until_enough_is_answered() -> None:
    small = [line for n in range(12) for line in claim(n, n + 1)]
    lines = [*small, *sure_gift(30, "bob", "cleo", 50), *gift(31, "cleo", "bob", 90)]
    view = seen(lines)
    assert of_doubts(view) == [False]
    assert set(held(view).values()) == {UNDETERMINED}
    assert isinstance(view.detail, Board)
    later = [each for each in view.detail.events if each.message in ("s30", "t30", "a31")]
    assert later
    assert not any(each.is_certain for each in later)
    assert not {each["event"] for each in view.events} & {"contract_paid", "trade_done"}
    after = seen(lines, {f"payout:c{n}:1": "not allowed" for n in range(12)})
    assert of_doubts(after) == []
    assert held(after) == {"ana": 40, "bob": UNDETERMINED, "cleo": UNDETERMINED, "Bank": 60}
