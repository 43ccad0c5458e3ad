"""A lively fortnight of Ducks of our own writing, with something for every page."""

import json

OPENING = {
    "players": [
        {"id": "ana", "items": {"Seeds": 12, "Grapes": 2, "Blood Orange": 1, "Egg": 1, "God Egg": 2}},
        {"id": "ben", "items": {"Watermelon Slice": 1}},
        {"id": "cy"},
    ],
    "ponds": 2,
    "ducks": [
        {
            "id": 1,
            "owner": "ana",
            "name": "Puddle",
            "pond": 1,
            "quacks": 29,
            "colour": "Red",
            "items": {"Egg": 1},
            "eggs": [1],
        },
        {"id": 2, "owner": "ana", "name": "Moss", "pond": 1, "quacks": 14, "colour": "Blue", "parent": 1},
        {"id": 3, "owner": "ben", "name": "Bob", "pond": 1, "quacks": 20, "colour": "Red"},
        {"id": 4, "owner": "ben", "name": "Moe", "pond": 2, "quacks": 3, "parent": 3},
        {"id": 5, "owner": "cy"},
        {"id": 6, "name": "Lost", "pond": 2, "quacks": 1, "colour": "Green"},
        {"id": 7},
    ],
    "duck_god": {"God Egg": 5},
    "old_one": {"god_eggs": 20},
    "disciple": {"name": "Disciple Waddles", "quacks": 30, "damaged_by": [3]},
    "disciple_names_used": {"Waddles": 1},
    "judge": "cy",
}
STORY = r"""
2021-03-08 00:00:30 set old_one_acts = "never"
2021-03-08 09:00:00 dee in game-actions m1: I join the game.
2021-03-08 10:00:00 rolls d6: 4
2021-03-08 10:00:00 ana in game-actions m2: I feed "Bob". I feed "Moe".
2021-03-08 10:30:00 rolls d6: 2
2021-03-08 10:30:00 ben in game-actions m3: I feed "Puddle" with Watermelon Slice.
2021-03-08 11:00:00 rolls d12: 7
2021-03-08 11:00:00 ana in game-actions m4: I send "Puddle" scouting.
2021-03-08 12:00:00 rolls d5,d6: 2 3
2021-03-08 12:00:00 ben in game-actions m5: "Bob" performs Quack Attack on Duck Disciple with 4 Quacks.
2021-03-08 13:00:00 cy in proposals m6: Proposal: More ponds
2021-03-08 13:30:00 dee in proposals m7: Urgent Proposal: Fix a typo
2021-03-08 13:31:00 ana gatorTrung m7
2021-03-08 13:32:00 ben updownTrung m7
2021-03-08 13:33:00 zed gatorTrung m7
2021-03-08 14:00:00 ana in game-actions m8: I trade 10 Seeds to @ben for 1 Grapes.
2021-03-08 14:30:00 ben in game-actions m9: I bid 3 Quacks on "Lost".
2021-03-08 15:00:00 ana in game-actions m10: I bid 5 on "Lost"; I bid 4 on duck #7, calling it "Waif"
2021-03-08 15:30:00 dee in game-actions m11: Request for justice: May a duck eat itself?
2021-03-08 16:00:00 cy in game-actions m12: Response to request m11: It may.
2021-03-08 16:30:00 dee in game-actions m13: I initiate a vote of confidence on ruling m12.
2021-03-08 16:40:00 ana in game-actions m14: I vote to overturn ruling m12.
2021-03-08 17:00:00 ana in game-actions m15: "Puddle" performs Hatch Egg laid by "Puddle".
2021-03-08 17:30:00 ana in game-actions m16: ||I feed "Bob"||
2021-03-08 18:00:00 cy in general m17: I feed "Bob".
2021-03-08 18:30:00 cy in game-actions m18: I name #5 "Fern"; I assign "Fern" to pond 2
2021-03-09 10:00:00 ana in game-actions m19: "Moss" performs Make Smoothie with Grapes and Blood Orange, style Icy.
2021-03-11 10:00:00 rolls d12: 9
2021-03-11 10:00:00 ana in game-actions m20: I retrieve "Puddle".
2021-03-11 11:00:00 ben in game-actions m21: "Bob" performs Cannibalism on "Moe".
2021-03-11 12:00:00 ben in game-actions m22: I accept trade m8.
2021-03-11 13:00:00 dee in game-actions m23: I leave the game.
2021-03-11 13:30:00 dee gatorTrung m6
2021-03-11 14:00:00 ana gatorTrung m6
2021-03-15 09:00:00 ben in game-actions m24: "Bob" performs Adopt on "Bob".
"""
FORTNIGHT = f"2021-03-08 00:00:00 opening {json.dumps(OPENING)}\n{STORY}"
"""From a Monday to the Monday after: feedings, a mission, a Quack Attack, auctions, proposals, a ruling, an Egg and a leaver."""
