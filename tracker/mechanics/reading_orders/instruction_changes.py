"""Clauses that change: replace, reword, remove, repeal, rename and move."""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.mechanics.enacting.instructions import (
    Instruction,
    Move,
    Place,
    Position,
    Quote,
    Rename,
    Repeal,
    Replace,
    ReplaceEverywhere,
    Reword,
    RuleName,
)
from tracker.mechanics.reading_orders.instruction_phrases import (
    RULE_WORD,
    UNIT,
    VERB,
    Aim,
    Cursor,
    Refused,
    given_text,
    mind_the_stop,
    mind_things,
    name_here,
    new_text,
    rule_here,
    rule_name,
    rule_with_word,
    sound_text,
    target_here,
    without_heading,
)
from tracker.mechanics.reading_orders.instruction_places import (
    PLACES_OF_TEXT,
    Where,
    adverbials,
    mention,
    mind_unused,
    quoted_rule,
    rule_meant,
    set_section,
    under,
    within,
)
from tracker.mechanics.reading_orders.proposal_text import Quoted
from tracker.mechanics.reading_orders.vocabulary import SECTION

_WITH = (
    r"(?:as follows|(?:so that|such that) (?:it|they|the \w+|this) (?:now |instead )?(?:reads?|says?|becomes?)(?: instead)?"
    r"|to (?:now |instead )?(?:read|say|be|state|become)(?: instead)?|with|to|by|into|for|as)"
    r"(?: just| only| instead)?"
    rf"(?: as follows| (?:(?:the|this) )?(?:following|new|single|rule|{UNIT})){{0,4}}"
    r"(?: (?:reading|which reads|that reads|as follows))?(?: instead)?|instead"
)
_TITLE_LIKE = re.compile(r"[A-Z0-9][^.!?:;\n]{0,60}")


def change(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """What is changed after a verb such as replace."""
    return _title_change(cursor, where) or _rewording(cursor, where, is_reword=False) or _replacement(cursor, where)


def reword(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """What is changed after a verb such as reword, after which a quotation alone may name a rule."""
    return _title_change(cursor, where) or _rewording(cursor, where, is_reword=True) or _replacement(cursor, where)


def _title_change(cursor: Cursor, where: Where) -> list[Instruction] | None:
    start = cursor.at
    rule = None
    if cursor.take(r"(?:the )?(?:title|name|heading)(?: of)?(?! of)"):
        rule = rule_here(cursor, is_bare_allowed=True) if not cursor.sees("(?:to|with|from)") else where.rule
    elif cursor.sees(r"(?:its|that rule[’']s|this rule[’']s) (?:title|name)"):
        rule = where.rule or rule_with_word(cursor)
        cursor.take("(?:its )?(?:title|name)")
    if rule is None or not cursor.take(r"(?:from [«]\d+[»],? )?(?:to|with|into|as)"):
        cursor.at = start
        return None
    mind_unused(where)
    return [_renamed(cursor, under(where, rule))]


def _renamed(cursor: Cursor, rule: RuleName) -> Instruction:
    cursor.take(r"(?:be|read|instead)|(?:the )?(?:new )?(?:title|name)")
    cursor.take_marks(" ,:")
    title = name_here(cursor)
    if title is None:
        raise Refused("NO_TEXT", "the new name is not given")
    named = rule_name(title)
    if named.above:
        raise Refused("NOT_UNDERSTOOD", f"{title} is no name for a rule")
    mention(cursor, RuleName(named.title, above=rule.above, section=rule.section))
    return Rename(rule, named.title)


_WHOLE = (
    r"(?:all )?(?:of )?(?:the )?(?:entire |whole |full |rest of the |current |existing )?"
    r"(?:(?:text|contents?|body|wording|entirety)(?: of| in)?)(?: the text of)?"
)
_OWN_TEXT = (
    r"(?:its|the(?: rule[’']s)?) (?:entire |whole |full )?(?:text|contents?|body)(?=:| (?:to|with|so|as|by))|it(?= to)"
)
_DESCRIBED = (
    r"(?:so that|such that|to)(?! (?:it )?(?:now |instead )?(?:reads?|says?|be|state|become)| the| this|:| as follows| just| only"
    r"| «| ⟦| *[«⟦:])"
)


def _rewording(cursor: Cursor, where: Where, is_reword: bool) -> list[Instruction] | None:
    """A whole rule's text changed: ``the text of R``, ``the rule R``, or after a verb such as reword a quotation alone."""
    start = cursor.at
    if where.rule is not None and cursor.take(_OWN_TEXT):
        rule: RuleName | None = where.rule
    else:
        rule = rule_reworded(cursor, is_reword and (where.rule is None or where.is_inherited))
    says_text = bool(re.search(r"\b(?:text|contents?|body|wording)\b", cursor.shape[start : cursor.at], re.IGNORECASE))
    if rule is not None:
        adverbials(cursor, where, PLACES_OF_TEXT)
        joined = cursor.at
        quoted = _text_put(cursor, where)
        is_beside = quoted is not None and _may_add(cursor, cursor.shape[joined : cursor.at])
        if is_beside:
            raise Refused("PLACE_UNCLEAR", "whether it is to stand instead of the rule's text or beside it is not said")
    if rule is None or (quoted is None and not cursor.is_done):
        cursor.at = start
        return None
    text = given_text(quoted)
    if not says_text and quoted is not None and not quoted.is_block and _TITLE_LIKE.fullmatch(text.strip()):
        raise Refused("NOT_UNDERSTOOD", "whether the quotation is the rule's new text or its new name is not said")
    mind_unused(where)
    rule = under(where, rule)
    mention(cursor, rule)
    return [Reword(rule, without_heading(rule.title, text))]


_PUTS_INSTEAD = re.compile(r"replac|re-?word|re-?writ|rephras")
_TAKES_ALL = re.compile(r"\W*(?:(?:instead|entirely) )?(?:to\b|as follows|so that|such that)", re.IGNORECASE)


def _may_add(cursor: Cursor, joint: str) -> bool:
    """Whether a verb with the words before a text may add it to a rule (``amend R with``) rather than put it for the rule's own."""
    return not _PUTS_INSTEAD.match(cursor.verb) and not _TAKES_ALL.match(joint)


def _text_put(cursor: Cursor, where: Where) -> Quoted | None:
    """The text after a word such as ``to``; None where neither such a word nor a text stands here."""
    if cursor.sees(_DESCRIBED):
        raise Refused("NO_TEXT", "what it is to say is described, not given")
    said = _take_with(cursor, where)
    quoted = new_text(cursor)
    if quoted is not None and not said:
        raise Refused("OLD_OR_NEW", "whether the quotation is the old or the new text is not said")
    if quoted is None and said:
        raise Refused("NO_TEXT", "the new text is not given")
    return quoted


def _take_with(cursor: Cursor, where: Where) -> bool:
    """Go past the words between the old text and the new one."""
    said = cursor.take(rf"(?:instead |entirely )?(?:{_WITH})")
    where.instead |= said is not None and "instead" in said[0].lower()
    return said is not None


def rule_reworded(cursor: Cursor, is_quotation_enough: bool) -> RuleName | None:
    """The rule of which the whole text is changed; a quotation alone may name it only where that is enough."""
    start = cursor.at
    if cursor.sees(r"(?:its|that rule[’']s|this rule[’']s) (?:text|contents?|wording)"):
        rule = rule_with_word(cursor)
        cursor.take(r"(?:entire |whole )?(?:text|contents?|wording)")
        return rule
    if cursor.take(_WHOLE + r"(?= (?:the |that |this |rule |sub-?rule |[«]|(?-i:[A-Z])))"):
        before = cursor.at
        rule = rule_with_word(cursor)
        if rule is None and cursor.shape[:before].rstrip().endswith(" of"):
            rule = rule_here(cursor, is_bare_allowed=True)
        if rule is not None:
            return rule
    cursor.at = start
    rule = rule_with_word(cursor)
    if rule is None and is_quotation_enough and cursor.sees(r"«"):
        quoted = cursor.quoted("«")
        if quoted is not None and _TITLE_LIKE.fullmatch(quoted.text.strip()) and len(quoted.text.split()) <= 7:
            cursor.take(RULE_WORD)
            return rule_name(quoted.text)
        cursor.at = start
    return rule


def _replacement(cursor: Cursor, where: Where) -> list[Instruction] | None:
    start = cursor.at
    cursor.take(r"(?:the )?following(?= *[:⟦])")
    cursor.take_marks(" :")
    aim = target_here(cursor) or _target_after_place(cursor, where)
    if aim is None:
        cursor.at = start
        return None
    _take_rule_of(aim, where)
    adverbials(cursor, where, PLACES_OF_TEXT)
    pairs = [(aim, _replaced_by(cursor, where, aim))]
    while pair := _second_pair(cursor, where):
        pairs.append(pair)
    made = {new.strip() for _, new in pairs}
    olds = [(each.target.text.strip(), new.strip()) for each, new in pairs if isinstance(each.target, Quote)]
    if any(old in made and old != new for old, new in olds):
        raise Refused("CONTRADICTORY", "one new text is what another one of these is to replace")
    return [_replace(cursor, where, *pair) for pair in pairs]  # only now: the rule may be named after the last pair


def _take_rule_of(aim: Aim, where: Where) -> None:
    if aim.rule is not None and where.rule not in (None, aim.rule):
        raise Refused("PLACE_UNCLEAR", "two rules are named for one change")
    where.rule = aim.rule or where.rule


def _target_after_place(cursor: Cursor, where: Where) -> Aim | None:
    """``the following text in R: A``: the place between the noun and the quotation."""
    if not cursor.take(rf"(?:the )?(?:following )?(?P<unit>{UNIT})"):
        return None
    adverbials(cursor, where, PLACES_OF_TEXT)
    cursor.take_marks(" ,:-")
    return target_here(cursor)


def _replaced_by(cursor: Cursor, where: Where, aim: Aim) -> str:
    cursor.take_marks(" ,")
    said = _take_with(cursor, where)
    if said:
        adverbials(cursor, where, PLACES_OF_TEXT)
    quoted = new_text(cursor, may_be_unquoted=not isinstance(aim.target, Quote)) if said else None
    if quoted is None:
        code = "NO_TEXT" if said or isinstance(aim.target, Position) else "OLD_OR_NEW"
        raise Refused(code, "the new text is not given")
    text = given_text(quoted)
    adverbials(cursor, where, PLACES_OF_TEXT)
    if cursor.take(r"(?:in )?(?:all|both|each|every) (?:of )?(?:the )?(?:places|instances|occurrences|cases)"):
        where.everywhere = True
    mind_the_stop(cursor, aim.target, quoted)
    return text


def _replace(cursor: Cursor, where: Where, aim: Aim, new: str) -> Instruction:
    rule = rule_meant(cursor, where)
    if where.aim is not None and rule is not None and isinstance(where.aim.target, Position) and not aim.every:
        aim = within(aim, where.aim.target)
        where = replace(where, aim=None)
    if where.in_list:
        aim, where = _in_list(aim), replace(where, in_list=False)
    if where.beside or where.side or where.spot or where.as_rule or where.aim or where.unit:
        raise Refused("PLACE_UNCLEAR", "the place of the old text is not clear")
    every = aim.every or where.everywhere
    mind_things(rule, aim)
    if rule is None and every:
        if not isinstance(aim.target, Quote):
            raise Refused("PLACE_UNCLEAR", "only a quotation is replaced everywhere")
        return ReplaceEverywhere(aim.target.text, new, where.section)
    if rule is None and isinstance(aim.target, Position):
        raise Refused("PLACE_UNCLEAR", "in which rule it is counted is not said")
    if rule is None and where.section:
        raise Refused("PLACE_UNCLEAR", "which rule of the section is not said")
    return Replace(rule, aim.target, new, every)


def _in_list(aim: Aim) -> Aim:
    """An aim in the one list of a rule: a counted item, or a quotation that is all of one."""
    target = aim.target
    if isinstance(target, Position) and target.unit in ("item", "step"):
        return aim
    if (
        isinstance(target, Quote)
        and not aim.every
        and (target.unit == "text" or target.is_all)
        and target.within is None
    ):
        return replace(aim, target=replace(target, unit="item", is_all=True))
    raise Refused("PLACE_UNCLEAR", "the place of the old text is not clear")


def _second_pair(cursor: Cursor, where: Where) -> tuple[Aim, str] | None:
    """``and the text A2 to B2``: another pair without a verb of its own."""
    start = cursor.at
    if not cursor.take_marks(" ,;") and not cursor.sees("and"):
        return None
    cursor.take(r"and(?: also)?")
    aim = target_here(cursor) if not cursor.sees(VERB) else None
    if aim is None or not cursor.sees(r"(?:with|to|by|into|so that it reads)"):
        cursor.at = start
        return None
    return aim, _replaced_by(cursor, where, aim)


def substitute(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """``substitute B for A``."""
    quoted = cursor.quoted()
    aim = target_here(cursor) if quoted is not None and cursor.take("for") else None
    if quoted is None or aim is None:
        return None
    adverbials(cursor, where, PLACES_OF_TEXT)
    return [_replace(cursor, where, aim, sound_text(quoted))]


# --- removing, renaming, moving -----------------------------------------------------------------------------------------


def remove(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """What is removed after a verb such as delete: a rule only where the word rule stands."""
    return _removal(cursor, where, is_repeal=False)


def repeal(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """What is repealed: rules."""
    return _removal(cursor, where, is_repeal=True)


def _removal(cursor: Cursor, where: Where, is_repeal: bool) -> list[Instruction] | None:
    removed = [_removed(cursor, where, is_repeal, is_rule=False)]
    while removed[-1] is not None:
        start = cursor.at
        cursor.take_marks(" ,")
        cursor.take(r"and(?: also)?(?: the)?(?= [«])|and(?= the)")
        if cursor.at == start or cursor.sees(VERB):
            cursor.at = start
            break
        was_rule = isinstance(removed[-1], RuleName)
        following = _removed(cursor, where, is_repeal, was_rule)
        if following is None or (isinstance(following, RuleName) != was_rule):
            cursor.at = start
            break
        removed.append(following)
    if removed[0] is None:
        return None
    cursor.take(r"(?:along |together )?(?:with|and)(?: all)?(?: of)? its sub-?rules")
    adverbials(cursor, where, PLACES_OF_TEXT)
    return [_removing(cursor, where, each) for each in removed if each is not None]


def _removed(cursor: Cursor, where: Where, is_repeal: bool, is_rule: bool) -> RuleName | Aim | None:
    start = cursor.at
    cursor.take(r"(?:all of |the whole of |both )")
    rules = cursor.take(rf"the (?:(?P<section>{SECTION}) )?rules,?(?= [«])")
    if rules and rules["section"]:
        set_section(where, rules["section"])
    is_rule |= cursor.at > start
    rule = rule_with_word(cursor)
    if rule is None and (is_repeal or is_rule) and cursor.sees(r"(?:the )?(?=[«])|[«]|(?-i:[A-Z])\w*"):
        cursor.take("the(?= «)")
        rule = rule_here(cursor, is_bare_allowed=is_repeal)
    if rule is not None:
        return rule
    aim = target_here(cursor) or _target_after_place(cursor, where)
    if aim is None:
        cursor.at = start
    return aim


def _removing(cursor: Cursor, where: Where, removed: RuleName | Aim) -> Instruction:
    if isinstance(removed, RuleName):
        mind_unused(where)
        removed = under(where, removed)
        mention(cursor, removed)
        return Repeal(removed)
    _take_rule_of(removed, where)
    rule, target = where.rule or cursor.discourse.scope, removed.target
    if (
        removed.is_bare
        and rule is None
        and isinstance(target, Quote)
        and _TITLE_LIKE.fullmatch(target.text)
        and len(target.text.split()) < 6
    ):
        raise Refused("NOT_UNDERSTOOD", "whether the quotation is a rule or a text is not said")
    return _replace(cursor, where, removed, "")


def rename(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """The rule that is given another title."""
    rule = rule_here(cursor, is_bare_allowed=True)
    if rule is None or not cursor.take(r"(?:to|as|into)"):
        return None
    mind_unused(where)
    return [_renamed(cursor, under(where, rule))]


def set_status(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """``set the rule R to Inactive``: the marker that its heading bears."""
    rule = rule_with_word(cursor)
    found = cursor.take(r"(?:to |as )?(?:be )?(?P<status>[a-z]+)(?= *[.;]?$)") if rule is not None else None
    if rule is None or found is None:
        return None
    mind_unused(where)
    mention(cursor, rule)
    return [Rename(under(where, rule), found["status"], is_status=True)]


def move(cursor: Cursor, where: Where) -> list[Instruction] | None:
    """The rule that is put elsewhere."""
    rule = _rule_moved(cursor)
    if rule is None:
        return None
    place = _place_of_move(cursor)
    if place is None:
        adverbials(cursor, where)
        place = _place_said(where)
    mention(cursor, rule)
    return [Move(rule, place)]


def _rule_moved(cursor: Cursor) -> RuleName | None:
    rule = rule_with_word(cursor, is_placed=False)
    name = name_here(cursor, is_bare_allowed=False) if rule is None else None
    return rule_name(name) if name else rule


def moved_under(cursor: Cursor) -> list[Instruction] | None:
    """``make R a subrule of S``."""
    start = cursor.at
    rule = _rule_moved(cursor)
    place = _place_of_move(cursor) if rule is not None else None
    if rule is None or place is None:
        cursor.at = start
        return None
    mention(cursor, rule)
    return [Move(rule, place)]


def _place_of_move(cursor: Cursor) -> Place | None:
    if not cursor.take(
        r"(?:(?:so that it|to) (?:is|be|becomes?) |into |to )?(?:a|the) (?:new )?sub-?rule (?:of|to|under)|(?:in)?to be (?:a )?sub-?rules? of"
    ):
        return None
    parent = rule_here(cursor, is_bare_allowed=True)
    if parent is None:
        raise Refused("PLACE_UNCLEAR", "of which rule it becomes a subrule is not said")
    return Place(parent=parent)


def _place_said(where: Where) -> Place:
    if where.side:
        return Place(where.section, None, where.side, where.beside or quoted_rule(where.aim))
    if where.aim is not None or where.everywhere or where.in_list or where.unit:
        raise Refused("PLACE_UNCLEAR", "whither it is moved cannot be told")
    is_said = bool(where.spot or where.section)
    if where.rule is not None and not where.spot:
        raise Refused("PLACE_UNCLEAR", f"whether it becomes a subrule of {where.rule.title} is not said")
    if not is_said:
        raise Refused("PLACE_UNCLEAR", "whither it is moved is not said")
    return Place(where.section, where.rule, "start" if where.spot == "start" else "end")
