"""The notation of orders: ``in [[Votes]]: replace "48 hours" with "36 hours"`` read into a typed step.

The grammar stands in ``notation.lark``. Whatever people write is rewritten into it first, and only it is carried out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tracker.errors import InputError
from tracker.mechanics.enacting.instructions import (
    AddItem,
    Append,
    Gamestate,
    GlossaryEntry,
    Insert,
    MatterEnacted,
    Move,
    NewRule,
    Place,
    Position,
    Quote,
    Rename,
    Repeal,
    Replace,
    ReplaceEverywhere,
    Reword,
    RuleExists,
    RuleName,
    Step,
    Stretch,
    TextExists,
)

_GRAMMAR = Path(__file__).with_name("notation.lark")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BAR = re.compile(r"\s*\|\s*")


def parsed(line: str, sentence: str = "") -> Step:
    """The step that a line of notation says; ``sentence`` is what people wrote for it.

    Raises InputError where the line is none.

    >>> parsed('repeal [[Seasonal Downtime]]').instruction.rule.title
    'Seasonal Downtime'
    """
    from lark.exceptions import UnexpectedInput

    try:
        step: Step = _parser().parse(line)
    except UnexpectedInput as error:
        shown = " ".join(line.split())[:120]
        raise InputError(
            f"no line of the notation: {shown}", remedy="docs/reference.md tells what it can say"
        ) from error
    return replace(step, sentence=sentence or line, notation=line)


def quoted(text: str) -> str:
    """A text as the notation quotes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def named(title: str) -> str:
    """A rule as the notation names it, by its title or by several from the outermost down, parted by bars."""
    return f"[[{title}]]"


@cache
def _parser() -> Any:
    from lark import Lark

    return Lark(
        _GRAMMAR.read_text(encoding="utf-8"), start="step", parser="lalr", transformer=SimpleNamespace(**_meanings())
    )


def _meanings() -> dict[str, Any]:
    """What each branch and each terminal of the grammar means."""
    terminals = {
        "TEXT": lambda token: _ESCAPED.sub(r"\1", token[1:-1]),
        "NAME": lambda token: token[2:-2].strip(),
        "NUMBER": int,
        "UNIT": str,
        "SIDE": str,
    }
    return {name: _spread(make) for name, make in (_branches() | _branches_inside()).items()} | terminals


def _branches() -> dict[str, Callable[..., Any]]:
    """What each branch of the grammar means that says a condition or a change of whole rules."""
    return {
        "step": lambda *parts: Step("", parts[-1], parts[:-1]),
        # --- conditions
        "wanted": lambda fact: fact,
        "unwanted": lambda fact: replace(fact, wanted=False),
        "matter_enacted": MatterEnacted,
        "rule_exists": RuleExists,
        "rule_says": TextExists,
        "ruleset_says": partial(TextExists, None),
        # --- whole rules
        "new_rule": NewRule,
        "placed_rule": lambda place, title, text: NewRule(title, text, place),
        "repeal": Repeal,
        "reword": Reword,
        "rename": Rename,
        "mark": partial(Rename, is_status=True),
        "move": Move,
        "by_hand": Gamestate,
        "under": lambda rule: Place(parent=rule),
        "under_section": lambda section: Place(section=section),
        "before_rule": lambda rule: Place(where="before", beside=rule),
        "after_rule": lambda rule: Place(where="after", beside=rule),
        "first_under": lambda rule: Place(parent=rule, where="start"),
        "first_under_section": lambda section: Place(section=section, where="start"),
        "by_title": _titled,
        "by_title_and_number": lambda title, number: replace(_titled(title), number=number),
        "by_title_and_section": lambda title, section: replace(_titled(title), section=section),
        "by_number": partial(RuleName, ""),
    }


def _branches_inside() -> dict[str, Callable[..., Any]]:
    """What each branch means that says a change inside a rule."""
    return {
        "in_rule": lambda rule, edit: edit(rule),
        "in_ruleset": lambda edit: edit(None),
        "in_section": lambda section, old, new: ReplaceEverywhere(old, new, section),
        "replace": lambda target, new: lambda rule: Replace(rule, target, new),
        "replace_all": lambda target, new: lambda rule: Replace(rule, target, new, every=True),
        "replace_everywhere": lambda old, new: lambda _: ReplaceEverywhere(old, new),
        "remove": lambda target: lambda rule: Replace(rule, target, ""),
        "remove_all": lambda target: lambda rule: Replace(rule, target, "", every=True),
        "remove_everywhere": lambda old: lambda _: ReplaceEverywhere(old, ""),
        "insert": lambda unit, text, side, target: lambda rule: Insert(rule, target, side, text, unit),
        "go_on": lambda text, target: lambda rule: Insert(rule, target, "after", text, goes_on=True),
        "append": lambda unit, text: lambda rule: Append(rule, text, unit),
        "append_at_end": lambda unit, text: lambda rule: Append(rule, text, unit, is_placed=True),
        "add_item": lambda text: lambda rule: AddItem(rule, text),
        "add_term": lambda term, definition: lambda rule: GlossaryEntry(rule, term, definition),
        # --- what a change is made to
        "plain_quote": Quote,
        "whole_quote": lambda unit, text: Quote(text, unit, is_all=True),
        "part_quote": lambda unit, text: Quote(text, unit),
        "quote_within": lambda quote, position: replace(quote, within=position),
        "stretch": lambda unit, begins, ends="": Stretch(begins, ends, unit),
        "last": lambda unit: Position(unit, -1),
        "only": lambda unit: Position(unit, 0),
        "nth": Position,
    }


def _spread(make: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    """The parser gives what a branch holds as one list."""
    return lambda parts: make(*parts)


def _titled(name: str) -> RuleName:
    *above, title = _BAR.split(name)
    return RuleName(title, above=tuple(above))
