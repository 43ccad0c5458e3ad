"""A wiki kept in a folder: a readable file for each page, and every revision of it beside; the embedded default.

``pages/TITLE.wiki`` holds the newest text of a page and may be edited by anybody with any editor: what is found there
is taken for a person's revision. ``history/TITLE/NUMBER.json`` holds each revision; numbers count up from 1 for each
page. ``files/NAME`` holds an uploaded picture, which anybody may replace too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tracker.core.instants import iso, parse_instant
from tracker.core.nesting import read_json
from tracker.core.ports import Clock, PageEdit, Receipt, Upload, WikiAccount, WikiPage, WikiPicture, WikiRevision
from tracker.core.region import page_text
from tracker.errors import EditConflictError, PageExistsError, PageVanishedError, WikiError
from tracker.wiki.titles import file_name, normal_title

_REDIRECT = re.compile(r"\s*#REDIRECT\s*:?\s*\[\[", re.IGNORECASE)
_PAGE_ENDING = ".wiki"
_OWNED = "pictures.json"
"""Beside the revisions of a file's page: the SHA-1 of each picture that we put there."""
_REVISION_NAME = re.compile(r"\d{6,}\.json")
SOMEBODY = "somebody with an editor"
"""Who is named as the author of a page file's text that we did not write."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A page as found: its title, its file's text (None: no file) and its newest revision (None: none yet)."""

    title: str
    text: str | None
    newest: WikiRevision | None


class DirectoryWiki:
    """A folder of pages with revisions; it obeys the same contract as a MediaWiki."""

    def __init__(self, folder: Path, clock: Clock, account: str = "Tracker") -> None:
        """Name the folder; it is made when the first page is saved."""
        self.folder = folder
        self._clock = clock
        self._account = account

    # --- reading ----------------------------------------------------------------------------------------------------

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        """The newest revision number of each page; None where there is no such page."""
        return {title: page.revision for title, page in self.fetch(titles).items()}

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        """The pages with text; a file that was edited by hand becomes a revision first."""
        return {title: self._page(title) for title in dict.fromkeys(titles)}

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        """Versions of a page later than revision ``after``, oldest first."""
        known = self._settled(normal_title(title))
        last = known.newest.revision if known.newest and known.text is not None else 0
        numbers = range(after + 1, min(last, after + limit) + 1)
        return [self._revision(known.title, number) for number in numbers]

    def account(self) -> WikiAccount:
        """Who we are there; a folder lets us do everything."""
        return WikiAccount(self._account, ("bot",), ("edit", "createpage", "upload"))

    def refused(self, titles: Sequence[str]) -> Mapping[str, str]:
        """None: whoever runs the tracker may write every page of the folder."""
        return {}

    def page_file(self, title: str) -> Path:
        """Where the newest text of a page lies."""
        return self.folder / "pages" / f"{file_name(normal_title(title))}{_PAGE_ENDING}"

    def _page(self, title: str) -> WikiPage:
        known = self._settled(normal_title(title))
        if known.text is None or known.newest is None:
            return WikiPage(title, "", None)
        newest, redirect = known.newest, bool(_REDIRECT.match(known.text))
        told = (newest.editor, newest.at, redirect, newest.summary, newest.parent)
        return WikiPage(title, newest.text, newest.revision, *told)

    # --- writing ----------------------------------------------------------------------------------------------------

    def save(self, edit: PageEdit) -> Receipt:
        """Save a whole page on top of its base revision.

        Raises PageExistsError, PageVanishedError or EditConflictError where the page is not as it was; unlike
        MediaWiki, which mixes edits in different places, a folder takes any moved base for a conflict.
        """
        known, text = self._settled(normal_title(edit.title)), page_text(edit.text)
        if edit.base_revision is not None and known.newest is not None and known.text == text:
            return Receipt(edit.title, known.newest.revision, changed=False, at=known.newest.at)
        self._check_base(known, edit)
        made = self._commit(known, text, self._account, edit.summary)
        return Receipt(edit.title, made.revision, changed=True, at=made.at)

    @staticmethod
    def _check_base(known: _Known, edit: PageEdit) -> None:
        if edit.base_revision is None:
            if known.text is not None:
                raise PageExistsError("there is a page already", code="articleexists", place=edit.title)
        elif known.text is None or known.newest is None:
            raise PageVanishedError("the page was deleted since it was read", code="missingtitle", place=edit.title)
        elif edit.base_revision != known.newest.revision:
            moved = f"revision {edit.base_revision} was read, {known.newest.revision} is the newest"
            raise EditConflictError(moved, code="editconflict", place=edit.title, remedy="plan again")

    def upload(self, upload: Upload) -> Receipt:
        """Put a picture among the files; ``changed`` is False where the same bytes are there already.

        Raises PageExistsError where somebody else put there what stands under that name.
        """
        there, known = self.pictures([upload.title])[upload.title], self._settled(normal_title(upload.title))
        if known.newest is not None and there.sha1 == upload.sha1:
            return Receipt(known.title, known.newest.revision, changed=False, at=known.newest.at)
        if there.sha1 != upload.sha1 and there.is_somebodys and not upload.is_approved:
            raise PageExistsError("somebody else put this picture there", code="fileexists", place=known.title)
        text = known.text if known.text is not None else page_text(upload.description or upload.comment)
        # Cut short after either, the next upload finds an older picture of ours, or none, and goes on.
        self._own(known.title, upload.sha1)
        made = self._commit(known, text, self._account, upload.comment)
        _write_atomically(self._file(upload.filename), upload.content)
        return Receipt(known.title, made.revision, changed=True, at=made.at)

    def pictures(self, titles: Sequence[str]) -> Mapping[str, WikiPicture]:
        """What is there of some files; a folder takes every kind."""
        return {title: self._picture(normal_title(title)) for title in dict.fromkeys(titles)}

    def _picture(self, title: str) -> WikiPicture:
        content = _bytes(self._file(title.partition(":")[2]))
        if content is None:
            return WikiPicture()
        sha1, known = hashlib.sha1(content, usedforsecurity=False).hexdigest(), self._settled(title)
        owned, revision = self._owned(title), known.newest.revision if known.newest else 0
        is_ours = sha1 in owned[-1:]
        is_put_back = sha1 in owned and not is_ours
        return WikiPicture(sha1, self._account if is_ours else SOMEBODY, is_ours, is_put_back, revision)

    def _owned(self, title: str) -> list[str]:
        """The SHA-1 of each picture that we ever put there, the newest last."""
        file = self._history(title) / _OWNED
        try:
            return [str(sha1) for sha1 in json.loads(_bytes(file) or b"[]")]
        except (ValueError, TypeError) as error:
            remedy = "mend the file or take it from a backup"
            raise WikiError(f"unreadable: {error}", code="corrupt", place=str(file), remedy=remedy) from error

    def _own(self, title: str, sha1: str) -> None:
        owned = [*(each for each in self._owned(title) if each != sha1), sha1]
        _write_atomically(self._history(title) / _OWNED, json.dumps(owned, indent=1).encode())

    def _file(self, filename: str) -> Path:
        return self.folder / "files" / file_name(normal_title(filename))

    # --- what people do (for tests and the demo) --------------------------------------------------------------------

    def edit_as(self, person: str, title: str, text: str, summary: str = "") -> int:
        """Give a page a text as a person does, over whatever is there; the revision that then stands."""
        known = self._settled(normal_title(title))
        if known.newest is not None and known.text == page_text(text):
            return known.newest.revision
        return self._commit(known, page_text(text), person, summary).revision

    def delete(self, title: str) -> None:
        """Delete a page; its history stays in the folder, and numbers go on where it is made anew."""
        known = self._settled(normal_title(title))
        self.page_file(known.title).unlink(missing_ok=True)

    def move_as(self, person: str, old: str, new: str) -> None:
        """Give a page another title; the old one becomes a redirect."""
        text = self._page(old).text
        self.edit_as(person, new, text, f"moved from [[{old}]]")
        self.edit_as(person, old, f"#REDIRECT [[{new}]]", f"moved to [[{new}]]")

    # --- files ------------------------------------------------------------------------------------------------------

    def _history(self, title: str) -> Path:
        return self.folder / "history" / file_name(title)

    def _revision(self, title: str, number: int) -> WikiRevision:
        file = self._history(title) / f"{number:06d}.json"
        try:
            record = read_json(file.read_text(encoding="utf-8"))
            return WikiRevision(**{**record, "at": parse_instant(record["at"])})
        except (OSError, ValueError, TypeError, KeyError) as error:
            remedy = "mend the file or take it from a backup"
            raise WikiError(f"unreadable revision: {error}", code="corrupt", place=str(file), remedy=remedy) from error

    def _newest(self, title: str) -> WikiRevision | None:
        try:
            names = [file.name for file in self._history(title).iterdir()]
        except FileNotFoundError:
            return None
        numbers = [int(name[:-5]) for name in names if _REVISION_NAME.fullmatch(name)]
        return self._revision(title, max(numbers)) if numbers else None

    def _text(self, title: str) -> str | None:
        content = _bytes(self.page_file(title))
        return None if content is None else page_text(content.decode("utf-8", "replace"))

    def _settled(self, title: str) -> _Known:
        """The page as it is, after a hand edit has become a revision and a save cut short has been finished."""
        known = _Known(title, self._text(title), self._newest(title))
        if known.text is None or (known.newest is not None and known.text == known.newest.text):
            return known
        if known.newest is not None and self._was_cut_short(known, known.newest):
            self._publish(title, known.newest.text)
            return replace(known, text=known.newest.text)
        at = datetime.fromtimestamp(self.page_file(title).stat().st_mtime, UTC)
        made = self._record(known, known.text, SOMEBODY, "", at)
        return replace(known, newest=made)

    def _was_cut_short(self, known: _Known, newest: WikiRevision) -> bool:
        """Whether the page file still holds the text before the newest revision and is older than it."""
        before = self._revision(known.title, newest.parent).text if newest.parent else None
        written = (self._history(known.title) / f"{newest.revision:06d}.json").stat().st_mtime_ns
        return known.text == before and self.page_file(known.title).stat().st_mtime_ns <= written

    def _commit(self, known: _Known, text: str, editor: str, summary: str) -> WikiRevision:
        made = self._record(known, text, editor, summary, self._clock.now())
        self._publish(known.title, text)
        return made

    def _record(self, known: _Known, text: str, editor: str, summary: str, at: datetime) -> WikiRevision:
        """Append a revision; raises EditConflictError where another process took its number first."""
        parent = known.newest.revision if known.newest else 0
        made = WikiRevision(known.title, parent + 1, parent, editor, at, summary, text)
        record: dict[str, Any] = {name: getattr(made, name) for name in WikiRevision.__slots__}
        content = json.dumps({**record, "at": iso(at)}, ensure_ascii=False, indent=1).encode()
        file = self._history(known.title) / f"{made.revision:06d}.json"
        try:
            _write_once(file, content)
        except FileExistsError:
            raise EditConflictError(
                f"revision {made.revision} was just made by another", code="editconflict", place=known.title
            ) from None
        return made

    def _publish(self, title: str, text: str) -> None:
        _write_atomically(self.page_file(title), f"{text}\n".encode())


def _bytes(file: Path) -> bytes | None:
    """The bytes of a file; None where there is no such file. Raises WikiError."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WikiError(f"cannot read: {error}", code="unreadable", place=str(file)) from error


def _write_once(file: Path, content: bytes) -> None:
    """Make a file that was not there, whole or not at all; raises FileExistsError."""
    part = _part(file, content)
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except OSError as error:
        raise _unwritable(file, error) from error
    finally:
        part.unlink()
    _sync_folder(file.parent)


def _write_atomically(file: Path, content: bytes) -> None:
    """Give a file a new content in one step, so that a reader sees the old one or the new one."""
    part = _part(file, content)
    part.replace(file)
    _sync_folder(file.parent)


def _part(file: Path, content: bytes) -> Path:
    """The content in a file of another name, safe on the disk; raises WikiError where there is no room or no right."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _unwritable(file, error) from error
    return part


def _unwritable(file: Path, error: OSError) -> WikiError:
    remedy = "make room or choose another folder; the page is as it was"
    return WikiError(f"cannot write: {error}", code="unwritable", place=str(file), remedy=remedy)


def _sync_folder(folder: Path) -> None:
    """Let a new name in a folder survive a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
