"""A ruleset page that was blanked, gutted or vandalised: seen as soon as it is read, and taken for no law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.gamestate import Finding, Question
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.ruleset import gutted_page
from tracker.mechanics.ruleset.gutted_page import Gutted
from tracker.mechanics.ruleset.ruleset_passages import Passage

from .ruleset_page import DYNASTIC, PageReading, words_of

_CLAUSE = "BN-003"
_UNSTEADY = (DYNASTIC, "dynastic rules")
"""Dynastic rules do not count: a new dynasty takes them away."""


@rule("BN-003")
def is_gutted(
    moment: Moment, row: str, payload: Mapping[str, Any], reading: PageReading, terms: Mapping[str, str]
) -> bool:
    """Whether nothing of a revision may be taken in; remembers it, or that the page is sound again.

    What a person has called the ruleset all the same (``ruleset-gutted:REVISION`` no) is taken.
    """
    revision, following = int(payload["revision"]), moment.state.following
    why = _damage(moment, str(payload["text"]), reading, terms)
    if not why or moment.answer(gutted_page.question_of(revision)) == "no":
        following.gutted = None
        return False
    following.gutted = Gutted(revision, str(payload["editor"]), moment.when, row, why)
    return True


def _damage(moment: Moment, page: str, reading: PageReading, terms: Mapping[str, str]) -> str:
    """What is wrong with a page beside the last sound one; "" where it is a ruleset still."""
    before = moment.state.ruleset
    if before is None:
        return ""

    def words(passage: Passage) -> str:
        return words_of(page, passage, terms)

    return gutted_page.damage(before, reading.passages, words, moment.law.number("gutted_percent"), _UNSTEADY)


@rule("BN-003")
def findings(moment: Moment) -> list[Finding]:
    """One loud finding while the newest revision is no ruleset."""
    gutted = moment.state.following.gutted
    return [gutted_page.finding(gutted, _CLAUSE)] if gutted else []


@rule("BN-003")
def questions(moment: Moment) -> list[Question]:
    """Whether it is damage (yes), or a new ruleset indeed (no)."""
    gutted = moment.state.following.gutted
    is_open = gutted is not None and moment.answer(gutted.question) is None
    return [gutted_page.question(gutted, _CLAUSE)] if gutted and is_open else []
