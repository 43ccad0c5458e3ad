# Four weeks of Round 10, of our own writing: see ten_stars.toml. The ledger of what everybody holds is ten_stars.ledger.

2021-08-01 12:00:00 opening {"players": [{"id": "ana", "chips": 20, "trungs": 14, "gold_stars": 7, "standard_proposal_makers": 1, "cards": {"9 of Hearts": 1, "9 of Spades": 1, "King of Coins": 1}}, {"id": "bob", "chips": 5, "trungs": 3, "gold_stars": 8, "cards": {"3 of Coins": 1, "4 of Coins": 1, "5 of Coins": 1, "6 of Coins": 1}}, {"id": "cleo", "trungs": 8, "gold_stars": 2, "standard_proposal_makers": 1, "cards": {"Knight of Bells": 1, "Bishop of Bells": 1, "Rook of Bells": 1}}, {"id": "dev", "chips": 40, "trungs": 2, "cards": {"10 of Leaves": 2}}, {"id": "eve", "cards": {"Queen of Hearts": 1, "King of Hearts": 1, "Ace of Cups": 1}}, {"id": "finn", "player": false, "chips": 12, "trungs": 1}], "lots": [{"id": 1, "cards": ["King of Hearts", "2 of Hearts", "2 of Hearts"]}, {"id": 2, "cards": ["7 of Bells", "7 of Bells", "Ace of Roses"]}, {"id": 3, "cards": ["10 of Leaves", "10 of Leaves", "4 of Roses"]}, {"id": 5, "cards": ["5 of Cups", "6 of Cups", "Ober Knave of Swords"]}], "judge": "cleo", "rulings": [{"id": "R0", "by": "cleo", "made_at": "2021-07-31T18:00:00Z"}], "bidders_previous_auction": ["ana", "bob", "cleo", "dev", "eve", "finn"]}

# --- The first week: lots are filled up to twelve, for six had bid before; trades, bids, hands, a contract.
2021-08-01 13:00:00 gwen in game-actions a1: I join the game
2021-08-01 13:05:00 zed in general a2: I'd like to join the game
2021-08-01 13:10:00 gwen in game-actions a3: I join the game!
2021-08-01 13:11:00 bot dicey in game-actions a4: I join the game
2021-08-01 13:12:00 finn in general a5: hello again, is there room for an old hand?
2021-08-01 14:00:00 ana in game-actions a6: I generate 3 lots
2021-08-01 14:00:05 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 10 16 2 17 6 18 8 3 12 3 4 3 3 14 7 15 11 16
2021-08-01 14:30:00 dev in game-actions a7: I generate a lot: 1 1 10 20 5 16
2021-08-01 15:00:00 eve in game-actions a8: I hereby generate 5 lots.
2021-08-01 15:00:05 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 1 9 5 9 9 9 7 6 5 6 6 6 9 6 12 20 12 19 3 1 3 2 3 3
2021-08-01 15:30:00 zed in game-actions a9: I generate a lot
2021-08-01 16:00:00 ana in game-actions a10: I trade 10 chips to @bob for 1 Trung
2021-08-01 16:30:00 bob in game-actions a11 re a10: I accept
2021-08-01 17:00:00 cleo in game-actions a12: I give 1 Gold Star to @dev
2021-08-01 17:10:00 dev in game-actions a13 re a12: deal
2021-08-02 00:00:00 hal in game-actions b1: I join the game
2021-08-02 08:00:00 ana in auctions b2: Bid: {sha256:Bid 40 chips on Lot 4, bid 30 chips on Lot 1. salt: amber}
2021-08-02 09:00:00 bob in auctions b3: Bid: {sha256:Bid 50 chips on Lot 4. salt: brass one}
2021-08-02 09:30:00 eve in auctions b4: I bid. hash: `{sha256:35 on lot 4, 20 on lot 9. salt: eel\n}` - made with echo
2021-08-02 10:00:00 dev in auctions b5: Bids {sha256:Lot 3: 45\nLot 8: 20\nsalt: dune}
2021-08-02 10:30:00 cleo in auctions b6: Secret action: bid sha256: {sha256:Bid 60 chips on Lot 7, bid 0 chips on Lot 2, bid 15 chips on Lot 12, bid 10 chips on Lot 12. salt: coral}
2021-08-02 11:00:00 gwen in auctions b7: Bid: {sha256:Bid 10 chips on Lot 42, bid 25 chips on Lot 10. salt: gold}
2021-08-02 11:30:00 hal in auctions b8: {sha256:Bid 1 chips on Lot 1. salt: hazel}
2021-08-02 11:35:00 hal in auctions b9: Bid: abc123
2021-08-02 11:40:00 hal in game-actions b10: Bid: {sha256:Bid 1 chips on Lot 1. salt: hazel}
2021-08-02 12:00:00 ana in game-actions b11: Hand: {sha256:Hand: 9 of Hearts, 9 of Spades. salt: amber}
2021-08-02 12:10:00 bob in game-actions b12: I submit a hand: {sha256:Hand: 3 of Coins, 4 of Coins, 5 of Coins, 6 of Coins. salt: brass}
2021-08-02 12:20:00 cleo in game-actions b13: Hand submission {sha256:Knight of Bells, Bishop of Bells, Rook of Bells. salt: coral}
2021-08-02 12:30:00 dev in game-actions b14: Submit a Hand {sha256:Hand: 10 of Leaves x2. salt: dune}
2021-08-02 12:40:00 eve in game-actions b15: Hand: {sha256:Queen of Hearts, King of Hearts, Ace of Cups. salt: eel}
2021-08-02 13:00:00 ana in proposals b16: [Standard] Players greet each other.
2021-08-02 13:10:00 bob in proposals b17: Players may wave, too.
2021-08-02 13:20:00 dev in proposals b18: [Constitutional] Players own the ruleset.
2021-08-02 13:30:00 gwen in proposals b19: // a nice idea, that greeting
2021-08-02 14:00:00 dev in proposals b20: [Urgent] "Trung" is spelt with one g.
2021-08-02 14:10:00 ana -1 b20
2021-08-02 14:20:00 bob 👎🏽 b20
2021-08-02 14:30:00 zed -1 b20
2021-08-02 15:00:00 dev in game-actions b21: I trade 200 chips to @ana for King of Coins
2021-08-02 15:10:00 ana in game-actions b22 re b21: agreed
2021-08-02 16:00:00 hal in game-actions b23: I accept 99
2021-08-02 16:10:00 hal in game-actions b24: I accept b21
2021-08-02 16:20:00 bob in auctions b25: I generate a lot
2021-08-02 16:30:00 bob in game-actions b26: I generate a lot
2021-08-02 17:00:00 dev in game-actions b27: I call for a vote of confidence on ruling R0
2021-08-02 17:10:00 ana -1 b27
2021-08-02 17:20:00 bob -1 b27
2021-08-02 17:30:00 eve +1 b27
2021-08-02 17:40:00 zed +1 b27
2021-08-02 18:00:00 dev in judge-elections b28: I would be fair to all.
2021-08-02 18:10:00 ana +1 b28
2021-08-02 18:20:00 bob +1 b28
2021-08-02 18:30:00 zed +1 b28
2021-08-02 18:40:00 zed in judge-elections b29: Elect me!
2021-08-02 18:50:00 ana in judge-elections b30: 
2021-08-03 09:00:00 bob in auctions c1: Bid: {sha256:Bid 40 chips on Lot 4, bid 40 chips on Lot 6. salt: brass two}
2021-08-03 09:30:00 finn in game-actions c2: count me in as a player
2021-08-03 10:00:00 cleo in proposals c3: [Standard] There is a thirteenth suit, of Stars.
2021-08-03 10:30:00 gwen in game-actions c4: Hand: {sha256:Hand: 7 of Bells. salt: gold}
2021-08-03 11:00:00 eve in game-actions c5: I trade some chips to @hal for nothing
2021-08-03 12:00:00 gwen in proposals c6: [Urgent] Lots have four cards.
2021-08-03 13:00:00 correct c5 {"reads": "I give 20 chips to @hal"}
2021-08-03 13:30:00 hal in game-actions c7 re c5: I accept
2021-08-03 13:40:00 hal in auctions c8: Bid: {sha256:Bid 25 chips on Lot 9. salt: hazel}
2021-08-03 14:00:00 ana in game-actions c9: I offer @bob @cleo the contract "Pool": each Sunday bob gets 5 chips. I intend to be bound.
2021-08-03 15:00:00 bob in game-actions c10: I consent to the contract "Pool"
2021-08-03 15:10:00 dev in game-actions c11: I consent to the contract "Pool"
2021-08-03 15:20:00 ana in game-actions c12: I transfer 20 chips to contract "Pool"
2021-08-03 16:00:00 cleo in game-actions c13: I sign "Pool"
2021-08-03 17:00:00 ana in game-actions c14: I transfer 20 chips to contract "Pool"
2021-08-03 17:10:00 ana in game-actions c15: I transfer 1 chip to contract "Puddle"
2021-08-03 18:00:00 hal in game-actions c16: I request justice: Is 0/0 at least 1/2?
2021-08-03 19:00:00 edit c6: [Urgent] Lots have four cards, and auctions four days.
2021-08-04 09:00:00 bob in general d1: Ruling on c16: It is.
2021-08-04 10:00:00 cleo in general d2: Ruling on c16: It is not.
2021-08-04 11:00:00 cleo in general d3 re d2: I overturn my ruling d2
2021-08-04 12:00:00 cleo in general d4: Ruling on c16: On second thoughts it is: nobody objected.
2021-08-04 12:30:00 dev in general d5: I overturn my ruling d4
2021-08-04 13:00:00 set standard_without_votes = "takes effect"
2021-08-04 13:55:00..2021-08-04 14:05:00 eve -1 b20
2021-08-04 20:00:00 edit b15: Hand: {sha256:Queen of Hearts, King of Hearts, Ace of Cups. salt: eel} (sorry, a typo)
2021-08-04 23:00:00 delete c3
2021-08-04 23:59:59.999 bob in auctions d6: Reveal: Bid 40 chips on Lot 4, bid 40 chips on Lot 6. salt: brass two
2021-08-05 00:00:00 ana in auctions e1: Reveal: Bid 40 chips on Lot 4, bid 30 chips on Lot 1. salt: amber
2021-08-05 00:00:01 gwen in auctions e2: Bid: {sha256:Bid 26 chips on Lot 10. salt: gold}
2021-08-05 09:00:00 ana +1 b16
2021-08-05 09:10:00 bob +1 b16
2021-08-05 09:20:00 dev -1 b16
2021-08-05 09:30:00 zed -1 b16
2021-08-05 10:00:00 bob in auctions e3: I reveal Bid 40 chips on Lot 4, bid 40 chips on Lot 6. salt: brass two
2021-08-05 10:05:00 bob in auctions e4: Reveal: Bid 50 chips on Lot 4. salt: brass one
2021-08-05 11:00:00 eve in auctions e5: Reveal: 35 on lot 4, 20 on lot 9. salt: eel
2021-08-05 12:00:00 dev in auctions e6: Revealing:\n```\nLot 3: 45\nLot 8: 20\nsalt: dune\n```
2021-08-05 13:00:00 cleo in auctions e7: Reveal: Bid 60 chips on Lot 7, bid 0 chips on Lot 2, bid 15 chips on Lot 12, bid 10 chips on Lot 12. salt: coral
2021-08-05 14:00:00 ana in game-actions e8: Reveal: Hand: 9 of Hearts, 9 of Spades. salt: amber
2021-08-05 14:10:00 bob in general e9 re b12: Hand: 3 of Coins, 4 of Coins, 5 of Coins, 6 of Coins. salt: brass
2021-08-05 14:20:00 cleo in game-actions e10: Reveal: Knight of Bells, Bishop of Bells, Rook of Bells. salt: coral
2021-08-06 09:00:00 gwen in auctions f1 re b7: Bid 10 chips on Lot 42,  bid 25 chips on Lot 10. salt: gold
2021-08-06 09:05:00 gwen in auctions f2 re b7: Bid 10 chips on Lot 42, bid 25 chips on Lot 10. salt: gold
2021-08-06 09:10:00 gwen in game-actions f3: Reveal: Hand: 7 of Bells. salt: gold
2021-08-06 10:00:00 bob in general f4: Reveal: Bid 25 chips on Lot 9. salt: hazel
2021-08-06 10:30:00 hal in general f5: Reveal: Bid 25 chips on Lot 9. salt: hazel
2021-08-06 11:00:00 eve in game-actions f6: Reveal: Queen of Hearts, King of Hearts, Ace of Cups. salt: eel
2021-08-06 12:00:00 ana in game-actions f7: I generate a lot
2021-08-06 14:00:00 ana in game-actions f8: I give 9 of Hearts to @dev
2021-08-06 14:05:00 dev in game-actions f9 re f8: I accept
2021-08-06 14:10:00 dev in game-actions f10 re b21: cancel my offer
2021-08-06 18:00:00 eve in judge-elections f11: Vote for eve, vote for ease
2021-08-06 18:10:00 gwen +1 f11
2021-08-06 18:20:00 hal +1 f11
2021-08-07 20:00:00 cleo in general g1: I resign as Judge
2021-08-07 20:10:00 bob in general g2: I resign as Judge

# --- The second week: six bid in the first auction, of eight players; the Judge is elected by a tie, and the ruling of the first is law.
2021-08-08 00:00:00 dev in game-actions h1: Reveal: Hand: 10 of Leaves x2. salt: dune
2021-08-08 00:00:30 ana in game-actions h2: I generate 8 lots
2021-08-08 00:00:35 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 10 19 10 20 12 1 1 10 1 10 2 10 8 4 8 5 8 6 4 7 12 8 8 9
2021-08-08 00:00:40 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 11 2 7 2 3 2 6 17 6 17 9 18 5 11 1 12 9 13 2 1 6 1 10 1
2021-08-08 12:00:00 bob in game-actions h3: By its terms, contract "Pool" gives 5 chips to @bob: "each Sunday bob gets 5 chips"
2021-08-08 12:30:00 decide payout:h3 allowed by zoe because "it is Sunday"
2021-08-08 13:00:00 hal in game-actions h4: I trade 5 chips to @dev for Ace of Leaves
2021-08-08 13:10:00 finn in game-actions h5: Trade with @dev: my 3 chips for your 4 of Roses
2021-08-08 13:20:00 dev in game-actions h6: I accept
2021-08-08 13:40:00 dev in game-actions h7 re h4: I accept
2021-08-08 13:50:00 dev in game-actions h8 re h5: I accept
2021-08-08 15:00:00 ana in game-actions h9: I exchange 10 Trungs for 1 Gold Star
2021-08-08 15:10:00 cleo in game-actions h10: I exchange 3 Trungs for 1 Standard Proposal Maker\nI buy a Gold Star with 10 Trungs
2021-08-08 15:20:00 dev in game-actions h11: I exchange 10 Trungs for 1 Gold Star\nI convert 2 Trungs into 1 SPM
2021-08-09 10:00:00 eve in auctions i1: Bid: {sha256:twenty chips on Lot 7, bid 30 chips on Lot 10. salt: eel}
2021-08-09 10:10:00 ana in auctions i2: Bid: {sha256:Bid 70 chips on Lot 4, bid 81 chips on Lot 9. salt: amber}
2021-08-09 10:20:00 bob in auctions i3: Bid: {sha256:Bid 60 chips on Lot 6, bid 60 chips on Lot 4. salt: brass}
2021-08-09 10:30:00 cleo in auctions i4: Bid: {sha256:Bid 90 chips on Lot 9. salt: coral}
2021-08-09 10:40:00 dev in auctions i5: Bid: {sha256:Bid 80 chips on Lot 9, bid 50 chips on Lot 3. salt: dune}
2021-08-09 10:50:00 gwen in auctions i6: Bid: {sha256:Bid 100 chips on Lot 1. salt: gold}
2021-08-09 11:00:00 finn in auctions i7: Bid: {sha256:Bid half my chips on Lot 2, bid 9 chips on Lot 12. salt: fern}
2021-08-09 12:00:00 ana in game-actions i8: Hand: {sha256:Knight of Hearts, Bishop of Diamonds, Rook of Roses. salt: amber}
2021-08-09 12:10:00 bob in game-actions i9: Hand: {sha256:3 of Swords, 3 of Spades, 3 of Clubs. salt: brass}
2021-08-09 12:20:00 cleo in game-actions i10: Hand: {sha256:Unter of Cups, Ober of Bells, Knight of Coins. salt: coral}
2021-08-09 12:30:00 dev in game-actions i11: Hand: {sha256:four 10 of Leaves. salt: dune}
2021-08-09 12:40:00 eve in game-actions i12: Hand: {sha256:9 of Leaves, 9 of Acorns, 9 of Shields. salt: eel}
2021-08-09 12:50:00 gwen in game-actions i13: Hand: {sha256:6 of Bells, 6 of Acorns, 6 of Roses. salt: gold}
2021-08-09 13:00:00 finn in game-actions i14: Hand: {sha256:4 of Roses. salt: fern}
2021-08-09 13:10:00 hal in game-actions i15: Hand: {sha256:Ace of Leaves. salt: hazel}
2021-08-09 14:00:00 ana in game-actions i16: I request justice: Failed bids count as bids.
2021-08-09 15:00:00 dev in general i17: Ruling on i16: FALSE. Nobody bid who failed.
2021-08-09 17:00:00 bob in game-actions i18: By its terms, contract "Pool" gives 5 chips to @bob: "each Sunday bob gets 5 chips"
2021-08-09 18:00:00 decide payout:i18 "not allowed" by zoe because "it is Monday"
2021-08-10 09:00:00 cleo in proposals j1: [Standard] Bids are made in whole tens.
2021-08-10 09:30:00 hal in auctions j2: Bid: {sha256:Bid 20 chips on Lot 7, bid 40 chips on Lot 1. salt: hazel}
2021-08-10 10:00:00 bob in proposals j3: [Standard] A hand has at most five cards.
2021-08-10 11:00:00 dev in proposals j4: The order of suits is that of the alphabet.
2021-08-10 12:00:00 bob in game-actions j5: I call for a vote of confidence on ruling i17
2021-08-10 12:10:00 ana +1 j5
2021-08-10 12:20:00 bob -1 j5
2021-08-10 12:30:00 cleo +1 j5
2021-08-10 12:40:00 eve in game-actions j6 re j5: overturn
2021-08-10 12:50:00 finn +1 j5
2021-08-10 12:51:00 finn -1 j5
2021-08-12 09:00:00 ana in auctions k1: Reveal: Bid 70 chips on Lot 4, bid 81 chips on Lot 9. salt: amber
2021-08-12 09:10:00 bob in auctions k2: Reveal: Bid 60 chips on Lot 6, bid 60 chips on Lot 4. salt: brass
2021-08-12 09:20:00 dev in auctions k3: Reveal: Bid 80 chips on Lot 9, bid 50 chips on Lot 3. salt: dune
2021-08-12 09:30:00 eve in auctions k4: Reveal: twenty chips on Lot 7, bid 30 chips on Lot 10. salt: eel
2021-08-12 09:40:00 gwen in auctions k5: Reveal: Bid 100 chips on Lot 1. salt: gold
2021-08-12 09:50:00 finn in auctions k6: Reveal: Bid half my chips on Lot 2, bid 9 chips on Lot 12. salt: fern
2021-08-12 10:00:00 hal in auctions k7: Reveal: Bid 20 chips on Lot 7, bid 40 chips on Lot 1. salt: hazel
2021-08-12 10:10:00 ana in game-actions k8: Reveal: Knight of Hearts, Bishop of Diamonds, Rook of Roses. salt: amber
2021-08-12 10:20:00 bob in game-actions k9: Reveal: 3 of Swords, 3 of Spades, 3 of Clubs. salt: brass
2021-08-12 10:30:00 cleo in game-actions k10: Reveal: Unter of Cups, Ober of Bells, Knight of Coins. salt: coral
2021-08-12 10:40:00 dev in game-actions k11: Reveal: four 10 of Leaves. salt: dune
2021-08-12 10:50:00 eve in game-actions k12: Reveal: 9 of Leaves, 9 of Acorns, 9 of Shields. salt: eel
2021-08-12 11:00:00 gwen in game-actions k13: Reveal: 6 of Bells, 6 of Acorns, 6 of Roses. salt: gold
2021-08-12 11:10:00 finn in game-actions k14: Reveal: 4 of Roses. salt: fern
2021-08-12 11:20:00 hal in game-actions k15: Reveal: Ace of Leaves. salt: hazel
2021-08-12 12:00:00 eve +1 j1
2021-08-12 12:10:00 dev -1 j1
2021-08-12 12:20:00 bob +1 j3
2021-08-12 12:30:00 ana -1 j3
2021-08-12 12:40:00 dev -1 j3
2021-08-13 09:00:00 correct k4 {"reads": "Reveal i1: Bid 20 chips on Lot 7, bid 30 chips on Lot 10"}
2021-08-13 10:00:00 gwen in proposals l1: Class: Urgent\nThe grammar of the Trung clause is mended.
2021-08-13 10:10:00 ana +1 l1
2021-08-13 10:20:00 bob +1 l1
2021-08-13 10:30:00 gwen +1 l1
2021-08-13 10:40:00 dev -1 l1
2021-08-13 10:50:00 eve -1 l1
2021-08-13 18:00:00 hal in game-actions l2: I call for a vote of confidence on ruling d4
2021-08-14 00:00:00 finn in proposals m1: [Urgent] The auction lasts a day longer.
2021-08-14 10:00:00 ana -1 m1
2021-08-14 10:10:00 bob -1 m1
2021-08-14 10:20:00 cleo -1 m1
2021-08-14 23:50:00..2021-08-15 00:10:00 json {"kind": "member_left", "id": "left-gwen", "user": "gwen"}

# --- The third week: nobody stood for Judge. eve goes and comes back; somebody sells a card of the hand that they submitted.
2021-08-15 01:00:00 correct left-gwen {"happened": "2021-08-14T23:55:00Z"}
2021-08-15 02:00:00 finn in game-actions n1: I generate 4 lots
2021-08-15 02:00:05 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 7 4 7 5 7 6 9 14 9 15 9 16 2 16 2 17 2 18 12 2 12 3 12 4
2021-08-15 03:00:00 hal in game-actions n2: I make a new lot
2021-08-15 03:00:05 rolls d12,d20,d12,d20,d12,d20: 4 9 4 9 8 9
2021-08-15 03:10:00 hal in game-actions n3: I generate 3 lots with dice 5 20 1 20 9 20; 10 13 6 13 2 13; 11 1 11 2 11 3
2021-08-15 10:00:00 ana in game-actions n4: I exchange 10 Trungs for 1 Gold Star
2021-08-15 11:00:00 bob in game-actions n5: I trade 30 chips to @dev for 3 Trungs
2021-08-15 11:10:00 dev in game-actions n6: I accept n5
2021-08-15 11:20:00 bob in game-actions n7: I exchange 10 Trungs for 1 Gold Star
2021-08-15 12:00:00 bob in game-actions n8: By its terms, contract "Pool" gives 5 chips to @bob: "each Sunday bob gets 5 chips"
2021-08-15 12:30:00 decide payout:n8 allowed by zoe because "it is Sunday"
2021-08-15 13:00:00 gwen in game-actions n9: I generate a lot
2021-08-16 09:00:00 cleo in proposals o1: [Standard] A lot has four cards.
2021-08-16 09:10:00 cleo in proposals o2: [Standard] A lot has two cards.
2021-08-16 09:20:00 cleo in proposals o3: [Standard] A lot has one card.
2021-08-16 10:00:00 hal in auctions o4: Bid: {sha256:Bid 45 chips on Lot 1. salt: hazel}
2021-08-16 10:10:00 ana in auctions o5: Bid: {sha256:Bid 100 chips on Lot 4. salt: amber}
2021-08-16 10:20:00 bob in auctions o6: Bid: {sha256:Bid 120 chips on Lot 4, bid 50 chips on Lot 10. salt: brass}
2021-08-16 10:30:00 cleo in auctions o7: Bid: {sha256:Bid 150 chips on Lot 3, bid 111 chips on Lot 9. salt: coral}
2021-08-16 10:40:00 eve in auctions o8: Bid: {sha256:Bid 99 chips on Lot 6. salt: eel}
2021-08-16 10:50:00 finn in auctions o9: Bid: {sha256:Bid 33 chips on Lot 12, bid 33 chips on Lot 2. salt: fern}
2021-08-16 11:00:00 ana in game-actions o10: Hand: {sha256:4 of Swords, 5 of Swords, 6 of Swords. salt: amber}
2021-08-16 11:10:00 bob in game-actions o11: Hand: {sha256:7 of Clubs, 8 of Spades, 9 of Swords. salt: brass}
2021-08-16 11:20:00 dev in game-actions o12: Hand: {sha256:2x 10 of Leaves, 10 of Diamonds. salt: dune}
2021-08-16 11:30:00 eve in game-actions o13: Hand: {sha256:A of Diamonds, A of Roses, A of Hearts. salt: eel}
2021-08-16 11:40:00 finn in game-actions o14: Hand: {sha256:Ace of Cups, 2 of Cups, 3 of Cups. salt: fern}
2021-08-16 11:50:00 hal in game-actions o15: Hand: {sha256:Q♥, K♥. salt: hazel}
2021-08-16 12:00:00 bob in game-actions o16: I resign as Judge
2021-08-16 12:10:00 bob in game-actions o17: I assent to the removal of the Judge
2021-08-17 09:00:00 dev in auctions p1: Bid: {sha256:Bid 30 chips on Lot 9, bid 45 chips on Lot 1. salt: dune}
2021-08-17 09:10:00 ana in game-actions p2: Hand: {sha256:11 of Acorns, 12 of Leaves, 13 of Shields. salt: amber}
2021-08-17 10:00:00 ana in proposals p3: [Standard] The Juge wears a wig.
2021-08-17 12:00:00 eve in game-actions p4: I leave the game
2021-08-17 12:10:00 dev in game-actions p5: I give 1 chip to @eve
2021-08-17 12:20:00 eve in game-actions p6 re p5: I accept
2021-08-18 08:00:00 delete o9
2021-08-18 09:00:00 eve in game-actions q1: I'd like to join
2021-08-18 10:00:00 eve in auctions q2: Bid: {sha256:Bid 60 chips on Lot 6. salt: eel again}
2021-08-18 23:59:00 edit p3: [Standard] The Judge wears a wig.
2021-08-19 00:00:00 delete o2
2021-08-19 00:00:00 edit o4: Bid: {sha256:Bid 45 chips on Lot 1. salt: hazel} (the good lot!)
2021-08-19 08:00:00 cleo in game-actions r1: I trade 10 chips to @finn for 3 of Cups
2021-08-19 09:00:00 finn in game-actions r2 re r1: I accept
2021-08-19 10:00:00 finn in game-actions r3: Reveal: Ace of Cups, 2 of Cups, 3 of Cups. salt: fern
2021-08-19 10:10:00 finn in auctions r4: Reveal: Bid 33 chips on Lot 12, bid 33 chips on Lot 2. salt: fern
2021-08-19 10:20:00 ana in auctions r5: Reveal: Bid 100 chips on Lot 4. salt: amber
2021-08-19 10:30:00 ana in game-actions r6: Reveal: 4 of Swords, 5 of Swords, 6 of Swords. salt: amber
2021-08-19 10:40:00 ana in game-actions r7: Reveal: 11 of Acorns, 12 of Leaves, 13 of Shields. salt: amber
2021-08-19 10:50:00 bob in auctions r8: Reveal: Bid 120 chips on Lot 4, bid 50 chips on Lot 10. salt: brass
2021-08-19 11:00:00 bob in game-actions r9: Reveal: 7 of Clubs, 8 of Spades, 9 of Swords. salt: brass
2021-08-19 11:10:00 cleo in auctions r10: Reveal: Bid 150 chips on Lot 3, bid 111 chips on Lot 9. salt: coral
2021-08-19 11:20:00 dev in auctions r11: Reveal: Bid 30 chips on Lot 9, bid 45 chips on Lot 1. salt: dune
2021-08-19 11:30:00 dev in game-actions r12: Reveal: 2x 10 of Leaves, 10 of Diamonds. salt: dune
2021-08-19 11:40:00 eve in auctions r13: Reveal: Bid 60 chips on Lot 6. salt: eel again
2021-08-19 11:50:00 eve in game-actions r14: Reveal: A of Diamonds, A of Roses, A of Hearts. salt: eel
2021-08-19 12:00:00 hal in auctions r15: Reveal: Bid 45 chips on Lot 1. salt: hazel
2021-08-19 12:10:00 hal in game-actions r16: Reveal: Q♥, K♥. salt: hazel
2021-08-19 13:00:00 ana +1 p3
2021-08-19 13:10:00 bob +1 p3
2021-08-19 13:20:00 eve -1 p3
2021-08-19 13:30:00 hal +1 p3
2021-08-19 13:40:00 bob +1 o1
2021-08-19 13:50:00 dev +1 o1
2021-08-20 12:00:00 edit o1: [Standard] A lot has five cards.
2021-08-20 18:00:00 finn in judge-elections s1: If nobody else will...

# --- The fourth week: two players have nine Gold Stars; a Judge is removed; a vote that nobody saw taken back decides a proposal.
2021-08-22 01:00:00 hal in game-actions t1: I generate 7 lots
2021-08-22 01:00:05 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 1 1 1 2 1 3 3 19 3 20 3 1 8 8 8 8 8 8
2021-08-22 01:00:10 rolls d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20,d12,d20: 10 5 2 5 6 5 4 12 4 12 4 13 11 17 7 17 3 18 12 14 12 15 12 16
2021-08-23 10:00:00 ana in auctions u1: Bid: {sha256:Bid 10 chips on Lot 1. salt: amber}
2021-08-23 10:10:00 bob in auctions u2: Bid: {sha256:Bid 100 chips on Lot 2, bid 100 chips on Lot 10. salt: brass}
2021-08-23 10:20:00 cleo in auctions u3: Bid: {sha256:Bid 380 chips on Lot 12. salt: coral}
2021-08-23 10:30:00 dev in auctions u4: Bid: {sha256:#4 = 50; #6 = 012; salt: dune}
2021-08-23 10:40:00 eve in auctions u5: Bid: {sha256:Bid 50 chips on Lot 2. salt: eel}
2021-08-23 10:50:00 hal in auctions u6: Bid: {sha256:Bid -3 chips on Lot 9, bid 7.5 chips on Lot 5, bid 11 chips on Lot 6. salt: hazel}
2021-08-23 11:00:00 ana in game-actions u7: Hand: {sha256:4 of Swords, 5 of Swords, 6 of Swords. salt: amber again}
2021-08-23 11:10:00 bob in game-actions u8: Hand: {sha256:Knight of Diamonds, Bishop of Diamonds, Rook of Diamonds. salt: brass}
2021-08-23 11:20:00 cleo in game-actions u9: Hand: {sha256:3 of Cups. salt: coral}
2021-08-23 11:30:00 dev in game-actions u10: Hand: {sha256:K of Acorns, K of Leaves, K of Shields. salt: dune}
2021-08-23 11:40:00 eve in game-actions u11: Hand: {sha256:2 of Coins, 2 of Bells, 2 of Cups. salt: eel}
2021-08-23 11:50:00 finn in game-actions u12: Hand: {sha256:7 of Bells x2. salt: fern}
2021-08-23 12:00:00 hal in game-actions u13: Hand: {sha256:4 of Bells, 5 of Bells, 6 of Bells. salt: hazel}
2021-08-24 08:00:00 eve in proposals v1: [Urgent] The Pool of a contract is a pond.
2021-08-24 08:10:00 bob -1 v1
2021-08-24 08:20:00 cleo -1 v1
2021-08-24 09:00:00 bob in proposals v2: [Standard] Whoever has nine Gold Stars wins.
2021-08-24 10:00:00 ana in game-actions v3: I consent to terminate the contract "Pool"
2021-08-24 10:10:00 bob in game-actions v4: I agree to end "Pool"
2021-08-24 10:20:00 dev in game-actions v5: I agree to end "Pool"
2021-08-24 11:00:00 cleo in game-actions v6: I consent to terminate the contract "Pool"
2021-08-24 12:00:00 ana in general v7: I assent to the removal of the Judge
2021-08-24 12:10:00 ana in general v8: I assent to removing the Judge
2021-08-25 09:00:00 dev -1 v1
2021-08-25 10:00:00 bob in game-actions w1: I assent to the removal of the Judge
2021-08-26 00:00:00 finn in auctions x1: Bid: {sha256:Bid 1 chips on Lot 3. salt: fern}
2021-08-26 07:55:00..2021-08-26 08:05:00 dev removes -1 v1
2021-08-26 09:00:00 ana +1 v2
2021-08-26 10:00:00 ana in auctions x2: Reveal: Bid 10 chips on Lot 1. salt: amber
2021-08-26 10:10:00 bob in auctions x3: Reveal: Bid 100 chips on Lot 2, bid 100 chips on Lot 10. salt: brass
2021-08-26 10:20:00 cleo in auctions x4: Reveal: Bid 380 chips on Lot 12. salt: coral
2021-08-26 10:30:00 dev in auctions x5: Reveal: #4 = 50; #6 = 012; salt: dune
2021-08-26 10:40:00 eve in auctions x6: Reveal: Bid 50 chips on Lot 2. salt: eel
2021-08-26 10:50:00 hal in auctions x7: Reveal: Bid -3 chips on Lot 9, bid 7.5 chips on Lot 5, bid 11 chips on Lot 6. salt: hazel
2021-08-26 11:00:00 ana in game-actions x8: Reveal: 4 of Swords, 5 of Swords, 6 of Swords. salt: amber again
2021-08-26 11:10:00 bob in game-actions x9: Reveal: Knight of Diamonds, Bishop of Diamonds, Rook of Diamonds. salt: brass
2021-08-26 11:20:00 cleo in game-actions x10: Reveal: 3 of Cups. salt: coral
2021-08-26 11:30:00 dev in game-actions x11: Reveal: K of Acorns, K of Leaves, K of Shields. salt: dune
2021-08-26 11:40:00 eve in game-actions x12: Reveal: 2 of Coins, 2 of Bells, 2 of Cups. salt: eel
2021-08-26 11:50:00 finn in game-actions x13: Reveal: 7 of Bells x2. salt: fern
2021-08-26 12:00:00 hal in game-actions x14: Reveal: 4 of Bells, 5 of Bells, 6 of Bells. salt: hazel
2021-08-27 09:00:00 hal in judge-elections y1: I shall judge the end.
2021-08-27 09:10:00 ana +1 y1
2021-08-27 09:20:00 eve +1 y1
2021-08-27 09:30:00 finn +1 y1
2021-08-27 10:00:00 dev in judge-elections y2: And I the beginning.
2021-08-27 10:10:00 dev +1 y2
2021-08-28 20:00:00 finn in game-actions y3: I give 1 Trung to @bob
2021-08-29 00:00:05 ana in game-actions z1: I exchange 10 Trungs for 1 Gold Star
2021-08-29 00:00:08 bob in game-actions z2 re y3: I accept
2021-08-29 00:00:09 bob in game-actions z3: I exchange 10 Trungs for 1 Gold Star
2021-08-29 00:00:20 hal in general z4: I resign as Judge
2021-08-29 00:10:00 eve in game-actions z5: Congratulations, ana!
2021-08-30 12:00:00 bob in proposals z6: [Standard] There is a prize for whoever is second.
