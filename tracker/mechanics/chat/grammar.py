"""A game's grammar: which lines are canonical, what their words mean, and how actions are written as such lines."""

import re
from collections import defaultdict
from collections.abc import Container, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from tracker.mechanics.chat.talk import ANY_SEPARATOR, bare


@dataclass(frozen=True)
class Unclear:
    """Something that is nearly an action; its author may take one of the suggestions."""

    suggestions: tuple[str, ...]


@dataclass(frozen=True)
class Read(Unclear):
    """An announced action: its kind and its fields; what would be suggested is the canonical line it was read as."""

    kind: str
    fields: dict[str, Any]


class Fields:
    """What the words of a grammar mean: each named thing is a field, a rule around one renames it.

    A game adds a method for a terminal (it is given the words) or a rule (it is given the list of what its parts mean); each
    gives back a name and a value, which has to be plain JSON.
    """

    kinds: ClassVar[Container[str]]

    def PERSON(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """A person, without the marks of a mention."""
        return "person", token.strip("<@!>")

    def shown(self, name: str, value: Any) -> Any:
        """A field's value as canonical lines write it; ``name`` is its slot in the form."""
        return value

    def meaning(self, node: Any) -> Any:
        """What a word or a rule of the parsed line means."""
        is_word = isinstance(node, str)
        name = str(node.type if is_word else node.data)
        said = node if is_word else [self.meaning(child) for child in node.children]
        if own := getattr(self, name, None):
            return own(said)
        if is_word:
            return name.lower(), node.strip()
        return (name, dict(said)) if name in self.kinds else (name, said[0][1])


class Grammar:
    """Reads canonical lines, and writes actions as such."""

    def __init__(self, grammar: str, fields: Fields, forms: Mapping[str, str]) -> None:
        self._grammar, self._fields, self.forms = grammar, fields, forms
        self.read_once = lru_cache(1 << 13)(self._parsed)
        self._starts = ["action", *re.findall(r"^\??(items)\b", grammar, re.MULTILINE)]

    @cached_property
    def _parser(self) -> Any:
        from lark import Lark  # a tick that reads no line does without it

        return Lark(self._grammar, start=self._starts, parser="lalr")

    @cached_property
    def _beginnings(self) -> Mapping[str, re.Pattern[str]]:
        """How an action and a list of things may begin."""
        parser = self._parser
        accepted = {start: parser.parse_interactive("", start=start).accepts() - {"$END"} for start in self._starts}
        return {
            start: re.compile(
                "|".join(rf"(?:{parser.get_terminal(name).pattern.to_regexp()})" for name in sorted(names))
            )
            for start, names in accepted.items()
        }

    @cached_property
    def _anywhere(self) -> re.Pattern[str]:
        """How an action may begin anywhere in a line."""
        return re.compile(rf"(?<!\w)(?:{self._beginnings['action'].pattern})(?!\w)")

    def canonical(self, line: str, names: Mapping[str, str] | None = None) -> Read | None:
        """What the grammar reads in a line as it stands, without what means nothing at its ends, or with its names marked."""
        written = dict.fromkeys((line, _marked(line, names)) if names else (line,))
        wordings = dict.fromkeys(bare(said, to_the_end=to_the_end) for said in written for to_the_end in (False, True))
        found = next(filter(None, (self.read_once(said, "action") for said in wordings)), None)
        return Read((self.line(*found),), found[0], deepcopy(found[1])) if found else None

    def told(self, read: Read) -> dict[str, str]:
        """The slots of an action as canonical lines write them."""
        return {name: self._fields.shown(name, value) for name, value in read.fields.items()}

    def items(self, said: str) -> Any:
        """A list of things alone, as in a revealed text; None where it is none."""
        found = self.read_once(bare(said), "items") if "items" in self._starts else None
        return deepcopy(found[1]) if found else None

    def line(self, kind: str, fields: Mapping[str, Any]) -> str:
        """The canonical line of an action that was read."""
        return self.put(kind, {name: self._fields.shown(name, value) for name, value in fields.items()})

    def _parsed(self, said: str, start: str) -> tuple[str, dict[str, Any]] | None:
        from lark.exceptions import UnexpectedInput

        if not self._beginnings[start].match(said):
            return None
        try:
            return self._fields.meaning(self._parser.parse(said, start=start))  # type: ignore[no-any-return]
        except UnexpectedInput:
            return None

    def is_begun(self, said: str) -> bool:
        """Whether an action may begin somewhere in a line: up to where it may be parted stands one, or the beginning of one."""
        begins = (said[found.start() :] for found in self._anywhere.finditer(said))
        parts = (ANY_SEPARATOR.split(each, maxsplit=1)[0] for each in begins)
        return any(self._goes_on(bare(part)) or self._goes_on(bare(part, to_the_end=False)) for part in parts)

    def _goes_on(self, said: str) -> bool:
        """Whether the grammar takes all words of a text, be there more to come or not."""
        from lark.exceptions import UnexpectedInput, UnexpectedToken

        try:
            self._parser.parse(said, start="action")
        except UnexpectedInput as error:
            return isinstance(error, UnexpectedToken) and error.token.type == "$END"
        return True

    def ends_of_items(self, said: str) -> list[int]:
        """Where a list of things that begins a text may end, the longest first."""
        from lark.exceptions import UnexpectedInput

        ends = list[int]()
        if "items" in self._starts and self._beginnings["items"].match(said):
            with suppress(UnexpectedInput):
                for token in self._parser.parse_interactive(said, start="items").iter_parse():
                    ends.insert(0, token.end_pos or 0)
        return ends

    def put(self, kind: str, slots: Mapping[str, Any]) -> str:
        """An action's canonical line; a part in brackets only stands where its slots are filled."""
        parts = re.split(r"[\[\]]", self.forms[kind])
        kept = (part for n, part in enumerate(parts) if n % 2 == 0 or slots.keys() >= {*re.findall(r"{(\w+)", part)})
        return " ".join("".join(kept).format_map(defaultdict(str, slots)).split())


def _marked(said: str, names: Mapping[str, str]) -> str:
    """A line with its known names as the grammar writes them, the longest first; what is marked already stays."""
    lowered = said.lower()
    pattern, written = _marks_of(tuple(each for each in names.items() if each[0].lower() in lowered))
    return pattern.sub(lambda found: written.get(found[0].lower(), found[0]), said)


@lru_cache(1 << 10)
def _marks_of(names: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Finds names of people and things, but within marks; and how the grammar writes each."""
    known = "|".join(re.escape(name) for name, _ in sorted(names, key=lambda each: -len(each[0]))) or "(?!)"
    pattern = re.compile(rf"\"[^\"]*\"|\*\*[^*]*\*\*|(?<![\w@#])(?:{known})(?!\w)", re.IGNORECASE)
    return pattern, {name.lower(): shown for name, shown in names}
