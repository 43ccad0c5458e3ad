"""Clauses of a ruleset, with text hashes and rulings, and the dated numbers that stand in them."""

from __future__ import annotations

import hashlib
import html
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from tracker.core.clause_pattern import ValuePattern, pattern_of
from tracker.core.instants import EPOCH
from tracker.core.written_numbers import MOST
from tracker.errors import NotInForceError, RuleError, UnknownParameterError

Value = TypeVar("Value")

CLASSES = ("AUTO", "AUDIT", "ASSIST", "TEXT")
CONFIRM_CLAUSE, CONFIRM_RULE = "confirm-clause", "confirm-rule"
"""How the questions begin by which people confirm that a clause, or a whole rule, is carried out as it now reads (law 7)."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered piece of a ruleset: where it stands, who decides it, and the hash of its rule's text as we know it."""

    id: str
    title: str
    path: tuple[str, ...]
    klass: str
    text_hash: str = ""
    rulings: tuple[str, ...] = ()
    history: tuple[Mapping[str, Any], ...] = ()
    since: str = ""
    """The day from which rulesets have it, where they had not from the first; "" where they always had."""
    until: str = ""
    """The day from which rulesets have it no more; "" where they still have."""

    @property
    def place(self) -> str:
        """The title path as people write it."""
        return " › ".join(self.path)

    @property
    def known_hashes(self) -> frozenset[str]:
        """The hashes of every wording that the code carries out: the newest, and those that ``history`` gives a ``text_hash``."""
        return frozenset({self.text_hash, *(str(entry["text_hash"]) for entry in self.history if "text_hash" in entry)})


class ClauseIndex(Mapping[str, Clause]):
    """Every clause of one game by its id."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        """Refuse two clauses of one id."""
        self._clauses: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in self._clauses:
                raise RuleError(f"clause {clause.id} stands twice", place="clauses.toml")
            self._clauses[clause.id] = clause

    def __getitem__(self, id: str) -> Clause:
        """The clause of that id; raises RuleError with the id where there is none."""
        try:
            return self._clauses[id]
        except KeyError:
            raise RuleError(f"there is no clause {id}", place="clauses.toml") from None

    def __contains__(self, id: object) -> bool:
        """Whether there is a clause of that id."""
        return id in self._clauses

    def __iter__(self) -> Iterator[str]:
        """The ids in the order of the ruleset."""
        return iter(self._clauses)

    def __len__(self) -> int:
        """How many clauses."""
        return len(self._clauses)


def load_clauses(path: Path) -> ClauseIndex:
    """Read a game's ``clauses.toml``; raises RuleError naming the clause that is not well formed."""
    return ClauseIndex(_clause(id, entry) for id, entry in _toml(path).items())


def _clause(id: str, entry: Mapping[str, Any]) -> Clause:
    if entry.get("class") not in CLASSES:
        raise RuleError(f"{id}: class must be one of {', '.join(CLASSES)}", place="clauses.toml")
    return Clause(
        id=id,
        title=entry["title"],
        path=tuple(entry["path"]),
        klass=entry["class"],
        text_hash=entry.get("text_hash", ""),
        rulings=tuple(entry.get("rulings", ())),
        history=tuple(entry.get("history", ())),
        since=entry.get("since", ""),
        until=entry.get("until", ""),
    )


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise RuleError(str(error), place=str(path)) from error


# --- dated values -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dated(Generic[Value]):
    """A value that holds from ``since`` until the next dated value; None means repealed."""

    since: datetime
    value: Value | None


@dataclass(frozen=True, slots=True)
class Parameter(Generic[Value]):
    """A number, word or switch of a rule as a list of dated values, each with the clause it stands in (law 6).

    ``pattern`` finds a value that stands in the clause's text. Of an open one, a table or list may come to hold other names and
    words than it has (``is_shaped_like``). ``least`` and ``most`` bound its number, or every number in its table.
    """

    name: str
    clause: str
    unit: str
    values: tuple[Dated[Value], ...]
    description: str = ""
    choices: tuple[str, ...] = ()
    pattern: ValuePattern | None = field(default=None, repr=False)
    is_open: bool = False
    least: int = 0
    most: int = MOST
    _starts: tuple[datetime, ...] = field(init=False, repr=False, default=())

    def __post_init__(self) -> None:
        """Check that the dates rise."""
        starts = tuple(dated.since for dated in self.values)
        if not starts or list(starts) != sorted(set(starts)):
            raise RuleError(
                f"parameter {self.name}: its dates must rise and there must be one", place="parameters.toml"
            )
        object.__setattr__(self, "_starts", starts)

    def at(self, when: datetime) -> Value:
        """The value in force; raises NotInForceError before the first date and while it is repealed."""
        newest = self.values[-1]
        if when >= newest.since:
            value = newest.value
        else:
            place = bisect_right(self._starts, when) - 1
            value = self.values[place].value if place >= 0 else None
        if value is None:
            raise NotInForceError(f"parameter {self.name} ({self.clause}) is not in force at {when.isoformat()}")
        return value

    def bounds(self, value: object) -> bool:
        """Whether a number, or every number in a table, lies within the bounds; what holds no number does."""
        if isinstance(value, dict):
            return all(map(self.bounds, value.values()))
        return not isinstance(value, int) or self.least <= value <= self.most

    def out_of_bounds(self, value: object) -> str:
        """What is said of a number that does not lie within the bounds; "" of any other value."""
        return "" if self.bounds(value) else f"allowed are whole numbers from {self.least} to {self.most}"

    @property
    def is_lasting(self) -> bool:
        """Whether one value holds at every instant."""
        return len(self.values) == 1 and self.values[0].since == EPOCH and self.values[0].value is not None

    def with_value(self, since: datetime, value: Value) -> Parameter[Value]:
        """The same parameter with one more dated value, in its place by date."""
        if self.choices and value not in self.choices:
            raise RuleError(f"parameter {self.name} must be one of {', '.join(self.choices)}, not {value!r}")
        kept = [dated for dated in self.values if dated.since != since]
        values = tuple(sorted([*kept, Dated(since, value)], key=lambda dated: dated.since))
        return replace(self, values=values)


def is_shaped_like(value: object, like: object) -> bool:
    """Whether a value may stand where ``like`` stands: a count for a count, a text for a text, a list of texts, a table.

    What a table holds under a known name is shaped like what ``like`` holds there, and else like anything in ``like``; a row of
    a table of rows may hold what any other row does.
    """
    if isinstance(like, dict):
        return isinstance(value, dict) and all(
            _is_text(name) and _fits(name, item, like) for name, item in value.items()
        )
    if isinstance(like, list):
        return isinstance(value, list) and all(map(_is_text, value))
    if isinstance(like, int):
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST
    return _is_text(value)


def _fits(name: str, item: object, table: Mapping[str, object]) -> bool:
    rows = [row for row in table.values() if isinstance(row, dict)]
    known = table.get(name)
    if rows and (known is None or isinstance(known, dict)):
        return is_shaped_like(item, {column: like for row in (*rows, known or {}) for column, like in row.items()})
    likes = table.values() if known is None else [known]
    return any(is_shaped_like(item, like) for like in likes)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


class Parameters(Mapping[str, Parameter[Any]]):
    """Every dated number, word and switch of one game by its name."""

    def __init__(self, parameters: Iterable[Parameter[Any]]) -> None:
        """Refuse two parameters of one name."""
        self._parameters: dict[str, Parameter[Any]] = {}
        for parameter in parameters:
            if parameter.name in self._parameters:
                raise RuleError(f"parameter {parameter.name} stands twice", place="parameters.toml")
            self._parameters[parameter.name] = parameter

    def __getitem__(self, name: str) -> Parameter[Any]:
        """The parameter of that name; raises UnknownParameterError where there is none."""
        try:
            return self._parameters[name]
        except KeyError:
            raise UnknownParameterError(f"there is no parameter {name}", place="parameters.toml") from None

    def __contains__(self, name: object) -> bool:
        """Whether there is a parameter of that name."""
        return name in self._parameters

    def __iter__(self) -> Iterator[str]:
        """The names in file order."""
        return iter(self._parameters)

    def __len__(self) -> int:
        """How many parameters."""
        return len(self._parameters)

    def at(self, when: datetime) -> Mapping[str, Any]:
        """All values in force at one instant; what is not in force is left out."""
        inforce = {}
        for name, parameter in self._parameters.items():
            try:
                inforce[name] = parameter.at(when)
            except NotInForceError:
                continue
        return inforce

    def with_value(self, name: str, since: datetime, value: Any) -> Parameters:
        """The same parameters with one more dated value of one of them (a setting, or a number read from the ruleset)."""
        changed = self[name].with_value(since, value)
        return Parameters(changed if known == name else parameter for known, parameter in self._parameters.items())


def load_parameters(path: Path) -> Parameters:
    """Read a game's ``parameters.toml``; raises RuleError naming the parameter that is not well formed."""
    return Parameters(_parameter(name, entry) for name, entry in _toml(path).items())


def _parameter(name: str, entry: Mapping[str, Any]) -> Parameter[Any]:
    if not entry.get("clause"):
        raise RuleError(f"parameter {name} names no clause", place="parameters.toml")
    dated = entry.get("values") or [{"since": EPOCH, "value": entry["value"]}]
    return Parameter(
        name=name,
        clause=entry["clause"],
        unit=entry.get("unit", ""),
        values=tuple(Dated(_since(item["since"]), item.get("value")) for item in dated),
        description=entry.get("description", ""),
        choices=tuple(entry.get("choices", ())),
        pattern=pattern_of(entry, dated[-1].get("value")),
        is_open=entry.get("open", False),
        least=entry.get("least", 1 if name.endswith("_divisor") else 0),
        most=entry.get("most", MOST),
    )


def _since(value: datetime | date) -> datetime:
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    return datetime(value.year, value.month, value.day, tzinfo=UTC)


# --- the text of a clause -----------------------------------------------------------------------------------------------------------

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_UNSEEN = re.compile(r"\[\[\s*(?i:category)\s*:[^\[\]]*\]\]|__[A-Z]+__")
_TAG = re.compile(r"</?(?P<name>[a-zA-Z]+)(?P<attributes>[^<>]*)>")
_HIDING_TAGS = frozenset({"s", "strike", "del", "ins", "includeonly", "onlyinclude", "noinclude", "ref"})
_HIDING_STYLE = re.compile(r"display|visibility|line-through|opacity", re.IGNORECASE)
"""Tags and styles that strike words out, hide them or show them elsewhere: those are no layout."""
_EXTERNAL_LINK = re.compile(r"\[(?:https?:)?//[^\s\[\]]+ ([^\[\]]*)\]")
_PIPED_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " "})
_EMPHASIS = re.compile(r"'{2,}")
_BULLET = re.compile(r"^[*#:;•\s]+", re.MULTILINE)
_COUNTED_BULLET = re.compile(r"^[:;\s]*([*#•])[*#:;•]*", re.MULTILINE)
_KEPT_BULLETS = {"*": " • ", "•": " • ", "#": " # "}


def normalise(wikitext: str, terms: Mapping[str, str] | None = None, *, keep_bullets: bool = False) -> str:
    """Text without layout noise: white space, quotes, bold, links, bullets; and with the terms of the day put back (law 7).

    Comments, tags (but those that strike out or hide), categories and behaviour switches are left out, and entities
    (``&nbsp;``) read as what they stand for.
    ``terms`` maps the words in use (say ``Pilot``) to the words our hashes were taken with. With ``keep_bullets`` a line that
    is a bullet point or numbered stays one, whatever its depth: some rules count them.
    """
    text = _UNSEEN.sub("", _COMMENT.sub("", wikitext))
    text = _EXTERNAL_LINK.sub(r"\1", _PIPED_LINK.sub(r"\1", _TAG.sub(_kept_tag, text)))
    text = html.unescape(_EMPHASIS.sub("", text)).translate(_QUOTES)
    text = _COUNTED_BULLET.sub(_kept_bullet, text) if keep_bullets else _BULLET.sub("", text)
    for used, known in (terms or {}).items():
        text = re.sub(rf"\b{re.escape(used)}(?=(?:e?s|'s)?\b)", known, text)
    return " ".join(text.split())


def _kept_tag(found: re.Match[str]) -> str:
    hides = found["name"].casefold() in _HIDING_TAGS or _HIDING_STYLE.search(found["attributes"])
    return found[0] if hides else ""


def _kept_bullet(found: re.Match[str]) -> str:
    return _KEPT_BULLETS[found[1]]


def text_hash(wikitext: str, terms: Mapping[str, str] | None = None, *, keep_bullets: bool = False) -> str:
    """SHA-256 of the normalised text."""
    return words_hash(normalise(wikitext, terms, keep_bullets=keep_bullets))


def wording_digests(*texts: str) -> str:
    """SHA-256 of each text, with blanks between: what a decision keeps of the wording that was shown to whoever made it."""
    return " ".join(map(words_hash, texts))


_MARK = 12
"""How many digits stand for a wording in commands."""


def wording_mark(wording: str) -> str:
    """What stands for a wording in commands and on pages, so that nobody answers for a later one unawares; "" for none."""
    return words_hash(wording)[:_MARK] if wording else ""


def words_hash(words: str) -> str:
    """SHA-256 of a text that is normalised already."""
    # Text from outside may hold half a surrogate pair, which plain UTF-8 cannot write.
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()
