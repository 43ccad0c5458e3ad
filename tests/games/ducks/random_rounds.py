"""Random rounds: a few people who join, leave, name, feed, send out, attack, trade, bid and vote, at instants around boundaries.

The dice are drawn as the tracker draws them: whatever is asked for once all that was said by then is known, each from its own key.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.instants import iso, parse_instant
from tracker.games.ducks import GAME
from tracker.games.ducks.state import State

Record = dict[str, Any]
START = datetime(2021, 3, 7, 12, tzinfo=UTC)
PEOPLE = ("ana", "ben", "cleo", "dev", "eve")
DUCKS = ("Puddle", "Moss", "Bob", "Moe", "Fern", "Kid")
FRUITS = ("Grapes", "10 Seeds", "Mango Slice", "Blood Orange", "Watermelon Slice", "Icy Grapes-Seeds Smoothie")
ITEMS = {"Grapes": 2, "Seeds": 35, "Mango Slice": 2, "Blood Orange": 1, "Watermelon Slice": 2, "Abundant Nothing": 1}
STEPS = (0.1, 1, 3, 6, 12, 24)
"""Hours between two things that happen."""
WEEKS = 3
END = START + timedelta(weeks=WEEKS, days=1)
OPENING: Record = {
    "players": [{"id": who, "items": {**ITEMS, "Egg": 1, "God Egg": 1}} for who in PEOPLE[:4]],
    "ducks": [
        {
            "id": id,
            "name": name,
            "owner": PEOPLE[id % 3],
            "quacks": 30 - 7 * id,
            "pond": 1 + id % 2,
            "items": {"Egg": 1},
        }
        for id, name in enumerate(DUCKS[:5], 1)
    ]
    + [{"id": 6, "name": "Lost", "quacks": 4, "colour": "Red", "pond": 1}, {"id": 7}],
    "ponds": 2,
    "duck_god": {"God Egg": 6},
    "disciple": {"name": "Disciple Waddles", "quacks": 6},
    "disciple_names_used": {"Waddles": 1},
}


@dataclass
class Telling:
    """A round as it is told so far: its rows, the instant, and the messages of offers."""

    when: datetime = START
    rows: list[Record] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    proposals: list[str] = field(default_factory=list)

    def say(self, who: str, text: str, channel: str = "game-actions", reply_to: str = "") -> str:
        """Let somebody post a message; its id."""
        id = str(1000 + len(self.rows))
        told = {"kind": "message", "id": id, "at": iso(self.when), "channel": channel, "author": who, "text": text}
        self.rows.append({**told, "reply_to": reply_to} if reply_to else told)
        return id


Act = Callable[[Telling, str, str, int], object]


def _of(number: int) -> str:
    return DUCKS[number % len(DUCKS)]


def _offer(telling: Telling, who: str, other: str, number: int) -> None:
    given = ("3 Seeds", "1 Grapes", f'"{_of(number)}"', "1 Egg", "1 God Egg")[number % 5]
    asked = ("nothing", "1 Mango Slice", f'"{_of(number // 5)}"')[number % 3]
    telling.offers.append(telling.say(who, f"I trade {given} to @{other} for {asked}"))


def _accept(telling: Telling, who: str, other: str, number: int) -> None:
    if telling.offers:
        telling.say(who, "I accept", reply_to=telling.offers[-1 - number % min(3, len(telling.offers))])


def _propose(telling: Telling, who: str, other: str, number: int) -> None:
    text = f"{'Urgent ' if number % 3 == 0 else ''}Proposal: number {number}"
    telling.proposals.append(telling.say(who, text, "proposals"))


def _vote(telling: Telling, who: str, other: str, number: int) -> None:
    for voter, emoji in ((who, ":gatorTrung:"), (other, ":updownTrung:" if number % 2 else ":gatorTrung:")):
        if telling.proposals:
            message = telling.proposals[-1 - number % min(3, len(telling.proposals))]
            id = f"reaction:{message}:{emoji}:{voter}:{len(telling.rows)}"
            told = {"kind": "reaction", "id": id, "message": message, "emoji": emoji, "user": voter}
            telling.rows.append({**told, **_seen(telling, number)})


def _edit(telling: Telling, who: str, other: str, number: int) -> None:
    messages = [row for row in telling.rows if row["kind"] == "message"][-4:]
    if messages:
        row = messages[number % len(messages)]
        about = {"id": row["id"], "channel": row["channel"], "author": row["author"], "text": f"edited {number}"}
        telling.rows.append({"kind": "message_edited", **about, **_seen(telling, number)})


def _vanish(telling: Telling, who: str, other: str, number: int) -> None:
    if number % 4 == 0:
        left = {"kind": "member_left", "id": f"left {len(telling.rows)}", "user": who}
        telling.rows.append({**left, **_seen(telling, number // 4)})


def _seen(telling: Telling, number: int) -> Record:
    """At the very instant, or only between two looks, an hour or a day and a half apart."""
    if number % 3 == 0:
        return {"at": iso(telling.when)}
    apart = timedelta(hours=36 if number % 3 == 1 else 1)
    return {"not_before": iso(telling.when), "not_after": iso(telling.when + apart)}


def _saying(*texts: str) -> Act:
    """Says one of some texts, with ducks, people and numbers in their places."""

    def act(telling: Telling, who: str, other: str, number: int) -> None:
        text = texts[number % len(texts)]
        places = {"duck": _of(number // 3), "other": _of(number // 7 + 1), "person": other, "n": number % 9 * 4}
        telling.say(who, text.format(**places, fruit=FRUITS[number // 2 % len(FRUITS)], id=1 + number % 12))

    return act


ACTS: tuple[Act, ...] = (
    _saying("I join the game", "I join the game", "I leave the game"),
    *[_saying('I feed "{duck}"', 'I feed "{duck}" with {fruit}', 'I feed "{duck}"; I feed "{other}"')] * 3,
    *[_saying('I send "{duck}" scouting', 'I retrieve "{duck}"', 'I cut my losses on "{duck}"')] * 3,
    _saying('I retrieve "{duck}"; I roll loot for "{duck}"', 'I send "{duck}" scouting with +1'),
    *[_saying('"{duck}" performs Quack Attack on "{other}" with {n} Quacks')] * 2,
    *[_saying('"{duck}" performs Quack Attack on Duck Disciple with {n} Quacks')] * 3,
    _saying('"{duck}" performs Lay Egg with {n} Quacks', '"{duck}" performs Hatch Egg'),
    _saying('"{duck}" performs Cannibalism on "{other}"', '"{duck}" performs Adopt on "{other}"'),
    _saying(
        '"{duck}" performs Divine Scrambler on Duck God with 20 Quacks', '"{duck}" performs Steal Duck on "{other}"'
    ),
    _saying('"{duck}" performs Make Smoothie with Grapes and Seeds, style Icy', '"{duck}" performs Divine Cocktail'),
    _saying(
        'I name duck #{id} "{duck}"', 'I rename "{duck}" to "{other}"', "I name #{id} Kid; I assign #{id} to pond 1"
    ),
    _saying('I assign "{duck}" to pond 1', 'I move "{duck}" to pond 2', "I roll for a new pond"),
    _saying('I give 1 Egg to my duck "{duck}"', 'I take 1 Egg from my duck "{duck}"', 'I give 5 Seeds to my "{duck}"'),
    *[
        _saying(
            'I bid {n} on "Lost"', 'I bid {n} on #7, calling it "Stray"', 'I pay my bid on Lost with 3 from "{duck}"'
        )
    ]
    * 2,
    _saying("I appoint myself Judge", "I assent to @{person} becoming Judge", "Request for justice: why {n}?"),
    *(_offer, _accept, _accept, _propose, _vote, _vote, _edit, _vanish),
)


def told_of(moves: list[tuple[int, int, int, int, int]]) -> list[Record]:
    """The rows of a round in which these moves are made: each an act, who, with whom, a number, and how long after the one before."""
    telling = Telling()
    telling.rows.append({"kind": "opening", "id": "opening", "at": iso(START), "game": "ducks", "state": OPENING})
    for act, who, other, number, step in moves:
        telling.when += timedelta(hours=STEPS[step % len(STEPS)], milliseconds=1)
        if telling.when < START + timedelta(weeks=WEEKS):
            ACTS[act % len(ACTS)](telling, PEOPLE[who % 5], PEOPLE[other % 5], number)
    return telling.rows


def rounds() -> st.SearchStrategy[list[Record]]:
    """Random rounds of some weeks, as rows of the interchange format, without dice."""
    byte = st.integers(0, 255)
    return st.lists(st.tuples(byte, byte, byte, byte, byte), min_size=5, max_size=60).map(told_of)


# --- dice -------------------------------------------------------------------------------------------------------------


def folded(records: list[Record], when: datetime = END) -> Folded[State]:
    """The round at an instant."""
    return fold(GAME, rows_of(GAME, records), when)


def with_dice(records: list[Record], polls: Iterable[datetime] = (END,)) -> list[Record]:
    """The same with the dice that the tracker draws as it looks at these instants, the last of which is the end."""
    dice: list[Record] = []
    for poll in polls:
        seen = [record for record in records if _by(record) <= poll]
        while seen and (asked := GAME.requests(folded([*seen, *dice], poll).state)):
            dice += [_die(each) for each in asked]
    return [*records, *dice]


def _by(record: Record) -> datetime:
    return parse_instant(record.get("at") or record["not_after"])


def _die(request: Any) -> Record:
    face = random.Random(f"{request.key} d{request.sides}").randint(1, request.sides)
    told = {"kind": "roll", "id": request.key, "for": request.key, "sides": request.sides, "face": face}
    return {**told, "at": iso(request.asked_at)}
