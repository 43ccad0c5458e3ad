"""What a chat message says line by line: plain small letters in which people stand as tokens, each traced to where it stood.

Letter case, emphasis, doubled blanks, list and heading marks, decoration and marks that nobody sees do not matter. Quoted lines and
blocks of code are somebody else's words or no words at all, so they are not among the lines.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

PERSON = "\ue000"
END_OF_PERSON = "\ue001"
"""Around the number of a person in a line: a grammar's terminal is ``/\\ue000[0-9]+\\ue001/``. No message brings them in."""
THING = "\ue002"
END_OF_THING = "\ue003"
"""Likewise around the number of one of a game's own things that have names."""
MOST_NAMES = 64
"""So many different sets of names are remembered with their patterns."""

_BLANKS = "\t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u2800\u3000"
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U000e0000-\U000e0fff]"
)
_PART_OF_SIGNS = "\u200d\ufe0e\ufe0f"
"""These belong to emoji as everybody writes them: to pass them over is no news."""
_TURNING = "\u202b\u202e\u2067"
"""What stands behind one of these may be seen in another order than it is written in."""


def _plain_letters() -> dict[int, str]:
    """Letters, digits and marks that are plain ones in another dress, each one character long."""
    wide = [*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B), *range(0x1D400, 0x1D800)]
    found = {point: unicodedata.normalize("NFKC", chr(point)) for point in wide}
    plain = {point: letter for point, letter in found.items() if len(letter) == 1 and letter.isascii()}
    plain |= {ord(blank): " " for blank in (*_BLANKS, *map(chr, range(0x2000, 0x200B)))}
    plain |= dict.fromkeys(map(ord, "“”„‟«»\uff02"), '"') | dict.fromkeys(map(ord, "‘’\u201a\u201b\u2032"), "'")
    plain |= dict.fromkeys(map(ord, "−–—\u2010\u2011\u2012"), "-")
    return plain | dict.fromkeys(map(ord, (PERSON, END_OF_PERSON, THING, END_OF_THING)), "\ufffd")


_PLAIN = _plain_letters()
_LOOKS = str.maketrans(
    # Cyrillic, then Greek letters that are drawn as Latin ones.
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d\u04bb\u043a\u043c\u0442\u043d\u0432\u0433\u043f"
    "\u03bf\u03b1\u03bd\u03c1\u03c4\u03b9\u03ba\u03c5\u03c7\u03b5\u03b3\u03b7\u0131\u0261\u0251",
    "aeopcyxijsdqwhkmthbrn" + "oavptikuxeyniga",
)
_ALIKE = str.maketrans("l1|0", "iiio")

_CUT = re.compile(
    r"<@!?(?P<id>[0-9A-Za-z_][\w.-]{0,39})>|(?P<sign><a?:\w{1,50}:[0-9]{1,25}>)|(?P<hider>~~|\|\|)|(?P<tick>`++)"
    r"|(?P<mark>(?<![\w*])\*++|(?<!\*)\*++(?!\w)|(?<!\w)_++|(?<!_)_++(?![^\W_])|\\(?=[*_~|`>#]))"
)
_DOUBLED = re.compile("  +")
_THING = re.compile(f"{THING}([0-9]+){END_OF_THING}")
_LEAD = re.compile(r"(?: |[-+•](?= )|\#{1,3}(?= )|-\#(?= ))*(?:(?P<number>[0-9]{1,3})[.)] +)?")
_SMILE = re.compile(r"(?: |^)(?:[:;]-?[)dp]|<3|xd|:[a-z0-9_+-]{1,40}:)\Z")
_NOT_MERE_DECORATION = "❌🚫⛔👎✖❎🙅❓❔⁉❗🤔🙃"
"""Signs that may take back or call into question what stands beside them."""


def plain(text: str) -> str:
    """The text with plain letters, digits, quotes, dashes and blanks in place of those in another dress; as long as it was."""
    return text if text.isascii() and text.isprintable() else text.translate(_PLAIN)


def without_invisible(text: str) -> str:
    """The text without marks that nobody sees."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def looks(text: str) -> str:
    """The text with letters of other scripts as the small Latin ones that they look like; as long as it was."""
    return text if text.isascii() else _lower(text).translate(_LOOKS)


def _lower(text: str) -> str:
    """Small letters, as many as there were."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


# --- people's names ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Called:
    """Names by which people can be called: those that they show, or all that they have."""

    people: Mapping[str, tuple[str, ...]]
    """A name in small plain letters -> who is called so."""
    alike: Mapping[str, frozenset[str]]
    """How a name looks -> who has a name that looks so."""

    @classmethod
    def by(cls, names: Iterable[tuple[str, Iterable[str]]]) -> Called:
        """By the names of each person, given with the person's id."""
        people: dict[str, set[str]] = {}
        for person, own in names:
            for called in {*map(_name, own), "" if person.isdigit() else _name(person)} - {""}:
                # At a line's end stops and decoration are passed over, a name's own, too: so it is known without them.
                for ending in {called, called[: _end(called, 0, "")]} - {""}:
                    people.setdefault(ending, set()).add(person)
        alike: dict[str, set[str]] = {}
        for called, those in people.items():
            alike.setdefault(_skeleton(called), set()).update(those)
        return cls(
            {called: tuple(sorted(those)) for called, those in people.items()},
            {skeleton: frozenset(those) for skeleton, those in alike.items()},
        )

    @property
    def pattern(self) -> str:
        """A pattern of any of the names, the longest first."""
        longest_first = sorted(self.people, key=len, reverse=True)
        return "|".join(re.escape(name).replace(r"\ ", " +") for name in longest_first) or r"(?!)"

    def who(self, called: str) -> tuple[str, str]:
        """The person with that name, or "" and why nobody is meant for certain."""
        name = _name(called)
        found = self.people.get(name, ())
        if len(found) == 1 and self.alike[_skeleton(name)] == {*found}:
            return found[0], ""
        if found:
            return "", f"more than one person is called {called} or nearly so: mention the one who is meant"
        if self.alike.get(_skeleton(name)):
            return "", f"{called} only looks like a name that somebody has: mention the one who is meant"
        return "", f"nobody here is called {called}"


@dataclass(frozen=True, slots=True)
class Names:
    """The names by which people can be called, and where in a line they stand: ``shown`` ones anywhere, all only behind ``@``."""

    shown: Called
    every: Called
    pattern: re.Pattern[str]
    following: re.Pattern[str]
    addressed: re.Pattern[str]
    """Where a person should stand, whoever it is."""


def names_of(names: Mapping[str, tuple[str, ...]], places: str, words: str = "") -> Names:
    """The names by id, that shown first, and the pattern of the words behind which a shown one may stand without ``@``.

    What the pattern ``words`` finds there is a word of the grammar, though it is somebody's name.
    """
    return _names_of(tuple(names.items()), places, words or r"(?!)")


@lru_cache(maxsize=MOST_NAMES)
def _names_of(names: Sequence[tuple[str, tuple[str, ...]]], places: str, words: str) -> Names:
    every, shown = Called.by(names), Called.by((person, own[:1]) for person, own in names)
    ends = r"(?!_?[^\W_])"
    behind_sign, bare = f"@ ?(?P<any>{every.pattern})", f"(?!{words})(?P<shown>{shown.pattern})"
    return Names(
        shown,
        every,
        re.compile(rf"(?:{behind_sign}|(?<!\w)(?:{places}) +{bare}){ends}"),
        re.compile(rf" *(?:(?:,|&|,? +and +) *)?(?:{behind_sign}|{bare}){ends}"),
        re.compile(rf"(?:@ ?|(?<!\w)(?:{places}) +)(?P<name>[^\s,;:.!?\"@]+)"),
    )


def _name(name: str) -> str:
    """A name as it stands in a line: plain, in small letters, without marks of emphasis, with single blanks."""
    kept = _CUT.sub(lambda found: "" if found["mark"] else found[0], without_invisible(name))
    return " ".join(_lower(plain(kept)).removeprefix("@").split())


def _skeleton(name: str) -> str:
    return looks(name).translate(_ALIKE)


Spans: TypeAlias = Sequence[tuple[int, int]]
"""Where stretches of a text begin and end, in order, none touching another."""


@dataclass(frozen=True, slots=True)
class Things:
    """A game's own things that have names: ``named`` finds names in a line in small plain letters, ``whole`` what is not taken apart."""

    named: Callable[[str], Spans]
    whole: Callable[[str], Spans]


# --- the lines --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Line:
    """A line of a message, or a part of one.

    ``text`` is what it says, without what does not matter at its ends; ``origins`` where in ``message`` each of its characters
    stood, and where it ended; ``number`` the one in front of it, in a numbered list.
    """

    message: str
    start: int
    end: int
    line_end: int
    text: str
    origins: Sequence[int]
    number: int | None = None
    people: list[str] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    """The names of the game's own things in it, as they were written."""
    faults: list[str] = field(default_factory=list)
    """What is amiss with the names in it."""
    notes: tuple[str, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    """The stretches of the message that are struck out, behind bars or code and touch it."""
    is_turned: bool = False
    section_end: int = 0
    """Where the next action of the message begins, or the message ends."""

    @property
    def raw(self) -> str:
        """The line as it was written."""
        return self.message[self.start : self.end].strip()

    def origin(self, at: int) -> int:
        """Where in the message a character of ``text`` stood."""
        return self.origins[at]

    def written(self, start: int, end: int) -> str:
        """What stood in the message where a stretch of ``text`` comes from."""
        return self.message[self.origins[start] : self.origins[end - 1] + 1] if end > start else ""


def lines_of(
    message: str,
    names: Mapping[str, tuple[str, ...]],
    *,
    places: str,
    polite: re.Pattern[str],
    between: re.Pattern[str] | None,
    signs: str,
    things: Things | None = None,
    with_code: bool = False,
    words: str = "",
) -> Iterator[Line]:
    """The lines of a message that are its author's own words, or with ``between`` their parts.

    ``polite`` is what may stand in front of anything; ``signs`` are the characters that mean something where others of their
    kind are decoration; ``things`` are the game's own that have names. ``with_code`` takes code for words that are hidden; else
    blocks of it are passed over. ``words`` are those of ``names_of``.
    """
    called = names_of(names, places, words)
    covers = [_pairs(message, mark) for mark in ("~~", "||") if mark in message]
    if with_code and "`" in message:
        covers += [_pairs(message, "```"), _pairs(message, "`")]
    for start, end in _own_lines(message, [] if with_code else _pairs(message, "```")):
        for first, last in _parts(message, start, end, between, things):
            yield _line(message, (first, last, end), covers, called, polite, signs, things)


def _own_lines(message: str, blocks: Spans) -> Iterator[tuple[int, int]]:
    """Where the lines stand that are neither quoted nor in one of the blocks."""
    starts = [start for start, _ in blocks]
    start = 0
    while start <= len(message):
        end = message.find("\n", start)
        end = len(message) if end < 0 else end
        head = message[start : start + 20].lstrip()
        if head.startswith(">>>"):
            return
        block = bisect_right(starts, start - 1) - 1
        is_code = block >= 0 and start < blocks[block][1]
        if head and not head.startswith(">") and not is_code:
            yield start, end
        start = end + 1


def _pairs(message: str, mark: str) -> list[tuple[int, int]]:
    """The stretches between two equal marks, marks and all; a mark alone makes none."""
    found, end = list[tuple[int, int]](), 0
    while (start := message.find(mark, end)) >= 0:
        close = message.find(mark, start + len(mark))
        if close < 0:
            break
        end = close + len(mark)
        found.append((start, end))
    return found


def _parts(
    message: str, start: int, end: int, between: re.Pattern[str] | None, things: Things | None
) -> Iterator[tuple[int, int]]:
    """A line's parts; what stands between double quotes is not taken apart, nor what the game says is whole."""
    if between is None:
        yield start, end
        return
    line = plain(message[start:end])
    begin = 0
    if found_any := list(between.finditer(line)):
        whole = [_pairs(line, '"'), *([things.whole(_lower(line))] if things else [])]
        for found in found_any:
            if not any(_is_inside(found.start(), stretches) for stretches in whole):
                yield start + begin, start + found.start()
                begin = found.end()
    yield start + begin, end


def _is_inside(at: int, stretches: Spans) -> bool:
    index = bisect_right(stretches, at, key=lambda stretch: stretch[0]) - 1
    return index >= 0 and at < stretches[index][1]


_Place = tuple[int, int, int]
"""Where a part starts and ends, and where its line ends."""


def _line(
    message: str,
    place: _Place,
    covers: Sequence[Spans],
    called: Names,
    polite: re.Pattern[str],
    signs: str,
    things: Things | None,
) -> Line:
    start, end, line_end = place
    raw = message[start:end]
    line = Line(message, start, end, line_end, "", ())
    if not raw.isascii():
        unseen = {each for each in _INVISIBLE.findall(raw) if each not in _PART_OF_SIGNS}
        line.is_turned = any(each in unseen for each in _TURNING)
        line.notes = ("invisible characters were passed over",) if unseen else ()
    line.hidden = tuple(each for pairs in covers for each in _touching(pairs, start, end))
    text, origins = _seen(raw, start)
    text, origins = _unmarked(line, text, origins)
    if things is not None:
        text, origins = _with_things(line, text, origins, things.named(text))
    if "  " in text:
        text, origins = _changed(text, origins, [(*found.span(), " ") for found in _DOUBLED.finditer(text)])
    _trim(line, text, origins, polite, signs)
    line.text, line.origins = _with_people(line, line.text, line.origins, called)
    return line


def _touching(pairs: Sequence[tuple[int, int]], start: int, end: int) -> Sequence[tuple[int, int]]:
    """Those of some stretches, which follow each other, that reach into another one."""
    return pairs[
        bisect_right(pairs, start, key=lambda pair: pair[1]) : bisect_left(pairs, end, key=lambda pair: pair[0])
    ]


_Text = tuple[str, Sequence[int]]


def _seen(raw: str, start: int) -> _Text:
    """A text without what nobody sees, and where its characters stood."""
    if raw.isascii():
        return raw, range(start, start + len(raw) + 1)
    kept = [at for at, letter in enumerate(raw) if not _INVISIBLE.match(letter)]
    return "".join(map(raw.__getitem__, kept)), [*(start + at for at in kept), start + len(raw)]


def _unmarked(line: Line, text: str, origins: Sequence[int]) -> _Text:
    """The text in small plain letters without marks of emphasis; mentions have become tokens, custom signs blanks."""
    marks = {at for first, last in line.hidden for at in (first, last - 2)}
    changes = list[tuple[int, int, str]]()
    for found in _CUT.finditer(text):
        if found["id"] is not None:
            line.people.append(found["id"])
            changes.append((*found.span(), _token(len(line.people) - 1)))
        elif found["sign"] is not None or found["mark"] is not None:
            changes.append((*found.span(), " " if found["sign"] else ""))
        elif origins[found.start()] in marks or (found["tick"] and _is_hidden(line, origins[found.start()])):
            changes.append((*found.span(), ""))
    return _changed(_lower(plain(text)), origins, changes)


def _is_hidden(line: Line, at: int) -> bool:
    return any(first <= at < last for first, last in line.hidden)


def _token(index: int) -> str:
    return f"{PERSON}{index}{END_OF_PERSON}"


def _with_things(line: Line, text: str, origins: Sequence[int], named: Spans) -> _Text:
    """The text with a token for each name of one of the game's own things."""
    changes = [(start, end, f"{THING}{index}{END_OF_THING}") for index, (start, end) in enumerate(named)]
    line.things = [line.message[origins[start] : origins[end - 1] + 1] for start, end in named]
    return _changed(text, origins, changes)


def _changed(text: str, origins: Sequence[int], changes: Sequence[tuple[int, int, str]]) -> _Text:
    """A text with some stretches replaced; every character of what replaces one stands where that began."""
    if not changes:
        return text, origins
    words, places, at = list[str](), list[int](), 0
    for start, end, new in changes:
        words += (text[at:start], new)
        places += origins[at:start]
        places += [origins[start]] * len(new)
        at = end
    return "".join((*words, text[at:])), [*places, *origins[at:]]


def _trim(line: Line, text: str, origins: Sequence[int], polite: re.Pattern[str], signs: str) -> None:
    """Let the line say what is left without list marks, decoration, politeness and final punctuation at its ends."""
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    line.number = int(lead["number"]) if lead and lead["number"] else None
    while start < len(text) and (text[start] == " " or _is_decoration(text[start], signs)):
        start += 1
    if found := polite.match(text, start):
        start = found.end()
    end = _end(text, start, signs)
    line.text, line.origins = text[start:end], origins[start : end + 1]


def _is_decoration(sign: str, signs: str) -> bool:
    return (
        not sign.isascii()
        and unicodedata.category(sign) in ("So", "Sk")
        and sign not in signs
        and sign not in _NOT_MERE_DECORATION
    )


def _end(text: str, start: int, signs: str) -> int:
    """Where a text ends without blanks, stops, "please" and decoration behind it."""
    end = len(text)
    while end > start:
        if text[end - 1] in " .!…,;" or _is_decoration(text[end - 1], signs):
            end -= 1
        elif smile := _SMILE.search(text, max(start, end - 45), end):
            end = smile.start()
        elif text[end - 1] == ":":
            end -= 1
        elif text.endswith((" please", ",please"), start, end):
            end -= len("please")
        else:
            break
    return end


def _with_people(line: Line, text: str, origins: Sequence[int], called: Names) -> _Text:
    """The text with a token for each name where a person may stand."""
    changes, at = list[tuple[int, int, str]](), 0
    while found := called.pattern.search(text, at):
        while found:
            start, end = found.span(found.lastgroup or 0)
            known = called.every if found["any"] is not None else called.shown
            person, fault = known.who(line.message[origins[start] : origins[end - 1] + 1])
            if fault:
                line.faults.append(fault)
            else:
                line.people.append(person)
                changes.append((_from_sign(text, found.start(), start), end, _token(len(line.people) - 1)))
            at = end
            found = called.following.match(text, at)
    for unknown in called.addressed.finditer(text) if not changes and not line.faults else ():
        name = _THING.sub(lambda found: line.things[int(found[1])], unknown["name"])
        is_addressed = unknown[0].startswith("@")
        why = (called.every if is_addressed else called.shown).who(name)[1]
        if why and (is_addressed or "looks" in why):
            line.faults.append(why)
    return _changed(text, origins, changes)


def _from_sign(text: str, begin: int, start: int) -> int:
    """Where a name begins with the ``@`` in front of it, in what was found from ``begin`` on."""
    before = text[begin:start].rstrip(" ")
    return begin + len(before) - 1 if before.endswith("@") else start
