"""The class that a message in the channel for proposals names for its proposal, or that it is only chat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tracker.mechanics.chat_text import plain, without_invisible

_CHAT = re.compile(r"[\s*_>]*(?://|comment[*_]* *:)", re.IGNORECASE)
_MARKS = re.compile(r"[*_`#]+")
_BRACKETS = re.compile(r"\[([^\[\]]{1,80})\](?!\()")
_LINE = re.compile(r"(?:proposal )?class *[:=-] *(?P<name>[^\W\d_][\w' -]{0,60}?) *(?:[.;,]|$|(?= - ))", re.IGNORECASE)
_CLASS_PROPOSAL = re.compile(r"(?P<name>[^\W\d_][\w'-]{0,60})[ -]class proposal\b", re.IGNORECASE)
_FILLING = re.compile(r"^(?:proposal )?class *[:=-]? *|\b(?:class )?proposal$|\bclass$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProposalHead:
    """The class that a proposal names, as the game calls it; ``unknown`` is a class named that there is not.

    Neither means that none is named. ``is_chat``: the message makes no proposal (R10-081).
    """

    cls: str | None = None
    unknown: str = ""
    is_chat: bool = False


def read_proposal(text: str, classes: Sequence[str]) -> ProposalHead:
    """What the first line of a message in the channel for proposals says about it (R10-081, R10-086, R10-087)."""
    text = plain(without_invisible(text.replace("\r\n", "\n"))) if not text.isascii() else text
    if _CHAT.match(text):
        return ProposalHead(is_chat=True)
    line = next((line.strip() for line in text.split("\n") if line.strip()), "")
    named = _named(" ".join(_MARKS.sub("", line).split()), classes)
    if named is None:
        return ProposalHead()
    known = {name.casefold(): name for name in classes}.get(named.casefold())
    return ProposalHead(known) if known else ProposalHead(unknown=named)


def _named(line: str, classes: Sequence[str]) -> str | None:
    """The word for a class that a line names, as written; None where it names none."""
    if found := _BRACKETS.match(line):
        others = [each[1] for each in _BRACKETS.finditer(line, found.end()) if _plain_name(each[1]) in _folded(classes)]
        return (
            " / ".join((found[1].strip(), *others))
            if others
            else _FILLING.sub("", found[1].strip()).strip() or found[1]
        )
    if found := _LINE.match(line) or _CLASS_PROPOSAL.match(line):
        return found["name"].strip()
    known = "|".join(map(re.escape, classes)) or r"(?!)"
    short = re.match(rf"({known}) +proposal *(?:[:.-]|$)", line, re.IGNORECASE)
    return short[1] if short else None


def _folded(classes: Sequence[str]) -> set[str]:
    return {name.casefold() for name in classes}


def _plain_name(words: str) -> str:
    return _FILLING.sub("", words.strip()).strip().casefold()
