"""Smoothies of Ducks as items: what they are made of, what they are called, and what their descriptions say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SMOOTHIE = "Smoothie"
"""How the usual name of a Smoothie ends."""
_BETWEEN = "-"
"""What joins the names of the Fruits in it."""


@dataclass(frozen=True, slots=True)
class Smoothie:
    """A Smoothie by what makes it one item type (DUCK-124): its Fruits in the table's order, and its style ("": none)."""

    fruits: tuple[str, ...]
    style: str = ""

    @property
    def name(self) -> str:
        """Its usual name, which is that of the item: ``Icy Grapes-Mango Slice Smoothie`` (DUCK-118)."""
        return " ".join(filter(None, (self.style, _BETWEEN.join(self.fruits), SMOOTHIE)))


def smoothie_made(fruits: Sequence[str], style: str, order: Sequence[str]) -> Smoothie:
    """The Smoothie made of some of the table's Fruits, told in any order (DUCK-118)."""
    return Smoothie(tuple(sorted(fruits, key=order.index)), style)


def smoothie_of(item: str, order: Sequence[str], styles: Sequence[str]) -> Smoothie | None:
    """The Smoothie that an item is, by its usual name, or None where it is none; ``order`` are the Fruits of the table."""
    words, _, last = item.rpartition(" ")
    if last != SMOOTHIE:
        return None
    style = next((each for each in styles if words.startswith(f"{each} ")), "")
    fruits = tuple(words.removeprefix(f"{style} " if style else "").split(_BETWEEN))
    known = len(fruits) > 1 and len({*fruits}) == len(fruits) and all(fruit in order for fruit in fruits)
    return Smoothie(fruits, style) if known and sorted(fruits, key=order.index) == [*fruits] else None


def is_telling(own_name: str, smoothie: Smoothie, order: Sequence[str], styles: Sequence[str]) -> bool:
    """Whether a name of the player's own tells without doubt what a Smoothie is made of, and carries its style (DUCK-118).

    It does where each of its Fruits stands in it in full as words, in any order and number, and no other Fruit or style does.
    """
    left = _words(own_name)
    found = set[str]()
    for known in sorted((*order, *styles), key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(_words(known))}s?(?!\w)"
        left, times = re.subn(pattern, " ", left)
        found |= {known} if times else set()
    return found == {*smoothie.fruits, *filter(None, (smoothie.style,))}


def _words(name: str) -> str:
    """A name in small letters, every word in the singular."""
    return " ".join(word.removesuffix("s") for word in re.findall(r"\w+", name.casefold()))


def description(
    smoothie: Smoothie,
    descriptions: Mapping[str, str],
    styles: Mapping[str, str],
    amounts: Mapping[str, str],
    name: str,
) -> str:
    """What a Smoothie called ``name`` does: its Fruits' descriptions with its name for theirs, and its style's (DUCK-120).

    ``amounts`` are words that stand for a Fruit as a whole, such as ``10 seeds`` for Seeds: they are replaced before its name is.
    """
    said = [_renamed(descriptions[fruit], fruit, amounts.get(fruit, ""), name) for fruit in smoothie.fruits]
    return " ".join(filter(None, (*said, styles.get(smoothie.style, ""))))


def _renamed(text: str, fruit: str, amount: str, name: str) -> str:
    words = "|".join(map(re.escape, filter(None, (amount, fruit))))
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda _: name, text, flags=re.I)
