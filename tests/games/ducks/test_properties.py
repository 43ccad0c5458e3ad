"""What must hold in every round, whatever happens in it."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tracker.games.ducks.register import Register

from tests.games.ducks.random_rounds import END, START, WEEKS, Record, folded, rounds, told_of, with_dice
from tests.tries import tries
from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import iso
from tracker.core.observation import ArchivedObservation
from tracker.games.ducks import GAME
from tracker.games.ducks.state import DISCIPLE, DUCK_GOD, QUACKS, State, World
from tracker.games.ducks.titles import OLD_ONE
from tracker.mechanics.forked_worlds import is_overflowed
from tracker.mechanics.freezing import frozen, thawed

thorough = settings(
    max_examples=tries(30, long=150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
played = rounds().map(with_dice)
hours = st.integers(1, WEEKS * 7 * 24)

GAINS = {
    "DUCK-062": ("duck_fed", "quacks"),
    "DUCK-096": ("losses_cut", "quacks"),
    "DUCK-151": ("disciple_reward", "quacks"),
    "DUCK-153": ("disciple_created", "quacks"),
}
"""The clauses by which one duck, or the Disciple, gains Quacks -> the event that tells of it, and its field."""
MADE = {"DUCK-053", "DUCK-075", "DUCK-086", "DUCK-100", "DUCK-117", "DUCK-144", "DUCK-152", "DUCK-158"}
"""The clauses by which items come into being."""


def told(state: State) -> str:
    """What is said of a round: events, refusals, findings, questions and holdings of every world."""
    shown = {
        "events": list(GAME.events(state)),
        "refused": [each.record() for each in GAME.refusals(state)],
        "findings": [each.record() for each in GAME.findings(state)],
        "questions": [each.record() for each in GAME.questions(state, {})],
        "worlds": sorted(json.dumps(held(world), sort_keys=True) for world in state.worlds),
    }
    return json.dumps(shown, sort_keys=True)


def held(world: World) -> Record:
    """What everybody holds, and what every duck is."""
    players = {id: [player.is_playing, player.goods, player.eggs] for id, player in world.players.items()}
    ducks = {
        number: [duck.owner, duck.name, duck.quacks, duck.colour, duck.pond, duck.parent, duck.goods, duck.eggs]
        for number, duck in world.ducks.items()
    }
    return {"players": players, "ducks": ducks, "ponds": world.ponds, "god": world.duck_god, "old": world.old_one_eggs}


def holdings(world: World) -> Counter[tuple[str, str]]:
    """How many of what each holds, Quacks among it."""
    bags = {**{id: player.goods for id, player in world.players.items()}, DUCK_GOD: world.duck_god}
    bags |= {duck.holder: {**duck.goods, QUACKS: duck.quacks} for duck in world.ducks.values()}
    bags[OLD_ONE] = {"God Egg": world.old_one_eggs}
    if world.disciple:
        bags[DISCIPLE] = {**world.disciple.goods, QUACKS: world.disciple.quacks}
    return Counter({(holder, item): count for holder, bag in bags.items() for item, count in bag.items()})


# --- Quacks and items -------------------------------------------------------------------------------------------------


@thorough
@given(played)
def test_every_change_says_what_it_changed(records: list[Record]) -> None:
    before = holdings(folded(records[:1], START).state.worlds[0])
    for world in folded(records).state.worlds:
        now = Counter(before)
        for change in world.changes:
            key = (change.holder, change.item)
            is_another = change.holder == DISCIPLE and change.clause == "DUCK-153"
            assert now[key] == change.old or is_another
            now[key] = change.new
        gone = {f"duck:{number}" for number in world.gone} | (set() if world.disciple else {DISCIPLE})
        counts = {key: count for key, count in now.items() if key[0] not in gone and count}
        assert counts == {key: count for key, count in holdings(world).items() if count}
        assert all(change.new >= 0 for change in world.changes if change.item != QUACKS)


@thorough
@given(played)
def test_quacks_come_from_what_the_rules_give_alone(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        gained = Counter[str]()
        for change in world.changes:
            if change.item == QUACKS:
                gained[change.clause] += change.new - change.old
        for clause, (name, amount) in GAINS.items():
            assert gained.pop(clause, 0) == sum(each.fields[amount] for each in world.events if each.name == name)
        returned = [each.fields for each in world.events if each.name == "retrieval_attempted"]
        assert gained.pop("DUCK-097", 0) == sum(each["potential"] for each in returned if each["returned"])
        upkeep = [each.fields["quacks"] for each in world.events if each.name == "pond_upkeep"]
        assert gained.pop("DUCK-166", 0) == sum(sum(each.values()) for each in upkeep)
        eaten = [each.fields for each in world.events if each.name == "quacktion_performed"]
        assert gained.pop("DUCK-082", 0) <= sum(each["quacks"] for each in eaten if each["quacktion"] == "Cannibalism")
        assert max(gained.values(), default=0) <= 0


@thorough
@given(played)
def test_items_are_made_by_few_clauses_and_only_move_by_all_others(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        sums = Counter[tuple[datetime, str, str, str]]()
        for change in world.changes:
            if change.item != QUACKS and change.clause not in MADE:
                sums[change.at, change.row, change.clause, change.item] += change.new - change.old
        assert max(sums.values(), default=0) <= 0


@thorough
@given(played)
def test_what_is_held_is_sound(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        held_by_each = [(each.goods, each.eggs) for each in world.players.values()]
        held_by_each += [(each.goods, each.eggs) for each in world.ducks.values()]
        for goods, eggs in held_by_each:
            assert len(eggs) == goods.get("Egg", 0)
            assert all(count > 0 for count in goods.values())
        names = [duck.name for duck in world.ducks.values() if duck.name]
        assert len(names) == len(set(names))
        assert not world.following
        assert all(not duck.goods.get("Abundant Nothing") for duck in world.ducks.values())
        assert all(0 <= duck.pond <= world.ponds for duck in world.ducks.values())


@thorough
@given(played)
def test_the_register_says_what_is(records: list[Record]) -> None:
    for world in folded(records).state.worlds:
        made = Register((each.number, each.name, each.owner, each.is_complete) for each in world.ducks.values())
        kept = world.register
        assert (kept.called, kept.owned, kept.complete) == (made.called, made.owned, made.complete)


# --- folding ----------------------------------------------------------------------------------------------------------


@thorough
@given(played, st.integers(0, 1000))
def test_the_order_in_which_rows_were_learned_changes_nothing(records: list[Record], seed: int) -> None:
    shuffled = list(records)
    random.Random(seed).shuffle(shuffled)
    assert told(folded(shuffled).state) == told(folded(records).state)


@thorough
@given(rounds(), st.sampled_from([0.5, 5, 30, 100]))
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
def test_a_boundary_is_passed_at_its_own_instant_whenever_somebody_looks(records: list[Record]) -> None:
    done = folded(records)
    due = GAME.due_at(done.state)
    lost = {world.status for world in done.state.worlds}
    assert due is None if "running" not in lost else due is not None and due > END


@thorough
@given(played)
def test_worlds_are_few_and_differ(records: list[Record]) -> None:
    state = folded(records).state
    assert len(state.worlds) == 1 or GAME.questions(state, {}) or is_overflowed(state.worlds)


def test_the_rounds_are_lively() -> None:
    happened = Counter[str]()
    refused = Counter[str]()
    for seed in range(25):
        state = folded(with_dice(_random_round(seed))).state
        happened.update({event["event"] for event in GAME.events(state)})
        refused.update({each.code for each in GAME.refusals(state)})
    assert len(happened) > 35
    assert len(refused) > 20


def _random_round(seed: int) -> list[Record]:
    chance = random.Random(seed)
    byte = partial(chance.randrange, 256)
    return told_of([(byte(), byte(), byte(), byte(), byte()) for _ in range(60)])
