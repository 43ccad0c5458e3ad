"""The places that instructions name: in which rule, beside what, at which end, as what; adverbials before or after the verb."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from tracker.mechanics.enacting.instructions import Position, Quote, RuleName, Unit
from tracker.mechanics.reading_orders.instruction_phrases import (
    ORDINAL,
    UNIT,
    Aim,
    Cursor,
    Refused,
    counted,
    described,
    nth_of,
    rule_here,
    rule_name,
    rule_with_word,
    target_here,
    unit_of,
)
from tracker.mechanics.reading_orders.vocabulary import HOME, SECTION, SECTION_NOUN
from tracker.mechanics.ruleset.ruletree import section_key

PLACES_OF_TEXT = "in|from|of|within|inside"
"""The words before the rule in which an old text stands; ``to`` and ``into`` would be before the new one."""
_PLACES = f"{PLACES_OF_TEXT}|to|into|under|for|on"


@dataclass(slots=True)
class Where:
    """Where something is to be done, as far as the adverbials of a sentence say it."""

    rule: RuleName | None = None
    section: str = ""
    everywhere: bool = False
    in_list: bool = False
    aim: Aim | None = None
    inner: Position | None = None
    beside: RuleName | None = None
    side: Literal["", "before", "after"] = ""
    spot: Literal["", "start", "end"] = ""
    unit: Unit | None = None
    nth: int | None = None
    as_rule: Literal["", "rule", "subrule"] = ""
    instead: bool = False
    if_exists: bool = False
    is_inherited: bool = False
    _said: list[str] = field(default_factory=list)

    def say(self, what: str) -> None:
        """Note that something was said; raises Refused where it was said before."""
        if what in self._said:
            raise Refused("PLACE_UNCLEAR", "the place is said twice")
        self._said.append(what)


def adverbial(cursor: Cursor, where: Where, words: str = _PLACES) -> bool:
    """Take one adverbial in; False where none stands here. ``words`` are those that may stand before a rule."""
    return (
        _filler(cursor)
        or _condition_of_existing(cursor, where)
        or _beside(cursor, where)
        or _between(cursor, where)
        or (words != PLACES_OF_TEXT and (_at_spot(cursor, where) or _as_unit(cursor, where)))
        or _everywhere(cursor, where)
        or _within(cursor, where, words)
    )


def _filler(cursor: Cursor) -> bool:
    return bool(
        cursor.take(
            r"\(?(?:without|excluding|not including|minus|sans) (?:the )?(?:quotes|quotation marks|speech marks)\)?"
            r"|verbatim|in its entirety|entirely|(?:as well|too|also)(?= *(?:[.,;:]|$))"
            r"|(?:in|within|to|on) the same (?:bullet point|bullet|list item|item|paragraph|step|line)(?= *[,«:]|$)"
        )
    )


def _condition_of_existing(cursor: Cursor, where: Where) -> bool:
    found = cursor.take(
        r"\(?(?:if|where|when|provided(?: that)?|as long as|assuming) (?:(?:it|they|that rule|this rule|such a rule|the rule|that)"
        r"(?: (?:still|already))? exists?|(?:it is |they are )?(?:still )?present|(?:they|it) (?:still )?exists?)(?: at (?:the|that) time)?\)?"
    )
    where.if_exists |= bool(found)
    return bool(found)


def _beside(cursor: Cursor, where: Where) -> bool:
    start = cursor.at
    found = cursor.take(
        r"(?:(?:so that|such that) (?:it|they) (?:is|comes?|appears?|stands?) )?(?:directly |immediately |right |just |straight )?"
        r"(?P<side>after|following|below|beneath|before|preceding|above|prior to|in front of)"
    )
    if not found:
        return False
    side: Literal["before", "after"] = (
        "after" if found["side"].lower() in ("after", "following", "below", "beneath") else "before"
    )
    if cursor.take(r"(?:its|the|any|all)(?: of its)? (?:sub-?rules|sub-?sections)"):
        if side == "after":
            raise Refused("PLACE_UNCLEAR", "after the subrules there is no text of the rule's own")
        where.say("side")
        return True
    aim = None
    rule = rule_with_word(cursor)
    if rule is None:
        aim = _counted_alike(cursor, where) or target_here(cursor)
    if rule is None and aim is None:
        cursor.at = start
        return False
    if aim is not None and _is_quote(aim) and where.aim is not None and not (where.side or where.spot):
        where.inner, where.aim = _counted_place(where.aim), None
    else:
        where.say("side")
    where.side, where.beside = side, rule
    _set_aim(where, aim)
    return True


def _counted_alike(cursor: Cursor, where: Where) -> Aim | None:
    """``as a new paragraph after the first``: counted in the unit that was said before."""
    found = (
        cursor.take(rf"the (?P<nth>{ORDINAL})(?: one)?(?=,|:|\.|$| (?:in|of) )")
        if where.unit not in (None, "text")
        else None
    )
    return Aim(Position(where.unit, nth_of(found["nth"]))) if found and where.unit else None


def _set_aim(where: Where, aim: Aim | None) -> None:
    where.aim = aim
    if aim is not None and aim.rule is not None:
        _set_rule(where, aim.rule)


def _between(cursor: Cursor, where: Where) -> bool:
    found = cursor.take(
        rf"between (?:the )?(?P<first>{ORDINAL})(?: {UNIT})? and (?:the )?(?P<second>{ORDINAL}) (?P<unit>{UNIT})"
    )
    found = found or cursor.take(
        r"between (?P<unit>steps|paragraphs|sentences|items|bullets) (?P<first>\d+) and (?P<second>\d+)"
    )
    if not found:
        return False
    first, second, unit = nth_of(found["first"]), nth_of(found["second"]), unit_of(found["unit"])
    if second != first + 1 or first < 1 or unit == "text":
        raise Refused("PLACE_UNCLEAR", "they are not neighbours")
    where.say("side")
    where.side, where.aim, where.unit = "after", Aim(Position(unit, first)), where.unit or unit
    return True


def _at_spot(cursor: Cursor, where: Where) -> bool:
    found = cursor.take(
        r"(?:to|at|on|onto|in) (?:the )?(?:very )?(?P<spot>end|bottom|foot|close|beginning|start|top|front)(?! with)(?P<of> of)?"
    )
    if not found:
        return False
    where.say("spot")
    where.spot = "end" if found["spot"].lower() in ("end", "bottom", "foot", "close") else "start"
    if not found["of"]:
        return True
    if _end_of_ruleset(cursor, where) or _list_of(cursor, where):
        return True
    rule = rule_with_word(cursor)
    if rule is None:
        aim = target_here(cursor) if not cursor.sees("«") else None
        if aim is not None:
            where.say("side")
            _set_aim(where, aim)
            return True
        rule = rule_here(cursor, is_bare_allowed=True)
    if rule is None:
        raise Refused("PLACE_UNCLEAR", "of what it is the end or the beginning cannot be told")
    _set_rule(where, rule)
    return True


_AS_RULE = (
    rf"as (?:a|an|the|its)(?: new)?(?: own)?(?: (?:first|last|final))? (?P<kind>sub-?rule|(?:{HOME} )?rule)s?"
    r"(?= of| to| in| under|,|:|\.| (?:called|entitled|titled|named|with)|$)"
)
_AS_UNIT = (
    rf"(?:as|in|on|into|to) (?:a|an|the|its|their|separate)(?: (?:new|own|separate|additional|further))*(?: (?P<nth>{ORDINAL}))?"
    rf"(?: (?:new|own|separate))? (?P<unit>{UNIT}|line)(?: of its own| to the list)?"
    r"(?= *(?:[,.:;)⟦«-]|$)| (?:to|of|in|after|before|at|directly|immediately|between|following|the|which|reading|under|just|right))"
)


def _as_unit(cursor: Cursor, where: Where) -> bool:
    """``as a subrule``, ``as a new paragraph``, ``in its own bullet``."""
    start = cursor.at
    rule = cursor.take(_AS_RULE)
    if rule:
        where.as_rule = "subrule" if rule["kind"].lower().startswith("sub") else "rule"
        return True
    found = cursor.take(_AS_UNIT)
    if not found or not (found[0][:2].lower() == "as" or re.search(r"own|new|separate", found[0], re.IGNORECASE)):
        cursor.at = start
        return False
    where.say("unit")
    where.unit = "paragraph" if found["unit"].lower() == "line" else unit_of(found["unit"])
    where.nth = nth_of(found["nth"]) if found["nth"] else None
    return True


_RULESET = (
    rf"(?:the )?(?:entire |whole |rest of the )?(?:(?P<section>{SECTION}) )?(?:rules(?:et)?)(?: section)?(?: page)?(?: as a whole)?"
    rf"|(?:the )?(?P<named>{SECTION_NOUN})(?: section)?(?! (?:sub-?)?rule)"
    r"|the section(?: called| titled| of)? (?P<titled>(?-i:[A-Z][\w-]*(?: [A-Z][\w-]*)*))|the (?P<before>(?-i:[A-Z][\w-]*(?: [A-Z][\w-]*)*)) section"
)


def _everywhere_of(cursor: Cursor, where: Where) -> bool:
    """The whole ruleset or, kept in ``where``, a section of it."""
    section = _section_here(cursor)
    if section:
        set_section(where, section)
    return section is not None


def _end_of_ruleset(cursor: Cursor, where: Where) -> bool:
    """The ruleset or section whose end is meant; of several sections, the end of the ruleset is hardly that of the last."""
    section = _section_here(cursor)
    if section == "" and len(cursor.phrases.vocabulary.sections) > 1:
        raise Refused("PLACE_UNCLEAR", "of which section it is the end or the beginning is not said")
    if section:
        set_section(where, section)
    return section is not None


def _section_here(cursor: Cursor) -> str | None:
    """The section that is named here, as the text calls it; empty for the ruleset as a whole, None for neither."""
    found = cursor.take(_RULESET)
    return (found["section"] or found["named"] or found["titled"] or found["before"] or "") if found else None


def set_section(where: Where, section: str) -> None:
    """Keep the section that is named, as it was called first; raises Refused where another one was named."""
    if section_key(where.section) not in ("", section_key(section)):
        raise Refused("PLACE_UNCLEAR", "two sections are named for one change")
    where.section = where.section or section


def _everywhere(cursor: Cursor, where: Where) -> bool:
    """``throughout the ruleset``, ``everywhere it appears in R``."""
    if not cursor.take(
        r"throughout|everywhere|wherever (?:it|they|that|this) (?:appears?|occurs?)|each time (?:it|they) (?:appears?|occurs?)"
        r"|in (?:all|every) (?:places?|instances?|cases?)(?: where it (?:appears|occurs))?|globally"
    ):
        return False
    where.say("everywhere")
    where.everywhere = True
    cursor.take(r"(?:that )?(?:it|they) (?:appears?|occurs?)")
    cursor.take(r"in|within|of|across|throughout")
    if not _everywhere_of(cursor, where):
        rule = rule_here(cursor)
        if rule is not None:
            _set_rule(where, rule)
    return True


def _list_of(cursor: Cursor, where: Where) -> bool:
    found = cursor.take(
        r"(?:the|its)(?: (?:only|sole|single|existing|first|last|second|bulleted|bullet(?: point)?|numbered|ordered|unordered))* list"
        r"(?: of (?:(?!in |under |from |to )[\w’'-]+ ?){1,8}?)??"
        r"(?=,? (?:in|of(?= (?:the )?(?:rule|sub-?rule|«|same|that))|under|from|within|at|add|append)\b| *[,:.⟦«]|$)"
    )
    if not found:
        return False
    if re.search(r"\b(?:first|last|second)\b", found[0], re.IGNORECASE):
        raise Refused("NO_LIST", "which list is meant is said by counting lists")
    where.say("list")
    where.in_list = True
    if cursor.take(r"of|in|under|from|within"):
        rule = rule_here(cursor, is_bare_allowed=True)
        if rule is None:
            raise Refused("NO_LIST", "in which rule the list stands is not said")
        _set_rule(where, rule)
    return True


def _within(cursor: Cursor, where: Where, words: str = _PLACES) -> bool:
    start = cursor.at
    found = cursor.take(rf"(?P<word>{words})(?: the text of)?")
    if not found:
        return False
    if _everywhere_of(cursor, where) or _list_of(cursor, where):
        return True
    rule = rule_with_word(cursor)
    if rule is None and not cursor.sees("«"):
        aim = counted(cursor) or described(cursor)
        if aim is not None and where.aim is not None and where.side and _is_quote(where.aim) and where.inner is None:
            where.inner = _counted_place(aim)
            return True
        if aim is not None:
            where.say("side")
            _set_aim(where, aim)
            return True
    rule = rule or rule_here(cursor, is_bare_allowed=True)
    if rule is None:
        cursor.at = start
        return False
    _set_rule(where, rule)
    return True


def _is_quote(aim: Aim) -> bool:
    return isinstance(aim.target, Quote) and aim.target.unit == "text" and not aim.every


def _counted_place(aim: Aim) -> Position:
    """The paragraph or the like in which a quotation is looked for; raises Refused where it is not named by counting."""
    if not isinstance(aim.target, Position):
        raise Refused("PLACE_UNCLEAR", "the place is said twice")
    return aim.target


def within(aim: Aim, place: Position) -> Aim:
    """The aim looked for in a counted place only; raises Refused where it is no mere quotation."""
    if not _is_quote(aim) or not isinstance(aim.target, Quote):
        raise Refused("PLACE_UNCLEAR", "a place within a place is not counted")
    return replace(aim, target=replace(aim.target, within=place))


def _set_rule(where: Where, rule: RuleName) -> None:
    if where.rule is not None and where.rule != rule:
        raise Refused("PLACE_UNCLEAR", "two rules are named for one change")
    where.rule = rule


# --- what follows from a place ----------------------------------------------------------------------------------------


def mind_unused(where: Where) -> None:
    """Refuse places within a text for what concerns a whole rule."""
    if (
        where.aim
        or where.inner
        or where.side
        or where.spot
        or where.unit
        or where.in_list
        or where.everywhere
        or where.as_rule
    ):
        raise Refused("PLACE_UNCLEAR", "a place within a text is named for what concerns a whole rule")


def under(where: Where, rule: RuleName) -> RuleName:
    """The rule under the one that the clause names before it: ``in R, rename S``; with the section that it names."""
    if where.rule is not None and not where.is_inherited and where.rule.title.casefold() != rule.title.casefold():
        rule = replace(rule, above=(*where.rule.above, where.rule.title, *rule.above))
    return replace(rule, section=where.section) if where.section and not rule.section else rule


def adverbials(cursor: Cursor, where: Where, words: str | None = None) -> None:
    """Take in all adverbials that stand here."""
    while True:
        start = cursor.at
        cursor.take_marks(" ,(")
        if not (adverbial(cursor, where, words) if words else adverbial(cursor, where)):
            cursor.at = start
            return
        cursor.take_marks(" )")


def rule_meant(cursor: Cursor, where: Where) -> RuleName | None:
    """The rule that a clause is about: the one it names, or the one whose list of changes it stands in."""
    rule = where.rule or cursor.discourse.scope
    if rule is not None:
        rule = replace(rule, section=where.section) if where.section and not rule.section else rule
        mention(cursor, rule)
    return rule


def mention(cursor: Cursor, rule: RuleName) -> None:
    """From now on ``that rule`` means this one."""
    cursor.discourse.rule, cursor.discourse.parent = rule, None


def quoted_rule(aim: Aim | None) -> RuleName:
    """The rule that a mere quotation names where only a rule can be meant: ``after R``."""
    if aim is None or not isinstance(aim.target, Quote) or not aim.is_bare:
        raise Refused("PLACE_UNCLEAR", "beside which rule is not said")
    return rule_name(aim.target.text)
