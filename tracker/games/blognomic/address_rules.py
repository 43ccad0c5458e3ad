"""Core Rules, Victory and Ascension: which dynastic rules an Ascension Address keeps, and which it repeals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tracker.core.rule import rule
from tracker.mechanics.ruletree import bare_title, title_key

Verb = Literal["keep", "repeal"]

_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n")
_GUARDED = str.maketrans({".": "\ue001", "!": "\ue002", "?": "\ue003", ";": "\ue004"})
_UNGUARDED = str.maketrans({"\ue001": ".", "\ue002": "!", "\ue003": "?", "\ue004": ";"})
_HEDGES = re.compile(
    r"\b(?:not|never|unless|might|maybe|perhaps|possibly|probably|if(?!\s+(?:\w+\s+){0,3}plural))\b|n['’]t\b",
    re.IGNORECASE,
)
ORDER = r"keep(?!ing\s+with)(?:s|ing)?|retain(?:s|ing)?|preserv(?:es?|ing)|(?:repeal|delet|remov|scrap|abolish|discard)(?:e?s|p?ing|e)?"
_DONE = (
    r"(?:(?:is|are|be|been|gets?|was|were)\s+(?:(?:all|also|hereby|now|therefore|to\s+be)\s+)*"
    r"(?:kept|retained|preserved|repealed|deleted|removed|scrapped|abolished|discarded|gone))"
)
_HAPPENS = r"(?:stays?|remains?|survives?|carr(?:y|ies)\s+over|goe?s?|lives?\s+on)"
_VERB = re.compile(rf"\b(?:(?P<done>{_DONE})|(?P<order>{ORDER})|(?P<happens>{_HAPPENS}))\b", re.IGNORECASE)
_KEEPS = re.compile(r"keep|kept|retain|preserv|stay|remain|surviv|carr|live", re.IGNORECASE)
_PLAIN_VERB = re.compile(r"keep|kept|retain|preserv|repeal", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:except(?:ing)?(?:\s+for)?|excluding|other\s+than|apart\s+from|aside\s+from|with\s+the\s+exception\s+of|besides"
    r"|minus|(?:save|bar|but)(?:\s+for)?(?=\s+(?:(?:only|the|rules?|subrules?)\s+)*[\"“(?-i:A-Z)]))\b(?!\s+I\b)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    rf"(?:[,:]|(?<!\s))\s+(?:and|but|while|whereas|then)\s+(?=(?:(?:then|please|also|to|I|we|will)\s+){{0,12}}(?:{ORDER}|chang|replac|renam|set|make)\w*)"
    r"|,\s+(?=(?:and\s+|but\s+)?(?:all|every|everything|the\s+(?:rest|others?|remainder|remaining))\b)"
    rf"|,\s+(?=(?:{ORDER})\b|(?:chang|replac|renam)\w*)|(?<!\s)\s+(?:and|but|while)\s+(?=all\s+other\b)|:\s+|\s[–—-]\s",
    re.IGNORECASE,
)
_LIST_BEGINS = re.compile(
    rf"\b(?:{ORDER}|following\b[^:]*|(?:{ORDER})\s+(?:only\s+)?(?:the\s+)?(?:dynastic\s+)?(?:sub)?rules?)\s*$",
    re.IGNORECASE,
)
_AFTER_DONE = re.compile(
    r"\s*(?:,\s*(?:and|but|while|whereas|then)?|\b(?:and|but|while|whereas|then)\b)\s*", re.IGNORECASE
)
_ALL = re.compile(
    r"^\W*(?:all|every(?:thing)?|each|any|the\s+(?:rest|others?|remainder|remaining))\b(?P<which>.*)"
    r"|^\W*(?:the\s+|our\s+)?(?:(?:existing|current|old|previous|present)\s+)?(?:dynastic\s+)?rules\W*$",
    re.IGNORECASE | re.DOTALL,
)
_IS_FOLLOWED = re.compile(r"\bfollowing\b[^\n]*\n\s*[:–—-]\s", re.IGNORECASE)
_REST = re.compile(
    r"^\W*(?:(?:all|every|any)\s+others?\b|everything\s+else\b|the\s+(?:rest|others?|remain))", re.IGNORECASE
)
_NONE = re.compile(r"^\W*(?:no|none|nothing)\b", re.IGNORECASE)
_NARROWED = re.compile(
    r"\b(?:that|which|whose|about|with|without|concerning|involving|regarding|relating|named|titled|called)\b",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"\bspecial\s+case\b|\b(?:in)?active\b|\bcore\s+rules?\b|\bappendix\b", re.IGNORECASE)
_OF_RULES = re.compile(r"\b(?:sub)?rules?\b|\beverything\b|\bnothing\b", re.IGNORECASE)
_OF_DYNASTIC = re.compile(r"\bdynastic\s+(?:sub)?rules?\b", re.IGNORECASE)
_ALTERS = re.compile(
    r"\b(?:renam|reword|amend|modif)\w*|\b(?:change|replace|set|make)\s+(?:it|its|them|their)\b", re.IGNORECASE
)
_PLAIN_TAIL = re.compile(
    r"\b(?:for\s+(?:now|the\s+time\s+being)|at\s+once|right\s+away|from\s+now\s+on|(?:with\s+)?immediate\s+effect"
    r"|effective\s+immediately|as\s+(?:(?:it|they)\s+)?(?:is|are|stands?|now|before|well)|in\s+(?:place|full|force|effect)"
    r"|(?:(?:from|in|of|for)\s+)?(?:the\s+|this\s+|our\s+|my\s+)?(?:(?:last|new|previous|former|old|current)\s+)?dynasty"
    r"|(?:from|in|of)\s+the\s+(?:(?:dynastic\s+)?ruleset|dynastic\s+rules(?:\s+section)?|dynastic\s+section)|the\s+same"
    r"|(?:and|to)\s+(?:start|begin)\s+(?:afresh|anew|over|again|from\s+scratch)|by\s+me"
    r"|(?:and|with|including)\s+(?:all\s+(?:of\s+)?)?(?:its|their)\s+subrules)\b",
    re.IGNORECASE,
)
"""What may stand with an order without changing it."""
_PLAIN_WORDS = (
    r"please|hereby|also|too|now|then|therefore|instead|immediately|henceforth|only|just|both|intact|unchanged|unaltered"
    r"|entirely|completely|altogether|again|actually|so|first|finally|i['’](?:m|ll)|we['’](?:re|ll)|(?:i|we)['’]d\s+like|let['’]?s|i|we|us|let|you|it|they|them|will|shall|should"
    r"|must|can|may|am|are|is|be|been|being|going|want|wish|to|all|and|but|while|which|yes"
    r"|the|of|our|these|those|dynastic|(?:sub)?rules?|ruleset|called|titled|entitled|named|following"
)
_PLAIN = re.compile(rf"\b(?:{_PLAIN_WORDS})\b", re.IGNORECASE)
_PLAIN_OF_ALL = re.compile(
    r"\b(?:every\s+(?:single|last|one)(?:\s+one)?|any|each|every(?:thing)?|no|none|nothing|else|others?|rest|remaining|remainder|ones"
    rf"|existing|current|old|previous|present|former|{_PLAIN_WORDS})\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"\bbecause\b.*", re.IGNORECASE | re.DOTALL)
_LIMITED = re.compile(
    r"\b(?:(?:at|by)\s+(?:the\s+(?:end|start|beginning)|noon|midnight|\d)|until|till|after|(?<!as )before|when(?:ever)?|once"
    r"|as\s+(?:soon|long)\s+as|during|tomorrow|tonight|later|soon|eventually|(?:provided|assuming|supposing)\b"
    r"|(?:on|from|starting|next|this|by)\s+(?:(?:the\s+)?\d|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|week|month|year)"
    r"|(?:in|within|for)\s+(?:the\s+(?:first|next)|an?|one|two|three|\d+)\s+(?:few\s+)?(?:hour|day|week|fortnight|month)s?"
    r"|(?:in|within|inside|under)\s+(?:the\s+)?(?:core|special|appendix|section|rules?\s+[A-Z\"“]|titles?|headings?|body|keywords?))\b",
    re.IGNORECASE,
)
"""Words that hold an order back to a time, or to a part of the ruleset."""
_LEAVES = re.compile(
    r"\b(?:every(?:thing|\s+one)\s+else|(?:all|every)\s+(?:of\s+)?(?:the\s+)?others?(?:\s+rules?)?"
    r"|the\s+(?:rest|others|remainder)(?:\s+of\s+(?:the|our)\s+(?:dynastic\s+)?rules)?|the\s+(?:remaining|other)\s+rules)\b(?!\s+of\b)"
    r"|\brules?(?:et)?\b[^\n]{0,60}?\b(?:continues?|unchanged|unaltered|untouched|alone|(?:no|without)\s+changes?|the\s+same|as\s+(?:before|it\s+is|they\s+are))\b",
    re.IGNORECASE,
)
_DROPS = re.compile(r"\b(?:nuk|drop|wip|toss|ditch|purg|cut|kill|strik|eras|eliminat|throw)\w*", re.IGNORECASE)
_FILLING = re.compile(
    r"^(?:(?:only|just|the|all|other|following|dynastic|rules?|subrules?|called|titled|entitled|named|of|for)\b[\s:]*)+",
    re.IGNORECASE,
)
_BETWEEN_NAMES = re.compile(r"[,;&]|\b(?:and|or)\b", re.IGNORECASE)
_CHOICE = re.compile(r"\b(?:either|or)\b", re.IGNORECASE)
_QUOTED_NAME = re.compile(r"[\"“]([^\"“”]{1,100})[\"”]")


@dataclass(frozen=True, slots=True)
class RulesSaid:
    """What a text says of dynastic rules: names to keep and to repeal, whether all others are kept, and what is doubtful."""

    keep: tuple[str, ...] = ()
    keeps_all: bool = False
    repeal: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with the mark that ends it."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return [
        text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if text[start:end].strip()
    ]


def is_hedged(sentence: str) -> bool:
    """Whether a sentence asks, denies, or leaves open, so that it orders nothing by itself."""
    return sentence.rstrip().endswith("?") or _HEDGES.search(sentence) is not None


def is_held_back(sentence: str) -> bool:
    """Whether a sentence holds from some time on, for some time, or for some part of the ruleset only."""
    return _LIMITED.search(sentence) is not None


@rule("BN-094")
def rules_in(text: str, titles: Sequence[str]) -> RulesSaid:
    """Which dynastic rules a text keeps and repeals; ``titles`` are those that stand on the page, as far as they are known.

    What is said of rules and cannot be read, and every rule that it names and neither keeps nor repeals, is a doubt.
    """
    work = _Work(titles)
    for sentence in sentences(_guarded("\n".join(_lists_joined(text.split("\n"), titles)), titles)):
        work.take(sentence)
    if work.keeps_all and work.repeals_all:
        work.doubts.append("it both keeps and repeals all rules")
    both = [name for name in dict.fromkeys(work.keep) if name in work.repeal]
    work.doubts += [f"it both keeps and repeals {name}" for name in both]
    said = {title_key(bare_title(name)) for name in (*work.keep, *work.repeal)}
    idle = [title for title in _mentioned(text, titles) if title_key(bare_title(title)) not in said]
    work.doubts += [f"it names {title}, and we do not read that it keeps or repeals it" for title in idle]
    keep = tuple(name for name in dict.fromkeys(work.keep) if name not in work.repeal)
    return RulesSaid(keep, work.keeps_all, tuple(dict.fromkeys(work.repeal)), tuple(dict.fromkeys(work.doubts)))


@dataclass(slots=True)
class _Work:
    """One text on its way from its sentences to what it says of rules."""

    titles: Sequence[str]
    keep: list[str] = field(default_factory=list)
    repeal: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    keeps_all: bool = False
    repeals_all: bool = False

    def take(self, sentence: str) -> None:
        """Read one sentence; what speaks of rules and is not understood is a doubt."""
        parts = list(_parts(sentence))
        if is_hedged(sentence):
            is_understood = not any(map(self._is_of_rules, parts))
        elif parts:
            read = [self._read(part) for part in parts]
            is_whole = not (any(map(self._is_of_rules, parts)) and self._is_limited(sentence))
            is_understood = all(read) and is_whole and not self._alters(sentence)
        else:
            is_understood = _OF_OTHERS.search(sentence) is not None or self._read_bare(sentence)
        if not is_understood:
            self.doubts.append(f"not understood: {sentence.translate(_UNGUARDED).strip()}")

    def _read_bare(self, sentence: str) -> bool:
        """A sentence in which nothing is kept or repealed: what it takes out of a whole, as in "a clean slate except ...", stays."""
        exception = _EXCEPT.search(sentence)
        names = _names_in(sentence[exception.end() :], self.titles) if exception else []
        known = [name for name in names if name in self.titles]
        self.keep += known
        if known and exception:
            return not self._left_of_list(sentence[exception.end() :])
        return not (_OF_DYNASTIC.search(sentence) or (_LEAVES.search(sentence) and not _DROPS.search(sentence)))

    def _is_of_rules(self, part: _Part) -> bool:
        if _OF_OTHERS.search(part.clause):
            return False
        return _OF_RULES.search(part.clause) is not None or bool(self._names(part, f"{part.what} {part.exception}"))

    def _alters(self, sentence: str) -> bool:
        """Whether a sentence that keeps rules changes them, too."""
        return _ALTERS.search(sentence) is not None and bool(_mentioned(sentence, self.titles))

    def _is_limited(self, sentence: str) -> bool:
        """Whether an order holds from some time, or for some time or place, or has something of all others beside it."""
        told = _without(sentence, self.titles)
        idle = (clause for clause in _clauses(sentence) if _verb_in(clause) is None)
        return is_held_back(told) or any(_LEAVES.search(clause) for clause in idle)

    def _left_over(self, words: str, plain: re.Pattern[str] = _PLAIN) -> str:
        """What is left of words when names and all that changes nothing are taken out."""
        rest = _PLAIN_TAIL.sub("", _REASON.sub("", _without(words, self.titles)))
        return re.sub(r"[\W_]+", "", plain.sub("", rest))

    def _left_of_list(self, listed: str) -> str:
        """What is left of a list of names; what begins with a capital letter may be a rule that is not known."""
        rest = _REASON.sub("", _without(listed, self.titles))
        pieces = (piece.strip(" .:\"'“”‘’()") for piece in _BETWEEN_NAMES.split(_PLAIN_TAIL.sub("", rest)))
        known = {_key(title) for title in self.titles}
        strange = [piece for piece in pieces if not (_FILLING.sub("", piece)[:1].isupper() or _key(piece) in known)]
        return self._left_over(", ".join([*strange, *_CHOICE.findall(rest)]))

    def _names(self, part: _Part, listed: str) -> list[str]:
        """The names in a list; of verbs that are said of anything only the titles that are known."""
        names = _names_in(listed, self.titles)
        return names if part.is_plain else [name for name in names if name in self.titles]

    def _read(self, part: _Part) -> bool:
        """Take in what one part says; whether it was understood."""
        if _OF_OTHERS.search(part.clause):
            return not _OF_DYNASTIC.search(part.clause)
        excepted = self._names(part, part.exception)
        is_clear = not (self._left_over(part.aside) or self._left_of_list(part.exception))
        whole, none = _ALL.match(part.what), _NONE.match(part.what)
        if whole or none:
            is_narrowed = whole and (_NARROWED.search(whole["which"] or "") or _mentioned(part.what, self.titles))
            if is_narrowed or (part.exception and not excepted):
                return False
            self._take_all(part, excepted, is_none=none is not None)
            return is_clear and not self._left_over(part.what, _PLAIN_OF_ALL)
        names = self._names(part, part.what)
        (self.keep if part.verb == "keep" else self.repeal).extend(names)
        is_list = is_clear and not part.exception and not self._left_of_list(part.what)
        return is_list if names else not self._is_of_rules(part)

    def _take_all(self, part: _Part, excepted: Sequence[str], *, is_none: bool) -> None:
        """All of them, or none, but for what is excepted."""
        if is_none == (part.verb == "repeal"):
            self.keeps_all = True
            self.repeal += excepted
        else:
            self.keep += excepted
            self.repeals_all = self.repeals_all or not (is_none or _REST.match(part.what))


# --- sentences taken apart --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """A verb with what it is said of, what it excepts, and the words on its other side (``aside``).

    ``is_plain`` where the verb is said of rules only.
    """

    verb: Verb
    what: str
    exception: str
    aside: str
    clause: str
    is_plain: bool


def _parts(sentence: str) -> Iterator[_Part]:
    """Each part of a sentence that keeps or repeals something, in its order."""
    for clause in _clauses(sentence):
        verb = _verb_in(clause)
        if verb is None:
            continue
        before, behind = clause[: verb.start()], clause[verb.end() :]
        # "the following rules are kept: X, Y": the list stands behind the verb.
        is_behind = verb["order"] or _IS_FOLLOWED.search(f"{before}\n{behind}")
        what, aside = (behind, _last_words(before)) if is_behind else (before, behind)
        # "all rules are repealed, bar Plants": an exception may stand behind the verb.
        found = _EXCEPT.search(what)
        late = None if verb["order"] or found else _EXCEPT.search(behind)
        exception = what[found.end() :] if found else behind[late.end() :] if late else ""
        aside = aside[: late.start()] if late else aside
        kind: Verb = "keep" if _KEEPS.search(verb[0]) else "repeal"
        is_plain = _PLAIN_VERB.search(verb[0]) is not None
        yield _Part(kind, what[: found.start()] if found else what, exception, aside, clause, is_plain)


def _last_words(before: str) -> str:
    """The words right before an order, without what leads up to them: "to make it short, we"."""
    return re.split(r"[,:]\s|\n", before)[-1]


def _verb_in(clause: str) -> re.Match[str] | None:
    """The verb that a clause turns on: what is done to its subject goes before words in it that may be orders elsewhere."""
    found = list(_VERB.finditer(clause))
    return next((verb for verb in found if verb["done"]), found[0] if found else None)


def _clauses(sentence: str) -> Iterator[str]:
    """A sentence at the places where something else is ordered or done."""
    start = 0
    for end in _CLAUSE_END.finditer(sentence):
        if _LIST_BEGINS.search(sentence[start : end.start()]) and not end[0].strip(" :–—-"):
            continue
        yield from _behind_verbs(sentence[start : end.start()])
        start = end.end()
    yield from _behind_verbs(sentence[start:])


def _behind_verbs(clause: str) -> Iterator[str]:
    """A clause at each place where something was said of a subject and the next subject follows with its own verb."""
    verbs = [verb for verb in _VERB.finditer(clause) if not verb["order"]]
    start = 0
    for verb in verbs[:-1]:
        gap = _AFTER_DONE.match(clause, verb.end())
        if gap:
            yield clause[start : verb.end()]
            start = gap.end()
    yield clause[start:]


# --- names ------------------------------------------------------------------------------------------------------------


def _guarded(text: str, titles: Sequence[str]) -> str:
    """The text with the titles in it made so that their own punctuation ends no sentence."""
    for title in titles:
        if title != title.translate(_GUARDED):
            words = r"\s+".join(re.escape(word) for word in _plain(title).split())
            text = re.sub(words, lambda found: found[0].translate(_GUARDED), text, flags=re.IGNORECASE)
    return text


def _lists_joined(lines: Iterable[str], titles: Sequence[str]) -> list[str]:
    """The lines of a text; titles that stand in a row below one that ends in a colon are one list behind it."""
    known, joined, is_list = {_key(title) for title in titles}, list[str](), False
    for line in lines:
        if is_list and _key(line) in known:
            joined[-1] = (
                f"{joined[-1].rstrip(' ,.;')}{' ' if joined[-1].rstrip().endswith(':') else ', '}{line.strip(' *#•-')}"
            )
        elif line.strip() or not is_list:
            joined.append(line)
            is_list = line.rstrip().endswith(":")
    return joined


def _key(name: str) -> str:
    """A name without what may stand around it in a list, and without capitals."""
    told = re.sub(r"\s+(?:sub)?rules?$", "", _plain(name).strip(" .,:;*#•-\"'()"), flags=re.IGNORECASE)
    return " ".join((_FILLING.sub("", told) or told).casefold().split())


def _mentioned(text: str, titles: Sequence[str]) -> list[str]:
    """The known titles that a text names as they are written; of one within another only the longer."""
    rest, found = _plain(text.translate(_UNGUARDED)), list[str]()
    for title in sorted(titles, key=lambda title: -len(title)):
        words = r"\s+".join(map(re.escape, _plain(bare_title(title)).split()))
        if words and re.search(rf"(?<!\w)(?:{words})(?!\w)", rest):
            found.append(title)
            rest = re.sub(rf"(?<!\w)(?:{words})(?!\w)", ",", rest)
    return found


def _names_in(listed: str, titles: Sequence[str]) -> list[str]:
    """The names in a list: those in quotation marks, or else known titles, and what else looks like a rule's name."""
    listed = listed.translate(_UNGUARDED)
    quoted = [name.strip(" .,") for name in _QUOTED_NAME.findall(listed)]
    if quoted:
        return [_known(name, titles) for name in quoted]
    found, rest = list[tuple[int, str]](), listed
    for title in sorted(titles, key=lambda title: -len(title)):
        words = r"\s+".join(map(re.escape, _plain(title).split()))
        match = re.search(rf"(?<!\w)(?:{words})(?!\w)", _plain(rest)) if words else None
        if match:
            found.append((match.start(), title))
            rest = rest[: match.start()] + "," * (match.end() - match.start()) + rest[match.end() :]
    at, keys = 0, {_key(title): title for title in titles}
    for piece in _BETWEEN_NAMES.split(rest):
        name = _FILLING.sub("", piece.strip(" .:\"'“”‘’()")).strip()
        name = re.sub(r"\s+(?:sub)?rules?$", "", name, flags=re.IGNORECASE)
        title = keys.get(_key(piece), name)
        if title[:1].isupper() or title in titles:
            found.append((rest.find(piece, at), title))
        at += len(piece)
    return [name for _, name in sorted(found)]


def _without(text: str, titles: Sequence[str]) -> str:
    """A text with a comma for each known title and each name in quotation marks."""
    rest = _QUOTED_NAME.sub(",", text.translate(_UNGUARDED))
    for title in sorted(titles, key=lambda title: -len(title)):
        words = r"\s+".join(map(re.escape, _plain(bare_title(title)).split()))
        rest = re.sub(rf"(?<!\w)(?:{words})(?!\w)", ",", _plain(rest)) if words else rest
    return rest


def _plain(text: str) -> str:
    """Kinds of quotes made one, character by character, so that places stay the same."""
    return text.translate(str.maketrans("’‘“”", "''\"\""))


def _known(name: str, titles: Iterable[str]) -> str:
    key = title_key(bare_title(name))
    return next((title for title in titles if title_key(bare_title(title)) == key), name)
