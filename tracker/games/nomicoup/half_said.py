"""Lines that nearly announce something in Nomicoup: whoever said so is asked to say it anew, as nothing is guessed and nothing passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from tracker.mechanics.chat_text import END_OF_PERSON, PERSON, Line, plain

Forms: TypeAlias = Sequence[tuple[str, str]]
"""Names by their forms in small letters."""
Asked: TypeAlias = tuple[str, str]
"""The kind of announcement that a line nearly is, and why it is none."""
KindOf: TypeAlias = Callable[[str], str]
"""The kind of announcement that words are from end to end; "" for none."""

_VERBS = (
    "take", "perform", "launch", "choose", "counter", "block", "challenge", "show", "reveal", "decline", "refuse",
    "discard", "lose", "return", "surrender", "keep", "pass", "forfeit", "with", "against", "claiming", "taking",
    "performing", "blocking", "countering", "challenging", "passing",
)  # fmt: skip
"""Words of announcements, besides names, in which a slip of the pen is looked for."""
_NO_SLIPS = frozenset(
    {
        "lost",
        "chose",
        "past",
        "stole",
        "shown",
        "kept",
        "loss",
        "counted",
        "blacked",
        "wish",
        "hold",
        "show",
        "shows",
        "taken",
        "took",
    }
)
"""Words of their own that are nearly one of an announcement."""
_ENDINGS = ("d", "ed", "s", "es", "r", "er")
_SHORTEST = 4
"""A shorter word is too near to too many."""
_FARTHEST = 16
"""So many words of a line are looked at."""
_SOMEBODY = rf"{PERSON}[0-9]+{END_OF_PERSON}"
_FIRST = re.compile(r"(?<![\w'])i(?:'ll|'m)?(?![\w'])")
_IN_FRONT = re.compile(
    r"(?:(?:i )?(?:guess|think|reckon|believe|figure)(?: that)?|looks like|then) *|(?:[^\s,;:!–-]+ ){0,5}[^\s,;:!–-]+ *[,;!–-]+ *"
    r"|(?:the |my )?(?:decision|action|move|turn|answer|plan|choice|result) *: *"
)
"""What may stand in front of a whole announcement in the first person and leaves open how it is meant."""
_IS_DOING = re.compile(r"(?:as (?:the )?\w+,? )?\w+ing\b")
_TOLD = re.compile(
    r"\b(?:is|are|was|were|seems?|sounds?|feels?|looks?|hurts?|makes?|gets?|costs?|works?|helps?|needs?|takes)\b"
)
"""What tells of something: words with it announce nothing by themselves."""
_NEXT_WORD = re.compile(r"\A [^\W\d_]+(?:'s)?")
"""Behind a verb that is misspelt nobody's name is seen as one."""
_LET_ME = re.compile(r"(?:let me|lemme) (?P<rest>.+)")
_LATER = re.compile(
    r"\b(?:next|later|tomorrow|soon|eventually|every|always|usually|again and again|normally|often|sometimes|never|not)\b"
)
"""What makes words in the first person a tale or a plan."""
_LOOSE = r"(?:(?:gonna|going to|just|simply|gladly|happily|then|now|again|also|still|have to|need to|must|shall|do|choose to|decide to|to) )*"
_WHY_IN_FRONT = "other words stand in front of it"
_WHY_LOOSE = "it is said in no form that is understood"
_WHY_LATER = "an action is announced when it is taken"
_PLAN = re.compile(r"\b(?:will|going|gonna)\b|['’]ll\b")
_TO_BE_NAMED: Sequence[tuple[str, re.Pattern[str], str]] = (
    (
        "clarify",
        re.compile(r"(?:raise a )?clarification(?: #?[0-9]+ *:| *#?[0-9]* +[-–—]+ ).*"),
        "a clarification gets its number by itself: say “Clarification: …”, or as its Judge “Suggestion: …”",
    ),
    (
        "suggest",
        re.compile(r"(?:(?:as|being) (?:the )?judge,? *)?(?:i )?(?:(?:here is |here's |this is )?(?:my |the |a )?suggestion|suggest)\b.*"),
        "a Judge says “Suggestion: …”",
    ),
)  # fmt: skip
"""What has to be said by its name, whatever else is said: its kind, how it nearly is, and why it is not understood."""


class HalfSaid:
    """Tells what is half said by the names that hold, of lines that are no announcement; doubts and tales are chat."""

    def __init__(
        self,
        characters: Sequence[str],
        actions: Forms,
        counteractions: Forms,
        doings: Forms,
        aimless: Sequence[str],
        asides: re.Pattern[str],
    ) -> None:
        """``doings`` are actions by what somebody is doing who takes them, ``aimless`` those that are aimed at nobody.

        ``asides`` finds what makes a line mere talk.
        """
        every = [form for form, _ in (*actions, *counteractions)]
        words = [*every, *(each.lower() for each in characters), *(form for form, _ in doings)]
        self._asides = asides
        self._known = frozenset([*_VERBS, *(part for form in words for part in form.split())])
        named, card = _any(every), _any(each.lower() for each in characters)
        self._with_colon = re.compile(rf"{card} *[:–-]+ *(?P<rest>.+)")
        self._some_other_time = re.compile(
            rf"(?:as (?:the )?{card},? (?:i )?)?(?:(?:take|perform|do|launch|use|choose) (?:(?:a|an|the) )?)?"
            rf"{_any(form for form, name in actions if name in aimless)}(?: action)?[ ,]+"
            r"(?:tomorrow|later|soon|next (?:turn|time|round|week|day))"
        )
        attack = _any(form for form, name in actions if name in ("Coup", "Assassinate", "Steal"))
        self._loose = tuple(
            (kind, re.compile(_LOOSE + pattern + r"(?![^\W_])"))
            for kind, pattern in (
                (
                    "act",
                    rf"(?:take|perform|do|launch|use|choose|go for|go with|opt for|declare|announce)(?: [a-z]+){{0,2}}? {named}",
                ),
                ("act", rf"{attack}(?: [a-z]+){{0,2}}? {_SOMEBODY}"),
                ("counter", rf"(?:claim|claim to be|claim to have)(?: the| a| my)? {card} *$"),
                ("counter", rf"(?:counter|block|stop)(?: \S+){{0,3}}? (?:{named}|{card})"),
                ("challenge", rf"challenge(?: \S+){{0,3}}? (?:{_SOMEBODY}|{named}|{card})"),
            )
        )

    def __call__(self, line: Line, kind_of: KindOf) -> Asked | None:
        """What a line nearly announces; None for chat."""
        text = line.text
        if named := _to_be_named(line):
            return named
        if line.hidden or '"' in text or self._asides.search(text):
            return None
        before = plain(line.message[line.start : line.origin(0)]).lower()
        is_own = _FIRST.search(before) is not None
        if (is_own or _FIRST.search(text)) and self._some_other_time.fullmatch(text) and not _PLAN.search(before):
            return "act", _WHY_LATER
        if found := self._by_itself(text, kind_of) or _behind_other_words(text, kind_of):
            return found
        if is_own or _FIRST.search(text):
            return self._misspelt(text, kind_of) or (
                self._loosely(text) if is_own and not _LATER.search(text) else None
            )
        return None

    def _by_itself(self, text: str, kind_of: KindOf) -> Asked | None:
        """A whole announcement of which it is not said who makes it: "Blocking with Duke", "Duke: tax"."""
        found = self._with_colon.fullmatch(text) or _LET_ME.fullmatch(text)
        if _TOLD.search(text) or not (found or _IS_DOING.match(text)):
            return None
        kind = kind_of(found["rest"] if found else text)
        return (kind, "it does not say that you do it: say “I …”") if kind else None

    def _misspelt(self, text: str, kind_of: KindOf) -> Asked | None:
        """What would be a whole announcement, were one word of it written rightly."""
        for found in list(re.finditer(r"[a-z]+", text))[:_FARTHEST]:
            for meant in _words_meant(self._known, found[0]):
                before, after = text[: found.start()] + meant, text[found.end() :]
                if kind := kind_of(before + after) or kind_of(
                    before + _NEXT_WORD.sub(f" {PERSON}0{END_OF_PERSON}", after, count=1)
                ):
                    return kind, f"is “{found[0]}” “{meant}”?"
        return None

    def _loosely(self, text: str) -> Asked | None:
        """What somebody does with something of the game, in other words."""
        return next(((kind, _WHY_LOOSE) for kind, pattern in self._loose if pattern.match(text)), None)


def _to_be_named(line: Line) -> Asked | None:
    """What nearly is of a kind that has to be said by its name; what it says may hold code and words struck out."""
    if any(first <= line.origin(0) < end for first, end in line.hidden):
        return None
    return next(((kind, why) for kind, pattern, why in _TO_BE_NAMED if pattern.match(line.text)), None)


def _behind_other_words(text: str, kind_of: KindOf) -> Asked | None:
    """A whole announcement in the first person behind words that may change what it says."""
    for first in _FIRST.finditer(text):
        if first.start() and _IN_FRONT.fullmatch(text, 0, first.start()):
            kind = kind_of(text[first.start() :])
            return (kind, _WHY_IN_FRONT) if kind else None
    return None


@lru_cache(maxsize=4096)
def _words_meant(known: frozenset[str], word: str) -> Sequence[str]:
    """The words that somebody may have meant who wrote another one; nothing for a word that is one of them, or of their forms."""
    if word in known or word in _NO_SLIPS or any(word == f"{each}{end}" for each in known for end in _ENDINGS):
        return ()
    return sorted(each for each in known if len(each) >= _SHORTEST and is_slip(word, each))


def is_slip(word: str, meant: str) -> bool:
    """Whether a word is another one with one letter too much, too little, wrong, or two that changed places."""
    if word == meant or abs(len(word) - len(meant)) > 1:
        return False
    start = next(
        (at for at, (one, other) in enumerate(zip(word, meant, strict=False)) if one != other),
        min(len(word), len(meant)),
    )
    rest, other = word[start:], meant[start:]
    is_swapped = rest[:2] == other[:2][::-1] and rest[2:] == other[2:] and len(rest) > 1
    return rest[1:] == other or rest == other[1:] or rest[1:] == other[1:] or is_swapped


def _any(forms: Iterable[str]) -> str:
    longest_first = sorted(forms, key=len, reverse=True)
    return "(?:" + ("|".join(map(re.escape, longest_first)) or "(?!)") + ")"
