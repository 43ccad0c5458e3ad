"""Pages of what is over, as of past months: which of them are known to stand on the wiki, so that no tick looks at them again."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

from tracker.app.publish.publish import holds
from tracker.app.wired import Wired
from tracker.core.draft import RegionDraft
from tracker.core.observation import ObservationBatch, canonical_json
from tracker.core.plan import Plan
from tracker.core.planning import Desired, DesiredPage
from tracker.core.ports import WikiPage

LEFT = "pages"
"""The source under which the archive keeps, as a cursor, what the last tick left behind."""
MARKS = "marks"
"""The key, in what a tick leaves behind, of the marks that regions bear which are known to be as they should."""


def key_of(page: str, region: str) -> str:
    """By what a region's mark is kept; no title holds a number sign."""
    return f"{page}#{region}"


def marks_left(wired: Wired) -> dict[str, str]:
    """The marks of regions that stand on the wiki as they should; none under other settings, by which they may read otherwise."""
    left = json.loads(wired.archive.cursor(LEFT) or "{}")
    return dict(left.get(MARKS, {})) if left.get("settings") == wired.settings.digest else {}


def forget_marks(wired: Wired) -> None:
    """Let the next tick look at every page, also at those of what is over."""
    left = json.loads(wired.archive.cursor(LEFT) or "{}")
    if left.pop(MARKS, None):
        wired.archive.append(ObservationBatch(LEFT, (), canonical_json(left), wired.clock.now()))


def marks_now(
    before: Mapping[str, str], wanted: Desired, pages: Mapping[str, WikiPage], plan: Plan, written: Collection[str]
) -> dict[str, str]:
    """The marks after a tick: of what it looked at, those of pages that it found or made as they should be.

    ``pages`` are as they were read, ``written`` the titles of those that it wrote.
    """
    faulty = {finding.subject for finding in plan.findings}
    marked = [page for page in wanted.pages if any(region.mark for region in page.regions)]
    looked_at = {key for page in marked for key in _marks(page)}
    found = {key: mark for key, mark in before.items() if key not in looked_at}
    for page in marked:
        if page.title not in faulty and (page.title in written or _is_there(page, pages)):
            found |= _marks(page)
    return found


def _marks(page: DesiredPage) -> dict[str, str]:
    return {key_of(page.title, region.name): region.mark for region in page.regions if region.mark}


def _is_there(page: DesiredPage, pages: Mapping[str, WikiPage]) -> bool:

    return page.title in pages and holds(pages[page.title].text, {each.name: each.text for each in page.regions})


def unmarked(marks: Mapping[str, str], drafts: Iterable[RegionDraft]) -> list[RegionDraft]:
    """The drafts but those whose regions stand on the wiki with the same marks."""
    return [each for each in drafts if not each.mark or marks.get(key_of(each.page, each.region)) != each.mark]
