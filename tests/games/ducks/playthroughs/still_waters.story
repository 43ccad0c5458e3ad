# Four weeks of Ducks, of our own writing: see still_waters.toml. The ledger of what everybody holds is still_waters.ledger.

2021-03-07 12:00:00 opening {"players": [{"id": "ana", "items": {"Seeds": 12, "Grapes": 1}}, {"id": "ben", "items": {"Seeds": 20, "Blood Orange": 1}}, {"id": "cleo", "items": {"Mango Slice": 1}}, {"id": "dev"}], "ducks": [{"id": 1, "name": "Puddle", "owner": "ana", "quacks": 10, "pond": 1}, {"id": 2, "name": "Moss", "owner": "ana", "quacks": 5, "pond": 1}, {"id": 3, "name": "Bob", "owner": "ben", "quacks": 12, "pond": 1}, {"id": 4, "name": "Fern", "owner": "cleo", "quacks": 8, "pond": 1, "colour": "Red"}, {"id": 5, "owner": "dev"}, {"id": 6, "name": "Lost", "quacks": 3, "pond": 1, "colour": "Blue"}], "duck_god": {"God Egg": 2}}

# --- The first week: somebody joins, ducks are fed, one goes scouting, an auction begins, and the first Disciple comes and perishes.
2021-03-07 13:00:00 rolls d4,d4: 2 3
2021-03-07 13:00:00 dev in game-actions a1: I name my duck Waddle; I assign Waddle to pond 1
2021-03-07 14:00:00 eve in general a2: I join the game
2021-03-07 14:05:00 eve in game-actions a3: I join the game.
2021-03-07 14:10:00 eve in game-actions a4: I name #7 "Jeffery".
2021-03-07 14:15:00 roll 6 6
2021-03-07 14:15:00 eve in game-actions a5: I name #7 "Jeffrey"; I put Jeffrey in pond 1; I roll for a new pond
2021-03-07 15:00:00 roll 6 4
2021-03-07 15:00:00 ben in game-actions a6: I feed "Puddle" with Blood Orange.
2021-03-07 15:30:00 roll 6 2
2021-03-07 15:30:00 ana in game-actions a7: I feed "Bob".
2021-03-07 15:31:00 ana in game-actions a8: I feed "Fern".
2021-03-07 15:32:00 roll 6 6
2021-03-07 15:32:00 ana in game-actions a9: I feed my "Moss" with Grapes
2021-03-07 16:00:00 roll 12 7
2021-03-07 16:00:00 cleo in game-actions a10: I send "Fern" scouting.
2021-03-08 10:00:00 dev in game-actions a11: I feed "Fern" with Mango Slice
2021-03-08 10:05:00 roll 6 3
2021-03-08 10:05:00 dev in game-actions a12: I feed "Fern".
2021-03-08 11:00:00 ana in game-actions a13: I trade 10 Seeds to @ben for nothing.
2021-03-08 11:30:00 cleo in game-actions a14: I consent to @ana's trade.
2021-03-08 12:00:00 ben in game-actions a15 re a13: agreed
2021-03-09 10:00:00 ben in proposals p1: Proposal: Kindness\nEverybody gains 5 Seeds.
2021-03-09 11:00:00 eve in proposals p2: Urgent Proposal: Be quick
2021-03-09 12:00:00 ana updownTrung p2
2021-03-09 12:05:00 ben updownTrung p2
2021-03-10 20:00:00 eve in game-actions a16: I bid 0 Quacks on "Lost".
2021-03-10 21:00:00 ana in game-actions a17: I bid 9 on Lost
2021-03-10 22:00:00 ben in game-actions a18: I bid 9 on Lost
2021-03-10 23:00:00 ana in game-actions a19: "Puddle" performs Quack Attack on "Bob" with 4 Quacks.
2021-03-11 00:00:00 rolls d20,d20,d20: 3 4 5
2021-03-11 00:00:00 json {"kind": "name_drawn", "id": "n1", "name": "Waddles"}
2021-03-11 10:00:00 rolls d12,d20,d6,d6: 9 4 3 5
2021-03-11 10:00:00 cleo in game-actions b1: I retrieve "Fern"; I roll loot for "Fern"
2021-03-11 12:00:00 rolls d7,d6: 1 2
2021-03-11 12:00:00 ben in game-actions b2: "Bob" performs Quack Attack on Duck Disciple with 10 Quacks.
2021-03-11 12:01:00 ben in game-actions b3: "Bob" performs Quack Attack on the Disciple with 2 Quacks.
2021-03-11 13:00:00 ana in game-actions b4: I send "Moss" scouting with +1.
2021-03-11 14:00:00 ana gatorTrung p1
2021-03-11 14:01:00 cleo gatorTrung p1
2021-03-11 14:02:00 dev updownTrung p1
2021-03-11 14:03:00 ben updownTrung p1
2021-03-12 09:00:00 rolls d7,d6: 4 5
2021-03-12 09:00:00 ana in game-actions b5: "Moss" performs Quack Attack on "Disciple Waddles" with 12 Quacks.
2021-03-12 10:00:00 rolls d7,d6,d6,d6,d6,d20,d10: 3 1 6 2 4 20 10
2021-03-12 10:00:00 cleo in game-actions b6: "Fern" performs Quack Attack on Duck Disciple with 2 Quacks; "Fern" performs Lay Egg with 10 Quacks.
2021-03-12 12:00:00 eve in game-actions b7: I bid 10 on Lost
2021-03-13 10:00:00 ana in game-actions b8: I pay my bid on "Lost" with 8 from "Puddle" and 1 from "Moss".
2021-03-14 00:00:00 rolls d20,d20,d20: 10 10 10
2021-03-14 00:00:00 json {"kind": "name_drawn", "id": "n2", "name": "Waddles"}
2021-03-14 09:00:00 correct p1 {"set": {"pointer": "/players/ana/items/Seeds", "value": 7}}
2021-03-14 09:00:00 correct p1 {"set": {"pointer": "/players/ben/items/Seeds", "value": 35}}
2021-03-14 09:00:00 correct p1 {"set": {"pointer": "/players/cleo/items/Seeds", "value": 13}}
2021-03-14 09:00:00 correct p1 {"set": {"pointer": "/players/dev/items/Seeds", "value": 5}}
2021-03-14 09:00:00 correct p1 {"set": {"pointer": "/players/eve/items/Seeds", "value": 5}}

# --- The second week: a duck hatches, a Smoothie cools another, one is eaten, there is a Judge, and somebody leaves.
2021-03-14 10:00:00 rolls d6,d4,d7: 1 4 5
2021-03-14 10:00:00 eve in game-actions c1: I feed "Puddle".
2021-03-14 11:00:00 cleo in game-actions c2: "Fern" performs Hatch Egg; I name #8 "Kid"; I assign Kid to pond 2
2021-03-14 11:30:00 roll 6 2
2021-03-14 11:30:00 dev in game-actions c3: I roll for a new pond
2021-03-14 11:31:00 dev in game-actions c4: I roll for a new pond
2021-03-14 12:00:00 cleo in game-actions c5: "Fern" performs Adopt on "Kid".
2021-03-15 10:00:00 ana in game-actions c6: "Moss" performs Make Smoothie with Grapes and Seeds, style Icy.
2021-03-15 11:00:00 cleo in game-actions c7: I trade 1 Mango Slice to @ben for 5 Seeds.
2021-03-15 11:10:00 ben in game-actions c8 re c7: deal
2021-03-15 12:00:00 ben in game-actions c9: "Bob" performs Make Smoothie with Seeds and Mango Slice, style Icy.
2021-03-15 13:00:00 roll 6 5
2021-03-15 13:00:00 ben in game-actions c10: I feed "Fern" with Icy Seeds-Mango Slice Smoothie.
2021-03-15 14:00:00 cleo in game-actions c11: I send "Fern" scouting.
2021-03-16 10:00:00 ana in game-actions c12: "Puddle" performs Cannibalism on "Lost".
2021-03-16 10:05:00 ana in game-actions c13: I feed "Lost".
2021-03-16 12:00:00 ana in game-actions c14: I appoint myself Judge.
2021-03-16 13:00:00 ben in game-actions c15: I assent to @ana becoming Judge.
2021-03-16 14:00:00 cleo in game-actions c16: I assent to @ana becoming Judge.
2021-03-16 15:00:00 ana in game-actions c17: "Puddle" performs Divine Scrambler on Duck God with 20 Quacks.
2021-03-17 11:00:00 eve in game-actions c18: I leave the game.
2021-03-17 12:00:00 dev in game-actions c19: I bid 1 on Jeffrey
2021-03-17 12:05:00 cleo in game-actions c20: I bid 2 on Jeffrey; I bid 3
2021-03-18 10:00:00 ana in game-actions d1: I feed "Fern" with 10 Seeds.
2021-03-18 10:05:00 roll 6 6
2021-03-18 10:05:00 ana in game-actions d2: I feed "Fern".
2021-03-18 11:00:00 roll 12 12
2021-03-18 11:00:00 cleo in game-actions d3: I send "Fern" scouting.
2021-03-18 12:00:00 ben in game-actions d4: I move "Bob" to pond 2.
2021-03-18 12:30:00 ben in game-actions d5: I move Bob to pond 3
2021-03-19 10:00:00 dev in proposals p3: Proposal: Longer names
2021-03-19 11:00:00 ben in game-actions d6: Request for justice: May a duck eat itself?
2021-03-19 12:00:00 ana in game-actions d7: Response to request d6: It may.
2021-03-20 09:00:00 edit p3: Proposal: Much longer names
2021-03-20 10:00:00 dev in game-actions d8: I initiate a vote of confidence on ruling d7.
2021-03-20 11:00:00 dev in game-actions d9: I vote to overturn ruling d7.
2021-03-20 11:05:00 cleo in game-actions d10: I vote to overturn ruling d7.
2021-03-20 11:10:00 ana in game-actions d11: I vote to affirm ruling d7.

# --- The third week: a retrieval brings a duck, which loses its name and collapses; nobody can steal; somebody joins.
2021-03-21 10:00:00 rolls d12,d4,d7: 12 3 7
2021-03-21 10:00:00 cleo in game-actions e1: I retrieve Fern
2021-03-21 11:00:00 roll 20 11
2021-03-21 11:00:00 cleo in game-actions e2: I roll loot for Fern; I name #9 "Moss"; I assign #9 to pond 2
2021-03-21 11:30:00 cleo in game-actions e3: I name #9 "Dot".
2021-03-21 12:00:00 cleo in game-actions e4: I give 1 Abundant Nothing to my duck "Dot".
2021-03-22 09:00:00 roll 12 3
2021-03-22 09:00:00 ben in game-actions e5: I send "Bob" scouting.
2021-03-22 11:00:00 ana in general e6: I resign as Judge.
2021-03-22 12:00:00 roll 6 3
2021-03-22 12:00:00 dev in game-actions e7: I feed "Kid".
2021-03-23 10:00:00 cleo in game-actions e8: "Fern" performs Steal Duck on "Puddle".
2021-03-23 11:00:00 ana in game-actions e9: "Puddle" performs Steal Duck on "Kid".
2021-03-23 12:00:00 ana in game-actions e10: "Puddle" performs Steal Duck on "Fern".
2021-03-24 10:00:00 roll 12 5
2021-03-24 10:00:00 cleo in game-actions e11: I send "Fern" scouting; I send "Fern" scouting
2021-03-25 10:00:00 roll 12 2
2021-03-25 10:00:00 ben in game-actions f1: I retrieve "Bob".
2021-03-25 11:00:00 ben in game-actions f2: I cut my losses on "Bob".
2021-03-25 12:00:00 cleo in game-actions f3: I cut my losses on "Fern".
2021-03-25 13:00:00 fay in game-actions f4: I join the game.
2021-03-25 13:05:00 fay in game-actions f5: I name my duck Pip; I assign Pip to pond 2
2021-03-25 14:00:00 roll 6 4
2021-03-25 14:00:00 fay in game-actions f6: I feed "Bob".
2021-03-26 10:00:00 rolls d8,d6: 6 2
2021-03-26 10:00:00 ana in game-actions f7: "Moss" performs Quack Attack on Duck Disciple with 6 Quacks.
2021-03-27 10:00:00 ben in game-actions f8: I retrieve Bob

# --- The fourth week: loot, an Egg without a parent, a duck that eats itself, a parent, and a proposal.
2021-03-28 10:00:00 rolls d12,d4,d8,d20: 8 4 4 9
2021-03-28 10:00:00 ben in game-actions g1: I retrieve Bob; I roll loot for Bob
2021-03-29 10:00:00 cleo in game-actions g2: I give 1 Egg to my duck "Fern"; "Fern" performs Hatch Egg.
2021-03-29 11:00:00 roll 6 6
2021-03-29 11:00:00 fay in game-actions g3: I feed "Jeffrey".
2021-03-30 10:00:00 dev in game-actions g4: "Waddle" performs Cannibalism on "Waddle".
2021-03-30 11:00:00 dev leaves the server
2021-03-31 10:00:00 ana in proposals p4: Proposal: Peace
2021-04-01 09:00:00 ana gatorTrung p4
2021-04-01 09:05:00 ben gatorTrung p4
2021-04-01 09:10:00 cleo updownTrung p4
2021-04-01 09:15:00 dev updownTrung p4
2021-04-02 10:00:00 ana in game-actions h1: "Moss" performs Quack Attack on "Bob" with 2 Quacks.
2021-04-02 11:00:00 ana in game-actions h2: "Moss" performs Adopt on "Puddle".
2021-04-04 12:00:00 look discord
