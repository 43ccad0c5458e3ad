"""Commentary: which sentences of a matter, taken for mere talk, may yet mean that something be done.

What is ignored unread makes a wrong enactment of the whole, so a sentence beside the orders passes for talk only where it
plainly is: where people speak of themselves, of the day and of reasons, and where no rule of the page, no value and no
condition is claimed anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_REFLECTING = re.compile(
    r"(?:\W*(?:and|but|so|also|well|yes|no|ok|okay|ps|note)\b\W*)*(?:i|i'm|i'd|i've|i'll|we|we're|we've|my|our|you|your|why"
    r"|who|what|how|because|since|as|currently|at the moment|right now|at present|maybe|perhaps|hopefully|probably"
    r"|thanks|thank|sorry|see|more on|so long|first|nobody|somebody|anyone|comments|feedback|thoughts|the idea|the point"
    r"|the reason|the aim|the intention|the thinking|the rest|that is all|that's all|it is a|it's a|this has been)\b",
    re.IGNORECASE,
)
"""How a sentence begins that gives thoughts, reasons and thanks."""
_TAKING_BACK = re.compile(
    r"\b(?:just kidding|only joking|ignore|disregard|forget|scratch|strike that|never ?mind|withdrawn|on second thoughts?|oops|correction"
    r"|wait, no|i meant|make that|should read|should be an?|may also be|call it)\b|^\W*(?:edit|erratum|or)\b|\bs/[^/]+/[^/]*/",
    re.IGNORECASE,
)
"""Words that take back or amend what the same text says."""
_CONDITION = re.compile(
    r"\b(?:void|contingent|conditional|subject to|takes? effect|only if|unless|provided that|valid until|in force"
    r"|immediately|enacts)\b|^\W*(?:applies|apply|effective|valid|starting (?:on|from|at|with)|from|as of|only|for \w+ only|until)\b"
    r"|\bonly (?:applies|counts|happens|works|takes)\b|\bfrom (?:now on|\w+day)\b|\bforgotten\b",
    re.IGNORECASE,
)
"""Words that make what is ordered depend on something, or begin and end."""
_CLAIM = re.compile(
    r"\b(?:no longer|(?:is|are|has|have|can) now|now has|(?:is|are) made|gets?|gains?|loses?|becomes?|\w*dynasty (?:begins|ends)|wins?"
    r"|achieve[sd]?|starts? with|defaults?"
    r"|costs?|supersedes?|replaces?|goes|gone|belongs|reset|scuttled|repealed|removed|deleted|dropped|corrected|added)\b"
    r"|\bis an? (?:sub)?rule of\b|\bshould (?:cost|be (?:placed|put|moved|removed|repealed|a|in))\b|\bshould (?:come|go)\b|->|→|=>",
    re.IGNORECASE,
)
"""Words by which a sentence, beside orders, may claim that something is so from now on."""
_QUOTED = re.compile(r"[“\"][^“”\"]*[”\"]")
_OF_THE_RULE = re.compile(
    r"^\W*(?:it|this|that|they|these|those|the (?:above|new|rule|subrule|text|title|name|following))\b.*"
    r"\b(?:a (?:core|dynastic|special case|appendix)|(?:sub)?rule of|goes?|comes?|placed?|belongs?|replaces?|supersedes?"
    r"|at the (?:top|end|start|bottom))\b|^\W*(?:place|put|bin|kill|ditch|nuke|veto|idle|raise|lower|also|with a|and a)\b"
    r"|^\W*in [A-Z“\"]|^\W*no more\b",
    re.IGNORECASE | re.DOTALL,
)
"""Sentences that place, name or range the rule that was just spoken of, and orders without a known verb."""


def may_be_an_order(sentence: str, titles: Iterable[str]) -> bool:
    """Whether a sentence taken for commentary may order, claim, take back or limit something.

    ``titles`` are the names of the rules on the page and of those that the matter adds. What begins as a thought or a
    reason passes, unless it takes something back or sets a condition; questions pass likewise.
    """
    text = " ".join(sentence.replace("’", "'").split())
    if _TAKING_BACK.search(text) or _CONDITION.search(text):
        return True
    if text.endswith("?") or _REFLECTING.match(text):
        return False
    if _OF_THE_RULE.search(text):
        return True
    return _CLAIM.search(_QUOTED.sub("“”", text)) is not None or _is_about_a_rule(text, titles)


def _is_about_a_rule(text: str, titles: Iterable[str]) -> bool:
    """Whether it begins with the name of a rule and says in few words what becomes of it: ``Tides: gone``."""
    words = text.strip(" \"'“”")
    return any(re.match(rf"{re.escape(title)}\b\W*[:–—-]", words) for title in titles if title)
