"""Clauses that add: a new rule or subrule, text, an item of a list, a term of a glossary."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from tracker.mechanics.enacting.instructions import (
    AddItem,
    Append,
    GlossaryEntry,
    Insert,
    Instruction,
    NewRule,
    Place,
    Position,
    Quote,
    RuleName,
    Unit,
)
from tracker.mechanics.reading_orders.instruction_phrases import (
    UNIT,
    Aim,
    Cursor,
    Refused,
    given_text,
    heading_of,
    mind_the_stop,
    mind_things,
    name_here,
    new_text,
    rule_name,
    sound_text,
    unit_of,
    without_heading,
)
from tracker.mechanics.reading_orders.instruction_places import (
    Where,
    adverbial,
    adverbials,
    quoted_rule,
    rule_meant,
    set_section,
    within,
)
from tracker.mechanics.reading_orders.proposal_text import Quoted
from tracker.mechanics.reading_orders.vocabulary import SECTION_NOUN

_NAMED = (
    r"(?:(?:and )?(?:to be |is )?(?:called|entitled|titled|named|headed|labelled)(?: as)?"
    r"|(?:and )?(?:with|under|by|of|having|bearing) (?:the |a )?(?:title|name|heading)(?: of)?"
    r"|(?:and )?(?:call|title|name|entitle) (?:it|this (?:sub-?)?rule))"
)
_INTRODUCED = (
    r"(?:and )?(?:(?:with|containing|consisting of|comprising|having|which|that|whose|give(?: it)?|giving it|to|it) ?)?(?:(?:it|should|shall) )?"
    r"(?:(?:reads?|says?|states?|contains?|reading|stating|saying|consists of|has) ?)?"
    r"(?:(?:the|this|its|as) )?(?:(?:following|new|below|follows) ?)*"
    r"(?:(?:(?:rule )?text|contents?|body|wording|words|description|definition|paragraphs?|effect) ?)?"
    r"(?:(?:of|as follows|reading|is|are|which reads|that reads|given|below|as|being|thus|and) ?)*"
)
_FRAGMENT = re.compile(r"\s*(?:[,;(–—-]|[a-z])")
_ARTICLE = r"(?:a|an|one|another|the|this|the following|the below|following|as)"
_ATTRIBUTE = r"(?:with|of|having|bearing|marked|tagged|coloured|colored|classed|flagged)"


@dataclass(slots=True)
class _Addition:
    """What a clause of adding says, slot by slot."""

    kind: str = ""
    name: str | None = None
    quoted: Quoted | None = None
    unit: Unit | None = None
    term: str | None = None
    adjective: str = ""
    verb: str = ""
    slots: set[str] = field(default_factory=set)


def add(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """What is added after a verb such as add; None where it is not understood."""
    added = _Addition(verb=cursor.verb)
    adverbials(cursor, where)
    if not _object_of_adding(cursor, where, added):
        return None
    while (":" in cursor.rest or not cursor.is_done) and _slot(cursor, where, added):
        pass
    added.kind = where.as_rule or added.kind
    if added.kind in ("rule", "subrule"):
        return _new_rule(cursor, where, added)
    if added.kind == "term":
        return [_glossary_entry(cursor, where, added)]
    return [_new_text(cursor, where, added)]


def _object_of_adding(cursor: Cursor, where: Where, added: _Addition) -> bool:
    """What is added: a rule, a term, an item, or text; at once, or ``the following`` and a colon."""
    if _rule_to_add(cursor, added) or _term_to_add(cursor, added):
        return True
    noun = cursor.take(
        rf"(?:{_ARTICLE} )?(?:(?:following|new|additional|extra|further|single|own) ){{0,3}}(?P<unit>{UNIT}|sub-?section|line)"
    )
    if noun:
        _unit_to_add(noun["unit"], added)
        cursor.take(
            r"(?:of|which reads|that reads|reading|saying|stating|that says|which says|as follows)(?=[ :,-]*[«⟦]| *:)"
        )
    elif not cursor.take(r"(?:in )?(?:the|this) following|the below"):
        cursor.take(r"as follows")
    added.quoted = new_text(cursor)
    return bool(
        noun
        or added.quoted
        or cursor.shape[: cursor.at].lower().rstrip().endswith("following")
        or where.rule
        or where.aim
    )


def _unit_to_add(noun: str, added: _Addition) -> None:
    if noun.lower() == "line":
        added.unit = "paragraph"
        return
    added.unit = unit_of(noun) if noun.lower().replace("-", "") != "subsection" else None
    if added.unit is None:
        raise Refused("NOT_UNDERSTOOD", "whether a subsection is a rule or a text is not clear")


def _rule_to_add(cursor: Cursor, added: _Addition) -> bool:
    start = cursor.at
    found = cursor.take(
        rf"(?:{_ARTICLE} )?(?:following )?(?P<adjectives>(?:[\w’'-]+ ){{0,3}}?)(?P<kind>sub-?rule|rule)(?:’s)?(?! (?:text|number|title)\b)"
    )
    if not found:
        return False
    adjectives = re.sub(r"\b(?:new|brand new|following|additional)\b", "", found["adjectives"].lower())
    adjective = " ".join(adjectives.split())
    if adjective not in ("", "new", *cursor.phrases.vocabulary.adjectives):
        if re.search(r"\b(?:to|in|of|with|a|as|the|into)\b", adjective):
            cursor.at = start
            return False
        raise Refused("ATTRIBUTE", f"a rule that is “{adjective}”")
    added.adjective = adjective
    added.kind = found["kind"].lower().replace("-", "")
    return True


def _term_to_add(cursor: Cursor, added: _Addition) -> bool:
    found = cursor.take(
        rf"(?:{_ARTICLE} )?(?:(?:following|new|additional) ){{0,2}}(?:keyword|term|definition|glossary entry|glossary item|entry)"
        r"(?:s(?=:))?(?: definition)?"
        r"(?: (?:for|of|to define))?(?: (?:the )?(?:term|keyword|word))?"
    )
    if not found:
        return False
    added.kind = "term"
    if cursor.sees(r",? ?«\d+»,? (?:with|defined|meaning)"):
        cursor.take_marks(" ,")
    name = cursor.quoted("«")
    added.term = sound_text(name) if name else None
    return True


def _slot(cursor: Cursor, where: Where, added: _Addition) -> bool:
    """Take in one more piece of what is said of the addition; False where what stands here is none."""
    start = cursor.at
    cursor.take_marks(" ,")
    if _name_slot(cursor, added) or adverbial(cursor, where) or _text_slot(cursor, added):
        return True
    if cursor.take(r"instead(?= *[,:«⟦])"):
        where.instead = True
        return True
    if added.kind and not added.kind == "term" and cursor.sees(rf"{_ATTRIBUTE} (?!the following|text)[\w ]+"):
        raise Refused("ATTRIBUTE", cursor.source.written(cursor.rest)[:100])
    cursor.at = start
    return False


def _name_slot(cursor: Cursor, added: _Addition) -> bool:
    if added.name is not None or (added.kind not in ("rule", "subrule") and not cursor.sees(_NAMED)):
        return False
    start = cursor.at
    said = cursor.take(_NAMED)
    cursor.take_marks(" ,:")
    if not said and (not cursor.sees("«") or added.quoted is not None):
        cursor.at = start
        return False
    added.name = name_here(cursor, is_bare_allowed=bool(said))
    if added.name is None:
        cursor.at = start
    return added.name is not None


def _text_slot(cursor: Cursor, added: _Addition) -> bool:
    if added.quoted is not None:
        return False
    start = cursor.at
    cursor.take_marks(" ,:-–—")
    cursor.take(_INTRODUCED)
    added.quoted = new_text(cursor)
    if added.quoted is None:
        cursor.at = start
        cursor.take(_INTRODUCED + r"(?= *[⟦:])")
        added.quoted = new_text(cursor)
    if added.quoted is None:
        cursor.at = start
    return added.quoted is not None


def _new_rule(cursor: Cursor, where: Where, added: _Addition) -> list[Instruction]:
    parent = _parent(cursor, where, added)
    if added.adjective and (added.adjective != cursor.phrases.vocabulary.home or not parent):
        set_section(where, added.adjective)
    place = _place_of_new_rule(where, parent)
    if added.name is None and added.quoted is not None:
        added.name = heading_of(added.quoted.text) or None
    if added.name is None or added.quoted is None:
        raise PendingRule(added.kind, place, added.name, added.quoted)
    return [finished_rule(cursor, place, added.name, added.quoted)]


class PendingRule(Refused):
    """A new rule whose name or text is said in a sentence of its own, if anywhere."""

    def __init__(self, kind: str, place: Place, name: str | None, quoted: Quoted | None) -> None:
        """Keep what is known of the rule."""
        super().__init__(
            "NO_TEXT", f"the new rule's {'text' if name else 'name' if quoted else 'name or text'} is not given"
        )
        self.kind, self.place, self.name, self.quoted = kind, place, name, quoted


def finished_rule(cursor: Cursor, place: Place, name: str, quoted: Quoted) -> NewRule:
    """A new rule of which all is known; from now on ``that rule`` may mean it."""
    named = rule_name(name)
    if named.above or named.number:
        raise Refused("NOT_UNDERSTOOD", f"{name} is no name for a new rule")
    text = without_heading(named.title, sound_text(quoted))
    above = (*place.parent.above, place.parent.title) if place.parent else ()
    discourse = cursor.discourse
    discourse.created = discourse.rule = RuleName(named.title, above=above)
    discourse.parent = place.parent
    return NewRule(named.title, text, place)


def _parent(cursor: Cursor, where: Where, added: _Addition) -> RuleName | None:
    if added.kind == "subrule":
        parent = where.rule or cursor.discourse.scope
        if parent is None and where.aim is None and where.beside is None:
            raise Refused("PLACE_UNCLEAR", "of which rule it is a subrule is not said")
        return parent
    if where.rule is not None and not where.is_inherited:
        if cursor.phrases.finds(rf"\b(?:rules|ruleset|{SECTION_NOUN})$", where.rule.title):
            where.section = where.rule.title
            return None
        raise Refused("PLACE_UNCLEAR", f"whether it is to be a subrule of {where.rule.title} is not said")
    return None


def _place_of_new_rule(where: Where, parent: RuleName | None) -> Place:
    if where.in_list or where.unit or where.everywhere or where.inner:
        raise Refused("PLACE_UNCLEAR", "a place within a text is named for a rule")
    if where.side:
        beside = where.beside or quoted_rule(where.aim)
        return Place(where.section, parent, where.side, beside)
    if where.aim is not None:
        raise Refused("PLACE_UNCLEAR", "a rule does not stand within a text")
    return Place(where.section, parent, "start" if where.spot == "start" or where.nth == 1 else "end")


def _glossary_entry(cursor: Cursor, where: Where, added: _Addition) -> Instruction:
    rule = rule_meant(cursor, where)
    if rule is None:
        raise Refused("PLACE_UNCLEAR", "in which rule the terms stand is not said")
    text = given_text(added.quoted)
    if added.term is not None:
        return GlossaryEntry(rule, added.term.strip(), _definition(added.term, text))
    found = re.fullmatch(r";[ \t]*([^:\n]{1,60}?)\s*\n[ \t]*:[ \t]*(\S[^\n]*)", text.strip()) or _entry_of_one_line(
        text
    )
    if not found:
        raise Refused("NO_TEXT", "which word is the term cannot be told")
    return GlossaryEntry(rule, found[1].strip(), found[2].strip())


def _entry_of_one_line(text: str) -> re.Match[str] | None:
    if "\n" in text.strip():
        return None
    return re.fullmatch(
        r"(?:[;*]\s*)?(?:'''|“)?([^:'“”\n]{1,60}?)(?:'''|”)?\s*(?::|[–—]|\s-\s)(?:''')?\s*(\S.*)", text, re.DOTALL
    )


def _definition(term: str, text: str) -> str:
    found = re.match(
        rf"(?:[;*]\s*)?(?:'''|“)?{re.escape(term.strip())}(?:'''|”)?\s*(?::|[–—]|\s-\s)(?:''')?\s*(?=\S)",
        text,
        re.IGNORECASE,
    )
    return text[found.end() :].strip() if found else text.strip()


def _new_text(cursor: Cursor, where: Where, added: _Addition) -> Instruction:
    text = given_text(added.quoted)
    rule = rule_meant(cursor, where)
    if added.name is not None:
        raise Refused("ATTRIBUTE", f"a text that is called “{added.name}”")
    if where.everywhere or where.beside is not None:
        raise Refused("PLACE_UNCLEAR", "text is not added beside a rule, or everywhere")
    unit = where.unit or added.unit
    if where.aim is not None:
        if added.quoted is not None and where.side == "after" and not text[:1].isupper():
            mind_the_stop(cursor, where.aim.target, added.quoted)
        return _insertion(rule, where, where.aim, text, unit, added)
    if rule is None:
        raise Refused("NO_LIST" if where.in_list else "PLACE_UNCLEAR", "to which rule it is added is not said")
    if re.fullmatch(r"keywords?|glossary|definitions?|terms", rule.title, re.IGNORECASE):
        return _glossary_entry(cursor, where, added)
    if where.in_list or unit in ("item", "step"):
        if where.spot == "start" or where.nth not in (None, -1):
            raise Refused("PLACE_UNCLEAR", "items are added at the end of a list only")
        return AddItem(rule, text)
    return _addition_to_rule(rule, where, text, unit, added)


def _insertion(
    rule: RuleName | None, where: Where, aim: Aim, text: str, unit: Unit | None, added: _Addition
) -> Instruction:
    if aim.every or (where.spot and where.side):
        raise Refused("PLACE_UNCLEAR", "it would be inserted at several places")
    mind_things(rule, aim)
    if where.inner is not None:
        if rule is None:
            raise Refused("PLACE_UNCLEAR", "in which rule it is counted is not said")
        aim = within(aim, where.inner)
    if where.in_list and isinstance(aim.target, Quote):
        return Insert(rule, replace(aim.target, unit="item"), where.side or "after", text, "item")
    if where.side:
        return Insert(rule, aim.target, where.side, text, unit or _unit_beside(aim, text, added))
    inner: Unit = "sentence" if unit == "sentence" else "text"
    side: Literal["before", "after"] = "before" if where.spot == "start" else "after"
    is_at_end = where.spot == "end" or (not where.spot and added.verb.startswith("append"))
    goes_on = is_at_end and inner == "text" and aim.target.unit == "sentence" and bool(_FRAGMENT.match(text))
    return Insert(rule, aim.target, side, text, inner, goes_on)


def _unit_beside(aim: Aim, text: str, added: _Addition) -> Unit:
    """What is put beside a target without saying so: another of its kind, or mere text."""
    if aim.target.unit != "text":
        return aim.target.unit
    is_block = added.quoted is not None and added.quoted.is_block
    if is_block and re.match(r"[*#]", text):
        return "item"
    return "paragraph" if is_block and "\n" in text else "text"


def _addition_to_rule(rule: RuleName, where: Where, text: str, unit: Unit | None, added: _Addition) -> Instruction:
    if where.spot == "start" or where.nth == 1:
        if unit in ("text", "sentence"):
            return Insert(rule, Position("paragraph", 1), "before", text, unit)
        return Insert(rule, Position("paragraph", 1), "before", text, "paragraph")
    if where.nth is not None and where.nth > 1:
        return Insert(rule, Position("paragraph", where.nth - 1), "after", text, "paragraph")
    if where.nth not in (None, -1):
        raise Refused("PLACE_UNCLEAR", "which paragraph it becomes cannot be told")
    is_fragment = bool(re.match(r"[a-z,;:.)(–—-]", text.lstrip())) or text[:1] == " "
    if unit == "sentence" or (unit == "text" and is_fragment):
        return Append(rule, text, unit)
    is_inline = added.quoted is not None and not added.quoted.is_block
    is_placed = where.spot == "end" or unit == "paragraph"
    return Append(rule, text, "text" if is_inline and is_fragment else "paragraph", is_placed)
