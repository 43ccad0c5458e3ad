"""The playthrough ``still_waters``: everybody holds what the ledger says, and what came about is what the story means."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.games.ducks.still_waters import HERE, ROWS, held, ledger, story
from tracker.app.asking.replay import replay_records
from tracker.app.keeping.interchange import line_of
from tracker.games.ducks import GAME

TOLD = tomllib.loads((HERE / "still_waters.toml").read_text(encoding="utf-8"))
INSTANTS: list[str] = TOLD["instants"]


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """What replay prints of the story."""
    return replay_records("ducks", story(), INSTANTS)


def gamestate(printed: dict[str, Any], instant: str) -> dict[str, Any]:
    found: dict[str, Any] = printed["instants"][instant]["gamestate"]
    return found


def test_the_rows_are_those_of_the_story() -> None:
    assert ROWS.read_text(encoding="utf-8") == "".join(f"{line_of(record)}\n" for record in story())


# --- the ledger -------------------------------------------------------------------------------------------------------


def goods_of(gamestate: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Holder, item and count of everything that a printed gamestate says is held."""
    bags = {id: player["items"] for id, player in gamestate["players"].items()}
    for number, duck in gamestate["ducks"].items():
        bags[f"#{number}"] = {**duck["items"], "Quacks": duck["quacks"]}
    bags |= {"Duck God": gamestate["duck_god"], "Old One": {"God Egg": gamestate["old_one"]["god_eggs"]}}
    if gamestate["disciple"]:
        bags["Disciple"] = {"Quacks": gamestate["disciple"]["quacks"]}
    yield from ((holder, item, count) for holder, bag in bags.items() for item, count in bag.items() if count)


@pytest.mark.parametrize("instant", INSTANTS)
def test_everybody_holds_what_the_ledger_says(printed: dict[str, Any], instant: str) -> None:
    found = {(holder, item): count for holder, item, count in goods_of(gamestate(printed, instant))}
    goods = {(holder, item): count for holder, bag in held(instant).items() for item, count in bag.items() if count}
    assert found == goods


def test_the_ledger_is_in_order_and_cites_clauses() -> None:
    instants = [entry.at for entry in ledger()]
    assert instants == sorted(instants)
    assert {entry.clause for entry in ledger()} <= set(GAME.clauses)


# --- what came about --------------------------------------------------------------------------------------------------


def test_what_is_refused(printed: dict[str, Any]) -> None:
    refused = [f"{each['observation']}#{each['n']} {each['code']}" for each in printed["refused"]]
    assert refused == TOLD["refused"]
    assert len({line.split()[1] for line in refused}) > 15


def test_what_came_about(printed: dict[str, Any]) -> None:
    assert [line for event in printed["events"] for line in short(event)] == TOLD["events"]


def short(event: dict[str, Any]) -> Iterator[str]:
    """An event in a few words, where it is one of those that the playthrough lists."""
    fields = {
        "pond_created": ("ponds",),
        "duck_coloured": ("duck", "colour"),
        "mission_started": ("duck", "potential"),
        "disciple_named": ("disciple",),
        "disciple_perished": ("disciple", "duck"),
        "retrieval_attempted": ("duck", "roll", "returned"),
        "loot_rolled": ("duck", "count", "item"),
        "auction_concluded": ("duck", "player", "amount"),
        "egg_hatched": ("new", "parent"),
        "duck_name_lost": ("duck", "called"),
        "ruling_overturned": ("ruling",),
        "proposal_retracted": ("message",),
        **dict.fromkeys(("proposal_adopted", "proposal_failed"), ("message", "for", "against")),
        **dict.fromkeys(("duck_uncoloured", "duck_removed", "losses_cut"), ("duck",)),
        **dict.fromkeys(("judge_appointed", "judge_resigned", "player_joined", "player_left"), ("player",)),
    }
    if event["event"] in fields:
        values = (str(event[each]) for each in fields[event["event"]])
        yield " ".join([event["at"][5:16].replace("T", " "), event["event"], *values])


def test_what_the_ducks_are_at_last(printed: dict[str, Any]) -> None:
    ducks = gamestate(printed, INSTANTS[-1])["ducks"]
    shown = {
        number: [
            *(duck["name"] or "", duck["owner"] or "", duck["pond"] or 0),
            *(duck["colour"] or "", duck["parent"] or 0),
        ]
        for number, duck in ducks.items()
    }
    assert shown == TOLD["ducks"]


@pytest.mark.parametrize("instant", TOLD["titles"])
def test_who_has_which_title(printed: dict[str, Any], instant: str) -> None:
    found = gamestate(printed, instant)["titles"]
    assert {title: holder for title, holder in found.items() if holder} == TOLD["titles"][instant]


def test_nothing_is_left_to_ask(printed: dict[str, Any]) -> None:
    assert printed["instants"][INSTANTS[-1]]["questions"] == []
