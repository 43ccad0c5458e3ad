"""What must hold in every cycle, whatever happens in it."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tracker.games.aeternus.victory import winner_now
from tracker.games.aeternus.world import BARREN, CORRUPTED, FLAG

from tests.games.aeternus.random_cycles import (
    END,
    RULES,
    START,
    WEEKS,
    Record,
    cycles,
    folded,
    random_cycle,
    with_dice,
)
from tests.tries import tries
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import iso
from tracker.core.observation import ArchivedObservation
from tracker.games.aeternus import GAME
from tracker.games.aeternus.factions import members
from tracker.games.aeternus.hexes import distance, key
from tracker.games.aeternus.law import Law
from tracker.games.aeternus.state import State, World
from tracker.mechanics.forked_worlds import is_overflowed
from tracker.mechanics.freezing import frozen, thawed

thorough = settings(
    max_examples=tries(30, long=150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
played = cycles().map(with_dice)
hours = st.integers(1, WEEKS * 7 * 24)
LAW = Law(END, dict(RULES))
MADE = {"AET-136", "AET-159", "AET-176", "AET-180"}
"""The clauses by which items come into being."""


def told(state: State) -> str:
    """What is said of a cycle: events, refusals, findings, questions and holdings of every world."""
    shown = {
        "events": list(GAME.events(state)),
        "refused": [each.record() for each in GAME.refusals(state)],
        "findings": [each.record() for each in GAME.findings(state)],
        "questions": [each.record() for each in GAME.questions(state, {})],
        "worlds": sorted(json.dumps(held(world), sort_keys=True) for world in state.worlds),
    }
    return json.dumps(shown, sort_keys=True)


def held(world: World) -> Record:
    """What everybody is and holds, and what every hex is."""
    players = {
        id: [each.is_playing, each.at, each.ap, each.barred, each.faction, each.goods]
        for id, each in world.players.items()
    }
    cells = {
        key(at): [each.biome, each.landmark, sorted(each.features), each.flag_owner]
        for at, each in world.map.cells.items()
    }
    return {"players": players, "world": cells, "names": world.quality_names, "won": world.winner}


# --- what holds -------------------------------------------------------------------------------------------------------


@thorough
@given(played)
def test_every_change_says_what_it_changed_and_items_are_made_by_few_clauses(records: list[Record]) -> None:
    first = folded(records[: len(RULES) + 1], START).state.worlds[0]
    for world in folded(records).state.worlds:
        now = Counter({(id, item): count for id, each in first.players.items() for item, count in each.goods.items()})
        sums = Counter[tuple[datetime, str, str, str]]()
        for change in world.changes:
            assert now[change.holder, change.item] == change.old
            now[change.holder, change.item] = change.new
            if change.clause not in MADE:
                sums[change.at, change.row, change.clause, change.item] += change.new - change.old
        held_now = {(id, item): count for id, each in world.players.items() for item, count in each.goods.items()}
        assert {which: count for which, count in now.items() if count} == held_now
        assert min(now.values(), default=0) >= 0
        assert max(sums.values(), default=0) <= 0


@thorough
@given(played)
def test_everybody_stands_on_a_generated_hex_and_moves_step_by_step(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        assert not world.following
        assert not world.requests
        assert not world.strands
        for player in world.players.values():
            assert player.at in world.map
            assert player.ap >= 0
        for event in world.events:
            if event.name == "moved":
                assert distance(tuple(event.fields["from"]), tuple(event.fields["to"])) == 1


@thorough
@given(played)
def test_the_map_keeps_the_rules(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        names = members(world)
        for at, cell in world.map.cells.items():
            assert (FLAG in cell.features) == bool(cell.flag_owner)
            assert not cell.flag_owner or cell.flag_owner in names
            if CORRUPTED in cell.features:
                assert cell.landmark == BARREN
                assert cell.features == {CORRUPTED}
                assert not world.map.is_protected(at)
        assert world.map.enclosed == []


@thorough
@given(played)
def test_whoever_fulfils_it_has_won_and_nothing_happens_afterwards(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        assert world.won or not winner_now(world, LAW)
        if world.won:
            assert not world.strands
            assert not world.requests
            assert all(event.at <= world.won.at for event in world.events)


@thorough
@given(played)
def test_qualities_are_named_in_order_and_nobody_owes_a_name_that_there_is(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        known = 7 + len(world.quality_names)
        assert list(world.naming_due) == list(range(known + 1, known + 1 + len(world.naming_due)))
        assert max(world.naming_due, default=0) < max(world.highest_quality, 1)


# --- folding ----------------------------------------------------------------------------------------------------------


@thorough
@given(played, st.integers(0, 1000))
def test_the_order_in_which_rows_were_learned_changes_nothing(records: list[Record], seed: int) -> None:
    shuffled = list(records)
    random.Random(seed).shuffle(shuffled)
    assert told(folded(shuffled).state) == told(folded(records).state)


@thorough
@given(cycles(), st.sampled_from([0.5, 5, 30, 100]))
def test_how_often_somebody_looks_changes_nothing(records: list[Record], apart: float) -> None:
    looks = [START + timedelta(hours=apart) * number for number in range(1, int(WEEKS * 168 / apart))]
    seen_at_once = with_dice([record for record in records if "at" in record])
    seen_one_by_one = with_dice([record for record in records if "at" in record], [*looks[:60], END])
    assert told(folded(seen_one_by_one).state) == told(folded(seen_at_once).state)


@thorough
@given(played, st.lists(hours, min_size=1, max_size=5), st.sampled_from([48, 840]))
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
@given(played)
def test_worlds_are_few_and_differ(records: list[Record]) -> None:
    state = folded(records).state
    assert len(state.worlds) == 1 or GAME.questions(state, {}) or is_overflowed(state.worlds)


def test_the_cycles_are_lively() -> None:
    happened, refused = Counter[str](), Counter[str]()
    for seed in range(16):
        state = folded(with_dice(random_cycle(seed))).state
        happened.update({event["event"] for event in GAME.events(state)})
        refused.update({each.code for each in GAME.refusals(state)})
    assert len(happened) > 26, sorted(happened)
    assert len(refused) > 17, sorted(refused)
