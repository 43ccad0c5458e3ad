"""Announced actions of chat messages: which lines are actions of a game, and what each of them says, by the game's own LALR grammar.

A line that begins like an action and does not read as one is not understood, and says why; a line that begins otherwise is chat, and so
is a question that would be no action without its mark either. Nothing is guessed. Each game gives its grammar, the beginnings of its
actions, and an interpreter of what was parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from .chat_text import END_OF_PERSON, PERSON, Line, Things, lines_of, looks, plain, without_invisible

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MOST_DIGITS = 4_000
"""No number has more digits."""
_INTERJECTIONS = (
    r"(?:no(?: way)?|nope|nah|yes|yeah|yep|yup|sure|of course|fine|alright|all right|right|ok(?:ay)?|oh(?: well)?|well|ooh|ah|aha|(?:ha)++h?|heh|hm+"
    r"|wow|whoa|wait|hold on|hang on|not so fast|come on|lol|lmao|rofl|omg|wtf|damn|dang|bullshit|bs|nonsense|rubbish|liar|nice(?: try)?|cool"
    r"|great|good|thanks|thank you|too bad|sorry|hey|pff+|ugh|meh|whatever|anyway|why not|you know what|let's see|in that case|actually|alas|ha)"
)
INTERJECTED = (
    rf"(?:(?:{_INTERJECTIONS}(?![\w'])[ ,.!…:;-]*)++(?=(?:as (?:the )?\w+,? )?(?:(?:may|can) )?i(?![^\W_])))?+"
)
"""Words that only say how somebody feels about what went before: they mean nothing in front of the first person."""
POLITE = INTERJECTED + (
    r"(?:(?:i would like to|i'd like to|would like to|i want to|want to|i wish to|i will|i'll|will|i am|i'm|i|hereby|please|formally"
    r"|now|also)(?![\w'])[ ,]*)*+"
)
"""What may stand in front of any announcement and means nothing."""
CONDITIONS = r"\b(?:if|unless|when(?:ever)?|once(?! (?:more|again)\b)|until|provided|assuming|except|as soon as|as long as|in case|on condition)\b"
"""What makes an announcement hang on something."""
_NO_OBJECT = (
    r"(?!(?:up|on|off|out|in|at|about|with|for|to|into|from|over|back|down|away|by|it|that|you|your|him|his|her|them|their|us|me|and|but|or|is"
    r"|are|was|be|as|like|not|no|never|if)\b)"
)
_NO_SUBJECT = (
    r"(?:the|an?|my|our|your|his|her|their|this|that|these|those|which|whichever|who\w*|where|wherever|what|whatever|all|any|every\w*|as|if"
    r"|when|and|to|by|with|because|since|so|but|for|while|though|although|it|i|we|you)"
)
_TELLING = (
    r"(?:(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|should|may|might)(?:n['’]?t)?|can['’]?t|won['’]?t|cannot|be|been"
    r"|must|am|seems?|sounds?|looks?|feels?|takes?|took|costs?|gives?|gave|gets?|got|needs?|works?|makes?|means?|helps?|caught|used|went|says"
    r"|said|rolled|brought|failed|done)\b"
)
_TOLD_OF = (
    rf"(?=[-'’]\w|(?: (?!{_NO_SUBJECT}\b)[\w'’%]{{2,30}}){{0,3}} {_TELLING}"
    r"|(?: again| maybe| some more){0,2} (?:tomorrow|later|soon|next (?:phase|cycle|day|week|time|turn))\b"
    r"| (?:counts?|stocks?|rates?|chances?|rolls?|odds|ideas?|questions?|networks?|reports?|results?|rules?)\b)"
)
"""What follows a word of which something is told, also a few words on, such as "rolls were bad", of a time to come, or that is half a noun."""
_FIRST_PERSON = re.compile(r"(?<![\w'])i(?![^\W_])")
_SHOWN = 40
"""So many characters of what was not understood are quoted."""
_ASKED_ON = re.compile(r"[ ,]*(?:and\b *)?(?:(?P<then>then)\b|(?<=and ))[^.!?;\n]*\?", re.IGNORECASE)
"""How a sentence goes on behind an action that is asked about with the rest of it."""
_SENTENCE_ENDS = re.compile(r"[.!?;:](?= )")
_JOINED = re.compile(r"\b(?:and[ ,]+then|and|then)[ ,]*$", re.IGNORECASE)
_NUMBER_AT_END = re.compile(r"[0-9]+(?=\W*$)")
_PERSON = re.compile(f"{PERSON}([0-9]+){END_OF_PERSON}")
_DIGITS = re.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+")

Fields: TypeAlias = Mapping[str, Any]


def doing(verbs: str, things: str) -> str:
    """A pattern of a verb with what it is done to, a few words such as "my newest" in front of that; ``verbs`` may end in "ing"."""
    return rf"(?:{verbs}) (?:{_NO_OBJECT}[^ ]+ ){{0,5}}?(?:{things})"


def command(verbs: str, talk: str = "(?!)") -> str:
    """A pattern of a line that begins with a verb as an order, whatever follows: in brackets, too, and with what is no part of it.

    What the word itself, or a noun that it begins, is the subject of is talk, and so is what is to be done some other day, and what
    goes on as ``talk`` does.
    """
    return rf"(?:[(\[] *(?:i )?)?(?:{verbs})\b(?!{_TOLD_OF}|{talk})"


@dataclass(frozen=True, slots=True)
class Announced:
    """One action of a message: its number there from 1, the line as written, its kind and fields by the game's names.

    ``notes`` are sentences about what was passed over in reading it; ``of`` is how many actions the message holds.
    """

    n: int
    line: str
    kind: str
    fields: Fields
    notes: tuple[str, ...] = ()
    of: int = 1


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that begins like an action of some ``kind`` ("": unknown) and does not read as one; ``why`` is a sentence's part.

    ``n`` and ``of`` are those of an action; ``unread`` is how many lines of the message are not understood.
    """

    n: int
    line: str
    why: str
    kind: str = ""
    of: int = 1
    unread: int = 1


Read: TypeAlias = Announced | NotUnderstood


class UnreadableError(ValueError):
    """What parsed has no certain meaning; the message says why."""


class Interpreter:
    """Says what a parsed line means: a game adds a method for each rule of its grammar, which gets what its parts mean.

    The method of an action gives ``(kind, fields)``. Parts without a rule of their own are tokens. Raise ``UnreadableError`` where
    the words have no certain meaning.
    """

    def __init__(self, line: Line, worded: frozenset[str] = frozenset()) -> None:
        """``worded`` are the ids, in small letters, that have no digit: any other word without one is no id."""
        self.line, self._worded = line, worded
        self.free_from: int | None = None
        """Where in the message words begin that may say anything."""
        self.reads_to = line.end
        """Up to where in the message the action's words go."""

    def meaning(self, tree: Tree[Token] | Token) -> Any:
        """What a part of the line means."""
        children = getattr(tree, "children", None)
        if children is None:
            return tree
        return getattr(self, str(getattr(tree, "data", "")))(*map(self.meaning, children))

    def person(self, token: str) -> str:
        """The person whom a token stands for."""
        found = _PERSON.fullmatch(token)
        if found is None:
            raise UnreadableError("a person's name is needed")
        return self.line.people[int(found[1])]

    def identity(self, token: Token) -> str:
        """An id as it was written, without ``#``; of a link to a message its last number."""
        written = self.written(token)
        if written.lower().startswith("http"):
            found = _NUMBER_AT_END.search(written)
            if found is None:
                raise UnreadableError("the link leads to no message")
            return found[0]
        if not any(map(str.isdigit, written)) and written.lower() not in self._worded:
            raise UnreadableError(f"“{written}” is no id")
        return written.removeprefix("#")

    def written(self, token: Token) -> str:
        """A token as it was written in the message."""
        start = token.start_pos or 0
        return without_invisible(self.line.written(start, start + len(token)))

    def rest_of_line(self, token: Token | None) -> str:
        """What the line says from a token on, as written; from its end on without one."""
        return self._free(token, self.line.line_end)

    def rest_of_section(self, token: Token | None) -> str:
        """Likewise up to the next line that begins like an action, whatever stands between."""
        return self._free(token, max(self.line.section_end, self.line.line_end))

    def rest_of_message(self, token: Token | None) -> str:
        """Likewise up to the end of the message."""
        return self._free(token, len(self.line.message))

    def _free(self, token: Token | None, end: int) -> str:
        start = self.line.origin(len(self.line.text) if token is None else token.start_pos or 0)
        self.free_from, self.reads_to = start, max(end, start)
        return self.line.message[start:end].strip()


def _placed(one: Read, n: int, of: int, unread: int) -> Read:
    """What a line says, with its place among all that the message announces."""
    if isinstance(one, NotUnderstood):
        return replace(one, n=n, of=of, unread=unread)
    return replace(one, n=n, of=of)


class AnnouncementReader:
    """Reads the announcements of one game.

    ``grammar`` is lark's, its start rule ``action``, over small letters with a terminal for people (``chat_text.PERSON``). ``heads``
    are pairs of an action's kind and a pattern of its beginning, the first that fits counts; ``verbs`` are such pairs by which a line
    is an announcement only in the first person, or beside others of its message. ``name_places`` is a pattern of the
    words behind which a name that is shown may stand without ``@``, and ``words`` one of what is no name there; ``signs`` are
    characters of the So category that mean something. ``nearly`` says of a line that is none, given what kind of announcement other words
    would be ("": none), as which kind it is asked about all the same and why it is not understood, or None for chat.
    ``between`` is where inside a line another action may begin (none: one action a line); ``by_numbers`` lets a numbered list be
    carried out by its numbers; a line in which ``asides`` is found and which does not read is chat; ``with_code`` takes code that
    reads like an action for a hidden one, not for chat; ``remedies`` end the reason why a line of a kind does not parse.
    """

    def __init__(
        self,
        grammar: str,
        heads: Sequence[tuple[str, str]],
        interpreter: Callable[[Line], Interpreter],
        *,
        name_places: str,
        signs: str = "",
        between: str = "",
        by_numbers: bool = False,
        asides: str = "",
        polite: str = POLITE,
        with_code: bool = False,
        verbs: Sequence[tuple[str, str]] = (),
        words: str = "",
        remedies: Mapping[str, str] = MappingProxyType({}),
        nearly: Callable[[Line, Callable[[str], str]], tuple[str, str] | None] | None = None,
    ) -> None:
        self._grammar = grammar
        self._heads, self._verbs = _Heads.of(heads), _Heads.of(verbs)
        self._interpreter = interpreter
        self._places, self._signs, self._by_numbers, self._with_code = name_places, signs, by_numbers, with_code
        self._polite, self._words = re.compile(polite), words
        self._between = re.compile(between) if between else None
        self._asides = re.compile(asides) if asides else None
        self._remedies = remedies
        self._nearly = nearly

    def read(self, text: str, names: Mapping[str, tuple[str, ...]], things: Things | None = None) -> list[Read]:
        """What a message announces, in order; ``names`` are those of people by id, the shown one first. Whatever the text, nothing is raised."""
        lines = list(self._announcing(text, names, things))
        read = list(self._each(lines))
        if self._by_numbers and all(line.number is not None for line, _ in read):
            read.sort(key=lambda pair: pair[0].number or 0)
        unread = sum(isinstance(one, NotUnderstood) for _, one in read)
        return [_placed(one, n, len(read), unread) for n, (_, one) in enumerate(read, 1)]

    def _announcing(
        self, text: str, names: Mapping[str, tuple[str, ...]], things: Things | None
    ) -> Iterator[tuple[Line, str, str]]:
        """The lines that are announcements, each with its kind, and why it is none for certain; one by its verb ends no words of another."""
        lines = self._lines(text, names, things)
        found = [
            (line, kind) for line in lines if (kind := self._heads.kind(line)) is None or not self._only_asks(line)
        ]
        by_heads = [line for line, kind in found if kind is not None]
        _set_sections(by_heads, len(text))
        for line, head in found:
            by_verb = head is None and (bool(by_heads) or _is_in_first_person(line))
            kind = self._verbs.kind(line) if by_verb else head
            if kind is not None:
                yield line, kind, ""
            elif self._nearly is not None and (asked := self._nearly(line, self._kind_of)) is not None:
                yield line, *asked

    def _kind_of(self, text: str) -> str:
        """The kind of announcement that words in small plain letters are from end to end; "" for none."""
        polite = self._polite.match(text)
        words = text[polite.end() if polite else 0 :].rstrip(" .!,;")
        kind = self._heads.kind_of(words) or self._verbs.kind_of(words) or ""
        return kind if kind and self._tree(words) is not None else ""

    def _only_asks(self, line: Line) -> bool:
        """Whether a line is a question that is no action, not even without its mark."""
        if not line.text.endswith("?") or self._tree(line.text) is not None:
            return False
        tree = self._tree(line.text.rstrip("? "))
        return tree is None or not self._has_meaning(line, tree)

    def _tree(self, text: str) -> Tree[Token] | None:
        """What was parsed; None for what is in no form of an action."""
        from lark.exceptions import UnexpectedInput

        try:
            return _parser(self._grammar).parse(text)
        except UnexpectedInput:
            return None

    def _has_meaning(self, line: Line, tree: Tree[Token]) -> bool:
        try:
            self._interpreter(line).meaning(tree)
        except UnreadableError:
            return False
        return True

    def _lines(self, text: str, names: Mapping[str, tuple[str, ...]], things: Things | None) -> Iterator[Line]:
        places, between, signs = self._places, self._between, self._signs
        polite, with_code, words = self._polite, self._with_code, self._words
        return lines_of(
            text,
            names,
            places=places,
            polite=polite,
            between=between,
            signs=signs,
            things=things,
            with_code=with_code,
            words=words,
        )

    def _each(self, lines: Sequence[tuple[Line, str, str]]) -> Iterator[tuple[Line, Read]]:
        end = said_to = 0
        for line, kind, why in lines:
            if line.start < end:
                continue
            read, end = (NotUnderstood(0, line.raw, why, kind), line.end) if why else self._read(line, kind)
            if isinstance(read, Announced) and self._between is not None:
                read = self._in_its_sentence(line, read, said_to, end)
            if read is not None:
                said_to = end if isinstance(read, Announced) else said_to
                yield line, read

    def _in_its_sentence(self, line: Line, read: Announced, said_to: int, end: int) -> Read | None:
        """What a part of a sentence says beside the rest: nothing of a question or where the front makes it talk.

        ``said_to`` is where the announcement before it ends, and ``end`` where its own words do.
        """
        behind = _ASKED_ON.match(line.message, end, line.line_end)
        if behind:
            return None if behind["then"] else NotUnderstood(0, line.raw, "it is a part of a question", read.kind)
        first = max(line.message.rfind("\n", 0, line.start) + 1, said_to)
        front = _SENTENCE_ENDS.split(line.message[first : line.start])[-1]
        joined = _JOINED.search(front)
        if joined is None:
            return read
        if self._asides is not None and self._asides.search(front.lower()):
            return None
        words = front[: joined.start()].strip(" ,").lower()
        if words and not (self._polite.fullmatch(f"{words} ") or self._polite.fullmatch(words)):
            return NotUnderstood(0, line.raw, "other words stand in front of it", read.kind)
        return read

    def _read(self, line: Line, kind: str) -> tuple[Read | None, int]:
        """What a line says, or None for chat, and up to where in the message its words go."""
        from lark.exceptions import UnexpectedInput

        interpreter = self._interpreter(line)
        try:
            kind, fields = interpreter.meaning(_parser(self._grammar).parse(line.text))
        except UnexpectedInput as fault:
            return self._not_read(line, kind, self._why(line, kind, fault)), line.end
        except UnreadableError as fault:
            return self._not_read(line, kind, _veiled(line, None) or _general_reason(line) or str(fault)), line.end
        if why := _veiled(line, interpreter.free_from):
            return NotUnderstood(0, line.raw, why, kind), interpreter.reads_to
        return Announced(0, line.raw, kind, fields, line.notes), interpreter.reads_to

    def _not_read(self, line: Line, kind: str, why: str) -> NotUnderstood | None:
        if self._asides is not None and self._asides.search(line.text):
            return None
        return NotUnderstood(0, line.raw, why, kind)

    def _why(self, line: Line, kind: str, fault: Exception) -> str:
        """Why a line does not parse: the reason that helps its author most."""
        if why := _veiled(line, None) or _general_reason(line):
            return why
        if line.faults:
            return line.faults[0]
        return self._why_not_parsed(line, fault) + self._remedies.get(kind, "")

    def _why_not_parsed(self, line: Line, fault: Exception) -> str:
        at = min(_place_of(fault, len(line.text)), len(line.text))
        if self._heads.kind(line) is None:
            return "it is said in no form that is understood"
        if not line.text[at:].strip():
            return "it ends too early: something is missing"
        if at and self._begins_another(line.text[at:]):
            return "one line holds one action: write each on a line of its own"
        if at and "PERSON" in _expected(fault):
            return f"{_quoted(line, at)} is nobody's name here"
        if looks(line.text) != line.text:
            return f"{_quoted(line, at)} has letters that only look like others"
        return f"{_quoted(line, at)} is not understood there"

    def _begins_another(self, rest: str) -> bool:
        begin = re.match(r"[ ,;.!]*(?:and then |then |and )?", rest)
        start = begin.end() if begin else 0
        after = self._polite.match(rest, start)
        return self._heads.pattern.match(rest, after.end() if after else start) is not None


def _set_sections(lines: Sequence[Line], end: int) -> None:
    """Tell each line where the next one begins that is not a part of the same one; the last ones end with the message."""
    first_below = end
    for at in range(len(lines) - 1, -1, -1):
        if at + 1 < len(lines) and lines[at].line_end != lines[at + 1].line_end:
            first_below = lines[at + 1].start
        lines[at].section_end = first_below


@dataclass(frozen=True, slots=True)
class _Heads:
    """Beginnings of actions: one pattern of all, each a group, and their kinds in that order."""

    kinds: tuple[str, ...]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, heads: Sequence[tuple[str, str]]) -> _Heads:
        """Those of pairs of a kind and a pattern without groups."""
        return cls(
            tuple(kind for kind, _ in heads),
            re.compile("|".join(f"({each})" for _, each in heads) if heads else "(?!)"),
        )

    def kind(self, line: Line) -> str | None:
        """The kind of the action as which a line begins; None where it is chat."""
        return self.kind_of(line.text) or self.kind_of(looks(line.text))

    def kind_of(self, text: str) -> str | None:
        """Likewise of words in small plain letters."""
        found = self.pattern.match(text)
        return None if found is None else self.kinds[(found.lastindex or 1) - 1]


def _is_in_first_person(line: Line) -> bool:
    """Whether "I" stands in front of what a line says."""
    return _FIRST_PERSON.search(plain(line.message[line.start : line.origin(0)]).lower()) is not None


@lru_cache(maxsize=8)
def _parser(grammar: str) -> Lark:
    from lark import Lark

    return Lark(grammar, parser="lalr", start="action", maybe_placeholders=False)


def _place_of(fault: Exception, end: int) -> int:
    """Where a line could not be parsed any further."""
    token = getattr(fault, "token", None)
    if getattr(token, "type", "") == "$END":
        return end
    at = getattr(fault, "pos_in_stream", None)
    return end if at is None else int(at)


def _expected(fault: Exception) -> set[str]:
    """The terminals that could have stood where the line could not be parsed."""
    return {*(getattr(fault, "expected", None) or ()), *(getattr(fault, "allowed", None) or ())}


def _general_reason(line: Line) -> str:
    """What keeps any line from being a plain announcement; "" for nothing."""
    if line.text.endswith("?"):
        return "it is a question"
    found = re.search(CONDITIONS, line.text)
    return f"it hangs on something (“{found[0]}”)" if found else ""


def _veiled(line: Line, free_from: int | None) -> str:
    """Why what a line says cannot be seen for certain by everybody; words from ``free_from`` on may be so."""
    if line.is_turned:
        return "a mark in it turns the direction of writing, so that it is not seen as it is written"
    end = line.end if free_from is None else free_from
    if any(first < end for first, _ in line.hidden):
        return "a part of it is struck out or hidden behind bars or code"
    return ""


def _quoted(line: Line, at: int) -> str:
    """What was not understood, as it was written."""
    while at < len(line.text) - 1 and line.text[at] == " ":
        at += 1
    words = line.message[line.origin(at) : line.end].strip()
    return f"“{words if len(words) <= _SHOWN else words[: _SHOWN - 1] + '…'}”"


def number_of(text: str, words: Mapping[str, int] | None = None) -> int | None:
    """A whole number in digits, with commas only where they part thousands, or one of the ``words``; None for anything else."""
    text = plain(text).strip()
    if words and text.lower() in words:
        return words[text.lower()]
    return int(text.replace(",", "")) if _DIGITS.fullmatch(text) and len(text) <= MOST_DIGITS else None
