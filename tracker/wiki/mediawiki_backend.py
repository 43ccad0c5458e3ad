"""A MediaWiki through its API, whoever carries the requests: reads in batches, saves on top of a base revision id.

Never on top of a base timestamp, which would let MediaWiki overwrite newer edits of our own account.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Protocol
from urllib.parse import urlencode

from tracker.core.instants import parse_instant
from tracker.core.ports import PageEdit, Receipt, Upload, WikiAccount, WikiPage, WikiPicture, WikiRevision
from tracker.core.region import page_text
from tracker.errors import LoginError, PageExistsError, PageVanishedError, WikiError
from tracker.wiki import answer_shapes
from tracker.wiki.answer_shapes import Shape, misfit
from tracker.wiki.api_errors import wiki_error
from tracker.wiki.failures import WRITES, Failures
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.politeness import Pause

Json = dict[str, Any]

_BATCH, _BATCH_OF_BOTS = 50, 500
_LONGEST_URL = 6000
_FIELDS = "ids|timestamp|user|comment|content|tags"
_RESTORING = frozenset({"mw-undo", "mw-rollback", "mw-manual-revert"})
"""The tags that MediaWiki gives to edits which put back what stood before, in whatever language its summaries are."""
_HARMLESS = frozenset(
    {"duplicate", "duplicate-archive", "duplicateversions", "exists", "exists-normalized", "page-exists", "large-file"}
)
_DELETED = "was-deleted"
"""The wiki's doubts at an upload that are none to us, and the one that only an admin can take from us."""
_REMEDY_OF_DELETED = (
    "have it restored, or name another title in [pages]; with nothing after the = the pages go without it"
)
_HIDDEN = "hidden"
"""In place of the SHA-1 of a version whose bytes the wiki hides."""
_VERSIONS_KNOWN = 50
"""Among so many versions of a file one is looked for that somebody put back: as many as any account is told at once."""


class Api(Protocol):
    """What carries one request to the API of a wiki and brings its answer; a backend's own part."""

    def ask(self, action: str, method: str, chosen: Json, place: str = "", files: Json | None = None) -> Json:
        """Ask the API, and again as patience allows; writes only where the wiki said that it did nothing.

        ``place`` names what it is about in errors. Raises WikiErrors by the API's codes, WikiBusyError when patience
        ends, and LostAnswerError where a write was sent and no answer of the API came.
        """
        ...

    def forget_login(self) -> None:
        """Be nobody again; asks nothing of the wiki."""
        ...


class MediaWikiBackend:
    """A MediaWiki; nothing is asked of it before the first reading, and no login made before the first edit."""

    def __init__(self, settings: MediaWikiSettings, api: Api, pause: Pause) -> None:
        """Take who we are there, what carries the requests, and the pause between edits."""
        self._settings = settings
        self._pause = pause
        self._api: Api = api
        self._token = ""  # none yet  # nosec B105
        self._account: WikiAccount | None = None

    # --- reading ----------------------------------------------------------------------------------------------------

    def revision_ids(self, titles: Sequence[str]) -> Mapping[str, int | None]:
        """The newest revision id of each page (None: no such page); one request for 50 pages, 500 when logged in."""
        return {title: page.get("lastrevid") for title, page in self._pages(titles, prop="info").items()}

    def fetch(self, titles: Sequence[str]) -> Mapping[str, WikiPage]:
        """The pages with text, in batches as large as the wiki takes; redirects are told, not followed."""
        found = self._pages(titles, prop="info|revisions", rvprop=_FIELDS, rvslots="main")
        return {title: _wiki_page(title, page) for title, page in found.items()}

    def revisions(self, title: str, after: int = 0, limit: int = 50) -> Sequence[WikiRevision]:
        """Versions of a page later than revision ``after``, oldest first; all where the wiki has no such revision.

        Versions whose text the wiki hides are left out.
        """
        start = {"rvstartid": after} if after else {}
        try:
            return self._history(title, start, after, limit)
        except PageVanishedError:
            return self._history(title, {}, after, limit)

    def _history(self, title: str, start: Json, after: int, limit: int) -> list[WikiRevision]:
        chosen: Json = {"prop": "revisions", "titles": title, "rvprop": _FIELDS, "rvslots": "main", "rvdir": "newer"}
        chosen["rvlimit"] = min(limit + 1, self._batch)
        pages = (page for answer in self._answers({**chosen, **start}) for page in answer.get("pages", ()))
        rows = (row for page in pages for row in page.get("revisions", ()))
        shown = (row for row in rows if row["revid"] != after and "content" in _slot(row))
        return [_wiki_revision(title, row) for row in islice(shown, limit)]

    def time(self) -> datetime | None:
        """The wiki's own clock; one request."""
        said = self._read({"curtimestamp": 1}, answer_shapes.CLOCK).get("curtimestamp")
        return parse_instant(said) if said else None

    def account(self) -> WikiAccount:
        """Who we are there, after logging in; raises LoginError."""
        if self._account is None:
            self._log_in()
        if self._account is None:
            raise LoginError("the wiki did not say who we are", place=self._settings.api_url)
        return self._account

    def refused(self, titles: Sequence[str]) -> Mapping[str, str]:
        """The pages that our account may not edit, or make where they are not there, each with why; nothing is written."""
        self.account()
        told = self._pages(
            titles, prop="info", intestactions="edit|create", intestactionsdetail="full", errorformat="plaintext"
        )
        found = {
            title: _refusal(page.get("actions", {}).get("create" if page.get("missing") else "edit"))
            for title, page in told.items()
        }
        return {title: why for title, why in found.items() if why}

    def pictures(self, titles: Sequence[str]) -> Mapping[str, WikiPicture]:
        """What is there of some files and whether the wiki takes such: one request, however many versions a file has."""
        asked: Json = {"prop": "info|imageinfo", "iiprop": "sha1|user", "iilimit": _VERSIONS_KNOWN}
        asked |= {"meta": "siteinfo", "siprop": "general|fileextensions", "titles": "|".join(titles)}
        answer = self._read(asked, answer_shapes.PAGES)["query"]
        ours = self._account.name if self._account else self._settings.username.partition("@")[0]
        told = _by_title(titles, [answer])
        return {title: _wiki_picture(page, ours, _upload_refusal(answer, title)) for title, page in told.items()}

    @property
    def _batch(self) -> int:
        many = self._account is not None and "apihighlimits" in self._account.rights
        return _BATCH_OF_BOTS if many else _BATCH

    def _pages(self, titles: Sequence[str], **chosen: str) -> dict[str, Json]:
        """What the wiki says about each page, by the title that was asked for."""
        wanted = list(dict.fromkeys(titles))
        for title in wanted:
            # The wiki would take the first for two titles, and leave out what follows the second.
            if {"|", "#"} & set(title) or not title.strip():
                raise wiki_error("invalidtitle", "no page can have this title", place=repr(title))
        found: dict[str, Json] = {}
        for start in range(0, len(wanted), self._batch):
            found |= self._batch_of_pages(wanted[start : start + self._batch], chosen)
        return found

    def _batch_of_pages(self, titles: Sequence[str], chosen: Mapping[str, str]) -> dict[str, Json]:
        return _by_title(titles, self._answers({**chosen, "titles": "|".join(titles)}))

    def _answers(self, chosen: Json) -> Iterator[Json]:
        """The parts of an answer to a query, the wiki's continuations followed."""
        further: Json = {}
        while True:
            answer, before = self._read({**chosen, **further}, answer_shapes.PAGES), further
            yield answer["query"]
            further = answer.get("continue", {})
            if not further:
                return
            if further == before:
                raise self._unlike_the_api("query", "it goes on where it began")

    def _read(self, chosen: Json, shape: Shape) -> Json:
        """One query; on a wiki that only its members may read, after logging in."""
        method = "POST" if len(urlencode(chosen)) > _LONGEST_URL else "GET"
        try:
            return self._ask("query", method, chosen, shape)
        except LoginError as error:
            if error.code != "readapidenied" or self._account is not None or not self._settings.username:
                raise
            self._log_in()
            return self._ask("query", method, chosen, shape)

    def _ask(
        self, action: str, method: str, chosen: Json, shape: Shape, place: str = "", files: Json | None = None
    ) -> Json:
        """The API's answer, which has the shape that its readers rely on; raises WikiErrors, and one where it has not."""
        answer = self._api.ask(action, method, chosen, place, files)
        if fault := misfit(answer, shape):
            raise self._unlike_the_api(action, fault, place)
        return answer

    def _unlike_the_api(self, action: str, fault: str, place: str = "") -> WikiError:
        failures = Failures(action in WRITES, place or self._settings.api_url)
        return failures.no_answer(f"the answer is not the API's: {fault}")

    # --- writing ----------------------------------------------------------------------------------------------------

    def save(self, edit: PageEdit) -> Receipt:
        """Save a whole page on top of its base revision id.

        ``merged`` tells that the wiki mixed our edit with another one. Raises the WikiErrors of the API's codes, and
        LostAnswerError where the edit was sent but no answer came: it is never sent again blindly.
        """
        text = page_text(edit.text)
        chosen: Json = {"title": edit.title, "text": text, "summary": edit.summary, "watchlist": "nochange", "bot": 1}
        chosen["md5"] = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
        if edit.base_revision is None:
            chosen["createonly"] = 1
        else:
            # A deleted page would be made anew on its old base revision: nocreate prevents that.
            chosen |= {"nocreate": 1, "baserevid": edit.base_revision}
        done = _checked_edit(edit, self._write("edit", chosen, answer_shapes.EDIT, edit.title))
        if done.get("nochange"):
            return Receipt(edit.title, self.revision_ids([edit.title])[edit.title] or 0, changed=False)
        return _edit_receipt(edit, done)

    def upload(self, upload: Upload) -> Receipt:
        """Upload a picture over our own earlier one or where none is; ``changed`` is False for the same bytes.

        Raises PageExistsError where the newest version is somebody else's, and WikiError where the wiki has a doubt that is
        not harmless (a picture of that name was deleted, the name is not what it would be kept under).
        """
        title = upload.title
        there = self.pictures([title])[title]
        if there.sha1 == upload.sha1:
            return Receipt(title, there.revision, changed=False)
        if there.is_somebodys and not upload.is_approved:
            uploader = there.uploader or "somebody"
            raise PageExistsError(f"{uploader} uploaded what is there", code="fileexists", place=title)
        self._upload_file(upload)
        return Receipt(title, self.revision_ids([title])[title] or 0, changed=True)

    def _upload_file(self, upload: Upload) -> None:
        chosen: Json = {"filename": upload.filename, "comment": upload.comment}
        chosen["text"] = upload.description or upload.comment
        harmless = {*_HARMLESS, _DELETED} if upload.is_approved else _HARMLESS
        files = {"file": ("file", upload.content)}
        done = self._write("upload", chosen, answer_shapes.UPLOAD, upload.title, files)
        doubts = done.get("warnings", {})
        if done["result"] == "Warning" and set(doubts) <= harmless:
            chosen |= {"filekey": done.get("filekey", ""), "ignorewarnings": 1}
            done = self._write("upload", chosen, answer_shapes.UPLOAD, upload.title)
        if done["result"] != "Success":
            fault, remedy = (
                f"not uploaded: {json.dumps(doubts)[:300]}",
                _REMEDY_OF_DELETED if _DELETED in doubts else "",
            )
            raise WikiError(fault, code=next(iter(doubts), ""), place=upload.title, remedy=remedy)

    def _write(self, action: str, chosen: Json, shape: Shape, place: str, files: Json | None = None) -> Json:
        """Change something, after the pause, and what the wiki says of it; where the login or its token ran out, once more.

        Raises LostAnswerError where it says nothing of it.
        """
        self.account()
        self._pause.wait()
        try:
            return self._write_once(action, chosen, shape, place, files)
        except LoginError:
            self._log_in()
            return self._write_once(action, chosen, shape, place, files)
        finally:
            self._pause.begin()

    def _write_once(self, action: str, chosen: Json, shape: Shape, place: str, files: Json | None) -> Json:
        sure = {"assert": self._settings.assertion, "token": self._token}
        done: Json = self._ask(action, "POST", {**chosen, **sure}, shape, place, files)[action]
        return done

    # --- logging in -------------------------------------------------------------------------------------------------

    def _log_in(self) -> None:
        """Log in by bot password and fetch the edit token: three requests. Raises LoginError."""
        name, place = self._settings.username, self._settings.api_url
        if not name or not self._settings.password:
            raise LoginError("no account is configured", place=place, remedy="give a bot password in the config")
        # Whoever is logged in by a bot password may not log in again.
        self._api.forget_login()
        asked: Json = {"meta": "tokens", "type": "login"}
        token = self._ask("query", "GET", asked, answer_shapes.LOGIN_TOKEN)["query"]["tokens"]["logintoken"]
        secret = {"lgname": name, "lgpassword": self._settings.password, "lgtoken": token}
        answer = self._ask("login", "POST", secret, answer_shapes.LOGIN)["login"]
        if answer["result"] != "Success":
            reason = str(answer.get("reason", answer["result"]))
            remedy = "check the bot password (Special:BotPasswords on the wiki)"
            raise LoginError(f"{name} cannot log in: {reason}", code=answer["result"], place=place, remedy=remedy)
        asked = {"meta": "tokens|userinfo", "type": "csrf", "uiprop": "groups|rights|blockinfo"}
        found = self._ask("query", "GET", asked, answer_shapes.EDIT_TOKEN)["query"]
        self._token = found["tokens"]["csrftoken"]
        self._account = _wiki_account(found["userinfo"])


# --- reading answers --------------------------------------------------------------------------------------------------


def _by_title(titles: Sequence[str], answers: Iterable[Json]) -> dict[str, Json]:
    """What the parts of an answer say about each page, by the title that was asked for."""
    pages: dict[str, Json] = {}
    names: dict[str, str] = {}
    for answer in answers:
        names |= {item["from"]: item["to"] for item in answer.get("normalized", ())}
        for page in answer.get("pages", ()):
            pages[page["title"]] = {**pages.get(page["title"], {}), **page}
    return {title: _checked_page(title, pages.get(names.get(title, title))) for title in titles}


def _checked_page(title: str, page: Json | None) -> Json:
    if page is None or page.get("invalid"):
        raise wiki_error("invalidtitle", (page or {}).get("invalidreason", "this is no page of the wiki"), place=title)
    return page


def _refusal(told: object) -> str:
    """Why an action is refused: of old wikis, which say yes or no, that it is; "" where it is not, or where it is not told."""
    if isinstance(told, list):
        return "; ".join(str(each.get("text") or each.get("code")) for each in told)
    return "the wiki does not say why" if told is False else ""


def _slot(row: Json) -> Json:
    """Where a revision's text is: in its main slot, or in itself on a wiki older than slots."""
    return dict(row.get("slots", {}).get("main", row))


def _content(row: Json, title: str) -> str:
    slot = _slot(row)
    if "content" not in slot:
        raise WikiError("the wiki hides this revision's text", code="texthidden", place=f"{title}, {row['revid']}")
    return page_text(slot["content"])


def _wiki_page(title: str, page: Json) -> WikiPage:
    rows = page.get("revisions", ())
    if not rows:
        return WikiPage(title, "", None)
    newest, redirect = _wiki_revision(title, rows[0]), bool(page.get("redirect"))
    told = (newest.editor, newest.at, redirect, newest.summary, newest.parent, newest.restores)
    return WikiPage(title, newest.text, newest.revision, *told)


def _wiki_revision(title: str, row: Json) -> WikiRevision:
    return WikiRevision(
        title=title,
        revision=row["revid"],
        parent=row["parentid"],
        editor=row.get("user", ""),
        at=parse_instant(row["timestamp"]),
        summary=row.get("comment", ""),
        text=_content(row, title),
        restores=not _RESTORING.isdisjoint(row.get("tags", ())),
    )


def _wiki_picture(page: Json, ours: str, refusal: str) -> WikiPicture:
    """What stands there, from versions newest first; what the wiki hides of one is left out of its row."""
    versions = page.get("imageinfo", ())
    if not versions:
        return WikiPicture(refusal=refusal)
    newest = versions[0]
    sha1, uploader = newest.get("sha1", ""), newest.get("user", "")
    is_ours = bool(sha1) and _is_named(ours, uploader)
    owned = {row.get("sha1", "") for row in versions if _is_named(ours, row.get("user", ""))} - {""}
    return WikiPicture(
        sha1 or _HIDDEN, uploader, is_ours, sha1 in owned and not is_ours, page.get("lastrevid", 0), refusal
    )


def _is_named(ours: str, user: str) -> bool:
    """Whether a name of ours is that of an account: the wiki shows blanks for underscores, and a capital first."""
    return bool(ours) and ours.replace("_", " ").casefold() == user.casefold()


def _upload_refusal(answer: Json, title: str) -> str:
    """Why a wiki takes no file with a title's ending, by what it says of itself; what it does not say is no refusal."""
    if not answer.get("general", {}).get("uploadsenabled", True):
        return "the wiki takes no uploads"
    ending, taken = title.rpartition(".")[2].lower(), [row["ext"].lower() for row in answer.get("fileextensions", ())]
    if not taken or ending in taken:
        return ""
    return f"the wiki takes no {ending} files, only {', '.join(dict.fromkeys(taken))}"


def _wiki_account(userinfo: Json) -> WikiAccount:
    blocked = userinfo.get("blockreason") or ("blocked" if "blockid" in userinfo else "")
    return WikiAccount(userinfo["name"], tuple(userinfo.get("groups", ())), tuple(userinfo.get("rights", ())), blocked)


def _checked_edit(edit: PageEdit, done: Json) -> Json:
    """The answer to an edit; raises WikiError where it is a captcha or a filter's refusal in place of a success."""
    if done.get("result") == "Success":
        return done
    code = "captcha" if "captcha" in done else str(done.get("code", "failure"))
    raise wiki_error(code, str(done.get("info") or done.get("spamblacklist") or "the wiki refused"), edit.title)


def _edit_receipt(edit: PageEdit, done: Json) -> Receipt:
    """What the wiki did; another base than ours in its answer is the only sign of a silent merge."""
    merged = edit.base_revision is not None and done["oldrevid"] != edit.base_revision
    at = parse_instant(done["newtimestamp"])
    return Receipt(edit.title, done["newrevid"], changed=True, merged=merged, at=at)
