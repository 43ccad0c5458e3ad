"""Rules followed under other titles: where the text of each passage that clauses stand in is to be found on a revision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime

from tracker.core.clause import words_hash
from tracker.mechanics.ruleset.ruleset_passages import Moves, Passage, PassageShown, RulesetShown, Successor, section_of

WordsOf = Callable[[Passage], str]
"""The words of a passage of the revision at hand."""
KnownHashes = Mapping[str, Collection[str]]
"""Key of each passage that clauses stand in -> the hashes by which they know it."""

_ALIKE = 0.6
"""The share of the longer one's words that two texts must have in common for the one to be taken for the other, reworded."""
_FEWEST_WORDS = 8
"""Shorter texts are known by all of their words only."""
_NOWHERE = "\n"
"""Ends the key of a passage that is gone while another one's text bears its title; no title has a line break."""


def follow(
    known: KnownHashes,
    before: RulesetShown | None,
    passages: Iterable[Passage],
    words_of: WordsOf,
    seen: tuple[datetime, str, int],
) -> Moves:
    """Find every passage that clauses stand in: the text is followed wherever it goes, whatever its title.

    One that reads as before, or but for its values, is the same; one reworded together with its title is followed too.
    ``seen`` are the instant, the row and the number of the revision.
    """
    places = _Search(known, before, passages, words_of).places()
    moved, successors = before.successors if before else {}, {}
    for key, place in places.items():
        if place != key:
            same = moved[key] if key in moved and moved[key].key == place else None
            when, row, revision = seen
            successors[key] = same or Successor(place, when, row, revision)
    was = {key: before.page_key(key) if before else key for key in places}
    sources = {place: was[key] for key, place in places.items() if place != was[key]}
    return Moves(successors, sources, frozenset(sources.values()))


class _Search:
    """One revision beside the one before it."""

    def __init__(
        self, known: KnownHashes, before: RulesetShown | None, passages: Iterable[Passage], words_of: WordsOf
    ) -> None:
        self._known, self._before, self._words_of = known, before, words_of
        self._now = {passage.key: passage for passage in passages}
        self._old: Mapping[str, PassageShown] = before.passages if before else {}
        self._taken: set[str] = set()

    def places(self) -> dict[str, str]:
        """The key of each passage -> that under which its text stands now; its own where it stands nowhere."""
        found = {key: self._before.page_key(key) if self._before else key for key in self._known}
        lost = {key: at for key, at in found.items() if not self._reads_as_before(at)}
        self._taken = {at for key, at in found.items() if key not in lost}
        found.update({key: self._take(self._same(key, at)) for key, at in lost.items()})
        for key, at in lost.items():
            found[key] = found[key] or self._take(at if at in self._now and at not in self._taken else "")
        gone = [key for key in lost if not found[key]]
        for key in gone:
            found[key] = self._take(self._own(key))
        found.update(self._alike([(key, lost[key]) for key in gone if not found[key]]))
        for key in gone:
            found[key] = found[key] or (f"{key}{_NOWHERE}" if key in self._taken else key)
        return found

    def _reads_as_before(self, at: str) -> bool:
        """Whether a passage stands there that reads as it did; on the first revision, whether any does."""
        if at not in self._now:
            return False
        return self._before is None or (at in self._old and self._old[at].hash == self._now[at].hash)

    def _take(self, at: str) -> str:
        if at:
            self._taken.add(at)
        return at

    def _same(self, key: str, at: str) -> str:
        """Where exactly the text stands now that stood there; one that nobody saw yet is known by the code's own hashes."""
        old = self._old.get(at)
        if old is not None and old.hash:
            hashes: Collection[str] = (old.hash,) if old.words else ()
        else:
            hashes = () if at in self._now else frozenset(self._known[key]) - {_EMPTY}
        fitting = [each for each in self._now.values() if each.hash in hashes and self._is_news(each)]
        if at in self._now:
            fitting = [each for each in fitting if section_of(each.key) == section_of(key)]
        fitting.sort(key=lambda each: section_of(each.key) != section_of(key))
        return fitting[0].key if fitting else ""

    def _is_news(self, passage: Passage) -> bool:
        """Whether a passage that nobody else's is has not stood there with this text."""
        old = self._old.get(passage.key)
        return passage.key not in self._taken and (old is None or old.hash != passage.hash)

    def _own(self, key: str) -> str:
        """Its own title, where that comes back."""
        return key if key in self._now and key not in self._taken and not self._stood(key) else ""

    def _stood(self, key: str) -> bool:
        return key in self._old and bool(self._old[key].hash)

    def _alike(self, lost: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Each passage that is gone with the new one of its section that has most of its words; the closest pair first."""
        texts = {key: counted for key, at in lost if (counted := Counter(self._last_words(at).split()))}
        fresh = [each for each in self._now.values() if each.key not in self._taken and not self._stood(each.key)]
        if not texts or not fresh:
            return
        said = {each.key: Counter(self._words_of(each).split()) for each in fresh}
        pairs = [
            (_likeness(words, said[other]), key, other)
            for key, words in texts.items()
            for other in said
            if section_of(key) == section_of(other)
        ]
        done: set[str] = set()
        for likeness, key, other in sorted(pairs, key=lambda pair: -pair[0]):
            if likeness >= _ALIKE and key not in done and other not in self._taken:
                done.add(key)
                yield key, self._take(other)

    def _last_words(self, at: str) -> str:
        """What a passage said that is gone."""
        old = self._old.get(at)
        if old is not None and old.hash:
            return old.words
        wording = self._before.wording.get(at) if self._before else None
        return wording.before if wording else ""


_EMPTY = words_hash("")


def _likeness(words: Counter[str], others: Counter[str]) -> float:
    """How much of two texts is the same words, from 0 to 1."""
    if words == others:
        return 1.0
    shorter, longer = sorted((words.total(), others.total()))
    return (words & others).total() / longer if shorter >= _FEWEST_WORDS else 0.0
