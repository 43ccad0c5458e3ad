"""Signs: a sentence in which a letter and a number stand for each thing it speaks of, so that only ways of saying are left.

``In the rule «0», replace «1» with «2».`` becomes ``P4 replace Q1 with Q2``. The rows that tell how things are called stand in
``ways.toml``; what a sign stands for is kept here, in the notation's words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from tracker.mechanics.enacting.notation import named, quoted
from tracker.mechanics.enacting.proposal_text import REFERENCE, ProposalText
from tracker.mechanics.enacting.vocabulary import Vocabulary, any_of

_WAYS = Path(__file__).with_name("ways.toml")
_SIGN = re.compile(r"\b[A-Z]\d+\b")
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_CUT_SHORT = re.compile(r"(\S.*\S) ?(?:…|\.\.\.) ?(\S.*\S)", re.DOTALL)
"""A quotation of only how a text begins and ends."""
_DOTS = "….  "
_ROUNDS = 4
"""How often the rows are gone through, since what one makes another may need."""
_ALIKE = str.maketrans("’‘“”–—\xa0", "''\"\"-- ")
_BARE = r"[A-Z][\w’'-]*(?: (?:[A-Z][\w’'-]*|(?:of|the|and|in|to|for|a|with|on|at|or)(?= [A-Z])))*"
_NAMING = ("rule ", "rules ", "called ", "named ", "titled ", "roposal ", "roposal: ")


@dataclass(frozen=True, slots=True)
class Row:
    """A way to say a thing, what it means, and the kind of sign that then stands for it ("": only other words)."""

    pattern: re.Pattern[str]
    sign: str
    mean: str
    keep: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to order a change, the line of notation that it says, the kinds of signs that it may do with besides.

    ``after`` is the rule that ``it`` means from then on, where that is not the rule of the line; ``titled`` asks that a
    quotation be a title of the page, ``called_rule`` that the rule be called a rule, not only named.
    """

    pattern: re.Pattern[str]
    line: str
    takes: str
    after: str
    titled: bool
    called_rule: bool


class Phrases:
    """The rows of ``ways.toml`` with one game's words filled in."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Take the words that the game's people use."""
        rows = _rows()
        self.units: dict[str, str] = {**rows["units"], **dict.fromkeys(vocabulary.steps, "step")}
        self.numbers: dict[str, str] = rows["numbers"]
        nouns = [noun for section in vocabulary.sections for noun in section.nouns]
        adjectives = any_of(vocabulary.adjectives)
        words = {
            "text": r"[QB]\d+",
            "name": r"[QERL]\d+",
            "target": r"[TQBA]\d+",
            "unit": f"(?:{any_of(self.units)})",
            "nth": rf"(?:{any_of(self.numbers)}|\d{{1,2}}(?:st|nd|rd|th))",
            "not_new": r"(?<!\ba )(?<!\bnew )(?<!\banother )(?<!\ban )(?<!\bone )(?<!\bfollowing )"
            + "".join(f"(?<!{re.escape(adjective)} )" for adjective in vocabulary.adjectives),
            "section": f"(?:{adjectives})",
            "section_noun": any_of(nouns),
            "where": r"[RQED]\d+",
            "matter": any_of(vocabulary.matters),
        }
        verbs = [word for word in rows["words"] if word in rows["verbs"]]
        words |= rows["words"]
        words["verb"] = f"(?:{'|'.join(rows['words'][verb] for verb in verbs)})"
        self._words = words
        self.phrases = [self._row(each) for each in rows["phrase"]]
        self.things = [self._row(each) for each in rows["thing"]]
        self.places = [self.pattern(each["say"]) for each in rows["place"]]
        self.ways = [
            Way(
                self.pattern(each["say"]),
                each["line"],
                each.get("takes", ""),
                each.get("after", ""),
                each.get("titled", False),
                each.get("called_rule", False),
            )
            for each in rows["way"]
        ]
        self.conditions = [(self.pattern(each["say"]), each["wanted"], each["unwanted"]) for each in rows["condition"]]
        self.kinds = {name: self.pattern(say) for name, say in rows["sentences"].items()}

    def _row(self, record: dict[str, str]) -> Row:
        return Row(self.pattern(record["say"]), record.get("sign", ""), record["mean"], record.get("keep", ""))

    def pattern(self, say: str) -> re.Pattern[str]:
        """A pattern with its words filled in."""
        return re.compile(self.filled(say))

    def filled(self, say: str) -> str:
        """The same as text."""
        for _ in range(3):
            say = _SLOT.sub(lambda slot: self._words.get(slot[1], slot[0]), say)
        return say.replace("{{", "{").replace("}}", "}")


@cache
def _rows() -> dict[str, Any]:
    return tomllib.loads(_WAYS.read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def phrases_of(vocabulary: Vocabulary) -> Phrases:
    """The rows in the words of a vocabulary, made once."""
    return Phrases(vocabulary)


class Signs:
    """What the signs of one matter stand for."""

    def __init__(self, text: ProposalText, phrases: Phrases, titles: Collection[str]) -> None:
        """Begin with the quotations of a matter, and with the titles of the page that may stand without quotation marks."""
        self.text = text
        self.phrases = phrases
        self.raw: dict[str, str] = {}
        self.note: dict[str, str] = {}
        self.only_named: set[str] = set()
        """Signs for names that stand there without quotation marks, and without the word rule."""
        self._count = len(text.quoted)
        self.titles = {_lower(title) for title in titles}
        section = phrases.pattern("{section}(?: rules)?|{section_noun}")
        bare = [title for title in titles if title and not section.fullmatch(_lower(title))]
        known = any_of({variant for title in bare for variant in (title, title.upper())})
        naming = "|".join(f"(?<={re.escape(words)})" for words in _NAMING)
        self._bare = re.compile(
            rf"\[\[(?P<linked>[^\[\]\n]+)\]\]|(?<![\w’'-])(?:(?P<known>{known})(?![\w’'-])|(?:{naming})(?P<said>{_BARE}))"
        )

    def add(self, kind: str, raw: str, note: str = "") -> str:
        """A new sign of a kind."""
        self._count += 1
        sign = f"{kind}{self._count}"
        self.raw[sign], self.note[sign] = raw, note or raw
        return sign

    def as_rule(self, sign: str) -> str:
        """A sign as the notation names a rule."""
        return self.note[sign] if sign[0] in "RXHD" else named(self.raw[sign].strip())

    def as_text(self, sign: str) -> str:
        """A sign as the notation quotes a text or a title."""
        return quoted(self.raw[sign])

    def as_it_is(self, sign: str) -> str:
        """A sign as the notation writes what stands there."""
        return self.note[sign] if sign[0] == "R" else quoted(self.raw[sign])

    def as_target(self, sign: str) -> str:
        """A sign as the notation names what is changed."""
        cut = _CUT_SHORT.fullmatch(self.raw[sign])
        if cut:
            return f"text from {quoted(cut[1])} to {quoted(cut[2])}"
        return self.note[sign] if sign[0] in "TA" else quoted(self.raw[sign])

    # --- from a sentence to signs -----------------------------------------------------------------------------------

    def signed(self, shape: str) -> str:
        """A sentence in small letters with signs for quotations, names and all that the rows know."""
        words = self.referred(shape)
        for row in self.phrases.phrases:
            words = _tidy(row.pattern.sub(row.mean, words))
        for _ in range(_ROUNDS):
            before = words
            for row in self.phrases.things:
                words = _tidy(row.pattern.sub(partial(self._meant, row), words))
            if words == before:
                break
        return words

    def referred(self, shape: str) -> str:
        """A sentence in small letters with signs for its quotations and for the names of rules only."""
        pieces, at = [], 0
        for found in REFERENCE.finditer(shape):
            pieces += [self._with_titles(shape[at : found.start()]), f" {self._reference(found)} "]
            at = found.end()
        return _tidy("".join([*pieces, self._with_titles(shape[at:])]))

    def _reference(self, found: re.Match[str]) -> str:
        kind = {"«": "Q", "‹": "L", "⟦": "B"}[found[0][0]]
        quotation = self.text.quoted[int(found[1])]
        sign = f"{'E' if kind == 'L' else kind}{found[1]}"
        self.raw[sign] = self.note[sign] = quotation.text
        return sign

    def _with_titles(self, words: str) -> str:
        pieces, at = [], 0
        for found in self._bare.finditer(words):
            title = found["linked"] or found["known"] or found["said"]
            kind = "E" if found["said"] else "R"
            sign = self.add(kind, title, named(title) if kind == "R" else title)
            self.only_named.add(sign)
            pieces += [_lower(words[at : found.start()]), sign]
            at = found.end()
        return "".join([*pieces, _lower(words[at:])])

    def _meant(self, row: Row, found: re.Match[str]) -> str:
        if not row.sign:
            return found.expand(row.mean)
        said = found.groupdict()
        note = _SLOT.sub(lambda slot: self._slot(said.get(slot[1]) or "", slot[1], slot[2] or ""), row.mean)
        first = said.get("a") or ""
        raw = self.raw.get(first, "") if row.sign in "RCA" else found[0] if row.sign == "D" else note
        kept = f"{said[row.keep]} " if row.keep else ""
        return f" {kept}{self.add(row.sign, raw, note)} "

    def _slot(self, said: str, name: str, form: str) -> str:
        if form == "to":
            return f" to {quoted(self.raw[said].lstrip(_DOTS))}" if said else ""
        if form == "begin":
            return quoted(self.raw[said].rstrip(_DOTS))
        if form == "raw":
            return self.raw[said].strip()
        if form:
            return {"rule": self.as_rule, "text": self.as_text}[form](said)
        if name == "unit":
            return self.phrases.units.get(said, "text")
        if name == "nth":
            return self.phrases.numbers.get(said) or re.sub(r"\D", "", said)
        return said


def _lower(words: str) -> str:
    return words.translate(_ALIKE).lower()


def _tidy(words: str) -> str:
    return re.sub(r" +(?=[,.;])", "", " ".join(words.split()))
