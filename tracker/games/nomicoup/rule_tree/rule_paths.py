"""The rule tree: rules by ID path and title path, which no two share; putting, moving and deleting rules keeps it so; and references between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, MutableMapping
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from tracker.mechanics.chat.carrying import rule

from ..law import first_rules
from ..state import Rule

Rules = MutableMapping[str, Rule]
"""The rules by ID path."""
_ID_PATH = re.compile(r"[1-9][0-9]{0,14}(?:\.[1-9][0-9]{0,14})*")
SEPARATOR = " / "
_OTHER_SEPARATORS = re.compile(r"\s*[/>›]\s*|\.\s*(?=\S)")


# --- ID paths ---------------------------------------------------------------------------------------------------------


@rule("COUP-078")
def id_path_of(text: str) -> str:
    """An ID path in words: whole numbers of at least 1 in plain digits, joined by points; "" for anything else."""
    words = text.strip().removesuffix(".")
    return words if _ID_PATH.fullmatch(words) else ""


def in_order(paths: Iterable[str]) -> list[str]:
    """ID paths as rules stand in the tree: each before its subrules."""
    return sorted(paths, key=lambda path: tuple(map(int, path.split("."))))


def parent_of(path: str) -> str:
    """The ID path of the rule above; "" at the top."""
    return path.rpartition(".")[0]


def child(parent: str, id: int) -> str:
    """The ID path of a rule's subrule."""
    return f"{parent}.{id}" if parent else str(id)


def id_of(path: str) -> int:
    """A rule's own ID."""
    return int(path.rpartition(".")[2])


def is_within(path: str, top: str) -> bool:
    """Whether a path is another, or below it."""
    return path == top or path.startswith(f"{top}.")


def children(rules: Rules, parent: str) -> list[str]:
    """The subrules of a rule in order; with "" those at the top."""
    return sorted((path for path in rules if parent_of(path) == parent), key=id_of)


@rule("COUP-089")
def next_path(rules: Rules, parent: str) -> str:
    """The next number below a rule: one more than the highest there."""
    return child(parent, max(map(id_of, children(rules, parent)), default=0) + 1)


def path_of(rules: Rules, key: int) -> str:
    """Where the rule of a key stands now; "" where it is gone."""
    return next((path for path, each in rules.items() if each.key == key), "") if key else ""


# --- titles -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def title_key(title: str) -> str:
    """A title as titles are compared: without regard to case and blanks."""
    return " ".join(title.split()).casefold()


@rule("COUP-079")
def title_paths(rules: Rules) -> dict[str, str]:
    """The titles of each rule from the top; "" for one that has none, itself or above it: it is found by its ID path."""
    found: dict[str, str] = {}
    for path in sorted(rules, key=len):
        title, above = " ".join(rules[path].title.split()), parent_of(path)
        whole = f"{found.get(above)}{SEPARATOR}{title}" if above else title
        found[path] = whole if title and (not above or found.get(above)) else ""
    return found


@rule("COUP-079")
def titled(rules: Rules, named: str) -> str:
    """The rule with a title path, however its titles are parted: by ``/``, ``>`` or ``.``; "" for none."""
    paths = {titles.casefold(): path for path, titles in title_paths(rules).items() if titles}
    wanted = (title_key(named), title_key(_OTHER_SEPARATORS.sub(SEPARATOR, named)))
    return next((paths[key] for key in wanted if key in paths), "")


def label(rules: Rules, path: str) -> str:
    """A rule as it is called: ``4.6.3 - Captain``."""
    title = rules[path].title.strip()
    return f"{path} - {title}" if title else path


# --- changing the tree ------------------------------------------------------------------------------------------------


def uprooted(rules: Rules, path: str) -> dict[str, Rule]:
    """Take a rule out with all below it: each by what its path is behind the rule's own. Nothing closes up."""
    return {each.removeprefix(path): rules.pop(each) for each in list(rules) if is_within(each, path)}


def _planted(rules: Rules, tree: dict[str, Rule], at: str) -> list[Rule]:
    """Put rules on paths; those that stood on the very same paths are gone, what stands below them stays."""
    places = {f"{at}{behind}": rule for behind, rule in tree.items()}
    gone = [rules[path] for path in places if path in rules]
    rules.update(places)
    return gone


@rule("COUP-080", "COUP-081")
def put(rules: Rules, tree: dict[str, Rule], at: str) -> list[Rule]:
    """Put a rule with all below it on a place; the rules that are gone for it.

    The subrules of one that was there stay, unless others come on their paths. Whoever else has a title path that is one of theirs
    now is deleted.
    """
    key = tree[""].key
    gone = _planted(rules, tree, at)
    while other := double(rules, path_of(rules, key)):
        gone += delete(rules, other)
    return gone


def double(rules: Rules, at: str) -> str:
    """A rule with the title path of one at a path or below it: one elsewhere first, of two within the later; "" for none."""
    alike: dict[str, list[str]] = {}
    for path, titles in title_paths(rules).items():
        if titles:
            alike.setdefault(titles.casefold(), []).append(path)
    several = [in_order(paths) for paths in alike.values() if len(paths) > 1]
    for paths in several:
        within = [path for path in paths if is_within(path, at)]
        elsewhere = [path for path in paths if path not in within]
        if within and len(paths) > 1:
            return next(iter(elsewhere), within[-1])
    return ""


@rule("COUP-085")
def delete(rules: Rules, path: str) -> list[Rule]:
    """Delete a rule with all below it; later siblings close up. The rules that are gone, in the order of the tree."""
    behind = uprooted(rules, path)
    close_up(rules, path)
    return [behind[""], *(behind[f".{each}"] for each in in_order(each[1:] for each in behind if each))]


@rule("COUP-083", "COUP-084")
def close_up(rules: Rules, freed: str) -> None:
    """Let each later sibling of a free place take the ID of the sibling before it, the first of them the free one."""
    for later in children(rules, parent_of(freed)):
        if id_of(later) > id_of(freed):
            _planted(rules, uprooted(rules, later), freed)
            freed = later


@rule("COUP-003")
def date(rules: Rules, when: datetime) -> None:
    """Let the rules with which a game begins count as edited when it started."""
    if all(each.edited_at is None for each in rules.values()):
        for each in rules.values():
            each.edited_at = when


@rule("COUP-003")
def faults(rules: Rules) -> list[str]:
    """What is amiss in stated rules: paths that are none, rules without a parent, title paths that two share."""
    found = [f"{path!r} is no ID path such as 4.6.3" for path in rules if not id_path_of(path)]
    if found:
        return found
    found = [f"rule {path} has no parent" for path in rules if parent_of(path) and parent_of(path) not in rules]
    seen: dict[str, str] = {}
    for path, titles in title_paths(rules).items():
        if titles and seen.setdefault(titles.casefold(), path) != path:
            found.append(f"two rules have the title path {titles}")
    return found


_REFERENCE = re.compile(
    r"(?<![\w.])(?:rules?\s+([0-9]+(?:\.[0-9]+)*)|([0-9]+(?:\.[0-9]+)+))(?![\w]|\.[0-9])(?:\s+-\s+(\S[^.,;:()\n]*))?",
    re.IGNORECASE,
)


class StaleReference(NamedTuple):
    """A reference that misleads: in whose content it stands, how it is written, what it meant ("": no rule), and what it means now."""

    rule: str
    written: str
    meant: str
    means: str


@lru_cache(maxsize=4096)
def references_in(content: str) -> dict[str, str]:
    """The ID paths that a content names, as in ``4.6``, ``rule 3.1`` and ``4.6 - Characters``, with the titles behind them."""
    return {match[1] or match[2]: match[3] or "" for match in reversed([*_REFERENCE.finditer(content)])}


def bind(rules: Rules, path: str) -> None:
    """Note which rules the references in a rule's content mean now."""
    rules[path].refers = {each: rules[each].key if each in rules else 0 for each in references_in(rules[path].content)}


@lru_cache(maxsize=1)
def _at_the_start() -> dict[str, int]:
    """The keys of the rules with which a game begins, by their ID paths then."""
    return {path: key for key, (path, _, _) in enumerate(first_rules(), 1)}


@rule("COUP-077")
def stale_references(rules: Rules) -> Iterator[StaleReference]:
    """The references that name no rule, or another than when they were written; nothing is rewritten by itself."""
    for path in in_order(rules):
        for written, title in references_in(rules[path].content).items():
            key = rules[path].refers.get(written, _at_the_start().get(written, 0))
            now = rules.get(written)
            if (
                now is not None
                and now.key == key
                and title_key(title).startswith(title_key(now.title) if title else "")
            ):
                continue
            meant = path_of(rules, key)
            yield StaleReference(
                label(rules, path), written, label(rules, meant) if meant else "", label(rules, written) if now else ""
            )
