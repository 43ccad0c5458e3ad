"""What a round of Round 10 costs: thousands of messages folded, a tick with one more, and a look at six quiet channels."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bench.chat_rounds import FEW, MANY, Round, measured, measures, message, run
from bench.table import Measure, print_table
from tracker.core.observation import Observation

WEEKLY = 333
"""Messages a week: of 10,000 there are thirty weeks, with ten lots each."""
PLAYERS, BIDDERS, LOTS, TRADES = 15, 5, 10, 20
CHANNELS = ("game-actions", "auctions", "proposals", "judge-elections", "general", "dice")
START = datetime(2021, 8, 1, tzinfo=UTC)
"""A Sunday."""
HAPPENED = frozenset({"lot_awarded", "hand_placed", "trade_done", "proposal_took_effect", "judge_elected"})
TALK = (
    "good morning all, {n} coffees so far",
    "I bet that somebody bids {n} chips on that one\nwho else has Knights?",
    "has anybody seen my 4 of Roses? {n}",
    "> I accept\nno you do not, {n}",
    "I trade in rumours, and this is number {n}: there will be no proposal this week",
    "the hash of a bid is no bid, said the {n}th fox to the hen",
)


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    few, many, asked = measured("bench.round10", FEW), measured("bench.round10", MANY), requests()
    look = Measure(f"a look at {len(CHANNELS)} channels with nothing new", asked, "requests", len(CHANNELS))
    return print_table([*measures(few, many, f"{many['lots']:,.0f} lots"), look])


def costs(count: int) -> dict[str, float]:
    """What so many messages cost."""
    told = list(History(count).told())
    played = Round("round10", CHANNELS, told, HAPPENED, _one_more)
    return {**run(played), "lots": sum(seen.kind == "roll" for seen in told) / 6}


def _one_more(number: int, when: datetime) -> Observation:
    text = f"I give 1 chip to @{_name(number + 1)}"
    return message(10_000_000 + number, when, "game-actions", _name(number), text)


# --- looks ------------------------------------------------------------------------------------------------------------


def requests() -> int:
    """How often Discord is asked by a look that finds nothing new, after one that read everything."""
    from tests.sources.chat.rest_world import rest_world

    with rest_world() as world:
        for name in CHANNELS:
            world.chat.channel(name)
            for minute in range(30):
                world.post(minute, "ana", f"message {minute}", channel=name)
        world.set(channels=CHANNELS, voting_channels=frozenset({"proposals"}))
        for minutes in (60, 61):
            world.look(minutes)
        world.asked()
        if world.look(62):
            raise SystemExit("there was something new")
        return len(world.asked())


# --- the round --------------------------------------------------------------------------------------------------------


@dataclass
class History:
    """A round of so many messages: fifteen players, each week five of them bid, and submit hands of what they won the week before."""

    count: int
    rows: list[Observation] = field(default_factory=list)
    written: int = 0
    won: dict[int, list[str]] = field(default_factory=dict)
    """Player -> the cards that they won in the week before."""

    def told(self) -> Iterator[Observation]:
        """Every observation, in order."""
        players = [{"id": _name(number), "chips": 500, "trungs": 100} for number in range(PLAYERS)]
        state = {"players": players, "judge": _name(0)}
        yield Observation("opening", "opening", {"game": "round10", "state": state}, at=START)
        week = 0
        while self.written < self.count:
            self.rows = []
            self._week(week, START + timedelta(weeks=week))
            yield from sorted(self.rows, key=lambda seen: seen.happened_at)
            week += 1

    def _week(self, week: int, sunday: datetime) -> None:
        before = self.written
        bidders = [(week * BIDDERS + number) % PLAYERS for number in range(BIDDERS)]
        lots = self._generate(week, sunday + timedelta(hours=1))
        monday, thursday = sunday + timedelta(days=1, hours=8), sunday + timedelta(days=4, hours=8)
        for place, player in enumerate(bidders):
            bid = f"Bid 20 chips on Lot {2 * place + 1}, bid 30 chips on Lot {2 * place + 2}. salt: {week}"
            self._secret("auctions", "Bid", player, bid, monday, thursday)
        for player, cards in self.won.items():
            self._secret("game-actions", "Hand", player, f"Hand: {', '.join(cards)}. salt: {week}", monday, thursday)
        self.won = {player: [*lots[2 * place], *lots[2 * place + 1]] for place, player in enumerate(bidders)}
        self._deal(week, sunday)
        self._vote(week, monday)
        left = WEEKLY - (self.written - before)
        for number in range(left):
            when = sunday + timedelta(days=7) * (number + 1) / (left + 2)
            self._say(when, CHANNELS[4 - number % 2 * 4], number, TALK[number % len(TALK)].format(n=self.written))

    def _generate(self, week: int, when: datetime) -> list[list[str]]:
        """Ten lots, with the dice that the tracker threw for them; the cards of each."""
        from tracker.games.round10.cards import Card, deck_of, drawn
        from tracker.games.round10.law import Law

        row = self._say(when, "game-actions", week, f"I generate {LOTS} lots")
        deck = deck_of(Law(START, {}))
        lots = []
        for lot in range(1, LOTS + 1):
            faces = [1 + (week * 31 + lot * 7 + die * 11) % (20 if die % 2 else 12) for die in range(6)]
            for die, face in enumerate(faces):
                label = f"lot:{row}:1:{6 * lot + die - 5}"
                seen = {"for": label, "sides": 20 if die % 2 else 12, "face": face}
                self.rows.append(Observation("roll", label, seen, at=when + timedelta(seconds=1)))
            cards = (drawn(deck, *pair) for pair in zip(faces[::2], faces[1::2], strict=True))
            lots.append([card.name for card in cards if isinstance(card, Card)])
        return lots

    def _secret(self, channel: str, kind: str, player: int, text: str, posted: datetime, revealed: datetime) -> None:
        digest = hashlib.sha256(text.encode()).hexdigest()
        self._say(posted + timedelta(minutes=player), channel, player, f"{kind}: {digest}")
        self._say(revealed + timedelta(minutes=player), channel, player, f"Reveal: {text}")

    def _deal(self, week: int, sunday: datetime) -> None:
        """Gifts of chips that are accepted, exchanges, and things that are refused."""
        for number in range(TRADES):
            when = sunday + timedelta(hours=3 + 7 * number)
            offer = self._say(when, "game-actions", number, f"I give 1 chip to @{_name(number + 1)}")
            self._say(when + timedelta(minutes=5), "game-actions", number + 1, "I accept", reply_to=offer)
        for number, text in enumerate(
            ("I exchange 2 Trungs for 1 Standard Proposal Maker", "I exchange 3 Trungs for 1 Gold Star")
        ):
            self._say(sunday + timedelta(hours=2, minutes=number), "game-actions", week + number, text)
        self._say(sunday + timedelta(days=2), "game-actions", week, "I generate a lot")
        self._say(sunday + timedelta(days=2), "auctions", week, "I accept 5")

    def _vote(self, week: int, monday: datetime) -> None:
        """A Standard and two Urgent proposals, and a candidate, with reactions."""
        texts = ("[Standard] Something is better.", "[Urgent] A word is mended.", "[Urgent] Another word is mended.")
        posted = [
            self._say(monday + timedelta(hours=number), "proposals", week + number, f"{text} {week}")
            for number, text in enumerate(texts)
        ]
        posted.append(self._say(monday + timedelta(hours=4), "judge-elections", week, "I stand."))
        for proposal in posted:
            for voter in range(8):
                emoji, when = ("👍", "👎")[voter % 5 == 4], monday + timedelta(days=1, minutes=voter)
                seen = {"message": proposal, "emoji": emoji, "user": _name(week + voter)}
                self.rows.append(
                    Observation(
                        "reaction", f"reaction:{proposal}:{emoji}:{seen['user']}", seen, at=when, source="discord"
                    )
                )

    def _say(self, when: datetime, channel: str, player: int, text: str, reply_to: str = "") -> str:
        self.written += 1
        seen = message(self.written, when, channel, _name(player), text, reply_to)
        self.rows.append(seen)
        return seen.id


def _name(number: int) -> str:
    """A player, by turns; a name that is no word."""
    return f"player{number % PLAYERS}x"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(costs(int(sys.argv[1]))))
    else:
        sys.exit(main())
