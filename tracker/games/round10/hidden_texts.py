"""The hidden texts of secret actions once they are shown: the bids on lots, and the cards of a hand (R10-135).

What stands behind the word "salt" and what has nothing to do with bids or cards is passed over. What cannot be read for certain is left to
people.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from tracker.mechanics.announcements import CONDITIONS, NotUnderstood, UnreadableError, number_of
from tracker.mechanics.chat_text import plain, without_invisible

from .spoken_items import CardNames, card_of, spellings

NOT_NATURAL = "not_natural_number"
UNCLEAR = "UNCLEAR"

_SALT = re.compile(r"\bsalt\b", re.IGNORECASE)
_MARKS = re.compile(r"[`*_]+(?![0-9])|(?<![0-9])[`*_]+")
_BULLET = re.compile(r"^(?:[-+•>] |[0-9]{1,3}\) )+")
_BETWEEN = re.compile(
    r"[;\n|]|,(?![0-9])|(?<![0-9]),|\.(?= |$)|(?<=[a-z)])!(?= |$)| /(?: |$)| (?:and|&) ", re.MULTILINE
)
_REVEAL = re.compile(r"^\W*(?:i )?reveal(?:ing)?\b *:? *", re.IGNORECASE)
_BEFORE_BID = re.compile(
    r"^(?:(?:i|hereby|please|will|want to|would like to|my|these|this|are|is|secret|action|here|and|then|also)(?![\w'])[ :]*)*+"
    r"(?:(?:bids?|bidding)\b *(?::|is|are|-(?![0-9])|=)? *)?"
)
_LOT = re.compile(r"(?:\b(?:the )?lot *(?:number|no\.?|nr\.?)? *#? *|#)(?P<lot>[0-9]++)(?![0-9.,]*[0-9]|[^\W_])")
_LOTS_SAID = re.compile(r"\blots?\b|#")
_SEPARATOR = re.compile(r" *(?::|=+>?|-+>|- |--+|is |for |at |gets ) *")
_ON = re.compile(r"(?:\bon|\bfor|\bto|@|->)$")
_CHIPS = re.compile(r" *\bchips?$")
_NO_NATURAL = re.compile(
    rf"{CONDITIONS}|\b(?:half|third|quarter|all|everything|nothing|none|zero|any|every|max(?:imum)?|min(?:imum)?"
    r"|most|more|less|least|than|rest|remaining|plus|minus|times|twice|double|or|my|your)\b"
)
_NO_COUNT = re.compile(r"[+-] ?[0-9][0-9,]*|[+-]?[0-9]*[./][0-9]+")
"""A signed number or a fraction."""
_HANGS = re.compile(rf"{CONDITIONS}|\b(?:otherwise|else|instead|not|never|don't|cancel|withdraw)\b")
_SPEAKS_OF_BIDS = re.compile(r"[0-9]|\blots?\b|\bchips?\b|#")

_BEFORE_HAND = re.compile(
    r"^(?:(?:i|hereby|please|will|my|this|is|secret|action|submit|submitting|a|here)(?![\w'])[ :]*)*+hand\b(?: submission)? *"
    r"(?::|is|=|-|of)? *"
)
_ASIDE = re.compile(r" ?\((?! ?x? ?[0-9]{1,2} ?x? ?\))([^()]*)\)| -{2,3} ")
"""Words in brackets that are no count of a card, or behind dashes."""
_COUNTS_OR_RANKS = re.compile(r"(?<![^\W_])(?:x ?)?[0-9]{1,2}(?: ?x)?(?![^\W_])")
"""What may be a rank or how many of a card: a number of one or two digits that stands by itself."""
_EMPTY_HAND = re.compile(r"(?:nothing|none|no cards?|empty)")


@dataclass(frozen=True, slots=True)
class Bid:
    """One bid of a hidden text: the lot (None where not even that is certain) and the amount of chips, None where it has none.

    ``reason`` is "" for a bid whose amount is an explicit natural number above 0, else ``not_natural_number`` where it surely is
    none (R10-020), or ``UNCLEAR`` where people must read it; ``why`` says so in words.
    """

    lot: int | None
    amount: int | None
    reason: str = ""
    why: str = ""


def read_bids(text: str) -> list[Bid]:
    """The bids of a revealed text in order; none where nothing in it reads as a bid (R10-020, R10-135)."""
    return [bid for piece in _pieces(text) if (bid := _bid(piece)) is not None]


def _said(text: str) -> str:
    """What a hidden text says in small plain letters, up to its salt."""
    said = _SALT.split(plain(without_invisible(text.replace("\r\n", "\n"))), maxsplit=1)[0]
    said = "\n".join(_BULLET.sub("", " ".join(_MARKS.sub("", line).split())) for line in said.split("\n"))
    return _REVEAL.sub("", said.strip()).lower()


def _pieces(text: str) -> list[str]:
    return [piece.strip(" ,") for piece in _BETWEEN.split(_said(text))]


def _bid(piece: str) -> Bid | None:
    """What a piece of the text bids; None where it is about something else."""
    words = piece[found.end() :] if (found := _BEFORE_BID.match(piece)) else piece
    lots = list(_LOT.finditer(words))
    if len(lots) != 1 or len(lots[0]["lot"]) > 4_000:
        is_about_bids = lots or _SPEAKS_OF_BIDS.search(words) or _HANGS.search(words)
        return Bid(None, None, UNCLEAR, f"“{piece[:80]}” is no bid on one lot") if is_about_bids else None
    lot, before, after = lots[0], words[: lots[0].start()].strip(), words[lots[0].end() :]
    if not before and (separator := _SEPARATOR.match(after)):
        return _valued(int(lot["lot"]), after[separator.end() :].strip())
    if before and (on := _ON.search(before)):
        return _valued(int(lot["lot"]), " ".join(f"{before[: on.start()]} {after.rstrip(' !')}".split()))
    return Bid(int(lot["lot"]), None, UNCLEAR, f"“{piece[:80]}” is no bid in a known form")


def _valued(lot: int, said: str) -> Bid:
    """A bid on a lot by what is said to be bid."""
    said = _CHIPS.sub("", said).strip()
    number = number_of(said)
    if number:
        return Bid(lot, number)
    if number == 0 or _NO_COUNT.fullmatch(said) or _NO_NATURAL.search(said):
        return Bid(lot, None, NOT_NATURAL, f"“{said[:80]}” is no explicit, unconditional natural number above 0")
    return Bid(lot, None, UNCLEAR, f"“{said[:80]}” is no number in digits" if said else "no amount is said")


# --- hands ------------------------------------------------------------------------------------------------------------


def read_hand(text: str, cards: CardNames) -> dict[str, int] | NotUnderstood:
    """The cards of a revealed hand with how many of each; empty where it surely says that there are none (R10-041, R10-135)."""
    counts = {**dict.fromkeys(spellings()["ones"]["words"], 1), **spellings()["counts"]}
    found, is_empty = Counter[str](), False
    for piece in (part.strip() for whole in _pieces(text) for part in _ASIDE.split(whole) if part):
        words = piece[head.end() :] if (head := _BEFORE_HAND.match(piece)) else piece
        is_empty = is_empty or (head is not None and _EMPTY_HAND.fullmatch(words) is not None)
        try:
            card = card_of(words, cards, counts)
        except UnreadableError as fault:
            return NotUnderstood(1, piece, str(fault), "hand")
        if card is not None:
            found[card[0]] += card[1]
        elif words and not is_empty and _speaks_of_cards(words, cards):
            return NotUnderstood(1, piece, f"“{words[:80]}” is no card in a known form", "hand")
    if not found and not is_empty:
        return NotUnderstood(1, text[:80], "no card is named", "hand")
    if any(not count for count in found.values()) or (is_empty and found):
        return NotUnderstood(1, text[:80], "it does not say for certain how many cards", "hand")
    return dict(found)


def _speaks_of_cards(words: str, cards: CardNames) -> bool:
    """Whether words may be about cards or about what becomes of them."""
    named = {word for name in (*cards.rank_words, *cards.suit_words) for word in name.split()} - {"a", "k", "q"}
    parts = set(re.findall(r"[^\W_]+|[^\w\s]", words))
    plural = {word.removesuffix("s") for word in parts}
    return bool((parts | plural) & named or "of" in parts or _COUNTS_OR_RANKS.search(words) or _HANGS.search(words))
