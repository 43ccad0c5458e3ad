2021-08-01 12:00:00 opening {"players": [{"id": "ana", "chips": 5, "trungs": 12, "cards": {"9 of Hearts": 1, "9 of Spades": 1}}, {"id": "bob", "trungs": 1, "cards": {"Ace of Cups": 2}}, {"id": "cleo", "standard_proposal_makers": 1}], "lots": [{"id": 1, "cards": ["King of Hearts", "2 of Hearts", "2 of Hearts"]}, {"id": 3, "cards": ["4 of Roses", "5 of Roses", "6 of Roses"]}], "judge": "cleo"}
2021-08-02 08:00:00 dev in game-actions m1: I join the game
2021-08-02 10:00:00 ana in auctions m2: Bid: {sha256:Bid 50 chips on Lot 1. salt: a}
2021-08-02 10:30:00 bob in auctions m3: Bid: {sha256:Bid 30 chips on Lot 1, bid 0 chips on Lot 3. salt: b}
2021-08-02 11:00:00 cleo in auctions m4: Bid: {sha256:Bid 10 chips on Lot 3. salt: c}
2021-08-02 12:00:00 ana in game-actions m5: Hand: {sha256:Hand: 9 of Hearts, 9 of Spades. salt: a}
2021-08-02 12:30:00 bob in game-actions m6: Hand: {sha256:Hand: Ace of Cups. salt: b}
2021-08-02 13:00:00 cleo in proposals m7: [Standard] The Ace counts 21.
2021-08-02 13:30:00 zed in general m8: I join the game
2021-08-02 14:00:00 bob in game-actions m9: I trade 10 chips to @ana for 1 Trung
2021-08-02 15:00:00 dev in proposals m10: [Urgent] Lots have four cards.
2021-08-02 15:10:00 ana +1 m10
2021-08-02 15:11:00 bob -1 m10
2021-08-02 15:12:00 zed +1 m10
2021-08-03 09:00:00 dev in game-actions m11: I request justice: Is 0/0 at least 1/2?
2021-08-03 10:00:00 cleo in game-actions m12: Ruling on m11: It is not.
2021-08-03 11:00:00 dev in game-actions m13: I call for a vote of confidence on ruling m12
2021-08-03 11:10:00 ana -1 m13
2021-08-03 12:00:00 ana in game-actions m14: I offer @bob the contract "Pool": each Sunday bob gets 5. I intend to be bound.
2021-08-03 13:00:00 dev in judge-elections m15: Me!
2021-08-03 13:10:00 ana +1 m15
2021-08-03 14:00:00 bob in game-actions m16: I accept 1 or so, maybe
2021-08-05 10:00:00 ana in game-actions m17: Reveal: Bid 50 chips on Lot 1. salt: a
2021-08-05 11:00:00 bob in general m18 re m3: Bid 30 chips on Lot 1, bid 0 chips on Lot 3. salt: b
2021-08-05 12:00:00 ana in game-actions m19: Reveal: Hand: 9 of Hearts, 9 of Spades. salt: a
2021-08-05 13:00:00 bob in game-actions m20: Reveal: Hand: Ace of Cups. salt: b
2021-08-05 14:00:00 ana in game-actions m21: I give 9 of Hearts to @bob
2021-08-05 14:05:00 bob in game-actions m22 re m21: I accept
2021-08-06 10:00:00 ana in game-actions m23: I generate a lot
2021-08-06 10:00:01 rolls d12,d20,d12,d20,d12,d20: 1 1 10 20 5 16
2021-08-06 11:00:00 ana in game-actions m24: I exchange 10 Trungs for 1 Gold Star
2021-08-07 10:00:00 dev in game-actions m25: I leave the game
2021-08-08 10:00:00 ana in proposals m26: [Urgent] Fix the typo in Trungs.
2021-08-08 10:01:00 bob +1 m26
2021-08-09 09:00:00 bob in auctions m27: Bid: {sha256:Bid 1 chips on Lot 3. salt: z}
