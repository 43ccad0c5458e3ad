"""Names as they are seen and compared, and what stands for one that was redacted: by it the same name is known again, and none of it is told."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from tracker.mechanics.chat_text import plain, without_invisible

_MARKS = re.compile(r"(?<![\w*])\*+|(?<!\*)\*+(?!\w)|(?<!\w)_+|_+(?![^\W_])|~~|\|\||\\(?=[*_~|`>#])|`")
_HIDDEN = re.compile(r"\[redacted (?P<loosely>[0-9a-f]{12})(?P<exactly>[0-9a-f]{8})(?: (?P<fault>DUCK-[0-9]{3}))?\]")


@lru_cache(maxsize=4096)
def unmarked(name: str) -> str:
    """A name as it is seen: without marks of emphasis, invisible ones and outer blanks, with single blanks, in its own case."""
    return " ".join(_MARKS.sub("", plain(without_invisible(name))).split())


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name as it is compared where letter case and emphasis do not matter."""
    return unmarked(name).casefold()


# --- redacted names ---------------------------------------------------------------------------------------------------


def hidden(name: str, fault: str = "") -> str:
    """What stands for a name when it is redacted; ``fault`` is the clause of a criterion that it broke, "" for none."""
    if is_hidden(name):
        return name
    words = f"[redacted {_digest(folded(name))[:12]}{_digest(name.strip())[:8]}"
    return f"{words} {fault}]" if fault else f"{words}]"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_hidden(name: str) -> bool:
    """Whether it stands for a name that was redacted."""
    return name.startswith("[redacted ") and _HIDDEN.fullmatch(name.strip()) is not None


def fault_of(name: str) -> str:
    """The clause of the criterion that a redacted name broke; "" for none."""
    found = _HIDDEN.fullmatch(name.strip())
    return (found["fault"] or "") if found else ""


@lru_cache(maxsize=4096)
def exactly(name: str) -> str:
    """By what a name, redacted or not, is known again as it was written."""
    found = _HIDDEN.fullmatch(hidden(name).strip())
    return found["loosely"] + found["exactly"] if found else ""


@lru_cache(maxsize=4096)
def loosely(name: str) -> str:
    """By what a name, redacted or not, is known again whatever its letter case and emphasis."""
    found = _HIDDEN.fullmatch(hidden(name).strip())
    return found["loosely"] if found else ""
