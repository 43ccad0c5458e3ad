"""The rule tree: rules by ID path and title path, which no two share; putting, moving and deleting rules keeps it so."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TypeAlias

from tracker.core.rule import rule as clause

TOP = 0
"""The parent of the rules that stand at the top; no rule has this key."""
_MOST_DIGITS = 15
_ID_PATH = re.compile(rf"[1-9][0-9]{{0,{_MOST_DIGITS - 1}}}(?:\.[1-9][0-9]{{0,{_MOST_DIGITS - 1}}})*")
_SEPARATOR = " / "
_OTHER_SEPARATORS = re.compile(r"\s*[/>›]\s*|\.\s*(?=\S)")

IdPath: TypeAlias = tuple[int, ...]


@dataclass(slots=True)
class Rule:
    """One rule; its ``key`` stays the same wherever it moves. An untitled rule's title is "".

    ``edited_at`` is when its title, ID or content was changed by people last (UTC; None: before all that is known) and ``edited_by``
    the number of the proposition that did it (0: none). ``proponent`` is whose Addition it is ("": it stood at the start).
    ``refers`` are the references in its content, each with the rule that it meant when it was written (0: none).
    """

    key: int
    id: int
    parent: int
    title: str
    content: str
    edited_at: datetime | None = None
    edited_by: int = 0
    proponent: str = ""
    refers: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class RuleTree:
    """All rules by key, and below each key (``TOP`` for none) the keys of its subrules by their own IDs, and by their titles.

    Titles are in the form in which they are compared; two subrules have the same only while one is being put there. ``bound`` are the
    keys of rules that the tracker must find wherever they move and however they are called, by what it knows them by.
    """

    rules: dict[int, Rule] = field(default_factory=dict)
    below: dict[int, dict[int, int]] = field(default_factory=dict)
    titles: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    newest: int = 0
    bound: dict[str, int] = field(default_factory=dict)


# --- paths as people write them ---------------------------------------------------------------------------------------


def id_path_of(text: str) -> IdPath | None:
    """An ID path (COUP-078): whole numbers of at least 1 in plain digits, joined by points; None for anything else."""
    words = text.strip().removesuffix(".")
    return tuple(map(int, words.split("."))) if _ID_PATH.fullmatch(words) else None


def written(path: IdPath) -> str:
    """An ID path as it is shown."""
    return ".".join(map(str, path))


@lru_cache(maxsize=16_384)
def title_key(title: str) -> str:
    """A title as titles are compared: without regard to case, outer blanks, and how wide the inner ones are (COUP-079)."""
    return " ".join(title.split()).casefold()


# --- trees as they were -----------------------------------------------------------------------------------------------


def copied(tree: RuleTree) -> RuleTree:
    """The same rules under the same keys, on which changes can be tried."""
    rules = {
        key: Rule(
            key,
            each.id,
            each.parent,
            each.title,
            each.content,
            each.edited_at,
            each.edited_by,
            each.proponent,
            each.refers,
        )
        for key, each in tree.rules.items()
    }
    below = {key: dict(children) for key, children in tree.below.items()}
    titles = {key: {title: list(keys) for title, keys in known.items()} for key, known in tree.titles.items()}
    return RuleTree(rules, below, titles, tree.newest, dict(tree.bound))


@dataclass(frozen=True, slots=True)
class Places:
    """Where rules stood and how they were called at some time: key -> the parent's key, the ID and the title."""

    of: Mapping[int, tuple[int, int, str]]

    @classmethod
    def in_tree(cls, tree: RuleTree) -> Places:
        """Those that the rules of a tree have now."""
        return cls({key: (each.parent, each.id, each.title) for key, each in tree.rules.items()})

    def _lineage(self, key: int) -> list[tuple[int, str]]:
        found = list[tuple[int, str]]()
        while key != TOP:
            key, id, title = self.of[key]
            found.append((id, title))
        return found[::-1]

    def id_path(self, key: int) -> IdPath:
        """The ID path of a rule."""
        return tuple(id for id, _ in self._lineage(key))

    def title_path(self, key: int) -> str:
        """The title path of a rule in the form in which titles are compared; "" for one that has none."""
        titles = [title_key(title) for _, title in self._lineage(key)]
        return _SEPARATOR.join(titles) if all(titles) else ""

    def label(self, key: int) -> str:
        """A rule as it was called: ``4.6.3 - Captain``."""
        title = self.of[key][2]
        return f"{written(self.id_path(key))} - {title}" if title.strip() else written(self.id_path(key))


# --- looking rules up -------------------------------------------------------------------------------------------------


def walk(tree: RuleTree, key: int = TOP) -> Iterator[Rule]:
    """The rules below a key in the order of the tree, each before its subrules."""
    waiting = _later_first(tree, key)
    while waiting:
        rule = tree.rules[waiting.pop()]
        yield rule
        waiting += _later_first(tree, rule.key)


def _later_first(tree: RuleTree, key: int) -> list[int]:
    return [child for _, child in sorted(tree.below.get(key, {}).items(), reverse=True)]


def lineage(tree: RuleTree, rule: Rule) -> list[Rule]:
    """The rules above a rule from the top down, and the rule itself."""
    found = [rule]
    while found[-1].parent != TOP:
        found.append(tree.rules[found[-1].parent])
    return found[::-1]


@clause("COUP-078")
def id_path(tree: RuleTree, rule: Rule) -> IdPath:
    """A rule's ID path: its parent's with its own ID added (COUP-078)."""
    return tuple(each.id for each in lineage(tree, rule))


def shown_path(tree: RuleTree, rule: Rule) -> str:
    """A rule's ID path as it is shown: ``4.6.3``."""
    return written(id_path(tree, rule))


@clause("COUP-079")
def title_path(tree: RuleTree, rule: Rule, separator: str = _SEPARATOR) -> str:
    """The titles from the top (COUP-079); "" for a rule that has none, itself or above it: it is found by its ID path."""
    titles = [" ".join(each.title.split()) for each in lineage(tree, rule)]
    return separator.join(titles) if all(titles) else ""


def label(tree: RuleTree, rule: Rule) -> str:
    """A rule as it is called: ``4.6.3 - Captain``."""
    return f"{shown_path(tree, rule)} - {rule.title}" if rule.title.strip() else shown_path(tree, rule)


def at_path(tree: RuleTree, path: IdPath) -> Rule | None:
    """The rule on an ID path."""
    key = TOP
    for id in path:
        key = tree.below.get(key, {}).get(id, TOP)
        if key == TOP:
            return None
    return tree.rules[key] if path else None


def titled(tree: RuleTree, path: str) -> list[Rule]:
    """The rules with a title path, however its titles are parted: by ``/``, ``>`` or ``.`` (COUP-079)."""
    key = title_key(path)
    if not key:
        return []
    return _with_title_path(tree, key) or _with_title_path(tree, _OTHER_SEPARATORS.sub(_SEPARATOR, key))


def _with_title_path(tree: RuleTree, path: str) -> list[Rule]:
    """The rules whose titles, joined, are a path in the form in which titles are compared."""
    found, open_paths = list[Rule](), [(TOP, 0)]
    stops = [*(match.start() for match in re.finditer(_SEPARATOR, path)), len(path)]
    ends = frozenset(stops)
    while open_paths:
        parent, start = open_paths.pop()
        titles = tree.titles.get(parent, {})
        for title in _beginning(titles, path, start, stops, ends):
            end = start + len(title)
            if end == len(path):
                found += [tree.rules[key] for key in titles[title]]
            else:
                open_paths += [(key, end + len(_SEPARATOR)) for key in titles[title]]
    return found


def _beginning(
    titles: Mapping[str, object], path: str, start: int, stops: Sequence[int], ends: Collection[int]
) -> list[str]:
    """The titles with which a path goes on at a place, each up to where another may begin, or to the end.

    ``stops`` are these places in order, and ``ends`` the same: the fewer of them and of the titles are looked at.
    """
    next_stop = bisect_right(stops, start)
    if len(titles) > len(stops) - next_stop:
        return [title for stop in stops[next_stop:] if (title := path[start:stop]) in titles]
    return [title for title in titles if start + len(title) in ends and path.startswith(title, start)]


def same_title_path(tree: RuleTree, rule: Rule) -> list[Rule]:
    """The other rules that have a rule's title path; none of one without."""
    path = title_path(tree, rule)
    return [each for each in _with_title_path(tree, title_key(path)) if each is not rule] if path else []


def _by_title_path(tree: RuleTree) -> dict[str, list[Rule]]:
    """The rules by title path, in the form in which titles are compared."""
    found: dict[str, list[Rule]] = {}
    above = {TOP: ""}
    for rule in walk(tree):
        title, before = title_key(rule.title), above.get(rule.parent)
        if title and before is not None:
            above[rule.key] = f"{before}{title}{_SEPARATOR}"
            found.setdefault(f"{before}{title}", []).append(rule)
    return found


def next_id(tree: RuleTree, parent: int) -> int:
    """The next number below a rule: one more than the highest there (COUP-089)."""
    return max(tree.below.get(parent, {}), default=0) + 1


def is_below(tree: RuleTree, rule: Rule, key: int) -> bool:
    """Whether a rule is that of a key or stands somewhere below it."""
    return any(each.key == key for each in lineage(tree, rule))


# --- changing the tree ------------------------------------------------------------------------------------------------


@clause("COUP-003")
def planted(rules: Iterable[tuple[str, str, str]]) -> RuleTree:
    """A tree of rules given by ID path, title and content, in any order; raises ValueError naming a path that cannot be."""
    tree = RuleTree()
    paths = sorted((_sound(path), title, content) for path, title, content in rules)
    for path, title, content in paths:
        parent = at_path(tree, path[:-1])
        if parent is None and len(path) > 1:
            raise ValueError(f"rule {written(path)} has no parent")
        if at_path(tree, path) is not None:
            raise ValueError(f"two rules have the ID path {written(path)}")
        _attach(tree, new_rule(tree, title, content), parent.key if parent else TOP, path[-1])
    if same := next((rules for rules in _by_title_path(tree).values() if len(rules) > 1), None):
        raise ValueError(f"two rules have the title path {title_path(tree, same[0])}")
    return tree


def _sound(path: str) -> IdPath:
    found = id_path_of(path)
    if found is None:
        raise ValueError(f"{path!r} is no ID path such as 4.6.3")
    return found


def new_rule(tree: RuleTree, title: str, content: str) -> Rule:
    """A rule that stands nowhere yet: ``put`` gives it a place."""
    tree.newest += 1
    return Rule(tree.newest, 0, TOP, title, content)


@clause("COUP-080", "COUP-081")
def put(tree: RuleTree, rule: Rule, parent: int, id: int, *, keep_subrules: bool = True) -> list[Rule]:
    """Put a rule, new or with all below it, on a place; the rules that are gone for it (COUP-080, COUP-081).

    A rule that was there is replaced: its subrules stay unless the newcomer brings others on their paths, or (``keep_subrules``
    false) go with it. A rule elsewhere that has the same title path is deleted. The place that a moved rule leaves stays free.
    """
    brought = [rule, *walk(tree, rule.key)]
    if rule.key in tree.rules:
        _detach(tree, rule)
    gone = _replace(tree, rule, tree.below.get(parent, {}).get(id, TOP), keep_subrules)
    _attach(tree, rule, parent, id)
    gone += _without_doubles(tree, brought)
    below = [rule, *walk(tree, rule.key)]
    return gone + (_without_doubles(tree, below) if len(below) > len(brought) else [])


def _without_doubles(tree: RuleTree, kept: Sequence[Rule]) -> list[Rule]:
    """Delete every other rule that has the title path of one of these, of two of them the later one; who is gone (COUP-081)."""
    return [gone for other in doubles(tree, kept) if other.key in tree.rules for gone in delete(tree, other)]


def doubles(tree: RuleTree, kept: Sequence[Rule]) -> list[Rule]:
    """The other rules that have the title path of one of these; of two of these that share one, the later."""
    if len(kept) == 1:
        return same_title_path(tree, kept[0])
    paths = {rule.key: rules for rules in _by_title_path(tree).values() for rule in rules if len(rules) > 1}
    found: dict[int, Rule] = {}
    for each in kept:
        if each.key not in found:
            found |= {other.key: other for other in paths.get(each.key, ()) if other is not each}
    return list(found.values())


def _replace(tree: RuleTree, newcomer: Rule, occupant: int, keep_subrules: bool) -> list[Rule]:
    """Let a newcomer take the subrules of the rule in its place, down to those on paths that it brings itself; who is gone."""
    gone, pairs = list[Rule](), [(newcomer.key, occupant)] if occupant else []
    while pairs:
        new, old = pairs.pop()
        if not keep_subrules:
            gone += _uproot(tree, tree.rules[old])
            continue
        for id, child in list(tree.below.get(old, {}).items()):
            own = tree.below.get(new, {}).get(id)
            if own is None:
                _detach(tree, tree.rules[child])
                _attach(tree, tree.rules[child], new, id)
            else:
                pairs.append((own, child))
        gone.append(tree.rules[old])
    for rule in reversed(gone):
        if rule.key in tree.rules:
            _detach(tree, rule)
            _forget(tree, rule)
    return gone


@clause("COUP-085")
def delete(tree: RuleTree, rule: Rule, *, lift_subrules: bool = False) -> list[Rule]:
    """Delete a rule with all below it; later siblings close up (COUP-083 to COUP-085). The rules that are gone, in tree order.

    With ``lift_subrules`` what stood directly below it becomes the last rules of its parent.
    """
    parent, children = rule.parent, [tree.rules[key] for _, key in sorted(tree.below.get(rule.key, {}).items())]
    if not lift_subrules:
        gone = _uproot(tree, rule)
        close_up(tree, parent, rule.id)
        return gone
    for child in children:
        _detach(tree, child)
    gone = _uproot(tree, rule)
    close_up(tree, parent, rule.id)
    for child in children:
        _attach(tree, child, parent, next_id(tree, parent))
    return gone + _without_doubles(tree, [each for child in children for each in (child, *walk(tree, child.key))])


def _uproot(tree: RuleTree, rule: Rule) -> list[Rule]:
    gone = [rule, *walk(tree, rule.key)]
    _detach(tree, rule)
    for each in gone:
        _forget(tree, each)
    return gone


def _forget(tree: RuleTree, rule: Rule) -> None:
    tree.rules.pop(rule.key, None)
    tree.below.pop(rule.key, None)
    tree.titles.pop(rule.key, None)


@clause("COUP-083", "COUP-084")
def close_up(tree: RuleTree, parent: int, freed: int) -> None:
    """Let each later sibling of a free ID take the ID of the sibling before it, the first of them the free one (COUP-083)."""
    siblings = tree.below.get(parent, {})
    later = sorted(id for id in siblings if id > freed)
    for id, to in zip(later, [freed, *later], strict=False):
        siblings[to] = siblings.pop(id)
        tree.rules[siblings[to]].id = to


def _attach(tree: RuleTree, rule: Rule, parent: int, id: int) -> None:
    rule.parent, rule.id = parent, id
    tree.rules[rule.key] = rule
    tree.below.setdefault(parent, {})[id] = rule.key
    if key := title_key(rule.title):
        tree.titles.setdefault(parent, {}).setdefault(key, []).append(rule.key)


def _detach(tree: RuleTree, rule: Rule) -> None:
    siblings = tree.below[rule.parent]
    del siblings[rule.id]
    if not siblings:
        del tree.below[rule.parent]
    _forget_title(tree, rule)


def _forget_title(tree: RuleTree, rule: Rule) -> None:
    key, titles = title_key(rule.title), tree.titles.get(rule.parent, {})
    if key:
        titles[key] = [each for each in titles[key] if each != rule.key]
        if not titles[key]:
            del titles[key]
        if not titles:
            del tree.titles[rule.parent]


def retitle(tree: RuleTree, rule: Rule, title: str) -> None:
    """Give a rule that stands in the tree another title, whoever has the same: ``put`` removes those."""
    _forget_title(tree, rule)
    rule.title = title
    if key := title_key(title):
        tree.titles.setdefault(rule.parent, {}).setdefault(key, []).append(rule.key)


# --- what must hold ---------------------------------------------------------------------------------------------------


def faults(tree: RuleTree) -> list[str]:
    """What is amiss in a tree: title paths that two rules share, and rules that hang elsewhere than they say (COUP-003)."""
    shared = (path for path, rules in _by_title_path(tree).items() if len(rules) > 1)
    found = [f"two rules have the title path {path}" for path in shared]
    places = {key: (parent, id) for parent, children in tree.below.items() for id, key in children.items()}
    if places != {rule.key: (rule.parent, rule.id) for rule in walk(tree)} or set(places) != set(tree.rules):
        found.append("a rule hangs elsewhere than it says")
    titles = [
        (each, parent, key) for parent, known in tree.titles.items() for key, keys in known.items() for each in keys
    ]
    if sorted(titles) != sorted((each.key, each.parent, key) for each in walk(tree) if (key := title_key(each.title))):
        found.append("a rule is called otherwise than it says")
    return found
