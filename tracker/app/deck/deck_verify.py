"""Checking a secret deck after its game, from files alone: the published record, and what was published before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tracker.errors import InputError
from tracker.mechanics.deck.deck_check import Verified, verify
from tracker.mechanics.deck.deck_record import published_in, read_record


def verified(record: Path, published: Iterable[Path] = (), first_kinds: Sequence[str] = ()) -> Verified:
    """Check a record against itself and against texts that show hashes; raises InputError naming the file that cannot be used.

    ``first_kinds`` are the kinds of cards with which the rules begin, in the order in which they are sorted.
    """
    try:
        told = read_record(_text(record))
    except ValueError as error:
        remedy = "give the JSON that tracker nomicoup record writes, or the wikitext of the page with it, as action=raw gives it"
        raise InputError(str(error), place=str(record), remedy=remedy) from error
    pages: list[list[tuple[str, str]]] = []
    for file in published:
        found = list(published_in(_text(file), told["game"]))
        if not found:
            problem = f"shows no hash of {told['game']}"
            raise InputError(problem, place=str(file), remedy="give what was saved while the game went on")
        pages.append(found)
    return verify(told, *pages, first_kinds=first_kinds)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(error.strerror or str(error), place=str(file), remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8", place=str(file), remedy="save it as UTF-8") from error
