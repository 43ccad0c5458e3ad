"""What must hold in every round, whatever happens in it."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.round10.random_rounds import CARDS, START, WEEKS, Record, rounds
from tests.tries import tries
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import iso
from tracker.core.observation import ArchivedObservation
from tracker.games.chat_game.state import ChatState
from tracker.games.round10 import GAME
from tracker.games.round10.game import State
from tracker.games.round10.state import Round10
from tracker.mechanics.freezing import frozen, thawed
from tracker.mechanics.state.described import printed

END = START + timedelta(weeks=WEEKS, days=1)
thorough = settings(
    max_examples=tries(30, long=150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
hours = st.integers(1, WEEKS * 7 * 24)


def folded(records: list[Record], when: datetime = END) -> Folded[ChatState[Round10]]:
    return fold(GAME, rows_of(GAME, records), when)


def told(state: ChatState[Round10]) -> str:
    """What is said of a round: events, refusals, findings and the gamestate."""
    shown = {
        "events": [each.record() for each in state.told.events],
        "refused": [[each.row, each.name, each.text] for each in state.told.refused],
        "findings": [each.record() for each in GAME.findings(state, {})],
        "world": printed(state.world),
    }
    return json.dumps(shown, sort_keys=True)


# --- goods -----------------------------------------------------------------------------------------------------------


def sums(state: ChatState[Round10], event: str, field: str) -> int:
    """The sum of a field of all events of a name."""
    return sum(each.fields.get(field, 0) for each in state.told.events if each.name == event)


def total(world: Round10, item: str) -> int:
    """How many of an item there are."""
    return sum(each.amount(item) for each in (*world.players.values(), *world.contracts.values()))


@thorough
@given(rounds())
def test_goods_come_from_grants_prizes_and_exchanges_and_go_for_lots_and_exchanges_alone(records: list[Record]) -> None:
    opening = {item: sum(player[item] for player in records[0]["state"]["players"]) for item in ("chips", "trungs")}
    state = folded(records).state
    gained = sums(state, "chips_granted", "amount") + sums(state, "prize", "chips")
    assert total(state.world, "chips") == opening["chips"] + gained - sums(state, "lot_awarded", "amount")
    paid = sums(state, "exchange_done", "trungs")
    assert total(state.world, "trungs") == opening["trungs"] + sums(state, "prize", "trungs") - paid


@thorough
@given(rounds())
def test_no_card_comes_from_nothing_or_is_lost(records: list[Record]) -> None:
    state = folded(records).state
    there = Counter(dict.fromkeys(CARDS, 2 * 4 + 3))
    for event in state.told.events:
        if event.name == "lot_generated":
            there.update(event.fields["cards"])
        elif event.name == "card_destroyed":
            there.subtract([event.fields["card"]])
        elif event.name == "prize":
            there.update(event.fields.get("presented_cards", {}))
    found = Counter[str]()
    for player in state.world.players.values():
        found.update(player.cards)
    for cards in state.world.lots.values():
        found.update(cards)
    assert found == +there


@thorough
@given(rounds())
def test_what_is_marked_as_presented_is_there(records: list[Record]) -> None:
    world = folded(records, START + timedelta(days=6)).state.world
    marked = Counter((each.holder, each.card) for each in world.presented)
    assert all(world.players[holder].amount(card) >= count for (holder, card), count in marked.items())


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


def _in_pieces(rows: list[ArchivedObservation], stops: list[datetime]) -> tuple[ChatState[Round10], dict[str, str]]:
    """The state after a fold with stops, at each of which it settles and is written and read again; and what was stored."""
    done: Folded[ChatState[Round10]] | None = None
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
    assert due is None if done.state.world.winner else due is not None and due > END
