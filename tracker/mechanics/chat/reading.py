"""What a line announces: read, unclear or talk. Only the grammar reads; a frame puts other words as a line for the grammar."""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from typing import Any, ClassVar

from tracker.mechanics.chat.frames import (
    Clause,
    Meant,
    Situation,
    Thing,
    clause_of,
    meanings,
    things_in,
)
from tracker.mechanics.chat.lexicon import Lexicon, kinds_of, tells
from tracker.mechanics.chat.talk import (
    AND,
    ANY_SEPARATOR,
    BEFORE_TEXT,
    COMMA,
    DETERMINERS,
    OTHERS,
    SEPARATORS,
    SHORTENED,
    THEN,
    YOU,
    YOURS,
    bare,
    beside_yes,
    by_speaker,
    denies,
    in_english,
    is_small,
    is_turned,
    says_yes,
    sentences,
    takes_back,
    tidy,
    words_of,
)

# They say whose a thing is, or nothing.
_WHOSE = DETERMINERS - {"a", "an"}
# How long a line may be that only says yes.
_LONGEST_YES = 60
# How many words the name of somebody who is addressed may have, and one more.
_LONGEST_NAME = 3
# How many lines are suggested at most.
_SUGGESTED = 3


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
        self._shaped_once = lru_cache(1 << 13)(self._shaped)
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
        found = next(filter(None, (self._read_once(said, "action") for said in wordings)), None)
        return Read((self.line(*found),), found[0], deepcopy(found[1])) if found else None

    def items(self, said: str) -> Any:
        """A list of things alone, as in a revealed text; None where it is none."""
        found = self._read_once(bare(said), "items") if "items" in self._starts else None
        return deepcopy(found[1]) if found else None

    def line(self, kind: str, fields: Mapping[str, Any]) -> str:
        """The canonical line of an action that was read."""
        return self._put(kind, {name: self._fields.shown(name, value) for name, value in fields.items()})

    def _parsed(self, said: str, start: str) -> tuple[str, dict[str, Any]] | None:
        from lark.exceptions import UnexpectedInput

        if not self._beginnings[start].match(said):
            return None
        try:
            return self._fields.meaning(self._parser.parse(said, start=start))  # type: ignore[no-any-return]
        except UnexpectedInput:
            return None

    def _is_begun(self, said: str) -> bool:
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

    def _ends_of_items(self, said: str) -> list[int]:
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
        elif (english := in_english(line)) != line:
            yield from _doubted(self.heard(english, look))
        elif not line.lstrip().startswith(">") and (self._may_tell(line) or _may_agree(line)):
            said = tidy(line)
            if sentences(said) or BEFORE_TEXT.search(line):
                yield from self._told(line, said, look)

    def _may_tell(self, said: str) -> bool:
        """Whether any word is one of the game's; a line without any is talk, or a yes."""
        return any(tells(self._lexicon, SHORTENED.get(word, word)) for word in re.findall(r"[^\W\d_]+", said.lower()))

    def _told(self, line: str, said: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces that is no canonical one as it stands; frames are only tried where a way can be meant at all."""
        now = look()
        is_told = self._lexicon.tells_of(line, said, now.known, now.likely)
        if not (is_told or _may_agree(line) or self._is_begun(self._lexicon.mended(said, now.words))):
            return
        now = replace(self._addressing(said, now), is_talk=not is_told)
        said = by_speaker(said, now.speaker)
        spoken = (line, said, now.likely.get("yes", "") if says_yes(said, now.people) else "")
        if whole := next(filter(None, (self.canonical(each, now.names) for each in spoken)), None):
            yield whole
        elif with_text := self._with_text(line, now):
            yield with_text
        elif said.partition(": ")[0].lower() not in now.people:
            yield from self._by_sentences(said, now, look)

    def _by_sentences(self, said: str, now: Situation, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What the sentences of a line announce; where they make no action singly, what they ask for together."""
        told = sentences(said)
        before, waiting, has_read = "", list[Unclear](), False
        for text, is_doubtful in told:
            found = self._parts(text, now)
            waiting += _doubted(found) if is_doubtful or _is_for_others(before, text, now) else found
            before = text
            if _has_read(waiting):
                yield from waiting
                waiting, has_read, now = [], True, self._addressing(said, look())
        together = self._framed(said, now) if len(told) > 1 and not has_read else None
        lines = [*together.suggestions, *(line for each in waiting for line in each.suggestions)] if together else []
        yield from [Unclear(tuple(dict.fromkeys(lines))[:_SUGGESTED])] if lines else waiting

    def _addressing(self, said: str, situation: Situation) -> Situation:
        """The situation with the one person whom a line names as the one who is meant by you."""
        if YOU.isdisjoint(words_of(said)):
            return situation
        named = {thing.read_as(["person"]) for thing in things_in(self._clause(said, situation))} - {""}
        meant = min(named) if len(named) == 1 else "" if named else situation.likely.get("you", "")
        return replace(situation, likely={**situation.likely, "you": meant})

    def _clause(self, said: str, situation: Situation) -> Clause:
        return clause_of(said, partial(self._named, situation))

    def _named(self, situation: Situation, words: Sequence[str]) -> tuple[int, Mapping[str, str]]:
        """How many of the next words name a thing that is known, marked or a list of items; whose it is does not matter."""
        found = [
            (count, *each)
            for count in range(1, min(situation.longest + 1, len(words)) + 1)
            for each in _known_as(words[:count], situation)
        ]
        marked, listed = self._shaped_once(tuple(words))
        shown = ((end, said, self._read_once(said, "items")) for end, said in listed)
        items = [(end, "items", said) for end, said, read in shown if read and read[1] and situation.exist(read[1])][:1]
        found += [*marked, *items]
        best = max((count for count, _, _ in found), default=0)
        return best, {kind: name for count, kind, name in found if count == best}

    def _shaped(self, words: tuple[str, ...]) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]]]:
        """How many of the next words are marked as a thing and of what kind; how many may be a list of items, the most first."""
        kept = [(count, word) for count, word in enumerate(words, 1) if word.lower() not in _WHOSE]
        text = " ".join(word for _, word in kept)
        shown = [(kind, found) for kind, mark in self._lexicon.patterns.items() if (found := mark.match(text))]
        listed = self._ends_of_items(text)
        sizes = accumulate((len(word) + 1 for _, word in kept), initial=-1) if shown or listed else ()
        ends = dict(zip(sizes, (0, *(count for count, _ in kept)), strict=False))
        marked = [(ends[found.end()], kind, found[1]) for kind, found in shown if found.end() in ends]
        return marked, [(ends[end], text[:end]) for end in listed if end in ends]

    def _with_text(self, line: str, situation: Situation) -> Unclear | None:
        """An action that ends in free text, which may say anything."""
        cuts = [(tidy(line[: cut.start()]), Thing({"text": line[cut.end() :]})) for cut in BEFORE_TEXT.finditer(line)]
        heads = [
            (each, text)
            for head, text in cuts
            for each in dict.fromkeys((head, *(said for said, _ in sentences(head)[-1:])))
        ]
        framed = (self._framed(head, situation, text) for head, text in heads if not is_turned(head))
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
        """What the parts of a sentence announce, one without a verb with the verb before it; nothing where that is no action.

        What hangs on talk by an "and" is only asked about: in "ben should pass and forfeit" nobody forfeits.
        """
        found, before, is_talk = list[Unclear](), "", False
        for part in filter(str.strip, separators[0].split(said)):
            more = self._parts(part, situation, separators[1:])
            if not more and separators[0] is COMMA and _is_address(before, situation):
                more = _doubted(self._parts(f"{before.strip(' @')} {part}", situation, separators[1:]))
            if takes_back(part):
                found = [] if denies(part) and separators[0] is THEN else _doubted(found)
            elif found and not more and (separators[0] is AND or self._adds_to(part, situation, found[-1])):
                verb = " ".join(found[-1].suggestions[0].split()[:2])
                is_lent = OTHERS.isdisjoint(words_of(part)[:1])
                more = self._parts(f"{verb} {part}", situation, separators[1:]) if is_lent else []
                if not _has_read(more):
                    found, more = _doubted(found), []
            is_hanging = is_talk and separators[0] is AND and "i" not in words_of(part)
            is_others = _is_for_others(before, part, situation, separators[0])
            found += _doubted(more) if is_hanging or is_others else more
            before, is_talk = part, not more and not is_small(part, situation.people)
        return found

    def _adds_to(self, part: str, situation: Situation, before: Unclear) -> bool:
        """Whether a part is more than an address and names things, such as the action before it is about if that is known."""
        things = things_in(self._clause(part, situation))
        if isinstance(before, Read):
            slots = re.findall(r"{(\w+)", self._forms[before.kind])
            kinds = [kind for slot in slots for kind in kinds_of(before.kind, slot, self._lexicon.kinds)]
            things = [each for each in things if each.read_as(kinds)]
        return bool(things) and not is_small(part, situation.people)

    def _framed(self, said: str, situation: Situation, *text: Thing) -> Unclear | None:
        """What the best frame makes of a clause; a clause with slips of the pen, or words that only describe, is asked about."""
        if situation.is_talk:
            return None
        if found := self._meant(said, situation, text):
            return found
        mended = self._lexicon.mended(said, situation.words)
        for part in dict.fromkeys((mended, self._lexicon.undecorated(mended, situation.words))):
            if part != said and (found := self._meant(part, situation, text, 2)):
                return Unclear(found.suggestions)
        read = self.canonical(mended, situation.names) if mended != said and not text else None
        return Unclear(read.suggestions) if read else None

    def _meant(self, said: str, situation: Situation, text: Sequence[Thing], strictness: int = 0) -> Unclear | None:
        """What the best frame makes of a clause as it stands, with so much more for it than against it."""
        if ways := self._lexicon.possible(words_of(said), situation.words):
            for meant in meanings([*self._clause(said, situation), *text], ways, self._lexicon, situation.likely):
                is_asked = meant.is_sure or meant.leads or not situation.is_talkative
                is_enough = not strictness or strictness * meant.against < meant.evidence
                is_meant = is_asked and is_enough and (meant.is_likely or self._may_be(meant, situation))
                if is_meant and (found := self._put_to_grammar(meant, situation)):
                    return found if meant.is_sure else Unclear(found.suggestions)
        return None

    def _put_to_grammar(self, meant: Meant, situation: Situation) -> Unclear | None:
        """What the grammar reads in a meaning's canonical line; with a slot missing, the lines for what it may be."""
        if not meant.missing:
            return self.canonical(self._put(meant.way.kind, meant.slots))
        left_open = self._may_be(meant, situation) or [{slot: f"<{slot}>" for slot in meant.missing}]
        return Unclear(tuple(self._put(meant.way.kind, {**meant.slots, **each}) for each in left_open))

    def _may_be(self, meant: Meant, situation: Situation) -> list[dict[str, str]]:
        """What an action that is said alone may be about, where few things stand open."""
        known = {slot: situation.known.get(f"{meant.way.kind}.{slot}", {}) for slot in meant.missing}
        stands = sorted({(slot, name) for slot, called in known.items() for name in called.values()})
        is_alone = len(known) == 1 and meant.leads and not meant.strange
        return [dict([each]) for each in stands] if is_alone and len(stands) <= _SUGGESTED else []


def _known_as(words: Sequence[str], situation: Situation) -> Iterator[tuple[str, str]]:
    """What is known by just these words: its kind, and how canonical lines write it."""
    last = words[-1].lower().strip("<@!>")
    if situation.words.isdisjoint((last, last.removesuffix("s"))):
        return
    whole = " ".join(words).lower()
    said = " ".join(word for word in whole.split() if word not in DETERMINERS)
    names = [name for name in (said.strip("<@!>"), said.removesuffix("s"), whole) if name]
    yield from ((kind, known[name]) for kind, known in situation.known.items() for name in names if name in known)


def _may_agree(line: str) -> bool:
    """Whether a line is short and may say yes to somebody and nothing else."""
    beside = beside_yes(tidy(line)) if len(line) < _LONGEST_YES else None
    return beside is not None and len(beside) < _LONGEST_NAME


def _has_read(found: Iterable[Unclear]) -> bool:
    return any(isinstance(each, Read) for each in found)


def _doubted(found: Iterable[Unclear]) -> list[Unclear]:
    """What was heard, to be asked about only."""
    return [Unclear(each.suggestions) for each in found]


def _is_address(said: str, situation: Situation) -> bool:
    """Whether somebody is addressed, and nothing else is said."""
    return is_small(said, situation.people) and not is_small(said)


def _is_for_others(before: str, part: str, situation: Situation, between: re.Pattern[str] | None = None) -> bool:
    """Whether what is said right after a name may be for that person to do, or is done together ("bob and I leave")."""
    is_address = _is_address(before, situation)
    is_own = not ({"i"} | YOU | YOURS).isdisjoint(words_of(part)) or says_yes(part, situation.people)
    return is_address and (between is AND or not (is_own or any(word.endswith("ing") for word in words_of(part))))


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
