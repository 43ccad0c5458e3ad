"""A ruleset page that was blanked, gutted or vandalised: seen as soon as it is read, and taken for no law."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tracker.core.gamestate import Finding, Question
from tracker.mechanics.ruleset.ruleset_codes import RULESET_GUTTED
from tracker.mechanics.ruleset.ruleset_passages import Passage, PassageShown, RulesetShown

_LEAST_WORDS = 150
"""Of a ruleset with fewer words than this, as games begin with, no share is taken."""
_LEAST_SECTIONS = 0.5
"""The share of its sections with which a page is none any more: half of them, or fewer."""
_PERCENT = 100
"""Parts of a whole in which the parameter counts."""


@dataclass(frozen=True, slots=True)
class Gutted:
    """A revision that holds no ruleset any more: nothing of it is taken."""

    revision: int
    editor: str
    at: datetime
    row: str
    text: str

    @property
    def question(self) -> str:
        """The id of the question whether it is damage."""
        return question_of(self.revision)


def question_of(revision: int) -> str:
    """The id of the question whether a revision is damage."""
    return f"ruleset-gutted:{revision}"


def damage(
    before: RulesetShown,
    passages: Sequence[Passage],
    words_of: Callable[[Passage], str],
    least_percent: int,
    unsteady: tuple[str, str] = ("", ""),
) -> str:
    """What is wrong with a page beside the last sound one; "" where it is a ruleset still.

    ``unsteady`` is a section that may go at once, and does not count, with its rules as people call them.
    """
    had, has = (len({path[0] for path in paths}) for paths in (_paths(before), [each.path for each in passages]))
    if has <= had * _LEAST_SECTIONS:
        return f"only {has} of its {had} sections are left" if has else "none of its sections is left"
    section, called = unsteady
    share = _share_kept(before, passages, words_of, section)
    if share * _PERCENT < least_percent:
        return f"only {share:.0%} of its words{f' outside the {called}' if called else ''} are left"
    return ""


def _paths(shown: RulesetShown) -> list[tuple[str, ...]]:
    return [passage.path for passage in shown.passages.values() if passage.hash]


def _share_kept(
    before: RulesetShown, passages: Iterable[Passage], words_of: Callable[[Passage], str], unsteady: str
) -> float:
    """How much of the known words is on a page still, from 0 to 1."""
    known = {key: each for key, each in before.passages.items() if each.hash and each.path[0] != unsteady}
    now = {each.key: each for each in passages}
    hashes = {each.hash for each in now.values()}
    total = kept = 0.0
    for key, passage in known.items():
        words = len(passage.words.split())
        total += words
        if passage.hash in hashes:
            kept += words
        elif key in now:
            kept += words * _overlap(passage, words_of(now[key]))
    return kept / total if total >= _LEAST_WORDS else 1.0


def _overlap(passage: PassageShown, words: str) -> float:
    """The share of a passage's different words that another text holds too."""
    old = set(passage.words.split())
    return len(old.intersection(words.split())) / len(old) if old else 1.0


# --- what is said of it -----------------------------------------------------------------------------------------------


def finding(gutted: Gutted, clause: str) -> Finding:
    """The loud finding that the newest revision is no ruleset."""
    text = (
        f"revision {gutted.revision} by {gutted.editor or 'nobody named'} at {gutted.at:%Y-%m-%d %H:%M:%S} UTC "
        f"gutted the ruleset page: {gutted.text}; nothing of it is taken for law until the page is mended, "
        f"or if it is the ruleset: tracker decide {gutted.question} no --by NAME --why TEXT"
    )
    return Finding(RULESET_GUTTED, clause, text, (gutted.row,), gutted.at, subject=f"revision:{gutted.revision}")


def question(gutted: Gutted, clause: str) -> Question:
    """Whether it is damage (yes), or a new ruleset indeed (no)."""
    text = f"Is revision {gutted.revision} of the ruleset page damage, and no ruleset to play by?"
    return Question(gutted.question, text, clause, ("yes", "no"), gutted.at, (gutted.text,), (gutted.row,))
