"""The conditions of instructions: another matter's fate, a rule or a text existing; all else is refused by kind."""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.mechanics.enacting.instructions import (
    AddItem,
    Append,
    Condition,
    GlossaryEntry,
    Insert,
    Instruction,
    MatterEnacted,
    Move,
    NewRule,
    Rename,
    Repeal,
    Replace,
    Reword,
    RuleExists,
    RuleName,
    TextExists,
)
from tracker.mechanics.reading_orders.instruction_phrases import (
    RULE_WORD,
    Cursor,
    Refused,
    name_here,
    rule_here,
    rule_name,
    rule_with_word,
    sound_text,
    with_place,
)
from tracker.mechanics.reading_orders.vocabulary import MARK, MATTER, SECTION, VOTING, Phrasebook

IF = r"(?:if|unless|provided(?: that)?|providing(?: that)?|assuming(?: that)?|as long as|so long as|only if|in the event that|should|when|where)"
_THIS = r"(?:(?:all of )?this(?: entire)?(?: proposal)?|the rest of this(?: proposal)?|it|this one)"
NO_EFFECT = (
    rf"(?:{_THIS} (?:then )?(?:does|do|will do|shall do|has|have|will have|shall have)(?: absolutely)? (?:nothing|no effect)(?: at all)?(?: else)?"
    rf"|{_THIS} (?:(?:is|are|shall be|will be) (?:void|ignored|null(?: and void)?|not enacted|without effect|of no effect)|fails)"
    rf"|{_THIS} (?:should|shall|is to|must) be (?:ignored|treated as having no effect)"
    r"|(?:none of this|no part of this|nothing (?:in|of) this)(?: proposal)? (?:happens|applies|takes effect|has any effect)"
    r"|nothing (?:happens|changes)|do nothing|stop here|(?:ignore|skip|disregard) (?:all of )?this(?: proposal)?)"
)
"""What a text says of itself to say that it does nothing."""
_PASSED = (
    r"(?:(?P<not>(?:has|have|was|is|did|does|had|were)(?: not|n[’']t)(?: yet)?(?: already)?(?: been)?"
    r" (?:pass(?:es|ed)?|enact(?:ed|s)?|succeed(?:ed)?))"
    r"|(?P<failed>(?:has |have |had |is |was )?(?:already )?(?:been )?(?:fails|failed)|does fail)"
    r"|(?:(?:has|have|was|is|were|had|gets|got)(?: already)?(?: since)?(?: been)? (?:passed|enacted|successful)"
    r"|passed|passes|enacts|succeeded|succeeds))"
)
_MATTER = (
    rf"(?:either )?(?:(?:the|my|our|this)(?: other| earlier| previous)? )?{MATTER}s?"
    r"(?: (?:called|titled|entitled|named|at))?"
)
_BY = r"(?:\(?by (?:\w+)\)?|below|above|by me)"
_URL = re.compile(r"\[?\(?(https?://[^\s,«»‹›⟦⟧\]]+?)[.)\]]?(?=[\s,\])]|$)\]?\)?\s*")
_BARE_MATTER = re.compile(
    r"([A-Z0-9][^«»‹›⟦⟧:;.]{0,100}?)\s+(?=(?:has|have|was|is|did|does|fail|pass|enact|succe)[a-z’']*\b)"
)
_NOT = r"(?:still |already |currently )?(?P<not>(?:does not|doesn[’']t|do not|no longer)(?: (?:already|still|yet|currently))? )?"
_VOTES = (
    rf"\b(?:vot(?:e[sdr]?|ers|ing|es)|{VOTING}|veto(?:e[sd])?|(?-i:FOR|AGAINST))\b|\b{MARK}"
    r"|\b(?:ballots?|comments? (?:on this|below)|times? out|timed out|popular|unanimous\w*)\b"
)
Decided = tuple[Condition, ...]


def depends_on_votes(phrases: Phrasebook, shape: str) -> bool:
    """Whether a text, outside quotations, speaks of votes, voters or how a matter was resolved."""
    return phrases.finds(_VOTES, shape)


def opposite(conditions: Decided) -> Decided:
    """What holds where the conditions do not; raises Refused where that is no condition that all must hold."""
    if len(conditions) != 1:
        raise Refused("CONDITION_UNDECIDED", "the opposite of several conditions is not one")
    return (replace(conditions[0], wanted=not conditions[0].wanted),)


def conditions_here(cursor: Cursor) -> Decided:
    """The conditions after a word such as if, joined by and; raises Refused for what the tracker cannot decide."""
    found = cursor.take(IF)
    is_unless = found is not None and found[0].lower().startswith("unless")
    conditions = [_condition(cursor)]
    while cursor.sees(r"and|or") and (joined := cursor.take(r"and(?: if)?|or(?: if)?")):
        if joined[0].lower().startswith("or"):
            raise Refused("CONDITION_UNDECIDED", "one of several conditions is enough")
        conditions.append(_condition(cursor))
    return opposite(tuple(conditions)) if is_unless else tuple(conditions)


def _condition(cursor: Cursor) -> Condition:
    start = cursor.at
    condition = _on_rule(cursor) or _on_text(cursor)
    if condition is None:
        cursor.at = start
        condition = _on_matter(cursor)
    if condition is None:
        words = re.split(r"[,;:]|(?<=[.!?]) ", cursor.shape[start:])[0]
        if depends_on_votes(cursor.phrases, words):
            raise Refused("CONDITION_ON_VOTES", cursor.source.written(words)[:120])
        raise Refused("CONDITION_UNDECIDED", cursor.source.written(words)[:120])
    return condition


# --- on another matter ------------------------------------------------------------------------------------------------


def _on_matter(cursor: Cursor) -> Condition | None:
    said = cursor.take(_MATTER)
    cursor.take_marks(" :,(")
    matter = _matter_here(cursor, bool(said))
    if matter is None:
        return None
    cursor.take_marks(" ,)")
    cursor.take(_BY)
    fate = cursor.take(_PASSED)
    if fate is None or cursor.sees(r"(?:with|by|after|before|within|on|in)"):
        return None
    cursor.discourse.matter = matter
    cursor.discourse.other = "the other matter"
    cursor.take(r"(?:first|already|too|as well|beforehand)")
    return MatterEnacted(matter, wanted=not (fate["not"] or fate["failed"]))


def _matter_here(cursor: Cursor, is_said: bool) -> str | None:
    if (
        cursor.sees(r"(?:it|that proposal|that|said proposal)(?= (?:has|have|was|is|did|does|fail|pass|enact|succe))")
        and cursor.discourse.matter
    ):
        cursor.take("it|that proposal|that|said proposal")
        return cursor.discourse.matter
    quoted = cursor.quoted("«‹")
    if quoted is not None:
        if quoted.fault:
            raise Refused("MARKUP", quoted.fault)
        return quoted.href or quoted.text.strip().rstrip(",") or None
    url = _URL.match(cursor.shape, cursor.at)
    if url:
        cursor.at = url.end()
        return url[1]
    bare = _BARE_MATTER.match(cursor.shape, cursor.at) if is_said else None
    if bare is None:
        return None
    cursor.at = bare.end()
    return bare[1].strip(" :,")


# --- on the ruleset ---------------------------------------------------------------------------------------------------


def _on_rule(cursor: Cursor) -> Condition | None:
    """``there is a rule called R``, ``the rule R exists``, ``no rule named R exists``."""
    start = cursor.at
    there = cursor.take(
        rf"there(?: is|[’']s| exists)(?: still| already| currently)?(?P<no> no(?: longer)?| not)?(?: (?:a|an|any))?"
        rf"(?: (?:active|existing))?(?= (?:{SECTION} )?{RULE_WORD}| «|‹)"
    )
    no = None if there else cursor.take(rf"(?:no)(?=(?: {SECTION})? {RULE_WORD})")
    if not there and not no:
        cursor.take(rf"(?:a|any)(?= (?:{SECTION} )?rule)")
    rule = rule_with_word(cursor, is_placed=False)
    name = name_here(cursor, is_bare_allowed=False) if rule is None and cursor.sees("«") else None
    rule = rule_name(name) if name else rule
    if rule is None:
        cursor.at = start
        return None
    rule = _placed(cursor, rule)
    if there:
        cursor.take(r"(?:in|of) the (?:rules(?:et)?)|at (?:that|the) time")
        return _noting(cursor, RuleExists(rule, wanted=not there["no"]))
    exists = cursor.take(
        rf"{_NOT}(?:exists?|(?:is|are)(?P<isnt> not|n[’']t)?(?: still| currently| already)?"
        r" (?:present|part of the ruleset|(?P<in>(?=in ))))"
    )
    placed = _placed(cursor, rule)
    is_said = bool(placed != rule or cursor.take(r"in the rules(?:et)?"))
    if exists is None or (exists["in"] is not None and not is_said):
        cursor.at = start
        return None
    is_negative = bool(exists["not"] or exists["isnt"])
    return _noting(cursor, RuleExists(placed, wanted=is_negative == bool(no)))


def _placed(cursor: Cursor, rule: RuleName) -> RuleName:
    """The rule in the place that is named right after it; behind a comma stands the place of what is to be done."""
    return rule if cursor.rest.lstrip().startswith(",") else with_place(cursor, rule)


def _noting(cursor: Cursor, condition: RuleExists) -> Condition:
    cursor.discourse.rule, cursor.discourse.parent = condition.rule, None
    cursor.discourse.other = ""
    return condition


def _on_text(cursor: Cursor) -> Condition | None:
    """``the rule R contains A``, ``A appears in R``."""
    start = cursor.at
    is_ruleset = cursor.take(r"the ruleset(?= )")
    rule = None if is_ruleset else rule_with_word(cursor) or _quoted_holder(cursor)
    if is_ruleset or rule is not None:
        verb = cursor.take(
            rf"{_NOT}(?:contains?|includes?|says?|reads?|has|holds?)(?: the)?(?: (?:text|words?|phrase|sentence|string))?,?"
        )
        quoted = cursor.quoted() if verb else None
        if verb and quoted:
            if rule is not None:
                cursor.discourse.rule, cursor.discourse.parent = rule, None
            cursor.discourse.other = "the text that was just quoted"
            return TextExists(rule, sound_text(quoted), wanted=not verb["not"])
    cursor.at = start
    return _appearing_text(cursor, start)


def _quoted_holder(cursor: Cursor) -> RuleName | None:
    start = cursor.at
    name = name_here(cursor, is_bare_allowed=False)
    if name is None or not cursor.sees(rf"{_NOT}(?:contains?|includes?|has|holds?)"):
        cursor.at = start
        return None
    return rule_name(name)


def _appearing_text(cursor: Cursor, start: int) -> Condition | None:
    cursor.take(r"the (?:text|words?|phrase|sentence|string)")
    quoted = cursor.quoted("«")
    verb = cursor.take(rf"{_NOT}(?:appears?|occurs?|stands?|is found)(?: anywhere)? in") if quoted else None
    if quoted is None or verb is None:
        cursor.at = start
        return None
    rule = None if cursor.take(r"the ruleset") else rule_here(cursor, is_bare_allowed=True)
    return TextExists(rule, sound_text(quoted), wanted=not verb["not"])


def existing(instruction: Instruction) -> Decided:
    """The condition that ``if it exists`` puts on an instruction: that there is the rule which it is about."""
    match instruction:
        case NewRule(place=place) if place.parent is not None:
            return (RuleExists(place.parent),)
        case (
            Repeal(rule) | Rename(rule) | Move(rule) | Reword(rule) | Append(rule) | AddItem(rule) | GlossaryEntry(rule)
        ):
            return (RuleExists(rule),)
        case Replace(rule=RuleName() as rule) | Insert(rule=RuleName() as rule):
            return (RuleExists(rule),)
        case Replace(target=target) if hasattr(target, "text"):
            return (TextExists(None, target.text),)
        case _:
            raise Refused("CONDITION_UNDECIDED", "what it is that must exist cannot be told")
