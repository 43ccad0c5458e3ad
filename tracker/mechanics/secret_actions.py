"""Secret actions: a SHA-256 hash posted first and its text shown later; which hash a message bears and which reading of a text it has."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

_HASH = re.compile(r"(?<![0-9A-Za-z])[0-9A-Fa-f]{64}(?![0-9A-Za-z])")
_WORD = re.compile(r"[0-9A-Za-z]+")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_DIGITS = re.compile(r"(?:[0-9A-Fa-f][^0-9A-Za-z]*){40}")
_NEARLY = range(40, 129)
"""Lengths of hexadecimal words that somebody may have meant for a hash of 64."""

# --- the hash that a message bears -----------------------------------------------------------------------------------


def hashes_in(text: str) -> tuple[str, ...]:
    """The different SHA-256 hashes in a text, 64 hexadecimal digits in either case, in lower case and in order (R10-134)."""
    return tuple(dict.fromkeys(found.lower() for found in _HASH.findall(text)))


def hash_fault(text: str) -> str:
    """Why a text does not bear exactly one hash, as a short phrase; "" where it does."""
    found = hashes_in(text)
    if len(found) == 1:
        return ""
    if found:
        return f"it bears {len(found)} different hashes"
    if any(sum(map(len, run)) >= 64 and _is_split(run) for run in _runs(text)):
        return "the hash has blanks or invisible characters in it"
    lengths = [len(word) for word in _WORD.findall(text) if len(word) in _NEARLY and _HEX.fullmatch(word)]
    if lengths:
        return f"a hash has 64 hexadecimal digits, this one {lengths[0]}"
    return "it bears no hash of 64 hexadecimal digits"


def _runs(text: str) -> Iterator[list[str]]:
    """The words of hexadecimal digits that only blanks and what nobody sees stand between."""
    run: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        if not all(_is_blank(each) for each in text[end : word.start()]):
            yield run
            run = []
        if _HEX.fullmatch(word[0]):
            run.append(word[0])
        else:
            yield run
            run = []
        end = word.end()
    yield run


def _is_blank(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in ("Cf", "Cc")


def _is_split(run: list[str]) -> bool:
    """Whether some words next to each other have 64 digits together."""
    ends = [0]
    for word in run:
        ends.append(ends[-1] + len(word))
    starts = set(ends)
    return any(end - 64 in starts for end in ends)


# --- the text that a hash is of --------------------------------------------------------------------------------------

_AFTER_WORD = re.compile(r"\breveal(?:s|ed|ing)?\b[^\S\n]*:?(?:[*_]{1,3}(?=\s))?", re.IGNORECASE)
_AFTER_COLON = re.compile(r"\breveal(?:s|ed|ing)?\b[^:\n]{0,60}:(?:[*_]{1,3}(?=\s))?", re.IGNORECASE)
_BLOCK = re.compile(r"```(.*?)```", re.DOTALL)
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_BLANKS = re.compile(r"[^\S\n]+")
_EMPHASIS = re.compile(r"[*_~]+")
_ESCAPING = re.compile(r"\\(?=[^\w\s])")
_LINE_END = re.compile(r"\r?\n")
_LANGUAGE = re.compile(r"[\w+.#-]*[^\S\n]*\r?\n")

MOST_SOURCES = 64
"""Of a message with more pieces of code than this the others are not tried."""

_Change = tuple[str, Callable[[str], str]]
_READINGS: tuple[_Change, ...] = (
    ("", lambda text: text),
    ("trimmed", lambda text: text.strip()),
    ("trimmed plus LF", lambda text: text.strip() + "\n"),
    ("trimmed plus CRLF", lambda text: text.strip() + "\r\n"),
    ("with CRLF line ends", lambda text: _crlf(text)),
    ("trimmed, with CRLF line ends", lambda text: _crlf(text.strip())),
    ("trimmed plus CRLF, with CRLF line ends", lambda text: _crlf(text.strip()) + "\r\n"),
)
_PLAIN_QUOTES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00ab": '"', "\u00bb": '"'}
)
_PLAIN_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_NEAR: tuple[_Change, ...] = (
    ("line ends are LF", lambda text: text.replace("\r\n", "\n")),
    ("blanks at the ends of lines are left out", lambda text: _by_line(text, str.rstrip)),
    ("every run of blanks is one blank", lambda text: _BLANKS.sub(" ", text)),
    ("line ends are blanks", lambda text: _by_line(text.strip(), str.strip).replace("\n", " ")),
    ("all white space is one blank", lambda text: " ".join(text.split())),
    ("empty lines are left out", lambda text: "\n".join(line for line in text.split("\n") if line.strip())),
    ("all blanks are left out", lambda text: "".join(text.split())),
    ("quotes are straight", lambda text: text.translate(_PLAIN_QUOTES)),
    ("dashes are hyphens", lambda text: text.translate(_PLAIN_DASHES)),
    ("quotes are straight and dashes hyphens", lambda text: text.translate(_PLAIN_QUOTES).translate(_PLAIN_DASHES)),
    ("what nobody sees is left out", lambda text: "".join(each for each in text if unicodedata.category(each) != "Cf")),
    ("letters are composed", lambda text: unicodedata.normalize("NFC", text)),
    ("letters are decomposed", lambda text: unicodedata.normalize("NFD", text)),
    ("look-alike characters are plain ones", lambda text: unicodedata.normalize("NFKC", text)),
    ("emphasis is left out", lambda text: _EMPHASIS.sub("", text)),
    ("backslashes before marks are left out", lambda text: _ESCAPING.sub("", text)),
    ("quotes around it are left out", lambda text: text.strip().strip("\"'\u201c\u201d")),
    ("the last full stop is left out", lambda text: text.rstrip().removesuffix(".")),
    ("a full stop stands at the end", lambda text: text.rstrip() + "."),
    ("all letters are small", lambda text: text.lower()),
)


@dataclass(frozen=True, slots=True)
class Match:
    """The reading of a message that has the ``hash``: ``how`` it was read, the text read, and whether that is the whole message."""

    how: str
    text: str
    hash: str = field(default="", compare=False)
    is_whole: bool = field(default=False, compare=False)


def revealed(message_text: str, hash: str) -> Match | None:
    """The first of a message's readings whose SHA-256 (of its UTF-8) is that hash; None where there is none (R10-142).

    First the message as it is, what follows "Reveal:" and the content of code, as they stand; then each of these trimmed, with a
    line end behind it, and with the line ends of other systems.
    """
    return first_revealed(message_text, {hash.lower()})


def first_revealed(message_text: str, hashes: Collection[str]) -> Match | None:
    """The first of a message's readings whose SHA-256 is one of some hashes in small letters; None where there is none."""
    return next(_revealed(message_text, hashes), None)


def every_revealed(message_text: str, hashes: Collection[str]) -> list[Match]:
    """Of each of some hashes that a message reveals the first reading that has it."""
    found: dict[str, Match] = {}
    for match in _revealed(message_text, hashes):
        found.setdefault(match.hash, match)
    return list(found.values())


def _revealed(message_text: str, hashes: Collection[str]) -> Iterator[Match]:
    whole = message_text.strip()
    for match in _candidates(message_text):
        if (digest := sha256_of(match.text)) in hashes:
            yield Match(match.how, match.text, digest, match.text.strip() == whole)


def bare_hashes(text: str) -> str:
    """A text that bears the same hashes as another, or none for the same reason, and says nothing else."""
    if not _DIGITS.search(text):
        return ""
    if found := hashes_in(text):
        return " ".join(found)
    if any(sum(map(len, run)) >= 64 and _is_split(run) for run in _runs(text)):
        return f"{'0' * 32} {'0' * 32}"
    return next(("0" * len(word) for word in _WORD.findall(text) if len(word) in _NEARLY and _HEX.fullmatch(word)), "")


def nearest(message_text: str, hash: str) -> str:
    """What to tell people whose text has not the hash: the small change that would give it, else which readings were tried."""
    sources = list(islice(_sources(message_text), MOST_SOURCES))
    for place, text in sources:
        for change, made in _NEAR:
            near = made(text)
            for how, read in _READINGS:
                if sha256_of(read(near)) == hash.lower():
                    return f"the hash is that of {_named(place, how)} if {change}"
    places = dict.fromkeys(place for place, _ in sources)
    return (
        f"tried: {', '.join(places)}; each as it stands, trimmed, with LF or CRLF behind it and with CRLF line ends; "
        "also with other white space, quotes, dashes and letter case"
    )


def sha256_of(text: str) -> str:
    """The SHA-256 of a text's UTF-8 in lower-case hexadecimal digits; half a surrogate pair counts as its own three bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _candidates(message_text: str) -> Iterator[Match]:
    sources, tried = list(islice(_sources(message_text), MOST_SOURCES)), set[str]()
    first = ((place, text) for place, text in sources)
    others = ((_named(place, how), read(text)) for place, text in sources for how, read in _READINGS[1:])
    for how, text in chain(first, others):
        if text not in tried:
            tried.add(text)
            yield Match(how, text)


def _named(place: str, how: str) -> str:
    return f"{place}, {how}" if how else place


def _sources(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a message that may be the text of a secret action, with their names."""
    yield "the message as it is", text
    for pattern in (_AFTER_WORD, _AFTER_COLON):
        if found := pattern.search(text):
            yield 'what follows "Reveal:"', text[found.end() :]
            yield 'what follows "Reveal:"', text[found.end() :].removeprefix(" ")
    for block in _BLOCK.findall(text):
        yield from (("the content of a code block", content) for content in _block_contents(block))
    for _, span in _SPAN.findall(_BLOCK.sub("", text)):
        yield "the content of a code span", span


def _block_contents(block: str) -> Iterator[str]:
    """A code block's content: with and without a language's name on its first line and the line ends at its fences."""
    yield block
    if first := _LANGUAGE.match(block):
        yield block[first.end() :]
        yield block[first.end() :].removesuffix("\n").removesuffix("\r")
    if block.startswith("\n"):
        yield block.removeprefix("\n").removesuffix("\n")


def _crlf(text: str) -> str:
    return _LINE_END.sub("\r\n", text)


def _by_line(text: str, change: Callable[[str], str]) -> str:
    return "\n".join(map(change, text.split("\n")))
