"""Atomic Actions that a dynasty file declares, followed through lines, hand edits and dice."""

import html
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.blognomic.stories import looked_at
from tracker.app.asking.replay import replay_records, rows_of
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.games.blognomic.game import GAME
from tracker.render.pages import render

SITUATIONS = tomllib.loads(Path(__file__).with_name("atomic_actions.toml").read_text(encoding="utf-8"))
FILE = SITUATIONS["file"]
OTHER = 'name = "The Attic"\npage = "Attic"\n[[variable]]\nname = "Dust"\ntype = "integer"\n'
PLAYERS = [
    {"name": name, "status": "player", "admin": True, "emperor": False} for name in ("Ada", "Bo", "Cy", "Di", "Ed")
]
LINE = re.compile(r"(\d\d) (\d\d:\d\d) (?:another dynasty|(\w+) (.*?)(?: = (\d))?)")
HAND_EDIT = re.compile(r"sets (\w+) from (\w+) to (\w+)")


def instant(day: str, time: str) -> str:
    return f"2019-10-{day}T{time}:00Z"


def records(story: str) -> list[dict[str, Any]]:
    """The observations of a story."""
    start = {"at": "2019-10-01T00:00:00Z"}
    told: list[dict[str, Any]] = [
        {"kind": "setting", "id": "file", **start, "name": "dynasty", "value": FILE},
        {"kind": "roster", "id": "roster", **start, "players": PLAYERS},
    ]
    for nth, line in enumerate(story.strip().splitlines()):
        found = LINE.fullmatch(line)
        assert found is not None, line
        day, time, who, what, face = found.groups()
        seen = {"id": f"l{nth}", "at": instant(day, time)}
        if who is None:
            told.append({**seen, "kind": "setting", "name": "dynasty", "value": OTHER})
        elif edit := HAND_EDIT.fullmatch(what):
            variable, old, new = edit.groups()
            of = {"player": who, "variable": variable, "old": old, "new": new}
            told.append({**seen, "kind": "cell_change", "page": "Abbey", "editor": who, **of})
        else:
            told.append({**seen, "kind": "log_line", "page": "Abbey", "editor": who, "text": what})
        if face:
            told.append({**seen, "id": f"d{nth}", "kind": "roll", "sides": 6, "face": int(face), "for": f"l{nth}"})
    return told


@pytest.mark.parametrize("case", SITUATIONS["case"], ids=lambda case: case["name"])
def test_what_is_found_of_atomic_actions(case: dict[str, Any]) -> None:
    at = instant(*case["at"].split())
    printed = replay_records("blognomic", records(case["story"]), [at])["instants"][at]
    told = [f"{each['code']} {each['clause']} {each['text']}" for each in printed["findings"]]
    assert sorted(told) == sorted(case.get("findings", []))
    values = {**printed["gamestate"]["values"], "game": printed["gamestate"].get("game")}
    for holder, wanted in case.get("values", {}).items():
        assert {name: values[holder][name] for name in wanted} == wanted


def test_the_page_shows_how_far_an_atomic_action_is() -> None:
    rows = rows_of(GAME, records("02 10:00 Ada lay\n02 10:05 Ada kindle = 5"))
    shown = looked_at(fold(GAME, rows, parse_instant(instant("02", "12:00"))))
    drafts = GAME.pages(shown, GAME.catalogue())
    page = html.unescape(render(next(draft for draft in drafts if draft.region == "abilities")))
    assert "the Feast, begun" in page
    assert "done the Vigil: lay, the Vigil: kindle; still to be done" in page
    assert "<code>undo the Feast</code>" in page


def test_the_page_of_the_audit_shows_it_until_it_is_complete() -> None:
    for story, is_told in (("02 10:00 Ada lay", True), ("02 10:00 Ada lay\n02 10:05 Ada undo the Feast", False)):
        done = fold(GAME, rows_of(GAME, records(story)), parse_instant(instant("02", "12:00")))
        drafts = GAME.pages(looked_at(done), GAME.catalogue())
        page = html.unescape(render(next(draft for draft in drafts if draft.region == "audit")))
        assert ("Ada: the Feast, begun" in page) is is_told
        assert ("done the Vigil: lay; still to be done '''the Vigil: kindle'''" in page) is is_told


def test_its_age_is_told_anew_every_hour() -> None:
    rows = rows_of(GAME, records("02 10:00 Ada lay"))
    shown = looked_at(fold(GAME, rows, parse_instant(instant("02", "12:30"))))
    assert shown.next_instant == parse_instant(instant("02", "13:00"))
