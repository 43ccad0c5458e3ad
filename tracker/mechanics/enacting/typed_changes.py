"""Typed changes: a message whose lines are fields, each ``Type:`` beginning the next change (``Type: Content Edit``).

A field's value may go on over the following lines, up to a remark (``Reason: …``, or a line ``---``) that is not within quotes or
a code fence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_FIELDS = (
    "type",
    "rule",
    "new id",
    "new title",
    "id",
    "under",
    "title",
    "content",
    "replace",
    "with",
    "change",
    "proposition",
)
_COLON = "[:\uff1a]"
_FIELD = re.compile(
    r"[ \t]*(?P<sign>(?:[-+*\u2022\u2023\u25aa\u25e6][ \t]+|\d{1,3}[.)][ \t]*|\#{1,6}[ \t]+|-(?=[a-z]))?)"
    r"(?P<part>(?:(?:change|part)[ \t]+\#?\d{1,3}[ \t]*[:\uff1a.)\u2013\u2014-][ \t]*)?)"
    rf"(?P<open>[*_]{{0,3}})[ \t]*(?P<name>{'|'.join(_FIELDS)})(?P<closed>[*_]{{0,3}})[ \t]*{_COLON}(?P<shut>[*_]{{0,3}})[ \t]*",
    re.IGNORECASE,
)
"""A line that begins a field: perhaps as an item of a list or a heading, its name perhaps emphasized."""
_SECOND_FIELD = re.compile(rf"(?<![ \t])[ \t]{{2,}}(?=(?:{'|'.join(_FIELDS)})[ \t]*{_COLON})", re.IGNORECASE)
_HEADING = re.compile(r"\s*(?:[#*_]+\s*)?(?:change|part)\s+\d+\s*[:\uff1a.]?[*_]*\s*\Z", re.IGNORECASE)
_TITLE_LINE = re.compile(
    r"\s*(?:\#{1,3}\s+|[*_]{1,3})?proposition(?:\s+\#?\d{1,9})?(?:[*_]*\s*[:\uff1a]|[*_]*\s+[\u2013\u2014-]\s|[*_]*\s*\Z)",
    re.IGNORECASE,
)
"""A line that is a proposition's heading: ``Proposition 7: Peace``, ``## Proposition``."""
_REMARK = re.compile(
    rf"[ \t]*(?:[-+*\u2022][ \t]+)?[*_]{{0,3}}(?:reasons?|reasoning|rationale|comments?)[*_]{{0,3}}[ \t]*{_COLON}|[ \t]*---[ \t]*\Z",
    re.IGNORECASE,
)
"""A line that ends what a field says, and begins what people say about it."""
_REMARKS = "remarks"
_NAMING = ("type", "rule", "new id", "id", "under")
"""The fields in whose values emphasis means nothing."""
_EMPHASIZED = re.compile(r"([*_]{1,3})(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_TYPES = {
    **dict.fromkeys(("addition", "add", "rule addition"), "addition"),
    **dict.fromkeys(("content edit", "edit"), "content edit"),
    **dict.fromkeys(("id edit",), "id edit"),
    **dict.fromkeys(("title edit",), "title edit"),
    **dict.fromkeys(("deletion", "delete"), "deletion"),
    **dict.fromkeys(("content appendication", "appendication", "append", "content append"), "content appendication"),
    **dict.fromkeys(("miscellaneous change", "miscellaneous", "misc", "misc change"), "miscellaneous change"),
}
_QUOTED = re.compile(r"\A(?:“(.*)”|\"(.*)\"|```\w*\n?(.*?)\n?```|`([^`]*)`)\Z", re.DOTALL)


_FIELDS_OF: Mapping[str, tuple[str, ...]] = {
    "addition": ("id", "under", "title", "content"),
    "content edit": ("rule", "content", "replace", "with"),
    "id edit": ("rule", "new id"),
    "title edit": ("rule", "new title"),
    "deletion": ("rule",),
    "content appendication": ("rule", "content"),
    "miscellaneous change": ("rule", "change", "content"),
}


@dataclass(slots=True)
class TypedChange:
    """One change of a proposition as written: its fields by their names in small letters, and the message's lines that tell it.

    ``doubled`` is a field that it says twice ("": none). ``remarks`` are the lines behind it that are none of it.
    """

    fields: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    doubled: str = ""
    remarks: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The change as written, on one line, cut where it is long."""
        return " ".join(" ".join(self.lines).split())[:300]

    @property
    def said_type(self) -> str:
        """The type as the change says it."""
        return " ".join(re.split(r"[\s\u2010\u2011\u2013-]+", self.fields.get("type", "").strip(" .*_\n")))

    @property
    def type(self) -> str:
        """The type that is meant, in small letters; "" for one that there is not."""
        return _TYPES.get(self.said_type.lower(), "")

    @property
    def foreign(self) -> list[str]:
        """The fields that its type does not have: what they say would be left out unread."""
        return [name for name in self.fields if name not in ("type", *_FIELDS_OF.get(self.type, ()))]


def is_proposition(text: str) -> bool:
    """Whether a message is meant as a typed proposition: it has a ``Type:`` line or a ``Proposition`` heading."""
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "")
    names = (found["name"].lower() for found in map(_FIELD.match, lines) if found)
    return any(name in ("type", "proposition") for name in names) or _TITLE_LINE.match(first) is not None


def typed_changes(text: str) -> tuple[list[str], list[TypedChange]]:
    """The lines of a typed proposition that belong to no change, and its changes in order, each begun by a ``Type:`` line."""
    talk: list[str] = []
    changes: list[TypedChange] = []
    name, signs = "", {""}
    for line, is_verbatim in _lines(text.replace("\r\n", "\n")):
        found = None if is_verbatim else _field(line, signs, changes)
        if found is not None:
            name = found["name"].lower()
            signs |= {_sign(found)} if name == "type" else set()
        elif name and not is_verbatim and _HEADING.match(line):
            name = ""
        elif name and not is_verbatim and changes and _is_remark(line, changes[-1].fields.get(name, "")):
            name = _REMARKS
        if name == "type" and found:
            changes.append(TypedChange())
        if not changes or name in ("proposition", _REMARKS, ""):
            talk += [line.strip()] if line.strip() else []
            if name == _REMARKS and line.strip():
                changes[-1].remarks.append(line.strip())
            continue
        _take_line(changes[-1], name, _value(line, found), is_new=found is not None)
        changes[-1].lines.append(line)
    return talk, [_plainly(change) for change in changes]


def _field(line: str, signs: Collection[str], changes: Sequence[TypedChange]) -> re.Match[str] | None:
    """The field that a line begins: as an item of a list it is one only where a ``Type:`` line is, or it says a type itself."""
    found = _FIELD.match(line)
    if found is None or (_sign(found) in signs and not found["part"]):
        return found
    if found["name"].lower() != "type":
        return None
    said = TypedChange({"type": line[found.end() :]})
    return found if not changes or said.type else None


def _sign(found: re.Match[str]) -> str:
    """The kind of item of a list that a field is, as far as it matters: a dash or star is none."""
    sign = found["sign"].strip()
    return "" if sign in ("-", "*") else "1" if sign[:1].isdigit() else sign[:1]


def _is_remark(line: str, value: str) -> bool:
    """Whether a line begins remarks: it looks like one, and the field before it is no quotation that goes on, nor begins with a rule."""
    said = value.strip()
    if not said and line.strip() == "---":
        return False
    is_open = (said[:1] == "“" and said[-1] != "”") or (said[:1] == '"' and (len(said) == 1 or said[-1] != '"'))
    return _REMARK.match(line) is not None and not is_open


def _value(line: str, found: re.Match[str] | None) -> str:
    """What a line says of its field, without the end of an emphasis that began before the field's name."""
    if found is None:
        return line
    value, marks = line[found.end() :], found["open"]
    is_open = bool(marks) and not found["closed"] and not found["shut"]
    return value.rstrip().removesuffix(marks) if is_open else value


def _plainly(change: TypedChange) -> TypedChange:
    """A change whose names of rules, ID paths and type are not emphasized."""
    for name in _NAMING:
        value = change.fields.get(name, "").strip()
        if value[:1] in ("*", "_") and (found := _EMPHASIZED.fullmatch(value)):
            change.fields[name] = found[2]
    return change


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines, two fields on one line parted, each with whether it stands in a code fence."""
    is_verbatim = False
    for line in text.split("\n"):
        is_fence = line.count("```") % 2 == 1
        if is_verbatim or is_fence:
            yield line, is_verbatim
            is_verbatim ^= is_fence
            continue
        for part in _SECOND_FIELD.split(line):
            yield part, False


def _take_line(change: TypedChange, name: str, value: str, is_new: bool) -> None:
    if not is_new:
        change.fields[name] = f"{change.fields.get(name, '')}\n{value}"
        return
    if name in change.fields:
        change.doubled = name
    change.fields[name] = value


def unquoted(value: str) -> str:
    """A value without the quotation marks or code fence around all of it."""
    text = re.sub(r"^> ?", "", value.strip(), flags=re.MULTILINE)
    found = _QUOTED.match(text)
    inner = next((group for group in found.groups() if group is not None), "") if found else text
    is_one = found is not None and not re.search(r"[“”\"]" if text[0] in '“"' else r"```", inner)
    return inner.strip("\n") if is_one else text
