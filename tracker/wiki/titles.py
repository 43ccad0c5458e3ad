"""Page titles: the form MediaWiki gives them, and the file name under which a folder keeps a page."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from tracker.errors import WikiError

_MAX_BYTES = 255
_FORBIDDEN = re.compile(r"[<>\[\]{}|#\x00-\x1f\x7f\ufffd]|~~~|%[0-9A-Fa-f]{2}|&[A-Za-z0-9#]+;")
_PLAIN = re.compile(r"[a-z0-9(),!'.-]")
_LONGEST_NAME = 120
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


def normal_title(title: str) -> str:
    """A title as MediaWiki shows it: NFC, single blanks for underscores, a capital first.

    Raises WikiError (code ``invalidtitle``) where no page can have that title.
    """
    words = " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
    words = words[1:].lstrip() if words.startswith(":") else words
    parts = words.split("/")
    if not words or _FORBIDDEN.search(words) or len(words.encode()) > _MAX_BYTES or {".", ".."} & set(parts):
        raise WikiError("no page can have this title", code="invalidtitle", place=repr(title[:200]), remedy="rename it")
    return words[0].upper() + words[1:] if len(words[0].upper()) == 1 else words


def file_name(title: str) -> str:
    """A readable file name, without its ending, that no other title has, on any file system.

    Blanks become ``_``; a capital other than the first letter is marked by ``^`` because some file systems do not know
    it from a small letter; everything unusual is written as ``%`` and its UTF-8 bytes in hexadecimal.
    """
    name = "".join(_written(letter, place == 0) for place, letter in enumerate(title))
    if _RESERVED.match(name):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[:_LONGEST_NAME]}~{hashlib.sha256(title.encode()).hexdigest()[:16]}"


def _written(letter: str, is_first: bool) -> str:
    if letter == " ":
        return "_"
    if "A" <= letter <= "Z":
        return letter if is_first else f"^{letter}"
    if _PLAIN.fullmatch(letter) and not (is_first and (letter == "." or letter.islower())):
        return letter
    return "".join(f"%{byte:02X}" for byte in letter.encode())
