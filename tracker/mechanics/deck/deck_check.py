"""Checks the record of a secret deck: against itself, and against what pages showed of the deck meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tracker.core.secrecy import commitment, shuffle_key
from tracker.mechanics.deck.deck_record import (
    CLOSED,
    ITS_TEXT,
    KINDS,
    PLEDGE,
    WORD,
    as_read,
    closing_told,
    listed_kinds,
)
from tracker.mechanics.deck.secret_deck import (
    are_same_cards,
    in_order,
    is_word,
    pledge_of,
    secret_hash,
    shuffled,
)

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
    known = as_read(replayed.record["game"], KINDS, listed_kinds(replayed.kinds_at_first))
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
    closed = {CLOSED: closing_told(record["game"], record[CLOSED])} if record.get(CLOSED) else {}
    return {**told, ITS_TEXT: record["secret_hash"], **closed}


def _found_word(record: Mapping[str, Any], among: Sequence[Mapping[str, str]], what: str, published: str) -> int | None:
    """The place among words of the one that was published, or whose pledge was; None where it is none of them."""
    if what == PLEDGE:
        return next((place for place, each in enumerate(among) if each["pledge"] == published), None)
    read = [as_read(record["game"], WORD, _said(each)) for each in among]
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


def _besides(own: Mapping[str, int]) -> str:
    return "".join(f", {count} of {kind}" for kind, count in own.items())


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
