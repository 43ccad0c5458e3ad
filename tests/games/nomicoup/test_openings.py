"""A gamestate that people state: it gives the same names back, and what of it cannot be is told without a card."""

import json
from typing import Any

import pytest

from tests.games.chat_stories import ChatCase, records, told
from tests.games.nomicoup.test_cases import CASES
from tracker.app.replay import gamestates
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.games.nomicoup import GAME
from tracker.mechanics.stated import left_open

NOT_STATED = {"entering", "waiting_for_cards", "shuffles", "secret_hash", "words", "over_at", "nonces"}
"""What is printed and cannot be stated: groups that ask to enter, what waits for cards, and what was published of the deck."""
AT = "2021-05-01T00:00:00Z"


def last(case: ChatCase) -> Gamestate:
    rows = records(case)
    return gamestates(GAME, rows, [max(str(row.get("at") or row["not_after"]) for row in rows)])[-1]


def stated_anew(case: ChatCase) -> tuple[dict[str, Any], Gamestate]:
    """What a case ends with, and what is printed once that was stated at its end, with the same settings."""
    before = last(case)
    at = before.record()["gamestate"] and max(str(row.get("at") or row["not_after"]) for row in records(case))
    values = before.values_for(secrets=True)
    settings = [row for row in records(case) if row["kind"] == "setting"]
    opening = {"kind": "opening", "id": "again", "game": "nomicoup", "at": at, "state": values}
    return values, gamestates(GAME, [*settings, opening], [at])[-1]


def is_told(case: ChatCase) -> bool:
    """Whether a case ends in a gamestate in which nothing is undetermined and nothing waits for a shuffle that is known."""
    found = last(case)
    return UNDETERMINED not in json.dumps(found.values) and not any(
        finding.code in ("SHUFFLE_AWAITED", "SHUFFLE_UNFIT") for finding in found.findings
    )


@pytest.mark.parametrize(
    "case", [case for case in CASES if is_told(case)], ids=lambda case: f"{case.chapter}: {case.name}"
)
def test_what_is_printed_can_be_stated_and_is_the_same(case: ChatCase) -> None:
    values, again = stated_anew(case)
    printed = again.values_for(secrets=True)
    assert [finding.text for finding in again.findings if finding.code == "OPENING_NOT_UNDERSTOOD"] == []
    differing = {
        name: (values[name], printed[name])
        for name in values
        if name not in NOT_STATED and values[name] != printed[name]
    }
    assert differing == {}


def opened(state: str) -> Gamestate:
    return gamestates(GAME, told(f"2021-05-01 00:00:00 opening {state}", "nomicoup"), [AT])[-1]


def amiss(state: str) -> list[str]:
    return [each.text for each in opened(state).findings if each.code == "OPENING_NOT_UNDERSTOOD"]


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ('{"playrs": []}', "did you mean players?"),
        ('{"status": "begun"}', "the status is waiting, running, over, not 'begun'"),
        ('{"players": [{"credits": 2}]}', "an entry of players has no id"),
        ('{"players": [{"id": "ana", "credits": -1}]}', "ana cannot have -1 credits"),
        ('{"players": [{"id": "ana", "hand": ["King"]}]}', "ana: cards are a list of Duke"),
        ('{"players": ["ana"], "turn": "ben"}', "somebody who is not among the players"),
        ('{"players": ["ana"], "order": ["ben"]}', "the order names somebody"),
        ('{"rules": [{"id": "1.1", "title": "A", "content": "a"}]}', "rule 1.1 has no parent"),
        ('{"players": ["ana"], "turn": {"player": "ana", "started_at": "soon"}}', "must be an instant"),
        ('{"players": ["ana"], "pending": {"actor": "zoe", "kind": "Steal"}}', "pending needs a player as its actor"),
        ('{"propositions": {"x": {}}}', "'x' is no number"),
        ('{"propositions": {"1": {"status": "open"}}}', "its status is active"),
        ('{"clarifications": [{"text": "?"}]}', "is no number"),
    ],
)
def test_what_cannot_be_is_told(state: str, why: str) -> None:
    assert any(why in text for text in amiss(state)), amiss(state)
    assert any(why in text for text in GAME.opening_problems(json.loads(state), {}))


def test_no_card_is_told_of_a_gamestate_that_cannot_be() -> None:
    found = opened(
        '{"status": "running", "players": [{"id": "ana", "hand": ["Duke", "Spy"]}], "deck": ["Contessa", "Spy"]}'
    )
    texts = " ".join(finding.text for finding in found.findings)
    assert "Spy" not in texts
    assert "Contessa" not in json.dumps(dict(found.values)).replace(json.dumps(found.values["rules"]), "")


def test_what_is_left_out_has_its_default() -> None:
    values = opened('{"players": ["ana", "ben"], "turn": "ben"}').values
    assert values["status"] == "running"
    assert (values["treasury"], values["round"], values["order"]) == (46, 1, ["ana", "ben"])
    assert values["players"]["ana"]["influence"] == 2
    assert values["deck_count"] == 11
    assert values["turn"] == {
        "player": "ben", "started_at": AT, "ends_at": "2021-05-03T00:00:00Z", "must_coup": False,
    }  # fmt: skip
    waiting = opened('{"players": ["ana", "ben"]}').values
    assert (waiting["status"], waiting["treasury"], waiting["players"]["ana"]["credits"]) == ("waiting", 50, 0)


def test_amounts_that_people_state_are_rounded_when_they_are_carried_out() -> None:
    amounts = {"Income": 2.5, "Foreign Aid": "0.4", "Tax": -3, "Steal": "sqrt(-1)", "Exchange": 2.4}
    state = {"players": ["ana", "ben"], "turn": "ana", "unit_amounts": amounts}
    values = opened(json.dumps(state)).values
    assert values["unit_amounts"] == {"Income": 3, "Foreign Aid": 0, "Tax": 0, "Steal": 0, "Exchange": 2}


def test_the_draft_of_an_opening_is_for_people_to_fill_in() -> None:
    draft = GAME.opening_draft([])
    assert "players[0].hand" in set(left_open(draft))
    assert "secret" in GAME.opening_note


def test_people_are_stated_by_any_name_of_theirs() -> None:
    stated = {
        "players": [{"id": "Ann", "members": ["Ann", "Bo"]}],
        "order": ["Ann"],
        "turn": {"player": "Ann"},
        "propositions": {"1": {"proponent": "Bo", "votes": {"Ann": "up"}}},
        "pending": {"actor": "Ann", "claim": {"challenger": "Bo"}},
    }
    assert GAME.with_people(stated, str.lower) == {
        "players": [{"id": "ann", "members": ["ann", "bo"]}],
        "order": ["ann"],
        "turn": {"player": "ann"},
        "propositions": {"1": {"proponent": "bo", "votes": {"ann": "up"}}},
        "pending": {"actor": "ann", "claim": {"challenger": "bo"}},
    }
