"""Checking dice after the fact: those of an archive, or those that pages show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tracker.app.asking.folding import no_search_for_cycles
from tracker.app.dice.dice import SOURCE
from tracker.core.ports import Archive, Progress, Told
from tracker.errors import InputError
from tracker.mechanics.dice.dice_check import Checked, Day, Thrown, check, read_page
from tracker.mechanics.dice.seeds import day_meant, faces_of

_TO_THE_SECOND = len("2019-10-01 12:00:00")


def verify_archive(archive: Archive, progress: Progress | None = None) -> Checked:
    """Check every day and roll of an archive; dice that the tracker did not draw itself are left out."""
    with no_search_for_cycles():
        days = list(_days(list(archive.told_by(SOURCE, ("commitment", "reveal")))))
        return check(days, map(_thrown, archive.told_by(SOURCE, ("roll",))), progress)


def _days(rows: Sequence[Told]) -> Iterator[Day]:
    reveals = {day_meant(row.payload): row.payload for row in rows if row.kind == "reveal"}
    for row in rows:
        day = day_meant(row.payload) if row.kind == "commitment" else ""
        if day:
            shown = reveals.get(day, {})
            words = tuple(shown.get("words") or ())
            yield Day(day, row.payload["hash"], _instant(row.happened_at), shown.get("secret", ""), words)


def _thrown(row: Told) -> Thrown:
    payload = row.payload
    key, words = str(payload.get("for") or row.id), tuple(payload.get("words") or ())
    return Thrown(key, _instant(row.happened_at), payload["sides"], faces_of(payload), words)


def _instant(when: datetime) -> str:
    """An instant to the second, in a form that sorts."""
    return str(when.astimezone(UTC))[:_TO_THE_SECOND]


def verify_pages(files: Iterable[Path], progress: Progress | None = None) -> Checked:
    """Check the days and rolls that pages show, all of them together.

    Raises InputError naming the file where one cannot be read, has a row of another form, or shows no dice.
    """
    days: list[Day] = []
    rolls: list[Thrown] = []
    for file in files:
        try:
            found_days, found_rolls = read_page(file.read_text(encoding="utf-8-sig"))
            days += found_days
            rolls += found_rolls
        except OSError as error:
            raise InputError(error.strerror or str(error), place=str(file), remedy="check the path") from error
        except ValueError as error:
            remedy = (
                "save the page's wikitext as UTF-8, as action=raw gives it; if it is that, the page was changed by hand"
            )
            raise InputError(str(error), place=str(file), remedy=remedy) from error
        if not days:
            raise InputError("shows no day of the dice", place=str(file), remedy="give a dice page's wikitext")
    # The page of the day and that of its month may both show a roll.
    return check(days, list(dict.fromkeys(rolls)), progress)
