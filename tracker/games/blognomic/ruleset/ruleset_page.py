"""The ruleset page as it reads: its four sections, the passages that clauses stand in with their hashes, and its terms."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.clause import Clause, normalise, text_hash, words_hash
from tracker.core.clause_pattern import PatternFault
from tracker.core.leaning import remembered
from tracker.core.region import Span
from tracker.core.rule import rule
from tracker.games.blognomic.law import CLAUSES, PARAMETERS, WORDED
from tracker.mechanics.ruleset import ruleset_passages
from tracker.mechanics.ruleset.ruleset_passages import DOUBLED, Passage, PassageShown, Successor, TitlePath, free_key
from tracker.mechanics.ruleset.ruletree import RuleNode, bare_title, parse_rules, shown_text, title_key

CORE, DYNASTIC, SPECIAL_CASE, APPENDIX = SECTIONS = ("Core Rules", "Dynastic Rules", "Special Case", "Appendix")
GLOSSARY = "Keywords"
PREAMBLE = ""
"""The title under which a section's own text goes."""
UNNAMED_RULE = "Unnamed Rule"
"""What a rule is called whose heading has no title (BN-257)."""

_ENTRY = re.compile(r"^;(?P<term>.*)$|^\*\s*'''(?P<bold>[^'\n]+?):?'''", re.MULTILINE)
_ASIDE = re.compile(r"^(?P<name>.*?)\s*\((?P<aside>[^()]*)\)$")
_PLURALS = (("y", "ies"), ("man", "men"), ("fe", "ves"), ("f", "ves"), ("us", "i"))
TERMS = ("player_word", "emperor_word")
"""The parameters whose words the page tells of itself (BN-255, BN-029)."""
SYNONYMS = "Synonyms"
"""The rule of after 170 that tells both words."""
_ROLES = {"player_word": "Player", "emperor_word": "Emperor"}
_PAIRS = (re.compile(r'"([^"]+)"[^"]*"([^"]+)"'), re.compile(r"([\w'-]+)\s*(?:[:=-]|is|means|are called)\s*([\w'-]+)"))
"""How two words are told to be one: both in quotation marks, or one beside the other."""
_STATEMENT_END = re.compile(r"[.,;](?=\s|$)| • | # ")
_LAYOUT = re.compile(
    r"\{\{\s*TOC\w*\s*\}\}|^\W*(?:(?:back|return) to (?:the )?|[←‹<]\s*)\[\[[^\[\]|]*\]\]\W*$"
    r"|^ruleset \d*$|^\W+$",
    re.IGNORECASE | re.MULTILINE,
)
"""What says nothing outside the sections: a table of contents, a link back to another page, the page's title, a rule drawn."""
TERM = "term"
"""How the key of a term begins that stands for a passage (``term_passages``)."""
_WORD_FOR = {"player_word": "the word for a player", "emperor_word": "the word for the head of the dynasty"}


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page as read: every passage, what stands outside the four sections, and each term that the page tells.

    ``outside`` maps the titles of headings to the words under them, and no title to those above the sections; ``terms``
    maps names of parameters (``player_word``) to the page's own words.
    """

    passages: tuple[Passage, ...]
    outside: Mapping[str, str]
    terms: Mapping[str, str]
    has_blocks: bool = False
    """Whether its third section holds building blocks."""

    def record(self) -> dict[str, Any]:
        """As plain JSON values, to be kept beside the revision."""
        return {
            "passages": [item.row() for item in self.passages],
            "outside": dict(self.outside),
            "terms": dict(self.terms),
            **({"has_blocks": True} if self.has_blocks else {}),
        }

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> PageReading:
        """The inverse of ``record``."""
        passages = tuple(map(Passage.of_row, record["passages"]))
        return cls(passages, record["outside"], record["terms"], bool(record.get("has_blocks")))


@dataclass(frozen=True, slots=True)
class TitleShown:
    """A heading or a term that the page has borne since a revision."""

    title: str
    since: datetime
    row: str


@dataclass(slots=True)
class RulesetShown(ruleset_passages.RulesetShown):
    """The ruleset page as its newest archived revision shows it, with what only this game's page has."""

    titles: dict[str, TitleShown] = field(default_factory=dict)
    """Name of a Special Case rule -> its whole title."""
    outside: dict[str, TitleShown] = field(default_factory=dict)
    """Title of a heading outside the sections, or nothing for what stands above them -> the words there."""
    terms: dict[str, TitleShown] = field(default_factory=dict)
    """Parameter (``player_word``) -> the page's own word."""
    has_blocks: bool = False
    """Whether its third section holds building blocks."""


def read_page(
    page: str, words: Mapping[str, str] | None = None, titles: Mapping[str, str] | None = None
) -> PageReading:
    """Read the wikitext of the ruleset page; ``words`` are the terms to assume where the page does not tell its own.

    ``titles`` are those of the rules that tell a term, where they are called otherwise now (``titles_of_terms``). This is
    the expensive reading, made once for each revision.
    """
    root = parse_rules(page)
    sections = sections_of(root)
    told = terms_told(sections, titles)
    has_blocks = _has_blocks(sections)
    if has_blocks:
        # Their rules say Player and Emperor, and only one rule tells what a dynasty calls them.
        told |= {role: role for role in _ROLES.values()}
    terms = known_words({**(words or {}), **told})
    names = _names_of_old(terms) if has_blocks else {}
    passages: dict[str, Passage] = {}
    for path, span in _pieces(page, sections):
        key = _key(path, terms)
        key = free_key(names.get(key, key), passages)
        passages[key] = Passage(key, path, _hash_of(page[span.start : span.end], terms, path[0]), span)
    return PageReading(tuple(passages.values()), _outside(root, sections, terms), told, has_blocks)


def _hash_of(text: str, terms: Mapping[str, str], section: str) -> str:
    """The hash of a passage: of two revisions nearly every passage is the same, and normalising is what costs."""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()
    key = (digest, tuple(terms.items()), section == DYNASTIC)
    known = _HASHES.get(key)
    if known is None:
        while len(_HASHES) >= _MOST_HASHES:
            del _HASHES[next(iter(_HASHES))]
        known = _HASHES[key] = text_hash(text, terms, keep_bullets=section == DYNASTIC)
    return known


_DIGEST_BYTES = 16
"""Enough that no two passages of a page's life share one."""
_MOST_HASHES = 4096
"""How many passages are remembered."""
_HASHES: dict[tuple[bytes, tuple[tuple[str, str], ...], bool], str] = {}
"""Digest of a passage's wikitext, the terms to put back, whether it is dynastic -> its hash; a pure memory."""


def words_of(page: str, passage: Passage, terms: Mapping[str, str]) -> str:
    """A passage's words without layout noise; ``terms`` as ``known_words`` gives them.

    Dynastic rules keep their bullet points: they may be counted (BN-148).
    """
    text = page[passage.span.start : passage.span.end]
    return normalise(text, terms, keep_bullets=passage.path[0] == DYNASTIC)


# --- sections ---------------------------------------------------------------------------------------------------------


@rule("BN-001")
def sections_of(root: RuleNode) -> list[tuple[str, RuleNode]]:
    """The headings of the four sections by the section's name; what is under a section's heading is that section's."""
    sections: list[tuple[str, RuleNode]] = []
    for node in root.children:
        section = _section_called(node.title)
        sections += [(section, node)] if section else sections_of(node)
    return sections


@rule("BN-001")
def _outside(root: RuleNode, sections: list[tuple[str, RuleNode]], terms: Mapping[str, str]) -> dict[str, str]:
    """The words in none of the sections by the heading that they stand under: none for what stands above a section."""
    spans = [heading.whole for _, heading in sections]
    found: dict[str, str] = {}
    for node in (root, *root.walk()):
        if not any(span.start <= node.whole.start < span.end for span in spans):
            is_above = node is root or any(node.whole.start <= span.start < node.whole.end for span in spans)
            title = PREAMBLE if is_above else rule_name(node.title)
            text = f"{node.title}\n{node.own_text}" if is_above else node.own_text
            found[title] = normalise(f"{found.get(title, '')} {_LAYOUT.sub('', text)}", terms)
    return found


@rule("BN26-001")
def _section_called(title: str) -> str:
    """The section of ruleset 170 that a heading begins, whatever that is called now; "" where it begins none."""
    titles: Mapping[str, str] = PARAMETERS["section_titles"].values[-1].value or {}
    key = title_key(title).removesuffix(" rules")
    return next((section for name, section in titles.items() if title_key(name).removesuffix(" rules") == key), "")


@rule("BN26-001")
def _has_blocks(sections: Iterable[tuple[str, RuleNode]]) -> bool:
    """Whether the third section is one whose rules are in force by standing there, without marks."""
    return any(section == SPECIAL_CASE and title_key(node.title) != title_key(section) for section, node in sections)


def _pieces(page: str, sections: list[tuple[str, RuleNode]]) -> Iterator[tuple[TitlePath, Span]]:
    """Where the text of each passage stands; a glossary's is what comes before its entries."""
    for section, heading in sections:
        yield (section, PREAMBLE), heading.own
        for node in heading.walk():
            path = (section, *map(rule_name, node.path[len(heading.path) :]))
            above = next((at for at, title in enumerate(path) if title_key(title) == title_key(GLOSSARY)), None)
            entries = list(_entries(page, node.own, path[: above + 1])) if above else []
            yield path, Span(node.own.start, entries[0][1].start if entries else node.own.end)
            yield from entries


@rule("BN-257")
def rule_name(title: str) -> str:
    """A rule's name: its title, or for a heading without one what the rules call it then."""
    return title if title.strip() else UNNAMED_RULE


def _entries(page: str, own: Span, path: TitlePath) -> Iterator[tuple[TitlePath, Span]]:
    """The entries of a definition list, or of a list of terms in bold, each from its term to the next one's."""
    found = list(_ENTRY.finditer(page, own.start, own.end))
    ends = [entry.start() for entry in found[1:]] + [own.end] * bool(found)
    for entry, end in zip(found, ends, strict=True):
        yield (*path, f";{shown_text(entry['term'] or entry['bold'])}"), Span(entry.start(), end)


# --- where a clause stands --------------------------------------------------------------------------------------------


def _key(path: TitlePath, terms: Mapping[str, str]) -> str:
    """Section and title: a rule is found wherever in its section it stands; an entry by its rule and term."""
    titles = [path[0]]
    if path[-1].startswith(";"):
        # A term goes by its first name: Effective Vote Comment (EVC), Resolve/Resolution.
        titles += [path[-2], re.sub(r"\([^()]*\)", "", path[-1][1:].partition("/")[0])]
    else:
        titles.append(bare_title(path[-1]))
    return "/".join(title_key(normalise(title, terms)) for title in titles)


@remembered(maxsize=1)
def clause_keys() -> Mapping[str, tuple[str, ...]]:
    """Clause -> the keys of the passages that it stands in: one, or several entries of the glossary."""
    return {clause.id: _keys_of(clause) for clause in WORDED.values()}


@rule("BN26-001")
def _names_of_old(terms: Mapping[str, str]) -> Mapping[str, str]:
    """The key of each rule that was moved or renamed since ruleset 170 -> the key that clauses know it by."""
    titles: Mapping[str, str] = PARAMETERS["moved_rules"].values[-1].value or {}
    return {_key(tuple(now.split("/")), terms): _key(tuple(old.split("/")), {}) for now, old in titles.items()}


def _keys_of(clause: Clause) -> tuple[str, ...]:
    section, last = clause.path[0], clause.path[-1]
    aside = _ASIDE.match(last)
    if len(clause.path) == 1:
        return (_key((aside["name"] if aside else section, PREAMBLE), {}),)
    if aside is None:
        return (_key((section, last), {}),)
    return tuple(_key((section, aside["name"], f";{entry}"), {}) for entry in aside["aside"].split(", "))


def clause_hash(clause: str, words: Mapping[str, str]) -> str:
    """The hash of the passages that a clause stands in, given the words by key; "" where any is not there."""
    keys = clause_keys()[clause]
    if any(key not in words for key in keys):
        return ""
    return words_hash(" ".join(words[key] for key in keys))


def clause_hashes(page: str) -> dict[str, str]:
    """Clause -> its hash as this page has it, "" where its rule is not there: the ``text_hash`` of ``clauses.toml``."""
    reading = read_page(page)
    terms = known_words(reading.terms)
    words = {passage.key: words_of(page, passage, terms) for passage in reading.passages}
    return {clause: clause_hash(clause, words) for clause in WORDED}


# --- terms ------------------------------------------------------------------------------------------------------------


@rule("BN-029", "BN-255")
def terms_told(sections: list[tuple[str, RuleNode]], titles: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the page says that players and the head of the dynasty are called; a term that it does not tell is left out.

    Only the rule that tells it is looked at, by its title in ``titles`` or the known one; where two rules of that title
    tell different words, none is taken.
    """
    nodes = [node for _, heading in sections for node in heading.walk()]
    synonyms = [node.own_text for node in nodes if title_key(node.name) == title_key(SYNONYMS)]
    told = {}
    for name in TERMS:
        title = (titles or {}).get(name) or title_key(CLAUSES[PARAMETERS[name].clause].path[-1])
        found = {word for node in nodes if title_key(node.name) == title for word in _told(name, node.own_text)}
        found |= {word for text in synonyms for word in _synonyms_of(_ROLES[name], text)}
        if len(found) == 1:
            told[name] = found.pop()
    return told


@rule("BN26-002")
def _synonyms_of(role: str, wikitext: str) -> Iterator[str]:
    """The words that a rule of synonyms gives for a role."""
    for line in _STATEMENT_END.split(normalise(wikitext, keep_bullets=True)):
        pair = next((found.groups() for form in _PAIRS if (found := form.search(line))), ())
        if role in pair:
            yield next((word for word in pair if word != role), role)


def titles_of_terms(successors: Mapping[str, Successor]) -> dict[str, str]:
    """Parameter -> the title, as titles are compared, of the rule that tells its word, where that title changed."""
    keys = {name: clause_keys()[PARAMETERS[name].clause][0] for name in TERMS}
    return {
        name: successors[key].key.partition("/")[2].rstrip(DOUBLED) for name, key in keys.items() if key in successors
    }


def term_passages(words: Mapping[str, str], when: datetime, row: str = "") -> dict[str, PassageShown]:
    """The terms that a page tells, each as a passage of its own: in all others they are put back, so none shows a change."""
    return {
        f"{TERM}/{name}": PassageShown(
            (*CLAUSES[PARAMETERS[name].clause].path, _WORD_FOR[name]), words_hash(word), word, when, row
        )
        for name, word in words.items()
        if name in TERMS
    }


def _told(name: str, wikitext: str) -> list[str]:
    pattern = PARAMETERS[name].pattern
    try:
        return [str(pattern.read(normalise(wikitext)).value)] if pattern else []
    except PatternFault:
        return []


def known_words(used: Mapping[str, str]) -> Mapping[str, str]:
    """The forms of the terms in use -> the words that our hashes were taken with, articles and plurals included."""
    return _known_words(tuple(sorted(used.items())))


@remembered(maxsize=64)
def _known_words(used: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    names = {role: name for name, role in _ROLES.items()}
    pairs = [(word, str(PARAMETERS[names.get(name, name)].values[0].value)) for name, word in used]
    forms = [form for word, known in pairs if word != known for form in _forms(word, known)]
    return dict(sorted(forms, key=lambda form: -len(form[0])))


def _forms(word: str, known: str) -> Iterator[tuple[str, str]]:
    """``Agent`` -> ``Castaway``, ``an Agent`` -> ``a Castaway``, and ``Spies`` -> ``Castaways`` for a Spy."""
    yield word, known
    for singular, plural in _PLURALS:
        if word.endswith(singular):
            yield word.removesuffix(singular) + plural, f"{known}s"
    used, fitting = ("a", "an") if known[:1].casefold() in "aeiou" else ("an", "a")
    yield f"{used} {word}", f"{fitting} {known}"
    yield f"{used.capitalize()} {word}", f"{fitting.capitalize()} {known}"
