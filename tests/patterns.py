"""Every regular expression of the tracker, how it is used, and how its time grows on texts made to hurt it."""

from __future__ import annotations

import ast
import importlib
import math
import pkgutil
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import tracker

METHODS = frozenset({"search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"})
SIZES = (16, 24, 48, 512)
"""How many characters the hostile texts have, in turn."""
SLOW, AT_ONCE = 0.1, 0.0003
"""Seconds: what no text of 512 characters may take with a pattern that is no worse than quadratic; what tells nothing."""
WORST_GROWTH = 2.6
"""The greatest exponent of growth: quadratic with room for a busy machine, and clearly less than cubic."""
_CHARACTERS = "a 1\n\t|'[]{}<>=!-:;,.\"_/*#@&()+~"
_TOGETHER = ("a ", "1 ", "a\n", " \n", "[[", "{{", "<a ", "<!--", "* ", "'' ", "|-\n", "a, ", "1,", "(1", "http://a ")
_END = "\x00"


class Use(NamedTuple):
    """A pattern, where it stands, and the methods by which it is asked."""

    place: str
    pattern: re.Pattern[str]
    methods: frozenset[str]


def every_use() -> list[Use]:
    """Each pattern that a module of the tracker holds, once, in a stable order."""
    found: dict[tuple[str, int], Use] = {}
    for module in _modules():
        for name, value in vars(module).items():
            for pattern in _patterns_in(value):
                use = Use(f"{module.__name__}.{name}", pattern, _methods(module, name))
                known = found.setdefault((pattern.pattern, pattern.flags), use)
                found[pattern.pattern, pattern.flags] = known._replace(methods=known.methods | use.methods)
    return sorted(found.values(), key=lambda use: (use.place, use.pattern.pattern))


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(tracker.__path__, "tracker."):
        if not found.name.endswith("__main__") and ".migrations" not in found.name:
            yield importlib.import_module(found.name)


def _patterns_in(value: Any, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth < 3 and isinstance(value, dict):
        for item in value.items():
            yield from _patterns_in(item, depth + 1)
    elif depth < 3 and isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _patterns_in(item, depth + 1)


def _methods(module: ModuleType, name: str) -> frozenset[str]:
    """The methods that code calls of a name: in its own module, else in any, else the one that tries every place."""
    return _called()[str(module.__file__), name] or _called()["", name] or frozenset({"search"})


@cache
def _called() -> Mapping[tuple[str, str], frozenset[str]]:
    """By file (or none, for all of them) and name the methods of patterns that the code calls."""
    found: defaultdict[tuple[str, str], frozenset[str]] = defaultdict(frozenset)
    for path in Path(tracker.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                name = getattr(node.value, "id", getattr(node.value, "attr", ""))
                for file in (str(path), ""):
                    found[file, name] |= {node.attr}
    return found


def hostile_units(pattern: str) -> list[str]:
    """What a hostile text repeats: single marks, marks together, and the pattern's own words."""
    words = sorted(set(re.findall(r"[A-Za-z]{2,}", re.sub(r"\\.|\(\?\w*", " ", pattern))))[:5]
    return [*_CHARACTERS, *_TOGETHER, *words, *(f"{word} " for word in words)]


def growth(use: Use) -> tuple[float, str]:
    """The worst exponent by which the time of a pattern grows with the length of a text, and the text's unit."""
    asked = use.methods & {"match", "fullmatch"}
    calls = [getattr(use.pattern, name) for name in asked]
    calls += [use.pattern.search] if use.methods - asked else []
    worst = (0.0, "")
    for unit in hostile_units(use.pattern.pattern):
        for call in calls:
            worst = max(worst, (_exponent(call, unit), unit))
    return worst


def _exponent(call: Callable[[str], object], unit: str) -> float:
    """How the time grows from half the length to the whole; infinite where it is too long at all, 0 where it tells nothing."""
    taken = 0.0
    for size in SIZES:
        taken = _seconds(call, (unit * size)[:size] + _END)
        if taken > SLOW:
            return math.inf
    return math.log2(taken / _seconds(call, (unit * SIZES[-1])[: SIZES[-1] // 2] + _END)) if taken > AT_ONCE else 0.0


def _seconds(call: Callable[[str], object], text: str) -> float:
    """The least of several measured times, as other work on the machine only adds."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        call(text)
        times.append(time.process_time() - begun)
        if not AT_ONCE < times[0] <= SLOW:
            break
    return min(times)
