"""What a line announces: read, unclear or talk. Only the grammar reads; a frame puts other words as a line for the grammar."""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

from tracker.mechanics.chat.frames import Clause, Lexicon, Meant, Situation, Thing, clause_of, meanings, things_in
from tracker.mechanics.chat.talk import (
    AND,
    DETERMINERS,
    SEPARATORS,
    YOU,
    YOURS,
    bare,
    is_small,
    is_turned,
    may_agree,
    plain,
    says_yes,
    sentences,
    takes_back,
    tidy,
    words_of,
)

if TYPE_CHECKING:
    from lark import Lark

# What leads to a text that may say anything.
_BEFORE_TEXT = re.compile(r":\s+|\b(?:whether|that|if)\s+|[.!]\s+", re.IGNORECASE)
# How many lines are suggested at most.
_SUGGESTED = 3
_Parsed = tuple[str, dict[str, Any]]


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


class Reader:
    """Reads lines by a game's grammar, or puts them first as canonical lines by what the game says of its language."""

    def __init__(self, grammar: str, fields: Fields, forms: Mapping[str, str], lexicon: Lexicon) -> None:
        self._grammar, self._fields, self._forms, self._lexicon = grammar, fields, forms, lexicon
        self._read_once = lru_cache(1 << 13)(self._parsed)
        self._ends_of_items = lru_cache(1 << 13)(self._found_ends)
        self._starts = ["action", *re.findall(r"^\??(items)\b", grammar, re.MULTILINE)]

    @cached_property
    def _parser(self) -> "Lark":
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

    def canonical(self, line: str, names: Mapping[str, str] | None = None) -> Read | None:
        """What the grammar reads in a line as it stands, without what means nothing at its ends, or with its names marked."""
        written = dict.fromkeys((line, _marked(line, names)) if names else (line,))
        wordings = dict.fromkeys(bare(said, to_the_end=to_the_end) for said in written for to_the_end in (False, True))
        found = next(filter(None, (self._read_once(said, "action") for said in wordings)), None)
        return Read((self.line(*found),), found[0], deepcopy(found[1])) if found else None

    def items(self, said: str) -> Any:
        """A list of things alone, as in a revealed text; None where it is none."""
        found = self._read_once(bare(said), "items") if "items" in self._starts else None
        return deepcopy(found[1]) if found else None

    def line(self, kind: str, fields: Mapping[str, Any]) -> str:
        """The canonical line of an action that was read."""
        return self._put(kind, {name: self._fields.shown(name, value) for name, value in fields.items()})

    def _parsed(self, said: str, start: str) -> _Parsed | None:
        from lark.exceptions import UnexpectedInput

        if not self._beginnings[start].match(said):
            return None
        try:
            return self._fields.meaning(self._parser.parse(said, start=start))  # type: ignore[no-any-return]
        except UnexpectedInput:
            return None

    def _found_ends(self, said: str) -> list[int]:
        """Where a list of things that begins a text may end, the longest first."""
        from lark.exceptions import UnexpectedInput

        ends = list[int]()
        if "items" in self._starts and self._beginnings["items"].match(said):
            with suppress(UnexpectedInput):
                for token in self._parser.parse_interactive(said, start="items").iter_parse():
                    ends.insert(0, token.end_pos or 0)
        return ends

    def _put(self, kind: str, slots: Mapping[str, Any]) -> str:
        """An action's canonical line; a part in brackets only stands where its slots are filled."""
        parts = re.split(r"[\[\]]", self._forms[kind])
        kept = (part for n, part in enumerate(parts) if n % 2 == 0 or slots.keys() >= {*re.findall(r"{(\w+)", part)})
        return " ".join("".join(kept).format_map(defaultdict(str, slots)).split())

    def heard(self, line: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces, in order, each sentence in the situation that those before left; nothing is talk."""
        if read := self.canonical(line):
            yield read
        elif not line.lstrip().startswith(">"):
            said = tidy(line)
            if may_agree(plain(said)) or self._lexicon.may_tell(words_of(said)):
                yield from self._told(line, said, look)

    def _told(self, line: str, said: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces that is no canonical one as it stands."""
        now = look()
        people = frozenset(now.known.get("person", ()))
        spoken = (line, said, now.likely.get("yes", "") if says_yes(said, people) else "")
        if whole := next(filter(None, (self.canonical(each, now.names) for each in spoken)), None):
            yield whole
        elif with_text := self._with_text(line, self._addressing(said, now)):
            yield with_text
        elif said.partition(": ")[0].lower() not in people:
            yield from self._by_sentences(said, look)

    def _by_sentences(self, said: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What the sentences of a line announce; where they make no action singly, what they ask for together."""
        told, before, waiting, has_read = sentences(said), "", list[Unclear](), False
        for each in told:
            situation = self._addressing(said, look())
            found = self._parts(each.text, situation)
            waiting += _doubted(found) if each.is_doubtful or _may_be_order(before, each.text, situation) else found
            before = each.text
            if _has_read(waiting):
                yield from waiting
                waiting, has_read = [], True
        together = self._framed(said, self._addressing(said, look())) if len(told) > 1 and not has_read else None
        lines = [*together.suggestions, *(line for each in waiting for line in each.suggestions)] if together else []
        yield from [Unclear(tuple(dict.fromkeys(lines))[:_SUGGESTED])] if lines else waiting

    def _addressing(self, said: str, situation: Situation) -> Situation:
        """The situation with the one person whom a line names as the one who is meant by you."""
        named = {thing.read_as(["person"]) for thing in things_in(self._clause(said, situation))} - {""}
        meant = min(named) if len(named) == 1 else "" if named else situation.likely.get("you", "")
        return replace(situation, likely={**situation.likely, "you": meant})

    def _clause(self, said: str, situation: Situation) -> Clause:
        return clause_of(said, partial(self._named, situation))

    def _named(self, situation: Situation, words: Sequence[str]) -> tuple[int, Mapping[str, str]]:
        """How many of the next words name a thing that is known, marked or a list of items; whose it is does not matter."""
        kept = [
            (n, word)
            for n, word in enumerate(words, 1)
            if word.lower() in ("a", "an") or word.lower() not in DETERMINERS
        ]
        text = " ".join(word for _, word in kept)
        ends = {len(" ".join(word for _, word in kept[:n])): count for n, (count, _) in enumerate(kept, 1)}
        found = defaultdict[int, dict[str, str]](dict)
        for count in range(1, min(situation.longest + 1, len(words)) + 1):
            found[count] |= _known_as(words[:count], situation)
        for kind, mark in self._lexicon.patterns.items():
            if (shown := mark.match(text)) and shown.end() in ends:
                found[ends[shown.end()]][kind] = shown[1]
        if items := next(
            (end for end in self._ends_of_items(text) if end in ends and self._exist(text[:end], situation)), 0
        ):
            found[ends[items]]["items"] = text[:items]
        best = max((count for count, readings in found.items() if readings), default=0)
        return best, found[best]

    def _exist(self, said: str, situation: Situation) -> bool:
        """Whether words list items that there are."""
        found = self._read_once(said, "items")
        return bool(found and found[1]) and situation.exist(found[1])

    def _with_text(self, line: str, situation: Situation) -> Unclear | None:
        """An action that ends in free text, which may say anything."""
        if not any("text" in way.slots for way in self._lexicon.ways):
            return None
        cuts = [(tidy(line[: cut.start()]), Thing({"text": line[cut.end() :]})) for cut in _BEFORE_TEXT.finditer(line)]
        framed = (self._framed(head, situation, text) for head, text in cuts if not is_turned(head))
        return next(filter(None, framed), None)

    def _parts(
        self, said: str, situation: Situation, separators: tuple[re.Pattern[str], ...] = SEPARATORS
    ) -> list[Unclear]:
        """A sentence as one action, or else its parts if that makes more of it."""
        whole = [each for each in (self.canonical(said, situation.names) or self._framed(said, situation),) if each]
        parting = next((n for n, each in enumerate(separators) if each.search(said)), None)
        if parting is None or _has_read(whole):
            return whole
        inner = self._inner(said, situation, separators[parting:])
        return inner if _has_read(inner) or not whole else whole

    def _inner(self, said: str, situation: Situation, separators: tuple[re.Pattern[str], ...]) -> list[Unclear]:
        """What the parts of a sentence announce, one without a verb with the verb before it; nothing where that is no action."""
        found, before = list[Unclear](), ""
        for part in filter(str.strip, separators[0].split(said)):
            more = self._parts(part, situation, separators[1:])
            if takes_back(part):
                found = _doubted(found)
            elif found and not more and (separators[0] is AND or self._goes_on(part, situation)):
                verb = " ".join(found[-1].suggestions[0].split()[:2])
                more = [
                    each for each in self._parts(f"{verb} {part}", situation, separators[1:]) if isinstance(each, Read)
                ]
                if not more:
                    return []
            found += _doubted(more) if _may_be_order(before, part, situation) else more
            before = part
        return found

    def _goes_on(self, part: str, situation: Situation) -> bool:
        """Whether a part names things and is more than an address."""
        return bool(things_in(self._clause(part, situation))) and not is_small(
            part, frozenset(situation.known.get("person", ()))
        )

    def _framed(self, said: str, situation: Situation, *text: Thing) -> Unclear | None:
        """What the best frame makes of a clause; a clause with slips of the pen is asked about."""
        for part in dict.fromkeys((said, self._lexicon.mended(said))):
            if text or self._lexicon.may_tell(words_of(part)):
                for meant in meanings([*self._clause(part, situation), *text], self._lexicon, situation.likely):
                    if meant.is_likely and (found := self._put_to_grammar(meant, situation)):
                        if part == said and meant.is_sure:
                            return found
                        return Unclear(found.suggestions) if meant.leads or not situation.is_talkative else None
        return None

    def _put_to_grammar(self, meant: Meant, situation: Situation) -> Unclear | None:
        """What the grammar reads in a meaning's canonical line; with a slot missing, the lines for what it may be."""
        if not meant.missing:
            return self.canonical(self._put(meant.way.kind, meant.slots))
        left_open = {slot: f"<{slot}>" for slot in meant.missing}
        may_be = sorted({*situation.known.get(f"{meant.way.kind}.{meant.missing[0]}", {}).values()})
        if len(meant.missing) == 1 and 0 < len(may_be) <= _SUGGESTED:
            return Unclear(tuple(self._put(meant.way.kind, {**meant.slots, meant.missing[0]: each}) for each in may_be))
        return Unclear((self._put(meant.way.kind, {**meant.slots, **left_open}),))


def _known_as(words: Sequence[str], situation: Situation) -> dict[str, str]:
    """What is known by just these words, by kind."""
    whole = "" if words[-1].lower() in DETERMINERS else " ".join(words).lower()
    said = " ".join(word for word in whole.split() if word not in DETERMINERS)
    names = (said.strip("<@!>"), said.removesuffix("s"), whole)
    return {kind: known[name] for kind, known in situation.known.items() for name in names if name and name in known}


def _has_read(found: Iterable[Unclear]) -> bool:
    return any(isinstance(each, Read) for each in found)


def _doubted(found: Iterable[Unclear]) -> list[Unclear]:
    """What was heard, to be asked about only."""
    return [Unclear(each.suggestions) for each in found]


def _may_be_order(before: str, part: str, situation: Situation) -> bool:
    """Whether what is said right after an address may be an order to that person: it names neither speaker nor addressee."""
    people = frozenset(situation.known.get("person", ()))
    is_address = is_small(before, people) and not is_small(before)
    said = words_of(part)
    is_own = not ({"i"} | YOU | YOURS).isdisjoint(said) or any(word.endswith("ing") for word in said)
    return is_address and not is_own and not says_yes(part, people)


def _marked(said: str, names: Mapping[str, str]) -> str:
    """A line with its known names as the grammar writes them, the longest first; what is marked already stays."""
    written = {name.lower(): shown for name, shown in names.items()}
    return _pattern(tuple(names)).sub(lambda found: written.get(found[0].lower(), found[0]), said)


@lru_cache(64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds names of people and things, but within marks."""
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"\"[^\"]*\"|\*\*[^*]*\*\*|(?<![\w@#])(?:{known})(?!\w)", re.IGNORECASE)
