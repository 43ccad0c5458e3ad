"""A game of Coup that goes on in a fresh archive, by an opening as it was printed: with its groups, and with the words of its shuffles."""

from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker
from tests.app.coup_table import GAME, SECRET, coup_table, enter, rows, start
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.keeping.statements import checked
from tracker.app.people import by_hand
from tracker.errors import InputError
from tracker.mechanics.deck.secret_deck import in_order, pledge_of, shuffled

KINDS = ["Duke", "Assassin", "Captain", "Ambassador", "Contessa"]
ALL = in_order(KINDS * 3, KINDS)


def state(table: ChatTracker, opening: dict[str, Any], minute: float) -> None:
    """Import an opening as ``tracker archive import`` does."""
    record = {"kind": "opening", "id": f"o{minute}", "game": "nomicoup", "at": at(minute).isoformat(), "state": opening}
    by_hand.import_records(table.tracker, checked(table.tracker, [record], "o.jsonl"))
    table.tick(minute + 1)


def test_shuffles_mix_the_same_words_after_an_opening_in_a_fresh_archive(tmp_path: Path) -> None:
    with coup_table(tmp_path / "one") as table:
        enter(table)
        for minute, name, word, salt in ((1.1, "cy", "duck", "x9"), (1.2, "ana", "tea", ""), (1.3, "ben", "late", "")):
            table.say(minute, name, f"I pledge {pledge_of(word, salt)}.")
        table.say(1.4, "ana", "The pledges are closed.")
        table.say(1.5, "ana", "My word is tea.")
        table.say(1.6, "cy", "My word is duck, salt x9.")
        start(table)
        printed = gamestate_at(table.tracker).values_for(secrets=True)
    hidden = {
        id: {name: each for name, each in told.items() if name != "hand"} for id, told in printed["players"].items()
    }
    again = {**{name: each for name, each in printed.items() if name != "deck"}, "players": hidden}
    with coup_table(tmp_path / "two") as table:
        for number, name in enumerate(("ana", "ben", "cy")):
            table.say(1 + number / 100, name, "Hello.")
        table.tick(4)
        state(table, again, 5)
        assert gamestate_at(table.tracker).values["words"] == printed["words"]
        table.tick(7)
        assert [(row.text("for"), row.payload["deck"]) for row in rows(table, "shuffle")] == [
            (f"{GAME}|2", shuffled(SECRET, GAME, 2, ("duck", "tea"), ALL))
        ]


GROUPS = {
    "players": [{"id": "Quartet", "members": ["ana", "@ben"]}, {"id": "cy"}],
    "order": ["cy", "Quartet"],
    "turn": "Quartet",
    "candidates": ["Quartet"],
    "upcoming_order": ["Quartet", "cy"],
    "last_judge": "Quartet",
    "pending": {"actor": "Quartet", "kind": "Steal", "target": "cy", "announced_at": "2021-08-01T00:04:00Z"},
    "propositions": {
        "1": {
            **{
                "message": "901000000000000000",
                "proponent": "cy",
                "made_at": "2021-08-01T00:03:00Z",
                "text": "Type: Deletion\nRule: 4.4.1",
            },
            **{"playing": ["Quartet", "cy"], "votes": {"Quartet": "up"}},
        }
    },
}


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with coup_table(tmp_path) as made:
        for number, name in enumerate(("ana", "ben", "cy")):
            made.say(1 + number / 100, name, "Hello.")
        made.tick(4)
        yield made


def test_a_group_goes_by_its_name_and_its_members_by_their_accounts(table: ChatTracker) -> None:
    state(table, GROUPS, 5)
    values = gamestate_at(table.tracker).values
    assert values["players"]["Quartet"]["members"] == ["100", "101"]
    assert (values["order"], values["turn"]["player"], values["last_judge"]) == (
        ["102", "Quartet"],
        "Quartet",
        "Quartet",
    )
    assert (values["candidates"], values["upcoming_order"]) == (["Quartet"], ["Quartet", "102"])
    assert (values["pending"]["actor"], values["pending"]["target"]) == ("Quartet", "102")
    # The vote of the group is the only one that could be cast.
    assert [values["propositions"]["1"][name] for name in ("proponent", "up", "status")] == ["102", 1, "adopted"]


def test_who_is_neither_known_nor_a_group_is_refused(table: ChatTracker) -> None:
    with pytest.raises(InputError, match="nobody is known as 'Quintet'"):
        state(table, {"players": ["Quintet", "cy"], "turn": "cy"}, 5)
    with pytest.raises(InputError, match="nobody is known as 'zoe'"):
        state(table, {"players": [{"id": "Quintet", "members": ["zoe"]}, "cy"], "turn": "cy"}, 6)
