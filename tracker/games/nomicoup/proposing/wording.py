"""What the words of a proposition say: whether an edit is one of spelling, and from when it means to hold."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.reading_orders.propositions import typed_changes

from ..rule_tree.rule_paths import Rules, path_of
from ..state import Proposition

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SMALL_WORDS = frozenset({"a", "an", "the"})
"""Words that grammar may want or not want."""


def words_in(text: str) -> list[str]:
    """The words of a text and its other signs, without the layout."""
    return _WORD.findall(text)


def _changed(before: str, after: str) -> list[tuple[list[str], list[str]]]:
    """The words of a text that differ, each time with what another has instead."""
    old, new = words_in(before), words_in(after)
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(old[start:end], new[from_:to]) for kind, start, end, from_, to in steps if kind != "equal"]


def may_be_spelling(before: str, after: str, closeness: float) -> bool:
    """Whether a text differs from another in spelling and grammar at most: words much like those before, and no number.

    ``closeness`` is how alike, from 0 to 1, words in each other's place must be.
    """
    return all(_is_respelled(_bare(was), _bare(now), closeness) for was, now in _changed(before, after))


def _bare(words: list[str]) -> str:
    return " ".join(word.casefold() for word in words if word.casefold() not in _SMALL_WORDS)


def _is_respelled(was: str, now: str, closeness: float) -> bool:
    if re.search(r"\d", was + now):
        return False
    has_letters = re.search(r"\w", was + now) is not None
    return not has_letters or SequenceMatcher(None, was, now, autojunk=False).ratio() >= closeness


def difference(before: str, after: str) -> str:
    """Which words of a text another has instead, in words."""
    parts = [f"“{' '.join(was)}” to “{' '.join(now)}”" for was, now in _changed(before, after)]
    return "; ".join(parts)[:300] or "the layout"


_LONGEST = 200
_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.](?=\d)[^.!?;\n]*)*")
_NOT = re.compile(r"\b(?:no|not|never|nothing|none|without|neither|nor|unless|\w+n[’']t)\b", re.IGNORECASE)
_ITSELF = r"(?:proposition|proposal|changes?|edits?|amendments?|additions?|deletions?)"
_THEN = r"(?:from|since|as of|as from|until|once|when|after|before|at|on|in|only|retroactive(?:ly)?)"
_BACKWARDS = re.compile(
    r"\bretro(?:active|spective)(?:ly)?\b|\bex post facto\b|\bback-?dat(?:e|es|ed|ing)\b"
    r"|\b(?:appl(?:y|ies)|extends?|counts?|holds?) (?:\w+ ){0,2}(?:to|for) (?:\w+ ){0,2}(?:past|earlier|previous|running)\b"
    r"|\bas if (?:it|they|this|these|the \w+) (?:had|were|was) (?:always |already )?(?:been|held|in (?:effect|force|place)|adopted|made|passed)\b",
    re.IGNORECASE,
)
"""That something bears on what was before."""
_FROM_WHEN = re.compile(
    rf"\b(?:this|these|the|its|all|both|that)\b(?: \w+)? {_ITSELF}\b[^.]{{0,40}}?\b(?:holds?|appl(?:y|ies)|counts?|begins?|starts?|lasts?"
    rf"|(?:is|are|be|becomes?|has|have|takes?|comes?|goes?|go|come|in|into|took|had)(?: in| into)? (?:valid|effect|effective|force))"
    rf" (?:\w+ ){{0,2}}?{_THEN}\b"
    r"|\b(?:with effect (?:from|as of|since)|(?:effective|in (?:effect|force)) (?:from|since|as of|as from)|as of (?:yesterday|last|the))\b",
    re.IGNORECASE,
)
"""From or until when a proposition holds."""
_AT_ADOPTION = re.compile(
    r"\b(?:adoption|adopted|passage|passed|passes|now|immediately|at once|today)\b", re.IGNORECASE
)


@rule("COUP-097")
def says_from_when(rules: Rules, proposition: Proposition) -> str:
    """The first sentence by which a proposition, about to be adopted, may say that it holds from another time than its adoption; "" for none.

    It is looked for around the changes, and in their new texts but for sentences that stand in the rules already.
    """
    lines = typed_changes(proposition.text)[0]
    around = "\n".join(line for line in lines if not line.lower().lstrip("#*_ ").startswith("proposition"))
    said = [(around, "")]
    for change in proposition.proposed:
        path = path_of(rules, change.key)
        said += [(change.text, rules[path].content if path else "")] if not change.code else []
    sentences = (each.strip() for text, known in said for each in _SENTENCE.findall(text) if each.strip() not in known)
    return next((each[:_LONGEST] for each in sentences if _is_otherwise(each)), "")


def _is_otherwise(sentence: str) -> bool:
    if _BACKWARDS.search(sentence):
        return _NOT.search(sentence) is None
    return _FROM_WHEN.search(sentence) is not None and _AT_ADOPTION.search(sentence) is None
