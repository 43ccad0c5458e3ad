"""Words of an answer as wikitext that can only be text: whatever people's words in it hold is shown, and none of it works."""

from __future__ import annotations

import re
import unicodedata

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_SPECIAL = re.compile(
    r"[&<>{}\[\]|~]"
    r"|'(?=')|(?<=')'"
    r"|_(?=_)|(?<=_)_"
    # A wiki makes a link of an address: of "mailto:x" as of "http://x". Times (12:30) and our own words (DICE6: 3) stay.
    r"|:(?!\s|$)(?!(?<=\d:)\d)"
    r"|(?<![^\W_])[RPI](?=(?:FC|MID|SBN)\s)"
)
"""Every character that could mean anything to a wiki within a line."""


def answer_text(words: str) -> str:
    """One line of wikitext in which every word is shown as it stands; what hides or turns text becomes a replacement mark."""
    line = " ".join(words.split())
    if not (line.isascii() and line.isprintable()):
        line = unicodedata.normalize("NFC", "".join(_REPLACEMENT if is_hidden(each) else each for each in line))
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", line)


def is_hidden(character: str) -> bool:
    """Whether a character is no part of what readers see, or turns what stands around it; joiners are part of letters and flags."""
    if character.isascii():
        return not (character.isprintable() or character.isspace())
    point = ord(character)
    is_none = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
    return is_none or (unicodedata.category(character) in ("Cc", "Cs", "Cf") and character not in _JOINERS)
