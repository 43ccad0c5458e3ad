"""One clause of signs read as an order: what a line of the notation says, if all of the clause is one way to say it.

A sign for where (P), in what stretch (W), beside what (S), as what (U), into what list (L), for what new rule (N), under what title
(C) may stand anywhere in a clause; what is left must match a way in full. So a word that no way knows, such as ``except``,
keeps an order from being read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tracker.mechanics.enacting.notation import named, quoted
from tracker.mechanics.enacting.signs import Phrases, Signs, Way

_ROLE = re.compile(r"\b([PSUNCLW])(\d+)\b")
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_NOISE = re.compile(r"[,:;.()]|\b(?:the|and|then|of|a|an|text)\b(?= [A-Z]\d|$)|\bthe$")
_TEXT = re.compile(r"\b[QB]\d+\b")
_ANY_SIGN = re.compile(r"\b[A-Z]\d+\b")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_GAP = re.compile(r"\A\[[^\[\]]*\]\Z|\[(?:insert|tbd|tba|to be|your|number|name)\b[^\[\]]*\]", re.IGNORECASE)
"""Words in brackets that are to be filled in."""
_NO_TITLE = re.compile(r"[{}<>|\n]|\[\[")
_UNTOLD = re.compile(r"(?:^|[ :])\?(?:$|[ :])")
_TERM = re.compile(r"(?:;\s*)?(?P<term>[^:\s][^:\n]*)\s*:\s*(?P<definition>\S.*)", re.DOTALL)
_GLOSSARY = re.compile(r"\[\[(?:.*\| ?)?(?:keywords|glossary|definitions|terms)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a clause may leave out: the place said before, and the rule spoken of last (as the notation names it).

    ``created`` is a rule that the sentence itself adds.
    """

    place: str = ""
    within: str = ""
    is_all: bool = False
    rule: str = ""
    created: str = ""
    is_near: bool = False
    """Whether that rule was spoken of in the same sentence."""


@dataclass(frozen=True, slots=True)
class Order:
    """A line of the notation, and the rule that ``it`` means from then on."""

    line: str
    rule: str
    created: str = ""


@dataclass(slots=True)
class _Clause:
    """A clause taken apart: its signs by their role, and what is left of it."""

    core: str
    roles: dict[str, str] = field(default_factory=dict)
    place: str = ""
    within: str = ""
    is_all: bool = False
    is_doubled: bool = False


class Clauses:
    """Reads the clauses of one matter."""

    def __init__(self, signs: Signs) -> None:
        """Read by the signs and phrases of a matter."""
        self.signs = signs
        self.phrases: Phrases = signs.phrases
        self._adds = self.phrases.pattern("(?:{add}|{create}|new)\\b")
        self._add_text = self.phrases.pattern(
            "(?:{add}|{create}) (?:(?:to|with) )?(?P<a>{text})(?: (?:(?:as|to|with) )?(?P<b>{text}))?"
        )
        self._create_named = self.phrases.pattern(r"{create} R\d+ (?:(?:to|as|with) )?{text}")
        self._create = self.phrases.pattern(
            r"(?:(?:{create}|new)\b)? ?(?:(?P<r>R\d+) ?)?(?:(?:to|as|with) )?(?P<a>{text})?"
        )
        self._move = self.phrases.pattern(
            r"{move} (?P<a>{name})(?: (?:to|to be|to become|so that R\d+ is|so R\d+ is|as|into|be|become|N\d+))*"
        )
        self._leading = self.phrases.pattern(r"^(?:in|from|to|within|throughout|{change}) (?P<p>{where})(?: by)?[,:]? ")
        self.verb = self.phrases.pattern(r"\b{verb}\b")
        self._scene = Scene()

    def read(self, words: str, scene: Scene) -> Order | None:
        """The order that a clause says; None where it is none, or none that can be read."""
        self._scene = scene
        clause = self._taken_apart(words)
        if clause is None:
            return None
        if "N" in clause.roles or self._create_named.fullmatch(clause.core):
            return self._moved(clause) or self._new_rule(clause)
        return self._by_a_way(clause) or self._added(clause)

    def said(self, template: str, given: Mapping[str, str], scene: Scene) -> str:
        """A template with signs written as the notation has them."""
        self._scene = scene
        said = self._filled(template, given, {})
        return "" if _UNTOLD.search(_QUOTED.sub('""', said)) else said

    def leading_place(self, words: str, scene: Scene) -> str:
        """The place that a clause begins with, which holds for the clauses behind it; "" for none."""
        self._scene = scene
        found = self._leading.match(words)
        return self._rule(found["p"]) if found else ""

    # --- taking apart -----------------------------------------------------------------------------------------------

    def _taken_apart(self, words: str) -> _Clause | None:
        clause = _Clause(words.strip(" .,:;!-"))
        for pattern in self.phrases.places:
            clause.core = pattern.sub(lambda found: self._place(clause, found), clause.core)
        clause.core = re.sub(r"\b(?:in|from|to|of|into) (?=[LS]\d)", "", clause.core)
        clause.core = _ROLE.sub(lambda found: self._role(clause, found), clause.core)
        clause.core = " ".join(_NOISE.sub(" ", clause.core).split())
        if clause.is_doubled:
            return None
        if not clause.place:
            clause.place, clause.is_all = self._scene.place, clause.is_all or self._scene.is_all
            clause.within = clause.within or self._scene.within
        return clause

    def _place(self, clause: _Clause, found: re.Match[str]) -> str:
        said = found.groupdict()
        if "adds" in said and not self._is_place(clause, found):
            return found[0]
        if said.get("w"):
            clause.is_doubled |= bool(clause.within)
            clause.within = self.signs.note[said["w"]]
        sign = said.get("p") or said.get("q")
        if sign:
            place = self._rule(sign)
            clause.is_doubled |= clause.place not in ("", place)
            clause.place = place
        clause.is_all |= "all" in said
        return " "

    def _is_place(self, clause: _Clause, found: re.Match[str]) -> bool:
        """Whether words like ``to Q1`` tell where something is added, and not the text of a new rule."""
        is_text = (
            "N" in clause.core
            and found.groupdict().get("p", "")[:1] == "Q"
            and not _TEXT.search(found.string, found.end())
        )
        return bool(self._adds.search(clause.core)) and not is_text

    def _role(self, clause: _Clause, found: re.Match[str]) -> str:
        clause.is_doubled |= found[1] in clause.roles
        clause.roles[found[1]] = found[0]
        return " "

    def _rule(self, sign: str) -> str:
        """A sign as the notation names a rule; what ``it`` is."""
        note = self.signs.as_rule(sign)
        return re.sub(r"^it\b", lambda _: self._scene.rule or "?", note)

    def _object(self, sign: str) -> str:
        """The rule that is changed as a whole: what ``it`` is must have been said in the same sentence."""
        note = self.signs.note[sign]
        return "?" if note == "it" and not self._scene.is_near else self._rule(sign)

    def _new_text(self, sign: str) -> str:
        """A text that comes in another's place; one that is empty, or a gap to fill in, is none."""
        text = self.signs.raw[sign].strip()
        return "?" if not text or _GAP.search(text) else self.signs.as_text(sign)

    # --- ways -------------------------------------------------------------------------------------------------------

    def _by_a_way(self, clause: _Clause) -> Order | None:
        for way in self.phrases.ways:
            found = way.pattern.fullmatch(clause.core)
            if found and self._suits(way, found[0]) and self._has_only(clause, way.takes):
                return self._order(way, clause, found.groupdict())
        return self._moved(clause)

    def _suits(self, way: Way, words: str) -> bool:
        """Whether the first sign of a clause is a title of the page, or a rule that is called so, where the way asks for it."""
        first = _ANY_SIGN.search(words)
        sign = first[0] if first else ""
        if way.titled and self.signs.raw.get(sign, "").strip(" .,").lower() not in self.signs.titles:
            return False
        return not way.called_rule or words.startswith("repeal") or sign not in self.signs.only_named

    def _has_only(self, clause: _Clause, roles: str) -> bool:
        has_place = bool(clause.place) and clause.place != self._scene.place
        return (
            set(clause.roles) <= set(roles) and ("P" in roles or not has_place) and ("W" in roles or not clause.within)
        )

    def _order(self, way: Way, clause: _Clause, said: Mapping[str, str]) -> Order | None:
        is_all = clause.is_all or any(value and value[0] == "A" for value in said.values())
        given = {
            "in": self._in(clause, is_all),
            "all": "all " if is_all else "",
            "within": f" in {clause.within}" if clause.within else "",
            "path": clause.place[2:-2] + " | " if clause.place else "",
        }
        line = self._filled(way.line, said, given)
        rule = self._filled(way.after, said, given) if way.after else ""
        return self._made(line, rule or (clause.place if "{in}" in way.line else self._rule(said["a"] or said["c"])))

    def _filled(self, template: str, said: Mapping[str, str], given: Mapping[str, str]) -> str:
        forms: Mapping[str, Callable[[str], str]] = {
            "rule": self._object,
            "said": lambda sign: "?" if sign[0] == "R" and self.signs.note[sign] == "it" else self._object(sign),
            "new": self._new_text,
            "text": self.signs.as_text,
            "title": lambda sign: quoted(self._title(sign)),
            "section": self._section,
            "called": lambda sign: named(self._title(sign)),
            "target": self.signs.as_target,
        }
        line = _SLOT.sub(
            lambda slot: (
                (forms[slot[2]](said[slot[1]]) if said[slot[1]] else "")
                if slot[2]
                else given.get(slot[1], said.get(slot[1]) or "")
            ),
            template,
        )
        return re.sub(r"\[\[([^\[\]]*) \| \[\[", r"[[\1 | ", line)

    def _section(self, sign: str) -> str:
        """Which section a rule is in, where a sign says it."""
        note = self.signs.note[sign]
        section = note.removeprefix("section ") if sign[0] == "D" else note.partition("|")[0]
        return f" section {quoted(section)}" if section else ""

    def _made(self, line: str, rule: str, created: str = "") -> Order | None:
        """An order, unless something of its line could not be told."""
        return None if _UNTOLD.search(_QUOTED.sub('""', line)) or rule == "?" else Order(line, rule, created)

    def _in(self, clause: _Clause, is_all: bool = False) -> str:
        if not clause.place and clause.within:  # a counted paragraph is one of the rule that was named last
            return f"in {self._scene.rule or '?'}: "
        if not clause.place or clause.place == "section ":
            return "in the ruleset: "
        if clause.place.startswith("section "):
            return f'in section "{clause.place[8:]}": '
        return f"in {clause.place}: "

    def _moved(self, clause: _Clause) -> Order | None:
        found = self._move.fullmatch(clause.core)
        if not found:
            return None
        rule, spot = self._rule(found["a"]), self._spot_of_rule(clause)
        return self._made(f"move {rule} {spot}", rule) if spot else None

    # --- whole rules ------------------------------------------------------------------------------------------------

    def _spot_of_rule(self, clause: _Clause) -> str:
        """Where a rule goes, in the notation's words; "" where it is not said."""
        side, beside = self._spot(clause)
        place = "" if clause.place == "section " else clause.place
        place = re.sub(r"^section (.*)", r'section "\1"', place)
        if side == "start":
            return f"first under {place}" if place else ""
        if side in ("before", "after"):
            return f"{side} rule {self._rule(beside)}" if beside and beside[0] in "RQ" else ""
        return f"under {place}" if place else ""

    def _spot(self, clause: _Clause) -> tuple[str, str]:
        """The side of a spot, and the sign or the words of what it is beside."""
        if "S" not in clause.roles:
            return "", ""
        side, _, beside = self.signs.note[clause.roles["S"]].partition(" ")
        sides = {"following": "after", "behind": "after", "below": "after", "preceding": "before", "above": "before"}
        return sides.get(side, side), beside

    def _title(self, sign: str) -> str:
        """A new title, without a stop that belongs to the sentence around it."""
        return self.signs.raw[sign].strip(" .,")

    def _new_rule(self, clause: _Clause) -> Order | None:
        """A new rule with its title and text."""
        found = self._create.fullmatch(clause.core)
        if not found or clause.within or set(clause.roles) & set("UL"):
            return None
        title = clause.roles.get("C") or found["r"]
        if not title or not found["a"]:
            return None
        if _NO_TITLE.search(self.signs.raw[title]):
            return None
        section, _, is_sub = self.signs.note[clause.roles["N"]].partition("|") if "N" in clause.roles else ("", "", "")
        if is_sub and not clause.place:
            clause.place = self._scene.created
        if is_sub and not clause.place.startswith("[["):
            return None
        if section and clause.place not in ("", "section ", f"section {section}"):
            return None
        if section:
            clause.place = f"section {section}"
        spot = self._spot_of_rule(clause)
        if not is_sub and clause.place.startswith("[[") and " rule " not in spot.split('"')[0]:
            return None
        if "S" in clause.roles and not spot:
            return None
        name, text = self._title(title), self.signs.raw[found["a"]]
        if self._new_text(found["a"]) == "?":
            return None
        line = f"add rule {quoted(name)}: {quoted(_without_title(text, name))}"
        return self._made(f"{spot}: {line}" if spot else line, f"[[{name}]]", f"[[{name}]]")

    # --- text -------------------------------------------------------------------------------------------------------

    def _added(self, clause: _Clause) -> Order | None:
        """Text that is added, as what it is and beside what."""
        found = self._add_text.fullmatch(clause.core)
        if not found or clause.is_all or set(clause.roles) & set("NC"):
            return None
        unit = self.signs.note[clause.roles["U"]] if "U" in clause.roles else ""
        side, beside = self._spot(clause)
        if found["b"] or unit == "term" or (_GLOSSARY.match(clause.place) and not side and unit != "paragraph"):
            return self._term(clause, self.signs.raw[found["a"]], self.signs.raw[found["b"]] if found["b"] else "")
        text = self._new_text(found["a"])
        if text == "?":
            return None
        said = (
            self._beside(clause, unit, side, beside, text)
            if side not in ("", "end") or beside not in ("", "rule")
            else ""
        )
        if not said and side not in ("", "end"):
            return None
        said = said or self._at_end(clause, unit, side, text)
        return self._made(f"{self._in(clause)}{said}", clause.place) if said else None

    def _at_end(self, clause: _Clause, unit: str, side: str, text: str) -> str:
        """Text that goes to the end of a rule, or of its list."""
        if not clause.place.startswith("[["):
            return ""
        if clause.within:
            return self._to_end_of(clause.within, text)
        if "L" in clause.roles or (unit in ("item", "step") and not side):
            return f"add to list {text}"
        is_placed = bool(side) or unit == "paragraph"
        return f"add {unit or 'paragraph'} {text}{' at the end' if is_placed else ''}"

    def _beside(self, clause: _Clause, unit: str, side: str, beside: str, text: str) -> str:
        """Text that goes before or after another, or to the start of a rule."""
        if side == "start" and beside == "rule":
            return f"add {unit or 'paragraph'} {text} before {'item 1' if unit in ('item', 'step') else 'paragraph 1'}"
        target = self.signs.as_target(beside) if beside in self.signs.note else beside
        if not target or beside[0] == "R":
            return ""
        if side == "as" and target.startswith("last "):
            return f"add {target.split()[1]} {text} at the end"
        if side == "as":
            return f"add {target.split()[0]} {text} before {target}" if target.endswith(" 1") else ""
        if side == "end":
            return self._to_end_of(target, text)
        if side == "start":
            return f"add text {text} before {target}"
        kind = next(
            (
                each
                for each in ("sentence", "paragraph", "item", "step")
                if re.match(rf"(?:last |only )?{each}\b", target)
            ),
            "text",
        )
        within = f" in {clause.within}" if clause.within else ""
        return f"add {unit or kind} {text} {side} {target}{within}"

    def _to_end_of(self, target: str, text: str) -> str:
        return f"add {text} within {target}" if "sentence" in target else f"add text {text} after {target}"

    def _term(self, clause: _Clause, term: str, definition: str) -> Order | None:
        found = _TERM.fullmatch(term.strip())
        if not definition and found:
            term, definition = found["term"], found["definition"]
        if not definition or not clause.place.startswith("[[") or clause.within:
            return None
        return self._made(f"in {clause.place}: add term {quoted(term.strip(' ;'))}: {quoted(definition)}", clause.place)


def _without_title(text: str, title: str) -> str:
    """A new rule's text without a first line that only repeats its title."""
    first, _, rest = text.partition("\n")
    return rest.lstrip("\n") if rest and first.strip("'= ").casefold() == title.casefold() else text
