"""The class that a message in the channel for proposals specifies, or that it says that it is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tracker.mechanics.chat_text import plain, without_invisible

NORMAL, URGENT = "normal", "urgent"
_MARKS = re.compile(r"[*_`#~]+")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_NO_PROPOSAL = re.compile(r"\W*(?:(?:this is )?not a proposal\b|comment *:)", re.IGNORECASE)
_URGENT_TITLE = re.compile(r"(?:urgent proposal\b|\[ *urgent *\])", re.IGNORECASE)
_CLASS = re.compile(r"(?:proposal )?class *: *(?P<name>[^\n]{0,60}?)\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProposalHead:
    """The class of a proposal; ``unknown`` is a word for a class that there is not. ``is_chat``: it is no proposal."""

    klass: str
    unknown: str = ""
    is_chat: bool = False


def read_proposal(text: str, default: str) -> ProposalHead:
    """What a message says of its class, in its title line or on a line of its own (DUCK-031, DUCK-046).

    A word in running text, in code or in a quotation says nothing.
    """
    lines = list(_lines(text))
    if lines and _NO_PROPOSAL.match(lines[0]):
        return ProposalHead(default, is_chat=True)
    if lines and _URGENT_TITLE.match(lines[0]):
        return ProposalHead(URGENT)
    names = [found["name"].strip() for line in lines if (found := _CLASS.fullmatch(line))]
    known = [name.casefold() for name in names if name.casefold() in (NORMAL, URGENT)]
    unknown = next((name for name in names if name.casefold() not in (NORMAL, URGENT)), "")
    return ProposalHead(known[0] if known else default, unknown)


def _lines(text: str) -> Iterator[str]:
    """The lines that are the author's own words, without marks of bold and headings."""
    for line in _FENCE.sub("", plain(without_invisible(text.replace("\r\n", "\n")))).split("\n"):
        words = " ".join(_MARKS.sub("", line).split())
        if words and not words.startswith(">"):
            yield words
