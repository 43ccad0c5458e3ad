"""Core Rules, Victory and Ascension: what an Ascension Address says, and the reset of the ruleset that it calls for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.core.gamestate import Fact, Finding, Question, Reason
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.mechanics.html_reading import plain_text
from tracker.mechanics.ruletree import bare_title, title_key
from tracker.mechanics.terms import Renaming, Term, plural_of, plurals_of

from .law import Law
from .moment import Moment
from .ruleset_page import DYNASTIC, PREAMBLE, SPECIAL_CASE
from .special_case import RULES, status_in_title, statuses_in_address, statuses_in_doubt
from .state import EXCERPT, Address, Post

CONFIRM, SAME_WORD = "address", "same-keywords"
"""Topics of the questions: whether an address was read rightly, and whether two terms may become one word."""

KEYWORDS = {"player_word": "Player", "emperor_word": "Emperor"}
"""The words for player and head of the dynasty: the parameter that holds each, and its name in every dynasty."""

_CHANGE = re.compile(
    r"\b(?:chang|replac|renam|substitut|becom|swap|terms?\b|keywords?\b|called\b|known\b)|→|->|=>", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n")
_BLOCK_END = re.compile(r"</(?:p|li|h\d|div|tr)\s*>|<br\s*/?>", re.IGNORECASE)
_LINE_BREAK = "\ue000"
"""What stands for the end of a line while the words of a fragment of HTML are read."""
_GUARDED = str.maketrans({".": "\ue001", "!": "\ue002", "?": "\ue003", ";": "\ue004"})
_UNGUARDED = str.maketrans({"\ue001": ".", "\ue002": "!", "\ue003": "?", "\ue004": ";"})
_DENIES = re.compile(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_IS_NOW = r"(?:is|are|(?:will|shall)\s+be)\s+(?:(?:now|henceforth|hereafter|from\s+now\s+on|an?|the)\s+)*"
_WORD = r"[A-Z][\w’'-]*"
_NOT_A_TERM = (
    r"(?!(?:Keep|Repeal|Set|Change|Replace|Theme|All|And|Retain|The|Rules?|In|For|With|When|This|Please|Also)\b)"
)
_PHRASE = rf"(?:{_NOT_A_TERM}{_WORD}(?:\s+(?:(?:of|de|du|la|le|van|von)\s+(?:the\s+)?)?{_NOT_A_TERM}{_WORD}){{0,3}})"
_NEW = rf"(?:[\"“‘](?P<quoted>[^\"“”‘’]{{1,40}})[\"”’]|(?P<bare>{_PHRASE}|[a-z][\w’-]*))"
_LINK = (
    r"[\"”’]?\s*(?:(?:will|shall|should|is|are|be|being|to|now|henceforth|throughout|the|entire|ruleset|everywhere|in"
    r"|replaced|changed|renamed|known|called|term|word|gets?|it|singular|plural)\s+){0,8}?"
    r"(?:to|with|by|into|as|becomes?|are|is|→|->|=>|=)\s+(?:(?:the\s+)?(?:term|word)s?\s+|an?\s+(?=[\"“A-Z]))?"
)
_PLURAL_ASIDE = re.compile(
    r"\s*[\"”’]?\s*[,(]\s*(?:or\s+|and\s+)?(?:"
    r"(?:with\s+(?:the\s+)?)?plural(?:\s+form)?\s*(?:is|being|[:,])?\s*[\"“‘]?(?P<after>[^\"“”()’.,;]{1,40})"
    r"|pl\.?\s*[\"“‘]?(?P<short>[^\"“”()’.,;]{1,40})"
    r"|[\"“‘]?(?P<before>[^\"“”()’.,;]{1,40}?)[\"”’]?\s+(?:when|in\s+the|if|for\s+the|as\s+the|for)\s+(?:it\s+is\s+)?plural)",
    re.IGNORECASE,
)
_TERM = re.compile(r"[^\W_](?:[\w’'-]|\s(?=\S)){0,39}")
_THEMES = (
    re.compile(
        r"\btheme\b(?:\s+(?:of|for)\s+[^.:;]{0,60}?)?\s*(?:\b(?:is|will be|shall be)\b|[:=]|\s[–-]\s)\s*(?P<theme>[^.!?;\n]+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bdynasty\b[^.!?;]{0,40}?\b(?:is|will be|shall be)\s+(?:about|set in|based on|themed\s+\w+)\s+(?P<theme>[^.!?;\n]+)",
        re.IGNORECASE,
    ),
)
_GAMESTATE_PAGE = re.compile(
    r"\bgamestate(?:\s+tracking)?\s+page\b[^.:;\"“\[]{0,60}?(?:\b(?:is|will be|shall be|to|called|named)\b|:)\s*"
    r"(?:the\s+(?:wiki\s+)?(?:page\s+)?)?(?:[\"“]|\[\[)?(?P<page>[^.;\"”\[\]{}|<>#\n]{1,80})",
    re.IGNORECASE,
)
_KEPT_BEHIND = re.compile(
    r"\b(?:keep|keeping|retain|retaining|preserve|preserving|except(?:\s+for)?|excluding|other\s+than|apart\s+from"
    r"|with\s+the\s+exception\s+of|save\s+for)\b[:\s]*(?P<names>[^.;!?]+)",
    re.IGNORECASE,
)
_KEPT_BEFORE = re.compile(
    r"(?P<names>[^.;!?:]+?)\s+(?:is|are|will be|shall be|should be)\s+(?:to be\s+)?(?:kept|retained|preserved)\b",
    re.IGNORECASE,
)
_SAID_BEFORE = re.compile(r"^.*\brepealed\b[\s,]*(?:and|but|while)?\s*", re.IGNORECASE)
_NONE = re.compile(r"^\s*(?:no|none|nothing)\b", re.IGNORECASE)
_ALL = re.compile(
    r"^\s*(?:all|every(?:thing)?|each|the\s+(?:rest|others?|remainder|remaining))\b"
    r"(?:\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?rules?)?",
    re.IGNORECASE,
)
_REPEALED = re.compile(r"\brepeal(?:s|ing)?\b\s*(?P<names>[^.;!?]+)", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:except(?:\s+for)?|excluding|other\s+than|apart\s+from|save\s+for|but)\b(?P<names>.*)", re.IGNORECASE
)
_END_OF_NAMES = re.compile(
    r"\b(?:and|but|,)\s+(?:(?:then\s+)?(?:repeal|change|replace|set|rename)|all\s+other)\b.*", re.IGNORECASE | re.DOTALL
)
_FILLING = re.compile(
    r"^(?:(?:only|just|the|all|other|following|dynastic|rules?|subrules?|called|titled|entitled|named|of|for)\b[\s:]*)+",
    re.IGNORECASE,
)
_BETWEEN_NAMES = re.compile(r"[,;&]|\b(?:and|or)\b", re.IGNORECASE)
_QUOTED_NAME = re.compile(r"[\"“]([^\"“”]{1,100})[\"”]")


@dataclass(frozen=True, slots=True)
class TermChange:
    """One of the two terms changed: the parameter that holds it, the word now and the new one with its plural, if told."""

    name: str
    old: str
    new: str
    plural: str = ""


@dataclass(frozen=True, slots=True)
class AddressReading:
    """What an Ascension Address says, as far as it can be read; people confirm it (BN-092).

    ``keep`` are the names of dynastic rules to be kept; with ``keeps_all`` every rule is kept but those in ``repeal``.
    ``inactive`` are the Special Case rules that it sets inactive; every other one becomes active.
    """

    theme: str = ""
    terms: tuple[TermChange, ...] = ()
    keep: tuple[str, ...] = ()
    keeps_all: bool = False
    repeal: tuple[str, ...] = ()
    inactive: tuple[str, ...] = ()
    gamestate_page: str = ""
    doubts: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As the gamestate shows it."""
        terms = {term.old: [term.new, term.plural] if term.plural else [term.new] for term in self.terms}
        return {
            "theme": self.theme,
            "terms": terms,
            "keep": "all" if self.keeps_all else list(self.keep),
            "repeal": list(self.repeal),
            "inactive": list(self.inactive),
            "gamestate_page": self.gamestate_page,
        }


@rule("BN-092", "BN-166")
def read_address(
    text: str, words: Mapping[str, str], rules: Sequence[str] = (), special_cases: Sequence[str] = RULES
) -> AddressReading:
    """Read an address's plain text.

    ``words`` are the terms now (``player_word``, ``emperor_word``), ``rules`` the titles of the dynastic rules and
    ``special_cases`` those of the Special Case rules, as far as they are known.
    """
    text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    terms, doubts = _terms(text, words)
    doubts += [f"not understood: {said[:EXCERPT]}" for said in statuses_in_doubt(text, tuple(special_cases))]
    doubts += [f"not understood: {said[:EXCERPT]}" for said in _kept_in_doubt(text, rules)]
    keep, keeps_all, repeal = _rules(text, rules)
    if repeal and not keep and not keeps_all:
        doubts.append(
            f"it lists rules to repeal ({', '.join(repeal)}) and none to keep: every other one is repealed too"
        )
    statuses = statuses_in_address(text, tuple(special_cases))[0]
    page = _GAMESTATE_PAGE.search(text)
    return AddressReading(
        theme=_theme(text),
        terms=tuple(terms),
        keep=tuple(keep),
        keeps_all=keeps_all,
        repeal=tuple(repeal),
        inactive=tuple(name for name, is_active in statuses.items() if not is_active),
        gamestate_page=page["page"].strip() if page else "",
        doubts=tuple(doubts),
    )


def _theme(text: str) -> str:
    found = next(filter(None, (pattern.search(text) for pattern in _THEMES)), None)
    return found["theme"].strip()[:EXCERPT] if found else ""


# --- terms ------------------------------------------------------------------------------------------------------------


def _terms(text: str, words: Mapping[str, str]) -> tuple[list[TermChange], list[str]]:
    """The terms that the text changes, each once, and what is doubtful about them."""
    olds, found, doubts = _old_forms(words), dict[str, TermChange](), list[str]()
    for sentence in _sentences(text):
        is_order = _CHANGE.search(sentence) is not None
        changes = list(_changes_in(sentence, olds)) if is_order and not _is_hedged(sentence) else []
        if not changes and (_names_any(sentence, olds) if is_order else _is_called(sentence, olds)):
            doubts.append(f"not understood: {sentence.strip()[:EXCERPT]}")
        for name, is_plural, new, plural in changes:
            if not _TERM.fullmatch(new):
                doubts.append(f"{new!r} cannot be a term")
            else:
                _add(found, doubts, TermChange(name, words[name], new, plural), is_plural)
    return list(found.values()), doubts


def _sentences(text: str) -> list[str]:
    """The sentences of a text, each with the mark that ends it."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return [
        text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if text[start:end].strip()
    ]


def _is_hedged(sentence: str) -> bool:
    """Whether a sentence asks or denies, so that it orders nothing by itself."""
    return sentence.rstrip().endswith("?") or _DENIES.search(sentence) is not None


def _is_called(sentence: str, olds: Iterable[str]) -> bool:
    """Whether a sentence says of a term that it is something with a capital letter, which may be its new name."""
    words = "|".join(map(re.escape, olds))
    return re.search(rf"\b(?i:{words})\b[\"”’]?\s+{_IS_NOW}[\"“‘]?[A-Z]", sentence) is not None


def _names_any(sentence: str, olds: Iterable[str]) -> bool:
    return re.search(rf"\b(?:{'|'.join(map(re.escape, olds))})\b", sentence, re.IGNORECASE) is not None


def _add(found: dict[str, TermChange], doubts: list[str], change: TermChange, is_plural: bool) -> None:
    """Note a change; one of a plural form tells the plural of the term, or the term itself where nothing else does."""
    known = found.get(change.name)
    if is_plural and known is not None:
        found[change.name] = TermChange(known.name, known.old, known.new, known.plural or change.new)
    elif is_plural:
        singular = _singular_of(change.new)
        found[change.name] = TermChange(change.name, change.old, singular, change.new)
        doubts.append(f"only the plural {change.new} is told; the singular is taken to be {singular}")
    elif known is not None and known.plural and known.new.casefold() != change.new.casefold():
        doubts[:] = [doubt for doubt in doubts if not doubt.startswith(f"only the plural {known.plural} ")]
        found[change.name] = TermChange(known.name, known.old, change.new, known.plural)
    elif known is None:
        found[change.name] = change
    elif known.new.casefold() != change.new.casefold():
        doubts.append(f"{change.old} is changed to {known.new} and to {change.new}; the first is taken")


def _singular_of(plural: str) -> str:
    candidates = (plural.removesuffix("s"), plural.removesuffix("es"), f"{plural.removesuffix('ies')}y")
    likely = (word for word in candidates if word != plural and plural_of(word)[0] == plural)
    return next(likely, plural.removesuffix("s"))


def _old_forms(words: Mapping[str, str]) -> dict[str, tuple[str, bool]]:
    """Every form of the terms now, folded -> the parameter, and whether it is a plural; Player and Emperor mean them too."""
    forms: dict[str, tuple[str, bool]] = {}
    for name, word in words.items():
        for term in (Term(word), Term(KEYWORDS[name])):
            forms.setdefault(term.singular.casefold(), (name, False))
            for plural in plurals_of(term):
                forms.setdefault(plural.casefold(), (name, True))
    return forms


def _changes_in(sentence: str, olds: Mapping[str, tuple[str, bool]]) -> Iterator[tuple[str, bool, str, str]]:
    """(parameter, whether its plural form is named, new word, its plural) of each change that a sentence orders."""
    old = "|".join(sorted(map(re.escape, olds), key=lambda form: -len(form)))
    # "the terms X and Y are replaced with A and B": two old words, then two new ones in the same order.
    pair = rf"\b(?P<one>(?i:{old}))[\"”’]?\s*(?:,\s*)?and\s+[\"“‘]?(?P<two>(?i:{old})){_LINK}"
    for match in re.finditer(rf"{pair}{_NEW}[\"”’]?\s*(?:,\s*)?and\s+", sentence):
        second = re.compile(_NEW).match(sentence, match.end())
        if second:
            for word, new in ((match["one"], _new(match)), (match["two"], _new(second))):
                name, is_plural = olds[word.casefold()]
                yield name, is_plural, new, ""
            return
    for match in re.finditer(rf"\b(?P<old>(?i:{old})){_LINK}{_NEW}", sentence):
        name, is_plural = olds[match["old"].casefold()]
        aside = _PLURAL_ASIDE.match(sentence, match.end())
        told = next(filter(None, aside.groups()), "") if aside else ""
        yield name, is_plural, _new(match), told.strip(" \"'“”‘’")


def _new(match: re.Match[str]) -> str:
    return (match["quoted"] or match["bare"]).strip(" .,")


# --- rules ------------------------------------------------------------------------------------------------------------


def _rules(text: str, titles: Sequence[str]) -> tuple[list[str], bool, list[str]]:
    """The rules to keep, whether all are kept, and the rules to repeal."""
    keep, repeal, keeps_all = list[str](), list[str](), False
    for sentence in filter(lambda each: not _is_hedged(each), _sentences(_guarded(text, titles))):
        for names in _kept_in(sentence):
            listed = _END_OF_NAMES.sub("", names)
            everything = _ALL.match(listed)
            if everything and not re.search(r"\brepeal", sentence[: sentence.find(names)], re.IGNORECASE):
                keeps_all = True
                exception = _EXCEPT.search(listed, everything.end())
                repeal += _names_in(exception["names"], titles) if exception else []
            else:
                keep += _names_in(listed, titles)
        for match in _REPEALED.finditer(sentence):
            repeal += [] if _ALL.match(match["names"]) else _names_in(_EXCEPT.sub("", match["names"]), titles)
    kept = list(dict.fromkeys(name for name in keep if name not in repeal))
    return kept, keeps_all, list(dict.fromkeys(repeal))


def _kept_in_doubt(text: str, titles: Sequence[str]) -> list[str]:
    """The sentences on keeping or repealing rules that ask or deny."""
    found = filter(_is_hedged, _sentences(_guarded(text, titles)))
    return [each.translate(_UNGUARDED).strip() for each in found if _kept_in(each) or _REPEALED.search(each)]


def _guarded(text: str, titles: Sequence[str]) -> str:
    """The text with the titles in it made so that their own punctuation ends no sentence."""
    for title in titles:
        if title != title.translate(_GUARDED):
            words = r"\s+".join(re.escape(word) for word in _plain(title).split())
            text = re.sub(words, lambda found: found[0].translate(_GUARDED), text, flags=re.IGNORECASE)
    return text


def _kept_in(sentence: str) -> list[str]:
    """The lists of what is kept; an exception from what is kept belongs to its list."""
    found = [match["names"] for match in _KEPT_BEHIND.finditer(sentence)]
    # "... are repealed, and X is kept": the list begins behind what was said before.
    said = [_SAID_BEFORE.sub("", match["names"]) for match in _KEPT_BEFORE.finditer(sentence)]
    return [names for names in (*found, *said) if not _NONE.match(names)]


def _names_in(listed: str, titles: Sequence[str]) -> list[str]:
    """The names in a list: those in quotation marks, or else known titles, and what else looks like a rule's name."""
    listed = listed.translate(_UNGUARDED)
    quoted = [name.strip(" .,") for name in _QUOTED_NAME.findall(listed)]
    if quoted:
        return [_known(name, titles) for name in quoted]
    found, rest = list[tuple[int, str]](), listed
    for title in sorted(titles, key=lambda title: -len(title)):
        words = r"\s+".join(map(re.escape, _plain(title).split()))
        match = re.search(rf"(?<!\w)(?:{words})(?!\w)", _plain(rest), re.IGNORECASE) if words else None
        if match:
            found.append((match.start(), title))
            rest = rest[: match.start()] + "," * (match.end() - match.start()) + rest[match.end() :]
    at = 0
    for piece in _BETWEEN_NAMES.split(rest):
        name = _FILLING.sub("", piece.strip(" .:\"'“”‘’()")).strip()
        name = re.sub(r"\s+rules?$", "", name, flags=re.IGNORECASE)
        if name[:1].isupper():
            found.append((rest.find(piece, at), name))
        at += len(piece)
    return [name for _, name in sorted(found)]


def _plain(text: str) -> str:
    """Kinds of quotes made one, character by character, so that places stay the same."""
    return text.translate(str.maketrans("’‘“”", "''\"\""))


def _known(name: str, titles: Iterable[str]) -> str:
    key = title_key(bare_title(name))
    return next((title for title in titles if title_key(bare_title(title)) == key), name)


# --- what it comes to -------------------------------------------------------------------------------------------------


def words_of(post: Post) -> str:
    """A post's own words with its lines kept apart, which may be all that ends a sentence."""
    if not post.html:
        return post.body
    marked = _BLOCK_END.sub(lambda found: _LINE_BREAK + found[0], post.html.replace(_LINE_BREAK, ""))
    return plain_text(marked).replace(_LINE_BREAK, "\n")


@rule("BN-093")
def renamings(reading: AddressReading) -> list[Renaming]:
    """The replacements of terms that a reading calls for."""
    return [Renaming(Term(term.old), Term(term.new, term.plural)) for term in reading.terms if term.new != term.old]


@rule("BN-105")
def same_keywords(reading: AddressReading, words: Mapping[str, str]) -> str:
    """The one word that both terms would be after the address; "" where they stay apart."""
    after = {**words, **{term.name: term.new for term in reading.terms}}
    same = {word.casefold() for word in after.values()}
    return next(iter(after.values())) if reading.terms and len(after) > 1 and len(same) == 1 else ""


def words_now(law: Law) -> dict[str, str]:
    """What player and head of the dynasty are called now, by parameter."""
    return {name: law.word(name) for name in KEYWORDS}


@rule("BN-092", "BN-105")
def hear_address(moment: Moment, post: Post) -> None:
    """A lawful address: keep what is needed to draft the reset, and note what it lacks or should not do."""
    state = moment.state
    words = words_now(moment.law)
    state.address = Address(
        post.slug,
        post.title,
        post.author,
        moment.when,
        post.observation,
        words_of(post),
        words,
        _dynastic_rules(moment),
    )
    reading = reading_of(moment, state.address)
    if not reading.theme:
        text = f"{post.title} names no theme for the dynasty that we can find"
        state.note("NO_THEME", "BN-092", text, post.observation, at=moment.when, subject=post.slug, is_note=True)
    same = same_keywords(reading, words)
    if same:
        text = f"{post.title} would make both {' and '.join(words.values())} the word {same}; a person decides first"
        state.note("SAME_KEYWORDS", "BN-105", text, post.observation, at=moment.when, subject=post.slug, is_note=True)


def _dynastic_rules(moment: Moment) -> list[str]:
    """Titles of the topmost dynastic rules that stood on the page, as far as it was seen."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    return [
        passage.path[1]
        for passage in shown.passages.values()
        if passage.hash and passage.path[0] == DYNASTIC and passage.path[1] != PREAMBLE and len(passage.path[1:]) == 1
    ]


def all_rules(moment: Moment, section: str) -> list[str]:
    """Titles of every rule and subrule that stands in a section of the page, as far as it was seen."""
    shown = moment.state.ruleset
    passages = shown.passages.values() if shown else ()
    found = (passage.path[-1] for passage in passages if passage.hash and passage.path[0] == section)
    return list(dict.fromkeys(title for title in found if title != PREAMBLE))


def reading_of(moment: Moment, address: Address) -> AddressReading:
    """The address as it reads now: its author may still mend it while its post is live."""
    post = moment.state.posts.get(address.slug)
    text = words_of(post) if post else address.text
    special = [status_in_title(title)[0] for title in all_rules(moment, SPECIAL_CASE)]
    known = tuple(dict.fromkeys([*RULES, *moment.state.special_cases, *special]))
    rules = list(dict.fromkeys([*address.rules, *all_rules(moment, DYNASTIC)]))
    return read_address(text, address.words, rules, known)


def is_confirmed(moment: Moment, address: Address) -> bool:
    """Whether a person said that the address was read rightly."""
    return _answer(moment, address) == "yes"


def _answer(moment: Moment, address: Address) -> str | None:
    """What a person said of the reading, where the address was not edited since."""
    question = f"{CONFIRM}:{address.slug}"
    answer = moment.answer(question)
    is_stale = address.edited_at is not None and answer and moment.decisions[question].at < address.edited_at
    return None if is_stale else answer


def note_edit(moment: Moment, slug: str) -> None:
    """A post was edited: what a person confirmed of the address before was another text."""
    address = moment.state.address
    if address is not None and address.slug == slug:
        address.edited_at = moment.when


def may_rename(moment: Moment, address: Address, reading: AddressReading) -> bool:
    """Whether the terms may be replaced: always, unless both would become one word and no person said yes to it."""
    return not same_keywords(reading, address.words) or moment.answer(f"{SAME_WORD}:{address.slug}") == "yes"


def open_address(moment: Moment) -> Address | None:
    """The address whose reset the page does not show yet; None where there is none, or a person said it was read wrongly."""
    address = moment.state.address
    if address is None or address.done_at is not None or _answer(moment, address) == "no":
        return None
    return address


@rule("BN-092", "BN-105")
def questions(moment: Moment) -> list[Question]:
    """Whether the open address was read rightly, and whether two terms may become one word."""
    address = moment.state.address
    if address is None or address.done_at is not None:
        return []
    reading, rows, found = reading_of(moment, address), (address.observation,), []
    if _answer(moment, address) is None:
        text = f"Is this what {address.title} says: theme, terms, rules kept and Special Case rules set inactive?"
        id = f"{CONFIRM}:{address.slug}"
        found.append(Question(id, text, "BN-092", ("yes", "no"), address.at, tuple(in_words(reading)), rows))
    same = same_keywords(reading, address.words)
    if same and moment.answer(f"{SAME_WORD}:{address.slug}") is None:
        both = " and ".join(address.words.values())
        text = f"{address.title} makes both {both} the word {same}: are the terms to be replaced all the same?"
        found.append(Question(f"{SAME_WORD}:{address.slug}", text, "BN-105", ("yes", "no"), address.at, (), rows))
    return found


def in_words(reading: AddressReading) -> list[str]:
    """A reading in sentences, for the person who confirms it."""
    said = [f"theme: {reading.theme or 'none found'}"]
    for term in reading.terms:
        plural = f"plural {term.plural}" if term.plural else f"plural {plural_of(term.new)[0]}, as we form it"
        said.append(f"{term.old} becomes {term.new} ({plural})")
    if not reading.terms:
        said.append("both terms stay")
    kept = "all" if reading.keeps_all else ", ".join(reading.keep) or "none"
    said.append(f"dynastic rules kept: {kept}")
    if reading.repeal:
        said.append(f"dynastic rules repealed by name: {', '.join(reading.repeal)}")
    said.append(f"Special Case rules set inactive: {', '.join(reading.inactive) or 'none'}; all others are active")
    if reading.gamestate_page:
        said.append(f"gamestate page: {reading.gamestate_page}")
    return [*said, *(f"doubtful: {doubt}" for doubt in reading.doubts)]


@rule("BN-093", "BN-094")
def findings(moment: Moment) -> list[Finding]:
    """That the page waits for the reset that the address calls for, and names to be kept that no dynastic rule bears."""
    address = open_address(moment)
    if address is None:
        return []
    reading, rows = reading_of(moment, address), (address.observation,)
    text = f"the ruleset page does not show yet what {address.title} changed"
    found = [Finding("RESET_DUE", "BN-093", text, rows, address.at, True)]
    known = {title_key(bare_title(title)) for title in (*address.rules, *all_rules(moment, DYNASTIC))}
    for name in [] if moment.state.ruleset is None else (*reading.keep, *reading.repeal):
        if title_key(bare_title(name)) not in known:
            text = f"{address.title} names {name!r}, which no dynastic rule is called; it keeps nothing"
            found.append(Finding("NO_SUCH_RULE", "BN-094", text, rows, address.at))
    return found


@rule("BN-092", "BN-105")
def facts(moment: Moment) -> list[Fact]:
    """What the newest address says, as read."""
    address = moment.state.address
    if address is None:
        return []
    why = Reason("BN-092", f"{address.title}, posted at {iso(address.at)}", (address.observation,))
    return [Fact("ascension", record(moment), "BN-092", (why,))]


def record(moment: Moment) -> dict[str, Any] | None:
    """The newest address as the gamestate prints it; None before the first."""
    address = moment.state.address
    if address is None:
        return None
    reading = reading_of(moment, address)
    return {
        **reading.record(),
        "slug": address.slug,
        "confirmed": is_confirmed(moment, address),
        "done_at": iso(address.done_at) if address.done_at else None,
    }
