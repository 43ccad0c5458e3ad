"""What must hold in every round, whatever happens in it."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tracker.games.round10.holdings import cards_of

from tests.games.round10.random_rounds import CARDS, START, WEEKS, Record, rounds
from tests.tries import tries
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import iso
from tracker.core.observation import ArchivedObservation
from tracker.games.round10 import GAME
from tracker.games.round10.state import State, World
from tracker.mechanics.forked_worlds import is_overflowed
from tracker.mechanics.freezing import frozen, thawed

END = START + timedelta(weeks=WEEKS, days=1)
thorough = settings(
    max_examples=tries(30, long=150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
hours = st.integers(1, WEEKS * 7 * 24)


def folded(records: list[Record], when: datetime = END) -> Folded[State]:
    return fold(GAME, rows_of(GAME, records), when)


def told(state: State) -> str:
    """What is said of a round: events, refusals, findings, questions and holdings of every world."""
    shown = {
        "events": list(GAME.events(state)),
        "refused": [each.record() for each in GAME.refusals(state)],
        "findings": [each.record() for each in GAME.findings(state)],
        "questions": [each.record() for each in GAME.questions(state, {})],
        "worlds": sorted(json.dumps(_held(world), sort_keys=True) for world in state.worlds),
    }
    return json.dumps(shown, sort_keys=True)


def _held(world: World) -> Record:
    held = {id: [player.is_playing, player.goods] for id, player in world.players.items()}
    return {"players": held, "lots": {id: lot.cards for id, lot in world.lots.items()}, "winner": world.winner}


# --- goods -----------------------------------------------------------------------------------------------------------


@thorough
@given(rounds())
def test_chips_come_from_grants_and_prizes_and_go_for_lots_alone(records: list[Record]) -> None:
    opening = sum(player["chips"] for player in records[0]["state"]["players"])
    for world in folded(records).state.worlds:
        gained = sum(event.fields["amount"] for event in world.events if event.name == "chips_granted")
        prizes = sum(event.fields.get("chips", 0) for event in world.events if event.name == "prize")
        paid = sum(event.fields["amount"] for event in world.events if event.name == "lot_awarded")
        held = sum(player.goods.get("chips", 0) for player in world.players.values())
        assert held == opening + gained + prizes - paid


@thorough
@given(rounds())
def test_no_card_comes_from_nothing_or_is_lost(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        there = Counter(dict.fromkeys(CARDS, 2 * 4 + 3))
        for event in world.events:
            if event.name == "lot_generated":
                there.update(event.fields["cards"])
            elif event.name == "card_destroyed":
                there.subtract([event.fields["card"]])
            elif event.name == "prize":
                there.update(event.fields.get("presented_cards", {}))
        found = Counter[str]()
        for player in world.players.values():
            found.update(cards_of(player.goods))
        for lot in world.lots.values():
            found.update(lot.cards)
        assert found == +there


@thorough
@given(rounds())
def test_what_is_marked_as_presented_is_there(records: list[Record]) -> None:
    for world in folded(records, START + timedelta(days=6)).state.worlds:
        marked = Counter[tuple[str, str]]()
        for mark in world.presented:
            marked[mark.holder, mark.card] += mark.count
        for (holder, card), count in marked.items():
            assert world.players[holder].goods.get(card, 0) >= count


@thorough
@given(rounds())
def test_every_change_says_what_it_changed(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        newest = {(change.holder, change.item): change.new for change in world.changes}
        for (holder, item), count in newest.items():
            assert world.players[holder].goods.get(item, 0) == count
        assert all(change.new >= 0 for change in world.changes)


# --- folding ---------------------------------------------------------------------------------------------------------


@thorough
@given(rounds(), st.integers(0, 1000))
def test_the_order_in_which_rows_were_learned_changes_nothing(records: list[Record], seed: int) -> None:
    shuffled = list(records)
    random.Random(seed).shuffle(shuffled)
    assert told(folded(shuffled).state) == told(folded(records).state)


@thorough
@given(rounds(), st.lists(hours, min_size=1, max_size=5), st.sampled_from([48, 840]))
def test_folding_in_pieces_is_folding_at_once(records: list[Record], stops: list[int], settled_after: int) -> None:
    setting = {"kind": "setting", "id": "span", "name": "settle_after_hours", "value": settled_after}
    rows = rows_of(GAME, [{**setting, "at": iso(START)}, *records])
    instants = sorted(START + timedelta(hours=stop) for stop in stops)
    at_once, stored_at_once = _in_pieces(rows, [])
    in_pieces, stored_in_pieces = _in_pieces(rows, instants)
    assert told(in_pieces) == told(at_once)
    assert stored_in_pieces == stored_at_once


def _in_pieces(rows: list[ArchivedObservation], stops: list[datetime]) -> tuple[State, dict[str, str]]:
    """The state after a fold with stops, at each of which it settles and is written and read again; and what was stored."""
    done: Folded[State] | None = None
    stored: dict[str, str] = {}
    for stop in (*stops, END):
        done = fold(GAME, rows, stop, start=done)
        stored |= {record.key: record.content for record in GAME.settle(done.state, stop)}
        done = replace(done, state=thawed(State, frozen(State, done.state)))
    assert done is not None
    return done.state, stored


@thorough
@given(rounds())
def test_a_boundary_is_passed_at_its_own_instant_whenever_somebody_looks(records: list[Record]) -> None:
    done = folded(records)
    due = GAME.due_at(done.state)
    winners = {world.winner for world in done.state.worlds}
    assert due is None if "" not in winners else due is not None and due > END


@thorough
@given(rounds())
def test_worlds_are_few_and_differ(records: list[Record]) -> None:
    worlds = folded(records).state.worlds
    assert len(worlds) == 1 or GAME.questions(folded(records).state, {}) or is_overflowed(worlds)
