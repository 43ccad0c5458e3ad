"""The phrases that instructions are made of: names of rules, quoted texts, and the stretches of text they aim at."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tracker.mechanics.enacting.instructions import Position, Quote, RuleName, Stretch, Target, Unit
from tracker.mechanics.reading_orders.proposal_text import REFERENCE, ProposalText, Quoted, Sentence
from tracker.mechanics.reading_orders.vocabulary import SECTION, SECTION_NOUN, STEP, Phrasebook

RULE_WORD = r"(?:sub-?rules?|rules?)"
ORDINAL = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|only|sole|single"
    r"|penultimate|\d{1,2}(?:st|nd|rd|th))"
)
_NTH = {
    **{
        word: at
        for at, word in enumerate(
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 1
        )
    },
    **{"last": -1, "final": -1, "penultimate": -2, "only": 0, "sole": 0, "single": 0},
}
UNITS: dict[str, Unit] = {
    **dict.fromkeys(("paragraph",), "paragraph"),
    **dict.fromkeys(("sentence",), "sentence"),
    **dict.fromkeys(("bullet point", "bulletpoint", "bullet", "list item", "list entry", "item"), "item"),
    **dict.fromkeys(("step",), "step"),
    **dict.fromkeys(("text", "words", "word", "phrase", "string", "clause", "passage", "wording", "portion"), "text"),
}
UNIT = (
    rf"(?:bullet ?points?|bullets?|list items?|list entr(?:y|ies)|(?:sub-?)?items?|paragraphs?|sentences?|(?:{STEP}|step)s?"
    + (r"|texts?|words?|phrases?|strings?|clauses?|passages?|wording|portion)")
)
ADD = r"(?:add|append|insert|create|enact|introduce|institute|establish|include|put|place|write|make|form)(?: in)?"
ADDING = r"(?:adding|appending|inserting|creating|introducing|including|placing|putting)(?: in)?"
CHANGE = r"(?:(?:replac|chang)(?:e|ing)|alter(?:ing)?|modify(?:ing)?|edit(?:ing)?|updat(?:e|ing)|turn|swap|convert)"
REWORD = r"(?:reword(?:ing)?|re-?writ(?:e|ing)|amend(?:ing)?|revis(?:e|ing)|rephras(?:e|ing))"
REMOVE = (
    r"(?:remov(?:e|ing)|delet(?:e|ing)|strik(?:e|ing)(?: out)?|cut(?:ting)?|drop(?:ping)?|omit|excise|eliminate|scrap)"
)
REPEAL = r"(?:repeal|abolish)(?:ing)?"
RENAME = r"(?:re-?nam(?:e|ing)|re-?titl(?:e|ing))"
VERB = rf"(?:{ADD}|{ADDING}|{CHANGE}|{REWORD}|{REMOVE}|{REPEAL}|{RENAME}|move|substitute|relocate)"
"""The verbs that a clause may have."""
_BARE = (
    r"(?-i:[A-Z0-9][\w’'-]*(?:(?: of| the| and| a| an| for| on| at| &| de| la){0,3} (?!(?:To|With|In|From|Add|Replace|Change)\b)"
    r"[A-Z][\w’'-]*)*(?: \[[A-Z]\w+\])?)"
)
_NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,4}"
_LEAVES = re.compile(r"[.,;:!?)\s]*$")
_TITLE_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2})+)[.):]?\s*[-–—]?\s*(.+)", re.DOTALL)
_ABOVE = re.compile(r"(?<!\s)\s+(?:\||›|»|>|→)\s+")
_ELLIPSIS = re.compile(r"(?:(?<!\s)\s+)?(?:…|\.\.\.|\[…\]|\[\.\.\.\]|\(…\))\s*")
_LONGEST_TITLE = 150


class Refused(Exception):  # noqa: N818 - what it says is a refusal, not a fault of ours
    """A phrase that is understood well enough to refuse it: a code of REFUSALS and what would help."""

    def __init__(self, code: str, detail: str = "") -> None:
        """Keep code and detail."""
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass(slots=True)
class Discourse:
    """What words such as ``that rule`` and ``it`` refer to at some place of a text.

    ``other`` says what else than the rule ``it`` may mean there: a text that was just quoted, what was talked about.
    """

    rule: RuleName | None = None
    created: RuleName | None = None
    parent: RuleName | None = None
    scope: RuleName | None = None
    matter: str = ""
    other: str = ""


@dataclass(slots=True)
class Cursor:
    """A place in a sentence's shape; ``following`` are the sentences after it that unquoted new text may run over.

    ``verb`` is that of the clause that is read, ``reached`` the furthest place up to which any reading of it got. ``says_it``
    is the word, such as ``it`` or ``its``, by which a rule was named, and which may mean something else.
    """

    phrases: Phrasebook
    source: ProposalText
    shape: str
    discourse: Discourse
    following: tuple[Sentence, ...] = ()
    is_marked: bool = False
    at: int = 0
    verb: str = ""
    taken: int = 0
    reached: int = 0
    says_it: str = ""

    def take(self, pattern: str) -> re.Match[str] | None:
        """Go past a phrase if it stands here."""
        found = self.phrases.phrase(pattern).match(self.shape, self.at)
        if found:
            self.at = found.end()
            self.reached = max(self.reached, self.at)
        return found

    def sees(self, pattern: str) -> bool:
        """Whether a phrase stands here."""
        return bool(self.phrases.phrase(pattern).match(self.shape, self.at))

    def take_marks(self, marks: str = ",") -> bool:
        """Go past punctuation."""
        start = self.at
        while self.at < len(self.shape) and self.shape[self.at] in marks + " ":
            self.at += 1
        return self.at > start

    @property
    def rest(self) -> str:
        """What is left."""
        return self.shape[self.at :]

    @property
    def is_done(self) -> bool:
        """Whether nothing but punctuation is left."""
        return bool(_LEAVES.match(self.shape, self.at))

    def quoted(self, brackets: str = "«⟦") -> Quoted | None:
        """Take the piece that is quoted here."""
        found = REFERENCE.match(self.shape, self.at)
        if not found or found[0][0] not in brackets:
            return None
        self.at = found.end()
        self.take_marks(" ")
        self.reached = max(self.reached, self.at)
        return self.source.quoted[int(found[1])]


# --- texts ------------------------------------------------------------------------------------------------------------


def sound_text(quoted: Quoted) -> str:
    """A quotation's text if it can be put on a page; raises Refused (MARKUP) where not."""
    if quoted.fault:
        raise Refused("MARKUP", f"{quoted.fault}: {_excerpt(quoted.text)}")
    if quoted.href:
        raise Refused("MARKUP", f"a link, whose wikitext cannot be told: {_excerpt(quoted.text)}")
    if not quoted.text.strip():
        raise Refused("NO_TEXT", "the quotation is empty")
    return quoted.text


def new_text(cursor: Cursor, may_be_unquoted: bool = True) -> Quoted | None:
    """The text that stands here, after any colon: a quotation, a block, or after a colon unquoted words up to the end."""
    start, before = cursor.at, cursor.shape[: cursor.at].rstrip()
    cursor.take_marks(":,-–—")
    passed = before[-3:] + cursor.shape[start : cursor.at]
    quoted = cursor.quoted()
    if quoted is None and ":" in passed and may_be_unquoted:
        quoted = _unquoted(cursor)
    if quoted is None:
        cursor.at = start
    return quoted


def _unquoted(cursor: Cursor) -> Quoted | None:
    """New text without quotation marks: what is left of the sentence and of the paragraph, or the list that follows."""
    sentences = list(cursor.following)
    parts = [cursor.rest.strip()] if cursor.rest.strip() else []
    if "⟦" in cursor.rest or not (parts or sentences):
        return None
    if cursor.is_marked or any(sentence.is_marked for sentence in sentences):
        raise Refused("MARKUP", "new text without quotation marks holds markup")
    lines = _as_lines(parts, sentences)
    text = REFERENCE.sub(lambda found: _plain(cursor.source, found), "\n".join(lines))
    cursor.at, cursor.taken = len(cursor.shape), len(sentences)
    return Quoted(text, is_block=True)


def _as_lines(parts: list[str], sentences: list[Sentence]) -> list[str]:
    lines, paragraph = [" ".join(parts)] if parts else [], 0
    for sentence in sentences:
        is_first = sentence.paragraph != paragraph and (paragraph or not parts)
        shape = f"{sentence.bullet} {sentence.shape}" if sentence.bullet else sentence.shape
        if is_first or not lines:
            lines.append(shape)
        else:
            lines[-1] += f" {shape}"
        paragraph = sentence.paragraph
    return lines


def _plain(source: ProposalText, found: re.Match[str]) -> str:
    quoted = source.quoted[int(found[1])]
    text = sound_text(quoted)
    return f"“{text}”" if found[0][0] == "«" else text


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


# --- names of rules ---------------------------------------------------------------------------------------------------


def rule_name(title: str, number: str = "", section: str = "") -> RuleName:
    """A rule as its name is written: ``R | S`` is S under R, ``2.3 R`` has its number, a comma at the end is none of it."""
    title = " ".join(title.split())
    if len(title) > 1 and title[-1] in ".,;:" and not title.endswith(".."):
        title = title[:-1].rstrip()
    *above, last = _ABOVE.split(title)
    numbered = _TITLE_NUMBER.fullmatch(last)
    if numbered:
        number, last = number or numbered[1], numbered[2]
    if not last or len(title) > _LONGEST_TITLE or any(mark in title for mark in "{}<>\n"):
        raise Refused("NOT_UNDERSTOOD", f"{_excerpt(title)} is no name of a rule")
    return RuleName(last, number, tuple(above), section)


def name_here(cursor: Cursor, is_bare_allowed: bool = True) -> str | None:
    """The name that stands here, in quotation marks, as a link, or (where allowed) bare in capitals; paths are joined."""
    names = []
    while True:
        start = cursor.at
        quoted = cursor.quoted("«‹")
        bare = None if quoted or not is_bare_allowed else cursor.take(_BARE)
        if quoted is not None:
            if quoted.fault:
                raise Refused("MARKUP", f"{quoted.fault}: {_excerpt(quoted.text)}")
            names.append(quoted.text.strip())
        elif bare:
            names.append(bare[0].strip())
        else:
            cursor.at = start
            return None
        if not cursor.take(r"[|›>→](?=\s)"):
            return " | ".join(names)


def rule_here(cursor: Cursor, is_bare_allowed: bool = False) -> RuleName | None:
    """The rule that is named here: with the word rule, or (a quotation, or bare words where allowed) without it."""
    start = cursor.at
    rule = _rule_referred_to(cursor) or _rule_with_word(cursor)
    if rule is None:
        name = name_here(cursor, is_bare_allowed)
        rule = rule_name(name) if name else None
    if rule is None:
        cursor.at = start
        return None
    return with_place(cursor, rule)


def rule_with_word(cursor: Cursor, is_placed: bool = True) -> RuleName | None:
    """The rule that is named here with the word rule or subrule, or referred to; None where only a quotation stands.

    Not ``is_placed``: words such as ``a subrule of S`` after it are left where they are.
    """
    start = cursor.at
    rule = _rule_referred_to(cursor) or _rule_with_word(cursor)
    if rule is None:
        cursor.at = start
        return None
    return with_place(cursor, rule) if is_placed else rule


def _rule_referred_to(cursor: Cursor) -> RuleName | None:
    discourse = cursor.discourse
    if cursor.take(rf"(?:the )?same {RULE_WORD}|(?:the )?(?:afore)?said {RULE_WORD}|the aforementioned {RULE_WORD}"):
        return _the_one(discourse.rule, discourse.parent)
    if cursor.take(r"(?:the|this|that) (?:new(?:ly[- ](?:added|created))? )(?:sub-?)?rule|(?:that|this) sub-?rule"):
        return _the_one(discourse.created or discourse.rule)
    found = cursor.take(
        r"(?:that|this) rule|it|that(?=\s*,)|(?:its|that rule[’']s|this rule[’']s)(?= (?:text|title|name|content))"
    )
    if not found:
        return None
    if discourse.parent is not None:
        raise Refused("PLACE_UNCLEAR", "it may mean the new subrule or the rule above it")
    if "rule" not in found[0].lower():
        cursor.says_it = found[0].lower().strip()
    return _the_one(discourse.rule)


def _the_one(*rules: RuleName | None) -> RuleName:
    rule = next((rule for rule in reversed(rules) if rule is not None), None)
    if rule is None:
        raise Refused("NO_RULE", "no rule was named before")
    return rule


def _rule_with_word(cursor: Cursor) -> RuleName | None:
    start = cursor.at
    head = cursor.take(
        rf"(?:the |each )?(?:(?P<section>{SECTION}) )?(?:existing |current )?{RULE_WORD}(?: (?:called|entitled|titled|named|known as))?,?"
    )
    if head:
        return _after_rule_word(cursor, (head["section"] or "").strip(), start)
    before = cursor.take(rf"(?:the(?: existing| current)?(?: (?P<section>{SECTION}))?)(?= [«‹]| (?-i:[A-Z]))")
    name = name_here(cursor)
    if name and cursor.take(rf"{RULE_WORD}(?! (?:called|entitled|titled|named))"):
        return rule_name(name, section=(before["section"] or "") if before else "")
    cursor.at = start
    return None


def _after_rule_word(cursor: Cursor, section: str, start: int) -> RuleName | None:
    cursor.take(r"(?:called|entitled|titled|named),?")
    number = cursor.take(
        rf"(?:number |no\. |#)?({_NUMBER})(?![\w’-])[:,.]?(?= ?\(?[«‹]| (?-i:[A-Z])| *[.,;:]| (?:to|with|from|by|in)|$)"
    )
    bracket = number is not None and bool(cursor.take_marks(" (,:–-"))
    name = name_here(cursor)
    if bracket:
        cursor.take_marks(")")
    if name:
        cursor.take(RULE_WORD)
        return rule_name(name, number[1] if number else "", section)
    if number:
        raise Refused("NUMBER_ALONE", f"rule {number[1]}")
    cursor.at = start
    return None


def with_place(cursor: Cursor, rule: RuleName) -> RuleName:
    """The rule with the rule above it or the section that the text names right after it."""
    start = cursor.at
    cursor.take_marks(" ,(")
    if cursor.take(
        r"(?:which is )?(?:a |the )?sub-?rule (?:of|to|under|in)|(?:under|of|within)(?= (?:the )?(?:(?:sub-?)?rule|«))"
    ):
        above = rule_here(cursor, is_bare_allowed=True)
        if above is not None:
            cursor.take_marks(")")
            return replace(rule, above=(*above.above, above.title, *rule.above))
    section = cursor.take(
        r"(?:in|of|from|under) (?:the )?(?P<section>(?-i:[A-Z][\w ]{2,30}?)) section(?: of the ruleset)?"
        rf"|(?:in|of|from|under) (?:the )?(?:section of )?(?P<named>{SECTION}|{SECTION_NOUN})(?: rules?(?:et)?)?(?: section)?"
    )
    if section and not rule.section:
        cursor.take_marks(")")
        return replace(rule, section=section["section"] or section["named"])
    cursor.at = start
    return rule


# --- targets ----------------------------------------------------------------------------------------------------------

_BEGINS = r"(?:that |which )?(?:begins?|beginning|starts?|starting)(?: with| in| from)?(?: the (?:words?|text|phrase))?"
_ENDS = r"(?:,? ?(?:and )?(?:that |which )?(?:ends?|ending)(?: with| in| at)?|,? ?(?:up )?(?:to|through)(?: and including)?)(?: the (?:words?|text))?"
_HOLDS = r"(?:that |which )?(?:contain(?:s|ing)|includ(?:es|ing)|mention(?:s|ing))(?: the (?:words?|text|phrase))?"
_SAYS = r"(?:(?:that |which )?(?:reads?|reading|says?|saying|states?|stating)|from|of)?(?: as follows)?(?: that)?"
_INSTANCES = r"(?:instances?|occurrences?|mentions?|uses?|appearances?)(?: of)?"


def unit_of(noun: str) -> Unit:
    """The unit that a noun names; text for any that is none."""
    words = noun.lower().removeprefix("sub-").removeprefix("sub")
    words = "list item" if words == "list entries" else words
    forms = (words, words.removesuffix("s"), words.split()[-1].removesuffix("s"))
    return next((UNITS[form] for form in forms if form in UNITS), "text")


@dataclass(frozen=True, slots=True)
class Aim:
    """A target, and whether every occurrence of it is meant."""

    target: Target
    every: bool = False
    is_bare: bool = False
    rule: RuleName | None = None


def target_here(cursor: Cursor) -> Aim | None:
    """The stretch of a rule's text that is named here: by quotation, by its beginning and end, or by counting."""
    start = cursor.at
    aim = _every(cursor) or counted(cursor) or _span(cursor) or described(cursor)
    if aim is None:
        cursor.at = start
        quoted = cursor.quoted()
        if quoted is not None:
            aim = Aim(_quote(quoted, "text"), is_bare=True)
    if aim is None:
        cursor.at = start
    return aim


def _every(cursor: Cursor) -> Aim | None:
    head = cursor.take(
        rf"(?:all|every|each)(?: (?:of )?the)?(?: (?:single|other))?(?: {_INSTANCES})?(?: (?:the )?{UNIT})?"
        rf"|(?:any|the) {_INSTANCES}(?: the)?(?: {UNIT})?"
    )
    if not head:
        return None
    quoted = cursor.quoted("«")
    return Aim(_quote(quoted, "text"), every=True) if quoted else None


def counted(cursor: Cursor) -> Aim | None:
    """``the second paragraph``, ``step 3``."""
    found = cursor.take(rf"(?:(?:the|its) )?(?:very )?(?P<nth>{ORDINAL}) (?P<unit>{UNIT})")
    found = found or cursor.take(
        r"(?:the )?(?P<unit>step|paragraph|sentence|bullet point|bullet|item) (?P<nth>\d{1,2})"
    )
    if not found:
        return None
    unit = unit_of(found["unit"])
    if unit == "text" or found["unit"].lower().endswith("s"):
        raise Refused("PLACE_UNCLEAR", f"“{found[0].strip()}” cannot be counted")
    if cursor.sees(rf"(?:of|in|from) the (?:{ORDINAL} )?{UNIT}"):
        raise Refused("PLACE_UNCLEAR", "a place within a place is not counted")
    nth = nth_of(found["nth"])
    quoted = cursor.quoted("«")
    if quoted is not None:
        raise Refused("PLACE_UNCLEAR", "counted and quoted at once")
    return Aim(Position(unit, nth))


def nth_of(word: str) -> int:
    """What an ordinal counts to: -1 for the last, 0 for the only one."""
    digits = re.match(r"\d+", word)
    nth = int(digits[0]) if digits else _NTH[word.lower()]
    if not digits or nth:
        return nth
    raise Refused("PLACE_UNCLEAR", "counting begins at one")


def _span(cursor: Cursor) -> Aim | None:
    """``from A to Z``, ``everything between A and Z inclusive``."""
    head = cursor.take(
        rf"(?:all|everything|(?:all )?(?:of )?the)?\s*(?:rule )?(?:{UNIT}|everything)?\s*(?P<word>from|between)(?= (?:the {UNIT} )?[«⟦])"
    )
    if not head:
        return None
    cursor.take(rf"the {UNIT}")
    begins = cursor.quoted()
    joined = cursor.take(r"(?P<word>(?:up )?to(?: and including)?|through|and|until|til)(?: the (?:words?|text))?")
    ends = cursor.quoted() if joined else None
    inclusive = cursor.take(r"\(?inclusive\)?(?:ly)?,?")
    if begins is None or ends is None or joined is None:
        raise Refused("PLACE_UNCLEAR", "where the passage ends is not said")
    is_clear = inclusive or joined["word"].lower() in ("to", "through", "up to and including", "to and including")
    if (head["word"].lower() == "between" and not inclusive) or not is_clear:
        raise Refused("PLACE_UNCLEAR", "whether the ends belong to it is not said")
    return Aim(Stretch(_without_ellipsis(begins), _without_ellipsis(ends)))


def described(cursor: Cursor) -> Aim | None:
    """``the paragraph beginning with A``, ``the bullet that contains A``, ``the sentence A``."""
    head = cursor.take(
        rf"(?:(?:the|this|a|one) )?(?:(?:following|existing|current|entire|whole|rule|full|only|old) )*(?P<unit>{UNIT})(?: of text)?"
    )
    if not head:
        return None
    unit = unit_of(head["unit"])
    rule = None
    if cursor.take(rf"(?:of|in|from)(?= (?:(?:the|that) )?(?:{SECTION} )?(?:{RULE_WORD}|«|same))"):
        rule = rule_here(cursor)
    plural = head["unit"].lower().endswith("s") and head["unit"].lower() not in ("words",)
    cursor.take_marks(" ,:")
    if cursor.take(_BEGINS):
        return replace(_beginning(cursor, unit), rule=rule)
    if cursor.take(_HOLDS):
        return replace(_holding(cursor, unit), rule=rule)
    cursor.take(_SAYS)
    cursor.take_marks(" ,:-")
    quoted = cursor.quoted()
    if quoted is None or plural:
        return None
    return Aim(_quote(quoted, unit), rule=rule)


def _beginning(cursor: Cursor, unit: Unit) -> Aim:
    cursor.take_marks(" ,:")
    begins = cursor.quoted()
    ends = cursor.quoted() if begins and cursor.take(_ENDS) else None
    if begins is None:
        raise Refused("PLACE_UNCLEAR", "how it begins is not quoted")
    if ends is None and unit == "text":
        raise Refused("PLACE_UNCLEAR", "where the passage ends is not said")
    return Aim(Stretch(_without_ellipsis(begins), _without_ellipsis(ends) if ends else "", unit))


def _holding(cursor: Cursor, unit: Unit) -> Aim:
    quoted = cursor.quoted()
    if quoted is None or unit == "text":
        raise Refused("PLACE_UNCLEAR", "what it contains is not quoted")
    return Aim(Quote(sound_text(quoted), unit))


def _quote(quoted: Quoted, unit: Unit) -> Target:
    """The target that a quotation names; an ellipsis makes it a passage known by its two ends."""
    text = sound_text(quoted)
    first, *others = _ELLIPSIS.split(text)
    if not others:
        return Quote(text, unit, is_all=unit != "text")
    if len(others) > 1 or not first:
        raise Refused("PLACE_UNCLEAR", "the quotation leaves out too much")
    if not others[0] and unit == "text":
        raise Refused("PLACE_UNCLEAR", "where the quoted passage ends is not said")
    return Stretch(first, others[0], unit)


def _without_ellipsis(quoted: Quoted) -> str:
    text = (
        _ELLIPSIS.sub("", sound_text(quoted))
        if _ELLIPSIS.match(quoted.text) or _ELLIPSIS.search(quoted.text)
        else sound_text(quoted)
    )
    if not text:
        raise Refused("PLACE_UNCLEAR", "the quotation is an ellipsis only")
    return text


# --- what both adding and changing must mind --------------------------------------------------------------------------

_NOTE = re.compile(
    r"\A\s*\[(?!\[)[^\[\]]*\]\s*\Z|\bTB[DA]\b"
    r"|\[(?:insert|number|name|something|blank|nothing|tb[da]|to be|your|whatever|x+|\?+|\.{3}|…)\b[^\[\]]*\](?!\])",
    re.IGNORECASE,
)
"""A note for whoever writes the text, in its place: ``[nothing]``, ``[insert number here]``."""
_HEADING = re.compile(r"\A\s*(={1,6})[ \t]*([^=\n][^\n]*?)[ \t]*\1[ \t]*(?:\n|\Z)")


def given_text(quoted: Quoted | None) -> str:
    """The text of a quotation; raises Refused where there is none or it cannot be put on a page."""
    if quoted is None:
        raise Refused("NO_TEXT", "the text is not given")
    text = sound_text(quoted)
    if _NOTE.search(text):
        raise Refused("NO_TEXT", f"a note stands where text should: {_excerpt(text)}")
    return text


def heading_of(text: str) -> str:
    """The title of the heading with which a text begins; empty where it begins otherwise."""
    heading = _HEADING.match(text)
    return heading[2].strip(" '") if heading else ""


def without_heading(title: str, text: str) -> str:
    """A rule's text without its own heading; raises Refused where it begins with another one."""
    heading = _HEADING.match(text)
    if not heading:
        return _without_own_name(title, text)
    if heading_of(text).casefold() != title.casefold():
        raise Refused("CONTRADICTORY", f"the text begins with the heading {heading_of(text)}")
    return text[heading.end() :].strip()


def _without_own_name(title: str, text: str) -> str:
    """A text without a first line that is but the rule's name; raises Refused where that is all of it."""
    first, _, rest = text.strip().partition("\n")
    if first.strip(" '*:“”\"").casefold() != title.casefold():
        return text
    if not rest.strip():
        raise Refused("NO_TEXT", "the text is but the rule's name")
    return rest.strip()


def mind_the_stop(cursor: Cursor, target: Target, new: Quoted) -> None:
    """Refuse a stop before the closing mark of which it is unclear whether it is the sentence's own or the text's."""
    old = target.text.rstrip() if isinstance(target, Quote) and target.unit == "text" else "."
    text = new.text.rstrip()
    if new.is_block or text[-1:] not in (".", ",") or text.endswith("..") or old[-1:] in ".,!?:;":
        return
    if cursor.rest[:1] not in (".", ",", ";"):
        raise Refused(
            "NOT_UNDERSTOOD", "whether the stop before the closing quotation mark belongs to the text is not clear"
        )


def mind_things(rule: RuleName | None, aim: Aim) -> None:
    """Refuse a thing that is named without the rule in which it stands: ``the item X``."""
    if rule is None and isinstance(aim.target, Quote) and aim.target.unit in ("item", "step"):
        raise Refused("INSIDE_RULE", "a thing is named, but not the rule in which it stands")
