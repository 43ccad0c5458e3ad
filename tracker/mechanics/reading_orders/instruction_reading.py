"""Reading instructions: a matter's body as typed steps in order, or the sentences that must be refused and why.

Whatever stands in a quotation is never read. A sentence outside of quotations either is understood to its last word, or is
plainly no instruction, or is refused: nothing is left out because it is odd.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace

from tracker.mechanics.enacting.instructions import (
    Insert,
    Instruction,
    InstructionReading,
    Move,
    NewRule,
    Refusal,
    Rename,
    Repeal,
    Replace,
    Reword,
    RuleName,
    Step,
)
from tracker.mechanics.reading_orders.commentary import is_label, offers_choice
from tracker.mechanics.reading_orders.instruction_additions import PendingRule, finished_rule
from tracker.mechanics.reading_orders.instruction_clauses import clause
from tracker.mechanics.reading_orders.instruction_conditions import (
    IF,
    NO_EFFECT,
    Decided,
    conditions_here,
    existing,
    opposite,
)
from tracker.mechanics.reading_orders.instruction_phrases import (
    Cursor,
    Discourse,
    Refused,
    name_here,
    new_text,
    rule_with_word,
)
from tracker.mechanics.reading_orders.instruction_places import Where, adverbial
from tracker.mechanics.reading_orders.instruction_unquoted import doubt_about_unquoted
from tracker.mechanics.reading_orders.proposal_text import ProposalText, Quoted, Sentence, read_proposal
from tracker.mechanics.reading_orders.sentence_kinds import (
    FILLER,
    gamestate_in,
    is_imperative,
    is_request,
    looks_like_instruction,
    orders_value,
    quotes_somebody,
    special_code,
    would_order,
)
from tracker.mechanics.reading_orders.vocabulary import Phrasebook, Vocabulary, phrasebook

MOST_STEPS = 200
"""Steps beyond which a text is not read with care."""
MOST_SENTENCES = 3000
"""Sentences and blocks beyond which a text is not read with care."""
_LONGEST_SENTENCE = 1200
_SIGNED = re.compile(r"(?:>|\n)\s*[—–]\s?(?P<name>[A-Z][\w'’-]+)\s*(?:</?\w+\s*/?>\s*)*\Z")
"""A name behind a dash, alone at the end of a text."""
_LONGEST_SIGNATURE = 120
_BLOCK = re.compile(r"⟦\d+⟧$")
_GOES_ON = re.compile(
    r"(?:then|and|next|also|additionally|furthermore|after that|in addition)\b(?! if\b)", re.IGNORECASE
)
_CONTINUES = re.compile(
    r"[,;]|(?:with|to|by|into|as|so that|such that|and|but|then|after|before|from|in|at|between|through|which|instead|if|unless"
    r"|provided|otherwise|throughout)\b|(?:With|To read|To say|To|By|Into|So that it reads)\s*(?::|$)"
)
_HEADER = (
    r"(?:the )?(?:(?:make|do|apply|enact) )?(?:the )?(?:following|these)(?: \w+)?"
    r"(?: (?:changes|edits|amendments|modifications|replacements|additions))?(?: are (?:to be )?made)?"
)

_OPENS = re.compile(r"(?:[:,–—-]|\b(?:e\.g\.|i\.e\.|namely|viz\.|for (?:example|instance)\.?))\s*$", re.IGNORECASE)
"""How words end that stand above others."""
_NAMES_RULE = re.compile(r"[«‹]|\brule\b", re.IGNORECASE)
_SPOKEN_OF, _NEW_NAME = "what was just spoken of", "its new name"
"""What else than the rule ``it`` may mean."""
_MERE_HEADER = r"(?:make|do|apply|enact) the following(?: \w+)? (?:changes|edits|amendments|modifications)"


def read_instructions(html: str, vocabulary: Vocabulary) -> InstructionReading:
    """Read a matter's body (HTML) into its steps, its refusals by code, and the sentences that are mere commentary.

    ``vocabulary`` are the words of the game that it was written in. Any text is read without raising; the time is in
    proportion to its length, of which there is a bound.
    """
    source = read_proposal(html)
    if source.is_too_long:
        return _refused(
            "TOO_LONG",
            " ".join(re.sub(r"<[^<>]*>?", " ", html[:400]).split())[:80],
            "longer than a matter's body can be",
        )
    if len(source.sentences) > MOST_SENTENCES:
        return _refused(
            "TOO_LONG", source.written(source.sentences[0].shape)[:80], f"more than {MOST_SENTENCES} sentences"
        )
    if source.unclosed:
        refusals = tuple(
            Refusal("QUOTE_UNCLOSED", excerpt, "where this quotation begins or ends") for excerpt in source.unclosed[:5]
        )
        return InstructionReading(refusals=refusals)
    signed = _SIGNED.search(html[-_LONGEST_SIGNATURE:])
    return _Reading(phrasebook(vocabulary), source, signature=signed["name"] if signed else "").read()


def _refused(code: str, sentence: str, detail: str) -> InstructionReading:
    return InstructionReading(refusals=(Refusal(code, sentence, detail),))


@dataclass(frozen=True, slots=True)
class _Utterance:
    """A sentence with the blocks that belong to it, and the place of the first sentence after it."""

    shape: str
    sentence: Sentence
    after: int


@dataclass(slots=True)
class _Scope:
    """What words above a list say of all that stands in it, and of nothing else: conditions and a rule."""

    conditions: Decided = ()
    rule: RuleName | None = None
    lists: tuple[int, ...] = ()


@dataclass(slots=True)
class _Reading:
    """One text while it is read, from its first sentence to its last."""

    phrases: Phrasebook
    source: ProposalText
    steps: list[Step] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    commentary: list[str] = field(default_factory=list)
    signature: str = ""
    discourse: Discourse = field(default_factory=Discourse)
    pending: tuple[PendingRule, str] | None = None
    conditions: Decided = ()
    group: tuple[int, int] = (0, 0)
    general: list[Decided] = field(default_factory=list)
    scopes: list[_Scope] = field(default_factory=list)
    headed_lists: set[int] = field(default_factory=set)
    known_lists: set[int] = field(default_factory=set)
    unquoted: list[str] = field(default_factory=list)
    is_after_scope: bool = False
    is_colon_behind: bool = False
    cut: int | None = None
    after_refusal: int = -1
    conditional_paragraph: int = 0
    is_after_nothing: bool = False

    @property
    def conditions_above(self) -> Decided:
        """The conditions of all the lists around the sentence that is read."""
        return self.scopes[-1].conditions if self.scopes else ()

    def read(self) -> InstructionReading:
        """Read every sentence; the reading with what holds for all of it."""
        at, sentences = 0, self.source.sentences
        while at < len(sentences):
            if len(self.steps) > MOST_STEPS or len(self.refusals) > MOST_STEPS:
                return _refused("TOO_LONG", self._written(sentences[at].shape), f"more than {MOST_STEPS} instructions")
            refused = len(self.refusals)
            at = self._take(self._utterance(at), at)
            if len(self.refusals) > refused:
                self.after_refusal = at
        self._drop_pending()
        for words, why in (
            *((struck, "struck out or put in: whether it counts is not clear") for struck in self.source.struck[:5]),
            *((hidden, "readers may not see it, or not as it is written") for hidden in self.source.hidden[:5]),
        ):
            self.refusals.append(Refusal("MARKUP", words[:200], why))
        if not self.steps and not self.refusals:
            self.refusals.append(Refusal("NO_INSTRUCTION", self._beginning(), "nothing in it orders a change"))
        return InstructionReading(
            self._conditioned(), tuple(self.refusals), tuple(self.commentary), tuple(self.unquoted)
        )

    def _beginning(self) -> str:
        return self._written(self.source.sentences[0].shape)[:200] if self.source.sentences else ""

    def _conditioned(self) -> tuple[Step, ...]:
        """The steps, each with the conditions that hold for all of the text."""
        general = tuple(condition for conditions in self.general for condition in conditions)
        return tuple(replace(step, conditions=(*general, *step.conditions)) for step in self.steps[: self.cut])

    def _written(self, shape: str) -> str:
        return self.source.written(shape)

    # --- gathering what belongs together ----------------------------------------------------------------------------

    def _utterance(self, at: int) -> _Utterance:
        sentences = self.source.sentences
        sentence, shape, at = sentences[at], sentences[at].shape, at + 1
        has_block = bool(_BLOCK.match(shape))
        while at < len(sentences) and len(shape) < _LONGEST_SENTENCE:
            following = sentences[at].shape
            is_block = bool(_BLOCK.match(following))
            if is_block and not has_block:
                shape = re.sub(r"[.!]$", ":", shape)
            elif is_block or not self._continues(shape, following, has_block):
                break
            shape, has_block, at = f"{shape} {following}", is_block, at + 1
        return _Utterance(shape, sentence, at)

    def _continues(self, shape: str, following: str, has_block: bool) -> bool:
        if has_block:
            return bool(_CONTINUES.match(following))
        is_open = shape[-1:] not in ".!?" and not shape.endswith("»")
        return is_open and (following[:1] == "«" or following[:1].islower()) and len(following) < 200

    def _rest_of_paragraph(self, utterance: _Utterance) -> tuple[Sentence, ...]:
        """The sentences that unquoted new text runs over: to the end of its paragraph, or the next one after a colon."""
        sentences, at = self.source.sentences, utterance.after
        if at >= len(sentences) or ":" not in utterance.shape or _BLOCK.search(utterance.shape):
            return ()
        is_next = sentences[at].paragraph != utterance.sentence.paragraph
        if is_next and not re.search(r":\s*-*$", utterance.shape):
            return ()
        first = sentences[at]
        until = at
        while until < len(sentences) and self._is_with(sentences[until], first):
            until += 1
        return sentences[at:until]

    @staticmethod
    def _is_with(sentence: Sentence, first: Sentence) -> bool:
        if first.lists and first.bullet:
            return sentence.is_within(first.lists)
        return sentence.paragraph == first.paragraph

    # --- one utterance ----------------------------------------------------------------------------------------------

    def _take(self, utterance: _Utterance, at: int) -> int:
        """Take in an utterance; where to go on."""
        written = self._written(utterance.shape)
        self._end_scopes(utterance.sentence, written)
        if len(utterance.shape) > _LONGEST_SENTENCE:
            if looks_like_instruction(self.phrases, utterance.shape[:_LONGEST_SENTENCE]):
                self._refuse("TOO_LONG", written, "a sentence too long to be read")
            return utterance.after
        if _is_question(utterance.shape):
            return self._take_question(utterance, written)
        cursor = Cursor(
            self.phrases,
            self.source,
            utterance.shape,
            self.discourse,
            self._rest_of_paragraph(utterance),
            utterance.sentence.is_marked,
        )
        try:
            steps = self._read(cursor, written, utterance.sentence.paragraph)
        except PendingRule as pending:
            self._drop_pending()
            self.pending = pending, written
            self._mind_conditions_of_pending(cursor, written)
            return utterance.after
        except Refused as refused:
            self._take_refused(refused, utterance.shape, written)
            return utterance.after
        if steps is None:
            self._take_other(utterance, written, at, self._where_it_stopped(cursor))
            return utterance.after
        if steps:
            self.pending = None
            self._end_loose_scope(steps)
        self.group = len(self.steps), len(self.steps) + len(steps)
        self.steps.extend(steps)
        return utterance.after + self._unquoted_end(cursor, utterance, written)

    def _take_question(self, utterance: _Utterance, written: str) -> int:
        """A question orders nothing; with a block behind it it is not understood."""
        if "⟦" in utterance.shape:
            self._refuse("NOT_UNDERSTOOD", written, "a question with a block quotation")
        elif is_request(self.phrases, utterance.shape):
            self._refuse(
                special_code(self.phrases, utterance.shape) or "NOT_UNDERSTOOD",
                written,
                "a request in the form of a question",
            )
        else:
            self.commentary.append(written)
        return utterance.after

    def _unquoted_end(self, cursor: Cursor, utterance: _Utterance, written: str) -> int:
        """How many sentences the unquoted new text ran over; refused where it is unclear that it ends there."""
        if not cursor.taken and not _is_unquoted(cursor):
            return 0
        taken = self.source.sentences[utterance.after : utterance.after + cursor.taken]
        after = self.source.sentences[utterance.after + cursor.taken :][:1]
        is_next_paragraph = bool(taken) and taken[0].paragraph != utterance.sentence.paragraph
        inline = cursor.shape.split(":", 1)[-1].strip()
        doubt = doubt_about_unquoted(self.phrases, inline, taken)
        if (
            is_next_paragraph
            and after
            and not (is_imperative(self.phrases, after[0].shape) or after[0].lists or taken[0].bullet)
        ):
            doubt = doubt or "where the new text ends, which is not in quotation marks"
        if doubt:
            del self.steps[self.group[0] :]
            self._refuse("NOT_UNDERSTOOD", written, doubt)
        else:
            words = self._written(" ".join([inline, *(sentence.shape for sentence in taken)]).strip())
            self.unquoted.append(words)
        return cursor.taken

    @staticmethod
    def _where_it_stopped(cursor: Cursor) -> str:
        """Which words of a sentence no reading of it got past."""
        words = cursor.source.written(cursor.shape[cursor.reached :]).strip(" ,;:")
        if not cursor.reached:
            return "it begins as none of the orders that are known"
        return (
            f"not understood from “{words[:80]}” on" if words.strip(".)!") else "what it orders is not said to its end"
        )

    def _take_refused(self, refused: Refused, shape: str, written: str) -> None:
        is_condition = refused.code in ("CONDITION_ON_VOTES", "CONDITION_UNDECIDED")
        if is_condition and not would_order(self.phrases, shape) and not _OPENS.search(shape):
            self.commentary.append(written)
            return
        if refused.code in ("NO_RULE", "NOT_UNDERSTOOD", "PLACE_UNCLEAR", "NO_TEXT", "OLD_OR_NEW", "ATTRIBUTE"):
            code = special_code(self.phrases, shape)
            if code:
                refused = Refused(code, refused.detail)
        self._refuse(refused.code, written, refused.detail)
        self._cut_below_header(shape)

    def _refuse(self, code: str, written: str, detail: str = "") -> None:
        self.conditions = ()
        self.group = len(self.steps), len(self.steps)
        self.refusals.append(Refusal(code, written[:400], detail))

    def _take_other(self, utterance: _Utterance, written: str, at: int, stopped: str) -> None:
        """A sentence that is not understood: a header, gamestate, commentary, or refused; ``stopped`` says where reading did."""
        shape = utterance.shape
        if self._is_header(utterance):
            return
        if _OPENS.search(shape) and is_label(self.phrases, shape):
            self.commentary.append(written)
            return
        gamestate = gamestate_in(self.phrases, shape, self.source)
        if gamestate is not None:
            self.group = len(self.steps), len(self.steps) + 1
            self.steps.append(Step(written, gamestate, self.conditions_above))
            return
        is_condition = self._begins_with_condition(shape)
        is_order = is_condition or looks_like_instruction(self.phrases, shape)
        code = special_code(self.phrases, shape) if is_order or orders_value(self.phrases, shape) else ""
        if code or is_order:
            self._refuse(code or ("CONDITION_UNDECIDED" if is_condition else "NOT_UNDERSTOOD"), written, stopped)
            self._cut_below_header(shape)
        elif _BLOCK.match(shape) and self.after_refusal == at:
            self.after_refusal = utterance.after
        elif "⟦" in shape and at > 0 and not quotes_somebody(self.phrases, shape):
            self._refuse("NOT_UNDERSTOOD", written, "what the block quotation is for")
        elif _OPENS.search(shape):
            code = "CHOICE" if offers_choice(self.phrases, shape) else "NOT_UNDERSTOOD"
            self._refuse(code, written, "what these words make of what stands below them")
            self._cut_below_header(shape)
        else:
            is_signature = (
                bool(self.signature) and shape == self.signature and utterance.after == len(self.source.sentences)
            )
            self.commentary.append(f"— {written}" if is_signature else written)
            self._note_rule(shape)

    def _cut_below_header(self, shape: str) -> None:
        """What stands below words that are not understood is no clear order either."""
        if _OPENS.search(shape) and self.cut is None:
            self.cut = len(self.steps)

    def _begins_with_condition(self, shape: str) -> bool:
        """Whether it begins with a condition that is understood, so that it is no mere talk."""
        cursor = Cursor(self.phrases, self.source, shape, replace(self.discourse))
        cursor.take_marks(" ([")
        try:
            return cursor.sees(IF) and bool(conditions_here(cursor))
        except Refused:
            return False

    def _note_rule(self, shape: str) -> None:
        """A rule that commentary names may be what ``that rule`` means next; two of them leave it open."""
        named = []
        cursor = Cursor(self.phrases, self.source, shape, Discourse())
        for found in re.finditer(r"\b(?:the|The) (?=(?:sub-?)?rule\b|«)", shape):
            cursor.at = found.start()
            try:
                rule = rule_with_word(cursor)
            except Refused:
                rule = None
            named += [rule] if rule is not None else []
        if named:
            self.discourse.rule = named[0] if len(named) == 1 else None
            self.discourse.parent = self.discourse.created = None
        self.discourse.other = _SPOKEN_OF
        if not self.scopes:
            self.discourse.scope = None

    # --- headers and what they reach over ---------------------------------------------------------------------------

    def _end_scopes(self, sentence: Sentence, written: str) -> None:
        """End what reached over a list that is left; a list behind one under a condition needs a header of its own."""
        while self.scopes and not sentence.is_within(self.scopes[-1].lists):
            self.is_after_scope |= bool(self.scopes.pop().conditions)
            self.discourse.scope = self.scopes[-1].rule if self.scopes else None
        new = [number for number in sentence.lists if number not in self.known_lists]
        is_conditional = self.is_after_scope or bool(self.conditions)
        if new and is_conditional and not self.headed_lists.issuperset(new):
            self._refuse("CONDITION_UNDECIDED", written, "whether the condition above reaches over this list too")
            self.cut = len(self.steps) if self.cut is None else self.cut
        self.known_lists.update(new)

    def _end_loose_scope(self, steps: list[Step]) -> None:
        """A rule named above paragraphs is meant no longer once another one is named."""
        rules = [getattr(step.instruction, "rule", None) for step in steps]
        if not self.scopes and any(rule not in (None, self.discourse.scope) for rule in rules):
            self.discourse.scope = None

    def _is_header(self, utterance: _Utterance) -> bool:
        """Whether it says only where, or under which condition, the items of the list that follows are carried out."""
        cursor = Cursor(self.phrases, self.source, utterance.shape, self.discourse)
        try:
            conditions = self._leading_conditions(cursor)
            where = Where()
            cursor.take_marks(" ,")
            while adverbial(cursor, where):
                cursor.take_marks(" ,")
            said = cursor.take(_HEADER)
            while said and adverbial(cursor, where):
                cursor.take_marks(" ,")
        except Refused:
            return False
        if not cursor.is_done or not _OPENS.search(utterance.shape) or not (where.rule or conditions or said):
            return False
        if where.side or where.aim or where.spot or where.in_list or where.unit or where.everywhere:
            return False
        if where.rule is not None and not _NAMES_RULE.search(utterance.shape):
            return False
        self._take_header(utterance, conditions, where.rule)
        return True

    def _take_header(self, utterance: _Utterance, conditions: Decided, rule: RuleName | None) -> None:
        """Let a condition and a rule hold for the list below; refused where it is not clear what is below."""
        own = utterance.sentence.lists
        following = self.source.sentences[utterance.after : utterance.after + 1]
        below = following[0].lists if following else ()
        is_over_list = len(below) > len(own) and below[: len(own)] == own
        written = self._written(utterance.shape)
        if conditions and not is_over_list:
            self._refuse("CONDITION_UNDECIDED", written, "how far the condition reaches is not clear")
            self._cut_below_header(utterance.shape)
            return
        if rule is not None and own and not is_over_list:
            self._refuse("PLACE_UNCLEAR", written, "for which items of the list the rule is named")
            self._cut_below_header(utterance.shape)
            return
        self.headed_lists.update(below)
        if rule is not None:
            self.discourse.scope = self.discourse.rule = rule
            self.discourse.other = ""
        if is_over_list:
            self.scopes.append(_Scope((*self.conditions_above, *conditions), self.discourse.scope, below))

    # --- sentences --------------------------------------------------------------------------------------------------

    def _mind_reach(self, shape: str, paragraph: int) -> None:
        """Refuse what goes on from a conditional sentence (``Then ...``), where the condition may or may not reach it."""
        is_same = paragraph == self.conditional_paragraph
        goes_on = is_same and (self.is_colon_behind or bool(_GOES_ON.match(shape)))
        if self.conditions and (
            goes_on or (shape[:1].islower() and not shape.startswith(("otherwise", "if ", "else")))
        ):
            raise Refused("CONDITION_UNDECIDED", "whether the condition before reaches this is not clear")

    def _read(self, cursor: Cursor, written: str, paragraph: int) -> list[Step] | None:
        """The steps of a sentence; None where it is not understood to its end."""
        self._mind_reach(cursor.shape, paragraph)
        cursor.shape = _as_imperative(cursor.shape)
        _take_fillers(cursor)
        if cursor.sees(_MERE_HEADER):
            return None
        if self._take_nothing_if(cursor):
            self.conditions, self.is_after_nothing = (), True
            return []
        finished = self._finished_pending(cursor, written)
        if finished is not None:
            return finished
        is_otherwise = bool(cursor.take(r"(?:otherwise|if not|else|failing that|if it (?:did|does|has|was) ?n[o’']t)"))
        if is_otherwise:
            conditions = self._otherwise()
            cursor.take_marks(" ,")
            if self._takes_nothing(cursor) and cursor.is_done:
                self.general.append(self.conditions)
                return []
        else:
            self.is_after_nothing = False
            self.conditions = conditions = self._leading_conditions(cursor)
            self.conditional_paragraph = paragraph
        if self.conditions_above:
            conditions = (*self.conditions_above, *conditions)
        return self._clauses(cursor, written, conditions, is_otherwise)

    def _otherwise(self) -> Decided:
        if self.is_after_nothing and not self.conditions:
            # What holds otherwise than doing nothing is a condition on every step already.
            return ()
        if not self.conditions:
            raise Refused("CONDITION_UNDECIDED", "otherwise than what is not clear")
        return opposite(self.conditions)

    def _leading_conditions(self, cursor: Cursor) -> Decided:
        if not cursor.sees(IF):
            return ()
        conditions = conditions_here(cursor)
        cursor.take_marks(" ,")
        cursor.take(r"then(?! the)|(?:then )?(?:also|additionally)")
        start = cursor.at
        cursor.take_marks(" ,:")
        self.is_colon_behind = ":" in cursor.shape[max(start - 2, 0) : cursor.at]
        return conditions

    def _clauses(self, cursor: Cursor, written: str, conditions: Decided, is_otherwise: bool) -> list[Step] | None:
        steps: list[Step] = []
        inherited = Where()
        is_instead = bool(cursor.take(r"instead,?"))
        for count in itertools.count():
            cursor.says_it = ""
            read = clause(cursor, inherited) or _passive_clause(cursor, inherited)
            if read is None:
                return None
            self._mind_it(cursor, read)
            self._mind_scope(read)
            for instruction in read:
                held = existing(instruction) if inherited.if_exists else ()
                steps.append(Step(written, instruction, (*conditions, *held)))
            _mind_late_rule(steps)
            inherited.if_exists = False
            is_instead |= bool(cursor.take(r"instead")) or inherited.instead
            if cursor.is_done:
                break
            if self._take_trailing_condition(cursor, steps, conditions, count):
                break
            joiner = _take_joiner(cursor)
            if not joiner:
                return None
            if cursor.take(r"(?:otherwise|if not|else),?"):
                conditions, is_otherwise = opposite(self.conditions), True
            elif cursor.sees(IF):
                return None
            elif len(conditions) > len(self.conditions_above) and re.search("[,;.]", joiner):
                raise Refused("CONDITION_UNDECIDED", "how far the condition reaches is not clear")
        is_mere_wording = not conditions and all(isinstance(step.instruction, Replace | Reword) for step in steps)
        if is_instead and not is_otherwise and not is_mere_wording:
            self._put_instead(steps, conditions)
        return steps

    def _mind_it(self, cursor: Cursor, read: list[Instruction]) -> None:
        """Refuse ``it`` where it may mean something else than the rule; note what it may mean from now on."""
        other = self.discourse.other
        is_about_all = any(isinstance(each, Reword | Repeal | Rename | Move) for each in read)
        is_clear = other == _NEW_NAME and cursor.says_it == "its"
        if cursor.says_it and other and not is_clear and (is_about_all or other == _SPOKEN_OF):
            raise Refused("PLACE_UNCLEAR", f"whether “{cursor.says_it}” means the rule or {other}")
        if any(isinstance(each, Rename) for each in read):
            self.discourse.other = _NEW_NAME
        elif is_about_all or any(isinstance(each, NewRule) for each in read):
            self.discourse.other = ""
        elif read:
            self.discourse.other = "the text of that change"

    def _mind_scope(self, read: list[Instruction]) -> None:
        """Refuse what concerns all of another rule than the one named above the list."""
        scope = self.discourse.scope
        named = [each.rule for each in read if isinstance(each, Reword | Repeal | Rename | Move)]
        if scope is not None and any(scope.title not in (rule.title, *rule.above) for rule in named):
            raise Refused("PLACE_UNCLEAR", f"whether it is meant under “{scope.title}”, which is named above")

    def _take_trailing_condition(self, cursor: Cursor, steps: list[Step], conditions: Decided, before: int) -> bool:
        """``... if the proposal P was enacted`` at the end of a sentence that orders one thing (``before``: clauses before)."""
        start = cursor.at
        cursor.take_marks(" ,(")
        if conditions or not cursor.sees(IF):
            cursor.at = start
            return False
        trailing = conditions_here(cursor)
        if not cursor.is_done or before:
            raise Refused("CONDITION_UNDECIDED", "how far the condition reaches is not clear")
        self.conditions = trailing
        steps[:] = [replace(step, conditions=(*trailing, *step.conditions)) for step in steps]
        return True

    def _put_instead(self, steps: list[Step], conditions: Decided) -> None:
        """What is done *instead* takes the place of the one step before, which is then done only where it is not."""
        start, end = self.group
        own = conditions[len(self.conditions_above) :]
        before = self.steps[start:end]
        is_clear = len(before) == len(steps) == 1 and type(before[0].instruction) is type(steps[0].instruction)
        if not own or not is_clear or before[0].conditions:
            raise Refused("CONDITION_UNDECIDED", "instead of what is not clear")
        self.steps[start] = replace(before[0], conditions=opposite(own))

    # --- does nothing -----------------------------------------------------------------------------------------------

    def _take_nothing_if(self, cursor: Cursor) -> bool:
        """``If P failed, this does nothing``, in either order: a condition on every step."""
        start = cursor.at
        if cursor.sees(IF):
            try:
                conditions = conditions_here(cursor)
            except Refused:
                cursor.at = start
                return False
            cursor.take_marks(" ,")
            cursor.take("then")
            is_whole = self._takes_nothing(cursor) and cursor.is_done
        else:
            is_whole = self._takes_nothing(cursor) and bool(cursor.take_marks(" ,") or True) and cursor.sees(IF)
            conditions = conditions_here(cursor) if is_whole else ()
            is_whole = is_whole and cursor.is_done
        if not is_whole:
            cursor.at = start
            return False
        self.general.append(opposite(conditions))
        return True

    def _takes_nothing(self, cursor: Cursor) -> bool:
        said = cursor.take(NO_EFFECT)
        if said and said[0].lower().startswith("the rest") and self.steps:
            raise Refused("CONDITION_UNDECIDED", "how far the condition reaches is not clear")
        return said is not None

    # --- rules whose name or text comes in a second sentence -----------------------------------------------------------

    def _finished_pending(self, cursor: Cursor, written: str) -> list[Step] | None:
        if self.pending is None:
            return None
        pending, first = self.pending
        start, name, quoted = cursor.at, pending.name, pending.quoted
        if name is None:
            name = _name_given(cursor)
        if name is not None and quoted is None:
            quoted = _text_given(cursor)
        if name is None or quoted is None or not cursor.is_done:
            cursor.at = start
            if (
                name is not None
                and cursor.at == start
                and pending.name is None
                and quoted is None
                and _is_name_only(cursor)
            ):
                pending.name = name
                return []
            return None
        self.pending = None
        rule = finished_rule(cursor, pending.place, name, quoted)
        return [Step(f"{first} {written}", rule, (*self.conditions_above, *self.conditions))]

    def _drop_pending(self) -> None:
        if self.pending is not None:
            pending, written = self.pending
            self.pending = None
            self._take_refused(pending, "", written)

    def _mind_conditions_of_pending(self, cursor: Cursor, written: str) -> None:
        if self.conditions or self.conditions_above:
            self.pending = None
            self._refuse("NO_TEXT", written, "the new rule's text is not given in the sentence that has the condition")


def _mind_late_rule(steps: list[Step]) -> None:
    """Refuse a change without a rule before one with a rule in one sentence: the rule may be meant for both."""
    rules = [step.instruction.rule for step in steps if isinstance(step.instruction, Replace | Insert)]
    if None in rules and any(rule is not None for rule in rules[rules.index(None) :]):
        raise Refused("PLACE_UNCLEAR", "whether the rule named later is meant for all of it")


def _is_question(shape: str) -> bool:
    return bool(re.search(r"\?[!?)\]’ ]*(?:⟦\d+⟧)?$", shape))


_PASSIVE_CLAUSE = re.compile(
    r"(?P<place>(?:in|to|from|after|before) [^,;:]{1,120}, )?(?P<subject>[^;:]{1,200}?)"
    r" (?:is|are|shall be|should be|will be|must be)(?: hereby| now)? "
    r"(?P<verb>repealed|deleted|removed|replaced|changed|reworded|renamed|retitled|amended|moved|added|created|inserted|appended)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_ACTIVE = {
    "reworded": "reword",
    "added": "add",
    "repealed": "repeal",
    "inserted": "insert",
    "appended": "append",
    "amended": "amend",
}


def _passive_clause(cursor: Cursor, inherited: Where) -> list[Instruction] | None:
    """``The rule R is repealed`` read as ``repeal the rule R``."""
    found = _PASSIVE_CLAUSE.match(cursor.shape, cursor.at)
    if not found or not re.search(r"[«⟦]|\brule\b|\bfollowing\b", found["subject"], re.IGNORECASE):
        return None
    verb = _ACTIVE.get(found["verb"].lower(), found["verb"].lower()[:-1])
    shape, at, reached = cursor.shape, cursor.at, cursor.reached
    cursor.shape = f"{shape[:at]}{found['place'] or ''}{verb} {found['subject']}{found['rest']}"
    read = clause(cursor, inherited)
    if read is None:
        cursor.shape, cursor.at, cursor.reached = shape, at, reached
    return read


_SAYS_WHAT_IT_DOES = re.compile(r"(?:Add|Create|Enact|Replace|Remove|Delete|Repeal|Rename|Insert|Append)s(?= )")
_HEADLESS = re.compile(r"New (?=(?:[a-z]+ )?(?:sub-?)?rule:? «)")
_ON_WHOSE_WISH = re.compile(
    r"(?:(?:As per|Per|Following(?: on from)?) (?:the |our |my |this |[A-Z]\w+[’']s )?(?:recent |earlier |last )?"
    r"(?:discussions?|conversations?|chat|comments?|suggestions?|thread)"
    r"|As (?:discussed|suggested|agreed|requested|mentioned|promised)(?: by [A-Z]\w+(?: and [A-Z]\w+)?)?)"
    r"(?: (?:in|on) (?:(?:the )?(?:comments|chat|discussion|thread|Discord|IRC|Slack|wiki|talk page|(?:last|previous|earlier) proposal)))?, (?=[a-z])"
)
"""In which discussion, or at whose wish, something is proposed; what follows is an order like any other."""


def _as_imperative(shape: str) -> str:
    """``Adds a rule`` and ``New rule: R`` as the orders that they are, without the words in front that say why they are given."""
    told = _ON_WHOSE_WISH.match(shape)
    shape = shape[told.end() :] if told else shape
    found = _SAYS_WHAT_IT_DOES.match(shape)
    if found:
        return f"{found[0][:-1]}{shape[found.end() :]}"
    return f"Add a new {shape[4:]}" if _HEADLESS.match(shape) else shape


def _is_unquoted(cursor: Cursor) -> bool:
    return (
        cursor.at == len(cursor.shape)
        and not cursor.shape.rstrip(" .,;:!)").endswith(("»", "⟧"))
        and ":" in cursor.shape
    )


def _is_name_only(cursor: Cursor) -> bool:
    start = cursor.at
    is_only = _name_given(cursor) is not None and cursor.is_done
    cursor.at = len(cursor.shape) if is_only else start
    return is_only


def _name_given(cursor: Cursor) -> str | None:
    if not cursor.take(
        r"(?:call|title|name|entitle) (?:it|this rule|the rule|that rule|this|this subrule)"
        r"|(?:give|grant) (?:it|this rule|the rule) the (?:name|title)"
        r"|(?:it|this rule|the rule|the new rule)(?: is| shall be| should be| will be)(?: to be)? (?:called|titled|named|entitled)"
        r"|(?:its|the) (?:name|title)(?: of (?:the|this) rule)? (?:is|shall be|should be)"
    ):
        return None
    cursor.take_marks(" ,:")
    return name_here(cursor)


def _text_given(cursor: Cursor) -> Quoted | None:
    cursor.take_marks(" ,;")
    cursor.take(r"and|which|that")
    said = cursor.take(
        r"(?:give|giving) (?:it|this rule|the rule|the new rule) (?:the |this )?(?:following )?(?:text|content|contents|body|wording)(?: of)?"
        r"|(?:it|the rule|this rule|the new rule|the text|its text|the text of (?:the|this) rule)?(?: should| shall| will| is to)?"
        r" ?(?:reads?|says?|has|states?|have|contains?|is|be)"
        r"(?: as follows| the following)?(?: the)?(?: following)?(?: text)?"
        r"|with the (?:following )?(?:text|content|wording)(?: of)?|the text(?: is)?"
    )
    return new_text(cursor) if said or cursor.sees(r"⟦|: ") else None


def _take_fillers(cursor: Cursor) -> None:
    while True:
        start = cursor.at
        cursor.take_marks(" ,")
        if cursor.take(rf"{FILLER}(?=,| )") and not cursor.is_done:
            cursor.take_marks(" ,:")
            if not cursor.sees(r"(?:(?:in|to|as|the|a|an|of) )"):
                continue
            if cursor.sees(r"of|as well|a "):
                cursor.at = start
                return
            continue
        cursor.at = start
        cursor.take_marks(" ,")
        return


def _take_joiner(cursor: Cursor) -> str:
    """The words and marks that join two clauses; empty where none stand here."""
    start = cursor.at
    cursor.take_marks(" ,;.")
    cursor.take(
        r"(?:and|then|and then|but|while|also|as well as|and also|and finally|finally|by)(?: (?:then|also|finally|by))?"
    )
    return cursor.shape[start : cursor.at]
