"""The turn order as people write it: whom its words mean, and what of it nobody can be sure of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise

from tracker.core.rule import rule as clause
from tracker.mechanics.chat_people import NamesById
from tracker.mechanics.chat_text import Called, plain, without_invisible

OPENING = "The current turn order is as follows:"
_MENTION = r"<@!?(?P<mention>[0-9A-Za-z_][\w.-]{0,39})>"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBER = r"(?<![\w.])(?P<number>[0-9]{1,4})(?:st|nd|rd|th)?\s*[:.)](?!\w)"
_IN_WORDS = rf"^\W*(?P<ordinal>{'|'.join(_ORDINALS)})\s*:(?!\w)"
_BETWEEN = r"(?<!\w)(?:and|then)(?!\w)|->|[,;→>&|]"
_ENDS = r"(?!_?[^\W_])"
_MARKS = " \t\r*_~`.!?\"“”'‘’()[]-–—#•·"
"""What may stand around names and means nothing."""
_STRUCK_OUT = re.compile(r"~~(?=\S).*?(?<=\S)~~", re.DOTALL)
_LETTER = re.compile(r"[^\W_]")
_SHOWN = 60
_LONGEST_NUMBER = 14
"""A number of more digits is an account's id."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Who stands in a turn order that is written: people and groups by id, each once, and why any of its words are not understood."""

    people: tuple[str, ...]
    faults: tuple[str, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)
    """The names that stand in it, with whom they mean."""
    by_ids: str = ""
    """It with people's ids in place of their names."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words of a line, and whom they mean; ``id`` is "" where that is nobody for certain."""

    id: str
    words: str
    start: int = 0
    end: int = 0
    number: int = -1
    """The number that stands before it; -1 for none."""


class OrderNames:
    """By which names people can stand in a turn order: a name that is shown anywhere, others behind ``@``, mentions and ids always."""

    def __init__(self, names: NamesById, person: Callable[[str], str], label: Callable[[str], str]) -> None:
        """``person`` gives whose an account is, and ``label`` how somebody is shown, which nobody else is."""
        self._person, self._label = person, label
        self._ids = {id.casefold(): id for id, _ in names}
        self._known = _known(tuple((id, (label(id), *own)) for id, own in names))

    def called(self, name: str) -> str:
        """Whom a name means for certain; "" for nobody."""
        return self._known.every.who(name)[0]

    def shown(self, order: Iterable[str]) -> list[str]:
        """Ids as they are shown."""
        return [self._label(id) for id in order]

    def exactly(self, text: str) -> Listed:
        """Who stands in a text in which the tracker wrote people by their ids."""
        return self.listed(text, {id: id for id in self._ids.values()})

    @clause("COUP-024", "COUP-028")
    def listed(self, text: str, bound: Mapping[str, str] | None = None) -> Listed:
        """Who stands in a text; ``bound`` are names of which it is known whom they mean.

        Words in front of the names of a line are passed over where they end with a colon, and so are a number with nobody behind it and
        what is struck out. The numbers before the names say the order, where they go from 1 on.
        """
        known = {" ".join(name.split()).casefold(): id for name, id in (bound or {}).items()}
        lines = [(line, self._in_line(line, known)) for line in _lines(text)]
        pieces = [piece for _, those in lines for piece in those]
        faults = [f"“{each.words[:_SHOWN]}”: {self._why(each.words)}" for each in pieces if not each.id]
        named, fault = _in_order([each for each in pieces if each.id])
        people = [each.id for each in named]
        faults += [] if faults else filter(None, (fault, _doubled(named)))
        said = {each.words: each.id for each in pieces if each.id}
        by_ids = "\n".join(self._with_ids(line, those) for line, those in lines)
        return Listed(tuple(dict.fromkeys(people)), tuple(dict.fromkeys(faults)), said, by_ids)

    def written(self, id: str) -> str:
        """An id as it can be read again: that of an account of which nothing is known as a mention."""
        return id if id.casefold() in self._ids else f"<@{id}>"

    def _with_ids(self, line: str, pieces: Iterable[_Piece]) -> str:
        for each in reversed([each for each in pieces if each.id]):
            line = f"{line[: each.start]}{self.written(each.id)}{line[each.end :]}"
        return line

    def _in_line(self, line: str, bound: Mapping[str, str]) -> list[_Piece]:
        pieces = list(self._pieces(line, bound))
        first = next((at for at, each in enumerate(pieces) if each.id), len(pieces))
        is_headed = first > 0 and pieces[first - 1].words.endswith(":") and not re.match(_NUMBER, line)
        return pieces[first:] if is_headed else pieces

    def _why(self, words: str) -> str:
        return self._known.every.who(words)[1] or "only a name that is shown can stand without @"

    def _pieces(self, line: str, bound: Mapping[str, str]) -> Iterator[_Piece]:
        """The parts of a line in order."""
        at, number = len(OPENING) if line.casefold().startswith(OPENING.casefold()) else 0, -1
        for found in self._pattern(bound).finditer(line, at):
            if words := _bare(line[at : found.start()]):
                yield _Piece("", words)
            at = found.end()
            if said := found["mention"] or found["any"] or found["name"]:
                yield _Piece(self._meant(found, bound), said, *found.span(), number)
                number = -1
            number = _number(found, number)
        if words := _bare(line[at:]):
            yield _Piece("", words)

    def _pattern(self, bound: Mapping[str, str]) -> re.Pattern[str]:
        return _pattern(self._known.every.pattern, self._known.shown.pattern, tuple(self._ids), tuple(bound))

    def _meant(self, found: re.Match[str], bound: Mapping[str, str]) -> str:
        if found["mention"]:
            return self._person(found["mention"])
        said = found["any"] or found["name"]
        key = " ".join(said.split()).casefold()
        if key in bound:
            return bound[key]
        if key.isdecimal() and (key in self._ids or len(key) > _LONGEST_NUMBER):
            return self._ids.get(key) or self._person(key)
        return (self._known.every if found["any"] else self._known.shown).who(said)[0]


@dataclass(frozen=True, slots=True)
class _Known:
    shown: Called
    every: Called


@lru_cache(maxsize=64)
def _known(names: Sequence[tuple[str, tuple[str, ...]]]) -> _Known:
    return _Known(Called.by((id, own[:2]) for id, own in names), Called.by(names))


@lru_cache(maxsize=64)
def _pattern(every: str, shown: str, ids: tuple[str, ...], bound: tuple[str, ...]) -> re.Pattern[str]:
    exact = "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in sorted((*ids, *bound), key=len, reverse=True))
    own = rf"{exact or '(?!)'}|[0-9]{{{_LONGEST_NUMBER + 1},20}}"
    behind_sign, bare = rf"@\s?(?P<any>{every}|{own})", rf"(?<![^\W_])(?P<name>{shown}|{own})"
    return re.compile(rf"{_MENTION}|{_IN_WORDS}|{_NUMBER}|(?:{behind_sign}|{bare}){_ENDS}|{_BETWEEN}", re.IGNORECASE)


def _number(found: re.Match[str], before: int) -> int:
    """The number that is found, or the one before it."""
    if found["ordinal"]:
        return _ORDINALS.index(found["ordinal"].casefold()) + 1
    return int(found["number"]) if found["number"] else before


@clause("COUP-024")
def _in_order(named: Sequence[_Piece]) -> tuple[Sequence[_Piece], str]:
    """The names by the numbers before them, and what is wrong with these: they rise, or are 1 to n, each once before each name."""
    numbers = [each.number for each in named if each.number >= 0]
    if all(one < other for one, other in pairwise(numbers)):
        return named, ""
    if sorted(numbers) == list(range(1, len(named) + 1)):
        return sorted(named, key=lambda each: each.number), ""
    return named, f"the numbers before the names are {', '.join(map(str, numbers))}, which is no order"


def _doubled(named: Sequence[_Piece]) -> str:
    """What is wrong with names that stand more than once; "" where nobody's place hangs on which of them counts.

    So it is of several names in a row for the same, and where at the end the first begins anew.
    """
    ids = [id for id, _ in groupby(each.id for each in named)]
    ids = ids[:-1] if len(ids) > 1 and ids[0] == ids[-1] else ids
    if list(dict.fromkeys(ids)) == list(dict.fromkeys(reversed(ids)))[::-1]:
        return ""
    more = next(each.words for each in named if ids.count(each.id) > 1)
    return f"{more[:_SHOWN]} stands in it more than once, at different places"


def _lines(text: str) -> Iterator[str]:
    for line in _STRUCK_OUT.sub(" ", without_invisible(text)).splitlines():
        if words := plain(line).strip():
            yield words


def _bare(words: str) -> str:
    """Words without what stands around them and means nothing; a colon at their end is kept."""
    return words.strip(_MARKS) if _LETTER.search(words) else ""
