"""What came to a page of the wiki after one of its revisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.app.publish.publish import Publisher
    from tracker.core.ports import WikiRevision


def later_revisions(publishing: Publisher, title: str, known: int) -> Iterator[WikiRevision]:
    """Every revision of a page after one, oldest first."""
    while found := publishing.wiki.revisions(title, after=known):
        yield from found
        known = found[-1].revision
