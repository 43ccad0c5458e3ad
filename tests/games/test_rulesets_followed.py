"""The ruleset page of each game that is played in chat, as it is known: nothing on it is new or in doubt, and what is added is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import replay_records
from tracker.games.chat_game.nomic import ChatNomic
from tracker.games.registry import game

PAGES = {"aeternus": "aeternus", "ducks": "ducks", "round10": "round-10"}


def page_of(slug: str) -> str:
    return (Path(__file__).parents[1] / "rulesets" / f"{PAGES.get(slug, slug)}.wikitext").read_text(encoding="utf-8")


def findings(slug: str, page: str) -> list[tuple[str, str]]:
    """Code and beginning of all that is found once the game's ruleset page reads so."""
    played = game(slug)
    assert isinstance(played, ChatNomic)
    title = str(played.parameters["ruleset_page"].values[-1].value)
    row: dict[str, Any] = {
        "kind": "page_revision",
        "id": f"revision:{title}:1",
        "page": title,
        "revision": 1,
        "text": page,
    }
    row |= {"parent": 0, "editor": "Bo", "summary": ""}
    records = told(f"2025-02-06 12:00:00 json {json.dumps(row)}", slug)
    (shown,) = replay_records(slug, records, ["2025-02-06T13:00:00Z"])["instants"].values()
    return [(each["code"], each["text"].partition(" stands")[0]) for each in shown["findings"]]


@pytest.mark.parametrize("slug", PAGES)
def test_the_known_page_has_nothing_new(slug: str) -> None:
    assert findings(slug, page_of(slug)) == []


def test_a_rule_that_holds_others_together_is_new_once_it_says_more() -> None:
    page = page_of("aeternus")
    more = page.replace("define fishing rod class items.", "define fishing rod class items. A rod breaks when used.")
    assert more != page
    assert findings("aeternus", more) == [("NEW_RULE", "Items › Crafting › Fishing Rods")]
