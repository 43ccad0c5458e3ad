"""What stays of a message of Nomicoup when its words are redacted: what it announced, without anybody's free words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tracker.mechanics.announcements import Fields
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.redacted_texts import REDACTED, bare_text, kept_actions

from .propositions import meant
from .reading import said_in
from .state import World

_FREE = {"clarify": "text", "suggest": "text", "win": "reason", "end_of_play": "reason", "report": "text"}
"""Kind of announcement -> the field that holds free words."""
_FIELD = re.compile(
    r"[\s*_>-]*(?P<name>(?:new )?(?:type|rule|id|title)|under|content|replace|with|change|proposition)[*_]*\s*:(?P<value>.*)",
    re.I,
)
_HEADING = re.compile(r"\s*[#*_]*\s*change\s+[0-9]+", re.I)
_KEPT_FIELDS = frozenset({"type", "rule", "id", "new id", "under"})
"""The fields of a proposition that hold nobody's own words."""
_TYPE_WORDS = frozenset(
    [
        "addition",
        "add",
        "content",
        "edit",
        "id",
        "title",
        "deletion",
        "delete",
        "appendication",
        "append",
        "misc",
        "miscellaneous",
        "change",
    ]
)
"""The words that types of changes consist of."""
_LAW = frozenset({"title", "new title", "content", "replace", "with", "change"})
"""The fields that become law once it is adopted."""


def kept_of(moment: Moment[World], message: ChatMessage, text: str) -> Mapping[str, Any]:
    """What stays of a text of a message, read as of this instant.

    Of a proposition that can be voted on its changes stay whole, as they are the law that people vote on and may live by; of any other
    only the types of its changes and the rules that they name.
    """
    proposition = meant(moment.world, message.id)
    if proposition is not None:
        return {"words": bare_proposition(text, is_law=proposition.status != "illegal")}
    said = kept_actions(said_in(moment, text), _bare, lambda _: REDACTED)
    return {"said": said} if said else {}


def bare_proposition(text: str, *, is_law: bool) -> str:
    """A proposition without its heading and talk, and without its own words unless it ``is_law`` that is voted on."""
    kept, is_open, is_bare = list[str](), False, False
    for line in text.splitlines():
        field = _FIELD.match(line)
        if field is not None:
            is_bare = _is_bare(field["name"].casefold(), field["value"], is_law=is_law)
            is_open = True
            kept.append(f"{field['name']}: {REDACTED if field['value'].strip() else ''}" if is_bare else line)
        elif _HEADING.match(line):
            is_open = False
            kept.append(line)
        elif is_open and is_bare and line.strip():
            kept[-1] = f"{kept[-1].partition(':')[0]}: {REDACTED}"
        elif is_open and not is_bare:
            kept.append(line)
    return "\n".join(kept)


def _is_bare(name: str, value: str, *, is_law: bool) -> bool:
    """Whether a field of a proposition holds words of somebody's own that go: a type that there is not is such."""
    if name == "type":
        return not set(re.findall(r"\w+", value.casefold())) <= _TYPE_WORDS
    return name not in (_KEPT_FIELDS | _LAW if is_law else _KEPT_FIELDS)


def _bare(kind: str, fields: Fields) -> Fields:
    """The fields of an announcement without free words; names of groups stay, as players are known by them."""
    free = _FREE.get(kind)
    if free is None or not fields.get(free):
        return fields
    return {**fields, free: bare_text(str(fields[free]))}
