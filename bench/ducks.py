"""What a round of Ducks costs: thousands of messages about three hundred ducks folded, and a tick with one more."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product

from bench.chat_rounds import FEW, MANY, Round, measured, measures, message, run
from bench.table import print_table
from tracker.core.observation import Observation

WEEKLY = 800
"""Messages a week, half of which announce something: of 10,000 there are thirteen weeks."""
PLAYERS, DUCKS, LOTS, PONDS = 20, 300, 20, 30
CHANNELS = ("game-actions", "proposals", "general")
START = datetime(2021, 3, 7, tzinfo=UTC)
"""A Sunday."""
NAMES = [f"{first}{last}" for first, last in product(("Qua", "Wad", "Pud", "Mal", "Fer", "Bo"), ("dle", "ck", "lard"))]
HAPPENED = frozenset(
    {
        *("duck_fed", "mission_started", "retrieval_attempted", "loot_rolled", "disciple_hit", "ritual_attack"),
        *("eldritch_attack", "pond_moved", "pond_upkeep", "duck_named", "trade_done", "no_egg_laid", "bid_placed"),
        *("auction_concluded", "proposal_adopted", "duck_god_gained", "smoothie_made"),
    }
)
TALK = (
    "good morning all, {n} coffees so far",
    "I think that {duck} is the best duck of the pond\nwho feeds mine?",
    "has anybody seen {duck}? {n}",
    "> I feed {duck}\nno you do not, {n}",
    "I send my regards to {duck}, and this is number {n}: there will be no proposal this week",
    "quack, said the {n}th duck to the hen",
)


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    few, many = measured("bench.ducks", FEW), measured("bench.ducks", MANY)
    return print_table(measures(few, many, f"{DUCKS} ducks"))


def costs(count: int) -> dict[str, float]:
    """What so many messages cost."""
    return run(Round("ducks", CHANNELS, list(History(count).told()), HAPPENED, _one_more))


def _one_more(number: int, when: datetime) -> Observation:
    text = f"I give 1 Seeds to @{_name(number + 1)}"
    return message(10_000_000 + number, when, "game-actions", _name(number), text)


# --- the round --------------------------------------------------------------------------------------------------------


@dataclass
class History:
    """A round of so many messages: twenty players with fifteen ducks each, and some that nobody owns."""

    count: int
    rows: list[Observation] = field(default_factory=list)
    written: int = 0
    renamed: dict[int, str] = field(default_factory=dict)

    def told(self) -> Iterator[Observation]:
        """Every observation, in order."""
        yield Observation("opening", "opening", {"game": "ducks", "state": self._opening()}, at=START)
        week = 0
        while self.written < self.count:
            self.rows = []
            self._week(week, START + timedelta(weeks=week))
            yield from sorted(self.rows, key=lambda seen: seen.happened_at)
            week += 1

    def _opening(self) -> dict[str, object]:
        items = {"Seeds": 500, "Grapes": 50, "Mango Slice": 50}
        owned = [
            {"id": id, "name": self._called(id), "owner": _name(id), "quacks": 1000, "pond": 1 + id % PONDS}
            for id in range(1, DUCKS + 1)
        ]
        lots = [{"id": DUCKS + 1 + number} for number in range(LOTS)]
        return {
            "players": [{"id": _name(number), "items": items} for number in range(PLAYERS)],
            "ducks": [*owned, *lots],
            "ponds": PONDS,
            "disciple": {"name": "Disciple Waddles", "quacks": 100_000},
        }

    def _week(self, week: int, sunday: datetime) -> None:
        before = self.written
        self._begin(week, sunday + timedelta(hours=1))
        monday, thursday = sunday + timedelta(days=1, hours=8), sunday + timedelta(days=4, hours=8)
        for number in range(PLAYERS):
            self._scout(week, number, monday, thursday)
            self._deal(week, number, sunday + timedelta(days=2))
        for number, period in product(range(PLAYERS), (monday, thursday)):
            self._feed(week, number, period + timedelta(hours=2))
            self._attack(week, number, period + timedelta(hours=4))
            self._live(week, number, period + timedelta(hours=6))
        self._auction(week, monday)
        self._vote(week, monday)
        left = WEEKLY - (self.written - before)
        for number in range(left):
            when = sunday + timedelta(days=7) * (number + 1) / (left + 2)
            text = TALK[number % len(TALK)].format(n=self.written, duck=self._called(1 + number % DUCKS))
            self._say(when, CHANNELS[number % 2 * 2], number, text)

    def _begin(self, week: int, when: datetime) -> None:
        """The week's first action, on which the Duck Old One acts."""
        one, other = self._of(week, 1), self._of(week + 1, 2)
        self._say(when, "game-actions", week, f'"{one}" performs Quack Attack on "{other}" with 2 Quacks.')
        matter = f"old_one@{when:%Y-%m-%d}:0"
        self._roll(when, f"old_one:{matter}", 4, 1)
        self._roll(when, f"eldritch_attack-{DUCKS}:{matter}", DUCKS, 1 + week * 7 % DUCKS)
        self._say(when, "game-actions", week, f'"{one}" performs Divine Scrambler on Duck God with 20 Quacks.')

    def _scout(self, week: int, number: int, sent: datetime, retrieved: datetime) -> None:
        """A mission, its retrieval by a high roll, and loot."""
        duck, minutes = self._of(number, week), timedelta(minutes=number)
        row = self._say(sent + minutes, "game-actions", number, f'I send "{duck}" scouting.')
        self._roll(sent + minutes, f"potential:{row}:1", 12, 1 + number % 11)
        row = self._say(retrieved + minutes, "game-actions", number, f"I retrieve {duck}; I roll loot for {duck}")
        self._roll(retrieved + minutes, f"retrieval:{row}:1", 12, 11)
        self._roll(retrieved + minutes, f"loot:{row}:2", 20, 5 + number % 6)

    def _feed(self, week: int, number: int, when: datetime) -> None:
        """A feeding, and one that is refused."""
        when, other = when + timedelta(minutes=number), self._of(number + 1 + week, week * 3 + number)
        fruit = " with 10 Seeds" if number % 3 else ""
        text = f'I feed "{other}"{fruit}' + (f"\nI feed {other}" if number % 5 == 0 else "")
        row = self._say(when, "game-actions", number, text)
        self._roll(when, f"feeding:{row}:1", 6, 1 + (week + number) % 6)

    def _attack(self, week: int, number: int, when: datetime) -> None:
        """A Quacktion against the Disciple with its Ritual, one against a duck, and an Egg that does not come."""
        when, duck = when + timedelta(minutes=number), self._of(number, week + 5)
        row = self._say(when, "game-actions", number, f'"{duck}" performs Quack Attack on Duck Disciple with 2 Quacks.')
        self._roll(when, f"ritual_pick-{DUCKS}:{row}:1", DUCKS, 1 + (week * 41 + number * 13) % DUCKS)
        self._roll(when, f"ritual:{row}:1", 6, 3)
        target = self._of(number + 3, week)
        row = self._say(
            when, "game-actions", number, f"{duck} quack attacks {target} (4), then {duck} lays an egg for 12"
        )
        self._roll(when, f"lay_egg:{row}:2", 12, 3)

    def _live(self, week: int, number: int, when: datetime) -> None:
        """A move, and now and then a new name or a Smoothie."""
        when, duck = when + timedelta(minutes=number), self._own(number, week + 8)
        pond = 1 + (duck + week + 1) % PONDS
        self._say(when, "game-actions", number, f'I move "{self._called(duck)}" to pond {pond}.')
        if number % 4 == week % 4:
            named = self._own(number, week + 11)
            before, self.renamed[named] = self._called(named), f"{NAMES[named % len(NAMES)]} {week} the {named}th"
            self._say(when, "game-actions", number, f'I rename "{before}" to "{self.renamed[named]}".')
        if number % 4 == 1:
            text = f'"{self._called(duck)}" performs Make Smoothie with Grapes and Mango Slice, style Icy.'
            self._say(when, "game-actions", number, text)

    def _deal(self, week: int, number: int, when: datetime) -> None:
        """Gifts that are accepted."""
        for hours in (1, 9):
            offered = when + timedelta(hours=hours, minutes=number)
            offer = self._say(offered, "game-actions", number, f"I give 1 Seeds to @{_name(number + 1 + week)}")
            accepted = offered + timedelta(minutes=30)
            self._say(accepted, "game-actions", number + 1 + week, "I accept", reply_to=offer)

    def _auction(self, week: int, monday: datetime) -> None:
        lot = DUCKS + 1 + week
        self._say(monday, "game-actions", week, f'I bid 3 Quacks on duck #{lot}, calling it "Lost {week}".')
        for number in range(1, 5):
            when = monday + timedelta(hours=number)
            self._say(when, "game-actions", week + number, f'I bid {3 + number} Quacks on "Lost {week}".')

    def _vote(self, week: int, monday: datetime) -> None:
        """Two proposals of a class each, with reactions."""
        for number, title in enumerate(("Proposal: Something is better.", "Urgent Proposal: A word is mended.")):
            when = monday + timedelta(hours=number)
            proposal = self._say(when, "proposals", week + number, f"{title} {week}")
            for voter in range(8):
                emoji, voted = (
                    (":gatorTrung:", ":updownTrung:")[voter % 5 == 4],
                    when + timedelta(days=1, minutes=voter),
                )
                seen = {"message": proposal, "emoji": emoji, "user": _name(week + voter)}
                id = f"reaction:{proposal}:{emoji}:{seen['user']}"
                self.rows.append(Observation("reaction", id, seen, at=voted, source="discord"))

    # --- ducks and rows -----------------------------------------------------------------------------------------------

    def _own(self, player: int, place: int) -> int:
        """The number of one of a player's fifteen ducks."""
        return player % PLAYERS + PLAYERS * (place % (DUCKS // PLAYERS)) or DUCKS

    def _of(self, player: int, place: int) -> str:
        return self._called(self._own(player, place))

    def _called(self, duck: int) -> str:
        return self.renamed.get(duck, f"{NAMES[duck % len(NAMES)]} the {duck}th")

    def _say(self, when: datetime, channel: str, player: int, text: str, reply_to: str = "") -> str:
        self.written += 1
        seen = message(self.written, when, channel, _name(player), text, reply_to)
        self.rows.append(seen)
        return seen.id

    def _roll(self, when: datetime, key: str, sides: int, face: int) -> None:
        """A die that the tracker rolled for a message."""
        label = f"{key}:1"
        self.rows.append(Observation("roll", label, {"for": label, "sides": sides, "face": face}, at=when))


def _name(number: int) -> str:
    """A player, by turns; a name that is no word."""
    return f"player{number % PLAYERS}x"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(costs(int(sys.argv[1]))))
    else:
        sys.exit(main())
