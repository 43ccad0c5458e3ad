"""Core Rules, Victory and Ascension: which dynastic rules an Ascension Address keeps, and which it repeals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tracker.core.rule import rule
from tracker.mechanics.ruleset.ruletree import bare_title, title_key

_SENTENCE_END = re.compile(r"[.!?;](?=[\s)]|$)|\n")
_MARKED = "\ue010{}\ue011"
"""What stands for a rule's name while sentences are read."""
_MARK = re.compile("\ue010(\\d+)\ue011")
_QUOTED = r"[\"“](?P<quoted>[^\"“”\ue010\ue011]{1,100})[\"”]"

LEAD = (
    r"(?:(?:as\s+(?:the\s+|your\s+)?(?:new\s+)?\w+|for\s+this\s+dynasty|effective\s+immediately),\s+)?"
    r"(?:(?:please|i|we|you|will|shall|hereby|now|also|then|and|but|actually|first|finally|let\s+us|let['’]?s|i['’]m|i['’]d|like|want|to|yes|so)"
    r",?\s+)*"
)
"""What may stand before an order without changing it."""
_CAPITAL = r"(?-i:[A-Z])[\w'’-]*"
_NAME = rf"(?:\ue010\d+\ue011|{_CAPITAL}(?:\s+(?:of\s+|the\s+)*{_CAPITAL})*)"
_NAMES = (
    r"(?:the\s+)?(?:following\s+)?(?:dynastic\s+)?(?:(?:sub)?rules?\b\s*)?(?:(?:called|named|titled)\s+)?[:,\s]*"
    rf"(?P<{{0}}>{_NAME}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?:the\s+)?{_NAME})*)(?:\s+(?:sub)?rules?\b)?"
)
_ALL = (
    r"(?P<all>(?:all|every(?:thing)?|the\s+(?:rest|others?|remaining))\b"
    r"(?:\s+(?:of|the|our|other|others|else|existing|current|old|previous|dynastic|(?:sub)?rules?|rest|remaining)\b)*"
    r"(?:\s+(?:of|from|in)\s+(?:the|our)\s+(?:last|previous|old|dynastic)\s+(?:dynasty|ruleset|rules\s+section|section|rules))?"
    r"|(?:the\s+|our\s+)?(?:(?:existing|current|old|previous)\s+)?(?:dynastic\s+)?rules\b)"
)
_NONE = r"(?P<none>(?:no(?:ne)?|nothing)\b(?:\s+(?:of|the|our|dynastic|rules?)\b)*)"
_EXCEPT = r"[\s,(]*\b(?:except(?:\s+for)?|excluding|other\s+than|apart\s+from|with\s+the\s+exception\s+of|(?:but|save|bar)(?:\s+for)?)\s+"
_NOT_MARKED = rf"(?:the\s+)?(?!(?:All|Every|Everything|None|No|Nothing|The|Rules?|Dynastic)\b){_CAPITAL}"
_WHAT = rf"(?:{_ALL}|{_NONE}|{_NAMES.format('names')})(?:{_EXCEPT}{_NAMES.format('but')}\)?)?"
_TO_BE = r"(?:is|are|(?:will|shall|should)\s+be|to\s+be)\s+(?:(?:all|also|hereby|to\s+be)\s+)*"
_MAY = r"(?:(?:will|shall|should|can)\s+)?"
_TAIL = r"(?:\s+(?:as\s+(?:it\s+is|they\s+are)|the\s+same|unchanged|intact|for\s+(?:now|the\s+time\s+being)|too|as\s+well))?"
END = r"(?=\s*(?:$|[,.;:!)]|\b(?:and|but|while|then)\b))"
_ORDERS = (
    rf"{LEAD}(?:(?P<keep>keep(?:ing)?|retain(?:ing)?|preserv(?:e|ing))|(?:repeal|remov|delet|scrap)(?:e|ing|ed)?)\b\s*:?\s*(?:only\s+|both\s+)?{_WHAT}{_TAIL}",
    rf"{LEAD}(?:only\s+)?(?!{_NOT_MARKED}){_WHAT}\s+(?:(?P<keep>{_TO_BE}(?:kept|retained|preserved)|{_MAY}(?:stays?|remains?|survives?|carry\s+over))"
    rf"|{_TO_BE}(?:repealed|removed|deleted|gone)|{_MAY}go(?:es)?)\b(?:{_EXCEPT}{_NAMES.format('late')})?{_TAIL}",
)
_READ = tuple(re.compile(order + END, re.IGNORECASE) for order in _ORDERS)
BETWEEN = re.compile(r"[\s,.;:!()–-]*(?:(?:and|but|while|then|please)\b\s*)*")
_OF_TERMS = re.compile(
    rf"{LEAD}(?:chang|replac|renam)\w*\b(?!\s+(?:it|its|them|their)\b)[^\ue010]*?"
    rf"(?:$|,?\s+(?:and|but)\s+(?={LEAD}(?:keep|retain|repeal)))",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"\bspecial\s+case\b|\b(?:in)?active\b|\bcore\s+rules?\b|\bappendix\b", re.IGNORECASE)
_VERBS = r"(?:keep|kept|retain|repeal|stay|remain|go)"
_OF_RULES = re.compile(
    rf"\b(?:(?:sub)?rules?|everything|the\s+rest)\b|\b{_VERBS}\w*\b.*\ue010|\ue010.*\b{_VERBS}", re.IGNORECASE
)
_OF_DYNASTIC = re.compile(r"\bdynastic\s+(?:sub)?rules?\b", re.IGNORECASE)
_REST = re.compile(r"\b(?:others?|else|rest|remaining)\b", re.IGNORECASE)


@dataclass(slots=True)
class RulesSaid:
    """What a text says of dynastic rules: names to keep and to repeal, whether all others are kept, and what is doubtful."""

    keep: list[str] = field(default_factory=list)
    repeal: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    keeps_all: bool = False
    repeals_all: bool = False


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with the mark that ends it."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return [
        text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if text[start:end].strip()
    ]


@rule("BN-094")
def rules_in(text: str, titles: Sequence[str]) -> RulesSaid:
    """Which dynastic rules a text keeps and repeals; ``titles`` are those that stand on the page, as far as they are known.

    A sentence is read where all of it is orders; what else is said of rules, and every rule that the text names and neither
    keeps nor repeals, is a doubt.
    """
    said, names = RulesSaid(), list[str]()
    masked = _masked(text, titles, names)
    for sentence in map(str.strip, sentences(re.sub(r"\s*\n[\s*#•-]*(?=\ue010\d+\ue011\s*(?:\n|$))", ", ", masked))):
        orders = _orders(sentence)
        for order in orders or ():
            _take(said, order, names)
        is_silent = not _OF_RULES.search(sentence) or (
            _OF_OTHERS.search(sentence) and not _OF_DYNASTIC.search(sentence)
        )
        if orders is None and not is_silent:
            said.doubts.append(f"not understood: {_shown(sentence, names)}")
    if said.keeps_all and said.repeals_all:
        said.doubts.append("it both keeps and repeals all rules")
    said.doubts += [f"it both keeps and repeals {name}" for name in said.keep if name in said.repeal]
    told = {*said.keep, *said.repeal}
    idle = [
        title for title in dict.fromkeys(titles) if title not in told and title in names and bare_title(title) in text
    ]
    said.doubts += [f"it names {title}, and we do not read that it keeps or repeals it" for title in idle]
    said.keep = [name for name in dict.fromkeys(said.keep) if name not in said.repeal]
    said.repeal, said.doubts = list(dict.fromkeys(said.repeal)), list(dict.fromkeys(said.doubts))
    return said


def _masked(text: str, titles: Sequence[str], names: list[str]) -> str:
    """The text with a mark for each known title and each name in quotation marks; ``names`` are what the marks stand for."""
    known = {title_key(bare_title(title)): title for title in titles}
    words = (r"\s+".join(map(re.escape, bare_title(title).split())) for title in sorted(titles, key=len, reverse=True))
    pattern = "|".join([_QUOTED, *(rf"(?<!\w){each}(?!\w)" for each in words if each)])

    def mark(found: re.Match[str]) -> str:
        name = (found["quoted"] or found[0]).strip(" .,")
        names.append(known.get(title_key(bare_title(name)), name))
        return _MARKED.format(len(names) - 1)

    return re.sub(pattern, mark, text, flags=re.IGNORECASE)


def _shown(masked: str, names: Sequence[str]) -> str:
    return _MARK.sub(lambda found: names[int(found[1])], masked)


def _orders(sentence: str) -> list[re.Match[str]] | None:
    """The orders that a sentence consists of; None where something else is said, too."""
    of_terms = _OF_TERMS.match(sentence)
    at, found = of_terms.end() if of_terms else 0, list[re.Match[str]]()
    while at < len(sentence):
        order = next(filter(None, (form.match(sentence, at) for form in _READ)), None)
        if order is None:
            rest = _OF_TERMS.match(sentence, at)
            return found if rest and rest.end() == len(sentence) else None
        if order["names"] and order["but"]:
            return None
        found.append(order)
        between = BETWEEN.match(sentence, order.end())
        at = between.end() if between else order.end()
    return found


def _take(said: RulesSaid, order: re.Match[str], names: Sequence[str]) -> None:
    """What one order keeps and repeals."""
    late = order.groupdict().get("late") or ""
    listed, but = _listed(order["names"] or "", names), _listed(order["but"] or late, names)
    is_kept = (order["keep"] is not None) != (order["none"] is not None)
    if order["names"]:
        (said.keep if is_kept else said.repeal).extend(listed)
    elif is_kept:
        said.keeps_all = True
        said.repeal += but
    else:
        said.keep += but
        said.repeals_all |= order["all"] is not None and not _REST.search(order["all"])


def _listed(words: str, names: Sequence[str]) -> list[str]:
    """The names of a list."""
    return [_shown(each[0], names) for each in re.finditer(_NAME, words)]
