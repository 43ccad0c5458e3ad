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
from tracker.mechanics.chat.lexicon import Lexicon, forms_of, kinds_of
from tracker.mechanics.chat.talk import (
    AGAIN,
    AND,
    BEFORE_TEXT,
    COMMA,
    DETERMINERS,
    IT,
    OTHERS,
    SEPARATORS,
    THEN,
    TURNING,
    YOU,
    YOURS,
    bare,
    beside_yes,
    by_speaker,
    denies,
    is_agreed,
    is_small,
    is_turned,
    says_yes,
    sentences,
    simple,
    takes_back,
    tidy,
    told_in,
    words_of,
)

# They say whose a thing is, or nothing.
_WHOSE = DETERMINERS - {"a", "an"}
_NOBODY = frozenset[str]()
# How a judge answers a question, with the answer.
_ANSWER = re.compile(
    r"(?i)(?:(?:i (?:rule|answer)|my (?:answer|ruling)(?: is)?)\W+)?((?:yes|no|true|false)(?:[.,:;!-].*|$))"
)
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
        elif not line.lstrip().startswith(">") and (said := tidy(line)):
            first_look = lru_cache(1)(look)  # nothing is carried out before the first action is told
            is_meant = self._may_tell(line, first_look) or beside_yes(said) is not None
            if is_meant and (sentences(said) or told_in(said) or BEFORE_TEXT.search(line)):
                is_meant = False
                for found in self._told(line, said, first_look(), look):
                    is_meant = True
                    yield found
            if not is_meant and (answer := _ANSWER.match(line)):
                asked = look().likely.get("answer", "")
                yield from [Unclear((asked + answer[1],))] if asked else []

    def _may_tell(self, said: str, look: Callable[[], Situation]) -> bool:
        """Whether any word is one of the game's, or where the speaker tells of themselves a known name; all else is talk, or a yes."""
        words = re.findall(r"[^\W\d_]+", said.lower())
        forms = (forms_of(self._lexicon, _NOBODY, word) for word in words)
        if any(not self._lexicon.telling.isdisjoint(each) for each in forms):
            return True
        return not {"i", "im"}.isdisjoint(words) and not look().words.isdisjoint(words)

    def _told(self, line: str, said: str, now: Situation, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces that is no canonical one as it stands; frames are only tried where a way can be meant at all."""
        is_canonical = any(self._canonically(text, now) for text, _ in sentences(said))
        if not (
            is_canonical or beside_yes(said) is not None or self._lexicon.tells_of(line, said, now.known, now.likely)
        ):
            return
        now = self._addressing(said, now)
        said = by_speaker(said, now.speaker)
        spoken = (line, said, now.likely.get("yes", "") if says_yes(said, now.people) else "")
        if whole := next(filter(None, (self.canonical(each, now.names) for each in spoken)), None):
            named = f"{spoken[2]} {said}" if whole.suggestions[0] == spoken[2] else ""
            yield from self._addressed([whole], named, now, SEPARATORS) if named else [whole]
        elif with_text := self._with_text(line, now):
            yield from with_text
        elif said.partition(": ")[0].lower() not in now.people:
            is_talk = True
            for found in self._by_sentences(said, now, look):
                is_talk = False
                yield self._as_agreed(found, now)
            yield from self._guessed(said, now) or self._agreed(said, now) if is_talk else ()

    def _agreed(self, said: str, situation: Situation) -> list[Unclear]:
        """What a yes may mean with which more is said, where it is more than a small word, or somebody or what they offer is named."""
        if not TURNING.union(["will"]).isdisjoint(words_of(said)) or is_turned(said):
            return []
        first = re.split(r"[,.!;] ", said, maxsplit=1)[0]
        yes = situation.likely.get("yes") if says_yes(first, situation.people) and not is_small(first) else ""
        named = [self.items(each.read_as(["items"])) or {} for each in things_in(self._clause(said, situation))]
        offer = situation.agrees([thing for items in named for thing in items]) if is_agreed(said) and not yes else ""
        line = self._accepts(offer, situation) if offer else yes
        return [Unclear((line,))] if line else []

    def _as_agreed(self, found: Unclear, situation: Situation) -> Unclear:
        """What is heard, where it only says what somebody offered as a question whether the speaker accepts that."""
        read = found if isinstance(found, Read) else self.canonical(found.suggestions[0])
        things = [
            thing for slot, items in (read.fields if read else {}).items() if self._is_of_items(slot) for thing in items
        ]
        offer = situation.agrees(things) if read and read.kind != "accept" and things else ""
        if not offer:
            return found
        return Unclear((self._accepts(offer, situation), *found.suggestions)[:_SUGGESTED])

    def _accepts(self, offer: str, situation: Situation) -> str:
        return self._grammar.put("accept", {"offer": situation.known["accept.offer"].get(offer.lower(), offer)})

    def _is_of_items(self, slot: str) -> bool:
        return self._lexicon.kinds.get(slot, slot) == "items"

    def _guessed(self, said: str, situation: Situation) -> list[Unclear]:
        """What a line may be about of which nothing is understood: up to three actions that fit about as well, or the same to several things."""
        lines: dict[str, None] = {}
        for part in told_in(said):
            mended = self._lexicon.mended(part, situation.words)
            tried = (guessed(self._clause(each, situation), self._lexicon, situation.likely) for each in (part, mended))
            found = next((each for each in tried if each and weight(each[0]) >= _ENOUGH), [])
            for meant in (each for each in found if weight(each) >= max(weight(found[0]) - 1, _ENOUGH)):
                if not meant.missing or self._may_be(meant, situation, anyhow=True):
                    suggested = self._put_to_grammar(meant, situation)
                    lines |= {line: None for each in suggested for line in each.suggestions}
        return [Unclear(tuple(lines)[:_SUGGESTED])] if lines else []

    def _by_sentences(self, said: str, now: Situation, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What the sentences of a line announce; where they make no action singly, what they ask for together."""
        told = sentences(said)
        before, waiting, has_read = "", list[Unclear](), False
        for text, is_doubtful in told:
            found = self._parts(text, now)
            if not found and waiting and takes_back(text):
                waiting = self._with_more(waiting, text, now, THEN, is_instead=True)
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
        whole = _each(self._canonically(said, situation)) or self._framed(said, situation)
        parting = next((n for n, each in enumerate(separators) if each.search(said)), None)
        if parting is None or _has_read(whole):
            return whole
        inner = self._inner(said, situation, separators[parting:])
        return inner if _has_read(inner) or not whole else whole

    def _canonically(self, said: str, situation: Situation) -> Read | None:
        """What the grammar reads in a sentence, "renaming Moss to Pip" as in "rename Moss to Pip"."""
        return next(filter(None, (self.canonical(each, situation.names) for each in (said, *simple(said)))), None)

    def _inner(self, said: str, situation: Situation, separators: tuple[re.Pattern[str], ...]) -> list[Unclear]:
        """What the parts of a sentence announce, one without a verb with the verb before it; nothing where that is no action.

        What hangs on talk by an "and" is only asked about: in "ben should pass and forfeit" nobody forfeits.
        """
        found, before, is_talk, said_so_far = list[Unclear](), "", False, set[str]()
        for part in filter(str.strip, separators[0].split(said)):
            situation = self._with_it(found, part, situation)
            is_in_return = bool(found) and not YOU.isdisjoint(words_of(part)[:1])
            more = [] if is_in_return else self._parts(part, situation, separators[1:])
            found = _doubted(found) if is_in_return else found
            if not more and separators[0] is COMMA and _is_address(before, situation):
                more = _doubted(self._parts(f"{before.strip(' @')} {part}", situation, separators[1:]))
            if takes_back(part):
                found = [] if denies(part) and separators[0] is THEN else _doubted(found)
            if found and not _has_read(more) and (extended := self._extended(found[-1], part, situation)):
                found, more = [*_doubted(found[:-1]), extended], []
            elif found and not more:
                is_instead = takes_back(part) or takes_back(before)
                found = self._with_more(found, part, situation, separators[0], is_instead)
            if _is_address(before, situation):
                more = self._addressed(more, f"{part} {before.strip()}", situation, separators[1:])
            if separators[0] is COMMA and bare(part).lower() not in said_so_far:
                more = _not_told(more, found)
            said_so_far.add(bare(part).lower())
            is_hanging = is_talk and separators[0] is AND and "i" not in words_of(part)
            is_others = _is_for_others(before, part, situation, separators[0])
            found += _doubted(more) if is_hanging or is_others else more
            before, is_talk = part, not more and not is_small(part, situation.people)
        return found

    def _addressed(
        self, found: list[Unclear], said: str, situation: Situation, separators: tuple[re.Pattern[str], ...]
    ) -> list[Unclear]:
        """What is said to somebody, with that person as the one it is about where it is surely so, "Bob, I accept"."""
        fuller = self._parts(said, situation, separators) if _has_read(found) else []
        return fuller if _has_read(fuller) else found

    def _with_it(self, found: Sequence[Unclear], part: str, situation: Situation) -> Situation:
        """The situation in which "it" is what was named last, "naming #9 Pip and putting it in pond 3"."""
        last = found[-1] if found else None
        if not isinstance(last, Read) or IT.isdisjoint(words_of(part)):
            return situation
        told = self._grammar.told(last)
        meant = {name: told[name.partition(".")[2]] for name in self._lexicon.slots if name.partition(".")[2] in told}
        return replace(situation, likely={**situation.likely, **meant})

    def _with_more(
        self, found: list[Unclear], part: str, situation: Situation, separator: re.Pattern[str], is_instead: bool
    ) -> list[Unclear]:
        """What was found with what a part without a verb adds: the same with other things, more of it, or other things instead."""
        last = found[-1]
        is_address = is_small(part, situation.people) and not is_instead
        things = [] if is_address else things_in(self._clause(part, situation))
        read = last if isinstance(last, Read) else self.canonical(last.suggestions[0])
        if read is None or not things:
            return _doubted(found) if things or separator is AND else found
        pieces = [part] if self._varied(read, part, situation) or separator is AND else AND.split(part)
        for piece in pieces:
            more = self._varied(read, piece, situation)
            if more and separator is AND and (joined := self._joined(read, more)):
                found[-1:] = [joined if isinstance(last, Read) else Unclear(joined.suggestions)]
            elif more and is_instead:
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

    def _extended(self, last: Unclear, part: str, situation: Situation) -> Unclear | None:
        """An action with what a part without one tells besides, "2 Quacks on #7, call it Pip"."""
        read = last if isinstance(last, Read) else self.canonical(last.suggestions[0])
        more = self._varied(read, part, situation) if read else None
        return Unclear(more.suggestions) if read and more and more.fields.keys() > read.fields.keys() else None

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
        """What the best frame makes of a clause; a clause with slips of the pen is asked about."""
        if found := self._meant(said, situation, text):
            return found
        mended = self._lexicon.mended(said, situation.words)
        if mended != said and (found := self._meant(mended, situation, text, 2)):
            return _doubted(found)
        read = self.canonical(mended, situation.names) if mended != said and not text else None
        return _doubted(_each(read))

    def _meant(self, said: str, situation: Situation, text: Sequence[Thing], strictness: int = 0) -> list[Unclear]:
        """What the best frame makes of a clause as it stands, with so much more for it than against it; two that are sure are asked about."""
        sure, likely = list[Unclear](), dict[str, Meant]()
        if ways := self._lexicon.possible(words_of(said), situation.words):
            for meant in meanings([*self._clause(said, situation), *text], ways, self._lexicon, situation.likely):
                is_enough = not strictness or strictness * meant.against < meant.evidence
                is_meant = is_enough and (meant.is_likely or self._may_be(meant, situation))
                if (meant.is_sure or not sure) and is_meant and (found := self._put_to_grammar(meant, situation)):
                    if meant.is_sure:
                        sure += [each for each in found if each not in sure]
                    else:
                        first = next(iter(likely.values()), meant)
                        if meant.trust == first.trust:
                            likely |= {line: meant for each in found for line in each.suggestions}
        if not sure:
            return [Unclear(tuple(likely)[:_SUGGESTED])] if likely else []
        is_one = all(_is_alike(each, sure[0]) for each in sure)
        return sure[:1] if is_one else [Unclear(tuple(line for each in sure for line in each.suggestions))]

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


def _has_read(found: Iterable[Unclear]) -> bool:
    return any(isinstance(each, Read) for each in found)


def _is_alike(one: Unclear, other: Unclear) -> bool:
    """Whether of two things that are meant the first counts: they are one action, or about the same."""
    if not (isinstance(one, Read) and isinstance(other, Read)):
        return False
    return one.kind == other.kind or one.fields == other.fields


def _not_told(found: Iterable[Unclear], told: Sequence[Unclear]) -> list[Unclear]:
    """What was heard, without what only says again, or less of, what was told before: "scratch my offer, withdrawing it"."""
    before = [each for each in told if isinstance(each, Read)]
    return [
        each
        for each in found
        if not isinstance(each, Read)
        or not any(each.kind == one.kind and each.fields.items() <= one.fields.items() for one in before)
    ]


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
