"""What people ask for on the wiki: a line each, whose author is the editor of the revision that brought it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.core.change import AnswerLine
from tracker.core.plan import answer_key, digest_of

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.mechanics.authored_lines import AuthoredLine

REQUESTS = "requests"
"""The source under which the revisions of pages are archived on which people ask for something."""
WORDS = frozenset({"enact"})
"""The first words of the lines that are requests."""
_DIGEST_SHOWN = 12
"""How many digits of a line's hash tell it from other lines of its revision."""
_REQUEST = re.compile(r"\*+\s*(?P<word>[A-Za-z]+)\s+(?P<rest>\S.*)")
_LIKE_REQUEST = re.compile(
    r"(?:[*#:]+\s*|(?=\S))(?:(?:please|kindly|can|could|would|will|you|tracker|bot|now|also|then|let['’]?s|i|ask|to)\b[,:]?\s*){0,6}"
    r"(?P<word>enact|undo)\b",
    re.IGNORECASE,
)
"""How a line begins that seems to ask for something, in whatever form; any other line is talk."""
_TITLE = r"[\"“](?P<title>[^\"“”\[\]{}|<>~]+)[\"”]"
_SLUG = r"(?P<slug>[^\s\[\]{}|<>~\"“”,;]+?)"


@dataclass(frozen=True, slots=True)
class Request:
    """A line that asks for something: its first word, what it is about, and the account that wrote it (empty: unknown).

    ``what`` is empty where more or less is said than a slug, or a title in quotation marks, and a signature; and where
    the line only seems to be a request.
    """

    word: str
    what: str
    account: str
    line: AuthoredLine

    @property
    def id(self) -> str:
        """The id by which it is answered once for ever; of several lines that one edit brought each has its own."""
        return f"{self.word}:{self.line.revision}.{self.line.nth}.{digest_of(self.line.text)[:_DIGEST_SHOWN]}"

    def answered(self, text: str) -> AnswerLine:
        """The answer to be put right below it."""
        return AnswerLine(self.id, self.line.text, f"*: {text}", nth=self.line.nth)


def lines_of(wired: Wired, title: str) -> list[AuthoredLine]:
    """The lines that stand on a page as it is archived, each with its writer; none where the page is not known."""
    from tracker.core.ports import WikiRevision
    from tracker.mechanics.authored_lines import authored_lines

    rows = [row.observation for row in wired.archive.newest_about(REQUESTS, title)] if title else []
    told = sorted((row.payload for row in rows), key=lambda payload: int(payload["revision"]))
    instants = {row.payload["revision"]: row.happened_at for row in rows}
    return authored_lines(
        [
            WikiRevision(
                title,
                int(item["revision"]),
                int(item["parent"] or 0),
                str(item["editor"]),
                instants[item["revision"]],
                str(item["summary"]),
                str(item["text"]),
            )
            for item in told
        ]
    )


def open_requests(wired: Wired) -> list[Request]:
    """The requests on the page of requests that have no answer yet, in the order of the page."""
    page = wired.settings.enact.requests_page
    found = _requests(lines_of(wired, page))
    answered = wired.ledger.texts(page, answer_key(AnswerLine("", "", ""))) if page else {}
    return [request for request in found if answer_key(request.answered("")) not in answered]


def _requests(lines: Iterable[AuthoredLine]) -> Iterator[Request]:
    for line in lines:
        match, like = _REQUEST.match(line.text), _LIKE_REQUEST.match(line.text)
        if match and match["word"].lower() in WORDS:
            yield Request(match["word"].lower(), _what(match["rest"]), line.editor, line)
        elif like and line.editor:
            yield Request(like["word"].lower(), "", line.editor, line)


def _what(rest: str) -> str:
    """What a request is about; empty for anything said besides, which may limit or deny it."""
    from tracker.mechanics.authored_lines import SIGNATURE

    found = re.fullmatch(rf"(?:{_TITLE}|{_SLUG})[.!]?{SIGNATURE}\s*", rest)
    return (found["title"] or found["slug"]).strip() if found else ""


def person_of(wired: Wired, account: str) -> str:
    """Whose account of the wiki that is, by the config's [identities]; empty where nobody's is known."""
    wanted = _account(account)
    for person, accounts in wired.settings.identities.items():
        if account and wanted in map(_account, accounts.get("wiki", ())):
            return person
    return ""


def _account(name: str) -> str:
    """A wiki account as the wiki writes it: blanks for underscores, a capital first."""
    words = " ".join(name.replace("_", " ").split())
    return words[:1].upper() + words[1:]
