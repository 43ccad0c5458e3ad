"""Round 10's own commands: what a hand is worth, and the hash of a hidden text."""

import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256

from tracker.errors import UsageError
from tracker.games.base import Argument, Command, CommandAnswer

from .cards import deck_of, hand_of
from .hidden_texts import read_hand
from .law import Law
from .scoring import scored

RULESET_OF = datetime(2021, 8, 5, 5, 23, tzinfo=UTC)
"""When the ruleset was last changed that the calculator scores by: without an archive no later change is known."""

MAIN = frozenset({"R10-058", "R10-059", "R10-060", "R10-061", "R10-062"})
"""The clauses of the sum itself; the others are those of its multipliers."""
_IN_SIGNS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""What nobody sees and yet is part of letters and pictures that everybody sees."""


def score(hand: str) -> CommandAnswer:
    """What a hand is worth by the ruleset as it stood; raises UsageError for a hand that cannot be read."""
    law = Law(RULESET_OF, {})
    deck = deck_of(law)
    read = read_hand(hand, deck) or "a hand has at least one card"
    if isinstance(read, str):
        raise UsageError(read, remedy='write a hand such as "Knight of Cups, 2x 5 of Coins"')
    found = scored(hand_of(deck, read), deck, law)
    steps = [text if clause in MAIN else f"  {text}" for clause, text, _ in found.steps()]
    return CommandAnswer(found.record(), [f"{found.cards}: {found.total}", *steps])


def hashed(text: str) -> CommandAnswer:
    """The SHA-256 of a text in UTF-8, as it is; raises UsageError where UTF-8 cannot write it (R10-146)."""
    try:
        digest = sha256(text.encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise UsageError("the text is no valid UTF-8", remedy="write it in a terminal or file in UTF-8") from error
    notes = list(_notes(text))
    return CommandAnswer({"sha256": digest, "characters": len(text), "notes": notes}, [digest, *notes])


def _notes(text: str) -> Iterator[str]:
    """What is worth knowing about a text whose hash is posted."""
    if not text.strip():
        yield "The text is empty: its hash tells everybody so."
        return
    unseen = dict.fromkeys(each for each in text if unicodedata.category(each) == "Cf" and each not in _IN_SIGNS)
    if unseen:
        marks = ", ".join(f"U+{ord(each):04X}" for each in unseen)
        yield (
            f"It holds characters that nobody sees ({marks}), as a file with a byte order mark does: they are part of the text that was"
            " hashed, and are missing where it is typed anew."
        )
    if text.strip() != text:
        yield "White space at the ends is part of the text that was hashed; Discord drops it from messages."


COMMANDS = (
    Command(
        "score",
        "Work out the score of a hand, step by step.\n\n"
        "HAND is a list of cards, such as 'Knight of Cups, Bishop of Cups, 2x 5 of Coins'. Changes of the rules by "
        "proposals are not known here.",
        (Argument("hand"),),
        (
            'tracker round10 score "Knight of Cups, Bishop of Cups, Rook of Cups"',
            'tracker round10 score "2x 6 of Hearts" --json',
        ),
        score,
    ),
    Command(
        "hash",
        "Print the SHA-256 hash of a hidden text, to be posted instead of it.\n\n"
        "It is computed here: the text goes nowhere and is not shown again. Without TEXT it is read from standard "
        "input, and then no shell keeps it in its history. Keep the text: the very same one must be posted later.",
        (Argument("text", may_be_piped=True),),
        ('tracker round10 hash "Bid 20 chips on Lot 1. salt: 9c1f"', "tracker round10 hash < bid.txt"),
        hashed,
    ),
)
"""What this game adds to the command line."""
