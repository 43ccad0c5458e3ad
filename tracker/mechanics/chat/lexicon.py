"""A game's language: ways to say its actions, its nouns, and which of them a line can tell of at all."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import snowballstemmer

from tracker.mechanics.chat.talk import (
    BEFORE_TEXT,
    DETERMINERS,
    DOUBTING,
    FIGURES,
    OTHERS,
    SHORTENED,
    SMALL,
    STATES,
    TURNING,
    VAGUE,
)

_PARTS_OF_A_WAY = re.compile(r"(?:([^\s{]+) )?{(\w+)}|([^\s{?]+)(\??)")
_WORDS = re.compile(r"[^\W_]+")
# The words that may come anywhere before frames look at what is said, and those that may come in the place of others.
_ANYWHERE = frozenset({"i", "must"})
_INSTEAD = {
    **{"w": "with", "n": "and", "s": "his", "4": "for", "2": "to", "not": "yes", "like": "request"},
    **{"lot": "many", "lots": "many", "rather": "decline", "prefer": "decline", "right": "jk"},
}
# How many words a thing may have, such as a list of cards.
LONGEST = 14
# A line of which no more speaks for an action that lacks something is talk.
_TOO_LITTLE = 2
_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """A word without its ending: "giving", "gives" and "give" are one."""
    return str(_STEMMER.stemWord(word))


def is_of_others(verb: str) -> bool:
    """Whether a verb has the form for somebody else who does it, which only ways with just that form take."""
    return len(verb) > 2 and verb[-1] == "s" and verb[-2] != "s"


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
        own = "|".join(verb for verb in told if not is_of_others(verb))
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
        return frozenset(map(stem, filter(is_of_others, self.verbs)))

    @cached_property
    def is_loose(self) -> bool:
        """Whether any verb will do, or none has to be there."""
        return not self.verbs.isdisjoint("*-")


def _forms(words: str) -> frozenset[str]:
    """Words parted by bars, as they stand and by their stems."""
    return frozenset(each for word in words.split("|") if word for each in {word, stem(word)} - DETERMINERS | {word})


def kinds_of(action: str, slot: str, kinds: Mapping[str, str]) -> tuple[str, str]:
    """What kinds of things fill a slot of an action."""
    return f"{action}.{slot}", kinds.get(slot, slot).rstrip("*")


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What a game says of its language: ways to say its actions, what kind of thing fills a slot, its nouns, how things are marked.

    Slots called ``give`` and ``take`` have a direction: "my" ace is given and "your" ace taken. A kind that ends in a star takes many.
    Where there are ``units``, no item is told without one of them.
    """

    ways: tuple[Way, ...]
    kinds: Mapping[str, str]
    nouns: frozenset[str]
    marks: Mapping[str, str]
    units: frozenset[str] = frozenset()

    @cached_property
    def telling(self) -> frozenset[str]:
        """The words without which a line is talk: verbs, nouns and the words that ways need or know."""
        beside = frozenset[str]().union(*(way.beside for way in self.ways)) - STATES - TURNING
        return self.nouns.union(beside, *(way.verbs for way in self.ways)) - SMALL - VAGUE

    @cached_property
    def slots(self) -> frozenset[str]:
        """Every slot of an action, as in `name.duck`."""
        return frozenset(f"{way.kind}.{slot}" for way in self.ways for slot in way.slots)

    @cached_property
    def never_verbs(self) -> Mapping[str, frozenset[str]]:
        """By action the words that are not any verb of it: they do nothing, or they do something else."""
        verbs: dict[str, frozenset[str]] = defaultdict(frozenset)
        for way in self.ways:
            verbs[way.kind] |= way.verbs
        nothing = SMALL | self.nouns | STATES | DOUBTING | OTHERS
        return {kind: nothing.union(*verbs.values()) - own for kind, own in verbs.items()}

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

    def tells_of(self, line: str, said: str, known: Mapping[str, Mapping[str, str]], likely: Mapping[str, str]) -> bool:
        """Whether any way can be meant in a line at all: its words are there, or nearly, and things to fill its slots."""
        names = words_in_all(tuple(map(tuple, known.values())))
        each = [forms_of(self, names, word) for word in _WORDS.findall(said.lower())]
        forms = _ANYWHERE.union(*each)
        kinds = {
            kind: LONGEST for kind, called in known.items() if not forms.isdisjoint(words_in_all((tuple(called),)))
        }
        is_counted = not forms.isdisjoint(FIGURES)
        kinds |= {kind: LONGEST for kind, mark in self._anywhere.items() if is_counted or mark.search(said)}
        units = sum(not self.units.isdisjoint(word) for word in each) + sum(said.count(sign) for sign in self._signs)
        kinds["text"] = len(BEFORE_TEXT.findall(line))
        kinds["items"] = units if self.units else LONGEST
        lent = {name for name, only in likely.items() if only}
        return any(
            self._may_be_told(n, forms, dict(kinds), lent, known) for n in self._told(forms) | self._signed(forms)
        )

    def _may_be_told(
        self, n: int, forms: frozenset[str], kinds: dict[str, int], lent: set[str], known: Mapping[str, object]
    ) -> bool:
        """Whether a way may be meant where there are these words, and at most so many things of these kinds."""
        way, missing, filled = self.ways[n], list[str](), 0
        is_whole = not any(cue.isdisjoint(forms) for cue in way.cues) and not way.verbs.isdisjoint(forms | {"*", "-"})
        if not (is_whole or forms & self.signs[way.kind]):
            return False
        for fitting, own, lending in self._needed[n]:
            kind = next((each for each in fitting if kinds.get(each)), "")
            if kind:
                kinds[kind] -= 1
            elif lent.isdisjoint(lending):
                missing.append(own)
            filled += 2 if kind else 1
        if not missing or way.is_loose or not is_whole:
            is_named = not way.slots and not (self.signs[way.kind] & self.nouns).isdisjoint(forms)
            return not missing and (is_whole or is_named or filled > len(way.slots))
        evidence = filled - len(missing) + 2 * len(way.cues) + len(forms & (way.hints | self.nouns))
        return evidence > _TOO_LITTLE or (len(missing) == 1 and bool(known.get(missing[0])))

    @cached_property
    def _needed(self) -> Sequence[Sequence[tuple[Sequence[str], str, Sequence[str]]]]:
        """Of each way its slots: the kinds of things that fill each, its own name, and the names of what may be lent to it."""
        return [
            [
                (
                    kinds_of(way.kind, slot, self.kinds),
                    own := f"{way.kind}.{slot}",
                    (own, "you")[: 1 + (slot == "person")],
                )
                for slot in way.slots
            ]
            for way in self.ways
        ]

    @cached_property
    def signs(self) -> Mapping[str, frozenset[str]]:
        """The words that tell of each action: the verbs of its ways, and what has to be there beside them."""
        signs: dict[str, frozenset[str]] = defaultdict(frozenset)
        for way in self.ways:
            signs[way.kind] |= (way.verbs | way.done_by_others).union(*way.cues) - SMALL - VAGUE - STATES - {"*", "-"}
        return signs

    def possible(self, said: Sequence[str], names: frozenset[str]) -> list[Way]:
        """The ways for which the words are there, and none that turns them unless it is part of a known name."""
        stems, turned = {*said, *map(stem, said)}, frozenset(said) & TURNING - names
        names_things = not (names | self.nouns).isdisjoint(stems) or any(
            word[0] in '"@<#' or word[-1].isdigit() for word in said
        )
        told = (self.ways[n] for n in sorted(self._told(stems)))
        return [
            way
            for way in told
            if (names_things or way.cues or not way.is_loose)
            and all(not cue.isdisjoint(stems) for cue in way.cues)
            and turned <= way.beside | way.verbs
        ]

    def _told(self, stems: Iterable[str]) -> frozenset[int]:
        """The numbers of the ways that words may tell, and of those that any words tell."""
        return self._loose.union(*(self._told_by[word] for word in stems if word in self._told_by))

    @cached_property
    def _told_by(self) -> Mapping[str, list[int]]:
        """The numbers of the ways that each word may tell: a verb, or where any verb will do the first that has to be there."""
        told: dict[str, list[int]] = defaultdict(list)
        for n, way in enumerate(self.ways):
            for word in (*way.verbs, *way.done_by_others, *(way.cues[0] if way.is_loose and way.cues else ())):
                told[word].append(n)
        return dict(told)

    def _signed(self, forms: frozenset[str]) -> frozenset[int]:
        """The numbers of the ways of actions of which a word tells."""
        return frozenset().union(*(self._by_sign[word] for word in forms if word in self._by_sign))

    @cached_property
    def _by_sign(self) -> Mapping[str, list[int]]:
        by_sign: dict[str, list[int]] = defaultdict(list)
        for n, way in enumerate(self.ways):
            for word in self.signs[way.kind]:
                by_sign[word].append(n)
        return dict(by_sign)

    @cached_property
    def _loose(self) -> frozenset[int]:
        """The numbers of the ways that no word tells."""
        return frozenset(n for n, way in enumerate(self.ways) if way.is_loose and not way.cues)

    @cached_property
    def _anywhere(self) -> Mapping[str, re.Pattern[str]]:
        """How things are marked that stand anywhere in a line, at its end or not."""
        return {kind: re.compile(mark.replace("(?=$)", ""), re.IGNORECASE) for kind, mark in self.marks.items()}

    @cached_property
    def _signs(self) -> list[str]:
        """The units that are no words."""
        return [unit for unit in self.units if not unit.isalpha()]


@lru_cache(1 << 14)
def _nearest(lexicon: Lexicon, names: frozenset[str], word: str) -> str:
    """The word of the game that begins alike and is at most one slip in four letters away, or that "scoutin" cuts short."""
    from rapidfuzz import distance, process  # a tick that reads no line does without it

    if word.isdigit():
        return ""
    if word.endswith("in") and stem(f"{word}g") in lexicon.telling and stem(word) not in lexicon.telling:
        return f"{word}g"

    alike = [*lexicon.words.get(word[0], []), *(name for name in names if name[0] == word[0] and len(name) > 3)]
    near = process.extractOne(word, alike, scorer=distance.OSA.normalized_similarity, score_cutoff=0.75)
    return near[0] if near else ""


@lru_cache(1 << 14)
def forms_of(lexicon: Lexicon, names: frozenset[str], word: str) -> frozenset[str]:
    """What a word may stand for: itself, what it is short for, or the known word that it nearly is; with their stems."""
    whole = SHORTENED.get(word, word)
    near = _nearest(lexicon, names, whole) if len(whole) > 2 else ""
    said = {word, word.removesuffix("s"), whole, near, _INSTEAD.get(word, "")} - {""}
    return frozenset({*said, *map(stem, said)})


@lru_cache(1 << 8)
def words_in_all(names: tuple[tuple[str, ...], ...]) -> frozenset[str]:
    """The words of which names are made."""
    return frozenset(word for some in names for name in some for word in _WORDS.findall(name))
