"""Frames: from a clause in anybody's words to the actions that it may mean. Knows words, not what they stand for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from tracker.mechanics.chat.lexicon import LONGEST, Lexicon, Way, is_of_others, kinds_of, stem
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
    VAGUE,
    WORDS,
    YOU,
    YOURS,
    plain,
)

# Where one thing goes and another comes, what is mine is given and what is yours is taken, whatever leads to it.
_FOREIGN = {"give": YOURS, "take": MINE}


@dataclass(frozen=True, eq=False)
class Situation:
    """What a line is said into.

    ``known`` has, by kind, how known things are called and how canonical lines write them; ``likely`` what can only be meant
    where a slot (``accept.offer``), ``you`` or a bare ``yes`` names nothing, and how a judge's ``answer`` begins; ``exist`` says whether items can be
    meant at all, ``has`` whether the speaker has them, ``agrees`` which open offer to the speaker is about just these things;
    ``names`` has how canonical lines write names, ``speaker`` how people call who speaks.
    """

    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    likely: Mapping[str, str] = field(default_factory=dict)
    exist: Callable[[Any], bool] = lambda items: True
    has: Callable[[Any], bool] = lambda items: False
    agrees: Callable[[Sequence[str]], str] = lambda things: ""
    names: Mapping[str, str] = field(default_factory=dict)
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
        return _words_of(tuple(map(tuple, self.known.values())))


@lru_cache(256)
def _longest(names: tuple[str, ...]) -> int:
    return max((name.count(" ") + 1 for name in names), default=0)


@lru_cache(256)
def _words_of(names: tuple[tuple[str, ...], ...]) -> frozenset[str]:
    return frozenset(word for some in names for name in some for word in name.split())


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
    return marker if said in DETERMINERS or said == "it" else stem(said)


def words_in(clause: Clause) -> list[str]:
    """What of a clause is words."""
    return [each for each in clause if isinstance(each, str)]


def things_in(clause: Clause) -> list[Thing]:
    """What of a clause is things."""
    return [each for each in clause if isinstance(each, Thing)]


@dataclass(frozen=True, eq=False)
class Meant:
    """An action that a clause may mean: a way and the place of its verb, what is said for its slots, what fills them, what is left."""

    way: Way
    clause: Clause
    at: int
    said: Mapping[str, Sequence[Thing]]
    slots: Mapping[str, str]
    left: Sequence[Thing]
    nouns: frozenset[str]

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

    def others(self, kinds: Mapping[str, str]) -> list[dict[str, str]]:
        """The slots for each thing that is left over and might as well fill one of them: what is done to it, too."""
        left = (each for each in self.left if each.marker in ("and", "or", "&"))
        fitting = ((each, slot, kinds_of(self.way.kind, slot, kinds)) for each in left for slot in self.said)
        return [{**self.slots, slot: each.read_as(some)} for each, slot, some in fitting if each.read_as(some)]

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
        is_loose = self.way.is_loose or self.verb.endswith("s")
        is_amiss = self.missing or self.left or self.strange & STATES or (self.against > 1 and not self.way.cues)
        speaks = "i" in self.words and not self.strange - DOUBTING
        by_itself = self.slots.keys() > self.said.keys() if self.way.slots else speaks
        return not (is_loose and is_amiss) and self.against < self.evidence - 2 * bool(self.missing) + by_itself

    @property
    def trust(self) -> tuple[bool, int, bool]:
        """By what the most trusted meaning is found, the least first: whether something is missing, what speaks against it, how loose it is."""
        return bool(self.missing), self.against, self.way.is_loose

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
        for meant in filling(way, clause, _places(way, clause, verbs, lexicon.never_verbs[way.kind]), lexicon, likely)
    ]
    return sorted(found, key=lambda each: (each.trust, -each.evidence))


def _places(way: Way, clause: Clause, verbs: Iterable[tuple[int, str, str]], never: frozenset[str]) -> list[int]:
    """Where the verb of the way may stand, never a word that is no verb; the place before a clause is for ways without one."""
    places = [-1] if "-" in way.verbs else []
    for at, verb, root in verbs:
        if is_of_others(verb):
            places += [at] if verb in way.verbs else []
        elif root in way.done_by_others:
            places += [at] if _is_made(clause[:at]) else []
        elif root in way.verbs or ("*" in way.verbs and verb not in never):
            places += [at] if _is_own(way, clause, at, verb) else []
    return places


def filling(
    way: Way,
    clause: Clause,
    places: Sequence[int],
    lexicon: Lexicon,
    likely: Mapping[str, str],
) -> Iterator[Meant]:
    """What a clause means by a way, with what it names in the way's slots."""
    if not places:
        return
    said, left = fill(way, things_in(clause), lexicon.kinds)
    is_to_you = not YOU.isdisjoint(words_in(clause))
    names = {slot: "you" if slot == "person" and is_to_you else f"{way.kind}.{slot}" for slot in way.slots}
    filled = written(way, said, lexicon)
    slots = {slot: likely[name] for slot, name in names.items() if likely.get(name)} | filled
    if not way.is_loose or slots.keys() == way.slots.keys():
        yield from (Meant(way, clause, at, said, slots, left, lexicon.nouns) for at in places)


def written(way: Way, said: Mapping[str, Sequence[Thing]], lexicon: Lexicon) -> dict[str, str]:
    """What is said for the slots of a way, as canonical lines write it."""
    kinds = {slot: kinds_of(way.kind, slot, lexicon.kinds) for slot in said}
    return {slot: " and ".join(dict.fromkeys(each.read_as(kinds[slot]) for each in said[slot])) for slot in said}


def _subjects(before: Clause) -> list[Thing]:
    """The things that may do what follows: whoever is addressed, "Moss, come home", does not."""
    return [
        each for each, then in zip(before, (*before[1:], ""), strict=False) if isinstance(each, Thing) and then != ","
    ]


def ends_with_person(before: Clause) -> bool:
    """Whether a person is named last."""
    return any("person" in each.readings for each in things_in(before[-1:]))


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


def fill(way: Way, things: list[Thing], kinds: Mapping[str, str]) -> tuple[dict[str, list[Thing]], list[Thing]]:
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
