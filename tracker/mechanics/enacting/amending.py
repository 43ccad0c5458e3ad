"""The amender at work: each typed instruction carried out on a drafted page, or refused with what makes it unclear."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import singledispatchmethod
from typing import TypeVar

from tracker.core.clause import normalise
from tracker.core.region import Span
from tracker.mechanics.enacting.drafted_page import DraftedPage, DraftedRule, NotClearError
from tracker.mechanics.enacting.enacted_text import check_change, check_headings, stored, unpaired
from tracker.mechanics.enacting.instructions import (
    AddItem,
    Append,
    GlossaryEntry,
    Insert,
    Instruction,
    Move,
    NewRule,
    Place,
    Position,
    Quote,
    Rename,
    Repeal,
    Replace,
    ReplaceEverywhere,
    Reword,
    RuleName,
    Target,
)
from tracker.mechanics.enacting.placing import (
    Spot,
    check_movable,
    closes_section,
    is_taken,
    move_rules,
    renumbered,
    spot_of,
    take_away,
    with_title,
    write_rule,
)
from tracker.mechanics.enacting.seams import check_seams
from tracker.mechanics.enacting.targets import (
    ending_behind,
    goes_on_before,
    located,
    occurrences,
    stands_within_words,
    why_missing,
    widened,
)
from tracker.mechanics.enacting.whole_blocks import check_blocks, check_first_line
from tracker.mechanics.enacting.wording import (
    Wording,
    appended,
    entry_added,
    inserted,
    is_beside,
    is_there,
    item_added,
    joined,
    mind_edge_of_item,
    replaced,
    reworded,
)
from tracker.mechanics.ruleset.ruletext import end_of_text
from tracker.mechanics.ruleset.ruletree import RuleNode, bare_title, parse_rules, shown_text, title_key
from tracker.mechanics.ruleset.terms import plural_of, takes_an

_Result = TypeVar("_Result")
_MOST_TOLD = 5
_LONGEST_NAME = 5
"""How many words without a stop may be a name rather than a text."""
_STOP = re.compile(r"[.!?](?:\s|\Z)")
_LEAD = re.compile(r"'{2,}[^'\n]{1,60}(?:[.!?:]'{2,}|'{2,}[.!?:])")
_STARRED = re.compile(
    r"^\*{1,3}\w[^*\n]*\*|\*\*\w[^*\n]*\*\*|\[/?(?:b|i|u|s|quote|strike|list)\]", re.MULTILINE | re.IGNORECASE
)
_ARTICLE = re.compile(r"(?<!\w)(an?)\s+['\"(\[]*$", re.IGNORECASE)


class Amending:
    """The steps of one matter carried out on a page, in order; each is carried out wholly or not at all."""

    def __init__(self, base: DraftedPage, tags: Collection[str]) -> None:
        """Begin with a page, which stays as it is; ``tags`` are those of the matter's title."""
        self.base = base
        self.now = DraftedPage(base.page, base.shape, base)
        self.shape = base.shape
        self.tags = {_tag_key(tag) for tag in tags}
        self.touched: dict[tuple[str, ...], None] = {}
        self._anchors: set[tuple[int, str]] = set()
        self._cut: dict[DraftedRule, bool] = {}
        self._appended: dict[DraftedRule, bool] = {}

    @singledispatchmethod
    def carry_out(self, instruction: Instruction) -> None:
        """Carry an instruction out; raises NotClearError, with the page as it was, where it must be refused."""
        raise NotClearError("NOT_UNDERSTOOD", f"{type(instruction).__name__} is no change of the ruleset")

    # --- finding ----------------------------------------------------------------------------------------------------

    def rule(self, name: RuleName) -> DraftedRule:
        """The rule of that name by now; raises NotClearError, also where earlier steps took away or doubled what stood there."""
        was = _attempt(lambda: self.base.find(name))
        try:
            now = self.now.find(name)
        except NotClearError as error:
            if was is None:
                raise
            raise NotClearError("CONTRADICTORY", f"an earlier step changed what “{name.title}” names") from error
        if was is not None and now.base is not was.base and any(rule.base is was.base for rule in self.now.rules):
            raise NotClearError("CONTRADICTORY", f"an earlier step gave another rule the name “{name.title}”")
        return now

    def _rule_proper(self, name: RuleName) -> DraftedRule:
        """As ``rule``, but no section."""
        rule = self.rule(name)
        if self.now.is_section(rule):
            raise NotClearError("NO_RULE", f"“{name.title}” is a section")
        return rule

    def scope(self, name: RuleName | None) -> list[DraftedRule]:
        """The rules in whose own texts a quotation is looked for: the one named, those of a section, or (None) all."""
        if name is None:
            return self.now.in_ruleset()
        rule = self.rule(name)
        return self.now.with_subrules(rule) if self.now.is_section(rule) else [rule]

    def _located(self, rule: DraftedRule, target: Target) -> Span:
        """Where in a rule's own text by now a target stands: where the page has it too, unless earlier steps wrote it."""
        has_subrules = bool(self.now.node(rule).children)
        _mind_lead(rule.own.text, target)
        if rule.base is None or not rule.is_rewritten:
            return located(rule.own.text, target, has_subrules)
        base = rule.base
        was = _attempt(lambda: located(base.own_text, target, bool(base.children)))
        try:
            now = located(rule.own.text, target, has_subrules)
        except NotClearError as error:
            raise NotClearError("CONTRADICTORY", "an earlier step changed these words") if was else error from error
        if was is not None and rule.own.origin(now) != Span(base.own.start + was.start, base.own.start + was.end):
            raise NotClearError("CONTRADICTORY", "an earlier step changed these words")
        return now

    def _holder(self, name: RuleName | None, target: Target) -> DraftedRule:
        """The rule that a target stands in: the one named, or (None) the only one of the ruleset that holds it."""
        scope = self.scope(name)
        if name is not None and len(scope) == 1:
            return scope[0]
        if isinstance(target, Position):
            raise NotClearError("PLACE_UNCLEAR", "no rule is named to count in")
        words = target.text if isinstance(target, Quote) else target.begins
        holders = [rule for rule in scope for _ in occurrences(rule.own.text, words)]
        is_touched = any(not rule.is_fresh for rule in self.now.in_ruleset())
        before = (
            [node for node in self._base_scope(name) for _ in occurrences(node.own_text, words)] if is_touched else []
        )
        if not holders and before:
            raise NotClearError("CONTRADICTORY", "an earlier step changed these words")
        if not holders:
            raise NotClearError("TEXT_MISSING", why_missing((rule.own.text for rule in scope), words))
        if len(holders) > 1:
            places = "; ".join(self.now.place(rule) for rule in holders[:_MOST_TOLD])
            raise NotClearError("TEXT_DOUBLED", f"{len(holders)} times: {places}")
        if len(before) == 1 and before[0] is not holders[0].base:
            raise NotClearError("CONTRADICTORY", "an earlier step changed these words")
        return holders[0]

    def _base_scope(self, name: RuleName | None) -> list[RuleNode]:
        """As ``scope`` (of a section, or of all), on the page as it was."""
        section = self.base.section_title(self.base.find(name)) if name else ""
        rules = [rule for rule in self.base.in_ruleset() if not section or self.base.section_title(rule) == section]
        return [rule.base for rule in rules if rule.base is not None]

    # --- what is common to changes ----------------------------------------------------------------------------------

    def _permit(self, rule: DraftedRule) -> None:
        """Raise NotClearError (TAG_NEEDED) where the rule's section asks for a tag that the matter does not bear."""
        section = self.now.section_title(rule)
        needed = self.shape.tags.get(section, ())
        if needed and not any(_tag_key(tag) in self.tags for tag in needed):
            wanted = " or ".join(f"[{tag.strip('[]')}]" for tag in needed)
            raise NotClearError("TAG_NEEDED", f"{self.now.place(rule)} needs {wanted}")

    def _rewrite(self, rule: DraftedRule, wordings: Iterable[Wording], is_all: bool = False) -> None:
        """Change a rule's own text, in parts or (``is_all``) as a whole."""
        changes = self._checked(rule, wordings, is_all)
        for change in changes:
            rule.own.replace(change.span, change.new, self.now.place(rule))
        rule.is_rewritten = True
        self._touch([rule])

    def _checked(self, rule: DraftedRule, wordings: Iterable[Wording], is_all: bool = False) -> list[Wording]:
        """The changes of a rule's own text, last first; raises NotClearError where they may not be made."""
        self._permit(rule)
        changes = joined(wordings)[::-1]
        text = rule.own.text
        for change in changes:
            text = text[: change.span.start] + change.new + text[change.span.end :]
        if text == rule.own.text:
            raise NotClearError("NOTHING_TO_DO", f"{self.now.place(rule)} reads so already")
        check_change(rule.own.text, text)
        check_headings(text)
        check_seams(rule.own.text, changes)
        if not is_all:
            check_blocks(rule.own.text, text)
        return changes

    def _touch(self, rules: Iterable[DraftedRule]) -> None:
        self.touched |= {self.now.path(rule): None for rule in rules}

    # --- text -------------------------------------------------------------------------------------------------------

    @carry_out.register
    def _replace(self, step: Replace) -> None:
        new = stored(step.new)
        if step.every and isinstance(step.target, Quote):
            self._mind_subrules(_said(step.rule), step.target)
            self._replace_each(self.scope(_said(step.rule)), step.target, new)
            return
        if step.rule is not None and isinstance(step.target, Quote) and not new.strip():
            self._mind_subrules(step.rule, step.target)
        rule = self._replaced_holder(step, new)
        span = self._located_or_done(rule, step.target, new)
        if _is_inside(rule.own.text, span, new):
            raise NotClearError("NOTHING_TO_DO", f"{self.now.place(rule)} reads so already")
        wording = replaced(rule.own.text, span, new, step.target.unit)
        if step.target.unit == "text":
            _mind_words(rule.own.text, span, new)
            _mind_articles([(rule.own.text, span)], new)
        _mind_stops(rule.own.text, wording)
        if not new.strip():
            self._mind_exchange(rule, self._cut, self._appended, _is_sentence_at(rule.own.text, span))
        self._rewrite(rule, [wording])

    def _mind_exchange(
        self, rule: DraftedRule, mine: dict[DraftedRule, bool], others: dict[DraftedRule, bool], is_sentence: bool
    ) -> None:
        """Raise NotClearError where text goes and other text comes in one rule, and the one may be for the other's place."""
        if rule in others and not (is_sentence and others[rule]):
            raise NotClearError("PLACE_UNCLEAR", "whether the added text is to stand where the other is taken away")
        mine[rule] = is_sentence and mine.get(rule, True)

    def _mind_subrules(self, name: RuleName, target: Quote) -> None:
        """Raise NotClearError where a rule's own text and its subrules hold words that are to change in the rule."""
        rule = self.rule(name)
        if self.now.is_section(rule) or not occurrences(rule.own.text, target.text):
            return
        below = [each for each in self.now.with_subrules(rule)[1:] if occurrences(each.own.text, target.text)]
        if below:
            raise NotClearError("PLACE_UNCLEAR", f"whether {self.now.place(below[0])} is meant too, which holds it")

    def _replaced_holder(self, step: Replace, new: str) -> DraftedRule:
        if step.rule is None and isinstance(step.target, Quote) and new.strip()[-1:].isalnum():
            key = title_key(step.target.text)
            named = next((rule for rule in self.now.in_ruleset() if title_key(self.now.node(rule).name) == key), None)
            if named is not None:
                raise NotClearError("NOT_UNDERSTOOD", f"whether {self.now.place(named)} is to be renamed is not said")
        try:
            return self._holder(step.rule, step.target)
        except NotClearError as error:
            there = [rule for rule in self.now.in_ruleset() if _is_telling(new) and occurrences(rule.own.text, new)]
            is_done = error.code == "TEXT_MISSING" and len(there) == 1
            raise NotClearError("NOTHING_TO_DO", "the new text stands there already") if is_done else error from error

    def _located_or_done(self, rule: DraftedRule, target: Target, new: str) -> Span:
        """The target's place; where only the new text stands there, there is nothing to do."""
        try:
            return self._located(rule, target)
        except NotClearError as error:
            is_done = error.code == "TEXT_MISSING" and _is_telling(new) and occurrences(rule.own.text, new)
            raise NotClearError("NOTHING_TO_DO", "the new text stands there already") if is_done else error from error

    @carry_out.register
    def _replace_everywhere(self, step: ReplaceEverywhere) -> None:
        rules = self.now.in_ruleset()
        if step.section:
            title = self.now.section_title(self.now.section(step.section))
            rules = [rule for rule in rules if self.now.section_title(rule) == title]
        in_title = next((rule for rule in rules if occurrences(self.now.node(rule).title, step.old)), None)
        if in_title is not None:
            place = self.now.place(in_title)
            raise NotClearError(
                "PLACE_UNCLEAR", f"it stands in the title of {place} too: whether that is to be renamed must be said"
            )
        self._replace_each(rules, Quote(step.old), stored(step.new))

    def _replace_each(self, rules: Sequence[DraftedRule], target: Quote, new: str) -> None:
        """Replace a text, or the sentences or items that hold it, wherever it stands in these rules, all or nothing."""
        old = target.text
        found = {rule: occurrences(rule.own.text, old) for rule in rules}
        if not any(found.values()):
            raise NotClearError(*self._why_nowhere(rules, old))
        inside = next((rule for rule in rules if stands_within_words(rule.own.text, old)), None)
        if inside is not None:
            raise NotClearError("PLACE_UNCLEAR", f"it stands inside longer words in {self.now.place(inside)}")
        self._refuse_rewritten(found, old)
        if target.unit == "text":
            _mind_irregular((rule.own.text for rule in rules), old)
            places = [(rule.own.text, span) for rule, spans in found.items() for span in spans]
            _mind_plurals(places, new)
            _mind_articles(places, new)
        planned = {
            rule: [replaced(rule.own.text, span, new) for span in widened(rule.own.text, spans, target.unit)]
            for rule, spans in found.items()
            if spans
        }
        for rule, wordings in planned.items():
            self._checked(rule, wordings)
        for rule, wordings in planned.items():
            self._rewrite(rule, wordings)

    def _why_nowhere(self, rules: Sequence[DraftedRule], old: str) -> tuple[str, str]:
        was = any(
            rule.base is not None and rule.is_rewritten and occurrences(rule.base.own_text, old) for rule in rules
        )
        if was:
            return "CONTRADICTORY", "an earlier step changed these words"
        return "TEXT_MISSING", why_missing((rule.own.text for rule in rules), old)

    def _refuse_rewritten(self, found: dict[DraftedRule, list[Span]], old: str) -> None:
        """Raise NotClearError where earlier steps wrote some of the words to be replaced, and the page had others."""
        written = [rule for rule, spans in found.items() if any(rule.own.origin(span) is None for span in spans)]
        if written and any(rule.base is not None and occurrences(rule.base.own_text, old) for rule in found):
            raise NotClearError("CONTRADICTORY", f"an earlier step wrote these words in {self.now.place(written[0])}")

    @carry_out.register
    def _append(self, step: Append) -> None:
        rule, new = self._rule_proper(step.rule), _added(step.text)
        if step.unit != "text" and is_there(rule.own.text, new):
            raise NotClearError("NOTHING_TO_DO", f"it stands in {self.now.place(rule)} already")
        if re.match(r"[*#:]{2,}\s*\w", new.lstrip()):
            raise NotClearError("PLACE_UNCLEAR", "the item that it is to stand below is not said")
        self._mind_exchange(rule, self._appended, self._cut, _is_sentence(new))
        self._rewrite(rule, [appended(rule.own.text, new, step.unit, step.is_placed)])

    @carry_out.register
    def _insert(self, step: Insert) -> None:
        new = _added(step.text)
        rule = self._holder(step.rule, step.target)
        span = self._located(rule, step.target)
        if is_beside(rule.own.text, span, step.side, new):
            raise NotClearError("NOTHING_TO_DO", f"it stands in {self.now.place(rule)} already")
        anchor = self._anchor(rule, span, step.side)
        if step.goes_on and rule.own.text[span.end - 1] in ".!":
            span = Span(span.start, span.end - 1)
        if step.unit == step.target.unit == "text":
            mind_edge_of_item(rule.own.text, span, step.side, new)
        wording = inserted(rule.own.text, span, step.side, new, step.unit)
        if step.unit == "text" and wording.span.start in (span.start, span.end):
            _mind_edge(rule.own.text, span, step.side)
        if step.unit in ("text", "sentence") and step.side == "after":
            _mind_end(rule.own.text[: wording.span.start].rstrip(), step.target, new.lstrip())
        _mind_stops(rule.own.text, wording)
        self._rewrite(rule, [wording])
        self._anchors |= {anchor} if anchor else set()

    def _anchor(self, rule: DraftedRule, span: Span, side: str) -> tuple[int, str] | None:
        """Where on the page an insertion is tied to; raises NotClearError where an earlier step put a text there."""
        origin = rule.own.origin(span)
        anchor = (origin.end if side == "after" else origin.start, side) if origin else None
        if anchor in self._anchors:
            raise NotClearError("CONTRADICTORY", "an earlier step put another text there")
        return anchor

    @carry_out.register
    def _add_item(self, step: AddItem) -> None:
        rule, new = self._rule_proper(step.rule), _added(step.text)
        if is_there(rule.own.text, new):
            raise NotClearError("NOTHING_TO_DO", f"it stands in {self.now.place(rule)} already")
        self._rewrite(rule, [item_added(rule.own.text, new)])

    @carry_out.register
    def _add_entry(self, step: GlossaryEntry) -> None:
        rule = self._rule_proper(step.rule)
        term, definition = _added(step.term).strip(), _added(step.definition)
        if "\n" in term:
            raise NotClearError("MARKUP", "the term has several lines")
        if occurrences(rule.own.text, term) and is_there(rule.own.text, definition):
            raise NotClearError("NOTHING_TO_DO", f"it stands in {self.now.place(rule)} already")
        self._rewrite(rule, [entry_added(rule.own.text, term, definition)])

    @carry_out.register
    def _reword(self, step: Reword) -> None:
        rule, new = self._rule_proper(step.rule), _some(stored(step.text))
        if rule.is_rewritten:
            raise NotClearError("CONTRADICTORY", "an earlier step changed this rule's text")
        if normalise(new) == normalise(rule.own.text):
            raise NotClearError("NOTHING_TO_DO", f"{self.now.place(rule)} reads so already")
        check_first_line(new)
        wording = reworded(rule.own.text, new)
        self._checked(rule, [wording], is_all=True)
        if _is_name_for_text(new, rule.own.text):
            raise NotClearError(
                "NOT_UNDERSTOOD", "whether the words are the rule's new text or its new name is not said"
            )
        self._rewrite(rule, [wording], is_all=True)

    # --- rules ------------------------------------------------------------------------------------------------------

    @carry_out.register
    def _add_rule(self, step: NewRule) -> None:
        title, text = stored(step.title).strip(), stored(step.text)
        if not shown_text(title) or "\n" in title or "''" in title:
            raise NotClearError("NO_TEXT" if not title else "MARKUP", "the rule has no name that a heading can show")
        self._refuse_taken(title, text)
        check_change("", f"{title}\n{text}")
        _mind_typed(text)
        spot = self._spot(step.place)
        self._permit(spot.parent)
        self._check_marker(spot.parent, title)
        self._check_nested(spot.level, title, text)
        self._touch([spot.after] if closes_section(spot.after) else [])
        self._touch(write_rule(self.now, spot, title, text))

    def _check_nested(self, level: int, title: str, text: str) -> None:
        """Raise NotClearError unless the headings in a new rule's text stand below it and bear titles that are free."""
        nested = list(parse_rules(f"\n{text}").walk())
        if odd := next((node for node in nested if node.level <= level), None):
            raise NotClearError(
                "MARKUP", f"it holds the heading “{odd.title}”, which would not stand below the rule's own"
            )
        for node in nested:
            self._refuse_taken(node.title, "")
        if len({title_key(title), *(title_key(node.title) for node in nested)}) <= len(nested):
            raise NotClearError("TITLE_TAKEN", "two of its headings bear one title")

    def _spot(self, place: Place) -> Spot:
        """Where a rule goes; raises NotClearError, also where earlier steps changed what the names mean."""
        for name in (place.parent, place.beside):
            if name is not None:
                self.rule(name)
        return spot_of(self.now, place)

    def _refuse_taken(self, title: str, text: str) -> None:
        taken = is_taken(self.now, title)
        if taken is None:
            return
        if text and normalise(text) == normalise(_whole_text(self.now, taken)):
            raise NotClearError("NOTHING_TO_DO", f"{self.now.place(taken)} stands there already")
        raise NotClearError("TITLE_TAKEN", f"by {self.now.place(taken)}")

    def _check_marker(self, parent: DraftedRule, title: str) -> None:
        """Raise NotClearError where all rules beside the new one bear a marker in their titles, and it does not."""
        siblings = [self.now.node(rule) for rule in self.now.children(parent)]
        if siblings and bare_title(title) == title and all(node.name != node.title for node in siblings):
            markers = ", ".join(dict.fromkeys(node.title[len(node.name) :].strip() for node in siblings))
            raise NotClearError("ATTRIBUTE", f"the rules there bear one of {markers}, and it is not said which it gets")

    @carry_out.register
    def _repeal(self, step: Repeal) -> None:
        rules = self._whole(step.rule)
        check_change("".join(rule.heading.text + _core(rule) for rule in rules), "")
        self._take_away(rules)

    def _take_away(self, rules: Sequence[DraftedRule]) -> None:
        before = self.now.rules[self.now.index(rules[0]) - 1]
        self._touch([*rules, *([before] if closes_section(rules[-1]) else [])])
        take_away(self.now, rules)

    def _whole(self, name: RuleName) -> list[DraftedRule]:
        """A rule with its subrules, none of which an earlier step touched."""
        rule = self._rule_proper(name)
        rules = self.now.with_subrules(rule)
        if not all(each.is_fresh for each in rules):
            raise NotClearError("CONTRADICTORY", "an earlier step changed this rule")
        self._permit(rule)
        return rules

    @carry_out.register
    def _rename(self, step: Rename) -> None:
        title = self._title_with_status(step) if step.is_status else stored(step.title).strip()
        rule = self._renamed(step, title)
        if rule.is_renamed or rule.base is None:
            raise NotClearError("CONTRADICTORY", "an earlier step gave this rule its name")
        node = self.now.node(rule)
        taken = is_taken(self.now, title)
        if title == node.title or (taken is rule and title == node.name):
            raise NotClearError("NOTHING_TO_DO", f"{node.place} is called so already")
        if taken is not None and taken is not rule:
            raise NotClearError("TITLE_TAKEN", f"by {self.now.place(taken)}")
        if not shown_text(title) or "\n" in title:
            raise NotClearError("MARKUP", "it is no name that a heading can show")
        self._permit(rule)
        self._write_title(rule, title)

    def _title_with_status(self, step: Rename) -> str:
        """A rule's title with another marker, if it bears one and a rule of its section bears that one."""
        rule = self._rule_proper(step.rule)
        node, section = self.now.node(rule), self.now.section_title(rule)
        beside = [self.now.node(each) for each in self.now.in_ruleset() if self.now.section_title(each) == section]
        markers = [each.title[len(each.name) :].strip() for each in beside if each.title != each.name]
        wanted = next((marker for marker in markers if marker.strip("[]{}").casefold() == step.title.casefold()), "")
        if node.title == node.name or not wanted:
            raise NotClearError("NOT_UNDERSTOOD", f"no heading of {section} says that a rule is {step.title}")
        return f"{node.name} {wanted}"

    def _renamed(self, step: Rename, title: str) -> DraftedRule:
        try:
            return self._rule_proper(step.rule)
        except NotClearError as error:
            is_done = error.code == "NO_RULE" and is_taken(self.now, title) is not None
            raise NotClearError("NOTHING_TO_DO", f"there is “{title}” already") if is_done else error from error

    def _write_title(self, rule: DraftedRule, title: str) -> None:
        node, heading = self.now.node(rule), rule.heading.text
        span, new = with_title(heading, node, title)
        changed = heading[: span.start] + new + heading[span.end :]
        made = parse_rules(changed).children
        is_sound = (
            len(made) == 1 and made[0].level == node.level and title_key(made[0].name) == title_key(bare_title(title))
        )
        if not is_sound or unpaired(heading) != unpaired(changed):
            raise NotClearError("MARKUP", "it is no name that a heading can show")
        below = self.now.with_subrules(rule)
        self._touch(below)
        rule.heading.replace(span, new, " › ".join([*node.path[:-1], made[0].title]))
        rule.is_renamed = True
        self.now.restructured()
        self._touch(below)

    @carry_out.register
    def _move(self, step: Move) -> None:
        rules = self._whole(step.rule)
        spot = self._spot(step.place)
        if any(each in rules for each in (spot.parent, spot.after)):
            raise NotClearError(*self._why_not_there(rules, spot))
        if step.place.beside is not None and self.now.parent(rules[0]) is not spot.parent:
            place = self.now.place(self.rule(step.place.beside))
            raise NotClearError(
                "PLACE_UNCLEAR", f"{place} stands under another rule, and whether it is to do so too is not said"
            )
        self._permit(spot.parent)
        if self.now.index(spot.after) == self.now.index(rules[0]) - 1 and self.now.parent(rules[0]) is spot.parent:
            raise NotClearError("NOTHING_TO_DO", f"{self.now.place(rules[0])} stands there already")
        check_change("".join(rule.heading.text + _core(rule) for rule in rules), "")
        check_movable(self.now, rules, spot)
        heading = renumbered(self.now, rules, spot)
        self._take_away(rules)
        self._touch([spot.after] if closes_section(spot.after) else [])
        move_rules(self.now, spot, rules, heading)
        self._touch(rules)

    def _why_not_there(self, rules: Sequence[DraftedRule], spot: Spot) -> tuple[str, str]:
        if spot.parent in rules:
            return "CONTRADICTORY", "the rule would stand under itself"
        if spot.after is rules[-1] and self.now.parent(rules[0]) is spot.parent:
            return "NOTHING_TO_DO", f"{self.now.place(rules[0])} stands there already"
        return "PLACE_UNCLEAR", "the place is named by the rule that is moved"


def _attempt(find: Callable[[], _Result]) -> _Result | None:
    try:
        return find()
    except NotClearError:
        return None


def _core(rule: DraftedRule) -> str:
    """A rule's own text without what only closes its section."""
    text = rule.own.text
    return text[: end_of_text(text, Span(0, len(text)))]


def _whole_text(draft: DraftedPage, rule: DraftedRule) -> str:
    """The words of a rule and of its subrules, their headings too, but not its own."""
    first, *others = draft.with_subrules(rule)
    return "".join([_core(first), *(f"\n{other.heading.text}{_core(other)}" for other in others)])


def _mind_lead(text: str, target: Target) -> None:
    """Raise NotClearError where sentences are counted from the start of a rule whose bold lead may count as one."""
    if isinstance(target, Position) and target.unit == "sentence" and target.nth >= 0 and _LEAD.match(text.lstrip()):
        raise NotClearError("PLACE_UNCLEAR", "whether the words in bold at the start count as a sentence is not said")


def _is_inside(text: str, span: Span, new: str) -> bool:
    """Whether what is to be replaced is part of the new text, which stands there already."""
    return bool(new.strip()) and any(
        one.start <= span.start and span.end <= one.end for one in occurrences(text, new.strip())
    )


def _mind_words(text: str, span: Span, new: str) -> None:
    """Raise NotClearError where a text that is replaced once, or removed, would be cut out of a longer word."""
    old, words = text[span.start : span.end].split() or [""], new.split() or [""]
    ending = ending_behind(text, span)
    is_possessive = ending.lower() in ("'s", "’s") and new[-1:].isalpha() and not new.lower().endswith("s")
    is_kept = is_possessive or old[-1] == words[-1]
    if (goes_on_before(text, span) and old[0] != words[0]) or (ending and not is_kept):
        raise NotClearError("TEXT_MISSING", "it stands only in a longer word")


def _mind_edge(text: str, span: Span, side: str) -> None:
    """Raise NotClearError where an insertion would part a word from its ending."""
    if goes_on_before(text, span) if side == "before" else ending_behind(text, span):
        raise NotClearError("TEXT_MISSING", "it stands only in a longer word")


def _mind_plurals(found: Iterable[tuple[str, Span]], new: str) -> None:
    """Raise NotClearError where a text stands in the plural, and the new one's plural does not end in the same letters."""
    for text, span in found:
        ending = ending_behind(text, span)
        plural = ending.rstrip("’'")
        if ending[:1] in tuple("’'") and new.strip()[-1:] in tuple("sxz"):
            raise NotClearError(
                "TEXT_MISSING", f"it stands as a possessive too, and “{new.strip()}{ending}” is hardly meant"
            )
        if plural in ("s", "es") and (not new.strip() or plural_of(new.strip()) != (new.strip() + plural, False)):
            raise NotClearError(
                "TEXT_MISSING", f"it stands in the plural too, and “{new.strip()}{ending}” is hardly meant"
            )


def _mind_irregular(texts: Iterable[str], old: str) -> None:
    """Raise NotClearError where a word that is replaced everywhere stands in a plural that does not begin with it."""
    made = {plural_of(old)[0], re.sub(r"fe?$", "ves", old)}
    all_texts = list(texts)
    for plural in sorted(made):
        if not plural.startswith(old) and any(occurrences(text, plural) for text in all_texts):
            raise NotClearError("TEXT_MISSING", f"its plural “{plural}” stands there too, and is hardly meant to stay")


def _mind_articles(found: Iterable[tuple[str, Span]], new: str) -> None:
    """Raise NotClearError where an article that fits the old text would not fit the new one (``a Inkling``)."""
    for text, span in found:
        article = _ARTICLE.search(text, max(span.start - 6, 0), span.start)
        old = text[span.start : span.end].lstrip("'[ ")
        if article is None or not new[:1].isalpha() or not old[:1].isalpha():
            continue
        is_an = article[1].lower() == "an"
        if takes_an(old) == is_an != takes_an(new):
            raise NotClearError("NOT_UNDERSTOOD", f"“{article[1]} {new.split()[0]}” is hardly meant")


def _mind_end(before: str, target: Target, new: str) -> None:
    """Raise NotClearError where words that go on with a sentence would stand behind its end, or others behind its colon."""
    if before.endswith((".", "!", "?")) and new[:1].islower():
        raise NotClearError("NOT_UNDERSTOOD", "it would go on with a sentence that has ended")
    if isinstance(target, Position) and before.endswith((":", ",", ";")):
        raise NotClearError("PLACE_UNCLEAR", "what is counted there does not end as a sentence does")


def _mind_stops(text: str, wording: Wording) -> None:
    """Raise NotClearError where two stops would follow each other that did not before."""
    before, behind = text[: wording.span.start], text[wording.span.end :]
    new = wording.new or before[-1:]
    is_doubled = bool(re.match(r"\s*[.,;:]", behind)) and new.rstrip()[-1:] in tuple(".,;:!?")
    old = text[wording.span.start : wording.span.end]
    was_doubled = old.rstrip()[-1:] in tuple(".,;:!?")
    if is_doubled and not was_doubled and not (new.rstrip().endswith(".") and behind.startswith("..")):
        raise NotClearError("NOT_UNDERSTOOD", "two stops would stand in a row")


def _is_name_for_text(new: str, old: str) -> bool:
    """Whether words put for a whole text of sentences are so few, and without a stop, that they may be a name."""
    said = new.strip(" \n'\"“”")
    return "\n" not in said and len(said.split()) <= _LONGEST_NAME and said[-1:].isalnum() and bool(_STOP.search(old))


def _is_sentence(text: str) -> bool:
    """Whether a text begins and ends as a sentence or a paragraph, or is a list."""
    said = text.strip(" \n'\"“”")
    return bool(re.match(r"[A-Z*#|{<\[]", said)) and (said[-1:] in tuple(".!?:)") or "\n" in said)


def _is_sentence_at(text: str, span: Span) -> bool:
    """Whether a span is one or more whole sentences of a paragraph."""
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start].rstrip(" '\"“”)")
    return _is_sentence(text[span.start : span.end]) and (not before or before.endswith((".", "!", "?")))


def _is_telling(text: str) -> bool:
    """Whether a text is long enough for its standing somewhere to say that it was put there."""
    return len(text.split()) > 1


def _added(text: str) -> str:
    """A text that is to stand where none stood, as the wiki keeps it; raises NotClearError where it may not."""
    new = _some(stored(text))
    check_change("", new)
    _mind_typed(new)
    return new


def _mind_typed(new: str) -> None:
    """Raise NotClearError (MARKUP) where a text bears the type of another kind of page, which the wiki would show as typed."""
    found = _STARRED.search(new)
    if found is not None:
        raise NotClearError("MARKUP", f"“{found[0]}” is not how the wiki marks bold text")


def _some(text: str) -> str:
    """A text that says something; raises NotClearError (NO_TEXT) where it does not."""
    if not text.strip():
        raise NotClearError("NO_TEXT", "there is no text to put there")
    return text


def _said(name: RuleName | None) -> RuleName:
    if name is None:
        raise NotClearError("PLACE_UNCLEAR", "no rule is named")
    return name


def _tag_key(tag: str) -> str:
    return " ".join(tag.strip(" []{}").split()).casefold()
