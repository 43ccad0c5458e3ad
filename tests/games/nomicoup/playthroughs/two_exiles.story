# Eleven days of Nomicoup, of our own writing: see two_exiles.toml. The ledger of credits is two_exiles.ledger; the shuffles follow from the
# secret text and the words, and are put in where the story asks for them (tests/games/nomicoup/two_exiles.py).

2021-05-01 09:00:00 json {"kind": "commitment", "id": "c1", "for": "secret:nomicoup-1", "hash": "SECRET_HASH"}

# --- Five people enter, three pledge a word, two of them show it, and the game starts.
2021-05-01 10:00:00 ana in general a1: I request to become a player.
2021-05-01 10:01:00 ben in general a2: I join
2021-05-01 10:02:00 cy in general a3: may I join?
2021-05-01 10:03:00 dee in general a4: Hello all! I want to play.
2021-05-01 10:04:00 eli in general a5: I request to become a player.
2021-05-01 10:05:00 eli in general a6: I request to become a player.
2021-05-01 10:10:00 ana in general a7: I pledge {sha256:duck x7Kq2}.
2021-05-01 10:11:00 cy in general a8: I pledge {sha256:tea Pp9}.
2021-05-01 10:12:00 ben in general a9: I pledge {sha256:moss w}.
2021-05-01 10:20:00 eli in general a10: The pledges are closed.
2021-05-01 10:21:00 ana in general a11: My word is duck, salt x7Kq2.
2021-05-01 10:22:00 cy in general a12: My word is tea, salt Pp9.
2021-05-01 10:23:00 dee in general a13: My word is late.
2021-05-01 10:30:00 ana in general a14: Start the game.

# --- The first round: an action, a counteraction and a challenge, and the first exile.
2021-05-01 11:00:00 cy in general b1: I take Income.
2021-05-01 12:00:00 ana in general b2: As Captain, I Steal from @ben.
2021-05-01 12:05:00 ben in general b3: I counter with Support as Ambassador.
2021-05-01 12:10:00 cy in general b4: I challenge @ben.
2021-05-01 12:11:00 dee in general b5: I challenge @ben.
2021-05-01 12:20:00 ben in dm b6: show Ambassador
2021-05-01 12:30:00 cy in dm b7: discard Duke
2021-05-01 12:31:00 cy in dm b8: discard Captain
2021-05-01 13:00:00 ben in general b9: I take Income.
2021-05-01 13:05:00 eli in general b10: I challenge @ana.
2021-05-01 14:00:00 cy in general b11: I Tax.
2021-05-01 14:10:00 eli in general b12: I call cy's bluff
2021-05-01 15:00:00 dee in general b13: I take Foreign Aid.
2021-05-01 15:10:00 ana in general b14: I block as Duke
2021-05-01 15:12:00 dee in general b15: I challenge ana
2021-05-01 15:20:00 ana in dm b16: lose Ambassador
2021-05-01 16:00:00 eli in general b17: Income

# --- Propositions: a majority up, one down; a rule is deleted, and what another proposition means moves with its rule.
2021-05-01 17:00:00 ana in propositions p1: Proposition: Cheaper coups\nType: Content Edit\nRule: 4.4.3 - Coup\nReplace: "Pay 7"\nWith: "Pay 6"
2021-05-01 17:05:00 ana ⬆️ p1
2021-05-01 17:10:00 ben ⬆️ p1
2021-05-01 17:12:00 cy ⬇️ p1
2021-05-01 17:15:00 cy ⬆️ p1
2021-05-01 17:20:00 zoe ⬆️ p1
2021-05-01 17:30:00 eli ⬆️ p1
2021-05-01 17:40:00 dee ⬇️ p1
2021-05-01 18:00:00 ben in propositions p2: Proposition: Bank\nType: Addition\nUnder: 4.4\nTitle: Bank\nContent: Take 1 credit from each player.
2021-05-01 18:10:00 ana ⬇️ p2
2021-05-01 18:11:00 cy ⬇️ p2
2021-05-01 18:12:00 dee ⬇️ p2
2021-05-01 19:00:00 cy in propositions p3: Proposition: No income\nType: Deletion\nRule: 4.4.1 - Income
2021-05-01 19:10:00 dee in propositions p4: Proposition: Aid\nType: Content Appendication\nRule: Coup / Actions / Foreign Aid\nContent: Nobody may be thanked for it.
2021-05-01 19:20:00 zoe in propositions p5: Proposition: Mine\nType: Deletion\nRule: 1
2021-05-01 20:00:00 ana ⬆️ p3
2021-05-01 20:01:00 ben ⬆️ p3
2021-05-01 20:02:00 dee ⬆️ p3
2021-05-01 20:10:00 eli ⬆️ p4
2021-05-01 20:11:00 ana ⬆️ p4
2021-05-01 20:12:00 cy ⬆️ p4
2021-05-01 21:00:00 eli in propositions p6: Proposition: The other way round\nType: Content Edit\nRule: 3.1 - Order\nContent: 1: eli\n2: dee\n3: cy\n4: ben\n5: ana
2021-05-01 21:10:00 ana ⬆️ p6
2021-05-01 21:11:00 ben ⬆️ p6
2021-05-01 21:12:00 dee ⬆️ p6

# --- The second round: the second exile; somebody's time passes; the order is turned round.
2021-05-02 09:00:00 ana in general d1: I pass.
2021-05-02 10:00:00 ben in general d2: I assassinate ana
2021-05-02 10:05:00 ana in general d3: Acquittal
2021-05-02 10:10:00 dee in general d4: I challenge @ana on Contessa.
2021-05-02 11:00:00 cy in general d5: I take Income. I take Foreign Aid.
2021-05-02 11:30:00 ana in dm d6: hand
2021-05-02 12:00:00 dee in general d7: As Ambassador, I Exchange.
2021-05-02 12:30:00 fay in general d8: We (@fay, @gus) request to become a player named "Twins".
2021-05-02 12:31:00 fay in general d9: I take Income.
2021-05-02 13:00:00 ana in dm d10: discard Ambassador

# --- Clarifications: a Judge is drawn, and a suggestion adopted; another Judge defers, the next is silent, a third one's suggestion fails.
2021-05-03 09:00:00 ana in general e1: I add myself to the Judge candidates.
2021-05-03 09:01:00 cy in general e2: add me as a judge candidate
2021-05-03 09:02:00 ana in general e3: I add myself to the Judge candidates.
2021-05-03 09:10:00 rolls d2: 2
2021-05-03 09:10:00 dee in general e4: Clarification: Does a pass close the window?
2021-05-03 09:20:00 ben in propositions e5: Suggestion: It does.
2021-05-03 10:00:00 cy in propositions s1: Suggestion: A pass is no action, and closes nothing.
2021-05-03 10:05:00 eli ⬆️ s1
2021-05-03 10:06:00 ben ➡️ s1
2021-05-03 10:07:00 ben ⬆️ s1
2021-05-03 10:08:00 cy ⬆️ s1
2021-05-03 11:00:00 eli in general e6: Clarification: May one Coup oneself?
2021-05-03 12:00:00 ana in general e7: I defer.

# --- More propositions: rightvotes decide, one is for people, one is completed by an edit, one withdrawn, one ends in a tie, one has no type.
2021-05-03 14:00:00 ana in propositions p7: Proposition: A better word\nType: Title Edit\nRule: 4.7.1\nNew title: Bluffing
2021-05-03 14:10:00 ben ➡️ p7
2021-05-03 14:11:00 cy ➡️ p7
2021-05-03 14:12:00 dee ⬆️ p7
2021-05-03 14:13:00 eli ➡️ p7
2021-05-03 15:00:00 ben in propositions p8: Proposition: A picture\nType: Miscellaneous Change\nChange: The page of the game bears a picture.
2021-05-03 15:10:00 ana ⬆️ p8
2021-05-03 15:11:00 cy ⬆️ p8
2021-05-03 15:12:00 eli ⬆️ p8
2021-05-03 16:00:00 cy in propositions p9: Proposition: Manners\nType: Addition
2021-05-03 16:30:00 edit p9: Proposition: Manners\nType: Addition\nContent: Players are kind to each other, whatever 4.4.2 says.
2021-05-03 16:40:00 ana ⬆️ p9
2021-05-03 17:00:00 dee in propositions p10: Proposition: Oops\nType: Deletion\nRule: 4
2021-05-03 17:10:00 delete p10
2021-05-03 18:00:00 eli in propositions p11: Proposition: Room\nType: ID Edit\nRule: 4.7.1\nNew ID: 4.7.5
2021-05-03 18:10:00 ana ⬆️ p11
2021-05-03 18:11:00 ben ⬇️ p11
2021-05-03 18:20:00 edit p11: Proposition: Room\nType: ID Edit\nRule: 4.7.1\nNew ID: 4.7.6
2021-05-03 19:00:00 ana in propositions p12: Proposition: No type\nType: Amendment\nRule: 4.7.1
2021-05-04 09:00:00 decide done:7:1 done by ben because "it bears one"

# --- The third round, in the new order: an Exchange, and a claim that counts as shown since the next action is announced.
2021-05-04 13:00:00 eli in general f1: I take Income.
2021-05-04 13:05:00 dee in dm f2: return Assassin and Duke
2021-05-04 13:06:00 dee in dm f3: return Assassin and Assassin
2021-05-04 14:00:00 dee in general f4: As Assassin, I Assassinate @ben.
2021-05-04 14:05:00 eli in general f5: I challenge @dee.
2021-05-04 15:00:00 cy in general f6: Tax (Duke)
2021-05-04 15:10:00 eli in dm f7: discard Captain
2021-05-04 15:11:00 ben in dm f8: discard Duke
2021-05-04 16:00:00 ben in general f9: I take Income.
2021-05-04 16:30:00 ben in general f10: I counter with Tarif as Duke.
2021-05-04 17:00:00 ana in general f11: I take Income.

# --- Two more rounds: somebody has too many credits and must Coup.
2021-05-05 09:00:00 eli in general g1: I end my turn
2021-05-05 10:00:00 dee in general g2: I take Foreign Aid.
2021-05-05 11:00:00 cy in general g3: I Tax.
2021-05-05 12:00:00 ben in general g4: I steal 1 from cy
2021-05-05 12:30:00 ana in propositions s2: Suggestion 2: One may, as nobody is excluded.
2021-05-05 12:40:00 dee ⬆️ s2
2021-05-05 12:41:00 eli ⬇️ s2
2021-05-05 13:00:00 ana in general g5: I Tax.
2021-05-05 14:00:00 eli in general g6: I take Income.
2021-05-05 15:00:00 dee in general g7: I Coup.
2021-05-05 15:01:00 dee in general g8: I Coup @cy.
2021-05-05 15:02:00 dee in general g9: I pass.
2021-05-05 16:00:00 cy in general g10: I Tax.
2021-05-05 17:00:00 ben in general g11: I take Income.
2021-05-05 18:00:00 ana in general g12: I take Income.
2021-05-05 19:00:00 eli in general g13: I take Income.
2021-05-05 20:00:00 dee in general g14: I take Income.
2021-05-05 21:00:00 cy in general g15: I take Income.
2021-05-05 21:01:00 cy in general g16: I Coup @zoe.
2021-05-05 21:02:00 cy in general g17: I Coup @dee.
2021-05-05 21:10:00 dee in dm g18: discard Ambassador
2021-05-06 09:00:00 ben in general h1: I steal 3 from cy
2021-05-06 09:01:00 ben in general h2: I block
2021-05-06 17:00:00 ben in general h3: I title rule 7 "Manners".
2021-05-06 17:01:00 dee in general h4: I title rule 7 "Kindness".
2021-05-07 10:00:00 ben in general h5: I forfeit.

# --- Everybody agrees who won, and what was secret is published.
2021-05-11 10:00:00 eli in general i1: Win: @cy (all of us agree)
2021-05-11 10:05:00 json {"kind": "reveal", "id": "r1", "for": "secret:nomicoup-1", "secret": "SECRET_TEXT"}
2021-05-11 10:10:00 ana in general i2: I take Income.
