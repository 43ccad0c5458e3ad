"""A game of Nomicoup with something for every page, its pages at an instant."""

import json
from functools import cache

from tests.games.nomicoup.two_exiles import story
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.games.registry import game
from tracker.render.pages import render_regions

NOMICOUP = game("nomicoup")
CHAIN, VOTED, MUST_COUP, AT_LAST = (
    "2021-05-01T12:15:00Z",
    "2021-05-03T19:00:00Z",
    "2021-05-05T20:30:00Z",
    "2021-05-11T10:10:00Z",
)
"""A challenge is open; much is voted on; only Coup is allowed; the game is over and all is published."""
OPENING = {
    "players": [
        {"id": name, "hand": [card, card]}
        for name, card in {"ana": "Duke", "ben": "Captain", "cy": "Contessa", "dee": "Assassin"}.items()
    ],
    "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
}
OPENED = f"2021-05-01 00:00:00 opening {json.dumps(OPENING)}"


@cache
def gamestate(at: str) -> Gamestate:
    """The playthrough at an instant."""
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, story()), parse_instant(at))


def wikitexts(state: Gamestate) -> dict[str, str]:
    """Region -> its wikitext."""
    return {each.region: each.text for each in render_regions(NOMICOUP.pages(state, NOMICOUP.catalogue()))}
