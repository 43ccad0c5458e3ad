"""A lively fortnight of Aeternus of our own writing, with something for every page, and its pages at an instant."""

import json
from collections.abc import Mapping, Sequence

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.games.aeternus.game import GAME
from tracker.render.pages import render_regions

AETERNUS = GAME

_ROW = ["Meadow", "Deceased Dunes", "Forest", "Perilous Pass", "Swamp", "Lake"]
OPENING = {
    "cycle_started": "2025-02-05T15:00:00Z",
    "players": [
        {
            "id": "ana",
            "at": [0, 1, 0],
            "inventory": {"Wood": 12, "Thread": 3, "Foraging Pouch": 1, "Torch": 1, "Goldfish (quality 3)": 1},
            "joined": "2025-02-05T15:00:00Z",
        },
        {"id": "bob", "at": [0, 1, 0], "inventory": {"Hide": 2, "Classic Rod": 1}, "joined": "2025-02-05T15:10:00Z"},
        {"id": "cy", "at": [0, 0, 2], "inventory": {"Explosives": 1}, "joined": "2025-02-06T10:00:00Z"},
        {"id": "dee", "at": [40, 0, -1], "joined": "2025-02-06T11:00:00Z"},
    ],
    "world": [
        *({"at": [0, y, 0], "biome": biome} for y, biome in enumerate(_ROW, start=1)),
        *({"at": [0, 0, z], "biome": biome} for z, biome in enumerate(reversed(_ROW), start=1)),
        {"at": [1, 0, 0], "biome": "Meadow", "landmark": "Town"},
        {"at": [1, 1, 0], "biome": "Forest", "features": ["Flag", "Stag Station"], "flag_owner": "ana"},
        {"at": [2, 0, 0], "biome": "Swamp", "features": ["Corrupted"]},
        {"at": [2, 1, 0], "biome": "Lake", "features": ["Boardwalk"]},
        {"at": [0, 0, -1], "biome": "Perilous Pass", "features": ["Pylon of Purity"]},
        {"at": [0, -1, 0], "biome": "Deceased Dunes", "features": ["Flag"], "flag_owner": "bob"},
        {"at": [-3, 0, 2], "biome": "Deceased Dunes", "features": ["Corrupted"]},
        {"at": [40, 0, -1], "biome": "Forest", "features": ["Stag Station"]},
        {
            "at": [40, 0, -2],
            "biome": "Meadow",
            "landmark": "Town",
            "features": ["Flag", "Boardwalk"],
            "flag_owner": "cy",
        },
    ],
    "judge": "cy",
}
STORY = r"""
2025-02-07 09:00:00 eve in game-actions m1: I join the game
2025-02-07 10:00:00 rolls d6,d6: 2 6
2025-02-07 10:00:00 ana in game-actions m2: Forage
2025-02-07 10:30:00 ana in game-actions m3: Construct Flag here
2025-02-07 11:00:00 bob in game-actions m4: Merge request: bob + cy as "The <b>Duo</b>"
2025-02-07 11:01:00 bob +1 m4
2025-02-07 11:02:00 cy +1 m4
2025-02-07 12:00:00 ana in trades m5: I trade 4 Wood to @bob for 1 Hide
2025-02-07 12:30:00 bob in trades m6: I trade 1 Hide to @cy for 5 Wood
2025-02-07 13:00:00 cy in proposals m7: [Standard] There shall be more fish.
2025-02-07 13:30:00 ana in proposals m8: [Urgent] A typo is mended.
2025-02-07 13:31:00 bob +1 m8
2025-02-07 13:32:00 cy -1 m8
2025-02-07 13:33:00 zed +1 m8
2025-02-07 14:00:00 eve in request-for-justice m9: I request justice: Is a Lake wet?
2025-02-07 15:00:00 cy in request-for-justice m10: Ruling on m9: It is.
2025-02-07 16:00:00 eve in request-for-justice m11: Vote of confidence on ruling m10
2025-02-07 16:10:00 ana -1 m11
2025-02-07 17:00:00 ana in judge-elections m12: I would be a fine Judge.
2025-02-07 17:10:00 bob +1 m12
2025-02-07 18:00:00 rolls d6: 3
2025-02-07 18:00:00 cy in game-actions m13: Forage
2025-02-07 19:00:00 eve in game-actions m14: Fish
2025-02-07 19:30:00 cy in general m15: Scout North and Ashe
2025-02-07 20:00:00 eve in game-actions m16: Traverse Weast
2025-02-09 10:00:00 bob in trades m17: I accept m5
2025-02-11 10:00:00 dee in game-actions m18: Travel the stagways to (1,1,0)
"""
FORTNIGHT = f"2025-02-07 00:00:00 opening {json.dumps(OPENING)}\n{STORY}"
"""From a Friday on: foraging, a flag, a merge, trades, proposals, a ruling, a candidacy, open dice, and a journey."""

DURING, AFTER = "2025-02-07T21:00:00Z", "2025-02-11T15:00:00Z"
"""While much is open; in the week after."""

DOUBTFUL = f"2025-02-07 00:00:00 opening {json.dumps(OPENING)}\n{STORY}".replace(
    "2025-02-07 11:02:00 cy +1 m4",
    "2025-02-07 11:02:00 cy -1 m4\n2025-02-09 10:50:00..2025-02-09 11:10:00 cy removes -1 m4",
)
"""The same, with a vote that may or may not have been taken back in time, on which a merge hangs."""


def rows(story: str) -> list[ArchivedObservation]:
    """A story's rows."""
    return rows_of(AETERNUS, told(story, "aeternus"))


def gamestate(story: str, at: str) -> Gamestate:
    """What holds after a story."""
    return gamestate_at(AETERNUS, rows(story), parse_instant(at))


def drafts(story: str, at: str) -> Sequence[RegionDraft]:
    """The drafts of the pages after a story."""
    return AETERNUS.pages(gamestate(story, at), AETERNUS.catalogue())


def wikitexts(story: str, at: str) -> Mapping[str, str]:
    """Region -> wikitext after a story."""
    return {region.region: region.text for region in render_regions(drafts(story, at))}
