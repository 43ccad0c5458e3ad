"""Propositions and chat proposals: typed changes (``Type: Content Edit``) and chat messages read into the same instructions.

A typed proposition is a message whose lines are fields, each ``Type:`` beginning the next change; a field's value may go on
over the following lines, up to a remark (``Reason: …``, or a line ``---``) that is not within quotes or a code fence. Everything else
that is posted in a chat is read as sentences, as a matter's body is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tracker.mechanics.enacting.instructions import (
    Append,
    Instruction,
    InstructionReading,
    Move,
    NewRule,
    Place,
    Quote,
    Refusal,
    Rename,
    Repeal,
    Replace,
    Reword,
    RuleName,
    Step,
)
from tracker.mechanics.reading_orders.instruction_phrases import Refused, rule_name
from tracker.mechanics.reading_orders.instruction_reading import MOST_STEPS, read_instructions
from tracker.mechanics.reading_orders.proposal_text import LONGEST_BODY, faults_of
from tracker.mechanics.reading_orders.vocabulary import Vocabulary

# --- chat messages ----------------------------------------------------------------------------------------------------

_CLASS_LINE = re.compile(r"\A\s*(?:\[\w+\]|class:\s*\w+[.!]?\s*$)\s*", re.IGNORECASE | re.MULTILINE)
_FENCE = re.compile(r"```(?:\w+\n)?\n?(.*?)\n?```", re.DOTALL)
_MARKDOWN = (
    (re.compile(r"`([^`\n]+)`"), r"<q>\1</q>"),
    (re.compile(r"\*\*(?=\S)([^\n]{1,500}?)(?<=\S)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![*\w])\*(?=[^\s*])([^\n*]{1,500}?)(?<=\S)\*(?![*\w])"), r"<i>\1</i>"),
    (re.compile(r"~~(?=\S)([^\n]{1,500}?)(?<=\S)~~"), r"<s>\1</s>"),
)


def read_message(text: str, vocabulary: Vocabulary) -> InstructionReading:
    """Read a chat message (Discord's markdown) as a matter's body; lines that begin with ``//`` are talk.

    A first line that only names the matter's class (``[Urgent]``) is left out; ``> `` lines and code fences are block
    quotations, code is quoted text. Any text is read without raising.
    """
    if len(text) > LONGEST_BODY:
        return InstructionReading(refusals=(Refusal("TOO_LONG", text[:80], "longer than a message can be"),))
    if text.count("```") % 2:
        return InstructionReading(
            refusals=(Refusal("QUOTE_UNCLOSED", text[-80:], "where this code fence begins or ends"),)
        )
    return read_instructions(_as_html(_CLASS_LINE.sub("", text.replace("\r\n", "\n"), count=1)), vocabulary)


def _as_html(text: str) -> str:
    pieces, at = [], 0
    for fence in _FENCE.finditer(text):
        pieces += [_lines_as_html(text[at : fence.start()]), f"<pre>{html.escape(fence[1], quote=False)}</pre>"]
        at = fence.end()
    return "".join([*pieces, _lines_as_html(text[at:])])


def _lines_as_html(text: str) -> str:
    pieces: list[str] = []
    is_quoting = False
    for line in text.split("\n"):
        if line.startswith("//"):
            continue
        is_quote = bool(re.match(r">{1,3}(?: |$)", line))
        if is_quote != is_quoting:
            pieces.append("<blockquote><p>" if is_quote else "</p></blockquote>")
        is_quoting = is_quote
        inner = _inline(re.sub(r"^>{1,3} ?", "", line) if is_quote else line)
        pieces.append(f"{inner}<br>\n" if inner.strip() else "</p><p>")
    return f"<p>{''.join(pieces)}{'</p></blockquote>' if is_quoting else '</p>'}"


def _inline(line: str) -> str:
    escaped = html.escape(line, quote=False)
    for pattern, twin in _MARKDOWN:
        escaped = pattern.sub(twin, escaped)
    return escaped


# --- typed propositions -----------------------------------------------------------------------------------------------

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
_ID = re.compile(r"(?:rule\s+)?(\d+(?:\.\d+)*)\.?(?:\s*[-–—:]\s*|\s+|\Z)", re.IGNORECASE)
_BETWEEN_TITLES = re.compile(r"(?:(?<!\s)\s+)?/\s*|(?<!\s)\s+[>›|]\s+|(?<=\w)\.\s*(?=[A-Z])")
_QUOTED = re.compile(r"\A(?:“(.*)”|\"(.*)\"|```\w*\n?(.*?)\n?```|`([^`]*)`)\Z", re.DOTALL)


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


def read_proposition(text: str) -> InstructionReading:
    """Read a typed proposition: a step for each complete change in order, a refusal for each other one.

    A rule may be named by ID path alone, by title path, or both; an empty content deletes the rule. A miscellaneous change
    is for people to carry out, and refused. Any text is read without raising.
    """
    if len(text) > LONGEST_BODY:
        return InstructionReading(refusals=(Refusal("TOO_LONG", text[:80], "longer than a message can be"),))
    talk, changes = typed_changes(text)
    if len(changes) > MOST_STEPS:
        return InstructionReading(refusals=(Refusal("TOO_LONG", changes[0].words, f"more than {MOST_STEPS} changes"),))
    steps, refusals = [], []
    for change in changes:
        try:
            steps.append(Step(change.words, _instruction(change)))
        except Refused as refused:
            refusals.append(Refusal(refused.code, change.words, refused.detail))
    if not changes:
        refusals.append(Refusal("NO_INSTRUCTION", text[:200], "no change of a named type"))
    return InstructionReading(tuple(steps), tuple(refusals), tuple(talk))


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


def _instruction(change: TypedChange) -> Instruction:
    if change.doubled:
        raise Refused("CONTRADICTORY", f"{change.doubled} is said twice")
    said = change.said_type.lower()
    if not change.type:
        raise Refused("NOT_UNDERSTOOD", f"{said[:60]!r} is no type of change" if said else "the type is not said")
    if change.foreign:
        raise Refused("NOT_UNDERSTOOD", f"{change.type} has no field {', '.join(change.foreign)}")
    return _BY_TYPE[change.type](change.fields)


def _addition(fields: Mapping[str, str]) -> Instruction:
    title = " ".join(fields.get("title", "").split()).strip('“”"')
    return NewRule(_sound(title), _text(fields, "content"), _new_place(fields))


def _new_place(fields: Mapping[str, str]) -> Place:
    under = fields.get("under", "").strip()
    number = _id_path(fields["id"]) if fields.get("id", "").strip() else ""
    if under and number:
        raise Refused("CONTRADICTORY", "both an ID path and a rule to stand under are given")
    return Place(parent=_rule_named(under) if under else None, number=number)


def _content_edit(fields: Mapping[str, str]) -> Instruction:
    rule = _rule(fields)
    has_whole, has_pair = "content" in fields, "replace" in fields or "with" in fields
    if has_whole and has_pair:
        raise Refused("CONTRADICTORY", "both the whole new content and a replacement are given")
    if has_whole:
        return Reword(rule, _text(fields, "content")) if unquoted(fields["content"]) else Repeal(rule)
    if "with" not in fields:
        raise Refused("NO_TEXT", "the new content is not given")
    return Replace(rule, Quote(_text(fields, "replace")), _sound(unquoted(fields["with"])))


def _id_edit(fields: Mapping[str, str]) -> Instruction:
    return Move(_rule(fields), Place(number=_id_path(fields.get("new id", ""))))


def _title_edit(fields: Mapping[str, str]) -> Instruction:
    return Rename(_rule(fields), " ".join(_text(fields, "new title").split()))


def _deletion(fields: Mapping[str, str]) -> Instruction:
    return Repeal(_rule(fields))


def _appendication(fields: Mapping[str, str]) -> Instruction:
    return Append(_rule(fields), _text(fields, "content"))


def _miscellaneous(fields: Mapping[str, str]) -> Instruction:
    raise Refused(
        "NOT_UNDERSTOOD", f"a miscellaneous change is for people to carry out: {fields.get('change', '').strip()[:120]}"
    )


_BY_TYPE: Mapping[str, Callable[[Mapping[str, str]], Instruction]] = {
    "addition": _addition,
    "content edit": _content_edit,
    "id edit": _id_edit,
    "title edit": _title_edit,
    "deletion": _deletion,
    "content appendication": _appendication,
    "miscellaneous change": _miscellaneous,
}


_FIELDS_OF: Mapping[str, tuple[str, ...]] = {
    "addition": ("id", "under", "title", "content"),
    "content edit": ("rule", "content", "replace", "with"),
    "id edit": ("rule", "new id"),
    "title edit": ("rule", "new title"),
    "deletion": ("rule",),
    "content appendication": ("rule", "content"),
    "miscellaneous change": ("rule", "change", "content"),
}
"""The fields that each type of change has beside its type."""


def _rule(fields: Mapping[str, str]) -> RuleName:
    named = fields.get("rule", "").strip()
    if not named:
        raise Refused("NO_RULE", "the rule is not named")
    return _rule_named(named)


def _rule_named(named: str) -> RuleName:
    """A rule by its ID path, its title path, or both (``4.4.3 - Coup / Actions / Coup``)."""
    line = _sound(" ".join(named.split()))
    numbered = _ID.match(line)
    titles = line[numbered.end() :] if numbered else line
    if not titles:
        return RuleName("", numbered[1] if numbered else "")
    *above, last = [rule_name(unquoted(title)).title for title in _BETWEEN_TITLES.split(titles.strip('“”"')) if title]
    return RuleName(last, numbered[1] if numbered else "", tuple(above))


def _id_path(value: str) -> str:
    found = _ID.fullmatch(value.strip())
    if not found:
        raise Refused("PLACE_UNCLEAR", f"{value.strip()[:60]!r} is no ID path")
    return found[1]


def _text(fields: Mapping[str, str], name: str) -> str:
    text = unquoted(fields.get(name, ""))
    if not text:
        raise Refused("NO_TEXT", f"{name} is not given")
    return _sound(text)


def unquoted(value: str) -> str:
    """A value without the quotation marks or code fence around all of it."""
    text = re.sub(r"^> ?", "", value.strip(), flags=re.MULTILINE)
    found = _QUOTED.match(text)
    inner = next((group for group in found.groups() if group is not None), "") if found else text
    is_one = found is not None and not re.search(r"[“”\"]" if text[0] in '“"' else r"```", inner)
    return inner.strip("\n") if is_one else text


def _sound(text: str) -> str:
    faults = faults_of(text)
    if faults:
        raise Refused("MARKUP", faults[0])
    return text


__all__ = ["TypedChange", "is_proposition", "read_message", "read_proposition", "typed_changes", "unquoted"]
