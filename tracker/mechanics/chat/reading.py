"""What a line announces: read, unclear or talk. Only the grammar reads; a frame puts other words as a line for the grammar."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate

from tracker.mechanics.chat.frames import (
    Clause,
    Meant,
    Situation,
    Thing,
    clause_of,
    meanings,
    things_in,
)
from tracker.mechanics.chat.grammar import Fields, Grammar, Read, Unclear
from tracker.mechanics.chat.guessing import filled_by, guessed, weight
from tracker.mechanics.chat.lexicon import Lexicon, kinds_of, tells
from tracker.mechanics.chat.talk import (
    AGAIN,
    AND,
    BEFORE_TEXT,
    COMMA,
    DETERMINERS,
    OTHERS,
    SEPARATORS,
    SHORTENED,
    THEN,
    YOU,
    YOURS,
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
    told_in,
    words_of,
)

# They say whose a thing is, or nothing.
_WHOSE = DETERMINERS - {"a", "an"}
# How long a line may be that only says yes.
_LONGEST_YES = 60
# How many words the name of somebody who is addressed may have, and one more.
_LONGEST_NAME = 3
# How much has to speak for what is only guessed.
_ENOUGH = 4
# How many lines are suggested at most.
_SUGGESTED = 3


class Reader:
    """Reads lines by a game's grammar, or puts them first as canonical lines by what the game says of its language."""

    def __init__(self, grammar: str, fields: Fields, forms: Mapping[str, str], lexicon: Lexicon) -> None:
        self._grammar, self._lexicon = Grammar(grammar, fields, forms), lexicon
        self.canonical, self.items, self.line = self._grammar.canonical, self._grammar.items, self._grammar.line
        self._shaped_once = lru_cache(1 << 13)(self._shaped)

    def heard(self, line: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces, in order, each sentence in the situation that those before left; nothing is talk."""
        if read := self.canonical(line):
            yield read
        elif (english := in_english(line)) != line:
            yield from _doubted(self.heard(english, look))
        elif not line.lstrip().startswith(">") and (self._may_tell(line) or _may_agree(line)):
            said = tidy(line)
            if sentences(said) or told_in(said) or BEFORE_TEXT.search(line):
                yield from self._told(line, said, look)

    def _may_tell(self, said: str) -> bool:
        """Whether any word is one of the game's; a line without any is talk, or a yes."""
        return any(tells(self._lexicon, SHORTENED.get(word, word)) for word in re.findall(r"[^\W\d_]+", said.lower()))

    def _told(self, line: str, said: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces that is no canonical one as it stands; frames are only tried where a way can be meant at all."""
        now = look()
        is_told = self._lexicon.tells_of(line, said, now.known, now.likely)
        if not (is_told or _may_agree(line) or self._grammar.is_begun(self._lexicon.mended(said, now.words))):
            return
        now = replace(self._addressing(said, now), is_talk=not is_told)
        said = by_speaker(said, now.speaker)
        spoken = (line, said, now.likely.get("yes", "") if says_yes(said, now.people) else "")
        if whole := next(filter(None, (self.canonical(each, now.names) for each in spoken)), None):
            yield whole
        elif with_text := self._with_text(line, now):
            yield from with_text
        elif said.partition(": ")[0].lower() not in now.people:
            found = list(self._by_sentences(said, now, look))
            yield from found or self._guessed(said, now)

    def _guessed(self, said: str, situation: Situation) -> list[Unclear]:
        """What a line may be about of which nothing is understood: up to three actions that fit about as well, or the same to several things."""
        lines: dict[str, None] = {}
        for part in told_in(said):
            mended = self._lexicon.mended(part, situation.words)
            found = guessed(self._clause(mended, situation), self._lexicon, situation.likely)
            for meant in (each for each in found if weight(each) >= max(weight(found[0]) - 1, _ENOUGH)):
                if not meant.missing or self._may_be(meant, situation, anyhow=True):
                    lines |= {
                        line: None for each in self._put_to_grammar(meant, situation) for line in each.suggestions
                    }
        return [Unclear(tuple(lines)[:_SUGGESTED])] if lines else []

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
        together = self._framed(said, now) if len(told) > 1 and not has_read else []
        lines = [line for each in (*together, *waiting) for line in each.suggestions] if together else []
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
        shown = ((end, said, self._grammar.read_once(said, "items")) for end, said in listed)
        items = [(end, "items", said) for end, said, read in shown if read and read[1] and situation.exist(read[1])][:1]
        found += [*marked, *items]
        best = max((count for count, _, _ in found), default=0)
        return best, {kind: name for count, kind, name in found if count == best}

    def _shaped(self, words: tuple[str, ...]) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]]]:
        """How many of the next words are marked as a thing and of what kind; how many may be a list of items, the most first."""
        kept = [(count, word) for count, word in enumerate(words, 1) if word.lower() not in _WHOSE]
        text = " ".join(word for _, word in kept)
        shown = [(kind, found) for kind, mark in self._lexicon.patterns.items() if (found := mark.match(text))]
        listed = self._grammar.ends_of_items(text)
        sizes = accumulate((len(word) + 1 for _, word in kept), initial=-1) if shown or listed else ()
        ends = dict(zip(sizes, (0, *(count for count, _ in kept)), strict=False))
        marked = [(ends[found.end()], kind, found[1]) for kind, found in shown if found.end() in ends]
        return marked, [(ends[end], text[:end]) for end in listed if end in ends]

    def _with_text(self, line: str, situation: Situation) -> list[Unclear]:
        """An action that ends in free text, which may say anything."""
        cuts = [(tidy(line[: cut.start()]), Thing({"text": line[cut.end() :]})) for cut in BEFORE_TEXT.finditer(line)]
        heads = [
            (each, text)
            for head, text in cuts
            for each in dict.fromkeys((head, *(said for said, _ in sentences(head)[-1:])))
        ]
        framed = (self._framed(head, situation, text) for head, text in heads if not is_turned(head))
        return next(filter(None, framed), [])

    def _parts(
        self, said: str, situation: Situation, separators: tuple[re.Pattern[str], ...] = SEPARATORS
    ) -> list[Unclear]:
        """A sentence as one action, or else its parts if that makes more of it."""
        whole = _each(self.canonical(said, situation.names)) or self._framed(said, situation)
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
            elif found and not more:
                found = self._with_more(found, part, situation, separators[0], takes_back(before))
            is_hanging = is_talk and separators[0] is AND and "i" not in words_of(part)
            is_others = _is_for_others(before, part, situation, separators[0])
            found += _doubted(more) if is_hanging or is_others else more
            before, is_talk = part, not more and not is_small(part, situation.people)
        return found

    def _with_more(
        self, found: list[Unclear], part: str, situation: Situation, separator: re.Pattern[str], is_instead: bool
    ) -> list[Unclear]:
        """What was found with what a part without a verb adds: the same with other things, more of it, or other things instead."""
        last = found[-1]
        things = [] if is_small(part, situation.people) else things_in(self._clause(part, situation))
        read = last if isinstance(last, Read) else self.canonical(last.suggestions[0])
        if read is None or not things:
            return _doubted(found) if things or separator is AND else found
        pieces = [part] if self._varied(read, part, situation) or separator is AND else AND.split(part)
        for piece in pieces:
            more = self._varied(read, piece, situation)
            if more and separator is AND and (joined := self._joined(read, more)):
                found[-1:] = [joined if isinstance(last, Read) else Unclear(joined.suggestions)]
            elif more and (is_instead or more.fields.keys() > read.fields.keys()):
                found = [*_doubted(found[:-1]), Unclear(more.suggestions)]
            elif (
                more and self._is_other(read, more) and isinstance(last, Read) and (separator is AND or len(pieces) > 1)
            ):
                found = [*found, more]
            elif more and more != read and (self._is_other(read, more) or not AGAIN.isdisjoint(words_of(piece))):
                found = [*_doubted(found), Unclear(more.suggestions)]
            elif separator is AND or any(each.read_as(self._kinds_of(read)) for each in things):
                found = _doubted(found)
        return found

    def _joined(self, read: Read, more: Read) -> Read | None:
        """Of two actions that differ in one list of things, the one with both."""
        others = [name for name, value in more.fields.items() if read.fields.get(name) != value]
        kind = self._lexicon.kinds.get(others[0], "") if len(others) == 1 and others[0] in read.fields else ""
        if kind != "items" and not kind.endswith("*"):
            return None
        told, added = self._grammar.told(read), self._grammar.told(more)
        return self.canonical(
            self._grammar.put(read.kind, {**told, others[0]: f"{told[others[0]]} and {added[others[0]]}"})
        )

    def _is_other(self, read: Read, more: Read) -> bool:
        """Whether of two alike actions everything is another."""
        return all(more.fields[name] != value for name, value in read.fields.items())

    def _kinds_of(self, read: Read) -> list[str]:
        """The kinds of things that an action is about."""
        slots = re.findall(r"{(\w+)", self._grammar.forms[read.kind])
        return [kind for slot in slots for kind in kinds_of(read.kind, slot, self._lexicon.kinds)]

    def _varied(self, read: Read, part: str, situation: Situation) -> Read | None:
        """An action with the things of a part in the place of its own, if the part has no more to say."""
        clause = self._clause(part, situation)
        if not OTHERS.isdisjoint(words_of(part)[:1]):
            return None
        for way in self._lexicon.ways:
            if way.kind == read.kind and (slots := filled_by(way, clause, self._lexicon)):
                return self.canonical(self._grammar.put(read.kind, {**self._grammar.told(read), **slots}))
        return None

    def _framed(self, said: str, situation: Situation, *text: Thing) -> list[Unclear]:
        """What the best frame makes of a clause; a clause with slips of the pen, or words that only describe, is asked about."""
        if situation.is_talk:
            return []
        if found := self._meant(said, situation, text):
            return found
        mended = self._lexicon.mended(said, situation.words)
        for part in dict.fromkeys((mended, self._lexicon.undecorated(mended, situation.words))):
            if part != said and (found := self._meant(part, situation, text, 2)):
                return _doubted(found)
        read = self.canonical(mended, situation.names) if mended != said and not text else None
        return _doubted(_each(read))

    def _meant(self, said: str, situation: Situation, text: Sequence[Thing], strictness: int = 0) -> list[Unclear]:
        """What the best frame makes of a clause as it stands, with so much more for it than against it."""
        if ways := self._lexicon.possible(words_of(said), situation.words):
            for meant in meanings([*self._clause(said, situation), *text], ways, self._lexicon, situation.likely):
                is_asked = meant.is_sure or meant.leads or not situation.is_talkative
                is_enough = not strictness or strictness * meant.against < meant.evidence
                is_meant = is_asked and is_enough and (meant.is_likely or self._may_be(meant, situation))
                if is_meant and (found := self._put_to_grammar(meant, situation)):
                    return found
        return []

    def _put_to_grammar(self, meant: Meant, situation: Situation) -> list[Unclear]:
        """What the grammar reads in a meaning's canonical line, if sure; else it is suggested, with a slot missing what it may be."""
        if meant.missing:
            left_open = self._may_be(meant, situation) or [{slot: f"<{slot}>" for slot in meant.missing}]
            return [Unclear(tuple(self._grammar.put(meant.way.kind, {**meant.slots, **each}) for each in left_open))]
        read = self.canonical(self._grammar.put(meant.way.kind, meant.slots))
        if read is None or meant.is_sure:
            return _each(read)
        more = (self.canonical(self._grammar.put(meant.way.kind, each)) for each in meant.others(self._lexicon.kinds))
        return [Unclear((self._owned(each, situation),)) for each in (read, *more) if each]

    def _owned(self, read: Read, situation: Situation) -> str:
        """The canonical line of an action; where things go to and fro, those are given that the speaker has."""
        slots = [slot for slot in read.fields if self._lexicon.kinds.get(slot) == "items"]
        if len(slots) == 2 and "give" in slots:
            give, take = sorted(slots, key="give".__ne__)
            if situation.has(read.fields[take]) and not situation.has(read.fields[give]):
                return self.line(read.kind, {**read.fields, give: read.fields[take], take: read.fields[give]})
        return read.suggestions[0]

    def _may_be(self, meant: Meant, situation: Situation, *, anyhow: bool = False) -> list[dict[str, str]]:
        """What an action that is said alone may be about, where few things stand open."""
        known = {slot: situation.known.get(f"{meant.way.kind}.{slot}", {}) for slot in meant.missing}
        stands = sorted({(slot, name) for slot, called in known.items() for name in called.values()})
        is_alone = len(known) == 1 and (anyhow or (meant.leads and not meant.strange))
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


def _each(found: Unclear | None) -> list[Unclear]:
    return [found] if found else []


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
