"""Reads situations told line by line, turns them into observations and compares what was printed."""

import html
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]
Builder: TypeAlias = Callable[[re.Match[str]], Record]

ABSENT = "absent"
UNORDERED = frozenset({"allowed", "exhausted", "found_mac", "hiatus", "not_voted", "tags", "uncounted"})
ICONS = {"FOR": "for", "AGAINST": "against", "DEFERENTIAL": "imperial", "VETO": "seal"}
FLAGS = "!*~"
ROLES = {
    "becomes admin": "admin",
    "loses admin": "deadmin",
    "becomes emperor": "emperor",
    "stops being emperor": "unemperor",
}
MOVES = {"joins": "join", "leaves": "leave", "idles": "idle", "unidles": "unidle"}

INSTANT = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?"
LINE = re.compile(rf"(?P<start>{INSTANT})(?:\.\.(?P<end>{INSTANT}))?\s+(?P<rest>.*)")
QUOTED = r'"((?:[^"\\]|\\.)*)"'
STRING = r'"(?:[^"\\]|\\.)*"'
NAME = r'("[^"]+"|[^\s":]+)'
BY = rf"(?: by {NAME})?"
BECAUSE = rf"(?: because {QUOTED})?"
ID = r"(?: as (\S+?))?"


class StoryError(ValueError):
    """A line of a story that cannot be read."""


@dataclass(frozen=True)
class Expect:
    """What must be printed of one instant."""

    at: str
    values: Mapping[str, object]
    findings: tuple[str, ...] = ()
    no_findings: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    no_questions: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    """Facts that are marked."""
    verified: tuple[str, ...] = ()
    """Facts that are not."""

    def can_fail(self) -> bool:
        """Tell whether a tracker that prints nothing at all would fail here."""
        shown = [value for value in self.values.values() if value != ABSENT]
        return bool(shown or self.findings or self.questions or self.unverified)


@dataclass(frozen=True)
class Case:
    """One situation: a story and what must be printed of it."""

    name: str
    chapter: str
    clauses: tuple[str, ...]
    story: str
    expects: tuple[Expect, ...]
    refused: tuple[str, ...] = ()
    """``g1 NO_DATE_LEFT BN-134`` (the clause may be left out): actions that were refused by the last instant looked at."""
    not_refused: tuple[str, ...] = ()
    """Ids of observations of which nothing was refused."""

    @property
    def instants(self) -> list[str]:
        """Name each instant looked at once, in order of time."""
        return sorted({expect.at for expect in self.expects})


def read_cases(path: Path) -> tuple[Case, ...]:
    """Read every case of one file."""
    with path.open("rb") as file:
        table = tomllib.load(file)
    if unknown := set(table) - {"case"}:
        raise StoryError(f"{path.name}: unknown tables {sorted(unknown)}")
    return tuple(case_of(path.stem, entry) for entry in table.get("case", []))


def records(case: Case) -> list[Record]:
    """Turn a story into observations, in the order of its lines."""
    lines = (line.strip() for line in case.story.splitlines())
    told = [_record(line, case.name) for line in lines if line and not line.startswith("#")]
    _identify(told)
    _complete(told, case.name)
    return told


def check(case: Case, printed: Mapping[str, Any]) -> list[str]:
    """Say in words each difference between what was expected and what was printed."""
    differences: list[str] = []
    for expect in case.expects:
        block = printed.get("instants", {}).get(expect.at)
        found = ["nothing printed"] if block is None else list(_differences(expect, block))
        differences += [f"{case.name} | {expect.at} | {difference}" for difference in found]
    differences += [f"{case.name} | {difference}" for difference in _refusals(case, printed.get("refused", []))]
    return differences


def iso(instant: str) -> str:
    """Write `2019-10-01 12:00:00` as `2019-10-01T12:00:00Z`."""
    if not re.fullmatch(INSTANT, instant):
        raise StoryError(f"not an instant: {instant!r}")
    return instant.replace(" ", "T") + "Z"


# --- reading the file


def case_of(chapter: str, entry: Record) -> Case:
    """Check one entry of a file of cases and read it."""
    if unknown := set(entry) - {"name", "clauses", "story", "expect", "refused", "not_refused"}:
        raise StoryError(f"{chapter}: unknown fields {sorted(unknown)}")
    return Case(
        name=entry["name"],
        chapter=chapter,
        clauses=tuple(entry["clauses"]),
        story=entry["story"],
        expects=tuple(_expect(expect) for expect in entry.get("expect", [])),
        refused=tuple(entry.get("refused", ())),
        not_refused=tuple(entry.get("not_refused", ())),
    )


def _expect(entry: Record) -> Expect:
    lists = ("findings", "no_findings", "questions", "no_questions", "unverified", "verified")
    if unknown := set(entry) - {"at", "values", *lists}:
        raise StoryError(f"unknown expectations {sorted(unknown)}")
    given = {name: tuple(entry[name]) for name in lists if name in entry}
    return Expect(at=iso(entry["at"]), values=entry.get("values", {}), **given)


# --- reading a story


def _record(line: str, name: str) -> Record:
    match = LINE.fullmatch(line)
    if match is None:
        raise StoryError(f"{name}: no instant in {line!r}")
    told = _statement(match["rest"], name)
    return told if {"at", "not_before"} & told.keys() else {**told, **_when(match["start"], match["end"])}


def _when(start: str, end: str | None) -> Record:
    if end is None:
        return {"at": iso(start)}
    return {"not_before": iso(start), "not_after": iso(end)}


def _statement(rest: str, name: str) -> Record:
    for pattern, build in STATEMENTS:
        if match := pattern.fullmatch(rest):
            return {key: value for key, value in build(match).items() if value is not None}
    raise StoryError(f"{name}: cannot read {rest!r}")


def _roster(match: re.Match[str]) -> Record:
    return {"kind": "roster", "players": [_entry(word) for word in match[1].split()]}


def _entry(word: str) -> Record:
    flags = word[len(word.rstrip(FLAGS)) :]
    return {
        "name": word.rstrip(FLAGS),
        "status": "idle" if "~" in flags else "player",
        "admin": "*" in flags,
        "emperor": "!" in flags,
    }


def _opening(match: re.Match[str]) -> Record:
    """``opening Wes!* Ada* Bo; Ada HSR 2, Date 19; at The Beach: Ada; message 44; plants: Fern = ?; conditions: A. | B.``"""
    roster, *parts = (part.strip() for part in match[1].split(";"))
    entries = [_entry(word) for word in roster.split()]
    head = [entry["name"] for entry in entries if entry["emperor"]]
    people = {entry["name"]: {"status": entry["status"], "admin": entry["admin"]} for entry in entries}
    state: Record = {"emperor": head[0] if head else None, "roster": people}
    for part in parts:
        _stated(state, part)
    return {"kind": "opening", "game": "blognomic", "state": state}


def _stated(state: Record, part: str) -> None:
    """Take one part of an opening into the state that it tells."""
    head, _, rest = part.partition(" ")
    if head == "at":
        place, _, names = rest.partition(":")
        state.setdefault("locations", {})[place] = names.split()
    elif head in ("message", "bonfire"):
        state.setdefault("totals", {})[head] = int(rest)
    elif head == "plants:":
        pairs = (pair.split(" = ") for pair in rest.split(", "))
        state["plants"] = {name.strip(): None if effect == "?" else effect for name, effect in pairs}
    elif head == "conditions:":
        state["conditions"] = [text.strip() for text in rest.split("|")]
    elif head == "found":
        state["found_mac"] = rest.split()
    elif part == "rescued":
        state["rescued"] = True
    else:
        state.setdefault("values", {})[head] = dict(_stated_value(pair.strip()) for pair in rest.split(","))


def _stated_value(pair: str) -> tuple[str, int | str]:
    name, _, value = pair.partition(" ")
    return name, int(value) if re.fullmatch(r"-?\d+", value) else value.strip('"')


def _log_line(match: re.Match[str]) -> Record:
    editor, text, identity = match.groups()
    return {"kind": "log_line", "id": identity, "page": "GNDT", "editor": _name(editor), "text": _text(text)}


def _roll(match: re.Match[str]) -> Record:
    count, sides, faces, key = match.groups()
    fell = [int(face) for face in faces.split()]
    if len(fell) != int(count or 1):
        raise StoryError(f"{count or 1} dice have not {len(fell)} faces")
    shown = {"faces": fell} if count else {"face": fell[0]}
    return {"kind": "roll", "sides": int(sides), **shown, "for": key}


def _set_cell(match: re.Match[str]) -> Record:
    editor, player, variable, old, new, line, identity = match.groups()
    told = {"page": "GNDT", "editor": _name(editor), "player": _name(player), "variable": variable}
    values = {"old": _plain(old), "new": _plain(new), "line": line}
    return {"kind": "cell_change", "id": identity, **told, **values}


def _plain(word: str) -> str:
    return _text(word[1:-1]) if word.startswith('"') else word


def _raw(match: re.Match[str]) -> Record:
    return dict(json.loads(match[1]))


def _setting(match: re.Match[str]) -> Record:
    return {"kind": "setting", "name": match[1], "value": json.loads(match[2])}


def correction(match: re.Match[str]) -> Record:
    """Read how Ada puts something right: `correct c1 {"void": true}`."""
    of = {"of": match[1]} if match[1] else {}
    return {"kind": "correction", "by": "Ada", "why": "so it was", **of, **json.loads(match[2])}


def _decision(match: re.Match[str]) -> Record:
    question, answer, by, why = match.groups()
    decided = {"question": _name(question), "answer": _name(answer), "by": _name(by), "why": _text(why)}
    return {"kind": "decision", **decided}


def _look(match: re.Match[str]) -> Record:
    return {"kind": "look", "source": match[1], "complete": True}


def _comment(match: re.Match[str]) -> Record:
    author, post, identity, raw, text = match.groups()
    body = _comment_body(raw, text)
    return {"kind": "comment", "id": identity, "post": post, "author": _name(author), "body": body}


def _comment_edited(match: re.Match[str]) -> Record:
    return {"kind": "comment_edited", "id": match[1], "body": _comment_body(match[2], match[3])}


def _comment_gone(match: re.Match[str]) -> Record:
    return {"kind": "comment_gone", "id": match[1]}


def _comment_body(raw: str | None, text: str) -> str:
    if raw:
        return text
    shown = re.sub(rf"\b({'|'.join(ICONS)})\b", _icon, html.escape(text, quote=False))
    return f"<p>{shown}</p>"


def _icon(match: re.Match[str]) -> str:
    picture = ICONS[match[0]]
    return f'<img src="/images/vote/{picture}.gif" alt="{picture}" />'


def _post(match: re.Match[str]) -> Record:
    author, slug, category, title, flavour, body = match.groups()
    return {
        "kind": "post",
        "id": slug,
        "slug": slug,
        "category": _category(category),
        "title": _text(title),
        "author": _name(author),
        "body": _post_body(body or "Add a rule."),
        "flavour": None if flavour is None else _post_body(_text(flavour)),
    }


def _post_body(text: str) -> str:
    return text if text.startswith("<") else f"<p>{html.escape(text, quote=False)}</p>"


def _category(word: str) -> str | list[str]:
    names = word.strip('"').split("+")
    if names == ["none"]:
        return ""
    return names if len(names) > 1 else names[0]


def _post_edited(match: re.Match[str]) -> Record:
    author, slug, identity, changes = match.groups()
    edited: Record = {"kind": "post_edited", "id": identity, "slug": slug, "by": _name(author)}
    for what, quoted, word in CHANGE.findall(changes):
        edited[what] = _changed(what, _text(quoted) or word)
    return edited


def _changed(what: str, value: str) -> str | list[str]:
    if what == "category":
        return _category(value)
    return _post_body(value) if what == "body" else value


def _post_status(match: re.Match[str]) -> Record:
    slug, status, by, note = match.groups()
    told = {"slug": slug, "status": status.strip('"'), "by": _name(by), "note": _note(note)}
    return {"kind": "post_status", **told}


def _page(match: re.Match[str]) -> Record:
    editor, page, number, summary, text = match.groups()
    return {**_revision(editor, page, number, summary), "text": text.replace("\\n", "\n")}


def _page_changed(match: re.Match[str]) -> Record:
    editor, page, number, summary, changes = match.groups()
    pairs = INSTEAD.findall(changes.replace("\\n", "\n"))
    return {**_revision(editor, page, number, summary), "instead": [tuple(map(_text, pair)) for pair in pairs]}


def _revision(editor: str, page: str, number: str, summary: str) -> Record:
    told = {"page": page.strip('"'), "revision": int(number), "parent": int(number) - 1, "summary": _text(summary)}
    return {"kind": "page_revision", "id": f"revision {number}", "editor": _name(editor), **told}


def _cell(match: re.Match[str]) -> Record:
    player, variable, old, new = match.groups()
    told = {"page": "GNDT", "editor": _name(player), "player": _name(player), "variable": variable}
    return {"kind": "cell_change", **told, "old": old, "new": new}


def _post_gone(match: re.Match[str]) -> Record:
    return {"kind": "post_gone", "slug": match[1]}


def _move(match: re.Match[str]) -> Record:
    return _roster_change(match[1], MOVES[match[2]], match[3], match[4])


def _role(match: re.Match[str]) -> Record:
    return _roster_change(match[1], ROLES[match[2]], match[3], match[4])


def _rename(match: re.Match[str]) -> Record:
    change = _roster_change(match[1], "rename", match[3], match[4])
    return {**change, "to": _name(match[2])}


def _roster_change(name: str, change: str, by: str | None, reason: str | None) -> Record:
    told = {"name": _name(name), "change": change, "by": _name(by), "reason": _note(reason)}
    return {"kind": "roster_change", **told}


def _name(word: str | None) -> str | None:
    return None if word is None else word.strip('"')


def _text(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def _note(quoted: str | None) -> str | None:
    return None if quoted is None else _text(quoted)


INSTEAD = re.compile(rf" {QUOTED} instead of {QUOTED}")
CHANGE = re.compile(rf" (title|body|category) (?:{QUOTED}|(\w+))")
FORMS: tuple[tuple[str, Builder], ...] = (
    (r"roster (.+)", _roster),
    (r"opening (.+)", _opening),
    (r"roll (\d*)DICE(\d+)((?: \d+)+)(?: for (\S+))?", _roll),
    (r"json (\{.*\})", _raw),
    (r"correct(?: ([^\s{]\S*))? (\{.*\})", correction),
    (r"setting (\S+) (.+)", _setting),
    (rf"decide ({STRING}|\S+) ({STRING}|\S+) by {NAME} why {QUOTED}", _decision),
    (r"look (\S+)", _look),
    (r"edit (\S+?)( html)?:\s*(.*)", _comment_edited),
    (r"gone (\S+)", _comment_gone),
    (r"removed (\S+)", _post_gone),
    (
        rf'{NAME} posts (\S+) ("[^"]+"|\w+) {QUOTED}(?: flavour {QUOTED})?(?: body:\s*(.+))?',
        _post,
    ),
    (rf"{NAME} on (\S+?){ID}( html)?:\s*(.*)", _comment),
    (rf"{NAME} edits (\S+){ID}((?: (?:title|body|category) (?:{STRING}|\w+))+)", _post_edited),
    (rf"{NAME} writes {NAME} (\d+) {QUOTED}:\s*(.*)", _page),
    (rf"{NAME} writes {NAME} (\d+) {QUOTED}((?: {STRING} instead of {STRING})+)", _page_changed),
    (rf"{NAME} has (\w+) (\S+) to (\S+)", _cell),
    (rf"{NAME} logs {QUOTED}{ID}", _log_line),
    (rf"{NAME} sets ([^\s\".]+)\.(\w+) ({STRING}|\S+) to ({STRING}|\S+?)(?: for (\S+?))?{ID}", _set_cell),
    (rf"{NAME} ({'|'.join(MOVES)}){BY}{BECAUSE}", _move),
    (rf"{NAME} ({'|'.join(ROLES)}){BY}{BECAUSE}", _role),
    (rf"{NAME} renamed {NAME}{BY}{BECAUSE}", _rename),
    (rf'(\S+) ([A-Z][\w-]*|open|"[^"]+"){BY}(?: {QUOTED})?', _post_status),
)
STATEMENTS = tuple((re.compile(form), build) for form, build in FORMS)


def _identify(told: Iterable[Record]) -> None:
    for number, record in enumerate(told, start=1):
        record.setdefault("id", f"o{number:03}")


def _complete(told: list[Record], name: str) -> None:
    comments = {record["id"]: record for record in told if record["kind"] == "comment"}
    for record in told:
        if record["kind"] in {"comment_edited", "comment_gone"}:
            original = comments.get(record["id"])
            if original is None:
                raise StoryError(f"{name}: no comment {record['id']}")
            record.setdefault("post", original["post"])
            record.setdefault("author", original["author"])
    pages: dict[str, str] = {}
    for record in (record for record in told if record["kind"] == "page_revision"):
        record.setdefault("text", pages.get(record["page"], ""))
        for new, old in record.pop("instead", ()):
            if record["text"].count(old) != 1:
                raise StoryError(f"{name}: {old!r} does not stand just once on {record['page']}")
            record["text"] = record["text"].replace(old, new)
        pages[record["page"]] = record["text"]


# --- comparing


def _differences(expect: Expect, block: Mapping[str, Any]) -> Iterator[str]:
    for path, wanted in expect.values.items():
        found = _at(block["gamestate"], path)
        if not _same(path, wanted, found):
            yield f"{path}: expected {wanted!r}, found {found!r}"
    yield from _named("finding", expect.findings, expect.no_findings, _findings(block))
    yield from _named("question", expect.questions, expect.no_questions, _questions(block))
    marked = {fact["name"] for fact in block.get("facts", ()) if "unverified_since" in fact}
    yield from _named("mark on", expect.unverified, expect.verified, marked)


def _at(state: object, path: str) -> object:
    """The value at a path; a key with points in it, such as a rule's ID path, stands in brackets: ``rules[4.6.3].title``.

    A bracket behind a blank is a part of a name.
    """
    for bracketed, plain in re.findall(r"(?<! )\[([^\]]*)\]|((?:[^.\[]|(?<= )\[)+)", path):
        part = bracketed or plain
        if isinstance(state, list) and part.isdecimal() and int(part) < len(state):
            state = state[int(part)]
        elif isinstance(state, Mapping) and part in state:
            state = state[part]
        else:
            return ABSENT
    return ABSENT if state is None else state


def _same(path: str, wanted: object, found: object) -> bool:
    last = path.rsplit(".", 1)[-1]
    if last in UNORDERED and isinstance(wanted, list) and isinstance(found, list):
        return sorted(map(str, wanted)) == sorted(map(_comment_id, found))
    return type(wanted) is type(found) and wanted == found


def _comment_id(item: object) -> str:
    return str(item["comment"]) if isinstance(item, Mapping) else str(item)


def _findings(block: Mapping[str, Any]) -> set[str]:
    findings = block.get("findings", [])
    codes = {str(finding["code"]) for finding in findings}
    return codes | {f"{finding['code']} {finding['clause']}" for finding in findings}


def _questions(block: Mapping[str, Any]) -> set[str]:
    asked = block.get("questions", [])
    return {str(item["id"]) if isinstance(item, Mapping) else str(item) for item in asked}


def _named(what: str, wanted: Iterable[str], unwanted: Iterable[str], found: set[str]) -> Iterator[str]:
    shown = ", ".join(sorted(item for item in found if what != "finding" or " " in item))
    for item in wanted:
        if item not in found:
            yield f"{what} {item}: expected, found only [{shown}]"
    for item in unwanted:
        if item in found:
            yield f"{what} {item}: not expected, found in [{shown}]"


def _refusals(case: Case, refused: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each refusal that was expected and is none, and each that was not expected."""
    told = [(str(each["observation"]), str(each["code"]), str(each["clause"])) for each in refused]
    found = {word for place, code, clause in told for word in (f"{place} {code}", f"{place} {code} {clause}")}
    shown = "; ".join(" ".join(each) for each in told)
    yield from (f"refusal {wanted}: expected, found only [{shown}]" for wanted in case.refused if wanted not in found)
    unwanted = set(case.not_refused) & {place for place, _, _ in told}
    yield from (f"refusal of {place}: not expected, found in [{shown}]" for place in sorted(unwanted))
