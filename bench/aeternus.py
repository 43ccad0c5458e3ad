"""What Aeternus costs: a world of a hundred thousand hexes generated, its last thousand beside its first, and a cycle of messages."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from bench.chat_rounds import FEW, MANY, Round, measured, measures, message, run
from bench.table import Measure, print_table
from tracker.core.instants import EPOCH
from tracker.core.observation import Observation
from tracker.games.aeternus.features import lakes_around, put
from tracker.games.aeternus.generation import generate
from tracker.games.aeternus.hexes import ORIGIN, STEPS, Hex, neighbours, shown
from tracker.games.aeternus.law import Law
from tracker.games.aeternus.state import BOARDWALK, CORRUPTED, DUNES, LAKE, PASS, SWAMP, Aeternus, Cell
from tracker.mechanics.chat.dice import Dice, Table
from tracker.mechanics.chat.names import Names

HEXES, BATCH = 100_000, 1000
SECONDS, RATIO = 20.0, 1.5
"""The targets: processor seconds for the whole world, and what the last thousand hexes cost by the first thousand."""
FOLD_SECONDS = 1.5
"""The target for ten thousand messages."""
WEEKLY, ROUNDS = 800, 3
"""Messages a week, two thirds of which announce something, and how often each player acts in a phase."""
PLAYERS, POND = 20, (-1, 0, 0)
CHANNELS = ("game-actions", "trades", "general", "proposals")
START = datetime(2025, 1, 5, tzinfo=UTC)
"""A Sunday."""
HAPPENED = frozenset(
    {
        *("hex_generated", "scouted", "moved", "foraged", "fishing", "caught", "constructed", "crafted"),
        *("trade_done", "phase_started", "ap_replenished", "proposal_took_effect"),
    }
)
TALK = (
    "good morning all, {n} coffees so far",
    "I think that {at} is the best hex of the map\nwho comes along?",
    "has anybody been at {at}? {n}",
    "> Scout North and Ashe\nno you do not, {n}",
    "I shall walk to {at} one day, and this is number {n}: there will be no proposal this week",
    "the {n}th fish is the finest of them all",
)


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    few, many = measured("bench.aeternus", FEW), measured("bench.aeternus", MANY)
    played = measures(few, many, f"a world of {many['hexes']:,.0f} hexes", FOLD_SECONDS)
    return print_table([*world_measures(), *played])


# --- the world --------------------------------------------------------------------------------------------------------


def world_measures() -> list[Measure]:
    """What generating hexes costs."""
    world, batches = Aeternus(), []
    explorer = Explorer(7)
    for size in range(BATCH, HEXES + 1, BATCH):
        begun = time.process_time()
        explorer.explore(world, size)
        batches.append(time.process_time() - begun)
    lakes = sum(cell.biome == LAKE for cell in world.world.values())
    return [
        Measure(f"generating {HEXES:,} hexes, {lakes:,} of them Lakes", sum(batches), "s", SECONDS),
        Measure(f"the first {BATCH:,} of them", batches[0], "s"),
        Measure(f"the last {BATCH:,} of them", batches[-1], "s"),
        Measure("the last by the first", batches[-1] / batches[0], "times", RATIO),
    ]


class Dealer(Table):
    """Dice that fall as they are asked for; ``fell`` is told of each."""

    def __init__(self, chance: Random, fell: Callable[[str, int, int], None] = lambda *_: None) -> None:
        """The same chance lets them fall the same."""
        super().__init__(Dice(), "", 1)
        self.chance, self.fell = chance, fell

    def roll(self, purpose: str, word: str, sides: list[int], apart: str = "") -> list[int]:
        """Their faces."""
        faces = [self.chance.randint(1, each) for each in sides]
        for die, face in zip(sides, faces, strict=True):
            self.fell(f"{word.replace(' ', '-')}{apart}", die, face)
        return faces


class Explorer:
    """Generates hexes at the edge of what is known, now here and now there, so that pockets of all sizes are closed."""

    def __init__(self, seed: int) -> None:
        """The same seed explores the same world."""
        self.chance = Random(seed)  # noqa: S311  (a benchmark)
        self.edge: list[Hex] = list(neighbours(ORIGIN))
        self.dealer = Dealer(self.chance)

    def explore(self, world: Aeternus, size: int) -> None:
        """Go on until the world has so many hexes; one or a pocket more."""
        world.look(Names(), Law(EPOCH, {}), self.dealer)
        while len(world.world) < size:
            at = self._next(world)
            generate(world, at)
            self.edge += (each for each in neighbours(at) if world.cell(each) is None)

    def _next(self, world: Aeternus) -> Hex:
        while True:
            place = self.chance.randrange(len(self.edge))
            self.edge[place], self.edge[-1] = self.edge[-1], self.edge[place]
            at = self.edge.pop()
            if world.cell(at) is None:
                return at


# --- a cycle ----------------------------------------------------------------------------------------------------------


def costs(count: int) -> dict[str, float]:
    """What so many messages cost."""
    history = History(count)
    played = Round("aeternus", CHANNELS, list(history.told()), HAPPENED, _one_more)
    return {"hexes": float(len(history.world.world)), **run(played)}


def _one_more(number: int, when: datetime) -> Observation:
    return message(
        10_000_000 + number, when, "trades", _name(number), f"I trade 1 Wood to @{_name(number + 1)} for 1 Hide"
    )


@dataclass
class History:
    """A cycle of so many messages: twenty players who scout, walk, forage, fish, build, trade, vote and talk."""

    count: int
    rows: list[Observation] = field(default_factory=list)
    written: int = 0
    world: Aeternus = field(default_factory=Aeternus)
    at: dict[int, Hex] = field(default_factory=lambda: dict.fromkeys(range(PLAYERS), ORIGIN))
    chance: Random = field(default_factory=lambda: Random(11))  # noqa: S311  (a benchmark)

    def told(self) -> Iterator[Observation]:
        """Every observation, in order."""
        items = {"Wood": 5000, "Thread": 500, "Hide": 900, "Classic Rod": 1, "Goldfish (quality 64)": 1}
        players = [
            {"id": _name(number), "inventory": items, "joined": "2025-01-01T00:00:00Z"} for number in range(PLAYERS)
        ]
        self.world.terrain.add(POND, Cell(biome=LAKE))
        lake = {"at": list(POND), "biome": LAKE}
        stated = {"cycle_started": "2025-01-01T00:00:00Z", "players": players, "world": [lake]}
        yield Observation("opening", "opening", {"game": "aeternus", "state": stated}, at=START)
        week = 0
        while self.written < self.count:
            self.rows = []
            self._week(week, START + timedelta(weeks=week))
            yield from sorted(self.rows, key=lambda seen: seen.happened_at)
            week += 1

    def _week(self, week: int, sunday: datetime) -> None:
        before = self.written
        for phase in (sunday, sunday + timedelta(days=4)):
            for hour in range(1, ROUNDS + 1):
                for number in range(PLAYERS):
                    self._act(week + hour, number, phase + timedelta(hours=hour * 10, minutes=number * 2))
        self._vote(week, sunday + timedelta(days=1))
        left = WEEKLY - (self.written - before)
        for number in range(left):
            when = sunday + timedelta(days=7) * (number + 1) / (left + 2)
            text = TALK[number % len(TALK)].format(n=self.written, at=shown(self.at[number % PLAYERS]))
            self._say(when, CHANNELS[number % 2 * 2], number, text)

    def _act(self, turn: int, number: int, when: datetime) -> None:
        """A player's turn: two hexes scouted, a step, and what can be done where it leads."""
        around = sorted(neighbours(self.at[number]), key=self._is_known)
        row = self._say(when, "game-actions", number, f"Scout {shown(around[0])} and {shown(around[1])}")
        self.world.look(Names(), Law(EPOCH, {}), Dealer(self.chance, lambda *die: self._roll(when, row, *die)))
        for at in around[:2]:
            generate(self.world, at)
        to = max((each for each in around if self._is_safe(number, each)), key=self._prospects(number), default=None)
        if to is not None:
            row = self._say(when + timedelta(seconds=20), "game-actions", number, f"Traverse {shown(to)}")
            self.at[number] = to
        self._gain(turn, number, when + timedelta(seconds=40))
        if turn % 3 == number % 3:
            self._deal(number, when + timedelta(seconds=60))

    def _is_known(self, at: Hex) -> bool:
        return self.world.cell(at) is not None

    def _prospects(self, number: int) -> Callable[[Hex], tuple[int, int]]:
        """Players go where much is unknown, each with a leaning of their own."""
        way = STEPS[number % len(STEPS)]
        return lambda at: (
            sum(not self._is_known(each) for each in neighbours(at)),
            sum(one * other for one, other in zip(at, way, strict=True)),
        )

    def _is_safe(self, number: int, to: Hex) -> bool:
        """Whether no die is rolled for a step."""
        here, cell = self.world.cell(self.at[number]), self.world.cell(to)
        if here is None or cell is None or here.biome in (SWAMP, PASS):
            return False
        return cell.biome not in (LAKE, DUNES, SWAMP, PASS) and CORRUPTED not in {*here.features, *cell.features}

    def _gain(self, turn: int, number: int, when: datetime) -> None:
        """Forage, fish or build."""
        at = self.at[number]
        cell, lakes = self.world.cell(at), lakes_around(self.world, at)
        if lakes and turn % 2:
            row = self._say(when, "game-actions", number, f"Fish in {shown(lakes[0])} with Classic Rod")
            self._roll(when, row, "catch-d100", 100, 20 + number)
            self._roll(when, row, "standard-fish-d5", 5, 1 + turn % 5)
        elif cell is not None and cell.is_plain and turn % 4:
            row = self._say(when, "game-actions", number, "Forage")
            self._roll(when, row, "forage-d6", 6, 1 + turn % 6)
        elif cell is not None and CORRUPTED not in cell.features and BOARDWALK not in cell.features:
            self._say(when, "game-actions", number, "Craft Standard Rod\nConstruct Boardwalk here")
            put(self.world, at, BOARDWALK)

    def _deal(self, number: int, when: datetime) -> None:
        """A gift that is accepted."""
        offer = self._say(when, "trades", number, f"I give 1 Wood to @{_name(number + 1)}")
        self._say(when + timedelta(minutes=1), "trades", number + 1, "I accept", reply_to=offer)

    def _vote(self, week: int, monday: datetime) -> None:
        """A proposal of each class with reactions."""
        for number, title in enumerate(("[Standard] Something is better.", "[Urgent] A word is mended.")):
            when = monday + timedelta(hours=number)
            proposal = self._say(when, "proposals", week + number, f"{title} {week}")
            for voter in range(8):
                seen = {"message": proposal, "emoji": "👎" if voter % 5 == 4 else "👍", "user": _name(week + voter)}
                id = f"reaction:{proposal}:{seen['emoji']}:{seen['user']}"
                voted = when + timedelta(days=1, minutes=voter)
                self.rows.append(Observation("reaction", id, seen, at=voted, source="discord"))

    def _say(self, when: datetime, channel: str, player: int, text: str, reply_to: str = "") -> str:
        self.written += 1
        seen = message(self.written, when, channel, _name(player), text, reply_to)
        self.rows.append(seen)
        return seen.id

    def _roll(self, when: datetime, row: str, what: str, sides: int, face: int) -> None:
        label = f"{what}:{row}:1:1"
        self.rows.append(Observation("roll", label, {"for": label, "sides": sides, "face": face}, at=when))


def _name(number: int) -> str:
    """A player, by turns; a name that is no word."""
    return f"player{number % PLAYERS}x"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(costs(int(sys.argv[1]))))
    else:
        sys.exit(main())
