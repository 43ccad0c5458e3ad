"""A game of Nomicoup with something for every page, its pages at an instant, and one in which people have yet to decide what happened."""

import json
from functools import cache

from tests.games.chat_stories import told
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
DOUBTFUL = """
2021-05-01 10:00:00 ana in propositions p1: Proposition: Bank\\nType: Addition\\nUnder: 4.4\\nTitle: Bank\\nContent: Take 1 credit from each player.
2021-05-01 11:00:00 ben in propositions p2: Proposition: The other way\\nType: Content Edit\\nRule: 3.1\\nContent: 1: dee\\n2: cy\\n3: ben\\n4: ana
2021-05-01 12:00:00 ben ⬆️ p1
2021-05-04 09:00:00..2021-05-04 10:30:00 cy ⬇️ p1
2021-05-04 09:00:00..2021-05-04 11:30:00 dee ⬆️ p2
2021-05-04 12:00:00 look discord
"""
"""Reactions that were seen to be there only after the votes had ended: whether they count nobody knows."""
UNSETTLED = "2021-05-04T12:00:00Z"


@cache
def gamestate(at: str) -> Gamestate:
    """The playthrough at an instant."""
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, story()), parse_instant(at))


@cache
def doubtful(at: str = UNSETTLED, more: str = "") -> Gamestate:
    """The game in doubt at an instant, and what was said besides."""
    return gamestate_at(
        NOMICOUP, rows_of(NOMICOUP, told(OPENED + DOUBTFUL + more, "nomicoup", "in doubt")), parse_instant(at)
    )


def wikitexts(state: Gamestate) -> dict[str, str]:
    """Region -> its wikitext."""
    return {each.region: each.text for each in render_regions(NOMICOUP.pages(state, NOMICOUP.catalogue()))}
