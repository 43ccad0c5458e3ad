"""What each type of change in an adopted proposition does to the rule tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tracker.mechanics.chat.carrying import Refused, refuse, rule

from ..state import Change, Rule
from .rule_paths import (
    SEPARATOR,
    Rules,
    bind,
    child,
    delete,
    id_of,
    is_within,
    label,
    next_path,
    parent_of,
    path_of,
    put,
    title_paths,
    titled,
    uprooted,
)

ADDITION, CONTENT_EDIT, ID_EDIT, TITLE_EDIT = "Addition", "Content Edit", "ID Edit", "Title Edit"
DELETION, APPENDICATION, MISCELLANEOUS = "Deletion", "Content Appendication", "Miscellaneous Change"


@dataclass(slots=True)
class Made:
    """What came of a change: the rule that it put or changed (0: none), and how the rules were called that are gone.

    ``replaced`` are those of them whose ID path or title path another has now. ``code`` is why nothing came of it, with ``why``.
    """

    key: int = 0
    gone: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    code: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class By:
    """By which proposition, and whose, a change is made, and when; ``newest`` is the highest key that any rule has had."""

    number: int
    proponent: str
    when: datetime
    newest: int


@rule("COUP-096", "COUP-097")
def make(rules: Rules, change: Change, by: By) -> Made:
    """Make one change now; where it cannot be made nothing changes, and the code says why."""
    if change.code:
        return Made(code=change.code, why=change.why)
    titles = title_paths(rules)
    before = {each.key: (path, label(rules, path), titles[path].casefold()) for path, each in rules.items()}
    try:
        put_here, gone = _BY_TYPE[change.type](rules, change, by)
    except Refused as reason:
        return Made(code=reason.code, why=reason.text)
    stood = [before[each.key] for each in gone]
    at = path_of(rules, put_here)
    if not at:
        return Made(gone=[name for _, name, _ in stood])
    there = {path: titles.casefold() for path, titles in title_paths(rules).items() if is_within(path, at)}
    shown = {*there.values()} - {""}
    replaced = [name for path, name, titles in stood if path in there or titles in shown]
    return Made(put_here, [name for _, name, _ in stood], replaced)


_Result = tuple[int, list[Rule]]
"""The key of the rule that was put or changed (0: none), and the rules that are gone."""


# --- each type --------------------------------------------------------------------------------------------------------


@rule("COUP-089", "COUP-090", "COUP-081")
def _add(rules: Rules, change: Change, by: By) -> _Result:
    """An Addition: on its ID path, or the next number below its parent, or instead of a rule with its title path."""
    parent = _parent(rules, change)
    made = Rule(
        title=change.title, content=change.text, key=by.newest, edited_at=by.when, edited_by=by.number, proponent=by.proponent
    )  # fmt: skip
    twin = _twin(rules, parent, change.title)
    at = child(parent, id_of(change.path)) if change.path else twin or next_path(rules, parent)
    return made.key, put(rules, {"": made}, at)


def _twin(rules: Rules, parent: str, title: str) -> str:
    """The rule with the title path that one of a title would have below a parent; "" for none."""
    above = title_paths(rules)[parent] if parent else ""
    return (
        titled(rules, f"{above}{SEPARATOR}{title}" if above else title) if title and bool(above) == bool(parent) else ""
    )


@rule("COUP-089")
def _parent(rules: Rules, change: Change) -> str:
    """The rule below which an Addition or a moved rule stands ("": at the top); refuses where there is none."""
    known = path_of(rules, change.under_key) if change.under_key else change.under
    parent = known if change.under else parent_of(change.path)
    if (parent or change.under) and parent not in rules:
        refuse("parent_missing", f"there is no rule {parent or change.under} to stand below")
    return parent


@rule("COUP-094", "COUP-086")
def _reword(rules: Rules, change: Change, by: By) -> _Result:
    """A Content Edit or Appendication; a rule without any content counts as deleted."""
    path = _meant(rules, change)
    content = edited_content(rules[path].content, change)
    if not content.strip():
        return 0, delete(rules, path)
    rules[path].content = content
    bind(rules, path)
    return _edited(rules[path], by), []


@rule("COUP-094")
def edited_content(content: str, change: Change) -> str:
    """What a rule's content becomes; refuses where that cannot be."""
    if change.type == APPENDICATION:
        return f"{content}\n{change.text}" if content.strip() else change.text
    if change.old is None:
        return change.text
    times = content.count(change.old)
    if times != 1:
        code = "text_not_unique" if times else "text_not_found"
        refuse(code, f"“{change.old[:80]}” stands {times or 'no'} times in the rule")
    return content.replace(change.old, change.text)


@rule("COUP-094")
def _move(rules: Rules, change: Change, by: By) -> _Result:
    """An ID Edit moves a rule with all below it; the old place stays free."""
    path = _meant(rules, change)
    if change.path == path:
        refuse("no_change", f"{label(rules, path)} stands there already")
    if is_within(_parent(rules, change), path):
        refuse("not_allowed", f"{label(rules, path)} cannot stand below itself")
    key = _edited(rules[path], by)
    return key, put(rules, uprooted(rules, path), change.path)


@rule("COUP-081", "COUP-094")
def _retitle(rules: Rules, change: Change, by: By) -> _Result:
    """A Title Edit; a rule that has the new title path is replaced in its place."""
    path = _meant(rules, change)
    twin = _twin(rules, parent_of(path), change.title)
    rules[path].title = change.title
    key = _edited(rules[path], by)
    return key, put(rules, uprooted(rules, path), twin or path)


@rule("COUP-085")
def _delete(rules: Rules, change: Change, by: By) -> _Result:
    return 0, delete(rules, _meant(rules, change))


@rule("COUP-095")
def _leave(rules: Rules, change: Change, by: By) -> _Result:
    """A Miscellaneous Change is carried out by people."""
    return 0, []


_BY_TYPE: Mapping[str, Callable[[Rules, Change, By], _Result]] = {
    ADDITION: _add,
    CONTENT_EDIT: _reword,
    ID_EDIT: _move,
    TITLE_EDIT: _retitle,
    DELETION: _delete,
    APPENDICATION: _reword,
    MISCELLANEOUS: _leave,
}
TYPES = tuple(_BY_TYPE)
"""The types of change (COUP-087)."""


@rule("COUP-093")
def _meant(rules: Rules, change: Change) -> str:
    """Where the rule stands now that a change is bound to; refuses where it is gone or was replaced."""
    path = path_of(rules, change.key)
    return path or refuse("unknown_rule", f"the rule that {change.named or 'it'} meant is gone")


def _edited(changed: Rule, by: By) -> int:
    changed.edited_at, changed.edited_by = by.when, by.number
    return changed.key
