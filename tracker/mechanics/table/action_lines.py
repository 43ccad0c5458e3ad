"""Lines of a log by which players act: what a line says, whose action it is, and which of the known forms it has.

Letter case, list marks, quote marks of wikitext, the signature, a final stop, "I", "please" and articles do not matter.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeVar

from tracker.mechanics.table.authored_lines import SIGNATURE

LONGEST = 2_000
"""A longer line says nothing that could be understood."""
MOST_ACTIONS = 50
"""What stands in a line beyond so many actions is one action more, which nobody understands."""

Owner = TypeVar("Owner")
Argument = int | str
"""What a parameter got: a number, a player's key, one of the choices, or a text."""
ParameterType = Literal["integer", "player", "choice", "text"]

_MARKS = re.compile(r"^[\s*#:;]+")
_QUOTES = re.compile(r"'{2,}")
_LINK = re.compile(r"\[\[\s*:?(?:[^\[\]|]*:)?([^\[\]|]*?)\s*(?:\|([^\[\]]*))?\]\]")
_SIGNED = re.compile(rf"(?<!\s){SIGNATURE}\s*\Z")
_OTHER_SIGNATURE = re.compile(
    r"(?:(?<!\s)\s+)?(?:--|–|—)\s*(?:<[^<>]*>\s*)*\[\[\s*User(?:[ _]talk)?\s*:", re.IGNORECASE
)
"""How one begins that somebody made up for themself."""
_TIME = r"[0-9]{1,2}:[0-9]{2},\s+[0-9]{1,2}\s+\w+\s+[0-9]{4}\s*\(UTC\)"
_PLAIN_SIGNATURE = re.compile(
    rf"(?:(?<!\s)\s+)?(?:~{{3,5}}|(?:--|–|—)\s*(?P<name>[^;:\[\]~–—]{{0,100}}?)\s*(?:\(talk\)\s*)?(?:~{{3,5}}|(?<!\d){_TIME}))\s*\Z"
)
"""One without a link: typed by hand, or left for the wiki to fill in."""
_BARE_SIGNATURE = re.compile(
    r"(?:(?<!\s)\s+(?:--|–|—)\s*|(?<=\w)--)(?P<name>[^\W\d_][\w.'’]*(?:[ -]\w[\w.'’]*){0,2})\s*\Z"
)
"""A name alone behind a dash: one word, or up to three of which none begins with a small letter."""
_DASH = re.compile(r"--|[–—]")
_BARE_LINK = re.compile(r"\s*\[\[[^\[\]]*\]\]\s*")
_SIGNER = re.compile(r"\[\[\s*User(?:[ _]talk)?\s*:\s*([^\[\]|/#]*)", re.IGNORECASE)
_BETWEEN = re.compile(
    r"(?:(?<!\s)\s+)?;\s*(?:(?:and\s+)?then\s+)?|(?:(?:(?<!\s)\s+)?,|(?<!\s))\s+(?:and\s+)?then\s+", re.IGNORECASE
)
_FOR_SOMEBODY = re.compile(r"for\s+([^:]{1,100}?)\s*:\s*", re.IGNORECASE)
_WITHOUT_MEANING = ("i", "please", "a", "an", "the")
_SKIPPED = rf"(?:(?:{'|'.join(_WITHOUT_MEANING)}),?\s+){{0,3}}?"
"""What may stand before any word and means nothing; as little of it as will do, for names may begin so."""
_END = r"(?:,?\s+please)?[\s.!]*\Z"
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_INTEGER = r"[+-]?[0-9]{1,30}"
_PIECE = re.compile(r"\{([^{}]*)\}|([^\s{}]+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a form leaves open: a number within bounds, a player by name, one of some choices, or any text."""

    name: str
    type: ParameterType
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    default: Argument | None = None
    """What it is where a form does not say it."""


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write an action: words and parameters in order."""

    text: str
    pieces: tuple[str | Parameter, ...]

    @property
    def words(self) -> int:
        """How many words of its own it has: of two forms that fit, the one with more is meant."""
        return sum(isinstance(piece, str) for piece in self.pieces)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What it leaves open."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Parameter))


@dataclass(frozen=True, slots=True)
class Said:
    """One action of a line: its number from 1, its words, and by whose name it is entered for somebody else ("" for nobody)."""

    n: int
    words: str
    of: str = ""


def read_form(text: str, parameters: Mapping[str, Parameter] | None = None) -> Form:
    """A form from its text, in which ``{name}`` is a parameter; raises ValueError saying what is amiss with it."""
    pieces: list[str | Parameter] = []
    for found in _PIECE.finditer(text):
        if found[1] is None:
            pieces += [] if found[2].casefold() in _WITHOUT_MEANING else [found[2]]
            continue
        parameter = (parameters or {}).get(found[1])
        if parameter is None:
            raise ValueError(f"there is no parameter {{{found[1]}}}")
        pieces.append(parameter)
    _check(text, pieces)
    return Form(text, tuple(pieces))


def _check(text: str, pieces: Sequence[str | Parameter]) -> None:
    if "{" in _PIECE.sub("", text) or "}" in _PIECE.sub("", text):
        raise ValueError("a brace has no partner")
    if not any(isinstance(piece, str) for piece in pieces):
        raise ValueError("it has no word of its own")
    names = [piece.name for piece in pieces if isinstance(piece, Parameter)]
    if len(names) != len(set(names)):
        raise ValueError("a parameter stands in it twice")
    kinds = ["text" if isinstance(piece, Parameter) and piece.type == "text" else "" for piece in pieces]
    if kinds.count("text") > 1:
        raise ValueError("only one parameter of a line can be a text")


# --- what a line says ---------------------------------------------------------------------------------------------------------------


def signed_by(line: str) -> str:
    """The account or name that a line's typed signature names; "" without one. It proves nothing: the revision's editor counts."""
    _, signature = _parted(line)
    found = _SIGNER.search(signature)
    if found is not None:
        return " ".join(found[1].replace("_", " ").split())
    plain = _PLAIN_SIGNATURE.search(signature) or _BARE_SIGNATURE.search(signature)
    return " ".join((plain["name"] or "").split()) if plain else ""


def said(line: str, names: Iterable[str] = ()) -> str:
    """What a line says: without list marks, signature, quote marks and links; with single blanks.

    What ends in one of the ``names`` that hold a dash is not taken for signed by its last part.
    """
    text, _ = _parted(line, names)
    text = _QUOTES.sub("", _MARKS.sub("", text))
    return " ".join(_LINK.sub(lambda found: found[2] or found[1], text).split())


def _parted(line: str, names: Iterable[str] = ()) -> tuple[str, str]:
    """A line's words and its signature. A link to a user alone is none: it may name whom an action is about."""
    # An entity would end an action with its semicolon.
    line = " ".join(html.unescape(line[:LONGEST]).split())
    plain = _PLAIN_SIGNATURE.search(line) or _bare_signature(line, names)
    if plain is not None:
        return line[: plain.start()], line[plain.start() :]
    found = _SIGNED.search(line)
    end = len(line) if found is None or _BARE_LINK.fullmatch(found[0]) else found.start()
    end = max((other.start() for other in _OTHER_SIGNATURE.finditer(line, 0, end)), default=end)
    return line[:end], line[end:]


def _bare_signature(line: str, names: Iterable[str]) -> re.Match[str] | None:
    found = _BARE_SIGNATURE.search(line)
    words = found["name"].split() if found else []
    if len(words) > 1 and any(word[0].islower() for word in words):
        return None
    ends = line.casefold()
    is_name = any(ends.endswith(name.casefold()) for name in names if _DASH.search(name))
    return None if is_name else found


def actions_of(line: str, names: Iterable[str] = ()) -> tuple[Said, ...]:
    """The actions of a line in order: ``;`` and "then" stand between them.

    ``for NAME:`` in front of one says whose it and those after it are (BN-223); ``for me:`` ends that. The known ``names`` may
    hold such words and colons themselves. A line that says nothing has no action.
    """
    if len(line) > LONGEST:
        return (Said(1, " ".join(line[:LONGEST].split())),)
    names = tuple(names)
    odd = tuple(name for name in names if _BETWEEN.search(name) or ":" in name)
    of, found = "", list[Said]()
    for part in _split(said(line, names), odd):
        words, name = _addressed(part, odd)
        if name is not None:
            of = "" if name.casefold() in ("me", "myself") else name
        if words:
            found.append(Said(len(found) + 1, words, of))
    return tuple(found)


def _split(text: str, odd: Sequence[str]) -> list[str]:
    """The parts between separators, those inside a known name left alone."""
    spans = [found.span() for name in odd for found in re.finditer(re.escape(name), text, re.IGNORECASE)]
    parts, start = list[str](), 0
    for found in _BETWEEN.finditer(text):
        is_free = not any(first < found.end() and found.start() < last for first, last in spans)
        if is_free and len(parts) < MOST_ACTIONS:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _addressed(text: str, odd: Sequence[str]) -> tuple[str, str | None]:
    """The words behind ``for NAME:`` and the name; None where nobody is named."""
    for name in sorted(odd, key=len, reverse=True):
        if found := re.match(rf"for\s+{re.escape(name)}\s*:\s*", text, re.IGNORECASE):
            return text[found.end() :], name
    found = _FOR_SOMEBODY.match(text)
    return (text[found.end() :], found[1]) if found else (text, None)


# --- which form it has --------------------------------------------------------------------------------------------------------------


def match(forms: Sequence[Form], words: str, names: Mapping[str, str]) -> dict[str, Argument] | None:
    """The arguments with which words have the form that fits best; None where none does.

    ``names`` maps the names of players, as they may be written, to their keys.
    """
    found = best(((form, form) for form in forms), words, names)
    return None if found is None else found[1]


def best(
    forms: Iterable[tuple[Owner, Form]], words: str, names: Mapping[str, str]
) -> tuple[Owner, dict[str, Argument]] | None:
    """Of forms with what each belongs to, whose form fits best, and the arguments; the first of those with the most own words."""
    fitting = [
        (form.words, owner, arguments)
        for owner, form in forms
        if (arguments := _arguments(form, words, names)) is not None
    ]
    if not fitting:
        return None
    _, owner, arguments = max(fitting, key=lambda one: one[0])
    return owner, arguments


def _arguments(form: Form, words: str, names: Mapping[str, str]) -> dict[str, Argument] | None:
    first = form.pieces[0]
    if isinstance(first, str) and first.casefold() not in words.casefold():
        return None
    called = tuple(sorted(names)) if any(each.type == "player" for each in form.parameters) else ()
    found = _pattern(form, called).match(words)
    if found is None:
        return None
    given = {each.name: _typed(each, found[f"p{nth}"], names) for nth, each in enumerate(form.parameters)}
    arguments = {name: argument for name, argument in given.items() if argument is not None}
    return arguments if len(arguments) == len(given) else None


def _typed(parameter: Parameter, text: str, names: Mapping[str, str]) -> Argument | None:
    """An argument by its type; None where it is out of bounds or names nobody."""
    if parameter.type == "text":
        return " ".join(text.split())
    if parameter.type == "integer":
        number, low, high = int(text), parameter.minimum, parameter.maximum
        return number if (low is None or number >= low) and (high is None or number <= high) else None
    known = names if parameter.type == "player" else {choice: choice for choice in parameter.choices}
    return {_folded(spelling): meant for spelling, meant in _spellings(known).items()}.get(_folded(text))


def _folded(name: str) -> str:
    return " ".join(name.replace("’", "'").split()).casefold()


def _spellings(names: Mapping[str, str]) -> dict[str, str]:
    """The names, and those that begin with an article also without it, unless another is called so; each with what it means."""
    taken = {_folded(name) for name in names}
    short = {_ARTICLE.sub("", name): meant for name, meant in names.items()}
    return {name: meant for name, meant in short.items() if name and _folded(name) not in taken} | dict(names)


@lru_cache(maxsize=1024)
def _pattern(form: Form, names: tuple[str, ...]) -> re.Pattern[str]:
    """A form as a pattern: what does not matter is passed over between its pieces."""
    text, nth = "", 0
    for piece in form.pieces:
        if isinstance(piece, str):
            text += _before(text, piece) + _literal(piece) + (r"(?!\w)" if piece[-1].isalnum() else "")
        else:
            text += f"{_before(text, piece.name)}(?P<p{nth}>{_open(piece, names)})"
            nth += 1
    return re.compile(text + _END, re.IGNORECASE)


def _literal(text: str) -> str:
    """A text as it stands, with either sort of apostrophe."""
    return re.sub("['’]", "['’]", re.escape(text))


def _before(text: str, piece: str) -> str:
    """What may stand between what was said so far and the next piece; a comma needs no blank."""
    if not piece[0].isalnum() and piece[0] != "_":
        return r"\s*"
    return rf"\s+{_SKIPPED}" if text else _SKIPPED


def _open(parameter: Parameter, names: tuple[str, ...]) -> str:
    if parameter.type == "integer":
        return _INTEGER
    if parameter.type == "text":
        return r"\S(?:.*?\S)?"
    known = names if parameter.type == "player" else parameter.choices
    spellings = sorted(_spellings(dict.fromkeys(known, "")), key=lambda name: (-len(name), name))
    return "|".join(r"\s+".join(map(_literal, name.split())) + r"(?!\w)" for name in spellings) or r"(?!)"
