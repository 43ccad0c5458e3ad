"""Plain remarks: sentences beside orders that are provably none themselves, by their whole form and by what they do not hold.

Such a remark is of one of the forms below from its first word to its last, and holds no quotation, no number, no name of a
rule, no verb by which rules are changed and no word for parts of a text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from tracker.mechanics.reading_orders.instruction_phrases import VERB
from tracker.mechanics.reading_orders.vocabulary import Phrasebook

_VERDICTS = (
    "funnier|cleaner|nicer|fairer|clearer|cheaper|shorter|tidier|safer|simpler|easier|neater|better|smoother|faster"
)
_THINGS = "numbers?|values?|costs?|amounts?|details|figures|names?"
_FORMS = (
    # reasons without a verb
    r"(?:some|something|more|a few|fewer|less|plenty of)(?-i:(?: [a-z'-]+){1,4} (?:to|for|of) [a-z'-]+(?: [a-z'-]+){0,4})",
    r"(?:a )?(?:simple|simpler|small|minor|quick|modest)(?-i:(?: [a-z'-]+){1,2}(?: for (?:now|a start|starters|the moment)))",
    rf"(?:(?:a bit|a little|much|so much) (?:{_VERDICTS})|(?:{_VERDICTS}),? (?:hopefully|perhaps|maybe|i hope|i think))",
    r"(?:fewer|more|less) [\w'-]+, (?:more|less) (?:fun|chaos|work|bookkeeping|drama|tension)",
    # what it is for
    r"giving (?:the |those |these |our )?[\w'-]+(?: [a-z'-]+)? (?:some|a bit of|a little) (?:love|use|purpose|company|attention)",
    r"(?:cleaning|tidying|clearing) up (?:a few |some |the )?(?:loose )?(?:things|ends|bits|leftovers|clutter)(?: before [a-z' ]{1,20})?",
    r"an? (?:attempt|effort) (?:at|to) [^:;]{3,80}",
    r"this gives (?:it|them|us) (?:one|some)",
    # how things are
    r"(?:we|there) (?:currently |really |still )?(?:don't|aren't|isn't) (?:currently |really |yet )?(?:have )?(?:any|much|enough)\b[^:;]{1,60}",
    r"(?:they|it|this|that)(?:'ve| have|'s| has) never (?:(?:once|really|actually) )?(?:come up|been used|been needed|mattered|happened)",
    r"nobody(?:'s| has)? (?:ever )?(?:bought|built|visited|tried|claimed|used) (?:it|this|that|them|one|any|an? [\w'-]+)(?: yet| so far| in weeks)?",
    r"(?:it's|it is|this is|that's|this would be|it would be) (?:just |so |a bit |much |also |somewhat )?"
    rf"(?:{_VERDICTS})(?: (?:this|that) way)?",
    r"[\w'-]+ [\w'-]+ (?:fits?|works?|reads?|scans?) better(?: with [a-z ]{1,30})?",
    # what is open
    rf"(?:the |these |those |all )?(?:{_THINGS}) (?:are|is) (?:all |very much )?(?:up for (?:debate|discussion)|negotiable)",
    r"(?:we|i|you) can (?:always )?(?:expand|tweak|revisit|refine|flesh out) (?:on )?(?:it|this|that|them|these|things)"
    r"(?: further)? (?:later|in time)",
    r"i'm (?:open|happy|willing) to [a-z ]{1,30}(?: the)? (?:numbers|suggestions|ideas|feedback)",
    r"(?:please )?feel free to (?:comment|discuss|ask|disagree|argue)(?: below| in the comments)?",
    r"(?:please )?vote (?-i:FOR|AGAINST|for|against)(?: (?:it|this))?(?: if you (?:think|feel|find)(?: (?:it|this|that))?(?:'s| is)? [a-z' ]{1,30})?",
    r"let's see how (?:it|this|that|things) (?:goes|go|works out|plays out)",
    # questions in passing
    r"too [a-z]+(?: [a-z]+)?\?",
    r"is \d+ [\w'-]+ (?:enough|too (?:much|many|little|few))\?",
    r"does (?:this|it|that) need (?:an? )?[a-z]+(?: [a-z]+)?\?",
    # what was done to the post, and by whom
    r"\W?edit\W? ?(?:fixed|corrected) (?:an? |the |some |my )?(?:small |minor )?(?:typos?|spelling|formatting|links?|grammar)",
    r"[—–] ?(?-i:[A-Z][\w'-]+)",
)
_HARMLESS = r"^is \d+|^\W?edit\b|^an? (?:attempt|effort) to make\b"
"""How remarks begin that hold a number or a verb of change, and are none the less plain."""
_OF_TEXT = (
    r"\b(?:sub-?)?(?:rules?|words?|wordings?|text|sentences?|paragraphs?|clauses?|titles?|sections?|bullets?|steps?)\b"
    r"|\b(?:everything|anything|nothing|all|each|every|both|half|the rest|else|exceptions?|effects?|enact\w*)\b"
)
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?!I\b|I'|FOR\b|AGAINST\b)[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
_SPEECH = re.compile(r"[“\"][^“”\"]*[”\"]")


def is_plain_remark(phrases: Phrasebook, sentence: str, titles: Collection[str]) -> bool:
    """Whether a sentence, in straight apostrophes, is provably without an order; ``titles`` are the names of the rules."""
    said = sentence.strip().strip("()[] ").rstrip(".! ")
    if not any(phrases.pattern(form).fullmatch(said) for form in _FORMS):
        return False
    rest = phrases.pattern(_HARMLESS).sub("", said)
    if re.search(r"[\d“”\"«⟦]", rest) or phrases.finds(_OF_TEXT, rest):
        return False
    return not phrases.finds(rf"\b{VERB}\b", rest) and not _names_any(rest, titles)


def _names_any(text: str, titles: Iterable[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(title)}(?!\w)", text, re.IGNORECASE) for title in titles if title.strip())


# --- names that nobody knows --------------------------------------------------------------------------------------------

_PERSONS_VERB = (
    r"(?:'s\b|’s\b| (?:and (?-i:[A-Z]\w+) )?(?:has|had|was|is|will|did|pointed|suggested|said|says|came|found|noted|noticed|mentioned|wrote"
    r"|asked|asks|told|thought|thinks|knew|made|got|gave|went|saw|\w+ed)\b)"
)
_BEFORE_PERSONS = (
    r"(?:thanks|thank|to|by|from|with|for|as|like|and|or|of|on|in|at|since|last|this|next|every|until|dear|hi|hello|hey|sorry|cheers"
    r"|congratulations|credit|kudos|old|young|poor|mr|mrs|dr|@|my|our|the|a|an|some|when|if|while|what|how|again|ask|asked|see|via|per)"
)


def unknown_names(phrases: Phrasebook, sentence: str) -> list[str]:
    """Words with a capital that may be what something is to be called (``I think Gongs``): neither a sentence's first, nor a person's."""
    found = []
    sentence = _SPEECH.sub("“”", sentence).lstrip("[](){}*_-—–“”\"' ")
    for match in _NAME.finditer(sentence):
        before = sentence[: match.start()].rstrip(" \"'“‘(@")
        last = re.search(r"[\w']+$|[^\w\s]$", before)
        is_of_person = phrases.begins(_PERSONS_VERB, sentence[match.end() :])
        is_addressed = last is not None and (last[0] == "," or phrases.pattern(_BEFORE_PERSONS).fullmatch(last[0]))
        if not is_of_person and not is_addressed:
            found += [word.removesuffix("'s").removesuffix("'") for word in match[0].split()]
    return found
