"""Amendments: what the typed instructions of a matter make of a ruleset page, as a draft of spans, or why they are refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tracker.core.clause import normalise
from tracker.core.plan import digest_of
from tracker.core.region import check_safe_to_save, find_regions
from tracker.errors import RegionError
from tracker.mechanics.enacting.amending import Amending
from tracker.mechanics.enacting.conditions import Conditions
from tracker.mechanics.enacting.drafted_page import DraftedPage, NotClearError
from tracker.mechanics.enacting.enacted_text import is_redirect, masked_text_with_open_comments
from tracker.mechanics.enacting.instructions import (
    Gamestate,
    InstructionReading,
    KnownMatter,
    Refusal,
    Repeal,
    Reword,
    RuleName,
    RulesetShape,
    Step,
)
from tracker.mechanics.enacting.pieces import SpanEdit, carried_out, undone
from tracker.mechanics.ruleset.ruletree import parse_rules

__all__ = ["AmendmentDraft", "SpanEdit", "carried_out", "draft", "undone"]

_MARK = 12
"""How many digits of a hash stand for the unread sentences."""
Outcome = Literal["whole", "partial", "refused", "nothing"]
_WORD = re.compile(r"\w")
_PLAIN_WORD = re.compile(r"[^<>\[{&_]*?[^\W_]")
"""A word before any markup that may hide it: most rules begin so, and need not be freed of their markup."""


@dataclass(frozen=True, slots=True)
class AmendmentDraft:
    """What a matter makes of a ruleset page, all or nothing.

    ``page`` becomes ``after`` by ``edits``, which are in order and do not touch each other; ``touched`` are the title
    paths of the rules that they change, old and new ones, and of a rule that gives what closes its section to a new last
    one or takes it over. With any refusal nothing is changed, and ``clear`` is the page
    with those steps carried out that were clear. ``gamestate`` are the sentences left to people, ``skipped`` the steps
    that their conditions rule out, ``unread`` the sentences that are no orders and the new text that stood in
    no quotation marks: a person reads these before the page is written. ``notation`` is what each order was read as.
    """

    page: str
    after: str
    edits: tuple[SpanEdit, ...] = ()
    touched: tuple[tuple[str, ...], ...] = ()
    refusals: tuple[Refusal, ...] = ()
    clear: str = ""
    gamestate: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    notation: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """What stands for just these unread sentences, said by whoever has read them; empty where there are none."""
        return digest_of("\n".join(self.unread))[:_MARK] if self.unread else ""

    @property
    def outcome(self) -> Outcome:
        """``partial``: only gamestate is left to people; ``nothing``: every condition was decided against its step."""
        if self.refusals:
            return "refused"
        if self.gamestate:
            return "partial"
        return "whole" if self.edits else "nothing"


def draft(
    page: str,
    reading: InstructionReading,
    shape: RulesetShape,
    tags: Collection[str] = (),
    matters: Sequence[KnownMatter] = (),
) -> AmendmentDraft:
    """Carry out the steps of a reading on a ruleset page, in order, each on the page as the earlier ones left it.

    ``tags`` are those of the matter's title, with or without brackets; ``matters`` those that conditions may ask for. Any
    text is taken; what is not certain is refused (BN-249, law 14). Equal arguments give equal drafts.
    """
    base = DraftedPage(page, shape)
    unsound = _unsoundness(base)
    if unsound:
        return _refused(page, [*reading.refusals, Refusal("PAGE_UNSOUND", "", unsound)], page)
    run = _Run(Amending(base, tags), Conditions(matters, shape.vocabulary.matters))
    for step in reading.steps:
        run.take(step)
    if not reading.steps and not reading.refusals and not run.refusals:
        run.refusals.append(Refusal("NO_INSTRUCTION", ""))
    notation = tuple(step.notation for step in reading.steps)
    return replace(run.result(page, reading.refusals), unread=reading.unread, notation=notation)


def _refused(page: str, refusals: Iterable[Refusal], clear: str) -> AmendmentDraft:
    return AmendmentDraft(page, page, refusals=tuple(refusals), clear=clear)


class _Run:
    """One matter's steps on their way through."""

    def __init__(self, amending: Amending, conditions: Conditions) -> None:
        self.amending = amending
        self.conditions = conditions
        self.refusals: list[Refusal] = []
        self.gamestate: list[str] = []
        self.skipped: list[str] = []
        self.left_out: list[Step] = []
        self.is_changed = False

    def take(self, step: Step) -> None:
        """Carry one step out, or note why not."""
        try:
            against = self.conditions.against(step.conditions, self.amending)
            if against:
                self.skipped.append(f"{step.sentence} ({against})")
                self.left_out.append(step)
            elif isinstance(step.instruction, Gamestate):
                self.gamestate.append(step.sentence)
            else:
                self._mind_left_out(step)
                self.amending.carry_out(step.instruction)
                self.is_changed = True
        except NotClearError as error:
            self.refusals.append(Refusal(error.code, step.sentence, error.message))

    def _mind_left_out(self, step: Step) -> None:
        """Refuse to take away or reword a rule as a whole whose text a step that was ruled out would have changed."""
        if not isinstance(step.instruction, Repeal | Reword):
            return
        rule = step.instruction.rule.title.casefold()
        for other in self.left_out:
            named = getattr(other.instruction, "rule", None)
            is_same = isinstance(named, RuleName) and named.title.casefold() == rule
            if is_same and not isinstance(other.instruction, Repeal | Reword) and not _excludes(step, other):
                raise NotClearError("CONTRADICTORY", "another step, whose condition does not hold, changes its text")

    def result(self, page: str, read: Sequence[Refusal]) -> AmendmentDraft:
        """The draft, once the page that came of it is found to be as meant."""
        fault = _fault(self.amending.now) if self.is_changed else None
        after = page if fault else self.amending.now.text
        refusals = [*read, *self.refusals, *([fault] if fault else [])]
        if self.is_changed and after == page and not refusals:
            refusals.append(Refusal("NOTHING_TO_DO", "", "its steps undo each other"))
        if refusals:
            whole = _refused(page, refusals, after)
        else:
            edits = self.amending.now.edits()
            whole = AmendmentDraft(page, after, edits, tuple(self.amending.touched), clear=after)
        return replace(whole, gamestate=tuple(self.gamestate), skipped=tuple(self.skipped))


def _excludes(step: Step, other: Step) -> bool:
    """Whether a condition of one step is the contrary of one of the other's, so that only one of them is ever carried out."""
    contrary = [replace(condition, wanted=not condition.wanted) for condition in other.conditions]
    return any(condition in contrary for condition in step.conditions)


# --- is the page as it should be --------------------------------------------------------------------------------------


def _unsoundness(drafted: DraftedPage) -> str:
    """What is wrong with a ruleset page; empty where it can be amended."""
    page = drafted.page
    if not _WORD.search(page):
        return "the page is blank"
    if is_redirect(page):
        return "the page sends its readers elsewhere"
    if masked_text_with_open_comments(page).endswith("<!--"):
        return "a comment on it never ends"
    for title, found in drafted.sections().items():
        if len(found) != 1:
            return (
                f"the section {title} stands there {len(found)} times" if found else f"the section {title} is missing"
            )
    return _gutted(drafted)


def _gutted(drafted: DraftedPage) -> str:
    """What is missing from sections and rules; empty where nothing is."""
    for title, (section,) in drafted.sections().items():
        if title not in (drafted.shape.home, *drafted.shape.may_be_empty) and not any(
            _says_something(rule.own.text) for rule in drafted.with_subrules(section)
        ):
            return f"the section {title} is empty"
    rules = [rule for rule in drafted.in_ruleset() if not drafted.is_section(rule)]
    empty = [rule for rule in rules if not drafted.children(rule) and not _says_something(rule.own.text)]
    if not rules and not drafted.shape.sections:
        return "there is no rule on it"
    return f"{len(empty)} of {len(rules)} rules have no text" if 2 * len(empty) > len(rules) else ""


def _says_something(text: str) -> bool:
    return bool(_PLAIN_WORD.match(text) or _WORD.search(normalise(text)))


def _fault(drafted: DraftedPage) -> Refusal | None:
    """What came out otherwise than meant, if anything: the page, read anew, must have just the drafted rules."""
    after = drafted.text
    tree = parse_rules(after)
    read = [(node.level, node.title, node.own_text) for node in (tree, *tree.walk())]
    nodes = [drafted.node(rule) for rule in drafted.rules]
    meant = [(node.level, node.title, rule.own.text) for node, rule in zip(nodes, drafted.rules, strict=True)]
    if read != meant or (is_redirect(after) and not is_redirect(drafted.page)):
        return Refusal("MARKUP", "", "the rules on the page would not be those that are meant")
    try:
        check_safe_to_save(drafted.page, after)
        regions = find_regions(drafted.page).values()
    except RegionError as error:
        return Refusal("MARKUP", "", error.message)
    inside = any(
        edit.start <= region.end and region.start <= edit.end for edit in drafted.edits() for region in regions
    )
    return Refusal("MARKUP", "", "it reaches into a region that the tracker keeps") if inside else None
