"""A gamestate that people state: it gives the same names back, and what of it cannot be is told without a card."""

import json
from typing import Any

import pytest

from tests.games.chat_stories import ChatCase, records, told
from tests.games.nomicoup.test_cases import CASES
from tracker.app.asking.replay import gamestates
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import parse_instant
from tracker.games.nomicoup import GAME

NOT_STATED = {"entering", "waiting_for_cards", "shuffles", "secret_hash", "over_at"}
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
    strange = {finding.text for finding in last(case).findings}
    new = [finding for finding in again.findings if finding.text not in strange and "of the rules" not in finding.text]
    assert [finding.text for finding in new if finding.code == "OPENING_NOT_UNDERSTOOD"] == []
    differing = {
        name: (values[name], printed[name])
        for name in values
        if name not in NOT_STATED and values[name] != printed[name]
    }
    assert differing == {}


def opened(state: dict[str, Any]) -> Gamestate:
    row = {"kind": "opening", "id": "o", "at": AT, "game": "nomicoup", "state": state}
    return gamestates(GAME, [row], [AT])[-1]


RUNNING = {"players": ["ana", "ben"], "turn": {"player": "ana", "started_at": AT}}


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"playrs": []}, "playrs"),
        ({"status": "begun"}, "status"),
        ({"players": [{"id": "ana", "credits": -1}]}, "credits"),
        ({"players": ["ana"], "turn": "ben"}, "ben is not among the players"),
        ({"players": ["ana"], "order": ["ben"]}, "ben is not among the players"),
        ({"players": ["ana"], "candidates": ["ben"]}, "ben is not among the players"),
        (
            {"players": ["ana"], "pending": {"actor": "ana", "kind": "Coup", "announced_at": AT, "target": "ben"}},
            "ben is not among the players",
        ),
        ({"rules": [{"id": "1.1", "title": "A", "content": "a"}]}, "rule 1.1 has no parent"),
        ({"players": ["ana"], "turn": {"player": "ana", "started_at": "soon"}}, "started_at"),
        ({"players": [{"id": "ana", "credits": 30}, {"id": "ben", "credits": 21}], "turn": "ana"}, "51 credits"),
        ({**RUNNING, "words": {"ana": {"wrod": "duck"}}}, "wrod"),
    ],
)
def test_what_cannot_be_is_told_and_holds_not(state: dict[str, Any], why: str) -> None:
    assert any(why in text for text in GAME.opening_problems(state, {}, parse_instant(AT)))
    found = opened(state)
    assert [each.code for each in found.findings if why in each.text] == ["NOT_UNDERSTOOD"]
    assert found.values["players"] == {}


def test_what_is_left_out_has_its_default() -> None:
    values = opened({"players": ["ana", "ben"], "turn": "ben"}).values
    assert values["status"] == "running"
    assert (values["treasury"], values["round"], values["order"]) == (46, 1, ["ana", "ben"])
    assert (values["players"]["ana"]["influence"], values["deck_count"]) == (2, 11)
    assert values["turn"] == {
        "player": "ben", "started_at": AT, "ends_at": "2021-05-03T00:00:00Z", "must_coup": False,
    }  # fmt: skip
    waiting = opened({"players": ["ana", "ben"]}).values
    assert (waiting["status"], waiting["treasury"], waiting["players"]["ana"]["credits"]) == ("waiting", 50, 0)


def test_no_card_is_told_of_a_gamestate_that_cannot_be() -> None:
    found = opened({"status": "running", "players": [{"id": "ana", "hand": ["Duke", "Spy"], "credits": 51}]})
    texts = " ".join(finding.text for finding in found.findings)
    assert "credits" in texts
    assert "Spy" not in texts


PLAYED = """
2021-05-01 01:00:00 ana in general e0: I request to become a player.
2021-05-01 01:00:01 ben in general e1: I request to become a player.
2021-05-01 01:10:30 ben in general p2: I pledge {sha256:duck x7}.
2021-05-01 01:11:00 ana in general p3: I pledge {sha256:tea}.
2021-05-01 01:13:00 ana in general c1: The pledges are closed.
2021-05-01 01:14:00 ana in general w1: My word is tea.
2021-05-01 01:15:00 ben in general w2: My word is duck, salt x7.
2021-05-01 02:00:00 ana in general s1: Start the game.
"""


def test_words_that_are_printed_and_stated_again_are_mixed_in_the_same_order() -> None:
    at = "2021-05-01T02:00:00Z"
    before = gamestates(GAME, told(PLAYED, "nomicoup"), [at])[-1]
    opening = {"kind": "opening", "id": "o", "at": at, "game": "nomicoup", "state": before.values_for(secrets=True)}
    again = gamestates(GAME, [opening], [at])[-1]
    assert before.dealing is not None
    assert again.dealing is not None
    assert again.dealing.words == before.dealing.words == ("duck", "tea")
    assert again.values["words"] == before.values["words"]
