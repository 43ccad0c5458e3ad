"""When something happens next although nobody acts: what ``tracker run`` sets its alarm to."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.situations import Case, iso, records
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.instants import parse_instant
from tracker.games.registry import game

GAME = game("blognomic")
CASES = tomllib.loads(Path(__file__).with_name("next_instants.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_next_instant_is_named(case: dict[str, Any]) -> None:
    rows = rows_of(GAME, records(Case(case["name"], "", (), case["story"], ())))
    for looked_at, wanted in case["next"]:
        found = gamestate_at(GAME, rows, parse_instant(iso(looked_at))).next_instant
        assert found == parse_instant(iso(wanted)), looked_at
