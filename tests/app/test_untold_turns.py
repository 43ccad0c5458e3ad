"""Turns that passed by their time and of which nobody was told: they count, people learn of it, and can give them back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import OPTIONS, coup_table, enter, hands, rows, start, told
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand
from tracker.core.gamestate import Finding
from tracker.core.instants import iso

TURN = 48 * 60
"""The minutes of a turn."""
CALLS = {**OPTIONS, "calls": "yes"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ChatTracker]:
    """A game in which it is ana's turn since minute 2."""
    with coup_table(tmp_path) as made:
        enter(made)
        start(made)
        yield made


def untold(table: ChatTracker) -> list[Finding]:
    return [each for each in gamestate_at(table.tracker).findings if each.code == "TURN_UNTOLD"]


def overlooked(table: ChatTracker) -> list[str]:
    """Whose turns are archived as told to nobody."""
    return [row.text("to") for row in rows(table, "letter") if row.payload.get("over")]


def off_for_two_turns(table: ChatTracker) -> None:
    """Nothing ticks while ana's turn, of which she was told, and the whole of ben's pass."""
    table.tick(2 + 2 * TURN + 60)


def test_a_turn_that_began_and_passed_while_the_tracker_was_off_is_told_of_once(table: ChatTracker) -> None:
    off_for_two_turns(table)
    assert (overlooked(table), told(table, "ben")[1:]) == (["101"], [])
    for later in (61, 62, TURN + 60):
        assert table.tick(2 + 2 * TURN + later).exit_code == 0
        assert overlooked(table) == ["101"]
        (found,) = untold(table)
    assert found.clause == "COUP-019"
    assert found.text.startswith(
        f"the turn of 101 ran from {iso(at(2 + TURN))} and passed by its time at {iso(at(2 + 2 * TURN))},"
        " and nothing told 101 of it before that."
    )
    assert gamestate_at(table.tracker).values["turn"]["player"] == "100"


def test_who_was_told_and_let_the_time_pass_lost_nothing_unawares(table: ChatTracker) -> None:
    for minute in (2 + TURN, 2 + 2 * TURN, 2 + 2 * TURN + 1):
        table.tick(minute + 0.5)
    assert (overlooked(table), untold(table)) == ([], [])


def test_who_acted_before_anybody_told_them_lost_nothing(table: ChatTracker) -> None:
    table.say(5, "ana", "I take Income.")
    table.say(6, "ben", "I take Income.")
    table.tick(8)
    table.tick(9)
    assert (overlooked(table), untold(table)) == ([], [])


@pytest.mark.parametrize(("options", "is_told"), [(OPTIONS, False), (CALLS, True)], ids=["no calls", "calls"])
def test_who_takes_no_private_messages_is_told_of_a_turn_by_a_call_alone(
    tmp_path: Path, options: dict[str, str], is_told: bool
) -> None:
    with coup_table(tmp_path, options=dict(options)) as table:
        ben = table.discord.chat.person("ben").id
        table.discord.closed.add(ben)
        enter(table)
        start(table)
        for minute in (TURN, TURN + 1, 2 * TURN, 2 * TURN + 1):
            table.tick(2.5 + minute)
        who = [] if is_told else [ben]
        assert overlooked(table) == who
        assert [each.text.split()[3] for each in untold(table)] == who


def test_a_group_was_told_where_any_of_its_members_was(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        table.discord.closed.add(table.discord.chat.person("ben").id)
        ben, cy = table.discord.chat.person("ben").id, table.discord.chat.person("cy").id
        table.say(0.1, "cy", f'We (<@{ben}>, <@{cy}>) request to become a player named "Twins".')
        table.say(0.2, "ben", 'I confirm "Twins".')
        table.say(0.3, "ana", "I join.")
        table.tick(1)
        start(table)
        for minute in (TURN, TURN + 1):
            table.tick(2.5 + minute)
        assert overlooked(table) == [ben]
        assert untold(table) == []


def test_people_give_a_turn_back_by_an_opening(table: ChatTracker) -> None:
    off_for_two_turns(table)
    now, before = 2 + 2 * TURN + 62, hands(table)
    table.tick(now - 1)
    stated = gamestate_at(table.tracker).values_for(secrets=True)
    stated["turn"] = {"player": "101", "started_at": iso(at(now))}
    opening = {"kind": "opening", "id": "back", "game": "nomicoup", "at": iso(at(now)), "state": stated}
    by_hand.import_records(table.tracker, [opening])
    table.tick(now + 1)
    state = gamestate_at(table.tracker)
    assert not [each for each in state.findings if each.code in ("OPENING_NOT_UNDERSTOOD", "TURN_UNTOLD")]
    assert state.values["turn"] == {
        "player": "101",
        "started_at": iso(at(now)),
        "must_coup": False,
        "ends_at": iso(at(now + TURN)),
    }
    assert hands(table) == before
    assert told(table, "ben")[-1].startswith("It is your turn, until ")
    table.say(now + 2, "ben", "I take Income.")
    table.tick(now + 4)
    assert gamestate_at(table.tracker).values["turn"]["player"] == "102"


def test_whose_turn_people_state_is_told_so_once(tmp_path: Path) -> None:
    with coup_table(tmp_path) as table:
        for name in ("ana", "ben"):
            table.discord.chat.person(name)
        for n, minute in enumerate((0.5, 3)):
            stated = {
                "players": [{"id": "100", "hand": ["Duke"]}, {"id": "101", "hand": ["Duke"]}],
                "deck": ["Contessa"],
                "turn": {"player": "101", "started_at": iso(at(0.5))},
            }
            opening = {"kind": "opening", "id": f"o{n}", "game": "nomicoup", "at": iso(at(minute)), "state": stated}
            by_hand.import_records(table.tracker, [opening])
            table.say(minute + 0.1, "ana", "Hello.")
            table.tick(minute + 1)
        (text,) = told(table, "ben")
        assert text.startswith("It is your turn, until ")
        assert "You hold Duke." in text
        assert told(table, "ana") == []
