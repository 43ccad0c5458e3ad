"""Which sentences name a term of the rules without a sign of talk, and so may order something in words of their own."""

from __future__ import annotations

import re

_CAPITALISED = re.compile(r"\b[A-Z][a-z’']{2,}")
_LOWER = re.compile(r"\b[a-z]{3,}")
_TALKS = re.compile(
    r"\b(?:I|I[’']\w+|me|my|mine|we|we[’']\w+|us|our|you|you[’']\w+|your)\b"
    r"|\b(?i:was|were|had|got|did|has been|have been|said|says|cried|asked|laughed|thought|knew|went|came|used to|\w+ing for|there (?:is|are|was)"
    r"|too(?= \w)|very|quite|pretty|a bit|a little|little|enough|anyway|honestly|basically|really|fun|nice|good|great|bad|boring|fair|fine|cheap"
    r"|interesting|useful|useless|unclear|strange|odd|better than|worse than|easier|harder|currently"
    r"|silly|at the moment|right now|at present|these days|already|as it stands"
    r"|getting|deserves?|concerns?|hopefully|maybe|perhaps|probably|might|would|could|seems?|feels?|hopes?|thinks?|wants?|ideas?|reasons?|point|chance|worth"
    r"|something|someone|somehow|because|why|since|how|thanks?|sorry|credit|inspired|suggested|suggestion|pointed|mentioned|sense|meaning|yet|still)\b"
)

_HEADING = re.compile(
    r"\W*(?:Part|Section|Step|Article|Chapter|Item|Change|\d+[.)])(?: (?:[A-Z]|\d+|[a-z]+))?[:.)]*"
    r"(?: (?:[A-Z][\w’'-]*|of|the|and|a|an|to|in|for|what|they|do|does|it))*\W*"
)
"""A heading above a part of the text: ``Part A: Barnacles``."""


def terms_of(text: str) -> frozenset[str]:
    """The terms of a text: words that it never writes but with a capital, each without a plural's or possessive's ending."""
    plain = set(_LOWER.findall(text))
    found = {_singular(word) for word in _CAPITALISED.findall(text) if word.lower() not in plain}
    return frozenset(found - {word.lower() for word in plain})


def names_term(sentence: str, terms: frozenset[str]) -> bool:
    """Whether a sentence names one of the terms, with a capital."""
    return any(_singular(word) in terms for word in _CAPITALISED.findall(sentence))


def is_plain_talk(sentence: str) -> bool:
    """Whether a sentence shows a sign of talk: it asks, judges, tells of the past, or is about who writes or reads it."""
    return sentence.rstrip(" )]").endswith("?") or bool(_TALKS.search(sentence) or _HEADING.fullmatch(sentence))


def _singular(word: str) -> str:
    word = re.sub(r"[’'](?:s)?$", "", word.lower())
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
