"""Appendix, Keywords: each keyword with what defines it; where a rule and the glossary both do, the glossary's entry counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.gamestate import Fact, Finding
from tracker.core.leaning import Reason, remembered
from tracker.core.rule import rule
from tracker.games.blognomic.law import PARAMETERS, Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import APPENDIX, GLOSSARY, TERMS
from tracker.mechanics.differences import sentences_in
from tracker.mechanics.ruleset.matter_names import plain_spelling
from tracker.mechanics.ruleset.ruleset_passages import PassageShown, TitlePath
from tracker.mechanics.ruleset.ruletree import title_key

_MOST_SAID = 200
"""How many characters of a definition are shown."""
_SHORTEST_PLURAL = 4
"""How many letters a word has whose last s may be a plural's."""
_BOLD = re.compile(r"(?<!')'''(?P<term>[A-Z][^'\n]{0,59})'''(?!')")
_QUOTED = r"(?:\"(?P<{0}>[^\"]{{2,60}})\"|(?<!\w)'(?P<{0}_single>[^']{{2,60}})'(?!\w))"
_NAMED = rf"(?:{_QUOTED}|(?P<{{0}}_plain>[A-Z]\w*(?:[ -][A-Z]\w*){{{{0,3}}}}))"
_DEFINED = (
    r"(?:,?\s+used\s+as\s+an?\s+\w+,)?\s+(?:(?:is|are)\s+(?:hereby\s+)?defined\s+(?:as|to\s+be)|means?|shall\s+mean)\b"
)
_SAID = (
    # ... known as the Weatherman; ... hereafter "Rations"
    r"\b(?:known\s+as|referred\s+to\s+as|(?:is|are|be)\s+(?:(?:hereafter|hereinafter|collectively)\s+)?(?:called|termed)"
    rf"|hereafter,?|hereinafter,?)\s+(?:[Tt]he\s+|an?\s+)?{_NAMED.format('after')}",
    # "Today" is defined as ...; A New Castaway is defined as ...
    rf"{_QUOTED.format('quoted')}{_DEFINED}",
    rf"^[*#\s]*(?:An?\s+|The\s+)?(?P<subject_plain>[A-Z]\w*(?:[ -][A-Z]\w*){{0,3}}){_DEFINED}",
)
_OF_ALL = r"\b(?:every|each|all|any)\s+(?P<of_all_plain>{names})\s+(?:is|are|means?|lasts?|begins?|ends?)\b"
_OF_KIND = r"^[*#\s]*(?:(?:an?|the)\s+)?(?P<of_kind_plain>{names})\s+(?:is|are)\s+(?:always|now|considered|an?|any|each|every)\b"


@dataclass(frozen=True, slots=True)
class Definition:
    """A keyword as one passage of the page defines it: its name there, the sentence or the entry, and where it stands."""

    term: str
    text: str
    path: TitlePath
    since: datetime
    row: str

    @property
    def place(self) -> str:
        """The passage's path as people write it; of an entry, the glossary's."""
        return " › ".join(title for title in self.path if title and not title.startswith(";"))


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword by the definition that counts, with those of rules that it supersedes."""

    governing: Definition
    superseded: tuple[Definition, ...] = ()

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        shown = {"source": self.governing.place, "text": self.governing.text}
        return shown | ({"superseded": [other.place for other in self.superseded]} if self.superseded else {})


@dataclass(frozen=True, slots=True)
class KeywordTable:
    """Every keyword of the newest sound ruleset page by its name."""

    keywords: Mapping[str, Keyword] = field(default_factory=dict)

    @property
    def conflicts(self) -> tuple[tuple[Definition, Definition], ...]:
        """Each entry of the glossary with a rule's definition of the same keyword."""
        found = self.keywords.values()
        return tuple((keyword.governing, other) for keyword in found for other in keyword.superseded)


# --- what a passage defines -------------------------------------------------------------------------------------------


def terms_in_bold(wikitext: str) -> tuple[str, ...]:
    """The terms that a rule's wikitext sets in bold, as rules do where they define one."""
    if "'''" not in wikitext:
        return ()
    return tuple(dict.fromkeys(found["term"].strip(" .,:;") for found in _BOLD.finditer(wikitext)))


@remembered(maxsize=1024)
def defined_in(words: str, bold: tuple[str, ...], entries: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """The terms that a rule's words define, each with the sentence that does.

    A rule defines by saying what something is called or defined as, by setting it in bold, and, where the term is one of the
    glossary's ``entries`` (as ``term_keys`` has them), by saying what every such thing is.
    """
    found: dict[str, tuple[str, str]] = {}
    for sentence in sentences_in(words):
        named = [*_terms_named(sentence, entries), *(term for term in bold if _says(sentence, term))]
        for term in named:
            found.setdefault(_key(term), (term, _excerpt(sentence)))
    return tuple(found.values())


def _terms_named(sentence: str, entries: frozenset[str]) -> Iterator[str]:
    for wording in _wordings(entries):
        for match in wording.finditer(sentence):
            yield from (term.strip() for term in match.groupdict().values() if term and term.strip())


@remembered(maxsize=8)
def _wordings(entries: frozenset[str]) -> tuple[re.Pattern[str], ...]:
    """How a rule says what something is called, and what every thing of the glossary's is."""
    said = tuple(re.compile(wording) for wording in _SAID)
    if not entries:
        return said
    names = rf"(?:{'|'.join(map(re.escape, sorted(entries, key=lambda name: (-len(name), name))))})(?:e?s)?"
    return (*said, *(re.compile(wording.format(names=names), re.IGNORECASE) for wording in (_OF_ALL, _OF_KIND)))


def _says(sentence: str, term: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", sentence) is not None


def _excerpt(text: str) -> str:
    return text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID].rsplit(' ', 1)[0]} …"


# --- names of keywords ------------------------------------------------------------------------------------------------


def term_keys(entry: str) -> tuple[str, ...]:
    """What an entry of the glossary may be called: Effective Vote Comment (EVC) by either name, Resolve/Resolution too."""
    name, _, aside = entry.partition("(")
    return tuple(dict.fromkeys(key for part in (*name.split("/"), aside.strip(" )")) if (key := _key(part))))


def _key(term: str) -> str:
    """A keyword as keywords are compared: in one spelling, without letter case, in the singular."""
    plain = plain_spelling(term)
    return plain[:-1] if len(plain) >= _SHORTEST_PLURAL and plain.endswith("s") and not plain.endswith("ss") else plain


# --- the table --------------------------------------------------------------------------------------------------------


@rule("BN-188")
def table_of(moment: Moment) -> KeywordTable:
    """The keywords of the page: the glossary's entries, and what rules define; of one keyword the glossary's entry counts."""
    shown = moment.state.ruleset
    if shown is None:
        return KeywordTable()
    passages = [passage for passage in shown.passages.values() if passage.hash]
    entries = {key: entry for entry in _entries(passages) for key in term_keys(entry.term)}
    by_rules: dict[str, list[Definition]] = {}
    for definition in _definitions(passages, frozenset(entries)):
        by_rules.setdefault(_key(definition.term), []).append(definition)
    found = [Keyword(entry, _superseding(entry, by_rules)) for entry in dict.fromkeys(entries.values())]
    found += [Keyword(others[0]) for key, others in by_rules.items() if key not in entries]
    return KeywordTable({_of_the_day(keyword.governing.term, moment.law): keyword for keyword in found})


def _superseding(entry: Definition, by_rules: Mapping[str, list[Definition]]) -> tuple[Definition, ...]:
    return tuple(definition for key in term_keys(entry.term) for definition in by_rules.get(key, ()))


def _is_glossary(passage: PassageShown) -> bool:
    is_entry = passage.path[-1].startswith(";")
    titles = passage.path[:-1] if is_entry else passage.path
    return titles[0] == APPENDIX and title_key(titles[-1]) == title_key(GLOSSARY)


def _entries(passages: Iterable[PassageShown]) -> Iterator[Definition]:
    """The glossary's entries, without what it says of itself."""
    for passage in passages:
        if _is_glossary(passage) and passage.path[-1].startswith(";"):
            term = passage.path[-1][1:].strip()
            yield Definition(term, _excerpt(_without(term, passage.words)), passage.path, passage.since, passage.row)


def _without(term: str, words: str) -> str:
    return words.removeprefix(term).lstrip(" :")


def _definitions(passages: Iterable[PassageShown], entries: frozenset[str]) -> Iterator[Definition]:
    for passage in passages:
        for term, text in () if _is_glossary(passage) else defined_in(passage.words, passage.bold, entries):
            yield Definition(term, text, passage.path, passage.since, passage.row)


def _of_the_day(term: str, law: Law) -> str:
    """A keyword as it is called now; passages have the words of the known ruleset put back."""
    for name in TERMS:
        known = str(PARAMETERS[name].values[0].value)
        term = re.sub(rf"\b{re.escape(known)}\b", lambda _, name=name: law.word(name), term)  # type: ignore[misc]
    return term


# --- facts and findings -----------------------------------------------------------------------------------------------


@rule("BN-188")
def record(moment: Moment) -> dict[str, Any]:
    """Keyword -> its source, its definition, and the rules that it supersedes, as plain JSON values."""
    return {name: keyword.record() for name, keyword in table_of(moment).keywords.items()}


@rule("BN-188")
def facts(moment: Moment) -> list[Fact]:
    """The keyword table, once the page was read."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    why = Reason("BN-188", f"revision {shown.revision} of the ruleset page", (shown.row,))
    return [Fact("keywords", record(moment), "BN-188", (why,))]


@rule("BN-188")
def findings(moment: Moment) -> list[Finding]:
    """Each rule that defines a keyword of the glossary: the glossary's entry counts."""
    found = []
    for entry, other in table_of(moment).conflicts:
        rows, at = tuple(dict.fromkeys((other.row, entry.row))), max(other.since, entry.since)
        found.append(Finding("KEYWORD_IN_RULE", "BN-188", _in_words(entry, other), rows, at, True))
    return found


@rule("BN-188")
def conflicts(moment: Moment) -> tuple[Reason, ...]:
    """The same for the pages, in words."""
    found = table_of(moment).conflicts
    return tuple(Reason("BN-188", _in_words(entry, other), (other.row, entry.row)) for entry, other in found)


def _in_words(entry: Definition, other: Definition) -> str:
    return f"{other.place} says “{other.text}”; the glossary's entry {entry.term} counts: {entry.text}"
