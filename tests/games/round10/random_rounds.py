"""Random rounds: a few people who join, leave, trade, bid, submit hands, reveal, make lots and vote, at instants around boundaries."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tracker.core.instants import iso

Record = dict[str, Any]
START = datetime(2021, 8, 1, 12, tzinfo=UTC)
PEOPLE = ("ana", "bob", "cleo", "dev", "eve")
CARDS = ("Ace of Cups", "King of Hearts", "7 of Bells")
STEPS = (0.2, 1, 3, 6, 12, 24)
"""Hours between two things that happen."""
WEEKS = 3


@dataclass
class Telling:
    """A round as it is told so far: its rows, the instant, and what was hidden by whom."""

    when: datetime = START
    rows: list[Record] = field(default_factory=list)
    hidden: dict[str, list[str]] = field(default_factory=dict)
    offers: list[str] = field(default_factory=list)

    def say(self, who: str, channel: str, text: str, reply_to: str = "") -> str:
        """Let somebody post a message; its id."""
        id = str(1000 + len(self.rows))
        told = {"kind": "message", "id": id, "at": iso(self.when), "channel": channel, "author": who, "text": text}
        self.rows.append({**told, "reply_to": reply_to} if reply_to else told)
        return id

    def hide(self, who: str, channel: str, head: str, text: str) -> None:
        """Let somebody post the hash of a text."""
        self.hidden.setdefault(who, []).append(text)
        self.say(who, channel, f"{head}: {hashlib.sha256(text.encode()).hexdigest()}")


Act = Callable[[Telling, str, str, int], object]


def _offer(telling: Telling, who: str, other: str, number: int) -> None:
    asked = CARDS[number % 3] if number % 2 else f"{number % 9} chips"
    telling.offers.append(telling.say(who, "game-actions", f"I trade {1 + number % 30} chips to @{other} for {asked}"))


def _give(telling: Telling, who: str, other: str, number: int) -> None:
    telling.offers.append(telling.say(who, "game-actions", f"I give {CARDS[number % 3]} to @{other}"))


def _accept(telling: Telling, who: str, other: str, number: int) -> None:
    if telling.offers:
        telling.say(who, "game-actions", "I accept", telling.offers[-1 - number % min(3, len(telling.offers))])


def _bid(telling: Telling, who: str, other: str, number: int) -> None:
    text = f"Bid {number % 60} chips on Lot {1 + number % 4}, bid {number % 7} chips on Lot 2. salt: {number}"
    telling.hide(who, "auctions", "Bid", text)


def _hand(telling: Telling, who: str, other: str, number: int) -> None:
    telling.hide(who, "game-actions", "Hand", f"Hand: {1 + number % 2}x {CARDS[number % 3]}. salt: {number}")


def _reveal(telling: Telling, who: str, other: str, number: int) -> None:
    for text in telling.hidden.get(who, ())[-2:]:
        telling.say(who, "general", f"Reveal: {text}")


def _edit(telling: Telling, who: str, other: str, number: int) -> None:
    messages = [row for row in telling.rows if row["kind"] == "message"][-4:]
    if messages:
        row = messages[number % len(messages)]
        about = {"id": row["id"], "channel": row["channel"], "author": row["author"], "text": f"edited {number}"}
        telling.rows.append({"kind": "message_edited", **about, **_seen(telling, number)})


def _leave(telling: Telling, who: str, other: str, number: int) -> None:
    if number % 4 == 0:
        telling.say(who, "game-actions", "I leave the game")


def _vanish(telling: Telling, who: str, other: str, number: int) -> None:
    if number % 2 == 0:
        return
    telling.rows.append(
        {"kind": "member_left", "id": f"left {len(telling.rows)}", "user": who, **_seen(telling, number)}
    )


def _seen(telling: Telling, number: int) -> Record:
    """At the very instant, or only between two looks, an hour or a day and a half apart."""
    if number % 3 == 0:
        return {"at": iso(telling.when)}
    apart = timedelta(hours=36 if number % 3 == 1 else 1)
    return {"not_before": iso(telling.when), "not_after": iso(telling.when + apart)}


ACTS: tuple[Act, ...] = (
    lambda telling, who, other, number: telling.say(who, "game-actions", "I join the game"),
    lambda telling, who, other, number: telling.say(who, "game-actions", "I join the game"),
    _leave,
    lambda telling, who, other, number: telling.say(who, "game-actions", f"I generate a lot: {'3 1 10 20 7 7'}"),
    lambda telling, who, other, number: telling.say(who, "game-actions", "I exchange 2 Trungs for 1 Gold Star"),
    lambda telling, who, other, number: telling.say(who, "general", f"nothing much, {number}"),
    *(_offer, _give, _accept, _accept, _accept),
    *(_bid, _bid, _bid, _hand, _hand, _hand, _reveal, _reveal, _reveal, _reveal, _reveal),
    *(_edit, _vanish),
)


def _told(moves: list[tuple[int, int, int, int, int]]) -> list[Record]:
    telling = Telling()
    goods = {"chips": 50, "trungs": 4, "cards": dict.fromkeys(CARDS, 2)}
    lots = [{"id": number, "cards": list(CARDS)} for number in (1, 2, 3)]
    state = {"players": [{"id": who, "player": True, **goods} for who in PEOPLE[:4]], "lots": lots}
    telling.rows.append({"kind": "opening", "id": "opening", "at": iso(START), "game": "round10", "state": state})
    for act, who, other, number, step in moves:
        telling.when += timedelta(hours=STEPS[step % len(STEPS)], milliseconds=1)
        if telling.when < START + timedelta(weeks=WEEKS):
            ACTS[act % len(ACTS)](telling, PEOPLE[who % 5], PEOPLE[other % 5], number)
    return telling.rows


def rounds() -> st.SearchStrategy[list[Record]]:
    """Random rounds of some weeks, as rows of the interchange format."""
    byte = st.integers(0, 255)
    return st.lists(st.tuples(byte, byte, byte, byte, byte), min_size=5, max_size=80).map(_told)
