"""What the pages show of the rule tree in one world, as much of it as a page of a wiki can hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import turn_order_rule as order_rule
from .law import first_rules, of_nomicoup
from .precedence import Provisions, provisions_in
from .references import stale_references
from .rule_paths import TOP, Rule, RuleTree, label, title_key, walk
from .state import World
from .views import RuleView

MOST_RULES = 1_500
"""So many rules are shown at most: a page of a wiki holds no more."""
MOST_CHARACTERS = 300_000
"""Of so many characters of contents together each rule's is shown whole; of those behind them only how each begins."""
BEGINNING = 100
_LONGEST_PATH = 60
"""Of a longer path only the ends are shown."""


class _Path(NamedTuple):
    """The ID path and the title path of a rule; the title path is "" where any rule of it has no title."""

    ids: str
    titles: str


def rule_views(moment: Moment[World], people: People) -> dict[str, RuleView]:
    """Every rule by its ID path, in the order of the tree, up to as many as can be shown."""
    tree = moment.world.rules
    paths, stale, left = list(_paths(moment)), _stale(tree), MOST_CHARACTERS
    began = _began(moment, paths)
    found: dict[str, RuleView] = {}
    for rule, path in islice(paths, MOST_RULES):
        content = people.readable(_content(moment, rule, people))
        left -= len(content)
        shown = content if left >= 0 else content[:BEGINNING] + "…" * (len(content) > BEGINNING)
        said = [*_provisions(provisions_in(rule.content))], stale.get(label(tree, rule), [])
        provisions, misleading = (tuple(map(people.readable, each)) for each in said)
        titled = path._replace(titles=people.readable(path.titles))
        view = _view(moment.world, rule, titled, shown, provisions, misleading)
        found[path.ids] = replace(view, began_as=began.get(rule.key, ""))
    return found


def _view(
    world: World, rule: Rule, path: _Path, content: str, provisions: tuple[str, ...], stale: tuple[str, ...]
) -> RuleView:
    made = world.propositions.get(rule.edited_by)
    return RuleView(
        anchor=path.ids if len(path.ids) <= _LONGEST_PATH else f"key-{rule.key}",
        path=_ends(path.ids),
        title_path=_ends(path.titles),
        content=content,
        edited_at=rule.edited_at,
        edited_by=rule.edited_by,
        message=made.message if made else "",
        provisions=provisions,
        stale=stale,
    )


def _paths(moment: Moment[World]) -> Iterator[tuple[Rule, _Path]]:
    """Every rule with its paths, each put together from those of the rule above it."""
    tree, separator = moment.world.rules, of_nomicoup(moment.law).separator
    known: dict[int, _Path] = {}
    for rule in walk(tree):
        title = " ".join(rule.title.split())
        if rule.parent == TOP:
            path = _Path(str(rule.id), title)
        else:
            above = known[rule.parent]
            titles = f"{above.titles}{separator}{title}" if above.titles and title else ""
            path = _Path(f"{above.ids}.{rule.id}", titles)
        known[rule.key] = path
        yield rule, path


def _began(moment: Moment[World], paths: Sequence[tuple[Rule, _Path]]) -> dict[int, str]:
    """The rules with which the game began, each with its first ID path: by their titles, or where these are gone by that path."""
    first = _first(of_nomicoup(moment.law).separator)
    known = {rule.key: first[key] for rule, path in paths if (key := title_key(path.titles)) in first}
    left = {*first.values()}.difference(known.values())
    return {rule.key: path.ids for rule, path in paths if rule.key not in known and path.ids in left} | known


@lru_cache(maxsize=4)
def _first(separator: str) -> Mapping[str, str]:
    """The title paths of the first rules, as titles are compared -> their ID paths."""
    titles = {id: title for id, title, _ in first_rules()}
    above = {id: [titles[id[: end.start()]] for end in re.finditer(r"\.|$", id)] for id in titles}
    return {title_key(separator.join(path)): id for id, path in above.items()}


def _ends(path: str) -> str:
    """A path as it is shown: of a very long one the beginning and the end."""
    longest = 4 * _LONGEST_PATH
    return path if len(path) <= longest else f"{path[: longest // 2]} … {path[-longest // 2 :]}"


def _content(moment: Moment[World], rule: Rule, people: People) -> str:
    """A rule's content; that of the turn order's rule is the turn order as it is (COUP-024)."""
    at = order_rule.rule_at(moment.world.rules, moment.law.word("order_rule"))
    is_order = at is not None and at.key == rule.key
    return order_rule.content_now(rule, people.names(moment.world.order)) if is_order else rule.content


def _provisions(said: Provisions) -> Iterator[str]:
    yield from (f"it takes precedence: “{sentence}”" for sentence in said.prevails)
    yield from (f"it defers: “{sentence}”" for sentence in said.defers)


def _stale(tree: RuleTree) -> dict[str, list[str]]:
    """What misleads in each rule, by how the rule is called (COUP-077)."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in stale_references(tree):
        was = f"meant {each.meant}" if each.meant else "means no rule that there is"
        now = f"; it is {each.means} now" if each.means else ""
        found[each.rule].append(f"{each.written} {was}{now}")
    return found
