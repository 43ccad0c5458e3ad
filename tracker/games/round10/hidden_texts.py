"""The hidden texts of secret actions once they are shown: the bids on lots, and the cards of a hand.

What has nothing to do with bids or cards is passed over. What cannot be read for certain is left to people.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tracker.mechanics.chat.talk import is_turned
from tracker.mechanics.chat_text import plain, without_invisible

from .announcements import READER, SIGNS
from .cards import Deck

_MARKS = re.compile(r"[`*_]+(?![0-9])|(?<![0-9])[`*_]+")
_BULLET = re.compile(r"^(?:[-+•>] |[0-9]{1,3}\) )+", re.MULTILINE)
_BETWEEN = re.compile(
    r"[;\n|]|,(?![0-9])|(?<![0-9]),|\.(?= |$)|(?<=[a-z)])!(?= |$)| /(?: |$)| (?:and|&) ", re.MULTILINE
)
_BEFORE = re.compile(
    r"^(?:(?:reveal|revealing|i|hereby|please|will|want to|would like to|my|these|this|are|is|submit|secret|action|here|and|then|also)"
    r"(?![\w'])[ :]*)*"
)
_BID = re.compile(r"(?:bids?|bidding)\b *(?::|is|are|-(?![0-9])|=)? *")
_LOT = re.compile(r"(?:(?:the )?lot *(?:number|no\.?)? *#? *|#)(?P<lot>[0-9]{1,9})(?![0-9.,]*[0-9]|[^\W_])")
_SAID_AFTER = re.compile(r" *(?::|=+>?|-+>|- |is |for |at |gets ) *(?P<amount>.*)")
_SAID_BEFORE = re.compile(r"(?P<amount>.+?) *(?:on|for|to|@|->)")
_CHIPS = re.compile(r" *\bchips?$")
_NATURAL = re.compile(r"0*[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_NO_NATURAL = re.compile(
    r"[+-] ?[0-9][0-9,]*|[+-]?[0-9]*[./][0-9]+|0+|.*\b(?:if|unless|when|half|third|quarter|all|everything|nothing|none|zero|any|every"
    r"|max(?:imum)?|min(?:imum)?|most|more|less|least|than|rest|remaining|plus|minus|times|twice|double|or|my|your)\b.*"
)
_SPEAKS_OF_BIDS = re.compile(r"[0-9]|\blots?\b|\bchips?\b|#|\b(?:otherwise|else|instead)\b")
_HAND = re.compile(r"(?:a )?hand\b(?: submission)? *(?::|is|=|-|of)? *")
_ASIDE = re.compile(r" ?\((?! ?x? ?[0-9]{1,2} ?x? ?\))([^()]*)\)| -{2,3} ")
"""Words in brackets that are no count of a card, or behind dashes."""
_SIGN = re.compile(rf"(?: of)? ?([{''.join(SIGNS)}])\ufe0f?")
_COUNTS = re.compile(r"(?:x ?)?[0-9]{1,2}(?: ?x)?")
_EMPTY_HAND = re.compile(r"nothing|none|no cards?|empty")


@dataclass(frozen=True, slots=True)
class Read:
    """One bid of a hidden text: the lot (None where not even that is certain) and the amount, None where it is no natural number.

    ``why`` says what is amiss; where it ``is_unclear``, people must read it.
    """

    lot: int | None
    amount: int | None
    why: str = ""
    is_unclear: bool = False


def _pieces(text: str) -> Iterator[str]:
    """The parts of what a hidden text says, in small plain letters."""
    said = plain(without_invisible(text.replace("\r\n", "\n"))).lower()
    said = _SIGN.sub(lambda sign: f" of {SIGNS[sign[1]]}".lower(), said)
    shown = _BULLET.sub("", "\n".join(" ".join(_MARKS.sub("", line).split()) for line in said.split("\n")))
    return (_BEFORE.sub("", piece.strip(" ,")) for piece in _BETWEEN.split(shown.strip()))


# --- bids -------------------------------------------------------------------------------------------------------------


def read_bids(text: str) -> list[Read]:
    """The bids of a revealed text in order; none where nothing in it reads as a bid."""
    return [bid for piece in _pieces(text) if (bid := _bid(_BID.sub("", piece, count=1))) is not None]


def _bid(piece: str) -> Read | None:
    """What a piece of the text bids; None where it is about something else."""
    lots = list(_LOT.finditer(piece))
    if len(lots) != 1:
        is_about_bids = lots or _SPEAKS_OF_BIDS.search(piece) or is_turned(piece)
        return Read(None, None, f"“{piece[:80]}” is no bid on one lot", is_unclear=True) if is_about_bids else None
    before, after = piece[: lots[0].start()].strip(), piece[lots[0].end() :]
    said = _SAID_BEFORE.fullmatch(before) if before else _SAID_AFTER.fullmatch(after)
    if said is None:
        return Read(int(lots[0]["lot"]), None, f"“{piece[:80]}” is no bid in a known form", is_unclear=True)
    return _valued(int(lots[0]["lot"]), f"{said['amount']} {after.rstrip(' !') if before else ''}".strip())


def _valued(lot: int, said: str) -> Read:
    """A bid on a lot by what is said to be bid."""
    amount = _CHIPS.sub("", said).strip()
    if _NATURAL.fullmatch(amount):
        return Read(lot, int(amount.replace(",", "")))
    if _NO_NATURAL.fullmatch(amount):
        return Read(lot, None, f"“{amount[:80]}” is no explicit, unconditional natural number above 0")
    return Read(lot, None, f"“{amount[:80]}” is no number in digits", is_unclear=True)


# --- hands ------------------------------------------------------------------------------------------------------------


def read_hand(text: str, deck: Deck) -> dict[str, int] | str:
    """The cards of a revealed hand with how many of each, empty where it says so; else why it cannot be read."""
    found, is_empty = Counter[str](), False
    for piece in filter(None, (part for whole in _pieces(text) for part in _ASIDE.split(whole))):
        words = _HAND.sub("", piece.strip(), count=1)
        is_empty = is_empty or (words != piece and _EMPTY_HAND.fullmatch(words) is not None)
        cards = READER.items(words) if words else None
        if cards and all(deck.card(card) and count and isinstance(count, int) for card, count in cards.items()):
            found.update(cards)
        elif cards or (words and not _EMPTY_HAND.fullmatch(words) and _speaks_of_cards(words, deck)):
            return f"“{words[:80]}” is no card in a known form"
    if bool(found) == is_empty:
        return "it does not say for certain which cards"
    return dict(found)


def _speaks_of_cards(words: str, deck: Deck) -> bool:
    """Whether words may be about cards or about what becomes of them."""
    named = {word for name in (*deck.ranks, *deck.suits) for word in name.lower().split()}
    parts = re.findall(r"[^\W_]+", words)
    known = named.union(word.removesuffix("s") for word in named)
    is_card = any(word in known or word.removesuffix("s") in known or _COUNTS.fullmatch(word) for word in parts)
    return is_card or is_turned(words)


def declared(text: str, deck: Deck) -> tuple[list[tuple[int | None, int | None]], dict[str, int] | None]:
    """The lots with amounts and the cards that a revealed text declares, whatever else it says."""
    hand = read_hand(text, deck)
    return [(bid.lot, bid.amount) for bid in read_bids(text)], hand if isinstance(hand, dict) else None
