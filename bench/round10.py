"""What a round of Round 10 costs: thousands of messages folded, a tick with one more, and a look at six quiet channels."""

from __future__ import annotations

import gc
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.table import Measure, print_table
from tracker.core.observation import ArchivedObservation, Observation, ObservationBatch

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.ports import Known, Progress

FEW, MANY = 1_000, 10_000
WEEKLY = 333
"""Messages a week: of 10,000 there are thirty weeks, with ten lots each."""
PLAYERS, BIDDERS, LOTS, TRADES = 15, 5, 10, 20
CHANNELS = ("game-actions", "auctions", "proposals", "judge-elections", "general", "dice")
FOLD_SECONDS, PER_MESSAGE_RATIO, TICK_SECONDS, TICK_RATIO = 3, 1.5, 0.3, 1.5
RUNS, TICKS = 3, 20
"""The quickest of so many counts: whatever else the machine does only adds to it."""
START = datetime(2021, 8, 1, tzinfo=UTC)
"""A Sunday."""
CONFIG = """\
[game]
slug = round10
[publish]
permission = apply
[discord]
guild = 700
token_env = DISCORD_TOKEN
channels =
"""
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
    few, many, asked = _measured(FEW), _measured(MANY), requests()
    per_message = many["fold"] * FEW / (few["fold"] * MANY)
    return print_table(
        [
            Measure(
                f"{MANY:,} messages ({many['rows']:,.0f} rows, {many['lots']:,.0f} lots) folded",
                many["fold"],
                "s",
                FOLD_SECONDS,
            ),
            Measure(f"{FEW:,} of them", few["fold"], "s"),
            Measure("one of many by one of few", per_message, "times", PER_MESSAGE_RATIO),
            Measure("archived, folded year by year, settled and kept", many["first"], "s"),
            Measure("the checkpoint", many["checkpoint"], "kB"),
            Measure("pages written by the first tick", many["pages"], "s"),
            Measure("tick with one message more, the processor's seconds", many["tick"], "s", TICK_SECONDS),
            Measure("by the clock, whatever else the machine does", many["wall"], "s"),
            Measure(f"the same tick after {FEW:,} messages", few["tick"], "s"),
            Measure("the one by the other", many["tick"] / few["tick"], "times", TICK_RATIO),
            Measure("largest resident set", many["memory"], "MB"),
            Measure(f"a look at {len(CHANNELS)} channels with nothing new", asked, "requests", len(CHANNELS)),
        ]
    )


def _measured(count: int) -> dict[str, float]:
    """What so many messages cost, in a process of their own."""
    command = [sys.executable, "-m", "bench.round10", str(count)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return found


def run(count: int) -> dict[str, float]:
    """Seconds of folding, of the first tick and of one with one message more; kilobytes of the checkpoint."""
    told = list(History(count).told())
    found = {"rows": len(told), "lots": sum(seen.kind == "roll" for seen in told) / 6, **_folded(told)}
    with tempfile.TemporaryDirectory() as folder:
        found |= _ticked(Path(folder), told)
    return {**found, "memory": _largest_resident_set()}


def _folded(told: list[Observation]) -> dict[str, float]:
    from tracker.app.folding import no_search_for_cycles
    from tracker.core.fold import fold
    from tracker.games.registry import game

    played, end = game("round10"), told[-1].happened_at
    rows = [ArchivedObservation(seq, seen, played.read(seen)) for seq, seen in enumerate(told, start=1)]
    fold(played, rows[:10], end)
    spent = []
    for _ in range(RUNS):
        begun = time.process_time()
        with no_search_for_cycles():
            folded = fold(played, rows, end)
        spent.append(time.process_time() - begun)
    _expect_lively(played, folded)
    return {"fold": min(spent)}


def _expect_lively(played: Any, folded: Any) -> None:
    """The round must be what it is meant to be: lots sold, hands placed, proposals decided."""
    gamestate = played.view(folded.state, folded.as_of, folded.seq, folded.context)
    happened = {event["event"] for event in gamestate.events}
    missing = {"lot_awarded", "hand_placed", "trade_done", "proposal_took_effect", "judge_elected"} - happened
    if missing or gamestate.questions:
        raise SystemExit(f"the round is not as it should be: {sorted(missing)}, {gamestate.questions[:1]}")


# --- ticks ------------------------------------------------------------------------------------------------------------


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    instant: datetime

    def now(self) -> datetime:
        """The instant that it shows."""
        return self.instant


@dataclass
class Told:
    """A source that tells what it is given, each row once."""

    unseen: list[Observation]
    name: str = "discord"

    def observe(self, known: Known, now: datetime, progress: Progress) -> Iterator[ObservationBatch]:
        """Tell what was not told yet."""
        rows, self.unseen = tuple(self.unseen), []
        yield ObservationBatch(self.name, rows, "", now, complete=True)


def _ticked(folder: Path, told: list[Observation]) -> dict[str, float]:
    """A first tick that archives and folds everything and writes the pages, and ticks with one message each."""
    from dataclasses import replace

    from tracker.app import by_hand
    from tracker.bootstrap import wire
    from tracker.config import parse_settings

    clock = Clock(told[-1].happened_at + timedelta(minutes=1))
    settings = parse_settings(
        CONFIG + "".join(f"    {name}\n" for name in CHANNELS), folder / "tracker.ini", {"DISCORD_TOKEN": "a.b.c"}
    )
    source = Told(list(told))
    wired = replace(wire(settings, clock), sources=(source,))
    archived = _seconds(
        lambda: wired.archive.append(ObservationBatch("discord", tuple(told), "", clock.now()), wired.game.read)
    )
    source.unseen = []
    begun = time.perf_counter()
    made = by_hand.plan_creation_now(wired)
    first = time.perf_counter() - begun
    by_hand.apply_now(wired, made, made.checksum)
    pages = _seconds(lambda: _tick(wired, "applied"))
    # Keep Python's garbage collector from walking over the rows, which no real tick holds.
    gc.collect()
    gc.freeze()
    spent = []
    for number in range(TICKS):
        clock.instant += timedelta(minutes=3)
        source.unseen = [
            _message(
                10_000_000 + number,
                clock.now(),
                "game-actions",
                _name(number),
                f"I give 1 chip to @{_name(number + 1)}",
            )
        ]
        used = time.process_time()
        seconds = _seconds(lambda: _tick(wired, "applied"))
        spent.append((time.process_time() - used, seconds))
    size = _checkpoint(wired)
    wired.close()
    return {
        "first": archived + first,
        "pages": pages,
        "tick": min(spent)[0],
        "wall": min(wall for _, wall in spent),
        "checkpoint": size,
    }


def _tick(wired: Wired, outcome: str) -> None:
    from tracker.app.tick import tick

    report = tick(wired)
    if report.outcome != outcome:
        raise SystemExit(f"a tick was {report.outcome}, not {outcome}: {report}")


def _checkpoint(wired: Wired) -> float:
    from tracker.app.folding import fold_archive
    from tracker.mechanics.freezing import frozen

    folded = fold_archive(wired.game, wired.archive, wired.clock.now())
    return len(frozen(wired.game.state_type, folded.state)) / 2**10


def _seconds(act: Any) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _largest_resident_set() -> float:
    import resource

    # Linux gives kilobytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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
        deck = deck_of(Law(START, {}, {}))
        lots = []
        for lot in range(1, LOTS + 1):
            faces = [1 + (week * 31 + lot * 7 + die * 11) % (20 if die % 2 else 12) for die in range(6)]
            for die, face in enumerate(faces):
                label = f"lot:{row}:1.{lot}:{die + 1}"
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
        for message in posted:
            for voter in range(8):
                emoji, when = ("👍", "👎")[voter % 5 == 4], monday + timedelta(days=1, minutes=voter)
                seen = {"message": message, "emoji": emoji, "user": _name(week + voter)}
                self.rows.append(
                    Observation(
                        "reaction", f"reaction:{message}:{emoji}:{seen['user']}", seen, at=when, source="discord"
                    )
                )

    def _say(self, when: datetime, channel: str, player: int, text: str, reply_to: str = "") -> str:
        self.written += 1
        message = _message(self.written, when, channel, _name(player), text, reply_to)
        self.rows.append(message)
        return message.id


def _message(number: int, when: datetime, channel: str, author: str, text: str, reply_to: str = "") -> Observation:
    payload = {"channel": channel, "author": author, "text": text} | ({"reply_to": reply_to} if reply_to else {})
    return Observation("message", str(number), payload, at=when, source="discord")


def _name(number: int) -> str:
    """A player, by turns; a name that is no word."""
    return f"player{number % PLAYERS}x"


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(run(int(sys.argv[1]))))
    else:
        sys.exit(main())
