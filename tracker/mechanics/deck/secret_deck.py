"""A secret deck that anyone can check afterwards: orders that follow from a secret text and people's words, and hashes shown beforehand.

The recipe. Shuffle k of a game brings its cards, sorted by kind, into the order of a Fisher-Yates shuffle: from the last card down to the
second, each changes places with one of those up to it. Which one is told by the next number of a stream: the 32-byte values of
HMAC-SHA256 with the secret text as key over the UTF-8 text ``GAME|k|WORD1|WORD2|...|c`` (c = 0, 1, 2, ...), cut into 4-byte numbers,
most significant byte first. A number at or above the largest multiple of the possible places is passed over, so that every order is
equally likely. The first card is the top.

What is shown of a shuffle before anything is dealt from it is the SHA-256 of ``GAME|k|NONCE|CARD1,CARD2,...``; the nonce, 32 hexadecimal
digits that follow from the secret text too, keeps anybody from trying all orders out. Nothing here is random: drawn twice it is the same.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from tracker.core.secrecy import shuffle_key

SEPARATOR = "|"
"""What stands between the parts of all that is hashed: in no game's id, word or card."""
NONCE_DIGITS = 32
LONGEST_WORD = 64
"""How many characters a word or its salt has at most."""
_NUMBER_BYTES = 4
_NUMBERS = 1 << 8 * _NUMBER_BYTES


def secret_hash(secret: str) -> str:
    """What is shown of the secret text before the first deal: its SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


def nonce_of(secret: str, game: str, number: int) -> str:
    """The nonce of a shuffle: 32 hexadecimal digits that nobody knows without the secret text."""
    text = SEPARATOR.join((game, "nonce", str(number)))
    return hmac.digest(_bytes(secret), _bytes(text), "sha256").hex()[:NONCE_DIGITS]


def shuffled(secret: str, game: str, number: int, words: Sequence[str], cards: Sequence[str]) -> list[str]:
    """The order into which a shuffle brings cards that are sorted by kind (``in_order``), the top first."""
    deck, numbers = list(cards), _numbers(secret, SEPARATOR.join((shuffle_key(game, number), *words)))
    for last in range(len(deck) - 1, 0, -1):
        places = last + 1
        limit = _NUMBERS - _NUMBERS % places
        place = next(each for each in numbers if each < limit) % places
        deck[last], deck[place] = deck[place], deck[last]
    return deck


def _numbers(secret: str, text: str) -> Iterator[int]:
    for counter in count():
        block = hmac.digest(_bytes(secret), _bytes(f"{text}{SEPARATOR}{counter}"), "sha256")
        for start in range(0, len(block), _NUMBER_BYTES):
            yield int.from_bytes(block[start : start + _NUMBER_BYTES])


def in_order(cards: Iterable[str], kinds: Sequence[str]) -> list[str]:
    """Cards sorted as the kinds are listed, as they are before each shuffle; of kinds that are not, by the alphabet behind them."""
    places = {kind: place for place, kind in enumerate(kinds)}
    return sorted(cards, key=lambda card: (places.get(card, len(places)), card))


def are_same_cards(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two lots of cards hold the same, in whatever order."""
    return Counter(one) == Counter(other)


# --- people's words ---------------------------------------------------------------------------------------------------


def is_word(text: str) -> bool:
    """Whether a text can be a word or a salt: short, of visible characters, without blanks and without ``|``."""
    return (
        0 < len(text) <= LONGEST_WORD
        and text.isprintable()
        and SEPARATOR not in text
        and not any(map(str.isspace, text))
    )


def pledge_of(word: str, salt: str = "") -> str:
    """The SHA-256 by which a word is pledged before any is shown: of the word, a blank and its salt, or of the word alone."""
    return hashlib.sha256(_bytes(f"{word} {salt}" if salt else word)).hexdigest()


def closing_of(game: str, pledges: Sequence[str]) -> str:
    """The SHA-256 by which the pledges are closed: of the game and of all pledges in their order, so that none can be added or moved later."""
    return hashlib.sha256(_bytes(f"{game}|closed|{','.join(pledges)}")).hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
