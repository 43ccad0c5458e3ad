"""Ducks, entities and items as players name them, and which ducks of the game they mean."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias

from tracker.mechanics.announcements import CONDITIONS, MOST_DIGITS, UnreadableError
from tracker.mechanics.chat_text import plain, without_invisible

from .names import exactly, folded, is_hidden, loosely, unmarked
from .smoothie import SMOOTHIE, smoothie_made
from .tables import QUACKS

Amount: TypeAlias = int | str | None
"""How many: a whole number, what was written where it is none ("2.5"), or None where it was not said."""

_WHOLE = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)")
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SMALLEST_NAME = 2
"""A bare name of a single letter is no name in a sentence: it must be quoted."""


@dataclass(frozen=True, slots=True)
class DuckSaid:
    """A duck as somebody named it: by its number, or by a name as it was written; without either: ``my duck``."""

    name: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class EntitySaid:
    """What is no duck: a "player" (``id``: whose), the "disciple" (``id``: its whole name if that was said), "duck_god", "old_one"."""

    kind: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Goods:
    """Items as somebody named them: so many of an ``item`` by its name in the gamestate, or a duck.

    An ``item`` of "" is none that the tables name: ``said`` are the words, which may be a Smoothie's own name; ``is_quoted``
    of one in quotes among items that are traded.
    """

    item: str = ""
    count: Amount = None
    said: str = ""
    duck: DuckSaid | None = None
    is_quoted: bool = False


def amount_of(written: str) -> int | str:
    """An amount in digits; what was written where it is no whole number or has too many digits."""
    text = plain(without_invisible(written)).strip()
    if _WHOLE.fullmatch(text) and len(text) <= MOST_DIGITS:
        return int(text.replace(",", ""))
    return text


# --- ducks ------------------------------------------------------------------------------------------------------------


class Called(dict[int, str]):
    """The names of ducks by their numbers ("": nameless), which are found by their names, too; once one was it does not change."""

    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        super().__init__(names or {})
        self._found: dict[Callable[[str], str], dict[str, list[int]]] = {}

    def numbers(self, form: Callable[[str], str], wanted: str) -> tuple[int, ...]:
        """The ducks whose names have that form."""
        found = self._found.get(form)
        if found is None:
            found = self._found[form] = {}
            for number, name in self.items():
                if name:
                    found.setdefault(form(name), []).append(number)
        return tuple(found.get(wanted, ()))

    @cached_property
    def are_hidden(self) -> bool:
        """Whether some of the names were redacted."""
        return any(map(is_hidden, self.values()))


def numbers_of(said: DuckSaid, names: Mapping[int, str], own: Sequence[int]) -> tuple[int, ...]:
    """The ducks that may be meant: none, one, or several between which nothing decides (DUCK-016).

    ``names`` are those of all ducks by number ("": nameless), ``own`` the ducks that ``my duck`` may mean. A name is looked for
    exactly as it was written, then without marks around it, then ignoring case.
    """
    if said.number is not None:
        return (said.number,) if said.number in names else ()
    if not said.name:
        return tuple(own)
    called = names if isinstance(names, Called) else Called(names)
    forms = _HIDDEN_FORMS if called.are_hidden or is_hidden(said.name) else _FORMS
    found = (called.numbers(form, form(said.name)) for form in forms)
    return next(filter(None, found), ())


_FORMS: Sequence[Callable[[str], str]] = (str, unmarked, folded)
"""A name as it is looked for, one way after the other."""
_HIDDEN_FORMS: Sequence[Callable[[str], str]] = (exactly, loosely)
"""Likewise where names were redacted."""
_PIECE = re.compile(r"[^\W_]+|[^\s]")
_LONGEST_HIDDEN = 300
"""A redacted name is looked for among words of so many characters at most."""


def entity_called(name: str, disciple: str) -> EntitySaid | None:
    """The entity that goes by a name no duck has, or None; ``disciple`` is the Duck Disciple's whole name ("": there is none)."""
    called = folded(name)
    if called in ("duck disciple", "the duck disciple", "the disciple", "disciple") or (
        disciple and called == folded(disciple)
    ):
        return EntitySaid("disciple", "")
    kind = {"duck god": "duck_god", "duck old one": "old_one", "the duck old one": "old_one"}.get(
        called.removeprefix("the ")
    )
    return EntitySaid(kind) if kind else None


class DuckNames:
    """The names that ducks have, and where they stand bare in a line.

    A name is understood without quotes only where it has a word that the grammar does not have; else someone who calls a duck
    "pond", "7" or "🎉" would change what everybody else says. One of signs alone is understood besides where a duck must stand,
    and nowhere else, for people decorate with the same signs.
    """

    def __init__(self, names: Iterable[str]) -> None:
        names = [*names]
        self._hidden = frozenset(loosely(name) for name in names if is_hidden(name))
        self._names = frozenset(_bare(name) for name in names if not is_hidden(name) and _bare(name))
        signs = sorted({unmarked(name) for name in names if _is_of_signs(name)}, key=len, reverse=True)
        self._signs = re.compile(_WHERE_DUCKS_STAND.format("|".join(map(re.escape, signs)))) if signs else None
        lengths: dict[str, set[int]] = {}
        for name in self._names:
            lengths.setdefault(name[:_SMALLEST_NAME], set()).add(len(name))
        self._lengths = {start: sorted(each, reverse=True) for start, each in lengths.items()}
        """How long the names are that begin so, longest first."""
        self._starts = re.compile(f"(?={'|'.join(map(re.escape, self._lengths)) or '(?!)'})")

    def __contains__(self, name: str) -> bool:
        return _bare(name) in self._names or (bool(self._hidden) and loosely(name) in self._hidden)

    def spans(self, text: str, others: Collection[str], reserved: Collection[str]) -> list[tuple[int, int]]:
        """Where names stand in a text in small plain letters, each as long as can be; doubled blanks do not matter.

        Not those that ``others`` have too, nor those of ``reserved`` words only.
        """
        if "  " not in text:
            return self._spans(text, others, reserved)
        places = [at for at, letter in enumerate(text) if letter != " " or text[max(at - 1, 0)] != " "]
        found = self._spans("".join(map(text.__getitem__, places)), others, reserved)
        return [(places[start], places[end - 1] + 1) for start, end in found]

    def _spans(self, text: str, others: Collection[str], reserved: Collection[str]) -> list[tuple[int, int]]:
        plain_ones = self._plain_spans(text, others, reserved)
        if self._signs is not None:
            signs = (found.span("before" if found["before"] else "after") for found in self._signs.finditer(text))
            plain_ones = sorted({*plain_ones, *signs})
        if not self._hidden:
            return plain_ones
        every = sorted([*plain_ones, *self._hidden_spans(text, others, reserved)], key=lambda span: (span[0], -span[1]))
        return [span for at, span in enumerate(every) if not any(span[0] < end for _, end in every[:at])]

    def _hidden_spans(self, text: str, others: Collection[str], reserved: Collection[str]) -> Iterator[tuple[int, int]]:
        """Where words stand that are a redacted name, by what is known of it."""
        pieces = [piece.span() for piece in _PIECE.finditer(text)]
        for place, (start, _) in enumerate(pieces):
            ends = [end for _, end in pieces[place:] if end - start <= _LONGEST_HIDDEN]
            for end in reversed(ends):
                name = text[start:end]
                is_free = name not in others and not _is_reserved(name, reserved)
                if len(name) >= _SMALLEST_NAME and loosely(name) in self._hidden and is_free:
                    yield start, end
                    break

    def _plain_spans(self, text: str, others: Collection[str], reserved: Collection[str]) -> list[tuple[int, int]]:
        found = list[tuple[int, int]]()
        at = 0
        for begun in self._starts.finditer(text):
            start = begun.start()
            lengths = self._lengths[text[start : start + _SMALLEST_NAME]]
            if start < at or (start and text[start].isalnum() and text[start - 1].isalnum()):
                continue
            if end := self._end(text, start, lengths, others, reserved):
                found.append((start, end))
                at = end
        return found

    def _end(
        self, text: str, start: int, lengths: Iterable[int], others: Collection[str], reserved: Collection[str]
    ) -> int:
        """Where the longest name ends that begins there; 0 where none does."""
        for length in lengths:
            name = text[start : start + length]
            end = start + len(name)
            if name not in self._names or (name[-1].isalnum() and text[end : end + 1].isalnum()):
                continue
            if name not in others and not _is_reserved(name, reserved):
                return end
        return 0


_WHERE_DUCKS_STAND = (
    r"(?:(?<![^\W_])(?:feed|feeding|send|retrieve|name|call|rename|assign|put|place|move|duck|my|the|on|against|with|through|using"
    r"|for|from|to|of|give|trade|offer|get|add|report|adopts|eats|steals|cannibali[sz]es|attacks?) +(?P<before>{0})(?!\w))"
    r"|(?<![\w,] )(?<!\w)(?P<after>{0})(?= +(?:performs|quack attacks|lays|hatches|steals|eats|cannibali[sz]es|adopts|makes"
    r"|scouts|goes|lives|moves)\b)"
)
"""Behind which words, or in front of which, a name of signs alone is a duck's."""


def _is_of_signs(name: str) -> bool:
    """Whether a name is signs such as emoji alone, without a letter or digit."""
    seen = unmarked(name)
    is_sign = [unicodedata.category(each) in ("So", "Sk") and not each.isascii() for each in seen]
    return bool(seen) and all(is_sign) and not is_hidden(name)


@lru_cache(maxsize=4096)
def _bare(name: str) -> str:
    """A name as it stands in a line, or "" where it cannot stand there without quotes."""
    short = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in unmarked(name))
    return short if len(short) >= _SMALLEST_NAME and '"' not in short else ""


def _is_reserved(name: str, reserved: Collection[str]) -> bool:
    return all(word in reserved for word in _LETTERS.findall(name))


# --- items ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _spellings() -> Mapping[str, Sequence[str]]:
    table = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text(encoding="utf-8"))
    return dict(table["items"])


@dataclass(frozen=True)
class ItemNames:
    """The names by which items are read: all but Smoothies, and of these the Fruits and the styles, in the tables' order."""

    items: tuple[str, ...]
    fruits: tuple[str, ...]
    styles: tuple[str, ...]

    @cached_property
    def words(self) -> Mapping[str, str]:
        """How an item may be written, in small letters -> its name."""
        names = {*self.items, *self.fruits, QUACKS}
        usual = {word: item for item, words in _spellings().items() if item in names for word in words}
        return usual | {name.lower(): name for name in names}

    def item(self, words: str) -> str:
        """The item, or the Smoothie's usual name, that some words mean; "" where they mean none."""
        words = " ".join(words.split())
        return self.words.get(words) or self._smoothie(words)

    def _smoothie(self, words: str) -> str:
        styles, fruits = self.mixed(words)
        known = [fruit for fruit in fruits if fruit in self.fruits]
        if len(known) < 2 or len({*known}) != len(fruits) or len(styles) > 1 or {*styles} - {*self.styles}:
            return ""
        return smoothie_made(known, "".join(styles), self.fruits).name

    def mixed(self, words: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The styles and the Fruits that a Smoothie's usual name tells; styles and Fruits that there are not as they were written."""
        rest, _, last = " ".join(words.split()).rpartition(" ")
        if last.removesuffix("s") != SMOOTHIE.lower():
            return (), ()
        parts = [part.strip() for part in rest.split("-")]
        before, first = self._parted(parts[0])
        fruits = (first, *(self.words.get(part, part) for part in parts[1:]))
        return tuple(map(self.style, before)), fruits

    def _parted(self, words: str) -> tuple[list[str], str]:
        """The words in front of a Fruit, and the Fruit."""
        every = words.split()
        for at in range(len(every)):
            if fruit := self.words.get(" ".join(every[at:])):
                return every[:at], fruit
        return every[:-1], every[-1] if every else ""

    def style(self, word: str) -> str:
        """A style by its name in any case; the word where there is none such."""
        return next((style for style in self.styles if style.lower() == word), word)


def goods_of(words: str, count: Amount, names: ItemNames, said: str) -> Goods:
    """Items named by words in small letters, ``said`` as they were written; raises UnreadableError for vague amounts."""
    if re.match(r"(?:all|half|some|any|every|everything|most|few|several|many|rest)\b", words):
        raise UnreadableError(f"“{said}” is no specified amount")
    if found := re.search(CONDITIONS, words):
        raise UnreadableError(f"it hangs on something (“{found[0]}”)")
    item = names.item(words)
    return Goods(item, count, "" if item else said)
