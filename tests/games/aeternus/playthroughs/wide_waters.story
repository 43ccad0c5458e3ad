# Four weeks of Aeternus, of our own writing: see wide_waters.toml. The ledger of what everybody holds is wide_waters.ledger.

2025-02-02 09:00:00 opening {"players": [{"id": "ana", "inventory": {"Wood": 41, "Thread": 4, "Steel": 15, "Gold": 2, "Stone": 16, "Hide": 3}}, {"id": "bob", "inventory": {"Gold": 2, "Quartz": 1, "Thread": 9, "Copper": 1, "Wood": 15}}, {"id": "cleo", "inventory": {"Wood": 14, "Thread": 5, "Resin": 3}}], "world": [{"at": [0, 0, 1], "biome": "Lake"}, {"at": [-1, 0, 0], "biome": "Deceased Dunes"}]}

# --- The first week: the world around the origin comes about, the lone Lake is fished in, and the first hex falls to corruption.
2025-02-02 11:01:00 cleo in game-actions a1: I join the game
2025-02-02 12:00:00 rolls d15,d24,d21,d100,d25,d21,d100: 15 12 21 80 5 1 60
2025-02-02 12:00:00 ana in game-actions a2: Scout Ashe and Mouth
2025-02-02 12:10:00 rolls d100,d100,d4,d2: 70 40 1 1
2025-02-02 12:10:00 ana in game-actions a3: Fish
2025-02-02 12:20:00 ana in game-actions a4: Forage
2025-02-02 13:00:00 rolls d100,d3,d2,d2: 20 3 2 1
2025-02-02 13:00:00 bob in game-actions a5: Craft Midas' Rod\nFish in North with Midas' Rod
2025-02-02 13:30:00 bob in game-actions a6: Traverse Mouth, then forage, then fish
2025-02-02 14:00:00 rolls d100: 71
2025-02-02 14:00:00 cleo in game-actions a7: Fish in (0,0,1) without a rod
2025-02-02 14:30:00 rolls d20,d21,d100,d85,d21,d100: 13 20 2 3 9 3
2025-02-02 14:30:00 cleo in game-actions a8: Scout South and Zest
2025-02-03 09:00:00 bob in proposals p1: More fish\nEverybody gains a rod.
2025-02-03 09:30:00 cleo in proposals p2: [Silly] Let there be dragons.
2025-02-03 10:00:00 ana in proposals p3: [Urgent] A typo in rule 3 is mended.
2025-02-03 11:00:00 bob -1 p3
2025-02-03 11:05:00 cleo -1 p3
2025-02-04 12:00:00 bob in judge-elections j1: I judge well.
2025-02-04 12:30:00 ana +1 j1
2025-02-04 12:31:00 cleo +1 j1
2025-02-06 08:00:00 dev in game-actions a9: I join the game
2025-02-06 09:00:00 cleo in game-actions a10: Traverse South, then traverse North
2025-02-06 10:00:00 ana in game-actions a11: Construct Pylon here
2025-02-06 10:10:00 ana in game-actions a12: Traverse South
2025-02-06 10:20:00 ana in game-actions a13: Construct a Pylon of Purity on (0,0,0)
2025-02-06 11:00:00 rolls d6,d6,d6: 5 3 3
2025-02-06 11:00:00 bob in game-actions a14: Forage\nForage\nForage
2025-02-06 11:10:00 bob in general a15: Forage
2025-02-06 12:00:00 rolls d100,d6: 20 3
2025-02-06 12:00:00 dev in game-actions a16: Traverse Weast
2025-02-06 12:30:00 dev in trades t1: I trade 2 Wood to @bob for 1 Thread
2025-02-07 10:00:00 ana +1 p1
2025-02-07 10:01:00 bob +1 p1
2025-02-07 10:02:00 cleo -1 p1
2025-02-07 10:03:00 cleo +1 p1

# --- The second week: a Judge is elected, two merge, flags and stations stand, and a fish is so fine that its quality has no name.
2025-02-09 09:00:00 ana in game-actions b1: Traverse North
2025-02-09 09:10:00 rolls d6,d6: 6 2
2025-02-09 09:10:00 bob in game-actions b2: Forage, then forage
2025-02-09 09:30:00 bob in game-actions b3: Craft a Foraging Pouch
2025-02-09 10:00:00 rolls d100,d100,d4,d2,d2,d2,d2,d2,d2,d2,d2,d2,d100,d100,d5: 1 1 2 2 2 2 2 2 2 2 2 1 70 100 4
2025-02-09 10:00:00 cleo in game-actions b4: Fish, then fish
2025-02-09 10:20:00 cleo in game-actions b5: I name quality 8 "<b>Mirthless</b>"
2025-02-09 10:30:00 ana in game-actions b6: Merge request: ana + cleo as "Northern Lights"
2025-02-09 10:31:00 ana +1 b6
2025-02-09 10:40:00 cleo +1 b6
2025-02-09 10:45:00 bob -1 b6
2025-02-09 11:00:00 dev in game-actions b7: Merge request: dev + bob
2025-02-09 11:30:00 ana in game-actions b8: Traverse Ashe\nConstruct Pylon here\nConstruct a Stag Station here\nConstruct Flag on (1,0,0)
2025-02-10 12:00:00 dev in request-for-justice r1: I request justice: A Lake is a hex.
2025-02-10 13:00:00 bob in request-for-justice r2: Ruling on r1: TRUE
2025-02-10 14:00:00 dev in request-for-justice r3: Vote of confidence on ruling r2
2025-02-10 14:10:00 ana -1 r3
2025-02-10 14:20:00 cleo +1 r3
2025-02-13 09:00:00 bob in game-actions b9: Forage
2025-02-13 09:30:00 bob in trades t2: I trade 2 Thread to @ana for 1 Hide
2025-02-13 10:00:00 ana in trades t3: I accept t2
2025-02-13 10:30:00 dev in trades t4: I accept t2
2025-02-13 11:00:00 bob in game-actions b10: Construct Flag here
2025-02-13 12:00:00 dev in game-actions b11: Scout North and Ashe
2025-02-13 12:10:00 dev in game-actions b12: Traverse Ashe
2025-02-14 09:00:00 cleo in game-actions b13: Craft Explosives and Torch

# --- The third week: a flag burns, the stagways are travelled, a ruling is overturned, and somebody leaves a faction.
2025-02-16 09:00:00 cleo in game-actions c1: Traverse Mouth
2025-02-16 09:10:00 cleo in game-actions c2: Burn Flag here
2025-02-16 09:20:00 ana in game-actions c3: Traverse South, then construct Stag Station here
2025-02-16 09:30:00 ana in game-actions c4: Travel the stagways to (0,1,0)
2025-02-16 09:40:00 ana in game-actions c5: Scout North and Ashe
2025-02-16 10:00:00 bob in request-for-justice r4: I overturn my ruling r2
2025-02-16 11:00:00 ana in proposals p4: [Urgent] The map is public.
2025-02-16 12:00:00 edit p4: [Urgent] The map is public and large.
2025-02-17 10:00:00 ana in game-actions c6: I leave my faction
2025-02-18 12:00:00 rolls d29,d21,d100,d16,d21,d100: 3 4 5 6 7 8
2025-02-18 12:00:00 bob in game-actions c7: Scout South and Mouth
2025-02-18 12:10:00 bob in game-actions c8: Construct Boardwalk here, then construct Flag on Mouth
2025-02-20 09:00:00 dev in game-actions c9: Traverse South
2025-02-20 10:00:00 bob in game-actions c10: Traverse South

# --- The fourth week: an explosion, somebody leaves, and what dice were not rolled for lapses.
2025-02-23 09:00:00 cleo in game-actions d1: Use explosives
2025-02-23 10:00:00 cleo in game-actions d2: I leave the game
2025-02-24 10:00:00 cleo in game-actions d3: I join the game
2025-02-25 10:00:00 rolls d6,d6,d6,d6: 1 6 2 5
2025-02-25 10:00:00 bob in game-actions d4: Forage; forage
2025-02-25 11:00:00 dev in trades t5: I give 1 Wood to @ana
2025-02-26 10:00:00 dev in game-actions d8: Scout Ashe and Mouth
2025-02-27 10:00:00 rolls d100,d100,d5: 10 90 5
2025-02-27 10:00:00 ana in game-actions d5: Fish in (0,0,1)
2025-02-28 10:00:00 bob in game-actions d6: I declare @dev reputable
2025-02-28 11:00:00 bob in game-actions d7: I resign as Judge
