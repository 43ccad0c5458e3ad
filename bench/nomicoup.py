"""What a game of Nomicoup costs: thousands of messages folded, a fifth of them propositions, and a tick with one more."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bench.chat_rounds import FEW, MANY, Round, measured, measures, message, run
from bench.table import print_table
from tracker.core.observation import Observation
from tracker.games.nomicoup.hidden import court_deck
from tracker.mechanics.deck.secret_deck import nonce_of, secret_hash, shuffled

if TYPE_CHECKING:
    from tracker.core.fold import Folded
    from tracker.games.chat_game.state import ChatState
    from tracker.games.nomicoup.state import Coup

PLAYERS, HOURS, LONGEST = 5, timedelta(hours=5), 10
"""So many play; ten messages, or a few more, and votes on the two propositions among them are told in so many hours."""
ADDED = 5
"""Every fifth proposition adds a rule."""
MOST_ADDED = 40
"""Once there are so many more rules, others delete some."""
CHANNELS = ("general", "propositions")
START = datetime(2021, 5, 1, tzinfo=UTC)
GAME_ID = "nomicoup-1"
DECK_TEXT = "a secret text of this benchmark alone"
HAPPENED = frozenset(
    {
        *(
            "action_announced",
            "counteraction_stated",
            "claim_challenged",
            "claim_stood",
            "claim_fallen",
            "influence_lost",
        ),
        *("cards_surrendered", "exiled", "turn_began", "round_began", "action_blocked"),
        *("proposition_adopted", "proposition_rejected", "change_made"),
    }
)
TALK = (
    "good morning all, {n} coffees so far",
    "I think that {who} has a Duke\nwho dares?",
    "has anybody seen my Captain? {n}",
    "> I take Income\nno you do not, {n}",
    "I take notes, and this is number {n}: there will be no coup this week",
    "pass the salt, said the {n}th fox to the hen",
)


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    few, many = measured("bench.nomicoup", FEW), measured("bench.nomicoup", MANY)
    return print_table(measures(few, many, f"{many['propositions']:,.0f} propositions"))


def costs(count: int) -> dict[str, float]:
    """What so many messages cost."""
    history = History(count)
    history.tell()
    found = run(Round("nomicoup", CHANNELS, history.rows, HAPPENED, _one_more, DECK_TEXT))
    return {**found, "propositions": float(history.proposed)}


def _one_more(number: int, when: datetime) -> Observation:
    return message(10_000_000 + number, when, "general", _name(number), "I take Income.")


# --- the game ---------------------------------------------------------------------------------------------------------


@dataclass
class History:
    """A game of so many messages, told by five players who look at their cards; every shuffle is drawn at once."""

    count: int
    rows: list[Observation] = field(default_factory=list)
    written: int = 0
    proposed: int = 0
    acted: int = 0
    when: datetime = START
    folded: Folded[ChatState[Coup]] | None = None

    def tell(self) -> None:
        """Make every row, in order."""
        before = START - timedelta(minutes=1)
        self._take(
            Observation("commitment", "secret", {"for": f"secret:{GAME_ID}", "hash": secret_hash(DECK_TEXT)}, at=before)
        )
        self._take(Observation("opening", "opening", {"game": "nomicoup", "state": _opening()}, at=START))
        while self.written < self.count:
            begun = self.when
            self._act()
            for number in range(2):
                self._propose(number)
            while self.written % LONGEST:
                text = TALK[self.written % len(TALK)].format(n=self.written, who=_name(self.written))
                self._say(_name(self.written), text)
            self.when = max(begun + HOURS, self.when)

    @property
    def _world(self) -> Coup:
        if self.folded is None:
            raise SystemExit("nothing was told yet")
        return self.folded.state.world

    # --- the game of Coup ---------------------------------------------------------------------------------------------

    def _act(self) -> None:
        """An action, and now and then a counteraction or a challenge, with the choices of cards that follow."""
        turn = self._world.turn
        if turn is None:
            raise SystemExit("nobody has a turn")
        player, other = turn.player, _name(int(turn.player[-1]) + 1 + self.acted % (PLAYERS - 1))
        self.acted += 1
        self._say(player, self._action(player, other, must_coup=bool(turn.must_coup)))
        pending = self._world.pending
        if pending is not None and pending.actor == player and self.acted % 3:
            against = {"Foreign Aid": "Tarif", "Steal": "Support", "Assassinate": "Acquittal"}.get(pending.kind)
            if against and self.acted % 2:
                self._say(other, f"I counter with {against}.")
            if pending.claim is not None and self.acted % 4:
                self._say(_name(int(player[-1]) + 2), f"I challenge @{player}.")
        self._choose()

    def _action(self, player: str, other: str, *, must_coup: bool) -> str:
        credits = self._world.players[player].credits
        forms = ["I Tax.", f"I Steal from @{other}.", "I take Foreign Aid.", "I Exchange.", "I take Income."]
        if must_coup or (credits >= 7 and self.acted % 2):
            return f"I Coup @{other}."
        return f"I Assassinate @{other}." if credits >= 5 and self.acted % 7 == 0 else forms[self.acted % len(forms)]

    def _choose(self) -> None:
        """Let everybody choose what they are asked for."""
        for id, player in list(self._world.players.items()):
            while player.losses_owed and player.hand:
                self._say(id, f"discard {player.hand[0]}", "dm")
            if player.returns_owed:
                self._say(id, f"return {' and '.join(player.hand[-player.returns_owed :])}", "dm")
        pending = self._world.pending
        if pending is not None and pending.claim is not None and pending.claim.status == "open" and self.acted % 5:
            self._say(pending.actor, f"show {pending.claim.character}", "dm")
            self._choose()

    # --- propositions -------------------------------------------------------------------------------------------------

    def _propose(self, number: int) -> None:
        """A proposition, with votes of which a majority adopts or rejects it; of a few too little to end it before its limit."""
        author = self.proposed % PLAYERS
        id = self._say(_name(author), self._change(), "propositions")
        self.proposed += 1
        vote, cast = ("⬇️" if self.proposed % 6 == 0 else "⬆️"), 1 if self.proposed % 11 == 0 else 3
        for voter in range(1, 1 + cast):
            user = _name(author + voter)
            self.when += timedelta(seconds=7)
            seen = {"message": id, "emoji": vote, "user": user}
            self._take(Observation("reaction", f"reaction:{id}:{vote}:{user}", seen, at=self.when, source="discord"))

    def _change(self) -> str:
        n = self.proposed
        head = f"Proposition: Number {n}\n"
        added = [each.title for each in self._world.rules.values() if each.title.startswith("Custom")]
        if n % ADDED == 0 or not added:
            content = f"By custom {n} of 4.4.1 nothing is taken."
            return f"{head}Type: Addition\nUnder: 4.4\nTitle: Custom {n}\nContent: {content}"
        title = f"Coup / Actions / {added[n % len(added)]}"
        if n % ADDED == ADDED - 1 and len(added) > MOST_ADDED:
            return f"{head}Type: Deletion\nRule: {title}"
        forms = (
            "Type: Content Edit\nRule: 4.4.1\nContent: Take 1 credit from the Treasury, as by {n}.",
            "Type: Content Edit\nRule: 4.4.2 - Foreign Aid\nContent: Take 2 credits from the Treasury.",
            "Type: Content Appendication\nRule: {title}\nContent: And so it is, by {n}.",
        )
        return head + forms[n % len(forms)].format(n=n, title=title)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _say(self, author: str, text: str, channel: str = "general") -> str:
        self.written += 1
        self.when += timedelta(minutes=2)
        self._take(message(self.written, self.when, channel, author, text))
        while (asked := court_deck.asked_shuffle(self._world)) is not None:
            number, _, cards = asked
            deck = shuffled(DECK_TEXT, GAME_ID, number, (), cards)
            self.when += timedelta(seconds=1)
            key = f"{GAME_ID}|{number}"
            seen = {"for": key, "deck": deck, "nonce": nonce_of(DECK_TEXT, GAME_ID, number)}
            self._take(Observation("shuffle", key, seen, at=self.when, source="deck"))
        return str(self.written)

    def _take(self, seen: Observation) -> None:
        from tracker.core.fold import fold
        from tracker.core.observation import ArchivedObservation
        from tracker.games.nomicoup import GAME

        self.rows.append(seen)
        row = ArchivedObservation(len(self.rows), seen, GAME.read(seen))
        self.folded = fold(GAME, [row], seen.happened_at, start=self.folded)


def _opening() -> dict[str, Any]:
    kinds = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
    players = [
        {"id": _name(number), "credits": 2, "hand": [kinds[number], kinds[(number + 1) % len(kinds)]]}
        for number in range(PLAYERS)
    ]
    return {
        "status": "running",
        "players": players,
        "order": [_name(number) for number in range(PLAYERS)],
        "turn": {"player": _name(0), "started_at": START.isoformat()},
        "deck": list(kinds),
    }


def _name(number: int) -> str:
    """A player, by turns; a name that is no word."""
    return f"player{number % PLAYERS}"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(costs(int(sys.argv[1]))))
    else:
        sys.exit(main())
