"""The record of a secret deck, published when its game is over: the secret text, the words, every shuffle and every card that was dealt.

It is one JSON object. ``log`` tells in order of each shuffle which cards went in (``in``) and into which order the deck came, and of each
draw who drew what. From it alone follows that every order is the one that the secret text and the words give, that each is the one that
was committed to, and that everybody was dealt from the top; what was published meanwhile shows that the hashes were not made up since.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from tracker.core.instants import iso
from tracker.core.secrecy import commitment, shuffle_key
from tracker.mechanics.secret_deck import are_same_cards, in_order, is_word, pledge_of, secret_hash, shuffled

WHAT = "secret deck"
"""What such a record says that it is, first of all."""
ITS_TEXT = "secret"
"""What stands for the secret text where a shuffle's number stands otherwise: ``GAME|secret``."""
_BEGINNING = re.compile(r'\{\s*"record"\s*:\s*"secret deck"')
_HASH = "[0-9a-f]{64}"


@dataclass(slots=True)
class DeckEntry:
    """One thing that was done with a deck: ``player`` drew ``cards`` from its top, or put them in before shuffle ``number``.

    Cards that nobody held, as all are at the beginning, are put in by nobody (""). What a player put in or drew is secret. Where people
    ``stated`` the gamestate it is what they said of the deck (""), after how many shuffles, or of what a player has.
    """

    what: Literal["shuffle", "draw", "stated"]
    player: str
    cards: list[str]
    number: int = 0
    at: datetime | None = None
    row: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A shuffle with what was secret of it: the deck, its top first, and its nonce ("" where none is known)."""

    deck: Sequence[str]
    nonce: str = ""
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """Somebody's word; ``pledge`` is its hash that was published first ("" where none was), and ``word`` is "" where it was not shown."""

    player: str
    word: str = ""
    salt: str = ""
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that a record is made of; ``secret`` is "" while it is not published."""

    game: str
    kinds: Sequence[str]
    words: Sequence[Word]
    entries: Sequence[DeckEntry]
    shuffles: Mapping[int, Opened]
    secret: str = ""
    secret_hash: str = ""
    are_words_used: bool = True


def record_of(told: Told) -> dict[str, Any]:
    """The record, as plain JSON values."""
    return {
        "record": WHAT,
        "game": told.game,
        "secret": told.secret,
        "secret_hash": told.secret_hash,
        "kinds": list(told.kinds),
        "words": [_word(each) for each in told.words],
        "words_are_used": told.are_words_used,
        "log": [_logged(each, told.shuffles) for each in told.entries],
    }


def _word(word: Word) -> dict[str, str]:
    return {"player": word.player, "pledge": word.pledge, "word": word.word, "salt": word.salt}


def _logged(entry: DeckEntry, shuffles: Mapping[int, Opened]) -> dict[str, Any]:
    when = {"at": iso(entry.at)} if entry.at else {}
    if entry.what == "draw":
        return {"draw": entry.player, "cards": list(entry.cards), **when}
    if entry.what == "stated":
        return {"stated": entry.player, "cards": list(entry.cards), "after": entry.number, **when}
    known = shuffles.get(entry.number, Opened(()))
    opened = {"nonce": known.nonce, "commitment": known.commitment, "deck": list(known.deck)}
    return {"shuffle": entry.number, "player": entry.player, "in": list(entry.cards), **opened, **when}


def record_text(record: Mapping[str, Any]) -> str:
    """A record as it is published: JSON with a line for each word and each entry of the log."""
    head = {name: value for name, value in record.items() if name not in ("words", "log")}
    lists = [f'"{name}": [\n{_lines(record[name])}\n]' for name in ("words", "log")]
    return "{" + ",\n".join([*(f"{_json(name)}: {_json(value)}" for name, value in head.items()), *lists]) + "}"


def _lines(values: Sequence[Any]) -> str:
    return ",\n".join(map(_json, values))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def read_record(text: str) -> dict[str, Any]:
    """The record in a text, be it that alone or a page's wikitext; raises ValueError where there is none, or several, or it is broken."""
    plain = text if _BEGINNING.search(text) else html.unescape(text)
    found = list(_BEGINNING.finditer(plain))
    if len(found) != 1:
        raise ValueError("holds several records of a deck" if found else "holds no record of a deck")
    try:
        record, _ = json.JSONDecoder().raw_decode(plain, found[0].start())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the record of the deck cannot be read: {error}") from error
    if fault := _misshapen(record):
        raise ValueError(f"the record of the deck cannot be read: {fault}")
    made: dict[str, Any] = record
    return made


def _misshapen(record: Mapping[str, Any]) -> str:
    """What of a record is of another form than it should be; "" where all is well."""
    texts = ("game", "secret", "secret_hash")
    if wrong := [name for name in texts if not isinstance(record.get(name), str)]:
        return f"{wrong[0]} is no text"
    if not _are_texts(record.get("kinds")) or not isinstance(record.get("words_are_used"), bool):
        return "kinds or words_are_used is missing"
    for name, is_sound in (("words", _is_word), ("log", _is_entry)):
        listed = record.get(name)
        if not isinstance(listed, list):
            return f"{name} is no list"
        if wrong := [str(n) for n, each in enumerate(listed, 1) if not (isinstance(each, dict) and is_sound(each))]:
            return f"entry {wrong[0]} of {name} is of another form"
    return ""


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_word(each: Mapping[str, Any]) -> bool:
    return all(isinstance(each.get(name), str) for name in ("player", "pledge", "word", "salt"))


def _is_entry(each: Mapping[str, Any]) -> bool:
    if "draw" in each:
        return isinstance(each["draw"], str) and _are_texts(each.get("cards"))
    if "stated" in each:
        is_numbered = type(each.get("after")) is int
        return is_numbered and isinstance(each["stated"], str) and _are_texts(each.get("cards"))
    are_texts = all(isinstance(each.get(name), str) for name in ("player", "nonce", "commitment"))
    is_numbered = type(each.get("shuffle")) is int
    return is_numbered and are_texts and _are_texts(each.get("in")) and _are_texts(each.get("deck"))


# --- what was published meanwhile -------------------------------------------------------------------------------------


def published_in(text: str, game: str) -> Iterator[tuple[str, str]]:
    """The hashes of a game that a page, a message or an export shows: of which shuffle (its number, or ``secret``), and the hash."""
    # Pages let long words be broken where they are too wide, and chats have a backslash before what would be mark-up.
    plain, name = re.sub(r"\\+\|", "|", html.unescape(text.replace("<wbr>", ""))), rf"{re.escape(game)}\|"
    number = rf"([1-9][0-9]*|{ITS_TEXT})(?![0-9])"
    between = rf"(?:(?!{name})[\s\S]){{1,80}}?"
    pattern = rf"(?<![\w-]){name}{number}{between}(?<![0-9A-Za-z])({_HASH})(?![0-9A-Za-z])"
    for found in re.finditer(pattern, plain):
        yield found[1], found[2]


# --- checking ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Verified:
    """What a check found: how many shuffles and draws, how many published hashes were compared, and what does not hold."""

    game: str
    shuffles: int = 0
    draws: int = 0
    compared: int = 0
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """What is no proof of anything wrong, and lets something unproven."""

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        names = ("game", "shuffles", "draws", "compared", "faults", "warnings")
        return {"holds": not self.faults, **{name: getattr(self, name) for name in names}}


def verify(record: Mapping[str, Any], published: Iterable[tuple[str, str]] = ()) -> Verified:
    """Check a record (``read_record``) against itself, and against hashes that were published before (``published_in``)."""
    found = Verified(record["game"])
    found.faults += _faults_of_secret(record)
    found.faults += _faults_of_words(record["words"])
    _Replayed(record, found).run()
    _compare(record, published, found)
    left_out = [each["player"] for each in record["words"] if not each["word"]]
    if left_out:
        found.warnings.append(f"pledged words that were never shown: {', '.join(left_out)}")
    if not any(each["word"] for each in record["words"]):
        found.warnings.append("no player's word is mixed in: whoever chose the secret text could choose the orders")
    return found


def _faults_of_secret(record: Mapping[str, Any]) -> Iterator[str]:
    if not record["secret"]:
        yield "the secret text is not published"
    elif secret_hash(record["secret"]) != record["secret_hash"]:
        yield "the secret text has not the hash that was shown beforehand"


def _faults_of_words(words: Iterable[Mapping[str, str]]) -> Iterator[str]:
    for each in words:
        if each["word"] and not (is_word(each["word"]) and (not each["salt"] or is_word(each["salt"]))):
            yield f"the word of {each['player']} can be none"
        if each["word"] and each["pledge"] and pledge_of(each["word"], each["salt"]) != each["pledge"]:
            yield f"the word of {each['player']} is not the one that was pledged"


def _compare(record: Mapping[str, Any], published: Iterable[tuple[str, str]], found: Verified) -> None:
    told = {str(each["shuffle"]): each["commitment"] for each in record["log"] if "shuffle" in each}
    told[ITS_TEXT] = record["secret_hash"]
    seen = dict.fromkeys(published)
    for number, hash in seen:
        name = "the secret text" if number == ITS_TEXT else f"shuffle {number}"
        if told.get(number) != hash:
            found.faults.append(f"another hash of {name} was published: {hash}")
    found.compared = len(seen)
    lacking = [number for number in told if number not in {each for each, _ in seen}]
    if lacking:
        shown = ", ".join(lacking[:10]) + (" …" if len(lacking) > 10 else "")
        found.warnings.append(f"compare yourself with what was published before: the hashes of {shown}")


def _at(entry: Mapping[str, Any]) -> str:
    return f" at {entry['at']}" if isinstance(entry.get("at"), str) else ""


@dataclass(slots=True)
class _Replayed:
    """A record's log done again: the deck as it must be, and what everybody holds."""

    record: Mapping[str, Any]
    found: Verified
    deck: list[str] = field(default_factory=list)
    held: dict[str, Counter[str]] = field(default_factory=dict)
    newest: int = 0
    """The number of the newest shuffle."""

    def run(self) -> None:
        """Do every entry, and note what does not hold; after that go on from what the record says."""
        for entry in self.record["log"]:
            if "draw" in entry:
                self._draw(entry)
            elif "stated" in entry:
                self._state(entry)
            else:
                self._shuffle(entry)

    def _fault(self, text: str) -> None:
        self.found.faults.append(text)

    def _state(self, entry: Mapping[str, Any]) -> None:
        """Take over what people said: nothing before it can be checked."""
        if entry["stated"]:
            self.held[entry["stated"]] = Counter(entry["cards"])
            return
        self.deck, self.held, self.newest = list(entry["cards"]), {}, max(entry["after"], 0)
        self.found.warnings.append(f"people stated the deck{_at(entry)}: what was dealt before is not checked")

    def _draw(self, entry: Mapping[str, Any]) -> None:
        cards, player = entry["cards"], entry["draw"]
        self.found.draws += 1
        if self.deck[: len(cards)] != cards:
            due = ", ".join(self.deck[: len(cards)]) or "nothing"
            self._fault(f"draw {self.found.draws}: {player} was dealt {', '.join(cards)}; on top lay {due}")
        del self.deck[: len(cards)]
        self.held.setdefault(player, Counter()).update(cards)

    def _shuffle(self, entry: Mapping[str, Any]) -> None:
        number, player, cards, deck = entry["shuffle"], entry["player"], entry["in"], entry["deck"]
        name = f"shuffle {number}"
        self.found.shuffles += 1
        if number != self.newest + 1 and (number, self.found.shuffles) != (0, 1):
            self._fault(f"{name} comes after shuffle {self.newest}" if self.newest else f"{name} is the first one")
        self.newest = number
        if player:
            held = self.held.setdefault(player, Counter())
            if Counter(cards) - held:
                self._fault(f"{name}: {player} put in what they did not hold")
            held.subtract(cards)
        if not are_same_cards([*self.deck, *cards], deck):
            self._fault(f"{name}: the deck holds other cards than before it")
        for fault in self._faults_of_order(number, deck, entry):
            self._fault(f"{name}: {fault}")
        self.deck = list(deck)

    def _faults_of_order(self, number: int, deck: Sequence[str], entry: Mapping[str, Any]) -> Iterator[str]:
        record = self.record
        game = record["game"]
        if commitment(game, number, entry["nonce"], deck) != entry["commitment"]:
            yield f"its order and nonce have not the hash {entry['commitment'] or '(none)'} that stands for {shuffle_key(game, number)}"
        if record["secret"]:
            words = [each["word"] for each in record["words"] if each["word"]] if record["words_are_used"] else []
            due = shuffled(record["secret"], game, number, words, in_order(deck, record["kinds"]))
            if list(deck) != due:
                yield "its order is not the one that follows from the secret text and the words"
