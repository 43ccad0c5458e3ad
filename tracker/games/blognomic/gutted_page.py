"""A ruleset page that was blanked, gutted or vandalised: seen as soon as it is read, and taken for no law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import Finding, Question
from tracker.core.rule import rule

from .moment import Moment, decided_by
from .rule_records import Gutted
from .ruleset_page import DYNASTIC, PageReading, PassageShown, RulesetShown, words_of

_LEAST_WORDS = 150
"""Of a ruleset with fewer words than this, as games begin with, no share is taken."""
_CLAUSE = "BN-003"
_LEAST_SECTIONS = 0.5
"""The share of its sections with which a page is none any more: half of them, or fewer."""
_PERCENT = 100
"""Parts of a whole in which the parameter counts."""


@rule("BN-003")
def is_gutted(
    moment: Moment, row: str, payload: Mapping[str, Any], reading: PageReading, terms: Mapping[str, str]
) -> bool:
    """Whether nothing of a revision may be taken in; remembers it, or that the page is sound again.

    What a person has called the ruleset all the same (``ruleset-gutted:REVISION`` no) is taken.
    """
    revision, following = int(payload["revision"]), moment.state.following
    why = _damage(moment, str(payload["text"]), reading, terms)
    if not why or moment.answer(_question(revision)) == "no":
        following.gutted = None
        return False
    following.gutted = Gutted(revision, str(payload["editor"]), moment.when, row, why)
    return True


def _damage(moment: Moment, page: str, reading: PageReading, terms: Mapping[str, str]) -> str:
    """What is wrong with a page beside the last sound one; "" where it is a ruleset still."""
    before = moment.state.ruleset
    if before is None:
        return ""
    had, has = (
        len({path[0] for path in paths}) for paths in (_paths(before), [each.path for each in reading.passages])
    )
    if has <= had * _LEAST_SECTIONS:
        return f"only {has} of its {had} sections are left" if has else "none of its sections is left"
    share = _share_kept(before, page, reading, terms)
    if share * _PERCENT < moment.law.number("gutted_percent"):
        return f"only {share:.0%} of its words outside the dynastic rules are left"
    return ""


def _paths(shown: RulesetShown) -> list[tuple[str, ...]]:
    return [passage.path for passage in shown.passages.values() if passage.hash]


def _share_kept(before: RulesetShown, page: str, reading: PageReading, terms: Mapping[str, str]) -> float:
    """How much of the known words is on a page still; dynastic rules do not count, which a new dynasty takes away."""
    known = {key: each for key, each in before.passages.items() if each.hash and each.path[0] != DYNASTIC}
    hashes, now = {each.hash for each in reading.passages}, {each.key: each for each in reading.passages}
    total = kept = 0.0
    for key, passage in known.items():
        words = len(passage.words.split())
        total += words
        if passage.hash in hashes:
            kept += words
        elif key in now:
            kept += words * _overlap(passage, words_of(page, now[key], terms))
    return kept / total if total >= _LEAST_WORDS else 1.0


def _overlap(passage: PassageShown, words: str) -> float:
    """The share of a passage's different words that another text holds too."""
    old = set(passage.words.split())
    return len(old.intersection(words.split())) / len(old) if old else 1.0


# --- what is said of it -----------------------------------------------------------------------------------------------


def _question(revision: int) -> str:
    return f"ruleset-gutted:{revision}"


@rule("BN-003")
def findings(moment: Moment) -> list[Finding]:
    """One loud finding while the newest revision is no ruleset."""
    gutted = moment.state.following.gutted
    if gutted is None:
        return []
    text = (
        f"revision {gutted.revision} by {gutted.editor or 'nobody named'} at {gutted.at:%Y-%m-%d %H:%M:%S} UTC "
        f"gutted the ruleset page: {gutted.text}; nothing of it is taken for law until the page is mended, "
        f"or if it is the ruleset: {decided_by(_question(gutted.revision), 'no')}"
    )
    return [Finding("RULESET_GUTTED", _CLAUSE, text, (gutted.row,), gutted.at, subject=f"revision:{gutted.revision}")]


@rule("BN-003")
def questions(moment: Moment) -> list[Question]:
    """Whether it is damage (yes), or a new ruleset indeed (no)."""
    gutted = moment.state.following.gutted
    if gutted is None or moment.answer(_question(gutted.revision)) is not None:
        return []
    text = f"Is revision {gutted.revision} of the ruleset page damage, and no ruleset to play by?"
    id = _question(gutted.revision)
    return [Question(id, text, _CLAUSE, ("yes", "no"), gutted.at, (gutted.text,), (gutted.row,))]
