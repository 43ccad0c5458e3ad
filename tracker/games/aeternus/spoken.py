"""Items as players name them: how many and what of, by the names of the rules, with medallion fish by their quality or its name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tracker.core.rule import rule
from tracker.mechanics.announcements import UnreadableError, number_of
from tracker.mechanics.redacted_texts import hidden_name

from .action_points import medallion

_ONES = {"a": 1, "an": 1, "one": 1}
_AMOUNT = re.compile(r"(?P<amount>[+-]?[0-9][0-9.,]*|[a-z]+) +(?P<name>.+)")
_DIGITS = re.compile(r"[+-]?[0-9][0-9.,]*")
_OWNER = re.compile(r"^(?:(?:my|your|his|her|their|the) )+")
_QUALITY = re.compile(r"(?P<type>.+?) *\( *(?:of +)?quality *(?P<quality>[0-9]{1,9}) *\)")
_NOTHING = frozenset({"nothing", "no items", "none"})


@lru_cache(maxsize=4096)
def sense_of(name: str) -> str:
    """What all ways to write the name of a faction have in common, where some may be hidden by redaction."""
    return hidden_name(name)


@dataclass(frozen=True)
class ItemNames:
    """The names by which items are read: whole ones, the types of medallion fish, and the names of qualities, the lowest first."""

    items: tuple[str, ...]
    medallions: tuple[str, ...]
    qualities: tuple[str, ...]

    @cached_property
    def by_words(self) -> dict[str, str]:
        """Every way to write an item, in small letters -> the item."""
        return _by_words(self.items)

    @cached_property
    def types_by_words(self) -> dict[str, str]:
        """Likewise of the types of medallion fish."""
        return _by_words(self.medallions)


@rule("AET-145", "AET-155", "AET-177")
def item_called(words: str, names: ItemNames) -> str:
    """The item that words name; "" where there is none, or where a medallion fish lacks its quality."""
    said = " ".join(words.split()).casefold()
    if said in names.by_words:
        return names.by_words[said]
    if found := _QUALITY.fullmatch(said):
        type, quality = names.types_by_words.get(found["type"], ""), int(found["quality"])
        return medallion(type, quality) if type and quality else ""
    return _by_quality_name(said, names)


def _by_quality_name(said: str, names: ItemNames) -> str:
    """A medallion fish by the name of its quality in front: ``bronze goldfish``."""
    for number, name in enumerate(names.qualities, 1):
        head = f"{name.casefold()} "
        if said.startswith(head) and (type := names.types_by_words.get(said.removeprefix(head))):
            return medallion(type, number)
    return ""


def _by_words(names: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in names:
        small = name.casefold()
        plain = small.replace("'", "")
        for form in (
            small,
            plain,
            f"{small}s",
            f"{small}es",
            f"{plain}s",
            small.removesuffix("s"),
            plain.removesuffix("s"),
        ):
            found.setdefault(form, name)
    return found | {name.casefold(): name for name in names}


@rule("AET-143", "AET-150")
def counted(words: str, names: ItemNames) -> tuple[str, int]:
    """An item and how many of it: ``2 wood``, ``a torch``, ``goldfish (quality 2)``; ("", 0) for nothing at all.

    Raises UnreadableError where it is no whole number of anything, or where there is no such item.
    """
    said = _OWNER.sub("", " ".join(words.split()).casefold())
    if said in _NOTHING:
        return "", 0
    if item := item_called(said, names):
        return item, 1
    found = _AMOUNT.fullmatch(said)
    item = item_called(_OWNER.sub("", found["name"]), names) if found else ""
    if found is None or not item:
        raise UnreadableError(_why_no_item(said, names))
    amount = number_of(found["amount"], _ONES)
    if amount is None:
        raise UnreadableError(f"“{found['amount']}” is no whole number of {item}")
    return item, amount


def _why_no_item(said: str, names: ItemNames) -> str:
    bare = said if not (found := _AMOUNT.fullmatch(said)) else found["name"]
    if bare in names.types_by_words:
        return f"it does not say of which quality the {names.types_by_words[bare]} is, such as “(quality 2)”"
    word = found["amount"] if found and not _DIGITS.fullmatch(found["amount"]) else ""
    vague = f"; “{word}” is no number" if word and found and item_called(found["name"], names) else ""
    return f"there is no item “{said}”{vague}"


def bag_of(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Items with their numbers, each once; raises UnreadableError where “nothing” stands beside something."""
    listed = list(counts)
    if len(listed) > 1 and ("", 0) in listed:
        raise UnreadableError("“nothing” stands beside something")
    total = Counter[str]()
    for item, count in listed:
        total[item] += count
    return {item: count for item, count in total.items() if count}
