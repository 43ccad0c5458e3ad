"""Terms: replacing the words that a ruleset has for somebody throughout a page of wikitext, in one pass.

Only whole words are replaced, in every form (plural, possessive, small or capital letters), with the article before them.
Comments, tags, addresses, templates' names and the targets of links that show another text stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_IRREGULAR = (
    ("person", "people"), ("child", "children"), ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"),
    ("mouse", "mice"), ("ife", "ives"), ("lf", "lves"), ("thief", "thieves"), ("man", "men"),
)  # fmt: skip
_REGULAR_MAN = ("human", "german", "shaman", "roman", "ottoman", "talisman", "caiman")
_UNSURE = ("o", "f", "us", "is", "um", "on", "ix", "ex", "fish", "sheep", "deer", "series", "species")
_HISSES = ("s", "x", "z", "ch", "sh")
_SOUNDS_OPEN = re.compile(r"(?:hour|heir|honest|hono[u]?r)", re.IGNORECASE)
_SOUNDS_CLOSED = re.compile(r"(?:eu|ewe|uni(?![nm])|u[bcfhjkqrst][aeiou]|one\b|once\b)", re.IGNORECASE)
_LETTERS_SAID_OPEN = "AEFHILMNORSX"
_UNTOUCHED = (
    r"<!--.*?(?:-->|\Z)|</?[a-zA-Z][^<>]*>|(?:https?:)?//[^\s\[\]<>|]+|\{\{[^{}|]*"
    r"|\[\[\s*(?:[Ff]ile|[Ii]mage|[Mm]edia|[Cc]ategory)\s*:[^\[\]|]*|\[\[[^\[\]|#]*(?=\|)"
)
_GAP = r"\s+(?:'{2,}+|[\"“‘]|\[\[[^\[\]|]*\|)*"


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or a few, for somebody; an empty ``plural`` is formed by the usual ways of English."""

    singular: str
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Renaming:
    """A term that another one takes the place of."""

    old: Term
    new: Term


@dataclass(frozen=True, slots=True)
class Replacement:
    """A piece of a text that becomes another one; ``doubt`` says what a person should look at, if anything."""

    start: int
    before: str
    after: str
    doubt: str = ""


def replacements(text: str, renamings: Sequence[Renaming]) -> list[Replacement]:
    """What is to be replaced in a text, in order, so that no new term is taken for an old one."""
    renamed = [renaming for renaming in renamings if renaming.old.singular.strip()]
    if not renamed:
        return []
    forms = _forms_of(tuple(renamed))
    return [found for match in forms.pattern.finditer(text) if (found := forms.replacement(match)) is not None]


def replaced(text: str, renamings: Sequence[Renaming]) -> str:
    """The text with every term replaced."""
    pieces, at = [], 0
    for found in replacements(text, renamings):
        pieces += [text[at : found.start], found.after]
        at = found.start + len(found.before)
    return "".join([*pieces, text[at:]])


# --- forms of words ---------------------------------------------------------------------------------------------------


def plural_of(word: str) -> tuple[str, bool]:
    """A word's plural, and whether a person should look at it; of several words the last, or the one before *of*."""
    head, of, rest = word.partition(" of ")
    if of:
        return plural_of(head)[0] + of + rest, True
    plain = word.casefold()
    if not plain.endswith(_REGULAR_MAN):
        for singular, plural in _IRREGULAR:
            if plain.endswith(singular):
                at = len(word) - len(singular)
                return word[:at] + (plural.capitalize() if word[at].isupper() else plural), True
    return _regular_plural(word), plain.endswith(_UNSURE)


def _regular_plural(word: str) -> str:
    if word.casefold().endswith(_HISSES):
        return f"{word}es"
    if re.search(r"[^aeiou\W]y$", word, re.IGNORECASE):
        return f"{word[:-1]}ies"
    return f"{word}s"


def plurals_of(term: Term) -> list[str]:
    """Every plural that a page may have for a term."""
    usual = plural_of(term.singular)[0]
    return list(dict.fromkeys([*filter(None, [term.plural]), usual, _regular_plural(term.singular)]))


def takes_an(word: str) -> bool:
    """Whether the article before a word is *an*, by its sound as far as spelling tells."""
    letters = word.lstrip("\"“‘'[")
    first = letters.split()[0] if letters.split() else ""
    if len(first) > 1 and first.isupper():
        return first[0] in _LETTERS_SAID_OPEN
    if _SOUNDS_OPEN.match(letters):
        return True
    return letters[:1].casefold() in "aeiou" and letters[:1] != "" and not _SOUNDS_CLOSED.match(letters)


def in_letters_of(found: str, new: str) -> str:
    """A new word in small, capital or initial letters as the word found had them; letters of its own stay where they can."""
    if len(found) > 1 and found.isupper():
        return new.upper()
    has_own_letters = any(letter.isupper() for word in new.split() for letter in word[1:])
    if found.islower():
        return new if has_own_letters else new.lower()
    if found[1:].islower() and " " in found and not has_own_letters:
        return new[:1].upper() + new[1:].lower()
    return new[:1].upper() + new[1:]


# --- the pattern ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Form:
    """How one form of an old term becomes the new one."""

    new: str
    is_plural: bool
    doubt: str


@dataclass(frozen=True, slots=True)
class _Forms:
    """Every form of every old term, and the pattern that finds them with article and possessive."""

    pattern: re.Pattern[str]
    by_word: dict[str, _Form]

    def replacement(self, match: re.Match[str]) -> Replacement | None:
        """What a match asks for; None where it is something that is left alone."""
        if match["target"] is not None:
            return self._link(match)
        if match["word"] is None:
            return None
        form = self.by_word[_key(match["word"])]
        word = in_letters_of(match["word"], form.new)
        before = match[0][: match.start("word") - match.start()]
        head = before if match["article"] is None else _article(match, word) + before[len(match["article"]) :]
        return _unless_same(match.start(), match[0], head + word + _possessive(match, form, word), form.doubt)

    def _link(self, match: re.Match[str]) -> Replacement | None:
        """A link that shows its target goes on leading there and shows the new words."""
        inner = [found for part in self.pattern.finditer(match["target"]) if (found := self.replacement(part))]
        if not inner:
            return None
        shown, at = "", 0
        for found in inner:
            shown += match["target"][at : found.start] + found.after
            at = found.start + len(found.before)
        shown += match["target"][at:]
        before = match[0][: match.start("target") - match.start() - len("[[")]
        head = before
        if match["article"] is not None and inner[0].start == 0:
            head = _article(match, shown, match["target"]) + before[len(match["article"]) :]
        after = f"{head}[[{match['target']}|{shown}]]"
        return Replacement(match.start(), match[0], after, next((found.doubt for found in inner if found.doubt), ""))


def _unless_same(start: int, before: str, after: str, doubt: str) -> Replacement | None:
    return None if before == after else Replacement(start, before, after, doubt)


def _article(match: re.Match[str], new: str, old: str = "") -> str:
    """The article that fits the new word; one that would fit the old as well as the new stays as it is."""
    article = match["article"]
    wanted = takes_an(new)
    if takes_an(old or match["word"]) == wanted:
        return str(article)
    if not wanted:
        return str(article[:1])
    return article[:1] + ("N" if len(new) > 1 and new.isupper() and article[:1].isupper() else "n")


def _possessive(match: re.Match[str], form: _Form, word: str) -> str:
    """The apostrophe after a word: after a plural it depends on the plural's last letter; a closing quote is none."""
    own = match["own"] or ""
    before = match.string[match.start("word") - 1 : match.start("word")]
    if not own or not form.is_plural or (len(own) == 1 and before in ("'", "‘")):
        return own
    return own[:1] if word.casefold().endswith("s") else f"{own[:1]}s"


@lru_cache(maxsize=64)
def _forms_of(renamings: tuple[Renaming, ...]) -> _Forms:
    by_word: dict[str, _Form] = {}
    for renaming in renamings:
        for word, form in _forms(renaming):
            by_word.setdefault(_key(word), form)
    words = sorted(by_word, key=lambda word: (-len(word), word))
    found = "|".join(r"\s+".join(map(re.escape, word.split(" "))) for word in words)
    pattern = (
        rf"{_UNTOUCHED}|(?:(?<![\w/])(?P<article>[Aa][Nn]?)(?P<gap>{_GAP}))?"
        rf"(?:\[\[(?P<target>[^\[\]|#]*)\]\]|(?<!\w)(?P<word>(?i:{found}))"
        r"(?P<own>['’](?:[sS](?!\w)|(?!['’\w])))?(?!\w))"
    )
    return _Forms(re.compile(pattern, re.DOTALL), by_word)


def _forms(renaming: Renaming) -> Iterator[tuple[str, _Form]]:
    old, new = renaming.old, renaming.new
    yield old.singular, _Form(new.singular, False, "")
    guessed, is_unsure = plural_of(new.singular)
    plural = new.plural or guessed
    for word in plurals_of(old):
        was_unsure = plural_of(old.singular)[1] and word != old.plural
        is_doubtful = (is_unsure and not new.plural) or was_unsure
        yield word, _Form(plural, True, f"the plural {word} became {plural}" if is_doubtful else "")


def _key(word: str) -> str:
    return " ".join(word.casefold().split())
