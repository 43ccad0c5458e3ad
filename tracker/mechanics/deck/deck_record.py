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
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Literal

from tracker.core.instants import iso
from tracker.core.secrecy import commitment, shuffle_key
from tracker.mechanics.deck.secret_deck import (
    are_same_cards,
    closing_of,
    in_order,
    is_word,
    pledge_of,
    secret_hash,
    shuffled,
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
    return f"{game} {CLOSED} {_closing(game, pledges)}"


def _closing(game: str, pledges: Sequence[str]) -> str:
    return f"{len(pledges)} {closing_of(game, pledges)}"


def listed_kinds(kinds: Iterable[str]) -> str:
    """The kinds of cards in the order in which they are sorted, as pages show them: in one piece."""
    return ",".join(kinds).replace(" ", "_")


def _besides(own: Mapping[str, int]) -> str:
    return "".join(f", {count} of {kind}" for kind, count in own.items())


def _as_read(game: str, what: str, told: str) -> set[str]:
    """How something may be read from pages, as wikitext or as the text that a browser shows: there may be mark-up in it."""
    line = f"{game}|{what} {told}"
    return {read for text in (line, html.escape(line)) for _, read in published_in(text, game)}


# --- checking ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Verified:
    """What a check found: how many shuffles and draws, how much that was published was compared, and what does not hold."""

    game: str
    shuffles: int = 0
    draws: int = 0
    compared: int = 0
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """What is no proof of anything wrong, and lets something unproven."""
    shown: list[str] = field(default_factory=list)
    """What only people can compare: which cards there were, with the rules; words, pledges and draws, each player their own."""

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        names = ("game", "shuffles", "draws", "compared", "faults", "warnings", "shown")
        return {"holds": not self.faults, **{name: getattr(self, name) for name in names}}


def verify(record: Mapping[str, Any], *pages: Iterable[tuple[str, str]], first_kinds: Sequence[str] = ()) -> Verified:
    """Check a record (``read_record``) against itself, and against pages and the like that were saved before (``published_in``).

    ``first_kinds`` are those with which the rules begin, in the order in which cards are sorted: of any others is told.
    """
    found, saved = Verified(record["game"]), [list(dict.fromkeys(page)) for page in pages]
    found.faults += _faults_of_secret(record)
    found.faults += _faults_of_words(record)
    found.faults += _faults_of_closing(record)
    found.warnings += _doubts_of_words(record)
    replayed = _Replayed(record, found)
    replayed.run()
    found.shown += [*replayed.composed, *map(partial(_shown_word, record), record["words"]), *replayed.told_draws()]
    _compare(record, list(dict.fromkeys(each for page in saved for each in page)), found)
    for page in saved:
        _compare_kinds(replayed, page)
        _compare_places(record, page, found)
    found.warnings += _doubts_of_kinds(replayed.every_kinds(), first_kinds)
    return found


def _name(record: Mapping[str, Any], player: str) -> str:
    """A player by the name by which they are shown, and by their id where that is another."""
    name = record["names"].get(player, player)
    return player if name == player else f"{name} ({player})"


def _said(each: Mapping[str, str]) -> str:
    """What is shown of a word, and pledged: itself, a blank, and its salt where it has one."""
    return f"{each['word']} {each['salt']}" if each["salt"] else each["word"]


def _shown_word(record: Mapping[str, Any], each: Mapping[str, str]) -> str:
    marks = "; given twice" if _is_again(record, each) else ""
    return f"word of {_name(record, each['player'])}: {_said(each) or 'not shown'}; pledge: {each['pledge'] or 'none'}{marks}"


def _counted(cards: Iterable[str], kinds: Sequence[str]) -> str:
    """How many there are of each kind."""
    return ", ".join(f"{count} {card}" for card, count in Counter(in_order(cards, kinds)).items()) or "none"


def _faults_of_secret(record: Mapping[str, Any]) -> Iterator[str]:
    if not record["secret"]:
        yield "the secret text is not published"
    elif secret_hash(record["secret"]) != record["secret_hash"]:
        yield "the secret text has not the hash that was shown beforehand"


def _faults_of_words(record: Mapping[str, Any]) -> Iterator[str]:
    for each in record["words"]:
        name = _name(record, each["player"])
        is_shown = bool(each["word"] or each["salt"])
        if is_shown and not (is_word(each["word"]) and (not each["salt"] or is_word(each["salt"]))):
            yield f"the word of {name} can be none"
        if is_shown and each["pledge"] and pledge_of(each["word"], each["salt"]) != each["pledge"]:
            yield f"the word of {name} is not the one that was pledged"


def _faults_of_closing(record: Mapping[str, Any]) -> Iterator[str]:
    """Whether the pledges of the words are those that were closed, in that order; where people stated the game it may have none."""
    closed = record.get(CLOSED, [])
    pledged = [each for each in record["words"] if each["pledge"]]
    if not closed and pledged and not any("stated" in entry for entry in record["log"]):
        yield "the closing of the pledges is not told: a pledge may have come after words were shown"
    if not closed:
        return
    if late := [_name(record, each["player"]) for each in pledged if each["pledge"] not in closed]:
        yield f"pledges that are not among those that were closed: {', '.join(late)}"
    counting = [each["pledge"] for each in pledged if each["pledge"] in closed]
    if counting != [each for each in closed if each in counting]:
        yield "the words stand in another order than the pledges that were closed"
    known = {each["pledge"] for each in (*record["words"], *record["not_counted"])}
    yield from (f"a pledge that was closed is left out: {each}" for each in closed if each not in known)


def _doubts_of_words(record: Mapping[str, Any]) -> Iterator[str]:
    words = record["words"]
    drew = dict.fromkeys(each["draw"] for each in record["log"] if "draw" in each)

    def named(players: Iterable[str]) -> str:
        return ", ".join(_name(record, each) for each in players)

    if left_out := [each["player"] for each in words if not each["word"]]:
        yield f"pledged words that were never shown: {named(left_out)}"
    if bare := [each["player"] for each in words if each["word"] and not each["pledge"]]:
        yield f"words that were not pledged, so that the last of them may have been chosen to fit the others: {named(bare)}"
    if again := [each["player"] for each in words if _is_again(record, each)]:
        yield f"pledges that were given twice, so that their places are not compared: {named(again)}"
    if without := [each for each in drew if each not in {word["player"] for word in words}]:
        yield f"drew cards, and the record has no word of theirs; did they show one before the start?: {named(without)}"
    if not (record["words_are_used"] and any(each["word"] for each in words)):
        yield "no player's word is mixed in: whoever chose the secret text could choose the orders"


def _is_again(record: Mapping[str, Any], each: Mapping[str, str]) -> bool:
    """Whether a pledge, or a word without one, was given before, too: at another place among the others."""
    return (each["pledge"] or _said(each)) in {other["pledge"] or _said(other) for other in record["not_counted"]}


def _doubts_of_kinds(every_kinds: Iterable[Sequence[str]], first_kinds: Sequence[str]) -> Iterator[str]:
    for kinds in dict.fromkeys(map(tuple, every_kinds)):
        if kinds[: len(first_kinds)] != tuple(first_kinds):
            yield (
                f"ATTENTION: cards are sorted as {', '.join(kinds)}; the rules begin with {', '.join(first_kinds)}: whoever chose that"
                " after the words were shown could choose among orders; compare the rules as they were when pledges were closed"
            )


def _compare(record: Mapping[str, Any], seen: Sequence[tuple[str, str]], found: Verified) -> None:
    """Compare what was published before with what the record says of it."""
    found.compared = len(seen)
    told = _told_hashes(record)
    for what, hash in seen:
        if what in (PLEDGE, WORD):
            _compare_word(record, what, hash, found)
        elif what != KINDS and told.get(what) != hash:
            name = _NAMED.get(what, f"shuffle {what}")
            found.faults.append(f"another hash of {name} was published: {hash}")
    known = {each for each, _ in seen}
    pledged = (each for each in record["words"] if each["pledge"] and (PLEDGE, each["pledge"]) not in seen)
    if seen and CLOSED in told and CLOSED not in known:
        found.faults.append(
            "what was saved does not show the closing of the pledges: one may have come after words were shown"
        )
    lacking = [number for number in told if number not in known]
    lacking += [f"the pledge of {_name(record, each['player'])}" for each in pledged]
    if lacking:
        shown = ", ".join(lacking[:10]) + (" …" if len(lacking) > 10 else "")
        found.warnings.append(f"compare yourself with what was published before: the hashes of {shown}")


def _compare_kinds(replayed: _Replayed, page: Sequence[tuple[str, str]]) -> None:
    """Compare the kinds of cards on one page, which are shown until the first shuffle, with those by which that was sorted."""
    known = _as_read(replayed.record["game"], KINDS, listed_kinds(replayed.kinds_at_first))
    for what, told in page:
        if what == KINDS and told not in known:
            text = f"other kinds of cards, or in another order, were published before the first shuffle; did the rules change?: {told}"
            replayed.found.faults.append(text)


def _compare_places(record: Mapping[str, Any], page: Sequence[tuple[str, str]], found: Verified) -> None:
    """Compare in which order one page lists pledges, and words: in that they go into every shuffle."""
    for what in (PLEDGE, WORD):
        known = (_found_word(record, record["words"], *each) for each in page if each[0] == what)
        places = list(dict.fromkeys(place for place in known if place is not None))
        counting = [place for place in places if not _is_again(record, record["words"][place])]
        if counting != sorted(counting):
            names = ", ".join(_name(record, record["words"][place]["player"]) for place in counting)
            found.faults.append(f"a page lists the {what}s in another order than the record: {names}")


_NAMED = {ITS_TEXT: "the secret text", CLOSED: "the closing of the pledges"}
"""How hashes of no shuffle are called."""


def _told_hashes(record: Mapping[str, Any]) -> dict[str, str]:
    numbered = ((each.get("shuffle", each.get("void")), each) for each in record["log"])
    told = {str(number): each["commitment"] for number, each in numbered if number is not None}
    closed = {CLOSED: _closing(record["game"], record[CLOSED])} if record.get(CLOSED) else {}
    return {**told, ITS_TEXT: record["secret_hash"], **closed}


def _found_word(record: Mapping[str, Any], among: Sequence[Mapping[str, str]], what: str, published: str) -> int | None:
    """The place among words of the one that was published, or whose pledge was; None where it is none of them."""
    if what == PLEDGE:
        return next((place for place, each in enumerate(among) if each["pledge"] == published), None)
    read = [_as_read(record["game"], WORD, _said(each)) for each in among]
    # A page copied as text may have something else behind a word without salt.
    forms = (published, published.partition(" ")[0])
    return next((place for form in forms for place, known in enumerate(read) if form in known), None)


def _compare_word(record: Mapping[str, Any], what: str, published: str, found: Verified) -> None:
    """Look for a pledge, or a word, among those of the record; such as do not count are told."""
    if _found_word(record, record["words"], what, published) is not None:
        return
    place = _found_word(record, record["not_counted"], what, published)
    if place is None:
        found.faults.append(f"a {what} was published that the record does not have: {published}")
    else:
        name = _name(record, record["not_counted"][place]["player"])
        found.warnings.append(f"a {what} of {name} was published that does not count; was another given?: {published}")


def _at(entry: Mapping[str, Any]) -> str:
    return f" at {entry['at']}" if isinstance(entry.get("at"), str) else ""


@dataclass(slots=True)
class _Replayed:
    """A record's log done again: the deck as it must be, and what everybody holds."""

    record: Mapping[str, Any]
    found: Verified
    deck: list[str] = field(default_factory=list)
    held: dict[str, Counter[str]] = field(default_factory=dict)
    drawn: dict[str, list[str]] = field(default_factory=dict)
    newest: int = 0
    """The number of the newest shuffle."""
    has_begun: bool = False
    """Whether the cards are in the deck and in hands, so that none comes from nowhere any more."""
    is_stated: bool = False
    composed: list[str] = field(default_factory=list)
    """Which kinds and cards there were at the beginning, and wherever people stated them or the rules changed."""
    kinds: list[str] = field(default_factory=list)
    """The kinds of cards in the order in which they are sorted now."""
    kinds_at_first: list[str] = field(default_factory=list)
    """Those at the first shuffle."""

    def run(self) -> None:
        """Do every entry, and note what does not hold; after that go on from what the record says."""
        log = self.record["log"]
        self._sort(self.record["kinds"])
        for entry, after in zip(log, [*log[1:], {}], strict=False):
            if "kinds" in entry:
                self._sort(entry["kinds"], _at(entry))
            elif "draw" in entry:
                self._draw(entry)
            elif "stated" in entry:
                self._state(entry)
                if "stated" not in after and self._there():
                    self._compose([])
            elif "void" in entry:
                self._void(entry)
            else:
                self._shuffle(entry)

    def _sort(self, kinds: list[str], since: str = "") -> None:
        """Take over by which order cards are sorted from now on."""
        self.kinds = kinds
        if not self.newest:
            self.kinds_at_first = kinds
        self.composed.append(f"kinds{since}: {', '.join(kinds)}")
        if len(set(kinds)) < len(kinds):
            self._fault(f"a kind stands there twice: {', '.join(kinds)}")

    def every_kinds(self) -> Iterator[list[str]]:
        """By which orders cards were sorted, from the beginning on."""
        yield self.record["kinds"]
        yield from (entry["kinds"] for entry in self.record["log"] if "kinds" in entry)

    def told_draws(self) -> Iterator[str]:
        """What each player drew, and when."""
        for player, draws in self.drawn.items():
            yield f"drawn by {_name(self.record, player)}: {'; '.join(draws)}"

    def _fault(self, text: str) -> None:
        self.found.faults.append(text)

    def _there(self) -> Counter[str]:
        """Every card that there is: in the deck, in hands, and revealed."""
        return sum(self.held.values(), Counter(self.deck))

    def _compose(self, cards: Sequence[str]) -> None:
        """Note which cards there are with those that go in now: as many of each kind as the rules say."""
        record, self.has_begun = self.record, True
        there, copies, own = self._there() + Counter(cards), record["copies"], record.get("copies_of", {})
        told = _counted(there.elements(), self.kinds)
        self.composed.append(f"cards{' as stated' if self.is_stated else ''}: {told}")
        if any(card not in self.kinds or count != own.get(card, copies) for card, count in there.items()):
            text = f"the deck was made of {told}, not of {copies} of each kind{_besides(own)}"
            (self.found.warnings if self.is_stated else self.found.faults).append(text)
        if absent := [kind for kind in self.kinds if not there[kind]]:
            self.found.warnings.append(f"no card of these kinds was in the deck at first: {', '.join(absent)}")

    def _state(self, entry: Mapping[str, Any]) -> None:
        """Take over what people said: nothing before it can be checked."""
        if entry["stated"]:
            self.held[entry["stated"]] = Counter(entry["cards"])
            return
        self.deck, self.held, self.newest = list(entry["cards"]), {}, max(entry["after"], 0)
        self.has_begun, self.is_stated = False, True
        self.found.warnings.append(f"people stated the deck{_at(entry)}: what was dealt before is not checked")

    def _draw(self, entry: Mapping[str, Any]) -> None:
        cards, player = entry["cards"], entry["draw"]
        self.found.draws += 1
        if self.deck[: len(cards)] != cards:
            due = ", ".join(self.deck[: len(cards)]) or "nothing"
            name = _name(self.record, player)
            self._fault(f"draw {self.found.draws}: {name} was dealt {', '.join(cards)}; on top lay {due}")
        del self.deck[: len(cards)]
        self.held.setdefault(player, Counter()).update(cards)
        self.drawn.setdefault(player, []).append(f"{', '.join(cards)}{_at(entry)}")

    def _void(self, entry: Mapping[str, Any]) -> None:
        """Check an order that was drawn and is not in force: it, too, was nobody's choice."""
        number, name = entry["void"], f"shuffle {entry['void']}"
        self._count(number)
        for fault in self._faults_of_order(entry):
            self._fault(f"{name}: {fault}")
        self.found.warnings.append(
            f"people decided that {name} is void{_at(entry)}: cards that were told of it before do not count"
        )

    def _count(self, number: int) -> None:
        """Note a shuffle that has not the next number."""
        name = f"shuffle {number}"
        if number != self.newest + 1:
            self._fault(f"{name} comes after shuffle {self.newest}" if self.newest else f"{name} is the first one")
        self.newest = number

    def _shuffle(self, entry: Mapping[str, Any]) -> None:
        number, player, cards, deck = entry["shuffle"], entry["player"], entry["in"], entry["deck"]
        name = f"shuffle {number}"
        self.found.shuffles += 1
        self._count(number)
        if not self.has_begun:
            self._compose(() if player else cards)
        elif not cards:
            self._fault(f"{name}: nothing was put in, so that there was no reason for it")
        elif not player:
            self._add(name, cards)
        if player:
            held, put = self.held.get(player, Counter[str]()), Counter(cards)
            if put - held:
                self._fault(f"{name}: {_name(self.record, player)} put in what they did not hold")
            self.held[player] = held - put
        if not are_same_cards([*self.deck, *cards], deck):
            self._fault(f"{name}: the deck holds other cards than before it")
        for fault in self._faults_of_order(entry):
            self._fault(f"{name}: {fault}")
        self.deck = list(deck)

    def _add(self, name: str, cards: Sequence[str]) -> None:
        """Check cards that nobody held: only characters that are new come so."""
        told = _counted(cards, self.kinds)
        if self._there().keys() & set(cards) or set(cards) - set(self.kinds):
            self._fault(f"{name}: cards that nobody held were put in: {told}")
        else:
            self.found.warnings.append(f"{name}: cards of new characters were put in; did the rules say so?: {told}")

    def _faults_of_order(self, entry: Mapping[str, Any]) -> Iterator[str]:
        record, number, deck = self.record, entry.get("shuffle", entry.get("void")), entry["deck"]
        game = record["game"]
        if commitment(game, number, entry["nonce"], deck) != entry["commitment"]:
            yield f"its order and nonce have not the hash {entry['commitment'] or '(none)'} that stands for {shuffle_key(game, number)}"
        if record["secret"]:
            words = [each["word"] for each in record["words"] if each["word"]] if record["words_are_used"] else []
            due = shuffled(record["secret"], game, number, words, in_order(deck, self.kinds))
            if deck != due:
                yield "its order is not the one that follows from the secret text and the words"
