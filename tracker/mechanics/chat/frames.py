"""Frames: from a clause in anybody's words to the actions that it may mean. Knows words, not what they stand for."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import snowballstemmer

from tracker.mechanics.chat.talk import (
    DEPENDING,
    DETERMINERS,
    DOUBTING,
    HELPING,
    LEADING,
    MINE,
    OTHERS,
    PRAISING,
    SMALL,
    STATES,
    TURNING,
    VAGUE,
    WORDS,
    YOU,
    YOURS,
    plain,
)

# How many words a thing may have, such as a list of cards.
LONGEST = 14
_PARTS_OF_A_WAY = re.compile(r"(?:([^\s{]+) )?{(\w+)}|([^\s{?]+)(\??)")
# Where one thing goes and another comes, what is mine is given and what is yours is taken, whatever leads to it.
_FOREIGN = {"give": YOURS, "take": MINE}


_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """A word without its ending: "giving", "gives" and "give" are one."""
    return str(_STEMMER.stemWord(word))


@dataclass(frozen=True, eq=False)
class Situation:
    """What a line is said into.

    ``known`` has, by kind, how known things are called and how canonical lines write them; ``likely`` what can only be meant
    where a slot (``accept.offer``), ``you`` or a bare ``yes`` names nothing; ``exist`` says whether items can be meant at all;
    ``names`` has how canonical lines write names, ``speaker`` how people call who speaks. Where a channel
    ``is_talkative``, only a part that begins with an action is asked about.
    """

    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    likely: Mapping[str, str] = field(default_factory=dict)
    exist: Callable[[Any], bool] = lambda items: True
    names: Mapping[str, str] = field(default_factory=dict)
    is_talkative: bool = False
    speaker: frozenset[str] = frozenset()

    @cached_property
    def longest(self) -> int:
        """How many words the longest known name has."""
        return max((_longest(tuple(called)) for called in self.known.values()), default=0)

    @cached_property
    def people(self) -> frozenset[str]:
        """How people are called."""
        return frozenset(self.known.get("person", ()))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of which known names are made."""
        return frozenset().union(*(_words_of(tuple(called)) for called in self.known.values()))


@lru_cache(256)
def _longest(names: tuple[str, ...]) -> int:
    return max((name.count(" ") + 1 for name in names), default=0)


@lru_cache(256)
def _words_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for name in names for word in name.split())


def standing(stands: Mapping[str, str], reply_to: str | None) -> tuple[dict[str, str], str]:
    """How people call what stands open, by its name or by whose only one it is; and the one that can only be meant."""
    only = {who.lower(): name for name, who in stands.items() if [*stands.values()].count(who) == 1}
    meant = [name for name in stands if reply_to not in stands or name == reply_to]
    return only | {name.lower(): name for name in stands}, meant[0] if len(meant) == 1 else ""


@dataclass(frozen=True, eq=False)
class Thing:
    """Something named: what it can be, by kind, as canonical lines write it; the word that leads to it; a word for whose it is."""

    readings: Mapping[str, str]
    marker: str = ""
    owner: str = ""

    def read_as(self, kinds: Iterable[str]) -> str:
        """What it is as the first of these kinds that it can be."""
        return next((self.readings[kind] for kind in kinds if kind in self.readings), "")


Clause = Sequence[str | Thing]


def clause_of(said: str, naming: Callable[[Sequence[str]], tuple[int, Mapping[str, str]]]) -> Clause:
    """A clause as words and things; naming says how many of the next words name a thing, and what it can be."""
    words, clause, marker = WORDS.findall(plain(said)), list[str | Thing](), ""
    while words:
        end, readings = naming(words[:LONGEST])
        owner = next((word.lower() for word in words[:end] if word.lower() in MINE | YOURS), "")
        clause.append(Thing(readings, marker, owner) if end else words[0].lower())
        marker = _leading_on(marker, clause[-1])
        words = words[max(end, 1) :]
    return clause


def _leading_on(marker: str, said: str | Thing) -> str:
    """The word that leads to what comes next: a person or a determiner may stand between, as in "for @bob my ace"."""
    if isinstance(said, Thing):
        return marker if "person" in said.readings else ""
    return marker if said in DETERMINERS else stem(said)


def words_in(clause: Clause) -> list[str]:
    """What of a clause is words."""
    return [each for each in clause if isinstance(each, str)]


def things_in(clause: Clause) -> list[Thing]:
    """What of a clause is things."""
    return [each for each in clause if isinstance(each, Thing)]


@dataclass(frozen=True, eq=False)
class Way:
    """One way to say an action: its verbs, the words that lead to each slot, words that have to be there, words that may."""

    kind: str
    verbs: frozenset[str]
    slots: Mapping[str, frozenset[str]]
    cues: tuple[frozenset[str], ...]
    hints: frozenset[str]
    is_order: bool = False

    @classmethod
    def of(cls, kind: str, said: str) -> "Way":
        """From a line such as `buy|get {take} for|with {give} deal?`.

        A verb `-` stands for none, `*` for any; with a `!` others are told to do it, as in `have! {give} {person}`.
        """
        verbs, _, rest = said.partition(" ")
        parts = _PARTS_OF_A_WAY.findall(rest)
        slots = {slot: _forms(markers) for markers, slot, _, _ in parts if slot}
        cues, hints = ([_forms(word) for _, _, word, mark in parts if word and mark == wanted] for wanted in ("", "?"))
        told = verbs.replace("!", "").split("|")
        own = "|".join(verb for verb in told if not _is_of_others(verb))
        return cls(kind, _forms(own) | {*told}, slots, tuple(cues), frozenset().union(*hints), "!" in verbs)

    @cached_property
    def beside(self) -> frozenset[str]:
        """The words beside the verb that belong to the way."""
        return self.hints.union(*self.cues, *self.slots.values())

    def led_to(self, slot: str) -> frozenset[str]:
        """The words that may lead to a slot; before a person may stand what leads to that person's things."""
        return self.beside if slot == "person" else self.slots[slot] | self.hints

    @cached_property
    def done_by_others(self) -> frozenset[str]:
        """The stems of the verbs that somebody else does."""
        return frozenset(map(stem, filter(_is_of_others, self.verbs)))

    @cached_property
    def is_loose(self) -> bool:
        """Whether any verb will do, or none has to be there."""
        return not self.verbs.isdisjoint("*-")


def _forms(words: str) -> frozenset[str]:
    """Words parted by bars, as they stand and by their stems."""
    return frozenset(each for word in words.split("|") if word for each in {word, stem(word)} - DETERMINERS | {word})


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What a game says of its language: ways to say its actions, what kind of thing fills a slot, its nouns, how things are marked.

    Slots called ``give`` and ``take`` have a direction: "my" ace is given and "your" ace taken. A kind that ends in a star takes many.
    """

    ways: tuple[Way, ...]
    kinds: Mapping[str, str]
    nouns: frozenset[str]
    marks: Mapping[str, str]

    @cached_property
    def telling(self) -> frozenset[str]:
        """The words without which a line is talk: verbs, nouns and the words that ways need or know."""
        beside = frozenset[str]().union(*(way.beside for way in self.ways)) - STATES - TURNING
        return self.nouns.union(beside, *(way.verbs for way in self.ways)) - SMALL - VAGUE

    @cached_property
    def never_verbs(self) -> frozenset[str]:
        """The words that do nothing, so that they are not any verb."""
        return SMALL | self.nouns | STATES | DOUBTING | OTHERS

    @cached_property
    def patterns(self) -> Mapping[str, re.Pattern[str]]:
        """How things are marked, by kind."""
        return {kind: re.compile(mark, re.IGNORECASE) for kind, mark in self.marks.items()}

    @cached_property
    def words(self) -> Mapping[str, list[str]]:
        """All words that mean something in the game or in chat, by their first letter."""
        words = sorted(self.nouns.union(SMALL, TURNING, *(way.verbs.union(way.hints, *way.cues) for way in self.ways)))
        return {letter: [each for each in words if each[0] == letter] for letter in {each[0] for each in words}}

    def mended(self, said: str, names: frozenset[str]) -> str:
        """A clause with each word that is nearly a known one as that word; names in quotation marks stay."""

        def nearest(word: re.Match[str]) -> str:
            lowered = word[0].lower()
            is_known = lowered in names or lowered in SMALL or stem(lowered) in self.telling
            return word[0] if is_known else _nearest(self, names, lowered) or word[0]

        return re.sub(r'"[^"]*"|(?<![@\'])\b\w{3,}\b(?!\')', nearest, said)

    def undecorated(self, said: str, names: frozenset[str]) -> str:
        """A clause without words that only describe a thing, "ten shiny seeds"."""

        def bare(found: re.Match[str]) -> str:
            is_thing = not (self.nouns | names).isdisjoint((found[3].lower(), stem(found[3].lower())))
            is_known = found[2] in SMALL | TURNING | VAGUE or not self.telling.isdisjoint((found[2], stem(found[2])))
            return f"{found[1]} {found[3]}" if is_thing and not is_known else found[0]

        shorter = _DESCRIBED.sub(bare, whole := plain(said))
        return shorter if shorter != whole else said

    def possible(self, said: Sequence[str], names: frozenset[str]) -> list[Way]:
        """The ways for which the words are there, and none that turns them unless it is part of a known name."""
        stems, turning = {*said, *map(stem, said)}, frozenset(said) & TURNING - names
        names_things = not (names | self.nouns).isdisjoint(stems) or any(
            word[0] in '"@<#' or word[-1].isdigit() for word in said
        )
        told = {n for word in stems for n in self._told_by.get(word, ())}
        loose = (n for n in self._loose if names_things or self.ways[n].cues)
        return [
            way
            for way in (self.ways[n] for n in sorted(told.union(loose)))
            if all(not cue.isdisjoint(stems) for cue in way.cues) and turning <= way.beside | way.verbs
        ]

    @cached_property
    def _told_by(self) -> Mapping[str, list[int]]:
        """The numbers of the ways that each verb may tell."""
        told: dict[str, list[int]] = defaultdict(list)
        for n, way in enumerate(self.ways):
            for verb in way.verbs | way.done_by_others:
                told[verb].append(n)
        return dict(told)

    @cached_property
    def _loose(self) -> list[int]:
        return [n for n, way in enumerate(self.ways) if way.is_loose]


_DESCRIBED = re.compile(rf"(?i)\b(\d+|of|to|{'|'.join(sorted(DETERMINERS))}) ([a-z]+) (\w+)")


@lru_cache(1 << 14)
def _nearest(lexicon: Lexicon, names: frozenset[str], word: str) -> str:
    """The word of the game that begins alike and is at most one slip in four letters away, or that "scoutin" cuts short."""
    from rapidfuzz import distance, process  # a tick that reads no line does without it

    if word.endswith("in") and stem(f"{word}g") in lexicon.telling and stem(word) not in lexicon.telling:
        return f"{word}g"

    alike = [*lexicon.words.get(word[0], []), *(name for name in names if name[0] == word[0] and len(name) > 3)]
    near = process.extractOne(word, alike, scorer=distance.OSA.normalized_similarity, score_cutoff=0.75)
    return near[0] if near else ""


@lru_cache(1 << 14)
def tells(lexicon: Lexicon, word: str) -> bool:
    """Whether a word is one of the game's, or nearly one."""
    near = _nearest(lexicon, frozenset(), word) if len(word) > 3 else ""
    return not lexicon.telling.isdisjoint((word, stem(word), near, stem(near)))


@dataclass(frozen=True, eq=False)
class Meant:
    """An action that a clause may mean: a way and the place of its verb, what is said for its slots, what fills them, what is left.

    It ``is_told`` where nothing says that the speaker does it, but neither that anybody else does.
    """

    way: Way
    clause: Clause
    at: int
    said: Mapping[str, Sequence[Thing]]
    slots: Mapping[str, str]
    left: Sequence[Thing]
    nouns: frozenset[str]
    is_told: bool = False

    @property
    def verb(self) -> str:
        """The verb as it was said; empty where there is none."""
        return str(self.clause[self.at]) if self.at >= 0 else ""

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words beside the verb and their stems."""
        return {word: stem(word) for word in words_in([each for n, each in enumerate(self.clause) if n != self.at])}

    @property
    def missing(self) -> list[str]:
        """The slots that nothing fills."""
        return [slot for slot in self.way.slots if slot not in self.slots]

    @cached_property
    def strange(self) -> set[str]:
        """Words that the way does not know; where nothing is named, a small word that leads to a thing is one too."""
        small = SMALL if self.said else SMALL - LEADING
        return {root for word, root in self.words.items() if word not in small and root not in self.way.beside}

    @cached_property
    def against(self) -> int:
        """How much speaks against it: words that are not of the game, and things that no slot takes."""
        manners = {root for word, root in self.words.items() if word.endswith("ly")}
        return len(self.strange - self.nouns - VAGUE - DOUBTING - HELPING - manners) + 2 * len(
            [*filter(self._is_beside, self.left)]
        )

    def _is_beside(self, thing: Thing) -> bool:
        """Whether a thing stands beside what is said: not a person whose thing comes next, "bobs ace"."""
        following = self.clause[self.clause.index(thing) + 1 :][:1]
        return "person" not in thing.readings or not (
            following and (isinstance(following[0], Thing) or following[0] == "his")
        )

    @cached_property
    def evidence(self) -> int:
        """How much speaks for it: things in slots, words that have to be there, and words that may."""
        stems = {*self.words.values()}
        needed = stems & frozenset().union(*self.way.cues)
        named = self.said.keys() - {"text"}
        return 2 * len(named) + 2 * len(needed - SMALL) + len(stems & (self.way.hints | self.nouns))

    @property
    def is_sure(self) -> bool:
        """Whether it may be done without asking.

        Nothing is missing, left over or strange, each thing is led to as the way has it, the verb is given and not past, and the
        speaker says it as a statement of its own.
        """
        is_anothers = self.clause[-1:] in (["his"], ["hers"], ["theirs"]) and self.slots.keys() > self.said.keys()
        is_doubtful = (
            is_anothers
            or self.is_told
            or self.missing
            or self.left
            or self.strange
            or self.is_past
            or self.way.is_loose
            or self.way.is_order
        )
        return not is_doubtful and bool(self.evidence or self.slots) and not self._is_led_astray

    @property
    def _is_led_astray(self) -> bool:
        """Whether a word leads to a person or an amount elsewhere than the way has it: "over 5 chips" are more."""
        words = dict(zip(self.clause[1:], self.clause, strict=False))
        led = ((slot, words[thing]) for slot, things in self.said.items() for thing in things if thing in words)
        strict = ((slot, word) for slot, word in led if slot == "person" or self.slots[slot][:1].isdigit())
        return any(word in LEADING | DEPENDING and word not in self.way.led_to(slot) for slot, word in strict)

    @property
    def is_past(self) -> bool:
        """Whether the verb is said of what was."""
        return self.verb.endswith("ed") and self.verb not in self.way.verbs

    @property
    def is_likely(self) -> bool:
        """Whether it is worth asking about: more speaks for it than against; where the verb says little, nothing may be amiss."""
        if self.is_past and self.against:
            return False
        if self.is_told:
            return not (self.missing or self.left) and 2 * self.against < self.evidence > 2
        is_loose = self.way.is_loose or self.verb.endswith("s")
        is_amiss = self.missing or self.left or self.strange & STATES or (self.against > 1 and not self.way.cues)
        speaks = "i" in self.words and not self.strange - DOUBTING
        by_itself = self.slots.keys() > self.said.keys() if self.way.slots else speaks
        return not (is_loose and is_amiss) and self.against < self.evidence - 2 * bool(self.missing) + by_itself

    @property
    def leads(self) -> bool:
        """Whether the clause begins with the action and says little else."""
        return (
            not self.way.is_loose
            and not self.against
            and (SMALL - PRAISING).issuperset(words_in(self.clause[: self.at]))
        )


def meanings(clause: Clause, ways: Iterable[Way], lexicon: Lexicon, likely: Mapping[str, str]) -> list[Meant]:
    """What a clause may mean by one of the ways, the most trusted first."""
    has_text = any("text" in thing.readings for thing in things_in(clause))
    wanted = len(things_in(clause)) + 1  # one slot more may be filled by the situation
    verbs = [(at, word, stem(word)) for at, word in enumerate(clause) if isinstance(word, str)]
    found = [
        meant
        for way in ways
        if ("text" in way.slots) == has_text and (not way.is_loose or len(way.slots) <= wanted)
        for meant in _meant(way, clause, _places(way, clause, verbs, lexicon.never_verbs), lexicon, likely)
    ]
    return sorted(
        found, key=lambda each: (bool(each.missing), each.is_told, each.against, each.way.is_loose, -each.evidence)
    )


def _places(way: Way, clause: Clause, verbs: Iterable[tuple[int, str, str]], never: frozenset[str]) -> list[int]:
    """Where the verb of the way may stand, never a word that is no verb; the place before a clause is for ways without one."""
    places = [-1] if "-" in way.verbs else []
    for at, verb, root in verbs:
        if _is_of_others(verb):
            places += [at] if verb in way.verbs else []
        elif root in way.done_by_others:
            places += [at] if _is_made(clause[:at]) else []
        elif root in way.verbs or ("*" in way.verbs and verb not in never):
            places += [at] if _is_own(way, clause, at, verb) else []
    return places


def _meant(
    way: Way, clause: Clause, places: Sequence[int], lexicon: Lexicon, likely: Mapping[str, str]
) -> Iterator[Meant]:
    """What a clause means by a way, with its verb in each of the places."""
    told = [] if places else _told(way, clause)[:1]
    if not (places or told):
        return
    said, left = _filled(way, things_in(clause), lexicon.kinds)
    is_to_you = not YOU.isdisjoint(words_in(clause))
    names = {slot: "you" if slot == "person" and is_to_you else f"{way.kind}.{slot}" for slot in way.slots}
    filled = {
        slot: " and ".join(dict.fromkeys(each.read_as(kinds_of(way.kind, slot, lexicon.kinds)) for each in said[slot]))
        for slot in said
    }
    slots = {slot: likely[name] for slot, name in names.items() if likely.get(name)} | filled
    if not way.is_loose or slots.keys() == way.slots.keys():
        yield from (Meant(way, clause, at, said, slots, left, lexicon.nouns, at in told) for at in (*places, *told))


def _told(way: Way, clause: Clause) -> list[int]:
    """Where the verb of a way stands though nothing says that the speaker does it, with nobody else as its subject."""
    verbs = [(n, stem(each)) for n, each in enumerate(clause) if isinstance(each, str)]
    at = [
        n
        for n, root in verbs
        if not _is_for_me(way, clause, n) and root in (way.done_by_others if _subjects(clause[:n]) else way.verbs)
    ]
    befores = ((n, words_in(clause[:n])) for n in at if not _ends_with_person(clause[:n]))
    return [
        n for n, before in befores if OTHERS.isdisjoint(before) and (DETERMINERS | PRAISING).isdisjoint(before[-1:])
    ]


def _subjects(before: Clause) -> list[Thing]:
    """The things that may do what follows: whoever is addressed, "Moss, come home", does not."""
    return [
        each for each, then in zip(before, (*before[1:], ""), strict=False) if isinstance(each, Thing) and then != ","
    ]


def _ends_with_person(before: Clause) -> bool:
    """Whether a person is named last."""
    return any("person" in each.readings for each in things_in(before[-1:]))


def _is_of_others(verb: str) -> bool:
    """Whether a verb has the form for somebody else who does it, which only ways with just that form take."""
    return len(verb) > 2 and verb[-1] == "s" and verb[-2] != "s"


def _is_for_me(way: Way, clause: Clause, at: int) -> bool:
    """Whether a verb is said to somebody else, who shall do it: the way has it so, or it is done to the speaker."""
    return way.is_order or (clause[at + 1 : at + 2] in (["me"], ["us"]) and "me" not in way.beside)


def _is_made(before: Clause) -> bool:
    """Whether somebody else is made to do what follows, as in "let Moss"."""
    words = words_in(before)
    return not HELPING.isdisjoint(words) and OTHERS.isdisjoint(words)


def _is_own(way: Way, clause: Clause, at: int, verb: str) -> bool:
    """Whether the speaker does the verb in that place by a way, or tells others to where the way has that."""
    if words_in(clause[at - 1 : at]) == ["be"] and _is_made(clause[:at]):
        return True
    if _is_for_me(way, clause, at):
        return way.is_order and (SMALL - {"i"}).issuperset(words_in(clause[:at]))
    return _speaks(words_in(clause[:at]) if not YOU.isdisjoint(words_in(clause)) else clause[:at], verb)


def _speaks(before: Clause, verb: str) -> bool:
    """Whether what stands before a verb leaves the speaker as its subject; who is addressed as you no more stands there."""
    speaker = max((n for n, each in enumerate(before, 1) if each == "i"), default=0)
    near, depends = before[speaker:], not DEPENDING.isdisjoint(words_in(before[max(speaker - 2, 0) : speaker]))
    is_noun = not (DETERMINERS | LEADING | PRAISING).isdisjoint(words_in(near[-1:]))
    is_others = bool(_subjects(near)) or not OTHERS.isdisjoint(words_in(near))
    is_near = speaker > 0 or verb.endswith("ing") or (SMALL | DOUBTING).issuperset(words_in(near))
    return is_near and not (is_noun or is_others or depends)


def kinds_of(action: str, slot: str, kinds: Mapping[str, str]) -> tuple[str, str]:
    """What kinds of things fill a slot of an action."""
    return f"{action}.{slot}", kinds.get(slot, slot).rstrip("*")


def _filled(way: Way, things: list[Thing], kinds: Mapping[str, str]) -> tuple[dict[str, list[Thing]], list[Thing]]:
    """What fills each slot, those first that a word leads to (who buys 5 "for" 2 pays the 2), and the things that are left."""
    filled, left = dict[str, list[Thing]](), things
    has_owners = way.slots.keys() >= _FOREIGN.keys()
    for slot in sorted(way.slots, key=lambda slot: not any(each.marker in way.slots[slot] for each in things)):
        foreign = _FOREIGN.get(slot, ()) if has_owners else ()
        fitting = [each for each in left if each.read_as(kinds_of(way.kind, slot, kinds)) and each.owner not in foreign]
        unled = fitting if "-" not in way.verbs or not way.slots[slot] else []
        owned = [each for each in fitting if each.owner and foreign]
        led = [each for each in fitting if each.marker in way.slots[slot]] or owned or unled
        taken = led[: None if kinds.get(slot, "").endswith("*") else 1]
        filled |= {slot: taken} if taken else {}
        left = [each for each in left if each not in taken]
    return filled, [each for each in left if not SMALL.issuperset(each.readings.values())]
