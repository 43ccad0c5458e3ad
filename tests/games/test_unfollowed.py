"""More doubts than worlds can follow: nothing is told as a fact that may have changed since."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tests.games.playthroughs import Playthrough, playthroughs_of
from tracker.app.asking.replay import rows_of
from tracker.app.keeping.interchange import read_file
from tracker.core.fold import fold
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import parse_instant
from tracker.games.chat_board import Board
from tracker.games.registry import game
from tracker.games.round10 import GAME
from tracker.mechanics import forked_worlds
from tracker.render.pages import render_regions

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


def are_too_many(view: Gamestate) -> bool:
    return "NOT_ALL_FOLLOWED" in {each.code for each in view.findings}


def ways(view: Gamestate) -> Iterator[dict[str, str]]:
    """All ways in which the questions may be answered."""
    answers = {each.id: ANSWERS[each.id.partition(":")[0]] for each in view.questions}
    yield from (dict(zip(answers, each, strict=True)) for each in product(*answers.values()))


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
    if are_too_many(view):
        assert set(held(view).values()) == {UNDETERMINED}
        return
    sure = {name: value for name, value in held(view).items() if value != UNDETERMINED}
    for answers in ways(view):
        decided = held(seen(lines, answers))
        assert {name: decided[name] for name in sure} == sure, answers


@pytest.mark.parametrize(("count", "expected"), [(2, False), (3, False), (4, True), (20, True)])
def test_more_doubts_than_worlds_can_follow_are_told(count: int, expected: bool) -> None:
    lines = [line for n in range(count) for line in gift(n, "ana", "bob", 1)]
    view = seen(lines)
    assert are_too_many(view) == expected
    assert {held(view)["ana"], held(view)["bob"]} == {UNDETERMINED}
    assert held(view)["cleo"] == (UNDETERMINED if expected else 100)
    assert {each.id for each in view.questions} == {f"posted:g{n}" for n in range(count)}
    assert all(each.value == UNDETERMINED for each in view.facts if each.name.startswith("players.ana"))


def test_beyond_the_limit_neither_a_payout_nor_a_trade_is_told_as_sure_until_enough_is_answered() -> None:
    small = [line for n in range(12) for line in claim(n, n + 1)]
    lines = [*small, *sure_gift(30, "bob", "cleo", 50), *gift(31, "cleo", "bob", 90)]
    view = seen(lines)
    assert are_too_many(view)
    assert set(held(view).values()) == {UNDETERMINED}
    assert isinstance(view.detail, Board)
    later = [each for each in view.detail.events if each.message in ("s30", "t30", "a31")]
    assert later
    assert not any(each.is_certain for each in later)
    assert not {each["event"] for each in view.events} & {"contract_paid", "trade_done"}
    after = seen(lines, {f"payout:c{n}:1": "not allowed" for n in range(12)})
    assert not are_too_many(after)
    assert held(after) == {"ana": 40, "bob": UNDETERMINED, "cleo": UNDETERMINED, "Bank": 60}


def test_what_several_doubts_turn_together_and_none_of_them_alone_is_not_told_as_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forked_worlds, "MOST_WORLDS", 64)
    small = [line for n in range(5) for line in gift(n, "bob", "ana", 1)]
    lines = [*small, *gift(10, "ana", "cleo", 30), *gift(11, "ana", "cleo", 30), *gift(12, "cleo", "ana", 30)]
    view = seen([*lines, *sure_gift(20, "cleo", "bob", 100)])
    assert are_too_many(view)
    assert set(held(view).values()) == {UNDETERMINED}


HOW = {"reply": {"reply_to": "g1"}, "words": {"text": "I accept ana's offer"}}
ACCEPTED = {"kind": "message", "id": "a1", "channel": "game-actions", "author": "bob", "text": "I accept"}


@pytest.mark.parametrize("how", ["reply", "words"])
@pytest.mark.parametrize("is_announced", [False, True])
def test_what_is_accepted_of_words_that_nobody_read_may_have_been_anything(is_announced: bool, how: str) -> None:
    words = "I give 5 chips to @cleo" if is_announced else "lol"
    lines = [
        edited_unread(1, "ana", words),
        f"2021-08-05 10:01:30 json {json.dumps({**ACCEPTED, **HOW[how]})}",
        *sure_gift(2, "bob", "cleo", 100),
    ]
    view = seen(lines)
    assert [each.id for each in view.questions] == ["posted:g1"]
    assert held(view) == {"ana": UNDETERMINED, "bob": UNDETERMINED, "cleo": UNDETERMINED, "Bank": UNDETERMINED}
    assert view.events[-1]["at"] < "2021-08-05T10:01:00Z"
    traded = seen(lines, {"posted:g1": "I trade 1 chip to @bob for 50 chips"})
    assert {who: held(traded)[who] for who in PEOPLE} == {"ana": 89, "bob": 51, "cleo": 100}
    as_seen = seen(lines, {"posted:g1": "as seen"})
    assert {who: held(as_seen)[who] for who in PEOPLE} == {"ana": 40, "bob": 0, "cleo": 200}


SAME = frozenset({"period", "week", "phase", "roster", "bot", "loot_of_gone", "game_id", "secret_hash"})
"""What the calendar, the settings, the tracker's own secret and people's own words tell, or what an effect alone changes."""
LIVELY = [
    (each, instant)
    for slug in ("aeternus", "ducks", "nomicoup", "round10")
    for each in playthroughs_of(slug)
    for instant in each.instants[1::2]
]


@pytest.mark.parametrize(("playthrough", "instant"), LIVELY, ids=lambda each: getattr(each, "slug", each))
def test_where_not_every_way_is_followed_only_what_cannot_have_changed_is_told(
    playthrough: Playthrough, instant: str
) -> None:
    played = game(playthrough.slug)
    done = fold(played, rows_of(played, read_file(playthrough.log, played.parameters)), parse_instant(instant))
    for world in done.state.worlds:
        world.overflowed = ["anything"]
    view = played.view(done.state, done.as_of, 1, done.context)
    assert [path for path in _sure(view.values) if not SAME & set(path)] == []
    assert all(fact.value == UNDETERMINED for fact in view.facts if not SAME & set(fact.name.split(".")))
    assert render_regions(played.pages(view, played.catalogue()))
    answers = played.said_in_chat(view)
    assert answers is not None
    assert "Whether, when and " in answers.status.splitlines()[1]


def _sure(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """What is told as a fact; of what there may be more of, such as offers, that there is nothing is not told."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _sure(each, (*path, name))
    elif value != UNDETERMINED:
        yield path


def test_beyond_the_limit_no_number_of_lots_is_shown() -> None:
    sure, lost = (seen([each for n in range(count) for each in claim(n, 5)]).detail.play.need for count in (1, 12))
    assert (sure.existing, lost.existing) == (0, UNDETERMINED)
