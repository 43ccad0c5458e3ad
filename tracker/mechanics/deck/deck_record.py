"""The record of a secret deck, published when its game is over: the secret text, the words, every shuffle and every card that was dealt.

It is one JSON object. ``log`` tells in order of each shuffle which cards went in (``in``) and into which order the deck came, of each
draw who drew what, and where the kinds of cards change by which order they are sorted from there on. From it alone follows that every
order is the one that the secret text and the words give, that each is the one that was committed to, and that everybody was dealt from
the top; what was published meanwhile shows that the hashes, the order of the words and that of the kinds were not made up since. Whose
words these are, and who drew which cards, each player compares with what they pledged and were told privately: it is printed.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from tracker.core.instants import iso
from tracker.mechanics.deck.secret_deck import (
    closing_of,
)

WHAT = "secret deck"
"""What such a record says that it is, first of all."""
ITS_TEXT = "secret"
"""What stands for the secret text where a shuffle's number stands otherwise: ``GAME|secret``."""
PLEDGE, WORD, KINDS = "pledge", "word", "kinds"
"""What stands there for a pledge, ``GAME|pledge HASH``, for a word that was shown, ``GAME|word WORD SALT``, and for the kinds of cards."""
CLOSED = "closed"
"""What stands behind the game where its pledges were closed: ``GAME closed N HASH``."""
_BEGINNING = re.compile(r'\{\s*"record"\s*:\s*"secret deck"')


@dataclass(slots=True)
class DeckEntry:
    """One thing that was done with a deck: ``player`` drew ``cards`` from its top, or put them in before shuffle ``number``.

    Cards that nobody held, as all are at the beginning, are put in by nobody (""). What a player put in or drew is secret. Where people
    ``stated`` the gamestate it is what they said of the deck (""), after how many shuffles, or of what a player has. A shuffle is
    ``void`` where it was drawn for other cards than the deck turned out to hold, and people decided that another is drawn. From
    ``kinds`` on, which is nobody's ("") and public, cards are sorted by the order of these ``cards``.
    """

    what: Literal["shuffle", "draw", "stated", "void", "kinds"]
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
    """Everything that a record is made of; ``secret`` is "" while it is not published.

    The deck begins with ``copies`` cards of each of the ``kinds`` that there are then, by whose order they are sorted, unless
    ``copies_of`` says another number of one. ``not_counted`` are words and pledges that were given and replaced, void or not allowed;
    ``closed`` are the pledges in their order, as they were closed before any word was shown; ``names`` are those by which players' ids are shown.
    """

    game: str
    kinds: Sequence[str]
    copies: int
    words: Sequence[Word]
    entries: Sequence[DeckEntry]
    shuffles: Mapping[int, Opened]
    secret: str = ""
    secret_hash: str = ""
    are_words_used: bool = True
    not_counted: Sequence[Word] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    copies_of: Mapping[str, int] = field(default_factory=dict)
    closed: Sequence[str] = ()


def record_of(told: Told) -> dict[str, Any]:
    """The record, as plain JSON values."""
    return {
        "record": WHAT,
        "game": told.game,
        "secret": told.secret,
        "secret_hash": told.secret_hash,
        "kinds": list(told.kinds),
        "copies": told.copies,
        **({"copies_of": dict(told.copies_of)} if told.copies_of else {}),
        "names": dict(told.names),
        "words": [_word(each) for each in told.words],
        "not_counted": [_word(each) for each in told.not_counted],
        "words_are_used": told.are_words_used,
        **({CLOSED: list(told.closed)} if told.closed else {}),
        "log": [_logged(each, told.shuffles) for each in told.entries],
    }


def _word(word: Word) -> dict[str, Any]:
    return {"player": word.player, "pledge": word.pledge, "word": word.word, "salt": word.salt}


def _logged(entry: DeckEntry, shuffles: Mapping[int, Opened]) -> dict[str, Any]:
    when = {"at": iso(entry.at)} if entry.at else {}
    if entry.what == "draw":
        return {"draw": entry.player, "cards": list(entry.cards), **when}
    if entry.what == "kinds":
        return {"kinds": list(entry.cards), **when}
    if entry.what == "stated":
        return {"stated": entry.player, "cards": list(entry.cards), "after": entry.number, **when}
    known = shuffles.get(entry.number, Opened(()))
    opened = {"nonce": known.nonce, "commitment": known.commitment, "deck": list(known.deck)}
    if entry.what == "void":
        return {"void": entry.number, **opened, **when}
    return {"shuffle": entry.number, "player": entry.player, "in": list(entry.cards), **opened, **when}


def record_text(record: Mapping[str, Any]) -> str:
    """A record as it is published: JSON with a line for each word and each entry of the log."""
    head = {name: value for name, value in record.items() if name not in ("words", "log")}
    lists = [f'"{name}": [\n{_lines(record[name])}\n]' for name in ("words", "log")]
    text = "{" + ",\n".join([*(f"{_json(name)}: {_json(value)}" for name, value in head.items()), *lists]) + "}"
    # However it is saved from a page, nothing in it is taken for mark-up.
    return re.sub("[<>&]", lambda found: f"\\u{ord(found[0]):04x}", text)


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
        json.dumps(record, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the record of the deck cannot be read: {error}") from error
    if fault := _misshapen(record):
        raise ValueError(f"the record of the deck cannot be read: {fault}")
    made: dict[str, Any] = record
    return made


def _misshapen(record: Mapping[str, Any]) -> str:
    """What of a record is of another form than it should be, or is nothing that a record has; "" where all is well."""
    for name, (form, problem) in _FORMS.items():
        value = record.get(name)
        if isinstance(form, list) and isinstance(value, list):
            if wrong := [str(n) for n, each in enumerate(value, 1) if not _fits(each, form[0])]:
                return f"entry {wrong[0]} of {name} is of another form"
        elif not _fits(value, form):
            return f"{name} is {problem}"
    if not _fits([*record["names"].values()], [str]):
        return "names is of another form"
    own = record.get("copies_of", {})
    if not isinstance(own, dict) or not _fits([*own.values()], [int]):
        return "copies_of is of another form"
    if not _fits(record.get(CLOSED, []), [str]):
        return f"{CLOSED} is of another form"
    return next((f"nobody knows what {name} is" for name in record if name not in {*_FORMS, "copies_of", CLOSED}), "")


def _fits(value: Any, form: Any) -> bool:
    """Whether a value is of a form: a type, a list of one form, one of several forms (a tuple), or an object with a form for each name."""
    if isinstance(form, tuple):
        return any(_fits(value, each) for each in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(_fits(each, form[0]) for each in value)
    if isinstance(form, dict):
        is_whole = isinstance(value, dict) and form.keys() - _OPTIONAL <= value.keys() <= form.keys()
        return is_whole and all(_fits(each, form[name]) for name, each in value.items())
    return type(value) is form


_OPTIONAL = frozenset({"at"})
_MIXED: Mapping[str, Any] = {"nonce": str, "commitment": str, "deck": [str], "at": str}
_ENTRIES = (
    {"shuffle": int, "player": str, "in": [str], **_MIXED},
    {"void": int, **_MIXED},
    {"draw": str, "cards": [str], "at": str},
    {"stated": str, "cards": [str], "after": int, "at": str},
    {"kinds": [str], "at": str},
)
_WORDS = [{"player": str, "pledge": str, "word": str, "salt": str}]
_FORMS: Mapping[str, tuple[Any, str]] = {
    **dict.fromkeys(("record", "game", "secret", "secret_hash"), (str, "no text")),
    **{name: (form, "no list") for name, form in (("kinds", [str]), ("words", _WORDS), ("not_counted", _WORDS))},
    "log": ([_ENTRIES], "no list"),
    **{"copies": (int, "no number"), "names": (dict, "no object"), "words_are_used": (bool, "neither true nor false")},
}
"""What a record has by name: its form, and what a value is that has another."""


# --- what was published meanwhile -------------------------------------------------------------------------------------


def published_in(text: str, game: str) -> Iterator[tuple[str, str]]:
    """What a page, a message or an export shows of a game: of which shuffle (its number, ``secret`` or ``pledge``) the hash.

    And each word that was shown, with its salt, as ``word``, and the kinds of cards (``listed_kinds``) as ``kinds``; pledges in the
    order in which they stand there, and words likewise.
    """
    # Pages let long words be broken where they are too wide, and keep composed letters; chats have a backslash before mark-up.
    bare = re.sub(r"</?\w[^<>]*>", "\n", text.replace("<wbr>", ""))
    plain = unicodedata.normalize("NFC", re.sub(r"\\+\|", "|", html.unescape(bare)))
    name = re.escape(game)
    key = rf"(?<![\w-]){name}\|"
    hash = rf"(?:(?!{name}\|)[\s\S]){{1,80}}?(?<![0-9A-Za-z])([0-9a-f]{{64}})(?![0-9A-Za-z])"
    patterns = (
        rf"{key}([1-9][0-9]*|{ITS_TEXT}|{PLEDGE})(?![0-9]){hash}",
        rf"({ITS_TEXT}):{name}(?![\w|-]){hash}",
        rf"{key}({WORD}) (\S+(?: \S+)?)",
        rf"{key}({KINDS}) (\S+)",
        rf"(?<![\w-]){name} ({CLOSED}) ([0-9]+ [0-9a-f]{{64}})(?![0-9A-Za-z])",
    )
    for pattern in patterns:
        yield from re.findall(pattern, plain)


def listed_closing(game: str, pledges: Sequence[str]) -> str:
    """How the closing of a game's pledges is published."""
    return f"{game} {CLOSED} {closing_told(game, pledges)}"


def closing_told(game: str, pledges: Sequence[str]) -> str:
    """How many pledges were closed, and the hash over them."""
    return f"{len(pledges)} {closing_of(game, pledges)}"


def listed_kinds(kinds: Iterable[str]) -> str:
    """The kinds of cards in the order in which they are sorted, as pages show them: in one piece."""
    return ",".join(kinds).replace(" ", "_")


def as_read(game: str, what: str, told: str) -> set[str]:
    """How something may be read from pages, as wikitext or as the text that a browser shows: there may be mark-up in it."""
    line = f"{game}|{what} {told}"
    return {read for text in (line, html.escape(line)) for _, read in published_in(text, game)}
