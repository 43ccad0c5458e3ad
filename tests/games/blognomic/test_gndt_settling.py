"""Players' values settle: what happened long ago leaves the live state and takes nothing with it that decides later (law 4)."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.blognomic.settled import STATES, Store, fold_with_stops
from tests.games.blognomic.table_stories import NAMES, START, TablePage, table_stories, with_dice
from tests.tries import tries
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.archive.memory import MemoryArchive
from tracker.core.fold import Context, Folded, fold
from tracker.core.gamestate import Gamestate
from tracker.core.observation import ArchivedObservation, ObservationBatch
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.gndt import gndt_settling
from tracker.games.blognomic.state import State

LATEST = START + timedelta(days=1200)
lawful = settings(
    max_examples=tries(50, long=120),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
days = st.lists(st.integers(0, 900), max_size=6)


def said(gamestate: Gamestate) -> str:
    """Everything that a gamestate prints."""
    told = [dict(event) for event in gamestate.events]
    return json.dumps([gamestate.record(), told, [refusal.record() for refusal in gamestate.refused]], default=str)


def trails(done: Folded[State], store: Store) -> dict[str, list[object]]:
    """Everything that happened to everybody, live and settled."""
    return {
        holder: list(gndt_settling.entries_of(done.state.gndt, holder, store))
        for holder in ("", *map(str.casefold, NAMES))
    }


def outcome(rows: Sequence[ArchivedObservation], stops: Sequence[datetime], when: datetime) -> tuple[object, ...]:
    """What a fold with stops gives at an instant: everything printed, the live state of the table, and the trails."""
    done, batches = fold_with_stops(rows, stops, when)
    store = Store(*batches, GAME.settle(done.state, when))
    gamestate = GAME.view(done.state, when, done.seq, Context(done.context.decisions, store))
    return said(gamestate), STATES.dump_python(done.state)["gndt"], trails(done, store)


@given(table_stories(), days)
@lawful
def test_folding_with_stops_is_folding_at_once(rows: list[ArchivedObservation], stops: list[int]) -> None:
    when = max(row.observation.happened_at for row in rows) + timedelta(days=3)
    assert outcome(rows, [START + timedelta(days=day) for day in stops], when) == outcome(rows, [], when)


@given(table_stories(), st.data())
@lawful
def test_the_order_of_polling_does_not_matter(rows: list[ArchivedObservation], data: st.DataObject) -> None:
    # What one id tells twice has an order of its own; dice fell for what it told first.
    told = list({row.id: row.observation for row in reversed(rows)}.values())[::-1]
    when = max(seen.happened_at for seen in told) + timedelta(days=3)
    drawn = data.draw(st.lists(st.integers(0, 3), min_size=len(told), max_size=len(told)))
    # No source is polled for the updates that only files tell: a file is read in one go.
    looks = [0 if seen.kind in ("log_line", "cell_change") else look for seen, look in zip(told, drawn, strict=True)]
    archive = MemoryArchive()
    for look in range(4):
        brought = tuple(seen for seen, number in zip(told, looks, strict=True) if number == look)
        archive.append(ObservationBatch("file", brought, "", when), GAME.read)
        fold_archive(GAME, archive, START + timedelta(days=data.draw(st.integers(0, 900))))
    at_once = MemoryArchive()
    at_once.append(ObservationBatch("file", tuple(told), "", when), GAME.read)
    found, expected = (gamestate_of(GAME, fold_archive(GAME, each, when)) for each in (archive, at_once))
    assert said(found) == said(expected)


# --- what leaves and what stays ---------------------------------------------------------------------------------------


def settled_after(page: TablePage, days: float) -> tuple[Folded[State], Store]:
    """The state so many days after the last thing that happened, settled, with what was settled."""
    when = page.when + timedelta(days=days)
    done = fold(GAME, with_dice(page.told, page.when), when)
    return done, Store(GAME.settle(done.state, when))


def test_what_happened_leaves_by_player_and_month() -> None:
    page = TablePage()
    page.wait(24)
    page.write("Ada", 4)
    done, store = settled_after(page, 80)
    assert list(store.settled_in("trail 2019-10")) == [
        "trail::2019-10",
        *(f"trail:{key}:2019-10" for key in ("ada", "bo", "cy", "di", "eve")),
    ]
    assert done.state.gndt.months == ["2019-10"]
    given_away = [entry.text for entry in gndt_settling.entries_of(done.state.gndt, "bo", store)]
    assert given_away == ["default of a new player", "give 1 coal to Bo"]


def test_a_month_stays_whole_until_all_of_it_is_old() -> None:
    page = TablePage()
    page.wait(24)
    page.write("Ada", 2)
    page.wait(24 * 29)
    page.write("Ada", 2)
    done, store = settled_after(page, 34)
    assert store.settled("trail:ada:2019-10") is None
    assert len(done.state.gndt.entries) == 2


def test_lines_on_the_page_stay_and_those_taken_away_leave() -> None:
    page = TablePage()
    page.write("Ada", 2)
    page.write("Ada", 6)
    page.wait(1)
    page.lines = page.lines[1:]
    page.save("Bo")
    done, _ = settled_after(page, 80)
    assert [line.text.split()[1] for line in done.state.gndt.lines.values()] == ["dance"]


def test_a_line_edited_long_after_it_was_carried_out_is_not_carried_out_again() -> None:
    page = TablePage()
    page.write("Ada", 2)
    page.wait(24 * 90)
    page.lines[0] = "* burn 3 coal"
    page.save("Ada")
    done, _ = settled_after(page, 1)
    assert done.state.gndt.holdings.values["ada"]["Coal"] == 3
    assert "LINE_CHANGED" in {finding.code for finding in done.state.findings}


def test_rolls_leave_once_their_line_is_done_and_stay_while_it_waits() -> None:
    page = TablePage()
    page.write("Ada", 0)
    when = page.when + timedelta(days=80)
    rows = with_dice(page.told, page.when)
    done = fold(GAME, rows, when)
    assert done.state.gndt.rolls
    GAME.settle(done.state, when)
    assert done.state.gndt.rolls == {}
    waiting = fold(GAME, [row for row in rows if row.observation.kind != "roll"], when)
    GAME.settle(waiting.state, when)
    assert [line.standing for line in waiting.state.gndt.lines.values()] == ["waiting"]


def test_of_old_uses_the_newest_of_each_person_and_action_stays() -> None:
    page = TablePage()
    for _ in range(3):
        page.write("Ada", 4)
        page.wait(24 * 2)
    page.write("Bo", 3)
    done, _ = settled_after(page, 80)
    assert [(use.holder, use.action) for use in done.state.gndt.uses] == [("ada", "give"), ("bo", "sing")]


def test_unexplained_hand_edits_and_unused_rolls_stay() -> None:
    page = TablePage()
    page.write("Ada", 5)
    page.cells["Ada", "Coal"] = "50"
    page.save("Ada")
    done, _ = settled_after(page, 400)
    assert [edit.new for edit in done.state.gndt.edits] == [50]
    assert [roll.purpose for roll in done.state.gndt.unused_rolls] == ["dig for luck"]


@pytest.mark.parametrize(("hours", "is_disputed"), [(1, True), (24 * 20, False)])
def test_an_alteration_made_again_much_later_is_no_dispute(hours: int, is_disputed: bool) -> None:
    page = TablePage()
    for value in ("40", "5", "40"):
        page.wait(hours)
        page.cells["Ada", "Coal"] = value
        page.save("Ada")
    done = fold(GAME, with_dice(page.told, page.when), page.when)
    assert ("DISPUTED" in {finding.code for finding in done.state.findings}) is is_disputed


def test_what_happened_in_an_earlier_dynasty_is_settled_too() -> None:
    page = TablePage()
    page.write("Ada", 2)
    page.wait(24)
    page.tell("setting", name="dynasty", value="")
    done, store = settled_after(page, 80)
    texts = [entry.text for entry in gndt_settling.entries_of(done.state.gndt, "ada", store)]
    assert texts == ["default of a new player", "burn 2 coal"]


def test_the_state_stays_small() -> None:
    page = TablePage()
    for day in range(90):
        page.wait(24 * 4)
        page.write(("Ada", "Bo", "Cy")[day % 3], (0, 2, 6)[day % 3])
        page.lines = page.lines[-5:]
    done, _ = settled_after(page, 40)
    assert len(STATES.dump_json(done.state, exclude_defaults=True)) < 60_000
    assert len(done.state.gndt.entries) < 40
