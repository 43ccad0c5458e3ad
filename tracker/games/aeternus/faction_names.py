"""Where the names of factions stand in a line: those that no grammar can tell from the words around them are found by what factions there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tracker.mechanics.announcements import doing
from tracker.mechanics.chat_text import END_OF_PERSON, PERSON, Called, Spans

LEAVE = r"leav(?:e|ing)"
ASIDES = rf"^(?!{doing(LEAVE, r'(?:faction|game|cycle)')}\b){LEAVE} "
"""“I leave it to you” is talk: whoever leaves a faction by its name names one that there is."""
IN_QUOTES = (
    "; a name with signs in it, or with words such as “and”, stands in quotes, such as Merge request: "
    '"R&D" + "bob and co" as "NAME"'
)
"""What helps where a merge request is not understood."""
_OF_FACTION = r"(?:(?:my|our|the) +)?(?:faction +)?"
_NO_NAME = r"(?:(?:the +)?game|(?:my|our|the) +faction)[ .,;!?]*$"
_NAME_ENDS = r"(?!_?[^\W_])(?=\W*$|\W* (?:and +)?then\b| *[;.!] )"
"""What is left is the game, or a faction without its name; and what may stand behind a faction's name."""
_MERGE = re.compile(
    r"(?<!\w)(?:merge request\b *:? *|request(?:ing)? +(?:to +merge|a +(?:merger? +)?of|the +merging +of) +)"
)
_TOGETHER = re.compile(r" *[+&,] *| +and +")
_BEFORE = re.compile(r"(?:faction +)?(?P<sign>@ ?)?")
_UNMISTAKABLE = re.compile(rf'"[^"]*"|{PERSON}[0-9]+{END_OF_PERSON}|<@!?[0-9]+>')
"""A name in quotes, or somebody who is mentioned; people behind ``@`` are read as people, too."""
_BEHIND = re.compile(r"(?:'s)?(?: +faction)?")
_NEW_NAME = re.compile(r" +(?:as|into|to +become|to +be|under +the +name) +(?:(?:the +)?faction +)?")
_END = re.compile(r"\W*$")


class _Side(NamedTuple):
    """One of the two factions of a merge request: where its name stands, unless nobody can mistake it, and where its words end."""

    name: tuple[int, int] | None
    end: int


@lru_cache(maxsize=16)
def called_by(names: frozenset[str]) -> Called:
    """Names as they stand in a line."""
    return Called.by((name, (name,)) for name in sorted(names))


@lru_cache(maxsize=16)
def finder(factions: frozenset[str], shown: frozenset[str]) -> Callable[[str], Spans]:
    """What finds names of factions in a line: all behind "leave", those with quotes in quotes, and those of a merge request.

    ``shown`` are the names of the people whose own factions there are: in a merge request they name those.
    """
    known = called_by(factions)
    with_quotes = _any_of(name for name in known.people if '"' in name)
    left = re.compile(rf"(?<!\w){LEAVE} +(?!{_NO_NAME})(?:{_OF_FACTION})??(?P<name>{known.pattern}){_NAME_ENDS}")
    quoted = re.compile(rf'"(?P<name>{with_quotes})"')
    of_merges = tuple(re.compile(re.escape(name).replace(r"\ ", " +")) for name in called_by(factions | shown).people)

    def named(text: str) -> Spans:
        behind = (found.span("name") for found in left.finditer(text))
        in_quotes = (found.span("name") for found in quoted.finditer(text))
        return longest((*behind, *in_quotes, *_of_a_merge(text, of_merges)))

    return named


def _any_of(names: Iterable[str]) -> str:
    return "(?:" + ("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)") + ")"


def longest(spans: Iterable[tuple[int, int]]) -> Spans:
    """Spans in order without those that begin inside another."""
    kept = list[tuple[int, int]]()
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


# --- merge requests ---------------------------------------------------------------------------------------------------


def _of_a_merge(text: str, known: Sequence[re.Pattern[str]]) -> Iterator[tuple[int, int]]:
    """Where a merge request names its factions and the new one, if known names can be read in it in one way only."""
    head = _MERGE.search(text)
    ways = set(_ways(text, head.end(), known)) if head else set()
    if len(ways) != 1:
        return
    one, other = ways.pop()
    yield from (each.name for each in (one, other) if each.name)
    if found := _NEW_NAME.match(text, other.end):
        whole = (each.match(text, found.end()) for each in known)
        yield from (name.span() for name in whole if name and _END.match(text, name.end()))


def _ways(text: str, start: int, known: Sequence[re.Pattern[str]]) -> Iterator[tuple[_Side, _Side]]:
    """Every way to read two known names from somewhere on, up to the end or the new name."""
    for one in _sides(text, start, known):
        if between := _TOGETHER.match(text, one.end):
            for other in _sides(text, between.end(), known):
                if _END.match(text, other.end) or _NEW_NAME.match(text, other.end):
                    yield one, other


def _sides(text: str, start: int, known: Sequence[re.Pattern[str]]) -> Iterator[_Side]:
    """Every name that may stand there, with the words around it."""
    begin = _BEFORE.match(text, start)
    at = begin.end() if begin else start
    is_person = begin is not None and begin["sign"] is not None
    if found := _UNMISTAKABLE.match(text, at):
        yield _Side(None, _behind(text, found.end()))
    for name in known:
        if found := name.match(text, at):
            yield _Side(None if is_person else found.span(), _behind(text, found.end()))


def _behind(text: str, end: int) -> int:
    found = _BEHIND.match(text, end)
    return found.end() if found else end
