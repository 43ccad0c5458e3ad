"""What people ask for on the wiki: a line each, whose author is the editor of the revision that brought it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from tracker.core.change import AnswerLine
from tracker.core.observation import Observation, ObservationBatch, canonical_json
from tracker.core.plan import ANSWER, answer_key, digest_of
from tracker.core.ports import WikiRevision
from tracker.mechanics.table.authored_lines import SIGNATURE, AuthoredLine, authored_lines

if TYPE_CHECKING:
    from tracker.app.wired import Wired

REQUESTS = "requests"
"""The source under which the revisions of pages are archived on which people ask for something."""
CARRIED_OUT = "carried out"
"""The source under which the archive keeps, as a cursor, what is to be answered to lines whose answer does not stand yet."""
LINES_OF_AN_EDIT = 20
"""How many lines that one edit brought are answered; the others of it are not looked at."""
LONGEST_LINE = 1_000
"""Characters of a line from which on it is not understood."""
_DIGEST_SHOWN = 12
"""How many digits of a line's hash tell it from other lines of its revision."""
_REQUEST = re.compile(r"\*+\s*(?P<word>[A-Za-z]+)\b(?P<rest>.*)")
_LIKE_REQUEST = re.compile(
    r"(?:[*#:]+\s*|(?=\S))(?:(?:please|kindly|can|could|would|will|you|tracker|bot|now|also|then|let['’]?s|i|ask|to)\b[,:]?\s*){0,6}"
    r"(?P<word>enact|undo|recount|resync|decide|confirm|correct|approve|pause|resume)\b",
    re.IGNORECASE,
)
"""How a line begins that seems to ask for something, in whatever form; any other line is talk."""
_TITLE = r"[\"“](?P<title>[^\"“”\[\]{}|<>~]+)[\"”]"
_SLUG = r"(?P<slug>[^\s\[\]{}|<>~\"“”,;]+?)"
_QUESTION = r"(?P<slug>[^\s\[\]{}|<>~\"“”][^\[\]{}|<>~\"“”]*?)"
_WORDS = r"[^\[\]{}|<>~]+?"
"""An answer in somebody's own words: it may itself hold quotation marks."""
_MARK = r"(?:\s+(?P<mark>[0-9a-f]{12}))?"
_REASON = r"\s*:\s*(?P<why>[^\[\]{}|<>~]+?)"
"""The reason that a correction has, behind a colon."""
_VALUE = rf"(?:[\"“]{_WORDS}[\"”]|[^\s\[\]{{}}|<>~\"“”:]+)"
_POINTER = r"/[^\[\]{}|<>~\"“”:]+?"
_INSTANT = r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)"
_FORMS: Mapping[str, str] = {
    "enact": rf"\s+(?:{_TITLE}|{_SLUG})(?:\s+read(?=\s){_MARK})?",
    "recount": rf"\s+(?:{_TITLE}|{_SLUG})",
    "decide": (
        rf"\s+(?:{_TITLE}|{_QUESTION})\s+"
        rf"(?:[\"“](?P<words>{_WORDS})[\"”]|(?P<answer>[^\s\[\]{{}}|<>~\"“”]+?)){_MARK}"
    ),
    "correct": (
        r"\s+(?P<slug>[^\s\[\]{}|<>~\"“”]+)\s+"
        rf"(?P<said>void|reads\s+[\"“]{_WORDS}[\"”]|happened\s+{_INSTANT}|set\s+{_POINTER}\s+{_VALUE}){_REASON}"
    ),
    "set": rf"\s+(?P<slug>{_POINTER})\s+(?P<said>{_VALUE}){_REASON}",
    "confirm": rf"\s+(?P<slug>[A-Za-z][A-Za-z0-9]*-\d+){_MARK}",
    "approve": r"\s+(?P<slug>[0-9a-f]{12,64})",
    "resync": "",
    "pause": "",
    "resume": "",
}
"""How the rest of a request reads after its first word: as a pattern, without full stop and signature."""
WORDS = frozenset(_FORMS)
"""The first words of the lines that are requests."""


def why_not(wired: Wired, word: str) -> str:
    """Why a word can do nothing in this game as it is set up, so that it is not offered; empty for all others."""
    if word in ("enact", "undo") and wired.game.enacting is None:
        return f"in {wired.game.title} the tracker writes no matter to a ruleset page"
    if word == "confirm" and not wired.settings.wiki.ruleset:
        return "no ruleset page is read, so no clause waits for anybody"
    return ""


@dataclass(frozen=True, slots=True)
class Request:
    """A line that asks for something: its first word, what it is about, and the account that wrote it (empty: unknown).

    ``is_understood`` says that it reads as requests do: nothing is said besides, but a signature. ``what`` is a matter, a
    question, a clause, a row or a value, ``answer`` that to the question (``is_quoted``: it stands in quotation marks) or how the row or
    value is put right, ``why`` the reason for that, ``mark`` stands for the wording that the person has read.
    ``is_last`` says that no more lines of its edit are looked at, although there are some.
    """

    word: str
    account: str
    line: AuthoredLine
    is_understood: bool = False
    what: str = ""
    answer: str = ""
    mark: str = ""
    is_quoted: bool = False
    why: str = ""
    is_last: bool = False

    @property
    def id(self) -> str:
        """The id by which it is answered once for ever; of several lines that one edit brought each has its own."""
        return f"{self.word}:{self.line.revision}.{self.line.of_edit}.{digest_of(self.line.text)[:_DIGEST_SHOWN]}"

    def answered(self, text: str) -> AnswerLine:
        """The answer to be put right below it."""
        return AnswerLine(self.id, self.line.text, f"*: {text}", nth=self.line.nth)


def lines_of(wired: Wired, title: str) -> list[AuthoredLine]:
    """The lines that stand on a page as it is archived, each with its writer; none where the page is not known."""
    rows = wired.archive.newest_about(REQUESTS, title) if title else []
    told = (revision_of(title, row.observation) for row in rows)
    return authored_lines(sorted(told, key=lambda each: each.revision))


def revision_of(title: str, seen: Observation) -> WikiRevision:
    """A revision of a page as it is archived."""
    told = seen.payload
    return WikiRevision(
        title,
        int(told["revision"]),
        int(told["parent"] or 0),
        str(told["editor"]),
        seen.happened_at,
        str(told["summary"]),
        str(told["text"]),
        bool(told.get("restores")),
    )


def text_of(wired: Wired, title: str) -> str:
    """What stands on such a page by the newest revision that is archived; empty where none is."""
    told = [row.observation.payload for row in wired.archive.newest_about(REQUESTS, title)]
    return str(max(told, key=lambda payload: int(payload["revision"]))["text"]) if told else ""


def open_requests(wired: Wired) -> list[Request]:
    """The requests on the page of requests that have no answer yet, in the order of the page; of one edit not too many."""
    page = wired.settings.requests.page
    answered = wired.ledger.texts(page, answer_key(AnswerLine("", "", ""))) if page else {}
    asked = list(_requests(lines_of(wired, page)))
    closed = {answer_key(request.answered("")) for request in asked if _is_answered(wired, request)} | answered.keys()
    found = [request for request in asked if answer_key(request.answered("")) not in closed]
    return list(_bounded(found, Counter(map(_revision, closed))))


def _is_answered(wired: Wired, request: Request) -> bool:
    """Whether its page shows an answer to it, whatever the ledger knows: one that our account put there.

    Who brings a line together with an answer brings an old one, from another page say. Below a line that is nobody's any
    mark of an answer will do, as there is nothing to carry out.
    """
    accounts = {_account(account) for _, account in request.line.answers}
    is_ours = _account(wired.manners.account) in accounts
    own = {key for key, account in request.line.answers if account == request.account}
    is_old = any(unquote(key).startswith(f"{request.word}:") for key in own)
    return is_ours or is_old or bool(request.line.answer and not request.account)


def decided_answers(wired: Wired) -> dict[str, str]:
    """What came of requests whose answer could not be written yet, by their ids: they are not carried out again."""
    kept: dict[str, str] = json.loads(wired.archive.cursor(CARRIED_OUT) or "{}")
    return kept


def keep_answer(wired: Wired, request: Request, answer: str) -> None:
    """Keep what came of a request until the ledger has the answer; the lock is held."""
    page = wired.settings.requests.page
    written = wired.ledger.texts(page, ANSWER)
    kept = {id: text for id, text in decided_answers(wired).items() if f"{ANSWER}{id}" not in written}
    cursor = canonical_json({**kept, request.id: answer})
    wired.archive.append(ObservationBatch(CARRIED_OUT, (), cursor, wired.clock.now()))


def _bounded(found: Iterable[Request], answered: Mapping[int, int]) -> Iterator[Request]:
    """As many requests of each edit as are answered at all, given how many of each were."""
    edits: dict[int, list[Request]] = {}
    for request in found:
        edits.setdefault(request.line.revision, []).append(request)
    for revision, asked in edits.items():
        left = max(0, LINES_OF_AN_EDIT - answered.get(revision, 0))
        for n, request in enumerate(asked[:left], 1):
            yield replace(request, is_last=n == left and len(asked) > left)


def _revision(key: str) -> int:
    """The revision that brought a line, by the name under which the ledger keeps its answer."""
    found = re.search(r":(\d+)\.\d+\.[0-9a-f]+\Z", unquote(key))
    return int(found[1]) if found else 0


def _requests(lines: Iterable[AuthoredLine]) -> Iterator[Request]:
    for line in lines:
        match, like = _REQUEST.match(line.text), _LIKE_REQUEST.match(line.text)
        if match and match["word"].lower() in WORDS and not _is_talk(match["word"], match["rest"]):
            yield _read(match["word"].lower(), match["rest"], line)
        elif like and line.editor:
            yield Request(like["word"].lower(), line.editor, line)


def _is_talk(word: str, rest: str) -> bool:
    """Whether a line only begins like a request: nothing is set but a value by its pointer."""
    return word.lower() == "set" and not rest.lstrip().startswith("/")


def _read(word: str, rest: str, line: AuthoredLine) -> Request:
    """A request, not understood where anything is said besides, which may limit or deny it."""
    is_short = len(line.text) <= LONGEST_LINE
    found = re.fullmatch(rf"{_FORMS[word]}[.!]?{SIGNATURE}\s*", rest) if is_short else None
    if found is None:
        return Request(word, line.editor, line)
    said = {name: (text or "").strip() for name, text in found.groupdict().items()}
    what = said.get("title") or said.get("slug") or ""
    answer = said.get("words") or said.get("answer") or said.get("said", "")
    mark, is_quoted = said.get("mark", ""), bool(said.get("words"))
    return Request(word, line.editor, line, True, what, answer, mark, is_quoted, said.get("why", ""))


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
