"""Matters settled long ago, looked up one by one where a condition of an instruction asks what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from tracker.core.rule import rule
from tracker.games.blognomic.appendix.names import same_matter
from tracker.games.blognomic.settling import thawed

if TYPE_CHECKING:
    from tracker.games.blognomic.pages.board import Board
    from tracker.games.blognomic.state import Post
    from tracker.mechanics.enacting.instructions import InstructionReading

_ADDRESS = re.compile(r"(?:https?:)?//|www\.", re.IGNORECASE)
_MONTHS_WALKED = 3
"""How many of the newest settled months are searched for a title."""


def asked_about(reading: InstructionReading) -> list[str]:
    """The matters, by title or address, that the conditions of a reading ask for."""
    from tracker.mechanics.enacting.instructions import MatterEnacted

    conditions = (condition for step in reading.steps for condition in step.conditions)
    return list(dict.fromkeys(each.matter for each in conditions if isinstance(each, MatterEnacted)))


@rule("BN-260")
def settled_matters(board: Board, references: Iterable[str]) -> list[Post]:
    """The votable matters settled long ago that a reference may mean, each once.

    An address is looked up whenever it was; a title is searched for in the newest settled months.
    """
    found = (post for reference in references for post in _settled(board, reference))
    return list({post.slug: post for post in found}.values())


def is_meant(reference: str, slug: str, url: str, title: str) -> bool:
    """Whether a reference means the matter of that slug, address and title."""
    if _ADDRESS.match(reference.strip()):
        return _slug_in(reference) in (slug, _slug_in(url))
    return reference.strip() == slug or same_matter(reference, title)


def _settled(board: Board, reference: str) -> Iterator[Post]:
    is_address = _ADDRESS.match(reference.strip()) is not None
    known = board.settled.settled(f"post:{_slug_in(reference) if is_address else reference.strip()}")
    records = [] if known is None else [known]
    if not records and not is_address:
        months = (board.settled.settled_in(month).values() for month in reversed(board.months[-_MONTHS_WALKED:]))
        records = [
            record for several in months for record in several if same_matter(reference, record.get("title", ""))
        ]
    for post in map(thawed, records):
        if post.kind.is_votable and is_meant(reference, post.slug, post.url, post.title):
            yield post


def _slug_in(address: str) -> str:
    """The last part of an address's path."""
    try:
        path = urlsplit(address.strip()).path
    except ValueError:
        return ""
    return unquote(path.rstrip("/").rpartition("/")[2])
