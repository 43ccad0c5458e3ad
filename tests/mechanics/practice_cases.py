"""The practice set: made-up matters with the exact change of the page that each one orders, or the reasons to refuse it.

A change is told as a patch. Its hunks, parted by a line ``@@``, hold lines that stand on the page (a blank first), lines
that go (``-``) and lines that come (``+``); ``~`` tells one line's change in words: ``~ up to [-four-]{+six+} Crates``.
A line that stands or goes may be cut short with ``…``. A hunk fits just one place of the page. Blank lines count only
where they part paragraphs or lists, and the kind of a quotation mark does not count at all.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent / "practice"
PAGE = (FOLDER / "page.wikitext").read_text(encoding="utf-8")
TRAIN = (FOLDER / "night_train.wikitext").read_text(encoding="utf-8")
FORMS = {
    *("N1", "N2", "T1", "A1", "C1", "R1", "A2", "A3", "A4", "G2", "T2", "C2", "L1", "RP", "T3", "D2", "D1", "RN", "MV"),
    *("C3", "T4", "D4", "G1", "C4", "K1", "RR", "rest"),
}
FIELDS = {
    *("name", "forms", "kind", "title", "body", "page", "matters", "diff", "clear", "refused", "skipped"),
    *("gamestate", "may_refuse"),
}
_CHANGE = re.compile(r"\[-(?P<old>.*?)-\]|\{\+(?P<new>.*?)\+\}")
_SINGLE_QUOTE = re.compile(r"(?<!['‘’])[‘’](?!['‘’])")
_TAG = re.compile(r"\[([^\[\]]+)\]")


class PatchError(ValueError):
    """A patch of the practice set that does not fit its page in just one way."""


@dataclass(frozen=True)
class ExpectedRefusal:
    """A refusal that must come: any of the codes, about a sentence that holds these words."""

    codes: tuple[str, ...]
    sentence_has: str

    def fits(self, code: str, sentence: str) -> bool:
        """Whether a refusal is this one."""
        return code in self.codes and fold_quotes(self.sentence_has) in fold_quotes(sentence)


@dataclass(frozen=True)
class PracticeMatter:
    """Another matter that a condition asks for."""

    title: str
    url: str
    slug: str
    state: Literal["enacted", "failed", "pending", "unknown"]


@dataclass(frozen=True)
class PracticeCase:
    """One matter, its page, and what must come of it.

    ``may_refuse`` are codes for which it may be refused as well, where the ambiguity table leaves that open.
    """

    file: str
    name: str
    forms: tuple[str, ...]
    kind: str
    title: str
    body: str
    page: str
    matters: tuple[PracticeMatter, ...]
    diff: str
    clear: str | None
    refused: tuple[ExpectedRefusal, ...]
    skipped: tuple[str, ...]
    gamestate: tuple[str, ...]
    may_refuse: tuple[str, ...]

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the title."""
        return tuple(_TAG.findall(self.title))

    @property
    def outcome(self) -> str:
        """What must come of it: whole, partial, refused or nothing."""
        if self.refused:
            return "refused"
        if self.gamestate:
            return "partial"
        return "whole" if self.diff else "nothing"

    @property
    def after(self) -> str:
        """The page as it must be afterwards, but for layout."""
        return self.page if self.refused else patched(self.page, self.diff)


def read_sentences(name: str) -> list[str]:
    """The sentences of a file of the folder, one to a line."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def read_practice() -> list[PracticeCase]:
    """Every case of the folder, in the order of files and lines."""
    return [case for path in sorted(FOLDER.glob("*.toml")) for case in _read_file(path)]


def read_page(name: str) -> str:
    """A page of the folder."""
    return (FOLDER / f"{name}.wikitext").read_text(encoding="utf-8")


def _read_file(path: Path) -> Iterator[PracticeCase]:
    """The cases of a file, which may name the page and the other matters of all its cases above them."""
    contents = tomllib.loads(path.read_text(encoding="utf-8"))
    common = {"matters": contents.get("matters", [])}
    common |= {"page": read_page(contents["page"])} if "page" in contents else {}
    for record in contents["case"]:
        yield _case(path.stem, common | record)


def _case(file: str, record: dict[str, Any]) -> PracticeCase:
    if unknown := record.keys() - FIELDS:
        raise ValueError(f"{file}: {record.get('name')}: no such fields: {sorted(unknown)}")
    return PracticeCase(
        file=file,
        name=record["name"],
        forms=tuple(record["forms"]),
        kind=record["kind"],
        title=record.get("title", "Proposal: A Harbour Matter"),
        body=record["body"],
        page=record.get("page", PAGE),
        matters=tuple(_matter(each) for each in record.get("matters", [])),
        diff=record.get("diff", ""),
        clear=record.get("clear"),
        refused=tuple(
            ExpectedRefusal(tuple(each["code"].split("|")), each.get("sentence_has", ""))
            for each in record.get("refused", [])
        ),
        skipped=tuple(record.get("skipped", [])),
        gamestate=tuple(record.get("gamestate", [])),
        may_refuse=tuple(record["may_refuse"].split("|")) if "may_refuse" in record else (),
    )


def _matter(record: dict[str, Any]) -> PracticeMatter:
    slug = record.get("slug") or re.sub(r"\W+", "_", record["title"].lower()).strip("_")
    return PracticeMatter(record["title"], f"https://blognomic.com/archive/{slug}", slug, record["state"])


# --- patches ----------------------------------------------------------------------------------------------------------


def patched(page: str, patch: str) -> str:
    """The page with a patch carried out; raises PatchError where a hunk fits no place, or several."""
    lines = page.split("\n")
    for hunk in re.split(r"^@@.*\n", patch.strip("\n") + "\n", flags=re.MULTILINE):
        if hunk.strip():
            lines = _with_hunk(lines, hunk.strip("\n").split("\n"))
    return "\n".join(lines)


def _with_hunk(lines: list[str], hunk: Sequence[str]) -> list[str]:
    odd = [row for row in hunk if row and row[0] not in " -+~"]
    if odd:
        raise PatchError(f"not a line of a patch: {odd[0]!r}")
    anchors = [row for row in hunk if row[:1] in " -~" and row[1:].strip()]
    filled = [at for at, line in enumerate(lines) if line.strip()]
    starts = [
        at
        for at in range(len(filled) - len(anchors) + 1)
        if all(_stands(row, lines[filled[at + k]]) for k, row in enumerate(anchors))
    ]
    if len(starts) != 1 or not anchors:
        raise PatchError(f"{len(starts)} places for {hunk!r}")
    return _rewritten(lines, hunk, [filled[starts[0] + k] for k in range(len(anchors))])


def _stands(row: str, line: str) -> bool:
    text = row[1:]
    if row[0] == "~":
        return _CHANGE.sub(lambda change: change["old"] or "", text.strip()) in line
    return line.startswith(text[:-1]) if text.endswith("…") else line.rstrip() == text.rstrip()


def _rewritten(lines: list[str], hunk: Sequence[str], places: Sequence[int]) -> list[str]:
    """The lines with a hunk whose anchors stand at ``places``; new lines go right behind the anchor before them."""
    result, between, used = lines[: places[0]], list[str](), 0
    for row in hunk:
        if row[:1] == "+":
            result.append(row[1:])
        elif row[1:].strip():
            at = places[used]
            used += 1
            result += between + _kept(row, lines[at])
            between = lines[at + 1 : places[used]] if used < len(places) else []
    return result + lines[places[-1] + 1 :]


def _kept(row: str, line: str) -> list[str]:
    if row[0] == "-":
        return []
    if row[0] == " ":
        return [line]
    old = _CHANGE.sub(lambda change: change["old"] or "", row[1:].strip())
    if line.count(old) != 1:
        raise PatchError(f"{old!r} stands {line.count(old)} times in its line")
    return [line.replace(old, _CHANGE.sub(lambda change: change["new"] or "", row[1:].strip()))]


# --- pages as they count ----------------------------------------------------------------------------------------------


def fold_quotes(text: str) -> str:
    """The text with straight quotation marks; marks in a row are bold or italic type and stay."""
    return _SINGLE_QUOTE.sub("'", text.replace("“", '"').replace("”", '"'))


def counting_lines(page: str) -> list[str]:
    """The page's lines as they count: a blank one only where it parts two paragraphs or two items of a list."""
    counted: list[str] = []
    blank = False
    for raw in fold_quotes(page).split("\n"):
        line = raw.rstrip()
        if not line:
            blank = True
            continue
        if blank and counted and _line_kind(counted[-1]) == _line_kind(line) in {"text", "list"}:
            counted.append("")
        counted.append(line)
        blank = False
    return counted


def _line_kind(line: str) -> str:
    if line.startswith("="):
        return "heading"
    if line[0] in "*#:;":
        return "list"
    return "mark" if line.startswith(("{|", "|", "!", "<", "{{")) else "text"


def difference(before: str, after: str) -> list[str]:
    """The lines in which two pages differ as they count, ``-`` and ``+``, without context."""
    return list(_changed_lines(counting_lines(before), counting_lines(after)))


def _changed_lines(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield from (f"-{line}" for line in before[a:b])
            yield from (f"+{line}" for line in after[c:d])


def shown(lines: Iterable[str]) -> str:
    """Lines under each other, indented."""
    return "\n".join(f"    {line}" for line in lines) or "    (nothing)"


# --- the playthrough --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SettledMatter:
    """A matter of the playthrough, how it was settled, and the page as it read afterwards."""

    title: str
    state: Literal["enacted", "failed", "pending", "unknown"]
    body: str
    revision: str

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the title."""
        return tuple(_TAG.findall(self.title))

    @property
    def known(self) -> PracticeMatter:
        """The matter as later conditions may ask for it."""
        return _matter({"title": self.title, "state": self.state})


def read_history() -> tuple[str, list[SettledMatter]]:
    """The page as it read at first, and the matters in the order in which they were settled."""
    folder = FOLDER / "history"
    records = tomllib.loads((folder / "matters.toml").read_text(encoding="utf-8"))["matter"]
    pages = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.wikitext"))]
    settled = [
        SettledMatter(record["title"], record["state"], record["body"], page)
        for record, page in zip(records, pages[1:], strict=True)
    ]
    return pages[0], settled
