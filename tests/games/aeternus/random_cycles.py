"""Random cycles: a few people who explore, fish, craft, build, burn, travel, trade, merge and vote, at instants around boundaries.

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
from tracker.games.aeternus import GAME
from tracker.games.aeternus.state import State

Record = dict[str, Any]
START = datetime(2025, 2, 2, 12, tzinfo=UTC)
PEOPLE = ("ana", "ben", "cleo", "dev", "eve")
DIRECTIONS = ("North", "Ashe", "Mouth", "South", "Zest", "Weast")
PLACES = (*DIRECTIONS, *DIRECTIONS, "here", "(0,0,2)", "(0,1,1)", "(1,0,-1)", "(0,0,9)")
FEATURES = ("Flag", "Boardwalk", "Pylon", "Stag Station")
RODS = ("", " with Advanced Rod", " with Classic Rod", " with Midas' Rod")
CRAFTS = ("Torch", "Foraging Pouch", "2 Explosives", "Binoculars", "Midas' Rod", "Torch and a Standard Rod")
STEPS = (0.1, 1, 3, 6, 12, 24)
"""Hours between two things that happen."""
WEEKS = 2
END = START + timedelta(weeks=WEEKS, days=1)
GOODS = {
    "Wood": 45,
    "Thread": 14,
    "Resin": 3,
    "Steel": 6,
    "Stone": 9,
    "Hide": 3,
    "Gold": 3,
    "Explosives": 1,
    "Torch": 1,
}
RODS_OWNED = {"Advanced Rod": 1, "Midas' Rod": 1, "Binoculars": 1, "Foraging Pouch": 1, "Vanille (quality 4)": 1}
RULES = {
    "base_action_points": 6,
    "victory_hexes": 3,
    "merge_voting_hours": 20,
    "quality_die": 9,
    "medallion_percent_most": 90,
    "medallion_percent_each": 45,
}
"""Other numbers than the rules have, so that more happens in a short time."""
OPENING: Record = {
    "players": [{"id": who, "ap": 8, "inventory": {**GOODS, **RODS_OWNED}} for who in PEOPLE[:4]],
    "world": [
        {"at": [0, 0, 1], "biome": "Deceased Dunes"},
        {"at": [0, 1, 0], "biome": "Lake", "features": ["Boardwalk"]},
        {"at": [1, 0, 0], "biome": "Perilous Pass"},
        {"at": [0, 0, -1], "biome": "Swamp", "features": ["Stag Station"]},
        {"at": [0, -1, 0], "features": ["Corrupted"]},
        {"at": [-1, 0, 0], "landmark": "Town", "features": ["Flag", "Stag Station"], "flag_owner": "ben"},
        *[{"at": each} for each in ([0, 1, 9], [0, 1, 8], [-1, 0, 8])],
        {"at": [0, 0, 9], "biome": "Deceased Dunes", "features": ["Stag Station"]},
        {"at": [0, 0, 10], "biome": "Lake", "features": ["Corrupted"]},
    ],
}


@dataclass
class Telling:
    """A cycle as it is told so far: its rows, the instant, and the messages of offers and requests."""

    when: datetime = START
    rows: list[Record] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def say(self, who: str, text: str, channel: str = "game-actions", reply_to: str = "") -> str:
        """Let somebody post a message; its id."""
        id = str(1000 + len(self.rows))
        told = {"kind": "message", "id": id, "at": iso(self.when), "channel": channel, "author": who, "text": text}
        self.rows.append({**told, "reply_to": reply_to} if reply_to else told)
        return id


Act = Callable[[Telling, str, str, int], object]


def _offer(telling: Telling, who: str, other: str, number: int) -> None:
    given = ("3 Wood", "1 Torch", "1 Vanille (quality 4)", "30 Wood")[number % 4]
    telling.offers.append(telling.say(who, f"I trade {given} to @{other} for {number % 3} Thread", "trades"))


def _accept(telling: Telling, who: str, other: str, number: int) -> None:
    if telling.offers:
        telling.say(who, "I accept", "trades", reply_to=telling.offers[-1 - number % min(3, len(telling.offers))])


def _merge(telling: Telling, who: str, other: str, number: int) -> None:
    text = f'Merge request: {who} + {other} as "Band {number % 3}"'
    telling.requests.append(telling.say(who, text))


def _vote(telling: Telling, who: str, other: str, number: int) -> None:
    for voter, emoji in ((who, "👍"), (other, "👎" if number % 2 else "👍")):
        if telling.requests:
            message = telling.requests[-1 - number % min(2, len(telling.requests))]
            id = f"reaction:{message}:{emoji}:{voter}:{len(telling.rows)}"
            told = {"kind": "reaction", "id": id, "message": message, "emoji": emoji, "user": voter}
            telling.rows.append({**told, **_seen(telling, number)})


def _seen(telling: Telling, number: int) -> Record:
    """At the very instant, or only between two looks, an hour or a day and a half apart."""
    if number % 3 == 0:
        return {"at": iso(telling.when)}
    apart = timedelta(hours=36 if number % 3 == 1 else 1)
    return {"not_before": iso(telling.when), "not_after": iso(telling.when + apart)}


def _saying(*texts: str) -> Act:
    """Says one of some texts, with places, things and numbers in them."""

    def act(telling: Telling, who: str, other: str, number: int) -> None:
        places = {"place": PLACES[number // 3 % len(PLACES)], "other": PLACES[number // 7 % len(PLACES)]}
        things = {"feature": FEATURES[number // 2 % 4], "rod": RODS[number % 4], "craft": CRAFTS[number // 2 % 6]}
        telling.say(who, texts[number % len(texts)].format(**places, **things, n=8 + number % 3))

    return act


ACTS: tuple[Act, ...] = (
    _saying(*["I join the game"] * 11, "I leave the game"),
    *[_saying("Traverse {place}", "I go {place}, then I go {other}")] * 5,
    *[_saying("Scout {place} and {other}")] * 4,
    *[_saying("Fish{rod}", "Fish in {place}{rod}")] * 6,
    *[_saying("Forage", "Forage, then scout {place} and {other}")] * 2,
    _saying("Craft {craft}"),
    *[_saying("Construct {feature} {place}", "Construct Flag here")] * 3,
    _saying("Burn {feature} {place}"),
    _saying("Use Explosives", "Use 2 Explosives", "Use Wood"),
    *[_saying("Travel the stagways to (0,0,9)", "stag to (-1,0,0)")] * 2,
    *[_saying('I name quality {n} "Number {n}"')] * 2,
    _saying("I leave my faction", "I go {place}"),
    *(_offer, _accept, _accept, _merge, _vote, _vote),
)


def told_of(moves: list[tuple[int, int, int, int, int]]) -> list[Record]:
    """The rows of a cycle in which these moves are made: each an act, who, with whom, a number, and how long after the one before."""
    telling = Telling()
    for name, value in RULES.items():
        telling.rows.append({"kind": "setting", "id": name, "at": iso(START), "name": name, "value": value})
    telling.rows.append({"kind": "opening", "id": "opening", "at": iso(START), "game": "aeternus", "state": OPENING})
    for act, who, other, number, step in moves:
        telling.when += timedelta(hours=STEPS[step % len(STEPS)], milliseconds=1)
        if telling.when < START + timedelta(weeks=WEEKS):
            ACTS[act % len(ACTS)](telling, PEOPLE[who % 5], PEOPLE[other % 5], number)
    return telling.rows


def cycles() -> st.SearchStrategy[list[Record]]:
    """Random cycles of some weeks, as rows of the interchange format, without dice."""
    byte = st.integers(0, 255)
    return st.lists(st.tuples(byte, byte, byte, byte, byte), min_size=5, max_size=60).map(told_of)


def random_cycle(seed: int) -> list[Record]:
    """One of them, by a seed."""
    dice = random.Random(seed)

    def byte() -> int:
        return dice.randrange(256)

    return told_of([(byte(), byte(), byte(), byte(), dice.randrange(3)) for _ in range(70)])


# --- dice -------------------------------------------------------------------------------------------------------------


def folded(records: list[Record], when: datetime = END) -> Folded[State]:
    """The cycle at an instant."""
    return fold(GAME, rows_of(GAME, records), when)


def with_dice(records: list[Record], polls: Iterable[datetime] = (END,)) -> list[Record]:
    """The same with the dice that the tracker draws as it looks at these instants, the last of which is the end."""
    dice: list[Record] = []
    for poll in polls:
        seen = [record for record in records if _by(record) <= poll]
        while seen and (asked := GAME.requests(folded([*seen, *dice], poll).state)):
            first = min(each.asked_at for each in asked)
            dice += [_die(each) for each in asked if each.asked_at == first]
    return [*records, *dice]


def _by(record: Record) -> datetime:
    return parse_instant(record.get("at") or record["not_after"])


def _die(request: Any) -> Record:
    face = random.Random(f"{request.key} d{request.sides}").randint(1, request.sides)
    told = {"kind": "roll", "id": request.key, "for": request.key, "sides": request.sides, "face": face}
    return {**told, "at": iso(request.asked_at)}
