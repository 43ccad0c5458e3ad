"""Matters settled long ago, looked up one by one where a condition of an instruction asks what became of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import subject_of
from tracker.games.blognomic.appendix.names import same_matter
from tracker.games.blognomic.settling import thawed

if TYPE_CHECKING:
    from tracker.games.blognomic.pages.board import Board
    from tracker.games.blognomic.state import Post
    from tracker.mechanics.enacting.instructions import InstructionReading

_ADDRESS = re.compile(r"(?:https?:)?//|www\.", re.IGNORECASE)
_NO_WORD = re.compile(r"[^\w\s-]+")
_BETWEEN_WORDS = re.compile(r"[\s_-]+")
_NAMESAKES = (2, 3)
"""The numbers that blogs give to the addresses of later posts of one title."""
_MONTHS_WALKED = 3
"""How many of the newest settled months are searched for a title that no address can be made of."""


def asked_about(reading: InstructionReading) -> list[str]:
    """The matters, by title or address, that the conditions of a reading ask for."""
    from tracker.mechanics.enacting.instructions import MatterEnacted

    conditions = (condition for step in reading.steps for condition in step.conditions)
    return list(dict.fromkeys(each.matter for each in conditions if isinstance(each, MatterEnacted)))


@rule("BN-260")
def settled_matters(board: Board, references: Iterable[str]) -> list[Post]:
    """The votable matters settled long ago that a reference may mean, each once.

    They are looked up by address, and by the address that a post of that title gets (namesakes too); failing that, the
    newest settled months are searched for the title.
    """
    found = dict[str, "Post"]()
    for reference in references:
        meant = list(_by_address(board, reference)) or list(_by_title(board, reference))
        found.update((post.slug, post) for post in meant)
    return list(found.values())


def is_meant(reference: str, slug: str, url: str, title: str) -> bool:
    """Whether a reference means the matter of that slug, address and title."""
    if _ADDRESS.match(reference.strip()):
        return _slug_in(reference) in (slug, _slug_in(url))
    return reference.strip() == slug or same_matter(reference, title)


def _by_address(board: Board, reference: str) -> Iterator[Post]:
    for slug in _slugs(reference):
        record = board.settled.settled(f"post:{slug}")
        if record is not None:
            yield from _votable([record], reference)


def _by_title(board: Board, reference: str) -> Iterator[Post]:
    if not _ADDRESS.match(reference.strip()):
        for month in reversed(board.months[-_MONTHS_WALKED:]):
            records = (record for record in board.settled.settled_in(month).values() if _has_title(record))
            yield from _votable((each for each in records if same_matter(reference, each["title"])), reference)


def _has_title(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("title"), str)


def _votable(records: Iterable[Any], reference: str) -> Iterator[Post]:
    for post in map(thawed, records):
        if post.kind.is_votable and is_meant(reference, post.slug, post.url, post.title):
            yield post


def _slugs(reference: str) -> list[str]:
    """The slugs that a post of that address, or of that title, may have."""
    if _ADDRESS.match(reference.strip()):
        return [_slug_in(reference)]
    words = [word for word in _BETWEEN_WORDS.split(_NO_WORD.sub("", subject_of(reference).casefold())) if word]
    low, high = "_".join(words), "-".join(words)
    later = [f"{low}{number - 1}" for number in _NAMESAKES] + [f"{high}-{number}" for number in _NAMESAKES]
    return list(dict.fromkeys([low, high, *later])) if words else []


def _slug_in(address: str) -> str:
    """The last part of an address's path."""
    try:
        path = urlsplit(address.strip()).path
    except ValueError:
        return ""
    return unquote(path.rstrip("/").rpartition("/")[2])
