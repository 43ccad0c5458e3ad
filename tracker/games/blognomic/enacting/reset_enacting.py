"""A dynastic reset on its way to the ruleset page: its case, its draft, and the pages that go with it, as enacting asks for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tracker.core.draft import RegionDraft
from tracker.core.rule import rule
from tracker.games.blognomic.core.ascension import in_words

from .reset import ResetCase, ResetDraft, history_of, next_title, reset_draft, summary

if TYPE_CHECKING:
    from tracker.mechanics.enacting.amendments import AmendmentDraft
    from tracker.mechanics.enacting.enactment import Case, Companions

__all__ = ["case_of", "companions", "copies", "draft_of", "summary"]

_KIND = "Ascension Address"
_HIGHEST_COPY = 500
"""Up to which number archive copies are looked for."""


@rule("BN-092", "BN-093")
def case_of(due: ResetCase) -> Case:
    """The reset as whoever writes it must see it: what was read in the address, and what it waits for."""
    from tracker.mechanics.enacting.enactment import Case

    return Case(
        slug=due.slug,
        title=due.title,
        url=due.url,
        kind=_KIND,
        state="pending",
        verdict="waits for a person" if due.waits else "read, and confirmed",
        reasons=tuple(in_words(due.reading)),
        acts=() if due.waits else ("enact",),
        why_not=due.waits,
        doubts=("a reset is written by people only",),
        votes="",
        restless_at=due.at,
        body="",
        is_reset=True,
    )


@rule("BN-093", "BN-094")
def draft_of(due: ResetCase | None, page: str) -> AmendmentDraft | None:
    """What the reset does to a page (wikitext), refused where the page has no dynastic section; None where none is due."""
    from tracker.mechanics.enacting.amendments import AmendmentDraft
    from tracker.mechanics.enacting.enactment import paths_that_differ
    from tracker.mechanics.enacting.instructions import Refusal

    if due is None:
        return None
    made = _drafted(due, page)
    refusals = tuple(Refusal("PAGE_UNSOUND", "", fault) for fault in made.faults)
    touched = paths_that_differ(page, made.after) if made.edits else ()
    return AmendmentDraft(page, made.after, made.edits, touched, refusals, made.after)


def _drafted(due: ResetCase, page: str) -> ResetDraft:
    return reset_draft(page, due.reading, due.since, may_rename=due.may_rename)


@rule("BN-093")
def copies(due: ResetCase | None) -> Sequence[str]:
    """The titles that archive copies have; empty where the operator's setting says which one comes next."""
    if due is None or "{number}" not in due.archive:
        return ()
    return [due.archive.replace("{number}", str(number)) for number in range(1, _HIGHEST_COPY + 1)]


@rule("BN-093", "BN-200")
def companions(due: ResetCase | None, page: str, titles: Collection[str] | None) -> Companions:
    """The archive copy and the history page; ``titles`` are the copies that exist (None: the wiki was not asked)."""
    from tracker.mechanics.enacting.enactment import Companions

    if due is None:
        return Companions()
    made, title = _drafted(due, page), next_title(due.archive, titles or ())
    waits, pages = list(made.faults), tuple[RegionDraft, ...]()
    if "{" in title and titles is not None:
        waits.append("the number of the archive copy is not known: give the setting ruleset_number")
    if due.past and "{" in due.history:
        waits.append("which dynasty of its head has ended is not known: give the setting dynasty_number")
    elif due.past:
        pages = (history_of(due, title),)
    told = title.replace("{number}", "N, N being the next free number")
    return Companions(told, pages, tuple(waits), made.checks)
