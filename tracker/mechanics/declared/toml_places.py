"""Where in a TOML text its tables, keys and entries of lists stand: the standard reader does not say."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The way to a thing: ``("action", 0, "steps", 2)``."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|\n|[\[\]{}=,]"
    r"|[^\s\"'#\[\]{}=,]+",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int


class Places:
    """The lines (from 1) of everything that a sound TOML text holds."""

    def __init__(self, text: str) -> None:
        """Read the text once; of one that is not sound whatever can be found."""
        self._lines: dict[Path, int] = {}
        self._tables: dict[Path, int] = {}
        self._at: Path = ()
        for statement in _statements(text):
            if statement[0].text == "[":
                self._header(statement)
            else:
                self._pair(statement)

    def line(self, *path: str | int) -> int:
        """The line where a thing stands, else that of the nearest thing around it; 1 where there is none."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return 1

    def _header(self, tokens: list[_Token]) -> None:
        """``[table]`` or ``[[table]]``: what follows stands in it."""
        path: Path = ()
        for part in _parts(token for token in tokens if token.text not in "[]"):
            path = self._inside(path, part)
        if len(tokens) > 1 and tokens[1].text == "[":
            bare = path[:-1] if path and isinstance(path[-1], int) else path
            self._tables[bare] = self._tables.get(bare, -1) + 1
            path = (*bare, self._tables[bare])
        self._lines.setdefault(path, tokens[0].line)
        self._at = path

    def _inside(self, path: Path, part: str) -> Path:
        """A table inside another; of a list of tables the last one is meant."""
        inner = (*path, part)
        return (*inner, self._tables[inner]) if inner in self._tables else inner

    def _pair(self, tokens: list[_Token]) -> None:
        """``key = value``, of a list also where each of its entries begins."""
        ends = next((place for place, token in enumerate(tokens) if token.text == "="), len(tokens))
        path: Path = (*self._at, *_parts(tokens[:ends]))
        self._lines.setdefault(path, tokens[0].line)
        depth, entry, is_new = 0, 0, True
        for token in tokens[ends + 1 :]:
            if depth == 1 and is_new and token.text not in "],":
                self._lines.setdefault((*path, entry), token.line)
                is_new = False
            if depth == 1 and token.text == ",":
                entry, is_new = entry + 1, True
            depth += (token.text in ("[", "{")) - (token.text in ("]", "}"))


def _statements(text: str) -> Iterator[list[_Token]]:
    """The tokens of each header and each pair; a line ends one, unless brackets are open."""
    ends = [found.start() for found in re.finditer("\n", text)]
    statement, depth = list[_Token](), 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "\n":  # noqa: S105 - a line's end, no password  # nosec B105
            if statement and depth <= 0:
                yield statement
                statement, depth = [], 0
        elif not token.startswith("#"):
            depth += (token in ("[", "{")) - (token in ("]", "}"))
            statement.append(_Token(token, bisect_right(ends, found.start() - 1) + 1))
    if statement:
        yield statement


def _parts(tokens: Iterator[_Token] | list[_Token]) -> Iterator[str]:
    """The names of a dotted key."""
    for token in tokens:
        if token.text[0] in "\"'":
            yield token.text[1:-1]
        else:
            yield from filter(None, token.text.split("."))
