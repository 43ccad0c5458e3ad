"""What a revision of the ruleset page changed, rule by rule, and what kind of change the words alone show it to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tracker.core.rule import rule
from tracker.games.blognomic.special_case.special_case import status_in_title
from tracker.mechanics.differences import Stretch, difference, shortened, stretches
from tracker.mechanics.ruleset.ruleset_passages import PassageShown

from .rule_records import ChangeKind, shown_place
from .ruleset_page import RulesetShown, term_passages

# --- what differs -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """A passage on two pages; None where a page does not have it. ``key`` is the newer one, or that of what is gone."""

    key: str
    kind: ChangeKind
    before: PassageShown | None
    after: PassageShown | None
    was_key: str = ""

    @property
    def path(self) -> tuple[str, ...]:
        """The newer path, or that of what is gone."""
        passage = self.after or self.before
        return passage.path if passage else ()

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches of words that differ."""
        return stretches(self.before.words if self.before else "", self.after.words if self.after else "")

    @property
    def text(self) -> str:
        """What differs, at most an excerpt."""
        old, new = self.before, self.after
        if old is None or new is None:
            words = new.words if new else old.words if old else ""
            return shortened(
                f"{'new' if new else 'gone'}: “{words}”" if words else "new, without text" if new else "gone"
            )
        if self.kind == "changed":
            return difference(old.words, new.words)
        return f"“{shown_place(old.path)}” became “{shown_place(new.path)}”"


def differences(before: Mapping[str, PassageShown], after: Mapping[str, PassageShown]) -> list[Difference]:
    """What differs between two pages passage by passage, in the order of the newer one, then what is gone.

    A rule that bears another title over the same text, or stands in another section, is one rule renamed or moved.
    """
    gone = [key for key in before if key not in after]
    renamed = dict(_renamed(before, after, gone))
    found = []
    for key, passage in after.items():
        known = before.get(renamed.get(key, key))
        if known is None:
            found.append(Difference(key, "new", None, passage))
        elif key in renamed:
            kind: ChangeKind = "moved" if known.path[0] != passage.path[0] else "renamed"
            found.append(Difference(key, kind, known, passage, renamed[key]))
        elif known.hash != passage.hash:
            found.append(Difference(key, "changed", known, passage))
        elif known.path != passage.path and _status(known) != _status(passage):
            found.append(Difference(key, "marker", known, passage))
    taken = set(renamed.values())
    return found + [Difference(key, "gone", before[key], None) for key in gone if key not in taken]


def _renamed(
    before: Mapping[str, PassageShown], after: Mapping[str, PassageShown], gone: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Each new key with the key that is gone and had the same words; passages without words are nobody's."""
    by_hash = {before[key].hash: key for key in reversed(gone) if before[key].words}
    for key, passage in after.items():
        if key not in before and passage.hash in by_hash:
            yield key, by_hash.pop(passage.hash)


def _status(passage: PassageShown) -> bool:
    return status_in_title(passage.path[-1])[1]


def standing(shown: RulesetShown | None) -> dict[str, PassageShown]:
    """The passages that stand on a page, by key; each term that it tells is one of them."""
    if shown is None:
        return {}
    passages = {key: passage for key, passage in shown.passages.items() if passage.hash}
    return {**passages, **term_passages({name: term.title for name, term in shown.terms.items()}, shown.first_at)}


# --- what the words alone show ----------------------------------------------------------------------------------------

_GENDERED = frozenset(
    {
        *("he", "him", "his", "himself", "she", "her", "hers", "herself", "s/he", "he/she"),
        *("e", "ey", "em", "eir", "eirs", "emself", "ze", "zir", "zirs", "hir", "hirs", "xe", "xem", "xyr"),
    }
)
_THEY = frozenset({"they", "them", "their", "theirs", "themself", "themselves"})
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "doesn't": "don't"}


@rule("BN-004")
def is_pronoun_fix(found: Sequence[Stretch]) -> bool:
    """Whether nothing but gendered or Spivak pronouns became a singular they, verbs following."""
    pairs = [pair for each in found for pair in _word_pairs(each)]
    became = [old in _GENDERED and new in _THEY for old, new in pairs]
    return any(became) and all(is_pronoun or _follows(*pair) for is_pronoun, pair in zip(became, pairs, strict=True))


def _follows(old: str, new: str) -> bool:
    """Whether a verb went into the plural: gains, gain."""
    return old == new or _VERBS.get(old) == new or old in (f"{new}s", f"{new}es", f"{new[:-1]}ies")


def _word_pairs(stretch: Stretch) -> list[tuple[str, str]]:
    """The words of a stretch in pairs; one without a partner beside an empty word."""
    old, new = stretch.old.casefold().split(), stretch.new.casefold().split()
    most = max(len(old), len(new))
    padded = [[*words, *[""] * (most - len(words))] for words in (old, new)]
    return [(_bare(one), _bare(other)) for one, other in zip(*padded, strict=True)]


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'()")


_VALUE = re.compile(r"\d+")


def only_values(found: Sequence[Stretch]) -> bool:
    """Whether nothing but numbers became other numbers."""
    pairs = [(each.old, each.new) for each in found]
    return bool(pairs) and all(
        old and new and old != new and _VALUE.sub("0", old) == _VALUE.sub("0", new) for old, new in pairs
    )
